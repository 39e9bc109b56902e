"""Generator of hashi: grows islands with bridges, then changes the bridges until they are the only solution.

Islands of generated puzzles are never adjacent, so every bridge can be drawn. All randomness comes from one
`random.Random`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from satdnd.declaration.generators.archipelago import Archipelago
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.views.bridges import counts_of, ends
from satdnd.engine.options import option
from satdnd.engine.search import others
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.notation import counted
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.rules.islands import Islands
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Recipe

_LOOPS, _DOUBLE = 0.5, 0.45
"""The probability of a bridge between islands that are already connected; that of a double bridge."""
_ROUNDS, _BOARDS = 300, 10
"""The maximum number of rounds of changes per board, and of boards."""
_WORK = 500_000
"""The maximum of islands times rounds, summed over all boards; takes minutes, but is independent of the clock."""
_LARGE = 1000
"""The number of islands from which a round changes all ambiguous places, as new clauses for each take too long."""
_LONGEST = 255
"""The maximum number of rows and columns of a generated grid."""


@dataclass(frozen=True, kw_only=True)
class HashiRecipe(Recipe):
    """The options of the generator."""

    height: int = option(10, "Rows.", low=1, high=_LONGEST)
    width: int = option(10, "Columns.", low=1, high=_LONGEST)
    unique: bool = option(True, "Exactly one solution.", switch="--unique/--any")
    islands: int | None = option(None, "Number of islands [default: one per four cells].", low=2)


def generate(kind: DeclaredKind, rng: Random, recipe: HashiRecipe, budget: Budget) -> Hashi:
    """A puzzle that meets *recipe*; *rng* is the only source of randomness.

    Raises:
        CannotFulfil: the islands do not fit, or no board became unique.
        Undecided: the budget ran out.
    """
    height, width = recipe.height, recipe.width
    islands = max(2, height * width // 4) if recipe.islands is None else recipe.islands
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
    """A solution under construction, as the number of bridges on each edge; connected and without crossings."""

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
        """The fewest places in which another solution differed; the rounds so far."""
        steps = [1 if cells[a][0] == cells[b][0] else board.stride for a, b in edges]
        self.counts = [int(board.spanned[order[a] + step] == step) for (a, _), step in zip(edges, steps, strict=True)]
        for e in rng.sample(range(len(edges)), len(edges)):
            if not self.counts[e] and rng.random() < _LOOPS and self._allows(e, 1):
                self.counts[e] = 1
            elif self.counts[e] and rng.random() < _DOUBLE:
                self.counts[e] = 2

    def puzzle(self) -> Hashi:
        """The puzzle of this solution."""
        numbers = [sum(self.counts[e] for e in edges) for edges in self.graph.incident]
        return Hashi.blank(*self.graph.size).with_numbers(dict(zip(self.graph.cells, numbers, strict=True)))

    def make_unique(self, rounds: int, budget: Budget) -> bool:
        """Change the solution until it is the only one; returns whether at most *rounds* rounds suffice.

        In each round, the edges on which another solution differs are split into connected groups, and in each one
        edge gets zero or two bridges, which excludes that exchange. Raises like `others`.
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
        """The bridge counts of another solution; for large boards, of several that differ in different places."""
        puzzle = self.puzzle()
        encoding = self.kind.compiled(puzzle, Settings(), budget)
        built = zip(self.graph.pairs, self.counts, strict=True)
        solution = HashiSolution(tuple((*one, *other, count) for (one, other), count in built if count))
        most = None if len(self.graph.cells) >= _LARGE else 1
        return [counts_of(self.graph, other) for other in islice(others(encoding, puzzle, solution, budget), most)]

    def _differences(self, other: list[int]) -> list[list[int]]:
        """The edges on which *other* differs, in connected groups."""
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
        """Whether the board stays connected and without crossings with *count* bridges on *edge*."""
        if count:
            return bool(self.counts[edge]) or not any(self.counts[f] for f in self.crossing[edge])
        start, end = self.graph.edges[edge]
        group = self.graph.groups([*self.counts[:edge], 0, *self.counts[edge + 1 :]])
        return group[start] == group[end]


def biased(recipe: HashiRecipe, lean: float) -> HashiRecipe:
    """More islands make a puzzle harder: one per 4.5 cells (*lean* 0) to one per 3.5 (1)."""
    islands = max(2, int(recipe.height * recipe.width / (4.5 - lean)))
    return recipe if recipe.islands else replace(recipe, islands=islands)


def varied(puzzle: Hashi, solution: HashiSolution, recipe: HashiRecipe, rng: Random) -> Hashi | None:
    """Change a double bridge to a single one, or the reverse; None without bridges."""
    if not solution.bridges:
        return None
    *pair, count = rng.choice(solution.bridges)
    old = dict(zip(puzzle.islands, puzzle.numbers, strict=True))
    ends_given = {end: number for end in ends(pair) if (number := old[end]) is not None}
    return replace(puzzle.with_numbers({end: n + 3 - 2 * count for end, n in ends_given.items()}), name="", extra={})
