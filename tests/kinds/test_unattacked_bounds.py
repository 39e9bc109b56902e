"""The bounds of the search for unattacked squares lose nothing: against every choice of lines, and every placement."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from satdnd.encodings.attacks import lines
from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.kinds.unattacked import search, sweep
from satdnd.kinds.unattacked.model import UnattackedSolution
from satdnd.kinds.unattacked.optimum import images
from satdnd.kinds.unattacked.rules import unattacked_squares
from satdnd.kinds.unattacked.search import Progress, rooms
from satdnd.sat.budget import Budget

Board = tuple[Bitboard, Bitboard]
"""The room, and what is free."""


def completions(board: Board, diagonals: list[Bitboard]) -> Iterator[Board]:
    """What is left after every choice for each diagonal in turn, whatever it costs."""
    room, free = board
    for number, diagonal in enumerate(diagonals):
        if room & diagonal and free & diagonal:
            yield from completions((room, free & ~diagonal), diagonals[number + 1 :])
            yield from completions((room & ~diagonal, free), diagonals[number + 1 :])
            return
    yield board


def boards() -> Iterator[tuple[int, int, Board]]:
    """Small boards whose squares are room, free or neither by chance."""
    rng = random.Random(17)
    for _ in range(100):
        height, width = rng.randint(1, 5), rng.randint(1, 5)
        part = rng.choice((0.4, 0.6, 0.8))
        room = sum(1 << i for i in range(height * width) if rng.random() < part)
        free = sum(1 << i for i in range(height * width) if not room >> i & 1 and rng.random() < 0.9)
        if (room | free).bit_count() <= 20:
            yield height, width, (room, free)


def masks(height: int, width: int) -> list[list[Bitboard]]:
    """The falling diagonals, and the rising ones."""
    board = lines(height, width)
    return [[sum(1 << i for i in line) for line in direction] for direction in (board.falling, board.rising)]


def state_of(height: int, width: int, queens: int, best: int, board: Board) -> sweep.State:
    """A search that is at this board."""
    state = search._state(width, [], False)
    state.numbers[: sweep.PARTNER] = height, width, queens, best, *(part.bit_count() for part in board)
    for what, part in enumerate(board):
        for i in scan(part):
            r, c = divmod(i, width)
            state.boards[0][what * sweep.LONGEST + r] |= 1 << c
            state.counts[0][what * sweep.LINES + r - c + width - 1] += 1
            state.counts[0][(2 + what) * sweep.LINES + r + c] += 1
    return state


def test_every_good_choice_is_found() -> None:
    """The branching ends in each choice of diagonals that is good enough, or in one that leaves more; in no other."""
    for height, width, board in boards():
        diagonals = [line for direction in masks(height, width) for line in direction]
        ends = list(completions(board, diagonals))
        for queens in (1, 3):
            for best in (0, 3):
                state = state_of(height, width, queens, best, board)
                found = []
                while sweep.sweep(state, 0, 99) == sweep.FOUND:
                    left = state.boards[state.numbers[sweep.LEVEL] + 1]
                    squares = [lines << i % sweep.LONGEST * width for i, lines in enumerate(left)]
                    found.append((sum(squares[: sweep.LONGEST]), sum(squares[sweep.LONGEST :])))
                for room, free in ends:
                    if room.bit_count() >= queens and free.bit_count() > best:
                        assert any(not (room & ~more or free & ~left) for more, left in found)
                for room, free in found:
                    assert not any(room & line and free & line for line in diagonals)
                    assert room | board[0] == board[0]
                    assert free | board[1] == board[1]
                assert all(room.bit_count() >= queens and free.bit_count() > best for room, free in found)


@pytest.mark.parametrize("small", [0, 99])
@pytest.mark.parametrize(
    ("height", "width", "queens"),
    [pytest.param(3, 4, 3, marks=pytest.mark.slow), (4, 4, 3), (4, 3, 2), (2, 6, 3), (5, 3, 2)],
)
def test_the_rooms_hold_every_good_placement(
    height: int, width: int, queens: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of brute force, for every number to surpass, in Python and in machine code; and no others."""
    if not small and not jit.available():
        pytest.skip("machine code needs Numba")
    monkeypatch.setattr(search, "SMALL", small)
    squares = [(r, c) for r in range(height) for c in range(width)]
    values = {chosen: len(unattacked_squares(height, width, chosen)) for chosen in combinations(squares, queens)}
    for best in range(-1, max(values.values()) + 1):
        found = set()
        for _, room in rooms(height, width, queens, Progress(best, height * width), Budget()):
            for chosen in combinations([divmod(i, width) for i in scan(room)], queens):
                found |= {image.queens for image in images(UnattackedSolution(height, width, chosen, 0))}
        assert {tuple(sorted(chosen)) for chosen in found} == {q for q, value in values.items() if value > best}
