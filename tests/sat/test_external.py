"""Programs outside as solvers: the real ones against the built-in, and every way in which one can misbehave."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from command_line import INSTANCES, NONE, PATH, SIX, SIX_BOARD, TWO, run

from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.export import to_cnf
from satdnd.engine.settings import PREFIX, Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, UsageError
from satdnd.formats.loading import load
from satdnd.kinds.dungeon.formats import read_text
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.external import COMMANDS, ExternalBackend, ExternalSolverError, command_line
from satdnd.sat.formula import Formula
from satdnd.sat.session import Session

PUZZLES = sorted(
    p for p in INSTANCES.rglob("*") if p.suffix in (".dnd", ".json", ".txt") and "generated" not in p.parts
)
SMALL = (PATH, TWO, NONE, "# name: free\n ???\n?...\n?...\n?...\n")


def real(name: str) -> Any:
    """A parameter that is skipped, and says so, where the program is not installed."""
    missing = pytest.mark.skipif(shutil.which(name) is None, reason=f"the program {name} is not installed")
    return pytest.param(name, marks=missing)


REAL = [real(name) for name in ("cadical", "minisat", "cryptominisat5", "picosat", "clasp", "kissat", "glucose")]


def dungeon(text: str) -> Dungeon:
    """The one puzzle in *text*."""
    (puzzle,) = read_text(text)
    assert isinstance(puzzle, Dungeon)
    return puzzle


def boards(answer: Answer) -> set[int]:
    """The boards of an answer, each there once."""
    found = [solution.board for solution in answer.solutions]
    assert len(set(found)) == len(found)
    return set(found)


# real programs


@pytest.mark.parametrize("name", REAL)
def test_real_programs_answer_as_the_built_in(name: str) -> None:
    """Every instance: the same status of solve and unique, the same boards where there is one."""
    outside, inside = (Solver(Settings(solver=s)) for s in (PREFIX + name, "auto"))
    for path in PUZZLES:
        for puzzle in load(path):
            one, other = outside.unique(puzzle), inside.unique(puzzle)
            assert one.status == other.status, path
            assert one.stats.get("solver", "external") == "external"
            if one.status == UNIQUE:
                assert boards(one) == boards(other)
            if one.status == MULTIPLE:
                assert len(boards(one)) == 2
            first = outside.solve(puzzle)
            assert first.status == (UNSOLVABLE if one.status == UNSOLVABLE else SOLVED)
            assert all(KIND.accepts(puzzle, solution, DungeonOptions()) for solution in first.solutions)
    inside.close()


@pytest.mark.slow
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("name", REAL)
def test_real_programs_find_all_solutions(name: str, topology: str) -> None:
    """solve --all on small boards, in every topology, by cuts and by a self-contained formula."""
    for text in SMALL:
        puzzle = dungeon(text)
        expected = boards(Solver(DungeonOptions(topology=topology, way="backtrack")).solve(puzzle, None))
        for connectivity in ("lazy", "planar"):
            settings = DungeonOptions(topology=topology, connectivity=connectivity, solver=PREFIX + name)
            answer = Solver(settings).solve(puzzle, None)
            assert answer.complete
            assert boards(answer) == expected


@pytest.mark.parametrize("name", REAL)
def test_real_programs_on_the_command_line(name: str) -> None:
    """solve, unique and solve --all print what they always print."""
    solver = f"{PREFIX}{name}"
    assert run("solve", SIX, "--solver", solver) == (0, "6x6 example: solved (a tree)\n" + SIX_BOARD, "")
    assert run("unique", SIX, "--solver", solver) == (0, "6x6 example: unique (a tree)\n" + SIX_BOARD, "")
    every = run("solve", "--all", INSTANCES / "two-solutions.dnd", "--solver", solver)
    assert every.out.startswith("two ways out: solved (2 solutions, no others)")
    assert run("unique", "-", "--solver", solver, stdin=NONE).status == 1


@pytest.mark.parametrize("name", REAL)
def test_real_programs_output_is_decoded(name: str, tmp_path: Path) -> None:
    """The whole way round: export, the program itself, decode; and with the solution blocked, unsatisfiable."""
    for extra, expected in (
        ((), "valid"),
        (("--block", SIX.replace(".dnd", ".solution")), "unique (no other solution, according to the solver"),
    ):
        cnf, out = tmp_path / "six.cnf", tmp_path / "out.txt"
        out.unlink(missing_ok=True)
        run("export", SIX, *extra, "--output", cnf)
        ran = subprocess.run(
            command_line(name, str(cnf), str(out)), capture_output=True, text=True, timeout=60, check=False
        )
        if not out.exists():
            out.write_text(ran.stdout)
        decoded = run("decode", cnf, out)
        assert decoded.out.startswith(f"6x6 example: {expected}")
        assert decoded.status == 0


@pytest.mark.parametrize("name", REAL)
def test_real_programs_take_formulas_without_clauses_and_empty_clauses(name: str) -> None:
    """Nothing at all, a variable in no clause, an empty clause, contradictory units."""
    for clauses, top, expected in (
        ([], 0, True),
        ([], 3, True),
        ([[2]], 3, True),
        ([[]], 0, False),
        ([[1], [], [2]], 2, False),
        ([[1], [-1]], 1, False),
    ):
        formula = Formula(clauses=clauses)
        formula.pool.block(top)
        with Session(formula, backend=ExternalBackend(formula, name)) as session:
            assert session.solve() is expected
            if expected:
                assert [abs(x) for x in session.model] == list(range(1, top + 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_real_programs_time_limit(name: str) -> None:
    """A question that takes every program long is undecided soon after the time limit."""
    row = "17 " + "." * 24 + "\n"
    puzzle = "# name: hard\n " + " ".join(["17"] * 24) + "\n" + row * 24
    ran = run("solve", "-", "--solver", PREFIX + name, "--timeout", "0.3", "--format", "json", stdin=puzzle)
    if ran.status:  # a lucky one may be quick
        assert (ran.status, ran.answers[0]["status"]) == (3, "undecided")


# programs that misbehave


class Fake:
    """Writes scripts that pretend to be solvers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def python(self, code: str, shebang: str = f"#!{sys.executable} -IS") -> str:
        """A Python script; ``cnf`` is the name of the formula, ``say`` prints lines, ``leave`` exits at once."""
        head = (
            f"{shebang}\nimport os, signal, subprocess, sys, time\ncnf = sys.argv[1] if len(sys.argv) > 1 else ''\n"
            "def say(*lines):\n    print(*lines, sep='\\n', flush=True)\nleave = os._exit\n"
        )
        return self.script(head + code)

    def script(self, text: str) -> str:
        """Any executable file; the command that calls it, quoted."""
        path = self.folder / f"fake solver {len(list(self.folder.iterdir()))}"
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return shlex.quote(str(path))


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Scripts in a fresh folder, in whose name there is a blank."""
    folder = tmp_path / "fake solvers"
    folder.mkdir()
    return Fake(folder)


def ask(command: str, puzzle: str = PATH, timeout: float | None = None) -> Answer:
    """unique by an external command."""
    return Solver(Settings(solver=PREFIX + command, timeout=timeout)).unique(dungeon(puzzle))


MISBEHAVIOUR = {
    "crash": ("os.kill(os.getpid(), signal.SIGSEGV)", r"was ended by signal 11 \(Segmentation fault\)"),
    "abort with words": (
        "sys.stderr.write('c hm\\nout of memory'); sys.stderr.flush(); os.kill(os.getpid(), signal.SIGABRT)",
        r"was ended by signal 6 \(Aborted\): out of memory",
    ),
    "real-time signal": ("os.kill(os.getpid(), signal.SIGRTMIN + 2)", "was ended by signal 36 "),
    "exit status 1": ("say('s SATISFIABLE', 'v 1 2 0'); leave(1)", "failed with exit status 1: v 1 2 0"),
    "exit status 1 and a reason": ("sys.stderr.write('no licence\\n'); sys.stderr.flush(); leave(1)", "1: no licence"),
    "exit status 139": ("leave(139)", "failed with exit status 139"),
    "nothing": ("leave(0)", r"\(exit status 0\) gave no answer that can be read: no answer of a SAT solver"),
    "nothing but 10": ("leave(10)", r"\(exit status 10\) gave no answer that can be read"),
    "rubbish": ("say('<html>', '502 Bad Gateway'); leave(10)", "gave no answer that can be read"),
    "binary rubbish": ("sys.stdout.buffer.write(bytes(range(256)) * 9); leave(0)", "gave no answer that can be read"),
    "rubbish values": ("say('s SATISFIABLE', 'v 1 2 x'); leave(10)", "line 2: found 'x', expected a literal"),
    "both values": ("say('s SATISFIABLE', 'v 1 -1 0'); leave(10)", "line 2: variable 1 is both true and false"),
    "both answers": ("say('s SATISFIABLE', 's UNSATISFIABLE'); leave(20)", "found 'UNSATISFIABLE' after another"),
    "says yes, exits no": ("say('s SATISFIABLE', 'v 1 0'); leave(20)", "says satisfiable, but its exit status 20 says"),
    "says no, exits yes": ("say('s UNSATISFIABLE'); leave(10)", "says unsatisfiable, but its exit status 10 says"),
    "says unknown, exits yes": ("say('s UNKNOWN'); leave(10)", "says unknown, but its exit status 10 says otherwise"),
    "values without status": ("say('s UNKNOWN', 'v 1 2 0'); leave(0)", "the status is not SATISFIABLE"),
}


@pytest.mark.parametrize(("code", "message"), list(MISBEHAVIOUR.values()), ids=list(MISBEHAVIOUR))
def test_misbehaviour_is_an_error_and_no_answer(code: str, message: str, fake: Fake) -> None:
    """Each is an ExternalSolverError that names the program; on the command line status 2 and one line."""
    command = fake.python(code)
    with pytest.raises(ExternalSolverError, match=message) as caught:
        ask(command)
    assert "fake solver" in str(caught.value)
    ran = run("unique", "-", "--solver", PREFIX + command, stdin=PATH)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"satdnd: [^\n]+\n", ran.err)


WRONG = {
    "all false": "say('s SATISFIABLE', 'v -1 0'); leave(10)",
    "all true": "say('s SATISFIABLE', 'v ' + ' '.join(map(str, range(1, 99))) + ' 0'); leave(10)",
    "no values": "say('s SATISFIABLE'); leave(10)",
    "another board": "say('s SATISFIABLE', 'v 1 2 -3 -4 0'); leave(10)",
}


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [PATH, TWO, NONE], ids=["path", "two", "none"])
@pytest.mark.parametrize("code", list(WRONG.values()), ids=list(WRONG))
def test_wrong_models_are_never_answers(code: str, puzzle: str, fake: Fake) -> None:
    """A model that does not satisfy the clauses is caught, whatever board it stands for."""
    command = fake.python(code)
    with pytest.raises(
        EncodingBug, match=r"the solver's model does not satisfy the clauses: clause \d+ \(.+\) is false"
    ):
        ask(command, puzzle)
    for arguments in (("solve",), ("unique",), ("solve", "--all")):
        ran = run(*arguments, "-", "--solver", PREFIX + command, stdin=puzzle)
        assert (ran.status, ran.out) == (2, "")
        assert "does not satisfy the clauses" in ran.err


def test_the_same_right_model_again_and_again(fake: Fake) -> None:
    """A program that ignores what was blocked is caught at the second question: no false multiple, no endless --all."""
    formula = Formula.from_dimacs(to_cnf(dungeon(PATH), DungeonOptions(topology="local")))
    with Session(formula) as session:
        assert session.solve()
        model = " ".join(map(str, session.model))
    command = fake.python(f"say('s SATISFIABLE', 'v {model} 0'); leave(10)")
    settings = DungeonOptions(solver=PREFIX + command, topology="local")
    assert Solver(settings).solve(dungeon(PATH)).status == SOLVED
    for limit in (2, None):
        with pytest.raises(EncodingBug, match=r"\(added after a first answer, or an assumption\) is false"):
            Solver(settings).solve(dungeon(PATH), limit)


def test_a_liar_that_says_no_cannot_be_caught_without_a_proof(fake: Fake) -> None:
    """Unsatisfiable is believed: but a certificate of it is refused, since CaDiCaL finds the model."""
    command = fake.python("say('s UNSATISFIABLE'); leave(20)")
    assert ask(command).status == UNSOLVABLE
    ran = run("unique", "-", "--solver", PREFIX + command, "--proof", fake.folder / "c", stdin=PATH)
    assert ran.status == 2
    assert "was called unsolvable, but its formula has a model" in ran.err
    assert not (fake.folder / "c").exists()


def test_unknown_is_undecided(fake: Fake) -> None:
    """A program that gives up by itself: undecided, status 3."""
    command = fake.python("say('s UNKNOWN'); leave(0)")
    assert ask(command).status == UNDECIDED
    assert run("solve", "-", "--solver", PREFIX + command, stdin=PATH).status == 3


@pytest.mark.parametrize("code", [0, 10, 20, 30])
def test_exit_statuses_that_fit(code: int, fake: Fake) -> None:
    """0 fits any answer (not all programs use 10 and 20); 30 is clasp's, satisfiable and searched to the end."""
    command = fake.python(
        "from pathlib import Path\n"
        "units = [line.split()[0] for line in Path(cnf).read_text().split('\\n') if line.endswith(' 0')]\n"
        f"say('s {'UNSATISFIABLE' if code == 20 else 'SATISFIABLE'}')\n"
        f"if {code} != 20: say('v ' + ' '.join(units))\nleave({code})"
    )
    formula = Formula(clauses=[[1], [-2]])
    formula.pool.block(2)
    with Session(formula, backend=ExternalBackend(formula, command)) as session:
        assert session.solve() is (code != 20)
        if code != 20:
            assert list(session.model) == [1, -2]
            assert session.solve([-3, 4]) is True
            assert list(session.model) == [1, -2, -3, 4]
        else:
            assert session.core == []


