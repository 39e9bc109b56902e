"""Tents: published ones, pairs of trees and tents, faults, words, links, new ones."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, strategies as st
from samples.tents import LINKS

import satdnd
from satdnd import Tents, TentsSolution
from satdnd.kinds.tents import KIND, clues_of, sample
from satdnd.sat.budget import Budget
from satdnd.setter.generator import generate

PZPRJS = Tents((1, None, None, None, 1), (2, None, 0, None, None), ((0, 2), (2, 1), (2, 4), (3, 3), (4, 1)))
SOLVED = [[0, 1], [1, 4], [2, 0], [3, 4], [4, 0]]
"""Source: robx/pzprjs, test/script/tents.js, puzzle and solution."""
BETWEEN = Tents((None,), (None,) * 5, ((0, 1), (0, 3)))
"""Two trees in a row, with a cell between that is beside both."""


def one(text: str) -> Tents:
    """The puzzle of a text."""
    (puzzle,) = satdnd.loads(text)
    return puzzle


def rules(puzzle: Tents, *tents: tuple[int, int]) -> list[str]:
    """Those that tents break."""
    return [fault.rule for fault in KIND.faults(puzzle, TentsSolution(puzzle.height, puzzle.width, tents))]


def test_published() -> None:
    """From links, with a solution, and back."""
    assert one(LINKS[0]) == PZPRJS
    assert [s["tents"] for s in satdnd.unique(PZPRJS).to_json()["solutions"]] == [SOLVED]
    assert satdnd.unique(one(LINKS[1])).status == "unique"
    for link in LINKS:
        assert KIND.texts.styles["puzz.link"](one(link)) == f"https://puzz.link/p?{link}\n"


def test_a_tent_beside_two_trees() -> None:
    """It belongs to one of them: one tent between is too few, although every tree has a tent beside it."""
    assert rules(BETWEEN, (0, 2)) == ["own"]
    assert rules(BETWEEN, (0, 0), (0, 2)) == []
    assert rules(BETWEEN, (0, 0), (0, 2), (0, 4)) == ["own"]
    three = Tents((None,) * 3, (None,) * 5, ((0, 1), (0, 3), (2, 1)))
    assert "own" in rules(three, (0, 0), (0, 2), (0, 4))
    found = {str(s.to_json()["tents"]) for s in satdnd.solve(BETWEEN, limit=None).solutions}
    assert found == {"[[0, 0], [0, 2]]", "[[0, 0], [0, 4]]", "[[0, 2], [0, 4]]"}


def test_local_rules_hold_and_no_pairing() -> None:
    """As many tents as trees, all beside trees, each tree with a tent: yet three tents share two trees."""
    far = Tents((None,) * 3, (None,) * 5, ((0, 1), (0, 3), (2, 0), (2, 4)))
    assert rules(far, (0, 0), (0, 2), (0, 4), (2, 1)) == ["tree", "own", "own"]
    near = Tents((None,) * 4, (None,) * 5, ((0, 1), (0, 3), (2, 3), (2, 1)))
    assert rules(near, (0, 0), (0, 2), (0, 4), (2, 2)) == ["own"]


def test_every_rule_is_told() -> None:
    """With its id."""
    right = [(r, c) for r, c in SOLVED]
    assert rules(PZPRJS, *right) == []
    assert set(rules(PZPRJS, *right, (2, 2))) == {"count", "own"}
    assert "beside" in rules(PZPRJS, *right, (0, 2))
    assert set(rules(PZPRJS, (0, 1), (1, 4), (2, 0), (3, 4), (3, 1))) == {"count", "touching"}
    assert "tree" in rules(PZPRJS, *right[1:])
    solution = TentsSolution(5, 5, (*right[1:], (0, 1), (2, 2)))
    assert "column 3 has no tent: found 1" in [fault.message for fault in KIND.faults(PZPRJS, solution)]


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Tents((1, 1), (None, None), ((0, 0),)), "the rows have 2 tents for 1 tree"),
        (Tents((None,) * 2, (0, 0), ((0, 0),)), "the columns have 0 tents for 1 tree"),
        (Tents((None,), (None, None), ((0, 0), (0, 1))), ""),
    ],
)
def test_what_has_no_solution(puzzle: Tents, reason: str) -> None:
    """With the reason, where counting shows it."""
    answer = satdnd.unique(puzzle)
    assert (answer.status, answer.reason) == ("unsolvable", reason)


def test_trees_are_drawn_or_listed() -> None:
    """Both ways of typing them are read."""
    assert one("rows\n? 1\ncolumns\n? ? 1\ntrees\n.T.\n..T\n") == Tents((None, 1), (None, None, 1), ((0, 1), (1, 2)))
    assert one(satdnd.dumps(PZPRJS)) == PZPRJS


@given(st.data())
def test_links_there_and_back(data: st.DataObject) -> None:
    """Many blank cells between trees, large numbers."""
    height, width = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 30)))
    rows, columns = (
        data.draw(st.lists(st.one_of(st.none(), st.integers(0, most)), min_size=n, max_size=n))
        for n, most in ((height, width), (width, height))
    )
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    puzzle = Tents(tuple(rows), tuple(columns), tuple(data.draw(st.sets(cells, max_size=6))))
    assert one(KIND.texts.styles["puzz.link"](puzzle)) == puzzle


def test_words() -> None:
    """As players say it; a link is named where trees share their tents."""
    told = {(step.technique, step.text) for step in satdnd.explain(PZPRJS).steps}
    assert ("fill the line", "r3c1 and r5c1 hold tents: column 1 needs 2 tents, and only these cells are left.") in told
    assert ("around a tent", "r2c2 and r4c2 are empty: no tent touches the one at r3c1.") in told
    assert ("line complete", "r2c3 to r5c3 are empty: column 3 has no tent.") in told
    assert (
        "last place of a tree",
        "r4c5 holds a tent: only this cell is left for the tent of the tree at r4c4.",
    ) in told
    each = "the trees at r3c5 and r4c4 have only r2c5 and r4c5 left for their tents, one each."
    assert ("one tent each", f"r2c5 holds a tent: {each}") in told
    texts = [step.text for step in satdnd.explain(one(LINKS[1])).steps]
    owned = "r8c1 is empty: the tent at r10c1 belongs to the tree at r9c1, so that tree has no second one."
    assert owned in texts
    assert not any("linked trees" in text for text in texts)
    assert not [text for text in texts if re.search("could not (both|all) hold", text)]


def test_new_ones() -> None:
    """Unique and different; a tree stands beside every tent; boards without room have none."""
    made = [*generate("tents", {"height": 7, "width": 7}, count=3, seed=5)]
    assert len({puzzle.trees for puzzle in made}) == 3
    assert {satdnd.unique(puzzle).status for puzzle in made} == {"unique"}
    blank = KIND.empty(6, 9)
    for seed in range(6):
        solution = KIND.view.solution(blank, sample(Random(seed), blank, Budget()))
        puzzle = clues_of(blank, solution)
        assert len(puzzle.trees) == len(solution.cells) > 5
        assert KIND.faults(puzzle, solution) == []
    assert sample(Random(1), KIND.empty(1, 1), Budget()) == 0
    assert satdnd.TentsRecipe().height == 10


def test_a_wrong_count_is_repaired() -> None:
    """One tent less in a row."""
    wrong = Tents((2, None, None, None, 1), PZPRJS.columns, PZPRJS.trees)
    found = satdnd.diagnose(wrong, edits=1)
    assert ("row 1: 1 instead of 2",) in [repair.edits for repair in found.repairs]
