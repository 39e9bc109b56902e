"""The generator's search for other solutions: small boards share a session per size, large ones are compiled alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from random import Random
from typing import Any

from satdnd.engine import jit
from satdnd.engine.kind import kind_named
from satdnd.engine.search import Search, check
from satdnd.grid.bitboard import Bitboard
from satdnd.kinds.dungeon import sieve
from satdnd.kinds.dungeon.encode import Template
from satdnd.kinds.dungeon.generate import SMALL, TOO_HARD, generate as grown
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.recipe import DungeonRecipe
from satdnd.sat.budget import Budget

SOLVER = "glucose4"
"""Loads a template in half the time of CaDiCaL, and answers as fast (8x8: 1.4 ms against 2.5 ms)."""
_KEPT = 4
"""The maximum number of templates kept."""
PATIENCE = 300
"""The number of questions from which loading the sieve (0.5 s) pays off."""
MORE_PATIENCE = 4_500
"""The number from which compiling it (4 s, and 8 s for carving) pays off as well."""
MOST_OTHERS = 100
"""The maximum number of other solutions of a small board among which the nearest one is chosen."""
_asked = 0
_templates: dict[tuple[int, int, str], Template] = {}


class Questions:
    """Sessions for the puzzles of one call, so that what one call learns does not affect another.

    Args:
        budget: the limits for compiling and loading.
    """

    def __init__(self, budget: Budget) -> None:
        self._kind, self._budget = kind_named("dungeon"), budget
        self._searches: dict[str, Search[Dungeon, DungeonSolution]] = {}

    @contextmanager
    def search(self, puzzle: Dungeon, topology: Any, budget: Budget) -> Iterator[Search[Dungeon, DungeonSolution]]:
        """A search that can be asked about the puzzle. Raises Undecided."""
        if puzzle.grid.size > SMALL:
            options = DungeonOptions(topology=topology, graph_check=False)
            with closing(Search(self._kind.compiled(puzzle, options, budget), budget=budget)) as own:
                yield own
            return
        if topology not in self._searches:
            self._searches[topology] = Search(self.template(puzzle, topology), SOLVER, self._budget)
        yield self._searches[topology]

    def template(self, puzzle: Dungeon, topology: Any) -> Template:
        """The template for boards of that size, kept for later calls. Raises Undecided."""
        key = puzzle.height, puzzle.width, topology
        template: Any = _templates.pop(key, None)
        if template is None:
            template = self._kind.compiled(puzzle, _options(topology), self._budget, template=True)
            template.formula.pool.budget = None  # it outlives this question
            while len(_templates) >= _KEPT:
                del _templates[next(iter(_templates))]
        return _templates.setdefault(key, template)

    def other(self, puzzle: Dungeon, topology: str, board: Bitboard, budget: Budget) -> Bitboard | None:
        """Another solution than *board*, checked, or None if there is none. Raises Undecided."""
        found = self._others(puzzle, topology, board, 0, budget)
        self._check(puzzle, topology, found)
        return next(iter(found), None)

    def only(self, puzzle: Dungeon, topology: str, board: Bitboard, budget: Budget) -> bool:
        """Whether *board* is the only solution. Raises Undecided."""
        if _sieved(puzzle):
            return not sieve.others(puzzle, topology, board, 0, budget)
        return self.other(puzzle, topology, board, budget) is None

    def nearest(self, puzzle: Dungeon, topology: str, board: Bitboard, budget: Budget) -> Bitboard | None:
        """Another solution than *board*, checked; on a small board the one that differs in the fewest cells.

        Ties go to the smallest bitboard, so a seed gives the same puzzle with and without Numba.

        Returns:
            None if there is no other solution; `TOO_HARD` if there are more than `MOST_OTHERS`.

        Raises:
            Undecided: the budget ran out.
        """
        if not sieve.fits(puzzle.grid):
            return self.other(puzzle, topology, board, budget)
        others = sieve.others if _sieved(puzzle) else self._others
        found = others(puzzle, topology, board, MOST_OTHERS, budget)
        if len(found) > MOST_OTHERS:
            return TOO_HARD
        self._check(puzzle, topology, [board, *found])  # also of discarded puzzles
        return min(found, key=lambda other: ((other ^ board).bit_count(), other), default=None)

    def _others(self, puzzle: Dungeon, topology: str, board: Bitboard, most: int, budget: Budget) -> list[Bitboard]:
        """As `sieve.others`, by a session."""
        solution = DungeonSolution(puzzle.height, puzzle.width, board)
        with (
            self.search(puzzle, topology, budget) as search,
            closing(search.solutions(puzzle, budget, [solution])) as solutions,
        ):
            return [solution.board for solution in islice(solutions, most + 1)]

    def _check(self, puzzle: Dungeon, topology: str, boards: list[Bitboard]) -> None:
        """Raise EncodingBug if the referee rejects one."""
        for board in boards:
            check(self._kind, puzzle, DungeonSolution(puzzle.height, puzzle.width, board), _options(topology))

    def __enter__(self) -> Questions:
        return self

    def __exit__(self, *error: object) -> None:
        for search in self._searches.values():
            search.close()


def generate(rng: Random, recipe: DungeonRecipe, budget: Budget) -> Dungeon:
    """Like `satdnd.kinds.dungeon.generate.generate`, with sessions for this call."""
    with Questions(budget) as questions:
        # with needs, the session that found one board unique also gets the next question
        return grown(rng, recipe, budget, questions.other if recipe.needs else questions.nearest)


def _sieved(puzzle: Dungeon) -> bool:
    """Count a question, and return whether the sieve should answer it."""
    global _asked
    _asked += 1
    often = jit.worthwhile(sieve.KERNEL, _asked, 0 if sieve.loaded() else PATIENCE, MORE_PATIENCE)
    return often and sieve.fits(puzzle.grid)


def _options(topology: Any) -> DungeonOptions:
    return DungeonOptions(topology=topology, compilation="template", graph_check=False)
