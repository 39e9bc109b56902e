"""The judge of explanations: proves each step from the rules and from what the step claims, and checks the last board.

It shares no clause and no solver with the code that makes explanations. The meaning of a reason is given by the
constraints of its statement (`satdnd.rules`); a separate search (`satdnd.explanation.judge.search`) shows that marks
follow from reasons. A solution without steps is checked by the kind's `faults`.

The sentence of each reason and of each step is regenerated, from the reasons, the arguments and the board at that step,
by the words of the kind, which use nothing else. If a reason is that the puzzle has one solution, a search of the whole
board proves that once, from the rules. Not checked: grades, the number of open steps, and, for an `easiest` step with
more than two reasons, whether two rules would suffice. That one rule does not suffice is checked.

Explanations of optima are judged by `satdnd.explanation.judge.commentaries`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.kind import Fault, Kind, Rules, kind_of
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, Undecided
from satdnd.explanation.judge.arguments import ArgumentJudge, marks_of, values, write
from satdnd.explanation.judge.commentaries import commentary_faults
from satdnd.explanation.judge.facts import unfounded_step
from satdnd.explanation.judge.numbers import miscounted
from satdnd.explanation.judge.quotations import difference, quoted
from satdnd.explanation.judge.search import satisfiable, vacuous
from satdnd.explanation.judge.solutions import Solutions, differing
from satdnd.explanation.steps import Commentary, Explanations, Step
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.rules.constraint import NO, YES, Constraint, Domain
from satdnd.rules.one_solution import OneSolution
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, RecordedStatement

RULES = {
    "reason": "Every reason of a step is an instance of a rule of the puzzle, with its sentence.",
    "known": "The known marks of a step were found by earlier steps.",
    "new": "The marks that a step finds are new, and do not contradict earlier ones.",
    "follows": "The marks that a step finds follow from its reasons and its known marks.",
    "minimal": "If a step is minimal, none of its reasons can be dropped.",
    "argument": "Each link of an argument follows from one reason and adds a mark; a broken rule or a count ends it; "
    "each reason is used.",
    "sentence": "The sentence of a step is true on the board, and its technique has the right name. What the links of "
    "an argument name is known or supposed by then, and their rule is about it.",
    "easiest": "If a step with several reasons is marked as easiest, no single rule gives anything.",
    "end": "The last board is the only solution; or the marks found are all that the solutions have in common.",
}
"""The requirements on explanations, in the order in which the faults of a step are listed."""
UNJUDGED = "whether two rules would do where three are given was not checked"


@dataclass(frozen=True)
class _Claim:
    """A step as claimed by the JSON, with its marks read."""

    number: int
    """1-based."""
    found: tuple[Literal, ...]
    known: tuple[Literal, ...]
    reasons: tuple[RecordedStatement, ...]
    step: Step
    """As recorded, with its sentence and arguments."""

    @property
    def easiest(self) -> bool:
        """Whether the step claims that no easier one was available."""
        return self.step.easiest


def check(puzzle: Any, explanation: Mapping[str, Any], options: Settings, budget: Budget | None = None) -> Answer[Any]:
    """Replay *explanation*, the JSON object of an explanation of *puzzle*.

    Args:
        puzzle: of any kind.
        explanation: decoded JSON, which is not trusted.
        options: options of the puzzle's kind that select rules (``topology``).
        budget: the limits; None for those of *options*.

    Returns:
        status ``valid``; ``invalid`` with all faults (`RULES`), each with its step number; or ``undecided`` if the
        budget ran out, or if the explanation only claims "unsolvable".

    Raises:
        InputError: the JSON is not an explanation of a puzzle of this kind and size.
        UsageError: the puzzle is too large to be explained.
    """
    started, kind = time.perf_counter(), kind_of(puzzle)
    commentary, budget = kind.part(Commentary), budget or options.budget()
    claimed: Answer[Any] = Answer.from_json(explanation, puzzle)
    if claimed.status not in (SOLVED if commentary else UNIQUE, MULTIPLE, UNDECIDED, UNSOLVABLE):
        raise InputError(f"the explanation says {claimed.status!r}: there is nothing to replay")
    entries = fields.listed(fields.require(explanation, "steps"), "steps", "steps")
    if commentary:
        faults, remarks = commentary_faults(kind, options, claimed, entries, budget), iter(commentary.unchecked)
    else:
        rulebook: Rulebook[Any] = kind.require(Rules).book(puzzle, options)
        steps = [_read(number, entry, rulebook) for number, entry in enumerate(entries, 1)]
        given = fields.listed(explanation.get("given", []), "given", "marks")
        board = tuple(_literal(mark, rulebook.unknowns) for mark in given)
        faults = _faults(kind, puzzle, options, claimed, board, steps, rulebook, budget)
        remarks = _remarks(claimed, steps)
    answer: Answer[Any] = Answer(claimed.name, kind.name, VALID, puzzle=puzzle)
    if claimed.status == UNSOLVABLE and not entries:
        answer.status, answer.reason = UNDECIDED, "it claims that there is no solution, which no step explains"
        return answer
    try:
        answer.faults = [*faults]
        answer.status = INVALID if answer.faults else VALID
        answer.reason = "" if answer.faults else ", ".join([counted(len(entries), "step"), *remarks])
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - started
    return answer


def _remarks(claimed: Answer[Any], steps: Sequence[_Claim]) -> Iterator[str]:
    """Yield what was not judged."""
    if claimed.status == UNDECIDED:
        yield "as far as they go"
    if any(step.easiest and step.step.at_once > 2 for step in steps):
        yield UNJUDGED


def _read(number: int, entry: Any, rulebook: Rulebook[Any]) -> _Claim:
    """Read a step from JSON. Raises InputError that names the step."""
    unknowns = rulebook.unknowns
    try:
        found, known, reasons = (
            fields.listed(fields.require(entry, name), name, what)
            for name, what in (("cells", "marks"), ("known", "marks"), ("reasons", "statements"))
        )
        for name in ("minimal", "easiest"):
            if not isinstance(value := fields.require(entry, name), bool):
                raise InputError(f'field "{name}" is {fields.shown(value)}, expected true or false')
        whole = {"technique": "", "text": "", "openings": 0, **entry}
        for name in ("technique", "text"):
            fields.text(whole[name], name)
        claim = _Claim(
            number,
            tuple(_literal(mark, unknowns) for mark in found),
            tuple(_literal(mark, unknowns) for mark in known),
            tuple(recorded(reason, unknowns) for reason in reasons),
            Step.from_json(whole),
        )
        for mark in marks_of(claim.step.arguments):
            unknowns.literal(mark)
    except InputError as error:
        raise InputError(f"step {number}: {error.message}") from error
    return claim


def _literal(mark: Any, unknowns: Unknowns) -> Literal:
    if not isinstance(mark, list):
        raise InputError(f"found {fields.shown(mark)}, {unknowns.expected}")
    return unknowns.literal(mark)


def recorded(reason: Any, unknowns: Unknowns) -> RecordedStatement:
    """Read a reason whose cells must lie in the grid."""
    for name in ("rule", "text"):
        fields.text(fields.require(reason, name), name)
    fields.cells(fields.require(reason, "cells"), "cells", *unknowns.size)
    return RecordedStatement.from_json(reason)


def _faults(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Settings,
    claimed: Answer[Any],
    given: Sequence[Literal],
    steps: Sequence[_Claim],
    rulebook: Rulebook[Any],
    budget: Budget,
) -> Iterator[Fault]:
    known = [NO | YES] * len(rulebook.unknowns.names)
    _note(known, [*rulebook.shown, *given], rulebook)
    for solution in claimed.solutions:
        if apart := [x for x in given if (rulebook.board(solution) >> abs(x) - 1 & 1) != (x > 0)]:
            message = f"the board's marks at {_names(apart, rulebook)} differ from the solution given"
            yield Fault("end", _cells(apart, rulebook), message)
    end = known.copy()
    for step in steps:
        _note(end, step.found, rulebook)
    single = _Single(rulebook, end)
    others = Solutions(rulebook, partial(_faulty, kind, puzzle, options, rulebook), known.copy(), budget)
    doubt = cache(lambda: _doubt(claimed, rulebook, others))
    right = True
    for step in steps:
        wrong = [*_known(step, known, rulebook), *_new(step, known, rulebook)]
        if step.easiest and step.step.at_once > 1 and (found := single.gives(known, budget)):
            where = _names([found[0]], rulebook)
            message = f"an easier step was available: {found[1]} gives {where}"
            wrong.append(_fault("easiest", step, [found[0]], message, rulebook))
        wrong += _proved(step, end, rulebook, doubt, budget)
        right = right and not wrong
        yield from _wording_faults(kind, puzzle, step, known, rulebook, budget) if right else wrong
        _note(known, step.found, rulebook)
    if ended := [*_ended(kind, puzzle, options, claimed, steps, known, rulebook)]:
        yield from ended
    elif right and claimed.status == MULTIPLE:
        others = Solutions(rulebook, partial(_faulty, kind, puzzle, options, rulebook), known, budget)
        common = others.common(rulebook.board(claimed.solutions[0]))
        yield from _left(common, rulebook, "the same in all solutions, but not found")


def _faulty(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Settings, rulebook: Rulebook[Any], board: Bitboard
) -> bool:
    """Whether a board breaks a rule, by the kind's referee."""
    return bool(kind.faults(puzzle, rulebook.solution(board), options))


