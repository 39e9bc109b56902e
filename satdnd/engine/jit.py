"""Compile functions to machine code with Numba (the extra ``fast``), for inner loops that run millions of times."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from satdnd.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])
LOADING = 1_000
"""The number of small puzzles that SAT decides in the time it takes to load machine code."""
COMPILING = 30_000
"""The number of small puzzles that SAT decides in the time it takes to compile it, on two processors."""


@cache
def available() -> bool:
    """Whether Numba is installed."""
    return find_spec("numba") is not None


def require(way: str) -> None:
    """Raise UsageError if Numba, which the search method *way* needs, is missing."""
    if not available():
        raise UsageError(f"the search method {way!r} needs Numba: pip install 'satdnd[fast]'")


def worthwhile(module: str, questions: int, loading: int = LOADING, compiling: int = COMPILING) -> bool:
    """Whether *questions* are enough to make up for loading *module*, whose functions are machine code.

    Args:
        module: its dotted name.
        questions: the number of questions to be asked.
        loading: the number of questions that another method answers in the time that loading takes.
        compiling: the same for compiling, which is not needed if an earlier process kept the machine code.
    """
    if questions < loading or not available():
        return False
    return questions >= compiling or module in sys.modules or kept(module)


@cache
def kept(module: str) -> bool:
    """Whether up-to-date machine code exists next to the source, where Numba caches it if it may write there.

    *module*: its dotted name.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return False
    source, version = Path(spec.origin), "py{}{}".format(*sys.version_info)
    found = (source.parent / "__pycache__").glob(f"{source.stem}.*.{version}.nbi")
    return any(file.stat().st_mtime >= source.stat().st_mtime for file in found)


def compiled(function: F) -> F:
    """*function* as machine code, which is kept on disk for the next process. Raises ImportError without Numba."""
    from numba import njit

    return cast(F, njit(cache=True, nogil=True)(function))


def together(functions: Sequence[Callable[..., Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Functions of one module as machine code, by name; the Python functions stay as they are.

    Args:
        functions: each calls only those before it.
        values: values for names of the module in the machine code.

    Raises:
        ImportError: Numba is missing.
    """
    made: dict[str, Any] = {}
    for function in functions:
        names = {**function.__globals__, **values, **made}
        made[function.__name__] = compiled(FunctionType(function.__code__, names))
    return made
