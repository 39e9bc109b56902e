"""Drafts of areas with targets: random ones, then, where another square fits, other operations or smaller areas."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from itertools import combinations
from random import Random

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.target_areas import Target, TargetArea
from satdnd.declaration.generators.territories import random_shapes
from satdnd.grid.bitboard import Cell, Grid, pieces
from satdnd.rules.calculated import DIFFERENCE, PRODUCT, QUOTIENT, SUM, made
from satdnd.setter.latin_squares import Square


def target_drafts(
    rng: Random, grid: Grid, square: Square, largest: int, unknown: int
) -> Generator[AreaTuple, Square, None]:
    """Areas that fill a grid, with what the numbers of *square* come to in each.

    Args:
        rng: the source of chance.
        grid: the grid.
        square: its solution.
        largest: the most cells of an area.
        unknown: about how many percent of the operations are not given.

    Yields:
        all areas; it is sent another square that fits them, which the next draft tells apart.
    """
    sizes = {1: 1, **{size: 12 // size for size in range(2, largest + 1)}}
    areas = {cells: _area(rng, square, cells, unknown) for cells in random_shapes(rng, grid, sizes)}
    while True:
        other = yield tuple(areas.values())
        differ = [cells for cells in areas if any(other[r][c] != square[r][c] for r, c in cells) and cells[1:]]
        rng.shuffle(differ)
        if not _told(rng, square, other, areas, differ):
            del areas[differ[0]]
            for cells in _cut(rng, square, other, differ[0]):
                areas[cells] = _area(rng, square, cells, unknown)


def _cut(rng: Random, square: Square, other: Square, area: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Two parts of an area in which *other* differs, about equally large; it differs in the first."""
    ways = [
        [tuple(cells), tuple(x for x in area if x not in cells)]
        for size in range(len(area) // 2, 0, -1)
        for cells in combinations(area, size)
    ]
    whole = [parts for parts in ways if all(len(pieces(part)) == 1 for part in parts)]
    differ = [parts for parts in whole if any(other[r][c] != square[r][c] for r, c in parts[0])]
    return rng.choice([parts for parts in differ if len(parts[0]) == len(differ[0][0])])


def _area(rng: Random, square: Square, cells: tuple[Cell, ...], unknown: int) -> TargetArea:
    """An area with a random operation that its cells allow; quotients where there are any, and small products."""
    values = [square[r][c] for r, c in cells]
    if not cells[1:]:
        return TargetArea(Target(values[0]), cells)
    weights = {SUM: 4, PRODUCT: 4, DIFFERENCE: 4 * (len(cells) == 2), QUOTIENT: 8 * (len(cells) == 2)}
    results = {sign: x for sign, weight in weights.items() if weight and (x := made(sign, values)) is not None}
    (operation,) = rng.choices([*results], [weights[sign] for sign in results])
    return TargetArea(Target(results[operation], "" if rng.randrange(100) < unknown else operation), cells)


def _told(
    rng: Random,
    square: Square,
    other: Square,
    areas: dict[tuple[Cell, ...], TargetArea],
    differ: list[tuple[Cell, ...]],
) -> bool:
    """Give an area in which *other* differs an operation that tells them apart; False if there is none.

    Of two operations that both allow some other square, the later one stays, so that this ends.
    """
    for cells in differ:
        values, others = ([one[r][c] for r, c in cells] for one in (square, other))
        area = areas[cells]
        assert area.target
        if not area.target.operation:
            operation = rng.choice([x for x in area.operations if made(x, values) == area.target.number])
            areas[cells] = TargetArea(Target(area.target.number, operation), cells)
            return True
        order = DIFFERENCE, QUOTIENT, SUM, PRODUCT
        for operation in order[order.index(area.target.operation) + 1 :]:
            number = made(operation, values) if operation in replace(area, target=None).operations else None
            if number is not None and made(operation, others) != number:
                areas[cells] = TargetArea(Target(number, operation), cells)
                return True
    return False
