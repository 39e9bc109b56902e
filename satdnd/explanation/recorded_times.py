"""Times in which people solved puzzles, as the editor saves them, beside what `satdnd.explanation.rating` predicts."""

from __future__ import annotations

import statistics
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from satdnd.engine.kind import kind_of
from satdnd.errors import InputError
from satdnd.explanation.rating import GRADES, Difficulty
from satdnd.formats.records import from_record
from satdnd.grid import fields
from satdnd.grid.fields import in_json

LEAST = 3
"""The least number of different puzzles with a correlation."""
_SHORTEST = 0.1
"""Minutes to which predictions are rounded."""


@dataclass(frozen=True)
class SolvingTime:
    """The time in which one person solved one puzzle."""

    puzzle: Any
    key: str
    """The puzzle without name, source and further fields: the same for everybody who solved it."""
    seconds: int
    helped: bool
    """Whether any help was used."""
    pause: int | None
    """The most seconds without a mark; None: it is not known what was marked when."""


class GradeTimes(NamedTuple):
    """The times for the puzzles of one grade."""

    puzzles: int
    minutes: float
    """The median over these puzzles."""


@dataclass(frozen=True)
class Agreement:
    """How people's times and ratings agree on the puzzles of one kind, or of all."""

    kind: str
    """The name of the kind; empty: of all kinds together."""
    times: int
    """The number of times that are compared."""
    puzzles: int
    """The number of different puzzles; the time of each is the median over the people who solved it."""
    correlation: float | None
    """Spearman's rank correlation of these times with the predicted minutes; None with fewer than `LEAST` puzzles, or
    if all are alike."""
    ratio: float
    """The median of time / prediction."""
    pause: float | None
    """The median of the longest pause without a mark, in seconds; None if no time has marks."""
    grades: dict[str, GradeTimes]
    """By grade, the easiest first."""

    def to_json(self) -> dict[str, Any]:
        """The agreement as a JSON object."""
        grades = {name: {"puzzles": puzzles, "minutes": minutes} for name, (puzzles, minutes) in self.grades.items()}
        return {**self.__dict__, "kind": self.kind or None, "grades": grades}


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's correlation; equal values share their mean rank. None if one of the lists has no two values."""
    if len({*first}) < 2 or len({*second}) < 2:
        return None
    return statistics.correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    """Twice the rank of each value."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def read_times(text: str, source: str) -> Iterator[SolvingTime | InputError]:
    """The times of a file that the editor saved, in JSON Lines, with an error in place of each bad line.

    *source*: the name of the file, for errors and for the names of the puzzles.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield _read_time(line, f"{source}:{number}")
            except InputError as error:
                yield error.located(source=source, line=number)


def _read_time(line: str, name: str) -> SolvingTime:
    """One line of such a file. Raises InputError."""
    try:
        record = fields.decoded(line)
    except InputError:
        raise InputError(f"found {fields.shown(line)}, expected a solving time as a JSON object") from None
    item = from_record(fields.require(record, "puzzle"), None, 0)
    if item.error:
        raise InputError(f'field "puzzle": {item.error.message}')
    seconds = fields.whole(fields.require(record, "seconds"), "seconds", 1)
    helps = record.get("helps", {})
    if not isinstance(helps, dict):
        raise InputError(f'field "helps" is {fields.shown(helps)}, expected an object such as {{"hint": 2}}')
    pause = _longest_pause(record["marks"], seconds) if "marks" in record else None
    plain = replace(item.puzzle, name="", extra={})
    key = in_json(kind_of(plain).texts.to_json(plain))
    return SolvingTime(replace(plain, name=name), key, seconds, any(helps.values()), pause)


def _longest_pause(marks: Any, seconds: int) -> int:
    """The most seconds between two changes of the board, from the first sight of it on. Raises InputError."""
    last, longest = 0, 0
    for change in fields.listed(marks, "marks", "changes, each [seconds, {place: mark, ...}]"):
        at = change[0] if isinstance(change, list) and len(change) == 2 and isinstance(change[1], dict) else None
        if type(at) is not int or not last <= at <= seconds:
            expected = f"[seconds from {last} to {seconds}, {{place: mark, ...}}]"
            raise InputError(f'field "marks" has {fields.shown(change)}, expected {expected}')
        last, longest = at, max(longest, at - last)
    return longest


def agreements(
    times: Sequence[SolvingTime], rated: Callable[[Any], Difficulty[Any]]
) -> tuple[list[Agreement], list[Difficulty[Any]]]:
    """How *times* and ratings agree, for each kind, then for all if there are several; and the answers without grade.

    *rated* is asked once for each different puzzle.
    """
    of_puzzles = defaultdict[str, list[SolvingTime]](list)
    for one in times:
        of_puzzles[one.key].append(one)
    of_kinds, ungraded = defaultdict[str, list[_Played]](list), list[Difficulty[Any]]()
    for played in of_puzzles.values():
        answer = rated(played[0].puzzle)
        if answer.grade and answer.minutes:
            of_kinds[answer.kind].append(_Played(played, answer.grade, answer.minutes[1]))
        else:
            ungraded.append(answer)
    found = [_agreement(kind, of_kinds[kind]) for kind in sorted(of_kinds)]
    if len(found) > 1:
        found.append(_agreement("", [*chain.from_iterable(of_kinds.values())]))
    return found, ungraded


class _Played(NamedTuple):
    """A puzzle with a grade, and its times."""

    times: list[SolvingTime]
    grade: str
    predicted: float
    """Minutes."""

    @property
    def minutes(self) -> float:
        """The median of people's times."""
        return statistics.median(one.seconds for one in self.times) / 60


def _agreement(kind: str, played: Sequence[_Played]) -> Agreement:
    """The agreement on puzzles of a kind."""
    times = [*chain.from_iterable(puzzle.times for puzzle in played)]
    enough = len(played) >= LEAST
    pauses = [one.pause for one in times if one.pause is not None]
    of_grades = {name: [puzzle.minutes for puzzle in played if puzzle.grade == name] for name in GRADES}
    return Agreement(
        kind,
        len(times),
        len(played),
        rank_correlation([p.minutes for p in played], [p.predicted for p in played]) if enough else None,
        statistics.median(puzzle.minutes / max(puzzle.predicted, _SHORTEST) for puzzle in played),
        statistics.median(pauses) if pauses else None,
        {name: GradeTimes(len(found), statistics.median(found)) for name, found in of_grades.items() if found},
    )
