"""N queens: a declaration, with its own search methods, referee, repairs and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from satdnd.declaration.generators.generator import DeclaredRecipe, random_solution
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.words.kind_words import Rule, Technique, TouchingWords
from satdnd.encodings.attacks import at_most_one_in_product, line_name, lines
from satdnd.encodings.cardinality import NAMES, estimate, estimate_exactly
from satdnd.engine.kind import Fault, Question, Way, asked_settings
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, signs
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.queens import backtrack, repair
from satdnd.kinds.queens.formats import TEXTS
from satdnd.kinds.queens.model import VIEW, Queens, QueensSolution
from satdnd.rules.count import Count, exactly
from satdnd.rules.encoder import Encoder
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula

LARGE = 50
"""The side from which local search is faster (benchmarks)."""
PRODUCT = "product"
"""The default encoding of "at most one": `at_most_one_in_product`."""
LINES = ("row", "column", "diagonal")
"""The rules about lines, in the order in which faults are reported."""
NAMED = 4
"""The most queens of one line that a message names; the fault's cells include all."""


def statements(puzzle: Queens, queens: Shading) -> Iterator[Count]:
    """Given queens, rows, columns, diagonals, the number."""
    height, width = puzzle.height, puzzle.width
    for cell in puzzle.given:
        clue = Clue("given", cell)
        yield Count("given", (cell,), "a queen stands on {}", queens.literals([cell]), 1, 1, clue=clue)
    full = puzzle.count == min(height, width)
    board, squares = lines(height, width), list(product(range(height), range(width)))
    for rule, directions, every in (
        ("row", (board.rows,), full and height <= width),
        ("column", (board.columns,), full and width <= height),
        ("diagonal", (board.falling, board.rising), False),
    ):
        number = "one queen" if every else "at most one queen"
        for line in (line for direction in directions for line in direction if every or len(line) > 1):
            cells = tuple([squares[i] for i in line])
            text = f"{line_name(line, width, rule)} has {number}"
            yield Count(rule, cells, text, queens.literals(cells), int(every), 1)
    if not full:
        there = f"there {'is' if puzzle.count == 1 else 'are'} {counted(puzzle.count, 'queen')}"
        yield exactly("count", (), there, range(1, height * width + 1), puzzle.count)


def crowded(squares: Iterable[Cell]) -> Iterator[tuple[str, list[Cell]]]:
    """Every line with at least two queens: ``row``, ``column`` or ``diagonal``, and its queens in the given order."""
    lines: dict[tuple[int, int, int], list[Cell]] = {}
    for r, c in squares:
        for line in ((0, 0, r), (1, 0, c), (2, 0, r - c), (2, 1, r + c)):
            lines.setdefault(line, []).append((r, c))
    yield from ((LINES[line[0]], queens) for line, queens in sorted(lines.items()) if len(queens) > 1)


def contradiction(puzzle: Queens) -> str | None:
    """Given queens that attack each other; more queens than the shorter side, or fewer than given; otherwise None."""
    for rule, queens in crowded(puzzle.given):
        return f"the given queens at {listed([cell_name(square) for square in queens[:2]])} share a {rule}"
    most = min(puzzle.height, puzzle.width)
    if puzzle.count > most:
        return f"{counted(puzzle.count, 'queen')}, but only {counted(most, LINES[puzzle.height > most])}"
    if puzzle.count < len(puzzle.given):
        are = "is" if len(puzzle.given) == 1 else "are"
        return f"{counted(len(puzzle.given), 'queen')} {are} given, but there are to be {puzzle.count} in all"
    return None


@dataclass(frozen=True, kw_only=True)
class QueensRecipe(DeclaredRecipe):
    """The options of the queens generator."""


def sample(rng: Random, blank: Queens, budget: Budget) -> Bitboard:
    """A placement from random starts, or if they lead to none, from the solver. Raises CannotFulfil, Undecided."""
    found = repair.place(blank, budget, rng)
    return found.board if found else random_solution(KIND, KIND.view, rng, blank, budget)


class QueensWords(TouchingWords):
    """Lines and the queens on them."""

    thing = "queen"

    def turn(self, inference: Inference[Any]) -> str:
        """In arguments, the queen that attacks a square instead of the line between them."""
        (reason,), known = inference.reasons, signs(inference.known)
        queens = [cell for cell in reason.cells if known.get(cell) == "Q"]
        attacked = inference.supposed and inference.cells and queens
        return f"attacked from {cell_name(queens[0])}" if attacked else super().turn(inference)


class Backtrack(Way[Any, Any, Settings]):
    """Bitwise search row by row; counting uses mirror images if no queen is given."""

    name = "backtrack"
    help = "row by row with masks of attacked columns: every placement in order, and the fastest count"
    counts = True

    def solutions(self, question: Question[Any, Any, Settings]) -> Iterator[QueensSolution]:
        """In lexicographic order; by clauses if there are too many queens."""
        if question.puzzle.count > backtrack.DEEPEST:
            return Sat[Any, Any, Settings]().solutions(question)
        return backtrack.in_order(question.puzzle, question.budget)

    def count(self, question: Question[Any, Any, Settings]) -> int | None:
        """Without listing them; None for boards that are too deep."""
        return backtrack.count(question.puzzle, question.budget)


