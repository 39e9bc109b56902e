"""The parts of explanations: steps, reasons and arguments, and what a kind provides (`Explanations`).

`satdnd.explanation.stepper` chooses steps, `satdnd.explanation.step_words` makes their sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from satdnd.engine.kind import Kind, P, Part, S
from satdnd.engine.settings import O
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, RecordedStatement, Statement

P_contra = TypeVar("P_contra", contravariant=True)


class Turn(NamedTuple):
    """One link of an argument: the consequence of one rule from the known, the assumed and the earlier marks."""

    reason: int
    """The index of one of the step's reasons, from 0."""
    marks: tuple[Mark, ...] = ()
    """The marks that follow; empty if the rule is violated."""


class Bound(NamedTuple):
    """At least *least* of *marks* hold, by one rule and what is known."""

    reason: int
    """The index of one of the step's reasons, from 0."""
    marks: tuple[Mark, ...]
    least: int
    times: int = 1
    """How often it is counted."""

    @classmethod
    def from_json(cls, record: Any) -> Bound:
        """The bound written by `Argument.to_json`. Raises InputError for other input."""
        fields.require(record, "marks")
        lows = {"reason": 0, "least": 1, "times": 1}
        numbers = {name: fields.whole(fields.require(record, name), name, low) for name, low in lows.items()}
        return cls(marks=_marks(record, "marks"), **numbers)


