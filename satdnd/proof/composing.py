"""One proof out of many: a formula refuted in every cube of a tree of cubes is refuted.

Where a proof used the literals of its cube, its lemmas get their negations; its last one is then the negation of what
it used of the cube. Two of these that differ in the sign of one variable give the one above, up to the empty clause
(Heule, Kullmann, Wieringa and Biere, "Cube and Conquer", HVC 2011).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from satdnd.errors import UsageError
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Cube: TypeAlias = tuple[Literal, ...]
"""The literals of a node, the root's first: each child has one more."""


def lifted(lrat: Sequence[str], cube: Sequence[Literal], budget: Budget | None = None) -> list[str]:
    """A proof of what follows from a formula, made of one that refutes it together with a cube.

    Args:
        lrat: refutes the unit clauses of *cube*, numbered from 1, and the formula's behind them; without RAT lemmas.
        cube: its literals, in that order.
        budget: looked at; Undecided.

    Returns:
        LRAT lines for the formula alone, whose clauses are numbered from 1. The last lemma is a clause of negated
        literals of *cube*, the empty one where none was needed. Nothing of the formula is deleted.

    Raises:
        UsageError: a RAT lemma, which depends on clauses that a larger formula need not have.
    """
    budget = budget or Budget()
    units = len(cube)
    used: dict[int, frozenset[int]] = {i: frozenset([i]) for i in range(1, units + 1)}
    """Of lemmas: which units they need; a formula's clause needs none."""
    nothing = frozenset[int]()
    lines = []
    first = None
    for line in lrat:
        budget.check()
        words = line.split()
        if words[1] == "d":
            gone = [n - units for n in map(int, words[2:-1]) if first is not None and n >= first]
            if gone:
                lines.append(" ".join([str(int(words[0]) - units), "d", *map(str, gone), "0"]))
            continue
        number, middle = int(words[0]), words.index("0")
        first = first or number
        hints = list(map(int, words[middle + 1 : -1]))
        if hints and min(hints) < 0:
            raise UsageError("a proof with RAT lemmas cannot be taken out of its cube")
        need = nothing.union(*(used[n] for n in hints if n in used))
        if need:
            used[number] = need
        literals = dict.fromkeys([*words[1:middle], *(str(-cube[n - 1]) for n in sorted(need))])
        told = [str(n - units) for n in hints if n > units]
        lines.append(" ".join([str(number - units), *literals, "0", *told, "0"]))
    return lines


class Tree:
    """The cubes of a formula, as they were split, and the proofs of those that were not. The root is the empty cube."""

    def __init__(self, originals: int) -> None:
        self._originals = originals
        self._splits: dict[Cube, Literal] = {}
        self._proofs: dict[Cube, Sequence[str]] = {}

    def split(self, cube: Cube, variable: Literal) -> None:
        """It has two children, with *variable* true and false."""
        self._splits[cube] = variable

    def refuted(self, cube: Cube, proof: Sequence[str]) -> None:
        """A leaf, with what `lifted` gave."""
        self._proofs[cube] = proof

    def composed(self, budget: Budget | None = None) -> list[str]:
        """The LRAT proof that the formula has no model, once every leaf is refuted. Raises Undecided."""
        return _Composer(self._originals, self._splits, self._proofs, budget or Budget()).lines


class _Composer:
    """Writes the proofs one behind the other, numbered anew."""

    def __init__(
        self, originals: int, splits: Mapping[Cube, Literal], proofs: Mapping[Cube, Sequence[str]], budget: Budget
    ) -> None:
        self._originals, self._splits, self._proofs, self._budget = originals, splits, proofs, budget
        self._last = originals
        self.lines: list[str] = []
        self._close(())

    def _close(self, cube: Cube) -> tuple[int, frozenset[Literal]]:
        """Number and literals of a clause that refutes *cube*: negated literals of it."""
        if cube not in self._splits:
            return self._leaf(self._proofs[cube])
        v = self._splits[cube]
        one, without = self._close((*cube, v))
        if -v not in without:
            return one, without  # the other side is refuted as well
        other, with_it = self._close((*cube, -v))
        if v not in with_it:
            self._delete([one] if with_it else [])
            return other, with_it
        clause = (without | with_it) - {v, -v}
        self._last += 1
        self.lines.append(" ".join([str(self._last), *map(str, sorted(clause, key=abs)), "0", f"{one} {other} 0"]))
        if clause:
            self._delete([one, other])
        return self._last, clause

    def _leaf(self, proof: Sequence[str]) -> tuple[int, frozenset[Literal]]:
        """Its lines; what is left of its lemmas is deleted, but the last."""
        number: dict[str, str] = {}
        literals: list[str] = []
        for line in proof:
            self._budget.check()
            words = line.split()
            if words[1] == "d":
                self._delete([int(number.pop(word)) for word in words[2:-1]])
                continue
            self._last += 1
            middle = words.index("0")
            literals = words[1:middle]
            hints = [number.get(word, word) for word in words[middle + 1 : -1]]
            number[words[0]] = str(self._last)
            self.lines.append(" ".join([str(self._last), *literals, "0", *hints, "0"]))
        clause = frozenset(map(int, literals))
        if clause:
            self._delete([n for n in map(int, number.values()) if n != self._last])
        return self._last, clause

    def _delete(self, numbers: Sequence[int]) -> None:
        if numbers:
            self.lines.append(" ".join([str(self._last), "d", *map(str, numbers), "0"]))
