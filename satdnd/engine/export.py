"""Export puzzles for other solvers: DIMACS CNF, split into cubes (iCNF), pseudo-Boolean (OPB)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from satdnd.engine.kind import Encoding, Kind, Templates, kind_named, kind_of
from satdnd.engine.optima import pinned
from satdnd.engine.options import parse_formula_options
from satdnd.engine.search import Sat
from satdnd.errors import InputError, UsageError
from satdnd.grid import fields
from satdnd.sat.budget import Budget
from satdnd.sat.cubes import cubes
from satdnd.sat.formula import AtMost, Clause, Formula, Literal, lines_of

HEADER = "puzzle "
"""Prefix of the comment that holds the puzzle as JSON."""
OPTIONS = "options"
"""Prefix of the comment that holds the options as ``name=value``."""
FORBIDDEN = "forbidden "
"""Prefix of a comment that holds a solution, as JSON, that a clause at the end forbids."""
TEMPLATE = "every puzzle of one size"
"""Part of the first comment of a template."""


@dataclass(frozen=True)
class Exported:
    """The comments of an exported file: enough to rebuild the formula, and to decode an answer to it."""

    kind: Kind[Any, Any, Any]
    puzzle: Any
    options: Any
    forbidden: tuple[Any, ...] = ()
    cuts: tuple[Clause, ...] | None = None
    """In a certificate, the cuts that replace the full encoding of connectivity; None for the full encoding."""
    template: bool = False
    """Whether it is the template of the puzzle's size with the puzzle's unit clauses; not recorded in files."""

    def encoding(self, budget: Budget) -> Encoding[Any, Any]:
        """Rebuild the formula, with the clauses that forbid solutions. Raises Undecided."""
        if self.template:
            encoding = _template(self.kind, self.puzzle, self.options, budget)
            encoding.formula.family("clues")
            encoding.formula.extend([x] for x in encoding.assumptions(self.puzzle))
        else:
            whole = self.cuts is None
            encoding = self.kind.compiled(self.puzzle, self.options, budget, eager=whole)
            encoding.formula.family("connected")
            encoding.formula.extend(self.cuts or ())
        for solution in self.forbidden:
            encoding.formula.family("forbidden solution")
            encoding.formula.extend([[-x for x in encoding.literals(self.puzzle, solution)]])
        budget.check()
        return encoding

    def comments(self) -> list[str]:
        """The lines before the variable map."""
        record = json.dumps(self.kind.texts.to_json(self.puzzle), ensure_ascii=True)
        lines = [f"satdnd: {self.kind.title}", HEADER + record, *_options(self.kind.formula_options(self.options))]
        lines += [FORBIDDEN + json.dumps(solution.to_json()) for solution in self.forbidden]
        if self.forbidden:
            last = "clause forbids it" if len(self.forbidden) == 1 else f"{len(self.forbidden)} clauses forbid these"
            lines.append(f"the last {last}: unsatisfiable means there is no other")
        return lines


def exported(
    puzzle: Any,
    options: Any,
    forbidden: Sequence[Any],
    budget: Budget,
    cuts: Sequence[Clause] | None = None,
) -> tuple[Exported, Encoding[Any, Any]]:
    """The self-contained formula of *puzzle*, and its header with ``auto`` options resolved.

    If *cuts* are given, they replace the encoding of connectivity.

    Raises:
        Undecided: the budget ran out.
        UsageError: an option without meaning for this kind; a formula that depends on an unknown number of moves.
    """
    kind = kind_of(puzzle)
    options = pinned(kind, puzzle, options, budget)
    kind.validate_settings(replace(options, way="auto"), Sat())
    header = Exported(kind, puzzle, options, tuple(forbidden), None if cuts is None else tuple(cuts))
    encoding = header.encoding(budget)
    return replace(header, options=replace(options, **encoding.resolved)), encoding


def to_cnf(puzzle: Any, options: Any, forbidden: Sequence[Any] = ()) -> str:
    """The self-contained DIMACS CNF of *puzzle*, with a clause that forbids each solution in *forbidden*.

    Its comments name the puzzle (as JSON, enough to read an answer), the options and every variable. The same puzzle
    and options give the same bytes.

    Raises:
        Undecided: the budget ran out.
        UsageError: native cardinality constraints, which DIMACS cannot hold.
    """
    return dimacs(*exported(puzzle, options, forbidden, options.budget()))


def dimacs(header: Exported, encoding: Encoding[Any, Any]) -> str:
    """The result of `exported` as a file. Raises UsageError for native cardinality constraints, which DIMACS cannot
    hold.
    """
    return _clauses_only(encoding.formula).to_dimacs(header.comments())


def template_to_cnf(puzzle: Any, options: Any) -> str:
    """The parametric CNF of the size of *puzzle*: clues are variables, to be set by unit clauses (`to_units`)."""
    kind = kind_of(puzzle)
    encoding = _template(kind, puzzle, options, options.budget())
    comments = [f"{kind.title}: {TEMPLATE}; choose one by adding unit clauses for its clues"]
    return encoding.formula.to_dimacs(
        [*comments, *_options(kind.formula_options(replace(options, **encoding.resolved)))]
    )


def to_units(puzzle: Any, options: Any) -> str:
    """The unit clauses that choose *puzzle* in the template of its size, each after a comment with its clue.

    Append these lines to the output of `template_to_cnf` (whose ``p`` line then has to count them).
    """
    kind = kind_of(puzzle)
    lines, last = [], ""
    for fact in _template(kind, puzzle, options, options.budget()).facts(puzzle):
        if fact.statement.text != last:
            last = fact.statement.text
            lines.append(f"c {last}")
        lines.append(f"{fact.literal} 0")
    return "\n".join(lines) + "\n"


def _template(kind: Kind[Any, Any, Any], puzzle: Any, options: Any, budget: Budget) -> Encoding[Any, Any]:
    kind.require(Templates)
    options = replace(options, way="auto", compilation="template")
    kind.validate_settings(options, Sat())
    if options.connectivity in ("auto", "lazy") and "connectivity" in kind.choices:
        options = replace(options, connectivity="planar")
    return kind.compiled(puzzle, options, budget, template=True)


def to_cubes(puzzle: Any, options: Any, count: int, forbidden: Sequence[Any] = ()) -> str:
    """iCNF: the formula, and about *count* cubes (``a`` lines) that cover it without overlap.

    The least determined cube is split next, on the variable of the projection whose two branches propagate most.
    Branches that unit propagation refutes are not split, so there may be fewer cubes than asked for.
    """
    budget = options.budget()
    header, encoding = exported(puzzle, options, forbidden, budget)
    formula = _clauses_only(encoding.formula)
    split = cubes(formula, encoding.projection, count, budget)
    many = "1 cube" if len(split) == 1 else f"{len(split)} cubes"
    lines = [*header.comments(), many + ("" if split else ": propagation refutes the formula")]
    lines = [*_comments("c", lines, formula), "p inccnf"]
    lines += [" ".join([*map(str, clause), "0"]) for clause in formula.clauses]
    lines += [" ".join(["a", *map(str, cube), "0"]) for cube in split]
    return "\n".join(lines) + "\n"


def to_opb(puzzle: Any, options: Any, forbidden: Sequence[Any] = ()) -> str:
    """OPB: clauses as sums of at least 1, counts as linear constraints (Roussel and Manquinho, PB competition format).

    For a kind without counts, the clauses are exported as they are.
    """
    if "native" in kind_of(puzzle).choices.get("cardinality", ()):
        options = replace(options, cardinality="native")
    header, encoding = exported(puzzle, options, forbidden, options.budget())
    formula = encoding.formula
    rows = [_linear(clause, 1, ">=") for clause in formula.clauses] + _bounds(formula.at_mosts)
    lines = [f"* #variable= {formula.variables} #constraint= {len(rows)}"]
    lines += _comments("*", header.comments(), formula)
    return "\n".join(lines + rows) + "\n"


def is_exported(line: str) -> bool:
    """Whether *line* is the first line of an exported file, which the OPB standard prescribes for OPB."""
    return line.startswith(("c satdnd: ", "* #variable= "))


def read_header(text: str, source: str | None = None) -> Exported:
    """Parse the comments of an exported file.

    Raises:
        InputError: no comment names the puzzle, or the comments cannot be read.
    """
    record: Any = None
    words: dict[str, str] = {}
    solutions: list[tuple[int, str]] = []
    for number, line in enumerate(lines_of(text), 1):
        comment = line[2:] if line[:2] in ("c ", "* ") else ""
        if not line.startswith(("c", "*", "p ")):
            break  # comments precede the clauses
        if comment.startswith(HEADER) and record is None:
            record = _decoded(comment.removeprefix(HEADER), source, number)
        elif comment.startswith(FORBIDDEN):
            solutions.append((number, comment.removeprefix(FORBIDDEN)))
        elif comment.startswith(OPTIONS):
            words = dict(word.split("=", 1) for word in comment.split()[1:] if "=" in word)
    if record is None and TEMPLATE in text[: text.find("\n")]:
        message = "this is a template for every puzzle of its size: give the puzzle instead, with --template"
        raise InputError(message, source=source)
    if not isinstance(record, dict):
        raise InputError("no comment names the puzzle: was this file written by 'satdnd export'?", source=source)
    try:
        kind = kind_named(str(record.get("kind")))
        puzzle = kind.texts.from_json(record)
        options = kind.options(**parse_formula_options(kind.options, words))
        forbidden = []
        for number, content in solutions:
            for solution in kind.texts.read_solutions(content, puzzle):
                if isinstance(solution, InputError):
                    raise InputError(solution.message, line=number)
                forbidden.append(solution)
    except UsageError as error:
        raise InputError(f"its comments cannot be read: {error}", source=source) from error
    except InputError as error:
        raise error.located(source=source) from None
    return Exported(kind, puzzle, options, tuple(forbidden))


def _decoded(text: str, source: str | None, line: int) -> Any:
    try:
        return fields.decoded(text)
    except InputError as error:
        raise InputError(f"the puzzle in this comment is not valid JSON: {error}", source=source, line=line) from error


def _options(words: Mapping[str, str]) -> list[str]:
    """The comment with the options; empty if there are none."""
    return [" ".join([OPTIONS, *(f"{name}={value}" for name, value in words.items())])] if words else []


def _comments(mark: str, lines: list[str], formula: Formula) -> list[str]:
    """*lines* and the variable map as comments."""
    named = [f"var {v} {m}" for v in range(1, formula.variables + 1) if (m := formula.meaning(v))]
    return [f"{mark} {line}" for line in [*lines, *named]]


def _clauses_only(formula: Formula) -> Formula:
    if formula.at_mosts:
        raise UsageError("DIMACS holds clauses only: choose a cardinality encoding other than native, or --format opb")
    return formula


def _linear(literals: Clause, bound: int, relation: str, weight: int = 1) -> str:
    if not literals:  # other programs do not accept an empty sum, so write an unsatisfiable one
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
