"""What a drawing shows, before anything draws it: tiles in a grid, labels beside it, lines and bridges between.

Kinds describe themselves with a `Picture`; `satdnd.draw` turns it into terminal text, SVG, PNG and PDF,
alone or in `Panel`s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, TypeAlias

from satdnd.draw.limit import look
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted

STYLES = ("open", "wall", "monster", "treasure", "room", "unknown", "clue", "filled", "piece", "island")
"""What a tile can be; the drawers choose colours and signs by it."""

MARKED = "marked"
"""In a legend: what the drawing marks cells and links with."""
ABOUT = "about"
"""In a legend: the border around the cells that a rule is about."""
USED = "used"
"""In a legend: the dot in cells that a conclusion is drawn from."""
MAYBE = "maybe"
"""In a legend: a link that may be single or double."""

Ends: TypeAlias = tuple[Cell, Cell]


@dataclass(frozen=True)
class Tile:
    """One cell of the drawing."""

    style: str = "open"
    """One of `STYLES`."""
    text: str = ""
    """What stands in it; a letter or a number."""
    marked: bool = False
    """Stands out: a difference, a fault."""
    shade: int = 0
    """Tells neighbours of the same style apart (pieces); any number."""
    note: str = ""
    """What stands small in a corner: the product of a room."""
    about: bool = False
    """A rule is about it."""
    used: bool = False
    """Something is concluded from it."""
    icon: str = ""
    """What may be drawn in the place of its text: ``queen``."""

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(style: str, text: str = "", marked: bool = False, shade: int = 0, note: str = "", icon: str = "") -> Tile:
        """The tile of these fields, shared: boards of a million cells have few that differ."""
        return Tile(style, text, marked, shade, note, icon=icon)


@dataclass(frozen=True)
class BridgeLine:
    """A straight bridge between two cells."""

    start: Cell
    end: Cell
    """Below or to the right of `start`."""
    count: int = 1
    """1 or 2 lines; 0 for a place that is marked because no bridge is there."""
    maybe: bool = False
    """Whether there may be one line more."""
    marked: bool = False
    """Stands out: a difference."""
    used: bool = False
    """Something is concluded from it."""

    @property
    def name(self) -> str:
        """``r1c1-r1c4``, with ``=`` for two lines."""
        return f"{cell_name(self.start)}{'=' if self.count == 2 else '-'}{cell_name(self.end)}"


@dataclass(frozen=True)
class Picture:
    """A grid of tiles with labels.

    Attributes:
        tiles: rows of tiles, all of one length.
        left: one label a row, or empty.
        top: one label a column, or empty.
        lines_right: cells with a heavy line to their right.
        lines_below: cells with a heavy line below.
        ruled: lines between all cells (sudoku, inshi), but none within a piece (klotski).
        spaced: cells stand apart, so that there is a place for links between neighbours (hashi).
        links: bridges between cells.
        title: a line above.
        legend: signs and what they mean; `MARKED`, `MAYBE` and a style stand for what the drawing shows them by.
        label: what this is, for people who cannot see it; not drawn.
        words: what the kind calls the cells of a style ("sea" for walls), where it has a word of its own.
        target: cells where something is to go, as the title says; outlined where that can be drawn.
    """

    tiles: Sequence[Sequence[Tile]]
    left: Sequence[str] = ()
    top: Sequence[str] = ()
    lines_right: frozenset[Cell] = field(default_factory=frozenset)
    lines_below: frozenset[Cell] = field(default_factory=frozenset)
    ruled: bool = False
    title: str = ""
    spaced: bool = False
    links: Sequence[BridgeLine] = ()
    legend: Sequence[tuple[str, str]] = ()
    label: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    target: frozenset[Cell] = field(default_factory=frozenset)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    def cells(self) -> Iterator[tuple[Cell, Tile]]:
        """Every cell with its tile, in reading order."""
        for r, row in enumerate(self.tiles):
            look()
            for c, tile in enumerate(row):
                yield (r, c), tile

    def marks(self) -> list[str]:
        """The names of the marked cells and links."""
        return [cell_name(cell) for cell, tile in self.cells() if tile.marked] + [
            link.name for link in self.links if link.marked
        ]

    @property
    def meanings(self) -> dict[str, str]:
        """The legend by its signs: of marks only where there are any, and then always."""
        legend = {MARKED: "marked"} | dict(self.legend)
        tiles = [tile for _, tile in self.cells()]
        there = {
            MARKED: bool(self.marks()),
            ABOUT: any(tile.about for tile in tiles),
            USED: any(tile.used for tile in tiles) or any(link.used for link in self.links),
        }
        return {sign: meaning for sign, meaning in legend.items() if there.get(sign, True)}

    def explained(self, meaning: str, sign: str = MARKED) -> Picture:
        """The same with a line more in the legend: what *sign* means."""
        return replace(self, legend=(*self.legend, (sign, meaning)))

    def description(self) -> str:
        """One paragraph for people who cannot see the drawing: the size, what there is, what is marked and why."""
        count = Counter(tile.style for _, tile in self.cells() if tile.style not in ("open", "unknown"))
        count |= Counter({"link": sum(link.count for link in self.links)})
        words = {style: f"{word} cell" for style, word in self.words.items()}
        told = [counted(count[style], words.get(style, style)) for style in (*STYLES, "link") if count[style]]
        texts = [
            f"{counted(self.height, 'row')} and {counted(self.width, 'column')}"
            + (f": {', '.join(told)}" if told else "")
        ]
        if names := self.marks():
            texts.append(f"{self.meanings[MARKED]}: {shortened(names)}")
        for sign, names in (
            (ABOUT, [cell_name(cell) for cell, tile in self.cells() if tile.about]),
            (USED, [cell_name(cell) for cell, tile in self.cells() if tile.used]),
        ):
            if names and sign in self.meanings:
                texts.append(f"{self.meanings[sign]}: {shortened(names)}")
        return ". ".join(texts) + "."

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON: cells as ``[r, c]`` from 0, sets as sorted lists; what is as by default is left out."""
        record: dict[str, Any] = _json_value(self)
        return record


