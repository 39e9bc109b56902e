"""What a player marks: the variables of a puzzle, as sentences, as JSON marks, and as a board.

A family of unknowns numbers its variables from 1, in the order in which boards, statements and formulas have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from satdnd.errors import InputError, UsageError
from satdnd.formats.fields import shown
from satdnd.grid.bitboard import Cell, Grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.sat.formula import Clause, Literal

Mark: TypeAlias = tuple[int | str, ...]
"""A literal of a projection as people and JSON see it: row and column (of a pair of islands twice), then what is said
of the place: ``(2, 4, "#")``, ``(0, 0, "not 5")``, ``(0, 0, 0, 4, ">=1")``. Rows and columns count from 0."""


class Unknowns:
    """A family of unknowns; this one has no marks, for searches that have none."""

    size: tuple[int, int]
    """Rows and columns of the board."""
    names: Sequence[str] = ()
    """The variables by the names that a DIMACS file has."""

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """Where the marks of a variable stand."""
        raise UsageError("literals of this encoding have no marks")

    def mark(self, literal: Literal) -> Mark:
        """A literal as JSON shows it in explanations."""
        raise UsageError("literals of this encoding have no marks")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that `mark` shows as *mark*. InputError for a mark of no literal."""
        raise InputError(f"found {shown(list(mark))}, {self.expected}")

    expected = "which is a mark of no unknown here"
    """What a mark should be, for errors."""

    def along(self, literal: Literal) -> Iterable[Literal]:
        """What is marked together with a literal, without a step (a digit's other places)."""
        return ()

    def structure(self) -> list[Clause]:
        """What holds of the variables in every puzzle (two bridges are at least one)."""
        return []

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """What a player's board says: rows as `describe` shows them. InputError."""
        raise InputError("this kind has no board to read; give marks")

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """What *literals* say, as JSON fields: for ``forced``."""
        return {"literals": [self.sentence(x) for x in literals]}

    def sentence(self, literal: Literal) -> str:
        """What a literal says, for people."""
        return ("" if literal > 0 else "not ") + self.names[abs(literal) - 1]

    def denial(self, literal: Literal) -> str:
        """A sentence for people: what a literal says is not so."""
        return self.sentence(-literal)


