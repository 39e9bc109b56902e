"""Sudokus solved, counted and judged: against an exact cover search, all 4x4 grids, published puzzles, every rule."""

from __future__ import annotations

import random
from contextlib import closing
from itertools import islice
from math import isqrt
from pathlib import Path

import pytest
from sudoku_boards import EXAMPLES, Example, all_solutions, sudoku

import satdnd
from satdnd.engine.kind import Templates
from satdnd.engine.search import Search
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.grid.boxes import USUAL
from satdnd.kinds.sudoku.generate import Oracle, random_grid
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, geometry
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.sudoku.rules import RULES, accepts, contradiction
from satdnd.kinds.sudoku.template import Template
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

ROOT = Path(__file__).parents[2]


def solution_of(text: str) -> SudokuSolution:
    """A grid of digits."""
    return SudokuSolution(tuple(map(int, text)))


def sparse(size: int, clues: int, seed: int, wrong: int = 0) -> Sudoku:
    """A random puzzle with that many clues, *wrong* of them changed: it may have any number of solutions."""
    rng = random.Random(seed)
    values = random_grid(USUAL[size], rng).values
    kept = rng.sample(range(size**2), clues)
    changed = {i: rng.randint(1, size) for i in kept[:wrong]}
    return Sudoku(tuple(changed.get(i, value) if i in kept else 0 for i, value in enumerate(values)))


# solving


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
@pytest.mark.parametrize("compilation", ["template", "direct"])
def test_published_puzzles_have_their_one_solution(example: Example, compilation: str) -> None:
    """The four puzzles of the lecture: exactly one solution, and the published one."""
    answer = satdnd.solve(sudoku(example.clues), None, compilation=compilation)
    assert answer.complete
    assert ["".join(s.lines) for s in answer.solutions] == [example.solution]
    assert (answer.stats["method"], answer.stats["compilation"]) == ("sat", compilation)
    assert satdnd.unique(sudoku(example.clues)).status == "unique"


def test_instances_are_the_published_puzzles() -> None:
    """The files in instances/sudoku hold the lecture's puzzles with their source, and their solutions."""
    for example, name in zip(EXAMPLES, ("solo", "17-clues", "inkala", "filmer"), strict=True):
        (puzzle,) = satdnd.load(ROOT / f"instances/sudoku/{name}.sudoku")
        assert (puzzle, puzzle.name) == (sudoku(example.clues), example.name)
        assert "lecture" in puzzle.extra["source"]
        assert (ROOT / f"instances/sudoku/{name}.solution").read_text() == example.solution + "\n"


def test_all_4x4_grids() -> None:
    """There are 288 grids of 4x4 (OEIS A107739), each found once, the same as by exact cover."""
    answer = satdnd.solve(Sudoku((0,) * 16), None)
    found = {s.values for s in answer.solutions}
    assert len(answer.solutions) == len(found) == 288
    assert found == {tuple(values) for values in all_solutions([0] * 16, 2)}


@pytest.mark.no_cover
def test_every_4x4_puzzle_with_few_clues_against_exact_cover() -> None:
    """Random 4x4 puzzles, right and wrong ones: the same set of solutions as by exact cover, in one session."""
    solver = Solver(SudokuOptions())
    statuses = set()
    for seed in range(400):
        puzzle = sparse(4, 2 + seed % 9, seed, wrong=seed % 3)
        expected = {tuple(values) for values in all_solutions(list(puzzle.clues), 2)}
        answer = solver.solve(puzzle, None)
        assert {s.values for s in answer.solutions} == expected
        assert len(answer.solutions) == len(expected)
        statuses.add(solver.unique(puzzle).status)
    assert statuses == {"unique", "multiple", "unsolvable"}


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("wrong", [0, 1])
def test_9x9_against_exact_cover(wrong: int) -> None:
    """Random 9x9 puzzles: the number of solutions up to a limit, and each of them, agrees with exact cover."""
    solver = Solver(SudokuOptions(graph_check=False))
    for seed in range(12):
        puzzle = sparse(9, 24 + seed, seed, wrong)
        expected = [tuple(values) for values in islice(all_solutions(list(puzzle.clues), 3), 30)]
        answer = solver.solve(puzzle, 30)
        assert len(answer.solutions) == len(expected)
        if len(expected) < 30:
            assert {s.values for s in answer.solutions} == set(expected)
        status = "unsolvable" if not expected else "unique" if len(expected) == 1 else "multiple"
        assert solver.unique(puzzle).status == status


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("size", [16, pytest.param(25, marks=pytest.mark.slow)])
def test_large_sizes(size: int) -> None:
    """16x16 and 25x25 with a third of the cells empty: one solution or two, as by exact cover."""
    statuses = set()
    for seed in range(1, 4):
        puzzle = sparse(size, size**2 * 2 // 3, seed)
        expected = {tuple(values) for values in islice(all_solutions(list(puzzle.clues), isqrt(size)), 2)}
        answer = satdnd.unique(puzzle)
        assert answer.status == ("unique" if len(expected) == 1 else "multiple")
        if len(expected) == 1:
            assert {s.values for s in answer.solutions} == expected
        else:
            assert len({s.values for s in answer.solutions}) == 2
            assert not [fault for s in answer.solutions for fault in satdnd.faults(puzzle, s)]
        statuses.add(answer.status)
    assert len(statuses) == 2


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        ("1..1" + "." * 12, "row 1 has the clue 1 twice, at r1c1 and r1c4"),
        ("...3" + "." * 8 + "...3", "column 4 has the clue 3 twice, at r1c4 and r4c4"),
        ("2.....2.........", None),
        ("2....2..........", "box 1 has the clue 2 twice, at r1c1 and r2c2"),
    ],
)
def test_a_clash_is_unsolvable_with_its_reason(clues: str, reason: str | None) -> None:
    """Equal clues in a house are a puzzle without solution, and the answer says which and where."""
    answer = satdnd.solve(sudoku(clues))
    assert contradiction(sudoku(clues)) == reason
    assert (answer.status, answer.reason) == (("unsolvable", reason) if reason else ("solved", ""))


