"""``satdnd export``."""

from __future__ import annotations

import re
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, one_puzzle
from satdnd.engine.kind import Kind, Templates, kind_named, kind_of, options_for
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.formats.streams import read_file
from satdnd.grid.notation import counted
from satdnd.registry import NAMES

LARGEST_TEMPLATE = 10_000
"""The most cells of a template: at 100x100 the formula is some 100 MB."""


@click.command("export", cls=options.KindCommand)
@click.argument("puzzle", required=False, type=click.Path())
@options.kind_option
@click.option(
    "--block",
    type=click.Path(),
    metavar="FILE",
    help="Forbid the known solutions in FILE: unsatisfiable means no other.",
)
@click.option(
    "--template",
    metavar="HxW",
    help=f"One formula for all puzzles of a size, with clues as variables ({NAMES[0]}, or --kind).",
)
@click.option("--units", is_flag=True, help="The unit clauses that select PUZZLE in the template of its size.")
@click.option("--cubes", type=click.IntRange(min=1), metavar="N", help="Split into about N cubes (iCNF).")
@click.option(
    "--format", "style", type=click.Choice(["dimacs", "opb"]), default="dimacs", help="CNF, or pseudo-Boolean."
)
@options.engine_options(*options.ENCODING)
@options.output_option
def command(
    puzzle: str | None,
    kind: str | None,
    block: str | None,
    template: str | None,
    units: bool,
    cubes: int | None,
    style: str,
    settings: Settings,
    wishes: dict[str, Any],
    file: str | None,
) -> int:
    """Write a puzzle as a self-contained formula for any SAT solver.

    Comments name the puzzle, the options and every variable, so that 'satdnd decode' needs only this file
    and the solver's answer.

    \b
    Examples:
      satdnd export puzzle.dnd --output puzzle.cnf
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
      satdnd export --template 10x10 --output all-10x10.cnf
    """
    alone = block or cubes or style == "opb"
    if template and (puzzle or units or alone):
        raise click.UsageError("--template cannot be combined: it is one formula for all puzzles of a size")
    if not puzzle and not template:
        raise click.UsageError("which puzzle? give a PUZZLE, or --template HxW")
    if cubes and style == "opb":
        raise click.UsageError("--cubes and --format opb cannot be combined")
    if units and alone:
        raise click.UsageError("--units cannot be combined: it writes lines to append to a template")
    try:
        with Output(file, "text") as output, Progress("formula") as progress:
            progress.at(puzzle or template or "")
            if template:
                text = _template(template, kind_named(kind or NAMES[0]), settings, wishes)
            else:
                found = one_puzzle(puzzle or "", kind).puzzle
                own = options_for(kind_of(found), settings, wishes)
                text = _formula(found, own, block, units, cubes, style)
            progress.pause(begin=False)
            output.write(text.rstrip("\n"))
    except Undecided as error:
        click.echo(f"satdnd: nothing was exported: {error}", err=True)
        return 3
    return 0


def _formula(puzzle: Any, own: Settings, block: str | None, units: bool, cubes: int | None, style: str) -> str:
    from satdnd.engine import export

    if units:
        return export.to_units(puzzle, own)
    forbidden = _known(puzzle, block, own) if block else []
    if style == "opb":
        return export.to_opb(puzzle, own, forbidden)
    if cubes:
        text = export.to_cubes(puzzle, own, cubes, forbidden)
        made = text.count("\na ")
        if made < cubes:
            why = "unit propagation settles the rest" if made else "unit propagation refutes the formula"
            click.echo(f"satdnd: {counted(made, 'cube')} instead of {cubes}: {why}", err=True)
        return text
    return export.to_cnf(puzzle, own, forbidden)


def _known(puzzle: Any, path: str, own: Any) -> list[Any]:
    """The solutions in a file, each checked. Raises InputError for one that is wrong."""
    kind = kind_of(puzzle)
    found = []
    for solution in kind.texts.read_solutions(read_file(path), puzzle):
        if isinstance(solution, InputError):
            raise solution.located(source=path)
        faults = kind.faults(puzzle, solution, own)
        if faults:
            raise InputError(f"this is not a solution: {faults[0].message}", source=path)
        found.append(solution)
    return found


def _template(text: str, kind: Kind[Any, Any, Any], settings: Settings, wishes: dict[str, Any]) -> str:
    from satdnd.engine import export

    size = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if not size or not int(size[1]) or not int(size[2]):
        raise UsageError(f"--template is {text[:40]!r}, expected HxW: rows, x, columns")
    if int(size[1]) * int(size[2]) > LARGEST_TEMPLATE:
        raise UsageError(f"a template of {text} is too large; at most {LARGEST_TEMPLATE} cells")
    kind.require(Templates)
    blank = kind.empty(int(size[1]), int(size[2]))
    return export.template_to_cnf(blank, options_for(kind, settings, wishes))
