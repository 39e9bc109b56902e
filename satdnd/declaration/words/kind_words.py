"""The words of declared kinds; by default the reason for a step is its statement's sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from satdnd.declaration.views.view import View
from satdnd.explanation.part_arguments import argued_by_parts
from satdnd.explanation.phrases import BE, Phrase
from satdnd.explanation.step_words import Words
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, names, place, pocket, signs, subject, subjects
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.rules.count import Count
from satdnd.rules.cut import Cut
from satdnd.rules.statement import Together
from satdnd.rules.touching import Untouched
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement


@dataclass(frozen=True)
class Rule:
    """One rule of a kind.

    Args:
        text: a sentence for people.
        word: its name within names of techniques.
        words: the plural.
        broken: what would hold if it were broken: ``the 2x2 at {place} would be sea``, or `OTHERWISE`; empty: the
            opposite of the statement's sentence, but only where an argument ends.
        because: (inference, statement) -> why something follows from one statement; None: its sentence, or with
            *broken* what would hold otherwise.
        argued: the same in arguments, where a link without marks says how the statement is broken; None, or an empty
            text: as without *because*.
        says: both of these.
    """

    text: str
    word: str
    words: str = ""
    broken: str = ""
    because: Callable[[Inference[Any], Statement], str] | None = None
    argued: Callable[[Inference[Any], Statement], str] | None = None
    says: Callable[[Inference[Any], Statement], str] | None = None


OTHERWISE = "otherwise"
"""In `Rule.broken`: the opposite of the statement's sentence, also where one rule is the reason for a step."""
_CONTRARY = (
    (r"^no (\w+) (touch|stand)e?s ", r"a \1 would \2 "),
    (r"^no cell beside (\w+) is (\w+) if it is$", r"\1 and a cell beside it would both be \2"),
    (r"^at most one (\w+)", r"there would be two \1s"),
    (r"^(\d+ in .*?) (?:is|has) .*", r"\1 could not be made"),
    (r"^no tree is ", "a tree would be "),
    (r" sees (\d+) ", r" could not see \1 "),
    (r" is no ", " would be a "),
    (r" does not ", " would "),
    (r" are not (all|both) ", r" would \1 be "),
    (r" are not ", " would be "),
    (r" stands ", " would not stand "),
    (r" has at most one (\w+)", r" would have two \1s"),
    (r" keeps at most one (\w+)", r" would keep two \1s"),
    (r" ha(?:s|ve) no ", " would have "),
    (r" (?:has|have|needs) ", " could not have "),
    (r" (add|hold|run|show|pass)(?:s|es) ", r" could not \1 "),
    (r" multiplies ", " could not multiply "),
    (r"^there is a ", "there would be no "),
)
"""Patterns of sentences, and what would be true if they were false; the first that fits."""


def contrary(text: str) -> str:
    """What would be true if *text* were false: ``row 3 could not have 2 tents``."""
    for pattern, other in _CONTRARY:
        sentence, found = re.subn(pattern, other, text, count=1)
        if found:
            return sentence
    return f"it could not be that {text}"


class Unargued(str):
    """A reason of a step that gives no argument: one by the parts of the statement takes its place, if there is one."""


@dataclass(frozen=True)
class Technique:
    """The players' name for a step by one rule, or by several.

    Args:
        rule: the rule's id; or several with blanks between, each of them applied once, if a ``*`` follows, at least
            once, if a ``?`` follows, any number of times. Then *name*, *found* and *when* are all that is used.
        name: the technique's name.
        help: when it is used, in a sentence.
        found: the mark that it finds; empty: any.
        why: why it follows; ``{}`` stands for the rule's sentence, ``{it}`` for the cells (it, them), ``{left}`` for
            "they are left", ``{place}`` and ``{end}`` for the rule's first and last cell, ``{cells}`` for all of them,
            ``{pocket:the open cells}`` for the open cells that a cut encloses, ``{marks}`` for what was found.
        when: whether a step uses it.
    """

    rule: str
    name: str
    help: str
    found: str = ""
    why: str = "{}"
    when: Callable[[Inference[Any]], bool] | None = None
    many: str = ""
    """Why several follow, each from its own rule: ``{subjects}`` stands for the rules' subjects (`subjects`),
    ``{places}`` for the cells that they name, ``{named}`` for the cells from which the steps follow, ``{labels}``
    for these with what stands in them and "is" or "are", and ``{other}`` for the opposite of what is found. Cuts are
    stated together only if each encloses one cell.

    Empty: each gets its own sentence, unless all follow for the same reason.
    """

    def fits(self, inference: Inference[Any]) -> bool:
        """Whether a step uses this technique."""
        rules, found = [reason.rule for reason in inference.reasons], {str(mark[-1]) for mark in inference.cells}
        named = rules == [self.rule] or (len(rules) > 1 and self._combines(rules))
        fits = named and (not self.found or found == {self.found})
        return fits and (self.when is None or self.when(inference))

    def _combines(self, rules: Sequence[str]) -> bool:
        """Whether it is about these rules together."""
        wanted, often = self.rule.split(), Counter(rules)
        needed = {rule.removesuffix("*") for rule in wanted if rule[-1] != "?"}
        allowed = needed | {rule.removesuffix("?") for rule in wanted}
        return needed <= often.keys() <= allowed and all(often.get(rule, 1) == 1 for rule in wanted)


