"""The compiled search of small dungeons: against SAT and backtracking, turned, paused, uncompiled, refused."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from test_dungeon_differential import CHANGES, random_puzzle

import satdnd
from satdnd import Solver
from satdnd.engine import jit
from satdnd.engine.answer import UNIQUE
from satdnd.errors import CannotFulfil, EncodingBug, UsageError
from satdnd.grid.bitboard import Grid, grid, scan
from satdnd.kinds.dungeon import backtrack, generate, questions, sieve, sieve_kernel
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.generate import TOO_HARD
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.budget import Budget

EXAMPLE = satdnd.load("instances/dungeon/example-8x8.dnd")[0]
SIZES = [(1, 1), (1, 12), (12, 1), (2, 5), (3, 3), (3, 7), (7, 3), (4, 4), (5, 12), (12, 5), (6, 10), (8, 8), (9, 7)]


def boards(puzzle: Dungeon, topology: str = "connected") -> list[int]:
    """All solutions, in the sieve's order."""
    return [board for part in sieve.search(puzzle, topology, Budget(), {}) for board in part]


def turned(puzzle: Dungeon, transpose: bool, down: bool, right: bool) -> tuple[Dungeon, dict[int, int]]:
    """*puzzle* mirrored, and where each of its cells has gone."""
    height, width = (puzzle.width, puzzle.height) if transpose else (puzzle.height, puzzle.width)
    geometry, to = grid(height, width), {}
    for r, c in product(range(puzzle.height), range(puzzle.width)):
        y, x = (c, r) if transpose else (r, c)
        y, x = height - 1 - y if down else y, width - 1 - x if right else x
        to[r * puzzle.width + c] = y * width + x
    rows, columns = (puzzle.columns, puzzle.rows) if transpose else (puzzle.rows, puzzle.columns)

    def moved(board: int) -> int:
        """The cells where they have gone."""
        return sum(1 << to[i] for i in scan(board))

    image = Dungeon(
        rows[::-1] if down else rows,
        columns[::-1] if right else columns,
        tuple(geometry.cells(moved(puzzle.monster_mask))),
        tuple(geometry.cells(moved(puzzle.treasure_mask))),
        moved(puzzle.walls),
        moved(puzzle.opens),
    )
    return image, to


def small(rng: random.Random, rounds: int) -> Iterator[Dungeon]:
    """Puzzles of every size, right ones and spoilt ones."""
    for _, size in product(range(rounds), [size for size in SIZES if min(size) > 2]):
        yield random_puzzle(rng, size, rng.choice(("none", "unknown", "unknown", *CHANGES)))


@pytest.mark.parametrize("size", [(2, 2), (2, 4), (3, 3), (4, 3)])
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_every_board(size: tuple[int, int], topology: str) -> None:
    """Of the puzzle that says nothing, with each single monster and each treasure, all boards are found, each once."""
    geometry: Grid = grid(*size)
    nothing = Dungeon((None,) * size[0], (None,) * size[1])
    cells = geometry.cells(geometry.all)
    puzzles = [nothing, *(replace(nothing, monsters=(cell,)) for cell in cells)]
    puzzles += [replace(nothing, treasures=(cell,)) for cell in cells]
    puzzles += [replace(nothing, monsters=(cells[0], cell)) for cell in cells[1:]]
    for puzzle in puzzles:
        found = boards(puzzle, topology)
        assert len(found) == len(set(found))
        assert set(found) == set(backtrack.search(puzzle, topology))


