"""Where statements add their clauses: a formula, and how counts become clauses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from satdnd.encodings.cardinality import at_least, at_most, exactly
from satdnd.sat.formula import Clause, Compiled, Formula, Literal, Pool

T = TypeVar("T")
AUTO = "auto"
"""The encoding that is best for a statement."""
BEST = "seqcounter"
"""The best for nearly all: small, and unit propagation sees all that follows."""


@dataclass
class Encoder:
    """A formula under construction."""

    formula: Formula
    cardinality: str = AUTO
    """The encoding of counts, of `satdnd.encodings.cardinality.NAMES`, or what a statement knows beside these."""
    at_most_one: Callable[[Sequence[Literal], Pool], Compiled] | None = None
    """How "at most one" is said; None: as of all counts."""
    shared: dict[Hashable, Any] = field(default_factory=dict)
    """What several statements define together (a treasure room), by its meaning."""
    alone: bool = True
    """Whether each statement says by itself all that it says, as explanations need it; else all do together."""

    def definition(self, meaning: Hashable, make: Callable[[], T]) -> T:
        """What *make* makes, clauses that define variables among it, unless it is there already."""
        if meaning not in self.shared:
            with self.formula.defining():
                self.shared[meaning] = make()
        found: T = self.shared[meaning]
        return found

    def define(self, meaning: Hashable, name: str, clauses: Callable[[Literal], Iterable[Clause]]) -> Literal:
        """The literal with that meaning: a new variable *name* with its defining *clauses*, unless it is there."""

        def make() -> Literal:
            """The variable and its clauses."""
            variable = self.formula.new(name)
            self.formula.extend(clauses(variable))
            return variable

        return self.definition(meaning, make)

    def count(self, literals: Sequence[Literal], least: int, most: int, label: str) -> None:
        """Of *literals*, *least* to *most* are true; auxiliary variables are named by *label*."""
        formula, mark = self.formula, self.formula.pool.top
        cardinality = BEST if self.cardinality == AUTO else self.cardinality
        if least <= 1 and most == len(literals) - 1 > 1 and cardinality != "native":
            if least:
                formula.add(*literals)
            formula.add(*(-x for x in literals))  # one clause says it
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
