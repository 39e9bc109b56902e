"""Check fields of JSON objects, for every kind: an `InputError` names the field, what was found and what is
expected.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from itertools import chain
from typing import Any

from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell, grid
from satdnd.grid.notation import counted

LONGEST_SIDE = 1000
"""The most rows, and columns, of a board, unless its kind has a smaller limit."""


def sides(height: Any, width: Any, longest: int = LONGEST_SIDE) -> None:
    """Raise InputError unless both are whole numbers from 1 to *longest*; to be called before cells are processed."""
    for what, side in (("rows", height), ("columns", width)):
        if type(side) is not int or not 1 <= side <= longest:
            raise InputError(f"found {shown(side)} {what}, expected 1 to {longest}")


def decoded(text: str) -> Any:
    """Parse a JSON text with one value. Raises InputError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except ValueError as error:
        raise InputError(str(error)) from error


_MOST_BITS = 10_000
"""The most bits of a whole number; some 3,000 digits."""


def shown(value: object) -> str:
    """*value* for a message: short, on one line."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "an integer of thousands of digits"


def writable(value: object, least: int = 0) -> bool:
    """Whether *value* is a whole number of at least *least* that can be printed: Python refuses 4,300 digits."""
    return type(value) is int and value >= least and value.bit_length() <= _MOST_BITS


def require(record: Mapping[str, Any], name: str) -> Any:
    """The field *name*. Raises InputError if it is missing, or if *record* is not an object."""
    if not isinstance(record, Mapping):
        raise InputError(f"found {shown(record)}, expected a JSON object")
    if name not in record:
        raise InputError(f'the field "{name}" is missing; found {", ".join(map(repr, record)) or "no fields"}')
    return record[name]


def whole(value: Any, name: str, low: int, high: int | None = None) -> int:
    """A whole number from *low* to *high* (None: no limit). Raises InputError."""
    fits = isinstance(value, int) and not isinstance(value, bool) and low <= value and (high is None or value <= high)
    if not fits:
        limits = f"from {low} to {high}" if high is not None else f"from {low}"
        raise InputError(f'field "{name}" is {shown(value)}, expected a whole number {limits}')
    number: int = value
    return number


def all_whole(values: Collection[Any], low: int, high: int) -> bool:
    """Whether all values are whole numbers in a range, checked without a loop; finding the wrong one takes a loop."""
    return not values or ({*map(type, values)} == {int} and min(values) >= low and max(values) <= high)


def text(value: Any, name: str) -> str:
    """A string. Raises InputError."""
    if not isinstance(value, str):
        raise InputError(f'field "{name}" is {shown(value)}, expected a string')
    return value


def name(record: Mapping[str, Any]) -> str:
    """The field ``name``; empty if it is missing."""
    return text(record.get("name", ""), "name")


def listed(value: Any, name: str, what: str) -> list[Any]:
    """A list; *what* names its elements in the message. Raises InputError."""
    if not isinstance(value, list):
        raise InputError(f'field "{name}" is {shown(value)}, expected a list of {what}')
    return value


def pair(value: Any, name: str, what: str) -> tuple[int, int]:
    """A list of two whole numbers of any size; *what* names them in the message. Raises InputError."""
    if not isinstance(value, list) or len(value) != 2 or any(type(x) is not int for x in value):
        raise InputError(f'field "{name}" is {shown(value)}, expected {what}')
    return value[0], value[1]


def size(record: Mapping[str, Any], longest: int = LONGEST_SIDE) -> tuple[int, int]:
    """The field ``size``: [rows, columns], each from 1 to *longest*. Raises InputError."""
    found = listed(require(record, "size"), "size", "two numbers [rows, columns]")
    if len(found) != 2:
        raise InputError(f'field "size" is {shown(found)}, expected two numbers [rows, columns]')
    try:
        sides(found[0], found[1], longest)
    except InputError as error:
        raise InputError(f'field "size": {error.message}') from None
    return found[0], found[1]


def cells(value: Any, name: str, height: int, width: int) -> list[Cell]:
    """A list of different ``[row, column]`` in a grid. Raises InputError."""
    if type(value) is list and {*map(type, value)} <= {list}:
        pairs: list[Cell] = [*map(tuple, value)]
        if grid(height, width).marked(pairs) is not None:
            return pairs
    found: dict[Cell, None] = {}
    for entry in listed(value, name, "cells [row, column]"):
        is_pair = isinstance(entry, list) and [*map(type, entry)] == [int, int]
        if not is_pair or not (0 <= entry[0] < height and 0 <= entry[1] < width):
            limits = f"row 0 to {height - 1} and column 0 to {width - 1}"
            raise InputError(f'field "{name}" holds {shown(entry)}, expected [row, column] with {limits}')
        if tuple(entry) in found:
            raise InputError(f'field "{name}" holds {entry} twice')
        found[entry[0], entry[1]] = None
    return list(found)


def sequence(value: Any, name: str, what: str) -> tuple[Any, ...]:
    """The entries of any iterable that is not a string; *what* names them in the message. Raises InputError."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{name} is {shown(value)}, expected {what}")
    return tuple(value)


