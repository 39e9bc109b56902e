"""New puzzles whose only clues are areas: a solution first, then areas that grow as long as there is no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from satdnd.declaration.areas import AreaTuple
from satdnd.declaration.generator import TRIED, DeclaredRecipe
from satdnd.declaration.territories import cores, grown, named, spread
from satdnd.declaration.views import Shaded
from satdnd.engine.kind import Kind, Rules
from satdnd.errors import CannotFulfil
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.setter.warm_solver import WarmSolver


class AreaMaker:
    """Makes puzzles of one kind whose areas have equally many marked cells.

    Each area begins as its marked cells, with ways between them, and takes in cells one by one, none with which there
    would be another solution. Cells that are in no area yet are not marked. 10x10 norinori: one random solution in
    twelve leads to a puzzle, in 0.2 to 2 s; moving cells between areas that fill the grid, as is done for star battles,
    succeeded in less than one of 400, in 50 s.

    Args:
        kind: of the puzzles, a function, since a kind has its maker before it is complete.
        view: what is marked.
        rule: the rule that areas state; all others hold for every board of that size.
        draw: (rng, blank puzzle, budget) -> the board of a random solution without areas; None or 0 to try again.
        each: the marked cells of an area.
    """

    def __init__(
        self,
        kind: Callable[[], Kind[Any, Any, Any]],
        view: Shaded,
        rule: str,
        draw: Callable[[Random, Any, Budget], Bitboard | None],
        each: int,
    ) -> None:
        self._kind, self._view, self._rule, self._draw, self._each = kind, view, rule, draw, each

    def generate(self, rng: Random, recipe: DeclaredRecipe, budget: Budget) -> Any:
        """A new puzzle that fits *recipe*. Raises CannotFulfil, Undecided."""
        kind = self._kind()
        blank: Any = kind.empty(recipe.height, recipe.width)
        book = kind.require(Rules).book(blank, kind.options())
        common = replace(book, each=lambda: (one for one in book.each() if one.rule != self._rule))
        with WarmSolver[Any](common, budget) as solver:
            for _ in range(TRIED):
                budget.check()
                board = self._draw(rng, blank, budget)
                areas = grown(rng, blank.grid, blank.grid.cells(board), self._each, budget) if board else None
                if board and areas and recipe.unique:
                    areas = self._unique(rng, blank, areas, board, solver)
                if areas:
                    return replace(blank, areas=areas)
        size = f"{recipe.height}x{recipe.width}"
        raise CannotFulfil(f"found no unique puzzle of {size} among {TRIED} random solutions")

    def _unique(
        self, rng: Random, blank: Any, areas: AreaTuple, board: Bitboard, solver: WarmSolver[Any]
    ) -> AreaTuple | None:
        """Areas with which *board* is the only solution; None if that does not come about."""
        solution, grid = self._view.solution(blank, board), blank.grid
        shading = self._view.unknowns(blank)

        def allowed(now: Sequence[Bitboard]) -> bool:
            """Whether there is no other solution without the cells of no area."""
            rest = grid.all
            for area in now:
                rest &= ~area
            stated = self._stated(replace(blank, areas=named(grid, [*now, rest])), rest)
            return solver.other(stated, solution, shading.literals(grid.cells(rest), -1)) is None

        found = spread(rng, grid, cores(grid, areas, board), allowed)
        return None if found is None else named(grid, found)

    def _stated(self, puzzle: Any, rest: Bitboard) -> list[RuleStatement]:
        """What the areas state, but for one that stands for the cells of no area."""
        kind, cells = self._kind(), tuple(puzzle.grid.cells(rest))
        every = kind.require(Rules).book(puzzle, kind.options()).each()
        return [one for one in every if one.rule == self._rule and one.cells != cells]
