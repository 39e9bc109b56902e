"""Cardinality constraints: PySAT's encodings behind one interface, and a totalizer whose bound stays open.

The clausal encodings (pairwise, bitwise, ladder: bound 1 only; seqcounter, sortnetwrk, cardnetwrk, totalizer,
mtotalizer, kmtotalizer: any bound) are PySAT's (`pysat.card`, which names the paper of each). Their auxiliary
variables come from the pool; `encodings/cardinality.md` states the numbers of clauses and variables, as measured by
the test that compiles the examples there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations, pairwise
from math import comb, log2

from satdnd.encodings import meanings
from satdnd.errors import Undecided, UsageError
from satdnd.sat.formula import Clause, Compiled, Literal, Meanings, Pool
from satdnd.sat.pysat_interrupts import interruptible

BOUND_ONE = ("pairwise", "bitwise", "ladder")
"""Encodings that PySAT offers for "at most one" alone."""

ANY_BOUND = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")
"""Clausal encodings for every bound."""

NAMES = (*BOUND_ONE, *ANY_BOUND, "native")
"""The names of all encodings, as PySAT has them."""

AUTO = "auto"
"""Let each statement choose the encoding."""
BEST = "seqcounter"
"""The best for nearly all statements: small, and unit propagation finds everything that follows."""

_SECONDS = 1.5e-6
"""Seconds that PySAT takes for a clause, on a machine of 2020; nothing can stop it while it writes them."""
_LATE = 0.5
"""Seconds by which PySAT may exceed the time limit."""
_SOON = 300_000
"""Clauses that PySAT writes within some tenths of a second; for more than these, Ctrl-C interrupts it at once."""


def at_most(literals: Sequence[Literal], bound: int, pool: Pool, encoding: str) -> Compiled:
    """At most *bound* of *literals* are true.

    Args:
        literals: any number of different literals.
        bound: any integer; below 0 gives the empty clause, from ``len(literals)`` on gives nothing.
        pool: where auxiliary variables come from.
        encoding: one of `NAMES`.

    Raises:
        UsageError: an unknown encoding, or one for "at most one" with another bound.
        Undecided: the pool's budget is spent, or has too little memory for the clauses.
    """
    return _at_most(literals, bound, pool, encoding)


def _at_most(literals: Sequence[Literal], bound: int, pool: Pool, encoding: str, *, negated: bool = False) -> Compiled:
    """Like `at_most`; with *negated*, auxiliary variables are named as counting the negations."""
    check_name(encoding)
    if bound < 0:
        return Compiled([[]], [])
    if bound >= len(literals):
        return Compiled([], [])
    if bound == 0:
        return Compiled([[-x] for x in literals], [])
    if encoding == "native":
        return Compiled([], [(list(literals), bound)])
    if bound == len(literals) - 1:
        return Compiled([[-x for x in literals]], [])  # a single clause, whatever the encoding
    first = max(pool.top, *map(abs, literals)) + 1
    names = partial(meanings.of_at_most, len(literals), bound, encoding, negated=negated)
    return Compiled(_pysat(literals, bound, pool, encoding), [], lambda: dict(enumerate(names(), first)))


def at_least(literals: Sequence[Literal], bound: int, pool: Pool, encoding: str) -> Compiled:
    """At least *bound* of *literals* are true: at most the rest of their negations. Arguments and errors as in
    `at_most`.
    """
    check_name(encoding)
    if bound == 1 and literals:
        return Compiled([list(literals)], [])
    return _at_most([-x for x in literals], len(literals) - bound, pool, encoding, negated=True)


def exactly(literals: Sequence[Literal], bound: int, pool: Pool, encoding: str) -> Compiled:
    """Exactly *bound* of *literals* are true; out of range gives the empty clause. Arguments and errors as in
    `at_most`.

    The totalizer and the sequential counter count once and bound the count from both sides; the others need two
    constraints.
    """
    check_name(encoding)
    if not 0 <= bound <= len(literals):
        return Compiled([[]], [])
    if encoding == "totalizer" and 1 < bound < len(literals) - 1:
        counted, outputs = counter(literals, pool)
        return counted.together(Compiled([[outputs[bound - 1]], [-outputs[bound]]], []))
    if encoding == "seqcounter" and 1 < bound < len(literals) - 1:
        return _sequential(literals, bound, pool)
    return at_most(literals, bound, pool, encoding).together(at_least(literals, bound, pool, encoding))


_FEW = 24
"""The most clauses of `direct`: with more, auxiliary variables are worth it."""


@cache
def direct(n: int, least: int, most: int) -> Sequence[tuple[int, Sequence[int]]]:
    """Clauses without auxiliary variables for "between *least* and *most* of n", if they are few; empty otherwise.

    Each is a sign and the numbers (from 0) of its literals: some of each n - least + 1 are true, and not all of each
    most + 1.
    """
    if least > n or (comb(n, least - 1) if least else 0) + comb(n, most + 1) > _FEW:
        return ()
    true = combinations(range(n), n - least + 1) if least else ()
    return [*((1, some) for some in true), *((-1, some) for some in combinations(range(n), most + 1))]


def exactly_one(literals: Sequence[Literal], pool: Pool, encoding: str | None = None) -> list[Clause]:
    """Exactly one of *literals*: pairwise up to six, otherwise a ladder, unless *encoding* names another.

    The ladder (Gent and Nightingale 2004) is linear; PySAT's needs n+1 auxiliary variables.
    """
    return [list(literals), *at_most_one(literals, pool, encoding)]


def at_most_one(literals: Sequence[Literal], pool: Pool, encoding: str | None = None) -> list[Clause]:
    """At most one of *literals*: n(n-1)/2 pairs up to six literals, otherwise a ladder.

    Raises:
        UsageError: an unknown encoding, or ``native``, which has no clauses.
    """
    if encoding == "native":
        raise UsageError("'native' has no clauses; choose another encoding for 'at most one'")
    if encoding is None and len(literals) <= 6:
        return [[-a, -b] for i, a in enumerate(literals) for b in literals[i + 1 :]]
    return at_most(literals, 1, pool, encoding or "ladder").clauses


def one_at_most(literals: Sequence[Literal], pool: Pool, encoding: str | None = None) -> Compiled:
    """As `at_most_one`, with what its variables mean."""
    mark, clauses = pool.top, at_most_one(literals, pool, encoding)
    if pool.top == mark:
        return Compiled(clauses, [])
    names = partial(meanings.of_at_most, len(literals), 1, encoding or "ladder")
    return Compiled(clauses, [], lambda: dict(enumerate(names(), mark + 1)))


def rungs(n: int, mark: Literal) -> Meanings:
    """The meanings of the auxiliary variables of `at_most_one`, which begin above *mark*; none for few literals."""
    return lambda: dict(enumerate(meanings.of_at_most(n, 1, "ladder"), mark + 1)) if n > 6 else {}


def estimate(n: int, bound: int, encoding: str) -> int:
    """The approximate number of clauses of "at most *bound* of n", within a factor of three, without making them."""
    k = min(bound, n)
    if not 0 < k < n - 1 or encoding == "native":
        return n if k == 0 else 1
    rounds = log2(n) * (log2(n) + 1) / 2  # of comparators in a sorting network
    sorting = 3 * n * rounds / 2
    match encoding:
        case "pairwise":
            return n * (n - 1) // 2
        case "bitwise":
            return n * max(1, (n - 1).bit_length())
        case "ladder":
            return 4 * n
        case "seqcounter":
            return 2 * k * (n - k) + n
        case "sortnetwrk":
            return int(sorting)
        case "cardnetwrk":
            return int(min(sorting, 3 * n * (log2(2 * k) + 1) ** 2 / 4))
        case "totalizer":
            return _pairs_of_counts(n)
        case "mtotalizer":
            return int(2 * n * n**0.5)
        case _:
            return int(2 * n * min(n**0.5, k + 1))


def estimate_exactly(n: int, bound: int, encoding: str) -> int:
    """Like `estimate`, for "exactly *bound* of n"."""
    if encoding == "totalizer" and 1 < bound < n - 1:
        return 2 * _pairs_of_counts(n)
    return estimate(n, bound, encoding) + (1 if bound <= 1 else estimate(n, n - bound, encoding))


def _pairs_of_counts(n: int) -> int:
    """Over all nodes of a totalizer's tree, the pairs of counts of its two halves."""
    return n * n // 2 + int(n * log2(n))


