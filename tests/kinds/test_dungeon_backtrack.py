"""The backtracking search for dungeons against a slow checker, written from the rules with plain sets of cells."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from satdnd.errors import Undecided
from satdnd.grid.bitboard import Cell
from satdnd.kinds.dungeon.backtrack import search
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES
from satdnd.kinds.dungeon.rules import accepts
from satdnd.sat.budget import Budget

# The slow checker: sets of (row, column), one rule after the other, nothing shared with the code under test.


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with *cell*, in the grid or not."""
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def cells_of(board: int, height: int, width: int) -> set[Cell]:
    """The cells whose bits are set."""
    return {(r, c) for r in range(height) for c in range(width) if board >> r * width + c & 1}


def treasure_rooms(puzzle: Dungeon, opens: set[Cell]) -> list[set[Cell]]:
    """The 3x3 blocks of open cells that are treasure rooms."""
    rooms = []
    for top, left in product(range(puzzle.height - 2), range(puzzle.width - 2)):
        block = {(top + i, left + j) for i in range(3) for j in range(3)}
        border = {cell for inner in block for cell in beside(inner)} - block
        treasures = block & set(puzzle.treasures)
        monsters = block & set(puzzle.monsters)
        if block <= opens and len(treasures) == 1 and not monsters and len(border & opens) == 1:
            rooms.append(block)
    return rooms


def reached(opens: Iterable[Cell]) -> set[Cell]:
    """The open cells that can be reached from one of them."""
    opens = set(opens)
    todo = sorted(opens)[:1]
    seen = set(todo)
    while todo:
        for cell in beside(todo.pop()):
            if cell in opens and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return seen


def is_tree(opens: set[Cell], rooms: list[set[Cell]], monsters: set[Cell]) -> bool:
    """Whether the open cells, each room contracted to its first cell, are a tree with monsters and rooms as leaves."""
    if not opens:
        return True
    node = {cell: cell for cell in opens}
    for room in rooms:
        node.update(dict.fromkeys(room, min(room)))
    nodes = set(node.values())
    edges = {frozenset((node[a], node[b])) for a in opens for b in beside(a) if b in opens if node[a] != node[b]}
    degree = Counter(end for edge in edges for end in edge)
    leaves = {cell for cell in nodes if degree[cell] == 1}
    return (
        len(edges) == len(nodes) - 1 and reached(opens) == opens and leaves == monsters | {min(room) for room in rooms}
    )


def obeys(puzzle: Dungeon, walls: set[Cell], topology: str) -> bool:
    """Whether *walls* solves *puzzle*, rule by rule as RULES.md has them."""
    height, width = puzzle.height, puzzle.width
    opens = {(r, c) for r in range(height) for c in range(width)} - walls
    for r, count in enumerate(puzzle.rows):
        if count is not None and sum((r, c) in walls for c in range(width)) != count:
            return False
    for c, count in enumerate(puzzle.columns):
        if count is not None and sum((r, c) in walls for r in range(height)) != count:
            return False
    monsters, treasures = set(puzzle.monsters), set(puzzle.treasures)
    if not monsters | treasures | cells_of(puzzle.opens, height, width) <= opens:
        return False
    if not cells_of(puzzle.walls, height, width) <= walls:
        return False
    for cell in opens:
        neighbours = sum(other in opens for other in beside(cell))
        if neighbours == 0 or (neighbours == 1) != (cell in monsters):
            return False
    rooms = treasure_rooms(puzzle, opens)
    if not treasures <= set().union(*rooms):
        return False
    for r, c in opens:
        square = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
        if square <= opens and not any(square <= room for room in rooms):
            return False
    if topology == "local":
        return True
    return reached(opens) == opens and (topology == "connected" or is_tree(opens, rooms, monsters))


# Puzzles from boards.


def board_of(lines: list[str]) -> int:
    """The walls of a picture, ``#`` for a wall and any other letter for an open cell."""
    return sum(1 << i for i, letter in enumerate("".join(lines)) if letter == "#")


def puzzle_of(lines: list[str]) -> Dungeon:
    """The puzzle of a solved picture: M monster, T treasure, and every count of walls."""
    places = [(letter, (r, c)) for r, line in enumerate(lines) for c, letter in enumerate(line)]
    return Dungeon(
        rows=tuple(line.count("#") for line in lines),
        columns=tuple("".join(column).count("#") for column in zip(*lines, strict=True)),
        monsters=tuple(cell for letter, cell in places if letter == "M"),
        treasures=tuple(cell for letter, cell in places if letter == "T"),
    )


