"""New boards of white runs: a symmetric pattern, digits, and sums that allow no other digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from satdnd.declaration.clues.cross_sums import BLACK, DIGITS, WHITE, digit_sets, white_runs
from satdnd.declaration.generators.differences import LARGE
from satdnd.declaration.generators.generator import DeclaredRecipe
from satdnd.declaration.views.cross_values import digit_unknowns
from satdnd.engine.options import option
from satdnd.errors import CannotFulfil
from satdnd.grid.bitboard import Cell, beside, pieces
from satdnd.grid.notation import counted
from satdnd.rules.count import each_once
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import state
from satdnd.rules.value_sets import DistinctSum
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool
from satdnd.sat.session import Session

Pattern: TypeAlias = tuple[tuple[str, ...], ...]
Digits: TypeAlias = dict[Cell, int]
_DARK = 0.38
"""The share of black cells in a pattern."""
_NEAR = 30
"""The number of cells from which the one with the fewest digits left is filled next."""
_TRIED = 100
"""Patterns tried before giving up; a count, so that results do not depend on a clock."""
_CHANGES = 400
"""Digits changed before another pattern is tried."""
_CHANGED_ALONE = 0.8
"""The probability that only one digit is changed, and not all digits of its runs."""


@dataclass(frozen=True, kw_only=True)
class KakuroRecipe(DeclaredRecipe):
    """The options of the kakuro generator."""

    height: int = option(10, "Rows; the first one is black.", low=3, high=100)
    width: int = option(10, "Columns; the first one is black.", low=3, high=100)
    longest_run: int = option(6, "Most white cells in a run.", low=2, high=DIGITS)


def pattern(rng: Random, recipe: KakuroRecipe, budget: Budget) -> Pattern:
    """A random pattern: connected white cells in runs of at least 2, behind a black row and column."""
    height, width = recipe.height - 1, recipe.width - 1
    while True:
        budget.check()
        cells = [(r, c) for r in range(height) for c in range(width)]
        white = set(cells)
        rng.shuffle(cells)
        longest = max(recipe.longest_run, 2)
        for must in (True, True, False):
            for cell in cells:
                budget.check()
                if len(white) <= (1 - _DARK) * len(cells) and not must:
                    break
                if must and max(_spans(white, cell)) <= longest:
                    continue
                removed = {cell, (height - 1 - cell[0], width - 1 - cell[1])}
                rest = white - removed
                if cell in white and all(_fits(rest, near) for x in removed for near in beside(x)):
                    white = rest
        white = {*max(pieces(white), key=len, default=[])}
        if 2 * len(white) >= len(cells) and all(max(_spans(white, x)) <= longest for x in white):
            inner = [tuple(WHITE if (r, c) in white else BLACK for c in range(width)) for r in range(height)]
            return ((BLACK,) * (width + 1), *((BLACK, *row) for row in inner))


def _spans(white: set[Cell], cell: Cell) -> tuple[int, int]:
    """The lengths of a cell's runs, across and down; 0 for a black cell."""
    spans = []
    for dr, dc in ((0, 1), (1, 0)):
        span = int(cell in white)
        for sign in (1, -1):
            r, c = cell
            while span and (r + sign * dr, c + sign * dc) in white:
                r, c, span = r + sign * dr, c + sign * dc, span + 1
        spans.append(span)
    return spans[0], spans[1]


def _fits(white: set[Cell], cell: Cell) -> bool:
    return cell not in white or min(_spans(white, cell)) > 1


def filled(rng: Random, rows: Pattern, budget: Budget, placed: Digits | None = None) -> Digits | None:
    """Random digits without a repetition in any run, among them those *placed*; None if there are none."""
    runs = [run.cells for run in white_runs(rows)]
    around: dict[Cell, set[Cell]] = {}
    for run in runs:
        for cell in run:
            around.setdefault(cell, set()).update(x for x in run if x != cell)
    digits = dict(placed or {})
    order = [x for x in around if x not in digits]

    def free(cell: Cell) -> list[int]:
        """The digits that are still possible in a cell."""
        taken = {digits.get(x) for x in around[cell]}
        return [x for x in range(1, DIGITS + 1) if x not in taken]

    stack: list[tuple[Cell, list[int]]] = []
    while order:
        budget.check()
        cell = min(order[:_NEAR], key=lambda x: len(free(x)))
        order.remove(cell)
        options = free(cell)
        rng.shuffle(options)
        stack.append((cell, options))
        while stack:
            cell, options = stack[-1]
            digits.pop(cell, None)
            if options:
                digits[cell] = options.pop()
                break
            order.insert(0, cell)
            stack.pop()
        else:
            return None
    return digits


