"""Numbers in order along a path, as in hidato: each stands in one cell, and touches the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import Reasoner, RuleStatement
from satdnd.rules.unknowns import Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Around: TypeAlias = tuple[Bitboard, ...]
"""For each place, the places that touch it, as bits."""
Layers: TypeAlias = tuple[Bitboard, ...]
"""For each number, the places where it can be, as bits."""


class PathNumbers(Values):
    """One variable for each of n numbers and each of n cells: number v in the i-th cell is variable (v-1)*n + i + 1.

    Args:
        cells: in reading order.
        size: rows and columns of the grid.
        around: the cells that touch each cell.
        chequered: whether touching cells always have different colours on a chessboard.
    """

    def __init__(self, cells: Sequence[Cell], size: tuple[int, int], around: Around, *, chequered: bool) -> None:
        n, self._index, self.around, self._chequered = (
            len(cells),
            {x: i for i, x in enumerate(cells)},
            around,
            chequered,
        )
        every, width = (2 << n) - 2, size[1]
        left = [every if divmod(i, width) in self._index else 0 for i in range(size[0] * width)]
        super().__init__(n, (), left=left, size=size, by_value=True)
        self._within = dict[int, list[Bitboard]]()

    def within(self, cell: Cell) -> list[Bitboard]:
        """The places that a path of 0, 1, 2, ... n-1 steps from a cell can lead to, whatever else is known."""
        start = self._index[cell]
        if start not in self._within:
            ring, seen, reach, found = 1 << start, 1 << start, [0, 0], list[Bitboard]()
            for steps in range(self.side):
                reach[steps % 2] |= ring
                found.append(reach[steps % 2] if self._chequered else seen)
                ring = touching(self.around, ring) & ~seen
                seen |= ring
            self._within[start] = found
        return self._within[start]

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A number rules out all others in its cell, and each number in cells that are too far away for it."""
        if literal < 0:
            return ()
        (cell,), number, n = self.cells(literal), self.values[literal - 1], self.side
        here, every, found = 1 << self._index[cell], (1 << n) - 1, list[Literal]()
        for other in range(1, n + 1):
            free = self.within(cell)[abs(other - number)] & ~here if other != number else here
            found += [-((other - 1) * n + i + 1) for i in scan(every & ~free)]
        return found


def touching(around: Around, places: Bitboard) -> Bitboard:
    """The places that touch one of *places*."""
    found = 0
    for i in scan(places):
        found |= around[i]
    return found


@dataclass(frozen=True)
class Chain(RuleStatement):
    """The numbers from *first* to *last* stand in one cell each, and each touches the next.

    The variables are those of `PathNumbers`. Clauses: for n places and m numbers, 2*n*(m-1) of up to nine literals;
    unless all statements hold together, also m counts of n literals.
    """

    first: int
    last: int
    around: Around = field(hash=False)

    fields: ClassVar = ("first", "last")

    def _literals(self, number: int) -> range:
        """The variables of a number."""
        return range((number - 1) * len(self.around) + 1, number * len(self.around) + 1)

    def encode(self, encoder: Encoder) -> None:
        """Encode for each number in each cell that the next is beside it, and the one before."""
        known, formula = encoder.known, encoder.formula
        if encoder.alone:
            for number in range(self.first, self.last + 1):
                encoder.count(self._literals(number), 1, 1, f"{number} stands in one cell")
        for one in range(self.first, self.last):
            for number, other in ((one, one + 1), (one + 1, one)):
                there = self._literals(other)
                for i, x in enumerate(self._literals(number)):
                    if known.get(x) is not False:
                        formula.add(-x, *(y for j in scan(self.around[i]) if known.get(y := there[j]) is not False))

    def broken(self, board: Bitboard) -> bool:
        """A number stands in no cell or in several, or does not touch the next."""
        places = [[i for i, x in enumerate(self._literals(v)) if board >> x - 1 & 1] for v in self._numbers]
        if any(len(there) != 1 for there in places):
            return True
        return any(not self.around[one[0]] >> other[0] & 1 for one, other in pairwise(places))

    @property
    def _numbers(self) -> range:
        return range(self.first, self.last + 1)

    def constraints(self) -> Sequence[Constraint]:
        """One constraint."""
        return [ChainConstraint(self.first, self.last, self.around)]

    def reasoner(self) -> Reasoner:
        """What is left for each number on paths through all of them."""
        return ChainReasoner(self.first, self.last, self.around)


