"""``satdnd unique``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms


@click.command("unique", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.proof_option
@options.coordinates_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments) -> int:
    """Is there exactly one solution? Blocks the first and solves again; with two, shows both and where they differ.

    \b
    Example:
      satdnd example dungeon | satdnd unique -
    """
    return question.ask("unique")
