"""What `satdnd.kinds.dungeon.carve` asks of numbers, grids and randomness, as Numba compiles it with that module.

A set of cells is one signed word of 64 bits; of the operations on it only those to the right know the sign. Randomness
comes in as words of 32 bits, and each choice takes as many of them as `random.Random` takes for it: so the same words
lead to the same board here and there.

Numba looks for new source only in this file before it takes machine code from its cache: who changes another module
that is compiled here (carve.py, layout.py) removes ``__pycache__/carving_kernel.*.nb?``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import types
from numba.extending import overload, overload_method, register_jitable

from satdnd.engine.jit import compiled
from satdnd.grid.bitboard import Degrees, Grid, grid, scan
from satdnd.kinds.dungeon import carve, layout

F = TypeVar("F", bound=Callable[..., Any])
RESULT = 3 + 7
"""Numbers of a result; rooms of nine cells each on 64 cells are seven at most."""


class Board(NamedTuple):
    """In place of a `Grid`: one of at most 64 cells."""

    height: int
    width: int
    all: int
    not_first: int
    """All cells but those of the first column."""
    not_last: int


class Wanted(NamedTuple):
    """In place of a `satdnd.kinds.dungeon.carve.Carving`: one without symmetry."""

    rooms: int
    loops: float
    cramped: bool
    pruned: float
    symmetry: None


class Words(NamedTuple):
    """In place of a `random.Random`."""

    words: Any
    taken: Any
    """An array; the first number in it is how many of them. Where they run out all choices are the first ones."""


def instead_of(other: Callable[..., Any]) -> Callable[[F], F]:
    """A function is what compiled code calls in place of *other*."""

    def register(function: F) -> F:
        """Tell Numba."""
        overload(other)(wraps(function)(lambda *_: function))
        return function

    return register


def method_of(owner: Any) -> Callable[[F], F]:
    """A function is the method of that name, in compiled code, of what is of Numba's type *owner*."""

    def register(function: F) -> F:
        """Tell Numba."""
        overload_method(owner, function.__name__)(wraps(function)(lambda *_: function))
        return function

    return register


# numbers


_PAIRS, _FOURS, _BYTES = (np.uint64(x) for x in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_ONES = np.uint64(0x0101010101010101)


@method_of(types.Integer)
def bit_count(board: int) -> Any:
    """In each step, twice as wide fields hold the sum of two."""
    bits = np.uint64(board)
    bits = bits - (bits >> np.uint64(1) & _PAIRS)
    bits = (bits & _FOURS) + (bits >> np.uint64(2) & _FOURS)
    return np.int64((bits + (bits >> np.uint64(4)) & _BYTES) * _ONES >> np.uint64(56))


@register_jitable
def right(board: int, number: int) -> Any:
    """*board* shifted to the right, without regard to its sign."""
    return np.int64(np.uint64(board) >> np.uint64(number))


@instead_of(scan)
def scanned(board: int) -> list[int]:
    """A list at once."""
    numbers = []
    while board:
        numbers.append(((board & -board) - 1).bit_count())
        board &= board - 1
    return numbers


# grids


@method_of(types.BaseNamedTuple)
def west(geometry: Board, board: int) -> Any:
    """As of a `Grid`, and so are the next ones."""
    return right(board & geometry.not_first, 1)


@method_of(types.BaseNamedTuple)
def north(geometry: Board, board: int) -> Any:
    """One row up."""
    return right(board, geometry.width)


@method_of(types.BaseNamedTuple)
def neighbours(geometry: Board, board: int) -> Any:
    """All four ways."""
    sides = right(board & geometry.not_first, 1) | (board & geometry.not_last) << 1
    return right(board, geometry.width) | board << geometry.width & geometry.all | sides


@method_of(types.BaseNamedTuple)
def degrees(geometry: Board, board: int) -> Degrees:
    """By the number of neighbours."""
    one, more = right(board, geometry.width), 0
    for step in (board << geometry.width, right(board & geometry.not_first, 1), (board & geometry.not_last) << 1):
        more |= one & step
        one |= step
    return Degrees(board & ~one, board & one & ~more, board & more)


@method_of(types.BaseNamedTuple)
def connected(geometry: Any, board: int) -> bool:
    """Whether it is one region."""
    region = board & -board
    while True:
        wider = (region | geometry.neighbours(region)) & board
        if wider == region:
            return bool(region == board)
        region = wider


for method in (Grid.border, Grid.squares):
    method_of(types.BaseNamedTuple)(method)


@cache
def board_of(height: int, width: int) -> Board:
    """The numbers of a grid, signed."""
    geometry = grid(height, width)
    sets = geometry.all, geometry.all & ~geometry.first_column, geometry.all & ~geometry.last_column
    return Board(height, width, *(cells - (cells >> 63 << 64) for cells in sets))


# randomness


@method_of(types.BaseNamedTuple)
def word(rng: Words) -> Any:
    """The next one."""
    at = rng.taken[0]
    rng.taken[0] += 1
    return np.int64(rng.words[at]) if at < len(rng.words) else np.int64(0)


@method_of(types.BaseNamedTuple)
def randrange(rng: Any, n: int) -> Any:
    """The first number below *n* among those of its length in bits."""
    shift = 32
    while n >> 32 - shift:
        shift -= 1
    while True:
        found = rng.word() >> shift
        if found < n:
            return found


@method_of(types.BaseNamedTuple)
def choice(rng: Any, items: list[int]) -> Any:
    """One of them."""
    return items[rng.randrange(len(items))]


@method_of(types.BaseNamedTuple)
def random(rng: Any) -> Any:
    """A share of one."""
    high, low = rng.word() >> 5, rng.word() >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


# of layouts and carving what is not compiled as it stands


@method_of(types.NoneType)
def check(budget: None) -> None:
    """There is no budget: a small board takes no time."""


@instead_of(layout.image)
@instead_of(carve.both_rooms)
def image(geometry: Board, symmetry: None, cells: int) -> int:
    """Without symmetry."""
    return cells


@instead_of(carve.joined)
def joined(opened: list[int], geometry: Board) -> int:
    """The set of cells that a list with a rim says."""
    board, stride = 0, geometry.width + 2
    for r in range(geometry.height):
        for c in range(geometry.width):
            board |= opened[(r + 1) * stride + c + 1] << r * geometry.width + c
    return board


for part in (layout.outlines, layout.legal, carve.place_rooms, carve.shuffle, carve.grow, carve.prune):
    register_jitable(part)

register_jitable(carve.carve_cells)


@compiled
def carve_cells(
    geometry: Board, rooms: int, loops: float, cramped: bool, pruned: float, words: Any, result: Any
) -> Any:
    """As `satdnd.kinds.dungeon.carve.carve_cells`, in numbers, which Numba takes much faster than tuples.

    Args:
        geometry: of the board.
        rooms, loops, cramped, pruned: as of a `Carving`.
        words: of 32 bits, random.
        result: gets how many words were taken, the open cells, the number of rooms, and the rooms. Where the first is
            more than there are *words*, the others mean nothing.
    """
    result[0] = 0
    wanted: Any = Wanted(rooms, loops, cramped, pruned, None)
    rng: Any = Words(words, result)
    unlimited: Any = None
    board: Any = geometry
    entered, result[1] = carve.carve_cells(board, wanted, rng, unlimited)
    result[2] = len(entered)
    for e in range(len(entered)):
        result[3 + e] = entered[e]
