"""What `satdnd.setter.diagnosis` says of puzzles, against brute force.

The referee here is a truth table: a proposition about boards is one integer with a bit for every board of the size, so
that "and", "or" and "how many boards" are operations on integers. It shares nothing with satdnd, and is itself
compared with the plain sets of `oracle`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import and_, or_
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import oracle
import pytest

import satdnd
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.optima import pinned
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.formats.loading import load
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.setter import diagnosis, repair_search
from satdnd.setter.diagnosis import conflict, diagnose
from satdnd.setter.parts import Repairs as KindRepairs
from satdnd.setter.repair_search import find_repairs

Cell = tuple[int, int]
Table = int
MISPRINTED = Path(__file__).parents[2] / "instances" / "dungeon" / "misprinted"
LOCAL = DungeonOptions(topology="local")
TREE = DungeonOptions(topology="tree")
CONNECTED = DungeonOptions()
LARGER, LARGEST = (pytest.param(*size, marks=pytest.mark.slow) for size in ((3, 5), (4, 4)))


# the referee


class Boards:
    """All boards of one size; board number b has a wall at cell i (reading order) when bit i of b is set."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.cells = oracle.every_cell(height, width)
        self.every: Table = (1 << (1 << len(self.cells))) - 1
        self.wall = {cell: self._bit(i) for i, cell in enumerate(self.cells)}
        self.open = {cell: self.every ^ table for cell, table in self.wall.items()}
        self.around = {cell: oracle.beside(cell, self.cells) for cell in self.cells}

    def _bit(self, i: int) -> Table:
        """The boards whose number has bit *i*: 2**i zeros, 2**i ones, again and again."""
        table, length = (1 << (1 << i)) - 1 << (1 << i), 2 << i
        while length < 1 << len(self.cells):
            table |= table << length
            length *= 2
        return table

    def counted(self, tables: Collection[Table]) -> list[Table]:
        """Where exactly 0, 1, 2, ... of *tables* hold."""
        exact = [self.every]
        for table in tables:
            no = self.every ^ table
            exact = [a & no | b & table for a, b in zip([*exact, 0], [0, *exact], strict=True)]
        return exact

    @cached_property
    def rows(self) -> list[list[Table]]:
        """Row, number of walls."""
        return [self.counted([self.wall[r, c] for c in range(self.width)]) for r in range(self.height)]

    @cached_property
    def columns(self) -> list[list[Table]]:
        """Column, number of walls."""
        return [self.counted([self.wall[r, c] for r in range(self.height)]) for c in range(self.width)]

    @cached_property
    def monster_at(self) -> dict[Cell, Table]:
        """Open, with exactly one open neighbour."""
        return {
            cell: self.open[cell] & [*self.counted([self.open[other] for other in self.around[cell]]), 0][1]
            for cell in self.cells
        }

    @cached_property
    def no_deadend_at(self) -> dict[Cell, Table]:
        """A wall, or open with two open neighbours or more."""
        tables = {}
        for cell in self.cells:
            exact = self.counted([self.open[other] for other in self.around[cell]])
            tables[cell] = self.wall[cell] | reduce(or_, exact[2:], 0)
        return tables

    @cached_property
    def closed_blocks(self) -> dict[frozenset[Cell], Table]:
        """Each 3x3 block: open, with exactly one open cell beside it."""
        tables = {}
        for r in range(self.height - 2):
            for c in range(self.width - 2):
                block = oracle.rectangle(r, c, 3, 3)
                beside = oracle.border(block, self.height, self.width)
                entrance = [*self.counted([self.open[cell] for cell in beside]), 0][1]
                tables[block] = reduce(and_, (self.open[cell] for cell in block)) & entrance
        return tables

    @cached_property
    def connected(self) -> Table:
        """One piece, or no open cell at all: flood from the first open cell."""
        reached, before = {}, self.every
        for cell in self.cells:
            reached[cell] = self.open[cell] & before
            before &= self.wall[cell]
        while True:
            grown = {
                cell: table | self.open[cell] & reduce(or_, (reached[other] for other in self.around[cell]), 0)
                for cell, table in reached.items()
            }
            if grown == reached:
                return reduce(and_, (self.wall[cell] | reached[cell] for cell in self.cells))
            reached = grown

    @lru_cache(maxsize=4096)  # noqa: B019  # there are as many objects as sizes
    def rooms(self, monsters: tuple[Cell, ...], treasures: tuple[Cell, ...]) -> dict[frozenset[Cell], Table]:
        """The blocks that can be rooms, and where they are."""
        return {
            block: table
            for block, table in self.closed_blocks.items()
            if sum(cell in block for cell in treasures) == 1 and not any(cell in block for cell in monsters)
        }

    @lru_cache(maxsize=4096)  # noqa: B019
    def no_pool_at(self, cell: Cell, monsters: tuple[Cell, ...], treasures: tuple[Cell, ...]) -> Table:
        """The 2x2 block with that top left cell is not open, or part of a treasure room."""
        square = oracle.rectangle(*cell, 2, 2)
        covered = [room for block, room in self.rooms(monsters, treasures).items() if square <= block]
        return reduce(or_, (self.wall[cell] for cell in square)) | reduce(or_, covered, 0)

    def treasure_in_room(self, cell: Cell, monsters: tuple[Cell, ...], treasures: tuple[Cell, ...]) -> Table:
        """The treasure lies in a treasure room."""
        return reduce(or_, (room for block, room in self.rooms(monsters, treasures).items() if cell in block), 0)

    @lru_cache(maxsize=4096)  # noqa: B019
    def loopless(self, monsters: tuple[Cell, ...], treasures: tuple[Cell, ...]) -> Table:
        """No loop is left once treasure rooms are one node each."""
        table = 0
        for number in range(1 << len(self.cells)):
            opens = frozenset(cell for i, cell in enumerate(self.cells) if not number >> i & 1)
            valid = oracle.rooms(self.height, self.width, opens, monsters, treasures)
            table |= (oracle.shape(opens, valid).loops == 0) << number
        return table

    def walls(self, table: Table) -> Iterator[frozenset[Cell]]:
        """The boards of a table, as sets of walls."""
        while table:
            number = (table & -table).bit_length() - 1
            table &= table - 1
            yield frozenset(cell for i, cell in enumerate(self.cells) if number >> i & 1)


