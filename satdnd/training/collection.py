"""A whole set: as many puzzles as asked for of each kind, size and grade, none twice up to symmetry.

`satdnd.bulk.batch.Batch` makes the entries, so workers, clusters and the journal are its own. What is kept depends on
the order in which entries were asked for, which is that of their answers, and not on who made them or when. A round
asks for as many as are missing; the next one is asked when all of the last are there.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection as Container, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from queue import SimpleQueue
from typing import Any

from satdnd.bulk.batch import AnswerText, Batch, Unit
from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Crew
from satdnd.engine.answer import ERROR, SOLVED
from satdnd.training.entries import Wish

_TRIES = 2
"""After so many puzzles in a row that could not be made, a group is given up."""
_VAIN_ROUNDS = 4
"""After so many rounds with repeats only, a group is given up."""


@dataclass
class Group:
    """The puzzles of one kind, size and grade."""

    wish: Wish
    count: int
    """How many are wanted."""
    kept: int = 0
    repeats: int = 0
    """How many were left out because the set, or the excluded puzzles, had them."""
    failed: int = 0
    reason: str = ""
    """Why there are fewer than wanted."""
    _asked: int = 0
    _failures: int = 0
    _vain: int = 0
    _gained: bool = False
    _problem: str = ""

    def round(self) -> list[Wish]:
        """The next wishes: first one alone, to see whether there are such puzzles; none when the group is complete or
        given up.
        """
        if self._asked:
            self._vain = 0 if self._gained else self._vain + 1
        if self._vain >= _VAIN_ROUNDS:
            self.reason = self.reason or self._problem or "further puzzles are the same up to symmetry, or excluded"
        if self.reason or self.kept >= self.count:
            return []
        more = self.count - self.kept if self.kept or self.repeats else 1
        first, self._asked, self._gained = self._asked + 1, self._asked + more, False
        return [replace(self.wish, number=number) for number in range(first, first + more)]

    def fail(self, status: str, reason: str) -> None:
        """Count a puzzle that could not be made."""
        self.failed += 1
        self._failures += 1
        self._problem = reason
        if status == ERROR or (self._failures >= _TRIES and not self.kept) or self._failures >= self.count + _TRIES:
            self.reason = self.reason or reason

    def repeat(self, *, fresh: bool) -> None:
        """Count a puzzle that is left out; *fresh*: an excluded one that is met for the first time."""
        self.repeats += 1
        self._gained |= fresh

    def keep(self) -> None:
        """Count a new puzzle."""
        self.kept += 1
        self._gained = True
        self._failures, self._problem = 0, ""


@dataclass
class Collection:
    """One run that makes a set.

    Args:
        groups: what is wanted.
        crew: the workers, whose work is an `Entries`.
        excluded: canonical forms of puzzles that the set must not have.
        journal: of an earlier run of the same set, to continue; None: no journal.
    """

    groups: Sequence[Group]
    crew: Crew
    excluded: Container[str] = ()
    journal: Journal | None = None
    _asked: deque[Group] = field(default_factory=deque)
    _rounds: SimpleQueue[list[Wish] | None] = field(default_factory=SimpleQueue)

    def entries(self) -> Iterator[dict[str, Any]]:
        """The entries as they become known, in an order that does not depend on the crew.

        Raises:
            UsageError: the journal is of another set, or cannot be written.
            SatdndError: no workers are left.
        """
        seen = dict.fromkeys(self.excluded, True)
        self._ask()
        try:
            for answers in Batch(self._units(), self.crew, self.journal).answers():
                for answer in answers:
                    group = self._asked.popleft()
                    entry = self._taken(group, answer, seen)
                    if entry:
                        yield entry
                    if not self._asked:
                        self._ask()
        finally:
            self._rounds.put(None)

    def _ask(self) -> None:
        """Begin the next round, or end."""
        wishes = [(group, wish) for group in self.groups for wish in group.round()]
        self._asked.extend(group for group, _ in wishes)
        self._rounds.put([wish for _, wish in wishes] or None)

    def _units(self) -> Iterator[Unit]:
        """The wishes, for the thread that reads ahead."""
        while (wishes := self._rounds.get()) is not None:
            yield from (Unit(json.dumps(asdict(wish)), wish.id, 0, "") for wish in wishes)

    def _taken(self, group: Group, answer: AnswerText, seen: dict[str, bool]) -> dict[str, Any] | None:
        """The entry, if it is one and new; *seen*: the forms that are not, and whether they are fresh exclusions."""
        record: dict[str, Any] = json.loads(answer.text)
        if answer.status != SOLVED:
            group.fail(answer.status, record.get("message") or record.get("reason") or answer.status)
            return None
        form = record["canonical"]
        if form in seen:
            group.repeat(fresh=seen[form])
            seen[form] = False
            return None
        seen[form] = False
        group.keep()
        return record
