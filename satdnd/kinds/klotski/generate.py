"""New boxes of sliding blocks: random pieces, as far from the goal as they can be.

Every move can be undone, so one search that starts from all positions with the goal reached finds the fewest moves from
each position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from string import ascii_letters, digits

from satdnd.engine.options import option
from satdnd.errors import CannotFulfil, UsageError
from satdnd.grid.bitboard import Cell
from satdnd.kinds.klotski.model import EMPTY, Goal, Klotski, KlotskiSolution, Piece, Shape
from satdnd.kinds.klotski.rules import boards
from satdnd.kinds.klotski.search import Box, State, layers_from
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Recipe

_TRIED = 30
"""The sets of pieces tried."""
_ENOUGH = 30
"""The moves of a set of pieces with which the search for a better one ends."""
_STATES = 200_000
"""The most positions of a set of pieces; those of a box of 5x4 have up to 180,000 or so."""
_CELLS = 20
"""The most cells of a box; with 24, random pieces have millions of positions."""
_HOLES = 2
"""Empty cells."""
_LETTERS = ascii_letters + digits
_LARGEST: Shape = (2, 2)
"""The piece of the goal."""
_SHAPES: dict[Shape, int] = {(2, 1): 6, (1, 2): 6, (1, 1): 4, (3, 1): 1, (1, 3): 1}
"""The other pieces, with how often each is chosen where all of them fit."""


@dataclass(frozen=True, kw_only=True)
class KlotskiRecipe(Recipe):
    """The options of the generator of sliding blocks."""

    height: int = option(5, "Rows; the box has at most 20 cells.", low=3, high=6)
    width: int = option(4, "Columns.", low=3, high=6)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (cells := self.height * self.width) > _CELLS:
            size = f"{self.height}x{self.width} has {cells}"
            raise UsageError(f"a new box has at most {_CELLS} cells, so that all positions can be seen; {size}")


def generate(rng: Random, recipe: KlotskiRecipe, budget: Budget) -> Klotski:
    """A position from which the piece of 2x2 takes as many moves as possible to the middle of the bottom row.

    A move takes one piece along any path. Raises CannotFulfil, Undecided.
    """
    goal = Goal((recipe.height - 2, (recipe.width - 2) // 2), _LETTERS[0])
    best, most = None, 0
    for _ in range(_TRIED):
        pieces = {goal.at: _LARGEST, **random_pieces(rng, recipe, goal.at)}
        puzzle = Klotski(_board(recipe, pieces), goal, "move")
        box = Box(puzzle, puzzle.metric, budget)
        moves, states = farthest_states(box, budget)
        if moves > most:
            places = dict(box.pieces(rng.choice(sorted(states))))
            at = next(cell for cell, what in places.items() if what == goal.piece)
            shapes = {cell: what for cell, what in places.items() if not isinstance(what, str)}
            best, most = replace(puzzle, board=_board(recipe, {at: _LARGEST, **shapes})), moves
        if most >= _ENOUGH:
            break
    if best is None:
        size = f"{recipe.height}x{recipe.width}"
        why = "the largest cannot move, or there are too many positions"
        raise CannotFulfil(f"found no box of {size} among {_TRIED} random sets of pieces: {why}")
    return best


def random_pieces(rng: Random, recipe: KlotskiRecipe, at: Cell) -> dict[Cell, Shape]:
    """The other pieces, by their top left cells, while the largest one stands *at* its goal."""
    free = {(r, c) for r in range(recipe.height) for c in range(recipe.width)} - _cells(at, _LARGEST)
    free -= {*rng.sample(sorted(free), _HOLES)}
    pieces = dict[Cell, Shape]()
    while free:
        place = min(free)
        fitting = [shape for shape in _SHAPES if free >= _cells(place, shape)]
        (pieces[place],) = rng.choices(fitting, [_SHAPES[shape] for shape in fitting])
        free -= _cells(place, pieces[place])
    return pieces


def farthest_states(box: Box, budget: Budget) -> tuple[int, set[State]]:
    """The most moves that any state takes to the goal, and those states; 0 moves if there are too many states."""
    seen = set[State]()
    for layer in layers_from(box, [box.start], budget):
        seen |= layer
        if len(seen) > _STATES:
            return 0, set()
    return deque(enumerate(layers_from(box, box.at_goal(seen), budget)), 1)[0]


def easier(puzzle: Klotski, solution: KlotskiSolution, rng: Random) -> Sequence[Klotski]:
    """Half of the positions on the way to the goal, at random, from the first to the last move."""
    later = boards(puzzle, solution)[1:-1]
    chosen = sorted(rng.sample(range(len(later)), (len(later) + 1) // 2))
    return [puzzle, *(replace(puzzle, board=later[i]) for i in chosen)]


def _cells(corner: Cell, shape: Shape) -> set[Cell]:
    return {*Piece(corner, shape).cells}


def _board(recipe: KlotskiRecipe, pieces: Mapping[Cell, Shape]) -> tuple[str, ...]:
    """The box with letters for pieces in their order."""
    rows = [[EMPTY] * recipe.width for _ in range(recipe.height)]
    for letter, piece in zip(_LETTERS, pieces.items(), strict=False):
        for r, c in _cells(*piece):
            rows[r][c] = letter
    return tuple(map("".join, rows))
