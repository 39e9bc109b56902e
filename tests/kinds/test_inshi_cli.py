"""Rooms of factors on the command line and in drawings."""

from __future__ import annotations

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


def test_many_puzzles_with_a_bad_one() -> None:
    """A bad puzzle among several is an error with its place; the others are answered."""
    result = run("solve", "--kind", "inshi", "-", stdin="1\n1\n\n2x2\n3r3\n\n2x2\n2r2\n2b1\n1\n")
    assert result.status == 2
    assert result.err.startswith("satdnd: standard input:5:1: a room of 3 cells to the right from r1c1 leaves")
    assert (
        "puzzle 3: solved\n┏━━━┯━━━┓\n┃2  │   ┃\n┃ 1 │ 2 ┃\n┣━━━╈━━━┫\n┃2  ┃1  ┃\n┃ 2 ┃ 1 ┃\n┗━━━┻━━━┛\n" in result.out
    )
    assert result.out.endswith("3 puzzles: 2 solved, 1 error\n")
