"""What a player marks in declared puzzles: its unknowns, a class of solutions, and how these are read and drawn."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.clues import cells_of, families_of
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.wording import BE, Phrase
from satdnd.formats import drawn_boards, fields, texts
from satdnd.grid.bitboard import Bitboard, Cell, grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.unknowns import Mark, Shading, Unknowns


class View(ABC):
    """One family of what is marked."""

    help: str
    """What a solution looks like as text, in a sentence."""
    phrases: Mapping[str, Phrase]
    """Of what each mark says, the words."""
    unlike: Mapping[str, str]
    """Of what each mark says, what its opposite says."""
    boxes: bool = False
    """Whether heavy lines part a square into square boxes."""
    attacks: bool = False
    """Whether it is a chessboard, on which queens attack each other."""
    gesture: ClassVar[str] = ""
    """How the page takes strokes: ``paint`` for cells, ``edge`` for lines along edges, ``loop`` for lines between
    centres, ``bridge``, ``value`` for what is typed into cells; empty: it does not."""

    @abstractmethod
    def unknowns(self, puzzle: GridPuzzle) -> Unknowns:
        """The unknowns of one puzzle."""

    def variables(self, puzzle: GridPuzzle) -> int:
        """About how many these are: one for each cell."""
        return puzzle.height * puzzle.width

    @abstractmethod
    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> Any:
        """The solution with these true variables."""

    @abstractmethod
    def board(self, puzzle: GridPuzzle, solution: Any) -> Bitboard:
        """The other way round."""

    @abstractmethod
    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """All solutions of a text, an InputError in the place of each that cannot be read."""

    @abstractmethod
    def picture(self, puzzle: GridPuzzle, rows: Sequence[Any] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing without clues: what is marked, in *rows* as the unknowns describe them; None: nothing."""

    def rows(self, puzzle: GridPuzzle, solution: Any) -> Sequence[Any]:
        """A solution as `picture` takes it: as the unknowns describe it."""
        unknowns, board = self.unknowns(puzzle), self.board(puzzle, solution)
        literals = [v if board >> v - 1 & 1 else -v for v in range(1, len(unknowns.names) + 1)]
        rows: Sequence[Any] = unknowns.describe(literals)["forced"]
        return rows

    def differences(self, puzzle: GridPuzzle, one: Any, other: Any) -> list[Cell]:
        """The cells of what is marked in one solution alone."""
        unknowns = self.unknowns(puzzle)
        marked = scan(self.board(puzzle, one) ^ self.board(puzzle, other))
        return sorted({cell for i in marked for cell in unknowns.cells(i + 1)})

    @abstractmethod
    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[Any]:
        """A player's board, typed or drawn, as rows that the unknowns read. InputError."""


