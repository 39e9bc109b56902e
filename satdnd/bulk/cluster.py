"""The same chunks for the workers of a Dask cluster (extra ``cluster``): `docs/cluster.md` tells how to start one.

Dask itself gives the chunk of a lost worker to another one, so here only such chunks come back that ended several.
"""

from __future__ import annotations

import logging
import pickle
import re
import threading
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe, connection
from multiprocessing.connection import Connection
from typing import Any

from satdnd.bulk.workers import Ask, Crew, Report
from satdnd.errors import SatdndError, UsageError
from satdnd.formats.fields import shown
from satdnd.version import __version__

PATIENCE = 10.0
"""Seconds to reach a scheduler, and to wait for one that went away."""
LONGER = 60.0
"""Seconds to wait for a worker, once there was one: others start them."""
_LOOK = 0.5
"""Seconds between two looks at who is there."""
_CHUNKS = 2
"""For each thread there, one of which waits."""
_DIED = 4
"""So many workers died of a task that Dask gives up, as it is set up."""

_here = threading.local()
"""On a worker: what answers, for each thread, kept warm between chunks."""


# on a worker


def _answers(version: str, work: bytes, items: bytes) -> tuple[list[Any], float]:
    """What a chunk gives, and the seconds it took. UsageError where this worker has another version."""
    if version != __version__:
        raise UsageError(_other_version(__version__, version))
    ask, begun = _ask(work), time.perf_counter()
    return [*ask(pickle.loads(items))], time.perf_counter() - begun


def _ask(work: bytes) -> Ask:
    """What answers in this thread."""
    if getattr(_here, "work", None) != work:
        _here.work, _here.ask = work, pickle.loads(work)()
    ask: Ask = _here.ask
    return ask


def _version() -> str:
    """Which version this worker has."""
    return __version__


def _other_version(found: str, expected: str) -> str:
    return f"a worker of the cluster has satdnd {found}, expected {expected} as here"


# here


