"""Sudoku to CNF: a template for each size with the clues as assumptions, or one puzzle with the clues as clauses, of
all values or (a hundredth of the clauses at 25x25) of those alone that the clues leave.

Variable ``(r*N + c)*N + v`` says that cell (r,c) holds the value v; there are no others unless another encoding of
"at most one" is asked for. This is the "extended" encoding (Lynce and Ouaknine, "Sudoku as a SAT problem", 2006): each
cell one value, and each value once in each house. "At most one value a cell" follows from the rest, but without these
clauses CaDiCaL needed 9,255 conflicts instead of 785 for solutions and uniqueness of 300 minimal 9x9 puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from satdnd.encodings.cardinality import check_name, exactly_one
from satdnd.encodings.permutation import all_different, cell_values
from satdnd.engine.kind import Encoding
from satdnd.grid.bitboard import Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import SYMBOLS, House, Sudoku, SudokuSolution, geometry, symbol
from satdnd.rules.unknowns import Mark, square
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal, Pool, Statement

BEST_CARDINALITY = "pairwise"
"""As measured by benchmarks/sudoku.py, no other encoding propagates as fast, at 9x9, 16x16 or 25x25."""


class Template(Encoding[Sudoku, SudokuSolution]):
    """Every puzzle of one size: the clues are assumptions.

    Variables: N^3 (729 at 9x9). Clauses, pairwise: 4 N^2 "at least one", and N^3(N-1)/2 for each of cells, rows,
    columns and boxes: 11,988 at 9x9, 752,500 at 25x25. Pairs that a box shares with rows and columns stand in both,
    so that each statement says by itself all that it says.

    Raises:
        UsageError: an unknown encoding of "at most one", or ``native``, which has no clauses.
    """

    def __init__(self, size: int, cardinality: str = "auto", budget: Budget | None = None) -> None:
        encoding = BEST_CARDINALITY if cardinality == "auto" else cardinality
        check_name(encoding)
        self.resolved = {"cardinality": encoding}
        self.size = size
        formula = self.formula = Formula(Pool(budget=budget))
        values = cell_values(formula, size, size, size)
        self.projection: Sequence[Literal] = range(1, size**3 + 1)
        self._value_of = [0, *([*range(1, size + 1)] * size**2)]
        shape = geometry(size)
        formula.family("filled")
        for cell, literals in values.items():
            formula.says(holds_one(cell).text, [cell])
            formula.extend(exactly_one(literals, formula.pool, encoding))
        for houses in (shape.rows, shape.columns, shape.boxes):
            formula.family(houses[0].rule)
            for house in houses:
                cells = [shape.cell(i) for i in house.indices]
                formula.says(holds_each_once(house, size).text, cells)
                formula.extend(all_different(values, [cells], formula.pool, encoding))
        formula.name_since(size**3, f"at most one ({encoding})")

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """One literal a clue."""
        size = self.size
        return [i * size + value for i, value in puzzle.given]

    def facts(self, puzzle: Sudoku) -> list[Fact]:
        """What `assumptions` assumes, in that order, each literal with the clue that it stands for."""
        size = self.size
        clues = [(i * size + value, divmod(i, size), value) for i, value in puzzle.given]
        return [Fact(x, Statement(is_given(cell, value), (cell,), "given")) for x, cell, value in clues]

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is 7`` or ``r3c5 is not 7``."""
        place, value = divmod(abs(literal) - 1, self.size)
        told = symbol(value + 1)
        return f"{cell_name(divmod(place, self.size))} is {told if literal > 0 else f'not {told}'}"

    def mark(self, literal: Literal) -> Mark:
        """The cell, and its value or ``not`` a value."""
        place, value = divmod(abs(literal) - 1, self.size)
        said = symbol(value + 1)
        return (*divmod(place, self.size), said if literal > 0 else f"not {said}")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(r), int(c), str(said)] if min(r, c) >= 0 and max(r, c) < self.size:
                told = said.removeprefix("not ")
                value = SYMBOLS.find(told) + 1 if len(told) == 1 else 0
                if 1 <= value <= self.size:
                    return ((r * self.size + c) * self.size + value) * (1 if told == said else -1)
        return super().literal(mark)

    def shown(self, puzzle: Sudoku) -> list[Literal]:
        """The clues."""
        return Template.assumptions(self, puzzle)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """A string or a list of values a row; ``.`` and None are not known."""
        found = []
        for r, row in enumerate(square(rows, self.size, self.size)):
            for c, said in enumerate(row):
                if said not in (".", "0", 0, None):
                    found.append(self.literal((r, c, str(said))))
        return found

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A value takes the place of the others in its cell, and its other places in row, column and box."""
        if literal > 0:
            size = self.size
            place, value = divmod(literal - 1, size)
            yield from (-place * size - v for v in range(1, size + 1) if v != value + 1)
            yield from (-i * size - value - 1 for i in scan(geometry(size).peers[place]))

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
        for fact in super().facts(puzzle):
            self.formula.says(fact.statement.text, fact.statement.cells)
            self.formula.add(fact.literal)

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """None: the clues are clauses."""
        return []


class Narrow(Template):
    """One puzzle in the template's variables; all but the values that its clues leave to a cell are unit clauses.

    Variables: N^3. Clauses: N^3 units at most, and for the values left as in the template, pairwise: 15,000 units and
    some 7,000 others for a 25x25 with 300 clues.
    """

    def __init__(self, puzzle: Sudoku, budget: Budget | None = None) -> None:
        size = self.size = puzzle.size
        self.resolved = {"cardinality": BEST_CARDINALITY}
        formula = self.formula = Formula(Pool(budget=budget))
        self.projection = formula.pool.block(size**3)
        self._value_of = [0, *([*range(1, size + 1)] * size**2)]
        shape = geometry(size)
        taken = [0] * size**2  # of each cell the values of clues that see it, value v as bit v
        for i, value in puzzle.given:
            for peer in scan(shape.peers[i]):
                taken[peer] |= 1 << value
        left: list[list[Literal]] = []
        formula.family("given")
        for i, clue in enumerate(puzzle.clues):
            first, values = i * size, range(1, size + 1)
            left.append([first + v for v in values if (v == clue if clue else not taken[i] >> v & 1)])
            formula.extend([-first - v] for v in values if (v != clue if clue else taken[i] >> v & 1))
        formula.family("filled")
        for literals in left:
            formula.extend(exactly_one(literals, formula.pool, BEST_CARDINALITY))
        for houses in (shape.rows, shape.columns, shape.boxes):
            formula.family(houses[0].rule)
            for house in houses:
                places: list[list[Literal]] = [[] for _ in range(size)]
                for i in house.indices:
                    for x in left[i]:
                        places[x - 1 - i * size].append(x)
                for literals in places:
                    formula.extend(exactly_one(literals, formula.pool, BEST_CARDINALITY))

    def assumptions(self, puzzle: Sudoku) -> list[Literal]:
        """None: the clues are clauses."""
        return []


def holds_one(cell: Cell) -> Statement:
    """``r3c5 holds one value``."""
    return Statement(f"{cell_name(cell)} holds one value", (cell,), "filled")


def holds_each_once(house: House, size: int) -> Statement:
    """``row 3 holds each digit once``."""
    return Statement(f"{house.name} holds each digit once", tuple(divmod(i, size) for i in house.indices), house.rule)


def is_given(cell: Cell, value: int) -> str:
    """``r3c5 is given as 7``."""
    return f"{cell_name(cell)} is given as {symbol(value)}"
