"""Reading and writing texts, for every kind: notes, blocks, words, JSON values, solutions, boards of queens.

What cannot be read is an `InputError` that says what was found and what was expected, with its line from 1, and its
column from 1 if known; functions that read many things *yield* the error and go on with the next.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from satdnd.errors import InputError
from satdnd.formats.links.address import Forms, Link
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Grid
from satdnd.grid.notation import counted

T = TypeVar("T")
P = TypeVar("P")
S = TypeVar("S")
Line: TypeAlias = tuple[int, str]
"""Line number from 1 in the whole text, and the line."""
Source: TypeAlias = str | Iterable[str]
"""A text, or its lines (or longer pieces, each with its line ends) as they arrive."""
CONTROL = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff"
"""For a character class in a regular expression: the characters that never occur in text. The last range is what
`surrogateescape` makes of binary data.
"""
_NOTE = re.compile(r"\s*#([^:]+):(?!//)(.*)")  # the colon of a URL does not end a key
_LINE_END = re.compile(r"\r\n?|\n")
RUBBISH = re.compile(f"[{CONTROL}]")
"""A character that never occurs in text."""
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?')
_FRAME_TOP = re.compile(r"(?m)[┌┏].*[┐┓]\s*$|^\s*\+[-+]{3,}\+\s*$")
_SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999})[uUlL]{0,3}")  # int() refuses 4301 decimal digits
"""A whole number as in C; group 1 is without the suffix."""


def _never(line: str) -> bool:
    return False


def _always(puzzle: object) -> bool:
    return True


@dataclass(frozen=True)
class Texts(Generic[P, S]):
    """All texts of one kind; puzzles are of type P, solutions of type S."""

    from_json: Callable[[Mapping[str, Any]], P]
    """The puzzle of a decoded JSON object; raises InputError with the field."""
    to_json: Callable[[P], dict[str, Any]]
    """The JSON object of a puzzle."""
    read: Callable[[Source], Iterator[P | InputError]]
    """Every puzzle of a text that is not JSON, with an error for each that cannot be read. No line is taken
    before it is needed, so that a puzzle is yielded as soon as its lines are there.
    """
    native: Mapping[str, Callable[[P], str]]
    """Our own text formats for writing, each with a final newline; ``text`` first."""
    recognises: Callable[[str], bool]
    """Whether a text, or its beginning, fits this kind; it may fit other kinds too."""
    read_solutions: Callable[[str, P], Iterator[S | InputError]]
    """Every solution of a text, with an error for each that cannot be read."""
    help: str
    """The text formats in a few lines, with an example each."""
    identifies: Callable[[str], object] = _never
    """Whether this one line proves that a text is of this kind."""
    resembles: Callable[[str], int] = _never
    """How much a text that fits no kind resembles this one, which then says what is wrong; 0: not at all."""
    foreign: Forms[P, S] = field(default_factory=Forms)
    """The links and one-line forms of other programs."""
    lines: Collection[str] = ()
    """Those of `native` with one line per puzzle."""
    fields: Collection[str] = ()
    """The JSON fields with a meaning beside ``kind`` and ``name``."""
    titled: bool = False
    """Whether the parts of a text have titles."""
    plausible: Callable[[P], bool] = _always
    """Whether a puzzle that does not say its kind can well be of this one."""

    @cached_property
    def styles(self) -> dict[str, Callable[[P], str]]:
        """All text formats that are written from a puzzle alone."""
        return {**self.native, **self.foreign.written}

    @property
    def links(self) -> Mapping[str, Link[P]]:
        """The links and one-line forms of other programs that are read."""
        return self.foreign.read

    @property
    def solved(self) -> Mapping[str, Callable[[P, S], str]]:
        """The text formats that include a solution; not among the styles."""
        return self.foreign.solved

    @property
    def listed(self) -> tuple[str, ...]:
        """Styles that put one puzzle per line in a file, without blank lines between."""
        return (*self.lines, *self.foreign.written, *self.solved)

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of all text formats that can be written."""
        return (*self.styles, *self.solved)


