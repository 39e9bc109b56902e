"""What the commands for many puzzles share: read, ask, write each answer, show progress, go on after a bad one."""

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
from satdnd.formats.loading import Item, read

_DIAGNOSED = ("explain", "hint", "rate")
"""Operations that say of a puzzle without solution who says more."""
PROGRESS_AFTER = 1.0
"""Seconds before a progress line appears."""


def items(puzzles: Sequence[str], kind: str | None, **how: Any) -> Iterator[Item]:
    """Every puzzle of every argument, as it is read (*how*: as `read`); an error in the place of what cannot be."""
    for path in puzzles:
        try:
            yield from read(path, kind, **how)
        except InputError as error:
            yield Item(str(path), kind or "", error=error)


def read_once(*paths: str | None) -> None:
    """UsageError where standard input is more than one of them."""
    if sum(path == "-" for path in paths) > 1:
        raise click.UsageError("standard input can be read once: give a file in place of one of the -")


def one_puzzle(path: str, kind: str | None) -> Item:
    """The only puzzle of a file. InputError for a bad one, none, or several."""
    return only(read(path, kind), path)


def only(found: Iterable[Item], path: str) -> Item:
    """The only puzzle of what was found in a file. InputError for a bad one, none, or several."""
    found = list(found)
    if len(found) != 1:
        raise InputError(f"found {len(found)} puzzles, expected a file with one", source=str(path))
    if found[0].error:
        raise found[0].error
    return found[0]


@dataclass(frozen=True)
class PuzzleArguments:
    """What a command asks about puzzles is given."""

    puzzles: tuple[str, ...]
    """Files, directories or -."""
    kind: str | None
    """Of puzzles that do not tell."""
    settings: Settings
    wishes: Mapping[str, Any]
    """Options of kinds."""
    output: Output
    proof: str | None = None
    """A folder for certificates."""

    def ask(self, operation: str, each: Callable[[Any], Mapping[str, Any]] | None = None, /, **arguments: Any) -> int:
        """Ask *operation* of every puzzle, tell every answer as it is known: the exit status.

        *each* makes further arguments for a puzzle; an InputError of it is the puzzle's.
        """
        from satdnd.engine.operations import Operation
        from satdnd.engine.solver import Solver

        solver, asked, output = Solver(self.settings, self.wishes), Operation(operation), self.output
        several_solutions = operation == "solve" and arguments["limit"] != 1 and output.style not in forms.IMAGES
        stream: Stream | None = None
        own: Mapping[str, Any] = {}

        def answer(puzzle: Any) -> Answer[Any]:
            """The operation, asked of one puzzle; solutions go into the stream where there is one."""
            taking = {"each": stream.take} if stream else {}
            return asked.ask(solver, puzzle, {**arguments, **own, **taking})

        question: Callable[[Any], Answer[Any]] = answer
        if self.proof:
            from satdnd.cli.proofs import certifying

            many = several(self.puzzles, self.kind)
            question = certifying(answer, self.proof, solver, many)
        with output:
            with Progress() as progress:
                for item in items(self.puzzles, self.kind):
                    progress.at(item.name)
                    try:
                        if item.error:
                            raise item.error
                        own = each(item.puzzle) if each else {}
                    except InputError as error:
                        progress.pause()
                        output.refuse(item.name, item.kind, error)
                        continue
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
                    elif found.status == ERROR:
                        output.refuse(item.name, item.kind, SatdndError(f"{item.name}: {found.reason}"))
                    else:
                        output.write_answer(found)
            output.sum_up("puzzles")
        if output.statuses[UNSOLVABLE] and operation in _DIAGNOSED and output.style != "json":
            click.echo("satdnd: 'satdnd diagnose' says why there is no solution, and what mends it", err=True)
        return output.exit_status


def question(function: F) -> F:
    """The flags of a `PuzzleArguments` reach a command as one."""
    return options.together(function, "question", [entry.name for entry in fields(PuzzleArguments)], PuzzleArguments)


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