@lru_cache(maxsize=16)
def boards(height: int, width: int) -> Boards:
    """The boards of a size, made once."""
    return Boards(height, width)


def named(cell: Cell) -> str:
    """As people write a cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def statements(puzzle: Dungeon, topology: str = "connected") -> dict[str, tuple[Table, set[Cell]]]:
    """Everything that the puzzle and the rules say: sentence -> where it holds, and the cells that it is about."""
    b = boards(puzzle.height, puzzle.width)
    monsters, treasures = puzzle.monsters, puzzle.treasures
    said: dict[str, tuple[Table, set[Cell]]] = {}
    for cell in puzzle.grid.cells(puzzle.walls):
        said[f"the cell at {named(cell)} is given as a wall"] = b.wall[cell], {cell}
    for cell in puzzle.grid.cells(puzzle.opens):
        said[f"the cell at {named(cell)} is given as open"] = b.open[cell], {cell}
    for cell in monsters:
        said[f"the monster at {named(cell)} is in a dead end"] = b.monster_at[cell], {cell}
    for cell in treasures:
        table = b.treasure_in_room(cell, monsters, treasures)
        said[f"the treasure at {named(cell)} lies in a treasure room"] = table, {cell}
    for what, counts, lines in (("row", puzzle.rows, b.rows), ("column", puzzle.columns, b.columns)):
        for i, count in enumerate(counts):
            if count is not None:
                cells = {cell for cell in b.cells if cell[what == "column"] == i}
                number = "has no walls" if count == 0 else "needs 1 wall" if count == 1 else f"needs {count} walls"
                said[f"{what} {i + 1} {number}"] = lines[i][count], cells
    for r, c in b.cells:
        if (r, c) not in monsters:
            said[f"no dead end without a monster at {named((r, c))}"] = b.no_deadend_at[r, c], {(r, c)}
        if r + 1 < puzzle.height and c + 1 < puzzle.width:
            table = b.no_pool_at((r, c), monsters, treasures)
            said[f"no open 2x2 at {named((r, c))}"] = table, set(oracle.rectangle(r, c, 2, 2))
    if topology != "local":
        said["all open cells are connected"] = b.connected, set()
    if topology == "tree":
        said["the corridors form no loop"] = b.loopless(monsters, treasures), set()
    return said


def solved(puzzle: Dungeon, topology: str = "connected") -> Table:
    """Every solution."""
    b = boards(puzzle.height, puzzle.width)
    said = statements(puzzle, "connected" if topology == "tree" else topology)
    table = reduce(and_, (table for table, _ in said.values()), b.every)
    if topology != "tree":
        return table
    kept = 0
    for walls in b.walls(table):
        opens = oracle.open_cells(puzzle.height, puzzle.width, walls)
        valid = oracle.rooms(puzzle.height, puzzle.width, opens, puzzle.monsters, puzzle.treasures)
        if oracle.is_tree(opens, valid, puzzle.monsters):
            kept |= 1 << sum(1 << i for i, cell in enumerate(b.cells) if cell in walls)
    return kept


def puzzle_of(case: oracle.Case) -> Dungeon:
    """The oracle's case as a puzzle of satdnd."""
    plain = Dungeon(case.rows, case.columns, case.monsters, case.treasures, name="a case")
    return replace(plain, walls=plain.grid.mask(case.given_walls), opens=plain.grid.mask(case.given_opens))


def misprint(rng: Random, puzzle: Dungeon, *, given: bool = False) -> Dungeon:
    """One or two clues changed: counts (in pairs that keep the sums, mostly), a monster's or a treasure's place."""
    cells = oracle.every_cell(puzzle.height, puzzle.width)
    what = rng.choice(["count", "counts", "counts", "monster", "treasure", "given" if given else "counts"])
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    if what == "count":
        counts, most = rng.choice(((rows, puzzle.width), (columns, puzzle.height)))
        counts[rng.randrange(len(counts))] = rng.randint(0, most)
        return replace(puzzle, rows=rows, columns=columns)
    if what == "counts":
        counts, most = rng.choice(((rows, puzzle.width), (columns, puzzle.height)))
        if len(counts) > 1:
            i, j = rng.sample(range(len(counts)), 2)
            if (counts[i] or 0) < most and counts[j]:
                counts[i], counts[j] = (counts[i] or 0) + 1, counts[j] - 1
        return replace(puzzle, rows=rows, columns=columns)
    if what == "given":
        masks = [0, 0]
        for cell in rng.sample(cells, 2):
            masks[rng.randrange(2)] |= puzzle.grid.mask([cell])
        return replace(puzzle, walls=masks[0], opens=masks[1])
    things = puzzle.monsters if what == "monster" else puzzle.treasures
    free = [cell for cell in cells if cell not in puzzle.monsters + puzzle.treasures]
    if not things or not free:
        return puzzle
    moved = tuple(sorted({*things, rng.choice(free)} - {rng.choice(things)}))
    return replace(puzzle, monsters=moved) if what == "monster" else replace(puzzle, treasures=moved)


def unsolvable_puzzles(seed: int, height: int, width: int, count: int, **wishes: Any) -> list[Dungeon]:
    """Derived from a board, spoiled, and without a solution though their sums agree."""
    rng, found = Random(f"{seed}/{height}/{width}"), []
    while len(found) < count:
        puzzle = misprint(rng, puzzle_of(oracle.random_solved(rng, height, width)), **wishes)
        puzzle = misprint(rng, puzzle, **wishes) if rng.random() < 0.4 else puzzle
        if not solved(puzzle) and not KIND.contradiction(puzzle, CONNECTED):
            found.append(puzzle)
    return found


