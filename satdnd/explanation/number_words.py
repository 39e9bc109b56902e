"""Sentences about numbers: what a cell holds, what is left for it, and what is ruled out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from satdnd.engine.kind import P
from satdnd.explanation.phrases import BE, Phrase, Verb
from satdnd.explanation.step_words import Words
from satdnd.explanation.steps import Bound, Step
from satdnd.explanation.wording import Inference, alternatives, names, place
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.count import EachOnce
from satdnd.rules.unknowns import NOT, Mark, Unknowns, Values
from satdnd.sat.formula import Literal

LEFT = "only "
"""The prefix of the numbers left for a cell."""
_MOST = 2
"""The most facts about a house that one reason names."""
_ONLY = Verb("can only be", "can only be", "could only be", "could only be")


def each_once(inference: Inference[Any], cells: Sequence[Cell], house: str) -> str:
    """What follows from what is known because a *house* of cells has each number once; empty if it takes more to say.

    Where nothing is found: which number it has twice, or not at all.
    """
    here, would = set(cells), inference.supposed
    known = {(place(mark), str(mark[-1])) for mark in inference.known if place(mark) in here}
    placed = {cell: what for cell, what in known if not what.startswith(NOT)}
    there: dict[str, list[Cell]] = {}
    for cell, number in sorted(placed.items()):
        there.setdefault(number, []).append(cell)

    def open_to(number: str) -> list[Cell]:
        """The cells that may hold it."""
        return [x for x in cells if placed.get(x, number) == number and (x, f"{NOT}{number}") not in known]

    if not inference.cells:
        twice = [f"{house} would have two {number}s" for number, own in there.items() if own[1:]]
        numbers = sorted({what.removeprefix(NOT) for _, what in known}, key=lambda what: (len(what), what))
        none = (f"{house} would have no place for {number}" for number in numbers if not open_to(number))
        return next(iter(twice), "") or next(none, "")
    has, texts, placeless = "would have" if would else "has", dict[str, None](), list[str]()
    for mark in inference.cells:
        cell, number = place(mark), str(mark[-1]).removeprefix(NOT)
        if number == str(mark[-1]):
            if {*open_to(number)} - {cell}:
                return ""
            placeless.append(number)
        elif placed.get(cell, number) != number:
            texts[f"{cell_name(cell)} {'would be' if would else 'is'} {placed[cell]}"] = None
        else:
            own = there.get(number)
            if not own:
                return ""
            texts[f"{house} {has} its {number} at {cell_name(own[0])}"] = None
    if len(texts) + len(placeless) > _MOST:
        return ""
    if placeless:
        texts[f"{house} {has} no other place for {' or '.join(placeless)}"] = None
    return ", and ".join(texts)


class NumberWords(Words[P]):
    """The words of kinds whose marks are numbers (``5``) or excluded numbers (``not 5``)."""

    def phrase(self, puzzle: P, what: str) -> Phrase:
        """The sign itself, or the numbers that are left."""
        return Phrase.of(_ONLY if what.startswith(LEFT) else BE, what.removeprefix(LEFT))

    def opposite(self, mark: Mark) -> Mark:
        """Add or remove ``not``."""
        what = str(mark[-1])
        return (*mark[:-1], what.removeprefix(NOT) if what.startswith(NOT) else f"{NOT}{what}")

    def describe(self, puzzle: P, step: Step, known: Sequence[Literal], unknowns: Unknowns) -> tuple[str, str]:
        """For a number excluded by one "each once" rule, name its place, or the number in the cell."""
        ruled_out = all(str(mark[-1]).startswith(NOT) for mark in step.cells)
        first, *others = step.reasons
        if others or not (ruled_out and isinstance(first, EachOnce) and first.least):
            return super().describe(puzzle, step, known, unknowns)
        why = first.text
        if len(step.known) == len(step.cells) == 1:
            (found,), (other,) = step.cells, step.known
            here = place(found) == place(other)
            why = f"it is {other[-1]}" if here else f"{cell_name(place(other))} is, and {why}"
        return "already there", f"{self.stated(puzzle, step.cells)}: {why}."

    def turn(self, inference: Inference[P]) -> str:
        """Where a house has a number, or that it has no other place for it."""
        (reason,) = inference.reasons
        text = ""
        if isinstance(reason, EachOnce) and reason.least and len(reason.cells) > 1:
            text = each_once(inference, reason.cells, reason.text.partition(" holds ")[0])
        return text or super().turn(inference)

    def bound(self, inference: Inference[P], group: Sequence[Bound]) -> str:
        """For several numbers in one cell: ``r1c1 is 2 or 5``, ``r1c1 is only one of 2 and 5``."""
        marks = [mark for bound in group for mark in bound.marks]
        numbers = [str(mark[-1]).removeprefix(NOT) for mark in marks]
        if len({place(mark) for mark in marks}) > 1 or len(numbers) == 1:
            return super().bound(inference, group)
        where = cell_name(place(marks[0]))
        if str(marks[0][-1]).startswith(NOT):
            return f"{where} is only one of {listed(numbers)}"
        return f"{where} is {listed(numbers).replace(' and ', ' or ')}"

    def joint(self, inferences: Sequence[Inference[P]]) -> tuple[str, str] | None:
        """None: each number has a reason in its own line or cell."""
        return None

    def supposed(self, puzzle: P, assumptions: Sequence[Sequence[Mark]]) -> str:
        """``r1c1 were 1 or 2``."""
        cells = {mark[:2] for marks in assumptions for mark in marks}
        values = [str(marks[0][-1]) for marks in assumptions]
        if len(cells) == 1 and assumptions[1:] and not any(value.startswith(NOT) for value in values):
            return super().supposed(puzzle, [[(*cells.pop(), alternatives(values))]])
        return super().supposed(puzzle, assumptions)

    def shown(self, inference: Inference[P]) -> tuple[Mark, ...]:
        """If more numbers are ruled out for a cell than are left, those left: ``r1c1 can only be 3 or 4``."""
        unknowns, gone = inference.unknowns, dict[Cell, set[str]]()
        if not isinstance(unknowns, Values):
            return inference.cells
        found = set(inference.cells)
        for mark in {*inference.known, *found}:
            if str(mark[-1]).startswith(NOT):
                gone.setdefault(place(mark), set()).add(str(mark[-1]).removeprefix(NOT))
        shown = list[Mark]()
        for cell, same in groupby(inference.cells, place):
            marks = list(same)
            candidates = [str(unknowns.mark(x)[-1]) for x in unknowns.candidates(cell).values()]
            left = [value for value in candidates if value not in gone.get(cell, ())]
            fewer = len(left) < len(marks) and all(str(mark[-1]).startswith(NOT) for mark in marks)
            shown += [(*cell, LEFT + alternatives(left))] if fewer else marks
        return tuple(shown)

    def parts(self, puzzle: P, marks: Sequence[Mark], form: str) -> list[str]:
        """``r1c1 is 5``, ``r1c1 and r1c2 cannot be 3 or 4``."""
        placed = [mark for mark in marks if not str(mark[-1]).startswith(NOT)]
        ruled_out = dict[Cell, list[str]]()
        for mark in sorted(marks, key=lambda mark: (place(mark), len(str(mark[-1])), str(mark[-1]))):
            if mark not in placed:
                ruled_out.setdefault(place(mark), []).append(str(mark[-1]).removeprefix(NOT))
        alike = dict[tuple[str, ...], list[Cell]]()
        for cell, values in ruled_out.items():
            alike.setdefault(tuple(values), []).append(cell)
        cannot = {"were": "could not be", "would": "could not be"}.get(form, "cannot be")
        same = dict[str, list[Mark]]()
        for mark in sorted(placed):
            same.setdefault(str(mark[-1]), []).append(mark)
        parts = [part for marks in same.values() for part in super(NumberWords, self).parts(puzzle, marks, form)]
        parts += [f"{listed(names(cells))} {cannot} {alternatives(values)}" for values, cells in alike.items()]
        return parts
