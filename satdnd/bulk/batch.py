"""Answer many puzzles: they are read, sent to a `workers.Crew` in chunks, and answered in the order of the input.

Memory does not grow with the input: reading waits for sending, and sending for answers to be taken.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import starmap
from multiprocessing import Pipe
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Crew, Report
from satdnd.engine.answer import ERROR, Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.kind_files import kind_files, kind_of_file
from satdnd.engine.operations import Operation
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, UsageError
from satdnd.formats.loading import read_item
from satdnd.formats.records import Item
from satdnd.grid import fields

OPERATIONS = ("unique", "solve", "count", "forced", "verify", "rate", "explain")
"""The operations of `satdnd.registry.OPERATIONS` that a batch supports."""

TOGETHER = 64
"""The most puzzles that a worker reads before it answers the first of them."""
HURRY = 0.01
"""Seconds for which answers wait to be written together with the next ones."""
LONGEST_CHUNK = 500
LARGEST_CHUNK = 1 << 20
"""Approximate limit on the characters of a chunk."""
GROWTH = 4
"""Factor by which chunks may grow at once, until the time that a puzzle takes is known."""
QUICK = 0.02
"""Seconds for each puzzle; for faster ones, workers get a second chunk in advance."""
KILLS = 2
"""A puzzle is given up after this many workers have died while working on it alone."""
WINDOW = 20_000
"""The most puzzles between the first without an answer and the last one sent."""
MOST_WAITING = 1 << 26
"""Characters of answers that may wait for an earlier answer."""
AHEAD = 4 * LONGEST_CHUNK
"""The most puzzles that are read but not yet sent."""
AHEAD_SIZE = 1 << 24
"""The most characters of these puzzles."""


class AnswerText(NamedTuple):
    """An answer, ready to be written."""

    status: str
    text: str
    """Its JSON, on one line."""
    notices: tuple[str, ...] = ()
    """What people should know of the puzzle, if only the worker has read it."""


class Unit(NamedTuple):
    """One puzzle of the input, ready to be sent."""

    text: str
    """Its JSON object, on one line; with `error`, the message."""
    name: str
    """The name to use if the puzzle has none."""
    line: int
    source: str
    solutions: str = ""
    """For ``verify``: an answer in JSON."""
    kind: str = ""
    """With `error`: the kind, if known."""
    error: bool = False
    """Whether the puzzle could not be read; such a unit is answered without a worker."""


Travelling: TypeAlias = tuple[Any, ...]
"""A `Unit` or an `AnswerText` as a plain tuple, which is pickled in a third of the time."""


@dataclass(frozen=True)
class Job:
    """The question asked about every puzzle; sent to the workers.

    Raises:
        UsageError: an unknown operation or argument.
    """

    operation: str
    """One of `OPERATIONS`."""
    settings: Settings = field(default_factory=Settings)
    wishes: Mapping[str, Any] = field(default_factory=dict)
    """Options of kinds by name, as in `Solver`."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the operation."""
    kind: str | None = None
    """The kind of puzzles that do not state one."""
    bulk: int = 0
    """The approximate number of puzzles; for thousands, ways that take a second to load pay off."""
    files: Sequence[str] = field(default_factory=kind_files)
    """The files of kinds, which workers import."""

    def __post_init__(self) -> None:
        Operation(self.operation).validate_arguments(self.arguments)

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterator[Travelling]]:
        """A function that answers one puzzle after another, with a solver that stays warm."""
        for file in self.files:
            kind_of_file(file)
        return BatchAnswerer(self).answers