@pytest.mark.parametrize(("height", "width"), [(1, 4), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4)])
def test_the_truth_tables_agree_with_the_oracle(height: int, width: int) -> None:
    """On random boards every statement holds exactly where the oracle's sets say so."""
    rng = Random(f"{height}{width}")
    b = boards(height, width)
    for _ in range(60):
        case = oracle.spoil(rng, oracle.random_solved(rng, height, width))
        puzzle = puzzle_of(case)
        number = sum(1 << i for i, cell in enumerate(b.cells) if cell in case.walls)
        broken = case.broken("connected")
        assert bool(solved(puzzle) >> number & 1) == (not broken)
        assert bool(solved(puzzle, "tree") >> number & 1) == (not case.broken("tree"))
        holds = {sentence: bool(table >> number & 1) for sentence, (table, _) in statements(puzzle).items()}
        assert holds["all open cells are connected"] == ("connected" not in broken)
        assert all(holds[s] for s in holds if "2x2" in s) == ("no-2x2" not in broken)
        assert all(holds[s] for s in holds if "without a monster" in s) == ("deadend-monster" not in broken)
        assert all(holds[s] for s in holds if "treasure at" in s) == ("treasure-room" not in broken)
        assert all(holds[s] for s in holds if s.startswith("row")) == ("row-count" not in broken)


# conflicts


def told(puzzle: Dungeon, settings: Settings = CONNECTED) -> tuple[list[str], bool]:
    """The sentences of the conflict that is reported, and whether it is said to be smallest."""
    details = diagnose(Solver(settings), puzzle, edits=0).to_json()
    said = statements(puzzle, settings.topology)
    for statement in details["conflict"]:
        assert {tuple(cell) for cell in statement["cells"]} == said[statement["text"]][1]
    return [statement["text"] for statement in details["conflict"]], details["smallest"]


def smaller_conflict(tables: Sequence[Table], size: int) -> bool:
    """Whether fewer than *size* of *tables* never hold together: one of them must exclude any given board."""
    tried: dict[Table, int] = {}

    def excluded(left: Table, most: int) -> bool:
        if not left or most <= tried.get(left, 0):
            return not left
        tried[left] = most
        samples, rest = [], left
        while rest and len(samples) < 8:
            samples.append([table for table in tables if not table & rest & -rest])
            rest &= rest - 1
        return any(excluded(left & table, most - 1) for table in min(samples, key=len))

    return excluded(reduce(or_, tables), size - 1)


def check_conflict(puzzle: Dungeon, settings: Settings = CONNECTED) -> list[str]:
    """It is one, and the smallest there is; of a long one on a large board only: no part of it is one."""
    said = {sentence: table for sentence, (table, _) in statements(puzzle, settings.topology).items()}
    sentences, smallest = told(puzzle, settings)
    assert smallest
    assert len(set(sentences)) == len(sentences) > 0
    together = reduce(and_, (said[sentence] for sentence in sentences)).bit_count()
    assert together == 0, (puzzle, sentences)
    if len(sentences) < 7 or puzzle.grid.size < 17:
        assert not smaller_conflict(list(said.values()), len(sentences)), (puzzle, sentences)
    for left_out in sentences:
        assert reduce(and_, (said[s] for s in sentences if s != left_out), boards(puzzle.height, puzzle.width).every)
    return sentences


@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width"), [(1, 5), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), LARGER, LARGEST])
def test_conflicts_are_conflicts_and_smallest(height: int, width: int) -> None:
    """The reported statements hold on no board together, and every smaller set of statements holds on some board."""
    sizes = {len(check_conflict(puzzle)) for puzzle in unsolvable_puzzles(1, height, width, 30)}
    assert height < 3 or len(sizes) > 1


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width"), [(3, 3), (3, 4), (4, 4)])
def test_conflicts_with_given_cells(height: int, width: int) -> None:
    """Given cells are statements like any other: a conflict that needs one names it."""
    named = 0
    for puzzle in unsolvable_puzzles(2, height, width, 40, given=True):
        named += any("is given as" in sentence for sentence in check_conflict(puzzle))
    assert named


def test_a_given_wall_where_the_room_would_be_is_named() -> None:
    """Every room for the treasure would cover the given wall; without that wall there is a room."""
    plain = Dungeon((None,) * 3, (None,) * 4, treasures=((1, 1),))
    puzzle = replace(plain, walls=plain.grid.mask([(0, 1)]))
    assert sorted(check_conflict(puzzle)) == [
        "the cell at r1c2 is given as a wall",
        "the treasure at r2c2 lies in a treasure room",
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width"), [(3, 4), LARGEST])
def test_conflicts_without_connectivity(height: int, width: int) -> None:
    """Under `local` connectivity is no reason, and the rest is as before."""
    found = [p for p in unsolvable_puzzles(3, height, width, 30) if not solved(p, "local")]
    assert found
    for puzzle in found:
        assert "all open cells are connected" not in check_conflict(puzzle, LOCAL)


def test_connectivity_as_a_reason() -> None:
    """Two rings that cannot be joined: the conflict names the rule, and without it there is none."""
    puzzle = Dungeon((0, 2, 0), (None,) * 7, walls=8 | 8 << 14)
    tables = {sentence: table for sentence, (table, _) in statements(replace(puzzle, rows=(1, 3, 1))).items()}
    sentences, smallest = told(replace(puzzle, rows=(1, 3, 1)))
    assert "all open cells are connected" in sentences
    assert smallest
    assert not reduce(and_, (tables[sentence] for sentence in sentences))
    assert satdnd.solve(replace(puzzle, rows=(1, 3, 1)), topology="local").status == "solved"


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(4, 5), (5, 4)])
def test_conflicts_on_larger_boards(height: int, width: int) -> None:
    """The same on a million boards."""
    for puzzle in unsolvable_puzzles(1, height, width, 12):
        check_conflict(puzzle)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width"), [(3, 3), (3, 4), (4, 3)])
def test_conflicts_of_trees_are_smallest(height: int, width: int) -> None:
    """Under `tree` "the corridors form no loop" is a statement by itself: it leans on no other."""
    rng, named = Random(4), 0
    for _ in range(60):
        puzzle = puzzle_of(oracle.random_solved(rng, height, width))
        if not solved(puzzle, "tree") and solved(puzzle):
            named += "the corridors form no loop" in check_conflict(puzzle, TREE)
    assert named


