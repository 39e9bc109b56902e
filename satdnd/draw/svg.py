"""Pictures as SVG, for notebooks, web pages and print: no dependency, one group per picture, one element per cell.

Nothing is shown by colour alone: rooms are hatched, marks dashed, unknown cells dotted, given numbers bold, found
queens outlined, pieces bordered; cells that a rule is about have a border, and used ones a dot.
`satdnd.draw.colours` has the colours, and says how a page changes them.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from satdnd.draw.colours import FILLS, GROUNDS, PIECES, STROKES, paint
from satdnd.draw.limit import look
from satdnd.draw.picture import BridgeLine, EdgeLine, Panel, Picture, Tile
from satdnd.draw.shapes import (
    BODY,
    FONT,
    LINE,
    PAD,
    SMALL,
    box,
    column,
    corner,
    cross,
    crown,
    dot,
    escaped,
    hatch,
    label,
    line,
    outline,
    ring,
    sample,
    sign_between,
    text_lines,
    text_width,
)
from satdnd.draw.shared import SHARED, Shared
from satdnd.grid.bitboard import Cell

CELL, NOTED, SPACED, DOTTED = 28, 38, 42, 34
"""The side of a cell in pixels: normally; with notes; with space for bridges; with dots at its corners."""
CORNER, LOOP = 5.0, 4.5
"""The widths of a dot at a corner, and of a line of the loop."""
AREA_LINE = 3
"""How wide lines between areas and around the grid are."""
STACKED = 16
"""The font size of stacked labels."""
CLUE, NOTE, NUMBER = 21, 13, 12
"""The font sizes of text in or next to a cell, of a note, and of a coordinate."""
DOT = 1.5
"""The radius of the dot in unknown cells."""
ISLAND = 16
"""The radius of an island."""
CIRCLE = 6
"""The radius of a small circle."""
FRAME = 270
"""The least width of a film frame, so that its caption has space."""
WIDEST = 1200
"""The greatest total width of pictures side by side."""

_INKS = {"wall": "paper", "monster": "monster", "treasure": "treasure", "filled": "found"}


class Sheet(NamedTuple):
    """One SVG document."""

    text: str
    width: float
    """The size in pixels, as stated in the document."""
    height: float


def render_panels(panels: Sequence[Panel], *, title: str = "", coordinates: bool = False) -> str:
    """Draw captions and pictures as one SVG document, with consecutive pictures side by side.

    Every cell is a ``rect`` with its row and column, from 0, in ``data-cell``. In a film, whose pictures resemble each
    other, what several of them show is written once, in ``defs``.
    """
    return _sheet([*_rows(panels, coordinates, WIDEST)], title).text


def sheets(
    panels: Sequence[Panel],
    *,
    coordinates: bool = False,
    width: float = WIDEST,
    height: float | None = None,
) -> Iterator[Sheet]:
    """Draw captions and pictures as documents of at most *width* times *height* pixels, for pages.

    A *height* of None means one document of any height. A picture that is larger by itself has a document of its own,
    as large as the picture. The documents lack what only browsers use: title, description, style for dark pages.
    """
    page: list[_PanelRow] = []
    for row in _rows(panels, coordinates, width, plain=True):
        if page and height and _heights([*page, row]) > height:
            kept = [page.pop()] if len(page) > 1 and page[-1].is_caption else []  # a caption stays with its picture
            yield _sheet(page, "", plain=True)
            page = kept
        page.append(row)
    if page:
        yield _sheet(page, "", plain=True)


class _PanelBox(NamedTuple):
    """A caption, broken into lines, above a picture."""

    panel: Panel
    caption: list[str]
    sections: list[list[str]]
    """Lists of elements that belong together, such as those of a row of cells."""
    width: float
    height: float
    """The height of the picture."""
    size: float


class _PanelRow(NamedTuple):
    """Panels side by side."""

    parts: tuple[_PanelBox, ...]

    @property
    def head(self) -> float:
        """The height of the captions."""
        return max(len(part.caption) for part in self.parts) * LINE

    @property
    def height(self) -> float:
        """The height of captions and pictures."""
        return self.head + max(part.height for part in self.parts)

    @property
    def width(self) -> float:
        """The total width."""
        return sum(part.width for part in self.parts)

    @property
    def is_caption(self) -> bool:
        """Whether there is no picture."""
        return not any(part.sections for part in self.parts)


def _rows(panels: Sequence[Panel], coordinates: bool, widest: float, *, plain: bool = False) -> Iterator[_PanelRow]:
    """Rows of consecutive pictures side by side, up to *widest*; *plain*: for pages."""
    row: list[_PanelBox] = []
    for panel in panels:
        sections, width, height = (
            picture_elements(panel.picture, coordinates) if panel.picture else ([], 0.0, float(PAD))
        )
        sections = [[*_joined(section)] for section in sections] if plain else sections
        size = SMALL if panel.frame else BODY
        width = max(width, FRAME) if panel.frame else width
        caption = text_lines(panel.caption, width - 2 * PAD if panel.frame else min(widest, 560), size)
        width = width if panel.frame else max(width, *(text_width(text, size) for text in caption), 0)
        part = _PanelBox(panel, caption, sections, width, height, size)
        if row and not (sections and row[-1].sections and sum(each.width for each in row) + width <= widest):
            yield _PanelRow(tuple(row))
            row = []
        row.append(part)
    if row:
        yield _PanelRow(tuple(row))


_CELL = re.compile(r'<rect data-cell="\S+" x="(\S+)" y="(\S+)" width="(\S+)" height="\S+" (.+)/>')
_DOT = f'r="{DOT:g}" {paint("faint")}/>'
_DOTS = f'fill="none" stroke="{FILLS["faint"][0]}" stroke-width="{2 * DOT:g}" stroke-linecap="round"'


def _joined(section: Iterable[str]) -> Iterator[str]:
    """The section with one path for cells that look alike, and one for all dots: a PDF then takes a tenth of the
    time.
    """
    alike: dict[str, list[str]] = {}
    look()
    for element in section:
        if found := _CELL.fullmatch(element):
            x, y, side, colours = found.groups()
            alike.setdefault(colours, []).append(f"M{x} {y}h{side}v{side}h-{side}z")
        elif element.endswith(_DOT):
            _, x, _, y, _ = element.split('"', 4)
            alike.setdefault(_DOTS, []).append(f"M{x} {y}h0")
        else:
            yield element
    yield from (f'<path d="{"".join(places)}" {colours}/>' for colours, places in alike.items())


class _LegendEntry(NamedTuple):
    """One entry of a legend."""

    sign: str
    shown: bool
    """Whether the sign is drawn; otherwise it is text."""
    lines: list[str]


def _legend(rows: Iterable[_PanelRow]) -> list[_LegendEntry]:
    """The entries for all pictures, each once."""
    rows = [*rows]
    pictures = [part.panel.picture for row in rows for part in row.parts if part.panel.picture]
    room = max(240.0, *(row.width for row in rows))
    entries = []
    for sign, meaning in dict.fromkeys(pair for picture in pictures for pair in picture.meanings.items()):
        shown = bool(sample(sign, 0, 0))
        entries.append(_LegendEntry(sign, shown, text_lines(meaning if shown else f"{sign} = {meaning}", room, SMALL)))
    return entries


def _heights(rows: Sequence[_PanelRow]) -> float:
    """The height of a document."""
    lines = sum(len(entry.lines) for entry in _legend(rows))
    return sum(row.height for row in rows) + LINE * lines + PAD * bool(lines)


def _sheet(rows: Sequence[_PanelRow], title: str, *, plain: bool = False) -> Sheet:
    """A document of rows below each other, and the legend."""
    body: list[str] = []
    lowest = widest = 0.0
    film = not plain and any(part.panel.frame for row in rows for part in row.parts)
    shared = Shared(part.sections for row in rows for part in row.parts if part.sections) if film else None
    for row in rows:
        x = 0.0
        for part in row.parts:
            if part.caption:
                body += column(x + PAD, lowest + PAD / 2, part.caption, part.size)
            if part.sections:
                elements = shared.elements(part.sections) if shared else chain.from_iterable(part.sections)
                body += [f'<g transform="translate({x:g} {lowest + row.head:g})">', *elements, "</g>"]
            x += part.width
        lowest, widest = lowest + row.height, max(widest, x)
    legend = _legend(rows) if rows else []
    for entry in legend:
        margin = PAD + 24 * entry.shown
        body += [*(sample(entry.sign, PAD, lowest) if entry.shown else ()), *column(margin, lowest, entry.lines, SMALL)]
        widest = max(widest, margin + max(text_width(text, SMALL) for text in entry.lines))
        lowest += len(entry.lines) * LINE
    height = lowest + PAD * bool(legend)
    if plain:
        return Sheet(_document(body, widest, height), widest, height)
    panels = [part.panel for row in rows for part in row.parts]
    pictures = [panel.picture for panel in panels if panel.picture]
    named = [title, *(panel.caption for panel in panels), *(p.title or p.label for p in pictures), "puzzle"]
    alternative = " ".join(f"{p.caption} {p.picture.description() if p.picture else ''}" for p in panels)
    name = next(filter(None, named))
    body = [*(shared.definitions() if shared else ()), *body]
    return Sheet(_document(body, widest, height, name, " ".join(alternative.split())), widest, height)


def _document(body: Sequence[str], width: float, height: float, title: str = "", description: str = "") -> str:
    """An SVG document; without a title, one without anything for browsers only."""
    text = "\n".join(body)
    size = f'width="{width:g}" height="{height:g}"'
    name = f"satdnd-{zlib.crc32((title + text).encode('utf-8', 'backslashreplace')):08x}"
    named = f' role="img" aria-labelledby="{name}-title {name}-desc"' if title else ""
    used = {"paper", *" ".join(re.findall(r'class="([\w ]+)"', text)).split()}
    rules, dark = [], []
    within = f":is(.satdnd,.{SHARED})" if SHARED in text else ".satdnd"
    for what, colours in (("fill", FILLS), ("stroke", STROKES)):
        for colour in colours.keys() & used:
            rules.append(f"{within} .{colour}{{{what}:var(--satdnd-{colour},{colours[colour][0]})}}")
            dark.append(f"--satdnd-{colour}:{colours[colour][1]}")
    links = ' xmlns:xlink="http://www.w3.org/1999/xlink"' if "xlink:href" in text else ""
    about = f"""
