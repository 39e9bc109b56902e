"""The most unattacked squares with a placement and a bound: local search first, then a proof by search or by SAT."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf

from satdnd.engine.search import decoded, open_session
from satdnd.errors import EncodingBug, Undecided, UsageError
from satdnd.grid.bitboard import Cell, scan
from satdnd.kinds.unattacked.anneal import anneal, effort
from satdnd.kinds.unattacked.encode import MOST_SQUARES, Placement, placement
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution, most_queens
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.kinds.unattacked.search import LARGEST, Progress, compiled, prove
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

IN_ONE_GO, COMPILED = 13, 20
"""The longest sides of boards on which the search aims at the optimum at once: 10 s at 12 x 12; in machine code 0.1 s,
5 s at 16 x 16 and a few minutes at 20 x 20."""


@dataclass(frozen=True)
class Optimum:
    """What is known about one board and number of queens."""

    solution: UnattackedSolution
    bound: int
    """No placement leaves more squares unattacked."""
    stats: dict[str, int | str] = field(default_factory=dict, compare=False)

    @property
    def proved(self) -> bool:
        """Whether no placement is better."""
        return self.solution.unattacked >= self.bound

    def demand(self, budget: Budget, advice: str = "") -> None:
        """Unless it is proved, raise Undecided, with the limit of *budget* that was reached and the progress so far."""
        if not self.proved:
            limit = f"{budget.why}: " if budget.spent else ""
            reason = f"the best found leaves {self.solution.unattacked} unattacked, and none more than {self.bound}"
            raise Undecided(limit + reason + advice, (self.solution,))


def optimum(puzzle: Unattacked, options: UnattackedOptions, way: str, budget: Budget) -> Optimum:
    """The best placement, proved unless the budget ran out.

    Args:
        puzzle: with at most as many queens as squares.
        options: for ``sat``: `solver` and `cardinality`.
        way: ``search`` up to 20 x 20, ``sat`` up to 400 squares; ``anneal`` proves only what rows and columns do.
        budget: the limits; the best result so far is returned.

    Raises:
        UsageError: the board is too large for *way*.
        EncodingBug: a model of the clauses leaves fewer squares than they state.
    """
    _check_way(puzzle, way)
    height, width, queens = puzzle.height, puzzle.width, puzzle.queens
    if not queens:
        return Optimum(UnattackedSolution(height, width, (), height * width), height * width)
    bound = outer_bound(height, width, queens)
    alone = way == "anneal"
    work = inf if alone and budget.deadline is not None else effort(height, width)
    _, squares = anneal(height, width, queens, work, budget if alone else budget.part(1 / 3), bound)
    found = Optimum(placement(puzzle, squares), bound)
    stats: dict[str, int | str] = {"annealed": found.solution.unattacked}
    if way == "search" and not found.proved:
        found = _by_search(puzzle, found, stats, budget)
    elif way == "sat" and not found.proved:
        found = _by_sat(puzzle, found, options, stats, budget)
    return replace(found, stats=stats)


def outer_bound(height: int, width: int, queens: int) -> int:
    """The bound from rows and columns alone: Q queens in k rows and m columns, k*m >= Q, leave at most (H-k)(W-m).

    It is 0 if there are too many queens for a single unattacked square.
    """
    if queens > most_queens(height, width):
        return 0
    return max((height - k) * (width - -(-queens // k)) for k in range(1, height + 1) if -(-queens // k) <= width)


def images(solution: UnattackedSolution) -> Iterator[UnattackedSolution]:
    """The placement with its mirror images and rotations that fit the board: 8 on a square one, 4 on others."""
    height, width = solution.height, solution.width
    turned: list[tuple[Cell, ...]] = [solution.queens]
    if height == width:
        turned.append(tuple((c, r) for r, c in solution.queens))
    for queens in turned:
        for down in (False, True):
            for right in (False, True):
                mirrored = ((height - 1 - r if down else r, width - 1 - c if right else c) for r, c in queens)
                yield replace(solution, queens=tuple(mirrored))


def way_for(puzzle: Unattacked) -> str:
    """The first way that fits the size of the board: ``search``, ``sat``, ``anneal``."""
    if max(puzzle.height, puzzle.width) <= LARGEST:
        return "search"
    return "sat" if puzzle.grid.size <= MOST_SQUARES else "anneal"


def _check_way(puzzle: Unattacked, way: str) -> None:
    if way == "search" and max(puzzle.height, puzzle.width) > LARGEST:
        raise UsageError(f"the search method 'search' is for boards up to {LARGEST}x{LARGEST}")
    if way == "sat" and puzzle.grid.size > MOST_SQUARES:
        raise UsageError(f"the search method 'sat' is for boards of up to {MOST_SQUARES} squares")


def _by_search(puzzle: Unattacked, found: Optimum, stats: dict[str, int | str], budget: Budget) -> Optimum:
    """Repeatedly refute a number halfway between best and bound, if a single attempt would take many minutes."""
    total = Progress(found.solution.unattacked, found.bound)
    side = max(puzzle.height, puzzle.width)
    at_once = side <= (COMPILED if compiled(side, budget) else IN_ONE_GO)
    with suppress(Undecided):  # the bound shows the progress
        while not found.proved:
            gap = found.bound - found.solution.unattacked
            target = found.solution.unattacked + (0 if at_once else gap // 2)
            progress = Progress(target, found.bound, stats=total.stats)
            try:
                prove(puzzle.height, puzzle.width, puzzle.queens, progress, budget)
            finally:
                found = replace(found, bound=progress.bound)
                if progress.queens is not None:
                    found = replace(found, solution=placement(puzzle, list(scan(progress.queens))[: puzzle.queens]))
    stats.update(total.stats)
    return found


def _by_sat(
    puzzle: Unattacked, found: Optimum, options: UnattackedOptions, stats: dict[str, int | str], budget: Budget
) -> Optimum:
    """Ask for a number near the bound, where refutation is easiest, until best and bound meet."""
    with suppress(Undecided):  # even while clauses are made: the placement found before remains
        encoding = Placement(puzzle, options, None, symmetric=False, budget=budget)
        with open_session(encoding, options.solver, budget) as session:
            while not found.proved:
                wanted = found.bound - (found.bound - found.solution.unattacked) // 4
                least: Literal = encoding.at_least[wanted - 1]
                status = session.solve([least], budget)
                if status is None:
                    break
                if status:
                    found = replace(found, solution=decoded(encoding, puzzle, session.model))
                    if found.solution.unattacked < wanted:
                        got = found.solution.unattacked
                        raise EncodingBug(
                            f"the clauses promise {wanted} unattacked squares, the placement leaves {got}"
                        )
                else:
                    session.add([-least])
                    found = replace(found, bound=wanted - 1)
            stats["solver"] = session.solver
            stats.update(session.statistics())
    return found
