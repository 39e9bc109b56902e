"""Latin squares: one number per cell, each number once in every row and column. Several kinds build on these rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from satdnd.declaration.clues.family import NumberGrid, families_of
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.values import ValuedEncoding, repeated
from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.explanation.number_words import NumberWords
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, alternatives, place
from satdnd.formats.links import puzzlink
from satdnd.grid.bitboard import Cell, Grid, lines_of
from satdnd.grid.boxes import Houses, numbered_houses
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.count import Count, EachOnce, each_once, exactly
from satdnd.rules.unknowns import NOT, Mark, Unknowns, Values
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


def latin_statements(
    unknowns: Values, houses: Houses | None = None, *, cell_rule: str = "value", noun: str = "value"
) -> Iterator[EachOnce]:
    """The statements for cells and houses; without *houses*, those for rows and columns."""
    for cell in product(range(unknowns.size[0]), range(unknowns.size[1])):
        yield each_once(cell_rule, [cell], "{} holds one value", [unknowns.candidates(cell).values()])
    for rule, number, cells in numbered_houses(houses or lines_of(*unknowns.size)):
        yield each_once(rule, cells, f"{rule} {number} holds each {noun} once", unknowns.groups(cells))


def latin_faults(
    grid: Sequence[Sequence[int]], houses: Houses | None = None, *, cell_rule: str = "value", symbols: str = ""
) -> Iterator[Fault]:
    """The faults of a square of numbers: out of range, or repeated in a house. 0 is a missing number.

    Args:
        grid: as many numbers in each row as there are rows.
        houses: None: rows and columns.
        cell_rule: the rule that each cell holds a number.
        symbols: a character for each number; empty: none.
    """
    side = len(grid)
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            if not 1 <= value <= side:
                wrong = f"{cell_name((r, c))} holds {value} instead of 1 to {side}"
                yield Fault(cell_rule, ((r, c),), wrong if value else f"cell {cell_name((r, c))} is empty")
    for rule, number, value, cells in clashes(grid, houses or lines_of(side, side)):
        names = listed([cell_name(cell) for cell in cells])
        yield Fault(rule, tuple(cells), f"{rule} {number} has {_sign(value, symbols)} at {names}")


def clashes(grid: Sequence[Sequence[int]], houses: Houses) -> Iterator[tuple[str, int, int, list[Cell]]]:
    """Each number that a house has several times: the rule, the number of the house, the repeated number, its cells."""
    for rule, number, cells in numbered_houses(houses):
        yield from ((rule, number, value, places) for value, places in sorted(repeated(grid, cells)) if value)


@dataclass(frozen=True)
class GivenNumbers(NumberGrid):
    """Given numbers from 1 to the side of the square. A text without any may leave the section out.

    Args:
        sized: whether no other clue states the side, so that a text always has the section, and generated puzzles use
            given numbers like other clues.
    """

    fixed: bool = True
    noun: str = "given number"
    sized: bool = False

    keyword = "rows"

    @property
    def spare(self) -> bool:  # type: ignore[override]  # it follows from what there is
        """Whether there are other clues for the size."""
        return not self.sized

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
        """One line per row; none if nothing is given and something else states the side."""
        return super().to_lines(value) if self.sized or self.given_clues(value) else []


def given_numbers(puzzle: GridPuzzle, unknowns: Values) -> Iterator[Count]:
    """A statement of the rule ``given`` for each given number."""
    for clue, sign, number in _given(puzzle):
        literals = [x] if (x := unknowns.candidates(clue.place).get(number)) else []
        yield exactly("given", [clue.place], f"{{}} is given as {sign}", literals, 1, clue)


def _given(puzzle: GridPuzzle) -> Iterator[tuple[Clue, str, int]]:
    """Each given number, as it is written and as a number."""
    for name, family in families_of(type(puzzle)).items():
        if family.given or isinstance(family, GivenNumbers):
            for cell, number in family.given_clues(getattr(puzzle, name)).items():
                yield Clue(name, cell), family.shown(number), number


def shown_numbers(puzzle: GridPuzzle, unknowns: Values) -> tuple[Literal, ...]:
    """The literals of the given numbers."""
    return tuple(x for one in given_numbers(puzzle, unknowns) for x in one.literals)


def can_stand(values: int, left: Sequence[Collection[int]]) -> bool:
    """Whether *values*, as bits, can stand in cells in each of which these are *left*, one in each."""
    if not left:
        return not values
    return any(values >> v & 1 and can_stand(values & ~(1 << v), left[1:]) for v in left[0])


def where_they_go(
    inference: Inference[Any], left: Mapping[Cell, Collection[int]], values: Collection[int]
) -> str | None:
    """Why what is found follows if some cells hold different *values*, one each: where one of these cannot go.

    Args:
        inference: what is found.
        left: the numbers that each cell may hold.
        values: as many numbers as cells.

    Returns:
        a clause for each fact that is needed, none if that the values are these is enough; None if it takes more.
    """
    placing = {place(mark): number_in(mark) for mark in inference.cells if placed_mark(mark)}
    free = {cell: {*values} & {*own} for cell, own in left.items()}
    facts = list[str]()

    def put(cell: Cell, value: int) -> None:
        """Take both out of consideration."""
        placing.pop(cell, None)
        del free[cell]
        for own in free.values():
            own.discard(value)

    for cell, own in left.items():
        if len(own) == 1 and cell not in placing:
            put(cell, *own)
    while placing:
        others = set[int]().union(*free.values())
        rest = {cell: sorted(others - {value}) for cell, value in placing.items()}
        ways = [(len(rest[x]), x, v, "") for x, v in placing.items() if free[x] == {v}]
        ways += [
            (1 if len(free) > 1 else 0, x, v, "only")
            for x, v in placing.items()
            if not any(v in own for y, own in free.items() if y != x)
        ]
        if not ways:
            return None
        number, cell, value, only = min(ways)
        if only and number:
            then = any(value in own for other, own in left.items() if other != cell)
            facts.append(f"{'then ' * then}only {cell_name(cell)} can be {value}")
        elif number > _MOST_GONE:
            facts.append(f"of these {cell_name(cell)} can only be {value}")
        elif number:
            facts.append(f"{cell_name(cell)} cannot be {alternatives([*map(str, rest[cell])])}")
        put(cell, value)
    ruled_out = (mark for mark in inference.cells if not placed_mark(mark))
    if any(number_in(mark) in free.get(place(mark), ()) for mark in ruled_out):
        return None
    return ", and ".join(facts) if len(facts) <= _MOST_FACTS else None


def partners(inference: Inference[Any], left: Mapping[Cell, Collection[int]], sets: Iterable[Sequence[int]]) -> str:
    """Why numbers of two cells that hold one of *sets* are ruled out: what the other cell cannot be; else empty."""
    if len(left) != 2 or placed(inference):
        return ""
    gone, pairs = dict[Cell, set[int]](), {(one, other) for some in sets for one, other in (some, some[::-1])}
    for mark in inference.cells:
        (other,) = {*left} - {place(mark)}
        gone.setdefault(other, set()).update(needed for one, needed in pairs if one == number_in(mark))
    if any(value in left[cell] for cell, values in gone.items() for value in values):
        return ""
    said = {cell: alternatives([*map(str, sorted(values))]) for cell, values in gone.items() if values}
    return listed([f"{cell_name(cell)} cannot be {values}" for cell, values in sorted(said.items())])


def leftovers(inference: Inference[Any], cells: Iterable[Cell], sets: Iterable[Sequence[int]]) -> str:
    """Why numbers are ruled out for cells that hold one of *sets*: ``with 6 at r1c1, r1c2 and r2c1 cannot be 1 and 5``.

    Of numbers in no set nothing is said. Empty if numbers are found, or if it would be too long.
    """
    if placed(inference):
        return ""
    facts = dict[str, None]()
    for mark in inference.cells:
        value, where = number_in(mark), place(mark)
        rests = dict.fromkeys(tuple(_without(some, value)) for some in sorted(map(sorted, sets)) if value in some)
        if rests:
            others = listed([cell_name(cell) for cell in cells if cell != where])
            then = alternatives([listed([*map(str, rest)]) for rest in rests])
            facts[f"with {value} at {cell_name(where)}, {others} cannot be {then}"] = None
    return "; ".join(facts) if len(facts) <= _MOST_FACTS else ""


def _without(numbers: Sequence[int], value: int) -> list[int]:
    """The others, if one of them has this value."""
    i = numbers.index(value)
    return [*numbers[:i], *numbers[i + 1 :]]


def ruled_out(values: Iterable[int], houses: Iterable[tuple[str, Collection[int]]], sign: Callable[[int], str]) -> str:
    """Why a cell holds none of *values*: ``row 3 has 1 and 2; column 1 has 4; 5 was ruled out before``.

    Args:
        values: the numbers.
        houses: the name of each of its houses, and the numbers that stand there.
        sign: how a number is written.
    """
    left, parts = {*values}, list[str]()
    for name, numbers in houses:
        if there := sorted(left.intersection(numbers)):
            parts.append(f"{name} has {listed([*map(sign, there)])}")
            left.difference_update(there)
    if left:
        parts.append(f"{listed([*map(sign, sorted(left))])} {'were' if left - {max(left)} else 'was'} ruled out before")
    return "; ".join(parts)


def number_in(mark: Mark) -> int:
    """``3`` of ``3`` and of ``not 3``; letters go on after 9."""
    sign = str(mark[-1]).removeprefix(NOT)
    return int(sign, 36 if sign.isalpha() else 10)


def placed_mark(mark: Mark) -> bool:
    """Whether it gives a number, and is not about where none can be."""
    return not str(mark[-1]).startswith(NOT)


_MOST_FACTS, _MOST_GONE = 3, 3
"""The most facts that a reason names, and the most numbers ruled out for a cell."""


def left_for(inference: Inference[Any], cell: Cell) -> list[int]:
    """The values that what is known leaves for a cell."""
    known = {str(what) for *there, what in inference.known if tuple(there) == cell}
    values = range(1, inference.puzzle.height + 1)
    certain = [v for v in values if str(v) in known]
    return certain or [v for v in values if f"{NOT}{v}" not in known]


def placed(inference: Inference[Any]) -> bool:
    """Whether a number is found, and not only where none can be."""
    return any(map(placed_mark, inference.cells))


class LatinKind(DeclaredKind):
    """A kind of square grids whose houses (rows, columns, further ones) hold each number once."""

    encoding_class = ValuedEncoding
    cell_rule = "value"
    """The rule that each cell holds a number."""
    symbols = ""
    """A character for each number; empty: none."""

    def houses(self, puzzle: Any) -> Houses:
        """The rows and columns."""
        return lines_of(puzzle.height, puzzle.width)

    def faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> list[Fault]:
        """Check cells, houses and given numbers by the numbers alone, which may be missing or out of range."""
        grid, side = solution.grid, puzzle.height
        if [len(row) for row in grid] != [side] * side:
            return [Fault(self.cell_rule, (), f"the grid does not have {side} rows of {side} numbers")]
        houses = self.houses(puzzle)
        found = [*latin_faults(grid, houses, cell_rule=self.cell_rule, symbols=self.symbols)]
        found += [*self._given_faults(puzzle, grid), *self.clue_faults(puzzle, solution, options)]
        return sorted(found, key=lambda fault: [*self.rules].index(fault.rule))

    def _given_faults(self, puzzle: Any, grid: Sequence[Sequence[int]]) -> Iterator[Fault]:
        """Given numbers instead of which a square has others."""
        for (field, (r, c)), sign, number in _given(puzzle):
            if grid[r][c] not in (0, number):
                name = families_of(type(puzzle))[field].name_of((r, c))
                yield Fault("given", ((r, c),), f"{name} is {sign}, the grid has {_sign(grid[r][c], self.symbols)}")

    def clue_faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> Iterable[Fault]:
        """The faults of other rules than those for cells, houses and given numbers; none if a number is no variable."""
        if not all(1 <= value <= puzzle.height for row in solution.grid for value in row):
            return ()
        judged = {self.cell_rule, *self.houses(puzzle), "given"}
        return self.other_faults(puzzle, solution, options, judged)

    def empty(self, height: int, width: int) -> Any:
        """A blank square."""
        if height != width:
            raise UsageError(f"a puzzle of {self.name} has as many rows as columns; the size is {height}x{width}")
        return super().empty(height, width)


def _sign(value: int, symbols: str) -> str:
    """A number as it is written."""
    return symbols[value - 1] if 0 < value <= len(symbols) else str(value)


class ValueWords(NumberWords[Any], DeclaredWords):
    """Sentences about numbers in cells; lines are called ``row 3``."""

    def describe(self, puzzle: Any, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """For a naked single, where the other numbers of its lines are."""
        name, text = super().describe(puzzle, step, known, unknowns)
        if name != NAKED_SINGLE.name or not isinstance(unknowns, Values):
            return name, text
        ((r, c),) = step.reasons[0].cells
        there = {place(mark): number_in(mark) for mark in map(unknowns.mark, known) if placed_mark(mark)}
        others = unknowns.candidates((r, c)).keys() - {*map(number_in, step.cells)}
        row, column = ({v for cell, v in there.items() if cell[i] == (r, c)[i]} for i in (0, 1))
        why = ruled_out(
            others, ((f"row {r + 1}", row), (f"column {c + 1}", column)), lambda value: unknowns.symbols[value - 1]
        )
        return name, f"{self.stated(puzzle, step.cells)}: {why}."

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """For a house, its name: ``row 3``."""
        house = isinstance(reason, EachOnce) and len(reason.groups) > 1
        return reason.text.partition(" holds ")[0] if house else super().because(inference, reason)

    def implied(self, puzzle: Any, reason: Statement) -> str:
        """What the rule implies."""
        return reason.text
