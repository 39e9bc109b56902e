"""The third encoding of dungeons, for searching large boards; `encode` has the other two.

One dungeon becomes clauses and native constraints. Beyond `Direct` it has implied constraints: native counts, the walls
of two adjacent lines beyond their minimum (`excess_constraints`), the smallest pockets (`pocket_clauses`), and the
rooms known before the search.
The excess, most of the compilation time, can be held back until a search takes long
(`satdnd.engine.neighbourhood_search`). Connectivity is left to cuts. This encoding has no statements: explanations,
certificates and files use `Direct`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain, combinations
from typing import NamedTuple

from satdnd.encodings.cardinality import exactly
from satdnd.encodings.grid import at_least_two, closed_block, exactly_one_if
from satdnd.engine.neighbourhood_search import NeighbourhoodEncoding
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.kinds.dungeon.encode import DungeonEncoding
from satdnd.kinds.dungeon.excess_constraints import Known, pair_excess
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.pocket_clauses import pockets
from satdnd.kinds.dungeon.statements import opens_beside
from satdnd.sat.budget import Budget
from satdnd.sat.formula import AtMost, Clause, Literal
from satdnd.sat.session import NATIVE

_SQUARE = 0.6, 1.6
"""The least and greatest height of a rectangle in a neighbourhood, relative to a square's."""


@lru_cache(maxsize=8)
def _ends(geometry: Grid) -> list[list[Clause]]:
    """For each cell: unless it is a wall, two neighbours are open."""
    return [at_least_two(around, unless=[wall]) for wall, around in enumerate(opens_beside(geometry), 1)]


@lru_cache(maxsize=8)
def _squares(geometry: Grid) -> list[Clause]:
    """For the top left cell of each 2x2 block, in reading order: one of the four is a wall."""
    width = geometry.width
    tops = [r * width + c for r in range(geometry.height - 1) for c in range(width - 1)]
    return [[i + 1, i + 2, i + width + 1, i + width + 2] for i in tops]


class _Place(NamedTuple):
    """A possible place of a room."""

    inside: Bitboard
    border: Bitboard
    inner: list[Literal]
    """The literals "open" of the cells inside."""
    outer: list[Literal]
    """The literals "open" of the border."""
    tops: tuple[int, int, int, int]
    """The top left cells of its 2x2 blocks."""


@lru_cache(maxsize=1 << 12)
def _place(geometry: Grid, r: int, c: int) -> _Place:
    inside = geometry.block(r, c, 3, 3)
    border = geometry.border(inside)
    corner = r * geometry.width + c
    tops = corner, corner + 1, corner + geometry.width, corner + geometry.width + 1
    return _Place(inside, border, _opens(inside), _opens(border), tops)


def _opens(cells: Bitboard) -> list[Literal]:
    return [-i - 1 for i in scan(cells)]


