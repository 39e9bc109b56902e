"""How steps of masyus are explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satdnd.declaration.centre_loops import (
    FINISHED_LOOP,
    LOOP_TECHNIQUES,
    CentreLoopWords,
)
from satdnd.declaration.words import Technique
from satdnd.explanation.wording import Inference, names
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.edges import NONE
from satdnd.sat.formula import Statement

COLOURS = {"w": "white", "b": "black"}
"""The colours of circles, which are also the rules about them."""


def _alone(inference: Inference[Any]) -> bool:
    """Whether the circle's position alone is enough."""
    return not inference.known


def way_through(inference: Inference[Any], reason: Statement) -> str:
    """How the loop passes circles: at them, beside them, or both."""
    if reason.rule in COLOURS.values() and inference.cells:
        return _passed(inference, reason)
    could, other = "could not" if inference.supposed else "cannot", " in any other way" if inference.cells else ""
    return f"the loop {could} pass {_circles(inference.puzzle, reason)}{other}"


def _passed(inference: Inference[Any], reason: Statement) -> str:
    """How the loop passes one circle."""
    at = [reason.place in (mark[:2], mark[2:4]) for mark in inference.cells]
    elsewhere = not all(at) or any(reason.place not in (mark[:2], mark[2:4]) for mark in inference.known)
    does, (go, turn) = ("would ", ("go", "turn")) if inference.supposed else ("", ("goes", "turns"))
    there = f"the {reason.rule} circle at {cell_name(reason.place)}"
    if reason.rule == "white":
        parts = f"{does}{go} straight through {there}", f"{turn} just before or after it"
        alone = f"the loop {does}{turn} just before or after {there}"
    else:
        parts = f"{does}{turn} at {there}", f"{go} straight before and after it"
        alone = f"the loop {does}{go} straight before and after {there}"
    if not any(at):
        return alone
    return f"the loop {' and '.join(parts if elsewhere else parts[:1])}"


class MasyuWords(CentreLoopWords):
    """In arguments, as in steps."""

    def turn(self, inference: Inference[Any]) -> str:
        """How circles are passed, and what would be wrong in a square."""
        reason = inference.reasons[0]
        if reason.rule in (*COLOURS.values(), "beside", "row"):
            return way_through(inference, reason)
        if reason.rule == "square":
            return f"{'otherwise ' if inference.cells else ''}{self.because(inference, reason)}"
        return super().turn(inference)


def _circles(puzzle: Any, reason: Statement) -> str:
    """``the white circles at r1c1 and r1c2``."""
    colours = {puzzle.circles[cell] for cell in reason.cells}
    colour = f"{COLOURS[colours.pop()]} " if len(colours) == 1 else ""
    return f"the {colour}circle{'s' if reason.cells[1:] else ''} at {listed(names(reason.cells))}"


def _colours(*wanted: str) -> Callable[[Inference[Any]], bool]:
    """Whether a rule is about circles of these colours."""
    return lambda inference: sorted(inference.puzzle.circles[x] for x in inference.reasons[0].cells) == sorted(wanted)


NEXT_TO = "A circle, with what is known around it."
TECHNIQUES = (
    Technique("black", "black circle at the border", "The loop leaves it away from the border.", when=_alone),
    Technique("white", "white circle at the border", "The loop passes it along the border.", when=_alone),
    Technique("black", "black circle", NEXT_TO),
    Technique("white", "white circle", NEXT_TO),
    Technique(
        "row",
        "three white circles",
        "The loop runs across a row of three, at each of them.",
        when=_colours(*"www"),
    ),
    Technique("row", "circles side by side", "The loop can pass neighbouring circles in no other way."),
    Technique("beside", "blocked circle", "The loop cannot leave a circle that way: it could not go on beyond it."),
    FINISHED_LOOP,
    *LOOP_TECHNIQUES,
    Technique(
        *("cell", "no way on", "The loop could not go on from a cell.", NONE, "the loop would end at {place}"),
        many="the loop would end at {places}",
    ),
    Technique("square", "2x2 square", "The cells of a 2x2 square, taken together.", why="otherwise {}"),
)
