"""What explanations are made of: steps with their reasons, and what a kind brings for them (`Explanations`).

Steps are chosen in `satdnd.explanation.stepper` and get their sentences in `satdnd.explanation.wording`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from satdnd.engine.kind import P, Part
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Literal, RecordedStatement, Statement

P_contra = TypeVar("P_contra", contravariant=True)


class Turn(NamedTuple):
    """One link of an argument: what one rule says of what is known, what was assumed, and the links before."""

    reason: int
    """Which of the step's reasons, from 0."""
    marks: tuple[Mark, ...] = ()
    """What would follow from it; nothing: it would be broken."""


@dataclass(frozen=True)
class Argument:
    """Why something follows from several rules, in links of one rule each.

    From what is *assumed*, the opposite of what follows, the links lead to a rule that would be broken, or to cases
    that all end so. Where nothing is assumed, the only link says what follows.
    """

    assumed: tuple[Mark, ...]
    turns: tuple[Turn, ...]
    cases: tuple[Argument, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "assumed": [list(mark) for mark in self.assumed],
            "turns": [{"reason": turn.reason, "marks": [list(mark) for mark in turn.marks]} for turn in self.turns],
            "cases": [case.to_json() for case in self.cases],
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Argument:
        """What `to_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        turns = fields.listed(record["turns"], "turns", "links")
        return cls(
            _marks(record, "assumed"),
            tuple(Turn(int(turn["reason"]), _marks(turn, "marks")) for turn in turns),
            tuple(map(cls.from_json, fields.listed(record["cases"], "cases", "arguments"))),
        )


@dataclass(frozen=True)
class Step:
    """One step of an explanation: `cells` follow from `reasons` and `known`."""

    cells: tuple[Mark, ...]
    """What is known now, in the order of the projection."""
    technique: str
    """Name of the technique used."""
    text: str
    """One sentence: what follows, and why."""
    reasons: tuple[Statement, ...] = ()
    """The instances of rules that it follows from."""
    known: tuple[Mark, ...] = ()
    """The marks known before that it needs, as few as possible; the sentence may mention others."""
    minimal: bool = True
    """Whether no reason can be dropped; False for a guess, which follows from nothing."""
    easiest: bool = False
    """Whether it is proved that no step with fewer reasons was possible."""
    openings: int = 0
    """How many different steps with so few reasons were possible; 0: not counted."""
    arguments: tuple[Argument, ...] = ()
    """Of more reasons than one: how they lead to what is found, one after the other; none where that is too long."""

    @property
    def at_once(self) -> int:
        """How many rules it takes at once; one if several alike rules each give their own cells."""
        return 1 if self.alike else len(self.reasons)

    @property
    def alike(self) -> bool:
        """Whether it is several alike one-rule steps in one sentence: no argument assumes anything."""
        return bool(self.arguments) and not any(argument.assumed for argument in self.arguments)

    def to_json(self) -> dict[str, Any]:
        """All of it; ``reasons`` as `Statement.to_json` writes them."""
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
        """What `to_json` wrote. InputError for anything else."""
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
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"not a step of an explanation: {error!r}") from error


def _marks(record: Mapping[str, Any], name: str) -> tuple[Mark, ...]:
    """Marks of JSON as they were. InputError, TypeError for what is no list of lists."""
    return tuple(map(tuple, fields.listed(record[name], name, "marks")))


class Wording(Protocol[P_contra]):
    """Protocol: how a kind words its steps; `satdnd.explanation.wording.Words` is one."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The names of techniques, and when they are used."""
        ...

    def rank(self, puzzle: P_contra, step: Step) -> int:
        """How soon a player sees a step, from 0; its `known` is all that is known of what its reasons are about."""
        ...

    def describe(self, puzzle: P_contra, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """The name of the technique, and a sentence; *known* is all that was known, needed or not.

        A step that a technique of the kind's own has found comes with its name.
        """
        ...

    def together(self, puzzle: P_contra, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> bool:
        """Whether there is one sentence for the alike steps of which *step* is put together."""
        ...


@dataclass(frozen=True)
class Move:
    """What a technique of a kind finds."""

    technique: str
    text: str
    literals: tuple[Literal, ...]
    reasons: tuple[Statement, ...]
    """Of the kind's formula; none: a guess."""


class Tactics(Protocol):
    """Protocol: techniques of a kind, on what is known of one puzzle."""

    @property
    def deepest(self) -> int:
        """So many reasons are looked for completely where no technique finds anything, then more; 0: none."""
        ...

    @property
    def least(self) -> int:
        """Where no technique finds anything, nothing follows from more than one and fewer reasons than so many."""
        ...

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take literals of the projection as known."""
        ...

    def next(self) -> Move | None:
        """What the simplest technique finds."""
        ...

    def guess(self) -> Move | None:
        """A literal of the solution, where nothing else is found."""
        ...


@dataclass(frozen=True)
class Explanations(Part, Generic[P]):
    """How a kind is explained."""

    label = "explanations"
    words: Wording[P]
    """How it tells steps."""
    tactics: Callable[[P, Any, Any], Tactics | None] = lambda *_: None
    """(puzzle, the only solution or None, options) -> techniques of its own that are tried first."""
    assess: Callable[[P, Sequence[Step]], tuple[str, int, dict[str, int]]] = lambda _, steps: (
        ("", 0, dict(Counter(step.technique for step in steps)))
    )
    """The grade and the score of an explanation, and how often each technique was used."""


@dataclass(frozen=True)
class Grading(Part, Generic[P]):
    """How the scores of a kind are told."""

    label = "limits of its own for grades"
    limits: tuple[int, int, int, int] = (55, 90, 140, 250)
    """The scores at which the second to the fifth grade begin: a fifth of its puzzles is in each."""
    solving_time: Callable[[P, int], tuple[int, int, int] | None] = lambda *_: None
    """(puzzle, score) -> seconds that people take: few, as many as most, and many; None: not known."""
