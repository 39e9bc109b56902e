"""Tasks: questions as values, by name, in other processes; digests; nothing of ours escapes as an exception."""

from __future__ import annotations

import json
import multiprocessing
import pickle
from dataclasses import replace
from typing import Any

import pytest
from contract_boards import boards

import satdnd
from satdnd.engine.answer import ERROR, INVALID, SOLVED, UNDECIDED, UNIQUE, VALID, Answer
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.engine.tasks import Task, perform, run
from satdnd.errors import EncodingBug, SatdndError, UsageError
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.registry import NAMES, OPERATIONS
from satdnd.sat.budget import Budget

PATH = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)), name="path", extra={"author": "x"})


@pytest.mark.parametrize("name", NAMES)
def test_tasks_come_back(name: str) -> None:
    """Through JSON text and through pickle: the same task, the same answer."""
    for board in boards(name)[:6]:
        task = Task("solve", replace(board.puzzle, name="n", extra={"a": 1}), board.options, {"limit": 2})
        for again in (Task.from_json(json.loads(json.dumps(task.to_json()))), pickle.loads(pickle.dumps(task))):
            assert again == task
            assert (again.puzzle.name, again.puzzle.extra, again.options) == ("n", {"a": 1}, task.options)
        record = run(task.to_json())
        answer = task.answered(record)
        assert answer.solutions == Solver(board.options).solve(board.puzzle, 2).solutions
        assert (answer.name, answer.kind) == ("n", name)


def test_every_option_travels() -> None:
    """Tuples, numbers and words of options are the same on the other side."""
    sudoku = Sudoku((0,) * 16)
    for puzzle, options in (
        (PATH, DungeonOptions(topology="tree", timeout=3, graph_check=False, memory=10**9)),
        (sudoku, SudokuOptions(technique=("full house", "guess"), way="sat", solver="glucose4")),
        (Klotski(("a.",), Goal((0, 1), "a")), KlotskiOptions(metric="move", steps=3)),
    ):
        task = Task("count", puzzle, options)
        assert Task.from_json(json.loads(json.dumps(task.to_json()))).options == options


def test_equal_tasks() -> None:
    """The same question is the same record, however its options are given; any other is another one."""
    base = Task("unique", PATH)
    for same in (
        Task("unique", PATH, DungeonOptions()),
        Task("unique", PATH, DungeonOptions(topology="connected")),
        Task("unique", replace(PATH, monsters=((0, 1), (0, 0)))),
    ):
        assert same == base
        assert same.to_json() == base.to_json()
    assert Task("unique", PATH, Settings(timeout=1)) == Task("unique", PATH, Settings(timeout=1.0))
    others = [
        Task("solve", PATH),
        Task("solve", PATH, arguments={"limit": 2}),
        Task("unique", PATH, DungeonOptions(topology="tree")),
        Task("unique", PATH, Settings(solver="glucose4")),
        Task("unique", PATH, Settings(timeout=1)),
        Task("unique", replace(PATH, rows=(None, 2))),
        Task("unique", Queens(2, 2)),
        Task("unique", Queens(2, 2, queens=1)),
    ]
    records = {json.dumps(task.to_json(), sort_keys=True) for task in (base, *others)}
    assert len(records) == 1 + len(others)


@pytest.mark.parametrize(
    ("operation", "arguments", "message"),
    [
        ("dance", {}, "unknown operation 'dance'; known: solve, unique, count, forced, diagnose, explain"),
        ("unique", {"limit": 2}, "the operation 'unique' has no argument 'limit'$"),
        ("solve", {"limits": 2}, "the operation 'solve' has no argument 'limits'; it has: limit"),
        (
            "diagnose",
            {"edit": 2},
            "the operation 'diagnose' has no argument 'edit'; it has: edits, only_unique, redundant",
        ),
    ],
)
def test_what_is_no_task(operation: str, arguments: dict[str, Any], message: str) -> None:
    """A task that cannot be performed is refused when it is made; `run` tells it as an answer."""
    with pytest.raises(UsageError, match=message):
        Task(operation, PATH, Settings(), arguments)
    record = {"operation": operation, "puzzle": Task("solve", PATH).to_json()["puzzle"], "arguments": arguments}
    told = run(record)
    assert (told["status"], told["name"], told["kind"]) == (ERROR, "path", "dungeon")


def test_options_of_another_kind_are_refused() -> None:
    """When the task is made, with the kinds that have them."""
    with pytest.raises(UsageError, match="queens has no option 'topology'; these have: dungeon"):
        Task("solve", Queens(4, 4), DungeonOptions(topology="tree"))
    with pytest.raises(UsageError, match=r"expected a puzzle .*, got 42"):
        Task("solve", 42)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "a task is an object"),
        ([], "a task is an object"),
        ({}, "a task is an object"),
        ({"puzzle": 3}, "a task is an object"),
        ({"operation": "solve", "puzzle": {"kind": "chess"}}, "unknown kind 'chess'"),
        ({"operation": "solve", "puzzle": {"kind": "queens", "name": "q"}}, 'the field "size" is missing'),
        ({"operation": "solve", "puzzle": {"kind": "queens", "size": [4, 4]}, "options": []}, "are objects"),
        ({"operation": "solve", "puzzle": {"kind": "queens", "size": [4, 4]}, "options": {"steps": 2}}, "klotski"),
        ({"operation": "solve", "puzzle": {"kind": "queens", "size": [4, 4]}, "options": {"timeout": -1}}, "from 0"),
        ({"puzzle": {"kind": "queens", "size": [4, 4]}}, "unknown operation 'None'"),
    ],
)
def test_run_never_raises(record: Any, message: str) -> None:
    """Whatever comes over the wire: an ``error`` answer says what is wrong."""
    told = run(record)
    assert told["status"] == ERROR
    assert message in told["message"]


