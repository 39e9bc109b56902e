"""Why cells of a sum cannot hold some digits: what the others hold, or that they cannot add up to the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from satdnd.explanation.wording import alternatives, names
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed

Left = Mapping[Cell, Sequence[int]]
"""The digits that each cell of a sum may hold."""
_MOST_FACTS, _LONGEST, _LARGEST = 3, 160, 3
"""The most facts of a reason, the most characters for them, and the most cells that are considered together."""


def why_not(total: int, sets: Sequence[Iterable[int]], left: Left, ruled_out: Iterable[tuple[Cell, int]]) -> str | None:
    """Facts from which it follows that cells cannot hold digits; None if there are too many.

    Args:
        total: what the cells add up to, with different digits.
        sets: the digits that they may hold together; none if these are too many for a sentence, never so of two cells.
        left: the digits that each may hold.
        ruled_out: what is to be explained; it follows from the other arguments.
    """
    partners, groups, rests = dict[Cell, list[int]](), dict[str, None](), dict[int, list[Cell]]()
    for cell, digit in ruled_out:
        others = [one for one in left if one != cell]
        if len(others) == 1:
            partners.setdefault(others[0], []).append(total - digit)
        elif group := next(_groups(cell, digit, sets, left), ""):
            groups[group] = None
        else:
            rests.setdefault(digit, []).append(cell)
    facts = [f"{cell_name(cell)} cannot be {_either(own)}" for cell, own in partners.items()]
    facts += groups
    for digit, cells in rests.items():
        rest = f"the other cells cannot add up to {total - digit}"
        facts.append(f"with {digit} at {alternatives(names(cells))} {rest}")
    text = ", and ".join(facts)
    return text if len(facts) <= _MOST_FACTS and len(text) <= _LONGEST else None


def _groups(cell: Cell, digit: int, sets: Sequence[Iterable[int]], left: Left) -> Iterator[str]:
    """Other cells that need this digit themselves; or cells, this one among them, that alone can hold others."""
    every = {*range(10)}.intersection(set[int]().union(*sets) if sets else range(10))
    here = [{*some} for some in sets if digit in some] or [every]
    for size in range(1, _LARGEST + 1):
        for some in combinations(left, size):
            outside = {v for one in left if one not in some for v in left[one]}
            digits = {v for one in some for v in left[one]} & every if cell not in some else every - outside
            if cell not in some and digit in digits and all(len(digits & one) <= size for one in here):
                yield f"of these {listed(names(some))} can only be {_either(digits)}"
            if cell in some and digit in outside and sets and all(len(digits & one) >= size for one in here):
                yield f"only {listed(names(some))} can be {_either(digits)}"


def _either(digits: Iterable[int]) -> str:
    """``1, 3 or 4``."""
    return alternatives([*map(str, sorted(digits))])
