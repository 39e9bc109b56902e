"""The workers of a Dask cluster (extra ``cluster``); `docs/cluster.md` explains how to start one.

Dask itself gives the chunk of a lost worker to another worker, so a chunk only counts as lost here after it has ended
several.
"""

from __future__ import annotations

import logging
import pickle
import re
import threading
import time
import warnings
from collections.abc import Collection, Sequence
from contextlib import suppress
from multiprocessing import Pipe, connection
from multiprocessing.connection import Connection
from typing import Any

from satdnd.bulk.workers import Ask, Crew, Report
from satdnd.errors import SatdndError, UsageError
from satdnd.grid.fields import shown
from satdnd.version import __version__

PATIENCE = 10.0
"""Seconds to connect to a scheduler, and to wait for one that disappeared."""
LONGER = 60.0
"""Seconds to wait for a worker once there has been one: somebody else starts them."""
_LOOK = 0.5
"""Seconds between two checks of which workers are there."""
_CHUNKS = 2
"""Chunks for each thread of the cluster, one of which waits."""
_DIED = 4
"""The number of workers that die of a task before Dask gives up, in its default configuration."""

_DEAD = "workers of the cluster"
"""The word for the workers that died, in messages."""

_here = threading.local()
"""On a worker, for each thread: the function that answers, kept warm between chunks."""


# on a worker


def _answers(version: str, work: bytes, items: bytes) -> tuple[list[Any], float]:
    """The results of a chunk, and the seconds it took. Raises UsageError if this worker has another version of
    satdnd.
    """
    if version != __version__:
        raise UsageError(_other_version(__version__, version))
    ask, started = _ask(work), time.perf_counter()
    return [*ask(pickle.loads(items))], time.perf_counter() - started


def _ask(work: bytes) -> Ask:
    """The function that answers in this thread."""
    if getattr(_here, "work", None) != work:
        _here.work, _here.ask = work, pickle.loads(work)()
    ask: Ask = _here.ask
    return ask


def _version() -> str:
    """The version of satdnd on this worker."""
    return __version__


def _other_version(found: str, expected: str) -> str:
    return f"a worker of the cluster has satdnd {found}, expected {expected} as on this machine"


# in the main process


def _check_address(address: str) -> None:
    """Raise UsageError for an address that Dask would try for a long time and then not understand."""
    found = re.fullmatch(r"tcp://([^/:\s]+|\[[^/\s]+\]):([0-9]{1,5})", address)
    try:
        if found and found[1].encode("idna") and 0 < int(found[2]) < 1 << 16:
            return
    except UnicodeError:  # not a host name
        pass
    raise UsageError(f"found the cluster's address {shown(address)}, expected tcp://HOST:PORT")


