"""A variant of the rules for the whole puzzle, as a clue: a note in a text, a field in JSON, a letter in a link."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from satdnd.declaration.clues import Clues, families_of
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats.texts import Line
from satdnd.grid import fields


@dataclass(frozen=True)
class Choice(Clues[str]):
    """One of two variants of the rules. A text says the unusual one in a note above the grid: ``# loop: all``.

    A field of this family has the default *usual*, since texts, JSON and links mention only the other variant.

    Args:
        noun: the name of the field, which is the key of the note.
        usual, other: the values.
        title: what the other one means, in a few words, for pictures.
        letter: the option letter of puzz.link for the other one; empty: it has none.
    """

    noun: str
    usual: str
    other: str
    title: str
    letter: str = ""
    removable: bool = False
    noted: bool = True

    @property
    def help(self) -> str:
        """The note."""
        return f"The note '# {self.noun}: {self.other}' above the grid: {self.title}."

    def checked(self, value: Any, name: str) -> str:
        """The value, if it is one of the two."""
        if value not in (self.usual, self.other):
            raise InputError(f"{name} is {fields.shown(value)}, expected {self.usual!r} or {self.other!r}")
        found: str = value
        return found

    def size(self, value: str) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> str:
        """The usual variant."""
        return self.usual

    def to_json(self, value: str) -> str | None:
        """The value, None for the usual one."""
        return None if value == self.usual else value

    def to_lines(self, value: str) -> list[str]:
        """No lines: a note says it."""
        return []

    def from_lines(self, rows: list[Line]) -> str:
        """Not called: there are no lines."""
        raise NotImplementedError

    def given_clues(self, value: str) -> dict[Hashable, Any]:
        """None: it is no clue that could be left out."""
        return {}

    def changed(self, value: str, clues: Mapping[Hashable, Any]) -> str:
        """The value as it is."""
        return value

    def alternatives(self, value: str, place: Hashable, size: tuple[int, int]) -> list[str]:
        """None."""
        return []

    def name_of(self, place: Hashable) -> str:
        """``the loop``."""
        return f"the {self.noun}"

    def drawn(self, value: str, picture: Picture) -> Picture:
        """The picture with the meaning of the other variant above it."""
        return picture if value == self.usual or picture.title else replace(picture, title=self.title)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the values, and what the other one means."""
        return {"family": "choice", "usual": self.usual, "other": self.other, "title": self.title}


def variants_of(puzzle_class: type) -> dict[str, Choice]:
    """The variants of the rules of a class of puzzles, by field name."""
    return {name: one for name, one in families_of(puzzle_class).items() if isinstance(one, Choice)}
