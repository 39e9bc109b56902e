"""``satdnd solve``."""

from __future__ import annotations

import click

from satdnd.cli import options, run
from satdnd.draw import forms


@click.command("solve", cls=options.KindCommand)
@options.puzzles_argument
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Up to N solutions of each.")
@click.option("--all", "everything", is_flag=True, help="All solutions of each.")
@click.option("--count", "counting", is_flag=True, help="Only the number of solutions.")
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.proof_option
@options.coordinates_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, limit: int | None, everything: bool, counting: bool) -> int:
    """Solve puzzles: one solution each, up to --limit, or --all. Every board is checked before it is shown.

    For dungeons the number of loops is shown ("a tree": none).

    \b
    Examples:
      satdnd example dungeon | satdnd solve -
      satdnd solve --all --format json puzzles.jsonl
    """
    if limit and everything:
        raise click.UsageError("--limit and --all cannot be combined")
    if counting and (limit or everything or question.proof):
        raise click.UsageError("--count cannot be combined with --limit, --all or --proof")
    if counting:
        return question.ask("count")
    most = None if everything else limit or 1
    return question.ask("solve", limit=most)
