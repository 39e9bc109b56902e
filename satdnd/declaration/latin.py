"""Latin squares: one number per cell, each number once in every row and column. Several kinds build on these rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.clues import NumberGrid, families_of
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.values import repeated
from satdnd.declaration.words import DeclaredWords, Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.explanation.number_words import NumberWords
from satdnd.explanation.wording import Inference
from satdnd.formats.links import puzzlink
from satdnd.grid.bitboard import Grid, lines_of
from satdnd.grid.notation import cell_name
from satdnd.rules.count import Count, EachOnce, each_once, exactly
from satdnd.rules.unknowns import NOT, Values
from satdnd.sat.formula import Literal, Statement

RULES = {
    "value": Rule(
        "Every cell holds a number from 1 to the side of the grid.",
        *("cell", "cells"),
        broken="no value would be left for {place}",
    ),
    "row": Rule("Each row holds each number once.", "line"),
    "column": Rule("Each column holds each number once.", "line"),
}
"""The rules for cells, rows and columns."""

_HIDDEN = "hidden single", "A value has one place left in a row or column."
_SEVERAL = {"why": "{} has no other places left for {marks}", "when": lambda inference: len(inference.cells) > 1}
_ONE = {"why": "it is the only place left for {marks} in {}"}
HIDDEN_SINGLES = tuple(Technique(line, *_HIDDEN, **how) for line in ("row", "column") for how in (_SEVERAL, _ONE))
"""Hidden singles in a row and in a column, for several values or one."""
NAKED_SINGLE = Technique(
    "value", "naked single", "A cell has one candidate left.", why="every other value is ruled out there"
)
"""Naked singles."""


def latin_statements(unknowns: Values) -> Iterator[EachOnce]:
    """The statements for cells, rows and columns."""
    lines = lines_of(unknowns.side, unknowns.side)
    for cell in (cell for row in lines["row"] for cell in row):
        yield each_once("value", [cell], "{} holds one value", [unknowns.candidates(cell).values()])
    for rule, cells_of_lines in lines.items():
        for number, cells in enumerate(cells_of_lines, 1):
            yield each_once(rule, cells, f"{rule} {number} holds each value once", unknowns.groups(cells))


def latin_faults(side: int, grid: Sequence[Sequence[int]]) -> Iterator[Fault]:
    """The faults of a grid of the right shape: numbers out of range, and numbers repeated in a line."""
    lines = lines_of(side, side)
    for r, c in (cell for row in lines["row"] for cell in row):
        if not 1 <= grid[r][c] <= side:
            yield Fault("value", ((r, c),), f"{cell_name((r, c))} holds {grid[r][c]} instead of 1 to {side}")
    for rule, cells_of_lines in lines.items():
        for number, cells in enumerate(cells_of_lines, 1):
            for value, places in sorted(repeated(grid, cells)):
                often = "twice" if len(places) == 2 else f"{len(places)} times"
                yield Fault(rule, tuple(places), f"{rule} {number} holds {value} {often}")


@dataclass(frozen=True)
class GivenNumbers(NumberGrid):
    """Given numbers from 1 to the side of the square. A text without any may leave the section out."""

    fixed: bool = True
    noun: str = "given number"

    keyword = "rows"
    spare = True

    def checked(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The rows, all of the same length; empty if nothing is given."""
        return super().checked(value, name) if value else ()

    def size(self, value: Sequence[Sequence[Any]]) -> tuple[int, int]:
        """Rows and columns of the grid, if there is one."""
        return super().size(value) if value else (0, 0)

    def fitted(
        self, value: tuple[tuple[int | str | None, ...], ...], name: str, geometry: Grid
    ) -> tuple[tuple[int | str | None, ...], ...]:
        """A square, blank if nothing is given. A number above the side only leaves no solution."""
        return value or self.blank(geometry.height, geometry.width)

    def from_json(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The inverse of `to_json`. Raises InputError."""
        return super().from_json(value, name) if value is not None else ()

    def from_slots(
        self, slots: Sequence[puzzlink.Slot], height: int, width: int
    ) -> tuple[tuple[int | str | None, ...], ...]:
        """Check that no number is above the side."""
        return NumberGrid(most=width).from_slots(slots, height, width)

    def alternatives(self, value: Sequence[Sequence[Any]], place: Any, size: tuple[int, int]) -> list[Any]:
        """Check that no number is above the side."""
        return NumberGrid(most=size[1]).alternatives(value, place, size)

    def to_lines(self, value: Sequence[Sequence[Any]]) -> list[str]:
        """One line per row; none if nothing is given."""
        return super().to_lines(value) if self.given_clues(value) else []


def given_numbers(puzzle: GridPuzzle, unknowns: Values) -> Iterator[Count]:
    """A statement of the rule ``given`` for each given number."""
    for name, family in families_of(type(puzzle)).items():
        if isinstance(family, GivenNumbers):
            for cell, number in family.given_clues(getattr(puzzle, name)).items():
                place: Any = cell
                literals = [x for value, x in unknowns.candidates(place).items() if value == number]
                yield exactly("given", [place], f"{{}} is given as {number}", literals, 1, Clue(name, cell))


def shown_numbers(puzzle: GridPuzzle, unknowns: Values) -> tuple[Literal, ...]:
    """The literals of the given numbers."""
    return tuple(x for one in given_numbers(puzzle, unknowns) for x in one.literals)


def placed(inference: Inference[Any]) -> bool:
    """Whether a number is found, and not only where none can be."""
    return any(not str(mark[-1]).startswith(NOT) for mark in inference.cells)


class LatinKind(DeclaredKind):
    """A kind of square grids, in whose solutions numbers may be out of range."""

    def faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> list[Fault]:
        """Check the numbers first; other rules only if all numbers are in range."""
        wrong = list(latin_faults(puzzle.height, solution.grid))
        if any(fault.rule == "value" for fault in wrong):
            return wrong
        return [*wrong, *(fault for fault in super().faults(puzzle, solution, options) if fault.rule not in RULES)]

    def empty(self, height: int, width: int) -> Any:
        """A blank square."""
        if height != width:
            raise UsageError(f"{self.name} need as many rows as columns; the size is {height}x{width}")
        return super().empty(height, width)


class ValueWords(NumberWords[Any], DeclaredWords):
    """Sentences about numbers in cells; lines are called ``row 3``."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """For a line, its name."""
        return _line(reason) if reason.rule in ("row", "column") else super().because(inference, reason)

    def implied(self, puzzle: Any, reason: Statement) -> str:
        """What the rule implies."""
        return reason.text


def _line(reason: Statement) -> str:
    """``row 3`` for a statement about a row or column."""
    return f"{reason.rule} {reason.place[reason.rule == 'column'] + 1}"
