"""``satdnd unique``."""

from __future__ import annotations

from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.proofs import certifying
from satdnd.cli.run import answer_all
from satdnd.cli.solve import headline, show_solution
from satdnd.loading import Item
from satdnd.puzzle import Answer, kind_of


@click.command("unique")
@options.puzzles_argument
@options.kind_option
@options.engine_options
@options.solving_options
@options.proof_option
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Is there exactly one solution? Blocks the first and solves again; with two, shows both and where they differ.

    \b
    Example:
      satdnd unique instances/dungeon/
    """
    from satdnd.solving import Solver

    settings = options.settings_of(given)
    ask = certifying(Solver(settings).unique, given["proof"], settings)
    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        status = answer_all(given["puzzles"], given["kind"], output, ask, _tell)
    context.exit(status)


def _tell(item: Item, answer: Answer, output: Output) -> None:
    from satdnd.draw.picture import differing

    output.write(headline(item, answer))
    if "certificate" in answer.details:
        output.write(f"certificate: {answer.details['certificate']}")
    kind = kind_of(item.puzzle)
    if len(answer.solutions) < 2:
        for solution in answer.solutions:
            show_solution(item.puzzle, solution, output)
        return
    output.write(output.draw(*differing([kind.picture(item.puzzle, solution) for solution in answer.solutions])))
