"""The meanings of the auxiliary variables of counts, for readers of an exported file: one phrase each, in order.

PySAT's counters work in one direction: "at least 3 of the first 5" is true if the count is reached, and may be true
if it is not. Our totalizer and sequential counter of "exactly" work in both. For sorting networks, and for counts
that are split into quotient and remainder, no single variable has a meaning that is short to say.
"""

from __future__ import annotations

from functools import cache


@cache
def of_at_most(n: int, bound: int, encoding: str, *, negated: bool = False) -> tuple[str, ...]:
    """For PySAT's encodings of "at most *bound* of n" literals, or negations; empty: no short meanings."""
    match encoding:
        case "seqcounter":
            diagonals = [[(j, j + d) for j in range(1, bound + 1)] for d in range(n - bound)]
            places = [place for pair in zip(*diagonals[:2], strict=True) for place in pair]  # PySAT's order
            places += [place for diagonal in diagonals[2:] for place in diagonal]
            return tuple(_at_least(count, 1, last, n, negated) for count, last in places)
        case "totalizer":
            return tuple(
                _at_least(count, first, last, n, negated)
                for first, last in _nodes_of_pysat(n)
                for count in range(1, last - first + 2)
            )
        case "ladder":
            none = "all" if negated else "none"
            return (f"{none} of them", *(f"{none} of {_range(1, last, n)}" for last in range(1, n + 1)))
        case "bitwise":
            bits = (n - 1).bit_length()
            which = "false" if negated else "true"
            return tuple(f"the {which} one has a number, from 0, with a bit {1 << i}" for i in reversed(range(bits)))
    return ()


@cache
def of_exactly(n: int, bound: int) -> tuple[str, ...]:
    """For our sequential counter of "exactly *bound* of n"."""
    places = [(count, count + rest) for count in range(1, bound + 1) for rest in range(n - bound)]
    return tuple(_at_least(count, 1, last, n, negated=False) for count, last in places)


@cache
def of_totalizer(n: int) -> tuple[str, ...]:
    """For our totalizer with n inputs, the outputs last."""
    return tuple(
        _at_least(count, first, last, n, negated=False)
        for first, last in _nodes(1, n)
        for count in range(1, last - first + 2)
    )


def _nodes(first: int, last: int) -> list[tuple[int, int]]:
    """The nodes of the tree over inputs *first* to *last*: the left half's, the right half's, then the whole."""
    if first >= last:
        return []
    middle = first + (last - first + 1) // 2
    return [*_nodes(first, middle - 1), *_nodes(middle, last), (first, last)]


def _nodes_of_pysat(n: int) -> list[tuple[int, int]]:
    """The nodes of PySAT's tree: each node lists its children, left first, and then expands the right one."""
    found, waiting = [(1, n)], [(1, n)]
    while waiting:
        first, last = waiting.pop()
        middle = first + (last - first + 2) // 2
        children = [(a, b) for a, b in ((first, middle - 1), (middle, last)) if a < b]
        found += children
        waiting += children
    return found


def _at_least(count: int, first: int, last: int, n: int, negated: bool) -> str:
    return f"at least {count} of {_range(first, last, n)}{' not' * negated}"


def _range(first: int, last: int, n: int) -> str:
    """A name for consecutive ones of n literals, from 1."""
    if first == 1:
        return f"all {n}" if last == n else f"the first {last}"
    return f"the last {n - first + 1}" if last == n else f"numbers {first} to {last}"
