"""What explanations are judged by: the search against brute force, and each kind's rule instances against its clauses.

A rule instance is read from the rules by ``instances.py``, and stands as a statement in a formula: both are asked
whether they can hold, alone on whole boards, and together with others on boards that are known in part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from test_statements import Alone, dungeons

from satdnd import load, solve
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, Undecided
from satdnd.explanation.judge import constraints as searching
from satdnd.explanation.judge.constraints import Constraint, Domain, Either, Sum, Term, satisfiable
from satdnd.explanation.judge.instances import Instances
from satdnd.grid.bitboard import grid, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.dungeon.encode import Direct as DungeonEncoding
from satdnd.kinds.dungeon.instances import DungeonInstances
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.hashi.encode import HashiEncoding
from satdnd.kinds.hashi.instances import HashiInstances
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.instances import InshiInstances, Product
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.nurikabe.encode import NurikabeEncoding
from satdnd.kinds.nurikabe.instances import Island, NurikabeInstances, Reached
from satdnd.kinds.nurikabe.model import Nurikabe
from satdnd.kinds.queens.encode import Direct as QueensEncoding
from satdnd.kinds.queens.instances import QueensInstances
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.encode import Direct as SudokuEncoding
from satdnd.kinds.sudoku.instances import SudokuInstances
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Statement

INSTANCES = Path(__file__).parents[2] / "instances"
WHOLE = (
    "all open cells are connected",
    "the corridors form no loop",
    "all islands are connected",
    "all sea is connected",
)
"""What no explanation says, since cuts say it piece by piece."""


# the search


def brute(constraints: Sequence[Constraint], domains: Sequence[Domain]) -> bool:
    """Whether some choice of values satisfies all sums, by trying every one."""

    def holds(part: Sum, chosen: Sequence[int]) -> bool:
        return part.low <= sum(t.weight * (t.values >> chosen[t.variable] & 1) for t in part.terms) <= part.high

    choices = product(*([v for v in range(4) if domain >> v & 1] for domain in domains))
    return any(
        all(any(holds(p, chosen) for p in (c.sums if isinstance(c, Either) else [c])) for c in constraints)  # type: ignore[attr-defined, list-item]
        for chosen in choices
    )


def test_search_against_all_choices() -> None:
    """Random sums and alternatives of sums over seven variables with up to three values each."""
    chance = Random(8)
    seen = set()
    for _ in range(400):
        domains = [chance.choice((1, 2, 3, 3, 5, 7)) for _ in range(7)]

        def some(domains: list[int] = domains) -> Sum:
            variables = chance.sample(range(7), chance.randint(1, 4))
            terms = [Term(x, chance.randint(1, 7), chance.randint(1, 3)) for x in variables]
            low = chance.randint(0, 4)
            return Sum((*terms, *chance.sample(terms, 1)), low, low + chance.randint(0, 2))

        constraints: list[Constraint] = [
            some() if chance.random() < 0.5 else Either(tuple(some() for _ in range(chance.randint(1, 3))))
            for _ in range(chance.randint(1, 5))
        ]
        apart = [c for c in constraints if c.scope]
        found = all(satisfiable(apart, domains, min(c.scope), Budget()) for c in apart)
        seen.add(found)
        assert found == brute(constraints, domains), (constraints, domains)
    assert seen == {True, False}


@pytest.mark.parametrize("kind", ["counts", "sums", "either"])
def test_narrowing_takes_away_what_cannot_be(kind: str) -> None:
    """Of one constraint: exactly the values that no choice has which satisfies it; and it says which variables."""
    chance = Random(5)
    outcomes = set()
    for _ in range(400):
        domains = [chance.choice((1, 2, 3, 3, 5, 6, 7)) for _ in range(5)]

        def some() -> Sum:
            low = chance.randint(0, 5)
            if kind == "counts":
                terms = [Term(x, chance.randint(1, 6)) for x in chance.sample(range(5), chance.randint(1, 5))]
            else:
                terms = [Term(chance.randrange(5), chance.randint(1, 7), chance.randint(1, 3)) for _ in range(3)]
            return Sum(tuple(terms), low, low + chance.randint(0, 2))

        constraint = Either((some(), some())) if kind == "either" else some()
        left = [
            sum(
                1 << v
                for v in scan(domain)
                if brute([constraint], [1 << v if y == x else other for y, other in enumerate(domains)])
            )
            for x, domain in enumerate(domains)
        ]
        now = list(domains)
        narrow = constraint.narrow(now, Budget())
        outcomes.add((narrow is None, bool(narrow)))
        if narrow is None:
            assert not any(left), (constraint, domains)
        else:
            assert now == left, (constraint, domains)
            changed = [x for x in range(5) if now[x] != domains[x]]
            assert sorted(narrow) == changed
    assert outcomes == {(True, False), (False, False), (False, True)}


def test_the_other_way_against_all_choices() -> None:
    """Branching with narrowed domains: many constraints that overlap, the same answer as by trying every choice."""
    chance, seen = Random(6), list[bool]()
    for _ in range(300):
        domains = [chance.choice((3, 3, 3, 7)) for _ in range(7)]

        def some() -> Sum:
            terms = [Term(x, chance.choice((1, 2, 2, 4, 6))) for x in chance.sample(range(7), chance.randint(2, 4))]
            low = chance.randint(1, 2)
            return Sum(tuple(terms), low, low + chance.randint(0, 1))

        def parity() -> Either:
            odd, variables = chance.randint(0, 1), chance.sample(range(7), 3)
            return Either(tuple(Sum.of(variables, 2, k, k) for k in range(odd, 4, 2)))

        constraints: list[Constraint] = [some() for _ in range(chance.randint(0, 6))]
        constraints += [parity() for _ in range(chance.randint(2, 6))]
        found = searching._narrowing(constraints, list(domains), Budget())
        assert found == brute(constraints, domains), (constraints, domains)
        seen.append(found)
    assert 60 < sum(seen) < 240


class Never(Constraint):
    """What no value satisfies, though it is not seen before they are read."""

    start = ()

    @property
    def scope(self) -> frozenset[int]:
        """Two variables."""
        return frozenset({0, 1})

    def machine(self, order: Sequence[int], domains: Sequence[Domain], budget: Budget) -> Never:
        """Itself."""
        return self

    def read(self, state: object, position: int, value: int) -> None:
        """Never."""


def test_the_other_way_judges_what_has_one_value() -> None:
    """Where nothing is left to choose, and where no value is left."""
    assert not searching._narrowing([Sum.of([0], 2, 1)], [1], Budget())
    assert searching._narrowing([Sum.of([0], 2, 1)], [2], Budget())
    assert Never().narrow([3, 3], Budget()) is None
    assert not searching._narrowing([Never()], [3, 3], Budget())


def test_only_what_concerns_a_variable_is_looked_at() -> None:
    """A contradiction elsewhere is none here."""
    wrong, right = Sum.of([0, 1], 2, 3, 3), Sum.of([2, 3], 2, 1)
    assert not satisfiable([wrong, right], [3] * 4, 0, Budget())
    assert satisfiable([wrong, right], [3] * 4, 2, Budget())


def test_sixteen_long_counts_take_few_states() -> None:
    """Eight rows and eight columns of sixteen cells, that only their sums contradict; a search by cells never ends."""
    rows = [Sum.of(range(16 * r, 16 * r + 8), 2, 4, 4) for r in range(8)]
    columns = [Sum.of(range(c, 128, 16), 2, 4, 4) for c in range(7)]
    assert satisfiable([*rows, *columns, Sum.of(range(7, 128, 16), 2, 4, 4)], [3] * 128, 0, Budget.of(60))
    few = [*rows[:5], *(Sum.of(range(c, 80, 16), 2, 2, 2) for c in range(4))]
    many = [Sum.of(range(c, 80, 16), 2, 3, 3) for c in range(4, 7)]
    assert satisfiable([*few, *many, Sum.of(range(7, 80, 16), 2, 3, 3)], [3] * 128, 0, Budget.of(60))
    assert not satisfiable([*few, *many, Sum.of(range(7, 80, 16), 2, 2, 2)], [3] * 128, 0, Budget.of(60))


def test_search_obeys_its_budget() -> None:
    """It is looked at before anything is tried."""
    with pytest.raises(Undecided, match="stopped"):
        satisfiable([Sum.of([0, 1], 2, 1), Sum.of([1, 2], 2, 1)], [3] * 3, 0, Budget(stop=lambda: True))


# instances against clauses


@dataclass
class Case:
    """A puzzle's formula and its instances, and how they speak of the same board."""

    formula: Formula
    projection: Sequence[Literal]
    instances: Instances[Any]
    mark: Callable[[Literal], list[Any]]

    def __post_init__(self) -> None:
        self.alone = Alone(self.formula)
        self.statements = [s for s in self.alone.selectors if s.text not in WHOLE]

    def constraints(self, statement: Statement) -> list[Constraint]:
        return self.instances.instance(statement.rule, statement.text, statement.cells)

    def board(self, literals: Sequence[Literal]) -> list[Domain]:
        """What *literals* leave of each variable."""
        found = list(self.instances.domains)
        for x in literals:
            mark = self.instances.mark(self.mark(x))
            found[mark.variable] &= mark.values
        return found


