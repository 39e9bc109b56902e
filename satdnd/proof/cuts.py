"""Cuts in a certificate: those that a proof needs, found with a solver, and judged one by one without it.

Connectivity said in full is most of a large formula; a proof that there is no other solution needs a few cuts. Where an
encoding can tell whether a clause is a cut (`Judging`), a certificate holds these cuts in place of all that.
"""

from __future__ import annotations

import re
from typing import Any, Protocol, runtime_checkable

from satdnd.engine.export import Exported
from satdnd.engine.kind import Encoding
from satdnd.engine.search import open_session
from satdnd.errors import EncodingBug
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, ended_lines

MOST = 4000
"""Cuts after which connectivity is said in full."""
_CUT = re.compile(r"[1-9][0-9]{0,8}(?: [1-9][0-9]{0,8})* 0")


@runtime_checkable
class Judging(Protocol):
    """Protocol: an encoding that knows a cut when it sees one."""

    def is_cut(self, puzzle: Any, clause: Clause) -> bool:
        """Whether the board falls apart without what *clause* names, of which every solution then has something."""
        ...


def needed(header: Exported, encoding: Encoding[Any, Any], budget: Budget) -> list[Clause] | None:
    """Cuts with which *encoding*, made by *header*, has no model; None where `MOST` do not suffice.

    Raises:
        Undecided: the budget ran out.
        EncodingBug: it has a model that no cut forbids.
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
        the cuts, and 0; or those up to the first line that is none, and its number, from 1.
    """
    assert isinstance(encoding, Judging)
    first, last = 0, text.count("\n") - after
    cuts: list[Clause] = []
    for number, line in enumerate(ended_lines(text, budget), 1):
        if not first:
            first = number + len(encoding.formula.clauses) - after + 1 if line.startswith("p ") else 0
        if not first or not first <= number <= last:
            continue
        clause = [int(word) for word in line.split()[:-1]] if _CUT.fullmatch(line) else []
        if not clause or not encoding.is_cut(puzzle, clause):
            return cuts, number
        cuts.append(clause)
    return cuts, 0
