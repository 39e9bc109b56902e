"""What the commands for many puzzles share: read, ask, write each answer, show progress, go on after a bad one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from satdnd.cli.output import Output
from satdnd.errors import InputError
from satdnd.loading import Item, read
from satdnd.puzzle import ERROR, Answer

PROGRESS_AFTER = 1.0
"""Seconds before a progress line appears."""


def items(puzzles: Sequence[str], kind: str | None) -> Iterator[Item]:
    """Every puzzle of every argument, an error in the place of each that cannot be read."""
    for path in puzzles:
        try:
            yield from read(path, kind)
        except InputError as error:
            yield Item(str(path), kind or "", error=error)


def one_puzzle(path: str, kind: str | None) -> Item:
    """The only puzzle of a file. InputError for a bad one, none, or several."""
    found = list(read(path, kind))
    if len(found) != 1:
        raise InputError(f"found {len(found)} puzzles, expected a file with one", source=str(path))
    if found[0].error:
        raise found[0].error
    return found[0]


def answer_all(
    puzzles: Sequence[str],
    kind: str | None,
    output: Output,
    ask: Callable[[Any, bool], Answer],
    tell: Callable[[Item, Answer, Output], None],
) -> int:
    """Ask about every puzzle, tell every answer, and return the exit status.

    Args:
        puzzles: the PUZZLE arguments.
        kind: the --kind option.
        output: where answers go; `tell` is for text, JSON is written here.
        ask: (puzzle, whether it is the only one) -> answer.
        tell: writes an answer for people.
    """
    todo = list(items(puzzles, kind))
    with _Progress(len(todo)) as progress:
        for item in todo:
            if item.error:
                progress.pause()
                click.echo(f"satdnd: {item.error}", err=True)
                output.record(Answer(item.name, item.kind, ERROR, reason=str(item.error)))
            else:
                answer = ask(item.puzzle, len(todo) == 1)
                progress.pause()
                output.record(answer)
                if output.style != "json":
                    tell(item, answer, output)
            progress.advance()
    if output.style != "json" and len(todo) > 1:
        told = ", ".join(f"{count} {status}" for status, count in output.statuses.items())
        output.write(f"{len(todo)} puzzles: {told}")
    return output.exit_status


class _Progress:
    """A line on standard error once many puzzles take more than a second; nothing when it is no terminal."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._total = total
        self._clock = clock
        self._begun = clock()
        self._done = 0
        self._bar: Any = None

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()

    def pause(self) -> None:
        """Leave the terminal to an answer when both go to the same one."""
        if self._bar and sys.stdout.isatty():
            self._bar.stop()
            self._bar = None

    def advance(self) -> None:
        """One more is done."""
        self._done += 1
        if self._total > 1 and sys.stderr.isatty() and self._clock() - self._begun > PROGRESS_AFTER:
            if not self._bar:
                from rich.console import Console
                from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

                columns = (TextColumn("puzzles"), MofNCompleteColumn(), TimeRemainingColumn())
                self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
                self._bar.add_task("", total=self._total)
                self._bar.start()
            self._bar.update(0, completed=self._done)