def test_errors_of_ours_become_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way that a kind does not have, a limit that is none, a bug: ``error`` answers, and the next task goes on."""
    assert perform(Task("solve", PATH, Settings(way="climb"))).reason.startswith("dungeon has no search method 'climb'")
    assert perform(Task("solve", PATH, arguments={"limit": 0})).reason.startswith("limit is 0, expected")
    box = Klotski(("a.",), Goal((0, 1), "a"), name="box")
    forced = perform(Task("forced", box))
    assert (forced.status, forced.name, forced.kind) == (ERROR, "box", "klotski")
    told = perform(Task("hint", box)).reason
    assert told.startswith("klotski has no hints; these have: dungeon")
    for error, reason in (
        (EncodingBug("a wrong board"), "a wrong board"),
        (MemoryError(), "the machine ran out of memory"),
    ):

        def fails(*_: Any, error: BaseException = error) -> Any:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(Solver, "unique", fails)
            answer = perform(Task("unique", PATH))
        assert answer.status == ERROR
        assert answer.reason.startswith(reason)
    assert perform(Task("unique", PATH)).status == UNIQUE


WHAT: dict[str, Any] = {"verify": {"solutions": [{"grid": ["..", "##"]}]}, "judge": {"steps": [[0, 0, "o"]]}}
"""The arguments of operations that check what they are given."""


def test_a_warm_solver_performs() -> None:
    """Every operation, with one solver that stays warm and one that is made for it."""
    warm = Solver()
    for operation in OPERATIONS:
        for solver in (None, warm):
            arguments = WHAT.get(operation, {})
            answer = perform(Task(operation, PATH, arguments=arguments), solver)
            assert answer.status in ((VALID,) if arguments else (SOLVED, UNIQUE)), operation
    assert perform(Task("solve", PATH, Settings(timeout=0))).status == UNDECIDED


def test_solutions_are_verified() -> None:
    """All of them, with every fault; none, and what is no solution, are errors that say so."""

    def verified(*grids: list[str]) -> Answer[Any]:
        """The answer."""
        return perform(Task("verify", PATH, arguments={"solutions": [{"grid": grid} for grid in grids]}))

    good, bad = ["..", "##"], ["##", ".."]
    assert [s.lines for s in verified(good, good).solutions] == [good, good]
    assert (verified(good).status, verified(good, bad).status) == (VALID, INVALID)
    assert {fault.rule for fault in verified(good, bad).faults} >= {"row-count", "on-open"}
    assert verified().reason == "no solution to verify"
    assert verified(["."]).status == ERROR


def test_an_explanation_lists_two_solutions_where_there_are_several() -> None:
    """As `unique` does, in JSON and in the text; a puzzle with one lists it."""
    several, one = satdnd.loads("1...............\n1.....3..4.....2", kind="sudoku")
    answer = perform(Task("explain", several))
    assert (answer.status, len(answer.to_json()["solutions"])) == ("multiple", 2)
    assert answer.solutions[0] != answer.solutions[1]
    assert all(not satdnd.faults(several, solution) for solution in answer.solutions)
    both = [panel.picture for panel in satdnd.unique(several).panels()][1:]
    assert len(both) == 2
    assert len([panel.picture for panel in answer.panels() if panel.picture]) == 1 + len(both)
    assert perform(Task("explain", one)).solutions == satdnd.unique(one).solutions


def test_an_explanation_is_stopped_from_outside() -> None:
    """The budget of the solver counts, as for every other question."""
    (puzzle,) = satdnd.loads("1.....3..4.....2", kind="sudoku")
    stopped = Solver(budget=lambda: Budget.of(stop=lambda: True))
    answer = perform(Task("explain", puzzle), stopped)
    assert (answer.status, answer.reason) == ("undecided", "stopped")


def test_in_a_process_of_its_own() -> None:
    """Spawned, with nothing inherited: plain values in, plain values out; bad ones too."""
    records = [Task("unique", board.puzzle, board.options).to_json() for board in boards("queens")[:4]]
    records += [Task("unique", boards(name)[0].puzzle, boards(name)[0].options).to_json() for name in NAMES]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        told = pool.map(run, [*records, {"nonsense": 1}])  # type: ignore[list-item]
    here = [run(record) for record in records]
    assert [without_time(a) for a in told[:-1]] == [without_time(a) for a in here]
    assert told[-1]["status"] == ERROR


def without_time(record: dict[str, Any]) -> dict[str, Any]:
    """An answer without what it cost."""
    return {name: value for name, value in record.items() if name not in ("seconds", "stats")}


def test_error_classes_have_one_root() -> None:
    """What `perform` catches is what the package raises on purpose."""
    assert issubclass(UsageError, SatdndError)
    assert issubclass(EncodingBug, SatdndError)
