"""What sentences about steps are made of: the names of cells, what marks and rules say, and inferences to be worded."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar, Generic

from satdnd.engine.kind import P
from satdnd.explanation.phrases import Phrase
from satdnd.explanation.steps import Argument, Bound
from satdnd.explanation.tallies import gathered
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.cut import Cut
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Literal, Statement

LONG_RUN = 4
"""The number of adjacent cells in a line from which a sentence names only the first and the last."""
LONG_POCKET = 6
"""The most names of a pocket's cells; a larger pocket is described by what encloses it."""


# words


def place(mark: Mark) -> Cell:
    """The cell of a mark; the first cell for a pair of islands."""
    return int(mark[0]), int(mark[1])


def signs(marks: Iterable[Mark]) -> dict[Cell, str]:
    """By cell: the sign of its mark."""
    return {place(mark): str(mark[-1]) for mark in marks}


def names(cells: Iterable[Cell]) -> list[str]:
    """The names of cells in reading order; four or more in a line as ``r1c2 to r1c7``."""
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


def alternatives(values: Sequence[str]) -> str:
    """``5``, ``1 or 2``, ``1, 2 or 3``."""
    return " or ".join(filter(None, (", ".join(values[:-1]), values[-1])))


def pocket(reason: Statement, things: str = "", known: Iterable[Mark] | None = None) -> str:
    """The *things* that a cut encloses: ``the open cell at r1c1``, ``the open cells in r1c1 to r1c4``.

    Without *things*, begins with ``at``, ``in`` or ``enclosed by``. With *known* marks, those of cells that may not be
    open are ``the open cells among r1c1 to r1c4``.
    """
    there = reason.pocket if isinstance(reason, Cut) else reason.cells
    cells, border = names(there), names(reason.border) if isinstance(reason, Cut) else []
    if not there[1:]:
        return f"{re.sub('cells$', 'cell', things)} at {listed(cells)}".strip()
    if len(cells) > LONG_POCKET and 0 < len(border) < len(cells):
        return f"{things} enclosed by {listed(border)}".strip()
    among = known is not None and not set(there) <= {place(mark) for mark in known}
    return f"{things} {'among' if among else 'in'} {listed(cells)}".strip()


def subject(reason: Statement) -> str:
    """The subject of a count: ``row 2`` of "row 2 needs 3 stars", ``row 4`` of "row 4 has no lamps"."""
    return re.split(" has| needs| is", reason.text, maxsplit=1)[0]


def subjects(reasons: Iterable[Statement]) -> str:
    """The subjects of several counts: ``rows 2 and 5``, ``the 2s at r1c1 and r3c3``."""
    return gathered(map(subject, reasons))


def known_of(reasons: Iterable[Statement], known: Iterable[Literal], unknowns: Unknowns) -> tuple[Mark, ...]:
    """The known marks in the scope of *reasons*."""
    about = {x for one in reasons if isinstance(one, RuleStatement) for c in one.constraints() for x in c.scope}
    return tuple(unknowns.mark(x) for x in known if abs(x) - 1 in about)


# inferences


