"""Links of puzz.link for fleets of ships: counts, given parts, and the fleet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satdnd.declaration.links.puzzlink import body_links
from satdnd.errors import InputError
from satdnd.formats.links import puzzlink
from satdnd.formats.links.address import Forms
from satdnd.formats.links.piece import Piece
from satdnd.grid.notation import counted

_SIGNS = "~^v<>#o"
"""The given parts by number; an unknown number is a part of unknown form."""
_LETTERS = {"c": 3, "d": 4, "e": 5}
"""The longest ship of the usual fleets: one of the longest, two of the next, and so on."""
_BITS = 5
"""The cells of a ship in one character."""
_LONGEST = 35
"""The longest ship that a link can hold."""


def fleet_links(puzzle_class: Callable[..., Any], *names: str) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with the fields ``rows``, ``columns``, ``fleet`` and ``given``.

    Args:
        puzzle_class: the class of its puzzles.
        names: the kind's names in puzz.link; the first is written.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        grid, slash, rest = body.text.partition("/")
        numbers: dict[int, int] = {}
        signs: dict[int, str] = {}
        if not slash:
            raise body.wrong(len(grid), "the link ends", "a '/' and the fleet")
        if grid:
            counts, behind = puzzlink.numbers_ahead(Piece(grid, body.column), width + height, "line")
            numbers = {i: number for i, number, _ in counts if number != puzzlink.UNKNOWN}
            for i, number, column in puzzlink.numbers(behind, height * width):
                if number >= len(_SIGNS):
                    raise InputError(f"found the part {number}, expected 0 to 6, or '.'", column=column)
                signs[i] = "s" if number == puzzlink.UNKNOWN else _SIGNS[number]
        columns, rows = (tuple(map(numbers.get, some)) for some in (range(width), range(width, width + height)))
        given = tuple(tuple(signs.get(r * width + c) for c in range(width)) for r in range(height))
        fleet = _fleet(Piece(rest, body.column + len(grid) + 1))
        return puzzle_class(rows=rows, columns=columns, fleet=fleet, given=given)

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link. Raises InputError for a number or a ship too large."""
        numbers = [*puzzle.columns, *puzzle.rows]
        puzzlink.check_largest(numbers)
        signs = [sign for row in puzzle.given for sign in row]
        parts = [puzzlink.UNKNOWN if x == "s" else None if x is None else _SIGNS.index(x) for x in signs]
        return f"{puzzlink.encoded(numbers)}{puzzlink.encoded(parts)}/{_encoded(puzzle.fleet)}"

    return body_links(read, written, *names)


def _usual(longest: int) -> list[int]:
    """One ship of the longest, two of the next, and so on."""
    return [length for i, length in enumerate(range(longest, 0, -1), 1) for _ in range(i)]


def _fleet(body: Piece) -> tuple[int, ...]:
    """The lengths: a letter for a usual fleet, or a number of ships and each of them. Raises InputError."""
    count, *ships = body.text.split("/")
    if not count:
        if len(ships) != 1 or ships[0] not in _LETTERS:
            raise body.wrong(0, f"found {body.text!r:.40}", "'/' and one of c, d, e for a usual fleet")
        return tuple(_usual(_LETTERS[ships[0]]))
    if not (count.isascii() and count.isdigit() and len(count) < 5) or int(count) != len([x for x in ships if x]):
        raise body.wrong(0, f"found {count!r:.40}", "the number of ships, and each of them after a '/'")
    found = list[int]()
    for ship in filter(None, ships):
        length = next((n for n in range(1, _LONGEST + 1) if ship in (_ship(n), _ship(n, down=True))), 0)
        if not length:
            raise body.wrong(0, f"found the ship {ship!r:.40}", f"a straight one of up to {counted(_LONGEST, 'cell')}")
        found.append(length)
    return tuple(found)


def _ship(length: int, *, down: bool = False) -> str:
    """A ship: width, height, and a bit for each cell, five in a character."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    bits = "1" * length + "0" * (-length % _BITS)
    sides = (1, length) if down else (length, 1)
    return "".join(digits[x] for x in (*sides, *(int(bits[i : i + _BITS], 2) for i in range(0, length, _BITS))))


def _encoded(fleet: tuple[int, ...]) -> str:
    """The reverse of `_fleet`."""
    letter = next((letter for letter, longest in _LETTERS.items() if sorted(fleet) == sorted(_usual(longest))), "")
    if letter:
        return f"/{letter}"
    if fleet and fleet[0] > _LONGEST:
        raise InputError(f"a ship of {fleet[0]} cells is too long for puzz.link, text can hold it")
    return "/".join([str(len(fleet)), *map(_ship, sorted(fleet))])
