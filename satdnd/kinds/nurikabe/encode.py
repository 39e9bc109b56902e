"""Nurikabe to CNF: one variable a cell for the sea, and for each number one for each cell that its island can reach.

That an island hangs together is said by its steps from the number: a cell within t steps has a neighbour within t-1.
The sea is connected by cuts, or by `satdnd.encodings.connectivity.planar_trees`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from satdnd.encodings.cardinality import estimate_exactly, exactly
from satdnd.encodings.connectivity import Cuts, GridCuts, planar_trees
from satdnd.engine.cell_encoding import CellEncoding
from satdnd.engine.settings import Settings
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool

WAY_OUT = "the sea at {} needs a way out"
LONG_COUNTS = 300_000
"""Clauses of all sequential counters from which the counts are modulo totalizers: a third of them at 40x40."""


class NurikabeEncoding(CellEncoding[Nurikabe, NurikabeSolution]):
    """One puzzle.

    Variables: H*W for the sea; for a number n with m <= 2n(n-1)+1 cells in reach up to m(n-1) for the steps, and those
    of its count; and those of the planar trees unless lazy. Clauses: four or five for each of these.
    *eager* leaves nothing to cuts, and nothing out that other numbers rule out: each statement speaks of the sea alone,
    with m variables of its own for an island. *plain* does the same, and leaves all that cuts say to them.
    """

    marks = ("#", "o")

    def __init__(
        self,
        puzzle: Nurikabe,
        options: Settings,
        *,
        eager: bool = False,
        plain: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.lazy = plain or (not eager and options.connectivity != "planar")
        self.shared = self.lazy and not plain
        """Whether statements share the variables of islands."""
        cardinality = cardinality_of(puzzle, options, self.shared)
        self.resolved = {"cardinality": cardinality, "connectivity": "lazy" if self.lazy else "planar"}
        self.grid, self.formula = puzzle.grid, Formula(Pool(budget=budget))
        self.cells = self.grid.cells(self.grid.all)
        self.names = [cell_name(cell) for cell in self.cells]
        self.beside = [list(scan(self.grid.neighbours(1 << i))) for i in range(self.grid.size)]
        self.projection = self.sea = [self.formula.new(f"sea[{r},{c}]") for r, c in self.cells]
        self.reached: list[list[Literal]] = [[] for _ in self.sea]
        """Of each cell the literals "it is island, and so many steps from a number"."""
        for cell, number in puzzle.numbers.items():
            self._island(puzzle, self.cells.index(cell), number, cardinality)
        self._numbered(puzzle)
        self._connect(puzzle)

    def _island(self, puzzle: Nurikabe, home: int, number: int | None, cardinality: str) -> None:
        """The cells of one island: with a cell come all island cells beside it, none of them with another number."""
        formula, sea, name = self.formula, self.sea, self.names[home]
        formula.family("on-island")
        formula.says(f"the number at {name} is in an island", [self.cells[home]])
        formula.add(-sea[home])
        most = number or most_of(puzzle, home, self.shared)
        rings = rings_of(puzzle, home, most, self.shared)
        reach = [i for ring in rings for i in scan(ring)]
        own = {i: formula.new(f"island[{name}] has {self.names[i]}") if i != home else -sea[i] for i in reach}
        formula.family("number-size")
        near = self._steps(home, rings, most, own if self.shared else None, counted=number is not None)
        for i, x in near.items():
            self.reached[i].append(x)
        if number is None:
            formula.family("one-number")
            formula.says(f"the island at {name} has no other number", [self.cells[home]])
        else:
            formula.says(f"the island at {name} has {number} cell{'s' * (number > 1)}", [self.cells[home]])
            mark = formula.pool.top
            formula.include(exactly(list(own.values()), number, formula.pool, cardinality), mark, f"count of {name}")
        formula.add(-sea[home])
        for i, x in own.items():
            formula.add(-x, -sea[i]) if i != home else None
            formula.extend([-x, sea[j], *([own[j]] if j in own else [])] for j in self.beside[i] if j != home)
            formula.add(-x, near[i]) if x != near[i] else None

    def _steps(
        self, home: int, rings: Sequence[Bitboard], number: int, last: dict[int, Literal] | None, *, counted: bool
    ) -> dict[int, Literal]:
        """Of each cell a literal that it is island and a step from another such cell, ..., from the number at *home*.

        They define, and can be false whatever the sea is; of the last step they are *last*, if given.
        """
        formula, cells = self.formula, sum(ring.bit_count() for ring in rings)
        if last and counted and cells <= number:
            return last  # the count takes all of them
        mark, near, steps = formula.pool.top, {home: -self.sea[home]}, min(number, cells) - 1
        for t in range(1, steps + 1):
            before, near = near, {home: near[home]}
            for i in (i for ring in rings[1 : t + 1] for i in scan(ring)):
                near[i] = last[i] if last and t == steps else formula.pool.new()
                formula.extend(
                    [[-near[i], -self.sea[i]], [-near[i], *(before[j] for j in self.beside[i] if j in before)]]
                )
        formula.name_since(mark, f"steps from {self.names[home]}")
        return near

    def _numbered(self, puzzle: Nurikabe) -> None:
        """Every island cell is reached from a number."""
        self.formula.family("one-number")
        for x, name, cell, reached in zip(self.sea, self.names, self.cells, self.reached, strict=True):
            if cell not in puzzle.numbers:
                text = f"{name} is sea or in the island of a number" if reached else f"no number reaches {name}"
                self.formula.says(text, [cell])
                self.formula.add(x, *reached)

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
        elif self.shared and None not in puzzle.numbers.values() and self.grid.size - _least(puzzle) > 1:
            formula.extend([-x, *(sea[j] for j in beside)] for x, beside in zip(sea, self.beside, strict=True))

    def decode(self, puzzle: Nurikabe, model: Sequence[Literal]) -> NurikabeSolution:
        """The sea of *model*."""
        return NurikabeSolution(self.grid.height, self.grid.width, self.board(model))

    def cuts(self, puzzle: Nurikabe, model: Sequence[Literal]) -> list[Clause]:
        """A way out for each piece that the sea falls into. Unless lazy, nothing."""
        found = self.connectivity(puzzle)
        return found.clauses(self.board(model)) if found else []

    def connectivity(self, puzzle: Nurikabe) -> Cuts | None:
        """Pocket by pocket."""
        return GridCuts(self.grid, 1, WAY_OUT) if self.lazy else None

    def shown(self, puzzle: Nurikabe) -> list[Literal]:
        """Numbers are in islands."""
        return [-self.sea[self.cells.index(cell)] for cell in puzzle.numbers]

    def blocking_clause(self, puzzle: Nurikabe, solution: NurikabeSolution) -> Clause:
        """Another solution has as many island cells, if all numbers are told, so it has sea on one of these."""
        untold = None in puzzle.numbers.values()
        return [-x for x in self.literals(puzzle, solution) if x < 0 or untold]

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is sea`` or ``r3c5 is island``."""
        return f"{self.names[abs(literal) - 1]} is {'sea' if literal > 0 else 'island'}"

    def denial(self, literal: Literal) -> str:
        """``r3c5 is not sea: it is island`` or the other way round."""
        sea, island = ("not sea", "island") if literal > 0 else ("not island", "sea")
        return f"{self.names[abs(literal) - 1]} is {sea}: it is {island}"


