"""``satdnd diagnose``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms


@click.command("diagnose", cls=options.KindCommand)
@options.puzzles_argument
@click.option(
    "--edits", type=click.IntRange(min=0), default=2, show_default=True, metavar="K", help="Change at most K clues."
)
@click.option(
    "--unique",
    "only_unique",
    is_flag=True,
    help="Only repairs that make the puzzle unique; also for puzzles with several solutions.",
)
@click.option("--redundant", is_flag=True, help="For unique puzzles: a largest set of clues that can be left out.")
@options.kind_option
@options.engine_options(*options.SOLVING, hidden=["way"])
@options.coordinates_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, edits: int, only_unique: bool, redundant: bool) -> int:
    """Say what is wrong with puzzles.

    No solution: a smallest set of clues and rules that contradict each other, and the smallest changes of clues
    that fix it, those that make the puzzle unique first. Several solutions: how many, where they differ, and the
    fewest givens that make it unique; with --unique also changes of clues that do. One solution and --redundant:
    the most clues that can be left out together.

    \b
    Example:
      satdnd diagnose broken.dnd --unique
      satdnd diagnose good.dnd --redundant
      satdnd diagnose broken.dnd --output broken.svg
    """
    question.output.coordinates |= question.output.style in forms.IMAGES  # the sentences name cells
    return question.ask("diagnose", edits=edits, only_unique=only_unique, redundant=redundant)