# files and commands


def test_out_file(fake: Fake) -> None:
    """{out} is read, as minisat writes it, and not what is printed beside it."""
    command = fake.python(
        "out = sys.argv[2]; say('s UNSATISFIABLE', 'WARNING: chatter')\n"
        "open(out, 'w').write('SAT\\n1 2 -3 0\\n'); leave(10)"
    )
    formula = Formula(clauses=[[1, 3], [2]])
    formula.pool.block(3)
    with Session(formula, backend=ExternalBackend(formula, f"{command} {{cnf}} {{out}}")) as session:
        assert session.solve() is True
        assert list(session.model) == [1, 2, -3]


def test_out_file_that_was_not_written(fake: Fake) -> None:
    """With {out} in the command but no file, what was printed counts; an empty file is no answer."""
    formula = Formula(clauses=[[1], [-1]])
    formula.pool.block(1)
    command = fake.python("say('s UNSATISFIABLE'); leave(20)")
    assert ExternalBackend(formula, f"{command} {{cnf}} {{out}}").solve() is False
    command = fake.python("open(sys.argv[2], 'w').close(); say('s UNSATISFIABLE'); leave(20)")
    with pytest.raises(ExternalSolverError, match="no answer"):
        ExternalBackend(formula, f"{command} {{cnf}} {{out}}").solve()


