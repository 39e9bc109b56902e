"""Declared puzzles: frozen dataclasses whose fields are families of clues."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeVar

from satdnd.declaration.clues.family import Clues, families_of
from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats.links import puzzlink
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid, grid
from satdnd.grid.notation import cell_name, counted


class Clue(NamedTuple):
    """The address of a clue: the field that holds it, and its place there."""

    field: str
    place: Any


D = TypeVar("D", bound="GridPuzzle")


@dataclass(frozen=True)
class GridPuzzle(Drawable):
    """The base class of declared puzzles on a grid of H x W cells; a kind's class adds its fields of `clues`.

    If no clue determines the size, the class has *height* and *width* as its first fields.

    Args:
        name: its name for people.
        extra: further JSON fields, or notes of a text, kept and ignored; but a note of a variant of the rules is that.

    Raises:
        InputError: an impossible clue, or fields that do not fit together. A puzzle without a solution is accepted.
    """

    name: str = field(default="", compare=False, kw_only=True)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, kw_only=True)
    height: int = field(init=False, compare=False, repr=False)
    """Rows."""
    width: int = field(init=False, compare=False, repr=False)
    """Columns."""
    grid: Grid = field(init=False, compare=False, repr=False)
    """The geometry of its cells."""

    kind: ClassVar[str]
    options: ClassVar = Settings
    solution_class: ClassVar[Any]
    """That of the kind's view."""

    def __post_init__(self) -> None:
        families, attributes = self.stated_families(), self.__dict__  # written directly, which is faster
        if not isinstance(self.name, str):
            raise InputError(f"the name of a puzzle is {fields.shown(self.name)}, expected text")
        if self.extra:
            noted = [name for name, family in families_of(type(self)).items() if family.noted and name in self.extra]
            attributes |= {name: self.extra[name] for name in noted}
            attributes["extra"] = {k: v for k, v in self.extra.items() if k not in noted}
            families = self.stated_families()
        for name, family in families.items():
            attributes[name] = family.checked(attributes[name], name)
        sides = self.stated_sides()
        for what, noun, stated in zip(("height", "width"), ("rows", "columns"), zip(*sides, strict=True), strict=True):
            known = {*stated} - {0}
            if len(known) != 1:
                found = " and ".join(map(str, sorted(known))) or "no"
                raise InputError(f"its fields have {found} {noun}, expected one number")
            (attributes[what],) = known
        attributes["grid"] = geometry = grid(self.height, self.width)
        for name, family in families.items():
            attributes[name] = family.fitted(attributes[name], name, geometry)

    def stated_sides(self) -> list[tuple[int, int]]:
        """Rows and columns according to each field, 0 for a side that a field does not determine. Raises InputError."""
        sides = [family.size(getattr(self, name)) for name, family in self.stated_families().items()]
        if self.sized():
            fields.sides(self.height, self.width)
            sides.append((self.height, self.width))
        return sides

    def stated_families(self) -> Mapping[str, Clues[Any]]:
        """The families of clues, without the rare ones that this puzzle has none of."""
        rare, attributes = _rare(self.__class__), self.__dict__
        if not rare:
            return families_of(type(self))
        return _families(self.__class__, tuple([name for name in rare if attributes[name] is not rare[name]]))

    @classmethod
    def sized(cls) -> bool:
        """Whether its size is given by the fields `height` and `width` instead of a clue."""
        return cls.__dataclass_fields__["height"].init

    @classmethod
    def blank(cls: type[D], height: int, width: int) -> D:
        """A puzzle without clues."""
        values: dict[str, Any] = {name: family.blank(height, width) for name, family in families_of(cls).items()}
        if cls.sized():
            values |= {"height": height, "width": width}
        return cls(**values)

    @cached_property
    def notices(self) -> Sequence[str]:  # type: ignore[override]  # of its clues and of its link
        """What is unusual about it, and could be a mistake: areas in pieces, options of a link that are unknown."""
        of_clues = (family.notices(getattr(self, name)) for name, family in families_of(type(self)).items())
        return [*chain.from_iterable(of_clues), *puzzlink.notices(self.extra)]

    @cached_property
    def given_clues(self) -> dict[Clue, Any]:
        """Its known clues."""
        return {
            Clue(name, place): clue
            for name, family in families_of(type(self)).items()
            for place, clue in family.given_clues(getattr(self, name)).items()
        }

    @cached_property
    def by_cell(self) -> dict[Cell, Any]:
        """The known clues of the field ``rows``, by cell, where that is a grid."""
        return {clue.place: value for clue, value in self.given_clues.items() if clue.field == "rows"}

    def changed(self: D, clues: Mapping[Clue, Any]) -> D:
        """The puzzle with other clues; None removes a clue or makes it unknown."""
        values = {}
        for name, family in families_of(type(self)).items():
            own = {clue.place: value for clue, value in clues.items() if clue.field == name}
            if own:
                values[name] = family.changed(getattr(self, name), own)
        return replace(self, **values)


_defaults: dict[type, Mapping[str, Any]] = {}
"""Cached, as in `families_of`."""


def _rare(puzzle_class: type[GridPuzzle]) -> Mapping[str, Any]:
    """The defaults of the rare families of a class of puzzles, by field."""
    if puzzle_class not in _defaults:
        every, families = puzzle_class.__dataclass_fields__, families_of(puzzle_class)
        _defaults[puzzle_class] = {name: every[name].default for name, family in families.items() if family.rare}
    return _defaults[puzzle_class]


_with: dict[tuple[type, tuple[str, ...]], Mapping[str, Clues[Any]]] = {}
"""Cached likewise."""


def _families(puzzle_class: type[GridPuzzle], there: tuple[str, ...]) -> Mapping[str, Clues[Any]]:
    """The families of clues of a class, of the rare ones only those that are *there*."""
    if (puzzle_class, there) not in _with:
        every = families_of(puzzle_class).items()
        _with[puzzle_class, there] = {name: one for name, one in every if not one.rare or name in there}
    return _with[puzzle_class, there]


def overfull_number(
    puzzle: GridPuzzle, places: Callable[[Cell], Collection[Cell]], noun: str, where: str
) -> str | None:
    """Why there is no solution, where a number in a cell is larger than the number of cells that it counts.

    Args:
        puzzle: with numbers in the field ``rows``.
        places: the cells that the number in a cell counts.
        noun: what these are: ``white cell``.
        where: where they are: ``beside it``.
    """
    for cell, number in puzzle.by_cell.items():
        if number > (there := len(places(cell))):
            cells = counted(there, noun) if there else f"no {noun}"
            return f"the {number} at {cell_name(cell)} has {cells} {where}"
    return None
