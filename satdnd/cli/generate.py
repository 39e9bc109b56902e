"""``satdnd generate``."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import click

from satdnd.answer import UNDECIDED, UNSOLVABLE
from satdnd.api import dumps
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.kinds import KINDS
from satdnd.loading import kind_note


@click.command("generate", cls=options.RecipeCommand)
@options.kind_argument
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same puzzles; random (and told) without.")
@click.option("--size", metavar="SIZE", help="8, 8x8, or 7x11 = rows x columns.")
@options.engine_options("timeout", "memory")
@click.option(
    "--format",
    "style",
    metavar="FORMAT",
    help="text, json, or another of the kind; without, as the ending of --output says, else text.",
)
@click.option("--save", type=click.Path(file_okay=False), metavar="DIR", help="One file for each puzzle, there.")
@options.output_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Make new puzzles. The same seed gives the same puzzles on every machine.

    \b
    Examples:
      satdnd generate dungeon --size 8 --count 3 --seed 1
      satdnd generate dungeon --needs connectivity --seed 1
      satdnd generate sudoku --difficulty "naked pair" --seed 7
    """
    from satdnd.generation import generate

    seed, style = given["seed"], options.style_of(given, "text")
    if given["save"] and given["output"]:
        raise click.UsageError("--save and --output exclude each other")
    told = seed is not None
    if seed is None:
        seed = random.randrange(10**9)
    wishes = options.wishes_of(context, given)
    if given["size"] is not None:
        wishes["height"], wishes["width"] = _size(given["size"])
    folder = Path(given["save"]) if given["save"] else None
    limits = {"timeout": given["timeout"], "memory": given["memory"]}
    with Output(given["output"], style) as output, Progress("puzzle") as progress:
        made = 0
        progress.at("1")
        try:
            for puzzle in generate(given["kind"], wishes, seed=seed, count=given["count"], **limits):
                progress.pause()
                if not told:
                    click.echo(f"seed {seed}", err=True)
                    told = True
                _put(puzzle, style, folder, output, first=made == 0)
                made += 1
                progress.at(str(made + 1))
        except (Undecided, CannotFulfil) as error:
            progress.pause()
            click.echo(f"satdnd: {made} of {given['count']} made: {error}", err=True)
            output.statuses[UNDECIDED if isinstance(error, Undecided) else UNSOLVABLE] += 1
    context.exit(output.exit_status)


def _size(text: str) -> tuple[int, int]:
    size = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text)
    if not size:
        raise UsageError(f"--size is {text!r}, expected a number or ROWSxCOLUMNS")
    return int(size[1]), int(size[2] or size[1])


def _put(puzzle: Any, style: str, folder: Path | None, output: Output, *, first: bool) -> None:
    text = dumps(puzzle, style).rstrip("\n")
    if folder is None:
        if style == "text" and first:
            text = kind_note(text, puzzle.kind) + text
        output.write(text if first or style == "json" else "\n" + text)
        return
    suffix = ".json" if style == "json" else KINDS[puzzle.kind].suffixes[0] if style == "text" else f".{style}"
    name = re.sub(r"[^A-Za-z0-9-]+", "-", puzzle.name)  # a negative seed keeps its sign
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    with Output(str(folder / f"{name}{suffix}"), style) as file:
        file.write(text)
