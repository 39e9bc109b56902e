"""Measure generated dungeons: ``python benchmarks/dungeons.py [PART...]``. Processor time, uniqueness proved.

Quality compares 1,000 puzzles of 8x8 with the published ones in instances/ that have that size and one solution.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from boards import INSTANCES
from measure import run, size, span, timed, told

import satdnd
from satdnd import Dungeon, Solver, load
from satdnd.engine import jit
from satdnd.engine.answer import UNIQUE
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.setter.generator import generate


def made(side: int, count: int, **wishes: Any) -> str:
    """How long generating *count* puzzles takes."""
    puzzles = generate("dungeon", {"difficulty": "any", "height": side, "width": side, **wishes}, seed=0, count=count)
    seconds = [timed(next, puzzles)[0] for _ in range(count)]
    return f"{1 / statistics.mean(seconds):.3g} a second; mean {span(statistics.mean(seconds))}, {told(seconds)}"


def rates() -> Iterator[str]:
    """Puzzles a second at each size; at 8x8 without the extra ``fast``, and with it where it is installed."""
    with patch.object(jit, "available", return_value=False):
        for side, count in size({8: 1000, 16: 100, 24: 20}, {8: 2}).items():
            yield f"{side}x{side}: {made(side, count)}"
    if jit.available():
        list(generate("dungeon", difficulty="any", seed=1, count=size(100, 1)))
        yield f"8x8, with the extra: {made(8, size(5000, 2))}"


def large() -> Iterator[str]:
    """Puzzles of 32x32, minutes."""
    side, count = size((32, 6), (14, 1))
    yield f"{side}x{side}: {made(side, count)}"


def wishes() -> Iterator[str]:
    """8x8 puzzles with wishes."""
    for wish in (
        {"loops": "none"},
        {"loops": "some"},
        {"loops": "many"},
        {"symmetry": "rotation"},
        {"symmetry": "mirror"},
        {"monsters": 0},
        {"monsters": 9},
        {"treasures": 2},
        {"treasures": 1, "monsters": 5, "loops": "some"},
        {"treasures": 2, "monsters": 6, "loops": "none"},
        {"needs": "connectivity"},
    ):
        count = size(20, 0) if "needs" in wish else size(100, 1)
        if count:
            yield f"{wish}: {made(8, count, **wish)}"


def corridors(puzzle: Dungeon, walls: Bitboard) -> list[int]:
    """Cells of each corridor: what is left of the open cells without rooms and crossings, in connected pieces."""
    geometry = puzzle.grid
    opens = geometry.all & ~walls
    rooms = 0
    for r in range(geometry.height - 2):
        for c in range(geometry.width - 2):
            block = geometry.block(r, c, 3, 3)
            rooms |= block if not block & walls else 0
    crossings = 0
    for i in scan(opens):
        crossings |= 1 << i if (geometry.neighbours(1 << i) & opens).bit_count() > 2 else 0
    return [piece.bit_count() for piece in geometry.components(opens & ~rooms & ~crossings)]


def described(what: str, puzzles: list[Dungeon]) -> Iterator[str]:
    """Wall share, monsters, rooms, loops, corridors, and how far layouts are from the nearest other one."""
    solver = Solver(DungeonOptions(graph_check=False))
    found: list[tuple[Dungeon, Any]] = [(p, solver.unique(p).solutions[0]) for p in puzzles]
    walls = [solution.board for _, solution in found]
    sizes = [p.grid.size for p in puzzles]
    lengths = [length for p, solution in found for length in corridors(p, solution.board)]
    nearest = [
        min((a ^ b).bit_count() for j, b in enumerate(walls) if i != j and sizes[i] == sizes[j])
        for i, a in enumerate(walls)
    ]
    loops = Counter(min(solution.loops, 4) for _, solution in found)
    rooms = Counter(len(p.treasures) for p in puzzles)

    def spread(numbers: list[float]) -> str:
        low, *_, high = statistics.quantiles(numbers, n=10)
        return f"{statistics.mean(numbers):.3g} ({low:.3g} to {high:.3g})"

    yield f"{what}: {len(puzzles)} puzzles; means, and what the middle 80 % have"
    yield f"  wall share {spread([w.bit_count() / size for w, size in zip(walls, sizes, strict=True)])}"
    yield f"  monsters {spread([float(len(p.monsters)) for p in puzzles])}"
    yield f"  rooms {dict(sorted(rooms.items()))}; loops {dict(sorted(loops.items()))} (4: or more)"
    yield f"  corridors of {spread(list(map(float, lengths)))} cells; longest {max(lengths)}"
    yield f"  cells that differ from the nearest other layout {spread(list(map(float, nearest)))}"


def quality() -> Iterator[str]:
    """Generated and published puzzles of 8x8."""
    yield from described("generated", list(generate("dungeon", difficulty="any", seed=0, count=size(1000, 4))))
    solver = Solver()
    published = [puzzle for path in sorted((INSTANCES / "dungeon").glob("*.dnd")) for puzzle in load(path)]
    yield from described("published", [p for p in published if p.grid.size == 64 and solver.unique(p).status == UNIQUE])


def redundant() -> Iterator[str]:
    """Counts that can be left out, and what finding a largest set of them takes."""
    for side, count in size({8: 100, 12: 10, 16: 5}, {4: 1}).items():
        puzzles = generate("dungeon", {"difficulty": "any", "height": side, "width": side}, seed=0, count=count)
        found = [timed(satdnd.diagnose, puzzle, redundant=True, timeout=60) for puzzle in puzzles]
        gone = [len(answer.redundant or ()) for _, answer in found]
        largest = sum(bool(answer.redundant_largest) for _, answer in found)
        yield (
            f"{side}x{side}: {statistics.mean(gone):.1f} of {2 * side} counts can go ({min(gone)} to {max(gone)}); "
            f"{told([seconds for seconds, _ in found])}; {largest} proved largest"
        )


if __name__ == "__main__":
    run(rates, large, wishes, quality, redundant)
