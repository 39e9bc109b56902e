"""``satdnd booklet``."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, items
from satdnd.engine.answer import shown
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, SatdndError


@click.command("booklet", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@click.option("--title", default="Puzzles", show_default=True, metavar="TEXT", help="Title on the first page.")
@click.option("--no-grades", is_flag=True, help="Do not rate the puzzles (whether each is unique is still checked).")
@options.coordinates_option
@options.engine_options("timeout", "memory", "solver")
@options.output_option
def command(
    puzzles: tuple[str, ...],
    kind: str | None,
    title: str,
    no_grades: bool,
    coordinates: bool,
    settings: Settings,
    wishes: dict[str, Any],
    file: str | None,
) -> int:
    """A print sheet (PDF, A4) of many puzzles, the answers at the end.

    The rules come first, then each puzzle with its name and grade, or a note if it is not unique. --timeout
    applies to each puzzle, to its answer and to its grade. A drawing that would take longer than the time left (at
    least a second) is omitted, with a note. Needs the extra 'pictures'
    (pip install 'satdnd[pictures]').

    \b
    Examples:
      satdnd booklet puzzles/ --output book.pdf
      satdnd generate sudoku --count 12 | satdnd booklet - --output dozen.pdf
    """
    from satdnd.engine.solver import Solver
    from satdnd.setter.booklet import LEAST, entry, render, small

    options.booklet_ending(file)
    output, entries = Output(file, "pdf"), []
    with closing(Solver(settings, wishes)) as solver, output, Progress() as progress:
        for item in items(puzzles, kind):
            progress.at(item.name)
            try:
                if item.error:
                    raise item.error
                wanted = {"grades": not no_grades, "coordinates": coordinates}
                found = entry(item.puzzle, shown(item.name), solver, **wanted)
            except (InputError, SatdndError) as error:
                progress.pause()
                output.report_error(item.name, item.kind, error)
                continue
            output.statuses[found.answer.status] += 1
            if reason := found.left_out or found.unanswered:
                progress.pause()
                output.leave_out(found.name, reason)
            if size := small(found):
                progress.pause()
                message = f"too large for A4: its clues would be {size:.1f} points high, and only {LEAST:g} can be read"
                click.echo(f"satdnd: {found.name}: {message}", err=True)
            entries.append(found)
        if entries:
            progress.at("(drawing the pages)")
            image = render(entries, title=title, coordinates=coordinates)
            progress.pause(begin=False)
            output.write_bytes(image)
    return output.exit_status
