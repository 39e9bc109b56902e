"""Numbers with arrows as clues: each counts something in one direction."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from satdnd.declaration.clues.areas import HOLE
from satdnd.declaration.clues.family import UNKNOWN, WALL, Clues, clues
from satdnd.declaration.links.puzzlink import body_links
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import EMPTY, cells_of
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.address import Forms
from satdnd.formats.links.piece import Piece
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, needs
from satdnd.rules.centre_lines import DIRECTIONS
from satdnd.rules.count import Count
from satdnd.sat.formula import Literal

ArrowRows: TypeAlias = tuple[tuple[str | None, ...], ...]
"""``2s``: two to the south; ``?s``: unknown number; ``?``: unknown number and direction; ``@``: a hole, like a clue
that says nothing; None: no clue.
"""
_CLUE = re.compile(r"([0-9]{1,4}|[?])([news])|[?@]")
"""A row that begins with a hole."""
_ARROWS = dict(zip("nesw", "↑→↓←", strict=True))
_EXPECTED = "a number and n, e, s or w (2s), '?' for an unknown number, '@' for a hole"


def parts(clue: str) -> tuple[int | None, str]:
    """The number of a clue (None if unknown) and its direction, which may be empty."""
    number, direction = (clue[:-1], clue[-1]) if clue not in (UNKNOWN, HOLE) else (UNKNOWN, "")
    return None if number == UNKNOWN else int(number), direction


@dataclass(frozen=True)
class ArrowGrid(Clues[ArrowRows]):
    """Numbers with arrows in some cells."""

    noun: str = "clue"

    @property
    def page(self) -> dict[str, Any]:
        """Numbers with directions."""
        return {"family": "arrows"}

    @property
    def help(self) -> str:
        """How the words are written."""
        return (
            "One line per row, with blanks between the cells: a number and n, e, s or w for the direction in which it\n"
            "counts (2s), ? for an unknown number (?s), . for a cell without a clue, @ for a hole."
        )

    def checked(self, value: Any, name: str) -> ArrowRows:
        """The rows, all of the same length."""
        rows = tuple(
            fields.sequence(row, f"row {r}", "a list of clues, None for a cell without")
            for r, row in enumerate(fields.sequence(value, name, "a list of rows"), 1)
        )
        fields.rectangle(rows)
        for r, row in enumerate(rows):
            for c, clue in enumerate(row):
                if clue is not None and not (isinstance(clue, str) and _CLUE.fullmatch(clue)):
                    raise InputError(f"{cell_name((r, c))}: found {clue!r:.60}, expected {_EXPECTED}, or None")
        return rows

    def size(self, value: ArrowRows) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return len(value), len(value[0])

    def blank(self, height: int, width: int) -> ArrowRows:
        """A grid without clues."""
        return ((None,) * width,) * height

    def to_json(self, value: ArrowRows) -> list[list[str | None]]:
        """Rows of strings, with null for cells without a clue."""
        return [list(row) for row in value]

    def from_json(self, value: Any, name: str) -> ArrowRows:
        """The inverse of `to_json`. Raises InputError."""
        rows = fields.listed(value, name, "rows")
        try:
            return self.checked([fields.listed(row, name, "clues") for row in rows], name)
        except InputError as error:
            raise error if name in error.message else InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: ArrowRows) -> list[str]:
        """A line of words of equal length for each row."""
        longest = max(len(clue or ".") for row in value for clue in row)
        return [" ".join((clue or ".").rjust(longest) for clue in row) for row in value]

    def is_cell(self, word: str) -> bool:
        """A number and an arrow, a hole, or a dot."""
        return word in (EMPTY, WALL) or bool(_CLUE.fullmatch(word))

    def from_lines(self, rows: list[Line]) -> ArrowRows:
        """The inverse of `to_lines`; dots need no blanks between them."""
        spaced = [(number, " ".join(line.strip()) if {*line.strip()} == {EMPTY} else line) for number, line in rows]
        grid = cells_of(spaced, self.is_cell, _EXPECTED, words=True)
        signs: dict[str, str | None] = {EMPTY: None, WALL: HOLE}
        return tuple(tuple([signs.get(word, word) for word in row]) for row in grid)

    def given_clues(self, value: ArrowRows) -> dict[Hashable, str]:
        """The cells with a known number."""
        found = {(r, c): clue for r, row in enumerate(value) for c, clue in enumerate(row) if clue}
        return {cell: clue for cell, clue in found.items() if UNKNOWN not in clue and clue != HOLE}

    def changed(self, value: ArrowRows, clues: Mapping[Any, Any]) -> ArrowRows:
        """The grid with other clues; a clue changed to None keeps its arrow."""
        rows = [list(row) for row in value]
        for (r, c), clue in clues.items():
            rows[r][c] = clue if clue is not None else f"{UNKNOWN}{(rows[r][c] or UNKNOWN)[-1:]}".replace("??", "?")
        return tuple(map(tuple, rows))

    def alternatives(self, value: ArrowRows, place: Any, size: tuple[int, int]) -> Iterable[str]:
        """Other numbers, the nearest first, then other arrows."""
        number, direction = parts(value[place[0]][place[1]] or UNKNOWN)
        r, c = place
        room = {"n": r, "s": size[0] - 1 - r, "w": c, "e": size[1] - 1 - c}
        most = {way: (cells + 1) // 2 for way, cells in room.items()}
        old = number or 0
        numbers = sorted(set(range(most.get(direction, 0) + 1)) - {number}, key=lambda x: (abs(x - old), x))
        arrows = [way for way in DIRECTIONS if way != direction and old <= most[way]]
        return [*(f"{x}{direction}" for x in numbers if direction), *(f"{old}{way}" for way in arrows)]

    def name_of(self, place: Any) -> str:
        """``the clue at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def drawn(self, value: ArrowRows, picture: Picture) -> Picture:
        """The picture with numbers, each followed by its arrow."""

        def shown(clue: str) -> str:
            """``2↓``."""
            if clue == HOLE:
                return HOLE
            number, direction = parts(clue)
            return f"{UNKNOWN if number is None else number}{_ARROWS.get(direction, '')}"

        tiles = [
            [
                tile if clue is None else Tile.of("clue", shown(clue), tile.marked)
                for clue, tile in zip(*rows, strict=True)
            ]
            for rows in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)


