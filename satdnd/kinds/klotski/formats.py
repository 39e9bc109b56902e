"""Sliding blocks as text: JSON, a drawing with notes above it; and moves as text; `TEXTS.help` shows the forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.kinds.klotski.model import Goal, Klotski, KlotskiSolution, Move, misfit

FIELDS = ("board", "goal", "metric")
"""JSON fields with a meaning beside ``kind`` and ``name``; all others are kept in `Klotski.extra`."""
_EXPECTED_GOAL = "'# goal: a at r4c2' (piece a) or '# goal: 2x2 at r4c2' (any piece of that height and width)"
_NOTES = ("goal", "metric")
_GOAL_NOTE = re.compile(r"(?im)^\s*#\s*goal\s*:")
_PLACE = r"([rR]-?[0-9]{1,6}[cC]-?[0-9]{1,6}|\(?-?[0-9]{1,6}(?:\s*,\s*|\s+)-?[0-9]{1,6}\)?)"
_GOAL = re.compile(rf"(?:([0-9]{{1,4}})x([0-9]{{1,4}})|(\S))\s+(?:at\s+)?{_PLACE}")
_MOVE = re.compile(rf"\s*(\S)\s+{_PLACE}\s*(?:->|to|\s)\s*{_PLACE}\s*")
_NUMBERED = re.compile(rf"(?<!\S)([0-9]{{1,6}})\. (\S)\s+{_PLACE}\s*->\s*{_PLACE}")
_NONE = re.compile(r"(?m)solved \(0 (step|slide|move)s\)$")
_METRIC = re.compile(r"\([0-9]+ (step|slide|move)s?\)")


def from_json(record: Mapping[str, Any]) -> Klotski:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``board`` (one string per row), ``goal`` (``{"piece": "a", "at": [r, c]}`` or ``{"shape": [h, w],
            "at": [r, c]}``); optional ``metric`` (default ``step``) and ``name``.
    """
    board = fields.listed(fields.require(record, "board"), "board", "strings")
    rows = tuple(fields.text(row, f"board[{i}]") for i, row in enumerate(board))
    goal = fields.require(record, "goal")
    if not isinstance(goal, dict) or not {"piece", "shape"} & goal.keys() or "at" not in goal:
        expected = 'expected {"piece": "a", "at": [row, column]} or {"shape": [height, width], "at": [row, column]}'
        raise InputError(f'field "goal" is {fields.shown(goal)}, {expected}')
    piece = fields.text(goal["piece"], "goal.piece") if "piece" in goal else None
    shape = fields.pair(goal["shape"], "goal.shape", "[height, width]") if "shape" in goal else None
    wanted = Goal(fields.pair(goal["at"], "goal.at", "[row, column]"), piece, shape)
    return Klotski(rows, wanted, fields.text(record.get("metric", "step"), "metric"), *fields.about(record, FIELDS))


def to_json(puzzle: Klotski) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones."""
    shape = puzzle.goal.shape
    wanted: dict[str, Any] = {"piece": puzzle.goal.piece} if shape is None else {"shape": list(shape)}
    goal = wanted | {"at": list(puzzle.goal.at)}
    return fields.record(puzzle, FIELDS, board=list(puzzle.board), goal=goal, metric=puzzle.metric)


def recognises(text: str) -> bool:
    """Whether *text* has the note that every text of this kind has: ``# goal:``."""
    return bool(_GOAL_NOTE.search(text))


def read_text(text: texts.Source) -> Iterator[Klotski | InputError]:
    """All puzzles of a text, separated by blank lines."""
    return texts.puzzles(texts.blocks(text), _puzzle, "notes and a box with pieces", _NOTES)


def to_text(puzzle: Klotski) -> str:
    """The text of *puzzle*, ending with a newline; `read_text` reads it back."""
    notes = [f"# goal: {puzzle.goal}", f"# metric: {puzzle.metric}"]
    return texts.puzzle_text(puzzle, [*notes, *puzzle.board], _NOTES)


def read_solutions(text: str, puzzle: Klotski) -> Iterator[KlotskiSolution | InputError]:
    """All move lists of a text; a bad one is yielded as an InputError.

    It reads JSON values (an answer with ``solutions``, an object with ``moves``, a list of moves), lists of lines
    ``a r1c2 -> r2c2`` ended by a blank line, and the numbered moves of 'satdnd solve' with everything around them; a
    note ``# metric: slide`` may come first.
    """

    def typed(text: str) -> Iterator[KlotskiSolution | InputError]:
        """The moves of each block."""
        return (texts.try_read(_read_moves, block, puzzle, line=block[0][0]) for block in texts.blocks(text))

    return texts.solutions(text, lambda entry: _json_solution(entry, puzzle), _transcripts(text, puzzle), typed)