@pytest.mark.parametrize("rounds", [6, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_as_sat(topology: Any, rounds: int) -> None:
    """Boards of all shapes up to 64 cells, with rooms, unknown counts, given cells and mistakes."""
    with closing(Solver(DungeonOptions(topology=topology, graph_check=False))) as solver:
        for puzzle in small(random.Random(f"{topology} {rounds}"), rounds):
            truth = solver.solve(puzzle, 500)
            found = boards(puzzle, topology)
            assert len(found) == len(set(found))
            if truth.complete:
                assert set(found) == {s.board for s in truth.solutions}, puzzle
            else:
                assert {s.board for s in truth.solutions} <= set(found), puzzle


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_given_cells(topology: str) -> None:
    """Cells given as open or wall, monsters and treasures anywhere, no counts: what rows hand down to each other."""
    rng, solved = random.Random(7), 0
    for size in [(4, 4), (4, 5), (5, 4), (3, 6)] * 40:
        geometry = grid(*size)
        cells = geometry.cells(geometry.all)
        rng.shuffle(cells)
        several = [cells[: rng.randint(0, 4)]]
        for most in (1, 3, 2):
            at = sum(map(len, several))
            several.append(cells[at : at + rng.randint(0, most)])
        monsters, treasures, opens, walls = several
        given = {"opens": geometry.mask(opens), "walls": geometry.mask(walls)}
        puzzle = Dungeon((None,) * size[0], (None,) * size[1], tuple(monsters), tuple(treasures), **given)
        truth = set(backtrack.search(puzzle, topology))
        assert set(boards(puzzle, topology)) == truth, puzzle
        solved += bool(truth)
    assert solved > 20


def test_mirrored() -> None:
    """The solutions of a mirrored puzzle are the mirrored solutions, whatever side the search begins at."""
    rng, sides, solved = random.Random(4), set(), 0
    for puzzle in small(rng, 4):
        truth = set(boards(puzzle))
        solved += bool(truth)
        state = sieve.new_state()
        sieve_kernel.begin(sieve.packed(puzzle, "connected"), state)
        sides.add(int(state[sieve_kernel.GLOBAL, sieve_kernel.TURN]))
        for how in product((False, True), repeat=3):
            image, to = turned(puzzle, *how)
            assert set(boards(image)) == {sum(1 << to[i] for i in scan(board)) for board in truth}
    assert sides == {0, 1, 2, 3}
    assert solved > 20


@pytest.mark.parametrize("patience", [1, 7])
def test_paused(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that stops again and again finds the same boards in the same order."""
    puzzles = [Dungeon((None,) * 4, (None,) * 4), *small(random.Random(5), 3)]
    truth = [boards(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(sieve, "PATIENCE", patience)
    monkeypatch.setattr(sieve, "TOGETHER", 3)
    assert [boards(puzzle) for puzzle in puzzles] == truth
    assert sum(map(len, truth)) > 30


def uncompiled(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An inner loop as Python runs it: indices out of range are errors there, and are not in machine code."""
    import numba

    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    spec = importlib.util.find_spec("satdnd.kinds.dungeon.sieve_kernel")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python comes to the same boards as machine code; no index is negative or too large."""
    rng = random.Random(6)
    puzzles = [puzzle for puzzle in small(rng, 2) if puzzle.grid.size < 30 or None not in puzzle.rows]
    truth = [boards(puzzle) for puzzle in puzzles]
    module = uncompiled(monkeypatch)
    monkeypatch.setitem(sys.modules, "satdnd.kinds.dungeon.sieve_kernel", module)
    monkeypatch.setattr(satdnd.kinds.dungeon, "sieve_kernel", module)
    monkeypatch.setattr(sieve, "table", sieve.table.__wrapped__)
    assert [boards(puzzle) for puzzle in puzzles] == truth


def test_as_a_way() -> None:
    """`unique`, `count`, `forced` and statistics, by name."""
    answer = satdnd.unique(EXAMPLE, way="sieve")
    assert answer.status == UNIQUE
    assert answer.solutions == satdnd.unique(EXAMPLE).solutions
    assert answer.stats["method"] == "sieve"
    assert 0 < answer.stats["nodes"] < 1000
    free = Dungeon((None,) * 4, (None,) * 5)
    assert satdnd.count(free, way="sieve").details == satdnd.count(free).details
    assert satdnd.forced(EXAMPLE, way="sieve").details == satdnd.forced(EXAMPLE).details


def test_in_bulk() -> None:
    """A solver of many puzzles takes it by itself, where it fits and nothing else is asked for."""
    free = Dungeon((None,) * 4, (None,) * 5)
    with closing(Solver(bulk=jit.COMPILING)) as solver:
        for question in (solver.solve, solver.unique, solver.count):
            assert question(EXAMPLE).stats["method"] == "sieve"
        assert solver.count(free).details == satdnd.count(free).details
        assert solver.forced(EXAMPLE).stats["method"] == "sat"
        assert solver.solve(Dungeon((None,) * 9, (None,) * 8)).stats["method"] == "sat"
        assert solver.solve(satdnd.loads("8", "queens")[0]).stats["method"] == "sat"
    with closing(Solver(DungeonOptions(solver="glucose4"), bulk=jit.COMPILING)) as solver:
        assert solver.unique(EXAMPLE).stats["method"] == "sat"


def test_it_is_compiled_for_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled already is loaded for a thousand puzzles; compiling takes as long as thirty thousand."""
    monkeypatch.delitem(sys.modules, sieve.KERNEL, raising=False)
    kept = {True: (False, True, True, True), False: (False, False, False, True)}
    for there, pays in kept.items():
        monkeypatch.setattr(jit, "kept", lambda module, there=there: there)
        assert tuple(jit.worthwhile(sieve.KERNEL, many) for many in (999, 1_000, 29_999, 30_000)) == pays
    monkeypatch.setattr(jit, "available", lambda: False)
    assert not jit.worthwhile(sieve.KERNEL, 10**9)


def test_what_was_compiled_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the source, unless that is newer."""
    source, machine_code = tmp_path / "kernel.py", tmp_path / "__pycache__" / "kernel.search-1.py{}{}.nbi"
    source.touch()
    monkeypatch.syspath_prepend(tmp_path)
    jit.kept.cache_clear()
    assert not jit.kept("kernel")
    machine_code.parent.mkdir()
    Path(str(machine_code).format(*sys.version_info)).touch()
    jit.kept.cache_clear()
    assert jit.kept("kernel")
    os.utime(source, (2**31, 2**31))
    jit.kept.cache_clear()
    assert not jit.kept("kernel")


@pytest.mark.slow
@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {"height": 5, "width": 7},
        {"loops": "none"},
        {"treasures": 2},
        {"monsters": 6, "height": 12, "width": 5},
        {"symmetry": "rotation", "loops": "some"},
        {"needs": "connectivity", "height": 6, "width": 6},
    ],
    ids=str,
)
def test_generators_do_not_depend_on_it(wishes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed gives the same puzzles with machine code as without, and with it no session is opened."""
    count = 1 if "needs" in wishes else 60 if not wishes else 15

    def made() -> list[Any]:
        """With their names, seeds and everything."""
        return list(satdnd.generate("dungeon", wishes, seed=5, count=count))

    loaded = []
    template = questions.Questions.template
    monkeypatch.setattr(questions.Questions, "template", lambda *args: loaded.append(1) or template(*args))
    with monkeypatch.context() as without:
        without.setattr(jit, "available", lambda: False)
        plain = made()
    assert len(loaded) >= count
    del loaded[:]
    assert made() == plain
    assert "needs" in wishes or not loaded


def test_it_is_loaded_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that asks few questions does without."""
    monkeypatch.delitem(sys.modules, sieve.KERNEL, raising=False)
    monkeypatch.setattr(jit, "kept", lambda module: True)
    monkeypatch.setattr(questions, "_asked", 0)
    monkeypatch.setattr(questions, "PATIENCE", 7)
    asked = []
    others = sieve.others
    monkeypatch.setattr(sieve, "others", lambda *args: asked.append(1) or others(*args))
    assert len(list(satdnd.generate("dungeon", {}, seed=5, count=5))) == 5
    few = len(asked)
    assert len(list(satdnd.generate("dungeon", {}, seed=5, count=9))) == 9
    assert few < 2
    assert len(asked) >= 9


def test_a_board_that_it_does_not_find() -> None:
    """A generator that hands on a board which is no solution is told."""
    puzzle, board = EXAMPLE, satdnd.unique(EXAMPLE).solutions[0].board
    for most in (0, 5):
        assert sieve.others(puzzle, "connected", board, most, Budget()) == []
        with pytest.raises(EncodingBug, match="does not find the board"):
            sieve.others(puzzle, "connected", board ^ 3, most, Budget())


def test_the_nearest_other_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sieve and a session tell the same one, of all others that which differs least; of too many none."""
    free = [Dungeon((None,) * 5, (None,) * 5, ((0, 0), (4, 4))), Dungeon((None,) * 4, (None,) * 4)]
    carved = [puzzle_of(8, 8, *carve(Carving(8, 8, 0, 0.9), random.Random(seed))) for seed in range(40)]
    several = [puzzle for puzzle in carved if len(boards(puzzle)) > 1]
    numbers = set()
    for puzzle in free + several:
        solutions = boards(puzzle)
        for board in solutions[:: 1 + len(solutions) // 3]:
            others = [(bin(board ^ other).count("1"), other) for other in solutions if other != board]
            expected = min(others)[1] if len(others) <= questions.MOST_OTHERS else TOO_HARD
            for available in (True, False):
                with monkeypatch.context() as patch, questions.Questions(Budget()) as asked:
                    patch.setattr(jit, "available", lambda answer=available: answer)
                    assert asked.nearest(puzzle, "connected", board, Budget()) == expected
                    assert not asked.only(puzzle, "connected", board, Budget())
            numbers.add(len(others))
    assert {1, 2} < numbers
    assert max(numbers) > questions.MOST_OTHERS


def test_a_board_with_too_many_solutions_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is carved, with machine code and without, and it is told where none comes about."""
    made = []
    for available in (True, False):
        with monkeypatch.context() as patch:
            patch.setattr(jit, "available", lambda answer=available: answer)
            patch.setattr(questions, "MOST_OTHERS", 0)
            made.append(list(satdnd.generate("dungeon", {"loops": "many"}, seed=4, count=3)))
            patch.setattr(generate, "MOST_STEPS", 3000)
            patch.setattr(questions.Questions, "nearest", lambda *_: TOO_HARD)
            with pytest.raises(CannotFulfil, match=r"found among \d+ carved boards; too hard to decide: \d+; ask"):
                list(satdnd.generate("dungeon", seed=4, count=60))
    assert made[0] == made[1]
    assert all(satdnd.unique(puzzle).status == UNIQUE for puzzle in made[0])


@pytest.mark.parametrize("size", [(8, 9), (1, 13), (13, 2), (65, 1)])
def test_too_large(size: tuple[int, int]) -> None:
    """What does not fit is refused, with the sizes."""
    puzzle = Dungeon((None,) * size[0], (None,) * size[1])
    with pytest.raises(UsageError, match="up to 64 cells and 12 in a line; this has"):
        satdnd.unique(puzzle, way="sieve")


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install; every other way goes on."""
    monkeypatch.setattr(jit, "available", lambda: False)
    with pytest.raises(UsageError, match=r"needs Numba: pip install 'satdnd\[fast\]'"):
        satdnd.unique(EXAMPLE, way="sieve")
    assert satdnd.unique(EXAMPLE).status == UNIQUE
