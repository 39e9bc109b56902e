"""Pictures as text: box characters, two columns a cell, colour by rich where it is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from satdnd.draw.picture import Picture, Tile

Span: TypeAlias = tuple[str, str]
"""A piece of a line, and its rich style (may be empty)."""

_FILL = {"wall": "██", "open": "  ", "room": "░░", "unknown": "· "}
_COLOURS = {
    "wall": "grey50",
    "room": "yellow",
    "monster": "bold red",
    "treasure": "bold yellow",
    "unknown": "dim",
    "clue": "bold",
    "filled": "cyan",
    "line": "cyan",
}
_PIECES = ("bright_red", "bright_blue", "bright_green", "bright_magenta", "bright_yellow", "bright_cyan")


def render(picture: Picture, *, colour: bool = False, columns: int = 80) -> str:
    """*picture* as lines of text without a final newline.

    Args:
        colour: with ANSI colours; without, marked cells still differ by their characters.
        columns: width of the terminal; a wider picture gets one column a cell where that helps.
    """
    lines = list(_ruled(picture) if picture.ruled else _framed(picture, columns))
    if picture.title:
        lines.insert(0, [(picture.title, "bold")])
    if not colour:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, color_system="256", width=max(columns, 400), highlight=False)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True)
    return capture.get().rstrip("\n")


def beside(left: str, right: str, gap: int = 4) -> str:
    """Two pictures side by side, for lines without colour codes."""
    first, second = left.split("\n"), right.split("\n")
    width = max(map(len, first))
    height = max(len(first), len(second))
    first += [""] * (height - len(first))
    second += [""] * (height - len(second))
    return "\n".join(f"{a:{width}}{' ' * gap}{b}".rstrip() for a, b in zip(first, second, strict=True))


def _framed(picture: Picture, columns: int) -> Iterator[list[Span]]:
    """A frame around touching tiles, counts beside it: dungeons, boards of queens, bridges."""
    margin = max([len(label) for label in picture.left], default=0)
    indent = " " * (margin + 1) if margin else ""
    width = len(picture.tiles[0])
    cell = 2 if 2 * width + margin + 3 <= columns else 1
    for line in _stacked(picture.top):
        yield [(indent + " " + "".join(char.ljust(cell) for char in line), "bold")]
    yield [(indent + "┌" + "─" * (cell * width) + "┐", "dim")]
    for r, row in enumerate(picture.tiles):
        label = f"{picture.left[r]:>{margin}} " if picture.left else ""
        yield [(label, "bold"), ("│", "dim"), *(_tile(tile, cell) for tile in row), ("│", "dim")]
    yield [(indent + "└" + "─" * (cell * width) + "┘", "dim")]


def _stacked(labels: Sequence[str]) -> Iterator[str]:
    """Labels one under the other, digit by digit, so that two-digit counts stay over their column."""
    height = max(map(len, labels), default=0)
    for i in range(height):
        yield "".join(label.rjust(height)[i] for label in labels)


def _tile(tile: Tile, cell: int) -> Span:
    if tile.text:
        text = f"{tile.text[:1]}!" if tile.marked and cell > 1 else f"{tile.text:{cell}}"
    elif tile.marked:
        text = "╳╳" if tile.style == "wall" else "∙∙"
    else:
        text = _FILL.get(tile.style, "  ")
    return text[:cell], _style(tile)


def _style(tile: Tile) -> str:
    style = _PIECES[tile.shade % len(_PIECES)] if tile.style == "piece" else _COLOURS.get(tile.style, "")
    return f"{style} reverse" if tile.marked else style


def _ruled(picture: Picture) -> Iterator[list[Span]]:
    """Lines between all cells, heavy where the picture says so: sudoku, rooms of factors, sliding blocks."""
    height, width = len(picture.tiles), len(picture.tiles[0])
    cell = max(3, 2 + max(len(tile.text) for row in picture.tiles for tile in row))
    yield [(_rule(picture, -1, cell), "dim")]
    for r in range(height):
        line: list[Span] = [("┃", "dim")]
        for c, tile in enumerate(picture.tiles[r]):
            text = f"{tile.text:^{cell}}" if not tile.marked else f"{'[' + tile.text + ']':^{cell}}"
            line.append((text, _style(tile)))
            line.append(("┃" if c == width - 1 or (r, c) in picture.lines_right else "│", "dim"))
        yield line
        yield [(_rule(picture, r, cell), "dim")]


def _rule(picture: Picture, r: int, cell: int) -> str:
    """The line below row *r* (-1: above the first)."""
    height, width = len(picture.tiles), len(picture.tiles[0])

    def across(c: int) -> int:
        return 2 if r in (-1, height - 1) or (r, c) in picture.lines_below else 1

    def down(row: int, c: int) -> int:
        if not 0 <= row < height:
            return 0
        return 2 if c in (-1, width - 1) or (row, c) in picture.lines_right else 1

    text = ""
    for c in range(-1, width):
        sides = (down(r, c), across(c + 1) if c + 1 < width else 0, down(r + 1, c), across(c) if c >= 0 else 0)
        text += joint(sides)
        if c + 1 < width:
            text += ("━" if across(c + 1) == 2 else "─") * cell
    return text


def joint(sides: Iterable[int]) -> str:
    """The box character whose lines go up, right, down, left with that weight: 0 none, 1 light, 2 heavy.

    Found by its Unicode name, which spells the weights ("BOX DRAWINGS DOWN HEAVY AND RIGHT LIGHT").
    """
    return _BOXES.get(tuple(sides), "┼")


def _boxes() -> dict[tuple[int, ...], str]:
    """All 81 - 1 combinations, read off the names of U+2500 to U+257F."""
    import unicodedata

    weights = {"LIGHT": 1, "HEAVY": 2}
    directions = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,), "VERTICAL": (0, 2), "HORIZONTAL": (1, 3)}
    boxes: dict[tuple[int, ...], str] = {}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if not set(words) <= {*weights, *directions, "AND"}:
            continue
        sides = [0, 0, 0, 0]
        if words[0] in weights:  # one weight for all: "HEAVY DOWN AND RIGHT"
            for word in words[1:]:
                for side in directions.get(word, ()):
                    sides[side] = weights[words[0]]
        else:  # "DOWN HEAVY AND RIGHT LIGHT", "RIGHT DOWN HEAVY AND LEFT UP LIGHT"
            waiting: list[str] = []
            for word in words:
                if word in directions:
                    waiting.append(word)
                elif word in weights:
                    for direction in waiting:
                        for side in directions[direction]:
                            sides[side] = weights[word]
                    waiting = []
        boxes.setdefault(tuple(sides), chr(code))
    return boxes


_BOXES = _boxes()
