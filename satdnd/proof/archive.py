"""Certificates as one file: a folder in a zip archive, which travels by mail and download."""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from satdnd.errors import InputError
from satdnd.proof.certificate import FILES, LARGEST, MANIFEST
from satdnd.sat.budget import size

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of all entries: the same certificate is the same file."""


def packed(folder: Path) -> bytes:
    """The certificate in *folder* as an archive, which holds one folder of that name."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(f"{folder.name}/{path.name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())
    return data.getvalue()


@contextmanager
def unpacked(file: Path | IO[bytes], source: str, largest: int = LARGEST) -> Iterator[Path]:
    """The folder of the certificate in an archive, which is gone afterwards.

    Args:
        file: the archive.
        source: its name for messages.
        largest: bytes of all files together.

    Raises:
        InputError: no archive, not one certificate, or a larger one.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "certificate"
        folder.mkdir()
        try:
            with zipfile.ZipFile(file) as archive:
                _unpack(archive, folder, source, largest)
        except InputError:
            raise
        except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, ValueError, EOFError) as error:
            raise InputError(f"this archive cannot be read: {error}", source=source) from None
        yield folder


def _unpack(archive: zipfile.ZipFile, folder: Path, source: str, largest: int) -> None:
    """Write the files of one certificate into *folder*: nothing else, and no more than *largest* bytes."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    names = [entry.filename.rpartition("/")[2] for entry in entries]
    if MANIFEST not in names:
        raise InputError(f"no certificate in this archive: it has no {MANIFEST}", source=source)
    other = next((name for name in names if name not in FILES or names.count(name) > 1), None)
    if other is not None:
        raise InputError(f"found {other!r:.60} in this archive, expected the files of one certificate", source=source)
    if sum(entry.file_size for entry in entries) > largest:
        raise InputError(f"found more than {size(largest)} in this archive, too much for a certificate", source=source)
    for entry, name in zip(entries, names, strict=True):
        with archive.open(entry) as packed_file:
            data = packed_file.read(entry.file_size + 1)
        (folder / name).write_bytes(data)
