"""Skyscrapers: their rules are held against a brute force in ``tests/engine``; here are links, corners and words."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from link_boards import one
from samples.skyscrapers import margins, squares

import satdnd
from satdnd import InputError, UsageError
from satdnd.engine.kind import Rules
from satdnd.explanation.wording import Inference
from satdnd.kinds.skyscrapers import KIND, Skyscrapers, SkyscrapersSolution, clues_of, sequences, whole_lines

PZPRJS = "skyscrapers/4/4/k13h4j3g"
"""Source: robx/pzprjs, test/script/skyscrapers.js; its solution stands there too."""


def test_a_link_of_its_author() -> None:
    """The margins in the order top, bottom, left, right."""
    puzzle = one(PZPRJS)
    none = (None,) * 4
    assert (puzzle.top, puzzle.bottom) == (none, (None, 1, 3, None))
    assert (puzzle.left, puzzle.right) == ((None, 4, None, None), (None, None, 3, None))
    assert puzzle.rows == (none,) * 4
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json()["grid"] == [[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 1, 2], [3, 4, 2, 1]]
    assert KIND.texts.styles["puzz.link"](puzzle) == f"https://puzz.link/p?{PZPRJS}\n"


JANKO = {
    "003": (
        "top\n412232\nbottom\n135242\nleft\n233421\nright\n242314\n",
        ["263415", "456321", "315264", "124653", "532146", "641532"],
    ),
    "022": (
        "top\n..4542..\nbottom\n45.43..4\nleft\n5.234.65\nright\n.55.35.3\n"
        "rows\n........\n........\n....4...\n" + "........\n" * 5,
        ["34512768", "87123654", "78634521", "53268147", "46785213", "65871432", "12457386", "21346875"],
    ),
}
"""Source: janko.at, Wolkenkratzer, by their numbers, as SmilingWayne/puzzlekit-dataset has them, with solutions."""


@pytest.mark.parametrize("number", JANKO)
def test_published_ones(number: str) -> None:
    """Unique, and as published."""
    text, solution = JANKO[number]
    (puzzle,) = satdnd.loads(text, "skyscrapers")
    answer = satdnd.unique(puzzle)
    assert answer.status == "unique"
    assert ["".join(map(str, row)) for row in answer.solutions[0].grid] == solution


def line(side: int) -> st.SearchStrategy[tuple[int | None, ...]]:
    """Numbers at a margin, or of a row."""
    return st.lists(st.none() | st.integers(1, side), min_size=side, max_size=side).map(tuple)


@pytest.mark.slow
@given(st.data())
def test_there_and_back(data: st.DataObject) -> None:
    """By link, text and JSON; given heights stand behind the margins, and only where there are any."""
    side = data.draw(st.sampled_from([1, 2, 3, 6, 17, 20]))
    rows = data.draw(st.none() | st.lists(line(side), min_size=side, max_size=side).map(tuple))
    puzzle = Skyscrapers(*(data.draw(line(side)) for _ in range(4)), rows)
    link = KIND.texts.styles["puzz.link"](puzzle).strip()
    assert one(link) == puzzle
    assert satdnd.loads(satdnd.dumps(puzzle, "text"), "skyscrapers") == [puzzle]
    assert satdnd.loads(satdnd.dumps(puzzle, "json")) == [puzzle]


def test_a_link_without_given_heights_may_have_room_for_them() -> None:
    """As other programs write it; it is written without."""
    assert one("skyscrapers/2/2/1mj") == one("skyscrapers/2/2/1m") == Skyscrapers((1, None))
    given_too = Skyscrapers((1, None), rows=((2, None), (None, None)))
    assert KIND.texts.styles["puzz.link"](given_too) == "https://puzz.link/p?skyscrapers/2/2/1m2i\n"


@pytest.mark.parametrize("left", [". 2 1", ".21", ".\n2\n1", ". , 2, 1"])
def test_what_people_type_at_a_margin(left: str) -> None:
    """On one line or several, with blanks or without."""
    assert satdnd.loads(f"left\n{left}\n", "skyscrapers") == [Skyscrapers(left=(None, 2, 1))]


def test_json_may_leave_out_what_is_not_told() -> None:
    """A margin, and the given heights; null in place of each as well."""
    (puzzle,) = satdnd.loads('{"kind": "skyscrapers", "top": [1, null], "rows": null, "left": null}')
    assert puzzle == Skyscrapers((1, None))
    assert puzzle.rows == ((None, None), (None, None))
    (puzzle,) = satdnd.loads('{"kind": "skyscrapers", "rows": [[null, 2], [null, null]]}')
    assert puzzle.top == (None, None)
    with pytest.raises(InputError, match="its fields have no rows or columns"):
        satdnd.loads('{"kind": "skyscrapers"}')


def test_what_is_seen_to_be_impossible() -> None:
    """Before anything is searched."""
    both = satdnd.solve(Skyscrapers(left=(3, None, None), right=(2, None, None)))
    assert (both.status, both.reason) == (
        "unsolvable",
        "row 1 would show 3 and 2 buildings: together at most 4 are visible",
    )
    ones = satdnd.solve(Skyscrapers((1, None), (1, None)))
    assert ones.reason == "column 1 cannot show 1 building from both ends: the tallest stands at one"
    assert satdnd.unique(Skyscrapers((1,), (1,))).status == "unique"


def faults(grid: list[list[int]], puzzle: Skyscrapers) -> list[tuple[str, str]]:
    """What is wrong with a board: rules and sentences."""
    solution = SkyscrapersSolution(tuple(map(tuple, grid)))
    return [(fault.rule, fault.message) for fault in satdnd.faults(puzzle, solution)]


def test_every_rule_is_told_when_it_is_broken() -> None:
    """And no other."""
    puzzle = Skyscrapers((2, None), rows=((None, None), (None, 1)))
    assert faults([[1, 2], [2, 1]], puzzle) == []
    assert faults([[1, 2], [2, 3]], puzzle) == [
        ("value", "r2c2 holds 3 instead of 1 to 2"),
        ("given", "the given number at r2c2 is 1, the grid has 3"),
    ]
    assert faults([[2, 1], [1, 2]], puzzle) == [
        ("visible", "column 1 shows 2 buildings from the top: found 1"),
        ("given", "the given number at r2c2 is 1, the grid has 2"),
    ]
    assert faults([[1, 1], [2, 1]], puzzle) == [
        ("row", "row 1 has 1 at r1c1 and r1c2"),
        ("column", "column 2 has 1 at r1c2 and r2c2"),
    ]


def test_clues_of_a_solution() -> None:
    """As they are counted another way."""
    for square in squares(3):
        made = clues_of(KIND.empty(3, 3), SkyscrapersSolution(square))
        assert [list(x) for x in (made.top, made.bottom, made.left, made.right)] == margins(square)
        assert made.rows == square


def texts_of(**told: Any) -> set[tuple[str, str]]:
    """Techniques and sentences of an explanation."""
    return {(step.technique, step.text) for step in satdnd.explain(Skyscrapers(**told)).steps}


def test_words() -> None:
    """As players say it."""
    steps = texts_of(left=(None, 4, None, None), bottom=(None, 1, 3, None), right=(None, None, 3, None))
    row = "row 2 shows 4 buildings from the left, so each is higher than the one before."
    assert ("ascending line", f"r2c1 is 1, r2c2 is 2, r2c3 is 3, and r2c4 is 4: {row}") in steps
    tallest = "column 2 shows 1 building from the bottom, so the tallest stands nearest to it."
    assert ("clue of 1", f"r4c2 is 4: {tallest}") in steps
    near = "row 3 shows 3 buildings from the right, so enough taller ones must fit behind them."
    assert ("edge clue", f"r3c3 cannot be 4, and r3c4 cannot be 3: {near}") in steps
    ends = texts_of(left=(None, None, 3, None), right=(None, None, 2, None))
    assert ("hidden single", "r3c3 is 4: it is the only place left for 4 in row 3.") in ends
    both = "row 3 shows 3 buildings from the left and 2 from the right, so from the left it reads"
    assert ("opposite clues", f"r3c2 cannot be 1: {both} 1 2 4 3, 1 3 4 2 or 2 3 4 1.") in ends


def test_sequences_are_those_that_fit() -> None:
    """Of a line with one or two clues and some facts, in the order of its first clue: against all permutations."""
    rng, lists = Random(1), 0
    book = KIND.require(Rules).book
    for _ in range(150):
        shown = {side: [rng.choice((None, 1, 2, 3)) for _ in range(4)] for side in ("top", "bottom", "left", "right")}
        puzzle = Skyscrapers(**{side: tuple(numbers) for side, numbers in shown.items()})
        lines = [one for one in whole_lines(puzzle, book(puzzle, KIND.options()).unknowns) if rng.random() < 0.3]
        for line in lines:
            facts = {(*cell, f"not {rng.randint(1, 4)}") for cell in line.cells if rng.random() < 0.5}
            inference = Inference(puzzle, (), (line,), tuple(sorted(facts)))
            clues = [(one.count, [line.cells.index(cell) for cell in one.cells]) for one in line.parts[:-5]]
            fits = [
                order
                for order in permutations(range(1, 5))
                if all((*cell, f"not {height}") not in facts for cell, height in zip(line.cells, order, strict=True))
                and all(
                    count == sum(order[i] > max((order[j] for j in read[:k]), default=0) for k, i in enumerate(read))
                    for count, read in clues
                )
            ]
            assert [*sequences(inference, line)] == fits
            lists += 0 < len(fits) < 4
    assert lists > 50


def test_new_ones() -> None:
    """Unique, no clue too many, given heights only where the margins do not suffice, each another."""
    made = list(satdnd.generate("skyscrapers", {"height": 4, "width": 4}, seed=1, count=6))
    assert len({satdnd.dumps(puzzle, "json") for puzzle in made}) == 6
    for puzzle in made:
        assert satdnd.unique(puzzle).status == "unique"
        for clue in puzzle.given_clues:
            assert satdnd.unique(puzzle.changed({clue: None})).status == "multiple"
    assert any(not any(map(any, puzzle.rows)) for puzzle in made)
    with pytest.raises(UsageError, match="skyscrapers has as many rows as columns; the size is 4x5"):
        next(satdnd.generate("skyscrapers", {"height": 4, "width": 5}))


def test_pictures_have_numbers_on_all_sides() -> None:
    """Coordinates are told apart from them."""
    drawn = satdnd.render(Skyscrapers((1, None), (None, 1), (None, 2), (2, None)), "text", coordinates=True)
    assert drawn.splitlines() == [
        "    1",
        "  ┏━━━┯━━━┓",
        "  ┃   │   ┃ 2 r1",
        "  ┠───┼───┨",
        "2 ┃   │   ┃   r2",
        "  ┗━━━┷━━━┛",
        "        1",
        "    c1  c2",
    ]
    svg = satdnd.render(Skyscrapers((1, None), (None, 1)), coordinates=True)
    assert svg.count(">1</text>") == 2
    assert ">r1</text>" in svg


def test_a_given_height_that_contradicts_another_is_repaired() -> None:
    """By heights that there are."""
    none = (None, None)
    found = satdnd.diagnose(Skyscrapers(none, none, none, none, ((1, None), (1, None))))
    assert sorted((repair.edits, repair.status) for repair in found.repairs or ()) == [
        (("the given number at r1c1: 2 instead of 1",), "unique"),
        (("the given number at r2c1: 2 instead of 1",), "unique"),
    ]
