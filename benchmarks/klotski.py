"""Measure sliding blocks: ``python benchmarks/klotski.py [PART...]``. Processor time."""

from __future__ import annotations

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


def formula() -> Iterator[str]:
    """The formula of the classic box."""
    steps = size(116, 3)
    seconds, made = timed(lambda: Unrolled(BOX, "step", steps).formula)
    yield f"at most {steps} steps: {made.variables} variables, {len(made.clauses)} clauses, {span(seconds)} to compile"


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
    run(classic, formula, large)
