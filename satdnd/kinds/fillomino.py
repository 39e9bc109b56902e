"""Fillomino (Nikoli): a number in each cell, the size of the region of equal numbers that it is in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    Bitboard,
    Budget,
    CellValued,
    Clue,
    DeclaredKind,
    Design,
    Grading,
    Grid,
    GridPuzzle,
    Inference,
    Literal,
    NumberGrid,
    RegionSizes,
    Rule,
    RuleStatement,
    SizeCut,
    Statement,
    SymmetricRecipe,
    Technique,
    ValuedSolution,
    Values,
    ValueWords,
    area_name,
    cell_name,
    clues,
    counted,
    each_once,
    exactly,
    lines_of,
    listed,
    option,
    puzz_links,
    scan,
)

Rows = tuple[tuple[int | None, ...], ...]


class FillominoSolution(ValuedSolution):
    """The number of each cell."""


@dataclass(frozen=True)
class Fillomino(GridPuzzle):
    """Numbers in some cells, None in the others."""

    rows: Rows = clues(NumberGrid(1, fixed=True, removable=False))

    kind: ClassVar = "fillomino"

    @cached_property
    def candidates(self) -> list[int]:
        """Of each cell, as bits, the numbers that it may hold: those near enough, and as many as a region without any
        number has room for.
        """
        grid, own, by_number = self.grid, [0] * self.grid.size, dict[int, Bitboard]()
        for cell, number in self.by_cell.items():
            by_number[number] = by_number.get(number, 0) | grid.bit(cell)
        given = sum(by_number.values())
        for part in grid.components(grid.all & ~given):
            for i in scan(part):
                own[i] |= (2 << part.bit_count()) - 2
        for number, cells in by_number.items():
            if number <= grid.size:
                reach = cells
                for _ in range(number - 1):
                    further = reach | grid.neighbours(reach) & ~given
                    if further == reach:
                        break
                    reach = further
                for i in scan(reach & ~given):
                    own[i] |= 1 << number
            for i in scan(cells):
                own[i] = 1 << number
        return own

    @property
    def choices(self) -> int:
        """How many numbers the cells can hold, added up."""
        return sum(map(int.bit_count, self.candidates))

    @cached_property
    def unknowns(self) -> Values:
        """The numbers that each cell can hold."""
        most = max(1, max(map(int.bit_length, self.candidates)) - 1)
        return Values(most, [0] * self.grid.size, left=self.candidates, size=(self.height, self.width))


# what the rules say


def statements(puzzle: Fillomino, values: Values) -> Iterator[RuleStatement]:
    """A number in each cell, the given ones as they are."""
    for cell in puzzle.grid.cells(puzzle.grid.all):
        literals = values.candidates(cell).values()
        if cell in puzzle.by_cell:
            clue = Clue("rows", cell)
            yield exactly("given", [cell], f"the {puzzle.by_cell[cell]} at {{}} is given", literals, 1, clue)
        else:
            yield each_once("value", [cell], "{} holds one number", [[*literals]])


def contradiction(puzzle: Fillomino) -> str | None:
    """A number larger than the room around it, or equal ones side by side that are too many."""
    grid = puzzle.grid
    for cell, number in puzzle.by_cell.items():
        others = grid.mask(x for x, other in puzzle.by_cell.items() if other != number)
        room = grid.flood(grid.bit(cell), grid.all & ~others).bit_count()
        if room < number:
            return f"the {number} at {cell_name(cell)} has room for {counted(room, 'cell')} only"
        equal = grid.flood(grid.bit(cell), grid.mask(x for x, other in puzzle.by_cell.items() if other == number))
        if equal.bit_count() > number:
            return f"{area_name(grid.cells(equal))} are {counted(equal.bit_count(), 'cell')} with a {number}"
    return None


def shown(puzzle: Fillomino, values: Values) -> list[Literal]:
    """The given numbers."""
    return [x for cell in puzzle.by_cell for x in values.candidates(cell).values()]


def plausible(puzzle: Fillomino) -> bool:
    """A quarter of the cells or more hold a number, none larger than its room.

    Some are above 6 (where all are small, they may count cells around), and a line has equal ones (otherwise it may be
    a sudoku).
    """
    numbers = [*puzzle.by_cell.values()]
    dense = 4 * len(numbers) >= puzzle.grid.size > 4
    lines = [cells for of in lines_of(puzzle.height, puzzle.width).values() for cells in of]
    found = ([puzzle.by_cell[cell] for cell in cells if cell in puzzle.by_cell] for cells in lines)
    alike = any(len({*line}) < len(line) for line in found)
    return dense and alike and 0 not in numbers and max(numbers) > 6 and not contradiction(puzzle)


# new puzzles


_ROUNDS, _GIVEN = 6, 0.8
"""Regions that are drawn for each cell, at most; the share of those with a number in the first draft."""
_LARGE, _FURTHER = 100, 0.3
"""Boards of more cells have a number in this share of cells from the first, so that empty cells form small parts."""


@dataclass(frozen=True, kw_only=True)
class FillominoRecipe(SymmetricRecipe):
    """The options of the fillomino generator."""

    largest: int = option(9, "Size of the largest region, at most.", low=1)


def filled(rng: Random, grid: Grid, largest: int) -> list[int] | None:
    """Random regions, no two of one size side by side, as the number of each cell; None if that does not come about.

    A region that cannot have another size takes in its equal, or clears what is beside it.
    """
    number, free = [0] * grid.size, grid.all
    for _ in range(_ROUNDS * grid.size):
        if not free:
            return number
        ordered = [*scan(free)]
        near = {i: (grid.neighbours(1 << i) & free).bit_count() for i in rng.sample(ordered, min(4, len(ordered)))}
        part, size = 1 << min(near, key=lambda i: near[i]), rng.randint(1, largest)
        while part.bit_count() < size and (ring := grid.border(part) & free):
            part |= 1 << rng.choice([*scan(ring)])
        merged, count = part, 0
        while count < merged.bit_count() <= largest:
            count = merged.bit_count()
            equal = sum(1 << i for i, x in enumerate(number) if x == count)
            merged |= grid.flood(grid.border(merged) & equal, equal)
        if merged.bit_count() <= largest:
            number, free = [count if merged >> i & 1 else x for i, x in enumerate(number)], free & ~merged
            continue
        for i in scan(grid.border(part) & ~free):
            if not free >> i & 1 and rng.random() < 0.5:
                free |= grid.flood(1 << i, sum(1 << j for j, x in enumerate(number) if x == number[i]))
        number = [0 if free >> i & 1 else x for i, x in enumerate(number)]
    return None


def design(rng: Random, recipe: FillominoRecipe, budget: Budget) -> Design:
    """Random regions, most with a number; where another solution differs, further numbers are given."""
    blank = Fillomino.blank(recipe.height, recipe.width)
    grid, width = blank.grid, recipe.width
    numbers = filled(rng, grid, recipe.largest)
    if numbers is None:
        return
    solution = FillominoSolution(tuple(tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)))
    given, left = set[int](), grid.all
    while left:
        first = left & -left
        region = grid.flood(first, sum(1 << i for i, x in enumerate(numbers) if x == numbers[first.bit_length() - 1]))
        left &= ~region
        given |= {*rng.sample([*scan(region)], 1)} if rng.random() < _GIVEN else set()
    given |= {i for i in range(grid.size) if grid.size > _LARGE and rng.random() < _FURTHER}
    while True:
        budget.check()
        puzzle = blank.changed({Clue("rows", divmod(i, width)): numbers[i] for i in given})
        other = VIEW.solution(puzzle, (yield puzzle, VIEW.board(puzzle, solution))).grid
        differs = grid.mask(
            (r, c) for r, row in enumerate(other) for c, x in enumerate(row) if x != solution.grid[r][c]
        )
        given |= {rng.choice([*scan(part)]) for part in grid.components(differs)}


# explanations


_MOST_OTHERS = 8
"""The most numbers ruled out for a cell that a sentence names."""


def last(inference: Inference[Any], reason: Statement) -> str:
    """The numbers that a cell could hold from the first, and that the others are ruled out."""
    ((r, c),) = reason.cells
    found = {str(mark[-1]) for mark in inference.cells}
    numbers = [str(v) for v in scan(inference.puzzle.candidates[r * inference.puzzle.width + c])]
    others = [v for v in numbers if v not in found]
    if inference.supposed or len(others) == len(numbers):
        return f"otherwise no number would be left for {cell_name((r, c))}"
    if not others:
        return "the given numbers leave no other there"
    if len(others) > _MOST_OTHERS:
        return "every other number is ruled out there"
    out = f"{listed(others)} {'are' if others[1:] else 'is'} ruled out"
    return f"the given numbers leave only {', '.join(numbers[:-1])} or {numbers[-1]} there, and {out}"


def because(inference: Inference[Any], reason: Statement) -> str:
    """That a region would be too large, or needs a way out."""
    if not isinstance(reason, SizeCut) or inference.supposed or not inference.cells:
        return reason.text
    number = reason.number
    if not reason.ways:
        return f"otherwise {area_name(sorted(reason.cells))} would be a region of more than {counted(number, 'cell')}"
    if inference.cells[0][2] == str(number):
        return f"the region of the {number} at {cell_name(reason.at)} has no other way to grow"
    return f"there is no room for {counted(number, 'cell')}"


def _large(inference: Inference[Any]) -> bool:
    reason = inference.reasons[0]
    return isinstance(reason, SizeCut) and not reason.ways


def _grows(inference: Inference[Any]) -> bool:
    reason = inference.reasons[0]
    return isinstance(reason, SizeCut) and inference.cells[0][2] == str(reason.number)


TECHNIQUES = (
    Technique("value", "last candidate", "A cell has one number left."),
    Technique("size", "complete region", "With one cell more a region would be too large.", when=_large),
    Technique("size", "only way on", "A region that is too small has one way to grow.", when=_grows),
    Technique("size", "no room", "Around a cell there are too few cells that may hold its number."),
)
VIEW = CellValued(FillominoSolution)

KIND = DeclaredKind(
    Fillomino,
    VIEW,
    title="Fillomino",
    play="Write a number into each cell. Cells side by side with equal numbers are in one region, and each number says "
    "how many cells its region has. A region may hold no given number, or several.",
    rules={
        "value": Rule("Every cell holds a number.", "cell", broken="no number would be left for {place}", because=last),
        "given": Rule("A given number stays where it is.", "given number"),
        "size": Rule("A number says how many cells its region has.", "region", because=because),
    },
    statements=statements,
    cuts=lambda puzzle, values: RegionSizes(values, puzzle.grid, "size"),
    in_full="ordered",
    shown=shown,
    design=design,
    recipe=FillominoRecipe,
    techniques=TECHNIQUES,
    words=ValueWords,
    links=puzz_links(Fillomino, "fillomino", page="fillomino"),
    plausible=plausible,
    contradiction=contradiction,
    counts=False,
    parts=(Grading(8.4),),
)
