"""The view of puzzles in which a player divides the grid into areas, as in shikaku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import is_name
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import View
from satdnd.declaration.words.border_words import TOGETHER, border_names
from satdnd.draw.picture import EDGE_STYLES, EdgeLine, Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.phrases import BE, Phrase
from satdnd.formats import drawn_boards, texts
from satdnd.formats.grids import cells_of
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.borders import InnerEdges, inner_edges
from satdnd.rules.edges import LINE, NONE
from satdnd.rules.unknowns import Mark


@dataclass(frozen=True)
class BordersSolution:
    """The borders of areas: bit v-1 of *board* is variable v of `InnerEdges`. Each kind derives its own class."""

    height: int
    width: int
    board: Bitboard

    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The rows of cells, each with the number of its area, from 1 in reading order."""
        return tuple(map(tuple, inner_edges(self.height, self.width).numbered(self.board)))

    def to_json(self) -> dict[str, Any]:
        """``areas``: rows with the number of each cell's area, from 1 in reading order."""
        return {"areas": [list(row) for row in self.grid]}


@dataclass(frozen=True)
class Borders(View):
    """Edges between cells that are borders, or whose cells belong together.

    Args:
        solution_class: derived from `BordersSolution`.
    """

    solution_class: type[BordersSolution]

    help = (
        "A solution is the grid with a name for each cell, the same throughout an area (letters, or numbers with "
        "blanks between), a drawing of the borders, or an answer in JSON."
    )
    phrases = {LINE: Phrase.of(BE, "a border", "borders"), NONE: TOGETHER}  # noqa: RUF012  (a Mapping)
    unlike = {LINE: NONE, NONE: LINE}  # noqa: RUF012  (a Mapping)
    gesture: ClassVar = "border"

    def unknowns(self, puzzle: GridPuzzle) -> InnerEdges:
        """One variable for each edge between two cells."""
        return inner_edges(puzzle.height, puzzle.width)

    def variables(self, puzzle: GridPuzzle) -> int:
        """The edges between cells."""
        return self.unknowns(puzzle).count

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> BordersSolution:
        """The borders, as bits."""
        return self.solution_class(puzzle.height, puzzle.width, board)

    def board(self, puzzle: GridPuzzle, solution: BordersSolution) -> Bitboard:
        """The borders, as bits."""
        return solution.board

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """Dots at the corners, the border of the grid, and borders; with crosses while some edges are unknown."""
        edges, marks = self.unknowns(puzzle), set(marked)
        known = edges.read(rows) if rows else []
        shown = known if len(known) < edges.count else [x for x in known if x > 0]
        height, width = edges.size
        around = [(r, c, side) for side, r in (("n", 0), ("s", height - 1)) for c in range(width)]
        around += [(r, c, side) for side, c in (("w", 0), ("e", width - 1)) for r in range(height)]
        lines = [EdgeLine((r, c), side) for r, c, side in around]
        lines += [
            EdgeLine((int(r), int(c)), str(side), EDGE_STYLES[str(what)]) for r, c, side, what in map(edges.mark, shown)
        ]
        tiles = [[Tile.of("open", "", (r, c) in marks) for c in range(width)] for r in range(height)]
        return Picture(tiles, label=puzzle.kind, dotted=True, edges=lines, words={"line": "border"})

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``the edges below r2c1 to r2c3``; cells that belong together as one place."""
        return border_names(marks)

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """The first drawing of that size, or a typed grid in which cells with ``.`` may belong anywhere."""
        edges = self.unknowns(puzzle)
        marks = next(drawn_boards.edges(text, *edges.size), None)
        if isinstance(marks, InputError):
            raise marks
        if marks is not None:
            known = [edges.literal(mark) for mark in marks if edges.edge((mark[0], mark[1]), mark[2])]
        else:
            names = drawn_boards.typed(text, *edges.size)
            pairs = ((v, [names[r][c] for r, c in edges.cells(v)]) for v in range(1, edges.count + 1))
            known = [-v if one == other else v for v, (one, other) in pairs if "." not in (one, other)]
        rows: Sequence[str] = edges.describe(known)["forced"]
        return rows

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """JSON (an answer, or objects with ``areas``), drawings, or rows of names between blank lines."""
        edges = self.unknowns(puzzle)

        def drawn(marks: Iterable[Any] | InputError) -> BordersSolution | InputError:
            """The solution of a drawing; every border that is not drawn is absent."""
            if isinstance(marks, InputError):
                return marks
            borders = (edges.edge((r, c), side) for r, c, side, what in marks if what == LINE)
            return self.solution(puzzle, sum(1 << v - 1 for v in borders if v))

        def recorded(value: Any) -> BordersSolution:
            """The solution of a JSON value: an object with areas, or their rows. Raises InputError."""
            rows = fields.require(value, "areas") if isinstance(value, dict) else value
            names = list[list[str]]()
            for row in fields.listed(rows, "areas", "rows"):
                cells = row if isinstance(row, str) else fields.listed(row, "areas", "numbers")
                if bad := [cell for cell in cells if type(cell) not in (int, str)]:
                    raise InputError(f'field "areas" holds {fields.shown(bad[0])}, expected the number of an area')
                names.append([*map(str, cells)])
            return self._divided(puzzle, names)

        def typed(text: str) -> Iterator[BordersSolution | InputError]:
            """A solution for each block, without its notes."""
            blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
            return (texts.try_read(one, block) for block in blocks if block)

        def one(rows: list[texts.Line]) -> BordersSolution:
            """The solution in numbered rows of names."""
            names = cells_of(rows, is_name, "a name for each cell, the same throughout an area")
            return self._divided(puzzle, names, line=rows[0][0])

        return texts.solutions(text, recorded, map(drawn, drawn_boards.edges(text, *edges.size)), typed)

    def _divided(self, puzzle: GridPuzzle, names: Sequence[Sequence[str]], line: int | None = None) -> BordersSolution:
        """The solution from one name for each cell. Raises InputError for another size, or an area in pieces."""
        edges = self.unknowns(puzzle)
        if [len(row) for row in names] != [puzzle.width] * puzzle.height:
            size = f"{counted(len(names), 'row')} of {counted(len(names[0]) if names else 0, 'cell')}"
            raise InputError(f"found {size}, expected {puzzle.height} of {puzzle.width}", line=line)
        board = edges.separating(lambda a, b: names[a[0]][a[1]] == names[b[0]][b[1]])
        first = dict[str, Cell]()
        for area in edges.areas(board):
            r, c = divmod((area & -area).bit_length() - 1, puzzle.width)
            if (other := first.setdefault(names[r][c], (r, c))) != (r, c):
                pieces = f"{cell_name(other)} and {cell_name((r, c))}"
                raise InputError(f"area {names[r][c]!r} is in pieces, at {pieces}: each needs its own name", line=line)
        return self.solution(puzzle, board)
