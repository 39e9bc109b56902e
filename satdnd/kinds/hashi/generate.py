"""New hashi puzzles: islands grow out of each other, so that a solution stands from the start.

The bridges of that solution are changed until no other is left, if the puzzle is to be unique. Islands of generated
puzzles are never side by side, so every bridge can be drawn. All randomness comes from one `random.Random`.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import TypeVar

from satdnd.engine.options import Grade, option, wanted_grade
from satdnd.engine.search import others
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.notation import counted
from satdnd.kinds.hashi.encode import HashiEncoding
from satdnd.kinds.hashi.model import WATER, Hashi, HashiSolution
from satdnd.kinds.hashi.statements import counts_of
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Recipe

T = TypeVar("T")
_DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
_LOOPS = 0.5
"""Chance that two islands in sight of each other, with free water between, are joined though they are connected."""
_DOUBLE = 0.45
"""Chance that a bridge is double."""
_ROUNDS = 300
"""Changes after which a board that still has a second solution is given up."""
_BOARDS = 10
"""Boards tried before giving up."""
_WORK = 500_000
"""Islands times rounds of changes, on all boards, before giving up: some minutes, counted without a clock."""
_LARGE = 1000
"""Islands from which all ambiguous places are changed in one round: new clauses for each place take too long."""
_LONGEST = 255
"""Rows or columns of a generated grid."""


@dataclass(frozen=True, kw_only=True)
class HashiRecipe(Recipe):
    """What a generated puzzle should be like."""

    height: int = option(10, "Rows.", low=1, high=_LONGEST)
    width: int = option(10, "Columns.", low=1, high=_LONGEST)
    unique: bool = option(True, "Exactly one solution.", switch="--unique/--any")
    islands: int | None = option(None, "Number of islands; without, one on seven cells.", low=2)
    difficulty: Grade | None = wanted_grade()


def generate(chance: Random, recipe: HashiRecipe, budget: Budget) -> Hashi:
    """A puzzle as *recipe* says; *chance* is the only source of randomness.

    Raises:
        CannotFulfil: the islands do not fit, or no board became unique.
        Undecided: the budget ran out.
    """
    height, width = recipe.height, recipe.width
    islands = max(2, height * width // 7) if recipe.islands is None else recipe.islands
    most, nearest, rounds, number = 0, islands, max(1, _WORK // islands), 0
    try:
        while number < _BOARDS and rounds > 0:
            number += 1
            board = _Board(height, width)
            board.grow(chance, islands, budget)
            most = max(most, len(board.islands))
            if len(board.islands) == islands:
                design = _Design(board, chance)
                with suppress(CannotFulfil):
                    if not recipe.unique or design.make_unique(chance, min(_ROUNDS, rounds), budget):
                        return design.puzzle()
                nearest, rounds = min(nearest, design.nearest), rounds - design.rounds
    except Undecided as error:
        raise Undecided(f"{error} on board {number} of {_BOARDS}, before a puzzle was found") from None
    if most < islands:
        raise CannotFulfil(
            f"{islands} islands do not fit on {height}x{width} cells with water between them: placed at most {most}"
        )
    tried = f"{counted(number, 'board')} of {islands} islands on {height}x{width} cells"
    near = f"; the nearest left a choice in {counted(nearest, 'place')}" if nearest < islands else ""
    raise CannotFulfil(f"{tried}, none with a unique solution{near}")


class _Board:
    """Islands and the bridges that connect them, on a grid with a rim of one cell that is never free.

    Cell ``(r, c)`` is ``(r + 1) * stride + c + 1``. Cells fill up and are never freed again, so a place or a direction
    that was impossible once stays so and is dropped.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        self.stride = width + 2
        self.free = bytearray((height + 2) * self.stride)
        for r in range(1, height + 1):
            self.free[r * self.stride + 1 : r * self.stride + 1 + width] = b"\1" * width
        self.beside_island = bytearray(len(self.free))
        self.spanned = [0] * len(self.free)
        """Of each cell the step of the bridge over it (1: across, `stride`: down), or 0."""
        self.islands: list[int] = []
        self.steps = [r * self.stride + c for r, c in _DIRECTIONS]

    def grow(self, chance: Random, islands: int, budget: Budget) -> None:
        """Place *islands* islands, or as many as fit, each joined by a straight bridge to one that was there.

        A bridge is as long as the average space between islands wants; where nothing else is left, an island is put on
        a bridge. Each try costs the length of one free line.
        """
        reach = max(3, math.ceil(2 * math.sqrt(self.height * self.width / islands)))
        slots: list[tuple[int, int]] = []
        crossable: list[int] = []
        first = (chance.randrange(self.height) + 1) * self.stride + chance.randrange(self.width) + 1
        self._settle(first, slots)
        while len(self.islands) < islands:
            budget.check()
            if slots:
                start, step = _pop_random(slots, chance)
                places = self._places(start, step, reach)
                if not places:
                    continue
                slots.append((start, step))
                cell = chance.choice(places)
                covered = range(start + step, cell, step)
                for passed in covered:
                    self.free[passed] = 0
                    self.spanned[passed] = abs(step)
                crossable += covered
            elif crossable:
                cell = _pop_random(crossable, chance)
                if self.beside_island[cell]:
                    continue
            else:
                return
            self._settle(cell, slots)

    def _settle(self, cell: int, slots: list[tuple[int, int]]) -> None:
        self.islands.append(cell)
        self.free[cell] = 0
        self.beside_island[cell] = 1
        for step in self.steps:
            self.beside_island[cell + step] = 1
            slots.append((cell, step))

    def _places(self, start: int, step: int, reach: int) -> list[int]:
        """Cells for an island up to *reach* away in a free line, the nearest beyond that if there is none."""
        places: list[int] = []
        cell = start + step
        while self.free[cell]:
            if not self.beside_island[cell]:
                places.append(cell)
            cell += step
            if places and abs(cell - start) > reach * abs(step):
                break
        return places