def test_a_ring_is_no_tree() -> None:
    """Three counts leave a ring of 3x3 cells, and a ring is a loop; that all is connected is no reason."""
    ring = Dungeon((0, 1, 0), (0, 1, 0))
    assert len(check_conflict(ring, TREE)) == 4


def test_sums_are_a_reason_of_their_own() -> None:
    """Sums that differ are told in the answer's reason; there is no search, so there is no conflict."""
    answer = diagnose(Solver(CONNECTED), Dungeon((2, 1), (1, 1)))
    assert answer.status == "unsolvable"
    assert answer.reason == "the row counts add up to 3 walls, the column counts to 2"
    assert "conflict" not in answer.to_json()


def test_no_conflict_of_a_solvable_puzzle() -> None:
    """`conflict` of a puzzle with a solution is None."""
    assert conflict(KIND, Dungeon((0, 2), (1, 1), ((0, 0), (0, 1))), CONNECTED, Budget()) is None


def test_the_conflicts_of_the_misprinted_puzzles() -> None:
    """Two to five statements each, which anybody can check by hand."""
    found = {puzzle.name: len(told_of(puzzle)["conflict"]) for puzzle in load(MISPRINTED)}
    assert found == {"course p2": 2, "course p3": 2, "course p9": 5}


def told_of(puzzle: Any, settings: Settings = CONNECTED, **options: Any) -> dict[str, Any]:
    """What a diagnosis says, as JSON."""
    return diagnose(Solver(settings), puzzle, **options).to_json()


# repairs

Edit = tuple[str, Any, Any]
"""A line, its number and the new count; or a thing, where it was and where it goes."""


def edits_of(puzzle: Dungeon) -> list[Edit]:
    """Every change of one clue."""
    found: list[Edit] = []
    for what, counts, most in (("row", puzzle.rows, puzzle.width), ("column", puzzle.columns, puzzle.height)):
        for i, count in enumerate(counts):
            if count is not None:
                found += [(what, i, new) for new in range(most + 1) if new != count]
    taken = {*puzzle.monsters, *puzzle.treasures}
    free = [cell for cell in oracle.every_cell(puzzle.height, puzzle.width) if cell not in taken]
    found += [("monster", old, new) for old in puzzle.monsters for new in free]
    found += [("treasure", old, new) for old in puzzle.treasures for new in free]
    # a thing may also go where another kind of thing was, if that moves away
    found += [("monster", old, new) for old in puzzle.monsters for new in puzzle.treasures]
    found += [("treasure", old, new) for old in puzzle.treasures for new in puzzle.monsters]
    return found


def edited(puzzle: Dungeon, changes: Collection[Edit]) -> Dungeon | None:
    """The puzzle with these changes; None where two of them clash, or two things on one cell."""
    if len({(what, which) for what, which, _ in changes}) < len(changes):
        return None
    counts = {"row": list(puzzle.rows), "column": list(puzzle.columns)}
    things = {"monster": set(puzzle.monsters), "treasure": set(puzzle.treasures)}
    for what, which, new in changes:
        if what in counts:
            counts[what][which] = new
        else:
            things[what] = things[what] - {which} | {new}
    monsters, treasures = things["monster"], things["treasure"]
    if monsters & treasures or len(monsters) < len(puzzle.monsters) or len(treasures) < len(puzzle.treasures):
        return None
    return replace(
        puzzle,
        rows=counts["row"],
        columns=counts["column"],
        monsters=tuple(sorted(monsters)),
        treasures=tuple(sorted(treasures)),
    )


class Repairs(NamedTuple):
    """Solvable puzzles, with their numbers of solutions, by how many clues were changed."""

    one: dict[Dungeon, int]
    two: dict[Dungeon, int]
    more: set[Dungeon]
    """Those of `two` that a part of the change mends already."""

    @property
    def listed(self) -> dict[Dungeon, int]:
        """What a diagnosis tells: two changes only where one gives nothing unique, and none that is not needed."""
        if 1 in self.one.values():
            return self.one
        return self.one | {p: n for p, n in self.two.items() if n == 1 or p not in self.more}


def brute_repairs(puzzle: Dungeon, topology: str = "connected") -> Repairs:
    """All repairs by one change and by two."""
    singles = edits_of(puzzle)
    found = Repairs({}, {}, set())
    for change in singles:
        repaired = edited(puzzle, [change])
        if repaired and (table := solved(repaired, topology)):
            found.one[repaired] = table.bit_count()
    for pair in combinations(singles, 2):
        repaired = edited(puzzle, pair)
        if repaired is None or repaired in found.one or sums_differ(repaired):
            continue
        if repaired in found.two or (table := solved(repaired, topology)):
            found.two.setdefault(repaired, table.bit_count())
            if any(part in found.one for part in parts(puzzle, pair)):
                found.more.add(repaired)
    return found


def parts(puzzle: Dungeon, pair: tuple[Edit, Edit]) -> list[Dungeon | None]:
    """The puzzles with one of two changes; of two monsters that move, either may go to either place."""
    found = [edited(puzzle, [change]) for change in pair]
    (what, old, new), (other_what, other_old, other_new) = pair
    if what == other_what and what in ("monster", "treasure"):
        found += [edited(puzzle, [(what, old, other_new)]), edited(puzzle, [(what, other_old, new)])]
    return found


def sums_differ(puzzle: Dungeon) -> bool:
    """Nothing to look for."""
    if None in puzzle.rows or None in puzzle.columns:
        return False
    return sum(map(int, map(str, puzzle.rows))) != sum(map(int, map(str, puzzle.columns)))


def repaired_by(puzzle: Dungeon, edits: int, options: DungeonOptions = CONNECTED) -> list[Dungeon]:
    """What the kind's own search yields, each checked: its sentences describe it."""
    found = []
    for change in KIND.require(KindRepairs).changes(puzzle, options, edits, Budget()):
        assert apply(puzzle, change.edits) == change.puzzle
        assert len(change.edits) == edits
        found.append(change.puzzle)
    assert len(set(found)) == len(found)
    return found


