"""Numberlink (Nikoli): equal numbers are linked by paths through the centres of cells that share no cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    LINE,
    NONE,
    Cell,
    CentrePaths,
    CentrePathsSolution,
    Choice,
    Clue,
    DeclaredKind,
    Design,
    EndsPuzzle,
    Grading,
    Inference,
    NoLoops,
    NormalPaths,
    NumberGrid,
    Repairs,
    Rule,
    Statement,
    Technique,
    beside,
    cell_name,
    centre_lines,
    clues,
    cut_path,
    end_repairs,
    linked_ends,
    path_cover,
    path_ends,
    puzz_links,
    scan,
    where_lines_meet,
)
from satdnd.engine.symmetry import Symmetry


class NumberlinkSolution(CentrePathsSolution):
    """The paths."""


@dataclass(frozen=True)
class Numberlink(EndsPuzzle):
    """Each number from 1 is in two cells; *cells* is ``all`` if every cell is on a path."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(removable=False))
    cells: str = clues(Choice("cells", "any", "all", "every cell is on a path"), "any")

    kind: ClassVar = "numberlink"


def statements(puzzle: Numberlink, lines: Any) -> Iterator[Any]:
    """Where paths start, that they go on, and where they lead."""
    clue = partial(Clue, "rows")
    yield from path_ends(lines, puzzle.by_cell, every=puzzle.cells == "all", clue=clue)
    yield from linked_ends(lines, puzzle.by_cell, clue=clue)


def contradiction(puzzle: Numberlink) -> str | None:
    """A number with other numbers on all sides."""
    numbers = puzzle.by_cell
    for cell, number in numbers.items():
        if all(numbers.get(near, number) != number for near in beside(cell) if puzzle.grid.contains(near)):
            return f"the {number} at {cell_name(cell)} has no way out"
    return None


def plausible(puzzle: Numberlink) -> bool:
    """At least two numbers, from 1 without a gap, in three rows and columns or more."""
    numbers = {*puzzle.by_cell.values()}
    return len(numbers) > 1 and numbers == {*range(1, len(numbers) + 1)} and min(puzzle.height, puzzle.width) > 2


# new puzzles


def design(rng: Random, recipe: Any, budget: Any) -> Design:
    """Random paths that cover the grid; where another solution differs, the longest is cut in two."""
    blank = Numberlink(((None,) * recipe.width,) * recipe.height, recipe.cells)
    lines = centre_lines(blank.height, blank.width)
    paths = path_cover(rng, blank.grid, budget)
    if paths is None:
        return
    while True:
        budget.check()
        paths.sort(key=min)
        ends = {Clue("rows", cell): n for n, path in enumerate(paths, 1) for cell in (path[0], path[-1])}
        puzzle = blank.changed(ends)
        board = sum(1 << x - 1 for path in paths for x in lines.along_path(path))
        other = yield puzzle, board
        places = {cell for i in scan(board ^ other) for cell in lines.ends(i + 1)}
        if not cut_path(rng, paths, places):
            return


# explanations


def way_out(inference: Inference[Any], reason: Statement) -> str:
    """What is known of the ways from an end."""
    number = f"the {inference.puzzle.by_cell[reason.cells[0]]} at {cell_name(reason.cells[0])}"
    found, known = {mark[-1] for mark in inference.cells}, [mark[-1] for mark in inference.known]
    would = inference.supposed
    if not found:
        return f"{number} would have {'two ways' if LINE in known else 'no way'} out"
    if LINE in found:
        return f"{number} {'would have' if would else 'has'} only one way out"
    return f"a path {'would leave' if would else 'already leaves'} {number}"


def joined(inference: Inference[Any], reason: Statement) -> tuple[Cell, Cell] | None:
    """Different numbers, one of them the reason's, that known lines join with those found to be absent."""
    ends = inference.puzzle.by_cell
    drawn = [(mark[:2], mark[2:4]) for mark in inference.known if mark[-1] == LINE]
    drawn += [(mark[:2], mark[2:4]) for mark in inference.cells if mark[-1] == NONE]
    for start in reason.cells:
        piece: list[Any] = [start]
        for here in piece:
            piece += [x for step in drawn if here in step for x in step if x not in piece]
        other = next((x for x in piece if x in ends and ends[x] != ends[start]), None)
        if other:
            return start, other
    return None