def _puzzle(block: texts.Block) -> Klotski:
    top = block.rows[0][0]
    if late := [line for line in block.at.values() if line > top]:
        raise InputError("found a note below the box, expected notes above it", line=late[0], column=1)
    indent = min(len(line) - len(line.lstrip()) for _, line in block.rows)
    board = tuple(line[indent:] for _, line in block.rows)
    if trouble := misfit(board):
        (r, c), message = trouble
        raise InputError(message, line=block.rows[r][0], column=indent + c + 1)
    name, notes = block.about()
    wanted = notes.pop("goal", None)
    read = _GOAL.fullmatch(wanted or "")
    if not read:
        found = "no goal" if wanted is None else f"found the goal {fields.shown(wanted)}"
        raise InputError(f"{found}, expected a note {_EXPECTED_GOAL}", line=block.at.get("goal", top))
    goal = Goal(_cell(read[4]), read[3], (int(read[1]), int(read[2])) if read[1] else None)
    try:
        return Klotski(board, goal, notes.pop("metric", "step"), name, notes)
    except InputError as error:
        which = "metric" if error.message.startswith("unknown metric") else "goal"
        raise error.located(line=block.at[which]) from None


def _read_moves(block: list[texts.Line], puzzle: Klotski) -> KlotskiSolution:
    metric = puzzle.metric
    moves = []
    for number, line in block:
        if texts.is_comment(line):
            key, value = texts.note(line, _NOTES) or ("", "")
            metric = value if key == "metric" else metric
        elif read := _MOVE.fullmatch(line):
            moves.append(_move(*read.groups()))
        else:
            raise InputError(f"found {fields.shown(line)}, expected a move like 'a r1c2 -> r2c2'", line=number)
    return KlotskiSolution(tuple(moves), metric)


def _move(piece: str, source: str, target: str) -> Move:
    return Move(piece, _cell(source), _cell(target))


def _cell(place: str) -> Cell:
    """``r4c2`` counts from 1, a bare pair of numbers (``3,1``) from 0, as JSON does."""
    r, c = map(int, re.findall("-?[0-9]+", place))
    return (r - 1, c - 1) if place[0] in "rR" else (r, c)


def _transcripts(text: str, puzzle: Klotski) -> Iterator[KlotskiSolution]:
    """Moves ``1. a r1c2 -> r2c2``: each list starts with number 1; the metric is given above, or is the puzzle's."""
    numbered = list(_NUMBERED.finditer(text))
    if not numbered and (none := _NONE.search(text)):
        yield KlotskiSolution((), none[1])
    starts = [i for i, move in enumerate(numbered) if i == 0 or move[1] == "1"]
    for start, end in pairwise([*starts, len(numbered)]):
        metrics = _METRIC.findall(text, 0, numbered[start].start())
        moves = tuple(_move(*move.groups()[1:]) for move in numbered[start:end])
        yield KlotskiSolution(moves, metrics[-1] if metrics else puzzle.metric)


def _json_solution(entry: Any, puzzle: Klotski) -> KlotskiSolution:
    record = {"moves": entry} if isinstance(entry, list) else entry
    if not isinstance(record, dict):
        raise InputError(f'found {fields.shown(entry)}, expected an object with "moves", or a list of moves')
    moves = []
    for i, given in enumerate(fields.listed(fields.require(record, "moves"), "moves", "moves")):
        if not isinstance(given, list) or len(given) != 3:
            raise InputError(f"moves[{i}] is {fields.shown(given)}, expected [piece, [row, column], [row, column]]")
        source, target = (fields.pair(cell, f"moves[{i}]", "cells [row, column]") for cell in given[1:])
        moves.append(Move(fields.text(given[0], f"moves[{i}]"), source, target))
    metric = fields.text(record.get("metric", puzzle.metric), "metric")
    length = fields.whole(record["length"], "length", 0) if "length" in record else None
    return KlotskiSolution(tuple(moves), metric, length)


def _is_goal(line: str) -> bool:
    found = texts.note(line, _NOTES)
    return bool(found and found[0] == "goal" and _GOAL.fullmatch(found[1]))


_HELP = """\
Notes, then one line per row: the same letter for the cells of one piece, . for an empty cell. The goal names a piece,
or the height and width of one, and the place of its top left cell (r2c2, or 1,1: without letters rows and columns count
from 0); metric is step, slide or move:

    # goal: a at r2c2
    # metric: step
    aab
    aa.
    c..

A solution is one line per move, piece and top left cell before and after, or an answer in JSON:

    b r1c3 -> r2c3
"""
TEXTS = texts.Texts(
    from_json, to_json, read_text, {"text": to_text}, recognises, read_solutions, _HELP, _is_goal, fields=FIELDS
)
