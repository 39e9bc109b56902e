"""Text of files and of standard input, line by line as it arrives: neither too long, nor binary, nor endless."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from satdnd.errors import InputError

STDIN = "standard input"
LONGEST_LINE = 1 << 28
"""Bytes; longer lines are refused."""
_DEVICE = "this is a device: expected a file or a pipe"
_PIECE = 1 << 20


@dataclass
class Meter:
    """The progress of reading."""

    bytes_read: int = 0
    """The number of bytes read."""


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
    while True:
        try:
            piece = stream.readline(_PIECE)
        except OSError as error:
            raise _unreadable(error, source) from error
        line += piece
        if len(line) > LONGEST_LINE:
            raise InputError(f"found a line of more than {LONGEST_LINE} bytes", source=source, line=number)
        if len(piece) == _PIECE and piece[-1:] != b"\n" and b"\0" not in piece:
            continue
        if not line:
            return
        if meter:
            meter.bytes_read += len(line)
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
