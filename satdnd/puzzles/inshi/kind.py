"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from string import ascii_lowercase
from textwrap import fill
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, UsageError
from satdnd.puzzle import Encoding, Fault, Kind, Settings
from satdnd.puzzles.inshi import formats, rules
from satdnd.puzzles.inshi.encode import InshiEncoding
from satdnd.puzzles.inshi.model import LARGEST, Inshi, InshiSolution

WIDTH = 80
"""Columns that a drawing with products should fit in."""


class InshiKind(Kind[Inshi, InshiSolution]):
    """Inshi no heya (room of factors)."""

    name = "inshi"
    title = "Inshi no heya"
    suffixes = (".inshi", ".txt")
    rules = tuple(rules.RULES)
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
        """Heavy lines between rooms; the numbers of a solution, those that are forced, or the products.

        A product stands in the first cell of its room; where products are too long for 80 columns, letters stand for
        them, and the title says which.
        """
        rows = solution.grid if solution else details["forced"] if details and "forced" in details else None
        given = {room.cells[0] for room in puzzle.rooms if len(room) == 1}
        title = ""
        texts: dict[Cell, str] = {}
        if rows is not None:
            for r, c in puzzle.cells:
                texts[r, c] = "" if rows[r][c] is None else str(rows[r][c])
        else:
            texts, title = _products(puzzle)
        marks = set(marked)

        def tile(cell: Cell) -> Tile:
            style = "unknown" if not texts.get(cell) else "clue" if rows is None or cell in given else "filled"
            return Tile(style, texts.get(cell, ""), cell in marks)

        room_of = {cell: room for room in puzzle.rooms for cell in room.cells}
        return Picture(
            tiles=[[tile((r, c)) for c in range(puzzle.size)] for r in range(puzzle.size)],
            lines_right=frozenset(
                (r, c) for r, c in puzzle.cells if room_of.get((r, c + 1)) not in (None, room_of[r, c])
            ),
            lines_below=frozenset(
                (r, c) for r, c in puzzle.cells if room_of.get((r + 1, c)) not in (None, room_of[r, c])
            ),
            ruled=True,
            title=title,
        )


def _products(puzzle: Inshi) -> tuple[dict[Cell, str], str]:
    """What stands in the first cells of the rooms, and a title that explains the letters among it."""
    longest = max(3, (WIDTH - 1) // puzzle.size - 3)
    names: dict[int, str] = {}
    for product in sorted({room.product for room in puzzle.rooms if len(str(room.product)) > longest}):
        i = len(names)
        names[product] = (ascii_lowercase[i // 26 - 1] if i >= 26 else "") + ascii_lowercase[i % 26]
    texts = {room.cells[0]: names.get(room.product, str(room.product)) for room in puzzle.rooms}
    legend = ", ".join(f"{name}={product}" for product, name in names.items())
    return texts, fill(legend, WIDTH, break_long_words=False)


def _whole(value: Any, field: str, high: int) -> int:
    if type(value) is not int or not 1 <= value <= high:
        raise UsageError(f"{field} is {value!r}, expected 1 to {high}")
    return value


KIND = InshiKind()
