"""Numbers in areas: an area of n cells holds 1 to n, and equal numbers of different areas keep apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from satdnd.declaration.area_puzzles import AreaPuzzle
from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.clues.partition import NamedArea
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.latin import GivenNumbers, ValueWords, given_numbers, placed
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.views.values import ValuedEncoding, ValuedSolution, repeated
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.wording import Inference, alternatives, names, place
from satdnd.formats.links import puzzlink
from satdnd.grid.bitboard import Cell, pieces
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.rules.count import each_once
from satdnd.rules.statement import RuleStatement
from satdnd.rules.touching import Untouched
from satdnd.rules.unknowns import NOT, Mark, Values
from satdnd.sat.formula import Literal, Statement

DIGITS = 9
"""The largest number that is written without a blank before the next one."""


@dataclass(frozen=True)
class GivenInAreas(GivenNumbers):
    """Given numbers, in areas of any size.

    Args:
        touching: whether equal numbers must not touch, so that the editor marks those that do.
    """

    touching: bool = False

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {**super().page, "family": "filled", "touching": self.touching}

    def from_slots(
        self, slots: Sequence[puzzlink.Slot], height: int, width: int
    ) -> tuple[tuple[int | str | None, ...], ...]:
        """The inverse of `slots`; an unknown number becomes an empty cell."""
        known = [slot if slot and slot[0] != puzzlink.UNKNOWN else None for slot in slots]
        return NumberGrid.from_slots(self, known, height, width)

    def alternatives(self, value: Sequence[Sequence[Any]], place: Any, size: tuple[int, int]) -> list[Any]:
        """All digits."""
        return NumberGrid(most=DIGITS).alternatives(value, place, size)


@dataclass(frozen=True)
class NumberedAreas(AreaPuzzle):
    """Areas, also accepted as rows of names, and given numbers. A kind says in `apart` which numbers keep apart."""

    rows: tuple[tuple[int | None, ...], ...] = clues(GivenInAreas(), None)

    @staticmethod
    def apart(cell: Cell, number: int) -> Iterable[Cell]:
        """Where *number* cannot be if it is in *cell*, whichever areas there are; some cells may be outside."""
        raise NotImplementedError

    @cached_property
    def area_of(self) -> Mapping[Cell, NamedArea]:
        """The area of each cell that is in one."""
        return {cell: area for area in self.areas for cell in area.cells}

    @property
    def choices(self) -> int:
        """How many numbers the cells can hold, added up."""
        return sum(len(area.cells) ** 2 for area in self.areas)

    @cached_property
    def unknowns(self) -> AreaNumbers:
        """The numbers that each cell can hold."""
        return AreaNumbers(self)


class AreaNumbers(Values):
    """One variable for each cell of an area and each number from 1 to its cells."""

    def __init__(self, puzzle: NumberedAreas) -> None:
        self._areas, self._apart = puzzle.area_of, puzzle.apart
        sizes = [
            len(self._areas[cell].cells) if cell in self._areas else 0 for cell in puzzle.grid.cells(puzzle.grid.all)
        ]
        super().__init__(max(sizes), (), left=[(2 << n) - 2 for n in sizes], size=(puzzle.height, puzzle.width))

    def elsewhere(self, cell: Cell, number: int) -> dict[Cell, Literal]:
        """For each cell of another area that cannot hold *number* if *cell* does: that it does."""
        own, found = self._areas[cell], dict[Cell, Literal]()
        for other in self._apart(cell, number):
            if (area := self._areas.get(other)) and area is not own and number in self.candidates(other):
                found[other] = self.candidates(other)[number]
        return found

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A number rules out all others in its cell, and itself in the rest of its area and where it keeps apart."""
        if literal < 0:
            return ()
        (cell,), number = self.cells(literal), self.values[literal - 1]
        gone = [-x for x in self.candidates(cell).values() if x != literal]
        gone += [-self.candidates(other)[number] for other in self._areas[cell].cells if other != cell]
        return gone + [-x for x in self.elsewhere(cell, number).values()]


