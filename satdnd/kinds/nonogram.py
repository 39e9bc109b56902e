"""Nonograms, also known as Picross, Griddlers and Hanjie: a picture described by numbers at its margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, ClassVar

from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.margins import RunMargin, RunsOfLines, known_margins, marginal_lines
from satdnd.declaration.generators.generator import blotches
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import puzz_links
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.declaration.words.run_words import COMPLETE, GAP, GLUE, OVERLAP, REACH, because_of_runs, run_technique
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, signs
from satdnd.rules.runs import Runs
from satdnd.rules.unknowns import Shading


class NonogramSolution(ShadedSolution):
    """Which cells are filled."""


@dataclass(frozen=True)
class Nonogram(GridPuzzle):
    """The lengths of the runs in each row and column, () for an empty line, None for an unknown one."""

    rows: RunsOfLines = clues(RunMargin("row"))
    columns: RunsOfLines = clues(RunMargin("column"))

    kind: ClassVar = "nonogram"


def statements(puzzle: Nonogram, filled: Shading) -> Iterator[Runs]:
    """The given runs."""
    for clue, name, runs, cells in known_margins(puzzle):
        shown = " ".join(map(str, runs))
        needed = f"needs runs of {shown}" if runs[1:] else f"needs a run of {shown}" if runs else "has no runs"
        yield Runs("runs", tuple(cells), f"{name} {needed}", filled.literals(cells), runs, clue=clue)


def clues_of(puzzle: Nonogram, solution: ShadedSolution) -> Any:
    """All runs of a solution."""
    there = set(puzzle.grid.cells(solution.board))
    signs = {clue: [cell in there for cell in cells] for clue, cells in marginal_lines(puzzle)}
    return puzzle.changed(
        {clue: tuple(len([*run]) for sign, run in groupby(line) if sign) for clue, line in signs.items()}
    )


def contradiction(puzzle: Nonogram) -> str | None:
    """A line without room for its runs; rows and columns with different totals."""
    for _, name, runs, cells in known_margins(puzzle):
        if (needed := sum(runs) + len(runs) - 1) > len(cells):
            return f"the runs of {name} need {needed} cells, and it has {len(cells)}"
    if None in (*puzzle.rows, *puzzle.columns):
        return None
    across, down = (sum(sum(runs or ()) for runs in side) for side in (puzzle.rows, puzzle.columns))
    return f"the rows have {across} filled cells, the columns {down}" if across != down else None


def complete(inference: Inference[Any]) -> bool:
    """Whether all runs of the line are complete."""
    (line,) = inference.reasons
    return isinstance(line, Runs) and sum(line.runs) == sum(mark[-1] == "#" for mark in inference.known)


_FINISHED = "runs", "finished line", "All runs of a line are there: its other cells are empty.", "o"
_ALL = "{subjects} have all their filled cells"
TECHNIQUES = (
    Technique(*_FINISHED, when=lambda x: complete(x) and "#" not in signs(x.known).values(), many=_ALL),
    Technique(*_FINISHED, "{}, which it already has", complete, _ALL),
    *(
        Technique("runs", name, text, when=partial(run_technique, name))
        for name, text in (
            (OVERLAP, "A run covers some cells wherever it begins."),
            (GLUE, "A run that holds a filled cell has little room, and covers more cells wherever it begins."),
            (COMPLETE, "Beside a run that is complete there are empty cells."),
            (REACH, "No run reaches a cell."),
            (GAP, "A gap between empty cells is too short for the runs that could lie there."),
        )
    ),
    Technique(
        "runs",
        "line",
        "All arrangements of a line agree on some cells.",
        why="{}, and all arrangements that fit agree on {it}",
    ),
)

KIND = DeclaredKind(
    Nonogram,
    Shaded(NonogramSolution, yes="filled", no="empty"),
    title="Nonogram",
    play="Fill some of the cells. The numbers of a row or column are the lengths of its runs of filled cells, in "
    "order; between two runs there is at least one empty cell.",
    rules={
        "runs": Rule(
            "The filled cells of a line form runs of the given lengths, in that order.", "line", because=because_of_runs
        )
    },
    statements=statements,
    clues_of=clues_of,
    sample=blotches,
    techniques=TECHNIQUES,
    links=puzz_links(Nonogram, "nonogram", fields=("columns", "rows")),
    contradiction=contradiction,
    parts=(Grading(0.99),),
    counts=False,
)
