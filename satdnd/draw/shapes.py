"""The elements of SVG pictures: lines, texts, signs. Their colours are in `satdnd.draw.colours`."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from textwrap import wrap

from satdnd.draw.colours import GROUNDS, paint
from satdnd.draw.fonts import FAMILY
from satdnd.draw.picture import ABOUT, MARKED, MAYBE, STYLES, USED
from satdnd.grid.bitboard import Cell

PAD = 6
"""Margin around a picture."""
LINE = 18
"""Height of a line of text."""
BODY, SMALL = 14, 12
"""Font sizes: of captions; of legends and captions of film frames."""

_WIDTH = 0.6
"""The approximate width of a letter, relative to the font size."""


def box(x: float, y: float, side: float) -> str:
    """The attributes of a square."""
    return f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dashes: str = "", cap: str = "") -> str:
    """A straight line. *cap* is the shape of its ends unless it is dashed; ``square`` for rules by default."""
    cap = cap or "square" * (colour == "rule")
    more = f' stroke-dasharray="{dashes}"' if dashes else f' stroke-linecap="{cap}"' if cap else ""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {paint("", colour, width)}{more}/>'


def label(x: float, y: float, text: str, ink: str = "ink", *, size: float, anchor: str = "", bold: bool = False) -> str:
    """A text whose capitals and digits are vertically centred at *y*."""
    more = (f' text-anchor="{anchor}"' if anchor else "") + (' font-weight="bold"' if bold else "")
    base = y + 0.365 * size
    down = f"{base:.4g}" if base < 9999 else f"{base:.0f}"  # fpdf2 cannot read 1e+04
    return f'<text x="{x:g}" y="{down}" font-size="{size:.3g}" {paint(ink)}{more}>{escaped(text)}</text>'


def column(x: float, y: float, lines: Sequence[str], size: float = BODY) -> list[str]:
    """Lines of text below each other, the top of the first at *y*."""
    return [label(x, y + (i + 0.5) * LINE, text, size=size, anchor="start") for i, text in enumerate(lines)]


def text_lines(text: str, width: float, size: float = BODY) -> list[str]:
    """*text* broken into lines of at most about *width* pixels; indented lines stay so."""
    columns, lines = max(8, int(width / (_WIDTH * size))), list[str]()
    for each in text.split("\n"):
        indent = " " * (len(each) - len(each.lstrip()))
        lines += [
            line.replace("  ", "\N{NO-BREAK SPACE}" * 2) for line in wrap(each, columns, subsequent_indent=indent)
        ]
    return lines


def text_width(text: str, size: float = BODY) -> float:
    """The approximate width of a line, with margins."""
    letters = len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text if not c.isascii())
    return _WIDTH * size * letters + 2 * PAD


def escaped(text: str) -> str:
    """*text* escaped for XML, with spaces for control characters and lone surrogates, which XML forbids."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def ring(x: float, y: float, side: float) -> list[str]:
    """A dashed square on a lighter one, visible on every ground."""
    square = f"<rect {box(x, y, side)}"
    return [f"{square} {paint('', 'halo', 5)}/>", f'{square} {paint("", "mark", 3)} stroke-dasharray="5 2.5"/>']


def corner(x: float, y: float, text: str) -> list[str]:
    """A number in a circle around a corner of cells."""
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="9" {paint("paper", "rule", 1.5)}/>'
    return [circle, label(x, y, text, size=min(13, 17 / (0.65 * len(text))), bold=True)]


