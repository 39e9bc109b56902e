"""Nonograms in files of numbers alone: ``.nin``, ``.mk``, CWC.

Source of the grammars: pbnsolve, README: ``.nin`` of Jakub Wilk, ``.mk`` of Petr Olsak, CWC (or CWD) of Alexander
Meshcheryakov and Vladimir Sukhoy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.documents import HEAD, Document, Record
from satdnd.formats.nonogram_files import record, runs_of, sides_of
from satdnd.formats.texts import Line

_ONE_LINE = re.compile(r"\s*([0-9]{1,4})[ \t]+([0-9]{1,4})[ \t]*(?:\n|$)")
_TWO_LINES = re.compile(r"\s*([0-9]{1,4})[ \t]*\n\s*([0-9]{1,4})[ \t]*(?:\n|$)")
_SIZES_EXPECTED = {
    _ONE_LINE: "two numbers in the first line, columns and rows",
    _TWO_LINES: "the number of rows, and below it the number of columns",
}


@dataclass
class _Numbers:
    """A text of numbers alone."""

    sizes: tuple[int, int]
    first: list[Line]
    """The lines below the sizes, up to a line ``#``."""
    second: list[Line] | None
    """Those behind it; None if there is none."""

    def sides(self, rows: int, columns: int) -> tuple[list[list[int]], list[list[int]]]:
        """The runs of rows and columns; an empty line is one without runs if so many are needed. Raises InputError."""
        first, second = self.first, self.second
        if second is None:
            filled = [line for line in first if line[1].strip()]
            gap = len(first) == rows + columns + 1 and not first[rows][1].strip()
            if len(filled) == rows + columns:
                first, second = filled[:rows], filled[rows:]
            elif gap or len(first) == rows + columns:
                first, second = first[:rows], first[rows + gap :]
            else:
                expected = f"expected {rows} for the rows and {columns} for the columns"
                raise InputError(f"found {len(filled)} lines of runs, {expected}", line=first[-1][0] if first else None)
        below = first[-1][0] if first else 1
        return sides_of(first, second, (rows, columns), (below, below))


def _numbers(text: str, sizes: re.Pattern[str]) -> _Numbers:
    """A text of numbers that begins with two *sizes*. Raises InputError."""
    found = sizes.match(text)
    if found is None:
        raise InputError(f"expected {_SIZES_EXPECTED[sizes]}, then the runs of each row and of each column")
    above = text.count("\n", 0, found.end())
    lines = [(number + above, line) for number, line in texts.numbered(text[found.end() :])]
    while lines and not lines[-1][1].strip():
        lines.pop()
    mark = next((i for i, (_, line) in enumerate(lines) if line.lstrip()[:1] == "#"), None)
    return _Numbers((int(found[1]), int(found[2])), lines[:mark], None if mark is None else lines[mark + 1 :])


def _nin_record(text: str) -> Record:
    """The record of columns and rows, then the runs of the rows, then those of the columns.

    With a line ``#`` between them, rows may be the first of the sizes, as in ``.mk``. Raises InputError.
    """
    numbers = _numbers(text, _ONE_LINE)
    columns, rows = numbers.sizes
    if numbers.second is not None and len([line for line in numbers.first if line[1].strip()]) == columns:
        columns, rows = rows, columns
    return record(*numbers.sides(rows, columns))


def _cwc_record(text: str) -> Record:
    """The record of rows and columns, then the runs of the rows, a blank line, those of the columns.

    Raises InputError.
    """
    numbers = _numbers(text, _TWO_LINES)
    return record(*numbers.sides(*numbers.sizes))


def _alone(read: Callable[[str], Record]) -> Callable[[str], Iterator[Record | InputError]]:
    def records(text: str) -> Iterator[Record | InputError]:
        """The one record of a text."""
        yield texts.try_read(read, text, line=1)

    return records


def _read_whole(head: str, read: Callable[[str], Record]) -> bool:
    """Whether a text that is not longer than its head can be read, with runs that fit and sums that agree."""
    if len(head) >= HEAD:
        return False
    try:
        found = read(head)
    except InputError:
        return False
    rows, columns = found["rows"], found["columns"]
    needed = [max(sum(line) + len(line) - 1 for line in side) for side in (rows, columns)]
    fit = needed[0] <= len(columns) and needed[1] <= len(rows)
    return fit and sum(map(sum, rows)) == sum(map(sum, columns)) > 0


def _is_marked(head: str) -> bool:
    """Whether rows and columns of numbers have a line ``#`` between them."""
    if len(head) < HEAD:
        return re.search(r"(?m)^[ \t]*#", head) is not None and _read_whole(head, _nin_record)
    try:
        numbers = _numbers(head.rpartition("\n")[0], _ONE_LINE)
        rows = [runs_of(line) for line in numbers.first if line[1].strip()]
    except InputError:
        return False
    return numbers.second is not None and len(rows) <= max(numbers.sizes)


def _is_cwc(head: str) -> bool:
    return re.search(r"\n[ \t]*\n", head.rstrip()) is not None and _read_whole(head, _cwc_record)


def _is_unmarked(head: str) -> bool:
    return "#" not in head and _read_whole(head, _nin_record)


def _unmarked_records(text: str) -> Iterator[Record | InputError]:
    found = (
        "these are the runs of a nonogram, but programs differ in whether those of the rows or the columns come first"
    )
    expected = "name the file .nin if the rows come first, or put a line '#' between the two"
    yield InputError(f"{found}; {expected}", line=1)


_KINDS = ("nonogram",)
_RUNS = "1\n3\n1\n"
DOCUMENTS = (
    Document(".nin and .mk", _KINDS, _is_marked, _alone(_nin_record), f"3 3\n{_RUNS}#\n{_RUNS}", (".nin", ".mk")),
    Document("CWC", _KINDS, _is_cwc, _alone(_cwc_record), f"3\n3\n{_RUNS}\n{_RUNS}", (".cwc",)),
    Document("runs in no certain order", _KINDS, _is_unmarked, _unmarked_records, f"3 3\n{_RUNS}{_RUNS}"),
)
