"""Hashi to CNF: one unary number of bridges for each edge.

Variables 2e+1 and 2e+2 say "at least one bridge" and "two bridges" on edge e of `Hashi.edges`. Crossing, capacity and
degree are clauses. Connectivity comes by cuts, or from `satdnd.encodings.connectivity.ordered_tree`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

from satdnd.encodings.cardinality import exactly
from satdnd.encodings.connectivity import Cut, Cuts, ordered_tree
from satdnd.engine.kind import Encoding
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, UsageError
from satdnd.formats.fields import shown
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool, Statement

TABLE = "table"
"""The encoding of an island's number unless another is asked for: `degree_table`."""
CONNECTIVITIES = ("auto", "lazy", "ordered")
WAY_OUT = "the islands around {} need a way out"


class HashiEncoding(Encoding[Hashi, HashiSolution]):
    """One puzzle.

    Variables: two an edge (E edges, less than two an island); with the ordered tree O(E log n) more.
    Clauses: one an edge (two bridges are at least one), one a crossing, at most 32 an island for its number, and one
    for each edge between islands with the same number 1 or 2; or, with the ordered tree, O(E log n) in its place.

    Args:
        puzzle: any.
        options: `connectivity` is ``auto`` or ``lazy`` (cuts unless eager), or ``ordered``; `cardinality` is ``auto``
            or ``table`` (`degree_table`), or an encoding that replaces it.
        eager: leave nothing to cuts.
        plain: leave all that cuts say to them.

    Raises:
        UsageError: an unknown connectivity or cardinality encoding.
    """

    best_solver = "cadical195"

    def __init__(
        self,
        puzzle: Hashi,
        options: Settings,
        *,
        eager: bool = False,
        plain: bool = False,
        budget: Budget | None = None,
    ) -> None:
        if options.connectivity not in CONNECTIVITIES:
            known = ", ".join(CONNECTIVITIES)
            raise UsageError(f"hashi has no connectivity encoding {options.connectivity!r}; known: {known}")
        formula = self.formula = Formula(Pool(budget=budget))
        self.counts: list[tuple[Literal, Literal]] = []
        """Of each edge the literals "at least one bridge" and "two bridges"."""
        for a, b in puzzle.edges:
            where = "{},{}-{},{}".format(*puzzle.islands[a], *puzzle.islands[b])
            self.counts.append((formula.new(f"bridges[{where}]>=1"), formula.new(f"bridges[{where}]>=2")))
        self.projection = range(1, formula.variables + 1)
        self.lazy = not eager and options.connectivity in ("auto", "lazy")
        formula.family("capacity")
        formula.extend([one, -two] for one, two in self.counts)
        formula.family("crossing")
        self.ends = [(puzzle.islands[a], puzzle.islands[b]) for a, b in puzzle.edges]
        for e, f in puzzle.crossings:
            formula.says(f"the bridges {self._named(e)} and {self._named(f)} do not cross", self.ends[e] + self.ends[f])
            formula.add(-self.counts[e][0], -self.counts[f][0])
        cardinality = TABLE if options.cardinality == "auto" else options.cardinality
        self._degrees(puzzle, cardinality)
        self.resolved = {"cardinality": cardinality, "connectivity": "lazy" if self.lazy else "ordered"}
        formula.family("connected")
        if self.lazy and not plain:
            self._closed_pairs(puzzle)
        elif (
            not plain
        ):  # no closed pairs: each number stands in the clauses of its own island alone, as a diagnosis needs it
            self._ordered_tree(puzzle)

    # building

    def _degrees(self, puzzle: Hashi, cardinality: str) -> None:
        """Each island's number, as a statement of its own; where it is not told, that there is a bridge."""
        formula, counts = self.formula, self.counts
        for island, number, edges in zip(puzzle.islands, puzzle.numbers, puzzle.incident, strict=True):
            formula.family("degree")
            if number is None:
                formula.says(f"the island at {cell_name(island)} has a bridge", [island])
                formula.add(*(counts[e][0] for e in edges))
                continue
            formula.says(f"the island at {cell_name(island)} has {counted(number, 'bridge')}", [island])
            literals = [x for e in edges for x in counts[e]]
            if cardinality == TABLE:
                formula.extend(
                    [literals[k] if k >= 0 else -literals[~k] for k in clause]
                    for clause in degree_table(len(edges), number)
                )
                continue
            mark = formula.pool.top
            formula.include(exactly(literals, number, formula.pool, cardinality), mark, "degree")

    def _closed_pairs(self, puzzle: Hashi) -> None:
        """The cuts of two islands with the same number 1 or 2 that spend it all on each other, made in advance."""
        if len(puzzle.islands) > 2:
            for (a, b), ends, literals in zip(puzzle.edges, self.ends, self.counts, strict=True):
                number = puzzle.numbers[a]
                if number in (1, 2) and number == puzzle.numbers[b]:
                    self.formula.says(WAY_OUT.format(cell_name(ends[0])), ends)
                    self.formula.add(-literals[number - 1])

    def _ordered_tree(self, puzzle: Hashi) -> None:
        """The self-contained form: a spanning tree of bridges whose root is the first island."""
        formula = self.formula
        if len(puzzle.islands) < 2:
            return
        mark = formula.pool.top
        there = formula.pool.new()
        formula.add(there)
        edges = [(a, b, one) for (a, b), (one, _) in zip(puzzle.edges, self.counts, strict=True)]
        trees = ordered_tree([there] * len(puzzle.islands), edges, formula.pool)
        formula.extend(trees.structure)
        formula.extend([-trees.arcs[puzzle.edges[e]][0]] for e in puzzle.incident[0])
        formula.says("all islands are connected")
        formula.extend(trees.single)
        formula.name_since(mark, "ordered connectivity")

    # answering

    def decode(self, puzzle: Hashi, model: Sequence[Literal]) -> HashiSolution:
        """The bridges of *model*."""
        islands = puzzle.islands
        return HashiSolution(
            tuple(
                (*islands[a], *islands[b], 2 if model[2 * e + 1] > 0 else 1)
                for e, (a, b) in enumerate(puzzle.edges)
                if model[2 * e] > 0
            )
        )

    def cuts(self, puzzle: Hashi, model: Sequence[Literal]) -> list[Clause]:
        """For each group of islands that is closed off: a bridge leaves it. Unless lazy, nothing."""
        if not self.lazy:
            return []
        group = puzzle.groups([x > 0 for x in model[: 2 * len(puzzle.edges) : 2]])
        count = max(group, default=0) + 1
        if count == 1:
            return []
        leaving: list[Clause] = [[] for _ in range(count)]
        for (a, b), (one, _) in zip(puzzle.edges, self.counts, strict=True):
            if group[a] != group[b]:
                leaving[group[a]].append(one)
                leaving[group[b]].append(one)
        return leaving if count > 2 else leaving[:1]

    def is_cut(self, puzzle: Hashi, clause: Clause) -> bool:
        """Whether the islands fall apart without the edges of *clause*, which says that one of these has a bridge."""
        if not all(0 < x <= 2 * len(puzzle.edges) and x % 2 for x in clause):
            return False
        gone = {(x - 1) // 2 for x in clause}
        return max(puzzle.groups([e not in gone for e in range(len(puzzle.edges))]), default=0) > 0

    def connectivity(self, puzzle: Hashi) -> Cuts | None:
        """Island by island."""
        return HashiCuts(self, puzzle) if self.lazy and len(puzzle.islands) > 1 else None

    def along(self, literal: Literal) -> Iterable[Literal]:
        """Two bridges are at least one; no bridge is at most one."""
        e, second = divmod(abs(literal) - 1, 2)
        one, two = self.counts[e]
        return (one,) if second and literal > 0 else (-two,) if not second and literal < 0 else ()

    def mark(self, literal: Literal) -> Mark:
        """The two islands in reading order, and how many bridges there are between them."""
        e, second = divmod(abs(literal) - 1, 2)
        said = ("<=1" if second else "=0", "=2" if second else ">=1")[literal > 0]
        return (*self.ends[e][0], *self.ends[e][1], said)

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(a), int(b), int(c), int(d), str(said)] if said in ("<=1", "=0", "=2", ">=1"):
                for ends, (one, two) in zip(self.ends, self.counts, strict=True):
                    if ends == ((a, b), (c, d)):
                        return {"<=1": -two, "=0": -one, "=2": two, ">=1": one}[said]
        return super().literal(mark)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """As `describe` says it: ``[r1, c1, r2, c2, least, most]`` of pairs of islands."""
        found = []
        for row in rows:
            match row:
                case [int(), int(), int(), int(), int(least), int(most)] if 0 <= least <= most <= 2:
                    said = [">=1"] * (least == 1) + ["=2"] * (least == 2) + ["<=1"] * (most == 1) + ["=0"] * (most == 0)
                    found += [self.literal((*row[:4], each)) for each in said]
                case _:
                    raise InputError(f"found {shown(row)}, expected [r1, c1, r2, c2, least, most]")
        return found

    def sentence(self, literal: Literal) -> str:
        """``two bridges between r1c1 and r1c5``, ``no bridge between ...``; at least or at most one."""
        e, second = divmod(abs(literal) - 1, 2)
        number = ("at most one bridge" if second else "no bridge", "two bridges" if second else "a bridge")[literal > 0]
        return f"{number} between {' and '.join(map(cell_name, self.ends[e]))}"

    def denial(self, literal: Literal) -> str:
        """``there are not two bridges between r1c1 and r1c5: at most one``, ``there is no bridge between ...``."""
        e, second = divmod(abs(literal) - 1, 2)
        ends = " and ".join(map(cell_name, self.ends[e]))
        if not second:
            return f"there is {'no' if literal > 0 else 'a'} bridge between {ends}"
        if literal > 0:
            return f"there are not two bridges between {ends}: at most one"
        return f"there are two bridges between {ends}"

    def _named(self, e: int) -> str:
        """``r1c1-r1c5``."""
        return "-".join(map(cell_name, self.ends[e]))

    def literals(self, puzzle: Hashi, solution: HashiSolution) -> list[Literal]:
        """Two literals an edge."""
        has = counts_of(puzzle, solution)
        return [x if has[e] >= k else -x for e, pair in enumerate(self.counts) for k, x in enumerate(pair, 1)]

    def blocking_clause(self, puzzle: Hashi, solution: HashiSolution) -> Clause:
        """Another solution has fewer bridges on some edge: one literal for each of these.

        Or more, on an edge between two islands whose numbers are not told; others have as many in all.
        """
        counts = counts_of(puzzle, solution)
        clause = [-self.counts[e][count - 1] for e, count in enumerate(counts) if count]
        for e, ((a, b), count) in enumerate(zip(puzzle.edges, counts, strict=True)):
            if puzzle.numbers[a] is None and puzzle.numbers[b] is None and count < 2:
                clause.append(self.counts[e][count])
        return clause

    def describe(self, puzzle: Hashi, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: for each edge ``[r1, c1, r2, c2, least, most]``, the number of bridges that solutions have."""
        known = set(literals)
        forced = []
        for (a, b), (one, two) in zip(puzzle.edges, self.counts, strict=True):
            least, most = (one in known) + (two in known), 2 - (-one in known) - (-two in known)
            forced.append([*puzzle.islands[a], *puzzle.islands[b], least, most])
        return {"forced": forced}


class HashiCuts:
    """That all islands are connected, said of each set of islands: a bridge leaves it."""

    def __init__(self, encoding: HashiEncoding, puzzle: Hashi) -> None:
        self._puzzle, self._counts = puzzle, encoding.counts
        self._ones = [1 << one - 1 for one, _ in encoding.counts]

    def _groups(self, joined: int) -> list[int]:
        """The number of each island's group, where *joined* has the bits of the edges that may have a bridge."""
        return self._puzzle.groups([bool(joined & one) for one in self._ones])

    def broken(self, true: int, false: int) -> bool:
        """Whether islands cannot reach each other any more."""
        return max(self._groups(~false)) > 0

    def near(self, true: int, false: int) -> list[Cut]:
        """The groups of what may be joined, the smallest first."""
        group = self._groups(~false)
        count = max(group) + 1
        if count == 1:
            return []
        return [self._cut(group, k) for k in sorted(range(count), key=lambda k: (group.count(k), k))]

    def _leaving(self, group: Sequence[int], k: int) -> Clause:
        edges = zip(self._puzzle.edges, self._counts, strict=True)
        return [one for (a, b), (one, _) in edges if (group[a] == k) != (group[b] == k)]

    def _cut(self, group: Sequence[int], k: int) -> Cut:
        islands = [island for island, number in zip(self._puzzle.islands, group, strict=True) if number == k]
        said = WAY_OUT.format(cell_name(islands[0]))
        return Cut(Statement(said, tuple(islands), "connected"), self._leaving(group, k), (), 1)

    def clauses(self, board: int) -> list[Clause]:
        """A way out for each group."""
        group = self._groups(board)
        count = max(group) + 1
        return [self._leaving(group, k) for k in range(count)] if count > 1 else []


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


def counts_of(puzzle: Hashi, solution: HashiSolution) -> list[int]:
    """The number of bridges on each edge."""
    built = {bridge[:4]: bridge[4] for bridge in solution.bridges}
    return [built.get((*puzzle.islands[a], *puzzle.islands[b]), 0) for a, b in puzzle.edges]
