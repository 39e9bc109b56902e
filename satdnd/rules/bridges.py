"""Unknowns that take the values none, one or two: bridges between pairs of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Clause, Literal

_SAID = {
    -1: ("=0", "there is no bridge between {}", "there is a bridge between {}"),
    1: (">=1", "there is a bridge between {}", "there is no bridge between {}"),
    -2: ("<=1", "there is at most one bridge between {}", "there are two bridges between {}"),
    2: ("=2", "there are two bridges between {}", "there are not two bridges between {}: at most one"),
}
"""Mark, sentence and denial of each literal of the first pair; `_kind` maps the literals of other pairs to these."""
_KINDS = {mark: kind for kind, (mark, _, _) in _SAID.items()}


def _kind(literal: Literal) -> int:
    """1 or 2 for "at least that many bridges", -1 or -2 for "fewer than that"."""
    number = 2 - abs(literal) % 2
    return number if literal > 0 else -number


class Bridges(Unknowns):
    """Variables 2e+1 and 2e+2 say "at least one bridge" and "two bridges" between the two cells of pair e.

    Args:
        size: rows and columns.
        pairs: cells in one line, the first one in reading order first.
    """

    def __init__(self, size: tuple[int, int], pairs: Sequence[tuple[Cell, Cell]]) -> None:
        self.size, self.pairs = size, pairs
        self.names = [f"bridges[{a},{b}-{c},{d}]>={k}" for (a, b), (c, d) in pairs for k in (1, 2)]
        self._ones = {(*one, *other): 2 * e + 1 for e, (one, other) in enumerate(pairs)}
        marks = " or ".join(_KINDS)
        self.expected = (
            f"expected [row, column, row, column, {marks}] of two islands in reading order that see each other"
        )

    def _one(self, ends: Sequence[Any]) -> int:
        """The first variable of a pair of cells; 0 for anything else, and a bool does not count as an int."""
        return self._ones.get(tuple(ends), 0) if all(type(x) is int for x in ends) else 0

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The two cells."""
        return self.pairs[(variable - 1) // 2]

    def mark(self, literal: Literal) -> Mark:
        """The two cells in reading order, and the number of bridges between them."""
        one, other = self.cells(abs(literal))
        return (*one, *other, _SAID[_kind(literal)][0])

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that a mark stands for."""
        match mark:
            case [*ends, str(count)] if count in _KINDS and (one := self._one(ends)):
                kind = _KINDS[count]
                return one - 1 + kind if kind > 0 else kind - one + 1
        return super().literal(mark)

    def along(self, literal: Literal) -> Iterable[Literal]:
        """Two bridges imply at least one; no bridge implies at most one."""
        return {2: (literal - 1,), -1: (literal - 1,)}.get(_kind(literal), ())

    def structure(self) -> list[Clause]:
        """Two bridges imply at least one."""
        return [[one, -one - 1] for one in self._ones.values()]

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """Literals from rows in the form of `describe`: ``[r1, c1, r2, c2, least, most]`` for pairs of cells."""
        found: list[Literal] = []
        for row in rows:
            match row:
                case [*ends, least, most] if type(least) is type(most) is int and (one := self._one(ends)):
                    if 0 <= least <= most <= 2:
                        found += {0: [], 1: [one], 2: [one + 1]}[least] + {0: [-one], 1: [-one - 1], 2: []}[most]
                        continue
            raise InputError(f"found {shown(row)}, expected [r1, c1, r2, c2, least, most]")
        return found

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: ``[r1, c1, r2, c2, least, most]`` for each pair, the range of its number of bridges."""
        known = {y for x in literals for y in (x, *self.along(x))}
        return {
            "forced": [
                [*ends, (one in known) + (one + 1 in known), 2 - (-one in known) - (-one - 1 in known)]
                for ends, one in self._ones.items()
            ]
        }

    def sentence(self, literal: Literal) -> str:
        """``there are two bridges between r1c1 and r1c5``; none, at least one or at most one."""
        return self._worded(literal, 1)

    def denial(self, literal: Literal) -> str:
        """``there are not two bridges between r1c1 and r1c5: at most one``, ``there is no bridge between ...``."""
        return self._worded(literal, 2)

    def _worded(self, literal: Literal, form: int) -> str:
        return _SAID[_kind(literal)][form].format(" and ".join(map(cell_name, self.cells(abs(literal)))))
