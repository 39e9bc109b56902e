"""Queens row by row with three masks of attacked columns: counting, and every placement in lexicographic order.

The masks shift by one column per row, so the free columns of a row are one expression (Qiu Zongyan, "Bit-vector
encoding of n-queen problem", SIGPLAN Notices 37, 2002).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satdnd.grid.bitboard import Cell
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget

DEEPEST = 400
"""The most rows of a count, and queens of a search, one call each; far above what either can finish."""


def count(puzzle: Queens, budget: Budget | None = None) -> int | None:
    """The number of placements: 92 for 8x8, 365,596 for 14x14.

    It goes along the shorter side. Without given queens, only the first queen's left half is searched, and mirror
    images are counted with it.

    Args:
        budget: the limits.

    Returns:
        the number; None if even the shorter side has more than `DEEPEST` lines.

    Raises:
        Undecided: the budget ran out.
    """
    height, width = sorted((puzzle.height, puzzle.width))
    if height > DEEPEST:
        return None
    given = [(c, r) for r, c in puzzle.given] if puzzle.height > puzzle.width else puzzle.given
    allowed = _allowed(height, width, given)
    if allowed is None or puzzle.count > height:
        return 0
    full, must = (1 << width) - 1, {r for r, _ in given}
    last = max(must, default=-1)

    def below(row: int, left: int, columns: int, falling: int, rising: int) -> int:
        """Placements of *left* queens from *row* on; the masks hold the attacked columns of that row."""
        if not left:
            return int(row > last)
        free, rest = allowed[row] & ~(columns | falling | rising), height - row - 1
        if not rest:
            return free.bit_count()
        if budget is not None and left > 2:
            budget.check()
        total = 0
        if left <= rest and row not in must:
            total = below(row + 1, left, columns, falling << 1 & full, rising >> 1)
        while free:
            queen = free & -free
            free ^= queen
            total += below(row + 1, left - 1, columns | queen, (falling | queen) << 1 & full, (rising | queen) >> 1)
        return total

    if given or puzzle.count < height:
        return below(0, puzzle.count, 0, 0, 0)
    allowed[0] = (1 << width // 2) - 1
    mirrored = 2 * below(0, height, 0, 0, 0)
    allowed[0] = 1 << width // 2
    return mirrored + (below(0, height, 0, 0, 0) if width % 2 else 0)


def in_order(puzzle: Queens, budget: Budget | None = None) -> Iterator[QueensSolution]:
    """Every placement, in lexicographic order: row by row from the top, the smallest column first.

    With fewer queens than rows, a row with a queen comes before the same row without. The first of 8x8 is the board
    integer 577094088726155265. There are at most `DEEPEST` queens.

    Raises:
        Undecided: the budget ran out.
    """
    height, width = puzzle.height, puzzle.width
    allowed = _allowed(height, width, puzzle.given)
    if allowed is None or puzzle.count > min(height, width):
        return
    full, must = (1 << width) - 1, {r for r, _ in puzzle.given}
    last = max(must, default=-1)

    def below(row: int, left: int, columns: int, falling: int, rising: int) -> Iterator[tuple[Cell, ...]]:
        """As in `count`, one by one."""
        if not left:
            yield from [()] * (row > last)
            return
        if budget is not None:
            budget.check()
        for r in range(row, height - left + 1):
            free = allowed[r] & ~(columns | falling | rising)
            while free:
                queen = free & -free
                free ^= queen
                masks = columns | queen, (falling | queen) << 1 & full, (rising | queen) >> 1
                for others in below(r + 1, left - 1, *masks):
                    yield ((r, queen.bit_length() - 1), *others)
            if r in must:
                return
            falling, rising = falling << 1 & full, rising >> 1

    yield from (QueensSolution(height, width, queens) for queens in below(0, puzzle.count, 0, 0, 0))


def _allowed(height: int, width: int, given: Iterable[Cell]) -> list[int] | None:
    """For each row, the columns not attacked by given queens of other rows; None if given queens attack each other."""
    allowed = [(1 << width) - 1] * height
    for row, column in given:
        for r in range(height):
            attacked = {column, column + r - row, column - r + row}
            allowed[r] &= ~sum(1 << c for c in attacked if 0 <= c < width) if r != row else 1 << column
    return allowed if all(allowed[r] >> c & 1 for r, c in given) else None
