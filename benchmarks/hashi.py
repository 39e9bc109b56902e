"""Measure hashi: ``python benchmarks/hashi.py [PART...]``. Generated puzzles from fixed seeds, processor time.

Times are those of the whole question (two solutions looked for, both checks), with compiling the puzzle in Python.
"""

from __future__ import annotations

import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from measure import megabytes, run, size, span, timed, told

from satdnd.engine.answer import VALID
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.kinds.hashi.generate import HashiRecipe, generate
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi
from satdnd.proof import certificate
from satdnd.sat.budget import Budget

TINY = (8, 8, 10, 2, True)
"""Height, width, islands, puzzles, unique: with ``--small``."""


def made(seed: int, height: int, width: int, islands: int, unique: bool) -> Hashi:
    """One puzzle."""
    recipe = HashiRecipe(height=height, width=width, islands=islands, unique=unique)
    return generate(KIND, Random(seed), recipe, Budget())


def puzzles(height: int, width: int, islands: int, count: int, unique: bool) -> list[Hashi]:
    """*count* puzzles, seeds 0, 1, ..."""
    return [made(seed, height, width, islands, unique) for seed in range(count)]


def asked(todo: list[Hashi], **settings: Any) -> str:
    """Ask each puzzle, as if just read, whether its solution is the only one."""
    seconds, statuses, calls = [], Counter[str](), []
    for puzzle in todo:
        fresh = Hashi(puzzle.rows)  # without edges and crossings found before
        took, answer = timed(Solver(Settings(timeout=60, **settings)).unique, fresh)
        seconds.append(took)
        statuses[answer.status] += 1
        calls.append(answer.stats["solver_calls"])
    found = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    return f"{told(seconds)}, {statistics.median(calls):.0f} solver calls ({found})"


def decide() -> Iterator[str]:
    """Two solutions looked for."""
    for height, width, islands, count, unique in size(
        (
            (40, 40, 400, 40, True),
            (40, 40, 400, 40, False),
            (60, 60, 400, 40, False),
            (40, 60, 600, 20, True),
            (100, 100, 2500, 5, False),
            (255, 255, 10_000, 2, False),
        ),
        (TINY,),
    ):
        what = f"{islands} islands on {height}x{width}{', made unique' if unique else ''}"
        yield f"{what}: {asked(puzzles(height, width, islands, count, unique))}"


def solvers() -> Iterator[str]:
    """Solvers side by side on 400 islands."""
    todo = puzzles(*size((40, 40, 400, 20, True), TINY)) + puzzles(*size((60, 60, 400, 20, False), TINY))
    asked(todo[:3])
    for name in ("cadical195", "cadical153", "glucose4", "minisat22", "maplechrono"):
        yield f"{name}: {asked(todo, solver=name)}"


def encodings() -> Iterator[str]:
    """Degree tables against generic cardinality, cuts against the self-contained form, on 400 islands."""
    todo = puzzles(*size((40, 40, 400, 10, True), TINY))
    yield f"degree tables: {asked(todo)}"
    for name in ("seqcounter", "totalizer"):
        yield f"{name}: {asked(todo, cardinality=name)}"
    yield f"ordered tree in place of cuts: {asked(todo, connectivity='ordered')}"


def generation() -> Iterator[str]:
    """New puzzles."""
    for height, width, islands, count, unique in size(
        ((255, 255, 10_000, 5, False), (20, 20, 60, 40, True), (40, 40, 400, 10, True)), (TINY,)
    ):
        seconds = [timed(made, seed, height, width, islands, unique)[0] for seed in range(count)]
        yield f"{islands} islands on {height}x{width}, {'unique' if unique else 'any'}: {told(seconds)}"


def proofs() -> Iterator[str]:
    """Certificates that there is no other solution, made and checked; processor time."""
    for side, islands in size(((40, 400), (120, 3000)), ((8, 10),)):
        puzzle = made(0, side, side, islands, True)
        for connectivity in ("auto", "ordered")[: 1 if side > 40 else 2]:
            options = Settings(timeout=600, connectivity=connectivity)
            answer = Solver(options).unique(puzzle)
            with tempfile.TemporaryDirectory() as place:
                written, folder = timed(certificate.write, Path(place, "c"), answer, options)
                checked, judged = timed(certificate.check, folder)
                assert judged.status == VALID
                large = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
            yield (
                f"{islands} islands on {side}x{side}, {connectivity}: written in {span(written)}, "
                f"checked in {span(checked)}, {large:.1f} MB; at most {megabytes():.0f} MB of memory so far"
            )


if __name__ == "__main__":
    run(decide, solvers, encodings, generation, proofs)
