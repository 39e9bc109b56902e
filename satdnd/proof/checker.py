"""Check proofs of unsatisfiability with code that shares nothing with a solver (`satdnd.proof.writer` makes them).

Two formats are read. LRAT (Cruz-Filipe et al., CADE 2017) names for every lemma the clauses that imply it, so the
checker need not search; DRUP/DRAT (Heule et al., 2013; Wetzler et al., SAT 2014) lists only the lemmas, and the checker
searches by unit propagation. `check_lrat` and `check_drat` accept only what they derived.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal

_PLAIN = re.compile("[-0-9d ]*")
"""The characters of a proof line; `int` alone would also accept ``+1``, ``1_0`` and the digits of other scripts."""


@dataclass(frozen=True)
class Flaw:
    """Why a proof does not hold."""

    line: int
    """Line of the proof, from 1; one after the last if the proof ends too early."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


# formats


def to_drat(clauses: Sequence[Clause], lrat: Iterable[str]) -> Iterator[str]:
    """The same proof without hints, as DRAT, which most checkers read. *lrat* must be well formed."""
    known: dict[int, list[str]] = {i: [str(x) for x in clause] for i, clause in enumerate(clauses, 1)}
    for line in lrat:
        words = line.split()
        if words[1] == "d":
            for number in words[2:-1]:
                yield " ".join(["d", *known.pop(int(number)), "0"])
        else:
            literals = words[1 : words.index("0")]
            known[int(words[0])] = literals
            yield " ".join([*literals, "0"])


# checking with hints


def check_lrat(clauses: Iterable[Clause], lines: Iterable[str], budget: Budget | None = None) -> Flaw | None:
    """Replay an LRAT proof: None if every step holds and it ends in the empty clause, otherwise the first flaw.

    A lemma holds if, once it is assumed false, each hinted clause becomes unit in turn and the last one false. RAT
    lemmas name, after a negative number, each clause that contains the negation of their first literal.
    Cost: linear in the literals of the hinted clauses; a RAT lemma looks at all clauses.

    Raises:
        Undecided: the budget ran out.
    """
    budget = budget or Budget()
    database: dict[int, tuple[Literal, ...]] = {i: tuple(clause) for i, clause in enumerate(clauses, 1)}
    highest = len(database)
    number = 0
    finished = False
    for number, line in enumerate(lines, 1):
        budget.check()
        if finished:
            return Flaw(number, "follows the empty clause, which must be the last step")
        words = line.split()
        try:
            if not _PLAIN.fullmatch(line):
                raise ValueError
            if len(words) < 3 or words[-1] != "0":
                return Flaw(number, "the line does not end with 0: the proof is cut off or damaged")
            identity = int(words[0])
            if words[1] == "d":
                for word in words[2:-1]:
                    if database.pop(int(word), None) is None:
                        return Flaw(number, f"deletes clause {word}, which is not there")
                continue
            middle = words.index("0")
            lemma = tuple(int(x) for x in words[1:middle])
            hints = [int(x) for x in words[middle + 1 : -1]]
        except ValueError:
            return Flaw(number, f"found {line[:60]!r}, expected whole numbers")
        if 0 in lemma or 0 in hints:  # -0 and 00 as well: a literal 0 would be neither true nor false
            return Flaw(number, "holds a 0 that ends neither the clause nor the line")
        if identity <= highest:
            return Flaw(number, f"clause number {identity} is not above {highest}, the last one")
        problem = _follows(lemma, hints, database)
        if problem:
            return Flaw(number, f"clause {identity} does not follow: {problem}")
        finished = not lemma
        highest = identity
        database[identity] = lemma
    return None if finished else Flaw(number + 1, "the proof ends without the empty clause")


def _follows(lemma: Sequence[Literal], hints: Sequence[int], database: dict[int, tuple[Literal, ...]]) -> str | None:
    """None if *lemma* is implied by its hints, or redundant (RAT); otherwise what is wrong."""
    false = set(lemma)
    if any(-x in false for x in lemma):
        return None  # a tautology
    position = 0
    while position < len(hints) and hints[position] > 0:
        outcome = _hint(hints[position], false, database)
        position += 1
        if outcome is True:
            return None
        if outcome:
            return outcome
    if not lemma or (position == len(hints) and any(-lemma[0] in clause for clause in database.values())):
        return "the hinted clauses lead to no contradiction"
    return _resolvents_follow(lemma, hints[position:], false, database)


def _hint(number: int, false: set[Literal], database: dict[int, tuple[Literal, ...]]) -> str | bool:
    """Use one hinted clause: True at a contradiction, "" if it implied a literal, otherwise what is wrong."""
    clause = database.get(number)
    if clause is None:
        return f"hint {number} is no clause at this point"
    left = 0
    for literal in clause:
        if literal not in false and literal != left:
            if left:
                return f"hint {number} is not unit"
            left = literal
    if not left:
        return True
    if -left in false:
        return f"hint {number} is already true"
    false.add(-left)
    return ""


def _resolvents_follow(
    lemma: Sequence[Literal], hints: Sequence[int], false: set[Literal], database: dict[int, tuple[Literal, ...]]
) -> str | None:
    """RAT on the first literal: every clause with its negation must be hinted, and each resolvent contradictory."""
    pivot = lemma[0]
    partners = {number for number, clause in database.items() if -pivot in clause}
    position = 0
    while position < len(hints):
        partner = -hints[position]
        position += 1
        if partner not in partners:
            return f"{partner} is no clause with {-pivot}, or was hinted twice"
        partners.discard(partner)
        local = set(false)
        holds = False
        for literal in database[partner]:
            if literal != -pivot:
                holds = holds or -literal in local
                local.add(literal)
        while position < len(hints) and hints[position] > 0:
            if not holds:
                outcome = _hint(hints[position], local, database)
                if outcome is True:
                    holds = True
                elif outcome:
                    return outcome
            position += 1
        if not holds:
            return f"the resolvent with clause {partner} is not contradictory"
    if partners:
        return f"clause {min(partners)} holds {-pivot} and is not hinted"
    return None


