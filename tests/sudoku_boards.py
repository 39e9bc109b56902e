"""What the tests of sudoku share: published puzzles, and a search that shares nothing with the package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satdnd.grid.boxes import Shape
from satdnd.kinds.sudoku.model import Sudoku


class Example(NamedTuple):
    """A puzzle with exactly one solution."""

    name: str
    clues: str
    solution: str


EXAMPLES = (  # from the lecture whose puzzles are in instances/sudoku too
    Example(
        "solo (trivial)",
        "7.19..3.6.....6.71...1..29..3....6.99.4...8.76.8....3..19..5...57.4.....4.3..91.8",
        "741952386295836471386147295137584629954623817628791534819365742572418963463279158",
    ),
    Example(
        "17 clues (McGuire, Tugemann, Civario)",
        "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
        "237841569186795243594326718315674892469582137728139456642918375853467921971253684",
    ),
    Example(
        "Arto Inkala",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ),
    Example(
        "David Filmer",
        "6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16..",
        "625178943948326157371945862257619384463587291189432576792863415516294738834751629",
    ),
)


def sudoku(text: str) -> Sudoku:
    """The puzzle of a line of digits and dots."""
    return Sudoku(tuple(int(c, 36) if c != "." else 0 for c in text))


def all_solutions(clues: list[int], box: int | Shape) -> Iterator[list[int]]:
    """Every completion, by trying the values of the cell that has the fewest left.

    Args:
        clues: in reading order; 0: none.
        box: rows and columns of a box, or both in one number.
    """
    height, width = (box, box) if isinstance(box, int) else box
    side, values, used = height * width, list(clues), dict[tuple[int, ...], set[int]]()
    places = [divmod(i, side) for i in range(side * side)]
    houses = [[(0, r), (1, c), (2, r // height, c // width)] for r, c in places]
    for i, clue in enumerate(clues):
        for house in houses[i]:
            if clue and clue in used.setdefault(house, set()):
                return
            used.setdefault(house, set()).update({clue} - {0})

    def search(empty: list[int]) -> Iterator[list[int]]:
        if not empty:
            yield list(values)
            return
        left = {i: {*range(1, side + 1)}.difference(*(used[house] for house in houses[i])) for i in empty}
        best = min(left, key=lambda i: len(left[i]))
        for value in sorted(left[best]):
            values[best] = value
            for house in houses[best]:
                used[house].add(value)
            yield from search([i for i in empty if i != best])
            for house in houses[best]:
                used[house].discard(value)
        values[best] = 0

    yield from search([i for i, clue in enumerate(clues) if not clue])
