"""Measure small dungeons: ``python benchmarks/speed.py [PART...]``. Processor time.

Puzzles are carved from fixed seeds, so every machine measures the same ones.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from boards import INSTANCES, puzzles
from measure import command, megabytes, run, size, span, timed, told

from satdnd import DungeonSolver, Settings, Solver
from satdnd.kinds.dungeon.rules import accepts, faults
from satdnd.sat.budget import Budget


def warm() -> Iterator[str]:
    """8x8, one warm session: solve, uniqueness, bit-parallel check."""
    todo = puzzles(8, 8, size(5000, 20))
    solver, before = DungeonSolver(8, 8, graph_check=False), megabytes()
    seconds = [timed(solver.unique, puzzle)[0] for puzzle in todo]
    first, tenth, last = (
        statistics.median(some) for some in (seconds[:100], seconds[900:1000] or seconds, seconds[-100:])
    )
    yield f"different 8x8 puzzles, solve + unique + bit check: {told(seconds)}"
    yield f"hundred 1: {span(first)}, hundred 10: {tenth / first:.2f} of it, the last: {last / first:.2f}"
    yield f"memory grew by {megabytes() - before:.0f} MB"


def sieve() -> Iterator[str]:
    """8x8 and other boards of up to 64 cells by the compiled search: uniqueness alone, and as an answer."""
    import numpy as np

    from satdnd.kinds.dungeon import sieve, sieve_kernel

    for height, width, rooms in ((8, 8, 1), (8, 8, 2), (6, 10, 1), (5, 12, 1)):
        todo = puzzles(height, width, size(2000, 2), rooms)
        list(sieve.search(todo[0], "connected", Budget(), {}))
        inside, whole, tried = [], [], []
        for puzzle in todo:
            words, state, found = sieve.packed(puzzle, "connected"), sieve.new_state(), np.empty(2, dtype=np.int64)

            def search(words=words, state=state, found=found) -> None:
                if sieve_kernel.begin(words, state):
                    tables = sieve.table(int(state[sieve_kernel.GLOBAL, sieve_kernel.WIDTH]))
                    sieve_kernel.search(words, state, *tables, found, 1 << 60)

            inside.append(timed(search)[0])
            tried.append(int(state[sieve_kernel.GLOBAL, sieve_kernel.TRIED]))
            whole.append(timed(next, sieve.search(puzzle, "connected", Budget(), {}))[0])
        yield (
            f"{height}x{width}, {rooms} room{'s' * (rooms > 1)}: {statistics.median(tried):.0f} row patterns tried; "
            f"{told(inside)}; with arrays made of the puzzle {told(whole)}"
        )
    solver = Solver(Settings(graph_check=False, way="sieve"))
    yield f"8x8, an answer, checked: {told([timed(solver.unique, p)[0] for p in puzzles(8, 8, size(2000, 2))])}"


def cold() -> Iterator[str]:
    """A cold start of the command line."""
    for arguments in (("--help",), ("unique", INSTANCES / "dungeon" / "example-8x8.dnd")):
        yield f"satdnd {arguments[0]}: {told([command(*arguments).work for _ in range(size(7, 1))])}"


def verifier() -> Iterator[str]:
    """The bit-parallel verifier on right 8x8 boards, a hundred times each."""
    todo = [(puzzle, next(iter(Solver().solutions(puzzle))).board) for puzzle in puzzles(8, 8, size(200, 2))]
    for name, ask in (("accepts", accepts), ("faults (all at once)", faults)):

        def often(puzzle, board, ask=ask) -> None:
            for _ in range(100):
                ask(puzzle, board)

        yield f"{name}: {told([timed(often, puzzle, board)[0] / 100 for puzzle, board in todo])}"


def ways() -> Iterator[str]:
    """Other ways to the same answers, on the same 8x8 puzzles."""
    todo, base = puzzles(8, 8, size(300, 2)), 0.0
    for name, settings in (
        ("template, CaDiCaL 1.9.5", Settings(graph_check=False, solver="cadical195")),
        ("template, Glucose 4", Settings(graph_check=False, solver="glucose4")),
        ("template, both checks", Settings(solver="cadical195")),
        ("direct", Settings(graph_check=False, compilation="direct")),
        ("sieve", Settings(graph_check=False, way="sieve")),
        ("backtracking", Settings(graph_check=False, way="backtrack")),
    ):
        solver = Solver(settings)
        solver.unique(todo[0])
        seconds = [timed(solver.unique, puzzle)[0] for puzzle in todo]
        base = base or statistics.median(seconds)
        yield f"{name}: {told(seconds)}, {statistics.median(seconds) / base:.1f} times the first"


def sides() -> Iterator[str]:
    """Templates of several sizes: CaDiCaL with two calls always, Glucose with one where that is enough."""
    for side in size((5, 8, 10, 12, 14), (5,)):
        for name in ("cadical195", "glucose4"):
            solver = Solver(Settings(graph_check=False, solver=name))
            answers = [timed(solver.unique, puzzle) for puzzle in puzzles(side, side, size(300, 2))]
            calls = statistics.mean(answer.stats["solver_calls"] for _, answer in answers)
            yield f"{side}x{side}, {name}: {told([seconds for seconds, _ in answers])}, {calls:.2f} calls"


if __name__ == "__main__":
    run(warm, sieve, cold, verifier, ways, sides)
