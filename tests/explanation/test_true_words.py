"""Reasons name what they follow from: the thing that would touch, the number that a line would have twice."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from samples import INSTANCES

import satdnd
from satdnd.declaration.latin import where_they_go
from satdnd.declaration.words.matching_words import pairing
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.step_words import Words
from satdnd.explanation.steps import Explanations
from satdnd.explanation.wording import Inference, pocket
from satdnd.grid.notation import cell_name
from satdnd.kinds import akari, skyscrapers, starbattle, tents, yajilin
from satdnd.rules.statement import RuleStatement, singles
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement


def reason_of(puzzle: Any, text: str, *more: RuleStatement) -> RuleStatement:
    """The statement with a sentence, among those of a puzzle and *more*."""
    book = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options())
    return next(one for one in (*more, *singles(book.statements)) if one.text == text)


def link(puzzle: Any, reason: RuleStatement, found: list[Mark], known: list[Mark], alternatives: Any = ()) -> str:
    """What a link of an argument says."""
    words: Words[Any] = kind_of(puzzle).require(Explanations).words
    made = Inference(puzzle, tuple(found), (reason,), tuple(known), supposed=True, alternatives=frozenset(alternatives))
    return words.turn(made)


STARS = starbattle.Starbattle(1, ("aaab", "cbbb", "cddd", "ccdd"))


def test_an_argument_names_the_star_that_would_be_touched() -> None:
    """Not the cell itself; and the two that would touch."""
    reason = reason_of(STARS, "no star touches one at r2c2")
    assert link(STARS, reason, [(1, 1, "o")], [(2, 2, "*")]) == "it would touch the star at r3c3"
    assert link(STARS, reason, [], [(1, 1, "*"), (2, 2, "*")]) == "the stars at r2c2 and r3c3 would touch"
    found: list[Mark] = [(0, 0, "o"), (0, 1, "o")]
    assert link(STARS, reason, found, [(1, 1, "*")]) == "they would touch the star at r2c2"
    assert link(STARS, reason, found, [(1, 1, "*")], {(1, 1), (3, 3)}) == "they would touch it"


def test_an_area_that_would_be_full_says_what_it_has() -> None:
    """Where any of several cells is assumed, the one that is there already."""
    puzzle = starbattle.Starbattle(2, STARS.areas)
    reason = reason_of(puzzle, "the area at r2c1 needs 2 stars")
    known: list[Mark] = [(1, 0, "*"), (3, 1, "*")]
    text = "the area at r2c1 would have its stars at r2c1 and r4c2"
    assert link(puzzle, reason, [(2, 0, "o")], known) == text
    text = "the area at r2c1 needs 2 stars and has one at r4c2"
    assert link(puzzle, reason, [(2, 0, "o")], known, {(1, 0), (3, 0)}) == text


def test_one_of_several_lamps_is_not_named() -> None:
    """Any of them would light the cell."""
    puzzle = akari.Akari(((None,) * 4,))
    reason = reason_of(puzzle, "at most one lamp from r1c1 to r1c4")
    assert link(puzzle, reason, [(0, 3, "o")], [(0, 0, "*")]) == "the lamp at r1c1 would light it"
    assert link(puzzle, reason, [(0, 3, "o")], [(0, 0, "*")], {(0, 0), (0, 1)}) == "it would light it"


HEIGHTS = skyscrapers.Skyscrapers(left=(2, None, None, None), rows=())


def test_a_line_says_which_height_it_would_have_twice() -> None:
    """Its clue is not to blame: 3 1 4 and another 3 shows two buildings."""
    (line,) = skyscrapers.whole_lines(HEIGHTS, skyscrapers.VIEW.unknowns(HEIGHTS))
    known: list[Mark] = [(0, 0, "3"), (0, 1, "1"), (0, 2, "4")]
    assert link(HEIGHTS, line, [], [*known, (0, 3, "3")]) == "row 1 would have two 3s"
    assert link(HEIGHTS, line, [(0, 3, "not 4")], known) == "row 1 would have its 4 at r1c3"
    assert link(HEIGHTS, line, [(0, 0, "not 2")], known) == "r1c1 would be 3"
    others: list[Mark] = [(0, c, "not 2") for c in range(3)]
    assert link(HEIGHTS, line, [(0, 3, "2")], others) == "row 1 would have no other place for 2"
    assert link(HEIGHTS, line, [], [*others, (0, 3, "not 2")]) == "row 1 would have no place for 2"
    clue = "row 1 shows 2 buildings from the left, each height once"
    assert link(HEIGHTS, line, [(0, 0, "not 1")], [(0, 3, "2")]) == clue


def test_a_dead_end_says_why_the_cell_beside_it_is_not_shaded() -> None:
    """Both halves of the argument."""
    puzzle = yajilin.Yajilin(((None,) * 3,) * 3)
    reason = next(one for one in yajilin.side_by_side(puzzle, yajilin.VIEW.unknowns(puzzle)) if one.rule == "pair")
    first, second = reason.cells[:2]
    text = f"otherwise {cell_name(second)} beside it could be neither shaded nor passed"
    assert link(puzzle, reason, [(*first, "o")], []) == text


def test_dead_ends_together_say_both_halves_too() -> None:
    """Where steps are merged."""
    (puzzle,) = satdnd.load(INSTANCES / "yajilin" / "example-5x5.yajilin")
    said = "not shaded: otherwise r1c1, r2c4, r5c1 and r5c4 beside them could be neither shaded nor passed."
    assert any(step.text.endswith(said) for step in satdnd.explain(puzzle).steps)


@pytest.mark.parametrize("seed", range(40))
def test_pairs_name_the_trees_and_tents_that_decide(seed: int) -> None:
    """Against all ways to pair them: something is said exactly where it follows."""
    rng = Random(seed)
    trees = [(1, c) for c in range(0, 7, 2)]
    puzzle = tents.Tents((None,) * 3, (None,) * 7, tuple(trees))
    places = sorted({x for near in puzzle.places_of.values() for x in near})
    sign = {x: rng.choice("oooAA?") for x in places}
    ways = [
        {*chosen}
        for chosen in combinations([x for x in places if sign[x] != "o"], len(trees))
        if {x for x in places if sign[x] == "A"} <= {*chosen}
        and any(all(x in puzzle.places_of[t] for x, t in zip(chosen, p, strict=True)) for p in permutations(trees))
    ]
    known: tuple[Mark, ...] = tuple((*x, what) for x, what in sign.items() if what != "?")
    if not ways:
        assert " would have " in pairing(
            Inference(puzzle, (), (), known, supposed=True), trees, "tent", "tree", "A", "o"
        )
        return
    for x in (x for x in places if sign[x] == "?"):
        for what in "oA":
            follows = all((x in way) == (what == "A") for way in ways)
            said = pairing(Inference(puzzle, ((*x, what),), (), known), trees, "tent", "tree", "A", "o")
            assert bool(said) == follows
            assert not said or what == "o" or cell_name(x) in said


def test_tents_belong_to_trees() -> None:
    """Only those that decide are named."""
    puzzle = tents.Tents((None,) * 3, (None,) * 5, ((1, 0), (1, 2), (1, 4)))
    made = Inference(puzzle, ((2, 4, "o"),), (), ((0, 4, "A"), (1, 1, "A")))
    said = pairing(made, [*puzzle.trees], "tent", "tree", "A", "o")
    assert said == "the tent at r1c5 belongs to the tree at r2c5, so that tree has no second one"


@pytest.mark.parametrize("seed", range(60))
def test_where_the_digits_of_a_sum_go(seed: int) -> None:
    """The facts named are so, and with the digits they are enough."""
    rng = Random(seed)
    places = [(0, c) for c in range(rng.randint(2, 5))]
    values = sorted(rng.sample(range(1, 10), len(places)))
    left = {
        cell: sorted({*rng.sample(range(1, 10), rng.randint(3, 8)), value})
        for cell, value in zip(places, values, strict=True)
    }
    ways = [way for way in permutations(values) if all(v in own for v, own in zip(way, left.values(), strict=True))]
    marks = [(*cell, str(ways[0][i])) for i, cell in enumerate(places) if len({way[i] for way in ways}) == 1]
    marks = [mark for mark in marks if len(left[mark[:2]]) > 1]
    said = where_they_go(Inference(None, tuple(marks), ()), left, values)
    if said is None:
        return
    possible = [*permutations(values)]
    for fact in filter(None, said.split(", and ")):
        if only := re.fullmatch(r"(then )?only r1c(\d+) can be (\d)", fact):
            i, v = int(only[2]) - 1, int(only[3])
            others = {way[k] for way in possible for k in range(len(places)) if k != i and way[k] in left[0, k]}
            assert v not in others if only[1] else not any(v in own for cell, own in left.items() if cell != (0, i))
            possible = [way for way in possible if way[i] == v]
        elif can := re.fullmatch(r"of these r1c(\d+) can only be (\d)", fact):
            i, v = int(can[1]) - 1, int(can[2])
            assert {*left[0, i]} & {*values} == {v}
            possible = [way for way in possible if way[i] == v]
        else:
            cell, gone = re.fullmatch(r"r1c(\d+) cannot be (.*)", fact).groups()  # type: ignore[union-attr]  # or it fails
            assert not {*map(int, re.findall(r"\d", gone))} & {*left[0, int(cell) - 1]}
            possible = [way for way in possible if str(way[int(cell) - 1]) not in gone]
    known = [own[0] if len(own) == 1 else None for own in left.values()]
    possible = [way for way in possible if all(x in (None, v) for x, v in zip(known, way, strict=True))]
    assert possible
    for _, c, value in marks:
        assert {way[c] for way in possible} == {int(value)}


def test_a_pocket_is_open_only_as_far_as_that_is_known() -> None:
    """Of cells that may be walls, the open ones are among them."""
    reason = Statement("connected", ((0, 0), (0, 1)), "a way out")
    assert pocket(reason, "the open cells", [(0, 0, "o"), (0, 1, "o")]) == "the open cells in r1c1 and r1c2"
    assert pocket(reason, "the open cells", [(0, 0, "o")]) == "the open cells among r1c1 and r1c2"


def test_a_chain_says_with_which_diagonals_a_loop_would_close() -> None:
    """Of what an assumption rules out, too."""
    (puzzle,) = satdnd.loads("0..211.\n....32.\n1.21...\n0.2..3.\n.1..22.\n03131.1\n.......\n", "slant")
    texts = [step.text for step in satdnd.explain(puzzle).steps]
    assert any(
        "then r5c4 would be \\ (the other diagonal would close a loop with r4c3, r4c4 and r5c3)" in x for x in texts
    )
