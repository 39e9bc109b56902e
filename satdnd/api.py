"""The Python front door: what ``import satdnd`` offers beside the classes of the kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from satdnd.errors import UsageError
from satdnd.puzzle import Answer, Fault, Settings, kind_of
from satdnd.puzzles.dungeon.model import Dungeon
from satdnd.puzzles.dungeon.model import DungeonSolution as DungeonSolution
from satdnd.solving import Solver


def solve(puzzle: Any, limit: int | None = 1, **settings: Any) -> Answer:
    """Up to *limit* solutions of *puzzle*, each checked by the rules and a graph.

    Args:
        puzzle: of any kind.
        limit: how many at most; None for all.
        settings: fields of `Settings`: ``topology``, ``solver``, ``cardinality``, ``timeout`` (seconds), ...

    Returns:
        an `Answer`: ``status`` is ``solved``, ``unsolvable`` or ``undecided``; ``solutions``, ``stats``, ``seconds``.

    Raises:
        UsageError: an unknown solver, encoding or topology.
    """
    return _once(settings).solve(puzzle, limit)


def solutions(puzzle: Any, **settings: Any) -> Iterator[Any]:
    """Every solution of *puzzle*, each once, as they are found. Raises Undecided when ``timeout`` has passed."""
    return _once(settings).solutions(puzzle)


def unique(puzzle: Any, **settings: Any) -> Answer:
    """``unique`` with the solution, ``multiple`` with two, ``unsolvable`` or ``undecided``. As `solve`."""
    return _once(settings).unique(puzzle)


def forced(puzzle: Any, **settings: Any) -> Answer:
    """What all solutions agree on, in ``answer.details`` (dungeon: ``forced``, ``#``, ``o``, ``.``). As `solve`."""
    return _once(settings).forced(puzzle)


def faults(puzzle: Any, solution: Any, **settings: Any) -> list[Fault]:
    """Everything that is wrong with *solution*, by the rules alone; an empty list for a right one.

    Args:
        puzzle: of any kind.
        solution: of the same kind; for a dungeon a board integer (bit ``r*W + c`` is a wall) will do.
        settings: fields of `Settings`; of use is ``topology``.

    Raises:
        UsageError: a board integer with bits outside the grid.
    """
    if isinstance(puzzle, Dungeon) and isinstance(solution, int):
        if solution < 0 or solution >> puzzle.grid.size:
            raise UsageError(f"the board {solution:#x} has cells outside the grid of {puzzle.grid.size}")
        solution = DungeonSolution(puzzle.height, puzzle.width, solution)
    return kind_of(puzzle).faults(puzzle, solution, Settings(**settings))


class DungeonSolver(Solver):
    """A warm solver for dungeons of one size: the template is compiled once, each puzzle is a list of assumptions.

    Args:
        height: rows.
        width: columns.
        settings: fields of `Settings`; ``compilation`` is the template's. ``graph_check=False`` leaves the second
            check (networkx) out and is ten times faster at 8x8.

    Not thread-safe. Example::

        solver = satdnd.DungeonSolver(8, 8)
        for puzzle in satdnd.load("puzzles.jsonl"):
            print(puzzle.name, solver.unique(puzzle).status)
    """

    def __init__(self, height: int, width: int, **settings: Any) -> None:
        super().__init__(Settings(**{**settings, "compilation": "template"}))
        self.height = height
        self.width = width
        blank = Dungeon(rows=(None,) * height, columns=(None,) * width)
        with self._search(blank, {}):
            pass  # compile now, not at the first question

    def _solutions(self, puzzle: Any, stats: dict[str, Any]) -> Iterator[Any]:
        self._fits(puzzle)
        return super()._solutions(puzzle, stats)

    def forced(self, puzzle: Any) -> Answer:
        """As `Solver.forced`; UsageError for a puzzle of another size."""
        self._fits(puzzle)
        return super().forced(puzzle)

    def _fits(self, puzzle: Any) -> None:
        if (puzzle.height, puzzle.width) != (self.height, self.width):
            size = f"{puzzle.height}x{puzzle.width}"
            raise UsageError(f"this solver is for {self.height}x{self.width} dungeons, the puzzle is {size}")


def _once(settings: dict[str, Any]) -> Solver:
    return Solver(Settings(**settings))
