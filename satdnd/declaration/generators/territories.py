"""Random areas that fill a grid: rectangles, or each around some of the given cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from operator import or_
from random import Random

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.partition import NamedArea
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.sat.budget import Budget

_TRIED = 40
"""Attempts to combine territories before giving up."""
_BEGUN = 6
"""Times that areas begin to spread from the same cells."""


def random_rectangles(
    rng: Random, height: int, width: int, largest: int, weight: Callable[[int, int], float]
) -> list[tuple[Cell, ...]]:
    """Rectangles of up to *largest* cells that fill a grid, each at the first free cell.

    *weight* says of each height and width how likely they are.
    """
    free = {(r, c) for r in range(height) for c in range(width)}
    found = list[tuple[Cell, ...]]()
    while free:
        r, c = min(free)
        widest = next(n for n in count(1) if (r, c + n) not in free)
        shapes = [
            (high, wide)
            for high in range(1, min(height - r, largest) + 1)
            for wide in range(1, min(widest, largest // high) + 1)
        ]
        ((high, wide),) = rng.choices(shapes, [weight(*shape) for shape in shapes])
        cells = tuple((r + i, c + j) for i in range(high) for j in range(wide))
        found.append(cells)
        free.difference_update(cells)
    return found


def random_shapes(
    rng: Random,
    grid: Grid,
    weights: Mapping[int, float],
    fits: Callable[[Sequence[Cell], Cell], bool] = lambda shape, cell: True,
) -> list[tuple[Cell, ...]]:
    """Connected shapes that fill a grid, in random places.

    Each begins at a free cell with few free neighbours and grows at random. Where it has no room, it stays smaller.

    Args:
        rng: the source of chance.
        grid: the grid.
        weights: how likely each size is.
        fits: whether a shape may have a further cell.
    """
    free, found = dict.fromkeys(grid.cells(grid.all)), list[tuple[Cell, ...]]()

    def around(cells: Iterable[Cell]) -> list[Cell]:
        """The free cells beside them."""
        return [near for near in grid.cells(grid.neighbours(grid.mask(cells))) if near in free]

    while free:
        shape = [min(free, key=lambda cell: (len(around([cell])), rng.random()))]
        del free[shape[0]]
        (size,) = rng.choices([*weights], [*weights.values()])
        while len(shape) < size and (near := [cell for cell in around(shape) if fits(shape, cell)]):
            shape.append(min(near, key=lambda cell: (len(around([cell])) > 1, rng.random())))
            del free[shape[-1]]
        found.append(tuple(sorted(shape)))
    return found


def grown(rng: Random, grid: Grid, seeds: Sequence[Cell], each: int, budget: Budget) -> AreaTuple | None:
    """Areas with *each* seeds in every one, some large and some small; None if none were found. Raises Undecided.

    Every seed has a territory that grows cell by cell; neighbouring territories are then combined.
    """
    owner = {seed: i for i, seed in enumerate(seeds)}
    eager = [rng.choice((1, 2, 4, 9)) for _ in seeds]
    front = [*seeds]
    while front:
        budget.check()
        (cell,) = rng.choices(front, [eager[owner[x]] for x in front])
        free = [x for x in grid.cells(grid.neighbours(grid.bit(cell))) if x not in owner]
        if free:
            new = rng.choice(free)
            owner[new] = owner[cell]
            front.append(new)
        else:
            front.remove(cell)
    territories = [grid.mask(cell for cell, i in owner.items() if i == k) for k in range(len(seeds))]
    near = {
        i: {j for j, other in enumerate(territories) if j != i and around & other}
        for i, around in enumerate(map(grid.neighbours, territories))
    }
    for _ in range(_TRIED):
        budget.check()
        if (groups := _grouped(rng, territories, near, each)) is not None:
            return named(grid, groups)
    return None


def _grouped(rng: Random, territories: Sequence[int], near: Mapping[int, set[int]], each: int) -> list[int] | None:
    """Groups of *each* neighbouring territories (*near*); the one with the fewest free neighbours chooses first."""
    free, groups = {*near}, list[int]()
    while free:
        first = min(sorted(free), key=lambda i: (len(near[i] & free), rng.random()))
        group = {first}
        while len(group) < each:
            adjacent = sorted({j for i in group for j in near[i]} & free - group)
            if not adjacent:
                return None
            group.add(min(adjacent, key=lambda j: (len(near[j] & free - group), rng.random())))
        free -= group
        groups.append(sum(territories[i] for i in group))
    return groups


def apart_from(rng: Random, grid: Grid, areas: AreaTuple, cell: Cell) -> AreaTuple | None:
    """The areas with one cell moved to a neighbouring area; None if there is none, or if an area would fall apart."""
    boards = [grid.mask(area.cells) for area in areas]
    own, bit = next(i for i, area in enumerate(areas) if cell in area.cells), grid.bit(cell)
    left = boards[own] & ~bit
    adjacent = [i for i, board in enumerate(boards) if i != own and grid.neighbours(bit) & board]
    if not left or len(grid.components(left)) > 1 or not adjacent:
        return None
    to = rng.choice(adjacent)
    boards[own], boards[to] = left, boards[to] | bit
    return named(grid, boards)


def cores(grid: Grid, areas: AreaTuple, board: Bitboard) -> list[Bitboard]:
    """Of each area, the cells of *board* with shortest ways between them."""
    found = []
    for area in areas:
        inside = grid.mask(area.cells)
        core = (board & inside) & -(board & inside)
        while missing := board & inside & ~core:
            layers = [core]
            while not layers[-1] & missing:
                layers.append((layers[-1] | grid.neighbours(layers[-1])) & inside)
            way = missing & layers.pop()
            core |= (way := way & -way)
            while layers:
                before = grid.neighbours(way) & layers.pop()
                core |= (way := before & -before)
        found.append(core)
    return found


def spread(
    rng: Random, grid: Grid, cores: Sequence[Bitboard], another: Callable[[Sequence[Bitboard]], Bitboard | None]
) -> list[Bitboard] | None:
    """Areas that have taken in all cells one by one; None if no area can have one of the last.

    Then it begins anew, a few times, and those cells come first.

    Args:
        cores: where each begins.
        another: areas, which do not fill the grid yet, -> the marked cells of another solution, which is one as long as
            these cells are in the same areas; None if there is none.
    """
    if another(cores) is not None:
        return None
    first, solutions = Counter[int](), set[frozenset[tuple[int, int]]]()
    for _ in range(_BEGUN):
        areas, owned = [*cores], {(i, k) for k, core in enumerate(cores) for i in scan(core)}
        free = grid.all & ~reduce(or_, cores)
        while free:
            refused = {one for found in solutions if len(rest := found - owned) == 1 for one in rest}
            near = [
                (i, k)
                for k, around in enumerate(map(grid.neighbours, areas))
                for i in scan(around & free)
                if (i, k) not in refused
            ]
            if left := free & ~grid.flood(grid.mask(divmod(i, grid.width) for i, _ in near), free):
                first.update(scan(left))
                break
            soon = max(first[i] for i, _ in near)
            i, k = rng.choice([one for one in near if first[one[0]] == soon])
            changed = [*areas[:k], areas[k] | 1 << i, *areas[k + 1 :]]
            other = another(changed)
            if other is None:
                areas, free = changed, free & ~(1 << i)
                owned.add((i, k))
            else:
                solutions.add(frozenset((j, k) for k, area in enumerate(changed) for j in scan(area & other)))
        else:
            return areas
    return None


def named(grid: Grid, areas: Iterable[Bitboard]) -> AreaTuple:
    """Sets of cells as the areas of a puzzle."""
    return tuple(sorted((NamedArea(tuple(grid.cells(area))) for area in areas if area), key=lambda area: area.cells))


def scattered(rng: Random, grid: Grid, share: float) -> Bitboard:
    """Random cells that do not touch, as many as there is room for, up to a share of all."""
    cells, board, closed = grid.cells(grid.all), 0, 0
    rng.shuffle(cells)
    for r, c in cells:
        if board.bit_count() < max(1, int(share * grid.size)) and not closed & grid.bit((r, c)):
            board |= grid.bit((r, c))
            near = ((r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
            closed |= grid.mask(filter(grid.contains, near))
    return board
