"""Needless clues: a largest set of clues that a puzzle can do without and still have just one solution.

The clues that stay are a smallest set that, with everything else, rules out each other solution: a smallest conflict
with the clause that blocks the solution (`satdnd.sat.cores`: minimal unsatisfiable sets by hitting sets).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from satdnd.engine.kind import Kind
from satdnd.errors import Undecided, UsageError
from satdnd.sat import cores
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool, Statement
from satdnd.sat.session import Session
from satdnd.setter.parts import RemovableClues


def redundant(
    kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, options: Any, budget: Budget
) -> tuple[list[str], Any, bool]:
    """Clues of *puzzle* that can all be left out together.

    Args:
        kind: of the puzzle.
        puzzle: has one solution.
        solution: that one.
        options: of its kind.
        budget: for all of it; if it runs out, the best set known by then is returned.

    Returns:
        sentences, the puzzle without those clues, and whether no larger set can go.

    Raises:
        UsageError: no clue of this kind can be left out.
    """
    part = kind.require(RemovableClues)
    clues = part.clues(puzzle)
    try:
        found = _needed(kind, puzzle, solution, options, clues, budget)
    except Undecided:
        found = None
    kept, largest = found or (set(clues.values()), False)
    left_out = [statement for statement, clue in clues.items() if clue not in kept]
    reduced = part.removed(puzzle, dict.fromkeys(clues[statement] for statement in left_out))
    return [statement.text for statement in left_out], reduced, largest


def _needed(
    kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, options: Any, clues: Mapping[Statement, Any], budget: Budget
) -> tuple[set[Any], bool]:
    """The clues of a smallest set that suffices, and whether it is known to be smallest. Raises Undecided.

    If one clue gives several statements, they are kept or left out together.
    """
    plain = replace(options, solver="auto", cardinality="auto", compilation="auto")
    encoding = kind.compiled(puzzle, plain, budget, eager=True)
    formula = Formula(Pool(encoding.formula.variables, budget))
    selectors: dict[Any, Literal] = {}
    for i, clause in enumerate(encoding.formula.clauses):
        statement = encoding.formula.statement_of(i)
        if statement is None or statement not in clues:
            formula.add(*clause)
            continue
        clue = clues[statement]
        if clue not in selectors:
            selectors[clue] = formula.new(statement.text)
        formula.add(*clause, -selectors[clue])
    formula.add(*(-x for x in encoding.literals(puzzle, solution)))
    with Session(formula, budget=budget) as session:
        core = cores.find(session, dict.fromkeys(selectors.values(), 1), budget)
    if core is None:
        raise UsageError(f"{puzzle.name or kind.name} already has several solutions: no clue can be left out")
    needed = set(core.literals)
    return {clue for clue, selector in selectors.items() if selector in needed}, core.smallest
