"""``satdnd generate``."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.puzzle import KIND_NAMES, UNDECIDED, UNSOLVABLE, kind_of

WISHES = ("monsters", "treasures", "loops", "needs", "difficulty", "clues", "longest_room", "linear", "islands")
"""Options that go to the kind's generator as they are."""


@click.command("generate")
@click.argument("kind", type=click.Choice(KIND_NAMES))
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same puzzles; random (and told) without.")
@click.option("--size", metavar="SIZE", help="8, 8x8, or 7x11 = rows x columns.")
@click.option("--unique/--any", "unique", default=None, help="Only puzzles with one solution, or any.")
@options.timeout_option
@click.option("--monsters", type=click.IntRange(min=0), metavar="N", help="dungeon: exactly N.")
@click.option("--treasures", type=click.IntRange(min=0), metavar="N", help="dungeon: exactly N.")
@click.option("--loops", type=click.FloatRange(0, 1), metavar="P", help="dungeon: how readily loops close, 0 to 1.")
@click.option("--needs", type=click.Choice(["connectivity"]), help="dungeon: unique only thanks to that rule.")
@click.option("--difficulty", metavar="NAME", help="sudoku: the hardest technique needed, or easy, medium, hard.")
@click.option("--clues", type=click.IntRange(min=0), metavar="N", help="sudoku: at least N clues.")
@click.option("--longest-room", type=click.IntRange(min=1), metavar="N", help="inshi: rooms of at most N cells.")
@click.option("--linear", is_flag=True, default=None, help="inshi: a Latin square of shifted rows.")
@click.option("--islands", type=click.IntRange(min=0), metavar="N", help="hashi: number of islands.")
@click.option(
    "--format", "style", default="text", metavar="FORMAT", help="text (default), json, or another of the kind."
)
@click.option("--save", type=click.Path(file_okay=False), metavar="DIR", help="One file for each puzzle, there.")
@click.option("--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all.")
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

    seed = given["seed"]
    if given["save"] and given["output"]:
        raise click.UsageError("--save and --output exclude each other")
    told = seed is not None
    if seed is None:
        seed = random.randrange(10**9)
    recipe = {name: given[name] for name in (*WISHES, "unique") if given[name] is not None}
    if given["size"] is not None:
        recipe["height"], recipe["width"] = _size(given["size"])
    folder = Path(given["save"]) if given["save"] else None
    with Output(given["output"], given["style"]) as output:
        made = 0
        try:
            for puzzle in generate(given["kind"], recipe, seed=seed, count=given["count"], timeout=given["timeout"]):
                if not told:
                    click.echo(f"seed {seed}", err=True)
                    told = True
                _put(puzzle, given["style"], folder, output, first=made == 0)
                made += 1
        except Undecided as error:
            click.echo(f"satdnd: {made} of {given['count']} made: {error}", err=True)
            output.statuses[UNDECIDED] += 1
        except CannotFulfil as error:
            click.echo(f"satdnd: {made} of {given['count']} made: {error}", err=True)
            output.statuses[UNSOLVABLE] += 1
    context.exit(output.exit_status)


def _size(text: str) -> tuple[int, int]:
    size = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text)
    if not size:
        raise UsageError(f"--size is {text!r}, expected a number or ROWSxCOLUMNS")
    return int(size[1]), int(size[2] or size[1])


def _put(puzzle: Any, style: str, folder: Path | None, output: Output, *, first: bool) -> None:
    kind = kind_of(puzzle)
    if style == "json":
        text = json.dumps(kind.to_json(puzzle), ensure_ascii=False)
    elif style in kind.text_styles:
        text = kind.to_text(puzzle, style).rstrip("\n")
    else:
        raise UsageError(f"unknown format {style!r} for {kind.name}; known: json, {', '.join(kind.text_styles)}")
    if folder is None:
        output.write(text if first or style == "json" else "\n" + text)
        return
    suffix = ".json" if style == "json" else kind.suffixes[0] if style == "text" else f".{style}"
    name = re.sub(r"[^A-Za-z0-9-]+", "-", puzzle.name)  # a negative seed keeps its sign
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    with Output(str(folder / f"{name}{suffix}"), style) as file:
        file.write(text)
