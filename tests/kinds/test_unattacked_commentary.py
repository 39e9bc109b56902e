"""Explained, rated and generated boards of unattacked squares, against all placements on small boards."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb, log2
from random import Random
from typing import Any

import pytest

import satdnd
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.judge import replay
from satdnd.explanation.rating import GRADES
from satdnd.grid.notation import listed
from satdnd.kinds.unattacked.commentary import steps
from satdnd.kinds.unattacked.generate import UnattackedRecipe, easier, generate, rarity
from satdnd.kinds.unattacked.kind import KIND
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution
from satdnd.sat.budget import Budget

CHOICES = re.compile(r"In (\d+) rows? and (?:(\d+) to )?(\d+) columns?, up to (\d+)x(\d+) = (\d+) squares? lie")
SMALL = [Unattacked(h, w, q) for h, w in ((2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (4, 5)) for q in range(5)]


@cache
def placements(height: int, width: int, queens: int) -> dict[tuple[int, int], Counter[int]]:
    """All placements by the numbers of their rows and columns: how many leave so many squares unattacked."""
    squares, found = [*product(range(height), range(width))], dict[tuple[int, int], Counter[int]]()
    for chosen in combinations(squares, queens):
        lines = [{line(*square) for square in chosen} for line in (lambda r, _: r, lambda _, c: c)]
        falling, rising = {r - c for r, c in chosen}, {r + c for r, c in chosen}
        left = sum(
            r not in lines[0] and c not in lines[1] and r - c not in falling and r + c not in rising for r, c in squares
        )
        found.setdefault((len(lines[0]), len(lines[1])), Counter())[left] += 1
    return found


def mirrored(side: int, number: int) -> int:
    """Sets of so many lines, of two mirror images one."""
    sets = combinations(range(side), number)
    return sum(lines <= tuple(sorted(side - 1 - i for i in lines)) for lines in sets)


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda p: f"{p.height}x{p.width}-{p.queens}")
def test_every_claim_against_all_placements(puzzle: Unattacked) -> None:
    """Which rows and columns leave enough squares, how many, and that diagonals never leave more than the best."""
    height, width, queens = puzzle.height, puzzle.width, puzzle.queens
    every = placements(height, width, queens)
    best = max(max(left) for left in every.values())
    answer = satdnd.explain(puzzle)
    assert answer.status == "solved"
    (solution,) = answer.solutions
    assert solution.unattacked == best
    assert answer.steps[0].cells == tuple((r, c, "Q") for r, c in solution.queens)
    stated = set[tuple[int, int]]()
    for step in answer.steps[1:]:
        if found := CHOICES.match(step.text):
            k, least, last, down, across, outside = (int(number) if number else 0 for number in found.groups())
            columns = range(least or last, last + 1)
            assert (down, across, outside) == (height - k, width - columns[0], (height - k) * (width - columns[0]))
            choices = sum(mirrored(height, k) * mirrored(width, m) for m in columns)
            assert f"leave at most {best} of them ({choices:,} choices" in step.text or height == width
            stated |= {(k, m) for m in columns}
    if not any("there is room for at most" in step.text for step in answer.steps):
        fitting = [(k, m) for k, m in every if (height - k) * (width - m) > best]
        assert {(k, m) for k, m in fitting if height != width or k <= m} <= stated
        assert all((height - k) * (width - m) > best and k * m >= queens for k, m in stated)
    else:
        assert best == 0
    assert replay.check(puzzle, json.loads(json.dumps(answer.to_json())), KIND.options()).status == "valid"


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda p: f"{p.height}x{p.width}-{p.queens}")
def test_the_score_is_the_share_of_the_best(puzzle: Unattacked) -> None:
    """In halvings; a placement that fits two rooms counts twice, which is at most one halving less."""
    every = placements(puzzle.height, puzzle.width, puzzle.queens)
    best = max(max(left) for left in every.values())
    number = sum(left[best] for left in every.values())
    (solution,) = satdnd.solve(puzzle).solutions
    score = rarity(puzzle, solution, Budget())
    if puzzle.queens and best:
        halvings = log2(comb(puzzle.height * puzzle.width, puzzle.queens) / number)
        assert halvings - 1.5 <= score <= halvings + 0.5
    else:
        assert score == 0


def test_minutes() -> None:
    """48 placements of 8 queens are the best; one minute for each halving; turning a board changes nothing."""
    assert round(log2(comb(64, 8) / 48)) == 26
    assert satdnd.rate(Unattacked(8, 8, 8)).minutes == (13, 26, 52)
    for height, width, queens in ((5, 7, 4), (4, 8, 6), (6, 5, 7)):
        times = {satdnd.rate(Unattacked(*sides, queens)).minutes for sides in ((height, width), (width, height))}
        assert len(times) == 1


def test_sentences() -> None:
    """Eight queens, none, too many."""
    answer = satdnd.explain(Unattacked(8, 8, 8))
    most, once = "Whichever lines are chosen, diagonals leave at most 11 of them", "mirror images counted once"
    assert [step.text for step in answer.steps[1:]] == [
        f"In {lines} columns, up to {outside} squares lie outside. {most} ({choices} choices, {once})."
        for lines, outside, choices in (
            ("2 rows and 4 to 6", "6x4 = 24", "1,312"),
            ("3 rows and 3 to 5", "5x5 = 25", "2,254"),
            ("4 rows and 4 to 5", "4x4 = 16", "1,805"),
        )
    ] + [
        "All other numbers of rows and columns that have room for 8 queens leave at most 11 squares outside; "
        "with more rows than columns it is the same, turned."
    ]
    (solution,) = answer.solutions
    rows, columns = ({square[k] for square in solution.queens} for k in (0, 1))
    outside = (8 - len(rows)) * (8 - len(columns))
    named = listed([str(1 + c) for c in sorted(columns)])
    assert answer.steps[0].text.endswith(
        f"columns {named}: only the {8 - len(rows)}x{8 - len(columns)} = {outside} "
        f"squares outside these lines can stay unattacked. Diagonals attack {outside - 11} and leave 11."
    )
    assert [step.text for step in satdnd.explain(Unattacked(3, 3, 0)).steps] == [
        "Without a queen, no square is attacked."
    ]
    assert [step.text for step in satdnd.explain(Unattacked(2, 2, 4)).steps] == [
        "4 queens in rows 1 and 2 and columns 1 and 2: no square lies outside these lines.",
        "Off the lines of any square there is room for at most 0 queens, so none stays unattacked.",
    ]
    assert satdnd.explain(Unattacked(2, 2, 5)).status == "unsolvable"


def test_a_worse_placement_is_not_explained() -> None:
    """The search finds a better one; also when judged."""
    puzzle = Unattacked(5, 5, 5)
    worse = UnattackedSolution(5, 5, ((0, 0), (0, 1), (0, 2), (2, 0), (2, 2)), 2)
    assert KIND.faults(puzzle, worse, KIND.options()) == []
    with pytest.raises(InputError, match="the placement is not the best: another leaves 3 unattacked"):
        list(steps(puzzle, worse, KIND.options(), Budget()))
    record: dict[str, Any] = json.loads(json.dumps(satdnd.explain(puzzle).to_json()))
    judged = replay.check(puzzle, {**record, "solutions": [worse.to_json()], "bound": 2}, KIND.options())
    assert [fault.message for fault in judged.faults] == ["the placement is not the best: another leaves 3 unattacked"]


def test_limits() -> None:
    """No time; a board for which rows and columns are too many."""
    (best,) = satdnd.solve(Unattacked(8, 8, 8)).solutions
    with pytest.raises(Undecided):
        list(steps(Unattacked(8, 8, 8), best, KIND.options(), Budget.of(0)))
    with pytest.raises(Undecided):
        next(satdnd.generate("unattacked", timeout=0))
    with pytest.raises(UsageError, match="only the best placement is explained: leave out --least"):
        satdnd.explain(Unattacked(8, 8, 8), least=5)
    with pytest.raises(UsageError, match="only boards up to 20x20 are explained and rated, not 25x4"):
        satdnd.explain(Unattacked(25, 4, 2))
    with pytest.raises(UsageError, match="only boards up to 20x20 are explained and rated, not 25x4"):
        satdnd.rate(Unattacked(25, 4, 2))


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_generated_boards_have_the_grade(grade: str) -> None:
    """And the minutes that ``rate`` gives, and leave a square unattacked."""
    (puzzle,) = satdnd.generate("unattacked", seed=2, height=7, width=8, difficulty=grade)
    rating = satdnd.rate(puzzle)
    assert rating.minutes
    assert (rating.grade, rating.minutes[1]) == (grade, puzzle.extra["minutes"])
    assert satdnd.solve(puzzle).solutions[0].unattacked > 0


def test_the_generator() -> None:
    """Numbers of queens vary; the easier boards have one queen less each, down to two."""
    recipe = UnattackedRecipe(height=4, width=5)
    made = {generate(Random(seed), recipe, Budget()).queens for seed in range(60)}
    assert made == set(range(2, 10))
    (best,) = satdnd.solve(Unattacked(4, 5, 4)).solutions
    assert [one.queens for one in easier(Unattacked(4, 5, 4), best, Random(0))] == [4, 3, 2]
    for size in ({"height": 3}, {"width": 11}):
        with pytest.raises(UsageError):
            UnattackedRecipe(**size)
