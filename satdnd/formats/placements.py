"""Boards of queens, or of other things to place, as drawn rows, integers or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeVar

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid

S = TypeVar("S")


def is_row(line: str, sign: str = "Q") -> bool:
    """Whether a line can be a row of a drawn board: ``.`` and ``Q``, or another *sign*."""
    return bool(line.strip()) and not line.strip().strip(f".{sign}{sign.lower()}")


def boards(source: texts.Source, sign: str = "Q") -> Iterator[list[Line]]:
    """Lines that are not blank one by one, but rows of a drawn board together."""
    for drawn, lines in groupby(texts.numbered(source), lambda line: is_row(line[1], sign)):
        if drawn:
            yield [*lines]
        else:
            yield from ([line] for line in lines if line[1].strip())


def drawn_queens(rows: Iterable[str], sign: str = "Q") -> Iterator[Cell]:
    """The squares with a ``Q``, or another *sign*, in rows of a drawn board."""
    return ((r, c) for r, row in enumerate(rows) for c, square in enumerate(row.strip()) if square.upper() == sign)


def placements(
    text: str,
    geometry: Grid,
    key: str,
    drawings: Iterable[Iterable[str]],
    read: Callable[[tuple[Cell, ...], Mapping[str, Any]], S],
    sign: str = "Q",
) -> Iterator[S | InputError]:
    """What *read* returns for every placement of queens in a text, and the JSON object that it came from (or {}).

    Args:
        text: rows of ``.`` and ``Q`` (*sign*); board integers, one a line; JSON objects with the squares
            or a ``board``; drawings.
        geometry: the board.
        key: the field of the squares.
        drawings: the squares of each, as `satdnd.formats.drawn_boards` finds them.
        read: makes the solution; it may raise an InputError.
        sign: how a queen, or another thing to place, is drawn.
    """

    def recorded(record: Any) -> S:
        """The placement in JSON: cells, a board integer, or both if they agree. Raises InputError."""
        if not isinstance(record, dict) or not {key, "board"} & record.keys():
            raise InputError(f'found {fields.shown(record)}, expected an object with "{key}" or "board"')
        found = []
        if key in record:
            found.append(tuple(sorted(fields.cells(record[key], key, geometry.height, geometry.width))))
        if "board" in record:
            found.append(tuple(geometry.cells(texts.board(record["board"], geometry))))
        if found[0] != found[-1]:
            raise InputError(f'"{key}" and "board" contradict each other')
        return read(found[0], record)

    def one(rows: list[Line]) -> S:
        """The placement of drawn rows, or of a board integer. Raises InputError."""
        word = rows[0][1].strip()
        if is_row(word, sign):
            return read(tuple(drawn_queens(texts.sized(rows, geometry.height, geometry.width), sign)), {})
        if not texts.INTEGER.fullmatch(word):
            raise InputError(f"found {fields.shown(word)}, expected rows of '.' and {sign!r}, a board integer, or JSON")
        return read(tuple(geometry.cells(texts.board(word, geometry))), {})

    def typed(text: str) -> Iterator[S | InputError]:
        """A placement for each board in the text."""
        return (
            texts.try_read(one, rows, line=rows[0][0])
            for rows in boards(text, sign)
            if not texts.is_comment(rows[0][1])
        )

    drawn = (read(tuple(divmod(i, geometry.width) for i, x in enumerate(cells) if x == sign), {}) for cells in drawings)
    return texts.solutions(text, recorded, drawn, typed)