def test_formula_file_is_dimacs_and_goes_away(fake: Fake) -> None:
    """The program gets a complete DIMACS file, assumptions as units at its end; nothing is left behind."""
    seen = fake.folder / "seen"
    command = fake.python(
        f"import shutil; shutil.copy(cnf, {str(seen)!r}); open({str(seen)!r} + '.name', 'w').write(cnf)\n"
        "say('s UNSATISFIABLE'); leave(20)"
    )
    formula = Formula(clauses=[[1, -2], []])
    formula.pool.block(2)
    backend = ExternalBackend(formula, command)
    backend.add_clause([5])
    assert backend.solve([-1, 7]) is False
    read = Formula.from_dimacs(seen.read_text())
    assert (read.clauses, read.variables) == ([[1, -2], [], [5], [-1], [7]], 7)
    left = Path(seen.with_suffix(".name").read_text())
    assert not left.exists()
    assert not left.parent.exists()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "no command after 'external:'; known by name: cadical, kissat"),
        ("   ", "no command after 'external:'"),
        ("{cnf}", "no command after 'external:'"),
        ("no-such-solver", "the program 'no-such-solver' was not found; is it installed and on the PATH?"),
        ("no-such-solver --fast {cnf}", "the program 'no-such-solver' was not found"),
        ("/no/such/solver", "the program '/no/such/solver' was not found"),
        ("cadical 'unclosed", "cannot read the command"),
        ('"', "No closing quotation"),
        ("''", "the program '' was not found"),
        ("/etc/passwd", "the program '/etc/passwd' was not found"),
        ("/", "the program '/' was not found"),
    ],
)
def test_commands_that_cannot_be(command: str, message: str) -> None:
    """Nothing to run, nothing found, quotes that do not close: status 2 and what to do."""
    ran = run("solve", SIX, "--solver", PREFIX + command)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    with pytest.raises(UsageError, match=re.escape(message)):
        ExternalBackend(Formula(), command)


