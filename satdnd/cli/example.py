"""``satdnd example``."""

from __future__ import annotations

from importlib.resources import files

import click

from satdnd.cli import options
from satdnd.kinds import KINDS


@click.command("example")
@options.kind_argument
def command(kind: str) -> None:
    """Print a puzzle of a kind, to try the other commands with ('satdnd help' lists the kinds).

    \b
    Example:
      satdnd example sudoku | satdnd solve -
    """
    entry = KINDS[kind]
    click.echo(files("satdnd").joinpath(f"puzzles/{kind}/example{entry.suffixes[0]}").read_text("utf-8"), nl=False)
