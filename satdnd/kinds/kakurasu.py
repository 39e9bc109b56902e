"""Kakurasu, also known as Index sums: the places of the shaded cells of each row and column add up to its sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    Bitboard,
    Budget,
    CountsOfLines,
    DeclaredKind,
    Grading,
    GridPuzzle,
    Inference,
    Rule,
    Shaded,
    ShadedSolution,
    Shading,
    Statement,
    SumMargin,
    Technique,
    WeightedSum,
    clues,
    known_margins,
    listed,
    signs,
    subject,
)


class KakurasuSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Kakurasu(GridPuzzle):
    """The sum of each row and column, None if unknown; one that is too large leaves no solution."""

    rows: CountsOfLines = clues(SumMargin("row"))
    columns: CountsOfLines = clues(SumMargin("column"))

    kind: ClassVar = "kakurasu"


def statements(puzzle: Kakurasu, shaded: Shading) -> Iterator[WeightedSum]:
    """A sum for each row and column."""
    for clue, name, total, cells in known_margins(puzzle):
        weights = tuple(range(1, len(cells) + 1))
        yield WeightedSum(
            "sum", tuple(cells), f"{name} needs the sum {total}", shaded.literals(cells), weights, total, clue=clue
        )


def contradiction(puzzle: Kakurasu) -> str | None:
    """A sum above that of all cells of the line."""
    for _, name, total, cells in known_margins(puzzle):
        if total > (most := len(cells) * (len(cells) + 1) // 2):
            return f"{name} needs the sum {total}, and its cells add up to {most}"
    return None


def sample(rng: Random, blank: Kakurasu, budget: Budget) -> Bitboard:
    """Every other cell, at random."""
    return rng.getrandbits(blank.grid.size)


def clues_of(puzzle: Kakurasu, solution: KakurasuSolution) -> Kakurasu:
    """All sums."""
    lines = solution.grid
    rows, columns = (
        tuple(sum(i for i, sign in enumerate(line, 1) if sign == solution.sign) for line in side)
        for side in (lines, zip(*lines, strict=True))
    )
    return Kakurasu(rows, columns)


def plausible(puzzle: Kakurasu) -> bool:
    """Half of the sums at least are known; all are possible, and one is above the length of its line."""
    numbers = [*puzzle.rows, *puzzle.columns]
    known = [number for number in numbers if number is not None]
    large = max(known, default=0) > max(puzzle.height, puzzle.width)
    return large and 2 * len(known) >= len(numbers) and not contradiction(puzzle)


def left_over(inference: Inference[Any], reason: Statement) -> tuple[int, list[int]]:
    """What is missing to the sum of a line, and what its free cells count."""
    assert isinstance(reason, WeightedSum)
    known = signs(inference.known)
    pairs = [(known.get(cell), weight) for cell, weight in zip(reason.cells, reason.weights, strict=True)]
    return reason.total - sum(w for sign, w in pairs if sign == "#"), [w for sign, w in pairs if sign is None]


def _sum(inference: Inference[Any], reason: Statement) -> str:
    """What is missing, and how the free cells make it."""
    if inference.supposed or not inference.cells:
        return reason.text
    assert isinstance(reason, WeightedSum)
    (rest, free), line, found = left_over(inference, reason), subject(reason), signs(inference.cells)
    if not rest:
        return f"{line} has its sum {reason.total}"
    more = f"{line} needs the sum {reason.total}" if rest == reason.total else f"{line} needs {rest} more"
    if rest == sum(free):
        return f"{more}, and its free cells make no more than that"
    weight = dict(zip(reason.cells, reason.weights, strict=True))
    shaded, others = ([*map(str, sorted(weight[x] for x in found if found[x] == sign))] for sign in "#o")
    ways = f"with {listed(shaded)}" if shaded else f"without {listed(others)}"
    return f"{more}, and its free cells {listed([*map(str, free)])} make {rest} only {ways}"


def _is_rest(inference: Inference[Any]) -> bool:
    """Whether all free cells together make what is missing."""
    rest, free = left_over(inference, inference.reasons[0])
    return rest == sum(free)


TECHNIQUES = (
    Technique(
        "sum", "needs all the rest", "All free cells of a line together make what is missing.", "#", when=_is_rest
    ),
    Technique(
        "sum",
        "sum complete",
        "A line has its sum: its other cells are unshaded.",
        "o",
        when=lambda inference: not left_over(inference, inference.reasons[0])[0],
    ),
    Technique("sum", "adding up", "What is missing can only be made with some cells, or without them."),
)


class KakurasuKind(DeclaredKind):
    """A sum has many clauses: at a side of 20, all together some 100,000."""

    estimated_from = 400
    best_solver = "minisat22"


KIND = KakurasuKind(
    Kakurasu,
    Shaded(KakurasuSolution, yes="shaded", no="unshaded"),
    title="Kakurasu",
    play="Shade some of the cells. In a row, the first cell counts 1, the second 2, and so on; the shaded cells of the "
    "row add up to the sum beside it. The same holds for columns, from the top.",
    rules={
        "sum": Rule("The places of the shaded cells of a row or column add up to its sum.", "sum", because=_sum),
    },
    statements=statements,
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    contradiction=contradiction,
    plausible=plausible,
    counts=False,
    usual_size=(7, 7),
    parts=(Grading(1.6),),
)