def apply(puzzle: Dungeon, sentences: Collection[str]) -> Dungeon | None:
    """Do what the sentences of a repair say."""
    changes: list[Edit] = []
    for sentence in sentences:
        line = re.fullmatch(r"(row|column) (\d+): (\d+) (?:(?<=: 1 )wall|(?<!: 1 )walls) instead of (\d+)", sentence)
        thing = re.fullmatch(r"the (monster|treasure) at r(\d+)c(\d+) moves to r(\d+)c(\d+)", sentence)
        if line:
            assert (puzzle.rows if line[1] == "row" else puzzle.columns)[int(line[2]) - 1] == int(line[4])
            changes.append((line[1], int(line[2]) - 1, int(line[3])))
        else:
            assert thing, sentence
            old, new = (int(thing[2]) - 1, int(thing[3]) - 1), (int(thing[4]) - 1, int(thing[5]) - 1)
            assert old in (puzzle.monsters if thing[1] == "monster" else puzzle.treasures)
            changes.append((thing[1], old, new))
    return edited(puzzle, changes)


def broken_puzzles(seed: int, height: int, width: int, count: int) -> list[Dungeon]:
    """Unsolvable puzzles for repairs, some with sums that differ, unknown counts or given cells."""
    rng, found = Random(f"repairs/{seed}/{height}/{width}"), []
    while len(found) < count:
        puzzle = puzzle_of(oracle.random_solved(rng, height, width))
        for _ in range(rng.choice((1, 1, 2, 3))):
            puzzle = misprint(rng, puzzle, given=rng.random() < 0.3)
        if rng.random() < 0.3:
            puzzle = replace(puzzle, rows=[None, *puzzle.rows[1:]])
        if not solved(puzzle):
            found.append(puzzle)
    return found


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("height", "width", "count"), [(1, 5, 10), (2, 3, 20), (3, 3, 30), (3, 4, 10), (4, 3, 8), (4, 4, 3)]
)
def test_repairs_are_all_there_are(height: int, width: int, count: int) -> None:
    """One change and two: exactly the puzzles that brute force finds."""
    seen = [0, 0]
    for puzzle in broken_puzzles(1, height, width, count):
        one, two, _ = brute_repairs(puzzle)
        assert set(repaired_by(puzzle, 1)) == set(one), puzzle
        assert set(repaired_by(puzzle, 2)) == set(two), puzzle
        seen = [seen[0] + len(one), seen[1] + len(two)]
    assert min(seen) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "count"), [(3, 5, 12), (4, 4, 12), (3, 3, 150), (2, 6, 20)])
def test_repairs_are_all_there_are_of_many_puzzles(height: int, width: int, count: int) -> None:
    """The same on more and larger puzzles."""
    for puzzle in broken_puzzles(2, height, width, count):
        one, two, _ = brute_repairs(puzzle)
        assert set(repaired_by(puzzle, 1)) == set(one), puzzle
        assert set(repaired_by(puzzle, 2)) == set(two), puzzle


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", ["local", "tree"])
@pytest.mark.parametrize(("height", "width", "count"), [(3, 3, 12), (3, 4, 5), (4, 4, 2)])
def test_repairs_under_other_topologies(height: int, width: int, count: int, topology: str) -> None:
    """Stricter and weaker connectivity have other repairs, again exactly those of brute force."""
    settings = DungeonOptions(topology=topology)
    for puzzle in broken_puzzles(3, height, width, count):
        if solved(puzzle, topology):
            continue
        one, two, _ = brute_repairs(puzzle, topology)
        assert set(repaired_by(puzzle, 1, settings)) == set(one), puzzle
        assert set(repaired_by(puzzle, 2, settings)) == set(two), puzzle


@pytest.mark.parametrize(("height", "width"), [(4, 4), (3, 5), (4, 5)])
def test_a_treasure_comes_back_under_tree(height: int, width: int) -> None:
    """A room that only the moved treasure makes is no loop."""
    rng, seen = Random(f"tree/{height}/{width}"), 0
    while seen < 5:
        case = oracle.random_solved(rng, height, width)
        good = puzzle_of(case)
        if len(good.treasures) != 1 or not solved(good, "tree"):
            continue
        outside = [c for c in oracle.every_cell(height, width) if c in case.walls]
        puzzle = replace(good, treasures=(rng.choice(outside),))
        if solved(puzzle, "tree"):
            continue
        seen += 1
        found = repaired_by(puzzle, 1, TREE)
        assert good in found
        assert all(solved(repaired, "tree") for repaired in found)


def test_two_monsters_trade_places_only_when_both_must_move() -> None:
    """Where one monster's move is enough, no other may move along, whichever is said to go where."""
    good = Dungeon((2, 0, 2), (2, 0, 2), ((0, 1), (1, 0), (1, 2), (2, 1)))
    assert solved(good).bit_count() == 1
    puzzle = replace(good, monsters=((0, 0), (1, 0), (1, 2), (2, 1)))
    one, two, _ = brute_repairs(puzzle)
    assert good in one
    assert set(repaired_by(puzzle, 2)) == set(two)


@pytest.mark.parametrize("seed", range(4))
def test_diagnose_tells_the_repairs(seed: int) -> None:
    """Statuses are right, unique ones first, and two changes are tried only where one gives nothing unique."""
    for puzzle in broken_puzzles(10 + seed, 3, 3, 8):
        brute = brute_repairs(puzzle)
        details = told_of(puzzle)
        found = {KIND.texts.from_json(r["puzzle"]): r["status"] for r in details["repairs"]}
        assert found == {p: "unique" if n == 1 else "multiple" for p, n in brute.listed.items()}
        assert details["edits_tried"] == (1 if 1 in brute.one.values() else 2)
        assert details["repairs_complete"] is True
        keys = [(r["status"] != "unique", len(r["edits"])) for r in details["repairs"]]
        assert keys == sorted(keys)
        only = told_of(puzzle, only_unique=True)
        assert [r for r in details["repairs"] if r["status"] == "unique"] == only["repairs"]
        assert only["edits_tried"] == details["edits_tried"]