def puzzles_for(board: int, height: int, width: int) -> Iterator[Dungeon]:
    """The puzzles that *board* may solve: its counts, its dead ends, and treasures in every open 3x3 block, or none."""
    walls = cells_of(board, height, width)
    opens = cells_of(~board, height, width)
    bare = Dungeon(
        rows=tuple(sum((r, c) in walls for c in range(width)) for r in range(height)),
        columns=tuple(sum((r, c) in walls for r in range(height)) for c in range(width)),
        monsters=tuple(cell for cell in opens if sum(other in opens for other in beside(cell)) == 1),
    )
    yield bare
    for top, left in product(range(height - 2), range(width - 2)):
        block = {(top + i, left + j) for i in range(3) for j in range(3)}
        if block <= opens:
            for cell in sorted(block):
                yield replace(bare, treasures=(cell,))


def solutions(puzzle: Dungeon, topology: str) -> list[int]:
    """What the search finds; its order is checked on the way."""
    found = list(search(puzzle, topology))
    pictures = [puzzle.grid.lines(board) for board in found]
    assert pictures == sorted(pictures)
    assert len(set(found)) == len(found)
    return found


def small_sizes(low: int, high: int) -> list[tuple[int, int]]:
    """Every (height, width) with *low* to *high* cells."""
    return [(h, n // h) for n in range(low, high + 1) for h in range(1, n + 1) if n % h == 0]


def boards_by_counts(height: int, width: int) -> dict[tuple[tuple[int | None, ...], ...], list[int]]:
    """All 2^(height*width) boards, by their row and column counts."""
    boards = defaultdict(list)
    for board in range(1 << height * width):
        walls = cells_of(board, height, width)
        rows = tuple(sum((r, c) in walls for c in range(width)) for r in range(height))
        columns = tuple(sum((r, c) in walls for r in range(height)) for c in range(width))
        boards[rows, columns].append(board)
    return boards


# The published puzzles: rows, columns, monsters, treasures, solution (None: misprinted, no solution).

PUBLISHED = {
    "6x6": (
        [3, 1, 1, 5, 2, 1],
        [4, 1, 4, 1, 2, 1],
        [(2, 0), (4, 5), (5, 0)],
        [(0, 5)],
        ["###...", "#.....", "..#...", "#.####", "#...#.", "..#..."],
    ),
    "8x8": (
        [3, 2, 5, 3, 4, 1, 4, 4],
        [1, 4, 2, 7, 0, 4, 4, 4],
        [(1, 7), (2, 2), (3, 7), (5, 7), (7, 7)],
        [(5, 1)],
        [".....###", ".#.#....", ".#.#.###", ".###....", "...#.###", "...#....", "...#.###", "####...."],
    ),
    "p1": (
        [7, 3, 4, 1, 7, 1, 6, 3],
        [4, 4, 2, 6, 2, 3, 4, 7],
        [(0, 5), (5, 0), (7, 2), (7, 7)],
        [(2, 1)],
        ["#####.##", "...#..##", "...#.###", ".......#", "######.#", ".......#", "##.#.###", "##.#...."],
    ),
    "p2": (
        [5, 2, 2, 3, 6, 0, 6, 1],
        [5, 3, 4, 3, 5, 1, 3, 1],
        [(5, 3), (7, 5), (7, 7)],
        [(1, 3), (1, 5)],
        None,
    ),
    "p3": (
        [6, 0, 4, 1, 5, 3, 3, 4],
        [4, 4, 1, 3, 6, 3, 4, 1],
        [(0, 0), (0, 7), (3, 0), (4, 7), (7, 7)],
        [(6, 6)],
        None,
    ),
    "p4": (
        [2, 3, 4, 3, 7, 0, 4, 0],
        [1, 4, 1, 5, 1, 3, 2, 6],
        [(1, 0), (5, 7), (7, 7)],
        [(1, 5)],
        ["...#...#", ".#.#...#", "##.#...#", ".....###", ".#######", "........", ".#.#.#.#", "........"],
    ),
    "p5": (
        [0, 7, 3, 3, 3, 5, 2, 5],
        [7, 2, 6, 1, 3, 2, 6, 1],
        [(0, 0), (2, 1)],
        [(2, 3)],
        ["........", "#######.", "#.#...#.", "#.#...#.", "#.#...#.", "#.#.###.", "#...#...", "###...##"],
    ),
    "p6": (
        [6, 3, 3, 3, 5, 3, 4, 3],
        [5, 3, 2, 4, 6, 4, 1, 5],
        [(0, 5), (1, 7), (2, 5), (3, 7), (4, 5), (5, 7)],
        [(2, 2)],
        ["#####..#", "#...##..", "#...#..#", "#...##..", "##.##..#", "...###..", ".###...#", ".....###"],
    ),
    "p7": (
        [1, 4, 2, 6, 2, 3, 3, 1],
        [1, 5, 2, 2, 6, 1, 4, 1],
        [(0, 3), (2, 0), (3, 7)],
        [(6, 7)],
        ["....#...", ".#.##.#.", ".#....#.", "##.####.", "......##", ".##.#...", ".##.#...", "....#..."],
    ),
    "p8": (
        [3, 6, 0, 5, 4, 0, 6, 3],
        [4, 2, 4, 2, 3, 4, 2, 6],
        [(0, 1), (0, 6), (2, 7), (4, 4), (5, 7), (7, 1), (7, 6)],
        [],
        ["#.#....#", "#.#.####", "........", ".#.###.#", ".#.#.#.#", "........", "#.#.####", "#.#....#"],
    ),
    "p9": (
        [4, 1, 4, 2, 6, 2, 3, 2],
        [5, 2, 1, 2, 5, 4, 2, 3],
        [(0, 7), (2, 2)],
        [(7, 5)],
        None,
    ),
}


def published(name: str) -> Dungeon:
    """The puzzle of that name."""
    rows, columns, monsters, treasures, _ = PUBLISHED[name]
    return Dungeon(tuple(rows), tuple(columns), tuple(monsters), tuple(treasures))


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_puzzle(name: str) -> None:
    """A published puzzle has exactly its printed solution, connected and local; a misprinted one has none."""
    lines = PUBLISHED[name][-1]
    expected = [] if lines is None else [board_of(lines)]
    for topology in ("connected", "local"):
        assert solutions(published(name), topology) == expected


@pytest.mark.parametrize("name", [name for name, puzzle in PUBLISHED.items() if puzzle[-1]])
def test_published_tree(name: str) -> None:
    """A published solution is found as a tree exactly if the slow checker says that it is one."""
    puzzle = published(name)
    board = board_of(PUBLISHED[name][-1])
    tree = obeys(puzzle, cells_of(board, puzzle.height, puzzle.width), "tree")
    assert tree == (name not in ("p4", "p7", "p8"))
    assert solutions(puzzle, "tree") == ([board] if tree else [])


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), small_sizes(1, 12))
def test_all_small_boards(height: int, width: int) -> None:
    """For every board of up to 12 cells, the puzzle that it may solve has the solutions that brute force finds.

    Up to 9 cells all topologies are compared, from 10 cells on one of them, in turn.
    """
    boards = boards_by_counts(height, width)
    puzzles = {puzzle for board in range(1 << height * width) for puzzle in puzzles_for(board, height, width)}
    for i, puzzle in enumerate(sorted(puzzles, key=repr)):
        for topology in TOPOLOGIES if height * width <= 9 else TOPOLOGIES[i % 3 :][:1]:
            expected = [
                board
                for board in boards[puzzle.rows, puzzle.columns]
                if obeys(puzzle, cells_of(board, height, width), topology)
            ]
            assert sorted(solutions(puzzle, topology)) == expected, (puzzle, topology)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3), (2, 5), (3, 3), (1, 9), (9, 1), (5, 2)])
