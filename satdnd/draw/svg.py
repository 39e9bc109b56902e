"""Pictures as SVG, for notebooks, web pages and print: no dependency, one group a picture, one element a cell.

Every element has its colour as an attribute, for renderers that know nothing else. Browsers take it from a custom
property of the same name (``--satdnd-wall``), which a page may set, and which changes where the reader prefers a dark
page. Nothing is told by colour alone: rooms are hatched, marks dashed, unknown cells dotted, given numbers bold; what a
rule is about has a border around it, and what is used a dot.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from textwrap import wrap
from typing import NamedTuple

from satdnd.bitboard import Cell
from satdnd.draw.picture import ABOUT, MARKED, MAYBE, STYLES, USED, Link, Panel, Picture, Tile

CELL, NOTED, SPACED = 28, 36, 42
"""Side of a cell in pixels; where cells hold notes; where bridges need room."""
PAD = 7
"""Margin around a picture."""
LINE = 18
"""Height of a line of text."""
FRAME = 270
"""The least width of one of many pictures, so that its caption has room."""
WIDEST = 1200
"""Pictures stand side by side up to this width."""
SHARED = "satdnd-shared"
"""The class around what is written once: where it is used, a browser does not see the document around it."""
WORTH = 60
"""Characters from which an element is shared."""

_FILLS = {
    "paper": ("#ffffff", "#17161b"),
    "open": ("#f6f1e4", "#2b2930"),
    "wall": ("#4a4453", "#b4aec2"),
    "room": ("#f4dfa0", "#5a4a1c"),
    "ink": ("#222222", "#ececf0"),
    "found": ("#1f5f99", "#8cc4f5"),
    "monster": ("#a31f18", "#ff9d94"),
    "treasure": ("#6e4500", "#ffd873"),
    "piece0": ("#e8998d", "#7d3a30"),
    "piece1": ("#a1c3d1", "#2f5566"),
    "piece2": ("#b8d8ba", "#35603a"),
    "piece3": ("#d5b9e0", "#5d3d6b"),
    "piece4": ("#f0d58c", "#6b5419"),
    "piece5": ("#9fd6d2", "#236460"),
}
_STROKES = {
    "grid": ("#a9a294", "#6a6873"),
    "rule": ("#222222", "#ececf0"),
    "hatch": ("#b08d2e", "#b08d2e"),
    "bridge": ("#1f5f99", "#8cc4f5"),
    "mark": ("#b0006d", "#ff7ac8"),
    "about": ("#00539c", "#7cc0ff"),
    "halo": ("#ffffff", "#17161b"),
}
_PIECES = 6
_GROUNDS = {"open", "wall", "room", *(f"piece{i}" for i in range(_PIECES))}
_INKS = {"monster": "monster", "treasure": "treasure", "filled": "found"}


def render(picture: Picture, *, title: str = "", coordinates: bool = False) -> str:
    """*picture* as one SVG document, ending in a newline.

    Args:
        picture: what to draw.
        title: what a screen reader calls it; the picture's own title or label where it is empty.
        coordinates: numbers of rows and columns, from 1, at the right and below.
    """
    return render_panels([Panel("", picture)], title=title, coordinates=coordinates)


def render_panels(panels: Sequence[Panel], *, title: str = "", coordinates: bool = False) -> str:
    """Captions and pictures as one SVG document: pictures that follow each other stand side by side.

    Every cell is a ``rect`` with its row and column, from 0, in ``data-cell``. In a film, where a picture is much like
    the one before, what several show is written once, in ``defs``.
    """
    body: list[str] = []
    lowest = widest = 0.0
    rows = list(_rows(panels, coordinates))
    pictures = [part.sections for row in rows for part in row if part.sections]
    film = any(panel.frame for panel in panels)
    shared = Shared(pictures) if film else None
    for row in rows:
        head = max(len(part.caption) for part in row) * LINE
        x = 0.0
        for part in row:
            if part.caption:
                body += _column(x + PAD, lowest + PAD / 2, part.caption, part.size)
            if part.sections:
                elements = shared.elements(part.sections) if shared else chain.from_iterable(part.sections)
                body += [f'<g transform="translate({x:g} {lowest + head:g})">', *elements, "</g>"]
            x += part.width
        lowest, widest = lowest + head + max(part.height for part in row), max(widest, x)
    drawn = [panel.picture for panel in panels if panel.picture]
    legend = dict.fromkeys(pair for picture in drawn for pair in picture.meanings.items())
    for sign, meaning in legend:
        sample = _sample(sign, PAD, lowest)
        lines = _wrapped(meaning if sample else f"{sign} = {meaning}", max(30, int(widest / 8)))
        margin = PAD + 24 * bool(sample)
        body += [*sample, *_column(margin, lowest, lines, 13)]
        lowest, widest = lowest + len(lines) * LINE, max(widest, margin + max(map(_wide, lines)))
    named = [title, *(panel.caption for panel in panels), *(p.title or p.label for p in drawn), "puzzle"]
    told = " ".join(f"{p.caption} {p.picture.description() if p.picture else ''}" for p in panels)
    body = [*(shared.definitions() if shared else ()), *body]
    return _document(body, widest, lowest + PAD * bool(legend), next(filter(None, named)), " ".join(told.split()))


class _Part(NamedTuple):
    """A caption, broken into lines, and a picture below."""

    caption: list[str]
    sections: list[list[str]]
    """Of elements: what belongs together, a row of cells for example."""
    width: float
    height: float
    """Of the picture."""
    size: float


def _rows(panels: Sequence[Panel], coordinates: bool) -> Iterator[list[_Part]]:
    """What stands side by side: pictures that follow each other, up to `WIDEST`."""
    row: list[_Part] = []
    for panel in panels:
        sections, width, height = _picture(panel.picture, coordinates) if panel.picture else ([], 0.0, float(PAD))
        size = 13.0 if panel.frame else 16.0
        width = max(width, FRAME) if panel.frame else width
        room = int((width - 2 * PAD) / 7) if panel.frame else 64
        caption = _wrapped(panel.caption, room)
        width = width if panel.frame else max(width, *map(_wide, caption), 0)
        part = _Part(caption, sections, width, height, size)
        if row and not (sections and row[-1].sections and sum(each.width for each in row) + width <= WIDEST):
            yield row
            row = []
        row.append(part)
    if row:
        yield row


def _document(body: Sequence[str], width: float, height: float, title: str, description: str) -> str:
    text = "\n".join(body)
    name = f"satdnd-{zlib.crc32((title + text).encode('utf-8', 'backslashreplace')):08x}"
    used = {"paper", *" ".join(re.findall(r'class="([\w ]+)"', text)).split()}
    rules, dark = [], []
    within = f":is(.satdnd,.{SHARED})" if SHARED in text else ".satdnd"
    for what, colours in (("fill", _FILLS), ("stroke", _STROKES)):
        for colour in colours.keys() & used:
            rules.append(f"{within} .{colour}{{{what}:var(--satdnd-{colour},{colours[colour][0]})}}")
            dark.append(f"--satdnd-{colour}:{colours[colour][1]}")
    size = f'width="{width:g}" height="{height:g}"'
    links = ' xmlns:xlink="http://www.w3.org/1999/xlink"' if "xlink:href" in text else ""
    return f"""<svg xmlns="http://www.w3.org/2000/svg"{links} class="satdnd" {size} viewBox="0 0 {width:g} {height:g}" \
