"""Counting without listing: against listing, against all boards, and against published numbers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

import satdnd
from satdnd import Settings, Solver
from satdnd.engine import frontier, solver
from satdnd.engine.kind import Rules, kind_of
from satdnd.rules.constraint import NO, YES, Sum, Term
from satdnd.sat.budget import Budget

MANY = {
    "akari": "...\n..1\n...\n...",
    "binairo": "....\n.1..\n....\n....",
    "kakurasu": "rows\n4 ? 5 ?\ncolumns\n? 4 ? ?",
    "minesweeper": "..1\n...\n...\nmines\n3",
    "mosaic": "....\n.4..\n....",
    "queens": "6x6 queens=4",
    "ripple": "areas\naab\ncbb\nccc\nrows\n...\n...\n...",
    "starbattle": "stars\n1\nareas\naaaaa\nbbbbb\nccccc\nddddd\neeeee",
    "sudoku": "....\n....\n....\n....",
    "suguru": "areas\naabb\nabbb\nccdd\nccdd\nrows\n....\n....\n....\n....",
}


def _directly(puzzle: satdnd.Puzzle) -> int | None:
    kind = kind_of(puzzle)
    return frontier.count(kind.require(Rules).book(puzzle, kind.options()), Budget())


@pytest.mark.parametrize("kind", MANY)
def test_as_many_as_are_listed(kind: str) -> None:
    """Puzzles with few clues of all kinds whose rules are sums."""
    (puzzle,) = satdnd.loads(MANY[kind], kind=kind)
    listed = len(Solver().solve(puzzle, limit=None).solutions)
    assert _directly(puzzle) == listed > 1


def test_the_number_is_known() -> None:
    """Kings in each row and column that do not attack each other: A002464 of the OEIS."""
    for side, number in ((6, 90), (7, 646), (10, 479306)):
        rows = "\n".join("abcdefghij"[r] * side for r in range(side))
        (puzzle,) = satdnd.loads(f"stars\n1\nareas\n{rows}", kind="starbattle")
        assert _directly(puzzle) == number


def test_rules_that_are_no_sums_are_left_to_listing() -> None:
    """And those that are added by cuts."""
    for kind, text in (("nonogram", "rows\n1\n1\ncolumns\n1\n1"), ("hitori", "12\n21")):
        (puzzle,) = satdnd.loads(text, kind=kind)
        assert _directly(puzzle) is None


def test_an_answer_beyond_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is complete, or stops at the limit; where there are too many states, all are listed."""
    (puzzle,) = satdnd.loads(MANY["sudoku"], kind="sudoku")
    monkeypatch.setattr(solver, "LISTED", 50)
    answer = Solver().count(puzzle)
    assert (answer.details["count"], answer.complete, answer.stats["method"]) == (288, True, "frontier")
    answer = Solver().count(puzzle, limit=288)
    assert (answer.details["count"], answer.complete) == (288, False)
    monkeypatch.setattr(frontier, "MOST_STATES", 10)
    answer = Solver(Settings(timeout=60)).count(puzzle)
    assert (answer.details["count"], answer.complete, answer.stats["method"] == "frontier") == (288, True, False)


_TERMS = st.builds(Term, st.integers(0, 4), st.sampled_from([NO, YES]), st.integers(1, 3))
_SUMS = st.builds(Sum, st.lists(_TERMS, max_size=5).map(tuple), st.integers(-1, 6), st.integers(-1, 9))


@settings(deadline=None)
@given(st.lists(_SUMS, max_size=4))
def test_all_boards(sums: list[Sum]) -> None:
    """Five variables: as many boards as satisfy any sums."""
    boards = product((0, 1), repeat=5)
    fits = sum(all(s.low <= _total(s, board) <= s.high for s in sums) for board in boards)
    assert frontier.count_of(sums, 5, Budget()) == fits


def _total(one: Sum, board: tuple[int, ...]) -> int:
    return sum(term.weight for term in one.terms if term.values >> board[term.variable] & 1)