class Places:
    """Converts offsets in a text to lines and columns, both from 1; searches for line ends only once."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def numbered(source: Source) -> Iterator[Line]:
    """The lines one by one as they arrive, numbered from 1, without line ends and byte order marks."""
    number = 0
    for piece in [source] if isinstance(source, str) else source:
        found = _LINE_END.split(piece) if "\r" in piece else piece.split("\n")
        for line in found if found[-1] else found[:-1]:
            number += 1
            yield number, line.lstrip("\ufeff")


def try_read(read: Callable[..., T], *args: Any, line: int | None = None) -> T | InputError:
    """What *read* returns, or the `InputError` that it raises, located at *line* if it has no line itself."""
    try:
        return read(*args)
    except InputError as error:
        return error.located(line=line)


def blocks(source: Source) -> Iterator[list[Line]]:
    """Runs of lines between blank lines, without trailing blanks; each as soon as the blank line has been read."""
    for filled, lines in groupby(numbered(source), lambda line: bool(line[1].strip())):
        if filled:
            yield [(number, line.rstrip()) for number, line in lines]


@dataclass
class Block:
    """The lines of one puzzle, and the notes above them."""

    rows: list[Line] = field(default_factory=list)
    """The lines that are not comments."""
    notes: dict[str, str] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    """The line of each note."""

    def about(self) -> tuple[str, dict[str, str]]:
        """The name, and the other notes."""
        return self.notes.get("name", ""), {key: value for key, value in self.notes.items() if key != "name"}


def puzzles(
    pieces: Iterable[list[Line]],
    read: Callable[[Block], P],
    expected: str,
    known: Iterable[str] = (),
    row: Callable[[str], bool] = _never,
    comments: Callable[[list[Line]], Collection[int]] | None = None,
) -> Iterator[P | InputError]:
    """What *read* returns for each piece of a text that is not only comments, given the notes in it and above it.

    Args:
        pieces: from `blocks` or `boards`.
        read: if it raises an InputError without a line, that of the piece's first line is added.
        expected: what is missing from a text without a puzzle.
        known: notes with a meaning, in lower case; below the last puzzle they are an error.
        row: whether a line is a row of a grid; if blank lines have separated several rows, that is an error.
        comments: the numbers of the lines of a piece that are not rows; None: of those that `is_comment`.
    """
    block, empty = Block(), True
    above = list[Line]()
    for piece in pieces:
        left_out = comments(piece) if comments else [number for number, line in piece if is_comment(line)]
        if left_out:
            above = []
        for number, line in piece:
            if number not in left_out:
                block.rows.append((number, line))
            elif found := note(line, known):
                block.at[found[0]] = number
                add_note(line, block.notes, known)
        if block.rows:
            made = try_read(read, block, line=block.rows[0][0])
            if not isinstance(made, InputError) and row(block.rows[0][1]) and _may_continue(above, block.rows):
                message = "the blank line above splits a grid or separates two puzzles; expected none, or '# name: ...'"
                made = InputError(message, line=block.rows[0][0])
            yield made
            above, block, empty = block.rows, Block(), False
    if empty or block.notes.keys() & {*known}:
        yield InputError(f"found no puzzle, expected {expected}", line=max(block.at.values(), default=1))


def _may_continue(above: list[Line], below: list[Line]) -> bool:
    """Whether rows may continue those above, if there are any: single rows, or the rest of a square."""
    bare = [row.strip() for _, row in (*above[:1], *below[:1])]
    widths = {len(row.split() if " " in row else row) for row in bare}
    heights = len(above), len(below)
    if not above or len(widths) > 1 or sum(heights) > max(widths):  # more than a square: separate puzzles
        return False
    return 1 in heights or (heights[0] != heights[1] and {sum(heights)} == widths)


def same_width(rows: list[Line], width: int | None = None) -> list[str]:
    """The rows without surrounding blanks. Raises InputError if one is not *width* long (None: as long as the
    first).
    """
    bare = [row.strip() for _, row in rows]
    wanted, where = (width, "in the puzzle") if width else (len(bare[0]), f"in line {rows[0][0]}")
    for (number, row), cells in zip(rows, bare, strict=True):
        if len(cells) != wanted:
            column = len(row) - len(row.lstrip()) + min(len(cells), wanted) + 1
            message = f"found {counted(len(cells), 'cell')}, expected {wanted} as {where}"
            raise InputError(message, line=number, column=column)
    return bare


def sized(rows: list[Line], height: int, width: int) -> list[str]:
    """Like `same_width`, but also raises InputError if there are not *height* rows."""
    if len(rows) != height:
        line = rows[min(len(rows), height) - 1][0]
        raise InputError(f"found {counted(len(rows), 'row')}, expected {height} as in the puzzle", line=line)
    return same_width(rows, width)


def words(line: str, between: str = "") -> list[tuple[str, int]]:
    """The words of a line, each with its column from 1, separated by blanks and the characters of *between*."""
    return [(word[0], word.start() + 1) for word in re.finditer(rf"[^\s{re.escape(between)}]+", line)]


def letters(word: str, column: int) -> list[tuple[str, int]]:
    """The characters of a word at *column*, each with its own column."""
    return [(letter, column + i) for i, letter in enumerate(word)]


# notes


def is_comment(line: str) -> bool:
    """Whether a line begins with ``#``: a note, or a comment without meaning."""
    return line.lstrip()[:1] == "#"


