"""Placements that leave enough squares unattacked, as clauses over attacked lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from satdnd.encodings.attacks import lines
from satdnd.encodings.cardinality import at_least, exactly, totalizer
from satdnd.formula import Clause, Formula, Literal
from satdnd.puzzle import Encoding, Settings
from satdnd.puzzles.unattacked.model import Unattacked, UnattackedSolution
from satdnd.puzzles.unattacked.rules import unattacked_squares

MOST_SQUARES = 400
"""Squares that a totalizer counts, with O(n^2) clauses; above, a sorting network with O(n log^2 n) does."""


class Placement(Encoding[Unattacked, UnattackedSolution]):
    """Exactly Q queens that leave at least so many squares unattacked.

    Variables: H*W squares with a queen (``queen[r,c]``), H*W squares that are free (``free[r,c]``), 3H + 3W - 2 lines
    that are attacked, and those of the counts. A queen attacks her four lines, a free square is on no attacked line:
    8 clauses a square in place of one for each pair of squares that see each other.

    Args:
        least: how many free squares there must be; None leaves that open: `at_least` has one literal for each number.
        symmetric: false keeps of placements that are mirror images or transpositions of each other not all, but one
            at least (by the order of the attacked rows and columns), and lets the queens be more than Q, of which
            `decode` takes the first Q. For optimising, not for enumerating.
    """

    def __init__(self, puzzle: Unattacked, settings: Settings, least: int | None, *, symmetric: bool = True) -> None:
        height, width = puzzle.height, puzzle.width
        formula = self.formula = Formula()
        cardinality = settings.cardinality
        if cardinality == "auto":
            cardinality = "totalizer" if puzzle.grid.size <= MOST_SQUARES else "sortnetwrk"
        squares = [(r, c) for r in range(height) for c in range(width)]
        self.queens = [formula.new(f"queen[{r},{c}]") for r, c in squares]
        self.projection = self.queens
        self.free = [formula.new(f"free[{r},{c}]") for r, c in squares]
        board = lines(height, width)
        attacked = [
            [formula.new(f"attacked {direction} {i}") for i in range(len(group))]
            for direction, group in zip(("row", "column", "falling diagonal", "rising diagonal"), board, strict=True)
        ]
        formula.family("unattacked")
        for variables, group in zip(attacked, board, strict=True):
            for variable, line in zip(variables, group, strict=True):
                for i in line:
                    formula.add(-self.queens[i], variable)
                    formula.add(-self.free[i], -variable)
        if not symmetric:
            formula.family("symmetry")
            mark = formula.pool.top
            rows, columns = attacked[0], attacked[1]
            self._in_order(rows[: height // 2], rows[::-1][: height // 2])
            self._in_order(columns[: width // 2], columns[::-1][: width // 2])
            if height == width:
                self._in_order(rows, columns)
            formula.name_since(mark, "symmetry")
        formula.family("count")
        mark = formula.pool.top
        count = exactly if symmetric else at_least
        formula.include(count(self.queens, puzzle.queens, formula.pool, cardinality), mark, "queens")
        formula.family("unattacked")
        mark = formula.pool.top
        self.at_least: list[Literal] = []
        """Literal ``k-1`` says that at least k squares are free; empty where the number is fixed."""
        if least is None:
            clauses, self.at_least = totalizer(self.free, formula.pool)
            formula.include((clauses, ()), mark, "unattacked")
        else:
            formula.include(at_least(self.free, least, formula.pool, cardinality), mark, "unattacked")
        if formula.at_mosts:
            self.best_solver = "minicard"

    def _in_order(self, one: Sequence[Literal], other: Sequence[Literal]) -> None:
        """*one* is not after *other* as binary numbers, first bit first."""
        formula = self.formula
        equal: Clause = []  # the negation of "equal so far"
        for x, y in zip(one, other, strict=True):
            formula.add(*equal, -x, y)
            still = formula.pool.new()
            formula.add(*equal, still, x, y)
            formula.add(*equal, still, -x, -y)
            equal = [-still]

    def decode(self, puzzle: Unattacked, model: Sequence[Literal]) -> UnattackedSolution:
        """The squares with a queen, the others counted."""
        queens = tuple(divmod(v - 1, puzzle.width) for v in self.queens if model[v - 1] > 0)[: puzzle.queens]
        number = len(unattacked_squares(puzzle.height, puzzle.width, queens))
        return UnattackedSolution(puzzle.height, puzzle.width, queens, number)

    def literals(self, puzzle: Unattacked, solution: UnattackedSolution) -> list[Literal]:
        """One literal a square."""
        queens = set(solution.queens)
        return [v if divmod(v - 1, puzzle.width) in queens else -v for v in self.queens]

    def blocking_clause(self, puzzle: Unattacked, solution: UnattackedSolution) -> Clause:
        """All placements have the same number of queens, so another one lacks one of these."""
        return [-self.queens[r * puzzle.width + c] for r, c in solution.queens]

    def describe(self, puzzle: Unattacked, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of ``Q`` always a queen, ``x`` never one, ``.`` not the same everywhere."""
        marks = {abs(x) - 1: "Q" if x > 0 else "x" for x in literals}
        width = puzzle.width
        rows = ["".join(marks.get(r * width + c, ".") for c in range(width)) for r in range(puzzle.height)]
        return {"forced": rows}
