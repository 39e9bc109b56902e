"""Paths through the centres of cells, each between two ends of the same number.

Every end has one line and every other cell none or two (`path_ends`), so the lines are paths from end to end and closed
loops. Three rules say the rest, and are added by cuts: a path joins the ends of one number (`PathsApart`), there are no
loops (`NoLoops`), and, which follows from these, each end can reach the other one (`EndsLinked`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from satdnd.encodings.connectivity import ordered_tree
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.rules.loop import Degree, SingleLoop
from satdnd.sat.formula import Clause, Literal


def path_ends(lines: CentreLines, ends: Mapping[Cell, Any], *, every: bool, clue: Any = None) -> Iterator[Degree]:
    """How many lines leave each cell: one an end, none or two any other; with *every* two.

    *clue* makes the clue of an end from its cell.
    """
    for cell in lines.corners():
        ways = lines.corner(*cell)
        if cell in ends:
            text = f"a path starts from the {ends[cell]} at {{}}"
            yield Degree("end", (cell,), text, ways, cell, (1,), clue=clue and clue(cell))
        elif every:
            yield Degree("every-cell", (cell,), "a path runs through {}", ways, cell, (2,))
        else:
            yield Degree("cell", (cell,), "no path ends or branches at {}", ways, cell)


class _PathCuts(Cuts):
    """What rules about paths share.

    Args:
        lines: those of the grid.
        ends: the number of each end; each number has two.
    """

    judges = True

    def __init__(self, lines: CentreLines, ends: Mapping[Cell, Any]) -> None:
        self.lines, self.ends = lines, dict(ends)
        self._width = lines.size[1]
        self._all = (1 << lines.count) - 1

    def _bit(self, cell: Cell) -> Bitboard:
        return 1 << cell[0] * self._width + cell[1]

    def _cell(self, bit: Bitboard) -> Cell:
        return divmod(bit.bit_length() - 1, self._width)

    @cached_property
    def _end_bits(self) -> dict[Bitboard, Any]:
        """The number of each end, by the end's bit."""
        return {self._bit(cell): number for cell, number in self.ends.items()}

    def _steps(self, lines: Bitboard) -> tuple[Bitboard, Bitboard]:
        """The cells with a line to the right, and those with a line down."""
        across = self.lines.across
        return self.lines.spread(lines & (1 << across) - 1), lines >> across

    def _flood(self, start: Bitboard, right: Bitboard, down: Bitboard, within: Bitboard = -1) -> Bitboard:
        """The cells that lines join to *start* through cells *within*."""
        cells, before, width = start, 0, self._width
        while cells != before:
            before = cells
            cells |= ((cells & right) << 1 | cells >> 1 & right) & within
            cells |= ((cells & down) << width | cells >> width & down) & within
        return cells

    def _way(self, lines: Bitboard, start: Cell, goal: Cell) -> list[Cell]:
        """The cells of a shortest path along lines."""
        before, queue = {start: start}, [start]
        for here in queue:
            for x in self.lines.corner(*here):
                if lines >> x - 1 & 1:
                    for there in self.lines.ends(x):
                        if there not in before:
                            before[there] = here
                            queue.append(there)
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]

    def _between(self, one: Cell, other: Cell) -> Literal:
        """The line between two cells; 0 if there is none."""
        step = {(-1, 0): "n", (0, 1): "e", (1, 0): "s", (0, -1): "w"}.get((other[0] - one[0], other[1] - one[1]))
        return self.lines.towards(one, step) if step else 0


