"""Changes of numbers against brute force, and what leaves one solution of a puzzle that has several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

import inshi_boards
import nurikabe_boards
import pytest
import sudoku_boards
from test_hashi_encode import puzzle_of, solutions_by_numbers
from test_queens import brute

import satdnd
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.sat.budget import Budget
from satdnd.setter.diagnosis import diagnose
from satdnd.setter.parts import AdditionalClues, Repairs
from satdnd.setter.uniqueness_repairs import can_be_made_unique


def of_kind(record: dict[str, Any]) -> Any:
    """A puzzle from JSON."""
    return kind_named(record["kind"]).texts.from_json(record)


def differing(one: Sequence[Any], other: Sequence[Any]) -> int:
    """In how many places two sequences differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


# repairs


def compare(
    puzzle: Any,
    clues: Callable[[Any], Sequence[Any]],
    solvable: Callable[[Sequence[Any]], bool],
    every: Iterable[Sequence[Any]],
) -> int:
    """Repairs of one and of two clues are all that brute force finds; how many there are."""
    kind, number = kind_of(puzzle), 0
    for edits in (1, 2):
        right = {tuple(new) for new in every if differing(clues(puzzle), new) == edits and solvable(new)}
        changes = list(kind.require(Repairs).changes(puzzle, kind.options(), edits, Budget()))
        found = [tuple(clues(change.puzzle)) for change in changes]
        if kind.name == "inshi":  # others may be among them
            found = [new for new in found if solvable(new)]
        assert sorted(found) == sorted(right), (puzzle, edits)
        assert all(len(change.edits) == len(change.changes) == edits for change in changes)
        number += len(found)
    return number


def test_repairs_of_hashi_are_all_there_are() -> None:
    """Of random numbers on islands of 2x3 cells, most of which have no solution."""
    rng, total = Random(1), 0
    for _ in range(20):
        cells = sorted(rng.sample(list(product(range(2), range(3))), rng.randint(2, 4)))
        right = solutions_by_numbers(cells)
        puzzle = puzzle_of(2, 3, cells, tuple(rng.randint(1, 4) for _ in cells))
        every = [numbers for numbers in right if all(numbers)]
        total += compare(puzzle, lambda other: other.numbers, right.__contains__, every)
    assert total > 20


def test_repairs_of_nurikabe_are_all_there_are() -> None:
    """Of random numbers on small grids."""
    rng, total = Random(2), 0
    for puzzle in nurikabe_boards.random_puzzles(7, 25, (2, 3), (1, 2, 3, 4)):
        homes = list(puzzle.numbers)
        if not 1 <= len(homes) <= 3 or rng.random() < 0.2:
            continue
        every = list(product(range(1, 10), repeat=len(homes)))

        def solvable(new: Sequence[int], puzzle: Nurikabe = puzzle, homes: Any = homes) -> bool:
            return bool(nurikabe_boards.solutions(puzzle.with_numbers(dict(zip(homes, new, strict=True)))))

        total += compare(puzzle, lambda other: list(other.numbers.values()), solvable, every)
    assert total > 10


def test_repairs_of_inshi_are_all_there_are() -> None:
    """Of rooms of 3x3, some of whose products were changed."""
    rng, total = Random(3), 0
    cuts = list(inshi_boards.cuts(3))
    for cut in rng.sample(cuts, 12):
        right = inshi_boards.puzzles_of(3, cut)
        clues = list(rng.choice(sorted(right)))
        for i in rng.sample(range(len(clues)), min(len(clues), rng.randint(0, 2))):
            clues[i] = rng.choice((1, 2, 3, 4, 6, 7))
        puzzle = inshi_boards.puzzle(3, cut, tuple(clues))
        total += compare(puzzle, _products, right.__contains__, right)
    assert total > 10


def test_repairs_of_sudokus_are_all_there_are() -> None:
    """Of random clues on 4x4, against every grid that there is."""
    rng, total = Random(4), 0
    grids = [tuple(grid) for grid in sudoku_boards.all_solutions([0] * 16, 2)]
    assert len(grids) == 288
    for i in range(25):
        cells = sorted(rng.sample(range(16), rng.randint(1, 6)))
        right = {tuple(grid[i] for i in cells) for grid in grids}
        clues = list(rng.choice(grids))
        for cell in cells[:3] if i % 5 else ():
            clues[cell] = rng.randint(1, 4)
        puzzle = Sudoku(tuple(value if cell in cells else 0 for cell, value in enumerate(clues)), name="old")
        total += compare(puzzle, partial(_clues_of, cells), right.__contains__, right)
    assert total > 100


