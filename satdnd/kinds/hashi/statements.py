"""The rules of hashi as statements: crossings and the islands' numbers; and cut by cut that all hang together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product

from satdnd.encodings.cardinality import exactly
from satdnd.encodings.connectivity import ordered_tree
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.rules.bridges import Bridges
from satdnd.rules.constraint import Constraint, Sum
from satdnd.rules.count import Count, true_among
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import AUTO, Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Clause, Literal

TABLE = "table"
"""The encoding of an island's number unless another is asked for: `degree_table`."""


def bridges(puzzle: Hashi) -> Bridges:
    """Variables 2e+1 and 2e+2 say "at least one bridge" and "two bridges" on edge e."""
    return Bridges((puzzle.height, puzzle.width), puzzle.pairs)


class Degree(Count):
    """As many bridges end at an island as its number says; if that is not told, at least one.

    Its literals are of each edge in turn "at least one" and "two". Clauses: `degree_table` for the encoder's `TABLE`,
    at most 32; else those of its cardinality encoding. That two bridges are at least one is a definition among the
    clauses; for boards and the judge it is a part of this statement.
    """

    def encode(self, encoder: Encoder) -> None:
        """By the table, or as was asked."""
        formula, literals, mark = encoder.formula, self.literals, encoder.formula.pool.top
        if self.least != self.most:
            formula.add(*literals[::2])
        elif encoder.cardinality in (AUTO, TABLE):
            table = degree_table(len(literals) // 2, self.most)
            formula.extend([literals[k] if k >= 0 else -literals[~k] for k in clause] for clause in table)
        else:
            formula.include(exactly(literals, self.most, formula.pool, encoder.cardinality), mark, self.rule)

    def broken(self, board: Bitboard) -> bool:
        """Too few or too many; or two bridges where there is not one."""
        return super().broken(board) or any(true_among(pair, board) == 0 for pair in self._pairs())

    def constraints(self) -> Sequence[Constraint]:
        """A sum; and that two bridges are at least one."""
        return [*super().constraints(), *(Sum.of_literals(pair, 1) for pair in self._pairs())]

    def _pairs(self) -> list[tuple[Literal, Literal]]:
        """Of each edge what two bridges being at least one says: one of these holds."""
        return [(one, -two) for one, two in zip(self.literals[::2], self.literals[1::2], strict=True)]


def statements(puzzle: Hashi) -> Iterator[RuleStatement]:
    """Crossings, then the islands' numbers."""
    pairs = puzzle.pairs
    for e, f in puzzle.crossings:
        one, other = ("-".join(map(cell_name, pairs[edge])) for edge in (e, f))
        text = f"the bridges {one} and {other} do not cross"
        yield Count("crossing", pairs[e] + pairs[f], text, (2 * e + 1, 2 * f + 1), 0, 1)
    for island, number, edges in zip(puzzle.islands, puzzle.numbers, puzzle.incident, strict=True):
        text = f"the island at {{}} has {counted(number, 'bridge') if number else 'a bridge'}"
        literals = tuple(x for e in edges for x in (2 * e + 1, 2 * e + 2))
        yield Degree("degree", (island,), text, literals, number or 1, number or len(literals))


class IslandsConnected(Cuts):
    """All islands are connected, said of each set of islands: a bridge leaves it."""

    rule = "connected"

    def __init__(self, puzzle: Hashi) -> None:
        self._puzzle = puzzle
        self._ones = [1 << 2 * e for e in range(len(puzzle.edges))]

    def _groups(self, joined: Bitboard) -> list[int]:
        """The number of each island's group, where *joined* has the bits of the edges that may have a bridge."""
        return self._puzzle.groups([joined & one for one in self._ones])

    def encode(self, encoder: Encoder) -> None:
        """A spanning tree of bridges whose root is the first island: `ordered_tree`, with its variables and clauses."""
        formula, puzzle = encoder.formula, self._puzzle
        formula.family(self.rule)
        if len(puzzle.islands) < 2:
            return
        mark = formula.pool.top
        there = formula.pool.new()
        formula.add(there)
        edges = [(a, b, 2 * e + 1) for e, (a, b) in enumerate(puzzle.edges)]
        trees = ordered_tree([there] * len(puzzle.islands), edges, formula.pool)
        formula.extend(trees.structure)
        formula.extend([-trees.arcs[puzzle.edges[e]][0]] for e in puzzle.incident[0])
        formula.says("all islands are connected")
        formula.extend(trees.single)
        formula.name_since(mark, "ordered connectivity")

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether islands cannot reach each other any more."""
        return any(self._groups(~false))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The groups of what may be joined, the smallest first."""
        groups: dict[int, list[Cell]] = {}
        for island, number in zip(self._puzzle.islands, self._groups(~false), strict=True):
            groups.setdefault(number, []).append(island)
        return [self.cut(cells, cells[0]) for cells in sorted(groups.values(), key=len)] if len(groups) > 1 else []

    def cut(self, cells: Sequence[Cell], at: Cell) -> Cut:
        """That the islands there, around *at*, need a way out."""
        inside = set(cells)
        ways = tuple(2 * e + 1 for e, (a, b) in enumerate(self._puzzle.pairs) if (a in inside) != (b in inside))
        return Cut("connected", tuple(cells), "the islands around {} need a way out", at, ways)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A way out for each group; two groups have the same."""
        group = self._groups(board)
        count = max(group, default=0) + 1
        leaving: list[Clause] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(self._puzzle.edges):
            if group[a] != group[b]:
                leaving[group[a]].append(2 * e + 1)
                leaving[group[b]].append(2 * e + 1)
        return leaving if count > 2 else leaving[1:]

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """That there are several groups, with the islands of all but the largest."""
        groups: dict[int, list[Cell]] = {}
        for island, number in zip(self._puzzle.islands, self._groups(board), strict=True):
            groups.setdefault(number, []).append(island)
        *apart, _ = sorted(groups.values(), key=len)
        cells = tuple(sorted(island for group in apart for island in group))
        return [(cells, f"the islands fall into {len(groups)} groups instead of one")] if apart else []

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """Of any islands but all."""
        check_rule(rule, "connected")
        if at not in cells or not set(cells) < set(self._puzzle.islands):
            raise InputError("it is about cells that are no islands, or all islands, or others than it names")
        return self.cut(cells, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """A bridge without which islands fall apart."""
        for one in self._ones:
            if not one & (true | false) and self.broken(true, false | one):
                yield one.bit_length()


def rulebook(puzzle: Hashi, options: Settings) -> Rulebook[HashiSolution]:
    """All that is said of one puzzle."""
    board, solution = partial(board_of, puzzle), partial(solution_of, puzzle)
    return Rulebook(bridges(puzzle), partial(statements, puzzle), board, solution, cuts=IslandsConnected(puzzle))


def counts_of(puzzle: Hashi, solution: HashiSolution) -> list[int]:
    """The number of bridges on each edge."""
    built = {bridge[:4]: bridge[4] for bridge in solution.bridges}
    return [built.get((*one, *other), 0) for one, other in puzzle.pairs]


def board_of(puzzle: Hashi, solution: HashiSolution) -> Bitboard:
    """The true variables of a solution, as bits."""
    counts = counts_of(puzzle, solution)
    return sum((count >= k) << 2 * e + k - 1 for e, count in enumerate(counts) for k in (1, 2))


def solution_of(puzzle: Hashi, board: Bitboard) -> HashiSolution:
    """The bridges of a board."""
    built = ((*ends, board >> 2 * e & 3) for e, ends in enumerate(puzzle.pairs))
    return HashiSolution(tuple((*one, *other, 1 + there // 2) for one, other, there in built if there & 1))


@cache
def degree_table(edges: int, number: int) -> tuple[tuple[int, ...], ...]:
    """The clauses of "so many edges have *number* bridges in all", over the unary literals of the edges in turn.

    They are the prime implicates (beside "two are at least one"), so unit propagation sees all that follows: for each
    way to have one bridge too many, not that much everywhere; for each way to have one too few, more somewhere.

    Args:
        edges: 0 to 4.
        number: 1 to 8.

    Returns:
        clauses; k >= 0 is literal k of ``at least one, two`` of the first edge, then of the second..., and ~k its
        negation. At most 32 of them; the empty clause alone if there are too few edges.
    """
    if number > 2 * edges:
        return ((),)
    clauses = []
    for counts in product(range(3), repeat=edges):
        if sum(counts) == number + 1:
            clauses.append(tuple(~(2 * e + count - 1) for e, count in enumerate(counts) if count))
        if sum(counts) == number - 1:
            clauses.append(tuple(2 * e + count for e, count in enumerate(counts) if count < 2))
    return tuple(clauses)
