"""The contract of all kinds: every question by every way through the one code path, against brute force; limits;
referees that are sabotaged; answers that come back from JSON."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from contract_boards import BOARDS, Board, boards, common, forced, key, keys

import satdnd
from satdnd.engine import solver as engine_solver
from satdnd.engine.answer import ERROR, MULTIPLE, SOLVED, STATUSES, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.kind import Encoding, Kind, Question, Templates, Way, kind_named
from satdnd.engine.optima import Optima
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, InputError, Undecided, UsageError
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.inshi import encode as inshi
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.registry import NAMES
from satdnd.sat import DEFAULT_SOLVER
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula

WAYS = [(name, way.name) for name in NAMES for way in kind_named(name).ways]
CHOICES = [
    (name, setting, value)
    for name in NAMES
    for setting, values in kind_named(name).choices.items()
    for value in values
    if (name, value) not in {("sudoku", "ladder")}  # PySAT's ladder is not for every number of literals
]


def asked_with(board: Board, **changes: Any) -> Settings:
    """How *board* is asked, with other values."""
    return replace(board.options, **changes)


def status_of(board: Board) -> str:
    """What `solve` has to say."""
    return SOLVED if board.keys else UNSOLVABLE


def seen_at_once(board: Board) -> bool:
    """Whether the kind needs no search to see that there is no solution."""
    return bool(kind_named(board.puzzle.kind).contradiction(board.puzzle, board.options))


def why_none(board: Board) -> bool:
    """Whether the answer that there is no solution comes with a reason."""
    return seen_at_once(board) or kind_named(board.puzzle.kind).part(Optima) is not None


def bound_of(board: Board) -> int:
    """How many squares the solutions of *board* leave unattacked."""
    queens = json.loads(min(board.keys))
    squares = [[r, c] for r in range(board.puzzle.height) for c in range(board.puzzle.width)]
    return sum(all(r != s and c != d and abs(r - s) != abs(c - d) for s, d in queens) for r, c in squares)


def all_of(solver: Solver, board: Board) -> list[str]:
    """The solutions of an iteration."""
    return keys(board.puzzle, solver.solutions(board.puzzle))


# one code path


def test_every_kind_is_here() -> None:
    """A new kind gets its boards, or this fails."""
    assert set(BOARDS) == set(NAMES)
    for name in NAMES:
        assert any(seen_at_once(board) for board in boards(name)), name
        assert any(not board.keys and not seen_at_once(board) for board in boards(name)), name


@pytest.mark.parametrize(
    ("name", "way"),
    [pytest.param(*pair, marks=pytest.mark.slow) if pair in {("unattacked", "sat")} else pair for pair in WAYS],
)
def test_all_questions_agree(name: str, way: str) -> None:
    """Every question about every board, of some twice, by one warm solver for each way to ask: as brute force says."""
    solvers: dict[Settings, Solver] = {}
    mine = boards(name)
    for board in [*mine, *mine[:9]]:
        options = asked_with(board, way=way)
        solver = solvers.setdefault(options, Solver(options))
        puzzle, count, status = board.puzzle, len(board.keys), status_of(board)
        everything = solver.solve(puzzle, limit=None)
        if way == "anneal" and everything.status == UNDECIDED:  # no proof in this way
            (best,) = everything.solutions
            assert best.unattacked < everything.details["bound"] >= bound_of(board)
            continue
        assert (everything.status, everything.complete) == (status, status != UNDECIDED), board
        assert sorted(keys(puzzle, everything.solutions)) == sorted(board.keys), board
        first = solver.solve(puzzle)
        assert (first.status, len(first.solutions)) == (status, min(1, count))
        assert first.complete == (status == UNSOLVABLE)
        some = solver.solve(puzzle, limit=count + 1)
        assert (some.complete, len(some.solutions)) == (status != UNDECIDED, count)
        unique = solver.unique(puzzle)
        assert unique.status == (UNIQUE if count == 1 else MULTIPLE if count else status), board
        assert len(set(keys(puzzle, unique.solutions))) == min(2, count)
        counted = solver.count(puzzle)
        assert (counted.status, counted.details["count"], counted.solutions) == (status, count, []), board
        if status == UNDECIDED:
            with pytest.raises(Undecided):
                all_of(solver, board)
        else:
            assert sorted(all_of(solver, board)) == sorted(board.keys)
        for answer in (everything, first, unique, counted):
            assert set(keys(puzzle, answer.solutions)) <= board.keys
            if name != "klotski":
                assert bool(answer.reason) == (answer.status == UNSOLVABLE and why_none(board))
            assert answer.stats["method"] in (way, "backtrack")
            assert answer.seconds > 0
    for solver in solvers.values():
        solver.close()


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_what_is_forced(name: str, way: str) -> None:
    """What is the same in all solutions, by whatever way; klotski has no such thing, and says so at once."""
    for board in boards(name):
        solver = Solver(asked_with(board, way=way))
        if name == "klotski":
            if not seen_at_once(board):
                with pytest.raises(UsageError, match="klotski has no forced cells: a solution is a list of moves"):
                    solver.forced(board.puzzle)
            continue
        answer = solver.forced(board.puzzle)
        if way == "anneal" and answer.status == UNDECIDED:
            continue
        assert (answer.status, answer.complete) == (status_of(board), not board.keys)
        if board.keys:
            assert forced(board.puzzle, answer.details["forced"]) == common(board), board
        else:
            assert "forced" not in answer.details


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "setting", "value"), CHOICES)
def test_every_choice_gives_the_same_answers(name: str, setting: str, value: str) -> None:
    """Encodings, compilations and ways to connectivity differ in speed alone."""
    refused: list[str] = []
    for board in boards(name):
        solver = Solver(replace(board.options, **{setting: value}))
        try:
            everything = solver.solve(board.puzzle, limit=None)
        except UsageError as error:
            refused.append(str(error))
            continue
        assert (everything.status, everything.complete) == (status_of(board), True), board
        assert sorted(keys(board.puzzle, everything.solutions)) == sorted(board.keys)
        if board.keys:
            assert forced(board.puzzle, solver.forced(board.puzzle).details["forced"]) == common(board)
    assert all("only encodes 'at most one'" in message for message in refused)
    assert len(refused) < len(boards(name)) / 2


@pytest.mark.parametrize("name", ["dungeon", "hashi", "nurikabe"])
def test_cuts_that_run_away(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a solution would need too many cuts, the self-contained formula goes on without a word lost."""
    monkeypatch.setattr(engine_solver, "MOST_CUTS", 0)
    changed = 0
    for board in boards(name):
        solver = Solver(board.options)
        for _ in range(2):  # cuts that were found stay, and the second question needs none
            answer = solver.solve(board.puzzle, limit=None)
            assert sorted(keys(board.puzzle, answer.solutions)) == sorted(board.keys)
            changed += answer.stats.get("compilation") == "direct" and answer.stats["solver_calls"] > 0
        if board.keys:
            fresh = Solver(board.options)
            assert forced(board.puzzle, fresh.forced(board.puzzle).details["forced"]) == common(board)
    assert changed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "way"), [entry for entry in WAYS if "backtrack" not in entry and "anneal" not in entry]
)
def test_a_program_outside(name: str, way: str, tmp_path: Path) -> None:
    """Every kind asks a program that reads DIMACS, by every way that asks a solver at all."""
    if "solver" not in next(w.uses for w in kind_named(name).ways if w.name == way):
        return
    program = tmp_path / "solver.py"
    program.write_text(
        "import sys\n"
        "from pysat.formula import CNF\n"
        "from pysat.solvers import Solver\n"
        "with Solver('glucose4', CNF(from_file=sys.argv[1])) as solver:\n"
        "    fine = solver.solve()\n"
        "    print('s', 'SATISFIABLE' if fine else 'UNSATISFIABLE')\n"
        "    if fine:\n"
        "        print('v', *solver.get_model(), 0)\n"
    )
    command = f"external:{sys.executable} {program} {{cnf}}"
    few = [board for board in boards(name) if len(board.keys) == 1][:1]
    few += [board for board in boards(name) if not board.keys and not seen_at_once(board) and name != "klotski"][:1]
    for board in few:
        answer = Solver(asked_with(board, way=way, solver=command)).unique(board.puzzle)
        assert keys(board.puzzle, answer.solutions) == list(board.keys)
        assert answer.status == (UNIQUE if board.keys else UNSOLVABLE)


