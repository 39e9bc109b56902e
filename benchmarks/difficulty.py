"""Is the rating any good? ``pip install satdnd[bench]``, then ``python benchmarks/difficulty.py [PART...]``.

With ``--journal FILE`` what was rated is kept there, a line of JSON each, and a run that was cut short goes on behind
it. Standard error says how far it is. Seconds are processor time.
"""

from __future__ import annotations

import csv
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from boards import INSTANCES
from measure import parser, run, size, timed, told

import satdnd
from satdnd.engine.answer import SOLVED, UNIQUE
from satdnd.engine.kind import kind_of
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided
from satdnd.explanation.rating import (
    CASES,
    GRADES,
    ONE_CUT,
    Difficulty,
    Rating,
    rate,
    rating_of,
    solved_for_rating,
)
from satdnd.explanation.recorded_times import rank_correlation
from satdnd.registry import loadable_kinds

TIMES = Path(__file__).parent / "sudoku-human-times.csv"
PATIENCE = 20.0
"""Seconds for one of these."""
ADDED = (1, 2, 3, 4, 6, 8, 12)
"""Clues that may be added to a minimal sudoku."""
LISTING = 1.0
"""Seconds after which pencilmark stops listing techniques, which may take it minutes and changes neither number."""
EVERY = 10.0
"""Seconds between two lines about how far a run is."""


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
    rng = Random(5)
    with_solutions = Solver()
    for puzzle in satdnd.generate("sudoku", difficulty="any", seed=77, count=(count + 1) // 2):
        values = with_solutions.unique(puzzle).solutions[0].values
        clues = list(puzzle.clues)
        yield "".join(str(value or ".") for value in clues)
        count -= 1
        empty = [i for i, value in enumerate(clues) if not value]
        for i in rng.sample(empty, rng.choice(ADDED)):
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
        ours = minutes(answer)
        return {"grade": answer.grade, "ours": ours, "difficulty": card["difficulty"], "minutes": card["time"]}

    found = list(Journal().measured("sudoku", ((line, line) for line in sudokus(count)), measure, count))
    yield f"{count} sudokus: {grades(found)}"
    ours = [record["ours"] for record in found]
    for name in ("difficulty", "minutes"):
        correlation = rank_correlation(ours, [record[name] for record in found])
        yield f"rank correlation with pencilmark's {name}: {correlation:.2f}"


def people() -> Iterator[str]:
    """Correlation of the minutes with the mean times of people in ``sudoku-human-times.csv``, and their ratio.

    What is told of each tenth of the puzzles was learnt on the rest.
    """
    solver, count = Solver(), size(10**4, 12)
    with TIMES.open(encoding="utf-8", newline="") as file:
        rows = {row["puzzle"]: row for row in list(csv.DictReader(file))[:count]}

    def measure(line: str) -> dict[str, Any]:
        answer = rate(solver, satdnd.loads(line, "sudoku")[0])
        return {"grade": answer.grade, "minutes": minutes(answer)}

    found = list(Journal().measured("people", ((line, line) for line in rows), measure, len(rows)))
    known = [
        Played(record["minutes"] * 60, int(row["players"]), float(row["mean_seconds"]))
        for record, row in zip(found, rows.values(), strict=True)
    ]
    yield f"{len(known)} sudokus that people solved: {grades(found)}"
    for title, group in (
        ("all", known),
        ("10 to 12 players", [played for played in known if played.players < 13]),
        ("13 to 19 players", [played for played in known if 13 <= played.players < 20]),
        ("20 players and more", [played for played in known if played.players >= 20]),
    ):
        if len(group) > 2:
            correlation = rank_correlation(*([played[i] for played in group] for i in (0, 2)))
            ratios = statistics.quantiles([played.seconds / played.predicted for played in group], n=20)
            yield f"{title}: {len(group)} puzzles, correlation {correlation:.2f}; {spread(ratios)}"
    tested = list[float]()
    for tenth in range(10):
        rest = [played for i, played in enumerate(known) if i % 10 != tenth]
        factor = statistics.median(played.seconds / played.predicted for played in rest)
        tested += [played.seconds / played.predicted / factor for played in known[tenth::10]]
    yield f"cross-validated: {spread(statistics.quantiles(tested, n=20))}"


class Played(NamedTuple):
    """What is known of a sudoku, and of those who solved it."""

    predicted: float
    """Seconds."""
    players: int
    seconds: float


def spread(ratios: list[float]) -> str:
    """Of the twentieths of what was divided by the prediction."""
    half, most = (f"{ratios[i]:.2f} to {ratios[-1 - i]:.2f}" for i in (4, 1))
    return f"time / prediction: half within {half}, 80 % within {most}"


def published() -> Iterator[str]:
    """Minutes and grades of the puzzles in ``--folder``, a line for each file: at most ``--count`` of each, evenly."""
    solver = Solver(Settings(timeout=PATIENCE))

    def measure(puzzle: Any) -> dict[str, Any]:
        found = rating(solver, puzzle)
        return (
            {"grade": found.grade, "minutes": found.minutes[1], "thought": found.thought} if found else {"grade": None}
        )

    yield "| collection | rated | minutes: least, quarters, most | trivial | easy | medium | hard | expert | pace |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for path, puzzles in collections():
        named = [(f"{path.name} {number}", puzzle) for number, puzzle in enumerate(puzzles)]
        found = [r for r in Journal().measured("published", named, measure, len(named)) if r["grade"]]
        if found:
            times = sorted(record["minutes"] for record in found)
            quarters = ", ".join(f"{times[part * (len(times) - 1) // 4]:.0f}" for part in range(5))
            count = Counter(record["grade"] for record in found)
            pace = statistics.median(record["thought"] for record in found)
            counts = " | ".join(str(count[name]) for name in GRADES)
            yield f"| {path.stem} | {len(found)} of {len(named)} | {quarters} | {counts} | {pace:.2g} |"


def rating(solver: Solver, puzzle: Any) -> Rating | None:
    """That of a puzzle with one solution; None where there is none, or no time."""
    kind = kind_of(puzzle)
    answer = solved_for_rating(solver, kind, puzzle)
    if answer.status not in (UNIQUE, SOLVED):
        return None
    try:
        return rating_of(kind, puzzle, answer.solutions[0], kind.options(), solver.budget_of(kind))
    except Undecided:
        return None


def collections() -> Iterator[tuple[Path, list[Any]]]:
    """Each file of ``--folder``, with its puzzles of at most ``--side``: at most ``--count``, evenly."""
    arguments = parser.parse_args()
    paths = sorted(path for path in Path(arguments.folder or INSTANCES).iterdir() if path.suffix != ".solution")
    for path in paths[: size(len(paths), 2)]:
        puzzles = list(fitting(satdnd.load(path), arguments.side))
        step = max(1.0, len(puzzles) / size(arguments.count, 2))
        yield path, [puzzles[int(i * step)] for i in range(int(len(puzzles) / step))]


def compared() -> Iterator[str]:
    """Those of ``--folder`` beside new puzzles of the same sizes, generated without any option: what they are like.

    Medians; of published ones also the range without the least and the greatest tenth, and a new median outside it is
    marked. Rounds are counted, and of these the shares that need more than one rule, and cases; *thread*: the longest
    run of rounds with a single opening. Clues are per hundred cells.
    """
    solver = Solver(Settings(timeout=PATIENCE))

    def measure(puzzle: Any) -> dict[str, Any]:
        found = rating(solver, puzzle)
        if not found or not found.rounds:
            return {"rounds": None}
        rounds, runs = found.rounds, groupby(found.rounds, lambda one: one.openings == 1)
        drawn, clues = kind_of(puzzle).picture(puzzle), getattr(puzzle, "given_clues", ())
        return {
            "rounds": len(rounds),
            "chains": 100 * sum(one.effort > ONE_CUT for one in rounds) / len(rounds),
            "cases": 100 * sum(one.effort == CASES for one in rounds) / len(rounds),
            "thread": max((len([*run]) for single, run in runs if single), default=0),
            "clues": 100 * len(clues) / (drawn.height * drawn.width),
        }

    figures = ("rounds", "chains", "cases", "thread", "clues")
    yield f"| collection | number | {' | '.join(figures)} |"
    yield "|---|---|---|---|---|---|---|"
    for path, puzzles in collections():
        named = [(f"{path.name} {number}", puzzle) for number, puzzle in enumerate(puzzles)]
        found = [r for r in Journal().measured("compared", named, measure, len(named)) if r["rounds"]]
        new = [(f"{path.name} new {number}", Lazy(puzzle, number)) for number, puzzle in enumerate(puzzles)]
        made = [r for r in Journal().measured("compared", new, lambda x: measure(x.made()), len(new)) if r["rounds"]]
        if len(found) < 2 or not made:
            continue
        told = list[str]()
        for name in figures:
            tenths = statistics.quantiles([record[name] for record in found], n=10, method="inclusive")
            usual, ours = (statistics.median(record[name] for record in group) for group in (found, made))
            mark = "" if tenths[0] <= ours <= tenths[-1] else " (!)"
            told.append(f"{usual:.0f} ({tenths[0]:.0f} to {tenths[-1]:.0f}), new {ours:.0f}{mark}")
        yield f"| {path.stem} | {len(found)}, {len(made)} | {' | '.join(told)} |"


class Lazy(NamedTuple):
    """A new puzzle that is made only if the journal does not know it."""

    like: Any
    number: int

    def made(self) -> Any:
        """Of the same kind and size, with areas or cages if that has them."""
        sort = {
            name: True
            for name in ("areas", "cages", "diagonals")
            if self.like.kind == "sudoku" and getattr(self.like, name)
        }
        drawn = kind_of(self.like).picture(self.like)
        sides = {"height": drawn.height, "width": drawn.width}
        return next(satdnd.generate(self.like.kind, {**sides, **sort}, seed=self.number))


def fitting(puzzles: Iterable[Any], side: int) -> Iterator[Any]:
    """Those of at most *side* rows and columns."""
    for puzzle in puzzles:
        picture = kind_of(puzzle).picture(puzzle)
        if max(picture.height, picture.width) <= side:
            yield puzzle


def dungeon() -> Iterator[str]:
    """How generated 8x8 ones are spread over grades and minutes, and how long rating takes."""
    solver, count = Solver(), size(1000, 4)

    def measure(puzzle: Any) -> dict[str, Any]:
        seconds, answer = timed(rate, solver, puzzle)
        assert answer.status == UNIQUE
        return {"grade": answer.grade, "minutes": minutes(answer), "seconds": seconds}

    puzzles = ((puzzle.name, puzzle) for puzzle in satdnd.generate("dungeon", difficulty="any", seed=11, count=count))
    found = list(Journal().measured("dungeon", puzzles, measure, count))
    yield f"{count} dungeons of 8x8: {grades(found)}"
    times = sorted(record["minutes"] for record in found)
    parts = ", ".join(f"{percent} % {times[len(times) * percent // 100]:.0f}" for percent in (10, 25, 50, 75, 90))
    yield f"minutes, and how many take less: {parts}"
    yield f"rated: {told([record['seconds'] for record in found])}"


def generate() -> Iterator[str]:
    """Seconds for ten puzzles of each grade at the usual size: what was made is extrapolated after `PATIENCE`."""

    def measure(wish: tuple[str, str]) -> dict[str, Any]:
        kind, grade = wish
        started, made = time.process_time(), 0
        while made < size(10, 1) and time.process_time() - started < PATIENCE:
            try:
                next(satdnd.generate(kind, {"difficulty": grade}, seed=made, timeout=10 * PATIENCE))
            except (CannotFulfil, Undecided) as error:
                return {"made": made, "seconds": time.process_time() - started, "error": str(error)}
            made += 1
        return {"made": made, "seconds": time.process_time() - started}

    yield f"| kind | {' | '.join(GRADES)} |"
    yield f"|---{'|---' * len(GRADES)}|"
    for kind in size(loadable_kinds(), ("dungeon",)):
        wishes = [(f"{kind} {grade}", (kind, grade)) for grade in GRADES]
        found = list(Journal().measured("generate", wishes, measure, len(wishes)))
        yield f"| {kind} | {' | '.join(map(ten, found))} |"


def ten(record: dict[str, Any]) -> str:
    """Seconds for ten, or that there are none within the patience."""
    if not record["made"]:
        return "none"
    return f"{10 * record['seconds'] / record['made']:.0f}" + " (!)" * ("error" in record)


def minutes(answer: Difficulty[Any]) -> float:
    """The typical value of a puzzle that could be rated."""
    assert answer.minutes
    return answer.minutes[1]


def grades(found: list[dict[str, Any]]) -> str:
    """``12 trivial, 30 easy``."""
    count = Counter(record["grade"] for record in found)
    return ", ".join(f"{count[name]} {name}" for name in GRADES)


if __name__ == "__main__":
    parser.add_argument("--journal", metavar="FILE", help="what the next run goes on with")
    parser.add_argument("--folder", metavar="DIR", help="of published puzzles; without, instances")
    parser.add_argument("--count", type=int, default=16, help="puzzles of each file")
    parser.add_argument("--side", type=int, default=14, help="the most rows and columns")
    run(sudoku, people, published, compared, dungeon, generate)
