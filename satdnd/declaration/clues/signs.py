"""Signs in cells as clues: white and black circles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.declaration.links.puzzlink import body_links
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import EMPTY, cells_of
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.address import Forms
from satdnd.formats.links.piece import Piece
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.notation import cell_name

SignRows: TypeAlias = tuple[tuple[str | None, ...], ...]


class Symbol(NamedTuple):
    """The letter in texts, the name (an adjective) and the drawn form: ``w``, ``white``, ``○``."""

    letter: str
    word: str
    drawn: str


@dataclass(frozen=True)
class SignGrid(Clues[SignRows]):
    """A sign in some cells.

    Args:
        noun: the word for all of them: ``circle``.
        signs: the possible signs of a cell.
        keyword: the heading above it in a text, if its puzzle has other clues that determine the size; a field of this
            sort has the default ``()``, since a text without signs does not mention them.
        spare: whether generated puzzles use signs only if their other clues are not enough.
    """

    noun: str
    signs: tuple[Symbol, ...]
    keyword: str = ""
    spare: bool = False

    def _of(self, letter: str) -> Symbol:
        return next(sign for sign in self.signs if sign.letter == letter)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the signs, their names and their drawn forms."""
        signs = {sign.letter: [f"{sign.word} {self.noun}", sign.drawn] for sign in self.signs}
        return {"family": "signs", "signs": signs}

    @property
    def help(self) -> str:
        """How the letters are written."""
        text = ", ".join(f"{sign.letter} for a {sign.word} {self.noun}" for sign in self.signs)
        return f"One line per row: {text}, . for a cell without."

    @property
    def expected(self) -> str:
        """The possible entries, for error messages."""
        return f"{', '.join(repr(sign.letter) for sign in self.signs)} or '.'"

    def checked(self, value: Any, name: str) -> SignRows:
        """The rows, all of the same length."""
        if self.keyword and value == ():
            return ()
        rows = tuple(
            fields.sequence(row, f"row {r}", "a list of signs, None for a cell without")
            for r, row in enumerate(fields.sequence(value, name, "a list of rows"), 1)
        )
        fields.rectangle(rows)
        known = {sign.letter for sign in self.signs}
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign is not None and not (isinstance(sign, str) and sign in known):
                    expected = self.expected.replace("'.'", "None")
                    raise InputError(f"{cell_name((r, c))}: found {sign!r:.60}, expected {expected}")
        return rows

    def size(self, value: SignRows) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return (len(value), len(value[0])) if value else (0, 0)

    def fitted(self, value: SignRows, name: str, geometry: Grid) -> SignRows:
        """The rows; without any, a grid without signs."""
        return value or self.blank(geometry.height, geometry.width)

    def blank(self, height: int, width: int) -> SignRows:
        """A grid without signs."""
        return ((None,) * width,) * height

    def to_json(self, value: SignRows) -> list[str]:
        """One string per row."""
        return ["".join(sign or "." for sign in row) for row in value]

    def from_json(self, value: Any, name: str) -> SignRows:
        """The inverse of `to_json`: strings, or lists of letters with ``.`` or null for none."""
        rows = fields.listed(value, name, "rows")
        letters = [row if isinstance(row, str) else fields.listed(row, name, "letters") for row in rows]
        rows = fields.lines(["".join("." if x is None else str(x) for x in row) for row in letters], name)
        try:
            return self.from_lines([(0, row) for row in rows])
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: SignRows) -> list[str]:
        """One line per row, with one letter per cell."""
        there = not self.keyword or any(map(any, value))
        return ["".join(sign or "." for sign in row) for row in value if there]

    def is_cell(self, word: str) -> bool:
        """A letter, large or small, or a dot."""
        return word == EMPTY or word.casefold() in {sign.letter for sign in self.signs}

    def from_lines(self, rows: list[Line]) -> SignRows:
        """The inverse of `to_lines`."""
        grid = cells_of(rows, self.is_cell, self.expected)
        return tuple(tuple([None if word == EMPTY else word.casefold() for word in row]) for row in grid)

    def given_clues(self, value: SignRows) -> dict[Hashable, str]:
        """The cells with a sign."""
        return {(r, c): sign for r, row in enumerate(value) for c, sign in enumerate(row) if sign}

    def changed(self, value: SignRows, clues: Mapping[Any, Any]) -> SignRows:
        """The grid with other signs; None removes one."""
        rows = [list(row) for row in value]
        for (r, c), sign in clues.items():
            rows[r][c] = sign
        return tuple(map(tuple, rows))

    def alternatives(self, value: SignRows, place: Any, size: tuple[int, int]) -> Sequence[str]:
        """The other signs."""
        return [sign.letter for sign in self.signs if sign.letter != value[place[0]][place[1]]]

    def name_of(self, place: Any) -> str:
        """``the circle at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def shown(self, clue: Any) -> str:
        """``white``."""
        return self._of(clue).word

    def drawn(self, value: SignRows, picture: Picture) -> Picture:
        """The picture with the signs in their cells."""
        tiles = [
            [
                tile if sign is None else Tile.of("clue", self._of(sign).drawn, tile.marked)
                for sign, tile in zip(*rows, strict=True)
            ]
            for rows in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)


def sign_links(
    puzzle_class: Callable[[SignRows], Any], family: SignGrid, *names: str, page: str = ""
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with one of two signs in cells, its ``rows``; three cells share a character.

    Args:
        puzzle_class: (rows) -> the puzzle.
        family: its signs.
        names: the kind's names in puzz.link; the first is written.
        page: the name of its page at Kanpen; empty: there is none.
    """
    letters = (None, *(sign.letter for sign in family.signs))

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        signs = [letters[x] for x in puzzlink.triples(body, height * width)]
        return puzzle_class(tuple(tuple(signs[r * width :][:width]) for r in range(height)))

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link."""
        return puzzlink.encoded_triples([*map(letters.index, chain.from_iterable(puzzle.rows))])

    cells = kanpen.cells(lambda signs: puzzlink.encoded_triples([x or 0 for x in signs]), 2)
    return body_links(read, written, *names, page=kanpen.KanpenPage(page, cells) if page else None)
