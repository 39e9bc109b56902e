"""A drawing under construction: lines of text, the signs used in pictures, and their colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from satdnd.draw.picture import Tile

Span: TypeAlias = tuple[str, str]
"""A piece of a line, and its style for rich (may be empty)."""

FILL = {"wall": "█", "room": "░", "unknown": "·"}
_COLOURS = {
    "wall": "grey50",
    "room": "yellow",
    "monster": "bold red",
    "treasure": "bold yellow",
    "unknown": "dim",
    "clue": "bold",
    "island": "bold",
    "filled": "cyan",
}
_PIECES = ("bright_red", "bright_blue", "bright_green", "bright_magenta", "bright_yellow", "bright_cyan")

# Indexed by the weight (0 none, 1 light, 2 heavy) of the lines up, right, down and left, the first slowest.
_BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
SIDES = dict(zip(product(range(3), repeat=4), _BOXES, strict=True))

ASCII = {ord(box): sign for box, sign in zip("┌┐└┘─│█▓░·∙╳┼═║┄┆≠○●◀▶▲▼■◆", '++++-|#%:.oX+="~:-O*<>^v#s', strict=True)}


def _ruled_ascii() -> dict[int, str]:
    """Box characters as ASCII: heavy lines solid, light ones dotted, so that rooms and boxes are visible."""
    table: dict[int, str] = {}
    for (up, right, down, left), box in SIDES.items():
        upright, level = 2 in (up, down), 2 in (left, right)
        light = ":" if (up or down) and not (left or right) else "."
        table[ord(box)] = "+" if upright and level else "|" if upright else "-" if level else light
    return (
        table
        | {ord(sign): ASCII[ord(sign)] for sign in "█▓╳·"}
        | {
            ord(" "): " ",
            ord("≠"): "-",
            ord("∧"): "^",
            ord("∨"): "v",
            ord("×"): "x",
        }
    )


RULED_ASCII = _ruled_ascii()
DOTTED_ASCII = (
    ASCII | {ord(box): "+" for box in "·├┤┬┴┼"} | {ord(sign): form for sign, form in zip("×╲╱", "x\\/", strict=True)}
)


@dataclass
class Drawing:
    """A frame and its contents, and the positions of the picture's rows and columns in it."""

    lines: list[list[Span]]
    ys: list[int]
    """The line of each row."""
    xs: list[int]
    """Where the label of each column begins."""
    table: Mapping[int, str] = field(default_factory=lambda: ASCII)
    signs: dict[str, str] = field(default_factory=dict)
    """The signs of marks, each with the style of tile that it is on."""
    about: dict[str, str] = field(default_factory=dict)
    """The signs for cells that a rule concerns, likewise."""
    unshown: list[str] = field(default_factory=list)
    """The names of marked things without space for a mark."""
    missing: list[str] = field(default_factory=list)
    """The names of links without space for them."""
    legend: dict[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """The kind's own words for styles."""


def style_of(tile: Tile) -> str:
    """The style of a tile for rich."""
    style = _PIECES[tile.shade % len(_PIECES)] if tile.style == "piece" else _COLOURS.get(tile.style, "")
    if tile.marked:
        return f"{style} reverse"
    if tile.about:
        return f"{style.removeprefix('dim')} on grey27" if style != "wall" else "grey70"
    return f"{style} underline" if tile.used else style or "bold" * bool(tile.note)
