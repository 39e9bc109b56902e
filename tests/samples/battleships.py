"""Battleships: every set of cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples import shadings
from satdnd.kinds.battleships import Battleships

TEXT = "rows\n2 1 1\ncolumns\n3 0 ?\nfleet\n3 1\n"
SEVERAL = "rows\n1 ? ?\ncolumns\n? ? ? 1\nfleet\n2 1\n"
LINKS = ["battleship/6/6/g12h2g30g3gk0r3w//c"]  # robx/pzprjs, test/script/battleship.js
SIDES = {"^": (1, 0), "v": (-1, 0), "<": (0, 1), ">": (0, -1)}


def made(rows: str, columns: str, fleet: str, given: str = "") -> Battleships:
    """A puzzle from strings of digits, and given rows with blanks between."""
    counts = [tuple(None if x == "?" else int(x) for x in line) for line in (rows, columns)]
    parts = tuple(tuple(None if x == "." else x for x in row) for row in given.split())
    return Battleships(counts[0], counts[1], tuple(map(int, fleet)), parts)


def puzzles() -> Iterator[Battleships]:
    """By hand and at random; totals that differ, and an end at the edge, are seen to be impossible at once."""
    for parts in (
        ("1", "1", "1"),
        ("0", "0", ""),
        ("?", "???", "2"),
        ("?", "???", "21"),
        ("?", "?????", "21", "..s.."),
        ("??", "??", "3"),
        ("11", "11", "2"),
        ("??", "??", "1", "<. .."),
        ("??", "??", "2", ">. .."),
        ("1202", "203", "221"),
        ("1??", "???1", "21"),
        ("???", "???", "3", "... .#. ..."),
        ("???", "???", "31", "... ... ~~~"),
        ("???", "???", "2", "... .#. ..."),
        ("???", "???", "11111"),
        ("9??", "???", "11"),
    ):
        yield made(*parts)
    rng = Random(7)
    for height, width in ((1, 6), (2, 4), (3, 3), (3, 4), (4, 3)) * 5:
        rows, columns = ("".join(rng.choice("?????12") for _ in range(side)) for side in (height, width))
        given = " ".join("".join(rng.choice("." * 40 + "~o<>^v#s") for _ in range(width)) for _ in range(height))
        yield made(rows, columns, rng.choice(("2", "21", "22", "3", "31", "111", "1", "32")), given)


def solutions(puzzle: Battleships) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""

    def keeps(there: set[tuple[int, int]]) -> bool:
        """Counts, ships apart, their lengths, and given parts."""
        lines = [*((0, i, n) for i, n in enumerate(puzzle.rows)), *((1, i, n) for i, n in enumerate(puzzle.columns))]
        if any(n is not None and sum(cell[axis] == i for cell in there) != n for axis, i, n in lines):
            return False
        if any((r + 1, c + 1) in there or (r + 1, c - 1) in there for r, c in there):
            return False
        lengths, left = list[int](), {*there}
        while left:
            r, c = min(left)
            step = (1, 0) if (r + 1, c) in there else (0, 1)
            ship = [(r, c)]
            while (after := (ship[-1][0] + step[0], ship[-1][1] + step[1])) in there:
                ship.append(after)
            left -= {*ship}
            lengths.append(len(ship))
        return sorted(lengths, reverse=True) == [*puzzle.fleet] and all(
            shown(there, (r, c), sign) for r, row in enumerate(puzzle.given) for c, sign in enumerate(row) if sign
        )

    return shadings(puzzle.height, puzzle.width, keeps)


def shown(there: set[tuple[int, int]], cell: tuple[int, int], sign: str) -> bool:
    """Whether a cell is what is given."""
    r, c = cell
    near = [(i, k) for i, k in ((1, 0), (-1, 0), (0, 1), (0, -1)) if (r + i, c + k) in there]
    if sign in "~s":
        return (cell in there) == (sign == "s")
    wanted = {"o": not near, "#": len(near) == 2}.get(sign, near == [SIDES.get(sign)])
    return cell in there and wanted


@cache
def large() -> Battleships:
    """No counts, and many ships."""
    return Battleships((None,) * 60, (None,) * 60, (*[5] * 60, *[4] * 60, *[3] * 60, *[2] * 60, *[1] * 60))
