"""Made boxes of sliding blocks: no position of their pieces takes more moves, and grades are numbers of moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import satdnd
from satdnd.engine.answer import Answer
from satdnd.engine.kind import Kind, kind_named
from satdnd.engine.optima import Optima
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.explanation.rating import GRADES
from satdnd.kinds.klotski import generate as making
from satdnd.kinds.klotski.generate import KlotskiRecipe, generate
from satdnd.kinds.klotski.kind import KIND
from satdnd.kinds.klotski.model import Klotski
from satdnd.kinds.klotski.rules import Play
from satdnd.sat.budget import Budget
from satdnd.setter import generator
from satdnd.setter.parts import Generator

SMALL = KlotskiRecipe(height=4, width=3)


def length(puzzle: Klotski) -> int:
    """The fewest moves."""
    return len(satdnd.solve(puzzle).solutions[0].moves)


def positions(puzzle: Klotski) -> list[tuple[str, ...]]:
    """Boxes that moves of one cell lead to, by the referee; one for all that differ in letters of equal pieces."""
    found, seen = [puzzle.board], {frozenset(puzzle.pieces.values())}
    for board in found:
        here = replace(puzzle, board=board)
        for letter, piece in here.pieces.items():
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                play = Play(here)
                if not play.make(satdnd.Move(letter, piece.at, (piece.at[0] + down, piece.at[1] + right)), "step"):
                    there = frozenset(replace(puzzle, board=play.board).pieces.values())
                    if there not in seen:
                        seen.add(there)
                        found.append(play.board)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_position_is_farther(seed: int) -> None:
    """Of all that can be reached, each solved by itself."""
    puzzle = generate(Random(seed), SMALL, Budget())
    shapes = Counter(piece.shape for piece in puzzle.pieces.values())

    assert (puzzle.height, puzzle.width, shapes[2, 2], "".join(puzzle.board).count(".")) == (4, 3, 1, 2)
    assert puzzle.pieces["a"].shape == (2, 2)
    assert puzzle.goal.at == (2, 0)
    assert length(puzzle) == max(length(replace(puzzle, board=board)) for board in positions(puzzle))


def test_a_grade_is_a_number_of_moves() -> None:
    """The same that is rated, and that is solved."""
    optima: Optima[Any, Any, Any] | None = KIND.part(Optima)
    assert optima
    limits = (1, *optima.grades)
    for i, grade in enumerate(GRADES[:4]):
        (puzzle,) = satdnd.generate("klotski", seed=5, height=4, width=4, difficulty=grade)
        rating = satdnd.rate(puzzle)
        moves = length(puzzle)

        assert (rating.status, rating.grade) == ("solved", grade)
        assert rating.minutes == (round(moves / 4, 1), moves / 2, moves)
        assert (puzzle.extra["grade"], puzzle.extra["minutes"]) == (grade, moves / 2)
        assert limits[i] <= moves < limits[i + 1]


def test_easier_boxes_are_on_the_way() -> None:
    """Each takes fewer moves than the one before; about half of the positions, others for another seed."""
    puzzle = generate(Random(2), SMALL, Budget())
    solution = satdnd.solve(puzzle).solutions[0]
    ways = [kind_named("klotski").require(Generator).easier(puzzle, solution, Random(seed)) for seed in range(3)]
    lengths = [[*map(length, easier)] for easier in ways]

    assert all(easier[0] == puzzle for easier in ways)
    assert all(some == sorted({*some}, reverse=True) and len(some) == 1 + length(puzzle) // 2 for some in lengths)
    assert len({*map(tuple, lengths)}) > 1


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_limit_while_it_is_made_easier(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions on the way are solved anew, and time may run out there."""
    asked = list[Klotski]()

    def late(solver: Solver, kind: Kind[Any, Any, Any], puzzle: Klotski) -> Answer[Any]:
        """An answer, but for the last call."""
        asked.append(puzzle)
        return Solver(Settings(timeout=0)).solve(puzzle) if len(asked) == calls else solver.solve(puzzle)

    monkeypatch.setattr(generator, "solved_for_rating", late)
    with pytest.raises(Undecided, match="no trivial puzzle was found"):
        next(satdnd.generate("klotski", seed=5, height=4, width=4, difficulty="trivial"))
    assert len(asked) == calls


def test_pieces_that_have_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are left out; where all have, it is said."""
    monkeypatch.setattr(making, "_STATES", 1)
    with pytest.raises(CannotFulfil, match="the largest cannot move, or there are too many positions"):
        generate(Random(1), SMALL, Budget())


def test_limits() -> None:
    """No time, and sizes."""
    with pytest.raises(Undecided):
        next(satdnd.generate("klotski", seed=1, timeout=0))
    with pytest.raises(UsageError, match="height is 2, expected a whole number from 3 to 6"):
        KlotskiRecipe(height=2)
    with pytest.raises(UsageError, match="at most 20 cells, so that all positions can be seen; 5x5 has 25"):
        KlotskiRecipe(height=5, width=5)
