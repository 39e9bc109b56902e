"""Measure sliding blocks: ``python benchmarks/klotski.py [PART...]``. Processor time."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from boards import INSTANCES
from measure import command, megabytes, run, size, span, timed, told

from satdnd import Solver
from satdnd.kinds.klotski.encode import Unrolled
from satdnd.kinds.klotski.model import Goal, Klotski, Metric
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.klotski.search import Box, explore
from satdnd.sat.budget import Budget

TINY = Klotski(("aab", "aa.", "c.."), Goal((0, 1), "a"))
BOX = size(Klotski(("baac", "baac", "dffe", "dghe", "i..j"), Goal((3, 1), "a")), TINY)
LARGE = size(
    {
        "4x6, 14 pieces, 2 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikkj", "l..m"), Goal((4, 1), "a")),
        "4x6, 12 pieces, 4 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikkj", "...."), Goal((4, 1), "a")),
        "4x6, 13 pieces, 4 empty": Klotski(("baac", "baac", "dffe", "dghe", "ikmj", "...."), Goal((4, 1), "a")),
        "5x5, 10 pieces, 7 empty": Klotski(("baac.", "baac.", "dffe.", "dghe.", "i..j."), Goal((3, 1), "a")),
    },
    {"3x3": TINY},
)


def classic() -> Iterator[str]:
    """The classic box: fewest moves, moves written and checked, all 25,955 states counted."""
    metrics: tuple[Metric, ...] = ("step", "slide", "move")
    for metric in metrics:
        solver = Solver(KlotskiOptions(metric=metric))
        answers = [timed(solver.solve, BOX) for _ in range(size(15, 1))]
        details = answers[0][1].details
        yield f"{metric}: {details['length']}, {details['states']} states, {told([seconds for seconds, _ in answers])}"
    file = INSTANCES / "klotski" / "huarong-dao.klotski"
    yield f"satdnd solve {file.name}: {told([command('solve', file).work for _ in range(size(7, 1))])}"


def sat() -> Iterator[str]:
    """The formula of the classic box; and nearer goals in it, search against SAT."""
    steps = size(116, 3)
    seconds, formula = timed(lambda: Unrolled(BOX, "step", steps).formula)
    large = f"{formula.variables} variables, {len(formula.clauses)} clauses"
    yield f"classic box, at most {steps} steps: {large}, {span(seconds)} to compile"
    rng = random.Random(0)
    for distance in size((5, 10, 15), (2,)):
        samples: dict[str, list[float]] = {"search": [], "sat": []}
        goals = [
            Goal((r, c), letter) for letter in size("dfghij", "bc") for r in range(BOX.height) for c in range(BOX.width)
        ]
        rng.shuffle(goals)
        for goal in goals:
            if len(samples["sat"]) == size(3, 1):
                break
            puzzle = Klotski(BOX.board, goal)
            answer = Solver(KlotskiOptions(timeout=60)).solve(puzzle)
            if answer.details.get("length") == distance:
                for way in samples:
                    seconds, found = timed(Solver(KlotskiOptions(way=way, timeout=120)).solve, puzzle)
                    assert found.details.get("length", distance) == distance
                    samples[way].append(seconds)
        medians = ", ".join(f"{name} {span(statistics.median(times))}" for name, times in samples.items() if times)
        yield f"{len(samples['sat'])} goals at {distance} steps, median: {medians or 'none'}"


def large() -> Iterator[str]:
    """Whole components, each in a fresh process: states, seconds, peak memory."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as fresh:
        yield from fresh.map(component, LARGE, LARGE.values())


def component(name: str, box: Klotski) -> str:
    """One whole component, at most ten million states of it."""
    before = megabytes()
    seconds, outcome = timed(explore, Box(box, "step"), Budget.of(240), count_limit=10_000_000)
    grown = megabytes() - before
    length = f"{len(outcome.layers) - 1} steps" if outcome.goals else "no solution"
    return (
        f"{name}: {length}, {outcome.states} states{'' if outcome.whole else ' (not all)'} in {span(seconds)}, "
        f"{span(seconds / outcome.states)} a state, {grown:.0f} MB in all"
    )


if __name__ == "__main__":
    run(classic, sat, large)
