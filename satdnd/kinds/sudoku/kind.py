"""Sudoku as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from satdnd.encodings.cardinality import ANY_BOUND, BOUND_ONE, estimate
from satdnd.engine import jit
from satdnd.engine.kind import GUARDED, Asked, Fault, Kind, Way
from satdnd.engine.search import Sat
from satdnd.errors import UsageError
from satdnd.explanation.steps import Mark, Step, Turn
from satdnd.grid.bitboard import cell_name
from satdnd.kinds.sudoku import repair, rules, sieve
from satdnd.kinds.sudoku.encode import BEST_CARDINALITY, Direct, Narrow, Template, is_given
from satdnd.kinds.sudoku.explain import Tactics, assess
from satdnd.kinds.sudoku.formats import TEXTS
from satdnd.kinds.sudoku.generate import SudokuRecipe, generate
from satdnd.kinds.sudoku.instances import SudokuInstances
from satdnd.kinds.sudoku.model import COMBINATION, SYMBOLS, Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.sudoku.picture import picture
from satdnd.kinds.sudoku.techniques import WORDS
from satdnd.sat.budget import Budget


class Sieve(Way[Sudoku, SudokuSolution, SudokuOptions]):
    """A compiled search on sets of values, for many small grids."""

    name = "sieve"
    help = "singles and guesses in machine code, for grids of up to 9x9 (needs the extra 'fast')"

    def solutions(self, asked: Asked[Sudoku, SudokuSolution, SudokuOptions]) -> Iterator[SudokuSolution]:
        """In no order that means anything; the statistics get the guesses."""
        sieve.refuse(asked.puzzle)
        for grids in sieve.search(asked.puzzle, asked.budget, asked.stats):
            yield from grids


class SudokuKind(Kind[Sudoku, SudokuSolution, SudokuOptions]):
    """Number place, 4x4 to 25x25."""

    name = "sudoku"
    usual_size = 9, 9
    options = SudokuOptions
    recipe = SudokuRecipe
    texts = TEXTS
    words = WORDS
    play = rules.PLAY
    rules = rules.RULES
    ways = (Sat(), Sieve())
    choices = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "cardinality": (*BOUND_ONE, *ANY_BOUND),
        "compilation": ("direct", "template"),
    }
    picture = staticmethod(picture)
    instances = staticmethod(SudokuInstances)
    repairs = staticmethod(repair.repairs)

    def bulk_way(self, puzzle: Sudoku, options: SudokuOptions) -> Way[Sudoku, SudokuSolution, SudokuOptions] | None:
        """The sieve, where Numba is installed, the grid is small, and nothing else was asked for."""
        asked = any(getattr(options, name) != "auto" for name in GUARDED)
        return None if asked or not sieve.fits(puzzle) or not jit.available() else Sieve()

    def contradiction(self, puzzle: Sudoku, options: SudokuOptions) -> str | None:
        """Two equal clues in a row, column or box."""
        return rules.contradiction(puzzle)

    def encoding(
        self, puzzle: Sudoku, options: SudokuOptions, *, eager: bool = False, budget: Budget | None = None
    ) -> Direct | Narrow:
        """The template and the clues as clauses, large ones without what clues exclude; nothing is left to cuts."""
        if not eager and _narrow(puzzle, options):
            return Narrow(puzzle, budget)
        return Direct(puzzle, options.cardinality, budget)

    def family(self, puzzle: Sudoku, options: SudokuOptions) -> Hashable | None:
        """The size; none for the direct compilation, and for grids so large that loading the template takes longer."""
        return None if options.compilation == "direct" or _narrow(puzzle, options) else puzzle.size

    def template(self, puzzle: Sudoku, options: SudokuOptions, *, budget: Budget | None = None) -> Template:
        """The template of its size."""
        return Template(puzzle.size, options.cardinality, budget)

    def blank(self, height: int, width: int) -> Sudoku:
        """No clue."""
        if height != width:
            raise UsageError(f"a sudoku is a square, not {height}x{width}")
        return Sudoku((0,) * height**2)

    def clauses(self, puzzle: Sudoku, options: SudokuOptions, *, eager: bool = False, template: bool = False) -> int:
        """One value in each cell, each value once in each house."""
        size = puzzle.size
        cardinality = BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality
        return 4 * size**2 * (1 + estimate(size, 1, cardinality))

    def faults(self, puzzle: Sudoku, solution: SudokuSolution, options: SudokuOptions) -> list[Fault]:
        """The verifier."""
        return rules.faults(puzzle, solution)

    def accepts(self, puzzle: Sudoku, solution: SudokuSolution, options: SudokuOptions) -> bool:
        """The verifier, its fast form."""
        return rules.accepts(puzzle, solution)

    def cross_check(self, puzzle: Sudoku, solution: SudokuSolution, options: SudokuOptions) -> str | None:
        """The grid as a colouring of networkx's sudoku graph, whose edges join the cells that must differ."""
        values = solution.values
        for a, b in _edges(geometry(puzzle.size).box):
            if values[a] == values[b]:
                cells = " and ".join(cell_name(geometry(puzzle.size).cell(i)) for i in (a, b))
                return f"the cells {cells} are joined in the graph and both hold {symbol(values[a])}"
        return None

    def dispensable(self, puzzle: Sudoku) -> dict[str, Any]:
        """The given digits."""
        clued = ((i, value) for i, value in enumerate(puzzle.clues) if value)
        return {is_given(geometry(puzzle.size).cell(i), value): i for i, value in clued}

    def without(self, puzzle: Sudoku, clues: Sequence[int]) -> Sudoku:
        """Some digits are not given."""
        gone = set(clues)
        return replace(puzzle, clues=tuple(0 if i in gone else value for i, value in enumerate(puzzle.clues)))

    def generate(self, chance: Random, recipe: SudokuRecipe, budget: Budget) -> Sudoku:
        """By taking clues from a random grid."""
        return generate(chance, recipe, budget)

    def statements(self, puzzle: Sudoku, options: SudokuOptions, budget: Budget) -> Direct:
        """Cells and houses; the clues are known from the start."""
        return Direct(puzzle, budget=budget)

    def tactics(self, puzzle: Sudoku, solution: SudokuSolution | None, options: SudokuOptions) -> Tactics:
        """The techniques that are allowed."""
        return Tactics(puzzle, solution, options.technique)

    def assess(self, puzzle: Sudoku, steps: Sequence[Step]) -> tuple[str, int, dict[str, int]]:
        """By the techniques, as HoDoKu counts."""
        return assess(puzzle, steps)

    def technique(self, puzzle: Sudoku, step: Step, argument: Sequence[Turn] = ()) -> tuple[str, str]:
        """What no technique with a name finds is a combination."""
        return COMBINATION, super().technique(puzzle, step, argument)[1]

    def with_given(self, puzzle: Sudoku, marks: Iterable[Mark]) -> Sudoku:
        """Further clues; a value cannot be given as impossible."""
        clues = list(puzzle.clues)
        for r, c, what in marks:
            if str(what) not in SYMBOLS:
                raise UsageError(f"only values can be given, found {what!r}")
            clues[int(r) * puzzle.size + int(c)] = SYMBOLS.index(str(what)) + 1
        return replace(puzzle, clues=tuple(clues))

    def eased(self, puzzle: Sudoku, solution: SudokuSolution, chance: Random) -> Sequence[Sudoku]:
        """One clue more each, in random order."""
        clues, found = list(puzzle.clues), [puzzle]
        for i in chance.sample(range(len(clues)), len(clues)):
            if not clues[i]:
                clues[i] = solution.values[i]
                found.append(replace(puzzle, clues=tuple(clues)))
        return found


def _narrow(puzzle: Sudoku, options: SudokuOptions) -> bool:
    """Whether only what the clues leave is compiled: from 25x25 on, where nothing else is asked for."""
    return puzzle.size > 16 and options.compilation == options.cardinality == "auto"


@cache
def _edges(box: int) -> list[tuple[int, int]]:
    """The pairs of cell numbers that must differ, by networkx (whose nodes are numbered in reading order)."""
    import networkx

    return list(networkx.sudoku_graph(box).edges)


KIND = SudokuKind()
