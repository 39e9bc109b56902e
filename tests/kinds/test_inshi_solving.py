"""Rooms of factors solved: against trying everything, published counts, the puzzles of the report, large boards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, product
from math import factorial, prod
from pathlib import Path

import pytest
from inshi_boards import brute_force, cuts, is_latin, puzzle, puzzles_of

from satdnd import explain, generate as generate_puzzles, unique
from satdnd.engine.answer import MULTIPLE, SOLVED, UNIQUE, UNSOLVABLE
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided
from satdnd.formats.loading import load
from satdnd.grid.areas import all_cells
from satdnd.grid.bitboard import scan
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.generate import InshiRecipe, cut_into_rooms, generate
from satdnd.kinds.inshi.kind import KIND
from satdnd.kinds.inshi.model import Inshi, InshiSolution, Room
from satdnd.rules import factors
from satdnd.rules.factors import SETS_AT_MOST, factor_sets
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session
from satdnd.setter.parts import Generator

INSTANCES = Path(__file__).parents[2] / "instances" / "inshi"


def all_grids(board: Inshi, *, eager: bool = False) -> set[tuple[tuple[int, ...], ...]]:
    """Every solution that the formula has; the contradictions seen beforehand take no part."""
    budget = Budget()
    search = Search(KIND.encoding(board, Settings(), eager=eager), "auto", budget)
    found = [solution.grid for solution in search.solutions(board, budget)]
    search.close()
    assert len(found) == len(set(found))
    return set(found)


@pytest.fixture
def no_lists(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every room that can be made has too many factor sets to list them."""
    monkeypatch.setattr(factors, "SETS_AT_MOST", 0)
    factor_sets.cache_clear()
    yield
    factor_sets.cache_clear()


def test_factor_sets_against_all_subsets() -> None:
    """For every product up to 2,000 of values up to 8, and more at random, the sets are those that trying all gives."""
    for size in range(1, 9):
        for length in range(1, size + 1):
            wanted: dict[int, list[tuple[int, ...]]] = {}
            for values in combinations(range(1, size + 1), length):
                wanted.setdefault(prod(values), []).append(values)
            for clue in range(1, 2001 if size > 5 else 200):
                assert sorted(factor_sets(clue, length, size) or ()) == wanted.get(clue, []), (clue, length, size)


def test_long_rooms_keep_the_limits() -> None:
    """Hundreds of factor sets a room: none is listed without a look at the budget, nor to see a contradiction."""
    recipe = InshiRecipe(height=64, longest_room=32, unique=False, linear=True)
    large = KIND.require(Generator).generate(random.Random(1), recipe, Budget())
    factor_sets.cache_clear()
    assert KIND.contradiction(large, Settings()) is None
    for eager in (False, True):
        with pytest.raises(Undecided):
            KIND.encoding(large, Settings(), eager=eager, budget=Budget.of(0))
    assert factor_sets.cache_info().misses == 0


