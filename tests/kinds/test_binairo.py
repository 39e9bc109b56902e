"""Binairos: published ones with both rules about lines, faults, words, what is read and refused."""

from __future__ import annotations

import re

import pytest

import satdnd
from satdnd import Binairo, BinairoOptions, BinairoSolution, InputError
from satdnd.errors import CannotFulfil
from satdnd.formats.loading import read_text
from satdnd.kinds.binairo.kind import KIND
from satdnd.setter.generator import generate

SIX = "# kind: binairo\n110...\n1...0.\n..0...\n11..10\n....0.\n......\n"
"""Source: reddit.com/r/dailyprogrammer, challenge 237 (hard), input 1."""
SOLVED = ["110100", "101100", "010011", "110010", "001101", "001011"]
TEN = """# kind: binairo
0.1..00.0.
0..0...0..
..1....0..
0....1....
......0...
1.1....1..
.....1..1.
..1.......
0........1
..........
"""
"""Made by the generator: hard."""


def one(text: str) -> Binairo:
    """The puzzle of a text."""
    (puzzle,) = satdnd.loads(text)
    return puzzle


def test_takuzu() -> None:
    """A published puzzle has one solution where lines are distinct, and others where they may be alike."""
    puzzle = one(SIX)
    (solution,) = satdnd.unique(puzzle, lines="distinct").solutions
    assert solution.to_json() == {"grid": SOLVED}
    answer = satdnd.unique(puzzle)
    assert answer.status == "multiple"
    for found in answer.solutions:
        grid = found.to_json()["grid"]
        distinct = all(len({*lines}) == 6 for lines in (grid, [*map("".join, zip(*grid, strict=True))]))
        assert distinct == (grid == SOLVED)
        assert {fault.rule for fault in KIND.faults(puzzle, found, BinairoOptions(lines="distinct"))} == (
            set() if distinct else {"alike"}
        )


def test_a_puzzle_says_itself_that_lines_are_distinct() -> None:
    """A note, a field of JSON, a game ID of Unruly; the option decides otherwise."""
    (solution,) = satdnd.unique(one(SIX), lines="distinct").solutions
    noted = one(f"# lines: distinct\n{SIX}")
    for puzzle in (noted, *(one(satdnd.dumps(noted, style)) for style in ("text", "json", "tatham"))):
        assert satdnd.unique(puzzle).solutions == [solution]
        assert satdnd.unique(puzzle, lines="any").status == "multiple"
        others = [found for found in satdnd.solve(one(SIX), limit=None).solutions if found != solution]
        assert others
        assert {fault.rule for found in others for fault in KIND.faults(puzzle, found)} == {"alike"}
        assert not KIND.faults(puzzle, solution)
    assert satdnd.unique(one(satdnd.dumps(one(SIX), "tatham"))).status == "multiple"
    assert "no two rows and no two columns are alike" in str(noted)
    with pytest.raises(InputError, match="lines is 'unlike', expected 'any' or 'distinct'"):
        one(f"# lines: unlike\n{SIX}")


def test_new_puzzles_with_distinct_lines() -> None:
    """They say it, and have one solution by that rule."""
    found = [*satdnd.generate("binairo", count=6, height=6, width=6, lines="distinct", seed=2)]
    assert {puzzle.lines for puzzle in found} == {"distinct"}
    assert {satdnd.unique(puzzle).status for puzzle in found} == {"unique"}
    assert "multiple" in {satdnd.unique(puzzle, lines="any").status for puzzle in found}


def test_every_rule_is_told() -> None:
    """With its id, and where."""
    puzzle = one(SIX)
    for rows, rules in (
        (SOLVED, []),
        (["010100", *SOLVED[1:]], ["given", "half", "half"]),
        (["111000", *SOLVED[1:]], ["given", "half", "half", "trio", "trio"]),
    ):
        text = "\n".join(rows)
        (solution,) = KIND.texts.read_solutions(text, puzzle)
        assert isinstance(solution, BinairoSolution)
        assert [fault.rule for fault in KIND.faults(puzzle, solution)] == rules
    (wrong,) = KIND.texts.read_solutions("\n".join(["010100", *SOLVED[1:]]), puzzle)
    messages = [fault.message for fault in KIND.faults(puzzle, wrong)]
    assert messages[:2] == ["not so: r1c1 is given as 1", "row 1 has as many 0s as 1s: found 2"]


def test_odd_sides() -> None:
    """No solution, with the reason; and none is made."""
    answer = satdnd.unique(Binairo(((0, None, 1), (None, None, None))))
    assert (answer.status, answer.reason) == ("unsolvable", "a row has 3 cells: it cannot have as many 0s as 1s")
    with pytest.raises(CannotFulfil, match="a board of 3x4 has no solution"):
        next(generate("binairo", {"height": 3, "width": 4}, seed=1))


def test_words() -> None:
    """In the words of players; an argument where one rule is not enough."""
    steps = satdnd.explain(one(TEN)).steps
    told = {(step.technique, step.text) for step in steps}
    assert any(name == "pair" and re.fullmatch(r"(r\d+c\d+) is 0: .* and .* are both 1\.", text) for name, text in told)
    assert (
        "impossible combination",
        "r6c10 is 0: otherwise the rest of row 6 would hold three alike side by side.",
    ) in told
    assert any(name == "complete line" and "has all its" in text for name, text in told)
    copied = satdnd.explain(one("# kind: binairo\n010101\n01..01\n" + "......\n" * 4), lines="distinct").steps
    assert [step.text for step in copied if step.technique == "copied line"] == [
        "r2c4 is 0: if r2c4 were 1, then r2c3 would be 0 (row 2 would have all its 1s), "
        "and rows 1 and 2 would be alike."
    ]


def test_what_is_told_apart() -> None:
    """A grid of 0 and 1 that nothing else can be is told, and said."""
    assert not KIND.texts.recognises("0...\n....\n....\n....\n")
    (item,) = read_text(SIX.partition("\n")[2])
    assert item.kind == "binairo"
    assert item.notices == ("read as binairo (use --kind if it is something else)",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# kind: binairo\n012.\n", "text:2:3: found '2', expected a whole number from 0 to 1 or '.'"),
        ('{"kind": "binairo", "rows": ["0.", "0"]}', "row 2 has 1 cell, expected 2"),
        ('{"kind": "binairo", "rows": [[0, 2]]}', "r1c2: found 2"),
    ],
)
def test_bad_puzzles(text: str, message: str) -> None:
    """With the place."""
    with pytest.raises(InputError, match=message):
        one(text)


def test_boards_of_players() -> None:
    """Digits, and dots for what is not known; drawings of answers, too."""
    puzzle = one(SIX)
    assert KIND.marks(puzzle, "110...\n1....0\n" + "......\n" * 4)[-1] == (1, 5, "0")
    drawn = str(satdnd.solve(puzzle, lines="distinct"))
    assert [*KIND.texts.read_solutions(drawn, puzzle)] == satdnd.solve(puzzle, lines="distinct").solutions
    with pytest.raises(InputError, match="found '2' at r1c1, expected"):
        KIND.marks(puzzle, "2.....\n" + "......\n" * 5)