class Large(DungeonEncoding, NeighbourhoodEncoding):
    """One puzzle, with its clues as constants; with *lean*, the excess is only added by `strengthen`.

    Variables: H*W walls, one for each 3x3 block that can be a treasure room, and those of the excess.
    At 24x24 with eight rooms: some 1,600 variables, 8,500 clauses and 140 native constraints.
    """

    best_solver = NATIVE[0]  # even if the first native constraint comes with the excess

    def __init__(
        self, puzzle: Dungeon, options: DungeonOptions, *, lean: bool = False, budget: Budget | None = None
    ) -> None:
        super().__init__(puzzle.height, puzzle.width, options.topology, budget)
        self.resolved = {"cardinality": "native", "connectivity": "lazy"}
        formula, geometry = self.formula, self.grid
        monsters, treasures = puzzle.monster_mask, puzzle.treasure_mask
        opens = monsters | treasures | puzzle.opens
        # Under `local` two monsters, or a room with one, may be a piece of their own.
        apart = options.topology != "local" and len(puzzle.monsters) + len(puzzle.treasures) > 2
        formula.family("on-open")
        formula.extend([x] for x in _opens(opens))
        formula.extend([i + 1] for i in scan(puzzle.walls))
        formula.family("monster-deadend")
        ends = _ends(geometry).copy()
        for i in scan(monsters):
            around = geometry.neighbours(1 << i)
            if apart and around & monsters:
                formula.add()
            formula.clauses += exactly_one_if(-i - 1, _opens(around))
            ends[i] = []
        formula.family("deadend-monster")
        formula.extend(chain.from_iterable(ends))
        covered = self._rooms(puzzle, opens, apart)
        formula.family("no-2x2")
        squares = _squares(geometry).copy()
        for i, covering in covered.items():
            k = i - i // geometry.width  # no block starts in the last column
            squares[k] = [*squares[k], *covering]
        formula.extend(squares)
        free = list(range(1, geometry.size + 1))
        for i in scan(opens | puzzle.walls):
            free[i] = 0
        width = geometry.width
        rows = [free[i : i + width] for i in range(0, geometry.size, width)]
        columns = [free[c::width] for c in range(width)]
        for rule, lines, masks, counts in (
            ("row-count", rows, geometry.rows, puzzle.rows),
            ("column-count", columns, geometry.columns, puzzle.columns),
        ):
            formula.family(rule)
            for line, mask, count in zip(lines, masks, counts, strict=True):
                if count is not None:
                    left = count - (mask & puzzle.walls).bit_count()
                    formula.include(exactly([x for x in line if x], left, formula.pool, "native"))
        covers = sum(1 << i for i in covered)
        known = Known(monsters, opens, puzzle.walls, covers)
        self._excess = partial(pair_excess, geometry, puzzle.rows, puzzle.columns, known, formula.pool)
        self.lean = lean
        if not lean:
            self.strengthen(formula.variables)
        if options.topology != "local":
            formula.family("pockets")
            formula.clauses += pockets(geometry, monsters, puzzle.walls, opens)

    def strengthen(self, top: int) -> tuple[list[Clause], list[AtMost]]:
        """Add the excess of pairs of lines: the search takes fewer conflicts, the compilation more time."""
        formula = self.formula
        formula.pool.top = top
        compiled = self._excess()
        formula.family("excess")
        formula.include(compiled, top, "excess")
        self.lean = False
        return compiled.clauses, compiled.at_mosts

    def fixed_literals(
        self, model: Sequence[int], cuts: Sequence[Clause], rng: random.Random, share: float
    ) -> list[int]:
        """Keep everything except two patches, half each: rectangles or bands of whole lines, the first at a pocket."""
        at, cells = None, share * self.grid.size / 2
        if cuts:
            cut = rng.choice(cuts)
            at = -rng.choice([x for x in cut if x < 0] or [-x for x in cut if x <= self.grid.size]) - 1
        patch = rng.choice((self._rectangle, self._band))
        free = patch(rng, cells, at) | patch(rng, cells, None)
        return [x for x in model[: self.grid.size] if not free >> abs(x) - 1 & 1]

    def _rectangle(self, rng: random.Random, cells: float, at: int | None) -> Bitboard:
        """A rectangle of about *cells* cells that contains the cell *at*."""
        high = round(math.sqrt(cells) * rng.uniform(*_SQUARE))
        high = min(max(high, math.ceil(cells / self.grid.width), 2), self.grid.height)
        return self._block(rng, high, min(max(round(cells / high), 2), self.grid.width), at)

    def _band(self, rng: random.Random, cells: float, at: int | None) -> Bitboard:
        """A band of rows or columns: because of the counts, a line that differs does so twice."""
        height, width = self.grid.height, self.grid.width
        if rng.random() < 0.5:
            return self._block(rng, min(max(round(cells / width), 2), height), width, at)
        return self._block(rng, height, min(max(round(cells / height), 2), width), at)

    def _block(self, rng: random.Random, high: int, wide: int, at: int | None) -> Bitboard:
        height, width = self.grid.height, self.grid.width
        r, c = divmod(rng.randrange(self.grid.size) if at is None else at, width)
        top, left = r - rng.randrange(high), c - rng.randrange(wide)
        return self.grid.block(min(max(top, 0), height - high), min(max(left, 0), width - wide), high, wide)

    def _rooms(self, puzzle: Dungeon, opens: Bitboard, apart: bool) -> dict[int, list[int]]:
        """The possible rooms; for the top left cell of each 2x2 block in one, the rooms that cover it."""
        formula, geometry, width = self.formula, self.grid, self.grid.width
        formula.family("treasure-room")
        covered: dict[int, list[int]] = {}
        for treasure in puzzle.treasures:
            possible = []
            for r in range(max(0, treasure[0] - 2), min(treasure[0], geometry.height - 3) + 1):
                for c in range(max(0, treasure[1] - 2), min(treasure[1], width - 3) + 1):
                    inside, border, inner, outer, tops = _place(geometry, r, c)
                    if (
                        (inside & puzzle.treasure_mask).bit_count() != 1
                        or inside & (puzzle.monster_mask | puzzle.walls)
                        or (border & opens).bit_count() > 1
                        or not border & ~puzzle.walls
                        or (apart and border & puzzle.monster_mask)  # that would be its entrance, and the whole board
                    ):
                        continue
                    room = self.rooms[r, c] = formula.new(f"room[{r},{c}]")
                    possible.append(room)
                    formula.clauses += closed_block(room, inner, outer)
                    for top in tops:
                        covered.setdefault(top, []).append(room)
            formula.add(*possible)
            formula.extend([-a, -b] for a, b in combinations(possible, 2))  # two rooms would be open to each other
        return covered
