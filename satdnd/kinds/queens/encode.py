"""Queens that do not attack each other, as clauses: one variable a square."""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.encodings.attacks import at_most_one_in_product, line_name, lines
from satdnd.encodings.cardinality import at_most, exactly
from satdnd.engine.cell_encoding import CellEncoding
from satdnd.engine.settings import Settings
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool

PRODUCT = "product"
"""The encoding of "at most one" unless another is asked for: `at_most_one_in_product`."""


class Direct(CellEncoding[Queens, QueensSolution]):
    """One board with its given queens.

    Variables: H*W squares (``queen[r,c]``) and those of the at-most-ones, in two dimensions unless another encoding
    was asked for: 25,224 variables and 105,876 clauses at 100 x 100, 82,362 and 395,548 at 200 x 200. With fewer
    queens than the shorter side a totalizer counts them.

    Of PySAT's solvers MiniSat is by far the quickest to a first placement: 0.1 s at N = 100, where CaDiCaL 1.9.5
    takes 1.5 s and Glucose 4 fifty (``python benchmarks/queens.py``).
    """

    best_solver = "minisat22"
    marks = ("Q", "x")

    def __init__(self, puzzle: Queens, options: Settings, *, eager: bool = False, budget: Budget | None = None) -> None:
        height, width = puzzle.height, puzzle.width
        self.width, self.grid = width, puzzle.grid
        formula = self.formula = Formula(Pool(budget=budget))
        self.squares = [formula.new(f"queen[{r},{c}]") for r in range(height) for c in range(width)]
        self.projection = self.squares
        cardinality = None if options.cardinality in ("auto", PRODUCT) else options.cardinality
        self.resolved = {"cardinality": cardinality or PRODUCT}
        board = lines(height, width)
        cells = [divmod(i, width) for i in range(height * width)]
        formula.family("given")
        for r, c in puzzle.given:
            formula.says(f"a queen stands on {cell_name((r, c))}", [(r, c)])
            formula.add(self.squares[r * width + c])
        full = puzzle.count == min(height, width)
        for rule, directions, every in (
            ("row", (board.rows,), full and height <= width),
            ("column", (board.columns,), full and width <= height),
            ("diagonal", (board.falling, board.rising), False),
        ):
            formula.family(rule)
            mark = formula.pool.top
            for line in (line for direction in directions for line in direction):
                number = "one queen" if every else "at most one queen"
                formula.says(f"{line_name(line, width, rule)} has {number}", [cells[i] for i in line])
                queens = [self.squares[i] for i in line]
                if every:
                    formula.add(*queens)
                if cardinality:
                    formula.include(at_most(queens, 1, formula.pool, cardinality))
                else:
                    formula.extend(at_most_one_in_product(queens, formula.pool))
            formula.name_since(mark, rule)
        if not full:
            formula.family("count")
            formula.says(f"there {'is' if puzzle.count == 1 else 'are'} {counted(puzzle.count, 'queen')}")
            mark = formula.pool.top
            made = exactly(self.squares, puzzle.count, formula.pool, cardinality or "totalizer")
            formula.include(made, mark, "count")

    def shown(self, puzzle: Queens) -> list[Literal]:
        """The given queens."""
        return [self.squares[r * self.width + c] for r, c in puzzle.given]

    def decode(self, puzzle: Queens, model: Sequence[Literal]) -> QueensSolution:
        """The squares that are true."""
        queens = tuple(divmod(v - 1, puzzle.width) for v in self.squares if model[v - 1] > 0)
        return QueensSolution(puzzle.height, puzzle.width, queens)

    def blocking_clause(self, puzzle: Queens, solution: QueensSolution) -> Clause:
        """All placements have the same number of queens, so another one lacks one of these."""
        return [-self.squares[r * puzzle.width + c] for r, c in solution.queens]

    def sentence(self, literal: Literal) -> str:
        """``r4c6 holds a queen`` or ``r4c6 is empty``."""
        square = divmod(abs(literal) - 1, self.width)
        return f"{cell_name(square)} {'holds a queen' if literal > 0 else 'is empty'}"

    def denial(self, literal: Literal) -> str:
        """``r4c6 holds no queen`` or ``r4c6 is not empty: it holds a queen``."""
        square = divmod(abs(literal) - 1, self.width)
        return f"{cell_name(square)} {'holds no queen' if literal > 0 else 'is not empty: it holds a queen'}"
