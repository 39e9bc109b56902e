"""Possible values of cells: what follows from rooms and lines without search.

A set of values is an integer, bit v for the value v. What is removed here is in no solution and needs no variable.
"""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.declaration.views.values import rows_and_columns
from satdnd.grid.bitboard import Cell, scan
from satdnd.kinds.inshi.model import Inshi
from satdnd.rules.factors import factor_sets
from satdnd.sat.budget import Budget


class Candidates:
    """The remaining values of every cell and factor sets of every room.

    Args:
        puzzle: of size N; 64x64 with rooms of up to three cells takes a quarter of a second.
        budget: the limits (long rooms have hundreds of factor sets each). Raises Undecided if exceeded.
        plain: conclude nothing: all values, and all factor sets of each product.

    Attributes:
        values: for each cell, the remaining values; 0 if the puzzle has no solution.
        sets: for each room (in the puzzle's order), its factor sets; None if there are too many to list.
    """

    def __init__(self, puzzle: Inshi, budget: Budget | None = None, *, plain: bool = False) -> None:
        size, budget = puzzle.size, budget or Budget()
        everything = (1 << size + 1) - 2
        self.values: dict[Cell, int] = {}
        self.sets: list[list[int] | None] = []
        self._rooms = [room.cells for room in puzzle.rooms]
        self._room_of = {cell: i for i, cells in enumerate(self._rooms) for cell in cells}
        self._lines = [*rows_and_columns(size)]
        for room in puzzle.rooms:
            budget.check()
            listed = factor_sets(room.product, len(room), size)
            if listed is None:
                self.sets.append(None)
                allowed = sum(1 << v for v in scan(everything) if room.product % v == 0)
            else:
                self.sets.append([sum(1 << v for v in values) for values in listed])
                allowed = 0
                for values in self.sets[-1] or ():
                    allowed |= values
            self.values |= dict.fromkeys(room.cells, everything if plain else allowed)
        self._stale_rooms = set() if plain else set(range(len(self._rooms)))
        self._stale_lines = set() if plain else set(range(2 * size))
        while self._stale_rooms or self._stale_lines:
            rooms, self._stale_rooms = sorted(self._stale_rooms), set()
            for i in rooms:
                budget.check()
                self._filter_room(i)
            lines, self._stale_lines = sorted(self._stale_lines), set()
            for i in lines:
                budget.check()
                self._filter_line(self._lines[i])

    def _keep(self, cell: Cell, values: int) -> None:
        if values != self.values[cell]:
            self.values[cell] = values
            self._stale_rooms.add(self._room_of[cell])
            self._stale_lines.update((cell[0], len(self._lines) // 2 + cell[1]))

    def _filter_room(self, room: int) -> None:
        """Drop the sets that no longer fit the cells, then the values that are in no set."""
        cells, sets = self._rooms[room], self.sets[room]
        if sets is None:
            return
        left = [0] * len(cells)
        fitting = []
        for values in sets:
            parts = [self.values[cell] & values for cell in cells]
            for i, part in enumerate(parts):
                if not part & part - 1:  # the only place for its value
                    parts = [other if j == i else other & ~part for j, other in enumerate(parts)]
            covered = 0
            for part in parts:
                covered |= part
            if covered == values and all(parts):
                fitting.append(values)
                left = [one | part for one, part in zip(left, parts, strict=True)]
        self.sets[room] = fitting
        for cell, values in zip(cells, left, strict=True):
            self._keep(cell, values)

    def _filter_line(self, line: Sequence[Cell]) -> None:
        """A value known in one cell is in no other; a value with one place left goes there."""
        once = twice = known = 0
        for cell in line:
            values = self.values[cell]
            twice |= once & values
            once |= values
            if not values & values - 1:
                known |= values
        only = once & ~twice
        for cell in line:
            values = self.values[cell]
            if values & values - 1:
                self._keep(cell, values & only or values & ~known)
