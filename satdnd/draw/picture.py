"""Pictures before rendering: tiles in a grid, labels around it, bridges and lines between cells.

Kinds describe their puzzles as a `Picture`; `satdnd.draw` turns it into terminal text, SVG, PNG and PDF,
alone or in `Panel`s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from satdnd.draw.limit import look
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted

STYLES = ("open", "wall", "monster", "treasure", "room", "unknown", "clue", "filled", "piece", "island")
"""The styles of tiles, from which renderers choose colours and signs."""

MARKED = "marked"
"""In a legend: the sign for marked cells, links and edges."""
ABOUT = "about"
"""In a legend: the border around the cells that a rule concerns."""
USED = "used"
"""In a legend: the dot in cells from which a conclusion is drawn."""
MAYBE = "maybe"
"""In a legend: a link that may be single or double."""

Ends: TypeAlias = tuple[Cell, Cell]
EdgePlace: TypeAlias = tuple[int, int, str]
"""Row, column and side of an edge."""
SignPlace: TypeAlias = tuple[int, int, str, str]
"""Row, column and side of an edge, and the sign on it: one of ``<>∧∨``, which point to the smaller of two numbers,
``=`` or ``×``."""


@dataclass(frozen=True)
class Tile:
    """One cell of a picture."""

    style: str = "open"
    """One of `STYLES`."""
    text: str = ""
    """The text in it: a letter or a number."""
    marked: bool = False
    """Whether it is highlighted: a difference, a fault."""
    shade: int = 0
    """Distinguishes neighbours of the same style (pieces); any number."""
    note: str = ""
    """Small text in a corner: the product of a room."""
    about: bool = False
    """Whether a rule concerns it."""
    used: bool = False
    """Whether a conclusion is drawn from it."""
    icon: str = ""
    """An icon that may replace its text: ``queen``, or a diagonal: ``falling``, ``rising``."""
    turn: int = 0
    """The number, from 1, of the link of an argument that settles it; 0 for none."""

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(style: str, text: str = "", marked: bool = False, shade: int = 0, note: str = "", icon: str = "") -> Tile:
        """The shared tile with these fields: boards of a million cells have few different tiles."""
        return Tile(style, text, marked, shade, note, icon=icon)


@dataclass(frozen=True)
class BridgeLine:
    """A straight bridge between two cells."""

    start: Cell
    end: Cell
    """The cell below or to the right of `start`."""
    count: int = 1
    """1 or 2 lines; 0 for a place without a bridge, drawn as a small cross, or marked for lacking one."""
    maybe: bool = False
    """Whether there may be one more line."""
    marked: bool = False
    """Whether it is highlighted: a difference."""
    used: bool = False
    """Whether a conclusion is drawn from it."""

    @property
    def name(self) -> str:
        """``r1c1-r1c4``, with ``=`` for two lines."""
        return f"{cell_name(self.start)}{'=' if self.count == 2 else '-'}{cell_name(self.end)}"


@dataclass(frozen=True)
class EdgeLine:
    """The state of one edge of the grid, that is, one side of a cell. Unknown edges have no `EdgeLine`."""

    cell: Cell
    side: str
    """``n`` (above the cell) or ``w`` (left of it); ``s`` and ``e`` only at the lower and the right border, so that
    every edge has one name."""
    style: str = "line"
    """``line``: part of the loop; ``none``: known not to be, drawn as a small cross."""
    marked: bool = False
    """Whether it is highlighted: a difference, a fault."""
    used: bool = False
    """Whether a conclusion is drawn from it."""

    @property
    def place(self) -> EdgePlace:
        """Row, column and side: the edge itself, whatever its state."""
        return *self.cell, self.side

    @property
    def name(self) -> str:
        """``r1c1/r2c1``: the edge between two cells; ``above r1c1`` and the like at the border."""
        r, c = self.cell
        if self.side == "n" and r:
            return f"{cell_name((r - 1, c))}/{cell_name(self.cell)}"
        if self.side == "w" and c:
            return f"{cell_name((r, c - 1))}/{cell_name(self.cell)}"
        return f"{_BESIDE[self.side]} {cell_name(self.cell)}"

    @property
    def corners(self) -> Ends:
        """Its two ends, as corners of cells; (0, 0) is the upper left corner of the grid."""
        r, c = self.cell
        if self.side in "ns":
            r += self.side == "s"
            return (r, c), (r, c + 1)
        c += self.side == "e"
        return (r, c), (r + 1, c)


_BESIDE = {"n": "above", "s": "below", "w": "left of", "e": "right of"}
EDGE_STYLES = {"-": "line", "x": "none"}
"""The style of an edge by the sign of its mark."""


@dataclass(frozen=True)
class Picture:
    """A grid of tiles with labels.

    Attributes:
        tiles: rows of tiles, all of one length.
        left: one label per row, or empty.
        top: one label per column, or empty; one with blanks ("3 1 12") is stacked, one line per part.
        right, bottom: the same on the other sides, never stacked.
        lines_right: cells with a heavy line to their right.
        lines_below: cells with a heavy line below.
        ruled: lines between all cells (sudoku, inshi), but none within a piece (klotski).
        spaced: cells stand apart, with space for links between neighbours (hashi).
        links: bridges between cells.
        dotted: the corners of the cells are dots, without a frame and lines, since the player draws lines.
        corners: the texts at the corners of a dotted picture, row by row; empty: none.
        edges: what is known about the edges of a dotted picture.
        title: a line above.
        legend: signs and what they mean; `MARKED`, `MAYBE` and a style stand for their own signs.
        label: what this is, for people who cannot see it; not drawn.
        words: the kind's own words for the cells of a style ("sea" for walls), and for a ``line`` along an edge.
        target: target cells, explained by the title; outlined if the format can draw that.
        frames: sets of cells that rules are about and that get a border of their own, such as a row.
        signs: signs on the lines between two cells, ``e`` to the right of a cell or ``s`` below it.
        circles: small circles of a dotted picture, at places in half cells: (2r, 2c) is the middle of a cell.
        cages: sets of cells with a dashed line inside their border.
    """

    tiles: Sequence[Sequence[Tile]]
    left: Sequence[str] = ()
    top: Sequence[str] = ()
    right: Sequence[str] = ()
    bottom: Sequence[str] = ()
    lines_right: frozenset[Cell] = field(default_factory=frozenset)
    lines_below: frozenset[Cell] = field(default_factory=frozenset)
    ruled: bool = False
    title: str = ""
    spaced: bool = False
    links: Sequence[BridgeLine] = ()
    dotted: bool = False
    corners: Sequence[Sequence[str]] = ()
    edges: Sequence[EdgeLine] = ()
    legend: Sequence[tuple[str, str]] = ()
    label: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    target: frozenset[Cell] = field(default_factory=frozenset)
    frames: Sequence[frozenset[Cell]] = ()
    signs: Sequence[SignPlace] = ()
    circles: Sequence[Cell] = ()
    cages: Sequence[frozenset[Cell]] = ()

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    @property
    def stacked(self) -> bool:
        """Whether the labels are lists of numbers, so that those at the top are stacked."""
        return any(" " in text for text in (*self.top, *self.left))

    @property
    def lines(self) -> Sequence[BridgeLine | EdgeLine]:
        """All links and edges."""
        return [*self.links, *self.edges]

    @property
    def coordinates(self) -> tuple[list[str], list[str]]:
        """The numbers of rows and of columns; ``r1`` and ``c1`` if the margins also have numbers of the puzzle."""
        r, c = ("r", "c") if self.right or self.bottom else ("", "")
        return [f"{r}{i + 1}" for i in range(self.height)], [f"{c}{i + 1}" for i in range(self.width)]

    @property
    def ways(self) -> dict[Cell, tuple[int, int, int, int]]:
        """For each cell without text where lines between adjacent cells meet: whether one goes up, right, down,
        left.
        """
        ways: dict[Cell, list[int]] = {}
        for link in self.links:
            (r1, c1), (r2, c2) = link.start, link.end
            if link.count and r2 - r1 + c2 - c1 == 1:
                for cell, way in ((link.start, 2 if r2 > r1 else 1), (link.end, 0 if r2 > r1 else 3)):
                    ways.setdefault(cell, [0] * 4)[way] = 1
        empty = {cell: found for cell, found in ways.items() if not self.tiles[cell[0]][cell[1]].text}
        return {cell: (found[0], found[1], found[2], found[3]) for cell, found in empty.items()}

    def cells(self) -> Iterator[tuple[Cell, Tile]]:
        """Every cell with its tile, in reading order."""
        for r, row in enumerate(self.tiles):
            look()
            for c, tile in enumerate(row):
                yield (r, c), tile

    def pieces(self) -> dict[str, list[Cell]]:
        """The cells of each piece, by its name."""
        found: dict[str, list[Cell]] = {}
        for cell, tile in self.cells():
            if tile.style == "piece":
                found.setdefault(tile.text, []).append(cell)
        return found

    def marks(self) -> list[str]:
        """The names of the marked cells, links and edges."""
        return [cell_name(cell) for cell, tile in self.cells() if tile.marked] + [
            line.name for line in self.lines if line.marked
        ]

    @property
    def meanings(self) -> dict[str, str]:
        """The legend by sign; with an entry for marks if and only if there are any."""
        legend = {MARKED: "marked"} | dict(self.legend)
        tiles = [tile for _, tile in self.cells()]
        there = {
            MARKED: bool(self.marks()),
            ABOUT: any(tile.about for tile in tiles),
            USED: any(tile.used for tile in tiles) or any(line.used for line in self.lines),
        }
        return {sign: meaning for sign, meaning in legend.items() if there.get(sign, True)}

    def explained(self, meaning: str, sign: str = MARKED) -> Picture:
        """A copy with another legend entry: the meaning of *sign*."""
        return replace(self, legend=(*self.legend, (sign, meaning)))

    def description(self) -> str:
        """A paragraph for people who cannot see the drawing: the size, the contents, the marked cells and why."""
        count = Counter(tile.style for _, tile in self.cells() if tile.style not in ("open", "unknown"))
        count |= Counter({"link": sum(link.count for link in self.links)})
        count["piece"], count["circle"] = len(self.pieces()), len(self.circles)
        words = {"filled": "filled cell"} | {style: f"{word} cell" for style, word in self.words.items()}
        counts = [
            counted(count[style], words.get(style, style)) for style in (*STYLES, "link", "circle") if count[style]
        ]
        if loop := sum(edge.style == "line" for edge in self.edges):
            line = self.words.get("line")
            counts.append(counted(loop, line) if line else f"{counted(loop, 'edge')} of the loop")
        drawn = Counter(sign for *_, sign in self.signs)
        counts += [f"{counted(number, 'sign')} {sign}" for sign, number in drawn.items()]
        texts = [
            f"{counted(self.height, 'row')} and {counted(self.width, 'column')}"
            + (f": {', '.join(counts)}" if counts else "")
        ]
        if names := self.marks():
            texts.append(f"{self.meanings[MARKED]}: {shortened(names)}")
        for sign, names in (
            (ABOUT, [cell_name(cell) for cell, tile in self.cells() if tile.about]),
            (
                USED,
                [cell_name(cell) for cell, tile in self.cells() if tile.used]
                + [line.name for line in self.lines if line.used],
            ),
        ):
            if names and sign in self.meanings:
                texts.append(f"{self.meanings[sign]}: {shortened(names)}")
        return ". ".join(texts) + "."

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON: cells as ``[r, c]`` from 0, sets as sorted lists; default values are left out."""
        record: dict[str, Any] = _json_value(self)
        return record


