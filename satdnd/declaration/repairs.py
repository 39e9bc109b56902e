"""Derived parts for setters: other clues, clues to add and to leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from satdnd.declaration.clues import families_of
from satdnd.declaration.puzzle import Clue, GridPuzzle, clue_name, shown_clue
from satdnd.engine.kind import Encoding, Kind, Rules
from satdnd.engine.settings import Settings
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.clue_changes import ClueChanges
from satdnd.setter.parts import AdditionalClue, Change


def repairs(
    kind: Kind[Any, Any, Any],
    puzzle: GridPuzzle,
    options: Settings,
    edits: int,
    budget: Budget,
    encoding: Callable[[Any, Budget], Encoding[Any, Any]] | None = None,
) -> Iterator[Change[Any]]:
    """Every solvable puzzle with exactly *edits* other clues; *encoding* compiles one, None: as the kind does.

    Raises Undecided.
    """
    owner, told = type(puzzle), puzzle.told

    def values(other: GridPuzzle, clue: Clue) -> Iterable[Any]:
        """What may stand there instead."""
        value = getattr(puzzle, clue.field)
        return families_of(owner)[clue.field].alternatives(value, clue.place, (puzzle.height, puzzle.width))

    numbers = ClueChanges[Any, Any, Clue, Any](
        replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={}),
        told,
        with_clues=lambda other, clues: other.changed(clues),
        values=values,
        encoding=encoding or (lambda other, part: kind.encoding(other, options, budget=part)),
        contradiction=lambda other: kind.contradiction(other, options),
        named=partial(clue_name, owner),
        shown=lambda clue, value: shown_clue(owner, clue, value),
    )
    return numbers.changes(edits, budget)


def additional_clues(
    clues_of: Callable[[Any, Any], Any], puzzle: GridPuzzle, solution: Any
) -> list[AdditionalClue[Any]]:
    """What a puzzle does not tell of *solution*."""
    owner, told = type(puzzle), puzzle.told
    found = []
    for clue, value in clues_of(puzzle, solution).told.items():
        if clue not in told:
            family = families_of(owner)[clue.field]
            text = family.sentence(clue.place, value)

            def holds(other: Any, clue: Clue = clue, value: Any = value) -> bool:
                """Whether another solution has the same there."""
                return bool(clues_of(puzzle, other).told.get(clue) == value)

            found.append(AdditionalClue(text + family.instead, (clue, value), holds, text))
    return found


def removable_clues(kind: Kind[Any, Any, Any], puzzle: GridPuzzle) -> Mapping[Statement, Clue]:
    """The statements that a clue makes, of families whose clues may be left out."""
    families = families_of(type(puzzle))
    return {
        statement: statement.clue
        for statement in kind.require(Rules).book(puzzle, kind.options()).statements
        if statement.clue is not None and families[statement.clue.field].removable
    }
