"""Tallies: what rows, areas and numbers need, and where they have room for it, in the words of people who count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from satdnd.grid.notation import listed
from satdnd.rules.count import Count
from satdnd.rules.statement import Together
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Literal, Statement

_NAMED = re.compile(r"(.+?) (?:needs|has at most|has as many|has an?|has one) .+")
"""The sentence of a count that begins with the name of what it is about."""


def gathered(names: Iterable[str]) -> str:
    """``rows 2 and 5``, ``the 2s at r1c1 and r3c3``."""
    same = dict[str, list[str]]()
    for name in names:
        what, _, which = name.rpartition(" ")
        same.setdefault(what, []).append(which)
    return listed([f"{_plural(what) if tails[1:] else what} {listed(tails)}" for what, tails in same.items()])


def _plural(what: str) -> str:
    """``rows``, ``the 2s at``."""
    return f"{what.removesuffix(' at')}s{' at' * what.endswith(' at')}"


def whole_count(statement: Statement, places: set[Literal], known: set[Literal]) -> Count | None:
    """The count that a statement makes, if *places* are all that is open of it; *known* are true and false ones."""
    count = statement.parts[0] if isinstance(statement, Together) else statement
    if not isinstance(count, Count) or {x for x in count.literals if x not in known and -x not in known} != places:
        return None
    return count


class Share(NamedTuple):
    """At least, or at most, *number* of *marks* hold, by one statement and what is known or supposed."""

    statement: Statement
    marks: tuple[Mark, ...]
    number: int
    whole: Count | None
    """The count of which these are all that is open."""
    more: bool
    """Whether others of its places have the mark already."""

    @property
    def name(self) -> str:
        """``row 2``; empty if the marks are not all that a row, an area or the like has left."""
        named = _NAMED.fullmatch(self.statement.text) if self.whole else None
        return named[1] if named else ""

    @property
    def inside(self) -> frozenset[Literal]:
        """All places that are counted, if the whole of what is named consists of them."""
        whole = self.whole
        return frozenset(whole.literals if whole and len(whole.cells) == len(whole.literals) else ())

    @property
    def total(self) -> int:
        """How many the whole has, known ones included."""
        return self.whole.least if self.whole else 0


def limit(shares: Sequence[Share], things: tuple[str, str], *, upper: bool) -> str:
    """``rows 1 and 2 need 3 more stars``, ``row 1 can have only 2 stars``."""
    number = _sum(shares)
    needs = "can have only" if upper else _verb(shares, "needs", "need")
    return f"{_gathered(shares)} {needs} {number}{' more' * _more(shares)} {things[number != 1]}"


class Tally(NamedTuple):
    """What *lower* shares need, and *upper* ones have room for; no mark is needed by two of them."""

    lower: Sequence[Share]
    upper: Sequence[Share]
    things: tuple[str, str]
    """The word for what is counted: ``star``, ``stars``."""
    places: Callable[[Sequence[Mark]], list[str]]
    """The names of the places of marks."""
    family: Callable[[Iterable[Statement]], str]
    """The name of several statements."""

    @property
    def rest(self) -> list[Mark]:
        """The marks needed of which no upper share says anything."""
        limited = {mark for share in self.upper for mark in share.marks}
        return sorted({mark for share in self.lower for mark in share.marks} - limited)

    @property
    def needed(self) -> int:
        """How many there must be."""
        return _sum(self.lower)

    @property
    def room(self) -> int:
        """How many there can be at most."""
        return _sum(self.upper) + len(self.rest)

    @property
    def full(self) -> list[Mark]:
        """The marks that cannot hold if all the room is needed: those of more upper shares than lower ones."""
        more = Counter(mark for share in self.upper for mark in share.marks)
        more.subtract(mark for share in self.lower for mark in share.marks)
        return sorted(mark for mark, number in more.items() if number > 0)

    def displaced(self, found: set[Mark]) -> bool:
        """Whether one of *found* takes the place of another by a rule about single cells, such as touching."""
        needed = {mark for share in self.lower for mark in share.marks}
        pairs = (share for share in self.upper if not share.name and _named(self.lower))
        return any(found & {*share.marks} - needed for share in pairs)

    def exact(self) -> str:
        """Why `rest` holds and `full` does not, if all the room is needed; empty if there are no good words."""
        rest, needs = self.rest, limit(self.lower, self.things, upper=False)
        if _named(self.lower) and _named(self.upper):
            if not rest and (lies := self._lies()):
                return lies
            has, where = _verb(self.lower, "has", "have"), _gathered(self.upper)
            if not rest:
                return f"{needs} and {has} room only in {where}, which can have no others{self._twice()}"
            number = _sum(self.upper)
            apart = f"{needs} and, apart from {self._at(rest)}, {has} room only in {where}"
            so = f"; so {number} {'is' if number == 1 else 'are'} there, and {len(rest)} at {self._at(rest)}"
            only = f"which can have only {number}{' more' * _more(self.upper)}"
            return f"{apart}, {only}{so if self.full else ''}"
        if _named(self.lower):
            leaves = f", which leaves {len(rest)} for {self._at(rest)}" if rest else ""
            others = f"; as all of these are needed, there are no others{self._twice()}" if self.full else ""
            return f"{needs}: {listed(self._limits())}{leaves}{others}"
        if _named(self.upper) and not rest:
            number, has = _sum(self.upper), _verb(self.upper, "has", "have")
            them = "it" if number == 1 else "them"
            only = limit(self.upper, self.things, upper=True)
            return f"{only}, and {has} {them}: {listed(self._ways())}"
        return ""

    def lacking(self) -> str:
        """How more would be needed than there is room for; empty if there are no good words."""
        rest, fit = self.rest, f"only {self.room}" if self.room else "none"
        needs = f"{_gathered(self.lower)} would need {self._counted(self.needed, self.lower)}"
        if _named(self.lower) and _named(self.upper) and self.upper and not rest:
            more = " more" * (_more(self.upper) and self.room > 0)
            return f"{needs} in {_gathered(self.upper)}, where {fit}{more} would fit"
        if _named(self.lower):
            parts = self._limits() + ([f"{len(rest)} at {self._at(rest)}"] if rest else [])
            return f"{needs}, but {fit} would fit{': ' * bool(parts)}{listed(parts)}"
        if _named(self.upper) and not rest:
            only = f"could have only {self._counted(self.room, self.upper)}"
            return f"{_gathered(self.upper)} {only}, but would have {self.needed}: {listed(self._ways())}"
        return ""

    def _lies(self) -> str:
        """``the area at r1c1 lies in row 1, so both stars of the row are in it``."""
        inside = [one.inside for one in (*self.lower, *self.upper)]
        needed, room = (frozenset[Literal]().union(*(one.inside for one in side)) for side in (self.lower, self.upper))
        total, most = (sum(one.total for one in side) for side in (self.lower, self.upper))
        whats = {one.name.rpartition(" ")[0].removeprefix("the ").removesuffix(" at") for one in self.upper}
        if not all(inside) or not needed <= room or total != most or len(whats) > 1:
            return ""
        (what,) = whats
        those = f"these {what}s" if self.upper[1:] else f"the {what}"
        one, many = self.things
        stars = f"the {one}" if total == 1 else f"both {many}" if total == 2 else f"all {total} {many}"
        is_in = f"{'is' if total == 1 else 'are'} in {_verb(self.lower, 'it', 'them')}"
        lies = f"{_gathered(self.lower)} {_verb(self.lower, 'lies', 'lie')} in {_gathered(self.upper)}"
        return f"{lies}, so {stars} of {those} {is_in}"

    def _counted(self, number: int, shares: Iterable[Share]) -> str:
        """``2 stars``, ``1 more star``."""
        return f"{number}{' more' * _more(shares)} {self.things[number != 1]}"

    def _at(self, marks: Sequence[Mark]) -> str:
        return listed(self.places(marks))

    def _twice(self) -> str:
        """What would count for two of the upper shares."""
        needed = {mark for share in self.lower for mark in share.marks}
        both = [mark for mark in self.full if mark in needed]
        return f"; one at {' or '.join(self.places(both))} would count twice" if both else ""

    def _limits(self) -> list[str]:
        """``at most 2 in row 1``, ``at most 1 of r1c1 and r1c2 (why)``."""
        parts = []
        if named := [share for share in self.upper if share.name]:
            parts.append(f"at most {_sum(named)} in {_gathered(named)}")
        for group in self._alike(share for share in self.upper if not share.name):
            places = listed([f"of {self._at(share.marks)}" for share in group])
            parts.append(f"at most {group[0].number} {places} ({self._why(group)})")
        return parts

    def _ways(self) -> list[str]:
        """``one at r1c1 or r1c2 (why)``."""
        parts = []
        for group in self._alike(self.lower):
            for share in group:
                cells = self.places(share.marks)
                one = f"one at {', '.join(cells[:-1])} or {cells[-1]}" if cells[1:] else f"one at {cells[0]}"
                parts.append(one if share.number == 1 else f"{share.number} at {listed(cells)}")
            parts[-1] += f" ({self._why(group)})"
        return parts

    def _alike(self, shares: Iterable[Share]) -> list[list[Share]]:
        """Shares by rule and number."""
        groups = dict[tuple[str, int], list[Share]]()
        for share in shares:
            groups.setdefault((share.statement.rule, share.number), []).append(share)
        return list(groups.values())

    def _why(self, group: Iterable[Share]) -> str:
        """The reason of shares: of what is named before, only what it adds."""
        reasons = list(dict.fromkeys(share.statement for share in group))
        named = {share.statement for share in self.lower}
        added = {reason.text.partition(", ")[2] if reason in named else "" for reason in reasons}
        if len(added) == 1 and (text := added.pop()):
            return text
        return self.family(reasons) if reasons[1:] else reasons[0].text


def _named(shares: Sequence[Share]) -> bool:
    """Whether all have names."""
    return all(share.name for share in shares)


def _gathered(shares: Iterable[Share]) -> str:
    """Their names together, each once, by their numbers."""
    names = {share.name for share in shares}
    return gathered(sorted(names, key=lambda name: ([*map(int, re.findall(r"\d+", name))], name)))


def _verb(shares: Sequence[Share], one: str, many: str) -> str:
    return many if shares[1:] else one


def _sum(shares: Iterable[Share]) -> int:
    return sum(share.number for share in shares)


def _more(shares: Iterable[Share]) -> bool:
    return any(share.more for share in shares)