class Shading(Unknowns):
    """Variable ``r*W + c + 1`` says that the cell (r, c) is shaded, or holds a thing.

    Args:
        geometry: of the cells.
        noun: in names of variables, ``wall[1,4]``.
        on: the mark of a shaded cell; that of the others is ``o``.
        yes, no: what is said of a cell: ``is a wall``, ``is open``.
        not_yes, not_no: the same denied: ``is no wall: it is open``.
        off: how `describe` shows cells that are not shaded.
    """

    def __init__(
        self,
        geometry: Grid,
        noun: str,
        on: str,
        *,
        yes: str,
        no: str,
        not_yes: str = "",
        not_no: str = "",
        off: str = "o",
    ) -> None:
        self.grid, self.on, self.off = geometry, on, off
        self.size = geometry.height, geometry.width
        self.names = [f"{noun}[{r},{c}]" for r in range(geometry.height) for c in range(geometry.width)]
        self._says = {True: (yes, no), False: (not_yes or no, not_no or yes)}
        self.expected = f"expected [row, column, {on!r} or 'o'] in the grid"

    def variable(self, cell: Cell) -> int:
        """That of a cell."""
        return cell[0] * self.grid.width + cell[1] + 1

    def literals(self, cells: Iterable[Cell], sign: int = 1) -> tuple[Literal, ...]:
        """That cells are shaded, or with *sign* -1 that they are not."""
        width = self.grid.width
        return tuple([sign * (r * width + c + 1) for r, c in cells])

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cell."""
        return (divmod(variable - 1, self.grid.width),)

    def mark(self, literal: Literal) -> Mark:
        """Row, column, and the mark of `forced`: ``o`` for what is not shaded."""
        return (*divmod(abs(literal) - 1, self.grid.width), self.on if literal > 0 else "o")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(r), int(c), str(said)] if self.grid.contains((r, c)) and said in (self.on, "o"):
                if type(r) is int and type(c) is int:
                    return self.variable((r, c)) * (1 if said == self.on else -1)
        return super().literal(mark)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """A string a row; characters that are no mark (clues, ``.``) say nothing."""
        found = []
        for r, row in enumerate(square(rows, *self.size)):
            for c, said in enumerate(row):
                if said in (self.on, "o", "x"):
                    found.append(self.variable((r, c)) * (1 if said == self.on else -1))
        return found

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of marks, and ``.`` for what is not the same everywhere."""
        known = {abs(x) - 1: self.on if x > 0 else self.off for x in literals}
        height, width = self.size
        return {"forced": ["".join(known.get(r * width + c, ".") for c in range(width)) for r in range(height)]}

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is a wall`` or ``r3c5 is open``."""
        return f"{cell_name(self.cells(abs(literal))[0])} {self._says[True][literal < 0]}"

    def denial(self, literal: Literal) -> str:
        """``r3c5 is no wall: it is open`` or ``r3c5 is not open: it is a wall``."""
        return f"{cell_name(self.cells(abs(literal))[0])} {self._says[False][literal < 0]}"


NOT = "not "
"""What marks of values begin with that are ruled out."""


class Values(Unknowns):
    """Each variable says that a cell of a grid with N rows and columns holds a value from 1 to N: cell by cell.

    Args:
        side: N.
        symbols: how the values are written.
        seen: of each cell, as bits, the other cells that cannot hold its value: once placed, it is ruled out there.
        left: of each cell in reading order, as bits, the values that it may hold at all; None: 1 to N.
    """

    def __init__(
        self, side: int, symbols: Sequence[str], seen: Sequence[int], left: Sequence[int] | None = None
    ) -> None:
        self.side, self.size, self.symbols, self._seen = side, (side, side), symbols[:side], seen
        every = (1 << side + 1) - 2
        self._held = [(i, v) for i in range(side * side) for v in scan(left[i] if left else every)]
        self._variables = {held: x for x, held in enumerate(self._held, 1)}
        self.names = [f"cell[{i // side},{i % side}]={v}" for i, v in self._held]
        first, last = self.symbols[0], self.symbols[-1]
        self.expected = f"expected [row, column, '{first}' to '{last}', or '{NOT}...'] in the grid"
        self._value = {symbol: v for v, symbol in enumerate(self.symbols, 1)}

    def variable(self, cell: Cell, value: int) -> int:
        """That of a value that a cell may hold; 0 for another."""
        return self._variables.get((cell[0] * self.side + cell[1], value), 0)

    def candidates(self, cell: Cell) -> dict[int, Literal]:
        """Of each value that the cell may hold, the variable."""
        return {v: x for v in range(1, self.side + 1) if (x := self.variable(cell, v))}

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cell."""
        return (divmod(self._held[variable - 1][0], self.side),)

    def value(self, variable: int) -> int:
        """The value that it speaks of."""
        return self._held[variable - 1][1]

    def mark(self, literal: Literal) -> Mark:
        """The cell, and its value or ``not`` a value."""
        i, value = self._held[abs(literal) - 1]
        return (*divmod(i, self.side), ("" if literal > 0 else NOT) + self.symbols[value - 1])

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(r), int(c), str(said)] if type(r) is int and type(c) is int and 0 <= c < self.side:
                x = self.variable((r, c), self._value.get(said.removeprefix(NOT), 0))
                if x:
                    return -x if said.startswith(NOT) else x
        return super().literal(mark)

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A value takes the place of the others in its cell, and its other places in what the cell sees."""
        if literal > 0:
            i, value = self._held[literal - 1]
            others = [(i, v) for v in range(1, self.side + 1) if v != value]
            others += [(j, value) for j in scan(self._seen[i])]
            yield from (-x for held in others if (x := self._variables.get(held)))

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """A string or a list of values a row; ``.``, 0 and None are not known."""
        return [
            self.literal((r, c, str(said)))
            for r, row in enumerate(square(rows, *self.size))
            for c, said in enumerate(row)
            if said not in (".", "0", 0, None)
        ]

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is 7`` or ``r3c5 is not 7``."""
        (cell,) = self.cells(abs(literal))
        return f"{cell_name(cell)} is {self.mark(literal)[2]}"

    def placed(self, literals: Iterable[Literal]) -> list[list[int]]:
        """The values that literals place, by rows; 0 for none."""
        rows = [[0] * self.side for _ in range(self.side)]
        for x in literals:
            if x > 0:
                i, value = self._held[x - 1]
                rows[i // self.side][i % self.side] = value
        return rows


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
