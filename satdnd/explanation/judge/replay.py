"""The judge of explanations: proves each step again from the rules and what the step says, and checks the last board.

It shares nothing with what makes explanations: no clause, no solver. What a reason means is read from the rules
(`satdnd.explanation.judge.instances`), and that marks follow from reasons is shown by a search of its own
(`satdnd.explanation.judge.constraints`). A solution without steps is for a kind's `faults`.

Not judged: names of techniques, sentences, grades, how many steps were open; and of a step with more than two reasons
that is said to be an `easiest` one, whether two rules would have done. That one rule would not is judged.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from satdnd.engine.answer import INVALID, MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.kind import Fault, Kind, kind_of
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, Undecided
from satdnd.explanation.judge.constraints import Constraint, Domain, satisfiable, vacuous
from satdnd.explanation.judge.instances import Instances, Judge, Restriction
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.sat.budget import Budget

RULES = {
    "reason": "Every reason of a step is an instance of a rule of the puzzle.",
    "known": "What a step takes as known was found by an earlier step.",
    "new": "What a step finds was not known before, and contradicts nothing that was.",
    "follows": "What a step finds follows from its reasons and from what it takes as known.",
    "minimal": "Where a step says so, none of its reasons can be dropped.",
    "easiest": "Where a step with several reasons is said to be an easiest one, no single rule gave anything.",
    "end": "The last board is the only solution; or what was found is the same in two solutions that are told.",
}
"""What an explanation has to fulfil, in the order in which the faults of a step are listed."""
LONGEST = 80
"""Characters of a reason that a message quotes; no true reason is longer."""
UNJUDGED = "whether two rules give something where three are told was not looked for"


@dataclass(frozen=True)
class _Claim:
    """A step as the JSON claims it, with its marks read."""

    number: int
    """From 1."""
    found: tuple[Restriction, ...]
    known: tuple[Restriction, ...]
    reasons: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    """Of each its rule, its sentence, its cells."""
    minimal: bool
    easiest: bool


def check(puzzle: Any, explanation: Mapping[str, Any], options: Settings, budget: Budget | None = None) -> Answer[Any]:
    """Replay *explanation*, the JSON object of one of *puzzle*.

    Args:
        puzzle: of a kind that has explanations.
        explanation: decoded JSON, which is not trusted.
        options: of the puzzle's kind: what rules there are (``topology``).
        budget: how long it may take; None: as *options* say.

    Returns:
        status ``valid``, or ``invalid`` with all faults (`RULES`), each with the number of its step; or ``undecided``,
        where the budget ran out, or where all it says is "unsolvable".

    Raises:
        InputError: it is no explanation of a puzzle of this kind and size.
        UsageError: the kind has no explanations.
    """
    begun, kind = time.perf_counter(), kind_of(puzzle)
    claimed: Answer[Any] = Answer.from_json(explanation, puzzle)
    instances: Instances[Any] = kind.require(Judge).instances(puzzle, options)
    if claimed.status not in (UNIQUE, MULTIPLE, UNDECIDED, UNSOLVABLE):
        raise InputError(f"the explanation says {claimed.status!r}: there is nothing to replay")
    entries = fields.listed(fields.require(explanation, "steps"), "steps", "steps")
    steps = [_read(number, entry, instances) for number, entry in enumerate(entries, 1)]
    answer: Answer[Any] = Answer(claimed.name, kind.name, VALID, puzzle=puzzle)
    if claimed.status == UNSOLVABLE and not steps:
        answer.status, answer.reason = UNDECIDED, "no solution is claimed, which no step explains"
        return answer
    try:
        answer.faults = list(_faults(kind, puzzle, options, claimed, steps, instances, budget or options.budget()))
        answer.status = INVALID if answer.faults else VALID
        answer.reason = _remark(claimed, steps) if answer.status == VALID else ""
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - begun
    return answer


def _remark(claimed: Answer[Any], steps: Sequence[_Claim]) -> str:
    remarks = [counted(len(steps), "step")]
    if claimed.status == UNDECIDED:
        remarks.append("as far as they go")
    if any(step.easiest and len(step.reasons) > 2 for step in steps):
        remarks.append(UNJUDGED)
    return ", ".join(remarks)


def _read(number: int, entry: Any, instances: Instances[Any]) -> _Claim:
    """A step of the JSON. InputError that names it."""
    try:
        lists = {
            name: fields.listed(fields.require(entry, name), name, what)
            for name, what in (
                ("cells", "marks"),
                ("known", "marks"),
                ("reasons", "sentences"),
                ("rules", "ids of rules"),
                ("about", "lists of cells"),
            )
        }
        many = len(lists["reasons"])
        for name in ("rules", "about"):
            if len(lists[name]) != many:
                raise InputError(f'field "{name}" has {len(lists[name])} entries for {counted(many, "reason")}')
        reasons = tuple(
            (
                fields.text(rule, "rules"),
                fields.text(text, "reasons"),
                tuple(fields.cells(cells, "about", *instances.size)),
            )
            for rule, text, cells in zip(lists["rules"], lists["reasons"], lists["about"], strict=True)
        )
        for name in ("minimal", "easiest"):
            if not isinstance(said := fields.require(entry, name), bool):
                raise InputError(f'field "{name}" is {fields.shown(said)}, expected true or false')
        marks = [tuple(map(instances.mark, lists[name])) for name in ("cells", "known")]
    except InputError as error:
        raise InputError(f"step {number}: {error.message}") from error
    found, known = marks
    return _Claim(number, found, known, reasons, entry["minimal"], entry["easiest"])


def _faults(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Settings,
    claimed: Answer[Any],
    steps: Sequence[_Claim],
    instances: Instances[Any],
    budget: Budget,
) -> Iterator[Fault]:
    known = list(instances.domains)
    for mark in instances.shown():
        _write(known, mark, instances)
    end = known.copy()
    for step in steps:
        for mark in step.found:
            _write(end, mark, instances)
    single = _Single(instances, end)
    for step in steps:
        yield from _known(step, known)
        yield from _new(step, known)
        if step.easiest and len(step.reasons) > 1 and (found := single.gives(known, budget)):
            yield _fault("easiest", step, [found[0]], f"an easier one was there: {found[1]} gives {_cells([found[0]])}")
        for mark in step.found:
            _write(known, mark, instances)
        yield from _proved(step, instances, budget)
    yield from _ended(kind, puzzle, options, claimed, steps, known, instances)


def _write(board: list[Domain], mark: Restriction, instances: Instances[Any]) -> None:
    """Put *mark* on a board, with what players note with it."""
    for one in (mark, *instances.noted(mark)):
        board[one.variable] &= one.values


def _fault(rule: str, step: _Claim, marks: Iterable[Restriction], message: str) -> Fault:
    cells = dict.fromkeys(cell for mark in marks for cell in mark.cells)
    return Fault(rule, tuple(cells), f"step {step.number}: {message}")


def _cells(marks: Iterable[Restriction]) -> str:
    """The cells of some marks."""
    cells = dict.fromkeys(cell for mark in marks for cell in mark.cells)
    return listed([cell_name(cell) for cell in cells], 4)


def _quotes(text: str) -> str:
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def _known(step: _Claim, known: Sequence[Domain]) -> Iterator[Fault]:
    if unknown := [mark for mark in step.known if known[mark.variable] & ~mark.values]:
        yield _fault("known", step, unknown, f"what it takes as known at {_cells(unknown)} is not known yet")


def _new(step: _Claim, known: Sequence[Domain]) -> Iterator[Fault]:
    if not step.found:
        yield _fault("new", step, (), "it finds nothing")
    if old := [mark for mark in step.found if not known[mark.variable] & ~mark.values]:
        yield _fault("new", step, old, f"what it finds at {_cells(old)} was known before")
    if wrong := [mark for mark in step.found if not known[mark.variable] & mark.values]:
        yield _fault("new", step, wrong, f"what it finds at {_cells(wrong)} contradicts an earlier step")


def _proved(step: _Claim, instances: Instances[Any], budget: Budget) -> Iterator[Fault]:
    """What is wrong with the reasons, or with what is concluded from them."""
    made: list[list[Constraint]] = []
    for rule, text, cells in step.reasons:
        try:
            made.append(instances.instance(rule, text, cells))
        except InputError as error:
            about = Restriction(0, 0, cells)
            yield _fault("reason", step, [about], f"a reason is {_quotes(text)}, but {error.message}")
    board = list(instances.domains)
    for mark in step.known:
        _write(board, mark, instances)

    def open_without(left: Sequence[list[Constraint]]) -> Iterator[Restriction]:
        """What does not follow from those reasons."""
        constraints = [constraint for reason in left for constraint in reason]
        for mark in step.found:
            other = board.copy()  # made only when asked for
            other[mark.variable] &= ~mark.values
            if other[mark.variable] and satisfiable(constraints, other, mark.variable, budget):
                yield mark

    if left := list(open_without(made)):
        yield _fault("follows", step, left, f"its reasons and what it takes as known leave {_cells(left)} open")
    elif step.minimal and len(made) == len(step.reasons):
        for i, (_, text, cells) in enumerate(step.reasons):
            if next(open_without(made[:i] + made[i + 1 :]), None) is None:
                yield _fault("minimal", step, [Restriction(0, 0, cells)], f"the reason {_quotes(text)} is not needed")


class _Single:
    """What one instance of a rule gives alone; kept as long as nothing more is known of what it is about.

    Whether it gives the opposite of the last board, *end*, is not asked: then that is found to be wrong in itself.
    """

    def __init__(self, instances: Instances[Any], end: Sequence[Domain]) -> None:
        self._instances = instances
        self._end = end
        self._made = {text: list(one.make()) for text, one in instances.stated.items()}
        self._scopes = {
            text: sorted(frozenset[int]().union(*(c.scope for c in made))) for text, made in self._made.items()
        }
        self._useless_at: dict[str, list[Domain]] = {}
        """By instance: what was known when it gave nothing."""

    def gives(self, known: list[Domain], budget: Budget) -> tuple[Restriction, str] | None:
        """Something new, and the name of its reason; None where there is nothing."""
        board = known.copy()
        for text, made in self._made.items():
            now = [known[x] for x in self._scopes[text]]
            if self._useless_at.get(text) == now or all(vacuous(constraint, known, budget) for constraint in made):
                continue
            for x in self._scopes[text]:
                for split in self._instances.splits:
                    for values in (known[x] & split, known[x] & ~split):
                        board[x] = values
                        possible = values and (values == known[x] or not self._end[x] & ~values)
                        if values and not possible and not satisfiable(made, board, x, budget):
                            return Restriction(x, known[x] & ~values, self._instances.place(x)), repr(text)
                board[x] = known[x]
            self._useless_at[text] = now
        for mark in self._instances.cut_off(known):
            return mark, "connectivity"
        return None


def _ended(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Settings,
    claimed: Answer[Any],
    steps: Sequence[_Claim],
    known: Sequence[Domain],
    instances: Instances[Any],
) -> Iterator[Fault]:
    """What is wrong with the last board, or with the solutions of the explanation."""
    for number, solution in enumerate(claimed.solutions, 1):
        which = f"solution {number}" if len(claimed.solutions) > 1 else "the solution"
        if wrong := kind.faults(puzzle, solution, options):
            yield from (Fault("end", one.cells, f"{which} that is told is none: {one.message}") for one in wrong)
            continue
        values = instances.values(solution)
        for step in steps:
            if apart := [mark for mark in step.found if not mark.values >> values[mark.variable] & 1]:
                yield _fault("end", step, apart, f"what it finds at {_cells(apart)} is not so in {which} that is told")
    if claimed.status == UNSOLVABLE:
        yield Fault("end", (), "no solution is claimed, which steps do not explain")
    if claimed.status == MULTIPLE and (len(claimed.solutions) < 2 or claimed.solutions[0] == claimed.solutions[1]):
        yield Fault("end", (), "several solutions are claimed, but two different ones are not told")
    if claimed.status != UNIQUE:
        return
    solution = instances.solution(known)
    if isinstance(solution, list):
        names = listed([cell_name(cell) for cell in solution], 4)
        yield Fault("end", tuple(solution), f"after the last step {names} {'is' if len(solution) == 1 else 'are'} open")
    else:
        for one in kind.faults(puzzle, solution, options):
            yield Fault("end", one.cells, f"the last board is no solution: {one.message}")
