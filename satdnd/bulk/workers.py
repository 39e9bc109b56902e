"""Workers: spawned processes that stay warm, each at the other end of a pipe. They know nothing of puzzles.

Chunks of work go out, results come back as they are known. A worker that dies is replaced, and what it was at is told
as lost: the pool of the standard library loses every other job with it. Workers end with the process that made them,
however that ends.
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
"""What is done with pieces of work: a result for each, in turn. It keeps warm what it likes."""
Work: TypeAlias = Callable[[], Ask]
"""Makes an `Ask`, in the worker; can be pickled."""

TELL = 0.1
"""Seconds after which a worker tells what it has."""
_ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
ATTEMPTS = 3
"""So many workers in a row that die before they are ready mean that none ever will be."""


class Report(NamedTuple):
    """What became of a chunk, or of a part of it."""

    chunk: int
    results: Sequence[Any] = ()
    """The next ones, in order."""
    seconds: float = 0.0
    """What these took."""
    over: bool = False
    """Nothing more comes of this chunk."""
    lost: str = ""
    """Why whoever was at it is gone, and the rest of its results with it."""
    deaths: int = 0
    """Of a lost one: how many may have died of its first piece that has no result."""


class Crew(ABC):
    """Whoever does the work: processes here, or machines elsewhere. Used by one thread; closed by a ``with`` block."""

    aim: float
    """Seconds that a chunk should take."""
    idle: bool
    """Whether somebody has nothing to do."""

    @abstractmethod
    def room(self, ahead: bool) -> bool:
        """Whether it takes one more chunk now; *ahead*: also one for later, since chunks are done in no time."""

    @abstractmethod
    def give(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """Do a chunk, of that number; *careful*: tell each result at once, so that it is known which one kills."""

    @abstractmethod
    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """What there is to tell; waits until there is something, *bell* can be read, or so many *seconds* are over."""

    @abstractmethod
    def close(self) -> None:
        """End at once; what is not done is given up."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Workers(Crew):
    """Processes on this machine, begun as there is work for them.

    Args:
        count: how many at most.
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
        """Whether a worker has nothing to do, or is not yet there."""
        return len(self._workers) < self._count or any(not worker.chunks for worker in self._workers)

    def room(self, ahead: bool) -> bool:
        """One chunk at a time, or one more that waits."""
        return self.idle or (ahead and any(len(worker.chunks) < 2 for worker in self._workers))

    def give(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """To whoever has least to do; a new worker where all have some."""
        worker = min(self._workers, key=lambda w: len(w.chunks), default=None)
        if worker is None or (worker.chunks and len(self._workers) < self._count):
            worker = _WorkerProcess(self._work)
            self._workers.append(worker)
        worker.chunks.append(chunk)
        with contextlib.suppress(OSError):  # it is dead: `reports` will find that
            worker.pipe.send((chunk, list(work), careful))

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """What workers sent; of the dead ones what they sent last, and what they leave."""
        bells = [bell] if bell else []
        ready = set(connection.wait([*bells, *(worker.pipe for worker in self._workers)], seconds))
        found = list[Report]()
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                told = worker.pipe.recv()
            except (EOFError, OSError, pickle.UnpicklingError):  # the last: killed within a message
                self._workers.remove(worker)
                found += self._lost_reports(worker)
                continue
            if not told:
                worker.ready, self._failed = True, 0
                continue
            report = Report(*told)
            if report.over:
                worker.chunks.remove(report.chunk)
            found.append(report)
        return found

    def _lost_reports(self, worker: _WorkerProcess) -> list[Report]:
        """What is lost with a dead worker: the first of its chunks may have been the reason."""
        worker.end()
        if not worker.ready:
            self._failed += 1
            if self._failed >= ATTEMPTS:
                raise SatdndError(f"no worker can be started: {self._failed} of them ended at once, {worker.ended}")
        return [
            Report(chunk, lost=worker.ended, deaths=int(worker.ready and not place))
            for place, chunk in enumerate(worker.chunks)
        ]

    def close(self) -> None:
        """Kill them all."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


class _WorkerProcess:
    """One of them, as seen from here."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), name="satdnd worker", daemon=True)
        with _uninterrupted():
            self.process.start()
        theirs.close()
        self.chunks: list[int] = []
        """Numbers of those that it has, the one under way first."""
        self.ready = False

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()

    @property
    def ended(self) -> str:
        """How, in words."""
        code = self.process.exitcode or 0
        if code >= 0:
            return f"with status {code}"
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
        return f"killed by signal {-code}"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Signals wait until the block is over; Ctrl-C never reaches the processes that are begun in it.

    One that has not got all that it is to know would say so with a traceback.
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
    """Do chunk after chunk until the other end is closed. Threads listen, and tell what has waited for `TELL`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever made us
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
    """Take chunks, also while one is done. Never sends: else both ends could wait for each other to read.

    The end of the pipe is our end.
    """
    while True:
        try:
            chunks.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _tell(results: _Results) -> None:
    """Send what has waited."""
    while True:
        time.sleep(TELL)
        results.tell()


class _Results:
    """Those that are to be told."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._chunk = -1
        self._waiting: list[Any] = []
        self._since = 0.0
        self.add = self._waiting.append

    def begin(self, chunk: int) -> None:
        """What is added from now on is of that chunk."""
        self._chunk, self._since = chunk, time.perf_counter()

    def tell(self, *, over: bool = False) -> None:
        """Send those that wait; at the end of the chunk say so."""
        with self._lock:
            count = len(self._waiting)
            if not count and not over:
                return
            now = time.perf_counter()
            message = (self._chunk, self._waiting[:count], now - self._since, over)
            del self._waiting[:count]  # the other thread may have added more by now
            self._since = now
            if over:
                self._chunk = -1
            self.send(message)

    def send(self, message: tuple[Any, ...]) -> None:
        """Send; without anybody at the other end there is nothing left to do."""
        try:
            self._pipe.send(message)
        except OSError:
            os._exit(0)
