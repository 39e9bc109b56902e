"""Arguments by counting: found, compared with brute force, judged and told."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.answer import VALID
from satdnd.engine.kind import kind_of
from satdnd.explanation import argument_text
from satdnd.explanation.arguments import counted
from satdnd.explanation.counting import LowerBound, excess, excluded, lower_bounds
from satdnd.explanation.judge import replay
from satdnd.explanation.judge.arguments import ArgumentJudge
from satdnd.explanation.steps import Argument, Bound, Explanations
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import Grid
from satdnd.kinds.starbattle import KIND
from satdnd.rules.constraint import NO, YES
from satdnd.rules.count import Count, exactly
from satdnd.rules.cut import Cut
from satdnd.rules.packed import Packed
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget

INSTANCES = Path(__file__).parents[2] / "instances"
SIZE = 8


def made(rng: random.Random) -> list[Count]:
    """Counts of some of eight variables."""
    found = []
    for _ in range(rng.randrange(2, 6)):
        scope = sorted(rng.sample(range(1, SIZE + 1), rng.randrange(2, 6)))
        literals = tuple(v * rng.choice((1, 1, 1, -1)) for v in scope)
        least = rng.randrange(len(literals))
        found.append(Count("line", ((0, 0),), "{}", literals, least, rng.randrange(least, len(literals) + 1)))
    return found


def boards(rules: Sequence[Count]) -> list[tuple[int, ...]]:
    """All that keep the rules, as literals."""
    every = product(*((v, -v) for v in range(1, SIZE + 1)))
    return [board for board in every if not any(rule.broken(sum(1 << x - 1 for x in board if x > 0)) for rule in rules)]


def test_what_is_counted_follows() -> None:
    """On random rules, whatever the count excludes is on no board; and much of what follows is found by counting."""
    found = missed = scaled = 0
    for seed in range(100):
        rules = made(random.Random(seed))
        bounds, left = lower_bounds(rules, 0, 0), boards(rules)
        for x in (x for v in range(1, SIZE + 1) for x in (v, -v)):
            proof = excess(bounds, x)
            there = any(x in board for board in left)
            if proof:
                assert not there
                assert excluded(proof, x)
                assert not any(excluded(proof[:i] + proof[i + 1 :], x) for i in range(len(proof)))
                found, scaled = found + 1, scaled + any(one.times > 1 for one in proof)
            missed += not proof and not there
    assert found > 100
    assert scaled > 1
    assert missed < found / 10  # where fractions would do


def test_known_literals_are_left_out() -> None:
    """Of a count, of an area without neighbours, and of a cut whose sides are known or have one cell left."""
    row = exactly("row", [(0, 0)], "row 1 needs 2", (1, 2, 3), 2)
    pair = Count("pair", ((0, 0),), "not both", (2, 3), 0, 1)
    packed = Packed("area", ((0, 0),), "{}", (row, pair), Grid(1, 3))
    assert [*packed.lower_bounds()] == [((1, 2, 3), 2), ((-1, -2, -3), 1), ((-2, -3), 1)]
    assert lower_bounds([row], 0b1, 0) == [LowerBound(0, (2, 3), 1), LowerBound(0, (-2, -3), 1)]
    cut = Cut("way", ((0, 0),), "a way", (0, 0), (5, 6), (0b1, 0b1110), 1)
    assert lower_bounds([cut], 0, 0) == [] == lower_bounds([cut], 0b1, 0)
    assert lower_bounds([cut], 0b11, 0b10000) == [LowerBound(0, (6,), 1)]
    assert lower_bounds([cut], 0b1, 0b10110) == [LowerBound(0, (6, -4), 1)]


def rows(says: str = "{} needs 1 star") -> tuple[list[Count], Shading]:
    """Rows 1 and 2 of a square of four need a star each, and so do two areas that hold them and a cell of row 3."""
    stars = Shading(Grid(4, 4), "star", "*", yes="holds a star", no="is empty")
    parts = {"row 1": (1, 2, 3, 4), "row 2": (5, 6, 7, 8), "area a": (1, 2, 5, 6), "area b": (3, 4, 7, 8, 9)}
    cells = {name: [divmod(i - 1, 4) for i in own] for name, own in parts.items()}
    return [exactly(name[:-2], cells[name], says.format(name), own, 1) for name, own in parts.items()], stars


def argued(reasons: Sequence[Count], stars: Shading, x: int) -> Argument:
    """By counting."""
    (proof,) = counted(reasons, (0, 0), [x])
    bounds = [Bound(i, tuple(map(stars.mark, own)), *rest) for i, own, *rest in proof.bounds]
    return Argument((stars.mark(-x),), (), (), tuple(bounds))


def flaw(reasons: Iterable[Count], stars: Shading, argument: Argument, x: int) -> str:
    """What the judge says."""
    judge = ArgumentJudge([r.constraints() for r in reasons], [NO | YES] * 16, stars, Budget())
    return judge.flaw([argument], [x])


def test_counts_of_one_side_are_said() -> None:
    """Where nothing limits the other side, that is not named: two counts that ask for three of one cell."""
    stars = Shading(Grid(1, 1), "star", "*", yes="holds a star", no="is empty")
    reasons = tuple(exactly("row", [(0, 0)], f"{{}} needs {number}", (1,), number) for number in (1, 2))
    bounds = tuple(Bound(i, (stars.mark(1),), i + 1) for i in (0, 1))
    argument = Argument((stars.mark(-1),), (), (), bounds)
    inference = Inference[Any](None, ((0, 0, "*"),), reasons, (), [argument], unknowns=stars)
    said = KIND.require(Explanations).words.argued(inference)
    assert re.search(r"3 would be needed, and only 0 would fit: .*, 3 in all", said), said


def test_a_count_is_judged() -> None:
    """Anything else than the truth is refused: one star more, one bound less, another rule or assumption."""
    reasons, stars = rows()
    argument = argued(reasons, stars, -9)
    assert flaw(reasons, stars, argument, -9) == ""
    first, *others = argument.bounds
    for other, message in (
        (first._replace(least=2), "one of its counts does not follow"),
        (first._replace(marks=first.marks[1:]), "one of its counts does not follow"),
        (first._replace(reason=1 - first.reason), "one of its counts does not follow"),
        (first._replace(least=10**9), "one of its counts says nothing"),
        (first._replace(least=0), "one of its counts says nothing"),
        (first._replace(times=-1), "one of its counts says nothing"),
        (first._replace(reason=4), "it names a reason that does not exist"),
        (first._replace(times=2), "its counts can all be met"),
    ):
        assert flaw(reasons, stars, replace(argument, bounds=(other, *others)), -9) == message
    assert flaw(reasons, stars, replace(argument, bounds=tuple(others)), -9) == "its counts can all be met"
    assert flaw(reasons, stars, replace(argument, assumed=((1, 1, "*"),)), -1) == "its counts can all be met"
    assert flaw(reasons, stars, replace(argument, cases=(argument, argument)), -9) == "it counts and has cases"


def test_a_count_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its rows and areas; without names for them with their cells, in brief without the rules; else the rules."""
    reasons, stars = rows()
    argument = argued(reasons, stars, -9)
    inference = Inference[Any](None, ((2, 0, "o"),), tuple(reasons), (), [argument], unknowns=stars)
    words = KIND.require(Explanations).words
    assert words.argued(inference) == "rows 1 and 2 lie in areas a and b, so both stars of these areas are in them"
    nameless, _ = rows("one star in {}")
    inference = replace(inference, reasons=tuple(nameless))
    needed = "at least 1 of r1c1 to r1c4 and of r2c1 to r2c4 holds a star"
    most = "at most 1 of r1c1, r1c2, r2c1 and r2c2 and of r1c3, r1c4, r2c3, r2c4 and r3c1 holds a star"
    end = "2 in all, which leaves none for r3c1"
    assert words.argued(inference) == f"{needed} (rows), 2 in all; {most} (areas), {end}"
    monkeypatch.setattr(argument_text, "_MOST_COUNTED", len(f"{needed}, 2 in all; {most}, 2 in all".split()))
    assert words.argued(inference) == f"{needed}, 2 in all; {most}, {end}"
    monkeypatch.setattr(argument_text, "_MOST_COUNTED", 10)
    assert words.argued(inference) == (
        "if r3c1 held a star, then 2 would be needed, and only 1 would fit, by: "
        "one star in row 1; one star in row 2; one star in area a; one star in area b"
    )
    assert Argument.from_json(argument.to_json()) == argument
    older = {name: value for name, value in argument.to_json().items() if name != "bounds"}
    assert Argument.from_json(older) == replace(argument, bounds=())


@pytest.mark.slow
def test_a_real_puzzle_has_such_a_step() -> None:
    """And the judge agrees."""
    (puzzle,) = satdnd.load(INSTANCES / "sudoku/filmer.sudoku")
    explanation = satdnd.explain(puzzle)
    assert any(
        "8 would be needed, and only 7 would fit, by 13 rules together" in step.text for step in explanation.steps
    )
    assert replay.check(puzzle, explanation.to_json(), kind_of(puzzle).options()).status == VALID