def note(line: str, known: Iterable[str] = ()) -> tuple[str, str] | None:
    """Key and value of a line ``# key: value``, None for any other line; ``name`` and *known* in any case."""
    if not (found := _NOTE.match(line)):
        return None
    key, value = found[1].strip(), _meant(found[2].strip())
    if not key or key[0] == "#":
        return None
    return (key.casefold() if key.casefold() in ("name", *known) else key), value


def add_note(line: str, notes: dict[str, str], known: Iterable[str] = ()) -> None:
    """Add the note in *line*, if any, to *notes*: a later name (or *known* key) replaces the earlier one, other keys
    are continued.

    The kind is not a property of the puzzle: `satdnd.formats.loading` handles it.
    """
    found = note(line, ("kind", *known))
    if found and found[0] != "kind":
        key, value = found
        notes[key] = f"{notes[key]} {value}" if key in notes and key not in ("name", *known) else value


def puzzle_text(puzzle: Any, lines: Iterable[str], known: Iterable[str] = ()) -> str:
    """The text of a puzzle: its name and those extra fields that `note_lines` can write, then *lines*."""
    return "\n".join([*note_lines(puzzle.name, puzzle.extra, known), *lines]) + "\n"


def note_lines(name: str, extra: Mapping[str, Any], known: Iterable[str] = ()) -> list[str]:
    """The notes of a puzzle, without line ends: its name, on one line, and the *extra* fields that `note` reads back
    unchanged.

    Args:
        known: keys, in lower case, that mean something else in a text: left out, like ``name`` and ``kind``.
    """
    if not _written("name", name):
        name = " ".join(RUBBISH.sub(" ", name).split())
    lines = [_written("name", name)] if name else []
    notes = (_written(*one) for one in extra.items() if one[0].casefold() not in ("name", "kind", *known))
    return [*lines, *filter(None, notes)]


def _written(key: str, value: Any) -> str:
    """The line that `note` reads back as that key and value; empty if there is none."""
    if not isinstance(value, str) or len(f"{key}{value}.".splitlines()) > 1 or RUBBISH.search(key + value):
        return ""
    line = f"# {key}: {value if value == _meant(value.strip()) else json.dumps(value, ensure_ascii=False)}".rstrip()
    return line if note(line) == (key, value) else ""


def _meant(text: str) -> str:
    """The value of a note: a JSON string where it stands for one that cannot stand by itself, with blanks around it."""
    with suppress(ValueError):
        if text[:1] == text[-1:] == '"' and ((value := json.loads(text)) != value.strip() or value[:1] == '"'):
            return str(value)
    return text


# JSON


class Unread(NamedTuple):
    """The text of one JSON object on a separate line; possibly a broken object, but one that ends there."""

    text: str


