"""What is seen, weighted sums, cycles with few changes, numbers along a path, related values, shapes: on every partly
known board of small ones, each face says what trying all boards says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import and_, or_
from random import Random

import pytest

from satdnd.grid.bitboard import grid
from satdnd.rules.calculated import Calculated
from satdnd.rules.chain import Chain
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.count import Count, CountReasoner
from satdnd.rules.cycle import FewChanges
from satdnd.rules.encoder import Encoder
from satdnd.rules.related import Less
from satdnd.rules.seen import Seen
from satdnd.rules.shapes import ShapeIn, ShapesApart
from satdnd.rules.ships import Ships
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
    *(Chain("path", PLACES, "", 1, last, (0b010, 0b101, 0b010)) for last in (1, 2)),
    *(Chain("path", PLACES, "", 1, last, (0b10, 0b01)) for last in (2, 3)),
    Chain("path", PLACES, "", 1, 2, (0b010, 0b001, 0b000)),
    Chain("path", PLACES, "", 1, 2, (0, 0)),
    Less("less", PLACES[:2], "", ({1: 1, 2: 2, 3: 3}, {1: 4, 2: 5, 3: 6})),
    Less("less", PLACES[:2], "", ({2: 1, 4: 2}, {1: 3, 3: 4, 5: 5})),
    Less("less", PLACES[:2], "", ({3: 1}, {1: 2, 2: 3})),
    *(Calculated("area", PLACES[:1], "", ({1: 1, 2: 2},), target, "+") for target in (2, 3)),
    *(
        Calculated("area", PLACES[:2], "", ({1: 1, 2: 2, 4: 3}, {1: 4, 2: 5, 3: 6}), target, operations, apart)
        for target, operations, apart in (
            *((2, "-", ()), (2, "/", ()), (2, "/", ((0, 1),)), (4, "*", ()), (4, "+", ((0, 1),)), (3, "+-*/", ())),
            *((0, "-", ()), (0, "-", ((0, 1),)), (7, "+", ()), (8, "*", ()), (9, "/", ())),
        )
    ),
    *(
        Calculated("area", PLACES[:3], "", ({1: 1, 2: 2}, {1: 3, 2: 4, 3: 5}, {1: 6, 2: 7}), target, operations, apart)
        for target, operations, apart in (
            *((4, "+", ()), (4, "+", ((0, 2),)), (6, "*", ((0, 1), (1, 2))), (4, "+*", ((0, 1),)), (7, "+", ())),
            *((8, "+*", ()), (0, "*", ()), (2, "*", ((0, 1), (0, 2), (1, 2)))),
        )
    ),
    ShapeIn("area", ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1)), "", grid(3, 3)),
    ShapeIn("area", ((0, 0), (0, 1), (0, 3), (1, 0), (1, 2), (1, 3), (1, 4)), "", grid(2, 5)),
    ShapeIn("area", ((0, 0), (0, 1), (1, 0), (1, 1)), "", grid(2, 2)),
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
    names = {*variables(statement)}
    every = [(NO, YES, NO | YES) if x in names else (NO | YES,) for x in range(1, max(names, default=0) + 1)]
    return (list(known) for known in product(*every))


def left(statement: RuleStatement, domains: Sequence[Domain], found: Sequence[int]) -> list[Domain]:
    """The values that occur in these boards."""
    kept = list(domains)
    for x in variables(statement) if found else ():
        kept[x - 1] = sum(1 << v for v in {board >> x - 1 & 1 for board in found})
    return kept


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
    formula.new_variables([f"v{x}" for x in range(1, max(names, default=0) + 1)])
    statement.encode(Encoder(formula))
    session = Session(formula)
    try:
        for domains in partly_known(statement):
            assumed = [x if domains[x - 1] == YES else -x for x in names if domains[x - 1] != NO | YES]
            assert (session.next_model(assumed) is not None) == bool(boards(statement, domains)), domains
    finally:
        session.close()


@pytest.mark.parametrize(
    ("top", "bottom"), [pytest.param("aaaabbb", "aaabbbb", marks=pytest.mark.slow), ("aaaaa", "bbbbb")]
)
def test_equal_shapes_side_by_side(top: str, bottom: str) -> None:
    """On every board of two areas: four cells each that are equal, turned or mirrored, and touch."""
    geometry, names = grid(2, len(top)), top + bottom
    areas = tuple(sum(1 << i for i, name in enumerate(names) if name == own) for own in "ab")
    statement = ShapesApart("apart", tuple(geometry.cells(geometry.all)), "", (areas[0], areas[1]), geometry)
    formula = Formula(Pool())
    formula.new_variables([f"v{i}" for i in range(geometry.size)])
    statement.encode(Encoder(formula))
    session, wrong = Session(formula), 0
    try:
        for board in range(1 << geometry.size):
            fours = [[*combinations(geometry.cells(board & area), 4)] for area in areas]
            bad = any(alike(one, other) for one in fours[0] for other in fours[1])
            assert statement.broken(board) == bad
            values = [YES if board >> i & 1 else NO for i in range(geometry.size)]
            assert any(constraint.narrow([*values], Budget()) is None for constraint in statement.constraints()) == bad
            assumed = [i + 1 if value == YES else -i - 1 for i, value in enumerate(values)]
            assert (session.next_model(assumed) is None) == bad
            wrong += bad
    finally:
        session.close()
    assert wrong


def alike(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Whether two tetrominoes, no squares, are equal and share an edge: the lengths of their sides tell which."""
    touch = any(abs(r - x) + abs(c - y) == 1 for r, c in one for x, y in other)
    found = [shape_of(cells) for cells in (one, other)]
    return touch and found[0] == found[1] != ""


