"""The rules of hashi, one instance at a time, as constraints over numbers of bridges: for judging explanations.

It walks over the cells, as the referee does: what can be built and what crosses is found here once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import Constraint, Domains, Sum, Term
from satdnd.explanation.judge.instances import Instance, Instances, Restriction, cell_of
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.model import UNTOLD, WATER, Hashi, HashiSolution

MARKS = {"=0": 1, ">=1": 6, "<=1": 3, "=2": 4}
"""The numbers of bridges that each mark leaves, as sets."""
SOME, TWO = 6, 4
"""At least one bridge; two."""
_CUT = re.compile(r"the islands around (r\d{1,6}c\d{1,6}) need a way out")
_WANTED = "[row, column, row, column, {}] of two islands in reading order that see each other"


class HashiInstances(Instances[HashiSolution]):
    """Of one puzzle; a variable for each pair of islands that see each other, by their cells in reading order."""

    def __init__(self, puzzle: Hashi, options: Settings) -> None:
        self.puzzle = puzzle
        self.size = puzzle.height, puzzle.width
        self.islands = [(r, c) for r, row in enumerate(puzzle.rows) for c, cell in enumerate(row) if cell != WATER]
        self.pairs = sorted(self._seen())
        self._number = {pair: i for i, pair in enumerate(self.pairs)}
        self.domains = (7,) * len(self.pairs)
        self.splits = SOME, TWO

    def _seen(self) -> Iterator[tuple[Cell, Cell]]:
        """Pairs of islands with only water between them, the one to the left or above first."""
        there = set(self.islands)
        for r, c in self.islands:
            for i, j, steps in ((0, 1, len(self.puzzle.rows[0]) - c), (1, 0, len(self.puzzle.rows) - r)):
                line = ((r + i * k, c + j * k) for k in range(1, steps))
                if (other := next((cell for cell in line if cell in there), None)) is not None:
                    yield (r, c), other

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Crossings, then the islands' numbers."""
        down = {
            (r, one[1]): (one, other)
            for one, other in self.pairs
            if one[1] == other[1]
            for r in range(one[0] + 1, other[0])
        }
        for pair in self.pairs:
            (r, left), (below, right) = pair
            for c in range(left + 1, right if r == below else 0):
                if (crossing := down.get((r, c))) is not None:
                    names = ["-".join(map(cell_name, ends)) for ends in (pair, crossing)]
                    both = Sum.of([self._number[pair], self._number[crossing]], SOME, 0, 1)
                    text = f"the bridges {names[0]} and {names[1]} do not cross"
                    yield text, Instance(("crossing",), frozenset(pair + crossing), lambda both=both: [both])  # type: ignore[misc]  # bound now
        ends: dict[Cell, list[int]] = {island: [] for island in self.islands}
        for i, (one, other) in enumerate(self.pairs):
            ends[one].append(i)
            ends[other].append(i)
        for (r, c), edges in ends.items():
            if self.puzzle.rows[r][c] == UNTOLD:
                text, has = f"the island at {cell_name((r, c))} has a bridge", Sum.of(edges, SOME, 1)
            else:
                number = int(self.puzzle.rows[r][c])
                terms = tuple(Term(i, values) for i in edges for values in (SOME, TWO))
                text = f"the island at {cell_name((r, c))} has {counted(number, 'bridge')}"
                has = Sum(terms, number, number)
            yield text, Instance(("degree",), frozenset([(r, c)]), lambda has=has: [has])  # type: ignore[misc]  # bound now

    def cut(self, rule: str, text: str, about: Sequence[Cell]) -> Iterable[Constraint] | None:
        """That a bridge leaves some islands."""
        if not (found := _CUT.fullmatch(text)):
            return None
        if rule != "connected":
            raise InputError(f"the rule is connected, not {rule!r}")
        group = set(about)
        if cell_of(found[1]) not in group or not group < set(self.islands):
            raise InputError("it is about cells that are no islands, or all islands, or others than it names")
        leaving = [i for i, (one, other) in enumerate(self.pairs) if (one in group) != (other in group)]
        return [Sum.of(leaving, SOME, 1)]

    def cut_off(self, known: Domains) -> Iterator[Restriction]:
        """Pairs of islands without whose bridges the others fall apart."""
        for i, pair in enumerate(self.pairs):
            if known[i] & 1 and known[i] & SOME:
                ways: dict[Cell, list[Cell]] = {island: [] for island in self.islands}
                for j, (one, other) in enumerate(self.pairs):
                    if j != i and known[j] & SOME:
                        ways[one].append(other)
                        ways[other].append(one)
                reached = [pair[0]]
                seen = set(reached)
                for island in reached:
                    new = [other for other in ways[island] if other not in seen]
                    seen.update(new)
                    reached += dict.fromkeys(new)
                if len(seen) < len(self.islands):
                    yield Restriction(i, SOME, pair)

    def mark(self, entry: Sequence[Any]) -> Restriction:
        """``[row, column, row, column, number]``."""
        wanted = _WANTED.format(" or ".join(MARKS))
        good = isinstance(entry, list) and len(entry) == 5 and all(type(x) is int for x in entry[:4])
        pair = ((entry[0], entry[1]), (entry[2], entry[3])) if good else None
        if pair not in self._number or not isinstance(entry[4], str) or entry[4] not in MARKS:
            raise InputError(f"found {fields.shown(entry)}, expected {wanted}")
        assert pair
        return Restriction(self._number[pair], MARKS[entry[4]], pair)

    def place(self, variable: int) -> tuple[Cell, ...]:
        """The two islands."""
        return self.pairs[variable]

    def values(self, solution: HashiSolution) -> Sequence[int]:
        """The numbers of bridges."""
        built = {((a, b), (c, d)): count for a, b, c, d, count in solution.bridges}
        return [built.get(pair, 0) for pair in self.pairs]

    def solution(self, known: Domains) -> HashiSolution | list[Cell]:
        """The bridges."""
        if left := {
            cell for pair, values in zip(self.pairs, known, strict=True) if values & values - 1 for cell in pair
        }:
            return sorted(left)
        counts = [values.bit_length() - 1 for values in known]
        return HashiSolution(
            tuple((*one, *other, count) for (one, other), count in zip(self.pairs, counts, strict=True) if count)
        )
