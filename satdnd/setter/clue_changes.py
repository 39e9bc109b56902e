"""Changes of clues: every puzzle that differs from a given one in so many of them, and has a solution.

The clues that may change are first left untold, all at once: without a solution then, no other values can help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Generic, TypeVar

from satdnd.engine.kind import Encoding, P, S
from satdnd.engine.search import Search
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Change

C = TypeVar("C")
V = TypeVar("V")


class ClueChanges(Generic[P, S, C, V]):
    """The clues of one puzzle, and how others stand in their place.

    Args:
        puzzle: whose clues change.
        clues: those that are told, by what tells them apart (their cells, mostly).
        with_clues: *puzzle* with others of them, None: not told; its name and notes may be lost.
        values: what else a clue of a puzzle can be, best first.
        encoding: compiles a puzzle.
        contradiction: why a puzzle has no solution, where that is seen at once.
        named: a clue in sentences: ``the island at r1c1``.
        shown: (clue, value) -> the value in sentences.
    """

    def __init__(
        self,
        puzzle: P,
        clues: Mapping[C, V],
        *,
        with_clues: Callable[[P, Mapping[C, V | None]], P],
        values: Callable[[P, C], Iterable[V]],
        encoding: Callable[[P, Budget], Encoding[P, S]],
        contradiction: Callable[[P], str | None],
        named: Callable[[C], str],
        shown: Callable[[C, V], str] = lambda _, value: str(value),
    ) -> None:
        self._puzzle, self._clues = puzzle, clues
        self._with_clues, self._values = with_clues, values
        self._encoding, self._contradiction = encoding, contradiction
        self._named, self._shown = named, shown

    def changes(self, edits: int, budget: Budget) -> Iterator[Change[P]]:
        """Every solvable puzzle with exactly *edits* other clues. Raises Undecided."""
        for chosen in combinations(self._clues, edits):
            untold = self._with_clues(self._puzzle, dict.fromkeys(chosen))
            if self._solvable(untold, budget):
                yield from self._changed_puzzles(untold, chosen, {}, budget)

    def _changed_puzzles(
        self, puzzle: P, left: tuple[C, ...], chosen: Mapping[C, V], budget: Budget
    ) -> Iterator[Change[P]]:
        """Those of a solvable puzzle that does not tell the clues *left*."""
        if not left:
            edits = tuple(
                f"{self._named(clue)}: {self._shown(clue, value)} instead of {self._shown(clue, self._clues[clue])}"
                for clue, value in chosen.items()
            )
            yield Change(edits, puzzle, frozenset(chosen.items()))
            return
        for value in self._values(puzzle, left[0]):
            if value != self._clues[left[0]]:
                further = self._with_clues(puzzle, {left[0]: value})
                if self._solvable(further, budget):
                    yield from self._changed_puzzles(further, left[1:], {**chosen, left[0]: value}, budget)

    def _solvable(self, puzzle: P, budget: Budget) -> bool:
        budget.check()
        if self._contradiction(puzzle):
            return False
        search = Search(self._encoding(puzzle, budget), budget=budget)
        try:
            return search.first(puzzle, (), budget) is not None
        finally:
            search.close()
