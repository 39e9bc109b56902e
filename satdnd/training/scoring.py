"""Scores for answers: lenient about the form, strict about the rules.

An answer is any text. What is scored is the *last* thing in it that reads as a board, so that a program that guesses
aloud is judged by where it ended, and a list of guesses gains nothing. `satdnd.kinds` read the board, in every form
that ``satdnd verify`` reads; the rules of the kind judge it, without a solver and without the stored answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import dedent
from typing import Any

from satdnd.engine.kind import Kind, kind_named
from satdnd.engine.optima import Optima
from satdnd.errors import InputError

MOST_PARTIAL = 0.9
"""The highest score of a wrong answer, with partial marks."""
_TAIL = 20_000
"""The most characters of an answer that are looked through, from the end."""
_LONGEST = 4_000
"""The most characters of a board, besides those for each cell; longer pieces are cut at their begin."""
_PER_CELL = 60
_MOST_PIECES = 12
"""The most pieces of a text that are tried."""
_MOST_FAILURES = 40
"""The most brackets that are tried as the begin of JSON in vain."""
_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.S | re.I)
_BOXED = re.compile(r"\\boxed\{(.*)\}", re.S)
_FENCED = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n(.*?)(?:^[ \t]*\1|\Z)", re.S | re.M)
_LABEL = re.compile(r"(?i)[*_ \t]*(?:final |my |the )*(?:answer|solution)(?: is)?[*_ \t]*:[*_ \t]*")
_PROSE = re.compile(r"(?=.*[^\W\d_]{3})\S+[ \t]+\S|.*[^\W\d_]{2}[:.!?,;*]+[ \t]*$")
"""A line of words: several, one of them with three letters; or one that ends as sentences do."""


def score_answer(answer: Any, entry: Mapping[str, Any], *, partial: bool = False) -> float:
    """The score of *answer*: 1.0 if it is a solution of the entry's puzzle, 0.0 otherwise.

    Args:
        answer: a text; a board as JSON data is read too. Words around the board, code fences, ``<answer>`` tags and
            drawings do not matter. If there are several boards, the last one counts; if a JSON answer or a drawing
            holds several solutions at once, all must be right.
        entry: its ``puzzle`` is the puzzle's JSON, as text or as an object; ``solution`` and ``claims`` are used for
            partial marks and for kinds whose answers are optima (there, a legal answer that is not the best scores 0).
        partial: whether a wrong board scores the share of it that is right: 1 minus the number of cells that differ
            from the entry's solution per cell that the solution fills, between 0 and `MOST_PARTIAL`.

    Returns:
        0.0 to 1.0. Whatever *answer* is, nothing is raised. An entry without a readable puzzle scores 0.0.
    """
    try:
        return _score(answer, entry, partial)
    except Exception:  # the promise is kept here, whatever a reader stumbles over
        return 0.0


def reward(completions: Sequence[Any], **columns: Sequence[Any]) -> list[float]:
    """Scores for a trainer that calls reward functions with completions and the columns of the data set (as TRL's).

    Args:
        completions: texts, or lists of messages whose last ``content`` is the answer.
        columns: at least ``puzzle``; ``solution`` and ``claims`` if the set has them. Others are not used.
    """
    rows = [{name: columns[name][i] for name in _USED if name in columns} for i in range(len(completions))]
    return [score_answer(answer, entry) for answer, entry in zip(completions, rows, strict=True)]


_USED = ("puzzle", "solution", "claims")


def _score(answer: Any, entry: Mapping[str, Any], partial: bool) -> float:
    record = _data(entry["puzzle"])
    kind = kind_named(record["kind"])
    puzzle = kind.texts.from_json(record)
    solutions = _read(kind, puzzle, _text(answer))
    if not solutions:
        return 0.0
    claims = _data(entry.get("claims") or {})
    if all(_is_right(kind, puzzle, solution, claims) for solution in solutions):
        return 1.0
    known = entry.get("solution")
    if not partial or known is None or len(solutions) > 1:
        return 0.0
    return _share(kind, puzzle, solutions[0], known if isinstance(known, str) else json.dumps(known))


def _data(value: Any) -> Any:
    """JSON data from itself or from its text."""
    return json.loads(value) if isinstance(value, str) else value


def _text(answer: Any) -> str:
    """The text of an answer: of a text, of messages of a conversation, or of a board as JSON data."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, list | tuple) and answer and isinstance(answer[-1], dict) and "content" in answer[-1]:
        return str(answer[-1]["content"])
    return json.dumps(answer) if isinstance(answer, dict | list) else ""


def _read(kind: Kind[Any, Any, Any], puzzle: Any, text: str) -> list[Any]:
    """The solutions of the last piece of *text* that reads as a board; empty if none does."""
    picture = kind.picture(puzzle)
    most = _LONGEST + _PER_CELL * picture.height * picture.width
    for piece in dict.fromkeys(dedent(piece[-most:]) for piece in _pieces(text[-max(_TAIL, most) :])):
        with suppress(Exception):
            found = list(kind.texts.read_solutions(piece, puzzle))
            if found and not any(isinstance(solution, InputError) for solution in found):
                return found
    return []


def _pieces(text: str) -> Iterator[str]:
    """The parts of an answer that may be its board, the last one first.

    If there are ``<answer>`` tags or a ``\\boxed``, only the last of these counts; if there are code fences in it, only
    the last. In what is left, a piece is a JSON value, or lines between blank lines and lines of words.
    """
    if marked := [*_TAGGED.finditer(text)] or [*_BOXED.finditer(text)]:
        text = marked[-1][1]
    if fenced := [*_FENCED.finditer(text)]:
        text = fenced[-1][2]
    found, rest = list[tuple[int, str]](), text
    for begin, end, value in _json_parts(text):
        found.append((begin, text[begin:end]))
        if isinstance(value, list) and value and all(isinstance(row, list | str) for row in value):
            rows = (row if isinstance(row, str) else " ".join(map(str, row)) for row in value)
            found.append((begin, "\n".join(rows)))
        rest = rest[:begin] + re.sub(r"[^\n]", " ", rest[begin:end]) + rest[end:]
    at, lines, start = 0, list[str](), 0
    for line in [*rest.split("\n"), ""]:
        label = _LABEL.match(line)
        bare = line[label.end() :] if label else line
        if not bare.strip() or _PROSE.match(bare.strip()):
            if lines:
                found.append((start, "\n".join(lines)))
            lines = []
        else:
            start = start if lines else at
            lines.append(bare)
        at += len(line) + 1
    yield from (piece for _, piece in sorted(found, key=lambda one: one[0], reverse=True)[:_MOST_PIECES])
    if len(found) != 1:
        yield text  # a drawing with words in it


def _json_parts(text: str) -> Iterator[tuple[int, int, Any]]:
    """Begin, end and value of JSON objects and lists that are in no other one."""
    decoder, end, failures = json.JSONDecoder(), 0, 0
    for begin in re.finditer(r"[{\[]", text):
        if begin.start() < end:
            continue
        try:
            value, end = decoder.raw_decode(text, begin.start())
        except RecursionError:
            return
        except ValueError:
            failures += 1
            if failures > _MOST_FAILURES:
                return
            continue
        yield begin.start(), end, value


def _is_right(kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, claims: Mapping[str, Any]) -> bool:
    """Whether *solution* keeps all rules; where answers are optima, also whether it is the best."""
    options = kind.options()
    if not kind.accepts(puzzle, solution, options) or kind.faults(puzzle, solution, options):
        return False
    if kind.cross_check(puzzle, solution, options):
        return False
    optimum: Optima[Any, Any, Any] | None = kind.part(Optima)
    return optimum is None or bool(claims and optimum.objection(puzzle, solution, claims) is None)


def _share(kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, known: str) -> float:
    """The share of a wrong *solution* that is right, compared with the *known* one."""
    right = next(iter(kind.texts.read_solutions(known, puzzle)))
    if isinstance(right, InputError):
        return 0.0
    wrong = len({*kind.differences(puzzle, right, solution)})
    filled = sum(map(_filled, right.to_json().values()))
    return max(0.0, min(MOST_PARTIAL, 1 - wrong / max(1, filled)))


def _filled(value: Any) -> int:
    """The number of cells that a field of a solution's JSON fills: in a grid those that are not blank, in a list of
    cells, bridges or moves all.
    """
    if not isinstance(value, list):
        return 0
    if all(isinstance(row, str) for row in value):
        return sum(len(row) - row.count(".") for row in value)
    if len({len(row) for row in value}) == 1 and len(value[0]) != 2:
        return sum(cell not in (0, "") for row in value for cell in row)
    return len(value)
