"""Many puzzles: read, asked in chunks by whoever works (`workers.Crew`), answered in the order of the input.

What is in memory does not grow with the input: reading waits for asking, and asking for the answers to be taken.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Crew, Report
from satdnd.engine.answer import ERROR, Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.operations import Operation
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, UsageError
from satdnd.formats import fields
from satdnd.formats.loading import Item, read_item

OPERATIONS = ("unique", "solve", "count", "forced", "verify", "rate", "explain")
"""Those of `satdnd.registry` that can be asked of many puzzles at once."""

TOGETHER = 64
"""Puzzles that a worker reads before it asks the first of them, at most."""
HURRY = 0.01
"""Seconds for which answers wait to be written with the next ones."""
LONGEST_CHUNK = 500
LARGEST_CHUNK = 1 << 20
"""Characters of a chunk, about."""
GROWTH = 4
"""Factor by which chunks may grow at once, until it is known how long a puzzle takes."""
QUICK = 0.02
"""Seconds for a puzzle below which chunks wait at the worker."""
KILLS = 2
"""A puzzle whose worker died so often while it was asked alone is given up."""
WINDOW = 20_000
"""Puzzles that may be between the first without an answer and the last one asked."""
HELD = 1 << 26
"""Characters of answers that may wait for an earlier one."""
AHEAD = 4 * LONGEST_CHUNK
"""Puzzles that are read and not yet asked, at most."""
AHEAD_SIZE = 1 << 24
"""Characters of these."""


class AnswerText(NamedTuple):
    """An answer on its way out."""

    status: str
    text: str
    """Its JSON, on one line."""


class Unit(NamedTuple):
    """One puzzle of the input, as it travels."""

    text: str
    """Its JSON object, on one line; of an `error` the message."""
    name: str
    """What it is called where it has no name of its own."""
    line: int
    source: str
    solutions: str = ""
    """Of ``verify``: an answer in JSON."""
    kind: str = ""
    """Of an error: what is known of the kind."""
    error: bool = False
    """It could not be read; the others are asked."""


Travelling: TypeAlias = tuple[Any, ...]
"""A `Unit` or an `AnswerText` on its way: a tuple that knows no names is pickled in a third of the time."""


@dataclass(frozen=True)
class Job:
    """What is asked of every puzzle; travels to the workers and is the same there.

    Raises:
        UsageError: an operation or an argument that there is not.
    """

    operation: str
    """One of `OPERATIONS`."""
    settings: Settings = field(default_factory=Settings)
    wishes: Mapping[str, Any] = field(default_factory=dict)
    """Options of kinds by name, as `Solver` takes them."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Of the operation."""
    kind: str | None = None
    """The kind of puzzles that do not tell."""
    bulk: int = 0
    """How many there are, about: of thousands, ways pay that take a second to load."""

    def __post_init__(self) -> None:
        Operation(self.operation).refuse(self.arguments)

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterator[tuple[str, str]]]:
        """What answers one puzzle after another, with a solver that stays warm."""
        return Asking(self).answers


