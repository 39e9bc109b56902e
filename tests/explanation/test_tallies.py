"""Counting in the words of people: which rows and areas need how many, and where they have room for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.kind import kind_of
from satdnd.explanation.arguments import counted
from satdnd.explanation.implication_tables import bits_of
from satdnd.explanation.judge.arguments import ArgumentJudge, write
from satdnd.explanation.judge.numbers import miscounted
from satdnd.explanation.steps import Argument, Bound, Explanations, Step
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import Cell, Grid
from satdnd.kinds.starbattle import KIND, Starbattle, parts
from satdnd.rules.constraint import NO, YES
from satdnd.rules.count import Count, exactly
from satdnd.rules.touching import Untouched
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget

INSTANCES = Path(__file__).parents[2] / "instances"
STARS = Shading(Grid(5, 5), "star", "*", yes="holds a star", no="is empty")
WORDS = KIND.require(Explanations).words


def variable(cell: str) -> int:
    """Of ``12``: of r1c2."""
    return 5 * (int(cell[0]) - 1) + int(cell[1])


def cells_of(text: str) -> list[Cell]:
    """``11 12``."""
    return [(int(cell[0]) - 1, int(cell[1]) - 1) for cell in text.split()]


def part(name: str, own: str, number: int) -> Count:
    """A row, a column or an area with so many stars."""
    stars = f"{number} star{'s' * (number != 1)}"
    rule = next(rule for rule in ("row", "column", "area") if rule in name)
    return exactly(rule, cells_of(own), f"{name} needs {stars}", map(variable, own.split()), number)


def pair(own: str, least: int, most: int) -> Count:
    """Two cells that need a star, or have room for only one."""
    return Count("block", tuple(cells_of(own)), f"the pair {own}", tuple(map(variable, own.split())), least, most)


def untouched(middle: str, around: str) -> Untouched:
    """No star around another."""
    cells = cells_of(f"{middle} {around}")
    text = f"no star touches one at r{middle[0]}c{middle[1]}"
    return Untouched("touching", tuple(cells), text, variable(middle), tuple(map(variable, around.split())))


ROW, COLUMN = "11 12 13 14 15", "11 21 31 41 51"


@pytest.mark.parametrize(
    ("reasons", "known", "found", "said"),
    [
        (
            [part("the area at r1c1", "11 12 13", 1), part("row 1", ROW, 1)],
            (),
            "-14 -15",
            "the area at r1c1 lies in row 1, so the star of the row is in it",
        ),
        (
            [part("the area at r1c1", "11 13 15", 2), part("row 1", ROW, 2)],
            ("*13",),
            "-12 -14",
            "the area at r1c1 lies in row 1, so both stars of the row are in it",
        ),
        (
            [part("the area at r1c1", "11 13 15 25", 3), part("row 1", ROW, 2)],
            ("*25",),
            "-12 -14",
            "the area at r1c1 needs 2 more stars and has room only in row 1, which can have no others",
        ),
        (
            [part("the area at r1c1", "11 13 21", 2), part("row 1", ROW, 1)],
            ("-12", "-14", "-15"),
            "21",
            "the area at r1c1 needs 2 stars and, apart from r2c1, has room only in row 1, which can have only 1",
        ),
        (
            [part("the area at r1c1", "11 13 21", 2), part("row 1", ROW, 2)],
            ("*15",),
            "21 -12 -14",
            "the area at r1c1 needs 2 stars and, apart from r2c1, has room only in row 1, which can have only 1 more; "
            "so 1 is there, and 1 at r2c1",
        ),
        (
            [part("the area at r1c1", "11 12 21", 2), part("row 1", ROW, 1), part("column 1", COLUMN, 1)],
            (),
            "-11 -13 -14 -15 -31 -41 -51",
            "the area at r1c1 needs 2 stars and has room only in column 1 and row 1, which can have no others; one at "
            "r1c1 would count twice",
        ),
        (
            [part("the area at r1c1", "11 12 25", 2), pair("11 12", 0, 1)],
            (),
            "25",
            "the area at r1c1 needs 2 stars: at most 1 of r1c1 and r1c2 (the pair 11 12), which leaves 1 for r2c5",
        ),
        (
            [part("row 1", ROW, 2), pair("11 12", 1, 1), pair("14 15", 1, 1)],
            (),
            "-13",
            "row 1 can have only 2 stars, and has them: one at r1c1 or r1c2 and one at r1c4 or r1c5 (blocks)",
        ),
        (
            [part("the area at r1c1", "11 12 22", 2), part("row 1", ROW, 2), untouched("13", "22 23 24")],
            (),
            "-13",
            "if r1c3 held a star, then r2c2 would be empty (it would touch the star at r1c3), and the area at r1c1 "
            "would need 2 stars in row 1, where only 1 more would fit",
        ),
        (
            [part("the area at r1c1", "11 12 22 25", 3), pair("11 12", 0, 1), untouched("13", "22 23 24")],
            (),
            "-13",
            "if r1c3 held a star, then r2c2 would be empty (it would touch the star at r1c3), and the area at r1c1 "
            "would need 3 stars, but only 2 would fit: at most 1 of r1c1 and r1c2 (the pair 11 12) and 1 at r2c5",
        ),
        (
            [part("row 1", ROW, 2), pair("11 12", 1, 1), pair("14 25", 1, 1), untouched("13", "24 25")],
            (),
            "-13",
            "if r1c3 held a star, then r2c5 would be empty (it would touch the star at r1c3), and row 1 could have "
            "only 1 more star, but would have 2: one at r1c1 or r1c2 and one at r1c4 (blocks)",
        ),
    ],
)
def test_sentences(reasons: Sequence[Any], known: Sequence[str], found: str, said: str) -> None:
    """Each form names lines and areas, not their cells, and the judge accepts the count behind it."""
    board = [variable(cell[1:]) * (1 if cell[0] == "*" else -1) for cell in known]
    literals = [variable(cell[-2:]) * (-1 if cell[0] == "-" else 1) for cell in found.split()]
    proofs = counted(reasons, bits_of(board), literals)
    marks = STARS.mark
    arguments = [
        Argument(
            tuple(map(marks, proof.assumed)),
            (),
            (),
            tuple(Bound(i, tuple(map(marks, own)), *rest) for i, own, *rest in proof.bounds),
        )
        for proof in proofs
    ]
    cells = tuple(map(marks, literals))
    inference = Inference[Any](None, cells, tuple(reasons), tuple(map(marks, board)), arguments, unknowns=STARS)
    assert WORDS.argued(inference) == said
    domains = [NO | YES] * 25
    write(domains, board)
    judge = ArgumentJudge([reason.constraints() for reason in reasons], domains, STARS, Budget())
    assert judge.flaw(arguments, literals) == ""
    step = Step(cells, "", said, tuple(reasons), arguments=tuple(arguments))
    assert [*miscounted(step, board, STARS)] == []
    for number in re.finditer(r"(?<![\w(])\d+(?=[ ,:;]|$)(?! at r\d+c\d+ \()(?! \d)", said):
        if not re.search(r"\b(row|column|rows|pair) $", said[: number.start()]):
            for other in (int(number[0]) - 1, int(number[0]) + 1):
                wrong = f"{said[: number.start()]}{other}{said[number.end() :]}"
                assert any(miscounted(replace(step, text=wrong), board, STARS)), wrong


# real boards: what the sentences say is checked without the code that makes them

_CELL, _DIGITS = r"r\d+c\d+", r"\d+"
_LISTED = r"{0}(?:(?:, | and ){0})*"
_PART = rf"(?:rows?|columns?) {_LISTED.format(_DIGITS)}|the areas? at {_LISTED.format(_CELL)}"
_PARTS = rf"(?:{_PART})(?:(?:, | and )(?:{_PART}))*"
_NUMBER = r"(\d+)(?: more)?"


def named(puzzle: Starbattle, text: str) -> list[set[Cell]]:
    """The cells of each row, column and area of ``row 1 and the areas at r1c1 and r2c2``."""
    every = {name: {*cells} for _, name, cells in parts(puzzle)}
    found = []
    for what, tail in re.findall(r"(row|column|area)s?(?: at)? ((?:(?:r\d+c)?\d+(?:, | and )?)+)", text):
        for which in re.findall(r"(?:r\d+c)?\d+", tail):
            found.append(every[f"the area at {which}" if what == "area" else f"{what} {which}"])
    return found


def faults(puzzle: Starbattle, why: str, stars: set[Cell], empty: set[Cell]) -> Iterator[str]:
    """Yield what is not so on a board."""

    def left(some: Iterable[set[Cell]]) -> int:
        return sum((puzzle.stars or 0) - len(cells & stars) for cells in some)

    def open_cells(some: Iterable[set[Cell]]) -> set[Cell]:
        return {cell for cells in some for cell in cells} - stars - empty

    if said := re.fullmatch(rf"({_PARTS}) lies? in ({_PARTS}), so .*", why):
        inner, outer = (named(puzzle, text) for text in said.groups())
        if not set[Cell]().union(*inner) <= set[Cell]().union(*outer) or len(inner) != len(outer):
            yield "it does not lie there"
    elif said := re.match(
        rf"({_PARTS}) needs? {_NUMBER} .*? and(?:, apart from (.*?),)? ha(?:s|ve) room only in ({_PARTS})", why
    ):
        inner, outer = named(puzzle, said[1]), named(puzzle, said[4])
        apart = {(int(r) - 1, int(c) - 1) for r, c in re.findall(r"r(\d+)c(\d+)", said[3] or "")}
        number = re.search(rf"can have only {_NUMBER}", why)
        room = int(number[1]) if number else left(inner)
        if left(inner) != int(said[2]) or left(outer) != room or left(inner) != room + len(apart):
            yield "the numbers are wrong"
        if open_cells(inner) - open_cells(outer) != apart:
            yield "there is other room"
    elif said := re.search(rf"and ({_PARTS}) would need {_NUMBER} stars? in ({_PARTS}), where (none|only \d+)", why):
        gone = {
            (int(r) - 1, int(c) - 1)
            for cells in re.findall(r"(?:then |, )((?:r\d+c\d+(?:, | and )?)+) would be empty", why)
            for r, c in re.findall(r"r(\d+)c(\d+)", cells)
        }
        inner, outer = named(puzzle, said[1]), named(puzzle, said[3])
        if left(inner) != int(said[2]) or left(outer) != int(said[4].replace("none", "0").split()[-1]):
            yield "the numbers are wrong"
        if not open_cells(inner) - gone <= open_cells(outer):
            yield "there is other room"
    else:
        yield "it is not understood"


@pytest.mark.parametrize("name", ["made-10x10", pytest.param("made-12x12", marks=pytest.mark.slow)])
def test_sentences_are_true(name: str) -> None:
    """Of lines and areas alone: what lies in what, what needs and has room for how many."""
    (puzzle,) = satdnd.load(INSTANCES / f"starbattle/{name}.starbattle")
    stars, empty, checked = set[Cell](), set[Cell](), 0
    assert kind_of(puzzle) is KIND
    for step in satdnd.explain(puzzle).steps:
        text, counts = step.text.partition(": ")[2].removesuffix("."), any(one.bounds for one in step.arguments)
        if counts and not re.search("at most|likewise", text):
            supposed = re.match(r"if r(\d+)c(\d+) held a star", text)
            there = {(int(supposed[1]) - 1, int(supposed[2]) - 1)} if supposed else set[Cell]()
            assert not list(faults(puzzle, text, stars | there, empty)), step.text
            checked += 1
        for r, c, sign in step.cells:
            (stars if sign == "*" else empty).add((int(r), int(c)))
    assert checked > 4


def test_a_link_says_what_its_count_has_already() -> None:
    """One star fills an area that needs two if it has one."""
    area, star = part("the area at r1c1", "11 12 13 21", 2), STARS.mark(variable("21"))
    found, supposed = (STARS.mark(-variable("12")),), [STARS.mark(variable("11"))]
    inference = Inference[Any](None, found, (area,), (star,), unknowns=STARS)
    link = inference.turn(area, found, supposed, supposed=True)
    assert WORDS.turn(link) == "the area at r1c1 would have its stars at r1c1 and r2c1"
