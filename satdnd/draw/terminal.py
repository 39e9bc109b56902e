"""Pictures as text: box characters or plain ASCII, two columns for each cell, optionally with colours by rich.

There are four forms: *framed* tiles that touch (dungeons, boards of queens), *ruled* ones with lines between them
(sudoku, rooms of factors, sliding blocks), *spaced* ones with space for bridges, *dotted* ones with space for a loop
along the edges. All have at least one line of text for each row of cells, so `_block` can add what stands beside and
below any of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from textwrap import TextWrapper

from satdnd.draw.drawing import ASCII, DOTTED_ASCII, FILL, RULED_ASCII, SIDES, Drawing, Span, style_of
from satdnd.draw.limit import look
from satdnd.draw.picture import ABOUT, MARKED, MAYBE, USED, EdgeLine, Panel, Picture, Tile, shortened
from satdnd.draw.spaced import spaced
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

GAP = 4
"""Columns between two drawings side by side."""
_NAMED = {**FILL, "open": "blank"}
"""The names of styles in a legend."""


def render(
    picture: Picture,
    *,
    colour: bool = False,
    columns: int = 80,
    encoding: str | None = None,
    coordinates: bool = False,
) -> str:
    """*picture* as lines of text without a final newline.

    Args:
        colour: with ANSI colours; without, marked cells still differ by their characters.
        columns: width of the terminal; wider drawings are drawn more narrowly if that helps.
        encoding: of the terminal; if it lacks a character of the drawing, all is drawn in ASCII. None: UTF-8.
        coordinates: whether to number rows and columns, from 1, at the right and below.
    """
    panels = [Panel("", picture)]
    return render_panels(panels, colour=colour, columns=columns, encoding=encoding, coordinates=coordinates)


def render_panels(
    panels: Sequence[Panel],
    *,
    colour: bool = False,
    columns: int = 80,
    encoding: str | None = None,
    coordinates: bool = False,
) -> str:
    """Captions and pictures as text, like `render`; consecutive pictures are put side by side if they fit.

    Entries that several legends share are listed once, below the last picture.
    """
    blocks: list[tuple[list[list[Span]], bool]] = []
    drawings = []
    for panel in panels:
        style = "bold" * bool(panel.picture)
        caption = [[(_encodable(line, encoding), style)] for line in _broken(panel.caption, columns, panel.hang)]
        if panel.picture is None:
            blocks.append((caption, False))
            continue
        drawing = _block(panel.picture, columns, coordinates)
        drawings.append(drawing)
        lines = drawing.lines
        if not _encodes(lines, encoding):
            lines = [
                [(_encodable(text.translate(drawing.table), encoding, "replace"), style) for text, style in line]
                for line in lines
            ]
        blocks.append(((caption if panel.caption else []) + lines, True))
    text: list[list[Span]] = []
    row: list[list[list[Span]]] = []
    pictures_left = len(drawings)
    for lines, side_by_side in [*blocks, ([], False)]:
        if row and not (side_by_side and sum(map(_width, [*row, lines])) + GAP * len(row) <= columns):
            text += _side_by_side(row)
            pictures_left -= len(row)
            if not pictures_left:
                text += [[(line, "dim")] for line in _legend(drawings, columns, encoding)]
            row = []
        if side_by_side:
            row.append(lines)
        else:
            text += lines
    if not colour:
        return "\n".join("".join(part for part, _ in line).rstrip() for line in text)
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, color_system="256", width=max(columns, 400), highlight=False)
    with console.capture() as capture:
        for spans in text:
            merged = [("".join(part for part, _ in same), style) for style, same in groupby(spans, itemgetter(1))]
            console.print(Text.assemble(*merged), soft_wrap=True)
    return capture.get().rstrip("\n")


def _broken(caption: str, columns: int, hang: int | None) -> list[str]:
    """The lines of a caption."""
    lines = caption.split("\n")
    if hang is None:
        return lines
    whole = TextWrapper(columns, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False)
    broken = whole.wrap(lines[0]) or [""]
    for line in lines[1:]:
        own = len(line) - len(line.lstrip())
        whole.initial_indent, whole.subsequent_indent = " " * hang, " " * (hang + own + 3 * bool(own))
        broken += whole.wrap(line) or [""]
    return broken


def _encodes(lines: Iterable[list[Span]], encoding: str | None) -> bool:
    try:
        drawn = "".join(text for line in lines for text, _ in line)
        (drawn + "─" * ("·" in drawn)).encode(encoding or "utf-8")  # terminals with dots but without lines get ASCII
    except UnicodeEncodeError:
        return False
    return True


def _encodable(text: str, encoding: str | None, errors: str = "backslashreplace") -> str:
    """*text* with escapes for characters that the encoding lacks."""
    return text.encode(encoding or "utf-8", errors).decode(encoding or "utf-8")


def _length(line: Sequence[Span]) -> int:
    """The width of a line in columns: East Asian characters are two wide, combining accents none."""
    text = "".join(part for part, _ in line)
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def _width(lines: Iterable[list[Span]]) -> int:
    return max(map(_length, lines), default=0)


def _side_by_side(blocks: Sequence[list[list[Span]]]) -> list[list[Span]]:
    """Drawings side by side, aligned at the top."""
    height = max(map(len, blocks))
    text: list[list[Span]] = [[] for _ in range(height)]
    for i, lines in enumerate(blocks):
        width = _width(lines) + GAP if i < len(blocks) - 1 else 0
        for line, whole in zip([*lines, *([[]] * (height - len(lines)))], text, strict=True):
            whole += [*line, (" " * (width - _length(line)), "")]
    return text


def _legend(drawings: Sequence[Drawing], columns: int, encoding: str | None) -> list[str]:
    """The meanings of signs, each once; then the names of marked things that have no sign in a drawing."""
    by_meaning: dict[str, dict[str, str]] = {}
    after: list[str] = []
    words: dict[str, str] = {}
    for drawing in drawings:
        words.update(drawing.words)
        for sign, meaning in drawing.legend.items():
            if sign == USED:  # shown by colour only, and named in the sentence
                continue
            signs = {MARKED: drawing.signs, ABOUT: drawing.about}.get(sign)
            if signs is None:
                signs = {"┄" if sign == MAYBE else _NAMED.get(sign, sign): ""}
            by_meaning.setdefault(meaning, {}).update(signs)
        if drawing.unshown:
            after.append(f"{drawing.legend[MARKED]}: {shortened(drawing.unshown)}")
        if drawing.missing:
            after.append(f"between cells side by side: {shortened(drawing.missing)}")
    plain = not all(_encodes(drawing.lines, encoding) for drawing in drawings)
    texts = []
    for meaning, signs in by_meaning.items():
        ordered = sorted(signs.items(), key=lambda sign: ("wall", "open", "").index(sign[1]))
        shown = [sign + (f" ({words.get(on, on)})" if on and len(signs) > 1 else "") for sign, on in ordered]
        texts += [f"{', '.join(shown)} = {meaning}"] if shown else []
    whole = TextWrapper(columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    lines = [line for text in dict.fromkeys([*texts, *after]) for line in whole.wrap(text)]
    return [_encodable(line.translate(ASCII) if plain else line, encoding) for line in lines]


def _block(picture: Picture, columns: int, coordinates: bool) -> Drawing:
    """The whole drawing with title, labels and coordinates, in the picture's form."""
    margin = max(map(len, picture.left), default=-1) + 1
    label_width = max(map(len, picture.right), default=-1) + 1
    rows, numbers = picture.coordinates
    right = len(rows[-1]) + 1 if coordinates else 0
    form = _dotted if picture.dotted else spaced if picture.spaced else _draw_ruled if picture.ruled else _draw_framed
    drawing = form(picture, columns - margin - label_width - right)
    drawing.legend, drawing.words = picture.meanings, picture.words
    for y, line in enumerate(drawing.lines):
        row = drawing.ys.index(y) if y in drawing.ys else None
        label = picture.left[row] if row is not None and picture.left else ""
        behind = picture.right[row] if row is not None and picture.right else ""
        number = f" {rows[row]:>{right - 1}}  " if row is not None and coordinates else ""
        drawing.lines[y] = [
            (f"{label:>{margin - 1}} " if margin else "", "bold"),
            *line,
            (f" {behind:<{label_width - 1}}" if label_width else "", "bold"),
            (number, "dim"),
        ]
    xs = [margin + x for x in drawing.xs]
    across = _stacked if picture.stacked else _across
    top = [[(text, "bold")] for text in across(picture.top, xs)]
    drawing.lines += [[(text, "bold")] for text in _across(picture.bottom, xs)]
    if coordinates:
        drawing.lines += [[(text, "dim")] for text in _across(numbers, xs)]
    title = [[(picture.title, "bold")]] if picture.title else []
    drawing.lines[:0] = [*title, *top]
    return drawing


