"""What a Dungeons & Diagrams puzzle is, and what a solution of one is (Zach Barth's puzzle)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from satdnd.engine.kind import Drawable
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Bitboard, Cell, CellSet, Grid, grid
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon.options import DungeonOptions


@dataclass(frozen=True)
class DungeonSolution:
    """A board: the set of wall cells, as an integer (bit ``r*W + c``)."""

    height: int
    width: int
    board: Bitboard
    loops: int = field(default=0, compare=False)
    """Independent loops of the open cells after each treasure room is contracted to one node."""
    tree: bool = field(default=False, compare=False)
    """Whether the open cells, rooms contracted, form a tree whose leaves are the monsters and the rooms."""

    @property
    def walls(self) -> CellSet:
        """The wall cells, printable."""
        return CellSet(grid(self.height, self.width), self.board)

    @property
    def lines(self) -> list[str]:
        """One string a row, ``#`` wall and ``.`` open."""
        return grid(self.height, self.width).lines(self.board)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """``grid``, ``board``, ``tree`` and ``loops`` as the command line prints them."""
        return {
            "grid": self.lines,
            "board": grid(self.height, self.width).hex(self.board),
            "tree": self.tree,
            "loops": self.loops,
        }


@dataclass(frozen=True)
class Dungeon(Drawable):
    """A puzzle of H rows and W columns.

    Args:
        rows: H wall counts, each 0..W or None where it is not given.
        columns: W wall counts, each 0..H or None.
        monsters: cells that hold a monster; kept sorted.
        treasures: cells that hold a treasure; kept sorted, disjoint from the monsters.
        walls: bitboard of the cells given as wall.
        opens: bitboard of the cells given as open.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: a count, cell, size or shape that cannot be (counts that do not add up are an unsolvable
            puzzle, not an error; so is a monster on a cell given as wall).
    """

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    monsters: tuple[Cell, ...] = ()
    treasures: tuple[Cell, ...] = ()
    walls: Bitboard = 0
    opens: Bitboard = 0
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "dungeon"
    options = DungeonOptions
    solution_class = DungeonSolution

    def __post_init__(self) -> None:
        put = object.__setattr__
        for what in ("rows", "columns"):
            if type(getattr(self, what)) is not tuple:
                put(self, what, fields.several(getattr(self, what), what, "a list of counts"))
        height, width = len(self.rows), len(self.columns)
        fields.sides(height, width)
        for what, counts, most in (("row", self.rows, width), ("column", self.columns, height)):
            for i, count in enumerate(() if fields.all_whole(counts, 0, most) else counts):
                if count is not None and (type(count) is not int or not 0 <= count <= most):
                    expected = f"it must be a whole number from 0 to {most}, or unknown"
                    raise InputError(
                        f"{what} {i + 1} has the count {fields.shown(count)}; "
                        f"with {counted(most, 'cell')} in a {what} {expected}"
                    )
        put(self, "grid", geometry := grid(height, width))
        for what, mask in (("monsters", "monster_mask"), ("treasures", "treasure_mask")):
            cells, board = _checked_cells(geometry, what, getattr(self, what))
            put(self, what, cells)
            put(self, mask, board)
        if both := self.monster_mask & self.treasure_mask:
            raise InputError(f"cell {list(geometry.cells(both)[0])} holds both a monster and a treasure")
        for what in ("walls", "opens"):
            if type(getattr(self, what)) is not int:
                raise InputError(f"{what} is {fields.shown(getattr(self, what))}, expected the cells as a bitboard")
        if (self.walls | self.opens) & ~self.grid.all:
            raise InputError("given cells outside the grid")
        if self.walls & self.opens:
            raise InputError(
                f"cell {list(self.grid.cells(self.walls & self.opens)[0])} is given both as wall and as open"
            )

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)

    @cached_property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(len(self.rows), len(self.columns))

    @cached_property
    def monster_mask(self) -> Bitboard:
        """The monsters as a bitboard."""
        return self.grid.mask(self.monsters)

    @cached_property
    def treasure_mask(self) -> Bitboard:
        """The treasures as a bitboard."""
        return self.grid.mask(self.treasures)


def _checked_cells(geometry: Grid, what: str, cells: Any) -> tuple[tuple[Cell, ...], Bitboard]:
    """The cells, sorted and as a set; InputError for what is no cell of the grid or stands there twice."""
    if type(cells) is tuple and (mask := geometry.marked(cells)) is not None:
        return tuple(sorted(cells)), mask
    seen: set[Cell] = set()
    for cell in fields.several_cells(cells, what):
        if not geometry.contains(cell):
            raise InputError(
                f"{what[:-1]} at {list(cell)} is outside the grid "
                f"of {counted(geometry.height, 'row')} and {counted(geometry.width, 'column')}"
            )
        if cell in seen:
            raise InputError(f"two {what} at {list(cell)}")
        seen.add(cell)
    return tuple(sorted(seen)), geometry.mask(seen)