def _note(board: list[Domain], literals: Iterable[Literal], rulebook: Rulebook[Any]) -> None:
    """Write *literals* to *board*, with those that players mark together with them."""
    for literal in literals:
        write(board, [literal, *rulebook.unknowns.along(literal)])


def _cells(literals: Iterable[Literal], rulebook: Rulebook[Any]) -> tuple[Cell, ...]:
    """The cells of *literals*."""
    return tuple(dict.fromkeys(cell for x in literals for cell in rulebook.unknowns.cells(abs(x))))


def _names(literals: Iterable[Literal], rulebook: Rulebook[Any]) -> str:
    return listed([cell_name(cell) for cell in _cells(literals, rulebook)], 4)


def _fault(rule: str, step: _Claim, literals: Iterable[Literal], message: str, rulebook: Rulebook[Any]) -> Fault:
    return Fault(rule, _cells(literals, rulebook), f"step {step.number}: {message}")


def _known(step: _Claim, known: Sequence[Domain], rulebook: Rulebook[Any]) -> Iterator[Fault]:
    if unknown := [x for x in step.known if known[abs(x) - 1] & ~values(x)]:
        message = f"its known marks at {_names(unknown, rulebook)} were not found before"
        yield _fault("known", step, unknown, message, rulebook)


def _new(step: _Claim, known: Sequence[Domain], rulebook: Rulebook[Any]) -> Iterator[Fault]:
    if not step.found:
        yield _fault("new", step, (), "it finds nothing", rulebook)
    if old := [x for x in step.found if not known[abs(x) - 1] & ~values(x)]:
        yield _fault("new", step, old, f"its marks at {_names(old, rulebook)} were already known", rulebook)
    if wrong := [x for x in step.found if not known[abs(x) - 1] & values(x)]:
        yield _fault("new", step, wrong, f"its marks at {_names(wrong, rulebook)} contradict an earlier step", rulebook)


