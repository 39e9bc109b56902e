"""``satdnd check``."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.cli.usage import GroupedCommand
from satdnd.engine.answer import INVALID, UNIQUE, VALID, Answer
from satdnd.engine.kind import Fault, kind_of
from satdnd.engine.settings import Settings, own_options
from satdnd.errors import InputError
from satdnd.formats.loading import read
from satdnd.grid.notation import listed
from satdnd.sat.budget import Budget


@click.command("check", cls=GroupedCommand)
@click.argument("certificates", metavar="CERTIFICATE...", nargs=-1, required=True, type=click.Path())
@options.engine_options("timeout", "memory")
@options.output_options("text", "json", quiet=True)
def command(certificates: tuple[str, ...], settings: Settings, output: Output) -> int:
    """Check certificates written by 'unique --proof', 'solve --proof' or the editor (a zip archive); for a folder, all
    certificates in it.

    Trusts nothing in them: encodes the puzzle again and compares byte by byte, verifies the solution by the rules,
    and replays the proof to the empty clause. No solver takes part. Files of puzzles among the arguments are compared:
    the puzzle of each certificate must be in one of them.

    \b
    Examples:
      satdnd unique puzzle.dnd --proof certificate && satdnd check certificate
      satdnd check certificate puzzle.dnd
    """
    puzzles = [path for path in certificates if _is_puzzle(Path(path))]
    if len(puzzles) == len(certificates):
        puzzles = []  # each is reported as no certificate
    with output, run.Progress("certificate") as progress:
        for path in (path for path in certificates if path not in puzzles):
            for folder in _folders(Path(path)):
                progress.at(str(folder))
                try:
                    answer = _checked(folder, settings.budget())
                    if answer.puzzle is not None and puzzles:
                        _compare(answer, puzzles)
                except InputError as error:
                    progress.pause()
                    output.report_error(str(folder), "", error)
                    continue
                progress.pause()
                if answer.status == VALID:
                    answer.reason = _claim(answer)
                output.write_answer(answer)
        output.sum_up("certificates")
    return output.exit_status


def _checked(path: Path, budget: Budget) -> Answer[Any]:
    """The answer to one certificate, or one in an archive. Raises InputError if it is not a certificate."""
    from satdnd.proof import archive, certificate

    if path.is_file() and zipfile.is_zipfile(path):
        return archive.check(path, str(path), budget)
    return certificate.check(path, budget)


def _is_puzzle(path: Path) -> bool:
    """Whether a file may hold puzzles: it is no archive, and no manifest."""
    from satdnd.proof.certificate import MANIFEST

    return path.is_file() and path.name != MANIFEST and path.suffix.lower() != ".zip" and not zipfile.is_zipfile(path)


def _compare(answer: Answer[Any], puzzles: list[str]) -> None:
    """Make the answer invalid unless its puzzle is one of those in the files. Raises InputError for a bad file."""
    for item in chain.from_iterable(read(path, answer.kind) for path in puzzles):
        if item.error:
            raise item.error
        if item.puzzle == answer.puzzle:
            return
    answer.faults = [*answer.faults, Fault("puzzle.json", (), f"its puzzle is not in {listed(puzzles)}")]
    answer.status, answer.solutions = INVALID, []


def _folders(path: Path) -> Iterator[Path]:
    """The certificate at *path*, or those in a folder that is not a certificate itself."""
    from satdnd.proof.certificate import MANIFEST

    if path.name == MANIFEST and path.is_file():
        path = path.parent
    inside = sorted(entry.parent for entry in path.glob(f"*/{MANIFEST}")) if os.path.isdir(path) else []
    if inside and not (path / MANIFEST).exists():
        yield from inside
    else:
        yield path


def _claim(answer: Answer[Any]) -> str:
    what = "exactly one solution" if answer.details["claim"] == UNIQUE else "no solution"
    own = {declared.name for declared in own_options(kind_of(answer.puzzle).options)}
    meant = "".join(f", {name} {value}" for name, value in answer.details["options"].items() if name in own)
    return what + meant
