"""The techniques by their names, and the words of explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satdnd.explanation.steps import Step
from satdnd.explanation.wording import Inference, NumberWords, place
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku import patterns, techniques as simple
from satdnd.kinds.sudoku.model import Sudoku, geometry
from satdnd.kinds.sudoku.options import COMBINATION, GUESS
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.formula import Literal, Statement

Finder = Callable[[Position], Deduction | None]
"""Finds one step in a position."""


def _finder(find: Callable[[Position, str, int], Deduction | None], technique: str, which: int) -> Finder:
    return lambda position: find(position, technique, which)


FINDERS: dict[str, Finder] = {
    "full house": simple.full_house,
    "hidden single": simple.hidden_single,
    "naked single": simple.naked_single,
    **{
        name: _finder(simple.locked, name, i)
        for i, name in enumerate(("locked candidates (pointing)", "locked candidates (claiming)"))
    },
    **{
        f"{what} {size}": _finder(find, f"{what} {size}", count)
        for sizes in (((2, "pair"), (3, "triple")), ((4, "quad"),))
        for what, find in (("naked", simple.naked_set), ("hidden", simple.hidden_set))
        for count, size in sizes
    },
    **{name: _finder(patterns.fish, name, count) for name, count in (("X-wing", 2), ("swordfish", 3))},
    "skyscraper": patterns.skyscraper,
    **{name: _finder(patterns.wing, name, size) for name, size in (("XY-wing", 2), ("XYZ-wing", 3))},
    "simple colouring": patterns.simple_colouring,
    "XY-chain": patterns.xy_chain,
}
"""Every technique but guessing, in the order of `TECHNIQUES`."""

PLACING = ("full house", "hidden single", "naked single", GUESS)
"""Those that place values; the others remove candidates."""


class SudokuWords(NumberWords[Sudoku]):
    """Houses and cells."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "full house": "A house has one empty cell.",
        "hidden single": "A value has one place left in a house.",
        "naked single": "A cell has one candidate left.",
        "locked candidates (pointing)": "In a box, a value can only stand in one row or column.",
        "locked candidates (claiming)": "In a row or column, a value can only stand in one box.",
        "naked pair": "Two cells of a house have two candidates between them.",
        "naked triple": "Three cells of a house have three candidates between them.",
        "naked quad": "Four cells of a house have four candidates between them.",
        "hidden pair": "Two values have two places between them in a house.",
        "hidden triple": "Three values have three places between them in a house.",
        "hidden quad": "Four values have four places between them in a house.",
        "X-wing": "In two rows, a value has places in the same two columns alone; or the other way round.",
        "swordfish": "In three rows, a value has places in the same three columns alone; or the other way round.",
        "skyscraper": "In two rows a value has two places each, one of each in one column; or the other way round.",
        "XY-wing": "Whichever of two values a cell holds, one of two cells that it sees holds a third.",
        "XYZ-wing": "Whichever of three values a cell holds, it or one of two cells that it sees holds the third.",
        "simple colouring": "Along houses with two places for a value, it is in every other cell.",
        "XY-chain": "Of a chain of cells with two values each, the first or the last holds a value.",
        GUESS: "Nothing simpler is left that is allowed: the value of the solution.",
    }
    families = {  # noqa: RUF012
        "row": ("house", "houses"),
        "column": ("house", "houses"),
        "box": ("house", "houses"),
        "filled": ("cell", "cells"),
        "given": ("given value", "given values"),
    }

    def describe(self, puzzle: Sudoku, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """By the technique that the step comes with; what no technique with a name finds is a combination."""
        position = Position(puzzle)
        position.learn(known)
        if step.technique in FINDERS:
            found = FINDERS[step.technique](position)
            return step.technique, position.told(found) if found else ""
        return COMBINATION, super().describe(puzzle, step, known, unknowns)[1]

    def single(self, told: Inference[Sudoku]) -> tuple[str, str]:
        """By the rule."""
        reason, mark = told.reasons[0], told.cells[0]
        if reason.rule == "filled":
            return "naked single", "every other value is ruled out there"
        house = _house(told.puzzle, reason)
        known = {place(mark) for mark in told.known if not str(mark[-1]).startswith("not ")}
        if len(set(reason.cells) - known) == 1:
            return "full house", f"it is the last empty cell of {house}"
        return "hidden single", f"it is the only place for {mark[2]} in {house}"

    def nickname(self, told: Inference[Sudoku]) -> str:
        """A box and a line that crosses it."""
        rules = sorted(reason.rule for reason in told.reasons)
        if rules in (["box", "column"], ["box", "row"]) and all(str(mark[2]).startswith("not ") for mark in told.cells):
            box = next(reason for reason in told.reasons if reason.rule == "box")
            gone = {mark[:2] for mark in told.cells}
            return f"locked candidates ({'claiming' if gone <= set(box.cells) else 'pointing'})"
        return ""

    def broken(self, puzzle: Sudoku, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "filled":
            return f"no value would be left for {cell_name(reason.cells[0])}"
        if reason.rule == "given":
            return f"it would not be that {reason.text}"
        return f"{_house(puzzle, reason)} could not hold each digit once"


def _house(puzzle: Sudoku, reason: Statement) -> str:
    """``row 3``, of a statement about a house."""
    shape = geometry(puzzle.size)
    return next(h.name for h in shape.houses if h.rule == reason.rule and shape.cell(h.indices[0]) == reason.place)


WORDS = SudokuWords()
