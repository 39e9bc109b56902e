"""The common part of commands for many puzzles: read, ask, write each answer, show progress, continue after errors."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.options import F
from satdnd.cli.output import Output
from satdnd.cli.stream import Stream
from satdnd.draw import forms
from satdnd.engine.answer import ERROR, UNSOLVABLE, Answer, shown
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, SatdndError
from satdnd.formats.loading import read
from satdnd.formats.records import Item
from satdnd.formats.streams import Meter

_DIAGNOSED = ("explain", "hint", "rate")
"""Operations whose answers mention ``diagnose`` for a puzzle without a solution."""
PROGRESS_AFTER = 1.0
"""Seconds before a progress line appears."""


def notify(item: Item) -> None:
    """Say on standard error what a puzzle was taken for, and what is unusual about it and could be a mistake."""
    for notice in item.all_notices:
        notify_of(item.name, notice)


def notify_of(name: str, notice: str) -> None:
    """Say one sentence about a puzzle on standard error."""
    click.echo(f"satdnd: {shown(name)}: {notice}", err=True)


def items(
    puzzles: Sequence[str], kind: str | None, notify: Callable[[Item], None] = notify, **how: Any
) -> Iterator[Item]:
    """Every puzzle of every argument, as it is read (*how*: as in `read`), with an error in place of unreadable
    ones. What people should know of a puzzle, or of how it was read, is said on standard error by *notify*.
    """
    for path in puzzles:
        try:
            for item in read(path, kind, **how):
                notify(item)
                yield item
        except InputError as error:
            yield Item(str(path), kind or "", error=error)


def read_once(*paths: str | None) -> None:
    """Raise UsageError if more than one of *paths* is standard input."""
    if sum(path == "-" for path in paths) > 1:
        raise click.UsageError("standard input can be read only once: use a file in place of one of the -")


def one_puzzle(path: str, kind: str | None) -> Item:
    """The only puzzle of a file. Raises InputError for a bad one, none, or several."""
    return only(read(path, kind), path)


def only(found: Iterable[Item], path: str) -> Item:
    """The only puzzle of what was found in a file. Raises InputError for a bad one, none, or several."""
    found = list(found)
    if len(found) != 1:
        raise InputError(f"found {len(found)} puzzles, expected a file with one", source=str(path))
    if found[0].error:
        raise found[0].error
    notify(found[0])
    return found[0]


@dataclass(frozen=True)
class PuzzleArguments:
    """The arguments of a command that asks about puzzles."""

    puzzles: tuple[str, ...]
    """Files, directories or -."""
    kind: str | None
    """The kind of puzzles that do not state one."""
    settings: Settings
    wishes: Mapping[str, Any]
    """Options of kinds."""
    output: Output
    proof: str | None = None
    """A folder for certificates."""

    @property
    def meter(self) -> Meter:
        """The limits for reading."""
        return Meter(self.settings.timeout, self.settings.memory)

    def ask(self, operation: str, each: Callable[[Any], Mapping[str, Any]] | None = None, /, **arguments: Any) -> int:
        """Ask *operation* of every puzzle, write each answer as soon as it is known, and return the exit status.

        *each* makes further arguments for a puzzle; if it raises InputError, that is the puzzle's answer.
        """
        from satdnd.engine.operations import Operation
        from satdnd.engine.solver import Solver

        solver, task, output = Solver(self.settings, self.wishes), Operation(operation), self.output
        several_solutions = operation == "solve" and arguments["limit"] != 1 and output.style not in forms.IMAGES
        stream: Stream | None = None
        own: Mapping[str, Any] = {}

        def answer(puzzle: Any) -> Answer[Any]:
            """Ask the operation of one puzzle; solutions go to the stream if there is one."""
            taking = {"each": stream.take} if stream else {}
            return task.ask(solver, puzzle, {**arguments, **own, **taking})

        question: Callable[[Any], Answer[Any]] = answer
        if self.proof:
            from satdnd.cli.proofs import certifying

            many = may_be_many(self.puzzles, self.kind)
            question = certifying(answer, self.proof, solver, many)
        with output:
            with Progress() as progress:
                for item in items(self.puzzles, self.kind, meter=self.meter):
                    progress.at(item.name)
                    try:
                        if item.error:
                            raise item.error
                        own = each(item.puzzle) if each else {}
                    except InputError as error:
                        progress.pause()
                        output.report_error(item.name, item.kind, error)
                        continue
                    stream = Stream(output, item.puzzle, progress.pause) if several_solutions else None
                    try:
                        found = question(item.puzzle)
                    except BaseException as error:
                        if stream and not isinstance(error, Exception):  # Ctrl-C, or a signal to end
                            stream.cut()
                        raise
                    progress.pause()
                    if stream:
                        stream.end(found)
                    elif found.status == ERROR:
                        output.report_error(item.name, item.kind, SatdndError(f"{item.name}: {found.reason}"))
                    else:
                        output.write_answer(found)
            output.sum_up("puzzles")
        if output.statuses[UNSOLVABLE] and operation in _DIAGNOSED and output.style != "json":
            click.echo("satdnd: 'satdnd diagnose' says why there is no solution, and what would fix it", err=True)
        return output.exit_status


def question(function: F) -> F:
    """Pass the options that belong to a `PuzzleArguments` to a command as one argument."""
    return options.together(function, "question", [entry.name for entry in fields(PuzzleArguments)], PuzzleArguments)


def may_be_many(puzzles: Sequence[str], kind: str | None) -> bool:
    """Whether there may be more than one puzzle; standard input always counts as several."""
    if len(puzzles) > 1 or puzzles[0] == "-":
        return True
    try:
        found = read(puzzles[0], kind)
        return next(found, None) is not None and next(found, None) is not None
    except InputError:
        return False


class Progress:
    """A line on standard error if something takes more than a second; nothing if that is not a terminal.

    A timer draws it, so that it appears while one puzzle is being worked on.
    """

    def __init__(self, what: str = "puzzle", *, shows: bool = True) -> None:
        self._what = what
        self._name = ""
        self._done = -1
        self._round = 0
        self._status: Any = None
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._shows = shows and bool(sys.stderr and sys.stderr.isatty())

    def __enter__(self) -> Progress:
        self._begin()
        return self

    def __exit__(self, *error: object) -> None:
        self.pause(begin=False)

    def at(self, name: str) -> None:
        """Begin the next item, of that name."""
        self._name = name
        self._done += 1
        with self._lock:
            if self._status:
                self._status.update(self._text())

    def pause(self, *, begin: bool = True) -> None:
        """Remove the line while an answer is written; it comes back after another second."""
        if self._timer:
            self._timer.cancel()
        with self._lock:
            self._round += 1  # a timer that has just fired will see that it is too late
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
