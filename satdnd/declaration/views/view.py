"""Views: what a player marks in declared puzzles, with its unknowns and solutions, and how they are read and drawn."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.phrases import BE, Phrase
from satdnd.explanation.wording import names, place
from satdnd.formats import drawn_boards, texts
from satdnd.formats.grids import UNMARKED, cells_of
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell, grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.unknowns import Mark, Shading, Unknowns


class View(ABC):
    """One way of marking a board."""

    help: str
    """How a solution is written as text, in a sentence."""
    solution_class: type[Any]
    """The class of solutions, which a kind's class of puzzles gets as well."""
    phrases: Mapping[str, Phrase]
    """The words for each mark."""
    unlike: Mapping[str, str]
    """The opposite of each mark."""
    attacks: bool = False
    """Whether the board is a chessboard on which queens attack each other."""
    gesture: ClassVar[str] = ""
    """How the page takes strokes: ``paint`` for cells, ``edge`` for lines along edges, ``loop`` for lines between
    centres, ``bridge``, ``value`` for what is typed into cells; empty: it does not."""

    @abstractmethod
    def unknowns(self, puzzle: GridPuzzle) -> Unknowns:
        """The unknowns of a puzzle."""

    def variables(self, puzzle: GridPuzzle) -> int:
        """About how many unknowns there are; here, one for each cell."""
        return puzzle.height * puzzle.width

    @abstractmethod
    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> Any:
        """The solution in which the variables of *board* are true."""

    @abstractmethod
    def board(self, puzzle: GridPuzzle, solution: Any) -> Bitboard:
        """The inverse of `solution`: the true variables, as bits."""

    @abstractmethod
    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """All solutions in a text, with an InputError for each one that cannot be read."""

    @abstractmethod
    def picture(self, puzzle: GridPuzzle, rows: Sequence[Any] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the marks without clues; *rows* are as the unknowns describe them, None for a blank board."""

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[Any]:
        """A solution in the form that `picture` takes."""
        unknowns, board = self.unknowns(puzzle), self.board(puzzle, solution)
        literals = [v if board >> v - 1 & 1 else -v for v in range(1, len(unknowns.names) + 1)]
        rows: Sequence[Any] = unknowns.describe(literals)["forced"]
        return rows

    def differences(self, puzzle: GridPuzzle, one: Any, other: Any) -> list[Cell]:
        """The cells that are marked in only one of two solutions."""
        unknowns = self.unknowns(puzzle)
        marked = scan(self.board(puzzle, one) ^ self.board(puzzle, other))
        return sorted({cell for i in marked for cell in unknowns.cells(i + 1)})

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """The names of the places of marks with one sign; here, those of cells."""
        return names(map(place, marks))

    @abstractmethod
    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[Any]:
        """A player's board, typed or drawn, as rows for the unknowns. Raises InputError."""


@dataclass(frozen=True)
class ShadedSolution:
    """Shaded cells: bit ``r*W + c`` of *board*. Each kind derives its own class."""

    height: int
    width: int
    board: Bitboard

    sign: ClassVar[str] = "#"
    """The sign of a shaded cell."""
    blank: ClassVar[str] = "."
    """The sign of a cell that is not shaded."""

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The signs of the cells, as rows."""
        return tuple(map(tuple, self.to_json()["grid"]))

    def to_json(self) -> dict[str, Any]:
        """``grid``: one string per row, of both signs."""
        return {"grid": grid(self.height, self.width).lines(self.board, self.sign, self.blank)}


@dataclass(frozen=True)
class Shaded(View):
    """Cells that are shaded or not.

    Args:
        solution_class: derived from `ShadedSolution`.
        yes, no: the words for a cell: ``sea``, ``island``; an adjective, or a noun without article.
    """

    solution_class: type[ShadedSolution]
    yes: str
    no: str

    off: ClassVar[str] = "o"
    gesture: ClassVar = "paint"
    silent: ClassVar = r"[._?·-]|\[?[0-9]+\]?"
    """A pattern for unmarked cells of a player's board, which may show clues."""
    also_off: ClassVar[tuple[str, ...]] = ("x", " ", "")
    """Further signs of cells that are not shaded on such a board: a drawing leaves them blank."""

    @property
    def on(self) -> str:
        """The mark of a shaded cell."""
        return self.solution_class.sign

    @property
    def unlike(self) -> Mapping[str, str]:  # type: ignore[override]  # of this kind's signs
        """Each of the two marks is the opposite of the other."""
        return {self.on: self.off, self.off: self.on}

    @property
    def typed(self) -> str:
        """A pattern for the cells of a solution."""
        return rf"{re.escape(self.on)}|[._?o]|\[?[0-9]+\]?"

    @property
    def expected(self) -> str:
        """The possible signs in a cell of a solution, for error messages."""
        return f"{self.on!r} for {self.yes}, '.' or a number for {self.no}"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """How a solution is written, in the words of the kind."""
        return f"A solution is the grid with '#' for {self.yes} and '.' for {self.no}, or an answer in JSON."

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # of this kind's words
        """The words for both marks."""
        return {self.on: Phrase.of(BE, self.yes), self.off: Phrase.of(BE, self.no)}

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """One variable for each cell."""
        return Shading(
            puzzle.grid,
            self.yes.replace(" ", "_"),
            self.on,
            yes=f"is {self.yes}",
            no=f"is {self.no}",
            not_yes=f"cannot be {self.yes}",
            not_no=f"cannot be {self.no}",
        )

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> ShadedSolution:
        """The shaded cells, as bits."""
        return self.solution_class(puzzle.height, puzzle.width, board)

    def board(self, puzzle: GridPuzzle, solution: ShadedSolution) -> Bitboard:
        """The shaded cells, as bits."""
        return solution.board

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing with shaded cells as walls."""
        styles, marks = {self.on: "wall", self.off: "open"}, set(marked)
        signs = rows or puzzle.grid.lines(0)
        tiles = [
            [Tile.of(styles.get(sign, "unknown"), "", (r, c) in marks) for c, sign in enumerate(row)]
            for r, row in enumerate(signs)
        ]
        return Picture(tiles, label=puzzle.kind, words={"wall": self.yes, "open": self.no})

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """The first drawing of that size, or rows of signs; cells that are neither ``#`` nor ``o`` are unknown."""
        height, width = puzzle.height, puzzle.width
        drawn = next(drawn_boards.shaded(text, height, width), None)
        cells = drawn or [x for row in drawn_boards.typed(text, height, width) for x in row]
        meanings = {self.on: self.on, self.off: self.off, **dict.fromkeys(self.also_off, self.off)}
        for i, x in enumerate(cells):
            r, c = divmod(i, width)
            if x not in meanings and not re.fullmatch(self.silent, x) and x not in _clue_at(puzzle, (r, c)):
                expected = f"expected {self.on!r}, {self.off!r} or '.'"
                found = f"found {fields.shown(str(x))} at {cell_name((r, c))}"
                raise InputError(f"{found}, {expected}", line=x.line, column=x.column)
        signs = [meanings.get(x, ".") for x in cells]
        return ["".join(signs[r * width : (r + 1) * width]) for r in range(height)]

    def check_shown(self, puzzle: Any, rows: Sequence[Sequence[str]]) -> None:
        """Raise InputError if the rows of a solution show another puzzle; here, clues are not looked at."""

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """JSON (an answer, or objects with ``grid``), drawings, or grids separated by blank lines."""
        height, width = puzzle.height, puzzle.width

        def solution(cells: Iterable[str]) -> ShadedSolution:
            """The solution from its cells, row by row."""
            return self.solution(puzzle, sum(1 << i for i, cell in enumerate(cells) if cell == self.on))

        def recorded(value: Any) -> ShadedSolution:
            """The solution of a JSON value: an object with a grid, or its rows. Raises InputError."""
            rows = fields.lines(fields.require(value, "grid") if isinstance(value, dict) else value, "grid")
            return one(list(enumerate(rows, 1)))

        def one(rows: list[texts.Line]) -> ShadedSolution:
            """The solution in numbered rows. Raises InputError for a size other than the puzzle's."""
            fits = re.compile(self.typed).fullmatch
            found = cells_of(rows, lambda word: bool(fits(word)), self.expected, empty=UNMARKED)
            if (len(found), len(found[0])) != (height, width):
                size = f"{counted(len(found), 'row')} of {counted(len(found[0]), 'cell')}"
                raise InputError(f"found {size}, expected {height} of {width}", line=rows[0][0])
            self.check_shown(puzzle, found)
            return solution(cell for row in found for cell in row)

        def typed(text: str) -> Iterator[ShadedSolution | InputError]:
            """A solution for each block, without its notes."""
            blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
            return (texts.try_read(one, block) for block in blocks if block)

        return texts.solutions(text, recorded, map(solution, drawn_boards.shaded(text, height, width)), typed)


def _clue_at(puzzle: GridPuzzle, cell: Cell) -> set[str]:
    """The signs of clues that a drawing may show in a cell."""
    blank = Picture([[Tile("open")] * puzzle.width for _ in range(puzzle.height)])
    tile = with_clues(puzzle, blank).tiles[cell[0]][cell[1]]
    return {tile.text, "#"} if tile.style == "wall" else {tile.text}


def with_clues(puzzle: GridPuzzle, picture: Picture) -> Picture:
    """*picture* with the clues of the puzzle drawn over it."""
    for name, family in families_of(type(puzzle)).items():
        picture = family.drawn(getattr(puzzle, name), picture)
    return picture


def marks_of(view: View, puzzle: GridPuzzle, text: str) -> list[Mark]:
    """The marks on a player's board. Raises InputError."""
    unknowns = view.unknowns(puzzle)
    return [unknowns.mark(x) for x in unknowns.read(view.rows_of(puzzle, text))]
