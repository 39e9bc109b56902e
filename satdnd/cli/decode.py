"""``satdnd decode``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output, shown
from satdnd.cli.run import one_puzzle
from satdnd.cli.solve import headline
from satdnd.errors import InputError
from satdnd.loading import Item, read_file
from satdnd.puzzle import kind_named, kind_of


@click.command("decode")
@click.argument("puzzle", type=click.Path())
@click.argument("model", type=click.Path())
@options.kind_option
@options.encoding_options
@options.output_options("text", "json")
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
    from satdnd.exporting import options_of, puzzle_of
    from satdnd.formula import Formula

    settings = options.settings_of(given)
    formula = None
    if Path(given["puzzle"]).suffix in (".cnf", ".icnf", ".opb"):
        text = read_file(given["puzzle"])
        record = puzzle_of(text, given["puzzle"])
        if record is None:
            raise InputError(
                "no comment names the puzzle: was this file written by 'satdnd export'?", source=given["puzzle"]
            )
        kind = kind_named(str(record.get("kind")))
        item = Item(str(record.get("name") or Path(given["puzzle"]).stem), kind.name, kind.from_json(record))
        settings = options.with_options(settings, options_of(text))
        if given["puzzle"].endswith(".cnf"):
            formula = Formula.from_dimacs(text, given["puzzle"])
    else:
        item = one_puzzle(given["puzzle"], given["kind"])
    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        answer = decode(item.puzzle, read_file(given["model"]), settings, source=given["model"], exported=formula)
        answer.name = item.name
        output.record(answer)
        if output.style != "json":
            output.write(headline(item, answer))
            marked = {cell for fault in answer.faults for cell in fault.cells}
            for solution in answer.solutions:
                output.write(output.draw(kind_of(item.puzzle).picture(item.puzzle, solution, marked=marked)))
            for fault in answer.faults:
                output.write(shown(f"  {fault.rule}: {fault.message}"))
    context.exit(output.exit_status)
