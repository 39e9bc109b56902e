"""What explanations are made of: marks, steps with their reasons, and how steps are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from satdnd.errors import InputError
from satdnd.sat.formula import Literal, Statement

P_contra = TypeVar("P_contra", contravariant=True)

Mark: TypeAlias = tuple[int | str, ...]
"""A literal of a projection as people and JSON see it: row and column (of a pair of islands twice), then what is said
of the place: ``(2, 4, "#")``, ``(0, 0, "not 5")``, ``(0, 0, 0, 4, ">=1")``. Rows and columns count from 0."""


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
    """The instances of rules that it follows from, each with its rule's id and the cells that it is about; of a cut,
    these are the pocket that it opens."""
    known: tuple[Mark, ...] = ()
    """What was known before and is needed."""
    minimal: bool = True
    """Whether no reason can be dropped; not so for a guess, which follows from nothing."""
    easiest: bool = False
    """Proved: no step with fewer reasons was there."""
    openings: int = 0
    """How many different steps with so few reasons were open; 0: not counted."""

    def to_json(self) -> dict[str, Any]:
        """All of it; ``reasons`` are sentences, ``rules`` and ``about`` their rules and cells, in the same order."""
        return {
            "cells": [list(mark) for mark in self.cells],
            "technique": self.technique,
            "reasons": [reason.text for reason in self.reasons],
            "text": self.text,
            "minimal": self.minimal,
            "easiest": self.easiest,
            "rules": [reason.rule for reason in self.reasons],
            "about": [[list(cell) for cell in reason.cells] for reason in self.reasons],
            "known": [list(mark) for mark in self.known],
            "openings": self.openings,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Step:
        """What `to_json` wrote. InputError for anything else."""
        try:
            reasons = tuple(
                Statement(str(text), tuple((int(r), int(c)) for r, c in about), str(rule))
                for text, rule, about in zip(record["reasons"], record["rules"], record["about"], strict=True)
            )
            return cls(
                cells=tuple(map(tuple, record["cells"])),
                technique=str(record["technique"]),
                text=str(record["text"]),
                reasons=reasons,
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


class Words(Protocol[P_contra]):
    """Protocol: how a kind tells steps; `satdnd.explanation.wording` helps."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The names of techniques, and when they are used."""
        ...

    def tell(self, puzzle: P_contra, step: Step, argument: Sequence[Turn] = ()) -> tuple[str, str]:
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