class NumberedAreasKind(DeclaredKind):
    """A kind of numbers in areas. Its referee also judges numbers that a cell cannot hold."""

    encoding_class = ValuedEncoding

    def faults(self, puzzle: NumberedAreas, solution: Any, options: Settings | None = None) -> list[Fault]:
        """Missing and impossible numbers; without any, the broken statements."""
        found = list[Fault]()
        for cell in puzzle.grid.cells(puzzle.grid.all):
            number, area = solution.grid[cell[0]][cell[1]], puzzle.area_of.get(cell)
            if not (1 <= number <= len(area.cells) if area else number == 0):
                expected = f"instead of 1 to {len(area.cells)}" if area else "and is in no area"
                text = f"{cell_name(cell)} holds {number} {expected}" if number else f"cell {cell_name(cell)} is empty"
                found.append(Fault("value", (cell,), text))
        for area in puzzle.areas:
            for number, places in repeated(solution.grid, area.cells):
                if number:
                    text = f"{area} has {number} at {listed([cell_name(cell) for cell in places])}"
                    found.append(Fault("area", tuple(places), text))
        if not any(fault.rule == "value" for fault in found):
            found += self.other_faults(puzzle, solution, options, ("value", "area"))
        return sorted(found, key=lambda fault: [*self.rules].index(fault.rule))


# what the rules say


def area_statements(puzzle: NumberedAreas, numbers: AreaNumbers, apart: str) -> Iterator[RuleStatement]:
    """Cells, areas, numbers that keep apart, given numbers.

    *apart* is what a number in a cell says of others, with ``{number}``, ``{cells}`` for as many cells, and
    ``{}`` for the cell.
    """
    for area in puzzle.areas:
        candidates = [numbers.candidates(cell) for cell in area.cells]
        for cell, own in zip(area.cells, candidates, strict=True):
            yield each_once("value", [cell], "{} holds one number", [own.values()])
        groups = ([own[number] for own in candidates] for number in candidates[0])
        yield each_once("area", area.cells, f"{area} holds each number once", groups)
    for cell in puzzle.area_of:
        for number, here in numbers.candidates(cell).items():
            if others := numbers.elsewhere(cell, number):
                text = apart.replace("{number}", str(number)).replace("{cells}", counted(number, "cell"))
                yield Untouched("apart", (cell, *others), text, here, tuple(others.values()))
    yield from given_numbers(puzzle, numbers)


def number_too_large(puzzle: NumberedAreas) -> str | None:
    """Why there is no solution: a given number that is larger than its area has cells, or in none."""
    for cell, number in puzzle.by_cell.items():
        area = puzzle.area_of.get(cell)
        if not area or number > len(area.cells):
            where = f"in an area of {counted(len(area.cells), 'cell')}" if area else "in no area"
            return f"the {number} at {cell_name(cell)} is {where}"
    return None


def all_given(puzzle: NumberedAreas, solution: ValuedSolution) -> Any:
    """The puzzle with all numbers given."""
    return puzzle.changed({Clue("rows", (r, c)): solution.grid[r][c] for r, c in puzzle.area_of})


def likely_numbers(puzzle: NumberedAreas) -> bool:
    """Several areas, all in one piece, and given numbers that fit into them and keep apart."""
    given = puzzle.by_cell
    clash = any(given.get(other) == n for cell, n in given.items() for other in puzzle.apart(cell, n))
    whole = all(len(pieces(area.cells)) == 1 for area in puzzle.areas)
    return len(puzzle.areas) > 1 and bool(given) and not clash and whole and not number_too_large(puzzle)


# explanations


def _known_numbers(known: Iterable[Mark]) -> tuple[dict[Cell, int], dict[int, set[Cell]]]:
    """The known numbers by cell, and for each number the cells that do not hold it."""
    placed, gone = dict[Cell, int](), dict[int, set[Cell]]()
    for *_, sign in (marks := [*known]):
        gone.setdefault(int(str(sign).removeprefix(NOT)), set())
    for mark in marks:
        cell, number = place(mark), int(str(mark[-1]).removeprefix(NOT))
        if str(mark[-1]).startswith(NOT):
            gone[number].add(cell)
        else:
            placed[cell] = number
            for other in gone.keys() - {number}:
                gone[other].add(cell)
    return placed, gone


