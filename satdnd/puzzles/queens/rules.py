"""The referee: what is wrong with a placement, from the squares alone."""

from __future__ import annotations

from itertools import combinations

from satdnd.bitboard import Cell
from satdnd.kind import Fault
from satdnd.puzzles.queens.model import Queens, QueensSolution

RULES = ("given", "count", "row", "column", "diagonal")
"""In the order in which faults are told."""


def faults(puzzle: Queens, solution: QueensSolution) -> list[Fault]:
    """Everything that is wrong: a given queen missing, another number of queens, and every pair that attacks."""
    found = []
    for square in puzzle.given:
        if square not in solution.queens:
            found.append(Fault("given", (square,), f"the queen given at ({square[0]},{square[1]}) is not there"))
    number = len(solution.queens)
    if number != puzzle.count:
        found.append(Fault("count", (), f"found {number} queen{'s' * (number != 1)}, expected {puzzle.count}"))
    pairs = [(attack(one, other), one, other) for one, other in combinations(solution.queens, 2)]
    for rule, one, other in sorted(pair for pair in pairs if pair[0]):
        message = f"the queens at ({one[0]},{one[1]}) and ({other[0]},{other[1]}) stand on one {rule}"
        found.append(Fault(rule, (one, other), message))
    return sorted(found, key=lambda fault: RULES.index(fault.rule))


def attack(one: Cell, other: Cell) -> str:
    """The line on which two squares lie: ``row``, ``column``, ``diagonal``, or an empty string."""
    down, right = one[0] - other[0], one[1] - other[1]
    return "row" if not down else "column" if not right else "diagonal" if abs(down) == abs(right) else ""
