"""The command line as real processes: every command, interrupts, broken pipes, and what --help does not import."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest
from test_cli import SIX_BOARD, TWO

import satdnd

ROOT = Path(__file__).parent.parent
INSTANCES = ROOT / "instances" / "dungeon"
SIX = str(INSTANCES / "example-6x6.dnd")
MODULE = [sys.executable, "-m", "satdnd"]
SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "satdnd")]
HEAVY = ("pysat", "networkx", "rich", "numpy")
FREE = "# name: free\n " + "?" * 10 + "\n" + ("?" + "." * 10 + "\n") * 10
"""So many solutions that --all never ends; each is found at once, so that an interrupt mostly meets Python."""
HARD = "# name: hard\n " + " ".join(["17"] * 24) + "\n" + ("17 " + "." * 24 + "\n") * 24
"""One question that takes every solver long (so few open cells hardly connect): an interrupt meets the solver."""


def call(*command: str, stdin: str = "") -> tuple[int, str, str]:
    """Status, standard output and standard error of a process."""
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("program", [MODULE, SCRIPT], ids=["module", "script"])
@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (("solve", SIX), "6x6 example: solved (a tree)\n" + SIX_BOARD),
        (("unique", SIX), "6x6 example: unique (a tree)\n" + SIX_BOARD),
        (("verify", SIX, SIX.replace(".dnd", ".solution")), "6x6 example: valid (a tree)\n" + SIX_BOARD),
        (("show", SIX, SIX.replace(".dnd", ".solution")), SIX_BOARD),
        (("convert", "--format", "text", SIX), Path(SIX).read_text()),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_every_command(program: list[str], arguments: tuple[str, ...], out: str) -> None:
    """Each command, through ``python -m satdnd`` and through the console script."""
    if not Path(program[0]).exists():
        pytest.skip("the package is not installed with its script")
    assert call(*program, *arguments) == (0, out, "")


def test_forced() -> None:
    """The sixth command: all of a unique puzzle is forced."""
    status, out, err = call(*MODULE, "forced", SIX)
    assert (status, err) == (0, "")
    assert out.split("\n")[0].startswith("6x6 example: solved")
    assert out.count("██") == SIX_BOARD.count("██")


def test_exit_statuses_reach_the_shell() -> None:
    """0, 1, 2 and 3 as the exit status of the process."""
    assert call(*MODULE, "unique", SIX)[0] == 0
    assert call(*MODULE, "unique", "-", stdin=TWO)[0] == 1
    assert call(*MODULE, "unique", "nowhere.dnd")[0] == 2
    assert call(*MODULE, "unique", "--nonsense")[0] == 2
    assert call(*MODULE, "unique", "--timeout", "0", SIX)[0] == 3


def test_a_pipe_from_solve_to_verify() -> None:
    """The example in the help of verify, with a shell and all."""
    course = str(INSTANCES / "course-p1.dnd")
    solve = subprocess.Popen([*MODULE, "solve", "--format", "json", course], stdout=subprocess.PIPE)
    verify = subprocess.run([*MODULE, "verify", course, "-"], stdin=solve.stdout, capture_output=True, check=False)
    assert solve.stdout is not None
    solve.stdout.close()
    assert (solve.wait(60), verify.returncode, verify.stderr) == (0, 0, b"")
    assert verify.stdout.startswith(b"course p1: valid")


def test_version() -> None:
    """Name and version, alone."""
    for program in (MODULE, SCRIPT):
        if Path(program[0]).exists():
            assert call(*program, "--version") == (0, f"satdnd, version {satdnd.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["solve", "--help"], ["verify", "--help"]])
def test_help_is_quick(arguments: list[str]) -> None:
    """Neither a solver nor graphs nor colours are loaded for help, nor for ``import satdnd``."""
    code = (
        "import sys, atexit\n"
        f"atexit.register(lambda: print(*[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr))\n"
        f"from satdnd.cli import main; main({arguments!r})"
    )
    status, out, err = call(sys.executable, "-c", code)
    assert (status, err) == (0, "\n")
    assert out


def test_import_is_quick() -> None:
    """``import satdnd`` loads its version and no more."""
    code = "import sys, satdnd; print(sorted(m for m in sys.modules if m.startswith(('satdnd', 'pysat', 'networkx'))))"
    assert call(sys.executable, "-c", code) == (0, "['satdnd', 'satdnd.version']\n", "")


def test_plain_text_loads_no_colours() -> None:
    """Without a terminal there is no reason to load rich."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('rich' in sys.modules, file=sys.stderr))\n"
        f"from satdnd.cli import main; main(['solve', {SIX!r}])"
    )
    assert call(sys.executable, "-c", code)[2] == "False\n"


