"""``satdnd explain``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options, run


@click.command("explain", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@click.option(
    "--check",
    type=click.Path(),
    metavar="EXPLANATION",
    help="Replay explanations in JSON, one for each puzzle in order; '-' reads standard input.",
)
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json", quiet=True)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Explain solutions step by step, the simplest technique first (sudoku).

    The summary says how many cells each technique placed; the grade is the hardest one needed.

    \b
    Example:
      satdnd explain puzzle.sudoku --technique "hidden single"
    """
    if given["check"]:
        from satdnd.cli import replay

        replay.check(context, given)
    else:
        run.ask(context, given, "explain")
