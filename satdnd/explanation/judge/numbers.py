"""The numbers that a sentence says: what rows, areas and clues need, what fits, and what sums come to.

They are counted anew from the statements and the board, not by the means that word them (`satdnd.explanation.tallies`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from satdnd.explanation.judge.facts import CELL, SEVERAL, cells_in
from satdnd.explanation.steps import Argument, Step
from satdnd.rules.constraint import YES, Constraint, Sum
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal, Statement

_CELL_MARK = 3
"""The length of marks of cells: other counts, such as of edges, are said as of cells."""
_ITEM = rf"(?:{CELL}|\d+)"
_ITEMS = rf"{_ITEM}(?:(?:, | and ){_ITEM})*"
_COMBINATION = r"\d+(?:[-+x·/]\d+)+"
_MADE = re.compile(
    rf"\b(\d+)(?: in \d+ cells? \w+ from {CELL})?(?:(?:, which)? (?:is|can only be)|:) "
    rf"({_COMBINATION}(?:(?:, | or ){_COMBINATION})*)"
)
"""A target and the ways to make it: ``19 is 2+8+9 or 3+7+9``, ``adds up to 13: 3+5+5``."""
_EXCEEDED = re.compile(r"\b(\d+) would be needed, and only (\d+) would fit")
_FITS = re.compile(
    r"would need (?P<needed>\d+)(?: more)? [a-z ]+?(?:, but| in (?P<where>.+?), where) "
    r"(?:only (?P<fit>\d+)|none)(?: more)? would fit(?:: (?P<parts>[^;.\n]+))?"
)
_LEFT = re.compile(rf"(?:which leaves|is there, and|are there, and) (\d+) (?:for|at) ({SEVERAL}|{CELL})")
_FULL = re.compile(
    r"have only (\d+)(?: more)? [a-z ]+?, (?:but would have (\d+)|and (?:has|have) (?:it|them)): ([^;.\n]+)"
)
"""``row 1 could have only 1 more star, but would have 2: one at r1c1 or r1c2 and one at r1c4``."""
_THERE = re.compile(r"can have only (\d+)(?: more)?; so (\d+) ")
_SPENT = re.compile(r"needs? (\d+)(?: more)? [a-z ]+: (at most [^;.\n]+)")
"""``row 1 needs 2 stars: at most 1 of r1c1 and r1c2, which leaves 1 for r1c5``."""
_PART = re.compile(
    rf"\bat most (\d+) (in|(?:(?:, | and |, and )?of (?:{SEVERAL}|{CELL}))+)|\b(\d+) (?:at|for) ({SEVERAL}|{CELL})"
)
"""A part of what fits: ``at most 2 in row 1``, ``at most 1 of r1c1 and r1c2, and of r3c1 and r3c2``, ``1 at r5c5``."""


def miscounted(step: Step, known: Iterable[Literal], unknowns: Unknowns) -> Iterator[str]:
    """Yield what a sentence says of numbers and is not so.

    Args:
        step: a step, with statements of the puzzle as its reasons.
        known: all literals known before it.
        unknowns: the meaning of literals.
    """
    for found in _MADE.finditer(step.text):
        ways = re.findall(_COMBINATION, found[2])
        yield from (f"{way} comes to {found[1]}" for way in ways if _value(way) != int(found[1]))
    boards = [*_boards({*known}, step.arguments, unknowns)]
    named = _Named(step.reasons, unknowns)
    yield from named.miscounted(step.text, boards)
    yield from (one[0] for one in _EXCEEDED.finditer(step.text) if int(one[1]) <= int(one[2]))
    yield from (one[0] for one in _LEFT.finditer(step.text) if int(one[1]) != len({*cells_in(one[2])}))
    for found in _FULL.finditer(step.text):
        said = re.findall(r"\b(one|\d+) at ", found[3])
        number = sum(1 if one == "one" else int(one) for one in said)
        if number != int(found[2] or found[1]) or (found[2] and number <= int(found[1])):
            yield found[0]
    yield from (one[0] for one in _THERE.finditer(step.text) if one[1] != one[2])
    yield from (one[0] for one in _SPENT.finditer(step.text) if int(one[1]) != _total(one[2]))
    for found in _FITS.finditer(step.text):
        if not named.fits(found, boards):
            yield found[0]


def _boards(known: set[Literal], arguments: Iterable[Argument], unknowns: Unknowns) -> Iterator[set[Literal]]:
    """Yield what is known, and what would be at the end of each argument."""
    yield known
    for argument in arguments:
        marks = [*argument.assumed, *(mark for turn in argument.turns for mark in turn.marks)]
        literals = {y for mark in marks for x in (unknowns.literal(mark),) for y in (x, *unknowns.along(x))}
        yield from _boards(known | literals, argument.cases, unknowns)


def _value(way: str) -> int:
    """What a combination comes to: ``3+5+5``, ``1x7x7``, ``5-3``, ``6/2``."""
    numbers = [int(n) for n in re.findall(r"\d+", way)]
    if "+" in way:
        return sum(numbers)
    if "-" in way:
        return numbers[0] - numbers[1]
    if "/" in way:
        return numbers[0] // numbers[1] if numbers[0] % numbers[1] == 0 else -1
    return prod(numbers)


def _total(parts: str) -> int:
    """What the parts of a count come to; -1 if one counts its cells wrongly."""
    total = 0
    for most, of, number, cells in _PART.findall(re.sub(r" \([^)]*\)", "", parts)):
        if cells and int(number) != len({*cells_in(cells)}):
            return -1
        total += int(number) if cells else int(most) * (1 if of == "in" else len(re.findall(r"\bof ", of)))
    return total


def _plural(head: str) -> str:
    """``rows``, ``the areas at``."""
    return f"{head.removesuffix(' at')}s{' at' * head.endswith(' at')}"


class _Limits(NamedTuple):
    """Of *literals* at least *least* and at most *most* are true."""

    literals: Sequence[Literal]
    least: int
    most: int


class _Named:
    """Counts by the names of what they are about: ``row 2``, ``the area at r1c1``."""

    def __init__(self, reasons: Sequence[Statement], unknowns: Unknowns) -> None:
        self._counts = dict[str, _Limits]()
        self._texts = [reason.text for reason in reasons]
        for reason in reasons:
            name = re.fullmatch(rf"([^,]*? {_ITEM}) (?:needs|has) .*", reason.text)  # of one rule
            constraints: Sequence[Constraint] = getattr(reason, "constraints", tuple)()  # a cut has none
            if not name or not constraints or not isinstance(count := constraints[0], Sum):
                continue
            literals = [(x + 1) * (1 if values == YES else -1) for x, values, _ in count.terms]
            plain = all(weight == 1 for _, _, weight in count.terms)
            if plain and all(len(unknowns.mark(x)) == _CELL_MARK for x in literals):
                self._counts[name[1]] = _Limits(literals, count.low, count.high)
        heads = {name.rpartition(" ")[0] for name in self._counts}
        self._heads: Mapping[str, str] = {form: head for head in heads for form in (head, _plural(head))}
        forms = "|".join(map(re.escape, sorted(self._heads, key=len, reverse=True)))
        self._group = rf"\b(?P<head>{forms}) (?P<items>{_ITEMS})"
        group = rf"(?:{forms}) {_ITEMS}"
        self._names = rf"\b(?P<names>{group}(?:(?:, | and ){group})*)"

    def miscounted(self, text: str, boards: Sequence[Collection[Literal]]) -> Iterator[str]:
        """Yield claims that are true on none of the *boards*; what is and not what would be, on the first."""
        if not self._counts:
            return
        for pattern, least in (
            (rf"{self._names} (?P<would>would )?needs? (?P<number>\d+)(?P<more> more)? ", True),
            (rf"{self._names}(?:, which)? (?:can|(?P<would>could)) have only (?P<number>\d+)(?P<more> more)?\b", False),
            (rf"\bat most (?P<number>\d+)(?P<more>(?P<would> ))in {self._names}", False),
        ):
            for found in re.finditer(pattern, text):
                quoted = any(found[0] in text for text in self._texts)  # also of a rule that joins a count with another
                if not quoted and not self._true(found, boards if found["would"] else boards[:1], least=least):
                    yield found[0].strip()
        for found in re.finditer(rf"{self._names} (?:has|have) its \w+ at (?P<cells>{SEVERAL}|{CELL})", text):
            if sum(count.most for count in self._of(found["names"])) != len({*cells_in(found["cells"])}):
                yield found[0]

    def fits(self, found: re.Match[str], boards: Sequence[Collection[Literal]]) -> bool:
        """Whether of "3 would be needed, but only 2 would fit" the second is less, and what its parts come to."""
        fit, where = int(found["fit"] or 0), found["where"]
        if int(found["needed"]) <= fit:
            return False
        if where:
            return any(fit == self._room(where, board) for board in boards)
        return fit == _total(found["parts"] or "")

    def _true(self, found: re.Match[str], boards: Iterable[Collection[Literal]], *, least: bool) -> bool:
        """Whether the number is what all of these have to have, or may have, or how much more than a board has."""
        counts, number = self._of(found["names"]), int(found["number"])
        total = sum(count.least if least else count.most for count in counts)
        there = [sum(x in board for count in counts for x in count.literals) for board in boards]
        return number == total if not found["more"] else number in [total - some for some in there]

    def _room(self, names: str, board: Collection[Literal]) -> int:
        """How many more these may have."""
        return sum(count.most - sum(x in board for x in count.literals) for count in self._of(names))

    def _of(self, names: str) -> list[_Limits]:
        """The counts of ``rows 1 and 2`` and the like; none of a name that no reason has."""
        groups = [(self._heads[one["head"]], one["items"]) for one in re.finditer(self._group, names)]
        all_names = (f"{head} {item}" for head, items in groups for item in re.findall(_ITEM, items))
        return [self._counts[name] for name in all_names if name in self._counts]
