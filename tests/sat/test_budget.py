"""Budgets: each limit stops with its own reason, and looking costs next to nothing."""

from __future__ import annotations

import builtins
import time
from typing import Any

import pytest

from satdnd.errors import Undecided
from satdnd.sat import budget as module
from satdnd.sat.budget import Budget, resident, size


def test_without_limits() -> None:
    """A budget without limits is never spent."""
    budget = Budget.of()
    budget.check()
    assert not budget.spent
    assert budget.left == budget.room == float("inf")


def test_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline counts from when the budget was made, to the tick."""
    now = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    budget = Budget.of(2.0)
    assert (budget.deadline, budget.left) == (102.0, 2.0)
    for now[0] in (100.0, 101.0, 101.999):
        budget.check()
        assert not budget.spent
    now[0] = 102.0
    assert budget.spent
    assert budget.left == 0
    with pytest.raises(Undecided, match=r"^the time limit was reached$"):
        budget.check()
    now[0] = 103.0
    assert budget.left == 0


def test_conflicts() -> None:
    """Conflicts are counted down to 0, and that is seen at once, between two looks at the clock too."""
    budget = Budget.of(conflicts=10)
    budget.check()
    budget.spend(4)
    budget.check()
    assert budget.conflicts == 6
    budget.spend(40)
    assert budget.conflicts == 0
    with pytest.raises(Undecided, match=r"^the conflict limit was reached$"):
        budget.check()


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory counts from when the budget was made, and what is given back counts no more."""
    held, now = [5 * 10**9], [0.0]
    monkeypatch.setattr(module, "resident", lambda: held[0])
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setattr(module, "_seen", (-1.0, 0))
    budget = Budget.of(memory=2 * 10**9)
    assert budget.room == 2 * 10**9
    held[0] = 7 * 10**9
    budget.check()
    held[0] += 1
    budget.check()  # within 20 ms: not looked at
    now[0] += 0.02
    with pytest.raises(Undecided, match=r"^the memory limit of 2.0 GB was reached$"):
        budget.check()
    assert budget.spent
    assert budget.room == 0
    held[0] = 6 * 10**9
    budget.check()
    assert not budget.spent


def test_real_memory() -> None:
    """A process that grows is seen to grow."""
    budget = Budget.of(memory=20_000_000)
    ballast = bytearray(400_000_000)  # more than a process that shrinks meanwhile gives back
    ballast[::1000] = b"x" * len(ballast[::1000])
    time.sleep(0.03)  # looked at every 20 ms
    with pytest.raises(Undecided, match="the memory limit of 20 MB"):
        budget.check()


def test_stopped_from_outside() -> None:
    """`stop` is asked now and then, and says the word."""
    said: list[bool] = []
    budget = Budget.of(stop=lambda: bool(said))
    budget.check()
    said.append(True)
    assert budget.spent
    time.sleep(0.03)
    with pytest.raises(Undecided, match=r"^stopped$"):
        budget.check()


def test_part() -> None:
    """A part has a share of the time, the same memory and stop; its conflicts are the whole's."""
    whole = Budget.of(100, 50, memory=10**12, stop=lambda: False)
    part = whole.part(0.25)
    assert 20 < part.left <= 25
    assert (part.memory, part.stop, part.conflicts) == (whole.memory, whole.stop, 50)
    part.spend(20)
    assert (part.conflicts, whole.conflicts) == (30, 30)
    assert Budget.of().part(0.5).deadline is None


def test_check_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory and `stop` are asked every 20 ms, however often `check` is called."""
    now, looks, asked = [0.0], [0], [0]

    def held() -> int:
        looks[0] += 1
        return 0

    def stop() -> bool:
        asked[0] += 1
        return False

    monkeypatch.setattr(module, "resident", held)
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    budget = Budget.of(1000.0, memory=10, stop=stop)
    looks[0] = 0
    for i in range(100_000):
        now[0] = i * 1e-5  # one second in all
        budget.check()
    assert looks[0] <= 51
    assert asked[0] <= 51


def test_budgets_share_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of budgets in a second, as many as quick questions have, look at the memory every 20 ms in all."""
    now, looks = [0.0], [0]

    def held() -> int:
        looks[0] += 1
        return 0

    monkeypatch.setattr(module, "resident", held)
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setattr(module, "_seen", (-1.0, 0))
    for i in range(1000):
        now[0] = i * 1e-3
        budget = Budget.of(memory=10)
        assert not budget.spent
        budget.check()
    assert looks[0] <= 51


def test_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no /proc the peak is taken; where there is no `resource` either, nothing is known."""

    def missing(*args: Any, **options: Any) -> Any:
        raise FileNotFoundError

    real_import = builtins.__import__

    def without_resource(name: str, *args: Any, **options: Any) -> Any:
        if name == "resource":
            raise ImportError(name)
        return real_import(name, *args, **options)

    monkeypatch.setattr(builtins, "open", missing)
    assert resident() > 10_000_000
    monkeypatch.setattr(builtins, "__import__", without_resource)
    assert resident() == 0


@pytest.mark.parametrize(("count", "told"), [(2e9, "2.0 GB"), (15.4e9, "15.4 GB"), (512e6, "512 MB"), (4096, "0 MB")])
def test_size(count: float, told: str) -> None:
    """Bytes as people say them."""
    assert size(count) == told
