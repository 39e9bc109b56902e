"""A CNF formula that knows what its variables and clauses mean, read from and written as DIMACS.

Literals are DIMACS integers: variable ``v`` is ``v`` when true and ``-v`` when false; variables count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Any, ClassVar, NamedTuple, TypeAlias, overload

from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.sat.budget import Budget, size

Literal: TypeAlias = int
"""Non-zero DIMACS literal; ``-x`` is the negation of ``x``."""

Clause: TypeAlias = list[Literal]
"""A disjunction of literals; the empty clause is false."""

AtMost: TypeAlias = tuple[list[Literal], int]
"""(literals, bound): at most *bound* of the literals are true. For solvers with native cardinality constraints."""

Label: TypeAlias = str | Callable[[], str]
"""What auxiliary variables are for, or a function that says so, called only when it is read."""

Meanings: TypeAlias = Callable[[], Mapping[Literal, str]]
"""A function that returns the meanings of auxiliary variables, called only when they are read."""


class Compiled(NamedTuple):
    """A constraint as clauses, or as native constraints for solvers that have them (with units for trivial bounds)."""

    clauses: list[Clause]
    at_mosts: list[AtMost]
    meanings: Meanings = dict

    def together(self, other: Compiled) -> Compiled:
        """Both constraints as one."""
        return Compiled(
            self.clauses + other.clauses,
            self.at_mosts + other.at_mosts,
            lambda: {**self.meanings(), **other.meanings()},
        )


_WRITTEN = 1 << 14
"""Clauses written as text between two checks of the budget."""
_LONG = 1 << 20
"""Lines with more characters than this are checked against the memory limit before they are split."""
_SPLIT = 30
"""Bytes of memory that one character of a line takes at most when it is split into words and numbers."""


@dataclass(frozen=True)
class Statement:
    """A clue or one instance of a rule; subclasses in `satdnd.rules` also know its clauses."""

    rule: str
    """The rule's id."""
    cells: tuple[Cell, ...]
    """The cells that it concerns."""
    pattern: str
    """The sentence, with ``{}`` for the name of `place`."""

    fields: ClassVar[tuple[str, ...]] = ()
    """Attributes that distinguish it from other statements of the same rule about the same cells."""

    @property
    def place(self) -> Cell:
        """The cell that the sentence names."""
        return self.cells[0]

    @property
    def text(self) -> str:
        """The sentence."""
        return self.pattern.replace("{}", cell_name(self.place)) if "{}" in self.pattern else self.pattern

    def to_json(self) -> dict[str, Any]:
        """``rule``, ``cells``, the `fields`, and the sentence as ``text``."""
        return {"rule": self.rule, "cells": [list(cell) for cell in self.cells], **self.parameters(), "text": self.text}

    def parameters(self) -> dict[str, Any]:
        """The `fields` by name."""
        return {name: getattr(self, name) for name in self.fields}


@dataclass(frozen=True)
class RecordedStatement(Statement):
    """A statement read back from `to_json`; only the rules of its puzzle can interpret it."""

    record: tuple[tuple[str, Any], ...] = ()
    """The `fields` by name."""

    @property
    def text(self) -> str:
        """The sentence as it was written."""
        return self.pattern

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> RecordedStatement:
        """Raises KeyError, TypeError or ValueError if *record* is not what `to_json` writes."""
        known = {"rule", "cells", "text"}
        cells = tuple((int(r), int(c)) for r, c in record["cells"])
        rest = tuple((name, value) for name, value in record.items() if name not in known)
        return cls(str(record["rule"]), cells, str(record["text"]), rest)

    def to_json(self) -> dict[str, Any]:
        """The JSON record that was read."""
        plain = super().to_json()
        text = plain.pop("text")
        return {**plain, **dict(self.record), "text": text}


@dataclass(frozen=True)
class Fact:
    """A literal that a template assumes, and its statement."""

    literal: Literal
    statement: Statement


