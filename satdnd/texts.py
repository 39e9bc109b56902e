"""Reading and writing texts, once for every kind: notes, blocks, words, JSON values, drawn boards of queens.

What cannot be read is an `InputError` with its line from 1, and its column from 1 where that is known; functions that
read many things *yield* it and go on with the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from satdnd import fields
from satdnd.bitboard import Cell, Grid
from satdnd.errors import InputError

T = TypeVar("T")
P = TypeVar("P")
S = TypeVar("S")
Line: TypeAlias = tuple[int, str]
"""Line number from 1 in the whole text, and the line."""
CONTROL = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff"
"""For a class of characters in a pattern: those of no text; the last are what `surrogateescape` makes of binaries."""
_NOTE = re.compile(r"\s*#([^:]+):(?!//)(.*)")  # the colon of a URL ends no key
_SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
_ROW = re.compile(r"[.Qq]+")
_INTEGER = re.compile(r"0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999}")  # int() refuses 4301 decimal digits


@dataclass(frozen=True)
class Texts(Generic[P, S]):
    """All texts of one kind; puzzles are of type P, solutions of type S."""

    from_json: Callable[[Mapping[str, Any]], P]
    """The puzzle of a decoded JSON object; InputError names the field."""
    to_json: Callable[[P], dict[str, Any]]
    """The JSON object of a puzzle."""
    read: Callable[[str], Iterator[P | InputError]]
    """Every puzzle of a text that is not JSON, an error in the place of each that cannot be read."""
    styles: Mapping[str, Callable[[P], str]]
    """The text formats that are written, each with a final newline; ``text`` first."""
    recognises: Callable[[str], bool]
    """Whether a text, or its beginning, fits this kind; other kinds may say so, too."""
    read_solutions: Callable[[str, P], Iterator[S | InputError]]
    """Every solution of a text, an error in the place of each that cannot be read."""
    help: str
    """The text formats in a few lines, with an example each."""


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def tried(read: Callable[..., T], *args: Any, line: int | None = None) -> T | InputError:
    """What *read* returns, or the `InputError` that it raises, at *line* if it names no line itself."""
    try:
        return read(*args)
    except InputError as error:
        return error.located(line=line)


def blocks(text: str) -> Iterator[list[Line]]:
    """Runs of lines between blank lines, without trailing blanks."""
    block: list[Line] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append((number, line.rstrip()))
        elif block:
            yield block
            block = []


def words(line: str, between: str = "") -> list[tuple[str, int]]:
    """The words of a line, each with its column from 1; blanks and the characters of *between* part them."""
    return [(word[0], word.start() + 1) for word in re.finditer(rf"[^\s{re.escape(between)}]+", line)]


def letters(word: str, column: int) -> list[tuple[str, int]]:
    """The characters of a word at *column*, each with its own column."""
    return [(letter, column + i) for i, letter in enumerate(word)]


# notes


def is_comment(line: str) -> bool:
    """Whether a line begins with ``#``: a note, or a comment that says nothing."""
    return line.lstrip()[:1] == "#"


def note(line: str, known: Iterable[str] = ()) -> tuple[str, str] | None:
    """Key and value of a line ``# key: value``, None for every other line; ``name`` and *known* in any case."""
    if not (found := _NOTE.match(line)):
        return None
    key, value = found[1].strip(), found[2].strip()
    if not key or key[0] == "#":
        return None
    return (key.casefold() if key.casefold() in ("name", *known) else key), value


def add_note(line: str, notes: dict[str, str]) -> None:
    """Put what a line notes into *notes*: a later name replaces the one before, other repeated keys go on."""
    if found := note(line):
        key, value = found
        notes[key] = f"{notes[key]} {value}" if key in notes and key != "name" else value


def note_lines(name: str, extra: Mapping[str, Any], known: Iterable[str] = ()) -> list[str]:
    """The notes of a puzzle, without line ends: its name, on one line, and what of *extra* `note` reads back unchanged.

    Args:
        known: keys, in lower case, that mean something else in a text: left out, as ``name`` is.
    """
    if not _fits("name", name):
        name = " ".join(re.sub(f"[{CONTROL}]", " ", name).split())
    lines = [f"# name: {name}"] if name else []
    for key, value in extra.items():
        if _fits(key, value) and key.casefold() not in ("name", *known):
            lines.append(f"# {key}: {value}".rstrip())
    return lines


def _fits(key: str, value: Any) -> bool:
    line = f"# {key}: {value}".rstrip()
    one_line = isinstance(value, str) and len(line.splitlines()) == 1 and not re.search(f"[{CONTROL}]", line)
    return one_line and note(line) == (key, value)


# JSON


def json_values(
    text: str, refusal: str = "invalid JSON: {}", column: bool = False
) -> Iterator[tuple[int, Any] | InputError]:
    """JSON values one after another, each with the line where it starts; behind a broken one, those that start a line.

    Args:
        text: the values, with blanks between them.
        refusal: the message for a broken one; ``{}`` stands for what is wrong.
        column: say the column, too.
    """
    position = 0
    while start := re.compile(r"\S").search(text, position):
        line = text.count("\n", 0, start.start()) + 1
        try:
            value, position = json.JSONDecoder().raw_decode(text, start.start())
            yield line, value
        except json.JSONDecodeError as error:
            position = _next_value(text, start.end())
            inside = error.pos < position or position == len(text)
            yield InputError(
                refusal.format(error.msg),
                line=error.lineno if inside else line,
                column=(error.colno if inside else None) if column else None,
            )
        except (ValueError, RecursionError):
            position = _next_value(text, start.end())
            yield InputError(refusal.format("nested too deeply, or a number of thousands of digits"), line=line)


