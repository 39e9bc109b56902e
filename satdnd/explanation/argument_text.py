"""The text of arguments by several rules: chains from an assumption, cases, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from satdnd.engine.kind import P
from satdnd.explanation.layouts import ArgumentLayout, ArgumentLines
from satdnd.explanation.steps import Argument, Bound, Turn
from satdnd.explanation.tallies import Share, Tally, limit, whole_count
from satdnd.explanation.wording import Inference, Sentences, contradicted
from satdnd.grid.notation import listed
from satdnd.rules.unknowns import Mark, Unknowns


@dataclass(frozen=True)
class ArgumentText(Generic[P]):
    """The arguments of one step in words."""

    words: Sentences[P]
    """Those of the kind."""
    inference: Inference[P]
    """The step."""

    def text(self) -> str:
        """The argument in a sentence, or if that is too long in lines."""
        text = self._argument(_SHORT)
        return text if len(text.split()) <= MOST_WORDS else self._argument(_LONG)

    def clauses(self) -> Iterator[tuple[str, Inference[P]]]:
        """Yield the reason of each link, as it is said, with the link."""
        concluded = list[Mark]()
        for argument in self.inference.arguments:
            yield from self._clauses(argument, concluded)
            concluded += [self.words.opposite(mark) for mark in argument.assumed] or argument.turns[0].marks

    def _clauses(self, argument: Argument, before: Iterable[Mark]) -> Iterator[tuple[str, Inference[P]]]:
        """The clauses of one argument, its cases included."""
        there = [*before, *argument.assumed]
        for i, marks in (*argument.turns, *self._emptied(argument.bounds, there)):
            link = self._link(i, marks, there, supposed=bool(argument.assumed))
            yield self.words.turn(link), link
            there += marks
        for case in argument.cases:
            yield from self._clauses(case, there)

    def _argument(self, layout: ArgumentLayout) -> str:
        """All arguments as text; those with the same links, or with links of the same structure, are put together."""
        same, alike = dict[Any, list[Argument]](), dict[Any, list[list[Argument]]]()
        for argument in self.inference.arguments:
            alone = argument.bounds or not argument.assumed
            same.setdefault(argument if alone else (argument.turns, argument.cases), []).append(argument)
        for group in (part for whole in same.values() for part in self._same_words(whole, layout)):
            shape = tuple(self._shape(one) for one in group) if group[0].assumed else group[0]
            alike.setdefault(shape, []).append(group)
        parts, marks = list[str](), list[Mark]()
        for first, *others in alike.values():
            if said := self._used_up([one for group in (first, *others) for one in group]):
                parts.append(said)
                marks += [
                    self.words.opposite(mark) for group in (first, *others) for one in group for mark in one.assumed
                ]
                continue
            if first[0].assumed:
                refuted = self._refuted([one.assumed for one in first], first[0], marks, layout)
                parts.append(f"{'and ' if parts and layout is _SHORT else ''}{refuted}")
                marks += [self.words.opposite(mark) for one in first for mark in one.assumed]
            else:
                parts.append(f"so {self._links(first[0], marks, 'is')[0]}")
            if others:
                found = [self.words.opposite(mark) for group in others for one in group for mark in one.assumed]
                parts.append(f"likewise {self.words.stated(self.inference.puzzle, found)}")
                marks += found
        return f";{layout.between}".join(parts)

    def _same_words(self, group: list[Argument], layout: ArgumentLayout) -> Iterable[list[Argument]]:
        """Arguments with the same links, by what the links say: that may depend on what is assumed."""
        if not group[1:]:
            return [group]
        by_text, assumptions = dict[str, list[Argument]](), [one.assumed for one in group]
        for one in group:
            by_text.setdefault(self._refuted(assumptions, one, (), layout), []).append(one)
        return by_text.values()

    def _shape(self, argument: Argument) -> Any:
        """The structure without cells: equal for arguments that differ only in their cells; or by the same counting."""
        if argument.bounds and not argument.turns:
            return argument.bounds
        links = [(self.inference.reasons[i].rule, frozenset(mark[-1] for mark in marks)) for i, marks in argument.turns]
        cases = (self._shape(case) for case in argument.cases)
        return tuple(str(mark[-1]) for mark in argument.assumed), tuple(links), tuple(cases), argument.bounds

    def _links(self, argument: Argument, before: list[Mark], form: str = "would") -> list[str]:
        """``r2c3 would be open (row 2 needs 2 walls)``, or ``row 3 could not have 1 wall``; extends *before*."""
        links = []
        for i, marks in argument.turns:
            link = self._link(i, marks, before, supposed=form == "would")
            why = self.words.turn(link)
            links.append(f"{self.words.found(link, form)} ({why})" if marks else why)
            before += marks
        return links

    def _link(self, i: int, marks: tuple[Mark, ...], before: Iterable[Mark], *, supposed: bool = True) -> Inference[P]:
        """One link as an inference, by the step's reason *i*."""
        return self.inference.turn(self.inference.reasons[i], marks, before, supposed=supposed)

    def _refuted(
        self,
        assumptions: Sequence[Sequence[Mark]],
        argument: Argument,
        before: Iterable[Mark],
        layout: ArgumentLayout,
        depth: int = 0,
    ) -> str:
        """``if r2c2 were open, then ..., and row 3 could not have 1 wall``; or a list of cases."""
        assumed = self.words.supposed(self.inference.puzzle, assumptions)
        if assumptions[1:]:
            several = self.inference.of_several(assumptions)
            return replace(self, inference=several).chain(assumed, argument, before, layout, depth)
        return self.chain(assumed, argument, before, layout, depth)

    def chain(
        self, assumed: str, argument: Argument, before: Iterable[Mark], layout: ArgumentLayout, depth: int
    ) -> str:
        """``if r2c2 were open, then ...``, given the words of what is assumed."""
        supposed = [*before, *argument.assumed]
        links = self._links(argument, supposed)
        if argument.bounds:
            links += self._lacking(argument.bounds, supposed)
        cases = [self._refuted([case.assumed], case, supposed, layout, depth + 1) for case in argument.cases]
        return layout.chain(f"if {assumed}", links, cases, depth)

    def _used_up(self, arguments: Sequence[Argument]) -> str:
        """For a count in which nothing is left over: ``row 1 needs 2 stars and has room only in ...``."""
        bounds, unknowns = arguments[0].bounds, self.inference.unknowns
        if not bounds or arguments[0].turns or not unknowns:
            return ""
        tally = self._tally(bounds, ())
        if not tally or tally.needed != tally.room:
            return ""
        found = [self.words.opposite(mark) for argument in arguments for mark in argument.assumed]
        rest, full = tally.rest, [self.words.opposite(mark) for mark in tally.full]
        if not {*found} <= {*rest, *full} or tally.displaced({*map(self.words.opposite, found)}):
            return ""
        if said := tally.exact():
            return said
        kept, gone = ([mark for mark in found if mark in some] for some in (rest, full))
        ends = [f"{len(kept)} for {listed(self.words.places(kept))}"] if kept else []
        ends += [f"none for {listed(self.words.places(gone))}"] if gone else []
        counts = self._both(*self._sides(bounds, unknowns))
        return counts and f"{counts}, which leaves {', and '.join(ends)}"

    def _lacking(self, bounds: Sequence[Bound], supposed: list[Mark]) -> list[str]:
        """``r1c2 would be empty (...)``, ``row 1 would need 2 stars, but only 1 would fit``; *supposed* are fixed."""
        turns = self._emptied(bounds, supposed)
        tally = self._tally(bounds, [*supposed, *(mark for turn in turns for mark in turn.marks)])
        said = tally.lacking() if tally and tally.needed > tally.room else ""
        if not said:
            return [self._excess(bounds, supposed)]

        def why(turn: Turn) -> str:
            """The reason for all marks of *turn*."""
            return self.words.turn(self._link(turn.reason, turn.marks, supposed))

        alike = dict[str, Turn]()
        for turn in turns:
            first = alike.setdefault(said_once := why(turn), turn)
            if first is not turn:
                alike[said_once] = Turn(first.reason, (*first.marks, *turn.marks))
        return [
            *(
                f"{self.words.stated(self.inference.puzzle, turn.marks, 'would')} ({why(turn)})"
                for turn in alike.values()
            ),
            said,
        ]

    def _emptied(self, bounds: Iterable[Bound], supposed: Iterable[Mark]) -> tuple[Turn, ...]:
        """What upper bounds rule out because all they have room for is *supposed*."""
        assert self.inference.unknowns
        fixed, turns = {*supposed}, dict[int, list[Mark]]()
        for bound in self._sides(bounds, self.inference.unknowns)[1]:
            there = [mark for mark in bound.marks if self.words.opposite(mark) in fixed]
            if there and len(there) == _number(bound, upper=True):
                turns.setdefault(bound.reason, []).extend(x for x in bound.marks if x not in {*there, *fixed})
        return tuple(Turn(i, tuple(dict.fromkeys(marks))) for i, marks in turns.items() if marks)

    def _tally(self, bounds: Sequence[Bound], supposed: Iterable[Mark]) -> Tally | None:
        """The bounds where *supposed* are fixed; None if they count different things, or something twice."""
        assert self.inference.unknowns
        sides, fixed = self._sides(bounds, self.inference.unknowns), {*supposed}
        lower, upper = (
            [share for bound in side if (share := self._share(bound, is_upper, fixed)).number]
            for side, is_upper in zip(sides, (False, True), strict=True)
        )
        needed = [mark for share in lower for mark in share.marks]
        signs = {str(mark[-1]) for share in (*lower, *upper) for mark in share.marks}
        odd = any(bound.times > 1 for bound in bounds) or any(share.number < 0 for share in (*lower, *upper))
        if odd or len(signs) != 1 or len({*needed}) < len(needed):
            return None
        return Tally(
            lower, upper, self.words.things(self.inference.puzzle, signs.pop()), self.words.places, self.words.family
        )

    def _share(self, bound: Bound, upper: bool, fixed: Collection[Mark] = ()) -> Share:
        """A bound where some marks are *fixed*; an upper one says how many of the opposites can hold at most."""
        assert self.inference.unknowns
        marks = tuple(map(self.words.opposite, bound.marks)) if upper else bound.marks
        number = _number(bound, upper=upper) - sum(mark in fixed for mark in marks)
        marks = tuple(mark for mark in marks if mark not in fixed and self.words.opposite(mark) not in fixed)
        literals, known = (
            {*map(self.inference.unknowns.literal, some)} for some in (marks, (*self.inference.known, *fixed))
        )
        count = whole_count(self.inference.reasons[bound.reason], literals, known)
        more = count is not None and not known.isdisjoint(count.literals)
        return Share(self.inference.reasons[bound.reason], marks, number, count, more)

    def _excess(self, bounds: Sequence[Bound], supposed: Iterable[Mark]) -> str:
        """``3 would be needed and only 2 would fit: at least ..., at most ...``; *supposed* are fixed."""
        assert self.inference.unknowns
        weights, fixed = Counter[Mark](), set(supposed)
        for bound in bounds:
            weights.update(dict.fromkeys(bound.marks, bound.times))
        most = 0
        for mark in {min(mark, self.words.opposite(mark), key=str) for mark in weights}:
            ways = [x for x in (mark, self.words.opposite(mark)) if self.words.opposite(x) not in fixed]
            most += max(weights[x] for x in ways)
        lower, upper = self._sides(bounds, self.inference.unknowns)
        needed = sum(bound.least * bound.times for bound in lower)
        room = needed + most - sum(bound.least * bound.times for bound in bounds)
        if counts := self._both(lower, upper):
            return f"{needed} would be needed, and only {room} would fit: {counts}"
        rules = [*dict.fromkeys(self.inference.reasons[bound.reason] for bound in bounds)]
        return f"{needed} would be needed, and only {room} would fit, by{contradicted(rules)}"

    def _sides(self, bounds: Iterable[Bound], unknowns: Unknowns) -> tuple[list[Bound], list[Bound]]:
        """Lower bounds; and those that say how many of the opposites can hold at most."""
        sides = list[Bound](), list[Bound]()
        for bound in bounds:
            sides[all(unknowns.literal(mark) < 0 for mark in bound.marks)].append(bound)
        return sides

    def _both(self, lower: Sequence[Bound], upper: Sequence[Bound]) -> str:
        """The lower bounds, and the upper ones; without their reasons if that is too long, and empty if this is."""
        sides = [(side, is_upper) for side, is_upper in ((lower, False), (upper, True)) if side]
        for brief in (False, True):
            text = "; ".join(self._bounds(side, upper=is_upper, brief=brief) for side, is_upper in sides)
            if len(text.split()) <= _MOST_COUNTED:
                return text
        return ""

    def _bounds(self, bounds: Sequence[Bound], *, upper: bool, brief: bool) -> str:
        """``at least 2 of r1c1 to r1c4 are walls (row 1 needs 3 walls)``; those of one sort in one sentence."""
        alike = dict[Any, list[tuple[Bound, Share]]]()
        for bound in bounds:
            share = self._share(bound, upper)
            marks = {str(mark[-1]) for mark in bound.marks}
            rule = "" if brief else share.statement.rule
            key = rule, bool(share.name), bound.times, share.number, *marks
            alike.setdefault(key if len(marks) == 1 else bound, []).append((bound, share))
        parts = []
        for group in alike.values():
            shares, (first, share) = [one for _, one in group], group[0]
            reasons = list(dict.fromkeys(one.statement for one in shares))
            why = [] if brief or share.name else [self.words.family(reasons) if reasons[1:] else reasons[0].text]
            if (times := first.times) > 1:
                why.append("counted twice" if times == 2 else f"counted {times} times")
            said = self.words.bound(self.inference, [one for one, _ in group])
            if share.name:
                said = limit(shares, self.words.things(self.inference.puzzle, str(share.marks[0][-1])), upper=upper)
            parts.append(said + (f" ({', '.join(why)})" if why else ""))
        several = len(bounds) > 1 or bounds[0].times > 1
        total = sum(one.times * _number(one, upper=upper) for one in bounds)
        return listed(parts) + (f", {total} in all" if several else "")


_SHORT, _LONG = ArgumentLayout(), ArgumentLines()
MOST_WORDS = 60
"""The most words of an argument in one sentence, about six lines of a terminal; longer ones get a line per link."""
_MOST_COUNTED = 120
"""The most words of counts; longer ones leave out their reasons."""


def _number(bound: Bound, *, upper: bool) -> int:
    """How many of its marks must hold; for an upper bound, how many of their opposites can."""
    return len(bound.marks) - bound.least if upper else bound.least