def unread(line: str) -> Unread | None:
    """A line that is exactly one JSON object; None for any other, and for those that only `json_values` can judge.

    Args:
        line: begins with a brace.
    """
    # With a single pair of braces the object ends here, or is broken before: four times as fast as parsing it.
    if line.count("{") == line.count("}") == 1 and line.rstrip()[-1:] == "}":
        return Unread(line)
    try:
        end = _QUICK(line)[1]
    except (ValueError, RecursionError):
        return None
    return Unread(line) if end == len(line) or not line[end:].strip() else None


def json_object(line: str) -> dict[str, Any] | None:
    """The object in a line that `unread` accepts; None for any other line, and for an object that Python or we
    refuse.
    """
    try:
        value, end = _DECODER.raw_decode(line)
    except (InputError, ValueError, RecursionError):
        return None
    return value if type(value) is dict and (end == len(line) or not line[end:].strip()) else None


def json_values(source: Source, *, lazily: bool = False) -> Iterator[tuple[int, Any] | InputError]:
    """JSON values one after another, each with the line where it starts; after a broken one, those that start a line.

    A value is yielded after the line that ends it, without waiting for the next line.

    Args:
        source: the text.
        lazily: yield objects that have a line of their own as `Unread`.
    """

    def broken(error: InputError, first: int) -> InputError:
        """The same error, located in the whole text."""
        return InputError(f"invalid JSON: {error.message}", line=first + (error.line or 1) - 1, column=error.column)

    lines, again, pending = numbered(source), deque[Line](), list[str]()
    first = depth = size = tried = 0
    while True:
        entry = again.popleft() if again else next(lines, None)
        if entry:
            if not pending and entry[1][:1] == "{" and (alone := unread(entry[1]) if lazily else json_object(entry[1])):
                yield entry[0], alone
                continue
            if not pending and not entry[1].strip():
                continue
            first = first if pending else entry[0]
            pending.append(entry[1])
            size += len(entry[1]) + 1
            depth += _depth(entry[1])
            # Try an unfinished value at lines that may begin values of their own, each time it has doubled.
            if depth > 0 and (entry[1][:1] not in ("{", "[") or size < 2 * tried):
                continue
        elif not pending:
            return
        text = "\n".join(pending)
        found, wrong, end = _decoded(text, final=entry is None)
        for line, value in found:
            yield broken(value, first) if isinstance(value, InputError) else (first + line - 1, value)
        if wrong:
            later = [i for i, line in enumerate(pending) if i and line[:1] in ("{", "[")]
            if later and wrong.line:  # the value may have been cut off before the next one
                again.extendleft(reversed([(first + i, line) for i, line in enumerate(pending) if i >= later[0]]))
                ended = (wrong.line, wrong.column) == (later[0] + 1, 1) or json_object(pending[later[0]]) is not None
                if ended or pending[0].lstrip()[:1] == "{":
                    wrong = _decoded("\n".join(pending[: later[0]]), final=True)[1] or wrong
            yield broken(wrong, first)
        first += text.count("\n", 0, end)
        pending = text[end:].split("\n") if end < len(text) else []
        depth = depth if pending else 0
        size = tried = len(text) - end


def _depth(line: str) -> int:
    """The number of JSON brackets that a line opens minus those that it closes."""
    bare = _STRING.sub("", line)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))


def _decoded(text: str, final: bool) -> tuple[list[tuple[int, Any]], InputError | None, int]:
    """The values of a text, each with its line from 1 in it (an InputError for one that Python or we refuse).

    Also returns the fault after them, and where the piece begins that further lines may complete (none if *final*).
    """
    found: list[tuple[int, Any]] = []
    position = 0
    while start := _VISIBLE.search(text, position):
        line = text.count("\n", 0, start.start()) + 1
        try:
            value, position = _value(text, start.start(), line)
        except json.JSONDecodeError as error:
            if not final and error.pos >= len(text.rstrip()):
                return found, None, start.start()
            return found, InputError(error.msg, line=error.lineno, column=error.colno), len(text)
        except RecursionError:
            return found, InputError("nested too deeply"), len(text)
        found.append((line, value))
    return found, None, len(text)


