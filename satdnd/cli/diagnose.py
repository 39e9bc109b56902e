"""``satdnd diagnose``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms


@click.command("diagnose", cls=options.KindCommand)
@options.puzzles_argument
@click.option(
    "--edits", type=click.IntRange(min=0), default=2, show_default=True, metavar="K", help="Change up to K clues."
)
@click.option(
    "--unique",
    "only_unique",
    is_flag=True,
    help="Only repairs with a unique solution; of a puzzle with several, what leaves one.",
)
@click.option("--redundant", is_flag=True, help="Of a unique puzzle, a largest set of clues that can be left out.")
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.coordinates_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, edits: int, only_unique: bool, redundant: bool) -> int:
    """Say what is wrong with puzzles.

    Without a solution: a smallest set of clues and rules that cannot hold together, and the smallest changes of
    clues that help, those with a unique solution first. With several solutions: how many, where they differ, and a
    smallest set of extra given cells that leaves one; with --unique also the changes of clues that do. With one
    solution and --redundant: a largest set of clues (the counts of a dungeon, the digits of a sudoku) that is not
    needed. With --format svg, png or pdf the boards are drawn: the first repair, and what differs.

    \b
    Example:
      satdnd diagnose broken.dnd --unique
      satdnd diagnose good.dnd --redundant
      satdnd diagnose broken.dnd --output broken.svg
    """
    question.output.coordinates |= question.output.style in forms.IMAGES  # the sentences beside name cells
    return question.ask("diagnose", edits=edits, only_unique=only_unique, redundant=redundant)