def test_factor_sets_that_are_many() -> None:
    """More sets than are listed give None, at every length without a search through all of them."""
    rng = random.Random(1)
    for length in (6, 8, 16, 32, 48):
        values = rng.sample(range(1, 65), length)
        found = factor_sets(prod(values), length, 64)
        assert found is None or tuple(sorted(values)) in found
    assert factor_sets(prod(range(17, 49)), 32, 64) is None
    assert factor_sets(factorial(32), 32, 64) == (tuple(range(1, 33)),)
    assert factor_sets(factorial(64), 64, 64) == (tuple(range(1, 65)),)
    assert len(factor_sets(factorial(64) // 128, 62, 64) or ()) == 3  # without 2 and 64, 4 and 32, or 8 and 16
    assert factor_sets(factorial(64) * 2, 64, 64) == ()
    assert SETS_AT_MOST >= 100


@pytest.mark.parametrize("eager", [False, True])
def test_all_2x2(eager: bool) -> None:
    """On 2x2, every cut with every combination of products from 1 to 5 has exactly the solutions that there are."""
    seen = 0
    for cut in cuts(2):
        wanted = puzzles_of(2, cut)
        for clues in product(range(1, 6), repeat=len(cut)):
            if len(cut) < 4 or max(clues) < 4:
                assert all_grids(puzzle(2, cut, clues), eager=eager) == wanted.get(clues, set()), (cut, clues)
                seen += 1
    assert seen > 500


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("eager", [False, True])
def test_all_3x3(eager: bool) -> None:
    """On 3x3, every cut with the clues of every Latin square has all squares with these clues and no other."""
    for cut in cuts(3):
        for clues, wanted in puzzles_of(3, cut).items():
            assert all_grids(puzzle(3, cut, clues), eager=eager) == wanted, (cut, clues)


def sampled_4x4(seed: int, count: int) -> Iterator[tuple[Inshi, set[tuple[tuple[int, ...], ...]]]]:
    """Random cuts of 4x4 with the clues of a random square, and all solutions."""
    rng = random.Random(seed)
    for _ in range(count):
        cut = tuple(cut_into_rooms(4, rng.randint(1, 4), rng))
        wanted = puzzles_of(4, cut)
        clues = rng.choice(list(wanted))
        yield puzzle(4, cut, clues), wanted[clues]


def sampled_6x6(seed: int, count: int) -> Iterator[Inshi]:
    """Random 6x6 boards, the smallest size at which a product has several factor sets: 6 is 1*6 and 2*3."""
    rng = random.Random(seed)
    for _ in range(count):
        yield generate(rng, InshiRecipe(height=6, longest_room=rng.randint(2, 6), unique=False), Budget())


def test_one_factor_set_at_a_time() -> None:
    """Values from two sets of a room do not mix: 1*6 or 2*3, never 1*3 or 2*6, whatever else the rooms allow."""
    cut = (((0, 0), (0, 1)), ((0, 2), (0, 3), (0, 4), (0, 5)), *(tuple((r, c) for c in range(6)) for r in range(1, 6)))
    board = puzzle(6, cut, (6, 120, *[720] * 5))
    for eager in (False, True):
        encoding = KIND.encoding(board, Settings(), eager=eager)
        with Session(encoding.formula) as session:
            for a, b in product(range(1, 7), repeat=2):
                literals = [encoding.unknowns.candidates((0, i)).get(v) for i, v in enumerate((a, b))]
                possible = None not in literals and session.solve([x for x in literals if x])
                assert possible == (a * b == 6)


@pytest.mark.parametrize("eager", [False, True])
def test_prime_exponents(no_lists: None, eager: bool) -> None:
    """Counting prime exponents instead of listing factor sets gives the same solutions."""
    for board, wanted in sampled_4x4(11, 25):
        assert Candidates(board).sets == [None] * len(board.rooms)
        assert all_grids(board, eager=eager) == wanted
    for board in sampled_6x6(31, 6):
        assert all_grids(board, eager=eager) == brute_force(board)


@pytest.mark.parametrize(("name", "status"), [("5x5", UNIQUE), ("8x8", MULTIPLE)])
def test_puzzles_of_the_report(name: str, status: str) -> None:
    """The printed puzzles: the printed solution is one of those found. That of 8x8 turns out not to be the only one."""
    (board,) = load(INSTANCES / f"report-{name}.inshi")
    (printed,) = KIND.texts.read_solutions((INSTANCES / f"report-{name}.solution").read_text(), board)
    assert isinstance(printed, InshiSolution)
    assert KIND.faults(board, printed, Settings()) == []
    assert Solver().unique(board).status == status
    answer = Solver().solve(board, limit=None)
    assert printed in answer.solutions
    assert all(KIND.accepts(board, solution, Settings()) for solution in answer.solutions)


def test_puzzle_of_the_report_without_a_solution() -> None:
    """The printed 4x4 without a solution is one, and the room to blame is named; so it is without that look ahead."""
    (board,) = load(INSTANCES / "report-4x4-unsolvable.inshi")
    for answer in (Solver().solve(board), Solver().unique(board), Solver().forced(board)):
        assert answer.status == UNSOLVABLE
        assert answer.reason.startswith("the room of product 23 at r2c1 cannot be made of 4 different values from 1")
    assert all_grids(board) == all_grids(board, eager=True) == set()


def test_products_that_do_not_multiply() -> None:
    """Products that are possible alone, but not together."""
    answer = Solver().solve(Inshi(2, (Room(2, ((0, 0), (0, 1))), Room(1, ((1, 0),)), Room(1, ((1, 1),)))))
    assert answer.status == UNSOLVABLE
    assert answer.reason == "the products of all rooms do not multiply to (2!)^2, as those of every Latin square do"


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("size", "longest", "solver"), [(32, 2, "cadical195"), (32, 3, "cadical195"), (64, 3, "glucose4")]
)
def test_large_boards(size: int, longest: int, solver: str) -> None:
    """Boards of the largest sizes are solved at once, by the solver that is best for them."""
    board = generate(random.Random(size), InshiRecipe(height=size, longest_room=longest, unique=False), Budget())
    answer = Solver(Settings(timeout=60)).solve(board)
    assert answer.status == SOLVED
    assert answer.stats["solver"] == solver
    assert is_latin(answer.solutions[0].grid)


def test_candidates_never_lose_a_solution() -> None:
    """What is left for each cell contains its values in all solutions; lines and rooms take turns."""
    for board, wanted in sampled_4x4(13, 60):
        left = Candidates(board)
        for r, c in all_cells(board.size, board.size):
            assert {grid[r][c] for grid in wanted} <= set(scan(left.values[r, c]))
    cut = (*(((r, c),) for r, c in ((0, 0), (0, 1), (0, 2), (1, 0))), ((1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)))
    known = Candidates(puzzle(3, cut, (1, 2, 3, 2, 3, 6)))
    assert [[[*scan(known.values[r, c])] for c in range(3)] for r in range(3)] == [
        [[1], [2], [3]],
        [[2], [3], [1]],
        [[3], [1], [2]],
    ]


def test_variables_only_for_what_is_left() -> None:
    """The variables of the cells are as many as candidates; all of them, in reading order, in the plain formula."""
    board = generate(random.Random(3), InshiRecipe(height=9, longest_room=3), Budget())
    left = Candidates(board)
    encoding = InshiEncoding(board)
    assert len(encoding.projection) == sum(values.bit_count() for values in left.values.values())
    assert len(encoding.projection) < 9**3 / 2
    plain = InshiEncoding(board, plain=True)
    assert [plain.formula.meaning(v) for v in (1, 2, 9, 10, 82)] == [
        "cell[0,0]=1",
        "cell[0,0]=2",
        "cell[0,0]=9",
        "cell[0,1]=1",
        "cell[1,0]=1",
    ]
    assert len(plain.projection) == 9**3


@pytest.mark.parametrize("eager", [False, True])
def test_formula_tells_its_clues_apart(eager: bool) -> None:
    """There is a statement for each cell, row, column and room, and the text is the same every time."""
    (board,) = load(INSTANCES / "report-5x5.inshi")
    formula = KIND.encoding(board, Settings(), eager=eager).formula
    said = dict.fromkeys(formula.statement_of(i) for i in range(len(formula.clauses)))
    expected = [f"r{r + 1}c{c + 1} holds one value" for r, c in all_cells(board.size, board.size)]
    expected += [f"{line} {i} holds each value once" for line in ("row", "column") for i in range(1, 6)]
    for room in board.rooms:
        r, c = room.cells[0]
        expected.append(f"the room at r{r + 1}c{c + 1} has the product {room.product}")
    told = [statement.text for statement in said if statement]
    assert [text for text in expected if text in told] == told
    assert set(expected) == set(told) or not eager
    assert formula.to_dimacs() == KIND.encoding(board, Settings(), eager=eager).formula.to_dimacs()


def test_words() -> None:
    """The sets of factors that are left for a room, and whether they are all that there are."""
    (report,) = load(INSTANCES / "report-5x5.inshi")
    steps = {(step.technique, step.text) for step in explain(report).steps}
    room = "the room at r2c2 has the product 20, which is 4·5, and r2c2 cannot be 4."
    assert ("last factors", f"r2c2 is 5, and r2c3 is 4: {room}") in steps
    large = next(generate_puzzles("inshi", {"height": 6, "width": 6}, seed=2))
    for step in explain(large).steps:
        for product_, kept in re.findall(r"has the product (\d+), which (?:is|can only be) ([\d·, or]+\d)", step.text):
            (reason,) = step.reasons
            sets = {tuple(map(int, some.split("·"))) for some in re.split(", | or ", kept)}
            listed = set(factor_sets(int(product_), len(reason.cells), 6))
            assert sets <= listed
            assert ("can only be" in step.text) == (sets < listed)
            solution = {cell: unique(large).solutions[0].grid[cell[0]][cell[1]] for cell in reason.cells}
            assert tuple(sorted(solution.values())) in sets
