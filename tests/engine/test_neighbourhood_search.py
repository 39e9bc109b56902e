"""Solutions found near others: the same ones as by questions about whole boards, whatever turns it takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from satdnd import Dungeon, DungeonOptions, Solver
from satdnd.engine import neighbourhood_search
from satdnd.engine.search import Search
from satdnd.errors import Undecided
from satdnd.grid.bitboard import grid, scan
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.encode import Direct
from satdnd.kinds.dungeon.large import Large
from satdnd.kinds.dungeon.rules import accepts
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause


def carved(side: int, seed: int, rooms: int, known: float = 1.0) -> Dungeon:
    """A puzzle read off a carved board; of its counts that part is told."""
    rng = random.Random(seed)
    walls, treasures = carve(Carving(side, side, rooms), rng)
    puzzle = puzzle_of(side, side, walls, treasures)
    rows, columns = ([n if rng.random() < known else None for n in line] for line in (puzzle.rows, puzzle.columns))
    return Dungeon(rows, columns, monsters=puzzle.monsters, treasures=puzzle.treasures)


def boards(encoding: Callable[[Dungeon, DungeonOptions], Large | Direct], puzzle: Dungeon, limit: int) -> list[int]:
    search = Search(encoding(puzzle, DungeonOptions()))
    try:
        return [solution.board for solution in islice(search.solutions(puzzle, Budget()), limit)]
    finally:
        search.close()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that only large boards come to, from the first question on."""
    monkeypatch.setattr(neighbourhood_search, "_SOON", 0)
    monkeypatch.setattr(neighbourhood_search, "SURE", 0)
    monkeypatch.setattr(neighbourhood_search, "_OTHERS", ((0.3, 8), (0.5, 4)))


@pytest.mark.parametrize("seed", range(12))
def test_the_same_solutions(at_once: None, seed: int) -> None:
    """With counts left out there are many, and boards in several pieces among the models."""
    puzzle = carved(6 + seed % 3, seed, seed % 2, known=0.8)
    found, expected = boards(Large, puzzle, 200), boards(Direct, puzzle, 200)
    assert len(set(found)) == len(found) == len(expected)
    if len(found) < 200:
        assert set(found) == set(expected)


@pytest.mark.parametrize("easy", [0, 1, 4])
def test_what_was_held_back_comes_later(monkeypatch: pytest.MonkeyPatch, easy: int) -> None:
    """The same solutions with it, whether it is added before the first of them or while they are being blocked."""
    monkeypatch.setattr(neighbourhood_search, "_EASY", easy)
    came = list[int]()
    for seed in range(20, 28):
        puzzle, found = carved(12 + seed % 4, seed, seed % 2, known=0.96), list[int]()
        encoding = Large(puzzle, DungeonOptions(), lean=True)
        search = Search(encoding)
        for solution in islice(search.solutions(puzzle, Budget()), 100):
            if not encoding.lean and len(came) <= seed - 20:
                came.append(len(found))
            found.append(solution.board)
        came += [-1] * (seed - 19 - len(came))
        search.close()
        expected = boards(Direct, puzzle, 100)
        assert all(accepts(puzzle, board) for board in found)
        assert len(set(found)) == len(found) == len(expected)
        if len(found) < 100:
            assert set(found) == set(expected)
    assert came.count(0) == 8 if easy == 0 else max(came) > 0


