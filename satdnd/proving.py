"""Proofs of unsatisfiability, written by CaDiCaL: LRAT, numbered as checkers want it, without what is not needed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from satdnd.budget import Budget
from satdnd.errors import Undecided, UsageError
from satdnd.formula import Clause

_SLICE = 2000
"""Conflicts between two looks at the budget."""
_LOAD = 10_000
"""Clauses loaded between two looks at the budget."""
_UNPACKED = 12
"""How many bytes of memory a byte of a traced proof takes while it is read, numbered and trimmed."""


def refute(clauses: Sequence[Clause], budget: Budget | None = None) -> list[str] | None:
    """An LRAT proof that *clauses* are unsatisfiable, by CaDiCaL 1.9.5; None when they are satisfiable.

    PySAT's `Solver` traces DRUP only, and turns LRAT off by tracing before any option can be set; so this talks to
    the module under it, and asks in slices without PySAT's handler of Ctrl-C, which would jump out of the solver.
    Clause numbers are those of *clauses*, from 1.

    Raises:
        Undecided: the budget ran out.
        UsageError: this PySAT has no such CaDiCaL.
    """
    import pysolvers

    if not hasattr(pysolvers, "cadical195_new"):
        raise UsageError("proofs need CaDiCaL 1.9.5, which this version of python-sat does not bring")
    budget = budget or Budget()
    empty = next((i for i, clause in enumerate(clauses, 1) if not clause), None)
    if empty is not None:  # CaDiCaL says so without a proof
        return [f"{len(clauses) + 1} 0 {empty} 0"]
    solver: Any = pysolvers.cadical195_new()
    with tempfile.TemporaryFile() as file:
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
                pysolvers.cadical195_cbudget(solver, _SLICE)
                status = pysolvers.cadical195_solve_lim(solver, [], 0)
            pysolvers.flushpr(trace)
            file.seek(0)
            traced = [line.decode("ascii").rstrip("\n") for line in file]
        finally:
            pysolvers.cadical195_del(solver, file)
    if status == 1:
        return None
    return trimmed(list(_renumbered(traced, len(clauses), budget)), len(clauses), budget)


def _renumbered(lines: Sequence[str], originals: int, budget: Budget) -> Iterator[str]:
    """CaDiCaL numbers clauses as they come, originals and lemmas mixed; LRAT wants the originals first, 1, 2, ...

    Numbers that no lemma has are those of the originals, in order.
    """
    steps = [line.split() for line in lines]
    lemmas = {int(words[0]) for words in steps if words[1] != "d"}
    number: dict[int, int] = {}
    next_original, next_lemma = 1, originals + 1
    for old in range(1, max([0, *lemmas]) + originals + 1):
        if old in lemmas:
            number[old], next_lemma = next_lemma, next_lemma + 1
        elif next_original <= originals:
            number[old], next_original = next_original, next_original + 1
    last = originals
    for words in steps:
        budget.check()
        if words[1] == "d":
            yield " ".join([str(last), "d", *(str(number[int(x)]) for x in words[2:-1]), "0"])
            continue
        middle = words.index("0")
        hints = [int(x) for x in words[middle + 1 : -1]]
        last = number[int(words[0])]
        renamed = [str(number[abs(x)] if x > 0 else -number[-x]) for x in hints]
        yield " ".join([str(last), *words[1:middle], "0", *renamed, "0"])


def trimmed(lrat: Sequence[str], originals: int, budget: Budget | None = None) -> list[str]:
    """The steps that the empty clause needs, as the hints tell, numbered anew; mostly a fifth of what a solver writes.

    A proof with RAT lemmas is left as it is: they depend on the clauses that are *not* there as well.
    Raises Undecided when *budget* ran out.
    """
    budget = budget or Budget()
    lemmas: dict[int, list[int]] = {}
    for line in lrat:
        budget.check()
        words = line.split()
        if words[1] != "d":
            lemmas[int(words[0])] = [int(x) for x in words[words.index("0") + 1 : -1]]
    if any(hint < 0 for hints in lemmas.values() for hint in hints):
        return list(lrat)
    needed = {max(lemmas)}  # the empty clause is the last
    for lemma in reversed(lemmas):
        if lemma in needed:
            needed.update(lemmas[lemma])
    number = {old: old for old in range(1, originals + 1)}
    kept: list[str] = []
    last = originals
    for line in lrat:
        budget.check()
        words = line.split()
        if words[1] == "d":
            gone = [str(number[int(x)]) for x in words[2:-1] if int(x) in number]
            kept += [" ".join([str(last), "d", *gone, "0"])] if gone else []
        elif int(words[0]) in needed:
            middle = words.index("0")
            last += 1
            number[int(words[0])] = last
            renamed = [str(number[int(x)]) for x in words[middle + 1 : -1]]
            kept.append(" ".join([str(last), *words[1:middle], "0", *renamed, "0"]))
    return kept
