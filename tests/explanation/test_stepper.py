"""Explanations against brute force: every step follows, nothing can be dropped, and no easier step was there."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import networkx
import pytest
from pysat.solvers import Solver

import satdnd
from satdnd.engine.kind import Encoding, kind_named, kind_of
from satdnd.engine.statement_encoding import stated
from satdnd.errors import InputError, UsageError
from satdnd.explanation import explainer, reason_finder, stepper
from satdnd.explanation.judge.replay import check as replay_check
from satdnd.explanation.reason_finder import ReasonFinder
from satdnd.explanation.steps import Step
from satdnd.grid.bitboard import grid, scan
from satdnd.kinds.dungeon import rules
from satdnd.kinds.dungeon.loops import _nodes, loop
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.rules.statement import Combined
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement

SUDOKUS = (
    "1.....3..4.....2",
    "1...............",
    "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
)


def dungeons(height: int, width: int, count: int, seed: int, **options: Any) -> list[Dungeon]:
    """Puzzles of random legal boards, some counts unknown; with one solution or several."""
    rng = random.Random(seed)
    found: list[Dungeon] = []
    while len(found) < count:
        board = rng.getrandbits(height * width)
        grid = satdnd.Dungeon(rows=(0,) * height, columns=(0,) * width).grid
        opens = grid.all & ~board
        monsters = grid.cells(grid.degrees(opens).one)
        counts = [(line & board).bit_count() for line in (*grid.rows, *grid.columns)]
        shown = [k if rng.random() < 0.8 else None for k in counts]
        puzzle = Dungeon(tuple(shown[:height]), tuple(shown[height:]), tuple(monsters))
        if rules.accepts(puzzle, board, options.get("topology", "connected")) and 0 < opens.bit_count() < grid.size:
            found.append(puzzle)
    return found


def small() -> list[Any]:
    """Puzzles of all kinds that have explanations."""
    found: list[Any] = [
        puzzle for name in ("6x6", "8x8") for puzzle in satdnd.load(f"instances/dungeon/example-{name}.dnd")
    ]
    found += [*satdnd.load("instances/dungeon/two-solutions.dnd"), *dungeons(5, 5, 6, 1), *dungeons(4, 6, 4, 2)]
    found += [*satdnd.load("instances/queens/completion.queens")][:1]
    found += [*satdnd.load("instances/hashi/connected-9x9.hashi"), *satdnd.load("instances/hashi/wikipedia-7x7.hashi")]
    found += [
        *satdnd.load("instances/nurikabe/wikipedia-9x10.nurikabe"),
        *satdnd.load("instances/inshi/report-5x5.inshi"),
    ]
    for text in SUDOKUS:
        found += satdnd.loads(text, kind="sudoku")
    for kind, recipe, count in (
        ("hashi", {}, 2),
        ("nurikabe", {"height": 5, "width": 5}, 3),
        ("inshi", {"height": 4, "width": 4}, 2),
    ):
        found += itertools.islice(satdnd.generate(kind, recipe, seed=4), count)
    return found


class Truth:
    """What statements say, asked of a solver that knows nothing of steps.

    A cut is read from its rule and its pocket.
    """

    def __init__(self, puzzle: Any, options: Any) -> None:
        self.puzzle, self.kind = puzzle, kind_of(puzzle)
        self.encoding: Encoding[Any, Any] = stated(self.kind, puzzle, options, Budget(), teaching=True)
        self.clauses: dict[Statement, list[list[int]]] = {}
        self.always: list[list[int]] = []
        formula = self.encoding.formula
        for i, clause in enumerate(formula.clauses):
            statement = formula.statement_of(i)
            (self.always if statement is None else self.clauses.setdefault(statement, [])).append(clause)

    def of(self, statement: Statement) -> list[list[int]]:
        """Its clauses."""
        if statement in self.clauses:
            return self.clauses[statement]
        encoding: Any = self.encoding
        if self.kind.name == "hashi":
            inside = set(statement.cells)
            assert inside < set(self.puzzle.islands)
            return [
                [
                    one
                    for (a, b), one in zip(encoding.unknowns.pairs, encoding.projection[::2], strict=True)
                    if (a in inside) != (b in inside)
                ]
            ]
        pocket, grid = set(statement.cells), self.puzzle.grid
        near = lambda r, c: {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}  # noqa: E731
        border = {other for cell in pocket for other in near(*cell) if grid.contains(other)} - pocket
        beyond = {(r, c) for r in range(grid.height) for c in range(grid.width)} - pocket - border
        there = 1 if self.kind.name == "nurikabe" else -1
        var = {cell: there * (cell[0] * grid.width + cell[1] + 1) for cell in pocket | border | beyond}
        ways = [var[cell] for cell in sorted(border)]
        if statement.rule == "tree":
            assert not any(grid.mask(pocket) & ~grid.block(r, c, 3, 3) == 0 for r in range(8) for c in range(8))
            assert all(len(near(*cell) & pocket) >= 2 for cell in pocket)
            return [[-var[cell] for cell in pocket]]
        assert statement.rule == "connected"
        return [[-var[a], -var[b], *ways] for a in pocket for b in beyond]

    def implied(self, reasons: Sequence[Statement], known: Sequence[int], literal: int) -> bool:
        """Whether *literal* follows."""
        clauses = [*self.always, *(clause for reason in reasons for clause in self.of(reason))]
        with Solver("glucose4", bootstrap_with=clauses) as solver:
            return not solver.solve(assumptions=[*known, -literal])


def replay(puzzle: Any, answer: Any, **options: Any) -> None:
    """Every step follows from what it says, from nothing less, and from what was known before; the end is the end."""
    truth = Truth(puzzle, puzzle.options(**options))
    encoding = truth.encoding
    board = {y for x in encoding.shown(puzzle) for y in (x, *encoding.unknowns.along(x))}
    for step in answer.steps:
        cells, known = (
            [encoding.unknowns.literal(mark) for mark in step.cells],
            [encoding.unknowns.literal(mark) for mark in step.known],
        )
        assert [encoding.unknowns.mark(x) for x in cells] == list(step.cells)
        assert board >= set(known)
        assert cells
        assert board.isdisjoint(cells)
        assert board.isdisjoint(-x for x in cells)
        assert step.text
        assert step.technique
        if step.reasons:
            assert all(truth.implied(step.reasons, known, x) for x in cells), step
            for i in range(len(step.reasons)):
                fewer = step.reasons[:i] + step.reasons[i + 1 :]
                assert not all(truth.implied(fewer, known, x) for x in cells), step
        else:
            assert not step.minimal
        board |= {y for x in cells for y in (x, *encoding.unknowns.along(x))}
    solution = set(encoding.literals(puzzle, answer.solutions[0]))
    if answer.status == "unique":
        assert board >= solution
    else:
        assert answer.status == "multiple"
        other = set(encoding.literals(puzzle, answer.solutions[1]))
        assert {x for x in board if x > 0 or kind_of(puzzle).name not in ("sudoku", "inshi")} <= solution & other
    for record in (json.loads(json.dumps(step.to_json())) for step in answer.steps):
        assert Step.from_json(record).to_json() == record


@pytest.mark.parametrize("puzzle", small(), ids=lambda p: f"{p.kind} {p.name}")
def test_steps_follow_and_nothing_can_be_dropped(puzzle: Any) -> None:
    """For all kinds, up to the solution, or to what all solutions have in common."""
    answer = satdnd.explain(puzzle)
    assert answer.status == satdnd.unique(puzzle).status
    replay(puzzle, answer)
    if answer.status == "multiple" and kind_of(puzzle).name in ("dungeon", "nurikabe", "hashi"):
        encoding = Truth(puzzle, puzzle.options()).encoding
        told = {encoding.unknowns.literal(mark) for step in answer.steps for mark in step.cells}
        told |= {y for x in told for y in encoding.unknowns.along(x)} | set(encoding.shown(puzzle))
        assert satdnd.forced(puzzle).details == encoding.unknowns.describe(told)


@pytest.mark.parametrize("topology", ["connected", "tree", "local"])
def test_every_topology(topology: Any) -> None:
    """Dungeons under all three."""
    for puzzle in dungeons(5, 5, 5, 7, topology=topology):
        answer = satdnd.explain(puzzle, topology=topology)
        replay(puzzle, answer, topology=topology)


# levels, by the truth tables of all statements over all boards


def tables(puzzle: Any, options: Any) -> tuple[dict[Statement, int], list[int]]:
    """Of each statement: the boards that satisfy it, as bits; of each variable: the boards in which it is true."""
    truth = Truth(puzzle, options)
    cells = len(truth.encoding.projection)
    boards = [[v if board >> v - 1 & 1 else -v for v in range(1, cells + 1)] for board in range(1 << cells)]
    found = {}
    for statement, clauses in truth.clauses.items():
        with Solver("glucose4", bootstrap_with=truth.always + clauses) as solver:
            found[statement] = sum(1 << i for i, board in enumerate(boards) if solver.solve(assumptions=board))
    return found, [sum(1 << i for i, board in enumerate(boards) if board[v] > 0) for v in range(cells)]


def cut_tables(puzzle: Dungeon) -> set[int]:
    """The truth tables of all cuts, by flooding nothing: of every pocket, every board is looked at."""
    grid, found = puzzle.grid, set()
    for pocket in range(1, grid.all):
        border = grid.border(pocket)
        beyond = grid.all & ~pocket & ~border
        found.add(
            sum(
                1 << board
                for board in range(1 << grid.size)
                if ~board & border or not (~board & pocket and ~board & beyond)
            )
        )
    return found


def follows(table: int, columns: Sequence[int], every: int, known: int, unknown: Sequence[int]) -> bool:
    """Whether any of the *unknown* literals follows from a table under the boards that are still *known*."""
    left = table & known
    return any(not left & (every & ~columns[abs(x) - 1] if x > 0 else columns[abs(x) - 1]) for x in unknown)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height", "width", "topology", "seed"),
    [
        (3, 3, "connected", 1),
        (3, 3, "connected", 2),
        (2, 4, "connected", 3),
        (3, 4, "local", 4),
        (3, 4, "local", 5),
        (2, 5, "local", 6),
    ],
)
def test_no_step_with_fewer_reasons_was_there(height: int, width: int, topology: Any, seed: int) -> None:
    """Before each step that claims to be among the easiest, every smaller set of statements and cuts is tried."""
    for puzzle in dungeons(height, width, 12, seed, topology=topology):
        options = puzzle.options(topology=topology)
        said, columns = tables(puzzle, options)
        every = (1 << (1 << len(columns))) - 1
        all_tables = sorted(set(said.values()) | (cut_tables(puzzle) if topology == "connected" else set()))
        answer = satdnd.explain(puzzle, topology=topology)
        encoding = Truth(puzzle, options).encoding
        told = [[encoding.unknowns.literal(mark) for mark in step.cells] for step in answer.steps]
        now = list(encoding.shown(puzzle))
        for step, cells in zip(answer.steps, told, strict=True):
            known = every
            for x in now:
                known &= columns[x - 1] if x > 0 else every & ~columns[-x - 1]
            unknown = [x for later in told for x in later if x not in now]
            assert step.easiest
            for size in range(1, step.at_once):
                useful = {table & known for table in all_tables} - {known}
                if size < 3 or len(useful) < 60:
                    for chosen in itertools.combinations(sorted(useful), size):
                        table = known
                        for each in chosen:
                            table &= each
                        assert not follows(table, columns, every, known, unknown), (puzzle, step)
            now += cells


@pytest.mark.slow
def test_how_many_cuts_it_takes_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small limit other steps are found, each still right; what was not looked for is not claimed."""
    (puzzle,) = satdnd.load("instances/dungeon/generated/dungeon-815-1.dnd")
    asked: list[int] = []
    original = ReasonFinder.conflict

    def conflict(self: ReasonFinder, x: int, hard: Any, soft: Any, enough: int | None = None) -> tuple[int, ...]:
        found = original(self, x, hard, soft, enough)
        if enough is not None:
            asked.append(len(found))
        return found

    monkeypatch.setattr(ReasonFinder, "conflict", conflict)
    usual = satdnd.explain(puzzle)
    assert asked
    assert min(asked) > 1
    asked.clear()
    monkeypatch.setattr(reason_finder, "_CUTS", 1)
    hasty = satdnd.explain(puzzle)
    assert asked
    assert not any(asked)
    for answer in (usual, hasty):
        assert answer.status == "unique"
        assert replay_check(puzzle, answer.to_json(), puzzle.options()).status == "valid"
    claims = [sum(step["easiest"] for step in answer.to_json()["steps"]) for answer in (usual, hasty)]
    assert claims[1] <= claims[0]


