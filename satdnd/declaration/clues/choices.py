"""A variant of the rules for the whole puzzle, as a clue: a note in a text, a field in JSON, a letter in a link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from satdnd.declaration.clues.attributes import Attribute
from satdnd.declaration.clues.family import families_of
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.grid import fields


@dataclass(frozen=True)
class Choice(Attribute[str]):
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

    def blank(self, height: int, width: int) -> str:
        """The usual variant."""
        return self.usual

    def to_json(self, value: str) -> str | None:
        """The value, None for the usual one."""
        return None if value == self.usual else value

    def drawn(self, value: str, picture: Picture) -> Picture:
        """The picture with the meaning of the other variant above it."""
        return picture if value == self.usual or picture.title else replace(picture, title=self.title)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the values, and what the other one means."""
        return {"family": "choice", "usual": self.usual, "other": self.other, "title": self.title}


@dataclass(frozen=True)
class Flag(Attribute[bool]):
    """A further rule that holds or not. A text says that it does in a note above the grid: ``# diagonals: yes``.

    A field of this family has the default False.

    Args:
        noun: the name of the field, which is the key of the note.
        title: what it means, in a few words, for pictures.
    """

    noun: str
    title: str
    noted: bool = True
    rare: bool = True

    @property
    def help(self) -> str:
        """The note."""
        return f"The note '# {self.noun}: yes' above the grid: {self.title}."

    def checked(self, value: Any, name: str) -> bool:
        """Whether it holds; notes say yes or no."""
        if isinstance(value, str) and value.casefold() in ("yes", "no", "true", "false"):
            return value.casefold() in ("yes", "true")
        if not isinstance(value, bool):
            raise InputError(f"{name} is {fields.shown(value)}, expected true or false, in a note yes or no")
        return value

    def blank(self, height: int, width: int) -> bool:
        """It does not hold."""
        return False

    def to_json(self, value: bool) -> bool:
        """As it is."""
        return value

    def to_record(self, value: bool, name: str) -> dict[str, Any]:
        """Nothing if it does not hold."""
        return {name: True} if value else {}

    def to_note(self, value: bool) -> str | None:
        """``yes``."""
        return "yes" if value else None

    def drawn(self, value: bool, picture: Picture) -> Picture:
        """The picture with what it means above it."""
        return replace(picture, title=self.title) if value and not picture.title else picture

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "flag", "title": self.title}


def variants_of(puzzle_class: type) -> dict[str, Choice]:
    """The variants of the rules of a class of puzzles, by field name."""
    return {name: one for name, one in families_of(puzzle_class).items() if isinstance(one, Choice)}
