"""The difficulty of a puzzle: minutes, and one of five grades. ``docs/difficulty.md`` gives the background.

A puzzle is solved in *rounds*. Each round takes at once everything that follows by the easiest means that applies, so
the order of equally easy steps does not matter, and mirrored, rotated or relabelled puzzles get the same rating. The
means are:

1. one rule (a component of a statement, see `satdnd.explanation.implication_tables`);
2. exclusion of all but one value of a cell;
3. connectivity;
4. a chain: assume the contrary and apply single rules in parallel, again and again, until a rule or connectivity is
   violated. Its length is the number of applications in sequence;
5. cases: no chain is short enough.

A round takes as long as its effort times the bits of the search for a step: the logarithm of the number of places to
look at per place that yields a step. Both factors that Pelánek found to make sudokus hard ("Difficulty rating of sudoku
puzzles", 2011 and 2014) count: the steps needed, and their dependency, since a puzzle with one thread takes more
rounds, and more search in each. The minutes add to that the time to write. The grade depends on the longest chain, and
on the search per cell of the board compared with other puzzles of the kind.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log, log2
from typing import Any, ClassVar, NamedTuple, get_args

from satdnd.engine.answer import SOLVED, UNDECIDED, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind, S_co, kind_of
from satdnd.engine.optima import Optima, certifies
from satdnd.engine.options import Grade
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided
from satdnd.explanation.answers import about
from satdnd.explanation.implication_tables import Component, components
from satdnd.explanation.steps import UNMEASURED, Grading
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.pysat_interrupts import interruptible

GRADES: tuple[str, ...] = get_args(Grade)
"""The grades from the easiest; the same for all kinds."""
ONE_RULE, ONE_CELL, ONE_CUT = 1, 2, 2
"""Efforts: 2n - 1 for a chain of n rules, 2n if it ends at connectivity or at the last value of a cell."""
MOST = 11
"""The maximum effort of a chain."""
CASES = 2 * MOST
"""The effort where no chain is short enough: both values of something are followed as far as the longest chain."""
PER_BIT = 5.2
"""Seconds of search per bit, at effort 1; measured on sudokus that people solved."""
WRITING = 1.0
"""Seconds to write a mark, per bit of what a cell may hold."""
_STEP = 1.5
"""The ratio between the search per cell of puzzles one grade apart that need equal chains."""
_TRIVIAL = 5.0
"""Seconds of search per cell, at most, of a trivial puzzle: ten minutes on a 10x10 board, with the writing."""
_SMALLEST = 16
"""Boards of fewer cells count as this many: one step on a tiny board is not much for its size."""
_BEGIN = ((ONE_CUT, 0.0, 0), (4, 1.0, 1), (6, 1.5, 1), (MOST, 2.0, 2), (CASES, 2.5, 3))
"""By the greatest effort: where the level begins, to which the search adds up to three, and the least grade."""
_HARDEST = ("one rule at a time", *(f"{count} rules together" for count in ("two", "three", "four", "five", "six")))


class Round(NamedTuple):
    """The measurements of one round."""

    effort: int
    """Odd: a chain of rules. Even: one more for connectivity or the values of a cell."""
    openings: int
    """The number of possible steps: rules that imply something, variables that follow, or 1 for cases."""
    places: int
    """The number of rules, or variables, that are not settled."""
    reading: float
    """In bits: the logarithm of the mean number of open variables in the rules that imply something; else 0."""

    @property
    def cost(self) -> float:
        """The effort times the bits of search and reading."""
        return self.effort * (log2(1 + (self.places + 1) / (self.openings + 1)) + self.reading)


class Rating(NamedTuple):
    """The difficulty of a puzzle with one solution."""

    minutes: tuple[float, float, float]
    """How long a practised person takes: low, typical and high."""
    level: float
    """Its integer part is the index of the grade in `GRADES`; from 0 to below 5."""
    hardest: str | None
    """The longest chain in words; None for kinds whose answers are optima."""
    thought: float
    """Seconds of search per cell; 0 for kinds whose answers are optima."""
    rounds: tuple[Round, ...]

    @property
    def grade(self) -> str:
        """One of `GRADES`."""
        return GRADES[int(self.level)]


@dataclass
class Difficulty(Answer[S_co]):
    """The answer to ``rate``: grade and minutes of a puzzle with one solution."""

    grade: str | None = None
    """One of `GRADES`."""
    minutes: tuple[float, float, float] | None = None
    """How long a practised person takes: low, typical and high; eight puzzles in ten are between low and high."""
    hardest: str | None = None
    """The longest chain of rules that is needed, in words; None for kinds whose answers are optima."""
    readers: ClassVar = {"minutes": tuple}

    def notes(self) -> Iterator[str]:
        """The grade, the minutes and the hardest chain, if known."""
        if self.grade is None or self.minutes is None:
            yield from super().notes()
            return
        low, _, high = (max(1, round(minutes)) for minutes in self.minutes)
        yield f"{self.grade}, {about(self.minutes)}" + (f", mostly {low:,} to {high:,}" if low < high else "")
        if self.hardest:
            yield f"hardest: {self.hardest}"


def rate(solver: Solver, puzzle: Any) -> Difficulty[Any]:
    """Rate the difficulty of *puzzle*.

    Args:
        solver: provides the options of the puzzle's kind, and the limits.
        puzzle: of any kind.

    Returns:
        ``unique``, or for an optimum ``solved``, with `grade` and `minutes`; ``unsolvable``, ``multiple`` or
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
            answer.grade, answer.minutes, answer.hardest = found.grade, found.minutes, found.hardest
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
    enough: float | None = None,
) -> Rating:
    """Rate a puzzle whose only, or optimal, solution is known.

    Args:
        kind: the puzzle's kind.
        puzzle: the puzzle.
        solution: that solution.
        options: the options of its kind.
        budget: the limits.
        enough: rating stops once the level reaches this value; None for the exact one.

    Raises:
        Undecided: the budget ran out.
    """
    optimum: Optima[Any, Any, Any] | None = kind.part(Optima)
    if optimum:
        effort = optimum.effort(puzzle, solution, budget)
        level = sum(effort >= limit for limit in optimum.grades)
        return Rating(_range(optimum.seconds * effort, UNMEASURED), level, None, 0.0, ())
    encoding = stated(kind, puzzle, options, budget)
    with interruptible():
        rater = Rater(encoding, puzzle, kind.require(Grading), budget)
        return rater.rating(encoding.literals(puzzle, solution), enough)


