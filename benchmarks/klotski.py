"""Measure sliding blocks: ``python benchmarks/klotski.py [NAME...]``. Prints medians, and the command's own memory.

Parts: ``classic`` (the classic box in three metrics), ``sat`` (the same questions to SAT, on small boxes),
``large`` (components of millions of states, each in a process of its own).
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from satdnd import Solver
from satdnd.kinds.klotski.encode import Unrolled
from satdnd.kinds.klotski.model import Goal, Klotski, Metric
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.klotski.search import Box, explore
from satdnd.sat.budget import Budget

CLASSIC = Klotski(("baac", "baac", "dffe", "dghe", "i..j"), Goal((3, 1), "a"))
LARGE = {
    "4x6, 14 pieces, 2 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikkj", "l..m"), Goal((4, 1), "a")),
    "4x6, 12 pieces, 4 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikkj", "...."), Goal((4, 1), "a")),
    "4x6, 13 pieces, 4 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikmj", "...."), Goal((4, 1), "a")),
    "5x5, 10 pieces, 7 empty": Klotski(("baac.", "baac.", "dffe.", "dghe.", "i..j."), Goal((3, 1), "a")),
}


def classic() -> Iterator[str]:
    """The classic box: fewest moves, moves written and checked, all 25,955 states counted."""
    metrics: tuple[Metric, ...] = ("step", "slide", "move")
    for metric in metrics:
        solver = Solver(KlotskiOptions(metric=metric))
        answers = [solver.solve(CLASSIC) for _ in range(15)]
        samples = [answer.seconds for answer in answers]
        yield (
            f"{metric}: {answers[0].details['length']} of them, {answers[0].details['states']} states, "
            f"median {1e3 * statistics.median(samples):.0f} ms, worst {1e3 * max(samples):.0f} ms"
        )
    command = [sys.executable, "-m", "satdnd", "solve", "instances/klotski/huarong-dao.klotski"]
    samples = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        samples.append(time.perf_counter() - begun)
    yield f"satdnd solve huarong-dao.klotski: median {1e3 * statistics.median(samples):.0f} ms"


def sat() -> Iterator[str]:
    """The formula of the classic box; and nearer goals in it, search against SAT."""
    begun = time.perf_counter()
    formula = Unrolled(CLASSIC, "step", 116).formula
    seconds = time.perf_counter() - begun
    size = f"{formula.variables} variables, {len(formula.clauses)} clauses"
    yield f"classic box, at most 116 steps: {size}, {seconds:.1f} s to compile"
    chance = random.Random(0)
    for distance in (5, 10, 15):
        samples: dict[str, list[float]] = {"search": [], "sat": []}
        goals = [Goal((r, c), letter) for letter in "dfghij" for r in range(5) for c in range(4)]
        chance.shuffle(goals)
        for goal in goals:
            puzzle = Klotski(CLASSIC.board, goal)
            answer = Solver(KlotskiOptions(timeout=60)).solve(puzzle)
            if answer.details.get("length") == distance and len(samples["sat"]) < 3:
                for way in samples:
                    found = Solver(KlotskiOptions(way=way, timeout=120)).solve(puzzle)
                    assert found.details.get("length", distance) == distance
                    samples[way].append(found.seconds)
        told = ", ".join(f"{name} {statistics.median(times):.2f} s" for name, times in samples.items() if times)
        yield f"{len(samples['sat'])} goals at {distance} steps, median: {told or 'none'}"


def large() -> Iterator[str]:
    """Whole components, each in a fresh process: states, seconds, peak memory."""
    for name in LARGE:
        command = [sys.executable, __file__, "component", name]
        yield subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def component(name: str) -> str:
    """One whole component, at most ten million states of it."""
    begun = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome = explore(Box(LARGE[name], "step"), Budget.of(240), count_limit=10_000_000)
    seconds = time.perf_counter() - begun
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    length = f"{len(outcome.layers) - 1} steps" if outcome.goals else "no solution"
    return (
        f"{name}: {length}, {outcome.states} states{'' if outcome.whole else ' (not all)'} in {seconds:.1f} s, "
        f"{1e6 * seconds / outcome.states:.1f} microseconds and {grown / outcome.states:.0f} bytes a state, "
        f"{grown / 2**20:.0f} MB in all"
    )


PARTS: dict[str, Callable[[], Iterator[str]]] = {"classic": classic, "sat": sat, "large": large}


if __name__ == "__main__":
    if sys.argv[1:2] == ["component"]:
        print(component(sys.argv[2]))
        sys.exit()
    for part in sys.argv[1:] or PARTS:
        print(f"## {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)
