"""A number larger than possible is a good puzzle without a solution, with the reason, in every kind with numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_line import run

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.registry import NAMES

LARGE: dict[str, dict[str, Any]] = {
    "queens": {"size": [4, 4], "queens": 99},
    "unattacked": {"size": [3, 3], "queens": 99},
    "inshi": {
        "size": 2,
        "rooms": [{"product": 99, "cells": [[0, 0], [0, 1]]}, {"product": 2, "cells": [[1, 0], [1, 1]]}],
    },
    "nurikabe": {"rows": [[99, None], [None, None]]},
    "nonogram": {"rows": [[9], [1]], "columns": [[1], [1]]},
    "starbattle": {"stars": 99, "areas": ["aabb"] * 4},
    "tents": {"rows": [9, None, 0], "columns": [None, 0, 0], "trees": [[1, 1]]},
    "kakuro": {"rows": [["#", [99, None]], [[None, None], "."]]},
    "skyscrapers": {"top": [None, 9, None], "rows": ["...", "...", "..."]},
    "skyscrapers given": {"rows": [[None, None, None], [None, 9, None], [None, None, None]]},
    "futoshiki": {"rows": [[None, None, None], [None, 9, None], [None, None, None]]},
    "kenken": {"areas": ["aa", "bb"], "clues": [[0, 0, 99, "+"]]},
    "yajilin": {"rows": [["99e", None], [None, None]]},
    "dungeon": {"rows": [99, None, 0], "columns": [None, 5, 0], "monsters": [], "treasures": [[1, 1]]},
    "hashi": {"rows": [[99, None, "?"], "__9"]},
    "slitherlink": {"rows": [[99, None], [3, None]]},
    "akari": {"rows": [[99, None], [None, "#"]]},
    "heyawake": {"areas": ["ab", "ab"], "numbers": [[0, 0, 99]]},
    "kurodoko": {"rows": [[99, None, None]]},
    "countryroad": {"areas": ["ab", "ab"], "numbers": [[0, 0, 99]]},
    "slant": {"rows": [[None, 99], [None, None]]},
    "cave": {"rows": [[99, None, None]]},
    "kakurasu": {"rows": [99, None], "columns": [None, 1]},
    "battleships": {"rows": [99, None], "columns": [None, 1], "fleet": [1]},
    "mosaic": {"rows": [[99, None], [None, None]]},
    "minesweeper": {"rows": [[99, None], [None, None]]},
    "shikaku": {"rows": [[99, None], [None, None]]},
    "suguru": {"areas": ["aa", "bb"], "rows": [[99, None], [None, None]]},
    "ripple": {"areas": ["aa", "bb"], "rows": [[99, None], [None, None]]},
    "fillomino": {"rows": [[99, None], [None, None]]},
    "hidato": {"rows": [[99, None], [None, None]]},
    "minesweeper total": {"rows": [[1, None], [None, None]], "mines": 99},
}
SIGNS = {"sudoku", "binairo", "galaxies", "masyu", "hitori", "klotski", "lits", "norinori", "numberlink", "yinyang"}
"""Kinds whose cells hold signs of a fixed set, or whose numbers count nothing."""


def test_every_kind_is_here() -> None:
    """A new kind gets its number, or this fails."""
    assert {name.split()[0] for name in LARGE} | SIGNS == set(NAMES)


@pytest.mark.parametrize(
    ("name", "form"),
    [("slitherlink", "puzz.link"), ("akari", "puzz.link"), ("akari", "tatham"), ("dungeon", "dungeon-diagrams")],
)
def test_links_that_have_no_such_number(name: str, form: str) -> None:
    """They are refused; a form that has it is read back."""
    (puzzle,) = satdnd.loads(json.dumps({"kind": name, **LARGE[name]}))
    with pytest.raises(satdnd.InputError, match=r"cannot hold it|holds counts to 9|needs all counts"):
        satdnd.dumps(puzzle, form)
    (islands,) = satdnd.loads(json.dumps({"kind": "hashi", **LARGE["hashi"]}))
    assert satdnd.loads(satdnd.dumps(islands, "puzz.link")) == [islands]


def test_counts_in_a_template() -> None:
    """They select no board."""
    record = json.dumps({"kind": "dungeon", **LARGE["dungeon"]})
    ran = run("export", "-", "--units", stdin=record)
    assert ran.status == 0
    assert "row 1 needs 99 walls" in ran.out


@pytest.mark.parametrize("name", LARGE)
def test_no_solution(name: str) -> None:
    """The same from every question, and the puzzle comes back from text and JSON."""
    kind = name.split()[0]
    record = json.dumps({"kind": kind, **LARGE[name]})
    (puzzle,) = satdnd.loads(record)
    (back,) = satdnd.loads(satdnd.dumps(puzzle), kind)
    assert (back, kind_named(kind).texts.from_json(json.loads(satdnd.dumps(puzzle, "json")))) == (puzzle, puzzle)
    for command in ("solve", "unique", "count", "forced", "diagnose", "explain", "rate", "hint"):
        ran = run(command, "-", "--format", "json", stdin=record)
        if command in ("explain", "rate", "hint", "forced") and kind == "unattacked":
            continue
        (answer,) = ran.answers
        assert (ran.status, answer["status"]) == (1, "unsolvable"), (command, ran)
        assert answer["reason"], command
    assert run("show", "-", stdin=record).status == 0