def cells_case(encoding: Any, instances: Any) -> Case:
    """Of a kind whose variables are the cells."""
    return Case(encoding.formula, encoding.projection, instances, lambda x: list(encoding.mark(x)))


def dungeon_case(puzzle: Dungeon, topology: str = "connected") -> Case:
    """Of a dungeon."""
    options = DungeonOptions(topology=topology)
    return cells_case(DungeonEncoding(puzzle, options), DungeonInstances(puzzle, options))


def candidate(size: int) -> Callable[[Literal], list[Any]]:
    """The marks of sudoku and inshi, whose variables are in the order of cells and values."""

    def mark(x: Literal) -> list[Any]:
        place, value = divmod(abs(x) - 1, size)
        return [*divmod(place, size), f"{'' if x > 0 else 'not '}{value + 1}"]

    return mark


def hashi_case(puzzle: Hashi) -> Case:
    """Of hashi."""
    encoding = HashiEncoding(puzzle, Settings(), eager=True)

    def mark(x: Literal) -> list[Any]:
        e, second = divmod(abs(x) - 1, 2)
        (a, b), (c, d) = encoding.ends[e]
        return [a, b, c, d, ("<=1" if second else "=0", "=2" if second else ">=1")[x > 0]]

    return Case(encoding.formula, encoding.projection, HashiInstances(puzzle, Settings()), mark)


