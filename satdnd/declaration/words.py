"""The words of declared kinds: what a statement says is why something follows, unless a kind has better ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.views import View
from satdnd.explanation.wording import Inference, Phrase, Words
from satdnd.sat.formula import Statement


@dataclass(frozen=True)
class Technique:
    """What players call it when something follows from one rule.

    Args:
        rule: the rule's id.
        name: of the technique.
        help: when it is used, in a sentence.
        found: the mark that it finds; empty: any.
        why: why it follows; ``{}`` stands for what the rule says, ``{it}`` for the cells: it, them.
        when: whether it is this technique.
    """

    rule: str
    name: str
    help: str
    found: str = ""
    why: str = "{}"
    when: Callable[[Inference[Any]], bool] | None = None

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
        techniques: the first that fits names a step of one rule; of a rule without one, its word does.
    """

    def __init__(self, view: View, families: Mapping[str, tuple[str, str]], techniques: tuple[Technique, ...]) -> None:
        self.families = dict(families)  # type: ignore[misc]  # one for each object
        self.techniques = {t.name: t.help for t in techniques}  # type: ignore[misc]  # one for each object
        self.unlike = dict(view.unlike)  # type: ignore[misc]  # one for each object
        self._phrases, self._named = view.phrases, techniques

    def phrase(self, puzzle: Any, what: str) -> Phrase:
        """As the view says."""
        return self._phrases[what]

    def single(self, inference: Inference[Any]) -> tuple[str, str]:
        """The technique of the rule, and what the rule says here."""
        reason = inference.reasons[0]
        text, it = self.because(inference, reason), "them" if inference.cells[1:] else "it"
        technique = next((t for t in self._named if t.fits(inference)), None)
        return (
            (technique.name, technique.why.format(text, it=it)) if technique else (self.families[reason.rule][0], text)
        )

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """Why something follows from one rule: what it says."""
        return reason.text

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """That it would not be so."""
        return f"it could not be that {reason.text}"
