"""``satdnd show``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.output import Output
from satdnd.cli.run import Progress, items, one_puzzle, read_once
from satdnd.draw import forms
from satdnd.draw.limit import limited
from satdnd.draw.picture import Panel
from satdnd.engine.answer import ERROR, shown
from satdnd.engine.kind import kind_of, options_for
from satdnd.engine.optima import certifies
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, SatdndError, Undecided
from satdnd.formats.records import Item
from satdnd.formats.streams import read_file


@click.command("show", cls=options.KindCommand)
@click.argument("puzzle", type=click.Path())
@click.argument("solution", required=False, type=click.Path())
@options.kind_option
@options.coordinates_option
@click.option(
    "--answers",
    is_flag=True,
    help="Draw the answer as well: on a second page in PDF, next to or below the puzzle otherwise.",
)
@options.engine_options("timeout", "memory", "solver")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", *forms.IMAGES, "json"]),
    help="What to write [default: by the ending of --output, else text].",
)
@click.option(
    "--scale",
    type=click.FloatRange(0, 100, min_open=True),
    metavar="N",
    help="PNG only: enlargement, relative to SVG's cells of 28 pixels or more [default: 2].",
)
@options.output_option
def command(
    puzzle: str,
    solution: str | None,
    kind: str | None,
    coordinates: bool,
    answers: bool,
    settings: Settings,
    wishes: dict[str, Any],
    style: str | None,
    scale: float | None,
    file: str | None,
) -> int:
    """Draw puzzles, or a puzzle with a solution (as 'verify' reads it); faults of a wrong one are marked.

    PNG and PDF need the extra 'pictures' (pip install 'satdnd[pictures]'). JSON is one line per puzzle: tiles, links,
    labels, for programs that draw them.

    \b
    Examples:
      satdnd example hashi | satdnd show -
      satdnd show puzzle.dnd solution.txt --format svg --output puzzle.svg
      satdnd show puzzle.dnd --answers --output puzzle.pdf
    """
    read_once(puzzle, solution)
    style = options.style_of(style, file, "text", options.DRAWING_ENDINGS)
    if scale is not None and style != "png":
        raise click.UsageError("--scale needs PNG")
    if solution and answers:
        raise click.UsageError("give a solution, or --answers")
    with Output(file, style, coordinates=coordinates, settings=settings) as output:
        fit = partial(_fit, output, scale)
        if solution:
            found = _boards(one_puzzle(puzzle, kind).puzzle, solution, wishes, output, fit)
        else:
            found = _puzzles(items([puzzle], kind), wishes if answers else None, output, fit)
        if style == "json":
            for record, pages in found:
                output.write_json(record | _record_of(pages))
        elif drawn := [pages for _, pages in found]:
            output.draw(_layout(drawn, style), scale=scale)
    return output.exit_status


Found = tuple[dict[str, Any], Sequence[Sequence[Panel]]]
"""JSON fields that identify a drawing, and its pages: the puzzle, and possibly a second page."""
Fit = Callable[[Sequence[Panel]], Sequence[Panel]]


def _boards(puzzle: Any, path: str, wishes: dict[str, Any], output: Output, fit: Fit) -> Iterator[Found]:
    """The puzzle with each solution of a file."""
    kind = kind_of(puzzle)
    own = options_for(kind, Settings(), wishes)
    for board in kind.texts.read_solutions(read_file(path), puzzle):
        if isinstance(board, InputError):
            raise board.located(source="standard input" if path == "-" else path)
        marked = {cell for fault in kind.faults(puzzle, board, own) for cell in fault.cells}
        try:
            with limited(output.settings.drawing()):
                page = [Panel("", kind.picture(puzzle, board, marked=marked).explained("a fault"))]
                fit(page)
        except Undecided as error:
            output.leave_out(puzzle.name or path, str(error))
            continue
        yield {"name": puzzle.name, "kind": puzzle.kind}, [page]


def _puzzles(found: Iterator[Item], wishes: dict[str, Any] | None, output: Output, fit: Fit) -> Iterator[Found]:
    """Every puzzle; with its answer if *wishes*, the options of kinds to solve it with, is not None."""
    from satdnd.engine.operations import Operation
    from satdnd.engine.solver import Solver

    solver = None if wishes is None else Solver(output.settings, wishes)
    with Progress() as progress:
        for item in found:
            progress.at(item.name)
            if item.error:
                progress.pause()
                output.report_error(item.name, item.kind, item.error)
                continue
            kind = kind_of(item.puzzle)
            try:
                with limited(output.settings.drawing()):
                    page = [Panel(shown(item.name), kind.picture(item.puzzle), frame=solver is not None)]
                    fit(page)
            except Undecided as error:
                progress.pause()
                output.leave_out(item.name, str(error))
                continue
            record = {"name": item.puzzle.name, "kind": item.kind}
            if solver is None:
                yield record, [page]
                continue
            answer = Operation("unique" if certifies(kind) else "solve").ask(solver, item.puzzle)
            progress.pause()
            if answer.status == ERROR:
                output.report_error(item.name, item.kind, SatdndError(f"{item.name}: {answer.reason}"))
            else:
                output.statuses[answer.status] += 1
                panels = output.within_limits(answer, answer.panels, fit)
                yield record | {"status": answer.status}, [page, panels if answer.solutions else panels[:1]]


def _fit(output: Output, scale: float | None, panels: Sequence[Panel]) -> Sequence[Panel]:
    """*panels*, if the limits allow drawing them. Raises Undecided otherwise."""
    if output.style == "json":
        _record_of([[*panels], [*panels]])
    else:
        forms.fit(output.style, panels, coordinates=output.coordinates, scale=scale)
    return panels


def _record_of(pages: Sequence[Sequence[Panel]]) -> dict[str, Any]:
    """The pictures as JSON: the puzzle's, and all panels of the answer."""
    record: dict[str, Any] = {"picture": pages[0][0].picture.to_json()} if pages[0][0].picture else {}
    for panels in pages[1:]:
        record["answer"] = [
            {"caption": panel.caption} | ({"picture": panel.picture.to_json()} if panel.picture else {})
            for panel in panels
        ]
    return record


def _layout(found: Sequence[Sequence[Sequence[Panel]]], style: str) -> Sequence[Sequence[Panel]]:
    """The pages, each as a list of panels."""
    if len(found) == 1 and len(found[0]) == 1:
        return [[Panel("", panel.picture) for panel in found[0][0]]]
    if style == "pdf":
        if all(len(pages) == 1 for pages in found):
            return [[panel for pages in found for panel in pages[0]]]
        return [page for pages in found for page in pages]
    side_by_side: list[Panel] = []
    for pages in found:
        side_by_side += pages[0]
        for panels in pages[1:]:
            first, *rest = panels
            if (
                len([panel for panel in rest if panel.picture]) == 1 and rest[0].picture
            ):  # one board: side by side with the puzzle
                first, *rest = replace(rest[0], caption=first.caption, frame=True), *rest[1:]
            side_by_side += [first, *rest, Panel()]
    return [side_by_side]
