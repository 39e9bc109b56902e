"""``satdnd hint``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms
from satdnd.formats.loading import read_file


@click.command("hint", cls=options.KindCommand)
@options.puzzles_argument
@click.option(
    "--given",
    "board",
    type=click.Path(),
    metavar="FILE",
    help="What the player has so far: a board as 'forced' and 'solve' write it, '.' for unknown; - for standard input.",
)
@click.option(
    "--level",
    type=click.Choice(["where", "which", "full"]),
    default="full",
    show_default=True,
    help="Where to look; which rules as well; or the whole step.",
)
@options.kind_option
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, board: str | None, level: str) -> int:
    """The next step: what follows from fewest rules, given what the player has.

    A board with mistakes gets no step: the marks are named that cannot all be right, as few as there are.

    \b
    Examples:
      satdnd hint puzzle.dnd
      satdnd hint puzzle.dnd --given board.txt --level where
    """
    run.read_once(*question.puzzles, board)
    question.output.coordinates = True
    given = None if board is None else read_file(board)
    return question.ask("hint", given=given, level=level)