def _doubt(claimed: Answer[Any], rulebook: Rulebook[Any], others: Solutions) -> str:
    """Why the solution is not proved to be the only one; empty if a search finds no other."""
    if claimed.status == MULTIPLE or len(claimed.solutions) != 1:
        return "the explanation does not contain the only solution"
    different = differing(rulebook.board(claimed.solutions[0]), len(rulebook.unknowns.names))
    return "the puzzle has several solutions" if others.other(different) is not None else ""


def _proved(
    step: _Claim, end: Sequence[Domain], rulebook: Rulebook[Any], doubt: Callable[[], str], budget: Budget
) -> Iterator[Fault]:
    """Yield the faults of the reasons and of the conclusion; *doubt* returns why uniqueness is not proved.

    *end* is the last board: other boards that satisfy all but one of the reasons are usually like it.
    """
    made: list[Sequence[Constraint]] = []
    for reason in step.reasons:
        try:
            found = rulebook.find(reason)
            if isinstance(found, OneSolution) and (flaw := doubt()):
                raise InputError(flaw)
            made.append(found.constraints())
        except InputError as error:
            message = f"step {step.number}: a reason is {quoted(reason.text)}, but {error.message}"
            yield Fault("reason", reason.cells, message)
    board = [NO | YES] * len(rulebook.unknowns.names)
    _note(board, step.known, rulebook)

    def open_without(left: Sequence[Sequence[Constraint]]) -> Iterator[Literal]:
        """Yield the found literals that do not follow from the constraints *left*."""
        constraints = [constraint for reason in left for constraint in reason]
        for x in step.found:
            other = board.copy()  # copied only when needed
            other[abs(x) - 1] &= ~values(x)
            if other[abs(x) - 1] and satisfiable(constraints, other, abs(x) - 1, budget, end):
                yield x

    if left := list(open_without(made)):
        message = f"its reasons and known marks leave {_names(left, rulebook)} open"
        yield _fault("follows", step, left, message, rulebook)
    elif step.step.minimal and len(made) == len(step.reasons):
        for i, reason in enumerate(step.reasons):
            if next(open_without(made[:i] + made[i + 1 :]), None) is None:
                message = f"step {step.number}: the reason {quoted(reason.text)} is not needed"
                yield Fault("minimal", reason.cells, message)


