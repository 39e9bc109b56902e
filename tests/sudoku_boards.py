"""What the tests of sudoku share: published puzzles, and a search that shares nothing with the package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

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


@cache
def _columns(box: int) -> list[list[tuple[int, int]]]:
    """For each cell: the (kind, number) of its row, column and box."""
    size = box * box
    return [[(0, i // size), (1, i % size), (2, i // size // box * box + i % size // box)] for i in range(size * size)]


def all_solutions(clues: list[int], box: int) -> Iterator[list[int]]:
    """Every completion, by exact cover (Knuth's Algorithm X on dicts): the column with the fewest rows first."""
    size = box * box
    rows = {
        (i, v): [("cell", i), *((kind, number, v) for kind, number in _columns(box)[i])]
        for i in range(size * size)
        for v in range(1, size + 1)
    }
    columns: dict[tuple[object, ...], set[tuple[int, int]]] = {}
    for row, covered in rows.items():
        for column in covered:
            columns.setdefault(column, set()).add(row)

    def select(row: tuple[int, int]) -> list[set[tuple[int, int]]]:
        taken = []
        for column in rows[row]:
            for other in columns[column]:
                for third in rows[other]:
                    if third != column:
                        columns[third].discard(other)
            taken.append(columns.pop(column))
        return taken

    def deselect(row: tuple[int, int], taken: list[set[tuple[int, int]]]) -> None:
        for column in reversed(rows[row]):
            columns[column] = taken.pop()
            for other in columns[column]:
                for third in rows[other]:
                    if third != column:
                        columns[third].add(other)

    def search(chosen: list[tuple[int, int]]) -> Iterator[list[int]]:
        if not columns:
            yield [v for _, v in sorted(chosen)]
            return
        column = min(columns, key=lambda c: len(columns[c]))
        for row in sorted(columns[column]):
            taken = select(row)
            yield from search([*chosen, row])
            deselect(row, taken)

    start = []
    for i, value in enumerate(clues):
        if value:
            if any(column not in columns for column in rows[i, value]):
                return
            select((i, value))
            start.append((i, value))
    yield from search(start)
