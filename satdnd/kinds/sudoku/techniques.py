"""The techniques by which people solve sudokus: each looks at the candidates and finds one step, or nothing.

The candidates of a value are a bitboard of cells (bit ``r*N + c``), so most techniques are a few operations on
integers. Every technique is sound: it keeps all solutions of the puzzle, whether one or many; only unique rectangles
require a unique solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from satdnd.declaration.latin import ruled_out
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.kinds.sudoku.model import KEPT, Geometry, House, Layout, Sudoku, geometry, symbol
from satdnd.rules.one_solution import OneSolution
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


class Deduction(NamedTuple):
    """One step: values placed, or candidates removed."""

    placed: tuple[tuple[int, int], ...]
    """(cell number, value)."""
    removed: tuple[tuple[int, int], ...]
    """(cell number, value that it cannot hold)."""
    reason: str
    """The fact from which it follows, for people."""
    houses: tuple[House, ...] = ()
    """The houses whose rules it uses."""
    cells: tuple[int, ...] = ()
    """The cells whose rule "one value" it uses."""
    rectangle: OneSolution | None = None
    """How it uses uniqueness, if it does."""
    caged: RuleStatement | None = None
    """The sum that it uses, if it does."""


class Position:
    """A partly solved puzzle: the values placed, and the candidates of the other cells."""

    def __init__(self, puzzle: Sudoku) -> None:
        self.puzzle = puzzle
        self.shape: Geometry = geometry(puzzle.layout)
        cells = puzzle.size**2
        self.values = [0] * cells
        self.empty = (1 << cells) - 1
        """Bitboard of the cells without a value."""
        self.places = [0, *([self.empty] * puzzle.size)]
        """For each value: bitboard of the empty cells that may hold it (index 0 is not used)."""
        for i, value in puzzle.given:
            self.place(i, value)

    def place(self, cell: int, value: int) -> None:
        """Put a value into an empty cell, and remove it from the candidates of the cell's houses."""
        self.values[cell] = value
        bit = 1 << cell
        self.empty &= ~bit
        self.places = [board & ~bit for board in self.places]
        self.places[value] &= ~self.shape.peers[cell]

    def remove(self, cell: int, value: int) -> None:
        """Remove a candidate."""
        self.places[value] &= ~(1 << cell)

    def learn(self, literals: Iterable[Literal]) -> None:
        """Place values and remove candidates."""
        for x in literals:
            i, value = divmod(abs(x) - 1, self.shape.size)
            if x < 0:
                self.remove(i, value + 1)
            elif not self.values[i]:
                self.place(i, value + 1)

    def apply(self, deduction: Deduction) -> None:
        """Apply a step."""
        for cell, value in deduction.removed:
            self.remove(cell, value)
        for cell, value in deduction.placed:
            self.place(cell, value)

    def candidates(self, cell: int) -> list[int]:
        """The values that an empty cell may hold."""
        return [value for value, board in enumerate(self.places) if board >> cell & 1]

    def candidate_masks(self) -> list[int]:
        """For each cell: its candidates as a bitboard of values; 0 for filled cells."""
        masks = [0] * len(self.values)
        for value, board in enumerate(self.places):
            for i in scan(board):
                masks[i] |= 1 << value
        return masks

    def least_choice(self) -> tuple[int, Bitboard]:
        """The least number of candidates of an empty cell, and the cells with that number. There must be an empty cell.

        Counts all cells at once, with a bitboard for each binary digit.
        """
        digits = [0] * self.shape.size.bit_length()
        for carry in self.places:
            for n, digit in enumerate(digits):
                digits[n], carry = digit ^ carry, digit & carry
        least, cells = 0, self.empty
        for n in reversed(range(len(digits))):
            if fewer := cells & ~digits[n]:
                cells = fewer
            else:
                least |= 1 << n
        return least, cells

    def name(self, cell: int) -> str:
        """``r3c5``."""
        return cell_name(self.shape.cell(cell))

    def names(self, cells: Sequence[int]) -> str:
        """``r1c1, r1c2 and r2c1``."""
        return listed([self.name(i) for i in cells])

    def ruled_out(self, cell: int, value: int) -> str:
        """Why a cell's other values are excluded: ``row 3 has 1 and 2; box 1 has 4; 5 was ruled out before``."""
        houses = ((house.name, {self.values[i] for i in house.indices}) for house in self.shape.houses_at[cell])
        return ruled_out({*range(1, self.shape.size + 1)} - {value}, houses, symbol)

    def _left(self, removed: Iterable[tuple[int, int]]) -> Iterator[str]:
        """That cells cannot hold some values; where more are ruled out than left, what is left of them."""
        gone = dict[int, set[int]]()
        for i, value in removed:
            gone.setdefault(i, set()).add(value)
        alike = dict[tuple[str, tuple[int, ...]], list[int]]()
        for i, values in sorted(gone.items()):
            left = [v for v in self.candidates(i) if v not in values]
            short = len(left) <= len(values)
            says = ("can only be", tuple(left)) if short else ("cannot be", tuple(sorted(values)))
            alike.setdefault(says, []).append(i)
        return (f"{self.names(cells)} {verb} {either(values)}" for (verb, values), cells in alike.items())

    def sentence(self, found: Deduction) -> str:
        """What follows, and why, in a sentence."""
        if found.placed:
            i, value = found.placed[0]
            says = f"{self.name(i)} is {symbol(value)}"
        elif found.caged:
            says = "; ".join(self._left(found.removed))
        else:
            eliminated = dict[tuple[int, ...], list[int]]()
            for value in sorted({v for _, v in found.removed}):
                eliminated.setdefault(tuple(sorted(i for i, v in found.removed if v == value)), []).append(value)
            says = "; ".join(f"{self.names(cells)} cannot be {either(values)}" for cells, values in eliminated.items())
        return f"{says}: {found.reason}."


