"""The referee: counts the unattacked squares from the squares of the queens alone."""

from __future__ import annotations

from satdnd.bitboard import Cell
from satdnd.kind import Fault
from satdnd.puzzles.unattacked.model import Unattacked, UnattackedSolution

RULES = ("count", "unattacked")
"""In the order in which faults are told. That no other placement leaves more is no rule: it needs a proof."""


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


def faults(puzzle: Unattacked, solution: UnattackedSolution) -> list[Fault]:
    """Another number of queens than asked for; another number of unattacked squares than said."""
    found = []
    number = len(solution.queens)
    if number != puzzle.queens:
        found.append(Fault("count", (), f"found {number} queen{'s' * (number != 1)}, expected {puzzle.queens}"))
    squares = unattacked_squares(puzzle.height, puzzle.width, solution.queens)
    if len(squares) != solution.unattacked:
        message = f"{len(squares)} squares are unattacked, not {solution.unattacked}"
        found.append(Fault("unattacked", tuple(squares), message))
    return found