def test_unknown_counts_and_given_cells(height: int, width: int) -> None:
    """Puzzles with hidden counts, given cells (right or wrong) and fewer monsters agree with brute force."""
    rng = random.Random(f"{height}x{width}")
    everything = [(board, cells_of(board, height, width)) for board in range(1 << height * width)]
    solvable = [
        puzzle
        for board, walls in everything
        for puzzle in puzzles_for(board, height, width)
        if obeys(puzzle, walls, "local")
    ]
    for i in range(16):
        puzzle = rng.choice(solvable)
        given = rng.getrandbits(height * width) & rng.getrandbits(height * width)
        walls = given & rng.getrandbits(height * width) & rng.getrandbits(height * width)
        puzzle = replace(
            puzzle,
            rows=tuple(count if rng.random() < 0.3 else None for count in puzzle.rows),
            columns=tuple(count if rng.random() < 0.3 else None for count in puzzle.columns),
            monsters=puzzle.monsters[: -1 if i % 8 == 7 else None],
            walls=walls if i % 2 else 0,
            opens=given & ~walls if i % 3 else 0,
        )
        for topology in TOPOLOGIES:
            expected = [board for board, cells in everything if obeys(puzzle, cells, topology)]
            assert sorted(solutions(puzzle, topology)) == expected, (puzzle, topology)