@pytest.mark.parametrize(
    "puzzle",
    [
        Dungeon((None, 3, None), (0, None, None, None)),
        Dungeon((None,) * 3, (3, None, None, 3), ((0, 2), (1, 0), (2, 1))),
        Dungeon((None, None, 2), (None, 0, None, 2), ((1, 0), (2, 3))),
        Dungeon((None,) * 3, (2, None, 3, 1), ((1, 0), (1, 3))),
    ],
)
def test_a_second_change_that_makes_a_draft_unique_is_told(puzzle: Dungeon) -> None:
    """One change gives several solutions, another one beside it just one: that is a repair, whatever was asked."""
    brute = brute_repairs(puzzle)
    wanted = {repaired for repaired, number in brute.two.items() if number == 1}
    assert wanted & brute.more
    assert brute.one
    for only in (True, False):
        repairs = told_of(puzzle, only_unique=only)["repairs"]
        assert {KIND.texts.from_json(r["puzzle"]) for r in repairs if r["status"] == "unique"} == wanted
        assert len(repairs) == len(wanted if only else brute.listed)


def test_no_edits_no_repairs() -> None:
    """With 0 edits nothing is tried, and a conflict is told all the same."""
    details = told_of(load(MISPRINTED / "course-p3.dnd")[0], edits=0)
    assert (details["repairs"], details["edits_tried"], details["repairs_complete"]) == ([], 0, True)
    assert details["conflict"]


def test_one_edit_is_not_two() -> None:
    """``edits=1`` stops after one change, though two would help."""
    for puzzle in broken_puzzles(5, 3, 3, 40):
        one, two, _ = brute_repairs(puzzle)
        if not one and two:
            details = told_of(puzzle, edits=1)
            assert (details["repairs"], details["edits_tried"]) == ([], 1)
            assert told_of(puzzle, edits=2)["repairs"]
            return
    pytest.fail("no such puzzle")


def test_three_edits() -> None:
    """A puzzle that needs three changes gets them, each of them needed."""
    puzzle = Dungeon((3, 3, 3), (0, 0, 0))
    details = told_of(puzzle, edits=3)
    assert details["edits_tried"] == 3
    found = [KIND.texts.from_json(r["puzzle"]) for r in details["repairs"]]
    assert Dungeon((0, 0, 0), (0, 0, 0)) not in found  # an open 3x3
    assert Dungeon((3, 3, 3), (3, 3, 3)) in found
    assert all(len(r["edits"]) == 3 for r in details["repairs"])


def test_sums_that_differ_are_mended() -> None:
    """The change must make the sums equal; the one that does is found."""
    details = told_of(Dungeon((1, 2), (1, 1), ((0, 0), (0, 1))))
    assert details["repairs"][0]["edits"] == ["row 1: 0 walls instead of 1"]
    assert all(not sums_differ(KIND.texts.from_json(r["puzzle"])) for r in details["repairs"])


def test_a_repaired_puzzle_has_a_name_and_no_notes() -> None:
    """Notes on the broken puzzle need not be true of another one, and its name says what happened."""
    puzzle = load(MISPRINTED / "course-p3.dnd")[0]
    assert puzzle.extra
    for repair in told_of(puzzle)["repairs"]:
        assert repair["puzzle"]["name"] == "course p3 (repaired)"
        assert set(repair["puzzle"]) <= {"kind", "name", "rows", "columns", "monsters", "treasures"}
    nameless = told_of(Dungeon((1, 2), (1, 1), ((0, 0), (0, 1)), extra={"note": "x"}))["repairs"][0]["puzzle"]
    assert not nameless.get("name")
    assert "note" not in nameless


def test_given_cells_are_kept() -> None:
    """Given cells are no clues of the issue's: a repair keeps them."""
    for puzzle in unsolvable_puzzles(6, 3, 3, 10, given=True):
        for repaired in repaired_by(puzzle, 1):
            assert (repaired.walls, repaired.opens) == (puzzle.walls, puzzle.opens)


# the misprinted course puzzles


P3 = {(r, c) for r in (5, 6, 7) for c in (1, 2, 3)}
P9 = {(r, c) for r in (5, 6, 7) for c in (1, 2, 3)}


def warm(puzzle: Dungeon) -> satdnd.DungeonSolver:
    """A warm solver for its size."""
    return satdnd.DungeonSolver(puzzle.height, puzzle.width, graph_check=False)


@pytest.mark.parametrize(("name", "places"), [("course-p3", P3), ("course-p9", P9)])
def test_the_course_puzzles_with_a_misplaced_treasure(name: str, places: set[Cell]) -> None:
    """The treasure belongs into the other room, on any of its nine cells: nothing else of one change helps."""
    puzzle = load(MISPRINTED / f"{name}.dnd")[0]
    solver = warm(puzzle)
    one = {}
    for change in edits_of(puzzle):
        repaired = edited(puzzle, [change])
        if repaired and (status := solver.unique(repaired).status) != "unsolvable":
            one[repaired] = status
    solver.close()
    details = told_of(puzzle)
    assert {KIND.texts.from_json(r["puzzle"]): r["status"] for r in details["repairs"]} == one
    assert set(one.values()) == {"unique"}
    assert {repaired.treasures for repaired in one} == {(cell,) for cell in places}
    assert details["edits_tried"] == 1


def test_no_change_of_one_clue_mends_p2() -> None:
    """None of its 423 changes."""
    puzzle = load(MISPRINTED / "course-p2.dnd")[0]
    solver = warm(puzzle)
    for change in edits_of(puzzle):
        repaired = edited(puzzle, [change])
        assert repaired is None or solver.solve(repaired).status == "unsolvable"
    solver.close()


@pytest.mark.slow
def test_no_change_of_two_clues_mends_p2() -> None:
    """None of its pairs of changes whose sums agree; and the diagnosis says that all were tried."""
    puzzle = load(MISPRINTED / "course-p2.dnd")[0]
    solver = warm(puzzle)
    tried: set[Dungeon] = set()
    for pair in combinations(edits_of(puzzle), 2):
        repaired = edited(puzzle, pair)
        if repaired and not sums_differ(repaired) and repaired not in tried:
            tried.add(repaired)
            assert solver.solve(repaired).status == "unsolvable"
    solver.close()
    assert len(tried) > 25_000
    details = told_of(puzzle)
    assert (details["repairs"], details["edits_tried"], details["repairs_complete"]) == ([], 2, True)


