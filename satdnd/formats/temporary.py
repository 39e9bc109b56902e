"""Temporary files and folders beside what they are to replace, held by locks: those of killed processes are reused.

Each output has one name for it, ``.NAME.satdnd``; a second process that writes the same output at the same time takes a
random one. Systems without such locks (Windows) always do.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def prefix(place: Path) -> str:
    """How the paths begin; ``satdnd`` or eight random characters follow."""
    return str(place.with_name(f".{place.name}."))


def temporary_file(place: Path) -> tuple[int, str]:
    """An empty file for what is to replace *place*, opened for writing, and its path. Raises OSError."""
    path = f"{prefix(place)}satdnd"
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
    except OSError:
        handle = -1
    if handle >= 0:
        if _is_ours(handle, path, stat.S_ISREG) and os.fstat(handle).st_nlink == 1:
            os.truncate(handle, 0)
            return handle, path
        os.close(handle)
    folder, start = os.path.split(prefix(place))
    return tempfile.mkstemp(prefix=start, dir=folder)


@contextmanager
def temporary_folder(place: Path, names: Container[str]) -> Iterator[Path]:
    """An empty folder for what is to replace *place*, removed at the end if it is still there. Raises OSError.

    An old one is used again if it holds nothing but files with these *names*.
    """
    path, handle = Path(f"{prefix(place)}satdnd"), -1
    try:
        path.mkdir(0o700, exist_ok=True)
        handle = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0))
        fine = _is_ours(handle, str(path), stat.S_ISDIR) and all(
            entry.name in names and stat.S_ISREG(entry.lstat().st_mode) for entry in [*path.iterdir()]
        )
    except OSError:
        fine = False
    try:
        if fine:
            for entry in [*path.iterdir()]:
                entry.unlink()
        else:
            folder, start = os.path.split(prefix(place))
            path = Path(tempfile.mkdtemp(prefix=start, dir=folder))
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)
    finally:
        if handle >= 0:
            os.close(handle)


def _is_ours(handle: int, path: str, sort: Callable[[int], bool]) -> bool:
    """Whether an open file or folder of this user has still that path, and nobody else holds it; from now on we do."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        opened, found = os.fstat(handle), os.lstat(path)
    except OSError:
        return False
    return sort(found.st_mode) and os.path.samestat(opened, found) and opened.st_uid == os.getuid()
