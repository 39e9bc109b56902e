"""``satdnd count``."""

from __future__ import annotations

import click

from satdnd.cli import options, run


@click.command("count", cls=options.KindCommand)
@options.puzzles_argument
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop at N solutions of each: N or more.")
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.output_options("text", "json", quiet=True)
@run.question
def command(question: run.PuzzleArguments, limit: int | None) -> int:
    """How many solutions each puzzle has: all of them, or up to --limit.

    A thousand are listed and checked; where all rules are sums, the others are counted without listing them. Within
    --timeout not all may be found: the answer is then undecided, with the number so far.

    \b
    Examples:
      satdnd count draft.dnd
      satdnd count --limit 1000 --format json puzzles.jsonl
    """
    return question.ask("count", limit=limit)
