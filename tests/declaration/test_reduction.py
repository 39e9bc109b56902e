"""Clues are taken away until no other can go, on small boards and by windows of large ones; judged by the solver."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from satdnd.declaration.generators import reduction
from satdnd.declaration.generators.reduction import Reduction, opposite
from satdnd.declaration.puzzle import Clue
from satdnd.engine.answer import MULTIPLE, UNIQUE
from satdnd.engine.kind import kind_named
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided
from satdnd.grid.bitboard import Grid
from satdnd.kinds import masyu, slitherlink
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Pool
from satdnd.setter import windows
from satdnd.setter.generator import generate
from satdnd.setter.parts import Generator
from satdnd.setter.windows import Windows

SYMMETRIC = ("slitherlink", "kurodoko", "ripple", "fillomino", "sudoku")
KINDS = ("akari", "binairo", "masyu", "skyscrapers", "slitherlink")


@pytest.fixture
def windowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every board counts as large, and windows are small."""
    monkeypatch.setattr(reduction, "WINDOWED", 0)
    monkeypatch.setattr(windows, "TILE", 3)
    monkeypatch.setattr(windows, "MARGIN", 1)


@pytest.mark.usefixtures("windowed")
@pytest.mark.parametrize("name", KINDS)
def test_every_clue_that_windows_leave_is_needed(name: str) -> None:
    """The puzzle has one solution, and several without any one of the clues that may go."""
    options = {"difficulty": "any"} | ({"symmetric": False} if name == "slitherlink" else {})
    for puzzle in generate(name, options, height=6, width=6, seed=11, count=2):
        assert_needed(puzzle, lambda clue: {clue})


@pytest.mark.parametrize(("name", "large"), [("slitherlink", True), *((name, False) for name in SYMMETRIC)])
def test_clues_of_opposite_cells_go_together(name: str, large: bool, request: pytest.FixtureRequest) -> None:
    """The cells with clues are the same when the board is turned; no two opposite clues can go. Easier puzzles have
    symmetric clues, too."""
    if large:
        request.getfixturevalue("windowed")
    kind, solver = kind_named(name), Solver(Settings(graph_check=False))
    size = {} if name == "sudoku" else {"height": 5, "width": 6}
    (puzzle,) = generate(name, {"difficulty": "any", **size}, seed=3)

    def turned(clue: Clue) -> Clue:
        """Its opposite."""
        return Clue(clue.field, (puzzle.height - 1 - clue.place[0], puzzle.width - 1 - clue.place[1]))

    cells = {clue for clue in puzzle.given_clues if reduction.families_of(type(puzzle))[clue.field].removable}
    assert cells == {*map(turned, cells)}
    assert_needed(puzzle, lambda clue: {clue, turned(clue)})
    solution = solver.unique(puzzle).solutions[0]
    for easier in kind.require(Generator).easier(puzzle, solution, Random(1)):
        added = {*easier.given_clues} - {*puzzle.given_clues}
        assert added == {*map(turned, added)}


def assert_needed(puzzle: Any, together: Callable[[Clue], set[Clue]]) -> None:
    """One solution, and several without a removable clue and those that go *together* with it."""
    solver = Solver(Settings(graph_check=False))
    assert solver.unique(puzzle).status == UNIQUE
    for clue in puzzle.given_clues:
        if reduction.families_of(type(puzzle))[clue.field].removable:
            less = puzzle.changed(dict.fromkeys(together(clue)))
            assert solver.unique(less).status == MULTIPLE, (puzzle.kind, clue)


@pytest.mark.usefixtures("windowed")
def test_a_puzzle_with_several_solutions_is_refused() -> None:
    """An empty board has many."""
    puzzle = slitherlink.Slitherlink.blank(4, 4)
    solution = slitherlink.SlitherlinkSolution(4, 4, slitherlink.edges_of(4, 4).border(0b0110))
    assert Reduction(slitherlink.KIND, puzzle, solution, Budget()).minimal(Random(1)) is None


def test_a_window_changes_nothing_outside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model differs from the solution near the cells that were asked about, and only there."""
    monkeypatch.setattr(windows, "TILE", 3)
    monkeypatch.setattr(windows, "MARGIN", 0)
    puzzle = masyu.Masyu.blank(9, 9)
    solution = _solution(puzzle)
    encoding = masyu.KIND.encoding(puzzle, Settings())
    own = encoding.literals(puzzle, solution)
    formula = Formula(Pool(encoding.formula.variables), [*encoding.formula.clauses])
    formula.add(*encoding.blocking_clause(puzzle, solution))
    found = 0
    with Windows(formula, encoding.unknowns, own, Budget()) as near:
        for r in range(9):
            for c in range(9):
                model = near.other([(r, c)], (), lambda m: encoding.cuts(puzzle, m))
                if model is None:
                    continue
                found += 1
                changed = [encoding.unknowns.cells(abs(x)) for x in own if model[abs(x) - 1] != x]
                assert changed
                tile = r // 3, c // 3
                assert all(any((a // 3, b // 3) == tile for a, b in cells) for cells in changed)
                assert masyu.KIND.accepts(puzzle, encoding.decode(puzzle, model), Settings())
        assert near.other([(0, 0), (8, 8)], (), lambda _: []) is None
    assert found


@pytest.mark.parametrize("side", [8, 24])
def test_a_spent_budget_ends_it(side: int) -> None:
    """On small and on large boards."""
    full = slitherlink.KIND.clues_of(slitherlink.Slitherlink.blank(side, side), _loop(side))
    with pytest.raises(Undecided):
        Reduction(slitherlink.KIND, full, _loop(side), Budget(conflicts=1)).minimal(Random(1))


def _loop(side: int) -> Any:
    """A random loop on edges."""
    blank = slitherlink.Slitherlink.blank(side, side)
    return slitherlink.SlitherlinkSolution(side, side, slitherlink.sample(Random(1), blank, Budget()))


def _solution(puzzle: Any) -> Any:
    """A random loop through cells."""
    lines = masyu.centre_lines(puzzle.height, puzzle.width)
    squares = masyu.grid(lines.height, lines.width)
    return masyu.MasyuSolution(
        puzzle.height, puzzle.width, lines.border(masyu.winding_region(Random(5), squares, Budget()))
    )


def test_the_opposite_of_a_clue() -> None:
    """That of a cell is turned by half; a sign between two cells, and a clue of a row, stay where they are."""
    board = Grid(4, 4)
    assert opposite(board, Clue("given", (0, 1))) == Clue("given", (3, 2))
    for clue in (Clue("signs", ((0, 0), (0, 1))), Clue("rows", 2), Clue("clues", ("top", 1))):
        assert opposite(board, clue) == clue
