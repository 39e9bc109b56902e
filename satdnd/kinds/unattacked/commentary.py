"""Why a placement of queens is the best: the squares outside their rows and columns, and what the diagonals take.

Numbers of rows and columns are gone through as by `satdnd.kinds.unattacked.search.rooms`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from satdnd.errors import InputError, UsageError
from satdnd.explanation.steps import Step
from satdnd.grid.notation import counted, listed
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution, most_queens
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.kinds.unattacked.search import LARGEST, Progress, rooms_of_size, sizes
from satdnd.sat.budget import Budget

PLACEMENT, LINES, DIAGONALS = "placement", "rows and columns", "diagonals"
TECHNIQUES = {
    PLACEMENT: "the best placement, and what its queens attack",
    DIAGONALS: "rows and columns leave more squares, but whichever they are, the diagonals take too many of these",
    LINES: "so many rows and columns leave no more squares",
}


def steps(
    puzzle: Unattacked, solution: UnattackedSolution, options: UnattackedOptions, budget: Budget
) -> Iterator[Step]:
    """Yield the placement, then why none is better: a step for each number of rows in which queens may stand.

    Raises:
        UsageError: a side is longer than `LARGEST`; the answer was to leave so many squares, not the most.
        InputError: the placement is not the best.
        Undecided: the budget ran out.
    """
    height, width, queens = puzzle.height, puzzle.width, puzzle.queens
    require_searched(puzzle)
    if options.least is not None:
        raise UsageError("only the best placement is explained: leave out --least")
    best = solution.unattacked
    yield Step(tuple((r, c, "Q") for r, c in solution.queens), PLACEMENT, _placed(puzzle, solution))
    if not queens:
        return
    if queens > (most := most_queens(height, width)):
        room = f"there is room for at most {counted(most, 'queen')}"
        yield Step((), LINES, f"Off the lines of any square {room}, so none stays unattacked.")
        return
    open_sizes = sorted((k, m) for outside, k, m in sizes(height, width, queens) if outside > best)
    for k, pairs in groupby(open_sizes, lambda size: size[0]):
        columns, tried = [m for _, m in pairs], Progress(best, best)
        for m in columns:
            for free, _ in rooms_of_size(height, width, queens, (k, m), tried, budget):
                raise InputError(f"the placement is not the best: another leaves {free.bit_count()} unattacked")
        least, last = columns[0], columns[-1]
        more = f"{least} to " if least < last else ""
        lines = f"{counted(k, 'row')} and {more}{counted(last, 'column')}"
        outside = f"{height - k}x{width - least} = {(height - k) * (width - least)}"
        yield Step(
            (),
            DIAGONALS,
            f"In {lines}, up to {outside} squares lie outside. Whichever lines are chosen, diagonals leave at most "
            f"{best} of them ({tried.stats['pairs']:,} choices, mirror images counted once).",
        )
    others = "All other numbers of rows and columns" if open_sizes else "All rows and columns"
    turned = "; with more rows than columns it is the same, turned" if height == width and open_sizes else ""
    room = f"that have room for {counted(queens, 'queen')}"
    yield Step((), LINES, f"{others} {room} leave at most {counted(best, 'square')} outside{turned}.")


def require_searched(puzzle: Unattacked) -> None:
    """Raise UsageError for a board with a side longer than `LARGEST`."""
    if max(puzzle.height, puzzle.width) > LARGEST:
        found = f"{puzzle.height}x{puzzle.width}"
        raise UsageError(f"only boards up to {LARGEST}x{LARGEST} are explained and rated, not {found}")


def _placed(puzzle: Unattacked, solution: UnattackedSolution) -> str:
    """What the queens attack, by lines."""
    if not solution.queens:
        return "Without a queen, no square is attacked."
    lines = [sorted({1 + square[k] for square in solution.queens}) for k in (0, 1)]
    rows, columns = (
        f"{name}{'s' * (len(some) > 1)} {listed([*map(str, some)])}"
        for name, some in zip(("row", "column"), lines, strict=True)
    )
    high, wide = puzzle.height - len(lines[0]), puzzle.width - len(lines[1])
    where = f"{counted(puzzle.queens, 'queen')} in {rows} and {columns}"
    if not high * wide:
        return f"{where}: no square lies outside these lines."
    outside = f"only the {high}x{wide} = {counted(high * wide, 'square')} outside these lines can stay unattacked"
    if attacked := high * wide - solution.unattacked:
        return f"{where}: {outside}. Diagonals attack {attacked} and leave {solution.unattacked}."
    return f"{where}: {outside}. Diagonals attack none of them."
