"""``satdnd show``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.answer import shown
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import items, one_puzzle, read_once
from satdnd.draw.picture import Panel
from satdnd.errors import InputError
from satdnd.kind import kind_of, options_for
from satdnd.loading import read_file
from satdnd.settings import Settings


@click.command("show", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("solution", required=False, type=click.Path())
@options.kind_option
@options.coordinates_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "svg"]),
    help="Terminal or SVG; without, as the ending of --output says, else text.",
)
@options.output_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Draw puzzles, or a puzzle with a solution (as 'verify' reads it); faults of a wrong one are marked.

    \b
    Examples:
      satdnd example hashi | satdnd show -
      satdnd show puzzle.dnd solution.txt --format svg --output puzzle.svg
    """
    read_once(given["puzzle"], given["solution"])
    style = options.style_of(given, "text", {".svg": "svg"})
    with Output(given["output"], style, coordinates=given["coordinates"]) as output:
        panels = _boards(context, given) if given["solution"] else _puzzles(given, output)
        if panels and style == "svg":
            from satdnd.draw.svg import render_panels

            output.write(render_panels(panels, coordinates=given["coordinates"]).rstrip("\n"))
        elif panels:
            output.write(output.drawn(panels))
    context.exit(output.exit_status)


def _boards(context: click.Context, given: dict[str, Any]) -> list[Panel]:
    puzzle = one_puzzle(given["puzzle"], given["kind"]).puzzle
    kind, source = kind_of(puzzle), given["solution"]
    own = options_for(kind, Settings(), options.wishes_of(context, given))
    panels = []
    for board in kind.texts.read_solutions(read_file(source), puzzle):
        if isinstance(board, InputError):
            raise board.located(source="standard input" if source == "-" else source)
        marked = {cell for fault in kind.faults(puzzle, board, own) for cell in fault.cells}
        panels.append(Panel("", kind.picture(puzzle, board, marked=marked).explained("a fault")))
    return panels


def _puzzles(given: dict[str, Any], output: Output) -> list[Panel]:
    panels = []
    for item in items([given["puzzle"]], given["kind"]):
        if item.error:
            output.refuse(item.name, item.kind, item.error)
        else:
            panels.append(Panel(shown(item.name), kind_of(item.puzzle).picture(item.puzzle)))
    return panels if len(panels) > 1 else [Panel("", panel.picture) for panel in panels]