def _json_value(value: Any) -> Any:
    if isinstance(value, Tile | BridgeLine | EdgeLine | Picture):
        values = {f.name: getattr(value, f.name) for f in fields(value)}
        usual = {f.name: f.default_factory() if f.default_factory is not MISSING else f.default for f in fields(value)}
        return {name: _json_value(x) for name, x in values.items() if (x or usual[name]) and x != usual[name]}
    if isinstance(value, frozenset):
        return [list(cell) for cell in sorted(value)]
    look()
    return [_json_value(x) for x in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class Panel:
    """A part of a larger drawing: a caption above a picture. Without a picture it is a line across the page."""

    caption: str = ""
    picture: Picture | None = None
    hang: int | None = None
    """Columns by which continuation lines of the caption are indented in a terminal; None: the caption is not
    wrapped.
    """
    frame: bool = False
    """Whether it is one of many panels of the same size, with a caption as wide as the picture."""


def shortened(names: Sequence[str]) -> str:
    """*names* separated by commas; of long lists the first `_LISTED`, and the number of the others."""
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def differing(pictures: Sequence[Picture]) -> list[Picture]:
    """Pictures of solutions of one puzzle, with everything marked that is not the same in all of them.

    Cells differ in their text, or in whether they are walls. A bridge or edge that is missing in some solutions is
    marked in the others, and its empty place is marked where it is missing. If nothing differs, the pictures are
    returned unchanged.
    """
    if not pictures:
        return []
    looks = [[(tile.style == "wall", tile.text) for _, tile in picture.cells()] for picture in pictures]
    cells = [len(set(seen)) > 1 for seen in zip(*looks, strict=True)]
    links, apart = _apart(
        [{(link.start, link.end): link for link in picture.links} for picture in pictures],
        lambda link: (link.count, link.maybe),
        lambda ends: BridgeLine(*ends, count=0),
    )
    edges, edges_apart = _apart(
        [{edge.place: edge for edge in picture.edges} for picture in pictures],
        lambda edge: edge.style,
        lambda place: EdgeLine(place[:2], place[2], "none"),
    )
    if not (any(cells) or apart or edges_apart):
        return list(pictures)
    return [
        replace(mark(picture, cells), links=links[i], edges=edges[i]).explained("what differs")
        for i, picture in enumerate(pictures)
    ]


Place = TypeVar("Place", Ends, EdgePlace)
Line = TypeVar("Line", BridgeLine, EdgeLine)


def _apart(
    boards: Sequence[Mapping[Place, Line]], appearance: Callable[[Line], object], empty: Callable[[Place], Line]
) -> tuple[list[list[Line]], bool]:
    """The lines of each board by place, marked if they differ between boards; and whether any do."""
    places: list[Place] = sorted(set().union(*boards))
    apart = {p for p in places if len({appearance(board[p]) if p in board else None for board in boards}) > 1}
    drawn = [
        [replace(board[p] if p in board else empty(p), marked=p in apart) for p in places if p in board or p in apart]
        for board in boards
    ]
    return drawn, bool(apart)


def mark(picture: Picture, cells: Iterable[bool]) -> Picture:
    """A copy in which the cells are marked for which *cells*, in reading order, is true."""
    chosen = iter(cells)
    return replace(
        picture, tiles=[[_marked(tile, next(chosen), tile.about, tile.used) for tile in row] for row in picture.tiles]
    )


def _marked(tile: Tile, marked: bool, about: bool, used: bool) -> Tile:
    """*tile* with these marks; the same object if nothing changes."""
    same = (marked, about, used) == (tile.marked, tile.about, tile.used)
    return tile if same else replace(tile, marked=marked, about=about, used=used)


def highlight(
    picture: Picture,
    new: Iterable[Sequence[int | str]] = (),
    about: Iterable[Cell] = (),
    used: Iterable[Sequence[int | str]] = (),
    turns: Mapping[Cell, int] = MappingProxyType({}),
) -> Picture:
    """A copy as drawn for a step of an explanation.

    Args:
        picture: the board after the step.
        new: the marks found by the step, each a place and a value. A place is row and column; for a link those of both
            ends; for an edge also its side. ``not 5`` is written into the cell; for an edge, ``-`` is a line and ``x``
            none.
        about: the cells that its rules concern.
        used: the marks that it needed, in the form of *new*.
        turns: for open cells, the number, from 1, of the link of the argument that settles them.
    """
    found: dict[tuple[int | str, ...], list[str]] = {}
    for mark in new:
        found.setdefault(tuple(mark[:-1]), []).append(str(mark[-1]))
    area, needed = set(about), {tuple(mark[:-1]) for mark in used}
    skipping, last = False, 0
    rows = []
    for r, row in enumerate(picture.tiles):
        look()
        tiles = []
        for c, tile in enumerate(row):
            says = found.pop((r, c), [])
            ruled_out = [word.removeprefix(_NOT) for word in says if word.startswith(_NOT)]
            if ruled_out and not tile.text:
                skipping = True
                values = ",".join(ruled_out)
                tile = replace(tile, text=_UNEQUAL + values * (len(values) <= _SHORT))
            if (turn := turns.get((r, c), 0)) and not says and not tile.text:
                tile, last = replace(tile, turn=turn), max(last, turn)
            tiles.append(_marked(tile, bool(says), (r, c) in area, (r, c) in needed))
        rows.append(tiles)
    links, edges = _highlighted_lines(picture, found, needed)
    legend = [(MARKED, "new"), (ABOUT, "what the rule is about"), (USED, "what is used")]
    if skipping:
        legend.append((_UNEQUAL, "is ruled out"))
    if last:
        between = " to " if last > 2 else ", "
        legend.append((f"1){between}{last})" if last > 1 else "1)", "what would follow, in this order"))
    return replace(picture, tiles=rows, links=links, edges=edges, legend=(*picture.legend, *legend))


def _highlighted_lines(
    picture: Picture, found: Mapping[tuple[int | str, ...], Sequence[str]], needed: Container[tuple[int | str, ...]]
) -> tuple[list[BridgeLine], list[EdgeLine]]:
    """The links and edges after a step. Marks in *found* outside cells belong to either, depending on the picture."""
    links: dict[tuple[int | str, ...], BridgeLine] = {(*link.start, *link.end): link for link in picture.links}
    edges: dict[tuple[int | str, ...], EdgeLine] = {edge.place: edge for edge in picture.edges}
    for place, says in found.items():
        if picture.spaced and place not in links:
            r1, c1, r2, c2 = map(int, place)
            links[place] = BridgeLine((r1, c1), (r2, c2), 0)
        elif picture.dotted and place not in edges:
            r, c, side = place
            edges[place] = EdgeLine((int(r), int(c)), str(side), EDGE_STYLES.get(says[-1], "none"))
    return (
        [replace(link, marked=place in found, used=place in needed) for place, link in links.items()],
        [replace(edge, marked=place in found, used=place in needed) for place, edge in edges.items()],
    )


_NOT = "not "
_UNEQUAL = "≠"
_LISTED = 12
_SHORT = 3
"""The most characters of excluded values that are written into a cell."""
