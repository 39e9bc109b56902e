"""The words of steps: the name of a technique, and a sentence with the conclusion and its reasons.

A kind has its own words for consequences of one rule (`Words.single`). Steps by several rules are worded as arguments:
assume the opposite, and apply one rule after another until one is violated. Each kind has its `Words` in its module
``techniques``; nothing here is specific to a puzzle or to the search for steps (`satdnd.explanation.stepper`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, ClassVar, Generic

from satdnd.engine.kind import P
from satdnd.explanation.layouts import ArgumentLayout, ArgumentLines
from satdnd.explanation.phrases import Phrase
from satdnd.explanation.steps import Argument, Bound, Step, Turn
from satdnd.explanation.tallies import Share, Tally, gathered, limit, whole_count
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.cut import Cut
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Literal, Statement

LONG_RUN = 4
"""The number of adjacent cells in a line from which a sentence names only the first and the last."""
LONGEST_JOINT = 150
"""The most characters of one reason for several similar steps."""
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


def _known_of(reasons: Iterable[Statement], known: Iterable[Literal], unknowns: Unknowns) -> tuple[Mark, ...]:
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
            known = _known_of([reason], map(unknowns.literal, (*self.known, *known)), unknowns)
            given = _known_of([reason], map(unknowns.literal, self.known), unknowns)
        return Inference(
            self.puzzle,
            marks,
            (reason,),
            known,
            supposed=supposed,
            alternatives=self.alternatives,
            given=given,
        )

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


class Words(ABC, Generic[P]):
    """The words of one kind."""

    techniques: ClassVar[Mapping[str, str]]
    """The techniques with one rule, or with their own name, each with the situation it applies to."""
    families: ClassVar[Mapping[str, tuple[str, str]]]
    """By rule id, in order: the words for one instance and for several, which name steps by several rules."""
    unlike: ClassVar[Mapping[str, str]] = {}
    """By sign: the sign of the opposite mark."""

    def describe(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """The name of the technique, and a sentence; *known* has all known literals, needed or not."""
        joint = self._joint(puzzle, step, known, unknowns) if step.alike else None
        marks = _known_of(step.reasons, known, unknowns)
        inference = Inference(puzzle, step.cells, step.reasons, marks, step.arguments, unknowns=unknowns)
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
            found, marks = argument.turns[0].marks, _known_of(reasons, there, unknowns)
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

    def shown(self, inference: Inference[P]) -> tuple[Mark, ...]:
        """The marks that say what was found."""
        return inference.cells

    def found(self, inference: Inference[P], form: str = "is") -> str:
        """What was found, as a sentence; *form* as in `stated`."""
        return self.stated(inference.puzzle, self.shown(inference), form)

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

    # sentences

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

    def argued(self, inference: Inference[P]) -> str:
        """Why the opposite of the conclusion is impossible, and what follows."""
        puzzle = inference.puzzle
        if not inference.arguments:
            assumed = self.stated(puzzle, [self.opposite(inference.cells[0])], "were")
            rest = f"; they also settle {listed(self.places(inference.cells[1:]))}" if inference.cells[1:] else ""
            return f"if {assumed}, that would contradict{_together(inference.reasons)}{rest}"
        text = self._argument(inference, _SHORT)
        return text if len(text.split()) <= MOST_WORDS else self._argument(inference, _LONG)

    def _argument(self, inference: Inference[P], layout: ArgumentLayout) -> str:
        """All arguments as text; those with the same links, or with links of the same structure, are put together."""
        same, alike = dict[Any, list[Argument]](), dict[Any, list[list[Argument]]]()
        for argument in inference.arguments:
            alone = argument.bounds or not argument.assumed
            same.setdefault(argument if alone else (argument.turns, argument.cases), []).append(argument)
        for group in (part for whole in same.values() for part in self._same_words(inference, whole, layout)):
            shape = tuple(self._shape(inference, one) for one in group) if group[0].assumed else group[0]
            alike.setdefault(shape, []).append(group)
        parts, marks = list[str](), list[Mark]()
        for first, *others in alike.values():
            if said := self._used_up(inference, [one for group in (first, *others) for one in group]):
                parts.append(said)
                marks += [self.opposite(mark) for group in (first, *others) for one in group for mark in one.assumed]
                continue
            if first[0].assumed:
                refuted = self._refuted(inference, [one.assumed for one in first], first[0], marks, layout)
                parts.append(f"{'and ' if parts and layout is _SHORT else ''}{refuted}")
                marks += [self.opposite(mark) for one in first for mark in one.assumed]
            else:
                parts.append(f"so {self._links(inference, first[0], marks, 'is')[0]}")
            if others:
                found = [self.opposite(mark) for group in others for one in group for mark in one.assumed]
                parts.append(f"likewise {self.stated(inference.puzzle, found)}")
                marks += found
        return f";{layout.between}".join(parts)

    def _same_words(
        self, inference: Inference[P], group: list[Argument], layout: ArgumentLayout
    ) -> Iterable[list[Argument]]:
        """Arguments with the same links, by what the links say: that may depend on what is assumed."""
        if not group[1:]:
            return [group]
        by_text, assumptions = dict[str, list[Argument]](), [one.assumed for one in group]
        for one in group:
            by_text.setdefault(self._refuted(inference, assumptions, one, (), layout), []).append(one)
        return by_text.values()

    def _shape(self, inference: Inference[P], argument: Argument) -> Any:
        """The structure without cells: equal for arguments that differ only in their cells; or by the same counting."""
        if argument.bounds and not argument.turns:
            return argument.bounds
        links = [(inference.reasons[i].rule, frozenset(mark[-1] for mark in marks)) for i, marks in argument.turns]
        cases = (self._shape(inference, case) for case in argument.cases)
        return tuple(str(mark[-1]) for mark in argument.assumed), tuple(links), tuple(cases), argument.bounds

    def _links(self, inference: Inference[P], argument: Argument, before: list[Mark], form: str = "would") -> list[str]:
        """``r2c3 would be open (row 2 needs 2 walls)``, or ``row 3 could not have 1 wall``; extends *before*."""
        links = []
        for i, marks in argument.turns:
            link = inference.turn(inference.reasons[i], marks, before, supposed=form == "would")
            why = self.turn(link)
            links.append(f"{self.found(link, form)} ({why})" if marks else why)
            before += marks
        return links

    def supposed(self, puzzle: P, assumptions: Sequence[Sequence[Mark]]) -> str:
        """``r1c1 were open``, ``r1c1 or r1c2 were open``."""
        one_sign = len({str(mark[-1]) for marks in assumptions for mark in marks}) == 1
        if not assumptions[1:] or not one_sign or any(marks[1:] for marks in assumptions):
            return " or ".join(self.stated(puzzle, marks, "were") for marks in assumptions)
        named = [self.places([mark]) for (mark,) in assumptions]
        return self.stated(puzzle, assumptions[0], "were").replace(named[0][0], alternatives([x for (x,) in named]), 1)

    def _refuted(
        self,
        inference: Inference[P],
        assumptions: Sequence[Sequence[Mark]],
        argument: Argument,
        before: Iterable[Mark],
        layout: ArgumentLayout,
        depth: int = 0,
    ) -> str:
        """``if r2c2 were open, then ..., and row 3 could not have 1 wall``; or a list of cases."""
        assumed = self.supposed(inference.puzzle, assumptions)
        if assumptions[1:]:
            inference = replace(inference, alternatives=frozenset(place(mark) for own in assumptions for mark in own))
        supposed = [*before, *argument.assumed]
        links = self._links(inference, argument, supposed)
        if argument.bounds:
            links += self._lacking(inference, argument.bounds, supposed)
        cases = [self._refuted(inference, [case.assumed], case, supposed, layout, depth + 1) for case in argument.cases]
        return layout.chain(f"if {assumed}", links, cases, depth)

    # counting

    def _used_up(self, inference: Inference[P], arguments: Sequence[Argument]) -> str:
        """For a count in which nothing is left over: ``row 1 needs 2 stars and has room only in ...``."""
        bounds, unknowns = arguments[0].bounds, inference.unknowns
        if not bounds or arguments[0].turns or not unknowns:
            return ""
        tally = self._tally(inference, bounds, ())
        if not tally or tally.needed != tally.room:
            return ""
        found = [self.opposite(mark) for argument in arguments for mark in argument.assumed]
        rest, full = tally.rest, [self.opposite(mark) for mark in tally.full]
        if not {*found} <= {*rest, *full} or tally.displaced({*map(self.opposite, found)}):
            return ""
        if said := tally.exact():
            return said
        kept, gone = ([mark for mark in found if mark in some] for some in (rest, full))
        ends = [f"{len(kept)} for {listed(self.places(kept))}"] if kept else []
        ends += [f"none for {listed(self.places(gone))}"] if gone else []
        counts = self._both(inference, *self._sides(bounds, unknowns))
        return counts and f"{counts}, which leaves {', and '.join(ends)}"

    def _lacking(self, inference: Inference[P], bounds: Sequence[Bound], supposed: list[Mark]) -> list[str]:
        """``r1c2 would be empty (...)``, ``row 1 would need 2 stars, but only 1 would fit``; *supposed* are fixed."""
        turns = self._emptied(inference, bounds, supposed)
        tally = self._tally(inference, bounds, [*supposed, *(mark for turn in turns for mark in turn.marks)])
        said = tally.lacking() if tally and tally.needed > tally.room else ""
        if not said:
            return [self._excess(inference, bounds, supposed)]

        def why(turn: Turn) -> str:
            """The reason for all marks of *turn*."""
            return self.turn(inference.turn(inference.reasons[turn.reason], turn.marks, supposed, supposed=True))

        alike = dict[str, Turn]()
        for turn in turns:
            first = alike.setdefault(said_once := why(turn), turn)
            if first is not turn:
                alike[said_once] = Turn(first.reason, (*first.marks, *turn.marks))
        return [
            *(f"{self.stated(inference.puzzle, turn.marks, 'would')} ({why(turn)})" for turn in alike.values()),
            said,
        ]

    def _emptied(self, inference: Inference[P], bounds: Iterable[Bound], supposed: Iterable[Mark]) -> tuple[Turn, ...]:
        """What upper bounds rule out because all they have room for is *supposed*."""
        assert inference.unknowns
        fixed, turns = {*supposed}, dict[int, list[Mark]]()
        for bound in self._sides(bounds, inference.unknowns)[1]:
            there = [mark for mark in bound.marks if self.opposite(mark) in fixed]
            if there and len(there) == _number(bound, upper=True):
                turns.setdefault(bound.reason, []).extend(x for x in bound.marks if x not in {*there, *fixed})
        return tuple(Turn(i, tuple(dict.fromkeys(marks))) for i, marks in turns.items() if marks)

    def _tally(self, inference: Inference[P], bounds: Sequence[Bound], supposed: Iterable[Mark]) -> Tally | None:
        """The bounds where *supposed* are fixed; None if they count different things, or something twice."""
        assert inference.unknowns
        sides, fixed = self._sides(bounds, inference.unknowns), {*supposed}
        lower, upper = (
            [share for bound in side if (share := self._share(inference, bound, is_upper, fixed)).number]
            for side, is_upper in zip(sides, (False, True), strict=True)
        )
        needed = [mark for share in lower for mark in share.marks]
        signs = {str(mark[-1]) for share in (*lower, *upper) for mark in share.marks}
        odd = any(bound.times > 1 for bound in bounds) or any(share.number < 0 for share in (*lower, *upper))
        if odd or len(signs) > 1 or len({*needed}) < len(needed):
            return None
        return Tally(lower, upper, self.things(inference.puzzle, signs.pop()), self.places, self.family)

    def _share(self, inference: Inference[P], bound: Bound, upper: bool, fixed: Collection[Mark] = ()) -> Share:
        """A bound where some marks are *fixed*; an upper one says how many of the opposites can hold at most."""
        assert inference.unknowns
        marks = tuple(map(self.opposite, bound.marks)) if upper else bound.marks
        number = _number(bound, upper=upper) - sum(mark in fixed for mark in marks)
        marks = tuple(mark for mark in marks if mark not in fixed and self.opposite(mark) not in fixed)
        literals, known = ({*map(inference.unknowns.literal, some)} for some in (marks, (*inference.known, *fixed)))
        count = whole_count(inference.reasons[bound.reason], literals, known)
        more = count is not None and not known.isdisjoint(count.literals)
        return Share(inference.reasons[bound.reason], marks, number, count, more)

    def things(self, puzzle: P, what: str) -> tuple[str, str]:
        """What a sign stands for when counted: ``star`` and ``stars``, ``shaded cell`` and ``shaded cells``, ``1s``."""
        _, one, many = self.phrase(puzzle, what)
        if (noun := re.sub("^an? ", "", one)) != one:
            return noun, many
        return (one, f"{one}s") if one.isdigit() else (f"{one} cell", f"{one} cells")

    def _excess(self, inference: Inference[P], bounds: Sequence[Bound], supposed: Iterable[Mark]) -> str:
        """``3 would be needed and only 2 would fit: at least ..., at most ...``; *supposed* are fixed."""
        assert inference.unknowns
        weights, fixed = Counter[Mark](), set(supposed)
        for bound in bounds:
            weights.update(dict.fromkeys(bound.marks, bound.times))
        most = 0
        for mark in {min(mark, self.opposite(mark), key=str) for mark in weights}:
            ways = [x for x in (mark, self.opposite(mark)) if self.opposite(x) not in fixed]
            most += max(weights[x] for x in ways)
        lower, upper = self._sides(bounds, inference.unknowns)
        needed = sum(bound.least * bound.times for bound in lower)
        room = needed + most - sum(bound.least * bound.times for bound in bounds)
        if counts := self._both(inference, lower, upper):
            return f"{needed} would be needed, and only {room} would fit: {counts}"
        rules = [*dict.fromkeys(inference.reasons[bound.reason] for bound in bounds)]
        return f"{needed} would be needed, and only {room} would fit, by{_together(rules)}"

    def _sides(self, bounds: Iterable[Bound], unknowns: Unknowns) -> tuple[list[Bound], list[Bound]]:
        """Lower bounds; and those that say how many of the opposites can hold at most."""
        sides = list[Bound](), list[Bound]()
        for bound in bounds:
            sides[all(unknowns.literal(mark) < 0 for mark in bound.marks)].append(bound)
        return sides

    def _both(self, inference: Inference[P], lower: Sequence[Bound], upper: Sequence[Bound]) -> str:
        """The lower bounds, and the upper ones; without their reasons if that is too long, and empty if this is."""
        sides = ((lower, False), (upper, True))
        for brief in (False, True):
            text = "; ".join(self._bounds(inference, side, upper=is_upper, brief=brief) for side, is_upper in sides)
            if len(text.split()) <= _MOST_COUNTED:
                return text
        return ""

    def _bounds(self, inference: Inference[P], bounds: Sequence[Bound], *, upper: bool, brief: bool) -> str:
        """``at least 2 of r1c1 to r1c4 are walls (row 1 needs 3 walls)``; those of one sort in one sentence."""
        alike = dict[Any, list[tuple[Bound, Share]]]()
        for bound in bounds:
            share = self._share(inference, bound, upper)
            marks = {str(mark[-1]) for mark in bound.marks}
            rule = "" if brief else share.statement.rule
            key = rule, bool(share.name), bound.times, share.number, *marks
            alike.setdefault(key if len(marks) == 1 else bound, []).append((bound, share))
        parts = []
        for group in alike.values():
            shares, (first, share) = [one for _, one in group], group[0]
            reasons = list(dict.fromkeys(one.statement for one in shares))
            why = [] if brief or share.name else [self.family(reasons) if reasons[1:] else reasons[0].text]
            if (times := first.times) > 1:
                why.append("counted twice" if times == 2 else f"counted {times} times")
            said = self.bound(inference, [one for one, _ in group])
            if share.name:
                said = limit(shares, self.things(inference.puzzle, str(share.marks[0][-1])), upper=upper)
            parts.append(said + (f" ({', '.join(why)})" if why else ""))
        several = len(bounds) > 1 or bounds[0].times > 1
        total = sum(one.times * _number(one, upper=upper) for one in bounds)
        return listed(parts) + (f", {total} in all" if several else "")

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


_SHORT, _LONG = ArgumentLayout(), ArgumentLines()
_BREAK = "\n"
MOST_WORDS = 60
"""The most words of an argument in one sentence, about six lines of a terminal; longer ones get a line per link."""
_MOST_COUNTED = 120
"""The most words of counts; longer ones leave out their reasons."""
_MOST_KNOWN = 6
"""The most known marks that are named with a rule that is given as it is."""
_MOST_RULES = 5
"""The most rules listed in a contradiction."""


def _number(bound: Bound, *, upper: bool) -> int:
    """How many of its marks must hold; for an upper bound, how many of their opposites can."""
    return len(bound.marks) - bound.least if upper else bound.least


def _together(reasons: Sequence[Statement]) -> str:
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
