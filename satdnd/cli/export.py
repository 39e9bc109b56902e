"""``satdnd export``."""

from __future__ import annotations

import re
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import one_puzzle
from satdnd.errors import InputError, UsageError
from satdnd.loading import read_file
from satdnd.puzzle import Kind, Settings, kind_named, kind_of

LARGEST_TEMPLATE = 10_000
"""Cells of a template: at 100x100 the formula is some 100 MB."""


@click.command("export")
@click.argument("puzzle", required=False, type=click.Path())
@options.kind_option
@options.encoding_options
@click.option(
    "--block",
    type=click.Path(),
    metavar="FILE",
    help="Forbid the known solutions in FILE: unsatisfiable means no other.",
)
@click.option("--template", metavar="HxW", help="The formula of all puzzles of a size, clues as variables (dungeon).")
@click.option("--cubes", type=click.IntRange(min=1), metavar="N", help="Split into about N cubes (iCNF).")
@click.option(
    "--steps", type=click.IntRange(min=0), metavar="K", help="At most K moves (klotski); the bound (unattacked)."
)
@click.option(
    "--format", "style", type=click.Choice(["dimacs", "opb"]), default="dimacs", help="CNF, or pseudo-Boolean."
)
@click.option("--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all.")
def command(**given: Any) -> None:
    """Write a puzzle as a formula for any SAT solver, complete by itself.

    Comments name the puzzle, the options and every variable, so that 'satdnd decode' needs nothing but this file
    and the solver's answer.

    \b
    Examples:
      satdnd export puzzle.dnd --output puzzle.cnf
      cadical puzzle.cnf | satdnd decode puzzle.cnf -
      satdnd export --template 10x10 --output all-10x10.cnf
    """
    settings = options.settings_of(given)
    text = _template(given, settings) if given["template"] else _formula(given, settings)
    with Output(given["output"], "text") as output:
        output.write(text.rstrip("\n"))


def _formula(given: dict[str, Any], settings: Settings) -> str:
    from satdnd import export

    if not given["puzzle"]:
        raise click.UsageError("which puzzle? give a PUZZLE, or --template HxW")
    if given["cubes"] and given["style"] == "opb":
        raise click.UsageError("--cubes and --format opb exclude each other")
    item = one_puzzle(given["puzzle"], given["kind"])
    kind = kind_of(item.puzzle)
    forbidden = _known(kind, item.puzzle, given["block"], settings) if given["block"] else []
    if given["style"] == "opb":
        return export.to_opb(kind, item.puzzle, settings, forbidden)
    if given["cubes"]:
        return export.to_cubes(kind, item.puzzle, settings, given["cubes"], forbidden)
    return export.to_cnf(kind, item.puzzle, settings, forbidden)


def _known(kind: Kind[Any, Any], puzzle: Any, path: str, settings: Settings) -> list[Any]:
    """The solutions in a file, each checked; InputError for one that is none."""
    found = []
    for solution in kind.read_solutions(read_file(path), puzzle):
        if isinstance(solution, InputError):
            raise solution.located(source=path)
        faults = kind.faults(puzzle, solution, settings)
        if faults:
            raise InputError(f"this is no solution: {faults[0].message}", source=path)
        found.append(solution)
    return found


def _template(given: dict[str, Any], settings: Settings) -> str:
    from satdnd import export
    from satdnd.puzzles.dungeon.model import Dungeon

    size = re.fullmatch(r"([0-9]+)x([0-9]+)", given["template"])
    if not size or not int(size[1]) or not int(size[2]):
        raise UsageError(f"--template is {given['template']!r}, expected HxW: rows, x, columns")
    if given["puzzle"] or given["block"] or given["cubes"] or given["style"] == "opb":
        raise click.UsageError("--template stands alone: it is a formula for all puzzles of a size")
    if int(size[1]) * int(size[2]) > LARGEST_TEMPLATE:
        raise UsageError(f"a template of {given['template']} is too large; at most {LARGEST_TEMPLATE} cells")
    blank = Dungeon(rows=(None,) * int(size[1]), columns=(None,) * int(size[2]))
    return export.template_to_cnf(kind_named("dungeon"), blank, settings)
