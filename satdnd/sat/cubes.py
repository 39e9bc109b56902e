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
    """Where to split a cube in two."""

    variable: Literal
    """The variable to split on; 0: nowhere, since lookahead refutes the cube."""
    followed: list[Literal]
    """Literals that lookahead found to be implied: propagation refutes the negation of each, under the cube and the
    literals before it.
    """
    sizes: tuple[int, int]
    """Number of literals determined when the variable is true, and when it is false."""


_REFUTED = Split(0, [], (0, 0))


class Lookahead:
    """Lookahead on a formula by unit propagation; use it in a ``with`` block.

    Args:
        formula: may have native constraints.
        variables: those that cubes may split on.
        budget: checked while the formula is loaded.

    Raises:
        Undecided: the budget ran out, or the formula exceeds the memory limit.
    """

    def __init__(self, formula: Formula, variables: Sequence[Literal], budget: Budget) -> None:
        budget.afford(len(formula.clauses), "splitting the formula")
        self._variables = variables
        self._session = Session(formula, NATIVE[0] if formula.at_mosts else "glucose4", budget=budget)

    def split(self, cube: Sequence[Literal], budget: Budget | None = None) -> Split | None:
        """The variable to split *cube* on: the one with the greatest product of the literals implied on either side.

        A literal whose negation is refuted by propagation is added to the cube. None if every variable is determined.
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
            literals = [*cube, *followed]
            one, so = solver.propagate([*literals, v])
            other, not_so = solver.propagate([*literals, -v])
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
        # the best variable was found before the last literal was followed, which may have determined it
        return best if best and best.variable not in known else None

    def __enter__(self) -> Lookahead:
        return self

    def __exit__(self, *error: object) -> None:
        self._session.close()


def cubes(
    formula: Formula, variables: Sequence[Literal], count: int, budget: Budget | None = None
) -> list[list[Literal]]:
    """About *count* sets of literals over *variables*; every model satisfies exactly one of them.

    The least determined cube is split next. Cubes that propagation refutes are left out, so the list may be empty.
    Raises Undecided, and does so at once if the session would not fit into the memory limit.
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
                literals, v = [*cube, *split.followed], split.variable
                waiting += [(split.sizes[0], [*literals, v]), (split.sizes[1], [*literals, -v])]
    return done + [cube for _, cube in sorted(waiting)]
