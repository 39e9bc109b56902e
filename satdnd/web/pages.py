"""The pages that are open: each has a token that nobody else knows, and a process that answers it."""

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

from satdnd.errors import SatdndError
from satdnd.web.limits import MOST_MEMORY, seconds_of

IDLE = 900.0
"""Seconds without a question after which a page's process is ended; the next question starts another."""
MOST_WORKERS = 8
"""Processes at once; the one unused for longest goes first."""
MOST_PAGES = 256
"""Tokens that are known at once."""
GRACE = 5.0
"""Seconds after its time in which a question has to end by itself."""
_LOOK = 0.2
"""Seconds between two looks at whether the page is still there."""
_BASE = 1 << 30
"""Bytes of address space that Python and its libraries take, generously."""


class UnknownPage(SatdndError):
    """A token that is no page's."""


class WorkerEnded(SatdndError):
    """The process ended before it had answered."""


class PageWorker:
    """A process that answers, and a thread that reads what it says."""

    def __init__(self) -> None:
        root = str(Path(__file__).parent.parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            # -P: what lies in the folder where the server was started is no module of ours
            [sys.executable, "-P", "-m", "satdnd.web.worker", str(MOST_MEMORY + _BASE)],
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
        """The line of the answer; None where the time was up.

        Args:
            message: one line.
            seconds: after which, with some grace, it is ended.
            tell: takes the lines of its progress.
            there: whether anybody still waits.

        Raises:
            WorkerEnded: it ended, or was ended, or nobody waits any more.
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
                    raise WorkerEnded("nobody waits for the answer") from None
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
        """End it at once, whatever it does."""
        self.ended = True
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):  # what was not sent
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
    """One page: its process comes with the first question, and again after it was ended."""

    def __init__(self) -> None:
        self.used = time.monotonic()
        """When it was asked last."""
        self.worker: PageWorker | None = None
        self._asking = threading.Lock()
        self._changing = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether it is answering."""
        return self._asking.locked()

    def begin(self) -> PageWorker:
        """The process that answers, started where there is none."""
        with self._changing:
            if self.worker is None or not self.worker.alive:
                if self.worker is not None:
                    self.worker.end()
                self.worker = PageWorker()
            return self.worker

    def ask(self, message: str, tell: Callable[[str], None], there: Callable[[], bool]) -> str:
        """The line of the answer to one message, after those before it."""
        decoded = json.loads(message)
        number, task = decoded.get("id"), decoded.get("task")
        task = task if isinstance(task, dict) else {}
        options = task.get("options")
        wished = options.get("timeout") if isinstance(options, dict) else None
        seconds = seconds_of(task.get("operation"), wished)
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
        """End the process, whatever it does."""
        with self._changing:
            if self.worker is not None:
                self.worker.end()
                self.worker = None


class Pages:
    """All pages by their tokens."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}
        self._lock = threading.Lock()

    def open(self) -> str:
        """A new page; its token."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._pages[token] = Page()
            forgotten = [self._pages.pop(old) for old in list(self._pages)[:-MOST_PAGES]]
        for page in forgotten:
            page.end()
        return token

    def page(self, token: Any) -> Page:
        """The page of a token. UnknownPage."""
        with self._lock:
            page = self._pages.get(token) if isinstance(token, str) else None
        if page is None:
            raise UnknownPage("this page is not known here: load it again")
        return page

    def tidy(self) -> None:
        """End the processes that nobody asked for long, and of too many those that were not asked for longest."""
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
