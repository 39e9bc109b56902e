"""Is what explanations say true? ``python benchmarks/sentences.py [PART...]``.

Counted with the judge's means, without reading English. A step is *false* where its sentence is not the one that its
reasons and the board as it is then give; *incomplete* where its one reason, or that of one of alike steps, gives more
than it says; *bare* where it takes several reasons at once and has no argument; *idle* where a link of its argument
says what is known.

``kinds`` is a table of all kinds, of their instances and of generated puzzles, a row as soon as it is there: how many
steps take one rule, how many several with an argument, how many are bare (``that would contradict``), how long the
sentences are, and whether the judge finds no fault in them. ``longest`` quotes the longest sentence of each kind.

``python benchmarks/sentences.py published FOLDER [KIND...]`` counts what an editor would mark (`editing`) in puzzles of
a folder with files ``KIND.jsonl`` or folders ``KIND``, such as ``instances``; with ``QUOTED=3`` in the environment it
quotes the first three of each sort.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import editing
from measure import run, size, timed

import satdnd
from satdnd.engine.answer import VALID
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.judge import replay
from satdnd.explanation.judge.arguments import marks_of, values
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.steps import Explanations, Step
from satdnd.registry import KINDS, kind_object
from satdnd.rules.constraint import NO, YES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import RecordedStatement

FOLDERS = ("dungeon", "dungeon/generated", "hashi", "inshi", "nurikabe", "queens")
LARGEST = 9
"""Rows of the largest puzzles that are explained."""
GENERATED = {
    "dungeon": (60, {}),
    "hashi": (10, {}),
    "inshi": (10, {}),
    "nurikabe": (20, {"height": 6, "width": 6, "largest": 5}),
}
"""How many of a kind, and by which recipe."""
SMALL = {"numberlink": {"height": 5, "width": 5}}
"""Kinds whose usual boards take too long to explain."""
PATIENCE = 5.0
"""Seconds for an explanation; the steps found until then count."""
EACH, MOST_CELLS = 2, 400
"""Of each kind the puzzles that are generated, and the cells of the largest instance that is explained."""
COUNTED = ("puzzles", "steps", "several", "false", "incomplete", "bare", "idle")


def told(puzzles: Iterable[Any]) -> Iterator[str]:
    """A line a kind, and one for all."""
    found: dict[str, Counter[str]] = {}
    for puzzle in puzzles:
        kind = kind_of(puzzle).name
        seconds, explanation = timed(satdnd.explain, puzzle)
        count = found.setdefault(kind, Counter())
        count.update(counted(puzzle, explanation))
        count.update(puzzles=1, milliseconds=round(seconds * 1000))
    for kind, count in [*found.items(), ("all", sum(found.values(), Counter()))]:
        numbers = ", ".join(f"{count[name]} {name}" for name in COUNTED)
        yield f"{kind}: {numbers}; {count['milliseconds'] / 1000:.1f} s"


def counted(puzzle: Any, explanation: Any) -> Counter[str]:
    """What is wrong with the sentences of one explanation."""
    kind = kind_of(puzzle)
    options = kind.options()
    judged = replay.check(puzzle, explanation.to_json(), options)
    assert all(fault.rule == "sentence" for fault in judged.faults), judged.faults
    count = Counter(steps=len(explanation.steps), false=len(judged.faults))
    book = kind.require(Rules).book(puzzle, options)
    marks, board = book.unknowns, [NO | YES] * len(book.unknowns.names)

    def note(literals: Iterable[int]) -> None:
        for x in (y for literal in literals for y in (literal, *marks.along(literal))):
            board[abs(x) - 1] &= values(x)

    note(book.shown)
    for step in explanation.steps:
        cells = [marks.literal(mark) for mark in step.cells]
        if step.at_once == 1:
            before = board.copy()
            note(cells)
            for said in step.reasons:
                reason = book.find(RecordedStatement.from_json(said.to_json()))
                about = [c for c in reason.constraints() if not c.scope.isdisjoint(abs(x) - 1 for x in cells)]
                left = {i for c in about for i in c.scope if board[i] == NO | YES}
                count["incomplete"] += any(follows(about, before, i) for i in left)
        else:
            count["several"] += 1
            count["bare"] += not step.arguments
            said = [marks.literal(mark) for mark in marks_of(step.arguments)]
            count["idle"] += any(board[abs(x) - 1] != NO | YES for x in said)
            note(cells)
    return count


def follows(constraints: Any, board: list[int], i: int) -> bool:
    """Whether they leave one value to a variable."""
    return any(not satisfiable(constraints, [*board[:i], one, *board[i + 1 :]], i, Budget()) for one in (NO, YES))


def instances() -> Iterator[str]:
    """Those that are small enough."""
    root = Path(__file__).parent.parent / "instances"
    paths = (path for folder in FOLDERS for path in sorted((root / folder).glob("*.*")))
    read = (p for path in paths if path.suffix[1:] in FOLDERS or path.suffix == ".dnd" for p in satdnd.load(path))
    small = [p for p in read if kind_of(p).name == "sudoku" or max(rows(p)) <= LARGEST]
    yield from told(small[: size(len(small), 2)])


def rows(puzzle: Any) -> tuple[int, int]:
    """Its size."""
    return kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options()).unknowns.size


def generated() -> Iterator[str]:
    """A hundred of several kinds, from a fixed seed."""
    kinds = GENERATED.items()
    yield from told(p for kind, (many, how) in kinds for p in satdnd.generate(kind, how, seed=5, count=size(many, 1)))


@cache
def explained(name: str) -> tuple[list[Step], bool]:
    """All steps of a kind's puzzles, and whether the judge finds no fault in them."""
    found: list[Step] = []
    paths = sorted((Path(__file__).parent.parent / "instances" / name).glob(f"*{KINDS[name].suffixes[0]}"))
    read = [p for path in paths for p in satdnd.load(path, kind=name)]
    small = [p for p in read if rows(p)[0] * rows(p)[1] <= MOST_CELLS and name not in SMALL]
    puzzles = small[: size(None, 1)]
    valid = True
    recipe = SMALL.get(name, GENERATED.get(name, (0, {}))[1])
    for puzzle in [*puzzles, *satdnd.generate(name, recipe, seed=5, count=size(EACH, 1))]:
        explanation = satdnd.explain(puzzle, timeout=size(PATIENCE, 1))
        found += explanation.steps
        judged = replay.check(puzzle, explanation.to_json(), kind_of(puzzle).options())
        valid = valid and (judged.status == VALID or not explanation.steps)  # none: an obvious contradiction
    return found, valid


