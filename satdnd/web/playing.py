"""Operations for players: live answers, and reasons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from satdnd.draw.picture import Picture
from satdnd.engine.answer import INVALID, UNDECIDED, VALID
from satdnd.engine.kind import Rules
from satdnd.errors import InputError
from satdnd.explanation.claims import judge
from satdnd.rules.edges import CellEdges
from satdnd.web.board import check_given, marks_of, place_of
from satdnd.web.drawing import board
from satdnd.web.request import Request, fields_of


def live(request: Request, *, given: Any = None) -> dict[str, Any]:
    """The number of solutions, the forced marks, the differing places, and the wrong marks."""
    check_given(given)
    return request.desk.live.ask(request.solver, request.puzzle, given, request.budget)


def why(request: Request, *, cell: Any, given: Any = None) -> dict[str, Any]:
    """The smallest set of reasons for the forced value at a place, given the board."""
    check_given(given)
    place = place_of(cell)
    answer = request.desk.reasons(request).why(place, given)
    record = fields_of(
        answer, "status", "seconds", "reason", "given", "mistakes", "wrong", "about", "reasons", "step", "where"
    )
    if answer.step and answer.status != INVALID:
        record |= {"which": [reason.text for reason in answer.reasons or ()], "full": answer.step.text}
        record["board"] = board(request, [*(answer.given or ()), *answer.step.cells])
    return record


def follows(request: Request, *, before: Any = None, given: Any = None) -> dict[str, Any]:
    """Whether what the player's board has more than the one before it follows from that.

    Returns:
        ``status``: ``valid``, ``invalid``, or ``undecided``; ``verdict``: one of `VERDICTS`, if something is new and
        nothing before it was wrong; ``rules``: how many are needed at once; ``full``: the step by them.
    """
    check_given(before)
    check_given(given)
    earlier, now = (dict.fromkeys(marks_of(request.kind, request.puzzle, board)) for board in (before, given))
    new, left = [mark for mark in now if mark not in earlier], [mark for mark in earlier if mark in now]
    if not new:
        return {"status": VALID}
    answer = judge(request.solver, request.puzzle, [new], left)
    record = fields_of(answer, "status", "reason", "seconds")
    for verdict in answer.verdicts:
        record |= {"verdict": verdict.verdict, "rules": verdict.rules}
        if verdict.step:
            record["full"] = verdict.step.text
    return record


def check(request: Request, *, given: Any = None) -> dict[str, Any]:
    """The faults of the player's board: marks that cannot be right, or for a finished board every broken rule.

    Returns:
        ``status``: ``valid`` for a solution, ``invalid``, or ``incomplete`` if there is no fault so far.
    """
    check_given(given)
    kind, puzzle = request.kind, request.puzzle
    record = live(request, given=given) if isinstance(given, list | None) else {}
    wrong = record.get("wrong", [])
    solution, full = _finished(request, given)
    faults = [] if solution is None else kind.faults(puzzle, solution, request.options)
    if solution is not None and not faults:
        return {"status": VALID, "wrong": wrong, "faults": []}
    found = {"wrong": wrong, "faults": [fault.to_json() for fault in faults if full]}
    if full or wrong:
        return {"status": INVALID, **found}
    reason = "nothing is wrong so far"
    if record.get("status") == UNDECIDED:
        reason = "the board is not finished, and it is not known whether its marks are right"
    return {"status": "incomplete", "reason": reason, **found}


def _finished(request: Request, given: Any) -> tuple[Any, bool]:
    """The player's board as a solution, with unmarked cells taken as empty, and whether everything is marked.

    The solution is None if values are missing. Raises InputError if *given* is not a board.
    """
    kind, puzzle = request.kind, request.puzzle
    if isinstance(given, dict):
        text, full = json.dumps(given), True
    else:
        rules = kind.part(Rules)
        book = rules.book(puzzle, request.options) if rules else None
        seen = [book.unknowns.mark(x) for x in book.shown] if book else []
        details = board(request, [*marks_of(kind, puzzle, given), *seen])
        if book and isinstance(book.unknowns, CellEdges):  # edges without a line count as crossed out
            known = book.unknowns.read(details["forced"])
            return book.solution(sum(1 << x - 1 for x in known if x > 0)), len(known) == len(book.unknowns.names)
        text, full = _completed(kind.picture(puzzle), details["forced"])
    found = next(iter(kind.texts.read_solutions(text, puzzle)), None)
    if isinstance(found, InputError):
        if full:
            raise found
        return None, False
    return found, full


def _completed(picture: Picture, rows: Sequence[Any]) -> tuple[str, bool]:
    """A board with its clues as text, for the reader of solutions, and whether it is complete."""
    if picture.spaced:  # pairs of islands, with the fewest and the most bridges
        full = all(least == most for *_, least, most in rows)
        return json.dumps({"bridges": [list(row[:5]) for row in rows if row[4]]}), full
    if not all(isinstance(row, str) for row in rows):
        walls = [[tile.style == "wall" for tile in row] for row in picture.tiles]
        values = [[0 if wall else x for x, wall in zip(*both, strict=True)] for both in zip(rows, walls, strict=True)]
        return json.dumps({"grid": values}), all(value is not None for row in values for value in row)
    cells = [
        [
            "#" if x == "." and tile.style == "wall" else tile.text[:1] if x == "." and tile.text else x
            for x, tile in zip(row, tiles, strict=True)
        ]
        for row, tiles in zip(rows, picture.tiles, strict=True)
    ]
    full = all(x != "." for row in cells for x in row)
    return "\n".join("".join("." if x in "ox" else x for x in row) for row in cells), full
