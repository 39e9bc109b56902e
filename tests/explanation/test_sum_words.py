"""Why cells of a sum cannot hold some digits: each fact is so, and with the combinations they are enough."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random

import pytest

from satdnd.declaration.clues.cross_sums import MOST_NAMED, digit_sets
from satdnd.declaration.words.sum_words import why_not


def columns(text: str) -> list[int]:
    """1 and 3 of ``r1c2 and r1c4``; four cells or more in a row are named by the first and the last."""
    found = [int(n) - 1 for n in re.findall(r"r1c(\d)", text)]
    return [*range(found[0], found[1] + 1)] if re.search(r"\d to r", text) else found


@pytest.mark.parametrize("seed", range(250))
def test_facts_are_so_and_enough(seed: int) -> None:
    """Tried with all ways to place digits."""
    rng = Random(seed)
    size = rng.randint(2, 5)
    values = rng.sample(range(1, 10), size)
    left = [sorted({*rng.sample(range(1, 10), rng.randint(1, 5)), value}) for value in values]
    total = sum(values)
    every = [way for some in digit_sets(total, size) for way in permutations(some)]
    ways = [way for way in every if all(v in own for v, own in zip(way, left, strict=True))]
    sets = sorted({tuple(sorted(way)) for way in ways})
    sets *= len(sets) <= MOST_NAMED
    digits = {v for some in sets for v in some} or {*range(1, 10)}
    there = [{way[c] for way in ways} for c in range(size)]
    ruled_out = [((0, c), v) for c in range(size) for v in left[c] if v in digits and v not in there[c]]
    said = why_not(total, sets, {(0, c): own for c, own in enumerate(left)}, ruled_out)
    if said is None:
        return
    possible = [way for way in every if not sets or tuple(sorted(way)) in sets]
    for fact in said.split(", and ") if said else ():
        where, numbers = columns(fact), {int(n) for n in re.findall(r"\b\d\b", fact.partition("can")[2])}
        if fact.startswith("of these"):
            assert numbers == {v for c in where for v in left[c] if v in digits}
            possible = [way for way in possible if {way[c] for c in where} <= numbers]
        elif fact.startswith("only"):
            assert not numbers & {v for c in range(size) if c not in where for v in left[c]}
            assert numbers <= {v for c in where for v in left[c]}
            possible = [way for way in possible if not numbers & {way[c] for c in range(size) if c not in where}]
        elif fact.startswith("with"):
            digit, rest = (int(n) for n in re.findall(r"\b\d+\b", fact))
            assert rest == total - digit
            assert not any(way[c] == digit for way in ways for c in where)
            possible = [way for way in possible if not any(way[c] == digit for c in where)]
        else:
            (c,) = where
            assert not numbers & {*left[c]}
            possible = [way for way in possible if way[c] not in numbers]
    assert not any(way[c] == v for way in possible for (_, c), v in ruled_out)
