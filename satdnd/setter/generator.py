"""Generate puzzles of any kind that has a generator, from a seed and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from random import Random, randrange
from typing import Any

from satdnd.engine.answer import SOLVED, UNDECIDED, UNIQUE
from satdnd.engine.kind import Kind, kind_named
from satdnd.engine.optima import certifies
from satdnd.engine.options import check_whole, options_of
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.explanation.explainer import explain
from satdnd.explanation.rating import CASES, GRADES, Rating, rating_of, solved_for_rating
from satdnd.explanation.steps import techniques_of
from satdnd.registry import loadable_kinds
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator, Recipe

_LEAN = 0.1
"""The change in a new puzzle's tendency towards easier or harder after one that was too hard or too easy."""
_PATIENCE = 16
"""The number of variations without progress after which a new puzzle is made."""
_TOO_HARD = 2
"""The same for a puzzle that is too hard: its distance is unknown, since its rating stops early."""
_HOPELESS = 500
"""The number of consecutive puzzles without progress towards the grade after which the generator gives up."""
TRIED = 2000
"""The number of puzzles rated for one grade before the generator gives up."""
_EXPLAINED = 200
"""The number of puzzles of the grade, without the technique that is asked for, after which it gives up."""
_USUAL_TRIED = 4
"""The number of puzzles rated if no grade is asked for, before the first one is taken, which is expert."""
GRADED_CELLS = 144
"""The most cells of a board that is rated if no grade is asked for."""


def recipe_for(kind: Kind[Any, Any, Any], wishes: Mapping[str, Any]) -> Recipe:
    """Build a recipe of *kind* from *wishes*.

    Raises:
        UsageError: an unknown kind or option, or an invalid value.
    """
    recipe = kind.require(Generator).recipe
    if not isinstance(wishes, Mapping):
        raise UsageError(f"the generator options are {wishes!r:.60}, expected names with values, as {{'height': 5}}")
    known = [declared.name for declared in options_of(recipe)]
    for name in wishes:
        if name not in known:
            raise UsageError(f"the generator of {kind.name} has no option {name!r}; known: {', '.join(known)}")
    return recipe(**wishes)


def random_source(seed: int, number: int, grade: str | None) -> Random:
    """The random source of puzzle *number*; it depends on the grade, so that grades do not share boards."""
    return Random(f"{seed}/{number}/{grade}" if grade else f"{seed}/{number}")


def generate(
    what: str | Recipe,
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    **named: Any,
) -> Iterator[Any]:
    """Yield *count* puzzles of a kind.

    Args:
        what: the name of the kind, or a recipe of one (``DungeonRecipe(height=10, width=10)``).
        wishes: with a name: the fields of the kind's recipe.
        named: the same as keyword arguments (``difficulty="hard"``), for type checkers.
        seed: any integer; the same seed, options and version give the same puzzles on every machine, and the n-th
            puzzle does not depend on *count*. None: a random seed, which the puzzles record.
        count: the number of puzzles.
        timeout: seconds for each puzzle. One that is made, but not rated by then, is taken as it is.
        memory: bytes for each puzzle; None: half of the free memory.

    Yields:
        puzzles named after kind and seed; ``extra["seed"]`` holds the seed.

    Raises:
        UsageError: a kind or option is unknown, or an option cannot be met.
        CannotFulfil: no puzzle with these options was found; the message says how close it came.
        Undecided: a limit was reached; the message says how close it came.
    """
    if named:
        wishes = {**(wishes or {}), **named}
    if isinstance(what, Recipe):
        if wishes:
            raise UsageError("a recipe holds all options: give no others with it")
        kinds = map(kind_named, loadable_kinds())
        found = next((kind for kind in kinds if kind.require(Generator).recipe is type(what)), None)
        if found is None:
            raise UsageError(f"no kind has the recipe {type(what).__name__}")
        kind, recipe = found, what
    elif isinstance(what, str):
        kind = kind_named(what)
        recipe = recipe_for(kind, {} if wishes is None else wishes)
    else:
        raise UsageError(f"expected the name of a kind or a recipe, got {what!r:.60}")
    seed = randrange(10**9) if seed is None else seed
    check_whole("seed", seed)
    check_whole("count", count, 1)
    settings = Settings(timeout=timeout, memory=memory, graph_check=False)
    with closing(Solver(settings)) as solver:
        for number in range(1, count + 1):
            yield generate_one(kind, recipe, seed, number, solver)


