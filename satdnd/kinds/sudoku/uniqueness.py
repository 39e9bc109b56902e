"""Solutions and uniqueness for explanations and the generator: one warm session of a template."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from satdnd.errors import EncodingBug
from satdnd.kinds.sudoku.encode import Template
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution
from satdnd.kinds.sudoku.rules import accepts
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

_templates: dict[int, Template] = {}
"""Shared: a session copies the formula, nobody adds to it."""


class Oracle:
    """What a warm session knows of the puzzles of one size. Not thread-safe; a context manager.

    Args:
        size: N.
        budget: how long compiling and loading the clauses may take; Undecided where it runs out.
    """

    def __init__(self, size: int, budget: Budget | None = None) -> None:
        if size not in _templates:
            _templates[size] = Template(size, budget=budget)
        self._template = _templates[size]
        self._session = Session(self._template.formula, self._template.best_solver, budget=budget)

    def solutions(self, puzzle: Sudoku, budget: Budget) -> list[SudokuSolution]:
        """None, one, or two solutions. Raises Undecided, EncodingBug."""
        found: list[SudokuSolution] = []
        clues = self._template.assumptions(puzzle)
        with self._session.retractable() as activation:
            while (
                len(found) < 2 and (model := self._session.next_model([*clues, activation], budget=budget)) is not None
            ):
                solution = self._template.decode(puzzle, model)
                if not accepts(puzzle, solution):
                    raise EncodingBug(f"a wrong grid was caught before it became an answer: {solution.to_json()}")
                found.append(solution)
                self._session.add([-activation, *self._template.blocking_clause(puzzle, solution)])
        return found

    def forced(self, grid: SudokuSolution, clues: Iterable[int], cell: int, budget: Budget) -> bool:
        """Whether the values of *grid* in the cells *clues* force its value in *cell*. Raises Undecided."""
        literals = self._template.true_literals(grid)
        return not self._session.ask([*(literals[i] for i in clues), -literals[cell]], budget)

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()