class DeclaredWords(Words[Any]):
    """The sentences of one kind.

    Args:
        view: gives the words for marks.
        rules: the rules by id.
        techniques: the first that fits names a step of one rule; without one, the rule's word does. Names of several
            rules are combined in the order of techniques.
    """

    def __init__(self, view: View, rules: Mapping[str, Rule], techniques: tuple[Technique, ...]) -> None:
        order = dict.fromkeys([*(t.rule for t in techniques), *rules])
        own = {name: rules[name] for name in order if name in rules}
        self.families = {name: (rule.word, rule.words or f"{rule.word}s") for name, rule in own.items()}  # type: ignore[misc]  # one for each object
        self.techniques = {t.name: t.help for t in techniques}  # type: ignore[misc]  # one for each object
        self.unlike = dict(view.unlike)  # type: ignore[misc]  # one for each object
        self._phrases, self._named, self._rules = view.phrases, techniques, rules
        self._view = view

    def phrase(self, puzzle: Any, what: str) -> Phrase:
        """The view's words for a mark."""
        return self._phrases[what]

    def nickname(self, inference: Inference[Any]) -> str:
        """The technique of these rules together."""
        return next((t.name for t in self._named if t.fits(inference)), "")

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """The view's names."""
        return self._view.places(marks)

    def single(self, inference: Inference[Any]) -> tuple[str, str]:
        """The technique of the rule, and the reason in its words."""
        reason = inference.reasons[0]
        text = self.because(inference, reason)
        if isinstance(text, Unargued):
            text = self._by_parts(inference, reason) or text
        technique = self._technique(inference)
        if technique is None:
            return self.technique(inference), text
        if isinstance(text, Unargued) and technique.why == "{}":
            return self.technique(inference), text
        marks = listed([str(mark[-1]) for mark in inference.cells])
        return self.technique(inference), technique.why.format(
            text, it=inference.it, left=inference.left, marks=marks, **_facts(reason, inference.known)
        )

    def _by_parts(self, inference: Inference[Any], reason: Statement) -> str:
        """The argument by the parts of a statement; empty if there is none."""
        unknowns = inference.unknowns
        if not unknowns or not isinstance(reason, Together):
            return ""
        known, found = ([*map(unknowns.literal, marks)] for marks in (inference.known, inference.cells))
        arguments = argued_by_parts(reason.parts, unknowns, known, found)
        supposing = [argument for argument in arguments if argument.assumed]
        rest = arguments[len(supposing) :]
        if supposing != arguments[: len(supposing)]:
            supposing, rest = arguments, []
        if not supposing:
            return ""
        text = self.argued(replace(inference, reasons=reason.parts, arguments=supposing))
        return text + ("; the rest follows" if rest else "")

    def technique(self, inference: Inference[Any]) -> str:
        """The first technique that fits, or the rule's word."""
        technique = self._technique(inference)
        return technique.name if technique else self.families[inference.reasons[0].rule][0]

    def _technique(self, inference: Inference[Any]) -> Technique | None:
        return next((t for t in self._named if t.fits(inference)), None)

    def labels(self, puzzle: Any, cells: Iterable[Cell]) -> list[str]:
        """Cells by name and by what stands in them."""
        return names(cells)

    def many(self, inferences: Sequence[Inference[Any]], technique: str) -> str:
        """The sentence of the technique, if all steps find the same."""
        many = next((t.many for t in self._named if t.fits(inferences[0])), "")
        marks = {str(mark[-1]) for one in inferences for mark in one.cells}
        found = {place(mark) for one in inferences for mark in one.cells}
        pockets = [one.reasons[0].pocket for one in inferences if isinstance(one.reasons[0], Cut)]
        if not many or len(marks) > 1 or any(cells[1:] or cells[0] in found for cells in pockets):
            return ""
        reasons = sorted((one.reasons[0] for one in inferences), key=lambda reason: reason.place)
        other = self.unlike[marks.pop()]
        causes = dict.fromkeys(cell for one in inferences for cell in _causes(one, other))
        labels = self.labels(inferences[0].puzzle, causes)
        return many.format(
            subjects=subjects(reasons),
            places=_corners(reasons),
            named=listed(names(causes)),
            labels=f"{listed(labels)} {'are' if labels[1:] else 'is'}",
            other=other,
        )

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """Why something follows from one rule, in the words of the rule or else of the statement."""
        rule = self._rules[reason.rule]
        because = rule.because or rule.says
        return because(inference, reason) if because else self.implied(inference.puzzle, reason)

    def turn(self, inference: Inference[Any]) -> str:
        """The rule's own words for arguments, if it has any; otherwise as in steps, except for what would follow from
        an assumption by a rule without words of its own for that.
        """
        (reason,) = inference.reasons
        rule = self._rules[reason.rule]
        argued = rule.argued or rule.says
        if argued and (text := argued(inference, reason)):
            return text
        if inference.cells and not inference.supposed:
            text = self.single(inference)[1]
            return reason.text if isinstance(text, Unargued) else text
        if inference.cells and rule.because:
            return self.because(inference, reason)
        return super().turn(inference) + self._has(inference, reason)

    def _has(self, inference: Inference[Any], reason: Statement) -> str:
        """Of a count that an assumption completes: what it has without that, as in ``and has one at r1c1``."""
        signs_found = {str(mark[-1]) for mark in inference.cells}
        if not inference.supposed or len(signs_found) != 1 or not isinstance(reason, Count):
            return ""
        what = self.unlike.get(signs_found.pop(), "")
        there = [cell for cell, sign in signs(inference.given).items() if sign == what]
        if not there or f" {counted(reason.most, self.things(inference.puzzle, what)[0])}" not in reason.text:
            return ""
        return f" and has {len(there) if there[1:] else 'one'} at {listed(names(there))}"

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """The rule's own words, or the opposite of the statement; always that if it is about the whole board."""
        sentence = self._rules[reason.rule].broken
        own = reason.cells and sentence not in ("", OTHERWISE)
        return sentence.format(**_facts(reason)) if own else contrary(reason.text)

    def implied(self, puzzle: Any, reason: Statement) -> str:
        """What would be true otherwise, if the rule gives it."""
        return f"otherwise {self.broken(puzzle, reason)}" if self._rules[reason.rule].broken else reason.text