@pytest.mark.parametrize(
    "topology", [pytest.param(name, marks=[pytest.mark.slow] * (name != "connected")) for name in TOPOLOGIES]
)
def test_nothing_given(topology: str) -> None:
    """A 3x4 grid with at most two monsters and nothing else given agrees with brute force (a third a topology)."""
    cells = list(product(range(3), range(4)))
    everything = [(board, cells_of(board, 3, 4)) for board in range(1 << 12)]
    for monsters in [(), *combinations(cells, 1), *combinations(cells, 2)][TOPOLOGIES.index(topology) :: 3]:
        puzzle = Dungeon((None,) * 3, (None,) * 4, monsters)
        expected = [board for board, walls in everything if obeys(puzzle, walls, topology)]
        assert sorted(solutions(puzzle, topology)) == expected


# Larger boards around the corners that solvers get wrong: each is a solution.

CORNERS = {
    "monster at the entrance": ["...#", ".T.M", "...#"],
    "entrance below, room as wide as the grid": ["...", "T..", "...", "#.#", "#M#"],
    "two rooms, one entrance cell, a shared wall": ["...#..T", ".......", "T..#..."],
    "two rooms that are each other's entrance": ["...###", ".T.###", "......", "###.T.", "###..."],
    "treasures close enough for one block": ["..T#T..", ".......", "...#..."],
    "room at the right edge, nothing wraps": ["M.#...", "#.#.T.", "#.#...", "#...##", "######"],
    "room at the left edge, nothing wraps": ["####...", "...#.#.", ".T.....", "...####"],
    "room in the last rows": ["...###", ".#.###", "...###", "##T..#", "##...#", "##...#"],
    "room in a corner, a loop and a monster": ["...#....M", "T....#.##", "...#...##", "#########"],
    "ring": ["...", ".#.", "..."],
    "two rings, apart": ["...#...", ".#.#.#.", "...#..."],
    "two pairs of monsters, apart": ["MM#M", "###M"],
    "rings in the corners": ["...#...", ".#.#.#.", "...#...", "#######", "...#MM#", ".#.####", "...#MM#"],
    "only walls": ["###", "###"],
    "two monsters and nothing else": ["###", "#M#", "#M#"],
    "full row, empty row": ["......", "M####M"],
}


@pytest.mark.parametrize("name", CORNERS)
def test_corner(name: str) -> None:
    """A corner board is found where the slow checker allows it, and all that is found beside it is allowed too."""
    lines = CORNERS[name]
    puzzle = puzzle_of(lines)
    size = puzzle.height, puzzle.width
    board = board_of(lines)
    for topology in TOPOLOGIES:
        found = solutions(puzzle, topology)
        assert (board in found) == obeys(puzzle, cells_of(board, *size), topology)
        assert all(obeys(puzzle, cells_of(other, *size), topology) for other in found)