@dataclass(frozen=True)
class ChainReasoner:
    """Finds the places that are on some path through the numbers: reached from the first, and from the last."""

    first: int
    last: int
    around: Around = field(repr=False)

    @cached_property
    def scope(self) -> Bitboard:
        """The variables of the numbers."""
        n = len(self.around)
        return ((1 << (self.last - self.first + 1) * n) - 1) << (self.first - 1) * n

    def layers(self, true: Bitboard, false: Bitboard) -> Layers | None:
        """Where each number can be at most; None if one has no place."""
        n, found = len(self.around), list[Bitboard]()
        every = (1 << n) - 1
        for shift in range((self.first - 1) * n, self.last * n, n):
            there = true >> shift & every
            may = every & ~(false >> shift)
            if there:
                may &= there if not there & there - 1 else 0
            if not may:
                return None
            found.append(may)
        return tuple(found)

    def kept(self, layers: Layers) -> Layers | None:
        """What is left of *layers* on paths; None if there is no path."""
        forward = [layers[0]]
        for may in layers[1:]:
            forward.append(touching(self.around, forward[-1]) & may)
            if not forward[-1]:
                return None
        back = [forward.pop()]
        for may in reversed(forward):
            back.append(touching(self.around, back[-1]) & may)
        return tuple(reversed(back))

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether there is a path."""
        layers = self.layers(true, false)
        return layers is not None and self.kept(layers) is not None

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The numbers with one place left, and all places that are on no path."""
        layers = self.layers(true, false)
        kept = layers and self.kept(layers)
        if not kept:
            return None
        n, yes, no = len(self.around), 0, 0
        for number, places in enumerate(kept, self.first):
            shift = (number - 1) * n
            yes |= (places if not places & places - 1 else 0) << shift
            no |= ((1 << n) - 1 & ~places) << shift
        return yes & ~true, no & ~false


@dataclass(frozen=True)
class ChainConstraint(Constraint):
    """The constraint of `Chain`."""

    first: int
    last: int
    around: Around

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of the numbers."""
        n = len(self.around)
        return frozenset(range((self.first - 1) * n, self.last * n))

    def left(self, domains: Domains) -> Layers:
        """Where each number can be."""
        n, found = len(self.around), list[Bitboard]()
        for start in range((self.first - 1) * n, self.last * n, n):
            own = domains[start : start + n]
            sure = [i for i, domain in enumerate(own) if domain == YES]
            may = sum(1 << i for i, domain in enumerate(own) if domain & YES)
            found.append(may if not sure else may & 1 << sure[0] if not sure[1:] else 0)
        return tuple(found)

    def possible(self, layers: Layers) -> bool:
        """Whether some path has each number in one of its places."""
        reached = layers[0]
        for may in layers[1:]:
            reached = sum(1 << i for i in scan(may) if self.around[i] & reached)
        return bool(reached)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Keep what is reached from the first number and from the last."""
        budget.check()
        layers = list(self.left(domains))
        order = range(1, len(layers))
        for before, after in [*((i - 1, i) for i in order), *((i, i - 1) for i in reversed(order))]:
            layers[after] = sum(1 << i for i in scan(layers[after]) if self.around[i] & layers[before])
        if not all(layers):
            return None
        n, narrow = len(self.around), list[int]()
        for number, places in enumerate(layers, self.first):
            for i in range(n):
                own = 0 if not places >> i & 1 else YES if places == 1 << i else NO | YES
                x = (number - 1) * n + i
                if domains[x] & ~(own or NO):
                    domains[x] &= own or NO
                    narrow.append(x)
        return narrow

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads numbers in cells, in any order."""
        return _ChainMachine(self, order, domains, budget)


class _ChainMachine:
    """The state is where each number can be."""

    def __init__(self, chain: ChainConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._chain, self._budget = chain, budget
        n = len(chain.around)
        self._order = [(x // n - chain.first + 1, x % n) for x in order]
        self.start: State = self._state(chain.left(domains), 0)

    def read(self, state: State, position: int, value: int) -> State:
        """Read whether a number is in a cell."""
        if state == MET:
            return state
        number, place = self._order[position]
        layers = list(cast(Layers, state))
        layers[number] &= 1 << place if value else ~(1 << place)
        return self._state(tuple(layers), position + 1)

    def _state(self, layers: Layers, position: int) -> State:
        self._budget.check()
        if not self._chain.possible(layers):
            return None
        return MET if position == len(self._order) else layers