class PathsApart(_PathCuts):
    """No path joins ends of different numbers. A cut says of such a path that not all its lines are there.

    To solve with, each cell has a label, the binary number of a path, which lines leave the same: then no cuts are
    needed. Auxiliary variables: ceil(log2 N) a cell, for N numbers; two clauses a line and bit.
    """

    rule = "apart"

    def _wrong(self, true: Bitboard) -> Iterator[tuple[Cell, Cell]]:
        """Ends of different numbers that lines join, each end once."""
        right, down = self._steps(true & self._all)
        seen = 0
        for bit, number in self._end_bits.items():
            if seen & bit:
                continue
            piece = self._flood(bit, right, down)
            seen |= piece
            for other, found in self._end_bits.items():
                if piece & other and found != number:
                    yield self._cell(bit), self._cell(other)
                    break

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether known lines join different numbers."""
        return next(self._wrong(true), None) is not None

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """A cut for each path between different numbers, the shortest first."""
        return sorted((self.cut(self._way(true, *pair)) for pair in self._wrong(true)), key=lambda cut: len(cut.cells))

    def cut(self, way: Sequence[Cell]) -> Cut:
        """The cut that says that a path does not run along all these cells."""
        one, other = self.ends[way[0]], self.ends[way[-1]]
        ways = tuple(-self._between(*step) for step in pairwise(way))
        return Cut(self.rule, tuple(way), f"no path joins the {one} at {{}} and the {other}", way[0], ways)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """For each path between different numbers: not all its lines are there."""
        return [list(cut.ways) for cut in self.near(board, 0)]

    def is_cut(self, clause: Clause) -> bool:
        """Whether lines that it denies join different numbers."""
        return self.broken(sum(1 << -x - 1 for x in {*clause} if x < 0), 0)

    def imply(self, encoder: Encoder) -> None:
        """The labels, and that lines do not change them."""
        numbers = sorted({*self.ends.values()}, key=str)
        bits = (len(numbers) - 1).bit_length() if numbers else 0
        names = [f"path at {cell_name(cell)}, bit {1 << k}" for cell in self.lines.corners() for k in range(bits)]
        block = encoder.formula.new_variables(names)
        labels = {cell: block[i * bits : (i + 1) * bits] for i, cell in enumerate(self.lines.corners())}
        for cell, number in self.ends.items():
            index = numbers.index(number)
            encoder.formula.extend([x if index >> k & 1 else -x] for k, x in enumerate(labels[cell]))
        for line in range(1, self.lines.count + 1):
            one, other = self.lines.ends(line)
            for x, y in zip(labels[one], labels[other], strict=True):
                encoder.formula.extend([[-line, -x, y], [-line, x, -y]])

    def encode(self, encoder: Encoder) -> None:
        """The labels are the whole rule."""
        encoder.formula.family(self.rule)
        self.imply(encoder)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """The ends that a path joins."""
        pairs = [
            (pair, [f"the {self.ends[cell]} at {cell_name(cell)}" for cell in pair]) for pair in self._wrong(board)
        ]
        return [(pair, f"a path joins {one} and {other}") for pair, (one, other) in pairs]

    def graph_fault(self, board: Bitboard) -> str | None:
        """How the graph of the lines fails to be one path between the ends of each number."""
        import networkx as nx

        graph: Any = nx.Graph()
        graph.add_nodes_from(self.ends)
        graph.add_edges_from(self.lines.ends(i + 1) for i in scan(board & self._all))
        pieces = [[self.ends[cell] for cell in piece if cell in self.ends] for piece in nx.connected_components(graph)]
        wrong = [piece for piece in pieces if len(piece) != 2 or piece[0] != piece[1]]
        if wrong:
            return f"a piece of the graph of the lines has the numbers {wrong[0]}"
        return "the graph of the lines has a loop" if pieces and not nx.is_forest(graph) else None

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of cells along which a path would join different numbers."""
        check_rule(rule, self.rule)
        way = list(cells)
        ends = [self.ends.get(cell) for cell in (way[0], way[-1])] if way else [None]
        if at != way[0] or None in ends or ends[0] == ends[-1]:
            raise InputError("the cells that it is about do not lead from a number to another one")
        if len({*way}) < len(way) or not all(self._between(*step) for step in pairwise(way)):
            raise InputError("the cells that it is about are not a path")
        return self.cut(way)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """No line joins paths of different numbers."""
        right, down = self._steps(true & self._all)
        piece = dict[int, Any]()
        for bit, number in self._end_bits.items():
            piece.update(dict.fromkeys(scan(self._flood(bit, right, down)), number))
        for i in scan(self._all & ~true & ~false):
            one, other = (piece.get(r * self._width + c) for r, c in self.lines.ends(i + 1))
            if one is not None and other is not None and one != other:
                yield -i - 1


