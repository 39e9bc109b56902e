"""How hard a puzzle is: a number, and one of five names for it. ``docs/difficulty.md`` tells why it is so.

A puzzle is solved in *rounds*. In each, everything is taken at once that follows by the easiest means that give
anything, so that no order of equal steps matters, and mirrored, turned or relabelled puzzles are rated alike:

1. one rule (a component of a statement, see `satdnd.explanation.implication_tables`) and what is known;
2. connectivity and what is known;
3. a chain: assume the contrary, take what single rules say of that, then what they say of that, and so on, until a
   rule or connectivity is broken. Its length is the number of rules that one after the other have to be thought of.

A round costs its *weight*, which doubles from each means to the next, times the bits of the search for a step: the
logarithm of how many places there are to look at for each that gives something. So both count that Pelánek found to
make sudokus hard ("Difficulty rating of sudoku puzzles", 2011 and 2014): what steps need, and how they depend on each
other, since a puzzle with one thread takes more rounds, and longer to find the one step in each.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import log2, sqrt
from typing import Any, NamedTuple, get_args

from satdnd.engine.answer import UNDECIDED, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind, S_co, kind_of
from satdnd.engine.options import Grade
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided
from satdnd.explanation.implication_tables import Component, components
from satdnd.explanation.steps import Explanations
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget

GRADES: tuple[str, ...] = get_args(Grade)
"""From the easiest; every kind has all."""
LIMITS = (55, 90, 140, 250)
"""The scores at which the second to the fifth grade begin."""

ONE_RULE, ONE_CUT = 2, 3
"""Efforts: a chain of n rules is 2n, one that ends at connectivity 2n + 1."""
MOST = 12
"""The greatest effort: what no chain shows is rated as that."""
_SCALE = 10


class Round(NamedTuple):
    """What one round takes."""

    effort: int
    """Even: that many halves of rules in a row; odd: connectivity beyond these."""
    openings: int
    """Steps of that effort that are open: rules that give something, or cells that follow."""
    places: int
    """Where they are looked for: rules or cells that are not done with."""
    reading: float
    """Bits: the logarithm of how many variables are open in the rules that give something, in the mean; else 0."""

    @property
    def cost(self) -> float:
        """Weight times bits of search and reading."""
        search = log2(1 + (self.places + 1) / (self.openings + 1))
        return float(2 ** (self.effort - ONE_RULE)) * (search + self.reading)


class Rating(NamedTuple):
    """How hard a puzzle with one solution is."""

    grade: str
    """One of `GRADES`."""
    score: int
    """From 0; twice that is about twice the effort."""
    rounds: tuple[Round, ...]


@dataclass
class Difficulty(Answer[S_co]):
    """The answer to ``rate``: a puzzle with one solution has a grade."""

    grade: str | None = None
    """One of `GRADES`."""
    score: int | None = None

    def notes(self) -> Iterator[str]:
        """The grade, where there is one."""
        yield from super().notes() if self.grade is None else [f"{self.grade}, {self.score}"]


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
    begun = time.perf_counter()
    kind = kind_of(puzzle)
    options, budget = solver.options_of(kind), solver.budget_of(kind)
    kind.require(Explanations, "grades")
    answer: Difficulty[Any] = Difficulty.of(solver.unique(puzzle))
    if answer.status == UNIQUE:
        try:
            found = rating_of(kind, puzzle, answer.solutions[0], options, budget)
            answer.grade, answer.score = found.grade, found.score
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.solutions, answer.complete = [], False  # who asks how hard it is may want to solve it
    answer.seconds = time.perf_counter() - begun
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
    return Rater(encoding, puzzle, budget).rating(encoding.literals(puzzle, solution), enough)


def grade_of(score: float) -> str:
    """The name of a score."""
    return GRADES[sum(score >= limit for limit in LIMITS)]


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
        self._parts = list(dict.fromkeys(chain.from_iterable(components(encoding.formula, self._all, budget))))
        self._components_at: dict[int, list[Component]] = defaultdict(list)
        for part in self._parts:
            for place in scan(part.scope):
                self._components_at[place].append(part)
        self._along: Callable[[int], Iterable[int]] = encoding.along
        self._follows: dict[int, tuple[int, int]] = {}
        self._side = sqrt(len({encoding.mark(v)[:-1] for v in encoding.projection}) or 1)
        self._true, self._false = self._with_along(*_board(encoding.shown(puzzle)))

    def rating(self, solution: Iterable[int], enough: int | None = None) -> Rating:
        """Of the puzzle with that only solution, given by its true literals at least."""
        true = _board(solution)[0] & self._all
        rounds, cost = list[Round](), 0.0
        dirty: Iterable[Component] = self._parts
        while self._all & ~(self._true | self._false):
            self._budget.check()
            found, new_true, new_false = self._round(dirty, true)
            rounds.append(found)
            cost += found.cost
            if enough is not None and self._score(cost) >= enough:
                break
            new_true, new_false = self._with_along(new_true, new_false)
            dirty = self._touched((new_true | new_false) & ~(self._true | self._false))
            self._true |= new_true
            self._false |= new_false
        score = self._score(cost)
        return Rating(grade_of(score), score, tuple(rounds))

    def _score(self, cost: float) -> int:
        return round(_SCALE * cost / self._side)

    def _round(self, dirty: Iterable[Component], solution: int) -> tuple[Round, int, int]:
        """The easiest that is open, and what it gives: variables that are true, and false."""
        true, false = self._true, self._false
        open_ = self._all & ~(true | false)
        new_true = new_false = fired = reading = 0
        for part in dirty:
            found = part.implied(true, false)
            if found and (found[0] | found[1]) & open_:
                fired += 1
                reading += (part.scope & open_).bit_count()
                new_true |= found[0] & open_
                new_false |= found[1] & open_
        if fired:
            places = sum(1 for part in self._parts if part.scope & open_)
            return Round(ONE_RULE, fired, places, log2(reading / fired)), new_true, new_false
        effort, found_now = MOST, 0
        if self._cuts:
            for place in scan(open_):
                bit = 1 << place
                if self._cuts.broken(true | bit & ~solution, false | bit & solution):
                    effort, found_now = ONE_CUT, found_now | bit
        if not found_now:
            for place in scan(open_):
                self._budget.check()
                needed = self._chain(1 << place, not solution >> place & 1, effort)
                if needed is not None and needed < effort:
                    effort, found_now = needed, 0
                if needed is not None:
                    found_now |= 1 << place
        found_now = found_now or open_
        return Round(effort, found_now.bit_count(), open_.bit_count(), 0.0), found_now & solution, found_now & ~solution

    def _chain(self, bit: int, value: bool, most: int) -> int | None:
        """The effort after which it is seen that a variable cannot have that value; None: more than *most*."""
        true, false, cuts = self._true, self._false, self._cuts
        new_true, new_false = (bit, 0) if value else (0, bit)
        length = 0
        while new_true | new_false:
            length += 1
            if 2 * length > most:
                return None
            new_true, new_false = self._with_along(new_true, new_false)
            touched = self._touched((new_true | new_false) & ~(true | false))
            true |= new_true
            false |= new_false
            if true & false:
                return 2 * length
            new_true = new_false = 0
            for part in touched:
                found = part.implied(true, false)
                if found is None:
                    return 2 * length
                new_true |= found[0]
                new_false |= found[1]
            if cuts and 2 * length < most and cuts.broken(true, false):
                return 2 * length + 1
        return None

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