def either(values: Iterable[int]) -> str:
    """``1, 2 or 4``."""
    *before, last = map(symbol, values)
    return f"{', '.join(before)} or {last}" if before else last


def full_house(position: Position) -> Deduction | None:
    """A house with one empty cell: it takes the missing value."""
    for house in position.shape.houses:
        left = house.mask & position.empty
        if left and not left & left - 1:
            i = left.bit_length() - 1
            values = position.candidates(i)
            if len(values) == 1:
                reason = f"it is the last empty cell of {house.name}"
                return Deduction(((i, values[0]),), (), reason, (house,))
    return None


def naked_single(position: Position) -> Deduction | None:
    """A cell with one candidate."""
    once = twice = 0
    for board in position.places:
        twice |= once & board
        once |= board
    only = once & ~twice
    if not only:
        return None
    i = (only & -only).bit_length() - 1
    value = position.candidates(i)[0]
    return Deduction(((i, value),), (), position.ruled_out(i, value), (), (i,))


def hidden_single(position: Position, houses: Sequence[House] = ()) -> Deduction | None:
    """A value with one place left in a house; without *houses*, boxes first, as they are the easiest to see."""
    shape = position.shape
    for house in houses or (*shape.boxes, *shape.rows, *shape.columns):
        mask = house.mask & position.empty
        if not mask:
            continue
        for value, board in enumerate(position.places):
            left = board & mask
            if left and not left & left - 1:
                i = left.bit_length() - 1
                reason = f"it is the only place for {symbol(value)} in {house.name}"
                return Deduction(((i, value),), (), reason, (house,))
    return None


@lru_cache(maxsize=KEPT)
def _crossings(layout: Layout) -> tuple[tuple[House, House], ...]:
    """Each box with each row and column that crosses it."""
    shape = geometry(layout)
    return tuple((one, line) for one in shape.boxes for line in shape.rows + shape.columns if one.mask & line.mask)


def locked(position: Position, inner: int) -> Deduction | None:
    """A value whose places in one of two crossing houses all lie in the other: no other cell of that holds it.

    Args:
        inner: 0: all places in a box lie in one line (pointing); 1: all places in a line lie in one box (claiming).
    """
    for crossing in _crossings(position.shape.layout):
        one, other = crossing[inner], crossing[1 - inner]
        for value, board in enumerate(position.places):
            inside = board & one.mask
            if inside and not inside & ~other.mask and (eliminated := board & other.mask & ~one.mask):
                reason = f"in {one.name}, {symbol(value)} can only stand in {other.name}"
                return Deduction((), tuple((i, value) for i in scan(eliminated)), reason, (one, other))
    return None


def naked_set(position: Position, count: int) -> Deduction | None:
    """*count* cells of a house that have only *count* candidates together: no other cell of the house holds these."""
    masks = position.candidate_masks()
    for house in position.shape.houses:
        cells = [i for i in house.indices if masks[i]]
        for chosen, union in closed_sets([(i, masks[i]) for i in cells], count):
            eliminated = tuple((i, v) for i in cells if i not in chosen for v in scan(masks[i] & union))
            if eliminated:
                values = listed([symbol(v) for v in scan(union)])
                reason = f"in {house.name}, the cells {position.names(chosen)} hold {values} between them"
                return Deduction((), eliminated, reason, (house,), chosen)
    return None


def hidden_set(position: Position, count: int) -> Deduction | None:
    """*count* values that have only *count* places together in a house: these cells hold no other value."""
    for house in position.shape.houses:
        places = [(v, board & house.mask) for v, board in enumerate(position.places) if board & house.mask]
        for chosen, union in closed_sets(places, count):
            eliminated = tuple(
                (i, v)
                for i in scan(union)
                for v, board in enumerate(position.places)
                if board >> i & 1 and v not in chosen
            )
            if eliminated:
                values, cells = listed([symbol(v) for v in chosen]), tuple(scan(union))
                reason = f"in {house.name}, {values} can only stand in the cells {position.names(cells)}"
                return Deduction((), eliminated, reason, (house,), cells)
    return None


def closed_sets(items: list[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every *count* of *items* (key, bitboard) whose bitboards have *count* bits together: (keys, union)."""
    if len(items) <= count:
        return
    for chosen in combinations([item for item in items if item[1].bit_count() <= count], count):
        union = 0
        for _, mask in chosen:
            union |= mask
        if union.bit_count() == count:
            yield tuple(key for key, _ in chosen), union
