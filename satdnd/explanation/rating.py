"""The difficulty of a puzzle: a score, and one of five grades. ``docs/difficulty.md`` gives the background.

A puzzle is solved in *rounds*. Each round takes at once everything that follows by the easiest means that applies, so
the order of equally easy steps does not matter, and mirrored, rotated or relabelled puzzles get the same rating. The
means are:

1. one rule (a component of a statement, see `satdnd.explanation.implication_tables`);
2. exclusion of all but one value of a cell;
3. connectivity;
4. a chain: assume the contrary and apply single rules in parallel, again and again, until a rule or connectivity is
   violated. Its length is the number of applications in sequence;
5. a guess.

A round costs its *weight*, which doubles from each means to the next, times the bits of the search for a step: the
logarithm of the number of places to look at per place that yields a step. Both factors that Pelánek found to make
sudokus hard ("Difficulty rating of sudoku puzzles", 2011 and 2014) count: the steps needed, and their dependency, since
a puzzle with one thread takes more rounds, and more search in each.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log2, sqrt
from typing import Any, ClassVar, NamedTuple, get_args

from satdnd.engine.answer import SOLVED, UNDECIDED, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind, S_co, kind_of
from satdnd.engine.optima import Optima, certifies
from satdnd.engine.options import Grade
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.implication_tables import Component, components
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.interrupts import interruptible

GRADES: tuple[str, ...] = get_args(Grade)
"""The grades from the easiest; the same for all kinds."""
UNGRADED = "ungraded"
"""Instead of a grade, for kinds whose grades have not been measured."""

ONE_RULE, ONE_CELL, ONE_CUT = 2, 3, 3
"""Efforts: 2n for a chain of n rules, 2n + 1 if it ends at connectivity or at the last value of a cell."""
MOST = 12
"""The maximum effort of a chain."""
GUESS = 18
"""The effort of a guess. The cost of all other rounds together is capped at the weight of one guess."""
_SCALE = 10


class Round(NamedTuple):
    """The measurements of one round."""

    effort: int
    """Even: twice the number of rules in sequence. Odd: one more for connectivity or the values of a cell."""
    openings: int
    """The number of possible steps: rules that imply something, variables that follow, or variables set by a guess."""
    places: int
    """The number of rules, or variables, that are not settled."""
    reading: float
    """In bits: the logarithm of the mean number of open variables in the rules that imply something; else 0."""

    @property
    def cost(self) -> float:
        """The weight times the bits of search and reading."""
        search = log2(1 + (self.places + 1) / (self.openings + 1))
        return _weight(self.effort) * (search + self.reading)


def _weight(effort: int) -> float:
    return float(2 ** (effort - ONE_RULE))


class Rating(NamedTuple):
    """The difficulty of a puzzle with one solution."""

    grade: str
    """One of `GRADES`, or `UNGRADED`."""
    score: int
    """At least 0; a doubled score is about twice the effort."""
    rounds: tuple[Round, ...]


@dataclass
class Difficulty(Answer[S_co]):
    """The answer to ``rate``: a grade for a puzzle with one solution, and solving times if known for its kind."""

    grade: str | None = None
    """One of `GRADES`, or `UNGRADED`."""
    score: int | None = None
    solving_seconds: tuple[int, int, int] | None = None
    """Average solving times of people, in seconds: fast, typical, slow."""
    readers: ClassVar = {"solving_seconds": tuple}

    def notes(self) -> Iterator[str]:
        """The grade, if there is one, and the solving times."""
        yield from super().notes() if self.grade is None else [f"{self.grade}, {self.score}"]
        if self.solving_seconds:
            least, usual, most = (round(seconds / 60) for seconds in self.solving_seconds)
            yield f"people take about {usual} minutes, mostly {least} to {most}"


def rate(solver: Solver, puzzle: Any) -> Difficulty[Any]:
    """Rate the difficulty of *puzzle*.

    Args:
        solver: provides the options of the puzzle's kind, and the limits.
        puzzle: of any kind.

    Returns:
        ``unique``, or for an optimum ``solved``, with `grade` and `score`; ``unsolvable``, ``multiple`` or
        ``undecided`` without.

    Raises:
        UsageError: the kind does not have these options.
    """
    started = time.perf_counter()
    kind = kind_of(puzzle)
    options, budget = solver.options_of(kind), solver.budget_of(kind)
    answer: Difficulty[Any] = Difficulty.of(solved_for_rating(solver, kind, puzzle))
    if answer.status in (UNIQUE, SOLVED):
        try:
            found = rating_of(kind, puzzle, answer.solutions[0], options, budget)
            answer.grade, answer.score = found.grade, found.score
            answer.solving_seconds = kind.require(Grading).solving_time(puzzle, found.score)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.solutions, answer.complete = [], False  # does not reveal the solution to callers who ask for the rating only
    answer.seconds = time.perf_counter() - started
    return answer


def solved_for_rating(solver: Solver, kind: Kind[Any, Any, Any], puzzle: Any) -> Answer[Any]:
    """The answer by which a puzzle is rated: that of ``unique``, or of ``solve`` where answers are optima."""
    return solver.unique(puzzle) if certifies(kind) else solver.solve(puzzle)


def rating_of(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    solution: Any,
    options: Any,
    budget: Budget,
    enough: int | None = None,
) -> Rating:
    """Rate a puzzle whose only, or optimal, solution is known.

    Args:
        kind: the puzzle's kind.
        puzzle: the puzzle.
        solution: that solution.
        options: the options of its kind.
        budget: the limits.
        enough: rating stops once the score reaches this value; None for the exact score.

    Raises:
        Undecided: the budget ran out.
    """
    optimum: Optima[Any, Any, Any] | None = kind.part(Optima)
    if optimum:
        score = optimum.score(puzzle, solution, budget)
        return Rating(grade_of(kind, score), score, ())
    encoding = stated(kind, puzzle, options, budget)
    with interruptible():
        score, rounds = Rater(encoding, puzzle, budget).rating(encoding.literals(puzzle, solution), enough)
    return Rating(grade_of(kind, score), score, rounds)


def grade_limits(kind: Kind[Any, Any, Any]) -> tuple[int, int, int, int]:
    """The lowest scores of the second to the fifth grade. Raises UsageError if *kind* has no grades."""
    limits = kind.require(Grading).limits
    if limits is None:
        found = f"the grades of {kind.name} have not been measured, so no puzzles of one grade can be made"
        raise UsageError(f"{found}; leave the difficulty out")
    return limits


def grade_of(kind: Kind[Any, Any, Any], score: int) -> str:
    """The grade of *score* for puzzles of *kind*."""
    limits = kind.require(Grading).limits
    return UNGRADED if limits is None else GRADES[sum(score >= limit for limit in limits)]


class Rater:
    """Rates one puzzle.

    Args:
        encoding: the statements of the puzzle.
        puzzle: the puzzle.
        budget: checked throughout; methods raise Undecided.
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
        """The score and the rounds, given at least the true literals of the only solution."""
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
        """The next round, and the variables that it makes true and false, as bits."""
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
        """The round of single rules, and the variables made true and false; None if no rule implies anything."""
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
        """The effort and the variables that follow, as bits; None if none do."""
        if not self._cuts:
            return None
        shown = 0
        for place in scan(open_):
            bit = 1 << place
            if self._cuts.broken(self._true | bit & ~solution, self._false | bit & solution):
                shown |= bit
        return (ONE_CUT, shown) if shown else None

    def _by_chains(self, open_: int, solution: int) -> tuple[int, int]:
        """The effort of the shortest chains, and the variables that follow, as bits; 0 if none do."""
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
        """The number of variables that the best guess settles, and those settled by all equally good ones."""
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
        """The effort of refuting that value of a variable; None if it exceeds *most*."""
        for length, known in enumerate(self._consequences(bit, value), 1):
            if known is None:
                return 2 * length
            if self._cuts and 2 * length < most and self._cuts.broken(*known):
                return 2 * length + 1
            if 2 * length + 2 > most:
                return None
        return None

    def _consequences(self, bit: int, value: bool) -> Iterator[tuple[int, int] | None]:
        """Yield the board after each further application of rules; None at the end, if a rule is violated."""
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
        """*true* and *false* with what players mark together with these."""
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
        """The components with one of these variables."""
        return dict.fromkeys(part for place in scan(board) for part in self._components_at[place])


def _board(literals: Iterable[int]) -> tuple[int, int]:
    """The true and the false variables, as bits."""
    found = [0, 0]
    for x in literals:
        found[x < 0] |= 1 << abs(x) - 1
    return found[0], found[1]
