"""What can be changed of a puzzle, and what could be said in addition: values that kinds hand to a diagnosis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Change(Generic[T]):
    """Clues that were changed, and the puzzle that they make."""

    edits: tuple[str, ...]
    """Sentences: what is changed."""
    puzzle: T
    changes: frozenset[Any]
    """The same, comparable: a part of it is a smaller change."""


@dataclass(frozen=True)
class Further(Generic[T]):
    """A clue that a puzzle might have as well, since it is true of one of its solutions."""

    text: str
    """What it says."""
    what: Any
    """The same, as `Kind.with_further` takes it."""
    holds: Callable[[T], bool]
    """Whether it is true of another solution, also of one of the puzzle with some such clues."""
    short: str = ""
    """What it says among others; empty: the same."""
