"""Measure rooms of factors: ``python benchmarks/inshi.py [PART...]``. Fixed seeds, processor time.

Solving is `Solver.solve` as a whole: contradictions, candidates, compilation, search, the referee.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from measure import run, size, timed, told

from satdnd import Settings, Solver
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.generate import InshiRecipe, generate
from satdnd.kinds.inshi.model import Inshi
from satdnd.rules.factors import factor_sets
from satdnd.sat.budget import Budget


def made(seed: int, side: int, longest: int, *, unique: bool = True) -> Inshi:
    """One puzzle."""
    return generate(random.Random(seed), InshiRecipe(height=side, longest_room=longest, unique=unique), Budget())


def boards(side: int, longest: int) -> list[Inshi]:
    """Random rooms over well mixed squares, seeds 0, 1, ..."""
    return [made(seed, side, longest, unique=False) for seed in range(size(5, 1))]


def solve() -> Iterator[str]:
    """Boards with rooms of up to so many cells."""
    for side, longest in size(((16, 16), (32, 2), (32, 3), (32, 5), (48, 3), (64, 3), (64, 4), (64, 5)), ((6, 3),)):
        for solver in ("auto", "cadical195", "glucose4") if side > 32 and longest > 3 else ("auto",):
            seconds = []
            for board in boards(side, longest):
                factor_sets.cache_clear()
                took, answer = timed(Solver(Settings(solver=solver, timeout=120)).solve, board)
                seconds.append(took)
            found = f"{answer.stats['clauses']} clauses, {answer.stats['conflicts']} conflicts in the last"
            yield f"{side}x{side}, rooms of up to {longest}, {solver}: {told(seconds)}, {found}"


def unique() -> Iterator[str]:
    """Whether there is one solution."""
    side = size(64, 6)
    found = [timed(Solver(Settings(timeout=120)).unique, board) for board in boards(side, 3)]
    yield f"{side}x{side}, rooms of up to 3: {told([seconds for seconds, _ in found])}"


def formula() -> Iterator[str]:
    """The plain formula, as it is exported."""
    side = size(32, 6)
    found = [timed(lambda board: InshiEncoding(board, plain=True).formula, board) for board in boards(side, 3)]
    last = found[-1][1]
    yield f"{side}x{side}: {told([seconds for seconds, _ in found])}; {len(last.clauses)} clauses in the last"


def generation() -> Iterator[str]:
    """Unique puzzles."""
    for side, longest, count in size(((9, 3, 50), (9, 9, 20), (32, 3, 5)), ((4, 3, 2),)):
        seconds = [timed(made, seed, side, longest)[0] for seed in range(count)]
        yield f"{side}x{side}, rooms of up to {longest}: {told(seconds)}"


if __name__ == "__main__":
    run(solve, unique, formula, generation)
