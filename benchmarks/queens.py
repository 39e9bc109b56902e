"""Measure N queens, first placements and counts: ``python benchmarks/queens.py [PART...]``. Processor time."""

from __future__ import annotations

from collections.abc import Iterator

from measure import run, size, span, timed, told

from satdnd import Settings, Solver
from satdnd.kinds.queens.backtrack import count
from satdnd.kinds.queens.model import Queens


def first() -> Iterator[str]:
    """The whole question by local search, check included."""
    for n in size((8, 50, 100, 200, 1000), (8,)):
        yield f"N = {n}: {told([timed(Solver().solve, Queens(n, n))[0] for _ in range(size(5, 1))])}"


def clauses() -> Iterator[str]:
    """The same by clauses, compilation included."""
    for n in size((8, 50, 100, 200), (8,)):
        found = [timed(Solver(Settings(way="sat")).solve, Queens(n, n)) for _ in range(size(5, 1))]
        yield f"N = {n}: {told([seconds for seconds, _ in found])}, {found[0][1].stats['clauses']} clauses"


def encodings() -> Iterator[str]:
    """Encodings of the lines, and solvers; a minute at most each."""
    n = size(100, 8)
    for cardinality in ("auto", "ladder", "seqcounter"):
        for solver in ("minisat22", "cadical195", "mergesat3"):
            settings = Settings(way="sat", cardinality=cardinality, solver=solver, timeout=60)
            seconds, answer = timed(Solver(settings).solve, Queens(n, n))
            yield f"N = {n}, {cardinality}, {solver}: {answer.status} after {span(seconds)}"


def counts() -> Iterator[str]:
    """The bitwise count of all placements."""
    for n in size((8, 10, 12, 14), (8,)):
        seconds, number = timed(count, Queens(n, n))
        yield f"N = {n}: {number} placements counted in {span(seconds)}"


if __name__ == "__main__":
    run(first, clauses, encodings, counts)
