"""Latin squares: a number in each cell, each once in every row and column; rules that many kinds begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from satdnd.declaration.clues import NumberGrid, families_of
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.values import repeated
from satdnd.declaration.words import DeclaredWords, Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, UsageError
from satdnd.explanation.wording import Inference, NumberWords
from satdnd.formats.links import puzzlink
from satdnd.grid.bitboard import Grid, lines_of
from satdnd.grid.notation import cell_name
from satdnd.rules.count import Count, EachOnce, each_once, exactly
from satdnd.rules.unknowns import Values
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
"""Of cells, rows and columns."""

_HIDDEN = "hidden single", "A value has one place left in a row or column."
_SEVERAL = {"why": "{} has no other places left for {marks}", "when": lambda inference: len(inference.cells) > 1}
_ONE = {"why": "it is the only place left for {marks} in {}"}
HIDDEN_SINGLES = tuple(Technique(line, *_HIDDEN, **how) for line in ("row", "column") for how in (_SEVERAL, _ONE))
"""By a row, and by a column: several values, or one."""
NAKED_SINGLE = Technique(
    "value", "naked single", "A cell has one candidate left.", why="every other value is ruled out there"
)
"""By a cell."""


def latin_statements(unknowns: Values) -> Iterator[EachOnce]:
    """Cells, rows, columns."""
    lines = lines_of(unknowns.side, unknowns.side)
    for cell in (cell for row in lines["row"] for cell in row):
        yield each_once("value", [cell], "{} holds one value", [unknowns.candidates(cell).values()])
    for rule, cells_of_lines in lines.items():
        for number, cells in enumerate(cells_of_lines, 1):
            yield each_once(rule, cells, f"{rule} {number} holds each value once", unknowns.groups(cells))


def latin_faults(side: int, grid: Sequence[Sequence[int]]) -> Iterator[Fault]:
    """What is wrong with numbers of the right shape: those out of range, and those that a line holds again."""
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
    """Numbers from 1 to the side of a square that stand in some cells already. Without any they may be left out."""

    fixed: bool = True
    noun: str = "given number"

    keyword = "rows"
    spare = True

    def checked(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """Rows of one length; none where nothing is given."""
        return super().checked(value, name) if value else ()

    def size(self, value: Sequence[Sequence[Any]]) -> tuple[int, int]:
        """That of the grid, where there is one."""
        return super().size(value) if value else (0, 0)

    def fitted(
        self, value: tuple[tuple[int | str | None, ...], ...], name: str, geometry: Grid
    ) -> tuple[tuple[int | str | None, ...], ...]:
        """None above the side."""
        for place, number in self.told(value).items():
            if number > geometry.width:
                expected = f"expected a whole number from 1 to {geometry.width} or none"
                raise InputError(f"{cell_name(place)}: found {number}, {expected}")  # type: ignore[arg-type]  # a cell
        return value or self.blank(geometry.height, geometry.width)

    def from_json(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The other way round."""
        return super().from_json(value, name) if value is not None else ()

    def from_slots(
        self, slots: Sequence[puzzlink.Slot], height: int, width: int
    ) -> tuple[tuple[int | str | None, ...], ...]:
        """None above the side."""
        return NumberGrid(most=width).from_slots(slots, height, width)

    def to_lines(self, value: Sequence[Sequence[Any]]) -> list[str]:
        """A line a row, none where nothing is given."""
        return super().to_lines(value) if self.told(value) else []


def given_numbers(puzzle: GridPuzzle, unknowns: Values) -> Iterator[Count]:
    """That what is given stands where it is; its rule is ``given``."""
    for name, family in families_of(type(puzzle)).items():
        if isinstance(family, GivenNumbers):
            for cell, number in family.told(getattr(puzzle, name)).items():
                place: Any = cell
                literal = unknowns.candidates(place)[number]
                yield replace(
                    exactly("given", [place], f"{{}} is given as {number}", [literal], 1), clue=Clue(name, cell)
                )


def shown_numbers(puzzle: GridPuzzle, unknowns: Values) -> tuple[Literal, ...]:
    """What is given, which anybody sees."""
    return tuple(one.literals[0] for one in given_numbers(puzzle, unknowns))


class LatinKind(DeclaredKind):
    """A kind of squares, whose numbers may be out of range."""

    def faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> list[Fault]:
        """By the numbers alone; of other rules only where all are in range."""
        wrong = list(latin_faults(puzzle.height, solution.grid))
        if any(fault.rule == "value" for fault in wrong):
            return wrong
        return [*wrong, *(fault for fault in super().faults(puzzle, solution, options) if fault.rule not in RULES)]

    def empty(self, height: int, width: int) -> Any:
        """A square."""
        if height != width:
            raise UsageError(f"{self.name} need as many rows as columns; the size is {height}x{width}")
        return super().empty(height, width)


class ValueWords(NumberWords[Any], DeclaredWords):
    """The words of numbers in cells; lines are called ``row 3``."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """Of a line, its name."""
        return _line(reason) if reason.rule in ("row", "column") else super().because(inference, reason)

    def implied(self, puzzle: Any, reason: Statement) -> str:
        """What the rule says."""
        return reason.text


def _line(reason: Statement) -> str:
    """``row 3``, of a statement about a row or column."""
    return f"{reason.rule} {reason.place[reason.rule == 'column'] + 1}"
