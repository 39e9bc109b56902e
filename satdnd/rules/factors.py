"""Sets of different numbers with a given product."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice

SETS_AT_MOST = 400
"""The most factor sets that are listed for a room; rooms with more are encoded by their prime exponents."""


@lru_cache(maxsize=65536)
def factor_sets(product: int, length: int, size: int) -> tuple[tuple[int, ...], ...] | None:
    """The sets of *length* different values 1..*size* whose product is *product*; None for more than `SETS_AT_MOST`.

    Every set is sorted, and their order is fixed. Empty if the product is impossible.
    """
    found = list(islice(_sets(product, length, size), SETS_AT_MOST + 1))
    return tuple(found) if len(found) <= SETS_AT_MOST else None


def can_be_made(product: int, length: int, size: int) -> bool:
    """Whether there is such a set at all."""
    return next(_sets(product, length, size), None) is not None


def _sets(product: int, length: int, size: int) -> Iterator[tuple[int, ...]]:
    """All sets, depth first; dead ends are remembered, so that products without a set end soon as well."""
    # Values of the largest prime first: behind them, nothing else can divide that prime out.
    values = sorted((v for v in range(1, size + 1) if product % v == 0), key=lambda v: (-_largest_prime(v), -v))
    largest = [_largest_prime(v) for v in values]
    dead: set[tuple[int, int, int]] = set()

    def search(i: int, count: int, rest: int) -> Iterator[tuple[int, ...]]:
        """Choices of *count* values, from the i-th on, with the product *rest*; dead ends are remembered."""
        if count == 0:
            if rest == 1:
                yield ()
            return
        if len(values) - i < count or (i, count, rest) in dead:
            return
        if i and largest[i] < largest[i - 1] and rest % largest[i - 1] == 0:
            return
        found = False
        if rest % values[i] == 0:
            for others in search(i + 1, count - 1, rest // values[i]):
                found = True
                yield (*others, values[i])
        for others in search(i + 1, count, rest):
            found = True
            yield others
        if not found:
            dead.add((i, count, rest))

    return (tuple(sorted(found)) for found in search(0, length, product))


@lru_cache(maxsize=4096)
def exponents(number: int, size: int) -> dict[int, int]:
    """The exponent of each prime up to *size* in *number*; primes that do not divide it are left out."""
    found: dict[int, int] = {}
    for p in range(2, size + 1):
        while number % p == 0:  # a composite p never divides: its primes are gone
            found[p] = found.get(p, 0) + 1
            number //= p
    return found


@cache
def _largest_prime(value: int) -> int:
    """The largest prime that divides *value*; 1 for 1."""
    return max(exponents(value, value), default=1)
