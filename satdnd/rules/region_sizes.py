"""Numbers that say how large their regions are: a lazy rule over values in cells.

A region is the cells of one number that are connected. Cuts say that a region is not too large, or that it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar

from satdnd.encodings.cardinality import at_most_one
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import area_name, cell_name, counted
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.rules.unknowns import Values
from satdnd.sat.formula import Clause, Literal, RecordedStatement

MOST_CUTS = 200
"""The most cuts at once."""


@dataclass(frozen=True)
class SizeCut(Cut):
    """What one number says of some cells: they do not all hold it, or one of them does so only if another does."""

    number: int = 0

    fields: ClassVar = ("at", "number")


@dataclass(frozen=True)
class Layer:
    """The cells of one number on a board known in part."""

    number: int
    has: Bitboard
    """Those that hold it."""
    may: Bitboard
    """Those that may hold it."""


class RegionSizes(Cuts):
    """The cells that are connected and hold the same number are as many as it says.

    Args:
        values: the unknowns, of every number that a cell may hold.
        geometry: the grid.
        rule: the id of the rule.
    """

    def __init__(self, values: Values, geometry: Grid, rule: str) -> None:
        self.values, self.grid, self.rule = values, geometry, rule
        self._larger: list[dict[int, Literal]] = []
        """Of each cell the literals that its number is larger than another."""
        self._joined: dict[tuple[int, int], Literal] = {}
        """Of two neighbours the literal that they hold the same number."""

    @cached_property
    def _literals(self) -> list[list[Literal]]:
        """Of each number from 0 the literal of each cell that it holds it; 0 if it cannot."""
        found = [[0] * self.grid.size for _ in range(self.values.side + 1)]
        for i, cell in enumerate(self.grid.cells(self.grid.all)):
            for number, x in self.values.candidates(cell).items():
                found[number][i] = x
        return found

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Of each variable the number and the cell."""
        found = [(0, 0)] * sum(1 for row in self._literals for x in row if x)
        for number, row in enumerate(self._literals):
            for i, x in enumerate(row):
                if x:
                    found[x - 1] = number, i
        return found

    @cached_property
    def _every(self) -> dict[int, Bitboard]:
        """Of each number the cells that may hold it."""
        masks = ((number, sum(1 << i for i, x in enumerate(row) if x)) for number, row in enumerate(self._literals))
        return {number: mask for number, mask in masks if mask}

    @cached_property
    def _chosen(self) -> dict[int, Callable[[str], tuple[str, ...]]]:
        """Of each number what takes its digits, of all cells, from a board as a binary number with a 0 behind."""
        return {number: itemgetter(-1, *(-1 - x for x in reversed(self._literals[number]))) for number in self._every}

    def layers(self, true: Bitboard, false: Bitboard) -> Iterator[Layer]:
        """The numbers where these variables are true, and those are false."""
        count = len(self._places)
        every = (1 << count) - 1
        known, shut = (f"{bits & every:0{count}b}0" for bits in (true, false))
        for number, chosen in self._chosen.items():
            has, closed = (int("".join(chosen(signs)), 2) for signs in (known, shut))
            yield Layer(number, has, self._every[number] & ~closed)

    # cuts

    def large(self, number: int, cells: Bitboard) -> SizeCut:
        """The cut that says that these cells, one more than the number and connected, do not all hold it."""
        sides = tuple(1 << self._literals[number][i] - 1 for i in scan(cells))
        places = tuple(self.grid.cells(cells))
        text = f"{area_name(places)} are not all {number}" if places[1:] else f"{{}} is not {number}"
        return SizeCut(self.rule, places, text, places[0], (), sides, number=number)

    def small(self, number: int, cells: Bitboard, at: int) -> SizeCut:
        """The cut that says that a number in one of these cells, which are fewer, needs another beside them."""
        ways = tuple(x for i in scan(self.grid.border(cells)) if (x := self._literals[number][i]))
        places, cell = tuple(self.grid.cells(cells)), divmod(at, self.grid.width)
        text = f"a {number} at {{}} needs more cells than {area_name(places)}"
        return SizeCut(self.rule, places, text, cell, ways, (1 << self._literals[number][at] - 1,), number=number)

    def _part(self, cells: Bitboard, start: Bitboard, count: int) -> Bitboard:
        """So many connected cells of some, from a start on."""
        part = start
        while part.bit_count() < count:
            ring = self.grid.border(part) & cells
            for i in scan(ring):
                if part.bit_count() < count:
                    part |= 1 << i
        return part

    def _violated(self, layer: Layer) -> Iterator[SizeCut]:
        """The cuts that contradict what is known."""
        number, grid = layer.number, self.grid
        for part in grid.components(layer.has):
            if part.bit_count() > number:
                for i in scan(part):
                    yield self.large(number, self._part(part, 1 << i, number + 1))
                    if part.bit_count() > 2 * number + 2:
                        break
        pockets, left = list[Bitboard](), layer.has & layer.may
        while left:
            pockets.append(grid.flood(left & -left, layer.may))
            left &= ~pockets[-1]
        for pocket in sorted(pockets, key=lambda pocket: pocket & -pocket):
            if pocket.bit_count() < number:
                for i in scan(pocket & layer.has):
                    yield self.small(number, pocket, i)

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether a region is too large, or cannot be large enough."""
        return any(True for layer in self.layers(true, false) for _ in self._violated(layer))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The cuts that the known cells violate."""
        cuts = (cut for layer in self.layers(true, false) for cut in self._violated(layer))
        return sorted(dict.fromkeys(cuts), key=lambda cut: len(cut.cells))

    def clauses(self, board: Bitboard) -> list[Clause]:
        """The clauses of cuts that a whole board violates."""
        every = sum(1 << x for x in range(len(self._places)))
        cuts = self.near(board, every & ~board)[:MOST_CUTS]
        return [[*cut.ways, *(-side.bit_length() for side in cut.sides)] for cut in cuts]

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """The same for all numbers at once: a region of cells, if it is larger, goes on beyond them; and if so many are
        together, it is larger.
        """
        if not self._joined:
            return self.clauses(board)
        found, grid = list[Clause](), self.grid
        for layer in self.layers(board, 0):
            for part in grid.components(layer.has):
                count = part.bit_count()
                if count < layer.number:
                    ways = self._around(part)
                    found.append(self._unless(self._settled(part, count), count, True, ways))
                elif count > layer.number:
                    i = self._settled(part, layer.number)
                    found.append(self._unless(i, layer.number, False, self._tree(part, i, layer.number + 1)))
        return [*filter(None, found)][:MOST_CUTS]

    def _settled(self, part: Bitboard, count: int) -> int:
        """A cell of a part, if possible one of which it is certain whether its number is larger than *count*."""
        return next((i for i in scan(part) if count not in self._larger[i]), (part & -part).bit_length() - 1)

    def _around(self, part: Bitboard) -> list[Literal]:
        """The literals that cells of a part are together with others."""
        pairs = ((i, j) for i in scan(part) for j in scan(self.grid.neighbours(1 << i) & ~part))
        return [self._joined[i, j] for i, j in pairs if (i, j) in self._joined]

    def _tree(self, part: Bitboard, start: int, count: int) -> list[Literal]:
        """The literals that so many cells of a part are not together, from one cell on."""
        reached, found = [start], list[Literal]()
        seen = 1 << start
        for i in reached:  # grows
            for j in scan(self.grid.neighbours(1 << i) & part & ~seen):
                if len(reached) < count:
                    seen |= 1 << j
                    reached.append(j)
                    found.append(-self._joined[i, j])
        return found

    def _unless(self, cell: int, count: int, more: bool, clause: list[Literal]) -> Clause:
        """The clause where a cell's number is larger than *count*, or with *more* False where it is not; empty: it
        holds anyway.
        """
        larger = self._larger[cell].get(count)
        if larger is None:
            numbers = self.values.candidates(divmod(cell, self.grid.width))
            return [] if (max(numbers, default=0) > count) != more else clause
        return [-larger if more else larger, *clause]

    @property
    def in_full(self) -> int:  # type: ignore[override]  # depends on the numbers
        """Of the two parts that grow: two for each pair of neighbours, number and root, and the counts of all roots."""
        grid, numbers = self.grid, [*map(self.values.candidates, self.grid.cells(self.grid.all))]
        most, rooted, found = self._most, [0] * grid.size, 0
        for r, top in enumerate(most):
            own = self._within(r, top) >> r << r
            count = own.bit_count()
            found += 5 * sum(min(k, top + 1) for k in range(1, count + 1))
            for i in scan(own):
                rooted[i] += 1
        for (a, b), (c, d) in grid.pairs(grid.all):
            i, j = a * grid.width + b, c * grid.width + d
            found += 2 * len(numbers[i].keys() & numbers[j].keys()) * max(rooted[i], rooted[j])
        return found // grid.size

    @property
    def implied_size(self) -> int:  # type: ignore[override]  # depends on the numbers
        """Three for each number of a cell, and of a pair of neighbours in both directions."""
        return 9 * len(self.values.names)

    def imply(self, encoder: Encoder) -> None:
        """Whether neighbours hold the same number, and whether a number is larger than another, as variables; and what
        follows for one, two and three cells.
        """
        formula, grid, mark = encoder.formula, self.grid, encoder.formula.pool.top
        self._larger, self._joined = [], {}
        for cell in grid.cells(grid.all):
            numbers = sorted(self.values.candidates(cell))
            own = self.values.candidates(cell)
            larger: dict[int, Literal] = {}
            for lower, upper in pairwise(numbers):
                there = formula.pool.new()
                larger |= dict.fromkeys(range(lower, upper), there)
                formula.extend([[-own[lower], -there], [-own[upper], there]])
                if lower > numbers[0]:
                    formula.add(-there, larger[lower - 1])
            self._larger.append(larger)
        for one, other in grid.pairs(grid.all):
            here, beside = self.values.candidates(one), self.values.candidates(other)
            if both := here.keys() & beside.keys():
                i, j = (r * grid.width + c for r, c in (one, other))
                x = self._joined[i, j] = self._joined[j, i] = formula.pool.new()
                formula.extend([-here[n], -beside[n], x] for n in both)
                for mine, its in ((here, beside), (beside, here)):
                    formula.extend([-x, -y, *([its[n]] if n in its else [])] for n, y in mine.items())
        formula.name_since(mark, "larger numbers, and equal neighbours")
        small = {1 << i for i in range(grid.size)}
        for count in (1, 2, 3):
            for part in sorted(small):
                ways, first = self._around(part), (part & -part).bit_length() - 1
                for i in scan(part):
                    formula.extend(filter(None, [self._unless(i, count, True, ways)]))
                tree = self._tree(part, first, count) if self._connected(part) else []
                if count > 1 and len(tree) == count - 1:
                    formula.extend(filter(None, [self._unless(first, count - 1, False, tree)]))
            small = {part | 1 << j for part in small for j in scan(grid.border(part))}

    def _connected(self, part: Bitboard) -> bool:
        """Whether neighbours within a part can hold the same number."""
        return all((i, j) in self._joined for i in scan(part) for j in scan(self.grid.neighbours(1 << i) & part))

    def encode(self, encoder: Encoder) -> None:
        """Each cell has one root, the first cell of its region; as many cells have it as the number there says.

        Auxiliary variables: one for each two cells that may be in one region, those of a count for each root, and for
        each cell some for its distance from the root. Clauses: two for each edge and root, and those of the counts.
        """
        formula, grid, values = encoder.formula, self.grid, self.values
        formula.family(self.rule)
        mark, size = formula.pool.top, grid.size
        most = self._most
        roots = [{i: formula.pool.new() for i in scan(self._within(r, most[r]) >> r << r)} for r in range(size)]
        of_cell: list[dict[int, Literal]] = [
            {r: own[i] for r, own in enumerate(roots) if i in own} for i in range(size)
        ]
        far = [[formula.pool.new() for _ in range(max(most) - 1)] for _ in range(size)]  # at least 1, 2, ... steps
        parents: list[list[Literal]] = [[] for _ in range(size)]
        for i in range(size):
            literals = list(of_cell[i].values())
            formula.add(*literals)
            formula.extend(at_most_one(literals, formula.pool))
            formula.extend([-far[i][t + 1], far[i][t]] for t in range(len(far[i]) - 1))
        for one, other in grid.pairs(grid.all):
            i, j = (r * grid.width + c for r, c in (one, other))
            here, there = values.candidates(one), values.candidates(other)
            for number in here.keys() & there.keys():
                for r in of_cell[i].keys() | of_cell[j].keys():
                    both = [-here[number], -there[number]]
                    for a, b in ((i, j), (j, i)):
                        if r in of_cell[a]:
                            formula.add(*both, -of_cell[a][r], *([of_cell[b][r]] if r in of_cell[b] else []))
            for a, b in ((i, j), (j, i)):  # b is the parent of a
                parent = formula.pool.new()
                parents[a].append(parent)
                for number in values.candidates(divmod(a, grid.width)):
                    mine, its = self._literals[number][a], self._literals[number][b]
                    formula.add(-parent, -mine, *([its] if its else []))
                steps = [0, *far[b]], [*far[a], 0]
                for before, after in zip(*steps, strict=True):  # where b is t steps away, a is t+1
                    formula.add(-parent, *([-before] if before else []), *([after] if after else []))
        for i in range(size):
            formula.add(*([of_cell[i][i]] if i in of_cell[i] else []), *parents[i])
            for number, x in values.candidates(divmod(i, grid.width)).items():
                for r, root in of_cell[i].items():
                    first = self._literals[number][r]
                    formula.add(-x, -root, *([first] if first else []))
        for r, own in enumerate(roots):
            for i, x in own.items():
                formula.add(-x, own[r]) if i != r else None
            counts = self._counts(encoder, list(own.values()), most[r] + 1)
            for number, x in values.candidates(divmod(r, grid.width)).items():
                formula.add(-x, -own[r], *counts[number : number + 1])
                formula.extend([-x, -own[r], -more] for more in counts[number + 1 : number + 2])
        formula.name_since(mark, "regions and their roots")

    @cached_property
    def _most(self) -> list[int]:
        """The largest number of each cell."""
        return [max(self.values.candidates(cell), default=0) for cell in self.grid.cells(self.grid.all)]

    def _within(self, start: int, number: int) -> Bitboard:
        """The cells that a region of so many cells may have from one on."""
        found = 1 << start
        for _ in range(number - 1):
            further = found | self.grid.neighbours(found)
            if further == found:
                break
            found = further
        return found

    @staticmethod
    def _counts(encoder: Encoder, literals: Sequence[Literal], most: int) -> list[Literal]:
        """By t up to *most*, as far as there are so many: the variable for "at least t of *literals*"; 0 for t = 0."""
        formula, before = encoder.formula, [0]
        for x in literals:
            now = [0]
            for t in range(1, min(len(before), most) + 1):
                there = formula.pool.new()
                same, lower = before[t : t + 1], [before[t - 1]] * (t > 1)
                formula.add(-x, there, *(-y for y in lower))
                formula.extend([-y, there] for y in same)
                formula.add(-there, x, *same)
                formula.extend([-there, y, *same] for y in lower)
                now.append(there)
            before = now
        return before

    # boards and sentences

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Each region of another size than its number says."""
        found = list[tuple[tuple[Cell, ...], str]]()
        for layer in self.layers(board, 0):
            for part in self.grid.components(layer.has):
                if part.bit_count() != layer.number:
                    cells, count = tuple(self.grid.cells(part)), counted(part.bit_count(), "cell")
                    found.append((cells, f"a region of {count} holds {layer.number}: {area_name(cells)}"))
        return sorted(found)

    def graph_fault(self, board: Bitboard) -> str | None:
        """A sentence with the size of a region that differs, found by networkx without bitboards."""
        import networkx as nx

        graph: Any = nx.Graph()
        rows = self.values.placed_on(board)
        graph.add_nodes_from((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x)
        graph.add_edges_from(
            ((r, c), (a, b))
            for r, c in [*graph]
            for a, b in ((r + 1, c), (r, c + 1))
            if (a, b) in graph and rows[r][c] == rows[a][b]
        )
        for part in nx.connected_components(graph):
            r, c = min(part)
            if len(part) != rows[r][c]:
                return f"the graph of the region at {cell_name((r, c))} has {counted(len(part), 'node')}"
        return None

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """None: a number belongs to it (`found`)."""
        raise InputError("it needs a number")

    def found(self, recorded: RecordedStatement, at: Cell) -> Cut:
        """The recorded cut. Raises InputError if it is none of this rule."""
        check_rule(recorded.rule, self.rule)
        number, cells = dict(recorded.record).get("number"), self.grid.mask(recorded.cells)
        if type(number) is not int or number not in self._every:
            raise InputError("there is no such number")
        size, own = cells.bit_count(), self._every[number]
        if not cells or self.grid.flood(cells & -cells, cells) != cells:
            raise InputError("the cells that it is about are in pieces")
        if size == number + 1 and not cells & ~own:
            return self.large(number, cells)
        if size >= number or at not in recorded.cells or not own & self.grid.bit(at):
            raise InputError(f"the rules do not say so of {counted(size, 'cell')} with a {number}")
        return self.small(number, cells, at[0] * self.grid.width + at[1])

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """Cells that would make a region too large do not hold its number, those that it needs do; and no cell holds a
        number for which there is no room.
        """
        grid = self.grid
        for layer in self.layers(true, false):
            own, number, open_cells = self._literals[layer.number], layer.number, layer.may & ~layer.has
            for i in scan(open_cells):
                if grid.flood(1 << i, layer.has | 1 << i).bit_count() > number:
                    yield -own[i]
            for pocket in grid.components(layer.may):
                if pocket.bit_count() < number:
                    yield from (-own[i] for i in scan(pocket & open_cells))
                    continue
                for part in grid.components(pocket & layer.has):
                    if part.bit_count() < number:
                        for i in scan(pocket & open_cells):
                            if grid.flood(part, pocket & ~(1 << i)).bit_count() < number:
                                yield own[i]
