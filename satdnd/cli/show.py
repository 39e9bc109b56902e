"""``satdnd show``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output, shown
from satdnd.cli.run import one_puzzle
from satdnd.errors import InputError
from satdnd.loading import Item, read, read_file
from satdnd.puzzle import kind_of


@click.command("show")
@click.argument("puzzle", type=click.Path())
@click.argument("solution", required=False, type=click.Path())
@options.kind_option
@click.option("--format", "style", type=click.Choice(["text", "svg"]), default="text", help="Terminal or SVG.")
@click.option("--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all.")
def command(puzzle: str, solution: str | None, kind: str | None, style: str, output: str | None) -> None:
    """Draw a puzzle, or a puzzle with a solution (as 'verify' reads it), right or wrong.

    \b
    Examples:
      satdnd show instances/dungeon/example-8x8.dnd
      satdnd show puzzle.dnd solution.txt --format svg --output puzzle.svg
    """
    with Output(output, style) as out:
        if solution:
            item = one_puzzle(puzzle, kind)
            for board in kind_of(item.puzzle).read_solutions(read_file(solution), item.puzzle):
                if isinstance(board, InputError):
                    raise board.located(source="standard input" if solution == "-" else solution)
                _draw(item, board, out)
            return
        found = list(read(puzzle, kind))
        for item in found:
            if item.error:
                raise item.error
            if len(found) > 1:
                if style == "svg":
                    raise InputError(f"found {len(found)} puzzles, expected one for an SVG picture", source=puzzle)
                out.write(f"{shown(item.name)}:")
            _draw(item, None, out)


def _draw(item: Item, solution: Any, out: Output) -> None:
    picture = kind_of(item.puzzle).picture(item.puzzle, solution)
    if out.style == "svg":
        from satdnd.draw.svg import render

        out.write(render(picture).rstrip("\n"))
    else:
        out.write(out.draw(picture))
