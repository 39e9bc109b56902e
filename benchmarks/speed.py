"""Measure what benchmarks/README.md quotes: ``make bench``, or ``python benchmarks/speed.py [NAME...]``.

Puzzles are carved from fixed seeds, so every machine measures the same ones. Prints medians; counts beside seconds.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from satdnd import DungeonSolver, Settings, Solver
from satdnd.engine.answer import UNIQUE
from satdnd.kinds.dungeon.carve import Carving, carve, puzzle_of
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.rules import accepts, faults
from satdnd.sat.budget import Budget


def puzzles(height: int, width: int, count: int, rooms: int = 1) -> list[Dungeon]:
    """*count* carved puzzles, seeds 0, 1, ...; about 96 in 100 are unique at 8x8."""
    carving = Carving(height, width, rooms)
    return [puzzle_of(height, width, *carve(carving, random.Random(seed)), name=str(seed)) for seed in range(count)]


def milliseconds(samples: list[float]) -> str:
    """Median and worst."""
    return f"median {1e3 * statistics.median(samples):.3f} ms, worst {1e3 * max(samples):.1f} ms"


def megabytes() -> float:
    """Peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def warm() -> Iterator[str]:
    """8x8, one warm session: solve, uniqueness, bit-parallel check."""
    todo = puzzles(8, 8, 5000)
    solver = DungeonSolver(8, 8, graph_check=False)
    before, seconds = megabytes(), []
    for puzzle in todo:
        begun = time.perf_counter()
        solver.unique(puzzle)
        seconds.append(time.perf_counter() - begun)
    first, tenth, last = (statistics.median(s) for s in (seconds[:100], seconds[900:1000], seconds[-100:]))
    yield f"{len(todo)} different 8x8 puzzles, solve + unique + bit check: {milliseconds(seconds)}"
    yield f"  hundred 1: {1e3 * first:.3f} ms, hundred 10: {tenth / first:.2f} of it, hundred 50: {last / first:.2f}"
    yield f"  memory grew by {megabytes() - before:.0f} MB"


def sieve() -> Iterator[str]:
    """8x8 and other boards of up to 64 cells by the compiled search: uniqueness alone, and as an answer."""
    from satdnd.kinds.dungeon import sieve, sieving

    for height, width, rooms in ((8, 8, 1), (8, 8, 2), (6, 10, 1), (5, 12, 1)):
        todo = puzzles(height, width, 2000, rooms)
        list(sieve.search(todo[0], "connected", Budget(), {}))
        inside, whole, tried = [], [], []
        for puzzle in todo:
            words, state, found = sieve.packed(puzzle, "connected"), sieve.new_state(), np.empty(2, dtype=np.int64)
            begun = time.perf_counter()
            if sieving.begin(words, state):
                tables = sieve.table(int(state[sieving.GLOBAL, sieving.WIDTH]))
                sieving.search(words, state, *tables, found, 1 << 60)
            inside.append(time.perf_counter() - begun)
            tried.append(int(state[sieving.GLOBAL, sieving.TRIED]))
            begun = time.perf_counter()
            next(sieve.search(puzzle, "connected", Budget(), {}))
            whole.append(time.perf_counter() - begun)
        many = [1e6 * statistics.median(samples) for samples in (inside, whole)]
        yield f"{height}x{width}, {rooms} room{'s' * (rooms > 1)}: the search median {many[0]:.1f} microseconds, with"
        yield f"  arrays made of the puzzle {many[1]:.1f}; {statistics.median(tried):.0f} row patterns tried"
    solver = Solver(Settings(graph_check=False, way="sieve"))
    todo = puzzles(8, 8, 2000)
    seconds = [solver.unique(puzzle).seconds for puzzle in todo]
    yield f"8x8, an answer, checked: {milliseconds(seconds)}"


def cold() -> Iterator[str]:
    """One puzzle from a cold start of the command line."""
    for name, arguments in (
        ("--help", ["--help"]),
        ("unique, one 8x8 puzzle", ["unique", "instances/dungeon/example-8x8.dnd"]),
    ):
        samples = []
        for _ in range(7):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-m", "satdnd", *arguments], check=True, capture_output=True)
            samples.append(time.perf_counter() - begun)
        yield f"satdnd {name}: {milliseconds(samples)}"


def large() -> Iterator[str]:
    """Large boards, each compiled alone."""
    solver = Solver(Settings(timeout=60))
    for side, rooms, wanted, count in ((20, 8, "multiple", 40), (24, 8, UNIQUE, 100)):
        samples, conflicts = [], []
        for puzzle in puzzles(side, side, count, rooms):
            answer = solver.unique(puzzle)
            if answer.status == wanted:
                samples.append(answer.seconds)
                conflicts.append(answer.stats["conflicts"])
        yield (
            f"{len(samples)} of {count} {side}x{side} puzzles are {wanted}: {milliseconds(samples)}, "
            f"{statistics.median(conflicts):.0f} conflicts in the median"
        )


def verifier() -> Iterator[str]:
    """The bit-parallel verifier on right 8x8 boards."""
    todo = [(p, next(iter(Solver().solutions(p))).board) for p in puzzles(8, 8, 200)]
    for name, ask in (("accepts", accepts), ("faults (all at once)", faults)):
        samples = []
        for puzzle, board in todo:
            begun = time.perf_counter()
            for _ in range(10):
                ask(puzzle, board)
            samples.append((time.perf_counter() - begun) / 10)
        yield f"{name}: median {1e6 * statistics.median(samples):.1f} microseconds"


def rivals() -> Iterator[str]:
    """Other ways to the same answers, on the same 8x8 puzzles."""
    todo = puzzles(8, 8, 300)
    base = 0.0
    for name, settings in (
        ("template, CaDiCaL 1.9.5", Settings(graph_check=False)),
        ("template, Glucose 4", Settings(graph_check=False, solver="glucose4")),
        ("template, both checks", Settings()),
        ("direct, CaDiCaL 1.9.5", Settings(graph_check=False, compilation="direct")),
        ("sieve", Settings(graph_check=False, way="sieve")),
        ("row-by-row backtracking", Settings(graph_check=False, way="backtrack")),
    ):
        solver = Solver(settings)
        solver.unique(todo[0])
        median = statistics.median(solver.unique(puzzle).seconds for puzzle in todo)
        base = base or median
        yield f"{name}: median {1e3 * median:.3f} ms, {median / base:.1f} times the first"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "warm": warm,
    "sieve": sieve,
    "cold": cold,
    "large": large,
    "verifier": verifier,
    "rivals": rivals,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        print(f"## {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)