def joins(inference: Inference[Any]) -> bool:
    """Whether one line would join different numbers."""
    return len(inference.cells) == 1 and joined(inference, inference.reasons[0]) is not None


def way_to(inference: Inference[Any], reason: Statement) -> str:
    """Which numbers a line would join, or which number could not reach the other one."""
    numbers = inference.puzzle.by_cell
    if len(inference.cells) == 1 and (pair := joined(inference, reason)):
        one, other = (f"the {numbers[x]} at {cell_name(x)}" for x in pair)
        return f"it would join {one} and {other}"
    one, other = map(cell_name, reason.cells)
    text = f"the {numbers[reason.cells[0]]} at {one} could not reach the one at {other}"
    return f"otherwise {text}" if inference.cells else text


TECHNIQUES = (
    Technique("end", "only way out", "A number has only one way out.", found=LINE),
    Technique("end", "path begun", "A path already leaves a number.", found=NONE),
    Technique(
        "cell",
        "passed already",
        "A path already runs through a cell.",
        why="a path already runs through {place}",
        when=lambda inference: sum(mark[-1] == LINE for mark in inference.known) == 2,
        many="paths already run through {places}",
    ),
    Technique(
        "cell",
        "one way on",
        "A path has one way to go on.",
        found=LINE,
        why="otherwise the path would end at {place}",
        many="otherwise paths would end at {places}",
    ),
    Technique(
        "cell",
        "dead end",
        "A path could not go on from a cell.",
        found=NONE,
        why="a path would end at {place}",
        many="paths would end at {places}",
    ),
    Technique(
        "every-cell",
        "every cell",
        "A path runs through every cell, and a cell has only two ways left.",
        found=LINE,
        why="otherwise no path could run through {place}",
        many="otherwise no path could run through {places}",
    ),
    Technique("path", "different numbers", "A line would join different numbers.", found=NONE, when=joins),
    Technique("path", "no way back", "With a line, a number could not reach the other one.", found=NONE),
    Technique("path", "cut off", "Without a line, a number could not reach the other one."),
    Technique("closed", "closed path", "A line would close a path to a loop.", why="it would close a loop"),
)

KIND = DeclaredKind(
    Numberlink,
    CentrePaths(NumberlinkSolution),
    title="Numberlink",
    play="Link each two equal numbers by a path through the centres of cells, along rows and columns. Paths do not "
    "branch, cross or meet: a cell is on one path at most. Cells may be left over, unless the puzzle says that every "
    "cell is on a path.",
    rules={
        "end": Rule("One path starts from each number.", "number", says=way_out),
        "cell": Rule(
            "A path does not end or branch at a cell without a number.",
            *("cell", "cells"),
            broken="a path would end or branch at {place}",
            argued=partial(where_lines_meet, line="the path"),
        ),
        "every-cell": Rule(
            "With the note '# cells: all' a path runs through every cell.",
            "visited cell",
            broken="no path could run through {place}",
        ),
        "path": Rule("A path links each two equal numbers.", "path", says=way_to),
        "closed": Rule("No path is a closed loop.", "closed path", broken="a path would close to a loop"),
    },
    statements=statements,
    contradiction=contradiction,
    plausible=plausible,
    cuts=lambda puzzle, lines: NoLoops(lines, puzzle.by_cell),
    in_full="ordered",
    design=design,
    techniques=TECHNIQUES,
    links=puzz_links(Numberlink, "numlin", fields=("rows",), page="numberlink"),
    counts=False,
    parts=(Grading(7.9), Repairs(end_repairs), Symmetry(renamed=True)),
)
KIND.ways = (NormalPaths(),)
