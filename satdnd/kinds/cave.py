"""Cave, also known as Bag or Corral: the unshaded cells are one cave, and numbers count what is seen within it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    SIGHT_RULES,
    SIGHT_TECHNIQUES,
    Bitboard,
    Budget,
    Connected,
    Count,
    DeclaredKind,
    Grading,
    Rule,
    RuleStatement,
    Shaded,
    ShadedSolution,
    Shading,
    SightPuzzle,
    Technique,
    ToBorder,
    all_sights,
    many_sights,
    puzz_links,
    sights,
    too_far,
    winding_region,
)


class CaveSolution(ShadedSolution):
    """Which cells are outside the cave."""


@dataclass(frozen=True)
class Cave(SightPuzzle):
    """Numbers, ``?`` for an unknown one, None for a cell without; one that is too large leaves no solution."""

    kind: ClassVar = "cave"


def statements(puzzle: Cave, shaded: Shading) -> Iterator[RuleStatement]:
    """Cells with numbers, what each number sees, and blocks."""
    yield from sights(puzzle, shaded)
    for r, c in puzzle.grid.cells(puzzle.grid.squares(puzzle.grid.all)):
        block = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        # a way between its unshaded cells would enclose one of the others: this follows, and helps the solver
        one, two, three, four = shaded.literals(block)
        yield Count("chequer", block, "the 2x2 block at {} is no chequerboard", (one, -two, -three, four), 1, 3)


def connected(puzzle: Cave, _: Any) -> tuple[Connected, ToBorder]:
    """The cave is one piece, and what is shaded is not enclosed by it."""
    several = len(puzzle.clue_cells) > 1
    return (
        Connected(puzzle.grid, -1, "the unshaded cells at {} need a way out", "cave", several=several, rule="cave"),
        ToBorder(puzzle.grid, 1, "the shaded cells at {} need a way to the border", "shaded area", rule="border"),
    )


def sample(rng: Random, blank: Cave, budget: Budget) -> Bitboard:
    """All around a winding region, which has no holes and does not touch itself at a corner."""
    return blank.grid.all & ~winding_region(rng, blank.grid, budget)


KIND = DeclaredKind(
    Cave,
    Shaded(CaveSolution, yes="shaded", no="unshaded"),
    title="Cave",
    play="Shade some cells without a number; what is left is the cave. All unshaded cells are connected, and all "
    "shaded cells are connected to the border of the grid by shaded cells. A number says how many cells of the cave "
    "are seen from it along its row and column, up to the next shaded cell in each direction, its own included.",
    rules={
        **SIGHT_RULES,
        "chequer": Rule(
            "A 2x2 block is no chequerboard: it would divide or enclose cells.",
            "chequerboard",
            broken="the 2x2 block at {place} would be a chequerboard",
        ),
        "cave": Rule(
            "All unshaded cells are connected.", "cave", broken="{pocket:the unshaded cells} would be cut off"
        ),
        "border": Rule(
            "All shaded cells are connected to the border.",
            "border",
            broken="{pocket:the shaded cells} would not reach the border",
        ),
    },
    statements=statements,
    cuts=connected,
    shown=lambda puzzle, shaded: shaded.literals(puzzle.clue_cells, -1),
    clues_of=all_sights,
    sample=sample,
    techniques=(
        *SIGHT_TECHNIQUES,
        Technique("chequer", "no chequerboard", "A chequerboard of 2x2 cells would divide or enclose some of them."),
        Technique("cave", "no cutting off", "Shading there would cut off a part of the cave.", "o"),
        Technique("cave", "no way to the cave", "The cave cannot reach the cell.", "#"),
        Technique("border", "way to the border", "Shaded cells need the cell to reach the border.", "#"),
        Technique("border", "no way to the border", "The cell is shut off from the border.", "o"),
    ),
    links=puzz_links(Cave, "cave", "bag"),
    plausible=many_sights,
    contradiction=too_far,
    counts=False,
    parts=(Grading(6.3),),
)