class Cluster(Crew):
    """A scheduler and its workers, however many there are at any time.

    Args:
        address: ``tcp://host:port``.
        work: what they do (`satdnd.bulk.workers.Work`).

    Raises:
        UsageError: the extra is not installed, nobody answers there, or workers have no satdnd, or another version.
    """

    aim = 1.0

    def __init__(self, address: str, work: Any) -> None:
        try:
            import dask
            import distributed
        except ImportError as error:
            raise UsageError("--cluster needs the extra 'cluster': pip install 'satdnd[cluster]'") from error
        if not re.fullmatch(r"[a-z]+://[^/\s]+:[0-9]+", address):
            raise UsageError(f"found the cluster's address {shown(address)}, expected tcp://HOST:PORT")
        for name in ("distributed", "tornado.application", "asyncio", *logging.root.manager.loggerDict):
            if name.partition(".")[0] in (
                "distributed",
                "tornado",
                "asyncio",
            ):  # what they report, we tell in sentences
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE}s"})
        self._address, self._work = address, pickle.dumps(work)
        self._futures: dict[int, list[Any]] = {}
        """Of each chunk: one, or of a careful one as many as were begun."""
        self._told: dict[int, int] = {}
        """How many of them were told."""
        self._careful: tuple[int, list[Any]] | None = None
        """The careful chunk and what of it is not begun."""
        self._heard, self._ring = Pipe(duplex=False)
        self._threads = 0
        self._looked = 0.0
        self._seen = time.monotonic()
        """When the scheduler was there, and when it had workers."""
        self._staffed = time.monotonic()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions of Dask that differ in a digit
                client: Any = distributed.Client
                self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:  # also its timeouts
            raise UsageError(f"no Dask scheduler answers at {address}") from error
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def _check_versions(self) -> None:
        """UsageError unless there are workers, and all have this version."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=PATIENCE)
        found = self._client.run(_version, on_error="return")
        if not found:
            raise UsageError(f"the cluster at {self._address} has no workers")
        for version in found.values():
            if not isinstance(version, str):
                told = f"a worker of the cluster at {self._address} has no satdnd {__version__}: {version}"
                raise UsageError(told)
            if version != __version__:
                raise UsageError(_other_version(version, __version__))

    @property
    def idle(self) -> bool:  # type: ignore[override]  # read only
        """Whether there are fewer chunks than threads."""
        return len(self._futures) < max(1, self._threads)

    def room(self, ahead: bool) -> bool:
        """As many chunks as there are threads, and as many again that wait there; none beside a careful one."""
        self._look()
        here = self._client.status == "running" and self._careful is None
        return here and len(self._futures) < _CHUNKS * max(1, self._threads)

    def give(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """As one task; *careful*: each puzzle as one of its own, and nothing else meanwhile.

        For Dask counts a death against all tasks that the worker had, the waiting ones too.
        """
        self._futures[chunk], self._told[chunk] = [], 0
        if careful:
            self._careful = chunk, list(work)
        else:
            self._submit(chunk, list(work))

    def _submit(self, chunk: int, items: list[Any]) -> None:
        future = self._client.submit(_answers, __version__, self._work, pickle.dumps(items), pure=False)
        future.add_done_callback(self._ended)
        self._futures[chunk].append(future)

    def _go_on(self) -> None:
        """The next puzzle of the careful chunk, once nothing else is out."""
        if self._careful and len(self._futures) == 1:
            chunk, items = self._careful
            if items and self._told[chunk] == len(self._futures[chunk]):
                self._submit(chunk, [items.pop(0)])

    def _ended(self, future: Any) -> None:
        """Wake the thread that waits; called in one of Dask's."""
        with suppress(OSError):
            self._ring.send_bytes(b"!")

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """What has ended. Raises SatdndError where nobody is there any more."""
        bells = [bell] if bell else []
        until = float("inf") if seconds is None else time.monotonic() + seconds
        while True:
            self._go_on()
            left = max(0.0, min(_LOOK, until - time.monotonic()))
            ready = connection.wait([*bells, self._heard], timeout=left)
            while self._heard.poll():
                self._heard.recv_bytes()
            self._look()
            found = [report for chunk in list(self._futures) for report in self._reported(chunk)]
            if found or bell in ready or time.monotonic() >= until:
                return found

    def _reported(self, chunk: int) -> list[Report]:
        """What is new of a chunk."""
        futures, found = self._futures[chunk], list[Report]()
        careful = self._careful is not None and self._careful[0] == chunk
        for future in futures[self._told[chunk] :]:
            status = future.status
            if status == "pending":
                return found
            if status == "finished":
                results, seconds = future.result()
                self._told[chunk] += 1
                over = not (careful and self._careful and self._careful[1])
                found.append(Report(chunk, results, seconds, over=over))
            else:
                over = True
                error = future.exception() if status == "error" else None
                why = self._why(error) if error else "the scheduler forgot it"
                found.append(Report(chunk, lost=why, deaths=(_DIED if careful else 1) if error else 0))
            if over:
                self._drop(chunk)
        return found

    def _why(self, error: BaseException) -> str:
        """Who died of a task. Raises SatdndError for what is no death."""
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return "workers of the cluster"
        if isinstance(error, SatdndError):
            raise error
        raise SatdndError(f"a worker of the cluster at {self._address} failed: {error!r:.200}")

    def _drop(self, chunk: int) -> None:
        for future in self._futures.pop(chunk):
            future.release()
        del self._told[chunk]
        if self._careful and self._careful[0] == chunk:
            self._careful = None

    def _look(self) -> None:
        """Who is there. Raises SatdndError where nobody is, for too long."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        if self._client.status == "running":
            self._seen = now
            with suppress(OSError, TimeoutError):
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                self._threads = sum(worker["nthreads"] for worker in workers.values())
            if self._threads:
                self._staffed = now
        if time.monotonic() - self._seen > PATIENCE or self._client.status == "closed":
            raise SatdndError(f"the cluster at {self._address} went away")
        if now - self._staffed > LONGER:
            raise SatdndError(f"the cluster at {self._address} has had no workers for {LONGER:.0f} seconds")

    def close(self) -> None:
        """Leave: the scheduler forgets what nobody waits for."""
        for chunk in list(self._futures):
            self._drop(chunk)
        with suppress(Exception):  # whatever is left of it
            self._client.close(timeout=2)
        for end in (self._heard, self._ring):
            end.close()