def unique_digits(rng: Random, rows: Pattern, budget: Budget) -> Digits | None:
    """Random digits that are the only ones with their sums; None if too many others were found.

    As long as there are others, one digit in which they differ is changed. The solver keeps what it has learned: each
    sum of each run holds under a literal of its own.
    """
    digits = filled(rng, rows, budget) or {}
    unknowns, runs, through = digit_unknowns(rows), white_runs(rows), dict[Cell, list[int]]()
    for i, run in enumerate(runs):
        for cell in run.cells:
            through.setdefault(cell, []).append(i)
    formula, sums = Formula(Pool(budget=budget)), dict[tuple[int, int], Literal]()
    formula.new_variables(unknowns.names)
    candidates = [tuple(map(unknowns.candidates, run.cells)) for run in runs]
    state(
        [
            *(each_once("value", [x], "{} holds one digit", [unknowns.candidates(x).values()]) for x in digits),
            *(each_once("distinct", run.cells, run.name, unknowns.groups(run.cells), least=0) for run in runs),
        ],
        Encoder(formula),
    )
    large = len(rows) * len(rows[0]) >= LARGE
    with Session(formula, "glucose4" if large else "auto", budget=budget) as session:

        def holds(i: int) -> Literal:
            """The literal under which a run has its present sum."""
            cells = runs[i].cells
            key = i, sum(digits[x] for x in cells)
            if key not in sums:
                formula_so_far = Formula(formula.pool)
                sets = tuple(sum(1 << v for v in some) for some in digit_sets(key[1], len(cells)))
                DistinctSum("sum", cells, "{}", key[1], candidates[i], sets).encode(
                    Encoder(formula_so_far, alone=False)
                )
                sums[key] = formula.pool.new()
                for clause in formula_so_far.clauses:
                    session.add([*clause, -sums[key]])
            return sums[key]

        for _ in range(_CHANGES):
            budget.check()
            other = formula.pool.new()
            session.add([-other, *(-unknowns.candidates(x)[v] for x, v in digits.items())])
            model = session.next_model([*map(holds, range(len(runs))), other], budget=budget)
            if model is None:
                return digits
            placed = unknowns.placed(model[: len(unknowns.names)])
            differ = sorted(x for x, v in digits.items() if placed[x[0]][x[1]] != v)
            for cell in map(rng.choice, pieces(differ) if large else [differ]):
                sharing = {x for i in through[cell] for x in runs[i].cells}
                free = [v for v in range(1, DIGITS + 1) if v not in {digits[x] for x in sharing}]
                if free and rng.random() < _CHANGED_ALONE:
                    digits[cell] = rng.choice(free)
                else:
                    digits = filled(rng, rows, budget, {x: v for x, v in digits.items() if x not in sharing}) or digits
    return None


def new_board(rng: Random, recipe: KakuroRecipe, budget: Budget) -> tuple[Pattern, tuple[tuple[int, ...], ...]]:
    """A pattern with digits, which are the only ones with their sums if *recipe* says so.

    Raises CannotFulfil, Undecided.
    """
    for _ in range(_TRIED):
        rows = pattern(rng, recipe, budget)
        if digits := (unique_digits if recipe.unique else filled)(rng, rows, budget):
            return rows, grid_of(rows, digits)
    size = f"{recipe.height}x{recipe.width}"
    raise CannotFulfil(f"found no board of {size} with one solution among {counted(_TRIED, 'pattern')}")


def grid_of(rows: Sequence[Sequence[str]], digits: Digits) -> tuple[tuple[int, ...], ...]:
    """The digits as rows, with 0 in black cells."""
    return tuple(tuple(digits.get((r, c), 0) for c in range(len(row))) for r, row in enumerate(rows))