def test_script_without_shebang(fake: Fake) -> None:
    """What the system cannot run is told as such, not as a file that cannot be written."""
    command = fake.script("echo hello\n")
    with pytest.raises(ExternalSolverError, match=r"^cannot run .*fake solver 0: Exec format error$"):
        ask(command)
    command = fake.script("#!/no/such/interpreter\n")
    with pytest.raises(ExternalSolverError, match=r"^cannot run .*fake solver 1: No such file or directory$"):
        ask(command)


def test_command_lines() -> None:
    """Placeholders anywhere, a formula at the end where there is none, names alone, quotes, no shell."""
    assert command_line("cadical", "f", "o") == ["cadical", "-q", "f"]
    assert command_line(" minisat ", "f", "o") == ["minisat", "-verb=0", "f", "o"]
    assert command_line("my --in={cnf} --out={out}.txt", "a b", "o") == ["my", "--in=a b", "--out=o.txt"]
    assert command_line("'my solver' -x", "f", "o") == ["my solver", "-x", "f"]
    assert command_line("my $HOME; rm *", "f", "o") == ["my", "$HOME;", "rm", "*", "f"]
    for name, command in COMMANDS.items():
        assert command_line(name, "f", "o")[0] == name == command.split()[0]


def test_native_counts_are_refused() -> None:
    """DIMACS has no native cardinality constraints."""
    ran = run("solve", SIX, "--solver", f"{PREFIX}{sys.executable}", "--cardinality", "native")
    assert ran.status == 2
    assert "choose a cardinality encoding other than native" in ran.err


