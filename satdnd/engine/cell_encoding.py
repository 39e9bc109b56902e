"""Encodings whose first variables are the cells of a grid, one each in reading order: a model begins with the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from satdnd.engine.kind import Encoding, Mark, P, Solution
from satdnd.errors import InputError
from satdnd.formats.fields import shown
from satdnd.grid.bitboard import Bitboard, Grid
from satdnd.grid.notation import counted
from satdnd.sat.formula import Literal


class Board(Solution, Protocol):
    """Protocol: a solution that is a set of cells."""

    @property
    def board(self) -> Bitboard:
        """The cells, bit ``r*W + c``."""
        ...


B = TypeVar("B", bound=Board)


class CellEncoding(Encoding[P, B]):
    """Variable ``r*W + c + 1`` says that the cell (r, c) is in the set that a solution is."""

    grid: Grid
    marks: ClassVar[tuple[str, str]]
    """How `describe` shows a cell that is always in the set, and one that never is."""

    _read: tuple[Sequence[Literal], Bitboard] = (), 0

    def board(self, model: Sequence[Literal]) -> Bitboard:
        """The cells of *model* as an integer; cuts and decoder ask one after the other."""
        if model is not self._read[0]:
            self._read = model, int("".join(["1" if x > 0 else "0" for x in model[self.grid.size - 1 :: -1]]), 2)
        return self._read[1]

    def literals(self, puzzle: P, solution: B) -> list[Literal]:
        """One literal a cell."""
        board = solution.board
        return [v if board >> v - 1 & 1 else -v for v in self.projection]

    def mark(self, literal: Literal) -> Mark:
        """Row, column, and the mark of `forced`: ``o`` for what is not in the set."""
        return (*divmod(abs(literal) - 1, self.grid.width), self.marks[0] if literal > 0 else "o")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(r), int(c), str(said)] if self.grid.contains((r, c)) and said in (self.marks[0], "o"):
                return (r * self.grid.width + c + 1) * (1 if said == self.marks[0] else -1)
        return super().literal(mark)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """A string a row; characters that are no mark (clues, ``.``) say nothing."""
        literals = []
        for r, row in enumerate(square(rows, self.grid.height, self.grid.width)):
            for c, said in enumerate(row):
                if said in (self.marks[0], "o", "x"):
                    literals.append((r * self.grid.width + c + 1) * (1 if said == self.marks[0] else -1))
        return literals

    def describe(self, puzzle: P, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of `marks`, and ``.`` for what is not the same everywhere."""
        shown = {abs(x) - 1: self.marks[x < 0] for x in literals}
        width = self.grid.width
        rows = ["".join(shown.get(r * width + c, ".") for c in range(width)) for r in range(self.grid.height)]
        return {"forced": rows}


def square(rows: Sequence[Any], height: int, width: int) -> list[Sequence[Any]]:
    """*rows* as lists of *width* entries; strings may have blanks. InputError for another shape."""
    if len(rows) != height:
        raise InputError(f"the board has {counted(len(rows), 'row')}, the puzzle has {height}")
    found: list[Sequence[Any]] = []
    for number, row in enumerate(rows, 1):
        entries: Sequence[Any] = row
        if isinstance(row, str):
            entries = row.split() if len(row.split()) == width else "".join(row.split())
        if not isinstance(entries, str | list | tuple) or len(entries) != width:
            raise InputError(f"row {number} of the board is {shown(row)}, expected {counted(width, 'cell')}")
        found.append(entries)
    return found
