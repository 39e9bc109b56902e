"""Print sheets: what stands on the pages of a booklet, and what is told of puzzles that are not as they should be."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import NONE, PATH, PUZZLES, TWO, run
from test_cli_process import HARD, heed_interrupts
from test_images import INSTANCES, pages, poppler

import satdnd
from satdnd.draw.svg import CLUE, Sheet
from satdnd.engine.kind import kind_named
from satdnd.errors import UsageError
from satdnd.explanation.rating import rate
from satdnd.registry import NAMES
from satdnd.setter import booklet
from satdnd.setter.booklet import GAP, LEAST, MARGIN, ROOM, SCALES, BookletEntry, _best, small


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A puzzle of every kind, one with two solutions and one with none."""
    place = tmp_path / "puzzles"
    place.mkdir()
    for number, (kind, text) in enumerate(PUZZLES.items()):
        (puzzle,) = satdnd.loads(text, kind)
        record = json.loads(satdnd.dumps(puzzle, "json")) | {"name": f"the {kind}"}
        (place / f"{number:02}.json").write_text(json.dumps(record))
    (place / "many.dnd").write_text(TWO)
    (place / "none.dnd").write_text(NONE)
    return place


def words(text: str) -> str:
    """A page's words with single blanks."""
    return " ".join(text.split())


@poppler
def test_a_booklet_of_all_kinds(folder: Path, tmp_path: Path) -> None:
    """Rules, names, grades and statuses, then the answers, in the order given; every page numbered."""
    ran = run("booklet", folder, "--title", "All kinds", "--output", tmp_path / "x.pdf")
    assert (ran.status, ran.out, ran.err) == (1, "", "")
    told = [words(page) for page in pages((tmp_path / "x.pdf").read_bytes())]
    assert all(page.endswith(f" {number}/{len(told)}") for number, page in enumerate(told, 1))
    whole = " ".join(told)
    assert whole.startswith(f"All kinds {len(PUZZLES) + 2} puzzles. The answers are at the end.")
    rules = re.sub(r" \d+/\d+ ", " ", whole[: whole.index(" 1. ")])  # without the numbers of pages
    for kind in NAMES:
        assert words(kind_named(kind).play) in rules
    puzzles, answers = whole.split(" Answers ")
    names = re.findall(r"(\d+)\. (the \w+|two|none)", puzzles)
    assert [int(number) for number, _ in names] == list(range(1, len(PUZZLES) + 3))
    assert {name for _, name in names} == {*(f"the {kind}" for kind in PUZZLES), "two", "none"}
    rated = [satdnd.rate(puzzle) for puzzle in satdnd.load(folder) if puzzle.kind not in ("unattacked", "klotski")]
    for answer in rated:
        if answer.minutes:
            assert f"{answer.grade}, about {max(1, round(answer.minutes[1]))} minute" in puzzles
    for part in (puzzles, answers):
        assert re.search(rf"{len(PUZZLES) + 1}\. two.*several solutions", part)
        assert re.search(rf"{len(PUZZLES) + 2}\. none.*no solution", part)
    assert "what differs" in answers
    assert "what differs" not in puzzles
    assert "a r1c1 -> " in answers


@poppler
def test_grades_are_left_out_and_limits_are_told(tmp_path: Path) -> None:
    """--no-grades; what is not known in time is said so, with status 3."""
    (tmp_path / "x.dnd").write_text(PATH)
    graded, plain = tmp_path / "graded.pdf", tmp_path / "plain.pdf"
    assert run("booklet", tmp_path / "x.dnd", "--output", graded).status == 0
    assert run("booklet", tmp_path / "x.dnd", "--no-grades", "--coordinates", "--output", plain).status == 0
    assert "trivial, " in pages(graded.read_bytes())[0]
    assert "trivial" not in pages(plain.read_bytes())[0]
    assert run("booklet", tmp_path / "x.dnd", "--timeout", "0", "--output", plain).status == 3
    assert "not known whether it is unique: " in words(pages(plain.read_bytes())[0])


@poppler
def test_the_rest_of_a_booklet_with_a_bad_puzzle(tmp_path: Path) -> None:
    """It is told, the others are printed, the status is 2; without any there is no file."""
    (tmp_path / "x.dnd").write_text(f"{PATH}\nbogus\n")
    ran = run("booklet", tmp_path / "x.dnd", "--output", tmp_path / "x.pdf")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "1. path" in pages((tmp_path / "x.pdf").read_bytes())[0]
    (tmp_path / "y.dnd").write_text("bogus\n")
    assert run("booklet", tmp_path / "y.dnd", "--output", tmp_path / "y.pdf").status == 2
    assert not (tmp_path / "y.pdf").exists()