def _json_value(value: Any) -> Any:
    if isinstance(value, Tile | BridgeLine | Picture):
        told = {f.name: getattr(value, f.name) for f in fields(value)}
        usual = {f.name: f.default_factory() if f.default_factory is not MISSING else f.default for f in fields(value)}
        return {name: _json_value(x) for name, x in told.items() if (x or usual[name]) and x != usual[name]}
    if isinstance(value, frozenset):
        return [list(cell) for cell in sorted(value)]
    look()
    return [_json_value(x) for x in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class Panel:
    """A part of a larger drawing: a caption, and below it a picture. Without a picture it is a line across."""

    caption: str = ""
    picture: Picture | None = None
    hang: int | None = None
    """Columns by which further lines of the caption are indented in a terminal, where it is broken; None: it is not."""
    frame: bool = False
    """One of many of the same size: its caption is as wide as its picture."""


def shortened(names: Sequence[str]) -> str:
    """*names* with commas between; of many the first `_LISTED`, and how many more there are."""
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def differing(pictures: Sequence[Picture]) -> list[Picture]:
    """Drawings of solutions of one puzzle, each with everything marked that is not the same in all of them.

    A cell differs by its text or by being a wall or none. A bridge that is not everywhere is marked, or its empty
    place. Where nothing differs, the pictures are given back as they are.
    """
    if not pictures:
        return []
    looks = [[(tile.style == "wall", tile.text) for _, tile in picture.cells()] for picture in pictures]
    cells = [len(set(seen)) > 1 for seen in zip(*looks, strict=True)]
    bridges = [{(link.start, link.end): link for link in picture.links} for picture in pictures]
    places: list[Ends] = sorted(set().union(*bridges))
    apart = {p for p in places if len({(b[p].count, b[p].maybe) if p in b else None for b in bridges}) > 1}
    if not any(cells) and not apart:
        return list(pictures)
    marked = []
    for picture, links in zip(pictures, bridges, strict=True):
        drawn = [
            replace(links.get(p, BridgeLine(*p, count=0)), marked=p in apart)
            for p in places
            if p in links or p in apart
        ]
        marked.append(replace(mark(picture, cells), links=drawn).explained("what differs"))
    return marked


def mark(picture: Picture, cells: Iterable[bool]) -> Picture:
    """The same, with those cells marked, in reading order, for which *cells* says so."""
    chosen = iter(cells)
    return replace(
        picture, tiles=[[_marked(tile, next(chosen), tile.about, tile.used) for tile in row] for row in picture.tiles]
    )


def _marked(tile: Tile, marked: bool, about: bool, used: bool) -> Tile:
    """The same, so marked; itself where it is so already."""
    same = (marked, about, used) == (tile.marked, tile.about, tile.used)
    return tile if same else replace(tile, marked=marked, about=about, used=used)


def highlight(
    picture: Picture,
    new: Iterable[Sequence[int | str]] = (),
    about: Iterable[Cell] = (),
    used: Iterable[Sequence[int | str]] = (),
) -> Picture:
    """The same, as a step of an explanation shows it.

    Args:
        picture: with what is known after the step.
        new: what the step found: row and column (of two ends of a link twice), then what; ``not 5`` is written
            into the cell.
        about: the cells that its rules are about.
        used: what it needed, as *new*.
    """
    found: dict[tuple[int | str, ...], list[str]] = {}
    for mark in new:
        found.setdefault(tuple(mark[:-1]), []).append(str(mark[-1]))
    area, needed = set(about), {tuple(mark[:-1]) for mark in used}
    gone = False
    rows = []
    for r, row in enumerate(picture.tiles):
        look()
        tiles = []
        for c, tile in enumerate(row):
            says = found.get((r, c), [])
            ruled_out = [word.removeprefix(_NOT) for word in says if word.startswith(_NOT)]
            if ruled_out and not tile.text:
                gone = True
                values = ",".join(ruled_out)
                tile = replace(tile, text=_UNEQUAL + values * (len(values) <= _SHORT))
            tiles.append(_marked(tile, bool(says), (r, c) in area, (r, c) in needed))
        rows.append(tiles)
    links = {(*link.start, *link.end): link for link in picture.links}
    for place in found:
        if len(place) == 4 and place not in links:
            r1, c1, r2, c2 = map(int, place)
            links[r1, c1, r2, c2] = BridgeLine((r1, c1), (r2, c2), 0)
    shown = [replace(link, marked=place in found, used=place in needed) for place, link in links.items()]
    legend = [(MARKED, "new"), (ABOUT, "what the rule is about"), (USED, "what is used")]
    if gone:
        legend.append((_UNEQUAL, "is ruled out"))
    return replace(picture, tiles=rows, links=shown, legend=(*picture.legend, *legend))


_NOT = "not "
_UNEQUAL = "≠"
_LISTED = 12
_SHORT = 3
"""The most characters of ruled out values that are written into a cell."""
