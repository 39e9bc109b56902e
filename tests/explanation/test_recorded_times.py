"""Times of people beside ratings: files that are read, joined and compared."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest

from satdnd.engine.answer import MULTIPLE, UNIQUE
from satdnd.engine.kind import kind_of
from satdnd.errors import InputError
from satdnd.explanation.rating import Difficulty
from satdnd.explanation.recorded_times import SolvingTime, agreements, rank_correlation, read_times

ROWS = {1: ["1.", ".."], 2: ["..", "1."], 3: [".1", ".."], 4: ["..", ".1"]}
PREDICTED = {1: ("easy", 1.0), 2: ("easy", 2.0), 3: ("hard", 4.0), 4: (None, None)}


def line(number: int, seconds: Any, **more: Any) -> str:
    """A solving time of one of the puzzles."""
    puzzle = {"kind": "nurikabe", "rows": ROWS[number], "name": f"as {more} calls it"}
    return json.dumps({"kind": "nurikabe", "puzzle": puzzle, "seconds": seconds, **more})


def read(*lines: str) -> list[SolvingTime]:
    """The times of lines, all of which are good."""
    found = [*read_times("\n".join(lines), "f")]
    assert all(isinstance(one, SolvingTime) for one in found)
    return [one for one in found if isinstance(one, SolvingTime)]


def rated(puzzle: Any) -> Difficulty[Any]:
    """As foreseen above."""
    number = next(number for number, rows in ROWS.items() if kind_of(puzzle).texts.to_json(puzzle)["rows"] == rows)
    grade, minutes = PREDICTED[number]
    status = UNIQUE if grade else MULTIPLE
    return Difficulty(puzzle.name, "nurikabe", status, grade=grade, minutes=minutes and (minutes, minutes, minutes))


def test_spearman() -> None:
    """Against the formula for different values; ties share a rank; one value has no correlation."""
    for other in permutations(range(4)):
        squares = sum((i - x) ** 2 for i, x in enumerate(other))
        assert rank_correlation([1, 10, 100, 1000], other) == pytest.approx(1 - 6 * squares / (4 * 15))
    assert rank_correlation([1, 1, 2], [1, 2, 3]) == pytest.approx(3**0.5 / 2)
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None


def test_times_of_several_people_are_joined() -> None:
    """One median for each puzzle, whatever it is called; puzzles without a grade are told apart."""
    times = read(line(1, 60), line(1, 180), line(2, 60), line(3, 600, helps={"hint": 1}), line(4, 9), "")
    assert [one.helped for one in times] == [False, False, False, True, False]
    (found,), ungraded = agreements(times, rated)
    assert [(answer.name, answer.status) for answer in ungraded] == [("f:5", MULTIPLE)]
    assert (found.kind, found.times, found.puzzles, found.ratio, found.pause) == ("nurikabe", 4, 3, 2.0, None)
    assert found.correlation == pytest.approx(0.5)
    assert found.to_json()["grades"] == {
        "easy": {"puzzles": 2, "minutes": 1.5},
        "hard": {"puzzles": 1, "minutes": 10.0},
    }
    (few,), _ = agreements(times[:3], rated)
    assert few.correlation is None


def test_the_longest_pause_is_before_or_between_marks() -> None:
    """From the first sight on; not after the last mark, which solves the puzzle."""
    times = read(line(1, 60, marks=[[20, {"0,0": "#"}], [25, {"0,0": ""}], [60, {"1,1": "#"}]]), line(2, 50, marks=[]))
    assert [one.pause for one in times] == [35, 0]


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("nonsense", "expected a solving time as a JSON object"),
        ("[1]", "expected a JSON object"),
        ("{}", '"puzzle" is missing'),
        ('{"puzzle": {"kind": "nurikab"}, "seconds": 1}', "\"kind\" is 'nurikab'"),
        (line(1, 0), '"seconds" is 0'),
        (line(1, "5"), "\"seconds\" is '5'"),
        (line(1, 5, helps=3), '"helps" is 3'),
        (line(1, 5, marks=[[3, {}], [2, {}]]), "seconds from 3 to 5"),
        (line(1, 5, marks=[[6, {}]]), "seconds from 0 to 5"),
        (line(1, 5, marks=[3]), '"marks" has 3'),
    ],
)
def test_bad_lines_are_named(bad: str, expected: str) -> None:
    """With file and line; the others are read."""
    first, second = read_times(f"\n{bad}\n{line(1, 60)}", "f")
    assert isinstance(first, InputError)
    assert isinstance(second, SolvingTime)
    assert str(first).startswith("f:2: ")
    assert expected in str(first)
