"""The view of puzzles in which a player writes numbers, from 1 to the side of the square, into the cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import View, with_clues
from satdnd.draw.picture import Picture, Tile
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.errors import InputError
from satdnd.formats import drawn_boards, texts
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell, lines_of, scan
from satdnd.grid.notation import counted
from satdnd.grid.signs import Sign
from satdnd.rules.unknowns import Values
from satdnd.sat.formula import Literal

T = TypeVar("T")


@dataclass(frozen=True)
class ValuedSolution:
    """Numbers in the cells, one tuple per row, right or wrong. Each kind derives its own class."""

    grid: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.grid)

    def to_json(self) -> dict[str, Any]:
        """``grid``: a list of rows."""
        return {"grid": [list(row) for row in self.grid]}


def repeated(grid: Sequence[Sequence[T]], cells: Iterable[Cell]) -> Iterator[tuple[T, list[Cell]]]:
    """Each value that several of *cells* share, with these cells."""
    cells = [*cells]
    if len({grid[r][c] for r, c in cells}) == len(cells):
        return
    where = dict[T, list[Cell]]()
    for r, c in cells:
        where.setdefault(grid[r][c], []).append((r, c))
    yield from ((value, places) for value, places in where.items() if len(places) > 1)


def rows_and_columns(side: int) -> Iterator[Sequence[Cell]]:
    """The cells of each line."""
    return (cells for lines in lines_of(side, side).values() for cells in lines)


@lru_cache(maxsize=4)  # used by boards, marks and rules of one puzzle
def all_numbers(side: int) -> Values:
    """The unknowns for every value in every cell."""
    return numbers(side)


def numbers(
    side: int,
    left: Mapping[Cell, int] | None = None,
    groups: Callable[[int], Iterable[Sequence[Cell]]] = rows_and_columns,
    symbols: str = "",
) -> Values:
    """Variables ``cell[r,c]=v``, in reading order.

    Args:
        side: rows, columns and values.
        left: for each cell, the values that it may hold, as bits; None: all.
        groups: groups of cells with different values.
        symbols: a character for each value; empty: numbers.
    """
    seen = [0] * side**2
    for cells in groups(side):
        together = sum(1 << r * side + c for r, c in cells)
        for r, c in cells:
            seen[r * side + c] |= together & ~(1 << r * side + c)
    cells = [divmod(i, side) for i in range(side**2)]
    return Values(side, seen, symbols, left=[left[cell] for cell in cells] if left else None)


@dataclass(frozen=True)
class Valued(View):
    """A number from 1 to N in each cell of N rows and columns.

    Args:
        solution_class: derived from `ValuedSolution`.
        label: the name of pictures; empty: the kind's.
        most: the largest number; 0: N. If given, the board need not be square, and cells may be empty.
    """

    solution_class: type[Any]
    label: str = ""
    most: int = 0
    gesture: ClassVar = "value"

    help = (
        "A solution is one line of numbers per row, with blanks between them if any is above 9, or an answer in JSON."
    )
    phrases = MappingProxyType({})
    unlike = MappingProxyType({})

    def unknowns(self, puzzle: GridPuzzle, left: Mapping[Cell, int] | None = None) -> Values:
        """One variable for each value of each cell, or only for the values *left* (bits)."""
        return numbers(puzzle.height, left) if left else all_numbers(puzzle.height)

    def variables(self, puzzle: GridPuzzle) -> int:
        """One for each value of each cell."""
        return puzzle.height * puzzle.width * (self.most or puzzle.width)

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> Any:
        """The solution with the numbers of *board*, over all variables; 0 for none."""
        side = puzzle.height
        rows = [[0] * side for _ in range(side)]
        for i in scan(board):
            cell, value = divmod(i, side)
            rows[cell // side][cell % side] = value + 1
        return self.made(tuple(map(tuple, rows)))

    def made(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """The solution with these numbers."""
        return self.solution_class(rows)

    def board(self, puzzle: GridPuzzle, solution: Any) -> Bitboard:
        """The inverse of `solution`."""
        side = len(solution.grid)
        values = (value for row in solution.grid for value in row)
        return sum(1 << i * side + value - 1 for i, value in enumerate(values) if value)

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[Any]:
        """The numbers as they are, including those without a variable."""
        grid: Sequence[Any] = solution.grid
        return grid

    def picture(self, puzzle: GridPuzzle, rows: Sequence[Any] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the known numbers."""
        marks = set(marked)

        def tile(cell: Cell) -> Tile:
            """One cell."""
            value = rows[cell[0]][cell[1]] if rows else None
            text = "" if value in (None, ".") else str(value)
            return Tile.of("filled" if text else "unknown", text, cell in marks)

        tiles = [[tile((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)]
        return Picture(tiles, ruled=True, label=self.label or puzzle.kind)

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[Sequence[str]]:
        """The first drawing of that size, or rows of numbers; ``.``, ``?``, ``_`` and ``-`` are unknown."""
        size = height, width = puzzle.height, puzzle.width
        drawn = next(drawn_boards.framed(text, *size), None) or next(self._drawings(puzzle, text), None)
        cells = drawn or [x for row in drawn_boards.typed(text, *size) for x in row]
        signs = [x if x.strip(" ._?-") else "." for x in cells]
        return [signs[r * width : (r + 1) * width] for r in range(height)]

    def _drawings(self, puzzle: GridPuzzle, text: str) -> Iterator[list[Sign]]:
        """The cells of drawings, in which clues may stand above the numbers."""
        headed = any(tile.note for _, tile in with_clues(puzzle, self.picture(puzzle, None, ())).cells())
        return drawn_boards.ruled(text, puzzle.height, puzzle.width, headed=headed)

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """Rows of digits (up to size 9) or of numbers with blanks or commas between them, drawings, JSON.

        Every N rows are a grid; blank lines and comments are skipped. JSON is an answer, an object with ``grid``, or a
        list of rows. Numbers out of range are read, and are faults.
        """
        size = height, width = puzzle.height, puzzle.width
        made, read = self.made, partial(_row, width=width, most=self.most or width, blank=bool(self.most))

        def typed(text: str) -> Iterator[Any]:
            """Solutions with as many rows as the board, one after another, up to the first error."""
            rows, number = list[tuple[int, ...]](), 0
            for number, line in texts.numbered(text):
                if line.strip() and not texts.is_comment(line):
                    row = texts.try_read(read, line, line=number)
                    if isinstance(row, InputError):
                        yield row
                        return
                    rows.append(row)
                if len(rows) == height:
                    yield made(tuple(rows))
                    rows = []
            if rows:
                yield InputError(f"found {counted(len(rows), 'row')}, expected {height}", line=number)

        def drawn(cells: list[str]) -> Any:
            """The solution in the cells of a drawing, row by row."""
            rows = (" ".join(cell or "." for cell in cells[i : i + width]) for i in range(0, len(cells), width))
            return made(tuple(map(read, rows)))

        drawings = (texts.try_read(drawn, cells) for cells in self._drawings(puzzle, text))
        return texts.solutions(text, lambda entry: made(_recorded(entry, *size, read)), drawings, typed)


def _row(line: str, width: int, most: int, blank: bool) -> tuple[int, ...]:
    """The numbers of a line, with 0 for cells that may be empty. Raises InputError."""
    words = texts.words(line, ",")
    if len(words) == 1 and width > 1 and most <= 9:
        words = texts.letters(*words[0])
    if blank:
        words = [("0" if re.fullmatch(r"[#-]|.*\\.*", word) else word, column) for word, column in words]
    for word, column in words:
        if not re.fullmatch("[0-9]{1,9}", word):
            raise InputError(f"found {fields.shown(word)}, expected a number from 1 to {most}", column=column)
    if len(words) != width:
        raise InputError(f"found {counted(len(words), 'number')}, expected {width}")
    return tuple(int(word) for word, _ in words)


def _recorded(
    entry: Any, height: int, width: int, read: Callable[[str], tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    """The numbers of an object with a grid, or of its rows. Raises InputError."""
    rows = fields.listed(fields.require(entry, "grid") if isinstance(entry, dict) else entry, "grid", "rows")
    if len(rows) != height:
        raise InputError(f'field "grid" has {counted(len(rows), "row")}, expected {height}')
    grid = []
    for r, row in enumerate(rows):
        if isinstance(row, str):
            grid.append(read(row))
            continue
        found = fields.listed(row, f"grid[{r}]", f"{width} numbers")
        if len(found) != width:
            raise InputError(f'field "grid[{r}]" has {counted(len(found), "number")}, expected {width}')
        grid.append(tuple(fields.whole(value, f"grid[{r}]", 0) for value in found))
    return tuple(grid)


class ValuedEncoding(StatementEncoding[Any, Any]):
    """The encoding of a rulebook over values: one true literal per cell makes a solution, the others follow."""

    unknowns: Values

    def literals(self, puzzle: Any, solution: ValuedSolution) -> list[Literal]:
        """``cell[r,c]=v`` of every cell: these imply the rest of the projection."""
        return self.unknowns.literals(solution.grid)
