"""A statement as a value, with its faces: sentence and JSON, clauses, whether a board breaks it, its constraints.

The faces share no code with each other. A contract test makes every board of small scopes and asks all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import Constraint
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Statement


@dataclass(frozen=True)
class RuleStatement(Statement, ABC):
    """One instance of one rule, over the variables of a puzzle's unknowns (`satdnd.rules.unknowns`)."""

    clue: Any = field(default=None, kw_only=True, compare=False)
    """The clue of the puzzle that says so, where one does."""

    @abstractmethod
    def encode(self, encoder: Encoder) -> None:
        """Add the clauses. Raises Undecided where the budget of the formula does not reach."""

    @abstractmethod
    def broken(self, board: Bitboard) -> bool:
        """Whether *board*, of which bit v-1 is variable v, breaks it."""

    def fault(self, board: Bitboard) -> str:
        """A sentence for people: how a *board* that breaks it does so."""
        return f"not so: {self.text}"

    @abstractmethod
    def constraints(self) -> Sequence[Constraint]:
        """The same for boards that are known in part; all of them must hold."""


@dataclass(frozen=True)
class Together(RuleStatement):
    """Several statements that one sentence says: the treasure's cell is open, and a room covers it."""

    parts: tuple[RuleStatement, ...]

    def encode(self, encoder: Encoder) -> None:
        """One after the other."""
        for part in self.parts:
            part.encode(encoder)

    def broken(self, board: Bitboard) -> bool:
        """One of them is."""
        return any(part.broken(board) for part in self.parts)

    def fault(self, board: Bitboard) -> str:
        """Of the first part that it breaks."""
        return next(part for part in self.parts if part.broken(board)).fault(board)

    def constraints(self) -> Sequence[Constraint]:
        """Those of all."""
        return [constraint for part in self.parts for constraint in part.constraints()]


@dataclass(frozen=True)
class Combined(Together):
    """Statements that are there by themselves too, and that people take together where none of them leads further."""


def state(statements: Iterable[RuleStatement], encoder: Encoder) -> None:
    """Add statements to a formula, each under its rule and its name."""
    for statement in statements:
        encoder.formula.states(statement)
        statement.encode(encoder)
