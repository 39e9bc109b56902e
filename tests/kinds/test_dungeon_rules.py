"""The two referees of dungeons against a table of boards and against the oracle, which shares no line with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from dungeon_boards import TABLE, Entry
from oracle import (
    RULES,
    TOPOLOGIES,
    Case,
    Cell,
    all_boards,
    beside,
    deadends_without_monster,
    derive,
    every_cell,
    is_tree,
    line_counts,
    misplaced,
    monsters_not_in_deadends,
    open_cells,
    pools,
    random_solved,
    rooms,
    shape,
    solutions,
    spoil,
    treasures_without_room,
    wrong_lines,
)

from satdnd.kinds.dungeon.board_shape import solution
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.rules import accepts, faults

SMALL_SIZES = [(h, w) for h in range(1, 4) for w in range(1, 4)]
MIDDLE_SIZES = [(4, 4), (4, 5), (5, 4), (3, 7), (7, 3), (4, 7), (5, 5), (5, 6), (6, 5), (6, 6), (6, 7), (7, 6)]
LARGE_SIZES = [(8, 8), (8, 9), (9, 8), (10, 11), (3, 25), (25, 3)]


def bits(cells: Iterable[Cell], width: int) -> int:
    """A set of cells as RULES.md numbers them."""
    return sum(1 << r * width + c for r, c in cells)


def posed(case: Case) -> tuple[Dungeon, int]:
    """The puzzle and the board of a case, as satdnd takes them."""
    width = len(case.columns)
    puzzle = Dungeon(
        rows=case.rows,
        columns=case.columns,
        monsters=case.monsters,
        treasures=case.treasures,
        walls=bits(case.given_walls, width),
        opens=bits(case.given_opens, width),
    )
    return puzzle, bits(case.walls, width)


def drawn(case: Case) -> str:
    """The case as it looks, for a failing test's message."""
    letters = {
        **dict.fromkeys(case.walls, "#"),
        **dict.fromkeys(case.treasures, "T"),
        **dict.fromkeys(case.monsters, "M"),
    }
    lines = ["".join(letters.get((r, c), ".") for c in range(len(case.columns))) for r in range(len(case.rows))]
    return "\n".join(["", *lines, repr(case)])


def compare(case: Case) -> set[str]:
    """Assert that the bitwise referee gives the oracle's answer in all three topologies; return the one for tree."""
    puzzle, board = posed(case)
    strictest = case.broken("tree")
    for topology in TOPOLOGIES:
        expected = strictest - {"connected": {"tree"}, "tree": set(), "local": {"connected", "tree"}}[topology]

        assert expected == {fault.rule for fault in faults(puzzle, board, topology)}, f"{topology}: {drawn(case)}"
        assert (not expected) == accepts(puzzle, board, topology), f"accepts, {topology}: {drawn(case)}"
    return strictest


def compare_graph(case: Case) -> None:
    """Of a board that keeps the local rules, the graph says what the oracle says of pieces, loops and trees."""
    if case.broken("local"):
        return
    puzzle, board = posed(case)
    opens = open_cells(len(case.rows), len(case.columns), case.walls)
    valid = rooms(len(case.rows), len(case.columns), opens, case.monsters, case.treasures)
    found = solution(puzzle, board)

    assert (found.loops, found.tree) == (shape(opens, valid).loops, is_tree(opens, valid, case.monsters)), drawn(case)
    for topology in TOPOLOGIES:
        options = DungeonOptions(topology=topology)  # type: ignore[arg-type]  # one of them
        assert (KIND.cross_check(puzzle, found, options) is None) == (not case.broken(topology)), drawn(case)
        for wrong in (replace(found, loops=found.loops + 1), replace(found, tree=not found.tree)):
            assert KIND.cross_check(puzzle, wrong, options), drawn(case)


def near_solutions(seed: int, sizes: list[tuple[int, int]], count: int) -> Iterator[Case]:
    """Cases made from solved puzzles by a few changes, *count* for each size; the same seed gives the same cases."""
    rng = Random(seed)
    for height, width in sizes:
        for _ in range(count):
            yield spoil(rng, random_solved(rng, height, width))


@cache
def varied_cases() -> tuple[Case, ...]:
    """The same cases of many sizes for all tests that look at more than the broken rules."""
    return (*near_solutions(12, MIDDLE_SIZES, 50), *near_solutions(13, LARGE_SIZES, 8))


