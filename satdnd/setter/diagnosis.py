"""What is wrong with a puzzle, and what would fix it.

- No solution: a smallest set of clues and rules that cannot hold together, and the smallest changes of clues that help.
- Several solutions: how many, where they differ, and a smallest set of further givens that leaves one.

Both smallest sets are minimum hitting sets, found by PySAT's `Hitman` (Ignatiev, Previti, Liffiton and Marques-Silva,
"Smallest MUS extraction with minimal hitting set dualization", CP 2015).
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from satdnd.engine.answer import MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.engine.kind import Kind, kind_of
from satdnd.engine.optima import pinned
from satdnd.engine.options import check_whole
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, Undecided, UsageError
from satdnd.sat import cores
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool, Statement
from satdnd.sat.session import Session
from satdnd.setter import needless_clues
from satdnd.setter.findings import Conflict, Diagnosis
from satdnd.setter.parts import RemovableClues
from satdnd.setter.repair_search import find_repairs
from satdnd.setter.uniqueness_repairs import can_be_made_unique, one_solution_repairs

SMALLEST_SECONDS = 3.0
"""Seconds for the search for the smallest set of givens, if changes that leave one solution are searched for too."""
UNMENDABLE = "a puzzle of {} has no clues that could be given or changed to make it unique"
"""The message about a kind without such clues."""
COUNT_LIMIT = 1000
"""The largest number up to which solutions are counted."""


def diagnose(
    solver: Solver, puzzle: Any, edits: int = 2, only_unique: bool = False, redundant: bool = False
) -> Diagnosis[Any]:
    """Find out what is wrong with *puzzle*.

    Args:
        solver: provides the options of the puzzle's kind; its limits apply to the whole diagnosis.
        puzzle: a puzzle of any kind.
        edits: the maximum number of clues that a repair changes.
        only_unique: find only repairs with a unique solution, also for a puzzle with several solutions: given cells,
            changes of one clue and the kind's own repairs, at most `satdnd.setter.uniqueness_repairs.MOST_UNIQUE`.
        redundant: for a puzzle with one solution, find a largest set of clues that it does not need.

    Returns:
        the answer of `Solver.unique`, with the findings.

    Raises:
        UsageError: *edits* is not a whole number from 0; the kind does not have these options; the search method is not
            ``sat``.
    """
    started = time.perf_counter()
    check_whole("edits", edits, 0)
    kind = kind_of(puzzle)
    options, budget = solver.options_of(kind), solver.budget_of(kind)
    if options.way not in ("auto", "sat"):
        raise UsageError(f"a diagnosis chooses its own search methods: leave out --way {options.way:.60}")
    if redundant:
        kind.require(RemovableClues)
    answer: Diagnosis[Any] = Diagnosis.of(solver.unique(puzzle))
    if answer.status == UNSOLVABLE:
        if not (answer.reason and kind.contradiction(puzzle, options)):
            with suppress(UsageError):  # a kind whose unsolvable puzzles have no formula (klotski)
                if found := conflict(kind, puzzle, options, budget.part(0.5)):
                    answer.conflict, answer.smallest = found.statements, found.smallest
        with suppress(UsageError):  # the kind has no search for repairs
            repairs, tried, complete = find_repairs(kind, puzzle, options, edits, only_unique, budget)
            answer.repairs, answer.edits_tried, answer.repairs_complete = tuple(repairs), tried, complete
            answer.only_unique = only_unique or None
    elif answer.status == MULTIPLE:
        part = budget.part(0.3, seconds=SMALLEST_SECONDS) if only_unique else budget
        _ambiguous(kind, puzzle, answer, options, part)
        if only_unique and not can_be_made_unique(kind):
            answer.reason = UNMENDABLE.format(kind.name)
        elif only_unique:
            repairs, answer.repairs_complete = one_solution_repairs(
                kind, puzzle, answer.solutions, (answer.given_marks, answer.givens or ()), options, edits, budget
            )
            answer.repairs, answer.edits_tried, answer.only_unique = tuple(repairs), 1, True
    elif answer.status == UNIQUE and redundant:
        clues, answer.reduced, largest = needless_clues.redundant(kind, puzzle, answer.solutions[0], options, budget)
        answer.redundant, answer.redundant_largest = tuple(clues), largest
        if clues and solver.unique(answer.reduced).status not in (UNIQUE, UNDECIDED):
            raise EncodingBug(f"clues reported as needless are needed: {puzzle.name!r}, {clues}")
    answer.seconds = time.perf_counter() - started
    return answer


# no solution


def conflict(kind: Kind[Any, Any, Any], puzzle: Any, options: Any, budget: Budget) -> Conflict | None:
    """A smallest set of statements that contradict each other; None if the clauses do not belong to statements.

    If the budget runs out, a contradictory set that may not be a smallest one.
    """
    plain = replace(options, solver="auto", cardinality="auto")
    try:
        selected, statements = _selectable(kind.compiled(puzzle, plain, budget, eager=True).formula)
        with Session(selected, budget=budget) as session:
            core = cores.find(session, dict.fromkeys(statements, 1), budget)
    except Undecided:
        return None
    if core is None or not core.literals:
        return None
    return Conflict(tuple(statements[x] for x in core.literals), core.smallest)


def _selectable(formula: Formula) -> tuple[Formula, dict[Literal, Statement]]:
    """The formula with a selector for each statement, which activates the statement's clauses when it is assumed."""
    selected = Formula(Pool(formula.variables, formula.pool.budget))
    selectors: dict[Statement, Literal] = {}
    for i, clause in enumerate(formula.clauses):
        statement = formula.statement_of(i)
        if statement is None:
            selected.add(*clause)
            continue
        if statement not in selectors:
            selectors[statement] = selected.new(statement.text)
        selected.add(*clause, -selectors[statement])
    return selected, {selector: statement for statement, selector in selectors.items()}


