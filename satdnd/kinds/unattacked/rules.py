"""The referee: counts the unattacked squares from the squares of the queens alone."""

from __future__ import annotations

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution

PLAY = (
    "Place the given number of queens so that as many squares as possible are neither occupied nor attacked. "
    "Queens may attack each other."
)
"""How to play, for people with a pencil."""

RULES = {
    "count": "There are as many queens as required; they may attack each other.",
    "unattacked": "The stated number counts the squares that no queen occupies or attacks; it is the largest possible.",
}
"""The rules, in the order in which faults are reported. That no placement leaves more needs a proof."""


def unattacked_squares(height: int, width: int, queens: tuple[Cell, ...]) -> list[Cell]:
    """The squares that no queen occupies or attacks, in reading order."""
    rows, columns = {r for r, _ in queens}, {c for _, c in queens}
    falling, rising = {r - c for r, c in queens}, {r + c for r, c in queens}
    return [
        (r, c)
        for r in range(height)
        if r not in rows
        for c in range(width)
        if c not in columns and r - c not in falling and r + c not in rising
    ]


def value(puzzle: Unattacked, solution: UnattackedSolution) -> int:
    """The true number of unattacked squares, counted from rows, columns and diagonals."""
    return len(unattacked_squares(puzzle.height, puzzle.width, solution.queens))


def contradiction(puzzle: Unattacked) -> str | None:
    """More queens than squares; otherwise None."""
    if puzzle.queens > puzzle.grid.size:
        queens, squares = puzzle.queens, puzzle.grid.size
        return f"{queens} queens do not fit on {counted(squares, 'square')}"
    return None


def faults(puzzle: Unattacked, solution: UnattackedSolution) -> list[Fault]:
    """A wrong number of queens, or of unattacked squares."""
    found = []
    number = len(solution.queens)
    if number != puzzle.queens:
        found.append(Fault("count", (), f"found {counted(number, 'queen')}, expected {puzzle.queens}"))
    squares = unattacked_squares(puzzle.height, puzzle.width, solution.queens)
    if len(squares) != solution.unattacked:
        are = "square is" if len(squares) == 1 else "squares are"
        message = f"{len(squares)} {are} unattacked, not {solution.unattacked}"
        found.append(Fault("unattacked", tuple(squares), message))
    return found
