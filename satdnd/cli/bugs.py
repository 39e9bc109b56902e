"""What is said of an exception that nobody foresaw: a bug, of satdnd or of a kind that is no part of it."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path
from types import FrameType

from satdnd.registry import KINDS


def described(error: BaseException) -> str:
    """One line: whose bug it is, and where; the last line of the kind's own code, if it took part."""
    steps = [*traceback.walk_tb(error.__traceback__)]
    homes = {entry.home.partition(".")[0]: entry for entry in KINDS.values() if not entry.own}
    own = [step for step in steps if _package(step[0].f_globals.get("__name__")) in homes]
    named = _named(own[-1:] or steps[::-1], homes)
    whose = f"satdnd, or in the kind {homes[named].name!r} {homes[named].origin}" if named else "satdnd"
    frame, line = own[-1] if own else steps[-1]
    return f"a bug in {whose}: {type(error).__name__}: {error} (at {Path(frame.f_code.co_filename).name}:{line})"


def _package(module: object) -> str:
    return str(module).partition(".")[0]


def _named(steps: Iterable[tuple[FrameType, int]], homes: Iterable[str]) -> str:
    """The first of these packages whose code or objects are in one of the frames; empty if none is."""
    for frame, _ in steps:
        there = [frame.f_globals.get("__name__"), *(type(value).__module__ for value in frame.f_locals.values())]
        if found := next((package for package in map(_package, there) if package in homes), None):
            return found
    return ""