@dataclass(frozen=True)
class ArrowPuzzle(GridPuzzle):
    """A puzzle with arrow clues: ``2s``, ``?s`` for an unknown number, ``@`` for a hole, None for a cell without a
    clue.
    """

    rows: ArrowRows = clues(ArrowGrid())

    @cached_property
    def arrows(self) -> Mapping[Cell, str]:
        """The clues by cell, including those with unknown numbers, and holes."""
        return {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row) if x}

    @cached_property
    def free(self) -> list[Cell]:
        """The cells without a clue."""
        return [(r, c) for r in range(self.height) for c in range(self.width) if (r, c) not in self.arrows]

    def ahead(self, cell: Cell, direction: str, most: int | None = None) -> list[Cell]:
        """The cells without a clue in a direction, up to the border, or the nearest of them."""
        return [*islice(self._ahead(cell, direction), most)]

    def _ahead(self, cell: Cell, direction: str) -> Iterator[Cell]:
        (r, c), (down, right) = cell, DIRECTIONS[direction]
        while 0 <= (r := r + down) < self.height and 0 <= (c := c + right) < self.width:
            if (r, c) not in self.arrows:
                yield r, c


_SIDES = {"n": "above it", "e": "to the right of it", "s": "below it", "w": "to the left of it"}


def arrow_counts(puzzle: ArrowPuzzle, literal: Callable[[Cell], Literal], rule: str, adjective: str) -> Iterator[Count]:
    """A count for each arrow, over the literals of the cells ahead."""
    for cell, clue in puzzle.arrows.items():
        number, direction = parts(clue)
        if number is not None:
            ahead = puzzle.ahead(cell, direction)
            text = f"the clue at {{}} {needs(number, f'{adjective} cell')} {_SIDES[direction]}"
            yield Count(rule, (cell,), text, tuple(map(literal, ahead)), number, number, clue=Clue("rows", cell))


def overcounted(puzzle: ArrowPuzzle) -> str | None:
    """Why there is no solution: a number larger than the number of cells ahead."""
    for cell, clue in puzzle.arrows.items():
        number, direction = parts(clue)
        if number and number > len(ahead := puzzle.ahead(cell, direction, min(number, puzzle.grid.size))):
            room = f"room for only {len(ahead)}" if ahead else "no room for any"
            return f"the clue at {cell_name(cell)} counts {counted(number, 'cell')}, but there is {room}"
    return None


_CODES = "nswe"
"""Directions as links number them, from 1."""


def arrow_links(puzzle_class: Callable[[ArrowRows], Any], *names: str, page: str) -> Forms[Any, Any]:
    """The puzz.link forms of puzzles whose field ``rows`` is an `ArrowGrid`; the first of *names* is written, and
    *page* is the name of their page at Kanpen.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        found = dict[int, str]()
        for index, code, number, column in puzzlink.arrows(body, height * width):
            if not code and number is not None:
                expected = "expected one from 1 to 4 before it"
                raise InputError(f"found a number without a direction, {expected}", column=column)
            found[index] = f"{UNKNOWN if number is None else number}{_CODES[code - 1] if code else ''}"
        return puzzle_class(tuple(tuple(found.get(r * width + c) for c in range(width)) for r in range(height)))

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link. Raises InputError for a number that it cannot hold."""
        entries = list[tuple[int, int | None] | None]()
        for clue in (x for row in puzzle.rows for x in row):
            if clue == HOLE:
                raise InputError("there are holes without a clue: puzz.link cannot hold them, text can")
            number, direction = parts(clue) if clue else (None, "")
            entries.append((_CODES.find(direction) + 1 if direction else 0, number) if clue else None)
        return puzzlink.encoded_arrows(entries)

    return body_links(read, written, *names, page=kanpen.KanpenPage(page, kanpen.arrows))
