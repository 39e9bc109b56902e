"""Explanations as boards: one after each step, with what is new, and what its rules are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from satdnd.draw.picture import Panel, Picture, highlight
from satdnd.engine.kind import Mark, kind_of
from satdnd.explanation.steps import Step


def told(number: int, step: Step, last: int) -> Panel:
    """A step as a numbered line, its technique behind it; *last* is the highest number, for the margin."""
    width = len(str(last))
    sure = "" if step.easiest or len(step.reasons) < 2 else "; fewer rules may do"
    return Panel(f"{number:>{width}}. {step.text} [{step.technique}{sure}]", hang=width + 2)


def board(puzzle: Any, step: Step, known: Iterable[Mark] = (), *, new: bool = True, used: bool = True) -> Picture:
    """The board after *step*, which found something where *known* was known.

    Args:
        new: whether what it found is shown.
        used: whether what it needed is.
    """
    kind = kind_of(puzzle)
    found = step.cells if new else ()
    about = {cell for reason in step.reasons for cell in reason.cells}
    picture = kind.picture(puzzle, details=kind.board(puzzle, [*known, *found]))
    return highlight(picture, found, about, step.known if used else ())


def frames(puzzle: Any, steps: Iterable[Step], known: Iterable[Mark] = ()) -> Iterator[Picture]:
    """The board after each step."""
    marks = list(known)
    for step in steps:
        yield board(puzzle, step, marks)
        marks += step.cells
