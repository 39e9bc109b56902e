"""Large boards of declared kinds, here and in clingo: ``python benchmarks/large_kinds.py [PART...]``.

Generated puzzles from fixed seeds, each decided from nothing (one solution, or two), compiling and checks included:
processor time. clingo, which ``pip install satdnd[bench]`` brings, gets a minute, and the answers are compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from measure import run, size, span
from rivals import beside_clingo

from satdnd.setter.generator import generate

LIMIT = size(60, 5)
"""Seconds after which a question is given up."""
LARGE = {
    "akari": (100, 100),
    "binairo": (30, 30),
    "heyawake": (31, 45),
    "hitori": (30, 30),
    "kakuro": (31, 46),
    "nonogram": (30, 40),
    "slitherlink": (40, 40),
    "starbattle": (14, 14),
    "tents": (40, 40),
}
"""Rows and columns of the puzzles with all clues of a random solution."""
UNIQUE = {
    "akari": (60, 60),
    "binairo": (20, 20),
    "heyawake": (31, 45),
    "hitori": (30, 30),
    "masyu": (24, 24),
    "nonogram": (30, 40),
    "slitherlink": (30, 30),
    "tents": (40, 40),
    "yajilin": (16, 16),
}
"""Rows and columns of the puzzles without a needless clue."""


def decided(kind: str, height: int, width: int, *, unique: bool) -> str:
    """Whether a puzzle has one solution: what it takes here and in clingo."""
    (puzzle,) = generate(kind, {"difficulty": "any", "height": height, "width": width, "unique": unique}, seed=1)
    own, other, answer = beside_clingo(puzzle, LIMIT)
    counts = ", ".join(f"{answer.stats.get(name, 0):,} {name}" for name in ("conflicts", "clauses"))
    there = span(other) if other < LIMIT else "undecided"
    return f"{kind} {height}x{width}, {answer.status}: {span(own)}, {counts}; clingo {there}"


def full() -> Iterator[str]:
    """Puzzles with all clues of a random solution, most of which have several."""
    for kind, side in size(LARGE, {"heyawake": (6, 6)}).items():
        yield decided(kind, *side, unique=False)


def minimal() -> Iterator[str]:
    """Puzzles with one solution and no needless clue."""
    for kind, side in size(UNIQUE, {"heyawake": (6, 6)}).items():
        yield decided(kind, *side, unique=True)


if __name__ == "__main__":
    run(full, minimal)
