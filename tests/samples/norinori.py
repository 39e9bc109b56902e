"""Norinori: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples import shadings
from satdnd.kinds.norinori import Norinori

TEXT = "areas\naaaa\nbbcc\nbbbb\n"
SEVERAL = "areas\nabbb\nabbb\naccb\n"
LINKS = ["norinori/5/5/cag4ocjo"]  # robx/pzprjs, test/script/norinori.js


def made(text: str) -> Norinori:
    """A puzzle of rows with blanks between."""
    return Norinori(tuple(text.split()))  # type: ignore[arg-type]  # rows of names


def puzzles() -> Iterator[Norinori]:
    """By hand and at random; an area of one cell is seen to be impossible at once."""
    for text in (
        "a",
        "aa",
        "aaa",
        "ab",
        "aabb",
        "aaabbb",
        "aba",
        "aab@ @abb",
        "aab abb",
        "abc abc abc",
        "aabb aabb",
    ):
        yield made(text)
    rng = Random(4)
    for height, width in ((2, 3), (2, 4), (3, 3), (3, 4), (4, 3)) * 4:
        rows = ["".join(rng.choice("ab") for _ in range(width)) for _ in range(height)]
        yield made(" ".join([*rows[:-1], rng.choice((rows[-1], "c" * width))]))


def solutions(puzzle: Norinori) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""
    inside = {cell for area in puzzle.areas for cell in area.cells}

    def keeps(shaded: set[tuple[int, int]]) -> bool:
        """Two in every area, none outside, each with one neighbour."""
        near = [{(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & shaded for r, c in shaded]
        two = all(len(shaded.intersection(area.cells)) == 2 for area in puzzle.areas)
        return two and shaded <= inside and all(len(one) == 1 for one in near)

    return shadings(puzzle.height, puzzle.width, keeps)


@cache
def large() -> Norinori:
    """Areas of 4x5 cells."""
    names = [[chr(0x4E00 + r // 4 * 30 + c // 5) for c in range(150)] for r in range(120)]
    return Norinori(tuple(map("".join, names)))  # type: ignore[arg-type]  # rows of names