class EndsLinked(_PathCuts):
    """Each end can reach the other end of its number, without passing ends of other numbers.

    A cut of a set of cells with just one of two ends says that a line leaves it, other than from or to ends of other
    numbers. It follows from the other rules.
    """

    rule = "linked"

    @cached_property
    def _pairs(self) -> list[tuple[Bitboard, Bitboard, Bitboard]]:
        """For each number its ends, and the cells that are no ends of other numbers, as bits."""
        everywhere = (1 << self.lines.size[0] * self._width) - 1
        all_ends = sum(self._end_bits)
        by_number = dict[Any, list[Bitboard]]()
        for bit, number in self._end_bits.items():
            by_number.setdefault(number, []).append(bit)
        return [(one, other, everywhere & ~all_ends | one | other) for one, other in by_number.values()]

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some end can no longer reach the other one."""
        right, down = self._steps(self._all & ~false)
        return any(not self._flood(one, right, down, within) & other for one, other, within in self._pairs)

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """Two cuts for each number whose ends cannot reach each other, the smallest first."""
        right, down = self._steps(self._all & ~false)
        found = list[Cut]()
        for one, other, within in self._pairs:
            pocket = self._flood(one, right, down, within)
            if not pocket & other:
                found += [self._cut(pocket, one), self._cut(self._flood(other, right, down, within), other)]
        return sorted(found, key=lambda cut: len(cut.cells))

    def _cut(self, pocket: Bitboard, end: Bitboard) -> Cut:
        """The cut of a set of cells with just one of two ends."""
        within = next(within for one, other, within in self._pairs if end in (one, other))
        cells, at = tuple(divmod(i, self._width) for i in scan(pocket)), self._cell(end)
        right, down = pocket & within, within & ~pocket
        ways = []
        for i in range(self.lines.count):
            one, other = (self._bit(cell) for cell in self.lines.ends(i + 1))
            if (one & right and other & down) or (one & down and other & right):
                ways.append(i + 1)
        return Cut(self.rule, cells, f"the {self.ends[at]} at {{}} needs a way to the other one", at, tuple(ways))

    def clauses(self, board: Bitboard) -> list[Clause]:
        """For each end that lines do not join to the other one: a line leaves the cells that they join to it."""
        return [list(cut.ways) for cut in self.near(board, self._all & ~board)]

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """None: it follows from the other rules."""
        return []

    def is_cut(self, clause: Clause) -> bool:
        """Whether some end needs one of the lines that it demands."""
        return self.broken(0, sum(1 << x - 1 for x in {*clause} if 0 < x <= self.lines.count))

    def encode(self, encoder: Encoder) -> None:
        """Nothing: it follows from the other rules."""

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """The ends that cannot reach each other."""
        right, down = self._steps(board & self._all)
        return [
            ((self._cell(one), self._cell(other)), f"nothing links the numbers {self._end_bits[one]}")
            for one, other, within in self._pairs
            if not self._flood(one, right, down, within) & other
        ]

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """None: the other rules report it."""
        return []

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of any cells with just one of two ends."""
        check_rule(rule, self.rule)
        pocket, there = sum(map(self._bit, {*cells})), [x for x in cells if self.ends.get(x) == self.ends.get(at, at)]
        if there != [at]:
            raise InputError("the cells that it is about do not separate two equal numbers")
        return self._cut(pocket, self._bit(at))

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """A line is there if one end can reach the other one only by it."""
        maybe = self._all & ~false
        right, down = self._steps(maybe)
        for one, other, within in self._pairs:
            if not self._flood(one, right, down, within) & other:
                continue
            inner = sum(1 << i for i in scan(maybe) if all(within & self._bit(x) for x in self.lines.ends(i + 1)))
            for step in pairwise(self._way(inner, self._cell(one), self._cell(other))):
                x = self._between(*step)
                if not true >> x - 1 & 1:
                    without = self._steps(maybe & ~(1 << x - 1))
                    if not self._flood(one, *without, within) & other:
                        yield x


class NoLoops(SingleLoop):
    """No lines form a closed loop. A cut is about the squares between centres around which a loop would close."""

    rule = "closed"
    judges = True

    def __init__(self, lines: CentreLines) -> None:
        super().__init__(lines, (), "no path closes around {}")

    def _leaves_out(self, loop: Bitboard) -> bool:
        """Each loop is one too many."""
        return True

    def is_cut(self, clause: Clause) -> bool:
        """Whether lines that it denies form a loop."""
        return bool(next(self._loops(sum(1 << -x - 1 for x in {*clause} if x < 0) & self._all), 0))

    def encode(self, encoder: Encoder) -> None:
        """The squares between centres and the outside are connected across absent lines, encoded by `ordered_tree`."""
        lines, formula = self.edges, encoder.formula
        if 0 in (lines.height, lines.width):
            return  # a single row or column
        mark, squares = formula.pool.top, lines.height * lines.width
        formula.family(self.rule)
        there = formula.new("present")
        formula.add(there)
        across = []
        for x in range(1, lines.count + 1):
            one, *more = [r * lines.width + c for r, c in lines.neighbours(x)]
            across.append((one, more[0] if more else squares, -x))
        trees = ordered_tree([there] * (squares + 1), across, formula.pool)
        formula.extend(trees.clauses)
        formula.name_since(mark, "no loops", trees.meanings)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """The squares within loops."""
        found = []
        for loop in self._loops(board & self._all):
            cells = sorted({cell for i in scan(loop) for cell in self.edges.ends(i + 1)})
            found.append((tuple(cells), "a path is closed to a loop"))
        return found[:1]

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """All."""
        return self.faults(board)

    def graph_fault(self, board: Bitboard) -> str | None:
        """None: `PathsApart` has the graph."""
        return None

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """For each loop: not all its lines are there."""
        return self.clauses(board)
