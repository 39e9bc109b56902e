"""What the kinds that place queens share: the lines along which queens attack, clauses over them, boards as text.

A *line* is a row, a column or a diagonal; a queen attacks every square of her four lines (nothing stands in the way
that would not be attacked itself). Squares are numbered in reading order: (r, c) is ``r*W + c``.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from satdnd import fields
from satdnd.bitboard import Bitboard, Cell, Grid
from satdnd.encodings.cardinality import Cardinality, at_most
from satdnd.errors import InputError
from satdnd.formula import Clause, Literal, Pool

Line: TypeAlias = list[int]
"""The numbers of its squares, from the top or the left."""
T = TypeVar("T")

_NOTE = re.compile(r"\s*#\s*([^:#\s][^:#]*?)\s*:(?!//)\s*(.*?)\s*")  # the colon of a URL ends no key
_SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
_ROW = re.compile(r"[.Qq]+")
_INTEGER = re.compile(r"0[xX][0-9a-fA-F]+|0|[1-9][0-9]*")
_LARGEST_DECIMAL = 4000
"""Digits; Python refuses to read much longer ones (its limit is 4,300)."""


class Lines(NamedTuple):
    """All lines of a board, by direction; each square is on one line of every direction."""

    rows: list[Line]
    """H, from the top."""
    columns: list[Line]
    """W, from the left."""
    falling: list[Line]
    """H+W-1 diagonals down to the right, by ``r - c`` from 1-W: the one of the top right square first."""
    rising: list[Line]
    """H+W-1 diagonals up to the right, by ``r + c`` from 0."""


def lines(height: int, width: int) -> Lines:
    """The lines of a board of *height* rows and *width* columns."""
    counts = (height, width, height + width - 1, height + width - 1)
    rows, columns, falling, rising = ([list[int]() for _ in range(count)] for count in counts)
    for r in range(height):
        for c in range(width):
            square = r * width + c
            rows[r].append(square)
            columns[c].append(square)
            falling[r - c + width - 1].append(square)
            rising[r + c].append(square)
    return Lines(rows, columns, falling, rising)


def at_most_one_in_product(literals: Sequence[Literal], pool: Pool) -> list[Clause]:
    """At most one of *literals*: pairwise up to six of them, above in two dimensions (Chen, "A new SAT encoding of
    the at-most-one constraint", ModRef 2010).

    The literals lie in a rectangle of about sqrt(n) x sqrt(n); each implies its row and its column there, and at
    most one row and at most one column is true. 2n + O(sqrt n) clauses and O(sqrt n) auxiliary variables (a ladder:
    3n and n-1); a true literal reaches the others in three propagations instead of a chain of up to n.
    """
    n = len(literals)
    if n <= 6:
        return [[-a, -b] for i, a in enumerate(literals) for b in literals[i + 1 :]]
    across = 1
    while across * across < n:
        across += 1
    rows, columns = list(pool.block(-(-n // across))), list(pool.block(across))
    clauses = [
        clause for i, x in enumerate(literals) for clause in ([-x, rows[i // across]], [-x, columns[i % across]])
    ]
    return clauses + at_most_one_in_product(rows, pool) + at_most_one_in_product(columns, pool)


def at_most_one_each(
    groups: Sequence[Line], squares: Sequence[Literal], pool: Pool, encoding: str | None = None
) -> Cardinality:
    """At most one of the squares of each line is true.

    Args:
        groups: lines, by the numbers of their squares.
        squares: H*W literals "a queen stands here".
        encoding: one of `satdnd.encodings.cardinality.NAMES`; None: `at_most_one_in_product`.

    Raises:
        UsageError: an unknown encoding.
    """
    made = Cardinality([], [])
    for group in groups:
        literals = [squares[i] for i in group]
        if encoding is None:
            made.clauses.extend(at_most_one_in_product(literals, pool))
        else:
            part = at_most(literals, 1, pool, encoding)
            made.clauses.extend(part.clauses)
            made.at_mosts.extend(part.at_mosts)
    return made


def attacked_from(height: int, width: int) -> list[Bitboard]:
    """For each square, in reading order, what a queen there occupies or attacks."""
    attacked = [0] * (height * width)
    for direction in lines(height, width):
        for line in direction:
            mask = sum(1 << square for square in line)
            for square in line:
                attacked[square] |= mask
    return attacked


# boards and placements, as the kinds that place queens write them alike


def check_size(height: int, width: int, longest: int) -> None:
    """InputError unless both sides are whole numbers from 1 to *longest*."""
    for what, side in (("rows", height), ("columns", width)):
        if type(side) is not int or not 1 <= side <= longest:
            raise InputError(f"found {side!r} {what}, expected a whole number from 1 to {longest}")


def checked_squares(squares: Iterable[Cell], geometry: Grid) -> tuple[Cell, ...]:
    """*squares* in reading order; InputError for one outside the board or there twice."""
    found: set[Cell] = set()
    for r, c in squares:
        if not geometry.contains((r, c)):
            size = f"{geometry.height} rows and {geometry.width} columns"
            raise InputError(f"square ({r},{c}) is outside the board of {size}, both counted from 0")
        if (r, c) in found:
            raise InputError(f"two queens on the square ({r},{c})")
        found.add((r, c))
    return tuple(sorted(found))


def json_size(record: Mapping[str, Any], longest: int) -> tuple[int, int]:
    """The field ``size``: [rows, columns]."""
    size = fields.listed(fields.require(record, "size"), "size", "two numbers [rows, columns]")
    if len(size) != 2:
        raise InputError(f'field "size" is {reprlib.repr(size)}, expected two numbers [rows, columns]')
    return fields.whole(size[0], "size[0]", 1, longest), fields.whole(size[1], "size[1]", 1, longest)


def text_size(word: str, line: int, column: int, longest: int) -> tuple[int, int]:
    """``8`` or ``8x9`` as (rows, columns)."""
    match = _SIZE.fullmatch(word)
    if not match:
        raise InputError(f"found {reprlib.repr(word)}, expected a size such as 8 or 8x8", line=line, column=column)
    height, width = int(match[1]), int(match[2] or match[1])
    if not 1 <= min(height, width) <= max(height, width) <= longest:
        raise InputError(f"found the size {word}, expected sides from 1 to {longest}", line=line, column=column)
    return height, width


def words_of(line: str) -> list[tuple[str, int]]:
    """The words of a line, each with its column from 1."""
    return [(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)]


def read_note(line: str, notes: dict[str, str]) -> None:
    """Put a comment of the form ``# key: value`` into *notes*; other comments say nothing."""
    if match := _NOTE.fullmatch(line):
        notes[match[1]] = match[2]


def note_lines(name: str, extra: Mapping[str, Any]) -> Iterator[str]:
    """*name* and those fields of *extra* that are one line of text, as lines that `read_note` reads back."""
    if name.strip():
        yield f"# name: {' '.join(name.split())}\n"
    for key, value in extra.items():
        line = f"# {key}: {value}"
        if isinstance(value, str) and line.isprintable() and key != "name":
            notes: dict[str, str] = {}
            read_note(line, notes)
            if notes == {key: value}:
                yield line + "\n"


def is_row(line: str) -> bool:
    """Whether a line can be a row of a drawn board."""
    return bool(_ROW.fullmatch(line.strip()))


def read_placements(text: str, geometry: Grid) -> Iterator[tuple[tuple[Cell, ...], Mapping[str, Any]] | InputError]:
    """Every placement of queens in *text*, with the JSON object that it came from (or an empty one).

    Read are rows of ``.`` and ``Q``, placements separated by blank lines; board integers (bit ``r*W + c``), one a
    line; JSON, whole or one value a line: an answer with ``solutions``, or an object with ``queens`` or ``board``.
    A bad one is yielded as an `InputError` with its line.
    """
    if not text.strip():
        yield InputError("the text is empty, expected a placement of queens", line=1)
        return
    for start, rows in parts(text) if text.lstrip()[0] not in "[{" else _json_parts(text):
        if rows[0].lstrip().startswith("#"):
            continue
        try:
            if is_row(rows[0]):
                yield _drawn(start, rows, geometry), {}
            elif rows[0].lstrip()[0] in "[{":
                for record in _records(rows[0]):
                    yield _tried(_recorded, record, geometry, start)
            else:
                yield _from_integer(rows[0].strip(), geometry), {}
        except InputError as error:
            yield error.located(line=start)


def parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines one by one, but rows of a drawn board together: (line number from 1, lines)."""
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


def _drawn(start: int, rows: list[str], geometry: Grid) -> tuple[Cell, ...]:
    expected = f"expected {geometry.height} rows of {geometry.width} squares"
    for number, row in enumerate(rows, start):
        if len(row.strip()) != geometry.width:
            raise InputError(f"found a row of {len(row.strip())} squares, {expected}", line=number)
    if len(rows) != geometry.height:
        raise InputError(f"found {len(rows)} rows, {expected}")
    return tuple(drawn_queens(rows))


def _from_integer(text: str, geometry: Grid) -> tuple[Cell, ...]:
    if not _INTEGER.fullmatch(text) or (len(text) > _LARGEST_DECIMAL and text[1:2] not in ("x", "X")):
        raise InputError(f"found {reprlib.repr(text)}, expected rows of '.' and 'Q', a board integer, or JSON")
    board = int(text, 0)
    if board > geometry.all:
        size = f"{geometry.height}x{geometry.width}"
        raise InputError(f"the board integer has bit {board.bit_length() - 1}, outside the {geometry.size} of {size}")
    return tuple(geometry.cells(board))


def _json_parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The whole text where it is one JSON value, else its lines."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        yield from ((number, [line]) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    else:
        yield 1, [text]


def _records(text: str) -> list[Any]:
    """The placements of one JSON value, not yet checked."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"invalid JSON: {getattr(error, 'msg', 'nested too deeply, or a number too long')}") from error
    found: list[Any] = []
    for entry in value if isinstance(value, list) else [value]:
        solutions = entry.get("solutions", [entry]) if isinstance(entry, dict) else [entry]
        found += solutions if isinstance(solutions, list) else [solutions]
    return found


def _recorded(record: Any, geometry: Grid, line: int) -> tuple[tuple[Cell, ...], Mapping[str, Any]]:
    if not isinstance(record, dict) or not {"queens", "board"} & record.keys():
        raise InputError(f'found {reprlib.repr(record)}, expected an object with "queens" or "board"', line=line)
    placements = []
    if "queens" in record:
        placements.append(tuple(sorted(fields.cells(record["queens"], "queens", geometry.height, geometry.width))))
    if "board" in record:
        placements.append(_from_integer(str(record["board"]), geometry))
    if placements[0] != placements[-1]:
        raise InputError('"queens" and "board" say different things', line=line)
    return placements[0], record


def _tried(read: Callable[[Any, Grid, int], T], record: Any, geometry: Grid, line: int) -> T | InputError:
    try:
        return read(record, geometry, line)
    except InputError as error:
        return error.located(line=line)
