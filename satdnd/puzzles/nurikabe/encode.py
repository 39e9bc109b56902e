"""Nurikabe to CNF: one variable a cell for the sea, and for each number one for each cell that its island can reach.

That an island hangs together is said by its steps from the number: a cell within t steps has a neighbour within t-1.
The sea is connected by cuts, or by `satdnd.encodings.connectivity.planar_trees`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from satdnd.bitboard import Bitboard, cell_name, scan
from satdnd.budget import Budget
from satdnd.cells import CellEncoding
from satdnd.encodings.cardinality import at_most_one, estimate_exactly, exactly
from satdnd.encodings.connectivity import cut, planar_trees
from satdnd.formula import Clause, Formula, Literal, Pool, Statement
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.settings import Settings

LONG_COUNTS = 300_000
"""Clauses of all sequential counters from which the counts are modulo totalizers: a third of them at 40x40."""


class NurikabeEncoding(CellEncoding[Nurikabe, NurikabeSolution]):
    """One puzzle.

    Variables: H*W for the sea; for a number n with m <= 2n(n-1)+1 cells in reach m, up to m(n-1) for the steps, and
    those of its count; and those of the planar trees unless lazy. Clauses: four or five for each of these.
    *eager* leaves nothing to cuts, and nothing out that other numbers rule out: each statement stands for itself.
    """

    marks = ("#", "o")

    def __init__(
        self, puzzle: Nurikabe, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> None:
        self.lazy = not eager and options.connectivity != "planar"
        cardinality = cardinality_of(puzzle, options, self.lazy)
        self.resolved = {"cardinality": cardinality, "connectivity": "lazy" if self.lazy else "planar"}
        self.grid, self.formula = puzzle.grid, Formula(Pool(budget=budget))
        self.cells = self.grid.cells(self.grid.all)
        self.names = [cell_name(cell) for cell in self.cells]
        self.beside = [list(scan(self.grid.neighbours(1 << i))) for i in range(self.grid.size)]
        self.projection = self.sea = [self.formula.new(f"sea[{r},{c}]") for r, c in self.cells]
        self.owners: list[dict[int, Literal]] = [{} for _ in self.sea]
        """Of each cell the literals "it is in the island of the number in that cell"."""
        for cell, number in puzzle.numbers.items():
            self._island(puzzle, self.cells.index(cell), number, cardinality)
        self._apart()
        self._connect(puzzle)

    def _island(self, puzzle: Nurikabe, home: int, number: int, cardinality: str) -> None:
        """The cells of one island, their number, and that they hang together."""
        formula, name = self.formula, self.names[home]
        rings, free = rings_of(puzzle, home, number, self.lazy)
        reach = sum(rings)
        own = {i: formula.new(f"island[{name}] has {self.names[i]}") for ring in rings for i in scan(ring)}
        for i, x in own.items():
            self.owners[i][home] = x
        formula.family("on-island")
        formula.says(f"the number at {name} is in an island", [self.cells[home]])
        formula.add(-self.sea[home])
        formula.family("number-size")
        formula.says(f"the island at {name} has {number} cell{'s' * (number > 1)}", [self.cells[home]])
        mark = formula.pool.top
        formula.include(exactly(list(own.values()), number, formula.pool, cardinality), mark, f"count of {name}")
        formula.extend([-own[i], self.sea[j]] for i in own for j in self.beside[i] if free & ~reach & 1 << j)
        mark, near = formula.pool.top, {home: own[home]}
        for t in range(1, number if len(own) > number else 1):
            before, near = near, {home: own[home]}
            for i in (i for ring in rings[1 : t + 1] for i in scan(ring)):
                near[i] = own[i] if t == number - 1 else formula.pool.new()
                formula.extend([[-near[i], own[i]], [-near[i], *(before[j] for j in self.beside[i] if j in before)]])
        formula.name_since(mark, f"steps from {name}")

    def _apart(self) -> None:
        """Every island cell belongs to one number, and so do its island neighbours."""
        formula, sea = self.formula, self.sea
        formula.family("one-number")
        for x, owners in zip(sea, self.owners, strict=True):
            formula.extend([-y, -x] for y in owners.values())
            formula.extend(at_most_one(list(owners.values()), formula.pool))
        for x, name, cell, owners in zip(sea, self.names, self.cells, self.owners, strict=True):
            formula.says(
                f"{name} is sea or in the island of a number" if owners else f"no number reaches {name}", [cell]
            )
            formula.add(x, *owners.values())
        for i, j in ((i, j) for i, beside in enumerate(self.beside) for j in beside if i < j):
            text = f"{self.names[i]} and {self.names[j]} are not in two islands"
            formula.says(text, [self.cells[i], self.cells[j]])
            for one, other in ((i, j), (j, i)):
                for home, y in self.owners[one].items():
                    formula.add(-y, sea[other], *(z for k, z in self.owners[other].items() if k == home))

    def _connect(self, puzzle: Nurikabe) -> None:
        """What holds of the sea."""
        formula, sea = self.formula, self.sea
        formula.family("no-2x2")
        for i in scan(self.grid.squares(self.grid.all)):
            block = [i, i + 1, i + self.grid.width, i + self.grid.width + 1]
            formula.says(f"no 2x2 block of sea at {self.names[i]}", [self.cells[k] for k in block])
            formula.add(*(-sea[k] for k in block))
        formula.family("connected")
        if not self.lazy:
            mark, trees = formula.pool.top, planar_trees(self.grid.height, self.grid.width, sea, formula.pool)
            formula.extend(trees.structure)
            formula.says("all sea is connected")
            formula.extend(trees.single)
            formula.name_since(mark, "planar connectivity")
        elif self.grid.size - sum(puzzle.numbers.values()) > 1:
            formula.extend([-x, *(sea[j] for j in beside)] for x, beside in zip(sea, self.beside, strict=True))

    def decode(self, puzzle: Nurikabe, model: Sequence[Literal]) -> NurikabeSolution:
        """The sea of *model*."""
        return NurikabeSolution(self.grid.height, self.grid.width, self.board(model))

    def cuts(self, puzzle: Nurikabe, model: Sequence[Literal]) -> list[Clause]:
        """A way out for each piece that the sea falls into. Unless lazy, nothing."""
        pieces = self.grid.components(self.board(model)) if self.lazy else []
        ends = [self.sea[next(scan(piece))] for piece in pieces]
        borders = [[self.sea[i] for i in scan(self.grid.border(piece))] for piece in pieces]
        return [cut(borders[k], ends[k], ends[k - 1]) for k in range(len(pieces)) if len(pieces) > 1]

    def cut_sentences(self, puzzle: Nurikabe, clause: Clause) -> Statement:
        """What a clause of `cuts` says."""
        return Statement(f"the sea at {self.names[-clause[-2] - 1]} needs a way out", (), "connected")

    def blocking_clause(self, puzzle: Nurikabe, solution: NurikabeSolution) -> Clause:
        """Another solution has as many island cells, so it has sea on one of these."""
        return [-x for x in self.literals(puzzle, solution) if x < 0]

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is sea`` or ``r3c5 is island``."""
        return f"{self.names[abs(literal) - 1]} is {'sea' if literal > 0 else 'island'}"


