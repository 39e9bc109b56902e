"""A slow referee for Dungeons & Diagrams, written from RULES.md alone: sets of (row, column), no bits, no satdnd.

A board is its set of wall cells.  H is ``len(rows)``, W is ``len(columns)``; a count of None is unknown.
The small functions give the culprits of one rule each, `faulty_rules` the rules that a board breaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, product
from random import Random
from typing import NamedTuple

Cell = tuple[int, int]
Counts = Sequence[int | None]

RULES = (
    "row-count",
    "column-count",
    "on-open",
    "monster-deadend",
    "deadend-monster",
    "treasure-room",
    "no-2x2",
    "connected",
    "tree",
)
TOPOLOGIES = ("connected", "tree", "local")


class Derived(NamedTuple):
    """A puzzle with every count known and nothing given."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    monsters: tuple[Cell, ...]
    treasures: tuple[Cell, ...]


class Case(NamedTuple):
    """A puzzle and a board to judge; the names and the order are those of `faulty_rules`, but for the topology."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    monsters: tuple[Cell, ...]
    treasures: tuple[Cell, ...]
    walls: frozenset[Cell]
    given_walls: tuple[Cell, ...] = ()
    given_opens: tuple[Cell, ...] = ()

    def broken(self, topology: str) -> set[str]:
        """The rules that the board breaks."""
        return faulty_rules(**self._asdict(), topology=topology)


class Shape(NamedTuple):
    """The graph of the open cells in which each valid room is one node."""

    components: int
    loops: int
    leaves: set[frozenset[Cell]]
    """Nodes with one neighbour: ``{cell}`` for a cell, the nine cells for a room."""


# cells


def every_cell(height: int, width: int) -> list[Cell]:
    """All cells in reading order."""
    return [(r, c) for r in range(height) for c in range(width)]


def beside(cell: Cell, among: Collection[Cell]) -> list[Cell]:
    """The cells of *among* that share an edge with *cell*."""
    r, c = cell
    return [other for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if other in among]


def rectangle(top: int, left: int, height: int, width: int) -> frozenset[Cell]:
    """The cells of a rectangle, wherever it lies."""
    return frozenset((top + r, left + c) for r in range(height) for c in range(width))


def open_cells(height: int, width: int, walls: Collection[Cell]) -> set[Cell]:
    """Everything that is not a wall."""
    return {cell for cell in every_cell(height, width) if cell not in walls}


def open_blocks(height: int, width: int, opens: Collection[Cell], side: int) -> list[frozenset[Cell]]:
    """The square blocks of *side* x *side* cells inside the grid that are entirely open."""
    corners = [(r, c) for r, c in opens if r + side <= height and c + side <= width]
    return [
        rectangle(r, c, side, side)
        for r, c in sorted(corners)
        if all((r + i, c + j) in opens for i in range(side) for j in range(side))
    ]


def border(block: Collection[Cell], height: int, width: int) -> set[Cell]:
    """The cells outside *block* and inside the grid that share an edge with it."""
    return {cell for cell in every_cell(height, width) if cell not in block and beside(cell, block)}


def regions(cells: Collection[Cell]) -> list[set[Cell]]:
    """The connected pieces of *cells*."""
    left, pieces = set(cells), []
    while left:
        piece, todo = set(), [min(left)]
        while todo:
            cell = todo.pop()
            if cell not in piece:
                piece.add(cell)
                todo += beside(cell, left)
        pieces.append(piece)
        left -= piece
    return pieces


# the culprits of each rule


def wrong_lines(counts: Counts, walls: Collection[Cell], axis: int) -> list[int]:
    """Numbers of the rows (axis 0) or columns (axis 1) that have not their number of walls."""
    return [i for i, n in enumerate(counts) if n is not None and n != sum(cell[axis] == i for cell in walls)]


def misplaced(
    monsters: Collection[Cell],
    treasures: Collection[Cell],
    walls: Collection[Cell],
    given_walls: Collection[Cell],
    given_opens: Collection[Cell],
) -> set[Cell]:
    """Monsters, treasures and given open cells that are walls, and given walls that are open."""
    must_be_open = {*monsters, *treasures, *given_opens}
    return {cell for cell in must_be_open if cell in walls} | {cell for cell in given_walls if cell not in walls}


def monsters_not_in_deadends(opens: Collection[Cell], monsters: Collection[Cell]) -> set[Cell]:
    """Monsters on open cells that have another number of open neighbours than one."""
    return {cell for cell in monsters if cell in opens and len(beside(cell, opens)) != 1}


def deadends_without_monster(opens: Collection[Cell], monsters: Collection[Cell]) -> set[Cell]:
    """Open cells without a monster that have one open neighbour or none."""
    return {cell for cell in opens if cell not in monsters and len(beside(cell, opens)) <= 1}


def rooms(
    height: int, width: int, opens: Collection[Cell], monsters: Collection[Cell], treasures: Collection[Cell]
) -> list[frozenset[Cell]]:
    """The valid treasure rooms: open 3x3 blocks, one treasure, no monster, one open border cell."""
    return [
        block
        for block in open_blocks(height, width, opens, 3)
        if sum(cell in block for cell in treasures) == 1
        and not any(cell in block for cell in monsters)
        and sum(cell in opens for cell in border(block, height, width)) == 1
    ]


def treasures_without_room(valid: Collection[frozenset[Cell]], treasures: Collection[Cell]) -> set[Cell]:
    """Treasures that lie in none of the *valid* rooms."""
    return {cell for cell in treasures if not any(cell in room for room in valid)}


def pools(
    height: int, width: int, opens: Collection[Cell], valid: Collection[frozenset[Cell]]
) -> list[frozenset[Cell]]:
    """Open 2x2 blocks that do not lie wholly inside one of the *valid* rooms."""
    return [block for block in open_blocks(height, width, opens, 2) if not any(block <= room for room in valid)]


def shape(opens: Collection[Cell], valid: Collection[frozenset[Cell]]) -> Shape:
    """Contract each of the *valid* rooms to one node and look at the graph."""
    node = {cell: frozenset([cell]) for cell in opens}
    for room in valid:
        node.update(dict.fromkeys(room, room))
    edges = {
        frozenset([node[cell], node[other]])
        for cell in opens
        for other in beside(cell, opens)
        if node[cell] != node[other]
    }
    nodes = set(node.values())
    components = len(regions(opens))
    leaves = {place for place in nodes if sum(place in edge for edge in edges) == 1}
    return Shape(components, len(edges) - len(nodes) + components, leaves)


def is_tree(opens: Collection[Cell], valid: Collection[frozenset[Cell]], monsters: Collection[Cell]) -> bool:
    """Whether the contracted graph is a tree whose leaves are the monsters and the rooms; without cells it is one."""
    found = shape(opens, valid)
    return (
        found.components <= 1
        and found.loops == 0
        and found.leaves == {frozenset([cell]) for cell in monsters} | {*valid}
    )


def faulty_rules(
    rows: Counts,
    columns: Counts,
    monsters: Collection[Cell],
    treasures: Collection[Cell],
    walls: Collection[Cell],
    topology: str = "connected",
    given_walls: Collection[Cell] = (),
    given_opens: Collection[Cell] = (),
) -> set[str]:
    """Ids of the rules of RULES.md that the board with these *walls* breaks."""
    height, width = len(rows), len(columns)
    opens = open_cells(height, width, walls)
    valid = rooms(height, width, opens, monsters, treasures)
    return {
        rule
        for rule, broken in {
            "row-count": wrong_lines(rows, walls, 0),
            "column-count": wrong_lines(columns, walls, 1),
            "on-open": misplaced(monsters, treasures, walls, given_walls, given_opens),
            "monster-deadend": monsters_not_in_deadends(opens, monsters),
            "deadend-monster": deadends_without_monster(opens, monsters),
            "treasure-room": treasures_without_room(valid, treasures),
            "no-2x2": pools(height, width, opens, valid),
            "connected": topology in ("connected", "tree") and len(regions(opens)) > 1,
            "tree": topology == "tree" and not is_tree(opens, valid, monsters),
        }.items()
        if broken
    }


# boards and puzzles


def all_boards(height: int, width: int) -> Iterator[frozenset[Cell]]:
    """Every set of walls, ``2**(height*width)`` of them, the fewest walls first."""
    cells = every_cell(height, width)
    return (frozenset(walls) for n in range(len(cells) + 1) for walls in combinations(cells, n))


def line_counts(walls: Collection[Cell], height: int, width: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers of walls of the rows and of the columns."""
    return (
        tuple(sum(r == i for r, _ in walls) for i in range(height)),
        tuple(sum(c == i for _, c in walls) for i in range(width)),
    )


