"""``satdnd verify``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import click

from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.engine.answer import ERROR, UNSOLVABLE, shown
from satdnd.engine.kind import kind_of, options_for
from satdnd.engine.settings import Settings
from satdnd.engine.verifier import verified
from satdnd.errors import InputError
from satdnd.formats.answers import HEADLINE
from satdnd.formats.loading import read
from satdnd.formats.records import Item
from satdnd.formats.streams import read_file
from satdnd.grid import fields


@click.command("verify", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("solutions", metavar="SOLUTION...", nargs=-1, required=True, type=click.Path())
@options.kind_option
@options.coordinates_option
@options.output_options("text", "json", quiet=True)
def command(puzzle: str, solutions: tuple[str, ...], kind: str | None, wishes: dict[str, Any], output: Output) -> int:
    """Check boards against the rules and list every fault. No solver is used.

    SOLUTION is a grid (in dungeons # wall; . o M T open), a drawing by satdnd, a board integer, or answers as
    'solve' prints them, also in JSON; answers in JSON may belong to many puzzles, distinguished by name.

    \b
    Example:
      satdnd solve --format json puzzles.jsonl | satdnd verify puzzles.jsonl -
    """
    run.read_once(puzzle, *solutions)
    puzzles = list(read(puzzle, kind))
    for item in puzzles:
        if item.error:
            raise item.error
    with output:
        for path in solutions:
            source = "standard input" if path == "-" else path
            for item, solution in _boards(puzzles, read_file(path), source):
                _judge(item, solution, wishes, output)
        if not output.statuses:
            raise InputError("no board to verify", source=", ".join(solutions))
    return output.exit_status


def _boards(puzzles: list[Item], text: str, path: str) -> Iterator[tuple[Item, Any]]:
    """Each board with its puzzle, or an InputError in place of a board."""
    if len(puzzles) == 1:
        for solution in kind_of(puzzles[0].puzzle).texts.read_solutions(text, puzzles[0].puzzle):
            yield puzzles[0], solution.located(source=path) if isinstance(solution, InputError) else solution
        return
    waiting: dict[str, list[Item]] = {}
    for item in puzzles:
        waiting.setdefault(shown(item.name), []).append(item)
    for number, name, answer in _json_answers(text) if text.lstrip()[:1] == "{" else _printed_answers(text):
        if name is None or name not in waiting:
            names = "expected answers as 'solve' prints them, named like the puzzles"
            message = f"{len(puzzles)} puzzles, and this line does not say which one it solves; {names}"
            raise InputError(message, source=path, line=number)
        item = waiting[name].pop(0) if len(waiting[name]) > 1 else waiting[name][0]
        if not answer:
            click.echo(f"satdnd: {path}:{number}: {name} has no board to verify", err=True)
            continue
        for solution in kind_of(item.puzzle).texts.read_solutions(answer, item.puzzle):
            if isinstance(solution, InputError):
                solution = InputError(solution.message, source=path, line=number + (solution.line or 1) - 1)
            yield item, solution


def _json_answers(text: str) -> Iterator[tuple[int, str | None, str]]:
    """Answers in JSON Lines: the line, the puzzle's name if given, and the answer if it has a board."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            answer = fields.decoded(line)
        except InputError:
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("name"), str):
            yield number, None, line
            continue
        empty = answer.get("status") == ERROR or answer.get("solutions") == []
        yield number, shown(answer["name"]), "" if empty else line


def _printed_answers(text: str) -> Iterator[tuple[int, str | None, str]]:
    """Like `_json_answers`, for printed answers: a headline, and the lines below it up to the next one."""
    lines = text.split("\n")
    heads = [(i, head) for i, line in enumerate(lines) if (head := HEADLINE.fullmatch(line))]
    begin = heads[0][0] if heads else len(lines)
    yield from ((i, None, line) for i, line in enumerate(lines[:begin], 1) if line.strip())
    for (i, head), (end, _) in pairwise([*heads, (len(lines), None)]):
        part = lines[i:end]
        empty = head is None or head[2] == UNSOLVABLE or not any(part[1:])
        yield i + 1, head and head[1], "" if empty else "\n".join(part)


def _judge(item: Item, solution: Any, wishes: dict[str, Any], output: Output) -> None:
    if isinstance(solution, InputError):
        output.report_error(item.name, item.kind, solution)
        return
    own = options_for(kind_of(item.puzzle), Settings(), wishes)
    output.write_answer(replace(verified(item.puzzle, [solution], own), name=item.name))
