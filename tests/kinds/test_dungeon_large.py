"""The formula that large dungeons are searched with: on small boards it has every solution and no other."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from test_dungeon_differential import boards, puzzles
from test_dungeon_exhaustive import LARGE, SMALL, compare, every_case, sample
from test_dungeon_solving import ANSWERS, PUBLISHED

from satdnd.engine import neighbourhood_search
from satdnd.engine.kind import Templates
from satdnd.engine.solver import Solver
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import kind as dungeon_kind
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.encode import Direct
from satdnd.kinds.dungeon.excess_constraints import Known, best_cut, least_walls, pair_excess
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.large import Large
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.formula import Pool


@pytest.fixture(params=["whole", pytest.param("held back", marks=pytest.mark.slow)])
def every_board_is_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one cell on, boards are searched as large ones are: with all at once, or the excess after one conflict."""
    monkeypatch.setattr(dungeon_kind, "NATIVE_CELLS", range(10_000))
    monkeypatch.setattr(dungeon_kind, "HARD_CELLS", 0 if request.param == "whole" else 10_000)
    monkeypatch.setattr(neighbourhood_search, "_EASY", 1)


def large_board(seed: int = 0, side: int = 15) -> Dungeon:
    """A carved board of at least the size from which it is taken."""
    return puzzle_of(side, side, *carve(Carving(side, side, 3), random.Random(seed)), name=str(seed))


# every puzzle


@pytest.mark.no_cover
@pytest.mark.usefixtures("every_board_is_large")
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_samples(topology: str) -> None:
    """Puzzles of all sizes, exact, with unknown counts, with given cells, and spoilt, have exactly their boards."""
    cases = [case for size in SMALL + LARGE for case in sample(size, 6, f"large {topology}")]
    assert compare(DungeonOptions(topology=topology), cases) > 25


@pytest.mark.slow
@pytest.mark.usefixtures("every_board_is_large")
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_every_puzzle(topology: str) -> None:
    """All puzzles below 4x4, every third of 4x4, and many more samples."""
    for size in SMALL:
        compare(DungeonOptions(topology=topology), every_case(size)[:: 3 if size == (4, 4) else 1])
    compare(DungeonOptions(topology=topology), [c for s in SMALL + LARGE for c in sample(s, 60, f"all {topology}")])


@pytest.mark.usefixtures("every_board_is_large")
@pytest.mark.parametrize("name", ANSWERS)
def test_published_puzzles(name: str) -> None:
    """Each published puzzle has its board, and no other."""
    answer = Solver().unique(PUBLISHED[name])
    assert [solution.board for solution in answer.solutions] == [ANSWERS[name]] * (ANSWERS[name] is not None)
    assert answer.stats["solver"] == "gluecard4" or answer.reason


@pytest.mark.no_cover
@pytest.mark.usefixtures("every_board_is_large")
@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_random_puzzles_against_the_template(rounds: int) -> None:
    """Carved puzzles of many sizes, most of them changed: the same boards as by the template, forced cells too."""
    large, template = Solver(), Solver(DungeonOptions(compilation="template"))
    found = 0
    for i, puzzle in enumerate(puzzles(f"large {rounds}", rounds)):
        one, other = large.solve(puzzle, limit=24), template.solve(puzzle, limit=24)
        assert one.status == other.status, puzzle
        assert len(one.solutions) == len(other.solutions), puzzle
        if one.complete:
            assert boards(one) == boards(other), puzzle
        if not i % 8:
            assert large.forced(puzzle).details == template.forced(puzzle).details, puzzle
        found += len(one.solutions)
    assert found > 40 * rounds


# which boards take it


def test_large_boards_take_it() -> None:
    """By itself from 14x14 on; whatever speaks against native constraints or cuts means the direct formula."""
    puzzle = large_board(side=14)
    assert isinstance(KIND.encoding(puzzle, DungeonOptions()), Large)
    assert isinstance(KIND.encoding(puzzle, DungeonOptions(solver="minicard")), Large)
    for options in (
        DungeonOptions(solver="glucose4"),
        DungeonOptions(cardinality="seqcounter"),
        DungeonOptions(compilation="direct"),
        DungeonOptions(connectivity="planar"),
    ):
        assert isinstance(KIND.encoding(puzzle, options), Direct)
    assert isinstance(KIND.encoding(puzzle, DungeonOptions(), eager=True), Direct)
    assert isinstance(KIND.encoding(large_board(side=13), DungeonOptions()), Direct)
    assert KIND.require(Templates).family(puzzle, DungeonOptions()) is None
    assert KIND.require(Templates).family(puzzle, DungeonOptions(solver="cadical195")) == (14, 14)
    assert KIND.require(Templates).family(large_board(side=13), DungeonOptions()) == (13, 13)


def test_what_easy_boards_do_without() -> None:
    """The excess is held back below 22x22, unless a solver was chosen: nobody would ask for it then."""
    for side, solver, lean in ((15, "auto", True), (21, "auto", True), (22, "auto", False), (15, "gluecard4", False)):
        encoding = KIND.encoding(large_board(side=side), DungeonOptions(solver=solver))
        assert isinstance(encoding, Large)
        assert encoding.lean == lean
        families = {encoding.formula.family_of(i) for i in range(len(encoding.formula.clauses))}
        assert ("excess" in families) != lean


