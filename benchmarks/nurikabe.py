"""Measure nurikabe: ``python benchmarks/nurikabe.py [SIDE...]``. Generated puzzles from fixed seeds, 10x10 and 20x20.

Times are those of the whole question (two solutions looked for, both checks), with compiling the puzzle in Python.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter

from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.kinds.nurikabe.model import Nurikabe
from satdnd.setter.generator import generate

COUNTS = {10: 30, 20: 4}
"""How many puzzles of each side; others: one."""


def main() -> None:
    """Print a line for each way to ask."""
    for side in map(int, sys.argv[1:] or COUNTS):
        begun = time.process_time()
        puzzles = list(generate("nurikabe", {"height": side, "width": side}, seed=0, count=COUNTS.get(side, 1)))
        print(f"{side}x{side}: {(time.process_time() - begun) / len(puzzles):.2f} s CPU to make one")
        for options in (
            Settings(),
            Settings(solver="glucose4"),
            Settings(solver="minisat22"),
            Settings(cardinality="totalizer"),
            Settings(connectivity="planar"),
        ):
            seconds, statuses = [], Counter[str]()
            for puzzle in puzzles:
                begun = time.perf_counter()
                statuses[Solver(options).unique(Nurikabe(puzzle.rows)).status] += 1
                seconds.append(time.perf_counter() - begun)
            how = f"{options.solver}, {options.cardinality}, {options.connectivity}"
            median, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
            print(f"  {how}: median {median:.1f} ms, worst {worst:.1f} ms ({dict(statuses)})")


if __name__ == "__main__":
    main()