_LISTED = 20
"""Solutions of a board between which other questions are asked."""


@pytest.mark.slow
@pytest.mark.no_cover
def test_questions_may_be_mixed() -> None:
    """Iterations that are under way do not disturb each other, nor the questions between their steps."""
    for name in NAMES:
        solver = Solver(timeout_less(name))
        mine = [x for x in boards(name) if x.options == boards(name)[0].options and len(x.keys) <= _LISTED]
        runs = [(board, solver.solutions(board.puzzle), list[Any]()) for board in mine]
        while runs:
            for run in list(runs):
                board, steps, found = run
                solution = next(steps, None)
                if solution is None:
                    assert sorted(keys(board.puzzle, found)) == sorted(board.keys)
                    runs.remove(run)
                else:
                    found.append(solution)
                    assert solver.solve(board.puzzle).status == SOLVED
                    assert solver.count(board.puzzle).details["count"] == len(board.keys)
        solver.close()


def timeout_less(name: str) -> Settings:
    """The options of the first board of a kind."""
    return boards(name)[0].options


# wrong answers of earlier versions


@pytest.mark.parametrize("name", NAMES)
def test_counts_up_to_a_limit(name: str) -> None:
    """As many solutions as brute force finds, or the limit; all are known only below it."""
    for board in boards(name)[:8]:
        with closing(Solver(asked_with(board))) as solver:
            for limit in (1, 2, 3, None):
                answer, there = solver.count(board.puzzle, limit), len(board.keys)
                assert answer.details["count"] == min(there, limit or there)
                assert answer.complete == (limit is None or there < limit)
                assert answer.status == status_of(board)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("side", "queens", "expected"), [(7, 13, 648), pytest.param(8, 11, 48, marks=pytest.mark.slow)]
)
def test_optima_are_counted_and_nothing_below(side: int, queens: int, expected: int) -> None:
    """Counting, listing and iterating are about the optimum, not about the first good placement."""
    puzzle, solver = Unattacked(side, side, queens), Solver()
    best = solver.solve(puzzle).details["bound"]
    assert solver.count(puzzle).details["count"] == expected
    assert {solution.unattacked for solution in islice(solver.solutions(puzzle), 60)} == {best}


