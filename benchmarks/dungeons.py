"""Measure generated dungeons: ``python benchmarks/dungeons.py [rates|quality|wishes|redundant]``; without, all.

Seconds are processor time of one core, uniqueness proved. Quality compares 1,000 puzzles of 8x8 with the published ones
in instances/ that have that size and one solution.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import satdnd
from satdnd import Dungeon, Solver, load
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.kinds.dungeon.model import DungeonOptions
from satdnd.setter.generator import generate

INSTANCES = Path(__file__).parent.parent / "instances" / "dungeon"
RATES = {8: 1000, 16: 100, 24: 20, 32: 4}
"""How many puzzles of each side."""


def rates() -> None:
    """Puzzles a second at each size."""
    for side, count in RATES.items():
        seconds = []
        begun = time.process_time()
        for _ in generate("dungeon", {"height": side, "width": side}, seed=0, count=count):
            seconds.append(time.process_time() - begun)
            begun = time.process_time()
        mean = statistics.mean(seconds)
        print(
            f"{side}x{side}: {1 / mean:.3g} a second; mean {mean:.3g} s, median {statistics.median(seconds):.3g} s, "
            f"worst {max(seconds):.3g} s of {count}"
        )


def wishes() -> None:
    """Milliseconds for 8x8 puzzles with wishes."""
    for wish in (
        {"loops": "none"},
        {"loops": "some"},
        {"loops": "many"},
        {"symmetry": "rotation"},
        {"symmetry": "mirror"},
        {"monsters": 0},
        {"monsters": 9},
        {"rooms": 2},
        {"rooms": 1, "monsters": 5, "loops": "some"},
        {"rooms": 2, "monsters": 6, "loops": "none"},
        {"needs": "connectivity"},
    ):
        begun, count = time.process_time(), 20 if "needs" in wish else 100
        list(generate("dungeon", wish, seed=0, count=count))
        print(f"{wish}: {1000 * (time.process_time() - begun) / count:.1f} ms")


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


def described(what: str, puzzles: list[Dungeon]) -> None:
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

    print(f"{what}: {len(puzzles)} puzzles; means, and what the middle 80 % have")
    print(f"  wall share {spread([w.bit_count() / size for w, size in zip(walls, sizes, strict=True)])}")
    print(f"  monsters {spread([float(len(p.monsters)) for p in puzzles])}")
    print(f"  rooms {dict(sorted(rooms.items()))}; loops {dict(sorted(loops.items()))} (4: or more)")
    print(f"  corridors of {spread(list(map(float, lengths)))} cells; longest {max(lengths)}")
    print(f"  cells that differ from the nearest other layout {spread(list(map(float, nearest)))}")


def quality() -> None:
    """Generated and published puzzles of 8x8."""
    described("generated", list(generate("dungeon", seed=0, count=1000)))
    solver = Solver()
    published = [p for path in sorted(INSTANCES.glob("*.dnd")) for p in load(path)]
    described("published", [p for p in published if p.grid.size == 64 and solver.unique(p).status == "unique"])


def redundant() -> None:
    """Counts that can be left out, and what finding a largest set of them takes."""
    for side, count in ((8, 100), (12, 10), (16, 5)):
        seconds, gone, largest = [], [], 0
        for puzzle in generate("dungeon", {"height": side, "width": side}, seed=0, count=count):
            begun = time.process_time()
            answer = satdnd.diagnose(puzzle, redundant=True, timeout=60)
            seconds.append(time.process_time() - begun)
            gone.append(len(answer.redundant or ()))
            largest += bool(answer.redundant_largest)
        print(
            f"{side}x{side}: {statistics.mean(gone):.1f} of {2 * side} counts can go ({min(gone)} to {max(gone)}); "
            f"median {statistics.median(seconds):.3g} s, worst {max(seconds):.3g} s; {largest} proved largest"
        )


PARTS = {"rates": rates, "wishes": wishes, "quality": quality, "redundant": redundant}


if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
