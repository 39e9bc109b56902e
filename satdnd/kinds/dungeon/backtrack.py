"""Dungeons & Diagrams by backtracking on bitboards: an oracle that shares nothing with any SAT encoding.

Two bitboards hold what is known: the walls and the open cells. The first unknown cell is tried as a wall, then as open;
after each try the rules add the cells that follow or find a contradiction, until nothing more follows. A rule may miss
things, but never refuses a solution. Full boards are judged by the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.kinds.dungeon.board_shape import core
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.rules import accepts
from satdnd.sat.budget import Budget


class _Known(NamedTuple):
    """What holds in every solution below a node of the search; a cell in both sets is a contradiction."""

    walls: Bitboard
    opens: Bitboard


def search(
    puzzle: Dungeon, topology: str = "connected", *, stats: Counter[str] | None = None, budget: Budget | None = None
) -> Iterator[Bitboard]:
    """Every solution of *puzzle*, each once.

    It keeps its own stack: a grid may have more cells than Python has frames.

    Args:
        puzzle: any H x W, with or without unknown counts and given cells.
        topology: 'connected' (the published rule), 'tree' or 'local'.
        stats: counts ``nodes``, the tries that no rule refuses, including the puzzle itself.
        budget: the limits; None: no limit.

    Yields:
        bitboards of walls (bit ``r*W + c`` for cell ``(r, c)``), sorted by their cells in reading order, wall before
        open.

    Raises:
        Undecided: the budget ran out.
    """
    board, stats = _Board(puzzle, topology), Counter() if stats is None else stats
    stack = [_Known(puzzle.walls, puzzle.opens | puzzle.monster_mask | puzzle.treasure_mask)]
    while stack:
        if budget is not None:
            budget.check()
        known = board.settled(stack.pop())
        if known is None:
            continue
        stats["nodes"] += 1
        if free := puzzle.grid.all & ~(known.walls | known.opens):
            cell = free & -free
            stack += [_Known(known.walls, known.opens | cell), _Known(known.walls | cell, known.opens)]
        elif accepts(puzzle, known.walls, topology):
            yield known.walls


class _Room(NamedTuple):
    """A 3x3 block that may be a treasure room."""

    block: Bitboard  # its nine cells
    border: Bitboard  # the adjacent cells inside the grid
    corners: Bitboard  # the upper left cells of its four 2x2 blocks

    def possible(self, known: _Known) -> bool:
        """Whether it may still be one: no wall inside, at most one open cell beside it, and not only walls there."""
        if self.block & known.walls or not self.border & ~known.walls:
            return False
        return (self.border & known.opens).bit_count() <= 1


class _Board:
    """A puzzle and a topology, prepared for the search."""

    def __init__(self, puzzle: Dungeon, topology: str) -> None:
        self.grid, self.monsters, self.topology = puzzle.grid, puzzle.monster_mask, topology
        lines = zip(self.grid.rows + self.grid.columns, puzzle.rows + puzzle.columns, strict=True)
        self.counts = [(line, count, line.bit_count() - count) for line, count in lines if count is not None]
        corners = [divmod(i, puzzle.width) for i in range(self.grid.size)]
        blocks = [(r, c, self.grid.block(r, c, 3, 3)) for r, c in corners]
        self.rooms = [
            [
                _Room(block, self.grid.border(block), self.grid.block(r, c, 2, 2))
                for r, c, block in blocks
                if block.bit_count() == 9 and block & puzzle.treasure_mask == 1 << i and not block & self.monsters
            ]
            for i in scan(puzzle.treasure_mask)
        ]
        self.rules = [self.by_counts, self.by_ways, self.by_treasures, self.by_squares, self.by_connection]

    def settled(self, known: _Known) -> _Known | None:
        """*known* and everything that the rules conclude from it, or None if one of them refuses it."""
        i = 0
        while i < len(self.rules):
            after = self.rules[i](known)
            if after is None or after.walls & after.opens:
                return None
            i = i + 1 if after == known else 0  # after each conclusion, start again from the cheapest rule
            known = after
        return known

    # The rules. Each returns what was known and what follows; None, or a cell in both sets, is a contradiction.

    def by_counts(self, known: _Known) -> _Known | None:
        """A line with all its walls is open elsewhere; a line with all its open cells is wall elsewhere."""
        walls, opens = known
        for line, wall_count, open_count in self.counts:
            walls_left = wall_count - (walls & line).bit_count()
            opens_left = open_count - (opens & line).bit_count()
            if walls_left < 0 or opens_left < 0:
                return None
            if not walls_left:
                opens |= line & ~walls
            elif not opens_left:
                walls |= line & ~opens
        return _Known(walls, opens)

    def by_ways(self, known: _Known) -> _Known | None:
        """A monster has exactly one open neighbour, any other open cell at least two; a cell that cannot is a wall."""
        walls, opens = known
        one, two, _ = self._at_least(opens)
        can_one, can_two, can_three = self._at_least(self.grid.all & ~walls)
        if self.monsters & (two | ~can_one):
            return None
        no_more, all_left = self.monsters & one, self.monsters & ~can_two | opens & ~self.monsters & ~can_three
        walls |= self.grid.neighbours(no_more) & ~opens | self.grid.all & ~can_two & ~self.monsters
        return _Known(walls, opens | self.grid.neighbours(all_left) & ~known.walls)

    def by_treasures(self, known: _Known) -> _Known | None:
        """A treasure has a room that is still possible; cells in all of its possible rooms are open."""
        walls, opens = known
        for rooms in self.rooms:
            possible = [room for room in rooms if room.possible(known)]
            if not possible:
                return None
            common = self.grid.all
            for room in possible:
                common &= room.block
            opens |= common
            if len(possible) == 1:
                border = possible[0].border
                if border & opens:
                    walls |= border & ~opens
                elif (border & ~walls).bit_count() == 1:
                    opens |= border & ~walls
        return _Known(walls, opens)

    def by_squares(self, known: _Known) -> _Known:
        """If no room can cover a 2x2 block, one of its cells is a wall: the fourth if three are open."""
        north, south, west, east = self.grid.north, self.grid.south, self.grid.west, self.grid.east
        walls, a = known
        # Bit (r, c) of a, b, c, d: the upper left, upper right, lower left, lower right of the block at (r, c) is open.
        b, c, d = west(a), north(a), north(west(a))
        bare = self.grid.all
        for room in self._possible_rooms(known):
            bare &= ~room.corners
        walls |= b & c & d & bare | east(a & c & d & bare) | south(a & b & d & bare) | south(east(a & b & c & bare))
        return _Known(walls, a)

    def by_connection(self, known: _Known) -> _Known | None:
        """Each open cell reaches all others without passing monsters; cells out of reach are walls."""
        walls, opens = known
        if not opens or self.topology == "local":
            return known
        if self.topology == "tree":
            rest = opens  # a room has one entrance and so is on no loop
            for room in self._possible_rooms(known):
                rest &= ~room.block
            if core(self.grid, rest):
                return None
        seed = opens & -opens
        region = self.grid.flood(seed, self.grid.all & ~walls & ~self.monsters | seed)
        region |= self.grid.neighbours(region) & self.monsters
        return _Known(walls | self.grid.all & ~region, opens)

    def _at_least(self, board: Bitboard) -> tuple[Bitboard, Bitboard, Bitboard]:
        """The cells with at least one, two, three neighbours in *board*, whether in it or not."""
        one = two = three = 0
        for step in (self.grid.north(board), self.grid.south(board), self.grid.west(board), self.grid.east(board)):
            three |= two & step
            two |= one & step
            one |= step
        return one, two, three

    def _possible_rooms(self, known: _Known) -> list[_Room]:
        """The rooms that are still possible, for all treasures."""
        return [room for rooms in self.rooms for room in rooms if room.possible(known)]
