"""Families of clues: each is a field of a puzzle, and knows how its clues are written, read, drawn and changed.

The *place* of a clue is a cell for clues in cells, and the number of a line for clues at the margins.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields as dataclass_fields, replace
from itertools import chain, count
from typing import Any, Generic, TypeVar

from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import EMPTY_SIGNS, UNMARKED, blocks, cells_of, lines_of
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.notation import cell_name

V = TypeVar("V")
_KEY = "clues"
_TYPES = {int, str, type(None)}
UNKNOWN = "?"
"""A clue whose value is unknown."""
WALL = "#"
"""A wall without a number."""
_SYMBOL = r"[^\W\d_]"
"""A letter, which can stand for a number."""


class Clues(ABC, Generic[V]):
    """One family of clues; *V* is the value of the field that holds them."""

    keyword: str = ""
    """The heading of its lines in a text; empty for the grid of a puzzle, which has no heading."""
    noun: str
    """The word for a clue: ``number``."""
    slot: str = "cell"
    """What holds one of its numbers in a puzz.link."""
    removable: bool = True
    """Whether generated puzzles leave single clues out."""
    given: bool = False
    """Whether a clue is just a mark that is already in place."""
    open: bool = True
    """Whether a missing clue allows every value: the puzzle then has the solutions for all of them."""
    instead: str = ""
    """A remark after a clue that setters propose in place of an unknown one."""
    noted: bool = False
    """Whether a text holds it as a note with the field's name as the key, and not in lines."""
    rare: bool = False
    """Whether most puzzles have none of these clues, so that a text without them is nothing special."""
    spare: bool = False
    """Whether generated puzzles use such clues only if the others are not enough."""
    unknown_sign: str = ""
    """The sign of a clue with an unknown value; empty if there are no such clues."""

    @property
    def help(self) -> str:
        """How its lines are written, in a sentence or two; empty if an example is enough."""
        return ""

    @property
    def wanted(self) -> str:
        """What is missing from a text without a puzzle."""
        return f"rows of {self.noun}s and '.'"

    @property
    def unsaid(self) -> Any:
        """The value of a puzzle whose text or JSON does not mention it; None: it has to, unless the field has a
        default.
        """
        return None

    @abstractmethod
    def checked(self, value: Any, name: str) -> V:
        """The value in its normal form. Raises InputError with the field and the place."""

    def fitted(self, value: V, name: str, geometry: Grid) -> V:
        """The value on a grid of that size, for families without a size of their own. Raises InputError if it does not
        fit.
        """
        return value

    @abstractmethod
    def size(self, value: V) -> tuple[int, int]:
        """Rows and columns; 0 for a side that the value does not determine."""

    @abstractmethod
    def blank(self, height: int, width: int) -> V:
        """A value without clues."""

    @abstractmethod
    def to_json(self, value: V) -> Any:
        """The JSON form; `from_json` reads it."""

    def from_json(self, value: Any, name: str) -> V:
        """The inverse of `to_json`. Raises InputError."""
        return self.checked(value, name)

    def to_note(self, value: V) -> str | None:
        """Its note, if a text has it as one; None where the text need not mention it."""
        return None if (found := self.to_json(value)) is None else str(found)

    @property
    def further_fields(self) -> tuple[str, ...]:
        """Further fields of a record that hold part of the value."""
        return ()

    def to_record(self, value: V, name: str) -> dict[str, Any]:
        """Its fields in the JSON record of a puzzle."""
        return {name: self.to_json(value)}

    def from_record(self, record: Mapping[str, Any], name: str) -> V:
        """The inverse of `to_record`, for a record with the field *name*. Raises InputError."""
        return self.from_json(record[name], name)

    def is_cell(self, word: str) -> bool:
        """Whether a word can stand in a cell of its lines, if these are rows of a grid."""
        return False

    def notices(self, value: V) -> list[str]:
        """What is unusual about a value, and could be a mistake."""
        return []

    def pieces(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """The lines of each puzzle, in a text whose puzzles have nothing else."""
        return blocks(lines)

    @abstractmethod
    def to_lines(self, value: V) -> list[str]:
        """The lines of a text; `from_lines` reads them."""

    @abstractmethod
    def from_lines(self, rows: list[Line]) -> V:
        """The inverse of `to_lines`. Raises InputError with line and column."""

    @abstractmethod
    def given_clues(self, value: V) -> Mapping[Hashable, Any]:
        """The known clue of each place; places without a clue, or with an unknown one, are left out."""

    @abstractmethod
    def changed(self, value: V, clues: Mapping[Hashable, Any]) -> V:
        """The value with other clues at some places; None removes a clue or makes it unknown."""

    @abstractmethod
    def alternatives(self, value: V, place: Hashable, size: tuple[int, int]) -> Iterable[Any]:
        """Other clues that are possible at a place in a puzzle of that size, the nearest first."""

    def of_mark(self, place: Any, what: str) -> Any:
        """The clue that equals a player's mark, if clues are marks. Raises UsageError for another mark."""
        raise NotImplementedError

    @abstractmethod
    def name_of(self, place: Hashable) -> str:
        """The name of a place in sentences: ``the number at r1c1``."""

    def shown(self, clue: Any) -> str:
        """The form of a clue in sentences."""
        return str(clue)

    def sentence(self, place: Hashable, clue: Any) -> str:
        """The sentence of a clue: ``the number at r1c1 is 3``."""
        return f"{self.name_of(place)} is {self.shown(clue)}"

    def change(self, place: Hashable, old: Any, new: Any) -> str:
        """The sentence of a changed clue: ``the number at r1c1: 4 instead of 3``."""
        return f"{self.name_of(place)}: {self.shown(new)} instead of {self.shown(old)}"

    @abstractmethod
    def drawn(self, value: V, picture: Picture) -> Picture:
        """*picture* with the clues drawn over it."""

    @property
    def page(self) -> dict[str, Any] | None:
        """The facts that the editor's page needs (``web/static/declared.js``); None if it cannot edit such clues."""
        return None

    def slot_count(self, height: int, width: int) -> int:
        """The number of slots for numbers in a puzz.link."""
        return height * width

    def slots(self, value: V, height: int, width: int) -> list[int | None]:
        """Its numbers as slots of a puzz.link, None for an empty slot. Raises InputError if one has no room."""
        raise NotImplementedError

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> V:
        """The inverse of `slots`. Raises InputError with the column."""
        raise NotImplementedError


def clues(family: Clues[V], default: Any = MISSING) -> Any:
    """A dataclass field that holds clues of a family; *default* is its value if a puzzle, or its JSON, has none."""
    return field(default=default, metadata={_KEY: family})


_families: dict[type, Mapping[str, Clues[Any]]] = {}
"""Cached: every puzzle that is read needs it."""


def families_of(puzzle_class: type) -> Mapping[str, Clues[Any]]:
    """The families of clues of a class of puzzles, by field name."""
    if puzzle_class not in _families:
        every = dataclass_fields(puzzle_class)
        _families[puzzle_class] = {f.name: f.metadata[_KEY] for f in every if _KEY in f.metadata}
    return _families[puzzle_class]


@dataclass(frozen=True)
class NumberGrid(Clues[tuple[tuple[int | str | None, ...], ...]]):
    """Numbers in some cells.

    Args:
        least, most: the smallest and largest number; None: no limit.
        unknown: whether a number may be ``?`` (unknown).
        noun: the word for it.
        fixed: whether its number settles the cell, so that players do not mark it.
        symbols: whether letters and other signs are allowed, distinct from numbers.
        removable: whether single numbers may be left out.
        walls: whether cells with a number are walls, and ``#`` is one without a number, or with an unknown one.
        counts: whether numbers count something, so that one above *most* is valid too, and leaves no solution.
        stays: whether a number that is left out stays as an unknown one, where there are such.
    """

    least: int = 1
    most: int | None = None
    unknown: bool = False
    noun: str = "number"
    fixed: bool = False
    symbols: bool = False
    removable: bool = True
    walls: bool = False
    counts: bool = False
    stays: bool = True

    @property
    def unknown_sign(self) -> str:  # type: ignore[override]  # it follows from what there is
        """The sign, if such clues are allowed."""
        return WALL if self.walls else UNKNOWN if self.unknown else ""

    @property
    def page(self) -> dict[str, Any]:
        """The range of numbers, and their signs."""
        return {
            "family": "numbers",
            "least": self.least,
            "most": self.most,
            "unknown": self.unknown,
            "fixed": self.fixed,
            "walls": self.walls,
        }

    @property
    def help(self) -> str:
        """How signs and numbers of several digits are written."""
        unknown = ", ? for an unknown one," if self.unknown else ", # for a wall without," if self.walls else ""
        wide = "; with numbers\nabove 9 there are blanks between all cells" if (self.most or 10) > 9 else ""
        letter = ", a letter" if self.symbols else ""
        empty = "a white cell" if self.walls else "without"
        return f"One line per row: a {self.noun}{letter}{unknown} or . {'for ' * self.walls}{empty}{wide}."

    @property
    def expected(self) -> str:
        """The possible entries, for error messages."""
        whole = f"a whole number from {self.least}" + (f" to {self.most}" if self.most is not None else "")
        whole += ", a letter" if self.symbols else ""
        return whole + (f", {self.unknown_sign!r} or none" if self.unknown_sign else " or none")

    def checked(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The rows, all of the same length."""
        rows = tuple(
            fields.sequence(row, f"row {r}", "a list of numbers, None for a cell without")
            for r, row in enumerate(fields.sequence(value, name, "a list of rows"), 1)
        )
        fields.rectangle(rows)
        if {*map(type, chain.from_iterable(rows))} <= _TYPES and all(map(self._fits, {*chain.from_iterable(rows)})):
            return rows  # large grids have few different numbers
        for r, row in enumerate(rows):
            for c, number in enumerate(row):
                if not self._fits(number):
                    raise InputError(f"{cell_name((r, c))}: found {fields.shown(number)}, expected {self.expected}")
        return rows

    def _fits(self, number: Any) -> bool:
        if number is None or (isinstance(number, str) and number and number == self.unknown_sign):
            return True
        if self.symbols and isinstance(number, str):
            return bool(re.fullmatch(_SYMBOL, number))
        return fields.writable(number, self.least) and (self.most is None or self.counts or number <= self.most)

    def size(self, value: Sequence[Sequence[Any]]) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return len(value), len(value[0])

    def blank(self, height: int, width: int) -> tuple[tuple[None, ...], ...]:
        """A grid without numbers."""
        return ((None,) * width,) * height

    def to_json(self, value: Sequence[Sequence[Any]]) -> list[Any]:
        """Strings with one sign per cell, or lists if a number is above 9."""
        large = any(isinstance(x, int) and x > 9 for row in value for x in row)
        return [list(row) if large else "".join(map(_sign, row)) for row in value]

    def from_json(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The inverse of `to_json`: strings as in a text, or lists of entries with null for none."""
        rows = fields.listed(value, name, "rows")
        try:
            return self.checked([self._row(row, name) for row in rows], name)
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None

    def _row(self, row: Any, name: str) -> Sequence[Any]:
        if isinstance(row, str):
            return self.from_lines([(0, row)])[0]
        typed = {".": None, **{str(digit): digit for digit in range(10)}}
        return [typed.get(x, x) if isinstance(x, str) else x for x in fields.listed(row, name, "numbers")]

    def to_lines(self, value: Sequence[Sequence[Any]]) -> list[str]:
        """One line per row, separated by blanks if a number is above 9."""
        return lines_of([[_sign(x) for x in row] for row in value])

    def is_cell(self, word: str) -> bool:
        """A number, ``[12]`` too, a sign of the family, or a dot."""
        also = (f"|[{self.unknown_sign}]" if self.unknown_sign else "") + (f"|{_SYMBOL}" if self.symbols else "")
        return bool(re.fullmatch(rf"[.]{also}|[0-9]{{1,1000}}|\[[0-9]{{1,1000}}\]", word)) and self._fits(_entry(word))

    def from_lines(self, rows: list[Line]) -> tuple[tuple[int | str | None, ...], ...]:
        """The inverse of `to_lines`: rows as `cells_of` reads them; ``[12]`` is one cell."""
        signs = UNMARKED if self.walls else EMPTY_SIGNS  # other signs may mean walls
        grid = cells_of(rows, self.is_cell, self.expected.replace("or none", "or '.'"), empty=signs)
        entries = {word: _entry(word) for row in grid for word in {*row}}
        return tuple(tuple([entries[word] for word in row]) for row in grid)

    def slots(self, value: Sequence[Sequence[Any]], height: int, width: int) -> list[int | None]:
        """One slot per cell."""
        for place, number in self.given_clues(value).items():
            if number > puzzlink.LARGEST_NUMBER:
                most = puzzlink.LARGEST_NUMBER
                raise InputError(f"{self.name_of(place)} is above {most}: puzz.link cannot hold it, text can")
        return [puzzlink.UNKNOWN if x == self.unknown_sign else x for row in value for x in row]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[tuple[Any, ...], ...]:
        """The inverse of `slots`. Raises InputError."""
        entries = list[int | str | None]()
        for index, slot in enumerate(slots):
            entry = slot and ((self.unknown_sign or UNKNOWN) if slot[0] == puzzlink.UNKNOWN else slot[0])
            if slot and not self._fits(entry):
                at = cell_name(divmod(index, width))
                found = f"the number {entry}" if isinstance(entry, int) else "an unknown number"
                raise InputError(f"found {found} at {at}, expected {self.expected}", column=slot[1])
            entries.append(entry)
        return tuple(tuple(entries[r * width : (r + 1) * width]) for r in range(height))

    def given_clues(self, value: Sequence[Sequence[Any]]) -> dict[Hashable, Any]:
        """The cells with a known number."""
        return {(r, c): x for r, row in enumerate(value) for c, x in enumerate(row) if x not in (None, UNKNOWN, WALL)}

    def changed(self, value: Sequence[Sequence[Any]], clues: Mapping[Any, Any]) -> tuple[tuple[Any, ...], ...]:
        """The grid with other numbers; None leaves ``?`` or ``#`` if the family says so, otherwise an empty cell."""
        rows, left = [list(row) for row in value], (self.unknown_sign or None) if self.stays else None
        for (r, c), number in clues.items():
            rows[r][c] = left if number is None else number
        return tuple(map(tuple, rows))

    def alternatives(self, value: Sequence[Sequence[Any]], place: Any, size: tuple[int, int]) -> list[Any]:
        """All other numbers up to the number of cells; for symbols, those of the grid and a new one."""
        if self.symbols:
            there = {*chain.from_iterable(value)} - {None}
            new = next(x for x in count(1) if x not in there)
            return [*sorted(there, key=lambda x: (isinstance(x, str), x)), new]
        most = size[0] * size[1] if self.most is None else self.most
        old = value[place[0]][place[1]]
        near = old if isinstance(old, int) else self.least
        return sorted(range(self.least, most + 1), key=lambda x: abs(x - near))

    def name_of(self, place: Any) -> str:
        """``the number at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def drawn(self, value: Sequence[Sequence[Any]], picture: Picture) -> Picture:
        """The picture with numbers in their cells, shaded ones included."""
        tiles = [
            [
                tile
                if number is None
                else Tile.of("wall", str(number).replace(WALL, ""), tile.marked)
                if self.walls
                else Tile.of("wall" if tile.style == "wall" else "clue", str(number), tile.marked)
                for number, tile in zip(*rows, strict=True)
            ]
            for rows in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)


def _sign(entry: Any) -> str:
    return "." if entry is None else str(entry)


def _entry(word: str) -> int | str | None:
    bare = word.strip("[]")
    return None if bare == "." else int(bare) if re.fullmatch("[0-9]+", bare) else bare