def _range(seconds: float, spread: tuple[float, float]) -> tuple[float, float, float]:
    """Low, typical and high minutes, to a tenth."""
    low, typical, high = (round(factor * seconds / 60, 1) for factor in (spread[0], 1, spread[1]))
    return low, typical, high


class Rater:
    """Rates one puzzle.

    Args:
        encoding: the statements of the puzzle.
        puzzle: the puzzle.
        grading: how the kind is graded.
        budget: checked throughout; methods raise Undecided.
    """

    def __init__(self, encoding: Encoding[Any, Any], puzzle: Any, grading: Grading[Any], budget: Budget) -> None:
        self._budget, self._spread = budget, grading.spread
        self._pace = grading.pace(puzzle) if callable(grading.pace) else grading.pace
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
        self._true, self._false = self._with_along(*_board(encoding.shown(puzzle)))
        values = Counter(encoding.unknowns.mark(v)[:-1] for v in encoding.projection)
        unknown = {encoding.unknowns.mark(place + 1)[:-1] for place in scan(self._all & ~(self._true | self._false))}
        self._size = max(len(values), _SMALLEST)
        self._writing = WRITING * sum(sorted(log2(1 + values[cell]) for cell in unknown))

    def rating(self, solution: Iterable[int], enough: float | None = None) -> Rating:
        """The rating, given at least the true literals of the only solution; `rounds` are fewer if *enough*."""
        true = _board(solution)[0] & self._all
        rounds, search, most = list[Round](), 0.0, 0
        while self._all & ~(self._true | self._false):
            self._budget.check()
            found, new_true, new_false = self._round(true)
            rounds.append(found)
            search += PER_BIT * found.cost
            most = max(most, found.effort)
            if enough is not None and self._level(most, search) >= enough:
                break
            new_true, new_false = self._with_along(new_true, new_false)
            self._true |= new_true
            self._false |= new_false
        hardest = "trying cases" if most == CASES else _HARDEST[(most - 1) // 2 if most > ONE_CUT else 0]
        minutes = _range(self._writing + search, self._spread)
        return Rating(
            minutes, self._level(most, search), hardest if rounds else None, search / self._size, tuple(rounds)
        )

    def _level(self, effort: int, search: float) -> float:
        """The level of a puzzle, given its greatest effort and the seconds of search."""
        if not search:
            return 0.0
        thought = search / self._size
        begin, least = next((begin, least) for greatest, begin, least in _BEGIN if effort <= greatest)
        above = min(max(1.5 + log(thought / self._pace, _STEP), 0), 2.999)
        return min(max(begin + above, least, thought > _TRIVIAL), 4.999)

    def _round(self, solution: int) -> tuple[Round, int, int]:
        """The next round, and the variables that it makes true and false, as bits."""
        found = self._by_one(self._rules, ONE_RULE) or self._by_one(self._cells, ONE_CELL)
        if found:
            return found
        open_ = self._all & ~(self._true | self._false)
        effort, shown = self._by_connectivity(open_, solution) or self._by_chains(open_, solution)
        openings = shown.bit_count()
        if not shown:
            effort, openings, shown = CASES, 1, self._by_cases(open_, solution)
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

    def _by_cases(self, open_: int, solution: int) -> int:
        """The variables settled by the true cases that settle the most, as bits."""
        most, shown = 0, 0
        for place in scan(open_):
            self._budget.check()
            *_, last = self._consequences(1 << place, bool(solution >> place & 1))
            settled = open_ & (last[0] | last[1]) if last else 0
            if settled.bit_count() > most:
                most, shown = settled.bit_count(), 0
            if settled.bit_count() == most:
                shown |= settled
        return shown

    def _chain(self, bit: int, value: bool, most: int) -> int | None:
        """The effort of refuting that value of a variable; None if it exceeds *most*."""
        for length, known in enumerate(self._consequences(bit, value), 1):
            if known is None:
                return 2 * length - 1
            if self._cuts and 2 * length <= most and self._cuts.broken(*known):
                return 2 * length
            if 2 * length + 1 > most:
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
