"""New puzzles of declared kinds: a random solution, all its clues, then a minimal set of these that is still unique."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, make_dataclass, replace
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias

from satdnd.declaration.clues.choices import variants_of
from satdnd.declaration.clues.family import families_of
from satdnd.declaration.generators.reduction import Reduction, another_solution, opposite
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import View
from satdnd.engine.kind import Kind, Rules
from satdnd.engine.options import option
from satdnd.engine.search import Search
from satdnd.errors import CannotFulfil, UsageError
from satdnd.grid.bitboard import Bitboard
from satdnd.grid.notation import counted
from satdnd.rules.count import Count, true_among
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal as Variable
from satdnd.setter.parts import Recipe

TRIED = 400
"""Random solutions tried before giving up; a count, so that results do not depend on a clock."""
_PIECES = 8
"""The number of pieces in which a random board is given to the solver, which takes what it can of each."""


@dataclass(frozen=True, kw_only=True)
class DeclaredRecipe(Recipe):
    """The options of a generated puzzle."""

    height: int = option(10, "Rows.", low=1, high=100)
    width: int = option(10, "Columns.", low=1, high=100)
    unique: bool = option(True, "Exactly one solution.", switch="--unique/--any")

    def furnished(self, rng: Random, puzzle: Any, solution: Any) -> Any:
        """A puzzle with all its clues, here also with those that not every puzzle has."""
        return puzzle


@dataclass(frozen=True, kw_only=True)
class SymmetricRecipe(DeclaredRecipe):
    """The options of a generator of puzzles with clues in cells."""

    symmetric: bool = option(True, "The clues are in the same cells when the board is turned upside down.")


Design: TypeAlias = Generator[tuple[Any, Bitboard], Bitboard, None]
"""Drafts of one puzzle: its areas or walls, without further clues, with the board of a solution. As long as a draft
with all its clues has another solution, the generator is sent the board of that, and yields the next draft, or ends
(also by CannotFulfil) to be tried anew.
"""


def own_recipe(puzzle: type[GridPuzzle], base: type[DeclaredRecipe] = DeclaredRecipe) -> type[DeclaredRecipe]:
    """The class for a kind whose only further options than those of *base* are the variants of its rules:
    `satdnd.generate` finds the kind of a recipe by its class.
    """
    named = {"__module__": "satdnd", "__doc__": f"The options of {puzzle.kind} puzzles."}
    variants = [
        (name, Literal[one.usual, one.other], option(one.usual, f"{one.other}: {one.title}."))
        for name, one in variants_of(puzzle).items()
    ]
    bases, name = (base,), f"{puzzle.__name__}Recipe"
    return make_dataclass(name, variants, bases=bases, namespace=named, frozen=True, kw_only=True)


def blotches(rng: Random, blank: GridPuzzle, budget: Budget) -> Bitboard | None:
    """A random picture; two of three are smoothed, so that they look painted. None if all cells are alike."""
    grid, smooth = blank.grid, rng.random() < 2 / 3
    noise = {cell for cell in grid.cells(grid.all) if rng.random() < 0.5}
    painted = noise
    if smooth:
        around = {(r, c): [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)] for r, c in grid.cells(grid.all)}
        painted = {x for x, near in around.items() if 2 * len(noise.intersection(near)) > sum(map(grid.contains, near))}
    board = grid.mask(painted)
    return board if board and (board != grid.all or grid.size == 1) else None


def random_solution(
    kind: Kind[Any, Any, Any],
    view: View,
    rng: Random,
    blank: GridPuzzle,
    budget: Budget,
    kept: Sequence[Variable] = (),
) -> Bitboard:
    """A solution with the literals *kept* that agrees with a random board as far as possible, piece by piece.

    Raises CannotFulfil, Undecided.
    """
    encoding = kind.compiled(blank, kind.options(), budget)
    search, assumed, fixed = Search(encoding, budget=budget), [*kept], {*map(abs, kept)}
    literals = [v if rng.random() < 0.5 else -v for v in encoding.projection if v not in fixed]
    rng.shuffle(literals)
    size = -(-len(literals) // _PIECES)
    try:
        found = search.first(blank, assumed, budget)
        for k in range(0, len(literals), size):
            further = [*assumed, *literals[k : k + size]]
            if other := search.first(blank, further, budget):
                found, assumed = other, further
    finally:
        search.close()
    if found is None:
        raise CannotFulfil(f"a board of {blank.height}x{blank.width} has no solution")
    return view.board(blank, found[0])


def counted_clues(
    kind: Kind[Any, Any, Any], view: View, places: Callable[[Any], Iterable[Clue]], puzzle: GridPuzzle, solution: Any
) -> GridPuzzle:
    """The puzzle with numbers in these places: how many literals of the `Count` that each makes are true.

    Raises UsageError if there is a place of which no `Count` names the clue.
    """
    there = dict.fromkeys(places(puzzle), 0)
    asked = puzzle.changed(there)
    board, stated = view.board(puzzle, solution), kind.require(Rules).book(asked, kind.options()).each()
    counts = {one.clue: one.literals for one in stated if isinstance(one, Count) and one.clue}
    if missing := [clue for clue in there if clue not in counts]:
        raise UsageError(f"{kind.name} is declared wrongly: no Count has clue={missing[0]!r}")
    return puzzle.changed({clue: true_among(literals, board) for clue, literals in counts.items()})


class Maker:
    """Makes puzzles of one kind.

    Args:
        kind: of the puzzles.
        view: what is marked.
        clues_of: (puzzle, solution) -> that of the same size with every clue of *solution*.
        sample: (rng, blank puzzle, budget) -> the board of a random solution, None for another try; without, it is
            from the solver.
        design: (rng, recipe, budget) -> drafts (see `Design`); None: an empty puzzle, and a sample.
    """

    def __init__(
        self,
        kind: Kind[Any, Any, Any],
        view: View,
        clues_of: Callable[[Any, Any], Any],
        sample: Callable[[Random, Any, Budget], Bitboard | None] | None = None,
        design: Callable[[Random, Any, Budget], Design] | None = None,
    ) -> None:
        self._kind, self._view, self._clues_of = kind, view, clues_of
        self._sample, self._design = sample or partial(random_solution, kind, view), design

    def generate(self, rng: Random, recipe: DeclaredRecipe, budget: Budget) -> Any:
        """A new puzzle that fits *recipe*. Raises CannotFulfil, Undecided."""
        for _ in range(TRIED):
            budget.check()
            blank, board = self._designed(rng, recipe, budget) if self._design else self._sampled(rng, recipe, budget)
            if board is None:
                continue
            solution = self._view.solution(blank, board)
            puzzle = recipe.furnished(rng, self._clues_of(blank, solution), solution)
            removable = any(family.removable for family in families_of(type(puzzle)).values())
            if not recipe.unique or (self._design and not removable):
                return puzzle
            symmetric = isinstance(recipe, SymmetricRecipe) and recipe.symmetric
            if symmetric:
                alone = [clue for clue in puzzle.given_clues if opposite(puzzle.grid, clue) not in puzzle.given_clues]
                puzzle = puzzle.changed(dict.fromkeys(alone))
            reduction = Reduction(self._kind, puzzle, solution, budget, symmetric=symmetric)
            reduced: GridPuzzle | None = reduction.minimal(rng)
            if reduced is not None:
                return reduced
        raise CannotFulfil(
            f"found no unique puzzle of {recipe.height}x{recipe.width} among {counted(TRIED, 'random solution')}"
        )

    def _check_draft(self, blank: Any, solution: Any, recipe: DeclaredRecipe) -> None:
        """Raise UsageError for a draft of another size, or with a board that is no solution."""
        puzzle = self._clues_of(blank, solution)
        found, options = f"{self._kind.name} is declared wrongly: its design made", self._kind.options()
        if (puzzle.height, puzzle.width) != (recipe.height, recipe.width):
            size = f"{puzzle.height}x{puzzle.width} instead of {recipe.height}x{recipe.width}"
            raise UsageError(f"{found} a draft of {size}")
        if not self._kind.accepts(puzzle, solution, options):
            fault = self._kind.faults(puzzle, solution, options)[0]
            raise UsageError(f"{found} a draft with a board that is no solution: {fault.message}")

    def _sampled(self, rng: Random, recipe: DeclaredRecipe, budget: Budget) -> tuple[Any, Bitboard | None]:
        """An empty puzzle and the board of a random solution, None for another try."""
        blank = self._kind.empty(recipe.height, recipe.width)
        variants = {name: getattr(recipe, name) for name in variants_of(type(blank))}
        blank = replace(blank, **variants) if variants else blank
        return blank, self._sample(rng, blank, budget)

    def _designed(self, rng: Random, recipe: DeclaredRecipe, budget: Budget) -> tuple[Any, Bitboard | None]:
        """The first draft without another solution, or just the first; None as its board if there is none."""
        assert self._design
        design = self._design(rng, recipe, budget)
        try:
            blank, board = next(design)
            self._check_draft(blank, self._view.solution(blank, board), recipe)
            while recipe.unique:
                budget.check()
                solution = self._view.solution(blank, board)
                other = another_solution(self._kind, self._clues_of(blank, solution), solution, budget)
                if other is None:
                    break
                blank, board = design.send(self._view.board(blank, other))
        except (StopIteration, CannotFulfil):
            return None, None
        return blank, board


def easier(clues_of: Callable[[Any, Any], Any], puzzle: GridPuzzle, solution: Any, rng: Random) -> Sequence[GridPuzzle]:
    """Puzzles with more and more of the clues that were left out of *clues_of* (puzzle, solution).

    If the clues are symmetric, those of opposite cells come together.
    """
    clues = puzzle.given_clues
    missing = {clue: value for clue, value in clues_of(puzzle, solution).given_clues.items() if clue not in clues}
    symmetric = all(opposite(puzzle.grid, clue) in clues for clue in clues)
    order, made, added = [*missing], [puzzle], dict[Clue, Any]()
    rng.shuffle(order)
    for clue in order:
        other = opposite(puzzle.grid, clue) if symmetric else clue
        if clue not in added and other in missing:
            added |= {clue: missing[clue], other: missing[other]}
            made.append(puzzle.changed(added))
    return made


def random_placement(kind: Kind[Any, Any, Any], view: View, rng: Random, blank: GridPuzzle, budget: Budget) -> Bitboard:
    """A random solution of a puzzle whose solutions have few true variables. Raises CannotFulfil if it has none."""
    search = Search(kind.compiled(blank, kind.options(), budget), budget=budget)
    try:
        found = search.first(blank, (), budget)
        if found is None:
            raise CannotFulfil(f"a board of {blank.height}x{blank.width} has no solution")
        number, assumed = view.board(blank, found[0]).bit_count(), list[Variable]()
        order = [*range(1, blank.grid.size + 1)]
        rng.shuffle(order)
        for v in order:
            if len(assumed) < number and (other := search.first(blank, [*assumed, v], budget)):
                found, assumed = other, [*assumed, v]
    finally:
        search.close()
    return view.board(blank, found[0])
