"""``satdnd explain``."""

from __future__ import annotations

import click

from satdnd.cli import boards, options, run
from satdnd.draw import forms
from satdnd.errors import UsageError


@click.command("explain", cls=options.KindCommand)
@options.puzzles_argument
@options.kind_option
@click.option(
    "--check",
    type=click.Path(),
    metavar="EXPLANATION",
    help="Replay explanations in JSON, one per puzzle in the same order; '-' reads standard input.",
)
@boards.given_option
@options.engine_options("timeout", "memory", "solver")
@options.boards_option
@options.output_options("text", "json", *forms.IMAGES, quiet=True)
@run.question
def command(question: run.PuzzleArguments, check: str | None, board: str | None) -> int:
    """Explain solutions step by step, each time by the fewest rules at once.

    Each step says what follows and why, a long argument in numbered lines; the summary has the numbers of rules
    needed at once, and the techniques.
    With --given the steps start from the player's board, written as for 'hint'.
    A puzzle with several solutions is explained up to what is the same in all of them. For klotski, the steps say which
    pieces make room for which; for unattacked, why no placement leaves more squares. With --format svg, png or pdf
    all steps are drawn, one board each: what is new is marked, what the rules are about has a border.

    \b
    Examples:
      satdnd explain puzzle.dnd
      satdnd explain puzzle.dnd --output steps.svg
      satdnd explain puzzle.sudoku --technique "hidden single"
      satdnd explain puzzle.sudoku --given board.txt
      satdnd explain --check steps.json puzzle.dnd
    """
    if check and board:
        raise UsageError("--check takes the board from the explanation: leave out --given")
    if check:
        from satdnd.cli import replay

        return replay.check(check, question)
    run.read_once(*question.puzzles, board)
    question.output.coordinates = True
    return question.ask("explain", boards.reader(board, question) if board else None)
