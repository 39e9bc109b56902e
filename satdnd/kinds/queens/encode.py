"""Queens that do not attack each other, as clauses: one variable a square."""

from __future__ import annotations

from satdnd.encodings.attacks import at_most_one_in_product
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.kinds.queens.statements import rulebook
from satdnd.rules.encoder import Encoder
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula

PRODUCT = "product"
"""The encoding of "at most one" unless another is asked for: `at_most_one_in_product`."""


class Direct(StatementEncoding[Queens, QueensSolution]):
    """One board with its given queens.

    Variables: H*W squares (``queen[r,c]``) and those of the at-most-ones, in two dimensions unless another encoding
    was asked for: 25,224 variables and 105,876 clauses at 100 x 100, 82,362 and 395,548 at 200 x 200. With fewer
    queens than the shorter side a totalizer counts them.

    Of PySAT's solvers MiniSat is by far the quickest to a first placement: 0.1 s at N = 100, where CaDiCaL 1.9.5
    takes 1.5 s and Glucose 4 fifty (``python benchmarks/queens.py``).
    """

    best_solver = "minisat22"

    def __init__(self, puzzle: Queens, options: Settings, *, eager: bool = False, budget: Budget | None = None) -> None:
        self.resolved = {"cardinality": PRODUCT if options.cardinality == "auto" else options.cardinality}
        super().__init__(rulebook(puzzle, options), budget, self._encoder)

    def _encoder(self, formula: Formula) -> Encoder:
        if self.resolved["cardinality"] == PRODUCT:
            return Encoder(formula, "totalizer", at_most_one=at_most_one_in_product)
        return Encoder(formula, self.resolved["cardinality"])
