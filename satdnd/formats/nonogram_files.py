"""Nonograms in files with headings: ``.non`` and ``.g``.

Sources of the grammars: Steve Simpson, comp.lancs.ac.uk/~ss/nonogram/fmt2, and mikix/nonogram-db, FORMAT.md, for
``.non``; the sample files oko.g and rose.g of Petr Olsak's solver for ``.g``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.documents import Document, Record
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.notation import counted

_RUN = re.compile(r"([0-9]{1,9})([^0-9\s]?)")


def record(rows: list[list[int]], columns: list[list[int]], name: str = "", **extra: str) -> Record:
    """The record of a nonogram."""
    return {**extra, "kind": "nonogram", "name": name, "rows": rows, "columns": columns}


def runs_of(line: Line, colours: dict[str, str] | None = None) -> list[int]:
    """The runs in a line: numbers with blanks or commas between, 0 or nothing for none.

    Args:
        colours: the colours by the signs that may stand after a number; black is the only one that may be used.

    Raises:
        InputError: anything else, with its column.
    """
    number, text = line
    runs = []
    for word, column in texts.words(text, ","):
        run = _RUN.fullmatch(word)
        if run is None:
            found = f"found {fields.shown(word)}, expected the length of a run"
            raise InputError(found, line=number, column=column)
        if run[2]:
            colour = (colours or {}).get(run[2], run[2])
            if colour not in _BLACK:
                found = f"found a run of the colour {fields.shown(colour)}, expected black alone"
                message = f"{found}: nonograms of several colours are not read"
                raise InputError(message, line=number, column=column)
        runs.append(int(run[1]))
    if 0 in runs and len(runs) > 1:
        raise InputError("found a run of 0 among others, expected 1 or more", line=number)
    return [run for run in runs if run]


_BLACK = ("black", "000", "000000", "#000", "#000000")


def sides_of(
    rows: Sequence[Line], columns: Sequence[Line], size: tuple[int, int], above: tuple[int, int]
) -> tuple[list[list[int]], list[list[int]]]:
    """The runs of all rows and all columns.

    Blank lines are rows or columns without runs if so many are needed and the sums agree; otherwise they mean nothing.

    Args:
        rows: the lines of the rows.
        columns: those of the columns.
        size: how many rows and columns are expected.
        above: the numbers of the lines above them.

    Raises:
        InputError: more or fewer lines, or what is no run.
    """
    found, short = list[list[list[int]]](), list[InputError]()
    for lines, count, number, what in zip((rows, columns), size, above, ("row", "column"), strict=True):
        filled = [line for line in lines if line[1].strip()]
        if len(filled) != count:
            place = filled[min(len(filled) - 1, count)][0] if filled else number
            short.append(InputError(f"found the runs of {counted(len(filled), what)}, expected {count}", line=place))
            if len(filled) > count or len(lines) < count or any(text.strip() for _, text in lines[count:]):
                raise short[-1]
        found.append([runs_of(line) for line in (filled if len(filled) == count else lines[:count])])
    if short and sum(map(sum, found[0])) != sum(map(sum, found[1])):
        raise short[0]
    return found[0], found[1]


# .non

_SIZE = re.compile(r"(width|height|rows|columns)\s+([0-9]{1,9})\s*$", re.IGNORECASE)
_SECTION = re.compile(r"(rows|columns)\s*$", re.IGNORECASE)
_PROPERTY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)(?:\s+(.*))?$")
_DIVIDER = re.compile(r"=+\s*$")
_SIDES = {"height": "rows", "width": "columns"}
_UNUSED = ("goal", "saved", "maxrule", "color")


def _non_records(text: str) -> Iterator[Record | InputError]:
    parts = [list[Line]()]
    for line in texts.numbered(text):
        if _DIVIDER.match(line[1].strip()) and len(line[1].strip()) >= 4:
            parts.append([])
        else:
            parts[-1].append(line)
    for part in parts:
        if any(line.strip() for _, line in part) or len(parts) == 1:
            yield texts.try_read(_non_record, part, line=part[0][0] if part else 1)


def _non_record(lines: list[Line]) -> Record:
    """The record of one puzzle; its goal, which is the answer, and saved boards are left out. Raises InputError."""
    sizes, sides, notes = dict[str, int](), dict[str, tuple[int, list[Line]]](), dict[str, str]()
    section: list[Line] | None = None
    for number, line in lines:
        text = line.strip()
        if size := _SIZE.match(text):
            side = _SIDES.get(size[1].lower(), size[1].lower())
            if sizes.setdefault(side, int(size[2])) != int(size[2]):
                raise InputError(f"found {size[2]} {side}, expected {sizes[side]} as above", line=number)
            section = None
        if head := _SECTION.match(text) or (size and re.match("rows|columns", text, re.IGNORECASE)):
            side = (head[1] if head.re is _SECTION else head[0]).lower()
            if side in sides and any(row.strip() for _, row in sides[side][1]):
                raise InputError(f"found a second section {side!r}", line=number)
            section = []
            sides[side] = number, section
        elif size:
            continue
        elif found := _PROPERTY.match(text):
            section = None
            key, value = found[1].lower(), html.unescape(_unquoted(found[2] or ""))
            if key not in _UNUSED and value:
                notes[key] = " ".join(value.split())
        elif section is not None:
            section.append((number, line))
    for side, word in (("rows", "height"), ("columns", "width")):
        if side not in sizes:
            raise InputError(f"found no {word}, expected a line such as '{word} 10'")
        if side not in sides:
            raise InputError(f"found no line {side!r}, expected it above the runs of the {side}")
    (at_rows, rows), (at_columns, columns) = sides["rows"], sides["columns"]
    runs = sides_of(rows, columns, (sizes["rows"], sizes["columns"]), (at_rows, at_columns))
    return record(runs[0], runs[1], notes.pop("title", ""), **notes)


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:].partition(value[0])[0] if value[:1] in ("'", '"') else value


def _is_non(head: str) -> bool:
    found = {_SIDES.get(size[1].lower(), size[1].lower()) for size in map(_SIZE.match, _stripped(head)) if size}
    return found == {"rows", "columns"}


def _stripped(text: str) -> Iterator[str]:
    return (line.strip() for _, line in texts.numbered(text))


# .g

_COLOUR = re.compile(r"\s*(\S):(\S?)\s+(\S+)")


def _olsak_records(text: str) -> Iterator[Record | InputError]:
    yield texts.try_read(_olsak_record, text, line=1)


def _olsak_record(text: str) -> Record:
    """The record of a section of rows and one of columns, each below a line that begins with ``:``.

    Raises InputError.
    """
    colours: dict[str, str] | None = None
    sections = list[tuple[int, list[Line]]]()
    for number, line in texts.numbered(text):
        if line.startswith(":"):
            if len(sections) == 2:
                break
            sections.append((number, []))
        elif sections:
            sections[-1][1].append((number, line))
        elif line[:2].lower() == "#t":
            raise InputError("found a puzzle of triangles ('#t'), expected rows and columns of squares", line=number)
        elif line[:2].lower() == "#d":
            colours = {}
        elif colours is not None and (colour := _COLOUR.match(line)):
            colours[colour[1]] = colour[3]
    else:
        if sections:
            last = sections[-1][1]
            while last and not last[-1][1].strip():
                last.pop()
    if len(sections) < 2:
        raise InputError("expected two sections, each below a line that begins with ':': the rows, then the columns")
    usual = (colours or {}).get("1", "black")
    if usual not in _BLACK:
        raise InputError(f"found the usual colour {fields.shown(usual)}, expected black alone: colours are not read")
    rows, columns = ([runs_of(line, colours) for line in lines] for _, lines in sections)
    for (number, _), side, what in zip(sections, (rows, columns), ("row", "column"), strict=True):
        if not side:
            raise InputError(f"found no {what} in this section", line=number)
    return record(rows, columns)


def _is_olsak(head: str) -> bool:
    lines = [*_stripped(head)]
    return any(line.startswith(":") and re.fullmatch(r"([0-9]+\S?[\s,]*)+", below) for line, below in pairwise(lines))


_NON = 'title "Cross"\nwidth 3\nheight 3\n\nrows\n1\n3\n1\n\ncolumns\n1\n3\n1\n\ngoal "010111010"\n'
_OLSAK = ": rows\n1\n3\n1\n: columns\n1\n3\n1\n: end\n"
DOCUMENTS = (
    Document(".non", ("nonogram",), _is_non, _non_records, _NON, (".non", ".nonpack")),
    Document(".g (olsak)", ("nonogram",), _is_olsak, _olsak_records, _OLSAK, (".g",)),
)
