"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# A job in the background of a shell without job control ignores Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and what nohup starts would ignore this one

# Where nobody may write bytecode, each of the thousand programs that the tests start would compile everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode"))

# The same examples each time: a change is not refused for what another one broke. New ones: --hypothesis-profile=random
settings.register_profile("same", deadline=None, derandomize=True)  # no deadline: a loaded machine is not a bug
settings.register_profile("random", deadline=None)
settings.load_profile("same")


# Thousands of tests are millions of objects, which stay: each look through them for what can go takes half a second.
gc.disable()


def pytest_collection_finish() -> None:
    """What was collected is never looked through again."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """``no_cover`` in a worker of xdist too: there coverage runs twice, and pytest-cov pauses one of the two."""
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(autouse=True)
def new_puzzles_are_not_rated_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes up to seconds each, and few tests are about it: those are marked."""
    if request.node.get_closest_marker("rated") is None:
        monkeypatch.setattr("satdnd.setter.generator.GRADED_CELLS", 0)


@pytest.fixture(autouse=True)
def no_alarm_left() -> Generator[None, None, None]:
    """While somebody's alarm is set, nothing is watched."""
    yield
    if hasattr(signal, "setitimer"):
        left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        assert not left, f"an alarm in {left} s was left"
