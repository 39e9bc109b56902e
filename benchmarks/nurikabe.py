"""Measure nurikabe: ``python benchmarks/nurikabe.py [PART...]``. Generated puzzles from fixed seeds, processor time."""

from __future__ import annotations

from collections.abc import Iterator

from measure import run, size, span, timed, told

from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.setter.generator import generate


def made(side: int, count: int) -> tuple[float, list[Nurikabe]]:
    """How long all take, and the puzzles."""
    return timed(lambda: list(generate("nurikabe", {"height": side, "width": side}, seed=0, count=count)))


def unique() -> Iterator[str]:
    """The whole question: two solutions looked for, both checks, with compiling the puzzle."""
    for side, count in size({10: 30, 20: 4}, {4: 1}).items():
        puzzles = made(side, count)[1]
        for settings in (
            Settings(),
            Settings(solver="glucose4"),
            Settings(solver="minisat22"),
            Settings(cardinality="totalizer"),
            Settings(connectivity="planar"),
        ):
            seconds = [timed(Solver(settings).unique, Nurikabe(puzzle.rows))[0] for puzzle in puzzles]
            how = f"{settings.solver}, {settings.cardinality}, {settings.connectivity}"
            yield f"{side}x{side}, {how}: {told(seconds)}"


def generation() -> Iterator[str]:
    """Unique puzzles, the mean."""
    for side, count in size({10: 30, 20: 4, 26: 1}, {4: 1}).items():
        yield f"{side}x{side}: {span(made(side, count)[0] / count)} each of {count}"


if __name__ == "__main__":
    run(unique, generation)