class Asking:
    """Answers puzzles one after another."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._operation = Operation(job.operation)
        self._solver = Solver(job.settings, job.wishes, bulk=job.bulk)

    def answers(self, units: Sequence[Travelling]) -> Iterator[tuple[str, str]]:
        """The answers as the command of the operation writes them; whatever is wrong is an ``error``.

        Some are read, then asked, then written, as long as that is quick: a processor that goes on with the same code
        takes a sixth less than one that goes from one to the other for each puzzle.
        """
        for first in range(0, len(units), TOGETHER):
            some = units[first : first + TOGETHER]
            items = [
                (read_item(Item(name, "", None, None, text, line, source), self._job.kind), solutions)
                for text, name, line, source, solutions, *_ in some
            ]
            waiting, until = list[Answer[Any]](), perf_counter() + HURRY
            for item, solutions in items:
                waiting.append(self._answer(item, solutions))
                if perf_counter() > until:
                    yield from map(status_and_text, waiting)
                    waiting, until = [], perf_counter() + HURRY
            yield from map(status_and_text, waiting)

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
    """What is to be verified: of an *answer*, or, where that is empty, what the puzzle brings itself. InputError."""
    record = puzzle.extra
    if answer:
        record = fields.decoded(answer)
        name = fields.text(fields.require(record, "name"), "name")
        if name != puzzle.name:
            raise InputError(f"the answer in its place is to {fields.shown(name)}; both are wanted in one order")
    found = record.get("solutions", [record["solution"]] if "solution" in record else [])
    return fields.listed(found, "solutions", "solutions")


def status_and_text(answer: Answer[Any]) -> tuple[str, str]:
    """The fields of an `AnswerText`; numbers that JSON does not have become null."""
    return answer.status, fields.in_json(answer.to_json())


def unit_of(item: Item) -> Unit:
    """A puzzle of the input, read or not, as it travels."""
    if item.error:
        return Unit(str(item.error), item.name, 0, "", kind=item.kind, error=True)
    if item.text:
        return Unit(item.text, item.name, item.line, item.source)
    return Unit(fields.in_json(kind_of(item.puzzle).texts.to_json(item.puzzle)), item.name, 0, "")


def _given_up(unit: Unit, deaths: int, how: str) -> tuple[str, str]:
    """The answer to a puzzle that crashes every worker; it is read as little as can be."""
    try:
        record = fields.decoded(unit.text)
    except InputError:
        record = {}
    name, kind = (record[key] if isinstance(record.get(key), str) else "" for key in ("name", "kind"))
    name = name or unit.name
    reason = f"{name}: whoever was asked died of it, {deaths} times: {how} (is it the memory? --memory sets a limit)"
    return status_and_text(Answer(name, kind, ERROR, reason=reason))


@dataclass
class _Chunk:
    """Puzzles that are asked together."""

    positions: list[int]
    units: list[Unit]
    careful: bool = False
    """Somebody died of it: each answer is told at once, so that it is known which puzzle is asked."""
    deaths: int = 0
    """How often somebody died of its first puzzle."""

    def rest(self, done: int) -> None:
        """Without the first ones."""
        del self.positions[:done]
        del self.units[:done]


class Batch:
    """One run.

    Args:
        units: the input.
        crew: who asks.
        journal: what was answered before, and where answers are kept; None: nowhere.
    """

    def __init__(self, units: Iterator[Unit], crew: Crew, journal: Journal | None = None) -> None:
        self._crew = crew
        self._journal = journal
        self.known = 0
        """How many answers came from the journal."""
        self.asked = 0
        """How many puzzles were asked."""
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
        """Seconds that a puzzle takes, lately; 0 while that is not known."""

    @property
    def read(self) -> int:
        """Puzzles read so far."""
        return self._reading.count

    @property
    def all_read(self) -> bool:
        """Whether that is all of them."""
        return self._reading.over

    def answers(self) -> Iterator[list[AnswerText]]:
        """All answers in the order of the input, some at a time, as they are known.

        Raises:
            UsageError: the journal is of another input, or cannot be written.
            SatdndError: nobody is left to ask.
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

    # out

    def _fill(self) -> None:
        """Give to everybody what there is room for."""
        while self._crew.room(0 < self._pace < QUICK):
            chunk = self._again.popleft() if self._again else self._chunk()
            if chunk is None:
                return
            self._number += 1
            self._open[self._number] = chunk
            self._crew.give(self._number, [*map(tuple, chunk.units)], chunk.careful)

    def _chunk(self) -> _Chunk | None:
        """The next one, from what is read; None where nothing is, or better waits."""
        chunk = _Chunk([], [])
        waiting = self._reading.units
        wanted = 1 if self._crew.idle else self._size
        characters = 0
        while len(chunk.units) < self._size and characters < LARGEST_CHUNK:
            if self._next_in - self._next_out >= WINDOW or self._waiting_size > HELD:
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

    # in

    def _take(self, reports: Sequence[Report]) -> None:
        """What was answered, and who died."""
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

    def _answered(self, chunk: _Chunk, found: Sequence[tuple[str, str]]) -> None:
        for position, unit, (status, text) in zip(chunk.positions, chunk.units, found, strict=False):
            if self._journal:
                self._journal.add(position, unit, (status, text))
            self._store(position, status, text)
        self.asked += len(found)
        chunk.rest(len(found))
        chunk.deaths = 0

    def _lose(self, chunk: _Chunk, report: Report) -> None:
        """Whoever was at it died: the rest is asked again, one puzzle at a time if it may have been the reason."""
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
        """How long puzzles take, and so how many go together."""
        pace = seconds / count
        self._pace = 0.7 * self._pace + 0.3 * pace if self._pace else pace
        best = int(self._crew.aim / self._pace) if self._pace else LONGEST_CHUNK
        self._size = max(1, min(best, GROWTH * self._size, LONGEST_CHUNK))

    def _store(self, position: int, status: str, text: str) -> None:
        self._answers[position] = AnswerText(status, text)
        self._waiting_size += len(text)

    def _ready(self) -> list[AnswerText]:
        """The answers whose turn it is."""
        found = list[AnswerText]()
        while (answer := self._answers.pop(self._next_out, None)) is not None:
            self._waiting_size -= len(answer.text)
            self._next_out += 1
            found.append(answer)
        return found


class _Reader(threading.Thread):
    """Reads ahead, so that an open pipe holds nobody up; stops where enough is read."""

    def __init__(self, units: Iterator[Unit], bell: Any) -> None:
        super().__init__(daemon=True)
        self._source = units
        self._bell = bell
        self.units = deque[Unit]()
        self.count = 0
        self._read_count = self._taken_count = 0
        """Characters so far; each is written by one thread alone."""
        self._wanted = 0
        """How many are waited for."""
        self._space = threading.Event()
        self._stopped = False
        self.over = False
        """Whether nothing more will be read."""
        self.error: BaseException | None = None
        """Why not, where it was not the end."""

    def run(self) -> None:
        """Read until the end, or until told to stop."""
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
        except BaseException as error:  # raised where it is waited for
            self.error = error
        finally:
            self.over = True
            self._ring()

    def has(self, count: int) -> bool:
        """Whether so many are there, or all; if not, the bell will be rung."""
        self._wanted = count
        if len(self.units) >= count or self._full() or self.over:
            self._wanted = 0
            return True
        return False

    def take(self) -> Unit:
        """The next one."""
        unit = self.units.popleft()
        self._taken_count += len(unit.text)
        if not self._space.is_set():
            self._space.set()
        return unit

    def stop(self) -> None:
        """Read no more."""
        self._stopped = True
        self._space.set()

    def _full(self) -> bool:
        return len(self.units) >= AHEAD or self._read_count - self._taken_count > AHEAD_SIZE

    def _ring(self) -> None:
        self._wanted = 0
        with suppress(OSError):  # nobody listens any more
            self._bell.send_bytes(b"!")