@pytest.mark.parametrize("name", CORNERS)
def test_corner_half_solved(name: str) -> None:
    """Around a corner board, with all but a few cells given and no counts, the search agrees with brute force."""
    rng = random.Random(name)
    lines = CORNERS[name]
    solved = puzzle_of(lines)
    size = solved.height, solved.width
    board = board_of(lines)
    fixed = solved.monster_mask | solved.treasure_mask
    cells = [i for i in range(solved.grid.size) if not fixed >> i & 1]
    for _ in range(3):
        unknown = [1 << i for i in sorted(rng.sample(cells, min(8, len(cells))))]
        known = solved.grid.all & ~sum(unknown)
        puzzle = replace(
            solved,
            rows=(None,) * solved.height,
            columns=(None,) * solved.width,
            walls=board & known,
            opens=~board & known,
        )
        candidates = [board & known | sum(walls) for walls in product(*((0, bit) for bit in unknown))]
        for topology in TOPOLOGIES:
            expected = {other for other in candidates if obeys(puzzle, cells_of(other, *size), topology)}
            assert set(solutions(puzzle, topology)) == expected


@pytest.mark.parametrize("name", CORNERS)
def test_referee_of_flipped_boards(name: str) -> None:
    """The referee, which judges full boards, agrees with the slow one, with up to two cells flipped."""
    solved = puzzle_of(CORNERS[name])
    board = board_of(CORNERS[name])
    unknown = replace(solved, rows=(None,) * solved.height, columns=(None,) * solved.width)
    bits = [1 << i for i in range(solved.grid.size)]
    flips = [0, *bits, *(a | b for a, b in list(combinations(bits, 2))[::7])]
    for puzzle, topology in product((solved, unknown, replace(unknown, treasures=())), TOPOLOGIES):
        for flip in flips:
            walls = cells_of(board ^ flip, solved.height, solved.width)
            assert accepts(puzzle, board ^ flip, topology) == obeys(puzzle, walls, topology), (puzzle, topology, flip)


# Boards that look like treasure rooms and are none.

NO_ROOMS = {
    "cut off by the right edge": ["#..", "MT.", "#.."],
    "cut off by the bottom": ["#M#", ".T.", "..."],
    "in the corner": ["###M", "##..", "##.T"],
    "two treasures": ["T..#", "...M", ".T.#"],
    "no treasure": ["...#", "...M", "...#"],
    "monster inside": ["T.M#", "....", "...#"],
    "no entrance": ["...#", ".T.#", "...#", "####"],
    "two entrances": ["...#", ".T.M", "...#", "#M##"],
    "an entrance of two cells": ["...##", ".T...", "....."],
    "treasure in the corridor": ["...", ".#.", "T.."],
    "two blocks that overlap": ["T..#.", ".....", "....#", "#T..#", "#...#"],
    "continued in the next row": ["#....", "..#..", "..#T#", "..#.."],
}


@pytest.mark.parametrize("name", NO_ROOMS)
def test_no_room(name: str) -> None:
    """A board that only looks as if it had a treasure room is refused, by the search and by the referee."""
    puzzle = puzzle_of(NO_ROOMS[name])
    board = board_of(NO_ROOMS[name])
    assert not obeys(puzzle, cells_of(board, puzzle.height, puzzle.width), "local")
    for topology in TOPOLOGIES:
        assert board not in solutions(puzzle, topology)
        assert not accepts(puzzle, board, topology)


@pytest.mark.parametrize(("height", "width"), [(2, 4), (3, 3), (4, 2)])
def test_referee_of_all_boards(height: int, width: int) -> None:
    """The referee, which judges full boards, agrees with the slow one on every small board."""
    for board in range(1 << height * width):
        walls = cells_of(board, height, width)
        for puzzle, topology in product(puzzles_for(board, height, width), TOPOLOGIES):
            assert accepts(puzzle, board, topology) == obeys(puzzle, walls, topology)


def test_corner_boards_are_what_they_say() -> None:
    """Every corner board obeys the local rules, and just the ones with pieces apart are not connected."""
    for name, lines in CORNERS.items():
        puzzle, walls = puzzle_of(lines), cells_of(board_of(lines), len(lines), len(lines[0]))
        assert obeys(puzzle, walls, "local"), name
        assert obeys(puzzle, walls, "connected") == (name not in APART), name


