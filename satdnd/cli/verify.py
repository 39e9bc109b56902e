"""``satdnd verify``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click

from satdnd.answer import ERROR, INVALID, VALID, Answer, shown
from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.errors import InputError
from satdnd.kind import kind_of, options_for
from satdnd.loading import Item, read, read_file
from satdnd.settings import Settings

UNMEASURED = "whether there is a better one was not looked for"


@click.command("verify", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("solutions", metavar="SOLUTION...", nargs=-1, required=True, type=click.Path())
@options.kind_option
@options.coordinates_option
@options.output_options("text", "json", quiet=True)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Check boards against the rules and tell every fault at once. No solver takes part.

    SOLUTION is a grid (# wall; . o M T open), a drawing of satdnd's own, a board integer, or answers as
    'solve --format json' prints them; the latter may belong to many puzzles, told apart by name.

    \b
    Example:
      satdnd solve --format json puzzles.jsonl | satdnd verify puzzles.jsonl -
    """
    run.read_once(given["puzzle"], *given["solutions"])
    wishes = options.wishes_of(context, given)
    puzzles = list(read(given["puzzle"], given["kind"]))
    for item in puzzles:
        if item.error:
            raise item.error
    with run.output_of(given) as output:
        for path in given["solutions"]:
            source = "standard input" if path == "-" else path
            for item, solution in _boards(puzzles, read_file(path), source):
                _judge(item, solution, wishes, output)
        if not output.statuses:
            raise InputError("no boards to verify", source=", ".join(given["solutions"]))
    context.exit(output.exit_status)


def _boards(puzzles: list[Item], text: str, path: str) -> Iterator[tuple[Item, Any]]:
    """Each board with its puzzle, or an InputError in a board's place."""
    if len(puzzles) == 1:
        item = puzzles[0]
        for solution in kind_of(item.puzzle).texts.read_solutions(text, item.puzzle):
            yield item, solution.located(source=path) if isinstance(solution, InputError) else solution
        return
    waiting: dict[str, list[Item]] = {}
    for item in puzzles:
        waiting.setdefault(item.name, []).append(item)
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            answer = json.loads(line)
            name = answer["name"]
            item = waiting[name].pop(0) if len(waiting[name]) > 1 else waiting[name][0]
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            names = "expected answers in JSON Lines whose names are those of the puzzles"
            raise InputError(
                f"{len(puzzles)} puzzles, and this line does not say which it solves; {names}", source=path, line=number
            ) from None
        if answer.get("status") == ERROR or answer.get("solutions") == []:
            click.echo(f"satdnd: {path}:{number}: {shown(name)} has no board to verify", err=True)
            continue
        for solution in kind_of(item.puzzle).texts.read_solutions(line, item.puzzle):
            yield item, solution.located(source=path, line=number) if isinstance(solution, InputError) else solution


def _judge(item: Item, solution: Any, wishes: dict[str, Any], output: Output) -> None:
    if isinstance(solution, InputError):
        output.refuse(item.name, item.kind, solution)
        return
    kind = kind_of(item.puzzle)
    own = options_for(kind, Settings(), wishes)
    begun = time.perf_counter()
    answer: Answer[Any] = Answer(item.name, item.kind, VALID, puzzle=item.puzzle, solutions=[solution])
    answer.faults = kind.faults(item.puzzle, solution, own)
    answer.status = INVALID if answer.faults else VALID
    if not answer.faults and not kind.certifies:  # its answers are optima
        answer.reason = UNMEASURED
    answer.seconds = time.perf_counter() - begun
    output.tell(answer)
