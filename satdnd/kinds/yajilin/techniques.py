"""How steps of yajilins are explained."""

from __future__ import annotations

from typing import Any

from satdnd.declaration.arrows import parts
from satdnd.declaration.centre_loops import (
    LOOP_TECHNIQUES,
    CentreLoopWords,
    passed,
)
from satdnd.declaration.separation_words import beside_shaded
from satdnd.declaration.words import Technique, count_techniques
from satdnd.explanation.wording import Inference, names, place, signs
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import OPEN, SHADED
from satdnd.rules.count import Count
from satdnd.rules.edges import NONE
from satdnd.rules.statement import Combined
from satdnd.sat.formula import Statement

ON_THE_LOOP = "A cell that the loop passes is not shaded."


def _several(inference: Inference[Any]) -> bool:
    """Whether a rule is about two clues."""
    return len(inference.reasons[0].cells) > 1


def _clues(reason: Statement) -> str:
    """``the clues at r1c1 and r2c2``."""
    return f"the clue{'s' if reason.cells[1:] else ''} at {listed(names(reason.cells))}"


TECHNIQUES = (
    *count_techniques("clue", "clue", "shaded cells", SHADED, "o"),
    Technique("adjacent", "beside a shaded cell", "No two shaded cells are side by side."),
    Technique(
        *("cell", "cell without a way", "The loop could not pass a cell."),
        why="the loop cannot pass {place}",
        when=lambda inference: SHADED in signs(inference.cells).values(),
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, "o", "the loop passes {place}", many="the loop passes them"),
    Technique(
        *("cell", "past a shaded cell", "The loop does not pass a shaded cell.", NONE, "{place} is shaded"),
        when=lambda inference: SHADED in {mark[-1] for mark in inference.known},
        many="{places} are shaded",
    ),
    *LOOP_TECHNIQUES,
    Technique("pair", "dead end beside it", "The loop could not pass the cell beside a shaded one."),
    Technique("line", "clues in one line", "Two clues that count the same cells.", when=_several),
    Technique("line", "room for a clue", "A clue's shaded cells, no two of them side by side, fit in no other way."),
    Technique(
        "cell", "passed already", "The loop has passed a cell.", why="the loop already passes {place}", when=passed
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, why="the loop passes {place}, and has one way to go on"),
)


class YajilinWords(CentreLoopWords):
    """Names the neighbouring cells."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """The cell that the loop could not pass, and the clues that would be wrong."""
        if reason.rule == "pair":
            if {mark[-1] for mark in inference.cells} != {OPEN}:
                return f"there is no other way through {listed(names(reason.cells))}"
            other = next(cell for cell in reason.cells if cell != inference.cells[0][:2])
            return f"with {inference.it} shaded, the loop could not pass {cell_name(other)}"
        if isinstance(reason, Combined) and reason.rule == "line":
            return self._in_line(inference, reason)
        return super().because(inference, reason)

    @staticmethod
    def _in_line(inference: Inference[Any], reason: Combined) -> str:
        """Why clues leave no alternative in their line."""
        puzzle, found = inference.puzzle, sorted({str(mark[-1]) for mark in inference.cells})
        supposed = {OPEN: f"with {inference.it} shaded", NONE: "with the loop there", SHADED: f"without {inference.it}"}
        named = _clues(reason)
        other = "otherwise" if found[1:] else supposed.get(found[0], "otherwise")
        if len(reason.cells) == 1:
            return f"{other} {named} would have no room for its shaded cells, no two of which are side by side"
        seen = {cell: {*puzzle.ahead(cell, puzzle.arrows[cell][-1])} for cell in reason.cells}
        inner, outer = sorted(seen, key=lambda cell: len(seen[cell]))
        beyond = all(len(mark) == 3 and place(mark) in seen[outer] - seen[inner] for mark in inference.cells)
        if seen[inner] < seen[outer] and beyond:
            few, all_ = (parts(puzzle.arrows[cell])[0] for cell in (inner, outer))
            counted = "" if all_ == 1 else "all of " if few == all_ else f"{few} of "
            whole = "the shaded cell" if all_ == 1 else f"the {all_} shaded cells"
            return f"the clue at {cell_name(inner)} counts {counted}{whole} that the clue at {cell_name(outer)} counts"
        return f"{other} {named} could not both be right"

    def turn(self, inference: Inference[Any]) -> str:
        """The neighbour that would be shaded; whether a clue would count too many or too few cells."""
        reason = inference.reasons[0]
        if reason.rule == "adjacent" and inference.cells:
            return beside_shaded(inference, reason)
        if isinstance(reason, Count) and reason.rule == "clue" and not inference.cells:
            shaded = sum(mark[-1] == SHADED for mark in inference.known)
            number = "many" if shaded > reason.most else "few"
            return f"the clue at {cell_name(reason.place)} would have too {number} shaded cells"
        if reason.rule == "pair":
            other = "other " if inference.cells else ""
            there = "would be" if inference.supposed else "is"
            return f"there {there} no {other}way through {listed(names(reason.cells))}"
        if reason.rule == "line":
            one = "its" if reason.cells[:1] == reason.cells else "their"
            return f"{_clues(reason)} would have no {'other ' if inference.cells else ''}room for {one} shaded cells"
        return super().turn(inference)
