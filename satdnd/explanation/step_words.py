"""The words of steps: the name of a technique, and a sentence with the conclusion and its reasons.

A kind has its own words for consequences of one rule (`Words.single`). Steps by several rules are worded as arguments:
assume the opposite, and apply one rule after another until one is violated. Each kind has its `Words` in its module
``techniques``; nothing here is specific to a puzzle or to the search for steps (`satdnd.explanation.stepper`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from satdnd.engine.kind import P
from satdnd.explanation.argument_text import ArgumentText
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, Sentences, contradicted, known_of
from satdnd.grid.notation import listed
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal

LONGEST_JOINT = 150
"""The most characters of one reason for several similar steps."""


class Words(Sentences[P]):
    """The words of one kind."""

    techniques: ClassVar[Mapping[str, str]]
    """The techniques with one rule, or with their own name, each with the situation it applies to."""

    def inference(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> Inference[P]:
        """A step as an inference; *known* has all known literals, needed or not."""
        marks = known_of(step.reasons, known, unknowns)
        return Inference(puzzle, step.cells, step.reasons, marks, step.arguments, unknowns=unknowns)

    def clauses(
        self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns
    ) -> Iterator[tuple[str, Inference[P]]]:
        """Yield the reason of each link of a step's arguments, as it is said, with the link."""
        yield from ArgumentText(self, self.inference(puzzle, step, known, unknowns)).clauses()

    def describe(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """The name of the technique, and a sentence; *known* has all known literals, needed or not."""
        joint = self._joint(puzzle, step, known, unknowns) if step.alike else None
        inference = self.inference(puzzle, step, known, unknowns)
        name, why = joint or (self.single(inference) if len(step.reasons) == 1 else self.several(inference))
        if not joint and 0 < len(step.known) <= _MOST_KNOWN and step.reasons and step.reasons[0].text.startswith(why):
            why = f"{self.stated(puzzle, step.known)}, and {why}"
        return name, f"{self.found(inference)}:{_BREAK if _BREAK in why else ' '}{why}."

    def together(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> bool:
        """Whether there is one sentence for similar steps, with a reason that is not too long."""
        joint = self._joint(puzzle, step, known, unknowns)
        return joint is not None and len(joint[1]) <= LONGEST_JOINT

    def _joint(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str] | None:
        """The technique and the reason of merged steps, or None."""
        inferences, there = [], [*known]
        for argument in step.arguments:
            reasons = tuple(step.reasons[turn.reason] for turn in argument.turns)
            found, marks = argument.turns[0].marks, known_of(reasons, there, unknowns)
            inferences.append(Inference(puzzle, found, reasons, marks, joint=True))
            there += map(unknowns.literal, found)
        return self.joint(inferences)

    def joint(self, inferences: Sequence[Inference[P]]) -> tuple[str, str] | None:
        """The technique and one reason for several one-rule steps; None if they need separate sentences."""
        single = dict.fromkeys(self.single(one) for one in inferences)
        if len({name for name, _ in single}) > 1:
            return None
        technique, why = next(iter(single))
        if len(single) > 1:
            why = self.many(inferences, technique)
        return (technique, why) if why else None

    def many(self, inferences: Sequence[Inference[P]], technique: str) -> str:
        """The reason for several one-rule steps by *technique*; empty if there is no common sentence."""
        return ""

    def rank(self, puzzle: P, step: Step) -> int:
        """The position of a step's technique; unnamed steps by several rules come last, by their last family."""
        inference = Inference(puzzle, step.cells, step.reasons, step.known)
        name = self.nickname(inference) if step.reasons[1:] else self.technique(inference)
        order, families = list(self.techniques), list(self.families)
        if name in order:
            return order.index(name)
        return len(order) + max((families.index(one.rule) for one in step.reasons if one.rule in families), default=0)

    @abstractmethod
    def single(self, inference: Inference[P]) -> tuple[str, str]:
        """The technique and the reason of a one-rule step."""

    def technique(self, inference: Inference[P]) -> str:
        """The technique of a one-rule step, for which its reason need not be worded."""
        return self.single(inference)[0]

    def several(self, inference: Inference[P]) -> tuple[str, str]:
        """The technique and the reason of a step by several rules: the name of their family, and the argument."""
        return self.nickname(inference) or self.family(inference.reasons), self.argued(inference)

    def nickname(self, inference: Inference[P]) -> str:
        """The players' name for this combination of rules; empty if there is none."""
        return ""

    def argued(self, inference: Inference[P]) -> str:
        """Why the opposite of the conclusion is impossible, and what follows."""
        if inference.arguments:
            return ArgumentText(self, inference).text()
        assumed = self.stated(inference.puzzle, [self.opposite(inference.cells[0])], "were")
        rest = f"; they also settle {listed(self.places(inference.cells[1:]))}" if inference.cells[1:] else ""
        return f"if {assumed}, that would contradict{contradicted(inference.reasons)}{rest}"


_BREAK = "\n"
_MOST_KNOWN = 6
"""The most known marks that are named with a rule that is given as it is."""
