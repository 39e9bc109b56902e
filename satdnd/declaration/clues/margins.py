"""Clues at the margins of a grid."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from satdnd.declaration.clues.family import UNKNOWN, Clues, families_of
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import counted

RunsOfLines: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""The lengths of each line's runs: () for no runs, None if unknown."""
CountsOfLines: TypeAlias = tuple[int | None, ...]
"""The count of each line; None if unknown."""
V = TypeVar("V", bound=tuple[Any, ...])
_DIGITS = 9
"""The most digits of a number; a larger one is no count."""


@dataclass(frozen=True)
class Margin(Clues[V]):
    """One clue for each row, or for each column; None for a line without one.

    Args:
        line: ``row`` or ``column``.
    """

    line: str

    @property
    def keyword(self) -> str:  # type: ignore[override]  # it follows from the line
        """``rows``, ``columns``."""
        return f"{self.line}s"

    def _check_length(self, length: int) -> None:
        if not 1 <= length <= fields.LONGEST_SIDE:
            fields.sides(*((length, 1) if self.line == "row" else (1, length)))

    def size(self, value: V) -> tuple[int, int]:
        """The length of the side that the margin determines."""
        return (len(value), 0) if self.line == "row" else (0, len(value))

    def blank(self, height: int, width: int) -> Any:
        """A margin without clues."""
        return (None,) * (height if self.line == "row" else width)

    def to_lines(self, value: V) -> list[str]:
        """One line per clue."""
        return [self.shown(clue) for clue in value]

    def given_clues(self, value: V) -> dict[Hashable, Any]:
        """The clues by line number."""
        return {i: clue for i, clue in enumerate(value) if clue is not None}

    def changed(self, value: V, clues: Mapping[Any, Any]) -> Any:
        """The margin with other clues for some lines."""
        return tuple(clues.get(i, clue) for i, clue in enumerate(value))

    def name_of(self, place: Any) -> str:
        """``row 3``."""
        return f"{self.line} {place + 1}"

    def shown(self, clue: Any) -> str:
        """A number, or ``?``."""
        return UNKNOWN if clue is None else str(clue)

    def drawn(self, value: V, picture: Picture) -> Picture:
        """The picture with the clues at the left or at the top."""
        labels = [*map(self.shown, value)]
        return replace(picture, left=labels) if self.line == "row" else replace(picture, top=labels)


