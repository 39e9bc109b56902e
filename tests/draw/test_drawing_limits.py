"""Drawing obeys limits: what is too large is left out with a sentence, the rest is drawn."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import PATH, run
from test_images import pages, poppler

import satdnd
from satdnd.draw import forms, pdf, png, svg, terminal
from satdnd.draw.limit import limited
from satdnd.draw.picture import Panel, Picture, Tile, differing, highlight
from satdnd.draw.shapes import BODY, label
from satdnd.draw.svg import sheets
from satdnd.engine.answer import Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.settings import LEAST_MEMORY, LEAST_SECONDS, Settings
from satdnd.errors import Undecided
from satdnd.kinds.queens.model import QueensSolution
from satdnd.sat.budget import Budget
from satdnd.setter import booklet
from satdnd.setter.booklet import BookletEntry, fit, render, small


def drawing(side: int) -> list[Panel]:
    """A board of queens."""
    puzzle = satdnd.Queens(side, side)
    return [Panel("", kind_of(puzzle).picture(puzzle))]


def watched(stop: Callable[[], bool]) -> Budget:
    """A budget of which every check is a look."""
    budget = Budget.of(3600, memory=1 << 40, stop=stop)
    budget._wait = lambda now: None  # type: ignore[method-assign]
    return budget


WAYS: dict[str, Callable[[list[Panel]], Any]] = {
    "text": terminal.render_panels,
    "svg": svg.render_panels,
    "json": lambda panels: panels[0].picture and panels[0].picture.to_json(),
    "png": png.render_panels,
    "pdf": lambda panels: pdf.fit(panels),
    "differing": lambda panels: differing([panel.picture for panel in panels if panel.picture]),
    "highlight": lambda panels: panels[0].picture and highlight(panels[0].picture),
    **{f"fit {form}": lambda panels, form=form: forms.fit(form, panels) for form in ("text", *forms.IMAGES)},
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_drawing_looks_at_its_limit(way: str) -> None:
    """Before a row is drawn, and not only then."""
    panels = drawing(40)
    with limited(Budget.of(stop=lambda: True)), pytest.raises(Undecided, match="stopped"):
        WAYS[way](panels)
    looks: list[int] = []
    with limited(watched(lambda: bool(looks.append(1)))):
        WAYS[way](panels)
    assert len(looks) >= 20
    WAYS[way](panels)
    assert len(looks) < 10_000  # of some rows, not of every cell


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pdf", "png"])
def test_what_looks_at_no_limit_is_not_begun(form: str) -> None:
    """The libraries of PDF and PNG: how long they would take is known before."""
    panels = drawing(200 if form == "pdf" else 174)  # a PNG may have 100 million pixels
    with limited(Budget.of(60, memory=10**10)):
        forms.fit(form, panels) if form == "pdf" else None
    for budget, sentence in (
        (Budget.of(0.7), r"^drawing it would take about \d+ s, more than the time limit$|^the time limit was reached$"),
        (Budget.of(memory=10**6), r"would take about [\d.]+ [MG]B, more than the memory limit$|^the memory limit"),
    ):
        with limited(budget), pytest.raises(Undecided, match=sentence):
            forms.fit(form, panels)


def test_small_drawings_are_within_any_limit() -> None:
    """Whoever has no patience still sees the puzzle."""
    with limited(Budget.of(stop=lambda: True)):
        for form in ("text", *forms.IMAGES):
            forms.fit(form, drawing(31))
    budget = Settings(timeout=0.0, memory=1).drawing(5.0)
    assert LEAST_SECONDS / 2 < budget.left <= LEAST_SECONDS
    assert budget.memory == LEAST_MEMORY
    assert 5 < Settings(timeout=10.0).drawing(4.0).left <= 6


def test_tiles_are_shared() -> None:
    """A million cells hold a few tiles, also where some are marked."""
    (panel,) = drawing(300)
    assert panel.picture
    marked = highlight(panel.picture, [(0, 0, "Q")])
    for picture in (panel.picture, marked):
        assert len({id(tile) for _, tile in picture.cells()}) <= 3
    assert marked.tiles[0][0].marked


def test_a_page_holds_few_elements() -> None:
    """Cells of a row that look alike are one, dots as well; each cell's square is there."""
    picture = Picture([[Tile.of("wall" if (r + c) % 3 else "unknown") for c in range(30)] for r in range(30)])
    (sheet,) = sheets([Panel("", picture)])
    assert sheet.text.count("\n") < 150
    assert sheet.text.count("h28v28h-28z") == 900
    assert sheet.text.count("h0") == 300


