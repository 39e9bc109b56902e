"""Sentences about divisions of a grid: the names of several borders, and of cells that belong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar

from satdnd.declaration.words.kind_words import DeclaredWords
from satdnd.explanation.phrases import BE, Phrase, Verb
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import area_name, cell_name
from satdnd.rules.area_among import AreaAmong
from satdnd.rules.borders import EdgedArea
from satdnd.rules.edges import NONE
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement

TOGETHER = Phrase.of(Verb("belong", "belong", "belonged", "would belong"), "together")
"""The phrase for cells without a border between."""


def cells_beside(mark: Mark) -> tuple[Cell, Cell]:
    """The two cells at an edge: above and below, or left and right."""
    r, c = int(mark[0]), int(mark[1])
    return ((r - 1, c), (r, c)) if mark[2] == "n" else ((r, c - 1), (r, c))


def border_names(marks: Sequence[Mark]) -> list[str]:
    """``the edges below r2c1 to r2c3``; cells that belong together are one name, ``r1c1 to r2c3``."""
    if marks and marks[0][-1] == NONE:
        return [area_name(area) for area in joined(map(cells_beside, marks))]
    return [*_along([mark for mark in marks if mark[2] == "n"]), *_along([mark for mark in marks if mark[2] == "w"])]


def _along(marks: Sequence[Mark]) -> Iterator[str]:
    """The names of edges that are all horizontal or all vertical, consecutive ones as one."""
    axis = 0 if marks and marks[0][2] == "n" else 1  # of the line in which such edges are consecutive
    cells = sorted((cells_beside(mark)[0] for mark in marks), key=lambda cell: (cell[axis], cell[1 - axis]))
    runs = groupby(enumerate(cells), lambda item: (item[1][axis], item[1][1 - axis] - item[0]))
    for run in ([cell for _, cell in own] for _, own in runs):
        if run[1:]:
            yield f"the edges {('below', 'right of')[axis]} {area_name(run)}"
        else:
            ((r, c),) = run
            yield f"the edge between {cell_name((r, c))} and {cell_name((r + 1 - axis, c + axis))}"


def joined(pairs: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The cells that pairs join, in reading order of their first cells."""
    areas = list[set[Cell]]()
    for pair in pairs:
        near = [area for area in areas if area & {*pair}]
        areas = [area for area in areas if area not in near] + [set(pair).union(*near)]
    return sorted(map(sorted, areas))


def areas_left(inference: Inference[Any], reason: Statement) -> list[EdgedArea]:
    """The areas of an `AreaAmong` that are possible with what is known."""
    assert isinstance(reason, AreaAmong)
    known = list(map(reason.edges.literal, inference.known))
    return reason.fitting(*(sum(1 << abs(x) - 1 for x in known if (x > 0) == sign) for sign in (True, False)))


class BorderWords(DeclaredWords):
    """Sentences about divisions: an area of which all is known, otherwise borders and cells that belong together."""

    area: ClassVar[str] = "area"
    """The word for an area."""

    def found(self, inference: Inference[Any], form: str = "is") -> str:
        """``r1c1 to r2c3 is an area``, if that is all that was found."""
        reason = inference.reasons[0]
        left = areas_left(inference, reason) if isinstance(reason, AreaAmong) and not inference.reasons[1:] else []
        if len(left) != 1 or not inference.cells:
            return super().found(inference, form)
        name = area_name(inference.puzzle.grid.cells(left[0].cells))
        verb = BE.would if form == "would" else BE.many if " and " in name else BE.one
        return f"{name} {verb} {'an' if self.area[0] in 'aeiou' else 'a'} {self.area}"

    def parts(self, puzzle: Any, marks: Sequence[Mark], form: str) -> list[str]:
        """``r1c1 and r2c1 belong together``, for each group."""
        verb = TOGETHER.verb
        belong = {"were": verb.were, "would": verb.would}.get(form, verb.many)
        apart = [mark for mark in marks if mark[-1] != NONE]
        groups = border_names([mark for mark in marks if mark[-1] == NONE])
        return [*super().parts(puzzle, apart, form), *(f"{name} {belong} {TOGETHER.one}" for name in groups)]
