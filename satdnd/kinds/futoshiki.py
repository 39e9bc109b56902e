"""Futoshiki, also known as Unequal: a Latin square with signs that say which of two neighbours is less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from satdnd.declaration import latin
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.inequalities import Inequalities
from satdnd.declaration.clues.pair_signs import Pair
from satdnd.declaration.latin import GivenNumbers, ValueWords
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.squares import SquarePuzzle, SquareRecipe, square_sample
from satdnd.declaration.views.values import Valued, ValuedSolution
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, place
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.rules.related import Less
from satdnd.rules.statement import RuleStatement, Together
from satdnd.rules.unknowns import Values
from satdnd.sat.formula import Statement


class FutoshikiSolution(ValuedSolution):
    """The numbers."""


@dataclass(frozen=True)
class Futoshiki(SquarePuzzle):
    """Given numbers, None for a cell without, and pairs of neighbouring cells of which the first holds less."""

    rows: tuple[tuple[int | None, ...], ...] = clues(GivenNumbers(sized=True))
    less: tuple[Pair, ...] = clues(Inequalities(), ())

    kind: ClassVar = "futoshiki"


# what the rules say


def signs(puzzle: Futoshiki, numbers: Values) -> list[Less]:
    """A statement for each sign."""
    return [
        Less(
            "less",
            pair,
            " < ".join(map(cell_name, pair)),
            tuple(map(numbers.candidates, pair)),
            clue=Clue("less", pair),
        )
        for pair in puzzle.less
    ]


def statements(puzzle: Futoshiki, numbers: Values) -> Iterator[RuleStatement]:
    """Cells, rows, columns, signs, given numbers."""
    yield from latin.latin_statements(numbers)
    yield from signs(puzzle, numbers)
    yield from latin.given_numbers(puzzle, numbers)


@lru_cache(maxsize=4)
def chains(less: tuple[Pair, ...]) -> dict[Cell, tuple[Cell, ...]] | None:
    """A longest chain of signs up from each cell of one; None if there is a circle, whose cells would all be less."""
    above = dict[Cell, list[Cell]]()
    for low, high in less:
        above.setdefault(low, []).append(high)
        above.setdefault(high, [])
    below = {cell: sum(cell == high for _, high in less) for cell in above}
    order = [cell for cell, count in below.items() if not count]
    for cell in order:  # grows during the iteration
        for high in above[cell]:
            below[high] -= 1
            if not below[high]:
                order.append(high)
    if len(order) < len(above):
        return None
    found = dict[Cell, tuple[Cell, ...]]()
    for cell in reversed(order):
        found[cell] = (cell, *max((found[high] for high in above[cell]), key=len, default=()))
    return found


def whole_chains(puzzle: Futoshiki, numbers: Values) -> Iterator[Together]:
    """From each cell a longest chain of signs up, and one down, if it has several signs."""
    signed = {one.cells: one for one in signs(puzzle, numbers)}
    turned = tuple((high, low) for low, high in puzzle.less)
    up, down = chains(puzzle.less) or {}, chains(turned) or {}
    for cells in dict.fromkeys([*up.values(), *(cells[::-1] for cells in down.values())]):
        if len(cells) > 2:
            parts = tuple(signed[pair] for pair in pairwise(cells))
            yield Together("chain", cells, " < ".join(map(cell_name, cells)), parts)


def contradiction(puzzle: Futoshiki) -> str | None:
    """A given number above the side, a circle of signs, or a chain that is too long."""
    n = puzzle.height
    for cell, number in puzzle.by_cell.items():
        if number > n:
            return f"the given number at {cell_name(cell)} is {number}, and the numbers are 1 to {n}"
    found = chains(puzzle.less)
    if found is None:
        return "some signs form a circle, so that a number would be less than itself"
    longest = max(found.values(), key=len, default=())
    if len(longest) > n:
        return f"{' < '.join(map(cell_name, longest))} would need {len(longest)} numbers, and there are {n}"
    return None


def clues_of(puzzle: Futoshiki, solution: ValuedSolution) -> Any:
    """All numbers and all signs."""
    value = {cell: solution.grid[cell[0]][cell[1]] for cell in puzzle.grid.cells(puzzle.grid.all)}
    beside = [((r, c), near) for r, c in value for near in ((r, c + 1), (r + 1, c)) if near in value]
    pairs = [pair if value[pair[0]] < value[pair[1]] else (pair[1], pair[0]) for pair in beside]
    return puzzle.changed(
        {Clue("rows", cell): number for cell, number in value.items()} | {Clue("less", p): "<" for p in pairs}
    )


# explanations


def because(inference: Inference[Futoshiki], reason: Statement) -> str:
    """The sign, and what is known of the other cell."""
    found = {place(mark) for mark in inference.cells}
    low, high = reason.cells[0], reason.cells[-1]
    if len(found) != 1 or not inference.known or len(reason.cells) > 2:
        return reason.text
    other, bound = (high, max) if low in found else (low, min)
    left = latin.left_for(inference, other)
    limit = "is" if len(left) == 1 else "is at most" if bound is max else "is at least"
    if inference.supposed:
        limit = limit.replace("is", "would be")
    return f"{reason.text}, and {cell_name(other)} {limit} {bound(left)}"


TECHNIQUES = (
    Technique("chain", "chain", "Signs in a chain: each cell leaves room for all before it and all behind it."),
    *latin.HIDDEN_SINGLES,
    latin.NAKED_SINGLE,
    Technique("less", "inequality", "A number beside a sign is less, or more, than what its neighbour can be."),
)
VIEW = Valued(FutoshikiSolution)


class FutoshikiRecipe(SquareRecipe):
    """The options of the futoshiki generator."""


KIND = latin.LatinKind(
    Futoshiki,
    VIEW,
    title="Futoshiki",
    play="Write a number from 1 to the size of the grid into each cell. No number appears twice in a row or column. A "
    "sign between two cells points to the one with the smaller number.",
    rules={
        **latin.RULES,
        "less": Rule(
            "A sign points to the smaller of two numbers.",
            "sign",
            broken="{place} would not be less than {end}",
            because=because,
        ),
        "chain": Rule("Numbers rise along a chain of signs.", "chain", because=because),
        "given": Rule("A given number stands where it is.", "given number"),
    },
    statements=statements,
    implied=whole_chains,
    shown=latin.shown_numbers,
    clues_of=clues_of,
    recipe=FutoshikiRecipe,
    sample=square_sample(VIEW),
    techniques=TECHNIQUES,
    words=ValueWords,
    contradiction=contradiction,
    usual_size=(5, 5),
    counts=False,
    plausible=lambda puzzle: bool(puzzle.less),
    parts=(Grading(15.0),),
)
