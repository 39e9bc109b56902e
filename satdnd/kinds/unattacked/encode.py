"""Placements that leave enough squares unattacked, as clauses over attacked lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from satdnd.encodings.attacks import line_name, lines
from satdnd.encodings.cardinality import at_least, counter, exactly
from satdnd.engine.kind import Encoding
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool

MOST_SQUARES = 400
"""The most squares for a totalizer, with O(n^2) clauses; above, a sorting network with O(n log^2 n) counts."""


def counted_by(puzzle: Unattacked, options: UnattackedOptions) -> str:
    """The encoding of the counts."""
    if options.cardinality != "auto":
        return options.cardinality
    return "totalizer" if puzzle.grid.size <= MOST_SQUARES else "sortnetwrk"


def placement(puzzle: Unattacked, squares: Sequence[int]) -> UnattackedSolution:
    """Queens on the squares with these numbers, and the number of squares that their lines leave.

    Counted on bitboards; the referee checks it by the numbers of rows, columns and diagonals.
    """
    board, attacked = sum(1 << i for i in squares), 0
    for line in _masks(puzzle.height, puzzle.width):
        if line & board:
            attacked |= line
    queens = tuple(divmod(i, puzzle.width) for i in squares)
    return UnattackedSolution(puzzle.height, puzzle.width, queens, puzzle.grid.size - attacked.bit_count())


@lru_cache(maxsize=4)
def _masks(height: int, width: int) -> list[int]:
    """The lines of a board as bitboards."""
    return [sum(1 << i for i in line) for direction in lines(height, width) for line in direction]


class Placement(Encoding[Unattacked, UnattackedSolution]):
    """Exactly Q queens that leave at least a given number of squares unattacked.

    Variables: H*W squares with a queen (``queen[r,c]``), H*W free squares (``free[r,c]``), 3H + 3W - 2 attacked lines,
    and those of the counts. A queen attacks her four lines, a free square is on no attacked line: 8 clauses per square
    instead of one for each pair of squares that see each other.

    Args:
        least: the least number of free squares; None leaves it open: `at_least` has one literal for each number.
        symmetric: false keeps at least one, but not all, of the placements that are mirror images or transpositions of
            each other (by the order of the attacked rows and columns), and allows more than Q queens, of which
            `decode` takes the first Q. For optimising, not for enumerating.
    """

    def __init__(
        self,
        puzzle: Unattacked,
        options: UnattackedOptions,
        least: int | None,
        *,
        symmetric: bool = True,
        budget: Budget | None = None,
    ) -> None:
        height, width = puzzle.height, puzzle.width
        self.unknowns = Shading(puzzle.grid, "queen", "Q", yes="holds a queen", no="holds no queen", left_out="x")
        formula = self.formula = Formula(Pool(budget=budget))
        cardinality = counted_by(puzzle, options)
        self.resolved = {"cardinality": cardinality}
        squares = [(r, c) for r in range(height) for c in range(width)]
        self.projection = self.queens = formula.new_variables(self.unknowns.names)
        self.free = [formula.new(f"free[{r},{c}]") for r, c in squares]
        board = lines(height, width)
        attacked = [
            [formula.new(f"attacked {direction} {i}") for i in range(len(group))]
            for direction, group in zip(("row", "column", "falling diagonal", "rising diagonal"), board, strict=True)
        ]
        formula.family("unattacked")
        for direction, variables, group in zip(("row", "column", "diagonal", "diagonal"), attacked, board, strict=True):
            for variable, line in zip(variables, group, strict=True):
                text = f"a queen on {line_name(line, width, direction)} attacks all of it"
                formula.begin_sentence(text, [squares[i] for i in line])
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
        formula.begin_sentence(f"there {'is' if puzzle.queens == 1 else 'are'} {counted(puzzle.queens, 'queen')}")
        mark = formula.pool.top
        count = exactly if symmetric else at_least
        formula.include(count(self.queens, puzzle.queens, formula.pool, cardinality), mark, "queens")
        formula.family("unattacked")
        mark = formula.pool.top
        self.at_least: list[Literal] = []
        """Literal ``k-1`` says that at least k squares are free; empty if the number is fixed."""
        if least is None:
            tally, self.at_least = counter(self.free, formula.pool)
            formula.include(tally, mark, "unattacked")
        else:
            formula.begin_sentence(f"at least {least} square{' is' if least == 1 else 's are'} unattacked")
            formula.include(at_least(self.free, least, formula.pool, cardinality), mark, "unattacked")
        if formula.at_mosts:
            self.best_solver = "minicard"

    def _in_order(self, one: Sequence[Literal], other: Sequence[Literal]) -> None:
        """As binary numbers, first bit first, *one* is at most *other*."""
        formula = self.formula
        equal: Clause = []  # the negation of "equal so far"
        for x, y in zip(one, other, strict=True):
            formula.add(*equal, -x, y)
            still = formula.pool.new()
            formula.add(*equal, still, x, y)
            formula.add(*equal, still, -x, -y)
            equal = [-still]

    def decode(self, puzzle: Unattacked, model: Sequence[Literal]) -> UnattackedSolution:
        """The squares with a queen."""
        return placement(puzzle, [v - 1 for v in self.queens if model[v - 1] > 0][: puzzle.queens])

    def literals(self, puzzle: Unattacked, solution: UnattackedSolution) -> list[Literal]:
        """One literal per square."""
        return self.signed(solution.board)

    def blocking_clause(self, puzzle: Unattacked, solution: UnattackedSolution) -> Clause:
        """All placements have the same number of queens, so another one lacks one of these queens."""
        return [-self.queens[r * puzzle.width + c] for r, c in solution.queens]
