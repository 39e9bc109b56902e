"""Kurodoko, also known as Where is Black Cells (Nikoli): numbers count the unshaded cells that they see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    SEPARATION_RULES,
    SEPARATION_TECHNIQUES,
    Bitboard,
    Budget,
    Cell,
    Clue,
    DeclaredKind,
    Grading,
    GridPuzzle,
    Inference,
    NumberGrid,
    Rule,
    RuleStatement,
    Seen,
    Shaded,
    ShadedSolution,
    Shading,
    Statement,
    Technique,
    Undivided,
    clues,
    counted,
    exactly,
    none_beside,
    none_side_by_side,
    overfull_number,
    puzz_links,
    signs,
)


class KurodokoSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Kurodoko(GridPuzzle):
    """Numbers, ``?`` for an unknown one, None for a cell without; one that is too large leaves no solution."""

    rows: tuple[tuple[int | str | None, ...], ...] = clues(
        NumberGrid(1, unknown=True, fixed=True, counts=True, stays=False)
    )

    kind: ClassVar = "kurodoko"

    @property
    def clue_cells(self) -> list[Cell]:
        """The cells with a number or ``?``."""
        return [(r, c) for r, row in enumerate(self.rows) for c, entry in enumerate(row) if entry is not None]

    def lines(self, cell: Cell) -> list[Cell]:
        """The cells of the row and column of a cell."""
        return [cell, *(x for arm in self.grid.arms(cell) for x in arm)]


def statements(puzzle: Kurodoko, shaded: Shading) -> Iterator[RuleStatement]:
    """Cells with numbers, what each number sees, and neighbours."""
    for cell in puzzle.clue_cells:
        clue = Clue("rows", cell) if cell in puzzle.by_cell else None
        yield exactly("unshaded", [cell], "the number at {} is unshaded", shaded.literals([cell]), 0, clue)
    for cell, number in puzzle.by_cell.items():
        arms = tuple(shaded.literals(arm, -1) for arm in puzzle.grid.arms(cell))
        text = f"the {number} at {{}} sees {counted(number, 'unshaded cell')}, its own included"
        yield Seen("number", tuple(puzzle.lines(cell)), text, number, arms, clue=Clue("rows", cell))
    yield from none_side_by_side(puzzle.grid, puzzle.grid.all, shaded.variable)


def contradiction(puzzle: Kurodoko) -> str | None:
    """A number above that of the cells in its row and column."""
    return overfull_number(puzzle, puzzle.lines, "cell", "in its row and column, its own included")


def sample(rng: Random, blank: Kurodoko, budget: Budget) -> Bitboard:
    """Shaded cells at random, about a quarter of all, that are not adjacent and leave the others connected."""
    grid, board = blank.grid, 0
    for i in rng.sample(range(grid.size), grid.size):
        budget.check()
        if 4 * board.bit_count() >= grid.size:
            break
        if not grid.neighbours(1 << i) & board and grid.connected(grid.all & ~board & ~(1 << i)):
            board |= 1 << i
    return board


def clues_of(puzzle: Kurodoko, solution: KurodokoSolution) -> Kurodoko:
    """A number in every unshaded cell."""
    grid, found = puzzle.grid, {}
    for cell in grid.cells(grid.all & ~solution.board):
        found[Clue("rows", cell)] = 1
        for arm in grid.arms(cell):
            for near in arm:
                if solution.board & grid.bit(near):
                    break
                found[Clue("rows", cell)] += 1
    return Kurodoko.blank(grid.height, grid.width).changed(found)


def plausible(puzzle: Kurodoko) -> bool:
    """At least 5x5, with possible numbers from 2 whose sum is above half the number of cells."""
    numbers = [*puzzle.by_cell.values()]
    large = min(puzzle.height, puzzle.width) > 4 and 2 * sum(numbers) > puzzle.grid.size
    return large and min(numbers, default=0) > 1 and not contradiction(puzzle)


TECHNIQUES = (
    Technique("number", "number sees enough", "The number sees all its cells: the next one is shaded.", "#"),
    Technique("number", "number has to see further", "The number sees too few cells elsewhere.", "o"),
    *SEPARATION_TECHNIQUES,
)


def _seen(inference: Inference[Any], reason: Statement) -> str:
    """What the number sees already, or as far as it can see."""
    known, middle = signs(inference.known), reason.cells[0]
    if inference.supposed or not inference.cells:
        return reason.text
    found = {str(mark[-1]) for mark in inference.cells}
    if len(found) > 1:
        return f"{reason.text}, and all ways to see so many agree on that"
    if found == {"#"}:
        return f"{reason.text}, and it would see more"
    there = [cell for cell in reason.cells if cell != middle and known.get(cell) == "#"]
    return f"{reason.text}, and {'what is shaded' if there else 'the border'} leaves too few in other directions"


KIND = DeclaredKind(
    Kurodoko,
    Shaded(KurodokoSolution, yes="shaded", no="unshaded"),
    title="Kurodoko",
    play="Shade some cells without a number. No two shaded cells are side by side, and all unshaded cells are "
    "connected. A number says how many unshaded cells are seen from it along its row and column, up to the next "
    "shaded cell in each direction, its own included.",
    rules={
        "unshaded": Rule("A cell with a number is unshaded.", "number"),
        "number": Rule("A number counts the unshaded cells that it sees, its own included.", "number", because=_seen),
        **SEPARATION_RULES,
    },
    statements=statements,
    implied=lambda puzzle, shaded: none_beside(puzzle.grid, shaded),
    cuts=lambda puzzle, _: Undivided(puzzle.grid),
    shown=lambda puzzle, shaded: shaded.literals(puzzle.clue_cells, -1),
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    links=puzz_links(Kurodoko, "kurodoko"),
    plausible=plausible,
    contradiction=contradiction,
    counts=False,
    parts=(Grading((92, 182, 295, 3_595)),),
)
