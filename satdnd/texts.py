"""Reading and writing texts, once for every kind: notes, blocks, words, JSON values, drawn boards of queens.

What cannot be read is an `InputError` with its line from 1, and its column from 1 where that is known; functions that
read many things *yield* it and go on with the next.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import deque
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
Row: TypeAlias = tuple[int, int, str]
"""A row of a drawing: line number, column of its first character (both from 1), and what is inside the frame."""
Source: TypeAlias = str | Iterable[str]
"""A text, or its lines (or longer pieces, each with its line ends) as they come."""
CONTROL = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff"
"""For a class of characters in a pattern: those of no text; the last are what `surrogateescape` makes of binaries."""
_NOTE = re.compile(r"\s*#([^:]+):(?!//)(.*)")  # the colon of a URL ends no key
_LINE_END = re.compile(r"\r\n?|\n")
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?')
_FRAME_TOP = re.compile(r"┌─+┐|\+-+\+")
_BAR = ("│", "|")
_SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
_ROW = re.compile(r"[.Qq]+")
_INTEGER = re.compile(r"0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999}")  # int() refuses 4301 decimal digits


def _never(line: str) -> bool:
    return False


@dataclass(frozen=True)
class Texts(Generic[P, S]):
    """All texts of one kind; puzzles are of type P, solutions of type S."""

    from_json: Callable[[Mapping[str, Any]], P]
    """The puzzle of a decoded JSON object; InputError names the field."""
    to_json: Callable[[P], dict[str, Any]]
    """The JSON object of a puzzle."""
    read: Callable[[Source], Iterator[P | InputError]]
    """Every puzzle of a text that is not JSON, an error in the place of each that cannot be read. No line is taken
    before it is needed, so that a puzzle is there as soon as its lines are."""
    styles: Mapping[str, Callable[[P], str]]
    """The text formats that are written, each with a final newline; ``text`` first."""
    recognises: Callable[[str], bool]
    """Whether a text, or its beginning, fits this kind; other kinds may say so, too."""
    read_solutions: Callable[[str, P], Iterator[S | InputError]]
    """Every solution of a text, an error in the place of each that cannot be read."""
    help: str
    """The text formats in a few lines, with an example each."""
    tells: Callable[[str], bool] = _never
    """Whether one line alone says that a text is of this kind and of no other."""


class Places:
    """Lines and columns of the offsets of one text, both from 1; its line ends are looked for once."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def numbered(source: Source) -> Iterator[Line]:
    """The lines one by one, as far as they are there: numbers from 1; no line ends, no byte order marks."""
    number = 0
    for piece in [source] if isinstance(source, str) else source:
        found = _LINE_END.split(piece)
        for line in found if found[-1] else found[:-1]:
            number += 1
            yield number, line.lstrip("\ufeff")


def tried(read: Callable[..., T], *args: Any, line: int | None = None) -> T | InputError:
    """What *read* returns, or the `InputError` that it raises, at *line* if it names no line itself."""
    try:
        return read(*args)
    except InputError as error:
        return error.located(line=line)


def blocks(source: Source) -> Iterator[list[Line]]:
    """Runs of lines between blank lines, without trailing blanks; each as soon as the blank line is there."""
    block: list[Line] = []
    for number, line in numbered(source):
        if line.strip():
            block.append((number, line.rstrip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def framed(text: Source) -> list[list[Row]]:
    """The drawings of a text, as `satdnd.draw.terminal` makes them: what is inside each frame, row by row.

    Drawings may stand side by side; what is around the frames is skipped, and so is a frame around nothing.
    """
    done: list[list[Row]] = []
    open_frames: dict[tuple[int, int], list[Row]] = {}
    for number, line in numbered(text):
        for (left, right), rows in [*open_frames.items()]:
            if line[left : left + 1] in _BAR and line[right : right + 1] in _BAR:
                rows.append((number, left + 2, line[left + 1 : right]))
            else:
                del open_frames[left, right]
        for top in _FRAME_TOP.finditer(line):
            if not any(left <= top.start() <= right for left, right in open_frames):
                rows = []
                open_frames[top.start(), top.end() - 1] = rows
                done.append(rows)
    return [rows for rows in done if rows]


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
    """Put what a line notes into *notes*: a later name replaces the one before, other repeated keys go on.

    The kind is no property of the puzzle: `satdnd.loading` looks at it.
    """
    found = note(line, ("kind",))
    if found and found[0] != "kind":
        key, value = found
        notes[key] = f"{notes[key]} {value}" if key in notes and key != "name" else value


def note_lines(name: str, extra: Mapping[str, Any], known: Iterable[str] = ()) -> list[str]:
    """The notes of a puzzle, without line ends: its name, on one line, and what of *extra* `note` reads back unchanged.

    Args:
        known: keys, in lower case, that mean something else in a text: left out, as ``name`` and ``kind`` are.
    """
    if not _fits("name", name):
        name = " ".join(re.sub(f"[{CONTROL}]", " ", name).split())
    lines = [f"# name: {name}"] if name else []
    for key, value in extra.items():
        if _fits(key, value) and key.casefold() not in ("name", "kind", *known):
            lines.append(f"# {key}: {value}".rstrip())
    return lines


def _fits(key: str, value: Any) -> bool:
    line = f"# {key}: {value}".rstrip()
    one_line = isinstance(value, str) and len(line.splitlines()) == 1 and not re.search(f"[{CONTROL}]", line)
    return one_line and note(line) == (key, value)


# JSON


def json_values(
    source: Source, refusal: str = "invalid JSON: {}", column: bool = False
) -> Iterator[tuple[int, Any] | InputError]:
    """JSON values one after another, each with the line where it starts; behind a broken one, those that start a line.

    A value is there with the line that ends it: the next line is not waited for.

    Args:
        source: the values, with blanks between them.
        refusal: the message for a broken one; ``{}`` stands for what is wrong.
        column: say the column, too.
    """

    def broken(error: InputError, first: int) -> InputError:
        line = first + (error.line or 1) - 1
        return InputError(refusal.format(error.message), line=line, column=error.column if column else None)

    lines, again, held = numbered(source), deque[Line](), list[str]()
    first = depth = size = tried = 0
    while True:
        entry = again.popleft() if again else next(lines, None)
        if entry:
            if not held and not entry[1].strip():
                continue
            first = first if held else entry[0]
            held.append(entry[1])
            size += len(entry[1]) + 1
            depth += _depth(entry[1])
            # An unfinished value is tried at lines that may be values of their own, each time it has doubled.
            if depth > 0 and (entry[1][:1] not in ("{", "[") or size < 2 * tried):
                continue
        elif not held:
            return
        text = "\n".join(held)
        found, wrong, end = _decoded(text, final=entry is None)
        for line, value in found:
            yield broken(value, first) if isinstance(value, InputError) else (first + line - 1, value)
        if wrong:
            later = [i for i, line in enumerate(held) if i and line[:1] in ("{", "[")]
            if later and wrong.line:  # the value may have been cut off before the next one
                again.extendleft(reversed([(first + i, line) for i, line in enumerate(held) if i >= later[0]]))
                if held[0].lstrip()[:1] == "{":
                    wrong = _decoded("\n".join(held[: later[0]]), final=True)[1] or wrong
            yield broken(wrong, first)
        first += text.count("\n", 0, end)
        held = text[end:].split("\n") if end < len(text) else []
        depth = depth if held else 0
        size = tried = len(text) - end


def _depth(line: str) -> int:
    """How many brackets of JSON stay open (below 0: are closed) behind a line."""
    bare = _STRING.sub("", line)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))


