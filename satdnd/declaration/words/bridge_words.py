"""Sentences about bridges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satdnd.declaration.words.kind_words import DeclaredWords
from satdnd.explanation.wording import Inference
from satdnd.grid.notation import cell_name
from satdnd.rules.unknowns import Mark


class BridgeWords(DeclaredWords):
    """Bridges are named by their ends, and everything about one pair of islands goes into one sentence."""

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``r1c1-r1c5``."""
        return [f"{cell_name((int(m[0]), int(m[1])))}-{cell_name((int(m[2]), int(m[3])))}" for m in marks]

    def joint(self, inferences: Sequence[Inference[Any]]) -> tuple[str, str] | None:
        """None: each pair of islands follows on its own, since these sentences do not say which pair they are about."""
        return None

    def stated(self, puzzle: Any, marks: Sequence[Mark], form: str = "is") -> str:
        """The sentence of marks, with everything about one pair of islands put together."""
        found: dict[Mark, set[str]] = {}
        for *pair, state in marks:
            found.setdefault(tuple(pair), set()).add(str(state))
        exact = [
            (*pair, "=1" if says == {">=1", "<=1"} else min(says & {"=0", "=2"} or says))
            for pair, says in found.items()
        ]
        return super().stated(puzzle, exact, form)
