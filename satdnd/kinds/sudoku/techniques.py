"""The techniques by which people solve sudokus: each looks at the candidates and finds one step, or nothing.

The candidates of a value are a bitboard of cells (bit ``r*N + c``), so that most techniques are a few operations on
integers. Every technique is sound: it keeps all solutions of the puzzle, whether it has one or many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, NumberWords, place
from satdnd.grid.bitboard import scan
from satdnd.grid.notation import cell_name, listed
from satdnd.kinds.sudoku.model import Geometry, House, Sudoku, geometry, symbol
from satdnd.kinds.sudoku.options import COMBINATION, GUESS
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal, Statement


class Deduction(NamedTuple):
    """One step: values placed, or candidates removed."""

    technique: str
    placed: tuple[tuple[int, int], ...]
    """(cell number, value)."""
    removed: tuple[tuple[int, int], ...]
    """(cell number, value that it cannot hold)."""
    reason: str
    """The fact that it follows from, for people."""
    houses: tuple[House, ...] = ()
    """Those whose rule it uses."""
    cells: tuple[int, ...] = ()
    """Those of which it uses that they hold one value."""


class Position:
    """A partly solved puzzle: the values placed, and the candidates of the other cells."""

    def __init__(self, puzzle: Sudoku) -> None:
        self.shape: Geometry = geometry(puzzle.size)
        cells = puzzle.size**2
        self.values = [0] * cells
        self.empty = (1 << cells) - 1
        """Bitboard of the cells without a value."""
        self.places = [0, *([self.empty] * puzzle.size)]
        """Of each value: bitboard of the empty cells that may hold it (index 0 is not used)."""
        for i, value in puzzle.given:
            self.place(i, value)

    def place(self, cell: int, value: int) -> None:
        """Put a value into an empty cell; it is no candidate in any house of the cell any more."""
        self.values[cell] = value
        bit = 1 << cell
        self.empty &= ~bit
        self.places = [board & ~bit for board in self.places]
        self.places[value] &= ~self.shape.peers[cell]

    def remove(self, cell: int, value: int) -> None:
        """A candidate less."""
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
        """Take a step."""
        for cell, value in deduction.removed:
            self.remove(cell, value)
        for cell, value in deduction.placed:
            self.place(cell, value)

    def candidates(self, cell: int) -> list[int]:
        """The values that an empty cell may hold."""
        return [value for value, board in enumerate(self.places) if board >> cell & 1]

    def candidate_masks(self) -> list[int]:
        """Of each cell: its candidates as a bitboard of values; 0 for filled cells."""
        masks = [0] * len(self.values)
        for value, board in enumerate(self.places):
            for i in scan(board):
                masks[i] |= 1 << value
        return masks

    def name(self, cell: int) -> str:
        """``r3c5``."""
        return cell_name(self.shape.cell(cell))

    def names(self, cells: Sequence[int]) -> str:
        """``r1c1, r1c2 and r2c1``."""
        return listed([self.name(i) for i in cells])

    def told(self, found: Deduction) -> str:
        """What follows, and why, in a sentence."""
        if found.placed:
            i, value = found.placed[0]
            says = f"{self.name(i)} is {symbol(value)}"
        else:
            says = "; ".join(
                f"{self.names(sorted({i for i, v in found.removed if v == value}))} cannot be {symbol(value)}"
                for value in sorted({v for _, v in found.removed})
            )
        return f"{says}: {found.reason}."


def full_house(position: Position) -> Deduction | None:
    """A house with one empty cell: it takes the value that is missing."""
    for house in position.shape.houses:
        left = house.mask & position.empty
        if left and not left & left - 1:
            i = left.bit_length() - 1
            values = position.candidates(i)
            if len(values) == 1:
                reason = f"it is the last empty cell of {house.name}"
                return Deduction("full house", ((i, values[0]),), (), reason, (house,))
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
    reason = "every other value stands in its row, column or box, or was ruled out"
    return Deduction("naked single", ((i, value),), (), reason, (), (i,))


def hidden_single(position: Position) -> Deduction | None:
    """A value with one place left in a house."""
    for house in position.shape.houses:
        mask = house.mask & position.empty
        if not mask:
            continue
        for value, board in enumerate(position.places):
            left = board & mask
            if left and not left & left - 1:
                i = left.bit_length() - 1
                reason = f"it is the only place for {symbol(value)} in {house.name}"
                return Deduction("hidden single", ((i, value),), (), reason, (house,))
    return None


@cache
def _crossings(size: int) -> tuple[tuple[House, House], ...]:
    """Each box with each row and column that crosses it."""
    shape = geometry(size)
    return tuple((box, line) for box in shape.boxes for line in shape.rows + shape.columns if box.mask & line.mask)


def locked(position: Position, technique: str, inner: int) -> Deduction | None:
    """A value whose places in one of two crossing houses all lie in the other: no other cell of that holds it.

    Args:
        inner: 0: all places of a box lie in one line (pointing); 1: all those of a line in one box (claiming).
    """
    for crossing in _crossings(position.shape.size):
        one, other = crossing[inner], crossing[1 - inner]
        for value, board in enumerate(position.places):
            inside = board & one.mask
            if inside and not inside & ~other.mask and (gone := board & other.mask & ~one.mask):
                reason = f"in {one.name}, {symbol(value)} can only stand in {other.name}"
                return Deduction(technique, (), tuple((i, value) for i in scan(gone)), reason, (one, other))
    return None


def naked_set(position: Position, technique: str, count: int) -> Deduction | None:
    """*count* cells of a house that have only *count* candidates together: no other cell of the house holds these."""
    masks = position.candidate_masks()
    for house in position.shape.houses:
        cells = [i for i in house.indices if masks[i]]
        for chosen, union in _closed_sets([(i, masks[i]) for i in cells], count):
            gone = tuple((i, v) for i in cells if i not in chosen for v in scan(masks[i] & union))
            if gone:
                values = listed([symbol(v) for v in scan(union)])
                reason = f"in {house.name}, the cells {position.names(chosen)} hold {values} between them"
                return Deduction(technique, (), gone, reason, (house,), chosen)
    return None


def hidden_set(position: Position, technique: str, count: int) -> Deduction | None:
    """*count* values that have only *count* places together in a house: these cells hold no other value."""
    for house in position.shape.houses:
        places = [(v, board & house.mask) for v, board in enumerate(position.places) if board & house.mask]
        for chosen, union in _closed_sets(places, count):
            gone = tuple(
                (i, v)
                for i in scan(union)
                for v, board in enumerate(position.places)
                if board >> i & 1 and v not in chosen
            )
            if gone:
                values, cells = listed([symbol(v) for v in chosen]), tuple(scan(union))
                reason = f"in {house.name}, {values} can only stand in the cells {position.names(cells)}"
                return Deduction(technique, (), gone, reason, (house,), cells)
    return None


def _closed_sets(items: list[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every *count* of *items* (key, bitboard) whose bitboards have *count* bits together: (keys, union)."""
    if len(items) <= count:
        return
    for chosen in combinations([item for item in items if item[1].bit_count() <= count], count):
        union = 0
        for _, mask in chosen:
            union |= mask
        if union.bit_count() == count:
            yield tuple(key for key, _ in chosen), union


