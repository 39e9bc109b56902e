"""``satdnd judge``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from satdnd.cli import boards, options, run
from satdnd.engine.kind import kind_of, options_for
from satdnd.errors import InputError
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

    \b
    Examples:
      satdnd judge puzzle.dnd boards.txt
      satdnd explain --format json puzzle.dnd | satdnd judge puzzle.dnd -
    """
    run.read_once(*question.puzzles, claims, board)
    question.output.coordinates = True
    from satdnd.explanation.claims import claims_of

    text = read_file(claims)
    before = boards.reader(board, question) if board else None

    def arguments(puzzle: Any) -> Mapping[str, Any]:
        """The steps, and the board before them. Raises InputError with the file's name."""
        given = before(puzzle) if before else {}
        try:
            claims_of(
                puzzle, text, given.get("given"), options_for(kind_of(puzzle), question.settings, question.wishes)
            )
        except InputError as error:
            raise error.located(source=STDIN if claims == "-" else claims) from error
        return {"steps": text, **given}

    return question.ask("judge", arguments, reasons=reasons)
