"""``satdnd decode``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdnd.cli import options, run
from satdnd.errors import Undecided, UsageError
from satdnd.kind import kind_of, options_for
from satdnd.loading import read_file

if TYPE_CHECKING:
    from satdnd.exporting import Exported
    from satdnd.formula import Formula

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
    from satdnd.decoding import decode

    run.read_once(given["puzzle"], given["model"])
    header, written = (_exported if _is_exported(given["puzzle"]) else _asked)(context, given)
    with run.output_of(given) as output, run.Progress("formula") as progress:
        progress.at(given["puzzle"])
        source = "standard input" if given["model"] == "-" else given["model"]
        answer = decode(header, read_file(given["model"]), source, written)
        progress.pause(begin=False)
        output.tell(answer)
    context.exit(output.exit_status)


def _is_exported(path: str) -> bool:
    return Path(path).suffix.lower() in EXPORTED


def _exported(context: click.Context, given: dict[str, Any]) -> tuple[Exported, Formula | None]:
    """What an exported file says, and its clauses where it is a CNF."""
    from satdnd.exporting import read_header
    from satdnd.formula import Formula

    told = [name for name in ("kind", "template", "cardinality", "connectivity") if given[name]]
    if told := [*told, *options.wishes_of(context, given)]:
        flags = ", ".join(f"--{name}" for name in told)
        raise UsageError(f"{given['puzzle']} says its kind and its options by itself: leave out {flags}")
    text = read_file(given["puzzle"])
    header = read_header(text, given["puzzle"])
    limits = {name: given[name] for name in ("timeout", "memory")}
    header = replace(header, options=replace(header.options, **limits))
    is_cnf = Path(given["puzzle"]).suffix.lower() == ".cnf"
    return header, Formula.from_dimacs(text, given["puzzle"]) if is_cnf else None


def _asked(context: click.Context, given: dict[str, Any]) -> tuple[Exported, None]:
    """What the puzzle and the flags say."""
    from satdnd.exporting import Exported

    puzzle = run.one_puzzle(given["puzzle"], given["kind"]).puzzle
    kind = kind_of(puzzle)
    own = options_for(kind, options.settings_of(given), options.wishes_of(context, given))
    if given["template"]:
        return Exported(kind, puzzle, own, template=True), None
    try:
        return Exported(kind, puzzle, kind.pinned(puzzle, own, own.budget())), None
    except Undecided as error:
        click.echo(f"satdnd: {puzzle.name}: the formula could not be made again: {error}", err=True)
        context.exit(3)
