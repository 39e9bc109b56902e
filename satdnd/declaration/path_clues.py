"""Puzzles of numbers in order along a path: given ones, cells that are not there, and the faults of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from typing import Any

from satdnd.declaration.clues.choices import Choice
from satdnd.declaration.clues.family import WALL, NumberGrid, clues
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.draw.picture import Picture, Tile
from satdnd.engine.kind import Fault
from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.chain import PathNumbers


@dataclass(frozen=True)
class PathGrid(NumberGrid):
    """Given numbers; ``#`` is no cell."""

    fixed: bool = True
    noun: str = "given number"
    stays: bool = False

    unknown_sign = WALL

    def checked(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The rows, all of the same length, with at least one cell."""
        rows = super().checked(value, name)
        if all(x == WALL for row in rows for x in row):
            raise InputError(f"{name} has no cell, expected at least one")
        return rows

    @property
    def help(self) -> str:
        """How the cells are written."""
        return (
            "One line per row: a number, . for a cell without, # where there is no cell; with numbers\nabove 9 there "
            "are blanks between all cells."
        )

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {**super().page, "family": "filled", "walls": True}

    @property
    def expected(self) -> str:
        """The possible entries, for error messages."""
        return "a whole number from 1, '#' for no cell, or none"

    def drawn(self, value: Sequence[Sequence[Any]], picture: Picture) -> Picture:
        """The picture with numbers in their cells, and dark where there is no cell."""
        drawn = super().drawn(value, picture)
        tiles = [
            [Tile.of("wall", "", tile.marked) if x == WALL else tile for x, tile in zip(*rows, strict=True)]
            for rows in zip(value, drawn.tiles, strict=True)
        ]
        return replace(drawn, tiles=tiles)


@dataclass(frozen=True)
class PathPuzzle(GridPuzzle):
    """Given numbers, ``#`` for no cell; *steps* is ``rook`` if consecutive numbers share an edge."""

    rows: tuple[tuple[int | str | None, ...], ...] = clues(PathGrid())
    steps: str = clues(Choice("steps", "king", "rook", "consecutive numbers share an edge"), "king")

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells, in reading order."""
        return [(r, c) for r, row in enumerate(self.rows) for c, x in enumerate(row) if x != "#"]

    def distance(self, one: Cell, other: Cell) -> int:
        """The fewest steps between two cells of a full grid."""
        sides = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(sides) if self.steps == "king" else sum(sides)

    @cached_property
    def around(self) -> tuple[int, ...]:
        """For each cell the cells that touch it, as bits."""
        index = {cell: i for i, cell in enumerate(self.cells)}
        ways = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if self.distance((0, 0), (i, j)) == 1]
        near = ([index.get((r + i, c + j), -1) for i, j in ways] for r, c in self.cells)
        return tuple(sum(1 << i for i in some if i >= 0) for some in near)

    @property
    def choices(self) -> int:
        """How many numbers the cells can hold, added up."""
        return len(self.cells) ** 2

    @cached_property
    def unknowns(self) -> PathNumbers:
        """A variable for each number in each cell."""
        return PathNumbers(self.cells, (self.height, self.width), self.around, chequered=self.steps == "rook")

    @cached_property
    def where(self) -> Mapping[int, Cell]:
        """The cell of each given number, in order."""
        return dict(sorted((number, cell) for cell, number in self.by_cell.items()))

    @property
    def stretches(self) -> Iterable[tuple[int, int]]:
        """The numbers from one given number to the next, and to both ends."""
        n = len(self.cells)
        return pairwise(sorted({1, n, *(number for number in self.where if number <= n)}))


def path_faults(puzzle: PathPuzzle, grid: Sequence[Sequence[int]]) -> Iterator[Fault]:
    """Numbers that are impossible, missing or repeated, far from the next, or not those given."""
    n, there = len(puzzle.cells), dict[int, list[Cell]]()
    for r, row in enumerate(puzzle.rows):
        for c, given in enumerate(row):
            number, name = grid[r][c], cell_name((r, c))
            if not (number == 0 if given == "#" else 1 <= number <= n):
                expected = "where there is no cell" if given == "#" else f"instead of 1 to {n}"
                text = f"{name} holds {number} {expected}" if number else f"cell {name} is empty"
                yield (Fault("value", ((r, c),), text))
            elif given not in (None, "#", number):
                yield (Fault("given", ((r, c),), f"{name} is {given}, the grid has {number}"))
            there.setdefault(number, []).append((r, c))
    for number in range(1, n + 1):
        here, after = there.get(number, []), there.get(number + 1, [])
        if len(here) != 1:
            places = f"stands at {listed([*map(cell_name, here)])}" if here else "is missing"
            yield (Fault("number", tuple(here), f"{number} {places}"))
        elif len(after) == 1 and puzzle.distance(here[0], after[0]) > 1:
            text = f"{number} at {cell_name(here[0])} does not touch {number + 1} at {cell_name(after[0])}"
            yield (Fault("path", (here[0], after[0]), text))
