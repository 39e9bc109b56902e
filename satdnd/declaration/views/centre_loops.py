"""The view of puzzles in which a player draws a loop through the centres of cells, optionally with shaded cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import View
from satdnd.declaration.words.loop_words import chain_names
from satdnd.draw.picture import BridgeLine, Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.phrases import BE, Phrase
from satdnd.formats import drawn_boards, texts
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.centre_lines import OPEN, SHADED, CentreLines, centre_lines
from satdnd.rules.edges import LINE, NONE
from satdnd.rules.unknowns import Mark

WAYS = {"".join(pair): "".join(pair) for pair in combinations("nsew", 2)} | {
    "".join(pair[::-1]): "".join(pair) for pair in combinations("nsew", 2)
}
"""The two directions of a cell, in either order, as written in solutions."""
_EMPTY = {"", ".", "_", "-", ".."}


@dataclass(frozen=True)
class CentreLoopSolution:
    """The lines of a loop: bit v-1 of *board* is variable v of `CentreLines`. Each kind derives its own class."""

    height: int
    width: int
    board: Bitboard

    shading: ClassVar[bool] = False
    """Whether cells may be shaded."""

    @property
    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The rows of cells, each with the directions in which the loop leaves it (``se``), ``#`` or nothing."""
        return tuple(map(tuple, self.to_json()["grid"]))

    def to_json(self) -> dict[str, Any]:
        """``grid``: for each cell the two directions in which the loop leaves it (``se``), ``#`` or nothing."""
        lines = centre_lines(self.height, self.width, self.shading)

        def sign(cell: Cell) -> str:
            """The sign of one cell."""
            shaded = self.shading and self.board >> lines.shade(cell) - 1 & 1
            return SHADED if shaded else lines.ways(self.board, cell)

        return {"grid": [[sign((r, c)) for c in range(self.width)] for r in range(self.height)]}


