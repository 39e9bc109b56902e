"""Sudoku as CNF: a template per size with the clues as assumptions, or one puzzle with the clues as clauses, with all
values or (a hundredth of the clauses at 25x25) only those that the clues leave.

Variable ``(r*N + c)*N + v`` says that cell (r,c) holds the value v; there are no others unless another encoding of
"at most one" is chosen. This is the "extended" encoding (Lynce and Ouaknine, "Sudoku as a SAT problem", 2006): one
value per cell, and each value once in each house. "At most one value per cell" follows from the rest, but without
these clauses CaDiCaL needed 9,255 conflicts instead of 785 for solutions and uniqueness of 300 minimal 9x9 puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, groupby

from satdnd.encodings.cardinality import check_name, exactly_one, one_at_most
from satdnd.engine.kind import Encoding
from satdnd.grid.bitboard import scan
from satdnd.grid.boxes import Shape
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, digits, geometry
from satdnd.kinds.sudoku.rules import given, shared
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import state
from satdnd.rules.unknowns import Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal, Pool

BEST_CARDINALITY = "pairwise"
"""As measured by benchmarks/sudoku.py, no other encoding propagates as fast, at 9x9, 16x16 or 25x25."""


class SudokuEncoding(Encoding[Sudoku, SudokuSolution]):
    """The rules, common to all puzzles with boxes of one shape.

    Variables: N^3 (729 at 9x9). Clauses, pairwise: 4 N^2 "at least one", and N^3(N-1)/2 for each of cells, rows,
    columns and boxes: 11,988 at 9x9, 752,500 at 25x25. Pairs that a box shares with rows and columns are in both, so
    that each statement is self-contained.

    Raises:
        UsageError: an unknown encoding of "at most one", or ``native``, which has no clauses.
    """

    unknowns: Values

    def __init__(self, box: Shape, cardinality: str = "auto", budget: Budget | None = None) -> None:
        encoding = BEST_CARDINALITY if cardinality == "auto" else cardinality
        check_name(encoding)
        self._begin(box, encoding, budget)
        state(shared(box), Encoder(self.formula, at_most_one=partial(one_at_most, encoding=encoding)))

    def _begin(self, box: Shape, encoding: str, budget: Budget | None) -> None:
        self.resolved = {"cardinality": encoding}
        self.size, self.unknowns = box[0] * box[1], digits(box)
        self.formula = Formula(Pool(budget=budget))
        self.projection = self.formula.new_variables(self.unknowns.names)

    def shown(self, puzzle: Sudoku) -> list[Literal]:
        """One literal per clue."""
        size = self.size
        return [i * size + value for i, value in puzzle.given]

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


class Template(SudokuEncoding):
    """Every puzzle with boxes of one shape: the clues are assumptions."""

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """The literals of the clues."""
        return self.shown(puzzle)

    def facts(self, puzzle: Sudoku) -> list[Fact]:
        """The literals of `assumptions`, in that order, each with its clue."""
        return [Fact(clue.literals[0], clue) for clue in given(puzzle)]


class Direct(SudokuEncoding):
    """One puzzle: the rules, and each clue as a unit clause."""

    def __init__(self, puzzle: Sudoku, cardinality: str = "auto", budget: Budget | None = None) -> None:
        super().__init__(puzzle.boxes, cardinality, budget)
        state(given(puzzle), Encoder(self.formula))


class Narrow(SudokuEncoding):
    """One puzzle in the template's variables; values that the clues exclude from a cell are unit clauses.

    Variables: N^3. Clauses: at most N^3 units, and the template's for the remaining values, pairwise: 15,000 units and
    about 7,000 others for a 25x25 with 300 clues.
    """

    def __init__(self, puzzle: Sudoku, budget: Budget | None = None) -> None:
        size = puzzle.size
        self._begin(puzzle.boxes, BEST_CARDINALITY, budget)
        taken = [0] * size**2  # for each cell, the values of clues that see it, value v as bit v
        for i, value in puzzle.given:
            for peer in scan(geometry(puzzle.boxes).peers[i]):
                taken[peer] |= 1 << value
        left = {  # variables of a cell's possible values
            i * size + v
            for i, clue in enumerate(puzzle.clues)
            for v in range(1, size + 1)
            if (v == clue if clue else not taken[i] >> v & 1)
        }
        formula = self.formula
        formula.family("given")
        formula.extend([[-x] for x in self.projection if x not in left])
        for rule, statements in groupby(shared(puzzle.boxes), lambda statement: statement.rule):
            formula.family(rule)
            for group in chain.from_iterable(statement.groups for statement in statements):
                formula.extend(exactly_one([x for x in group if x in left], formula.pool, BEST_CARDINALITY))