def _across(labels: Sequence[str], xs: Sequence[int]) -> list[str]:
    """Labels of the columns that begin at *xs*: on one line, or digit below digit if that is too narrow."""
    height = max(map(len, labels), default=0)
    narrow = any(b - a <= height for a, b in pairwise(xs)) or len(xs) == 1
    lines = []
    for parts in [[label.rjust(height)[i] for label in labels] for i in range(height)] if narrow else [labels]:
        line = ""
        for x, part in zip(xs, parts, strict=False):
            line = line.ljust(x) + part
        lines.append(line.rstrip())
    return lines if labels else []


def _stacked(labels: Sequence[str], xs: Sequence[int]) -> list[str]:
    """Labels with stacked parts, aligned at the bottom, in columns that begin at *xs*."""
    parts = [label.split() for label in labels]
    height = max(map(len, parts), default=0)
    widest = _widest_part(labels)
    lines = []
    for y in range(-height, 0):
        line = ""
        for x, column in zip(xs, parts, strict=False):
            line = line.ljust(x) + (column[y] if -y <= len(column) else "").rjust(widest)
        lines.append(line.rstrip())
    return lines


def _widest_part(labels: Sequence[str]) -> int:
    """The length of the longest part of stacked labels."""
    return max((len(part) for label in labels for part in label.split()), default=0)


