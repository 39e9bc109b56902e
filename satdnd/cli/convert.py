"""``satdnd convert``."""

from __future__ import annotations

import json
from typing import Any

import click

from satdnd.api import dumps
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import items
from satdnd.errors import InputError
from satdnd.loading import kind_note


@click.command("convert")
@options.puzzles_argument
@options.kind_option
@click.option(
    "--format",
    "style",
    metavar="FORMAT",
    help="json, text, or a further format of the kind (c, grid); without, as the ending of --output says, else json.",
)
@options.output_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Write puzzles in another format: JSON Lines, the kind's text, C initialisers (dungeon).

    \b
    Examples:
      satdnd convert puzzles.c --format text
      satdnd convert puzzles/ --format json --output all.jsonl
    """
    style = options.style_of(given, "json")
    with Output(given["output"], style) as output:
        first = True
        for item in items(given["puzzles"], given["kind"]):
            try:
                if item.error:
                    raise item.error
                text = dumps(item.puzzle, style).rstrip("\n")
            except InputError as error:
                output.refuse(item.name, item.kind, error.located(source=item.name))
                continue
            if style == "json":
                output.write_json(json.loads(text))
            else:
                if style == "text" and first:
                    text = kind_note(text, item.kind) + text
                output.write(("" if first else "\n") + text)
            first = False
    context.exit(output.exit_status)
