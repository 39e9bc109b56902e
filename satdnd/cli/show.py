"""``satdnd show``."""

from __future__ import annotations

import click

from satdnd.answer import shown
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import one_puzzle
from satdnd.draw.picture import Panel
from satdnd.errors import InputError
from satdnd.kind import kind_of
from satdnd.loading import Item, read, read_file


@click.command("show")
@click.argument("puzzle", type=click.Path())
@click.argument("solution", required=False, type=click.Path())
@options.kind_option
@options.coordinates_option
@click.option("--format", "style", type=click.Choice(["text", "svg"]), default="text", help="Terminal or SVG.")
@click.option("--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all.")
def command(
    puzzle: str, solution: str | None, kind: str | None, coordinates: bool, style: str, output: str | None
) -> None:
    """Draw puzzles, or a puzzle with a solution (as 'verify' reads it); faults of a wrong one are marked.

    \b
    Examples:
      satdnd example hashi | satdnd show -
      satdnd show puzzle.dnd solution.txt --format svg --output puzzle.svg
    """
    with Output(output, style, coordinates=coordinates) as out:
        if solution:
            item = one_puzzle(puzzle, kind)
            own = kind_of(item.puzzle)
            panels = []
            for board in own.texts.read_solutions(read_file(solution), item.puzzle):
                if isinstance(board, InputError):
                    raise board.located(source="standard input" if solution == "-" else solution)
                faults = own.faults(item.puzzle, board, own.options())
                marked = {cell for fault in faults for cell in fault.cells}
                panels.append(Panel("", own.picture(item.puzzle, board, marked=marked).explained("a fault")))
        else:
            found = list(read(puzzle, kind))
            panels = [_panel(item, len(found) > 1) for item in found]
        if style == "svg":
            from satdnd.draw.svg import render_panels

            out.write(render_panels(panels, coordinates=coordinates).rstrip("\n"))
        else:
            out.write(out.drawn(panels))


def _panel(item: Item, named: bool) -> Panel:
    if item.error:
        raise item.error
    return Panel(shown(item.name) if named else "", kind_of(item.puzzle).picture(item.puzzle))
