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
from typing import Any

import pytest
from command_line import SIX_BOARD, TWO

import satdnd
from satdnd.cli.stream import AT_ONCE

ROOT = Path(__file__).parents[2]
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


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "unique", "forced", "convert"])
@pytest.mark.parametrize("kind", ["sudoku", "dungeon"])
def test_a_pipe_is_answered_line_by_line(command: str, kind: str) -> None:
    """The first line of JSON is answered before the second is there."""
    if kind == "sudoku":
        line = '{"kind": "sudoku", "name": "s", "clues": "1.....3..4.....2"}\n'
    else:
        line = '{"kind": "dungeon", "name": "d", "rows": [1], "columns": [1], "monsters": [], "treasures": []}\n'
    more = [] if command == "convert" else ["--format", "json"]
    process = subprocess.Popen(
        [*MODULE, command, "-", *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["kind"] == kind
        process.stdin.close()
        assert (process.wait(30), process.stdout.read()) == (0, "")
        process.stdout.close()
    finally:
        process.kill()


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
    """``import satdnd`` loads its version, the names of the kinds and no more."""
    code = "import sys, satdnd; print(sorted(m for m in sys.modules if m.startswith(('satdnd', 'pysat', 'networkx'))))"
    assert call(sys.executable, "-c", code) == (
        0,
        "['satdnd', 'satdnd.errors', 'satdnd.registry', 'satdnd.version']\n",
        "",
    )


def test_plain_text_loads_no_colours() -> None:
    """Without a terminal there is no reason to load rich."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('rich' in sys.modules, file=sys.stderr))\n"
        f"from satdnd.cli import main; main(['solve', {SIX!r}])"
    )
    assert call(sys.executable, "-c", code)[2] == "False\n"


def loaded_by(*arguments: str, stdin: str = "") -> tuple[set[str], set[str]]:
    """The kinds, and the heavy modules, that a command imports."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"from satdnd.cli import main; main({list(arguments)!r})"
    )
    modules = call(sys.executable, "-c", code, stdin=stdin)[2].splitlines()[-1].split()
    own = [name.split(".") for name in modules if name.startswith("satdnd.kinds.")]
    kinds = {
        parts[2] for parts in own if parts[3:] not in ([], ["options"])
    }  # flags of all kinds are read from options
    return kinds, set(HEAVY).intersection(modules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "kinds", "heavy"),
    [
        (["unique", SIX], {"dungeon"}, {"pysat", "networkx"}),
        (["unique", SIX, "--quiet", "--format", "json"], {"dungeon"}, {"pysat", "networkx"}),
        (["unique", str(INSTANCES / "misprinted" / "course-p2.dnd")], {"dungeon"}, {"pysat"}),
        (["solve", "--way", "backtrack", SIX, "--timeout", "0"], {"dungeon"}, {"pysat"}),
        (["show", SIX], {"dungeon"}, set()),
        (["convert", SIX], {"dungeon"}, set()),
        (["verify", SIX, SIX.replace(".dnd", ".solution")], {"dungeon"}, {"networkx"}),
        (["example", "dungeon"], set(), set()),
        (["help"], set(), set()),
        (["unique", str(ROOT / "instances" / "queens" / "completion.queens")], {"queens"}, {"pysat"}),
    ],
    ids=lambda value: " ".join(map(str, value)).replace(str(ROOT), "") if isinstance(value, list) else "",
)
def test_a_command_imports_what_it_needs(arguments: list[str], kinds: set[str], heavy: set[str]) -> None:
    """Its own kind, no colours in a pipe, no graphs but to check a board, no solver where none is asked."""
    found_kinds, found_heavy = loaded_by(*arguments)
    assert found_kinds <= kinds
    assert found_heavy <= heavy


