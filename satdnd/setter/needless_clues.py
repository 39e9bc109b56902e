"""Needless clues: a largest set of clues that can be removed from a puzzle while it keeps exactly one solution.

The other clues are a smallest set that, with the rules, excludes every other solution: a smallest conflict with the
clause that blocks the solution (`satdnd.sat.cores`: minimal unsatisfiable sets by hitting sets).
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
    """A largest set of clues of *puzzle* that can be removed together.

    Args:
        kind: the puzzle's kind.
        puzzle: a puzzle with one solution.
        solution: its solution.
        options: the options of its kind.
        budget: the limits; if it runs out, the best set found so far is returned.

    Returns:
        sentences, the puzzle without those clues, and whether no larger set can be removed.

    Raises:
        UsageError: no clue of this kind can be removed.
    """
    part = kind.require(RemovableClues)
    clues = part.clues(puzzle)
    try:
        found = _needed(kind, puzzle, solution, options, clues, budget)
    except Undecided:
        found = None
    kept, largest = found or (set(clues.values()), False)
    left_out = {clue: statement.text for statement, clue in clues.items() if clue not in kept}
    return [*left_out.values()], part.removed(puzzle, dict.fromkeys(left_out)), largest


def _needed(
    kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, options: Any, clues: Mapping[Statement, Any], budget: Budget
) -> tuple[set[Any], bool]:
    """The clues of a smallest sufficient set, and whether it is known to be smallest. Raises Undecided.

    The statements of one clue are kept or removed together.
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