def test_the_least_number_is_kept() -> None:
    """Asked for at least so many, every placement has so many, and none is left out."""
    squares = [(r, c) for r in range(3) for c in range(3)]
    for least in range(5):
        expected = {((r, c),) for r, c in squares if 9 - seen_from(r, c) >= least}
        answer = Solver(UnattackedOptions(least=least)).solve(Unattacked(3, 3, 1), limit=None)
        assert {solution.queens for solution in answer.solutions} == expected
        assert answer.status == (SOLVED if expected else UNSOLVABLE)


def seen_from(row: int, column: int) -> int:
    """The squares of a 3x3 board that a queen occupies or attacks."""
    cells = [(r, c) for r in range(3) for c in range(3)]
    return sum(r == row or c == column or abs(r - row) == abs(c - column) for r, c in cells)


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_boxes_without_solution_and_steps(metric: Any) -> None:
    """An iteration over nothing ends; a bound on the moves is kept."""
    locked = Klotski(("ab", "cd"), Goal((1, 1), "a"))
    assert list(Solver(KlotskiOptions(metric=metric)).solutions(locked)) == []
    open_box = Klotski(("a.b", "..."), Goal((1, 2), "a"))
    length = len(Solver(KlotskiOptions(metric=metric)).solve(open_box).solutions[0].moves)
    for steps in range(length + 2):
        answer = Solver(KlotskiOptions(metric=metric, steps=steps)).solve(open_box, limit=None)
        if steps < length:
            assert (answer.status, answer.reason) == (UNDECIDED, f"no solution within {counted(steps, metric)}")
        else:
            assert (answer.status, answer.complete, answer.details["length"]) == (SOLVED, True, length)


