"""Sudoku (number place), 4x4 to 25x25: the declaration, and what goes beyond it."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from typing import Any

from satdnd.declaration.generator import easier
from satdnd.declaration.kind import DeclaredKind
from satdnd.encodings.cardinality import ANY_BOUND, BOUND_ONE, estimate
from satdnd.engine import jit
from satdnd.engine.kind import Fault, Question, Templates, Way, asked_settings
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Explanations, Grading
from satdnd.grid.boxes import Shape
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku import rules, sieve
from satdnd.kinds.sudoku.encode import BEST_CARDINALITY, Direct, Narrow, Template
from satdnd.kinds.sudoku.explain import Tactics, assess
from satdnd.kinds.sudoku.formats import TEXTS
from satdnd.kinds.sudoku.generate import SudokuRecipe, generate, notes
from satdnd.kinds.sudoku.model import VIEW, Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.solving_times import solving_time
from satdnd.kinds.sudoku.words import WORDS
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator


class Sieve(Way[Any, Any, Settings]):
    """A compiled search on sets of values, for many small grids."""

    name = "sieve"
    help = "singles and guesses in machine code, for grids of up to 9x9 (needs the extra 'fast')"

    def solutions(self, question: Question[Any, Any, Settings]) -> Iterator[SudokuSolution]:
        """In no particular order; the statistics get the guesses."""
        sieve.require_supported(question.puzzle)
        for grids in sieve.search(question.puzzle, question.budget, question.stats):
            yield from grids


def _narrow(puzzle: Sudoku, options: Settings) -> bool:
    """Whether to compile only what the clues leave: from 25x25 on, unless something else is requested."""
    return puzzle.size > 16 and options.compilation == options.cardinality == "auto"


def _family(puzzle: Sudoku, options: Settings) -> Hashable | None:
    """The boxes; None for direct compilation, and for grids so large that loading the template takes longer."""
    return None if options.compilation == "direct" or _narrow(puzzle, options) else puzzle.boxes


class SudokuKind(DeclaredKind):
    """Overrides of derived parts: three compilations, a fast referee, its own text form."""

    texts = TEXTS

    def auto_way(self, puzzle: Sudoku, options: Settings, *, bulk: int = 0) -> Way[Any, Any, Settings]:
        """For many small grids the sieve, if Numba is installed and nothing else was requested."""
        sieved = jit.worthwhile(sieve.KERNEL, bulk) and sieve.fits(puzzle) and not asked_settings(options)
        return self.ways[1 if sieved else 0]

    def rulebook(self, puzzle: Sudoku, options: Settings) -> Rulebook[Any]:
        """The rulebook, with what follows from uniqueness."""
        return replace(super().rulebook(puzzle, options), unique=partial(rules.read_rectangle, puzzle))

    def encoding(
        self, puzzle: Sudoku, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> Direct | Narrow:
        """The template with the clues as clauses; for large grids, without what the clues exclude; no cuts."""
        if not eager and _narrow(puzzle, options):
            return Narrow(puzzle, budget)
        return Direct(puzzle, options.cardinality, budget)

    def clauses(self, puzzle: Sudoku, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """The clauses for one value per cell and each value once per house."""
        size = puzzle.size
        cardinality = BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality
        return 4 * size**2 * (1 + estimate(size, 1, cardinality))

    def faults(self, puzzle: Sudoku, solution: SudokuSolution, options: Settings | None = None) -> list[Fault]:
        """Judged by the values alone, some of which may be missing."""
        return rules.faults(puzzle, solution)

    def accepts(self, puzzle: Sudoku, solution: SudokuSolution, options: Settings) -> bool:
        """The fast form of the verifier."""
        return rules.accepts(puzzle, solution)

    def cross_check(self, puzzle: Sudoku, solution: SudokuSolution, options: Settings) -> str | None:
        """Check the grid as a colouring of a graph of cells that must differ: networkx's, if boxes are square."""
        values = solution.values
        for a, b in _edges(puzzle.boxes):
            if values[a] == values[b]:
                cells = " and ".join(cell_name(geometry(puzzle.boxes).cell(i)) for i in (a, b))
                return f"the cells {cells} are joined in the graph and both hold {symbol(values[a])}"
        return None


@cache
def _edges(box: Shape) -> list[tuple[int, int]]:
    """The pairs of cell numbers that must differ; for square boxes from networkx (which numbers in reading order)."""
    height, width = box
    if height == width:
        import networkx

        return list(networkx.sudoku_graph(height).edges)
    cells = [(r, c, (r // height, c // width)) for r in range(height * width) for c in range(height * width)]
    numbered = combinations(enumerate(cells), 2)
    return [(i, j) for (i, one), (j, other) in numbered if any(map(operator.eq, one, other))]


def clues_of(puzzle: Sudoku, solution: SudokuSolution) -> Sudoku:
    """The puzzle with all values given."""
    return Sudoku(solution.values, puzzle.boxes)


KIND: SudokuKind = SudokuKind(
    Sudoku,
    VIEW,
    title="Sudoku",
    play="Write a digit into each empty cell so that every row, every column and every box between heavy lines has "
    "each digit once; larger grids use numbers or letters.",
    rules=rules.RULES,
    statements=rules.statements,
    shown=lambda puzzle, unknowns: (i * puzzle.size + value for i, value in puzzle.given),
    contradiction=rules.contradiction,
    clues_of=clues_of,
    parts=(
        Templates(_family, lambda puzzle, options, budget: Template(puzzle.boxes, options.cardinality, budget)),
        Explanations(WORDS, Tactics, assess),
        Grading((27, 37, 50, 72), solving_time),
        Generator[Any](SudokuRecipe, generate, easier=partial(easier, clues_of), notes=notes),
    ),
    usual_size=(9, 9),
)
KIND.ways = (Sat(), Sieve())
KIND.choices = {"cardinality": (*BOUND_ONE, *ANY_BOUND), "compilation": ("direct", "template")}
