"""Explanations: a solution as steps that a person can follow, and the next step from where a player is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal

from satdnd.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE, Answer
from satdnd.budget import Budget
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.kind import Encoding, Kind, kind_of, options_for
from satdnd.kinds import kinds_that
from satdnd.searching import Search, check
from satdnd.settings import Settings
from satdnd.solving import Solver
from satdnd.stepping import Found, Stepper
from satdnd.steps import Explanation, Mark, Step, Turn
from satdnd.telling import where

Level = Literal["where", "which", "full"]
"""How much a hint tells: where to look, the reasons as well, everything."""


def explain(puzzle: Any, options: Settings | None = None, budget: Budget | None = None) -> Answer[Any]:
    """The solution of *puzzle* in steps, always one of those with the fewest reasons next.

    Args:
        puzzle: of any kind whose answers are models of a formula.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``unique``, with the solution and steps up to it; ``multiple``, with two solutions and steps up to what is the
        same in all; ``unsolvable``; ``undecided`` where the budget ran out, with the steps up to there. In `details`:
        ``steps`` (`satdnd.kind.Step.to_json`), ``grade``, ``score``, ``summary`` (how often each technique was used).

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    begun = time.perf_counter()
    kind, own, budget = _own(puzzle, options, budget)
    if type(kind).explain is not Kind.explain:
        return _by_kind(kind, puzzle, own, budget, begun)
    answer = Solver(own, budget=budget.part).unique(puzzle)
    found = Explanation(answer.status, (), "", {})
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            stepper, encoding = _stepper(kind, puzzle, own, answer.solutions, budget)
            found = _steps(kind, puzzle, encoding, stepper, answer.status, budget)
        except Undecided as error:
            found = Explanation(UNDECIDED, (), "", {}, str(error))
    answer.status, answer.reason = found.status, found.reason or answer.reason
    answer.details |= found.to_json()
    answer.seconds = time.perf_counter() - begun
    return answer


def _by_kind(kind: Kind[Any, Any, Any], puzzle: Any, options: Any, budget: Budget, begun: float) -> Answer[Any]:
    found = kind.explain(puzzle, options, budget)
    for solution in found.solutions:
        check(kind, puzzle, solution, options)
    answer: Answer[Any] = Answer(puzzle.name, puzzle.kind, found.status, list(found.solutions), puzzle=puzzle)
    answer.details |= found.to_json()
    answer.reason, answer.seconds = found.reason, time.perf_counter() - begun
    return answer


def _own(puzzle: Any, options: Settings | None, budget: Budget | None) -> tuple[Kind[Any, Any, Any], Any, Budget]:
    kind = kind_of(puzzle)
    own = options_for(kind, options or Settings(), {})
    if own.outside:
        raise UsageError("explanations ask a solver of PySAT, not a program outside")
    if type(kind).statements is Kind.statements and type(kind).explain is Kind.explain:
        able = ", ".join(kinds_that(lambda other: type(other).statements is not Kind.statements))
        raise UsageError(f"{kind.name} has no explanations; these have: {able}")
    return kind, own, budget or own.budget()


def _stepper(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Any, solutions: list[Any], budget: Budget
) -> tuple[Stepper, Encoding[Any, Any]]:
    """What is seen at once is known; where there are two solutions, the goal is what all have in common."""
    budget.check()
    budget.afford(kind.clauses(puzzle, kind.options()))
    encoding = kind.statements(puzzle, options, budget)
    true = set(encoding.literals(puzzle, solutions[0]))
    goal = literals = [v if v in true else -v for v in encoding.projection]
    if len(solutions) > 1:
        with closing(Search(encoding, "auto", budget)) as search:
            found = search.backbone(puzzle, budget)
            assert found is not None
            true = set(encoding.literals(puzzle, found[0]))
            literals, goal = [v if v in true else -v for v in encoding.projection], found[1]
    stepper = Stepper(
        encoding.formula,
        encoding.projection,
        literals,
        goal,
        encoding.connectivity(puzzle),
        lambda x: encoding.mark(x)[:2],  # type: ignore[arg-type,return-value]  # a mark begins with its cell
        budget,
    )
    learn(stepper, encoding, encoding.shown(puzzle))
    return stepper, encoding


def learn(stepper: Stepper, encoding: Encoding[Any, Any], literals: Iterable[int]) -> None:
    """Mark *literals*, and what comes along with them."""
    known = list(literals)
    stepper.learn([*known, *(y for x in known for y in encoding.along(x))])


def _steps(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    encoding: Encoding[Any, Any],
    stepper: Stepper,
    status: str,
    budget: Budget,
) -> Explanation:
    steps, reason = list[Step](), ""
    try:
        while (found := stepper.next()) is not None:
            steps.append(_told(kind, puzzle, encoding, stepper, found))
            learn(stepper, encoding, found.literals)
            budget.check()
    except Undecided as error:
        status, reason = UNDECIDED, str(error)
    return Explanation(status, tuple(steps), "", Counter(step.technique for step in steps), reason)


