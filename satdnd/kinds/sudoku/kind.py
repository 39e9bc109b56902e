"""Sudoku as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

from satdnd.encodings.cardinality import ANY_BOUND, BOUND_ONE, estimate
from satdnd.engine import jit
from satdnd.engine.kind import GUARDED, Asked, Fault, Kind, Rules, Templates, Way
from satdnd.engine.search import Sat
from satdnd.errors import UsageError
from satdnd.explanation.steps import Explanations
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku import repair, rules, sieve
from satdnd.kinds.sudoku.encode import BEST_CARDINALITY, Direct, Narrow, Template
from satdnd.kinds.sudoku.explain import Tactics, assess
from satdnd.kinds.sudoku.formats import TEXTS
from satdnd.kinds.sudoku.generate import SudokuRecipe, eased, generate
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.sudoku.picture import picture
from satdnd.kinds.sudoku.statements import rulebook
from satdnd.kinds.sudoku.techniques import WORDS
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator, GivenCells, RemovableClues, Repairs


class Sieve(Way[Sudoku, SudokuSolution, SudokuOptions]):
    """A compiled search on sets of values, for many small grids."""

    name = "sieve"
    help = "singles and guesses in machine code, for grids of up to 9x9 (needs the extra 'fast')"

    def solutions(self, asked: Asked[Sudoku, SudokuSolution, SudokuOptions]) -> Iterator[SudokuSolution]:
        """In no order that means anything; the statistics get the guesses."""
        sieve.refuse(asked.puzzle)
        for grids in sieve.search(asked.puzzle, asked.budget, asked.stats):
            yield from grids


def _narrow(puzzle: Sudoku, options: SudokuOptions) -> bool:
    """Whether only what the clues leave is compiled: from 25x25 on, where nothing else is asked for."""
    return puzzle.size > 16 and options.compilation == options.cardinality == "auto"


def _family(puzzle: Sudoku, options: SudokuOptions) -> Hashable | None:
    """The size; none for the direct compilation, and for grids so large that loading the template takes longer."""
    return None if options.compilation == "direct" or _narrow(puzzle, options) else puzzle.size


def _template(puzzle: Sudoku, options: SudokuOptions, budget: Budget) -> Template:
    return Template(puzzle.size, options.cardinality, budget)


def _tactics(puzzle: Sudoku, solution: SudokuSolution | None, options: SudokuOptions) -> Tactics:
    """The techniques that are allowed."""
    return Tactics(puzzle, solution, options.technique)


class SudokuKind(Kind[Sudoku, SudokuSolution, SudokuOptions]):
    """Number place, 4x4 to 25x25."""

    name = "sudoku"
    usual_size = 9, 9
    options = SudokuOptions
    texts = TEXTS
    play = rules.PLAY
    rules = rules.RULES
    ways = (Sat(), Sieve())
    choices = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "cardinality": (*BOUND_ONE, *ANY_BOUND),
        "compilation": ("direct", "template"),
    }
    picture = staticmethod(picture)
    parts = (
        Templates(_family, _template),
        Explanations(WORDS, _tactics, assess),
        Rules(rulebook),
        Generator(SudokuRecipe, generate, eased=eased),
        Repairs(repair.repairs),
        RemovableClues(repair.removable, repair.with_clues),
        GivenCells(repair.with_given),
    )

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

    def empty(self, height: int, width: int) -> Sudoku:
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


@cache
def _edges(box: int) -> list[tuple[int, int]]:
    """The pairs of cell numbers that must differ, by networkx (whose nodes are numbered in reading order)."""
    import networkx

    return list(networkx.sudoku_graph(box).edges)


KIND = SudokuKind()
