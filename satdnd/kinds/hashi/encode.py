"""Hashi to CNF: one unary number of bridges for each edge.

Variables 2e+1 and 2e+2 say "at least one bridge" and "two bridges" on edge e of `Hashi.edges`. Crossings and numbers
are statements. Connectivity comes by cuts, or from `satdnd.encodings.connectivity.ordered_tree`.
"""

from __future__ import annotations

from functools import partial

from satdnd.encodings.cardinality import at_most_one
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.errors import UsageError
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.kinds.hashi.statements import TABLE, IslandsConnected, counts_of, rulebook
from satdnd.rules.encoder import Encoder
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause

CONNECTIVITIES = ("auto", "lazy", "ordered")


class HashiEncoding(StatementEncoding[Hashi, HashiSolution]):
    """One puzzle.

    Variables: two an edge (E edges, less than two an island); with the ordered tree O(E log n) more.
    Clauses: one an edge (two bridges are at least one), one a crossing, at most 32 an island for its number, and one
    for each edge between islands with the same number 1 or 2; or, with the ordered tree, O(E log n) in its place.

    Args:
        puzzle: any.
        options: `connectivity` is ``auto`` or ``lazy`` (cuts unless eager), or ``ordered``; `cardinality` is ``auto``
            or ``table`` (`degree_table`), or an encoding that replaces it.
        eager: leave nothing to cuts.

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
        budget: Budget | None = None,
    ) -> None:
        if options.connectivity not in CONNECTIVITIES:
            known = ", ".join(CONNECTIVITIES)
            raise UsageError(f"hashi has no connectivity encoding {options.connectivity!r}; known: {known}")
        self.lazy = not eager and options.connectivity in ("auto", "lazy")
        cardinality = TABLE if options.cardinality == "auto" else options.cardinality
        self.resolved = {"cardinality": cardinality, "connectivity": "lazy" if self.lazy else "ordered"}
        how = partial(Encoder, cardinality=cardinality, at_most_one=at_most_one)
        super().__init__(rulebook(puzzle, options), budget, how, lazy=self.lazy)
        self._islands = IslandsConnected(puzzle)
        if self.lazy:  # else each number stands in its own clauses alone, as a diagnosis needs it
            self.formula.family("connected")
            self._closed_pairs(puzzle)

    # building

    def _closed_pairs(self, puzzle: Hashi) -> None:
        """The cuts of two islands with the same number 1 or 2 that spend it all on each other, made in advance."""
        if len(puzzle.islands) > 2:
            for e, (a, b) in enumerate(puzzle.edges):
                number = puzzle.numbers[a]
                if number in (1, 2) and number == puzzle.numbers[b]:
                    self.formula.states(self._islands.cut(puzzle.pairs[e], puzzle.islands[a]))
                    self.formula.add(-2 * e - number)

    # answering

    def is_cut(self, puzzle: Hashi, clause: Clause) -> bool:
        """Whether the islands fall apart without the edges of *clause*, which says that one of these has a bridge."""
        ones = {*self.projection[::2]}
        return ones.issuperset(clause) and self._islands.broken(0, sum(1 << x - 1 for x in {*clause}))

    def blocking_clause(self, puzzle: Hashi, solution: HashiSolution) -> Clause:
        """Another solution has fewer bridges on some edge: one literal for each of these.

        Or more, on an edge between two islands whose numbers are not told; others have as many in all.
        """
        counts = counts_of(puzzle, solution)
        clause = [-2 * e - count for e, count in enumerate(counts) if count]
        for e, ((a, b), count) in enumerate(zip(puzzle.edges, counts, strict=True)):
            if puzzle.numbers[a] is None and puzzle.numbers[b] is None and count < 2:
                clause.append(2 * e + count + 1)
        return clause
