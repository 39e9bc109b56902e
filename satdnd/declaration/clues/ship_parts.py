"""Parts of ships: how they are given, what they say of the cells around them, and random fleets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from satdnd.declaration.clues.signs import SignGrid, Symbol
from satdnd.grid.bitboard import Bitboard, Cell, Grid, beside
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class ShipParts(SignGrid):
    """Given parts of ships, and water."""

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: what each sign says, and its drawn form."""
        return {"family": "signs", "signs": {sign.letter: [PART_WORDS[sign.letter], sign.drawn] for sign in self.signs}}


SHIP_PARTS = ShipParts(
    "part",
    (
        Symbol("~", "water", "~"),
        Symbol("o", "single", "●"),
        Symbol("<", "left", "◀"),
        Symbol(">", "right", "▶"),
        Symbol("^", "top", "▲"),
        Symbol("v", "bottom", "▼"),
        Symbol("#", "middle", "■"),
        Symbol("s", "ship", "◆"),
    ),
    keyword="given",
    spare=True,
)
_SIDES = {"^": (1, 0), "v": (-1, 0), "<": (0, 1), ">": (0, -1)}
"""Where the ship goes on, for each end."""
PART_WORDS = {
    "~": "water",
    "s": "part of a ship",
    "o": "a ship of one cell",
    "<": "the left end of a ship",
    ">": "the right end of a ship",
    "^": "the top end of a ship",
    "v": "the bottom end of a ship",
    "#": "the middle of a ship",
}
"""What each sign says of its cell."""


def part_ways(geometry: Grid, ships: Shading, cell: Cell, sign: str) -> Iterator[tuple[Literal, ...]]:
    """The literals of each way in which a given part may lie; none if it would leave the grid."""
    (here,) = ships.literals([cell])
    if sign in "~s":
        yield (here if sign == "s" else -here,)
        return
    r, c = cell
    near = [x for x in beside(cell) if geometry.contains(x)]
    on: dict[str, list[list[Cell]]] = {"o": [[]], "#": [[(r, c - 1), (r, c + 1)], [(r - 1, c), (r + 1, c)]]}
    for own in on.get(sign) or [[(r + _SIDES[sign][0], c + _SIDES[sign][1])]]:
        if all(map(geometry.contains, own)):
            yield (here, *ships.literals(own), *ships.literals([x for x in near if x not in own], -1))


def part_at(cell: Cell, there: Collection[Cell]) -> str:
    """The sign of a cell, where these cells are those of ships."""
    near = [x for x in beside(cell) if x in there]
    if cell not in there:
        return "~"
    if len(near) != 1:
        return "#" if near else "o"
    return next(sign for sign, (down, right) in _SIDES.items() if near == [(cell[0] + down, cell[1] + right)])


def random_fleet(rng: Random, grid: Grid, fleet: Sequence[int], budget: Budget) -> Bitboard | None:
    """Ships of these lengths in random places, apart; None where there is no room for one. Raises Undecided."""
    board = closed = 0
    for length in fleet:
        budget.check()
        spots = []
        for (r, c), (down, right) in product(grid.cells(grid.all), ((0, 1), (1, 0))):
            cells = [(r + i * down, c + i * right) for i in range(length)]
            if grid.contains(cells[-1]) and not closed & grid.mask(cells):
                spots.append(cells)
        if not spots:
            return None
        chosen = rng.choice(spots)
        board |= grid.mask(chosen)
        closed |= grid.mask(x for cell in chosen for x in (cell, *grid.around(cell)))
    return board
