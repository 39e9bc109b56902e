"""What is seen, weighted sums and cycles with few changes: on every partly known board of small ones, each face says
what trying all boards says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.cycle import FewChanges
from satdnd.rules.encoder import Encoder
from satdnd.rules.seen import Seen
from satdnd.rules.statement import RuleStatement
from satdnd.rules.weighted import WeightedSum
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session

PLACES = tuple((0, i) for i in range(7))
STATEMENTS = [
    *(Seen("seen", PLACES, "", count, ((1, -2, 3), (4,), (-5, 6))) for count in (0, 1, 2, 4, 6, 7, 8)),
    Seen("seen", PLACES, "", 3, ((1, 2, 3, 4, 5),)),
    Seen("seen", PLACES, "", 1, ()),
    *(WeightedSum("sum", PLACES, "", (1, -2, 3, 4, 5), (1, 2, 3, 4, 5), total) for total in (0, 1, 7, 14, 15, 16)),
    WeightedSum("sum", PLACES, "", (1, 2, 3, 4), (2, 2, 5, 9), 9),
    *(FewChanges("cycle", PLACES, "", tuple(range(1, n + 1)), most) for n, most in ((1, 2), (2, 2), (4, 2), (6, 2))),
    *(FewChanges("cycle", PLACES, "", tuple(range(1, 7)), most) for most in (0, 1, 3, 4)),
]


def variables(statement: RuleStatement) -> list[int]:
    """All, from 1."""
    return sorted({x + 1 for constraint in statement.constraints() for x in constraint.scope})


def boards(statement: RuleStatement, domains: Sequence[Domain]) -> list[int]:
    """The boards that fit and keep it."""
    choices = [[v for v in (0, 1) if domains[x - 1] >> v & 1] for x in variables(statement)]
    every = (sum(v << x - 1 for x, v in zip(variables(statement), c, strict=True)) for c in product(*choices))
    return [board for board in every if not statement.broken(board)]


def partly_known(statement: RuleStatement) -> Iterator[list[Domain]]:
    """Every way to know some of the variables."""
    count = max(variables(statement), default=0)
    return (list(known) for known in product((NO, YES, NO | YES), repeat=count))


def left(statement: RuleStatement, domains: Sequence[Domain], found: Sequence[int]) -> list[Domain]:
    """The values that occur in these boards."""
    there = [{board >> x - 1 & 1 for board in found} for x in variables(statement)]
    return [sum(1 << v for v in values) for values in there] if found else list(domains)


@pytest.mark.parametrize("statement", STATEMENTS, ids=repr)
def test_each_face(statement: RuleStatement) -> None:
    """The constraint removes just the impossible values, so does the reasoner; a machine refuses at once what no board
    completes, in any order; and the clauses have the same boards."""
    rng, names = Random(3), variables(statement)
    (constraint,) = statement.constraints()
    reasoner = statement.reasoner()
    for domains in partly_known(statement):
        found = boards(statement, domains)
        narrow = [*domains]
        assert (constraint.narrow(narrow, Budget()) is None) == (not found), domains
        if found:
            assert narrow == left(statement, domains, found), domains
        true, false = (sum(1 << x - 1 for x in names if domains[x - 1] == value) for value in (YES, NO))
        if reasoner:
            assert reasoner.possible(true, false) == bool(found)
            implied = reasoner.implied(true, false)
            assert (implied is None) == (not found)
            if implied:
                kept = left(statement, domains, found)
                new = [x for x in names if domains[x - 1] == NO | YES and kept[x - 1] != NO | YES]
                assert implied == tuple(sum(1 << x - 1 for x in new if kept[x - 1] == v) for v in (YES, NO)), domains
        order = [x - 1 for x in names if domains[x - 1] == NO | YES]
        rng.shuffle(order)
        machine, now = constraint.machine(order, domains, Budget()), [*domains]
        state = machine.start
        assert (state is None) == (not found), domains
        for position, x in enumerate(order):
            if state is None:
                break
            value = rng.choice((0, 1))
            now[x] = 1 << value
            state = machine.read(state, position, value)
            assert (state is None) == (not boards(statement, now)), (domains, now)


@pytest.mark.parametrize("statement", STATEMENTS, ids=repr)
def test_clauses(statement: RuleStatement) -> None:
    """Whole boards, and on partly known ones whether there is any."""
    names = variables(statement)
    formula = Formula(Pool())
    formula.new_variables([f"v{x}" for x in names])
    statement.encode(Encoder(formula))
    session = Session(formula)
    try:
        for domains in partly_known(statement):
            assumed = [x if domains[x - 1] == YES else -x for x in names if domains[x - 1] != NO | YES]
            assert (session.next_model(assumed) is not None) == bool(boards(statement, domains)), domains
    finally:
        session.close()
