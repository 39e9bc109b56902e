"""Is the rating any good? ``pip install satdnd[bench]``, then ``python benchmarks/difficulty.py [NAME [COUNT]]``.

A smaller COUNT takes the first of the same puzzles. With ``--journal FILE`` what was rated is kept there, a line of
JSON each, and a run that was cut short goes on behind it. Standard error says how far it is.

Parts:

- sudoku: rank correlation (Spearman) with the scores of another rater, pencilmark: its difficulty, and its
  minutes; minimal puzzles, and the same with some clues more, so that all grades are there.
- dungeon: how 1,000 generated 8x8 ones are spread over the grades, and how long rating takes.
- generate: puzzles a second of each grade, and how many were rated for one.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import satdnd
from satdnd.engine.answer import UNIQUE
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil
from satdnd.explanation.rating import GRADES, rate

ADDED = (1, 2, 3, 4, 6, 8, 12)
"""Clues that may be added to a minimal sudoku."""


LISTING = 1.0
"""Seconds after which pencilmark stops listing techniques, which may take it minutes and changes neither number."""
EVERY = 10.0
"""Seconds between two lines about how far a run is."""


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


class Journal:
    """What was measured of each puzzle, in memory and in a file that the next run goes on with.

    Args:
        path: the file; None: nothing is kept.
    """

    def __init__(self, path: Path | None) -> None:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path and path.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if path and whole != lines:  # the last run ended within a line
            path.write_text("".join(whole), encoding="utf-8")
        self._known = {(record["part"], record["puzzle"]): record for record in map(json.loads, whole)}
        self._file = path.open("a", encoding="utf-8") if path else None

    def measured(
        self, part: str, puzzles: Iterable[tuple[str, Any]], measure: Callable[[Any], dict[str, Any]], count: int
    ) -> Iterator[dict[str, Any]]:
        """Of each of *count* puzzles, given with its name, what *measure* says; from the file where that is known."""
        told = time.monotonic()
        for number, (name, puzzle) in enumerate(puzzles, 1):
            record = self._known.get((part, name))
            if record is None:
                record = {"part": part, "puzzle": name, **measure(puzzle)}
                if self._file:
                    self._file.write(json.dumps(record) + "\n")
                    self._file.flush()
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                print(f"{part}: {number} of {count}", file=sys.stderr, flush=True)
            yield record


def sudokus(count: int) -> Iterator[str]:
    """*count* 9x9 puzzles as lines: each second one is minimal, the next is that with some clues more."""
    chance = Random(5)
    with_solutions = Solver()
    for puzzle in satdnd.generate("sudoku", seed=77, count=(count + 1) // 2):
        values = with_solutions.unique(puzzle).solutions[0].values
        clues = list(puzzle.clues)
        yield "".join(str(value or ".") for value in clues)
        count -= 1
        empty = [i for i, value in enumerate(clues) if not value]
        for i in chance.sample(empty, chance.choice(ADDED)):
            clues[i] = values[i]
        if count:
            yield "".join(str(value or ".") for value in clues)
            count -= 1


def sudoku(journal: Journal, count: int = 300) -> None:
    """Against another rater."""
    import pencilmark

    solver = Solver()

    def measure(line: str) -> dict[str, Any]:
        answer = rate(solver, satdnd.loads(line, "sudoku")[0])
        card = pencilmark.rate(line, fields=["difficulty", "time"], max_seconds=LISTING)
        return {"grade": answer.grade, "score": answer.score, "difficulty": card["difficulty"], "minutes": card["time"]}

    found = list(journal.measured("sudoku", ((line, line) for line in sudokus(count)), measure, count))
    print(f"{count} sudokus: {told(Counter(record['grade'] for record in found))}")
    ours = [record["score"] for record in found]
    for name in ("difficulty", "minutes"):
        correlation = spearman(ours, [record[name] for record in found])
        print(f"rank correlation with pencilmark's {name}: {correlation:.2f}")


def dungeon(journal: Journal, count: int = 1000) -> None:
    """The spread of grades and scores, and seconds."""
    solver = Solver()

    def measure(puzzle: Any) -> dict[str, Any]:
        begun = time.process_time()
        answer = rate(solver, puzzle)
        assert answer.status == UNIQUE
        return {"grade": answer.grade, "score": answer.score, "seconds": time.process_time() - begun}

    puzzles = ((puzzle.name, puzzle) for puzzle in satdnd.generate("dungeon", seed=11, count=count))
    found = list(journal.measured("dungeon", puzzles, measure, count))
    print(f"{count} dungeons of 8x8: {told(Counter(record['grade'] for record in found))}")
    scores = sorted(record["score"] for record in found)
    parts = ", ".join(f"{percent} % {scores[len(scores) * percent // 100]}" for percent in (10, 25, 50, 75, 90))
    print(f"scores, and how many are below: {parts}")
    seconds = [record["seconds"] for record in found]
    print(f"rated in {1000 * statistics.median(seconds):.0f} ms in the median, {1000 * max(seconds):.0f} ms at worst")


def generate(journal: Journal, count: int = 20) -> None:
    """By grade: processor time. The journal keeps nothing of it."""
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
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="?", choices=[*PARTS, "all"], default="all", metavar="NAME")
    parser.add_argument("count", nargs="?", type=int, metavar="COUNT")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    given = parser.parse_args()
    kept = Journal(given.journal)
    for name in PARTS if given.part == "all" else [given.part]:
        PARTS[name](kept, *([] if given.count is None else [given.count]))
