"""Weighted sums: the weights of the literals that are true add up to a given total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import ClassVar

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import NO, YES, Constraint, Sum, Term
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class WeightedSum(RuleStatement):
    """The weights of the true literals, which are positive, add up to *total*.

    Auxiliary variables: one for each sum that the first i literals can have if the others can bring it to the total.
    Clauses: about five for each, and two for each literal; unit propagation then sees all that follows (F. Bacchus,
    "GAC via unit propagation", CP 2007).
    """

    literals: tuple[Literal, ...] = field(hash=False)
    weights: tuple[int, ...] = field(hash=False)
    total: int

    fields: ClassVar = ("total",)

    def encode(self, encoder: Encoder) -> None:
        """Encode the sums of the first literals, one more at a time."""
        formula, mark = encoder.formula, encoder.formula.pool.top
        reach = [*accumulate(self.weights, lambda sums, weight: sums | sums << weight, initial=1)]
        needed = [*accumulate(reversed(self.weights), lambda sums, w: sums | sums >> w, initial=1 << self.total)][::-1]
        layers = [dict.fromkeys(scan(one & other), 0) for one, other in zip(reach, needed, strict=True)]
        if not layers[0]:
            formula.add()
            return
        for layer in layers:
            layer.update(zip(layer, formula.pool.block(len(layer)), strict=True))
        formula.add(layers[0][0])
        for x, weight, layer, after in zip(self.literals, self.weights, layers, layers[1:], strict=False):
            for total, node in layer.items():
                without, along = ([after[t]] if t in after else [] for t in (total, total + weight))
                formula.extend([[-node, x, *without], [-node, -x, *along], [-node, *without, *along]])
            for total, node in after.items():
                formula.add(-node, *(layer[t] for t in (total, total - weight) if t in layer))
            formula.add(-x, *(node for total, node in layer.items() if total + weight in after))
            formula.add(x, *(node for total, node in layer.items() if total in after))
        formula.name_since(
            mark,
            self.text,
            lambda: {x: f"the first {i} add up to {t}" for i, layer in enumerate(layers) for t, x in layer.items()},
        )

    def broken(self, board: Bitboard) -> bool:
        """Whether they add up to something else."""
        return self._found(board) != self.total

    def fault(self, board: Bitboard) -> str:
        """The sentence, with the sum found."""
        return f"{self.text}: found {self._found(board)}"

    def _found(self, board: Bitboard) -> int:
        return sum(w for x, w in zip(self.literals, self.weights, strict=True) if true_among((x,), board))

    def constraints(self) -> Sequence[Constraint]:
        """One sum."""
        pairs = zip(self.literals, self.weights, strict=True)
        terms = tuple(Term(abs(x) - 1, YES if x > 0 else NO, weight) for x, weight in pairs)
        return [Sum(terms, self.total, self.total)]
