"""The --proof option: a certificate beside the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from satdnd.cli.output import shown
from satdnd.errors import Undecided
from satdnd.puzzle import UNIQUE, UNSOLVABLE, Answer, Settings, kind_of


def certifying(
    ask: Callable[[Any], Answer], directory: str | None, settings: Settings
) -> Callable[[Any, bool], Answer]:
    """*ask*, and a certificate of each answer that can be proved.

    Args:
        ask: puzzle -> answer.
        directory: the certificate of a single puzzle; for many puzzles, holds one folder for each. None: no proofs.
        settings: with which the formula is made.

    Returns:
        (puzzle, whether it is the only one) -> answer; ``details["certificate"]`` is the folder.
    """
    used: set[Path] = set()

    def both(puzzle: Any, alone: bool) -> Answer:
        answer = ask(puzzle)
        if directory is None:
            return answer
        if answer.status not in (UNIQUE, UNSOLVABLE):
            click.echo(f"satdnd: {shown(puzzle.name)}: no certificate, since the answer is {answer.status!r}", err=True)
            return answer
        if not kind_of(puzzle).certifies:
            click.echo(f"satdnd: {shown(puzzle.name)}: no certificate: {puzzle.kind} has no formula for it", err=True)
            return answer
        from satdnd.certificate import write

        folder = Path(directory) if alone else _free(Path(directory), puzzle.name, used)
        try:
            write(folder, answer, settings)
            answer.details["certificate"] = str(folder)
        except Undecided as error:
            click.echo(f"satdnd: {shown(puzzle.name)}: no certificate: {error}", err=True)
        return answer

    return both


def _free(directory: Path, name: str, used: set[Path]) -> Path:
    """A folder for *name* that no puzzle of this run has yet."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:100].strip("-.") or "puzzle"
    folder, number = directory / stem, 1
    while folder in used:
        number += 1
        folder = directory / f"{stem}-{number}"
    used.add(folder)
    return folder