def test_lengths_have_no_exponents() -> None:
    """fpdf2 does not understand ``1e+04``."""
    assert [label(0, y, "x", size=BODY).split('"')[3] for y in (99.5, 9990.3, 9995.0, 12345.6)] == [
        "104.6",
        "9995",
        "10000",
        "12351",
    ]


def test_the_parts_of_a_booklet() -> None:
    """The puzzle, or its answer alone, is left out, and a sentence stands in its place."""
    puzzle = satdnd.Queens(60, 60)
    solved = QueensSolution(60, 60, ())
    each = BookletEntry(puzzle, "big", Answer("big", "queens", "solved", solutions=[solved], puzzle=puzzle))
    assert fit(each, Budget()) == each
    none = fit(each, Budget.of(stop=lambda: True))
    assert (none.left_out, none.unanswered, small(none)) == ("stopped", "", None)
    first: list[int] = []
    fit(
        replace(each, answer=Answer("big", "queens", "undecided", puzzle=puzzle)),
        watched(lambda: bool(first.append(1))),
    )
    looks = iter(range(len(first) + 5))
    half = fit(each, watched(lambda: next(looks, None) is None))
    assert (half.left_out, half.unanswered) == ("", "stopped")
    sizes = [len(render([entry])) for entry in (each, half, none)]
    assert sizes == sorted(sizes, reverse=True)
    assert len({*sizes}) == 3


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A small puzzle, a huge one, and a small one."""
    huge = {"kind": "queens", "name": "huge", "size": [1000, 1000], "queens": 1001}
    file = tmp_path / "mixed.jsonl"
    path = json.loads(satdnd.dumps(satdnd.loads(PATH, "dungeon")[0], "json"))
    file.write_text("\n".join(json.dumps(record) for record in (path, huge, path | {"name": "last"})))
    return file


def limits() -> None:
    """Seconds of CPU and bytes after which a process is ended: far beyond the limits that it is given itself."""
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))


def limited_process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A command that may take as much memory as a small drawing, and not a large one; so no clock decides."""
    words = [sys.executable, "-m", "satdnd", *arguments, "--memory", "100M"]
    return subprocess.run(words, capture_output=True, text=True, preexec_fn=limits)


@pytest.mark.slow
@poppler
def test_the_rest_of_a_booklet_is_printed(mixed: Path, tmp_path: Path) -> None:
    """With the name of what is too large, and why it is not there; the exit status says so too."""
    ran = limited_process("booklet", mixed, "--output", tmp_path / "x.pdf")
    assert "huge: not drawn: " in ran.stderr
    assert ran.returncode == 1  # the huge one has no solution
    told = " ".join(" ".join(pages((tmp_path / "x.pdf").read_bytes())).split())
    assert "1. path" in told
    assert "2. huge" in told
    assert "3. last" in told
    assert "not drawn: " in told
    assert "too large for A4" not in ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_the_rest_is_shown(form: str, mixed: Path, tmp_path: Path) -> None:
    """The others, whole; one that is not drawn is undecided."""
    file = tmp_path / f"x.{form}"
    ran = limited_process("show", mixed, "--format", form, "--output", file)
    assert ran.returncode == 3
    assert ran.stderr.count("huge: not drawn: ") == ran.stderr.count("\n") == 1
    if form == "svg":
        text = file.read_text()
        assert "path" in text
        assert "last" in text
        assert "huge" not in text


def test_cells_are_whitened_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a booklet does to a board before it draws it."""
    (panel,) = drawing(40)
    assert panel.picture
    monkeypatch.setattr(booklet, "sheets", lambda *of, **options: pytest.fail("drawn"))
    looks: list[int] = []
    with limited(watched(lambda: len(looks) == 20 or bool(looks.append(1)))), pytest.raises(Undecided, match="stopped"):
        booklet._print_picture(panel.picture)


def test_an_answer_is_told_without_its_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its status stays, and so does the exit status; JSON has it all."""
    (tmp_path / "x.dnd").write_text(PATH)
    monkeypatch.setattr(Settings, "drawing", lambda self, spent=0.0: Budget.of(stop=lambda: True))
    ran = run("solve", tmp_path / "x.dnd")
    assert ran.status == 0
    assert re.fullmatch(r"path: solved.*\nnot drawn: stopped\n", ran.out)
    assert "satdnd: path: not drawn: stopped" in ran.err
    ran = run("solve", tmp_path / "x.dnd", "--format", "json")
    assert "grid" in ran.out
    ran = run("unique", tmp_path / "x.dnd")
    assert ran.out == "path: unique (a tree)\nnot drawn: stopped\n"
