"""The derived parts for setters: changed clues, clues to add and to leave out, given cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from typing import Any

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.engine.kind import Kind, Rules
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.parts import AdditionalClue, Change


def repairs(
    kind: Kind[Any, Any, Any], puzzle: GridPuzzle, options: Settings, edits: int, budget: Budget
) -> Iterator[Change[Any]]:
    """Every solvable puzzle with exactly *edits* changed clues. Raises Undecided."""
    named = replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={})
    with closing(_Changes(kind, named, options, budget)) as changes:
        yield from changes.of_clues(edits)


class _Changes:
    """The possible changes of one puzzle's clues.

    The clues to change are first left out together: if there is still no solution, no other values can help.
    """

    def __init__(self, kind: Kind[Any, Any, Any], puzzle: GridPuzzle, options: Settings, budget: Budget) -> None:
        self._kind, self._puzzle, self._options, self._budget = kind, puzzle, options, budget
        self._families = families_of(type(puzzle))
        self._search: Search[Any, Any] | None = None
        self._searched: GridPuzzle | None = None

    def close(self) -> None:
        """End the search."""
        if self._search:
            self._search.close()

    def of_clues(self, edits: int) -> Iterator[Change[Any]]:
        """Every solvable puzzle with exactly *edits* changed clues. Raises Undecided."""
        for chosen in combinations(self._puzzle.given_clues, edits):
            blank = self._puzzle.changed(dict.fromkeys(chosen))
            clues = tuple(sorted(chosen, key=lambda clue: self._families[clue.field].open))
            if not all(self._families[clue.field].open for clue in chosen) or self._solvable(blank):
                yield from self._changed(blank, clues, {}, set())

    def _changed(
        self, puzzle: GridPuzzle, left: tuple[Clue, ...], chosen: Mapping[Clue, Any], seen: set[GridPuzzle]
    ) -> Iterator[Change[Any]]:
        """The changes of a solvable puzzle without the clues *left*; each board *seen* comes once."""
        old = self._puzzle.given_clues
        if not left:
            edits = (self._families[at.field].change(at.place, old[at], value) for at, value in chosen.items())
            yield Change(tuple(edits), puzzle, frozenset(chosen.items()))
            return
        clue, *rest = left
        value = getattr(self._puzzle, clue.field)
        for other in self._families[clue.field].alternatives(value, clue.place, (puzzle.height, puzzle.width)):
            further = puzzle.changed({clue: other})
            if other != old[clue] and further not in seen:
                seen.add(further)
                if self._solvable(further):
                    yield from self._changed(further, tuple(rest), {**chosen, clue: other}, seen)

    def _solvable(self, puzzle: GridPuzzle) -> bool:
        """Whether a puzzle has a solution; puzzles that differ only in given marks share one session."""
        self._budget.check()
        if self._kind.refuted(puzzle, self._options, self._budget):
            return False
        given = {clue: None for clue in puzzle.given_clues if self._families[clue.field].given}
        bare = puzzle.changed(given) if given else puzzle
        if self._search is None or bare != self._searched:
            self.close()
            encoding = self._kind.compiled(bare, self._options, self._budget)
            self._search = Search(encoding, budget=self._budget)
            self._searched = bare
        shown = self._kind.require(Rules).book(puzzle, self._options).shown if given else ()
        return self._search.first(puzzle, shown, self._budget) is not None


def with_given(puzzle: GridPuzzle, marks: Iterable[Mark]) -> GridPuzzle:
    """The puzzle with further given marks. Raises UsageError for a mark that cannot be given."""
    field, family = next((name, family) for name, family in families_of(type(puzzle)).items() if family.given)
    cells = {(int(r), int(c)): str(what) for r, c, what in marks}
    return puzzle.changed({Clue(field, cell): family.of_mark(cell, what) for cell, what in cells.items()})


def additional_clues(
    clues_of: Callable[[Any, Any], Any], puzzle: GridPuzzle, solution: Any
) -> list[AdditionalClue[Any]]:
    """The clues of *solution* that a puzzle does not have."""
    owner, clues = type(puzzle), puzzle.given_clues
    found = []
    for clue, value in clues_of(puzzle, solution).given_clues.items():
        if clue not in clues:
            family = families_of(owner)[clue.field]
            text = family.sentence(clue.place, value)

            def holds(other: Any, clue: Clue = clue, value: Any = value) -> bool:
                """Whether another solution has the same clue there."""
                return bool(clues_of(puzzle, other).given_clues.get(clue) == value)

            found.append(AdditionalClue(text + family.instead, (clue, value), holds, text))
    return found


def removable_clues(kind: Kind[Any, Any, Any], puzzle: GridPuzzle) -> Mapping[Statement, Clue]:
    """The statements that come from one clue each; without these statements, the puzzle does not have the clue."""
    book = kind.require(Rules).book(puzzle, kind.options())
    return {statement: statement.clue for statement in book.each() if statement.clue is not None}
