"""The rules of queens, one instance at a time, as constraints over the squares: for judging explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from satdnd.engine.settings import Settings
from satdnd.explanation.judge.constraints import Domain, Domains, Sum
from satdnd.explanation.judge.instances import CellInstances, Instance, Restriction
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.queens.model import Queens, QueensSolution

EMPTY, QUEEN = 1, 2
"""Sets of values: 0 is empty, 1 a queen."""


class QueensInstances(CellInstances[QueensSolution]):
    """Of one board."""

    marks: ClassVar[Mapping[str, Domain]] = {"Q": QUEEN, "o": EMPTY}

    def __init__(self, puzzle: Queens, options: Settings) -> None:
        self.puzzle = puzzle
        super().__init__(puzzle.grid)
        self.domains = (EMPTY | QUEEN,) * self.grid.size

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """The given queens, rows, columns, diagonals, and the number where not every line of one side has a queen."""
        puzzle = self.puzzle
        for square in puzzle.given:
            yield f"a queen stands on {cell_name(square)}", self._has("given", [square], 1, 1)
        full = puzzle.count == min(puzzle.height, puzzle.width)
        squares = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]
        for axis, (what, lines, others) in enumerate(
            (("row", puzzle.height, puzzle.width), ("column", puzzle.width, puzzle.height))
        ):
            every = full and lines <= others
            for k in range(lines):
                line = [square for square in squares if square[axis] == k]
                number = "one queen" if every else "at most one queen"
                yield f"{what} {k + 1} has {number}", self._has(what, line, int(every), 1)
        for sign in (-1, 1):
            diagonals: dict[int, list[Cell]] = {}
            for r, c in squares:
                diagonals.setdefault(c + sign * r, []).append((r, c))
            for line in diagonals.values():
                ends = f"{cell_name(line[0])} to {cell_name(line[-1])}"
                yield f"the diagonal from {ends} has at most one queen", self._has("diagonal", line, 0, 1)
        if not full:
            there = f"there {'is' if puzzle.count == 1 else 'are'} {counted(puzzle.count, 'queen')}"
            whole = Sum.of(self.at(squares), QUEEN, puzzle.count, puzzle.count)
            yield there, Instance(("count",), frozenset(), lambda: [whole])

    def _has(self, rule: str, squares: Sequence[Cell], least: int, most: int) -> Instance:
        return Instance((rule,), frozenset(squares), lambda: [Sum.of(self.at(squares), QUEEN, least, most)])

    def shown(self) -> Iterable[Restriction]:
        """The given queens."""
        return [self.marked(square, "Q") for square in self.puzzle.given]

    def values(self, solution: QueensSolution) -> Sequence[int]:
        """The queens."""
        board = solution.board
        return [board >> i & 1 for i in range(self.grid.size)]

    def solution(self, known: Domains) -> QueensSolution | list[Cell]:
        """The placement."""
        found = self.decided(known)
        if isinstance(found, list):
            return found
        return QueensSolution(self.puzzle.height, self.puzzle.width, tuple(self.grid.cells(found)))