# checking without hints


def check_drat(clauses: Iterable[Clause], lines: Iterable[str], budget: Budget | None = None) -> Flaw | None:
    """Replay a DRUP or DRAT proof: None if every step holds and it ends in the empty clause, otherwise the first flaw.

    Each lemma must follow by unit propagation (RUP), or be redundant on its first literal (RAT). Like drat-trim in its
    default mode, this ignores deletions of clauses that are unit under the known literals, which CaDiCaL writes.

    Raises:
        Undecided: the budget ran out.
    """
    budget = budget or Budget()
    checker = _Propagator(budget)
    for clause in clauses:
        budget.check()
        checker.add(clause)
    number = 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        deletes = words[:1] == ["d"]
        try:
            if not _PLAIN.fullmatch(line):
                raise ValueError
            literals = [int(x) for x in words[deletes:]]
        except ValueError:
            return Flaw(number, f"found {line[:60]!r}, expected literals")
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            return Flaw(number, "the line does not end with its only 0: the proof is cut off or damaged")
        literals.pop()
        if deletes:
            if not checker.delete(literals):
                return Flaw(number, "deletes a clause that is not there")
            continue
        if not (checker.contradictory or checker.implies(literals) or checker.redundant(literals)):
            return Flaw(number, "the clause does not follow from the previous clauses")
        checker.add(literals)
        if not literals:
            return None
    return Flaw(number + 1, "the proof ends without the empty clause")


class _Propagator:
    """Clauses with two watched literals, and a trail of the literals known for good."""

    def __init__(self, budget: Budget) -> None:
        self.contradictory = False
        self._budget = budget
        self._clauses: dict[int, list[Literal]] = {}
        self._named: dict[tuple[Literal, ...], list[int]] = {}
        self._watches: dict[Literal, list[int]] = {}
        self._true: set[Literal] = set()
        self._trail: list[Literal] = []
        self._reasons: dict[Literal, int] = {}
        self._next = 0

    def add(self, clause: Sequence[Literal]) -> None:
        """Add a clause."""
        literals = list(dict.fromkeys(clause))
        self._next += 1
        self._clauses[self._next] = literals
        self._named.setdefault(tuple(sorted(literals)), []).append(self._next)
        free = [x for x in literals if -x not in self._true]
        # Watch two literals that are not false, so that propagation will notice.
        literals.sort(key=lambda x: -x in self._true)
        for literal in literals[:2]:
            self._watches.setdefault(literal, []).append(self._next)
        if not free:
            self.contradictory = True
        elif len(free) == 1 and free[0] not in self._true and not self.contradictory:
            self._reasons[free[0]] = self._next
            self.contradictory = not self._propagate([free[0]])

    def delete(self, clause: Sequence[Literal]) -> bool:
        """Delete a clause, unless it is the reason of a known literal; False if there is no such clause."""
        numbers = self._named.get(tuple(sorted(dict.fromkeys(clause))))
        if not numbers:
            return False
        number = numbers[-1]
        if any(self._reasons.get(x) == number for x in clause):
            return True
        numbers.pop()
        del self._clauses[number]
        return True

    def implies(self, clause: Sequence[Literal]) -> bool:
        """Whether assuming *clause* false leads to a contradiction by unit propagation (RUP)."""
        if any(x in self._true for x in clause):
            return True
        self._budget.check()
        mark = len(self._trail)
        fine = self._propagate([-x for x in dict.fromkeys(clause)])
        for literal in self._trail[mark:]:
            self._true.discard(literal)
            self._reasons.pop(literal, None)
        del self._trail[mark:]
        return not fine

    def redundant(self, clause: Sequence[Literal]) -> bool:
        """Whether every resolvent on the first literal is implied (RAT)."""
        if not clause:
            return False
        pivot = clause[0]
        for other in list(self._clauses.values()):
            self._budget.check()
            if -pivot in other:
                resolvent = [*clause, *(x for x in other if x != -pivot)]
                if not any(-x in resolvent for x in resolvent) and not self.implies(resolvent):
                    return False
        return True

    def _propagate(self, literals: Iterable[Literal]) -> bool:
        """Make *literals* true and propagate; False at a contradiction. Everything that became true is on the trail."""
        position = len(self._trail)
        for literal in literals:
            if -literal in self._true:
                return False
            if literal not in self._true:
                self._true.add(literal)
                self._trail.append(literal)
        true, clauses, watches = self._true, self._clauses, self._watches
        while position < len(self._trail):
            false_literal = -self._trail[position]
            position += 1
            kept: list[int] = []
            waiting = watches.get(false_literal, [])
            for i, number in enumerate(waiting):
                clause = clauses.get(number)
                if clause is None:
                    continue  # deleted
                if clause[0] == false_literal and len(clause) > 1:
                    clause[0], clause[1] = clause[1], clause[0]
                first = clause[0]
                if first in true:
                    kept.append(number)
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in true:
                        clause[1], clause[k] = clause[k], clause[1]
                        watches.setdefault(clause[1], []).append(number)
                        break
                else:
                    kept.append(number)
                    if -first in true or first == false_literal:
                        watches[false_literal] = kept + waiting[i + 1 :]
                        return False
                    true.add(first)
                    self._trail.append(first)
                    self._reasons[first] = number
            watches[false_literal] = kept
        return True
