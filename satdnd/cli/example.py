"""``satdnd example``."""

from __future__ import annotations

from importlib.resources import files

import click

from satdnd.kinds import KINDS, NAMES


@click.command("example")
@click.argument("kind", type=click.Choice(NAMES))
def command(kind: str) -> None:
    """Print a puzzle of a kind, to try the other commands with.

    \b
    Example:
      satdnd example sudoku | satdnd solve -
    """
    entry = KINDS[kind]
    click.echo(files("satdnd").joinpath(f"puzzles/{kind}/example{entry.suffixes[0]}").read_text("utf-8"), nl=False)