class TouchingWords(DeclaredWords):
    """Sentences for things that do not touch: all cells around a thing are one step."""

    thing: ClassVar[str]
    """The word for the thing."""
    touching: ClassVar[Container[str]] = ("touching",)
    """The rules against touching."""

    def rank(self, puzzle: Any, step: Step) -> int:
        """The order of techniques; a thing rules out all cells around it first."""
        first, *more = step.reasons
        turned = not more and isinstance(first, Untouched) and place(step.cells[0]) == first.cells[0]
        return super().rank(puzzle, step) + turned * len(self.techniques)

    def _there(self, inference: Inference[Any], reason: Statement) -> list[Cell]:
        """Where a rule's cells hold things, known or assumed."""
        known = signs(inference.known)
        return [cell for cell in reason.cells if known.get(cell, self._empty) != self._empty]

    @property
    def _empty(self) -> str:
        """The sign of a cell without a thing."""
        return next(what for what, phrase in self._phrases.items() if phrase.verb == BE)

    def turn(self, inference: Inference[Any]) -> str:
        """The things that would touch, and those that a line or an area would have."""
        (reason,), there = inference.reasons, self._there(inference, *inference.reasons)
        if not inference.supposed or not there:
            return super().turn(inference)
        if reason.rule in self.touching:
            if inference.cells:
                them = "they" if inference.cells[1:] else "it"
                return f"{them} would touch {inference.the(self.thing, there[0])}"
            return f"the {self.thing}s at {listed(names(there[:2]))} would touch"
        empty = {str(mark[-1]) for mark in inference.cells} == {self._empty}
        if not isinstance(reason, Count) or not empty or reason.most < 2:
            return super().turn(inference)
        others = [cell for cell in there if cell not in inference.alternatives]
        if others == there:
            return f"{subject(reason)} would have its {self.thing}s at {listed(names(there))}"
        return f"{reason.text} and has {'one' if not others[1:] else len(others)} at {listed(names(others))}"

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """The thing next to it, the things of a line, or that only these places are left."""
        there = self._there(inference, reason)
        if reason.rule in self.touching:
            return f"no {self.thing} touches the one at {cell_name(there[0])}" if there else reason.text
        if not isinstance(reason, Count) or (reason.least != reason.most and len(there) < reason.most):
            return super().because(inference, reason)
        if {str(mark[-1]) for mark in inference.cells} != {self._empty}:
            return f"{reason.text}, and only {inference.left}"
        has = f"{subject(reason)} has its {self.thing}{'s' * (len(there) > 1)}"
        return f"{has} at {listed(names(there))}" if there else reason.text


