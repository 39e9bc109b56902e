"""Windows of a large board: other solutions that differ from a known one only near a place, found quickly.

Most clues are needed because of a small change of the solution. A window holds the cells around a tile of the board;
everything outside is fixed as in the solution, which leaves a small problem. A solution in a window is one of the whole
board; that a window has none says nothing about the whole board.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from types import TracebackType

from satdnd.grid.bitboard import Cell
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool
from satdnd.sat.session import Model, Refine, Session

TILE = 8
"""Rows and columns of a tile."""
MARGIN = 6
"""Rows and columns on each side that a window has more than its tile."""


class Windows:
    """Sessions for the windows of one board, each made when it is first needed.

    Args:
        formula: what solutions satisfy, with the variables of *unknowns* first.
        unknowns: of the puzzle.
        solution: the known one, as literals of *unknowns*.
        budget: for everything.
    """

    def __init__(self, formula: Formula, unknowns: Unknowns, solution: Sequence[Literal], budget: Budget) -> None:
        self._formula, self._budget = formula, budget
        self._solution = {*solution}
        self._at, self._places = dict[Cell, list[int]](), dict[int, list[int]]()  # variables; where they occur
        for variable in map(abs, solution):
            for cell in unknowns.cells(variable):
                self._at.setdefault(cell, []).append(variable)
        for place, clause in enumerate(formula.clauses):
            for x in clause:
                self._places.setdefault(abs(x), []).append(place)
        self._sessions = dict[Cell, tuple[Session, set[int]]]()

    def other(self, cells: Collection[Cell], assumed: Sequence[Literal], refine: Refine) -> Model | None:
        """A model under *assumed* that differs from the solution only in the window of the tile in the middle of
        *cells*; None if there is none, or the cells are spread too far for a window. Raises Undecided.
        """
        (top, bottom), (left, right) = ((min(side), max(side)) for side in zip(*cells, strict=True))
        if max(bottom - top, right - left) >= TILE:
            return None
        tile = (top + bottom) // 2 // TILE, (left + right) // 2 // TILE
        if tile not in self._sessions:
            self._sessions[tile] = self._opened(tile)
        session, variables = self._sessions[tile]
        return session.next_model([x for x in assumed if x in variables], refine=refine, budget=self._budget)

    def _opened(self, tile: Cell) -> tuple[Session, set[int]]:
        """A session for the window of a tile, and the variables that matter in it: its own, and auxiliary ones."""
        rows, columns = (range(i * TILE - MARGIN, (i + 1) * TILE + MARGIN) for i in tile)
        own = {x for cell in product(rows, columns) for x in self._at.get(cell, ())}
        fixed = {x for x in self._solution if abs(x) not in own}
        queue, reached, places = sorted(own), {*own}, set[int]()
        for variable in queue:
            for place in self._places.get(variable, ()):
                if place not in places and fixed.isdisjoint(clause := self._formula.clauses[place]):
                    places.add(place)
                    further = {abs(x) for x in clause if -x not in fixed} - reached
                    reached |= further
                    queue += further
        clauses = [*map(self._formula.clauses.__getitem__, sorted(places)), *([x] for x in fixed)]
        small = Formula(Pool(self._formula.variables, self._budget), clauses, list(self._formula.at_mosts))
        return Session(small, budget=self._budget), reached

    def __enter__(self) -> Windows:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for session, _ in self._sessions.values():
            session.close()
