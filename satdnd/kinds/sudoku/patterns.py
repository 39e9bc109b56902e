"""The techniques beyond sets: fish, wings, rectangles, colours and chains, named as in HoDoKu.

Each shows that one of two or more cells holds a value, so no cell that sees all of them does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise
from operator import and_

from satdnd.grid.bitboard import scan
from satdnd.grid.notation import listed
from satdnd.kinds.sudoku.model import House, symbol
from satdnd.kinds.sudoku.rules import rectangle
from satdnd.kinds.sudoku.techniques import Deduction, Position, closed_sets, either
from satdnd.rules.one_solution import OneSolution

Link = tuple[int, int]
"""Two cells that see each other."""


# what they share


def seen_by_all(position: Position, value: int, cells: Iterable[int]) -> int:
    """The places of *value* seen by all of *cells*, as a bitboard."""
    return reduce(and_, (position.shape.peers[i] for i in cells), position.places[value])


def houses_of(position: Position, links: Iterable[Link], used: Iterable[House] = ()) -> tuple[House, ...]:
    """*used*, and for each link a house with both of its cells, each house once."""
    found = dict.fromkeys(used)
    for a, b in links:
        both = 1 << a | 1 << b
        if not any(both & ~house.mask == 0 for house in found):
            found[next(house for house in position.shape.houses if both & ~house.mask == 0)] = None
    return tuple(found)


def eliminated_from(
    position: Position,
    value: int,
    ends: Sequence[int],
    reason: str,
    *,
    links: Iterable[Link] = (),
    houses: Iterable[House] = (),
    cells: tuple[int, ...] = (),
) -> Deduction | None:
    """One of *ends* is *value*, so no cell that sees all of them is; None if there is no such cell."""
    eliminated = tuple(scan(seen_by_all(position, value, ends)))
    if not eliminated:
        return None
    seen = [(i, end) for i in eliminated for end in ends]
    removed = tuple((i, value) for i in eliminated)
    return Deduction((), removed, reason, houses_of(position, [*links, *seen], houses), cells)


def two_places(position: Position, value: int) -> Iterator[tuple[House, Link]]:
    """The houses with two places for *value*, and these places."""
    for house in position.shape.houses:
        places = position.places[value] & house.mask
        if places.bit_count() == 2:
            first, second = scan(places)
            yield house, (first, second)


def pairs_of_values(position: Position) -> dict[int, int]:
    """For each cell with two candidates, these as bits."""
    return {i: mask for i, mask in enumerate(position.candidate_masks()) if mask.bit_count() == 2}


def _only(mask: int) -> int:
    """The only value of a set."""
    return mask.bit_length() - 1


# fish


def fish(position: Position, count: int) -> Deduction | None:
    """*count* lines whose places for a value lie in *count* crossing lines: no other cell of these holds it."""
    shape = position.shape
    for value, board in enumerate(position.places):
        for lines, across in ((shape.rows, shape.columns), (shape.columns, shape.rows)):
            crossed = []
            for k, line in enumerate(lines):
                inside = board & line.mask
                if inside.bit_count() > 1:
                    crossed.append((k, sum(1 << n for n, other in enumerate(across) if inside & other.mask)))
            for chosen, union in closed_sets(crossed, count):
                base, cover = [lines[k] for k in chosen], [across[n] for n in scan(union)]
                out = board & sum(line.mask for line in cover) & ~sum(line.mask for line in base)
                if out:
                    what = symbol(value)
                    reason = f"in {_lines(base)}, {what} can only be in {_lines(cover)}"
                    reason += f", so no other cell of these {cover[0].rule}s is {what}"
                    removed = tuple((i, value) for i in scan(out))
                    return Deduction((), removed, reason, (*base, *cover))
    return None


def _lines(lines: Sequence[House]) -> str:
    """``rows 2 and 7``."""
    return f"{lines[0].rule}s {listed([str(line.number) for line in lines])}"


def skyscraper(position: Position) -> Deduction | None:
    """Two lines with two places each, one of each in the same crossing line: one of the other two holds it."""
    shape = position.shape
    for value in range(1, shape.size + 1):
        pairs = [(house, ends) for house, ends in two_places(position, value) if house.rule in ("row", "column")]
        for (one, first), (other, second) in combinations(pairs, 2):
            if one.rule != other.rule:
                continue
            across = shape.columns if one.rule == "row" else shape.rows
            for base, roof, foot, top in (
                (a, first[1 - i], b, second[1 - j]) for i, a in enumerate(first) for j, b in enumerate(second)
            ):
                floor = next((line for line in across if line.mask >> base & 1 and line.mask >> foot & 1), None)
                if floor is None:
                    continue
                what = symbol(value)
                reason = (
                    f"{what} has two places in {one.name} and two in {other.name}; {position.names((base, foot))} are "
                    f"both in {floor.name}, so {position.name(roof)} or {position.name(top)} is {what}"
                )
                ends, houses = (roof, top), (one, other, floor)
                if found := eliminated_from(position, value, ends, reason, houses=houses):
                    return found
    return None


# wings


def wing(position: Position, size: int) -> Deduction | None:
    """A cell of *size* candidates that sees two cells of two: whatever it holds, one of the cells has a common value.

    Args:
        size: 2: the first cell itself cannot be that value (XY-wing); 3: it may be (XYZ-wing).
    """
    pairs = pairs_of_values(position)
    for pivot, mask in enumerate(position.candidate_masks()):
        if mask.bit_count() != size:
            continue
        near = [i for i in pairs if position.shape.peers[pivot] >> i & 1]
        for one, other in combinations(near, 2):
            shared = pairs[one] & pairs[other]
            whole = pairs[one] | pairs[other]
            if shared.bit_count() != 1 or mask != (whole & ~shared if size == 2 else whole):
                continue
            value = _only(shared)
            x, y = (symbol(_only(pairs[i] & ~shared)) for i in (one, other))
            first, what = position.name(pivot), symbol(value)
            ends = (one, other) if size == 2 else (pivot, one, other)
            reason = (
                f"{first} is {either(scan(mask))}; if it is {x}, {position.name(one)} "
                f"is {what}, and if it is {y}, {position.name(other)} is {what}"
            )
            links = ((pivot, one), (pivot, other))
            cells = (pivot, one, other)
            if found := eliminated_from(position, value, ends, reason, links=links, cells=cells):
                return found
    return None


# rectangles, for puzzles with one solution


def _floors(position: Position) -> Iterator[tuple[Link, Link, int, list[int]]]:
    """Sides of rectangles in two boxes whose cells have the same two candidates; the opposite sides, whose cells each
    have one of these; the two as bits; the candidates of all cells."""
    masks, size, at = position.candidate_masks(), position.shape.size, position.shape.houses_at
    for floor in combinations(pairs := pairs_of_values(position), 2):
        (first, second), pair = floor, pairs[floor[0]]
        down, right = second // size - first // size, second % size - first % size
        if pairs[second] != pair or (down and right):
            continue
        begin = first // size * size
        for i in range(begin, begin + size) if down else range(first % size, size**2, size):
            roof = i, i + second - first
            boxes = {at[corner][2].number for corner in (*floor, *roof)}
            if i != first and len(boxes) == 2 and masks[roof[0]] & pair and masks[roof[1]] & pair:
                yield floor, roof, pair, masks


def _uniqueness(position: Position, floor: Link, roof: Link, pair: int) -> OneSolution:
    """The statement that follows from uniqueness."""
    return rectangle(position.shape.size, sorted(floor + roof), list(scan(pair)))


def unique_rectangle_1(position: Position) -> Deduction | None:
    """Three corners of a rectangle have two candidates: the fourth holds none of these."""
    for floor, roof, pair, masks in _floors(position):
        last = max(roof, key=lambda i: masks[i].bit_count())
        if [masks[i] for i in roof].count(pair) == 1 and masks[last] != pair:
            uniqueness = _uniqueness(position, floor, roof, pair)
            removed = tuple((last, value) for value in scan(masks[last] & pair))
            return Deduction((), removed, f"{uniqueness.text}, which could be swapped", (), (last,), uniqueness)
    return None


def unique_rectangle_2(position: Position) -> Deduction | None:
    """Two corners have two candidates, the others a third as well: one of these two holds it."""
    for floor, roof, pair, masks in _floors(position):
        extra = masks[roof[0]] & ~pair
        if extra.bit_count() == 1 and all(masks[i] == pair | extra for i in roof):
            uniqueness, one, other = _uniqueness(position, floor, roof, pair), *map(position.name, roof)
            reason = f"{uniqueness.text}, which could be swapped; {one} or {other} is {symbol(_only(extra))}"
            if found := eliminated_from(position, _only(extra), roof, reason):
                return found._replace(rectangle=uniqueness)
    return None


def unique_rectangle_4(position: Position) -> Deduction | None:
    """Two corners have two candidates, and a house of the other two has no other place for one of these."""
    for floor, roof, pair, masks in _floors(position):
        for value in scan(pair):
            eliminated = _only(pair & ~(1 << value))
            removed = tuple((i, eliminated) for i in roof if masks[i] >> eliminated & 1)
            for house, places in two_places(position, value):
                if set(places) == set(roof) and removed:
                    uniqueness, one, other = _uniqueness(position, floor, roof, pair), *map(position.name, roof)
                    where = f"{one} or {other} is {symbol(value)}, as {house.name} has no other place for it"
                    reason = f"{uniqueness.text}, which could be swapped; {where}"
                    return Deduction((), removed, reason, (house,), roof, uniqueness)
    return None


# colours and chains


def simple_colouring(position: Position) -> Deduction | None:
    """Along houses with two places for a value, it alternates: a cell that sees both colours does not hold it."""
    for value in range(1, position.shape.size + 1):
        near: dict[int, list[tuple[House, int]]] = {}
        for house, (a, b) in two_places(position, value):
            near.setdefault(a, []).append((house, b))
            near.setdefault(b, []).append((house, a))
        for start in near:
            ways = _ways(near, start)
            for end, way in sorted(ways.items(), key=lambda item: len(item[1])):
                if len(way) > 2 and (found := _coloured(position, value, start, end, way)):
                    return found
    return None


def _ways(near: dict[int, list[tuple[House, int]]], start: int) -> dict[int, list[tuple[House, int]]]:
    """The shortest paths from a cell along houses with two places."""
    ways: dict[int, list[tuple[House, int]]] = {start: []}
    left = deque([start])
    while left:
        i = left.popleft()
        for house, j in near[i]:
            if j not in ways:
                ways[j] = [*ways[i], (house, j)]
                left.append(j)
    return ways


def _coloured(position: Position, value: int, start: int, end: int, way: list[tuple[House, int]]) -> Deduction | None:
    """What follows from both ends of a path: if its length is odd, one of them holds the value."""
    what, houses = symbol(value), [house for house, _ in way]
    along = f"{what} has only two places in each of {listed([house.name for house in houses])}"
    cells = [start, *(i for _, i in way)]
    if len(way) % 2:
        reason = f"{along}, so {what} is at {position.name(start)} or at {position.name(end)}"
        return eliminated_from(position, value, (start, end), reason, houses=houses)
    if not position.shape.peers[start] >> end & 1:
        return None
    same = cells[::2]
    reason = f"{along}, so {position.names(same)} are {what} or none of them is, and {position.name(start)} sees "
    reason += position.name(end)
    removed = tuple((i, value) for i in sorted(same))
    return Deduction((), removed, reason, houses_of(position, [(start, end)], houses))


def xy_chain(position: Position) -> Deduction | None:
    """The shortest chain of cells with two values each, such that the first or the last holds a value."""
    pairs, best = pairs_of_values(position), None
    for start, mask in pairs.items():
        for value in scan(mask):
            for chain in _chains(position, pairs, start, value, len(best) - 1 if best else len(pairs)):
                if seen_by_all(position, value, (start, chain[-1])):
                    best, found = chain, value
                    break
    if best is None:
        return None
    parts, left = list[str](), 1 << found
    for i in best:
        left = pairs[i] & ~left
        parts.append(f"{position.name(i)} is {symbol(_only(left))}")
    first, last, what = position.name(best[0]), position.name(best[-1]), symbol(found)
    reason = f"if {first} is not {what}, then {', so '.join(parts)}; either {first} or {last} is {what}"
    links, ends = list(pairwise(best)), (best[0], best[-1])
    return eliminated_from(position, found, ends, reason, links=links, cells=tuple(best))


def _chains(
    position: Position, pairs: dict[int, int], start: int, value: int, longest: int
) -> Iterator[tuple[int, ...]]:
    """Chains of up to *longest* cells in which the first or the last is *value*; shortest first."""
    first: tuple[int, ...] = (start,)
    cells = sum(1 << i for i in pairs)
    chains = deque([(first, pairs[start] & ~(1 << value))])
    reached = {(start, chains[0][1])}
    while chains:
        chain, holds = chains.popleft()
        if len(chain) >= longest:
            return
        for i in scan(position.shape.peers[chain[-1]] & position.places[_only(holds)] & cells):
            if i in chain or (i, pairs[i] & ~holds) in reached:
                continue
            reached.add((i, pairs[i] & ~holds))
            chains.append(((*chain, i), pairs[i] & ~holds))
            if pairs[i] & ~holds == 1 << value:
                yield chains[-1][0]