def reaches(puzzle: Nurikabe, lazy: bool) -> Iterator[tuple[int | None, list[int]]]:
    """Each number (None: not told) with how many cells its island can reach within 0, 1, ... steps."""
    for (r, c), number in puzzle.numbers.items():
        home = r * puzzle.grid.width + c
        rings = rings_of(puzzle, home, number or most_of(puzzle, home, lazy), lazy)
        yield number, list(accumulate(ring.bit_count() for ring in rings))


def cardinality_of(puzzle: Nurikabe, options: Settings, lazy: bool) -> str:
    """What counts the islands' cells; ``auto`` is a sequential counter until these have `LONG_COUNTS` clauses.

    Up to 20x20 it decides soonest; with islands of 140 cells it alone took PySAT half a second, which nothing stops.
    """
    if options.cardinality != "auto":
        return options.cardinality
    counts = sum(estimate_exactly(near[-1], number, "seqcounter") for number, near in reaches(puzzle, lazy) if number)
    return "seqcounter" if counts <= LONG_COUNTS else "mtotalizer"


def most_of(puzzle: Nurikabe, home: int, lazy: bool) -> int:
    """The most cells of an island whose number is not told; if not *lazy*, whatever the other numbers are."""
    room = sum(ring.bit_count() for ring in rings_of(puzzle, home, puzzle.grid.size, lazy))
    return max(1, min(room, puzzle.grid.size - _least(puzzle) + 1)) if lazy else room


def _least(puzzle: Nurikabe) -> int:
    """The fewest island cells: what the numbers add up to, with one for each that is not told."""
    return sum(number or 1 for number in puzzle.numbers.values())


def rings_of(puzzle: Nurikabe, home: int, number: int, lazy: bool) -> list[Bitboard]:
    """The cells 0, 1, ... steps from a number that its island can reach."""
    geometry = puzzle.grid
    others = geometry.mask(puzzle.numbers) & ~(1 << home)
    free = geometry.all & ~others & ~(geometry.neighbours(others) if lazy else 0)
    rings, reach = [1 << home], 1 << home
    while len(rings) < number and (ring := geometry.border(reach) & free):
        rings.append(ring)
        reach |= ring
    return rings
