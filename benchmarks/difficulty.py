"""Is the rating any good? ``pip install satdnd[bench]``, then ``python benchmarks/difficulty.py [PART...]``.

With ``--journal FILE`` what was rated is kept there, a line of JSON each, and a run that was cut short goes on behind
it. Standard error says how far it is. Seconds are processor time.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from measure import parser, run, size, timed, told

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


def ranks(values: list[float]) -> list[float]:
    """Of each value its rank, twice; equal ones share the mean of theirs."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


class Journal:
    """What was measured of each puzzle, in the file that ``--journal`` names, if any; the next run goes on with it."""

    def __init__(self) -> None:
        name = parser.parse_args().journal
        path = Path(name) if name else None
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
        said = time.monotonic()
        for number, (name, puzzle) in enumerate(puzzles, 1):
            record = self._known.get((part, name))
            if record is None:
                record = {"part": part, "puzzle": name, **measure(puzzle)}
                if self._file:
                    self._file.write(json.dumps(record) + "\n")
                    self._file.flush()
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
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


def sudoku() -> Iterator[str]:
    """Rank correlation (Spearman) with pencilmark, another rater; minimal puzzles, and the same with clues more."""
    import pencilmark

    solver, count = Solver(), size(300, 4)

    def measure(line: str) -> dict[str, Any]:
        answer = rate(solver, satdnd.loads(line, "sudoku")[0])
        card = pencilmark.rate(line, fields=["difficulty", "time"], max_seconds=LISTING)
        return {"grade": answer.grade, "score": answer.score, "difficulty": card["difficulty"], "minutes": card["time"]}

    found = list(Journal().measured("sudoku", ((line, line) for line in sudokus(count)), measure, count))
    yield f"{count} sudokus: {grades(found)}"
    ours = ranks([record["score"] for record in found])
    for name in ("difficulty", "minutes"):
        correlation = statistics.correlation(ours, ranks([record[name] for record in found]))
        yield f"rank correlation with pencilmark's {name}: {correlation:.2f}"


def dungeon() -> Iterator[str]:
    """How generated 8x8 ones are spread over grades and scores, and how long rating takes."""
    solver, count = Solver(), size(1000, 4)

    def measure(puzzle: Any) -> dict[str, Any]:
        seconds, answer = timed(rate, solver, puzzle)
        assert answer.status == UNIQUE
        return {"grade": answer.grade, "score": answer.score, "seconds": seconds}

    puzzles = ((puzzle.name, puzzle) for puzzle in satdnd.generate("dungeon", seed=11, count=count))
    found = list(Journal().measured("dungeon", puzzles, measure, count))
    yield f"{count} dungeons of 8x8: {grades(found)}"
    scores = sorted(record["score"] for record in found)
    parts = ", ".join(f"{percent} % {scores[len(scores) * percent // 100]}" for percent in (10, 25, 50, 75, 90))
    yield f"scores, and how many are below: {parts}"
    yield f"rated: {told([record['seconds'] for record in found])}"


def generate() -> Iterator[str]:
    """Puzzles a second of each grade. The journal keeps nothing of it."""
    for kind in size(("dungeon", "sudoku", "hashi", "inshi", "nurikabe"), ("dungeon",)):
        for grade in size(GRADES, ("easy",)):
            begun, made = time.process_time(), 0
            try:
                for _ in satdnd.generate(kind, {"difficulty": grade}, seed=1, count=size(20, 1)):
                    made += 1
            except CannotFulfil as error:
                yield f"{kind}, {grade}: {error}"
            if made:
                yield f"{kind}, {grade}: {made / (time.process_time() - begun):.1f} a second"


def grades(found: list[dict[str, Any]]) -> str:
    """``12 trivial, 30 easy``."""
    count = Counter(record["grade"] for record in found)
    return ", ".join(f"{count[name]} {name}" for name in GRADES)


if __name__ == "__main__":
    parser.add_argument("--journal", metavar="FILE", help="what the next run goes on with")
    run(sudoku, dungeon, generate)
