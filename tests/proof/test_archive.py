"""Certificates in archives: they go in and out unchanged, and nothing else does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import run

import satdnd
from satdnd.errors import InputError
from satdnd.proof.archive import packed, unpacked

SIX = Path(__file__).parents[2] / "instances/dungeon/example-6x6.dnd"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate."""
    return satdnd.certify(satdnd.load(SIX)[0], tmp_path_factory.mktemp("here") / "six")


def archive(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """An archive of these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    data.seek(0)
    return data


def test_what_goes_in_comes_out(certificate: Path) -> None:
    """Byte by byte, and the same certificate is the same archive."""
    data = packed(certificate)
    assert data == packed(certificate)
    with unpacked(io.BytesIO(data), "here") as folder:
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
            path.name: path.read_bytes() for path in certificate.iterdir()
        }
        assert satdnd.check(folder).status == "valid"
    assert not folder.exists()


@pytest.mark.parametrize(("files", "message"), [
    ({}, "no certificate"), ({"a.txt": b""}, "no certificate"), ({"certificate.json": b"", "../x": b""}, "found 'x'"),
    ({"a/certificate.json": b"", "b/certificate.json": b""}, "of one certificate"),
    ({"certificate.json": b" " * 2000}, "found more than"),
    ({"/etc/certificate.json": b"", "/etc/passwd": b""}, "passwd"),
])  # fmt: skip
def test_what_is_no_certificate_is_refused(files: dict[str, bytes], message: str) -> None:
    """Nothing is written outside, nothing beyond the limit."""
    with pytest.raises(InputError, match=message), unpacked(archive(files), "here", 1000):
        pass


def test_broken_archives_are_told(certificate: Path) -> None:
    """Cut off, turned over anywhere, no archive at all: a sentence, never another error."""
    data = packed(certificate)
    for broken in [data[:-1], data[:100], b"", b"PK", *(_turned(data, i) for i in range(0, len(data), 397))]:
        with suppress(InputError), unpacked(io.BytesIO(broken), "here.zip") as folder:
            assert folder.is_dir()
    told = r"here\.zip: this archive cannot be read"
    with pytest.raises(InputError, match=told), unpacked(io.BytesIO(b"PK"), "here.zip"):
        pass


def _turned(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def test_the_command_line_takes_archives(certificate: Path, tmp_path: Path) -> None:
    """Valid, invalid, none; messages name the file that was given."""
    good = tmp_path / "good.zip"
    good.write_bytes(packed(certificate))
    assert run("check", good).out.startswith("6x6 example: valid")
    files = {path.name: path.read_bytes() for path in certificate.iterdir()}
    solution = json.loads(files["solution.json"])
    solution["grid"][0] = solution["grid"][0][::-1]
    other = tmp_path / "other.zip"
    other.write_bytes(archive(files | {"solution.json": json.dumps(solution).encode()}).getvalue())
    result = run("check", other)
    assert (result.status, "solution.json" in result.out) == (1, True)
    none = tmp_path / "none.zip"
    none.write_bytes(archive({"readme.txt": b"hello"}).getvalue())
    result = run("check", none, good)
    assert result.status == 2
    assert f"{none}: no certificate in this archive" in result.err
    assert "6x6 example: valid" in result.out


@pytest.mark.slow
def test_a_process_accepts_the_download(certificate: Path, tmp_path: Path) -> None:
    """As a person would."""
    good = tmp_path / "six.zip"
    good.write_bytes(packed(certificate))
    ran = subprocess.run([sys.executable, "-m", "satdnd", "check", str(good)], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
