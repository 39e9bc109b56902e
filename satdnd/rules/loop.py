"""One closed loop along the edges of a grid: the lines that meet at a corner, and uniqueness of the loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, islice, pairwise
from typing import Any, ClassVar

from satdnd.encodings.connectivity import planar_trees
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid, joined, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.count import Count, true_among
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.edges import Edges
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement, StatementFamily
from satdnd.sat.formula import Clause, Literal

_LONG = 300
"""Lines of a loop above which it is not worth its cuts if there are shorter loops."""
MOST_PASSED = 10_000
"""The most groups of edges on which cuts rely."""


@dataclass(frozen=True)
class Degree(RuleStatement):
    """The number of true *literals* at a corner is one of *allowed*.

    Clauses: the prime implicates, with which unit propagation sees all that follows; no auxiliary variables. There are
    eight for "none or two of four".
    """

    literals: tuple[Literal, ...]
    corner: Cell
    """The corner; it distinguishes corners of the same cells in a grid of one row or column."""
    allowed: tuple[int, ...] = (0, 2)

    fields: ClassVar = ("corner",)

    def parameters(self) -> dict[str, Any]:
        """Its parameters in JSON, with the corner as a list."""
        return {"corner": list(self.corner)}

    def encode(self, encoder: Encoder) -> None:
        """For each gap between allowed numbers, the clauses that exclude the numbers in it."""
        encoder.formula.extend(_clauses(self.literals, self.allowed))

    def broken(self, board: Bitboard) -> bool:
        """Some other number of literals is true."""
        return true_among(self.literals, board) not in self.allowed

    def fault(self, board: Bitboard) -> str:
        """The sentence with the number found."""
        return f"{self.text}: found {true_among(self.literals, board)}"

    def constraints(self) -> Sequence[Constraint]:
        """One of several sums."""
        return [Either(tuple(Sum.of_literals(self.literals, number, number) for number in self.allowed))]


def _clauses(literals: Sequence[Literal], allowed: tuple[int, ...]) -> list[Clause]:
    """The clauses that exclude other numbers of true literals than *allowed*."""
    gaps = _gaps(len(literals), allowed)
    return [[*[-literals[i] for i in true], *[literals[i] for i in false]] for true, false in gaps]


@cache
def _gaps(number: int, allowed: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The sets of literals that must not be true while others are false, one for each clause."""
    found = list[tuple[tuple[int, ...], tuple[int, ...]]]()
    bounds = [-1, *sorted({n for n in allowed if 0 <= n <= number}), number + 1]
    for low, high in pairwise(bounds):
        if high - low > 1:  # low + 1 true and number - high + 1 false are a number in the gap
            for true in combinations(range(number), low + 1):
                rest = [i for i in range(number) if i not in true]
                found += [(true, false) for false in combinations(rest, number - high + 1)]
    return found


@dataclass(frozen=True)
class CornerDegrees(StatementFamily):
    """At each corner, none or two edges are part of the loop.

    Clauses: those of `Degree`.
    """

    edges: Edges
    rule: str
    pattern: str = "the loop does not end or branch at {}"
    """The sentence of each, with ``{}`` for the name of its corner."""

    def statements(self) -> Iterator[Degree]:
        """Make one for each corner."""
        edges = self.edges
        for corner in edges.corners():
            text = self.pattern.replace("{}", edges.corner_name(*corner))
            yield Degree(self.rule, edges.corner_cells(*corner), text, edges.corner(*corner), corner)

    def encode(self, encoder: Encoder) -> None:
        """The clauses of each corner."""
        encoder.formula.extend(chain.from_iterable(clauses for _, clauses in corners_of(self.edges).values()))

    def broken(self, board: Bitboard) -> bool:
        """Some other number of lines meets at a corner."""
        true = {i + 1 for i in scan(board)}
        return any(len(true.intersection(own)) not in (0, 2) for own, _ in corners_of(self.edges).values())


@lru_cache(maxsize=8)
def corners_of(edges: Edges) -> dict[Cell, tuple[tuple[Literal, ...], list[Clause]]]:
    """For each corner its edges, and the clauses that none or two of them are lines."""
    own = ((corner, edges.corner(*corner)) for corner in edges.corners())
    return {corner: (literals, _clauses(literals, (0, 2))) for corner, literals in own}


