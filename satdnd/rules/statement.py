"""A statement as a value, with its faces: sentence and JSON, clauses, whether a board breaks it, its constraints.

The faces share no code with each other. A contract test makes every board of small scopes and asks all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import Constraint
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Literal, Statement


class SearchLimit(Exception):
    """A reasoner would have to search for too long; a solver may still answer."""


class Reasoner(Protocol):
    """Protocol: finds what one statement implies on a partly known board. Its methods may raise SearchLimit."""

    @property
    def scope(self) -> Bitboard:
        """The variables of the statement."""

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether a board keeps it on which these variables are true and those false."""

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """Which others are true, and which false, on all boards that keep it; None if there is no such board."""


@dataclass(frozen=True)
class RuleStatement(Statement, ABC):
    """One instance of one rule, over the variables of a puzzle's unknowns (`satdnd.rules.unknowns`)."""

    clue: Any = field(default=None, kw_only=True, compare=False)
    """The clue of the puzzle that this statement comes from, if it comes from one."""

    @abstractmethod
    def encode(self, encoder: Encoder) -> None:
        """Add the clauses. Raises Undecided when the budget of the formula runs out."""

    @abstractmethod
    def broken(self, board: Bitboard) -> bool:
        """Whether a board breaks the statement; bit v-1 of *board* is variable v."""

    def fault(self, board: Bitboard) -> str:
        """A sentence for people that says how *board* breaks it."""
        return f"not so: {self.text}"

    @abstractmethod
    def constraints(self) -> Sequence[Constraint]:
        """The same rule for partly known boards, as constraints that must all hold."""

    def reasoner(self) -> Reasoner | None:
        """Finds everything that it implies faster than a solver does from its clauses; None if there is nothing."""
        return None

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield what it says as counts: literals, and how many of them are true at least. There may be more to it."""
        yield from ()


@dataclass(frozen=True)
class Together(RuleStatement):
    """Several statements in one sentence: the treasure's cell is open, and a room covers it."""

    parts: tuple[RuleStatement, ...]

    def encode(self, encoder: Encoder) -> None:
        """Encode the parts one after another."""
        for part in self.parts:
            part.encode(encoder)

    def broken(self, board: Bitboard) -> bool:
        """One of the parts is broken."""
        return any(part.broken(board) for part in self.parts)

    def fault(self, board: Bitboard) -> str:
        """The fault of the first part that is broken."""
        return next(part for part in self.parts if part.broken(board)).fault(board)

    def constraints(self) -> Sequence[Constraint]:
        """The constraints of all parts."""
        return [constraint for part in self.parts for constraint in part.constraints()]

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield those of all parts."""
        for part in self.parts:
            yield from part.lower_bounds()


@dataclass(frozen=True)
class Combined(Together):
    """Statements that are also separate, and that people combine when none of them alone is enough."""


class StatementFamily(ABC):
    """All statements of one rule as one value.

    It adds their clauses in one go and judges a whole board in one go; the statements are made when a question asks
    why. Most puzzles are solved without such a question, and a statement takes longer to make than to solve.
    """

    rule: str
    """The rule's id."""

    @abstractmethod
    def statements(self) -> Iterable[RuleStatement]:
        """Make the statements, one by one."""

    @cached_property
    def made(self) -> tuple[RuleStatement, ...]:
        """The statements, made once."""
        return (*self.statements(),)

    @abstractmethod
    def encode(self, encoder: Encoder) -> None:
        """Add clauses that say the same as those of all statements, and of which unit propagation sees no less."""

    @abstractmethod
    def broken(self, board: Bitboard) -> bool:
        """Whether a board breaks one of the statements."""

    def breaches(self, board: Bitboard) -> Iterable[RuleStatement]:
        """The statements that a board breaks."""
        return (one for one in self.made if one.broken(board))


AnyStatement: TypeAlias = RuleStatement | StatementFamily
"""A statement, or all of a rule."""


def singles(statements: Iterable[AnyStatement]) -> Iterator[RuleStatement]:
    """Yield the statements, with those of families."""
    for one in statements:
        if isinstance(one, StatementFamily):
            yield from one.made
        else:
            yield one


def broken_by(board: Bitboard, statements: Iterable[AnyStatement]) -> Iterator[RuleStatement]:
    """Yield the statements that a board breaks, with those of families."""
    for one in statements:
        if isinstance(one, RuleStatement):
            if one.broken(board):
                yield one
        elif one.broken(board):
            yield from one.breaches(board)


def state(statements: Iterable[AnyStatement], encoder: Encoder) -> None:
    """Add statements to a formula, each under its own rule and name; families that hold together as such."""
    for one in singles(statements) if encoder.alone else statements:
        if isinstance(one, StatementFamily):
            encoder.formula.family(one.rule)
        else:
            encoder.formula.begin_statement(one)
        one.encode(encoder)