# the table


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry.name)
def test_the_table(entry: Entry) -> None:
    """Oracle and referee break exactly the rules that an entry names; its graph is the oracle's."""
    puzzle, board = posed(entry.case)

    assert entry.broken == entry.case.broken(entry.topology)
    assert entry.broken == {fault.rule for fault in faults(puzzle, board, entry.topology)}
    assert (not entry.broken) == accepts(puzzle, board, entry.topology)
    compare_graph(entry.case)


def test_table_is_well_formed() -> None:
    """Names in the table are unique, boards are rectangles of the puzzle's size, rules and topologies exist."""
    assert len(TABLE) == len({entry.name for entry in TABLE})
    for entry in TABLE:
        assert len(entry.puzzle) - 1 == len(entry.board) == len(entry.case.rows), entry.name
        assert {len(line) for line in entry.board} == {len(entry.case.columns)}, entry.name
        assert set("".join(entry.board)) <= set("#."), entry.name
        assert entry.broken <= set(RULES), entry.name
        assert entry.topology in TOPOLOGIES, entry.name


def test_table_has_each_rule_alone() -> None:
    """The table has, for every rule, a board that breaks that rule alone."""
    alone = {rule for entry in TABLE if len(entry.broken) == 1 for rule in entry.broken}

    assert set(RULES) == alone


def test_connected_is_the_default() -> None:
    """Without a topology the published rule is checked: two closed rings are one fault, a loop is none."""
    rings, ring = (
        next(entry for entry in TABLE if entry.name == name) for name in ("two closed rings", "ring, connected")
    )

    assert {"connected"} == {fault.rule for fault in faults(*posed(rings.case))}
    assert not accepts(*posed(rings.case))
    assert not faults(*posed(ring.case))
    assert accepts(*posed(ring.case))


# against the oracle


@pytest.mark.parametrize(("height", "width"), SMALL_SIZES, ids=lambda side: str(side))
def test_every_small_board(height: int, width: int) -> None:
    """On every board up to 3x3, with random puzzles near it, both referees say what the oracle says."""
    rng = Random(height * 10 + width)
    solved = [Case(*puzzle, walls) for walls in all_boards(height, width) for puzzle in derive(walls, height, width)]
    for walls in all_boards(height, width):
        opens = open_cells(height, width, walls)
        ends = tuple(cell for cell in sorted(opens) if len(beside(cell, opens)) == 1)
        fitting = Case(*line_counts(walls, height, width), ends, (), walls)
        for case in (fitting, spoil(rng, fitting), spoil(rng, rng.choice(solved)._replace(walls=walls))):
            compare(case)
        compare_graph(case)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), MIDDLE_SIZES + LARGE_SIZES, ids=lambda side: str(side))
def test_near_solutions(height: int, width: int) -> None:
    """On thousands of boards near solutions, with unknown counts and given cells, both referees are right."""
    for case in near_solutions(height * 100 + width, [(height, width)], 250 if height * width < 64 else 25):
        compare(case)
        compare_graph(case)


@pytest.mark.slow
def test_random_cases_reach_every_corner() -> None:
    """The random cases break each rule, nearly each alone, and leave enough solutions: the tests above are not idle."""
    broken = [frozenset(case.broken("tree")) for case in near_solutions(8, MIDDLE_SIZES, 80)]
    alone = Counter(rules - {"tree"} for rules in broken)

    for rule in RULES:
        assert sum(rule in rules for rules in broken) >= 20, rule
    for rule in set(RULES) - {"tree"}:
        assert alone[frozenset([rule])] >= 2, rule
    assert Counter(broken)[frozenset(["tree"])] >= 10
    assert Counter(broken)[frozenset()] >= 100


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_all_solutions_of_small_puzzles(topology: str) -> None:
    """The boards that are accepted, of all that there are, are the oracle's solutions."""
    rng = Random(5)
    for height, width in ((2, 5), (3, 3), (3, 4)):
        for _ in range(3):
            case = random_solved(rng, height, width)
            unknown = case._replace(rows=(None, *case.rows[1:]), columns=(*case.columns[:-1], None))
            puzzle, board = posed(unknown)
            expected = {bits(walls, width) for walls in solutions(*unknown[:4], topology)}

            assert expected == {board for board in range(1 << height * width) if accepts(puzzle, board, topology)}
            assert board in expected or topology != "local"


