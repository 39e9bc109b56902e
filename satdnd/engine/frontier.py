"""Counting solutions without listing them, for rules that are sums: what may follow depends on the open sums alone.

The unknowns are decided one by one. Of all the ways in which the first k of them can be decided only the *states* are
kept, each with its number of ways: how far each sum has come that has variables on both sides of the frontier. This is
the elimination of variables in their order, known as a frontier or transfer-matrix method; it takes no clause. A state
is one integer with a field for each open sum, whose top bit is set as soon as the sum is above its upper bound.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum, Term
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget

MOST_STATES = 500_000
"""The most states, of all frontiers together: about a second, after which solutions are listed."""
MOST_CHOICES = 100
"""The most sums in place of one constraint."""


def count(book: Rulebook[Any], budget: Budget) -> int | None:
    """The number of solutions; None where a rule is no sum or is added by cuts, or there are too many states.

    Raises:
        Undecided: the budget ran out.
    """
    if book.cuts:
        return None
    constraints: list[Constraint] = [c for statement in book.each() for c in statement.constraints()]
    constraints += [Sum.of_literals(clause, 1) for clause in (*book.unknowns.structure(), *([x] for x in book.shown))]
    sums = set[Sum]()
    for constraint in constraints:
        if (found := _sums(constraint)) is None:
            return None
        sums.update(found)
    return count_of(sums, len(book.unknowns.names), budget)


def _sums(constraint: Constraint) -> list[Sum] | None:
    """Sums that together say the same; None if they are not known.

    Of several sums of which one must hold, each of which lets all of its terms or none of them add something, one term
    of each is chosen in all possible ways.
    """
    if isinstance(constraint, Sum):
        return [constraint] if all(term.weight >= 0 for term in constraint.terms) else None
    if not isinstance(constraint, Either):
        return None
    if len(constraint.sums) == 1:
        return _sums(constraint.sums[0])
    parts = [*map(_terms, constraint.sums)]
    if None in parts or prod(len(part or ()) for part in parts) > MOST_CHOICES:
        return None
    chosen = product(*(part or () for part in parts))
    return [Sum(tuple(sorted({*terms})), 1, len({*terms})) for terms in chosen]


def _terms(one: Sum) -> list[Term] | None:
    """What must be so for a sum to hold, if that is each by itself."""
    if any(term.weight != 1 for term in one.terms):
        return None
    if one.low == len(one.terms) <= one.high:
        return [*one.terms]
    if one.high == 0:
        return [term._replace(values=~term.values & (NO | YES)) for term in one.terms]
    return None


@dataclass
class _Choice:
    """What a value of one variable does to a state."""

    added: int = 0
    """To the fields of its sums."""
    met: int = 0
    """The fields of the disjunctions that it meets: a bit is enough for these."""
    top: int = 0
    """The top bits of these fields: a sum is too large."""
    missing: int = 0
    """Added to a state, it sets the bits of `enough` unless the rest of a sum cannot reach its lower bound."""
    enough: int = 0
    kept: int = -1
    """Without the fields of the sums that end here."""


def count_of(sums: Iterable[Sum], variables: int, budget: Budget) -> int | None:
    """The number of boards of so many variables that satisfy all sums."""
    choices = [(_Choice(), _Choice()) for _ in range(variables)]
    start, offset = 0, 0
    for one in sums:
        gains = _gains(one)
        total = sum(map(max, gains.values()))
        if one.low > total or one.high < 0:
            return 0
        if one.low <= 0 and one.high >= total:
            continue
        if one.low == 1 and one.high >= total:
            for x, gain in gains.items():
                for choice, more in zip(choices[x], gain, strict=True):
                    choice.met |= (more > 0) << offset
            for choice in choices[max(gains)]:
                choice.enough |= 1 << offset
                choice.kept &= ~(1 << offset)
            offset += 1
            continue
        high = min(one.high, total)
        bits = max(total, 1).bit_length() + 1
        above = (1 << bits) - 1 - high  # so that the bit above is set by high + 1
        start += above << offset
        top, rest = 1 << offset + bits, total
        for x in sorted(gains):
            rest -= max(gains[x])
            for choice, more in zip(choices[x], gains[x], strict=True):
                choice.added += more << offset
                choice.top |= top
                if rest < one.low:
                    choice.missing += (1 << bits) - above - (one.low - rest) << offset
                    choice.enough |= top
        for choice in choices[max(gains)]:
            choice.kept &= ~((1 << bits + 1) - 1 << offset)
        offset += bits + 1
    return _walked(start, choices, budget)


def _gains(one: Sum) -> dict[int, tuple[int, int]]:
    """What each variable adds where it is false, and where it is true."""
    found: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for x, values, weight in one.terms:
        no, yes = found[x]
        found[x] = no + weight * (values & 1), yes + weight * (values >> 1 & 1)
    return found


def _walked(start: int, choices: Sequence[tuple[_Choice, _Choice]], budget: Budget) -> int | None:
    """The number of ways through all choices."""
    states, seen = {start: 1}, 0
    for pair in choices:
        budget.check()
        seen += len(states)
        if seen > MOST_STATES:
            return None
        after: dict[int, int] = defaultdict(int)
        for choice in pair:
            added, met, top = choice.added, choice.met, choice.top
            missing, enough, kept = choice.missing, choice.enough, choice.kept
            for state, ways in states.items():
                state = state + added | met
                if not state & top and (state + missing) & enough == enough:
                    after[state & kept] += ways
        states = after
    return sum(states.values())
