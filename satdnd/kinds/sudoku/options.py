"""The options of sudokus alone; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass

from satdnd.engine.options import option
from satdnd.engine.settings import Settings


def _techniques() -> tuple[str, ...]:
    from satdnd.kinds.sudoku.model import EXPLAINING

    return EXPLAINING


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(Settings):
    """How a question about a sudoku is answered."""

    technique: tuple[str, ...] | None = option(
        None,
        "The only techniques that an explanation may use; without, all.",
        known=_techniques,
        metavar="NAME",
        only="explain",
    )
