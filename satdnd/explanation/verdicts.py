"""What is said of somebody's step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satdnd.engine.answer import pairs
from satdnd.explanation.steps import Step
from satdnd.rules.unknowns import Mark

FOLLOWS = "follows"
UNCITED = "follows from other rules"
OPEN = "does not follow"
CONTRADICTS = "contradicts the rules"
BEST = "leads to the best"
KNOWN = "is known"
VERDICTS = {
    FOLLOWS: "every solution with what is on the board has these marks",
    UNCITED: "the same, but the rules that the step cites do not suffice",
    BEST: "of kinds whose answers are optima: a best solution with what is on the board has these marks, others do not",
    OPEN: "a solution with what is on the board has other marks there",
    CONTRADICTS: "no solution with what is on the board has these marks",
    KNOWN: "all these marks are on the board already",
}
"""What can be said of a step. Only the marks of a step that follows, or leads to the best, are on the board for
the next one."""


@dataclass(frozen=True)
class Verdict:
    """What is said of one step."""

    verdict: str
    """One of `VERDICTS`."""
    marks: tuple[Mark, ...]
    """The marks that the step adds to the board."""
    sentence: str
    """These marks in words."""
    step: Step | None = None
    """Why the mark follows that is hardest to see, by the fewest rules; None if that was not asked for."""
    counterexample: Mapping[str, Any] | None = None
    """The JSON of a solution that has other marks, for a step that does not follow."""

    @property
    def sound(self) -> bool:
        """Whether it follows, leads to the best, or is known."""
        return self.verdict in (FOLLOWS, UNCITED, BEST, KNOWN)

    @property
    def rules(self) -> int:
        """How many rules are needed at once; 0 if that was not asked for, or nothing had to be found."""
        return self.step.at_once if self.step else 0

    def to_json(self) -> dict[str, Any]:
        """As one JSON object."""
        marks = [list(mark) for mark in self.marks]
        found: dict[str, Any] = {"verdict": self.verdict, "marks": marks, "sentence": self.sentence}
        if self.step:
            found |= {"rules": self.rules, "because": self.step.to_json()}
        if self.counterexample is not None:
            found["counterexample"] = self.counterexample
        return found

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_json` wrote. Raises KeyError, TypeError or InputError for other JSON."""
        step = Step.from_json(record["because"]) if "because" in record else None
        return cls(record["verdict"], pairs(record["marks"]), record["sentence"], step, record.get("counterexample"))
