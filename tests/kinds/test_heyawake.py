"""Heyawake: links, areas by names, the generator, what explanations and drawings say."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, strategies as st
from samples.heyawake import made

import satdnd
from satdnd.declaration.clues.named_areas import NumberedArea
from satdnd.draw import terminal
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.kinds.heyawake import KIND, Heyawake, room, split, stretches

PUZZLE = made("abbccd abbccd abbccd eeeeed fffggd fffggh", 2, 2, 2, 2)
"""Source: robx/pzprjs, test/script/heyawake.js."""


def test_areas_in_json() -> None:
    """Rows of names and numbers beside them, on any cell of their area."""
    record = json.loads(satdnd.dumps(PUZZLE, "json"))
    assert record["areas"] == ["abbccd", "abbccd", "abbccd", "eeeeed", "fffggd", "fffggh"]
    assert record["numbers"] == [[0, 0, 2], [0, 1, 2], [0, 3, 2], [0, 5, 2]]
    other = {
        **record,
        "areas": [[*row] for row in record["areas"]],
        "numbers": [[2, 0, 2], [1, 2, 2], [0, 4, 2], [4, 5, 2]],
    }
    assert satdnd.loads(json.dumps(other)) == [PUZZLE]
    several = made("ab ba", 1)
    assert satdnd.loads(json.dumps({"kind": "heyawake", "areas": [[12, "x"], ["x", 12]], "numbers": [[1, 1, 1]]})) == [
        several
    ]
    with pytest.raises(InputError, match=r"the area at r1c1 of number 1 is in pieces: puzz\.link cannot hold it"):
        satdnd.dumps(several, "puzz.link")
    many = Heyawake(tuple(NumberedArea(None, ((r, c),)) for r in range(9) for c in range(9)))
    assert satdnd.loads(satdnd.dumps(many, "json")) == [many]
    assert satdnd.loads(satdnd.dumps(many, "text"), "heyawake") == [many]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"areas": ["ab", "a"]}, "row 2 has 1 cell, expected 2 as in row 1"),
        ({"areas": ["ab", "ab"], "numbers": [[0, 0, 1], [1, 0, 1]]}, "is a second number of the area at r2c1"),
        ({"areas": ["ab"], "numbers": [[0, 2, 1]]}, "expected [row, column] with row 0 to 0 and column 0 to 1"),
        ({"areas": ["ab"], "numbers": [[0, 1]]}, "expected [row, column, number]"),
        ({"areas": ["ab"], "numbers": [[0, 1, -1]]}, "expected a whole number from 0"),
        ({"areas": [["a", None]]}, "expected names of 2 areas"),
        ({"areas": "ab"}, "expected a list of rows"),
        ({}, 'the field "areas" is missing'),
    ],
)
def test_bad_records(fields: dict[str, object], message: str) -> None:
    """With the field, and what was expected."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(json.dumps({"kind": "heyawake", **fields}))
    assert message in str(caught.value)


@given(st.data())
def test_forms_there_and_back(data: st.DataObject) -> None:
    """Areas of any shape in texts and JSON; areas in one piece in links."""
    height, width = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 5)))
    rows = [data.draw(st.text("abc", min_size=width, max_size=width)) for _ in range(height)]
    numbers = [data.draw(st.sampled_from((None, 0, 1, 20))) for _ in {*"".join(rows)}]
    puzzle = made(" ".join(rows), *numbers)
    for form in ("text", "json"):
        assert satdnd.loads(satdnd.dumps(puzzle, form), "heyawake") == [puzzle]
    whole = made(" ".join(["a" * width] * height), numbers[0])
    assert satdnd.loads(satdnd.dumps(whole, "puzz.link")) == [whole]


def test_lines_through_borders() -> None:
    """A line that comes back into an area has crossed two borders all the same."""
    assert [cells for cells in stretches(made("aba")) if cells] == [[(0, 0), (0, 1), (0, 2)]]
    (solution,) = KIND.texts.read_solutions("...", made("aba"))
    (fault,) = KIND.faults(made("aba"), solution)
    assert (fault.rule, fault.message) == ("two-areas", "one of the cells r1c1 to r1c3 is shaded: found 0")
    assert len(satdnd.solve(made("aba"), limit=None).solutions) == 3


