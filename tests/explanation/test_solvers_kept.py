"""How many solvers explanations hold at once: each of MiniSat's takes 4 MB, which browsers must really give."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from pysat.solvers import Minisat22

import satdnd
from satdnd.explanation import implication_tables, statements
from satdnd.explanation.hints import Reasons

ROOT = Path(__file__).parents[2]
BOUND = 2 * statements._SOLVERS + implication_tables._SOLVERS + 8
"""Two steppers, each with those of its shapes, the tables, and what asks about all statements."""


class Held:
    """The solvers that are held, now and at most."""

    def __init__(self) -> None:
        self.now: set[int] = set()
        self.most = 0


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Counts them; without collections of garbage, which come when they come."""
    found = Held()
    make, delete = Minisat22.new, Minisat22.delete

    def new(self: Minisat22, *arguments: object, **names: object) -> None:
        found.now.add(id(self))
        found.most = max(found.most, len(found.now))
        make(self, *arguments, **names)

    def gone(self: Minisat22) -> None:
        found.now.discard(id(self))
        delete(self)

    monkeypatch.setattr(Minisat22, "new", new)
    monkeypatch.setattr(Minisat22, "delete", gone)
    gc.collect()
    gc.disable()
    yield found
    gc.enable()


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", ["dungeon/course-p1.dnd", "inshi/report-5x5.inshi", "nurikabe/wikipedia-9x10.nurikabe"]
)
def test_solvers_held(held: Held, name: str) -> None:
    puzzle = satdnd.load(ROOT / "instances" / name)[0]
    marks: list[object] = []
    for _ in range(4):
        step = satdnd.hint(puzzle, marks).to_json()["step"]
        marks += step["cells"]
    satdnd.explain(puzzle)
    assert len(held.now) <= implication_tables._SOLVERS + 2  # one of the answer may wait
    reasons = Reasons(satdnd.Solver(), puzzle)
    for given in (marks, [], marks[:1]):
        assert reasons.why((0, 0), given).status == "solved"
    reasons.close()
    assert 3 < held.most <= BOUND
    assert len(held.now) <= implication_tables._SOLVERS + 2