_NAMED = re.compile(r"c var (\d+) (.+)$")
_PROBLEM = re.compile(r"\s*p\s+cnf\s+([0-9]{1,18})\s+([0-9]{1,18})\s*")
_LITERALS = re.compile(r"\s*(?:-?[0-9]{1,18}(?:\s+|$))+", re.ASCII)


class VariableNames(Sequence[str]):
    """The names of variables, each made when it is read: solving needs none.

    Args:
        count: how many there are.
        name: the name of the variable with a number from 1.
    """

    def __init__(self, count: int, name: Callable[[int], str]) -> None:
        self._count, self._name = count, name

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        numbers = range(1, self._count + 1)[i]
        return self._name(numbers) if isinstance(numbers, int) else [self._name(v) for v in numbers]


class Pool:
    """A source of fresh variables; `top` is the highest in use (0: none).

    Every building block of an encoding takes its variables here, so this is where compilation checks its *budget*
    regularly: both methods raise Undecided when it is spent.
    """

    def __init__(self, top: int = 0, budget: Budget | None = None) -> None:
        self.top = top
        self.budget = budget

    def new(self) -> Literal:
        """One fresh variable."""
        self.top += 1
        if not self.top % 256 and self.budget is not None:
            self.budget.check()
        return self.top

    def block(self, count: int) -> range:
        """*count* consecutive fresh variables."""
        if self.budget is not None:
            self.budget.check()
        first = self.top + 1
        self.top += count
        return range(first, first + count)