APART = {"two rings, apart", "two pairs of monsters, apart", "rings in the corners"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_published_half_solved(seed: int) -> None:
    """Published boards with half of the counts hidden and ten cells unknown agree with brute force over the ten."""
    rng = random.Random(seed)
    name = rng.choice([name for name, puzzle in PUBLISHED.items() if puzzle[-1] and len(puzzle[0]) == 8])
    solved = published(name)
    board = board_of(PUBLISHED[name][-1])
    top, left = rng.randrange(6), rng.randrange(5)
    fixed = solved.monster_mask | solved.treasure_mask
    unknown = [1 << i for i in range(64) if solved.grid.block(top, left, 3, 4) & ~fixed & 1 << i]
    known = solved.grid.all & ~sum(unknown)
    puzzle = replace(
        solved,
        rows=tuple(count if rng.random() < 0.5 else None for count in solved.rows),
        columns=(None,) * 8,
        walls=board & known,
        opens=~board & known,
    )
    for topology in TOPOLOGIES:
        expected = {
            other
            for walls in product(*((0, bit) for bit in unknown))
            if obeys(puzzle, cells_of(other := board & known | sum(walls), 8, 8), topology)
        }
        assert set(solutions(puzzle, topology)) == expected


def test_counts_that_do_not_add_up() -> None:
    """Row and column counts with different sums are a puzzle without solution, not an error."""
    assert solutions(Dungeon((3, 0, 0), (0, 0, 0)), "connected") == []
    assert solutions(Dungeon((1, 1), (2, 1)), "local") == []


def test_monster_on_a_given_wall() -> None:
    """A monster or a treasure on a cell given as wall is a puzzle without solution."""
    assert solutions(Dungeon((None,), (None, None), monsters=((0, 0), (0, 1)), walls=1), "local") == []
    assert solutions(Dungeon((None,) * 3, (None,) * 4, treasures=((1, 1),), walls=1 << 5), "local") == []


def test_full_draft() -> None:
    """A board that is given completely is its own solution, or has none when one cell is wrong."""
    lines = CORNERS["two rooms, one entrance cell, a shared wall"]
    puzzle = puzzle_of(lines)
    board = board_of(lines)
    assert solutions(replace(puzzle, walls=board, opens=puzzle.grid.all & ~board), "tree") == [board]
    wrong = board ^ 1 << 10
    assert solutions(replace(puzzle, walls=wrong, opens=puzzle.grid.all & ~wrong), "tree") == []
    assert not accepts(replace(puzzle, walls=1 << 10), board, "tree")
    assert not accepts(replace(puzzle, opens=board & -board), board, "tree")


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


@pytest.mark.parametrize("name", ["6x6", "p2"])
def test_no_time(name: str) -> None:
    """A budget that is spent raises Undecided, for a puzzle that is refused at once as well."""
    with pytest.raises(Undecided, match="the time limit was reached"):
        list(search(published(name), budget=Budget.of(-1.0)))


def test_a_budget_spent_after_a_solution() -> None:
    """Solutions found before the limit are yielded, then Undecided ends the iteration."""
    budget = Budget(conflicts=1)
    found = search(Dungeon((None,) * 3, (None,) * 3), budget=budget)
    assert next(found) == 0b111_111_111
    budget.spend(1)
    with pytest.raises(Undecided, match="limit was reached"):
        next(found)


def test_enough_time() -> None:
    """A limit that is far away changes nothing."""
    assert list(search(published("p6"), budget=Budget.of(1e6))) == list(search(published("p6")))


def test_stats_count_nodes() -> None:
    """The statistics count the tries that no rule refuses, and add up over searches."""
    stats = Counter[str]()
    list(search(published("p6"), stats=stats))
    assert 8 <= stats["nodes"] <= 200
    once = stats["nodes"]
    list(search(published("p6"), stats=stats))
    assert stats == {"nodes": 2 * once}


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(Dungeon((2,), (0, 0)), id="counts"),
        pytest.param(Dungeon((None,), (None,), monsters=((0, 0),)), id="monster"),
        pytest.param(Dungeon((None,), (None,), opens=1), id="dead end"),
        pytest.param(Dungeon((None,) * 3, (None,) * 4, treasures=((0, 0),), walls=1 << 5), id="treasure"),
        pytest.param(Dungeon((None, None), (None, None), opens=0b1111), id="open 2x2"),
        pytest.param(puzzle_of(CORNERS["two pairs of monsters, apart"]), id="connected"),
    ],
)
def test_each_rule_refuses_at_once(puzzle: Dungeon) -> None:
    """What only one rule can see is seen before anything is tried."""
    stats = Counter[str]()
    assert list(search(puzzle, stats=stats)) == []
    assert stats["nodes"] == 0
