"""Slant, also known as Gokigen naname (Nikoli): a diagonal in each cell, numbers where they meet, and no loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    Bitboard,
    Budget,
    Clue,
    CornerNumbers,
    Count,
    DeclaredKind,
    Diagonals,
    DiagonalSolution,
    Grading,
    GridPuzzle,
    Inference,
    NoCycles,
    Rule,
    Shading,
    Statement,
    Technique,
    clues,
    corner_name,
    corners,
    counted,
    diagonals_at,
    exactly,
    few_links,
    listed,
    names,
    needs,
    place,
)
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, filled_cells

_MANY = 8
"""From so many names of cells on, a sentence does not list a loop."""


class SlantSolution(DiagonalSolution):
    """The diagonals."""


@dataclass(frozen=True)
class Slant(GridPuzzle):
    """Numbers at the corners of cells, None for a corner without; one that is too large leaves no solution."""

    rows: tuple[tuple[int | None, ...], ...] = clues(CornerNumbers(0, 4, counts=True))

    kind: ClassVar = "slant"


def statements(puzzle: Slant, _: Shading) -> Iterator[Count]:
    """What each number counts."""
    for corner, number in puzzle.by_cell.items():
        cells, literals = zip(*diagonals_at(puzzle.grid, corner), strict=True)
        text = f"the {number} at {corner_name(corner)} {needs(number, 'diagonal')}"
        yield exactly("number", cells, text, literals, number, Clue("rows", corner))


def contradiction(puzzle: Slant) -> str | None:
    """A number above that of the cells at its corner."""
    for corner, number in puzzle.by_cell.items():
        if number > (there := len(diagonals_at(puzzle.grid, corner))):
            return f"the {number} at {corner_name(corner)} has {counted(there, 'cell')} beside it"
    return None


def sample(rng: Random, blank: Slant, budget: Budget) -> Bitboard:
    """Random diagonals, cell by cell, where none closes a loop: one of the two never does."""
    cuts, true, false = NoCycles(blank.grid), 0, 0
    for i in rng.sample(range(blank.grid.size), blank.grid.size):
        budget.check()
        falls = rng.random() < 0.5
        if cuts.closes(i, true, false, falls=falls):
            falls = not falls
        true, false = (true | 1 << i, false) if falls else (true, false | 1 << i)
    return true


def plausible(puzzle: Slant) -> bool:
    """Possible numbers at a third of the corners or more, among them a 2 or more, and of 3x3 cells or more."""
    numbers, all_corners = [*puzzle.by_cell.values()], (puzzle.height + 1) * (puzzle.width + 1)
    many = min(puzzle.height, puzzle.width) > 2 and 3 * len(numbers) >= all_corners and max(numbers) > 1
    return many and not contradiction(puzzle)


def _meeting(inference: Inference[Any]) -> bool | None:
    """Whether the found diagonals meet the corner of a number; None if some do and others do not."""
    (reason,) = inference.reasons
    assert isinstance(reason, Count)
    there = {(*cell, "\\" if x > 0 else "/") for cell, x in zip(reason.cells, reason.literals, strict=True)}
    met = {mark in there for mark in inference.cells}
    return met.pop() if len(met) == 1 else None


def _meets(inference: Inference[Any], reason: Statement) -> str:
    """The number has its diagonals, or only these cells are left for them."""
    meeting = _meeting(inference)
    if inference.supposed or meeting is None or not isinstance(reason, Count):
        return reason.text
    if not meeting:
        has = f" and already has {'it' if reason.most == 1 else 'them'}"
        return f"{reason.text}{has * bool(reason.most)}"
    if len(reason.cells) == len(inference.cells):
        return f"{reason.text}, and has no more cells"
    return f"{reason.text}, and only {'these cells are' if inference.cells[1:] else 'this cell is'} left"


def _closes(inference: Inference[Any], reason: Statement) -> str:
    """The cells with whose diagonals that of the found cell would close a loop, if they are few."""
    if not inference.cells:
        return ""
    others = names({*reason.cells} - {place(mark) for mark in inference.cells})
    return f"the other diagonal would close a loop{f' with {listed(others)}' * (len(others) < _MANY)}"


def _at_corners(rows: list[str], sides: Point) -> Iterator[PlacedClue]:
    """The numbers, at their corners."""
    yield from (PlacedClue("corner", sign, ((2 * r, 2 * c),)) for r, c, sign in filled_cells(rows))


KIND = DeclaredKind(
    Slant,
    Diagonals(SlantSolution),
    title="Slant",
    play="Draw one of the two diagonals in each cell. A number at a corner says how many diagonals meet there. No "
    "diagonals form a closed loop.",
    rules={
        "number": Rule("A number counts the diagonals that meet at its corner.", "number", because=_meets),
        "loop": Rule(
            "No diagonals form a closed loop.", "loop", broken="the diagonals would close a loop", because=_closes
        ),
    },
    statements=statements,
    cuts=lambda puzzle, _: NoCycles(puzzle.grid),
    counted=lambda puzzle: (Clue("rows", corner) for corner in corners(puzzle.grid)),
    sample=sample,
    techniques=(
        Technique(
            "number",
            "finished number",
            "A number has all its diagonals: no others meet there.",
            when=lambda found: _meeting(found) is False,
        ),
        Technique("number", "number needs the rest", "A number needs all cells that are left for its diagonals."),
        Technique(
            "number* number*", "neighbouring numbers", "Numbers share cells: each diagonal meets only one of two."
        ),
        Technique("loop", "no loop", "The other diagonal would close a loop."),
    ),
    links=few_links(Slant, "gokigen"),
    plausible=plausible,
    contradiction=contradiction,
    parts=(Grading(5.6), Symmetry({"rows": _at_corners})),
)
