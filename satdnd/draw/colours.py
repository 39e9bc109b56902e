"""The colours of SVG pictures, and of everything made from them.

Every element has its colour as an attribute, for renderers that support nothing else. Browsers take it from a custom
property of the same name (``--satdnd-wall``), which a page may set, and which changes if the reader prefers dark
pages. Terminal colours are in `satdnd.draw.terminal`, the editor's in ``web/static/colours.css``.
"""

from __future__ import annotations

FILLS = {
    "paper": ("#ffffff", "#17161b"),
    "open": ("#f6f1e4", "#2b2930"),
    "wall": ("#4a4453", "#b4aec2"),
    "room": ("#f4dfa0", "#5a4a1c"),
    "ink": ("#222222", "#ececf0"),
    "faint": ("#5f5a50", "#b5b2bf"),
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
"""Colours of grounds and inks, on a light page and on a dark one."""
STROKES = {
    "grid": ("#a9a294", "#6a6873"),
    "rule": ("#222222", "#ececf0"),
    "hatch": ("#947218", "#d0ab4a"),
    "bridge": ("#1f5f99", "#8cc4f5"),
    "mark": ("#b0006d", "#ff7ac8"),
    "about": ("#00539c", "#7cc0ff"),
    "halo": ("#ffffff", "#17161b"),
}
"""Colours of lines, on a light page and on a dark one."""
PIECES = 6
"""Number of colours for pieces."""
GROUNDS = {"open", "wall", "room", *(f"piece{i}" for i in range(PIECES))}
"""Styles of tiles with their own ground colour."""


def paint(fill: str, stroke: str = "", width: float = 1) -> str:
    """The class and colour attributes of an element."""
    names = " ".join(filter(None, (fill, stroke)))
    line = f' stroke="{STROKES[stroke][0]}" stroke-width="{width:g}"' if stroke else ""
    return f'class="{names}" fill="{FILLS[fill][0] if fill else "none"}"{line}'
