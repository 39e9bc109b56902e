"""Grids with walls, some of them with a number: the runs of white cells between, and things placed on these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from satdnd.declaration.placed import Placed
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views import Shaded, ShadedSolution
from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Bitboard, Cell, scan

WalledRows: TypeAlias = tuple[tuple[int | str | None, ...], ...]
"""None for a white cell, ``#`` or a number for a wall."""


@dataclass(frozen=True)
class WalledPuzzle(GridPuzzle):
    """The base of puzzles whose field `rows` holds walls and numbers."""

    @property
    def entries(self) -> WalledRows:
        """The field of the kind."""
        rows: WalledRows = self.rows  # type: ignore[attr-defined]  # of a class derived from this one
        return rows

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The numbers by their cells."""
        return {(r, c): x for r, row in enumerate(self.entries) for c, x in enumerate(row) if isinstance(x, int)}

    @cached_property
    def walls(self) -> list[Cell]:
        """With a number or without, in reading order."""
        return [(r, c) for r, row in enumerate(self.entries) for c, x in enumerate(row) if x is not None]

    def white(self, cell: Cell) -> bool:
        """Whether a cell is in the grid and no wall."""
        return self.grid.contains(cell) and self.entries[cell[0]][cell[1]] is None

    def beside(self, cell: Cell) -> list[Cell]:
        """The white cells beside one."""
        r, c = cell
        return [near for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if self.white(near)]

    @cached_property
    def runs(self) -> list[tuple[Cell, ...]]:
        """White cells between walls, in rows and then in columns; each white cell is in one of both."""
        rows = [[(r, c) for c in range(self.width)] for r in range(self.height)]
        lines = (*rows, *map(list, zip(*rows, strict=True)))
        return [tuple(run) for line in lines for white, run in groupby(line, self.white) if white]

    @cached_property
    def runs_of(self) -> dict[Cell, list[tuple[Cell, ...]]]:
        """Of each white cell its runs, that along the row first."""
        found = dict[Cell, list[tuple[Cell, ...]]]()
        for run in self.runs:
            for cell in run:
                found.setdefault(cell, []).append(run)
        return found


@dataclass(frozen=True)
class WalledSolution(ShadedSolution):
    """Where things stand, among the walls of *rows*."""

    rows: WalledRows

    def to_json(self) -> dict[str, Any]:
        """``grid``: the rows of the puzzle, with the sign of things."""
        signs = [["." if x is None else str(x) for x in row] for row in self.rows]
        for i in scan(self.board):
            signs[i // self.width][i % self.width] = self.sign
        return {"grid": ["".join(row) for row in signs]}


@dataclass(frozen=True)
class Walled(Placed):
    """White cells that hold a thing, or are empty, among walls; a solution says of all cells what they are."""

    @property
    def typed(self) -> str:
        """With walls."""
        return f"{super().typed}|#"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """In its words."""
        return f"A solution is the grid with {self.on} for {self.many}, walls as in the puzzle, or an answer in JSON."

    def solution(self, puzzle: Any, board: Bitboard) -> Any:
        """With the walls of its puzzle."""
        return self.solution_class(puzzle.height, puzzle.width, board, puzzle.rows)

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[str]:
        """Empty cells too."""
        return Shaded.rows(self, puzzle, solution)

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """Things by their sign."""
        marks, styles = set(marked), {self.on: "filled", self.off: "open"}
        tiles = [
            [
                Tile.of(styles.get(sign, "unknown"), sign * (sign == self.on), (r, c) in marks)
                for c, sign in enumerate(row)
            ]
            for r, row in enumerate(rows or puzzle.grid.lines(0, self.on, "."))
        ]
        return Picture(tiles, label=puzzle.kind, words={"open": self.no})
