"""The open pages: each has a secret token, and a process that answers it."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from satdnd.engine.kind_files import kind_files
from satdnd.errors import SatdndError
from satdnd.web.limits import MOST_MEMORY, seconds_of

IDLE = 900.0
"""Seconds without a question after which a page's process is ended; the next question starts another."""
MOST_WORKERS = 8
"""The most processes at once; the least recently used goes first."""
MOST_PAGES = 256
"""The most tokens known at once."""
GRACE = 5.0
"""Seconds after its time limit within which a question has to end."""
_LOOK = 0.2
"""Seconds between two checks of whether the page is still there."""
_BASE = 1 << 30
"""Bytes of address space for Python and its libraries, generously estimated."""


class UnknownPage(SatdndError):
    """The token does not belong to a page."""


class WorkerEnded(SatdndError):
    """The process ended before it had answered."""


class PageWorker:
    """A process that answers, and a thread that reads its output."""

    def __init__(self) -> None:
        root = str(Path(__file__).parent.parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            # -P: do not import modules from the folder where the server was started
            [sys.executable, "-P", "-m", "satdnd.web.worker", str(MOST_MEMORY + _BASE), *kind_files()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self.ended = False
        """Whether it was ended on purpose."""
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, message: str, seconds: float, tell: Callable[[str], None], there: Callable[[], bool]) -> str | None:
        """The line with the answer; None if the time limit was reached.

        Args:
            message: one line.
            seconds: the time limit; after it and a grace period, the process is ended.
            tell: called with lines about progress.
            there: returns whether the client is still waiting.

        Raises:
            WorkerEnded: the process ended, or was ended, or the client no longer waits.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(message.encode("utf-8") + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise WorkerEnded("the engine ended") from None
        deadline = time.monotonic() + seconds + GRACE
        while True:
            try:
                line = self._lines.get(timeout=_LOOK)
            except Empty:
                if not there():
                    self.end()
                    raise WorkerEnded("nobody is waiting for the answer any more") from None
                if time.monotonic() > deadline:
                    self.end()
                    return None
                continue
            if line is None:
                raise WorkerEnded("the engine was stopped" if self.ended else "the engine ended unexpectedly")
            if '"progress"' in line[:200] and "progress" in json.loads(line):
                tell(line)
            else:
                return line

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        self.ended = True
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):  # unsent data
                self._process.stdin.close()

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)


class Page:
    """One page; its process is started with the first question, and again after it was ended."""

    def __init__(self) -> None:
        self.used = time.monotonic()
        """The time of the last question."""
        self.asked = False
        """Whether there was one."""
        self.worker: PageWorker | None = None
        self._asking = threading.Lock()
        self._changing = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether it is answering."""
        return self._asking.locked()

    def begin(self) -> PageWorker:
        """The process that answers, started if there is none."""
        with self._changing:
            if self.worker is None or not self.worker.alive:
                if self.worker is not None:
                    self.worker.end()
                self.worker = PageWorker()
            return self.worker

    def ask(self, message: str, tell: Callable[[str], None], there: Callable[[], bool]) -> str:
        """The line with the answer to one message; waits for earlier messages."""
        decoded = json.loads(message)
        number, task = decoded.get("id"), decoded.get("task")
        task = task if isinstance(task, dict) else {}
        options = task.get("options")
        wished = options.get("timeout") if isinstance(options, dict) else None
        seconds = seconds_of(task.get("operation"), wished)
        self.asked = True
        with self._asking:
            self.used = time.monotonic()
            try:
                answer = self.begin().ask(message, seconds, tell, there)
            except WorkerEnded as error:
                return json.dumps({"id": number, "record": {"status": "error", "message": str(error)}})
            finally:
                self.used = time.monotonic()
        if answer is None:
            reason = f"the time limit of {seconds:g} s was reached, and the engine was ended"
            return json.dumps({"id": number, "record": {"status": "undecided", "reason": reason}})
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with self._changing:
            if self.worker is not None:
                self.worker.end()
                self.worker = None


class Pages:
    """All pages by token."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        self._lock = threading.Lock()

    def open(self, number: int = 1) -> list[str]:
        """Open so many pages and return their tokens. Beyond `MOST_PAGES`, those are forgotten that never asked, then
        those that asked longest ago.
        """
        tokens = [secrets.token_urlsafe(24) for _ in range(number)]
        with self._lock:
            old = sorted(self._pages, key=lambda token: (self._pages[token].asked, self._pages[token].used))
            forgotten = [self._pages.pop(token) for token in old[: max(0, len(old) + number - MOST_PAGES)]]
            self._pages.update((token, Page()) for token in tokens)
        for page in forgotten:
            page.end()
        return tokens

    def page(self, token: Any) -> Page:
        """The page of a token. Raises UnknownPage."""
        with self._lock:
            page = self._pages.get(token) if isinstance(token, str) else None
        if page is None:
            raise UnknownPage("the server does not know this page: reload it")
        return page

    def tidy(self) -> None:
        """End processes that have been idle for long, and if there are too many, those idle for longest."""
        with self._lock:
            idle = [page for page in self._pages.values() if page.worker is not None and not page.busy]
        idle.sort(key=lambda page: page.used)
        late = time.monotonic() - IDLE
        for number, page in enumerate(idle):
            if page.used < late or len(idle) - number > MOST_WORKERS:
                page.end()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            pages = list(self._pages.values())
            self._pages.clear()
        for page in pages:
            page.end()
