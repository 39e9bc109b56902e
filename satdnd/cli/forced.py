"""``satdnd forced``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import answer_all
from satdnd.cli.solve import headline
from satdnd.loading import Item
from satdnd.puzzle import Answer, kind_of


@click.command("forced")
@options.puzzles_argument
@options.kind_option
@options.solving_options
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """What is the same in all solutions (the backbone); the rest stays unknown.

    \b
    Example:
      satdnd forced draft.dnd
    """
    from satdnd.solving import Solver

    solver = Solver(options.settings_of(given))
    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        status = answer_all(given["puzzles"], given["kind"], output, lambda puzzle, _: solver.forced(puzzle), _tell)
    context.exit(status)


def _tell(item: Item, answer: Answer, output: Output) -> None:
    output.write(headline(item, answer))
    if answer.details:
        output.write(output.draw(kind_of(item.puzzle).picture(item.puzzle, details=answer.details)))
