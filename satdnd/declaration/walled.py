"""Grids with walls, some of them numbered: the runs of white cells between walls, and things placed on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.placed import Placed
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, beside, scan
from satdnd.grid.notation import cell_name

WalledRows: TypeAlias = tuple[tuple[int | str | None, ...], ...]
"""None for a white cell, ``#`` or a number for a wall."""


@dataclass(frozen=True)
class WalledPuzzle(GridPuzzle):
    """The base class of puzzles whose field `rows` holds walls and numbers."""

    @property
    def entries(self) -> WalledRows:
        """The value of the field `rows`."""
        rows: WalledRows = self.rows  # type: ignore[attr-defined]  # of a derived class
        return rows

    @cached_property
    def walls(self) -> list[Cell]:
        """The walls, numbered or not, in reading order."""
        return [(r, c) for r, row in enumerate(self.entries) for c, x in enumerate(row) if x is not None]

    def white(self, cell: Cell) -> bool:
        """Whether a cell is in the grid and is not a wall."""
        return self.grid.contains(cell) and self.entries[cell[0]][cell[1]] is None

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The white neighbours of a cell."""
        return [near for near in beside(cell) if self.white(near)]

    @cached_property
    def runs(self) -> list[tuple[Cell, ...]]:
        """The runs of white cells between walls, first in rows, then in columns; each white cell is in one of each."""
        rows = [[(r, c) for c in range(self.width)] for r in range(self.height)]
        lines = (*rows, *map(list, zip(*rows, strict=True)))
        return [tuple(run) for line in lines for white, run in groupby(line, self.white) if white]

    @cached_property
    def runs_of(self) -> dict[Cell, list[tuple[Cell, ...]]]:
        """The two runs of each white cell, the one in its row first."""
        found = dict[Cell, list[tuple[Cell, ...]]]()
        for run in self.runs:
            for cell in run:
                found.setdefault(cell, []).append(run)
        return found


@dataclass(frozen=True)
class WalledSolution(ShadedSolution):
    """Things placed among the walls of *rows*."""

    rows: WalledRows

    def to_json(self) -> dict[str, Any]:
        """``grid``: the rows of the puzzle, with the signs of the things."""
        signs = [["." if x is None else str(x) for x in row] for row in self.rows]
        for i in scan(self.board):
            signs[i // self.width][i % self.width] = self.sign
        return {"grid": ["".join(row) for row in signs]}


@dataclass(frozen=True)
class Walled(Placed):
    """White cells that hold a thing or are empty, among walls; a solution shows every cell."""

    @property
    def typed(self) -> str:
        """A pattern for the cells of a solution, walls included."""
        return f"{super().typed}|#"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """How a solution is written, in the words of the kind."""
        return f"A solution is the grid with {self.on} for {self.many}, walls as in the puzzle, or an answer in JSON."

    def solution(self, puzzle: Any, board: Bitboard) -> Any:
        """The solution, with the walls of its puzzle."""
        return self.solution_class(puzzle.height, puzzle.width, board, puzzle.rows)

    def check_shown(self, puzzle: Any, rows: Sequence[Sequence[str]]) -> None:
        """Walls and numbers are those of the puzzle; they may be left out, as the numbers of walls may."""
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                clue = puzzle.entries[r][c]
                if (sign == "#" and clue is None) or (sign.strip("[]").isdigit() and sign.strip("[]") != str(clue)):
                    there = "none" if clue is None else f"'{clue}'"
                    raise InputError(f"found {sign!r} at {cell_name((r, c))}, where the puzzle has {there}")

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[str]:
        """All cells, empty ones included."""
        return Shaded.rows(self, puzzle, solution)

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the things by their sign."""
        marks, styles = set(marked), {self.on: "filled", self.off: "open"}
        tiles = [
            [
                Tile.of(styles.get(sign, "unknown"), sign * (sign == self.on), (r, c) in marks)
                for c, sign in enumerate(row)
            ]
            for r, row in enumerate(rows or puzzle.grid.lines(0, self.on, "."))
        ]
        return Picture(tiles, label=puzzle.kind, words={"open": self.no})
