"""The common part of commands about puzzles and what somebody says of each: an explanation, an attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from satdnd.cli import run
from satdnd.cli.output import Output
from satdnd.engine.answer import Answer
from satdnd.errors import InputError, SatdndError
from satdnd.formats.records import Item


def write_answers(
    output: Output,
    items: Iterator[Item],
    values: Iterable[tuple[int | None, Any] | InputError],
    judge: Callable[[Any, Any], Answer[Any]],
    source: str,
    noun: str,
) -> int:
    """Write the answer for each puzzle and the value at its place; returns the exit status.

    Args:
        output: takes the answers, or an error in the place of each that cannot be read.
        items: the puzzles.
        values: what is said of each, and its line in *source*, if one line has it all.
        judge: (puzzle, value) -> the answer. Raises InputError and UsageError.
        source: the name of the file of the values.
        noun: what a value is called.
    """

    def judged(item: Item | None, value: tuple[int | None, Any] | InputError | None) -> Answer[Any]:
        """The answer for one pair. Raises InputError, UsageError."""
        if item and item.error:
            raise item.error
        if isinstance(value, InputError):
            raise value.located(source=source)
        if item is None or value is None:
            more, fewer = (f"{noun}s", "puzzles") if item is None else ("puzzles", f"{noun}s")
            raise InputError(f"there are more {more} than {fewer}; they are paired in order", source=source)
        line, said = value
        try:
            return judge(item.puzzle, said)
        except InputError as error:
            raise error.located(source=source, line=line) from error

    with output, run.Progress() as progress:
        for number, (item, value) in enumerate(zip_longest(items, values), 1):
            name, kind = (item.name, item.kind) if item else (f"{noun} {number}", "")
            progress.at(name)
            try:
                answer = judged(item, value)
            except SatdndError as error:
                progress.pause()
                output.report_error(name, kind, error)
                continue
            progress.pause()
            output.write_answer(replace(answer, name=name))
        output.sum_up(f"{noun}s")
    return output.exit_status
