"""Most unattacked squares: times to a proof, and bounds within a minute: ``python benchmarks/unattacked.py [NAME...]``.

No median: a proof is the same work each time (every random start has a fixed seed).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from satdnd.kinds.unattacked.anneal import anneal, effort
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.kinds.unattacked.optimum import Optimum, optimum, table
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.sat.budget import Budget


def measured(n: int, way: str, seconds: float) -> tuple[Optimum, str]:
    """The optimum of n queens on n x n, and a line about it."""
    begun, used = time.monotonic(), time.process_time()
    found = optimum(Unattacked(n, n, n), UnattackedOptions(), way, Budget.of(seconds))
    best = f"{found.solution.unattacked} unattacked, none more than {found.bound}"
    spent = f"{time.process_time() - used:.2f} s of {time.monotonic() - begun:.2f} s"
    return found, f"n = {n}, {way}: {best}, {spent}"


def proofs() -> Iterator[str]:
    """The search up to 20; the first time that machine code is needed it is compiled, some 10 s."""
    for n in range(1, 21):
        yield measured(n, "search", 600)[1]


def clauses() -> Iterator[str]:
    """The same by SAT, as far as a minute reaches."""
    for n in range(4, 14):
        found, line = measured(n, "sat", 60)
        yield line
        if not found.proved:
            return


def bounds() -> Iterator[str]:
    """Larger boards: best and bound after a minute."""
    for n in (14, 16, 20):
        for way in ("search", "sat"):
            yield measured(n, way, 60)[1]
    for n in (24, 30):
        yield measured(n, "climb", 60)[1]


def placements() -> Iterator[str]:
    """What annealing finds on large boards, in processor time; and after up to thirty seconds."""
    for n in (14, 16, 20, 24, 30):
        begun = time.process_time()
        value, _ = anneal(n, n, n, effort(n, n))
        short = time.process_time() - begun
        more, _ = anneal(n, n, n, float("inf"), Budget.of(30), seed=1)
        yield f"n = {n}: {value} in {short:.1f} s, {more} in 30 s"


def tables() -> Iterator[str]:
    """Every number of queens on one board."""
    for n in (5, 6, 7, 8):
        begun = time.monotonic()
        found = table(n, n)
        yield f"{n}x{n}: {[entry.bound for entry in found.values()]}, {time.monotonic() - begun:.2f} s"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "proofs": proofs,
    "clauses": clauses,
    "bounds": bounds,
    "placements": placements,
    "tables": tables,
}


if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        for line in PARTS[name]():
            print(line, flush=True)
