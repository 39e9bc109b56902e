"""What the game IDs of Simon Tatham's collection share: ``size and parameters : description``.

Source: chrisboyle/sgtpuzzles, bridges.c and solo.c.
"""

from __future__ import annotations

from collections.abc import Iterable

from satdnd.formats.links.piece import Piece
from satdnd.grid.notation import counted


def blanks(run: int) -> str:
    """So many blank cells: ``a`` one, ``z`` twenty-six."""
    return "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")


def run(sign: str) -> int:
    """How many blank cells a letter from a to z stands for."""
    return ord(sign) - 96


def described(cells: Iterable[str], between: str = "") -> str:
    """The description of *cells*, an empty string for a blank one; *between* parts two that are side by side."""
    parts, empty = list[str](), 0
    for cell in cells:
        if not cell:
            empty += 1
            continue
        parts.append(blanks(empty) or (between if parts else ""))
        parts.append(cell)
        empty = 0
    return "".join([*parts, blanks(empty)])


def checked(description: Piece, found: int, wanted: int) -> None:
    """InputError unless as many cells were found as wanted."""
    if found != wanted:
        cells = f"found {counted(found, 'cell')}"
        raise description.wrong(len(description.text), cells, f"{wanted}; is the end of the game ID missing?")
