"""Measure sudokus: ``python benchmarks/sudoku.py [NAME...]``; fixed seeds, medians, seconds of this process.

Parts: warm (puzzles a second, solve + uniqueness + verification; by clauses and by the sieve), engine (where the time
goes), solvers, encodings, large (16x16 and 25x25), explain, generate.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

import satdnd
from satdnd import Settings, Solver
from satdnd.engine.answer import UNIQUE
from satdnd.kinds.sudoku.encode import Template
from satdnd.kinds.sudoku.generate import SudokuRecipe, generate, random_grid
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.rules import accepts, contradiction
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session


def minimal(count: int) -> list[Sudoku]:
    """Minimal 9x9 puzzles, seeds 0, 1, ...; some 24 clues each."""
    return [generate(random.Random(seed), SudokuRecipe(), Budget()) for seed in range(count)]


def rate(todo: list[Sudoku], settings: Settings, runs: int = 5) -> float:
    """Puzzles a second of processor time, the median of *runs*, each in a fresh session whose making does not count."""
    rates = []
    for _ in range(runs):
        solver = Solver(settings)
        solver.unique(todo[0])
        begun = time.process_time()
        for puzzle in todo:
            assert solver.unique(puzzle).status == UNIQUE
        rates.append(len(todo) / (time.process_time() - begun))
        solver.close()
    return statistics.median(rates)


def warm() -> Iterator[str]:
    """The number demanded: at least 6,000 a second."""
    todo = minimal(1000)
    hard = [p for p in todo if p.extra["technique"] == "guess"]
    yield f"{len(todo)} minimal 9x9 puzzles: {rate(todo, Settings(graph_check=False)):.0f} a second"
    yield f"the {len(hard)} of them that need guesses: {rate(hard, Settings(graph_check=False)):.0f} a second"
    yield f"with the second check (networkx): {rate(todo, Settings()):.0f} a second"
    for name, some in (("all", todo), ("with guesses", hard)):
        yield f"by the sieve, {name}: {rate(some, Settings(graph_check=False, way='sieve')):.0f} a second"


def engine() -> Iterator[str]:
    """What is the solver's, and what is ours."""
    todo = minimal(1000)
    encoding = Template(9)
    spent: defaultdict[str, float] = defaultdict(float)
    with Session(encoding.formula, encoding.best_solver) as session:
        clock = time.process_time
        for puzzle in todo:
            begun = clock()
            contradiction(puzzle)
            assumptions = encoding.assumptions(puzzle)
            spent["clash and assumptions"] += (t := clock()) - begun
            with session.retractable() as activation:
                begun = clock()
                session.solve(assumptions)
                spent["first solve"] += (t := clock()) - begun
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
        yield f"{name}: {1e6 * seconds / len(todo):.0f} microseconds"
    whole = 1e6 / rate(todo, Settings(graph_check=False))
    yield f"all: {whole:.0f} microseconds, of which the engine: {whole - 1e6 * sum(spent.values()) / len(todo):.0f}"


def solvers() -> Iterator[str]:
    """PySAT's solvers on the same puzzles."""
    todo = minimal(300)
    for name in ("cadical195", "cadical153", "glucose4", "glucose42", "minisat22", "minicard", "maplechrono"):
        yield f"{name}: {rate(todo, Settings(graph_check=False, solver=name)):.0f} a second"


def encodings() -> Iterator[str]:
    """Encodings of "at most one"."""
    todo = minimal(100)
    for name in ("pairwise", "bitwise", "ladder", "seqcounter", "cardnetwrk", "totalizer"):
        yield f"{name}: {rate(todo, Settings(graph_check=False, cardinality=name), 3):.0f} a second"


def large() -> Iterator[str]:
    """16x16 and 25x25: generated puzzles with one solution, and grids with random cells emptied, which have many."""
    for size, clues in ((16, 120), (16, 100), (25, 350), (25, 320)):
        recipe = SudokuRecipe(height=size, clues=clues)
        unique = [generate(random.Random(seed), recipe, Budget()) for seed in range(5)]
        multiple = []
        for seed in range(5):
            chance = random.Random(seed)
            kept = set(chance.sample(range(size**2), clues))
            values = random_grid(size, chance).values
            multiple.append(Sudoku(tuple(value if i in kept else 0 for i, value in enumerate(values))))
        for name in ("cadical195", "glucose4", "minisat22"):
            told = []
            for todo in (unique, multiple):
                solver = Solver(Settings(graph_check=False, solver=name, timeout=60))
                solver.unique(unique[0])
                answers = [solver.unique(puzzle) for puzzle in todo]
                solver.close()
                seconds = [answer.seconds for answer in answers]
                statuses = ", ".join(f"{n} {status}" for status, n in Counter(a.status for a in answers).items())
                told.append(f"{statuses}: median {1e3 * statistics.median(seconds):.1f} ms, worst {max(seconds):.2f} s")
            yield f"{size}x{size}, {clues} clues, {name}: {'; '.join(told)}"


def explain() -> Iterator[str]:
    """Explanations of minimal puzzles, and of those that need guesses."""
    todo = minimal(300)
    hard = [p for p in todo if p.extra["technique"] == "guess"]
    for name, some in (("all", todo), ("with guesses", hard)):
        seconds = []
        for puzzle in some:
            begun = time.process_time()
            satdnd.explain(puzzle)
            seconds.append(time.process_time() - begun)
        median, worst = 1e3 * statistics.median(seconds), 1e3 * max(seconds)
        yield f"{len(some)} ({name}): median {median:.1f} ms, worst {worst:.1f} ms"


def generation() -> Iterator[str]:
    """Puzzles by technique, and large ones."""
    for technique in (None, "naked pair", "hidden pair", "naked triple"):
        seconds, clues = [], []
        for seed in range(10):
            begun = time.process_time()
            puzzle = generate(random.Random(seed), SudokuRecipe(technique=technique), Budget())
            seconds.append(time.process_time() - begun)
            clues.append(len(puzzle.given))
        yield f"9x9, {technique}: median {statistics.median(seconds):.2f} s, {statistics.median(clues):.0f} clues"
    for size in (16, 25):
        begun = time.process_time()
        puzzle = generate(random.Random(0), SudokuRecipe(height=size), Budget.of(60))
        yield f"{size}x{size}: {time.process_time() - begun:.1f} s (at most 60), {len(puzzle.given)} clues"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "warm": warm,
    "engine": engine,
    "solvers": solvers,
    "encodings": encodings,
    "large": large,
    "explain": explain,
    "generate": generation,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        print(f"## {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)
