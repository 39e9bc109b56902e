"""Kakuro: its rules are held against a brute force in ``tests/engine``; here are links, corners and words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from link_boards import one

import satdnd
from satdnd import InputError
from satdnd.declaration.clues.cross_sums import digit_sets, white_runs
from satdnd.kinds.kakuro import KIND, Kakuro, KakuroSolution

CSPUZ = "kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG"
"""Source: semiexp/cspuz_core, cspuz_rs_puzzles/src/puzzle/kakuro.rs; its solution stands there too."""
PZPRJS = "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"
"""Source: robx/pzprjs, test/script/kakuro.js, as it was written there first: 0 for no sum."""


def test_links_of_others() -> None:
    """The sums below a cell first; those of the first row and column behind all others."""
    puzzle = one(CSPUZ)
    assert puzzle.rows[1] == ("#", (23, 12), ".", ".", (17, 4), ".", ".")
    assert (puzzle.rows[0][2], puzzle.rows[2][0]) == ((29, None), (None, 21))
    (solution,) = satdnd.unique(puzzle).solutions
    assert ["".join(map(str, row)) for row in solution.to_json()["grid"]] == [
        *("0000000", "0039031", "0645312", "0970960", "0862541", "0097082"),
    ]
    assert KIND.texts.styles["puzz.link"](puzzle) == f"https://puzz.link/p?{CSPUZ}\n"
    (solution,) = satdnd.unique(one(PZPRJS)).solutions
    assert ["".join(map(str, row)) for row in solution.grid][2:4] == ["034120", "012012"]
    assert KIND.texts.styles["puzz.link"](one(PZPRJS)) == f"https://puzz.link/p?{PZPRJS.replace('0', '-')}\n"


CELL = st.sampled_from([".", ".", ".", "#"]) | st.tuples(*[st.none() | st.integers(1, 45)] * 2)


@given(st.data())
@settings(max_examples=60)
def test_there_and_back(data: st.DataObject) -> None:
    """By link, text and JSON."""
    height, width = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 20)))
    inner = [[data.draw(CELL) for _ in range(width)] for _ in range(height)]
    sums = st.none() | st.integers(1, 45)
    top = [(data.draw(sums), None) if x == "." else "#" for x in inner[0]]
    puzzle = Kakuro((("#", *top), *(((None, data.draw(sums)) if row[0] == "." else "#", *row) for row in inner)))
    assert one(KIND.texts.styles["puzz.link"](puzzle).strip()) == puzzle
    assert satdnd.loads(satdnd.dumps(puzzle, "text"), "kakuro") == [puzzle]
    assert satdnd.loads(satdnd.dumps(puzzle, "json")) == [puzzle]


def test_what_a_link_has_no_room_for() -> None:
    """White cells at the border, and large sums."""
    with pytest.raises(InputError, match="needs black cells in the first row and in the first column"):
        KIND.texts.styles["puzz.link"](Kakuro(((".", "."), ("#", "."))))
    with pytest.raises(InputError, match=r"r1c2 has a sum above 45: puzz.link cannot hold it, text can"):
        KIND.texts.styles["puzz.link"](Kakuro((("#", (46, None)), ("#", "."))))


def test_runs() -> None:
    """As many white cells as there are, behind a black cell or at the border."""
    rows = (("#", (3, 4), "."), (".", ".", "#"))
    assert [(run.place, run.cells, run.way) for run in white_runs(rows)] == [
        ((0, 1, "across"), ((0, 2),), "across"),
        (None, ((1, 0), (1, 1)), "across"),
        ((0, 0, "down"), ((1, 0),), "down"),
        ((0, 1, "down"), ((1, 1),), "down"),
        (None, ((0, 2),), "down"),
    ]
    assert digit_sets(7, 3) == ((1, 2, 4),)
    assert digit_sets(16, 2) == ((7, 9),)


def test_what_is_seen_to_be_impossible() -> None:
    """A run of ten cells, also without a sum; a sum that no digits have."""
    ten = satdnd.solve(Kakuro(((".",) * 10,)))
    assert ten.reason == "the 10 cells across from r1c1 cannot hold different digits: there are 9"
    assert satdnd.solve(Kakuro(((".",) * 9,))).status == "solved"
    two = satdnd.solve(Kakuro((((None, 18), ".", "."),)))
    assert (two.status, two.reason) == (
        "unsolvable",
        "18 in 2 cells across from r1c2 cannot be made of different digits",
    )
    assert satdnd.unique(Kakuro((((None, 5), "."),))).status == "unique"


def faults(grid: list[list[int]]) -> list[tuple[str, str]]:
    """What is wrong with a board: rules and sentences."""
    puzzle = Kakuro((("#", (4, None), (6, None)), ((None, 4), ".", "."), ((None, 6), ".", ".")))
    solution = KakuroSolution(tuple(map(tuple, grid)))
    return [(fault.rule, fault.message) for fault in satdnd.faults(puzzle, solution)]


def test_every_rule_is_told_when_it_is_broken() -> None:
    """And no other."""
    assert faults([[0, 0, 0], [0, 3, 1], [0, 1, 5]]) == []
    assert faults([[0, 0, 0], [0, 2, 2], [0, 2, 4]]) == [
        ("distinct", "2 stands at r2c2 and r2c3, in the 2 cells across from r2c2"),
        ("distinct", "2 stands at r2c2 and r3c2, in the 2 cells down from r2c2"),
    ]
    assert faults([[0, 0, 0], [0, 3, 1], [0, 1, 6]]) == [
        ("sum", "6 in 2 cells across from r3c2: they add up to 7"),
        ("sum", "6 in 2 cells down from r2c3: they add up to 7"),
    ]
    assert faults([[7, 0, 0], [0, 3, 1], [0, 1, 5]]) == [
        ("value", "r1c1 holds 7 instead of nothing, since it is black")
    ]
    assert faults([[0, 0, 0], [0, 3, 1], [0, 0, 5]])[0] == ("value", "r3c2 holds 0 instead of 1 to 9")


def test_words() -> None:
    """As players say it: by combinations."""
    text = "\\ 17\\ 4\\\n\\11 . .\n\\10 . .\n"
    steps = {(step.technique, step.text) for step in satdnd.explain(satdnd.loads(text, "kakuro")[0]).steps}
    assert ("unique combination", "r2c2 and r3c2 can only be 8 or 9: 17 in 2 cells down from r2c2 is 8+9.") in steps
    sums = "11 in 2 cells across from r2c2 can only be 3+8, and r2c2 cannot be 3."
    assert ("combinations", f"r2c2 is 8, and r2c3 is 3: {sums}") in steps
    long = satdnd.loads("\\ 1\\ 2\\ \\\n\\6 . . .\n", "kakuro")[0]
    found = {(step.technique, step.text) for step in satdnd.explain(long).steps}
    assert ("last cell", "r2c4 is 3: it makes 6 with r2c2 and r2c3, which add up to 3.") in found
    assert {technique for technique, _ in steps} <= {
        "unique combination",
        "combinations",
        "last cell",
        "cross reference",
    }
    crossing = satdnd.loads("\\ 19\\ 18\\\n\\15 . .\n\\6 . .\n\\ . .\n", "kakuro")[0]
    found = {(step.technique, step.text) for step in satdnd.explain(crossing).steps}
    assert ("cross reference", "r3c2 is 4: its sums allow only 2, 4 or 5 there, and 2 and 5 are ruled out.") in found
    single = satdnd.explain(Kakuro((((None, 5), "."),))).steps
    assert [step.text for step in single] == ["r1c2 is 5: that is the sum of its one cell."]


def test_solutions_as_people_type_them() -> None:
    """Black cells as 0, # or in a drawing."""
    (puzzle,) = satdnd.loads("\\ 3\\ 7\\\n\\4 . .\n\\6 . .\n", "kakuro")
    (solution,) = satdnd.unique(puzzle).solutions
    for text in ("000\n013\n024\n", "- - -\n0 1 3\n- 2 4\n", satdnd.render(satdnd.unique(puzzle), "text")):
        assert list(KIND.texts.read_solutions(text, puzzle)) == [solution]


@pytest.mark.slow
def test_new_ones() -> None:
    """Unique, the same upside down, in runs of 2 and more, each another."""
    made = list(satdnd.generate("kakuro", {"height": 6, "width": 6}, seed=1, count=3))
    assert len({satdnd.dumps(puzzle, "json") for puzzle in made}) == 3
    for puzzle in made:
        assert satdnd.unique(puzzle).status == "unique"
        assert all(1 < len(run.cells) < 7 and puzzle.sum_of(run) for run in white_runs(puzzle.rows))
        inner = [[x == "." for x in row[1:]] for row in puzzle.rows[1:]]
        assert inner == [row[::-1] for row in inner[::-1]]


def test_one_column() -> None:
    """A line that is one cell, with or without sums."""  # found by hand
    (puzzle,) = satdnd.loads('{"kind": "kakuro", "rows": [[[13, null]], ["."], ["."], ["#"], [[null, 7]], [[3, 4]]]}')
    assert satdnd.loads(satdnd.dumps(puzzle)) == [puzzle]
