"""The rules of rooms of factors, one instance at a time, as constraints over candidates: for judging explanations.

There is a variable for each candidate: that a cell holds one number at all is a rule like the others. A room lies in
one line, so its k cells hold k different numbers; where cells hold several or none, what is said of the room is that
each number in it is one of k different numbers in it whose product is the clue, and that there are such k numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import Constraint, Domains, Machine, State, Sum
from satdnd.explanation.judge.instances import Instance, Instances, Restriction, placed
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell, grid, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.inshi.model import Inshi, InshiSolution
from satdnd.sat.budget import Budget

NO, YES = 1, 2
"""Sets of values: 0 says that the candidate is gone, 1 that it stands in its cell."""


class InshiInstances(Instances[InshiSolution]):
    """Of one puzzle; variable ``(r*N + c)*N + v - 1`` says that the number v stands in the cell (r, c)."""

    def __init__(self, puzzle: Inshi, options: Settings) -> None:
        self.puzzle = puzzle
        self.side = puzzle.size
        self.size = self.side, self.side
        self.domains = (NO | YES,) * self.side**3
        self.splits = (YES,)

    def at(self, cell: Cell, value: int) -> int:
        """The variable of a candidate."""
        return (cell[0] * self.side + cell[1]) * self.side + value - 1

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Cells, rows, columns, rooms."""
        n, values = range(self.side), range(1, self.side + 1)
        for cell in self.puzzle.cells:
            yield (
                f"{cell_name(cell)} holds one value",
                self._once("value", [cell], [[self.at(cell, v) for v in values]]),
            )
        for what, lines in (("row", [[(k, i) for i in n] for k in n]), ("column", [[(i, k) for i in n] for k in n])):
            for k, line in enumerate(lines, 1):
                groups = [[self.at(cell, v) for cell in line] for v in values]
                yield f"{what} {k} holds each value once", self._once(what, line, groups)
        for room in self.puzzle.rooms:
            cells = tuple(room.cells)
            product = Product(room.product, len(cells), self.side, tuple(self.at(cell, 1) for cell in cells))
            text = f"the room at {cell_name(cells[0])} has the product {room.product}"
            yield text, Instance(("product",), frozenset(cells), lambda product=product: [product])  # type: ignore[misc]  # bound now

    @staticmethod
    def _once(rule: str, cells: Iterable[Cell], groups: Sequence[Sequence[int]]) -> Instance:
        """Of each group one candidate stands."""
        return Instance((rule,), frozenset(cells), lambda: [Sum.of(group, YES, 1, 1) for group in groups])

    def mark(self, entry: Sequence[Any]) -> Restriction:
        """``[row, column, "5"]`` placed, ``[row, column, "not 5"]`` gone."""
        wanted = f"[row, column, '1' to '{self.side}', or 'not ...'] in the grid"
        cell, word = placed(entry, 2, grid(self.side, self.side), wanted)
        number = {str(v): v for v in range(1, self.side + 1)}.get(word.removeprefix("not "))
        if number is None:
            raise InputError(f"found {fields.shown(entry)}, expected {wanted}")
        return Restriction(self.at(cell, number), NO if word.startswith("not ") else YES, (cell,))

    def place(self, variable: int) -> tuple[Cell, ...]:
        """Its cell."""
        return (divmod(variable // self.side, self.side),)

    def noted(self, mark: Restriction) -> Iterable[Restriction]:
        """Of a placed number: its cell holds no other, and no cell of its row or column holds it."""
        if mark.values == YES:
            ((r, c),), value = mark.cells, mark.variable % self.side + 1
            n = range(self.side)
            others = [((r, c), v + 1) for v in n if v + 1 != value]
            others += [((r, i), value) for i in n if i != c] + [((i, c), value) for i in n if i != r]
            for where, number in others:
                yield Restriction(self.at(where, number), NO, (where,))

    def values(self, solution: InshiSolution) -> Sequence[int]:
        """The candidates that stand."""
        return [int(number == v) for row in solution.grid for number in row for v in range(1, self.side + 1)]

    def solution(self, known: Domains) -> InshiSolution | list[Cell]:
        """The grid."""
        found: dict[Cell, int] = {}
        for cell in self.puzzle.cells:
            value = next((v for v in range(1, self.side + 1) if known[self.at(cell, v)] == YES), None)
            if value is not None:
                found[cell] = value
        n = range(self.side)
        left = [cell for cell in self.puzzle.cells if cell not in found]
        return left or InshiSolution(tuple(tuple(found[r, c] for c in n) for r in n))


@dataclass(frozen=True)
class Product(Constraint):
    """What the clue of a room says of the candidates of its cells."""

    product: int
    length: int
    """Cells of the room."""
    size: int
    """N."""
    first: tuple[int, ...]
    """Of each cell the variable of the number 1; those of 2, ..., N follow it."""

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {start + i: i + 1 for start in self.first for i in range(self.size)}

    @cached_property
    def scope(self) -> frozenset[int]:
        """All candidates of the room."""
        return frozenset(self._numbers)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which numbers there are."""
        return _Numbers(self, [self._numbers[x] for x in order], set(order), domains, budget)


class _Numbers:
    """The state is the set of numbers that stand in the room so far."""

    def __init__(self, room: Product, order: Sequence[int], read: set[int], domains: Domains, budget: Budget) -> None:
        self._room, self._order, self._budget = room, order, budget
        self._found: dict[tuple[int, int], bool] = {}
        there = later = 0
        for variable, number in room._numbers.items():
            there |= 1 << number if domains[variable] == YES else 0
            later |= 1 << number if variable not in read and domains[variable] & YES else 0
        self._later = [later]
        for number in reversed(order):
            self._later.append(self._later[-1] | 1 << number)
        self._later.reverse()
        self.start: State = there if self._fits(there, self._later[0]) else None

    def read(self, state: State, position: int, value: int) -> State:
        """One more number, or one place less for it."""
        assert isinstance(state, int)
        there = state | value << self._order[position]
        return there if self._fits(there, self._later[position + 1]) else None

    def _fits(self, there: int, later: int) -> bool:
        """Whether each number that is there is among k numbers of *there* and *later* with the product."""
        possible = there | later
        return all(self._among(possible, number) for number in scan(there)) and self._among(possible, 0)

    def _among(self, possible: int, number: int) -> bool:
        """Whether k numbers of *possible*, with *number* unless that is 0, have the product."""
        key = possible, number
        if key not in self._found:
            product, length = self._room.product, self._room.length
            rest, left = divmod(product, number) if number else (product, 0)
            numbers = [v for v in scan(possible & ~(1 << number)) if product % v == 0]
            numbers.sort(key=lambda v: (-_largest_prime(v), v))
            self._found[key] = not left and self._makes(numbers, 0, rest, length - bool(number), set())
        return self._found[key]

    def _makes(self, numbers: list[int], i: int, product: int, length: int, dead: set[tuple[int, int, int]]) -> bool:
        """Whether so many of *numbers* from the i-th on have the product; numbers with large primes come first."""
        self._budget.check()
        if not length:
            return product == 1
        key = i, product, length
        if len(numbers) - i < length or key in dead:
            return False
        before, now = (_largest_prime(numbers[k]) if k >= 0 else 1 for k in (i - 1, i))
        if before == now or before == 1 or product % before:  # else nothing that is left can divide that prime out
            if product % numbers[i] == 0 and self._makes(numbers, i + 1, product // numbers[i], length - 1, dead):
                return True
            if self._makes(numbers, i + 1, product, length, dead):
                return True
        dead.add(key)
        return False


@cache
def _largest_prime(number: int) -> int:
    """The largest prime that divides *number*; 1 for 1."""
    return max((p for p in range(2, number + 1) if number % p == 0 and all(p % d for d in range(2, p))), default=1)
