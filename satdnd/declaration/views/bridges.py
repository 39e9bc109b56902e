"""The view of puzzles in which a player builds bridges between islands, as in hashi."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

from satdnd.declaration.views.view import View
from satdnd.draw.picture import MAYBE, BridgeLine, Picture, Tile
from satdnd.errors import InputError
from satdnd.explanation.phrases import HAVE, Phrase
from satdnd.formats import drawn_boards, texts
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name
from satdnd.rules.bridges import Bridges
from satdnd.rules.islands import Islands

Bridge: TypeAlias = tuple[int, int, int, int, int]
"""Row and column of one end, row and column of the other, and how many bridges (1 or 2) lie between."""

_ACROSS = {"-": 1, "=": 2}
_DOWN = {"|": 1, '"': 2}
_TYPED = str.maketrans("─═│║┼ ", '-=|"+_')
"""From drawn signs to typed ones."""


class IslandPuzzle(Protocol):
    """Protocol: a puzzle with islands in a grid, each with or without the number of its bridges."""

    @property
    def height(self) -> int:
        """Rows."""
        ...

    @property
    def width(self) -> int:
        """Columns."""
        ...

    @property
    def graph(self) -> Islands:
        """Its islands."""
        ...

    @property
    def numbers(self) -> Sequence[int | None]:
        """The number of each island; None if it is not given."""
        ...


@dataclass(frozen=True)
class BridgeSolution:
    """A sorted list of bridges, each with its first end in reading order first. Each kind derives its own class."""

    bridges: tuple[Bridge, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "bridges", tuple(sorted(map(_forwards, self.bridges))))

    def to_json(self) -> dict[str, Any]:
        """``bridges`` as the command line prints them."""
        return {"bridges": [list(bridge) for bridge in self.bridges]}


def _forwards(bridge: Bridge) -> Bridge:
    r1, c1, r2, c2, count = bridge
    return bridge if (r1, c1) <= (r2, c2) else (r2, c2, r1, c1, count)


def between(one: Cell, other: Cell) -> list[Cell]:
    """The cells strictly between the ends of a straight bridge, in reading order."""
    if one[0] == other[0]:
        return [(one[0], c) for c in range(one[1] + 1, other[1])]
    return [(r, one[1]) for r in range(one[0] + 1, other[0])]


def ends(bridge: Sequence[int]) -> tuple[Cell, Cell]:
    """The cells at both ends."""
    return (bridge[0], bridge[1]), (bridge[2], bridge[3])


def counts_of(islands: Islands, solution: BridgeSolution) -> list[int]:
    """The number of bridges on each edge."""
    built = {bridge[:4]: bridge[4] for bridge in solution.bridges}
    return [built.get((*one, *other), 0) for one, other in islands.pairs]


@dataclass(frozen=True)
class BridgesBetween(View):
    """No, one or two bridges between islands that see each other.

    Args:
        solution_class: derived from `BridgeSolution`.
    """

    solution_class: type[BridgeSolution]

    help = (
        'A solution is the grid with - = | " for one and two bridges across and down, a drawing of it, or an answer '
        "in JSON."
    )
    phrases = {  # noqa: RUF012  (a Mapping)
        "=0": Phrase.of(HAVE, "no bridge"),
        ">=1": Phrase.of(HAVE, "at least one bridge", "at least one bridge each"),
        "<=1": Phrase.of(HAVE, "at most one bridge"),
        "=1": Phrase.of(HAVE, "one bridge"),
        "=2": Phrase.of(HAVE, "two bridges"),
    }
    unlike = {"=0": ">=1", ">=1": "=0", "=2": "<=1", "<=1": "=2"}  # noqa: RUF012  (a Mapping)
    gesture: ClassVar = "bridge"

    def unknowns(self, puzzle: Any) -> Bridges:
        """Two variables for each pair of islands."""
        islands: Islands = puzzle.graph
        return islands.bridges

    def solution(self, puzzle: Any, board: Bitboard) -> BridgeSolution:
        """The solution with the bridges of *board*."""
        built = ((*pair, board >> 2 * e & 3) for e, pair in enumerate(puzzle.graph.pairs))
        return self.solution_class(tuple((*one, *other, 1 + there // 2) for one, other, there in built if there & 1))

    def board(self, puzzle: Any, solution: BridgeSolution) -> Bitboard:
        """The variables of a solution's bridges; bridges that do not join neighbours are left out."""
        counts = counts_of(puzzle.graph, solution)
        return sum((count >= k) << 2 * e + k - 1 for e, count in enumerate(counts) for k in (1, 2))

    def rows(self, puzzle: Any, solution: BridgeSolution) -> list[list[int]]:
        """The number of bridges between each pair of neighbours, including zero."""
        return [[*bridge, bridge[4]] for bridge in solution.bridges]

    def rows_of(self, puzzle: Any, text: str) -> list[list[int]]:
        """The bridges that a player has built; a single one may become a double one."""
        solution = next(iter(self.read_solutions(text, puzzle)))
        if isinstance(solution, InputError):
            raise solution
        return [[*bridge, 2] for bridge in solution.bridges]

    def differences(self, puzzle: Any, one: BridgeSolution, other: BridgeSolution) -> list[Cell]:
        """The cells of the bridges that differ, or the islands at their ends if no cell lies between."""
        cells: set[Cell] = set()
        for bridge in set(one.bridges) ^ set(other.bridges):
            cells.update(between(*ends(bridge)) or ends(bridge))
        return sorted(cells)

    def picture(self, puzzle: Any, rows: Sequence[Any] | None, marked: Iterable[Cell]) -> Picture:
        """Lines between cells; dashed where solutions agree on one bridge but not on the second.

        If all cells between its ends are marked, the bridge is marked instead. Invalid bridges (outside the grid, not
        straight, or not one or two) are left out.
        """
        marks, links = set(marked), []
        for r1, c1, r2, c2, least, most in rows or ():
            inside = 0 <= r1 <= r2 < puzzle.height and 0 <= c1 <= c2 < puzzle.width
            if least in (1, 2) and inside and (r1 == r2) != (c1 == c2):
                cells = set(between((r1, c1), (r2, c2)))
                links.append(BridgeLine((r1, c1), (r2, c2), least, most > least, bool(cells) and cells <= marks))
        marks -= {cell for link in links if link.marked for cell in between(link.start, link.end)}
        maybe = [(MAYBE, "one bridge or two")] if any(link.maybe for link in links) else []
        tiles = [[Tile.of("unknown", "", (r, c) in marks) for c in range(puzzle.width)] for r in range(puzzle.height)]
        return Picture(tiles, spaced=True, links=links, legend=maybe, label="bridges")

    def read_solutions(self, text: str, puzzle: Any) -> Iterator[Any]:
        """JSON values, drawings, or grids separated by blank lines.

        JSON: an answer with ``solutions``, an object with ``bridges``, or a list of either or of bridges. A grid shows
        the islands of *puzzle*, and ``-``, ``=``, ``|``, ``"`` in the cells between. Adjacent islands leave no cell for
        their bridges; these follow from what their numbers leave over, and if that is ambiguous, the text is refused.
        """
        height, width = puzzle.height, puzzle.width
        signs = _signs(puzzle)

        def made(rows: list[texts.Line]) -> BridgeSolution:
            """The solution in a typed grid. Raises InputError."""
            bridges = _typed_bridges(rows, signs, height, width)
            return self.solution_class((*bridges, *_side_by_side(puzzle, bridges, rows)))

        def typed(text: str) -> Iterator[BridgeSolution | InputError]:
            """A solution for each block of drawn rows."""
            blocks = ([line for line in block if not texts.is_comment(line[1])] for block in texts.blocks(text))
            return (texts.try_read(made, rows) for rows in blocks if rows)

        def touching(cells: list[str]) -> BridgeSolution:
            """The solution in the cells of a drawing, row by row."""
            rows = ("".join(cells[i : i + width]).translate(_TYPED) for i in range(0, len(cells), width))
            return made(list(enumerate(rows, 1)))

        found = drawn_boards.bridges(text, signs, height, width)
        spaced = [x if isinstance(x, InputError) else self.solution_class(tuple(x)) for x in found]
        drawn = spaced or (texts.try_read(touching, cells) for cells in drawn_boards.framed(text, height, width))
        return texts.solutions(text, lambda value: self.solution_class(_recorded(value)), drawn, typed)


