"""``satdnd batch``."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdnd.bulk.batch import OPERATIONS, AnswerText, Batch, Job, Unit, unit_of
from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Crew, Workers
from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.engine.answer import ERROR, shown
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings, default_memory
from satdnd.errors import InputError
from satdnd.formats.loading import is_link
from satdnd.formats.records import Item
from satdnd.formats.streams import Meter, read_lines

if TYPE_CHECKING:
    from satdnd.training.entries import Entries

ERRORS_TOLD = NOTICES_TOLD = 10
"""The most errors, and the most different notices, shown on standard error; all errors are among the answers."""
BYTES = 200
"""Approximate bytes of a puzzle in a file."""
PIPED = 2_000
"""Assumed number of puzzles from a pipe."""
_LATELY = 10.0
"""Seconds over which the displayed rate is averaged."""


@click.command("batch", cls=options.KindCommand)
@options.puzzles_argument
@click.option(
    "--operation",
    type=click.Choice(OPERATIONS),
    default=OPERATIONS[0],
    show_default=True,
    help="The question to ask of every puzzle.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="With solve and count: up to N solutions of each."
)
@click.option(
    "--solutions",
    type=click.Path(),
    metavar="FILE",
    help="With verify: answers as 'solve' writes them in JSON, one per puzzle in the same order [default: each "
    "puzzle's own field 'solutions'].",
)
@click.option(
    "--journal",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep every answer in FILE; the same command, run again, continues from there.",
)
@options.workers_option
@options.cluster_option
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.output_option
@click.option("--format", "style", type=click.Choice(["json"]), default="json", hidden=True)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@click.option("--verbose", is_flag=True, help="Progress, speed and a count of each status, on standard error.")
def command(
    puzzles: tuple[str, ...],
    operation: str,
    limit: int | None,
    solutions: str | None,
    journal: str | None,
    workers: int | None,
    cluster: str | None,
    kind: str | None,
    settings: Settings,
    wishes: dict[str, Any],
    file: str | None,
    style: str,
    verbose: bool,
    quiet: bool,
) -> int:
    """Ask the same question of many puzzles, one per core at a time; answers as JSON Lines in the order given.

    A worker that crashes is replaced and its puzzles are asked again; a puzzle that crashes every worker becomes an
    error among the answers. Solutions are checked against the rules, but not a second time with a graph.

    \b
    Examples:
      satdnd batch --operation unique --output answers.jsonl puzzles.jsonl
      satdnd batch --operation rate --journal run.db --output grades.jsonl folder
    """
    for name, value, wanted in (("limit", limit, ("solve", "count")), ("solutions", solutions, ("verify",))):
        if value and operation not in wanted:
            raise click.UsageError(f"--{name} needs --operation {' or '.join(wanted)}")
    run.read_once(*puzzles, solutions)
    size = _size(puzzles)
    arguments = {"limit": limit} if limit else {}
    job = Job(
        operation, replace(settings, graph_check=False), wishes, arguments, kind, bulk=size // BYTES if size else PIPED
    )
    meter = Meter()
    notices = _Notices()
    units = map(unit_of, run.items(puzzles, kind, notices.of_item, lazily=True, meter=meter))
    with ExitStack() as stack:
        kept = stack.enter_context(Journal(journal, _header(job))) if journal else None
        output = stack.enter_context(Output(file, style, verbose=verbose, quiet=quiet))
        if kept:
            output.resume(kept.previous_partial_file)
        if kept and output.partial_file:
            kept.record_partial_file(output.partial_file)
        crew = stack.enter_context(crew_for(job, workers, cluster))
        batch = Batch(_pairs(units, solutions) if solutions else units, crew, kept)
        progress = stack.enter_context(_BatchProgress(batch, meter, output, size, apart=bool(file)))
        try:
            for found in batch.answers():
                _write(found, output, notices)
                progress.more(len(found))
        except BaseException as error:
            if journal and not isinstance(error, Exception):
                message = f"{journal} has the answers so far; the same command continues from there"
                click.echo(f"satdnd: {message}", err=True)
            raise
        progress.over(output)
    return output.exit_status


def _header(job: Job) -> dict[str, Any]:
    """The settings, besides the input, that determine the answers; without options that were not given."""
    given = {**changed(job.settings), **job.wishes, **job.arguments}
    given.pop("graph_check", None)
    how = {name: list(value) if isinstance(value, tuple) else value for name, value in sorted(given.items())}
    return {"operation": job.operation, **({"kind": job.kind} if job.kind else {}), **how}


def crew_for(job: Job | Entries, workers: int | None, cluster: str | None) -> Crew:
    """A cluster, or local processes. A given limit applies to each puzzle; otherwise the processes share the memory."""
    if cluster and workers:
        raise click.UsageError("--workers are processes of this machine; a cluster has its own workers")
    if cluster:
        from satdnd.bulk.cluster import Cluster

        return Cluster(cluster, job)
    count = workers or _cores()
    if not job.settings.memory and (share := default_memory()):
        job = replace(job, settings=replace(job.settings, memory=share // count))
    return Workers(count, job)


def _cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# the input


def _pairs(puzzles: Iterator[Unit], path: str) -> Iterator[Unit]:
    """Each puzzle with the answer at its position."""
    lines = (line for line in read_lines(path) if line.strip())
    for number, (unit, line) in enumerate(zip_longest(puzzles, lines)):
        if unit is None or line is None:
            more, fewer = ("answers", "puzzles") if unit is None else ("puzzles", "answers")
            raise InputError(f"found more {more} than {fewer} ({number})", source=path)
        yield unit._replace(solutions=line.strip())


def _size(paths: Sequence[str]) -> int:
    """The bytes of the whole input; 0 if unknown before it is read."""
    total = 0
    for path in paths:
        if path == "-" or is_link(path):
            return 0
        where = Path(path)
        try:
            files = [file for file in where.rglob("*") if file.is_file()] if where.is_dir() else [where]
            total += sum(file.stat().st_size for file in files)
        except OSError:
            return 0
    return total


# the output


class _Notices:
    """What people should know of the puzzles, said on standard error: each sentence once, of the first puzzle."""

    def __init__(self) -> None:
        self._said = set[str]()

    def of_item(self, item: Item) -> None:
        """Say those of a puzzle that is read here."""
        self.say(item.name, item.all_notices)

    def say(self, name: str, notices: Iterable[str]) -> None:
        """Say those that are new, about the puzzle with that name."""
        for notice in notices:
            if notice in self._said or len(self._said) > NOTICES_TOLD:
                continue
            self._said.add(notice)
            if len(self._said) <= NOTICES_TOLD:
                run.notify_of(name, notice)
            else:
                click.echo("satdnd: further notices are not shown", err=True)


def _write(found: list[AnswerText], output: Output, notices: _Notices) -> None:
    """Write answers; the first errors, and notices, to standard error too."""
    for status, text, notice in found:
        if notice:
            notices.say(json.loads(text)["name"], notice)
        if status == ERROR:
            if output.statuses[ERROR] < ERRORS_TOLD:
                click.echo(f"satdnd: {shown(json.loads(text)['message'])}", err=True)
            elif output.statuses[ERROR] == ERRORS_TOLD:
                click.echo("satdnd: further errors appear only in the answers", err=True)
        output.statuses[status] += 1
    output.write_ready([answer.text for answer in found])


class _BatchProgress:
    """A progress bar on standard error, with rate and time left; at the end, a summary line.

    Only if standard error is a terminal that the answers do not go to; the summary also with ``--verbose``.
    """

    def __init__(self, batch: Batch, meter: Meter, output: Output, size: int, *, apart: bool) -> None:
        self._batch, self._meter, self._size = batch, meter, size
        self._start = time.monotonic()
        terminal = bool(sys.stderr and sys.stderr.isatty())
        self._shows = terminal and not output.quiet and (apart or not sys.stdout.isatty())
        self._sums = self._shows or output.verbose
        self._done = 0
        self._seen = deque([(self._start, 0)], maxlen=20)
        """Pairs of time and number of puzzles answered."""
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> _BatchProgress:
        if self._shows:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (BarColumn(bar_width=None), TextColumn("{task.description}"))
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True, expand=True)
            self._task = self._bar.add_task("starting (Ctrl-C stops)", total=None)
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()

    def more(self, count: int) -> None:
        """Advance by *count* answers."""
        self._done += count
        if self._bar:
            total = self._total()
            self._bar.update(self._task, completed=self._done, total=total, description=self._text(total))

    def over(self, output: Output) -> None:
        """Everything is answered: show the summary."""
        self.__exit__()
        self._bar = None
        if self._sums:
            seconds = time.monotonic() - self._start
            statuses = ", ".join(f"{count:,} {status}" for status, count in output.statuses.most_common())
            known = f", {self._batch.known:,} of them from the journal" if self._batch.known else ""
            took = f"in {seconds:.1f} s, {self._batch.answered / max(1e-3, seconds):,.0f} per second"
            click.echo(f"{_puzzles(self._done)} {took}{known}: {statuses or 'none'}", err=True)

    def _total(self) -> int | None:
        """The number of puzzles in the input, estimated by its size; None if unknown."""
        if self._batch.all_read:
            return self._batch.read
        if not self._size or not self._meter.bytes_read:
            return None
        return max(self._batch.read, round(self._batch.read * self._size / self._meter.bytes_read))

    def _rate(self) -> float:
        """The recent number of puzzles per second, without those from the journal."""
        now, answered = time.monotonic(), self._batch.answered
        if now - self._seen[-1][0] > _LATELY / 20:
            self._seen.append((now, answered))
        started, before = self._seen[0]
        return (answered - before) / max(1e-3, now - started)

    def _text(self, total: int | None) -> str:
        rate = self._rate()
        about = "" if total is None else f" of {'' if self._batch.all_read else 'about '}{total:,}"
        left = "" if total is None or not rate else f", {duration((total - self._done) / rate)} left"
        return f"{self._done:,}{about}, {rate:,.0f} per second{left}"


def duration(seconds: float) -> str:
    """``12 s``, ``3:05 min``, ``2:07 h``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"


def _puzzles(count: int) -> str:
    return f"{count:,} puzzle{'' if count == 1 else 's'}"