def dot(x: float, y: float) -> str:
    """The dot that marks used cells."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="3" {paint("found", "halo", 1.5)}/>'


def cross(x: float, y: float, reach: float, colour: str, width: float) -> str:
    """Two slanted strokes through (x, y), for a line known to be absent."""
    stroke = f"l{2 * reach:g} {2 * reach:g}m{-2 * reach:g} 0l{2 * reach:g} {-2 * reach:g}"
    return f'<path d="M{x - reach:g} {y - reach:g}{stroke}" {paint("", colour, width)} stroke-linecap="round"/>'


_CHEVRONS = {"<": (-1, 0), ">": (1, 0), "∧": (0, -1), "∨": (0, 1)}
"""Where the point of an inequality sign is."""
_STROKES = {"=": ((-4, -2, 4, -2), (-4, 2, 4, 2)), "×": ((-3, -3, 3, 3), (-3, 3, 3, -3))}
"""The ends of the strokes of other signs."""


def sign_between(x: float, y: float, sign: str) -> list[str]:
    """A sign on the line between two cells, on a ground that hides the line there."""
    radius = 7.0
    if sign in _CHEVRONS:
        dx, dy = _CHEVRONS[sign]
        ends = [(x - 3 * dx + 5 * dy * way, y - 3 * dy + 5 * dx * way) for way in (-1, 1)]
        path = f"M{ends[0][0]:g} {ends[0][1]:g}L{x + 3 * dx:g} {y + 3 * dy:g}L{ends[1][0]:g} {ends[1][1]:g}"
    else:
        radius = 5.5
        path = "".join(f"M{x + a:g} {y + b:g}L{x + c:g} {y + d:g}" for a, b, c, d in _STROKES[sign])
    ground = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {paint("paper")}/>'
    return [ground, f'<path d="{path}" {paint("", "rule", 2)} stroke-linecap="round"/>']


def hatch(x: float, y: float, side: float) -> str:
    """Slanted strokes on a square."""
    third = side / 3
    strokes = "".join(f"M{x + i * third:g} {y + third:g}l{third:g} {-third:g}" for i in (0, 1.5)) + "".join(
        f"M{x + i * third:g} {y + 2.75 * third:g}l{third:g} {-third:g}" for i in (0.5, 2)
    )
    return f'<path d="{strokes}" {paint("", "hatch", 1)}/>'


def crown(x: float, y: float, side: float, *, solid: bool) -> str:
    """A queen in the square whose corner is at (x, y): solid if she is given, otherwise an outline."""
    points = ((20, 80), (11, 32), (34, 54), (50, 18), (66, 54), (89, 32), (80, 80))
    path = "L".join(f"{x + a * side / 100:g} {y + b * side / 100:g}" for a, b in points)
    ink = "ink" if solid else "open"
    return f'<path d="M{path}Z" {paint(ink, "rule" if solid else "bridge", 1.5 if solid else 2)}/>'


def outline(
    cells: set[Cell],
    left: float,
    top: float,
    side: float,
    *,
    colour: str = "about",
    dashes: str = "",
    inset: float = 1.5,
    width: float = 2.5,
    halo: float = 4,
) -> list[str]:
    """A line around *cells*, *inset* pixels inside them, on a wider lighter one unless *halo* is 0."""
    strokes = []
    for r, c in sorted(cells):
        x, y = left + c * side, top + r * side
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) in cells:
                continue
            along, across = (dr, dc), (abs(dc), abs(dr))  # across: the direction in which this side runs
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
    more = f' stroke-dasharray="{dashes}"' if dashes else ""
    ground = [f"{path} {paint('', 'halo', halo)}/>"] if halo else []
    return [*ground, f"{path} {paint('', colour, width)}{more}/>"]


def sample(sign: str, x: float, y: float) -> list[str]:
    """The sample that a legend shows for `MARKED`, `MAYBE` or a style; nothing for a sign that is text."""
    if sign == MARKED:
        return ring(x + 2, y + 2, LINE - 4)
    if sign == MAYBE:
        return [line(x, y + 6, x + 18, y + 6, "bridge", 2.5), line(x, y + 12, x + 18, y + 12, "bridge", 2.5, "3 3")]
    if sign == ABOUT:
        return [f"<rect {box(x + 1, y + 2, LINE - 4)} {paint('', 'about', 2.5)}/>"]
    if sign == USED:
        return [dot(x + LINE / 2 - 1, y + LINE / 2)]
    if sign not in STYLES:
        return []
    square = f"<rect {box(x, y + 1, LINE - 2)} {paint(sign if sign in GROUNDS else 'open', 'grid')}/>"
    return [square, f'<path d="M{x + 2:g} {y + 13:g}l10 -10" {paint("", "hatch")}/>'] if sign == "room" else [square]


FONT = f"{FAMILY}, Verdana, sans-serif"
"""The font of all texts; Verdana is as wide."""
