"""The optimum by branch and bound over lines: which rows, columns and diagonals are attacked.

Call a line (row, column or diagonal) *attacked* if it holds a queen. A square is unattacked if none of its four lines
is, and may hold a queen if all four are; every other square is wasted. So a placement is a choice of attacked lines
that leaves room for Q queens, and the queens may be on any Q squares of that room.

The search goes through the sets R of attacked rows and C of attacked columns, up to mirror images and, on a square
board, transposition. The room is then within R x C, the unattacked squares within the product of the complements, and
each diagonal must give up its squares in one of the two: a knapsack, whose Lagrangian bound for a few multipliers
discards nearly all pairs (R, C). Of the survivors, nearly all fail when the value of each square is divided between its
falling and rising diagonal, so that the losses of both directions add up; the rest is decided by branching on
diagonals. All that is in `satdnd.kinds.unattacked.sweep`, compiled to machine code on larger boards with Numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import combinations, product
from typing import Any

from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard
from satdnd.kinds.unattacked import sweep as code
from satdnd.sat.budget import Budget

LARGEST = code.LONGEST
"""The longest side for which the sets of rows and columns are listed: C(20, 10) sets."""

MULTIPLIERS = ((1, 1), (1, 2), (3, 2), (2, 1), (1, 3), (3, 1), (4, 1), (5, 1), (1, 5))
"""The value of a square for a queen, in unattacked squares: fractions (p, q), tried in turn."""

SMALL = 10
"""The longest side searched without loading machine code."""
LOADING, COMPILING = 2.0, 15.0
"""Seconds that must be left to load it, and on first use to compile it, which no limit can stop."""
_STEPS, _MACHINE_STEPS = 1000, 20_000
"""Steps between two checks of the budget: a few milliseconds."""


@dataclass
class Progress:
    """What is known so far, even if the search is interrupted."""

    best: int
    """The most unattacked squares found, or the number to exceed."""
    bound: int
    """No placement has more."""
    queens: Bitboard | None = None
    """Squares for at least Q queens that leave `best` unattacked; None if nothing was found here."""
    stats: dict[str, int] = field(default_factory=lambda: {"pairs": 0, "survivors": 0, "nodes": 0})
    """Pairs (R, C), pairs that no single direction of diagonals discards, nodes of the branching on diagonals."""


def prove(height: int, width: int, queens: int, progress: Progress, budget: Budget) -> None:
    """Find the most unattacked squares for *queens* queens; ``best == bound`` afterwards.

    Pairs of sizes (rows, columns) are taken by the most unattacked squares that they can leave, in descending order, so
    `Progress.bound` falls while the search runs.

    Args:
        height: rows, up to `LARGEST`.
        width: columns, likewise.
        queens: 1 to H*W.
        progress: with a `best` to exceed and a known `bound`; updated.
        budget: the limits.

    Raises:
        Undecided: the budget ran out; *progress* has the best and the bound so far.
    """
    for free, room in rooms(height, width, queens, progress, budget):
        progress.best, progress.queens = free.bit_count(), room
    progress.bound = progress.best


def rooms(
    height: int, width: int, queens: int, progress: Progress, budget: Budget
) -> Iterator[tuple[Bitboard, Bitboard]]:
    """Squares that stay unattacked, and the room that they leave for at least *queens* queens: (free, room).

    If `Progress.best` does not change, every placement that leaves more has its queens in one of the rooms or in an
    image (mirrored, rotated, transposed) of one; and any Q squares of a room are such a placement. Arguments and errors
    as for `prove`.
    """
    for most, k, m in sizes(height, width, queens):
        if most <= progress.best or progress.best >= progress.bound:
            break
        progress.bound = min(progress.bound, most)
        yield from rooms_of_size(height, width, queens, (k, m), progress, budget)


def sizes(height: int, width: int, queens: int) -> list[tuple[int, int, int]]:
    """Pairs of sizes (rows k, columns m) with room for *queens* queens: (most, k, m), the *most* squares outside first.

    On a square board k <= m.
    """
    numbers = product(range(1, height + 1), range(1, width + 1))
    fitting = ((k, m) for k, m in numbers if k * m >= queens and (height != width or k <= m))
    return sorted((((height - k) * (width - m), k, m) for k, m in fitting), reverse=True)


def rooms_of_size(
    height: int, width: int, queens: int, size: tuple[int, int], progress: Progress, budget: Budget
) -> Iterator[tuple[Bitboard, Bitboard]]:
    """The `rooms` in so many rows and columns; `Progress.bound` does not change."""
    k, m = size
    rows = [*_sets(height, k, budget)]
    columns = rows if (height, k) == (width, m) else [*_sets(width, m, budget)]
    machine = compiled(max(height, width), budget)
    tabulate, sweep = _machine_code() if machine else (code.tabulate, code.sweep)
    state = _state(width, columns, machine)
    numbers = state.numbers
    numbers[: code.PARTNER] = height, width, queens, progress.best, k * m, (height - k) * (width - m)
    for number, attacked in enumerate(rows):
        numbers[code.PARTNER], numbers[code.LEVEL] = number if rows is columns else 0, -1
        tabulate(state, attacked)
        outcome = code.PAUSED
        while outcome != code.DONE:
            budget.check()
            numbers[code.BEST] = progress.best
            outcome = sweep(state, attacked, _MACHINE_STEPS if machine else _STEPS)
            for name, place in (("pairs", code.PAIRS), ("survivors", code.SURVIVORS), ("nodes", code.NODES)):
                progress.stats[name] += int(numbers[place])
                numbers[place] = 0
            if outcome == code.FOUND:
                boards = state.boards[numbers[code.LEVEL] + 1]
                found = [int(line) << i % LARGEST * width for i, line in enumerate(boards)]
                yield sum(found[LARGEST:]), sum(found[:LARGEST])


def compiled(side: int, budget: Budget) -> bool:
    """Whether to use machine code on a board with that longest side."""
    if side <= SMALL or not jit.available():
        return False
    if _machine_code.cache_info().currsize or budget.deadline is None:
        return True
    return budget.left > (LOADING if jit.kept(code.__name__) else COMPILING)


@cache
def _machine_code() -> tuple[Any, Any]:
    """`sweep.tabulate` and `sweep.sweep` as machine code."""
    made = jit.together(code.FUNCTIONS, code.MACHINE)
    return made["tabulate"], made["sweep"]


def _state(width: int, columns: list[int], machine: bool) -> code.State:
    """A search that starts with these sets of columns, without its numbers."""
    numpy: Any = import_module("numpy") if machine else None

    def array(values: list[int]) -> Any:
        """A list, or 64-bit numbers for Numba."""
        return numpy.array(values, dtype="int64") if machine else values

    def zeros(*shape: int) -> Any:
        """Zeros of that shape: numbers, or rows of them."""
        if machine:
            return numpy.zeros(shape, dtype="int64")
        return [zeros(*shape[1:]) if shape[1:] else 0 for _ in range(shape[0])]

    words = 4 * (code.MACHINE["WORDS"] if machine else code.WORDS)
    order = list(range(len(MULTIPLIERS)))
    return code.State(
        numbers=zeros(code.NUMBERS),
        columns=array(columns),
        left=zeros(words << width // 2),
        right=zeros(words << width - width // 2),
        sums=zeros(words),
        ps=array([p for p, _ in MULTIPLIERS]),
        qs=array([q for _, q in MULTIPLIERS]),
        order=array(order),
        both=array([*order]),
        shares=array([0, *(code.UNIT // size for size in range(1, LARGEST + 1))]),
        places=zeros(2, LARGEST),
        charges=zeros(4, code.LINES),
        boards=zeros(code.DEPTH, 2 * LARGEST),
        counts=zeros(code.DEPTH, 4 * code.LINES),
    )


def _sets(side: int, size: int, budget: Budget) -> Iterator[int]:
    """Every set of *size* lines out of *side*, one of each two mirror images."""
    for chosen in combinations(range(side), size):
        budget.check()
        lines = sum(1 << i for i in chosen)
        if lines <= sum(1 << side - 1 - i for i in chosen):
            yield lines
