"""Centres in cells, on edges and at corners, as clues."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.declaration.links.puzzlink import body_links
from satdnd.draw.picture import EdgeLine, Picture
from satdnd.errors import InputError
from satdnd.formats.grids import EMPTY, MOST_CHARACTERS, cells_of
from satdnd.formats.links import puzzlink
from satdnd.formats.links.address import Forms
from satdnd.formats.links.piece import Piece
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.rules.half_turn import Centre, centre_name

CentreRows: TypeAlias = tuple[str, ...]
"""2H-1 strings of 2W-1 characters, ``o`` for a centre, ``@`` for a cell of no area: cells have even places in both,
edges and corners the others."""
SIGN, HOLE = "o", "@"


@dataclass(frozen=True)
class CentreGrid(Clues[CentreRows]):
    """Centres at places in half cells. The value of a clue is its place."""

    noun: str = "centre"
    removable: bool = False
    open: bool = False

    help = (
        "A line for each row of cells, and one for each row of edges between: o for a centre, . for none. A character\n"
        "in an odd line and column is a cell, so that H rows of W cells have 2H-1 lines of 2W-1 characters.\n"
        "There, @ is a cell that is not part of the board."
    )
    expected = f"{SIGN!r} (a centre), {HOLE!r} (a cell that is no part of the board) or '.'"

    @property
    def wanted(self) -> str:
        """What is missing from a text without a puzzle."""
        return "lines of 'o' and '.'"

    def checked(self, value: Any, name: str) -> CentreRows:
        """The lines, an odd number of one odd length."""
        rows = fields.lines([*fields.sequence(value, name, "lines of 'o' and '.'")], name)
        return self.from_lines([(0, row) for row in rows])

    def size(self, value: CentreRows) -> tuple[int, int]:
        """Rows and columns of cells."""
        return (len(value) + 1) // 2, (len(value[0]) + 1) // 2

    def blank(self, height: int, width: int) -> CentreRows:
        """No centres."""
        return (EMPTY * (2 * width - 1),) * (2 * height - 1)

    def to_json(self, value: CentreRows) -> list[list[int]]:
        """Lists ``[y, x]`` in half cells."""
        return [[*place] for place in centre_places(value)]

    @property
    def further_fields(self) -> tuple[str, ...]:
        """Those of the size."""
        return (*_SIDES, _HOLES)

    def to_record(self, value: CentreRows, name: str) -> dict[str, Any]:
        """The size, and the centres."""
        height, width = self.size(value)
        there = {_HOLES: [[*cell] for cell in holes_of(value)]} if holes_of(value) else {}
        return {"height": height, "width": width, name: self.to_json(value), **there}

    def from_record(self, record: Mapping[str, Any], name: str) -> CentreRows:
        """The inverse of `to_record`. Raises InputError."""
        height, width = (fields.whole(fields.require(record, side), side, 1) for side in _SIDES)
        fields.sides(height, width)
        holes = fields.cells(record.get(_HOLES, []), _HOLES, height, width)
        listed = fields.cells(record[name], name, 2 * height - 1, 2 * width - 1)
        return centre_rows(height, width, [(y, x) for y, x in listed], holes)

    def to_lines(self, value: CentreRows) -> list[str]:
        """The value itself."""
        return [*value]

    def is_cell(self, word: str) -> bool:
        """A centre, or none."""
        return word in (EMPTY, SIGN, SIGN.upper(), HOLE)

    def from_lines(self, rows: list[Line]) -> CentreRows:
        """The inverse of `to_lines`. Raises InputError."""
        cells = cells_of(rows, self.is_cell, self.expected, longest=MOST_CHARACTERS)
        found = tuple("".join(row).casefold() for row in cells)
        for length, what in ((len(found), "line"), (len(found[0]), "character")):
            if length % 2 == 0:
                each = "in each line" if what == "character" else "for cells and the edges between"
                raise InputError(
                    f"found {counted(length, what)}, expected an odd number {each}", line=rows[0][0] or None
                )
        fields.sides(*self.size(found))
        for y, line in enumerate(found):
            if HOLE in (line if y % 2 else line[1::2]):
                where: dict[str, Any] = {"line": rows[y][0]} if rows[y][0] else {}
                raise InputError(f"found {HOLE!r} between cells, expected it in a cell", **where)
        return found

    def given_clues(self, value: CentreRows) -> dict[Hashable, Centre]:
        """Each centre by its place."""
        return {place: place for place in centre_places(value)}

    def changed(self, value: CentreRows, clues: Mapping[Any, Any]) -> CentreRows:
        """The centres with some moved or added; None removes one."""
        rows = [list(row) for row in value]
        for sign, there in ((EMPTY, clues), (SIGN, [place for place in clues.values() if place is not None])):
            for y, x in there:
                rows[y][x] = sign
        return tuple(map("".join, rows))

    def alternatives(self, value: CentreRows, place: Any, size: tuple[int, int]) -> list[Centre]:
        """All other places, the nearest first."""
        free = [(y, x) for y, row in enumerate(value) for x, sign in enumerate(row) if sign == EMPTY]
        return sorted(free, key=lambda other: (abs(other[0] - place[0]) + abs(other[1] - place[1]), other))

    def name_of(self, place: Any) -> str:
        """``the centre at r1c1``."""
        return centre_name(place)

    def shown(self, clue: Any) -> str:
        """Where it is."""
        return centre_name(clue).removeprefix("the centre ")

    def change(self, place: Any, old: Any, new: Any) -> str:
        """``the centre at r1c1 moves: between r1c1 and r1c2``."""
        return f"{self.name_of(place)} moves: {self.shown(new)}"

    def sentence(self, place: Any, clue: Any) -> str:
        """``there is a centre at r1c1``."""
        return f"there is a centre {self.shown(clue)}"

    def drawn(self, value: CentreRows, picture: Picture) -> Picture:
        """The picture with a circle at each, and a border around each cell that is not part of the board."""
        there = {line.place for line in picture.edges}
        sides = (((r, c), (r + 1, c), (r, c + 1)) for r, c in holes_of(value))
        edges = (
            EdgeLine(cell, side)
            for at, down, right in sides
            for cell, side in zip((at, down, at, right), "nnww", strict=True)
        )
        inside = [edge for edge in edges if edge.cell[0] < picture.height and edge.cell[1] < picture.width]
        lines = [*picture.edges, *(edge for edge in inside if edge.place not in there)]
        return replace(picture, circles=tuple(centre_places(value)), edges=lines)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: none."""
        return {"family": "centres"}


