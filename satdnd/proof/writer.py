"""Proofs of unsatisfiability by CaDiCaL, in LRAT, renumbered as checkers expect and trimmed to the necessary steps."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple

from satdnd.errors import Undecided, UsageError
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause

_SLICE = 2000
"""Conflicts between two checks of the budget."""
_LOAD = 10_000
"""Clauses loaded between two checks of the budget."""
_UNPACKED = 12
"""Bytes of memory that a byte of a traced proof takes while it is read, renumbered and trimmed."""


def refute(clauses: Sequence[Clause], budget: Budget | None = None) -> list[str] | None:
    """An LRAT proof by CaDiCaL 1.9.5 that *clauses* are unsatisfiable; None if they are satisfiable.

    PySAT's `Solver` traces DRUP only: it starts tracing before any option can be set, which turns LRAT off. So this
    calls the module below it directly, and searches in slices without PySAT's Ctrl-C handler, which would jump out of
    the solver. Clause numbers are those of *clauses*, from 1.

    Raises:
        Undecided: the budget ran out.
        UsageError: this PySAT has no CaDiCaL 1.9.5, or the disk had no space for the proof.
    """
    import pysolvers

    if not hasattr(pysolvers, "cadical195_new"):
        raise UsageError("proofs need CaDiCaL 1.9.5, which this version of python-sat does not bring")
    budget = budget or Budget()
    empty = next((i for i, clause in enumerate(clauses, 1) if not clause), None)
    if empty is not None:  # CaDiCaL reports this without a proof
        return [f"{len(clauses) + 1} 0 {empty} 0"]
    try:
        with tempfile.TemporaryFile() as file:
            traced = _traced(clauses, file, budget)
            if traced is None:
                return None
            try:
                lines = list(_renumbered(traced, len(clauses), budget))
            except _Damaged:
                for _ in range(2):  # the C code hides the system's error: provoke it again
                    os.write(file.fileno(), bytes(1 << 16))
                raise OSError("parts of it are missing") from None
    except OSError as error:
        message = f"the proof cannot be written to a temporary file: {error.strerror or error}; is the disk full?"
        raise UsageError(message) from error
    return trimmed(lines, len(clauses), budget)


def _traced(clauses: Sequence[Clause], file: IO[bytes], budget: Budget) -> list[str] | None:
    """The lines that the solver writes to *file*; None if there is a model."""
    import pysolvers

    solver: Any = pysolvers.cadical195_new()
    try:
        for option, value in (("lrat", 1), ("binary", 0)):
            pysolvers.cadical195_set(solver, option, value)
        trace = pysolvers.cadical195_tracepr(solver, file)
        for i, clause in enumerate(clauses):
            if not i % _LOAD:
                budget.check()
            pysolvers.cadical195_add_cl(solver, clause)
        status = 0
        while status == 0:
            budget.check()
            if os.fstat(file.fileno()).st_size * _UNPACKED > budget.room:
                raise Undecided("the proof grew beyond the memory limit")
            chunk = min(_SLICE, budget.conflicts or _SLICE)
            pysolvers.cadical195_cbudget(solver, chunk)
            status = pysolvers.cadical195_solve_lim(solver, [], 0)
            if not status:
                budget.spend(chunk)
        if status == 1:
            return None
        pysolvers.flushpr(trace)
        file.seek(0)
        return [line.decode("ascii") for line in file]
    finally:
        pysolvers.cadical195_del(solver, file)


class _Damaged(Exception):
    """A proof whose end, or more, is missing."""


def _renumbered(lines: Sequence[str], originals: int, budget: Budget) -> Iterator[str]:
    """The proof numbered as LRAT demands, originals first (1, 2, ...): CaDiCaL mixes originals and lemmas.

    Numbers that no lemma has belong to the originals, in order. Raises _Damaged if there are too many of them, or if
    the last line is not the complete line of the empty clause.
    """
    try:
        steps = list(_steps(lines, budget))
    except (ValueError, IndexError):
        raise _Damaged from None
    lemmas = [step.lemma for step in steps if step.lemma]
    last = lemmas[-1] if lemmas else 0
    ends = bool(lines) and lines[-1].startswith(f"{last} 0 ") and lines[-1].endswith(" 0\n")
    if not ends or last - len(lemmas) > originals or lemmas != sorted(set(lemmas)):
        raise _Damaged
    taken = set(lemmas)
    given = (old for old in range(1, last + originals + 1) if old not in taken)
    number = dict(zip(given, range(1, originals + 1), strict=False))
    number |= {old: originals + i for i, old in enumerate(lemmas, 1)}
    yield from _renumber(steps, number, originals, budget)


def trimmed(lrat: Sequence[str], originals: int, budget: Budget | None = None) -> list[str]:
    """The steps that the empty clause needs according to the hints, renumbered; usually a fifth of the solver's proof.

    A proof with RAT lemmas is returned unchanged: these also depend on the *absence* of clauses.
    Raises Undecided if *budget* runs out.
    """
    budget = budget or Budget()
    steps = list(_steps(lrat, budget))
    lemmas = {step.lemma: step.named for step in steps if step.lemma}
    if any(hint < 0 for hints in lemmas.values() for hint in hints):
        return list(lrat)
    needed = {max(lemmas)}  # the empty clause is the last
    for lemma in reversed(lemmas):
        if lemma in needed:
            needed.update(lemmas[lemma])
    kept = [step for step in steps if not step.lemma or step.lemma in needed]
    number = {old: old for old in range(1, originals + 1)}
    number |= {old: originals + i for i, old in enumerate((step.lemma for step in kept if step.lemma), 1)}
    return list(_renumber(kept, number, originals, budget))


class _ProofLine(NamedTuple):
    """A line of an LRAT proof."""

    lemma: int
    """The number of the lemma; 0 if the line deletes clauses."""
    literals: list[str]
    named: list[int]
    """The hints, or the clauses to delete."""


def _steps(lines: Iterable[str], budget: Budget) -> Iterator[_ProofLine]:
    for line in lines:
        budget.check()
        words = line.split()
        deletes = words[1] == "d"
        middle = 1 if deletes else words.index("0")
        yield _ProofLine(0 if deletes else int(words[0]), words[1:middle], [int(x) for x in words[middle + 1 : -1]])


def _renumber(steps: Iterable[_ProofLine], number: Mapping[int, int], originals: int, budget: Budget) -> Iterator[str]:
    """The lines of *steps* with new numbers; deletions of clauses without a number are dropped."""
    last = originals
    for lemma, literals, named in steps:
        budget.check()
        renamed = [str(number[abs(x)] if x > 0 else -number[-x]) for x in named if abs(x) in number]
        if lemma:
            last = number[lemma]
            yield " ".join([str(last), *literals, "0", *renamed, "0"])
        elif renamed:
            yield " ".join([str(last), "d", *renamed, "0"])
