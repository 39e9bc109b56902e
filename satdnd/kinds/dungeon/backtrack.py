"""Dungeons & Diagrams by row-by-row backtracking on bitboards: an oracle that shares nothing with any SAT encoding.

The search fills the rows from the top. For each row it tries every pattern with the right number of walls. Two
bitboards keep what is known: cells that are walls and cells that are open, anywhere in the grid. After each placement
cheap tests (`_Board.tests`) add the cells that follow or find that nothing fits, until none of them has more to say.
A test may miss things; it never refuses a solution. Full boards are judged by the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.kinds.dungeon.board_shape import core
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.rules import accepts
from satdnd.sat.budget import Budget


def search(
    puzzle: Dungeon, topology: str = "connected", *, stats: Counter[str] | None = None, budget: Budget | None = None
) -> Iterator[Bitboard]:
    """Every solution of *puzzle*, each once.

    The stack is its own: a grid may have more rows than Python has frames.

    Args:
        puzzle: any H x W, with unknown counts and given cells or without.
        topology: 'connected' (the published rule), 'tree' or 'local'.
        stats: counts ``nodes``, the patterns that were put into a row and kept (in the last one the solutions), and
            ``pruned_...``, those that a test refused, by its name; the puzzle as given counts as one if it is refused.
            Patterns that contradict a cell known by then are never tried and not counted.
        budget: how long; None: to the end.

    Yields:
        bitboards of walls (bit ``r*W + c`` for cell ``(r, c)``), sorted as their pictures are as text: in reading
        order, wall before open.

    Raises:
        Undecided: the budget ran out.
    """
    board, stats = _Board(puzzle, topology), Counter() if stats is None else stats
    stack = [iter((board.given,))]  # of placements to try, after no row, after the first row, ...
    while stack:
        if budget is not None:
            budget.check()
        placed = next(stack[-1], None)
        if placed is None:
            stack.pop()
        elif (known := board.settle(placed, stats)) is not None:
            filled = len(stack) - 1
            stats["nodes"] += filled > 0
            if filled < puzzle.height:
                stack.append(board.placements(filled, known))
            elif accepts(puzzle, known.walls, topology):
                yield known.walls


class _Known(NamedTuple):
    """What holds in every solution below a node of the search; a cell in both sets is a contradiction."""

    walls: Bitboard
    opens: Bitboard


class _Room(NamedTuple):
    """A 3x3 block that may be a treasure room."""

    block: Bitboard  # its nine cells
    border: Bitboard  # the cells beside it that lie in the grid
    corners: Bitboard  # the upper left cells of its four 2x2 blocks

    def possible(self, known: _Known) -> bool:
        """Whether it may still be one: no wall inside, at most one open cell beside it, and not only walls there."""
        if self.block & known.walls or not self.border & ~known.walls:
            return False
        return (self.border & known.opens).bit_count() <= 1


class _Board:
    """A puzzle and a topology, made ready for the search."""

    def __init__(self, puzzle: Dungeon, topology: str) -> None:
        self.puzzle = puzzle
        self.topology = topology
        self.grid: Grid = puzzle.grid
        self.monsters = puzzle.monster_mask
        self.given = _Known(puzzle.walls, puzzle.opens | self.monsters | puzzle.treasure_mask)
        lines = zip(self.grid.rows + self.grid.columns, puzzle.rows + puzzle.columns, strict=True)
        self.counts = [(line, count, line.bit_count() - count) for line, count in lines if count is not None]
        rooms = []
        for r, c in product(range(self.grid.height - 2), range(self.grid.width - 2)):
            block = self.grid.block(r, c, 3, 3)
            rooms.append(_Room(block, self.grid.border(block), self.grid.block(r, c, 2, 2)))
        self.rooms_of_treasure = [
            [room for room in rooms if room.block & puzzle.treasure_mask == 1 << i and not room.block & self.monsters]
            for i in scan(puzzle.treasure_mask)
        ]
        self.tests: list[tuple[str, Callable[[_Known], _Known | None]]] = [
            ("columns", self.narrow_counts),
            ("monster", self.narrow_monsters),
            ("dead-end", self.narrow_dead_ends),
            ("treasure", self.narrow_treasures),
            ("open-2x2", self.narrow_open_2x2),
        ]
        if topology != "local":
            self.tests.append(("connected", self.narrow_connected))

    def placements(self, r: int, known: _Known) -> Iterator[_Known]:
        """*known* with every pattern in row *r* that agrees with it and with the row's count, wall before open."""
        row, count = self.grid.rows[r], self.puzzle.rows[r]
        free = [1 << i for i in scan(row & ~known.walls & ~known.opens)]
        left = None if count is None else count - (known.walls & row).bit_count()
        both: Iterator[tuple[Bitboard, ...]] = product(*((cell, 0) for cell in free))
        for pattern in both if left is None else combinations(free, left):
            walls = known.walls | sum(pattern)
            yield _Known(walls, known.opens | row & ~walls)

    def settle(self, known: _Known, stats: Counter[str]) -> _Known | None:
        """*known* and all that the tests conclude from it, or None, counted in *stats*, when one of them refuses it."""
        i = 0
        while i < len(self.tests):
            name, test = self.tests[i]
            after = test(known)
            if after is None or after.walls & after.opens:
                stats[f"pruned_{name}"] += 1
                return None
            i = i + 1 if after == known else 0  # after each conclusion the first, cheapest test is asked again
            known = after
        return known

    # The tests. Each returns what was known and what follows; None, or a cell in both sets, when nothing fits.

    def narrow_counts(self, known: _Known) -> _Known | None:
        """A line that has all its walls is open elsewhere; a line that has all its open cells is wall elsewhere."""
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

    def narrow_monsters(self, known: _Known) -> _Known | None:
        """A monster has exactly one open neighbour."""
        walls, opens = known
        one, two, _ = self.at_least(opens)
        can_one, can_two, _ = self.at_least(self.grid.all & ~walls)
        if self.monsters & (two | ~can_one):
            return None
        more_walls = self.grid.neighbours(self.monsters & one) & ~opens
        more_opens = self.grid.neighbours(self.monsters & ~can_two) & ~walls
        return _Known(walls | more_walls, opens | more_opens)

    def narrow_dead_ends(self, known: _Known) -> _Known | None:
        """Every other open cell has at least two; a cell that cannot have two is a wall."""
        walls, opens = known
        _, two, three = self.at_least(self.grid.all & ~walls)
        corridor = opens & ~self.monsters
        opens |= self.grid.neighbours(corridor & ~three) & ~walls
        walls |= self.grid.all & ~two & ~self.monsters
        return _Known(walls, opens)

    def narrow_treasures(self, known: _Known) -> _Known | None:
        """A treasure has a room that is still possible; cells that all of its possible rooms have are open."""
        walls, opens = known
        for rooms in self.rooms_of_treasure:
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

    def narrow_open_2x2(self, known: _Known) -> _Known | None:
        """Where no room is possible, one cell of every 2x2 block is a wall: the fourth, when three are open."""
        north, south, west, east = self.grid.north, self.grid.south, self.grid.west, self.grid.east
        walls, a = known
        # Bit (r, c) of a, b, c, d: the upper left, upper right, lower left, lower right of the block at (r, c) is open.
        b, c, d = west(a), north(a), north(west(a))
        bare = self.grid.all
        for room in self.possible_rooms(known):
            bare &= ~room.corners
        walls |= b & c & d & bare | east(a & c & d & bare) | south(a & b & d & bare) | south(east(a & b & c & bare))
        return _Known(walls, a)

    def narrow_connected(self, known: _Known) -> _Known | None:
        """From one open cell all others can be reached, not by way of monsters; what cannot be reached is wall."""
        walls, opens = known
        if not opens:
            return known
        if self.topology == "tree":
            rest = opens  # a room has one entrance and so is on no loop
            for room in self.possible_rooms(known):
                rest &= ~room.block
            if core(self.grid, rest):
                return None
        seed = opens & -opens
        region = self.grid.flood(seed, self.grid.all & ~walls & ~self.monsters | seed)
        region |= self.grid.neighbours(region) & self.monsters
        return _Known(walls | self.grid.all & ~region, opens)

    def at_least(self, board: Bitboard) -> tuple[Bitboard, Bitboard, Bitboard]:
        """The cells that have at least one, two, three neighbours in *board*, wherever they lie themselves."""
        one = two = three = 0
        for step in (self.grid.north(board), self.grid.south(board), self.grid.west(board), self.grid.east(board)):
            three |= two & step
            two |= one & step
            one |= step
        return one, two, three

    def possible_rooms(self, known: _Known) -> list[_Room]:
        """The rooms that are still possible, of all treasures."""
        return [room for rooms in self.rooms_of_treasure for room in rooms if room.possible(known)]