def heed_interrupts() -> None:
    """In a process just started: a shell that runs the tests in the background makes its children ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def interrupted(arguments: list[str], output: Path, wait: float) -> tuple[int, str, str]:
    """Start, wait for the first answer in the file beside *output*, wait a little, send SIGINT: as `call`."""
    process = subprocess.Popen(
        [*MODULE, *arguments, "--output", str(output)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until and process.poll() is None:
            if any(path.stat().st_size for path in output.parent.glob(f".{output.name}.*")):
                break
            time.sleep(0.02)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    return process.returncode, out, err


@pytest.mark.parametrize("solver", ["auto", "backtrack"])
def test_interrupt_of_an_endless_enumeration(solver: str, tmp_path: Path) -> None:
    """Ctrl-C: status 130, one line, no traceback; what was answered before is in the file, whole."""
    puzzles, output = tmp_path / "two.dnd", tmp_path / "answers.jsonl"
    puzzles.write_text(f"{TWO}\n{FREE}")
    arguments = ["solve", "--all", "--solver", solver, "--format", "json", str(puzzles)]
    status, out, err = interrupted(arguments, output, 0.3)
    assert (status, out, err.strip()) == (130, "", "satdnd: interrupted")
    assert [json.loads(line)["name"] for line in output.read_text().splitlines()] == ["two"]
    assert sorted(os.listdir(tmp_path)) == ["answers.jsonl", "two.dnd"]


@pytest.mark.parametrize("solver", ["auto", "cadical195", "glucose4", "minisat22"])
def test_interrupt_in_the_middle_of_a_search(solver: str, tmp_path: Path) -> None:
    """Ctrl-C while a solver of PySAT is at work: the same, and neither its own exception nor an abort."""
    puzzles, output = tmp_path / "two.dnd", tmp_path / "answers.jsonl"
    puzzles.write_text(f"{TWO}\n{HARD}")
    arguments = ["solve", "--compilation", "direct", "--solver", solver, "--format", "json", str(puzzles)]
    status, out, err = interrupted(arguments, output, 1.0)
    assert (status, out, err.strip()) == (130, "", "satdnd: interrupted")
    assert [json.loads(line)["name"] for line in output.read_text().splitlines()] == ["two"]


@pytest.mark.parametrize("arguments", [["solve", "--all"], ["solve", "--format", "json"], ["show"], ["convert"]])
def test_broken_pipe(arguments: list[str], tmp_path: Path) -> None:
    """A reader that takes one line and goes (``| head -1``): no traceback, no complaint, no negative answer."""
    puzzles = tmp_path / "many.dnd"
    puzzles.write_text("\n".join([Path(SIX).read_text()] * 300))
    process = subprocess.Popen(
        [*MODULE, *arguments, str(puzzles)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_full_disk() -> None:
    """Standard output that takes nothing: one message, status 2, no traceback."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*MODULE, "solve", SIX], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "satdnd: cannot write: No space left on device\n")


def test_an_encoding_without_box_characters() -> None:
    """A terminal that knows ASCII only gets a drawing in ASCII."""
    done = subprocess.run(
        [*MODULE, "show", SIX],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"[ -~\n]+", done.stdout)
    assert "+------------+" in done.stdout
