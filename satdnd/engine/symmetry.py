"""Which puzzles are the same: a form that all mirror images, rotations and renamings of a puzzle have in common.

The JSON of a puzzle becomes a set of clues about points. Points lie on a grid twice as fine as the board, with cells at
odd coordinates and corners at even ones, so one formula moves everything; the smallest of the eight images is the
form. A clue that a reflection changes (an arrow, the runs of a line) is stated in a way that reflects with its points.
Two puzzles may have the same form although the rules tell them apart (the weights of kakurasu): then one of them is
left out of a set, which does no harm; a repeat in two splits would.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from satdnd.engine.kind import Part, kind_of

Point: TypeAlias = tuple[int, int]


class PlacedClue(NamedTuple):
    """A clue: what it says, and the points that it says it of."""

    label: str
    value: Any
    points: tuple[Point, ...]
    ordered: bool = False
    """Whether the order of the points matters."""


@dataclass(frozen=True)
class Symmetry(Part):
    """How to find puzzles of a kind again that are the same, where that cannot be seen from its JSON."""

    label = "symmetry"
    fields: Mapping[str, Callable[[Any, Point], Iterable[PlacedClue]]] = field(default_factory=dict)
    """By field of the puzzle's JSON: (value, twice the height and width) -> its clues."""
    renamed: bool = False
    """Whether the signs in cells may be exchanged for others, as the digits of a sudoku."""
    cropped: bool = False
    """Whether rows and columns without clues at the border make no difference."""


def canonical(puzzle: Any) -> str:
    """32 hexadecimal digits: the same for puzzles that are the same up to rotation, reflection and the names of areas
    and (where they do not matter) of signs; with all but certainty different for all others.
    """
    kind = kind_of(puzzle)
    record = {name: value for name, value in kind.texts.to_json(puzzle).items() if name in kind.texts.fields}
    picture = kind.picture(puzzle)
    sides = 2 * picture.height, 2 * picture.width
    own = kind.part(Symmetry) or Symmetry()
    clues = [*_clues(own, record, sides)]
    if own.cropped:
        clues, sides = _cropped(clues)
    least = min(_image(clues, sides, move, own.renamed) for move in product((False, True), repeat=3))
    return hashlib.blake2b(f"{kind.name}\0{least}".encode(), digest_size=16).hexdigest()


def _image(clues: Collection[PlacedClue], sides: Point, move: tuple[bool, ...], renamed: bool) -> str:
    """All *clues* seen in a mirror, as text; with *renamed*, signs of cells in the order in which they appear."""
    turned, upside, mirrored = move

    def to(point: Point) -> Point:
        """Where a point goes."""
        r, c = sides[0] - point[0] if upside else point[0], sides[1] - point[1] if mirrored else point[1]
        return (c, r) if turned else (r, c)

    found = list[tuple[list[Point], str, Any]]()
    for clue in clues:
        points = [*map(to, clue.points)]
        found.append((points if clue.ordered else sorted(points), clue.label, clue.value))
    found.sort(key=lambda one: (one[0], one[1], json.dumps(one[2])))
    if renamed:
        names: dict[Any, int] = {}
        found = [
            (points, label, names.setdefault(value, len(names)) if label == "cell" else value)
            for points, label, value in found
        ]
    return json.dumps([sides[::-1] if turned else sides, found])


def _cropped(clues: Collection[PlacedClue]) -> tuple[list[PlacedClue], Point]:
    """The clues and twice the sides of the smallest board that holds all points: blocks around it say nothing."""
    rows, columns = ({point[axis] for clue in clues for point in clue.points} or {0} for axis in (0, 1))
    r, c = min(rows), min(columns)
    moved = [clue._replace(points=tuple((i - r, j - c) for i, j in clue.points)) for clue in clues]
    return moved, (max(rows) - r, max(columns) - c)


def _clues(own: Symmetry, record: Mapping[str, Any], sides: Point) -> Iterator[PlacedClue]:
    """The clues of a puzzle's JSON."""
    areas = record.get("areas")
    for name, value in record.items():
        if name in own.fields:
            yield from own.fields[name](value, sides)
        elif name == "areas" and areas:
            yield from (PlacedClue("area", None, area) for area in areas_of(areas).values())
        elif name in ("numbers", "clues") and areas:  # of areas, at one of their cells
            for r, c, *clue in value:
                yield PlacedClue(name, clue, areas_of(areas)[areas[r][c]])
        elif name in ("rows", "columns", "top", "bottom", "left", "right") and _is_line(value):
            yield from _margins(name, value, sides)
        elif isinstance(value, list):
            yield from _listed(name, value)
        else:
            yield PlacedClue(name, value, ())


def _is_line(value: Any) -> bool:
    """Whether a list holds one clue per line: numbers, nothing, or the lengths of runs."""
    return all(
        entry is None or isinstance(entry, int) or (isinstance(entry, list) and all(type(x) is int for x in entry))
        for entry in value
    )


def _margins(name: str, value: list[Any], sides: Point) -> Iterator[PlacedClue]:
    """The clues of lines: of both ends, or for runs in each direction, or of the side that *name* says."""
    across = name in ("rows", "left", "right")
    for i, clue in enumerate(value):
        ends = [(2 * i + 1, -1), (2 * i + 1, sides[1] + 1)] if across else [(-1, 2 * i + 1), (sides[0] + 1, 2 * i + 1)]
        if name in ("rows", "columns"):
            runs = clue if isinstance(clue, list) else [clue]
            yield PlacedClue("line", runs, tuple(ends), ordered=True)
            yield PlacedClue("line", runs[::-1], tuple(ends[::-1]), ordered=True)
        else:
            yield PlacedClue("end", clue, (ends[name in ("right", "bottom")],))


def _listed(name: str, value: list[Any]) -> Iterator[PlacedClue]:
    """A grid of signs, or a list of cells or other entries."""
    grid = bool(value) and all(isinstance(row, str | list) for row in value) and not _is_line(value)
    if grid and name in ("rows", "given", "areas", "board"):
        label = "cell" if name == "rows" else name
        yield from (PlacedClue(label, sign, (centre((r, c)),)) for r, c, sign in filled_cells(value))
        return
    for entry in value:
        if isinstance(entry, dict) and "cells" in entry:
            rest = {key: one for key, one in entry.items() if key != "cells"}
            yield PlacedClue(name, rest, tuple(centre(cell) for cell in entry["cells"]))
        elif _is_cell(entry):
            yield PlacedClue(name, entry[2:], (centre(entry),))
        elif isinstance(entry, list) and entry and all(map(_is_cell, entry)):
            yield PlacedClue(name, None, tuple(map(centre, entry)), ordered=True)
        else:
            yield PlacedClue(name, entry, ())


def _is_cell(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) >= 2 and all(type(x) is int for x in entry[:2])


def centre(cell: Sequence[int]) -> Point:
    """The point of a cell."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def filled_cells(rows: Sequence[Any]) -> Iterator[tuple[int, int, Any]]:
    """Row, column and sign of each cell that is not empty."""
    for r, row in enumerate(rows):
        yield from ((r, c, sign) for c, sign in enumerate(row) if sign not in (".", None))


def areas_of(rows: Sequence[Any]) -> dict[Any, tuple[Point, ...]]:
    """The cells of each area, by its name."""
    found = defaultdict[Any, list[Point]](list)
    for r, row in enumerate(rows):
        for c, name in enumerate(row):
            found[name].append((2 * r + 1, 2 * c + 1))
    return {name: tuple(cells) for name, cells in found.items()}
