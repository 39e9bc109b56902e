"""Cubes: sets of literals that cover a formula without overlap, found by lookahead.

Heule, Kullmann, Wieringa and Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal
from satdnd.sat.session import NATIVE, Session


class Split(NamedTuple):
    """Where a cube is best cut in two."""

    variable: Literal
    """0: nowhere, lookahead refutes the cube."""
    followed: list[Literal]
    """What the lookahead found out on its way: the opposite of each is refuted by propagation, under the cube and those
    before it."""
    sizes: tuple[int, int]
    """How much is determined where the variable is true, and where it is false."""


_REFUTED = Split(0, [], (0, 0))


class Lookahead:
    """A formula with a solver that propagates; closed by a ``with`` block.

    Args:
        formula: may have native constraints.
        variables: those that cubes may split on.
        budget: looked at while the formula is loaded. Raises Undecided, also for a formula beyond the memory limit.
    """

    def __init__(self, formula: Formula, variables: Sequence[Literal], budget: Budget) -> None:
        budget.afford(len(formula.clauses), "splitting the formula")
        self._variables = variables
        self._session = Session(formula, NATIVE[0] if formula.at_mosts else "glucose4", budget=budget)

    def split(self, cube: Sequence[Literal], budget: Budget | None = None) -> Split | None:
        """The variable whose two sides propagate most: the product of what follows on each.

        A literal whose opposite propagation refutes is followed. None where every variable is determined.
        Raises Undecided.
        """
        budget = budget or Budget()
        solver, followed = self._session, list[Literal]()
        fine, literals = solver.propagate(cube)
        if not fine:
            return _REFUTED
        known, base = {abs(x) for x in (*cube, *literals)}, len(literals)
        best: Split | None = None
        score = -1
        for v in self._variables:
            if v in known:
                continue
            budget.check()
            held = [*cube, *followed]
            one, so = solver.propagate([*held, v])
            other, not_so = solver.propagate([*held, -v])
            if one and other:
                sizes = len(so), len(not_so)
                found = (sizes[0] - base) * (sizes[1] - base)
                if found > score:
                    best, score = Split(v, followed, sizes), found
                continue
            if not one and not other:
                return _REFUTED
            followed.append(v if one else -v)
            literals = so if one else not_so
            known |= {abs(x) for x in literals}
            base = len(literals)
        # found before the last literal was followed: that may have determined it
        return best if best and best.variable not in known else None

    def __enter__(self) -> Lookahead:
        return self

    def __exit__(self, *error: object) -> None:
        self._session.close()


def cubes(
    formula: Formula, variables: Sequence[Literal], count: int, budget: Budget | None = None
) -> list[list[Literal]]:
    """About *count* sets of literals over *variables*; every model satisfies exactly one of them.

    The cube that is least determined is split next. What propagation refutes is left out: there may be none at all.
    Raises Undecided, for a session that would not fit into the memory limit before it is begun.
    """
    budget = budget or Budget()
    done: list[list[Literal]] = []
    with Lookahead(formula, variables, budget) as ahead:
        waiting: list[tuple[int, list[Literal]]] = [(0, [])]
        while waiting and len(waiting) + len(done) < count:
            waiting.sort(reverse=True)
            _, cube = waiting.pop()
            split = ahead.split(cube, budget)
            if split is None:
                done.append(cube)
            elif split.variable:
                held, v = [*cube, *split.followed], split.variable
                waiting += [(split.sizes[0], [*held, v]), (split.sizes[1], [*held, -v])]
    return done + [cube for _, cube in sorted(waiting)]
