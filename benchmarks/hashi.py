"""Measure hashi: ``python benchmarks/hashi.py [PART...]``. Generated puzzles from fixed seeds; medians and worst.

Times are those of the whole question (two solutions looked for, both checks), with compiling the puzzle in Python.
"""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from satdnd.engine.answer import VALID
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.kinds.hashi.generate import HashiRecipe, generate
from satdnd.kinds.hashi.model import Hashi
from satdnd.proof import certificate
from satdnd.sat.budget import Budget


def made(seed: int, height: int, width: int, islands: int, unique: bool) -> Hashi:
    """One puzzle."""
    recipe = HashiRecipe(height=height, width=width, islands=islands, unique=unique)
    return generate(Random(seed), recipe, Budget())


def puzzles(height: int, width: int, islands: int, count: int, *, unique: bool) -> list[Hashi]:
    """*count* puzzles, seeds 0, 1, ..."""
    return [made(seed, height, width, islands, unique) for seed in range(count)]


def asked(todo: list[Hashi], **settings: Any) -> str:
    """Ask each puzzle, as if just read, whether its solution is the only one."""
    seconds, statuses, calls = [], Counter[str](), []
    for puzzle in todo:
        fresh = Hashi(puzzle.rows)  # without edges and crossings found before
        begun = time.perf_counter()
        answer = Solver(Settings(timeout=60, **settings)).unique(fresh)
        seconds.append(time.perf_counter() - begun)
        statuses[answer.status] += 1
        calls.append(answer.stats["solver_calls"])
    told = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    return (
        f"median {statistics.median(seconds):.3f} s, worst {max(seconds):.3f} s, "
        f"{statistics.median(calls):.0f} solver calls ({told})"
    )


def decide() -> Iterator[str]:
    """Two solutions looked for."""
    for height, width, islands, count, unique in (
        (40, 40, 400, 40, True),
        (40, 40, 400, 40, False),
        (60, 60, 400, 40, False),
        (40, 60, 600, 20, True),
        (100, 100, 2500, 5, False),
        (255, 255, 10_000, 2, False),
    ):
        what = f"{islands} islands on {height}x{width}{', made unique' if unique else ''}"
        yield f"{what}: {asked(puzzles(height, width, islands, count, unique=unique))}"


def solvers() -> Iterator[str]:
    """Solvers side by side on 400 islands."""
    todo = puzzles(40, 40, 400, 20, unique=True) + puzzles(60, 60, 400, 20, unique=False)
    asked(todo[:3])
    for name in ("cadical195", "cadical153", "glucose4", "minisat22", "maplechrono"):
        yield f"{name}: {asked(todo, solver=name)}"


def encodings() -> Iterator[str]:
    """Degree tables against generic cardinality, cuts against the self-contained form, on 400 islands."""
    todo = puzzles(40, 40, 400, 10, unique=True)
    yield f"degree tables: {asked(todo)}"
    for name in ("seqcounter", "totalizer"):
        yield f"{name}: {asked(todo, cardinality=name)}"
    yield f"ordered tree in place of cuts: {asked(todo, connectivity='ordered')}"


def generation() -> Iterator[str]:
    """New puzzles."""
    for height, width, islands, count, unique in (
        (255, 255, 10_000, 5, False),
        (20, 20, 60, 40, True),
        (40, 40, 400, 10, True),
    ):
        seconds = []
        for seed in range(count):
            begun = time.perf_counter()
            made(seed, height, width, islands, unique)
            seconds.append(time.perf_counter() - begun)
        what = f"{islands} islands on {height}x{width}, {'unique' if unique else 'any'}"
        yield f"{what}: median {statistics.median(seconds):.3f} s, worst {max(seconds):.3f} s"


def proofs() -> Iterator[str]:
    """Certificates that there is no other solution, made and checked; processor time."""
    for size, islands in ((40, 400), (120, 3000)):
        puzzle = made(0, size, size, islands, True)
        for connectivity in ("auto", "ordered")[: 1 if size > 40 else 2]:
            options = Settings(timeout=600, connectivity=connectivity)
            answer = Solver(options).unique(puzzle)
            with tempfile.TemporaryDirectory() as place:
                begun = time.process_time()
                folder = certificate.write(Path(place) / "c", answer, options)
                written = time.process_time() - begun
                assert certificate.check(folder).status == VALID
                checked = time.process_time() - begun - written
                size_of = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
            yield (
                f"{islands} islands on {size}x{size}, {connectivity}: written in {written:.2f} s, "
                f"checked in {checked:.2f} s, {size_of:.1f} MB; at most {most} MB of memory so far"
            )


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "decide": decide,
    "solvers": solvers,
    "encodings": encodings,
    "generation": generation,
    "proofs": proofs,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        print(f"## {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)