def _value(text: str, begin: int, line: int) -> tuple[Any, int]:
    """The value that begins there, or an InputError for one that Python or we refuse, and where it ends.

    Raises json.JSONDecodeError, RecursionError.
    """
    try:
        return _DECODER.raw_decode(text, begin)
    except json.JSONDecodeError:
        raise
    except (InputError, ValueError) as error:
        what = error.message if isinstance(error, InputError) else "found a number of thousands of digits"
        return InputError(what, line=line), _LENIENT.raw_decode(text, begin)[1]


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
_QUICK = json.JSONDecoder().raw_decode
"""Like `_DECODER` without its checks, for values that are not used: takes a third of the time."""


def json_solutions(text: str, read: Callable[[Any], T]) -> Iterator[T | InputError]:
    """What *read* returns for each solution in a text of JSON values, or the `InputError` that it raises.

    Solutions are the entries of ``solutions`` or the one in ``solution`` of an answer, the same of each entry of a
    list that holds objects, otherwise the whole value (also an answer without solutions, which *read* should refuse).
    """
    for found in json_values(text):
        if isinstance(found, InputError):
            yield found
        else:
            line, value = found
            yield from (try_read(read, entry, line=line) for entry in _solutions(value))


def _solutions(value: Any) -> list[Any]:
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return [solution for entry in value for solution in _solutions(entry)]
    if not isinstance(value, dict):
        return [value]
    solutions = value.get("solutions", [value.get("solution", value)])
    if not isinstance(solutions, list):
        return [solutions]
    return solutions or [value]


def solutions(
    text: str,
    recorded: Callable[[Any], T],
    drawn: Iterable[T | InputError],
    typed: Callable[[str], Iterator[T | InputError]],
) -> Iterator[T | InputError]:
    """Every solution of a text, or the error in its place: one at least.

    Args:
        text: JSON values, or drawings with any other lines, or typed solutions.
        recorded: reads one JSON value, as `json_solutions` finds them.
        drawn: the solutions that `satdnd.formats.drawn_boards` finds in the text.
        typed: reads all other texts.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    if bare[:1] in ("[", "{"):
        yield from json_solutions(text, recorded)
    elif found := [*drawn]:
        yield from found
    elif rubbish := RUBBISH.search(text):
        line = len(_LINE_END.findall(text, 0, rubbish.start())) + 1
        yield InputError(f"this is not a text file of solutions: {rubbish[0]!a}, expected text", line=line)
    elif not (found := [*typed(text)]):
        yield InputError(f"{'found only comments' if bare else 'empty text'}: expected a solution")
    elif _FRAME_TOP.search(text) and all(isinstance(solution, InputError) for solution in found):
        yield InputError("found no readable drawing of the puzzle's size")
    else:
        yield from found


def board(value: object, geometry: Grid, what: str = "board") -> Bitboard:
    """The cells of an integer (bit ``r*W + c``), or of a string that holds one. Raises InputError."""
    match = INTEGER.fullmatch(value.strip()) if isinstance(value, str) else None
    cells = int(match[1], 0) if match else value
    if type(cells) is not int:
        raise InputError(f"{what} is {fields.shown(value)}, expected an integer, hexadecimal (0x...) or decimal")
    if not 0 <= cells <= geometry.all:
        found = f"has bit {cells.bit_length() - 1}, outside the grid" if cells > 0 else "is negative"
        size = f"{geometry.height}x{geometry.width} cells"
        raise InputError(f"{what} {found}, expected bits 0 to {geometry.size - 1} of {size}")
    return cells


def board_size(word: str, line: int, column: int, longest: int = fields.LONGEST_SIDE) -> tuple[int, int]:
    """``8`` or ``8x9`` as (rows, columns), each from 1 to *longest*; *line* and *column* locate errors."""
    match = _SIZE.fullmatch(word)
    if not match:
        raise InputError(f"found {fields.shown(word)}, expected a size such as 8 or 8x8", line=line, column=column)
    height, width = int(match[1]), int(match[2] or match[1])
    try:
        fields.sides(height, width, longest)
    except InputError as error:
        raise InputError(error.message, line=line, column=column) from None
    return height, width