class Repair(Sat[Any, Any, Settings]):
    """A placement by local search; further ones, or a proof that there is none, by clauses."""

    name = "repair"
    help = "queens moved until none attacks another, for one placement on a large board; then as sat"

    def solutions(self, question: Question[Any, Any, Settings]) -> Iterator[QueensSolution]:
        """The first by swaps, if they find one."""
        found = repair.place(question.puzzle, question.budget)
        if found is None:
            yield from super().solutions(question)
            return
        yield found
        with question.sessions.search(question) as search:
            yield from search.solutions(question.puzzle, question.budget, [found])


class QueensKind(DeclaredKind):
    """What queens do better than the derived defaults."""

    texts = TEXTS

    best_solver = "minisat22"
    """By far the quickest to a first placement: 0.1 s at N = 100, where CaDiCaL 1.9.5 takes 1.5 s and Glucose 4 fifty
    (``python benchmarks/queens.py``)."""

    def cardinality(self, puzzle: Any, options: Settings, *, lazy: bool) -> str:
        """In two dimensions: 25,224 variables and 105,876 clauses at 100 x 100, 82,362 and 395,548 at 200 x 200."""
        return PRODUCT if options.cardinality == "auto" else options.cardinality

    def encoder(self, formula: Formula, cardinality: str, *, alone: bool) -> Encoder:
        """Uses a totalizer to count fewer queens than the shorter side has squares."""
        if cardinality == PRODUCT:
            return Encoder(formula, "totalizer", at_most_one_in_product, alone=alone)
        return super().encoder(formula, cardinality, alone=alone)

    def auto_way(self, puzzle: Any, options: Settings, *, bulk: int = 0) -> Way[Any, Any, Settings]:
        """Local search from `LARGE` rows on, unless a solver or an encoding was requested."""
        return self.ways[0 if asked_settings(options) or min(puzzle.height, puzzle.width) < LARGE else 2]

    def clauses(self, puzzle: Any, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """At most one queen per line, and a total if a row and a column may stay empty."""
        height, width, name = puzzle.height, puzzle.width, options.cardinality
        diagonals = [min(i + 1, height, width, height + width - 1 - i) for i in range(height + width - 1)]
        lengths = [width] * height + [height] * width + 2 * diagonals
        if name in ("auto", PRODUCT):
            found, name = sum(int(2.6 * length) for length in lengths), "totalizer"  # measured
        else:
            found = sum(estimate(length, 1, name) for length in lengths)
        if puzzle.count < min(height, width):
            found += estimate_exactly(height * width, puzzle.count, name)
        return found

    def faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> list[Fault]:
        """A missing given queen, a wrong number of queens, every line with several."""
        found = [
            Fault("given", (square,), f"the queen given at {cell_name(square)} is not there")
            for square in sorted(set(puzzle.given).difference(solution.queens))
        ]
        number = len(solution.queens)
        if number != puzzle.count:
            found.append(Fault("count", (), f"found {counted(number, 'queen')}, expected {puzzle.count}"))
        for rule, queens in crowded(solution.queens):
            named = listed([cell_name(square) for square in queens], NAMED)
            found.append(Fault(rule, tuple(queens), f"{len(queens)} queens share a {rule}: {named}"))
        return found

    def picture(self, puzzle: Any, solution: Any = None, **details: Any) -> Any:
        """With a solution, given queens marked; without, the number of queens if it is not the usual one."""
        if solution is not None:
            there = tuple(set(puzzle.given).intersection(solution.queens))
            return super().picture(replace(puzzle, given=there), solution, **details)
        drawn = super().picture(puzzle, **details)
        usual = puzzle.count == min(puzzle.height, puzzle.width)
        return drawn if usual else replace(drawn, title=counted(puzzle.count, "queen"))


KIND = QueensKind(
    Queens,
    VIEW,
    title="n queens",
    play="Place queens on the board, one for each row or, where there are fewer columns, for each column; or as "
    "many as the puzzle says. No queen attacks another: no two share a row, column or diagonal. Given queens stay. "
    "(LinkedIn's Queens, with coloured areas, is the kind starbattle.)",
    rules={
        "given": Rule("The given queens stay where they are.", "given queen"),
        "count": Rule(
            "There are as many queens as required; by default as many as the shorter side has squares.", "count"
        ),
        **{line: Rule(f"No two queens share a {line}.", line) for line in LINES},
    },
    statements=statements,
    techniques=(
        *(
            Technique(line, "attacked", "A row, column or diagonal has its queen: its other squares are empty.", "o")
            for line in LINES
        ),
        *(Technique(line, "last place", "A row or column has one square left for its queen.", "Q") for line in LINES),
        Technique(
            "count",
            "all queens placed",
            "The board has all its queens: the other squares are empty.",
            found="o",
            why="all queens are placed",
        ),
        Technique("count", "no square to spare", "Queens are needed on all squares that are left."),
    ),
    words=QueensWords,
    contradiction=contradiction,
    shown=lambda puzzle, queens: queens.literals(puzzle.given),
    blocking_sign=1,
    clues_of=lambda puzzle, solution: replace(puzzle, given=solution.queens),
    sample=sample,
    parts=(Grading(6.5),),
    recipe=QueensRecipe,
    usual_size=(8, 8),
)
KIND.ways = (Sat(), Backtrack(), Repair())
KIND.choices = {"cardinality": (PRODUCT, *NAMES)}