def _wording_faults(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    step: _Claim,
    known: Sequence[Domain],
    rulebook: Rulebook[Any],
    budget: Budget,
) -> Iterator[Fault]:
    """Yield the faults of a step's argument, and of its sentence if it has one."""
    reasons = tuple(map(rulebook.find, step.reasons))
    judge = ArgumentJudge([reason.constraints() for reason in reasons], known, rulebook.unknowns, budget)
    arguments = step.step.arguments
    used = frozenset[int]().union(*(argument.reasons for argument in arguments))
    if arguments and (flaw := judge.flaw(arguments, step.found)):
        yield _fault("argument", step, step.found, f"its argument does not hold: {flaw}", rulebook)
    elif arguments and len(used) < len(reasons):
        yield _fault("argument", step, step.found, "its argument does without one of its reasons", rulebook)
    elif step.step.text:
        board = [i if values == YES else -i for i, values in enumerate(known, 1) if values != NO | YES]
        words = kind.require(Explanations).words
        technique, text = words.describe(puzzle, replace(step.step, reasons=reasons), board, rulebook.unknowns)
        if text != step.step.text:
            yield _fault(
                "sentence",
                step,
                step.found,
                difference(step.step.text, text, "the board and its reasons give"),
                rulebook,
            )
        elif technique != step.step.technique:
            message = f"its technique is {quoted(step.step.technique)}, but this one is called {technique!r}"
            yield _fault("sentence", step, step.found, message, rulebook)
        else:
            true = replace(step.step, reasons=reasons)
            for claim in miscounted(true, board, rulebook.unknowns):
                yield _fault("sentence", step, step.found, f"it says {quoted(claim)}, which is not so", rulebook)
            for cell, what in unfounded_step(words, puzzle, true, board, rulebook.unknowns):
                message = f"it takes for known that {cell_name(cell)} {what}"
                yield _fault("sentence", step, step.found, message, rulebook)


