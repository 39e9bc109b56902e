"""Boards to judge: a puzzle, a board, and exactly the rules that it breaks, as listed in ``data/dungeon_faults.txt``.

The oracle agrees with every entry (a test says so).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from oracle import Case, Cell


class Entry(NamedTuple):
    """One board, and what is wrong with it."""

    name: str
    corner: str
    """What of the rules it is about."""
    puzzle: tuple[str, ...]
    """Lines of the text format."""
    board: tuple[str, ...]
    """``#`` wall, ``.`` open."""
    broken: frozenset[str]
    """The rules it breaks; empty for a solution."""
    topology: str

    @property
    def case(self) -> Case:
        """The puzzle and the board as the oracle takes them."""
        cells = dict.fromkeys("MT#o.", ())
        columns = counts(self.puzzle[0])
        rows = []
        for r, line in enumerate(self.puzzle[1:]):
            rows += counts(f" {line[: -len(columns)].strip()} ", several=False)
            for c, letter in enumerate(line[-len(columns) :]):
                cells[letter] = (*cells[letter], (r, c))
        walls = marked(self.board, "#")
        return Case(tuple(rows), columns, cells["M"], cells["T"], walls, given_walls=cells["#"], given_opens=cells["o"])


def counts(text: str, several: bool = True) -> tuple[int | None, ...]:
    """The counts of a line: separated by blanks, or one digit each; not *several*: one number."""
    parts = text.split()
    if several and len(parts) == 1:
        parts = list(parts[0])
    return tuple(None if part == "?" else int(part) for part in parts)


def marked(lines: tuple[str, ...], letter: str) -> frozenset[Cell]:
    """The cells of *lines* that hold *letter*."""
    return frozenset((r, c) for r, line in enumerate(lines) for c, found in enumerate(line) if found == letter)


def _entry(line: str) -> Entry:
    name, corner, wrong, puzzle, board = map(str.strip, line.split(";"))
    rules, _, topology = wrong.partition("@")
    broken = frozenset(rules.split())
    return Entry(name, corner, tuple(puzzle.split("/")), tuple(board.split("/")), broken, topology or "connected")


_LINES = (Path(__file__).parent / "data" / "dungeon_faults.txt").read_text("utf-8").splitlines()
TABLE = tuple(_entry(line) for line in _LINES if line and line[0] != "#")
