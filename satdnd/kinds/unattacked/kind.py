"""Most unattacked squares as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeAlias

from satdnd.declaration.views.view import marks_of
from satdnd.encodings.cardinality import ANY_BOUND, estimate, estimate_exactly
from satdnd.engine.kind import Fault, Kind, Part, Question, Way
from satdnd.engine.optima import Optima
from satdnd.engine.search import Sat
from satdnd.explanation.steps import Commentary, Grading
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked import claims, commentary, rules
from satdnd.kinds.unattacked.encode import Placement, counted_by, placement
from satdnd.kinds.unattacked.formats import TEXTS
from satdnd.kinds.unattacked.generate import UnattackedRecipe, easier, generate, rarity
from satdnd.kinds.unattacked.model import VIEW, Unattacked, UnattackedSolution
from satdnd.kinds.unattacked.optimum import images, optimum, way_for
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.kinds.unattacked.picture import picture
from satdnd.kinds.unattacked.search import LARGEST, Progress, rooms
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator

UnattackedQuestion: TypeAlias = Question[Unattacked, UnattackedSolution, UnattackedOptions]


class _Best(Way[Unattacked, UnattackedSolution, UnattackedOptions]):
    """The optimum by search, then the placements that reach it: mirror images first, the rest from clauses."""

    uses = frozenset({"solver", "cardinality"})

    def solutions(self, question: UnattackedQuestion) -> Iterator[UnattackedSolution]:
        """Every placement with the most unattacked squares; with ``least``, with at least that many."""
        known, one = self._placed(question), None
        yield from known
        for one in self._others(question, known):
            yield one
        if not known and one is None:
            question.reason = refutation(question.options)

    def forced(self, question: UnattackedQuestion) -> tuple[UnattackedSolution, dict[str, Any]] | None:
        """The backbone of the clauses with the optimum."""
        self._placed(question)
        return Sat[Unattacked, UnattackedSolution, UnattackedOptions]().forced(question)

    def _others(self, question: UnattackedQuestion, known: list[UnattackedSolution]) -> Iterator[UnattackedSolution]:
        """Every placement except the *known* ones, from the clauses."""
        with question.sessions.search(question) as search:
            yield from search.solutions(question.puzzle, question.budget, known)

    def _placed(self, question: UnattackedQuestion) -> list[UnattackedSolution]:
        """Some placements with the optimum, which becomes the least number requested."""
        if question.options.least is not None:
            return []
        best = optimum(question.puzzle, question.options, self.name, question.budget)
        question.stats.update(best.stats)
        question.claims["bound"] = best.bound
        best.demand(question.budget)
        question.options = replace(question.options, least=best.bound)
        return list(dict.fromkeys(images(best.solution)))


class Lines(_Best):
    """Branch and bound over attacked lines; clauses only if a solver or a number of squares is requested."""

    name = "search"
    help = "branch and bound over the attacked rows, columns and diagonals (boards up to 20x20)"

    def forced(self, question: UnattackedQuestion) -> tuple[UnattackedSolution, dict[str, Any]] | None:
        """From the rooms: squares in none of them, and squares that every placement in each needs."""
        if question.options.least is not None or not self._alone(question):
            return super().forced(question)
        puzzle, known = question.puzzle, self._placed(question)
        always, sometimes = puzzle.grid.all, 0
        for room in self._rooms(question):
            always &= room if room.bit_count() == puzzle.queens else 0
            sometimes |= room
            if not always and sometimes == puzzle.grid.all:
                break
        marks = ["Q" if always >> i & 1 else "." if sometimes >> i & 1 else "x" for i in range(puzzle.grid.size)]
        return known[0], {"forced": ["".join(marks[i : i + puzzle.width]) for i in range(0, len(marks), puzzle.width)]}

    def _others(self, question: UnattackedQuestion, known: list[UnattackedSolution]) -> Iterator[UnattackedSolution]:
        if not known or not self._alone(question):
            yield from super()._others(question, known)
            return
        seen = {solution.board for solution in known}
        for room in self._rooms(question):
            for squares in combinations(scan(room), question.puzzle.queens):
                board = sum(1 << i for i in squares)
                if board not in seen:
                    seen.add(board)
                    yield placement(question.puzzle, squares)

    @staticmethod
    def _alone(question: UnattackedQuestion) -> bool:
        """Whether clauses are neither needed nor requested by a choice of solver or cardinality encoding."""
        puzzle, options = question.puzzle, question.options
        fits = puzzle.queens > 0 and max(puzzle.height, puzzle.width) <= LARGEST
        return fits and options.solver == options.cardinality == "auto"

    @staticmethod
    def _rooms(question: UnattackedQuestion) -> Iterator[Bitboard]:
        """The rooms of all placements with the (known) optimum, each with its mirror images."""
        puzzle, best = question.puzzle, question.claims["bound"]
        for _, room in rooms(puzzle.height, puzzle.width, puzzle.queens, Progress(best - 1, best), question.budget):
            yield from (image.board for image in images(placement(puzzle, [*scan(room)])))


class Clauses(_Best):
    """SAT with a growing bound."""

    name = "sat"
    help = "clauses with a bound that closes in (up to 400 squares)"


class Anneal(_Best):
    """Simulated annealing, with only the bound of rows and columns."""

    name = "anneal"
    help = "local search alone: a good placement, proved only where a simple bound meets it"


def pinned(puzzle: Unattacked, options: UnattackedOptions, budget: Budget) -> UnattackedOptions:
    """Options with the optimum as the least number."""
    if options.least is not None:
        return options
    best = optimum(puzzle, options, way_for(puzzle), budget)
    best.demand(budget, "; --least gives a number to ask for")
    return replace(options, least=best.bound)


def refutation(options: UnattackedOptions) -> str:
    """The claim that no placement leaves so many."""
    return f"no placement leaves {counted(options.least or 0, 'square')} unattacked"


def objection(puzzle: Unattacked, solution: UnattackedSolution, claims: Mapping[str, Any]) -> str | None:
    """A number other than the claimed maximum."""
    found = rules.value(puzzle, solution)
    if "bound" in claims and found != claims["bound"]:
        return f"at most {claims['bound']} squares are claimed to be unattacked, but {found} are"
    return None


class UnattackedKind(Kind[Unattacked, UnattackedSolution, UnattackedOptions]):
    """Q queens that leave as many squares as possible unattacked; every answer is about the optimum."""

    name, title = "unattacked", "most unattacked squares"
    options = UnattackedOptions
    parts: tuple[Part, ...] = (
        Optima(pinned, refutation, objection, rarity, 60, (12, 20, 28, 36)),
        Commentary(commentary.TECHNIQUES, commentary.steps, claims.verdicts, "queen"),
        Grading(),
        Generator(UnattackedRecipe, generate, easier=easier),
    )
    texts = TEXTS
    play = rules.PLAY
    rules = rules.RULES
    ways = (Lines(), Clauses(), Anneal())
    choices = {"cardinality": (*ANY_BOUND, "native")}  # noqa: RUF012  (a Mapping: nobody writes to it)
    picture = staticmethod(picture)

    def auto_way(
        self, puzzle: Unattacked, options: UnattackedOptions, *, bulk: int = 0
    ) -> Way[Unattacked, UnattackedSolution, UnattackedOptions]:
        """The first that fits the size of the board."""
        name = way_for(puzzle)
        return next(way for way in self.ways if way.name == name)

    def marks(self, puzzle: Unattacked, text: str) -> list[Mark]:
        """Marks, read as for queens."""
        return marks_of(VIEW, puzzle, text)

    def board(self, puzzle: Unattacked, marks: Iterable[Mark]) -> dict[str, Any]:
        """The board, shown as for queens."""
        unknowns = VIEW.unknowns(puzzle)
        return unknowns.describe(map(unknowns.literal, marks))

    def differences(self, puzzle: Unattacked, one: UnattackedSolution, other: UnattackedSolution) -> list[Cell]:
        """The squares with a queen in only one of them."""
        return VIEW.differences(puzzle, one, other)

    def contradiction(self, puzzle: Unattacked, options: UnattackedOptions) -> str | None:
        """More queens than squares."""
        return rules.contradiction(puzzle)

    def empty(self, height: int, width: int) -> Unattacked:
        """A board with as many queens as the shorter side."""
        return Unattacked(height, width, min(height, width))

    def encoding(
        self, puzzle: Unattacked, options: UnattackedOptions, *, eager: bool = False, budget: Budget | None = None
    ) -> Placement:
        """Placements with at least ``options.least`` unattacked squares, found by `pinned` if not given."""
        if options.least is None:
            options = pinned(puzzle, options, budget or options.budget())
        return Placement(puzzle, options, options.least, budget=budget)

    def clauses(
        self, puzzle: Unattacked, options: UnattackedOptions, *, eager: bool = False, template: bool = False
    ) -> int:
        """Two clauses per square and line, and those of the two counts."""
        squares, name = puzzle.grid.size, counted_by(puzzle, options)
        least = squares // 2 if options.least is None else options.least
        found = 8 * squares + estimate_exactly(squares, puzzle.queens, name)
        return found + (estimate(squares, squares - least, name) if least > 1 else 1)

    def faults(self, puzzle: Unattacked, solution: UnattackedSolution, options: UnattackedOptions) -> list[Fault]:
        """A wrong number of queens; a number of unattacked squares other than stated, or too small."""
        found = rules.faults(puzzle, solution)
        number = rules.value(puzzle, solution)
        if options.least is not None and number < options.least:
            found.append(
                Fault("unattacked", (), f"{counted(number, 'square')} unattacked, expected at least {options.least}")
            )
        return found

    def remark(self, puzzle: Unattacked, solution: UnattackedSolution) -> str:
        """The number of unattacked squares."""
        return f"{solution.unattacked} unattacked"


KIND = UnattackedKind()