# several solutions


def ambiguous_puzzles(seed: int, height: int, width: int, count: int) -> list[Dungeon]:
    """Puzzles with counts struck out, and 2 to 60 solutions."""
    rng, found = Random(f"several/{seed}/{height}/{width}"), []
    while len(found) < count:
        puzzle = puzzle_of(oracle.random_solved(rng, height, width))
        rows, columns = (
            [None if rng.random() < 0.6 else n for n in counts] for counts in (puzzle.rows, puzzle.columns)
        )
        puzzle = replace(puzzle, rows=rows, columns=columns)
        if 2 <= solved(puzzle).bit_count() <= 60:
            found.append(puzzle)
    return found


def givens_of(details: Mapping[str, Any]) -> dict[Cell, bool]:
    """The cells that are to be given: whether they are walls."""
    found = {}
    for sentence in details["givens"]:
        parsed = re.fullmatch(r"r(\d+)c(\d+) is (a wall|open)", sentence)
        assert parsed, sentence
        found[int(parsed[1]) - 1, int(parsed[2]) - 1] = parsed[3] == "a wall"
    return found


def agreeing(solutions: Collection[frozenset[Cell]], givens: Mapping[Cell, bool]) -> list[frozenset[Cell]]:
    """The solutions in which those cells are as given."""
    return [walls for walls in solutions if all((cell in walls) == wall for cell, wall in givens.items())]


def decided_by_fewer(
    solutions: Collection[frozenset[Cell]], cells: Sequence[Cell], size: int, wanted: Collection[frozenset[Cell]]
) -> bool:
    """Whether fewer than *size* cells single out one of the *wanted* solutions."""
    for chosen in (chosen for n in range(size) for chosen in combinations(cells, n)):
        seen: dict[frozenset[Cell], list[frozenset[Cell]]] = {}
        for walls in solutions:
            seen.setdefault(walls & frozenset(chosen), []).append(walls)
        if any(len(alike) == 1 and alike[0] in wanted for alike in seen.values()):
            return True
    return False


@pytest.mark.parametrize(("height", "width"), [(2, 4), (3, 3), (3, 4), (4, 3), (4, 4)])
def test_several_solutions(height: int, width: int) -> None:
    """How many, where they differ, and as few given cells as any of the solutions can do with."""
    sizes = set()
    free = Dungeon((None,) * height, (None,) * width)
    several = [free] if solved(free).bit_count() > 1 else []
    for puzzle in (*several, *ambiguous_puzzles(1, height, width, 12)):
        solutions = list(boards(height, width).walls(solved(puzzle)))
        answer = diagnose(Solver(CONNECTED), puzzle)
        details = answer.to_json()
        assert answer.status == "multiple"
        assert (details["count"], details["counted_all"]) == (len(solutions), True)
        common, some = frozenset.intersection(*solutions), frozenset.union(*solutions)
        assert {tuple(cell) for cell in details["differs"]} == some - common
        givens = givens_of(details)
        assert len(agreeing(solutions, givens)) == 1
        assert details["givens_smallest"] is True
        assert not decided_by_fewer(solutions, boards(height, width).cells, len(givens), solutions)
        sizes.add(len(givens))
    assert max(sizes) > 1 or (height, width) != (4, 4)


def test_given_cells_make_it_unique() -> None:
    """The puzzle with the extra cells given has one solution."""
    for puzzle in ambiguous_puzzles(2, 4, 4, 5):
        givens = givens_of(told_of(puzzle))
        walls = puzzle.grid.mask(cell for cell, wall in givens.items() if wall)
        opens = puzzle.grid.mask(cell for cell, wall in givens.items() if not wall)
        assert satdnd.unique(replace(puzzle, walls=walls, opens=opens)).status == "unique"


