"""Operations for setters: two solutions, repairs, needless clues, new puzzles."""

from __future__ import annotations

from random import randrange
from typing import Any

from satdnd.draw.picture import differing
from satdnd.engine.answer import MULTIPLE, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.settings import default_memory
from satdnd.errors import InputError, UsageError
from satdnd.grid.fields import shown, whole
from satdnd.setter.diagnosis import SMALLEST_SECONDS, diagnose
from satdnd.setter.findings import Repair
from satdnd.setter.generator import generate as generated
from satdnd.setter.parts import GivenCells, RemovableClues
from satdnd.web.limits import LARGEST, MOST_MEMORY, seconds_of
from satdnd.web.request import Request, fields_of, name_of

EDITS = 2
"""The default number of clues that repairs may change."""
MOST_EDITS = 4
MOST_OFFERS = 12
"""The most ways to fix a puzzle that are offered."""


def two(request: Request) -> dict[str, Any]:
    """Two solutions with their pictures, differences marked; or the only one."""
    kind, puzzle = request.kind, request.puzzle
    answer = request.solver.unique(puzzle)
    pictures = differing([kind.picture(puzzle, solution) for solution in answer.solutions])
    record = _answered(request, answer)
    if len(answer.solutions) == 2:
        record["differing"] = [list(cell) for cell in kind.differences(puzzle, *answer.solutions)]
    return record | {"pictures": [picture.to_json() for picture in pictures]}


def solution(request: Request) -> dict[str, Any]:
    """The solution, or one of them, with its picture."""
    answer = request.solver.solve(request.puzzle)
    record = _answered(request, answer)
    if answer.solutions:
        record["picture"] = request.kind.picture(request.puzzle, answer.solutions[0]).to_json()
    return record


def moves(request: Request) -> dict[str, Any]:
    """The best next move from the current position, and how many moves it takes from there."""
    answer = request.solver.solve(request.puzzle)
    record = {name: value for name, value in _answered(request, answer).items() if name != "solutions"}
    if answer.solutions:
        best = answer.solutions[0].to_json()
        if "moves" not in best:
            raise UsageError(f"a solution of {request.kind.name} is not a list of moves")
        record |= {"length": best["length"], "moves": best["moves"], "move": next(iter(best["moves"]), None)}
    return record


def _answered(request: Request, answer: Answer[Any]) -> dict[str, Any]:
    """Status, reason, solutions, and a remark about each."""
    record = fields_of(answer, "status", "seconds", "reason", "solutions")
    return record | {"remarks": [request.kind.remark(request.puzzle, each) for each in answer.solutions]}


def repairs(request: Request, *, edits: Any = EDITS, only_unique: Any = False) -> dict[str, Any]:
    """Why there is no solution, and the smallest changes of clues after which there is one."""
    number = whole(edits, "edits", 1, MOST_EDITS)
    request.progress("looking for the smallest conflict, and for changes that fix it")
    answer = diagnose(request.solver, request.puzzle, edits=number, only_unique=bool(only_unique))
    record = {"status": answer.status, "repairs": [], **fields_of(answer, "reason")}
    if answer.status != UNSOLVABLE:
        record.setdefault("reason", "there is nothing to repair: the puzzle has a solution")
        return record
    record |= fields_of(answer, "conflict", "smallest", "edits_tried", "repairs_complete")
    record["repairs"] = [_offer(repair) for repair in answer.repairs or ()]
    if not answer.repairs:
        none = f"no change of up to {number} clues gives a solution"
        record.setdefault("reason", f"{request.kind.name} has no repairs" if answer.repairs is None else none)
    return record


def _offer(repair: Repair) -> dict[str, Any]:
    """A repair as the page shows it."""
    return {"text": "; ".join(repair.edits), "status": repair.status, "puzzle": repair.to_json()["puzzle"]}


def needless(request: Request) -> dict[str, Any]:
    """A largest set of clues that the puzzle does not need, and the puzzle without them."""
    request.progress("looking for clues that are not needed")
    if request.kind.part(RemovableClues) is None:
        return {"status": "", "needless": [], "reason": f"{request.kind.name} has no {RemovableClues.label}"}
    unique = request.solver.unique(request.puzzle)
    record: dict[str, Any] = {"status": unique.status, "needless": []}
    if unique.status != UNIQUE:
        return record | {"reason": unique.reason or "this works only for a puzzle with one solution"}
    answer = diagnose(request.solver, request.puzzle, redundant=True)
    if answer.status != UNIQUE:
        return record | {"status": answer.status, "reason": answer.reason}
    found = answer.to_json()
    record |= {"needless": found["redundant"], "largest": found["redundant_largest"], "puzzle": found["reduced"]}
    if not record["needless"]:
        record["reason"] = "every clue is needed" if record["largest"] else "a limit was reached before one was found"
    return record


def make_unique(request: Request) -> dict[str, Any]:
    """The smallest additions and changes that make a puzzle with several solutions unique."""
    request.progress("looking for the smallest change that leaves one solution")
    answer = diagnose(request.solver, request.puzzle, edits=1, only_unique=True)
    record: dict[str, Any] = {"status": answer.status, "repairs": []}
    if answer.status != MULTIPLE:
        why = {UNIQUE: "it already has exactly one solution", UNSOLVABLE: "it has no solution: look at its repairs"}
        return record | {"reason": answer.reason or why.get(answer.status, "")}
    record["repairs"] = [_offer(repair) for repair in (answer.repairs or ())[:MOST_OFFERS]]
    if answer.repairs_complete is False:
        record["note"] = "the search was stopped before everything was tried"
    elif not answer.givens_smallest and request.kind.part(GivenCells):
        record["note"] = (
            f"fewer givens may be enough: the search for the fewest stops after {SMALLEST_SECONDS:g} seconds"
        )
    if not record["repairs"]:
        nothing = f"no small change was found that makes this puzzle of {request.kind.name} unique"
        record["reason"] = answer.reason or (request.budget.why if request.budget.spent else nothing)
    return record


def generate(*, kind: Any, recipe: Any = None, seed: Any = None, timeout: Any = None) -> dict[str, Any]:
    """A new puzzle of a kind, made from its recipe."""
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
