"""The view of puzzles in which a player places things: each cell holds one or is empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import Shaded
from satdnd.draw.picture import Picture, Tile
from satdnd.explanation.phrases import BE, HOLD, Phrase
from satdnd.formats import drawn_boards
from satdnd.formats.placements import placements
from satdnd.grid.bitboard import Bitboard, Cell, grid
from satdnd.rules.unknowns import Shading


@dataclass(frozen=True)
class PlacedSolution:
    """Placed things. A kind's class adds one field with their cells in reading order, named by *key*."""

    height: int
    width: int

    key: ClassVar[str]
    sign: ClassVar[str]
    """How a thing is drawn."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the things."""
        found: tuple[Cell, ...] = getattr(self, self.key)
        return found

    @property
    def board(self) -> Bitboard:
        """The things as an integer, bit ``r*W + c``."""
        return grid(self.height, self.width).mask(self.cells)

    @property
    def lines(self) -> list[str]:
        """One string per row, ``.`` for an empty cell."""
        return grid(self.height, self.width).lines(self.board, self.sign, ".")

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The rows of cells, ``.`` for an empty one."""
        return tuple(map(tuple, self.lines))

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """The cells, and ``board``."""
        return {self.key: [list(cell) for cell in self.cells], "board": grid(self.height, self.width).hex(self.board)}


@dataclass(frozen=True)
class Placed(Shaded):
    """Cells that hold a thing or are empty.

    Args:
        solution_class: derived from `ShadedSolution`; a solution is a grid.
        yes: the word for a thing: ``queen``.
        no: the word for a cell without one: ``empty``.
        many: the plural.
        icon: the icon that a picture may draw instead of the sign.
        ruled_out: what ``forced`` shows in a cell that is empty in every solution.
        attacks: whether the things are queens on a chessboard.
    """

    solution_class: type[Any]
    many: str = ""
    icon: str = ""
    ruled_out: str = "o"
    attacks: bool = False

    gesture: ClassVar = "place"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """How a solution is written, in the words of the kind."""
        return f"A solution is the grid with {self.on} for a {self.yes} and '.' elsewhere, or an answer in JSON."

    @property
    def expected(self) -> str:
        """The possible signs in a cell of a solution, for error messages."""
        return f"{self.on!r} for a {self.yes}, or '.'"

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # of this kind's words
        """``holds a queen``, ``is empty``."""
        return {self.on: Phrase.of(HOLD, f"a {self.yes}", self.many), self.off: Phrase.of(BE, self.no)}

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """One variable for each cell."""
        return Shading(
            puzzle.grid,
            self.yes,
            self.on,
            yes=f"holds a {self.yes}",
            no=f"is {self.no}",
            not_yes=f"cannot hold a {self.yes}",
            not_no=f"cannot be {self.no}",
            left_out=self.ruled_out,
        )

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[str]:
        """Only the things: cells that stay empty are not marked."""
        return puzzle.grid.lines(self.board(puzzle, solution), self.on, ".")

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of things and dots; cells that stay empty are blank."""
        marks, blank = set(marked), False
        tiles = list[list[Tile]]()
        for r, row in enumerate(rows or puzzle.grid.lines(0, self.on, ".")):
            tiles.append([])
            for c, sign in enumerate(row):
                style = "filled" if sign == self.on else "open" if sign in "xo" else "unknown"
                here = (self.on, self.icon) if sign == self.on else ("", "")
                tiles[-1].append(Tile.of(style, here[0], (r, c) in marks, icon=here[1]))
                blank |= style == "open"
        legend = [("open", f"no {self.yes}")] if blank else []
        return Picture(tiles, legend=legend, label=puzzle.kind, words={"open": self.no})


@dataclass(frozen=True)
class PlacedCells(Placed):
    """The same for solutions that are lists of cells, whose class is derived from `PlacedSolution`."""

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """How a solution is written, in the words of the kind."""
        return (
            f"A solution is rows like these with {self.on} for a {self.yes}, a board integer (bit r*W + c is a "
            f"{self.yes}), or an answer in JSON."
        )

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> Any:
        """The solution with things on the cells of *board*."""
        return self.solution_class(puzzle.height, puzzle.width, tuple(puzzle.grid.cells(board)))

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """The solutions that `satdnd.formats.placements.placements` finds."""
        height, width = puzzle.height, puzzle.width
        return placements(
            text,
            puzzle.grid,
            self.solution_class.key,
            drawn_boards.framed(text, height, width),
            lambda cells, _: self.solution_class(height, width, cells),
            self.on,
        )