@dataclass(frozen=True)
class CountMargin(Margin[CountsOfLines]):
    """The number of marked cells in each row, or in each column.

    Args:
        noun: the word for such a cell.
        removable: whether generated puzzles leave single counts out.
    """

    noun: str
    removable: bool = True
    instead = " (in place of ?)"

    def checked(self, value: Any, name: str) -> CountsOfLines:
        """The counts as a tuple; `fitted` checks the numbers."""
        counts = value if type(value) is tuple else fields.sequence(value, name, "a list of counts")
        self._check_length(len(counts))
        return counts

    def largest(self, cells: int) -> int:
        """The largest number that a line of so many cells can have."""
        return cells

    def fitted(self, value: CountsOfLines, name: str, geometry: Grid) -> CountsOfLines:
        """Check that these are counts; one above the number of cells only leaves no solution (`overfull`)."""
        most = self.largest(geometry.width if self.line == "row" else geometry.height)
        for i, count in enumerate(() if fields.all_whole(value, 0, most) else value):
            if count is not None and not (fields.writable(count) and count < 10**_DIGITS):
                cells = f"with {counted(most, 'cell')} in a {self.line}"
                expected = f"{cells} it must be a whole number from 0 to {most}, or unknown"
                raise InputError(f"{self.name_of(i)} has the count {fields.shown(count)}; {expected}")
        return value

    def to_json(self, value: CountsOfLines) -> list[int | None]:
        """A list, with null for unknown counts."""
        return list(value)

    def from_json(self, value: Any, name: str) -> CountsOfLines:
        """The inverse of `to_json`. Raises InputError."""
        return self.checked(tuple(fields.listed(value, name, "counts")), name)

    @property
    def help(self) -> str:
        """How it is written."""
        return f"Below {self.keyword!r} how many {self.noun}s each {self.line} has, ? where unknown."

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: what is counted."""
        return {"family": "counts", "line": self.line, "noun": self.noun}

    def to_lines(self, value: CountsOfLines) -> list[str]:
        """All counts on one line."""
        return [" ".join(map(self.shown, value))]

    def from_lines(self, rows: list[Line]) -> CountsOfLines:
        """The inverse of `to_lines`: numbers or ``?``, on one line or several."""
        found = list[int | None]()
        for number, word, column in ((row[0], *word) for row in rows for word in texts.words(row[1], ",")):
            if word != UNKNOWN and not (word.isascii() and word.isdigit() and len(word) <= _DIGITS):
                expected = f"expected a number of {self.noun}s, or {UNKNOWN}"
                raise InputError(f"found {fields.shown(word)}, {expected}", line=number, column=column)
            found.append(None if word == UNKNOWN else int(word))
        return tuple(found)

    def alternatives(self, value: CountsOfLines, place: Any, size: tuple[int, int]) -> list[int]:
        """Other counts up to the number of cells, the nearest first."""
        old = value[place] or 0
        return sorted(range(self.largest(size[self.line == "row"]) + 1), key=lambda count: abs(count - old))

    def sentence(self, place: Any, clue: Any) -> str:
        """``row 3: 4 walls``."""
        return f"{self.name_of(place)}: {counted(clue, self.noun)}"


@dataclass(frozen=True)
class SumMargin(CountMargin):
    """The sum of the marked cells in each row, or in each column; the cells of a line count 1, 2, 3, ..."""

    noun: str = "sum"

    def largest(self, cells: int) -> int:
        """All cells marked."""
        return cells * (cells + 1) // 2

    @property
    def help(self) -> str:
        """How it is written."""
        return f"Below {self.keyword!r} the sum of each {self.line}, ? where unknown."

    def sentence(self, place: Any, clue: Any) -> str:
        """``row 3: the sum 12``."""
        return f"{self.name_of(place)}: the sum {clue}"


@dataclass(frozen=True)
class RunMargin(Margin[RunsOfLines]):
    """The lengths of the runs in each row, or in each column."""

    noun: str = "runs"
    slot: str = "slot"
    removable: bool = False

    def checked(self, value: Any, name: str) -> RunsOfLines:
        """The runs as tuples of lengths, each at least 1."""
        lines = fields.sequence(value, name, "a list of runs for each line, None for an unknown one")
        self._check_length(len(lines))
        made = list[tuple[int, ...] | None]()
        for number, runs in enumerate(lines, 1):
            if runs is None:
                made.append(None)
                continue
            found = fields.sequence(runs, f"{self.line} {number}", "a list of runs")
            if bad := [run for run in found if not fields.writable(run, 1)]:
                expected = f"expected runs of 1 or more, an empty list for a {self.line} without"
                raise InputError(f"{self.line} {number}: found {fields.shown(bad[0])}, {expected}")
            made.append(found)
        return tuple(made)

    def to_json(self, value: RunsOfLines) -> list[Any]:
        """Lists, with null for a line without a clue."""
        return [None if runs is None else list(runs) for runs in value]

    def from_json(self, value: Any, name: str) -> RunsOfLines:
        """The inverse of `to_json`. Raises InputError."""
        lines = fields.listed(value, name, "runs")
        try:
            return self.checked([runs if runs is None else fields.listed(runs, name, "runs") for runs in lines], name)
        except InputError as error:
            raise error if name in error.message else InputError(f'field "{name}": {error.message}') from None

    def shown(self, clue: Any) -> str:
        """``3 1``."""
        return UNKNOWN if clue is None else " ".join(map(str, clue)) or "0"

    def from_lines(self, rows: list[Line]) -> RunsOfLines:
        """The inverse of `to_lines`: numbers separated by blanks or commas."""
        self._check_length(len(rows))
        return tuple(self._runs(*row) for row in rows)

    def _runs(self, number: int, line: str) -> tuple[int, ...] | None:
        words = texts.words(line, ",")
        if [word for word, _ in words] == [UNKNOWN]:
            return None
        for word, column in words:
            if not word.isascii() or not word.isdigit() or len(word) > _DIGITS:
                expected = "expected the lengths of runs, 0 for none, ? for an unknown line"
                raise InputError(f"found {fields.shown(word)}, {expected}", line=number, column=column)
            if int(word) == 0 and len(words) > 1:
                raise InputError("found a run of 0 among others, expected 1 or more", line=number, column=column)
        return tuple(int(word) for word, _ in words if int(word))

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: rows or columns."""
        return {"family": "runs", "line": self.line}

    def slot_count(self, height: int, width: int) -> int:
        """For each line, as many slots as it can have runs."""
        return (height if self.line == "row" else width) * self._most(height, width)

    def slots(self, value: RunsOfLines, height: int, width: int) -> list[int | None]:
        """The runs of each line, the one nearest to the grid first."""
        if None in value:
            line = self.name_of(value.index(None))
            raise InputError(f"the runs of {line} are unknown: puzz.link cannot hold that, text can")
        most = self._most(height, width)
        numbers = [list[int | None](runs[::-1]) for runs in value if runs is not None]
        if (longest := max(map(len, numbers))) > most:
            raise InputError(
                f"found {longest} runs in a line, expected at most {most} in a puzz.link; text can hold them"
            )
        return [x for runs in numbers for x in (*runs, *[None] * (most - len(runs)))]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> RunsOfLines:
        """The inverse of `slots`; a line without numbers has no runs."""
        most = self._most(height, width)
        for slot in slots:
            if slot and slot[0] < 1:
                found = "a run of 0" if not slot[0] else "an unknown run"
                raise InputError(f"found {found}, expected a number from 1", column=slot[1])
        lines = (slots[i : i + most] for i in range(0, len(slots), most))
        return tuple(tuple(slot[0] for slot in reversed(line) if slot) for line in lines)

    def _most(self, height: int, width: int) -> int:
        return ((width if self.line == "row" else height) + 1) // 2

    def alternatives(self, value: RunsOfLines, place: Any, size: tuple[int, int]) -> list[tuple[int, ...]]:
        """Lists of runs that fit the line and differ in one run: its length, or whether it exists."""
        runs, length = value[place] or (), size[self.line == "row"]
        found = {(*runs[:i], *runs[i + 1 :]) for i in range(len(runs))}
        found |= {
            (*runs[:i], n, *runs[i + more :])
            for i in range(len(runs) + 1)
            for n in range(1, length + 1)
            for more in (0, 1)
        }
        fitting = [x for x in found - {runs} if sum(x) + len(x) - 1 <= length]
        return sorted(fitting, key=lambda x: (abs(sum(x) - sum(runs)), x))


