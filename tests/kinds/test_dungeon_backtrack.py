"""The backtracking search for dungeons against the oracle, which shares no line with it."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product

import oracle
import pytest
from dungeon_boards import TABLE, Entry
from test_dungeon_rules import posed
from test_dungeon_solving import PUBLISHED

from satdnd.errors import Undecided
from satdnd.grid.bitboard import Bitboard
from satdnd.kinds.dungeon.backtrack import search
from satdnd.kinds.dungeon.board_shape import counts
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES
from satdnd.sat.budget import Budget


def obeys(puzzle: Dungeon, board: Bitboard, topology: str) -> bool:
    """Whether *board* solves *puzzle*, by the oracle."""
    geometry = puzzle.grid
    walls, *given = (frozenset(geometry.cells(cells)) for cells in (board, puzzle.walls, puzzle.opens))
    clues = puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures
    return not oracle.faulty_rules(*clues, walls, topology, *given)


def puzzles_for(board: Bitboard, blank: Dungeon) -> Iterator[Dungeon]:
    """The puzzles that *board* may solve: its counts, its dead ends, and a treasure in any open 3x3 block, or none."""
    geometry = blank.grid
    opens = geometry.all & ~board
    rows, columns = counts(geometry, board)
    ends = tuple(cell for cell in geometry.cells(opens) if len(oracle.beside(cell, geometry.cells(opens))) == 1)
    bare = replace(blank, rows=rows, columns=columns, monsters=ends)
    yield bare
    for block in oracle.open_blocks(blank.height, blank.width, geometry.cells(opens), 3):
        yield from (replace(bare, treasures=(cell,)) for cell in sorted(block - {*ends}))


def solutions(puzzle: Dungeon, topology: str) -> list[Bitboard]:
    """What the search finds; its order is checked on the way."""
    found = list(search(puzzle, topology))
    pictures = [puzzle.grid.lines(board) for board in found]
    assert pictures == sorted(pictures)
    assert len(set(found)) == len(found)
    return found


def small_sizes(low: int, high: int) -> list[tuple[int, int]]:
    """Every (height, width) with *low* to *high* cells."""
    return [(h, n // h) for n in range(low, high + 1) for h in range(1, n + 1) if n % h == 0]


def compare_around(puzzle: Dungeon, board: Bitboard, unknown: Collection[Bitboard]) -> None:
    """With all cells of *board* given but a few, the search finds what the oracle allows."""
    known = puzzle.grid.all & ~sum(unknown)
    given = replace(puzzle, walls=board & known, opens=~board & known)
    candidates = [board & known | sum(walls) for walls in product(*((0, bit) for bit in unknown))]
    for topology in TOPOLOGIES:
        expected = {other for other in candidates if obeys(given, other, topology)}
        assert set(solutions(given, topology)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), small_sizes(1, 12))
def test_all_small_boards(height: int, width: int) -> None:
    """For every board of up to 12 cells, the puzzle that it may solve has the solutions that brute force finds.

    Up to 9 cells all topologies are compared; from 10 cells on one of them, in turn, for every fourth puzzle.
    """
    blank, boards = Dungeon((None,) * height, (None,) * width), defaultdict(list)
    for board in range(1 << height * width):
        boards[counts(blank.grid, board)].append(board)
    puzzles = {puzzle for board in range(1 << height * width) for puzzle in puzzles_for(board, blank)}
    every = sorted(puzzles, key=repr)[:: 1 if height * width <= 9 else 4]
    for i, puzzle in enumerate(every):
        for topology in TOPOLOGIES if height * width <= 9 else TOPOLOGIES[i % 3 :][:1]:
            candidates = boards[puzzle.rows, puzzle.columns]  # type: ignore[index]  # no None among them
            expected = [board for board in candidates if obeys(puzzle, board, topology)]
            assert sorted(solutions(puzzle, topology)) == expected, (puzzle, topology)


# the table of boards, among them the corners that solvers get wrong

SOLVED = [entry for entry in TABLE if not entry.broken]


@pytest.mark.parametrize("entry", [e for e in TABLE if len(e.case.rows) < 12], ids=lambda entry: entry.name)
def test_boards_of_the_table(entry: Entry) -> None:
    """A board is found exactly if it breaks no rule, and what is found beside it is allowed too."""
    puzzle, board = posed(entry.case)
    found = [other for _, other in zip(range(300), search(puzzle, entry.topology), strict=False)]
    assert len(found) == 300 or (board in found) == (not entry.broken)
    assert all(obeys(puzzle, other, entry.topology) for other in found[:20])


@pytest.mark.parametrize("entry", SOLVED, ids=lambda entry: entry.name)
def test_half_solved(entry: Entry) -> None:
    """Around a board of the table, with all but a few cells given and no counts."""
    puzzle, board = posed(entry.case)
    fixed = puzzle.monster_mask | puzzle.treasure_mask
    cells = [1 << i for i in range(puzzle.grid.size) if not fixed >> i & 1]
    bare = replace(puzzle, rows=(None,) * puzzle.height, columns=(None,) * puzzle.width)
    compare_around(bare, board, random.Random(entry.name).sample(cells, min(7, len(cells))))


def test_more_rows_than_frames() -> None:
    """A column of 1000 rows is searched without reaching Python's recursion limit."""
    puzzle = Dungeon((None,) * 1000, (None,), monsters=((700, 0), (701, 0)))
    [board] = search(puzzle)
    assert board == puzzle.grid.all & ~puzzle.monster_mask


