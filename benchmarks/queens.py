"""N queens: first placements by encoding and solver, and counts: ``python benchmarks/queens.py [NAME...]``."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator

from satdnd import Settings, Solver
from satdnd.kinds.queens.backtrack import count
from satdnd.kinds.queens.model import Queens


def first() -> Iterator[str]:
    """The whole question, compilation and check included; median of five for each N."""
    for n in (8, 49, 50, 100, 200, 1000):
        seconds = []
        for _ in range(5):
            begun = time.perf_counter()
            answer = Solver().solve(Queens(n, n))
            seconds.append(time.perf_counter() - begun)
        yield f"N = {n}: first placement {statistics.median(seconds):.3f} s, {answer.stats.get('clauses', 0)} clauses"


def encodings() -> Iterator[str]:
    """Encodings of the lines and solvers at N = 100, a minute at most each."""
    for cardinality in ("auto", "ladder", "seqcounter"):
        for solver in ("minisat22", "cadical195", "mergesat3"):
            settings = Settings(cardinality=cardinality, solver=solver, timeout=60)
            begun = time.perf_counter()
            answer = Solver(settings).solve(Queens(100, 100))
            yield f"N = 100, {cardinality}, {solver}: {answer.status} after {time.perf_counter() - begun:.2f} s"


def counts() -> Iterator[str]:
    """The bitwise count, median of three."""
    for n in (8, 10, 12, 14):
        seconds = []
        for _ in range(3 if n < 14 else 1):
            begun = time.perf_counter()
            number = count(Queens(n, n))
            seconds.append(time.perf_counter() - begun)
        yield f"N = {n}: {number} placements counted in {statistics.median(seconds):.3f} s"


PARTS: dict[str, Callable[[], Iterator[str]]] = {"first": first, "encodings": encodings, "counts": counts}


if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        for line in PARTS[name]():
            print(line, flush=True)
