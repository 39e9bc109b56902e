"""What an editor of puzzle books would mark in explanations, counted for each kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.steps import Step
from satdnd.registry import KINDS

PUZZLES, MOST_CELLS, PATIENCE = 3, 144, 20.0
"""Of each kind: how many puzzles, the cells of the largest, and the seconds for explaining one."""
LONG = 300
"""The most characters of a sentence."""
ROW = 3
"""Sentences in a row that differ only in their cells count from this number on."""
MARKED = ("bare", "long", "clumsy", "repeated", "early")
"""What is counted. Bare: no argument. Repeated: rows of like sentences. Early: a contradiction of three rules or more
before a count that was possible on the same board.
"""
BARE = (
    r"that would contradict",
    r"by \d+ rules together",
    r"agree on that",
    r"all ways to ",
    r"every arrangement",
    r"no other \w+ fits",
    r"in any other way",
    r"every other \w+ is ruled out",
    r"hold each \w+ once",
    r"as the puzzle shows",
)
"""Patterns of sentences that cite a rule, or that everything agrees, and give no argument."""
CLUMSY = (
    r"at least one bridge: .* needs 1 bridge",
    r"the islands around r\d+c\d+",
    r"\w+ there would cut off",
    r"would touch one at",
    r"no \w+ touch(?:es)? (?:the )?one at (r\d+c\d+).*\1 (?:would|could)",
    r"(r\d+c\d+) would be \w+ \(no \w+ touches (?:the )?one at \1\)",
    r"not part of the loop: the loop already passes",
    r"(r\d+c\d+) would be \w+ \(otherwise no \w+ could reach \1\)",
    r"could not hold each",
    r"(r\d+c\d+ and r\d+c\d+) would be (\w+), and \1 would both be \2",
    r"two \w+ in a line through",
    r"goes up to",
    r"room for only \d+ of",
    r"which leaves none",
    r"could not run along exactly",
    r"has to grow there",
    r"an own island",
    r"is in the island of a number",
    r"it could not be that",
    r"would not be not",
)
"""Patterns of sentences that are true but that nobody would say. They were collected by reading explanations as an
editor of puzzle books, so they stand for what was read and do not prove that the rest is well said.
"""


def sampled(folder: Path, name: str) -> Iterator[Any]:
    """Some puzzles from the file ``NAME.jsonl`` or the folder ``NAME``, the sizes spread evenly."""
    file, kind = folder / f"{name}.jsonl", kind_in(name)
    paths = [file] if file.exists() else sorted((folder / kind).glob(f"*{KINDS[kind].suffixes[0]}"))
    sized = [(cells(puzzle), i, puzzle) for path in paths for i, puzzle in enumerate(satdnd.load(path, kind=kind))]
    small = sorted((one for one in sized if one[0] <= MOST_CELLS), key=lambda one: one[:2])
    yield from (small[i * (len(small) - 1) // max(PUZZLES - 1, 1)][2] for i in range(min(PUZZLES, len(small))))


def kind_in(name: str) -> str:
    """``sudoku`` of ``sudoku_killer``."""
    return name.partition("_")[0]


def cells(puzzle: Any) -> int:
    """The number of cells of its grid."""
    kind = kind_of(puzzle)
    height, width = kind.require(Rules).book(puzzle, kind.options()).unknowns.size
    return height * width


def marked(steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """What is wrong with sentences, by `MARKED`, and the sentence."""
    for step in steps:
        if matches(BARE, step.text) or (step.known and quotes_a_rule(step)):
            yield "bare", step.text
        if len(step.text) > LONG:
            yield "long", step.text
        if matches(CLUMSY, step.text):
            yield "clumsy", step.text
    for _, group in groupby(steps, lambda step: re.sub(r"r\d+c\d+|\b(row|column|area) \d+", "", step.text)):
        alike = list(group)
        if len(alike) >= ROW:
            yield "repeated", alike[0].text
    yield from (("early", step.text) for step in early(steps))


def quotes_a_rule(step: Step) -> bool:
    """Whether the sentence gives a rule as it is, without what the rule would come to otherwise."""
    rule = step.reasons[0].text if step.reasons else ""
    return step.text.endswith(f": {rule}.") and " would " not in rule


def matches(patterns: Sequence[str], text: str) -> bool:
    """Whether one of the patterns is in a text."""
    return any(re.search(pattern, text, re.DOTALL) for pattern in patterns)


def early(steps: Sequence[Step]) -> Iterator[Step]:
    """Contradictions of three rules or more before a count that was possible by then."""
    when = {mark: i for i, step in enumerate(steps) for mark in step.cells}
    ready = [max((when.get(mark, -1) for mark in step.known), default=-1) for step in steps]
    for i, step in enumerate(steps):
        if step.at_once > 2 and not counts(step):
            later = range(i + 1, len(steps))
            if any(ready[j] < i and counts(steps[j]) for j in later):
                yield step


def counts(step: Step) -> bool:
    """Whether it takes one rule, or a sum of bounds alone."""
    return step.at_once == 1 or any(one.bounds and not one.turns for one in step.arguments)


def table(folder: Path, names: Sequence[str] = (), *, quoted: int = 0) -> Iterator[str]:
    """A row for each kind, with the first *quoted* sentences of each sort below it."""
    yield f"| kind | puzzles | steps | {' | '.join(MARKED)} |"
    yield "|---" * (3 + len(MARKED)) + "|"
    total = Counter[str]()
    there = sorted(path.stem for path in folder.iterdir() if kind_in(path.stem) in KINDS)
    for name in names or there:
        count, quotations = Counter[str](), list[str]()
        for puzzle in sampled(folder, name):
            steps = satdnd.explain(puzzle, timeout=PATIENCE).steps
            count.update(puzzles=1, steps=len(steps))
            for sort, text in marked(steps):
                count[sort] += 1
                quotations += [f"  {sort}: {text}"] * (count[sort] <= quoted)
        total += count
        yield row(name, count)
        yield from sorted(quotations)
    yield row("all", total)


def row(name: str, count: Counter[str]) -> str:
    """One row of the table."""
    return f"| {name} | {' | '.join(str(count[sort]) for sort in ('puzzles', 'steps', *MARKED))} |"
