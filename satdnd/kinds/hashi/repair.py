"""Other numbers of islands, after which there is a solution, or only one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from satdnd.engine.settings import Settings
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.kinds.hashi.encode import HashiEncoding
from satdnd.kinds.hashi.limits import contradiction
from satdnd.kinds.hashi.model import WATER, Bridge, Hashi, HashiSolution, between
from satdnd.sat.budget import Budget
from satdnd.setter.clue_changes import ClueChanges
from satdnd.setter.parts import AdditionalClue, Change

WHAT = "the island at"
LARGEST = 8
"""The most bridges of an island: two in each direction."""


def repairs(puzzle: Hashi, options: Settings, edits: int, budget: Budget) -> Iterator[Change[Hashi]]:
    """Every solvable puzzle with exactly *edits* other numbers. Raises Undecided."""
    told = {cell: n for cell, n in zip(puzzle.islands, puzzle.numbers, strict=True) if n is not None}
    most = {cell: 2 * len(edges) for cell, edges in zip(puzzle.islands, puzzle.incident, strict=True)}
    numbers = ClueChanges[Hashi, HashiSolution, Cell, int](
        replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={}),
        told,
        with_clues=Hashi.with_numbers,
        values=lambda _, cell: sorted(range(1, most[cell] + 1), key=lambda n: abs(n - told[cell])),
        encoding=lambda other, part: HashiEncoding(other, Settings(), budget=part),
        contradiction=contradiction,
        named=lambda cell: f"{WHAT} {cell_name(cell)}",
    )
    return numbers.changes(edits, budget)


def additional_clues(puzzle: Hashi, solution: HashiSolution) -> list[AdditionalClue[HashiSolution]]:
    """The numbers that are not told, and an island on each bridge, which then is where it is."""
    counts = dict.fromkeys(puzzle.islands, 0)
    for r1, c1, r2, c2, count in solution.bridges:
        counts[r1, c1] += count
        counts[r2, c2] += count
    found = []
    for cell, number in zip(puzzle.islands, puzzle.numbers, strict=True):
        if number is None:
            text = f"{cell_name(cell)} is {counts[cell]}"
            found.append(AdditionalClue(text, (cell, counts[cell]), partial(_degree_is, cell, counts[cell])))
    for bridge in solution.bridges:
        free = [cell for cell in between(bridge) if not _beside_island(puzzle, cell)]
        if free:
            cell, number = free[len(free) // 2], 2 * bridge[4]
            text = f"an island of {number} is at {cell_name(cell)}"
            found.append(AdditionalClue(text, (cell, number), partial(_has_bridge, cell, bridge)))
    return found


def uniqueness_repairs(puzzle: Hashi, solutions: Sequence[HashiSolution]) -> Iterator[Change[Hashi]]:
    """One bridge more or less somewhere: at both ends the number is another."""
    nameless = replace(puzzle, name="", extra={})
    for pair in puzzle.edges:
        for more in (1, -1):
            told = {puzzle.islands[i]: n for i in pair if (n := puzzle.numbers[i]) is not None}
            if told and all(1 <= n + more <= LARGEST for n in told.values()):
                new = {cell: n + more for cell, n in told.items()}
                edits = tuple(f"{WHAT} {cell_name(cell)}: {new[cell]} instead of {n}" for cell, n in told.items())
                yield Change(edits, nameless.with_numbers(new), frozenset(new.items()))


def _beside_island(puzzle: Hashi, cell: Cell) -> bool:
    r, c = cell
    around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return any(0 <= a < puzzle.height and 0 <= b < puzzle.width and puzzle.rows[a][b] != WATER for a, b in around)


def _degree_is(cell: Cell, number: int, solution: HashiSolution) -> bool:
    return sum(bridge[4] for bridge in solution.bridges if cell in (bridge[:2], bridge[2:4])) == number


def _has_bridge(cell: Cell, bridge: Bridge, solution: HashiSolution) -> bool:
    """Whether as many bridges run over the cell, in the same direction."""
    across = bridge[0] == bridge[2]
    over = (other for other in solution.bridges if cell in between(other))
    return any((other[0] == other[2]) == across and other[4] == bridge[4] for other in over)