def test_wrong_names_are_usage_errors() -> None:
    """An unknown encoding or solver is told with the known ones; ``native`` has no clauses for a template."""
    for name in ("best", "native"):
        with pytest.raises(UsageError, match=f"sudoku has no cardinality '{name}'; known: pairwise, bitwise"):
            satdnd.solve(sudoku("." * 16), cardinality=name)
    with pytest.raises(UsageError, match="unknown solver"):
        satdnd.explain(sudoku("." * 16), solver="best")


# encoding


@pytest.mark.no_cover
def test_clause_counts() -> None:
    """The numbers in the docstring of the template: variables, clauses, and what boxes share with lines."""
    for size, clauses, different in ((4, 448, 384), (9, 11_988, 10_530), (16, 123_904, 111_616)):
        formula = Template(USUAL[size]).formula
        assert (formula.variables, len(formula.clauses)) == (size**3, clauses)
        assert len({frozenset(clause) for clause in formula.clauses}) == different
        assert {name for _, name in formula._starts} == {"filled", "row", "column", "box"}


@pytest.mark.no_cover
@pytest.mark.parametrize(("size", "clues", "count"), [(4, 3, 40), pytest.param(9, 27, 40, marks=pytest.mark.slow)])
def test_what_the_clues_leave(size: int, clues: int, count: int) -> None:
    """With only the values that clues leave, the solutions are those of the template, right clues or wrong ones."""
    seen = set()
    with closing(Solver(SudokuOptions(compilation="template", graph_check=False))) as solver:
        for seed in range(count):
            puzzle = sparse(size, clues, seed, wrong=seed % 3)
            search = Search(KIND.encoding(puzzle, SudokuOptions()))
            found = list(islice(search.solutions(puzzle, Budget()), 100))
            search.close()
            truth = solver.solve(puzzle, 100)
            assert set(found) == set(truth.solutions) or (len(found) == len(truth.solutions) == 100)
            assert all(accepts(puzzle, solution) for solution in found)
            seen.add(len(found) > 0)
    assert seen == {True, False}


def test_the_formula_of_one_puzzle_is_small() -> None:
    """It leaves out what the clues rule out, and stays without a model where clues clash."""
    inkala = sudoku(EXAMPLES[2].clues)
    assert len(KIND.encoding(inkala, SudokuOptions()).formula.clauses) < 3000
    for clues in ("11" + "." * 14, "1...1" + "." * 11, "1....1" + "." * 10, "12..34.........."):
        puzzle = sudoku(clues)
        with Session(KIND.encoding(puzzle, SudokuOptions()).formula) as session:
            assert session.solve() == (next(all_solutions(list(puzzle.clues), 2), None) is not None)


