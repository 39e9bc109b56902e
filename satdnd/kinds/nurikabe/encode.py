"""Nurikabe to CNF: one variable a cell for the sea, and for each number one for each cell that its island can reach.

The sea is connected by cuts, or in full by `satdnd.rules.connected`; with cuts, each sea cell has another beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import accumulate

from satdnd.encodings.cardinality import estimate_exactly
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.kinds.nurikabe.statements import islands, rulebook
from satdnd.rules.encoder import Encoder
from satdnd.rules.region import Homes
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause

LONG_COUNTS = 300_000
"""Clauses of all sequential counters from which the counts are modulo totalizers: a third of them at 40x40."""


class NurikabeEncoding(StatementEncoding[Nurikabe, NurikabeSolution]):
    """One puzzle.

    Variables: H*W for the sea, those of islands (`satdnd.rules.region`), and those of the planar trees unless lazy.
    *eager* leaves nothing to cuts, and nothing out that other numbers rule out: each statement speaks of the sea alone.
    """

    def __init__(
        self,
        puzzle: Nurikabe,
        options: Settings,
        *,
        eager: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.lazy, homes = not eager and options.connectivity != "planar", islands(puzzle)
        cardinality = cardinality_of(homes, options, self.lazy)
        self.resolved = {"cardinality": cardinality, "connectivity": "lazy" if self.lazy else "planar"}
        how = partial(Encoder, cardinality=cardinality, alone=not self.lazy)
        super().__init__(rulebook(puzzle, options), budget, how, lazy=self.lazy)
        if self.lazy and None not in homes.sizes.values() and puzzle.grid.size - homes.least > 1:
            self.formula.family("connected")
            self.formula.extend([-i - 1, *(j + 1 for j in near)] for i, near in enumerate(homes.beside))

    def blocking_clause(self, puzzle: Nurikabe, solution: NurikabeSolution) -> Clause:
        """Another solution has as many island cells, if all numbers are told, so it has sea on one of these."""
        untold = None in puzzle.numbers.values()
        return [-x for x in self.literals(puzzle, solution) if x < 0 or untold]


def reaches(homes: Homes, lazy: bool) -> Iterator[tuple[int | None, list[int]]]:
    """Each number (None: not told) with how many cells its island can reach within 0, 1, ... steps."""
    for home, size in homes.sizes.items():
        yield size, list(accumulate(map(int.bit_count, homes.rings(home, alone=not lazy))))


def cardinality_of(homes: Homes, options: Settings, lazy: bool) -> str:
    """What counts the islands' cells; ``auto`` is a sequential counter until these have `LONG_COUNTS` clauses.

    Up to 20x20 it decides soonest; with islands of 140 cells it alone took PySAT half a second, which nothing stops.
    """
    if options.cardinality != "auto":
        return options.cardinality
    counts = sum(estimate_exactly(near[-1], number, "seqcounter") for number, near in reaches(homes, lazy) if number)
    return "seqcounter" if counts <= LONG_COUNTS else "mtotalizer"
