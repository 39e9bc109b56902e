"""What new puzzles are like: without a request no harder than hard, with the techniques that are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import satdnd
from satdnd import CannotFulfil, UsageError
from satdnd.engine.kind import kind_named
from satdnd.explanation.steps import techniques_of
from satdnd.setter import generator
from satdnd.setter.generator import generate

SMALL: Mapping[str, Any] = {"height": 6, "width": 6}


@pytest.mark.rated
def test_without_a_request_puzzles_are_up_to_hard() -> None:
    """And need no cases, where any puzzle would; where it would not, both are the same."""
    harder = 0
    for seed in range(1, 5):
        any_puzzle, puzzle = (
            next(generate("slitherlink", wishes, seed=seed, **SMALL)) for wishes in ({"difficulty": "any"}, {})
        )
        rated, ours = satdnd.rate(any_puzzle), satdnd.rate(puzzle)
        too_hard = rated.grade == "expert" or rated.hardest == "trying cases"
        assert (any_puzzle == puzzle) == (not too_hard)
        assert ours.grade != "expert"
        assert ours.hardest != "trying cases"
        assert "grade" not in puzzle.extra
        harder += too_hard
    assert harder


@pytest.mark.rated
def test_large_boards_are_not_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor those with several solutions, nor where any grade will do."""
    monkeypatch.setattr(generator, "rating_of", None)
    assert [*generate("slitherlink", seed=1, height=13, width=12)]
    assert [*generate("slitherlink", seed=1, unique=False, **SMALL)]
    assert [*generate("slitherlink", seed=1, difficulty="any", **SMALL)]


@pytest.mark.rated
def test_the_first_is_taken_where_all_are_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some that were tried."""
    monkeypatch.setattr(generator._PuzzleSearch, "_fits", lambda *_: False)
    assert [*generate("slitherlink", seed=1, **SMALL)] == [*generate("slitherlink", seed=1, difficulty="any", **SMALL)]


def test_a_technique_that_is_asked_for_is_needed() -> None:
    """It is among those of the explanation, which are noted; upper and lower case do not matter."""
    for puzzle in generate(
        "slitherlink", seed=2, height=4, width=4, technique="Number in the Corner", difficulty="easy"
    ):
        used = {step.technique for step in satdnd.explain(puzzle).steps} & {*techniques_of(kind_named("slitherlink"))}
        assert "number in the corner" in used
        assert {*puzzle.extra["techniques"].split(", ")} == used
        assert satdnd.rate(puzzle).grade == puzzle.extra["grade"] == "easy"


def test_the_techniques_are_noted_on_request() -> None:
    """Also of a kind without grades in rounds; not otherwise."""
    for kind, wishes in (("akari", {"height": 4, "width": 4}), ("unattacked", {"height": 4, "width": 4})):
        (plain,) = generate(kind, wishes, seed=1)
        (noted,) = generate(kind, {**wishes, "techniques": True}, seed=1)
        assert plain == noted
        assert "techniques" not in plain.extra
        assert {*noted.extra["techniques"].split(", ")} <= {*techniques_of(kind_named(kind))}


def test_a_technique_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Says what was tried."""
    monkeypatch.setattr(generator, "_EXPLAINED", 2)
    with pytest.raises(CannotFulfil, match=r"no slitherlink of 3x3 with the technique 'every corner' .* 2 without"):
        next(generate("slitherlink", seed=1, height=3, width=3, technique="every corner"))


@pytest.mark.parametrize(
    ("kind", "wishes", "message"),
    [
        ("slitherlink", {"technique": "magic"}, "slitherlink has no technique 'magic'; known: number complete, "),
        ("slitherlink", {"technique": "adjacent 3s", "unique": False}, "has no techniques: leave out --any"),
        ("slitherlink", {"techniques": True, "unique": False}, "has no techniques: leave out --any"),
        ("sudoku", {"technique": "magic"}, "unknown technique 'magic'; known: "),
    ],
)
def test_impossible_requests(kind: str, wishes: Mapping[str, Any], message: str) -> None:
    """Are refused before anything is made."""
    with pytest.raises(UsageError, match=message):
        next(generate(kind, wishes, seed=1))
