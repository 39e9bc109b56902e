"""Sudokus with boxes of one shape as one formula, in which clues are assumptions: for many puzzles, a warm solver.

Variable ``(r*N + c)*N + v`` says that cell (r,c) holds the value v; there are no others unless another encoding of
"at most one" is chosen. This is the "extended" encoding (Lynce and Ouaknine, "Sudoku as a SAT problem", 2006): one
value per cell, and each value once in each house. "At most one value per cell" follows from the rest, but without
these clauses CaDiCaL needed 9,255 conflicts instead of 785 for solutions and uniqueness of 300 minimal 9x9 puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from satdnd.declaration.latin import given_numbers
from satdnd.encodings.cardinality import one_at_most
from satdnd.engine.kind import Encoding
from satdnd.grid.boxes import Shape
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, digits
from satdnd.kinds.sudoku.rules import shared
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import state
from satdnd.rules.unknowns import Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal, Pool

BEST_CARDINALITY = "pairwise"
"""As measured by benchmarks/sudoku.py, no other encoding propagates as fast, at 9x9, 16x16 or 25x25."""


class Template(Encoding[Sudoku, SudokuSolution]):
    """Every puzzle with boxes of one shape: the clues are assumptions.

    Variables: N^3 (729 at 9x9). Clauses, pairwise: 4 N^2 "at least one", and N^3(N-1)/2 for each of cells, rows,
    columns and boxes: 11,988 at 9x9, 752,500 at 25x25. Pairs that a box shares with rows and columns are in both, so
    that each statement is self-contained.

    Raises:
        UsageError: an unknown encoding of "at most one", or ``native``, which has no clauses.
    """

    unknowns: Values

    def __init__(self, box: Shape, cardinality: str = "auto", budget: Budget | None = None) -> None:
        encoding = BEST_CARDINALITY if cardinality == "auto" else cardinality
        self.resolved = {"cardinality": encoding}
        self.size, self.unknowns = box[0] * box[1], digits(box)
        self.formula = Formula(Pool(budget=budget))
        self.projection = self.formula.new_variables(self.unknowns.names)
        state(shared(box), Encoder(self.formula, at_most_one=partial(one_at_most, encoding=encoding)))

    def shown(self, puzzle: Sudoku) -> list[Literal]:
        """One literal per clue."""
        size = self.size
        return [i * size + value for i, value in puzzle.given]

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """The literals of the clues."""
        return self.shown(puzzle)

    def facts(self, puzzle: Sudoku) -> list[Fact]:
        """The literals of `assumptions`, in that order, each with its clue."""
        return [Fact(clue.literals[0], clue) for clue in given_numbers(puzzle, self.unknowns)]

    def decode(self, puzzle: Sudoku, model: Sequence[Literal]) -> SudokuSolution:
        """The value of each cell."""
        values, true = self.unknowns.values, [x for x in model[: len(self.projection)] if x > 0]
        if len(true) != len(puzzle.clues):  # not a model of these clauses: let the verifier say what is wrong
            return SudokuSolution(tuple(chain.from_iterable(self.unknowns.placed(true))))
        return SudokuSolution(tuple([values[x - 1] for x in true]))

    def literals(self, puzzle: Sudoku, solution: SudokuSolution) -> list[Literal]:
        """The true literal of each cell; the false ones follow from them."""
        size = self.size
        return [i * size + value for i, value in enumerate(solution.values)]

    def blocking_clause(self, puzzle: Sudoku, solution: SudokuSolution) -> Clause:
        """Some cell without a clue has a different value: one literal per cell."""
        size, clues = self.size, puzzle.clues
        return [-i * size - value for i, value in enumerate(solution.values) if not clues[i]]
