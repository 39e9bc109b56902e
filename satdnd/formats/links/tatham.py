"""What the game IDs of Simon Tatham's collection share: ``size and parameters : description``.

Source: chrisboyle/sgtpuzzles, bridges.c and solo.c.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from satdnd.formats.links.piece import Piece
from satdnd.grid.notation import counted


def blanks(run: int) -> str:
    """A run of blank cells: ``a`` is one, ``z`` twenty-six."""
    return "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")


def described(cells: Iterable[str], between: str = "") -> str:
    """The description of *cells*, where an empty string is a blank; *between* separates adjacent cells that are not."""
    parts, empty = list[str](), 0
    for cell in cells:
        if not cell:
            empty += 1
            continue
        parts.append(blanks(empty) or (between if parts else ""))
        parts.append(cell)
        empty = 0
    return "".join([*parts, blanks(empty)])


def cells(description: Piece, height: int, width: int, between: str = "") -> Iterator[tuple[int, str, int]]:
    """The cells that are not blank: index, character (or with *between* a whole number), and column.

    Raises InputError if the number of cells does not match the size.
    """
    index, wanted, front = 0, height * width, f"{width}x{height} as at the front"
    for found in re.finditer("[0-9]+|." if between else ".", description.text):
        sign, before = found[0], index
        blank = "a" <= sign <= "z"
        index += ord(sign) - 96 if blank else sign != between
        if index > wanted:
            raise description.wrong(found.start(), f"found more than {wanted} cells", front)
        if not blank and sign != between:
            yield before, sign, found.start()
    if index < wanted:
        message = f"found {counted(index, 'cell')}"
        raise description.wrong(len(description.text), message, f"{wanted}; is the end of the game ID missing?")
