"""Rooms of factors as text, JSON and links of puzz.link."""

from __future__ import annotations

from dataclasses import replace

from satdnd.declaration.links.area_links import area_links
from satdnd.declaration.texts import derived_texts
from satdnd.formats.examples import examples_of
from satdnd.formats.links.piece import square
from satdnd.kinds.inshi.model import LARGEST, ROOM, ROOMS, VIEW, Inshi, straight

_STRAIGHT = "expected rooms one cell wide, as this kind has them"
FORMS = area_links(
    ROOMS,
    lambda height, width, rooms: Inshi(height, rooms),
    lambda puzzle: puzzle.rooms,
    "factors",
    sides=lambda address: (square(address.parts["columns"], address.parts["rows"], LARGEST),) * 2,
    wrong=lambda cells: "" if straight(cells) else f"that do not form a straight line; {_STRAIGHT}",
)


def _is_room(line: str) -> bool:
    """Whether a line is a room with its length, as no other kind has it."""
    found = ROOM.fullmatch(line)
    return bool(found and found[2])


TEXTS = replace(derived_texts(Inshi, VIEW, examples_of("inshi")[0], FORMS), identifies=_is_room)
