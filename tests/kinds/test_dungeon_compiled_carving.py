"""Boards carved in machine code: the same as in Python, word of randomness for word."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from numba import njit

from satdnd.engine import jit
from satdnd.errors import EncodingBug
from satdnd.grid.bitboard import grid, scan
from satdnd.kinds.dungeon import carve, carving_kernel, compiled_carving, sieve
from satdnd.kinds.dungeon.carve import Carving
from satdnd.kinds.dungeon.layout import Frame
from satdnd.sat.budget import Budget
from satdnd.setter.generator import generate

SIZES = [(height, width) for height in range(1, 13) for width in range(1, 13) if height * width <= 64]


def carvings(rounds: int) -> Iterator[tuple[int, Carving]]:
    """A seed, and what the board should be like: every size, in all ways."""
    rng = random.Random(rounds)
    for seed, size in enumerate(SIZES * rounds + [(8, 8)] * 50 * rounds):
        loops = rng.choice((0, 0.1, 0.5, 0.9))
        yield seed, Carving(*size, rng.randint(0, 4), loops, rng.random() < 0.5, pruned=rng.choice((0, 0.9)))


@pytest.mark.parametrize("rounds", [2, pytest.param(12, marks=pytest.mark.slow)])
def test_the_same_boards(rounds: int) -> None:
    """Rooms in their order, open cells, and what the source of randomness gives next."""
    rooms = Counter[int]()
    for seed, carving in carvings(rounds):
        here, there = random.Random(seed), random.Random(seed)
        frame, opens = compiled_carving.carve_frame(carving, here, Budget())
        expected, expected_opens = carve.carve_frame(carving, there, Budget())
        assert (frame.rooms, opens) == (expected.rooms, expected_opens), (seed, carving)
        assert here.getstate() == there.getstate()
        rooms[len(frame.rooms)] += bool(opens)
    assert min(rooms[number] for number in range(4)) > 0


def test_randomness_that_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few words it is given at first, it comes to the same."""
    carving = Carving(8, 8, 2, pruned=0.9)

    def boards() -> list[Any]:
        return [compiled_carving.carve_frame(carving, random.Random(seed), Budget())[1] for seed in range(20)]

    found = boards()
    for words in (1, 100, 200):
        monkeypatch.setattr(compiled_carving, "WORDS", words)
        assert boards() == found


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (1, 12), (12, 1), (2, 5), (8, 8), (5, 12), (12, 5), (7, 9)])
def test_sets_of_cells(size: tuple[int, int]) -> None:
    """Each operation on one word is that of `Grid`, on full, empty and random boards."""

    @njit  # type: ignore[untyped-decorator, unused-ignore]
    def all_of(geometry: Any, cells: int) -> Any:
        numbers = [-1]
        for i in scan(cells):
            numbers.append(i)  # noqa: PERF402 - Numba
        sets = geometry.neighbours(cells), geometry.border(cells), geometry.squares(cells)
        return cells.bit_count(), numbers, sets, geometry.degrees(cells), geometry.connected(cells)

    geometry, rng = grid(*size), random.Random(str(size))
    some = [rng.getrandbits(geometry.size) | rng.getrandbits(geometry.size) for _ in range(99)]
    for board in (0, geometry.all, *some):
        signed = board - (board >> 63 << 64)
        count, numbers, sets, degrees, connected = all_of(carving_kernel.board_of(*size), signed)
        assert (count, numbers) == (board.bit_count(), [-1, *scan(board)])
        expected = geometry.neighbours(board), geometry.border(board), geometry.squares(board)
        assert [x & (1 << 64) - 1 for x in sets] == [*expected]
        assert [x & (1 << 64) - 1 for x in degrees] == [*geometry.degrees(board)]
        assert connected == geometry.connected(board)


def test_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the board is small, without symmetry, Numba is installed, and this process has loaded it for the sieve."""
    import satdnd.kinds.dungeon.sieve_kernel  # noqa: F401

    assert compiled_carving.ready(Carving())
    assert not compiled_carving.ready(Carving(8, 9))
    assert not compiled_carving.ready(Carving(1, 13))
    assert not compiled_carving.ready(replace(Carving(), symmetry="mirror"))
    with monkeypatch.context() as patch:
        patch.setattr(sieve, "loaded", lambda: False)
        assert not compiled_carving.ready(Carving())
    monkeypatch.setattr(jit, "available", lambda: False)
    assert not compiled_carving.ready(Carving())


@pytest.mark.parametrize("unique", [True, False])
def test_a_board_that_breaks_a_rule_is_seen(unique: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that went wrong makes no puzzle, even where the sieve would let it pass."""
    monkeypatch.setattr(compiled_carving, "ready", lambda *_: True)
    monkeypatch.setattr(compiled_carving, "carve_frame", lambda *_: (Frame(grid(8, 8), ()), 0x0303))
    monkeypatch.setattr(sieve, "others", lambda *_: [])
    with pytest.raises(EncodingBug):
        next(generate("dungeon", {"unique": unique}, seed=1))