# solutions as texts


def _signs(puzzle: IslandPuzzle) -> dict[Cell, str]:
    """The sign of each island."""
    numbered = zip(puzzle.graph.cells, puzzle.numbers, strict=True)
    return {cell: "?" if number is None else str(number) for cell, number in numbered}


def _recorded(value: Any) -> tuple[Bridge, ...]:
    """The bridges of a JSON value. Raises InputError."""
    record = value
    if isinstance(value, list):
        record = next((entry for entry in value if not isinstance(entry, list)), {"bridges": value})
    if not isinstance(record, dict):
        raise InputError(f'found {fields.shown(record)}, expected an object with "bridges"')
    entries = fields.listed(fields.require(record, "bridges"), "bridges", "bridges [r1, c1, r2, c2, count]")
    for entry in entries:
        if not isinstance(entry, list) or [*map(type, entry)] != [int] * 5:
            raise InputError(f'field "bridges" holds {fields.shown(entry)}, expected [r1, c1, r2, c2, count]')
    return tuple((r1, c1, r2, c2, count) for r1, c1, r2, c2, count in entries)


def _typed_bridges(rows: list[texts.Line], signs: Mapping[Cell, str], height: int, width: int) -> list[Bridge]:
    """The bridges in a typed grid. A run of signs that does not end at an island is a bridge to its own last cell."""
    lines = texts.sized(rows, height, width)
    for r, (number, line) in enumerate(rows):
        for c, char in enumerate(line.strip()):
            island = signs.get((r, c))
            if char == "+" and not island:
                raise InputError("found bridges that cross, expected a solution in JSON to say which", line=number)
            if char != island if island else char not in '_.-=|"':
                what = f"the puzzle's island {island!r}" if island else "water '_', '.' or a bridge - = | \""
                raise InputError(f"found {char!r}, expected {what}", line=number, column=c + 1)
    bridges: list[Bridge] = []
    for r, line in enumerate(lines):
        found = _runs(line, {c for a, c in signs if a == r}, _ACROSS)
        bridges += [(r, start, r, end, count) for start, end, count in found]
    for c, column in enumerate(map("".join, zip(*lines, strict=True))):
        found = _runs(column, {r for r, b in signs if b == c}, _DOWN)
        bridges += [(start, c, end, c, count) for start, end, count in found]
    return bridges


