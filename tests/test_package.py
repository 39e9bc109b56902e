"""What is handed out: a wheel that needs nothing beside it, and sources that can run their tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from satdnd.engine.kind import kind_named
from satdnd.errors import UsageError
from satdnd.formats.loading import example_text, read_text
from satdnd.registry import KINDS, NAMES, KindEntry

ROOT = Path(__file__).resolve().parent.parent
BUILD = """
import sys
from setuptools import build_meta
folder = sys.argv[1]  # it is changed by what follows
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)
"""


@pytest.mark.parametrize("kind", NAMES)
def test_examples_are_puzzles_with_a_source(kind: str) -> None:
    """One small puzzle of each kind, that says where it is from."""
    (item,) = read_text(example_text(kind), "example", kind)
    puzzle = item.puzzle
    assert puzzle.kind == kind
    assert puzzle.name
    assert "source" in puzzle.extra
    assert len(str(puzzle).splitlines()) < 30
    assert kind_named(kind).texts.styles["text"](puzzle)


def test_a_kind_without_its_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that is missing is named."""
    monkeypatch.setitem(KINDS, "new", KindEntry("new", "New", "New", (".new",), module="satdnd.kinds.new"))
    with pytest.raises(UsageError, match=r"'new' has no example, expected one in satdnd/kinds/examples/new.new"):
        example_text("new")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and the sources, made from a copy by a setuptools as pyproject.toml asks for."""
    folder = tmp_path_factory.mktemp("package")
    skipped = shutil.ignore_patterns(".*", "*.egg-info", "build", "dist", "__pycache__")
    copy = Path(shutil.copytree(ROOT, folder / "copy", ignore=skipped))
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    fetched = subprocess.run([python, "-m", "pip", "install", "--quiet", "setuptools>=77"], check=False)
    if fetched.returncode:
        pytest.skip("setuptools cannot be had here")
    subprocess.run([python, "-c", BUILD, str(folder / "dist")], cwd=copy, check=True, capture_output=True)
    return folder / "dist"


@pytest.mark.slow
def test_a_wheel_needs_nothing_beside_it(built: Path, tmp_path: Path) -> None:
    """It has every file of the package. Unpacked in an empty folder: each example is printed, solved, drawn."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    here, there = ROOT / "satdnd", tmp_path / "site" / "satdnd"
    files = {path.relative_to(here) for path in here.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path for path in files if not (there / path).exists()} == set()
    assert list((tmp_path / "site").glob("*.dist-info/licenses/LICENSE"))
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}

    def satdnd(*arguments: str, stdin: bytes = b"") -> bytes:
        command = [sys.executable, "-m", "satdnd", *arguments]
        done = subprocess.run(command, cwd=empty, env=environment, input=stdin, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
        return done.stdout

    where = subprocess.run(
        [sys.executable, "-c", "import satdnd; print(satdnd.__file__)"],
        cwd=empty,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert where.startswith(str(tmp_path))
    for kind in NAMES:
        text = satdnd("example", kind)
        assert text == example_text(kind).encode()
        assert b": solved" in satdnd("solve", "-", stdin=text)
        assert satdnd("show", "-", stdin=text)
        if kind in ("dungeon", "sudoku"):
            for form, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF")):  # with the fonts of the wheel
                assert satdnd("show", "-", "--format", form, stdin=text).startswith(begin)
        assert satdnd("help", kind)


@pytest.mark.slow
def test_sources_can_run_their_tests(built: Path, tmp_path: Path) -> None:
    """Tests, their helpers and data, instances, encodings, documents and benchmarks are there; all tests are found."""
    (sources,) = built.glob("*.tar.gz")
    with tarfile.open(sources) as archive:
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))  # 3.11.4 on
    (top,) = tmp_path.iterdir()
    for name in ("tests", "instances", "encodings", "docs", "benchmarks"):
        there, here = (
            sorted(str(p.relative_to(place)) for p in (place / name).rglob("*") if p.is_file() and p.suffix != ".pyc")
            for place in (top, ROOT)
        )
        assert there == here, name
    assert (top / "LICENSE").exists()
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"],
        cwd=top,
        env={**os.environ, "PYTHONPATH": str(top)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-2000:]
