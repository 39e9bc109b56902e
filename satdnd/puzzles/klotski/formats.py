"""Sliding blocks as text: JSON, a drawing with notes above it; and moves as text.

What cannot be read is an `InputError` that says where, what was found and what was expected; functions that read many
things *yield* it and go on with the next.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from satdnd import fields, texts
from satdnd.errors import InputError
from satdnd.puzzles.klotski.model import Goal, Klotski, KlotskiSolution, Move, misfit

FIELDS = ("board", "goal", "metric")
"""JSON fields with a meaning beside ``kind`` and ``name``; all others are kept in `Klotski.extra`."""
_EXPECTED_GOAL = "'# goal: a at 3,1' (piece a) or '# goal: 2x2 at 3,1' (any piece of that height and width)"
_KNOWN_NOTES = ("goal", "metric", "kind")
_GOAL_NOTE = re.compile(r"(?im)^\s*#\s*goal\s*:")
_GOAL = re.compile(r"(?:([0-9]{1,4})x([0-9]{1,4})|(\S))\s+(?:at\s+)?\(?([0-9]{1,6})(?:\s*,\s*|\s+)([0-9]{1,6})\)?")
_NOT_JSON = "not JSON: {}, expected an answer or moves"
_PLACE = r"\(?(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\)?"
_MOVE = re.compile(rf"\s*(\S)\s+{_PLACE}\s*(?:->|to|\s)\s*{_PLACE}\s*")
_NUMBERED = re.compile(rf"(?<!\S)([0-9]{{1,6}})\. (\S)\s+{_PLACE}\s*->\s*{_PLACE}")
_METRIC = re.compile(r"\([0-9]+ (step|slide|move)s?\)")


def from_json(record: Mapping[str, Any]) -> Klotski:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``board`` (a string for each row), ``goal`` (``{"piece": "a", "at": [r, c]}`` or ``{"shape": [h, w],
            "at": [r, c]}``); optional ``metric`` (default ``step``) and ``name``. Others go to `Klotski.extra`.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    board = fields.require(record, "board")
    rows = [fields.text(row, f"board[{i}]") for i, row in enumerate(fields.listed(board, "board", "strings"))]
    goal = fields.require(record, "goal")
    if not isinstance(goal, dict) or not {"piece", "shape"} & goal.keys() or "at" not in goal:
        expected = 'expected {"piece": "a", "at": [row, column]} or {"shape": [height, width], "at": [row, column]}'
        raise InputError(f'field "goal" is {reprlib.repr(goal)}, {expected}')
    piece = fields.text(goal["piece"], "goal.piece") if "piece" in goal else None
    shape = fields.pair(goal["shape"], "goal.shape", "[height, width]") if "shape" in goal else None
    return Klotski(
        tuple(rows),
        Goal(fields.pair(goal["at"], "goal.at", "[row, column]"), piece, shape),
        fields.text(record.get("metric", "step"), "metric"),
        name=fields.name(record),
        extra=fields.extra(record, FIELDS),
    )


def to_json(puzzle: Klotski) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones."""
    goal: dict[str, Any] = {"piece": puzzle.goal.piece} if puzzle.goal.shape is None else {}
    if puzzle.goal.shape is not None:
        goal["shape"] = list(puzzle.goal.shape)
    record: dict[str, Any] = {"kind": puzzle.kind, "name": puzzle.name, "board": list(puzzle.board)}
    record |= {"goal": goal | {"at": list(puzzle.goal.at)}, "metric": puzzle.metric}
    return record | fields.extra(puzzle.extra, FIELDS)


def recognises(text: str) -> bool:
    """Whether *text* has the note that every text of this kind has: ``# goal:``."""
    return bool(_GOAL_NOTE.search(text))


def read_text(text: texts.Source) -> Iterator[Klotski | InputError]:
    """All puzzles of a text, separated by blank lines; a bad one is yielded as an InputError with line and column.

    Notes ``# key: value`` come first: ``goal`` (needed), ``name``, ``metric``; others go to `Klotski.extra`, and ``#``
    lines that are no notes are skipped. Then one line a row: the same letter for the cells of one piece, ``.`` empty.
    """
    found, notes = False, list[texts.Line]()
    for block in texts.blocks(text):
        notes += block
        if not all(texts.is_comment(line) for _, line in block):
            yield texts.tried(_read_block, notes, line=block[0][0])
            found, notes = True, []
    if any(texts.note(line) for _, line in notes):
        yield texts.tried(_read_block, notes, line=notes[0][0])
    elif not found:
        yield InputError("found no puzzle, expected notes and a box with pieces")


def to_text(puzzle: Klotski) -> str:
    """The text of *puzzle*, with a newline at the end; `read_text` reads it back.

    Notes hold the name, and those extra fields that are strings of one line.
    """
    lines = texts.note_lines(puzzle.name, puzzle.extra, _KNOWN_NOTES)
    lines += [f"# goal: {puzzle.goal}", f"# metric: {puzzle.metric}", *puzzle.board]
    return "\n".join(lines) + "\n"


