"""``satdnd judge``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import click

from satdnd.cli import boards, options, paired, run
from satdnd.engine.answer import Answer
from satdnd.formats import texts
from satdnd.formats.records import Item
from satdnd.formats.streams import STDIN, read_file


@click.command("judge", cls=options.KindCommand)
@click.argument("puzzles", metavar="PUZZLE", nargs=1, callback=lambda _, __, path: (path,), type=click.Path())
@click.argument("claims", metavar="STEPS", type=click.Path())
@boards.given_option
@click.option("--reasons/--no-reasons", default=True, help="Say by how few rules each step follows, and which.")
@options.kind_option
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json", quiet=True)
@run.question
def command(question: run.PuzzleArguments, claims: str, board: str | None, reasons: bool) -> int:
    """Does each step follow from the rules and from the board, whoever wrote it?

    STEPS are boards with blank lines between them: what each has more than the one before is a step. Or they are JSON:
    what 'explain' prints, or a list of steps, each a list of marks ([row, column, sign], from 0) or an object with
    "cells" (marks) and "reasons" (the rules that it cites). With --given the first step starts from that board.
    A step follows, perhaps from other rules than it cites, does not follow (with a solution in which it is not so),
    contradicts the rules, or is known. Only the marks of steps that follow count for later ones.
    For sliding blocks and unattacked squares STEPS is a solution, or the beginning of one, and each move or queen is a
    step: it follows, leads to the best as others do, leads to no best solution, or breaks the rules.
    A file may hold several attempts as JSON Lines: all at the only puzzle, or one at each puzzle, in order.

    \b
    Examples:
      satdnd judge puzzle.dnd boards.txt
      satdnd explain --format json puzzle.dnd | satdnd judge puzzle.dnd -
      satdnd judge puzzle.dnd --no-reasons --format json attempts.jsonl
    """
    run.read_once(*question.puzzles, claims, board)
    question.output.coordinates = True
    from satdnd.engine.solver import Solver
    from satdnd.explanation.claims import judge

    text, solver = read_file(claims), Solver(question.settings, question.wishes)
    before = boards.reader(board, question) if board else None
    in_json = text.lstrip().startswith(("[", "{"))
    attempts = [*texts.json_values(text)] if in_json else [(None, text)]

    def judged(puzzle: Any, steps: Any) -> Answer[Any]:
        """The judgement of one attempt. Raises InputError, UsageError."""
        return judge(solver, puzzle, steps, before(puzzle)["given"] if before else None, reasons)

    puzzles = _for_all(run.items(question.puzzles, question.kind, meter=question.meter), len(attempts))
    return paired.write_answers(
        question.output, puzzles, attempts, judged, STDIN if claims == "-" else claims, "attempt"
    )


def _for_all(items: Iterator[Item], attempts: int) -> Iterator[Item]:
    """The only puzzle for every attempt; several as they are."""
    first = [*islice(items, 2)]
    return iter(first * attempts) if len(first) == 1 else chain(first, items)
