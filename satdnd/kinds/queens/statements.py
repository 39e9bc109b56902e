"""The rules of queens as statements: given queens, lines, and the number where a row and a column may be free."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from satdnd.encodings.attacks import line_name, lines
from satdnd.engine.settings import Settings
from satdnd.grid.notation import counted
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.rules.count import Count, exactly
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Shading


def squares(puzzle: Queens) -> Shading:
    """Variable ``r*W + c + 1`` says that there is a queen on (r, c)."""
    return Shading(
        puzzle.grid,
        "queen",
        "Q",
        yes="holds a queen",
        no="is empty",
        not_yes="holds no queen",
        not_no="is not empty: it holds a queen",
        off="x",
    )


def statements(puzzle: Queens) -> Iterator[RuleStatement]:
    """Given queens, rows, columns, diagonals, the number."""
    height, width = puzzle.height, puzzle.width
    cells = [divmod(i, width) for i in range(height * width)]
    for r, c in puzzle.given:
        yield exactly("given", [(r, c)], "a queen stands on {}", [r * width + c + 1], 1)
    full = puzzle.count == min(height, width)
    board = lines(height, width)
    for rule, directions, every in (
        ("row", (board.rows,), full and height <= width),
        ("column", (board.columns,), full and width <= height),
        ("diagonal", (board.falling, board.rising), False),
    ):
        for line in (line for direction in directions for line in direction if every or len(line) > 1):
            number = "one queen" if every else "at most one queen"
            text = f"{line_name(line, width, rule)} has {number}"
            yield Count(rule, tuple(cells[i] for i in line), text, tuple(i + 1 for i in line), int(every), 1)
    if not full:
        there = f"there {'is' if puzzle.count == 1 else 'are'} {counted(puzzle.count, 'queen')}"
        yield exactly("count", (), there, range(1, height * width + 1), puzzle.count)


def rulebook(puzzle: Queens, options: Settings) -> Rulebook[QueensSolution]:
    """All that is said of one board."""
    unknowns = squares(puzzle)
    return Rulebook(
        unknowns,
        partial(statements, puzzle),
        board=lambda solution: solution.board,
        solution=lambda board: QueensSolution(puzzle.height, puzzle.width, tuple(puzzle.grid.cells(board))),
        shown=unknowns.literals(puzzle.given),
        same_count=True,
    )
