"""A good placement on a large board: which lines are attacked, by simulated annealing.

As in `satdnd.kinds.unattacked.search`, a placement is a choice of attacked lines: a square is unattacked if none of its
four lines is, and may hold a queen if all four are. A step flips one line; gains and losses are counted on whole
boards, which hold the number of attacked lines of each square. Each queen without room costs a few unattacked squares
(Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983).

It finds 36 on 12x12 within half a second, 111 on 18x18, 145 on 20x20 and 420 on 30x30 within five, and proves nothing.
Moving queens one by one found 36, and 135 and 384 on the last two: most such moves change nothing.
"""

from __future__ import annotations

from itertools import islice
from math import inf, log
from random import Random

from satdnd.encodings.attacks import attacked_from, lines
from satdnd.errors import Undecided
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget

WORK = 6_000_000
"""The most steps, about five seconds; a small board needs fewer (see `effort`)."""
_LOOK = 1000
"""Steps between two checks of the budget."""
_LONGEST = 1_000_000
"""The most steps of one start."""
_HOT, _COLD = 0.5, 0.3
"""The first temperature, in prices of a missing queen; the last, in unattacked squares."""


def effort(height: int, width: int) -> int:
    """Steps for a board: two million at 16 x 16, at most `WORK`."""
    return min(WORK, int(2 * (height * width) ** 2.5))


def anneal(height: int, width: int, queens: int, work: float, budget: Budget, enough: int) -> tuple[int, list[int]]:
    """The best placement found of *queens* queens (1 to H*W): (unattacked squares, square numbers).

    The same arguments give the same placement unless the budget runs out.

    Args:
        work: steps after which no new start is made; infinite: until the budget ends.
        budget: the limits; the best placement so far is returned.
        enough: stop at a placement this good.
    """
    rng = Random(0)
    board = [sum(1 << i for i in line) for direction in lines(height, width) for line in direction]
    everything = (1 << height * width) - 1
    worth = height * width / 2 / queens  # about how many unattacked squares one queen costs

    def start(work: float) -> tuple[int, list[int], float]:
        """One start of at most *work* steps: unattacked squares, square numbers, the steps used (infinite: no time)."""
        best, squares = -1, list(range(queens))
        steps = int(min(work, _LONGEST, 5 * len(board) ** 2)) or 1
        price = max(1.5, worth * (0.5 + rng.random()))  # the cost of a missing queen
        heat = _HOT * price
        cooling = (_COLD / heat) ** (1 / steps)
        attacked = [False] * len(board)
        ones = twos = fours = 0  # for each square, the number of its attacked lines, 0 to 4, in binary
        for i, line in enumerate(board):
            if rng.random() < 0.4:
                attacked[i] = True
                carry = ones & line
                ones, twos, fours = ones ^ line, twos ^ carry, fours ^ twos & carry
        room, free = fours.bit_count(), (everything & ~(ones | twos | fours)).bit_count()
        missing, draw, count = max(0, queens - room), rng.random, len(board)
        for step in range(steps):
            if not step % _LOOK:
                try:
                    budget.check()
                except Undecided:
                    return best, squares, inf
            heat *= cooling
            i = int(draw() * count)
            line = board[i]
            if attacked[i]:
                more_room, more_free = -(fours & line).bit_count(), (ones & ~twos & line).bit_count()
            else:
                more_room, more_free = (ones & twos & line).bit_count(), -(line & ~(ones | twos | fours)).bit_count()
            still = max(0, queens - room - more_room)
            gain = more_free - price * (still - missing)
            if gain < 0 and gain <= heat * log(1 - draw()):
                continue
            attacked[i] = not attacked[i]
            carry = (ones if attacked[i] else ~ones) & line
            ones, twos, fours = ones ^ line, twos ^ carry, fours ^ (twos if attacked[i] else ~twos) & carry
            room, free, missing = room + more_room, free + more_free, still
            if not missing and free > best:
                best, squares = free, list(islice(scan(fours), queens))
                if free >= enough:
                    return best, squares, step + 1
        return best, squares, steps

    best, squares, spent = start(work)
    while (work := work - spent) > 0 and best < enough:
        value, others, spent = start(work)
        if value > best:
            best, squares = value, others
    taken, attacked = 0, attacked_from(height, width)
    for square in squares:
        taken |= attacked[square]
    return height * width - taken.bit_count(), squares