def _decoded(text: str, final: bool) -> tuple[list[tuple[int, Any]], InputError | None, int]:
    """The values of a text, each with its line from 1 in it (an InputError for one that Python or we refuse).

    Then what is wrong behind them, and where the piece begins that more lines may complete (none if *final*).
    """
    found: list[tuple[int, Any]] = []
    position = 0
    while start := _VISIBLE.search(text, position):
        line = text.count("\n", 0, start.start()) + 1
        try:
            value, position = _DECODER.raw_decode(text, start.start())
        except json.JSONDecodeError as error:
            if not final and error.pos >= len(text.rstrip()):
                return found, None, start.start()
            return found, InputError(error.msg, line=error.lineno, column=error.colno), len(text)
        except RecursionError:
            return found, InputError("nested too deeply"), len(text)
        except (InputError, ValueError) as error:
            what = error.message if isinstance(error, InputError) else "found a number of thousands of digits"
            value = InputError(what, line=line)
            _, position = _LENIENT.raw_decode(text, start.start())
        found.append((line, value))
    return found, None, len(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(f"found the field {fields.shown(twice)} twice in one object, expected it once")
    return record


_VISIBLE = re.compile(r"\S")
_DECODER = json.JSONDecoder(object_pairs_hook=_object)
_LENIENT = json.JSONDecoder(parse_int=str)


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


def parts(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Lines that are not blank one by one, but rows of a drawn board together: (line number from 1, lines)."""
    rows: list[str] = []
    start = 0
    for number, line in numbered(source):
        if is_row(line):
            start = start if rows else number
            rows.append(line)
            continue
        if rows:
            yield start, rows
            rows = []
        if line.strip():
            yield number, [line]
    if rows:
        yield start, rows


def drawn_queens(rows: list[str]) -> Iterator[Cell]:
    """The squares that hold a ``Q``, of rows of a drawn board."""
    return ((r, c) for r, row in enumerate(rows) for c, square in enumerate(row.strip()) if square in "Qq")


def placements(text: str, geometry: Grid) -> Iterator[tuple[tuple[Cell, ...], Mapping[str, Any]] | InputError]:
    """Every placement of queens in a text, with the JSON object that it came from (or an empty one).

    Read are rows of ``.`` and ``Q``, placements separated by blank lines; drawings in a
    frame; board integers (bit ``r*W + c``), one a
    line; JSON, one value after another: an answer with ``solutions``, or an object with ``queens`` or ``board``.
    """

    def recorded(record: Any) -> tuple[tuple[Cell, ...], Mapping[str, Any]]:
        return _recorded(record, geometry), record

    if not text.strip():
        yield InputError("the text is empty, expected a placement of queens", line=1)
    elif text.lstrip()[0] in "[{":
        yield from json_solutions(text, recorded)
    elif drawings := framed(text):
        for drawing in drawings:
            drawn = tried(_framed_queens, drawing, geometry, line=drawing[0][0])
            yield drawn if isinstance(drawn, InputError) else (drawn, {})
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


def _framed_queens(drawing: list[Row], geometry: Grid) -> tuple[Cell, ...]:
    wide = 2 if len(drawing[0][2]) == 2 * geometry.width else 1
    rows = ["".join("Q" if square in "Qq" else "." for square in inside[::wide]) for _, _, inside in drawing]
    return _drawn(drawing[0][0], rows, geometry)


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
