"""The words of declared kinds: what a statement says is why something follows, unless a kind has better ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.views import View
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, Phrase, Words, place, pocket, subjects
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.touching import Untouched
from satdnd.sat.formula import Statement


@dataclass(frozen=True)
class Technique:
    """What players call it when something follows from one rule.

    Args:
        rule: the rule's id.
        name: of the technique.
        help: when it is used, in a sentence.
        found: the mark that it finds; empty: any.
        why: why it follows; ``{}`` stands for what the rule says, ``{it}`` for the cells: it, them, ``{place}`` for the
            cell that the rule is about, ``{pocket}`` for all that it is about, ``{marks}`` for what was found.
        when: whether it is this technique.
    """

    rule: str
    name: str
    help: str
    found: str = ""
    why: str = "{}"
    when: Callable[[Inference[Any]], bool] | None = None
    many: str = ""
    """Why several follow, each from a rule of its own: ``{subjects}`` stands for what these are about (`subjects`),
    ``{places}`` for the cells that they name, ``{other}`` for the opposite of what is found.

    Empty: they are told apart, unless all follow for the same reason.
    """

    def fits(self, inference: Inference[Any]) -> bool:
        """Whether what follows from one rule follows by this technique."""
        reason, found = inference.reasons[0], {str(mark[-1]) for mark in inference.cells}
        fits = reason.rule == self.rule and (not self.found or found == {self.found})
        return fits and (self.when is None or self.when(inference))


class DeclaredWords(Words[Any]):
    """The words of one kind.

    Args:
        view: says what marks are called.
        families: of each rule's id a word for it, and the same for many.
        broken: of each rule's id what would be if it were broken, with ``{place}`` and ``{pocket}``; empty: derived.
        techniques: the first that fits names a step of one rule; of a rule without one, its word does. Names of several
            rules are put together in the order of techniques.
    """

    def __init__(
        self,
        view: View,
        families: Mapping[str, tuple[str, str]],
        broken: Mapping[str, str],
        techniques: tuple[Technique, ...],
    ) -> None:
        order = dict.fromkeys([*(t.rule for t in techniques), *families])
        self.families = {rule: families[rule] for rule in order if rule in families}  # type: ignore[misc]  # one for each object
        self.techniques = {t.name: t.help for t in techniques}  # type: ignore[misc]  # one for each object
        self.unlike = dict(view.unlike)  # type: ignore[misc]  # one for each object
        self._phrases, self._named, self._broken = view.phrases, techniques, broken

    def phrase(self, puzzle: Any, what: str) -> Phrase:
        """As the view says."""
        return self._phrases[what]

    def single(self, inference: Inference[Any]) -> tuple[str, str]:
        """The technique of the rule, and what the rule says here."""
        reason = inference.reasons[0]
        text = self.because(inference, reason)
        technique = next((t for t in self._named if t.fits(inference)), None)
        if technique is None:
            return self.families[reason.rule][0], text
        marks = listed([str(mark[-1]) for mark in inference.cells])
        return technique.name, technique.why.format(text, it=inference.it, marks=marks, **_facts(reason))

    def many(self, told: Sequence[Inference[Any]], technique: str) -> str:
        """As the technique says, where all find the same."""
        many = next((t.many for t in self._named if t.fits(told[0])), "")
        marks = {str(mark[-1]) for one in told for mark in one.cells}
        if not many or len(marks) > 1:
            return ""
        reasons = [one.reasons[0] for one in told]
        places = listed([cell_name(reason.place) for reason in reasons])
        return many.format(subjects=subjects(reasons), places=places, other=self.unlike[marks.pop()])

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """Why something follows from one rule: what it says."""
        return reason.text

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """As the rule says it, or else that it would not be so."""
        said = self._broken[reason.rule]
        return said.format(**_facts(reason)) if said else f"it could not be that {reason.text}"

    def implied(self, puzzle: Any, reason: Statement) -> str:
        """What would be else, where the rule says it."""
        return f"else {self.broken(puzzle, reason)}" if self._broken[reason.rule] else reason.text


class TouchingWords(DeclaredWords):
    """Of kinds whose things do not touch: all cells around a thing are one step."""

    def rank(self, puzzle: Any, step: Step) -> int:
        """A thing touches all cells around it before each of these touches the thing."""
        first, *more = step.reasons
        turned = not more and isinstance(first, Untouched) and place(step.cells[0]) == first.cells[0]
        return super().rank(puzzle, step) + turned * len(self.techniques)


def counted_there(inference: Inference[Any], reason: Statement, sign: str) -> str:
    """What a count says, and that all marks of a *sign* are there already, or that only what was found is left."""
    if {str(mark[-1]) for mark in inference.cells} == {sign}:
        return f"{reason.text}, and only {inference.left}"
    return reason.text + " already" * any(mark[-1] == sign for mark in inference.known)


def _facts(reason: Statement) -> dict[str, str]:
    """What templates of sentences can name."""
    return {"place": cell_name(reason.place) if reason.cells else "", "pocket": pocket(reason)}