def test_proofs_that_nothing_easier_is_there_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any, every step is still right, and of those with several rules none is claimed to be an easiest one."""
    (puzzle,) = satdnd.load("instances/dungeon/course-p6.dnd")
    assert all(step.easiest for step in satdnd.explain(puzzle).steps)
    monkeypatch.setattr(stepper, "_PROOFS", 0)
    answer = satdnd.explain(puzzle)
    assert answer.status == "unique"
    assert any(step.at_once > 1 for step in answer.steps)
    assert all(step.easiest == (step.at_once == 1) for step in answer.steps)
    assert replay_check(puzzle, answer.to_json(), puzzle.options()).status == "valid"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1210, 1213, 1214])
def test_boards_whose_cuts_are_thousands_are_explained(seed: int) -> None:
    """These took minutes: two rules with connectivity explain a cell, but only by thousands of cuts."""
    (puzzle,) = satdnd.load(f"instances/dungeon/generated/dungeon-{seed}-1.dnd")
    assert satdnd.explain(puzzle, timeout=100).status == "unique"


def test_openings_count_the_easiest_steps() -> None:
    """At the first step: every statement from which alone something follows, but those that combine others."""
    (puzzle,) = satdnd.load("instances/dungeon/example-6x6.dnd")
    first = satdnd.explain(puzzle).steps[0]
    truth = Truth(puzzle, puzzle.options())
    encoding = truth.encoding
    shown = encoding.shown(puzzle)
    asked = [x for x in encoding.literals(puzzle, satdnd.unique(puzzle).solutions[0]) if x not in shown]
    simple = [s for s in truth.clauses if not isinstance(s, Combined)]
    assert first.openings == sum(any(truth.implied([s], shown, x) for x in asked) for s in simple)


# determinism and limits


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "dungeon/course-p6.dnd",
        "hashi/connected-9x9.hashi",
        pytest.param("nurikabe/wikipedia-9x10.nurikabe", marks=pytest.mark.slow),
        pytest.param("sudoku/17-clues.sudoku", marks=pytest.mark.slow),
    ],
)
def test_the_same_steps_in_every_process(name: str) -> None:
    """Other hash seeds change nothing."""
    code = (
        "import satdnd, json\n"
        f"for puzzle in satdnd.load('instances/{name}'):\n"
        "    print(json.dumps([step.to_json() for step in satdnd.explain(puzzle).steps]))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_budgets_hold() -> None:
    """Without time nothing is told; stopped on the way, the steps up to there are, and they are right."""
    (puzzle,) = satdnd.load("instances/dungeon/course-p6.dnd")
    late = satdnd.explain(puzzle, timeout=0)
    assert (late.status, late.steps, late.reason) == ("undecided", (), "the time limit was reached")
    from satdnd.explanation.explainer import explain

    looks = itertools.count()
    budget = Budget.of(stop=lambda: next(looks) > 40)
    budget._due = 0.0
    some = explain(satdnd.Solver(budget=lambda: budget), puzzle)
    whole = satdnd.explain(puzzle)
    assert some.status in ("undecided", "unique")
    assert some.steps == whole.steps[: len(some.steps)]


# hints


def test_a_hint_is_the_next_step() -> None:
    """From nothing, and from every board on the way; nothing is left at the end."""
    (puzzle,) = satdnd.load("instances/dungeon/example-6x6.dnd")
    whole = satdnd.explain(puzzle)
    rows = [["."] * 6 for _ in range(6)]
    for step in whole.steps:
        told = satdnd.hint(puzzle, "\n".join(map("".join, rows)))
        assert told.status == "solved"
        assert (told.step.text, told.step.cells) == (step.text, step.cells)
        for r, c, what in step.cells:
            rows[int(r)][int(c)] = str(what)
    done = satdnd.hint(puzzle, ["".join(row) for row in rows])
    assert (done.status, done.reason) == ("solved", "everything that follows is already marked")
    assert done.step is None


def test_levels_of_hints() -> None:
    """Where tells a place, which the reasons, full everything."""
    (puzzle,) = satdnd.load("instances/dungeon/course-p6.dnd")
    where, which, full = (satdnd.hint(puzzle, level=level) for level in ("where", "which", "full"))
    assert where.where == which.where == full.where == "look at column 8"
    assert where.about == which.about == full.about
    assert where.reasons is where.step is which.step is None
    assert [reason.text for reason in which.reasons] == ["column 8 needs 5 walls"]
    assert full.step.technique
    with pytest.raises(UsageError, match="expected one of where, which, full"):
        satdnd.hint(puzzle, level="all")  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_wrong_board_gets_no_step() -> None:
    """One wrong mark is told; where there are several solutions, a smallest set of marks that no solution has."""
    (puzzle,) = satdnd.load("instances/dungeon/course-p6.dnd")
    wrong = satdnd.hint(puzzle, ["o......."] + ["........"] * 7)
    assert (wrong.status, wrong.wrong, wrong.smallest) == ("invalid", ((0, 0, "o"),), True)
    (several,) = satdnd.load("instances/dungeon/two-solutions.dnd")
    one, other = satdnd.unique(several).solutions
    differ = [i for i in range(several.grid.size) if (one.board ^ other.board) >> i & 1]
    marks = [
        [*divmod(i, several.width), "#" if board.board >> i & 1 else "o"]
        for i, board in ((differ[0], one), (differ[-1], other))
    ]
    told = satdnd.hint(several, marks)
    assert told.status == "invalid"
    assert sorted(map(list, told.wrong)) == sorted(marks)
    assert satdnd.hint(several, marks[:1]).step.cells


def test_boards_in_other_shapes() -> None:
    """JSON, marks, digits; what is no board is bad input."""
    (sudoku,) = satdnd.loads("1.....3..4.....2", kind="sudoku")
    solution = satdnd.unique(sudoku).solutions[0]
    assert satdnd.hint(sudoku, solution.lines).reason == "everything that follows is already marked"
    assert satdnd.hint(sudoku, json.dumps({"grid": solution.lines})).step is None
    assert satdnd.hint(sudoku, [[0, 1, "not 2"]]).status in ("solved", "invalid")
    (hashi,) = satdnd.load("instances/hashi/wikipedia-13x13.hashi")
    assert (
        satdnd.hint(hashi, satdnd.forced(hashi).details["forced"]).reason == "everything that follows is already marked"
    )
    (inshi,) = satdnd.load("instances/inshi/report-5x5.inshi")
    assert (
        satdnd.hint(inshi, satdnd.forced(inshi).details["forced"]).reason == "everything that follows is already marked"
    )
    for given in (["..."], "{", "{}", 3, [[0, 9, "5"]], [[0, 0, "x"]], ["....", "....", "....", "..y."]):
        with pytest.raises(InputError):
            satdnd.hint(sudoku, given)


def test_kinds_without_a_formula_have_none() -> None:
    """Told with those that have."""
    assert kind_named("klotski").name == "klotski"
    with pytest.raises(UsageError, match="klotski has no hints; these have: dungeon, queens, sudoku"):
        satdnd.hint(satdnd.loads("# goal: a at 0,1\naa.", kind="klotski")[0])


def stepper_of(puzzle: Any) -> tuple[Any, Any]:
    """What can be asked about the cells of *puzzle*, and its encoding."""
    solver = satdnd.Solver(puzzle.options())
    walk = explainer.PuzzleTask.of(solver, puzzle).walk(solver.unique(puzzle).solutions)
    return walk.stepper, walk.encoding


def test_why_a_cell() -> None:
    """An irreducible reason for every cell that is forced, from the empty board."""
    (puzzle,) = satdnd.load("instances/dungeon/example-8x8.dnd")
    stepper, _ = stepper_of(puzzle)
    truth = Truth(puzzle, puzzle.options())
    for x in list(stepper.unknown)[::5]:
        found = stepper.fewest([x])
        assert x in found.literals
        assert truth.implied(found.reasons, found.known, x)
        for i in range(len(found.reasons)):
            assert not truth.implied(found.reasons[:i] + found.reasons[i + 1 :], found.known, x)


@pytest.mark.slow
def test_loops() -> None:
    """Of random cells: a loop that is told is one, in no 3x3 block; where none is, no loop without a chord is longer.

    The latter where squares and rings that hang together fit in a block, as they do in legal boards.
    """
    rng = random.Random(3)
    geometry = grid(5, 5)
    blocks = [geometry.block(r, c, 3, 3) for r in range(5) for c in range(5)]
    several = 0
    for _ in range(2000):
        cells = sum(1 << i for i in range(25) if rng.random() < 0.68)
        found = loop(geometry, cells)
        graph = networkx.Graph(
            (i, j) for i in range(25) if cells >> i & 1 for j in scan(geometry.neighbours(1 << i) & cells) if i < j
        )
        long = [c for c in networkx.chordless_cycles(graph) if all(sum(1 << i for i in c) & ~block for block in blocks)]
        if found is None:
            fits = all(any(not node & ~block for block in blocks) for node in _nodes(geometry, cells))
            assert not (long and fits)
            continue
        several += 1
        assert len(set(found)) == len(found)
        assert all(graph.has_edge(a, b) for a, b in itertools.pairwise([*found, found[0]]))
        assert all(sum(1 << i for i in found) & ~block for block in blocks)
    assert several > 50
