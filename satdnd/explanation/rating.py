"""How hard a puzzle is: a number, and one of five names for it. ``docs/difficulty.md`` tells why it is so.

A puzzle is solved in *rounds*. In each, everything is taken at once that follows by the easiest means that give
anything, so that no order of equal steps matters, and mirrored, turned or relabelled puzzles are rated alike:

1. one rule (a component of a statement, see `satdnd.explanation.implication_tables`) and what is known;
2. all but one value is excluded in a cell, by what is known elsewhere;
3. connectivity and what is known;
4. a chain: assume the contrary, take what single rules say of that, then what they say of that, and so on, until a
   rule or connectivity is broken. Its length is the number of rules that one after the other have to be thought of;
5. a guess.

A round costs its *weight*, which doubles from each means to the next, times the bits of the search for a step: the
logarithm of how many places there are to look at for each that gives something. So both count that Pelánek found to
make sudokus hard ("Difficulty rating of sudoku puzzles", 2011 and 2014): what steps need, and how they depend on each
other, since a puzzle with one thread takes more rounds, and longer to find the one step in each.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log2, sqrt
from typing import Any, ClassVar, NamedTuple, get_args

from satdnd.engine.answer import UNDECIDED, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind, S_co, kind_of
from satdnd.engine.options import Grade
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided
from satdnd.explanation.implication_tables import Component, components
from satdnd.explanation.steps import Explanations, Grading
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget

GRADES: tuple[str, ...] = get_args(Grade)
"""From the easiest; every kind has all."""

ONE_RULE, ONE_CELL, ONE_CUT = 2, 3, 3
"""Efforts: a chain of n rules is 2n, one that ends at connectivity 2n + 1, as is what a cell has left."""
MOST = 12
"""The greatest effort of a chain."""
GUESS = 18
"""The effort of a guess. All that is no guess counts for one at most."""
_SCALE = 10


class Round(NamedTuple):
    """What one round takes."""

    effort: int
    """Even: that many halves of rules in a row; odd: connectivity or the values of one cell beyond these."""
    openings: int
    """Steps of that effort that are open: rules that give something, variables that follow, or all after a guess."""
    places: int
    """Where they are looked for: rules or variables that are not done with."""
    reading: float
    """Bits: the logarithm of how many variables are open in the rules that give something, in the mean; else 0."""

    @property
    def cost(self) -> float:
        """Weight times bits of search and reading."""
        search = log2(1 + (self.places + 1) / (self.openings + 1))
        return _weight(self.effort) * (search + self.reading)


def _weight(effort: int) -> float:
    return float(2 ** (effort - ONE_RULE))


class Rating(NamedTuple):
    """How hard a puzzle with one solution is."""

    grade: str
    """One of `GRADES`."""
    score: int
    """From 0; twice that is about twice the effort."""
    rounds: tuple[Round, ...]


@dataclass
class Difficulty(Answer[S_co]):
    """The answer to ``rate``: a puzzle with one solution has a grade, and a time where people's times are known."""

    grade: str | None = None
    """One of `GRADES`."""
    score: int | None = None
    solving_seconds: tuple[int, int, int] | None = None
    """How long people take on average: a fast, a usual and a slow time."""
    readers: ClassVar = {"solving_seconds": tuple}

    def notes(self) -> Iterator[str]:
        """The grade, where there is one, and the time."""
        yield from super().notes() if self.grade is None else [f"{self.grade}, {self.score}"]
        if self.solving_seconds:
            least, usual, most = (round(seconds / 60) for seconds in self.solving_seconds)
            yield f"people take about {usual} minutes, mostly {least} to {most}"


