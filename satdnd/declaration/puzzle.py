"""What declared puzzles are: frozen dataclasses whose fields are families of clues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, TypeVar

from satdnd.declaration.clues import families_of
from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Grid, grid


class Clue(NamedTuple):
    """Which clue of a puzzle: the field that holds it, and its place there."""

    field: str
    place: Any


D = TypeVar("D", bound="GridPuzzle")


@dataclass(frozen=True)
class GridPuzzle(Drawable):
    """The base of declared puzzles on a grid of H x W cells; a class of them adds its fields of `clues`.

    Where no clue tells the size, the class has *height* and *width* among its fields as well, before the others.

    Args:
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: a clue that cannot be, fields that do not fit each other. What cannot have a solution is a puzzle.
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

    def __post_init__(self) -> None:
        families, held = families_of(type(self)), self.__dict__  # written to directly, which is quicker
        if not isinstance(self.name, str):
            raise InputError(f"the name of a puzzle is {fields.shown(self.name)}, expected text")
        for name, family in families.items():
            held[name] = family.checked(held[name], name)
        sides = self.told_sides()
        for k, what in enumerate(("height", "width")):
            told = {side[k] for side in sides} - {0}
            if len(told) != 1:
                found = " and ".join(map(str, sorted(told))) or "no"
                raise InputError(f"its fields speak of {found} {'columns' if k else 'rows'}, expected one number")
            held[what] = told.pop()
        held["grid"] = geometry = grid(self.height, self.width)
        for name, family in families.items():
            held[name] = family.fitted(held[name], name, geometry)

    def told_sides(self) -> list[tuple[int, int]]:
        """Rows and columns as its fields tell them, 0 for a side that one does not tell. InputError."""
        sides = [family.size(getattr(self, name)) for name, family in families_of(type(self)).items()]
        if self.sized():
            fields.sides(self.height, self.width)
            sides.append((self.height, self.width))
        return sides

    @classmethod
    def sized(cls) -> bool:
        """Whether its size is said by `height` and `width`, which are fields of the class then, and not by a clue."""
        return cls.__dataclass_fields__["height"].init

    @classmethod
    def blank(cls: type[D], height: int, width: int) -> D:
        """One without clues."""
        values: dict[str, Any] = {name: family.blank(height, width) for name, family in families_of(cls).items()}
        if cls.sized():
            values |= {"height": height, "width": width}
        return cls(**values)

    @cached_property
    def told(self) -> dict[Clue, Any]:
        """Its clues, but those that are not told."""
        return {
            Clue(name, place): clue
            for name, family in families_of(type(self)).items()
            for place, clue in family.told(getattr(self, name)).items()
        }

    def changed(self: D, clues: Mapping[Clue, Any]) -> D:
        """The same with other clues; None: not told."""
        values = {}
        for name, family in families_of(type(self)).items():
            own = {clue.place: value for clue, value in clues.items() if clue.field == name}
            if own:
                values[name] = family.changed(getattr(self, name), own)
        return replace(self, **values)
