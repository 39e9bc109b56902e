"""Any program that reads DIMACS, as the solver of a session.

``external:COMMAND`` runs COMMAND for each question. The formula, later clauses, and the assumptions as unit clauses are
written to a file; the answer is read from standard output (``s``/``v`` lines as in the SAT competitions) or from the
file that minisat writes. ``{cnf}`` and ``{out}`` in COMMAND are replaced by the two files; well-known solvers can be
given by name alone.
No program and no file outlives this process, however it ends, `kill -9` included: a shell process watches over them.
Processes that a program started in other sessions are ended too if there is /proc; otherwise they continue.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from satdnd.errors import EncodingBug, InputError, SatdndError, UsageError
from satdnd.sat.budget import Budget, size
from satdnd.sat.formula import Clause, Formula, Literal

COMMANDS = {
    "cadical": "cadical -q {cnf}",
    "kissat": "kissat -q {cnf}",
    "minisat": "minisat -verb=0 {cnf} {out}",
    "glucose": "glucose -verb=0 -model {cnf}",
    "cryptominisat5": "cryptominisat5 --verb 0 {cnf}",
    "picosat": "picosat {cnf}",
    "clasp": "clasp --verbose=1 {cnf}",
}
"""Command lines of the solvers that are known by name."""

_MEANING = {10: True, 20: False, 30: True}  # 30: clasp found a model and searched everything
_FINE = {0, *_MEANING}
_MOST = 64_000_000
"""Bytes that a program may print, beyond 32 for each variable."""
_MARK = "SATDND_RUN"
"""Environment variable that marks a program and everything it starts."""
_POLL = 0.05
"""Seconds between two checks of the budget."""


class ExternalSolverError(SatdndError):
    """A solver program is missing, crashed, or gave no sensible answer."""


@dataclass(frozen=True)
class SolverOutput:
    """The parsed output of a solver."""

    status: bool | None
    """True: satisfiable; False: unsatisfiable; None: unknown."""
    literals: tuple[Literal, ...] = ()
    """The model, possibly partial."""


def parse_output(text: str, source: str | None = None) -> SolverOutput:
    """Parse the output of a SAT-competition style solver, or minisat's result file.

    Reads ``s SATISFIABLE`` / ``s UNSATISFIABLE`` / ``s UNKNOWN`` and ``v`` lines, or ``SAT`` or ``UNSAT`` and a line of
    literals. A missing final 0, missing variables and ``x12`` for 12 (pseudo-Boolean solvers) are accepted; other lines
    are ignored.

    Raises:
        InputError: no status and no literals; a ``v`` line with anything but literals; a variable with both values;
            two different statuses; values without the status that they need.
    """
    status: bool | None = None
    answered = False
    literals: list[Literal] = []
    seen: set[Literal] = set()
    bare = False  # minisat: the line after SAT is the model
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        word = words[1] if words[0] == "s" and len(words) > 1 else words[0]
        if (words[0] == "s" or len(words) == 1) and word in _STATUS:
            if answered and status is not _STATUS[word]:
                raise InputError(f"found {word!r} after another answer", source=source, line=number)
            status, answered = _STATUS[word], True
            bare = words[0] != "s" and status is True
            continue
        if words[0] == "v" or bare:
            for value in words[words[0] == "v" :]:
                if not re.fullmatch("-?x?[0-9]{1,18}", value):
                    raise InputError(f"found {value[:40]!r}, expected a literal", source=source, line=number)
                literal = int(value.replace("x", ""))
                if -literal in seen and literal:
                    message = f"variable {abs(literal)} is both true and false"
                    raise InputError(message, source=source, line=number)
                if literal:
                    seen.add(literal)
                    literals.append(literal)
    if literals and not answered:
        status, answered = True, True
    if not answered:
        raise InputError(
            "no answer of a SAT solver: expected a line 's SATISFIABLE' with 'v' lines, or 's UNSATISFIABLE'",
            source=source,
        )
    if literals and status is not True:
        raise InputError("there are 'v' lines, but the status is not SATISFIABLE", source=source)
    return SolverOutput(status, tuple(literals))


_STATUS = {
    "SATISFIABLE": True,
    "UNSATISFIABLE": False,
    "UNKNOWN": None,
    "SAT": True,
    "UNSAT": False,
    "INDET": None,
    "INDETERMINATE": None,
}


def command_line(command: str, cnf: str, out: str) -> list[str]:
    """The argument list to run for *command* (without the prefix ``external:``).

    Raises:
        UsageError: *command* is empty, or its quotes do not close.
    """
    command = COMMANDS.get(command.strip(), command)
    if "{cnf}" not in command:
        command += " {cnf}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"cannot read the command {command!r}: {error}") from error
    if words[:1] == ["{cnf}"]:
        raise UsageError(f"no command after 'external:'; known by name: {', '.join(COMMANDS)}")
    return [word.replace("{cnf}", cnf).replace("{out}", out) for word in words]


def _end_marked(mark: str) -> None:
    """Kill processes that a program started in other sessions, found by the mark in their environment; needs /proc."""
    wanted = f"{_MARK}={mark}".encode()
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # already ended, or another user's
            if wanted in (place / "environ").read_bytes().split(b"\0"):
                os.kill(int(place.name), signal.SIGKILL)


_WATCH = f"""
read -r never
for folder in "$1"*; do
    [ -O "$folder" ] && [ ! -L "$folder" ] || continue
    read -r group < "$folder/group" && kill -9 -- "-$group"
    for place in $(grep -lsF "{_MARK}=${{folder##*/}}" /proc/[0-9]*/environ); do
        place=${{place#/proc/}}
        kill -9 "${{place%/environ}}"
    done
    rm -rf -- "$folder"
done
"""
"""Waits for end of file on its input, that is, for the end of this process; then kills running programs and deletes
their files.
"""


@functools.cache
def _folders() -> str:
    """The prefix of this process's temporary folders, after starting the shell that watches over them.

    PR_SET_PDEATHSIG would not suffice: it exists on Linux only, has to be set between fork and exec, where no Python
    may run next to other threads, and ends neither the program's own children nor the folder.
    """
    prefix = f"satdnd-{uuid4().hex}-"
    words = ["/bin/sh", "-c", _WATCH, "sh", str(Path(tempfile.gettempdir(), prefix))]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    watch = subprocess.Popen(words, stdin=subprocess.PIPE, **quiet)
    atexit.register(watch.communicate)
    return prefix


class _TerminationSignal(BaseException):
    """A signal that ends this process arrived while a program was running."""


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """On SIGTERM or SIGHUP, unless handled elsewhere, end the program, delete its files, then end this process."""

    def end(number: int, frame: Any) -> None:
        """Leave the wait for the program, so that it is ended first."""
        raise _TerminationSignal(number)

    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    except _TerminationSignal as ended:
        signal.signal(ended.args[0], signal.SIG_DFL)
        os.kill(os.getpid(), ended.args[0])
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


class ExternalBackend:
    """A backend of `satdnd.sat.session.Session` that starts the program for every question."""

    def __init__(self, formula: Formula, command: str) -> None:
        if formula.at_mosts:
            raise UsageError("an external solver reads clauses only: choose a cardinality encoding other than native")
        self.budget: Budget | None = None
        """The program is killed when this budget is spent; None: never."""
        self._command = command
        words = command_line(self._command, "", "")
        if shutil.which(words[0]) is None:
            raise UsageError(f"the program {words[0]!r} was not found; is it installed and on the PATH?")
        self._family_of = formula.family_of
        self._given = len(formula.clauses)
        self._clauses: list[Clause] = list(formula.clauses)
        self._top = formula.variables
        self._model: list[Literal] = []
        self._assumptions: list[Literal] = []

    def solve(self, assumptions: Sequence[Literal] = ()) -> bool | None:
        """Run the program.

        Returns:
            None if it did not finish within `budget`, or said UNKNOWN.

        Raises:
            ExternalSolverError: it crashed, printed too much, or its answer cannot be understood.
            EncodingBug: its model does not satisfy the clauses.
        """
        self._assumptions = list(assumptions)
        clauses = self._clauses + [[x] for x in assumptions]
        top = max([self._top, *(abs(x) for clause in clauses[-len(assumptions) - 1 :] for x in clause)])
        formula = Formula(clauses=clauses)
        formula.pool.top = top
        try:
            with _signals(), tempfile.TemporaryDirectory(prefix=_folders()) as folder:
                cnf, out = Path(folder, "formula.cnf"), Path(folder, "answer.txt")
                cnf.write_text(formula.to_dimacs(names=False), encoding="ascii")
                words = command_line(self._command, str(cnf), str(out))
                code, answer, complaint = self._run(words, Path(folder))
                if code is None:
                    return None
                if out.exists() and "{out}" in self._template:
                    answer = self._result_text(out)
        except OSError as error:
            raise ExternalSolverError(f"cannot hand a formula to {self._command!r}: {error}") from error
        status = self._believe(code, answer, complaint, top)
        wrong = next(formula.falsified(self._model), None) if status else None
        if wrong is not None:
            family = self._family_of(wrong) if wrong < self._given else "added after a first answer, or an assumption"
            raise EncodingBug(
                f"{words[0]}: the solver's model does not satisfy the clauses: clause {wrong + 1} "
                f"({family or 'unnamed'}) is false in it; it did not become an answer"
            )
        return status

    def _result_text(self, out: Path) -> str:
        with out.open("rb") as file:
            answer = file.read(self._most + 1)
        if len(answer) > self._most:
            raise ExternalSolverError(f"{self._command!r} wrote an answer of more than {size(self._most)}")
        return answer.decode(errors="replace")

    @property
    def _most(self) -> int:
        return _MOST + 32 * self._top

    @property
    def _template(self) -> str:
        return COMMANDS.get(self._command.strip(), self._command)

    def _run(self, words: list[str], folder: Path) -> tuple[int | None, str, str]:
        """(exit status or None when the budget was spent, standard output, standard error)."""
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its children can be ended with it
                env={**os.environ, _MARK: folder.name},
            )
        except OSError as error:
            raise ExternalSolverError(f"cannot run {words[0]}: {error.strerror or error}") from error
        ended = False
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            (folder / "group").write_text(f"{process.pid}\n")
            printed, complaint, ended = self._listen(process, process.stdout, process.stderr)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if not ended:
                _end_marked(folder.name)
            process.wait()
            process.stdout.close()
            process.stderr.close()
        if not ended:
            return None, "", ""
        return process.returncode, printed.decode(errors="replace"), complaint.decode(errors="replace")

    def _listen(self, process: subprocess.Popen[bytes], out: IO[bytes], err: IO[bytes]) -> tuple[bytes, bytes, bool]:
        """The output of *process* until it ends or the budget is spent, and whether it ended.

        Does not wait for a child that survives and keeps the pipes open.
        """
        name = shlex.split(self._command)[0]
        received = {out.fileno(): bytearray(), err.fileno(): bytearray()}
        with selectors.DefaultSelector() as selector:
            for pipe in received:
                os.set_blocking(pipe, False)
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                if self.budget is not None and self.budget.spent:
                    return b"", b"", False
                over = process.poll() is not None
                ready = selector.select(0 if over else min(_POLL, self.budget.left if self.budget else _POLL))
                if over and not ready:
                    break
                for key, _ in ready:
                    part = os.read(key.fd, 1 << 20)
                    received[key.fd] += part
                    if not part:
                        selector.unregister(key.fd)
                if sum(map(len, received.values())) > self._most:
                    raise ExternalSolverError(
                        f"{name} printed more than {size(self._most)} and was ended; "
                        f"a model of {self._top} variables needs less"
                    )
        while process.poll() is None:  # it closed its pipes but is still running
            if self.budget is not None and self.budget.spent:
                return b"", b"", False
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(min(_POLL, self.budget.left) if self.budget else None)
        return bytes(received[out.fileno()]), bytes(received[err.fileno()]), True

    def _believe(self, code: int, answer: str, complaint: str, top: int) -> bool | None:
        name = shlex.split(self._command)[0]
        lines = (complaint.strip() or answer.strip()).splitlines()
        last = f": {lines[-1][:200]}" if lines else ""
        if code < 0:
            raise ExternalSolverError(f"{name} was ended by signal {-code} ({signal.strsignal(-code)}){last}")
        if code not in _FINE:
            raise ExternalSolverError(f"{name} failed with exit status {code}{last}")
        try:
            output = parse_output(answer)
        except InputError as error:
            raise ExternalSolverError(
                f"{name} (exit status {code}) gave no answer that can be read: {error}"
            ) from error
        if code in _MEANING and output.status is not _MEANING[code]:
            word = {True: "satisfiable", False: "unsatisfiable", None: "unknown"}[output.status]
            raise ExternalSolverError(f"{name} says {word}, but its exit status {code} says otherwise")
        if output.status:
            true = set(output.literals)
            self._model = [v if v in true else -v for v in range(1, top + 1)]
        return output.status

    def get_model(self) -> list[Literal]:
        """The last model; variables that the program left out are false."""
        return self._model

    def nof_vars(self) -> int:
        """As many as the model has."""
        return len(self._model)

    def get_core(self) -> list[Literal]:
        """All assumptions: an external program reports no core."""
        return self._assumptions

    def add_clause(self, clause: Clause) -> None:
        """Add a clause for later questions."""
        self._clauses.append(clause)
        self._top = max([self._top, *map(abs, clause)])

    def delete(self) -> None:
        """Forget the clauses; there is nothing else to release."""
        self._clauses = []