class Cluster(Crew):
    """A scheduler and its workers, whose number may change at any time.

    Args:
        address: ``tcp://host:port``.
        work: what they do (`satdnd.bulk.workers.Work`).

    Raises:
        UsageError: the extra is not installed; nothing answers at the address; workers lack satdnd, or have another
            version. Workers that join later and are unsuitable are not used.
    """

    aim = 1.0

    def __init__(self, address: str, work: Any) -> None:
        _check_address(address)
        try:
            import dask
            import distributed
        except ImportError as error:
            raise UsageError("--cluster needs the extra 'cluster': pip install 'satdnd[cluster]'") from error
        for name in ("distributed", "tornado.application", "asyncio", *logging.root.manager.loggerDict):
            if name.partition(".")[0] in (
                "distributed",
                "tornado",
                "asyncio",
            ):  # we report in sentences what these log
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE}s"})
        self._address, self._work = address, pickle.dumps(work)
        self._futures: dict[int, list[Any]] = {}
        """The tasks of each chunk: one, or for a careful chunk one for each puzzle submitted so far."""
        self._reported_count: dict[int, int] = {}
        """How many tasks of each chunk have been reported."""
        self._only: dict[int, list[str]] = {}
        """The workers that each chunk was restricted to; empty: any."""
        self._careful: tuple[int, list[Any]] | None = None
        """The careful chunk and its puzzles that are not submitted yet."""
        self._wake_end, self._signal_end = Pipe(duplex=False)
        self._threads = 0
        self._versions: dict[str, Any] = {}
        """The version that each worker reported; None: no answer yet."""
        self._chosen: list[str] | None = None
        """The workers of this version, if there may be some of another; None: all."""
        self._last_check = 0.0
        self._last_contact = time.monotonic()
        """When the scheduler, and when a worker, was last there."""
        self._last_workers = time.monotonic()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions of Dask that differ slightly
                client: Any = distributed.Client
                self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:  # including timeouts
            raise UsageError(f"no Dask scheduler answers at {address}") from error
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def _check_versions(self) -> None:
        """Raise UsageError unless there are workers and all have this version."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=PATIENCE)
        self._versions = self._client.run(_version, on_error="return")
        if not self._versions:
            raise UsageError(f"the cluster at {self._address} has no workers")
        if wrong := self._version_mismatch():
            raise UsageError(wrong)

    def _version_mismatch(self) -> str:
        """A message about a worker that has another version, or no satdnd; empty if there is none."""
        for version in self._versions.values():
            if isinstance(version, Exception):
                return f"a worker of the cluster at {self._address} has no satdnd {__version__}: {version}"
            if version not in (None, __version__):
                return _other_version(version, __version__)
        return ""

    def _choose(self, there: Collection[str]) -> list[str]:
        """The workers that have this version; new ones are asked in the background, since a busy worker answers
        late.
        """
        for address in self._versions.keys() - there:
            del self._versions[address]
        if new := [address for address in there if address not in self._versions]:
            self._versions.update(dict.fromkeys(new))
            threading.Thread(target=self._ask_versions, args=(new,), daemon=True).start()
        return [address for address in there if self._versions.get(address) == __version__]

    def _ask_versions(self, new: list[str]) -> None:
        """Ask new workers for their version; those that cannot be reached are asked again while they are there."""
        found: dict[str, Any] = {}
        with suppress(Exception):  # whatever Dask raises when the scheduler, or this client, is shut down
            found = self._client.run(_version, workers=new, on_error="return")
        for address in new:
            self._versions[address] = found.get(address)
            if isinstance(found.get(address, OSError()), OSError):
                self._versions.pop(address, None)

    @property
    def idle(self) -> bool:  # type: ignore[override]  # read only
        """Whether there are fewer chunks than threads."""
        return len(self._futures) < max(1, self._threads)

    def room(self, ahead: bool) -> bool:
        """Whether there are fewer than two chunks for each thread, and no careful chunk."""
        self._look()
        here = self._client.status == "running" and self._careful is None and self._chosen != []
        return here and len(self._futures) < _CHUNKS * max(1, self._threads)

    def submit(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """Submit a chunk as one task; if *careful*, one task per puzzle, with no other tasks at the time.

        Dask counts a death against all tasks that the worker held, including waiting ones.
        """
        self._futures[chunk], self._reported_count[chunk], self._only[chunk] = [], 0, []
        if careful:
            self._careful = chunk, list(work)
        else:
            self._submit(chunk, list(work))

    def _submit(self, chunk: int, items: list[Any]) -> None:
        self._only[chunk] = self._chosen or []
        task = _answers, __version__, self._work, pickle.dumps(items)
        future = self._client.submit(*task, pure=False, workers=self._chosen)
        future.add_done_callback(self._ended)
        self._futures[chunk].append(future)

    def _go_on(self) -> None:
        """Submit the next puzzle of the careful chunk, once no other task is out."""
        if self._careful and len(self._futures) == 1:
            chunk, items = self._careful
            if items and self._chosen != [] and self._reported_count[chunk] == len(self._futures[chunk]):
                self._submit(chunk, [items.pop(0)])

    def _ended(self, future: Any) -> None:
        """Wake the waiting thread; called in a thread of Dask's."""
        with suppress(OSError):
            self._signal_end.send_bytes(b"!")

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """Report what has ended. Raises SatdndError if there are no workers any more."""
        bells = [bell] if bell else []
        until = float("inf") if seconds is None else time.monotonic() + seconds
        while True:
            self._go_on()
            left = max(0.0, min(_LOOK, until - time.monotonic()))
            ready = connection.wait([*bells, self._wake_end], timeout=left)
            while self._wake_end.poll():
                self._wake_end.recv_bytes()
            self._look()
            found = [report for chunk in list(self._futures) for report in self._reported(chunk)]
            if found or bell in ready or time.monotonic() >= until:
                return found

    def _reported(self, chunk: int) -> list[Report]:
        """New reports about a chunk."""
        futures, found = self._futures[chunk], list[Report]()
        careful = self._careful is not None and self._careful[0] == chunk
        for future in futures[self._reported_count[chunk] :]:
            status = future.status
            unreachable = self._only[chunk] and not {*self._only[chunk]} & {*(self._chosen or ())}
            if status == "pending" and not unreachable:
                return found
            if status == "finished":
                results, seconds = future.result()
                self._reported_count[chunk] += 1
                over = not (careful and self._careful and self._careful[1])
                found.append(Report(chunk, results, seconds, over=over))
            else:
                over = True
                deaths, why = (1, _DEAD) if status == "pending" else self._failed(chunk, future, careful)
                found.append(Report(chunk, lost=why, deaths=deaths))
            if over:
                self._drop(chunk)
        return found

    def _failed(self, chunk: int, future: Any, careful: bool) -> tuple[int, str]:
        """The number and description of workers that died of it. Raises SatdndError if a worker failed without
        dying.
        """
        from distributed.scheduler import KilledWorker

        error = future.exception() if future.status == "error" else None
        if error is None:
            return 0, "the scheduler lost it"
        if isinstance(error, KilledWorker):
            return _DIED if careful else 1, _DEAD
        if not self._only[chunk]:  # it may have been given to a worker of another version
            self._chosen, self._last_check = [], 0.0
            return 0, _DEAD
        if isinstance(error, SatdndError):
            raise error
        raise SatdndError(f"a worker of the cluster at {self._address} failed: {error!r:.200}")

    def _drop(self, chunk: int) -> None:
        for future in self._futures.pop(chunk):
            future.release()
        del self._reported_count[chunk], self._only[chunk]
        if self._careful and self._careful[0] == chunk:
            self._careful = None

    def _look(self) -> None:
        """Check which workers are there. Raises SatdndError if there have been none for too long."""
        now = time.monotonic()
        if now - self._last_check < _LOOK:
            return
        self._last_check = now
        if self._client.status == "running":
            self._last_contact = now
            with suppress(OSError, TimeoutError):
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                if self._chosen is not None:
                    self._chosen = self._choose(workers)
                addresses = workers if self._chosen is None else self._chosen
                self._threads = sum(workers[address]["nthreads"] for address in addresses)
            if self._threads:
                self._last_workers = now
        if time.monotonic() - self._last_contact > PATIENCE or self._client.status == "closed":
            raise SatdndError(f"the cluster at {self._address} went away")
        if now - self._last_workers > LONGER:
            wrong = self._version_mismatch()
            message = f"the cluster at {self._address} has had no workers for {LONGER:.0f} seconds"
            raise SatdndError(f"{message}: {wrong}" if wrong else message)

    def close(self) -> None:
        """Disconnect; the scheduler then drops the tasks."""
        for chunk in list(self._futures):
            self._drop(chunk)
        with suppress(Exception):  # whatever is left of the connection
            self._client.close(timeout=2)
        for end in (self._wake_end, self._signal_end):
            end.close()
