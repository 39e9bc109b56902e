"""Queens row by row with three masks of attacked columns: counting, and every placement in lexicographic order.

The masks shift by one column a row, so that the free columns of a row are one expression (Qiu Zongyan, "Bit-vector
encoding of n-queen problem", SIGPLAN Notices 37, 2002).
"""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.grid.bitboard import Cell
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget

DEEPEST = 400
"""Rows that the count may go down, each a call; far above what it can finish."""


def count(puzzle: Queens, budget: Budget | None = None) -> int | None:
    """The number of placements: 92 for 8x8, 365,596 for 14x14.

    Goes down the shorter side. Without given queens the mirror images of the first queen's left half are counted
    with it.

    Args:
        budget: how long it may take.

    Returns:
        the number; None where even the shorter side has more than `DEEPEST` lines.

    Raises:
        Undecided: the budget ran out.
    """
    turned = puzzle.height > puzzle.width
    height, width = sorted((puzzle.height, puzzle.width))
    if height > DEEPEST:
        return None
    allowed = _allowed(height, width, [(c, r) if turned else (r, c) for r, c in puzzle.given])
    if puzzle.count > height or allowed is None:
        return 0
    full = (1 << width) - 1

    def below(row: int, left: int, columns: int, falling: int, rising: int) -> int:
        """Placements of *left* queens from *row* on; the masks hold what is attacked in that row."""
        free = allowed[row] & ~(columns | falling | rising)
        rest = height - row - 1
        if left == 1 and not rest:
            return free.bit_count()
        if budget is not None and left > 2:
            budget.check()
        total = 0
        if left <= rest and not must[row]:
            total = below(row + 1, left, columns, falling << 1 & full, rising >> 1)
        if left == 1:
            return total + free.bit_count() if not any(must[row + 1 :]) else total
        while free:
            queen = free & -free
            free ^= queen
            total += below(row + 1, left - 1, columns | queen, (falling | queen) << 1 & full, (rising | queen) >> 1)
        return total

    must = [False] * height
    for r, c in puzzle.given:
        must[c if turned else r] = True
    if not puzzle.count:
        return int(not puzzle.given)
    if puzzle.given or puzzle.count < height:
        return below(0, puzzle.count, 0, 0, 0)
    half, middle = allowed[0], 1 << width // 2 if width % 2 else 0
    total = 0
    for first, weight in (((1 << width // 2) - 1, 2), (middle, 1)):
        allowed[0] = half & first
        total += weight * below(0, height, 0, 0, 0)
    return total


def in_order(puzzle: Queens, budget: Budget | None = None) -> Iterator[QueensSolution]:
    """Every placement, in lexicographic order: row by row from the top, the smallest column first.

    With fewer queens than rows, a row with a queen comes before the same row without. The first of 8x8 is the board
    integer 577094088726155265.

    Raises:
        Undecided: the budget ran out.
    """
    height, width = puzzle.height, puzzle.width
    allowed = _allowed(height, width, puzzle.given)
    if allowed is None or puzzle.count > min(height, width):
        return
    must = {r for r, _ in puzzle.given}
    full = (1 << width) - 1
    placed: list[Cell] = []
    # Of each row that was entered: the columns left to try, the queens left, the masks, "may stay empty".
    stack: list[list[int]] = []

    def enter(left: int, columns: int, falling: int, rising: int) -> None:
        """Open the next row: its free squares under the attacks so far, with *left* queens to place."""
        row = len(stack)
        free = allowed[row] & ~(columns | falling | rising) if left else 0
        stack.append([free, left, columns, falling, rising, int(row not in must and left < height - row)])

    enter(puzzle.count, 0, 0, 0)
    steps = 0
    while stack:
        steps += 1
        if budget is not None and not steps % 1000:
            budget.check()
        frame = stack[-1]
        free, left, columns, falling, rising, may_skip = frame
        row = len(stack) - 1
        if placed and placed[-1][0] == row:
            placed.pop()
        if free:
            queen = free & -free
            frame[0] = free ^ queen
            placed.append((row, queen.bit_length() - 1))
            left -= 1
            columns, falling, rising = columns | queen, falling | queen, rising | queen
        elif may_skip:
            frame[5] = 0
        else:
            stack.pop()
            continue
        if row < height - 1:
            enter(left, columns, falling << 1 & full, rising >> 1)
        elif not left:
            yield QueensSolution(height, width, tuple(placed))


def _allowed(height: int, width: int, given: list[Cell] | tuple[Cell, ...]) -> list[int] | None:
    """For each row the columns that no given queen attacks from another row; None if two of them attack each other."""
    allowed = [(1 << width) - 1] * height
    for row, column in given:
        for r in range(height):
            attacked = 0
            for c in (column, column + r - row, column - r + row):
                if r != row and 0 <= c < width:
                    attacked |= 1 << c
            allowed[r] &= ~attacked if r != row else 1 << column
    return allowed if all(allowed[r] >> c & 1 for r, c in given) else None
