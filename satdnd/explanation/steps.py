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
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Literal, RecordedStatement, Statement

P_contra = TypeVar("P_contra", contravariant=True)


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
    """What was known before and is needed."""
    minimal: bool = True
    """Whether no reason can be dropped; not so for a guess, which follows from nothing."""
    easiest: bool = False
    """Proved: no step with fewer reasons was there."""
    openings: int = 0
    """How many different steps with so few reasons were open; 0: not counted."""

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
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Step:
        """What `to_json` wrote. InputError for anything else."""
        try:
            return cls(
                cells=tuple(map(tuple, record["cells"])),
                technique=str(record["technique"]),
                text=str(record["text"]),
                reasons=tuple(map(RecordedStatement.from_json, record["reasons"])),
                known=tuple(map(tuple, record["known"])),
                minimal=bool(record["minimal"]),
                easiest=bool(record["easiest"]),
                openings=int(record["openings"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"not a step of an explanation: {error!r}") from error


class Turn(NamedTuple):
    """One turn of the argument for a step: from the opposite of what follows, rule by rule, to a broken one."""

    reason: int
    """Which of the step's reasons, from 0."""
    marks: tuple[Mark, ...] = ()
    """What would follow from it; nothing: it would be broken."""


class Wording(Protocol[P_contra]):
    """Protocol: how a kind words its steps; `satdnd.explanation.wording.Words` is one."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The names of techniques, and when they are used."""
        ...

    def describe(self, puzzle: P_contra, step: Step, argument: Sequence[Turn] = ()) -> tuple[str, str]:
        """The name of the technique, and a sentence."""
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
