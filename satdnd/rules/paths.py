"""Paths through the centres of cells, each between two ends of the same number.

Every end has one line and every other cell none or two (`path_ends`), so the lines are paths from end to end and closed
loops. What is left to say is that the path from each end leads to the other one (`Linked`), and that there are no loops
(`NoLoops`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, cast

from satdnd.encodings.connectivity import ordered_tree
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.constraint import NO, YES, Age, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.loop import Degree, SingleLoop
from satdnd.rules.path_reasoner import Linking
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause

_PATHS = 16
"""The paths found last that are tried before a search."""


def path_ends(lines: CentreLines, ends: Mapping[Cell, Any], *, every: bool, clue: Any = None) -> Iterator[Degree]:
    """How many lines leave each cell: one an end, none or two any other; with *every* two.

    *clue* makes the clue of an end from its cell.
    """
    for cell in lines.corners():
        ways = lines.corner(*cell)
        if cell in ends:
            text = f"one path starts from the {ends[cell]} at {{}}"
            yield Degree("end", (cell,), text, ways, cell, (1,), clue=clue and clue(cell))
        elif every:
            yield Degree("every-cell", (cell,), "a path runs through {}", ways, cell, (2,))
        else:
            yield Degree("cell", (cell,), "no path ends or branches at {}", ways, cell)


def linked_ends(lines: CentreLines, ends: Mapping[Cell, Any], *, clue: Any = None) -> Iterator[Linked]:
    """A path links the two ends of each number; arguments as for `path_ends`."""
    pairs = dict[Any, list[Cell]]()
    for cell, number in ends.items():
        pairs.setdefault(number, []).append(cell)
    for label, (number, (one, other)) in enumerate(pairs.items()):
        text = f"a path links the {number} at {{}} and the {number} at {cell_name(other)}"
        others = frozenset({*ends} - {one, other})
        yield Linked("path", (one, other), text, lines, others, label, len(pairs), clue=clue and clue(one))


@dataclass(frozen=True)
class Linked(RuleStatement):
    """A path leads from the first of its *cells* to the second; it does not branch, and passes no other end.

    Auxiliary variables: alone, one for each other cell (it is on the path); together with others, ceil(log2 N) for each
    cell, shared by all: the number of a path, which lines leave the same. Clauses: alone, two a line and five to eight
    a cell; together, two a line and bit.
    """

    lines: CentreLines = field(compare=False)
    others: frozenset[Cell]
    """The other ends."""
    label: int = field(compare=False)
    """The number of the path among all."""
    labels: int = field(compare=False)
    """How many paths there are."""

    def encode(self, encoder: Encoder) -> None:
        """Alone, which cells are on the path; together with other statements, labels."""
        formula, lines = encoder.formula, self.lines
        if not encoder.alone:
            bits = encoder.definition(("path labels", lines.size, self.labels), lambda: self._bits(encoder))
            for cell in self.cells:
                formula.extend([x if self.label >> k & 1 else -x] for k, x in enumerate(bits[cell]))
            return
        free = [cell for cell in lines.corners() if cell not in self.others and cell not in self.cells]
        on = {cell: formula.new(f"{cell_name(cell)} is on path {self.label + 1}") for cell in free}
        for x in range(1, lines.count + 1):
            one, other = lines.ends(x)
            for here, there in ((one, other), (other, one)):
                if here in self.others and there not in self.others:
                    formula.add(-x, *([-on[there]] if there in on else []))
                elif there in on and here not in self.others:
                    formula.add(-x, on[there], *([-on[here]] if here in on else []))
        for cell in (*free, *self.cells):
            ways = lines.corner(*cell)
            number, given = (2, [-on[cell]]) if cell in on else (1, [])
            formula.extend([*given, *(-x for x in some)] for some in combinations(ways, number + 1))
            formula.extend([*given, *some] for some in combinations(ways, max(0, len(ways) - number + 1)))

    def _bits(self, encoder: Encoder) -> dict[Cell, range]:
        """The bits of each cell's label, which a line's two cells share."""
        width, lines = (self.labels - 1).bit_length(), self.lines
        names = [f"path at {cell_name(cell)}, bit {1 << k}" for cell in lines.corners() for k in range(width)]
        block = encoder.formula.new_variables(names)
        bits = {cell: block[i * width : (i + 1) * width] for i, cell in enumerate(lines.corners())}
        for x in range(1, lines.count + 1):
            one, other = lines.ends(x)
            for a, b in zip(bits[one], bits[other], strict=True):
                encoder.formula.extend([[-x, -a, b], [-x, a, -b]])
        return bits

    def broken(self, board: Bitboard) -> bool:
        """By following the lines from the first end."""
        return self._met(board) != self.cells[1]

    def _met(self, board: Bitboard) -> Cell | None:
        """The end that the path from the first one reaches; None if it branches, or ends elsewhere."""
        steps, here, left = self.lines.steps, self.cells[0], board
        while True:
            ways = [step for step in steps[here] if step[0] & left]
            if left != board and (here in self.cells or here in self.others):
                return here if not ways else None
            if len(ways) != 1:
                return None
            ((line, here),) = ways
            left &= ~line

    def fault(self, board: Bitboard) -> str:
        """Where the path leads instead."""
        met = self._met(board)
        return f"{self.text}: found one to {cell_name(met)}" if met else f"{self.text}: found none"

    def constraints(self) -> Sequence[Constraint]:
        """Read line by line."""
        return [LinkConstraint(self.lines, self.cells[0], self.cells[1], self.others)]

    def reasoner(self) -> Linking:
        """By paths: a solver has to look through the cells on them."""
        one, other = self.cells
        return Linking(self.lines, (one, other), self.others)


# constraints


@dataclass(frozen=True)
class LinkConstraint(Constraint):
    """What `Linked` says."""

    lines: CentreLines = field(compare=False)
    one: Cell
    other: Cell
    others: frozenset[Cell]

    @cached_property
    def scope(self) -> frozenset[int]:
        """All lines, except those between other ends."""
        own = (x for x in range(1, self.lines.count + 1) if not self.others.issuperset(self.lines.ends(x)))
        return frozenset(x - 1 for x in own)

    @cached_property
    def _at(self) -> dict[Cell, Bitboard]:
        """The lines at each cell."""
        return {cell: sum(line for line, _ in steps) for cell, steps in self.lines.steps.items()}

    @cached_property
    def _paths(self) -> list[tuple[Bitboard, Bitboard]]:
        """The last paths found, with all lines at their cells: usually one of them still fits."""
        return []

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which lines there are."""
        return _Linking(self, order, domains, budget)

    def known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        """The lines that are there, and those that may be."""
        has = sum(1 << i for i in self.scope if domains[i] == YES)
        return has, sum(1 << i for i in self.scope if domains[i] & YES)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Find a path, then one without each of its lines, and one that does not miss each of the lines beside it."""
        has, may = self.known(domains)
        path, near = self.path(has, may, budget)
        if not path:
            return None
        inside, outside = path & ~has, near & ~path & may
        for i in scan(inside):
            if inside >> i & 1 and (other := self.path(has, may & ~(1 << i), budget))[0]:
                inside, outside = inside & other[0], outside & other[1] & ~other[0]
        for i in scan(outside):
            if outside >> i & 1 and (other := self.path(has | 1 << i, may, budget))[0]:
                inside, outside = inside & other[0], outside & other[1] & ~other[0]
        for i in scan(inside):
            domains[i] = YES
        for i in scan(outside):
            domains[i] = NO
        return [*scan(inside | outside)]

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """Known lines, none of which can be left out."""
        has, may = self.known(domains)
        free = may & ~has
        if lost is not None:
            bit = 1 << lost
            has, may = (has, may & ~bit) if self.path(has | bit, may | bit, budget)[0] else (has | bit, may | bit)
        kept = list[int]()
        for i in sorted(self.scope, key=age, reverse=True):
            bit = 1 << i
            if free & bit or i == lost:
                continue
            weaker = has & ~bit, may | bit
            if weaker == (has, may) or not self.path(*weaker, budget)[0]:
                has, may = weaker
            else:
                kept.append(i)
        return kept

    def path(self, has: Bitboard, may: Bitboard, budget: Budget) -> tuple[Bitboard, Bitboard]:
        """A path of lines of *may* with every line of *has* at its cells, and all lines there; 0 if there is none."""
        for k, (path, near) in enumerate(self._paths):
            if not path & ~may and not near & has & ~path:
                self._paths.insert(0, self._paths.pop(k))
                return path, near
        found = self._search(*self.reduced(has, may), budget)
        if found:
            near = 0
            for i in scan(found):
                one, other = self.lines.ends(i + 1)
                near |= self._at[one] | self._at[other]
            self._paths[_PATHS:] = []
            self._paths.insert(0, (found, near))
            return found, near
        return 0, 0

    def reduced(self, has: Bitboard, may: Bitboard) -> tuple[Bitboard, Bitboard]:
        """What matters of them: cells that the path cannot pass have no lines, and others no more than it needs."""
        todo = [*self._at]
        dead = set[Cell]()
        for cell in todo:
            if cell in dead:
                continue
            here = self._at[cell]
            most = 1 if cell in (self.one, self.other) else 2
            known, open_ = (has & here).bit_count(), may & here
            if cell in self.others or known > most or open_.bit_count() < most or has & here & ~may:
                dead.add(cell)
                left = 0
            elif known == most:
                left = has & here
            else:
                continue
            for i in scan((open_ | has & here) & ~left):
                may &= ~(1 << i)
                todo += (end for end in self.lines.ends(i + 1) if end != cell)
        return has, may

    def _search(self, has: Bitboard, may: Bitboard, budget: Budget) -> Bitboard:
        """A path by depth-first search, nearest cells first; may is without lines that no path can have."""
        away = self._distances(may)
        if self.one not in away:
            return 0
        todo = [(self.one, 0, frozenset[Cell]((self.one,)))]
        while todo:
            budget.check()
            here, path, passed = todo.pop()
            if here == self.other:
                if not has & self._at[here] & ~path:
                    return path
                continue
            known = has & self._at[here] & ~path
            further = list[tuple[int, tuple[Cell, Bitboard, frozenset[Cell]]]]()
            ways = may & (known or ~path)
            for line, there in self.lines.steps[here]:
                if line & ways and there not in passed and there in away:
                    further.append((away[there], (there, path | line, passed | {there})))
            if len(further) > 1:
                further = [step for step in further if self._leads(may, passed, step[1][0])]
            todo += [step for _, step in sorted(further, key=lambda step: -step[0])]
        return 0

    def _leads(self, may: Bitboard, passed: frozenset[Cell], start: Cell) -> bool:
        """Whether lines lead on from a cell to the other end, around those passed."""
        return start in self._distances(may, passed - {start})

    def _distances(self, may: Bitboard, passed: frozenset[Cell] = frozenset()) -> dict[Cell, int]:
        """For each cell from which lines lead to the other end: how many."""
        found, queue = {self.other: 0}, [self.other]
        for here in queue:
            for line, there in self.lines.steps[here]:
                if line & may and there not in found and there not in passed:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found


class _Linking:
    """The state: the lines that are there, and those that may be, as far as they matter."""

    def __init__(self, link: LinkConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._link, self._order, self._budget = link, order, budget
        self.start = self._state(*link.known(domains))

    def read(self, state: State, position: int, value: int) -> State:
        """One line more is there, or one less may be."""
        has, may = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        return self._state(has | bit, may) if value else self._state(has, may & ~bit)

    def _state(self, has: Bitboard, may: Bitboard) -> State:
        if not self._link.path(has, may, self._budget)[0]:
            return None
        has, may = self._link.reduced(has, may)
        return has & may, may


class NoLoops(SingleLoop):
    """No lines form a closed loop. A cut is about the squares between centres around which a loop would close.

    Args:
        lines: those of the grid.
        ends: the number of each end, for the graph.
    """

    rule = "closed"
    judges = True

    def __init__(self, lines: CentreLines, ends: Mapping[Cell, Any]) -> None:
        super().__init__(lines, (), "no path closes around {}")
        self._numbers = dict(ends)

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
        """How the graph of the lines fails to be one path between the ends of each number."""
        import networkx as nx

        graph: Any = nx.Graph()
        graph.add_nodes_from(self._numbers)
        graph.add_edges_from(self.edges.ends(i + 1) for i in scan(board & self._all))
        pieces = [[self._numbers[x] for x in piece if x in self._numbers] for piece in nx.connected_components(graph)]
        wrong = [piece for piece in pieces if len(piece) != 2 or piece[0] != piece[1]]
        if wrong:
            return f"a piece of the graph of the lines has the numbers {wrong[0]}"
        loops = graph.number_of_edges() - graph.number_of_nodes() + len(pieces)
        return "the graph of the lines has a loop" if loops else None

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """For each loop: not all its lines are there."""
        return self.clauses(board)
