"""The editor as a folder of files for any web server; Python runs in the browser (Pyodide).

Pyodide is downloaded with npm and the wheels with pip, from the registries these are configured for; the downloads are
checked against the hashes given here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path, PurePath

from satdnd.errors import UsageError
from satdnd.registry import KINDS
from satdnd.version import __version__
from satdnd.web.archives import code, graphs
from satdnd.web.files import INDEX, page, picture, pictures, static

PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of that version's archive, in base64."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
ABI = ("--abi", "cp314")
"""The ABI of wheels for that Pyodide."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that a page needs."""
MANIFEST = "engine.json"
"""Tells the page's Worker what to load, and the next run which files belong to the site: only those are replaced."""
CODE = "satdnd.zip"
GRAPHS = "networkx.zip"
OFFLINE = "service-worker.js"
"""Stores the files in a browser, by their digests."""
_IMPORTED = ("satdnd.web.bridge", "satdnd.engine.export", "satdnd.proof.writer", "networkx")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_PATIENCE = 600.0
"""Seconds that a download may take."""


def build(output: Path, tell: Callable[[str], None]) -> Path:
    """Write the site to *output*, completely or not at all.

    Args:
        output: a folder that does not exist, is empty, or contains a site, whose files are replaced; other files stay.
        tell: called with a sentence for each step.

    Returns:
        *output*.

    Raises:
        UsageError: the folder contains other files and no site, or a file in the way of the site, or is not writable;
            npm or pip is missing or cannot download something; a download is not what was expected.
    """
    output = output.resolve()
    try:
        there = next(path for path in (output, *output.parents) if path.exists())
        if not there.is_dir():
            raise UsageError(f"{there} is not a folder")
        first = min((entry.name for entry in output.iterdir()), default="") if there == output else ""
        if first and not site_files(output):
            message = f"{output} holds {first!r} and no site that satdnd wrote"
            raise UsageError(f"{message}: expected a folder that is empty or not there")
        output.parent.mkdir(parents=True, exist_ok=True)
        # inside the existing folder, which may be a separate file system
        with tempfile.TemporaryDirectory(prefix=".satdnd-", dir=there if there == output else output.parent) as place:
            site = Path(place) / "site"
            site.mkdir(mode=0o755)
            _fill(site, Path(place), tell)
            if there == output:
                _replace(output, site, Path(place) / "old")
            else:
                site.rename(output)
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror or error}") from error
    return output


def site_files(folder: Path) -> list[str]:
    """The files of the site in *folder*, as it lists them; none if there is no site with such a list."""
    try:
        names = json.loads((folder / MANIFEST).read_text("utf-8"))["files"] if (folder / MANIFEST).is_file() else []
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    inside = isinstance(names, list) and all(isinstance(name, str) and _inside(PurePath(name)) for name in names)
    return names if inside else []


def _inside(name: PurePath) -> bool:
    return bool(name.parts) and not name.is_absolute() and ".." not in name.parts


