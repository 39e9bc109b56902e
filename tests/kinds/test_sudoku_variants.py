"""Sudokus with areas, cages and diagonals: rules against a brute force, texts, links, explanations, repairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

import satdnd
from satdnd import InputError
from satdnd.declaration.clues.cages import Cage
from satdnd.explanation.judge import replay
from satdnd.kinds.sudoku.cages import rests
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution
from satdnd.sat.budget import Budget

NONE = (0,) * 16
JIGSAW = ("aabb", "aacb", "dccb", "dddc")
KILLER = {
    "kind": "sudoku",
    "clues": "." * 16,
    "cages": [
        {"cells": [[0, 0], [1, 0]], "sum": 6},
        {"cells": [[0, 1], [0, 2]], "sum": 4},
        {"cells": [[0, 3], [1, 3]], "sum": 5},
        {"cells": [[1, 1], [2, 1]], "sum": 3},
        {"cells": [[1, 2], [2, 2]], "sum": 7},
        {"cells": [[2, 0], [3, 0]], "sum": 4},
        {"cells": [[2, 3], [3, 3]], "sum": 5},
        {"cells": [[3, 1], [3, 2]], "sum": 6},
    ],
}
"""Source: janko.at, Killer-Sudoku 7."""
SOLVED = ["4312", "2143", "1234", "3421"]


@cache
def squares() -> list[tuple[int, ...]]:
    """All Latin squares of side 4, cell by cell."""
    rows = [*permutations(range(1, 5))]
    found = (some for some in product(rows, repeat=4) if all(len({*x}) == 4 for x in zip(*some, strict=True)))
    return [tuple(v for row in some for v in row) for some in found]


def solutions(puzzle: Sudoku) -> Iterator[tuple[int, ...]]:
    """Every square that keeps the rules."""
    parts = [[r * 4 + c for r, c in area.cells] for area in puzzle.areas]
    parts = parts or [[r * 4 + c, r * 4 + c + 1, r * 4 + c + 4, r * 4 + c + 5] for r in (0, 2) for c in (0, 2)]
    parts += [[0, 5, 10, 15], [3, 6, 9, 12]] * puzzle.diagonals
    for square in squares():
        kept = all(len({square[i] for i in part}) == 4 for part in parts)
        kept &= all(x in (0, y) for x, y in zip(puzzle.clues, square, strict=True))
        for cage in puzzle.cages:
            held = [square[r * 4 + c] for r, c in cage.cells]
            kept &= len({*held}) == len(held) and cage.sum in (None, sum(held))
        if kept:
            yield square


def puzzles() -> Iterator[Sudoku]:
    """Any combination, with sums that are mostly those of a square."""
    rng = Random(3)
    areas = [(), JIGSAW, ("aaaa", "bbbb", "cccc", "dddd"), ("aabb", "abbc", "addc", "ddcc")]
    for number in range(24):
        square, cells = rng.choice(squares()), [divmod(i, 4) for i in range(16)]
        cages = list[Cage]()
        for _ in range(rng.randrange(5)):
            own = tuple(rng.sample(cells, rng.choice((1, 2, 2, 3, 4))))
            total = sum(square[r * 4 + c] for r, c in own) + (rng.random() < 0.1)
            cages.append(Cage(own, total if rng.random() < 0.9 else None))
        clues = tuple(x if rng.random() < 0.15 else 0 for x in square)
        yield Sudoku(clues, areas=areas[number % 4], cages=tuple(cages), diagonals=bool(number % 3 == 0))  # type: ignore[arg-type]  # rows of names


@pytest.mark.parametrize("puzzle", [*puzzles()], ids=str)
def test_against_a_brute_force(puzzle: Sudoku) -> None:
    """All solutions, the referee on squares, and what follows from cages holds in all of them."""
    wanted = sorted(solutions(puzzle))
    answer = satdnd.solve(puzzle, None)
    assert sorted(one.values for one in answer.solutions) == wanted
    for square in squares()[:: 1 if len(wanted) < 50 else 7]:
        good = KIND.accepts(puzzle, SudokuSolution(square), KIND.options())
        assert good == (square in wanted) == (not satdnd.faults(puzzle, SudokuSolution(square)))
    for statement in rests(puzzle):
        for square in wanted:
            assert not statement.broken(sum(1 << 4 * i + v - 1 for i, v in enumerate(square)))
    back = satdnd.loads(satdnd.dumps(puzzle, "text"), "sudoku")
    assert back == satdnd.loads(satdnd.dumps(puzzle, "json")) == [puzzle]
    explained = satdnd.explain(puzzle)
    if explained.steps:
        assert replay.check(puzzle, explained.to_json(), KIND.options(), Budget()).status == "valid"


def test_a_killer() -> None:
    """Unique, as published; every step is one by name."""
    (puzzle,) = satdnd.loads(json.dumps(KILLER))
    (found,) = satdnd.unique(puzzle).solutions
    assert found.lines == SOLVED
    steps = satdnd.explain(puzzle).steps
    assert {"cage combinations"} <= {step.technique for step in steps}
    assert steps[0].text == "r1c1 and r2c1 can only be 2 or 4: the cage at r1c1 adds up to 6: 2+4."


def test_the_rule_of_45() -> None:
    """What cages leave of a row, and what they have outside it."""
    cages = Cage(((0, 0), (0, 1), (0, 2)), 7), Cage(((1, 0), (1, 1), (1, 2)), 6), Cage(((2, 3), (1, 3)), 6)
    puzzle = Sudoku(NONE, areas=JIGSAW, cages=cages)  # type: ignore[arg-type]  # rows of names
    told = [one.text for one in rests(puzzle)]
    assert "row 1 adds up to 10, the cages inside to 7, so r1c4 is 3" in told
    assert "row 2 adds up to 10, the cages that meet it to 12, so r3c4 is 2" in told


def test_areas_that_are_boxes() -> None:
    """They are boxes; sides without boxes need areas, and areas have as many cells as rows."""
    assert Sudoku(NONE, areas=("aabb", "aabb", "ccdd", "ccdd")) == Sudoku(NONE)  # type: ignore[arg-type]  # rows of names
    with pytest.raises(InputError, match=r"found 25 cells, expected 16 \(4x4\), 36"):
        Sudoku((0,) * 25)
    with pytest.raises(InputError, match="the area at r1c1 has 3 cells, expected 4 as in a row"):
        Sudoku(NONE, areas=("aaab", "bbbc", "cccc", "dddd"))  # type: ignore[arg-type]  # rows of names
    rows = ("aaaaa", "bbbbb", "ccccc", "ddddd", "eeeee")
    assert satdnd.solve(Sudoku((0,) * 25, areas=rows)).status == "solved"  # type: ignore[arg-type]  # rows of names


@pytest.mark.parametrize(
    ("cages", "message"),
    [
        ([{"cells": [[0, 0]], "sum": 5}], "the cage at r1c1 cannot add up to 5 with 1 different digit from 1 to 4"),
        ([{"cells": [[0, c] for c in range(4)] + [[1, 0]]}], "the cage at r1c1 has 5 cells, and there are 4 digits"),
        ([{"cells": [[0, 0], [0, 1]], "sum": 999}], "the cage at r1c1 cannot add up to 999"),
    ],
)
def test_cages_that_nothing_fits(cages: list[Any], message: str) -> None:
    """Good puzzles without a solution."""
    (puzzle,) = satdnd.loads(json.dumps({**KILLER, "cages": cages}))
    answer = satdnd.unique(puzzle)
    assert answer.status == "unsolvable"
    assert answer.reason.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cages\naa..\n....\n....\n....\nb = 3\n", "text:6: found a sum of 'b' which is no cage of the grid"),
        ("cages\naa..\n....\n....\n....\na = 3\na = 4\n", "text:7: found a sum of 'a' twice"),
        ("cages\nr1c1 r9c9 = 3\nclues\n....\n....\n....\n....\n", "leaves the grid"),
        ("areas\naabb\naabb\nccdd\nccdd\nclues\n....\n", "found a field of 1 row|found 4 cells|rows or columns|rows"),
    ],
)
def test_wrong_texts(text: str, message: str) -> None:
    """A sentence each."""
    with pytest.raises(InputError, match=message):
        satdnd.loads(text, "sudoku")


def test_sides_of_texts() -> None:
    """As many rows as the grid of cages has; where it is cut off, the clues are written."""
    text = "cages\naab...\n.bb...\n......\n......\n......\n......\na = 7\nb = 11\n"
    (puzzle,) = satdnd.loads(text, "sudoku")
    assert puzzle.size == 6
    assert satdnd.loads(satdnd.dumps(puzzle, "text"), "sudoku") == [puzzle]
    (listed,) = satdnd.loads("cages\nr1c1 r1c2 = 3\n", "sudoku")
    assert (listed.size, listed.cages) == (4, (Cage(((0, 0), (0, 1)), 3),))


def test_repairs() -> None:
    """A misprinted sum is found."""
    (puzzle,) = satdnd.loads(json.dumps(KILLER))
    first, *others = puzzle.cages
    wrong = replace(puzzle, cages=(replace(first, sum=5), *others))
    found = satdnd.diagnose(wrong)
    assert any("the sum of the cage at r1c1: 6 instead of 5" in str(edit) for edit in found.repairs[0].edits)


def test_forms_without_room() -> None:
    """Refused with the reason."""
    (puzzle,) = satdnd.loads(json.dumps(KILLER))
    for form in ("puzz.link", "sdm", "sdk"):
        with pytest.raises(InputError, match="has areas, cages or diagonals"):
            satdnd.dumps(puzzle, form)