def test_what_was_held_back_is_the_same() -> None:
    """Added later it is what it would have been, above the variables that were taken meanwhile."""
    puzzle = large_board()
    whole, lean = Large(puzzle, DungeonOptions()).formula, Large(puzzle, DungeonOptions(), lean=True)
    top = lean.formula.variables
    clauses, at_mosts = lean.strengthen(top + 7)

    def moved(x: int) -> int:
        """The literal of the formula that has all at once."""
        return x if abs(x) <= top else x - 7 if x > 0 else x + 7

    assert not lean.lean
    assert lean.formula.clauses[-len(clauses) :] == clauses
    assert sorted([moved(x) for x in clause] for clause in lean.formula.clauses) == sorted(whole.clauses)
    assert [([moved(x) for x in some], most) for some, most in lean.formula.at_mosts] == whole.at_mosts
    assert lean.formula.at_mosts[-len(at_mosts) :] == at_mosts
    assert [lean.formula.meaning(v) for v in range(top + 1, top + 8)] == [""] * 7
    assert lean.formula.meaning(top + 8) == whole.meaning(top + 1) == "excess auxiliary 1"


@pytest.mark.parametrize("seed", range(3))
def test_the_direct_formula_agrees(seed: int) -> None:
    """A board of 15x15 has the same answer by both."""
    puzzle = large_board(seed)
    one, other = Solver().unique(puzzle), Solver(DungeonOptions(compilation="direct")).unique(puzzle)
    assert one.status == other.status
    assert one.stats["solver"] == "gluecard4"
    if one.complete:
        assert boards(one) == boards(other)


# excess


def test_least_walls_of_plain_windows() -> None:
    """What nothing is known of needs a wall for each block that stands alone."""
    assert [least_walls((0,) * n, 0) for n in (1, 2, 3)] == [0, 1, 1]
    assert least_walls((64, 0), 0) == 0  # a room may cover it
    monster = 1 | 4
    assert least_walls((0, monster, 0), 0) == 2  # a monster has one neighbour: two of three are walls
    assert least_walls((monster, monster), 0) == 2
    assert least_walls((monster * 3,), 0) == 0  # two monsters in one column see each other
    assert least_walls((monster * 3, 0), 0) == 2
    assert least_walls((4 * 3, 4 * 3), 0) is None  # open cells make an open block
    assert least_walls((16 * 3, 4), 3 + 8) is None  # a dead end without a monster, in the corner of the grid


@pytest.mark.parametrize("length", range(1, 8))
def test_the_best_cut_is_best(length: int) -> None:
    """No other windows of up to three cells need more walls in all, and none of their walls is counted twice."""
    rng = random.Random(length)
    kinds = [0, 0, 0, 64, 5, 10, 4, 8, 16, 32, 69, 5 | 32]
    for _ in range(40):
        strip = [rng.choice(kinds) for _ in range(length)]
        strip[-1] &= ~64
        edges = rng.randrange(4)

        def least(begin: int, end: int, strip: list[int] = strip, edges: int = edges) -> int | None:
            window = (*strip[begin : end - 1], strip[end - 1] & ~64)
            if window[0] in (0, 64) and not any(window[1:]):
                return end - begin > 1 and not window[0]  # as anywhere in the grid, in its corners too
            return least_walls(window, edges + 4 * (begin == 0) + 8 * (end == length))

        sums = []
        for cuts in (c for n in range(length) for c in combinations(range(1, length), n)):
            ends = [0, *cuts, length]
            if all(b - a <= 3 for a, b in pairwise(ends)):
                sums.append([least(a, b) for a, b in pairwise(ends)])
        cut = best_cut(strip, edges)
        if cut is None:
            assert any(None in some for some in sums)
            continue
        assert [end for _, end, _ in cut[1:]] == [begin for begin, _, _ in cut[:-1]]
        assert all(walls == least(begin, end) for begin, end, walls in cut)
        legal = [sum(some) for some in sums if None not in some]  # type: ignore[arg-type]  # no None among them
        assert sum(walls for _, _, walls in cut) == max(legal)


def test_size_of_the_excess() -> None:
    """A 2x2 block has three variables and eleven clauses; one window serves rows and columns."""
    pool = Pool(4)
    clauses, at_mosts, *_ = pair_excess(grid(2, 2), [1, 0], [0, 1], Known(0, 0, 0, 0), pool)
    assert (pool.top - 4, len(clauses)) == (3, 11 + 2 * 3)  # no excess at all: units
    assert not at_mosts
    pool = Pool(4)
    clauses, at_mosts, *_ = pair_excess(grid(2, 2), [1, 1], [2, 0], Known(0, 0, 0, 0), pool)
    assert (pool.top - 4, len(clauses)) == (3, 11)
    assert at_mosts == [([5, 6, 7], 1)] * 2
    assert pair_excess(grid(2, 2), [0, 0], [0, 0], Known(0, 0, 0, 0), Pool(4)).clauses[-1] == []
    assert pair_excess(grid(2, 2), [0, None], [None, 0], Known(0, 0, 0, 0), Pool(4))[:2] == ([], [])
