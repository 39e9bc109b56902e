"""``satdnd convert``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import items
from satdnd.errors import InputError, UsageError
from satdnd.puzzle import ERROR, Answer, kind_of


@click.command("convert")
@options.puzzles_argument
@options.kind_option
@click.option(
    "--format",
    "style",
    default="json",
    metavar="FORMAT",
    help="json (default), text, or a further format of the kind: c.",
)
@click.option("--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all.")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Write puzzles in another format: JSON Lines, the kind's text, C initialisers (dungeon).

    \b
    Examples:
      satdnd convert puzzles.c --format text
      satdnd convert instances/dungeon/ --format json --output all.jsonl
    """
    style = given["style"]
    with Output(given["output"], style) as output:
        first = True
        for item in items(given["puzzles"], given["kind"]):
            try:
                if item.error:
                    raise item.error
                text = _text(item.puzzle, style)
            except InputError as error:
                click.echo(f"satdnd: {error.located(source=item.name)}", err=True)
                output.statuses[ERROR] += 1
                if style == "json":
                    output.write_json(Answer(item.name, item.kind, ERROR, reason=str(error)).to_json())
                continue
            if style == "json":
                output.write_json(text)
            else:
                output.write(("" if first else "\n") + text.rstrip("\n"))
            first = False
    context.exit(output.exit_status)


def _text(puzzle: Any, style: str) -> Any:
    """JSON object or text of *puzzle*. UsageError for a format that its kind does not have."""
    kind = kind_of(puzzle)
    if style == "json":
        return kind.to_json(puzzle)
    if style not in kind.text_styles:
        raise UsageError(f"unknown format {style!r} for {kind.name}; known: json, {', '.join(kind.text_styles)}")
    return kind.to_text(puzzle, style)
