"""Arguments within one rule: how a step follows from the parts of a combined statement, one part after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from satdnd.explanation.steps import Argument, Turn
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

_LINKS = 5
"""The most links of an argument."""
_Chain = list[tuple[int, list[Literal]]]
"""Parts by index, each with what follows from it; nothing from the last, which is broken."""


def argued_by_parts(
    parts: Sequence[RuleStatement], unknowns: Unknowns, known: Iterable[Literal], found: Sequence[Literal]
) -> list[Argument]:
    """Why *found* follow from *parts* and what is known; empty if no short chains of parts show it."""
    board = [NO | YES] * len(unknowns.names)
    _write(board, known)
    left, arguments = list(found), list[Argument]()
    while left:
        for i, part in enumerate(parts):
            if now := [x for x in _implied(part, board) or () if x in left]:
                arguments.append(Argument((), (_turn(i, now, unknowns),)))
                _write(board, now)
                left = [x for x in left if x not in now]
        if left:
            chains = [(x, chain) for x in left if (chain := _refuted(parts, board, x))]
            if not chains:
                return []
            x, chain = min(chains, key=lambda one: (len(one[1]), sum(len(literals) for _, literals in one[1])))
            turns = tuple(_turn(i, literals, unknowns) for i, literals in chain)
            arguments.append(Argument((unknowns.mark(-x),), turns))
            _write(board, [x])
            left.remove(x)
    return arguments


def _turn(i: int, literals: Iterable[Literal], unknowns: Unknowns) -> Turn:
    return Turn(i, tuple(map(unknowns.mark, sorted(literals, key=abs))))


def _write(board: list[Domain], literals: Iterable[Literal]) -> None:
    for x in literals:
        board[abs(x) - 1] &= YES if x > 0 else NO


def _implied(part: RuleStatement, board: Sequence[Domain]) -> list[Literal] | None:
    """The literals that follow from one part; None if it is broken."""
    after, todo = list(board), True
    while todo:
        changes = [constraint.narrow(after, Budget()) for constraint in part.constraints()]
        if None in changes:
            return None
        todo = any(changes) and bool(changes[1:])
    return [x + 1 if after[x] == YES else -x - 1 for x in _new(board, after)]


def _new(board: Sequence[Domain], after: Sequence[Domain]) -> Iterator[int]:
    """Yield the variables that are settled only *after*."""
    yield from (x for x, (old, now) in enumerate(zip(board, after, strict=True)) if old == NO | YES != now)


def _refuted(parts: Sequence[RuleStatement], board: Sequence[Domain], x: Literal) -> _Chain:
    """The shortest chain found that refutes -*x*; empty if there is none."""
    after, chain = list(board), _Chain()
    _write(after, [-x])
    while len(chain) < _LINKS:
        now = [_implied(part, after) for part in parts]
        if None in now:
            return _needed(parts, board, x, [*chain, (now.index(None), [])])
        there, more = list(after), _Chain()
        for i, literals in enumerate(now):
            if new := [y for y in literals or () if there[abs(y) - 1] == NO | YES]:
                more.append((i, new))
                _write(there, new)
        if not more:
            return []
        chain, after = chain + more, there
    return []


def _needed(parts: Sequence[RuleStatement], board: Sequence[Domain], x: Literal, chain: _Chain) -> _Chain:
    """The chain without links and literals that it does not need."""
    for i in reversed(range(len(chain) - 1)):
        part, literals = chain[i]
        for y in literals:
            less = [z for z in chain[i][1] if z != y]
            shorter = [*chain[:i], *([(part, less)] if less else []), *chain[i + 1 :]]
            if _holds(parts, board, x, shorter):
                chain = shorter
                if not less:
                    break
    return chain


def _holds(parts: Sequence[RuleStatement], board: Sequence[Domain], x: Literal, chain: _Chain) -> bool:
    """Whether each link follows, and the last part is broken."""
    after = list(board)
    _write(after, [-x])
    for i, literals in chain:
        implied = _implied(parts[i], after)
        if implied is None or not literals:
            return implied is None and not literals
        if not {*literals} <= {*implied}:
            return False
        _write(after, literals)
    return False
