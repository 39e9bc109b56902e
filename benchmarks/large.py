"""Measure large dungeons: ``python benchmarks/large.py [PART...]``. Carved from fixed seeds, each decided from nothing.

Processor time, compiling and checks included.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from boards import puzzles, unique, with_givens
from measure import run, size, timed, told

from satdnd import Dungeon, Settings, Solver
from satdnd.engine.answer import MULTIPLE, UNIQUE
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.proof import certificate
from satdnd.proof.checker import check_drat, check_lrat


def decided(some: list[Dungeon], wanted: str, settings: Settings | None = None) -> str:
    """How long those took that are as *wanted*, and their conflicts."""
    solver, seconds, conflicts = Solver(settings or Settings(timeout=900)), [], []
    for puzzle in some:
        took, answer = timed(solver.unique, puzzle)
        if answer.status == wanted:
            seconds.append(took)
            conflicts.append(answer.stats["conflicts"])
    what = f"{len(seconds)} of {len(some)} are {wanted}"
    return f"{what}: {told(seconds)}, {statistics.median(conflicts):.0f} conflicts" if seconds else what


def proved() -> Iterator[str]:
    """Unique ones: carved, and above 24x24 with given cells."""
    for side, count in size({16: 100, 20: 100, 24: 100}, {14: 3}).items():
        yield f"{side}x{side}: {decided(puzzles(side, side, count, 8), UNIQUE)}"
    for side, count in size({28: 12, 32: 12}, {14: 1}).items():
        some = [with_givens(side, seed) for seed in range(count)]
        given = statistics.median((puzzle.walls | puzzle.opens).bit_count() for puzzle in some)
        yield f"{side}x{side}, {given:g} given cells: {decided(some, UNIQUE)}"


def two() -> Iterator[str]:
    """Those with two solutions."""
    for side, rooms, count in size(((20, 8, 40), (32, 1, 12), (32, 8, 12)), ((14, 1, 3),)):
        rows = "room" if rooms == 1 else "rooms"
        yield f"{side}x{side}, {rooms} {rows}: {decided(puzzles(side, side, count, rooms), MULTIPLE)}"


def encodings() -> Iterator[str]:
    """Encodings of the counts by clauses, and solvers, on unique ones."""
    some = unique(size(24, 8), size(16, 1))
    for cardinality in ("totalizer", "seqcounter"):
        for solver in ("cadical195", "glucose4", "minisat22"):
            settings = Settings(cardinality=cardinality, solver=solver, compilation="direct", timeout=60)
            yield f"{cardinality}, {solver}: {decided(some, UNIQUE, settings)}"


def certificates() -> Iterator[str]:
    """Proofs of unique ones: steps, and seconds to make all, and to replay with hints and without."""
    for side, count in size({8: 10, 16: 5, 24: 5}, {8: 1}).items():
        lengths, made, hinted, plain = [], [], [], []
        for puzzle in unique(side, count):
            answer = Solver().unique(puzzle)
            with tempfile.TemporaryDirectory() as name:
                seconds, folder = timed(certificate.write, Path(name, "c"), answer, DungeonOptions())
                made.append(seconds)
                _, *lines = (folder / "formula.cnf").read_text().splitlines()
                clauses = [[*map(int, line.split())][:-1] for line in lines if line[0] not in "cp"]
                lrat, drat = ((folder / f"proof.{form}").read_text().splitlines() for form in ("lrat", "drat"))
            lengths.append(len(lrat))
            hinted.append(timed(check_lrat, clauses, lrat)[0])
            if side < 24:
                plain.append(timed(check_drat, clauses, drat)[0])
        yield (
            f"{side}x{side}: {min(lengths)} to {max(lengths)} steps, made in {told(made)}; replayed with hints "
            f"{told(hinted)}{f'; without {told(plain)}' if plain else ''}"
        )


if __name__ == "__main__":
    run(proved, two, encodings, certificates)
