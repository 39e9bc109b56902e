"""The --proof option: a certificate for each answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from satdnd.engine.answer import ERROR, UNDECIDED, UNIQUE, UNSOLVABLE, Answer, shown
from satdnd.engine.kind import kind_of
from satdnd.engine.optima import UNCERTIFIED, certifies
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided, UsageError


def certifying(
    ask: Callable[[Any], Answer[Any]],
    directory: str,
    solver: Solver,
    several: bool,
) -> Callable[[Any], Answer[Any]]:
    """*ask*, extended to write a certificate for each answer that can be proved.

    Args:
        ask: puzzle -> answer.
        directory: for a single puzzle, its certificate; for several, the parent of their certificates.
        solver: determines the options of the formula.
        several: whether there are several puzzles.

    Returns:
        puzzle -> answer; ``details["certificate"]`` is the folder. An answer that could not be proved within the limits
        becomes ``undecided``; a folder that holds other files makes it an error.
    """
    used: set[Path] = set()

    def both(puzzle: Any) -> Answer[Any]:
        """The answer, with its certificate if it can have one."""
        if not certifies(kind_of(puzzle)):
            return Answer(puzzle.name, puzzle.kind, ERROR, reason=f"{puzzle.kind} {UNCERTIFIED}", puzzle=puzzle)
        answer = ask(puzzle)
        if answer.status == ERROR:
            return answer
        if answer.status not in (UNIQUE, UNSOLVABLE):
            click.echo(f"satdnd: {shown(puzzle.name)}: no certificate, since the answer is {answer.status!r}", err=True)
            return answer
        from satdnd.proof.certificate import MANIFEST, write

        folder = _free(Path(directory), puzzle.name, used) if several else Path(directory)
        options = solver.options_of(kind_of(puzzle))
        budget = options.budget()
        if budget.deadline is not None:
            budget.deadline -= answer.seconds  # the answer and its proof share one limit
        try:
            replaced = (folder / MANIFEST).exists()
            write(folder, answer, options, budget)
            if replaced:
                click.echo(f"satdnd: replaced the certificate in {folder}", err=True)
            answer.details["certificate"] = str(folder)
        except Undecided as error:
            answer.reason = f"{answer.status}, but without a certificate: {error}"
            answer.status = UNDECIDED
        except UsageError as error:
            answer.status, answer.reason = ERROR, str(error)
        return answer

    return both


def _free(directory: Path, name: str, used: set[Path]) -> Path:
    """A folder for *name* that no other puzzle of this run uses."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:100].strip("-.") or "puzzle"
    folder, number = directory / stem, 1
    while folder in used:
        number += 1
        folder = directory / f"{stem}-{number}"
    used.add(folder)
    return folder
