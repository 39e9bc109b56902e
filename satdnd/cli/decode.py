"""``satdnd decode``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdnd.cli import options, run
from satdnd.engine.kind import kind_of, options_for
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
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Turn a SAT solver's answer to an exported formula back into a board, and verify it.

    PUZZLE is the puzzle, with the same options as for 'export', or the exported file itself, which knows them.
    MODEL is what the solver printed ('s' and 'v' lines), or minisat's result file.

    \b
    Example:
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
    """
    from satdnd.engine.decoder import decode, undecided
    from satdnd.sat.formula import Formula

    run.read_once(given["puzzle"], given["model"])
    exported = Path(given["puzzle"]).suffix.lower() in EXPORTED
    budget = options.settings_of(given).budget()  # for reading the formula and for making it again
    lines = list[str]()
    reached: Undecided | None = None
    try:
        lines.extend(_lines(given["puzzle"], budget) if exported else ())
    except Undecided as error:
        reached = error
    text = "".join(lines)
    header = _exported(context, given, text) if exported else _asked(context, given)
    with run.output_of(given) as output, run.Progress("formula") as progress:
        progress.at(given["puzzle"])
        source = "standard input" if given["model"] == "-" else given["model"]
        try:
            if reached:
                raise reached
            model = "".join(_lines(given["model"], budget))
            is_cnf = given["puzzle"].lower().endswith(".cnf")
            written = Formula.from_dimacs(text, given["puzzle"], budget) if is_cnf else None
            if not exported and not header.template:
                header = replace(header, options=header.kind.pinned(header.puzzle, header.options, budget))
            answer = decode(header, model, source, written, budget)
        except Undecided as error:
            answer = undecided(header, error)
        progress.pause(begin=False)
        output.tell(answer)
    context.exit(output.exit_status)


def _lines(path: str, budget: Budget) -> Iterator[str]:
    """The lines of a file within the limits; comments are read in any case, since they say what the formula is."""
    for line in read_lines(path):
        if line[:1] not in ("c", "*"):
            budget.check()
        yield line


def _exported(context: click.Context, given: dict[str, Any], text: str) -> Exported:
    """What an exported file says."""
    from satdnd.engine.export import read_header

    told = [name for name in ("kind", "template", "cardinality", "connectivity") if given[name]]
    if told := [*told, *options.wishes_of(context, given)]:
        flags = ", ".join(f"--{name}" for name in told)
        raise UsageError(f"{given['puzzle']} says its kind and its options by itself: leave out {flags}")
    return read_header(text, given["puzzle"])


def _asked(context: click.Context, given: dict[str, Any]) -> Exported:
    """What the puzzle and the flags say."""
    from satdnd.engine.export import Exported

    puzzle = run.one_puzzle(given["puzzle"], given["kind"]).puzzle
    kind = kind_of(puzzle)
    own = options_for(kind, options.settings_of(given), options.wishes_of(context, given))
    return Exported(kind, puzzle, own, template=given["template"])