def heed_interrupts() -> None:
    """In a process just started: a shell that runs the tests in the background makes its children ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def signalled(arguments: list[str], output: Path, wait: float, number: int = signal.SIGINT) -> tuple[int, str, str]:
    """Start, wait for the first answer in the file beside *output*, wait a little, send a signal: as `call`."""
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
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    return process.returncode, out, err


def ended_in_order(status: tuple[int, str, str], expected: int, word: str, folder: Path) -> None:
    """The status, two lines, no traceback; the old file, the part beside it, and nothing else but the puzzles."""
    code, out, err = status
    assert (code, out) == (expected, ""), err
    assert [line for line in err.splitlines() if line] == [
        "satdnd: answers.jsonl is unchanged; the answers so far are in answers.jsonl.part",
        f"satdnd: {word}",
    ]
    assert (folder / "answers.jsonl").read_text() == "precious"
    part = (folder / "answers.jsonl.part").read_text()
    answered, *cut = map(json.loads, part.splitlines())
    assert answered["name"] == "two"
    assert [(answer["name"], answer["status"], answer["reason"]) for answer in cut] == [
        ("free", "undecided", "interrupted")
    ] * len(cut)
    assert all(len(answer["solutions"]) >= AT_ONCE for answer in cut), "few are not given before all are found"
    assert sorted(os.listdir(folder)) == ["answers.jsonl", "answers.jsonl.part", "two.dnd"]


@pytest.fixture
def two(tmp_path: Path) -> Any:
    """A function that writes a puzzle that is soon answered and another, beside an output that is there."""

    def write(other: str) -> tuple[str, Path]:
        (tmp_path / "two.dnd").write_text(f"{TWO}\n{other}")
        output = tmp_path / "answers.jsonl"
        output.write_text("precious")
        return str(tmp_path / "two.dnd"), output

    return write


@pytest.mark.slow
@pytest.mark.parametrize("way", ["sat", "backtrack"])
def test_interrupt_of_an_endless_enumeration(way: str, two: Any, tmp_path: Path) -> None:
    """Ctrl-C: status 130, no traceback; what was answered before is in a part beside the old file, whole."""
    puzzles, output = two(FREE)
    arguments = ["solve", "--all", "--way", way, "--format", "json", puzzles]
    ended_in_order(signalled(arguments, output, 0.3), 130, "interrupted", tmp_path)


@pytest.mark.parametrize(
    "solver", ["auto", "lingeling", *(pytest.param(s, marks=pytest.mark.slow) for s in ("glucose4", "minisat22"))]
)
def test_interrupt_in_the_middle_of_a_search(solver: str, two: Any, tmp_path: Path) -> None:
    """Ctrl-C while a solver of PySAT is at work: the same, and neither its own exception nor an abort."""
    puzzles, output = two(HARD)
    arguments = ["solve", "--compilation", "direct", "--solver", solver, "--format", "json", puzzles]
    ended_in_order(signalled(arguments, output, 1.0), 130, "interrupted", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "status", "word"),
    [(signal.SIGTERM, 143, "terminated"), (signal.SIGHUP, 129, "terminated")],
    ids=["SIGTERM", "SIGHUP"],
)
@pytest.mark.parametrize("puzzle", [FREE, HARD], ids=["free", "hard"])
def test_other_signals(number: int, status: int, word: str, puzzle: str, two: Any, tmp_path: Path) -> None:
    """A polite request to end: as Ctrl-C, with the status that a shell gives it; nothing temporary is left."""
    puzzles, output = two(puzzle)
    arguments = ["solve", "--all", "--compilation", "direct", "--format", "json", puzzles]
    ended_in_order(signalled(arguments, output, 0.5, number), status, word, tmp_path)


@pytest.mark.slow
def test_a_solver_that_cannot_be_cut_short_dies_of_a_signal(tmp_path: Path) -> None:
    """Python cannot answer SIGTERM before its C code returns, which may be in hours: it ends at once all the same."""
    (tmp_path / "hard.dnd").write_text(HARD)
    process = subprocess.Popen([*MODULE, "solve", "--solver", "lingeling", str(tmp_path / "hard.dnd")])
    try:
        time.sleep(1.5)
        process.terminate()
        assert process.wait(10) in (-signal.SIGTERM, 143)
    finally:
        process.kill()


COMPILING = (
    ["export", "--kind", "unattacked", "--cardinality", "seqcounter", "--least", "1"],
    ["export", "--kind", "unattacked", "--least", "1"],
    ["solve", "--kind", "unattacked", "--way", "sat", "--least", "900"],
)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", COMPILING, ids=" ".join)
@pytest.mark.parametrize(
    ("wait", "large"), [(0.6, "50x50 800\n"), pytest.param(1.2, "70x70 1600\n", marks=pytest.mark.slow)]
)
def test_interrupt_while_compiling(arguments: list[str], wait: float, large: str, tmp_path: Path) -> None:
    """Ctrl-C while PySAT or Python writes clauses; boards are so large that they do for seconds more."""
    (tmp_path / "large.unattacked").write_text(large)
    process = subprocess.Popen(
        [*MODULE, *arguments, str(tmp_path / "large.unattacked")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    try:
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err.strip()) == (130, "", "satdnd: interrupted")


IMPORTED = """
import sys
class Finder:
    def find_spec(self, name, *rest):
        if name == {name!r}:
            exec("raise KeyboardInterrupt")
sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize("name", ["satdnd.cli", "satdnd.cli.solve", "satdnd.kinds.dungeon.encode"])
def test_interrupt_while_dataclasses_are_made(name: str, tmp_path: Path) -> None:
    """Python runs texts of code for them; Ctrl-C there would be death by SIGINT, whatever is made of it later."""
    (tmp_path / "sitecustomize.py").write_text(IMPORTED.format(name=name))
    done = subprocess.run(
        [*MODULE, "solve", "instances/dungeon/example-8x8.dnd"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "satdnd: interrupted")


AT_A_MOMENT = """
import os, signal, sys
calls, moment = 0, int(sys.argv.pop(1))
def count(frame, event, argument):
    global calls
    calls += event == "call"
    if calls == moment:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
from satdnd.__main__ import main
sys.setprofile(count)
main()
"""
"""Ctrl-C at the n-th call of a function."""


@pytest.mark.parametrize(
    "moment",
    [
        *(3, 400, 8_000, 60_000),
        *(pytest.param(m, marks=pytest.mark.slow) for m in range(3_000, 160_000, 15_100)),
    ],
)
def test_interrupt_at_any_moment(moment: int, tmp_path: Path) -> None:
    """In the imports, while reading, compiling, solving, drawing: 130, or the whole answer where it was too late."""
    command = ["unique", SIX, "--output", str(tmp_path / "out")]
    status, out, err = call(sys.executable, "-c", AT_A_MOMENT, str(moment), *command)
    if status == 0:
        assert (tmp_path / "out").read_text(encoding="utf-8") == "6x6 example: unique (a tree)\n" + SIX_BOARD
        return
    assert (status, out) == (130, ""), err
    assert "Traceback" not in err
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


CLOSED = ["0<&-", ">&-", "2>&-", "0<&- >&- 2>&-"]


COMMANDS = ["--help", f"solve {SIX}", "solve -", "solve nowhere.dnd", "help dungeon", "show -"]


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        pytest.param(command, closed, marks=[pytest.mark.slow] if i % 4 != j else [])
        for i, command in enumerate(COMMANDS)
        for j, closed in enumerate(CLOSED)
    ],
)
def test_closed_streams(command: str, closed: str) -> None:
    """Standard streams that are closed: the status is what it is, and there is no traceback."""
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m satdnd {command} {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == (0 if "-" not in command.split() and "nowhere" not in command else 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "a bug" not in done.stderr


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("MemoryError()", "the machine ran out of memory; --memory sets a limit"),
        ("ZeroDivisionError('oh')", "a bug in satdnd: ZeroDivisionError: oh (at <string>:3)"),
    ],
)
def test_what_nobody_foresaw(error: str, message: str) -> None:
    """An exception that nothing catches: one line, and status 2, never 1, which scripts read as an answer."""
    code = (
        "import satdnd.cli.run as run\nfrom satdnd.cli import main\n"
        f"def fail(*_, **__): raise {error}\nrun.items = fail\nmain(['solve', {SIX!r}])"
    )
    assert call(sys.executable, "-c", code) == (2, "", f"satdnd: {message}\n")


@pytest.mark.slow
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("arguments", [["solve", "nowhere.dnd"], ["solve", "--nonsense"], ["unique", SIX, "--verbose"]])
def test_standard_error_that_takes_nothing(arguments: list[str]) -> None:
    """What cannot be told is not told; the status is 2, never 1."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*MODULE, *arguments], stdout=subprocess.PIPE, stderr=full, check=False)
    assert done.returncode in (2, 120)  # 120: Python itself cannot write its last words


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
@pytest.mark.parametrize("arguments", [["export", SIX], ["booklet", SIX], ["show", SIX, "--format", "pdf"]])
def test_a_file_that_does_not_fit(arguments: list[str], tmp_path: Path) -> None:
    """As on a full disk: the message names the file, the old one stays, and no part of the new one remains."""
    import resource

    out = tmp_path / "out.pdf"
    out.write_text("old")
    done = subprocess.run(
        [*MODULE, *arguments, "--output", str(out)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert (done.returncode, done.stderr) == (2, f"satdnd: cannot write {out}: File too large\n")
    assert (os.listdir(tmp_path), out.read_text()) == (["out.pdf"], "old")


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


def test_a_question_searches_for_no_garbage_and_loads_no_generator() -> None:
    """Counted as the process ends; with Python's usual threshold there are more than a hundred searches."""
    code = """if True:
        import atexit, gc, sys
        from satdnd.__main__ import main
        def report():
            searches = sum(now["collections"] - then["collections"] for now, then in zip(gc.get_stats(), before))
            loaded = [name for name in ("generate", "carve", "layout") if f"satdnd.kinds.dungeon.{name}" in sys.modules]
            print(searches, gc.isenabled(), loaded, file=sys.stderr)
        atexit.register(report)
        before = gc.get_stats()
        main()
    """
    status, out, err = call(sys.executable, "-c", code, "unique", SIX)
    assert (status, out, err) == (0, "6x6 example: unique (a tree)\n" + SIX_BOARD, "0 False []\n")