# what the faults say


def told(case: Case, rule: str) -> set[Cell]:
    """All cells of the faults of one rule."""
    return {cell for fault in faults(*posed(case), "tree") if fault.rule == rule for cell in fault.cells}


def test_faults_name_the_culprits() -> None:
    """The faults of each rule about cells have the cells that the oracle finds guilty, and no others."""
    for case in varied_cases():
        height, width = len(case.rows), len(case.columns)
        opens = open_cells(height, width, case.walls)
        valid = rooms(height, width, opens, case.monsters, case.treasures)

        assert told(case, "on-open") == misplaced(
            case.monsters, case.treasures, case.walls, case.given_walls, case.given_opens
        ), drawn(case)
        assert told(case, "monster-deadend") == monsters_not_in_deadends(opens, case.monsters), drawn(case)
        assert told(case, "deadend-monster") == deadends_without_monster(opens, case.monsters), drawn(case)
        assert told(case, "treasure-room") == treasures_without_room(valid, case.treasures), drawn(case)
        assert told(case, "no-2x2") == set().union(*pools(height, width, opens, valid)), drawn(case)


def test_faults_name_the_lines() -> None:
    """Each line with a wrong count has one fault, which names it and lies in it."""
    for case in varied_cases():
        for axis, (what, counts) in enumerate((("row", case.rows), ("column", case.columns))):
            found = [fault for fault in faults(*posed(case)) if fault.rule == f"{what}-count"]
            expected = wrong_lines(counts, case.walls, axis)

            assert len(expected) == len(found), drawn(case)
            for i, fault in zip(expected, found, strict=True):
                assert f"{what} {i + 1} " in f"{fault.message} ", drawn(case)
                assert {cell[axis] for cell in fault.cells} <= {i}, drawn(case)


def test_fault_messages_name_their_cells() -> None:
    """A message is one sentence; where it is about a cell it writes it as r3c5. Cells are in reading order."""
    for case in varied_cases():
        grid = set(every_cell(len(case.rows), len(case.columns)))
        for fault in faults(*posed(case), "tree"):
            assert set(fault.cells) <= grid, f"{fault}: {drawn(case)}"
            assert sorted(set(fault.cells)) == list(fault.cells), f"{fault}: {drawn(case)}"
            assert fault.message, drawn(case)
            assert "\n" not in fault.message, drawn(case)
            if fault.rule in ("on-open", "monster-deadend", "deadend-monster", "treasure-room", "no-2x2"):
                assert any(f"r{r + 1}c{c + 1}" in fault.message for r, c in fault.cells), f"{fault}: {drawn(case)}"


def test_all_faults_at_once() -> None:
    """Every single fault of a board is told, in the order of the rules."""
    case = Case((0, 4, 4), (1, 0, 0, 0), ((1, 1),), ((0, 0), (0, 1)), frozenset({(0, 2), (1, 0), (1, 1), (1, 2)}))

    found = [fault.rule for fault in faults(*posed(case), "tree")]

    assert sorted(found, key=list(RULES).index) == found
    assert Counter(found)["row-count"] == 3
    assert Counter(found)["column-count"] == 2
    assert Counter(found)["treasure-room"] == 2
    assert case.broken("tree") == set(found)


# the oracle itself


@pytest.mark.parametrize(("height", "width"), [*SMALL_SIZES, (3, 4)], ids=lambda side: str(side))
def test_derive_yields_every_puzzle(height: int, width: int) -> None:
    """A derived puzzle is solved by its board; a board without derived puzzles has a fault whatever the treasures."""
    for walls in all_boards(height, width):
        puzzles = list(derive(walls, height, width))
        opens = open_cells(height, width, walls)
        ends = tuple(sorted(cell for cell in opens if len(beside(cell, opens)) == 1))
        counts = line_counts(walls, height, width)
        expected = [
            (*counts, ends, treasures)
            for treasures in [(), *((cell,) for cell in sorted(opens - {*ends}))]
            if not Case(*counts, ends, treasures, walls).broken("local")
        ]

        assert expected == list(map(tuple, puzzles))
