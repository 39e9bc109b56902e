"""Options that mean the same in every command (CLI reference: docs/cli.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click

from satdnd.puzzle import KIND_NAMES, Settings

F = TypeVar("F", bound=Callable[..., Any])


class _Seconds(click.FloatRange):
    """A time limit: 0 or more, and a number (FloatRange lets nan pass)."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        seconds = super().convert(value, parameter, context)
        if seconds != seconds:
            self.fail(f"{value!r} is not a number of seconds.", parameter, context)
        return seconds


def timeout_option(function: F) -> F:
    """--timeout, for each puzzle."""
    return click.option("--timeout", type=_Seconds(min=0), metavar="SECONDS", help="Wall time for each puzzle.")(
        function
    )


def puzzles_argument(function: F) -> F:
    """PUZZLE...: files, directories or -."""
    return click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=click.Path())(function)


def kind_option(function: F) -> F:
    """--kind, for inputs that do not tell."""
    return click.option(
        "--kind", type=click.Choice(KIND_NAMES), help="Kind of the puzzles; told from name and content otherwise."
    )(function)


def solving_options(function: F) -> F:
    """How to solve: topology, solver, encodings, time limit."""
    for option in (
        timeout_option,
        click.option(
            "--connectivity",
            type=click.Choice(["auto", "lazy", "planar", "ordered"]),
            default="auto",
            help="Connectivity by lazy cuts (default) or by a self-contained encoding.",
        ),
        click.option(
            "--compilation",
            type=click.Choice(["auto", "direct", "template"]),
            default="auto",
            help="Compile each puzzle, or one template for a size.",
        ),
        click.option("--cardinality", default="auto", metavar="NAME", help="PySAT's encoding for the counts."),
        click.option(
            "--solver",
            default="auto",
            metavar="NAME",
            help="A solver of PySAT, external:COMMAND, or backtrack (dungeon); auto: what benchmarks found best.",
        ),
        topology_option,
    ):
        function = option(function)
    return function


def encoding_options(function: F) -> F:
    """How a formula is made: topology, cardinality, connectivity."""
    for option in (
        click.option(
            "--connectivity",
            type=click.Choice(["auto", "planar", "ordered"]),
            default="auto",
            help="The self-contained encoding of connectivity; planar for dungeons.",
        ),
        click.option("--cardinality", default="auto", metavar="NAME", help="PySAT's encoding for the counts."),
        topology_option,
    ):
        function = option(function)
    return function


def engine_options(function: F) -> F:
    """--engine and --metric, for kinds that have a choice."""
    for option in (
        click.option("--metric", type=click.Choice(["step", "slide", "move"]), help="What counts as a move (klotski)."),
        click.option(
            "--engine",
            type=click.Choice(["auto", "sat", "search"]),
            default="auto",
            help="SAT or search, where a kind has both (unattacked, klotski).",
        ),
    ):
        function = option(function)
    return function


def proof_option(function: F) -> F:
    """--proof, for commands whose answers can be certified."""
    return click.option(
        "--proof",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Leave a certificate of 'unique' or 'unsolvable'.",
    )(function)


def topology_option(function: F) -> F:
    """--topology, for dungeons."""
    return click.option(
        "--topology",
        type=click.Choice(["connected", "tree", "local"]),
        default="connected",
        help="How strict connectivity is (dungeon).",
    )(function)


def output_options(*formats: str) -> Callable[[F], F]:
    """--format with the given choices (the first is the default), --output, --verbose."""

    def decorate(function: F) -> F:
        for option in (
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
        ):
            function = option(function)
        return function

    return decorate


def settings_of(options: dict[str, Any]) -> Settings:
    """Take the solving options out of a command's keyword arguments."""
    fields = (
        "topology",
        "solver",
        "cardinality",
        "compilation",
        "connectivity",
        "timeout",
        "steps",
        "metric",
        "engine",
    )
    return Settings(**{name: options.pop(name) for name in fields if name in options})


NAMED = ("topology", "cardinality", "connectivity", "metric")
"""Settings with words as values that an exported file names."""


def with_options(settings: Settings, told: dict[str, str]) -> Settings:
    """*settings* with the options that an exported file names."""
    fields: dict[str, Any] = {name: told[name] for name in NAMED if name in told}
    if told.get("steps", "").isdigit():
        fields["steps"] = int(told["steps"])
    return replace(settings, **fields)
