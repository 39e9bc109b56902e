"""Nurikabe for explanations: every statement is about the sea alone, with auxiliary variables of its own."""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.bitboard import Bitboard, cell_name, scan
from satdnd.budget import Budget
from satdnd.cells import CellEncoding
from satdnd.encodings.cardinality import exactly
from satdnd.encodings.connectivity import Cut, Cuts, GridCuts
from satdnd.formula import Clause, Formula, Literal, Pool, Statement
from satdnd.puzzles.nurikabe.encode import NurikabeEncoding, rings_of
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution

SEA_OUT = "the sea at {} needs a way out"
NUMBER = "the island cells around {} need a way to a number"


class NurikabeStatements(CellEncoding[Nurikabe, NurikabeSolution]):
    """One puzzle: the sizes of islands, cells that no number reaches, squares of sea; the rest by cuts.

    Variables: H*W for the sea; for a number n with m cells in reach m for its island, up to m(n-1) for the steps, and
    those of its count.
    """

    marks = NurikabeEncoding.marks

    def __init__(self, puzzle: Nurikabe, budget: Budget | None = None) -> None:
        self.grid, self.formula = puzzle.grid, Formula(Pool(budget=budget))
        self.cells = self.grid.cells(self.grid.all)
        self.beside = [list(scan(self.grid.neighbours(1 << i))) for i in range(self.grid.size)]
        self.projection = self.sea = [self.formula.new(f"sea[{r},{c}]") for r, c in self.cells]
        reached = 0
        for cell, number in puzzle.numbers.items():
            reached |= self._island(puzzle, self.cells.index(cell), number)
        self.formula.family("one-number")
        for i in scan(self.grid.all & ~reached):
            self.formula.says(f"no number reaches {cell_name(self.cells[i])}", [self.cells[i]])
            self.formula.add(self.sea[i])
        self.formula.family("no-2x2")
        for i in scan(self.grid.squares(self.grid.all)):
            block = [i, i + 1, i + self.grid.width, i + self.grid.width + 1]
            name = cell_name(self.cells[i])
            self.formula.says(f"no 2x2 block of sea at {name}", [self.cells[k] for k in block])
            self.formula.add(*(-self.sea[k] for k in block))

    def _island(self, puzzle: Nurikabe, home: int, number: int) -> Bitboard:
        """The island of one number: all that hangs together with it, so many cells, and no other number."""
        formula, sea, name = self.formula, self.sea, cell_name(self.cells[home])
        rings, _ = rings_of(puzzle, home, number, True)
        own = {i: formula.new(f"island[{name}] has {cell_name(self.cells[i])}") for ring in rings for i in scan(ring)}
        formula.family("number-size")
        formula.says(f"the island at {name} has {number} cell{'s' * (number > 1)}", [self.cells[home]])
        formula.add(-sea[home])
        formula.add(own[home])
        for i, x in own.items():
            formula.add(-x, -sea[i])
            for j in self.beside[i]:
                formula.add(-x, sea[j], *([own[j]] if j in own else []))
        mark = formula.pool.top
        formula.include(exactly(list(own.values()), number, formula.pool), mark, f"count of {name}")
        mark, near = formula.pool.top, {home: own[home]}
        for t in range(1, number if len(own) > number else 1):
            before, near = near, {home: own[home]}
            for i in (i for ring in rings[1 : t + 1] for i in scan(ring)):
                near[i] = own[i] if t == number - 1 else formula.pool.new()
                formula.add(-near[i], own[i])
                formula.add(-near[i], *(before[j] for j in self.beside[i] if j in before))
        formula.name_since(mark, f"steps from {name}")
        return sum(rings)

    def decode(self, puzzle: Nurikabe, model: Sequence[Literal]) -> NurikabeSolution:
        """The sea of *model*."""
        return NurikabeSolution(self.grid.height, self.grid.width, self.board(model))

    def cuts(self, puzzle: Nurikabe, model: Sequence[Literal]) -> list[Clause]:
        """What `connectivity` has against the board."""
        return self.connectivity(puzzle).clauses(self.board(model))

    def connectivity(self, puzzle: Nurikabe) -> Cuts:
        """The sea is connected, and every island has a number."""
        return _Cuts(self, puzzle)

    def shown(self, puzzle: Nurikabe) -> list[Literal]:
        """Numbers are in islands."""
        return [-self.sea[self.cells.index(cell)] for cell in puzzle.numbers]

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is sea`` or ``r3c5 is island``."""
        return f"{cell_name(self.cells[abs(literal) - 1])} is {'sea' if literal > 0 else 'island'}"


class _Cuts(GridCuts):
    """Those of the sea; and where a pocket without a number has island, its border has."""

    def __init__(self, encoding: NurikabeStatements, puzzle: Nurikabe) -> None:
        super().__init__(encoding.grid, 1, SEA_OUT)
        self._numbers = encoding.grid.mask(puzzle.numbers)

    def _homeless(self, maybe: Bitboard) -> list[Bitboard]:
        """The pieces of what may be island that have no number."""
        left = maybe & ~self._grid.flood(self._numbers, maybe)
        return self._grid.components(left)

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether sea cannot reach sea, or island no number."""
        maybe = self._grid.all & ~true
        return super().broken(true, false) or bool(false & ~self._grid.flood(self._numbers, maybe))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The pieces of what may be sea, and those of what may be island without a number."""
        found = super().near(true, false)
        for pocket in self._homeless(self._grid.all & ~true):
            named = self._grid.cells(pocket & false or pocket)[0]
            told = Statement(NUMBER.format(cell_name(named)), tuple(self._grid.cells(pocket)), "one-number")
            ways = [-i - 1 for i in scan(self._grid.border(pocket))]
            found.append(Cut(told, ways, (pocket,), -1))
        return sorted(found, key=lambda cut: len(cut.statement.cells))

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A way out for each piece of the sea, a way to a number for each island without one."""
        found = super().clauses(board)
        for pocket in self._homeless(self._grid.all & ~board):
            first = (pocket & -pocket).bit_length()
            found.append([first, *(-i - 1 for i in scan(self._grid.border(pocket)))])
        return found
