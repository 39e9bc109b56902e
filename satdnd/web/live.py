"""The question asked at every click: how many solutions there are, what they have in common, which marks are wrong.

There is one warm session for each kind, options and size, and a cache of the last puzzles: marks change no clue.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from satdnd.engine.answer import MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.engine.kind import Encoding, Kind, Question, kind_of
from satdnd.engine.search import Sat, check
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided
from satdnd.rules.unknowns import NOT
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal
from satdnd.sat.session import TooManyCuts
from satdnd.web.board import marks_of

REMEMBERED = 8
"""The number of puzzles whose answers are cached, for undo and redo."""


@dataclass(frozen=True)
class Known:
    """The facts found about one puzzle."""

    status: str
    """``unique``, ``multiple``, ``unsolvable`` or ``undecided``."""
    reason: str = ""
    solution: Any = None
    literals: frozenset[Literal] = frozenset()
    """Literals of the projection that hold in all solutions."""
    encoding: Encoding[Any, Any] | None = None
    """The encoding that `literals` belong to; None if there are none."""


class Live:
    """Answers about a puzzle while it is being drawn."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], Known] = OrderedDict()

    def ask(self, solver: Solver, puzzle: Any, given: Any, budget: Budget) -> dict[str, Any]:
        """The record of the operation ``live``.

        Args:
            solver: warm, with the options of the puzzle.
            puzzle: the puzzle being drawn.
            given: the player's board; None for an empty one.
            budget: the limits.

        Raises:
            InputError: *given* is not a board.
        """
        started, kind = time.perf_counter(), kind_of(puzzle)
        known = self.known(solver, puzzle, budget)
        record: dict[str, Any] = {"status": known.status, "forced": [], "differing": [], "wrong": []}
        if known.reason:
            record["reason"] = known.reason
        question = _question(solver, puzzle, budget)
        if not isinstance(question.way, Sat):
            record |= _remarks(kind, puzzle, known, given)
        elif known.encoding is not None:
            marked, impossible = _literals(kind, puzzle, known.encoding, given)
            wrong = [x for x in marked if -x in known.literals]
            literals = known.literals
            if not (wrong or impossible) and known.status == MULTIPLE and not literals.issuperset(marked):
                wrong, literals = _agreeing(solver, question, known, marked)
            record |= described(puzzle, known.encoding, literals)
            record["wrong"] = impossible + [list(known.encoding.unknowns.mark(x)) for x in wrong]
        record["seconds"] = round(time.perf_counter() - started, 6)
        return record

    def known(self, solver: Solver, puzzle: Any, budget: Budget) -> Known:
        """The facts about *puzzle*, from the cache if possible."""
        kind = kind_of(puzzle)
        key = kind.name, id(solver), json.dumps(kind.texts.to_json(puzzle), sort_keys=True, default=str)
        found = self._known.pop(key, None)
        if found is None or found.status == UNDECIDED:
            found = _find(solver, puzzle, budget)
        self._known[key] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found


def _question(solver: Solver, puzzle: Any, budget: Budget) -> Question[Any, Any, Any]:
    kind = kind_of(puzzle)
    options = solver.options_of(kind)
    return Question(kind, puzzle, options, budget, solver, kind.way(puzzle, options))


def _agreeing(
    solver: Solver, question: Question[Any, Any, Any], known: Known, marked: Sequence[Literal]
) -> tuple[list[Literal], frozenset[Literal]]:
    """Marks that no solution contains together, and the literals common to all solutions that contain all marks.

    Each mark is in some solution. If time runs out, the result is as without marks.
    """
    puzzle, budget = question.puzzle, question.budget
    try:
        with solver.search(question) as search:
            assumed = [*search.encoding.assumptions(puzzle), *marked]
            found = search.first(puzzle, assumed, budget)
            if found is None:
                core = set(search.session.core)
                return [x for x in marked if x in core], known.literals
            model, encoding = found[1], search.encoding
            left = [model[v - 1] for v in encoding.projection if model[v - 1] not in known.literals]
            same = search.session.backbone(left, assumed, refine=lambda m: encoding.cuts(puzzle, m), budget=budget)
            return [], known.literals.union(same)
    except (Undecided, TooManyCuts):
        return [], known.literals


