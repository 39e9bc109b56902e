"""``satdnd decode``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from satdnd.cli import options, run
from satdnd.errors import Undecided, UsageError
from satdnd.kind import kind_of, options_for
from satdnd.loading import read_file

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

    PUZZLE is the puzzle, with the same options as for 'export', or the exported file itself. MODEL is what the
    solver printed ('s' and 'v' lines), or minisat's result file.

    \b
    Example:
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
    """
    from satdnd.decoding import decode
    from satdnd.exporting import Exported, read_header
    from satdnd.formula import Formula

    written = None
    if Path(given["puzzle"]).suffix in EXPORTED:
        text = read_file(given["puzzle"])
        header = read_header(text, given["puzzle"])
        if given["puzzle"].endswith(".cnf"):
            written = Formula.from_dimacs(text, given["puzzle"])
    else:
        item = run.one_puzzle(given["puzzle"], given["kind"])
        kind = kind_of(item.puzzle)
        own = options_for(kind, options.settings_of(given), options.wishes_of(context, given))
        header = Exported(kind, item.puzzle, own if given["template"] else kind.pinned(item.puzzle, own, own.budget()))
    with run.output_of(given) as output:
        try:
            found = decode(header, read_file(given["model"]), given["model"], written, template=given["template"])
        except Undecided as error:
            raise UsageError(f"the formula could not be made again within the limits: {error}") from error
        output.tell(found)
    context.exit(output.exit_status)
