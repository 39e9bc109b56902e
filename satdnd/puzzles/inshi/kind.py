"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture
from satdnd.errors import InputError, UsageError
from satdnd.puzzle import Encoding, Fault, Kind, Settings
from satdnd.puzzles.inshi import formats, rules
from satdnd.puzzles.inshi.encode import InshiEncoding
from satdnd.puzzles.inshi.model import LARGEST, Inshi, InshiSolution
from satdnd.puzzles.inshi.picture import picture


class InshiKind(Kind[Inshi, InshiSolution]):
    """Inshi no heya (room of factors)."""

    name = "inshi"
    title = "Inshi no heya"
    suffixes = (".inshi", ".txt")
    rules = rules.RULES
    recipe_fields = ("height", "width", "unique", "linear", "longest_room")

    def from_json(self, record: Mapping[str, Any]) -> Inshi:
        """``size`` and ``rooms``, or ``text``."""
        return formats.from_json(record)

    def to_json(self, puzzle: Inshi) -> dict[str, Any]:
        """``size`` and ``rooms``."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Inshi | InputError]:
        """A size, then a room a line: ``6b2``."""
        return formats.read_text(text)

    def to_text(self, puzzle: Inshi, style: str = "text") -> str:
        """As `read_text` reads it."""
        return formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """A size, then nothing but rooms."""
        return formats.recognises(text)

    def read_solutions(self, text: str, puzzle: Inshi) -> Iterator[InshiSolution | InputError]:
        """Rows of numbers, JSON."""
        return formats.read_solutions(text, puzzle)

    def contradiction(self, puzzle: Inshi, settings: Settings) -> str | None:
        """A product that no different values have, or products that do not fit together."""
        return rules.contradiction(puzzle)

    def encoding(self, puzzle: Inshi, settings: Settings, *, eager: bool = False) -> Encoding[Inshi, InshiSolution]:
        """Only the values that can still stand in a cell; *eager*: all of them, every clue in its own clauses."""
        return InshiEncoding(puzzle, plain=eager)

    def faults(self, puzzle: Inshi, solution: InshiSolution, settings: Settings) -> list[Fault]:
        """Values, rows, columns, products."""
        return rules.faults(puzzle, solution)

    def generate(self, chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> Inshi:
        """A random Latin square (``linear``: shifted rows) in rooms of up to ``longest_room`` cells (default 3).

        ``height`` and ``width`` are the size (default 8) and equal where both are given. ``unique`` (default): exactly
        one solution, for which some rooms become shorter.
        """
        from satdnd.puzzles.inshi.generate import Recipe, generate

        height = _whole(recipe.get("height", recipe.get("width", Recipe.size)), "height", LARGEST)
        width = _whole(recipe.get("width", height), "width", LARGEST)
        if height != width:
            raise UsageError(f"inshi needs as many rows as columns; the size is {height}x{width}")
        default = min(Recipe.longest_room, height)
        longest = _whole(recipe.get("longest_room", default), "longest_room", height)
        for field in ("unique", "linear"):
            if not isinstance(recipe.get(field, True), bool):
                raise UsageError(f"{field} is {recipe[field]!r}, expected true or false")
        wishes = Recipe(height, longest, recipe.get("linear", Recipe.linear), recipe.get("unique", Recipe.unique))
        return generate(wishes, chance, deadline)

    def differences(self, puzzle: Inshi, one: InshiSolution, other: InshiSolution) -> list[Cell]:
        """Cells that hold different numbers."""
        return [(r, c) for r, c in puzzle.cells if one.grid[r][c] != other.grid[r][c]]

    def picture(
        self,
        puzzle: Inshi,
        solution: InshiSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Heavy lines between rooms; the numbers of a solution, those that are forced, or the products."""
        return picture(puzzle, solution, marked=marked, details=details)


def _whole(value: Any, field: str, high: int) -> int:
    if type(value) is not int or not 1 <= value <= high:
        raise UsageError(f"{field} is {value!r}, expected 1 to {high}")
    return value


KIND = InshiKind()
