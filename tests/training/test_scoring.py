"""Scores for answers of every kind: right ones in every form, wrong ones of every sort, hostile ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from command_line import PUZZLES

import satdnd
from satdnd.engine.kind import kind_of
from satdnd.training.questions import question, written
from satdnd.training.scoring import MOST_PARTIAL, reward, score_answer

SMALL = {**PUZZLES, "dungeon": " 101\n0M.M\n2...\n0M.M\n"}
"""A puzzle of each kind; that of dungeons with all its walls would be its own solution."""
EMPTY = [
    *("", " \n\t\n", "0", "[]", "{}", "null", "NaN", '""', "<answer></answer>", "```\n```", "I give up.", "\\boxed{}"),
    *("\ud800\x00\x1b[31m", '{"grid": 1e999}', '{"solutions": []}', '{"grid": {"grid": []}}', "\ufeff"),
]
LONG = [
    *("." * 10**6, "[" * 10**6, '{"grid":' * 10**5, "[" * 500 + "]" * 500, "ab " * 333_333, "1 " * 500_000),
    *("```\n" * 250_000, "#: \n" * 250_000, "-" * 10**6, "┌─┐\n" * 250_000, "9" * 10**6, "<answer>" * 125_000),
]
NOT_TEXTS: list[Any] = [None, 3, 1.5, [], {}, [[]], b"1", object(), [{"content": None}], {"grid": [[[]]]}, True]


class Case(NamedTuple):
    """A puzzle as an entry, and its solution."""

    puzzle: Any
    answer: Any
    entry: dict[str, Any]
    text: str


@cache
def case(kind: str) -> Case:
    """The small puzzle of a kind."""
    (puzzle,) = satdnd.loads(SMALL[kind], kind)
    answer = satdnd.solve(puzzle)
    solution = answer.solutions[0]
    entry = {"puzzle": json.dumps(kind_of(puzzle).texts.to_json(puzzle)), "solution": json.dumps(solution.to_json())}
    return Case(puzzle, answer, {**entry, "claims": json.dumps(answer.details)}, written(puzzle, solution))


def forms(kind: str) -> Iterator[Any]:
    """The right answer, as programs and people write it."""
    text, record = case(kind).text, case(kind).answer.solutions[0].to_json()
    drawn = satdnd.render(case(kind).answer, "text")
    yield from (text, json.dumps(record), record, json.dumps(record, indent=1), drawn, text.replace("\n", "\r\n"))
    yield from (f"Let me think.\n```\n{text}\n```\nDone.", f"```json\n{json.dumps(record)}\n```", f"~~~\n{drawn}\n~~~")
    yield f"I think about rows and columns.\nThe answer is:\n{text}\nThat is it, I am sure."
    yield f"<think>It could be [1] or {{x}}.</think>\n<answer>\n{text}\n</answer>"
    yield f"**Final answer:**\n\n{text}\n"
    yield f"The result is {json.dumps(record)}, as was to be shown."
    yield f"{'word ' * 200_000}\n\n{text}"
    yield [{"role": "user", "content": "Solve it."}, {"role": "assistant", "content": f"Here:\n\n{text}"}]
    yield json.dumps(case(kind).answer.to_json())


@pytest.mark.parametrize("kind", SMALL)
def test_right_answers_in_every_form(kind: str) -> None:
    """All score 1."""
    for form in forms(kind):
        assert score_answer(form, case(kind).entry) == 1.0, form


@pytest.mark.parametrize("kind", SMALL)
def test_what_is_no_answer(kind: str) -> None:
    """Nothing, words, the puzzle itself, another kind's answer: 0, and no exception."""
    entry, puzzle = case(kind).entry, case(kind).puzzle
    for answer in (*EMPTY, *NOT_TEXTS, satdnd.dumps(puzzle), question(puzzle)):
        assert score_answer(answer, entry) == 0.0, repr(answer)[:60]
        assert 0.0 <= score_answer(answer, entry, partial=True) <= MOST_PARTIAL, repr(answer)[:60]
    place = [*SMALL].index(kind)
    for other in [*SMALL, *SMALL][place + 1 : place + 9]:  # right only if the rules of this kind say so
        assert score_answer(case(other).text, entry) == float(by_rules(kind, case(other).text)), other


@pytest.mark.parametrize("kind", ["dungeon", "hashi", "klotski", "masyu", "slant", "slitherlink"])
def test_long_and_deep_texts(kind: str) -> None:
    """A million characters of anything: 0, and no exception."""
    for answer in LONG:
        assert score_answer(answer, case(kind).entry) == 0.0, answer[:20]


def by_rules(kind: str, answer: str) -> bool:
    """Whether ``verify`` takes it for a solution."""
    puzzle = case(kind).puzzle
    found = list(kind_of(puzzle).texts.read_solutions(answer, puzzle))
    return not any(isinstance(solution, Exception) or satdnd.faults(puzzle, solution) for solution in found)