class _Design:
    """A solution in the making: how many bridges each edge of a board has; always connected, never crossing."""

    def __init__(self, board: _Board, chance: Random) -> None:
        rows = [[WATER] * board.width for _ in range(board.height)]
        for cell in board.islands:
            rows[cell // board.stride - 1][cell % board.stride - 1] = "1"
        self.blank = Hashi(tuple("".join(row) for row in rows))
        """The islands; their numbers come last."""
        edges, islands = self.blank.edges, self.blank.islands
        self.crossing: list[list[int]] = [[] for _ in edges]
        for e, f in self.blank.crossings:
            self.crossing[e].append(f)
            self.crossing[f].append(e)
        self.nearest, self.rounds = len(islands), 0
        """In how many places another solution differed, at the fewest; rounds of changes."""
        self.counts = []
        for a, b in edges:
            step = 1 if islands[a][0] == islands[b][0] else board.stride
            beside = (islands[a][0] + 1) * board.stride + islands[a][1] + 1 + step
            self.counts.append(int(board.spanned[beside] == step))
        for e in chance.sample(range(len(edges)), len(edges)):
            if not self.counts[e] and chance.random() < _LOOPS and self._allows(e, 1):
                self.counts[e] = 1
            elif self.counts[e] and chance.random() < _DOUBLE:
                self.counts[e] = 2

    def puzzle(self) -> Hashi:
        """The puzzle whose islands have the numbers of this solution."""
        rows = [list(row) for row in self.blank.rows]
        for (r, c), edges in zip(self.blank.islands, self.blank.incident, strict=True):
            rows[r][c] = str(sum(self.counts[e] for e in edges))
        return Hashi(tuple("".join(row) for row in rows))

    def make_unique(self, chance: Random, rounds: int, budget: Budget) -> bool:
        """Whether the solution could be changed until it is the only one, in at most so many rounds.

        While there is another, the edges on which both differ are taken in connected groups, and in each group one
        edge is filled up or emptied, so that nothing can be exchanged over it any more. Raises as `others` does.
        """
        for self.rounds in range(1, rounds + 1):
            found = self._others(budget)
            if not found:
                return True
            groups = [(group, other) for other in found for group in self._differences(other)]
            self.nearest = min(self.nearest, len(groups))
            for group, other in groups:
                for e in chance.sample(group, len(group)):
                    budget.check()
                    wanted = [0, 2] if other[e] < self.counts[e] else [2, 0]
                    count = next((x for x in wanted if x != self.counts[e] and self._allows(e, x)), None)
                    if count is not None:
                        self.counts[e] = count
                        break
        return False

    def _others(self, budget: Budget) -> list[list[int]]:
        """The counts of another solution of `puzzle`, of a large one also of those that differ elsewhere."""
        puzzle = self.puzzle()
        encoding = HashiEncoding(puzzle, Settings(), budget=budget)
        built = zip(puzzle.pairs, self.counts, strict=True)
        own = HashiSolution(tuple((*one, *other, count) for (one, other), count in built if count))
        found = others(encoding, puzzle, own, budget)
        most = None if len(puzzle.islands) >= _LARGE else 1
        return [counts_of(puzzle, other) for other in islice(found, most)]

    def _differences(self, other: list[int]) -> list[list[int]]:
        """The edges on which *other* differs, in groups of edges that hang together."""
        left = {e for e, (x, y) in enumerate(zip(self.counts, other, strict=True)) if x != y}
        groups = []
        for start in sorted(left):
            if start in left:
                left.remove(start)
                group = [start]
                for e in group:
                    near = [f for island in self.blank.edges[e] for f in self.blank.incident[island] if f in left]
                    group += near
                    left.difference_update(near)
                groups.append(group)
        return groups

    def _allows(self, edge: int, count: int) -> bool:
        """Whether the solution stays one with *count* bridges on *edge*."""
        if count:
            return bool(self.counts[edge]) or not any(self.counts[f] for f in self.crossing[edge])
        start, end = self.blank.edges[edge]
        group = self.blank.groups([*self.counts[:edge], 0, *self.counts[edge + 1 :]])
        return group[start] == group[end]


def _pop_random(items: list[T], chance: Random) -> T:
    i = chance.randrange(len(items))
    items[i], items[-1] = items[-1], items[i]
    return items.pop()


def varied(puzzle: Hashi, solution: HashiSolution, recipe: HashiRecipe, chance: Random) -> Hashi | None:
    """A double bridge becomes a single one, or the other way round."""
    if not solution.bridges:
        return None
    r1, c1, r2, c2, count = chance.choice(solution.bridges)
    old = dict(zip(puzzle.islands, puzzle.numbers, strict=True))
    told = {end: number for end in ((r1, c1), (r2, c2)) if (number := old[end]) is not None}
    return replace(puzzle.with_numbers({end: n + 3 - 2 * count for end, n in told.items()}), name="", extra={})
