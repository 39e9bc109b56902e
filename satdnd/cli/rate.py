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
    """How hard puzzles are: trivial, easy, medium, hard or expert, and a number.

    Only a puzzle with one solution is rated; for klotski, the number is the fewest moves, for unattacked, how rare the
    best placements are. Mirroring, rotating or relabelling does not change the grade.
    docs/difficulty.md describes the rating.

    \b
    Example:
      satdnd rate puzzle.dnd
    """
    question.output.quiet = True
    return question.ask("rate")
