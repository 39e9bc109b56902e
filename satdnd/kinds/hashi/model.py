"""What a hashi puzzle and its solution are: islands in a grid, and bridges between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

WATER = "_"
"""The character of a cell without island; ``.`` is read as well."""
UNTOLD = "?"
"""The character of an island whose number is not told."""

Edge: TypeAlias = tuple[int, int]
"""Two islands in one line with only water between, by their indices in `Hashi.islands`, the smaller one first."""

Bridge: TypeAlias = tuple[int, int, int, int, int]
"""Row and column of one end, row and column of the other, and how many bridges (1 or 2) lie between."""

_NO_CELL = re.compile("[^1-8?_.]")


def wrong_character(row: str) -> tuple[int, str] | None:
    """The first character of *row* that is no cell: its place from 0, and a message; None where all are."""
    bad = _NO_CELL.search(row)
    if bad is None:
        return None
    hint = " (an island has 1 to 8 bridges)" if bad[0] in "09" else ""
    return bad.start(), f"found {bad[0]!r}{hint}, expected an island '1' to '8' or '?', or water '_' or '.'"


@dataclass(frozen=True)
class HashiSolution:
    """Bridges; sorted, each with the end first that comes first in reading order."""

    bridges: tuple[Bridge, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "bridges", tuple(sorted(map(_forwards, self.bridges))))

    def to_json(self) -> dict[str, Any]:
        """``bridges`` as the command line prints them."""
        return {"bridges": [list(bridge) for bridge in self.bridges]}


def _forwards(bridge: Bridge) -> Bridge:
    r1, c1, r2, c2, count = bridge
    return bridge if (r1, c1) <= (r2, c2) else (r2, c2, r1, c1, count)


@dataclass(frozen=True)
class Hashi(Drawable):
    """A puzzle of H rows and W columns.

    A grid without any island is a puzzle: the one without bridges is its only solution, for no rule is broken.

    Args:
        rows: H strings of W characters: ``1`` to ``8`` an island, ``?`` one whose number is not told (any from 1 on),
            ``_`` or ``.`` water (kept as ``_``).
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: no row or no column, or too many, rows of different lengths, a character that is no cell.
    """

    rows: tuple[str, ...]
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "hashi"
    options = Settings
    solution_class = HashiSolution

    def __post_init__(self) -> None:
        rows = fields.several(self.rows, "rows", "a list of strings")
        for row in rows:
            fields.text(row, "rows")
        fields.rectangle(rows)
        for r, row in enumerate(rows):
            if wrong := wrong_character(row):
                raise InputError(f"cell {cell_name((r, wrong[0]))}: {wrong[1]}")
        object.__setattr__(self, "rows", tuple(row.replace(".", WATER) for row in rows))

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    @cached_property
    def islands(self) -> tuple[Cell, ...]:
        """The islands' cells in reading order."""
        return tuple((r, island.start()) for r, row in enumerate(self.rows) for island in re.finditer("[1-8?]", row))

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of each island; None where it is not told."""
        return tuple(None if self.rows[r][c] == UNTOLD else int(self.rows[r][c]) for r, c in self.islands)

    def with_numbers(self, numbers: Mapping[Cell, int | None]) -> Hashi:
        """The same with islands of these numbers (None: not told), there or new."""
        rows = [list(row) for row in self.rows]
        for (r, c), number in numbers.items():
            rows[r][c] = UNTOLD if number is None else str(number)
        return replace(self, rows=tuple(map("".join, rows)))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Where bridges can be: pairs of islands that see each other, sorted; fewer than two for each island."""
        found: list[Edge] = []
        above: dict[int, int] = {}
        for i, (r, c) in enumerate(self.islands):
            if i and self.islands[i - 1][0] == r:
                found.append((i - 1, i))
            if c in above:
                found.append((above[c], i))
            above[c] = i
        return tuple(sorted(found))

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """The islands of each edge, by their cells."""
        return tuple((self.islands[a], self.islands[b]) for a, b in self.edges)

    @cached_property
    def incident(self) -> tuple[tuple[int, ...], ...]:
        """Of each island the indices of its edges, at most four."""
        found: list[list[int]] = [[] for _ in self.islands]
        for e, (a, b) in enumerate(self.edges):
            found[a].append(e)
            found[b].append(e)
        return tuple(map(tuple, found))

    def groups(self, built: Sequence[object]) -> list[int]:
        """Of each island the number of its group, from 0, where the edges that are true in *built* connect."""
        group = [-1] * len(self.islands)
        count = 0
        for start in range(len(group)):
            if group[start] < 0:
                group[start], todo = count, [start]
                for island in todo:
                    for e in self.incident[island]:
                        if built[e]:
                            a, b = self.edges[e]
                            other = b if a == island else a
                            if group[other] < 0:
                                group[other] = count
                                todo.append(other)
                count += 1
        return group

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of edges (indices) that cross, the horizontal one first, each in one cell.

        One sweep over the rows that knows which vertical edge passes through each column: O(H*W), at most one pair a
        cell.
        """
        islands = self.islands
        across = {b: e for e, (a, b) in enumerate(self.edges) if islands[a][0] == islands[b][0]}
        down = {a: e for e, (a, b) in enumerate(self.edges) if islands[a][1] == islands[b][1]}
        passing: dict[int, int] = {}
        found: list[tuple[int, int]] = []
        for i, (_, c) in enumerate(islands):
            if i in across:
                start = islands[i - 1][1] + 1
                found += [(across[i], passing[column]) for column in range(start, c) if column in passing]
            if i in down:
                passing[c] = down[i]
            else:
                passing.pop(c, None)
        return tuple(found)


def between(bridge: Bridge) -> list[Cell]:
    """The cells strictly between the ends of a straight bridge, in reading order."""
    r1, c1, r2, c2, _ = bridge
    if r1 == r2:
        return [(r1, c) for c in range(c1 + 1, c2)]
    return [(r, c1) for r in range(r1 + 1, r2)]
