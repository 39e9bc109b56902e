"""The rules of sudoku as statements: cells, rows, columns, boxes, and given values. Those of a size are shared."""

from __future__ import annotations

from functools import cache
from itertools import chain

from satdnd.kinds.sudoku.model import SYMBOLS, House, Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.rules.count import Count, EachOnce, each_once, exactly
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.unknowns import Values


@cache
def digits(size: int) -> Values:
    """Variable ``i*N + v`` says that the cell with the number i holds the value v."""
    return Values(size, geometry(size).peers, SYMBOLS)


@cache
def holds_one(size: int, i: int) -> EachOnce:
    """``r3c5 holds one value``, of the cell with the number *i*."""
    cell = divmod(i, size)
    return each_once("filled", [cell], "{} holds one value", [digits(size).candidates(cell).values()])


@cache
def holds_each_once(size: int, house: House) -> EachOnce:
    """``row 3 holds each digit once``."""
    cells = [divmod(i, size) for i in house.indices]
    return each_once(house.rule, cells, f"{house.name} holds each digit once", digits(size).groups(cells))


@cache
def statements(size: int) -> tuple[EachOnce, ...]:
    """What is said of every puzzle of a size: of cells, rows, columns and boxes."""
    cells = (holds_one(size, i) for i in range(size**2))
    return (*cells, *(holds_each_once(size, house) for house in geometry(size).houses))


def given(puzzle: Sudoku) -> list[Count]:
    """``r3c5 is given as 7``, for each clue."""
    return [
        exactly("given", [divmod(i, puzzle.size)], f"{{}} is given as {symbol(value)}", [i * puzzle.size + value], 1)
        for i, value in puzzle.given
    ]


def rulebook(puzzle: Sudoku, options: SudokuOptions) -> Rulebook[SudokuSolution]:
    """All that is said of one puzzle."""
    size, unknowns = puzzle.size, digits(puzzle.size)
    return Rulebook(
        unknowns,
        lambda: (*statements(size), *given(puzzle)),
        board=lambda solution: sum(1 << i * size + value - 1 for i, value in enumerate(solution.values)),
        solution=lambda board: SudokuSolution(tuple(chain.from_iterable(unknowns.placed_on(board)))),
        shown=tuple(i * size + value for i, value in puzzle.given),
    )
