"""Binairos: published ones with both rules about lines, signs, faults, words, what is read and refused."""

from __future__ import annotations

import re

import pytest
from link_boards import one

import satdnd
from satdnd import Binairo, BinairoOptions, BinairoSolution, InputError
from satdnd.draw.terminal import render
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
SIGNED = """# kind: binairo
1...
....
....
...0
signs
r1c2=r1c3
r2c1xr3c1
r4c1xr4c2
"""


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
        "r2c3 is 1: if r2c3 were 0, then r2c4 would be 1 (row 2 would have all its 0s), "
        "and rows 1 and 2 would be alike."
    ]


def test_what_is_told_apart() -> None:
    """A grid of 0 and 1 that nothing else can be is told, and said."""
    assert not KIND.texts.recognises("0...\n....\n....\n....\n")
    (item,) = read_text(SIX.partition("\n")[2])
    assert item.kind == "binairo"
    assert item.notices == ("read as binairo (use --kind if it is something else)",)


def test_boards_of_players() -> None:
    """Digits, and dots for what is not known; drawings of answers, too."""
    puzzle = one(SIX)
    assert KIND.marks(puzzle, "110...\n1....0\n" + "......\n" * 4)[-1] == (1, 5, "0")
    drawn = str(satdnd.solve(puzzle, lines="distinct"))
    assert [*KIND.texts.read_solutions(drawn, puzzle)] == satdnd.solve(puzzle, lines="distinct").solutions
    with pytest.raises(InputError, match="found '2' at r1c1, expected"):
        KIND.marks(puzzle, "2.....\n" + "......\n" * 5)


def test_signs_as_people_write_them() -> None:
    """One of several forms is read, one is written; a puzzle without signs has no trace of them."""
    puzzle = one(SIGNED)
    assert puzzle.signs == (((0, 1), (0, 2), "="), ((1, 0), (2, 0), "x"), ((3, 0), (3, 1), "x"))
    assert one(SIGNED.partition("signs")[0] + "Signs:\nr1c3 = r1c2, R3C1 X r2c1\nr4c1×r4c2 r1c2=r1c3\n") == puzzle
    assert [one(satdnd.dumps(puzzle, style)) for style in ("text", "json")] == [puzzle, puzzle]
    assert satdnd.dumps(puzzle).endswith("signs\nr1c2=r1c3\nr2c1xr3c1\nr4c1xr4c2\n")
    assert KIND.texts.to_json(puzzle)["signs"][0] == [[0, 1], [0, 2], "="]
    assert "signs" not in {*KIND.texts.to_json(one(SIX)), *satdnd.dumps(one(SIX)).split()}
    assert one('{"kind": "binairo", "rows": ["1.", ".."], "signs": []}') == one("# kind: binairo\n1.\n..\n")


@pytest.mark.parametrize(
    ("signs", "message"),
    [
        ("r1c1<r1c2", "text:5:1: found 'r1c1<r1c2', expected two cells with a sign between, such as r1c1=r1c2"),
        ("r1c1=r1c2 and r2c1=r2c2", "text:5:11: found 'and'"),
        ("r1c1=r2c2", r"found \[\(0, 0\), \(1, 1\)\] among the signs, expected two cells side by side"),
        ("r1c2=r1c3", r"a sign is at \[0, 2\], outside the grid of 2x2"),
        ("r1c1=r1c2 r1c2xr1c1", "found both '=' and 'x' between r1c1 and r1c2"),
    ],
)
def test_bad_signs(signs: str, message: str) -> None:
    """With what was expected."""
    with pytest.raises(InputError, match=message):
        one(f"# kind: binairo\n1.\n..\nsigns\n{signs}\n")


def test_bad_signs_elsewhere() -> None:
    """In JSON, and below a blank line, where they would be a puzzle of their own."""
    for sign, message in (("<", "found '<' among the signs, expected '=' or 'x'"), (3, "found 3 among the signs")):
        with pytest.raises(InputError, match=message):
            KIND.texts.from_json({"rows": ["1.", ".."], "signs": [[[0, 0], [0, 1], sign]]})
    _, error = KIND.texts.read("1.\n..\n\nsigns\nr1c1=r1c2\n")
    assert str(error) == "line 4: found no rows of the grid directly above 'signs'"


