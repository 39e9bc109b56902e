"""The search for the smallest changes of clues that make a puzzle solvable or unique."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satdnd.engine.answer import UNIQUE, UNSOLVABLE
from satdnd.engine.kind import Kind
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided
from satdnd.sat.budget import Budget
from satdnd.setter.findings import Repair
from satdnd.setter.parts import Repairs


def find_repairs(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Any, edits: int, only_unique: bool, budget: Budget
) -> tuple[list[Repair], int, bool]:
    """The smallest changes of clues that make *puzzle* solvable (or unique), unique ones first.

    All changes of one clue are tried, then of two, up to *edits*; the search stops at the first number that gives a
    unique puzzle. A change that contains one already listed is omitted, unless it makes the puzzle unique.

    Returns:
        the repairs, the number of clues changed last, and whether all changes of up to that number were tried.

    Raises:
        UsageError: the kind has no search for repairs.
    """
    solver = Solver(replace(options, graph_check=False), budget=budget.part)
    found: list[Repair] = []
    listed: list[frozenset[Any]] = []
    number = 0
    try:
        for number in range(1, edits + 1):
            for change in kind.require(Repairs).changes(puzzle, options, number, budget):
                status = solver.unique(change.puzzle).status
                if status == UNSOLVABLE:
                    continue
                if status == UNIQUE or not (only_unique or any(part < change.changes for part in listed)):
                    found.append(Repair(change.edits, change.puzzle, status))
                    listed.append(change.changes)
            if any(repair.status == UNIQUE for repair in found):
                break
    except Undecided:
        return _rank(found), number, False
    finally:
        solver.close()
    return _rank(found), number, True


def _rank(repairs: list[Repair]) -> list[Repair]:
    return sorted(repairs, key=lambda r: (r.status != UNIQUE, len(r.edits)))
