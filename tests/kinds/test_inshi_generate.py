"""New rooms of factors: Latin squares at random, cuts, uniqueness, wishes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from inshi_boards import is_latin, latin_squares

from satdnd.engine.answer import UNIQUE
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided, UsageError
from satdnd.kinds.inshi.generate import InshiRecipe, cut_into_rooms, generate
from satdnd.kinds.inshi.kind import KIND
from satdnd.sat.budget import Budget
from satdnd.setter.generator import recipe_for
from satdnd.setter.latin_squares import random_square, shifted
from satdnd.setter.parts import Generator


@settings(deadline=None, max_examples=80)
@given(st.integers(1, 12), st.integers(0, 10**6))
def test_squares_are_latin(size: int, seed: int) -> None:
    """The chain ends at a Latin square; shifted rows are one, too; a seed decides."""
    for make in (lambda rng: random_square(size, rng), lambda rng: shifted(size, rng)):
        square = make(random.Random(seed))
        assert is_latin(tuple(map(tuple, square)))
        assert square == make(random.Random(seed))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("size", "samples"), [(2, 200), (3, 1200), (4, 5760)])
def test_all_squares_come_equally_often(size: int, samples: int) -> None:
    """Every Latin square is reached, and the counts scatter as those of equally likely ones do (chi squared)."""
    rng = random.Random(2)
    seen = Counter(tuple(map(tuple, random_square(size, rng))) for _ in range(samples))
    every = latin_squares(size)
    assert set(seen) == set(every)
    mean = samples / len(every)
    statistic = sum((count - mean) ** 2 / mean for count in seen.values())
    free = len(every) - 1
    assert abs(statistic - free) < 5 * (2 * free) ** 0.5


def test_not_only_shifted_rows() -> None:
    """At size 5 the chain reaches squares of both main classes: shifted rows are of one alone."""

    def intercalates(square: list[list[int]]) -> int:
        return sum(
            square[a][c] == square[b][d] and square[a][d] == square[b][c]
            for a in range(5)
            for b in range(a)
            for c in range(5)
            for d in range(c)
        )

    rng = random.Random(3)
    assert {intercalates(shifted(5, rng)) for _ in range(20)} == {0}
    assert len({intercalates(random_square(5, rng)) > 0 for _ in range(300)}) == 2


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 10**6))
def test_cuts(size: int, longest: int, seed: int) -> None:
    """Rooms are straight, fill the grid, stand in reading order, and are no longer than allowed."""
    rooms = cut_into_rooms(size, longest, random.Random(seed))
    assert sorted(cell for room in rooms for cell in room) == [(r, c) for r in range(size) for c in range(size)]
    assert max(map(len, rooms)) <= longest
    assert [room[0] for room in rooms] == sorted(room[0] for room in rooms)
    for room in rooms:
        assert len({r for r, _ in room}) == 1 or len({c for _, c in room}) == 1


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize(("size", "longest"), [(1, 1), (2, 2), (5, 3), (9, 3), (9, 9)])
def test_unique_puzzles(size: int, longest: int, linear: bool) -> None:
    """A puzzle made to be unique is, by a question that knows nothing of its making; a seed gives the same puzzle."""
    for seed in range(4):
        recipe = InshiRecipe(height=size, width=size, longest_room=longest, linear=linear)
        puzzle = KIND.require(Generator).generate(random.Random(seed), recipe, Budget())
        assert Solver().unique(puzzle).status == UNIQUE
        assert max(len(room) for room in puzzle.rooms) <= longest
        assert puzzle == KIND.require(Generator).generate(random.Random(seed), recipe, Budget())
    assert size < 5 or puzzle != KIND.require(Generator).generate(random.Random(99), recipe, Budget())


def test_cutting_makes_unique() -> None:
    """Without the promise the same seeds give rooms as long or longer, some with several solutions."""
    longer = 0
    for seed in range(6):
        free = generate(random.Random(seed), InshiRecipe(height=6, longest_room=6, unique=False), Budget())
        kept = generate(random.Random(seed), InshiRecipe(height=6, longest_room=6), Budget())
        assert Solver().solve(free).solutions
        longer += len(kept.rooms) > len(free.rooms)
        assert (len(kept.rooms) > len(free.rooms)) == (Solver().unique(free).status != UNIQUE)
    assert longer


def test_deadline() -> None:
    """A deadline that has passed ends the search for a unique puzzle; without that promise there is none to end."""
    with pytest.raises(Undecided):
        KIND.require(Generator).generate(random.Random(1), InshiRecipe(height=9), Budget.of(0))
    linear = InshiRecipe(height=9, unique=False, linear=True)
    assert KIND.require(Generator).generate(random.Random(1), linear, Budget.of(0)).size == 9


def test_defaults() -> None:
    """Nothing asked: 8x8, rooms of up to three, unique. One side asked is both; small grids have shorter rooms."""
    puzzle = KIND.require(Generator).generate(random.Random(1), InshiRecipe(), Budget())
    assert puzzle.size == 8
    assert max(len(room) for room in puzzle.rooms) == 3
    assert KIND.require(Generator).generate(random.Random(1), InshiRecipe(width=5), Budget()).size == 5
    assert KIND.require(Generator).generate(random.Random(1), InshiRecipe(height=2), Budget()).size == 2
    assert KIND.contradiction(puzzle, Settings()) is None


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        ({"height": 5, "width": 6}, "as many rows as columns; the size is 5x6"),
        ({"height": 0}, "height is 0, expected a whole number from 1 to 64"),
        ({"width": 65}, "width is 65, expected a whole number from 1 to 64"),
        ({"height": "8"}, "height is '8', expected a whole number from 1 to 64"),
        ({"height": 5, "width": 65}, "width is 65"),
        ({"height": 5, "longest_room": 6}, "longest_room is 6, expected at most 5"),
        ({"longest_room": 0}, "longest_room is 0, expected a whole number from 1 to 64"),
        ({"longest_room": True}, "longest_room is True"),
        ({"unique": 1}, "unique is 1, expected true or false"),
        ({"linear": "yes"}, "linear is 'yes', expected true or false"),
    ],
)
def test_wishes_that_cannot_be(recipe: dict[str, Any], message: str) -> None:
    """A wish that is out of range is refused by name."""
    with pytest.raises(UsageError) as caught:
        KIND.require(Generator).generate(random.Random(1), recipe_for(KIND, recipe), Budget())
    assert message in str(caught.value)


def test_what_a_grade_leans_to() -> None:
    """Short rooms towards easy puzzles, long ones towards hard ones; a wish is kept."""
    biased, plain = KIND.require(Generator).biased, InshiRecipe(height=8)
    assert [biased(plain, lean).longest_room for lean in (0, 0.3, 0.5, 0.8, 1)] == [1, 2, 3, 6, 8]
    assert biased(InshiRecipe(height=2), 1).longest_room == 2
    wished = InshiRecipe(height=8, longest_room=4)
    assert biased(wished, 0) == wished