role="img" aria-labelledby="{name}-title {name}-desc" font-family="Georgia, serif" font-size="16" text-anchor="middle">
<title id="{name}-title">{_escaped(title)}</title>
<desc id="{name}-desc">{_escaped(description)}</desc>
<style>@supports (fill:var(--a)){{{"".join(sorted(rules))}}}
@media (prefers-color-scheme:dark){{.satdnd{{{";".join(sorted(dark))}}}}}</style>
<rect {size} {_paint("paper")}/>
{text}
</svg>
"""


class Shared:
    """What several pictures of one document show in the same places, written once: whole sections, or elements.

    Args:
        pictures: the sections of each.
    """

    def __init__(self, pictures: Iterable[Sequence[Sequence[str]]]) -> None:
        sections = [tuple(section) for picture in pictures for section in picture if section]
        self._sections = {found for found, number in Counter(sections).items() if number > 1}
        alone = dict.fromkeys([*self._sections, *sections])  # each section as often as it is written
        elements = Counter(element for section in alone for element in section)
        self._elements = {found for found, number in elements.items() if number > 1 and len(found) > WORTH}
        self._names: dict[tuple[str, ...], str] = {}
        self._salt = f"{zlib.crc32(repr(sections).encode('utf-8', 'backslashreplace')):08x}"

    def elements(self, sections: Iterable[Sequence[str]]) -> Iterator[str]:
        """Those of a picture; in place of what is shared a ``use`` of it."""
        for section in map(tuple, sections):
            if section in self._sections:
                yield self._use(section)
            else:
                yield from map(self._element, section)

    def definitions(self) -> list[str]:
        """What the elements so far use; nested ones too."""
        written: dict[str, str] = {}
        while len(written) < len(self._names):
            for content, name in [*self._names.items()]:
                if name not in written:
                    inside = content if len(content) == 1 else map(self._element, content)
                    written[name] = f'<g id="{name}" class="{SHARED}">{"".join(inside)}</g>'
        return ["<defs>", *written.values(), "</defs>"] if written else []

    def _element(self, element: str) -> str:
        return self._use((element,)) if element in self._elements else element

    def _use(self, content: tuple[str, ...]) -> str:
        name = self._names.setdefault(content, f"s{self._salt}-{len(self._names)}")
        return f'<use xlink:href="#{name}"/>'


def _picture(picture: Picture, coordinates: bool) -> tuple[list[list[str]], float, float]:
    """The elements of one picture from (0, 0) on, in sections, its width and its height."""
    side = SPACED if picture.spaced else NOTED if any(tile.note for _, tile in picture.cells()) else CELL
    longest = max(map(len, picture.left), default=0)
    left = PAD + (9 * longest + 8 if longest else 0)
    top = PAD + LINE * bool(picture.title) + (LINE + 2 if picture.top else 0)
    width, height = picture.width * side, picture.height * side
    right, bottom = float(left + width), top + height
    out = _column(left, PAD / 2, [picture.title]) if picture.title else []
    out += [_text(left + (c + 0.5) * side, top - LINE / 2, label) for c, label in enumerate(picture.top)]
    out += [_text(left - 8, top + (r + 0.5) * side, label, anchor="end") for r, label in enumerate(picture.left)]
    if coordinates:
        for c in range(picture.width):
            out.append(_text(left + (c + 0.5) * side, bottom + LINE / 2 + 1, str(c + 1), size=11))
        for r in range(picture.height):
            out.append(_text(right + 5, top + (r + 0.5) * side, str(r + 1), size=11, anchor="start"))
    ground: list[list[str]] = [[] for _ in picture.tiles]
    inside: list[list[str]] = [[] for _ in picture.tiles]
    for (r, c), tile in picture.cells():
        x, y = left + c * side, top + r * side
        fill = f"piece{tile.shade % _PIECES}" if tile.style == "piece" else tile.style
        grid = "" if picture.spaced or tile.style == "piece" else "grid"
        fill = fill if fill in _GROUNDS else "room" if fill == "treasure" else "paper" if picture.ruled else "open"
        ground[r].append(f'<rect data-cell="{r},{c}" {_box(x, y, side)} {_paint(fill, grid, 0.75)}/>')
        inside[r] += _inside(picture, tile, x, y, side)
    links = [element for link in picture.links for element in _link(link, side, left, top)]
    over: list[str] = []
    for cells, dx, dy in ((picture.lines_right, 1, 0), (picture.lines_below, 0, 1)):
        for r, c in sorted(cells):
            x, y = left + (c + dx) * side, top + (r + dy) * side
            over.append(_line(x, y, x + dy * side, y + dx * side, "rule", 3))
    over.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" {_paint("", "rule", 3)}/>')
    about = _border({cell for cell, tile in picture.cells() if tile.about}, left, top, side)
    right = max(right + 14 * coordinates, left + _wide(picture.title) * bool(picture.title))
    return [out, *ground, links, *inside, over, about], right + PAD, bottom + PAD + LINE * coordinates


def _inside(picture: Picture, tile: Tile, x: float, y: float, side: float) -> list[str]:
    """What stands in a cell whose corner is at (x, y)."""
    out, middle = _ring(x + 3, y + 3, side - 6) if tile.marked else [], side / 2
    if tile.style == "island":
        out.append(f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="13" {_paint("paper", "rule", 1.5)}/>')
    elif tile.style in ("room", "treasure"):
        out += _hatch(x, y, side)
    elif tile.style == "unknown" and not tile.text and not picture.ruled:
        out.append(f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="1.5" {_paint("ink")}/>')
    if tile.used:
        out.append(_dot(x + side - 5.5, y + 5.5))
    if tile.note:
        size = min(11, (side - 5) / (0.58 * len(tile.note)))
        edge = 5 if tile.about else 3
        out.append(_text(x + edge, y + edge + size / 2, tile.note, size=size, anchor="start"))
    if tile.text:
        size = min(16, (side - (10 if tile.marked else 4)) / (0.6 * len(tile.text)))
        lower = 5 if tile.note else 0
        heavy = tile.style in ("clue", "monster", "treasure", "island")
        out.append(
            _text(x + middle, y + middle + lower, tile.text, _INKS.get(tile.style, "ink"), size=size, bold=heavy)
        )
    return out


def _border(cells: set[Cell], left: float, top: float, side: float) -> list[str]:
    """A line around *cells*, just within them."""
    strokes = []
    for r, c in sorted(cells):
        x, y, inset = left + c * side, top + r * side, 1.5
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) in cells:
                continue
            along, across = (dr, dc), (abs(dc), abs(dr))  # across: the way in which this side runs
            ends = []
            for end in (-1, 1):
                corner = (r + end * across[0], c + end * across[1])
                beyond = (corner[0] + dr, corner[1] + dc)
                reach = 0.5 - inset / side if corner not in cells else 0.5 + (inset / side if beyond in cells else 0)
                px = x + side * (0.5 + (0.5 - inset / side) * along[1] + end * reach * across[1])
                py = y + side * (0.5 + (0.5 - inset / side) * along[0] + end * reach * across[0])
                ends.append(f"{px:g} {py:g}")
            strokes.append(f"M{ends[0]}L{ends[1]}")
    if not strokes:
        return []
    path = f'<path d="{"".join(strokes)}"'
    return [f"{path} {_paint('', 'halo', 4)}/>", f"{path} {_paint('', 'about', 2.5)}/>"]


def _dot(x: float, y: float) -> str:
    """What is used."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="3" {_paint("found", "halo", 1.5)}/>'