@pytest.mark.parametrize("limit", [2, 3])
def test_more_solutions_than_are_counted(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting stops; what is given then decides for one solution, and no fewer of its cells do."""
    monkeypatch.setattr(diagnosis, "COUNT_LIMIT", limit)
    for puzzle in ambiguous_puzzles(3, 3, 4, 15):
        solutions = list(boards(3, 4).walls(solved(puzzle)))
        details = told_of(puzzle)
        assert details["count"] == min(limit, len(solutions))
        assert details["counted_all"] == (len(solutions) < limit)
        givens = givens_of(details)
        left = agreeing(solutions, givens)
        assert len(left) == 1
        if not details["counted_all"]:
            assert details["givens_smallest"] is False
            assert not decided_by_fewer(solutions, boards(3, 4).cells, len(givens), left)


def test_more_solutions_than_are_counted_under_tree() -> None:
    """An eager formula decides, so no board that is only nearly a tree is taken for a solution."""
    puzzle = Dungeon((None,) * 4, (None,) * 4, ((0, 0), (3, 3)))
    solutions = list(boards(4, 4).walls(solved(puzzle, "tree")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diagnosis, "COUNT_LIMIT", 2)
        details = told_of(puzzle, TREE)
    assert len(agreeing(solutions, givens_of(details))) == 1


def test_a_unique_puzzle_has_nothing_wrong() -> None:
    """No details, and the solution."""
    answer = diagnose(Solver(CONNECTED), Dungeon((0, 2), (1, 1), ((0, 0), (0, 1))))
    assert (answer.status, answer.redundant, len(answer.solutions)) == ("unique", None, 1)


# time


def test_no_time_at_all() -> None:
    """Undecided, with a reason, and without details."""
    for puzzle in load(MISPRINTED):
        answer = diagnose(Solver(DungeonOptions(timeout=0)), puzzle)
        assert answer.status == "undecided"
        assert answer.reason
        assert answer.repairs is answer.conflict is answer.count is None


def test_no_time_for_repairs() -> None:
    """What is seen without search is told; that the repairs are not all is told too."""
    answer = diagnose(Solver(DungeonOptions(timeout=0)), Dungeon((2, 1), (1, 1)))
    assert answer.status == "unsolvable"
    assert answer.to_json()["repairs_complete"] is False


@pytest.mark.parametrize("timeout", [1e-6, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1])
def test_little_time_never_hurts(timeout: float) -> None:
    """However little time there is, the answer is of the right form and soon there."""
    hard = Dungeon((None,) * 8, (None,) * 8, ((2, 1),))
    for puzzle in (*load(MISPRINTED), hard):
        answer = diagnose(Solver(DungeonOptions(timeout=timeout)), puzzle)
        assert answer.status in ("undecided", "multiple" if puzzle is hard else "unsolvable")
        assert answer.seconds < timeout + 2
        if answer.status == "multiple":
            assert answer.to_json()["count"] >= 2
            assert answer.to_json()["differs"]
        answer.to_json()


def test_the_limit_holds_while_smallest_givens_are_looked_for() -> None:
    """Hundreds of solutions, each with its own hitting set: the search for the smallest ends when the time does."""
    answer = diagnose(Solver(DungeonOptions(timeout=1.0)), Dungeon((None,) * 5, (None,) * 5))
    assert answer.status == "multiple"
    assert answer.seconds < 2.0


def test_the_limit_holds_while_repairs_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a repair is unique is asked with what is left of the time."""
    puzzle = load(MISPRINTED / "course-p3.dnd")[0]
    asked: list[float] = []

    class Watching(diagnosis.Solver):
        def unique(self, puzzle: Any) -> Any:
            asked.append(self.budget_of(kind_of(puzzle)).left)
            return super().unique(puzzle)

    monkeypatch.setattr(repair_search, "Solver", Watching)
    diagnose(Watching(DungeonOptions(timeout=60)), puzzle)
    assert len(asked) == 1 + 9
    assert max(asked) <= 60
    assert asked == sorted(set(asked), reverse=True)


# other kinds


def of_kind(record: dict[str, Any]) -> Any:
    """A puzzle from JSON."""
    return kind_named(record["kind"]).texts.from_json(record)


UNSOLVABLE = [
    {"kind": "queens", "name": "three", "size": [3, 3], "given": []},
    {"kind": "queens", "name": "clash", "size": [6, 6], "given": [[0, 0], [1, 1]]},
    {"kind": "sudoku", "name": "twice", "clues": "1.1............."},
    {"kind": "sudoku", "name": "nothing fits", "clues": "12..3..4........"},
    {"kind": "hashi", "name": "odd", "rows": ["2_3"]},
    {"kind": "hashi", "name": "apart", "rows": ["1_1", "___", "1_1"]},
    {"kind": "inshi", "name": "product", "text": "2x2\n2r2\n1\n1"},
    {"kind": "inshi", "name": "twice", "text": "2x2\n1\n1\n4r2"},
    {"kind": "klotski", "name": "full", "board": ["ab", "ab"], "goal": {"piece": "a", "at": [0, 1]}, "metric": "step"},
    {"kind": "unattacked", "name": "too many", "size": [2, 2], "queens": 5},
]
AMBIGUOUS = [
    {"kind": "queens", "name": "four", "size": [4, 4], "given": []},
    {"kind": "queens", "name": "eight", "size": [8, 8], "given": []},
    {"kind": "sudoku", "name": "4x4", "clues": "1..............."},
    {"kind": "hashi", "name": "loops", "rows": ["3_3", "___", "3_3"]},
    {"kind": "hashi", "name": "nine", "rows": ["2_3_2", "_____", "3_4_3", "_____", "2_3_2"]},
    {"kind": "inshi", "name": "free", "text": "2x2\n2r2\n2r2"},
    {"kind": "inshi", "name": "three", "text": "3x3\n6r3\n6r3\n6r3"},
    {"kind": "unattacked", "name": "two queens", "size": [4, 4], "queens": 2},
]


@pytest.mark.parametrize("record", UNSOLVABLE, ids=lambda r: f"{r['kind']} {r['name']}")
def test_other_kinds_without_a_solution(record: dict[str, Any]) -> None:
    """No crash; no repairs are claimed where none were looked for; a conflict, if any, has sentences."""
    puzzle = of_kind(record)
    answer = diagnose(Solver(), puzzle)
    assert answer.status == "unsolvable"
    if kind_of(puzzle).part(KindRepairs) is None:
        assert "repairs" not in answer.to_json()
    else:
        assert answer.to_json()["repairs_complete"] is True
    for repair in answer.to_json().get("repairs", []):
        assert satdnd.unique(of_kind(repair["puzzle"])).status == repair["status"] != "unsolvable"
    for statement in answer.to_json().get("conflict", []):
        assert statement["text"]
    answer.to_json()


@pytest.mark.parametrize("record", AMBIGUOUS, ids=lambda r: f"{r['kind']} {r['name']}")
def test_other_kinds_with_several_solutions(record: dict[str, Any]) -> None:
    """The right number of solutions, the cells that differ, and givens after which one is left."""
    puzzle = of_kind(record)
    kind = kind_of(puzzle)
    answer = diagnose(Solver(), puzzle)
    assert answer.status == "multiple"
    details = answer.to_json()
    everything = satdnd.solve(puzzle, limit=None)
    assert everything.complete
    assert (details["count"], details["counted_all"]) == (len(everything.solutions), True)
    assert details["differs"]
    options = pinned(kind, puzzle, kind.options(), Budget())
    encoding = kind.encoding(puzzle, options, eager=True)
    rows = [encoding.literals(puzzle, solution) for solution in everything.solutions]
    fits = [row for row in rows if set(details["givens"]) <= {encoding.unknowns.sentence(x) for x in row}]
    assert len(fits) == 1
    assert details["givens_smallest"] is True
    answer.to_json()


def test_kinds_without_a_search_for_repairs() -> None:
    """`find_repairs` itself says so."""
    army = of_kind({"kind": "unattacked", "name": "", "size": [3, 3], "queens": 2})
    with pytest.raises(satdnd.UsageError, match="unattacked has no search for repairs"):
        find_repairs(kind_of(army), army, Settings(), 1, False, Budget())
