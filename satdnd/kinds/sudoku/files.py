"""Writing sudokus: framed grids, and the SDM and SDK files of other programs."""

from __future__ import annotations

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.kinds.sudoku.model import GIVENS, Sudoku, symbol

SDK_KEYS = dict(zip("ABCDLSU", ("author", "date", "comment", "description", "level", "source", "url"), strict=True))
"""The letters of SDK's notes, and the corresponding extra fields."""


def to_grid(puzzle: Sudoku, text: str) -> str:
    """The *text* of the puzzle with its cells in one line per row, and frames around the boxes; it can be read back."""
    if puzzle.areas or puzzle.cages:
        return text
    *notes, _ = text.split("\n")[:-1]
    height, width = puzzle.boxes
    text, lines = GIVENS.to_json(puzzle.clues), list[str]()
    for r in range(puzzle.size):
        if r and r % height == 0:
            lines.append("+".join(["-" * (2 * width + 1)] * height)[1:-1])
        starts = range(r * puzzle.size, (r + 1) * puzzle.size, width)
        lines.append(" | ".join(" ".join(text[i : i + width]) for i in starts))
    return "\n".join([*notes, *lines]) + "\n"


def to_sdm(puzzle: Sudoku) -> str:
    """The line of *puzzle* in an SDM file. Raises InputError unless it is 9x9."""
    return "".join(map(str, _nine(puzzle, "SDM"))) + "\n"


def to_sdk(puzzle: Sudoku) -> str:
    """The SDK text of *puzzle*, with the extra fields that have letters. Raises InputError unless it is 9x9."""
    cells, lines = "".join(map(symbol, _nine(puzzle, "SDK"))), []
    for letter in "ADCBSLU":
        value = puzzle.extra.get(SDK_KEYS[letter])
        if isinstance(value, str) and value == value.strip() and len(value.splitlines()) == 1:
            lines.append(f"#{letter} {texts.RUBBISH.sub(' ', value).strip()}")
    return "\n".join([*lines, *(cells[i : i + 9] for i in range(0, 81, 9))]) + "\n"


def _nine(puzzle: Sudoku, form: str) -> tuple[int, ...]:
    if not puzzle.plain:
        raise InputError(f"this sudoku has areas, cages or diagonals: {form} has no room for them, text has")
    if puzzle.size != 9:
        raise InputError(f"this sudoku is {puzzle.size}x{puzzle.size}: {form} holds only 9x9, text holds all sizes")
    return puzzle.clues
