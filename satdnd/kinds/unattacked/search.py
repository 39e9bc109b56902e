"""The optimum by branch and bound over lines: which rows, columns and diagonals are attacked.

Call a line (row, column or diagonal) *attacked* when it holds a queen. A square is unattacked when none of its four
lines is, and may hold a queen when all four are; every other square is wasted. So a placement is a choice of attacked
lines that leaves room for Q queens, and the queens may be any Q of the squares in that room.

The search goes through the sets R of attacked rows and C of attacked columns, up to the mirror images and, on a square
board, the transposition. What is left of the room is R x C and of the unattacked squares the rest x the rest, and each
diagonal must give up its squares of the one or of the other: a knapsack, whose Lagrangian bound for a few multipliers
discards nearly all pairs (R, C). The counts for all diagonals of one direction come from one product of two long
integers (a convolution: the exponent of a product is a sum, as the number of a diagonal is r + c). Nearly all pairs
that survive end when the worth of each square is divided between its falling and its rising diagonal, so that what both
directions lose adds up; the rest is decided by branching on diagonals. On larger boards machine code does all that,
where Numba is installed (`satdnd.kinds.unattacked.sweeping`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import lcm

from satdnd.encodings.attacks import lines
from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.sat.budget import Budget

LARGEST = 20
"""Longest side of a board on which the sets of rows and columns are listed: C(20, 10) sets need 40 MB."""

MULTIPLIERS = ((1, 1), (1, 2), (3, 2), (2, 1), (1, 3), (3, 1), (4, 1), (5, 1), (1, 5))
"""What a square for a queen is worth, in unattacked squares: fractions (p, q), tried in turn."""

SMALL = 10
"""Longest side of a board that is searched before machine code would be loaded."""
COMPILING = 15.0
"""Seconds that must be left to load it: the first time on a machine it is compiled, which no limit can stop."""
_LOOK = 1000
"""Pairs between two looks at the budget."""
_STEPS = 20_000
"""Steps of machine code between two: some milliseconds."""

UNIT = lcm(*range(1, LARGEST + 1))
"""In how many parts the worth of a square is divided between the two diagonals that it lies on."""

FIELD = 16
"""Bits for the counts of one diagonal in a product: a count of up to 20 twice, eight bits each."""


@dataclass
class Progress:
    """What is known so far, also when the search is interrupted."""

    best: int
    """Most unattacked squares found, or what shall be surpassed."""
    bound: int
    """No placement has more."""
    queens: Bitboard | None = None
    """Squares for at least Q queens that leave `best` unattacked; None while nothing was found here."""
    stats: dict[str, int] = field(default_factory=lambda: {"pairs": 0, "survivors": 0, "nodes": 0})
    """Pairs (R, C), pairs that no direction of diagonals alone discards, nodes of the branching on diagonals."""


def prove(height: int, width: int, queens: int, progress: Progress, budget: Budget) -> None:
    """Find the most unattacked squares for *queens* queens; ``best == bound`` afterwards.

    Pairs of sizes (rows, columns) are taken by the unattacked squares that they leave at most, most first, so that
    `Progress.bound` sinks while the search runs.

    Args:
        height: rows, up to `LARGEST`.
        width: columns, likewise.
        queens: 1 to H*W.
        progress: with a `best` to surpass and a `bound` known before; brought up to date.
        budget: how long.

    Raises:
        Undecided: the budget ran out; *progress* has the best and the bound until then.
    """
    for free, room in rooms(height, width, queens, progress, budget):
        progress.best, progress.queens = free.bit_count(), room
    progress.bound = progress.best


def rooms(
    height: int, width: int, queens: int, progress: Progress, budget: Budget
) -> Iterator[tuple[Bitboard, Bitboard]]:
    """Squares that stay unattacked, and the room that they leave for *queens* queens or more: (free, room).

    With a `Progress.best` that does not change, every placement that leaves more unattacked has its queens in one of
    the rooms or in a mirror image (rotation, transposition) of one; and any Q squares of a room are such a placement.
    Arguments and errors as for `prove`.
    """
    sizes = sorted(
        ((height - k) * (width - m), k, m)
        for k in range(1, height + 1)
        for m in range(1, width + 1)
        if k * m >= queens and (height != width or k <= m)
    )
    rows: dict[int, list[tuple[int, ...]]] = {}
    columns: dict[int, list[tuple[int, ...]]] = {}
    for most, k, m in reversed(sizes):
        if most <= progress.best or progress.best >= progress.bound:
            break
        progress.bound = min(progress.bound, most)
        if k not in rows:
            rows[k] = list(_spread(height, k, budget))
        if m not in columns:
            columns[m] = list(_spread(width, m, budget))
        pairs = _swept if compiled(max(height, width), budget) else _pairs
        yield from pairs(height, width, queens, rows[k], columns[m], progress, budget)


def compiled(side: int, budget: Budget) -> bool:
    """Whether machine code is asked on a board of that longest side."""
    loaded = "satdnd.kinds.unattacked.sweeping" in sys.modules
    return side > SMALL and jit.available() and (loaded or budget.deadline is None or budget.left > COMPILING)


def _spread(side: int, size: int, budget: Budget) -> Iterator[tuple[int, ...]]:
    """Every set of *size* lines of *side*, of two mirror images one: (set, spread, rest, mirrored, rest mirrored).

    Spread means that line i is bit ``16*i``; mirrored, ``16*(side-1-i)``.
    """
    for chosen in combinations(range(side), size):
        budget.check()
        lines = sum(1 << i for i in chosen)
        if lines > sum(1 << side - 1 - i for i in chosen):
            continue
        rest = [i for i in range(side) if not lines >> i & 1]
        yield (
            lines,
            sum(1 << FIELD * i for i in chosen),
            sum(1 << FIELD * i for i in rest),
            sum(1 << FIELD * (side - 1 - i) for i in chosen),
            sum(1 << FIELD * (side - 1 - i) for i in rest),
        )


def _pairs(
    height: int,
    width: int,
    queens: int,
    rows: list[tuple[int, ...]],
    columns: list[tuple[int, ...]],
    progress: Progress,
    budget: Budget,
) -> Iterator[tuple[Bitboard, Bitboard]]:
    """The rooms of every pair of a set of rows and a set of columns."""
    halved = height == width and rows[0][0].bit_count() == columns[0][0].bit_count()
    length = (height + width - 1) * FIELD // 8
    weighings = [
        (worths.__getitem__, p * queens + q - 1, q)
        for (p, q), worths in zip(MULTIPLIERS, _worths(max(height, width)), strict=True)
    ]
    diagonals = _Diagonals(height, width, queens, progress, budget)
    for number, (attacked_rows, spread, rest, _, _) in enumerate(rows):
        room = spread << 8
        partners = columns[number:] if halved else columns
        progress.stats["pairs"] += len(partners)
        for i, (attacked_columns, *both_ways) in enumerate(partners):
            if not i % _LOOK:
                budget.check()
            falling = rising = None
            for place, (worth, limit, q) in enumerate(weighings):
                if falling is None:
                    falling = _counts(room * both_ways[0] + rest * both_ways[1], length)
                if sum(map(worth, falling)) > limit + q * progress.best:
                    if rising is None:
                        rising = _counts(room * both_ways[2] + rest * both_ways[3], length)
                    if sum(map(worth, rising)) > limit + q * progress.best:
                        continue
                if place:  # what just discarded a pair is likely to discard the next
                    weighings.insert(place - 1, weighings.pop(place))
                break
            else:
                yield from diagonals.decide(attacked_rows, attacked_columns)


def _swept(
    height: int,
    width: int,
    queens: int,
    rows: list[tuple[int, ...]],
    columns: list[tuple[int, ...]],
    progress: Progress,
    budget: Budget,
) -> Iterator[tuple[Bitboard, Bitboard]]:
    """The same in machine code."""
    import numpy as np

    from satdnd.kinds.unattacked import sweeping as code

    halved = height == width and rows[0][0].bit_count() == columns[0][0].bit_count()
    sets = np.array([chosen for chosen, *_ in columns], dtype=np.int64)
    multipliers = np.array(MULTIPLIERS, dtype=np.int64)
    worths = multipliers.copy()
    tables = np.zeros((2, 1 << width - width // 2, 2, code.WORDS, 2), dtype=np.int64)
    column = np.zeros((2, code.WORDS, 2), dtype=np.int64)
    boards = np.zeros((code.DEPTH, 2, height), dtype=np.int64)
    counts = np.zeros((code.DEPTH, 2, 2, code.LINES), dtype=np.int64)
    charges = np.zeros((2, 2, code.LINES), dtype=np.int64)
    pivots = np.zeros((code.DEPTH, 3), dtype=np.int64)
    numbers = np.zeros(code.NODES + 1, dtype=np.int64)
    numbers[[code.HEIGHT, code.WIDTH, code.QUEENS]] = height, width, queens
    done = dict.fromkeys(progress.stats, 0)

    def board(what: int) -> Bitboard:
        """The room, or what is free, of the level that the search is at."""
        lines = boards[numbers[code.LEVEL], what]
        return sum(int(line) << r * width for r, line in enumerate(lines))

    for number, (attacked_rows, *_) in enumerate(rows):
        numbers[[code.PARTNER, code.LEVEL]] = number if halved else 0, -1
        code.tabulate(numbers, attacked_rows, tables, column)
        said = code.PAUSED
        while said != code.DONE:
            budget.check()
            numbers[code.BEST] = progress.best
            said = code.sweep(
                numbers,
                attacked_rows,
                sets,
                tables,
                multipliers,
                worths,
                boards,
                counts,
                charges,
                pivots,
                _STEPS,
            )
            for name, place in (("pairs", code.PAIRS), ("survivors", code.SURVIVORS), ("nodes", code.NODES)):
                progress.stats[name] += int(numbers[place]) - done[name]
                done[name] = int(numbers[place])
            if said == code.FOUND:
                yield board(code.FREE), board(code.ROOM)


@lru_cache(maxsize=1)
def _worths(side: int) -> list[list[int]]:
    """For each multiplier p/q, by the counts ``room * 256 + free`` of a diagonal: the larger of p*room and q*free."""
    return [[max(p * (counts >> 8), q * (counts & 255)) for counts in range(256 * (side + 1))] for p, q in MULTIPLIERS]


def _counts(product: int, length: int) -> memoryview:
    """The counts of all diagonals of one direction, out of a product of *length* bytes."""
    return memoryview(product.to_bytes(length, sys.byteorder)).cast("H")


class _Diagonals:
    """Which diagonals are attacked, the rows and columns being decided."""

    def __init__(self, height: int, width: int, queens: int, progress: Progress, budget: Budget) -> None:
        self.queens = queens
        self.progress = progress
        self.budget = budget
        geometry = grid(height, width)
        self.rows = geometry.rows
        self.columns = geometry.columns
        self.width = width
        board = lines(height, width)
        self.directions = [
            [sum(1 << square for square in line) for line in direction] for direction in (board.falling, board.rising)
        ]
        self.worths = list(MULTIPLIERS)

    def decide(self, attacked_rows: int, attacked_columns: int) -> Iterator[tuple[Bitboard, Bitboard]]:
        """The rooms with these rows and columns that are better than the best so far.

        Raises:
            Undecided: the budget ran out.
        """
        self.budget.check()
        across = sum(self.rows[r] for r in scan(attacked_rows))
        down = sum(self.columns[c] for c in scan(attacked_columns))
        everything = sum(self.rows)
        self.progress.stats["survivors"] += 1
        room, free = across & down, everything & ~across & ~down
        if not self._hopeless(room, free):
            yield from self._branch(room, free)

    def _branch(self, room: Bitboard, free: Bitboard) -> Iterator[tuple[Bitboard, Bitboard]]:
        """Choices for the diagonals of which both *room* and *free* hold squares."""
        self.progress.stats["nodes"] += 1
        self.budget.check()
        while True:
            before = room, free
            heaviest, pivot = 0, 0
            for direction in self.directions:
                spare_room, spare_free = self._spare(room, free)
                if spare_room < 0 or spare_free < 0:
                    return
                p, q = spare_free + 1, spare_room + 1
                held = []
                # Losses weighed by what can be spared add up to less than two when they are bearable.
                spare = p * spare_room + q * spare_free
                for diagonal in direction:
                    from_room, from_free = (room & diagonal).bit_count(), (free & diagonal).bit_count()
                    if from_room and from_free:
                        weight = min(p * from_room, q * from_free)
                        held.append((diagonal, from_room, from_free))
                        spare -= weight
                        if weight > heaviest:
                            heaviest, pivot = weight, diagonal
                if spare < 0:
                    return
                for diagonal, from_room, from_free in held:
                    more = p * from_room - q * from_free
                    attacked = from_room > spare_room or more > spare
                    unattacked = from_free > spare_free or -more > spare
                    if attacked and unattacked:
                        return
                    if attacked:
                        free &= ~diagonal
                        spare_free -= from_free
                    elif unattacked:
                        room &= ~diagonal
                        spare_room -= from_room
            if (room, free) == before:
                break
        if not pivot:
            yield free, room
            return
        yield from self._branch(room, free & ~pivot)
        yield from self._branch(room & ~pivot, free)

    def _spare(self, room: Bitboard, free: Bitboard) -> tuple[int, int]:
        """How many squares of the room, and how many free ones, are not needed to be better than the best so far."""
        return room.bit_count() - self.queens, free.bit_count() - self.progress.best - 1

    def _hopeless(self, room: Bitboard, free: Bitboard) -> bool:
        """Whether both directions together lose more than can be spared, by some of the worths of squares.

        With a square of the room worth p and a free one worth q, falling diagonals are charged the less of what they
        would lose in the one and in the other. What a square is worth beyond its part of that charge is left for the
        rising ones, so no square is charged more than it is worth (Guignard and Kim, "Lagrangean decomposition",
        Mathematical Programming 39, 1987; here with one step of dual ascent).
        """
        spare_room, spare_free = self._spare(room, free)
        falling = [((room & line).bit_count(), (free & line).bit_count()) for line in self.directions[0]]
        room_squares, free_squares = list(scan(room)), list(scan(free))
        for place, (p, q) in enumerate(self.worths):
            total = 0
            left = []
            for from_room, from_free in falling:
                least = min(p * from_room, q * from_free)
                total += UNIT * least
                left.append((
                    (p * from_room - least) * UNIT // max(from_room, 1),
                    (q * from_free - least) * UNIT // max(from_free, 1),
                ))  # fmt: skip
            rising = [[0] * len(falling), [0] * len(falling)]
            for what, squares in enumerate((room_squares, free_squares)):
                sums = rising[what]
                for square in squares:
                    r, c = divmod(square, self.width)
                    sums[r + c] += left[r - c + self.width - 1][what]
            total += sum(map(min, *rising))
            if total > UNIT * (p * spare_room + q * spare_free):
                if place:
                    self.worths.insert(place - 1, self.worths.pop(place))
                return True
        return False
