"""Measure nurikabe: ``python benchmarks/nurikabe.py [PART...]``. Generated puzzles from fixed seeds, processor time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import answer_sets
from measure import run, size, span, timed, told

from satdnd.engine.answer import UNDECIDED
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.grid.bitboard import grid
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.setter.generator import generate


def made(side: int, count: int) -> tuple[float, list[Nurikabe]]:
    """How long all take, and the puzzles."""
    return timed(
        lambda: list(generate("nurikabe", {"difficulty": "any", "height": side, "width": side}, seed=0, count=count))
    )


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


LIMIT = 60
"""Seconds after which a question is given up."""


def narrow(height: int, width: int, largest: int, rng: Random) -> Nurikabe:
    """A puzzle of few large islands: cells at random become island while none is too large, and the sea stays whole."""
    geometry = grid(height, width)
    while True:
        sea = geometry.all
        for share in (0.02, 1, 1, 1):  # first some islands, then what is beside them
            for i in rng.sample(range(geometry.size), max(2, int(share * geometry.size))):
                less = sea & ~(1 << i)
                island = geometry.flood(1 << i, geometry.all & ~less)
                grown = share < 1 or island.bit_count() > 1
                if grown and island.bit_count() <= largest and geometry.connected(less):
                    sea = less
        if not geometry.squares(sea):
            islands = geometry.components(geometry.all & ~sea)
            numbers = {rng.choice(geometry.cells(island)): island.bit_count() for island in islands}
            return Nurikabe(((None,) * width,) * height).with_numbers(numbers)


def hard() -> Iterator[str]:
    """Few large islands, narrow seas: up to two solutions, here and in clingo."""
    for height, width, largest, count in size([(10, 10, 37, 8), (10, 10, 24, 8), (17, 17, 24, 4)], [(6, 6, 9, 1)]):
        rng = Random(1)
        puzzles = [narrow(height, width, largest, rng) for _ in range(count)]
        answers = [timed(Solver(Settings(timeout=LIMIT)).unique, puzzle) for puzzle in puzzles]
        others = [answer_sets.ask(puzzle, LIMIT) for puzzle in puzzles]
        for (_, answer), (_, found) in zip(answers, others, strict=True):
            assert answer_sets.agree(answer, found)
        undecided = sum(answer.status == UNDECIDED for _, answer in answers), sum(n is None for _, n in others)
        told_both = ", ".join(told([seconds for seconds, _ in some]) for some in (answers, others))
        conflicts = [answer.stats.get("conflicts", 0) for _, answer in answers]
        yield f"{height}x{width}, islands to {largest}: here, clingo: {told_both}; undecided {undecided}; {conflicts}"


def wide() -> Iterator[str]:
    """Many islands on large boards, several solutions: up to two, here and in clingo."""
    for height, width, largest in size([(20, 36, 4), (20, 36, 6), (20, 36, 10), (40, 57, 8)], [(6, 6, 5)]):
        wishes = {"height": height, "width": width, "largest": largest, "unique": False}
        (puzzle,) = generate("nurikabe", wishes, seed=1)
        seconds, answer = timed(lambda puzzle=puzzle: Solver(Settings(timeout=LIMIT)).unique(puzzle))
        other, found = answer_sets.ask(puzzle, LIMIT)
        assert answer_sets.agree(answer, found)
        here = f"{span(seconds)}, {answer.stats.get('conflicts', 0)} conflicts"
        yield f"{height}x{width}, islands to {largest}: here {here}; clingo {span(other)}"


if __name__ == "__main__":
    run(unique, generation, hard, wide)
