"""Operations of somebody who sets puzzles: both solutions, repairs, clues that are not needed, new puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import randrange
from typing import Any

from satdnd.answer import MULTIPLE, UNIQUE, UNSOLVABLE, Answer
from satdnd.bitboard import listed
from satdnd.diagnosis import Repair, diagnose, find_repairs
from satdnd.draw.picture import differing
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.fields import shown, whole
from satdnd.generation import generate as generated
from satdnd.kind import Kind, kind_named, kind_of
from satdnd.settings import default_memory
from satdnd.web.limits import LARGEST, MOST_MEMORY, seconds_of
from satdnd.web.question import Question, name_of

EDITS = 2
"""Clues that repairs change at most, unless more are asked for."""
MOST_EDITS = 4
MOST_OFFERS = 12
"""Ways to mend a puzzle that are offered."""


def two(question: Question) -> dict[str, Any]:
    """Two solutions with their pictures, what differs marked; of a puzzle with one, that one."""
    kind, puzzle = question.kind, question.puzzle
    answer = question.solver.unique(puzzle)
    pictures = differing([kind.picture(puzzle, solution) for solution in answer.solutions])
    record = _answered(question, answer)
    if len(answer.solutions) == 2:
        record["differing"] = [list(cell) for cell in kind.differences(puzzle, *answer.solutions)]
    return record | {"pictures": [picture.to_json() for picture in pictures]}


def solution(question: Question) -> dict[str, Any]:
    """The solution, or one of them, with its picture."""
    answer = question.solver.solve(question.puzzle)
    record = _answered(question, answer)
    if answer.solutions:
        record["picture"] = question.kind.picture(question.puzzle, answer.solutions[0]).to_json()
    return record


def moves(question: Question) -> dict[str, Any]:
    """The best next move from where the pieces stand, and how many it takes from there."""
    answer = question.solver.solve(question.puzzle)
    record = {name: value for name, value in _answered(question, answer).items() if name != "solutions"}
    if answer.solutions:
        told = answer.solutions[0].to_json()
        if "moves" not in told:
            raise UsageError(f"a solution of {question.kind.name} is no list of moves")
        record |= {"length": told["length"], "moves": told["moves"], "move": next(iter(told["moves"]), None)}
    return record


def _answered(question: Question, answer: Answer[Any]) -> dict[str, Any]:
    """Status, reason, solutions, and what is to be said of each."""
    record: dict[str, Any] = {"status": answer.status, "seconds": round(answer.seconds, 6)}
    if answer.reason:
        record["reason"] = answer.reason
    record["solutions"] = [each.to_json() for each in answer.solutions]
    record["remarks"] = [question.kind.remark(question.puzzle, each) for each in answer.solutions]
    return record


def repairs(question: Question, *, edits: Any = EDITS, only_unique: Any = False) -> dict[str, Any]:
    """Why there is no solution, and the smallest changes of clues after which there is one."""
    number = whole(edits, "edits", 1, MOST_EDITS)
    question.progress("looking for the smallest conflict, and for changes that mend it")
    answer = diagnose(
        question.puzzle, question.options, edits=number, only_unique=bool(only_unique), budget=question.budget
    )
    record: dict[str, Any] = {"status": answer.status, "repairs": []}
    if answer.reason:
        record["reason"] = answer.reason
    if answer.status != UNSOLVABLE:
        record.setdefault("reason", "there is nothing to repair: it has a solution")
        return record
    for name in ("conflict", "smallest", "edits_tried", "repairs_complete"):
        if name in answer.details:
            record[name] = answer.details[name]
    for repair in answer.details.get("repairs", []):
        told = {"text": "; ".join(repair["edits"]), "status": repair["status"], "puzzle": repair["puzzle"]}
        record["repairs"].append(told)
    if not record["repairs"]:
        none = f"no change of up to {number} clues gives a solution"
        record.setdefault("reason", none if "repairs" in answer.details else f"{question.kind.name} has no repairs")
    return record


def needless(question: Question) -> dict[str, Any]:
    """A largest set of clues that the puzzle does without, and the puzzle without them."""
    question.progress("looking for clues that are not needed")
    if question.kind.dispensable(question.puzzle) is None:
        return {"status": "", "needless": [], "reason": f"a puzzle of {question.kind.name} cannot leave out a clue"}
    answer = question.solver.unique(question.puzzle)
    record: dict[str, Any] = {"status": answer.status, "needless": []}
    if answer.status != UNIQUE:
        return record | {"reason": answer.reason or "only of a puzzle with one solution can this be asked"}
    answer = diagnose(question.puzzle, question.options, redundant=True, budget=question.budget)
    if answer.status != UNIQUE:
        return record | {"status": answer.status, "reason": answer.reason}
    found = answer.details
    record |= {"needless": found["redundant"], "largest": found["redundant_largest"], "puzzle": found["reduced"]}
    if not record["needless"]:
        record["reason"] = "every clue is needed" if record["largest"] else "a limit was reached before one was found"
    return record


def mend(question: Question) -> dict[str, Any]:
    """The smallest additions and changes after which a puzzle with several solutions has one."""
    answer = question.solver.unique(question.puzzle)
    record: dict[str, Any] = {"status": answer.status, "mend": []}
    if answer.status != MULTIPLE:
        told = {UNIQUE: "it has one solution already", UNSOLVABLE: "it has no solution: look at its repairs"}
        return record | {"reason": answer.reason or told.get(answer.status, "")}
    own = type(question.kind)
    if own.with_given is Kind.with_given and own.repairs is Kind.repairs:
        return record | {"reason": f"for {question.kind.name} nothing is known that could be given or changed"}
    question.progress("looking for the smallest change that leaves one solution")
    with suppress(Undecided):
        for text, puzzle in _offers(question, answer.solutions[0]):
            record["mend"].append({"text": text, "puzzle": question.kind.texts.to_json(puzzle), "status": UNIQUE})
            if len(record["mend"]) == MOST_OFFERS:
                break
    if not record["mend"]:
        nothing = f"nothing small was found that makes this puzzle of {question.kind.name} unique"
        record["reason"] = question.budget.why if question.budget.spent else nothing
    return record


def _offers(question: Question, solution: Any) -> Iterator[tuple[str, Any]]:
    """Unique puzzles near this one, each with what was done. Raises Undecided."""
    kind, puzzle, own = question.kind, question.puzzle, question.options
    found = diagnose(puzzle, own, budget=question.budget.part(0.3)).details
    given = None
    with suppress(UsageError):
        if "given_marks" in found:
            given = kind.with_given(puzzle, [tuple(mark) for mark in found["given_marks"]])
        if given is not None and question.solver.unique(given).status == UNIQUE:
            yield f"give that {listed(found['givens'])}", given
        else:
            yield _narrowed(question, solution)
    changed = list[Repair]()
    with suppress(UsageError):  # a kind without a search for changes
        changed, _, _ = find_repairs(kind, puzzle, own, 1, True, question.budget)
    for change in changed:
        if change.status == UNIQUE:
            yield "; ".join(change.edits), change.puzzle


def _narrowed(question: Question, solution: Any) -> tuple[str, Any]:
    """The puzzle with given cells of *solution*, of which none can go: not always the fewest.

    Raises:
        UsageError: a kind without given cells.
        Undecided: a limit was reached.
    """
    kind, puzzle = question.kind, question.puzzle
    encoding = kind.compiled(puzzle, kind.options(), question.budget)
    given: list[int] = []

    def narrowed(literals: list[int]) -> tuple[Any, Answer[Any]]:
        """The puzzle with these as given, and how many solutions it has."""
        question.budget.check()
        made = kind.with_given(puzzle, [encoding.mark(x) for x in literals])
        return made, question.solver.unique(made)

    made, answer = narrowed([])
    while answer.status == MULTIPLE:
        other = next(each for each in answer.solutions if each != solution)
        apart = set(encoding.literals(puzzle, solution)).difference(encoding.literals(puzzle, other))
        given.append(max(apart, key=lambda x: (x > 0, -abs(x))))
        made, answer = narrowed(given)
    for x in list(given):
        less = [y for y in given if y != x]
        without, status = narrowed(less)
        if status.status == UNIQUE:
            given, made = less, without
    if question.solver.unique(made).status != UNIQUE:
        raise Undecided(answer.reason)
    return f"give that {listed([encoding.sentence(x) for x in sorted(given, key=abs)])}", made


def generate(*, kind: Any, recipe: Any = None, seed: Any = None, timeout: Any = None) -> dict[str, Any]:
    """A new puzzle of a kind, as its recipe says."""
    own = kind_named(name_of(kind))
    if recipe is not None and not isinstance(recipe, dict):
        raise InputError(f'"recipe" is {shown(recipe)}, expected an object')
    wishes = {str(k): tuple(v) if isinstance(v, list) else v for k, v in (recipe or {}).items()}
    for name in ("height", "width", "size"):
        side = wishes.get(name)
        if isinstance(side, int) and side > LARGEST:
            raise UsageError(f"the {name} is {shown(side)}; the editor takes boards up to {LARGEST}x{LARGEST}")
    number = randrange(10**9) if seed is None else whole(seed, "seed", -(10**18), 10**18)
    memory = min(default_memory() or MOST_MEMORY, MOST_MEMORY)
    puzzle = next(generated(own.name, wishes, seed=number, timeout=seconds_of("generate", timeout), memory=memory))
    return {"puzzle": kind_of(puzzle).texts.to_json(puzzle), "seed": number}
