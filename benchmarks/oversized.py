"""Boards that are too large for most commands, of every kind: a hard one of its own, or its example side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import prod
from random import Random
from typing import Any

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError, SatdndError
from satdnd.formats.examples import examples_of
from satdnd.registry import KINDS

BOARDS = {"300x300": (300, 300), "blank": (300, 300), "1000x1000": (1000, 1000), "1x1000": (1, 1000)}
"""Rows and columns of the boards by name."""
LARGEST = {"unattacked": 100, "sudoku": 25, "inshi": 32, **dict.fromkeys(("skyscrapers", "futoshiki", "kenken"), 32)}
"""The sides of the squares of kinds that have none of 300x300."""


def board(kind: str, name: str) -> Any:
    """A puzzle of *kind*, or None if it has no such board.

    For 300x300 a hard one, or the largest square; ``blank`` is without clues.
    """
    if name == "300x300" and kind in OWN:
        return OWN[kind]()
    height, width = BOARDS[name]
    if height == width == 300:
        height = width = LARGEST.get(kind, 300)
    for make in (tiled, blank)[name == "blank" :]:
        try:
            return make(kind, height, width)
        except SatdndError:
            pass
    return None


def blank(kind: str, height: int, width: int) -> Any:
    """A puzzle without clues. Raises SatdndError if the kind has none of that size."""
    return kind_named(kind).empty(height, width)


def tiled(kind: str, height: int, width: int) -> Any:
    """The kind's example, repeated in both directions and cut off. Raises SatdndError if that is no puzzle."""
    texts = examples_of(kind) if KINDS[kind].own else kind_named(kind).examples  # type: ignore[attr-defined]
    example = satdnd.loads(texts[0], kind=kind)[0]
    record = json.loads(satdnd.dumps(example, "json"))
    pair = record.get("size")
    high, wide = pair if isinstance(pair, list) else (example.height, example.width)
    for name, value in record.items():
        match value:
            case [int(), int()] if name == "size":
                record[name] = [height, width]
            case [[int(), int(), *_], *_] if name not in ("rows", "columns"):
                record[name] = [
                    [i, j, *rest]
                    for r, c, *rest in value
                    for i in range(r, height, high)
                    for j in range(c, width, wide)
                ]
            case [str() | list(), *_] if len(value[0]) == wide and name != "columns":
                record[name] = [
                    _row(value[r % high], width, r // high if name == "areas" else None) for r in range(height)
                ]
            case [dict(), *_]:
                raise InputError(f"{kind} has rooms of its own, which cannot be repeated")
            case list() if name in ("rows", "left", "right"):
                record[name] = [_margin(value[r % high], -(-width // wide)) for r in range(height)]
            case list():
                record[name] = [_margin(value[c % wide], -(-height // high)) for c in range(width)]
    return satdnd.loads(json.dumps(record), kind=kind)[0]


def _row(row: Any, width: int, copy: int | None) -> Any:
    """A row of a grid, repeated; with the number of the copy above or below, a name for the area of each cell."""
    if copy is None:
        return (row * -(-width // len(row)))[:width]
    return [f"{row[c % len(row)]}{copy}-{c // len(row)}" for c in range(width)]


def _margin(clue: Any, copies: int) -> Any:
    """The clue beside that many copies of its row or column."""
    return clue and clue * copies


def dungeon() -> Any:
    """Carved; who solves it does not know that it has a solution."""
    from satdnd.setter.generator import generate

    return next(generate("dungeon", {"height": 300, "width": 300, "unique": False}, seed=1))


def sudoku() -> Any:
    """A third of its clues."""
    from satdnd.kinds.sudoku.generate import random_grid

    rng = Random(4)
    return satdnd.Sudoku(tuple(v if rng.random() < 0.36 else 0 for v in random_grid((5, 5), Random(1)).values))


def inshi() -> Any:
    """Rooms of sixteen cells side by side."""
    from satdnd.setter.latin_squares import shifted

    square = shifted(32, Random(1))
    rooms = [tuple((r, i) for i in range(c, c + 16)) for r in range(32) for c in (0, 16)]
    return satdnd.Inshi(32, tuple(satdnd.Room(prod(square[r][c] for r, c in room), room) for room in rooms))


def hashi() -> Any:
    """A mesh: an island on every other cell, one bridge on each edge."""
    last = 254

    def cell(r: int, c: int) -> str:
        return str((r > 0) + (r < last) + (c > 0) + (c < last)) if r % 2 == c % 2 == 0 else "."

    return satdnd.Hashi(tuple("".join(cell(r, c) for c in range(last + 1)) for r in range(last + 1)))


def klotski() -> Any:
    """A thousand single cells between empty ones, the first to come to the last corner."""
    letters = (chr(0x4E00 + i) for i in range(1000))
    rows = ("".join(next(letters, ".") if (r + c) % 2 == 0 else "." for c in range(300)) for r in range(300))
    return satdnd.Klotski(tuple(rows), satdnd.Goal((299, 299), chr(0x4E00)))


def nurikabe() -> Any:
    """A large island in each corner."""
    rows: list[list[int | None]] = [[None] * 300 for _ in range(300)]
    rows[0][0] = rows[0][-1] = rows[-1][0] = rows[-1][-1] = 6000
    return satdnd.Nurikabe(tuple(map(tuple, rows)))


OWN: dict[str, Callable[[], Any]] = {
    "dungeon": dungeon,
    "queens": lambda: satdnd.Queens(1000, 1000),
    "unattacked": lambda: satdnd.Unattacked(100, 100, 900),
    "sudoku": sudoku,
    "inshi": inshi,
    "hashi": hashi,
    "klotski": klotski,
    "nurikabe": nurikabe,
}
"""Harder ones than their examples make, by their kinds."""
