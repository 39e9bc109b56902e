"""``satdnd decode``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.engine.kind import kind_of, options_for
from satdnd.engine.optima import pinned
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings
from satdnd.errors import Undecided, UsageError
from satdnd.formats.loading import is_link, read, read_text
from satdnd.formats.streams import STDIN, read_lines
from satdnd.sat.budget import Budget

if TYPE_CHECKING:
    from satdnd.engine.export import Exported

EXPORTED = (".cnf", ".icnf", ".opb")


@click.command("decode", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("model", type=click.Path())
@options.kind_option
@click.option("--template", is_flag=True, help="The formula is that of 'export --template' plus the puzzle's units.")
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

    PUZZLE is the puzzle, with the same options as for 'export', or the exported file itself, which contains them.
    MODEL is what the solver printed ('s' and 'v' lines), or minisat's result file.

    Variables missing from the model are taken as false, or if that is not a model, searched for; in JSON, "left_out" is
    the number of missing variables, and "found_here" the number of those found by this search. An answer without a
    model is not checked, and "verified" is false: use 'unique' or 'solve' to be sure.

    \b
    Example:
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
    """
    from satdnd.engine.decoder import decode, undecided
    from satdnd.engine.export import is_exported
    from satdnd.sat.formula import Formula

    run.read_once(puzzle, model)
    budget = settings.budget()  # covers reading the formula and rebuilding it
    source = _source(puzzle)
    lines = _lines_of_file(puzzle)
    first = next(lines, "").removeprefix("\ufeff")
    exported = is_exported(first) or Path(source).suffix.lower() in EXPORTED
    kept = [first]
    reached: Undecided | None = None
    try:
        kept.extend(_within(lines, budget) if exported else lines)
    except Undecided as error:
        reached = error
    text = "".join(kept)
    if exported:
        header = _file_header(source, text, {"kind": kind, "template": template or None, **changed(settings), **wishes})
    else:
        header = _puzzle_header(puzzle, text, kind, settings, wishes, template)
    with output, run.Progress("formula") as progress:
        progress.at(puzzle)
        try:
            if reached:
                raise reached
            assignment = "".join(_within(read_lines(model), budget))
            written = Formula.from_dimacs(text, source, budget) if exported and _is_cnf(text) else None
            if not exported and not header.template:
                header = replace(header, options=pinned(header.kind, header.puzzle, header.options, budget))
            answer = decode(header, assignment, _source(model), written, budget)
        except Undecided as error:
            answer = undecided(header, error)
        progress.pause(begin=False)
        output.write_answer(answer)
    return output.exit_status


def _source(path: str) -> str:
    """The name of a file in messages."""
    return STDIN if path == "-" else path


def _lines_of_file(path: str) -> Iterator[str]:
    """The lines of a file, which is read only once, as it may be a pipe; none if *path* is not a file."""
    return iter(()) if path != "-" and (is_link(path) or os.path.isdir(path)) else read_lines(path)


def _within(lines: Iterator[str], budget: Budget) -> Iterator[str]:
    """*lines* within the limits; comments are always read, since they describe the formula."""
    for line in lines:
        if line[:1] not in ("c", "*"):
            budget.check()
        yield line


def _is_cnf(text: str) -> bool:
    """Whether an exported file is DIMACS, rather than iCNF or OPB."""
    from satdnd.sat.formula import lines_of

    begins = next((line for line in lines_of(text) if not line.startswith(("c", "*"))), "")
    return not (text.startswith("*") or begins.startswith("p inccnf"))


def _file_header(source: str, text: str, stated: dict[str, Any]) -> Exported:
    """The header of an exported file. Raises UsageError if options are *stated* as well."""
    from satdnd.engine.export import read_header

    others = [name for name, value in stated.items() if value is not None and name not in ("timeout", "memory")]
    if flags := ", ".join(f"--{name}" for name in others):
        raise UsageError(f"{source} already states its kind and options: leave out {flags}")
    return read_header(text, source)


def _puzzle_header(
    path: str, text: str, named: str | None, settings: Settings, wishes: dict[str, Any], template: bool
) -> Exported:
    """The header for the puzzle and the flags."""
    from satdnd.engine.export import Exported

    found = read_text(text, _source(path), named) if text else read(path, named)
    puzzle = run.only(found, path).puzzle
    kind = kind_of(puzzle)
    return Exported(kind, puzzle, options_for(kind, settings, wishes), template=template)
