"""Inequality signs between neighbouring cells as clues: the number in one is less than that in the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.clues.pair_signs import Pair, PairSigns, Signed
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell


@dataclass(frozen=True)
class Inequalities(PairSigns[Pair]):
    """Signs, each a pair of neighbouring cells of which the first holds less. The place of a clue is its pair, and the
    clue ``<``, or ``>`` where it is turned round.
    """

    keyword: str = "less"

    signs = "<>"
    glyphs = "<>"
    upright_glyphs = "∧∨"

    @property
    def help(self) -> str:
        """Their names."""
        return "The signs follow below 'less', each with its two cells: r1c1<r1c2, or r1c2>r1c1."

    def entry(self, one: Cell, other: Cell, sign: str) -> Pair:
        """The pair, the cell with less first."""
        return (one, other) if sign == "<" else (other, one)

    def between(self, value: tuple[Pair, ...]) -> Iterator[Signed]:
        """Yield all signs as they stand in the grid."""
        for low, high in value:
            yield min(low, high), max(low, high), "<" if low < high else ">"

    def checked(self, value: Any, name: str) -> tuple[Pair, ...]:
        """The pairs in order, each once."""
        return tuple(sorted({self.pair(cells, name) for cells in fields.sequence(value, name, "pairs of cells")}))

    def to_json(self, value: tuple[Pair, ...]) -> list[list[list[int]]]:
        """Lists of two cells, the one with less first."""
        return [[list(cell) for cell in pair] for pair in value]

    def from_json(self, value: Any, name: str) -> tuple[Pair, ...]:
        """The inverse of `to_json`. Raises InputError."""
        pairs = [fields.listed(pair, name, "two cells") for pair in fields.listed(value, name, "pairs of cells")]
        return self.checked(pairs, name)

    def given_clues(self, value: tuple[Pair, ...]) -> dict[Any, str]:
        """Each sign as it is."""
        return dict.fromkeys(value, "<")

    def changed(self, value: tuple[Pair, ...], clues: Mapping[Any, Any]) -> tuple[Pair, ...]:
        """The signs, some of them turned round, left out or new."""
        kept = [pair for pair in value if pair not in clues]
        new = [self.entry(pair[0], pair[1], sign) for pair, sign in clues.items() if sign]
        return tuple(sorted({*kept, *new}))

    def alternatives(self, value: tuple[Pair, ...], place: Any, size: tuple[int, int]) -> Iterable[str]:
        """The sign turned round."""
        return [">"]

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "inequalities"}
