"""The journal of a long run: its answers so far, in one SQLite file, from which the run can be resumed.

There is a row for each answer, with the puzzle's position in the input and a digest of its text: so memory does not
grow with the input, and another input is noticed at the first puzzle that differs. The header records the question, the
options and the version. While the journal is open, no other process can open it; if the process is killed, the file is
as the last `Journal.keep` left it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Protocol
from zlib import crc32

from satdnd.errors import UsageError
from satdnd.version import __version__

_MARK = 0x5A7D2D0A
"""SQLite's ``application_id`` of these files."""
_FORMAT = 1
_PARTIAL_KEY = "beside"
"""The header's key for the file that a run writes until it ends successfully."""
_EVERY = 0.2
"""The least number of seconds between two commits."""
_FETCHED = 500


class JournalKey(Protocol):
    """Protocol: a puzzle as it was asked."""

    @property
    def text(self) -> str:
        """The puzzle's text."""
        ...

    @property
    def name(self) -> str:
        """Its name, if the text has none."""
        ...

    @property
    def line(self) -> int:
        """Its line, which errors state."""
        ...

    @property
    def solutions(self) -> str:
        """The solutions to verify, if any."""
        ...


class Journal:
    """One journal, open for one run; use it in a ``with`` block.

    Args:
        path: the file; created if it does not exist.
        header: what is asked and how, as JSON data; the version is added.

    Raises:
        UsageError: in any method: not a journal, one of another run, damaged, in use, or not writable.
    """

    def __init__(self, path: str | Path, header: Mapping[str, Any]) -> None:
        self._path = str(path)
        self.previous_partial_file: str | None = None
        """The file that the previous run was writing, if it did not finish. Untrusted: journals may be a stranger's."""
        self._fresh: list[tuple[int, bytes, str, str, int]] = []
        self._due = 0.0
        self._shut = False
        with _ReadableErrors(self):
            self._base = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            try:
                self._open({**header, "version": __version__})
            except BaseException:
                self._base.close()
                raise
            self._rows = self._recorded()
            self._next = next(self._rows, None)

    def _open(self, header: Mapping[str, Any]) -> None:
        base = self._base
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        mark, version = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        empty = not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not (empty and mark in (0, _MARK)) and (mark, version) != (_MARK, _FORMAT):
            raise UsageError(f"{self._path} is not a journal of 'satdnd batch'; name a new file")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=NORMAL")
        base.execute("BEGIN IMMEDIATE")  # lock it now; in exclusive mode the lock lasts until the end
        if empty:
            base.execute(f"PRAGMA application_id={_MARK}")
            base.execute(f"PRAGMA user_version={_FORMAT}")
            base.execute("CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT)")
            base.execute(
                "CREATE TABLE answers (position INTEGER PRIMARY KEY, digest BLOB NOT NULL, "
                "status TEXT NOT NULL, answer TEXT NOT NULL, sum INTEGER NOT NULL)"
            )
            entries = [(name, json.dumps(value, sort_keys=True)) for name, value in header.items()]
            base.executemany("INSERT INTO header VALUES (?, ?)", entries)
        base.execute("COMMIT")
        before = {name: self._value(name, value) for name, value in base.execute("SELECT name, value FROM header")}
        left = before.pop(_PARTIAL_KEY, None)
        self.previous_partial_file = left if isinstance(left, str) else None
        for name in ("version", *header, *before):
            if before.get(name) != header.get(name):
                raise UsageError(
                    f"the journal {self._path} belongs to another run: its {name} is "
                    f"{_json_or_none(before.get(name))}, this one's {_json_or_none(header.get(name))}; "
                    "name a new file, or repeat the same command"
                )
        self._last = base.execute("SELECT coalesce(max(position), -1) FROM answers").fetchone()[0]

    def _recorded(self) -> Iterator[tuple[int, bytes, str, str, int]]:
        """The answers that were there when the journal was opened, in order."""
        rows = self._base.execute("SELECT * FROM answers WHERE position <= ? ORDER BY position", (self._last,))
        while found := rows.fetchmany(_FETCHED):
            yield from found

    def _value(self, name: str, value: Any) -> Any:
        """The value of a row of the header. Raises UsageError if it cannot be read but is needed."""
        try:
            return json.loads(value)
        except (ValueError, TypeError, RecursionError) as error:
            if name == _PARTIAL_KEY:
                return None
            raise UsageError(f"the journal {self._path} is damaged; name a new file") from error

    def record_partial_file(self, partial_file: str) -> None:
        """Record the file that this run writes; if it does not finish, the next run has it as `previous_partial_file`.

        Raises:
            UsageError: as in all methods.
        """
        with _ReadableErrors(self):
            self._base.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", (_PARTIAL_KEY, json.dumps(partial_file)))

    def known(self, position: int, key: JournalKey) -> tuple[str, str] | None:
        """Status and answer of the puzzle at *position* (from 0; call in order); None if not yet answered."""
        if self._next is None or self._next[0] != position:
            return None
        _, digest, status, answer, total = self._next
        if (type(status), type(answer)) != (str, str) or total != _sum(status, answer):
            raise UsageError(f"the journal {self._path} is damaged; name a new file")
        if digest != digest_of(key):
            raise UsageError(
                f"the journal {self._path} belongs to another input: its puzzle {position + 1} is a different one; "
                "name a new file, or use the original input"
            )
        with _ReadableErrors(self):
            self._next = next(self._rows, None)
        return status, answer

    def add(self, position: int, key: JournalKey, answer: tuple[str, str]) -> None:
        """Add an answer, to be written by `keep`."""
        self._fresh.append((position, digest_of(key), *answer, _sum(*answer)))

    def keep(self, *, now: bool = False) -> None:
        """Write the added answers if enough time has passed, or *now*; after that they survive a kill."""
        if not self._fresh or (not now and monotonic() < self._due):
            return
        with _ReadableErrors(self):
            base = self._base
            base.execute("BEGIN")
            try:
                base.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", self._fresh)
                base.execute("COMMIT")
            except BaseException:
                if base.in_transaction:
                    base.execute("ROLLBACK")
                raise
        self._fresh = []
        self._due = monotonic() + _EVERY

    def finish(self, puzzles: int) -> None:
        """Check at the end of the input, which had *puzzles* puzzles, that the journal has no more."""
        self.keep(now=True)
        if self._last >= puzzles:
            raise UsageError(
                f"the journal {self._path} belongs to another input: it answers puzzle {self._last + 1}, "
                f"but there are only {puzzles} here"
            )

    def close(self) -> None:
        """Write the added answers, and release the file."""
        try:
            if not self._shut:
                self.keep(now=True)
        finally:
            self._base.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            with _ReadableErrors(self):
                self._base.execute("DELETE FROM header WHERE name = ?", (_PARTIAL_KEY,))
            self.close()
            return
        with suppress(UsageError):  # the first error is the one to report
            self.close()

    def unusable(self) -> None:
        """Stop writing."""
        self._shut = True


class _ReadableErrors:
    """Turns SQLite's errors into messages for people."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, sqlite3.Error):
            return
        path, message = self._journal._path, str(error)
        self._journal.unusable()
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise UsageError(f"the journal {path} is in use by another run") from error
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise UsageError(f"{path} is not a journal, or is damaged ({message}); name a new file") from error
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise UsageError(
                f"the journal {path} cannot be written ({message}): is the disk full? What it holds is kept; "
                "with room for it the same command goes on from there"
            ) from error
        raise UsageError(f"the journal {path} cannot be used: {message}") from error


def digest_of(key: JournalKey) -> bytes:
    """16 bytes that identify a question, apart from the header."""
    identity = "\0".join((key.name, str(key.line), key.solutions, key.text))
    return hashlib.blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _sum(status: str, answer: str) -> int:
    """A checksum: SQLite notices damage to its own structure, but not within a text."""
    return crc32(f"{status}\0{answer}".encode())


def _json_or_none(value: Any) -> str:
    return "not given" if value is None else json.dumps(value, ensure_ascii=False)