@pytest.mark.parametrize("kind", SMALL)
def test_one_cell_off(kind: str) -> None:
    """The puzzle has one solution (brute force says so where there is a sample), so no other board scores."""
    record, entry = case(kind).answer.solutions[0].to_json(), case(kind).entry
    name = next(name for name in record if name != "board")
    rows = record[name]
    assert score_answer({name: rows[:-1]}, entry) == 0.0
    if name in ("grid", "inside", "areas"):
        assert score_answer({name: [*rows, rows[0]]}, entry) == 0.0
        for board in changed(rows, {cell for row in rows for cell in row}):
            if kind == "akari" and walls_left_out(board, rows):
                continue
            assert score_answer({name: board}, entry) == 0.0, board


def walls_left_out(board: list[str], rows: list[str]) -> bool:
    """Whether a board differs in walls that it leaves out, or shows without their number: no other answer."""
    pairs = [pair for one, other in zip(board, rows, strict=True) for pair in zip(one, other, strict=True)]
    return all(new == old or (old in "#01234" and new == ".") or (old in "01234" and new == "#") for new, old in pairs)


def changed(rows: list[Any], signs: Iterable[Any]) -> Iterator[list[Any]]:
    """Every board with another sign in one cell."""
    for r, row in enumerate(rows):
        for c in range(len(row)):
            for sign in {*signs} - {row[c]}:
                one = row[:c] + sign + row[c + 1 :] if isinstance(row, str) else [*row[:c], sign, *row[c + 1 :]]
                yield [*rows[:r], one, *rows[r + 1 :]]


def test_the_last_board_counts() -> None:
    """A list of guesses gains nothing, and a first wrong try costs nothing."""
    right, entry = case("nurikabe").text, case("nurikabe").entry
    wrong = right.replace("#", ".", 1)

    assert score_answer(f"First:\n{wrong}\nNo, rather:\n{right}", entry) == 1.0
    assert score_answer(f"First:\n{right}\nNo, rather:\n{wrong}", entry) == 0.0
    assert score_answer(f"```\n{right}\n```\n```\n{wrong}\n```", entry) == 0.0
    assert score_answer(f"<answer>{right}</answer><answer>I give up</answer>", entry) == 0.0
    assert score_answer(f"{right}\n{right.splitlines()[0]}", entry) == 0.0
    assert score_answer(json.dumps({"solutions": [{"grid": right.split()}, {"grid": wrong.split()}]}), entry) == 0.0


def test_partial_marks() -> None:
    """The share of cells that are right; a right answer 1, a blank board nothing."""
    entry, rows = case("sudoku").entry, case("sudoku").text.split()
    swapped = [rows[0][1] + rows[0][0] + rows[0][2:], *rows[1:]]

    assert score_answer("\n".join(rows), entry, partial=True) == 1.0
    assert score_answer("\n".join(swapped), entry, partial=True) == pytest.approx(14 / 16)
    assert score_answer("....\n" * 4, case("nurikabe").entry, partial=True) == 0.0
    assert score_answer("\n".join(swapped), entry) == 0.0


@pytest.mark.parametrize(("kind", "legal"), [("unattacked", {"queens": [[0, 0], [0, 3], [3, 0]]}), ("klotski", None)])
def test_answers_that_are_not_the_best(kind: str, legal: Any) -> None:
    """They keep the rules, and score nothing; nor does any where the optimum is not known."""
    moves = {"moves": [["a", [0, 0], [1, 0]], ["a", [1, 0], [1, 1]], ["a", [1, 1], [1, 2]], ["b", [0, 2], [0, 1]]]}
    answer = legal or {"moves": [*moves["moves"], ["a", [1, 2], [0, 2]]]}
    assert by_rules(kind, json.dumps(answer))

    assert score_answer(answer, case(kind).entry) == 0.0
    assert score_answer(case(kind).text, {**case(kind).entry, "claims": "{}"}) == 0.0


@pytest.mark.parametrize("entry", [{}, {"puzzle": "x"}, {"puzzle": {"kind": "nothing"}}, {"puzzle": None}, None, 3])
def test_entries_that_are_none(entry: Any) -> None:
    """0, and no exception."""
    assert score_answer("....", entry) == 0.0


def test_rewards_for_trainers() -> None:
    """Completions and columns, as trainers pass them."""
    cases = [case("tents"), case("slant")]
    columns = {name: [one.entry[name] for one in cases] for name in ("puzzle", "solution")}
    chats = [[{"role": "assistant", "content": one.text}] for one in cases]

    assert reward([cases[0].text, "no"], prompts=["", ""], **columns) == [1.0, 0.0]
    assert reward(chats, **columns) == [1.0, 1.0]
