"""Sudoku to CNF: a template for each size with the clues as assumptions, or one puzzle with the clues as clauses.

Variable ``(r*N + c)*N + v`` says that cell (r,c) holds the value v; there are no others unless another encoding of
"at most one" is asked for. This is the "extended" encoding (Lynce and Ouaknine, "Sudoku as a SAT problem", 2006): each
cell one value, and each value once in each house. "At most one value a cell" follows from the rest, but without these
clauses CaDiCaL needed 9,255 conflicts instead of 785 for solutions and uniqueness of 300 minimal 9x9 puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from satdnd.budget import Budget
from satdnd.encodings.cardinality import check_name
from satdnd.encodings.permutation import all_different, cell_values, one_value_each
from satdnd.formula import Clause, Formula, Literal
from satdnd.kind import Encoding
from satdnd.puzzles.sudoku.model import Sudoku, SudokuSolution, geometry, symbol

BEST_CARDINALITY = "pairwise"
"""As measured by benchmarks/sudoku.py, no other encoding propagates as fast, at 9x9, 16x16 or 25x25."""


class Template(Encoding[Sudoku, SudokuSolution]):
    """Every puzzle of one size: the clues are assumptions.

    Variables: N^3 (729 at 9x9). Clauses, pairwise: 4 N^2 "at least one", N^3(N-1)/2 for each of cells, rows, columns,
    and those pairs of a box that are neither in a row nor in a column: 10,530 at 9x9, 690,000 at 25x25.

    Raises:
        UsageError: an unknown encoding of "at most one", or ``native``, which has no clauses.
    """

    def __init__(self, size: int, cardinality: str = "auto", budget: Budget | None = None) -> None:
        encoding = BEST_CARDINALITY if cardinality == "auto" else cardinality
        check_name(encoding)
        self.size = size
        formula = self.formula = Formula(budget=budget)
        values = cell_values(formula, size, size, size)
        self.projection: Sequence[Literal] = range(1, size**3 + 1)
        self._value_of = [0, *([*range(1, size + 1)] * size**2)]
        shape = geometry(size)
        pairs: set[tuple[Literal, ...]] = set()
        formula.family("filled")
        formula.extend(one_value_each(values, formula.pool, encoding))
        for houses in (shape.rows, shape.columns, shape.boxes):
            formula.family(houses[0].rule)
            groups = [[shape.cell(i) for i in house.indices] for house in houses]
            for clause in all_different(values, groups, formula.pool, encoding):
                key = tuple(clause)
                if len(key) > 2 or key not in pairs:  # a box shares pairs with rows and columns
                    pairs.add(key)
                    formula.clauses.append(clause)
        formula.name_since(size**3, f"at most one ({encoding})")

    def clue_literals(self, puzzle: Sudoku) -> list[Literal]:
        """One literal a clue."""
        size = self.size
        return [i * size + value for i, value in puzzle.given]

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """The clues."""
        return self.clue_literals(puzzle)

    def decode(self, puzzle: Sudoku, model: Sequence[Literal]) -> SudokuSolution:
        """The value of each cell."""
        value_of, top = self._value_of, len(self.projection)
        values = tuple([value_of[x] for x in model[:top] if x > 0])
        if len(values) != len(puzzle.clues):  # no model of these clauses: let the verifier say what is wrong with it
            cells = [model[i * self.size : (i + 1) * self.size] for i in range(len(puzzle.clues))]
            values = tuple(next((v for v, x in enumerate(cell, 1) if x > 0), 0) for cell in cells)
        return SudokuSolution(values)

    def true_literals(self, solution: SudokuSolution) -> list[Literal]:
        """The true literal of each cell."""
        size = self.size
        return [i * size + value for i, value in enumerate(solution.values)]

    def literals(self, puzzle: Sudoku, solution: SudokuSolution) -> list[Literal]:
        """The true literal of each cell; the false ones follow from them."""
        return self.true_literals(solution)

    def blocking_clause(self, puzzle: Sudoku, solution: SudokuSolution) -> Clause:
        """Some cell that is no clue has another value: one literal a cell."""
        size, clues = self.size, puzzle.clues
        return [-i * size - value for i, value in enumerate(solution.values) if not clues[i]]

    def describe(self, puzzle: Sudoku, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of values, ``.`` where they are not the same everywhere."""
        values = [0] * len(puzzle.clues)
        for x in literals:
            if x > 0:
                values[(x - 1) // self.size] = self._value_of[x]
        return {"forced": SudokuSolution(tuple(values)).lines}


class Direct(Template):
    """One puzzle: the template, and each clue as a clause of its own."""

    def __init__(self, puzzle: Sudoku, cardinality: str = "auto", budget: Budget | None = None) -> None:
        super().__init__(puzzle.size, cardinality, budget)
        self.formula.family("given")
        shape = geometry(puzzle.size)
        for (i, value), literal in zip(puzzle.given, self.clue_literals(puzzle), strict=True):
            r, c = shape.cell(i)
            self.formula.says(f"({r},{c}) is given as {symbol(value)}", [(r, c)])
            self.formula.add(literal)

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """None: the clues are clauses."""
        return []