def derive(walls: Collection[Cell], height: int, width: int) -> Iterator[Derived]:
    """Every puzzle that this board solves under ``local``.

    The monsters are the dead ends.  Every open 3x3 block must be a room, so it holds one treasure: with up to two
    rooms every placement comes, with more only those in which all treasures have the same place in their room.
    """
    opens = open_cells(height, width, walls)
    rows, columns = line_counts(walls, height, width)
    monsters = tuple(sorted(cell for cell in opens if len(beside(cell, opens)) == 1))
    blocks = [sorted(block) for block in open_blocks(height, width, opens, 3)]
    if len(set(chain(*blocks))) < 9 * len(blocks):
        return  # blocks that share a cell: neither can have a single entrance
    placements = product(*blocks) if len(blocks) <= 2 else zip(*blocks, strict=True)
    for treasures in placements:
        if faulty_rules(rows, columns, monsters, treasures, walls, "local"):
            return  # where in its room a treasure lies makes no difference
        yield Derived(rows, columns, monsters, tuple(sorted(treasures)))


def solutions(
    rows: Counts,
    columns: Counts,
    monsters: Collection[Cell],
    treasures: Collection[Cell],
    topology: str = "connected",
    given_walls: Collection[Cell] = (),
    given_opens: Collection[Cell] = (),
) -> Iterator[frozenset[Cell]]:
    """Every solution, by trying all boards whose rows have the right numbers of walls."""
    width = len(columns)
    choices = [
        [
            [(r, c) for c in chosen]
            for n in (range(width + 1) if count is None else [count])
            for chosen in combinations(range(width), n)
        ]
        for r, count in enumerate(rows)
    ]
    for lines in product(*choices):
        walls = frozenset(chain(*lines))
        if wrong_lines(columns, walls, 1):
            continue
        if not faulty_rules(rows, columns, monsters, treasures, walls, topology, given_walls, given_opens):
            yield walls


