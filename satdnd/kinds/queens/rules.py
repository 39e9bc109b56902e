"""The referee: what is wrong with a placement, from the squares alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.queens.model import Queens, QueensSolution

PLAY = (
    "Place queens on the board, one for each row or, where there are fewer columns, for each column; another "
    "number where the puzzle names it. No queen attacks another: no two stand in one row, column or diagonal. "
    "Queens that are given stay."
)
"""How it is played, for people who have a pencil."""

RULES = {
    "given": "The given queens stay where they are.",
    "count": "There are as many queens as asked for; by default as many as the shorter side has squares.",
    "row": "No two queens stand on one row.",
    "column": "No two queens stand on one column.",
    "diagonal": "No two queens stand on one diagonal.",
}
"""What each rule says, in the order in which faults are told."""
NAMED = 4
"""Most queens of one line that a message names; a fault's cells are all of them."""


def faults(puzzle: Queens, solution: QueensSolution, options: object = None) -> list[Fault]:
    """Everything that is wrong: a given queen missing, another number of queens, every line with several."""
    there = set(solution.queens)
    found = [
        Fault("given", (square,), f"the queen given at {cell_name(square)} is not there")
        for square in puzzle.given
        if square not in there
    ]
    number = len(solution.queens)
    if number != puzzle.count:
        found.append(Fault("count", (), f"found {counted(number, 'queen')}, expected {puzzle.count}"))
    for rule, queens in crowded(solution.queens):
        named = listed([cell_name(square) for square in queens], NAMED)
        found.append(Fault(rule, tuple(queens), f"{len(queens)} queens stand on one {rule}: {named}"))
    return found


def contradiction(puzzle: Queens, options: object = None) -> str | None:
    """Given queens that attack each other; more queens than the shorter side, or fewer than given; None otherwise."""
    for rule, queens in crowded(puzzle.given):
        return f"the given queens at {listed([cell_name(square) for square in queens[:2]])} stand on one {rule}"
    most = min(puzzle.height, puzzle.width)
    if puzzle.count > most:
        what = "row" if puzzle.height == most else "column"
        return f"{counted(puzzle.count, 'queen')}, but only {counted(most, what)}"
    if puzzle.count < len(puzzle.given):
        are = "is" if len(puzzle.given) == 1 else "are"
        return f"{counted(len(puzzle.given), 'queen')} {are} given, but there shall be {puzzle.count} in all"
    return None


def crowded(squares: Iterable[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """Every line with two queens or more: ``row``, ``column`` or ``diagonal``, and its queens in the order given."""
    lines: dict[tuple[str, int, int], list[Cell]] = {}
    for r, c in squares:
        for line in (("row", 0, r), ("column", 0, c), ("diagonal", 0, r - c), ("diagonal", 1, r + c)):
            lines.setdefault(line, []).append((r, c))
    for rule in ("row", "column", "diagonal"):
        yield from (
            (rule, queens) for (kind, _, _), queens in sorted(lines.items()) if kind == rule and len(queens) > 1
        )