# limits


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_no_time_at_all(name: str, way: str) -> None:
    """Nothing is decided but what is seen at once, and nothing wrong is said."""
    for board in boards(name):
        solver = Solver(asked_with(board, way=way, timeout=0))
        questions = [solver.solve, solver.unique, solver.count, *([] if name == "klotski" else [solver.forced])]
        for ask in questions:
            answer = ask(board.puzzle)
            if seen_at_once(board):
                assert answer.status == UNSOLVABLE
                continue
            assert (answer.status, answer.complete, answer.solutions) == (UNDECIDED, False, []), board
            assert answer.reason == "the time limit was reached"
        if not seen_at_once(board):
            with pytest.raises(Undecided):
                list(solver.solutions(board.puzzle))


def stoppable(options: Settings, stop: Callable[[], bool]) -> Budget:
    """The budget of *options*, which *stop* ends, too."""
    return replace(options.budget(), stop=stop)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_stopped_from_outside(name: str, way: str) -> None:
    """Whenever a question is stopped, what was found by then is right, and the same solver goes on afterwards."""
    for board in boards(name)[::5]:
        for patience in (0, 1, 3, 8, 21):
            left = [patience]

            def stop(left: list[int] = left) -> bool:
                left[0] -= 1
                return left[0] < 0

            options = asked_with(board, way=way)
            solver = Solver(options, budget=partial(stoppable, options, stop))
            answer = solver.solve(board.puzzle, limit=None)
            if answer.status == UNDECIDED:
                told = answer.reason.startswith("stopped")
                assert (told or way == "anneal", answer.complete) == (True, False)
                if name != "unattacked":  # whose best so far is no solution yet
                    assert set(keys(board.puzzle, answer.solutions)) <= board.keys
            else:
                assert sorted(keys(board.puzzle, answer.solutions)) == sorted(board.keys)
            left[0] = patience
            assert solver.count(board.puzzle).details["count"] <= len(board.keys)
            left[0] = 10**9
            again = solver.solve(board.puzzle, limit=None)
            if way != "anneal" or again.status != UNDECIDED:
                assert (again.status, len(again.solutions)) == (status_of(board), len(board.keys))


def test_too_large_is_said_before_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the estimate does not fit, nothing is compiled."""
    monkeypatch.setattr(
        inshi, "estimated", lambda *_: 10**9
    )  # its encoding estimates itself: what is left is found once
    for name in NAMES:
        kind = kind_named(name)
        monkeypatch.setattr(type(kind), "clauses", lambda *_, **__: 10**9)
        for board in boards(name):
            if seen_at_once(board) or name == "klotski":
                continue
            answer = Solver(replace(board.options, memory=10**9, way="sat")).solve(board.puzzle, limit=None)
            assert answer.status == UNDECIDED
            assert "would take about 1000.0 million clauses (250.0 GB), more than the memory limit" in answer.reason


# the referee

HARMLESS = {
    ("dungeon", "on-open"),
    ("hashi", "structure"),  # follows from the numbers
    ("tents", "tree"),  # follows from the pairs of trees and tents
    ("cave", "chequer"),  # follows from the cave and the border
    ("yinyang", "chequer"),  # follows from connected colours
    ("countryroad", "hole"),  # the puzzle shows them, so that solvers leave them out
    ("hidato", "number"),  # follows from cells and paths
    ("norinori", "hole"),  # the puzzle shows them, so that solvers leave them out
    ("galaxies", "cuts"),  # on small boards only single cells would be cut off, and clauses say that of these
    ("galaxies", "hole"),  # the puzzle shows them
    ("galaxies", "way"),  # cuts say that too
    ("nurikabe", "on-island"),  # follows from the size of each island
}
"""Families of clauses without which nothing wrong is found on these boards."""


def families(kind: Kind[Any, Any, Any]) -> list[str]:
    """The families of clauses in the formulas of a kind's boards, and the cuts."""
    found: set[str] = set()
    for board in boards(kind.name):
        if seen_at_once(board):
            continue
        made = [kind.encoding(board.puzzle, asked_with(board, **BLIND.get(kind.name, {})))]
        templates = kind.part(Templates)
        if templates and templates.family(board.puzzle, board.options) is not None:
            made.append(templates.encoding(board.puzzle, board.options, Budget()))
        for encoding in made:
            found |= {encoding.formula.family_of(i) for i in range(len(encoding.formula.clauses))}
            found |= {"cuts"} if encoding.connectivity(board.puzzle) is not None else set()
    return sorted(found - {""})