def _hatch(x: float, y: float, side: float) -> list[str]:
    third = side / 3
    strokes = "".join(f"M{x + i * third:g} {y + third:g}l{third:g} {-third:g}" for i in (0, 1.5)) + "".join(
        f"M{x + i * third:g} {y + 2.75 * third:g}l{third:g} {-third:g}" for i in (0.5, 2)
    )
    return [f'<path d="{strokes}" {_paint("", "hatch", 1)}/>']


def _ring(x: float, y: float, side: float) -> list[str]:
    """A dashed square on a lighter one, which shows on every ground."""
    box = f"<rect {_box(x, y, side)}"
    return [f"{box} {_paint('', 'halo', 5)}/>", f'{box} {_paint("", "mark", 3)} stroke-dasharray="5 2.5"/>']


def _link(link: Link, side: float, left: float, top: float) -> list[str]:
    """One or two parallel lines between the middles of two cells; dashed and heavy where it is marked."""
    (y1, x1), (y2, x2) = (((r + 0.5) * side + top, (c + 0.5) * side + left) for r, c in (link.start, link.end))
    apart = 3.5 if link.count + link.maybe > 1 else 0
    dx, dy = (0.0, apart) if y1 == y2 else (apart, 0.0)
    colour, weight = ("mark", 3) if link.marked else ("bridge", 2)
    out = [_line(x1, y1, x2, y2, "halo", 14)] if link.marked else []
    for i in range(max(1, link.count + link.maybe)):
        side = 2 * i - 1
        dashes = "2 4" if not link.count else "6 3" if link.marked else "3 3" if i >= link.count else ""
        ends = (x1 + side * dx, y1 + side * dy, x2 + side * dx, y2 + side * dy)
        out.append(_line(*ends, colour, weight, dashes))
    return [*out, _dot((x1 + x2) / 2, (y1 + y2) / 2)] if link.used else out


