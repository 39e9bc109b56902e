"""The font of PNG and PDF, bundled so that they look the same on every machine; see LICENSE in this folder.

Made by ``pyftsubset DejaVuSans.ttf --unicodes=RANGES --layout-features='' --no-hinting``, with the characters in
`RANGES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FAMILY = "DejaVu Sans"
"""The name of the font family."""
RANGES = (
    *((0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x218, 0x21B), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x2027)),
    *((0x2030, 0x203A), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2195), (0x2200, 0x2265), (0x25A0, 0x25CF)),
)
"""Latin, Greek and Cyrillic letters, punctuation, arrows, operators, simple shapes: first and last of each range."""
FILES: Mapping[str, Path] = {
    "": Path(__file__).with_name("DejaVuSans.ttf"),
    "B": Path(__file__).with_name("DejaVuSans-Bold.ttf"),
}
"""The files of the regular and the bold style."""


def covers(text: str) -> bool:
    """Whether the font has every character of *text*."""
    return all(any(first <= ord(c) <= last for first, last in RANGES) for c in set(text) if c.isprintable())


def printable(text: str) -> str:
    """*text* with an empty square in place of each character that the font lacks."""
    return text if covers(text) else "".join(c if covers(c) else "□" for c in text)
