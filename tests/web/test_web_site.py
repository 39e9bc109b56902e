"""`satdnd web`: what it writes, what it refuses, and the sentences where something cannot be had."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from command_line import run

from satdnd.errors import SatdndError, UsageError
from satdnd.registry import KINDS
from satdnd.web import files, site
from satdnd.web.files import drawn_kinds, page, picture, static

ROOT = Path(__file__).parents[2]
WHEELS = ("python_sat-1-cp314-cp314-x.whl", "networkx-3-py3-none-any.whl")


def runtime(names: Sequence[str] = site.RUNTIME) -> bytes:
    """An archive as npm packs one."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name in names:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(name)
            archive.addfile(entry, io.BytesIO(name.encode()))
    return data.getvalue()


class Registries:
    """Stands in for npm, pip and node; what they are asked is kept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, archive: bytes) -> None:
        self.asked: list[Sequence[str]] = []
        self._archive = archive
        digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
        monkeypatch.setattr(site, "INTEGRITY", digest)
        monkeypatch.setattr(site, "_run", self.run)
        monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")

    def run(self, command: Sequence[str], what: str) -> None:
        """Do as the programs do."""
        self.asked.append(command)
        if command[0] == "/bin/npm":
            (Path(command[-1]) / "pyodide-0.tgz").write_bytes(self._archive)
        elif command[0] == "/bin/node":
            about = json.loads((Path(command[-1]) / "engine.json").read_text())
            assert all((Path(command[-1]) / path).is_file() for path in (*about["code"], *about["solver"]))
        else:
            Path(command[-1]).mkdir()
            for name in WHEELS:
                with zipfile.ZipFile(Path(command[-1]) / name, "w") as wheel_file:
                    for held in (
                        "networkx/utils/misc.py",
                        "networkx/utils/tests/test_misc.py",
                        "networkx/drawing/layout.py",
                    ):
                        wheel_file.writestr(held, "")


@pytest.fixture
def registries(monkeypatch: pytest.MonkeyPatch) -> Registries:
    """That have everything."""
    return Registries(monkeypatch, runtime())


def test_a_site_is_whole(registries: Registries, tmp_path: Path) -> None:
    """The page with its engine's name, the runtime, the wheels, the package, and what tells the Worker of them."""
    output = tmp_path / "site"
    result = run("web", "--output", output)
    assert (result.status, str(output) in result.out) == (0, True)
    assert {path.name for path in (output / "pyodide").iterdir()} == {*site.RUNTIME}
    text = (output / "index.html").read_text()
    assert '<meta name="satdnd-engine" content="pyodide">' in text
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in text
    assert "satdnd-token" not in text
    for name, file in static().items():
        assert name in ("index.html", site.OFFLINE) or (output / name).read_bytes() == file.read_bytes()
    assert {path.stem for path in (output / "pictures").iterdir()} == {*drawn_kinds()}
    assert (output / "pictures" / "akari.svg").read_bytes() == picture("akari")
    about = json.loads((output / "engine.json").read_text())
    assert about["solver"] == [f"wheels/{WHEELS[0]}"]
    assert about["code"] == {"satdnd.zip": "/satdnd.zip", "networkx.zip": "/networkx.zip"}
    held = zipfile.ZipFile(output / "networkx.zip").namelist()
    assert ("networkx/utils/misc.py" in held, [name for name in held if "tests" in name or "drawing" in name]) == (
        True,
        [],
    )
    assert all((output / path).is_file() for path in (*about["code"], *about["solver"]))
    assert {entry.home for entry in KINDS.values()} < {*about["imports"]}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_browser_keeps_all_files_by_their_digests(registries: Registries, tmp_path: Path) -> None:
    """A change of one of them is another version, in which all others are as before."""

    def digests() -> dict[str, str]:
        told: dict[str, str] = json.loads(
            (tmp_path / site.OFFLINE).read_text().partition("FILES = ")[2].partition(";")[0]
        )
        return told

    site.build(tmp_path, lambda sentence: None)
    before = digests()
    assert {*before, site.OFFLINE} == {*json.loads((tmp_path / "engine.json").read_text())["files"], "version"}
    (tmp_path / "app.js").write_text("")
    site.keep_offline(tmp_path)
    assert {name for name, digest in digests().items() if before[name] != digest} == {"app.js", "version"}


