"""Certificates in archives: they go in and out unchanged, and nothing else does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import run

import satdnd
from satdnd.errors import InputError, Undecided
from satdnd.proof import archive as archive_module
from satdnd.proof.archive import check, packed, unpack
from satdnd.sat.budget import Budget

SIX = Path(__file__).parents[2] / "instances/dungeon/example-6x6.dnd"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate."""
    return satdnd.certify(satdnd.load(SIX)[0], tmp_path_factory.mktemp("here") / "six")


def archive(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return data.getvalue()


def test_what_goes_in_comes_out(certificate: Path) -> None:
    """Byte by byte, and the same certificate is the same archive."""
    data = packed(certificate)
    assert data == packed(certificate)
    with unpack(data, "here", Budget()) as folder:
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
    with pytest.raises(InputError, match=message), unpack(archive(files), "here", Budget(), 1000):
        pass


def test_broken_archives_are_told(certificate: Path) -> None:
    """Cut off, turned over anywhere, no archive at all: a sentence, never another error."""
    data = packed(certificate)
    for broken in [data[:-1], data[:100], b"", b"PK", *(_turned(data, i) for i in range(0, len(data), 397))]:
        with suppress(InputError), unpack(broken, "here.zip", Budget()) as folder:
            assert folder.is_dir()
    told = r"here\.zip: this archive cannot be read"
    with pytest.raises(InputError, match=told), unpack(b"PK", "here.zip", Budget()):
        pass


def _turned(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


ZEROS = {"certificate.json": b"{}", "proof.lrat": bytes(40_000_000)}
"""Some 40 kB packed."""


def test_what_is_larger_than_the_memory_limit_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its directory says so, before anything is read: neither valid nor invalid."""
    data = archive(ZEROS)
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    answer = check(data, "here.zip", Budget.of(memory=30_000_000))
    assert (answer.name, answer.status, answer.faults) == ("here", "undecided", [])
    assert answer.reason == "unpacking it would take 80 MB, more than the memory limit"


def test_unpacking_looks_at_the_budget() -> None:
    """Time, and whoever stops it, between pieces."""
    looks = 0

    def stop() -> bool:
        """At the third look."""
        nonlocal looks
        looks += 1
        return looks == 3

    budget = Budget.of(stop=stop)
    budget._wait = lambda now: None  # type: ignore[method-assign]  # look every time
    with pytest.raises(Undecided, match="stopped"), unpack(archive(ZEROS), "here", budget):
        pass
    assert check(archive(ZEROS), "here", Budget.of(0)).reason == "the time limit was reached"


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_directory_that_lies_about_sizes(method: int) -> None:
    """No more than it says is unpacked, whatever is in the archive; and it is told that it is damaged."""
    data = archive(ZEROS, method)
    true, told = (40_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
    assert data.count(true) == 2
    tracemalloc.start()
    with pytest.raises(InputError, match="here: "):
        check(data.replace(true, told), "here", Budget())
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()


def test_a_directory_of_too_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not even read: an entry takes ten times as much memory as it has bytes."""
    monkeypatch.setattr(archive_module, "PIECE", 1000)
    data = archive({str(i): b"" for i in range(100)})
    with pytest.raises(InputError, match="too much for a certificate"), unpack(data, "here", Budget()):
        pass


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 9, 99]
)
def test_damage_of_every_method_is_told(method: int, certificate: Path) -> None:
    """Bytes of the packed data turned over, for each way to pack: invalid input, and no error of another kind."""
    files = {path.name: path.read_bytes() for path in certificate.iterdir()}
    data = bytearray(archive(files, method if method < 90 and method != 9 else zipfile.ZIP_STORED))
    if method in (9, 99):  # nobody can write these: the directory only says so
        place = data.rfind(b"PK\1\2")
        data[place + 10 : place + 12] = method.to_bytes(2, "little")
    for place in range(80, len(data) // 2, 1201):
        data[place] ^= 0x55
    with pytest.raises(InputError, match=r"^here\.zip: "):
        check(bytes(data), "here.zip", Budget())


def test_an_entry_without_a_name() -> None:
    """Is none of the files of a certificate."""
    data = archive({"certificate.json": b"{}", "#": b""})
    with pytest.raises(InputError, match="found '' in this archive"):
        check(_unnamed(data), "here.zip", Budget())


def _unnamed(data: bytes) -> bytes:
    """The last entry of the directory has a comment in its name's place."""
    place = data.rfind(b"PK\1\2")
    return data[: place + 28] + bytes(4) + b"\1" + data[place + 33 :]


def test_an_encrypted_archive_is_told() -> None:
    """By its flag; nobody asks for a password."""
    data = archive({"certificate.json": b"{}"})
    place = data.find(b"PK\1\2")
    data = data[:6] + b"\1" + data[7 : place + 8] + b"\1" + data[place + 9 :]
    with pytest.raises(InputError, match="is encrypted"):
        check(data, "here.zip", Budget())


def test_the_command_line_takes_archives(certificate: Path, tmp_path: Path) -> None:
    """Valid, invalid, none; messages name the file that was given."""
    good = tmp_path / "good.zip"
    good.write_bytes(packed(certificate))
    assert run("check", good).out.startswith("6x6 example: valid")
    files = {path.name: path.read_bytes() for path in certificate.iterdir()}
    solution = json.loads(files["solution.json"])
    solution["grid"][0] = solution["grid"][0][::-1]
    other = tmp_path / "other.zip"
    other.write_bytes(archive(files | {"solution.json": json.dumps(solution).encode()}))
    result = run("check", other)
    assert (result.status, "solution.json" in result.out) == (1, True)
    none = tmp_path / "none.zip"
    none.write_bytes(archive({"readme.txt": b"hello"}))
    result = run("check", none, good)
    assert result.status == 2
    assert f"{none}: no certificate in this archive" in result.err
    assert "6x6 example: valid" in result.out


@pytest.mark.parametrize("name", ["..zip", "...zip", ".zip", "a\tb.zip", f"{'x' * 251}.zip"])
def test_no_name_of_an_archive_stops_the_others(name: str, certificate: Path, tmp_path: Path) -> None:
    """A folder cannot have all names that a file can."""
    odd, good = tmp_path / name, tmp_path / "good.zip"
    for path in (odd, good):
        path.write_bytes(packed(certificate))
    result = run("check", odd, good)
    assert (result.status, result.err, result.out.count(": valid")) == (0, "", 2)


@pytest.mark.slow
def test_a_small_archive_of_much_takes_little(tmp_path: Path) -> None:
    """The same of a process: undecided, within the limit that it was given."""
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        made.writestr("certificate.json", "{}")
        made.writestr("proof.lrat", bytes(300_000_000))
    program = (  # its own peak: that of `getrusage` begins with what the process held that started it
        "import sys, atexit; from pathlib import Path; from satdnd.cli import main; "
        "peak = lambda: Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0]; "
        "atexit.register(lambda: print(peak(), file=sys.stderr)); "
        "main(sys.argv[1:])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "check", str(bomb), "--memory", "100M"], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout.split(" (")[0]) == (3, "bomb: undecided")
    assert int(ran.stderr) * 1024 < 250_000_000


@pytest.mark.slow
def test_a_process_accepts_the_download(certificate: Path, tmp_path: Path) -> None:
    """As a person would."""
    good = tmp_path / "six.zip"
    good.write_bytes(packed(certificate))
    ran = subprocess.run([sys.executable, "-m", "satdnd", "check", str(good)], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