# random boards that are legal, and some that are nearly so


def random_solved(rng: Random, height: int, width: int) -> Case:
    """A random puzzle with one of its solutions under ``local``; most have rooms where they fit, many are connected."""
    while True:
        puzzles = list(derive(walls := _carve(rng, height, width), height, width))
        if puzzles:
            return Case(*rng.choice(puzzles), walls)


def _carve(rng: Random, height: int, width: int) -> frozenset[Cell]:
    """Walls around a few rooms and random corridors without open 2x2 blocks or lonely cells; not always legal."""
    cells = every_cell(height, width)
    blocks: list[frozenset[Cell]] = []
    fixed: dict[Cell, bool] = {}  # cells of rooms and their borders: whether they are open
    for _ in range(rng.choice((0, 1, 1, 12))):
        if height < 3 or width < 3 or height == width == 3:
            break
        block = rectangle(rng.randint(0, height - 3), rng.randint(0, width - 3), 3, 3)
        around = sorted(border(block, height, width))
        entrance = rng.choice(around)
        wanted = {**dict.fromkeys(block, True), **dict.fromkeys(around, False), entrance: True}
        if all(fixed.get(cell, is_open) == is_open for cell, is_open in wanted.items()):
            blocks.append(block)
            fixed.update(wanted)
    opens = {cell for cell, is_open in fixed.items() if is_open}
    free = [cell for cell in cells if cell not in fixed]
    rng.shuffle(free)
    if rng.random() < 0.4:  # grow a tree
        opens = opens or {rng.choice(cells)}
        for cell in free * 4:
            if cell not in opens and len(beside(cell, opens)) == 1 and rng.random() < 0.8:
                opens.add(cell)
    else:  # everything that makes no open 2x2 block, or a part of it
        density = rng.choice((0.5, 0.8, 1, 1))
        for cell in free:
            if rng.random() < density and not any(
                cell in pool for pool in pools(height, width, opens | {cell}, blocks)
            ):
                opens.add(cell)
        for _ in range(rng.choice((0, 0, 1, 5))):  # dead ends are filled again
            opens -= {cell for cell in free if cell in opens and len(beside(cell, opens)) == 1}
    if rng.random() < 0.5 and opens:  # one piece
        opens = max(regions(opens), key=len)
    opens -= {cell for cell in opens if not beside(cell, opens)}
    return frozenset(cells) - opens


def spoil(rng: Random, case: Case) -> Case:
    """The case with up to four small changes to the board or the puzzle, any of which may break a rule or mend it."""
    rows, columns = list(case.rows), list(case.columns)
    monsters, treasures, walls = set(case.monsters), set(case.treasures), set(case.walls)
    given_walls, given_opens = set(case.given_walls), set(case.given_opens)
    cells = every_cell(len(rows), len(columns))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 4))):
        cell = rng.choice(cells)
        match rng.choice(("flip", "flip", "flip", "derive", "count", "unknown", "monster", "treasure", "given")):
            case "flip":  # the counts follow half of the time, so that other rules can be the only broken ones
                walls ^= {cell}
                if rng.random() < 0.5:
                    exact = line_counts(walls, len(rows), len(columns))
                    rows, columns = list(exact[0]), list(exact[1])
            case "derive":  # monsters where they have to be
                opens = open_cells(len(rows), len(columns), walls)
                monsters = {end for end in opens if len(beside(end, opens)) == 1} - treasures
            case "count":
                counts, most = rng.choice(((rows, len(columns)), (columns, len(rows))))
                counts[rng.randrange(len(counts))] = rng.randint(0, most)
            case "unknown":
                counts = rng.choice((rows, columns))
                for i in rng.sample(range(len(counts)), rng.randint(1, len(counts))):
                    counts[i] = None
            case "monster":
                monsters = (monsters ^ {cell}) - treasures
            case "treasure":
                treasures = (treasures ^ {cell}) - monsters
            case "given":
                right = rng.random() < 0.7
                for other in rng.sample(cells, min(3, len(cells))):
                    (given_walls if (other in walls) == right else given_opens).add(other)
                given_opens -= given_walls
    return Case(
        tuple(rows),
        tuple(columns),
        tuple(sorted(monsters)),
        tuple(sorted(treasures)),
        frozenset(walls),
        tuple(sorted(given_walls)),
        tuple(sorted(given_opens)),
    )