def rate(solver: Solver, puzzle: Any) -> Difficulty[Any]:
    """How hard *puzzle* is.

    Args:
        solver: with the options of the puzzle's kind, and the limits of one question.
        puzzle: of any kind that `satdnd.explanation.explainer.explain` explains.

    Returns:
        ``unique`` with `grade` and `score`; ``unsolvable``, ``multiple`` or ``undecided`` without.

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    started = time.perf_counter()
    kind = kind_of(puzzle)
    options, budget = solver.options_of(kind), solver.budget_of(kind)
    kind.require(Explanations, "grades")
    answer: Difficulty[Any] = Difficulty.of(solver.unique(puzzle))
    if answer.status == UNIQUE:
        try:
            found = rating_of(kind, puzzle, answer.solutions[0], options, budget)
            answer.grade, answer.score = found.grade, found.score
            answer.solving_seconds = grading_of(kind).solving_time(puzzle, found.score)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.solutions, answer.complete = [], False  # who asks how hard it is may want to solve it
    answer.seconds = time.perf_counter() - started
    return answer


def rating_of(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    solution: Any,
    options: Any,
    budget: Budget,
    enough: int | None = None,
) -> Rating:
    """How hard a puzzle is whose only solution is known.

    Args:
        solution: the only one.
        options: of its kind.
        budget: how long.
        enough: a score from which on it does not matter how much higher it is; None: it does.

    Raises:
        Undecided: the budget ran out.
    """
    encoding = stated(kind, puzzle, options, budget)
    score, rounds = Rater(encoding, puzzle, budget).rating(encoding.literals(puzzle, solution), enough)
    return Rating(grade_of(kind, score), score, rounds)


def grading_of(kind: Kind[Any, Any, Any]) -> Grading[Any]:
    """Its own, or the usual."""
    return kind.part(Grading) or Grading()


def grade_of(kind: Kind[Any, Any, Any], score: int) -> str:
    """The name of a score, for puzzles of that kind."""
    return GRADES[sum(score >= limit for limit in grading_of(kind).limits)]


class Rater:
    """One puzzle and what is known of it.

    Args:
        encoding: as `Explanations.statements` makes it.
        puzzle: that it holds.
        budget: how long; methods raise Undecided.
    """

    def __init__(self, encoding: Encoding[Any, Any], puzzle: Any, budget: Budget) -> None:
        self._budget = budget
        self._cuts = encoding.connectivity(puzzle)
        self._all = _board(encoding.projection)[0]
        parts = dict.fromkeys(chain.from_iterable(components(encoding.formula, self._all, budget)))
        self._components_at: dict[int, list[Component]] = defaultdict(list)
        self._rules, self._cells = list[Component](), list[Component]()
        for part in parts:
            places = list(scan(part.scope))
            for place in places:
                self._components_at[place].append(part)
            cells = {encoding.unknowns.mark(place + 1)[:-1] for place in places}
            (self._cells if len(cells) == 1 and len(places) > 2 else self._rules).append(part)
        self._along: Callable[[int], Iterable[int]] = encoding.unknowns.along
        self._follows: dict[int, tuple[int, int]] = {}
        self._side = sqrt(len({encoding.unknowns.mark(v)[:-1] for v in encoding.projection}) or 1)
        self._true, self._false = self._with_along(*_board(encoding.shown(puzzle)))

    def rating(self, solution: Iterable[int], enough: int | None = None) -> tuple[int, tuple[Round, ...]]:
        """Score and rounds of the puzzle with that only solution, given by its true literals at least."""
        true = _board(solution)[0] & self._all
        rounds, cost, guessed = list[Round](), 0.0, 0.0
        while self._all & ~(self._true | self._false):
            self._budget.check()
            found, new_true, new_false = self._round(true)
            rounds.append(found)
            if found.effort < GUESS:
                cost = min(cost + found.cost, _weight(GUESS))
            else:
                guessed += found.cost
            if enough is not None and self._score(cost + guessed) >= enough:
                break
            new_true, new_false = self._with_along(new_true, new_false)
            self._true |= new_true
            self._false |= new_false
        return self._score(cost + guessed), tuple(rounds)

    def _score(self, cost: float) -> int:
        return round(_SCALE * cost / self._side)

    def _round(self, solution: int) -> tuple[Round, int, int]:
        """The easiest that is open, and what it gives: variables that are true, and false."""
        found = self._by_one(self._rules, ONE_RULE) or self._by_one(self._cells, ONE_CELL)
        if found:
            return found
        open_ = self._all & ~(self._true | self._false)
        effort, shown = self._by_connectivity(open_, solution) or self._by_chains(open_, solution)
        openings = shown.bit_count()
        if not shown:
            effort, openings, shown = GUESS, *self._by_guess(open_, solution)
        return Round(effort, openings, open_.bit_count(), 0.0), shown & solution, shown & ~solution

    def _by_one(self, parts: Sequence[Component], effort: int) -> tuple[Round, int, int] | None:
        """What single rules give; None: nothing."""
        open_ = self._all & ~(self._true | self._false)
        true = false = openings = places = reading = 0
        for part in parts:
            here = part.scope & open_
            if not here:
                continue
            places += 1
            found = part.implied(self._true, self._false)
            if found and (found[0] | found[1]) & open_:
                openings += 1
                reading += here.bit_count()
                true |= found[0] & open_
                false |= found[1] & open_
        return (Round(effort, openings, places, log2(reading / openings)), true, false) if openings else None

    def _by_connectivity(self, open_: int, solution: int) -> tuple[int, int] | None:
        """The effort, and the variables that follow; None: none."""
        if not self._cuts:
            return None
        shown = 0
        for place in scan(open_):
            bit = 1 << place
            if self._cuts.broken(self._true | bit & ~solution, self._false | bit & solution):
                shown |= bit
        return (ONE_CUT, shown) if shown else None

    def _by_chains(self, open_: int, solution: int) -> tuple[int, int]:
        """The effort of the shortest chains, and the variables that they show; 0: none."""
        effort, shown = MOST, 0
        for place in scan(open_):
            self._budget.check()
            needed = self._chain(1 << place, not solution >> place & 1, effort)
            if needed is not None and needed < effort:
                effort, shown = needed, 0
            if needed is not None:
                shown |= 1 << place
        return effort, shown

    def _by_guess(self, open_: int, solution: int) -> tuple[int, int]:
        """How many variables the best guess settles; and what the best ones settle together."""
        most, shown = 0, 0
        for place in scan(open_):
            self._budget.check()
            *_, last = self._consequences(1 << place, bool(solution >> place & 1))
            settled = open_ & (last[0] | last[1]) if last else 0
            if settled.bit_count() > most:
                most, shown = settled.bit_count(), 0
            if settled.bit_count() == most:
                shown |= settled
        return most, shown

    def _chain(self, bit: int, value: bool, most: int) -> int | None:
        """The effort after which it is seen that a variable cannot have that value; None: more than *most*."""
        for length, known in enumerate(self._consequences(bit, value), 1):
            if known is None:
                return 2 * length
            if self._cuts and 2 * length < most and self._cuts.broken(*known):
                return 2 * length + 1
            if 2 * length + 2 > most:
                return None
        return None

    def _consequences(self, bit: int, value: bool) -> Iterator[tuple[int, int] | None]:
        """What is known with that value of a variable and by ever more rules in a row; None, the end: one is broken."""
        true, false = self._true, self._false
        new_true, new_false = (bit, 0) if value else (0, bit)
        while new_true | new_false:
            new_true, new_false = self._with_along(new_true, new_false)
            touched = self._touched((new_true | new_false) & ~(true | false))
            true |= new_true
            false |= new_false
            new_true = new_false = 0
            for found in (part.implied(true, false) for part in touched) if not true & false else (None,):
                if found is None:
                    yield None
                    return
                new_true |= found[0]
                new_false |= found[1]
            yield true, false

    def _with_along(self, true: int, false: int) -> tuple[int, int]:
        """With what is marked together with these."""
        more_true, more_false = true, false
        for sign, board in ((1, true), (-1, false)):
            for place in scan(board):
                literal = sign * (place + 1)
                found = self._follows.get(literal)
                if found is None:
                    found = self._follows[literal] = _board(self._along(literal))
                more_true |= found[0]
                more_false |= found[1]
        return more_true, more_false

    def _touched(self, board: int) -> Iterable[Component]:
        """The components that speak of one of these variables."""
        return dict.fromkeys(part for place in scan(board) for part in self._components_at[place])


def _board(literals: Iterable[int]) -> tuple[int, int]:
    """The variables that are true, and false."""
    found = [0, 0]
    for x in literals:
        found[x < 0] |= 1 << abs(x) - 1
    return found[0], found[1]
