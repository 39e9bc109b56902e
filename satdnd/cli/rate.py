"""``satdnd rate``."""

from __future__ import annotations

import click

from satdnd.cli import options, run


@click.command("rate", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json", quiet=True)
@run.question
def command(question: run.PuzzleArguments) -> int:
    """How hard puzzles are: trivial, easy, medium, hard or expert, and the minutes that a practised person takes.

    Only a puzzle with one solution is rated. Minutes compare puzzles of all kinds; the grade says what the hardest
    steps are like, and does not depend on size. Mirroring, rotating or relabelling changes neither.
    docs/difficulty.md describes the rating.

    \b
    Example:
      satdnd rate puzzle.dnd
    """
    question.output.quiet = True
    return question.ask("rate")