@dataclass(frozen=True)
class Inference(Generic[P]):
    """A conclusion to be worded: *cells* follow from *reasons* and *known*."""

    puzzle: P
    cells: tuple[Mark, ...]
    reasons: tuple[Statement, ...]
    known: tuple[Mark, ...] = ()
    """All known marks in the scope of the reasons, needed or not."""
    arguments: Sequence[Argument] = ()
    """The arguments for several reasons; empty if these would be too long."""
    joint: bool = False
    """Whether the sentence covers other inferences too."""
    unknowns: Unknowns | None = None
    """The meaning of marks; None if there are no arguments."""
    supposed: bool = False
    """Whether it is a link of an argument with an assumption."""
    given: tuple[Mark, ...] = ()
    """Of a link: the known marks in its scope that stand without the argument."""
    alternatives: frozenset[Cell] = frozenset()
    """Where one sentence covers several assumptions: their cells; in each case, one of them is meant."""

    def the(self, thing: str, cell: Cell) -> str:
        """``the lamp at r1c1``; ``it`` if that is the assumption, and there are several."""
        return "it" if cell in self.alternatives else f"the {thing} at {cell_name(cell)}"

    def turn(
        self, reason: Statement, marks: tuple[Mark, ...], before: Iterable[Mark], *, supposed: bool
    ) -> Inference[P]:
        """A link of the argument as an inference; *before* has the marks of the links before it."""
        known, given = tuple(before), self.given
        if self.unknowns:
            unknowns = self.unknowns
            known = known_of([reason], map(unknowns.literal, (*self.known, *known)), unknowns)
            given = known_of([reason], map(unknowns.literal, self.known), unknowns)
        return Inference(
            self.puzzle,
            marks,
            (reason,),
            known,
            supposed=supposed,
            alternatives=self.alternatives,
            given=given,
        )

    def of_several(self, assumptions: Iterable[Iterable[Mark]]) -> Inference[P]:
        """The same where one sentence covers several *assumptions*."""
        return replace(self, alternatives=frozenset(place(mark) for own in assumptions for mark in own))

    def settles(self, reason: Statement) -> bool:
        """Whether all cells of a rule are known then, so that it is kept in one way only."""
        return {*reason.cells} <= {place(mark) for mark in (*self.known, *self.cells)}

    @property
    def it(self) -> str:
        """The pronoun for the cells found."""
        return "them" if self.joint or self.cells[1:] else "it"

    @property
    def left(self) -> str:
        """A clause saying that only the cells found are left."""
        return "these cells are left" if self.cells[1:] else "this cell is left"