BLIND: dict[str, dict[str, Any]] = {"unattacked": {"least": 1}}
"""Options with which a formula can be made of boards without solution too."""


def leave_out(family: str, patch: pytest.MonkeyPatch) -> None:
    """Formulas are made without that family of clauses (``cuts``: without lazy cuts)."""
    add, extend = Formula.add, Formula.extend

    def kept(formula: Formula) -> bool:
        return not formula._starts or formula._starts[-1][1] != family

    patch.setattr(Formula, "add", lambda self, *clause: add(self, *clause) if kept(self) else None)
    patch.setattr(Formula, "extend", lambda self, clauses: extend(self, clauses if kept(self) else list(clauses)[:0]))
    if family == "cuts":
        loaded: list[type] = [Encoding]
        for encoding in loaded:
            loaded += encoding.__subclasses__()
            patch.setattr(encoding, "cuts", lambda *_: [])


def variants(kind: Kind[Any, Any, Any]) -> list[tuple[str, str]]:
    """Settings that make other formulas of the same puzzle."""
    others = [(name, value) for name in ("compilation", "connectivity") for value in kind.choices.get(name, ())]
    return [("solver", "auto"), ("solver", DEFAULT_SOLVER), *others]


@pytest.mark.no_cover
@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [name for name in NAMES if name != "klotski"])  # its formula is only exported
def test_a_missing_rule_is_caught(name: str, thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one family of clauses after another: each answer is right, or an EncodingBug; some rule is missed.

    Once it was missed, other settings are left out, and other boards too if not *thorough*.
    """
    kind = kind_named(name)
    for family in families(kind):
        caught = 0
        with monkeypatch.context() as patch:
            leave_out(family, patch)
            for board in boards(name):
                for setting, value in variants(kind):
                    if caught and not (thorough and value == "auto"):
                        continue
                    solver = Solver(asked_with(board, way="sat", **{setting: value}))
                    try:
                        answers = [solver.solve(board.puzzle, limit=None), solver.unique(board.puzzle)]
                    except EncodingBug:
                        caught += 1
                        continue
                    for answer in answers:
                        assert set(keys(board.puzzle, answer.solutions)) <= board.keys, (family, board)
        assert bool(caught) != ((name, family) in HARMLESS), family


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_wrong_solution_is_caught(name: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever way finds a board that is none, by whatever question: never an answer."""
    kind = kind_named(name)
    wrong = {board.puzzle: solution for board, solution in wrong_solutions(name)}
    (own,) = [type(way_of_it) for way_of_it in kind.ways if way_of_it.name == way]

    def lies(_: Any, asked: Question[Any, Any, Any]) -> Iterator[Any]:
        yield wrong[asked.puzzle]

    monkeypatch.setattr(own, "solutions", lies)
    monkeypatch.setattr(own, "count", Way.count)
    monkeypatch.setattr(own, "forced", lambda self, asked: (wrong[asked.puzzle], {}))
    asked = 0
    for board in boards(name):
        if board.puzzle in wrong and not seen_at_once(board):
            asked += 1
            solver = Solver(asked_with(board, way=way))
            questions = [
                solver.solve,
                solver.unique,
                solver.count,
                solver.forced,
                lambda p, s=solver: [*s.solutions(p)],
            ]
            for ask in questions:
                with pytest.raises(EncodingBug, match="a wrong board was caught before it became an answer"):
                    ask(board.puzzle)
    assert asked


def wrong_solutions(name: str) -> Iterator[tuple[Board, Any]]:
    """For boards of a kind a solution of another puzzle of the same form, which is none of this."""
    solved = [(one.puzzle, Solver(one.options).solve(one.puzzle).solutions[0]) for one in boards(name) if one.keys]
    for board in boards(name):
        for other, solution in solved:
            alike = board.puzzle != other and shape(board.puzzle) == shape(other)
            if alike and key(board.puzzle, solution.to_json()) not in board.keys:
                bad = kind_named(name).faults(board.puzzle, solution, board.options)
                assert bad or name in ("unattacked", "klotski"), (board, solution)  # of these it may be worse only
                if bad:
                    yield board, solution
                    break


def shape(puzzle: Any) -> Any:
    """The size of the grid."""
    if puzzle.kind in ("hashi", "nurikabe"):
        return len(puzzle.rows), len(puzzle.rows[0])
    return puzzle.size if puzzle.kind in ("inshi", "sudoku") else (puzzle.height, puzzle.width)


@pytest.mark.parametrize(
    ("name", "claim", "change"),
    [
        ("unattacked", "bound", 1),
        ("unattacked", "bound", -1),
        ("klotski", "length", 1),
        ("klotski", "length", -1),
        ("klotski", "states", -(10**6)),
    ],
)
def test_a_wrong_claim_is_caught(name: str, claim: str, change: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is claimed beyond the solution is checked against the solution."""
    for way in {type(way): way for way in kind_named(name).ways}.values():
        real = way.solutions

        def boasts(asked: Question[Any, Any, Any], real: Callable[[Any], Iterator[Any]] = real) -> Iterator[Any]:
            with closing(real(asked)) as found:  # type: ignore[type-var]
                for solution in found:
                    if claim in asked.claims:
                        asked.claims[claim] = asked.claims[claim] + change
                    yield solution

        monkeypatch.setattr(way, "solutions", boasts, raising=False)
    caught: list[str] = []
    for board in boards(name):
        if board.keys:
            solver = Solver(board.options)
            try:
                answer = solver.solve(board.puzzle)
            except EncodingBug as error:
                caught.append(str(error))
            else:
                assert claim not in answer.details
    assert caught
    assert all("a wrong claim was caught before it became an answer" in message for message in caught)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_solution_that_comes_twice_is_caught(name: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One board is never two solutions."""
    (own,) = [way_of_it for way_of_it in kind_named(name).ways if way_of_it.name == way]
    real = own.solutions

    def stutters(asked: Question[Any, Any, Any]) -> Iterator[Any]:
        for solution in real(asked):
            yield solution
            yield solution

    monkeypatch.setattr(own, "solutions", stutters)
    for board in boards(name):
        if board.keys:
            solver = Solver(asked_with(board, way=way))
            if way == "anneal" and solver.solve(board.puzzle).status == UNDECIDED:
                continue
            with pytest.raises(EncodingBug, match="a solution was found twice"):
                solver.unique(board.puzzle)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["dungeon", "hashi"])
def test_the_second_referee_stands_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first referee asleep, the graphs still refuse some boards; without them nobody would."""
    kind = kind_named(name)
    monkeypatch.setattr(type(kind), "faults", lambda *_: [])
    monkeypatch.setattr(type(kind), "accepts", lambda *_: True)
    caught, wrong = list[str](), 0
    for family in families(kind):
        with monkeypatch.context() as patch:
            leave_out(family, patch)
            patch.setattr(type(kind), "parts", ())  # no templates
            for board in boards(name):
                try:
                    Solver(asked_with(board, graph_check=True)).solve(board.puzzle)
                except EncodingBug as error:
                    caught.append(str(error))
                unchecked = Solver(asked_with(board, graph_check=False)).solve(board.puzzle)
                wrong += not set(keys(board.puzzle, unchecked.solutions)) <= board.keys
    assert caught
    assert all("the two verifiers disagree" in message for message in caught)
    assert wrong >= len(caught)


# answers that come back


@pytest.mark.parametrize("name", NAMES)
def test_answers_come_back_from_json(name: str) -> None:
    """Every question about every board: through JSON text and back, nothing is lost."""
    for board in boards(name):
        solver = Solver(board.options)
        late = Solver(replace(board.options, timeout=0))
        answers = [solver.solve(board.puzzle, limit=3), solver.unique(board.puzzle), solver.count(board.puzzle)]
        answers += [late.solve(board.puzzle)] + ([] if name == "klotski" else [solver.forced(board.puzzle)])
        error = Answer[Any]("x", name, ERROR, reason="no such thing", puzzle=board.puzzle)
        faulty = Answer[Any]("x", name, "valid", answers[0].solutions, puzzle=board.puzzle)
        for solution in answers[0].solutions[:1]:
            for other in boards(name)[:5]:
                if shape(other.puzzle) == shape(board.puzzle):
                    faulty.faults += kind_named(name).faults(other.puzzle, solution, other.options)
        faulty.status = "invalid" if faulty.faults else "valid"
        for answer in [*answers, error, faulty]:
            record = json.loads(json.dumps(answer.to_json()))
            again = Answer.from_json(record, board.puzzle)
            assert again.to_json() == record
            assert again == replace(answer, seconds=again.seconds, **plain(answer)), answer


def plain(answer: Answer[Any]) -> dict[str, Any]:
    """The free fields as JSON has them: lists for tuples."""
    return {"details": json.loads(json.dumps(answer.details)), "stats": json.loads(json.dumps(answer.stats))}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": 5}, 'field "name" is 5, expected a string'),
        ({"status": "fine"}, "field \"status\" is 'fine', expected one of solved, unique"),
        ({"kind": "queens"}, "the answer is about the kind 'queens', the puzzle is 'dungeon'"),
        ({"kind": None}, 'field "kind" is None'),
        ({"solutions": 3}, 'field "solutions" is 3'),
        ({"solutions": [{"x": 3}]}, ""),
        ({"solutions": [{"grid": ["xx"]}]}, ""),
        ({"seconds": "long"}, "do not fit"),
        ({"stats": 1}, "do not fit"),
        ({"status": "invalid", "faults": [{"rule": "x"}]}, "do not fit"),
        ({"reason": []}, 'field "reason" is'),
    ],
)
def test_what_is_no_answer(change: dict[str, Any], message: str) -> None:
    """An InputError says what is wrong, whatever comes from outside."""
    puzzle = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)))
    record = {**satdnd.unique(puzzle).to_json(), **change}
    with pytest.raises(InputError) as caught:
        Answer.from_json(record, puzzle)
    assert message in str(caught.value)


def test_every_status_is_known() -> None:
    """What an answer may say."""
    assert set(STATUSES) >= {SOLVED, UNIQUE, MULTIPLE, UNSOLVABLE, UNDECIDED, ERROR}


# one solver, one thread


def test_a_second_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a question is answered, another thread gets a sentence; afterwards it gets an answer."""
    puzzle = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)))
    solver, inside, go = Solver(), threading.Event(), threading.Event()
    kind = kind_named("dungeon")
    real = kind.ways[0].solutions

    def slow(asked: Question[Any, Any, Any]) -> Iterator[Any]:
        inside.set()
        assert go.wait(20)
        yield from real(asked)

    monkeypatch.setattr(kind.ways[0], "solutions", slow)
    found: list[Answer[Any]] = []
    other = threading.Thread(target=lambda: found.append(solver.unique(puzzle)))
    other.start()
    try:
        assert inside.wait(20)
        steps = solver.solutions(puzzle)
        questions: Sequence[Callable[[], Any]] = (
            lambda: solver.solve(puzzle),
            lambda: solver.count(puzzle),
            lambda: next(steps),
            solver.close,
        )
        for ask in questions:
            with pytest.raises(UsageError, match="another thread is using this solver; give each"):
                ask()
    finally:
        go.set()
        other.join(20)
    assert [answer.status for answer in found] == [UNIQUE]
    assert solver.unique(puzzle).status == UNIQUE
    assert [solution.lines for solution in solver.solutions(puzzle)] == [["..", "##"]]


def test_threads_that_take_turns() -> None:
    """Between two steps of an iteration another thread may ask; many threads never break anything."""
    board = next(board for board in boards("dungeon") if len(board.keys) > 1)
    solver = Solver(board.options)
    refused, wrong = list[str](), list[Any]()

    def work() -> None:
        for _ in range(60):
            try:
                answer = solver.unique(board.puzzle)
                steps = [*solver.solutions(board.puzzle)]
            except UsageError as error:
                refused.append(str(error))
                continue
            if (answer.status, len(steps)) != (MULTIPLE, len(board.keys)):
                wrong.append((answer, steps))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong
    assert all("another thread" in message for message in refused)
    assert solver.unique(board.puzzle).status == MULTIPLE