def _next_value(text: str, position: int) -> int:
    found = re.compile(r"(?m)^[{\[]").search(text, position)
    return found.start() if found else len(text)


def json_solutions(
    text: str, read: Callable[[Any], T], refusal: str = "invalid JSON: {}", column: bool = False
) -> Iterator[T | InputError]:
    """What *read* makes of each solution in a text of JSON values; an `InputError` where it raises one.

    Solutions are the entries of ``solutions`` or the one in ``solution`` of an answer, the same of each entry of a
    list that holds objects, else the whole value (also of an answer without solutions: it is for *read* to refuse).
    *refusal* and *column* are as in `json_values`.
    """
    for found in json_values(text, refusal, column):
        if isinstance(found, InputError):
            yield found
        else:
            line, value = found
            yield from (tried(read, entry, line=line) for entry in _solutions(value))


def _solutions(value: Any) -> list[Any]:
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return [solution for entry in value for solution in _solutions(entry)]
    if not isinstance(value, dict):
        return [value]
    solutions = value.get("solutions", [value.get("solution", value)])
    if not isinstance(solutions, list):
        return [solutions]
    return solutions or [value]


# boards of queens


def board_size(word: str, line: int, column: int, longest: int) -> tuple[int, int]:
    """``8`` or ``8x9`` as (rows, columns), each from 1 to *longest*; *line* and *column* are the word's own."""
    match = _SIZE.fullmatch(word)
    if not match:
        raise InputError(f"found {fields.shown(word)}, expected a size such as 8 or 8x8", line=line, column=column)
    height, width = int(match[1]), int(match[2] or match[1])
    if not 1 <= min(height, width) <= max(height, width) <= longest:
        raise InputError(f"found the size {word}, expected sides from 1 to {longest}", line=line, column=column)
    return height, width


def is_row(line: str) -> bool:
    """Whether a line can be a row of a drawn board: ``.`` and ``Q``."""
    return bool(_ROW.fullmatch(line.strip()))


def parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines that are not blank one by one, but rows of a drawn board together: (line number from 1, lines)."""
    rows: list[str] = []
    start = 0
    for number, line in enumerate([*text.removeprefix("\ufeff").splitlines(), ""], 1):
        if is_row(line):
            start = start if rows else number
            rows.append(line)
            continue
        if rows:
            yield start, rows
            rows = []
        if line.strip():
            yield number, [line]


def drawn_queens(rows: list[str]) -> Iterator[Cell]:
    """The squares that hold a ``Q``, of rows of a drawn board."""
    return ((r, c) for r, row in enumerate(rows) for c, square in enumerate(row.strip()) if square in "Qq")


def placements(text: str, geometry: Grid) -> Iterator[tuple[tuple[Cell, ...], Mapping[str, Any]] | InputError]:
    """Every placement of queens in a text, with the JSON object that it came from (or an empty one).

    Read are rows of ``.`` and ``Q``, placements separated by blank lines; board integers (bit ``r*W + c``), one a
    line; JSON, one value after another: an answer with ``solutions``, or an object with ``queens`` or ``board``.
    """

    def recorded(record: Any) -> tuple[tuple[Cell, ...], Mapping[str, Any]]:
        return _recorded(record, geometry), record

    if not text.strip():
        yield InputError("the text is empty, expected a placement of queens", line=1)
    elif text.lstrip()[0] in "[{":
        yield from json_solutions(text, recorded)
    else:
        for start, rows in parts(text):
            if is_row(rows[0]):
                squares = tried(_drawn, start, rows, geometry, line=start)
            elif is_comment(rows[0]):
                continue
            else:
                squares = tried(_from_integer, rows[0].strip(), geometry, line=start)
            yield squares if isinstance(squares, InputError) else (squares, {})


def _drawn(start: int, rows: list[str], geometry: Grid) -> tuple[Cell, ...]:
    expected = f"expected {geometry.height} rows of {geometry.width} squares"
    for number, row in enumerate(rows, start):
        if len(row.strip()) != geometry.width:
            raise InputError(f"found a row of {len(row.strip())} squares, {expected}", line=number)
    if len(rows) != geometry.height:
        raise InputError(f"found {len(rows)} rows, {expected}")
    return tuple(drawn_queens(rows))


def _from_integer(text: str, geometry: Grid) -> tuple[Cell, ...]:
    if not _INTEGER.fullmatch(text):
        raise InputError(f"found {fields.shown(text)}, expected rows of '.' and 'Q', a board integer, or JSON")
    board = int(text, 0)
    if board > geometry.all:
        size = f"{geometry.height}x{geometry.width}"
        raise InputError(f"the board integer has bit {board.bit_length() - 1}, outside the {geometry.size} of {size}")
    return tuple(geometry.cells(board))


def _recorded(record: Any, geometry: Grid) -> tuple[Cell, ...]:
    if not isinstance(record, dict) or not {"queens", "board"} & record.keys():
        raise InputError(f'found {fields.shown(record)}, expected an object with "queens" or "board"')
    found = []
    if "queens" in record:
        found.append(tuple(sorted(fields.cells(record["queens"], "queens", geometry.height, geometry.width))))
    if "board" in record:
        found.append(_from_integer(str(record["board"]), geometry))
    if found[0] != found[-1]:
        raise InputError('"queens" and "board" say different things')
    return found[0]
