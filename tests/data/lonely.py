"""A kind in one file, for tests: exactly one cell of each row is shaded."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from satdnd.declare import (
    DeclaredKind,
    GridPuzzle,
    NumberGrid,
    Rule,
    Shaded,
    ShadedSolution,
    Shading,
    Statement,
    clues,
    exactly,
)

Path("ran").touch()  # so that tests see whether the file was run


@dataclass(frozen=True)
class Lonely(GridPuzzle):
    """Some numbers, all 1, which say nothing."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(1, 1, noun="number"))

    kind: ClassVar = "lonely"


def statements(puzzle: Lonely, shaded: Shading) -> Iterator[Statement]:
    """One shaded cell for each row."""
    for row in range(puzzle.height):
        cells = [(row, column) for column in range(puzzle.width)]
        yield exactly("one", cells, f"row {row + 1} has one shaded cell", shaded.literals(cells), 1)


KIND = DeclaredKind(
    Lonely,
    Shaded(ShadedSolution, yes="shaded", no="unshaded"),
    title="Lonely",
    play="Shade one cell of each row.",
    rules={"one": Rule("Each row has one shaded cell.", "row")},
    statements=statements,
    examples=["1..\n..1\n"],
)
