"""``satdnd check``."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.cli.usage import GroupedCommand
from satdnd.engine.answer import UNIQUE, VALID, Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.settings import Settings, own_options
from satdnd.errors import InputError
from satdnd.sat.budget import Budget


@click.command("check", cls=GroupedCommand)
@click.argument("certificates", metavar="CERTIFICATE...", nargs=-1, required=True, type=click.Path())
@options.engine_options("timeout", "memory")
@options.output_options("text", "json", quiet=True)
def command(certificates: tuple[str, ...], settings: Settings, output: Output) -> int:
    """Check certificates written by 'unique --proof', 'solve --proof' or the editor (a zip archive); for a folder, all
    certificates in it.

    Trusts nothing in them: encodes the puzzle again and compares byte by byte, verifies the solution by the rules,
    and replays the proof to the empty clause. No solver takes part.

    \b
    Example:
      satdnd unique puzzle.dnd --proof certificate && satdnd check certificate
    """
    with output, run.Progress("certificate") as progress:
        for path in certificates:
            for folder in _folders(Path(path)):
                progress.at(str(folder))
                try:
                    answer = _checked(folder, settings.budget())
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
