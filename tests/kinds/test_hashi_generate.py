"""Generated hashi puzzles keep what was promised: size, islands, uniqueness, seeds; or say why they cannot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from satdnd.engine import search
from satdnd.engine.answer import MULTIPLE, UNIQUE
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.kinds.hashi import generate as module
from satdnd.kinds.hashi.generate import HashiRecipe
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi
from satdnd.sat.budget import Budget
from satdnd.setter.generator import recipe_for
from satdnd.setter.parts import Generator

PINNED = ("_________", "_3_2__4_2", "_________", "_5_2_1__2", "_________", "_3__2_4_2")
"""Seed 1, 6x9, 12 islands."""


def make(seed: int, **recipe: Any) -> Hashi:
    """A puzzle from a seed."""
    return KIND.require(Generator).generate(Random(seed), HashiRecipe(**recipe), Budget())


@pytest.mark.parametrize(
    ("height", "width", "islands"),
    [(1, 3, 2), (3, 1, 2), (1, 9, 4), (4, 4, 4), (7, 5, 10), (10, 10, 30), (20, 20, 60), (12, 30, 80)],
)
def test_unique_puzzles_of_every_shape(height: int, width: int, islands: int) -> None:
    """Exactly that size, that many islands, none side by side, one solution; five seeds each."""
    for seed in range(5):
        puzzle = make(seed, height=height, width=width, islands=islands)

        assert (puzzle.height, puzzle.width, len(puzzle.islands)) == (height, width, islands)
        assert Solver().unique(puzzle).status == UNIQUE
        for r, c in puzzle.islands:
            assert {(r + 1, c), (r, c + 1)}.isdisjoint(puzzle.islands)


def test_any_puzzle_has_a_solution() -> None:
    """Without the wish for uniqueness there is at least one solution, and now and then more."""
    found = {Solver().unique(make(seed, height=9, width=9, islands=20, unique=False)).status for seed in range(30)}

    assert found == {UNIQUE, MULTIPLE}


def test_the_seed_decides() -> None:
    """The same seed gives the same puzzle; thirty seeds give thirty."""
    assert make(4) == make(4)
    assert len({make(seed).rows for seed in range(30)}) == 30
    assert make(1, height=6, width=9, islands=12).rows == PINNED, (
        "the generator draws other numbers than before: seeds in documents and instances would lie"
    )


def test_many_islands_at_once() -> None:
    """Ten thousand islands on 255x255 cells, all connected; every number fits its island."""
    puzzle = make(1, height=255, width=255, islands=10_000, unique=False)

    assert len(puzzle.islands) == 10_000
    assert KIND.contradiction(puzzle, Settings()) is None


def test_dense_boards_put_islands_on_bridges() -> None:
    """Where no free line is left, islands are put on bridges: boards become dense."""
    assert len(make(0, height=1, width=21, islands=9, unique=False).islands) == 9
    assert len(make(3, height=9, width=9, islands=24, unique=False).islands) == 24


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        (
            {"height": 5, "width": 5, "islands": 20},
            r"20 islands do not fit on 5x5 cells with water between them: placed at most \d+",
        ),
        ({"height": 1, "width": 1}, "2 islands do not fit on 1x1 cells with water between them: placed at most 1"),
        ({"islands": 1}, "islands is 1, expected a whole number from 2"),
        ({"islands": 2.5}, r"islands is 2\.5, expected a whole number"),
        ({"height": 0}, "height is 0, expected a whole number from 1"),
        ({"width": True}, "width is True, expected a whole number from 1"),
        ({"height": "8"}, "height is '8', expected a whole number from 1 to 255"),
        (
            {"rooms": 3},
            "the generator of hashi has no option 'rooms'; known: difficulty, .* height, width, unique, islands",
        ),
        ({"unique": "no"}, "unique is 'no', expected true or false"),
    ],
)
def test_impossible_wishes_are_refused(recipe: dict[str, Any], message: str) -> None:
    """What cannot be fulfilled is an error that says what and how far it got."""
    with pytest.raises((CannotFulfil, UsageError), match=message):
        KIND.require(Generator).generate(Random(0), recipe_for(KIND, recipe), Budget())


def test_the_deadline_is_kept() -> None:
    """A deadline that has passed ends it."""
    with pytest.raises(Undecided):
        KIND.require(Generator).generate(Random(0), HashiRecipe(height=100, width=100, islands=1500), Budget.of(0))
    with pytest.raises(Undecided):
        KIND.require(Generator).generate(Random(0), HashiRecipe(height=60, width=60, islands=900), Budget.of(0.05))


def test_all_places_of_large_boards_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards with many islands are changed in many places between two compilations, and are unique all the same."""
    monkeypatch.setattr(module, "_LARGE", 0)
    for seed in range(5):
        puzzle = make(seed, height=20, width=20)

        assert puzzle == make(seed, height=20, width=20)
        assert Solver().unique(puzzle).status == UNIQUE


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"_WORK": 60}, r"1 board of 60 islands on 20x20 cells, none .*; the nearest left a choice in \d+ places?"),
        ({"_BOARDS": 2, "_ROUNDS": 1}, r"2 boards of 60 islands .* the nearest left a choice in \d+ places?"),
        ({"_BOARDS": 3, "EFFORT": 0}, "3 boards of 60 islands on 20x20 cells, none with a unique solution$"),
    ],
)
def test_it_stops_by_counting(limits: dict[str, int], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a time limit too: what was tried, and how near it came."""
    for name, value in limits.items():
        monkeypatch.setattr(search if name == "EFFORT" else module, name, value)
    with pytest.raises(CannotFulfil, match=message):
        make(1, height=20, width=20, islands=60)


def test_what_a_grade_leans_to() -> None:
    """Fewer islands towards easy puzzles, more towards hard ones, as many as else in the middle; a wish is kept."""
    generator, plain = KIND.require(Generator), HashiRecipe(height=12, width=12)
    islands = [generator.biased(plain, lean).islands for lean in (0, 0.5, 1)]  # type: ignore[attr-defined]
    assert islands == [32, 36, 41]
    assert len(make(0, height=12, width=12).islands) == 36
    wished = HashiRecipe(islands=9)
    assert generator.biased(wished, 1) == wished
