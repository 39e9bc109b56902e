"""The rules of dungeons as statements: as clauses, on whole boards, and on partly known boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar

from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import Shaded
from satdnd.draw.picture import Picture
from satdnd.encodings.grid import at_least_two, closed_block, exactly_one_if, not_all
from satdnd.explanation.phrases import BE, Phrase
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon.board_shape import solution
from satdnd.kinds.dungeon.loops import NO_LOOP
from satdnd.kinds.dungeon.model import GIVEN, Dungeon, DungeonSolution
from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum, Term
from satdnd.rules.count import Count, exactly, true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import Combined, RuleStatement, Together
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal

R = TypeVar("R")
IN_DEAD_END = "{} monster at {{}} is in a dead end"
IN_ROOM = "{} treasure at {{}} lies in a treasure room"
NO_DEAD_END = "no dead end without a monster at {}"
NO_OPEN_SQUARE = "no open 2x2 at {}"


@lru_cache(maxsize=64)
def walls(geometry: Grid) -> Shading:
    """Variable ``r*W + c + 1`` is true if the cell (r, c) is a wall."""
    denied = {"not_yes": "cannot be a wall", "not_no": "cannot be open"}
    return Shading(geometry, "wall", "#", yes="is a wall", no="is open", **denied)


@dataclass(frozen=True)
class Room:
    """A 3x3 block as a treasure room: all its cells are open, and exactly one cell beside it."""

    corner: Cell
    """Its top left cell."""
    inside: tuple[Literal, ...]
    """The literals "open" of its cells."""
    border: tuple[Literal, ...]
    """The literals "open" of the cells around it."""

    def literal(self, encoder: Encoder) -> Literal:
        """A literal that implies the room; one direction is enough."""
        name = "room[{},{}]".format(*self.corner)
        return encoder.define(self.corner, name, lambda room: closed_block(room, self.inside, self.border))

    def there(self, board: Bitboard) -> bool:
        """Whether it is on the board."""
        return true_among(self.inside, board) == 9 and true_among(self.border, board) == 1

    @property
    def constraint(self) -> Sum:
        """The room as a sum; a wall inside counts as two entrances too many."""
        inside = (Term(-x - 1, YES, 2) for x in self.inside)
        return Sum((*inside, *(Term(-x - 1, NO) for x in self.border)), 1, 1)


@dataclass(frozen=True)
class _AtCell(RuleStatement):
    """A demand of a cell on its neighbours."""

    is_open: Literal
    ways: tuple[Literal, ...]
    """The literals "open" of its neighbours."""


@dataclass(frozen=True)
class Monster(_AtCell):
    """A monster is on an open cell with exactly one open neighbour."""

    def encode(self, encoder: Encoder) -> None:
        """The cell is open, and exactly one neighbour."""
        encoder.formula.extend([[self.is_open], *exactly_one_if(self.is_open, self.ways)])

    def broken(self, board: Bitboard) -> bool:
        """Whether it is on a wall, or not in a dead end."""
        return not true_among([self.is_open], board) or true_among(self.ways, board) != 1

    def constraints(self) -> Sequence[Constraint]:
        """Two sums."""
        return [Sum.of_literals([self.is_open], 1), Sum.of_literals(self.ways, 1, 1)]


@dataclass(frozen=True)
class NoDeadEnd(_AtCell):
    """An open cell has at least two open neighbours."""

    def encode(self, encoder: Encoder) -> None:
        """At least two open neighbours, unless the cell is a wall."""
        encoder.formula.extend(at_least_two(self.ways, unless=[-self.is_open]))

    def broken(self, board: Bitboard) -> bool:
        """Whether it is open with too few open neighbours."""
        return true_among([self.is_open], board) > 0 and true_among(self.ways, board) < 2

    def constraints(self) -> Sequence[Constraint]:
        """A sum in which a wall counts as two open neighbours."""
        ways = (Term(-x - 1, NO) for x in self.ways)
        return [Sum((*ways, Term(-self.is_open - 1, YES, 2)), 2, len(self.ways) + 2)]


@dataclass(frozen=True)
class InRoom(RuleStatement):
    """If certain cells are all open, some room covers all of them."""

    opens: tuple[Literal, ...]
    """The literals "open" of these cells; empty: there is a room in any case."""
    rooms: tuple[Room, ...]
    """The possible rooms."""

    def encode(self, encoder: Encoder) -> None:
        """One clause."""
        encoder.formula.add(*not_all(self.opens, [room.literal(encoder) for room in self.rooms]))

    def broken(self, board: Bitboard) -> bool:
        """Whether all are open without a room."""
        return true_among(self.opens, board) == len(self.opens) and not any(room.there(board) for room in self.rooms)

    def constraints(self) -> Sequence[Constraint]:
        """A wall or a room."""
        return [Either((Sum.of_literals((-x for x in self.opens), 1), *(room.constraint for room in self.rooms)))]


def bordering(geometry: Grid, cells: Sequence[Cell]) -> list[Cell]:
    """The cells of the grid that share an edge with one of *cells*, without these, in reading order.

    Cell by cell on purpose: the referee shifts masks instead, and a test compares the two.
    """
    around = {(r + i, c + j) for r, c in cells for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0))}
    return sorted(cell for cell in around - set(cells) if geometry.contains(cell))


def block_cells(corner: Cell) -> list[Cell]:
    """The nine cells of the 3x3 block with that top left cell."""
    return [(corner[0] + i, corner[1] + j) for i in range(3) for j in range(3)]


def corners(geometry: Grid) -> Iterator[Cell]:
    """The top left cells of all 3x3 blocks in the grid."""
    return product(range(geometry.height - 2), range(geometry.width - 2))


@lru_cache(maxsize=8)
def opens_beside(geometry: Grid) -> Sequence[tuple[Literal, ...]]:
    """For each cell in reading order, the literals "open" of its neighbours."""
    opens = walls(geometry)
    return [opens.literals(bordering(geometry, [cell]), -1) for cell in geometry.cells(geometry.all)]


@lru_cache(maxsize=8)
def all_rooms(geometry: Grid) -> Mapping[Cell, Room]:
    """All 3x3 blocks in the grid by their top left cells."""
    return {corner: _room(geometry, corner) for corner in corners(geometry)}


def _room(geometry: Grid, corner: Cell) -> Room:
    opens, inside = walls(geometry), block_cells(corner)
    return Room(corner, opens.literals(inside, -1), opens.literals(bordering(geometry, inside), -1))


def rooms(puzzle: Dungeon) -> dict[Cell, Room]:
    """The possible rooms: blocks with one treasure and no monster."""
    geometry, treasures, monsters = puzzle.grid, set(puzzle.treasures), set(puzzle.monsters)
    found = {}
    for corner in sorted({(r - i, c - j) for r, c in treasures for i in range(3) for j in range(3)}):
        inside = set(block_cells(corner))
        if len(inside & treasures) == 1 and not inside & monsters and all(map(geometry.contains, inside)):
            found[corner] = _room(geometry, corner)
    return found


def covering(possible: Mapping[Cell, R], cells: Sequence[Cell]) -> tuple[R, ...]:
    """What belongs to the rooms, by top left cell, that cover all of *cells*."""
    rows, columns = (range(max(line) - 2, min(line) + 1) for line in zip(*cells, strict=True))
    return tuple(possible[corner] for corner in product(rows, columns) if corner in possible)


def open_squares(geometry: Grid, possible: Mapping[Cell, Room]) -> Iterator[InRoom]:
    """No 2x2 block is open unless a room covers it."""
    opens = walls(geometry)
    for r, c in product(range(geometry.height - 1), range(geometry.width - 1)):
        square = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        yield InRoom("no-2x2", square, NO_OPEN_SQUARE, opens.literals(square, -1), covering(possible, square))


def rings(puzzle: Dungeon) -> Iterator[InRoom]:
    """Under `tree`, an open ring of eight surrounds a treasure. Models rely on cuts; steps need a statement."""
    opens, possible = walls(puzzle.grid), rooms(puzzle)
    for corner in corners(puzzle.grid):
        ring = block_cells(corner)
        del ring[4]
        yield InRoom("tree", tuple(ring), NO_LOOP, opens.literals(ring, -1), covering(possible, ring))


def statements(puzzle: Dungeon) -> Iterator[RuleStatement]:
    """Given cells, monsters, treasures, dead ends, 2x2 blocks, lines: the same under every topology."""
    geometry, possible, around = puzzle.grid, rooms(puzzle), opens_beside(puzzle.grid)
    variable, given = walls(geometry).variable, "the cell at {} is given as "
    for cell in geometry.cells(puzzle.opens):
        yield exactly("on-open", [cell], given + "open", [-variable(cell)], 1, Clue(GIVEN, cell))
    for cell in geometry.cells(puzzle.walls):
        yield exactly("on-open", [cell], given + "a wall", [variable(cell)], 1, Clue(GIVEN, cell))
    for cell in puzzle.monsters:
        ways = around[variable(cell) - 1]
        yield Monster("monster-deadend", (cell,), IN_DEAD_END.format("the"), -variable(cell), ways)
    yield from treasures(puzzle, possible)
    monsters = set(puzzle.monsters)
    for cell, ways in zip(geometry.cells(geometry.all), around, strict=True):
        if cell not in monsters:
            yield NoDeadEnd("deadend-monster", (cell,), NO_DEAD_END, -variable(cell), ways)
    yield from open_squares(geometry, possible)
    yield from line_counts(puzzle)


def treasures(puzzle: Dungeon, possible: Mapping[Cell, Room]) -> Iterator[Together]:
    """Each treasure is in a room."""
    for cell in puzzle.treasures:
        identity = "treasure-room", (cell,), IN_ROOM.format("the")
        here = exactly(*identity, walls(puzzle.grid).literals([cell], -1), 1)
        yield Together(*identity, (here, InRoom(*identity, (), covering(possible, [cell]))))


def rooms_in_lines(puzzle: Dungeon) -> Iterator[Combined]:
    """For each treasure, what its room leaves of a row or column, and what that line leaves of the room."""
    lines = [*line_counts(puzzle)]
    for treasure in treasures(puzzle, rooms(puzzle)):
        scope = {x for one in treasure.constraints() for x in one.scope}
        for line in lines:
            if scope.intersection(abs(x) - 1 for x in line.literals):
                cells = dict.fromkeys((treasure.place, *line.cells))
                yield Combined("room-line", tuple(cells), f"{treasure.pattern}, and {line.text}", (treasure, line))


def line_counts(puzzle: Dungeon) -> Iterator[Count]:
    """The walls of rows and columns with known counts."""
    geometry = puzzle.grid
    for what, lines, counts in ("row", geometry.rows, puzzle.rows), ("column", geometry.columns, puzzle.columns):
        for number, (line, count) in enumerate(zip(lines, counts, strict=True), 1):
            if count is not None:
                cells, clue = geometry.cells(line), Clue(f"{what}s", number - 1)
                says = f"needs {counted(count, 'wall')}" if count else "has no walls"
                literals = walls(geometry).literals(cells)
                yield Count(f"{what}-count", tuple(cells), f"{what} {number} {says}", literals, count, count, clue=clue)


def shown(puzzle: Dungeon) -> tuple[Literal, ...]:
    """Monsters and treasures are on open cells; cells may be given."""
    opens = puzzle.monster_mask | puzzle.treasure_mask | puzzle.opens
    return tuple(sorted([*(i + 1 for i in scan(puzzle.walls)), *(-i - 1 for i in scan(opens))], key=abs))


class Walls(Shaded):
    """Walls and open cells."""

    phrases = {"#": Phrase.of(BE, "a wall", "walls"), "o": Phrase.of(BE, "open")}  # noqa: RUF012  (a Mapping)

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """The unknowns, shared by all puzzles of a size."""
        return walls(puzzle.grid)

    def picture(self, puzzle: Any, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """The picture, with what is given."""
        given: Sequence[str] = self.unknowns(puzzle).describe(shown(puzzle))["forced"]
        known = zip(rows or given, given, strict=True)
        signs = ["".join(y if x == "." else x for x, y in zip(*both, strict=True)) for both in known]
        return replace(super().picture(puzzle, signs, marked), words={})

    def solution(self, puzzle: Any, board: Bitboard) -> DungeonSolution:
        """The solution, with its loops."""
        return solution(puzzle, board)