def _signs_behind(tile: Tile) -> int:
    """The number of signs after a tile's text: one if it is marked, and one for a number on a wall."""
    return (tile.marked or tile.about) + (tile.style == "wall" and bool(tile.text))


def _draw_framed(picture: Picture, columns: int) -> Drawing:
    """Tiles that touch, in a frame: two columns for each cell, more for long texts, fewer if there is no space."""
    longest = max((len(tile.text) for _, tile in picture.cells()), default=0)
    noted = max((len(tile.text) + _signs_behind(tile) for _, tile in picture.cells()), default=0)
    if picture.stacked and (widest := _widest_part(picture.top)) > 1:
        longest = max(longest, widest + 1)  # a blank between numbers of neighbouring columns
    if any(len(tile.text) > 1 and behind.text for row in picture.tiles for tile, behind in pairwise(row)):
        longest += 1  # a blank between adjacent numbers
    cell = max(2, longest, noted)
    if cell * picture.width + 2 > columns:
        cell = max(1, longest)
    edge = "─" * (cell * picture.width)
    drawing = Drawing([[(f"┌{edge}┐", "dim")]], [], [1 + c * cell for c in range(picture.width)])

    def shown(place: Cell, tile: Tile) -> str:
        """The characters of a tile, as many as a cell is wide; records the signs used for the legend."""
        if (turn := _turn(tile)) and len(turn) <= cell:
            return f"{turn:{cell}}"
        if tile.text or tile.style == "unknown":
            text = tile.text or "·"
            if tile.about and not tile.marked and len(text) < cell:
                drawing.about["'"] = ""
                text += "'"
            if tile.marked and len(text) == cell:
                drawing.unshown.append(cell_name(place))
            elif tile.marked:
                drawing.signs["!"] = ""
                text += "!"
            return f"{text:{FILL['wall'] if tile.style == 'wall' else ' '}<{cell}}"
        if tile.marked:
            sign, on = ("╳", "wall") if tile.style == "wall" else ("∙", "open")
            drawing.signs[sign * min(cell, 2)] = on
            return sign * cell
        if tile.about and tile.style == "wall":
            drawing.about["▓" * min(cell, 2)] = "wall"
            return "▓" * cell
        if tile.about and cell > 1:
            drawing.about["'"] = ""
            return f"{FILL.get(tile.style, ' ') * (cell - 1)}'"
        return FILL.get(tile.style, " ") * cell

    plain: dict[int, Span] = {}  # cache for tiles that many cells share
    for r, row in enumerate(picture.tiles):
        look()
        drawing.ys.append(len(drawing.lines))
        spans = []
        for c, tile in enumerate(row):
            if (span := plain.get(id(tile))) is None:
                span = shown((r, c), tile), style_of(tile)
                if not (tile.marked or tile.about):
                    plain[id(tile)] = span
            spans.append(span)
        drawing.lines.append([("│", "dim"), *spans, ("│", "dim")])
    drawing.lines.append([(f"└{edge}┘", "dim")])
    return drawing