def centre_places(value: CentreRows) -> list[Centre]:
    """The places of the centres, in reading order."""
    return [(y, x) for y, row in enumerate(value) for x, sign in enumerate(row) if sign == SIGN]


_SIDES, _HOLES = ("height", "width"), "holes"


def holes_of(value: CentreRows) -> list[Cell]:
    """The cells that are not part of the board."""
    return [(y // 2, x // 2) for y, row in enumerate(value) for x, sign in enumerate(row) if sign == HOLE]


def centre_rows(height: int, width: int, there: Iterable[Centre], holes: Iterable[Cell] = ()) -> CentreRows:
    """The lines of a grid with these centres. Raises InputError for a centre in a hole."""
    rows = [[EMPTY] * (2 * width - 1) for _ in range(2 * height - 1)]
    for r, c in holes:
        rows[2 * r][2 * c] = HOLE
    for y, x in there:
        if rows[y][x] == HOLE:
            raise InputError(f"{centre_name((y, x))} is in a cell that is not part of the board")
        rows[y][x] = SIGN
    return tuple(map("".join, rows))


_MOST = 7
"""The most places without a centre behind one that its character in a link says; also if there is no other."""


def centre_links(puzzle_class: Callable[[CentreRows], Any], *names: str) -> Forms[Any, Any]:
    """The puzz.link forms of a kind whose only clues are centres, its ``centres``; their colours are not kept.

    A hexadecimal digit is a centre: twice the number of places without one behind it, and 1 if it is black; ``g`` to
    ``z`` are 1 to 20 places without. Source: robx/pzprjs, src/variety/tentaisho.js.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link; behind the centres, the cells of no area are bits. Raises InputError."""
        wide, count, at = 2 * width - 1, (2 * height - 1) * (2 * width - 1), 0
        found, holes = list[Centre](), list[Cell]()
        for index, letter in enumerate(body.text):
            if at >= count:
                holes = [
                    divmod(i, width)
                    for i in puzzlink.bits(Piece(body.text[index:], body.column + index), height * width)
                ]
                break
            value = int(letter, 36) if letter.isascii() and letter.isalnum() else 36
            if letter.isupper() or value > 35:
                raise body.wrong(index, f"found {fields.shown(letter)}", "0 to 9 or a to z")
            if value < 16:
                found.append(divmod(at, wide))
            at += value // 2 + 1 if value < 16 else value - 15
        if at < count:
            raise body.wrong(len(body.text), f"found {counted(at, 'place')}", f"{count} for cells and edges between")
        return puzzle_class(centre_rows(height, width, found, holes))

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link, with white centres."""
        line, found, at = "".join(puzzle.centres), list[str](), 0
        while at < len(line):
            there = line[at] == SIGN
            behind = line.find(SIGN, at + there)
            gap = (behind if behind > 0 else len(line)) - at - there
            if there:
                gap = gap if behind > 0 and gap < _MOST else _MOST
                found.append(f"{2 * gap:x}")
            else:
                found.append(puzzlink.encoded([None] * gap))
            at += gap + there
        holes = {*holes_of(puzzle.centres)}
        cells = ((r, c) in holes for r in range(puzzle.height) for c in range(puzzle.width))
        return "".join(found) + (puzzlink.encoded_bits(cells) if holes else "")

    return body_links(read, written, *names)