def _clues_of(cells: Sequence[int], puzzle: Sudoku) -> list[int]:
    assert not any(value for i, value in enumerate(puzzle.clues) if i not in cells)
    return [puzzle.clues[i] for i in cells]


def test_repairs_of_sudokus_are_told_as_they_are_read() -> None:
    """Letters above 9, and the cell that changes."""
    values = [(4 * r + r // 4 + c + 9) % 16 + 1 for r in range(16) for c in range(16)]
    right = Sudoku(tuple(values))
    (change,) = (
        kind_of(right)
        .require(Repairs)
        .changes(replace(right, clues=(11, *values[1:]), name="two B"), SudokuOptions(), 1, Budget())
    )
    assert change.edits == ("the clue at r1c1: A instead of B",)
    assert (change.puzzle, change.puzzle.name) == (right, "two B (repaired)")


def test_repairs_of_queens_are_all_there_are() -> None:
    """Of random squares and numbers on small boards, against every set of squares; each once, the nearest first."""
    rng, total, numbers = Random(5), 0, 0
    for _ in range(40):
        height, width = rng.randint(2, 4), rng.randint(2, 5)
        squares = list(product(range(height), range(width)))
        given = tuple(sorted(rng.sample(squares, rng.randint(0, 3))))
        queens = rng.choice([None, None, 2, 3, 5])
        puzzle = Queens(height, width, given, queens, name="old")
        for edits in (1, 2):
            right = {
                (other, count)
                for other in combinations(squares, len(given))
                for count in ([queens] if queens is None else range(min(height, width) + 1))
                if len(set(given) - set(other)) + (count != queens) == edits
                if brute(Queens(height, width, other, count))
            }
            changes = list(kind_of(puzzle).require(Repairs).changes(puzzle, Settings(), edits, Budget()))
            found = [(change.puzzle.given, change.puzzle.queens) for change in changes]
            assert len(found) == len(set(found))
            assert set(found) == right, (puzzle, edits)
            assert all(len(change.edits) == len(change.changes) == edits for change in changes)
            total += len(found)
            numbers += sum(count != queens for _, count in found)
    assert total > 300
    assert numbers > 50


def test_repairs_of_queens_say_what_moves() -> None:
    """And how many there shall be instead; the nearest square and number come first."""
    puzzle = Queens(5, 5, ((0, 0), (1, 1)), 7)
    edits = [change.edits for change in kind_of(puzzle).require(Repairs).changes(puzzle, Settings(), 2, Budget())]
    assert edits[0] == ("the number of queens: 5 instead of 7", "the queen at r1c1 moves to r1c4")
    assert ("the number of queens: 1 instead of 7", "the queen at r1c1 moves to r1c4") not in edits
    alone = Queens(4, 4, ((0, 0),))
    change = next(iter(kind_of(alone).require(Repairs).changes(alone, Settings(), 1, Budget())))
    assert change.edits == ("the queen at r1c1 moves to r1c2",)


def _products(puzzle: Inshi) -> tuple[int, ...]:
    return tuple(room.product for room in puzzle.rooms)


# one solution in place of several


SEVERAL = [
    {"kind": "hashi", "rows": ["3_3", "___", "3_3"]},
    {"kind": "hashi", "rows": ["3___3", "_____", "_____", "_____", "3___3"]},
    {"kind": "hashi", "rows": ["?_3_?", "_____", "?_?__"]},
    {"kind": "inshi", "text": "2x2\n2r2\n2r2"},
    {"kind": "inshi", "text": "4x4\n24r4\n24r4\n24r4\n24r4"},
    {"kind": "nurikabe", "rows": ["?....", "...?.", ".2...", ".....", "....1"]},
    {"kind": "nurikabe", "rows": ["3..", "...", "..2"]},
    {"kind": "dungeon", "rows": [None] * 3, "columns": [None] * 3, "monsters": [], "treasures": []},
    {"kind": "queens", "size": [6, 6]},
    {"kind": "sudoku", "clues": "1.....2........3"},
]


@pytest.mark.parametrize("record", SEVERAL, ids=lambda record: str(record["kind"]))
def test_what_is_offered_leaves_one_solution(record: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each offer is another puzzle of the kind, with one solution, and says what it is."""
    monkeypatch.setattr("satdnd.setter.diagnosis.SMALLEST_SECONDS", 0.2)
    answer = diagnose(Solver(), of_kind(record), only_unique=True)
    assert answer.status == "multiple"
    repairs = answer.to_json()["repairs"]
    assert repairs
    assert len({str(repair["puzzle"]) for repair in repairs}) == len(repairs)
    for repair in repairs:
        assert repair["status"] == satdnd.unique(of_kind(repair["puzzle"])).status == "unique"
        assert all(repair["edits"])
    assert [len(repair["edits"]) for repair in repairs] == sorted(len(repair["edits"]) for repair in repairs)
    assert "unique:" in str(answer)


EXTENDABLE = [
    Hashi(("?_3_?", "_____", "?_?__", "_____", "2___1")),
    Hashi(("2___3___2", "_________", "_________", "_________", "3___4___3", "_________", "2___3___2")),
    of_kind({"kind": "inshi", "text": "3x3\n6r3\n6r3\n6r3"}),
    of_kind({"kind": "nurikabe", "rows": ["?...", "...?", "....", "?..."]}),
    of_kind({"kind": "dungeon", "rows": [None, 2, None], "columns": [None] * 4, "monsters": [], "treasures": []}),
]
"""Puzzles with many solutions, and clues that they might have as well."""


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", EXTENDABLE, ids=lambda puzzle: puzzle.kind)
def test_additional_clues_are_true_of_the_solution(puzzle: Any) -> None:
    """Alone and together: exactly the solutions for which each of them holds are left, as many as before at most."""
    kind, part = kind_of(puzzle), kind_of(puzzle).require(AdditionalClues)
    solutions = satdnd.solve(puzzle, limit=None).solutions
    for solution in solutions[:3]:
        clues = part.clues(puzzle, solution)
        assert clues
        for chosen in [[clue] for clue in clues] + [list(pair) for pair in combinations(clues, 2)][:20] + [list(clues)]:
            left = satdnd.solve(part.added(puzzle, dict(clue.what for clue in chosen)), limit=None).solutions
            holding = [other for other in solutions if all(clue.holds(other) for clue in chosen)]
            assert solution in holding
            if kind.name == "hashi" and any(puzzle.rows[r][c] == "_" for (r, c), _ in (x.what for x in chosen)):
                assert len(left) >= len(holding)  # a new island is in sight of others
            else:
                assert sorted(map(str, left)) == sorted(map(str, holding))


def test_a_count_is_told_before_anything_else_changes() -> None:
    """Of a dungeon with untold counts: the drawing stays as it is."""
    record = {"kind": "dungeon", "rows": [None] * 6, "columns": [None] * 6, "treasures": [[0, 5]]}
    answer = diagnose(Solver(), of_kind(record | {"monsters": [[2, 0], [4, 5], [5, 0]]}), only_unique=True)
    first = answer.to_json()["repairs"][0]
    assert re.fullmatch(r"((row|column) \d: \d walls?( \(in place of \?\)|, | and )?)+", first["edits"][0])


def test_kinds_without_such_changes_say_so() -> None:
    """And no repairs are claimed."""
    answer = diagnose(Solver(), of_kind({"kind": "unattacked", "size": [4, 4], "queens": 2}), only_unique=True)
    assert "no clues that could be given or changed" in answer.reason
    assert answer.repairs is None
    assert not can_be_made_unique(kind_named("klotski"))


def test_nothing_small_may_help() -> None:
    """A lattice of islands with no room between them."""
    answer = diagnose(Solver(), Hashi(("2_3_2", "_____", "3_4_3", "_____", "2_3_2")), only_unique=True)
    assert answer.to_json()["repairs"] == []
    assert answer.to_json()["repairs_complete"] is True
    assert "No small change was found" in str(answer)


def test_time_for_the_fewest_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty sudoku: givens that leave one solution, though the smallest set of them is not found."""
    monkeypatch.setattr("satdnd.setter.diagnosis.SMALLEST_SECONDS", 0.2)
    puzzle = of_kind({"kind": "sudoku", "clues": "." * 81})
    answer = diagnose(Solver(satdnd.SudokuOptions(timeout=60)), puzzle, only_unique=True)
    (repair,) = answer.to_json()["repairs"]
    assert satdnd.unique(of_kind(repair["puzzle"])).status == "unique"
    assert "more clues" in repair["edits"][0]