def kinds() -> Iterator[str]:
    """A table of all kinds: steps, by one rule, with an argument, bare; words of a sentence; judged."""
    yield "| kind | steps | by one rule | by an argument | bare | words: median | longest | judged |"
    yield "|---|---|---|---|---|---|---|---|"
    for name in KINDS:
        if kind_object(name).part(Explanations) is None:
            yield f"| {name} | no steps |" + " |" * 6
            continue
        steps, valid = explained(name)
        if not steps:
            yield f"| {name} | none in time |" + " |" * 6
            continue
        one = sum(step.at_once == 1 for step in steps) / len(steps)
        bare = sum("that would contradict" in step.text for step in steps)
        argued = sum(step.at_once > 1 and bool(step.arguments) for step in steps) / len(steps)
        words = [len(step.text.split()) for step in steps]
        yield (
            f"| {name} | {len(steps):,} | {one:.1%} | {argued:.1%} | {bare} "
            f"| {statistics.median(words):.0f} | {max(words)} | {'valid' if valid else 'INVALID'} |"
        )


def longest() -> Iterator[str]:
    """The longest sentence of each kind."""
    for name in KINDS:
        if kind_object(name).part(Explanations) is not None:
            texts = [step.text for step in explained(name)[0]]
            yield f"{name}: {max(texts, key=lambda text: len(text.split()), default='none')}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["published"] and sys.argv[2:]:
        for line in editing.table(Path(sys.argv[2]), sys.argv[3:], quoted=int(os.environ.get("QUOTED", "0"))):
            print(line, flush=True)
    else:
        run(instances, generated, kinds, longest)
