"""Minesweeper as a puzzle on paper: numbers count the mines in the eight cells around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from satdnd.declare import (
    Bitboard,
    Budget,
    Cell,
    Clue,
    Count,
    DeclaredKind,
    Grading,
    GridPuzzle,
    NumberGrid,
    Placed,
    Rule,
    ShadedSolution,
    Shading,
    Technique,
    WholeNumber,
    clues,
    count_techniques,
    counted,
    counted_there,
    exactly,
    needs,
    overfull_number,
    puzz_links,
)

_SHARE = 4
"""One cell in so many holds a mine in generated puzzles."""


class MinesweeperSolution(ShadedSolution):
    """The cells with mines."""

    sign: ClassVar = "*"


@dataclass(frozen=True)
class Minesweeper(GridPuzzle):
    """Numbers, None for a cell without; one above 8 leaves no solution. The number of all mines, None if unknown."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 8, fixed=True, counts=True))
    mines: int | None = clues(WholeNumber("mines", least=0, keyword="mines"), None)

    kind: ClassVar = "minesweeper"

    def hidden(self, cell: Cell) -> list[Cell]:
        """The cells around one that may hold mines."""
        return [near for near in self.grid.around(cell) if near not in self.by_cell]


def statements(puzzle: Minesweeper, mines: Shading) -> Iterator[Count]:
    """Cells with numbers, a count for each number, and the number of all mines."""
    for cell, number in puzzle.by_cell.items():
        cells, clue = puzzle.grid.around(cell), Clue("rows", cell)
        yield exactly("hidden", [cell], "the number at {} is no mine", mines.literals([cell]), 0, clue)
        text = f"the {number} at {{}} {needs(number, 'mine')} around it"
        yield exactly("number", [cell, *cells], text, mines.literals(cells), number, clue)
    if puzzle.mines is not None:
        cells = puzzle.grid.cells(puzzle.grid.all)
        text = f"the board {needs(puzzle.mines, 'mine')}"
        yield exactly("mines", cells, text, mines.literals(cells), puzzle.mines, Clue("mines", "mines"))


def contradiction(puzzle: Minesweeper) -> str | None:
    """More mines than cells for them, around a number or on the board."""
    room = puzzle.grid.size - len(puzzle.by_cell)
    if (puzzle.mines or 0) > room:
        return f"the board has {counted(room, 'cell')} without a number for {counted(puzzle.mines or 0, 'mine')}"
    return overfull_number(puzzle, puzzle.hidden, "cell without a number", "around it")


def sample(rng: Random, blank: Minesweeper, budget: Budget) -> Bitboard:
    """Mines on random cells."""
    return blank.grid.mask(rng.sample(blank.grid.cells(blank.grid.all), -(-blank.grid.size // _SHARE)))


def clues_of(puzzle: Minesweeper, solution: MinesweeperSolution) -> Minesweeper:
    """A number in every cell without a mine, and the number of mines."""
    grid, board = puzzle.grid, solution.board
    numbers = {
        Clue("rows", cell): (grid.mask(grid.around(cell)) & board).bit_count() for cell in grid.cells(grid.all & ~board)
    }
    return replace(Minesweeper.blank(grid.height, grid.width).changed(numbers), mines=board.bit_count())


TECHNIQUES = (
    *count_techniques("number", "number", "mines", "*", "o"),
    *count_techniques("mines", "board", "mines", "*", "o", rest="the last mines"),
    Technique("number* number*", "shared cells", "Numbers share cells: what one needs is not left for another."),
    Technique("mines number*", "counting the mines", "The numbers and the number of all mines leave no other way."),
)


class MinesweeperKind(DeclaredKind):
    """MiniSat takes a quarter less than CaDiCaL (benchmarks/README)."""

    best_solver = "minisat22"


KIND = MinesweeperKind(
    Minesweeper,
    Placed(MinesweeperSolution, "mine", "clear", many="mines"),
    title="Minesweeper",
    play="Find the mines in the cells without a number. A number says how many of the eight cells around it hold a "
    "mine. Where the number of all mines is given, exactly so many are on the board.",
    rules={
        "hidden": Rule("There is no mine under a number.", "number"),
        "number": Rule("A number counts the mines in the cells around it.", "number", because=counted_there("*")),
        "mines": Rule("The board has as many mines as the puzzle says.", "total", because=counted_there("*")),
    },
    statements=statements,
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    shown=lambda puzzle, mines: mines.literals(puzzle.by_cell, -1),
    contradiction=contradiction,
    links=puzz_links(Minesweeper, "mines", fields=("rows",), example="https://puzz.link/p?mines/5/5/g2m13l13g0j"),
    plausible=lambda puzzle: puzzle.mines is not None and not contradiction(puzzle),
    parts=(Grading(3.5),),
)
