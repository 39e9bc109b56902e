"""Kakuro, also known as cross sums: digits that add up to the sums at the beginning of their runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declaration import cross_sums
from satdnd.declaration.clues import clues
from satdnd.declaration.cross_patterns import KakuroRecipe as KakuroRecipe, new_board
from satdnd.declaration.cross_sums import DIGITS, WHITE, CrossRows, CrossSums, WhiteRun, white_runs
from satdnd.declaration.cross_values import CrossValued
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.latin import ValueWords, placed
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.values import ValuedSolution, repeated
from satdnd.declaration.words import Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, alternatives, names, place, subject
from satdnd.grid.bitboard import Cell, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.count import each_once
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import NOT, Values
from satdnd.rules.value_sets import DistinctSum
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.parts import Generator


class KakuroSolution(ValuedSolution):
    """The digits, 0 in black cells."""


@dataclass(frozen=True)
class Kakuro(GridPuzzle):
    """Each cell is ``.`` (white), ``#`` (black) or a black cell's sums (down, across), None for a missing sum."""

    rows: CrossRows = clues(CrossSums())

    kind: ClassVar = "kakuro"

    def sum_of(self, run: WhiteRun) -> int | None:
        """The sum of a run's digits; None if not given."""
        entry = self.rows[run.place[0]][run.place[1]] if run.place else None
        return entry[run.way == "across"] if isinstance(entry, tuple) else None


# what the rules say


def statements(puzzle: Kakuro, values: Values) -> Iterator[RuleStatement]:
    """White cells, the sums of runs, and no digit twice in a run."""
    for r, row in enumerate(puzzle.rows):
        for cell in ((r, c) for c, x in enumerate(row) if x == WHITE):
            yield each_once("value", [cell], "{} holds one digit", [values.candidates(cell).values()])
    for run in white_runs(puzzle.rows):
        if (number := puzzle.sum_of(run)) is not None:
            sets, own = cross_sums.digit_sets(number, len(run.cells)), tuple(map(values.candidates, run.cells))
            bits = tuple(sum(1 << v for v in some) for some in sets)
            text = f"{number} in {run.name} {cross_sums.told_sets(sets)}"
            yield DistinctSum("sum", run.cells, text, number, own, bits, clue=Clue("rows", run.place))
        if run.cells[1:]:
            text = f"no digit appears twice in the {run.name}"
            yield each_once("distinct", run.cells, text, values.groups(run.cells), least=0)


def contradiction(puzzle: Kakuro) -> str | None:
    """A run that is too long, or a sum that no digits add up to."""
    for run in white_runs(puzzle.rows):
        name, number = run.name.format(cell_name(run.cells[0])), puzzle.sum_of(run)
        if len(run.cells) > DIGITS:
            return f"the {name} cannot hold different digits: there are {DIGITS}"
        if number and not cross_sums.digit_sets(number, len(run.cells)):
            return f"{number} in {name} cannot be made of different digits"
    return None


def clues_of(puzzle: Kakuro, solution: ValuedSolution) -> Kakuro:
    """The sum of every run that starts after a black cell."""
    sums = {
        Clue("rows", run.place): sum(solution.grid[r][c] for r, c in run.cells)
        for run in white_runs(puzzle.rows)
        if run.place
    }
    return puzzle.changed(sums)


def generate(rng: Random, recipe: KakuroRecipe, budget: Budget) -> Kakuro:
    """A pattern, and digits that are determined by their sums. Raises CannotFulfil, Undecided."""
    rows, found = new_board(rng, recipe, budget)
    return clues_of(Kakuro(rows), KakuroSolution(found))


# explanations


_MOST_LEFT = 5
"""The most digits left for the other cell of two that a sentence names."""


def _left(inference: Inference[Kakuro], cells: Sequence[Cell]) -> dict[Cell, list[int]]:
    """The digits not yet ruled out, by cell."""
    gone = set(inference.known)
    return {cell: [v for v in range(1, DIGITS + 1) if (*cell, f"{NOT}{v}") not in gone] for cell in cells}


def _fits(digits: int, left: Sequence[Sequence[int]]) -> bool:
    """Whether *digits* (bits) can stand in cells in which the digits *left* are possible."""
    if not left:
        return not digits
    return any(digits >> v & 1 and _fits(digits & ~(1 << v), left[1:]) for v in left[0])


