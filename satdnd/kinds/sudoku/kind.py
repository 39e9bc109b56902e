"""Sudoku (number place), 4x4 to 25x25: the declaration, and what goes beyond it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from satdnd.declaration.generators.generator import easier
from satdnd.declaration.latin import LatinKind
from satdnd.encodings.cardinality import ANY_BOUND, BOUND_ONE, estimate, one_at_most
from satdnd.engine import jit
from satdnd.engine.kind import Fault, Question, Templates, Way, asked_settings
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, centre
from satdnd.explanation.steps import Explanations, Grading
from satdnd.grid.boxes import Houses
from satdnd.kinds.sudoku import cages, rules, sieve, variants
from satdnd.kinds.sudoku.explain import Tactics, assess
from satdnd.kinds.sudoku.formats import TEXTS
from satdnd.kinds.sudoku.generate import SudokuRecipe, generate, notes
from satdnd.kinds.sudoku.model import SYMBOLS, VIEW, Sudoku, SudokuSolution, layout_houses
from satdnd.kinds.sudoku.template import BEST_CARDINALITY, Template
from satdnd.kinds.sudoku.words import SudokuWords
from satdnd.rules.encoder import Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula
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


def _family(puzzle: Sudoku, options: Settings) -> Hashable | None:
    """The boxes. None for direct compilation; and above 16x16, unless something else is requested: what the clues leave
    of a formula is a hundredth of it.
    """
    large = puzzle.size > 16 and options.compilation == options.cardinality == "auto"
    return None if options.compilation == "direct" or large or not puzzle.plain else puzzle.boxes


def pace(puzzle: Sudoku) -> float:
    """The seconds of search per cell of usual puzzles: with areas, with cages, and others."""
    return 5.1 if puzzle.areas else 2.7 if puzzle.cages else 2.2


class SudokuKind(LatinKind):
    """Beside the declaration: its own text form, the sieve, rectangles, and a fast referee."""

    texts = TEXTS
    cell_rule = "filled"
    symbols = SYMBOLS

    def houses(self, puzzle: Sudoku) -> Houses:
        """Rows, columns and boxes."""
        return layout_houses(puzzle.layout)

    def auto_way(self, puzzle: Sudoku, options: Settings, *, bulk: int = 0) -> Way[Any, Any, Settings]:
        """For many small grids the sieve, if Numba is installed and nothing else was requested."""
        sieved = jit.worthwhile(sieve.KERNEL, bulk) and sieve.fits(puzzle) and not asked_settings(options)
        return self.ways[1 if sieved else 0]

    def rulebook(self, puzzle: Sudoku, options: Settings) -> Rulebook[Any]:
        """The rulebook, with what follows from uniqueness."""
        return replace(super().rulebook(puzzle, options), unique=partial(rules.read_rectangle, puzzle))

    def cardinality(self, puzzle: Sudoku, options: Settings, *, lazy: bool) -> str:
        """The same as in the template."""
        return BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality

    def encoder(self, formula: Formula, cardinality: str, *, alone: bool) -> Encoder:
        """The encoding is that of "at most one"; there are no other counts."""
        return Encoder(formula, at_most_one=partial(one_at_most, encoding=cardinality), alone=alone)

    def clauses(self, puzzle: Sudoku, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of cells and houses, without making a statement."""
        cardinality = self.cardinality(puzzle, options, lazy=not eager)
        return 4 * puzzle.size**2 * (1 + estimate(puzzle.size, 1, cardinality))

    def clue_faults(self, puzzle: Sudoku, solution: SudokuSolution, options: Settings | None = None) -> list[Fault]:
        """Cages whose digits repeat, or add up to something else."""
        wrong = ((cage, rules.wrong_cage(solution, cage)) for cage in puzzle.cages)
        return [Fault("cage", cage.cells, text) for cage, text in wrong if text]

    def accepts(self, puzzle: Sudoku, solution: SudokuSolution, options: Settings) -> bool:
        """The fast form of `faults`."""
        return rules.accepts(puzzle, solution)


def clues_of(puzzle: Sudoku, solution: SudokuSolution) -> Sudoku:
    """The puzzle with all values given."""
    return replace(puzzle, clues=solution.values)


def _generate(rng: Random, recipe: SudokuRecipe, budget: Budget) -> Sudoku:
    """A new puzzle, with boxes alone or with more."""
    variant = variants.is_variant(recipe)
    return variants.generate(KIND, rng, recipe, budget) if variant else generate(rng, recipe, budget)


def _placed_digits(clues: Any, sides: Point) -> Iterator[PlacedClue]:
    """The given digits, which the JSON has one after another."""
    for i, sign in enumerate(clues):
        if sign not in (".", "0", 0):
            yield PlacedClue("cell", str(sign), (centre(divmod(i, sides[0] // 2)),))


KIND: SudokuKind = SudokuKind(
    Sudoku,
    VIEW,
    title="Sudoku",
    play="Write a digit into each empty cell so that every row, every column and every box between heavy lines has "
    "each digit once; larger grids use numbers or letters.",
    rules=rules.RULES,
    statements=rules.statements,
    implied=lambda puzzle, unknowns: cages.rests(puzzle) if puzzle.cages else (),
    shown=lambda puzzle, unknowns: (i * puzzle.size + value for i, value in puzzle.given),
    blocking_sign=1,
    contradiction=rules.contradiction,
    clues_of=clues_of,
    parts=(
        Templates(_family, lambda puzzle, options, budget: Template(puzzle.boxes, options.cardinality, budget)),
        Explanations(SudokuWords(), Tactics, assess),
        Grading(pace, (0.78, 1.49)),
        Generator[Any](SudokuRecipe, _generate, easier=partial(easier, clues_of), own_technique=True, notes=notes),
        Symmetry({"clues": _placed_digits}, renamed=True),
    ),
    usual_size=(9, 9),
)
KIND.ways = (Sat(), Sieve())
KIND.choices = {"cardinality": (*BOUND_ONE, *ANY_BOUND), "compilation": ("direct", "template")}
