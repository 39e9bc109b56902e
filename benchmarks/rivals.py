"""Every kind here and in clingo, large dungeons in OR-tools CP-SAT as well: ``python benchmarks/rivals.py [PART...]``.

Needs ``pip install satdnd[bench]``. The same puzzles in the same run, each decided (one solution, or two) from nothing:
compiling included, one thread each, processor time. The models hold all rules, in clingo as noqx says them
(`answer_sets`). Every solution here is checked by the rules, and the answers are compared; one that is not there after
the limit counts as the limit.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

import answer_sets
from boards import INSTANCES, unique
from measure import parser, run, size, timed, told

from satdnd import Dungeon, Settings, Solver, load
from satdnd.engine.answer import Answer
from satdnd.formats.loading import read
from satdnd.kinds.dungeon.model import DungeonSolution
from satdnd.registry import NAMES
from satdnd.setter.generator import generate

T = TypeVar("T")
LIMIT = size(5, 1)
"""Seconds for a puzzle."""
REPEATS = size(3, 1)
BEST = {"klotski", "unattacked"}
"""What is asked for is a best solution: no other one is looked for."""
SIDES: dict[str, dict[int, int]] = {
    "dungeon": {10: 10, 16: 4},
    "queens": {12: 10, 20: 4},
    "sudoku": {9: 10, 16: 4, 25: 1},
    "inshi": {9: 10, 20: 4},
    "hashi": {15: 10, 40: 4},
    "nurikabe": {10: 10, 20: 2},
    "nonogram": {15: 10, 30: 4},
    "binairo": {10: 10, 20: 4},
    "starbattle": {10: 10, 12: 4},
    "tents": {10: 10, 25: 4},
    "slitherlink": {10: 10, 20: 2},
    "kakuro": {10: 10, 14: 2},
    "skyscrapers": {5: 10, 7: 4},
    "masyu": {10: 10, 20: 2},
    "yajilin": {10: 10, 14: 2},
    "akari": {10: 10, 40: 2},
    "heyawake": {10: 10, 16: 2},
    "hitori": {10: 10, 20: 4},
}
"""How many generated puzzles of which side are asked, beside those of ``instances/``."""


def puzzles(kind: str) -> Iterator[Any]:
    """Published and generated ones; with ``--folder`` those of a folder instead."""
    if folder:
        yield from (item.puzzle for item in read(folder) if item.puzzle and item.puzzle.kind == kind)
        return
    files = sorted(path for path in INSTANCES.joinpath(kind).glob("*.*") if path.suffix != ".solution")
    yield from chain.from_iterable(map(load, files[: size(None, 1)]))
    for side, count in size(SIDES.get(kind, {}), {}).items():
        yield from generate(kind, {"difficulty": "any", "height": side, "width": side}, seed=0, count=count)


def here(puzzle: Any, limit: int) -> tuple[float, Answer[Any]]:
    """What it takes, checks included; a solver that has not seen a puzzle of that size yet."""
    solver = Solver(Settings(timeout=limit))
    return timed(solver.solve if puzzle.kind in BEST else solver.unique, puzzle)


def quickest(ask: Callable[[], tuple[float, T]]) -> tuple[float, T]:
    """The best of some repeats, as processor time, too, depends on what else runs; of a second or more the first."""
    first = ask()
    return min([first, *(ask() for _ in range(REPEATS - 1) if first[0] < 1)], key=itemgetter(0))


def beside_clingo(puzzle: Any, limit: int) -> tuple[float, float, Answer[Any]]:
    """Seconds here and there, and our answer, which is the same as theirs."""
    own, answer = quickest(lambda: here(puzzle, limit))
    other, found = quickest(lambda: answer_sets.ask(puzzle, limit, known=answer.details.get("length", 0)))
    assert answer_sets.agree(answer, found), f"{puzzle.kind} {puzzle.name}"
    return own, other, answer


FIGURES: dict[str, Callable[[Sequence[float]], str]] = {
    "median": lambda times: f"{1000 * statistics.median(times):.1f}",
    "95 %": lambda times: f"{1000 * sorted(times)[len(times) * 95 // 100]:.1f}",
    "worst": lambda times: f"{1000 * max(times):.1f}",
    "sum": lambda times: f"{1000 * sum(times):.0f}",
    "undecided": lambda times: str(sum(seconds >= LIMIT for seconds in times)),
}
"""Columns of the table."""


def compared(kind: str) -> str:
    """A row of the table; empty without puzzles."""
    all_times = (beside_clingo(puzzle, LIMIT) for puzzle in puzzles(kind))
    # that a box of sliding blocks cannot be solved has no proof there: plans are looked for up to a length
    times = [(own, other) for own, other, answer in all_times if kind != "klotski" or answer.solutions]
    if not times:
        return ""
    figures = [figure(some) for some in zip(*times, strict=True) for figure in FIGURES.values()]
    ratio = statistics.median(other / own for own, other in times)
    cells = [kind, len(times), *figures, f"{ratio:.1f}", sum(other < own for own, other in times)]
    return f"| {' | '.join(map(str, cells))} |"


def kinds() -> Iterator[str]:
    """Each kind here and in clingo, milliseconds: puzzles of ``instances/`` and generated ones, or of ``--folder``."""
    yield f"| kind | puzzles | here, {' | '.join(FIGURES)} | clingo, {' | '.join(FIGURES)} | ratio | faster there |"
    yield f"|{'---|' * (4 + 2 * len(FIGURES))}"
    yield from filter(None, map(compared, (name for name in NAMES if answer_sets.has_rules(name))))


def in_three(puzzle: Dungeon, limit: int) -> tuple[float, float, float]:
    """Seconds here, in clingo and in CP-SAT."""
    import linear_dungeons

    own, other, answer = beside_clingo(puzzle, limit)
    third, walls = timed(linear_dungeons.ask, puzzle, limit)
    grids = [DungeonSolution(puzzle.height, puzzle.width, board).to_json()["grid"] for board in walls or []]
    found = None if walls is None else [{*answer_sets.facts({"grid": rows})} for rows in grids]
    assert answer_sets.agree(answer, found), puzzle.name
    return own, other, limit if walls is None else third


def dungeons() -> Iterator[str]:
    """Large dungeons, each unique, here, in clingo and in CP-SAT, 5 s at most for each."""
    for side in size((16, 20, 24, 28, 32), (14,)):
        several = unique(side, size(8, 1))
        ways = zip(*(in_three(puzzle, 5) for puzzle in several), strict=True)
        found = [f"{name} {told(times)}" for name, times in zip(("here", "clingo", "CP-SAT"), ways, strict=True)]
        given = statistics.median((puzzle.walls | puzzle.opens).bit_count() for puzzle in several)
        yield f"{side}x{side}, {given:g} cells given: {'; '.join(found)}"


parser.add_argument("--folder", help="of puzzles of any kinds, in place of those of instances/")
folder = parser.parse_args().folder if __name__ == "__main__" else None

if __name__ == "__main__":
    run(kinds, dungeons)
