"""Areas that a half turn about a centre leaves as they are, as the galaxies of tentai show, one for each centre."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import chain
from operator import or_
from typing import TypeAlias, cast

from satdnd.encodings.cardinality import at_most_one
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import area_name, cell_name
from satdnd.rules.borders import EdgedArea, InnerEdges
from satdnd.rules.constraint import NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement, SearchLimit
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Centre: TypeAlias = tuple[int, int]
"""A place in half cells: the middle of cell (r, c) is (2r, 2c), odd numbers are edges and corners between cells."""
_MOST = 500
"""Parts of a galaxy tried in one search; beyond them nothing is said of it, for no person looks so far."""
_PAIRS = 32
"""Galaxies that may have a cell up to which "one has it at most" is said in pairs."""


def cells_of(centre: Centre) -> tuple[Cell, ...]:
    """The one, two or four cells that a centre touches."""
    y, x = centre
    return tuple((r, c) for r in range(y // 2, (y + 1) // 2 + 1) for c in range(x // 2, (x + 1) // 2 + 1))


def centre_name(centre: Centre) -> str:
    """``the centre at r2c2``, ``the centre between r2c2 and r2c3``."""
    first, *more = cells_of(centre)
    if not more:
        return f"the centre at {cell_name(first)}"
    return f"the centre between {cell_name(first)} and {cell_name(more[-1])}"


@dataclass(frozen=True, eq=False)
class Centres:
    """The centres of the areas of a grid, over the edges between its cells."""

    edges: InnerEdges
    places: tuple[Centre, ...]
    holes: Bitboard = 0
    """Cells of no area, with borders all around."""

    @cached_property
    def grid(self) -> Grid:
        """The geometry of the cells."""
        return self.edges.grid

    @cached_property
    def own(self) -> list[Bitboard]:
        """The cells that each centre touches."""
        return [self.grid.mask(cells_of(place)) for place in self.places]

    @cached_property
    def first(self) -> list[int]:
        """The first cell that each centre touches."""
        return [(own & -own).bit_length() - 1 for own in self.own]

    @cached_property
    def touched(self) -> Bitboard:
        """Those that any centre touches."""
        return reduce(or_, self.own, 0)

    @cached_property
    def shared(self) -> Bitboard:
        """Those that several centres touch."""
        once = several = 0
        for own in self.own:
            once, several = once | own, several | once & own
        return several

    @cached_property
    def adjacent(self) -> list[list[tuple[int, int]]]:
        """Of each cell its neighbours, each with the bit of the edge between."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.grid.size)]
        for v in range(1, self.edges.count + 1):
            one, other = (r * self.grid.width + c for r, c in self.edges.cells(v))
            found[one].append((other, v - 1))
            found[other].append((one, v - 1))
        return found

    def mirrored(self, k: int, cell: int) -> int | None:
        """The cell opposite to one; None: it is not in the grid."""
        y, x = self.places[k]
        r, c = divmod(cell, self.grid.width)
        r, c = y - r, x - c
        return r * self.grid.width + c if 0 <= r < self.grid.height and 0 <= c < self.grid.width else None

    def misfits(self, board: Bitboard) -> Sequence[bool]:
        """For each cell, whether its area within the borders of *board* is that of no centre; the last are kept."""
        return _misfits(self, board)

    def wrong(self, k: int, area: Bitboard, whole: bool) -> bool:
        """Whether an area cannot be that of centre k; *whole*: it has no border inside."""
        return not whole or bool(area & self.others[k] or self.own[k] & ~area) or self.turned(k, area) != area

    def turned(self, k: int, area: Bitboard) -> Bitboard | None:
        """The cells opposite to those of an area; None: some are not in the grid."""
        if area & ~self._turnable[k]:
            return None
        y, x = self.places[k]
        last = y * self.grid.width + x  # cell i is opposite to cell last - i
        return int(f"{area:0{last + 1}b}"[::-1], 2)

    @cached_property
    def _turnable(self) -> list[Bitboard]:
        """By centre: the cells whose opposite cell is in the grid."""
        cells = range(self.grid.size)
        return [sum(1 << i for i in cells if self.mirrored(k, i) is not None) for k in range(len(self.places))]

    @cached_property
    def others(self) -> list[Bitboard]:
        """By centre: the cells that no area of it has, as another centre touches them or they are holes."""
        return [reduce(or_, self.own[:k] + self.own[k + 1 :], self.holes) for k in range(len(self.own))]

    @cached_property
    def reach(self) -> list[Bitboard]:
        """The cells that the area of each centre can have."""
        return [self.left(k, 0, 0) for k in range(len(self.places))]

    @cached_property
    def around(self) -> list[Bitboard]:
        """The edges of the cells that the area of each centre can have."""
        edges = [sum(1 << edge for _, edge in near) for near in self.adjacent]
        return [reduce(or_, (edges[i] for i in scan(reach)), 0) for reach in self.reach]

    @cached_property
    def reaching(self) -> list[list[int]]:
        """Of each cell the centres whose areas can have it."""
        return [[k for k, reach in enumerate(self.reach) if reach >> i & 1] for i in range(self.grid.size)]

    @cached_property
    def _left(self) -> dict[tuple[int, Bitboard, Bitboard], Bitboard]:
        """What `left` found."""
        return {}

    # where some edges are borders (*true*) and some are not (*false*)

    def closed(
        self, k: int, cells: Bitboard, true: Bitboard, false: Bitboard, may: Bitboard = -1, base: Bitboard = 0
    ) -> Bitboard:
        """The fewest cells of *may* for the area of centre k that has some *cells*; 0: it cannot.

        With each cell come the one opposite and those without a border between; they need not be connected. *base* are
        cells of which these are there already.
        """
        found, todo = base, [*scan(cells | self.own[k] & ~base)]
        others = self.touched & ~self.own[k] | self.holes
        if self.own[k] & self.shared:
            return 0
        while todo:
            i = todo.pop()
            if found >> i & 1:
                continue
            opposite = self.mirrored(k, i)
            if opposite is None or (others | ~may) >> i & 1:
                return 0
            found |= 1 << i
            todo.append(opposite)
            for j, edge in self.adjacent[i]:
                if true >> edge & 1:
                    if found >> j & 1:
                        return 0
                elif false >> edge & 1:
                    todo.append(j)
        return found

    def left(self, k: int, true: Bitboard, false: Bitboard) -> Bitboard:
        """The cells each of which the area of centre k can have, as far as ways to the centre are open."""
        key = k, true, false
        if key in self._left:
            return self._left[key]
        if len(self._left) > 10_000:
            self._left.clear()
        core = self.closed(k, 0, true, false)
        fits, shut, seen, todo = core, 0, core, [*scan(core)]
        while todo and core:
            for j, edge in self.adjacent[todo.pop()]:
                if true >> edge & 1 or (seen | shut) >> j & 1:
                    continue
                if not fits >> j & 1:
                    more = self.closed(k, 1 << j, true, false, base=core)
                    fits |= more
                    if not more:
                        shut |= 1 << j
                        continue
                seen |= 1 << j
                todo.append(j)
        self._left[key] = seen
        return seen

    def area(self, k: int, cell: int, true: Bitboard, false: Bitboard) -> Bitboard:
        """An area of centre k that has a cell; 0: there is none. Raises SearchLimit."""
        true, false = true & self.around[k], false & self.around[k]
        may = self.left(k, true, false)
        if not may >> cell & 1:
            return 0
        tried = 0

        def grown(cells: Bitboard, may: Bitboard) -> Bitboard:
            """One that has these cells and otherwise only some of *may*."""
            nonlocal tried
            tried += 1
            if tried > _MOST:
                raise SearchLimit
            cells = self.closed(k, cells, true, false, may)
            part = self.grid.flood(self.own[k] & -self.own[k], cells)
            if part == cells:
                return cells
            way = self._way(part, cells & ~part, may, true)
            if not way:
                return 0
            whole = self.closed(k, cells | way, true, false, may)
            if whole and self.grid.connected(whole):
                return whole
            first = self.grid.border(part) & way
            first &= -first
            return grown(cells | first, may) or grown(cells, may & ~first)

        return grown(1 << cell, may)

    def _way(self, part: Bitboard, goal: Bitboard, may: Bitboard, true: Bitboard) -> Bitboard:
        """The cells of a shortest way over *may* to one of *goal*; 0: there is none."""
        before, todo = dict.fromkeys(scan(part), -1), [*scan(part)]
        for i in todo:  # grows
            for j, edge in self.adjacent[i]:
                if j not in before and may >> j & 1 and not true >> edge & 1:
                    before[j] = i
                    todo.append(j)
                    if goal >> j & 1:
                        found = 0
                        while before[j] >= 0:
                            found, j = found | 1 << j, before[j]
                        return found
        return 0

    # clauses

    def clauses(self, *, connected: bool) -> int:
        """About how many define all `members`, with `steps` if areas are to be *connected*, and say the rest."""
        found = self.grid.size
        for around, cells in zip(self.around, map(int.bit_count, self.reach), strict=True):
            found += 3 * around.bit_count() + connected * cells * (cells // 2 + 1)
        counts = [] if connected else [*map(len, self.reaching)]
        return found + sum(n * (n - 1) // 2 if n <= _PAIRS else 3 * n for n in counts)

    def members(self, encoder: Encoder, k: int) -> dict[int, Literal]:
        """Of each cell in reach of centre k, a literal of which the true ones are an area that a half turn leaves as it
        is, with borders around and none inside; it need not be connected, and all may be false.

        Auxiliary variables: one for each two opposite cells. Clauses: three for each edge of the cells in reach.
        """

        def made() -> dict[int, Literal]:
            """Opposite cells share a variable, as do those that the centre touches."""
            formula, found = encoder.formula, dict[int, Literal]()
            name = f"area of {centre_name(self.places[k])}"
            for i in scan(self.own[k] & self.reach[k]):
                found[i] = next(iter(found.values())) if found else formula.new(name)
            for i in scan(self.reach[k] & ~self.own[k]):
                opposite = self.mirrored(k, i)
                assert opposite is not None
                there = f"{name} has {cell_name(divmod(i, self.grid.width))}"
                found[i] = found[opposite] if opposite in found else formula.new(there)
            for i, x in found.items():
                for j, edge in self.adjacent[i]:
                    y, border = found.get(j), edge + 1
                    if y is None:
                        formula.add(-x, border)
                    elif x != y or i < j:
                        formula.extend([[-x, y, border]] if x != y else [])
                        formula.extend([[-x, -y, -border] if x != y else [-x, -border]] if i < j else [])
            return found

        return encoder.definition((k, "members"), made)

    def steps(self, encoder: Encoder, k: int) -> dict[int, Literal]:
        """Of each cell in reach of centre k, a literal that it is in the area and connected with the centre.

        Half as many steps as cells suffice, for a shortest way and the opposite one share no cell but the centre's.
        """

        def made() -> dict[int, Literal]:
            """Layer by layer; opposite cells share a variable."""
            formula, own = encoder.formula, self.members(encoder, k)
            near = {i: x for i, x in own.items() if self.own[k] >> i & 1}
            last, layers = self.reach[k].bit_count() // 2 + 1, self.own[k] & self.reach[k]
            mark = formula.pool.top
            for _ in range(last):
                before, near = near, {i: x for i, x in own.items() if self.own[k] >> i & 1}
                layers |= self.grid.neighbours(layers) & self.reach[k]
                for i in scan(layers & ~self.own[k]):
                    opposite = self.mirrored(k, i)
                    if opposite in near:
                        near[i] = near[opposite]
                        continue
                    near[i] = formula.pool.new()
                    ways = (before[j] for j, _ in self.adjacent[i] if j in before)
                    formula.extend([[-near[i], own[i]], [-near[i], *ways]])
            formula.name_since(mark, f"steps from {centre_name(self.places[k])}")
            return near

        return encoder.definition((k, "steps"), made)


@dataclass(frozen=True)
class TurnedArea(RuleStatement):
    """What is said of areas of which some are possible where only some edges are known."""

    centres: Centres = field(compare=False, repr=False)

    @property
    @abstractmethod
    def owners(self) -> Sequence[int]:
        """The centres whose areas it is about."""

    @abstractmethod
    def possible(self, true: Bitboard, false: Bitboard) -> Bitboard:
        """An area that keeps the statement where these edges are borders, and those are not; 0: there is none."""

    @cached_property
    def scope(self) -> Bitboard:
        """The edges of all cells in reach."""
        return reduce(or_, (self.centres.around[k] for k in self.owners), 0)

    def constraints(self) -> Sequence[Constraint]:
        """There is such an area."""
        return [TurnedConstraint(self)]

    def reasoner(self) -> TurnedReasoner:
        """By areas that are still possible."""
        return TurnedReasoner(self)


@lru_cache(maxsize=8)
def _misfits(centres: Centres, board: Bitboard) -> Sequence[bool]:
    division = centres.edges.division(board)
    within = ((k, *division[cell]) for k, cell in enumerate(centres.first))
    right = {area for k, area, whole in within if not centres.wrong(k, area, whole)}
    return [area not in right for area, _ in division]


@dataclass(frozen=True)
class HalfTurn(TurnedArea):
    """The area of a centre touches no other, and a half turn about the centre leaves it as it is.

    Clauses: up to five, besides those that define its literals (`Centres.members`).
    """

    centre: int

    @property
    def owners(self) -> Sequence[int]:
        """This one."""
        return (self.centre,)

    def possible(self, true: Bitboard, false: Bitboard) -> Bitboard:
        """The smallest."""
        return self.centres.closed(self.centre, 0, true, false)

    def encode(self, encoder: Encoder) -> None:
        """The cells of the centre are in it, without borders between."""
        own, cells = self.centres.members(encoder, self.centre), self.centres.own[self.centre]
        encoder.formula.add(*dict.fromkeys(own[i] for i in scan(cells) if i in own))
        inside = {edge for i in scan(cells) for j, edge in self.centres.adjacent[i] if cells >> j & 1}
        encoder.formula.extend([-edge - 1] for edge in sorted(inside))

    def broken(self, board: Bitboard) -> bool:
        """The area of its first cell is wrong."""
        return self.centres.misfits(board)[self.centres.first[self.centre]]

    def fault(self, board: Bitboard) -> str:
        """With the area that was found."""
        edges = self.centres.edges
        area, _ = edges.division(board)[self.centres.first[self.centre]]
        return f"{self.text}: found {area_name(edges.grid.cells(area))}"


@dataclass(frozen=True)
class InArea(TurnedArea):
    """A cell is in the area of some centre, which a half turn about it leaves as it is.

    Clauses: one, besides those that define its literals (`Centres.members`, `Centres.steps`). Where statements are said
    together, connections are left to cuts, and at most one centre has the cell.
    """

    cell: int

    @property
    def owners(self) -> Sequence[int]:
        """Those that reach it."""
        return self.centres.reaching[self.cell]

    def left(self, true: Bitboard, false: Bitboard) -> list[int]:
        """The centres that still reach it."""
        return [k for k in self.owners if self.centres.area(k, self.cell, true, false)]

    def possible(self, true: Bitboard, false: Bitboard) -> Bitboard:
        """That of the first centre that reaches it."""
        found = (self.centres.area(k, self.cell, true, false) for k in self.owners)
        return next(filter(None, found), 0)

    def encode(self, encoder: Encoder) -> None:
        """One of the centres has it."""
        how = self.centres.steps if encoder.alone else self.centres.members
        literals = [how(encoder, k)[self.cell] for k in self.owners]
        encoder.formula.add(*literals)
        if not encoder.alone:
            pairs = "pairwise" if len(literals) <= _PAIRS else None
            encoder.formula.extend(at_most_one(literals, encoder.formula.pool, pairs))

    def broken(self, board: Bitboard) -> bool:
        """Its area is wrong for every centre within."""
        return self.centres.misfits(board)[self.cell]

    def fault(self, board: Bitboard) -> str:
        """The words for the area that it is in; several cells of one area are one fault."""
        area, _ = self.centres.edges.division(board)[self.cell]
        name = area_name(self.centres.grid.cells(area))
        if not any(own & area == own for own in self.centres.own):
            return f"an area without a centre: {name}"
        return f"not the area of a centre: {name}"


class TurnedReasoner:
    """What all areas have in common that are still possible."""

    def __init__(self, statement: TurnedArea) -> None:
        self._statement = statement
        self.scope = statement.scope

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether there is one."""
        return bool(self._statement.possible(true & self.scope, false & self.scope))

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The edges of one area, unless another has them otherwise, which mostly settles several."""
        true, false = true & self.scope, false & self.scope
        found = self._area(true, false)
        if found is None:
            return None
        border, inside = found.border & ~true, found.inside & ~false
        for i in scan(border | inside):
            bit = 1 << i
            if (border | inside) & bit:
                other = self._area(true | inside & bit, false | border & bit)
                if other is not None:
                    border, inside = border & other.border, inside & other.inside
        return border, inside

    def _area(self, true: Bitboard, false: Bitboard) -> EdgedArea | None:
        area = self._statement.possible(true, false)
        return self._statement.centres.edges.edged(area) if area else None


@dataclass(frozen=True)
class TurnedConstraint(Constraint):
    """What a `TurnedArea` says."""

    statement: TurnedArea

    @cached_property
    def scope(self) -> frozenset[int]:
        """The edges of all cells in reach."""
        return frozenset(scan(self.statement.scope))

    def known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        """The borders, and the edges that are none."""
        true, false = (sum(1 << x for x in self.scope if domains[x] == value) for value in (YES, NO))
        return true, false

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Try each edge of an area the other way."""
        budget.check()
        found = TurnedReasoner(self.statement).implied(*self.known(domains))
        if found is None:
            return None
        for value, edges in zip((YES, NO), found, strict=True):
            for x in scan(edges):
                domains[x] = value
        return [*chain.from_iterable(map(scan, found))]

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads edges."""
        return _Turning(self.statement, order, self.known(domains))


class _Turning:
    """The state: the edges that are borders, and those that are none."""

    def __init__(self, statement: TurnedArea, order: Sequence[int], known: tuple[Bitboard, Bitboard]) -> None:
        self._statement, self._order = statement, order
        self.start = self._state(*known)

    def read(self, state: State, position: int, value: int) -> State:
        """One edge more."""
        true, false = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        return self._state(true | bit, false) if value else self._state(true, false | bit)

    def _state(self, true: Bitboard, false: Bitboard) -> State:
        return (true, false) if self._statement.possible(true, false) else None


def shown_edges(centres: Centres) -> list[Literal]:
    """Around a centre on an edge or a corner, there is no border; around cells of no area there are."""
    around = {edge + 1 for i in scan(centres.holes) for _, edge in centres.adjacent[i]}
    inside = {-edge - 1 for own in centres.own for i in scan(own) for j, edge in centres.adjacent[i] if own >> j & 1}
    return sorted(around | inside, key=abs)
