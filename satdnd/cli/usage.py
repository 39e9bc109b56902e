"""Options in a command's --help: in groups and, if a kind is named, only those that it can use."""

from __future__ import annotations

from collections.abc import Sequence

import click

from satdnd.engine.kind import kind_named
from satdnd.engine.kind_files import is_kind_file, kind_of_file
from satdnd.engine.options import options_of
from satdnd.engine.settings import Settings
from satdnd.registry import KINDS

_KIND = "satdnd.kind"
"""Key, in a click context, of the kind that the command line names."""
_FIRST = ("style", "file")
"""--format and --output come first in the list."""
_VALUES = "'satdnd help options' lists the values"
_OUTPUT = ("quiet", "verbose", "coordinates", "boards", "proof", "folder")


class GroupedCommand(click.Command):
    """A command whose --help groups its options."""

    def owners(self, name: str) -> tuple[str, ...]:
        """The kinds that have this option."""
        return ()

    def is_wish(self, context: click.Context, name: str) -> bool:
        """Whether it is a generator option."""
        return False

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Like click's method, but records the kind for --help, which is handled before the rest is read."""
        context.meta[_KIND] = _named(arguments)
        return super().parse_args(context, arguments)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Groups: the command's own options, output, the engine's settings, options of kinds."""
        kind = context.meta.get(_KIND)
        engine = {declared.name for declared in options_of(Settings)}
        groups: dict[str, list[tuple[str, str]]] = {"Options": [], "Output": [], "Solver": []}
        elsewhere = list[str]()
        for parameter in sorted(self.get_params(context), key=_place):
            name, record = str(parameter.name), parameter.get_help_record(context)
            if record is None or not isinstance(parameter, click.Option):
                continue
            if owners := self.owners(name):
                if not kind:
                    elsewhere.append(f"{parameter.opts[0]} ({', '.join(owners)})")
                elif kind in owners:
                    groups.setdefault(f"Options of {kind}", []).append(record)
            elif name in engine:
                if not kind or _useful(kind, name):
                    groups["Solver"].append(record)
            elif self.is_wish(context, name):
                groups.setdefault("Requirements", []).append(record)
            else:
                groups["Output" if name in _OUTPUT else "Options"].append(record)
        if any(flag.startswith(("--way", "--solver")) for flag, _ in groups["Solver"]):
            groups[f"Solver ({_VALUES})"] = groups.pop("Solver")
        for title, records in groups.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
        if elsewhere:
            with formatter.section("Options of one kind (--kind KIND --help describes them)"):
                formatter.write_text(", ".join(elsewhere))


def _named(arguments: Sequence[str]) -> str:
    """The kind that --kind names; empty if there is none."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    found = [words[i + 1] for i, word in enumerate(words[:-1]) if word == "--kind"]
    return next(filter(None, map(kind_of_word, found)), "")


def kind_of_word(word: str) -> str:
    """The kind that a word of the command line names, by its name or its file; empty if it names none."""
    if is_kind_file(word):
        return kind_of_file(word)
    return word if word in KINDS else ""


def _place(parameter: click.Parameter) -> int:
    """The sort key: --format, --output, then as declared."""
    return _FIRST.index(str(parameter.name)) if parameter.name in _FIRST else len(_FIRST)


def _useful(kind: str, setting: str) -> bool:
    """Whether there is a choice for this setting."""
    known = kind_named(kind)
    if setting == "way":
        return len(known.way_names) > 1
    return setting not in ("cardinality", "compilation", "connectivity") or setting in known.choices
