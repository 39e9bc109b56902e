"""Pictures as SVG, for notebooks, web pages and print: no dependency, one element a tile."""

from __future__ import annotations

from html import escape

from satdnd.draw.picture import Picture

CELL = 28
"""Side of a cell in pixels."""

_FILLS = {
    "open": "#f6f1e4",
    "wall": "#4a4453",
    "room": "#f4dfa0",
    "monster": "#f6f1e4",
    "treasure": "#f4dfa0",
    "unknown": "#ffffff",
    "clue": "#ffffff",
    "filled": "#ffffff",
    "line": "#ffffff",
}
_INKS = {"monster": "#b3261e", "treasure": "#8a5a00", "filled": "#1f5f99", "line": "#1f5f99"}
_PIECES = ("#e8998d", "#a1c3d1", "#b8d8ba", "#d5b9e0", "#f0d58c", "#9fd6d2")


def render(picture: Picture) -> str:
    """*picture* as one SVG document, ending in a newline."""
    height, width = len(picture.tiles), len(picture.tiles[0])
    left = CELL if picture.left else CELL // 4
    top = (CELL if picture.top else CELL // 4) + (CELL if picture.title else 0)
    total_width, total_height = left + width * CELL + CELL // 4, top + height * CELL + CELL // 4
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_width}" height="{total_height}" '
        f'viewBox="0 0 {total_width} {total_height}" font-family="Georgia, serif" font-size="{CELL * 4 // 7}" '
        'text-anchor="middle">',
        f'<rect width="{total_width}" height="{total_height}" fill="#ffffff"/>',
    ]
    if picture.title:
        out.append(_text(total_width / 2, CELL / 2, picture.title, "#222222"))
    out += [_text(left + (c + 0.5) * CELL, top - CELL / 2, label, "#222222") for c, label in enumerate(picture.top)]
    out += [_text(left / 2, top + (r + 0.5) * CELL, label, "#222222") for r, label in enumerate(picture.left)]
    grid_line = "#999999" if picture.ruled else "#d9d2c0"
    for r, row in enumerate(picture.tiles):
        for c, tile in enumerate(row):
            x, y = left + c * CELL, top + r * CELL
            fill = _PIECES[tile.shade % len(_PIECES)] if tile.style == "piece" else _FILLS.get(tile.style, "#ffffff")
            out.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
                f'stroke="{grid_line}" stroke-width="0.5"/>'
            )
            if tile.text:
                out.append(_text(x + CELL / 2, y + CELL / 2, tile.text, _INKS.get(tile.style, "#222222")))
            if tile.marked:
                out.append(
                    f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" '
                    'stroke="#d6249f" stroke-width="3"/>'
                )
    for r, c in sorted(picture.lines_right):
        out.append(_line(left + (c + 1) * CELL, top + r * CELL, left + (c + 1) * CELL, top + (r + 1) * CELL))
    for r, c in sorted(picture.lines_below):
        out.append(_line(left + c * CELL, top + (r + 1) * CELL, left + (c + 1) * CELL, top + (r + 1) * CELL))
    out.append(
        f'<rect x="{left}" y="{top}" width="{width * CELL}" height="{height * CELL}" fill="none" stroke="#222222" '
        'stroke-width="2"/>'
    )
    return "\n".join([*out, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, ink: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" dy="0.35em">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="#222222" stroke-width="2"/>'
