"""Flags: those of the engine and of the kinds are read from their dataclasses, the rest stand here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

import click

from satdnd.errors import UsageError
from satdnd.kinds import KINDS, NAMES
from satdnd.options import Option, options_of
from satdnd.settings import Settings, memory_size, own_options

F = TypeVar("F", bound=Callable[..., Any])

SOLVING = ("timeout", "memory", "way", "solver", "cardinality", "compilation", "connectivity")
"""The engine's flags, in the order of --help."""
ENCODING = ("cardinality", "connectivity", "timeout", "memory")
"""Those that matter where a formula is made."""


_WISHES = "satdnd.wishes"
"""Where a click context keeps the names of the kinds' flags that were added to a command."""


class _Number(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A number in the range that an option allows (click's own lets nan pass)."""

    def __init__(self, option: Option) -> None:
        self.name = "integer" if option.type is int else "number"
        self._option = option

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        try:
            number = self._option.type(value)
            self._option.check(number)
        except (ValueError, OverflowError, UsageError):
            self.fail(f"{value!r} is not {self._option.expected}.", parameter, context)
        return number


class _Size(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """An amount of memory."""

    name = "size"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        try:
            return memory_size(str(value))
        except UsageError:
            self.fail(f"{value!r} is not a size such as 512M or 2G.", parameter, context)


def flag(declared: Option, owners: Sequence[str] = ()) -> click.Option:
    """The flag of an option; None where it is not given, so that the option's own default holds."""
    help = declared.help + (f" [{', '.join(owners)}]" if owners else "")
    shared: dict[str, Any] = {"default": None, "help": help, "metavar": declared.metavar or None}
    if declared.type is bool:
        default_on = bool(declared.default)
        words = declared.switch or (f"{declared.flag}/--no-{declared.flag[2:]}" if default_on else declared.flag)
        return click.Option([words, declared.name], is_flag=True, default=None, help=help)
    if declared.choices:
        what: Any = click.Choice(declared.choices)
        shared["metavar"] = None
    elif declared.name == "memory":
        what = _Size()
    elif declared.type in (int, float):
        what = _Number(declared)
        shared["metavar"] = shared["metavar"] or "N"
    else:
        what = str
        shared["metavar"] = shared["metavar"] or "NAME"
    return click.Option([declared.flag, declared.name], type=what, multiple=declared.many, **shared)


@cache
def kind_options() -> dict[str, tuple[Option, tuple[str, ...]]]:
    """The options that kinds have of their own, by name, with the kinds that have them. Imports every kind's model."""
    found: dict[str, tuple[Option, tuple[str, ...]]] = {}
    for name, entry in KINDS.items():
        puzzle = getattr(import_module(f"satdnd.puzzles.{name}.model"), entry.puzzle)
        for declared in own_options(puzzle.options):
            known = found.get(declared.name)
            found[declared.name] = (declared, (*known[1], name) if known else (name,))
    return found


class KindCommand(click.Command):
    """A command that takes the kinds' own flags too; the kinds are imported only when one of them is used or shown."""

    own: tuple[str, ...] | None = None
    """Only these of the kinds' options; None: all."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """As click does, with the kinds' flags where something else than this command's own flags is there."""
        known = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
        if any(word.startswith("--") and word.split("=")[0] not in known for word in arguments):
            extra = [flag(*found) for name, found in kind_options().items() if self.own is None or name in self.own]
            self.params = [*self.params, *extra]
            context.meta[_WISHES] = [str(parameter.name) for parameter in extra]
        return super().parse_args(context, arguments)


def engine_options(*names: str) -> Callable[[F], F]:
    """The engine's flags of those names."""
    declared = {option.name: option for option in options_of(Settings)}

    def decorate(function: F) -> F:
        for name in reversed(names):
            _add(function, flag(_listed(declared[name])))
        return function

    return decorate


def _listed(declared: Option) -> Option:
    return (
        replace(declared, help=declared.help + " 'satdnd help options' lists the values.")
        if declared.name
        in (
            "solver",
            "cardinality",
            "way",
        )
        else declared
    )


def _add(function: Any, option: click.Option) -> None:
    """What click.option does for a ready option."""
    if not hasattr(function, "__click_params__"):
        function.__click_params__ = []
    function.__click_params__.append(option)


def puzzles_argument(function: F) -> F:
    """PUZZLE...: files, directories or -."""
    return click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=click.Path())(function)


def kind_option(function: F) -> F:
    """--kind, for inputs that do not tell."""
    return click.option(
        "--kind", type=click.Choice(NAMES), help="Kind of the puzzles; told from name and content otherwise."
    )(function)


def proof_option(function: F) -> F:
    """--proof, for commands whose answers can be certified."""
    return click.option(
        "--proof",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Leave a certificate of 'unique' or 'unsolvable'.",
    )(function)


def coordinates_option(function: F) -> F:
    """--coordinates, for drawings."""
    return click.option("--coordinates", is_flag=True, help="Number rows and columns at the margins, from 1.")(function)


def output_options(*formats: str, quiet: bool = False) -> Callable[[F], F]:
    """--format with the given choices (the first is the default), --output, --verbose, --quiet where there is one."""

    def decorate(function: F) -> F:
        options = [
            click.option("--verbose", is_flag=True, help="Sizes, times and solver statistics on standard error."),
            click.option(
                "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there, whole or not at all."
            ),
            click.option(
                "--format",
                "style",
                type=click.Choice(formats),
                default=formats[0],
                help="Text for people, JSON Lines for programs.",
            ),
        ]
        if quiet:
            options.append(click.option("--quiet", is_flag=True, help="One line a puzzle, no drawings."))
        for option in options:
            function = option(function)
        return function

    return decorate


def settings_of(given: dict[str, Any]) -> Settings:
    """The engine's settings among a command's keyword arguments. UsageError for a value that does not fit."""
    names = {declared.name for declared in options_of(Settings)}
    return Settings(**{name: given[name] for name in names if given.get(name) is not None})


def wishes_of(context: click.Context, given: dict[str, Any]) -> dict[str, Any]:
    """The kinds' own options that were given."""
    return {name: given[name] for name in context.meta.get(_WISHES, ()) if given[name] not in (None, ())}
