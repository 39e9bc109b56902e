"""Steps of anybody, judged: does each follow from the rules and from what is on the board, and how hard is it to see?

What follows is what all solutions share, as the solver and the verifier find it. A reason that is cited is looked up
among the statements of the rules, and whether it suffices is decided by the search of `satdnd.explanation.judge`, which
shares nothing with the code that makes explanations. The fewest rules for a step are found as `satdnd.explain` does.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from satdnd.draw.picture import Panel
from satdnd.engine.answer import INVALID, MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer, pairs
from satdnd.engine.kind import Rules, S_co, kind_of
from satdnd.engine.search import Search, check
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.boards import player_marks
from satdnd.explanation.explainer import PuzzleTask, Walk
from satdnd.explanation.judge.arguments import values, write
from satdnd.explanation.judge.quotations import quoted
from satdnd.explanation.judge.replay import recorded
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.steps import Commentary, Explanations, Step
from satdnd.explanation.verdicts import CONTRADICTS, FOLLOWS, KNOWN, OPEN, UNCITED, Verdict
from satdnd.grid import fields
from satdnd.grid.notation import counted
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.one_solution import OneSolution
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Literal
from satdnd.sat.interrupts import interruptible


class Claim(NamedTuple):
    """A step as somebody claims it."""

    marks: tuple[Mark, ...]
    reasons: tuple[RuleStatement, ...] = ()
    """The rules that it cites; none: any."""


@dataclass
class Judgement(Answer[S_co]):
    """The verdicts on some steps. The status is ``valid`` if all are sound, or else ``invalid``."""

    verdicts: tuple[Verdict, ...] = ()
    steps: int = 0
    """How many steps there are; all have verdicts unless the budget ran out."""
    sound: int = 0
    """How many steps follow before the first that does not."""
    left: int = 0
    """How many cells are still open after the steps that follow, of those that are the same in all solutions; of kinds
    whose answers are optima, how many moves."""
    given: tuple[Mark, ...] | None = None
    """The marks on the board before the first step."""

    readers: ClassVar = {"verdicts": lambda entries: tuple(map(Verdict.from_json, entries)), "given": pairs}

    def notes(self) -> Iterator[str]:
        """How many steps follow, and what is left."""
        count, commentary = self.steps, kind_of(self.puzzle).part(Commentary)
        one, more, noun = ("is right", "are right", commentary.moves) if commentary else ("follows", "follow", "cell")
        if self.sound < len(self.verdicts):
            yield f"step {self.sound + 1} of {count} {self.verdicts[self.sound].verdict}"
        elif 0 < self.sound < count:
            yield f"the first {self.sound} of {count} steps {more}" if self.sound > 1 else f"step 1 of {count} {one}"
        elif count and self.verdicts:
            yield {1: f"the step {one}", 2: f"both steps {more}"}.get(count, f"all {count} steps {more}")
        if self.verdicts:
            yield f"{counted(self.left, noun)} left" if self.left else "nothing is left to find"

    def body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        """A line for each step, and the board that refutes it if it does not follow."""
        width = len(str(len(self.verdicts)))
        for number, one in enumerate(self.verdicts, 1):
            rules = f" ({counted(one.rules, 'rule')})" if one.rules else ""
            whole = one.step and set(one.marks) <= set(one.step.cells)
            said = "" if whole else f"{one.sentence}."
            why = "\n".join(filter(None, (said, one.step.text if one.step else "")))
            yield Panel(f"{number:>{width}}. {one.verdict}{rules}: {why}", hang=width + 2)
            if one.counterexample is not None:
                yield Panel("It is not so in this solution, which agrees with the board before the step:", hang=2)
                cells = {(int(mark[0]), int(mark[1])) for mark in one.marks}
                kind = kind_of(self.puzzle)
                other = next(iter(kind.texts.read_solutions(json.dumps(one.counterexample), self.puzzle)))
                yield Panel("", kind.picture(self.puzzle, other, marked=cells))
                if moves := kind.transcript(self.puzzle, other):
                    yield Panel("\n".join(moves))

    @property
    def numbered(self) -> bool:
        """True: rows and columns are numbered."""
        return True


def judge(solver: Solver, puzzle: Any, steps: Any = (), given: Any = None, reasons: bool = True) -> Judgement[Any]:
    """Judge *steps*, in order, from a player's board.

    Args:
        solver: provides the options of the puzzle's kind, and the limits.
        puzzle: of any kind.
        steps: an explanation in JSON; a list of steps, each with the fields ``cells`` (marks) and, if it cites rules,
            ``reasons`` (as in explanations), or a list of marks, or a mark; or a text of boards, with blank lines
            between them: what each has more than the one before is a step. For a kind whose answers are optima, a
            solution or the beginning of one, in any form that ``verify`` reads: each of its moves is a step.
        given: the board before the first step, as for `player_marks`; None: an empty one. Not for optima.
        reasons: whether to look for the fewest rules that give each step, which takes most of the time.

    Returns:
        ``valid`` or ``invalid`` with the verdicts; ``invalid`` without, if no solution has the marks of *given*;
        ``unsolvable``; or ``undecided``, with the verdicts until the budget ran out.

    Raises:
        InputError: *steps* or *given* cannot be read, or do not fit the puzzle.
        UsageError: the kind has no explanations, or does not have these options.
    """
    started, kind = time.perf_counter(), kind_of(puzzle)
    commentary = kind.part(Commentary)
    task = PuzzleTask.of(solver, puzzle, Commentary if commentary else Explanations)
    if commentary:
        attempt = attempt_of(puzzle, steps, given)
        answer: Judgement[Any] = Judgement(puzzle.name, kind.name, UNSOLVABLE, puzzle=puzzle)
    else:
        before, claims = claims_of(puzzle, steps, given, task.options)
        answer = Judgement.of(solver.unique(puzzle))
        answer.given, answer.steps = tuple(before) or None, len(claims)
    try:
        if commentary:
            _judge_moves(task, answer, commentary, attempt)
        elif answer.status in (UNIQUE, MULTIPLE):
            _judge(task, answer, claims, before, reasons=reasons)
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - started
    return answer


def _judge(
    task: PuzzleTask, answer: Judgement[Any], claims: Sequence[Claim], before: Sequence[Mark], *, reasons: bool
) -> None:
    """Fill *answer* with verdicts until the budget runs out."""
    solutions, answer.solutions, answer.complete = answer.solutions, [], False
    answer.reason = "the puzzle has several solutions" if len(solutions) > 1 else ""
    verdicts = list[Verdict]()
    with interruptible(), closing(Ground(task, solutions, before)) as ground:
        if ground.walk is None:
            answer.status, answer.reason = INVALID, "no solution has all marks of the board given"
            return
        try:
            for claim in claims:
                verdicts.append(ground.verdict(claim))
                if verdicts[-1].verdict in (FOLLOWS, UNCITED):
                    verdicts[-1] = ground.take(verdicts[-1], reasons=reasons)
        finally:
            answer.verdicts = tuple(verdicts)
            answer.sound = next((i for i, one in enumerate(verdicts) if not one.sound), len(verdicts))
            answer.left = ground.left
    answer.status = VALID if answer.sound == len(verdicts) else INVALID


def _judge_moves(task: PuzzleTask, answer: Judgement[Any], commentary: Commentary[Any, Any, Any], attempt: Any) -> None:
    """The same for a kind whose answers are optima."""
    kind, puzzle, options, budget = task
    answer.reason = kind.contradiction(puzzle, options) or ""
    judged = iter(()) if answer.reason else commentary.judged(puzzle, attempt, options, budget)
    for verdict, answer.left in judged:
        answer.verdicts += (verdict,)
        answer.steps += 1
        answer.sound += verdict.sound and answer.sound + 1 == answer.steps
    if answer.steps:
        answer.status = VALID if answer.sound == answer.steps else INVALID


class Ground:
    """What is known, and what follows from it; to be closed.

    `walk` is None if no solution has all marks *before*.
    """

    @classmethod
    def of(cls, solver: Solver, puzzle: Any, before: Sequence[Mark] = ()) -> Ground:
        """The ground of a puzzle with one solution. Raises InputError if it has none or several, and Undecided."""
        task, answer = PuzzleTask.of(solver, puzzle), solver.unique(puzzle)
        if answer.status == UNDECIDED:
            raise Undecided(answer.reason)
        if answer.status != UNIQUE:
            raise InputError(f"the puzzle is {answer.status}, expected one with one solution")
        return cls(task, answer.solutions, before)

    def __init__(self, task: PuzzleTask, solutions: Sequence[Any], before: Sequence[Mark]) -> None:
        self._task = task
        self._book = task.kind.require(Rules).book(task.puzzle, task.options)
        self._unique = len(solutions) == 1
        self._board: list[Domain] = [NO | YES] * len(self._book.unknowns.names)
        self.walk: Walk | None = task.walk(solutions)
        self._encoding = self.walk.encoding
        self._search: Search[Any, Any] | None = None
        self._known = dict.fromkeys([*self._encoding.shown(task.puzzle), *map(self.literal, before)])
        marked = [*map(self.literal, before)]
        if any(-x in self.walk.stepper.goal for x in marked) or not self._solution():
            self.close()
            self.walk = None
        elif before and len(solutions) > 1:
            self.walk.close()
            self.walk = task.common(self._encoding, marked)
        self.learn(self._known)

    def literal(self, mark: Mark) -> Literal:
        """The literal of *mark*."""
        return self._encoding.unknowns.literal(mark)

    def _solution(self, *literals: Literal) -> Any:
        """A solution with all that is known and *literals*, checked by the rules; or None. Raises Undecided."""
        task = self._task
        if self._search is None:
            self._search = Search(self._encoding, "auto", task.budget)
        assumptions = [*self._encoding.assumptions(task.puzzle), *self._known, *literals]
        found = self._search.first(task.puzzle, assumptions, task.budget)
        if found is not None:
            check(task.kind, task.puzzle, found[0], task.options, self._search.falsified_families)
        return found and found[0]

    def learn(self, literals: Iterable[Literal]) -> None:
        """Put *literals* on the board, with those that players mark together with them."""
        literals = [*literals]
        if self.walk is not None:
            self.walk.learn(literals)
        for x in literals:
            for y in (x, *self._encoding.unknowns.along(x)):
                self._known[y] = None
                own = self._book.unknowns.literal(self._encoding.unknowns.mark(y))
                write(self._board, [own, *self._book.unknowns.along(own)])

    @property
    def left(self) -> int:
        """The number of open cells that are the same in all solutions."""
        unknown = self.walk.stepper.unknown if self.walk else ()
        return len({cell for x in unknown if x not in self._known for cell in self._encoding.unknowns.cells(abs(x))})

    def verdict(self, claim: Claim) -> Verdict:
        """What is said of a step. Raises Undecided."""
        assert self.walk is not None
        stated = self._task.explanations.words.stated
        literals = dict.fromkeys(map(self.literal, claim.marks))
        new = [x for x in literals if x not in self._known]
        marks = tuple(map(self._encoding.unknowns.mark, new or literals))
        sentence = stated(self._task.puzzle, marks) if marks else "this board has nothing new"
        if not new:
            return Verdict(KNOWN, marks, sentence)
        if any(x not in self.walk.stepper.goal for x in new):
            if not self._solution(*new):
                return Verdict(CONTRADICTS, marks, sentence)
            others = (self._solution(-x) for x in new if x not in self.walk.stepper.goal)
            return Verdict(OPEN, marks, sentence, counterexample=next(others).to_json())
        return Verdict(FOLLOWS if self._suffice(claim.reasons, marks) else UNCITED, marks, sentence)

    def take(self, verdict: Verdict, *, reasons: bool = True) -> Verdict:
        """Put the marks of a step that follows on the board; with *reasons*, its verdict with the fewest rules."""
        literals = [*map(self.literal, verdict.marks)]
        try:
            return replace(verdict, step=self.hardest(literals)) if reasons else verdict
        finally:
            self.learn(literals)

    def hardest(self, literals: Iterable[Literal]) -> Step | None:
        """The step by the fewest rules to the one of *literals* that needs most; None if they are obvious."""
        assert self.walk is not None
        wanted = [x for x in literals if x in self.walk.stepper.unknown]
        steps = (self.walk.step_of(self.walk.stepper.fewest([x])) for x in wanted)
        return max(steps, key=lambda step: len(step.reasons), default=None)

    def _suffice(self, cited: Sequence[RuleStatement], marks: Iterable[Mark]) -> bool:
        """Whether the rules that are cited, if any, give all *marks*. Raises Undecided."""
        if not cited:
            return True
        usable = (reason for reason in cited if self._unique or not isinstance(reason, OneSolution))
        constraints = [constraint for reason in usable for constraint in reason.constraints()]
        for mark in marks:
            x = self._book.unknowns.literal(mark)
            board = self._board.copy()
            board[abs(x) - 1] &= values(-x)
            if satisfiable(constraints, board, abs(x) - 1, self._task.budget):
                return False
        return True

    def close(self) -> None:
        """Delete the solvers."""
        if self.walk is not None:
            self.walk.close()
        if self._search is not None:
            self._search.close()


def claims_of(puzzle: Any, steps: Any, given: Any, options: Settings) -> tuple[list[Mark], list[Claim]]:
    """The marks on the board before, and the steps, as for `judge`. Raises InputError that names the step."""
    if isinstance(steps, str) and not steps.strip():
        raise InputError("found no steps, expected boards with blank lines between them, or JSON")
    if isinstance(steps, str) and not steps.lstrip().startswith(("[", "{")):
        before = player_marks(puzzle, given, options)
        return before, [*_from_boards(puzzle, steps, before, options)]
    steps = _decoded(steps) if isinstance(steps, str) else steps
    if given is None and isinstance(steps, Mapping):
        given = steps.get("given")
    entries = fields.require(steps, "steps") if isinstance(steps, Mapping) else steps
    book = kind_of(puzzle).require(Rules).book(puzzle, options)
    claims = []
    for number, entry in enumerate(_listed(entries, "steps"), 1):
        try:
            whole = entry if isinstance(entry, Mapping) else {"cells": [entry] if _is_mark(entry) else entry}
            marks = [_listed(mark, "marks") for mark in _listed(fields.require(whole, "cells"), "marks")]
            cited = fields.listed(whole.get("reasons", []), "reasons", "statements")
            literals = map(book.unknowns.literal, marks)
            claims.append(Claim(tuple(map(book.unknowns.mark, literals)), tuple(_cited(book, one) for one in cited)))
            if not marks:
                raise InputError("found no mark, expected at least one")
        except InputError as error:
            raise InputError(f"step {number}: {error.message}") from error
    return player_marks(puzzle, given, options), claims


def attempt_of(puzzle: Any, steps: Any, given: Any = None) -> Any:
    """The solution, or the beginning of one, whose moves are *steps*, for a kind whose answers are optima.

    Raises:
        InputError: it cannot be read, or has no moves.
        UsageError: these kinds have no board *given*.
    """
    kind = kind_of(puzzle)
    if given is not None:
        raise UsageError(f"{kind.name} has no board before the first step: give a puzzle that starts from there")
    if isinstance(steps, puzzle.solution_class):
        return steps
    typed = isinstance(steps, str)
    found = [*kind.texts.read_solutions(steps if typed else json.dumps(steps), puzzle)]
    if found and isinstance(found[0], InputError):
        raise found[0] if typed else InputError(found[0].message)
    if len(found) != 1:
        raise InputError(f"found {counted(len(found), 'solution')}, expected the moves of one")
    return found[0]


def _from_boards(puzzle: Any, text: str, before: Sequence[Mark], options: Settings) -> Iterator[Claim]:
    """What each board has more than the one before it."""
    known, blank = {*before}, True
    for number, found in enumerate(_BOARD.finditer(text), 1):
        try:
            board = player_marks(puzzle, found[0], options)
        except InputError as error:
            line = error.line and error.line + text.count("\n", 0, found.start())
            raise InputError(f"step {number}: {error.message}", line=line, column=error.column) from error
        yield Claim(tuple(mark for mark in board if mark not in known))
        known = {*board}
        blank = blank and not board
    if blank:
        raise InputError("found no marks on the boards")


def _cited(book: Rulebook[Any], reason: Any) -> RuleStatement:
    """The rule of the puzzle that *reason* is. Raises InputError."""
    reason = recorded(reason, book.unknowns)
    try:
        return book.find(reason)
    except InputError as error:
        raise InputError(f"a reason is {quoted(reason.text)}, but {error.message}") from error


def _decoded(text: str) -> Any:
    """The JSON value in *text*. Raises InputError with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        wrong = "found more than one JSON value" if error.msg == "Extra data" else error.msg
        raise InputError(f"the steps are not valid JSON: {wrong}", line=error.lineno, column=error.colno) from error
    except RecursionError:
        raise InputError("the steps are nested too deeply") from None


def _listed(value: Any, what: str) -> Sequence[Any]:
    """*value*, which must be a list. Raises InputError."""
    if not isinstance(value, list | tuple):
        raise InputError(f"found {fields.shown(value)}, expected a list of {what}")
    return value


def _is_mark(entry: Any) -> bool:
    """Whether a step is one mark, and not a list of them."""
    return isinstance(entry, list | tuple) and bool(entry) and not isinstance(entry[0], list | tuple)


_BOARD = re.compile(r"(?m)(?:^[^\S\n]*\S.*\n?)+")