def _runs(line: str, islands: set[int], signs: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of the bridges along one line of the grid."""
    for run in re.finditer("|".join(f"{re.escape(sign)}+" for sign in signs), line):
        start, end = run.start(), run.end() - 1
        yield start - (start - 1 in islands), end + (end + 1 in islands), signs[run[0][0]]


def _side_by_side(puzzle: IslandPuzzle, drawn: list[Bridge], rows: list[texts.Line]) -> list[Bridge]:
    """The bridges between islands side by side: what the drawn ones leave over, island by island.

    If no counts fit, the drawing is wrong, and any counts make a fault. Raises InputError if several fit, judging
    island by island.
    """
    left = {cell: n for cell, n in zip(puzzle.graph.cells, puzzle.numbers, strict=True) if n is not None}
    for bridge in drawn:
        for end in {*ends(bridge)} & left.keys():
            left[end] -= bridge[4]
    pairs = [(one, other) for one, other in puzzle.graph.pairs if one[0] + one[1] + 1 == other[0] + other[1]]
    around: dict[Cell, list[int]] = {}
    for i, pair in enumerate(pairs):
        for cell in (end for end in pair if end in left):
            around.setdefault(cell, []).append(i)
    least, most = [0] * len(pairs), [2] * len(pairs)
    todo = list(around)
    for cell in todo:  # grows during the iteration
        low, high = (sum(bound[i] for i in around[cell]) for bound in (least, most))
        if not low <= left[cell] <= high:
            most = least
            break
        for i in around[cell]:
            bounds = max(least[i], left[cell] - high + most[i]), min(most[i], left[cell] - low + least[i])
            if bounds != (least[i], most[i]):
                low, high = low + bounds[0] - least[i], high + bounds[1] - most[i]
                least[i], most[i] = bounds
                todo += [end for end in pairs[i] if end in left]
    for i, ((r, c), other) in enumerate(pairs):
        if least[i] != most[i]:
            raise InputError(
                f"the islands at {cell_name((r, c))} and {cell_name(other)} are side by side, and their numbers do not "
                f"determine how many bridges they share; expected a solution in JSON",
                line=rows[r][0],
                column=c + 1,
            )
    return [(*one, *other, count) for (one, other), count in zip(pairs, least, strict=True) if count]