# several solutions


def _ambiguous(kind: Kind[Any, Any, Any], puzzle: Any, answer: Diagnosis[Any], options: Any, budget: Budget) -> None:
    counted = Solver(options, budget=budget.part).solve(puzzle, limit=COUNT_LIMIT)
    # a limit may have been reached before both were found again
    solutions = counted.solutions if len(counted.solutions) > 1 else answer.solutions
    differs = set(kind.differences(puzzle, *solutions[:2]))
    for other in solutions[2:]:
        if budget.spent:
            break
        differs.update(kind.differences(puzzle, solutions[0], other))
    answer.count, answer.counted_all, answer.differs = len(solutions), counted.complete, tuple(sorted(differs))
    if counted.status == UNDECIDED:
        return
    try:
        encoding = kind.compiled(puzzle, pinned(kind, puzzle, options, budget), budget, eager=True)
    except (Undecided, UsageError):
        return
    rows = [encoding.literals(puzzle, solution) for solution in solutions]
    smallest = counted.complete
    try:
        if counted.complete:
            best = _distinguishing_literals(rows[0], rows, budget)
            for row in rows[1:]:
                if budget.spent:
                    smallest = False
                    break
                best = min(best, _distinguishing_literals(row, rows, budget), key=len)
        else:
            best = _deciding(encoding.formula, rows[0], budget)
    except Undecided:
        return
    answer.givens, answer.givens_smallest = tuple(map(encoding.unknowns.sentence, best)), smallest
    with suppress(UsageError):  # an encoding without marks
        answer.given_marks = tuple(map(encoding.unknowns.mark, best))


def _distinguishing_literals(row: list[Literal], rows: list[list[Literal]], budget: Budget) -> list[Literal]:
    """A smallest set of literals of *row* such that every other row lacks one of them."""
    sets = [sorted(set(row) - set(other), key=abs) for other in rows if other != row]
    return sorted(cores.smallest_hitting_set(sets, dict.fromkeys(row, 1), budget), key=abs)


def _deciding(formula: Formula, row: list[Literal], budget: Budget) -> list[Literal]:
    """A smallest set of literals of *row* that leaves no other solution. Raises Undecided."""
    with Session(formula, budget=budget) as session:
        session.add([-x for x in row])
        core = cores.find(session, dict.fromkeys(row, 1), budget)
    if core is None or not core.smallest:
        raise Undecided("a smallest set was not found within the limits")
    return sorted(core.literals, key=abs)
