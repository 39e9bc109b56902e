"""Ships: how many straight runs of true cells of one length stand on a grid, none longer in its line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import ClassVar, NamedTuple, cast

from satdnd.grid.bitboard import Bitboard, Cell, Grid, lines_of, scan
from satdnd.rules.constraint import NO, YES, Age, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal


class Ship(NamedTuple):
    """A place for a ship."""

    cells: Bitboard
    ends: Bitboard
    """The cells before and after it in its line; around a ship of one cell, those on all four sides."""


@lru_cache(maxsize=64)
def places(geometry: Grid, length: int) -> tuple[tuple[Ship, ...], ...]:
    """The places for ships of so many cells, line by line; those of one cell by rows only."""
    found = list[tuple[Ship, ...]]()
    for line in lines_of(geometry.height, geometry.width)["row"]:
        found.append(tuple(_ship(geometry, line[i : i + length]) for i in range(len(line) - length + 1)))
    if length > 1:
        for line in lines_of(geometry.height, geometry.width)["column"]:
            found.append(tuple(_ship(geometry, line[i : i + length]) for i in range(len(line) - length + 1)))
    return tuple(found)


def _ship(geometry: Grid, cells: Sequence[Cell]) -> Ship:
    (r, c), (bottom, right), board = cells[0], cells[-1], geometry.mask(cells)
    if len(cells) == 1:
        return Ship(board, geometry.neighbours(board))
    ends = [(r, c - 1), (r, right + 1)] if r == bottom else [(r - 1, c), (bottom + 1, c)]
    return Ship(board, geometry.mask(filter(geometry.contains, ends)))


@dataclass(frozen=True)
class Ships(RuleStatement):
    """So many ships of one length: runs of true cells in a row or column, with no true cell before or after; a ship of
    one cell has none on any side. Variable i+1 is that of cell i.

    Auxiliary variables: one for each place, and those of the count. Clauses: for each place as many as it has cells and
    ends, and one more.
    """

    length: int
    number: int
    grid: Grid = field(compare=False, repr=False)

    fields: ClassVar = ("length", "number")

    def encode(self, encoder: Encoder) -> None:
        """Define the ships, and count them."""
        there = [self._there(encoder, ship) for line in places(self.grid, self.length) for ship in line]
        encoder.count(there, self.number, self.number, self.text)

    @staticmethod
    def _there(encoder: Encoder, ship: Ship) -> Literal:
        literals = [*(i + 1 for i in scan(ship.cells)), *(-i - 1 for i in scan(ship.ends))]

        def clauses(variable: Literal) -> list[Clause]:
            """The ship is there if and only if its cells are true and its ends are not."""
            return [[variable, *(-x for x in literals)], *([-variable, x] for x in literals)]

        first = next(scan(ship.cells)) + 1
        return encoder.define(("ship", ship), f"ship of {ship.cells.bit_count()} from cell {first}", clauses)

    def found(self, board: Bitboard) -> int:
        """How many a board has, by shifting all its cells at once."""
        grid = self.grid
        if self.length == 1:
            return (board & ~grid.neighbours(board)).bit_count()
        count = 0
        for back, on in ((grid.west, grid.east), (grid.north, grid.south)):  # a step back brings the next cell here
            runs, ahead = board & ~on(board), board
            for _ in range(self.length - 1):
                ahead = back(ahead)
                runs &= ahead
            count += (runs & ~back(ahead)).bit_count()
        return count

    def broken(self, board: Bitboard) -> bool:
        """Whether there are more, or fewer."""
        return self.found(board) != self.number

    def fault(self, board: Bitboard) -> str:
        """The sentence, with the number found."""
        return f"{self.text}: found {self.found(board)}"

    def certain(self, true: Bitboard, false: Bitboard) -> int:
        """How many are there for certain where these cells are true, and those are false."""
        lines = places(self.grid, self.length)
        return sum(not ship.cells & ~true and not ship.ends & ~false for line in lines for ship in line)

    def constraints(self) -> Sequence[Constraint]:
        """One constraint."""
        return [ShipsConstraint(self.grid, self.length, self.number)]


@dataclass(frozen=True)
class ShipsConstraint(Constraint):
    """What `Ships` says. It narrows by bounds: how many ships there are for certain, and how many have room at most."""

    grid: Grid
    length: int
    number: int

    @cached_property
    def scope(self) -> frozenset[int]:
        """All cells."""
        return frozenset(range(self.grid.size))

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether the bounds allow the number; exact for whole boards."""
        certain = most = 0
        for line in places(self.grid, self.length):
            taken = 0
            for cells, ends in line:
                if cells & false or ends & true:
                    continue
                if not cells & ~true and not ends & ~false:
                    certain += 1
                if not cells & taken or self.length == 1:
                    most += 1
                    taken = cells | ends  # the next one of the line begins behind a gap
        return certain <= self.number <= most

    def fits(self, true: Bitboard, false: Bitboard, budget: Budget) -> bool:
        """Whether a board with these cells has the number: tried cell by cell, in places that may have a ship."""
        budget.check()
        if not self.possible(true, false):
            return False
        every = (ship for line in places(self.grid, self.length) for ship in line)
        maybe = (cells & ~true | ends & ~false for cells, ends in every if not cells & false and not ends & true)
        cell = next((left & -left for left in maybe if left), 0)
        return not cell or self.fits(true | cell, false, budget) or self.fits(true, false | cell, budget)

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """The cells of one ship too many; or, of each place without room, the oldest cell that takes it.

        Everything, if what was removed first in the same `narrow` is needed too.
        """
        known = self._known(domains)
        added = (0, 0), *(() if lost is None else ((1 << lost, 0), (0, 1 << lost)))
        boards = ((known[0] | true, known[1] | false) for true, false in added)
        board = next((board for board in boards if not self.possible(*board)), None)
        return self.scope if board is None else {*scan(self._enough(*board, age))} - {lost}

    def _enough(self, true: Bitboard, false: Bitboard, age: Age) -> Bitboard:
        """Some of the known cells that break the bounds."""
        ships = [ship for line in places(self.grid, self.length) for ship in line]
        certain = [cells | ends for cells, ends in ships if not cells & ~true and not ends & ~false]
        if len(certain) > self.number:
            return reduce(or_, certain[: self.number + 1])
        found = 0
        for cells, ends in ships:
            taking = cells & false | ends & true
            if taking and not taking & found:
                found |= 1 << min(scan(taking), key=age)
        return found

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """The state is the cells known to be true, and those known to be false."""
        return _ShipsMachine(self, order, *self._known(domains), budget)

    def _known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        true, false = (sum(1 << i for i in self.scope if domains[i] == value) for value in (YES, NO))
        return true, false

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Try each cell both ways."""
        true, false = self._known(domains)
        if not self.possible(true, false):
            return None
        narrow = list[int]()
        for i in sorted(self.scope):
            budget.check()
            if domains[i] == NO | YES:
                fits = self.possible(true, false | 1 << i), self.possible(true | 1 << i, false)
                if not any(fits):
                    return None
                if not all(fits):
                    domains[i] = NO if fits[0] else YES
                    true, false = (true, false | 1 << i) if fits[0] else (true | 1 << i, false)
                    narrow.append(i)
        return narrow


class _ShipsMachine:
    """The state: the cells known to be true, and those known to be false. Bounds do while cells are read."""

    def __init__(
        self, ships: ShipsConstraint, order: Sequence[int], true: Bitboard, false: Bitboard, budget: Budget
    ) -> None:
        self._ships, self._order = ships, order
        fits = ships.possible(true, false) if order else ships.fits(true, false, budget)
        self.start: State = (true, false) if fits else None

    def read(self, state: State, position: int, value: int) -> State:
        """One more cell is known."""
        true, false = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        true, false = (true | bit, false) if value else (true, false | bit)
        return (true, false) if self._ships.possible(true, false) and not true & false else None
