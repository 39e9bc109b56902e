"""Rooms of factors on the command line and in drawings."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import run

INSTANCES = Path(__file__).parents[2] / "instances" / "inshi"
FIVE, EIGHT, NONE = (str(INSTANCES / f"report-{name}.inshi") for name in ("5x5", "8x8", "4x4-unsolvable"))
PRODUCTS = """\
┏━━━━┳━━━━┯━━━━┳━━━━┳━━━━┓
┃ 6  ┃ 15 │    ┃ 1  ┃ 12 ┃
┠────╊━━━━┿━━━━╋━━━━╉────┨
┃    ┃ 20 │    ┃ 8  ┃    ┃
┣━━━━╇━━━━╈━━━━╉────╂────┨
┃ 10 │    ┃ 6  ┃    ┃    ┃
┣━━━━╈━━━━╉────╊━━━━╇━━━━┫
┃ 4  ┃ 4  ┃    ┃ 15 │    ┃
┠────╊━━━━╉────╊━━━━┿━━━━┫
┃    ┃ 1  ┃    ┃ 10 │    ┃
┗━━━━┻━━━━┻━━━━┻━━━━┷━━━━┛
"""
SOLVED_FIVE = """\
┏━━━┳━━━┯━━━┳━━━┳━━━┓
┃6  ┃15 │   ┃1  ┃12 ┃
┃ 2 ┃ 3 │ 5 ┃ 1 ┃ 4 ┃
┠───╊━━━┿━━━╋━━━╉───┨
┃   ┃20 │   ┃8  ┃   ┃
┃ 3 ┃ 5 │ 4 ┃ 2 ┃ 1 ┃
┣━━━╇━━━╈━━━╉───╂───┨
┃10 │   ┃6  ┃   ┃   ┃
┃ 5 │ 2 ┃ 1 ┃ 4 ┃ 3 ┃
┣━━━╈━━━╉───╊━━━╇━━━┫
┃4  ┃4  ┃   ┃15 │   ┃
┃ 1 ┃ 4 ┃ 2 ┃ 3 │ 5 ┃
┠───╊━━━╉───╊━━━┿━━━┫
┃   ┃1  ┃   ┃10 │   ┃
┃ 4 ┃ 1 ┃ 3 ┃ 5 │ 2 ┃
┗━━━┻━━━┻━━━┻━━━┷━━━┛
"""


def test_show() -> None:
    """The products stand in the first cells of their rooms; with a solution, its numbers; SVG as well."""
    assert run("show", FIVE).out == PRODUCTS
    assert run("show", FIVE, FIVE.replace(".inshi", ".solution")).out == SOLVED_FIVE
    assert run("show", FIVE, "--format", "svg").out.count(">15</text>") == 2


def test_solve_and_unique() -> None:
    """The only solution is drawn; two are shown side by side with their differences; a bad clue is named."""
    for command, word in (("solve", "solved"), ("unique", "unique")):
        result = run(command, FIVE)
        assert (result.status, result.out) == (0, f"5x5 from the report: {word}\n{SOLVED_FIVE}")
    several = run("unique", EIGHT)
    assert several.status == 1
    assert several.out.endswith("[ ] = what differs\n")
    assert max(map(len, several.out.splitlines())) <= 80
    impossible = run("solve", NONE)
    assert impossible.status == 1
    assert impossible.out.startswith(
        "4x4 without a solution: unsolvable "
        "(the room of product 23 at r2c1 cannot be made of 4 different values from 1 to 4)\n"
    )


def test_forced() -> None:
    """What all solutions share is drawn, the rest is empty; in JSON it is null."""
    drawn = run("forced", EIGHT).out
    assert "┃ 6 ┃ 8 ┃   ┃ 5 ┃ 3 ┃ 4 ┃   ┃ 1 ┃" in drawn
    answer = json.loads(run("forced", "--format", "json", EIGHT).out)
    assert answer["forced"][3] == [6, 8, None, 5, 3, 4, None, 1]


def test_verify(tmp_path: Path) -> None:
    """The printed solution is valid; with two numbers changed, the faults are told and marked."""
    good = FIVE.replace(".inshi", ".solution")
    assert run("verify", FIVE, good).status == 0
    bad = tmp_path / "bad.txt"
    bad.write_text(Path(good).read_text().replace("23514", "93514"))
    result = run("verify", FIVE, str(bad))
    assert result.status == 1
    assert "┃[9]┃ 3 │ 5 ┃ 1 ┃ 4 ┃" in result.out
    assert "  value: r1c1 holds 9 instead of 1 to 5\n" in result.out
    assert "  product: the room of product 6 at r1c1 multiplies to 27\n" in result.out
    bad.write_text("23514\n3542\n")
    result = run("verify", FIVE, str(bad))
    assert result.status == 2
    assert result.err == f"satdnd: {bad}:2: found 4 numbers, expected 5\n"


def test_convert_and_answers_in_json(tmp_path: Path) -> None:
    """Text to JSON and back is the same puzzle; answers of many puzzles can be verified against them."""
    lines = run("convert", FIVE, EIGHT).out
    both = tmp_path / "both.jsonl"
    both.write_text(lines)
    assert run("convert", "--format", "text", str(both)).out == (
        Path(FIVE).read_text().replace("1b1", "1r1") + "\n" + Path(EIGHT).read_text()
    )
    answers = run("solve", "--format", "json", str(both)).out
    assert [json.loads(line)["status"] for line in answers.splitlines()] == ["solved", "solved"]
    assert json.loads(answers.splitlines()[0])["solutions"] == [
        {"grid": [[2, 3, 5, 1, 4], [3, 5, 4, 2, 1], [5, 2, 1, 4, 3], [1, 4, 2, 3, 5], [4, 1, 3, 5, 2]]}
    ]
    assert run("verify", str(both), "-", stdin=answers).status == 0


def test_many_puzzles_with_a_bad_one() -> None:
    """A bad puzzle among several is an error with its place; the others are answered."""
    result = run("solve", "--kind", "inshi", "-", stdin="1\n1\n\n2x2\n3r3\n\n2x2\n2r2\n2b1\n1\n")
    assert result.status == 2
    assert result.err.startswith("satdnd: standard input:5:1: a room of 3 cells to the right from r1c1 leaves")
    assert (
        "puzzle 3: solved\n┏━━━┯━━━┓\n┃2  │   ┃\n┃ 1 │ 2 ┃\n┣━━━╈━━━┫\n┃2  ┃1  ┃\n┃ 2 ┃ 1 ┃\n┗━━━┻━━━┛\n" in result.out
    )
    assert result.out.endswith("3 puzzles: 2 solved, 1 error\n")


def test_text_is_recognised_without_its_ending(tmp_path: Path) -> None:
    """A text on standard input, and a file that ends in .txt, are known by what they hold."""
    text = Path(FIVE).read_text()
    assert run("show", "-", stdin=text).out == PRODUCTS
    other = tmp_path / "puzzle.txt"
    other.write_text(text)
    assert run("show", str(other)).out == PRODUCTS
