"""Techniques for cages: the combinations that give a sum, and what cages leave of houses (the rule of 45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from satdnd.explanation.wording import alternatives
from satdnd.grid.bitboard import Cell, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.kinds.sudoku.model import House, Sudoku, geometry, symbol
from satdnd.kinds.sudoku.rules import caged, summed
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.rules.statement import RuleStatement

MOST_LEFT = 4
"""The most cells left of houses whose sum is worth a sentence."""
_TOLD = 4
"""The most combinations that a sentence names."""


@lru_cache(maxsize=16)
def cage_statements(puzzle: Sudoku) -> list[RuleStatement]:
    """What the cages with a sum say."""
    return [caged(puzzle.layout, cage) for cage in puzzle.cages if cage.sum is not None]


@lru_cache(maxsize=16)
def rests(puzzle: Sudoku) -> list[RuleStatement]:
    """What follows from houses side by side and cages: the sum of the cells that cages leave, or of those outside."""
    found = dict[frozenset[Cell], RuleStatement]()
    known = {frozenset(cage.cells) for cage in puzzle.cages}
    cages = [(sum(1 << r * puzzle.size + c for r, c in cage.cells), cage.sum) for cage in puzzle.cages]
    for houses in _side_by_side(puzzle):
        region, total = sum(house.mask for house in houses), len(houses) * puzzle.size * (puzzle.size + 1) // 2
        inside = [(mask, sum_of_cage) for mask, sum_of_cage in cages if sum_of_cage is not None and not mask & ~region]
        meeting = [(mask, sum_of_cage) for mask, sum_of_cage in cages if mask & region]
        for chosen, outside in ((inside, False), (meeting, True)):
            covered, wanted = 0, 0
            for mask, sum_of_cage in chosen:
                if sum_of_cage is None or covered & mask:
                    covered = -1
                    break
                covered, wanted = covered | mask, wanted + sum_of_cage
            rest = covered & ~region if outside else region & ~covered
            if covered < 0 or not chosen or not 0 < rest.bit_count() <= MOST_LEFT or (outside and region & ~covered):
                continue
            number = wanted - total if outside else total - wanted
            cells = tuple(divmod(i, puzzle.size) for i in scan(rest))
            if frozenset(cells) in known | found.keys():
                continue
            these = f"{_names(houses)} {'adds' if len(houses) == 1 else 'add'} up to {total}"
            cage = "the cages that meet {it} to {sum}" if outside else "the cages inside to {sum}"
            says = cage.format(it="it" if len(houses) == 1 else "them", sum=wanted)
            names = listed([cell_name(cell) for cell in cells])
            text = f"{these}, {says}, so {names} {'add up to' if cells[1:] else 'is'} {number}"
            found[frozenset(cells)] = summed(puzzle.layout, "rest", cells, text, number)
    return list(found.values())


def _side_by_side(puzzle: Sudoku) -> Iterator[tuple[House, ...]]:
    """Each house, and up to a third of the lines side by side."""
    shape = geometry(puzzle.layout)
    yield from ((house,) for house in (*shape.boxes, *shape.rows, *shape.columns))
    most = max(2, puzzle.size // 3)
    for lines in (shape.rows, shape.columns):
        for count in range(2, most + 1):
            yield from (tuple(lines[i : i + count]) for i in range(len(lines) - count + 1))


def _names(houses: Sequence[House]) -> str:
    first, *more = houses
    return f"{first.rule}s {first.number} to {houses[-1].number}" if more else first.name


def combinations_of_cages(position: Position) -> Deduction | None:
    """A cage: no combination with its sum has some candidates; that with the fewest combinations first."""
    return _found(position, cage_statements(position.puzzle)) if position.puzzle.cages else None


def innies_and_outies(position: Position) -> Deduction | None:
    """The same for what cages leave of houses, or have outside them."""
    return _found(position, rests(position.puzzle)) if position.puzzle.cages else None


def _found(position: Position, statements: Sequence[RuleStatement]) -> Deduction | None:
    masks, size = position.candidate_masks(), position.shape.size
    best, fewest = None, 0
    for statement in statements:
        cells = [r * size + c for r, c in statement.cells]
        if not any(masks[i] for i in cells):
            continue
        left = [masks[i] or 1 << position.values[i] for i in cells]
        if len(cells) == 1 and left[0] >> (total := _total(statement)) & 1:
            return Deduction(((cells[0], total),), (), statement.text, caged=statement)
        kept, ways = _ways(position, cells, left, statement)
        removed = tuple((i, v) for i, now, after in zip(cells, left, kept, strict=True) for v in scan(now & ~after))
        if ways and removed and (best is None or len(ways) < fewest):
            best, fewest = Deduction((), removed, _reason(statement, ways, removed), caged=statement), len(ways)
    return best


def _total(statement: RuleStatement) -> int:
    """The sum of its cells."""
    parameters = statement.parameters()
    return int(parameters.get("sum", parameters.get("target", 0)))


def _ways(
    position: Position, cells: Sequence[int], left: Sequence[int], statement: RuleStatement
) -> tuple[list[int], set[tuple[int, ...]]]:
    """Of the candidates *left* for each cell, those that occur in a way to make the sum, and these ways, sorted."""
    total, peers = _total(statement), [position.shape.peers[i] for i in cells]
    if statement.rule == "cage":
        return _distinct(left, total)
    kept, ways, chosen = [0] * len(cells), set[tuple[int, ...]](), list[int]()

    def search(k: int, rest: int) -> None:
        """Choose a value for the k-th cell."""
        if k == len(cells):
            if not rest:
                ways.add(tuple(sorted(chosen)))
                for place, value in enumerate(chosen):
                    kept[place] |= 1 << value
            return
        for value in scan(left[k]):
            if value <= rest and not any(v == value and peers[j] >> cells[k] & 1 for j, v in enumerate(chosen)):
                chosen.append(value)
                search(k + 1, rest - value)
                chosen.pop()

    search(0, total)
    return kept, ways


def _distinct(left: Sequence[int], total: int) -> tuple[list[int], set[tuple[int, ...]]]:
    """The same for cells that all differ: a way is a set of values, as bits, that grows cell by cell."""
    layers = [{0: 0}]
    for values in left:
        after = dict[int, int]()
        for way, reached in layers[-1].items():
            for v in scan(values & ~way):
                if reached + v <= total:
                    after[way | 1 << v] = reached + v
        layers.append(after)
    good = {way for way, reached in layers[-1].items() if reached == total}
    ways, kept = {tuple(scan(way)) for way in good}, [0] * len(left)
    for k in reversed(range(len(left))):
        before = set[int]()
        for way in layers[k]:
            for v in scan(left[k] & ~way):
                if way | 1 << v in good:
                    kept[k] |= 1 << v
                    before.add(way)
        good = before
    return kept, ways


def _reason(statement: RuleStatement, ways: set[tuple[int, ...]], removed: Sequence[tuple[int, int]]) -> str:
    """The sum, and the ways to make it that are left."""
    if len(statement.cells) == 1:
        return statement.text
    if len(ways) > _TOLD:
        return f"{statement.text}, and no way to make that has such a digit there"
    described = alternatives(["+".join(map(symbol, way)) for way in sorted(ways)])
    gone = {v for _, v in removed} & {v for way in ways for v in way}
    return f"{statement.text}: {described}" + (", and no way to place them has such a digit there" if gone else "")
