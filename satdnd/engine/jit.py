"""Functions as machine code, by Numba (the extra ``fast``): for inner loops that are asked millions of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar, cast

from satdnd.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])


@cache
def available() -> bool:
    """Whether Numba is installed."""
    return find_spec("numba") is not None


def refuse(way: str) -> None:
    """UsageError where Numba is missing, without which there is no *way* of that name."""
    if not available():
        raise UsageError(f"the way {way!r} needs Numba: pip install 'satdnd[fast]'")


def compiled(function: F) -> F:
    """*function* as machine code, which is kept on disk for the next process. ImportError without Numba."""
    from numba import njit

    return cast(F, njit(cache=True, nogil=True)(function))


def together(functions: Sequence[Callable[..., Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Functions of one module as machine code by their names, while Python goes on with them as they are.

    Args:
        functions: each calls only those before it.
        values: what names of the module stand for in machine code.

    Raises:
        ImportError: Numba is missing.
    """
    made: dict[str, Any] = {}
    for function in functions:
        names = {**function.__globals__, **values, **made}
        made[function.__name__] = compiled(FunctionType(function.__code__, names))
    return made