<title id="{name}-title">{escaped(title)}</title>
<desc id="{name}-desc">{escaped(description)}</desc>
<style>@supports (fill:var(--a)){{{"".join(sorted(rules))}}}
@media (prefers-color-scheme:dark){{.satdnd{{{";".join(sorted(dark))}}}}}</style>"""
    return f"""<svg xmlns="http://www.w3.org/2000/svg"{links} class="satdnd" {size} viewBox="0 0 {width:g} {height:g}"\
{named} font-family="{FONT}" text-anchor="middle">{about * bool(title)}
<rect {size} {paint("paper")}/>
{text}
</svg>
"""


def picture_elements(picture: Picture, coordinates: bool = False) -> tuple[list[list[str]], float, float]:
    """The elements of one picture from (0, 0) on, in sections, its width and its height."""
    noted = any(tile.note for _, tile in picture.cells())
    side = DOTTED if picture.dotted else SPACED if picture.spaced else NOTED if noted else CELL
    longest = max(map(len, picture.left), default=0)
    clue = STACKED if picture.stacked else CLUE - 1
    rim = 5 * bool(picture.corners)  # for numbers at the border
    left = PAD + rim + (0.575 * clue * longest + 7 if longest else 0)
    heads = [text.split() if picture.stacked else [text] for text in picture.top]
    above = (max(map(len, heads)) - 1) * LINE + (0 if picture.stacked else CLUE - LINE) if heads else 0
    head = text_lines(picture.title, max(200, picture.width * side)) if picture.title else []
    top = PAD + rim + LINE * len(head) + (PAD if head else 0) + (LINE + 3 + above if heads else 0)
    width, height = picture.width * side, picture.height * side
    longest = max(map(len, picture.right), default=0)
    right = left + width + rim + (0.575 * clue * longest + 7 if longest else 0)
    bottom = top + height + rim + (LINE + 3) * bool(picture.bottom)
    out = column(left, PAD / 2, head)
    for c, parts in enumerate(heads):
        for i, text in enumerate(reversed(parts)):
            size = min(float(clue), (side - 2) / (0.64 * max(1, len(text))))
            y = top - CLUE / 2 - 2 - i * LINE
            out.append(label(left + (c + 0.5) * side, y, text, size=size, bold=True))
    for r, text in enumerate(picture.left):
        out.append(label(left - 6, top + (r + 0.5) * side, text, size=clue, anchor="end", bold=True))
    for c, text in ((c, text) for c, text in enumerate(picture.bottom) if text):
        size = min(float(clue), (side - 2) / (0.64 * max(1, len(text))))
        out.append(label(left + (c + 0.5) * side, top + height + CLUE / 2 + 2, text, size=size, bold=True))
    for r, text in ((r, text) for r, text in enumerate(picture.right) if text):
        beyond = left + width + 6
        out.append(label(beyond, top + (r + 0.5) * side, text, size=clue, anchor="start", bold=True))
    if coordinates:
        overhang = 5 + 5 * picture.dotted  # a cross may lie on the border
        rows, columns = picture.coordinates
        for c, name in enumerate(columns):
            out.append(label(left + (c + 0.5) * side, bottom + LINE / 2 + overhang - 4, name, "faint", size=NUMBER))
        for r, name in enumerate(rows):
            out.append(label(right + overhang, top + (r + 0.5) * side, name, "faint", size=NUMBER, anchor="start"))
    ground: list[list[str]] = [[] for _ in picture.tiles]
    inside: list[list[str]] = [[] for _ in picture.tiles]
    for (r, c), tile in picture.cells():
        x, y = left + c * side, top + r * side
        fill = f"piece{tile.shade % PIECES}" if tile.style == "piece" else tile.style
        grid = "" if picture.spaced or picture.dotted or tile.style == "piece" else "grid"
        plain = "paper" if picture.ruled or picture.dotted else "open"
        if fill not in GROUNDS or (picture.dotted and fill == "open"):
            fill = "room" if fill == "treasure" else plain
        ground[r].append(f'<rect data-cell="{r},{c}" {box(x, y, side)} {paint(fill, grid, 0.75)}/>')
        inside[r] += _inside(picture, tile, x, y, side)
    names = list[str]()
    for name, piece in picture.pieces().items():
        marked = {(r, c) for r, c in piece if picture.tiles[r][c].marked}
        names += outline(marked, left, top, side, colour="mark", dashes="5 2.5", inset=4.5)
        down, across = ((min(places) + max(places)) / 2 for places in zip(*piece, strict=True))
        if len(piece) != (piece[-1][0] - piece[0][0] + 1) * (piece[-1][1] - piece[0][1] + 1):  # not a rectangle
            down, across = piece[0]
        names.append(label(left + (across + 0.5) * side, top + (down + 0.5) * side, name, size=CLUE, bold=True))
    links = []
    for link in picture.links:
        look()
        links += _link(link, side, left, top)
    edges: list[list[str]] = [[], []]  # marked edges are drawn on top
    for edge in sorted(picture.edges, key=lambda edge: edge.style == "line"):
        look()
        edges[edge.marked] += _edge(edge, side, left, top)
    dots = []
    if picture.dotted:
        corners = product(range(picture.height + 1), range(picture.width + 1))
        places = (f"M{left + c * side:g} {top + r * side:g}h0" for r, c in corners)
        dots.append(f'<path d="{"".join(places)}" {paint("", "rule", CORNER)} stroke-linecap="round"/>')
    circles = list[str]()
    for y, x in picture.circles:
        place = f'cx="{left + (x + 1) * side / 2:g}" cy="{top + (y + 1) * side / 2:g}"'
        circles.append(f'<circle {place} r="{CIRCLE}" {paint("paper", "rule", 2)}/>')
    halos, over = list[str](), list[str]()
    dark = {cell for cell, tile in picture.cells() if tile.style == "wall"}
    for cells, dx, dy in ((picture.lines_right, 1, 0), (picture.lines_below, 0, 1)):
        for r, c in sorted(cells):
            x, y = left + (c + dx) * side, top + (r + dy) * side
            ends = x, y, x + dy * side, y + dx * side
            over.append(line(*ends, "rule", AREA_LINE))
            if not dark.isdisjoint([(r, c), (r + dy, c + dx)]):
                halos.append(line(*ends, "halo", 7))
    over = halos + over
    for r, c, way, sign in picture.signs:
        over += sign_between(
            left + (c + 0.5 + 0.5 * (way == "e")) * side, top + (r + 0.5 + 0.5 * (way == "s")) * side, sign
        )
    for cage in picture.cages:
        over += outline({*cage}, left, top, side, colour="rule", dashes="3 3", inset=3.5, width=1.25, halo=0)
    if not picture.dotted:
        over.append(
            f'<rect x="{left:g}" y="{top:g}" width="{width}" height="{height}" {paint("", "rule", AREA_LINE)}/>'
        )
    for r, c in product(*map(range, (len(picture.corners), picture.width + 1))):
        if text := picture.corners[r][c]:
            over += corner(left + c * side, top + r * side, text)
    inset = 6.0 if picture.dotted else 1.5  # inside the lines of a loop, not below them
    over += outline(set(picture.target), left, top, side, colour="rule", dashes="3 4", inset=inset)
    framed = frozenset[Cell]().union(*picture.frames)
    rest = {cell for cell, tile in picture.cells() if tile.about and cell not in framed}
    frames = [set(cells) for cells in (*picture.frames, rest)]
    about = [part for cells in frames for part in outline(cells, left, top, side, inset=inset)]
    right = max(
        right + (9.0 * len(picture.coordinates[0][-1]) + 5 * picture.dotted) * coordinates,
        *(left + text_width(text) for text in head),
        0,
    )
    return (
        [out, *ground, dots, links, edges[0], circles, *inside, over, names, about, edges[1]],
        right + PAD,
        bottom + PAD + (LINE + 5 * picture.dotted) * coordinates,
    )


def _inside(picture: Picture, tile: Tile, x: float, y: float, side: float) -> list[str]:
    """The contents of a cell whose corner is at (x, y), without the mark and the name of a piece."""
    inset, middle = 7 if picture.dotted else 3, side / 2
    out = ring(x + inset, y + inset, side - 2 * inset) if tile.marked and tile.style != "piece" else []
    if tile.style == "island":
        out.append(f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="{ISLAND}" {paint("paper", "rule", 2)}/>')
    elif tile.style in ("room", "treasure"):
        out.append(hatch(x, y, side))
    elif tile.style == "unknown" and not tile.text and not tile.turn and not picture.ruled and not picture.dotted:
        out.append(f'<circle cx="{x + middle:g}" cy="{y + middle:g}" {_DOT}')
    if tile.used:
        out.append(dot(x + side - 5.5, y + 5.5))
    if tile.note:
        size = min(NOTE, (side - 5) / (0.65 * len(tile.note)))
        edge = 5 if tile.about else 3
        ink = "paper" if tile.style == "wall" else "ink"
        out.append(label(x + edge, y + edge + size / 2, tile.note, ink, size=size, anchor="start"))
    if tile.turn and not tile.text:
        out.append(label(x + middle, y + middle, f"{tile.turn})", "faint", size=NOTE))
    if tile.icon == "queen":
        out.append(crown(x, y, side, solid=tile.style == "clue"))
    elif tile.icon in ("falling", "rising"):
        ends = (y, y + side) if tile.icon == "falling" else (y + side, y)
        out.append(line(x, ends[0], x + side, ends[1], "mark" if tile.marked else "bridge", LOOP, cap="round"))
    elif tile.text and tile.style != "piece":
        size = min(
            CLUE + (tile.style == "island"), (side - (2 * inset + 4 if tile.marked else 4)) / (0.65 * len(tile.text))
        )
        heavy = tile.style in ("clue", "monster", "treasure", "island") and not picture.dotted
        lower = 6 if tile.note else 0
        ink = _INKS.get(tile.style, "ink")
        out.append(label(x + middle, y + middle + lower, tile.text, ink, size=size, bold=heavy))
    return out


def _link(link: BridgeLine, side: float, left: float, top: float) -> list[str]:
    """One or two parallel lines between the middles of two cells; dashed and heavy if marked."""
    (y1, x1), (y2, x2) = (((r + 0.5) * side + top, (c + 0.5) * side + left) for r, c in (link.start, link.end))
    apart = 4 if link.count + link.maybe > 1 else 0
    if not (link.count or link.maybe or link.marked):
        middle = (x1 + x2) / 2, (y1 + y2) / 2
        return [cross(*middle, 3.5, "grid", 2.0), *([dot(*middle)] if link.used else [])]
    dx, dy = (0, apart) if y1 == y2 else (apart, 0)
    colour, weight = ("mark", 3.0) if link.marked else ("bridge", 2.5)
    out = [line(x1, y1, x2, y2, "halo", 14)] if link.marked else []
    for i in range(max(1, link.count + link.maybe)):
        way = 2 * i - 1
        dashes = "2 4" if not link.count else "6 3" if link.marked else "3 3" if i >= link.count else ""
        ends = (x1 + way * dx, y1 + way * dy, x2 + way * dx, y2 + way * dy)
        out.append(line(*ends, colour, weight, dashes))
    return [*out, dot((x1 + x2) / 2, (y1 + y2) / 2)] if link.used else out


def _edge(edge: EdgeLine, side: float, left: float, top: float) -> list[str]:
    """A line between two corners, or a cross between them; if marked, dashed or heavy on a lighter ground."""
    (y1, x1), (y2, x2) = ((r * side + top, c * side + left) for r, c in edge.corners)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if edge.style == "none":
        strokes = [("halo", 7.0), ("mark", 3.0)] if edge.marked else [("grid", 2.0)]
        out = [cross(x, y, 3.5 + edge.marked, colour, width) for colour, width in strokes]
    elif edge.marked:
        out = [line(x1, y1, x2, y2, "halo", 10), line(x1, y1, x2, y2, "mark", LOOP, "6 3")]
    else:
        out = [line(x1, y1, x2, y2, "bridge", LOOP, cap="round")]
    return [*out, dot(x, y)] if edge.used else out