def test_what_is_asked_is_pinned(registries: Registries, tmp_path: Path) -> None:
    """One version of Pyodide, wheels by hashes, from whatever registries the programs are set up with."""
    site.build(tmp_path / "site", lambda sentence: None)
    npm, pip, _ = registries.asked
    assert f"pyodide@{site.PYODIDE}" in npm
    assert {"--require-hashes", "--no-deps", "--only-binary=:all:"} < {*pip}
    wanted = Path(pip[pip.index("--requirement") + 1]).read_text()
    lines = [line for line in wanted.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    assert not [word for word in [*npm, *pip] if "://" in word]


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """Everything below a folder: files with what they hold, links with where they point, folders with None."""

    def held(path: Path) -> bytes | str | None:
        """What one of them is."""
        return str(path.readlink()) if path.is_symlink() else None if path.is_dir() else path.read_bytes()

    return {str(path.relative_to(folder)): held(path) for path in folder.rglob("*")}


def silent(sentence: str) -> None:
    """Nobody listens."""


@pytest.fixture
def kept(registries: Registries, tmp_path: Path) -> Path:
    """An older site, with one file that the next has no more, in a folder with things that are not the site's."""
    output = tmp_path / "site"
    site.build(output, silent)
    (output / "gone").mkdir()
    (output / "gone" / "old.js").write_text("old")
    about = json.loads((output / "engine.json").read_text())
    about["files"].append("gone/old.js")
    (output / "engine.json").write_text(json.dumps(about))
    (output / "app.js").write_text("changed")
    (output / ".git" / "objects").mkdir(parents=True)
    (output / ".git" / "objects" / "1").write_text("years of work")
    (output / "CNAME").write_text("example.org")
    (output / "wheels" / "mine.whl").write_text("mine")
    (output / "link").symlink_to("CNAME")
    return output


MINE = {".git/objects/1": b"years of work", "CNAME": b"example.org", "wheels/mine.whl": b"mine", "link": "CNAME"}
"""What is not the site's in such a folder."""


def test_a_site_replaces_its_own_files_and_no_others(kept: Path, tmp_path: Path) -> None:
    """What is not in its list stays; what is and is not needed any more goes, with the folder that it leaves empty."""
    result = run("web", "--output", kept)
    assert (result.status, result.err.count("\n")) == (0, 3)
    found = tree(kept)
    assert {name: found[name] for name in MINE} == MINE
    assert "gone" not in found
    assert found["app.js"] == static()["app.js"].read_bytes()
    files = json.loads((kept / "engine.json").read_text())["files"]
    assert {name for name, data in found.items() if data is not None} == {*files, *MINE}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert f"{sum((kept / name).stat().st_size for name in files) / 1e6:.0f} MB" in result.out


@pytest.mark.slow
@pytest.mark.parametrize("error", [OSError("full"), KeyboardInterrupt()])
def test_there_is_never_half_a_site(error: BaseException, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it is cut off while files are moved, everything is as it was."""
    before, rename = tree(kept), Path.rename
    old = len(json.loads((kept / "engine.json").read_text())["files"])
    for last in (1, 2, old, old + 1, 2 * old - 1):
        moves = iter(range(1, 9 * old))

        def limited(path: Path, target: Path, moves: Iterator[int] = moves, last: int = last) -> Path:
            """As the method does, but once."""
            if next(moves) == last:
                raise error
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", limited)
        with pytest.raises((UsageError, KeyboardInterrupt)):
            site.build(kept, silent)
        assert next(moves) > last
        assert tree(kept) == before


def test_a_folder_that_holds_no_site_is_refused_by_name(registries: Registries, tmp_path: Path) -> None:
    """Before anything is asked for, and nothing is touched; an empty one is taken."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.tex").write_text("years of work")
    refused = {
        mine: f"{mine} holds 'thesis.tex' and no site that satdnd wrote: expected a folder that is empty or not there",
        mine / "thesis.tex": f"{mine / 'thesis.tex'} is not a folder",
        mine / "thesis.tex" / "a" / "b": f"{mine / 'thesis.tex'} is not a folder",
    }
    for place, message in refused.items():
        assert run("web", "--output", place)[::2] == (2, f"satdnd: {message}\n")
    result = run("web", "--output", "")
    assert (result.status, "--output is empty: expected the name of a folder" in result.err) == (2, True)
    for text in ("", "{", "[]", "{}", '{"files": 5}', '{"files": ["../mine/thesis.tex"]}', '{"files": ["/a"]}'):
        (mine / "engine.json").write_text(text)
        with pytest.raises(UsageError, match=r"holds 'engine\.json' and no site that satdnd wrote"):
            site.build(mine, silent)
    assert sorted(tree(tmp_path)) == ["mine", "mine/engine.json", "mine/thesis.tex"]
    assert registries.asked == []
    (tmp_path / "empty").mkdir()
    site.build(tmp_path / "empty", silent)
    assert (tmp_path / "empty" / "index.html").is_file()


def test_what_stands_in_the_way_of_a_site_stays(kept: Path, tmp_path: Path) -> None:
    """A file of a name that the next site needs, a folder in place of a file, a link in place of a folder."""
    about = json.loads((kept / "engine.json").read_text())
    about["files"].remove("app.js")
    (kept / "engine.json").write_text(json.dumps(about))

    def refused(name: str) -> None:
        before = tree(kept)
        with pytest.raises(
            UsageError, match=re.escape(f"{kept / name} is in the way and not part of the site: move it")
        ):
            site.build(kept, silent)
        assert tree(kept) == before

    refused("app.js")
    (kept / "app.js").unlink()
    (kept / "app.js").mkdir()
    refused("app.js")
    (kept / "app.js").rmdir()
    (kept / "app.js").symlink_to("nowhere")
    refused("app.js")
    (kept / "app.js").unlink()
    (kept / "pyodide").rename(tmp_path / "elsewhere")
    (kept / "pyodide").symlink_to(tmp_path / "elsewhere")
    refused("pyodide")
    assert len(list((tmp_path / "elsewhere").iterdir())) == len(site.RUNTIME)


def test_what_cannot_be_had_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No npm, no node, another archive, a part that is missing: a sentence each, and nothing is left behind."""
    output = tmp_path / "site"

    def refused(message: str) -> None:
        with pytest.raises(UsageError, match=message):
            site.build(output, lambda sentence: None)
        assert not list(tmp_path.iterdir())

    Registries(monkeypatch, runtime())
    monkeypatch.setattr(site, "INTEGRITY", "x")
    refused(r"differs from the expected one \(SHA-512\)")
    Registries(monkeypatch, runtime(site.RUNTIME[1:]))
    refused(f"lacks {site.RUNTIME[0]}")
    Registries(monkeypatch, b"no archive")
    refused("cannot be unpacked")
    for name, message in (("npm", "npm .* is needed"), ("node", "node .* is needed")):
        Registries(monkeypatch, runtime())
        monkeypatch.setattr(shutil, "which", lambda other, name=name: None if other == name else f"/bin/{other}")
        refused(message)


def test_what_a_program_says_is_told() -> None:
    """Its name, its status, its last word."""
    code = "import sys; print('npm error 404 Not Found', file=sys.stderr); sys.exit(7)"
    with pytest.raises(UsageError, match=r"could not get Pyodide: '.* \.\.\.' ended with status 7: npm error 404"):
        site._run([sys.executable, "-c", code], "Pyodide")
    site._run([sys.executable, "-c", ""], "nothing")


def test_a_program_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """For ever."""
    monkeypatch.setattr(site, "_PATIENCE", 0.2)
    with pytest.raises(UsageError, match="did not finish within"):
        site._run([sys.executable, "-c", "import time; time.sleep(60)"], "Pyodide")


@pytest.mark.slow
def test_the_package_runs_from_its_archive(tmp_path: Path) -> None:
    """As Python in the page imports it; the same package is the same archive."""
    data = site.code()
    assert data == site.code()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    assert not [name for name in names if "/static/" in name or "/cli/" in name or name.endswith(".pyc")]
    (tmp_path / "satdnd.zip").write_bytes(data)
    code = (
        "import satdnd.web.bridge as b; assert 'satdnd.zip' in b.__file__; "
        "print(b.answer({'id': 1, 'task': {'operation': 'blank', "
        "'arguments': {'kind': 'queens', 'height': 4, 'width': 4}}}))"
    )
    told = {**os.environ, "PYTHONPATH": str(tmp_path / "satdnd.zip")}
    ran = subprocess.run([sys.executable, "-P", "-c", code], env=told, capture_output=True, text=True, check=True)
    assert "'size': [4, 4]" in ran.stdout


def test_a_page_that_names_no_engine_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rather than served with the wrong one."""
    (tmp_path / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr(files, "static", lambda: {"index.html": tmp_path / "index.html"})
    with pytest.raises(SatdndError, match="no place for the name of its engine"):
        page("local")


def test_nothing_in_the_page_names_another_host() -> None:
    """The page asks nobody but where it came from."""
    for name, file in static().items():
        text = file.read_text("utf-8")
        found = re.findall(r"https?://[^\s\"'`<>)]+", text)
        assert all(re.match(r"http://www\.w3\.org/", address) for address in found), (name, found)


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="npm and node are needed")
def test_the_real_site_answers(tmp_path: Path) -> None:
    """Built from the registries, and started by node twice, the second time with the memory of the first."""
    ran = subprocess.run(
        [sys.executable, "-m", "satdnd", "web", "--output", "site"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    size = sum(len(gzip.compress(path.read_bytes())) for path in (tmp_path / "site").rglob("*") if path.is_file())
    assert size < 10_000_000
    (tmp_path / "start.mjs").write_text(START)
    for loaded in (False, True):
        answered = subprocess.run(
            ["node", str(tmp_path / "start.mjs"), str(tmp_path)], capture_output=True, text=True, timeout=300
        )
        assert answered.returncode == 0, answered.stderr[-1000:]
        told = json.loads(answered.stdout.splitlines()[-1])
        assert (told["loaded"], told["said"]["record"]["status"]) == (loaded, "unique")


START = """
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const [site, kept] = ["site", "memory"].map((name) => `${process.argv[2]}/${name}`);
const about = JSON.parse(readFileSync(`${site}/engine.json`));
const { loadPyodide } = await import(`${site}/pyodide/pyodide.mjs`);
const create = (await import(`${site}/pyodide/pyodide.asm.mjs`)).default;
const memory = existsSync(kept) ? new Uint8Array(readFileSync(kept)) : undefined;
const createPyodideModule = async (settings) => {
  const module = await create(settings);
  module._malloc(memory.length);
  return module;
};
const settings = memory ? { _loadSnapshot: memory, createPyodideModule } : { _makeSnapshot: true };
const python = await loadPyodide({ indexURL: `${site}/pyodide/`, ...settings });
const loaded = python.runPython("import sys; 'satdnd.web.bridge' in sys.modules and 'networkx' in sys.modules");
for (const [path, place] of Object.entries(about.code)) {
  python.FS.writeFile(place, new Uint8Array(readFileSync(`${site}/${path}`)));
}
if (!memory) {
  const [places, names] = [Object.values(about.code), about.imports].map((all) => JSON.stringify(all));
  python.runPython(`import importlib, sys; sys.path[:0] = ${places}`);
  python.runPython(`for name in ${names}: importlib.import_module(name)`);
  writeFileSync(kept, python.makeMemorySnapshot());
}
for (const path of about.solver) {
  python.unpackArchive(new Uint8Array(readFileSync(`${site}/${path}`)), "zip", { extractDir: "/solver" });
}
python.runPython("import importlib, sys; sys.path.insert(0, '/solver'); importlib.invalidate_caches()");
const task = { operation: "unique", puzzle: { kind: "queens", size: [6, 6], given: [[0, 1]] } };
const said = python.pyimport("satdnd.web.bridge").answer_text(JSON.stringify({ id: 1, task }));
console.log(JSON.stringify({ loaded, said: JSON.parse(said) }));
"""
"""Does as the page's Worker does, without a browser."""