def _told(kind: Kind[Any, Any, Any], puzzle: Any, encoding: Encoding[Any, Any], stepper: Stepper, found: Found) -> Step:
    """A step in the words of its kind."""
    along = {y for x in found.literals for y in encoding.along(x)}
    step = Step(
        tuple(encoding.mark(x) for x in found.literals if x not in along),
        "",
        "",
        tuple(found.reasons),
        tuple(map(encoding.mark, found.known)),
        minimal=found.minimal,
        easiest=found.easiest,
        openings=found.openings,
    )
    argument = [Turn(i, tuple(map(encoding.mark, literals))) for i, literals in stepper.argument(found)]
    technique, text = kind.technique(puzzle, step, argument)
    return replace(step, technique=technique, text=text)


def hint(
    puzzle: Any,
    given: Any = None,
    level: Level = "full",
    options: Settings | None = None,
    budget: Budget | None = None,
) -> Answer[Any]:
    """The next step from a player's board.

    Args:
        puzzle: of any kind that `explain` explains.
        given: what the player has marked: a text as ``forced`` and solutions write it, with ``.`` for unknown, its
            rows as a list, or marks (`satdnd.kind.Mark`); None: nothing.
        level: ``where``: a place to look at; ``which``: the reasons too; ``full``: the step.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``solved`` with, in `details`, ``level``, ``where`` (a sentence), ``about`` (cells), and by level ``reasons``,
        ``rules`` and ``step``; without these where nothing is left to find.
        ``invalid`` for a board with mistakes: ``wrong`` is a smallest set of marks that cannot all be right,
        ``smallest`` whether that is proved. ``unsolvable`` and ``undecided`` as always.
    """
    begun = time.perf_counter()
    kind, own, budget = _own(puzzle, options, budget)
    if level not in LEVELS:
        raise UsageError(f"unknown level {level!r}; known: {', '.join(LEVELS)}")
    marks = _marks(kind, puzzle, given)
    answer = Solver(own, budget=budget.part).unique(puzzle)
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            stepper, encoding = _stepper(kind, puzzle, own, answer.solutions, budget)
            literals = [encoding.literal(mark) for mark in marks]
            answer.details |= {"level": level, "given": [list(mark) for mark in marks]}
            wrong, smallest = _mistakes(puzzle, encoding, answer, literals, budget)
            if wrong:
                answer.status = INVALID
                answer.details |= {"wrong": [list(encoding.mark(x)) for x in wrong], "smallest": smallest}
            else:
                answer.status = SOLVED
                learn(stepper, encoding, [x for x in literals if x in stepper.unknown])
                if (found := stepper.next()) is not None:
                    step = _told(kind, puzzle, encoding, stepper, found)
                    answer.details |= _as_much(step, level)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
        answer.solutions = []
    answer.seconds = time.perf_counter() - begun
    return answer


LEVELS: tuple[Level, ...] = ("where", "which", "full")


def _marks(kind: Kind[Any, Any, Any], puzzle: Any, given: Any) -> list[Mark]:
    """What a player has marked. InputError for what is no board of *puzzle*."""
    if given is None:
        return []
    if isinstance(given, str):
        return kind.marks(puzzle, given)
    entries = list(given)
    if entries and all(isinstance(entry, str) for entry in entries):
        return kind.marks(puzzle, "\n".join(entries))
    if not all(isinstance(entry, list | tuple) for entry in entries):
        raise InputError(f"expected a board as text, its rows, or marks, got {given!r:.60}")
    return [tuple(entry) for entry in entries]


def _mistakes(
    puzzle: Any, encoding: Encoding[Any, Any], answer: Answer[Any], marks: Sequence[int], budget: Budget
) -> tuple[list[int], bool]:
    """Marks that cannot all be right, none where they can, and whether fewer can: one by one, in pairs, then shrunk."""
    if answer.status == UNIQUE:
        true = set(encoding.literals(puzzle, answer.solutions[0]))
        wrong = [x for x in marks if (x > 0) != (abs(x) in true)]
        return wrong[:1], True
    with closing(Search(encoding, "auto", budget)) as search:
        if search.first(puzzle, list(marks), budget) is not None:
            return [], True
        for few in (1, 2):
            for chosen in combinations(marks, few):
                if search.first(puzzle, list(chosen), budget) is None:
                    return list(chosen), True
        left = list(marks)
        for x in marks:
            less = [y for y in left if y != x]
            if search.first(puzzle, less, budget) is None:
                left = less
    return left, False


def _as_much(step: Step, level: Level) -> dict[str, Any]:
    """What a level tells of *step*."""
    about = sorted({cell for reason in step.reasons for cell in reason.cells})
    told: dict[str, Any] = {"where": where(step.reasons), "about": [list(cell) for cell in about]}
    if level != "where":
        told["reasons"] = [reason.text for reason in step.reasons]
        told["rules"] = [reason.rule for reason in step.reasons]
    return told | ({"step": step.to_json()} if level == "full" else {})
