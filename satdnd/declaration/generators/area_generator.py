"""New puzzles whose only clues are areas: a solution first, then areas that grow as long as there is no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.generators.generator import TRIED, DeclaredRecipe
from satdnd.declaration.generators.territories import cores, named, spread
from satdnd.declaration.views.view import Shaded
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
        stated: (puzzle, unknowns) -> what its areas state; all other rules hold for every board of that size.
        draw: (rng, blank puzzle, budget) -> the board of a random solution, and areas that it fits, of which only the
            marked cells and ways between them are kept; None to try again.
    """

    def __init__(
        self,
        kind: Callable[[], Kind[Any, Any, Any]],
        view: Shaded,
        stated: Callable[[Any, Any], Iterable[RuleStatement]],
        draw: Callable[[Random, Any, Budget], tuple[Bitboard, AreaTuple] | None],
    ) -> None:
        self._kind, self._view, self._stated, self._draw = kind, view, stated, draw

    def generate(self, rng: Random, recipe: DeclaredRecipe, budget: Budget) -> Any:
        """A new puzzle that fits *recipe*. Raises CannotFulfil, Undecided."""
        kind = self._kind()
        empty: Any = kind.empty(recipe.height, recipe.width)
        blank = replace(empty, areas=named(empty.grid, [empty.grid.all]))  # so nothing follows from several areas
        book = kind.require(Rules).book(blank, kind.options())
        own = {one.rule for one in self._stated(blank, self._view.unknowns(blank))}
        common = replace(book, stated=lambda: (one for one in book.stated() if one.rule not in own))
        with WarmSolver[Any](common, budget) as solver:
            for _ in range(TRIED):
                budget.check()
                if (drawn := self._draw(rng, blank, budget)) is None:
                    continue
                board, areas = drawn
                another = self._another(blank, board, solver) if recipe.unique else lambda _: None
                if found := spread(rng, blank.grid, cores(blank.grid, areas, board), another):
                    return replace(blank, areas=named(blank.grid, found))
        size = f"{recipe.height}x{recipe.width}"
        raise CannotFulfil(f"found no unique puzzle of {size} among {TRIED} random solutions")

    def _another(
        self, blank: Any, board: Bitboard, solver: WarmSolver[Any]
    ) -> Callable[[Sequence[Bitboard]], Bitboard | None]:
        """What finds a solution other than *board*, with no mark in cells of no area."""
        solution, grid = self._view.solution(blank, board), blank.grid
        shading = self._view.unknowns(blank)

        def another(areas: Sequence[Bitboard]) -> Bitboard | None:
            """For these areas, which do not fill the grid yet."""
            rest = grid.all
            for area in areas:
                rest &= ~area
            puzzle = replace(blank, areas=named(grid, [*areas, rest]))
            stated = [one for one in self._stated(puzzle, shading) if not grid.mask(one.cells) & rest]
            other = solver.other(stated, solution, shading.literals(grid.cells(rest), -1))
            return None if other is None else self._view.board(puzzle, other)

        return another