def test_the_first_native_constraint_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of no wall, of one, or of nothing but walls are clauses; the solver must be one for what follows."""
    monkeypatch.setattr(neighbourhood_search, "_EASY", 0)
    puzzle = Dungeon((0, 0, 0), (0, 3, 0), ((0, 0),))
    encoding = Large(puzzle, DungeonOptions(), lean=True)
    assert not encoding.formula.at_mosts
    search = Search(encoding)
    assert not list(search.solutions(puzzle, Budget()))
    assert encoding.formula.at_mosts
    search.close()


def test_no_solution(at_once: None) -> None:
    """The solver that seeks may say so too."""
    puzzle = carved(7, 3, 1)
    monsters = puzzle.monsters[1:]
    assert boards(Large, Dungeon(puzzle.rows, puzzle.columns, monsters, puzzle.treasures), 2) == []


def test_budgets_hold(at_once: None) -> None:
    """However the turns are dealt, no more conflicts are spent than there are."""
    puzzle = carved(24, 1, 4)
    search = Search(Large(puzzle, DungeonOptions()))
    budget = Budget.of(conflicts=300)
    with pytest.raises(Undecided, match="conflict limit"):
        list(search.solutions(puzzle, budget))
    assert search.statistics()["conflicts"] < 3000
    search.close()


def test_pieces_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """First models in several pieces become one piece; a turn without conflicts says nothing."""
    pieces = []
    for seed in range(20):
        puzzle = carved(12, seed, seed % 3, known=0.4)
        encoding = Large(puzzle, DungeonOptions())
        found = list[int]()

        def cuts(
            *asked: object, cut: Callable[..., list[Clause]] = encoding.cuts, told: list[int] = found
        ) -> list[Clause]:
            told.append(len(wrong := cut(*asked)))
            return wrong

        monkeypatch.setattr(encoding, "cuts", cuts)
        search = Search(encoding)
        assert search._neighbourhoods is not None
        assert search._neighbourhoods.search_turn(puzzle, (), random.Random(0), 0, Budget()) is False
        model = search._neighbourhoods.search_turn(puzzle, (), random.Random(0), 100_000, Budget())
        assert model
        assert accepts(puzzle, encoding.board(model))
        pieces.append(found[0])
        search.close()
    assert sum(map(bool, pieces)) > 5


def test_what_stopped_it_is_told() -> None:
    """And not that the conflicts of a turn had run out when it was looked at."""

    class OutOfConflicts:
        encoding: Any = SimpleNamespace(lean=False)
        session: Any = None

        def first(self, puzzle: object, assumptions: object, budget: Budget) -> None:
            budget.spend(neighbourhood_search._SOON)
            raise Undecided("the conflict limit was reached")

        def solution_of(self, puzzle: object, model: object) -> tuple[None, Sequence[int]]:
            raise AssertionError

    neighbourhoods: neighbourhood_search.NeighbourhoodSearch[None, None] = neighbourhood_search.NeighbourhoodSearch(
        OutOfConflicts(), lambda budget: pytest.fail("it is over")
    )
    with pytest.raises(Undecided, match=r"^stopped$"):
        neighbourhoods.first(None, (), Budget.of(stop=lambda: True))


@pytest.mark.parametrize("size", [(12, 12), (3, 20), (20, 3), (1, 9)])
@pytest.mark.parametrize("share", [0.05, 0.3, 1.0])
def test_neighbourhoods(size: tuple[int, int], share: float) -> None:
    """Two patches are free, about so much of the board, one of them at a pocket; all else stays as in the model."""
    geometry, rng = grid(*size), random.Random(share)
    encoding = Large(Dungeon((None,) * size[0], (None,) * size[1], monsters=((0, 0),)), DungeonOptions())
    model = [rng.choice((v, -v)) for v in range(1, encoding.formula.variables + 1)]
    pocket = 1 << geometry.size // 2
    cut = [-i - 1 for i in scan(geometry.border(pocket))]
    for cuts in ((), [cut]):
        sizes = []
        for _ in range(60):
            held = encoding.fixed_literals(model, cuts, rng, share)
            assert set(held) <= set(model[: geometry.size])
            free = geometry.all & ~sum(1 << abs(x) - 1 for x in held)
            assert not cuts or free & geometry.border(pocket)
            assert len(geometry.components(free)) <= 2
            sizes.append(free.bit_count())
        if size == (12, 12) and share > 0.2:  # a patch is at least two lines, and both may lie on each other
            assert 0.6 * share * 144 < sum(sizes) / 60 < 1.2 * share * 144
            assert len(set(sizes)) > 2


def test_a_stuck_board_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbourhoods in which nothing is decided lead nowhere: the next turn but one begins with another board."""
    monkeypatch.setattr(neighbourhood_search, "_NEAR", 0)
    monkeypatch.setattr(neighbourhood_search, "_COST", 1_000)
    for seed in range(20):
        puzzle = carved(12, seed, seed % 3, known=0.4)
        search = Search(Large(puzzle, DungeonOptions()))
        neighbourhoods = search._neighbourhoods
        assert neighbourhoods is not None
        found = neighbourhoods.search_turn(puzzle, (), random.Random(0), 20_000, Budget())
        if found is False:
            assert neighbourhoods._board is not None
            assert neighbourhoods._board.share < neighbourhood_search._SHARE
            assert neighbourhoods.search_turn(puzzle, (), random.Random(0), 20_000, Budget()) is False
            assert neighbourhoods._board is None
            search.close()
            return
        search.close()
    pytest.fail("no first model was in pieces")


def test_the_last_conflict_of_a_turn_may_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that becomes one piece with the last neighbourhood of a turn is told, not given up with the turn."""
    puzzle, cut = carved(12, 0, 0), [1, -1]  # which forbids nothing
    encoding = Large(puzzle, DungeonOptions())
    search = Search(encoding)
    neighbourhoods = search._neighbourhoods
    assert neighbourhoods is not None
    told = iter([[cut], [cut], []])
    monkeypatch.setattr(encoding, "cuts", lambda *asked: next(told))
    monkeypatch.setattr(neighbourhood_search, "_COST", 10**6)
    monkeypatch.setattr(encoding, "fixed_literals", lambda *asked: [])
    assert neighbourhoods.search_turn(puzzle, (), random.Random(0), 1_000, Budget()) is False
    assert neighbourhoods.search_turn(puzzle, (), random.Random(0), 1_000, Budget())
    search.close()


def test_no_board_nearby_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the whole board is free, what has no solution near a board has none at all."""
    monkeypatch.setattr(neighbourhood_search, "_SHARE", 1.0)
    puzzle = Dungeon((None,) * 5, (0, 0, 5, 0, 0), opens=1 | 1 << 24)  # two halves, whose clauses are fulfilled
    encoding = Large(puzzle, DungeonOptions())
    monkeypatch.setattr(encoding, "fixed_literals", lambda *asked: [])
    search = Search(encoding)
    assert search._neighbourhoods is not None
    assert search._neighbourhoods.search_turn(puzzle, (), random.Random(0), 1_000, Budget()) is None
    search.close()


@pytest.mark.slow
def test_a_large_board() -> None:
    """Two solutions of 32x32 with eight rooms; before neighbourhoods none was found within half a million conflicts."""
    puzzle = carved(32, 0, 8)
    answer = Solver().unique(puzzle)
    assert answer.status == "multiple"
    assert len(answer.solutions) == 2
    assert answer.stats["conflicts"] < 3_000_000
    assert answer.stats["solver"] == "gluecard4 and minicard"
