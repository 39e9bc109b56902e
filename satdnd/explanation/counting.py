"""Counting: lower bounds from several rules that together ask for more than there can be.

Rows and areas overlap, and no chain of single rules sees that three of them need more stars than the cells they share
can hold. The proof is a list of bounds, "at least so many of these literals are true", some of them taken several
times: added up, they ask for more than the literals can give if the conclusion is false (Farkas' lemma). These are the
"truths and links" of sudoku players. The bounds come from the statements themselves. The simplex method for infeasible
bounds (Dutertre and de Moura, CAV 2006) chooses them in floating point; the result is checked in integers.

Boards are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.cut import Cut
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal, Statement

_NEAR_ZERO = 1e-7
"""Smaller differences are errors of rounding."""
_PIVOTS = 1_000
"""The most steps of the simplex method."""
_LARGEST_DIVISOR = 12
"""The largest denominator of the multipliers, if the smallest of them is 1."""


class LowerBound(NamedTuple):
    """At least *least* of *literals* are true by one reason, which is counted *times* times."""

    reason: int
    """The index of the reason."""
    literals: tuple[Literal, ...]
    least: int
    times: int = 1


def lower_bounds(reasons: Sequence[Statement], true: Bitboard, false: Bitboard) -> list[LowerBound]:
    """What the *reasons* say about the open variables as counts, each count once."""
    found: dict[tuple[tuple[Literal, ...], int], int] = {}
    for i, reason in enumerate(reasons):
        if isinstance(reason, Cut):
            bounds = _bounds_of_cut(reason, true, false)
        else:
            bounds = reason.lower_bounds() if isinstance(reason, RuleStatement) else iter(())
        for literals, least in bounds:
            left = least - sum((true if x > 0 else false) >> abs(x) - 1 & 1 for x in literals)
            if left > 0:
                found.setdefault((tuple(x for x in literals if not (true | false) >> abs(x) - 1 & 1), left), i)
    return [LowerBound(i, literals, least) for (literals, least), i in found.items()]


def _bounds_of_cut(cut: Cut, true: Bitboard, false: Bitboard) -> Iterator[tuple[tuple[Literal, ...], int]]:
    """Yield that there is a way, or one of its sides is empty, for sides that are known or have one cell left."""
    there, shut = (true, false) if cut.sign > 0 else (false, true)
    left = [side & ~shut for side in cut.sides if not side & there]
    if all(side.bit_count() == 1 for side in left):
        yield (*cut.ways, *(-cut.sign * side.bit_length() for side in left)), 1


def excess(bounds: Sequence[LowerBound], assumed: Literal) -> list[LowerBound]:
    """Those of *bounds* that cannot all be met if *assumed* is true, with their `times`; empty if none are found."""
    multipliers = _multipliers(_reduced(bounds, assumed))
    smallest = min(multipliers.values(), default=0)
    for divisor in range(1, _LARGEST_DIVISOR + 1) if multipliers else ():
        shares = {i: share * divisor / smallest for i, share in sorted(multipliers.items())}
        if all(abs(share - round(share)) < _NEAR_ZERO * divisor for share in shares.values()):
            found = [bounds[i]._replace(times=round(share)) for i, share in shares.items()]
            return _irreducible(found, assumed) if excluded(found, assumed) else []
    return []


def excluded(bounds: Iterable[LowerBound], assumed: Literal) -> bool:
    """Whether *bounds* ask for more than there can be if *assumed* is true."""
    weights, needed = Counter[Literal](), 0
    for _, literals, least, times in bounds:
        needed += least * times
        weights.update(dict.fromkeys(literals, times))
    most = sum(max(weights[v], weights[-v]) for v in {abs(x) for x in weights})
    return most - max(0, weights[-assumed] - weights[assumed]) < needed


def _irreducible(bounds: list[LowerBound], assumed: Literal) -> list[LowerBound]:
    """Without bounds that are not needed."""
    every = (bounds[:i] + bounds[i + 1 :] for i in range(len(bounds)))
    less = next((some for some in every if excluded(some, assumed)), None)
    return bounds if less is None else _irreducible(less, assumed)


def _reduced(bounds: Sequence[LowerBound], assumed: Literal) -> dict[int, tuple[set[Literal], int]]:
    """By index: the bounds that matter if *assumed* is true, without the literals that can be true in all of them."""
    rows = {i: ({*bound.literals} - {-assumed}, bound.least) for i, bound in enumerate(bounds)}
    where: dict[Literal, set[int]] = defaultdict(set)
    for i, (literals, _) in rows.items():
        for x in literals:
            where[x].add(i)

    def spare(x: Literal) -> bool:
        """Whether no bound wants *x* to be false, or only "exactly so many" is said of it."""
        if x == assumed or not where[-x]:
            return True
        if len(where[x]) != 1 or len(where[-x]) != 1:
            return False
        (one, least), (other, rest) = (rows[i] for y in (x, -x) for i in where[y])
        return least + rest == len(one) and other == {-y for y in one}

    todo = {*where, assumed}
    while todo:
        x = todo.pop()
        if not spare(x):
            continue
        for i in where.pop(x, set()) | where.pop(-x, set()):
            literals, least = rows[i]
            literals -= {x, -x}
            rows[i] = literals, least - 1
            if least == 1:
                del rows[i]
                for y in literals:
                    where[y].discard(i)
            todo |= {z for y in literals for z in (y, -y)}
    return rows


def _multipliers(rows: Mapping[int, tuple[set[Literal], int]]) -> dict[int, float]:
    """Positive multipliers of *rows* with which they cannot all be met by fractions from 0 to 1; empty if they can.

    Basic variables are written as sums of the others; a row's own variable, numbered -1 - row, is what its literals
    add up to. One that is out of its limits is exchanged for one that can move, the first in order each time (Bland).
    """
    table = {-1 - i: {abs(x): 1.0 if x > 0 else -1.0 for x in literals} for i, (literals, _) in rows.items()}
    low: dict[int, float] = {-1 - i: least - sum(x < 0 for x in literals) for i, (literals, least) in rows.items()}
    wanted = Counter[int]()
    for literals, _ in rows.values():
        wanted.update({abs(x): 1 if x > 0 else -1 for x in literals})
    value = {v: 1.0 if wanted[v] > 0 else 0.0 for v in wanted}
    value |= {i: sum(c * value[v] for v, c in row.items()) for i, row in table.items()}

    def room(v: int, up: bool) -> float:
        """How far a variable can move up or down."""
        return (1.0 if v > 0 else inf) - value[v] if up else value[v] - low.get(v, 0.0)

    for _ in range(_PIVOTS):
        out = min((b for b in table if min(room(b, True), room(b, False)) < -_NEAR_ZERO), default=0)
        if not out:
            break
        row, up = table[out], room(out, False) < 0
        enter = min((v for v, c in row.items() if room(v, (c > 0) == up) > _NEAR_ZERO), default=0)
        if not enter:
            return {-1 - v: abs(c) for v, c in [*row.items(), (out, 1.0)] if v < 0}
        move = (-room(out, False) if up else room(out, True)) / row[enter]
        value[enter] += move
        for b, other in table.items():
            value[b] += other.get(enter, 0.0) * move
        _exchange(table, out, enter)
    return {}


def _exchange(table: dict[int, dict[int, float]], out: int, enter: int) -> None:
    """Solve the row of the basic variable *out* for *enter*, which becomes basic instead."""
    row = table.pop(out)
    pivot = row.pop(enter)
    row = {v: -c / pivot for v, c in row.items()} | {out: 1 / pivot}
    for other in table.values():
        if share := other.pop(enter, 0.0):
            for v, c in row.items():
                total = other.get(v, 0.0) + share * c
                if abs(total) < _NEAR_ZERO:
                    other.pop(v, None)
                else:
                    other[v] = total
    table[enter] = row
