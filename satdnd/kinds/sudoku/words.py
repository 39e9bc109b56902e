"""The techniques by their names, and the words of explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from satdnd.declaration.latin import NAKED_SINGLE, ValueWords, placed
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, place
from satdnd.kinds.sudoku import cages, patterns, techniques as simple
from satdnd.kinds.sudoku.model import VIEW, Sudoku
from satdnd.kinds.sudoku.options import COMBINATION, GUESS, NAMED
from satdnd.kinds.sudoku.rules import RULES
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.rules.unknowns import NOT, Unknowns
from satdnd.sat.formula import Literal

Finder = Callable[[Position], Deduction | None]
"""Finds one step in a position."""


UNIQUE: dict[str, Finder] = {
    "unique rectangle (type 1)": patterns.unique_rectangle_1,
    "unique rectangle (type 2)": patterns.unique_rectangle_2,
    "unique rectangle (type 4)": patterns.unique_rectangle_4,
}
"""The techniques that need a unique solution."""
FINDERS: dict[str, Finder] = {
    "full house": simple.full_house,
    "hidden single": simple.hidden_single,
    "naked single": simple.naked_single,
    "cage combinations": cages.combinations_of_cages,
    "innies and outies": cages.innies_and_outies,
    "locked candidates (pointing)": partial(simple.locked, inner=0),
    "locked candidates (claiming)": partial(simple.locked, inner=1),
    "naked pair": partial(simple.naked_set, count=2),
    "naked triple": partial(simple.naked_set, count=3),
    "hidden pair": partial(simple.hidden_set, count=2),
    "hidden triple": partial(simple.hidden_set, count=3),
    "naked quad": partial(simple.naked_set, count=4),
    "hidden quad": partial(simple.hidden_set, count=4),
    "X-wing": partial(patterns.fish, count=2),
    "swordfish": partial(patterns.fish, count=3),
    "skyscraper": patterns.skyscraper,
    "XY-wing": partial(patterns.wing, size=2),
    "XYZ-wing": partial(patterns.wing, size=3),
    **UNIQUE,
    "simple colouring": patterns.simple_colouring,
    "XY-chain": patterns.xy_chain,
}
"""Every technique except guessing, in the order of `TECHNIQUES`."""

PLACING = ("full house", "hidden single", "naked single", GUESS)
"""The techniques that place values; the others remove candidates."""


class SudokuWords(ValueWords):
    """The names of `NAMED`, and the reason that a finder gives."""

    def __init__(self) -> None:
        super().__init__(VIEW, {**RULES, "one-solution": Rule("The puzzle has one solution.", "rectangle")}, STEPS)
        self.techniques = {name: used for name, (_, used) in NAMED.items() if used}  # type: ignore[misc]  # not a class's

    def describe(self, puzzle: Sudoku, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """By the step's technique; without a name, it is a combination."""
        position = Position(puzzle)
        position.learn(known)
        if step.technique in FINDERS:
            found = FINDERS[step.technique](position)
            return step.technique, position.sentence(found) if found else ""
        return COMBINATION, super().describe(puzzle, step, known, unknowns)[1]


def _is_last(inference: Inference[Sudoku]) -> bool:
    """Whether all other cells of the house are known."""
    known = {place(mark) for mark in inference.known if not str(mark[-1]).startswith(NOT)}
    return len({*inference.reasons[0].cells} - known) == 1


def _in_box(inference: Inference[Sudoku]) -> bool:
    """Whether candidates are ruled out in the box."""
    box = next(reason for reason in inference.reasons if reason.rule == "box")
    return {mark[:2] for mark in inference.cells} <= {*box.cells} and not placed(inference)


def _outside(inference: Inference[Sudoku]) -> bool:
    """Whether candidates are ruled out in the line, but not in the box."""
    return not _in_box(inference) and not placed(inference)


HOUSES = ("row", "column", "box", "area", "diagonal")
STEPS = (
    Technique("cage", "cage combinations", ""),
    Technique("rest", "innies and outies", ""),
    *(Technique(rule, "full house", "", why="it is the last empty cell of {}", when=_is_last) for rule in HOUSES),
    *(Technique(rule, "hidden single", "", why="it is the only place for {marks} in {}") for rule in HOUSES),
    replace(NAKED_SINGLE, rule="filled"),
    *(Technique(f"box {line}", "locked candidates (claiming)", "", when=_in_box) for line in ("row", "column")),
    *(Technique(f"box {line}", "locked candidates (pointing)", "", when=_outside) for line in ("row", "column")),
)
"""The steps by one or two statements, as hints on a board with wrong marks have them."""
