"""Puzzles of puzzlekit: JSON with a text in "problem", a whole data set of these, and texts of several parts.

Source of the grammar: SmilingWayne/PuzzleSolver, src/puzzlekit/parsers (the parts) and solvers (the signs), and
SmilingWayne/puzzlekit-dataset, assets/data (data sets).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.documents import HEAD, Document, Record
from satdnd.formats.words import Word
from satdnd.grid import fields
from satdnd.grid.notation import counted

_Words: TypeAlias = list[list[Word]]
_BLANK = "-"


class _Parts:
    """The lines of a problem below its header, which are taken one by one."""

    def __init__(self, text: str) -> None:
        """Raises InputError unless the first line has the rows and the columns."""
        self._lines = [
            [Word(word, number, column) for word, column in texts.words(line)]
            for number, line in texts.numbered(text)
            if line.strip()
        ]
        header = self._lines[0] if self._lines else []
        if len(header) < 2:
            raise InputError("expected two numbers, rows and columns, in the first line of the problem")
        self.rows, self.columns = (_required(word) for word in header[:2])
        fields.sides(self.rows, self.columns)
        self.more = header[2:]
        self._at = 1

    @property
    def left(self) -> int:
        """The number of lines that were not taken."""
        return len(self._lines) - self._at

    def lines(self, count: int, width: int | None, what: str) -> _Words:
        """The next lines, each with *width* words (None: any). Raises InputError."""
        found = self._lines[self._at : self._at + count]
        for words in found:
            if width is not None and len(words) != width:
                message = f"found {counted(len(words), 'word')}, expected {width} for {what}"
                raise InputError(message, line=words[0].line, column=words[min(len(words) - 1, width)].column)
        if len(found) < count:
            last = self._lines[-1][0].line
            raise InputError(
                f"the problem ends after {counted(len(found), 'line')} for {what}, expected {count}", line=last
            )
        self._at += count
        return found

    def grid(self, what: str = "the cells") -> _Words:
        """The next lines, with a word for each cell. Raises InputError."""
        return self.lines(self.rows, self.columns, what)

    def numbers(self, count: int, what: str) -> list[int | None]:
        """The next line, of numbers; ``-`` is none. Raises InputError."""
        return _given(self.lines(1, count, what))[0]

    def end(self) -> None:
        """Raise InputError unless all lines were taken."""
        if self.left:
            word = self._lines[self._at][0]
            raise InputError(f"found one line too many, with {self.rows} rows in the first line", line=word.line)


def _required(word: Word) -> int:
    number = word.number("a number")
    if number is None:
        raise word.wrong("a number")
    return number


def _signs(grid: _Words, signs: dict[str, str]) -> list[str]:
    """Raises InputError for other signs."""
    for word in (word for row in grid for word in row):
        if word.text not in signs:
            raise word.wrong(f"one of {' '.join(signs)}")
    return ["".join(signs[word.text] for word in row) for row in grid]


def _given(grid: _Words) -> list[list[int | None]]:
    """Raises InputError."""
    return [[None if word.text == _BLANK else _required(word) for word in row] for row in grid]


_DIGITS = {str(digit): str(digit) for digit in range(5)}


def _akari(parts: _Parts) -> Record:
    return {"rows": _signs(parts.grid(), {_BLANK: ".", "x": "#", **_DIGITS})}


def _binairo(parts: _Parts) -> Record:
    return {"rows": _signs(parts.grid(), {_BLANK: ".", "1": "0", "2": "1"})}


def _heyawake(parts: _Parts) -> Record:
    _no_more(parts)
    numbers = _given(parts.grid("the numbers")) if parts.left > parts.rows else []
    clues = [[r, c, x] for r, row in enumerate(numbers) for c, x in enumerate(row) if x is not None]
    return {"areas": _areas(parts), "numbers": clues}


def _no_more(parts: _Parts) -> None:
    """Raise InputError unless the first line is only rows and columns."""
    if parts.more:
        raise parts.more[0].wrong("the end of the line, after rows and columns")


def _areas(parts: _Parts) -> list[list[str | None]]:
    return [[None if word.text in ("@", "#") else word.text for word in row] for row in parts.grid("the areas")]


def _numbers(parts: _Parts) -> Record:
    return {"rows": _given(parts.grid())}


def _kakuro(parts: _Parts) -> Record:
    def cell(word: Word) -> Any:
        """A cell; sums are down, then across, with a comma between. Raises InputError."""
        if word.text in (_BLANK, "0"):
            return "#" if word.text == _BLANK else "."
        sums = re.fullmatch("([0-9]{0,4}),([0-9]{0,4})", word.text)
        if sums is None:
            raise word.wrong("'-', 0 (a white cell), or sums such as 16,3 (down, across)")
        return [int(x) if x else None for x in sums.groups()]

    return {"rows": [[cell(word) for word in row] for row in parts.grid()]}


def _masyu(parts: _Parts) -> Record:
    return {"rows": _signs(parts.grid(), {_BLANK: ".", "w": "w", "b": "b", "1": "w", "2": "b"})}


def _nonogram(parts: _Parts) -> Record:
    columns, rows = (
        [[run for run in map(_required, line) if run] for line in parts.lines(count, None, f"the {what}")]
        for count, what in ((parts.columns, "columns"), (parts.rows, "rows"))
    )
    return {"rows": rows, "columns": columns}


def _skyscrapers(parts: _Parts) -> Record:
    if parts.more and parts.more[0].text != str(parts.columns):
        raise parts.more[0].wrong(f"heights up to {parts.columns}, the number of columns")
    if parts.more[1:]:
        raise parts.more[1].wrong("the end of the line: rules for diagonals are not read")
    counts = {"top": parts.columns, "bottom": parts.columns, "left": parts.rows, "right": parts.rows}
    record: Record = {side: [x or None for x in parts.numbers(count, f"the {side}")] for side, count in counts.items()}
    return {**record, "rows": [[x or None for x in row] for row in _given(parts.grid())]} if parts.left else record


def _slitherlink(parts: _Parts) -> Record:
    return {"rows": _signs(parts.grid(), {_BLANK: ".", **_DIGITS})}


def _starbattle(parts: _Parts) -> Record:
    if len(parts.more) != 1:
        raise InputError("expected three numbers in the first line of the problem: rows, columns, stars")
    if parts.left > parts.rows:
        _signs(parts.grid(), {_BLANK: "."})
    return {"stars": _required(parts.more[0]), "areas": _areas(parts)}


def _sudoku(parts: _Parts) -> Record:
    clues = ""
    for number in (number or 0 for row in _given(parts.grid()) for number in row):
        if number > parts.rows:
            raise InputError(f"found {number} in a sudoku of {parts.rows} rows")
        clues += "." if not number else str(number) if number < 10 else chr(ord("A") + number - 10)
    return {"clues": clues}


def _tents(parts: _Parts) -> Record:
    _no_more(parts)
    columns = parts.numbers(parts.columns, "the columns")
    rows = parts.numbers(parts.rows, "the rows")
    signs = _signs(parts.grid(), {_BLANK: ".", "x": "x"})
    trees = [[r, c] for r, row in enumerate(signs) for c, sign in enumerate(row) if sign == "x"]
    return {"rows": rows, "columns": columns, "trees": trees}


def _yajilin(parts: _Parts) -> Record:
    def cell(word: Word) -> str | None:
        """A clue as ours; ``@`` is a cell of its own without a clue. Raises InputError."""
        if not re.fullmatch("-|@|[0-9]{1,4}[nswe]", word.text):
            raise word.wrong("'-', '@', or a clue such as 2s")
        return None if word.text == _BLANK else word.text

    return {"rows": [[cell(word) for word in row] for row in parts.grid()]}


_READERS: dict[str, Callable[[_Parts], Record]] = {
    "akari": _akari,
    "binairo": _binairo,
    "heyawake": _heyawake,
    "hitori": _numbers,
    "kakuro": _kakuro,
    "masyu": _masyu,
    "nonogram": _nonogram,
    "numberlink": _numbers,
    "shikaku": _numbers,
    "skyscrapers": _skyscrapers,
    "slitherlink": _slitherlink,
    "starbattle": _starbattle,
    "sudoku": _sudoku,
    "tents": _tents,
    "yajilin": _yajilin,
}
_OTHER_NAMES = {"skyscraper": "skyscrapers", "tent": "tents", "takuzu": "binairo", "slither": "slitherlink"}


def _problem(text: str, kind: str) -> Record:
    """The record of a problem of a kind. Raises InputError."""
    if kind not in _READERS:
        raise InputError(f"found a problem of the kind {fields.shown(kind)}, expected one of {', '.join(_READERS)}")
    parts = _Parts(text)
    record = _READERS[kind](parts)
    parts.end()
    return {"kind": kind, **record}


# JSON

_NAMING = ("kind", "puzzle", "puzzle_type", "type")
"""The fields that may name a kind, the first one found counts."""


def _json_records(text: str, kind: str | None = None) -> Iterator[Record | InputError]:
    for found in texts.json_values([text]):
        if isinstance(found, InputError):
            yield found
            continue
        line, value = found
        if isinstance(value, texts.Unread):
            value = texts.json_object(value.text)
        for record in value if isinstance(value, list) else [value]:
            for name, entry, stated in _entries(record, kind):
                yield texts.try_read(_json_record, name, entry, stated, line=line)


def _entries(record: Any, kind: str | None) -> Iterator[tuple[str, Any, str | None]]:
    """The problems in a JSON value: the name of each, its object, and the kind that is stated elsewhere."""
    data = record.get("data") if isinstance(record, dict) and "problem" not in record else None
    if not isinstance(data, dict):
        yield "", record, kind
        return
    stated = _kind(record.get("name")) or kind
    yield from ((name, entry, stated) for name, entry in data.items())


def _kind(name: Any) -> str | None:
    word = re.sub("[^a-z]", "", name.lower()) if isinstance(name, str) else ""
    return _OTHER_NAMES.get(word, word) or None


def _json_record(name: str, entry: Any, kind: str | None) -> Record:
    """Raises InputError. The solution is left out."""
    text = fields.text(fields.require(entry, "problem"), "problem")
    stated = next((_kind(entry[key]) for key in _NAMING if isinstance(entry.get(key), str)), None)
    if not (stated or kind):
        raise InputError('no kind is named: pass --kind NAME, or add "kind": "NAME" to the object')
    notes = {key: x for key in ("source", "info") if isinstance(x := entry.get(key), str) and x.strip()}
    own = entry.get("name")
    try:
        record = _problem(text, stated or kind or "")
    except InputError as error:
        place = f", column {error.column}" if error.column else ""
        raise InputError(
            f"line {error.line}{place} of the problem: {error.message}" if error.line else error.message
        ) from None
    return {**notes, "name": own if isinstance(own, str) else name, **record}


def _is_json(head: str) -> bool:
    if re.search(r'"problem"\s*:\s*"\s*[0-9]+ +[0-9]+[ 0-9A-Z]*\\n', head) is None:
        return False
    return re.search(r'"(?:rows|clues|areas)"\s*:', head) is None


# texts of several parts

_PARTS = ("heyawake", "kakuro", "skyscrapers", "starbattle", "tents")


def _fitting(text: str) -> list[str]:
    """The kinds of which a text may be a problem, without those of one plain grid."""
    found = []
    for kind in _PARTS:
        try:
            parts = _Parts(text)
            plain = not parts.more and parts.left == parts.rows
            _READERS[kind](parts)
            parts.end()
        except InputError:
            continue
        if re.search("[0-9],|,[0-9]", text) if kind == "kakuro" else not plain:
            found.append(kind)
    return found


def _text_records(text: str, kind: str | None = None) -> Iterator[Record | InputError]:
    fitting = _fitting(text)
    kind = kind or ("kakuro" if fitting == ["kakuro"] else None)
    if kind:
        yield texts.try_read(_problem, text, kind, line=1)
    else:
        found = f"this may be a puzzle of a kind with several parts, in the form of puzzlekit ({', '.join(fitting)})"
        yield InputError(f"{found}; pass --kind NAME", line=1)


def _is_text(head: str) -> bool:
    return len(head) < HEAD and bool(_fitting(head))


_JSON = '{"puzzle": "tents", "problem": "2 2\\n1 0\\n1 0\\n- x\\n- -", "solution": "2 2\\no x\\n- -"}\n'
_TEXT = "2 2\n1 0\n1 0\n- x\n- -\n"
DOCUMENTS = (
    Document("puzzlekit JSON", tuple(_READERS), _is_json, _json_records, _JSON, with_kind=_json_records),
    Document("puzzlekit text", _PARTS, _is_text, _text_records, _TEXT, with_kind=_text_records),
)