@dataclass
class Formula:
    """Clauses over named variables.

    Each clause belongs to the `family` that was started last, so that a bug can be traced to a part of the encoding.
    All methods that add clauses or variables check the pool's budget, and raise Undecided when it is spent.
    """

    pool: Pool = field(default_factory=Pool)
    clauses: list[Clause] = field(default_factory=list)
    at_mosts: list[AtMost] = field(default_factory=list)
    """Native cardinality constraints; empty unless that encoding was requested."""
    _starts: list[tuple[int, str]] = field(default_factory=list)
    _statements: list[tuple[int, Statement | None]] = field(default_factory=list)
    _names: dict[int, str] = field(default_factory=dict)
    _blocks: list[tuple[range, Sequence[str]]] = field(default_factory=list)
    _ranges: list[tuple[int, int, Label, Meanings]] = field(default_factory=list)

    # building

    def new(self, name: str) -> Literal:
        """A fresh variable that means *name*."""
        variable = self.pool.new()
        self._names[variable] = name
        return variable

    def new_variables(self, names: Sequence[str]) -> range:
        """Consecutive fresh variables that mean *names*."""
        variables = self.pool.block(len(names))
        if variables:
            self._blocks.append((variables, names))
        return variables

    def name_since(self, mark: int, label: Label, meanings: Meanings = dict) -> None:
        """Name the unnamed variables above *mark* (an earlier `pool.top`): *label*, then their meaning.

        Those without a meaning become ``label auxiliary 1``, 2, ..., counted from the mark.
        """
        if self.pool.top > mark:
            self._ranges.append((mark + 1, self.pool.top, label, meanings))

    def include(self, made: Compiled, mark: int | None = None, label: Label = "") -> None:
        """Add a compiled constraint; if *mark* is given, name its variables (those above *mark*) by *label*."""
        self.extend(made.clauses)
        self.at_mosts += made.at_mosts
        if mark is not None:
            self.name_since(mark, label, made.meanings)

    def name(self, variable: int, text: str) -> None:
        """Set what *variable* means."""
        self._names[variable] = text

    def family(self, name: str) -> None:
        """Start a family: clauses added from now on belong to *name*."""
        self._look()
        self._starts.append((len(self.clauses), name))
        self._statements.append((len(self.clauses), None))

    def begin_sentence(self, text: str, cells: Iterable[tuple[int, int]] = ()) -> None:
        """Start a sentence: clauses added until the next one, a statement or a family belong to *text*.

        A diagnosis looks for statements that contradict each other; clauses without a statement are always assumed.
        """
        self._look()
        rule = self._starts[-1][1] if self._starts else ""
        self._statements.append((len(self.clauses), Statement(rule, tuple(cells), text)))

    def begin_statement(self, statement: Statement) -> None:
        """Start a statement: clauses added until the next one, a sentence or a family belong to *statement*."""
        if not self._starts or self._starts[-1][1] != statement.rule:
            self._starts.append((len(self.clauses), statement.rule))
        self._look()
        self._statements.append((len(self.clauses), statement))

    @contextmanager
    def defining(self) -> Iterator[None]:
        """Clauses added in this block define variables, and belong to no statement."""
        statement = self._statements[-1][1] if self._statements else None
        self._statements.append((len(self.clauses), None))
        yield
        self._statements.append((len(self.clauses), statement))

    def add(self, *literals: Literal) -> None:
        """Add one clause."""
        self.clauses.append(list(literals))
        if not len(self.clauses) % 256:
            self._look()

    def extend(self, clauses: Iterable[Clause]) -> None:
        """Add clauses."""
        before = len(self.clauses)
        self.clauses.extend(clauses)
        if len(self.clauses) // 256 > before // 256:
            self._look()

    def _look(self) -> None:
        if self.pool.budget is not None:
            self.pool.budget.check()

    # reading

    @property
    def variables(self) -> int:
        """Number of variables; they are 1..variables."""
        return self.pool.top

    def meaning(self, variable: int) -> str:
        """The meaning of *variable*, or an empty string."""
        if variable in self._names:
            return self._names[variable]
        if block := self._block_of(variable):
            return block[1][variable - block[0][0]]
        i = bisect_right(self._ranges, variable, key=lambda r: r[0]) - 1
        if i < 0 or variable > self._ranges[i][1]:
            return ""
        first, last, label, meanings = self._ranges[i]
        known, label = meanings(), label if isinstance(label, str) else label()
        for x in filterfalse(self._block_of, range(first, last + 1)):
            self._names.setdefault(x, f"{label}: {known[x]}" if x in known else f"{label} auxiliary {x - first + 1}")
        return self._names[variable]

    def _block_of(self, variable: int) -> tuple[range, Sequence[str]] | None:
        """The variables that were named together with this one, and their names."""
        i = bisect_right(self._blocks, variable, key=lambda block: block[0][0]) - 1
        return self._blocks[i] if i >= 0 and variable in self._blocks[i][0] else None

    def family_of(self, clause: int) -> str:
        """The family of the clause with index *clause* (from 0); an empty string before the first family."""
        i = bisect_right(self._starts, clause, key=lambda s: s[0]) - 1
        return self._starts[i][1] if i >= 0 else ""

    def statement_of(self, clause: int) -> Statement | None:
        """The statement that the clause with index *clause* belongs to; None if it only defines auxiliary variables."""
        i = bisect_right(self._statements, clause, key=lambda s: s[0]) - 1
        return self._statements[i][1] if i >= 0 else None

    def by_statement(self) -> Iterator[tuple[Statement | None, list[Clause]]]:
        """The clauses in order, grouped into runs of one statement; None as in `statement_of`."""
        starts = [(0, None), *self._statements]
        ends = [*(start for start, _ in self._statements), len(self.clauses)]
        for (start, statement), end in zip(starts, ends, strict=True):
            if start < end:
                yield statement, self.clauses[start:end]

    def falsified(self, model: Sequence[Literal]) -> Iterator[int]:
        """Indices of the clauses that *model* (``model[v-1]`` is ``v`` or ``-v``) does not satisfy."""
        true = set(model)
        for i, clause in enumerate(self.clauses):
            if true.isdisjoint(clause):
                yield i

    # DIMACS

    def to_dimacs(self, comments: Iterable[str] = (), *, names: bool = True) -> str:
        """The formula as DIMACS CNF: comments, the variable map (``c var 13 wall[1,4]``), then the clauses.

        Args:
            comments: header lines without the leading ``c``.
            names: whether to write the variable map.

        Raises:
            Undecided: the budget ran out.
            ValueError: the formula has native cardinality constraints, which DIMACS cannot hold.
        """
        if self.at_mosts:
            raise ValueError("native cardinality constraints have no DIMACS form; choose a clausal encoding")
        lines = [f"c {line}".rstrip() for comment in comments for line in comment.splitlines() or [""]]
        if names:
            lines += [f"c var {v} {m}" for v in range(1, self.variables + 1) if (m := self.meaning(v))]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        for start in range(0, len(self.clauses), _WRITTEN):
            self._look()
            part = self.clauses[start : start + _WRITTEN]
            lines += [f"{' '.join(map(str, clause))} 0".lstrip() for clause in part]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_dimacs(cls, text: str, source: str | None = None, budget: Budget | None = None) -> Formula:
        """Parse DIMACS CNF; the map in ``c var`` comments becomes the names of variables.

        Raises:
            Undecided: the budget ran out.
            InputError: with the line, for anything that is not DIMACS: no ``p cnf`` line, a literal above the
                declared number, a missing final 0, a number of clauses other than declared.
        """
        formula = cls(Pool(budget=budget))
        declared = number = -1
        clause: Clause = []

        def bad(message: str, line: int | None = None) -> InputError:
            """An error that names file and line."""
            return InputError(message, source=source, line=line)

        for number, line in enumerate(lines_of(text), 1):
            if not number % 1024:
                formula._look()
            if line.startswith("c"):
                if named := _NAMED.match(line):
                    formula._names[int(named[1])] = named[2]
            elif line.startswith("%"):
                break  # the end mark of old SATLIB files
            elif line.lstrip()[:1] == "p":
                if declared >= 0 or not (problem := _PROBLEM.fullmatch(line)):
                    raise bad(f"found {line!r}, expected one line 'p cnf VARIABLES CLAUSES'", number)
                formula.pool.top, declared = int(problem[1]), int(problem[2])
                if budget is not None:
                    budget.afford(declared, "reading it")
            elif not line or line.isspace():
                continue
            elif declared < 0:
                raise bad(f"found {line[:40]!r} before the line 'p cnf VARIABLES CLAUSES'", number)
            elif not _LITERALS.fullmatch(line):
                word = next(word for word in line.split() if not _LITERALS.fullmatch(word))
                raise bad(f"found {word[:40]!r}, expected a literal (a whole number)", number)
            else:
                literals = [int(word) for word in line.split()]
                if max(literals) > formula.pool.top or -min(literals) > formula.pool.top:
                    literal = next(x for x in literals if abs(x) > formula.pool.top)
                    raise bad(f"literal {literal} but only {formula.pool.top} variables were declared", number)
                begin = 0
                for _ in range(literals.count(0)):
                    end = literals.index(0, begin)
                    formula.clauses.append(clause + literals[begin:end])
                    clause, begin = [], end + 1
                clause += literals[begin:]
        if declared < 0:
            raise bad("no line 'p cnf VARIABLES CLAUSES': not a DIMACS CNF")
        if clause:
            raise bad("the last clause does not end with 0", number)
        if len(formula.clauses) != declared:
            raise bad(f"found {len(formula.clauses)} clauses, but {declared} were declared")
        return formula


def ended_lines(text: str, budget: Budget) -> Iterator[str]:
    """The lines of *text* that end with a newline, one at a time.

    Raises Undecided if the budget is spent, or if a line is too long to be split within the memory limit.
    """
    begin = 0
    while (end := text.find("\n", begin)) >= 0:
        budget.check()
        if end - begin > _LONG:
            budget.hold(_SPLIT * (end - begin), f"a line of {size(end - begin)}")
        yield text[begin:end]
        begin = end + 1


def lines_of(text: str) -> Iterator[str]:
    """The lines of *text*, one at a time: an exported formula may have millions."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        yield text[begin:end].rstrip("\r")
        begin = end + 1
