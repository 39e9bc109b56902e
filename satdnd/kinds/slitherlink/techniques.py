"""How steps of slitherlinks are explained."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from satdnd.declaration.loop_words import EdgeWords
from satdnd.declaration.words import Technique, count_techniques
from satdnd.explanation.wording import Inference, pocket
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.edges import LINE, NONE, edges_of
from satdnd.sat.formula import Statement


def _threes(*steps: tuple[int, int]) -> Callable[[Inference[Any]], bool]:
    """Whether a rule is about two 3s, with one of these offsets (rows, columns) between them."""

    def fits(inference: Inference[Any]) -> bool:
        """For one inference."""
        (a, b), (c, d) = inference.reasons[0].cells
        return (c - a, d - b) in steps and all(inference.puzzle.numbers[x] == 3 for x in ((a, b), (c, d)))

    return fits


TECHNIQUES = (
    *count_techniques("number", "number", "lines", LINE, NONE, "edges"),
    Technique("corner", "no way on", "The loop cannot go on at a corner, or goes through it already.", found="x"),
    Technique("corner", "one way on", "A line has one edge left by which it can go on.", found="-"),
    Technique("passing", "around a number", "A number, taken together with the corners of its cell."),
    Technique(
        *("touching", "adjacent 3s", "Two 3s side by side have a line between them and on their far sides."),
        when=_threes((0, 1), (1, 0)),
    ),
    Technique(
        *("touching", "diagonal 3s", "Two 3s that touch at a corner have lines on the sides away from it."),
        when=_threes((1, 1), (1, -1)),
    ),
    Technique("touching", "touching numbers", "Two numbers that touch, taken together."),
    Technique("cell", "around a cell", "The corners of a cell without a number, taken together."),
    Technique("single-loop", "loop too early", "A line would close a loop that leaves out other lines."),
    Technique("", "number in the corner", "Both edges at a corner of the grid are lines, or none is."),
    Technique(
        "",
        "3 beside 0",
        "A 3 beside a 0 has lines on its other sides; if they touch at a corner, on both sides at that corner.",
    ),
)


class SlitherlinkWords(EdgeWords):
    """Players' names for patterns."""

    def single(self, inference: Inference[Any]) -> tuple[str, str]:
        """By the rule and the surroundings."""
        name, why = super().single(inference)
        reason = inference.reasons[0]
        if reason.rule in ("number", "passing"):
            name = self._pattern(inference.puzzle, reason.cells[0], inference) or name
        return name, why

    def _pattern(self, puzzle: Any, cell: Cell, inference: Inference[Any]) -> str:
        """The pattern's name, from a number and what is known around it; empty if there is none."""
        numbers, edges = puzzle.numbers, edges_of(puzzle.height, puzzle.width)
        used = {abs(edges.literal(mark)) for mark in inference.known}
        steps = product((-1, 0, 1), repeat=2)
        zeros = [near for down, right in steps if numbers.get(near := (cell[0] + down, cell[1] + right)) == 0]
        if numbers[cell] == 3 and used and used <= {x for zero in zeros for x in edges.around(zero)}:
            return "3 beside 0"
        cornered = cell[0] in (0, puzzle.height - 1) and cell[1] in (0, puzzle.width - 1)
        return "number in the corner" if cornered and numbers[cell] and not used else ""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """By the rule, and whether lines were found."""
        lines = {str(mark[-1]) for mark in inference.cells} == {LINE}
        if reason.rule == "number":
            number = inference.puzzle.numbers[reason.cells[0]]
            name = f"the {number} at {cell_name(reason.cells[0])}"
            if lines:
                return f"{name} needs all edges that are left"
            return f"{name} has no lines" if not number else f"{name} already has {counted(number, 'line')}"
        if reason.rule == "corner" and lines:
            return reason.text
        return f"otherwise {self.broken(inference.puzzle, reason)}"

    def turn(self, inference: Inference[Any]) -> str:
        """By the number, or where the loop continues."""
        reason, found = inference.reasons[0], {mark[-1] for mark in inference.cells}
        if found and reason.rule in ("number", "passing", "touching"):
            return "by " + " and ".join(f"the {inference.puzzle.numbers[x]} at {cell_name(x)}" for x in reason.cells)
        if found and reason.rule == "corner":
            where = reason.text.partition(" at ")[2]
            if LINE in found:
                return f"the only way on from {where}"
            passed = sum(mark[-1] == LINE for mark in inference.known) == 2
            does = "would already pass" if inference.supposed else "already passes"
            return f"the loop {does} {where}" if passed else f"the loop would end at {where}"
        return super().turn(inference)

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """For a loop, what it encloses."""
        if reason.rule == "touching":
            return reason.text.replace("passes", "could not pass").replace(" with their lines", "")
        if reason.rule != "single-loop":
            return super().broken(puzzle, reason)
        around = f"a loop around {pocket(reason)[3:]} would leave out other lines"
        return around if reason.cells else "no line would be left"