def cell_sequence(value: Any, name: str) -> list[Cell]:
    """The cells in any iterable that is not a string, whether or not they lie on a board. Raises InputError."""
    found = sequence(value, name, "cells [row, column]")
    if {*map(type, found)} <= {tuple} and {*map(len, found)} <= {2} and {*map(type, chain(*found))} <= {int}:
        return [*found]
    for entry in found:
        if not isinstance(entry, list | tuple) or [*map(type, entry)] != [int, int]:
            raise InputError(f"{shown(entry)} among the {name} is not a cell; a cell is [row, column]")
    return [(r, c) for r, c in found]


def lines(value: Any, name: str) -> list[str]:
    """A non-empty list of strings of the same length. Raises InputError."""
    rows = [text(row, f"{name}[{i}]") for i, row in enumerate(listed(value, name, "strings"))]
    if not rows:
        raise InputError(f'field "{name}" is empty, expected a string for each row')
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f'row {i} of "{name}" has {len(row)} characters, expected {len(rows[0])} as in row 0')
    return rows


def rectangle(rows: Sequence[Sized]) -> None:
    """Raise InputError unless there are rows, not too many, all of one length."""
    sides(len(rows), len(rows[0]) if rows else 0)
    for r, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(f"row {r} has {counted(len(row), 'cell')}, expected {len(rows[0])} as in row 1")


def extra(record: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """The fields that have no meaning here, which are kept and otherwise ignored."""
    other = {*record}.difference(("kind", "name"), known)
    return {key: value for key, value in record.items() if key in other} if other else {}


def about(record: Mapping[str, Any], known: Iterable[str]) -> tuple[str, dict[str, Any]]:
    """The name of a puzzle and its extra fields."""
    return name(record), extra(record, known)


def record(puzzle: Any, known: Iterable[str], **own: Any) -> dict[str, Any]:
    """The JSON object of *puzzle*: kind, name, its *own* fields unless they are None, then the extra fields.

    Extra fields with a *known* name (a note ``# rows: 8`` in a text) are left out.
    """
    own = {key: value for key, value in own.items() if value is not None}
    return {"kind": puzzle.kind, "name": puzzle.name, **own} | extra(puzzle.extra, known)


_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


_TURNING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that a terminal or an editor obeys, beyond those of ASCII: controls, line ends, directions of writing."""


def harmless(text: str) -> str:
    """*text* with such characters as escapes, which mean the same in strings of JSON."""
    return text if text.isascii() and "\x7f" not in text else _TURNING.sub(lambda x: f"\\u{ord(x[0]):04x}", text)


def in_json(record: Any) -> str:
    """*record* as one line of JSON that every Unicode encoding can represent; NaN and infinite numbers become null.

    Characters that a terminal would obey are escaped.
    """
    try:
        line = _JSON.encode(record)
    except ValueError:
        line = json.dumps(json.loads(json.dumps(record), parse_constant=lambda _: None), ensure_ascii=False)
    line = harmless(line)
    if line.isascii():
        return line
    try:
        line.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return harmless(json.dumps(json.loads(line)))
    return line
