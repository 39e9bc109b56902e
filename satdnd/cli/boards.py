"""A player's board as an argument of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from satdnd.cli import run
from satdnd.engine.kind import kind_of, options_for
from satdnd.errors import InputError
from satdnd.formats.streams import STDIN, read_file

given_option = click.option(
    "--given",
    "board",
    type=click.Path(),
    metavar="FILE",
    help="The player's board; also allowed with several puzzles.",
)
"""The option for its file."""


def reader(board: str, question: run.PuzzleArguments) -> Callable[[Any], Mapping[str, Any]]:
    """The function that makes the argument ``given`` from the file *board*, which is read now, for each puzzle."""
    from satdnd.explanation.boards import player_marks

    text = read_file(board)

    def given(puzzle: Any) -> Mapping[str, Any]:
        """The argument with the marks on the board. Raises InputError with the file's name."""
        try:
            kind = kind_of(puzzle)
            return {"given": player_marks(puzzle, text, options_for(kind, question.settings, question.wishes))}
        except InputError as error:
            raise error.located(source=STDIN if board == "-" else board) from error

    return given
