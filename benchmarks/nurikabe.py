"""Measure nurikabe: ``python benchmarks/nurikabe.py [PART...]``. Generated puzzles from fixed seeds, processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from measure import run, size, span, timed, told

from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.grid.bitboard import grid
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


LIMIT = 60
"""Seconds after which a question is given up."""
RULES = """
cell(R, C) :- R = 0..h-1, C = 0..w-1.
near(R, C, R+1, C) :- cell(R, C), cell(R+1, C).
near(R, C, R-1, C) :- cell(R, C), cell(R-1, C).
near(R, C, R, C+1) :- cell(R, C), cell(R, C+1).
near(R, C, R, C-1) :- cell(R, C), cell(R, C-1).
home(R, C) :- number(R, C, N).
may(R, C, P, Q) :- number(R, C, N), cell(P, Q), |R-P| + |C-Q| < N.
{ sea(R, C) } :- cell(R, C), not home(R, C).
own(R, C, R, C) :- home(R, C).
own(R, C, A, B) :- own(R, C, P, Q), near(P, Q, A, B), not sea(A, B), may(R, C, A, B).
:- own(R, C, P, Q), near(P, Q, A, B), not sea(A, B), not may(R, C, A, B).
:- own(R, C, P, Q), home(P, Q), (R, C) != (P, Q).
:- cell(P, Q), not sea(P, Q), not own(R, C, P, Q) : may(R, C, P, Q).
:- number(R, C, N), not N = #count { P, Q : own(R, C, P, Q) }.
:- sea(R, C), sea(R+1, C), sea(R, C+1), sea(R+1, C+1).
wet(R, C) :- sea(R, C), not sea(P, Q) : cell(P, Q), (P, Q) < (R, C).
wet(P, Q) :- wet(R, C), near(R, C, P, Q), sea(P, Q).
:- sea(R, C), not wet(R, C).
#show sea/2.
"""


def narrow(height: int, width: int, largest: int, chance: Random) -> Nurikabe:
    """A puzzle of few large islands: cells at random become island while none is too large, and the sea stays whole."""
    geometry = grid(height, width)
    while True:
        sea = geometry.all
        for share in (0.02, 1, 1, 1):  # first some islands, then what is beside them
            for i in chance.sample(range(geometry.size), max(2, int(share * geometry.size))):
                less = sea & ~(1 << i)
                island = geometry.flood(1 << i, geometry.all & ~less)
                grown = share < 1 or island.bit_count() > 1
                if grown and island.bit_count() <= largest and geometry.connected(less):
                    sea = less
        if not geometry.squares(sea):
            islands = geometry.components(geometry.all & ~sea)
            numbers = {chance.choice(geometry.cells(island)): island.bit_count() for island in islands}
            return Nurikabe(((None,) * width,) * height).with_numbers(numbers)


def by_clingo(puzzle: Nurikabe) -> int | None:
    """How many solutions there are, two at most, where the sea is what its first cell reaches; None: not in time."""
    import clingo

    facts = [f"number({r},{c},{number})." for (r, c), number in puzzle.numbers.items()]
    control = clingo.Control(["2", f"-c h={len(puzzle.rows)}", f"-c w={len(puzzle.rows[0])}"], message_limit=0)
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    found = list[object]()
    end = time.process_time() + LIMIT
    with control.solve(on_model=lambda model: found.append(model.cost), async_=True) as handle:
        while not handle.wait(0.02):
            if time.process_time() > end:
                handle.cancel()
                return None
    return len(found)


def hard() -> Iterator[str]:
    """Few large islands, narrow seas: up to two solutions, here and in clingo."""
    for height, width, largest, count in size([(10, 10, 37, 8), (10, 10, 24, 8), (17, 17, 24, 4)], [(6, 6, 9, 1)]):
        chance = Random(1)
        puzzles = [narrow(height, width, largest, chance) for _ in range(count)]
        answers = [timed(Solver(Settings(timeout=LIMIT)).unique, puzzle) for puzzle in puzzles]
        others = [timed(by_clingo, puzzle) for puzzle in puzzles]
        for (_, answer), (_, number) in zip(answers, others, strict=True):
            assert number is None or answer.status == "undecided" or len(answer.solutions) == number
        undecided = sum(answer.status == "undecided" for _, answer in answers), sum(n is None for _, n in others)
        told_both = ", ".join(told([seconds for seconds, _ in some]) for some in (answers, others))
        conflicts = [answer.stats.get("conflicts", 0) for _, answer in answers]
        yield f"{height}x{width}, islands to {largest}: here, clingo: {told_both}; undecided {undecided}; {conflicts}"


if __name__ == "__main__":
    run(unique, generation, hard)