# time limits


def gone(pid: int, within: float = 5) -> bool:
    """Whether a process ends within some seconds (a zombie has ended)."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def sleeper(fake: Fake) -> tuple[str, Path]:
    """A program that sleeps, with children that sleep and hold its output; and the file with their process ids."""
    pids = fake.folder / "pids"
    return (
        fake.python(
            "child, lost = (subprocess.Popen(['sleep', '60'], start_new_session=new) for new in (False, True))\n"
            f"open({str(pids)!r} + '.new', 'w').write(f'{{os.getpid()}} {{child.pid}} {{lost.pid}}')\n"
            f"os.rename({str(pids)!r} + '.new', {str(pids)!r})\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nsay('c working')\ntime.sleep(60)\n"
        ),
        pids,
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_time_limit_ends_the_program_and_its_children(sleeper: tuple[str, Path]) -> None:
    """Undecided about when the time is up; the program and its child are gone, though it ignores SIGTERM."""
    command, pids = sleeper
    answer = ask(command, timeout=1.0)
    assert (answer.status, answer.solutions) == (UNDECIDED, [])
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_interrupt_ends_the_program_and_its_children(sleeper: tuple[str, Path]) -> None:
    """Ctrl-C: status 130, and nothing is left running."""
    command, pids = sleeper
    process = subprocess.Popen(
        [sys.executable, "-m", "satdnd", "solve", SIX, "--solver", PREFIX + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in background shells
    )
    until = time.monotonic() + 30
    while not pids.exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(2)
    _, complaint = process.communicate(timeout=30)
    assert (process.returncode, complaint.strip()) == (130, "satdnd: interrupted")
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


def test_time_limit_on_the_command_line(fake: Fake) -> None:
    """--timeout reaches the program: status 3, and the answers to the other puzzles are there."""
    command = fake.python("time.sleep(60)")
    ran = run("unique", "-", "--solver", PREFIX + command, "--timeout", "0.2", stdin=PATH + "\n" + TWO)
    assert ran.status == 3
    assert "path: undecided (the time limit was reached)" in ran.out
    assert "two: undecided" in ran.out


def test_time_that_is_up_already_starts_nothing(fake: Fake) -> None:
    """--timeout 0: the program is not even started."""
    trace = fake.folder / "trace"
    command = fake.python(f"open({str(trace)!r}, 'w').close(); say('s UNKNOWN'); leave(0)")
    assert ask(command, timeout=0).status == UNDECIDED
    assert not trace.exists()


def test_time_limit_is_for_the_whole_question(fake: Fake) -> None:
    """A budget passes to each call what is left of it; without a budget there is no limit."""
    command = fake.python("time.sleep(0.3); say('s UNSATISFIABLE'); leave(20)")
    formula = Formula(clauses=[[1], [-1]])
    formula.pool.block(1)
    with Session(formula, backend=ExternalBackend(formula, command)) as session:
        assert session.solve(budget=Budget.of(0.05)) is None
        assert session.solve(budget=Budget.of(30)) is False
        assert session.solve() is False


def test_much_output_does_not_block(fake: Fake) -> None:
    """Megabytes on both streams are read while the program runs."""
    command = fake.python(
        "for _ in range(2000): sys.stderr.write('e' * 999 + '\\n'); sys.stdout.write('c ' + 'o' * 999 + '\\n')\n"
        "say('s UNSATISFIABLE'); leave(20)"
    )
    assert ask(command, timeout=60).status == UNSOLVABLE


def test_environment_is_handed_on(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is found on the PATH of the moment, by a name of one word."""
    path = fake.folder / "mysolver"
    shutil.move(shlex.split(fake.python("say('s UNSATISFIABLE'); leave(20)"))[0], path)
    monkeypatch.setenv("PATH", f"{fake.folder}{os.pathsep}{os.environ['PATH']}")
    assert ask("mysolver").status == UNSOLVABLE


