"""``satdnd solve``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output, shown
from satdnd.cli.proofs import certifying
from satdnd.cli.run import answer_all
from satdnd.loading import Item
from satdnd.puzzle import SOLVED, Answer, kind_of


@click.command("solve")
@options.puzzles_argument
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Up to N solutions of each.")
@click.option("--all", "everything", is_flag=True, help="All solutions of each.")
@click.option("--count", "counting", is_flag=True, help="Only the number of solutions.")
@options.kind_option
@options.engine_options
@options.solving_options
@options.proof_option
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Solve puzzles: one solution each, up to --limit, or --all. Every board is checked before it is shown.

    \b
    Examples:
      satdnd solve instances/dungeon/example-8x8.dnd
      satdnd solve --all --format json puzzles.jsonl
    """
    from satdnd.solving import Solver

    if given["limit"] and given["everything"]:
        raise click.UsageError("--limit and --all exclude each other")
    if given["counting"] and (given["limit"] or given["everything"] or given["proof"]):
        raise click.UsageError("--count stands alone: no --limit, --all or --proof with it")
    limit = None if given["everything"] else given["limit"] or 1
    settings = options.settings_of(given)
    solver = Solver(settings)
    question = solver.count if given["counting"] else lambda puzzle: solver.solve(puzzle, limit)
    ask = certifying(question, given["proof"], settings)
    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        status = answer_all(given["puzzles"], given["kind"], output, ask, _teller(limit))
    context.exit(status)


def _teller(limit: int | None) -> Any:
    def tell(item: Item, answer: Answer, output: Output) -> None:
        output.write(headline(item, answer, count=limit != 1))
        for solution in answer.solutions:
            show_solution(item.puzzle, solution, output)

    return tell


def show_solution(puzzle: Any, solution: Any, output: Output) -> None:
    """The picture of a solution, and below it what a picture cannot say."""
    kind = kind_of(puzzle)
    output.write(output.draw(kind.picture(puzzle, solution)))
    for line in kind.transcript(puzzle, solution):
        output.write(line)


def headline(item: Item, answer: Answer, *, count: bool = False) -> str:
    """``name: solved (2 loops)``: the answer in one line."""
    notes = []
    if answer.reason:
        notes.append(answer.reason)
    if "count" in answer.details:
        number = answer.details["count"]
        more = "" if answer.complete else " or more"
        notes.append(f"{number}{more} solution{'s' if number != 1 else ''}")
    elif count and answer.status == SOLVED:
        number = len(answer.solutions)
        more = "all there are" if answer.complete else "there may be more"
        notes.append(f"{number} solution{'s' if number != 1 else ''}, {more}")
    elif len(answer.solutions) == 1 and (remark := kind_of(item.puzzle).remark(item.puzzle, answer.solutions[0])):
        notes.append(remark)
    return f"{shown(item.name)}: {answer.status}" + (f" ({'; '.join(notes)})" if notes else "")