def _finder(find: Callable[[Position, str, int], Deduction | None], technique: str, which: int) -> Finder:
    return lambda position: find(position, technique, which)


Finder = Callable[[Position], Deduction | None]
"""Finds one step in a position."""

FINDERS: dict[str, Finder] = {
    "full house": full_house,
    "naked single": naked_single,
    "hidden single": hidden_single,
    **{
        name: _finder(locked, name, i)
        for i, name in enumerate(("locked candidates (pointing)", "locked candidates (claiming)"))
    },
    **{
        f"{what} {size}": _finder(find, f"{what} {size}", count)
        for sizes in (((2, "pair"), (3, "triple")), ((4, "quad"),))
        for what, find in (("naked", naked_set), ("hidden", hidden_set))
        for count, size in sizes
    },
}
"""Every technique but guessing, in the order of `TECHNIQUES`."""

PLACING = ("full house", "naked single", "hidden single", GUESS)
"""Those that place values; the others remove candidates."""


class SudokuWords(NumberWords[Sudoku]):
    """Houses and cells."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "full house": "A house has one empty cell.",
        "naked single": "A cell has one candidate left.",
        "hidden single": "A value has one place left in a house.",
        "locked candidates (pointing)": "In a box, a value can only stand in one row or column.",
        "locked candidates (claiming)": "In a row or column, a value can only stand in one box.",
        "naked pair": "Two cells of a house have two candidates between them.",
        "naked triple": "Three cells of a house have three candidates between them.",
        "naked quad": "Four cells of a house have four candidates between them.",
        "hidden pair": "Two values have two places between them in a house.",
        "hidden triple": "Three values have three places between them in a house.",
        "hidden quad": "Four values have four places between them in a house.",
        GUESS: "Nothing simpler is left that is allowed: the value of the solution.",
    }
    families = {  # noqa: RUF012
        "row": ("house", "houses"),
        "column": ("house", "houses"),
        "box": ("house", "houses"),
        "filled": ("cell", "cells"),
        "given": ("given value", "given values"),
    }

    def describe(self, puzzle: Sudoku, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """By the technique that the step comes with; what no technique with a name finds is a combination."""
        if step.technique not in FINDERS:
            return COMBINATION, super().describe(puzzle, step, known, unknowns)[1]
        position = Position(puzzle)
        position.learn(known)
        found = FINDERS[step.technique](position)
        return step.technique, position.told(found) if found else ""

    def single(self, told: Inference[Sudoku]) -> tuple[str, str]:
        """By the rule."""
        reason, mark = told.reasons[0], told.cells[0]
        if reason.rule == "filled":
            return "naked single", "every other value is ruled out there"
        house = _house(told.puzzle, reason)
        known = {place(mark) for mark in told.known if not str(mark[-1]).startswith("not ")}
        if len(set(reason.cells) - known) == 1:
            return "full house", f"it is the last empty cell of {house}"
        return "hidden single", f"it is the only place for {mark[2]} in {house}"

    def nickname(self, told: Inference[Sudoku]) -> str:
        """A box and a line that crosses it."""
        rules = sorted(reason.rule for reason in told.reasons)
        if rules in (["box", "column"], ["box", "row"]) and all(str(mark[2]).startswith("not ") for mark in told.cells):
            box = next(reason for reason in told.reasons if reason.rule == "box")
            gone = {mark[:2] for mark in told.cells}
            return f"locked candidates ({'claiming' if gone <= set(box.cells) else 'pointing'})"
        return ""

    def broken(self, puzzle: Sudoku, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "filled":
            return f"no value would be left for {cell_name(reason.cells[0])}"
        if reason.rule == "given":
            return f"it would not be that {reason.text}"
        return f"{_house(puzzle, reason)} could not hold each digit once"


def _house(puzzle: Sudoku, reason: Statement) -> str:
    """``row 3``, of a statement about a house."""
    shape = geometry(puzzle.size)
    return next(h.name for h in shape.houses if h.rule == reason.rule and shape.cell(h.indices[0]) == reason.place)


WORDS = SudokuWords()
