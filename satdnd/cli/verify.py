"""``satdnd verify``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output, shown
from satdnd.errors import InputError
from satdnd.loading import Item, read, read_file
from satdnd.puzzle import ERROR, INVALID, VALID, Answer, Settings, kind_of
from satdnd.telling import grouped


@click.command("verify")
@click.argument("puzzle", type=click.Path())
@click.argument("solutions", metavar="SOLUTION...", nargs=-1, required=True, type=click.Path())
@options.kind_option
@options.topology_option
@options.output_options("text", "json")
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Check boards against the rules and tell every fault at once. No solver takes part.

    SOLUTION is a grid (# wall, anything else open), a board integer, or answers as 'solve --format json' prints
    them; the latter may belong to many puzzles, told apart by name.

    \b
    Example:
      satdnd solve --format json puzzles.jsonl | satdnd verify puzzles.jsonl -
    """
    settings = options.settings_of(given)
    puzzles = list(read(given["puzzle"], given["kind"]))
    for item in puzzles:
        if item.error:
            raise item.error
    with Output(given["output"], given["style"], verbose=given["verbose"]) as output:
        for path in given["solutions"]:
            source = "standard input" if path == "-" else path
            for item, solution in _boards(puzzles, read_file(path), source):
                _judge(item, solution, settings, output)
        if not output.statuses:
            raise InputError("no boards to verify", source=", ".join(given["solutions"]))
    context.exit(output.exit_status)


def _boards(puzzles: list[Item], text: str, path: str) -> Iterator[tuple[Item, Any]]:
    """Each board with its puzzle, or an InputError in a board's place."""
    if len(puzzles) == 1:
        item = puzzles[0]
        for solution in kind_of(item.puzzle).read_solutions(text, item.puzzle):
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
        for solution in kind_of(item.puzzle).read_solutions(line, item.puzzle):
            yield item, solution.located(source=path, line=number) if isinstance(solution, InputError) else solution


def _judge(item: Item, solution: Any, settings: Settings, output: Output) -> None:
    kind = kind_of(item.puzzle)
    answer = Answer(item.name, item.kind, VALID)
    if isinstance(solution, InputError):
        click.echo(f"satdnd: {solution}", err=True)
        answer.status, answer.reason = ERROR, str(solution)
        output.record(answer)
        return
    begun = time.perf_counter()
    answer.solutions = [solution]
    answer.faults = kind.faults(item.puzzle, solution, settings)
    answer.status = INVALID if answer.faults else VALID
    answer.seconds = time.perf_counter() - begun
    output.record(answer)
    if output.style == "json":
        return
    remark = "" if answer.faults else kind.remark(item.puzzle, solution)
    output.write(f"{shown(item.name)}: {answer.status}" + (f" ({remark})" if remark else ""))
    marked = {cell for fault in answer.faults for cell in fault.cells}
    output.write(output.draw(kind.picture(item.puzzle, solution, marked=marked)))
    for line in grouped(answer.faults):
        output.write(f"  {line}")
