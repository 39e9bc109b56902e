"""The rules of one puzzle: its unknowns, its statements, and the rule that is added by cuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.cut import Cuts
from satdnd.rules.one_solution import OneSolution
from satdnd.rules.statement import AnyStatement, RuleStatement, singles
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal, RecordedStatement

S = TypeVar("S")


@dataclass(frozen=True)
class Rulebook(Generic[S]):
    """The rules of one puzzle, one instance at a time."""

    unknowns: Unknowns
    stated: Callable[[], Iterable[AnyStatement]]
    """Makes what the rules say, except for `cuts`."""
    board: Callable[[S], Bitboard]
    """The true variables of a solution, as bits."""
    solution: Callable[[Bitboard], S]
    """The inverse of `board`."""
    shown: tuple[Literal, ...] = ()
    """What the puzzle shows without a step (a given cell)."""
    cuts: Cuts | None = None
    blocking_sign: int = 0
    """The sign of the literals that a blocking clause needs. 1: true variables only, as all solutions have equally many
    of them; -1: false ones only, likewise; 0: all variables."""
    implied: Callable[[], Iterable[RuleStatement]] = tuple
    """Makes statements that follow from the others, each of which replaces several in explanations."""

    teaching: Callable[[], Iterable[RuleStatement]] = tuple
    """As *implied*, but only for explanations: grades do not use them."""
    unique: Callable[[RecordedStatement], OneSolution | None] = lambda _: None
    """The recorded statement, if it follows from uniqueness; None if it is something else. Raises InputError if it
    claims to, but does not."""

    def each(self) -> Iterator[RuleStatement]:
        """Make every instance of `stated`, one by one."""
        return singles(self.stated())

    @cached_property
    def statements(self) -> tuple[RuleStatement, ...]:
        """All statements, including those that follow from others."""
        return (*self.each(), *self.implied(), *self.teaching())

    def find(self, recorded: RecordedStatement) -> RuleStatement:
        """The recorded statement: the one with the same rule, cells, fields and sentence.

        Raises:
            InputError: this puzzle has no such statement; the message completes "..., but".
        """
        record = dict(recorded.record)
        about = self._about.get((recorded.rule, frozenset(recorded.cells)), ())
        alike = [one for one in about if all(_same(record.get(k), v) for k, v in one.parameters().items())]
        found = next((one for one in alike if one.text == recorded.text), next(iter(alike), None))
        if found is None and self.cuts and "at" in record:
            (at,) = fields.cells([record["at"]], "at", *self.unknowns.size)
            found = self.cuts.found(recorded, at)
        found = found or self.unique(recorded)
        if found is None:
            if any(one.text == recorded.text for one in about):
                raise InputError("the puzzle has other numbers there")
            raise InputError(f"this puzzle says {about[0].text!r} there" if about else "the rules do not say so")
        if recorded.text != found.text:
            raise InputError(f"this puzzle says {found.text!r} there")
        return found

    @cached_property
    def _about(self) -> dict[tuple[str, frozenset[Any]], list[RuleStatement]]:
        """The statements by rule and cells."""
        found: dict[tuple[str, frozenset[Any]], list[RuleStatement]] = {}
        for statement in self.statements:
            found.setdefault((statement.rule, frozenset(statement.cells)), []).append(statement)
        return found


def _same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; true is not 1."""
    return type(one) is type(other) and bool(one == other)
