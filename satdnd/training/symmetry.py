"""Which puzzles are the same: a form that all mirror images, rotations and renamings of a puzzle have in common.

The JSON of a puzzle becomes a set of facts about points. Points lie on a grid twice as fine as the board, with cells at
odd coordinates and corners at even ones, so one formula moves everything; the smallest of the eight images is the
form. A fact that a reflection changes (an arrow, the runs of a line) is told in a way that reflects with its points.
Two puzzles may have the same form although the rules tell them apart (the weights of kakurasu): then one of them is
left out of a set, which does no harm; a repeat in two splits would.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from satdnd.engine.kind import kind_of

Point: TypeAlias = tuple[int, int]
_DIGITS = {"hitori", "numberlink", "sudoku", "binairo", "yinyang"}
"""Kinds whose signs in cells may be renamed."""
_BESIDE = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


class Fact(NamedTuple):
    """A clue: what it says, and the points that it says it of."""

    label: str
    value: Any
    points: tuple[Point, ...]
    ordered: bool = False
    """Whether the order of the points matters."""


def canonical(puzzle: Any) -> str:
    """32 hexadecimal digits: the same for puzzles that are the same up to rotation, reflection and the names of areas
    and (where they do not matter) of signs; with all but certainty different for all others.
    """
    kind = kind_of(puzzle)
    record = {name: value for name, value in kind.texts.to_json(puzzle).items() if name in kind.texts.fields}
    picture = kind.picture(puzzle)
    sides = 2 * picture.height, 2 * picture.width
    facts = [*_facts(kind.name, record, sides)]
    least = min(_image(facts, sides, move, kind.name in _DIGITS) for move in product((False, True), repeat=3))
    return hashlib.blake2b(f"{kind.name}\0{least}".encode(), digest_size=16).hexdigest()


def _image(facts: Collection[Fact], sides: Point, move: tuple[bool, ...], renamed: bool) -> str:
    """All *facts* seen in a mirror, as text; with *renamed*, signs of cells in the order in which they appear."""
    turned, upside, mirrored = move

    def to(point: Point) -> Point:
        """Where a point goes."""
        r, c = sides[0] - point[0] if upside else point[0], sides[1] - point[1] if mirrored else point[1]
        return (c, r) if turned else (r, c)

    found = list[tuple[list[Point], str, Any]]()
    for fact in facts:
        points = [*map(to, fact.points)]
        found.append((points if fact.ordered else sorted(points), fact.label, fact.value))
    found.sort(key=lambda one: (one[0], one[1], json.dumps(one[2])))
    if renamed:
        names: dict[Any, int] = {}
        found = [
            (points, label, names.setdefault(value, len(names)) if label == "cell" else value)
            for points, label, value in found
        ]
    return json.dumps([sides[::-1] if turned else sides, found])


def _facts(kind: str, record: Mapping[str, Any], sides: Point) -> Iterator[Fact]:
    """The facts of a puzzle's JSON."""
    special = _SPECIAL.get(kind, {})
    areas = record.get("areas")
    for name, value in record.items():
        if name in special:
            yield from special[name](value, sides)
        elif name == "areas" and areas:
            yield from (Fact("area", None, area) for area in _areas(areas).values())
        elif name in ("numbers", "clues") and areas:  # of areas, at one of their cells
            for r, c, *clue in value:
                yield Fact(name, clue, _areas(areas)[areas[r][c]])
        elif name in ("rows", "columns", "top", "bottom", "left", "right") and _is_line(value):
            yield from _margins(name, value, sides)
        elif isinstance(value, list):
            yield from _listed(name, value)
        else:
            yield Fact(name, value, ())


def _is_line(value: Any) -> bool:
    """Whether a list holds one clue per line: numbers, nothing, or the lengths of runs."""
    return all(
        entry is None or isinstance(entry, int) or (isinstance(entry, list) and all(type(x) is int for x in entry))
        for entry in value
    )


def _margins(name: str, value: list[Any], sides: Point) -> Iterator[Fact]:
    """The clues of lines: of both ends, or for runs in each direction, or of the side that *name* says."""
    across = name in ("rows", "left", "right")
    for i, clue in enumerate(value):
        ends = [(2 * i + 1, -1), (2 * i + 1, sides[1] + 1)] if across else [(-1, 2 * i + 1), (sides[0] + 1, 2 * i + 1)]
        if name in ("rows", "columns"):
            runs = clue if isinstance(clue, list) else [clue]
            yield Fact("line", runs, tuple(ends), ordered=True)
            yield Fact("line", runs[::-1], tuple(ends[::-1]), ordered=True)
        else:
            yield Fact("end", clue, (ends[name in ("right", "bottom")],))


