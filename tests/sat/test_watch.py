"""Code that never checks its budget ends when the budget is spent, and leaves no timer behind."""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import satdnd
from satdnd.errors import Undecided
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula
from satdnd.sat.session import Session
from satdnd.sat.watch import watched

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
ENOUGH = 20.0
"""Seconds of processor time after which a loop that should have been interrupted gives up."""


def busy() -> str:
    """Busy without a look at any budget."""
    until = time.process_time() + ENOUGH
    while time.process_time() < until:
        pass
    return "not interrupted"


def idle() -> bool:
    """Whether the timer is off and its signal is as Python leaves it."""
    return signal.getitimer(signal.ITIMER_REAL) == (0, 0) and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_a_loop_without_checks_ends() -> None:
    """With the reason; in a call within a call, the tighter budget counts, whichever it is."""
    assert watched(Budget(), lambda: "a value") == "a value"
    assert idle()
    for outer, inner in ((0.2, 60.0), (60.0, 0.2)):
        with pytest.raises(Undecided, match="the time limit was reached"):
            watched(Budget.of(outer), lambda inner=inner: watched(Budget.of(inner), busy))  # type: ignore[misc]  # bound now
        assert idle()


def test_memory_and_a_stop_end_it_as_well() -> None:
    """All that a budget has."""
    held: list[bytearray] = []

    def grow() -> None:
        """Hold ever more."""
        while len(held) < 100:
            held.append(bytearray(b"x" * 10_000_000))
            time.sleep(0.02)

    with pytest.raises(Undecided, match="the memory limit"):
        watched(Budget.of(memory=100_000_000), grow)
    with pytest.raises(Undecided, match="stopped"):
        watched(Budget.of(stop=lambda: True), busy)
    assert idle()


def test_an_exception_passes_and_a_swallowed_interrupt_comes_again() -> None:
    """Code may catch everything in a loop."""

    def stubborn() -> None:
        """Catch the first three."""
        for _ in range(3):
            with contextlib.suppress(Undecided):
                busy()
        busy()

    with pytest.raises(Undecided):
        watched(Budget.of(0.1), stubborn)
    with pytest.raises(ZeroDivisionError):
        watched(Budget.of(60.0), lambda: 1 // 0)
    assert idle()


def test_finalizers_are_not_interrupted() -> None:
    """Those of solvers, of which Python would say that it ignored an exception, and which would not be freed."""
    ended: list[str] = []

    class Owner:
        """Takes longer to go than the budget allows."""

        def __del__(self) -> None:
            until = time.process_time() + 0.5
            while time.process_time() < until:
                pass
            ended.append("finalizer")

    def make() -> str:
        """Drop one, then go on."""
        Owner()
        return busy()

    with pytest.raises(Undecided):
        watched(Budget.of(0.1), make)
    assert ended == ["finalizer"]


def test_threads_and_alarms_of_the_program_are_left_alone() -> None:
    """No signals there: the call is as if it were not watched."""
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(watched(Budget.of(0.0), lambda: "made")))
    thread.start()
    thread.join()
    assert found == ["made"]
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        assert watched(Budget.of(0.0), lambda: "made") == "made"
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("solver", ["maplecm", "maplechrono", "cadical195"])
def test_solvers_leave_the_alarm_alone(solver: str) -> None:
    """Some start one of 2,500 seconds, which outlives them: then nothing would be watched, or the program's be lost."""
    formula = Formula()
    formula.add(formula.new("a"), formula.new("b"))
    handler = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        for seconds in (0.0, 50.0):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            with Session(formula, solver) as session:
                assert session.solve()
                session.statistics()
            assert seconds - 20 <= signal.getitimer(signal.ITIMER_REAL)[0] <= seconds
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    with pytest.raises(Undecided, match="the time limit was reached"):
        watched(Budget.of(0.1), busy)


@pytest.mark.parametrize("slow", ["_statements", "_contradiction", "_shown"])
def test_rules_that_take_for_ever_are_within_the_limit(slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions of a kind get no budget: whichever is slow, the question ends."""
    from satdnd.kinds.tents import KIND

    def never(*_: Any) -> Iterator[Any]:
        """Yield nothing, for long."""
        busy()
        return iter(())

    monkeypatch.setattr(KIND, slow, never)
    answer = satdnd.unique(satdnd.Tents((1, *[None] * 29), (None,) * 30, ((0, 0),)), timeout=0.3)
    assert (answer.status, answer.reason) == ("undecided", "the time limit was reached")
    assert idle()


def test_callbacks_of_the_garbage_collector_are_left_alone() -> None:
    """What is raised there is lost, with a message."""
    interrupted: list[BaseException] = []

    def callback(phase: str, info: dict[str, int]) -> None:
        """Take longer than the timer waits."""
        try:
            until = time.process_time() + 0.3
            while time.process_time() < until:
                pass
        except Undecided as error:
            interrupted.append(error)

    def collect() -> None:
        """Only that."""
        gc.collect()
        busy()

    gc.callbacks.append(callback)
    try:
        with pytest.raises(Undecided):
            watched(Budget.of(0.1), collect)
    finally:
        gc.callbacks.remove(callback)
    assert not interrupted