class _Single:
    """The implications of single rules; recomputed only if more is known within their scope.

    Whether a rule implies the opposite of the last board, *end*, is not checked here: that board is then itself wrong.
    """

    def __init__(self, rulebook: Rulebook[Any], end: Sequence[Domain]) -> None:
        self._rulebook = rulebook
        self._end = end
        self._made = [(statement, statement.constraints()) for statement in dict.fromkeys(rulebook.statements)]
        self._scopes = [sorted(frozenset[int]().union(*(c.scope for c in made))) for _, made in self._made]
        self._useless_at: dict[int, list[Domain]] = {}
        """By statement: the known domains for which it implied nothing."""

    def gives(self, known: list[Domain], budget: Budget) -> tuple[Literal, str] | None:
        """A new literal and the sentence of the rule that implies it; None if no single rule implies one."""
        board = known.copy()
        for i, ((statement, made), scope) in enumerate(zip(self._made, self._scopes, strict=True)):
            now = [known[x] for x in scope]
            if self._useless_at.get(i) == now or all(vacuous(constraint, known, budget) for constraint in made):
                continue
            for x in scope:
                if known[x] == NO | YES:
                    for values, literal in ((YES, -x - 1), (NO, x + 1)):
                        board[x] = values
                        if self._end[x] & ~values and not satisfiable(made, board, x, budget):
                            return literal, repr(statement.text)
                    board[x] = known[x]
            self._useless_at[i] = now
        if self._rulebook.cuts:
            true = sum(1 << i for i, values in enumerate(known) if values == YES)
            false = sum(1 << i for i, values in enumerate(known) if values == NO)
            for literal in self._rulebook.cuts.follows(true, false):
                return literal, "connectivity"
        return None


def _left(literals: Sequence[Literal], rulebook: Rulebook[Any], what: str) -> Iterator[Fault]:
    """Yield the fault that the steps leave some literals."""
    if literals:
        is_ = "is" if len(cells := _cells(literals, rulebook)) == 1 else "are"
        yield Fault("end", cells, f"after the last step {_names(literals, rulebook)} {is_} {what}")


def _ended(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Settings,
    claimed: Answer[Any],
    steps: Sequence[_Claim],
    known: Sequence[Domain],
    rulebook: Rulebook[Any],
) -> Iterator[Fault]:
    """Yield the faults of the last board, and of the solutions in the explanation."""
    for number, solution in enumerate(claimed.solutions, 1):
        which = f"solution {number}" if len(claimed.solutions) > 1 else "the solution"
        if wrong := kind.faults(puzzle, solution, options):
            yield from (Fault("end", one.cells, f"{which} given is wrong: {one.message}") for one in wrong)
            continue
        board = rulebook.board(solution)
        for step in steps:
            if apart := [x for x in step.found if (board >> abs(x) - 1 & 1) != (x > 0)]:
                message = f"its marks at {_names(apart, rulebook)} differ from {which} given"
                yield _fault("end", step, apart, message, rulebook)
    if claimed.status == UNSOLVABLE:
        yield Fault("end", (), "it claims that there is no solution, which steps do not explain")
    if claimed.status == MULTIPLE and (len(claimed.solutions) < 2 or claimed.solutions[0] == claimed.solutions[1]):
        yield Fault("end", (), "it claims several solutions, but does not give two different ones")
    if claimed.status != UNIQUE:
        return
    if left := [i for i, values in enumerate(known, 1) if values == NO | YES]:
        yield from _left(left, rulebook, "open")
    else:
        end = rulebook.solution(sum(1 << i for i, values in enumerate(known) if values == YES))
        for one in kind.faults(puzzle, end, options):
            yield Fault("end", one.cells, f"the last board is not a solution: {one.message}")
