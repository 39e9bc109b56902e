"""Links of puzz.link for areas, with numbers and without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from satdnd.declaration.clues.areas import Areas, AreaTuple, borders
from satdnd.declaration.clues.family import families_of
from satdnd.declaration.clues.partition import NamedArea, Partition
from satdnd.declaration.clues.walls import WallTuple
from satdnd.declaration.links.puzzlink import body_links
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.errors import InputError
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.address import Address, Forms
from satdnd.formats.links.piece import Piece
from satdnd.grid.areas import enclosed
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted


def area_links(
    family: Areas,
    made: Callable[[int, int, AreaTuple], Any],
    areas_of: Callable[[Any], AreaTuple],
    *names: str,
    sides: Callable[[Address], tuple[int, int]] = puzzlink.sides,
    wrong: Callable[[tuple[Cell, ...]], str] = lambda cells: "",
    walls: str = "",
    page: str = "",
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with areas: the borders between areas, then the number of each if they have any.

    Args:
        family: the areas; those of a `Partition` have no numbers.
        made: (rows, columns, areas) -> the puzzle.
        areas_of: the areas of a puzzle.
        names: the kind's names in puzz.link; the first is written.
        sides: gives the rows and columns of a link. Raises InputError.
        wrong: what is wrong with the cells of an area, after "has 4 cells"; empty if nothing is.
        walls: the field for borders that close no area; empty: they have no meaning.
        page: the name of its page at Kanpen; empty: there is none.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        right, below, rest = puzzlink.borders(body, height, width)
        found = enclosed(right, below)
        for cells in found:
            if what := wrong(cells):
                message = f"{family.name_of(cells[0])} has {counted(len(cells), 'cell')} {what}"
                raise InputError(message, column=rest.column)
        if isinstance(family, Partition):
            _check_end(rest)
            return made(height, width, tuple(family.area(None, cells) for cells in found))
        numbers = {i: (number, column) for i, number, column in puzzlink.numbers(rest, len(found), family.noun)}
        areas = []
        for i, cells in enumerate(found):
            number, column = numbers.get(i, (puzzlink.UNKNOWN, rest.column))
            given = None if number == puzzlink.UNKNOWN else number
            if not (family.optional if given is None else given >= family.least):
                what = "no number" if given is None else f"the number {given}"
                expected = f"expected a {family.number} from {family.least} in every {family.noun}"
                raise InputError(f"{family.name_of(cells[0])} has {what}, {expected}", column=column)
            areas.append(family.area(given, cells))
        puzzle = made(height, width, tuple(areas))
        return replace(puzzle, **{walls: loose(right, below, found)}) if walls else puzzle

    def written(puzzle: GridPuzzle) -> str:
        """The body of a puzzle's link. Raises InputError for anything it cannot hold."""
        areas, numbers = areas_of(puzzle), list[int | None]()
        body = border_body(puzzle.height, puzzle.width, areas, getattr(puzzle, walls) if walls else ())
        if isinstance(family, Partition):
            return body
        for area in areas:
            numbers.append(family.of(area))
            if (numbers[-1] or 0) > puzzlink.LARGEST_NUMBER:
                raise InputError(f"{area} is above {puzzlink.LARGEST_NUMBER}: puzz.link cannot hold it, text can")
        return body + puzzlink.encoded(numbers)

    return body_links(read, written, *names, sides=sides, page=kanpen.KanpenPage(page, kanpen.rooms) if page else None)


def number_and_area_links(
    made: Callable[[int, AreaTuple], Any], parts: Callable[[Any], tuple[int | None, AreaTuple]], noun: str, *names: str
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with one number for all its areas: the number, then the borders between areas.

    Args:
        made: (number, areas) -> the puzzle.
        parts: the reverse.
        noun: what the number counts.
        names: the kind's names in puzz.link; the first is written.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        number, _, rest = body.text.partition("/")
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 10):
            raise body.wrong(0, f"found {number!r:.40}", f"the number of {noun}s, and the borders after a '/'")
        right, below, behind = puzzlink.borders(Piece(rest, body.column + len(number) + 1), height, width)
        _check_end(behind)
        return made(int(number), tuple(map(NamedArea, enclosed(right, below))))

    def written(puzzle: GridPuzzle) -> str:
        """The body of a puzzle's link. Raises InputError for an area in several pieces."""
        number, areas = parts(puzzle)
        return f"{number}/{border_body(puzzle.height, puzzle.width, areas)}"

    return body_links(read, written, *names)


def area_and_cell_links(puzzle_class: Any, *names: str) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with areas and numbers in cells: the borders between areas, then the numbers.

    Args:
        puzzle_class: the class of its puzzles, with the fields ``areas`` and ``rows``.
        names: the kind's names in puzz.link; the first is written.
    """
    family = families_of(puzzle_class)["rows"]

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        right, below, rest = puzzlink.borders(body, height, width)
        slots: list[puzzlink.Slot] = [None] * (height * width)
        for i, number, column in puzzlink.numbers(rest, len(slots)):
            slots[i] = number, column
        rows = family.from_slots(slots, height, width)
        return puzzle_class(tuple(map(NamedArea, enclosed(right, below))), rows)

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link. Raises InputError for anything it cannot hold."""
        height, width = puzzle.height, puzzle.width
        return border_body(height, width, puzzle.areas) + puzzlink.encoded(family.slots(puzzle.rows, height, width))

    return body_links(read, written, *names)


def _check_end(behind: Piece) -> None:
    """Raise InputError if something stands behind the borders."""
    if behind.text:
        raise behind.wrong(0, f"found {behind.text!r:.40}", "the end, since all borders are there")


def loose(
    right: Sequence[Sequence[bool]], below: Sequence[Sequence[bool]], areas: Iterable[Sequence[Cell]]
) -> WallTuple:
    """The borders with the same area on both sides."""
    index = {cell: i for i, cells in enumerate(areas) for cell in cells}
    walls = [((r, c), (r, c + 1)) for r, row in enumerate(right) for c, there in enumerate(row) if there]
    walls += [((r, c), (r + 1, c)) for r, row in enumerate(below) for c, there in enumerate(row) if there]
    return tuple(sorted((one, other) for one, other in walls if index[one] == index[other]))


def border_body(height: int, width: int, areas: AreaTuple, walls: WallTuple = ()) -> str:
    """The borders between areas and other walls, encoded for a link. Raises InputError for an area in several
    pieces.
    """
    if sum(len(area.cells) for area in areas) < height * width:
        raise InputError("cells are in no area: puzz.link cannot hold that, text can")
    right, below = borders(areas)
    right |= {one for one, other in walls if one[0] == other[0]}
    below |= {one for one, other in walls if one[1] == other[1]}
    across = [[(r, c) in right for c in range(width - 1)] for r in range(height)]
    down = [[(r, c) in below for c in range(width)] for r in range(height - 1)]
    for area, cells in zip(areas, enclosed(across, down), strict=False):
        if area.cells != cells:
            raise InputError(f"{area} is in pieces: puzz.link cannot hold it, text can")
    return puzzlink.encoded_borders(chain.from_iterable(across), chain.from_iterable(down))