class BatchAnswerer:
    """Answers puzzles one after another."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._operation = Operation(job.operation)
        self._solver = Solver(job.settings, job.wishes, bulk=job.bulk)

    def answers(self, units: Sequence[Travelling]) -> Iterator[Travelling]:
        """The answers as the operation's command writes them; anything wrong gives an ``error``.

        As long as that is quick, several puzzles are read, then answered, then written: a processor that stays in the
        same code takes a sixth less time than one that alternates for each puzzle.
        """
        for first in range(0, len(units), TOGETHER):
            some = units[first : first + TOGETHER]
            items = [
                (read_item(Item(name, "", None, None, text, line, source), self._job.kind), solutions)
                for text, name, line, source, solutions, *_ in some
            ]
            waiting, until = list[tuple[Answer[Any], Item]](), perf_counter() + HURRY
            for item, solutions in items:
                waiting.append((self._answer(item, solutions), item))
                if perf_counter() > until:
                    yield from starmap(_result, waiting)
                    waiting, until = [], perf_counter() + HURRY
            yield from starmap(_result, waiting)

    def _answer(self, item: Item, solutions: str) -> Answer[Any]:
        if item.error:
            return Answer(item.name, item.kind, ERROR, reason=str(item.error))
        try:
            answer = self._answer_to(item.puzzle, solutions)
        except (InputError, UsageError) as error:
            answer = Answer(item.name, item.kind, ERROR, reason=str(error))
        if answer.status == ERROR:
            answer.reason = f"{item.name}: {answer.reason}"
        return answer

    def _answer_to(self, puzzle: Any, solutions: str) -> Answer[Any]:
        arguments = self._job.arguments
        if self._job.operation == "verify":
            arguments = {"solutions": _solutions(puzzle, solutions)}
        return self._operation.ask(self._solver, puzzle, arguments)


def _solutions(puzzle: Any, answer: str) -> list[Any]:
    """The solutions to verify: those in *answer*, or if it is empty, those that the puzzle has itself. Raises
    InputError.
    """
    record = puzzle.extra
    if answer:
        record = fields.decoded(answer)
        name = fields.text(fields.require(record, "name"), "name")
        if name != puzzle.name:
            raise InputError(
                f"the answer in its place is for {fields.shown(name)}; puzzles and answers must come in the same order"
            )
    found = record.get("solutions", [record["solution"]] if "solution" in record else [])
    return fields.listed(found, "solutions", "solutions")


def _result(answer: Answer[Any], item: Item) -> Travelling:
    """An answer as a plain tuple, which has notices only if there are some."""
    notices = item.all_notices
    return (*status_and_text(answer), notices) if notices else status_and_text(answer)


def status_and_text(answer: Answer[Any]) -> tuple[str, str]:
    """The fields of an `AnswerText`; NaN and infinite numbers become null."""
    return answer.status, fields.in_json(answer.to_json())


def unit_of(item: Item) -> Unit:
    """A puzzle of the input, parsed or not, as a unit."""
    if item.error:
        return Unit(str(item.error), item.name, 0, "", kind=item.kind, error=True)
    if item.text:
        return Unit(item.text, item.name, item.line, item.source)
    return Unit(fields.in_json(kind_of(item.puzzle).texts.to_json(item.puzzle)), item.name, 0, "")


def _given_up(unit: Unit, deaths: int, how: str) -> tuple[str, str]:
    """The answer for a puzzle that crashes every worker; as little of it is parsed as possible."""
    try:
        record = fields.decoded(unit.text)
    except InputError:
        record = {}
    name, kind = (record[key] if isinstance(record.get(key), str) else "" for key in ("name", "kind"))
    name = name or unit.name
    reason = f"{name}: its worker crashed {deaths} times: {how} (out of memory? --memory sets a limit)"
    return status_and_text(Answer(name, kind, ERROR, reason=reason))


@dataclass
class _Chunk:
    """Puzzles that are sent together."""

    positions: list[int]
    units: list[Unit]
    careful: bool = False
    """Whether a worker died of it: then each answer is reported at once, to show which puzzle is in progress."""
    deaths: int = 0
    """How many workers have died of its first puzzle."""

    def rest(self, done: int) -> None:
        """Remove the first *done* puzzles."""
        del self.positions[:done]
        del self.units[:done]


class Batch:
    """One run.

    Args:
        units: the input.
        crew: the workers.
        journal: holds earlier answers and keeps new ones; None: no journal.
    """

    def __init__(self, units: Iterator[Unit], crew: Crew, journal: Journal | None = None) -> None:
        self._crew = crew
        self._journal = journal
        self.known = 0
        """The number of answers taken from the journal."""
        self.answered = 0
        """The number of puzzles answered by workers."""
        self._bell, ring = Pipe(duplex=False)
        self._reading = _Reader(units, ring)
        self._next_in = self._next_out = 0
        self._answers: dict[int, AnswerText] = {}
        self._waiting_size = 0
        self._open: dict[int, _Chunk] = {}
        self._again = deque[_Chunk]()
        self._number = 0
        self._size = 1
        self._pace = 0.0
        """Recent average of seconds for each puzzle; 0 while unknown."""

    @property
    def read(self) -> int:
        """The number of puzzles read so far."""
        return self._reading.count

    @property
    def all_read(self) -> bool:
        """Whether the whole input has been read."""
        return self._reading.over

    def answers(self) -> Iterator[list[AnswerText]]:
        """All answers in the order of the input, in groups, as they become known.

        Raises:
            UsageError: the journal is of another input, or cannot be written.
            SatdndError: no workers are left.
        """
        self._reading.start()
        try:
            while True:
                self._fill()
                if ready := self._ready():
                    yield ready
                elif self._reading.over and not (self._open or self._again or self._reading.units):
                    break
                else:
                    self._take(self._crew.reports(self._bell))
            if self._reading.error:
                raise self._reading.error
            if self._journal:
                self._journal.finish(self._next_in)
        finally:
            self._reading.stop()
            self._bell.close()

    # sending

    def _fill(self) -> None:
        """Send chunks as long as workers have space for them."""
        while self._crew.room(0 < self._pace < QUICK):
            chunk = self._again.popleft() if self._again else self._chunk()
            if chunk is None:
                return
            self._number += 1
            self._open[self._number] = chunk
            self._crew.submit(self._number, [*map(tuple, chunk.units)], chunk.careful)

    def _chunk(self) -> _Chunk | None:
        """The next chunk of the puzzles read; None if there are none, or if it is better to wait."""
        chunk = _Chunk([], [])
        waiting = self._reading.units
        wanted = 1 if self._crew.idle else self._size
        characters = 0
        while len(chunk.units) < self._size and characters < LARGEST_CHUNK:
            if self._next_in - self._next_out >= WINDOW or self._waiting_size > MOST_WAITING:
                break
            if not chunk.units and not self._reading.has(wanted):
                return None
            if not waiting:
                break
            unit = self._reading.take()
            position, self._next_in = self._next_in, self._next_in + 1
            known = self._journal.known(position, unit) if self._journal else None
            if unit.error:
                self._store(position, *status_and_text(Answer(unit.name, unit.kind, ERROR, reason=unit.text)))
            elif known:
                self.known += 1
                self._store(position, *known)
            else:
                chunk.positions.append(position)
                chunk.units.append(unit)
                characters += len(unit.text)
        return chunk if chunk.units else None

    # receiving

    def _take(self, reports: Sequence[Report]) -> None:
        """Take in results, and note which workers died."""
        while self._bell.poll():
            self._bell.recv_bytes()
        for report in reports:
            chunk = self._open[report.chunk]
            if report.results:
                self._answered(chunk, report.results)
                self._learn(len(report.results), report.seconds)
            if report.lost:
                del self._open[report.chunk]
                self._lose(chunk, report)
            elif report.over:
                del self._open[report.chunk]
        if self._journal:
            self._journal.keep()

    def _answered(self, chunk: _Chunk, found: Sequence[Travelling]) -> None:
        for position, unit, result in zip(chunk.positions, chunk.units, found, strict=False):
            if self._journal:
                self._journal.add(position, unit, result[:2])
            self._store(position, *result)
        self.answered += len(found)
        chunk.rest(len(found))
        chunk.deaths = 0

    def _lose(self, chunk: _Chunk, report: Report) -> None:
        """A worker died: send the rest again, one puzzle at a time if it may have been the cause."""
        if not chunk.units:
            return
        if report.deaths:
            if chunk.careful or len(chunk.units) == 1:
                chunk.deaths += report.deaths
            chunk.careful = True
        if chunk.deaths >= KILLS:
            self._answered(chunk, [_given_up(chunk.units[0], chunk.deaths, report.lost)])
            chunk.careful = False
        if chunk.units:
            self._again.append(chunk)

    def _learn(self, count: int, seconds: float) -> None:
        """Update the average time per puzzle, and from that the size of chunks."""
        pace = seconds / count
        self._pace = 0.7 * self._pace + 0.3 * pace if self._pace else pace
        best = int(self._crew.aim / self._pace) if self._pace else LONGEST_CHUNK
        self._size = max(1, min(best, GROWTH * self._size, LONGEST_CHUNK))

    def _store(self, position: int, status: str, text: str, notices: tuple[str, ...] = ()) -> None:
        self._answers[position] = AnswerText(status, text, notices)
        self._waiting_size += len(text)

    def _ready(self) -> list[AnswerText]:
        """The next known answers in order."""
        found = list[AnswerText]()
        while (answer := self._answers.pop(self._next_out, None)) is not None:
            self._waiting_size -= len(answer.text)
            self._next_out += 1
            found.append(answer)
        return found


class _Reader(threading.Thread):
    """Reads ahead in a thread, so that an open pipe holds nothing up; pauses when enough has been read."""

    def __init__(self, units: Iterator[Unit], bell: Any) -> None:
        super().__init__(daemon=True)
        self._source = units
        self._bell = bell
        self.units = deque[Unit]()
        self.count = 0
        self._read_count = self._taken_count = 0
        """Characters read and taken so far; each number is written by one thread only."""
        self._wanted = 0
        """The number of units that `has` waits for."""
        self._space = threading.Event()
        self._stopped = False
        self.over = False
        """Whether nothing more will be read."""
        self.error: BaseException | None = None
        """The error that ended reading, if any."""

    def run(self) -> None:
        """Read until the end of the input, or until `stop`."""
        try:
            for unit in self._source:
                self.units.append(unit)
                self.count += 1
                self._read_count += len(unit.text)
                if 0 < self._wanted <= len(self.units):
                    self._ring()
                while self._full() and not self._stopped:
                    if self._wanted:
                        self._ring()
                    self._space.clear()
                    if self._full():
                        self._space.wait(0.1)
                if self._stopped:
                    return
        except BaseException as error:  # raised again by the thread that waits
            self.error = error
        finally:
            self.over = True
            self._ring()

    def has(self, count: int) -> bool:
        """Whether that many units are there, or all; if not, the bell will ring when they are."""
        self._wanted = count
        if len(self.units) >= count or self._full() or self.over:
            self._wanted = 0
            return True
        return False

    def take(self) -> Unit:
        """The next unit."""
        unit = self.units.popleft()
        self._taken_count += len(unit.text)
        if not self._space.is_set():
            self._space.set()
        return unit

    def stop(self) -> None:
        """Stop reading."""
        self._stopped = True
        self._space.set()

    def _full(self) -> bool:
        return len(self.units) >= AHEAD or self._read_count - self._taken_count > AHEAD_SIZE

    def _ring(self) -> None:
        self._wanted = 0
        with suppress(OSError):  # the batch is over
            self._bell.send_bytes(b"!")
