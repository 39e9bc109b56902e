"""Lines and areas that hold the same: what follows from that, and that it is found in time."""

from __future__ import annotations

import random
from contextlib import closing
from itertools import combinations
from pathlib import Path

import satdnd
from satdnd.explanation.explainer import PuzzleTask
from satdnd.explanation.sums import Sums
from satdnd.rules.count import Count, exactly

SIDE = 4
HARD = """stars
2
areas
aaabcccccd
aaabbbbddd
abbbbddddd
eeebdddddd
eeebdfdddd
eegddffdff
ggggdhffff
ggdddhhiif
jjjjdhhiii
jjjjjiiiii
"""


def lines(number: int = 1) -> list[Count]:
    """The rows and columns of a square, each with so many."""
    rows = [tuple(range(SIDE * i + 1, SIDE * i + SIDE + 1)) for i in range(SIDE)]
    parts = {"row": rows, "column": [*zip(*rows, strict=True)]}
    return [exactly(name, ((0, 0),), "{}", own, number) for name, every in parts.items() for own in every]


def area(*literals: int) -> Count:
    """One of them is true."""
    return exactly("area", ((0, 0),), "{}", literals, 1)


def test_rows_and_areas() -> None:
    """Two areas in two rows leave nothing for the rest of the rows; two rows in two areas, for the rest of these."""
    within = Sums([*lines(), area(1, 2, 5), area(6, 7)])
    two, one = (0, 1, 8, 9), (1, 9)
    assert within.reasons(0, 0).items() >= {-3: two, -4: two, -5: one, -8: one}.items()
    around = Sums([*lines(), area(1, 2, 5, 6), area(3, 4, 7, 8, 9)])
    assert around.reasons(0, 0)[-9] == (0, 1, 8, 9)
    assert Sums([*lines(), area(1, 2, 5)]).reasons(0, 0b10000) == {-3: (0, 8), -4: (0, 8)}
    assert Sums([*lines(2), area(1, 2, 5)]).reasons(0b100, 0b10000) == {-4: (0, 8)}


def test_what_they_say_follows() -> None:
    """On random areas and boards known in part: on no board that keeps the counts is it otherwise."""
    checked = 0
    for seed in range(40):
        rng = random.Random(seed)
        cells = rng.sample(range(1, 17), 12)
        rules = [*lines(), *(area(*cells[i : i + 3]) for i in range(0, 12, 3))]
        boards = [sum(1 << x - 1 for x in some) for some in combinations(range(1, 17), SIDE)]
        boards = [board for board in boards if not any(rule.broken(board) for rule in rules)]
        if boards:
            known = sum(1 << i for i in rng.sample(range(16), 4))
            true, false = boards[0] & known, known & ~boards[0]
            left = [board for board in boards if board & known == true]
            for x, ids in Sums(rules).reasons(true, false).items():
                assert not any(board >> -x - 1 & 1 for board in left)
                assert len({*ids}) == len(ids) > 1
                checked += 1
    assert checked > 20


def test_a_sum_comes_before_a_long_chain() -> None:
    """Chains alone take up to 15 rules, as "apart from r8c9" does not."""
    (puzzle,) = satdnd.loads(HARD)
    steps = satdnd.explain(puzzle).steps
    assert max(len(step.reasons) for step in steps if step.at_once > 1) <= 6
    said = "the areas at r7c6, r8c8 and r9c1 need 5 more stars: at most 4 in rows 9 and 10"
    assert any(said in step.text for step in steps)


def test_a_sum_comes_before_a_contradiction_of_three_rules() -> None:
    """As far as it needs no other sum first."""
    (puzzle,) = satdnd.load(Path(__file__).parents[2] / "instances/starbattle/made-10x10.starbattle")
    solver, met = satdnd.Solver(), 0
    with closing(PuzzleTask.of(solver, puzzle).walk(solver.unique(puzzle).solutions)) as walk:
        while walk.stepper.unknown:
            sums = {x for literals in walk.stepper._from_sums().values() for x in literals}
            step = walk.next()
            assert step is not None
            if sums and step.at_once > 2:
                met += 1
                assert sums & {*map(walk.encoding.unknowns.literal, step.cells)}
    assert met