@pytest.mark.slow
@pytest.mark.parametrize("waits", [True, False])
def test_a_child_in_a_session_of_its_own_is_not_waited_for(waits: bool, fake: Fake) -> None:
    """It keeps the pipes open; neither the time limit nor the answer waits for that. The limit ends it, too."""
    pid = fake.folder / "pid"
    code = (
        "child = subprocess.Popen(['sleep', '40'], start_new_session=True)\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
    ) + ("time.sleep(40)" if waits else "say('s UNSATISFIABLE'); leave(20)")
    backend = ExternalBackend(Formula(), fake.python(code))
    backend.budget = Budget.of(2)
    try:
        assert backend.solve() is (None if waits else False)
        assert not waits or not Path("/proc/self/environ").exists() or gone(int(pid.read_text()))
    finally:
        with suppress(ProcessLookupError):
            os.kill(int(pid.read_text()), signal.SIGKILL)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_program_that_prints_without_end(stream: str, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended when it has printed more than any model needs, and the error says so."""
    monkeypatch.setattr("satdnd.sat.external._MOST", 3_000_000)
    code = f"while True: sys.{stream}.write('c nothing new' * 1000)"
    with pytest.raises(ExternalSolverError, match=r"printed more than 3 MB and was ended"):
        ExternalBackend(Formula(), fake.python(code)).solve()


def test_an_answer_file_without_end(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that a program writes is not read beyond that either."""
    monkeypatch.setattr("satdnd.sat.external._MOST", 1000)
    command = fake.python("open(sys.argv[2], 'w').write('c ' * 600)") + " {cnf} {out}"
    with pytest.raises(ExternalSolverError, match="wrote an answer of more than"):
        ExternalBackend(Formula(), command).solve()


def test_a_full_disk_is_an_ordinary_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system refuses is said as an error of the solver, so that other puzzles go on."""

    def refuse(*args: Any, **options: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refuse)
    with pytest.raises(ExternalSolverError, match="No space left on device"):
        ExternalBackend(Formula(), f"{sys.executable} -c pass").solve()


def test_stop_ends_the_program(sleeper: tuple[str, Path]) -> None:
    """A question that is stopped from outside ends the program that works on it."""
    command, pids = sleeper
    backend = ExternalBackend(Formula(), command)
    backend.budget = Budget.of(stop=pids.exists)
    assert backend.solve() is None
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


def nothing_stays(process: subprocess.Popen[bytes], number: int, pids: Path, temporary: Path) -> None:
    """End *process* by a signal while its program runs: the program, what it started and the files go."""
    until = time.monotonic() + 30
    while not pids.exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(number)
    process.wait(30)
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)
    until = time.monotonic() + 30
    while list(temporary.iterdir()) and time.monotonic() < until:
        time.sleep(0.02)
    assert not list(temporary.iterdir())


SOLVE = """
import sys, threading
from satdnd.sat.external import ExternalBackend
from satdnd.sat.formula import Formula
solve = ExternalBackend(Formula(), sys.argv[1]).solve
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("how", ["solve()", "threading.Thread(target=solve).start()"], ids=["main", "thread"])
def test_signals_end_the_program_and_its_children(
    number: int, how: str, sleeper: tuple[str, Path], tmp_path: Path
) -> None:
    """Signals end this process as they always do, kill -9 too, and leave neither programs nor files behind."""
    command, pids = sleeper
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE + how, command], env={**os.environ, "TMPDIR": str(temporary)}
    )
    nothing_stays(process, number, pids, temporary)
    assert process.returncode == -number


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_leave_no_program_behind(number: int, sleeper: tuple[str, Path], tmp_path: Path) -> None:
    """They are killed, or end at once when whoever made them is: the programs that they run end as well."""
    command, pids = sleeper
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "path.dnd").write_text(PATH)
    batch = ("batch", "--workers", "1", "--way", "sat", "--solver", PREFIX + command)
    process = subprocess.Popen(
        [sys.executable, "-m", "satdnd", *batch, str(tmp_path / "path.dnd")],
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in background shells
    )
    nothing_stays(process, number, pids, temporary)