def test_room() -> None:
    """Every other cell of a run; what an area has no room for is seen at once."""
    assert [room(made(names).areas[0].cells) for names in ("a", "aaa aaa", "aa aa", "aaaa", "aba")] == [1, 3, 2, 2, 2]
    reason = str(satdnd.solve(made("aab aab", 3)).reason)
    assert reason.endswith("the area at r1c1 has room for at most 2 shaded cells")
    assert KIND.contradiction(made("aaa aaa aaa", 5), KIND.options()) is None


def test_a_diagnosis() -> None:
    """A conflict in words, and other numbers."""
    answer = satdnd.diagnose(made("abc abc", 0, 0, None), edits=1)
    assert "one of the cells r1c1 to r1c3 is shaded" in {one.text for one in answer.conflict or ()}
    assert "the area at r1c1: 1 instead of 0" in {edit for one in answer.repairs or () for edit in one.edits}


@pytest.mark.parametrize(("height", "width"), [(5, 5), (4, 8)])
def test_generated_puzzles(height: int, width: int) -> None:
    """One solution, rectangles as areas, explanations that are judged right."""
    (puzzle,) = satdnd.generate(satdnd.HeyawakeRecipe(height=height, width=width, largest=8), seed=2)
    answer = satdnd.explain(puzzle)
    assert answer.status == "unique"
    assert all(
        len(area.cells) == len({r for r, _ in area.cells}) * len({c for _, c in area.cells}) <= 8
        for area in puzzle.areas
    )
    record = json.loads(json.dumps(answer.to_json()))
    assert replay.check(puzzle, record, KIND.options()).status == "valid"


def test_an_area_is_split() -> None:
    """Where two solutions have as many cells shaded in it; not where the line that is new would not be crossed."""
    puzzle = made("aaaa")
    assert split(Random(1), puzzle, 0b0001, 0b1000, 0b1111) in (made("abbb"), made("aabb"), made("aaab"))
    assert split(Random(1), puzzle, 0b0001, 0b1000, 0b0111) in (made("abbb"), made("aabb"), made("aaab"))
    assert split(Random(1), puzzle, 0b0001, 0b1000, 0b0110) is None
    assert split(Random(1), made("ab"), 0b01, 0b01, 0b11) is None
    assert split(Random(1), made("aab"), 0b000, 0b001, 0b111) is None


@pytest.mark.slow
def test_a_large_board() -> None:
    """Repaired everywhere at once; where no area can be split, the solution changes."""
    (puzzle,) = satdnd.generate(satdnd.HeyawakeRecipe(height=20, width=20), seed=2)
    assert satdnd.unique(puzzle).status == "unique"


def told(text: str) -> dict[str, str]:
    """Of each technique of an explanation its first sentence."""
    steps = satdnd.explain(satdnd.loads(text, "heyawake")[0]).steps
    return {step.technique: step.text for step in reversed(steps)}


def test_sentences() -> None:
    """In the words of players."""
    packed = told("areas\naaab\ncccb\na = 2\n")
    assert packed["packed area"] == (
        "r1c1 and r1c3 are shaded, and r1c2 is unshaded: the area at r1c1 needs 2 shaded cells, no two side by side, "
        "and there is only one way left to place them."
    )
    assert packed["beside a shaded cell"] == "r1c4, r2c1 and r2c3 are unshaded: r1c1 and r1c3 beside them are shaded."
    assert "no cutting off" in packed
    zero = told("areas\naaab\ncccb\na = 0\n")
    assert zero["area complete"] == "r1c1, r1c2 and r1c3 are unshaded: the area at r1c1 has no shaded cells."
    third = told("areas\naab\ncdb\ncdd\nc = 0\nd = 1\n")
    assert third["no third area"].endswith(" would cross two borders.")


def test_drawings_are_read_back() -> None:
    """With lines between all cells, in ASCII too; shaded cells with a number."""
    (solution,) = satdnd.unique(PUZZLE).solutions
    drawn = terminal.render(KIND.picture(PUZZLE, solution))
    assert "┃█2█┃ 2 │███┃" in drawn
    for text in (drawn, drawn.translate({ord("█"): "#", ord("┃"): "|", ord("│"): "|"})):
        (found,) = KIND.texts.read_solutions(text, PUZZLE)
        assert found == solution
    assert {(0, 0, "#"), (0, 1, "o")} <= {
        *KIND.marks(PUZZLE, terminal.render(KIND.picture(made(" ".join(["a" * 6] * 6)), solution)))
    }
