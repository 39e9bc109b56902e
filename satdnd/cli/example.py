"""``satdnd example``."""

from __future__ import annotations

import click

from satdnd.cli import options
from satdnd.formats.loading import example_text


@click.command("example")
@options.kind_argument
def command(kind: str) -> None:
    """Print a puzzle of a kind, to try the other commands with ('satdnd help' lists the kinds).

    \b
    Example:
      satdnd example sudoku | satdnd solve -
    """
    click.echo(example_text(kind), nl=False)