def inshi_case(puzzle: Inshi) -> Case:
    """Of rooms of factors."""
    encoding = InshiEncoding(puzzle, plain=True)
    return Case(encoding.formula, encoding.projection, InshiInstances(puzzle, Settings()), candidate(puzzle.size))


def sudoku_case(puzzle: Sudoku) -> Case:
    """Of a sudoku."""
    encoding = SudokuEncoding(puzzle)
    return Case(encoding.formula, encoding.projection, SudokuInstances(puzzle, SudokuOptions()), candidate(puzzle.size))


def nurikabe_case(puzzle: Nurikabe) -> Case:
    """Of a nurikabe."""
    return cells_case(NurikabeEncoding(puzzle, Settings(), plain=True), NurikabeInstances(puzzle, Settings()))


def queens_case(puzzle: Queens) -> Case:
    """Of a board of queens."""
    return cells_case(QueensEncoding(puzzle, Settings()), QueensInstances(puzzle, Settings()))


def holds(constraints: Sequence[Constraint], domains: Sequence[Domain]) -> bool:
    """Whether all of them can hold together; both ways of searching say the same."""
    bound = [c for c in constraints if c.scope]
    if any(c.machine([], domains, Budget()).start is None for c in constraints if not c.scope):
        return False
    found = {both_ways(bound, domains, dead_ends) for dead_ends in (1_000_000, 0)}
    assert len(found) == 1
    return found.pop()


def both_ways(bound: Sequence[Constraint], domains: Sequence[Domain], dead_ends: int) -> bool:
    """Whether all can hold together, by a search that goes its other way after so many dead ends."""
    with mock.patch.object(searching, "MOST_DEAD_ENDS", dead_ends):
        return all(satisfiable(bound, domains, min(c.scope), Budget()) for c in bound)


