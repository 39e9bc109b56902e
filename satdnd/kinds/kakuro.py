"""Kakuro, also known as cross sums: digits that add up to the sums at the beginning of their runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues import cross_sums
from satdnd.declaration.clues.cross_sums import DIGITS, WHITE, CrossRows, CrossSums, WhiteRun, white_runs
from satdnd.declaration.clues.family import clues
from satdnd.declaration.generators.cross_patterns import KakuroRecipe as KakuroRecipe, new_board
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.latin import ValueWords, can_stand, placed, placed_mark, where_they_go
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.cross_values import CrossValued
from satdnd.declaration.views.values import ValuedSolution, repeated
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.declaration.words.sum_words import why_not
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, centre
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
            sets, literals = cross_sums.digit_sets(number, len(run.cells)), tuple(map(values.candidates, run.cells))
            bits = tuple(sum(1 << v for v in some) for some in sets)
            text = f"{number} in {run.name} {cross_sums.described_sets(sets)}"
            yield DistinctSum("sum", run.cells, text, number, literals, bits, clue=Clue("rows", run.place))
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


_MOST_OTHERS = 8
"""The most digits ruled out for a cell that a sentence names."""


def _left(inference: Inference[Kakuro], cells: Sequence[Cell]) -> dict[Cell, list[int]]:
    """The digits not yet ruled out, by cell."""
    gone = set(inference.known)
    return {cell: [v for v in range(1, DIGITS + 1) if (*cell, f"{NOT}{v}") not in gone] for cell in cells}


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
    sets = [digits for digits in run.sets if can_stand(digits, sorted(left.values(), key=len))]
    if not 0 < len(sets) <= cross_sums.MOST_NAMED:
        return _room(inference, run, left) or _facts(inference, run.text, run, (), left)
    text = f"{subject(run)} {cross_sums.described_sets([[*scan(digits)] for digits in sets])}"
    if len(sets) < len(run.sets):
        text = text.replace(" is ", " can only be ")
    facts = where_they_go(inference, left, [*scan(sets[0])]) if not sets[1:] else None
    if facts is not None:
        return f"{text}, and {facts}" if facts else text
    return _facts(inference, text, run, [{*scan(digits)} for digits in sets], left)


def _facts(
    inference: Inference[Kakuro], text: str, run: DistinctSum, sets: Sequence[Set[int]], left: Mapping[Cell, list[int]]
) -> str:
    """After the combinations that fit: why cells cannot hold digits of these."""
    kept = {place(mark): int(mark[-1]) for mark in inference.cells if placed_mark(mark)}
    marks = (mark for mark in inference.cells if not placed_mark(mark))
    ruled_out = {(place(mark), int(str(mark[-1]).removeprefix(NOT))) for mark in marks}
    ruled_out |= {(x, v) for x, digit in kept.items() for v in left[x] if v != digit}
    named = set[int]().union(*sets) if sets else {*range(1, DIGITS + 1)}
    among = sorted((x, v) for x, v in ruled_out if v in named)
    facts = why_not(run.sum, sets, left, among) or "all that still fit agree on that"
    return f"{text}, and {facts}" if among else text


def _room(inference: Inference[Kakuro], run: DistinctSum, left: Mapping[Cell, Sequence[int]]) -> str:
    """How much the other cells of a run leave for one cell; empty if it takes more to say why."""
    found = {place(mark) for mark in inference.cells}
    if len(found) > 1:
        return ""
    (cell,) = found
    others = {0}
    for digits in (digits for other, digits in left.items() if other != cell):
        others = {some | 1 << v for some in others for v in digits if not some >> v & 1}
    totals = [sum(scan(some)) for some in others]
    kept = {str(mark[-1]) for mark in inference.cells if placed_mark(mark)}
    ruled_out = [v for v in left[cell] if (str(v) not in kept if kept else (*cell, f"{NOT}{v}") in inference.cells)]
    small = [v for v in ruled_out if v < run.sum - max(totals)]
    large = [v for v in ruled_out if v > run.sum - min(totals)]
    if len(small) + len(large) < len(ruled_out):
        return ""
    bounds = [f"at most {max(totals)}"] * bool(small) + [f"at least {min(totals)}"] * bool(large)
    return f"of the sum {run.sum}, the other cells of the run hold {' and '.join(bounds)}"


def _allowed(puzzle: Kakuro, cell: Cell) -> list[int]:
    """The digits that the sums of both runs of a cell allow, whatever else is known."""
    runs = [run for run in white_runs(puzzle.rows) if cell in run.cells]
    sums = [(puzzle.sum_of(run), len(run.cells)) for run in runs]
    digits = [{*chain(*cross_sums.digit_sets(number, length))} for number, length in sums if number]
    return sorted({*range(1, DIGITS + 1)}.intersection(*digits))


def _crossing(inference: Inference[Kakuro], reason: Statement) -> str:
    """The digits that both runs of a cell allow, and that the others are ruled out."""
    allowed = [*map(str, _allowed(inference.puzzle, reason.cells[0]))]
    others = [digit for digit in allowed if digit not in {str(mark[2]) for mark in inference.cells}]
    if inference.supposed or not placed(inference) or len(others) > _MOST_OTHERS:
        return reason.text if inference.supposed else "no other digit fits both of its runs"
    if not others:
        return "its sums allow no other digit there"
    out = f"{listed(others)} {'are' if others[1:] else 'is'} ruled out"
    return f"its sums allow only {alternatives(allowed)} there, and {out}"


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
    Technique("value", "cross reference", "One digit fits both runs of a cell."),
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


def _placed_sums(rows: list[list[Any]], sides: Point) -> Iterator[PlacedClue]:
    """The sums, each at the cells of its run, on whichever side it stands; and the cells."""
    cells = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    for (r, c), sign in cells.items():
        if isinstance(sign, str) and sign != "#":
            yield PlacedClue("cell", sign, (centre((r, c)),))
        for total, (down, right) in zip(sign if isinstance(sign, list) else (), ((1, 0), (0, 1)), strict=False):
            run, at = [], (r + down, c + right)
            while isinstance(cells.get(at), str) and cells[at] != "#":
                run.append(centre(at))
                at = at[0] + down, at[1] + right
            if total is not None:
                yield PlacedClue("sum", total, tuple(run))


KIND = KakuroKind(
    Kakuro,
    VIEW,
    title="Kakuro",
    play="Write a digit from 1 to 9 into each white cell. A number in a black cell is the sum of the white cells that "
    "follow it: of those to the right, or of those below. No digit appears twice in such a run.",
    rules={
        "value": Rule(
            "A white cell holds a digit from 1 to 9.",
            "cell",
            broken="no digit would be left for {place}",
            because=_crossing,
        ),
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
    parts=(
        Grading(3.4),
        Generator(KakuroRecipe, generate),
        Symmetry({"rows": _placed_sums}, cropped=True),
    ),
)
