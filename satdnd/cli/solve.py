"""``satdnd solve``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options, run


@click.command("solve", cls=options.KindCommand)
@options.puzzles_argument
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Up to N solutions of each.")
@click.option("--all", "everything", is_flag=True, help="All solutions of each.")
@click.option("--count", "counting", is_flag=True, help="Only the number of solutions.")
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.proof_option
@options.coordinates_option
@options.output_options("text", "json", quiet=True)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Solve puzzles: one solution each, up to --limit, or --all. Every board is checked before it is shown.

    Of a dungeon the ways are told: '2 loops', or 'a tree', which has none.

    \b
    Examples:
      satdnd example dungeon | satdnd solve -
      satdnd solve --all --format json puzzles.jsonl
    """
    if given["limit"] and given["everything"]:
        raise click.UsageError("--limit and --all exclude each other")
    if given["counting"] and (given["limit"] or given["everything"] or given["proof"]):
        raise click.UsageError("--count stands alone: no --limit, --all or --proof with it")
    if given["counting"]:
        run.ask(context, given, "count")
    run.ask(context, given, "solve", limit=None if given["everything"] else given["limit"] or 1)
