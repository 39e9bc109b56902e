"""Options, declared once: a field of a frozen dataclass states its choices or range, its help and its default.

Flags of the command line, their help, error messages, the header of an exported file, the options of a certificate and
the digest of a task all derive from these declarations::

    @dataclass(frozen=True, kw_only=True)
    class DungeonOptions(Settings):
        topology: Literal["connected", "tree", "local"] = option("connected", "How strict ...", formula=True)
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from satdnd.errors import UsageError
from satdnd.grid.fields import shown

_KEY = "option"


@dataclass(frozen=True)
class Option:
    """One field of a class of options."""

    name: str
    type: type
    """``str``, ``int``, ``float`` or ``bool``; with `many`, the type of each entry."""
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    """The allowed values; empty: any of the type."""
    low: float | None = None
    high: float | None = None
    optional: bool = False
    """Whether None is allowed: "the puzzle's value", "no limit"."""
    many: bool = False
    """Whether the value is a tuple."""
    formula: bool = False
    """Whether the formula depends on it."""
    known: Callable[[], Sequence[str]] | None = None
    """Returns the known values, if finding them takes time."""
    metavar: str = ""
    switch: str = ""
    """The flags of a truth value, if they are not ``--name/--no-name``."""
    only: str = ""
    """The only command that uses it; empty: all."""

    @property
    def flag(self) -> str:
        """``--longest-room``."""
        return "--" + self.name.replace("_", "-")

    def check(self, value: Any) -> None:
        """Raise UsageError, with what was expected, unless *value* fits."""
        if value is None and self.optional:
            return
        if self.many:
            if not isinstance(value, tuple):
                raise UsageError(f"{self.name} is {shown(value)}, expected a tuple of names")
            for entry in value:
                self._check_one(entry)
        else:
            self._check_one(value)

    def _check_one(self, value: Any) -> None:
        if self.choices and value not in self.choices:
            raise UsageError(f"unknown {self.name} {shown(value)}; known: {', '.join(self.choices)}")
        right = type(value) in (int, float) if self.type is float else type(value) is self.type
        if right and self.type is float:  # excludes nan, and integers too large for a float
            right = -1e308 <= value <= 1e308 or abs(value) == float("inf")
        if right and self.type in (int, float):
            right = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        if not right:
            raise UsageError(f"{self.name} is {shown(value)}, expected {self.expected}")
        if self.known and value != self.default and value not in (known := self.known()):
            raise UsageError(f"unknown {self.name} {shown(value)}; known: {', '.join(known)}")

    def spelled(self, value: Any) -> Any:
        """*value* as `known` spells it, whatever its upper and lower case; unchanged if it is not known."""
        if self.many and isinstance(value, tuple):
            return tuple(map(self._spelled, value))
        return self._spelled(value)

    def _spelled(self, value: Any) -> Any:
        if not self.known or not isinstance(value, str) or value == self.default:
            return value
        return {name.lower(): name for name in self.known()}.get(value.lower(), value)

    @property
    def expected(self) -> str:
        """``a whole number from 1 to 64``."""
        what = {int: "a whole number", float: "a number", bool: "true or false", str: "a name"}[self.type]
        if self.low is not None:
            what += f" from {self.low:g}"
        if self.high is not None:
            what += f" to {self.high:g}"
        return what

    def parse(self, word: str) -> Any:
        """The value that `formula_options` wrote as *word*. Raises UsageError for anything else."""
        try:
            if self.type is bool:
                return {"true": True, "false": False}[word]
            return self.type(word)
        except (ValueError, KeyError):
            raise UsageError(f"{self.name} is {shown(word)}, expected {self.expected}") from None


def check_whole(name: str, value: Any, low: int | None = None, otherwise: str = "") -> None:
    """Raise UsageError unless *value* is a whole number of at least *low*; *otherwise* names an alternative."""
    if type(value) is not int or (low is not None and value < low):
        least = "" if low is None else f" from {low}"
        raise UsageError(f"{name} is {value!r:.60}, expected a whole number{least}{otherwise}")


def option(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    formula: bool = False,
    known: Callable[[], Sequence[str]] | None = None,
    metavar: str = "",
    switch: str = "",
    only: str = "",
) -> Any:
    """A field of a class of options. The annotation supplies the rest (``Literal``: the choices)."""
    metadata = {"help": help, "low": low, "high": high, "formula": formula, "known": known}
    return field(default=default, metadata={_KEY: metadata | {"metavar": metavar, "switch": switch, "only": only}})


Grade: TypeAlias = Literal["trivial", "easy", "medium", "hard", "expert"]
"""Difficulty grades, the easiest first; the same for every kind."""


WantedGrade: TypeAlias = Literal[Grade, "any"]
"""A grade that is asked for."""


class Declared:
    """A mixin for dataclasses of options: refuses values that do not fit, and corrects the case of known names."""

    def __post_init__(self) -> None:
        for declared in options_of(type(self)):
            given = getattr(self, declared.name)
            value = declared.spelled(given)
            declared.check(value)
            if declared.type is float and isinstance(value, int):
                value = float(value)
            if value is not given:
                object.__setattr__(self, declared.name, value)


def options_of(owner: Any) -> tuple[Option, ...]:
    """The options that a dataclass declares, in order."""
    return _declared_options(owner)


@cache
def _declared_options(owner: Any) -> tuple[Option, ...]:
    hints = get_type_hints(owner)
    found = []
    for entry in fields(owner):
        if _KEY in entry.metadata:
            metadata = entry.metadata[_KEY]
            what, choices, optional, many = _parts_of(hints[entry.name])
            found.append(
                Option(entry.name, what, entry.default, choices=choices, optional=optional, many=many, **metadata)
            )
    return tuple(found)


def _parts_of(hint: Any) -> tuple[type, tuple[str, ...], bool, bool]:
    """Type, choices, whether None is allowed, whether there may be many."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (inner,) = [part for part in arguments if part is not type(None)]
        what, choices, _, many = _parts_of(inner)
        return what, choices, True, many
    if origin is Literal:
        return str, arguments, False, False
    if origin is tuple:
        what, choices, _, _ = _parts_of(arguments[0])
        return what, choices, False, True
    return hint, (), False, False


def changed(options: Any) -> dict[str, Any]:
    """The options whose values are not their defaults."""
    values = ((o, getattr(options, o.name)) for o in options_of(type(options)))
    return {o.name: value for o, value in values if value != o.default}


def formula_options(options: Any) -> dict[str, str]:
    """Every option that the formula depends on, as words for a header or a certificate; None is left out."""
    found: dict[str, str] = {}
    for declared in options_of(type(options)):
        value = getattr(options, declared.name)
        if declared.formula and value is not None:
            found[declared.name] = str(value).lower() if declared.type is bool else str(value)
    return found


def parse_formula_options(owner: type, words: Mapping[str, str]) -> dict[str, Any]:
    """Parse the words that `formula_options` wrote.

    Raises:
        UsageError: an option that *owner* does not have, or an invalid value.
    """
    known = {declared.name: declared for declared in options_of(owner) if declared.formula}
    for name in words:
        if name not in known:
            raise UsageError(f"unknown option {shown(name)}; known: {', '.join(known)}")
    return {name: known[name].parse(word) for name, word in words.items()}
