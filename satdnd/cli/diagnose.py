"""``satdnd diagnose``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import answer_all
from satdnd.cli.solve import headline
from satdnd.loading import Item
from satdnd.puzzle import MULTIPLE, UNSOLVABLE, Answer, kind_named, kind_of

SHOWN = 12
"""Repairs that the text lists; JSON has all."""


@click.command("diagnose")
@options.puzzles_argument
@click.option(
    "--edits", type=click.IntRange(min=0), default=2, show_default=True, metavar="K", help="Change up to K clues."
)
@click.option("--unique", "only_unique", is_flag=True, help="Only repairs with a unique solution.")
@options.kind_option
@options.solving_options
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Say what is wrong with puzzles.

    Without a solution: a smallest set of clues and rules that cannot hold together, and the smallest changes of
    clues that help, those with a unique solution first. With several solutions: how many, where they differ, and a
    smallest set of extra given cells that leaves one.

    \b
    Example:
      satdnd diagnose instances/dungeon/misprinted --unique
    """
    from satdnd.diagnosis import diagnose

    settings = options.settings_of(given)

    def ask(puzzle: Any, alone: bool) -> Answer:
        return diagnose(puzzle, settings, edits=given["edits"], only_unique=given["only_unique"])

    def tell(item: Item, answer: Answer, output: Output) -> None:
        _tell(item, answer, output, "a unique solution" if given["only_unique"] else "a solution")

    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        status = answer_all(given["puzzles"], given["kind"], output, ask, tell)
    context.exit(status)


def _tell(item: Item, answer: Answer, output: Output, wanted: str) -> None:
    output.write(headline(item, replace(answer, complete=answer.details.get("counted_all", answer.complete))))
    if answer.status == UNSOLVABLE:
        _tell_conflict(item, answer, output)
        _tell_repairs(answer, output, wanted)
    elif answer.status == MULTIPLE:
        _tell_difference(item, answer, output)


def _tell_conflict(item: Item, answer: Answer, output: Output) -> None:
    found = answer.details.get("conflict")
    if not found:
        return
    which = "A smallest set of clues and rules" if answer.details["smallest"] else "A set of clues and rules"
    output.write(f"{which} that cannot hold together:")
    for statement in found:
        output.write(f"  - {statement['message']}")
    cells = {tuple(cell) for statement in found for cell in statement["cells"]}
    output.write(output.draw(kind_of(item.puzzle).picture(item.puzzle, marked=cells)))


def _tell_repairs(answer: Answer, output: Output, wanted: str) -> None:
    repairs = answer.details.get("repairs")
    if repairs is None:
        return
    tried = answer.details["edits_tried"]
    clues = "one clue" if tried == 1 else f"up to {tried} clues"
    if not answer.details["repairs_complete"]:
        output.write("The time limit ended the search for repairs; there may be more.")
    if not repairs:
        if answer.details["repairs_complete"] and tried:
            output.write(f"No change of {clues} gives a puzzle with {wanted}; --edits {tried + 1} looks further.")
        return
    unique = sum(repair["status"] == "unique" for repair in repairs)
    changes = "1 change of {} helps" if len(repairs) == 1 else f"{len(repairs)} changes of {{}} help"
    output.write(f"{changes.format(clues)}, {unique} of them to a unique solution:")
    for repair in repairs[:SHOWN]:
        output.write(f"  - {'; '.join(repair['edits'])} ({repair['status']})")
    if len(repairs) > SHOWN:
        output.write(f"  - and {len(repairs) - SHOWN} more (--format json has all)")
    kind = kind_named(answer.kind)
    output.write("The first of them:")
    output.write(kind.to_text(kind.from_json(repairs[0]["puzzle"])).rstrip("\n"))


def _tell_difference(item: Item, answer: Answer, output: Output) -> None:
    details = answer.details
    if "count" not in details:
        return
    more = "" if details["counted_all"] else " or more"
    number = len(details["differs"])
    cells = "1 cell" if number == 1 else f"{number} cells"
    output.write(f"{details['count']}{more} solutions; they differ in {cells}, marked here:")
    marked = {tuple(cell) for cell in details["differs"]}
    kind = kind_of(item.puzzle)
    output.write(output.draw(kind.picture(item.puzzle, answer.solutions[0], marked=marked)))
    if details.get("givens"):
        least = "no smaller set does" if details["givens_smallest"] else "none smaller does for this solution"
        output.write(f"Given in addition, these leave one solution ({least}): {', '.join(details['givens'])}")