def shape_of(cells: Sequence[tuple[int, int]]) -> str:
    """By the neighbours of each cell: I and S have two ends, and their sizes differ; L likewise; T has three ends."""
    near = sorted(sum(abs(r - x) + abs(c - y) == 1 for x, y in cells) for r, c in cells)
    sides = sorted(len({cell[k] for cell in cells}) for k in (0, 1))
    if near == [1, 1, 1, 3]:
        return "T"
    if near != [1, 1, 2, 2]:
        return ""
    ends = [cell for cell in cells if sum(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in cells) == 1]
    across = [abs(a - b) for a, b in zip(*ends, strict=True)]
    return "I" if sides == [1, 4] else "L" if sorted(across) == [1, 2] and bent(cells) else "S"


def bent(cells: Sequence[tuple[int, int]]) -> bool:
    """Whether three of the cells are in a line."""
    return any(len({cell[k] for cell in three}) == 1 for three in combinations(cells, 3) for k in (0, 1))


@pytest.mark.parametrize(
    ("height", "width", "length", "number"), [(3, 3, 1, 2), (3, 3, 2, 1), (2, 4, 2, 0), (1, 8, 3, 2)]
)
def test_ships(height: int, width: int, length: int, number: int) -> None:
    """On every board the faces agree, and on partly known ones the constraint removes nothing that is possible."""
    geometry, rng = grid(height, width), Random(5)
    statement = Ships("fleet", tuple(geometry.cells(geometry.all)), "", length, number, geometry)
    (constraint,) = statement.constraints()
    formula = Formula(Pool())
    formula.new_variables([f"v{i}" for i in range(geometry.size)])
    statement.encode(Encoder(formula))
    session, kept = Session(formula), set[int]()
    try:
        for board in range(1 << geometry.size):
            cells = {*geometry.cells(board)}
            bad = ships_of(cells).count(length) != number
            assert statement.broken(board) == bad
            values = [YES if board >> i & 1 else NO for i in range(geometry.size)]
            assert (constraint.narrow([*values], Budget()) is None) == bad
            assumed = [i + 1 if value == YES else -i - 1 for i, value in enumerate(values)]
            assert (session.next_model(assumed) is None) == bad
            order = rng.sample(range(geometry.size), geometry.size)
            machine = constraint.machine(order, [NO | YES] * geometry.size, Budget())
            state = machine.start
            for position, i in enumerate(order):
                state = None if state is None else machine.read(state, position, board >> i & 1)
            assert (state is None) == bad
            kept |= set() if bad else {board}
    finally:
        session.close()
    for _ in range(2_000):
        domains = [rng.choice((NO, YES, NO | YES)) for _ in range(geometry.size)]
        left = [one for one in kept if all(domains[i] >> (one >> i & 1) & 1 for i in range(geometry.size))]
        narrow = [*domains]
        if constraint.narrow(narrow, Budget()) is None:
            assert not left
        for i, one in product(range(geometry.size), left):
            assert narrow[i] >> (one >> i & 1) & 1


def ships_of(cells: set[tuple[int, int]]) -> list[int]:
    """The lengths of the runs in rows and columns, of two cells or more, and a 1 for each cell that is alone."""
    found = []
    for r, c in cells:
        for down, right in ((0, 1), (1, 0)):
            if (r - down, c - right) not in cells:
                length = 1
                while (r + length * down, c + length * right) in cells:
                    length += 1
                found += [length] * (length > 1)
        found += [1] * (not {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & cells)
    return found


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 2), (1, 1), (2, 3), (3, 5), (5, 5)])
def test_what_a_count_implies(least: int, most: int) -> None:
    """What all boards share that keep it, on every partly known board."""
    count = Count("count", (), "", (1, -2, 3, -4, 5), least, most)
    reasoner, kept = CountReasoner(0b10101, 0b01010, least, most), [x for x in range(32) if not count.broken(x)]
    for true, false in product(range(32), repeat=2):
        if not true & false:
            left = [board for board in kept if board & true == true and not board & false]
            same = reduce(and_, left, 31) & ~true, ~reduce(or_, left, 0) & 31 & ~false
            assert reasoner.implied(true, false) == (same if left else None)
            assert reasoner.possible(true, false) == bool(left)
