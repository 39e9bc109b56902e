"""Given queens on other squares, and another number of queens, after which there is a solution; further ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import combinations

from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.queens.encode import Direct
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.kinds.queens.rules import contradiction
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Change


def repairs(puzzle: Queens, options: Settings, edits: int, budget: Budget) -> Iterator[Change[Queens]]:
    """Every solvable puzzle with exactly *edits* given queens on other squares; a told number of queens may be one.

    Raises Undecided.
    """
    plain = replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={})
    yield from _moved(plain, edits, (), budget)
    if puzzle.queens is None or not edits:
        return
    counts = range(len(puzzle.given), min(puzzle.height, puzzle.width) + 1)
    for number in sorted(counts, key=lambda n: abs(n - puzzle.count)):
        if number != puzzle.queens:
            edit = f"{counted(number, 'queen')} instead of {puzzle.queens}"
            yield from _moved(replace(plain, queens=number), edits - 1, (edit,), budget)


def _moved(puzzle: Queens, edits: int, told: tuple[str, ...], budget: Budget) -> Iterator[Change[Queens]]:
    """Those with so many queens elsewhere, each once; *told*: what else was changed."""
    free = set(puzzle.grid.cells(puzzle.grid.all)).difference(puzzle.given)
    for moving in combinations(puzzle.given, edits):
        left = replace(puzzle, given=tuple(set(puzzle.given).difference(moving)))
        budget.check()
        if contradiction(left):
            continue
        with closing(Search(Direct(left, Settings(), budget=budget), budget=budget)) as search:
            nearest = sorted(free, key=lambda square: (min(map(partial(_apart, square), moving), default=0), square))
            for squares in _placed(search, left, nearest, edits, [], budget):
                moves = [*zip(moving, squares, strict=True)]
                edited = (f"the queen at {cell_name(home)} moves to {cell_name(square)}" for home, square in moves)
                changes = frozenset([*moves, *told])
                yield Change((*told, *edited), replace(left, given=(*left.given, *squares)), changes)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _placed(
    search: Search[Queens, QueensSolution],
    puzzle: Queens,
    free: Sequence[Cell],
    number: int,
    chosen: list[Cell],
    budget: Budget,
) -> Iterator[list[Cell]]:
    """Every set of so many of the *free* squares that leaves a solution, beside those that are *chosen*."""
    assumptions = [search.encoding.projection[r * puzzle.width + c] for r, c in chosen]
    if search.first(puzzle, assumptions, budget) is None:
        return
    if not number:
        yield chosen
        return
    for i, square in enumerate(free):
        yield from _placed(search, puzzle, free[i + 1 :], number - 1, [*chosen, square], budget)


def with_given(puzzle: Queens, marks: Iterable[Mark]) -> Queens:
    """Further queens; an empty square cannot be given."""
    squares = set(puzzle.given)
    for r, c, what in marks:
        if what != "Q":
            raise UsageError("only queens can be given, no empty squares")
        squares.add((int(r), int(c)))
    return replace(puzzle, given=tuple(squares))
