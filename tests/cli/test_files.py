"""Files on the command line: what is read as what, what replaces what, and in which order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

from satdnd.formats.loading import example_text

SEVERAL = "# kind: sudoku\n12..\n....\n....\n....\n"


@pytest.fixture(name="puzzle")
def _puzzle(tmp_path: Path) -> Path:
    file = tmp_path / "one.dnd"
    file.write_text(example_text("dungeon"))
    return file


def test_a_sudoku_in_a_files_place(tmp_path: Path) -> None:
    """Its 81 characters; a file of that name comes first."""
    clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert run("solve", "--quiet", clues).out.endswith(": solved\n")
    (tmp_path / clues).write_text(example_text("dungeon"))
    assert run("solve", "--quiet", tmp_path / clues, "--kind", "dungeon").out == "6x6 example: solved (a tree)\n"
    assert "No such file" in run("solve", clues[:-1]).err


def test_answers_among_puzzles_say_so(tmp_path: Path, puzzle: Path) -> None:
    """Printed ones and JSON; the puzzles beside them are answered."""
    (tmp_path / "a.txt").write_text(run("solve", puzzle).out)
    (tmp_path / "b.jsonl").write_text(run("solve", "--format", "json", puzzle).out)
    status, out, err = run("unique", "--quiet", tmp_path)
    assert (status, out.splitlines()[-1]) == (2, "3 puzzles: 2 error, 1 unique")
    told = "this is an answer, not a puzzle: 'satdnd verify PUZZLE FILE' checks it\n"
    assert err == f"satdnd: {tmp_path}/a.txt:1: {told}satdnd: {tmp_path}/b.jsonl:1: {told}"


def test_a_folder_is_read_by_number(tmp_path: Path, puzzle: Path) -> None:
    """2 before 10."""
    text = "".join(line for line in puzzle.read_text().splitlines(keepends=True) if not line.startswith("#"))
    for name in ("p10", "p2", "p1"):
        (tmp_path / f"{name}.dnd").write_text(text)
    puzzle.unlink()
    assert [line.split(":")[0] for line in run("solve", "--quiet", tmp_path).out.splitlines()[:3]] == [
        "p1",
        "p2",
        "p10",
    ]


@pytest.mark.parametrize("as_json", [False, True])
def test_a_monster_where_the_puzzle_has_none(as_json: bool, puzzle: Path) -> None:
    """A solution may draw the monsters and treasures of the puzzle, and no others; the place is told."""
    (answer,) = json.loads(run("solve", "--format", "json", puzzle).out)["solutions"]
    first = answer["grid"][0]
    assert first[3:] == "..."
    answer["grid"][0] = f"{first[:3]}..M"
    text = json.dumps({"grid": answer["grid"]}) if as_json else "\n".join(" ".join(row) for row in answer["grid"])
    status, _, err = run("verify", puzzle, "-", stdin=text)
    place = "1" if as_json else "1:11"
    message = "found 'M' at r1c6, expected an open cell or a wall: no monster is there"
    assert (status, err) == (2, f"satdnd: standard input:{place}: {message}\n")


def test_a_missing_row_or_column_is_suspected() -> None:
    """Where the sums differ and the board is one line short."""
    assert "column counts to 12; is a row missing?" in run("solve", "-", stdin=" 3333\n3....\n3....\n3....\n").out
    assert "column counts to 9; is a column missing?" in run("solve", "-", stdin=" 333\n3...\n3...\n3...\n3...\n").out
    assert "missing" not in run("solve", "-", stdin=" 333\n3...\n3...\n2...\n").out


def test_what_is_replaced_is_told(tmp_path: Path, puzzle: Path) -> None:
    """--output, --save and --proof; not under --quiet."""
    file, folder, proof = (str(tmp_path / name) for name in ("x.svg", "made", "proof"))
    for options, told in (
        (("solve", puzzle, "--output", file), "satdnd: replaced x.svg\n"),
        (("generate", "sudoku", "--seed", "1", "--save", folder), "satdnd: replaced sudoku-1-1.sudoku\n"),
        (("unique", puzzle, "--proof", proof), f"satdnd: replaced the certificate in {proof}\n"),
    ):
        assert run(*options).err == ""
        assert run(*options).err == told
    assert run("generate", "sudoku", "--seed", "1", "--save", folder, "--quiet").err == ""
    assert Path(file).read_text().startswith("<svg")


def test_a_dash_is_standard_output(tmp_path: Path, puzzle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` is no file's name."""
    monkeypatch.chdir(tmp_path)
    before = {*tmp_path.iterdir()}
    assert run("export", puzzle, "--output", "-").out == run("export", puzzle).out != ""
    assert {*tmp_path.iterdir()} == before


def test_solutions_are_drawn(tmp_path: Path) -> None:
    """All that were asked for, in one picture."""
    drawn = []
    for limit in (1, 2):
        assert run("solve", "-", "--limit", limit, "--output", tmp_path / "x.svg", stdin=SEVERAL).status == 0
        drawn.append((tmp_path / "x.svg").read_text())
    assert len(drawn[1]) > 1.3 * len(drawn[0])


def test_a_link_of_a_puzzle_with_several_solutions() -> None:
    """It is written all the same."""
    status, out, err = run("convert", "-", "--format", "puzz.link", stdin=SEVERAL)
    assert (status, out.split("?")[0]) == (0, "https://puzz.link/p")
    assert err == "satdnd: puzzle: the puzzle of this link has several solutions\n"
    assert run("convert", "-", "--format", "text", stdin=SEVERAL).err == ""


def test_quiet() -> None:
    """rate, generate and batch take it; no seed is told."""
    for command in (("rate", "-"), ("batch", "-")):
        assert run(*command, "--quiet", stdin=example_text("dungeon")).err == ""
    assert run("generate", "sudoku", "--quiet", "--size", "4").err == ""
    assert run("generate", "sudoku", "--size", "4").err.startswith("seed ")


def test_squares_count_from_one() -> None:
    """Text of queens names squares as sentences do; row,column from 0 is still read."""
    assert run("convert", "-", "--format", "text", stdin="8 r1c1 6,2\n").out.endswith("\n8x8 r1c1 r7c3\n")
    assert (
        "found the square r0c1, expected row 1 to 8 and column 1 to 8" in run("solve", "-", stdin="8 r0c1 r2c2\n").err
    )
