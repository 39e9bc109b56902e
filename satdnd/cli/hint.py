"""``satdnd hint``."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from satdnd.cli import boards, options, run
from satdnd.draw import forms


@click.command("hint", cls=options.KindCommand)
@click.argument("puzzles", metavar="PUZZLE [BOARD]", nargs=-1, required=True, type=click.Path())
@boards.given_option
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

    BOARD is the player's board, as 'forced', 'solve' and 'hint' write it, '.' for unknown, or as another program saved
    it (a sudoku with candidates); - is standard input. Without it, the marks that came with the puzzle count.
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
    return question.ask("hint", boards.reader(board, question) if board else None, level=level)
