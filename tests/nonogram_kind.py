"""A kind for tests: nonograms, declared with clues at the margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from satdnd.declaration.clues import clues, families_of
from satdnd.declaration.kind import DeclaredKind, Example, Rule
from satdnd.declaration.margins import RunMargin, RunsOfLines
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views import Shaded, ShadedSolution
from satdnd.declaration.words import Technique
from satdnd.rules.runs import Runs
from satdnd.rules.unknowns import Shading


class PaintedSolution(ShadedSolution):
    """Which cells are filled."""


@dataclass(frozen=True)
class PaintedPuzzle(GridPuzzle):
    """The runs of rows and columns."""

    rows: RunsOfLines = clues(RunMargin("row"))
    columns: RunsOfLines = clues(RunMargin("column"))

    kind: ClassVar = "painted"
    solution_class: ClassVar = PaintedSolution


def lines(puzzle: PaintedPuzzle) -> Iterator[tuple[Clue, list[tuple[int, int]]]]:
    """Every line, with its cells."""
    for r in range(puzzle.height):
        yield Clue("rows", r), [(r, c) for c in range(puzzle.width)]
    for c in range(puzzle.width):
        yield Clue("columns", c), [(r, c) for r in range(puzzle.height)]


def statements(puzzle: PaintedPuzzle, filled: Shading) -> Iterator[Runs]:
    """The runs that are told."""
    for clue, cells in lines(puzzle):
        if (runs := puzzle.told.get(clue)) is not None:
            name = families_of(PaintedPuzzle)[clue.field].name_of(clue.place)
            text = f"{name} needs runs of {' '.join(map(str, runs))}" if runs else f"{name} is empty"
            yield Runs("runs", tuple(cells), text, filled.literals(cells), runs, clue=clue)


def clues_of(puzzle: PaintedPuzzle, solution: ShadedSolution) -> Any:
    """All runs of a solution."""
    there = set(puzzle.grid.cells(solution.board))
    signs = {clue: [cell in there for cell in cells] for clue, cells in lines(puzzle)}
    return puzzle.changed(
        {clue: tuple(len([*run]) for sign, run in groupby(line) if sign) for clue, line in signs.items()}
    )


KIND = DeclaredKind(
    PaintedPuzzle,
    Shaded(PaintedSolution, yes="filled", no="empty"),
    title="Painted",
    play="Fill some of the cells: the numbers of a line are the lengths of its runs of filled cells, in their order.",
    rules={"runs": Rule("The filled cells of a line form runs of the lengths that are told.", "line")},
    statements=statements,
    clues_of=clues_of,
    techniques=(Technique("runs", "overlap", "A run covers a cell wherever it lies.", found="#"),),
    examples=[Example("rows\n1\n3\n1\ncolumns\n1\n3\n1\n", source="made for tests")],
    counts=False,
)
