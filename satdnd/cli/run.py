"""What the commands for many puzzles share: read, ask, write each answer, show progress, go on after a bad one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from satdnd.answer import Answer, shown
from satdnd.cli import crews, options
from satdnd.cli.output import Output
from satdnd.cli.stream import Stream
from satdnd.errors import InputError, SatdndError
from satdnd.loading import Item, read

PROGRESS_AFTER = 1.0
"""Seconds before a progress line appears."""


def items(puzzles: Sequence[str], kind: str | None) -> Iterator[Item]:
    """Every puzzle of every argument, as it is read; an error in the place of each that cannot be read."""
    for path in puzzles:
        try:
            yield from read(path, kind)
        except InputError as error:
            yield Item(str(path), kind or "", error=error)


def read_once(*paths: str | None) -> None:
    """UsageError where standard input is more than one of them."""
    if sum(path == "-" for path in paths) > 1:
        raise click.UsageError("standard input can be read once: give a file in place of one of the -")


def one_puzzle(path: str, kind: str | None) -> Item:
    """The only puzzle of a file. InputError for a bad one, none, or several."""
    found = list(read(path, kind))
    if len(found) != 1:
        raise InputError(f"found {len(found)} puzzles, expected a file with one", source=str(path))
    if found[0].error:
        raise found[0].error
    return found[0]


def ask(context: click.Context, given: dict[str, Any], operation: str, /, **arguments: Any) -> None:
    """Ask *operation* of every PUZZLE, tell every answer as it is known, and end with the exit status."""
    from satdnd.solving import Solver
    from satdnd.tasks import Task, perform

    settings, wishes = options.settings_of(given), options.wishes_of(context, given)
    conquer = crews.conquer_of(given)
    solver = Solver(settings, wishes, sat=conquer)

    several_solutions = operation == "solve" and arguments["limit"] != 1
    stream: Stream | None = None

    def answer(puzzle: Any) -> Answer[Any]:
        """The operation, asked of one puzzle; solutions go into the stream where there is one."""
        return perform(Task(operation, puzzle, settings, arguments), solver, stream.take if stream else None)

    question: Callable[[Any], Answer[Any]] = answer
    if given.get("proof"):
        from satdnd.cli.proofs import certifying

        many = several(given["puzzles"], given["kind"])
        question = certifying(answer, given["proof"], solver, many, conquer.refute if conquer else None)
    with output_of(given) as output:
        with Progress() as progress:
            for item in items(given["puzzles"], given["kind"]):
                progress.at(item.name)
                if item.error:
                    progress.pause()
                    output.refuse(item.name, item.kind, item.error)
                else:
                    stream = Stream(output, item.puzzle, progress.pause) if several_solutions else None
                    try:
                        found = question(item.puzzle)
                    except BaseException as error:
                        if stream and not isinstance(error, Exception):  # Ctrl-C, or another process asks us to end
                            stream.cut()
                        raise
                    progress.pause()
                    if stream:
                        stream.end(found)
                    elif found.status == "error":
                        output.refuse(item.name, item.kind, SatdndError(f"{item.name}: {found.reason}"))
                    else:
                        output.tell(found)
        output.sum_up("puzzles")
    context.exit(output.exit_status)


def output_of(given: dict[str, Any]) -> Output:
    """The output that a command's flags describe."""
    flags = {name: bool(given.get(name)) for name in ("verbose", "quiet", "coordinates", "boards")}
    return Output(given["output"], given["style"], settings=options.settings_of(given), **flags)


def several(puzzles: Sequence[str], kind: str | None) -> bool:
    """Whether there is more than one puzzle; standard input counts as several, since nobody knows."""
    if len(puzzles) > 1 or puzzles[0] == "-":
        return True
    found = items(puzzles, kind)
    return next(found, None) is not None and next(found, None) is not None


class Progress:
    """A line on standard error once something takes more than a second; nothing when it is no terminal.

    A timer of its own draws it, so that it shows while one puzzle is worked on.
    """

    def __init__(self, what: str = "puzzle") -> None:
        self._what = what
        self._name = ""
        self._done = -1
        self._round = 0
        self._status: Any = None
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._shows = bool(sys.stderr and sys.stderr.isatty())

    def __enter__(self) -> Progress:
        self._begin()
        return self

    def __exit__(self, *error: object) -> None:
        self.pause(begin=False)

    def at(self, name: str) -> None:
        """The next one, of that name."""
        self._name = name
        self._done += 1
        with self._lock:
            if self._status:
                self._status.update(self._text())

    def pause(self, *, begin: bool = True) -> None:
        """Leave the terminal to an answer; the line comes back after another second."""
        if self._timer:
            self._timer.cancel()
        with self._lock:
            self._round += 1  # a timer that has just gone off finds that it is too late
            if self._status:
                self._status.stop()
                self._status = None
        if begin:
            self._begin()

    def _begin(self) -> None:
        if self._shows:
            self._timer = threading.Timer(PROGRESS_AFTER, self._show, [self._round])
            self._timer.daemon = True
            self._timer.start()

    def _show(self, round: int) -> None:
        from rich.console import Console
        from rich.status import Status

        with self._lock:
            if round != self._round:
                return
            self._status = Status(self._text(), console=Console(stderr=True))
            self._status.start()

    def _text(self) -> str:
        done = f", {self._done} done" if self._done > 0 else ""
        return f"{self._what} {shown(self._name)}{done} (Ctrl-C stops)".replace("[", "\\[")