def _sample(sign: str, x: float, y: float) -> list[str]:
    """What a legend shows for `MARKED`, `MAYBE` or a style; nothing for a sign that is a text."""
    if sign == MARKED:
        return _ring(x + 2, y + 2, LINE - 4)
    if sign == MAYBE:
        return [_line(x, y + 6, x + 18, y + 6, "bridge", 2), _line(x, y + 12, x + 18, y + 12, "bridge", 2, "3 3")]
    if sign == ABOUT:
        return [f"<rect {_box(x + 1, y + 2, LINE - 4)} {_paint('', 'about', 2.5)}/>"]
    if sign == USED:
        return [_dot(x + LINE / 2 - 1, y + LINE / 2)]
    if sign not in STYLES:
        return []
    box = f"<rect {_box(x, y + 1, LINE - 2)} {_paint(sign if sign in _GROUNDS else 'open', 'grid')}/>"
    return [box, f'<path d="M{x + 2:g} {y + 13:g}l10 -10" {_paint("", "hatch")}/>'] if sign == "room" else [box]


def _paint(fill: str = "", stroke: str = "", width: float = 1) -> str:
    """Classes and colours of an element."""
    names = " ".join(filter(None, (fill, stroke)))
    line = f' stroke="{_STROKES[stroke][0]}" stroke-width="{width:g}"' if stroke else ""
    return f'class="{names}" fill="{_FILLS[fill][0] if fill else "none"}"{line}'


