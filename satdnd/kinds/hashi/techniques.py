"""The techniques by which people build bridges: their names, and sentences that tell them."""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.explanation.wording import HAVE, Inference, Phrase, Words, names
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.hashi.model import Hashi
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement

_SAYINGS = {
    "=0": Phrase.of(HAVE, "no bridge"),
    ">=1": Phrase.of(HAVE, "a bridge", "a bridge each"),
    "<=1": Phrase.of(HAVE, "at most one bridge"),
    "=1": Phrase.of(HAVE, "one bridge"),
    "=2": Phrase.of(HAVE, "two bridges"),
}


class HashiWords(Words[Hashi]):
    """Islands and the bridges between them."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "just enough neighbours": "An island needs all the bridges that there is a place for.",
        "one bridge each": "An island needs so many bridges that each place has one at least.",
        "island complete": "An island has all its bridges: there are no others.",
        "no second bridge": "An island has too few bridges left for two at one place.",
        "bridge in the way": "A bridge would cross another.",
        "isolation": "Without this bridge some islands would be cut off, or with it closed in.",
    }
    families = {  # noqa: RUF012
        "degree": ("island", "islands"),
        "crossing": ("crossing", "crossings"),
        "connected": ("connection", "connections"),
        "capacity": ("bridge", "bridges"),
    }
    unlike = {"=0": ">=1", ">=1": "=0", "=2": "<=1", "<=1": "=2"}  # noqa: RUF012

    def phrase(self, puzzle: Hashi, what: str) -> Phrase:
        """``no bridge``, ``two bridges``, ..."""
        return _SAYINGS[what]

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``r1c1-r1c5``."""
        return [f"{cell_name((int(m[0]), int(m[1])))}-{cell_name((int(m[2]), int(m[3])))}" for m in marks]

    def stated(self, puzzle: Hashi, marks: Sequence[Mark], form: str = "is") -> str:
        """As of every kind, with all that is said of a pair of islands put together."""
        found: dict[Mark, set[str]] = {}
        for mark in marks:
            found.setdefault(mark[:4], set()).add(str(mark[4]))
        exact = [
            (*ends, "=1" if says == {">=1", "<=1"} else min(says & {"=0", "=2"} or says))
            for ends, says in found.items()
        ]
        return super().stated(puzzle, exact, form)

    def single(self, told: Inference[Hashi]) -> tuple[str, str]:
        """By the rule, and by whether bridges were found."""
        reason, found = told.reasons[0], {str(mark[4]) for mark in told.cells}
        if reason.rule == "crossing":
            return "bridge in the way", f"else it would cross {self._other(told, reason)}"
        if reason.rule == "connected":
            return "isolation", f"else {self.broken(told.puzzle, reason)}"
        number = told.puzzle.numbers[told.puzzle.islands.index(reason.cells[0])]
        if number is None:
            return "one bridge each", f"{reason.text}, and no other place for it"
        if "=2" in found or {">=1", "<=1"} <= found:
            enough = "no other place for it" if number == 1 else "just enough places for them"
            return "just enough neighbours", f"{reason.text}, and {enough}"
        if ">=1" in found:
            others = "no other place" if number == 1 else "too few other places"
            return "one bridge each", f"{reason.text}, and {others} for {'it' if number == 1 else 'them'}"
        if "=0" in found:
            return "island complete", f"{reason.text}, and {'it is' if number == 1 else 'they are all'} built"
        island = f"the island at {cell_name(reason.cells[0])}, which has {counted(number, 'bridge')}"
        return "no second bridge", f"two would be too many for {island}"

    def _other(self, told: Inference[Hashi], reason: Statement) -> str:
        """The bridge that is there already."""
        return listed(self.places([mark for mark in told.known if mark[4] in (">=1", "=2")])[:1]) or "another"

    def broken(self, puzzle: Hashi, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "crossing":
            a, b, c, d = map(cell_name, reason.cells)
            return f"bridges {a}-{b} and {c}-{d} would cross"
        if reason.rule == "connected":
            told = names(reason.cells)
            many = "island" if len(reason.cells) == 1 else "islands"
            where = listed(told) if len(told) <= 4 else f"around {told[0]}"
            return f"the {many} {'at ' if len(told) <= 4 else ''}{where} would be cut off from the others"
        number = puzzle.numbers[puzzle.islands.index(reason.cells[0])]
        many = "a bridge" if number is None else counted(number, "bridge")
        return f"the island at {cell_name(reason.cells[0])} could not have {many}"


WORDS = HashiWords()
