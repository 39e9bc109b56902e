"""Mistakes on a player's board, as hints report them: an area, then a mark and what it contradicts, then why."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from satdnd.engine.answer import INVALID
from satdnd.engine.kind import Encoding
from satdnd.errors import Undecided
from satdnd.explanation.answers import MOST_REASONS, Hint
from satdnd.explanation.explainer import Walk
from satdnd.explanation.places import Location, area_of, line_of
from satdnd.explanation.steps import Step
from satdnd.grid.notation import counted, listed
from satdnd.sat.formula import Literal, Statement


@dataclass(frozen=True)
class Mistakes:
    """Marks that are wrong, or that contradict each other."""

    marks: Sequence[Literal]
    smallest: bool = True
    """Whether it is known that no smaller set of marks is contradictory, if `together`."""
    together: bool = False
    """Whether only their combination is wrong."""


def blame(answer: Hint[Any], walk: Walk, mistakes: Mistakes, marked: Sequence[Literal]) -> None:
    """Report the mistakes on a board in *answer*, as much as its level reveals.

    Args:
        answer: the hint; a level of None reveals everything.
        walk: the walk of the puzzle.
        mistakes: at least one mark.
        marked: all marks on the board.
    """
    encoding, level = walk.encoding, answer.level or "full"
    answer.status, answer.mistakes = INVALID, len(mistakes.marks)
    try:
        wrong, step = _refuted(walk, mistakes, marked)
    except Undecided:  # the marks are wrong even if the reason is not found in time
        wrong, step = mistakes.marks[0], None
    area = _area(encoding, wrong, step)
    answer.about, answer.where = area.cells, _where(encoding, mistakes, area)
    answer.reason = answer.where
    if level == "where":
        return
    blamed = mistakes.marks if mistakes.together else [wrong]
    answer.smallest, answer.wrong = mistakes.smallest, tuple(map(encoding.unknowns.mark, blamed))
    shown = -wrong in encoding.shown(walk.task.puzzle)
    rule = _forbidding(walk, wrong) if shown else None
    answer.reasons = step.reasons if step else (rule,) if rule else ()
    denied = encoding.unknowns.denial(wrong)
    several = f"{counted(len(mistakes.marks), 'mark')} are wrong; " if mistakes.marks[1:] else ""
    seen = ", as the puzzle shows" * (shown and not rule)
    answer.reason = f"{several}{denied}{seen}"
    if mistakes.together:
        answer.reason = f"these marks cannot all be right: {listed([encoding.unknowns.sentence(x) for x in blamed])}"
    if level == "full" and step:
        if len(step.reasons) > MOST_REASONS and not step.arguments:
            why = f"that takes {len(step.reasons)} rules at once, and no short argument shows it"
            step = replace(step, text=f"{encoding.unknowns.sentence(-wrong)}: {why}.")
        rest = [encoding.unknowns.sentence(x) for x in blamed if x != wrong]
        answer.step = replace(step, text=f"If {listed(rest)}, then {step.text}") if rest else step


def _refuted(walk: Walk, mistakes: Mistakes, marked: Sequence[Literal]) -> tuple[Literal, Step | None]:
    """The wrong mark with the fewest reasons, and the step that refutes it; None if the puzzle shows it."""
    task, encoding = walk.task, walk.encoding
    if seen := [x for x in mistakes.marks if -x in encoding.shown(task.puzzle)]:
        return seen[0], None
    if mistakes.together:
        *known, last = mistakes.marks
        targets, there = [-last], task.common(encoding, known, [-last])
    else:
        known = [x for x in marked if x in walk.stepper.goal]
        targets = [-x for x in mistakes.marks]
        there = walk.again(targets)
    with closing(there):
        there.learn(known)
        step = there.step_of(there.stepper.fewest(targets))
    return -encoding.unknowns.literal(step.cells[0]), step


def _forbidding(walk: Walk, wrong: Literal) -> Statement | None:
    """The rule about the fewest cells that forbids a mark, whatever else is known; None if it takes several."""
    statements = walk.stepper.statements
    about = sorted(statements.occurrences[abs(wrong) - 1], key=lambda i: statements.scopes[i].bit_count())
    return next((statements[i] for i in about if not statements.conjunction((i,)).possible(0, 0, -wrong)), None)


def _area(encoding: Encoding[Any, Any], wrong: Literal, step: Step | None) -> Location:
    """Where a wrong mark is, without naming it: the area of a rule that it breaks, else its row or column."""
    cells = encoding.unknowns.cells(abs(wrong))
    for reason in step.reasons if step else ():
        area = area_of(reason.cells)
        if area and len(area.cells) > 2 and set(cells) <= set(area.cells):
            return area
    return line_of(cells, encoding.unknowns.size)


def _where(encoding: Encoding[Any, Any], mistakes: Mistakes, area: Location) -> str:
    """``one mark in column 4 is wrong``, ``3 marks are wrong, one of them in column 4``."""
    count = len(mistakes.marks)
    here = sum(set(encoding.unknowns.cells(abs(x))) <= set(area.cells) for x in mistakes.marks)
    some = "one" if here == 1 else str(here)
    if mistakes.together:
        return f"{count} marks cannot {'both' if count == 2 else 'all'} be right, {some} of them {area}"
    if here == count:
        return f"{some} {'mark' if here == 1 else 'marks'} {area} {'is' if here == 1 else 'are'} wrong"
    return f"{count} marks are wrong, {some} of them {area}"