def _afford(clauses: int, n: int, bound: int, pool: Pool) -> int:
    """*clauses*; raises Undecided if the pool's budget lacks the memory or the time for so many."""
    if pool.budget is not None:
        pool.budget.check()
        pool.budget.afford(clauses, f"counting {bound} of {n}")
        if clauses * _SECONDS > pool.budget.left + _LATE:
            raise Undecided(f"counting {bound} of {n} would go beyond the time limit")
    return clauses


def counter(literals: Sequence[Literal], pool: Pool) -> tuple[Compiled, list[Literal]]:
    """Like `totalizer`, with the meanings of its variables."""
    first = pool.top + 1
    clauses, outputs = totalizer(literals, pool)
    return Compiled(clauses, [], lambda: dict(enumerate(meanings.of_totalizer(len(literals)), first))), outputs


def totalizer(literals: Sequence[Literal], pool: Pool) -> tuple[list[Clause], list[Literal]]:
    """Count *literals* in unary: output ``k-1`` is true exactly when at least k of them are.

    Bailleux and Boufkhad, CP 2003, with both directions, so that a bound on either side is one assumption.
    n literals need O(n log n) auxiliary variables (24 for 8, 64 for 16) and O(n^2) clauses.
    PySAT's `ITotalizer` bounds from above only; two of them would cost twice the variables.

    Returns:
        the clauses, and n outputs (for one literal, that literal).
    """
    if len(literals) <= 1:
        return [], list(literals)
    if len(literals) > 200:
        _afford(2 * _pairs_of_counts(len(literals)), len(literals), len(literals) // 2, pool)
    half = len(literals) // 2
    clauses, left = totalizer(literals[:half], pool)
    more, right = totalizer(literals[half:], pool)
    clauses += more
    outputs = list(pool.block(len(literals)))
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j:  # at least i on the left and j on the right: at least i+j
                clauses.append(
                    [*[-x for x in left[i - 1 : i] if i], *[-x for x in right[j - 1 : j] if j], outputs[i + j - 1]]
                )
            if i + j < len(literals):  # no more than i and no more than j: no more than i+j
                clauses.append([*left[i : i + 1], *right[j : j + 1], -outputs[i + j]])
    return clauses, outputs


def _sequential(literals: Sequence[Literal], bound: int, pool: Pool) -> Compiled:
    """Exactly *bound*, 0 < bound < n, by one sequential counter (Sinz, CP 2005) that is defined in both directions.

    Variable ``b`` of row ``k`` is true exactly when at least k+1 of the first k+1+b literals are. Other counts need no
    variables, since at most *bound* literals are true and at most the rest are false. PySAT's counters, one from above
    and one from below, have twice the variables, and as many clauses.
    """
    _afford(estimate_exactly(len(literals), bound, "seqcounter"), len(literals), bound, pool)
    rest, first = len(literals) - bound, pool.top + 1
    rows = [pool.block(rest) for _ in range(bound)]
    clauses: list[Clause] = []
    for k, row in enumerate(rows):
        clauses += [[-x, y] for x, y in pairwise(row)]
        if k:
            clauses += [[-y, x] for x, y in zip(rows[k - 1], row, strict=True)]
            clauses += [[-x, -y, z] for x, y, z in zip(literals[k:], rows[k - 1], row, strict=False)]
        else:
            clauses += [[-x, y] for x, y in zip(literals, row, strict=False)]
        clauses.append([literals[k], -row[0]])
        clauses += [[x, y, -z] for x, y, z in zip(literals[k + 1 :], row, row[1:], strict=False)]
        clauses.append([literals[k + rest], row[-1]])
    clauses += [[-x, -y] for x, y in zip(literals[bound:], rows[-1], strict=True)]
    return Compiled(clauses, [], lambda: dict(enumerate(meanings.of_exactly(len(literals), bound), first)))


def check_name(encoding: str) -> None:
    """Raise UsageError, with the known names, unless *encoding* is one of them."""
    if encoding not in NAMES:
        raise UsageError(f"unknown cardinality encoding {encoding!r}; known: {', '.join(NAMES)}")


def _pysat(literals: Sequence[Literal], bound: int, pool: Pool, encoding: str) -> list[Clause]:
    from pysat.card import CardEnc, EncType

    if encoding in BOUND_ONE and bound != 1:
        raise UsageError(
            f"the cardinality encoding {encoding!r} only encodes 'at most one', but a bound of {bound} is needed; "
            f"for every bound: {', '.join(ANY_BOUND)}"
        )
    top = max(pool.top, *map(abs, literals))
    n = len(literals)
    with interruptible(jump=_afford(estimate(n, bound, encoding), n, bound, pool) > _SOON):
        made = CardEnc.atmost(lits=list(literals), bound=bound, top_id=top, encoding=getattr(EncType, encoding))
    pool.top = max(top, made.nv)
    clauses: list[Clause] = made.clauses
    return clauses
