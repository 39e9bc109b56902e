"""New hashi puzzles: islands grow out of each other, so that a solution stands from the start.

The bridges of that solution are changed until no other is left, if the puzzle is to be unique. Islands of generated
puzzles are never side by side, so every bridge can be drawn. All randomness comes from one `random.Random`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from satdnd.declaration.archipelago import Archipelago
from satdnd.declaration.bridges import counts_of, ends
from satdnd.declaration.kind import DeclaredKind
from satdnd.engine.options import Grade, option, wanted_grade
from satdnd.engine.search import others
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.notation import counted
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.rules.islands import Islands
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Recipe

_LOOPS, _DOUBLE = 0.5, 0.45
"""Chance that two islands in sight, with free water between, are joined though they are connected; of a double bridge.
"""
_ROUNDS, _BOARDS = 300, 10
"""Changes after which a board that still has a second solution is given up; boards tried before giving up."""
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
    islands: int | None = option(None, "Number of islands [default: one per seven cells].", low=2)
    difficulty: Grade | None = wanted_grade()


def generate(kind: DeclaredKind, rng: Random, recipe: HashiRecipe, budget: Budget) -> Hashi:
    """A puzzle as *recipe* says; *rng* is the only source of randomness.

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
            board = Archipelago(height, width)
            board.grow(rng, islands, budget)
            most = max(most, len(board.islands))
            if len(board.islands) == islands:
                design = _Design(kind, board, rng)
                with suppress(CannotFulfil):
                    if not recipe.unique or design.make_unique(min(_ROUNDS, rounds), budget):
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


class _Design:
    """A solution in the making: how many bridges each edge of a board has; always connected, never crossing."""

    def __init__(self, kind: DeclaredKind, board: Archipelago, rng: Random) -> None:
        self.kind, self.rng, order = kind, rng, sorted(board.islands)
        cells = [(cell // board.stride - 1, cell % board.stride - 1) for cell in order]
        self.graph = Islands((board.height, board.width), cells)
        edges = self.graph.edges
        self.crossing: list[list[int]] = [[] for _ in edges]
        for e, f in self.graph.crossings:
            self.crossing[e].append(f)
            self.crossing[f].append(e)
        self.nearest, self.rounds = len(cells), 0
        """In how many places another solution differed, at the fewest; rounds of changes."""
        steps = [1 if cells[a][0] == cells[b][0] else board.stride for a, b in edges]
        self.counts = [int(board.spanned[order[a] + step] == step) for (a, _), step in zip(edges, steps, strict=True)]
        for e in rng.sample(range(len(edges)), len(edges)):
            if not self.counts[e] and rng.random() < _LOOPS and self._allows(e, 1):
                self.counts[e] = 1
            elif self.counts[e] and rng.random() < _DOUBLE:
                self.counts[e] = 2

    def puzzle(self) -> Hashi:
        """The puzzle whose islands have the numbers of this solution."""
        numbers = [sum(self.counts[e] for e in edges) for edges in self.graph.incident]
        return Hashi.blank(*self.graph.size).with_numbers(dict(zip(self.graph.cells, numbers, strict=True)))

    def make_unique(self, rounds: int, budget: Budget) -> bool:
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
                for e in self.rng.sample(group, len(group)):
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
        encoding = self.kind.encoding(puzzle, Settings(), budget=budget)
        built = zip(self.graph.pairs, self.counts, strict=True)
        own = HashiSolution(tuple((*one, *other, count) for (one, other), count in built if count))
        most = None if len(self.graph.cells) >= _LARGE else 1
        return [counts_of(self.graph, other) for other in islice(others(encoding, puzzle, own, budget), most)]

    def _differences(self, other: list[int]) -> list[list[int]]:
        """The edges on which *other* differs, in groups of edges that hang together."""
        left = {e for e, (x, y) in enumerate(zip(self.counts, other, strict=True)) if x != y}
        groups = []
        for start in sorted(left):
            if start in left:
                left.remove(start)
                group = [start]
                for e in group:
                    near = [f for island in self.graph.edges[e] for f in self.graph.incident[island] if f in left]
                    group += near
                    left.difference_update(near)
                groups.append(group)
        return groups

    def _allows(self, edge: int, count: int) -> bool:
        """Whether the solution stays one with *count* bridges on *edge*."""
        if count:
            return bool(self.counts[edge]) or not any(self.counts[f] for f in self.crossing[edge])
        start, end = self.graph.edges[edge]
        group = self.graph.groups([*self.counts[:edge], 0, *self.counts[edge + 1 :]])
        return group[start] == group[end]


def biased(recipe: HashiRecipe, lean: float) -> HashiRecipe:
    """Many islands are hard: one on four to ten cells."""
    islands = max(2, int(recipe.height * recipe.width / (10 - 6 * lean)))
    return recipe if recipe.islands else replace(recipe, islands=islands)


def varied(puzzle: Hashi, solution: HashiSolution, recipe: HashiRecipe, rng: Random) -> Hashi | None:
    """A double bridge becomes a single one, or the other way round."""
    if not solution.bridges:
        return None
    *pair, count = rng.choice(solution.bridges)
    old = dict(zip(puzzle.islands, puzzle.numbers, strict=True))
    ends_given = {end: number for end in ends(pair) if (number := old[end]) is not None}
    return replace(puzzle.with_numbers({end: n + 3 - 2 * count for end, n in ends_given.items()}), name="", extra={})