def _because(inference: Inference[Kakuro], reason: Statement) -> str:
    """What the other cell of a run is, or the others are together; or the combinations that still fit."""
    assert isinstance(reason, DistinctSum)
    run, found = reason, {place(mark) for mark in inference.cells}
    if len(run.cells) == 1:
        return "that is the sum of its one cell"
    left, others = _left(inference, run.cells), [cell for cell in run.cells if cell not in found]
    if len(found) == 1 and all(len(left[cell]) == 1 for cell in others):
        total, name = sum(left[cell][0] for cell in others), listed(names(others))
        return f"it makes {run.sum} with {name}, which {f'add up to {total}' if others[1:] else f'is {total}'}"
    if len(found) == 1 and len(others) == 1 and len(left[others[0]]) <= _MOST_LEFT:
        known = alternatives([*map(str, left[others[0]])])
        return f"it makes {run.sum} with {cell_name(others[0])}, which is {known}"
    sets = [digits for digits in run.sets if _fits(digits, sorted(left.values(), key=len))]
    if not 0 < len(sets) <= cross_sums.MOST_NAMED:
        return f"{run.text}, and all that still fit agree on that"
    text = f"{subject(run)} {cross_sums.told_sets([[*scan(digits)] for digits in sets])}"
    if len(sets) < len(run.sets):
        text = text.replace(" is ", " can only be ")
    if any(digits >> int(str(value).removeprefix(NOT)) & 1 for *_, value in inference.cells for digits in sets):
        text += f", and {'all that still fit' if sets[1:] else 'all ways to place them'} agree on that"
    return text


def _last(inference: Inference[Kakuro]) -> bool:
    known = {mark[:2] for mark in inference.known if not str(mark[2]).startswith(NOT)}
    return placed(inference) and len(known) == len(inference.reasons[0].cells) - 1


class KakuroKind(DeclaredKind):
    """Its referee also judges numbers out of range or in black cells."""

    large_solver = "glucose4"

    def faults(self, puzzle: Kakuro, solution: Any, options: Settings | None = None) -> list[Fault]:
        """Wrong cells, wrong sums, repeated digits in runs."""
        grid, found = solution.grid, list[Fault]()
        for r, row in enumerate(puzzle.rows):
            for c, x in enumerate(row):
                least, most = (1, DIGITS) if x == WHITE else (0, 0)
                if not least <= grid[r][c] <= most:
                    expected = f"1 to {DIGITS}" if x == WHITE else "nothing, since it is black"
                    text = f"{cell_name((r, c))} holds {grid[r][c]} instead of {expected}"
                    found.append(Fault("value", ((r, c),), text))
        for run in white_runs(puzzle.rows):
            number, there = puzzle.sum_of(run), sum(grid[r][c] for r, c in run.cells)
            name = run.name.format(cell_name(run.cells[0]))
            if number and there != number:
                found.append(Fault("sum", run.cells, f"{number} in {name}: they add up to {there}"))
            for digit, places in sorted(repeated(grid, run.cells)):
                if digit:
                    names = listed([cell_name(place) for place in places])
                    found.append(Fault("distinct", tuple(places), f"{digit} stands at {names}, in the {name}"))
        return sorted(found, key=lambda fault: [*self.rules].index(fault.rule))


def _one_set(inference: Inference[Kakuro]) -> bool:
    (run,) = inference.reasons
    return isinstance(run, DistinctSum) and len(run.sets) == 1


TECHNIQUES = (
    Technique(
        "value", "cross reference", "One digit fits both runs of a cell.", why="no other digit fits both of its runs"
    ),
    Technique(
        "sum",
        "single cell",
        "The sum of one cell is its digit.",
        when=lambda inference: len(inference.reasons[0].cells) == 1,
    ),
    Technique("sum", "last cell", "All cells of a run but one are known: the rest of the sum goes there.", when=_last),
    Technique(
        "sum",
        "unique combination",
        "A sum has one combination: its cells hold these digits and no others.",
        when=_one_set,
    ),
    Technique(
        "sum", "combinations", "Of the combinations of a sum that still fit, none has this digit there, or all have it."
    ),
)
VIEW = CrossValued(KakuroSolution, most=DIGITS)
KIND = KakuroKind(
    Kakuro,
    VIEW,
    title="Kakuro",
    play="Write a digit from 1 to 9 into each white cell. A number in a black cell is the sum of the white cells that "
    "follow it: of those to the right, or of those below. No digit appears twice in such a run.",
    rules={
        "value": Rule("A white cell holds a digit from 1 to 9.", "cell", broken="no digit would be left for {place}"),
        "sum": Rule("The digits of a run add up to the sum before it.", "sum", because=_because),
        "distinct": Rule("No digit appears twice in a run.", "run"),
    },
    statements=statements,
    clues_of=clues_of,
    recipe=KakuroRecipe,
    techniques=TECHNIQUES,
    words=ValueWords,
    links=cross_sums.cross_links(Kakuro, "kakuro", page="kakuro"),
    contradiction=contradiction,
    counts=False,
    parts=(Grading((108, 135, 170, 224)), Generator(KakuroRecipe, generate)),
)
