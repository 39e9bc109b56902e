"""Connectivity cuts in a certificate: those that a proof needs, found with a solver and checked one by one without it.

The full encoding of connectivity is most of a large formula, but a proof that there is no other solution needs only a
few cuts. If a rule can recognise its cuts (`Cuts.judges`), the certificate contains these instead.
"""

from __future__ import annotations

import re
from typing import Any

from satdnd.engine.export import Exported
from satdnd.engine.kind import Encoding, Kind, Rules
from satdnd.engine.search import open_session
from satdnd.errors import EncodingBug
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, ended_lines
from satdnd.sat.watch import watched

MOST = 4000
"""The number of cuts above which connectivity is encoded in full."""
_CUT = re.compile(r"[1-9][0-9]{0,8}(?: [1-9][0-9]{0,8})* 0")


def judged_cuts(kind: Kind[Any, Any, Any], puzzle: Any, options: Any, budget: Budget) -> bool:
    """Whether a certificate of *puzzle* may contain cuts in place of a complete rule. Raises Undecided."""
    rules = kind.part(Rules)
    cuts = watched(budget, lambda: rules.book(puzzle, options).cuts) if rules else None
    return cuts is not None and cuts.judges


def needed(header: Exported, encoding: Encoding[Any, Any], budget: Budget) -> list[Clause] | None:
    """Cuts that make *encoding*, which *header* describes, unsatisfiable; None if `MOST` do not suffice.

    Raises:
        Undecided: the budget ran out.
        EncodingBug: the formula has a model that no cut forbids.
    """
    found: list[Clause] = []
    with open_session(encoding, "auto", budget) as session:
        while session.ask((), budget):
            cuts = encoding.cuts(header.puzzle, session.model)
            if not cuts:
                raise EncodingBug(f"the formula of {header.puzzle.name!r} has a model: the answer was wrong")
            found += cuts
            if len(found) > MOST:
                return None
            for clause in cuts:
                session.add(clause)
    return found


def judged(
    encoding: Encoding[Any, Any], puzzle: Any, text: str, after: int, budget: Budget
) -> tuple[list[Clause], int]:
    """The cuts in *text*, the DIMACS file of *encoding* with cuts before the last *after* clauses. Raises Undecided.

    Returns:
        (all cuts, 0), or (the cuts before the first line that is not a cut, its number from 1).
    """
    rule = encoding.connectivity(puzzle)
    assert rule is not None
    first, last = 0, text.count("\n") - after
    cuts: list[Clause] = []
    for number, line in enumerate(ended_lines(text, budget), 1):
        if not first:
            first = number + len(encoding.formula.clauses) - after + 1 if line.startswith("p ") else 0
        if not first or not first <= number <= last:
            continue
        clause = [int(word) for word in line.split()[:-1]] if _CUT.fullmatch(line) else []
        if not clause or not rule.is_cut(clause):
            return cuts, number
        cuts.append(clause)
    return cuts, 0
