"""The rules of a dungeon, one instance at a time, as constraints over its cells: for judging explanations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import Constraint, Domain, Domains, Either, Sum, Term
from satdnd.explanation.judge.instances import CellInstances, Instance, Restriction, cell_of
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.board_shape import solution as with_shape
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions

OPEN, WALL = 1, 2
"""Sets of values: 0 is open, 1 a wall."""
_CUT = re.compile(r"the open cells around (r\d{1,6}c\d{1,6}) need a way out")
_LOOP = re.compile(r"the corridor through (r\d{1,6}c\d{1,6}) is no loop")


class DungeonInstances(CellInstances[DungeonSolution]):
    """Of one dungeon; connectivity by cuts, and under `tree` loops one by one."""

    marks: ClassVar[Mapping[str, Domain]] = {"#": WALL, "o": OPEN}

    def __init__(self, puzzle: Dungeon, options: DungeonOptions) -> None:
        self.puzzle = puzzle
        super().__init__(puzzle.grid)
        self.domains = (OPEN | WALL,) * self.grid.size
        self._topology = options.topology
        self._rooms = {corner: self._room(corner) for corner in self._corners()}

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Clues, cells, 2x2 blocks, lines."""
        puzzle, geometry = self.puzzle, self.grid
        for mask, values, what in ((puzzle.walls, WALL, "a wall"), (puzzle.opens, OPEN, "open")):
            for cell in geometry.cells(mask):
                text = f"the cell at {cell_name(cell)} is given as {what}"
                yield text, self._of("on-open", [cell], Sum.of(self.at([cell]), values, 1))
        for cell in geometry.cells(geometry.all):
            name, beside = cell_name(cell), self.at(geometry.cells(geometry.neighbours(geometry.bit(cell))))
            if cell in puzzle.monsters:
                parts = Sum.of(self.at([cell]), OPEN, 1), Sum.of(beside, OPEN, 1, 1)
                yield f"the monster at {name} is in a dead end", self._of("monster-deadend on-open", [cell], *parts)
            else:
                neighbours = tuple(Term(i, OPEN) for i in beside)
                (own,) = self.at([cell])
                two = Sum((*neighbours, Term(own, WALL, 2)), 2, len(beside) + 2)
                yield f"no dead end without a monster at {name}", self._of("deadend-monster", [cell], two)
        for cell in puzzle.treasures:
            room = Either(tuple(self._covering([cell])))
            text = f"the treasure at {cell_name(cell)} lies in a treasure room"
            yield text, self._of("treasure-room on-open", [cell], room)
        for cell in geometry.cells(geometry.squares(geometry.all)):
            square = [(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)]
            closed = Either((Sum.of(self.at(square), OPEN, 0, 3), *self._covering(square)))
            yield f"no open 2x2 at {cell_name(cell)}", self._of("no-2x2", square, closed)
        for what, lines, counts in (
            ("row", geometry.rows, puzzle.rows),
            ("column", geometry.columns, puzzle.columns),
        ):
            for k, (line, count) in enumerate(zip(lines, counts, strict=True), 1):
                if count is not None:
                    cells = geometry.cells(line)
                    number = counted(count, "wall") if count else "no walls"
                    has = Sum.of(self.at(cells), WALL, count, count)
                    yield f"{what} {k} has {number}", self._of(f"{what}-count", cells, has)

    @staticmethod
    def _of(rules: str, cells: Iterable[Cell], *constraints: Constraint) -> Instance:
        return Instance(tuple(rules.split()), frozenset(cells), lambda: constraints)

    def cut(self, rule: str, text: str, about: Sequence[Cell]) -> Iterable[Constraint] | None:
        """That open cells need a way out, or that a corridor is no loop."""
        cut, loop = _CUT.fullmatch(text), _LOOP.fullmatch(text)
        if not cut and not loop:
            return None
        wanted = "connected" if cut else "tree"
        if self._topology not in ("tree", wanted):
            raise InputError(f"under the topology {self._topology} that is no rule")
        if rule != wanted:
            raise InputError(f"the rule is {wanted}, not {rule!r}")
        if cut:
            return [self.way_out(about, cell_of(cut[1]), OPEN)]
        assert loop
        corridor = self.grid.mask(about)
        if not corridor & self.grid.mask([cell_of(loop[1])]) or self.grid.degrees(corridor).more != corridor:
            raise InputError("the cells that it is about are no loop through that cell")
        return [Either((Sum.of(self.at(about), WALL, 1), *self._covering(about)))]

    def cut_off(self, known: Domains) -> Iterator[Restriction]:
        """By connectivity."""
        return iter(()) if self._topology == "local" else self.without_way(known, "o", "#")

    def _corners(self) -> Iterator[Cell]:
        """The top left cells of 3x3 blocks with one treasure and no monster."""
        treasures, monsters = set(self.puzzle.treasures), set(self.puzzle.monsters)
        for r in range(self.grid.height - 2):
            for c in range(self.grid.width - 2):
                block = set(_block((r, c)))
                if len(block & treasures) == 1 and not block & monsters:
                    yield r, c

    def _room(self, corner: Cell) -> Sum:
        """That a room is there: nine open cells, and beside them one; a wall inside counts as two too many."""
        inside = _block(corner)
        border = self.grid.cells(self.grid.border(self.grid.mask(inside)))
        walls = [Term(i, WALL, 2) for i in self.at(inside)]
        return Sum((*walls, *(Term(i, OPEN) for i in self.at(border))), 1, 1)

    def _covering(self, cells: Iterable[Cell]) -> list[Sum]:
        """The rooms that have all of *cells*."""
        return [room for corner, room in self._rooms.items() if set(_block(corner)).issuperset(cells)]

    def shown(self) -> Iterable[Restriction]:
        """The given cells; monsters and treasures are on open ones."""
        puzzle = self.puzzle
        for mask, word in ((puzzle.walls, "#"), (puzzle.opens | puzzle.monster_mask | puzzle.treasure_mask, "o")):
            yield from (self.marked(cell, word) for cell in self.grid.cells(mask))

    def values(self, solution: DungeonSolution) -> Sequence[int]:
        """The walls."""
        return [solution.board >> i & 1 for i in range(self.grid.size)]

    def solution(self, known: Domains) -> DungeonSolution | list[Cell]:
        """The board."""
        found = self.decided(known)
        return found if isinstance(found, list) else with_shape(self.puzzle, found)


def _block(corner: Cell) -> list[Cell]:
    return [(corner[0] + i, corner[1] + j) for i in range(3) for j in range(3)]
