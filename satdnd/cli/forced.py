"""``satdnd forced``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms


@click.command("forced", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.coordinates_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments) -> int:
    """What is the same in all solutions (the backbone); the rest stays unknown.

    \b
    Example:
      satdnd forced draft.dnd
    """
    return question.ask("forced")