def generate_one(kind: Kind[Any, Any, Any], recipe: Any, seed: int, number: int, solver: Solver) -> Any:
    """The puzzle that `generate` yields as number *number* (from 1) for that seed, by itself.

    *solver*: its settings hold the limits; without the second check by a graph it is faster. Raises as `generate`.
    """
    grade = None if recipe.difficulty == "any" else recipe.difficulty
    rng, budget = random_source(seed, number, grade), solver.budget_of(kind)
    part = kind.require(Generator)
    puzzle = _PuzzleSearch(kind, recipe, rng, solver, budget).puzzle()
    label, notes = f"{kind.name} {seed}/{number}", part.notes(puzzle, recipe) or {}
    return replace(puzzle, name=label, extra={**notes, **puzzle.extra, "seed": f"{seed}/{number}"})


class _PuzzleSearch:
    """Makes and rates puzzles until one has the requested grade and technique; without a request, up to hard.

    A puzzle that is too hard is made easier; otherwise the nearest one is varied as long as that helps. New puzzles
    tend to be easier or harder, depending on the last one.
    """

    def __init__(self, kind: Kind[Any, Any, Any], recipe: Any, rng: Random, solver: Solver, budget: Budget) -> None:
        self._kind, self._rng, self._solver, self._budget = kind, rng, solver, budget
        self._generator = kind.require(Generator)
        self._grade = recipe.difficulty
        self._low, self._high = 0, len(GRADES) if self._grade == "any" else GRADES.index("expert")
        if self._grade in GRADES:
            self._low = GRADES.index(self._grade)
            self._high = self._low + 1
        self._technique, self._notes_techniques = None, recipe.techniques
        if not self._generator.own_technique:
            self._technique = self._known_technique(recipe.technique)
            recipe = replace(recipe, technique=None)
        if not getattr(recipe, "unique", True):
            self._check_unique()
        self._plain = replace(recipe, difficulty=None, techniques=False)
        self._lean = 0.5
        self._seen = Counter[str]()
        self._nearest = float("inf")
        self._nearest_at = 0
        self._lacking = 0
        self._last: Any = None

    def _known_technique(self, name: str | None) -> str | None:
        """The name as the kind spells it. Raises UsageError for one that it does not have."""
        known = {one.lower(): one for one in techniques_of(self._kind)}
        if name is None or name.lower() in known:
            return known[name.lower()] if name else None
        raise UsageError(f"{self._kind.name} has no technique {name!r}; known: {', '.join(known.values())}")

    def _check_unique(self) -> None:
        """Raise UsageError for a request that puzzles with several solutions cannot meet."""
        if self._grade in GRADES:
            raise UsageError("a puzzle with several solutions has no grade: use either --any or --difficulty")
        if self._technique or self._notes_techniques:
            raise UsageError("a puzzle with several solutions has no techniques: leave out --any")

    def puzzle(self) -> Any:
        """The first puzzle that meets the requests; without any, the first one at all if most are expert.

        Raises CannotFulfil, Undecided.
        """
        if self._grade not in GRADES and not self._technique:
            return self._usual()
        try:
            found = self._found(TRIED)
        except Undecided as error:
            wanted = " ".join(filter(None, (f"no {self._grade or ''}".rstrip(), "puzzle", self._with)))
            raise Undecided(f"{error}: {wanted} was found; {self._search_summary()}") from None
        if found is None:
            drawn = self._kind.picture(self._last)
            kind = " ".join(filter(None, (f"no {self._kind.name} of {drawn.height}x{drawn.width}", self._with)))
            raise CannotFulfil(f"{kind} is {self._grade or 'up to hard'}: {self._search_summary()}")
        return found

    def _usual(self) -> Any:
        """A puzzle up to hard, if that is wanted and the board is small; with a limit on time, if it allows."""
        first = self._generator.generate(self._rng, self._plain, self._budget)
        drawn = self._kind.picture(first)
        asked = getattr(self._plain, "needs", None) or self._plain.technique  # how hard it has to be
        graded = certifies(self._kind) and getattr(self._plain, "unique", True) and not asked
        if self._grade == "any" or not graded or drawn.height * drawn.width > GRADED_CELLS:
            return self._with_techniques(first)
        try:
            found = self._found(_USUAL_TRIED, first)
        except Undecided:
            return first
        return self._with_techniques(first) if found is None else found

    def _made(self) -> Any:
        """A new puzzle of the recipe."""
        recipe = self._generator.biased(self._plain, self._lean)
        self._last = self._generator.generate(self._rng, recipe, self._budget)
        return self._last

    def _found(self, most: int, first: Any = None) -> Any | None:
        """The first puzzle that meets the requests among *most*, beginning with *first* if given; None if none does.

        Raises Undecided.
        """
        base: tuple[Any, Any, float] | None = None  # a puzzle, its solution, and its distance from the grade
        patience = 0
        while self._seen.total() < min(most, self._nearest_at + _HOPELESS) and self._lacking < _EXPLAINED:
            new = self._generator.varied(*base[:2], self._plain, self._rng) if base and patience else None
            patience -= 1
            if fresh := new is None:
                base, patience = None, _PATIENCE
                new, first = first or self._made(), None
            solution = self._solution(new)
            if solution is None:
                continue
            found = self._rate(new, solution)
            self._seen[found.grade] += 1
            if self._fits(found) and (met := self._with_techniques(new)):
                return self._with_grade(met, found)
            if fresh:
                self._lean = min(1, max(0, self._lean + (_LEAN if found.level < self._low else -_LEAN)))
            too_hard = self._too_hard(found)
            if too_hard:
                easier = self._ease(new, solution)
                if easier is not None:
                    return easier
            if base is None or self._off(found) <= base[2]:
                if base is None or self._off(found) < base[2]:
                    patience = _TOO_HARD if too_hard else _PATIENCE
                base = new, solution, self._off(found)
        return None

    def _solution(self, puzzle: Any) -> Any:
        """The only solution, or an optimal one; None if the puzzle cannot be rated. Raises Undecided."""
        self._budget.check()
        answer = solved_for_rating(self._solver, self._kind, puzzle)
        if answer.status == UNDECIDED:
            raise Undecided(answer.reason)
        return answer.solutions[0] if answer.status in (UNIQUE, SOLVED) else None

    def _rate(self, puzzle: Any, solution: Any) -> Rating:
        found = rating_of(self._kind, puzzle, solution, self._kind.options(), self._budget, enough=self._high)
        if self._off(found) < self._nearest:
            self._nearest, self._nearest_at = self._off(found), self._seen.total()
        return found

    def _off(self, found: Rating) -> float:
        """The distance of a rating from the levels of the grade."""
        return max(self._low - found.level, found.level - self._high, 0)

    def _fits(self, found: Rating) -> bool:
        """Whether the level is one of the grade."""
        return found.level >= self._low and not self._too_hard(found)

    def _too_hard(self, found: Rating) -> bool:
        """Whether the level is above the grade; without a grade, also if it takes cases."""
        guesses = self._grade is None and any(one.effort == CASES for one in found.rounds)
        return guesses or found.level >= self._high

    def _ease(self, puzzle: Any, solution: Any) -> Any | None:
        """*puzzle* made easier by bisection until it fits, without a grade only as far as needed; or None."""
        easier = self._generator.easier(puzzle, solution, self._rng)
        least, most, best = 1, len(easier) - 1, None
        while least <= most:
            middle = (least + most) // 2
            if not certifies(self._kind):
                solution = self._solution(easier[middle])
            found = self._rate(easier[middle], solution)
            if self._too_hard(found):
                least = middle + 1
                continue
            most = middle - 1
            if self._fits(found):
                best = easier[middle], found
                if self._grade in GRADES:
                    break
        if best is None or self._generator.notes(best[0], self._plain) is None:
            return None
        met = self._with_techniques(best[0])
        return self._with_grade(met, best[1]) if met else None

    def _with_grade(self, puzzle: Any, found: Rating) -> Any:
        """The puzzle, with grade and minutes noted if a grade was asked for."""
        asked = {"grade": found.grade, "minutes": found.minutes[1]} if self._grade in GRADES else {}
        return replace(puzzle, extra={**puzzle.extra, **asked})

    def _with_techniques(self, puzzle: Any) -> Any | None:
        """The puzzle, with its techniques if these are to be noted; None if it lacks one. Raises Undecided."""
        if not self._technique and not self._notes_techniques:
            return puzzle
        answer = explain(self._solver, puzzle)
        if answer.status == UNDECIDED:
            raise Undecided(answer.reason)
        used = {step.technique for step in answer.steps}
        names = [name for name in techniques_of(self._kind) if name in used]
        if self._technique and self._technique not in names:
            self._lacking += 1
            return None
        return replace(puzzle, extra={**puzzle.extra, "techniques": ", ".join(names)})

    @property
    def _with(self) -> str:
        """The technique that is asked for, in words."""
        return f"with the technique {self._technique!r}" if self._technique else ""

    def _search_summary(self) -> str:
        """The grades of the puzzles tried, or of what was seen of them before they were too hard."""
        counts = ", ".join(f"{self._seen[name]} {name}" for name in GRADES if self._seen[name])
        lacking = f", {self._lacking} without the technique" if self._lacking else ""
        return f"{self._seen.total():,} were tried ({counts}){lacking}" if counts else "none was rated"
