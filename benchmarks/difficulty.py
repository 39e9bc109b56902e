"""Is the rating any good? ``pip install satdnd[bench]``, then ``python benchmarks/difficulty.py [NAME [COUNT]]``.

Parts:

- sudoku: rank correlation (Spearman) with the scores of another rater, pencilmark: its difficulty, and its
  minutes; minimal puzzles, and the same with some clues more, so that all grades are there.
- dungeon: how 1,000 generated 8x8 ones are spread over the grades, and how long rating takes.
- generate: puzzles a second of each grade, and how many were rated for one.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import satdnd
from satdnd.answer import UNIQUE
from satdnd.errors import CannotFulfil
from satdnd.rating import GRADES, rate
from satdnd.solving import Solver

ADDED = (1, 2, 3, 4, 6, 8, 12)
"""Clues that may be added to a minimal sudoku."""


def ranks(values: Sequence[float]) -> list[float]:
    """Of each value its rank; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, i = [0.0] * len(values), 0
    while i < len(order):
        j = next((j for j in range(i, len(order)) if values[order[j]] != values[order[i]]), len(order))
        for k in order[i:j]:
            found[k] = (i + j - 1) / 2
        i = j
    return found


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of the ranks, -1 to 1."""
    return statistics.correlation(ranks(one), ranks(other))


def sudokus(count: int) -> list[str]:
    """*count* 9x9 puzzles as lines: each second one is minimal, the next is that with some clues more."""
    chance, found = Random(5), list[str]()
    with_solutions = Solver()
    for puzzle in satdnd.generate("sudoku", seed=77, count=(count + 1) // 2):
        values = with_solutions.unique(puzzle).solutions[0].values
        clues = list(puzzle.clues)
        found.append("".join(str(value or ".") for value in clues))
        empty = [i for i, value in enumerate(clues) if not value]
        for i in chance.sample(empty, chance.choice(ADDED)):
            clues[i] = values[i]
        found.append("".join(str(value or ".") for value in clues))
    return found[:count]


def sudoku(count: int = 300) -> None:
    """Against another rater."""
    import pencilmark

    ours, grades, theirs = [], Counter[str](), []
    for line in sudokus(count):
        details = rate(satdnd.loads(line, "sudoku")[0]).details
        card = pencilmark.rate(line, fields=["difficulty", "time"])
        ours.append(details["score"])
        grades[details["grade"]] += 1
        theirs.append((card["difficulty"], card["time"]))
    print(f"{count} sudokus: {told(grades)}")
    for name, values in zip(("difficulty", "minutes"), zip(*theirs, strict=True), strict=True):
        print(f"rank correlation with pencilmark's {name}: {spearman(ours, values):.2f}")


def dungeon(count: int = 1000) -> None:
    """The spread of grades, and seconds."""
    grades, seconds, solver = Counter[str](), [], Solver()
    for puzzle in satdnd.generate("dungeon", seed=11, count=count):
        begun = time.process_time()
        answer = rate(puzzle, solver=solver)
        seconds.append(time.process_time() - begun)
        assert answer.status == UNIQUE
        grades[answer.details["grade"]] += 1
    print(f"{count} dungeons of 8x8: {told(grades)}")
    print(f"rated in {1000 * statistics.median(seconds):.0f} ms in the median, {1000 * max(seconds):.0f} ms at worst")


def generate(count: int = 20) -> None:
    """By grade: processor time."""
    for kind in ("dungeon", "sudoku", "hashi", "inshi", "nurikabe"):
        for grade in GRADES:
            begun, made = time.process_time(), 0
            try:
                for _ in satdnd.generate(kind, {"difficulty": grade}, seed=1, count=count):
                    made += 1
            except CannotFulfil as error:
                print(f"{kind}, {grade}: {error}")
            if made:
                print(f"{kind}, {grade}: {made / (time.process_time() - begun):.1f} a second")


def told(grades: Counter[str]) -> str:
    """``12 trivial, 30 easy``."""
    return ", ".join(f"{grades[name]} {name}" for name in GRADES)


PARTS: dict[str, Callable[..., None]] = {"sudoku": sudoku, "dungeon": dungeon, "generate": generate}


if __name__ == "__main__":
    if len(sys.argv) > 2:
        PARTS[sys.argv[1]](int(sys.argv[2]))
    else:
        for name in sys.argv[1:] or PARTS:
            PARTS[name]()