def _one_left(inference: Inference[Any], reason: Statement) -> str:
    """That no other number is left; where an argument ends, the rule's own words."""
    return "no other number is left" if inference.cells else ""


def _in_area(inference: Inference[Any], reason: Statement) -> str:
    """Where an argument ends: which number has no place left in an area. Otherwise whether it is the only place."""
    name = reason.text.partition(" holds ")[0]
    if inference.cells:
        return f"the only place left in {name}" if placed(inference) else reason.text
    _, ruled_out = _known_numbers(inference.known)
    missing = [str(number) for number, gone in sorted(ruled_out.items()) if gone >= {*reason.cells}]
    return f"{name} would have no place for {alternatives(missing)}" if missing else f"{name} would hold a number twice"


class AreaWords(ValueWords):
    """Sentences about numbers in areas."""

    near: ClassVar = "is too near to"
    """What a number does to another one that breaks the rule ``apart``."""
    nearby: ClassVar = "would be too near to each other"
    """What both would do."""

    def argued(self, inference: Inference[Any]) -> str:
        """For a number that leaves it no place in an area near by: where these places are."""
        if self.nickname(inference) != NEARBY or len(inference.cells) != 1:
            return super().argued(inference)
        (area,) = [reason for reason in inference.reasons if reason.rule == "area"]
        number = str(inference.cells[0][-1]).removeprefix(NOT)
        gone = _known_numbers(inference.known)[1].get(int(number), ())
        places, name = names(cell for cell in area.cells if cell not in gone), area.text.partition(" holds ")[0]
        left = f"the only {'places' if places[1:] else 'place'} left for {number} in {name}"
        return f"it {self.near} {listed(places)}, {left}"

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """For numbers that keep apart, that they do not."""
        if isinstance(reason, Untouched):
            return f"equal numbers {self.nearby}"
        return super().broken(puzzle, reason)

    def turn(self, inference: Inference[Any]) -> str:
        """For numbers that keep apart, which do not."""
        (reason,), (known, _) = inference.reasons, _known_numbers(inference.known)
        if not inference.cells and isinstance(reason, Untouched) and (number := known.get(reason.place)):
            clash = [cell for cell in reason.cells if known.get(cell) == number]
            if clash[1:]:
                return f"the {number}s at {listed(names(clash))} {self.nearby}"
        return super().turn(inference)


AREA_RULES = {
    "value": Rule(
        "Every cell of an area of n cells holds a number from 1 to n.",
        *("cell", "cells"),
        broken="no number would be left for {place}",
        argued=_one_left,
    ),
    "area": Rule("An area holds each number once.", "area", argued=_in_area),
}
"""The rules for cells and areas; a kind adds those that keep numbers apart, ``apart``, and given ones."""
NEARBY = "all places nearby"
"""The technique of a number that would leave it no place in another area."""
_HIDDEN = "area", "hidden single", "A number has one place left in an area."
AREA_TECHNIQUES = (
    Technique(
        "area",
        "single cell",
        "An area of one cell holds a 1.",
        why="it is alone in its area",
        when=lambda inference: len(inference.reasons[0].cells) == 1,
        many="they are alone in their areas",
    ),
    Technique(*_HIDDEN, why="{} has no other places left for {marks}", when=lambda inference: len(inference.cells) > 1),
    Technique(*_HIDDEN, why="it is the only place left for {marks} in {}"),
    Technique("value", "naked single", "A cell has one number left.", why="every other number is ruled out there"),
    Technique("area apart", NEARBY, "A number would leave it no place in an area near by."),
    Technique(
        "area value*", "subset", "Some cells of an area have just as many numbers left: no other cell has these."
    ),
)
