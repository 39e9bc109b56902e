"""Areas symmetric about a centre: on partly known boards, each face says what trying all boards says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from satdnd.rules.borders import inner_edges
from satdnd.rules.constraint import NO, YES
from satdnd.rules.encoder import Encoder
from satdnd.rules.half_turn import Centre, Centres, HalfTurn, InArea, TurnedArea, centre_name
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session

PLACES: list[tuple[int, int, tuple[Centre, ...], int]] = [
    (2, 2, ((0, 0), (2, 2)), 0),
    (2, 2, ((1, 1),), 0),
    (1, 4, ((0, 1), (0, 5)), 0),
    (2, 3, ((0, 0), (1, 3)), 0),
    (2, 3, ((1, 2), (0, 4)), 1),
    (2, 3, ((0, 2), (0, 3)), 0),
    (3, 3, ((2, 2),), 0),
    (3, 3, ((0, 2), (4, 2)), 0),
    (3, 3, ((1, 1), (2, 4), (4, 0)), 0),
    (3, 3, ((2, 2), (0, 0)), 1 << 5),
]


@cache
def centres_of(number: int) -> Centres:
    """Those of a case."""
    height, width, places, holes = PLACES[number]
    return Centres(inner_edges(height, width), places, holes)


def statements() -> Iterator[TurnedArea]:
    """All of small boards."""
    for number in range(len(PLACES)):
        centres = centres_of(number)
        for k, place in enumerate(centres.places):
            yield HalfTurn("turn", tuple(centres.grid.cells(centres.own[k])), centre_name(place), centres, k)
        for i, cell in enumerate(centres.grid.cells(centres.grid.all)):
            if not centres.holes >> i & 1:
                yield InArea("cell", (cell,), "{}", centres, i)


def kept(statement: TurnedArea) -> list[int]:
    """The boards that keep a statement, among all of its edges."""
    count = statement.centres.edges.count
    return [board for board in range(1 << count) if not statement.broken(board)]


def partly_known(count: int) -> Iterator[tuple[int, int]]:
    """Borders, and edges that are none: all ways of few edges, some of many."""
    rng = Random(count)
    signs = product((0, 1, 2), repeat=count)
    if count > 7:
        signs = (tuple(rng.choice((0, 1, 2, 2)) for _ in range(count)) for _ in range(300))  # type: ignore[assignment]
    for some in signs:
        yield sum(1 << i for i, x in enumerate(some) if x == 1), sum(1 << i for i, x in enumerate(some) if x == 0)


@pytest.mark.parametrize("statement", [*statements()], ids=lambda x: f"{x.centres.places}-{x.text}-{x.cells}")
def test_each_face(statement: TurnedArea) -> None:
    """Reasoner, constraint, machine and clauses."""
    count = statement.centres.edges.count
    formula, rng = Formula(Pool()), Random(3)
    formula.new_variables([f"v{x}" for x in range(count)])
    statement.encode(Encoder(formula))
    session = Session(formula)
    (constraint,), reasoner, boards = statement.constraints(), statement.reasoner(), kept(statement)
    try:
        for true, false in partly_known(count):
            left = [board for board in boards if not true & ~board and not false & board]
            assumed = [i + 1 if true >> i & 1 else -i - 1 for i in range(count) if (true | false) >> i & 1]
            assert (session.next_model(assumed) is not None) == bool(left), (true, false)
            assert reasoner.possible(true, false) == bool(left), (true, false)
            domains = [YES if true >> i & 1 else NO if false >> i & 1 else YES | NO for i in range(count)]
            order = [i for i in range(count) if domains[i] == YES | NO]
            rng.shuffle(order)
            machine = constraint.machine(order, domains, Budget())
            assert (machine.start is None) == (not left)
            if not left:
                assert reasoner.implied(true, false) is None
                assert constraint.narrow(domains, Budget()) is None
                continue
            free = ((1 << count) - 1) & ~(true | false)
            always = sum(1 << i for i in range(count) if all(board >> i & 1 for board in left)) & free
            never = sum(1 << i for i in range(count) if not any(board >> i & 1 for board in left)) & free
            assert reasoner.implied(true, false) == (always, never), (true, false)
            assert constraint.narrow(domains, Budget()) is not None
            assert [x == YES for x in domains] == [bool((true | always) >> i & 1) for i in range(count)]
            assert [x == NO for x in domains] == [bool((false | never) >> i & 1) for i in range(count)]
            board, state = rng.choice(left), machine.start
            for position, i in enumerate(order):
                state = machine.read(state, position, board >> i & 1)
            assert state is not None
    finally:
        session.close()