def reaches(puzzle: Nurikabe, lazy: bool) -> Iterator[tuple[int, list[int]]]:
    """Each number with how many cells its island can reach within 0, 1, ... steps."""
    for (r, c), number in puzzle.numbers.items():
        rings, _ = rings_of(puzzle, r * puzzle.grid.width + c, number, lazy)
        yield number, list(accumulate(ring.bit_count() for ring in rings))


def cardinality_of(puzzle: Nurikabe, options: Settings, lazy: bool) -> str:
    """What counts the islands' cells; ``auto`` is a sequential counter until these have `LONG_COUNTS` clauses.

    Up to 20x20 it decides soonest; with islands of 140 cells it alone took PySAT half a second, which nothing stops.
    """
    if options.cardinality != "auto":
        return options.cardinality
    counts = sum(estimate_exactly(near[-1], number, "seqcounter") for number, near in reaches(puzzle, lazy))
    return "seqcounter" if counts <= LONG_COUNTS else "mtotalizer"


def rings_of(puzzle: Nurikabe, home: int, number: int, lazy: bool) -> tuple[list[Bitboard], Bitboard]:
    """The cells 0, 1, ... steps from a number that its island can reach; and all cells that are not another's."""
    geometry = puzzle.grid
    others = geometry.mask(puzzle.numbers) & ~(1 << home)
    free = geometry.all & ~others & ~(geometry.neighbours(others) if lazy else 0)
    rings, reach = [1 << home], 1 << home
    while len(rings) < number and (ring := geometry.border(reach) & free):
        rings.append(ring)
        reach |= ring
    return rings, free