def _dotted(picture: Picture, columns: int) -> Drawing:
    """Dots at the corners of cells, and between them the edges that are known.

    The steps from dot to dot are four columns and two lines, or two and two if there is no space; more for long
    texts. Where the loop passes a corner it replaces the dot, so that it can be followed.
    """
    longest = max((len(tile.text) for _, tile in picture.cells()), default=0)
    step = max(3, longest) + 1
    if step * picture.width + 1 > columns:
        step = max(1, longest) + 1
    canvas: dict[tuple[int, int], Span] = {}
    middle = (step - 1) // 2 if step > 3 else 0  # offset of the sign between two dots
    drawing = Drawing(
        [],
        [2 * r + 1 for r in range(picture.height)],
        [c * step + 1 + middle for c in range(picture.width)],
        table=DOTTED_ASCII,
    )
    for (r, c), tile in picture.cells():
        _draw_cell_between_dots(tile, (r, c), canvas, drawing, step)
    ways: dict[Cell, list[bool]] = {}  # for each corner: whether the loop goes up, right, down, left
    for edge in picture.edges:
        look()
        if edge.style == "line":
            for corner, way in zip(edge.corners, (1, 3) if edge.side in "ns" else (2, 0), strict=True):
                ways.setdefault(corner, [False] * 4)[way] = True
        _draw_edge(edge, canvas, drawing, step)
    for r in range(picture.height + 1):
        for c in range(picture.width + 1):
            through = tuple(map(int, ways.get((r, c), ())))
            text = picture.corners[r][c] if picture.corners else ""
            for i, sign in enumerate(text):
                canvas[2 * r, c * step + i] = sign, "bold"
            if not text:
                canvas[2 * r, c * step] = (SIDES[through], "bold cyan") if sum(through) > 1 else ("·", "dim")
    for y, x in picture.circles:
        canvas[y + 1, (x + 1) // 2 * step if x % 2 else drawing.xs[x // 2]] = "●", "bold"
    widest = 1 + max(x for _, x in canvas)
    for y in range(2 * picture.height + 1):
        look()
        drawing.lines.append([canvas.get((y, x), (" ", "")) for x in range(widest)])
    return drawing


def _draw_cell_between_dots(
    tile: Tile, cell: Cell, canvas: dict[tuple[int, int], Span], drawing: Drawing, step: int
) -> None:
    """Draw the contents of a cell in its middle; walls and rooms fill it."""
    y, x = 2 * cell[0] + 1, cell[1] * step + 1
    fill = "" if tile.style == "unknown" else FILL.get(tile.style, "")
    text, inside = tile.text or fill * (step - 1), tile.text or fill or " "
    if tile.marked and len(inside) + 2 < step:
        drawing.signs["[ ]"] = ""
        text = f"[{inside}]"
    elif tile.marked:
        drawing.unshown.append(cell_name(cell))
    elif tile.about and len(inside) + 2 < step:
        drawing.about["'"] = ""
        text = f" {inside}'"
    text = f"{text:^{step - 1}}"
    for i, sign in enumerate(text):
        if sign != " ":
            canvas[y, x + i] = sign, style_of(tile)


def _draw_edge(edge: EdgeLine, canvas: dict[tuple[int, int], Span], drawing: Drawing, step: int) -> None:
    """Draw a line or a cross between two dots; if marked, with an exclamation mark in the line or next to the cross."""
    (r, c), _ = edge.corners
    level = edge.side in "ns"
    y, x, room = (2 * r, c * step + 1, step - 1) if level else (2 * r + 1, c * step, 1)
    style = "bold cyan" if edge.style == "line" else "dim"
    style = "bold cyan reverse" if edge.marked else f"{style} underline" if edge.used and level else style
    signs = ("─" if level else "│") * room if edge.style == "line" else f"{'×':^{room}}"
    for i, sign in enumerate(signs):
        if sign != " ":
            canvas[y, x + i] = sign, style
    if not edge.marked:
        return
    middle = x + (room - 1) // 2
    place = (y, middle if level and edge.style == "line" else middle + 1)
    if step < 4 or (not level and place in canvas):
        drawing.unshown.append(edge.name)
    else:
        canvas[place] = "!", style
        drawing.signs["!"] = ""


def _turn(tile: Tile) -> str:
    """The number of the link of an argument that settles an empty cell: ``2)``; ignored when read back."""
    return f"{tile.turn})" if tile.turn and not tile.text else ""


def _draw_ruled(picture: Picture, columns: int) -> Drawing:
    """Lines between all cells, heavy where the picture says so; none within a piece.

    If a picture has both notes and texts, notes have a line of their own above the texts.
    """
    tiles = [tile for _, tile in picture.cells()]
    texts, notes = (max(map(len, found), default=0) for found in zip(*((t.text, t.note) for t in tiles), strict=True))
    cell = max(3, texts + 2, notes + (2 if not texts else 0))
    if (cell + 1) * picture.width + 1 > columns:
        cell = max(1, texts, notes)
        shaded = (tile.text or tile.note * (not texts) for tile in tiles if tile.style == "wall")
        readable = max([cell, *(len(text) + 1 for text in shaded if text)])
        if not (cell + 1) * picture.width + 1 <= columns < (readable + 1) * picture.width + 1:
            cell = readable  # otherwise a number on a shaded cell has no space
    drawing = Drawing([[(_rule(picture, -1, cell), "dim")]], [], [], table=RULED_ASCII)
    widest = len(str(picture.width))
    drawing.xs = [1 + c * (cell + 1) + (cell - widest + 1) // 2 for c in range(picture.width)]

    dot = {"unknown": FILL["unknown"]} if "wall" in picture.words else {}

    def shown(place: Cell, tile: Tile, text: str) -> str:
        """The text of a tile in the middle of its cell; records the signs used for the legend."""
        if tile.style == "wall" and (dot or not text):
            sign = "╳" if tile.marked else "▓" if tile.about else FILL["wall"]
            if sign in "╳▓":
                (drawing.signs if tile.marked else drawing.about)[sign] = "wall"
            return f"{text * (len(text) < cell):{sign}^{cell}}"
        text = text or dot.get(tile.style, "")
        if tile.marked and len(text) + 2 <= cell:
            drawing.signs["[ ]"] = ""
            text = f"[{text or ' '}]"
        elif tile.about and len(text) + 2 <= cell:
            drawing.about["'"] = ""
            text = f" {text or ' '}'"
        elif tile.marked:
            drawing.unshown.append(cell_name(place))
        return f"{text:^{cell}}"

    for r, row in enumerate(picture.tiles):
        look()
        if notes and texts:
            above = [(f"{tile.note:{cell}}", "dim") for tile in row]
            drawing.lines.append(_between(picture, r, above, signed=False))
        drawing.ys.append(len(drawing.lines))
        inside = [
            (shown((r, c), t, t.text or t.note * (not texts) or _turn(t)), style_of(t)) for c, t in enumerate(row)
        ]
        drawing.lines.append(_between(picture, r, inside))
        drawing.lines.append([(_rule(picture, r, cell), "dim")])
    return drawing


def _between(picture: Picture, r: int, spans: Sequence[Span], *, signed: bool = True) -> list[Span]:
    """The cells of row *r* with the lines between them, and the signs on these."""
    signs = {c: sign for row, c, side, sign in picture.signs if signed and (row, side) == (r, "e")}
    line: list[Span] = [("┃", "dim")]
    for c, span in enumerate(spans):
        sign = signs.get(c)
        line += [span, (sign, "bold") if sign else (" │┃"[_upright(picture, r, c)], "dim")]
    return line


def _upright(picture: Picture, r: int, c: int) -> int:
    """The weight of the line to the right of a cell (column -1: the left edge)."""
    if c in (-1, picture.width - 1) or (r, c) in picture.lines_right:
        return 2
    return _light(picture, (r, c), (r, c + 1))


def _light(picture: Picture, one: Cell, other: Cell) -> int:
    """The weight of a line that is not heavy: none within a piece or a cage."""
    pieces = {picture.tiles[r][c].style for r, c in (one, other)} == {"piece"}
    return 0 if pieces or any(one in cage and other in cage for cage in picture.cages) else 1


def _level(picture: Picture, r: int, c: int) -> int:
    """The weight of the line below a cell (row -1: the upper edge)."""
    if r in (-1, picture.height - 1) or (r, c) in picture.lines_below:
        return 2
    return _light(picture, (r, c), (r + 1, c))


def _rule(picture: Picture, r: int, cell: int) -> str:
    """The line below row *r* (-1: above the first)."""
    height, width = picture.height, picture.width
    text = ""
    signs = {c: sign for row, c, side, sign in picture.signs if (row, side) == (r, "s")}
    for c in range(-1, width):
        up = _upright(picture, r, c) if r >= 0 else 0
        down = _upright(picture, r + 1, c) if r + 1 < height else 0
        left = _level(picture, r, c) if c >= 0 else 0
        right = _level(picture, r, c + 1) if c + 1 < width else 0
        text += SIDES[up, right, down, left]
        if c + 1 < width:
            text += f"{signs.get(c + 1, ''):{' ─━'[right]}^{cell}}"
    return text
