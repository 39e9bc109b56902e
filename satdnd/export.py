"""Puzzles as files for other solvers: DIMACS CNF, split into cubes (iCNF), pseudo-Boolean (OPB)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from satdnd.errors import InputError, UsageError
from satdnd.formula import AtMost, Clause, Formula, Literal
from satdnd.puzzle import Encoding, Kind, Settings

HEADER = "puzzle "
"""Begins the comment that holds the puzzle as JSON."""

OPTIONS = ("topology", "cardinality", "connectivity", "steps", "metric")


def to_cnf(kind: Kind[Any, Any], puzzle: Any, settings: Settings, forbidden: Sequence[Any] = ()) -> str:
    """The self-contained DIMACS CNF of *puzzle*, with a clause that forbids each solution in *forbidden*.

    Its comments name the puzzle (as JSON, enough to read an answer), the options and every variable. The same puzzle
    and options give the same bytes.

    Raises:
        UsageError: native cardinality constraints, which DIMACS cannot hold.
    """
    encoding = kind.encoding(puzzle, settings, eager=True)
    formula = _clauses_only(_with_forbidden(encoding, puzzle, forbidden))
    return formula.to_dimacs(header(kind, puzzle, resolved(encoding, settings), len(forbidden)))


def template_to_cnf(kind: Kind[Any, Any], puzzle: Any, settings: Settings) -> str:
    """The parametric CNF of the size of *puzzle*: clues are variables, to be chosen by unit clauses."""
    settings = settings if settings.connectivity not in ("auto", "lazy") else replace(settings, connectivity="planar")
    settings = replace(settings, cardinality="totalizer")  # the only one whose outputs can be assumed
    formula = kind.template(puzzle, settings).formula
    comments = [f"{kind.title}: every puzzle of one size; choose one by adding unit clauses for its clues"]
    return formula.to_dimacs([*comments, _options(settings)])


def to_cubes(kind: Kind[Any, Any], puzzle: Any, settings: Settings, count: int, forbidden: Sequence[Any] = ()) -> str:
    """iCNF: the formula, and about *count* cubes (``a`` lines) that cover it without overlap.

    A split takes the variable of the projection whose two branches propagate most, and the cube that is still least
    determined; branches that unit propagation refutes are not split on, so there may be fewer cubes than asked for.
    """
    encoding = kind.encoding(puzzle, settings, eager=True)
    formula = _clauses_only(_with_forbidden(encoding, puzzle, forbidden))
    lines = [f"c {line}" for line in header(kind, puzzle, resolved(encoding, settings), len(forbidden))]
    lines += [f"c var {v} {m}" for v in range(1, formula.variables + 1) if (m := formula.meaning(v))]
    lines.append("p inccnf")
    lines += [" ".join([*map(str, clause), "0"]) for clause in formula.clauses]
    lines += [" ".join(["a", *map(str, cube), "0"]) for cube in cubes(formula, encoding.projection, count)]
    return "\n".join(lines) + "\n"


def cubes(formula: Formula, variables: Sequence[Literal], count: int) -> list[list[Literal]]:
    """About *count* sets of literals over *variables*; every model satisfies exactly one of them.

    Lookahead by unit propagation (Heule, Kullmann, Wieringa and Biere, "Cube and Conquer", HVC 2011).
    """
    from pysat.solvers import Solver

    done: list[list[Literal]] = []
    with Solver(name="glucose4", bootstrap_with=formula.clauses) as solver:
        waiting: list[tuple[int, list[Literal]]] = [(0, [])]
        while waiting and len(waiting) + len(done) < count:
            waiting.sort(reverse=True)
            _, cube = waiting.pop()  # the one that determines least
            split = _split(solver, variables, cube)
            if split:
                waiting += split
            elif split is None:
                done.append(cube)
    return done + [cube for _, cube in sorted(waiting)]


def _split(solver: Any, variables: Sequence[Literal], cube: list[Literal]) -> list[tuple[int, list[Literal]]] | None:
    """The two halves of *cube* on its best variable, each with how much it determines.

    None: everything is determined; []: there is no model in it. A half that propagation refutes is left out, and the
    other taken on.
    """
    best: list[tuple[int, list[Literal]]] | None = None
    known = {abs(x) for x in (*cube, *solver.propagate(cube)[1])}
    for v in variables:
        if v in known:
            continue
        halves = []
        for literal in (v, -v):
            fine, implied = solver.propagate([*cube, literal])
            if fine:
                halves.append((len(implied), [*cube, literal]))
        if not halves:
            return []
        if len(halves) == 1:
            cube = halves[0][1]
            known |= {abs(x) for x in (*cube, *solver.propagate(cube)[1])}
        elif best is None or math.prod(size for size, _ in halves) > math.prod(size for size, _ in best):
            best = halves
    if best:  # found before the last literal was taken on: it still splits, unless that literal determined it
        v = abs(best[0][1][-1])
        return None if v in known else [(size, [*cube, half[-1]]) for size, half in best]
    return None


def to_opb(kind: Kind[Any, Any], puzzle: Any, settings: Settings, forbidden: Sequence[Any] = ()) -> str:
    """OPB: clauses as sums of at least 1, counts as they are, linear (Roussel and Manquinho, PB competition format).

    A kind that counts nothing refuses native cardinality; its clauses are exported as they are.
    """
    try:
        native = replace(settings, cardinality="native")
        encoding = kind.encoding(puzzle, native, eager=True)
    except UsageError:
        native = settings
        encoding = kind.encoding(puzzle, native, eager=True)
    formula = _with_forbidden(encoding, puzzle, forbidden)
    rows = [_linear(clause, 1, ">=") for clause in formula.clauses] + _bounds(formula.at_mosts)
    lines = [f"* #variable= {formula.variables} #constraint= {len(rows)}"]
    lines += [f"* {line}" for line in header(kind, puzzle, resolved(encoding, native), len(forbidden))]
    lines += [f"* var {v} {m}" for v in range(1, formula.variables + 1) if (m := formula.meaning(v))]
    return "\n".join(lines + rows) + "\n"


def resolved(encoding: Encoding[Any, Any], settings: Settings) -> Settings:
    """*settings* with what ``auto`` came to, so that a later version with other favourites makes the same formula."""
    told: dict[str, Any] = dict(encoding.resolved)
    return replace(settings, **told)


def header(kind: Kind[Any, Any], puzzle: Any, settings: Settings, forbidden: int) -> list[str]:
    """The comments before the variable map."""
    lines = [f"satdnd: {kind.title}", HEADER + json.dumps(kind.to_json(puzzle), ensure_ascii=True), _options(settings)]
    if forbidden:
        lines.append(
            f"the last {forbidden} clauses each forbid one known solution: unsatisfiable means there is no other"
        )
    return lines


def puzzle_of(text: str, source: str | None = None) -> dict[str, Any] | None:
    """The puzzle in the comments of an exported file, as JSON; None where there is none. InputError if damaged."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = line[2:] if line[:2] in ("c ", "* ") else ""
        if comment.startswith(HEADER):
            try:
                record = json.loads(comment.removeprefix(HEADER))
            except ValueError as error:
                raise InputError(
                    f"the puzzle in this comment is no JSON: {error}", source=source, line=number
                ) from error
            if isinstance(record, dict):
                return record
    return None