@dataclass(frozen=True)
class Argument:
    """Why something follows from several rules, in links of one rule each.

    From *assumed*, the opposite of the conclusion, the links lead to a violated rule, to cases that all do so, or to
    bounds that together ask for more marks than there can be. If nothing is assumed, the only link states the
    conclusion, which later arguments may use.
    """

    assumed: tuple[Mark, ...]
    turns: tuple[Turn, ...]
    cases: tuple[Argument, ...] = ()
    bounds: tuple[Bound, ...] = ()

    @property
    def reasons(self) -> frozenset[int]:
        """The indices of the step's reasons that are used."""
        own = [{turn.reason for turn in self.turns}, {bound.reason for bound in self.bounds}]
        return frozenset[int]().union(*own, *(case.reasons for case in self.cases))

    def to_json(self) -> dict[str, Any]:
        """All fields."""
        return {
            "assumed": [list(mark) for mark in self.assumed],
            "turns": [{"reason": turn.reason, "marks": [list(mark) for mark in turn.marks]} for turn in self.turns],
            "cases": [case.to_json() for case in self.cases],
            "bounds": [
                {"reason": i, "marks": [list(mark) for mark in marks], "least": least, "times": times}
                for i, marks, least, times in self.bounds
            ],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Argument:
        """The argument written by `to_json`. Raises KeyError, TypeError or ValueError for other input."""
        turns = fields.listed(record["turns"], "turns", "links")
        bounds = fields.listed(record.get("bounds", []), "bounds", "bounds")
        return cls(
            _marks(record, "assumed"),
            tuple(Turn(int(turn["reason"]), _marks(turn, "marks")) for turn in turns),
            tuple(map(cls.from_json, fields.listed(record["cases"], "cases", "arguments"))),
            tuple(map(Bound.from_json, bounds)),
        )


@dataclass(frozen=True)
class Step:
    """One step of an explanation: `cells` follow from `reasons` and `known`."""

    cells: tuple[Mark, ...]
    """The marks found, in the order of the projection."""
    technique: str
    """The name of the technique."""
    text: str
    """What follows, and why: a sentence, or several lines for a long argument."""
    reasons: tuple[Statement, ...] = ()
    """The instances of rules used."""
    known: tuple[Mark, ...] = ()
    """An irreducible set of earlier marks that the step needs; the sentence may mention others."""
    minimal: bool = True
    """Whether all reasons are necessary; False for a guess, which has none."""
    easiest: bool = False
    """Whether it is proved that no step with fewer reasons was possible."""
    openings: int = 0
    """The number of different steps with as few reasons; 0 if not counted."""
    arguments: tuple[Argument, ...] = ()
    """For several reasons: the arguments, in order; empty if these would be too long."""

    @property
    def at_once(self) -> int:
        """The number of rules needed at once: a merger of similar steps needs no more than the longest of them."""
        return max((len(argument.reasons) for argument in self.arguments), default=len(self.reasons))

    @property
    def alike(self) -> bool:
        """Whether this is a merger of similar one-rule steps: no argument assumes anything."""
        return bool(self.arguments) and not any(argument.assumed for argument in self.arguments)

    @property
    def turning(self) -> Sequence[Statement]:
        """The reasons, with the one that an argument ends with first: what would be impossible."""
        argument = self.arguments[0] if self.arguments and not self.alike else None
        while argument and argument.cases:
            argument = argument.cases[-1]
        ends = [argument.turns[-1].reason] if argument and argument.turns else []
        return [self.reasons[i] for i in dict.fromkeys([*ends, *range(len(self.reasons))])]

    def to_json(self) -> dict[str, Any]:
        """All fields; ``reasons`` as written by `Statement.to_json`."""
        return {
            "cells": [list(mark) for mark in self.cells],
            "technique": self.technique,
            "reasons": [reason.to_json() for reason in self.reasons],
            "text": self.text,
            "minimal": self.minimal,
            "easiest": self.easiest,
            "known": [list(mark) for mark in self.known],
            "openings": self.openings,
            "arguments": [argument.to_json() for argument in self.arguments],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Step:
        """The step written by `to_json`. Raises InputError for other input."""
        try:
            arguments = fields.listed(record.get("arguments", []), "arguments", "arguments")
            return cls(
                cells=_marks(record, "cells"),
                technique=str(record["technique"]),
                text=str(record["text"]),
                reasons=tuple(map(RecordedStatement.from_json, record["reasons"])),
                known=_marks(record, "known"),
                minimal=bool(record["minimal"]),
                easiest=bool(record["easiest"]),
                openings=int(record["openings"]),
                arguments=tuple(map(Argument.from_json, arguments)),
            )
        except InputError:
            raise
        except KeyError as error:
            raise InputError(f"the field {error.args[0]!r} is missing") from error
        except (AttributeError, TypeError, ValueError) as error:
            raise InputError(f"not a step of an explanation: {error!r}") from error


def _marks(record: Mapping[str, Any], name: str) -> tuple[Mark, ...]:
    """Marks from JSON. Raises InputError or TypeError if the field is not a list of lists."""
    return tuple(map(tuple, fields.listed(record[name], name, "marks")))


class ArgumentLink(Protocol):
    """Protocol: one link of an argument, such as `satdnd.explanation.wording.Inference`."""

    @property
    def cells(self) -> tuple[Mark, ...]:
        """What it finds; empty where a rule is broken."""
        ...

    @property
    def reasons(self) -> tuple[Statement, ...]:
        """Its one reason."""
        ...

    @property
    def known(self) -> tuple[Mark, ...]:
        """What is known or supposed by then, within the scope of its reason."""
        ...


class Wording(Protocol[P_contra]):
    """Protocol: the words of a kind for its steps, such as `satdnd.explanation.step_words.Words`."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The names of techniques, each with the situation it applies to."""
        ...

    def phrase(self, puzzle: P_contra, what: str) -> tuple[tuple[str, str, str, str], str, str]:
        """The meaning of a sign: the forms of a verb (for one place and for several first), and what follows it for one
        and for several.
        """
        ...

    def stated(self, puzzle: P_contra, marks: Sequence[Mark]) -> str:
        """What *marks* say, as a sentence without its full stop."""
        ...

    def rank(self, puzzle: P_contra, step: Step) -> int:
        """How soon a player sees a step, from 0; here `known` has all known marks in the scope of its reasons."""
        ...

    def describe(self, puzzle: P_contra, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """The name of the technique, and a sentence; *known* has all known literals, needed or not.

        A step found by one of the kind's own techniques already has its name.
        """
        ...

    def clauses(
        self, puzzle: P_contra, step: Step, known: Sequence[Literal], unknowns: Unknowns
    ) -> Iterator[tuple[str, ArgumentLink]]:
        """The reason of each link of a step's arguments, as it is said, with the link; *known* as in `describe`."""
        ...

    def together(self, puzzle: P_contra, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> bool:
        """Whether there is one sentence for the similar steps merged into *step*."""
        ...


@dataclass(frozen=True)
class Move:
    """The result of one of a kind's own techniques."""

    technique: str
    text: str
    literals: tuple[Literal, ...]
    reasons: tuple[Statement, ...]
    """Statements of the kind's formula; empty for a guess."""


class Tactics(Protocol):
    """Protocol: a kind's own techniques, applied to the known literals of one puzzle."""

    @property
    def deepest(self) -> int:
        """If no technique applies, sets of up to this many reasons are searched first, then larger ones; 0 for none."""
        ...

    @property
    def least(self) -> int:
        """If no technique applies, nothing follows from more than one and fewer than this many reasons."""
        ...

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add projected literals as known."""
        ...

    def next(self) -> Move | None:
        """The move of the simplest technique that applies, or None."""
        ...

    def guess(self) -> Move | None:
        """A literal of the solution, used if nothing else is found; or None."""
        ...


@dataclass(frozen=True)
class Explanations(Part, Generic[P]):
    """How a kind is explained."""

    label = "hints"
    words: Wording[P]
    """The words for its steps."""
    tactics: Callable[[P, Any, Any], Tactics | None] = lambda *_: None
    """(puzzle, the only solution or None, options) -> the kind's own techniques, which are tried first."""
    assess: Callable[[P, Sequence[Step]], tuple[str, int, dict[str, int]]] = lambda _, steps: (
        ("", 0, dict(Counter(step.technique for step in steps)))
    )
    """(puzzle, steps) -> the hardest technique, the score, and the number of uses of each technique."""


@dataclass(frozen=True)
class Commentary(Part, Generic[P, S, O]):
    """How a kind is explained whose answers are optima, where nothing follows from a rule: why the optimum is one."""

    label = "explanations"
    techniques: Mapping[str, str]
    """The names of techniques, each with the situation it applies to."""
    steps: Callable[[P, S, O, Budget], Iterator[Step]]
    """(puzzle, optimal solution, options, budget) -> the steps, which are made from these alone. Raises Undecided, and
    InputError if they show that the solution is not optimal."""
    judged: Callable[[P, S, O, Budget], Iterator[tuple[Any, int]]]
    """(puzzle, somebody's solution or the beginning of one, options, budget) -> for each of its moves a `Verdict`, and
    how many are left after it; nothing if the puzzle has no solution. Raises Undecided."""
    moves: str
    """What one of these moves is called, in the singular."""
    proof: Callable[[S, Mapping[str, Any]], str] = lambda *_: ""
    """(optimal solution, the search's stats) -> why none is better, if the steps do not show it."""
    unchecked: Sequence[str] = ()
    """What a judge who makes the steps anew does not know."""


def techniques_of(kind: Kind[Any, Any, Any]) -> Mapping[str, str]:
    """The names of the techniques of *kind*, each with the situation it applies to."""
    commentary = kind.part(Commentary)
    return commentary.techniques if commentary else kind.require(Explanations).words.techniques


UNMEASURED = 0.5, 2.0
"""Where no times of people are known: a guess, and the spread between two people."""


@dataclass(frozen=True)
class Grading(Part, Generic[P]):
    """How a kind is graded."""

    label = "grades"
    pace: Callable[[P], float] | float = 5.0
    """(puzzle) -> the seconds of search per cell of usual puzzles of its sort: the median of published ones."""
    spread: tuple[float, float] = UNMEASURED
    """Eight times in ten are between these multiples of the typical one."""
