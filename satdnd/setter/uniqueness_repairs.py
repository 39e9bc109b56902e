"""Additions and changes that leave a puzzle with several solutions one: given cells, more clues, other clues."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from satdnd.engine.answer import MULTIPLE, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided, UsageError
from satdnd.grid.notation import counted, listed
from satdnd.sat.budget import Budget
from satdnd.setter.findings import Repair
from satdnd.setter.parts import AdditionalClue, AdditionalClues, GivenCells, Repairs
from satdnd.setter.repair_search import find_repairs

MOST_UNIQUE = 50
"""The maximum number of repairs found for a puzzle with several solutions."""
MANY = 12
"""The most clues listed in full; longer lists show half as many, and the number of the others."""


def can_be_made_unique(kind: Kind[Any, Any, Any]) -> bool:
    """Whether puzzles of a kind could be made unique by given cells, additional clues or changes."""
    return any(isinstance(part, GivenCells | AdditionalClues | Repairs) for part in kind.parts)


def one_solution_repairs(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    solutions: Sequence[Any],
    given: tuple[Sequence[Any] | None, Sequence[str]],
    options: Any,
    edits: int,
    budget: Budget,
) -> tuple[list[Repair], bool]:
    """Small additions and changes that leave one solution, those of fewest clues first.

    Args:
        kind: the puzzle's kind.
        puzzle: a puzzle with several solutions.
        solutions: some of its solutions; the first is the one to keep.
        given: givens that leave one solution, as marks and as sentences; None if a diagnosis found none.
        options: the options of the kind.
        edits: 0: no search among all changes of one clue.
        budget: the limits for all questions.

    Returns:
        at most `MOST_UNIQUE` repairs and those of one clue, and whether all were tried.
    """
    found = dict[str, Repair]()
    solver = Solver(replace(options, graph_check=False), budget=budget.part)
    clues = UniquenessRepairs(kind, puzzle, solutions, solver, budget)

    def changes() -> Iterator[tuple[tuple[str, ...], Any]]:
        """Changes and the resulting puzzles, each with one solution."""
        for text, made in clues.additional():  # an additional clue changes a drawing least
            yield (text,), made
        if cells := clues.given(*given):
            yield (cells[0],), cells[1]
        own = kind.part(Repairs)
        for change in own.unique(puzzle, solutions) if own else ():
            budget.check()
            if solver.unique(change.puzzle).status == UNIQUE:
                yield change.edits, change.puzzle

    complete = True
    try:
        for edit, made in changes():
            found.setdefault("; ".join(edit), Repair(edit, made, UNIQUE))
            if len(found) == MOST_UNIQUE:
                raise Undecided("enough were found")
        if edits:
            with suppress(UsageError):  # a kind without a search for changes
                more, _, complete = find_repairs(kind, puzzle, options, 1, True, budget)
                found |= {"; ".join(repair.edits): repair for repair in more if repair.status == UNIQUE}
    except Undecided:
        complete = False
    finally:
        solver.close()
    return sorted(found.values(), key=lambda repair: len(repair.edits)), complete


@dataclass(frozen=True)
class UniquenessRepairs:
    """Completes the clues of one puzzle.

    Args:
        kind: the puzzle's kind.
        puzzle: a puzzle with several solutions.
        solutions: some of its solutions; the first is the one to keep.
        solver: a solver with the current options, limited by *budget*.
        budget: the limits for all questions.
    """

    kind: Kind[Any, Any, Any]
    puzzle: Any
    solutions: Sequence[Any]
    solver: Solver
    budget: Budget

    def given(self, marks: Sequence[Any] | None, sentences: Sequence[str]) -> tuple[str, Any] | None:
        """The puzzle with the given *marks*, or with an irreducible set of given cells.

        Args:
            marks: givens that leave one solution, as found by `diagnose`; None if it found none.
            sentences: the same as sentences.

        Returns:
            the description and the puzzle; None for a kind without given cells.

        Raises:
            Undecided: a limit was reached.
        """
        try:
            if marks is not None:
                made = self.kind.require(GivenCells).given(self.puzzle, [tuple(mark) for mark in marks])
                if self.solver.unique(made).status == UNIQUE:
                    return _additions_text("give that", sentences), made
            return self._narrowed_given()
        except UsageError:
            return None

    def _narrowed_given(self) -> tuple[str, Any]:
        cells = self.kind.require(GivenCells)
        encoding: Encoding[Any, Any] = self.kind.compiled(self.puzzle, self.kind.options(), self.budget)
        solution = self.solutions[0]
        own = encoding.literals(self.puzzle, solution)

        def given(literals: Sequence[int]) -> Any:
            """The puzzle with these givens."""
            return cells.given(self.puzzle, [encoding.unknowns.mark(x) for x in literals])

        def difference(answer: Answer[Any], chosen: Sequence[int]) -> int:
            """A literal in which another solution differs."""
            other = next(each for each in answer.solutions if each != solution)
            return max(set(own).difference(encoding.literals(self.puzzle, other)), key=lambda x: (x > 0, -abs(x)))

        found, made = self._narrow(given, difference)
        return _additions_text("give that", [encoding.unknowns.sentence(x) for x in sorted(found, key=abs)]), made

    def additional(self) -> Iterator[tuple[str, Any]]:
        """The puzzle with one additional clue, for each clue that leaves one solution; if none does, with several
        clues.

        Raises Undecided.
        """
        part = self.kind.part(AdditionalClues)
        if part is None:
            return
        clues, *more = (part.clues(self.puzzle, solution) for solution in self.solutions)

        def build(chosen: Sequence[AdditionalClue[Any]]) -> Any:
            """The puzzle with these clues, without its name and its notes."""
            return replace(part.added(self.puzzle, dict(clue.what for clue in chosen)), name="", extra={})

        alone = False
        for clue in {each.text: each for each in chain(clues, *more)}.values():
            self.budget.check()
            made = build([clue])
            if self.solver.unique(made).status == UNIQUE:
                alone = True
                yield clue.text, made
        if alone or not clues:
            return

        def difference(answer: Answer[Any], chosen: Sequence[AdditionalClue[Any]]) -> AdditionalClue[Any]:
            """A clue that another solution does not satisfy. Raises UsageError if there is none."""
            for other in answer.solutions:
                for clue in clues:
                    if clue not in chosen and not clue.holds(other):
                        return clue
            raise UsageError("no extra clue can tell these solutions apart")

        try:
            found, made = self._narrow(build, difference)
        except UsageError:
            return
        yield _additions_text("", [clue.short or clue.text for clue in clues if clue in found]), made

    def _narrow(
        self, build: Callable[[list[Any]], Any], difference: Callable[[Answer[Any], list[Any]], Any]
    ) -> tuple[list[Any], Any]:
        """An irreducible set of clues, not necessarily a smallest one, and the puzzle with them. Raises Undecided."""

        def solved(chosen: list[Any]) -> tuple[Any, Answer[Any]]:
            """The puzzle with these clues, and the answer about its uniqueness."""
            self.budget.check()
            made = build(chosen)
            return made, self.solver.unique(made)

        chosen: list[Any] = []
        made, answer = solved(chosen)
        while answer.status == MULTIPLE:
            chosen.append(difference(answer, chosen))
            made, answer = solved(chosen)
        if answer.status != UNIQUE:
            raise Undecided(answer.reason or "no solution is left")
        for clue in list(chosen):
            less = [other for other in chosen if other != clue]
            without, fewer = solved(less)
            if fewer.status == UNIQUE:
                chosen, made = less, without
        return chosen, made


def _additions_text(before: str, sentences: Sequence[str]) -> str:
    """A phrase for the additions; long lists are shortened."""
    texts = list(sentences)
    if len(texts) > MANY:
        texts = [*texts[: MANY // 2], f"{counted(len(texts) - MANY // 2, 'more clue')}"]
    return f"{before} {listed(texts)}".strip()
