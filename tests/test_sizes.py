"""The largest board of each kind: one sentence, whatever a board is read from, before anything is made of it."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from samples import SAMPLED, sample

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.fields import LONGEST_SIDE
from satdnd.kinds.inshi.model import LARGEST
from satdnd.kinds.unattacked import model
from satdnd.registry import NAMES

SQUARES = {kind: sample(kind).LARGEST for kind in SAMPLED if hasattr(sample(kind), "LARGEST")}
"""Of kinds whose boards are squares the largest side."""
CORNERED = {"slant"}
"""Kinds whose text and JSON have rows of corners, one more than there are rows of cells."""
LONG = 300_000
"""Columns of the board of one row that would take gigabytes, if a mask were made for each."""


def dungeon_text(rows: int, columns: int) -> str:
    """Nothing is known."""
    return " " + " ".join("?" * columns) + "\n" + f"? {'.' * columns}\n" * rows


def klotski_text(rows: int, columns: int) -> str:
    """A piece that is in its place."""
    return "# goal: a at r1c1\n" + "a" + "." * (columns - 1) + "\n" + f"{'.' * columns}\n" * (rows - 1)


def hashi_text(rows: int, columns: int) -> str:
    """Two islands in the first row, or water."""
    return (("1" + "_" * (columns - 2) + "1") if columns > 1 else "_") + "\n" + f"{'_' * columns}\n" * (rows - 1)


def told(rows: int) -> Callable[[int], list[Any]]:
    """A list of unknown entries for each row."""
    return lambda columns: [[None] * columns for _ in range(rows)]


def blank(kind: str, form: str, rows: int, columns: int) -> str:
    """A puzzle without clues, also of a size that no puzzle may have; a square where all boards are."""
    if kind in SQUARES:
        rows = columns = max(rows, columns)
    if form == "link":
        return f"https://puzz.link/p?{sample(kind).LINKS[0].split('/')[0]}/{columns}/{rows}/zzz"
    with mock.patch.object(fields, "sides"):
        return satdnd.dumps(kind_named(kind).empty(rows, columns), form)


FORMS: dict[str, dict[str, Callable[[int, int], str]]] = {
    "dungeon": {
        "text": dungeon_text,
        "glued text": lambda h, w: " " + "0" * w + "\n" + f"? {'.' * w}\n" * h,
        "json": lambda h, w: json.dumps(
            {"kind": "dungeon", "rows": [None] * h, "columns": [None] * w, "monsters": [], "treasures": []}
        ),
        "json with given cells": lambda h, w: json.dumps(
            {
                "kind": "dungeon",
                "rows": [0] * h,
                "columns": [0] * w,
                "monsters": [],
                "treasures": [],
                "given": ["." * w] * h,
            }
        ),
        "c": lambda h, w: (
            "problem p = { .monsters = 0x0, .treasures = 0x0, "
            f".rows = {{ {','.join('0' * h)} }}, .columns = {{ {','.join('0' * w)} }} }};\n"
        ),
        "link": lambda h, w: "x!." + "1" * w + "!1" + "." * w + ("!1" + "." * w) * (h - 1),
    },
    "queens": {
        "text": lambda h, w: f"{h}x{w}\n",
        "grid": lambda h, w: f"{'.' * w}\n" * h,
        "json": lambda h, w: json.dumps({"kind": "queens", "size": [h, w]}),
    },
    "unattacked": {
        "text": lambda h, w: f"{h}x{w} 3\n",
        "json": lambda h, w: json.dumps({"kind": "unattacked", "size": [h, w], "queens": 3}),
    },
    "inshi": {
        "text": lambda h, w: f"{max(h, w)}\n1\n",
        "json": lambda h, w: json.dumps({"kind": "inshi", "size": max(h, w), "rooms": []}),
        "link": lambda h, w: f"https://puzz.link/p?factors/{max(h, w)}/{max(h, w)}/0",
    },
    "hashi": {
        "text": hashi_text,
        "json": lambda h, w: json.dumps({"kind": "hashi", "rows": ["_" * w] * h}),
        "link": lambda h, w: f"https://puzz.link/p?hashikake/{w}/{h}/zzz",
        "tatham": lambda h, w: f"{w}x{h}m2:a",
    },
    "klotski": {
        "text": klotski_text,
        "json": lambda h, w: json.dumps(
            {
                "kind": "klotski",
                "board": ["a" + "." * (w - 1), *["." * w] * (h - 1)],
                "goal": {"piece": "a", "at": [0, 0]},
            }
        ),
    },
    "nurikabe": {
        "text": lambda h, w: f"{'.' * w}\n" * h,
        "text with blanks": lambda h, w: f"{' .' * w}\n" * h,
        "json": lambda h, w: json.dumps({"kind": "nurikabe", "rows": ["." * w] * h}),
        "json with entries": lambda h, w: json.dumps({"kind": "nurikabe", "rows": told(h)(w)}),
        "link": lambda h, w: f"https://puzz.link/p?nurikabe/{w}/{h}/zzz",
    },
    **{
        kind: {form: partial(blank, kind, form) for form in ("text", "json", *["link"] * bool(sample(kind).LINKS))}
        for kind in SAMPLED
    },
}
"""Boards without clues in each form that a kind is read from."""
LARGEST_SIDES = {"unattacked": model.LONGEST_SIDE, "inshi": LARGEST, **SQUARES}
CASES = [(kind, form) for kind, forms in FORMS.items() for form in forms]


def test_every_kind_has_a_largest_size() -> None:
    """None is left out below; sudokus have four sizes, and no other."""
    assert {*FORMS, "sudoku"} == set(NAMES)
    with pytest.raises(InputError, match=r"found 10201 cells, expected 16 \(4x4\), "):
        satdnd.Sudoku((0,) * 10201)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "form"), CASES)
def test_a_side_too_many_is_one_sentence(kind: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows or columns, with their number; before a mask of the grid is made."""
    corners = kind in CORNERED and form != "link"
    most = LARGEST_SIDES.get(kind, LONGEST_SIDE - corners)
    sizes = [(1, most + 1), (most + 1, 1)]

    def refused(self: Grid, height: int, width: int) -> None:
        """No grid."""
        raise AssertionError(f"a grid of {height}x{width} was made")

    boards = [FORMS[kind][form](rows, columns) for rows, columns in sizes]
    assert all(kind_named(name).texts for name in NAMES)  # whose examples make grids
    monkeypatch.setattr(Grid, "__init__", refused)
    for board, what in zip(boards, ("columns", "rows"), strict=True):
        with pytest.raises(InputError) as caught:
            satdnd.loads(board, kind)
        sides = r"rows|columns" if kind in ("inshi", *SQUARES) else what
        caught.match(rf"found {most + 1 + corners} ({sides}), expected 1 to {most + corners}$")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "form"), [case for case in CASES if case[0] not in ("inshi", "unattacked", *SQUARES)])
def test_the_longest_row_is_a_board(kind: str, form: str) -> None:
    """One row of so many columns, and one column of so many rows."""
    if form in ("tatham", "link"):
        return  # an announced grid must be filled
    longest = LONGEST_SIDE - (kind in CORNERED)
    for sides in ((1, longest), (longest, 1)):
        satdnd.loads(FORMS[kind][form](*sides), kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dungeon", "nurikabe", "klotski", "hashi", "queens"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_row_of_millions_is_refused_at_once(kind: str, form: str, tmp_path: Path) -> None:
    """In a process that may have no more than some times the file."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    file = tmp_path / f"long.{'json' if form == 'json' else 'txt'}"
    file.write_text(FORMS[kind][form](1, LONG))
    ran = subprocess.run(
        [sys.executable, "-m", "satdnd", "show", "--kind", kind, file, "--output", tmp_path / "x"],
        capture_output=True,
        text=True,
        preexec_fn=limited,
    )
    assert ran.returncode == 2, ran.stderr[-500:]
    assert f"found {LONG} columns, expected 1 to {LONGEST_SIDE}" in ran.stderr
    assert "Traceback" not in ran.stderr
