"""The classes of puzzles and solutions of Dungeons & Diagrams (Zach Barth's puzzle)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.margins import CountMargin, CountsOfLines
from satdnd.declaration.clues.things import Things
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import ShadedSolution
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell, CellSet, grid
from satdnd.grid.notation import cell_name
from satdnd.kinds.dungeon.options import DungeonOptions

GIVEN = "given"
"""The field of clues that are walls and open cells already in place."""


@dataclass(frozen=True)
class DungeonSolution(ShadedSolution):
    """A board: the set of wall cells, as an integer (bit ``r*W + c``)."""

    loops: int = field(default=0, compare=False)
    """Independent loops of the open cells, with each treasure room contracted to one node."""
    tree: bool = field(default=False, compare=False)
    """Whether the open cells, with rooms contracted, form a tree whose leaves are the monsters and the rooms."""

    @property
    def walls(self) -> CellSet:
        """The wall cells, printable."""
        return CellSet(grid(self.height, self.width), self.board)

    @property
    def lines(self) -> list[str]:
        """One string per row, ``#`` wall and ``.`` open."""
        return grid(self.height, self.width).lines(self.board)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """``grid``, ``board``, ``tree`` and ``loops`` as the command line prints them."""
        board = grid(self.height, self.width).hex(self.board)
        return {"grid": self.lines, "board": board, "tree": self.tree, "loops": self.loops}


@dataclass(frozen=True)
class Dungeon(GridPuzzle):
    """A puzzle of H rows and W columns.

    Args:
        rows: H wall counts, or None if not given.
        columns: W wall counts or None.
        monsters: cells that hold a monster; kept sorted.
        treasures: cells that hold a treasure; kept sorted, disjoint from the monsters.
        walls: bitboard of the cells given as wall.
        opens: bitboard of the cells given as open.

    Raises:
        InputError: an invalid count, cell, size or shape (counts that are too large or do not add up, or a monster on a
            cell given as wall, are not errors but unsolvable puzzles).
    """

    rows: CountsOfLines = clues(CountMargin("row", "wall"))
    columns: CountsOfLines = clues(CountMargin("column", "wall"))
    monsters: tuple[Cell, ...] = clues(Things("monster", "M", style="monster", removable=False), ())
    treasures: tuple[Cell, ...] = clues(Things("treasure", "T", style="treasure", removable=False), ())
    walls: Bitboard = 0
    opens: Bitboard = 0

    kind: ClassVar = "dungeon"
    options: ClassVar = DungeonOptions
    solution_class: ClassVar = DungeonSolution

    monster_mask: Bitboard = field(init=False, compare=False, repr=False)
    """The monsters as a bitboard."""
    treasure_mask: Bitboard = field(init=False, compare=False, repr=False)
    """The treasures as a bitboard."""

    def __post_init__(self) -> None:
        super().__post_init__()
        geometry, walls, opens = self.grid, self.walls, self.opens
        monsters, treasures = geometry.mask(self.monsters), geometry.mask(self.treasures)
        self.__dict__.update(monster_mask=monsters, treasure_mask=treasures)
        if monsters & treasures:
            raise InputError(f"{self._first(monsters & treasures)} holds both a monster and a treasure")
        for what, cells in (("walls", walls), ("opens", opens)):
            if type(cells) is not int:
                raise InputError(f"{what} is {fields.shown(cells)}, expected the cells as a bitboard")
        if (walls | opens) & ~geometry.all:
            raise InputError("given cells outside the grid")
        if walls & opens:
            raise InputError(f"{self._first(walls & opens)} is given both as wall and as open")

    def changed(self, clues: Mapping[Clue, Any]) -> Dungeon:
        """As in the base; None removes a given cell too."""
        made = super().changed({clue: value for clue, value in clues.items() if clue.field != GIVEN})
        kept = ~self.grid.mask(clue.place for clue in clues if clue.field == GIVEN)
        return replace(made, walls=self.walls & kept, opens=self.opens & kept)

    def _first(self, cells: Bitboard) -> str:
        return f"cell {cell_name(self.grid.cells(cells)[0])}"