@dataclass(frozen=True)
class CentreLoop(View):
    """Lines between the centres of adjacent cells, part of a loop or not, and cells that are shaded or not.

    Args:
        solution_class: derived from `CentreLoopSolution`.
    """

    solution_class: type[CentreLoopSolution]

    help = (
        "A solution is one line per row with the two directions in which the loop leaves each cell (ns, ew, se ...; . "
        "for none), a drawing of the loop, or an answer in JSON."
    )
    gesture: ClassVar = "loop"
    noun: ClassVar[str] = "the loop"
    """What the lines are part of."""
    ways: ClassVar[Mapping[str, str]] = WAYS
    """The words for cells with lines: the directions of these."""
    expected: ClassVar[str] = "two of n, e, s and w, or nothing"
    unlike = {LINE: NONE, NONE: LINE, SHADED: OPEN, OPEN: SHADED}  # noqa: RUF012  (a Mapping)

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # of lines, and of cells if these are shaded
        """The phrases of lines, then those of cells."""
        lines = {LINE: Phrase.of(BE, f"part of {self.noun}"), NONE: Phrase.of(BE, f"not part of {self.noun}")}
        cells = {SHADED: Phrase.of(BE, "shaded"), OPEN: Phrase.of(BE, "not shaded")}
        return lines | cells if self.solution_class.shading else lines

    def unknowns(self, puzzle: GridPuzzle) -> CentreLines:
        """One variable for each line, and one for each cell if cells may be shaded."""
        return centre_lines(puzzle.height, puzzle.width, self.solution_class.shading)

    def solution(self, puzzle: GridPuzzle, board: Bitboard) -> CentreLoopSolution:
        """The lines, as bits."""
        return self.solution_class(puzzle.height, puzzle.width, board)

    def board(self, puzzle: GridPuzzle, solution: CentreLoopSolution) -> Bitboard:
        """The lines, as bits."""
        return solution.board

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the lines, with crosses while some lines are unknown."""
        unknowns, marks = self.unknowns(puzzle), set(marked)
        known = unknowns.read(rows) if rows else []
        whole = len(known) == len(unknowns.names)
        shaded = {unknowns.cells(abs(x))[0]: x > 0 for x in known if abs(x) > unknowns.count}
        links = [
            BridgeLine(*unknowns.ends(abs(x)), int(x > 0))
            for x in known
            if abs(x) <= unknowns.count and (x > 0 or not whole)
        ]
        passed = {cell for link in links if link.count for cell in (link.start, link.end)}

        def tile(cell: Cell) -> Tile:
            """A cell without its clue."""
            known_open = whole or cell in passed or shaded.get(cell) is False
            style = "wall" if shaded.get(cell) else "open" if known_open else "unknown"
            return Tile.of(style, "", cell in marks)

        tiles = [[tile((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)]
        return Picture(tiles, spaced=True, links=links, label=puzzle.kind)

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``r1c1-r1c2-r2c2``."""
        return chain_names(marks)

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """Rows as the unknowns describe them, or the first drawing of that size; a typed grid is complete."""
        unknowns = self.unknowns(puzzle)
        lines, width = text.split("\n"), 2 * puzzle.width - 1
        described = rf"[-|x#o. ]{{0,{width}}}"
        if len(lines) == 2 * puzzle.height - 1 and all(re.fullmatch(described, line) for line in lines):
            return [line.ljust(width) for line in lines]
        drawn = next(drawn_boards.lines(text, puzzle.height, puzzle.width), None)
        if drawn is None:
            solution = next(iter(self.read_solutions(text, puzzle)))
            if isinstance(solution, InputError):
                raise solution
            board = solution.board
            rows: Sequence[str] = unknowns.describe([i + 1 for i in range(len(unknowns.names)) if board >> i & 1])[
                "forced"
            ]
            return rows
        return drawn

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """JSON (an answer, or objects with ``grid``), drawings, or rows of words between blank lines."""
        unknowns = self.unknowns(puzzle)

        def drawn(rows: Sequence[str]) -> CentreLoopSolution:
            """The solution of a drawing; every line that is not drawn is absent."""
            return self.solution(puzzle, sum(1 << x - 1 for x in unknowns.read(rows) if x > 0))

        def recorded(value: Any) -> CentreLoopSolution:
            """The solution of a JSON value: an object with a grid, or its rows. Raises InputError."""
            rows = fields.listed(fields.require(value, "grid") if isinstance(value, dict) else value, "grid", "rows")
            return self._made(puzzle, [fields.listed(row, "grid", "strings") for row in rows])

        def typed(text: str) -> Iterator[CentreLoopSolution | InputError]:
            """A solution for each block, without its notes."""
            blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
            return (texts.try_read(one, block) for block in blocks if block)

        def one(rows: list[texts.Line]) -> CentreLoopSolution:
            """The solution in numbered rows of words."""
            try:
                return self._made(puzzle, [row.split() for _, row in rows])
            except InputError as error:
                raise InputError(error.message, line=rows[0][0]) from None

        return texts.solutions(text, recorded, map(drawn, drawn_boards.lines(text, *unknowns.size)), typed)

    def _made(self, puzzle: GridPuzzle, rows: Sequence[Sequence[Any]]) -> CentreLoopSolution:
        """The solution from one word for each cell. Raises InputError."""
        unknowns, marked, leaving = self.unknowns(puzzle), set[int](), dict[Cell, set[int]]()
        if [len(row) for row in rows] != [puzzle.width] * puzzle.height:
            size = f"{counted(len(rows), 'row')} of {counted(len(rows[0]) if rows else 0, 'cell')}"
            raise InputError(f"found {size}, expected {puzzle.height} of {puzzle.width}")
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                if word == SHADED and unknowns.shading:
                    marked.add(unknowns.shade((r, c)))
                elif word in self.ways:
                    lines = {unknowns.towards((r, c), direction) for direction in self.ways[word]}
                    if 0 in lines:
                        raise InputError(f"{self.noun} at {cell_name((r, c))} leaves the grid: found {word!r}")
                    leaving[r, c] = lines
                elif isinstance(word, str) and word in _EMPTY:
                    leaving[r, c] = set()
                elif not (isinstance(word, str) and re.fullmatch(r"[?0-9]+[news]|[wb@?]", word)):
                    expected = self.expected + f", or {SHADED!r}" * unknowns.shading
                    raise InputError(f"found {fields.shown(word)} at {cell_name((r, c))}, expected {expected}")
        marked |= self._agreed(puzzle, unknowns, leaving)
        bits = ("01"[x in marked] for x in range(max(marked, default=1), 0, -1))
        return self.solution(puzzle, int("".join(bits), 2))

    def fits(self, puzzle: GridPuzzle, cell: Cell, number: int) -> bool:
        """Whether so many lines may meet in a cell."""
        return number in (0, 2)

    def _agreed(self, puzzle: GridPuzzle, unknowns: CentreLines, leaving: Mapping[Cell, set[int]]) -> set[int]:
        """The lines from possibly contradictory cells: drawn so that too many or too few of them meet somewhere.

        Lines that any cell claims are drawn; if that hides the contradiction, none at cells that claim none. Raises
        InputError if that hides it as well.
        """
        lines = set[int]().union(*leaving.values())
        for left_out in (set[int](), {x for cell, own in leaving.items() if not own for x in unknowns.corner(*cell)}):
            drawn = lines - left_out
            there = {cell: drawn.intersection(unknowns.corner(*cell)) for cell in unknowns.corners()}
            wrong = [cell for cell, own in leaving.items() if own != there[cell]]
            if not wrong or any(not self.fits(puzzle, cell, len(own)) for cell, own in there.items()):
                return drawn
        raise InputError(f"the directions at {cell_name(wrong[0])} are not those of the cells beside it")


def too_narrow(puzzle: GridPuzzle) -> str | None:
    """Why there is no solution: the grid has a single line."""
    return "a loop needs two rows and two columns" if 1 in (puzzle.height, puzzle.width) else None