def agree_on(case: Case, boards: Iterator[Sequence[Literal]], broken: bool = True) -> None:
    """Each statement alone, on whole boards; each is broken at least once, if *broken*."""
    false = set()
    made = {statement: case.constraints(statement) for statement in case.statements}
    assert {s.text for s in case.statements} <= case.instances.stated.keys()
    for board in boards:
        domains = case.board(board)
        for statement, constraints in made.items():
            expected = case.alone.holds(statement, board)
            assert holds(constraints, domains) == expected, (statement.text, board)
            if not expected:
                false.add(statement)
    assert not broken or false == set(made)


def all_boards(variables: Sequence[Literal]) -> Iterator[list[Literal]]:
    """Every choice of signs."""
    return (
        [x if sign else -x for x, sign in zip(variables, signs, strict=True)]
        for signs in product((0, 1), repeat=len(variables))
    )


def some_boards(variables: Sequence[Literal], count: int, seed: int) -> Iterator[list[Literal]]:
    """Random signs, with few and with many true."""
    chance = Random(seed)
    for _ in range(count):
        share = chance.choice((0.05, 0.15, 0.3, 0.5, 0.8))
        yield [x if chance.random() < share else -x for x in variables]


def spoiled(case: Case, solution: Sequence[Literal], count: int, seed: int) -> Iterator[list[Literal]]:
    """A solution with some signs changed."""
    chance = Random(seed)
    for _ in range(count):
        changed = set(chance.sample(range(len(solution)), chance.choice((0, 1, 2, 4))))
        yield [-x if i in changed else x for i, x in enumerate(solution)]


