"""Most unattacked squares: times to a proof, and bounds within a minute: ``python benchmarks/unattacked.py [PART...]``.

Processor time, and no median: a proof is the same work each time (every random start has a fixed seed).
"""

from __future__ import annotations

from collections.abc import Iterator

from measure import run, size, span, timed

from satdnd.kinds.unattacked.anneal import anneal, effort
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.kinds.unattacked.optimum import Optimum, optimum
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.sat.budget import Budget


def measured(n: int, way: str, seconds: float) -> tuple[Optimum, str]:
    """The optimum of n queens on n x n, and a line about it."""
    spent, found = timed(optimum, Unattacked(n, n, n), UnattackedOptions(), way, Budget.of(seconds))
    best = f"{found.solution.unattacked} unattacked, none more than {found.bound}"
    return found, f"n = {n}, {way}: {best}, {span(spent)}"


def proofs() -> Iterator[str]:
    """The search up to 20; the first time that machine code is needed it is compiled, some 10 s."""
    for n in range(1, size(21, 6)):
        yield measured(n, "search", 600)[1]


def clauses() -> Iterator[str]:
    """The same by SAT, as far as a minute reaches."""
    for n in range(4, size(14, 6)):
        found, line = measured(n, "sat", 60)
        yield line
        if not found.proved:
            return


def bounds() -> Iterator[str]:
    """Larger boards: best and bound after a minute."""
    for n in size((14, 16, 20), (5,)):
        for way in ("search", "sat"):
            yield measured(n, way, 60)[1]
    for n in size((24, 30), (5,)):
        yield measured(n, "anneal", size(60, 0.1))[1]


def placements() -> Iterator[str]:
    """What annealing finds on large boards, in processor time; and after up to thirty seconds."""
    for n in size((14, 16, 20, 24, 30), (5,)):
        short, (value, _) = timed(anneal, n, n, n, effort(n, n), Budget(), n * n)
        longer = size(30, 0.1)
        more, _ = anneal(n, n, n, float("inf"), Budget.of(longer), n * n)
        yield f"n = {n}: {value} in {span(short)}, {more} in {longer} s"


if __name__ == "__main__":
    run(proofs, clauses, bounds, placements)
