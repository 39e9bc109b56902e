"""Nonograms: every picture tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random

from satdnd.engine.kind import kind_named
from satdnd.kinds.nonogram import Nonogram, NonogramSolution, clues_of

TEXT = "rows\n1\n3\n1 1\ncolumns\n2\n2\n2\n"
SEVERAL = "rows\n1\n?\n1\ncolumns\n?\n1 1\n"
LINKS = ["nonogram/6/6/12g1111h11112j12g11g21j11g3h"]  # robx/pzprjs, test/script/nonogram.js


def puzzles() -> Iterator[Nonogram]:
    """Two without solution, and pictures with clues left out or changed."""
    lines: list[tuple[int, ...] | None] = [None, (), (1,), (2,), (1, 1), (3,)]
    rng = Random(11)
    yield Nonogram(((1,), (2,)), ((2,), (2,)))
    yield Nonogram(((4,),), (None,) * 3)
    yield Nonogram((None,), ((1,), (), None))
    for height, width in ((1, 4), (2, 3), (3, 3), (4, 3)) * 6:
        board = [[rng.random() < 0.5 for _ in range(width)] for _ in range(height)]
        rows, columns = [_runs(row) for row in board], [_runs(column) for column in zip(*board, strict=True)]
        if rng.random() < 0.4:
            rows[rng.randrange(height)] = rng.choice(lines)
        yield Nonogram(tuple(rows), tuple(x if rng.random() < 0.7 else None for x in columns))


def _runs(line: Iterable[bool]) -> tuple[int, ...] | None:
    return tuple(len(run) for run in "".join(".#"[cell] for cell in line).split(".") if run)


def solutions(puzzle: Nonogram) -> Iterator[list[str]]:
    """Every picture with those runs."""
    for cells in product((False, True), repeat=puzzle.height * puzzle.width):
        board = [cells[r * puzzle.width : (r + 1) * puzzle.width] for r in range(puzzle.height)]
        found = [*map(_runs, board), *map(_runs, zip(*board, strict=True))]
        if all(wanted in (None, runs) for wanted, runs in zip([*puzzle.rows, *puzzle.columns], found, strict=True)):
            yield ["".join(".#"[cell] for cell in row) for row in board]


@cache
def large() -> Nonogram:
    """A random picture, sparser than half: hard for every solver."""
    size, rng = 51, Random(3)
    blank = kind_named("nonogram").empty(size, size)
    cells = [cell for cell in blank.grid.cells(blank.grid.all) if rng.random() < 0.42]
    puzzle: Nonogram = clues_of(blank, NonogramSolution(size, size, blank.grid.mask(cells)))
    return puzzle
