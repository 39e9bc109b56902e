"""The contract of statements: clauses, `broken` and constraints say the same, alone on whole boards, and together with
others on boards that are known in part; and of every kind they are the statements that its formula has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from samples import SAMPLED, instance, sample
from test_statements import Alone, dungeons

import satdnd
from satdnd import load, solve
from satdnd.engine.kind import Rules, kind_of
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import stated
from satdnd.errors import InputError
from satdnd.explanation.judge import search as searching
from satdnd.explanation.judge.search import satisfiable
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.slitherlink import Slitherlink
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.rules.constraint import NO, YES, Constraint, Domain
from satdnd.rules.count import true_among
from satdnd.rules.cut import Cut
from satdnd.rules.homes import Homes
from satdnd.rules.paths import Linked
from satdnd.rules.region import Reached, ReachedConstraint, RegionConstraint
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, RecordedStatement

INSTANCES = Path(__file__).parents[2] / "instances"


class Case:
    """What the rules of a puzzle say, and its formula."""

    def __init__(self, puzzle: Any, options: Settings | None = None) -> None:
        kind = kind_of(puzzle)
        options = kind.options() if options is None else options
        self.book: Rulebook[Any] = kind.require(Rules).book(puzzle, options)
        encoding = stated(kind, puzzle, options, Budget(), teaching=True)
        self.projection = list(encoding.projection)
        self.alone = Alone(encoding.formula)
        self.statements: list[RuleStatement] = list(dict.fromkeys(self.book.statements))
        assert set(self.alone.selectors) == set(self.statements)


def domains_of(variables: int, literals: Sequence[Literal]) -> list[Domain]:
    """What *literals* leave of each variable."""
    found = [NO | YES] * variables
    for x in literals:
        found[abs(x) - 1] &= YES if x > 0 else NO
    return found


def holds(constraints: Sequence[Constraint], domains: Sequence[Domain]) -> bool:
    """Whether all of them can hold together; both ways of searching say the same."""
    bound = [c for c in constraints if c.scope]
    if any(c.machine([], domains, Budget()).start is None for c in constraints if not c.scope):
        return False
    found = {one_way(bound, domains, dead_ends) for dead_ends in (1_000_000, 0)}
    assert len(found) == 1
    return found.pop()


def one_way(bound: Sequence[Constraint], domains: Sequence[Domain], dead_ends: int) -> bool:
    """Whether all can hold together, by a search that goes its other way after so many dead ends."""
    with mock.patch.object(searching, "ROUNDS", ((0, dead_ends), (None, 0))):
        return all(satisfiable(bound, domains, min(c.scope), Budget()) for c in bound)


def agree_on(case: Case, boards: Iterator[Sequence[Literal]], broken: bool = True) -> None:
    """Each statement alone, on whole boards; each is broken at least once, if *broken*."""
    false = set()
    made = {statement: statement.constraints() for statement in case.statements}
    for literals in boards:
        domains, board = domains_of(len(case.projection), literals), bits(literals)
        for statement, constraints in made.items():
            expected = case.alone.holds(statement, literals)
            assert holds(constraints, domains) == expected, (statement.text, literals)
            assert statement.broken(board) != expected, (statement.text, literals)
            if not expected:
                false.add(statement)
                continue
            assert all(true_among(some, board) >= least for some, least in statement.lower_bounds()), statement.text
    assert not broken or false == set(made)


def bits(literals: Sequence[Literal]) -> Bitboard:
    """A board of the true ones."""
    return sum(1 << x - 1 for x in literals if x > 0)


def all_boards(variables: Sequence[Literal]) -> Iterator[list[Literal]]:
    """Every choice of signs."""
    return (
        [x if sign else -x for x, sign in zip(variables, signs, strict=True)]
        for signs in product((0, 1), repeat=len(variables))
    )


def some_boards(variables: Sequence[Literal], count: int, seed: int) -> Iterator[list[Literal]]:
    """Random signs, with few and with many true."""
    rng = Random(seed)
    for _ in range(count):
        share = rng.choice((0.05, 0.15, 0.3, 0.5, 0.8))
        yield [x if rng.random() < share else -x for x in variables]


def spoiled(case: Case, solution: Sequence[Literal], count: int, seed: int) -> Iterator[list[Literal]]:
    """A solution with some signs changed."""
    rng = Random(seed)
    for _ in range(count):
        changed = set(rng.sample(range(len(solution)), rng.choice((0, 1, 2, 4))))
        yield [-x if i in changed else x for i, x in enumerate(solution)]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", ["connected", "tree", "local"])
def test_dungeon(topology: str) -> None:
    """Every board of small grids; random ones around treasure rooms."""
    for puzzle in dungeons():
        case = Case(puzzle, DungeonOptions(topology=topology))
        agree_on(
            case, all_boards(case.projection) if puzzle.grid.size < 10 else some_boards(case.projection, 150, 1), False
        )
    told = (1, None, None, 5, None), (None, None, None, 5, None)  # what rooms leave of these lines is said, too
    room = Dungeon(*told, treasures=((1, 1), (3, 3)), monsters=((0, 4),))
    case = Case(room, DungeonOptions(topology=topology))
    whole = [x if (x - 1) // 5 == 3 or x % 5 == 4 else -x for x in case.projection]
    agree_on(case, spoiled(case, whole, 150, 2), False)


@pytest.mark.slow
@pytest.mark.no_cover
def test_queens() -> None:
    """Squares, oblong boards, fewer queens than there could be, more."""
    for height, width, queens in ((3, 3, None), (2, 4, None), (4, 2, 1), (2, 3, 3), (2, 2, 0), (3, 3, 2)):
        case = Case(Queens(height, width, ((0, 1),), queens))
        agree_on(case, all_boards(case.projection))


def test_sudoku() -> None:
    """Grids with changes, so that cells hold no digit or several."""
    case = Case(Sudoku((1, *(0,) * 9, 4, *(0,) * 5)))
    grids = "1234341221434321", "1234341243212143"
    for text in grids:
        solution = [x if int(text[(x - 1) // 4]) == (x - 1) % 4 + 1 else -x for x in range(1, 65)]
        agree_on(case, spoiled(case, solution, 80, 3), False)
    agree_on(case, some_boards(case.projection, 60, 4))


@pytest.mark.no_cover
def test_inshi() -> None:
    """Cells with no number and with several, too: a product speaks of the numbers that stand in its room."""
    rooms = [((0, 0), (0, 1)), ((0, 2), (1, 2), (2, 2)), ((1, 0),), ((1, 1),), ((2, 0), (2, 1)), ((0, 3), (1, 3))]
    rooms += [((2, 3),), ((3, 0), (3, 1), (3, 2), (3, 3))]
    values = (1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3)
    puzzle = Inshi(4, tuple(Room(prod(values[r * 4 + c] for r, c in cells), cells) for cells in rooms))
    puzzle = replace(puzzle, rooms=(*puzzle.rooms[1:], replace(puzzle.rooms[0], product=5)))
    case = Case(puzzle)
    solution = [x if values[(x - 1) // 4] == (x - 1) % 4 + 1 else -x for x in range(1, 65)]
    agree_on(case, spoiled(case, solution, 100, 5), False)
    agree_on(case, some_boards(case.projection, 100, 6))
    single = replace(puzzle, rooms=(*puzzle.rooms[:-1], replace(puzzle.rooms[-1], product=24)))
    for room in single.rooms:  # all that can stand in one room
        own = [r * 16 + c * 4 + v + 1 for r, c in room.cells for v in range(4)]
        if len(own) < 16:
            boards = ([*board, *(-x for x in case.projection if x not in own)] for board in all_boards(own))
            (statement,) = (s for s in case.statements if s.rule == "product" and set(s.cells) == set(room.cells))
            for board in boards:
                wanted = case.alone.holds(statement, board)
                assert holds(statement.constraints(), domains_of(len(case.projection), board)) == wanted
                assert statement.broken(bits(board)) != wanted


def test_hashi() -> None:
    """Every choice of bridges."""
    for rows in (("_2_2", "1__2", "_3_2"), ("_?_2", "1__?", "_3_?")):
        case = Case(Hashi(rows))
        boards = (
            [x for pair in choice for x in pair]
            for choice in product(*([(-x, -x - 1), (x, -x - 1), (x, x + 1)] for x in case.projection[::2]))
        )
        agree_on(case, boards)


@pytest.mark.no_cover
def test_nurikabe() -> None:
    """Every board of small grids, and random ones of a larger."""
    for rows in (
        ((2, None, None), (None, None, 1)),
        ((None, 3, None), (None,) * 3, (1, None, 4)),
        ((9, None), (None, None)),
        (("?", None, None), (None, None, 1)),
        (("?", None, None), (None,) * 3, (2, None, "?")),
    ):
        case = Case(Nurikabe(rows))
        agree_on(case, all_boards(case.projection), False)
    case = Case(Nurikabe(((5, *(None,) * 3), *((None,) * 4,) * 2, (None, None, 3, None))))
    agree_on(case, some_boards(case.projection, 150, 7), False)


def test_what_reasons_by_itself_finds_all_that_its_clauses_imply() -> None:
    """Where ways of different lengths lead to homes, sizes are not told, and cells of regions are known or not."""
    rng = Random(3)
    for rows in (
        ((2, None, None), (None,) * 3, (None, None, 4)),
        (("?", None, None), (None,) * 3, (3, None, 1)),
        ((None, 1, None), (None, None, 4)),
        ((None,) * 4, (None, 5, None, None), (None,) * 4),
        ((7, None, None, None), (None,) * 4, (None,) * 4, (None, None, None, 2)),
    ):
        case, found = Case(Nurikabe(rows)), 0
        for statement in case.statements:
            for _ in range(40 if (reasoner := statement.reasoner()) else 0):
                known = [x if rng.random() < 0.6 else -x for x in case.projection if rng.random() < 0.6]
                true, false = bits(known) & reasoner.scope, bits([-x for x in known]) & reasoner.scope
                implied = reasoner.implied(true, false)
                assert implied == backbone(case, statement, known), (statement.text, known)
                found += implied not in (None, (0, 0))
        assert found > 20


def test_what_a_path_implies() -> None:
    """The same by search, with clauses, and for the judge: where lines are known, and where others are absent."""
    rng, found = Random(4), 0
    for text in ("1..\n.2.\n12.", "12..\n....\n1..2", ".1..\n3.2.\n31.2", "1...1", "1.2.\n....\n..2.\n1..."):
        case = Case(satdnd.loads(text, "numberlink")[0])
        for statement in (one for one in case.statements if isinstance(one, Linked)):
            reasoner, (constraint,) = statement.reasoner(), statement.constraints()
            for _ in range(25):
                share, known = rng.random(), list[Literal]()
                known = [x if rng.random() < 0.4 else -x for x in case.projection if rng.random() < share]
                true, false = bits(known) & reasoner.scope, bits([-x for x in known]) & reasoner.scope
                implied = reasoner.implied(true, false)
                assert implied == backbone(case, statement, known), (statement.text, known)
                domains = domains_of(len(case.projection), known)
                narrow = constraint.narrow(domains, Budget())
                assert (narrow is None) == (implied is None), (statement.text, known)
                if implied is not None:
                    assert bits([i + 1 for i in narrow or ()]) == implied[0] | implied[1]
                    found += implied != (0, 0)
    assert found > 60


def test_no_way_to_a_number_leads_through_another() -> None:
    """An island cell at r1c1 reaches the 4 below the 1, not across it: all cells of the lower row are needed."""
    case = Case(Nurikabe(((None, 1, None), (None, None, 4))))
    reasoner = next(s for s in case.statements if isinstance(s, Reached) and s.cell == 0).reasoner()
    assert reasoner.implied(0, 1) == (0, 0b111000)


def backbone(case: Case, statement: RuleStatement, known: Sequence[Literal]) -> tuple[Bitboard, Bitboard] | None:
    """What the clauses of one statement imply: variables that are true, and that are false; None: nothing is left."""
    if not case.alone.holds(statement, known):
        return None
    left = [x for v in case.projection for x in (v, -v) if v not in known and -v not in known]
    implied = [x for x in left if not case.alone.holds(statement, [*known, -x])]
    return bits(implied), bits([-x for x in implied])


def test_slitherlink() -> None:
    """Random boards, and loops that were changed."""
    case = Case(Slitherlink(((3, None), (0, 1), (None, 2))))
    agree_on(case, some_boards(case.projection, 120, 8), False)
    case = Case(Slitherlink(((2, 1), (None, 2))))
    edges = case.book.unknowns
    loop = {edges.edge((0, 0), side) for side in "nwse"}
    agree_on(case, spoiled(case, [x if x in loop else -x for x in case.projection], 150, 9))


def small() -> list[tuple[Any, int]]:
    """A puzzle of each kind, and how many random boards of it break every sort of statement."""
    rooms = tuple(Room(v, (cell,)) for v, cell in zip((2, 2), ((0, 1), (1, 0)), strict=True))
    room = Dungeon((None,) * 5, (None, 2, None, None, None), treasures=((1, 1),), monsters=((0, 4),), walls=1 << 24)
    return [
        (room, 400),
        (Queens(3, 3, ((0, 1),), 2), 60),
        (Sudoku((1, *(0,) * 15)), 30),
        (Inshi(2, (Room(1, ((0, 0),)), *rooms, Room(1, ((1, 1),)))), 60),
        (Hashi(("_2_2", "1__2", "_3_2")), 60),
        (Nurikabe(((2, None, None), (None, None, "?"))), 60),
        *((satdnd.loads(sample(kind).TEXT, kind)[0], 60) for kind in SAMPLED),
    ]


FACES = {
    "encode": lambda self, encoder: encoder.formula.add(1, -1),
    "broken": lambda self, board: False,
    "constraints": lambda self: [],
}
"""Of each face one that says nothing."""


@pytest.mark.slow
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("puzzle", "count"), small(), ids=lambda x: getattr(x, "kind", ""))
def test_a_wrong_face_is_noticed(puzzle: Any, count: int, face: str) -> None:
    """Of every class of statements in turn."""

    def compared() -> None:
        """All faces, on boards that have the structure of the unknowns."""
        case = Case(puzzle)
        pairs = dict(case.book.unknowns.structure())
        boards = some_boards(case.projection, count, 5)
        agree_on(case, ([abs(x) if -pairs.get(abs(x), 0) in board else x for x in board] for board in boards), False)

    compared()
    for sort in {type(statement) for statement in book_of(puzzle).statements}:
        with mock.patch.object(sort, face, FACES[face]), pytest.raises(AssertionError):
            compared()


def solved(path: str) -> tuple[Any, Any]:
    """A puzzle of the instances, and its solution."""
    puzzle = load(INSTANCES / path)[0]
    return puzzle, solve(puzzle).solutions[0]


JOINT = {
    "dungeon": "dungeon/course-p6.dnd",
    "queens": "queens/completion.queens",
    "sudoku": "sudoku/filmer.sudoku",
    "inshi": "inshi/report-5x5.inshi",
    "hashi": "hashi/wikipedia-7x7.hashi",
    "nurikabe": "nurikabe/wikipedia-9x10.nurikabe",
    **{kind: instance(kind) for kind in SAMPLED},
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", JOINT)
def test_instances_together(kind: str) -> None:
    """What follows from several statements and a part of the solution is the same with clauses and without.

    Statements are taken from one neighbourhood, so that they have to do with each other.
    """
    puzzle, solution = solved(JOINT[kind])
    case = Case(puzzle)
    board = case.book.board(solution)
    literals = [x if board >> x - 1 & 1 else -x for x in case.projection]
    assert not any(statement.broken(board) for statement in case.statements)
    rng = Random(kind)
    followed = 0
    for _ in range(60):
        middle = rng.choice(case.statements).cells or ((0, 0),)
        near = sorted(
            case.statements,
            key=lambda s: (
                min((abs(a - c) + abs(b - d) for a, b in s.cells for c, d in middle[:1]), default=0) + rng.random()
            ),
        )[:30]
        chosen = rng.sample(near, rng.randint(1, 6))
        share = rng.choice((0.2, 0.5, 0.7, 0.9))
        known = [x for x in literals if rng.random() < share]
        selectors = [case.alone.selectors[s] for s in chosen]
        constraints = [c for s in chosen for c in s.constraints()]
        scope = frozenset[int]().union(*(c.scope for c in constraints))
        asked = [x for x in literals if x not in known and abs(x) - 1 in scope]
        for x in rng.sample(asked, min(4, len(asked))):
            pairs = [pair for a, b in case.book.unknowns.structure() for pair in ((-a, b), (-b, a))]
            implied = [then for given, then in pairs if given in known or given == -x]
            domains = domains_of(len(case.projection), [*known, *implied, -x])
            found = bool(domains[abs(x) - 1]) and satisfiable(constraints, domains, abs(x) - 1, Budget())
            assert found == bool(case.alone.session.solve([*known, -x, *selectors])), (chosen, known, x)
            followed += not found
    assert followed > 6


# cuts, regions, products: what is no sum


def book_of(puzzle: Any, options: Settings | None = None) -> Rulebook[Any]:
    """What its rules say."""
    kind = kind_of(puzzle)
    return kind.require(Rules).book(puzzle, kind.options() if options is None else options)


@pytest.mark.no_cover
def test_cuts() -> None:
    """Every pocket of a 2x4 grid on every board: only a closed one with open cells inside and beyond is broken.

    So what is connected breaks none, and what is not breaks one.
    """
    puzzle = Dungeon((None,) * 2, (None,) * 4)
    cuts, geometry = book_of(puzzle).cuts, puzzle.grid
    assert cuts
    broken = set()
    for pocket in range(1, 256):
        cells = geometry.cells(pocket)
        border = geometry.border(pocket)
        beyond = geometry.all & ~pocket & ~border
        if not beyond:
            with pytest.raises(InputError, match="separates them from nothing"):
                cuts.read("connected", cells, cells[0])
            continue
        cut = cuts.read("connected", cells, cells[-1])
        constraints = cut.constraints()
        for board in range(256):
            opens = geometry.all & ~board
            good = bool(border & opens) or not pocket & opens or not beyond & opens
            assert holds(constraints, [2 if board >> i & 1 else 1 for i in range(8)]) == good
            assert cut.broken(board) != good
            if not good:
                broken.add(board)
    assert broken == {board for board in range(256) if not geometry.connected(geometry.all & ~board)}
    assert broken == {board for board in range(256) if cuts.broken(board, geometry.all & ~board)}


@pytest.mark.no_cover
def test_what_one_cut_gives() -> None:
    """Exactly what some pocket of a 2x4 grid gives alone."""
    rng = Random(6)
    seen = set()
    puzzle = Dungeon((None,) * 2, (None,) * 4)
    cuts, geometry = book_of(puzzle).cuts, puzzle.grid
    assert cuts
    every = []
    for pocket in range(1, 256):
        if geometry.connected(pocket) and geometry.all & ~pocket & ~geometry.border(pocket):
            cells = geometry.cells(pocket)
            every.append(cuts.read("connected", cells, cells[0]).constraints())
    boards = [board for board in range(256) if geometry.connected(geometry.all & ~board)]
    for _ in range(40):
        board = rng.choice(boards)
        known = [rng.choice((3, 2 if board >> i & 1 else 1)) for i in range(8)]
        single = set()
        for x, value in product(range(8), (1, 2)):
            domains = [value if i == x else values for i, values in enumerate(known)]
            if known[x] == 3 and not all(holds(cut, domains) for cut in every):
                single.add(x + 1 if value == NO else -x - 1)
        true, false = (sum(1 << i for i in range(8) if known[i] == value) for value in (YES, NO))
        assert set(cuts.follows(true, false)) == single, known
        seen.add(bool(single))
    assert seen == {True, False}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_cut_reasons_as_its_boards_do(sign: int) -> None:
    """What all boards have in common that keep it, with two sides, one and none, and ways of either sign."""
    rng, seen = Random(4), set()
    for sides in ((0b11, 0b1100), (0b111,), ()):
        cut = Cut("connected", (), "{}", (0, 0), (5, -6), sides, sign)
        reasoner = cut.reasoner()
        kept = [board for board in range(64) if not cut.broken(board)]
        for _ in range(300):
            known, values = rng.getrandbits(6) | rng.getrandbits(6), rng.getrandbits(6)
            true, false = known & values & reasoner.scope, known & ~values & reasoner.scope
            left = [board for board in kept if board & true == true and not board & false]
            assert reasoner.possible(true, false) == bool(left)
            every, some = reduce(and_, left, 63), reduce(or_, left, 0)
            open_ = reasoner.scope & ~true & ~false
            wanted = (every & open_, ~some & open_) if left else None
            assert reasoner.implied(true, false) == wanted, (sides, true, false)
            seen.add(wanted is None or any(wanted))
    assert seen == {True, False}


def test_cuts_of_seas_and_bridges() -> None:
    """What must be left of other kinds, and which islands are no group."""
    sea = book_of(Nurikabe(((None,) * 3, (None, 1, None), (None,) * 3))).cuts
    assert sea
    cut = sea.read("connected", [(0, 0)], (0, 0))
    assert cut.text == "the sea at r1c1 needs a way out"
    for shut, out, there, good in product((1, 0), (1, 0), (1, 0), (True, False)):
        island = [there, shut, 1, out, 1, 1, 1, 1, 0 if good else 1]
        wanted = not (there == 0 and shut and out and good)
        assert holds(cut.constraints(), [NO if v else YES for v in island]) == wanted
    for rule, cells, at in (("connected", [(0, 0)], (0, 1)), ("no-2x2", [(0, 0)], (0, 0))):
        with pytest.raises(InputError):
            sea.read(rule, cells, at)
    bridges = book_of(Hashi(("1_1", "___", "1_1")))
    assert bridges.cuts
    cut = bridges.cuts.read("connected", [(0, 0), (0, 2)], (0, 0))
    pairs = [bridges.unknowns.cells(x) for x in range(1, 9, 2)]
    for counts in product((0, 1, 2), repeat=4):
        across = counts[pairs.index(((0, 0), (2, 0)))] + counts[pairs.index(((0, 2), (2, 2)))]
        domains = [YES if count >= k else NO for count in counts for k in (1, 2)]
        assert holds(cut.constraints(), domains) == (across > 0)
    for about in ([(0, 2)], [(0, 0), (1, 1)], [(0, 0), (0, 2), (2, 0), (2, 2)], []):
        with pytest.raises(InputError):
            bridges.cuts.read("connected", about, (0, 0))


def test_loops() -> None:
    """Under `tree` not all cells of a loop are open; what lies in a 3x3 block is a statement of its own."""
    puzzle = Dungeon((None,) * 4, (None,) * 4, treasures=((1, 1),))
    cuts = book_of(puzzle, DungeonOptions(topology="tree")).cuts
    assert cuts
    border = [(r, c) for r in range(4) for c in range(4) if {r, c} & {0, 3}]
    cut = cuts.read("tree", border, (0, 0))
    for signs in product((0, 1), repeat=12):
        board = sum(sign << 4 * r + c for sign, (r, c) in zip(signs, border, strict=True))
        assert cut.broken(board) != any(signs)
        assert holds(cut.constraints(), [2 if board >> i & 1 else 1 for i in range(16)]) == any(signs)
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    for cells, at in ((ring, (0, 0)), (border, (1, 1)), (border[1:], (0, 1)), ([*border, (1, 1)], (0, 0))):
        with pytest.raises(InputError, match="not form a loop through that cell"):
            cuts.read("tree", cells, at)


@pytest.mark.parametrize("name", JOINT)
def test_statements_are_found_again(name: str) -> None:
    """By their JSON; with another rule, another sentence, other cells or other fields they are refused."""
    book = book_of(load(INSTANCES / JOINT[name])[0])
    for statement in dict.fromkeys(book.statements):
        record = statement.to_json()
        assert book.find(RecordedStatement.from_json(record)) == statement
        for field, wrong in (("rule", "moon"), ("text", "the moon is full"), ("cells", [[0, 0], [1, 1], [0, 2]])):
            with pytest.raises(InputError):
                book.find(RecordedStatement.from_json({**record, field: wrong}))
        for field in statement.fields:
            with pytest.raises(InputError):
                book.find(RecordedStatement.from_json({**record, field: 99}))


def narrowing_agrees(constraint: Constraint, domains: Sequence[Domain], boards: Sequence[Bitboard]) -> None:
    """What `narrow` leaves is what the *boards* that keep a constraint have; its grounds are enough for each loss."""

    def fit(domains: Sequence[Domain]) -> list[Bitboard]:
        return [x for x in boards if all(domain >> (x >> i & 1) & 1 for i, domain in enumerate(domains))]

    left, fitting = list(domains), fit(domains)
    narrow = constraint.narrow(left, Budget())
    assert (narrow is not None) == bool(fitting), (constraint, domains)
    if narrow is not None:
        scope = constraint.scope
        assert [left[i] for i in sorted(scope)] == [sum({1 << (x >> i & 1) for x in fitting}) for i in sorted(scope)]
        assert sorted(narrow) == [i for i in range(len(domains)) if left[i] != domains[i]]
    for lost in [None] if narrow is None else narrow:
        grounds = {*constraint.grounds(domains, lost, lambda i: i, Budget())}
        enough = [domain if i in grounds else NO | YES for i, domain in enumerate(domains)]
        if lost is not None:
            enough[lost] = domains[lost] & ~left[lost]
        assert not fit(enough), (constraint, domains, lost)


@pytest.mark.parametrize(
    ("seed", "times"), [(9, 80), *(pytest.param(seed, 100, marks=pytest.mark.slow) for seed in range(4))]
)
def test_regions_against_all_boards(seed: int, times: int) -> None:
    """Regions, and cells that a home reaches, on a 3x4 grid of which some cells are known."""
    geometry, rng = grid(3, 4), Random(seed)
    pieces = [geometry.components(land) for land in range(1 << 12)]
    seen = set()
    for turn in range(times):
        home, *others = rng.sample(range(12), 4)
        number = rng.randint(1, 8)
        numbers = sum(1 << i for i in others[: rng.randint(0, 2)]) | 1 << home
        domains = [rng.choice((1, 2, 3, 3, 3)) for _ in range(12)]
        cell = others[2]
        homes = Homes(geometry, {i: number if i == home else 1 for i in scan(numbers)}, 1)

        def whole(land: int, home: int = home, number: int = number, numbers: int = numbers) -> bool:
            own = next((piece for piece in pieces[land] if piece >> home & 1), 0)
            return own.bit_count() == number and own & numbers == 1 << home

        def leads(land: int, home: int = home, number: int = number, numbers: int = numbers, cell: int = cell) -> bool:
            near = land & 1 << home
            for _ in range(number - 1):
                near |= geometry.neighbours(near) & land & ~numbers
            return bool((near | ~land) >> cell & 1)

        for constraint, holds_on in (
            (RegionConstraint(homes, home, number), whole),
            (ReachedConstraint(homes, cell), leads),
        ):
            board = list(domains)
            lands = [x for x in range(1 << 12) if all(board[i] >> (x >> i & 1) & 1 for i in range(12))]
            wanted = any(map(holds_on, lands))
            assert (constraint.machine([], board, Budget()).start is not None) == wanted, (constraint, board)
            if turn % 10 == 0:
                narrowing_agrees(constraint, domains, [x for x in range(1 << 12) if holds_on(x)])
            order = rng.sample(sorted(constraint.scope), min(6, len(constraint.scope)))
            machine = constraint.machine(order, board, Budget())
            state = machine.start
            for position, i in enumerate(order):
                if state is not None:
                    value = rng.choice([v for v in (0, 1) if board[i] >> v & 1])
                    state, board[i] = machine.read(state, position, value), 1 << value
                    lands = [x for x in lands if x >> i & 1 == value]
                    assert (state is not None) == any(map(holds_on, lands)), (constraint, board)
            seen.add((type(constraint), wanted))
    assert len(seen) == 4