def options_of(text: str) -> dict[str, str]:
    """The options in the comments of an exported file."""
    for line in text.splitlines():
        if line[2:].startswith("options "):
            return dict(word.split("=", 1) for word in line.split()[2:] if "=" in word)
    return {}


def _options(settings: Settings) -> str:
    told = {name: getattr(settings, name) for name in OPTIONS}
    return " ".join(["options", *(f"{name}={value}" for name, value in told.items() if value is not None)])


def _with_forbidden(encoding: Encoding[Any, Any], puzzle: Any, forbidden: Sequence[Any]) -> Formula:
    for solution in forbidden:
        encoding.formula.family("forbidden solution")
        encoding.formula.extend([[-x for x in encoding.literals(puzzle, solution)]])
    return encoding.formula


def _clauses_only(formula: Formula) -> Formula:
    if formula.at_mosts:
        raise UsageError("DIMACS holds clauses only: choose another cardinality encoding than native, or --format opb")
    return formula


def _linear(literals: Clause, bound: int, relation: str, weight: int = 1) -> str:
    if not literals:  # readers refuse an empty sum: say "never" otherwise
        literals, bound = [1], bound + 1
    terms = " ".join(f"{weight:+d} {'~' if x < 0 else ''}x{abs(x)}" for x in literals)
    return f"{terms} {relation} {bound} ;"


def _bounds(at_mosts: Sequence[AtMost]) -> list[str]:
    """At-most constraints; two that bound the same literals from both sides become one equation."""
    rows = []
    waiting = {(tuple(-x for x in literals), len(literals) - bound) for literals, bound in at_mosts}
    written: set[tuple[Literal, ...]] = set()
    for literals, bound in at_mosts:
        key = tuple(literals)
        if (key, bound) not in waiting:
            rows.append(_linear(literals, -bound, ">=", -1))
        elif tuple(-x for x in key) not in written:
            written.add(key)
            rows.append(_linear(literals, bound, "="))
    return rows
