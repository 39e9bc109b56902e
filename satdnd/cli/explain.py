"""``satdnd explain``."""

from __future__ import annotations

import time
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import answer_all
from satdnd.cli.solve import headline
from satdnd.loading import Item
from satdnd.puzzle import Answer, Settings, kind_of


@click.command("explain")
@options.puzzles_argument
@click.option(
    "--technique", "techniques", multiple=True, metavar="NAME", help="Use only these (repeat it for several)."
)
@options.timeout_option
@options.kind_option
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Explain solutions step by step, the simplest technique first (sudoku).

    The summary says how many cells each technique placed; the grade is the hardest one needed.

    \b
    Example:
      satdnd explain puzzle.sudoku --technique "hidden single"
    """
    settings = Settings(timeout=given["timeout"], techniques=given["techniques"] or None)

    def ask(puzzle: Any, alone: bool) -> Answer:
        begun = time.perf_counter()
        found = kind_of(puzzle).explain(puzzle, settings)
        answer = Answer(puzzle.name, puzzle.kind, found.status, puzzle=puzzle)
        answer.details = {
            "steps": [step.to_json() for step in found.steps],
            "grade": found.grade,
            "summary": dict(found.summary),
        }
        answer.seconds = time.perf_counter() - begun
        return answer

    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        status = answer_all(given["puzzles"], given["kind"], output, ask, _tell)
    context.exit(status)


def _tell(item: Item, answer: Answer, output: Output) -> None:
    steps, summary = answer.details["steps"], answer.details["summary"]
    output.write(headline(item, answer))
    output.write(output.draw(kind_of(item.puzzle).picture(item.puzzle)))
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        output.write(f"{number:>{width}}. {step['text']}")
    if not steps and not summary:
        return
    counted = ", ".join(f"{technique} {count}" for technique, count in summary.items() if count)
    output.write(f"Hardest technique: {answer.details['grade']}. Counts: {counted}.")
