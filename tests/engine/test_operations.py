"""The table of operations: what each takes and gives, found where it is needed; answers come back in their class."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import satdnd
from satdnd.engine.answer import Answer
from satdnd.engine.operations import Operation
from satdnd.engine.tasks import Task, run
from satdnd.errors import InputError, UsageError
from satdnd.explanation.steps import Step
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.registry import OPERATIONS
from satdnd.sat.formula import Statement

PATH = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)), name="path")
SEVERAL = Sudoku((1, *[0] * 15), name="several")
BROKEN = Dungeon(rows=(2, 1), columns=(1, 1), name="broken")
CLASSES: dict[str, type[Answer[Any]]] = {
    "diagnose": satdnd.Diagnosis,
    "explain": satdnd.Explanation,
    "rate": satdnd.Difficulty,
    "hint": satdnd.Hint,
    "judge": satdnd.Judgement,
}
"""Of those whose answers are more than an `Answer`."""
ARGUMENTS = {
    "solve": ("limit",),
    "diagnose": ("edits", "only_unique", "redundant"),
    "hint": ("given", "level"),
    "judge": ("steps", "given", "reasons"),
    "verify": ("solutions",),
    "count": ("limit",),
    "explain": ("given",),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_what_it_takes_and_gives(name: str) -> None:
    """From the signature of its function alone."""
    operation = Operation(name)
    assert operation.arguments == ARGUMENTS.get(name, ())
    assert operation.answer is CLASSES.get(name, Answer)
    with pytest.raises(UsageError, match=f"the operation '{name}' has no argument 'each'"):
        operation.validate_arguments({"each": print})


def test_the_table_imports_no_operation() -> None:
    """Whoever solves loads nothing that explains, rates or diagnoses."""
    code = (
        "import sys; from satdnd.engine.operations import OPERATIONS, Operation\n"
        "homes = {Operation(name).name: home.split(':')[0] for name, home in OPERATIONS.items()}\n"
        "print(*(home for home in homes.values() if home in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) == {"satdnd.engine.solver"}


def plainly(value: Any) -> Any:
    """Statements and steps as JSON: one that was read back is no more than that."""
    if isinstance(value, tuple):
        return tuple(map(plainly, value))
    return value.to_json() if isinstance(value, Statement | Step) else value


@pytest.mark.parametrize(
    ("operation", "puzzle", "arguments", "fields"),
    [
        ("solve", PATH, {"limit": 3}, {}),
        ("forced", SEVERAL, {}, {}),
        ("verify", PATH, {"solutions": [{"grid": ["##", ".."]}]}, {}),
        ("explain", PATH, {}, {"steps", "grade", "summary"}),
        ("explain", SEVERAL, {}, {"summary"}),
        ("explain", BROKEN, {}, set()),
        ("rate", PATH, {}, {"grade"}),
        ("rate", SEVERAL, {}, set()),
        ("hint", PATH, {}, {"level", "given", "where", "about", "reasons", "step"}),
        ("hint", PATH, {"level": "where"}, {"level", "given", "where", "about"}),
        ("hint", PATH, {"given": [[1, 0, "o"]]}, {"level", "given", "smallest", "wrong"}),
        ("hint", BROKEN, {}, set()),
        ("judge", PATH, {"steps": [[0, 0, "o"], [1, 0, "o"]]}, {"verdicts", "sound", "left"}),
        ("judge", SEVERAL, {"steps": [[0, 1, "2"]], "given": [[1, 0, "3"]]}, {"verdicts", "sound", "left", "given"}),
        ("judge", BROKEN, {"steps": []}, set()),
        ("diagnose", PATH, {"redundant": True}, {"redundant", "redundant_largest", "reduced"}),
        (
            "diagnose",
            SEVERAL,
            {"edits": 1, "only_unique": True},
            {"count", "counted_all", "differs", "givens", "given_marks", "repairs", "only_unique", "edits_tried"},
        ),
        ("diagnose", BROKEN, {"edits": 1}, {"repairs", "edits_tried", "repairs_complete"}),
        (
            "diagnose",
            Dungeon(rows=(2, 2), columns=(2, 2), monsters=((0, 0),), name="none"),
            {"edits": 1},
            {"conflict", "smallest", "repairs"},
        ),
    ],
)
def test_answers_come_back_in_their_class(
    operation: str, puzzle: Any, arguments: dict[str, Any], fields: set[str]
) -> None:
    """Through JSON: the same class, the same fields, the same JSON again, the same text."""
    task = Task(operation, puzzle, arguments=arguments)
    record = json.loads(json.dumps(run(task.to_json())))
    answer = task.answered(record)
    assert type(answer) is CLASSES.get(operation, Answer)
    assert answer.to_json() == record
    assert list(answer.to_json()) == list(record)
    here = Operation(operation).ask(satdnd.Solver(), puzzle, arguments)
    assert {name for name in answer.own_fields() if getattr(answer, name) is not None} >= set(fields)
    for name in answer.own_fields():
        assert plainly(getattr(answer, name)) == plainly(getattr(here, name)), name
        assert type(getattr(answer, name)) is type(getattr(here, name)), name
    assert str(answer) == str(here)
    plain = Answer.from_json(record, puzzle)  # whoever does not know what was asked keeps all of it
    assert (type(plain), plain.to_json()) == (Answer, record)


@pytest.mark.parametrize(
    ("operation", "change"),
    [
        ("explain", {"steps": 3}),
        ("explain", {"steps": [{"text": "nonsense"}]}),
        ("hint", {"step": []}),
        ("hint", {"given": 5}),
        ("diagnose", {"repairs": [{}]}),
        ("diagnose", {"reduced": {"kind": "chess"}}),
        ("diagnose", {"conflict": [3]}),
    ],
)
def test_what_is_no_such_answer(operation: str, change: dict[str, Any]) -> None:
    """One of ours, with a sentence."""
    task = Task(operation, PATH)
    with pytest.raises((InputError, UsageError)):
        task.answered(run(task.to_json()) | change)
