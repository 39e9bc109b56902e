"""The techniques by their names, and the words of explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from satdnd.explanation.number_words import NumberWords
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, place
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku import patterns, techniques as simple
from satdnd.kinds.sudoku.model import Sudoku, geometry
from satdnd.kinds.sudoku.options import COMBINATION, GUESS, NAMED
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal, Statement

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


class SudokuWords(NumberWords[Sudoku]):
    """Houses and cells."""

    techniques = {name: used for name, (_, used) in NAMED.items() if used}  # noqa: RUF012  (a Mapping)
    families = {  # noqa: RUF012
        "row": ("house", "houses"),
        "column": ("house", "houses"),
        "box": ("house", "houses"),
        "filled": ("cell", "cells"),
        "given": ("given value", "given values"),
        "one-solution": ("rectangle", "rectangles"),
    }

    def describe(self, puzzle: Sudoku, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """By the step's technique; without a name, it is a combination."""
        position = Position(puzzle)
        position.learn(known)
        if step.technique in FINDERS:
            found = FINDERS[step.technique](position)
            return step.technique, position.sentence(found) if found else ""
        return COMBINATION, super().describe(puzzle, step, known, unknowns)[1]

    def single(self, inference: Inference[Sudoku]) -> tuple[str, str]:
        """By the rule."""
        reason, mark = inference.reasons[0], inference.cells[0]
        if reason.rule == "filled":
            return "naked single", "every other value is ruled out there"
        house = _house(inference.puzzle, reason)
        known = {place(mark) for mark in inference.known if not str(mark[-1]).startswith("not ")}
        if len(set(reason.cells) - known) == 1:
            return "full house", f"it is the last empty cell of {house}"
        return "hidden single", f"it is the only place for {mark[2]} in {house}"

    def nickname(self, inference: Inference[Sudoku]) -> str:
        """A box and a line that crosses it."""
        rules = sorted(reason.rule for reason in inference.reasons)
        if rules in (["box", "column"], ["box", "row"]) and all(
            str(mark[2]).startswith("not ") for mark in inference.cells
        ):
            box = next(reason for reason in inference.reasons if reason.rule == "box")
            ruled_out = {mark[:2] for mark in inference.cells}
            return f"locked candidates ({'claiming' if ruled_out <= set(box.cells) else 'pointing'})"
        return ""

    def broken(self, puzzle: Sudoku, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "filled":
            return f"no value would be left for {cell_name(reason.cells[0])}"
        if reason.rule == "given":
            return f"it would not be that {reason.text}"
        return f"{_house(puzzle, reason)} could not hold each digit once"


def _house(puzzle: Sudoku, reason: Statement) -> str:
    """``row 3``, from a statement about a house."""
    shape = geometry(puzzle.boxes)
    return next(h.name for h in shape.houses if h.rule == reason.rule and shape.cell(h.indices[0]) == reason.place)


WORDS = SudokuWords()