def read_solutions(text: str, puzzle: Klotski) -> Iterator[KlotskiSolution | InputError]:
    """All move lists of a text; a bad one is yielded as an InputError.

    Read are JSON values, one after another (an answer with ``solutions``, an object with ``moves``, a list of moves),
    lines ``a 0,1 -> 1,1``, a list ended by a blank line, and the numbered moves of 'satdnd solve' with all that is
    around them; a note ``# metric: slide`` may stand above.
    """
    if text.lstrip()[:1] in ("{", "["):
        yield from texts.json_solutions(text, lambda entry: _json_solution(entry, puzzle), _NOT_JSON)
        return
    if numbered := list(_NUMBERED.finditer(text)):
        yield from _transcripts(text, numbered, puzzle)
        return
    found = False
    for block in texts.blocks(text):
        found = True
        yield texts.tried(_read_moves, block, puzzle, line=block[0][0])
    if not found:
        yield InputError("found no moves, expected lines like 'a 0,1 -> 1,1', or JSON")


def _read_block(block: list[texts.Line]) -> Klotski:
    notes: dict[str, tuple[int, str]] = {}
    rows: list[texts.Line] = []
    for number, line in block:
        if not texts.is_comment(line):
            rows.append((number, line))
        elif rows:
            raise InputError("found a note below the box, expected notes above it", line=number, column=1)
        elif note := texts.note(line, _KNOWN_NOTES):
            notes[note[0]] = number, note[1]
    if not rows:
        raise InputError("found only notes, expected a box below them", line=block[-1][0])
    indent = min(len(line) - len(line.lstrip()) for _, line in rows)
    board = tuple(line[indent:] for _, line in rows)
    if trouble := misfit(board):
        (r, c), message = trouble
        raise InputError(message, line=rows[r][0], column=indent + c + 1)
    if "goal" not in notes:
        raise InputError(f"no goal, expected a note {_EXPECTED_GOAL}", line=rows[0][0])
    goal_line, wanted = notes.pop("goal")
    read = _GOAL.fullmatch(wanted)
    if not read:
        raise InputError(f"found the goal {reprlib.repr(wanted)}, expected {_EXPECTED_GOAL}", line=goal_line)
    shape = (int(read[1]), int(read[2])) if read[1] else None
    _, name = notes.pop("name", (0, ""))
    metric_line, metric = notes.pop("metric", (0, "step"))
    extra = {key: value for key, (_, value) in notes.items() if key != "kind"}
    try:
        return Klotski(board, Goal((int(read[4]), int(read[5])), read[3], shape), metric, name=name, extra=extra)
    except InputError as error:
        raise error.located(line=metric_line if error.message.startswith("unknown metric") else goal_line) from None


def _read_moves(block: list[texts.Line], puzzle: Klotski) -> KlotskiSolution:
    metric = puzzle.metric
    moves = []
    for number, line in block:
        if texts.is_comment(line):
            key, value = texts.note(line, _KNOWN_NOTES) or ("", "")
            metric = value if key == "metric" else metric
            continue
        read = _MOVE.fullmatch(line)
        if not read:
            raise InputError(f"found {reprlib.repr(line)}, expected a move like 'a 0,1 -> 1,1'", line=number)
        r, c, down, right = map(int, read.groups()[1:])
        moves.append(Move(read[1], (r, c), (down, right)))
    return KlotskiSolution(tuple(moves), metric)


def _transcripts(text: str, numbered: list[re.Match[str]], puzzle: Klotski) -> Iterator[KlotskiSolution]:
    """Moves ``1. a 0,1 -> 1,1``: each list begins with number 1; the metric is said above, or is the puzzle's."""
    starts = [i for i, move in enumerate(numbered) if i == 0 or move[1] == "1"]
    for start, end in pairwise([*starts, len(numbered)]):
        told = _METRIC.findall(text, 0, numbered[start].start())
        moves = [Move(m[2], (int(m[3]), int(m[4])), (int(m[5]), int(m[6]))) for m in numbered[start:end]]
        yield KlotskiSolution(tuple(moves), told[-1] if told else puzzle.metric)


def _json_solution(entry: Any, puzzle: Klotski) -> KlotskiSolution:
    record = {"moves": entry} if isinstance(entry, list) else entry
    if not isinstance(record, dict):
        raise InputError(f'found {reprlib.repr(entry)}, expected an object with "moves", or a list of moves')
    moves = []
    for i, given in enumerate(fields.listed(fields.require(record, "moves"), "moves", "moves")):
        if not isinstance(given, list) or len(given) != 3:
            raise InputError(f"moves[{i}] is {reprlib.repr(given)}, expected [piece, [row, column], [row, column]]")
        source, target = (fields.pair(cell, f"moves[{i}]", "cells [row, column]") for cell in given[1:])
        moves.append(Move(fields.text(given[0], f"moves[{i}]"), source, target))
    metric = fields.text(record.get("metric", puzzle.metric), "metric")
    length = fields.whole(record["length"], "length", 0) if "length" in record else None
    return KlotskiSolution(tuple(moves), metric, length)


def _is_goal(line: str) -> bool:
    found = texts.note(line, _KNOWN_NOTES)
    return bool(found and found[0] == "goal" and _GOAL.fullmatch(found[1]))


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text},
    recognises=recognises,
    read_solutions=read_solutions,
    tells=_is_goal,
    help="""\
Notes, then a line a row: the same letter for the cells of one piece, . for an empty cell. The goal names a piece, or
the height and width of one, and the place of its top left cell (row,column from 0); metric is step, slide or move:

    # goal: a at 1,1
    # metric: step
    aab
    aa.
    c..

A solution is a line a move, piece and top left cell before and after, or an answer in JSON:

    b 0,2 -> 1,2
""",
)
