"""``satdnd help``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from textwrap import wrap
from typing import Any

import click
from click.shell_completion import CompletionItem

from satdnd.cli import COMMANDS
from satdnd.cli.usage import kind_of_word
from satdnd.engine.options import Option, options_of
from satdnd.engine.settings import own_options
from satdnd.registry import KINDS, NAMES, OTHER_NAMES, families, kind_object, known_as, loadable_kinds

WIDTH = 80
COMPLETION = 'eval "$(_SATDND_COMPLETE=bash_source satdnd)"'


class _Topic(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A kind, a command, or ``options``."""

    name = "topic"
    topics = (*NAMES, *COMMANDS, "options")

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """The word, or the kind of a file. Raises click's error for any other, without a list, which would be long."""
        name = value if value in self.topics else kind_of_word(value)
        if not name:
            near = get_close_matches(str(value), self.topics, 1)
            more = f"did you mean {near[0]!r}?" if near else "'satdnd help' lists both."
            self.fail(f"{value!r} is neither a kind nor a command; {known_as(value) or more}", parameter, context)
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The topics that begin with *incomplete*."""
        return [CompletionItem(topic) for topic in self.topics if topic.startswith(incomplete)]


@click.command("help")
@click.argument("topic", required=False, type=_Topic(), metavar="[KIND|COMMAND|options]")
@click.pass_context
def command(context: click.Context, topic: str | None) -> None:
    """The rules of a kind, its formats with an example each, its options; the help of a command; or the values that
    shared options take.

    \b
    Examples:
      satdnd help dungeon
      satdnd help solve
    """
    if topic in COMMANDS:
        group: click.Command = import_module(f"satdnd.cli.{topic}").command
        group.main(["-h"], prog_name=f"satdnd {topic}", standalone_mode=False, help_option_names=["-h", "--help"])
        return
    if topic is None:
        click.echo(context.parent.get_help() if context.parent else "")
    lines = _overview() if topic is None else _shared() if topic == "options" else _kind(topic)
    click.echo("\n".join(lines))


def _overview() -> Iterator[str]:
    yield "\nPuzzle kinds ('satdnd help KIND' shows the rules and formats):"
    width = max(map(len, NAMES))
    for family, names in families().items():
        yield f"\n{family.capitalize()}:"
        for entry in map(KINDS.__getitem__, names):
            title = entry.title if entry.own or entry.name not in loadable_kinds() else kind_object(entry.name).title
            others = "".join(f"; {name}" for name in OTHER_NAMES.get(entry.name, ()))
            yield from _wrap(
                f"{title} ({', '.join(entry.suffixes)}){others}", f"  {entry.name:{width}}  ", " " * (width + 4)
            )
    yield "\nCells in text are r1c1, r1c2, ...: row and column from 1. JSON counts both from 0."
    yield "\nCompletion in bash (in other shells zsh_source, fish_source):"
    yield f"  {COMPLETION}"


def _kind(name: str) -> Iterator[str]:
    from satdnd.engine.kind import kind_named
    from satdnd.setter.parts import Generator

    kind = kind_named(name)
    yield f"{name} - {kind.title}"
    if name in OTHER_NAMES:
        yield from _wrap(", ".join(OTHER_NAMES[name]), "also called: ")
    yield ""
    yield from _wrap(kind.play, "  ", "  ")
    yield "\nRules (faults use the same ids):"
    for rule, sentence in kind.rules.items():
        yield from _wrap(sentence, f"  {rule}: ")
    endings = ", ".join((*KINDS[name].suffixes, ".json", ".jsonl"))
    yield ""
    yield from _wrap(f"Formats (in files that end in {endings}):", "")
    yield from _paragraphs(kind.texts.help)
    yield from _wrap(", ".join(("json", *kind.texts.formats)), "  'satdnd convert --format' writes: ")
    yield "\nSearch methods:"
    for way in kind.ways:
        yield from _wrap(way.help, f"  --way {way.name}: ")
    if kind.choices:
        yield "\nEncodings ('auto' is the best one):"
    for setting, values in kind.choices.items():
        yield from _wrap(", ".join(values), f"  --{setting}: ")
    yield from _options("\nIts own options:", own_options(kind.options))
    if generator := kind.part(Generator):
        wishes = [declared for declared in options_of(generator.recipe) if declared.name not in ("height", "width")]
        yield from _options(f"\nOptions of 'satdnd generate {name}', besides --size:", wishes)
    word = KINDS[name].file
    yield f"\nTry it: satdnd example {word or name} | satdnd solve {f'--kind {word} -' if word else '-'}"


def _options(title: str, options: Iterable[Option]) -> Iterator[str]:
    for number, declared in enumerate(options):
        if not number:
            yield title
        values = f" ({', '.join(declared.choices)})" if declared.choices else ""
        yield from _wrap(declared.help + values, f"  {declared.switch or declared.flag}: ")


def _shared() -> Iterator[str]:
    from satdnd.engine.kind import kind_named
    from satdnd.sat.external import COMMANDS
    from satdnd.sat.session import solver_names

    yield "Values of the options that kinds share; a kind refuses what it cannot use."
    yield "\n--solver NAME:"
    yield from _wrap(", ".join(solver_names()), "  ", "  ")
    yield "\n--solver external:NAME, or external:COMMAND for any program that reads DIMACS:"
    yield from _wrap(", ".join(COMMANDS), "  ", "  ")
    for setting in ("way", *CHOICES):
        yield f"\n--{setting} NAME:"
        alike = dict[tuple[str, ...], list[str]]()
        for kind in map(kind_named, loadable_kinds()):
            values = kind.way_names if setting == "way" else kind.choices.get(setting, ())
            alike.setdefault(tuple(values), []).append(kind.name)
        for values, kinds in alike.items():
            if values:
                yield from _wrap(f"{', '.join(kinds)}: {', '.join(values)}", "  ")


CHOICES = ("cardinality", "compilation", "connectivity")
"""Settings for which each kind supports only some values."""


def _paragraphs(text: str) -> Iterator[str]:
    """*text* with its prose wrapped; indented lines stay as they are."""
    for indented, lines in groupby(text.strip("\n").split("\n"), lambda line: not line or line[0] == " "):
        if indented:
            yield from (f"  {line}".rstrip() for line in lines)
        else:
            yield from _wrap(" ".join(lines), "  ", "  ")


def _wrap(text: str, label: str, indent: str = "    ") -> list[str]:
    return wrap(text, WIDTH, initial_indent=label, subsequent_indent=indent, break_on_hyphens=False)