def _find(solver: Solver, puzzle: Any, budget: Budget) -> Known:
    question = _question(solver, puzzle, budget)
    kind = question.kind
    if reason := kind.contradiction(puzzle, question.options):
        return Known(UNSOLVABLE, reason)
    if not isinstance(question.way, Sat):
        answer = solver.unique(puzzle)
        return Known(answer.status, answer.reason, next(iter(answer.solutions), None))
    kind.validate_settings(question.options, question.way)
    try:
        try:
            return _backbone(question)
        except TooManyCuts:
            return _backbone(question, eager=True)
    except Undecided as error:
        return Known(UNDECIDED, str(error))


def _backbone(question: Question[Any, Any, Any], *, eager: bool = False) -> Known:
    """One solution, and its literals shared by all solutions: if that is all of them, the solution is unique."""
    with question.sessions.search(question, eager=eager) as search:
        found = search.backbone(question.puzzle, question.budget)
        if found is None:
            return Known(UNSOLVABLE)
        solution, literals = found
        check(question.kind, question.puzzle, solution, question.options, question.falsified_families)
        status = UNIQUE if len(literals) == len(search.encoding.projection) else MULTIPLE
        return Known(status, "", solution, frozenset(literals), search.encoding)


def _literals(
    kind: Kind[Any, Any, Any], puzzle: Any, encoding: Encoding[Any, Any], given: Any
) -> tuple[list[Literal], list[list[Any]]]:
    """The literals of a player's board, and the marks without a literal, which no solution can contain.

    Raises InputError if *given* is not a board.
    """
    literals: list[Literal] = []
    impossible: list[list[Any]] = []
    for mark in marks_of(kind, puzzle, given):
        try:
            literals.append(encoding.unknowns.literal(mark))
        except InputError:
            impossible.append(list(mark))
    return literals, impossible


def described(puzzle: Any, encoding: Encoding[Any, Any], literals: frozenset[Literal]) -> dict[str, Any]:
    """The known marks, and the places without one, as JSON fields.

    Returns:
        ``forced``: marks; ``differing``: places; for places that hold values, ``possible``: each place with the values
        that are left; ``board``: as in ``satdnd forced``.
    """
    board = encoding.unknowns.describe(sorted(literals, key=abs))["forced"]
    forced: list[list[Any]] = []
    differing: dict[tuple[Any, ...], list[str]] = {}
    for v in encoding.projection:
        for x in (v, -v):
            mark = encoding.unknowns.mark(x)
            if x in literals and not str(mark[-1]).startswith(NOT):
                forced.append(list(mark))
            elif x not in literals and -x not in literals:
                values = differing.setdefault(mark[:-1], [])
                if x < 0 and str(mark[-1]).startswith(NOT):
                    values.append(str(mark[-1]).removeprefix(NOT))
    record: dict[str, Any] = {"forced": forced, "differing": [list(place) for place in differing], "board": board}
    if any(differing.values()):
        record["possible"] = [[*place, values] for place, values in differing.items()]
    return record


def _remarks(kind: Kind[Any, Any, Any], puzzle: Any, known: Known, given: Any) -> dict[str, Any]:
    """For a kind whose answers are optima: remarks about the best solution, and about the board."""
    record: dict[str, Any] = {}
    if known.solution is not None:
        record["best"] = kind.remark(puzzle, known.solution)
    if isinstance(given, list) and given and all(isinstance(row, str) for row in given):
        solution = next(iter(kind.texts.read_solutions("\n".join(given), puzzle)), None)
        if isinstance(solution, InputError):
            raise solution
        if solution is not None:
            record["remark"] = kind.remark(puzzle, solution)
    return record
