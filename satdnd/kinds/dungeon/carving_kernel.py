"""What `satdnd.kinds.dungeon.carve` asks of integers, grids and randomness, told to Numba, which compiles it with this.

A set of cells is one signed word of 64 bits. Of the operations on it only shifting to the right knows the sign.
Randomness comes in as words of 32 bits, and each choice takes as many of them as `random.Random` takes for it: so the
same words lead to the same board here and there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload, overload_method, register_jitable

from satdnd.engine.jit import compiled
from satdnd.grid import bitboard
from satdnd.kinds.dungeon import carve, layout

_PAIRS, _FOURS, _BYTES = (np.uint64(x) for x in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_ONES = np.uint64(0x0101010101010101)


class Board(NamedTuple):
    """In place of a `satdnd.grid.bitboard.Grid` of at most 64 cells."""

    height: int
    width: int
    all: int
    not_first: int
    """All cells but those of the first column."""
    not_last: int


class Wanted(NamedTuple):
    """In place of a `satdnd.kinds.dungeon.carve.Carving`."""

    rooms: int
    loops: float
    density: float
    cramped: bool
    pruned: float
    symmetry: None = None


class Words(NamedTuple):
    """In place of a `random.Random`."""

    words: Any
    taken: Any
    """One number: how many of the words. Where they run out all choices are the first ones."""


@register_jitable
def right(board: int, number: int) -> int:
    """*board* shifted to the right, as if it had no sign."""
    return np.int64(np.uint64(board) >> np.uint64(number))


def instead_of(other: Any) -> Callable[[FunctionType], FunctionType]:
    """A function is what compiled code calls where it says *other*."""

    def register(function: FunctionType) -> FunctionType:
        overload(other, strict=False)(wraps(function)(lambda *_: function))
        return function

    return register


def method(of: Any) -> Callable[[FunctionType], FunctionType]:
    """A function becomes a method of what is of that type in compiled code."""

    def register(function: FunctionType) -> FunctionType:
        overload_method(of, function.__name__, strict=False)(wraps(function)(lambda *_: function))
        return function

    return register


@method(types.Integer)
def bit_count(self: int) -> int:
    """Fields twice as wide in each step hold the sum of two."""
    board = np.uint64(self)
    board = board - (board >> np.uint64(1) & _PAIRS)
    board = (board & _FOURS) + (board >> np.uint64(2) & _FOURS)
    return np.int64((board + (board >> np.uint64(4)) & _BYTES) * _ONES >> np.uint64(56))


@method(types.BaseNamedTuple)
def west(self: Board, board: int) -> int:
    return right(board & self.not_first, 1)


@method(types.BaseNamedTuple)
def north(self: Board, board: int) -> int:
    return right(board, self.width)


@method(types.BaseNamedTuple)
def neighbours(self: Board, board: int) -> int:
    return (
        right(board, self.width)
        | board << self.width & self.all
        | right(board & self.not_first, 1)
        | (board & self.not_last) << 1
    )


@method(types.BaseNamedTuple)
def degrees(self: Board, board: int) -> bitboard.Degrees:
    one, more = right(board, self.width), 0
    for step in (board << self.width, right(board & self.not_first, 1), (board & self.not_last) << 1):
        more |= one & step
        one |= step
    return bitboard.Degrees(board & ~one, board & one & ~more, board & more)


@method(types.BaseNamedTuple)
def connected(self: Board, board: int) -> bool:
    region = board & -board
    while True:
        wider = (region | self.neighbours(region)) & board
        if wider == region:
            return region == board
        region = wider


for name in ("border", "squares"):
    method(types.BaseNamedTuple)(getattr(bitboard.Grid, name))


@method(types.NoneType)
def check(self: None) -> None:
    """In place of a budget's."""


@method(types.BaseNamedTuple)
def word(self: Words) -> int:
    """The next one."""
    at = self.taken[0]
    self.taken[0] += 1
    return np.int64(self.words[at]) if at < len(self.words) else np.int64(0)


@method(types.BaseNamedTuple)
def randrange(self: Words, n: int) -> int:
    """The first number below *n* among those of its length in bits."""
    shift = 32
    while n >> 32 - shift:
        shift -= 1
    while True:
        found = self.word() >> shift
        if found < n:
            return found


@method(types.BaseNamedTuple)
def choice(self: Words, items: list[int]) -> int:
    return items[self.randrange(len(items))]


@method(types.BaseNamedTuple)
def shuffle(self: Words, items: list[int]) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = self.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


@method(types.BaseNamedTuple)
def random(self: Words) -> float:
    high, low = self.word() >> 5, self.word() >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


@instead_of(bitboard.scan)
def scan(board: int) -> list[int]:
    found = []
    while board:
        found.append(((board & -board) - 1).bit_count())
        board &= board - 1
    return found


@instead_of(carve.joined)
def joined(opened: list[int], geometry: Board) -> int:
    board, stride = 0, geometry.width + 2
    for r in range(geometry.height):
        for c in range(geometry.width):
            board |= opened[(r + 1) * stride + c + 1] << r * geometry.width + c
    return board


@instead_of(layout.image)
@instead_of(carve.both_rooms)
def image(geometry: Board, symmetry: None, cells: int) -> int:
    return cells


for function in (layout.outlines, layout.legal, carve._place_rooms, carve._shuffle, carve._grow, carve._prune):
    register_jitable(function)

carve_cells = compiled(carve.carve_cells)


@cache
def board(height: int, width: int) -> Board:
    geometry = bitboard.grid(height, width)
    sets = geometry.all, geometry.all & ~geometry.first_column, geometry.all & ~geometry.last_column
    return Board(height, width, *(cells - (cells >> 63 << 64) for cells in sets))
