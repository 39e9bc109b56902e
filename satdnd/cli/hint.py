"""``satdnd hint``."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import click

from satdnd.cli import options, run
from satdnd.draw import forms
from satdnd.engine.kind import kind_of, options_for
from satdnd.errors import InputError
from satdnd.formats.streams import STDIN, read_file


@click.command("hint", cls=options.KindCommand)
@click.argument("puzzles", metavar="PUZZLE [BOARD]", nargs=-1, required=True, type=click.Path())
@click.option(
    "--given",
    "board",
    type=click.Path(),
    metavar="FILE",
    help="The player's board; also allowed with several puzzles.",
)
@click.option(
    "--level",
    type=click.Choice(["where", "which", "full"]),
    default="full",
    show_default=True,
    help="Where to look, also which rules to use, or the whole step.",
)
@options.kind_option
@options.engine_options("timeout", "memory", "solver")
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, board: str | None, level: str) -> int:
    """The next step: what follows from fewest rules, given what the player has.

    BOARD is the player's board, as 'forced', 'solve' and 'hint' write it, '.' for unknown; - is standard input.
    A board with mistakes gets no step; the levels show an area and the number of wrong marks, one of them with the
    rules that it contradicts, and why it is wrong.

    \b
    Examples:
      satdnd hint puzzle.dnd
      satdnd hint puzzle.dnd board.txt --level where
    """
    if board is None and len(question.puzzles) == 2 and not os.path.isdir(question.puzzles[1]):
        board = question.puzzles[1]
        question = replace(question, puzzles=question.puzzles[:1])
    run.read_once(*question.puzzles, board)
    question.output.coordinates = True
    text = None if board is None else read_file(board)

    from satdnd.explanation.hints import player_marks

    def given(puzzle: Any) -> dict[str, Any]:
        """The argument with the marks on the board."""
        try:
            kind = kind_of(puzzle)
            return {"given": player_marks(puzzle, text, options_for(kind, question.settings, question.wishes))}
        except InputError as error:
            raise error.located(source=STDIN if board == "-" else board) from error

    return question.ask("hint", given, level=level)
