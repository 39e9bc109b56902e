"""Workers: spawned processes that stay warm, each connected by a pipe. They know nothing about puzzles.

Chunks of work go out, and results come back as they become known. A worker that dies is replaced, and its unfinished
work is reported as lost: the pool of the standard library would lose every other job with it. Workers end with the
process that started them, however that ends.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from satdnd.errors import SatdndError

Ask: TypeAlias = Callable[[Sequence[Any]], Iterable[Any]]
"""Processes pieces of work: yields a result for each, in order. It may keep anything warm."""
Work: TypeAlias = Callable[[], Ask]
"""Makes an `Ask`, in the worker; must be picklable."""

TELL = 0.1
"""Seconds after which a worker reports its results."""
_ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
ATTEMPTS = 3
"""After this many workers in a row have died before they were ready, give up."""


class Report(NamedTuple):
    """The fate of a chunk, or of part of it."""

    chunk: int
    results: Sequence[Any] = ()
    """The next results, in order."""
    seconds: float = 0.0
    """The time taken by these results."""
    over: bool = False
    """Whether nothing more will come of this chunk."""
    lost: str = ""
    """Why the worker, and so the rest of its results, is lost; empty if it is not."""
    deaths: int = 0
    """If lost: how many workers may have died of the first piece without a result."""


class Crew(ABC):
    """What does the work: processes here, or other machines. Used by one thread, in a ``with`` block."""

    aim: float
    """Seconds that a chunk should take."""
    idle: bool
    """Whether some worker has nothing to do."""

    @abstractmethod
    def room(self, ahead: bool) -> bool:
        """Whether there is space for one more chunk now; with *ahead*, also for one in advance, since chunks are
        quick.
        """

    @abstractmethod
    def submit(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """Start a chunk with that number; with *careful*, results are reported one by one, to show which piece
        kills.
        """

    @abstractmethod
    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """The reports so far; waits until there is one, *bell* can be read, or *seconds* have passed."""

    @abstractmethod
    def close(self) -> None:
        """Stop at once; unfinished work is abandoned."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Workers(Crew):
    """Processes on this machine, started when there is work for them.

    Args:
        count: the most processes.
        work: what they do.
    """

    aim = 0.25

    def __init__(self, count: int, work: Work) -> None:
        self._count = count
        self._work = work
        self._workers: list[_WorkerProcess] = []
        self._failed = 0

    @property
    def idle(self) -> bool:  # type: ignore[override]  # read only
        """Whether a worker has nothing to do, or is not started yet."""
        return len(self._workers) < self._count or any(not worker.chunks for worker in self._workers)

    def room(self, ahead: bool) -> bool:
        """One chunk for each worker, or with *ahead* two."""
        return self.idle or (ahead and any(len(worker.chunks) < 2 for worker in self._workers))

    def submit(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """Give the chunk to the least busy worker, or to a new one if all are busy."""
        worker = min(self._workers, key=lambda w: len(w.chunks), default=None)
        if worker is None or (worker.chunks and len(self._workers) < self._count):
            worker = _WorkerProcess(self._work)
            self._workers.append(worker)
        worker.chunks.append(chunk)
        with contextlib.suppress(OSError):  # it is dead: `reports` will find out
            worker.pipe.send((chunk, list(work), careful))

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """What workers sent, and for dead ones also what is lost."""
        bells = [bell] if bell else []
        ready = set(connection.wait([*bells, *(worker.pipe for worker in self._workers)], seconds))
        found = list[Report]()
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                received = worker.pipe.recv()
            except (EOFError, OSError, pickle.UnpicklingError):  # the last: killed in the middle of a message
                self._workers.remove(worker)
                found += self._lost_reports(worker)
                continue
            if not received:
                worker.ready, self._failed = True, 0
                continue
            report = Report(*received)
            if report.over:
                worker.chunks.remove(report.chunk)
            found.append(report)
        return found

    def _lost_reports(self, worker: _WorkerProcess) -> list[Report]:
        """Reports of what is lost with a dead worker: the first of its chunks may have been the cause."""
        worker.end()
        if not worker.ready:
            self._failed += 1
            if self._failed >= ATTEMPTS:
                raise SatdndError(
                    f"no worker could be started: {self._failed} of them ended immediately, {worker.ended}"
                )
        return [
            Report(chunk, lost=worker.ended, deaths=int(worker.ready and not place))
            for place, chunk in enumerate(worker.chunks)
        ]

    def close(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


class _WorkerProcess:
    """A worker, as seen by the main process."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), name="satdnd worker", daemon=True)
        with _uninterrupted():
            self.process.start()
        theirs.close()
        self.chunks: list[int] = []
        """The numbers of its chunks, the current one first."""
        self.ready = False

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()

    @property
    def ended(self) -> str:
        """How it ended, in words."""
        code = self.process.exitcode or 0
        if code >= 0:
            return f"with status {code}"
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
        return f"killed by signal {-code}"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block signals in this block, so that Ctrl-C never reaches the processes started in it.

    A process that is interrupted before it is set up would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# in the worker


def _serve(pipe: Connection, work: Work) -> None:
    """Process chunk after chunk until the other end is closed, with threads that listen, and report after `TELL`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the main process
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    chunks = SimpleQueue[bytes]()
    results = _Results(pipe)
    for what, arguments in ((_listen, (pipe, chunks)), (_tell, (results,))):
        threading.Thread(target=what, args=arguments, daemon=True).start()
    ask = work()
    results.send(())
    while True:
        chunk, items, careful = pickle.loads(chunks.get())
        results.begin(chunk)
        for some in ([item] for item in items) if careful else [items]:
            for result in ask(some):
                results.add(result)
            if careful:
                results.tell()
        results.tell(over=True)


def _listen(pipe: Connection, chunks: SimpleQueue[bytes]) -> None:
    """Receive chunks, also while one is in progress. Never sends, or both ends could wait for each other to read.

    Ends the process when the pipe is closed.
    """
    while True:
        try:
            chunks.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _tell(results: _Results) -> None:
    """Send waiting results periodically."""
    while True:
        time.sleep(TELL)
        results.tell()


class _Results:
    """Results to be sent."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._chunk = -1
        self._waiting: list[Any] = []
        self._since = 0.0
        self.add = self._waiting.append

    def begin(self, chunk: int) -> None:
        """Begin a chunk: results added from now on belong to it."""
        self._chunk, self._since = chunk, time.perf_counter()

    def tell(self, *, over: bool = False) -> None:
        """Send the waiting results; *over* marks the end of the chunk."""
        with self._lock:
            count = len(self._waiting)
            if not count and not over:
                return
            now = time.perf_counter()
            message = (self._chunk, self._waiting[:count], now - self._since, over)
            del self._waiting[:count]  # the other thread may have added more in the meantime
            self._since = now
            if over:
                self._chunk = -1
            self.send(message)

    def send(self, message: tuple[Any, ...]) -> None:
        """Send; exit if there is nobody at the other end."""
        try:
            self._pipe.send(message)
        except OSError:
            os._exit(0)
