"""``satdnd check``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output, shown
from satdnd.errors import InputError
from satdnd.puzzle import ERROR, UNIQUE, VALID, Answer, kind_of


@click.command("check")
@click.argument("certificates", metavar="CERTIFICATE...", nargs=-1, required=True, type=click.Path())
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Check certificates that 'unique --proof' or 'solve --proof' left.

    Trusts nothing in them: encodes the puzzle again and compares byte by byte, verifies the solution by the rules,
    and replays the proof to the empty clause. No solver takes part.

    \b
    Example:
      satdnd unique puzzle.dnd --proof certificate && satdnd check certificate
    """
    from satdnd.certificate import check

    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        for path in given["certificates"]:
            try:
                answer = check(Path(path))
            except InputError as error:
                click.echo(f"satdnd: {error}", err=True)
                output.record(Answer(str(path), "", ERROR, reason=str(error)))
                continue
            output.record(answer)
            if output.style == "json":
                continue
            what = "exactly one solution" if answer.details["claim"] == UNIQUE else "no solution"
            told = ""
            if answer.status == VALID:
                meant = (f" ({name} {answer.details['options'][name]})" for name in kind_of(answer.puzzle).options)
                told = f": {what}{''.join(meant)}"
            output.write(f"{shown(answer.name)}: {answer.status}{told}")
            for solution in answer.solutions:
                output.write(output.draw(kind_of(answer.puzzle).picture(answer.puzzle, solution)))
            for fault in answer.faults:
                output.write(f"  {shown(fault.message)}")
    context.exit(output.exit_status)