@pytest.mark.parametrize("topology", ["connected", "tree", "local"])
def test_dungeon_instances(topology: str) -> None:
    """Every board of small grids; random ones around treasure rooms."""
    for puzzle in dungeons():
        case = dungeon_case(puzzle, topology)
        agree_on(
            case, all_boards(case.projection) if puzzle.grid.size < 10 else some_boards(case.projection, 150, 1), False
        )
    room = Dungeon((None,) * 5, (None,) * 5, treasures=((1, 1), (3, 3)), monsters=((0, 4),))
    case = dungeon_case(room, topology)
    whole = [x if (x - 1) // 5 == 3 or x % 5 == 4 else -x for x in case.projection]
    agree_on(case, spoiled(case, whole, 150, 2), False)


def test_queens_instances() -> None:
    """Squares, oblong boards, fewer queens than there could be, more."""
    for height, width, queens in ((3, 3, None), (2, 4, None), (4, 2, 1), (2, 3, 3), (2, 2, 0), (3, 3, 2)):
        case = queens_case(Queens(height, width, ((0, 1),), queens))
        agree_on(case, all_boards(case.projection))


def test_sudoku_instances() -> None:
    """Grids with changes, so that cells hold no digit or several."""
    case = sudoku_case(Sudoku((1, *(0,) * 9, 4, *(0,) * 5)))
    grids = "1234341221434321", "1234341243212143"
    for text in grids:
        solution = [x if int(text[(x - 1) // 4]) == (x - 1) % 4 + 1 else -x for x in range(1, 65)]
        agree_on(case, spoiled(case, solution, 80, 3), False)
    agree_on(case, some_boards(case.projection, 60, 4))


def test_inshi_instances() -> None:
    """Cells with no number and with several, too: a product speaks of the numbers that stand in its room."""
    rooms = [((0, 0), (0, 1)), ((0, 2), (1, 2), (2, 2)), ((1, 0),), ((1, 1),), ((2, 0), (2, 1)), ((0, 3), (1, 3))]
    rooms += [((2, 3),), ((3, 0), (3, 1), (3, 2), (3, 3))]
    values = (1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3)
    puzzle = Inshi(4, tuple(Room(prod(values[r * 4 + c] for r, c in cells), cells) for cells in rooms))
    puzzle = replace(puzzle, rooms=(*puzzle.rooms[1:], replace(puzzle.rooms[0], product=5)))
    case = inshi_case(puzzle)
    solution = [x if values[(x - 1) // 4] == (x - 1) % 4 + 1 else -x for x in range(1, 65)]
    agree_on(case, spoiled(case, solution, 100, 5), False)
    agree_on(case, some_boards(case.projection, 100, 6))
    single = replace(puzzle, rooms=(*puzzle.rooms[:-1], replace(puzzle.rooms[-1], product=24)))
    for room in single.rooms:  # all that can stand in one room
        own = [r * 16 + c * 4 + v + 1 for r, c in room.cells for v in range(4)]
        if len(own) < 16:
            boards = ([*board, *(-x for x in case.projection if x not in own)] for board in all_boards(own))
            (statement,) = (s for s in case.statements if s.rule == "product" and set(s.cells) == set(room.cells))
            constraints = case.constraints(statement)
            for board in boards:
                assert holds(constraints, case.board(board)) == case.alone.holds(statement, board)


def test_hashi_instances() -> None:
    """Every choice of bridges."""
    for rows in (("_2_2", "1__2", "_3_2"), ("_?_2", "1__?", "_3_?")):
        case = hashi_case(Hashi(rows))
        boards = (
            [x for pair in choice for x in pair]
            for choice in product(*([(-x, -x - 1), (x, -x - 1), (x, x + 1)] for x in case.projection[::2]))
        )
        agree_on(case, boards)


def test_nurikabe_instances() -> None:
    """Every board of small grids, and random ones of a larger."""
    for rows in (
        ((2, None, None), (None, None, 1)),
        ((None, 3, None), (None,) * 3, (1, None, 4)),
        ((9, None), (None, None)),
        (("?", None, None), (None, None, 1)),
        (("?", None, None), (None,) * 3, (2, None, "?")),
    ):
        case = nurikabe_case(Nurikabe(rows))
        agree_on(case, all_boards(case.projection), False)
    case = nurikabe_case(Nurikabe(((5, *(None,) * 3), *((None,) * 4,) * 2, (None, None, 3, None))))
    agree_on(case, some_boards(case.projection, 150, 7), False)


def solved(path: str) -> tuple[Any, Any]:
    """A puzzle of the instances, and its solution."""
    puzzle = load(INSTANCES / path)[0]
    return puzzle, solve(puzzle).solutions[0]


JOINT = {
    "dungeon": (dungeon_case, "dungeon/course-p6.dnd"),
    "queens": (queens_case, "queens/completion.queens"),
    "sudoku": (sudoku_case, "sudoku/filmer.sudoku"),
    "inshi": (inshi_case, "inshi/report-5x5.inshi"),
    "hashi": (hashi_case, "hashi/wikipedia-7x7.hashi"),
    "nurikabe": (nurikabe_case, "nurikabe/wikipedia-9x10.nurikabe"),
}


@pytest.mark.parametrize("kind", JOINT)
def test_instances_together(kind: str) -> None:
    """What follows from several statements and a part of the solution is the same with clauses and without.

    Statements are taken from one neighbourhood, so that they have to do with each other.
    """
    make, path = JOINT[kind]
    puzzle, solution = solved(path)
    case = make(puzzle)  # type: ignore[operator]
    values = case.instances.values(solution)
    literals = [
        x if case.instances.mark(case.mark(x)).values >> values[case.instances.mark(case.mark(x)).variable] & 1 else -x
        for x in case.projection
    ]
    chance = Random(kind)
    followed = 0
    for _ in range(200):
        middle = chance.choice(case.statements).cells or ((0, 0),)
        near = sorted(
            case.statements,
            key=lambda s: (
                min((abs(a - c) + abs(b - d) for a, b in s.cells for c, d in middle[:1]), default=0) + chance.random()
            ),
        )[:30]
        chosen = chance.sample(near, chance.randint(1, 6))
        share = chance.choice((0.2, 0.5, 0.7, 0.9))
        known = [x for x in literals if chance.random() < share]
        selectors = [case.alone.selectors[s] for s in chosen]
        constraints = [c for s in chosen for c in case.constraints(s)]
        scope = frozenset[int]().union(*(c.scope for c in constraints))
        asked = [x for x in literals if x not in known and case.instances.mark(case.mark(x)).variable in scope]
        board = case.board(known)
        for x in chance.sample(asked, min(4, len(asked))):
            mark = case.instances.mark(case.mark(-x))
            domains = [d & mark.values if i == mark.variable else d for i, d in enumerate(board)]
            found = bool(domains[mark.variable]) and satisfiable(constraints, domains, mark.variable, Budget())
            assert found == bool(case.alone.session.solve([*known, -x, *selectors])), (chosen, known, x)
            followed += not found
    assert followed > 20


# cuts, islands, products: what is no sum


def test_cuts() -> None:
    """Every pocket of a 2x4 grid on every board: only a closed one with open cells inside and beyond is broken.

    So what is connected breaks none, and what is not breaks one.
    """
    puzzle = Dungeon((None,) * 2, (None,) * 4)
    instances = DungeonInstances(puzzle, DungeonOptions())
    geometry = puzzle.grid
    text = "the open cells around {} need a way out"
    broken = set()
    for pocket in range(1, 256):
        cells = geometry.cells(pocket)
        border = geometry.border(pocket)
        beyond = geometry.all & ~pocket & ~border
        if not beyond:
            with pytest.raises(InputError, match="separates them from nothing"):
                instances.instance("connected", text.format(cell_name(cells[0])), cells)
            continue
        said = text.format(cell_name(cells[-1]))
        constraints = instances.instance("connected", said, cells)
        for board in range(256):
            opens = geometry.all & ~board
            good = bool(border & opens) or not pocket & opens or not beyond & opens
            assert holds(constraints, [2 if board >> i & 1 else 1 for i in range(8)]) == good
            if not good:
                broken.add(board)
    assert broken == {board for board in range(256) if not geometry.connected(geometry.all & ~board)}


def test_what_one_cut_gives() -> None:
    """Exactly what some pocket of a 2x4 grid gives alone."""
    chance = Random(6)
    seen = set()
    puzzle = Dungeon((None,) * 2, (None,) * 4)
    instances = DungeonInstances(puzzle, DungeonOptions())
    geometry = puzzle.grid
    cuts = []
    for pocket in range(1, 256):
        if geometry.connected(pocket) and geometry.all & ~pocket & ~geometry.border(pocket):
            cells = geometry.cells(pocket)
            text = f"the open cells around {cell_name(cells[0])} need a way out"
            cuts.append(instances.instance("connected", text, cells))
    boards = [board for board in range(256) if geometry.connected(geometry.all & ~board)]
    for _ in range(40):
        board = chance.choice(boards)
        known = [chance.choice((3, 2 if board >> i & 1 else 1)) for i in range(8)]
        single = set()
        for x, value in product(range(8), (1, 2)):
            domains = [value if i == x else values for i, values in enumerate(known)]
            if known[x] == 3 and not all(holds(cut, domains) for cut in cuts):
                single.add((x, 3 - value))
        assert {(mark.variable, mark.values) for mark in instances.cut_off(known)} == single, known
        seen.add(bool(single))
    assert seen == {True, False}


def test_cuts_of_seas_and_bridges() -> None:
    """The same sentence of other kinds: what must be left, and which islands are no group."""
    sea = NurikabeInstances(Nurikabe(((None,) * 3, (None, 1, None), (None,) * 3)), Settings())
    constraints = sea.instance("connected", "the sea at r1c1 needs a way out", [(0, 0)])
    for shut, out, there, good in product((1, 0), (1, 0), (1, 0), (True, False)):
        board = [there, shut, 1, out, 1, 1, 1, 1, 0 if good else 1]
        wanted = not (there == 0 and shut and out and good)
        assert holds(constraints, [sea.domains[i] & (1 if v == 0 else ~1) for i, v in enumerate(board)]) == wanted
    bridges = HashiInstances(Hashi(("1_1", "___", "1_1")), Settings())
    said = "the islands around r1c1 need a way out"
    constraints = bridges.instance("connected", said, [(0, 0), (0, 2)])
    for counts in product((0, 1, 2), repeat=4):
        across = counts[bridges.pairs.index(((0, 0), (2, 0)))] + counts[bridges.pairs.index(((0, 2), (2, 2)))]
        assert holds(constraints, [1 << count for count in counts]) == (across > 0)
    for about in ([(0, 2)], [(0, 0), (1, 1)], [(0, 0), (0, 2), (2, 0), (2, 2)], []):
        with pytest.raises(InputError, match="no islands, or all islands, or others"):
            bridges.instance("connected", said, about)


def test_loops() -> None:
    """Under `tree` not all cells of a loop are open, unless a room has them all."""
    puzzle = Dungeon((None,) * 4, (None,) * 4, treasures=((1, 1),))
    instances = DungeonInstances(puzzle, DungeonOptions(topology="tree"))
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    constraints = instances.instance("tree", "the corridor through r1c1 is no loop", ring)
    for signs, inside in product(product((0, 1), repeat=6), (0, 0x20, 0x1, 0x400)):
        board = inside | sum(sign << i for sign, i in zip(signs, (3, 7, 11, 12, 13, 14), strict=True))
        room = not inside and sum(signs) == 5
        wanted = room or bool(inside & ~0x20)
        assert holds(constraints, [2 if board >> i & 1 else 1 for i in range(16)]) == wanted


@pytest.mark.parametrize(
    ("seed", "times"), [(9, 80), *(pytest.param(seed, 100, marks=pytest.mark.slow) for seed in range(4))]
)
def test_islands_against_all_boards(seed: int, times: int) -> None:
    """Islands, and cells that a number reaches, on a 3x4 grid of which some cells are known."""
    geometry, chance = grid(3, 4), Random(seed)
    pieces = [geometry.components(land) for land in range(1 << 12)]
    seen = set()
    for _ in range(times):
        home, *others = chance.sample(range(12), 4)
        number = chance.randint(1, 8)
        numbers = sum(1 << i for i in others[: chance.randint(0, 2)]) | 1 << home
        domains = [chance.choice((1, 2, 3, 3, 3)) for _ in range(12)]
        cell = others[2]

        def whole(land: int, home: int = home, number: int = number, numbers: int = numbers) -> bool:
            own = next((piece for piece in pieces[land] if piece >> home & 1), 0)
            return own.bit_count() == number and own & numbers == 1 << home

        def leads(land: int, home: int = home, number: int = number, numbers: int = numbers, cell: int = cell) -> bool:
            near = land & 1 << home
            for _ in range(number - 1):
                near |= geometry.neighbours(near) & land & ~numbers
            return bool((near | ~land) >> cell & 1)

        for constraint, holds_on in (
            (Island(geometry, 1 << home, number, numbers), whole),
            (Reached(geometry, cell, {1 << i: number if i == home else 1 for i in scan(numbers)}), leads),
        ):
            board = list(domains)
            lands = [x for x in range(1 << 12) if all(board[i] >> (x >> i & 1) & 1 for i in range(12))]
            wanted = any(map(holds_on, lands))
            assert (constraint.machine([], board, Budget()).start is not None) == wanted, (constraint, board)
            order = chance.sample(sorted(constraint.scope), min(6, len(constraint.scope)))
            machine = constraint.machine(order, board, Budget())
            state = machine.start
            for position, i in enumerate(order):
                if state is not None:
                    value = chance.choice([v for v in (0, 1) if board[i] >> v & 1])
                    state, board[i] = machine.read(state, position, value), 1 << value
                    lands = [x for x in lands if x >> i & 1 == value]
                    assert (state is not None) == any(map(holds_on, lands)), (constraint, board)
            seen.add((type(constraint), wanted))
    assert len(seen) == 4


def test_products_of_long_rooms() -> None:
    """More sets of factors than anybody lists; the numbers of the room's own product are possible, others are not."""
    room = Product(prod(range(1, 25)), 24, 48, tuple(range(0, 24 * 48, 48)))
    domains = [3] * (24 * 48)
    assert room.machine([], domains, Budget.of(60)).start is not None
    domains[46] = 2  # 47 divides no such product
    assert room.machine([], domains, Budget.of(60)).start is None
