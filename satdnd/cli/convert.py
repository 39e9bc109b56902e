"""``satdnd convert``."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import Any

import click

from satdnd.api import styled
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import items
from satdnd.cli.usage import GroupedCommand
from satdnd.engine.answer import MULTIPLE, shown
from satdnd.engine.kind import kind_of
from satdnd.engine.optima import certifies
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided
from satdnd.formats.recognition import NOTED, kind_note

LINK_SECONDS = 2.0
"""Seconds to find out whether the puzzle of a link is unique."""


@click.command("convert", cls=GroupedCommand)
@options.puzzles_argument
@options.kind_option
@options.puzzle_format_option(
    "json, text, or another format of the kind (c, grid, puzz.link, tatham, kord, ...: 'satdnd help KIND' lists "
    "them) [default: by the ending of --output, else json]."
)
@options.engine_options("timeout", "memory")
@options.output_option
def command(puzzles: tuple[str, ...], kind: str | None, style: str | None, settings: Settings, file: str | None) -> int:
    """Write puzzles in another format: JSON Lines, the kind's text, links and files of other programs.

    A few formats hold the solution (kord, kord-old): these solve the puzzle first, within --timeout and --memory.

    \b
    Examples:
      satdnd convert puzzles.c --format text
      satdnd convert puzzles/ --format json --output all.jsonl
      satdnd convert 'https://puzz.link/p?sudoku/4/4/g1k23k3g' --format text
    """
    style = options.style_of(style, file, "json")
    with Output(file, style) as output:
        last = ""
        for item in items(puzzles, kind):
            try:
                if item.error:
                    raise item.error
                text = styled(item.puzzle, style, timeout=settings.timeout, memory=settings.memory).rstrip("\n")
            except Undecided as error:
                output.give_up(item.name, item.kind, str(error))
                continue
            except InputError as error:
                output.report_error(item.name, item.kind, error.located(source=item.name))
                continue
            if style == "json":
                output.write_json(json.loads(text))
            else:
                begins = style in NOTED and item.kind != last
                if begins:  # after a puzzle of another kind, the content alone does not determine the kind
                    text = (f"# kind: {item.kind}\n" if last else kind_note(text, item.kind)) + text
                apart = last != "" and (begins or style not in kind_of(item.puzzle).texts.listed)
                output.write("\n" * apart + text)
            if _is_ambiguous(text, item.puzzle, settings):
                click.echo(f"satdnd: {shown(item.name)}: the puzzle of this link has several solutions", err=True)
            last = item.kind
    return output.exit_status


def _is_ambiguous(text: str, puzzle: Any, settings: Settings) -> bool:
    """Whether *text* is a link to a puzzle quickly found to have several solutions: its recipient could not tell."""
    if not text.startswith("https://") or not certifies(kind_of(puzzle)):
        return False
    with closing(Solver(replace(settings, timeout=min(LINK_SECONDS, settings.timeout or LINK_SECONDS)))) as solver:
        return solver.unique(puzzle).status == MULTIPLE
