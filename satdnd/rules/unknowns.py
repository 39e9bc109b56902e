"""What a player marks: the variables of a puzzle as sentences, as JSON marks and as a board.

A family of unknowns numbers its variables from 1, in the order in which boards, statements and formulas have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

from satdnd.errors import InputError, UsageError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name, counted
from satdnd.grid.signs import Sign, ruled_out
from satdnd.sat.formula import Clause, Literal, VariableNames

Mark: TypeAlias = tuple[int | str, ...]
"""A literal of a projection as people and JSON see it: row and column (twice for a pair of islands), then the mark:
``(2, 4, "#")``, ``(0, 0, "not 5")``, ``(0, 0, 0, 4, ">=1")``. Rows and columns count from 0."""


class Unknowns:
    """A family of unknowns. This base class has no marks, for searches without any."""

    size: tuple[int, int]
    """Rows and columns of the board."""
    names: Sequence[str] = ()
    """The names of the variables in a DIMACS file."""

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cells where a variable is marked."""
        raise UsageError("literals of this encoding have no marks")

    def mark(self, literal: Literal) -> Mark:
        """The JSON form of a literal in explanations."""
        raise UsageError("literals of this encoding have no marks")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The inverse of `mark`. Raises InputError for anything that is not a mark."""
        sign = mark[-1] if mark else None
        if isinstance(sign, Sign):
            found = f"found {shown(str(sign))} at {cell_name((int(mark[0]), int(mark[1])))}"
            raise InputError(f"{found}, expected {self.signs}", line=sign.line, column=sign.column)
        raise InputError(f"found {shown(list(mark))}, {self.expected}")

    expected = "which is a mark of no unknown here"
    """The expected form of a mark, for error messages."""
    signs = "none"
    """The expected signs in the cells of a board, for error messages."""

    def along(self, literal: Literal) -> Iterable[Literal]:
        """Literals that follow a literal without a step of their own (a digit's other places)."""
        return ()

    def structure(self) -> list[Clause]:
        """Clauses that hold in every puzzle (two bridges imply at least one)."""
        return []

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """The literals of a player's board: rows in the form of `describe`. Raises InputError."""
        raise InputError("this kind has no board to read; give marks")

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """*literals* as JSON fields, such as ``forced``."""
        return {"literals": [self.sentence(x) for x in literals]}

    def sentence(self, literal: Literal) -> str:
        """The sentence of a literal, for people."""
        return ("" if literal > 0 else "not ") + self.names[abs(literal) - 1]

    def denial(self, literal: Literal) -> str:
        """The sentence that denies a literal, for people."""
        return self.sentence(-literal)


class Shading(Unknowns):
    """Variable ``r*W + c + 1`` is true if the cell (r, c) is shaded, or holds a thing.

    Args:
        geometry: the grid of cells.
        noun: used in names of variables, ``wall[1,4]``.
        on, off: the marks of shaded and of other cells.
        yes, no: the phrases about a cell: ``is a wall``, ``is open``.
        not_yes, not_no: their denials: ``cannot be a wall``.
        left_out: how `describe` shows cells that are not shaded; empty: by their mark.
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
        left_out: str = "",
    ) -> None:
        self.grid, self.on, self.off, self.left_out = geometry, on, off, left_out or off
        self.size = geometry.height, geometry.width
        self._noun = noun
        self.names = VariableNames(geometry.size, self._named)
        self._says = {True: (yes, no), False: (not_yes or no, not_no or yes)}
        self.signs = f"{on!r}, {off!r}, or '.' for unknown"
        self.expected = f"expected [row, column, {on!r} or {off!r}] in the grid"

    def _named(self, variable: int) -> str:
        r, c = divmod(variable - 1, self.grid.width)
        return f"{self._noun}[{r},{c}]"

    def variable(self, cell: Cell) -> int:
        """The variable of a cell."""
        return cell[0] * self.grid.width + cell[1] + 1

    def literals(self, cells: Iterable[Cell], sign: int = 1) -> tuple[Literal, ...]:
        """The literals for shaded cells, or with *sign* -1 for cells that are not shaded."""
        width = self.grid.width
        return tuple([sign * (r * width + c + 1) for r, c in cells])

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cell."""
        return (divmod(variable - 1, self.grid.width),)

    def mark(self, literal: Literal) -> Mark:
        """Row, column and the mark."""
        return (*divmod(abs(literal) - 1, self.grid.width), self.on if literal > 0 else self.off)

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that a mark stands for."""
        match mark:
            case [int(r), int(c), str(entry)] if self.grid.contains((r, c)) and entry in (self.on, self.off):
                if type(r) is int and type(c) is int:
                    return self.variable((r, c)) * (1 if entry == self.on else -1)
        return super().literal(mark)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """Literals from one string per row; characters that are not marks (clues, ``.``) are ignored."""
        found = []
        for r, row in enumerate(square(rows, *self.size)):
            for c, entry in enumerate(row):
                if entry in (self.on, self.off, "x"):
                    found.append(self.variable((r, c)) * (1 if entry == self.on else -1))
        return found

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of marks, with ``.`` for cells that differ."""
        known = {abs(x) - 1: self.on if x > 0 else self.left_out for x in literals}
        height, width = self.size
        return {"forced": ["".join(known.get(r * width + c, ".") for c in range(width)) for r in range(height)]}

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is a wall`` or ``r3c5 is open``."""
        return f"{cell_name(self.cells(abs(literal))[0])} {self._says[True][literal < 0]}"

    def denial(self, literal: Literal) -> str:
        """``r3c5 cannot be a wall`` or ``r3c5 cannot be open``."""
        return f"{cell_name(self.cells(abs(literal))[0])} {self._says[False][literal < 0]}"


NOT = "not "
"""The prefix of marks for values that are ruled out."""


class Values(Unknowns):
    """One variable for each cell and value from 1 to N, cell by cell: the cell holds the value.

    Args:
        side: N.
        seen: for each cell, as bits, the other cells that cannot hold the same value.
        symbols: a character for each value, so that rows of boards are strings; empty: numbers, in lists.
        left: for each cell in reading order, as bits, the values that it may hold; None: 1 to N.
        size: rows and columns; None: N and N.
        by_value: whether variables are numbered value by value, and cell by cell for each.
    """

    def __init__(
        self,
        side: int,
        seen: Sequence[int],
        symbols: str = "",
        left: Sequence[int] | None = None,
        size: tuple[int, int] | None = None,
        *,
        by_value: bool = False,
    ) -> None:
        self.side, self.size, self._seen, self._drawn = side, size or (side, side), seen, bool(symbols)
        self.symbols: Sequence[str] = symbols[:side] or [str(v) for v in range(1, side + 1)]
        self._value = {symbol: v for v, symbol in enumerate(self.symbols, 1)}
        every = (1 << side + 1) - 2
        width, cells = self.size[1], self.size[0] * self.size[1]
        pairs = [(i, v) for i in range(cells) for v in scan(left[i] if left else every)]
        if by_value:
            pairs.sort(key=lambda pair: pair[1])
        self.values = [v for _, v in pairs]
        """The value of each variable."""
        self._places = [i for i, _ in pairs]
        self._candidates: list[dict[int, Literal]] = [{} for _ in range(cells)]
        for x, (i, v) in enumerate(pairs, 1):
            self._candidates[i][v] = x
        self.names = VariableNames(
            len(pairs), lambda x: f"cell[{pairs[x - 1][0] // width},{pairs[x - 1][0] % width}]={pairs[x - 1][1]}"
        )
        first, last = self.symbols[0], self.symbols[-1]
        self.signs = f"'{first}' to '{last}', or '.' for unknown"
        self.expected = f"expected [row, column, '{first}' to '{last}', or '{NOT}...'] in the grid"

    def candidates(self, cell: Cell) -> Mapping[int, Literal]:
        """Maps each value that a cell may hold to its variable."""
        return self._candidates[cell[0] * self.size[1] + cell[1]]

    def groups(self, cells: Sequence[Cell]) -> list[list[Literal]]:
        """For each value, the variables of *cells* that hold it."""
        candidates = [self.candidates(cell) for cell in cells]
        return [[one[v] for one in candidates if v in one] for v in range(1, self.side + 1)]

    def literals(self, rows: Iterable[Iterable[int]]) -> list[Literal]:
        """The literals for the values of *rows*, which the cells must be able to hold; 0 for none."""
        return [literals[v] for literals, v in zip(self._candidates, chain.from_iterable(rows), strict=True) if v]

    def placed(self, literals: Iterable[Literal]) -> list[list[int]]:
        """The values that literals place, as rows; 0 for none."""
        height, width = self.size
        rows = [[0] * width for _ in range(height)]
        for x in literals:
            if x > 0:
                r, c = divmod(self._places[x - 1], width)
                rows[r][c] = self.values[x - 1]
        return rows

    def placed_on(self, board: Bitboard) -> list[list[int]]:
        """The same for a board; bit v-1 is variable v."""
        return self.placed(i + 1 for i in scan(board))

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cell."""
        return (divmod(self._places[variable - 1], self.size[1]),)

    def mark(self, literal: Literal) -> Mark:
        """The cell, and its value or ``not`` with a value."""
        (cell,), symbol = self.cells(abs(literal)), self.symbols[self.values[abs(literal) - 1] - 1]
        return (*cell, symbol if literal > 0 else NOT + symbol)

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that a mark stands for."""
        match mark:
            case [int(r), int(c), str(entry)] if 0 <= r < self.size[0] and 0 <= c < self.size[1]:
                x = self.candidates((r, c)).get(self._value.get(entry.removeprefix(NOT), 0))
                if x and type(r) is int and type(c) is int:
                    return -x if entry.startswith(NOT) else x
        return super().literal(mark)

    @cached_property
    def _near(self) -> list[tuple[int, ...]]:
        """For each cell, the other cells that cannot hold the same value."""
        return [tuple(scan(seen)) for seen in self._seen]

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A placed value rules out the other values of its cell, and its own value in the cells that it sees."""
        if literal < 0:
            return ()
        i, value, candidates = self._places[literal - 1], self.values[literal - 1], self._candidates
        gone = [-x for x in candidates[i].values() if x != literal]
        return gone + [-x for j in self._near[i] if (x := candidates[j].get(value))]

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """Literals from a string or list of values per row; ``.``, 0 and None are unknown, ``≠1,4`` as in drawings."""
        return [
            self.literal((r, c, what))
            for r, row in enumerate(square(rows, *self.size))
            for c, entry in enumerate(row)
            if entry not in (".", "0", 0, None)
            for what in said_of(entry if isinstance(entry, str) else str(entry))
        ]

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of values, with ``.`` in a string or None in a list for cells that differ."""
        rows = self.placed(literals)
        if self._drawn:
            return {"forced": ["".join(self.symbols[v - 1] if v else "." for v in row) for row in rows]}
        return {"forced": [[v or None for v in row] for row in rows]}

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is 7`` or ``r3c5 is not 7``."""
        return f"{cell_name(self.cells(abs(literal))[0])} is {self.mark(literal)[2]}"


def said_of(sign: str) -> list[str]:
    """The meaning of a sign in a cell of a board: a value, or values that are ruled out (``≠1,4``)."""
    excluded = ruled_out(sign)
    return [sign] if excluded is None else [NOT + value for value in excluded]


def square(rows: Sequence[Any], height: int, width: int) -> list[Sequence[Any]]:
    """*rows* as lists of *width* entries; strings may contain blanks. Raises InputError for another shape."""
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
