"""Measure sudokus: ``python benchmarks/sudoku.py [PART...]``. Fixed seeds, processor time."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from measure import run, size, span, timed, told

import satdnd
from satdnd import Settings, Solver
from satdnd.engine.answer import UNIQUE
from satdnd.grid.boxes import USUAL
from satdnd.kinds.sudoku.explain import grade
from satdnd.kinds.sudoku.generate import SudokuRecipe, generate, random_grid
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.rules import accepts, contradiction
from satdnd.kinds.sudoku.template import Template
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session


def minimal(count: int) -> list[Sudoku]:
    """Minimal 9x9 puzzles, seeds 0, 1, ...; some 24 clues each."""
    return [generate(random.Random(seed), SudokuRecipe(), Budget()) for seed in range(count)]


def harder(todo: list[Sudoku]) -> list[Sudoku]:
    """Those that need more than singles."""
    singles = ("full house", "hidden single", "naked single")
    return [puzzle for puzzle in todo if grade(puzzle) not in singles]


def rate(todo: list[Sudoku], runs: int = 5, **settings: Any) -> float:
    """Puzzles a second, the median of *runs*, each in a fresh session whose making does not count."""
    seconds = []
    for _ in range(size(runs, 1)):
        with closing(Solver(Settings(**{"graph_check": False, **settings}))) as solver:
            solver.unique(todo[0])
            took, statuses = timed(lambda solver=solver: {solver.unique(puzzle).status for puzzle in todo})
            assert statuses == {UNIQUE}
            seconds.append(took)
    return len(todo) / statistics.median(seconds)


def warm() -> Iterator[str]:
    """Puzzles a second, solve, uniqueness and verification: by clauses and by the sieve."""
    todo = minimal(size(1000, 4))
    hard = harder(todo)
    yield f"{len(todo)} minimal 9x9 puzzles: {rate(todo):.0f} a second"
    yield f"the {len(hard)} of them that need more than singles: {rate(hard):.0f} a second"
    yield f"with the second check (networkx): {rate(todo, graph_check=True):.0f} a second"
    for name, some in (("all", todo), ("harder", hard)):
        yield f"by the sieve, {name}: {rate(some, way='sieve'):.0f} a second"


def engine() -> Iterator[str]:
    """What is the solver's, and what is ours."""
    todo = minimal(size(1000, 2))
    encoding = Template((3, 3))
    spent: defaultdict[str, float] = defaultdict(float)
    with Session(encoding.formula, encoding.best_solver) as session:
        clock = time.process_time
        for puzzle in todo:
            started = clock()
            contradiction(puzzle)
            assumptions = encoding.assumptions(puzzle)
            spent["clash and assumptions"] += (t := clock()) - started
            with session.retractable() as activation:
                started = clock()
                session.solve(assumptions)
                spent["first solve"] += (t := clock()) - started
                model = session.model
                spent["model"] += clock() - t
                t = clock()
                solution = encoding.decode(puzzle, model)
                spent["decode"] += clock() - t
                t = clock()
                accepts(puzzle, solution)
                spent["verify"] += clock() - t
                t = clock()
                session.add([-activation, *encoding.blocking_clause(puzzle, solution)])
                spent["block"] += clock() - t
                t = clock()
                session.solve([*assumptions, activation])
                spent["second solve"] += clock() - t
    for name, seconds in spent.items():
        yield f"{name}: {span(seconds / len(todo))}"
    whole = 1 / rate(todo)
    yield f"all: {span(whole)}, of which outside the above: {span(whole - sum(spent.values()) / len(todo))}"


def solvers() -> Iterator[str]:
    """PySAT's solvers on the same puzzles."""
    todo = minimal(size(300, 1))
    for name in ("cadical195", "cadical153", "glucose4", "glucose42", "minisat22", "minicard", "maplechrono"):
        yield f"{name}: {rate(todo, solver=name):.0f} a second"


def encodings() -> Iterator[str]:
    """Encodings of "at most one"."""
    todo = minimal(size(100, 1))
    for name in ("pairwise", "bitwise", "ladder", "seqcounter", "cardnetwrk", "totalizer"):
        yield f"{name}: {rate(todo, 3, cardinality=name):.0f} a second"


def large() -> Iterator[str]:
    """16x16 and 25x25: generated puzzles with one solution, and grids with random cells emptied, which have many."""
    for side, clues in size(((16, 120), (16, 100), (25, 350), (25, 320)), ((4, 8),)):
        recipe = SudokuRecipe(height=side, clues=clues)
        unique = [generate(random.Random(seed), recipe, Budget()) for seed in range(size(5, 1))]
        multiple = []
        for seed in range(size(5, 1)):
            rng = random.Random(seed)
            kept = set(rng.sample(range(side**2), clues))
            values = random_grid(USUAL[side], rng).values
            multiple.append(Sudoku(tuple(value if i in kept else 0 for i, value in enumerate(values))))
        for name in ("cadical195", "glucose4", "minisat22"):
            for todo in (unique, multiple):
                with closing(Solver(Settings(graph_check=False, solver=name, timeout=60))) as solver:
                    started, _ = timed(solver.unique, todo[0])
                    answers = [timed(solver.unique, puzzle) for puzzle in todo]
                statuses = ", ".join(f"{n} {status}" for status, n in Counter(a.status for _, a in answers).items())
                warm = told([seconds for seconds, _ in answers])
                yield f"{side}x{side}, {clues} clues, {name}, {statuses}: from nothing {span(started)}; warm {warm}"


def explain() -> Iterator[str]:
    """Explanations of minimal puzzles."""
    yield told([timed(satdnd.explain, puzzle)[0] for puzzle in minimal(size(100, 1))])


def generation() -> Iterator[str]:
    """Puzzles by technique, and large ones."""
    for technique in size((None, "naked pair", "hidden pair", "naked triple"), (None,)):
        recipe = SudokuRecipe(technique=technique)
        found = [timed(generate, random.Random(seed), recipe, Budget()) for seed in range(size(10, 1))]
        clues = statistics.median(len(puzzle.given) for _, puzzle in found)
        yield f"9x9, {technique}: {told([seconds for seconds, _ in found])}, {clues:.0f} clues"
    for side in size((16, 25), (4,)):
        seconds, puzzle = timed(generate, random.Random(0), SudokuRecipe(height=side), Budget.of(60))
        yield f"{side}x{side}: {span(seconds)} (at most 60), {len(puzzle.given)} clues"


if __name__ == "__main__":
    run(warm, engine, solvers, encodings, large, explain, generation)