def _listed(name: str, value: list[Any]) -> Iterator[Fact]:
    """A grid of signs, or a list of cells or other entries."""
    grid = bool(value) and all(isinstance(row, str | list) for row in value) and not _is_line(value)
    if grid and name in ("rows", "given", "areas", "board"):
        yield from (
            Fact("cell" if name == "rows" else name, sign, ((2 * r + 1, 2 * c + 1),)) for r, c, sign in _signs(value)
        )
        return
    for entry in value:
        if isinstance(entry, dict) and "cells" in entry:
            rest = {key: one for key, one in entry.items() if key != "cells"}
            yield Fact(name, rest, tuple(_centre(cell) for cell in entry["cells"]))
        elif _is_cell(entry):
            yield Fact(name, entry[2:], (_centre(entry),))
        elif isinstance(entry, list) and entry and all(map(_is_cell, entry)):
            yield Fact(name, None, tuple(map(_centre, entry)), ordered=True)
        else:
            yield Fact(name, entry, ())


def _is_cell(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) >= 2 and all(type(x) is int for x in entry[:2])


def _centre(cell: list[int]) -> Point:
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def _signs(rows: list[Any]) -> Iterator[tuple[int, int, Any]]:
    """Row, column and sign of each cell that is not empty."""
    for r, row in enumerate(rows):
        yield from ((r, c, sign) for c, sign in enumerate(row) if sign not in (".", None))


def _areas(rows: list[Any]) -> dict[Any, tuple[Point, ...]]:
    """The cells of each area, by its name."""
    found = defaultdict[Any, list[Point]](list)
    for r, row in enumerate(rows):
        for c, name in enumerate(row):
            found[name].append((2 * r + 1, 2 * c + 1))
    return {name: tuple(cells) for name, cells in found.items()}


# kinds that write something in a way of their own


def _corners(rows: list[str], sides: Point) -> Iterator[Fact]:
    """Numbers at corners (slant)."""
    yield from (Fact("corner", sign, ((2 * r, 2 * c),)) for r, c, sign in _signs(rows))


def _half_steps(centres: list[list[int]], sides: Point) -> Iterator[Fact]:
    """Centres in half cells (galaxies)."""
    yield from (Fact("centre", None, ((r + 1, c + 1),)) for r, c in centres)


def _arrows(rows: list[list[Any]], sides: Point) -> Iterator[Fact]:
    """Numbers with a direction (yajilin)."""
    for r, c, sign in _signs(rows):
        here = (2 * r + 1, 2 * c + 1)
        step = _BESIDE.get(sign[-1:])
        ends = (here, (here[0] + step[0], here[1] + step[1])) if step else (here,)
        yield Fact("arrow", sign[:-1] if step else sign, ends, ordered=True)


def _runs(rows: list[list[Any]], sides: Point) -> Iterator[Fact]:
    """Sums of runs (kakuro): the clue cell says down and across; what counts are the run's cells."""
    height, width = len(rows), len(rows[0])
    for r, c in product(range(height), range(width)):
        if isinstance(rows[r][c], list):
            for clue, (down, across) in zip(rows[r][c], ((1, 0), (0, 1)), strict=True):
                cells, at = [], (r + down, c + across)
                while at[0] < height and at[1] < width and not _is_block(rows[at[0]][at[1]]):
                    cells.append(at)
                    at = at[0] + down, at[1] + across
                if clue is not None:
                    yield Fact("sum", clue, tuple((2 * i + 1, 2 * j + 1) for i, j in cells))
        elif not _is_block(rows[r][c]):
            yield Fact("open", rows[r][c], ((2 * r + 1, 2 * c + 1),))


def _is_block(cell: Any) -> bool:
    return isinstance(cell, list) or cell == "#"


def _digits(clues: Any, sides: Point) -> Iterator[Fact]:
    """All cells of a square in one text or list (sudoku)."""
    side = sides[0] // 2
    for i, sign in enumerate(clues):
        if sign not in (".", 0, "0"):
            yield Fact("cell", str(sign), ((2 * (i // side) + 1, 2 * (i % side) + 1),))


def _pieces(rows: list[str], sides: Point) -> Iterator[Fact]:
    """Pieces, whose names do not matter (klotski)."""
    yield from (Fact("piece", name in "#", cells) for name, cells in _areas(rows).items() if name != ".")


_SPECIAL: Mapping[str, Mapping[str, Callable[[Any, Point], Iterator[Fact]]]] = {
    "slant": {"rows": _corners},
    "galaxies": {"centres": _half_steps},
    "yajilin": {"rows": _arrows},
    "kakuro": {"rows": _runs},
    "sudoku": {"clues": _digits},
    "hidato": {"rows": lambda rows, sides: (Fact("cell", n, (_centre([r, c]),)) for r, c, n in _signs(rows))},
    "klotski": {"board": _pieces, "goal": lambda goal, sides: iter([Fact("goal", sorted(goal["at"]), ())])},
}
"""By kind and field."""
