"""Sliding blocks as text and JSON, puzzles and moves: round trips, bad input."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from klotski_boxes import random_box

from satdnd.errors import InputError
from satdnd.formats.loading import read_text
from satdnd.kinds.klotski import formats
from satdnd.kinds.klotski.model import METRICS, Goal, Klotski, KlotskiSolution, Move

TINY = "# name: tiny\n# goal: a at r1c3\na..\n.b.\n"
CELLS = st.tuples(st.integers(-3, 30), st.integers(-3, 30))
PLAIN = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)


@st.composite
def puzzles(draw: st.DrawFn) -> Klotski:
    """Random boxes, some with odd letters, names and notes."""
    rng = Random(draw(st.integers(0, 10**6)))
    box = random_box(rng, draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    board, goal = box.board, box.goal
    if draw(st.booleans()):
        table = str.maketrans("abcdefghij", "Ωß1@*é[{x漢")
        board = tuple(row.translate(table) for row in board)
        goal = Goal(goal.at, goal.piece and goal.piece.translate(table), goal.shape)
    names = st.lists(PLAIN, max_size=3).map(" ".join)
    extra = {"source": draw(PLAIN)} if draw(st.booleans()) else {}
    return Klotski(board, goal, draw(st.sampled_from(METRICS)), draw(names), extra)


@given(puzzles())
def test_round_trips(puzzle: Klotski) -> None:
    """JSON and text give the same puzzle back, with its name and notes."""
    by_json = formats.from_json(json.loads(json.dumps(formats.to_json(puzzle))))
    (by_text,) = formats.read_text(formats.to_text(puzzle))

    assert by_json == by_text == puzzle
    assert isinstance(by_text, Klotski)
    assert (by_json.name, by_json.extra) == (puzzle.name, puzzle.extra) == (by_text.name, by_text.extra)
    assert formats.recognises(formats.to_text(puzzle))


@given(st.lists(st.builds(Move, st.sampled_from("abß*"), CELLS, CELLS), max_size=4), st.sampled_from(METRICS))
def test_solution_round_trips(moves: list[Move], metric: str) -> None:
    """Moves come back from text and from JSON: alone, as an answer, and with others."""
    (puzzle,) = (p for p in formats.read_text(TINY) if isinstance(p, Klotski))
    solution = KlotskiSolution(tuple(moves), metric)
    answer = json.dumps({"name": "tiny", "solutions": [solution.to_json()] * 2})

    assert list(formats.read_solutions(str(solution), puzzle)) == [solution]
    assert list(formats.read_solutions(f"{solution}\n\n{solution}\n", puzzle)) == [solution] * 2
    assert list(formats.read_solutions(json.dumps(solution.to_json()), puzzle)) == [solution]
    assert list(formats.read_solutions(f"{answer}\n{answer}", puzzle)) == [solution] * 4


def test_cells_with_letters_count_from_one() -> None:
    """Texts are written as sentences name cells, ``r1c2``; bare pairs of numbers count from 0, as JSON does."""
    (puzzle,) = formats.read_text("# goal: a at r1c2\na.\n")
    assert isinstance(puzzle, Klotski)
    solution = KlotskiSolution((Move("a", (0, 0), (0, 1)),))

    assert list(formats.read_text("# goal: a at 0,1\na.\n")) == [puzzle]
    assert "# goal: a at r1c2\n" in formats.to_text(puzzle)
    assert str(solution) == "# metric: step\na r1c1 -> r1c2"
    for text in (
        "a r1c1 -> r1c2",
        "a R1C1 to r1c2",
        "a 0,0 -> 0,1",
        "a (0,0) (0,1)",
        "1. a r1c1 -> r1c2",
        "1. a 0,0 -> 0,1",
    ):
        assert list(formats.read_solutions(text, puzzle)) == [solution]
    for goal in ("r0c1", "r1c3"):
        (error,) = formats.read_text(f"# goal: a at {goal}\na.\n")
        assert isinstance(error, InputError)
        assert error.message == f"the goal {goal} is outside the box, expected r1c1 to r1c2"


def test_loose_texts() -> None:
    """Blanks before the box, other ways to write the goal, comments between puzzles, notes that hold addresses."""
    text = "# a comment\n\n#goal:b 0 0\n# Metric: move\n# see: https://example.org/x\n  .bb\n  abb\n"
    text += "\n# goal: 1x1 at (1, 2)\na..\n..."
    first, second = formats.read_text(text)

    assert first == Klotski((".bb", "abb"), Goal((0, 0), "b"), "move")
    assert isinstance(first, Klotski)
    assert first.extra == {"see": "https://example.org/x"}
    assert second == Klotski(("a..", "..."), Goal((1, 2), shape=(1, 1)))


def test_kind_is_told_from_the_text() -> None:
    """A text with a goal is taken for a box, whatever its name; a dungeon is not."""
    dungeon = "# name: x\n 11\n1.M\n1..\n"

    assert [item.kind for item in read_text(TINY, "any.txt")] == ["klotski"]
    assert [item.kind for item in read_text(TINY, "standard input")] == ["klotski"]
    assert [item.kind for item in read_text(dungeon, "any.txt")] == ["dungeon"]
    assert not formats.recognises(dungeon)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("# goal: a at 0,0\nab\na.\nb.\n", (2, 1), "found piece 'a', expected 'b': the 'b' reach over 3x2 cells"),
        ("# goal: a at 0,0\naba\n", (2, 2), "found piece 'b', expected 'a': the 'a' reach over 1x3 cells from r1c1"),
        ("# goal: a at 0,0\n  a.\n  a..\n", (3, 5), "found 3 cells, expected 2 as in the first row"),
        ("# goal: a at 0,0\na..\na\n", (3, 2), "found 1 cell, expected 3 as in the first row"),
        ("# goal: a at 0,0\na b\n", (2, 2), "found ' ', expected a letter for a piece, or '.' for an empty cell"),
        ("# goal: a at 0,0\na#b\n", (2, 2), "found '#', expected a letter"),
        ("\n# goal: z at 0,0\na.\n", (2, None), "the goal is for piece 'z', which is not in the box; the pieces are a"),
        ("# goal: z at 0,0\n..\n", (1, None), "the pieces are none at all"),
        ("# goal: 2x2 at 0,0\na.\n", (1, None), "a piece of 2x2 (height x width), and none has that shape; the shapes"),
        ("# goal: a at 1,0\na.\n", (1, None), "the goal r2c1 is outside the box, expected r1c1 to r1c2"),
        ("# goal: a at 0,2\na.\n", (1, None), "the goal r1c3 is outside the box"),
        ("# goal: a\na.\n", (1, None), "found the goal 'a', expected a note '# goal: a at r4c2'"),
        ("# name: x\na.\n", (2, None), "no goal, expected a note '# goal: a at r4c2'"),
        ("# goal: a at 0,0\n# metric: hop\na.\n", (2, None), "unknown metric 'hop'; known: step, slide, move"),
        ("# goal: a at 0,0\na.\n# late: x\n", (3, 1), "found a note below the box"),
        ("# name: x\n# goal: a at 0,0\n", (2, None), "found no puzzle, expected notes and a box with pieces"),
        ("# only a comment\n", (1, None), "found no puzzle"),
    ],
)
def test_bad_texts(text: str, place: tuple[int | None, int | None], message: str) -> None:
    """One error, with line and column; a good puzzle behind it is still read."""
    (error,) = formats.read_text(text)

    assert isinstance(error, InputError)
    assert (error.line, error.column) == place
    assert message in error.message
    assert isinstance(list(formats.read_text(f"{text}\n{TINY}"))[-1], Klotski)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": None}, 'field "board" is None, expected a list of strings'),
        ({"board": []}, "found 0 rows, expected 1 to 1000"),
        ({"board": [""]}, "found 0 columns, expected 1 to 1000"),
        ({"board": [3]}, 'field "board[0]" is 3, expected a string'),
        ({"board": ["a.", "a"]}, "r2c2 of the box: found 1 cell"),
        ({"board": ["ab", "ba"]}, "r1c2 of the box: found piece 'b', expected 'a'"),
        ({"goal": "a"}, 'field "goal" is \'a\', expected {"piece": "a", "at": [row, column]}'),
        ({"goal": {"at": [0, 0]}}, 'field "goal" is'),
        ({"goal": {"piece": "a"}}, 'field "goal" is'),
        ({"goal": {"piece": 1, "at": [0, 0]}}, 'field "goal.piece" is 1, expected a string'),
        ({"goal": {"piece": "a", "shape": [1, 1], "at": [0, 0]}}, "either a piece or a shape"),
        ({"goal": {"piece": "a", "at": [0]}}, 'field "goal.at" is [0], expected [row, column]'),
        ({"goal": {"piece": "a", "at": [0, True]}}, 'field "goal.at" is'),
        ({"goal": {"piece": "a", "at": [-1, 0]}}, "the goal r0c1 is outside the box"),
        ({"goal": {"shape": "1x1", "at": [0, 0]}}, "field \"goal.shape\" is '1x1', expected [height, width]"),
        ({"goal": {"shape": [0, 1], "at": [0, 0]}}, "none has that shape; the shapes are 1x1"),
        ({"metric": "hop"}, "unknown metric 'hop'"),
        ({"metric": None}, 'field "metric" is None, expected a string'),
        ({"name": 5}, 'field "name" is 5, expected a string'),
    ],
)
def test_bad_json(change: dict[str, Any], message: str) -> None:
    """The message names the field, what was found and what was expected."""
    record = {"kind": "klotski", "board": ["a.", ".b"], "goal": {"piece": "a", "at": [0, 1]}}
    with pytest.raises(InputError) as caught:
        formats.from_json(record | change)

    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "empty text: expected a solution"),
        ("a 0,0 -> 0,1\na right\n", 2, "found 'a right', expected a move like 'a r1c2 -> r2c2'"),
        ("# metric: hop\na 0,0 -> 0,1\n", 1, "unknown metric 'hop'"),
        ("[1", 1, "invalid JSON: Expecting ',' delimiter"),
        ('{"solutions": 5}', 1, 'found 5, expected an object with "moves", or a list of moves'),
        ('{"length": 5}', 1, 'the field "moves" is missing'),
        ("\n[[1, 2]]", 2, "moves[0] is [1, 2], expected [piece, [row, column], [row, column]]"),
        ('[["a", [0, 0], [0]]]', 1, 'field "moves[0]" is [0], expected cells [row, column]'),
        ("[[1, [0, 0], [0, 1]]]", 1, 'field "moves[0]" is 1, expected a string'),
        ('{"moves": [], "length": "x"}', 1, "field \"length\" is 'x', expected a whole number from 0"),
        ('{"moves": [], "metric": "hop"}', 1, "unknown metric 'hop'"),
        ("[" * 100_000, 1, "invalid JSON"),
    ],
)
def test_bad_solutions(text: str, line: int | None, message: str) -> None:
    """One error in the place of each list of moves that cannot be read."""
    (error,) = formats.read_solutions(text, Klotski(("a.",), Goal((0, 1), "a")))

    assert isinstance(error, InputError)
    assert error.line == line
    assert message in error.message