def counted_there(sign: str, place: str = "cell") -> Callable[[Inference[Any], Statement], str]:
    """Why: a count's sentence, and that all marks of a *sign* are already there, or only what was found is left.

    *place* is the word for one of the counted places.
    """

    def because(inference: Inference[Any], reason: Statement) -> str:
        """For one statement."""
        if inference.supposed:
            return reason.text
        if {str(mark[-1]) for mark in inference.cells} == {sign}:
            left = f"these {place}s are" if inference.cells[1:] else f"this {place} is"
            return f"{reason.text}, and only {left} left"
        there = any(mark[-1] == sign for mark in inference.known)
        one = isinstance(reason, Count) and reason.most == 1
        return f"{reason.text} and already has {'it' if one else 'them'}" if there else reason.text

    return because


def count_techniques(
    rule: str, name: str, things: str, yes: str, no: str, places: str = "cells", rest: str = ""
) -> tuple[Technique, Technique]:
    """The techniques of a counting rule: all are there, or all remaining places are needed.

    Args:
        rule: the rule's id.
        name: the word for the counter: number, area, line.
        things: what it counts.
        yes, no: the marks of a place with and without such a thing.
        places: the word for places.
        rest: the name of the second technique, if it has its own.
    """
    complete, needed = f"{{subjects}} need no more {things}", f"{{subjects}} need all {places} that are left"
    return (
        Technique(
            rule, f"{name} complete", f"The {name} has all its {things}: there are no others.", no, many=complete
        ),
        Technique(
            rule,
            rest or f"{name} needs the rest",
            f"The {name} needs all the {places} that are left for its {things}.",
            found=yes,
            why="{}",
            many=needed,
        ),
    )


def located(reason: Statement) -> str:
    """The place that a rule is about: its first cell, or the corner that its sentence names."""
    corner = re.search(r"the \w+ \w+ corner of \w+$", reason.text)
    return corner[0] if corner else cell_name(reason.place) if reason.cells else reason.text.partition(" at ")[2]


def _corners(reasons: Sequence[Statement]) -> str:
    """The places of rules, each once: ``r1c1 and r2c2``, ``the top left corners of r1c1 and r2c2``."""
    same = dict[str, dict[str, None]]()
    for what, _, which in (located(reason).rpartition(" ") for reason in reasons):
        same.setdefault(what, {})[which] = None
    several = (
        (what.replace("corner", "corners") if len(own) > 1 else what, listed([*own])) for what, own in same.items()
    )
    return listed([" ".join(filter(None, parts)) for parts in several])


def _causes(inference: Inference[Any], other: str) -> Sequence[Cell]:
    """The cells that one rule is about: those with the *other* sign, or else those where nothing is found; of a cut,
    those that it encloses.
    """
    reason, known, found = inference.reasons[0], signs(inference.known), {place(mark) for mark in inference.cells}
    if isinstance(reason, Cut):
        return reason.pocket
    there = [cell for cell in reason.cells if known.get(cell) == other]
    return there or [cell for cell in reason.cells if cell not in found]


def _facts(reason: Statement, known: Sequence[Mark] = ()) -> dict[str, Any]:
    """The values for placeholders in sentences, with the *known* marks of the reason."""
    end = cell_name(reason.cells[-1]) if reason.cells else ""
    return {
        "place": located(reason),
        "end": end,
        "cells": listed(names(reason.cells)),
        "pocket": _Pocket(reason, known),
    }


class _Pocket(NamedTuple):
    """The pocket of a cut, as a value for ``{pocket:the open cells}``."""

    reason: Statement
    known: Sequence[Mark]

    def __format__(self, things: str) -> str:
        """With the name of its things."""
        return pocket(self.reason, things, self.known)
