"""Boards carved in machine code: the same as in Python, word of randomness for word; parts, uncompiled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from test_dungeon_sieve import uncompiled

from satdnd.engine import jit
from satdnd.errors import EncodingBug
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.kinds.dungeon import growing, growth, sieve
from satdnd.kinds.dungeon.carve import Carving, carve_frame
from satdnd.kinds.dungeon.generate import LONGEST_STUB, DungeonRecipe, _Attempt
from satdnd.kinds.dungeon.layout import Frame
from satdnd.sat.budget import Budget
from satdnd.setter.generator import generate

SIZES = [(height, width) for height in range(1, 13) for width in range(1, 13) if height * width <= 64]


def carvings(rounds: int) -> Iterator[tuple[int, Carving, float]]:
    """A seed, what the board should be like, and the share of dead ends that are closed: every size, in all ways."""
    rng = random.Random(rounds)
    for seed, size in enumerate(SIZES * rounds + [(8, 8)] * 50 * rounds):
        carving = Carving(*size, rng.randint(0, 4), rng.choice((0, 0.1, 0.5, 0.9)), cramped=rng.random() < 0.5)
        yield seed, carving, rng.choice((-1.0, 0.9))


def in_python(carving: Carving, chance: random.Random, pruned: float) -> tuple[Frame, Bitboard]:
    """What the generator makes without machine code."""
    frame, opens = carve_frame(carving, chance, Budget())
    if pruned >= 0 and opens and (not carving.cramped or len(frame.rooms) == carving.rooms):
        recipe = DungeonRecipe(height=carving.height, width=carving.width)
        opens = _Attempt(chance, recipe, Budget(), lambda *_: None)._pruned(frame, opens, pruned)
    return frame, opens


@pytest.mark.parametrize("rounds", [2, pytest.param(60, marks=pytest.mark.slow)])
def test_the_same_boards(rounds: int) -> None:
    """Rooms in their order, open cells, and what the source of randomness gives next."""
    rooms = Counter[int]()
    for seed, carving, pruned in carvings(rounds):
        here, there = random.Random(seed), random.Random(seed)
        frame, opens = growth.carved(carving, here, pruned, LONGEST_STUB)
        expected, expected_opens = in_python(carving, there, pruned)
        assert (frame.rooms, opens) == (expected.rooms, expected_opens), (seed, carving, pruned)
        assert here.getstate() == there.getstate()
        rooms[len(frame.rooms)] += bool(opens)
    assert min(rooms[number] for number in range(4)) > 0


def test_randomness_that_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few words it is given at first, it comes to the same."""
    carving = Carving(8, 8, 2)
    found = [growth.carved(carving, random.Random(seed), 0.9, LONGEST_STUB)[1] for seed in range(20)]
    for words in (1, 100, 200):
        monkeypatch.setattr(growth, "WORDS", words)
        assert [growth.carved(carving, random.Random(seed), 0.9, LONGEST_STUB)[1] for seed in range(20)] == found


@pytest.mark.parametrize("size", [(1, 1), (1, 12), (12, 1), (2, 5), (8, 8), (5, 12), (12, 5), (7, 9)])
def test_sets_of_cells(size: tuple[int, int]) -> None:
    """Each operation on one word is that of `Grid`, on full, empty and random boards."""
    geometry, rng = grid(*size), random.Random(str(size))
    words = np.array([geometry.all, geometry.all & ~geometry.first_column, 0, size[1]], dtype=np.uint64)
    words[growing.NOT_LAST] = geometry.all & ~geometry.last_column
    numbers = np.empty(64, dtype=np.int64)
    for board in (
        0,
        geometry.all,
        *(rng.getrandbits(geometry.size) | rng.getrandbits(geometry.size) for _ in range(99)),
    ):
        cells = np.uint64(board)
        degrees = geometry.degrees(board)
        assert growing.population(cells) == board.bit_count()
        assert numbers[: growing.cells(cells, numbers)].tolist() == list(scan(board))
        assert growing.neighbours(words, cells) == geometry.neighbours(board)
        assert growing.border(words, cells) == geometry.border(board)
        assert (growing.alone(words, cells), growing.ends(words, cells)) == (degrees.none, degrees.one)
        assert growing.squares(words, cells) == geometry.squares(board)
        assert growing.connected(words, cells) == geometry.connected(board)


def test_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python comes to the same boards as machine code; no index is too large."""

    def results(carve: Any) -> list[list[int]]:
        """What it fills in, for a fifth of the boards."""
        found = []
        for seed, wanted, pruned in list(carvings(1))[::5]:
            words = np.frombuffer(random.Random(seed).randbytes(4 * growth.WORDS), dtype="<u4")
            result = np.zeros(growing.RESULT, dtype=np.uint64)
            size, loops = (wanted.height, wanted.width, wanted.rooms), float(wanted.loops)
            carve(*size, loops, wanted.cramped, pruned, LONGEST_STUB, words, result)
            found.append(result.tolist())
        return found

    expected = results(growing.carve)
    module = uncompiled(monkeypatch, "growing")
    with np.errstate(over="ignore"):  # words go round, as machine words do
        assert results(module.carve) == expected


def test_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the board is small, Numba is installed, and this process has loaded it for the sieve."""
    assert growth.ready(grid(8, 8))
    assert not growth.ready(grid(8, 9))
    assert not growth.ready(grid(1, 13))
    with monkeypatch.context() as patch:
        patch.setattr(sieve, "loaded", lambda: False)
        assert not growth.ready(grid(8, 8))
    monkeypatch.setattr(jit, "available", lambda: False)
    assert not growth.ready(grid(8, 8))


@pytest.mark.parametrize("unique", [True, False])
def test_a_board_that_breaks_a_rule_is_seen(unique: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that went wrong makes no puzzle, even where the sieve would let it pass."""
    monkeypatch.setattr(growth, "carved", lambda *_: (Frame(grid(8, 8), ()), 0x0303))
    monkeypatch.setattr(sieve, "others", lambda *_: [])
    with pytest.raises(EncodingBug):
        next(generate("dungeon", {"unique": unique}, seed=1))
