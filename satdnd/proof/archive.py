"""A certificate as one file: its folder in a zip archive, easy to mail and download."""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, FileIO
from pathlib import Path
from typing import Any

from satdnd.engine.answer import UNDECIDED, Answer
from satdnd.errors import InputError, Undecided
from satdnd.proof import certificate
from satdnd.proof.certificate import FILES, LARGEST, MANIFEST, PIECE
from satdnd.sat.budget import Budget, size

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of all entries, so that the same certificate always gives the same file."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The methods that `zipfile` decompresses piece by piece: with others, a few bytes may become gigabytes at once."""


def packed(folder: Path) -> bytes:
    """The certificate in *folder* as an archive that contains one folder of that name."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(f"{folder.name}/{path.name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())
    return data.getvalue()


def check(file: Path | bytes, source: str, budget: Budget, largest: int = LARGEST) -> Answer[Any]:
    """Check the certificate in an archive, like `satdnd.proof.certificate.check` does for a folder.

    Args:
        file: the path of the archive, or its contents.
        source: its name for messages.
        budget: covers unpacking as well; if it runs out, the answer is ``undecided``.
        largest: the most bytes that all files may have together.

    Raises:
        InputError: not an archive, not exactly one certificate, or a larger one.
    """
    try:
        with unpack(file, source, budget, largest) as folder:
            return certificate.check(folder, budget)
    except Undecided as error:
        return Answer(_stem(source), "", UNDECIDED, reason=str(error))
    except InputError as error:
        raise InputError(error.message, source=source) from None


@contextmanager
def unpack(file: Path | bytes, source: str, budget: Budget, largest: int = LARGEST) -> Iterator[Path]:
    """Unpack the certificate in an archive to a temporary folder, deleted on exit; arguments as in `check`.

    Raises:
        InputError: not an archive, not exactly one certificate, or a larger one.
        Undecided: the budget ran out, or the contents exceed the memory limit.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / _stem(source)
        try:
            folder.mkdir()
            raw = FileIO(file) if isinstance(file, Path) else BytesIO(file)
            with _Pieces(raw) as pieces, zipfile.ZipFile(pieces) as archive:
                _unpack(archive, folder, source, budget, largest)
        except InputError:
            raise
        except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, ValueError, EOFError) as error:
            raise InputError(f"this archive cannot be read: {error}", source=source) from None
        yield folder


def _unpack(archive: zipfile.ZipFile, folder: Path, source: str, budget: Budget, largest: int) -> None:
    """Write the files of one certificate into *folder*: nothing else, and no more bytes than the directory states."""
    entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
    names = [entry.filename.rpartition("/")[2] for entry in entries]
    if MANIFEST not in names:
        raise InputError(f"no certificate in this archive: it has no {MANIFEST}", source=source)
    other = next((name for name in names if name not in FILES or names.count(name) > 1), None)
    if other is not None:
        raise InputError(f"found {other!r:.60} in this archive, expected the files of one certificate", source=source)
    method = next((entry.compress_type for entry in entries if entry.compress_type not in _METHODS), None)
    if method is not None:
        message = f"found the compression method {method}, expected 8 (deflate) or 0 (none): repack it with one of them"
        raise InputError(message, source=source)
    total = sum(entry.file_size for entry in entries)
    if total > largest:
        raise InputError(f"found more than {size(largest)} in this archive, too much for a certificate", source=source)
    budget.hold(2 * total, "unpacking it")  # checking needs all of it in memory at once
    for entry, name in zip(entries, names, strict=True):
        with archive.open(entry) as packed_file, (folder / name).open("wb") as file:
            while piece := packed_file.read(PIECE):
                budget.check()
                file.write(piece)


class _Pieces(BufferedReader):
    """An archive file that is read in small pieces: its zip directory is read at once, and takes ten times its size."""

    def read(self, count: int | None = -1, /) -> bytes:
        """Read *count* bytes. Raises BadZipFile for more than `PIECE`: the directory of a few files is smaller."""
        if count is not None and count > PIECE:
            raise zipfile.BadZipFile(f"its directory has {count:,} bytes, too much for a certificate")
        return super().read(count)


def _stem(source: str) -> str:
    """The name of the certificate in an archive; ``..zip`` has none that a folder can have."""
    stem = Path(source).stem
    return stem if stem.strip(".") else "certificate"