def test_names_and_titles_of_any_length_and_writing(tmp_path: Path) -> None:
    """Long ones are cut, those that the font does not have are squares; neither breaks a page."""
    long = PATH.replace("path", "a name that has no end " * 20)
    (tmp_path / "x.dnd").write_text(f"{long}\n{PATH.replace('path', '推理' * 40)}\n{PATH.replace('path', 'x' * 300)}")
    ran = run("booklet", tmp_path / "x.dnd", "--title", "題" * 200, "--output", tmp_path / "x.pdf")
    assert (ran.status, ran.err) == (0, "")
    assert len(re.findall(rb"/Type /Page\b", (tmp_path / "x.pdf").read_bytes())) == 2


@pytest.mark.parametrize(("side", "size"), [(8, None), (24, None), (40, None), (70, 5.0)])
def test_the_size_of_clues(side: int, size: float | None) -> None:
    """In points, where a puzzle is too large for A4."""
    puzzle = satdnd.Queens(side, side)
    found = small(BookletEntry(puzzle, "", satdnd.Answer("", "queens", "undecided", puzzle=puzzle)))
    assert found == (size and pytest.approx(size, abs=0.5))


@pytest.mark.slow
def test_what_is_too_large_for_a_page_is_told(tmp_path: Path) -> None:
    """It is drawn all the same, and its clues are as small as they are said to be."""
    (tmp_path / "x.dnd").write_text("# name: huge\n " + " ?" * 70 + "\n" + ("? " + "." * 70 + "\n") * 70)
    ran = run("booklet", tmp_path / "x.dnd", "--timeout", "0", "--output", tmp_path / "x.pdf")
    assert ran.status == 3
    assert re.fullmatch(
        r"satdnd: huge: too large for A4: its clues would be [1-5]\.\d points high, and only 6 can be read\n", ran.err
    )


@pytest.mark.parametrize("side", [4, 6, 8, 9, 10, 12, 14, 16, 18, 20])
def test_clues_are_large_enough_and_pages_are_full(side: int) -> None:
    """As many on a page as with the smallest of the scales, none of which is too small to be read."""
    sheet = Sheet("", 28.0 * side + 30, 28.0 * side + 40)
    assert min(SCALES) * CLUE > 2 * LEAST

    def across(scale: float) -> int:
        return int((ROOM + GAP) / (sheet.width * scale + GAP))

    assert across(_best(sheet)) == across(min(SCALES))
    assert across(_best(sheet)) * sheet.width * _best(sheet) <= ROOM + MARGIN or side > 25


def test_booklets_in_python() -> None:
    """The same bytes from the same puzzles; none is no booklet."""
    puzzles = satdnd.loads(PATH)
    image = satdnd.booklet(puzzles, "One", timeout=10)
    assert image.startswith(b"%PDF")
    assert image == satdnd.booklet(puzzles, "One", timeout=10)
    with pytest.raises(UsageError, match="needs a puzzle"):
        satdnd.booklet([])


def test_nothing_is_written_before_all_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the second puzzle is rated: the old file stays as it was, and nothing lies beside it."""
    asked = []

    def interrupted(*arguments: Any) -> Any:
        asked.append(arguments)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return rate(*arguments)

    monkeypatch.setattr(booklet, "rate", interrupted)
    (tmp_path / "x.dnd").write_text(f"{PATH}\n{PATH}")
    (tmp_path / "old.pdf").write_text("old")
    ran = run("booklet", tmp_path / "x.dnd", "--output", tmp_path / "old.pdf")
    assert (ran.status, ran.err.strip()) == (130, "satdnd: interrupted")
    assert (tmp_path / "old.pdf").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.pdf", "x.dnd"]


@pytest.mark.slow
def test_an_interrupt_leaves_no_booklet(tmp_path: Path) -> None:
    """Nor half of one, nor what was there before."""
    (tmp_path / "x.dnd").write_text(f"{PATH}\n{HARD}")
    (tmp_path / "old.pdf").write_text("old")
    process = subprocess.Popen(
        [sys.executable, "-m", "satdnd", "booklet", str(tmp_path / "x.dnd"), "--output", str(tmp_path / "old.pdf")],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until and not [*tmp_path.glob(".old.pdf.*")]:
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err.strip()) == (130, "satdnd: interrupted")
    assert (tmp_path / "old.pdf").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.pdf", "x.dnd"]


@poppler
@pytest.mark.slow
def test_a_hundred_dungeons(tmp_path: Path) -> None:
    """All of instances/dungeon/generated: every one by its name, and its answer."""
    ran = run("booklet", INSTANCES / "dungeon" / "generated", "--no-grades", "--output", tmp_path / "x.pdf")
    assert (ran.status, ran.err) == (0, "")
    told = " ".join(words(page) for page in pages((tmp_path / "x.pdf").read_bytes()))
    puzzles, answers = told.split(" Answers ")
    for part in (puzzles, answers):
        assert all(f" {number}. dungeon " in f" {part}" for number in range(1, 101))
    assert "solution" not in puzzles
