"""The view of puzzles in which a player draws a loop along the edges of cells, as in slitherlink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import View
from satdnd.declaration.words.loop_words import edge_names
from satdnd.draw.picture import EDGE_STYLES, EdgeLine, Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.phrases import BE, Phrase
from satdnd.formats import drawn_boards, texts
from satdnd.formats.grids import UNMARKED, cells_of
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import counted
from satdnd.rules.edges import LINE, NONE, Edges, edges_of
from satdnd.rules.loop import CornerDegrees
from satdnd.rules.unknowns import Mark


@dataclass(frozen=True)
class BorderLoopSolution:
    """The lines of a loop: bit v-1 of *board* is variable v of `Edges`. Each kind derives its own class."""

    height: int
    width: int
    board: Bitboard

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The rows of cells, ``#`` inside the loop and ``.`` outside."""
        return tuple(map(tuple, self.to_json()["inside"]))

    def to_json(self) -> dict[str, Any]:
        """``inside``: rows with ``#`` for the cells inside the loop; lines that are not closed cannot be shown."""
        edges = edges_of(self.height, self.width)
        return {"inside": edges.grid.lines(edges.inside(self.board))}


@dataclass(frozen=True)
class BorderLoop(View):
    """Edges of cells that are part of a loop or not.

    Args:
        solution_class: derived from `BorderLoopSolution`.
    """

    solution_class: type[BorderLoopSolution]

    help = (
        "A solution is the grid with '#' for cells inside the loop and '.' for the others, a drawing of the loop, "
        "or an answer in JSON."
    )
    phrases = {  # noqa: RUF012  (a Mapping)
        LINE: Phrase.of(BE, "a line", "lines"),
        NONE: Phrase.of(BE, "not a line", "not lines"),
    }
    unlike = {LINE: NONE, NONE: LINE}  # noqa: RUF012  (a Mapping)
    gesture: ClassVar = "edge"

    def unknowns(self, puzzle: GridPuzzle) -> Edges:
        """One variable for each edge."""
        return edges_of(puzzle.height, puzzle.width)

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> BorderLoopSolution:
        """The lines, as bits."""
        return self.solution_class(puzzle.height, puzzle.width, board)

    def board(self, puzzle: GridPuzzle, solution: BorderLoopSolution) -> Bitboard:
        """The lines, as bits."""
        return solution.board

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of dots at the corners and lines between, with crosses while some edges are unknown."""
        edges, marks = self.unknowns(puzzle), set(marked)
        known = edges.read(rows) if rows else []
        shown = known if len(known) < edges.count else [x for x in known if x > 0]
        lines = [
            EdgeLine((int(r), int(c)), str(side), EDGE_STYLES[str(what)]) for r, c, side, what in map(edges.mark, shown)
        ]
        tiles = [[Tile.of("open", "", (r, c) in marks) for c in range(puzzle.width)] for r in range(puzzle.height)]
        return Picture(tiles, label=puzzle.kind, dotted=True, edges=lines)

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``the edges above and left of r2c2``."""
        return edge_names(marks)

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """The first drawing of that size; if its lines are closed, it is complete even without crosses."""
        edges = self.unknowns(puzzle)
        marks = next(drawn_boards.edges(text, *edges.size), None)
        if marks is None:
            raise InputError(f"found no drawing of lines between the corners of {puzzle.height}x{puzzle.width} cells")
        if isinstance(marks, InputError):
            raise marks
        known = [*map(edges.literal, marks)]
        board = sum(1 << x - 1 for x in known if x > 0)
        if board and min(known) > 0 and not CornerDegrees(edges, "").broken(board):
            known = [v if board >> v - 1 & 1 else -v for v in range(1, edges.count + 1)]
        rows: Sequence[str] = edges.describe(known)["forced"]
        return rows

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """JSON (an answer, or objects with ``inside``), drawings, or rows of ``#`` and ``.`` between blank lines."""
        edges = self.unknowns(puzzle)

        def drawn(marks: Iterable[Mark] | InputError) -> BorderLoopSolution | InputError:
            """The solution of a drawing; every line that is not drawn is absent."""
            if isinstance(marks, InputError):
                return marks
            return self.solution(puzzle, sum(1 << x - 1 for x in map(edges.literal, marks) if x > 0))

        def recorded(value: Any) -> BorderLoopSolution:
            """The solution of a JSON value: an object with the cells inside, or their rows. Raises InputError."""
            rows = fields.lines(fields.require(value, "inside") if isinstance(value, dict) else value, "inside")
            return one(list(enumerate(rows, 1)))

        def one(rows: list[texts.Line]) -> BorderLoopSolution:
            """The solution in numbered rows of cells. Raises InputError for a size other than the puzzle's."""
            found = cells_of(rows, {*"#.o"}.__contains__, "'#' inside the loop, '.' outside", empty=UNMARKED)
            if (len(found), len(found[0])) != edges.size:
                size = f"{counted(len(found), 'row')} of {counted(len(found[0]), 'cell')}"
                raise InputError(f"found {size}, expected {puzzle.height} of {puzzle.width}", line=rows[0][0])
            inside = sum(1 << i for i, x in enumerate(x for row in found for x in row) if x == "#")
            return self.solution(puzzle, edges.border(inside))

        def typed(text: str) -> Iterator[BorderLoopSolution | InputError]:
            """A solution for each block, without its notes."""
            blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
            return (texts.try_read(one, block) for block in blocks if block)

        return texts.solutions(text, recorded, map(drawn, drawn_boards.edges(text, *edges.size)), typed)
