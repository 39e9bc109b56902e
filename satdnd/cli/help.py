"""``satdnd help``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from satdnd.kind import kind_named
from satdnd.kinds import KINDS, NAMES
from satdnd.options import Option, options_of
from satdnd.settings import own_options


@click.command("help")
@click.argument("topic", required=False, type=click.Choice((*NAMES, "options")), metavar="[KIND|options]")
@click.pass_context
def command(context: click.Context, topic: str | None) -> None:
    """The rules of a kind, its formats with an example each, its options; or the values of the shared options.

    \b
    Example:
      satdnd help dungeon
    """
    if topic is None:
        click.echo(context.parent.get_help() if context.parent else "")
        click.echo("\nPuzzle kinds (satdnd help KIND tells the rules and the formats):")
        width = max(map(len, NAMES))
        for entry in KINDS.values():
            click.echo(f"  {entry.name:{width}}  {entry.title} ({', '.join(entry.suffixes)})")
        return
    click.echo("\n".join(_shared() if topic == "options" else _kind(topic)))


def _kind(name: str) -> Iterator[str]:
    kind = kind_named(name)
    yield f"{name} - {kind.title}"
    yield ""
    yield "Rules (their ids are those of faults):"
    for rule, sentence in kind.rules.items():
        yield from _wrapped(sentence, f"  {rule}: ")
    yield ""
    yield f"Formats, in files that end in {', '.join(KINDS[name].suffixes)}, .json or .jsonl, or on standard input:"
    yield from (f"  {line}".rstrip() for line in kind.texts.help.strip("\n").split("\n"))
    yield f"  'satdnd convert --format' writes: json, {', '.join(kind.texts.styles)}"
    yield ""
    yield "Ways of searching (--way):"
    for way in kind.ways:
        yield from _wrapped(way.help, f"  {way.name}: ")
    for setting, values in kind.choices.items():
        yield from _wrapped(", ".join(values), f"  --{setting}: ")
    own = own_options(kind.options)
    if own:
        yield ""
        yield "Options of its own:"
        for declared in own:
            yield from _option(declared)
    if kind.recipe:
        yield ""
        yield f"Wishes of 'satdnd generate {name}':"
        for declared in options_of(kind.recipe):
            if declared.name not in ("height", "width"):
                yield from _option(declared)
    yield ""
    yield f"Try it: satdnd example {name} | satdnd solve -"


def _option(declared: Option) -> Iterator[str]:
    values = f" ({', '.join(declared.choices)})" if declared.choices else ""
    yield from _wrapped(declared.help + values, f"  {declared.flag}: ")


def _shared() -> Iterator[str]:
    from satdnd.encodings.cardinality import NAMES as ENCODINGS
    from satdnd.external import COMMANDS
    from satdnd.sat import solver_names

    yield "Values of the options that all kinds share (a kind refuses what it has no use for):"
    yield from _wrapped(", ".join(solver_names()), "  --solver: ")
    yield from _wrapped(", ".join(f"external:{name}" for name in COMMANDS) + ", external:COMMAND", "  --solver: ")
    yield from _wrapped(", ".join(ENCODINGS), "  --cardinality: ")
    for name in NAMES:
        yield from _wrapped(", ".join(kind_named(name).way_names), f"  --way, {name}: ")


def _wrapped(text: str, label: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, 80, initial_indent=label, subsequent_indent="    ", break_on_hyphens=False)
