"""A warm solver for dungeons of one size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from satdnd.engine.answer import Answer
from satdnd.engine.kind import kind_of, options_for
from satdnd.engine.options import check_whole
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import UsageError
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution


class DungeonSolver(Solver):
    """A warm solver for dungeons of one size: the template is compiled once, each puzzle is a list of assumptions.

    Args:
        height: rows.
        width: columns.
        options: those of `DungeonOptions`; ``compilation`` is ``template``. ``graph_check=False`` skips the second
            check (networkx) and is twice as fast at 8x8.

    Not thread-safe. Example::

        solver = satdnd.DungeonSolver(8, 8)
        for puzzle in satdnd.load("puzzles.jsonl"):
            print(puzzle.name, solver.unique(puzzle).status)
    """

    def __init__(self, height: int, width: int, **options: Any) -> None:
        check_whole("height", height, 1)
        check_whole("width", width, 1)
        if options.get("compilation", "auto") not in ("auto", "template"):
            raise UsageError(f"a warm solver uses a template; compilation is {options['compilation']!r}")
        blank = Dungeon(rows=(None,) * height, columns=(None,) * width)
        super().__init__(options_for(kind_of(blank), Settings(), {**options, "compilation": "template"}))
        self.height = height
        self.width = width
        with self.search(self._prepared_question(blank)):
            pass  # compile now, not at the first question

    if TYPE_CHECKING:  # the same questions, typed for dungeons

        def solutions(self, puzzle: Dungeon) -> Iterator[DungeonSolution]:  # type: ignore[override]
            """As `Solver.solutions`."""

        def solve(self, puzzle: Dungeon, limit: int | None = 1) -> Answer[DungeonSolution]:  # type: ignore[override]
            """As `Solver.solve`."""

        def unique(self, puzzle: Dungeon) -> Answer[DungeonSolution]:  # type: ignore[override]
            """As `Solver.unique`."""

        def count(self, puzzle: Dungeon) -> Answer[DungeonSolution]:  # type: ignore[override]
            """As `Solver.count`."""

        def forced(self, puzzle: Dungeon) -> Answer[DungeonSolution]:  # type: ignore[override]
            """As `Solver.forced`."""

    def _prepared_question(self, puzzle: Any, *, counting: bool = False, bulk: bool = True) -> Any:
        if not isinstance(puzzle, Dungeon):
            raise UsageError(f"this solver is for dungeons, but the puzzle is of the kind {kind_of(puzzle).name}")
        if (puzzle.height, puzzle.width) != (self.height, self.width):
            size = f"{puzzle.height}x{puzzle.width}"
            raise UsageError(f"this solver is for {self.height}x{self.width} dungeons, the puzzle is {size}")
        return super()._prepared_question(puzzle, counting=counting, bulk=bulk)
