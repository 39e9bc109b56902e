"""``satdnd unique``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options, run


@click.command("unique", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@options.engine_options(*options.SOLVING)
@options.proof_option
@options.coordinates_option
@options.output_options("text", "json", quiet=True)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Is there exactly one solution? Blocks the first and solves again; with two, shows both and where they differ.

    \b
    Example:
      satdnd example dungeon | satdnd unique -
    """
    run.ask(context, given, "unique")