def test_signs_of_two_kinds() -> None:
    """What a text calls its signs tells a binairo from a futoshiki, whatever is wrong with them."""
    for heading, kind in (("signs", "binairo"), ("less", "futoshiki")):
        for sign in "=<":
            (item,) = read_text(f"1.\n..\n{heading}\nr1c1{sign}r1c2\n")
            assert (item.kind, item.notices) == (kind, ())
            assert bool(item.error) == ((sign == "=") != (kind == "binairo"))


def test_signs_are_drawn() -> None:
    """In boxes and in ASCII, on boards of players too, and read from there. Other puzzles have no such lines."""
    puzzle = one(SIGNED)
    answer = satdnd.solve(puzzle)
    drawn = str(answer)
    assert "│ 0 = 0 │" in drawn
    assert "┠─×─┼" in drawn
    plain = render(KIND.picture(puzzle, answer.solutions[0]), encoding="ascii")
    assert "0 x 1" in plain
    assert plain.isascii()
    for text in (drawn, plain):
        assert [*KIND.texts.read_solutions(text, puzzle)] == answer.solutions
        assert len(KIND.marks(puzzle, text)) == 14
    assert not KIND.marks(puzzle, str(puzzle))
    assert "┼" not in str(one(SIX))
    assert KIND.picture(puzzle).signs == [(0, 1, "e", "="), (1, 0, "s", "×"), (3, 0, "e", "×")]


def test_words_of_signs() -> None:
    """A sign with the digit beside it, two equal cells beside a third one, a line that its signs leave one way."""

    def step(text: str) -> tuple[str, str]:
        """The technique and the sentence of the first step."""
        first = satdnd.explain(one(f"# kind: binairo\n{text}")).steps[0]
        return first.technique, first.text

    rest = "......\n" * 5
    assert step(f"0.....\n{rest}signs\nr1c1=r1c2\n") == (
        "equal sign",
        "r1c2 is 0: r1c1 and r1c2 are equal, and r1c1 is 0.",
    )
    assert step(f"0.....\n{rest}signs\nr1c1xr2c1\n") == ("cross", "r2c1 is 1: r1c1 and r2c1 differ, and r1c1 is 0.")
    assert step(f"0.....\n{rest}signs\nr1c2=r1c3\n") == (
        "equal pair",
        "r1c2 and r1c3 are 1: r1c1 is 0, and r1c2 and r1c3 are equal, and r1c1 differs from them.",
    )
    assert step(f"0..0..\n{rest}signs\nr1c2xr1c3\n") == (
        "impossible combination",
        "r1c5 and r1c6 are 1: otherwise the rest of row 1 would break a sign, or hold three alike side by side.",
    )


def test_faults_and_repairs_of_signs() -> None:
    """A broken sign is told with its rule; a wrong one is turned into the other."""
    puzzle = one(SIGNED)
    (wrong,) = KIND.texts.read_solutions("1010\n1001\n0110\n0110\n", puzzle)
    faults = [(fault.rule, fault.message) for fault in KIND.faults(puzzle, wrong) if fault.rule in ("equal", "unlike")]
    assert faults == [("equal", "not so: r1c2 and r1c3 are equal")]
    wrong_sign = one("# kind: binairo\n1...\n1...\n....\n....\nsigns\nr1c1xr2c1\n")
    repairs = satdnd.diagnose(wrong_sign).repairs or ()
    assert [repair.puzzle.signs for repair in repairs if repair.edits == ("r1c1 = r2c1 instead of r1c1 x r2c1",)] == [
        (((0, 0), (1, 0), "="),)
    ]
    with pytest.raises(InputError, match="the puzzle has more than a game of Unruly: tatham cannot hold that"):
        satdnd.dumps(one(f"{SIX}signs\nr6c1=r6c2\n"), "tatham")


def test_new_puzzles_with_signs() -> None:
    """Unique, with signs and at least a digit; without the wish there are none."""
    own = {"signs": True, "lines": "distinct", "difficulty": "any"}
    found = [*satdnd.generate("binairo", own, count=5, height=6, width=6, seed=3)]
    for puzzle in found:
        assert satdnd.unique(puzzle).status == "unique"
        assert puzzle.signs
        assert puzzle.by_cell
        assert puzzle.lines == "distinct"
        less = puzzle.changed(dict.fromkeys([*puzzle.given_clues][-1:]))
        assert satdnd.unique(less).status == "multiple"
    assert not any(puzzle.signs for puzzle in satdnd.generate("binairo", count=3, height=6, width=6, seed=3))
