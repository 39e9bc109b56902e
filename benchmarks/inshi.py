"""Measure rooms of factors: ``python benchmarks/inshi.py``. Fixed seeds, medians and worst, one core.

Solving is `Solver.solve` as a whole: contradictions, candidates, compilation, search, the referee.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from satdnd import Settings, Solver
from satdnd.engine.answer import SOLVED, UNIQUE
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.factors import factor_sets
from satdnd.kinds.inshi.generate import InshiRecipe, generate
from satdnd.kinds.inshi.model import Inshi
from satdnd.sat.budget import Budget

T = TypeVar("T")


def made(seed: int, size: int, longest: int, *, unique: bool = True) -> Inshi:
    """One puzzle."""
    return generate(random.Random(seed), InshiRecipe(height=size, longest_room=longest, unique=unique), Budget())


def boards(size: int, longest: int, count: int = 5) -> list[Inshi]:
    """Random rooms over well mixed squares, seeds 0, 1, ..."""
    return [made(seed, size, longest, unique=False) for seed in range(count)]


def timed(label: str, things: Sequence[T], work: Callable[[T], str]) -> None:
    """Print the median and the worst time of *work* over *things*, and what it said of the last."""
    seconds, said = [], ""
    for thing in things:
        factor_sets.cache_clear()
        begun = time.perf_counter()
        said = work(thing)
        seconds.append(time.perf_counter() - begun)
    print(f"{label:58} median {statistics.median(seconds):7.3f} s, worst {max(seconds):7.3f} s; {said}", flush=True)


def solve(solver: str) -> Callable[[Inshi], str]:
    """Solve a board and say how large the formula was."""

    def work(board: Inshi) -> str:
        answer = Solver(Settings(solver=solver, timeout=120)).solve(board)
        assert answer.status == SOLVED, answer.status
        return f"{answer.stats['clauses']} clauses, {answer.stats['conflicts']} conflicts"

    return work


def unique(board: Inshi) -> str:
    """Ask whether a board has one solution."""
    return Solver(Settings(timeout=120)).unique(board).status


def make(size: int, longest: int) -> Callable[[int], str]:
    """Generate with a seed."""
    return lambda seed: f"{len(made(seed, size, longest).rooms)} rooms"


def main() -> None:
    """All measurements."""
    for size, longest in ((32, 2), (32, 3), (32, 5), (48, 3), (64, 2), (64, 3), (64, 4), (64, 5)):
        todo = boards(size, longest)
        for solver in ("auto", "cadical195", "glucose4") if size > 32 and longest > 3 else ("auto",):
            timed(f"solve {size}x{size}, rooms of up to {longest}, {solver}", todo, solve(solver))
    timed("unique 64x64, rooms of up to 3", boards(64, 3), unique)
    timed("solve 16x16, rooms of up to 16", boards(16, 16), solve("auto"))
    timed("plain formula (export) 32x32, rooms of up to 3", boards(32, 3), _size)
    timed("generate unique 9x9, rooms of up to 3", range(50), make(9, 3))
    timed("generate unique 9x9, rooms of up to 9", range(20), make(9, 9))
    timed("generate unique 32x32, rooms of up to 3", range(5), make(32, 3))
    assert all(unique(made(seed, 9, 9)) == UNIQUE for seed in range(20))


def _size(board: Inshi) -> str:
    formula = InshiEncoding(board, plain=True).formula
    return f"{formula.variables} variables, {len(formula.clauses)} clauses"


if __name__ == "__main__":
    main()
