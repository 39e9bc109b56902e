"""``satdnd show``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import click

from satdnd.answer import ERROR, Answer, shown
from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, items, one_puzzle, read_once
from satdnd.draw import forms
from satdnd.draw.limit import limited
from satdnd.draw.picture import Panel
from satdnd.errors import InputError, SatdndError, Undecided
from satdnd.kind import kind_of, options_for
from satdnd.loading import read_file
from satdnd.settings import Settings


@click.command("show", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("solution", required=False, type=click.Path())
@options.kind_option
@options.coordinates_option
@click.option(
    "--answers",
    is_flag=True,
    help="Each puzzle's answer with it: on a second page in PDF, beside it or below in the others.",
)
@options.engine_options("timeout", "memory", "solver")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", *forms.IMAGES, "json"]),
    help="What is drawn; without, as the ending of --output says, else text.",
)
@click.option(
    "--scale",
    type=click.FloatRange(0, 100, min_open=True),
    metavar="N",
    help="Of a PNG: pixels for one of the SVG, whose cells have 28 or more. Default: 2.",
)
@options.output_option
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Draw puzzles, or a puzzle with a solution (as 'verify' reads it); faults of a wrong one are marked.

    PNG and PDF need the extra 'pictures' (pip install 'satdnd[pictures]'). JSON is one line a puzzle: tiles, links,
    labels, as a program would draw them.

    \b
    Examples:
      satdnd example hashi | satdnd show -
      satdnd show puzzle.dnd solution.txt --format svg --output puzzle.svg
      satdnd show puzzle.dnd --answers --output puzzle.pdf
    """
    read_once(given["puzzle"], given["solution"])
    style = options.style_of(given, "text", options.DRAWING_ENDINGS)
    if given["scale"] is not None and style != "png":
        raise click.UsageError("--scale is for PNG")
    if given["solution"] and given["answers"]:
        raise click.UsageError("give a solution, or --answers")
    settings = options.settings_of(given)
    with Output(given["output"], style, coordinates=given["coordinates"], settings=settings) as output:
        found = _boards(context, given, output) if given["solution"] else _puzzles(context, given, output)
        if style == "json":
            for record, pages in found:
                output.write_json(record | _told(pages))
        elif drawn := [pages for _, pages in found]:
            output.draw(_layout(drawn, style), scale=given["scale"])
    context.exit(output.exit_status)


Found = tuple[dict[str, Any], Sequence[Sequence[Panel]]]
"""The fields that say what it is, and what is drawn: the first page, and a second one."""


def _boards(context: click.Context, given: dict[str, Any], output: Output) -> Iterator[Found]:
    puzzle = one_puzzle(given["puzzle"], given["kind"]).puzzle
    kind, source = kind_of(puzzle), given["solution"]
    own = options_for(kind, Settings(), options.wishes_of(context, given))
    for board in kind.texts.read_solutions(read_file(source), puzzle):
        if isinstance(board, InputError):
            raise board.located(source="standard input" if source == "-" else source)
        marked = {cell for fault in kind.faults(puzzle, board, own) for cell in fault.cells}
        try:
            with limited(output.settings.drawing()):
                page = [Panel("", kind.picture(puzzle, board, marked=marked).explained("a fault"))]
                _fit(page, given, output)
        except Undecided as error:
            output.leave_out(puzzle.name or source, str(error))
            continue
        yield {"name": puzzle.name, "kind": puzzle.kind}, [page]


def _puzzles(context: click.Context, given: dict[str, Any], output: Output) -> Iterator[Found]:
    """Every puzzle, with its answer where that is asked for."""
    settings, wishes = output.settings, options.wishes_of(context, given)
    with Progress() as progress:
        for item in items([given["puzzle"]], given["kind"]):
            progress.at(item.name)
            if item.error:
                progress.pause()
                output.refuse(item.name, item.kind, item.error)
                continue
            kind = kind_of(item.puzzle)
            try:
                with limited(settings.drawing()):
                    page = [Panel(shown(item.name), kind.picture(item.puzzle), frame=given["answers"])]
                    _fit(page, given, output)
            except Undecided as error:
                progress.pause()
                output.leave_out(item.name, str(error))
                continue
            record = {"name": item.puzzle.name, "kind": item.kind}
            if not given["answers"]:
                yield record, [page]
                continue
            answer = _answer(item.puzzle, settings, wishes)
            progress.pause()
            if answer.status == ERROR:
                output.refuse(item.name, item.kind, SatdndError(f"{item.name}: {answer.reason}"))
            else:
                output.statuses[answer.status] += 1
                panels = output.within_limits(answer, answer.panels, lambda panels: _fit(panels, given, output))
                yield record | {"status": answer.status}, [page, panels if answer.solutions else panels[:1]]


def _fit(panels: Sequence[Panel], given: dict[str, Any], output: Output) -> Sequence[Panel]:
    """The same, where the limits allow to draw them. Undecided."""
    if output.style == "json":
        _told([[*panels], [*panels]])
    else:
        forms.fit(output.style, panels, coordinates=given["coordinates"], scale=given["scale"])
    return panels


def _answer(puzzle: Any, settings: Settings, wishes: dict[str, Any]) -> Answer[Any]:
    """Whether the solution is the only one, where its kind asks that; else a best one."""
    from satdnd.solving import Solver
    from satdnd.tasks import Task, perform

    operation = "unique" if kind_of(puzzle).certifies else "solve"
    with closing(Solver(settings, wishes)) as solver:
        return perform(Task(operation, puzzle, settings), solver)


def _told(pages: Sequence[Sequence[Panel]]) -> dict[str, Any]:
    """The pictures as JSON: the puzzle's, and all that is said of the answer."""
    record: dict[str, Any] = {"picture": pages[0][0].picture.to_json()} if pages[0][0].picture else {}
    for panels in pages[1:]:
        record["answer"] = [
            {"caption": panel.caption} | ({"picture": panel.picture.to_json()} if panel.picture else {})
            for panel in panels
        ]
    return record


def _layout(found: Sequence[Sequence[Sequence[Panel]]], style: str) -> Sequence[Sequence[Panel]]:
    """What stands on which page."""
    if len(found) == 1 and len(found[0]) == 1:
        return [[Panel("", panel.picture) for panel in found[0][0]]]
    if style == "pdf":
        if all(len(pages) == 1 for pages in found):
            return [[panel for pages in found for panel in pages[0]]]
        return [page for pages in found for page in pages]
    beside: list[Panel] = []
    for pages in found:
        beside += pages[0]
        for panels in pages[1:]:
            first, *rest = panels
            if len([panel for panel in rest if panel.picture]) == 1 and rest[0].picture:  # one board: beside the puzzle
                first, *rest = replace(rest[0], caption=first.caption, frame=True), *rest[1:]
            beside += [first, *rest, Panel()]
    return [beside]
