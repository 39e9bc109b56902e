"""Spaced pictures as text: cells with space between them, for bridges and for lines of a loop."""

from __future__ import annotations

from itertools import product

from satdnd.draw.drawing import ASCII, FILL, SIDES, Drawing, Span, style_of
from satdnd.draw.limit import look
from satdnd.draw.picture import BridgeLine, Picture
from satdnd.grid.notation import cell_name

_ACROSS = {(1, False): "─", (2, False): "═", (1, True): "┄", (0, False): " "}
_DOWN = {(1, False): "│", (2, False): "║", (1, True): "┆", (0, False): " "}
_SPACED_ASCII = ASCII | {ord(box): sign for box, sign in zip("×○●╴╷╶╵", "xOX+|+|", strict=True)}
_BORDERED_ASCII = (
    _SPACED_ASCII | {ord(sign): "." for sign in "┏┓┗┛┣┫┳┻╋╸╹╺╻"} | {ord("━"): "~", ord("┃"): ":", ord("╂"): "-"}
)


def spaced(picture: Picture, columns: int) -> Drawing:
    """Draw cells with space between them, so that every link shows; on a board too wide for that, without space.

    The steps from cell to cell are four columns and two lines, or two and two, or for bridges one and one. Lines of a
    loop are drawn through cells without text.
    """
    ways = picture.ways
    longest = max(len(tile.text) for _, tile in picture.cells())
    least = 4 if longest > 2 else 2 if ways or longest > 1 else 1
    step = next((n for n in (4, 2) if n * (picture.width - 1) + 5 <= columns and longest <= n), least)
    down, pad = min(step, 2), int(step > 1)
    height, width = down * (picture.height - 1) + 1, step * (picture.width - 1) + 1
    canvas: dict[tuple[int, int], Span] = {}
    ys, xs = [1 + r * down for r in range(picture.height)], [1 + pad + c * step for c in range(picture.width)]
    drawing = Drawing(
        [],
        ys,
        xs,
        table=_BORDERED_ASCII if picture.lines_right or picture.lines_below else _SPACED_ASCII if ways else ASCII,
    )
    for (r, c), tile in picture.cells():
        text = tile.text or FILL.get(tile.style, " ")
        if (r, c) in ways and not tile.text:
            text = SIDES[ways[r, c]]
        for i, sign in enumerate(text if text != " " else ""):
            canvas[r * down, c * step + i] = sign, style_of(tile)
    _draw_borders(picture, canvas, step)
    for link in picture.links:
        _draw_link(link, canvas, drawing, step, down)
    for (r, c), tile in picture.cells():
        for i, sign in enumerate(tile.note if step > 2 or len(tile.note) < step else ""):
            # on the left of its cell, where there is space: a line through it is still seen
            before = len(tile.note) if step > 2 and (c or len(tile.note) == 1) else -1 if step > 2 else 0
            canvas[r * down, c * step + i - before] = sign, "bold"
        if tile.marked and step == 4:
            y, x = r * down, c * step
            drawing.signs["[ ]"] = ""
            canvas[y, x - 1], canvas[y, x + 1] = ("[", "reverse"), ("]", "reverse")
        elif tile.about and tile.text and step > 1:
            y, x = r * down, c * step
            drawing.about["'"] = ""
            canvas[y, x + 1] = "'", "bold"
        elif tile.marked:
            drawing.unshown.append(cell_name((r, c)))
    drawing.lines = [[(f"┌{'─' * (width + 2 * pad)}┐", "dim")]]
    for y in range(height):
        look()
        spans = [canvas.get((y, x), (" ", "")) for x in range(-pad, width + pad)]
        drawing.lines.append([("│", "dim"), *spans, ("│", "dim")])
    drawing.lines.append([(f"└{'─' * (width + 2 * pad)}┘", "dim")])
    return drawing


def _draw_borders(picture: Picture, canvas: dict[tuple[int, int], Span], step: int) -> None:
    """Heavy lines between areas, halfway between cells; nothing where these have no space between them."""
    if step == 1 or not (picture.lines_right or picture.lines_below):
        return
    height, width, half = picture.height, picture.width, step // 2
    upright = {(r, c) for r, c in picture.lines_right if c < width - 1}
    level = {(r, c) for r, c in picture.lines_below if r < height - 1}
    for r, c in upright:
        canvas[2 * r, c * step + half] = "┃", "dim"
    for r, c in level:
        for x in range(1 - half, half):
            canvas[2 * r + 1, c * step + x] = "━", "dim"
    for r, c in product(range(height - 1), range(width - 1)):
        sides = (r, c) in upright, (r, c + 1) in level, (r + 1, c) in upright, (r, c) in level
        if any(sides):
            canvas[2 * r + 1, c * step + half] = SIDES[tuple(2 * side for side in sides)], "dim"


def _draw_link(link: BridgeLine, canvas: dict[tuple[int, int], Span], drawing: Drawing, step: int, down: int) -> None:
    (r1, c1), (r2, c2) = link.start, link.end
    level = r1 == r2
    look()
    places = (
        [(r1 * down, x) for x in range(c1 * step + 1, c2 * step)]
        if level
        else [(y, c1 * step) for y in range(r1 * down + 1, r2 * down)]
    )
    style = "bold cyan reverse" if link.marked else "cyan"
    sign = (_ACROSS if level else _DOWN)[link.count, link.maybe]
    if not (link.count or link.marked) and places:
        canvas[places[len(places) // 2]] = "×", "dim underline" if link.used and level else "dim"
    for place in places if link.count else ():
        there = canvas.get(place, ("·", ""))[0]
        canvas[place] = "╂" if there == "┃" else sign if there in "· ━" else "┼", style
    if not places and link.count:
        drawing.missing.append(link.name)
    if link.marked and step == 4:
        y, x = (r1 * down, (c1 + c2 - 1) // 2 * step + 2) if level else ((r1 + r2 - 1) // 2 * down + 1, c1 * step + 1)
        canvas[y, x] = "!", style
        drawing.signs["!"] = ""
    elif link.marked:
        drawing.unshown.append(link.name)