@dataclass(frozen=True)
class ShadedSolution:
    """Which cells are shaded: bit ``r*W + c`` of *board*. A kind has a class of its own, derived from this one."""

    height: int
    width: int
    board: Bitboard

    sign: ClassVar[str] = "#"
    """How a shaded cell is drawn."""
    blank: ClassVar[str] = "."
    """How one that is not shaded is drawn."""

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The rows of cells, each as its sign."""
        return tuple(map(tuple, self.to_json()["grid"]))

    def to_json(self) -> dict[str, Any]:
        """``grid``: rows of both signs."""
        return {"grid": grid(self.height, self.width).lines(self.board, self.sign, self.blank)}


@dataclass(frozen=True)
class Shaded(View):
    """Cells that are shaded, or not.

    Args:
        solution_class: derived from `ShadedSolution`.
        yes, no: what is said of a cell: ``sea``, ``island``; an adjective, or a noun without article.
    """

    solution_class: type[ShadedSolution]
    yes: str
    no: str

    off: ClassVar[str] = "o"
    gesture: ClassVar = "paint"
    silent: ClassVar = r"[._?·-]|\[?[0-9]+\]?"
    """What a player's board may have in a cell that is not marked, a pattern; what is drawn of the clues, too."""

    @property
    def on(self) -> str:
        """The mark of a shaded cell."""
        return self.solution_class.sign

    @property
    def unlike(self) -> Mapping[str, str]:  # type: ignore[override]  # of this kind's signs
        """Each the other."""
        return {self.on: self.off, self.off: self.on}

    @property
    def typed(self) -> str:
        """What may stand in a cell of a solution, a pattern."""
        return rf"{re.escape(self.on)}|[._?o]|\[?[0-9]+\]?"

    @property
    def expected(self) -> str:
        """The same for errors."""
        return f"{self.on!r} for {self.yes}, '.' or a number for {self.no}"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's words
        """In its words."""
        return f"A solution is the grid with '#' for {self.yes} and '.' for {self.no}, or an answer in JSON."

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # of this kind's words
        """Both."""
        return {self.on: Phrase.of(BE, self.yes), self.off: Phrase.of(BE, self.no)}

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """A variable for each cell."""
        return Shading(
            puzzle.grid,
            self.yes.replace(" ", "_"),
            self.on,
            yes=f"is {self.yes}",
            no=f"is {self.no}",
            not_yes=f"is not {self.yes}: it is {self.no}",
            not_no=f"is not {self.no}: it is {self.yes}",
        )

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> ShadedSolution:
        """Its cells."""
        return self.solution_class(puzzle.height, puzzle.width, board)

    def board(self, puzzle: GridPuzzle, solution: ShadedSolution) -> Bitboard:
        """Its cells."""
        return solution.board

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """Shaded cells as walls."""
        styles, marks = {self.on: "wall", self.off: "open"}, set(marked)
        signs = rows or puzzle.grid.lines(0)
        tiles = [
            [Tile.of(styles.get(sign, "unknown"), "", (r, c) in marks) for c, sign in enumerate(row)]
            for r, row in enumerate(signs)
        ]
        return Picture(tiles, label=puzzle.kind, words={"wall": self.yes, "open": self.no})

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """The first drawing of that size, or rows of signs; what is neither ``#`` nor ``o`` says nothing."""
        height, width = puzzle.height, puzzle.width
        drawn = next(drawn_boards.shaded(text, height, width), None)
        cells = drawn or [x for row in drawn_boards.typed(text, height, width) for x in row]
        said = {self.on: self.on, self.off: self.off, "x": self.off, " ": self.off, "": self.off}
        for i, x in enumerate(cells):
            r, c = divmod(i, width)
            if x not in said and not re.fullmatch(self.silent, x) and x not in _clue_at(puzzle, (r, c)):
                expected = f"expected {self.on!r}, {self.off!r} or '.'"
                found = f"found {fields.shown(str(x))} at {cell_name((r, c))}"
                raise InputError(f"{found}, {expected}", line=x.line, column=x.column)
        signs = [said.get(x, ".") for x in cells]
        return ["".join(signs[r * width : (r + 1) * width]) for r in range(height)]

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """JSON (an answer, or objects with ``grid``), drawings, or grids separated by blank lines."""
        height, width = puzzle.height, puzzle.width

        def solution(cells: Iterable[str]) -> ShadedSolution:
            """The solution of cells row by row."""
            return self.solution(puzzle, sum(1 << i for i, cell in enumerate(cells) if cell == self.on))

        def recorded(value: Any) -> ShadedSolution:
            """The solution in JSON: an object with a grid, or its rows. InputError."""
            rows = fields.lines(fields.require(value, "grid") if isinstance(value, dict) else value, "grid")
            return one(list(enumerate(rows, 1)))

        def one(rows: list[texts.Line]) -> ShadedSolution:
            """The solution of numbered rows. InputError for another size than the puzzle's."""
            found = cells_of(rows, lambda word: bool(re.fullmatch(self.typed, word)), self.expected)
            if (len(found), len(found[0])) != (height, width):
                size = f"{counted(len(found), 'row')} of {counted(len(found[0]), 'cell')}"
                raise InputError(f"found {size}, expected {height} of {width}", line=rows[0][0])
            return solution(cell for row in found for cell in row)

        def typed(text: str) -> Iterator[ShadedSolution | InputError]:
            """A solution for each block but for its notes."""
            blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
            return (texts.try_read(one, block) for block in blocks if block)

        return texts.solutions(text, recorded, map(solution, drawn_boards.shaded(text, height, width)), typed)


def _clue_at(puzzle: GridPuzzle, cell: Cell) -> set[str]:
    """What a drawing may show of the clues on a cell."""
    blank = Picture([[Tile("open")] * puzzle.width for _ in range(puzzle.height)])
    tile = with_clues(puzzle, blank).tiles[cell[0]][cell[1]]
    return {tile.text, "#"} if tile.style == "wall" else {tile.text}


def with_clues(puzzle: GridPuzzle, picture: Picture) -> Picture:
    """*picture*, with the clues of the puzzle over it."""
    for name, family in families_of(type(puzzle)).items():
        picture = family.drawn(getattr(puzzle, name), picture)
    return picture


def marks_of(view: View, puzzle: GridPuzzle, text: str) -> list[Mark]:
    """What a player's board says. InputError."""
    unknowns = view.unknowns(puzzle)
    return [unknowns.mark(x) for x in unknowns.read(view.rows_of(puzzle, text))]
