"""The encoder: a formula to which statements add their clauses, and the encoding of counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from satdnd.encodings.cardinality import AUTO, BEST, at_least, at_most, direct, exactly
from satdnd.sat.formula import Clause, Compiled, Formula, Label, Literal, Pool

T = TypeVar("T")


@dataclass
class Encoder:
    """A formula under construction."""

    formula: Formula
    cardinality: str = AUTO
    """The encoding of counts: one of `satdnd.encodings.cardinality.NAMES`, or another that a statement knows."""
    at_most_one: Callable[[Sequence[Literal], Pool], Compiled] | None = None
    """The encoding of "at most one"; None for the same as for all counts."""
    shared: dict[Hashable, Any] = field(default_factory=dict)
    """Definitions shared by several statements (a treasure room), by meaning."""
    alone: bool = True
    """Whether each statement is complete on its own, as explanations need it; otherwise all hold together."""
    known: Mapping[Literal, bool] = field(default_factory=dict)
    """The values of literals that the puzzle shows, and of their negations, unless statements are complete on their
    own. Counts that fix all their literals still state them."""

    def definition(self, meaning: Hashable, make: Callable[[], T]) -> T:
        """The shared object of that *meaning*, made (with its defining clauses) at the first call."""
        if meaning not in self.shared:
            with self.formula.defining():
                self.shared[meaning] = make()
        found: T = self.shared[meaning]
        return found

    def define(self, meaning: Hashable, name: str, clauses: Callable[[Literal], Iterable[Clause]]) -> Literal:
        """The literal of that *meaning*: at the first call a new variable *name* with its defining *clauses*."""

        def make() -> Literal:
            """The new variable, with its clauses."""
            variable = self.formula.new(name)
            self.formula.extend(clauses(variable))
            return variable

        return self.definition(meaning, make)

    def count(self, literals: Sequence[Literal], least: int, most: int, label: Label) -> None:
        """Between *least* and *most* of *literals* are true; *label* names the auxiliary variables."""
        if self.known and most > 0 and least < len(literals):
            literals, least, most = self._left(literals, least, most)
        if least > most:
            self.formula.add()
        elif least > 0 or most < len(literals):
            self._add_count(literals, least, most, label)

    def _left(self, literals: Sequence[Literal], least: int, most: int) -> tuple[Sequence[Literal], int, int]:
        """A count without the literals that are known."""
        known = self.known
        others = [x for x in literals if x not in known]
        if len(others) == len(literals):
            return literals, least, most
        true = [*map(known.get, literals)].count(True)
        return others, max(least - true, 0), min(most - true, len(others))

    def _add_count(self, literals: Sequence[Literal], least: int, most: int, label: Label) -> None:
        formula, mark = self.formula, self.formula.pool.top
        cardinality = BEST if self.cardinality == AUTO else self.cardinality
        if least <= 1 and most >= len(literals) - 1 and cardinality != "native":  # one clause says each
            if least:
                formula.add(*literals)
            if most < len(literals):
                formula.add(*(-x for x in literals))
        elif cardinality == BEST and (patterns := direct(len(literals), least, most)):
            formula.extend([[sign * literals[i] for i in some] for sign, some in patterns])
        elif most == 1 and self.at_most_one:
            if least:
                formula.add(*literals)
            formula.include(self.at_most_one(literals, formula.pool), mark, label)
        elif least == most:
            formula.include(exactly(literals, most, formula.pool, cardinality), mark, label)
        else:
            made = Compiled([], [])
            if least > 0:
                made = at_least(literals, least, formula.pool, cardinality)
            if most < len(literals):
                made = made.together(at_most(literals, most, formula.pool, cardinality))
            formula.include(made, mark, label)