def test_large_grids_are_compiled_alone() -> None:
    """25x25 has no template unless one is asked for; its file is the whole formula."""
    values = [(5 * (r % 5) + r // 5 + c) % 25 + 1 for r in range(25) for c in range(25)]
    puzzle = Sudoku(tuple(value if i % 6 else 0 for i, value in enumerate(values)))
    answer = satdnd.unique(puzzle)
    assert answer.status == "unique"
    assert answer.stats["compilation"] == "direct"
    assert answer.stats["clauses"] < 20_000
    assert KIND.require(Templates).family(puzzle, SudokuOptions(compilation="template")) == (5, 5)
    assert KIND.require(Templates).family(puzzle, SudokuOptions(cardinality="ladder")) == (5, 5)
    assert KIND.require(Templates).family(Sudoku((0,) * 256), SudokuOptions()) == (4, 4)


def test_a_wrong_model_is_caught() -> None:
    """A model that leaves a cell empty decodes to a grid that the verifier refuses, and never becomes an answer."""
    puzzle, encoding = sudoku("." * 16), Template((2, 2))
    model = [-x for x in range(1, 65)]
    solution = encoding.decode(puzzle, model)
    assert solution.values == (0,) * 16
    assert not accepts(puzzle, solution)


def test_the_generator_keeps_its_time() -> None:
    """What a warm session is asked ends when the time does."""
    with Oracle((2, 2)) as oracle:
        assert oracle.forced(solution_of("1234341221434321"), range(15), 15, Budget())
        assert not oracle.forced(solution_of("1234341221434321"), [0], 1, Budget())
        with pytest.raises(Undecided):
            oracle.forced(solution_of("1234341221434321"), [0], 1, Budget.of(0))


# rules


GOOD = EXAMPLES[0]


@pytest.mark.parametrize(
    ("changes", "rules", "message"),
    [
        ({1: "."}, {"filled"}, "cell r1c2 is empty"),
        ({0: "4", 1: "7"}, {"given", "column"}, "the clue at r1c1 is 7, the grid has 4"),
        ({1: "1"}, {"row", "column", "box"}, "row 1 has 1 at r1c2 and r1c3"),
        ({4: "2", 5: "5"}, {"column"}, "column 5 has 2 at r1c5 and r5c5"),
        ({1: "9", 10: "4"}, {"row"}, "row 2 has 4 at r2c2 and r2c7"),
        ({0: "1", 2: "7"}, {"given", "column"}, "column 1 has 1 at r1c1 and r4c1"),
    ],
)
def test_faults_of_wrong_grids(changes: dict[int, str], rules: set[str], message: str) -> None:
    """A grid that breaks a rule: which rules, in the order of RULES, with where; and the fast form agrees."""
    grid = [changes.get(i, c) for i, c in enumerate(GOOD.solution)]
    puzzle, solution = sudoku(GOOD.clues), SudokuSolution(sudoku("".join(grid)).clues)
    found = satdnd.faults(puzzle, solution)
    assert rules <= {fault.rule for fault in found}
    assert message in [fault.message for fault in found]
    places = [list(RULES).index(fault.rule) for fault in found]
    assert places == sorted(places)
    assert not accepts(puzzle, solution)


def test_a_box_fault_alone() -> None:
    """A Latin square that is no sudoku breaks the box rule and no other."""
    found = satdnd.faults(sudoku("." * 16), solution_of("1234234134124123"))
    assert {fault.rule for fault in found} == {"box"}
    assert found[0].message == "box 1 has 2 at r1c2 and r2c1"
    assert found[0].cells == ((0, 1), (1, 0))


def test_a_grid_of_another_size_is_one_fault() -> None:
    """The verifier does not stumble over a grid of another size."""
    puzzle, solution = sudoku("." * 81), solution_of("1234341221434321")
    assert [fault.message for fault in satdnd.faults(puzzle, solution)] == [
        "the grid does not have 9 rows of 9 numbers"
    ]
    assert not accepts(puzzle, solution)


def test_accepts_agrees_with_faults_on_random_changes() -> None:
    """The fast form, the full form and a graph say the same of grids with a few cells changed."""
    import networkx

    rng, edges = random.Random(5), networkx.sudoku_graph(3).edges
    puzzle = sudoku(EXAMPLES[2].clues)
    for _ in range(200):
        values = list(map(int, EXAMPLES[2].solution))
        for _ in range(rng.randint(0, 2)):
            values[rng.randrange(81)] = rng.randint(1, 9)
        solution = SudokuSolution(tuple(values))
        found = KIND.faults(puzzle, solution, SudokuOptions())
        assert KIND.accepts(puzzle, solution, SudokuOptions()) == (not found)
        houses = {fault.rule for fault in found} - {"given"}
        assert any(values[a] == values[b] for a, b in edges) == bool(houses)


@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_networkx_and_our_houses_join_the_same_cells(size: int) -> None:
    """The graph of networkx and our geometry agree on which cells differ, in every size with square boxes."""
    import networkx

    shape = geometry(USUAL[size])
    edges = {tuple(sorted(edge)) for edge in networkx.sudoku_graph(USUAL[size][0]).edges}
    assert edges == {(i, j) for i in range(size**2) for j in range(i + 1, size**2) if shape.peers[i] >> j & 1}


# model


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ((0,) * 15, "found 15 cells, expected 16 (4x4), 36 (6x6), 64 (8x8), 81 (9x9)"),
        ((), "found 0 cells"),
        ((0,) * 49, "found 49 cells"),
        ((5, *(0,) * 15), "cell r1c1 holds 5, expected 1 to 4, or 0 for an empty cell"),
        ((0, -1, *(0,) * 14), "cell r1c2 holds -1"),
        ((True, *(0,) * 15), "cell r1c1 holds True"),
    ],
)
def test_what_cannot_be_a_sudoku(clues: tuple[int, ...], message: str) -> None:
    """Other sizes and values are errors that say what was found and expected."""
    with pytest.raises(InputError) as caught:
        Sudoku(clues)
    assert message in str(caught.value)
