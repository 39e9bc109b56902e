"""The words of steps: the name of a technique, and a sentence that says what follows and why.

For what follows from one rule, a kind has its own words (`Words.single`). What needs several rules at once is worded as
an argument: assume the opposite, go on rule by rule, until one of them is broken. Each kind has its `Words` in its
module ``techniques``; nothing here knows a puzzle, or how a step was found (`satdnd.explanation.stepper`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Generic, NamedTuple

from satdnd.engine.kind import P
from satdnd.explanation.steps import Argument, Step
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.count import EachOnce
from satdnd.rules.cut import Cut
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Literal, Statement

LONG_RUN = 4
"""Cells next to each other in a line of which a sentence names only the first and the last."""
NEAR = 3
"""Rows and columns between places that count as close."""
LONG_POCKET = 6
"""Beyond this many names, a pocket is described by what encloses it."""


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
    """The cells that a cut closes in: ``at r1c1``, ``in r1c1 to r1c4``, ``enclosed by r5c1 to r5c4``."""
    cells = names(reason.cells)
    if len(cells) > LONG_POCKET and isinstance(reason, Cut):
        border = names(reason.border)
        if 0 < len(border) < len(cells):
            return f"enclosed by {listed(border)}"
    return f"{'in' if len(reason.cells) > 1 else 'at'} {listed(cells)}"


def subject(reason: Statement) -> str:
    """What a statement that counts is about: ``row 2`` needs 3 stars, ``row 4`` has no lamps."""
    return re.split(" has| needs", reason.text, maxsplit=1)[0]


def subjects(reasons: Iterable[Statement]) -> str:
    """What statements are about, as they begin: ``rows 2 and 5``, ``the 2s at r1c1 and r3c3``."""
    found = list(map(subject, reasons))
    heads, tails = {name.rpartition(" ")[0] for name in found}, [name.rpartition(" ")[2] for name in found]
    if len(heads) > 1:
        return listed(found)
    what = heads.pop()
    return f"{what.removesuffix(' at')}s{' at' if what.endswith(' at') else ''} {listed(tails)}"


def _known_of(reasons: Iterable[Statement], known: Iterable[Literal], unknowns: Unknowns) -> tuple[Mark, ...]:
    """What is known of what reasons are about."""
    about = {x for one in reasons if isinstance(one, RuleStatement) for c in one.constraints() for x in c.scope}
    return tuple(unknowns.mark(x) for x in known if abs(x) - 1 in about)


def _near(reasons: Sequence[Statement]) -> bool:
    """Whether all are about one cell, or begin in one line, or not far from each other."""
    cells = [reason.place for reason in reasons]
    close = all(max(abs(a - b) for a, b in zip(cell, cells[0], strict=True)) <= NEAR for cell in cells)
    same = set.intersection(*(set(reason.cells) for reason in reasons))
    return close or bool(same) or any(len({cell[k] for cell in cells}) == 1 for k in (0, 1))


# inferences


@dataclass(frozen=True)
class Inference(Generic[P]):
    """What needs words: *cells* follow from *reasons* and *known*."""

    puzzle: P
    cells: tuple[Mark, ...]
    reasons: tuple[Statement, ...]
    known: tuple[Mark, ...] = ()
    """All that is known of what the reasons are about, needed or not."""
    arguments: Sequence[Argument] = ()
    """How several reasons lead to the cells; empty where that would be too long."""
    joint: bool = False
    """Whether others are in the same sentence."""
    unknowns: Unknowns | None = None
    """What marks stand for; None: without arguments."""
    supposed: bool = False
    """Whether it is a turn of an argument that assumes something."""

    def turn(
        self, reason: Statement, marks: tuple[Mark, ...], before: Iterable[Mark], *, supposed: bool
    ) -> Inference[P]:
        """A turn of its argument by itself: what one reason gives of what is known and of the turns *before*."""
        known = tuple(before)
        if self.unknowns:
            unknowns = self.unknowns
            known = _known_of([reason], map(unknowns.literal, (*self.known, *known)), unknowns)
        return Inference(self.puzzle, marks, (reason,), known, supposed=supposed)

    @property
    def it(self) -> str:
        """The pronoun for what was found."""
        return "them" if self.joint or self.cells[1:] else "it"

    @property
    def left(self) -> str:
        """A clause saying that what was found is all that is left."""
        return "these cells are left" if self.cells[1:] else "this cell is left"


class Words(ABC, Generic[P]):
    """The words of one kind."""

    techniques: ClassVar[Mapping[str, str]]
    """The names of techniques that need one rule, or have a name of their own, and when they are used."""
    families: ClassVar[Mapping[str, tuple[str, str]]]
    """What names of several rules at once are put together from, in this order: of each rule's id a word, and the
    same for many."""
    unlike: ClassVar[Mapping[str, str]] = {}
    """Of each thing that a mark can say, what its opposite says."""

    def describe(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """The name of the technique, and a sentence; *known* is all that was known, needed or not."""
        joint = self._joint(puzzle, step, known, unknowns) if step.alike else None
        marks = _known_of(step.reasons, known, unknowns)
        inference = Inference(puzzle, step.cells, step.reasons, marks, step.arguments, unknowns=unknowns)
        name, why = joint or (self.single(inference) if len(step.reasons) == 1 else self.several(inference))
        return name, f"{self.stated(puzzle, step.cells)}: {why}."

    def together(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> bool:
        """Whether there is one sentence for alike steps."""
        return self._joint(puzzle, step, known, unknowns) is not None

    def _joint(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str] | None:
        """The name and the sentence of alike steps."""
        inferences = []
        for argument in step.arguments:
            reasons = tuple(step.reasons[turn.reason] for turn in argument.turns)
            marks = _known_of(reasons, known, unknowns)
            inferences.append(Inference(puzzle, argument.turns[0].marks, reasons, marks, joint=True))
        return self.joint(inferences)

    def joint(self, inferences: Sequence[Inference[P]]) -> tuple[str, str] | None:
        """The name of what follows from one rule each, and why in one sentence; None: they are told apart."""
        single = {self.single(one) for one in inferences}
        if len({name for name, _ in single}) > 1 or not _near([one.reasons[0] for one in inferences]):
            return None
        technique, why = next(iter(single))
        if len(single) > 1:
            why = self.many(inferences, technique)
        return (technique, why) if why else None

    def many(self, inferences: Sequence[Inference[P]], technique: str) -> str:
        """Why several follow by a technique, each from one rule; empty where there is no sentence for that."""
        return ""

    def rank(self, puzzle: P, step: Step) -> int:
        """The place of its technique among all; several rules without a name come last, by their last family."""
        inference = Inference(puzzle, step.cells, step.reasons, step.known)
        name = self.nickname(inference) if step.reasons[1:] else self.single(inference)[0]
        order, families = list(self.techniques), list(self.families)
        if name in order:
            return order.index(name)
        return len(order) + max((families.index(one.rule) for one in step.reasons if one.rule in families), default=0)

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
        """What the last part of a mark means."""

    @abstractmethod
    def broken(self, puzzle: P, reason: Statement) -> str:
        """That a rule would be broken: ``r2c4 would be a dead end without a monster``."""

    def implied(self, puzzle: P, reason: Statement) -> str:
        """Why something would follow, in brackets after it."""
        return reason.text

    def turn(self, inference: Inference[P]) -> str:
        """Of one turn of an argument why it is so, for brackets; where nothing is found, what rule would be broken."""
        say = self.implied if inference.cells else self.broken
        return say(inference.puzzle, inference.reasons[0])

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """The places of marks that say the same."""
        return names(map(place, marks))

    # sentences

    def stated(self, puzzle: P, marks: Sequence[Mark], form: str = "is") -> str:
        """``r1c1 and r1c2 are walls, and r1c3 is open``; in another *form*, ``were`` or ``would``."""
        parts = self.parts(puzzle, marks, form)
        return ", and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)

    def parts(self, puzzle: P, marks: Sequence[Mark], form: str) -> list[str]:
        """What `stated` joins: a part for each sign."""
        parts = []
        for what, same in groupby(sorted(marks, key=lambda mark: str(mark[-1])), key=lambda mark: str(mark[-1])):
            chosen, phrase = list(same), self.phrase(puzzle, what)
            verb, one = phrase.verb, len(chosen) == 1
            verb_form = {"were": verb.were, "would": verb.would}.get(form, verb.one if one else verb.many)
            sentence = f"{verb_form} {phrase.one if one else phrase.many}".replace("would be not ", "would not be ")
            parts.append(f"{listed(self.places(chosen))} {sentence}")
        return parts

    def opposite(self, mark: Mark) -> Mark:
        """The mark that says the opposite."""
        return (*mark[:-1], self.unlike[str(mark[-1])])

    def argued(self, inference: Inference[P]) -> str:
        """Why the opposite of what was found cannot be, and what follows then."""
        puzzle = inference.puzzle
        if not inference.arguments:
            assumed = self.stated(puzzle, [self.opposite(inference.cells[0])], "were")
            rest = f"; the same rules settle {listed(self.places(inference.cells[1:]))}" if inference.cells[1:] else ""
            return f"if {assumed}, that would contradict{_together(_grouped(inference.reasons))}{rest}"
        marks = self._argument(inference)
        return marks if len(marks.split()) <= MOST_WORDS else self._argument(inference, brief=True)

    def _argument(self, inference: Inference[P], *, brief: bool = False) -> str:
        """All of its arguments; *brief*: of each chain the first link and the last."""
        alike, parts, marks = dict[Any, list[Argument]](), list[str](), list[Mark]()
        for argument in inference.arguments:
            shape = self._shape(inference, argument) if argument.assumed else argument
            alike.setdefault(shape, []).append(argument)
        for first, *others in alike.values():
            if first.assumed:
                parts.append(f"{'and ' if parts else ''}{self._refuted(inference, first, marks, brief=brief)}")
                marks += map(self.opposite, first.assumed)
            else:
                parts.append(f"so {self._links(inference, first, marks, 'is')[0]}")
            if others:
                found = [self.opposite(mark) for argument in others for mark in argument.assumed]
                parts.append(f"likewise {self.stated(inference.puzzle, found)}")
                marks += found
        return "; ".join(parts)

    def _shape(self, inference: Inference[P], argument: Argument) -> Any:
        """What is the same of arguments that say the same of other cells."""
        links = [(inference.reasons[i].rule, tuple(str(mark[-1]) for mark in marks)) for i, marks in argument.turns]
        cases = (self._shape(inference, case) for case in argument.cases)
        return tuple(str(mark[-1]) for mark in argument.assumed), tuple(links), tuple(cases)

    def _links(self, inference: Inference[P], argument: Argument, before: list[Mark], form: str = "would") -> list[str]:
        """``r2c3 would be open (row 2 needs 2 walls)``, and ``row 3 could not have 1 wall``, added to *before*."""
        links = []
        for i, marks in argument.turns:
            why = self.turn(inference.turn(inference.reasons[i], marks, before, supposed=form == "would"))
            links.append(f"{self.stated(inference.puzzle, marks, form)} ({why})" if marks else why)
            before += marks
        return links

    def _refuted(
        self, inference: Inference[P], argument: Argument, before: Iterable[Mark], depth: int = 0, *, brief: bool
    ) -> str:
        """``if r2c2 were open, then ..., and row 3 could not have 1 wall``; or by cases."""
        supposed = [*before, *argument.assumed]
        links = self._links(inference, argument, supposed)
        if argument.cases:
            cases = zip(_CASES[depth % len(_CASES)], argument.cases, strict=False)
            deeper = ((mark, self._refuted(inference, case, supposed, depth + 1, brief=brief)) for mark, case in cases)
            text = "; ".join(f"({mark}) {case}" for mark, case in deeper)
            links.append(f"there would be {len(argument.cases)} cases: {text}")
        assumed = f"if {self.stated(inference.puzzle, argument.assumed, 'were')},"
        if argument.cases and not links[1:]:
            return f"{assumed} {links[0]}"
        if brief and links[2:]:
            return f"{assumed} then {links[0]}, and so on, until {links[-1]}"
        return f"{assumed} then {', then '.join(links[:-1])}{', and ' if links[1:] else ''}{links[-1]}"


MOST_WORDS = 150
"""Words of an argument above which its chains are told in brief: nobody would keep them in mind."""
_MOST_RULES = 5
"""Rules that are told of those that something contradicts together."""
_CASES = ("ab", "12", ("i", "ii"))
"""Labels of cases, and of cases within a case."""


def _together(rules: Sequence[str]) -> str:
    """What something contradicts; of many rules the first, and how many there are."""
    if len(rules) <= _MOST_RULES + 1:
        return f": {'; '.join(rules)}"
    return f" {len(rules)} rules together, among them: {'; '.join(rules[:_MOST_RULES])}"


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

    def describe(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """Of a number that one rule of "each once" keeps out, where it is instead, or what is there."""
        ruled_out = all(str(mark[-1]).startswith(NOT) for mark in step.cells)
        first, *others = step.reasons
        if others or not (ruled_out and isinstance(first, EachOnce) and first.least):
            return super().describe(puzzle, step, known, unknowns)
        why = first.text
        if len(step.known) == len(step.cells) == 1:
            (found,), (other,) = step.cells, step.known
            here = place(found) == place(other)
            why = f"it is {other[-1]}" if here else f"{cell_name(place(other))} is, and {why}"
        return "already there", f"{self.stated(puzzle, step.cells)}: {why}."

    def joint(self, inferences: Sequence[Inference[P]]) -> tuple[str, str] | None:
        """None: each number has a reason of its own line or cell."""
        return None

    def parts(self, puzzle: P, marks: Sequence[Mark], form: str) -> list[str]:
        """``r1c1 is 5``, ``r1c1 and r1c2 cannot be 3 or 4``."""
        placed = [mark for mark in marks if not str(mark[-1]).startswith(NOT)]
        ruled_out = dict[Cell, list[str]]()
        for mark in sorted(marks):
            if mark not in placed:
                ruled_out.setdefault(place(mark), []).append(str(mark[-1]).removeprefix(NOT))
        alike = dict[tuple[str, ...], list[Cell]]()
        for cell, values in ruled_out.items():
            alike.setdefault(tuple(values), []).append(cell)
        cannot = {"were": "could not be", "would": "could not be"}.get(form, "cannot be")
        parts = super().parts(puzzle, placed, form)
        for gone_there, cells in alike.items():
            either = " or ".join(filter(None, (", ".join(gone_there[:-1]), gone_there[-1])))
            parts.append(f"{listed(names(cells))} {cannot} {either}")
        return parts


NOT = "not "
"""The prefix of marks that rule a number out."""
