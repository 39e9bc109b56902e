"""Signs between neighbouring cells as clues: ``=`` where both are equal, ``x`` where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.clues.pair_signs import Pair, PairSigns, Signed
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

EQUAL = "="
UNLIKE = "x"


@dataclass(frozen=True)
class Equalities(PairSigns[Signed]):
    """Signs, each with a cell and the one to its right or below it. The place of a clue is that pair, and the clue is
    ``=`` or ``x``.
    """

    keyword: str = "signs"
    rare: bool = True

    signs = "=x×"
    glyphs = "=××"
    upright_glyphs = "=××"

    @property
    def help(self) -> str:
        """Their names."""
        return (
            "Signs between cells, if there are any, follow below 'signs', each with its two cells: r1c1=r1c2 for equal "
            "ones,\nr1c1xr2c1 for different ones."
        )

    def entry(self, one: Cell, other: Cell, sign: str) -> Signed:
        """The cells as in the grid, and the sign as it is written."""
        return min(one, other), max(one, other), EQUAL if sign == EQUAL else UNLIKE

    def between(self, value: tuple[Signed, ...]) -> Iterator[Signed]:
        """Yield all signs as they stand in the grid."""
        yield from value

    def checked(self, value: Any, name: str) -> tuple[Signed, ...]:
        """The signs in order, one for each pair of cells."""
        found = dict[Pair, str]()
        for entry in fields.sequence(value, name, "two cells and a sign each"):
            *cells, sign = fields.sequence(entry, name, "two cells and a sign") or [None]
            if sign not in (EQUAL, UNLIKE):
                raise InputError(f"found {fields.shown(sign)} among the signs, expected {EQUAL!r} or {UNLIKE!r}")
            one, other, _ = self.entry(*self.pair(cells, name), sign)
            if found.setdefault((one, other), sign) != sign:
                raise InputError(f"found both {EQUAL!r} and {UNLIKE!r} between {cell_name(one)} and {cell_name(other)}")
        return tuple(sorted((one, other, sign) for (one, other), sign in found.items()))

    def to_json(self, value: tuple[Signed, ...]) -> list[list[Any]]:
        """Lists of two cells and the sign."""
        return [[list(one), list(other), sign] for one, other, sign in value]

    def from_json(self, value: Any, name: str) -> tuple[Signed, ...]:
        """The inverse of `to_json`. Raises InputError."""
        entries = fields.listed(value, name, "two cells and a sign each")
        return self.checked([fields.listed(entry, name, "two cells and a sign") for entry in entries], name)

    def given_clues(self, value: tuple[Signed, ...]) -> dict[Any, str]:
        """Each sign."""
        return {(one, other): sign for one, other, sign in value}

    def changed(self, value: tuple[Signed, ...], clues: Mapping[Any, Any]) -> tuple[Signed, ...]:
        """The signs, some of them turned into the other one, left out or new."""
        signs = {**self.given_clues(value), **clues}
        return tuple(sorted((one, other, sign) for (one, other), sign in signs.items() if sign))

    def alternatives(self, value: tuple[Signed, ...], place: Any, size: tuple[int, int]) -> Iterable[str]:
        """Both signs."""
        return [EQUAL, UNLIKE]

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "equalities"}
