"""The words of steps: the name of a technique, and a sentence that says what follows and why.

For what follows from one rule, a kind has its own words (`Words.single`). What needs several rules at once is worded as
an argument: assume the opposite, go on rule by rule, until one of them is broken. Each kind has its `Words` in its
module ``techniques``; nothing here knows a puzzle, or how a step was found (`satdnd.explanation.stepper`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Generic, NamedTuple

from satdnd.engine.kind import P
from satdnd.explanation.steps import Step, Turn
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement

LONG_RUN = 4
"""Cells next to each other in a line of which a sentence names only the first and the last."""
LONG_POCKET = 6
"""Names above which the cells of a pocket are counted."""
LONG_ARGUMENT = 6
"""Links of an argument above which it is left out: nobody would follow it."""


# words


class Verb(NamedTuple):
    """A verb in the forms that sentences need."""

    one: str
    many: str
    were: str
    """As in "if it were"."""
    would: str


BE = Verb("is", "are", "were", "would be")
HAVE = Verb("has", "have", "had", "would have")
HOLD = Verb("holds", "hold", "held", "would hold")


def place(mark: Mark) -> Cell:
    """The cell of a mark; of a pair of islands the first."""
    return int(mark[0]), int(mark[1])


def signs(marks: Iterable[Mark]) -> dict[Cell, str]:
    """What marks say of cells."""
    return {place(mark): str(mark[-1]) for mark in marks}


class Phrase(NamedTuple):
    """What a mark says of a place: *verb* and what follows it, for one place and for many."""

    verb: Verb
    one: str
    many: str

    @classmethod
    def of(cls, verb: Verb, one: str, many: str = "") -> Phrase:
        """*many* is *one* unless it is given."""
        return cls(verb, one, many or one)


def names(cells: Iterable[Cell]) -> list[str]:
    """Cells as sentences name them, in reading order; four or more in a line as ``r1c2 to r1c7``."""
    left, found = sorted(set(cells)), list[tuple[Cell, str]]()
    for down, right in ((0, 1), (1, 0)):
        there, rest = set(left), list[Cell]()
        for cell in left:
            if cell not in there:
                continue
            run = [cell]
            while (after := (run[-1][0] + down, run[-1][1] + right)) in there:
                run.append(after)
            if len(run) >= LONG_RUN:
                found.append((cell, f"{cell_name(cell)} to {cell_name(run[-1])}"))
            else:
                rest += run
            there -= set(run)
        left = sorted(rest)
    return [name for _, name in sorted([*found, *((cell, cell_name(cell)) for cell in left)])]


def pocket(reason: Statement) -> str:
    """The cells that a cut closes in: ``at r1c1``, ``in r1c1 to r1c4``, ``in the 17 cells from r1c1 on``."""
    cells = names(reason.cells)
    if len(reason.cells) < 2:
        return f"at {listed(cells)}"
    return (
        f"in {listed(cells)}" if len(cells) <= LONG_POCKET else f"in the {len(reason.cells)} cells from {cells[0]} on"
    )


# inferences


@dataclass(frozen=True)
class Inference(Generic[P]):
    """What needs words: *cells* follow from *reasons* and *known*."""

    puzzle: P
    cells: tuple[Mark, ...]
    reasons: tuple[Statement, ...]
    known: tuple[Mark, ...] = ()
    argument: Sequence[Turn] = ()
    """From the opposite of the first of the cells to a broken rule; empty where one rule at a time does not suffice."""


class Words(ABC, Generic[P]):
    """The words of one kind."""

    techniques: ClassVar[Mapping[str, str]]
    """The names of techniques that need one rule, or have a name of their own, and when they are used."""
    families: ClassVar[Mapping[str, tuple[str, str]]]
    """What names of several rules at once are put together from, in this order: of each rule's id a word, and the
    same for many."""
    unlike: ClassVar[Mapping[str, str]] = {}
    """Of each thing that a mark can say, what its opposite says."""

    def describe(self, puzzle: P, step: Step, argument: Sequence[Turn] = ()) -> tuple[str, str]:
        """The name of the technique, and a sentence."""
        inference = Inference(puzzle, step.cells, step.reasons, step.known, argument)
        name, why = self.single(inference) if len(step.reasons) == 1 else self.several(inference)
        return name, f"{self.stated(puzzle, step.cells)}: {why}."

    @abstractmethod
    def single(self, inference: Inference[P]) -> tuple[str, str]:
        """The name of what follows from one rule, and why it does."""

    def several(self, inference: Inference[P]) -> tuple[str, str]:
        """The same of two rules or more: the name of their family, and the argument."""
        return self.nickname(inference) or self.family(inference.reasons), self.argued(inference)

    def nickname(self, inference: Inference[P]) -> str:
        """The name that players have for these rules at once; empty where there is none."""
        return ""

    def family(self, reasons: Iterable[Statement]) -> str:
        """``line and dead ends``: what rules come together, each once."""
        rules = [reason.rule for reason in reasons]
        words = dict[str, int]()
        for rule, (one, _) in self.families.items():
            words[one] = words.get(one, 0) + rules.count(rule)
        many = dict(self.families.values())
        return listed([one if count == 1 else many[one] for one, count in words.items() if count]) or "several rules"

    @abstractmethod
    def phrase(self, puzzle: P, what: str) -> Phrase:
        """What the last part of a mark says."""

    @abstractmethod
    def broken(self, puzzle: P, reason: Statement) -> str:
        """That a rule would be broken: ``r2c4 would be a dead end without a monster``."""

    def implied(self, puzzle: P, reason: Statement) -> str:
        """Why something would follow, in brackets behind it."""
        return reason.text

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """The places of marks that say the same."""
        return names(map(place, marks))

    # sentences

    def stated(self, puzzle: P, marks: Sequence[Mark], form: str = "is") -> str:
        """``r1c1 and r1c2 are walls``; in another *form*, ``were`` or ``would``."""
        parts = []
        for what, same in groupby(sorted(marks, key=lambda mark: str(mark[-1])), key=lambda mark: str(mark[-1])):
            chosen, phrase = list(same), self.phrase(puzzle, what)
            verb, one = phrase.verb, len(chosen) == 1
            said = {"were": verb.were, "would": verb.would}.get(form, verb.one if one else verb.many)
            parts.append(f"{listed(self.places(chosen))} {said} {phrase.one if one else phrase.many}")
        return ", and ".join(parts)

    def opposite(self, mark: Mark) -> Mark:
        """The mark that says the opposite."""
        return (*mark[:-1], self.unlike[str(mark[-1])])

    def split(self, puzzle: P, reason: Statement) -> str:
        """``wherever the room of the treasure at r3c3 lay``: all ways in which a rule can be met; mostly empty."""
        return ""

    def argued(self, inference: Inference[P]) -> str:
        """Why the opposite of the first cell cannot be; at the end, what the same rules settle as well."""
        puzzle = inference.puzzle
        assumed = f"if {self.stated(puzzle, [self.opposite(inference.cells[0])], 'were')}"
        if 0 < len(inference.argument) <= LONG_ARGUMENT:
            links = []
            for turn in inference.argument:
                reason = inference.reasons[turn.reason]
                if turn.marks:
                    links.append(f"{self.stated(puzzle, turn.marks, 'would')} ({self.implied(puzzle, reason)})")
                else:
                    links.append(self.broken(puzzle, reason))
            why = f"{assumed}, then {', then '.join(links[:-1])}{', and ' if links[1:] else ''}{links[-1]}"
        else:
            why = f"{assumed}, {self._together(inference)}"
        if len(inference.cells) > 1:
            why += f"; the same rules settle {listed(self.places(inference.cells[1:]))}"
        return why

    def _together(self, inference: Inference[P]) -> str:
        """That the reasons cannot hold at once, by the ways in which one of them can be met where there are such."""
        order = list(self.families)
        ways = [(text, r) for r in inference.reasons if (text := self.split(inference.puzzle, r))]
        split = max(ways, key=lambda way: order.index(way[1].rule), default=None)
        others = [reason for reason in inference.reasons if split is None or reason != split[1]]
        if split and len(others) == 1:
            return f"then {split[0]}, {self.broken(inference.puzzle, others[0])}"
        among = "both" if len(others) == 2 else "all"
        where = f"then {split[0]}, " if split else ""
        return f"{where}these could not {among} hold: {'; '.join(_grouped(others))}"


def _grouped(reasons: Iterable[Statement]) -> list[str]:
    """What rules say, those that say the same of several cells in one."""
    alike = dict[str, list[Cell]]()
    for reason in reasons:
        same = reason.pattern.endswith("{}")
        alike.setdefault(reason.pattern if same else reason.text, []).extend([reason.place] if same else ())
    return [text.replace("{}", listed(names(cells))) for text, cells in alike.items()]


class NumberWords(Words[P]):
    """The words of kinds whose marks say that a cell holds a number (``5``), or that it does not (``not 5``)."""

    def phrase(self, puzzle: P, what: str) -> Phrase:
        """The mark itself."""
        return Phrase.of(BE, what)

    def opposite(self, mark: Mark) -> Mark:
        """With ``not`` where there is none."""
        what = str(mark[-1])
        return (*mark[:-1], what.removeprefix(NOT) if what.startswith(NOT) else f"{NOT}{what}")

    def stated(self, puzzle: P, marks: Sequence[Mark], form: str = "is") -> str:
        """``r1c1 is 5``, ``r1c1 and r1c2 cannot be 3 or 4``."""
        placed = [mark for mark in marks if not str(mark[-1]).startswith(NOT)]
        gone = dict[Cell, list[str]]()
        for mark in sorted(marks):
            if mark not in placed:
                gone.setdefault(place(mark), []).append(str(mark[-1]).removeprefix(NOT))
        alike = dict[tuple[str, ...], list[Cell]]()
        for cell, values in gone.items():
            alike.setdefault(tuple(values), []).append(cell)
        cannot = {"were": "could not be", "would": "could not be"}.get(form, "cannot be")
        parts = [super().stated(puzzle, placed, form)] if placed else []
        for gone_there, cells in alike.items():
            either = " or ".join(filter(None, (", ".join(gone_there[:-1]), gone_there[-1])))
            parts.append(f"{listed(names(cells))} {cannot} {either}")
        return ", and ".join(parts)


NOT = "not "
"""What marks of numbers begin with that are gone."""