def overfull(puzzle: GridPuzzle) -> str | None:
    """Why there is no solution: a count above the number of cells of its line; None if there is none."""
    for clue, name, count, cells in known_margins(puzzle):
        family = families_of(type(puzzle))[clue.field]
        if isinstance(family, CountMargin) and count > len(cells):
            return f"{name} needs {counted(count, family.noun)}, and it has {counted(len(cells), 'cell')}"
    return None


def known_margins(puzzle: GridPuzzle) -> Iterator[tuple[Clue, str, Any, list[Cell]]]:
    """The clue of every line that has one, with the line's name, the clue's value, and the line's cells."""
    families = families_of(type(puzzle))
    for clue, cells in marginal_lines(puzzle):
        if clue in puzzle.given_clues:
            yield clue, families[clue.field].name_of(clue.place), puzzle.given_clues[clue], cells


def marginal_lines(puzzle: GridPuzzle) -> Iterator[tuple[Clue, list[Cell]]]:
    """The clue and the cells of every line of a puzzle with the fields ``rows`` and ``columns``."""
    for r in range(puzzle.height):
        yield Clue("rows", r), [(r, c) for c in range(puzzle.width)]
    for c in range(puzzle.width):
        yield Clue("columns", c), [(r, c) for r in range(puzzle.height)]
