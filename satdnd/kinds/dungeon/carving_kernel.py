"""Replacements for the numbers, grids and randomness in `satdnd.kinds.dungeon.carve`, as Numba compiles that module.

A bitboard is one signed 64-bit word; only shifts to the right depend on the sign. Randomness comes as 32-bit words, and
each choice takes as many of them as `random.Random` would, so the same seed gives the same board as without Numba.

Numba checks only this file for changes before it uses cached machine code: after a change in another compiled module
(carve.py, layout.py), remove ``__pycache__/carving_kernel.*.nb?``.
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
"""The length of a result; 64 cells hold at most seven rooms of nine cells."""


class Board(NamedTuple):
    """Replaces `Grid`, for at most 64 cells."""

    height: int
    width: int
    all: int
    not_first: int
    """All cells except the first column."""
    not_last: int


class Wanted(NamedTuple):
    """Replaces `satdnd.kinds.dungeon.carve.Carving`, without symmetry."""

    rooms: int
    loops: float
    cramped: bool
    pruned: float
    symmetry: None


class Words(NamedTuple):
    """Replaces `random.Random`."""

    words: Any
    taken: Any
    """An array whose first entry is the number of words taken. After the last word, every choice is the first one."""


def instead_of(other: Callable[..., Any]) -> Callable[[F], F]:
    """A decorator for the compiled replacement of *other*."""

    def register(function: F) -> F:
        """Register the overload with Numba."""
        overload(other)(wraps(function)(lambda *_: function))
        return function

    return register


def method_of(owner: Any) -> Callable[[F], F]:
    """A decorator for the compiled method of that name of the Numba type *owner*."""

    def register(function: F) -> F:
        """Register the method with Numba."""
        overload_method(owner, function.__name__)(wraps(function)(lambda *_: function))
        return function

    return register


# numbers


_PAIRS, _FOURS, _BYTES = (np.uint64(x) for x in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_ONES = np.uint64(0x0101010101010101)


@method_of(types.Integer)
def bit_count(board: int) -> Any:
    """The number of set bits, by adding adjacent fields of doubling width."""
    bits = np.uint64(board)
    bits = bits - (bits >> np.uint64(1) & _PAIRS)
    bits = (bits & _FOURS) + (bits >> np.uint64(2) & _FOURS)
    return np.int64((bits + (bits >> np.uint64(4)) & _BYTES) * _ONES >> np.uint64(56))


@register_jitable
def right(board: int, number: int) -> Any:
    """A logical shift of *board* to the right."""
    return np.int64(np.uint64(board) >> np.uint64(number))


@instead_of(scan)
def scanned(board: int) -> list[int]:
    """The set bits, as a list."""
    numbers = []
    while board:
        numbers.append(((board & -board) - 1).bit_count())
        board &= board - 1
    return numbers


# grids


@method_of(types.BaseNamedTuple)
def west(geometry: Board, board: int) -> Any:
    """Like `Grid.west`; the following functions also replace methods of `Grid`."""
    return right(board & geometry.not_first, 1)


@method_of(types.BaseNamedTuple)
def north(geometry: Board, board: int) -> Any:
    """Shift one row up."""
    return right(board, geometry.width)


@method_of(types.BaseNamedTuple)
def neighbours(geometry: Board, board: int) -> Any:
    """The neighbours in all four directions."""
    sides = right(board & geometry.not_first, 1) | (board & geometry.not_last) << 1
    return right(board, geometry.width) | board << geometry.width & geometry.all | sides


@method_of(types.BaseNamedTuple)
def degrees(geometry: Board, board: int) -> Degrees:
    """The cells by number of neighbours."""
    one, more = right(board, geometry.width), 0
    for step in (board << geometry.width, right(board & geometry.not_first, 1), (board & geometry.not_last) << 1):
        more |= one & step
        one |= step
    return Degrees(board & ~one, board & one & ~more, board & more)


@method_of(types.BaseNamedTuple)
def connected(geometry: Any, board: int) -> bool:
    """Whether the cells are connected."""
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
    """The constants of a grid, as signed words."""
    geometry = grid(height, width)
    sets = geometry.all, geometry.all & ~geometry.first_column, geometry.all & ~geometry.last_column
    return Board(height, width, *(cells - (cells >> 63 << 64) for cells in sets))


# randomness


@method_of(types.BaseNamedTuple)
def word(rng: Words) -> Any:
    """The next 32-bit word."""
    at = rng.taken[0]
    rng.taken[0] += 1
    return np.int64(rng.words[at]) if at < len(rng.words) else np.int64(0)


@method_of(types.BaseNamedTuple)
def randrange(rng: Any, n: int) -> Any:
    """The first number below *n* among words truncated to its bit length."""
    shift = 32
    while n >> 32 - shift:
        shift -= 1
    while True:
        found = rng.word() >> shift
        if found < n:
            return found


@method_of(types.BaseNamedTuple)
def choice(rng: Any, items: list[int]) -> Any:
    """A random item."""
    return items[rng.randrange(len(items))]


@method_of(types.BaseNamedTuple)
def random(rng: Any) -> Any:
    """A random float in [0, 1)."""
    high, low = rng.word() >> 5, rng.word() >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


# parts of layout.py and carve.py that need their own versions


@method_of(types.NoneType)
def check(budget: None) -> None:
    """Without a budget: a small board takes no time."""


@instead_of(layout.image)
@instead_of(carve.both_rooms)
def image(geometry: Board, symmetry: None, cells: int) -> int:
    """*cells*, as there is no symmetry."""
    return cells


@instead_of(carve.joined)
def joined(opened: list[int], geometry: Board) -> int:
    """Convert a list of cells with a border to a bitboard."""
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
    """`satdnd.kinds.dungeon.carve.carve_cells` on plain numbers, which Numba passes much faster than tuples.

    Args:
        geometry: the board.
        rooms, loops, cramped, pruned: as in `Carving`.
        words: random 32-bit words.
        result: receives the number of words needed, the open cells, the number of rooms, and the rooms; only the first
            is valid if more words are needed than given.
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