def visits(edges: Edges, rule: str, what: str) -> Iterator[Count]:
    """The loop passes every corner, or every cell through whose centre it may run: *what* says which."""
    for r, c in edges.corners():
        name = edges.corner_name(r, c)
        ways = edges.corner(r, c)
        yield Count(rule, edges.corner_cells(r, c), f"the loop passes {name}", ways, 2, max(2, len(ways)))


def visits_all(height: int, width: int, what: str) -> str | None:
    """Why no loop passes all *height* x *width* corners, or cells: it passes black and white ones in turn."""
    number = height * width
    return f"a loop passes an even number of {what}s, and there are {number}" if number % 2 else None


@lru_cache(maxsize=8)
def _numbered_ends(edges: Edges) -> list[tuple[int, int]]:
    """The numbers of the corners that each edge joins, row by row from 0."""
    width = edges.width + 1
    return [(a * width + b, c * width + d) for (a, b), (c, d) in map(edges.ends, range(1, edges.count + 1))]


class SingleLoop(Cuts):
    """All lines form one closed loop, provided that `CornerDegrees` holds and that there is a line.

    A cut is about cells whose surrounding edges form a loop: not all of these are lines if there are other lines.

    Args:
        edges: those of the grid.
        sure: sets of edges, bit v-1 for variable v, that each contain a line (those around a 3): a loop that misses
            such a set is excluded, whatever else is a line.
        pattern: the sentence of a cut, with ``{}`` for the name of a cell.
    """

    rule = "single-loop"

    def __init__(
        self,
        edges: Edges,
        sure: Sequence[Bitboard] = (),
        pattern: str = "a loop closed around {} would leave out other lines",
    ) -> None:
        self.edges, self.sure, self.pattern = edges, tuple(sure), pattern
        self._corners = grid(edges.height + 1, edges.width + 1)
        self._all = (1 << edges.count) - 1
        self._ends = _numbered_ends(edges)

    # cuts

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether a loop is closed while there is, or must be, a line elsewhere."""
        true &= self._all
        loop = next(self._loops(true), 0)
        return bool(loop) and (true != loop or self._leaves_out(loop))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each closed loop, those around the fewest cells first."""
        around = sorted(map(self.edges.inside, self._loops(true & self._all)), key=int.bit_count)
        return [self.cut(inside, self._grid.cells(inside)[0]) for inside in around]

    def cut(self, inside: Bitboard, at: Cell) -> Cut:
        """The cut that no loop closes around the cells *inside* (bits) while there are lines elsewhere; *at* is one of
        them.
        """
        loop = self.edges.border(inside)
        sides = () if self._leaves_out(loop) else (self._all & ~loop,)
        ways = tuple(-i - 1 for i in scan(loop))
        return Cut(self.rule, tuple(self._grid.cells(inside)), self.pattern, at, ways, sides)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """For each loop: one of its edges is not a line, or no other edge is."""
        board &= self._all
        return self._clauses(board, self._loops(board))

    def _clauses(self, board: Bitboard, loops: Iterable[Bitboard]) -> list[Clause]:
        found = list[Clause]()
        for loop in loops:
            others = board & ~loop
            if self._leaves_out(loop):
                found.append([-i - 1 for i in scan(loop)])
            elif others:
                found.append([*(-i - 1 for i in scan(loop)), -others.bit_length()])
        return found

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """Those of `clauses`; if none or two lines meet at every corner, also for each loop: a line leaves it.

        The line leaves the corners that the loop encloses, including its own, or those outside together with its own;
        otherwise one of two lines, one per side, is absent. A side with a set of edges that is sure to have a line
        needs no other witness. Very long loops beside shorter ones get no clauses, which would hardly exclude more.
        """
        board &= self._all
        loops = list(self._loops(board))
        short = [loop for loop in loops if loop.bit_count() <= _LONG] or loops
        found = self._clauses(board, short)
        if sum(loops) != board or sum(loop.bit_count() for loop in loops) != self._touched(board).bit_count():
            return found  # some lines are not on loops, or loops meet
        for loop in short:
            cells = self.edges.inside(loop)
            own = self._touched(loop)
            enclosed = self._enclosed(cells) | own
            for side in (enclosed, self._corners.all & ~enclosed | own):
                within, beyond = self._between(side), self._between(self._corners.all & ~side)
                leaving = [i + 1 for i in scan(self._all & ~within & ~beyond)]
                there = [-loop.bit_length()] if all(map(beyond.__and__, self.sure)) else []
                if all(map(within.__and__, self.sure)):  # in C, as there are many
                    others = board & beyond
                    if not others:
                        continue
                    there.append(-others.bit_length())
                found.append(leaving + there)
        return found

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of cells that one loop can enclose."""
        check_rule(rule, self.rule)
        inside = self._grid.mask(cells)
        if at not in cells:
            raise InputError(f"{cell_name(at)} is not among the cells that it is about")
        loop = self.edges.border(inside)
        if next(self._loops(loop)) != loop:
            raise InputError("the edges around the cells that it is about do not form one loop")
        return self.cut(inside, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """No edge closes a loop while there are lines elsewhere; nothing beside a closed loop is a line."""
        unknown, true = self._all & ~true & ~false, true & self._all
        if next(self._loops(true), 0):
            yield from (-i - 1 for i in scan(unknown))
            return
        piece = self._pieces(true)
        for i in scan(unknown):
            a, b = self._ends[i]
            if a in piece and piece[a] == piece.get(b):
                loop = next(self._loops(true | 1 << i))
                if true & ~loop or self._leaves_out(loop):
                    yield -i - 1

    # faults

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """A fault if there are several loops, with the cells inside all but the longest, or lines beside a loop."""
        board &= self._all
        return self._faults(board, [*self._loops(board)])

    def _faults(self, board: Bitboard, loops: list[Bitboard]) -> list[tuple[tuple[Cell, ...], str]]:
        """The same for lines that close these loops."""
        if not loops or (loops == [board] and not self._leaves_out(board)):
            return []
        loops.sort(key=int.bit_count)
        smaller = loops[:-1] or loops
        inside = 0
        for loop in smaller:
            inside |= self.edges.inside(loop)
        where = tuple(self._grid.cells(inside))
        if sum(map(int.bit_count, loops)) != board.bit_count():
            return [(where, "a loop is closed, and there are lines elsewhere")]
        if len(loops) == 1:
            return [(where, "the loop leaves out edges of which one is part of it")]
        return [(where, f"the lines form {len(loops)} loops")]

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Nothing for a single loop: what it leaves out is reported by the rule that requires it."""
        board &= self._all
        loops = [*self._loops(board)]
        return [] if loops == [board] else self._faults(board, loops)

    def graph_fault(self, board: Bitboard) -> str | None:
        """How the graph of the lines fails to be one loop; a board without lines is left to another rule."""
        import networkx as nx

        graph: Any = nx.Graph()
        graph.add_edges_from(self.edges.ends(i + 1) for i in scan(board & self._all))
        if not graph:
            return None
        if (pieces := nx.number_connected_components(graph)) > 1:
            return f"the loop falls into {pieces} pieces"
        wrong = {degree for _, degree in graph.degree} - {2}
        return f"{max(wrong)} lines meet at a corner of the graph of the loop" if wrong else None

    # encoded in full

    def encode(self, encoder: Encoder) -> None:
        """The loop is the border between inside and outside, both of which are connected; or there are no lines.

        A corner where four lines met would divide the inside or the outside, so this implies `CornerDegrees` as well.
        (cspuz
        and noqx also use connected inside and outside, with their own native constraints.)

        Auxiliary variables: one per cell, for the inside, those of `planar_trees` twice (once with a border of cells
        around the grid), and one that is true. Clauses: four for each edge between cells, two at the border, and those
        of the trees.
        """
        formula, edges = encoder.formula, self.edges
        height, width = edges.height, edges.width
        if not height or not width:
            formula.extend([-x] for x in range(1, edges.count + 1))  # no room for a loop
            return
        formula.family(self.rule)
        inside = [[formula.new(f"inside[{r},{c}]") for c in range(width)] for r in range(height)]
        border = formula.new("outside")  # always true
        formula.add(border)
        wide = [[border] * (width + 2)]
        outside = [*wide, *([border, *(-x for x in row), border] for row in inside), *wide]
        trees = []
        for name, corner, area in (("inside", 0, inside), ("outside", -1, outside)):
            before = formula.pool.top
            opens = [x for row in area for x in row]
            trees.append(planar_trees(len(area), len(area[0]), opens, formula.pool, corner=corner))
            formula.name_since(before, name, trees[-1].meanings)
            formula.extend(trees[-1].structure)
        formula.begin_sentence("there is one loop")
        for x in range(1, edges.count + 1):
            there, *others = [inside[r][c] for r, c in edges.neighbours(x)]
            if others:
                (other,) = others
                formula.extend([[-x, there, other], [-x, -there, -other], [x, -there, other], [x, there, -other]])
            else:
                formula.extend([[-x, there], [x, -there]])
        for one in trees:
            formula.extend(one.single)

    # geometry

    @property
    def _grid(self) -> Grid:
        return self.edges.grid

    def _leaves_out(self, loop: Bitboard) -> bool:
        """Whether a loop contains none of some set of edges that is sure to have a line."""
        return any(not edges & loop for edges in self.sure)

    def _loops(self, lines: Bitboard) -> Iterator[Bitboard]:
        """Loops among lines: each line that closes one, with a shortest path between its ends over earlier lines.

        If none or two lines meet at every corner, the pieces of the lines, found by flood fill.
        """
        across, width = self.edges.across, self.edges.width
        right, down = self.edges.spread(lines & (1 << across) - 1), lines >> across  # by their first corners
        left, up = right << 1, down << width + 1
        if not (left ^ right ^ up ^ down or left & right & up & down):
            while right:
                piece = joined(right & -right, right, down, self.edges.width + 1)
                loop = self.edges.narrowed(right & piece) | (down & piece) << across
                yield loop
                right &= ~piece
                down &= ~piece
            return
        neighbours: dict[int, list[tuple[int, int]]] = {}
        for i in scan(lines):
            a, b = self._ends[i]
            neighbours.setdefault(a, []).append((i, b))
            neighbours.setdefault(b, []).append((i, a))
        before: dict[int, tuple[int, int, int]] = {}  # for each corner: steps from the first, the last step, its corner
        for start in neighbours:
            if start in before:
                continue
            before[start] = 0, -1, start
            queue = [start]
            for here in queue:
                steps, last, _ = before[here]
                for i, there in neighbours[here]:
                    if there not in before:
                        before[there] = steps + 1, i, here
                        queue.append(there)
                    elif i != last and before[there][1] != i and here < there:
                        yield 1 << i | self._way(before, here, there)

    @staticmethod
    def _way(before: dict[int, tuple[int, int, int]], one: int, other: int) -> Bitboard:
        """The lines on the path between two corners in a tree."""
        lines = 0
        while one != other:
            if before[one][0] < before[other][0]:
                one, other = other, one
            _, i, one = before[one]
            lines |= 1 << i
        return lines

    def _pieces(self, lines: Bitboard) -> dict[int, int]:
        """Maps each corner on a line to the first corner of its piece, by their numbers."""
        first: dict[int, int] = {}

        def found(corner: int) -> int:
            """The corner that represents a piece."""
            while (above := first.setdefault(corner, corner)) != corner:
                first[corner] = first[above]
                corner = above
            return corner

        for i in scan(lines):
            a, b = map(found, self._ends[i])
            first[a] = b
        return {corner: found(corner) for corner in list(first)}

    def _enclosed(self, inside: Bitboard) -> Bitboard:
        """The corners of the cells *inside*."""
        wide = self.edges.spread(inside)
        wide |= wide << 1
        return wide | wide << self.edges.width + 1

    def _touched(self, lines: Bitboard) -> Bitboard:
        """The corners that lines touch."""
        right, down = self.edges.spread(lines & (1 << self.edges.across) - 1), lines >> self.edges.across
        return right | right << 1 | down | down << self.edges.width + 1

    def _between(self, corners: Bitboard) -> Bitboard:
        """The edges with both ends among *corners*."""
        right = corners & self._corners.west(corners)
        down = corners & self._corners.north(corners)
        return self.edges.narrowed(right) | down << self.edges.across


def loop_through(
    edges: Edges, groups: Iterable[Bitboard], pattern: str = "a loop closed around {} would leave out other lines"
) -> SingleLoop:
    """A `SingleLoop` that has an edge of each of some groups (variables as bits).

    Cuts rely on that, unless there are so many groups that they are not worth their memory.
    """
    some = [*islice(groups, MOST_PASSED + 1)]
    return SingleLoop(edges, some if len(some) <= MOST_PASSED else (), pattern)


@lru_cache(maxsize=8)
def edges_at(edges: Edges) -> dict[Cell, Bitboard]:
    """For each corner the variables of its edges, as bits."""
    return {corner: sum(1 << x - 1 for x in edges.corner(*corner)) for corner in edges.corners()}
