"""Why a place beside owners holds a thing or not, where things and owners go together in pairs: tents and trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from satdnd.explanation.wording import Inference, names, signs
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import listed
from satdnd.rules.matching import augmented

_MOST = 6
"""The most owners that a sentence names."""


class Tight(NamedTuple):
    """Owners and places that belong together: the things there take all these owners, or these need all the places."""

    owners: frozenset[Cell]
    places: frozenset[Cell]


def _closed(start: Cell, near: Mapping[Cell, Sequence[Cell]]) -> Tight | None:
    """Extend a matching of the keys of *near*, of which only *start* may stay alone; what it reaches if it does.

    The result has *start* and the other keys reached as owners, and all that is near them as places; None if *start*
    can be matched, too.
    """
    matched = dict[Cell, Cell]()
    """By place: its owner."""
    for owner in near:
        if owner != start:
            augmented(matched, near, owner, set())
    reached = set[Cell]()
    if augmented(matched, near, start, reached):
        return None
    return Tight(frozenset([start, *(matched[one] for one in reached)]), frozenset(reached))


def pairing(inference: Inference[Any], group: Sequence[Cell], thing: str, owner: str, sign: str, empty: str) -> str:
    """Which things take which owners, or which owners need which places; empty if that would be long.

    Args:
        inference: what follows, nothing for a contradiction; its puzzle has `places_of` owners.
        group: the owners.
        thing, owner: their words.
        sign, empty: the marks of a place with and without a thing.
    """
    known, would = signs(inference.known), inference.supposed
    found = signs(inference.cells)
    free = {own: [x for x in inference.puzzle.places_of[own] if known.get(x) != empty] for own in group}
    beside = {x: [own for own in group if x in free[own]] for places in free.values() for x in places}
    there = {x: owners for x, owners in beside.items() if known.get(x) == sign}
    texts = dict[str, None]()
    for cell, what in found.items():
        if what == empty:
            tight = _closed(cell, {**there, cell: beside.get(cell, [])})
            texts[_taken(tight, {cell}, thing, owner, would=would) if tight else ""] = None
        else:
            left = {own: [x for x in places if x != cell] for own, places in free.items()}
            needs = next(filter(None, (_closed(own, left) for own in beside.get(cell, ()))), None)
            texts[_needed(needs, {cell}, thing, owner, would=would) if needs else ""] = None
    if not found:
        texts[_contradiction(free, there, thing, owner)] = None
    return "" if "" in texts or len(texts) > 2 else ", and ".join(texts)


def _taken(tight: Tight, found: set[Cell], thing: str, owner: str, *, would: bool) -> str:
    """The things that take all owners of a place: here the keys were things."""
    things, owners, several = tight.owners - found, tight.places, len(tight.places) > 1
    if not 0 < len(owners) <= _MOST:
        return ""
    belong = "would belong" if would else "belong" if several else "belongs"
    have = "would have" if would else "have" if several else "has"
    s = "s" * several
    rest = f"which {have} no others" if several else f"so that {owner} {have} no second one"
    return f"the {thing}{s} at {listed(names(things))} {belong} to the {owner}{s} at {listed(names(owners))}, {rest}"


def _needed(tight: Tight, found: set[Cell], thing: str, owner: str, *, would: bool) -> str:
    """The owners that need all places that are left for them."""
    owners, places, several = tight.owners, tight.places | found, len(tight.owners) > 1
    if len(owners) > _MOST:
        return ""
    have = "would have" if would else "have" if several else "has"
    whose = f"their {thing}s, one each" if several else f"its {thing}"
    there = listed(names(places))
    return f"the {owner}{'s' * several} at {listed(names(owners))} {have} only {there} left for {whose}"


def _contradiction(
    free: Mapping[Cell, Sequence[Cell]], there: Mapping[Cell, Sequence[Cell]], thing: str, owner: str
) -> str:
    """Owners with too few places, or things with too few owners."""
    for near, one, other in ((free, owner, "place"), (there, thing, owner)):
        for start in near:
            if tight := _closed(start, near):
                if len(tight.owners) > _MOST:
                    return ""
                plural = "s" * (len(tight.owners) > 1)
                has = f"only the {other}{'s' * (len(tight.places) > 1)} at {listed(names(tight.places))}"
                no = f"no {other}" if not tight.places else has
                return f"the {one}{plural} at {listed(names(tight.owners))} would have {no}"
    return ""