def test_wide_row_is_lazy() -> None:
    """A grid of 60 columns with no count at all yields its first solutions at once."""
    puzzle = Dungeon((None,) * 5, (None,) * 60)
    first = next(search(puzzle, "local"))
    assert first == puzzle.grid.all


@pytest.mark.parametrize("name", ["6x6 example", "course p2"])
def test_no_time(name: str) -> None:
    """A budget that is spent raises Undecided, for a puzzle that is refused at once as well."""
    with pytest.raises(Undecided, match="the time limit was reached"):
        list(search(PUBLISHED[name], budget=Budget.of(-1.0)))


def test_a_budget_spent_after_a_solution() -> None:
    """Solutions found before the limit are yielded, then Undecided ends the iteration."""
    budget = Budget(conflicts=1)
    found = search(Dungeon((None,) * 3, (None,) * 3), budget=budget)
    assert next(found) == 0b111_111_111
    budget.spend(1)
    with pytest.raises(Undecided, match="limit was reached"):
        next(found)


def test_stats_count_nodes() -> None:
    """The statistics count the tries that no rule refuses, and add up over searches."""
    stats = Counter[str]()
    list(search(PUBLISHED["course p6"], stats=stats))
    assert 8 <= stats["nodes"] <= 200
    once = stats["nodes"]
    list(search(PUBLISHED["course p6"], stats=stats))
    assert stats == {"nodes": 2 * once}


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(Dungeon((2,), (0, 0)), id="counts"),
        pytest.param(Dungeon((None,), (None,), monsters=((0, 0),)), id="monster"),
        pytest.param(Dungeon((None,), (None,), opens=1), id="dead end"),
        pytest.param(Dungeon((None,) * 3, (None,) * 4, treasures=((0, 0),), walls=1 << 5), id="treasure"),
        pytest.param(Dungeon((None, None), (None, None), opens=0b1111), id="open 2x2"),
        pytest.param(Dungeon((1, 3), (1, 1, 2, 0), ((0, 0), (0, 1), (0, 3), (1, 3))), id="connected"),
    ],
)
def test_each_rule_refuses_at_once(puzzle: Dungeon) -> None:
    """What only one rule can see is seen before anything is tried."""
    stats = Counter[str]()
    assert list(search(puzzle, stats=stats)) == []
    assert stats["nodes"] == 0