class Sentences(ABC, Generic[P]):
    """How a kind says what marks and rules say."""

    families: ClassVar[Mapping[str, tuple[str, str]]]
    """By rule id, in order: the words for one instance and for several, which name steps by several rules."""
    unlike: ClassVar[Mapping[str, str]] = {}
    """By sign: the sign of the opposite mark."""

    def shown(self, inference: Inference[P]) -> tuple[Mark, ...]:
        """The marks that say what was found."""
        return inference.cells

    def found(self, inference: Inference[P], form: str = "is") -> str:
        """What was found, as a sentence; *form* as in `stated`."""
        return self.stated(inference.puzzle, self.shown(inference), form)

    def family(self, reasons: Iterable[Statement]) -> str:
        """The names of the rules, each once: ``line and dead ends``."""
        rules = [reason.rule for reason in reasons]
        words = dict[str, int]()
        for rule, (one, _) in self.families.items():
            words[one] = words.get(one, 0) + rules.count(rule)
        many = dict(self.families.values())
        return listed([one if count == 1 else many[one] for one, count in words.items() if count]) or "several rules"

    @abstractmethod
    def phrase(self, puzzle: P, what: str) -> Phrase:
        """The meaning of a sign."""

    @abstractmethod
    def broken(self, puzzle: P, reason: Statement) -> str:
        """How a rule would be violated: ``r2c4 would be a dead end without a monster``."""

    def implied(self, puzzle: P, reason: Statement) -> str:
        """Why something would follow, to be put in brackets."""
        return reason.text

    def turn(self, inference: Inference[P]) -> str:
        """The reason of a link, to be put in brackets; for a link without marks, how the rule would be violated."""
        say = self.implied if inference.cells else self.broken
        return say(inference.puzzle, inference.reasons[0])

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """The names of the places of marks with one sign."""
        return names(map(place, marks))

    def stated(self, puzzle: P, marks: Sequence[Mark], form: str = "is") -> str:
        """``r1c1 and r1c2 are walls, and r1c3 is open``; *form* is ``is``, ``were`` or ``would``."""
        parts = self.parts(puzzle, marks, form)
        return ", and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)

    def parts(self, puzzle: P, marks: Sequence[Mark], form: str) -> list[str]:
        """The clauses joined by `stated`, one per sign."""
        parts = []
        for what, same in groupby(sorted(marks, key=lambda mark: str(mark[-1])), key=lambda mark: str(mark[-1])):
            chosen, phrase = list(same), self.phrase(puzzle, what)
            verb, one = phrase.verb, len(chosen) == 1
            verb_form = {"were": verb.were, "would": verb.would}.get(form, verb.one if one else verb.many)
            sentence = f"{verb_form} {phrase.one if one else phrase.many}".replace("would be not ", "would not be ")
            parts.append(f"{listed(self.places(chosen))} {sentence}")
        return parts

    def opposite(self, mark: Mark) -> Mark:
        """The mark with the opposite sign."""
        return (*mark[:-1], self.unlike[str(mark[-1])])

    def supposed(self, puzzle: P, assumptions: Sequence[Sequence[Mark]]) -> str:
        """``r1c1 were open``, ``r1c1 or r1c2 were open``."""
        one_sign = len({str(mark[-1]) for marks in assumptions for mark in marks}) == 1
        if not assumptions[1:] or not one_sign or any(marks[1:] for marks in assumptions):
            return " or ".join(self.stated(puzzle, marks, "were") for marks in assumptions)
        named = [self.places([mark]) for (mark,) in assumptions]
        return self.stated(puzzle, assumptions[0], "were").replace(named[0][0], alternatives([x for (x,) in named]), 1)

    def bound(self, inference: Inference[P], group: Sequence[Bound]) -> str:
        """``at most 1 of r1c1 and r1c2, and of r2c1 and r2c2, is a wall``, for bounds of one sort."""
        assert inference.unknowns
        first = group[0]
        marks, number, which = [bound.marks for bound in group], first.least, "at least"
        if len({str(mark[-1]) for mark in first.marks}) > 1:
            either = " or ".join(self.parts(inference.puzzle, first.marks, "is"))
            return either if number == 1 else f"at least {number} are so: {either}"
        if all(inference.unknowns.literal(mark) < 0 for mark in first.marks):
            marks = [tuple(map(self.opposite, own)) for own in marks]
            number, which = len(first.marks) - number, "at most"
        phrase = self.phrase(inference.puzzle, str(marks[0][0][-1]))
        is_so = f"{phrase.verb.one} {phrase.one}" if number == 1 else f"{phrase.verb.many} {phrase.many}"
        return f"{which} {number} {listed([f'of {listed(self.places(own))}' for own in marks])} {is_so}"

    def things(self, puzzle: P, what: str) -> tuple[str, str]:
        """What a sign stands for when counted: ``star`` and ``stars``, ``shaded cell`` and ``shaded cells``, ``1s``."""
        _, one, many = self.phrase(puzzle, what)
        if (noun := re.sub("^an? ", "", one)) != one:
            return noun, many
        return (one, f"{one}s") if one.isdigit() else (f"{one} cell", f"{one} cells")


_MOST_RULES = 5
"""The most rules listed in a contradiction."""


def contradicted(reasons: Sequence[Statement]) -> str:
    """The contradicted rules; of many, the first ones and the total number."""
    rules = _grouped(reasons)
    if len(rules) <= _MOST_RULES + 1:
        return f": {'; '.join(rules)}"
    return f" {len(reasons)} rules together, among them: {'; '.join(rules[:_MOST_RULES])}"


def _grouped(reasons: Iterable[Statement]) -> list[str]:
    """The sentences of rules; rules with the same pattern share one sentence."""
    alike = dict[str, list[Cell]]()
    for reason in reasons:
        same = reason.pattern.endswith("{}")
        alike.setdefault(reason.pattern if same else reason.text, []).extend([reason.place] if same else ())
    return [text.replace("{}", listed(names(cells))) for text, cells in alike.items()]
