"""Text of files and of standard input, line by line as it arrives: neither too long, nor binary, nor endless."""

from __future__ import annotations

import os
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import IO

from satdnd.errors import InputError
from satdnd.sat.budget import resident

STDIN = "standard input"
LONGEST_LINE = 1 << 24
"""Bytes; longer lines are refused."""
_LONGEST_UTF16 = 1 << 26
"""Bytes; longer texts in UTF-16 are refused, as they are decoded whole."""
_BETWEEN = 1 << 16
"""Bytes between two looks at the limits."""
_DEVICE = "this is a device: expected a file or a pipe"
_PIECE = 1 << 20


@dataclass
class Meter:
    """The progress of reading, and its limits for each puzzle; None means no limit."""

    seconds: float | None = None
    """Time of computing, without that of waiting for input."""
    memory: int | None = None
    """Bytes by which the resident memory of this process may grow."""
    bytes_read: int = field(default=0, init=False)
    """The number of bytes read."""
    _since: float = field(default=0.0, init=False, repr=False)
    _before: int = field(default=0, init=False, repr=False)
    _due: int = field(default=_BETWEEN, init=False, repr=False)

    def begin(self) -> None:
        """Begin the next puzzle."""
        self._since = process_time()
        if self.memory is not None and not self._before:
            self._before = resident()

    def take(self, size: int, source: str, line: int) -> None:
        """Count *size* more bytes, up to a line of an input. Raises InputError if a limit is reached."""
        self.bytes_read += size
        if self.bytes_read < self._due:
            return
        self._due = self.bytes_read + _BETWEEN
        if self.seconds is not None and process_time() - self._since > self.seconds:
            raise InputError("the time limit was reached while this was read", source=source, line=line)
        if self.memory is not None and resident() > self._before + self.memory:
            raise InputError("the memory limit was reached while this was read", source=source, line=line)


def read_file(path: str | Path) -> str:
    """The text of a file, or of standard input for ``-``. Raises InputError if it cannot be read, or is not text."""
    return "".join(read_lines(path)).removeprefix("\ufeff")


def read_lines(path: str | Path) -> Iterator[str]:
    """The lines of a file, or of standard input for ``-``, as they arrive, with their line ends. Raises InputError."""
    with opened(path) as stream:
        yield from lines_of(stream, STDIN if str(path) == "-" else str(path))


def opened(path: str | Path, *, own: bool = False) -> AbstractContextManager[IO[bytes]]:
    """The stream of a file, or of standard input for ``-``; with *own*, as a separate object.

    At exit Python waits for any thread that reads the shared object of standard input.
    """
    if str(path) == "-":
        if sys.stdin is None:
            raise InputError("it is closed, expected a puzzle", source=STDIN)
        if _is_device(sys.stdin.buffer):
            raise InputError(_DEVICE, source=STDIN)
        if own:
            with suppress(OSError):
                return open(os.dup(sys.stdin.fileno()), "rb")
        return nullcontext(sys.stdin.buffer)
    try:
        stream = open(path, "rb")  # noqa: SIM115  (closed by the caller)
    except OSError as error:
        raise _unreadable(error, str(path)) from error
    if _is_device(stream):
        stream.close()
        raise InputError(_DEVICE, source=str(path))
    return stream


def _is_device(stream: IO[bytes]) -> bool:
    """Whether the stream is a device that may never end: not a terminal, and not the null device."""
    try:
        about = os.fstat(stream.fileno())
        device = stat.S_ISCHR(about.st_mode) or stat.S_ISBLK(about.st_mode)
        return device and not stream.isatty() and about.st_rdev != os.stat(os.devnull).st_rdev
    except OSError:  # not a file of the operating system
        return False


def _unreadable(error: OSError, source: str) -> InputError:
    return InputError(f"cannot be read: {error.strerror or error}", source=source)


def lines_of(stream: IO[bytes], source: str, meter: Meter | None = None) -> Iterator[str]:
    """The lines of a stream with their line ends, as they arrive. Raises InputError if it is not text."""
    number, line = 1, bytearray()
    meter = meter or Meter()
    while True:
        try:
            piece = stream.readline(_PIECE)
            if number == 1 and not line and piece[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
                yield from _utf16(piece + stream.read(_LONGEST_UTF16), source, meter)
                return
        except OSError as error:
            raise _unreadable(error, source) from error
        line += piece
        meter.take(len(piece), source, number)
        if len(line) > LONGEST_LINE:
            raise InputError(f"found a line of more than {LONGEST_LINE} bytes", source=source, line=number)
        if len(piece) == _PIECE and piece[-1:] != b"\n" and b"\0" not in piece:
            continue
        if not line:
            return
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            message = "not a text file: expected a puzzle in UTF-8"
            raise InputError(message, source=source, line=number + line[: error.start].count(b"\r")) from error
        if "\0" in text:
            raise InputError("this is a binary file: expected a puzzle as text", source=source, line=number)
        yield text
        number += 1
        line = bytearray()


def _utf16(text: bytes, source: str, meter: Meter) -> list[str]:
    """The lines of a text in UTF-16 with a byte order mark. Raises InputError."""
    meter.take(len(text), source, 1)
    if len(text) > _LONGEST_UTF16:
        raise InputError(f"found a text in UTF-16 of more than {_LONGEST_UTF16} bytes, expected UTF-8", source=source)
    try:
        return text.decode("utf-16").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise InputError("this is not text in UTF-16, as its first bytes say", source=source) from error