def _replace(output: Path, site: Path, old: Path) -> None:
    """Move the files of *site* to *output*, and those of the previous site to *old*: all or none.

    Raises:
        UsageError: something that does not belong to the site is in the way.
    """
    own = {Path(name) for name in site_files(output)}
    new = {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    for name in sorted(own | new):
        folders = [output / folder for folder in name.parents[:-1]]
        wrong = [path for path in folders if path.is_symlink() or (path.exists() and not path.is_dir())]
        if (output / name).is_dir() or (name not in own and os.path.lexists(output / name)):
            wrong.append(output / name)
        if wrong:
            raise UsageError(f"{wrong[-1]} is in the way and not part of the site: move it, or choose another folder")
    # Remove the list of files last, so that the next run can continue if the process is killed.
    leaving = sorted((name for name in own if (output / name).is_file()), key=lambda name: name == Path(MANIFEST))
    coming = sorted(new, key=lambda name: name != Path(MANIFEST))
    moves = [*((output / name, old / name) for name in leaving), *((site / name, output / name) for name in coming)]
    done = list[tuple[Path, Path]]()
    try:
        for here, there in moves:
            there.parent.mkdir(parents=True, exist_ok=True)
            done.append((here, there))
            here.rename(there)
    except BaseException:
        for here, there in reversed(done):
            if not here.exists():
                there.rename(here)
        raise
    for folder in sorted({output / folder for name in own - new for folder in name.parents[:-1]}, reverse=True):
        with suppress(OSError):  # the folder holds something else
            folder.rmdir()


def _fill(site: Path, place: Path, tell: Callable[[str], None]) -> None:
    own = {name: file.read_bytes() for name, file in static().items()}
    for name, data in (own | {name: picture(kind) for name, kind in pictures().items()}).items():
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    (site / INDEX).write_text(page("pyodide", policy=POLICY), encoding="utf-8")
    (site / CODE).write_bytes(code())
    tell(f"Pyodide {PYODIDE}, by npm")
    runtime = _pyodide(place)
    (site / "pyodide").mkdir()
    for name in RUNTIME:
        (site / "pyodide" / name).write_bytes(runtime[name])
    tell("wheels for it, by pip")
    (site / "wheels").mkdir()
    wheels = _wheels(place)
    for wheel in wheels:
        if wheel.name.startswith("networkx-"):
            (site / GRAPHS).write_bytes(graphs(wheel))
        else:
            shutil.copyfile(wheel, site / "wheels" / wheel.name)
    copied = [path.relative_to(site).as_posix() for path in sorted((site / "wheels").iterdir())]
    pure = [name for name in copied if name.endswith("-none-any.whl")]
    about = {
        "satdnd": __version__,
        "pyodide": PYODIDE,
        "code": {name: f"/{PurePath(name).name}" for name in (CODE, GRAPHS, *pure)},
        "solver": [name for name in copied if name not in pure],
        "imports": [*_IMPORTED, *(entry.home for entry in KINDS.values() if entry.own)],
    }
    manifest = site / MANIFEST
    manifest.write_text(json.dumps(about), encoding="utf-8")
    tell("modules compiled, by node")
    _compile(site)
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    about["files"] = [path.relative_to(site).as_posix() for path in paths]
    about["memory"] = _digest(b"".join(path.read_bytes() for path in paths if path.suffix in (".zip", ".whl", ".wasm")))
    manifest.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    keep_offline(site)


def keep_offline(site: Path) -> None:
    """Write the digests of the site's files into the service worker, which so changes when they do."""
    (site / OFFLINE).write_bytes(static()[OFFLINE].read_bytes())
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    digests = {path.relative_to(site).as_posix(): _digest(path.read_bytes()) for path in paths}
    digests["version"] = _digest(json.dumps(digests).encode())
    del digests[OFFLINE]
    text = (site / OFFLINE).read_text("utf-8")
    (site / OFFLINE).write_text(text.replace("FILES = {}", f"FILES = {json.dumps(digests, indent=1)}"), "utf-8")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _pyodide(place: Path) -> dict[str, bytes]:
    """The files of the runtime, by name."""
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError("npm (of Node.js) is needed to get Pyodide, and was not found")
    _run([npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(place)], f"Pyodide {PYODIDE}")
    archive = next(place.glob("pyodide-*.tgz"), None)
    data = archive.read_bytes() if archive else b""
    if base64.b64encode(hashlib.sha512(data).digest()).decode("ascii") != INTEGRITY:
        raise UsageError(f"npm gave a Pyodide {PYODIDE} that differs from the expected one (SHA-512)")
    found = dict[str, bytes]()
    try:
        with tarfile.open(fileobj=BytesIO(data)) as packed:
            for member in packed:
                name = member.name.removeprefix("package/")
                file = packed.extractfile(member) if name in RUNTIME else None
                if file is not None:
                    found[name] = file.read()
    except (tarfile.TarError, zlib.error, EOFError) as error:
        raise UsageError(f"Pyodide {PYODIDE} cannot be unpacked: {error}") from error
    if missing := [name for name in RUNTIME if name not in found]:
        raise UsageError(f"Pyodide {PYODIDE} lacks {', '.join(missing)}")
    return found


def _wheels(place: Path) -> list[Path]:
    """The downloaded wheels, in order of their names; pip checks the hashes."""
    folder = place / "wheels"
    with as_file(files("satdnd.web").joinpath("wheels.txt")) as wanted:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        which = ["--only-binary=:all:", *PLATFORM, *ABI, "--require-hashes", "--requirement", str(wanted)]
        _run([*pip, *which, "--dest", str(folder)], "the wheels for Pyodide")
    return sorted(folder.glob("*.whl"))


def _compile(site: Path) -> None:
    """Compile the modules of *site*'s archives for its Python."""
    node = shutil.which("node")
    if node is None:
        raise UsageError("node (Node.js) is needed to start Pyodide once, and was not found")
    with as_file(files("satdnd.web").joinpath("compile.mjs")) as script:
        _run([node, str(script), str(site)], "compiled modules")


def _run(command: Sequence[str], what: str) -> None:
    """Run *command*. Raises UsageError, with the last line of its output, if it fails."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise UsageError(f"{what} did not finish within {_PATIENCE:g} s") from None
    if ran.returncode:
        lines = [line.strip() for line in (ran.stderr or ran.stdout).splitlines() if line.strip()]
        program = " ".join(Path(word).name if i == 0 else word for i, word in enumerate(command[:4]))
        reason = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no reason given")
        raise UsageError(f"could not get {what}: '{program} ...' ended with status {ran.returncode}: {reason:.300}")
