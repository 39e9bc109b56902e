"""``satdnd generate``."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from satdnd.api import styled
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, one_puzzle
from satdnd.engine.answer import UNDECIDED, UNSOLVABLE
from satdnd.engine.kind import kind_of
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, InputError, Undecided, UsageError
from satdnd.formats.recognition import kind_note
from satdnd.formats.streams import read_file
from satdnd.registry import KINDS

CHANGES_SHOWN = 12
"""The most changes of a layout that are listed."""


@click.command("generate", cls=options.RecipeCommand)
@options.kind_argument
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many puzzles."
)
@click.option(
    "--seed", type=int, metavar="N", help="The same seed gives the same puzzles [default: random, and printed]."
)
@click.option("--size", metavar="SIZE", help="8, 8x8, or 7x11 = rows x columns.")
@click.option(
    "--from", "draft", type=click.Path(), metavar="FILE", help="Complete a draft: choose what it leaves open."
)
@click.option("--givens", is_flag=True, help="With --from: keep the draft's given cells as givens of the puzzle.")
@click.option("--layout", type=click.Path(), metavar="FILE", help="Turn a drawn layout into a puzzle.")
@click.option("--fix", is_flag=True, help="With --layout: apply the first change that makes the puzzle unique.")
@options.engine_options("timeout", "memory")
@options.puzzle_format_option(
    "text, json, or another format of the kind [default: by the ending of --output, else text]."
)
@click.option("--save", type=click.Path(file_okay=False), metavar="DIR", help="Write one file per puzzle into DIR.")
@options.output_option
@click.option("--quiet", is_flag=True, help="Only errors and verdicts on standard error: no seed, no progress.")
def command(
    kind: str,
    count: int,
    seed: int | None,
    size: str | None,
    draft: str | None,
    givens: bool,
    layout: str | None,
    settings: Settings,
    wishes: dict[str, Any],
    style: str | None,
    save: str | None,
    fix: bool,
    quiet: bool,
    file: str | None,
) -> int:
    """Make new puzzles. The same seed gives the same puzzles on every machine.

    --from completes a draft, a puzzle file with unknown counts (?) and cells (.), to a unique puzzle that contains the
    draft and meets further options (--monsters, --loops, --difficulty, ...). --layout turns a drawn layout (a grid with
    # for walls and T for treasures) into a puzzle, and says whether it is unique and, if not, which smallest changes
    make it so; --fix applies the first.

    \b
    Examples:
      satdnd generate dungeon --size 8 --count 3 --seed 1
      satdnd generate dungeon --needs connectivity --seed 1
      satdnd generate sudoku --difficulty hard --seed 7
      satdnd generate dungeon --from draft.dnd --seed 1
      satdnd generate dungeon --layout castle.txt --fix
    """
    from satdnd.setter.drafts import complete
    from satdnd.setter.generator import generate

    style = options.style_of(style, file, "text")
    if save and file:
        raise click.UsageError("--save and --output cannot be combined")
    seed_known = quiet or seed is not None
    if seed is None:
        seed = random.randrange(10**9)
    wished = [f"--{name.replace('_', '-')}" for name in (*wishes, *(["size"] if size is not None else []))]
    if layout and wished:
        raise click.UsageError(f"--layout takes everything from the drawing: leave out {wished[0]}")
    if fix and not layout:
        raise click.UsageError("--fix needs --layout")
    if givens and not draft:
        raise click.UsageError("--givens needs --from")
    if draft and layout:
        raise click.UsageError("--from and --layout cannot be combined")
    if size is not None:
        wishes["height"], wishes["width"] = _size(size)
    folder = Path(save) if save else None
    if layout:
        return _draw(kind, layout, style, folder, Output(file, style, quiet=quiet), settings, fix)
    limits: dict[str, Any] = {"timeout": settings.timeout, "memory": settings.memory}
    with Output(file, style, quiet=quiet) as output, Progress("puzzle", shows=not quiet) as progress:
        made = 0
        progress.at("1")
        try:
            if draft:
                start = one_puzzle(draft, kind).puzzle
                puzzles = complete(start, wishes, seed=seed, count=count, givens=givens, **limits)
            else:
                puzzles = generate(kind, wishes, seed=seed, count=count, **limits)
            for puzzle in puzzles:
                progress.pause()
                if not seed_known:
                    click.echo(f"seed {seed}", err=True)
                    seed_known = True
                _write(puzzle, style, folder, output, first=made == 0)
                made += 1
                progress.at(str(made + 1))
        except (Undecided, CannotFulfil) as error:
            progress.pause()
            click.echo(f"satdnd: {made} of {count} made: {error}", err=True)
            output.statuses[UNDECIDED if isinstance(error, Undecided) else UNSOLVABLE] += 1
    return output.exit_status


def _draw(kind: str, path: str, style: str, folder: Path | None, output: Output, settings: Settings, fix: bool) -> int:
    """Print the puzzle of a layout and, on standard error, whether it is unique and how to make it so.

    Returns the exit status.
    """
    from satdnd.setter.drafts import layout

    text = read_file(path)
    try:
        drawn = layout(kind, text, timeout=settings.timeout, memory=settings.memory)
    except InputError as error:
        raise error.located(source="standard input" if path == "-" else path) from None
    except Undecided as error:
        click.echo(f"satdnd: {error}: not known whether the layout is unique", err=True)
        return 3
    fixed = drawn.changes[0] if fix and drawn.changes else None
    puzzle = fixed.puzzle if fixed else drawn.puzzle
    if not drawn.puzzle.name:
        puzzle = replace(puzzle, name=Path(path).stem.strip("-"))
    with output:
        _write(puzzle, style, folder, output, first=True)
    if drawn.other is None:
        click.echo("unique: the layout is the only solution of its puzzle", err=True)
        return 0
    if fixed:
        click.echo(f"unique after this change: {'; '.join(fixed.edits)}", err=True)
        return 0
    click.echo("multiple: the puzzle has a solution other than the layout:", err=True)
    for line in drawn.other.lines:
        click.echo(f"  {line}", err=True)
    if drawn.changes:
        click.echo(f"These smallest changes make it unique, {len(drawn.changes[0].edits)} at once:", err=True)
        for change in drawn.changes[:CHANGES_SHOWN]:
            click.echo(f"  - {'; '.join(change.edits)}", err=True)
        if len(drawn.changes) > CHANGES_SHOWN:
            click.echo(f"  - and {len(drawn.changes) - CHANGES_SHOWN} more", err=True)
    else:
        click.echo(f"No change of up to {drawn.tried} cells makes it unique; larger ones were not all tried.", err=True)
    return 1


def _size(text: str) -> tuple[int, int]:
    size = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text)
    if not size:
        raise UsageError(f"--size is {text!r}, expected a number of up to 4 digits or ROWSxCOLUMNS")
    return int(size[1]), int(size[2] or size[1])


def _write(puzzle: Any, style: str, folder: Path | None, output: Output, *, first: bool) -> None:
    text = styled(puzzle, style).rstrip("\n")
    listed = style in kind_of(puzzle).texts.listed
    if folder is None:
        if first:
            text = kind_note(text, puzzle.kind, style) + text
        output.write(text if first or listed or style == "json" else "\n" + text)
        return
    suffixes = KINDS[puzzle.kind].suffixes
    usual = style == "text" or (listed and f".{style}" not in suffixes)
    suffix = suffixes[0] if usual else f".{style}"
    name = re.sub(r"[^A-Za-z0-9-]+", "-", puzzle.name)  # a negative seed keeps its sign
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    with Output(str(folder / f"{name}{suffix}"), style, quiet=output.quiet) as file:
        file.write(text)