def _box(x: float, y: float, side: float) -> str:
    return f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dashes: str = "") -> str:
    more = f' stroke-dasharray="{dashes}"' if dashes else ' stroke-linecap="square"' if colour == "rule" else ""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {_paint("", colour, width)}{more}/>'


def _text(
    x: float, y: float, text: str, ink: str = "ink", *, size: float = 16, anchor: str = "", bold: bool = False
) -> str:
    more = (f' text-anchor="{anchor}"' if anchor else "") + (' font-weight="bold"' if bold else "")
    more += f' font-size="{size:.3g}"' if size != 16 else ""
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em" {_paint(ink)}{more}>{_escaped(text)}</text>'


def _column(x: float, y: float, lines: Sequence[str], size: float = 16) -> list[str]:
    """Lines of text below each other, the first one's top at *y*."""
    return [_text(x, y + (i + 0.5) * LINE, line, size=size, anchor="start") for i, line in enumerate(lines)]


def _wrapped(text: str, width: int) -> list[str]:
    return [line for part in text.split("\n") for line in wrap(part, width)]


def _wide(text: str) -> float:
    """About how wide a caption is, with margins."""
    return 8.5 * len(text) + 2 * PAD


def _escaped(text: str) -> str:
    """*text* for XML, which has no control characters and no lone surrogates."""
    return escape("".join(c if c.isprintable() else " " for c in text))
