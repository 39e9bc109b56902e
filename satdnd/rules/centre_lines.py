"""Unknowns for loops through cells: lines between the centres of adjacent cells, optionally with shaded cells.

The centres are the corners of a grid with one row and one column fewer, whose edges are the lines: the rules of loops
along edges (`satdnd.rules.loop`) apply to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import Any

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.count import Count
from satdnd.rules.edges import LINE, NONE, Edges
from satdnd.rules.loop import CornerDegrees, SingleLoop
from satdnd.rules.statement import AnyStatement, Combined
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Literal, VariableNames

DIRECTIONS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""Row and column offsets of the four directions."""
SHADED, OPEN = "#", "o"


class CentreLines(Edges):
    """Variables say that a line joins two cells: those from left to right first, row by row, then those down.

    That to the right of (r, c) is ``r*(W-1) + c + 1``, and that below it ``H*(W-1) + r*W + c + 1``. With *shading*,
    ``count + r*W + c + 1`` says that the cell is shaded; count = H*(W-1) + (H-1)*W is the number of lines.

    Args:
        height, width: H and W of the grid of cells; the grid whose edges are the lines is one smaller.
        shading: whether cells may be shaded.
    """

    def __init__(self, height: int, width: int, shading: bool = False) -> None:
        super().__init__(height - 1, width - 1)
        self.size, self.shading = (height, width), shading
        self.expected = f"expected [row, column, row, column, {LINE!r} or {NONE!r}] of two cells side by side"
        if shading:
            self.expected += f", or [row, column, {SHADED!r} or {OPEN!r}]"

    @property
    def names(self) -> Sequence[str]:  # type: ignore[override]  # made when they are read
        """``line[0,2,0,3]``, ``shaded[0,2]``."""
        count = self.count + self.shading * self.size[0] * self.size[1]
        return VariableNames(count, self._named)

    def _named(self, variable: int) -> str:
        what = "line" if variable <= self.count else "shaded"
        return f"{what}[{','.join(map(str, self.mark(variable)[:-1]))}]"

    # geometry

    def towards(self, cell: Cell, direction: str) -> Literal:
        """The variable of the line from a cell to ``n``, ``e``, ``s`` or ``w``; 0 if it would leave the grid."""
        (r, c), (height, width) = cell, self.size
        if direction in "we":
            c -= direction == "w"
            return r * (width - 1) + c + 1 if 0 <= c < width - 1 else 0
        r -= direction == "n"
        return self.across + r * width + c + 1 if 0 <= r < height - 1 else 0

    @cached_property
    def steps(self) -> dict[Cell, list[tuple[Bitboard, Cell]]]:
        """For each cell the lines there, as bits, each with the cell to which it leads."""
        found: dict[Cell, list[tuple[Bitboard, Cell]]] = {cell: [] for cell in self.corners()}
        for x in range(1, self.count + 1):
            one, other = self.ends(x)
            found[one].append((1 << x - 1, other))
            found[other].append((1 << x - 1, one))
        return found

    def shade(self, cell: Cell) -> Literal:
        """The literal for a shaded cell."""
        return self.count + cell[0] * self.size[1] + cell[1] + 1

    def ways(self, board: Bitboard, cell: Cell) -> str:
        """The directions in which lines leave a cell: ``nw``."""
        lines = ((direction, self.towards(cell, direction)) for direction in "nsew")
        return "".join(direction for direction, x in lines if x and board >> x - 1 & 1)

    def corner_cells(self, row: int, column: int) -> tuple[Cell, ...]:
        """The cell itself."""
        return ((row, column),)

    def corner_name(self, row: int, column: int) -> str:
        """``r2c3``."""
        return cell_name((row, column))

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The two cells that a line joins, or the one cell of a shading variable."""
        if variable > self.count:
            return (divmod(variable - self.count - 1, self.size[1]),)
        return self.ends(variable)

    def along_path(self, cells: Sequence[Cell]) -> list[Literal]:
        """The variables of the lines of a path through cells, each beside the next."""
        steps = {offset: direction for direction, offset in DIRECTIONS.items()}
        return [self.towards(one, steps[two[0] - one[0], two[1] - one[1]]) for one, two in pairwise(cells)]

    # marks

    def mark(self, literal: Literal) -> Mark:
        """For a line, its two cells in reading order and ``-`` or ``x``; for a cell, the cell and ``#`` or ``o``."""
        cells = self.cells(abs(literal))
        state = (LINE, NONE) if cells[1:] else (SHADED, OPEN)
        return (*(x for cell in cells for x in cell), state[literal < 0])

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that a mark stands for."""
        *place, state = mark or [None]
        if all(type(x) is int for x in place) and state in (LINE, NONE, SHADED, OPEN):
            sign = 1 if state in (LINE, SHADED) else -1
            if len(place) == 2 and self.shading and state in (SHADED, OPEN) and self._contains(place):
                return sign * self.shade((place[0], place[1]))
            if len(place) == 4 and state in (LINE, NONE) and self._contains(place[:2]) and self._contains(place[2:]):
                step = place[2] - place[0], place[3] - place[1]
                for direction, wanted in DIRECTIONS.items():
                    if step == wanted:
                        return sign * self.towards((place[0], place[1]), direction)
        raise InputError(f"found {shown(list(mark))}, {self.expected}")

    def _contains(self, cell: Sequence[int]) -> bool:
        return 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]

    # boards

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """Literals from rows in the form of `describe`; other characters in cells are ignored."""
        height, width = self.size
        if len(rows) != 2 * height - 1:
            expected = f"{2 * height - 1} for {counted(height, 'row')} of cells and the lines between"
            raise InputError(f"the board has {counted(len(rows), 'line')}, expected {expected}")
        found = []
        for i, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != 2 * width - 1:
                expected = f"{2 * width - 1} characters for {counted(width, 'cell')} and the lines between"
                raise InputError(f"line {i + 1} of the board is {shown(row)}, expected {expected}")
            for j, sign in enumerate(row):
                variable = self._drawn(i, j)
                if variable and sign in "-|#":
                    found.append(variable)
                elif variable and sign in "xo":
                    found.append(-variable)
        return sorted(found, key=abs)

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: 2H-1 strings of 2W-1 characters, with a cell at every other place of every other line.

        Lines are ``-`` and ``|``, ``x`` is no line, a blank is unknown; shaded cells are ``#``, unshaded ones ``o``,
        and ``.`` is unknown.
        """
        known = set(literals)
        lines = []
        for i in range(2 * self.size[0] - 1):
            line = []
            for j in range(2 * self.size[1] - 1):
                variable = self._drawn(i, j)
                yes, no, unknown = (SHADED, OPEN, ".") if not (i % 2 or j % 2) else ("-|"[i % 2], NONE, " ")
                sign = yes if variable in known else no if -variable in known else unknown
                line.append(sign if variable else unknown)
            lines.append("".join(line))
        return {"forced": lines}

    def _drawn(self, i: int, j: int) -> Literal:
        """The variable drawn in column j of line i; 0 if nothing is drawn."""
        cell = i // 2, j // 2
        if i % 2 and j % 2:
            return 0
        if i % 2 or j % 2:
            return self.towards(cell, "s" if i % 2 else "e")
        return self.shade(cell) if self.shading else 0

    # sentences

    def sentence(self, literal: Literal) -> str:
        """``there is a line between r1c1 and r1c2``, ``r1c1 is not shaded``."""
        cells = self.cells(abs(literal))
        if not cells[1:]:
            return f"{cell_name(cells[0])} is {'' if literal > 0 else 'not '}shaded"
        return f"there is {'a' if literal > 0 else 'no'} line between {' and '.join(map(cell_name, cells))}"

    def lines(self, board: Bitboard) -> list[tuple[Cell, Cell]]:
        """The pairs of cells that the lines of a board join."""
        return [self.ends(i + 1) for i in scan(board & (1 << self.count) - 1)]


def passages(lines: CentreLines, rule: str = "cell") -> Iterator[AnyStatement]:
    """Statements for any loop, apart from being a single one: it passes each cell at most once, and it has a line."""
    yield CornerDegrees(lines, rule)
    yield Count(SingleLoop.rule, (), "there is a line", tuple(range(1, lines.count + 1)), 1, lines.count)


def squares(lines: CentreLines, rule: str = "square") -> Iterator[Combined]:
    """The four cells of each 2x2 square taken together: the loop enters the square as often as it leaves it."""
    cells = {one.corner: one for one in CornerDegrees(lines, "cell").statements()}
    for r, c in product(range(lines.height), range(lines.width)):
        four = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        text = "the loop does not end or branch in the 2x2 square at {}"
        yield Combined(rule, four, text, tuple(cells[cell] for cell in four))


@lru_cache(maxsize=16)
def centre_lines(height: int, width: int, shading: bool = False) -> CentreLines:
    """The lines of a grid of that size; one shared object per size."""
    return CentreLines(height, width, shading)
