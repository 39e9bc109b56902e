"""``satdnd times``."""

from __future__ import annotations

from contextlib import closing
from io import StringIO
from typing import TYPE_CHECKING, Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, read_once
from satdnd.cli.usage import GroupedCommand
from satdnd.engine.answer import UNDECIDED
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, SatdndError
from satdnd.formats.streams import STDIN, read_file
from satdnd.grid.notation import counted

if TYPE_CHECKING:
    from satdnd.explanation.rating import Difficulty
    from satdnd.explanation.recorded_times import Agreement, SolvingTime


@click.command("times", cls=GroupedCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--helped", is_flag=True, help="Count also times with help, such as hints.")
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json")
def command(files: tuple[str, ...], helped: bool, settings: Settings, output: Output) -> int:
    """How the times of people and the ratings of 'rate' agree.

    FILE is what the editor saves under "Solving times"; the files of several people are joined, and a file that is
    given twice counts twice. Each puzzle is rated again. For each kind: Spearman's rank correlation of the time of each
    puzzle (the median over the people) with the predicted minutes, the median of time / prediction, and for each grade
    the median of the times. Nothing is sent anywhere. docs/solving-times.md describes the files.

    \b
    Example:
      satdnd times satdnd-times.jsonl
    """
    from satdnd.engine.solver import Solver
    from satdnd.explanation.rating import rate
    from satdnd.explanation.recorded_times import agreements

    read_once(*files)
    with closing(Solver(settings)) as solver, output, Progress() as progress:
        found = _times(files, output)
        times = [one for one in found if helped or not one.helped]

        def rated(puzzle: Any) -> Difficulty[Any]:
            """Its rating, or an answer without one if something is wrong with it."""
            progress.at(puzzle.name)
            return rate(solver, puzzle)

        rows, ungraded = agreements(times, rated)
        progress.pause(begin=False)
        for answer in ungraded:
            click.echo(f"satdnd: left out: {answer.headline()}", err=True)
            output.statuses[UNDECIDED] += answer.status == UNDECIDED
        if output.style == "json":
            for row in rows:
                output.write_json(row.to_json())
        else:
            left = len(found) - len(times)
            about = f"; {counted(left, 'time')} with help left out" if left else ""
            output.write(f"{counted(len(times), 'solving time')} of {counted(len(files), 'file')}{about}")
            if rows:
                output.write(_tables(rows, output.columns))
    return output.exit_status


def _times(files: tuple[str, ...], output: Output) -> list[SolvingTime]:
    """The times in the files, after reporting each bad line."""
    from satdnd.explanation.recorded_times import read_times

    times = list[Any]()
    for path in files:
        name = STDIN if path == "-" else path
        try:
            for one in read_times(read_file(path), name):
                if isinstance(one, InputError):
                    output.report_error(name, "", one)
                else:
                    times.append(one)
        except SatdndError as error:
            output.report_error(name, "", error)
    return times


def _tables(rows: list[Agreement], columns: int) -> str:
    """A line for each kind: how times and predictions agree, then the minutes of the grades that occur."""
    grades = [*dict.fromkeys(name for row in rows[::-1] for name in row.grades)]
    pauses = ["longest\npause, s"] if any(row.pause is not None for row in rows) else []
    agreement, minutes = list[list[str]](), list[list[str]]()
    for row in rows:
        known = [(row.correlation, ".2f"), (row.ratio, ".2f"), *[(row.pause, ".0f")] * len(pauses)]
        numbers = ("" if x is None else f"{x:{form}}" for x, form in known)
        agreement.append([row.kind or "all", str(row.times), str(row.puzzles), *numbers])
        of_grades = (row.grades.get(name) for name in grades)
        minutes.append([row.kind or "all", *(f"{x.minutes:.1f} ({x.puzzles})" if x else "" for x in of_grades)])
    return "\n".join(
        [
            _table(["kind", "times", "puzzles", "rank\ncorrelation", "time /\npredicted", *pauses], agreement, columns),
            "\nMinutes by grade, and of how many puzzles:",
            _table(["kind", *grades], minutes, columns),
        ]
    )


def _table(heads: list[str], rows: list[list[str]], columns: int) -> str:
    """A table whose columns but the first are numbers."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    text = StringIO()
    Console(file=text, width=max(80, columns), color_system=None, legacy_windows=False).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
