"""``satdnd decode``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.engine.kind import kind_of, options_for
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings
from satdnd.errors import Undecided, UsageError
from satdnd.formats.loading import read_lines
from satdnd.sat.budget import Budget

if TYPE_CHECKING:
    from satdnd.engine.export import Exported

EXPORTED = (".cnf", ".icnf", ".opb")


@click.command("decode", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("model", type=click.Path())
@options.kind_option
@click.option("--template", is_flag=True, help="The formula was that of 'export --template' with the puzzle's units.")
@options.engine_options(*options.ENCODING)
@options.coordinates_option
@options.output_options("text", "json", quiet=True)
def command(
    puzzle: str,
    model: str,
    kind: str | None,
    template: bool,
    settings: Settings,
    wishes: dict[str, Any],
    output: Output,
) -> int:
    """Turn a SAT solver's answer to an exported formula back into a board, and verify it.

    PUZZLE is the puzzle, with the same options as for 'export', or the exported file itself, which knows them.
    MODEL is what the solver printed ('s' and 'v' lines), or minisat's result file.

    \b
    Example:
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
    """
    from satdnd.engine.decoder import decode, undecided
    from satdnd.engine.export import Exported
    from satdnd.sat.formula import Formula

    run.read_once(puzzle, model)
    exported = Path(puzzle).suffix.lower() in EXPORTED
    budget = settings.budget()  # for reading the formula and for making it again
    lines = list[str]()
    reached: Undecided | None = None
    try:
        lines.extend(_lines(puzzle, budget) if exported else ())
    except Undecided as error:
        reached = error
    text = "".join(lines)
    if exported:
        header = _exported(puzzle, text, {"kind": kind, "template": template or None, **changed(settings), **wishes})
    else:
        asked = run.one_puzzle(puzzle, kind).puzzle
        header = Exported(kind_of(asked), asked, options_for(kind_of(asked), settings, wishes), template=template)
    with output, run.Progress("formula") as progress:
        progress.at(puzzle)
        source = "standard input" if model == "-" else model
        try:
            if reached:
                raise reached
            assignment = "".join(_lines(model, budget))
            written = Formula.from_dimacs(text, puzzle, budget) if puzzle.lower().endswith(".cnf") else None
            if not exported and not header.template:
                header = replace(header, options=header.kind.pinned(header.puzzle, header.options, budget))
            answer = decode(header, assignment, source, written, budget)
        except Undecided as error:
            answer = undecided(header, error)
        progress.pause(begin=False)
        output.tell(answer)
    return output.exit_status


def _lines(path: str, budget: Budget) -> Iterator[str]:
    """The lines of a file within the limits; comments are read in any case, since they say what the formula is."""
    for line in read_lines(path):
        if line[:1] not in ("c", "*"):
            budget.check()
        yield line


def _exported(path: str, text: str, stated: dict[str, Any]) -> Exported:
    """What an exported file says. UsageError for what is *stated* beside it."""
    from satdnd.engine.export import read_header

    told = [name for name, value in stated.items() if value is not None and name not in ("timeout", "memory")]
    if flags := ", ".join(f"--{name}" for name in told):
        raise UsageError(f"{path} says its kind and its options by itself: leave out {flags}")
    return read_header(text, path)
