"""All statements of a rule as one value: its clauses and its judgement of boards are those of its statements."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from samples import SAMPLED, sample

from satdnd.engine.kind import Rules
from satdnd.registry import kind_object
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import AnyStatement, StatementFamily, state
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session

FEW = 12
"""Puzzles of a kind."""
BOARDS = 60
"""Random boards of a puzzle, each also with one place changed."""


def session_of(stated: list[AnyStatement], variables: int, *, alone: bool) -> Session:
    """A solver with the clauses of statements."""
    formula = Formula(Pool(variables))
    state(stated, Encoder(formula, alone=alone))
    return Session(formula)


@pytest.mark.parametrize("name", SAMPLED)
def test_families_say_what_their_statements_say(name: str) -> None:
    """On random boards, and on solutions with a place changed: the same statements are broken, and clauses agree."""
    kind, rng = kind_object(name), Random(5)
    for puzzle in islice(sample(name).puzzles(), FEW):
        book = kind.require(Rules).book(puzzle, kind.options())
        count = len(book.unknowns.names)
        for family in [one for one in book.stated() if isinstance(one, StatementFamily)]:
            singles = [*family.statements()]
            assert {one.rule for one in singles} <= {family.rule}
            with (
                session_of([family], count, alone=False) as together,
                session_of([*singles], count, alone=True) as apart,
            ):
                for k in range(BOARDS):
                    share = rng.choice((0, 1, 2, 5, 8))
                    board = sum((rng.randrange(10) < share) << i for i in range(count))
                    if count and k % 3 == 0 and together.ask([rng.choice((1, -1)) * rng.randrange(1, count + 1)]):
                        board = sum(1 << x - 1 for x in together.model if 0 < x <= count) ^ 1 << rng.randrange(count)
                    broken = [one for one in singles if one.broken(board)]
                    assert [*family.breaches(board)] == broken
                    literals = [i + 1 if board >> i & 1 else -i - 1 for i in range(count)]
                    assert family.broken(board) == bool(broken)
                    assert together.ask(literals) == apart.ask(literals) == (not broken)
