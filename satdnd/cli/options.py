"""Options of commands: those of the engine and of kinds come from their dataclasses, the rest are defined here.

Related options reach a command as one value: ``settings``, ``output``, and ``wishes``, the options of kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from satdnd.cli.output import Output
from satdnd.cli.usage import GroupedCommand, kind_of_word
from satdnd.draw import forms
from satdnd.engine.kind import kind_named
from satdnd.engine.options import Option, options_of
from satdnd.engine.settings import Settings, memory_size, own_options
from satdnd.errors import UsageError
from satdnd.formats.loading import JSON_SUFFIXES
from satdnd.registry import KINDS, NAMES, known_as, loadable_kinds
from satdnd.setter.parts import Generator

F = TypeVar("F", bound=Callable[..., Any])

DRAWING_ENDINGS = {**forms.ENDINGS, **dict.fromkeys(JSON_SUFFIXES, "json")}
"""Drawing formats by the extension of the output file."""
IMAGE_ENDINGS = (*forms.ENDINGS, *forms.OTHERS)
"""Extensions of image files."""
SIZES = ("height", "width")
"""The generator options that --size sets."""
MOST_WORKERS = 1024
"""The most worker processes."""
SOLVING = ("timeout", "memory", "way", "solver", "cardinality", "compilation", "connectivity")
"""The engine's options, in the order of --help."""
ENCODING = ("cardinality", "connectivity", "timeout", "memory")
"""The engine's options that matter for making a formula."""


_WISHES = "satdnd.wishes"
"""Key, in a click context, of the options from the recipe of the kind named in this call."""


class _Number(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A number in the range that an option allows (click's own type accepts nan)."""

    def __init__(self, option: Option) -> None:
        self.name = "integer" if option.type is int else "number"
        self._option = option

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """The number. Raises click's error, with what was expected, for any other text."""
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
        """The number of bytes. Raises click's error for an invalid size."""
        try:
            return memory_size(str(value))
        except UsageError:
            self.fail(f"{value!r} is not a size such as 512M or 2G.", parameter, context)


class SettingValue(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A name that kinds or PySAT know. Unknown names are accepted here, since a command may be open; `_settings`
    rejects them.
    """

    name = "name"

    def __init__(self, setting: str) -> None:
        self._setting = setting

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The values that begin with *incomplete*, for the kind that is named."""
        if self._setting == "solver":
            from satdnd.sat.session import solver_names

            known: Iterable[str] = ("auto", *solver_names())
        else:
            named = ctx.params.get("kind")
            known = ("auto", *setting_values(self._setting, [named] if named in KINDS else loadable_kinds()))
        return [CompletionItem(word) for word in known if word.startswith(incomplete)]


def setting_values(setting: str, kinds: Iterable[str]) -> dict[str, None]:
    """The ways, or the values of an encoding's setting, that any of *kinds* has."""
    found = map(kind_named, kinds)
    return {word: None for k in found for word in (k.way_names if setting == "way" else k.choices.get(setting, ()))}


class _KindName(click.Choice):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.2 on
    """The name of a kind, or the file of one, which is imported."""

    def __init__(self) -> None:
        super().__init__(NAMES)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """The kind's name. Raises click's error, which names the kind that is called so elsewhere."""
        if name := kind_of_word(value):
            return name
        if known := known_as(value):
            self.fail(f"{value!r} is not the name of a kind; {known}.", parameter, context)
        return super().convert(value, parameter, context)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin with *incomplete*; if there are none, files."""
        return super().shell_complete(ctx, param, incomplete) or [CompletionItem(incomplete, type="file")]


class _PuzzleFormat(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A format of puzzles; which ones are valid is known when there is a puzzle."""

    name = "format"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The formats that begin with *incomplete*, for the kind that is named."""
        named = ctx.params.get("kind")
        texts = [kind_named(name).texts for name in ([named] if named in KINDS else loadable_kinds())]
        known = dict.fromkeys(["json", *(style for text in texts for style in text.formats)])
        return [CompletionItem(word) for word in known if word.startswith(incomplete)]


def puzzle_format_option(help: str) -> Callable[[F], F]:
    """The option --format for writing puzzles, as ``style``."""
    return click.option("--format", "style", type=_PuzzleFormat(), metavar="FORMAT", help=help)


def flag(declared: Option, owners: Sequence[str] = ()) -> click.Option:
    """The command line option for *declared*; None if not given, so that the declared default applies."""
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
    elif declared.name in ("solver", "way", "cardinality"):
        what = SettingValue(declared.name)
    elif declared.type in (int, float):
        what = _Number(declared)
        shared["metavar"] = shared["metavar"] or "N"
    else:
        what = str
        shared["metavar"] = shared["metavar"] or "NAME"
    return click.Option([declared.flag, declared.name], type=what, multiple=declared.many, **shared)


@cache
def kind_options() -> dict[str, tuple[Option, tuple[str, ...]]]:
    """The kinds' own options, by name, with the kinds that have them; imports no kind."""
    own = [entry for entry in KINDS.values() if entry.has_options]
    modules = [import_module(f"satdnd.kinds.{entry.name}.options") for entry in own]
    classes = [getattr(module, f"{entry.puzzle}Options") for module, entry in zip(modules, own, strict=True)]
    return _by_name((entry.name, own_options(options)) for entry, options in zip(own, classes, strict=True))


def _by_name(declared: Iterable[tuple[str, Iterable[Option]]]) -> dict[str, tuple[Option, tuple[str, ...]]]:
    """Options by name, with all kinds that have them; the last declaration of a name counts."""
    found: dict[str, tuple[Option, tuple[str, ...]]] = {}
    for kind, options in declared:
        for option in options:
            found[option.name] = (option, (*found.get(option.name, (option, ()))[1], kind))
    return found


class _CommandWithKindOptions(GroupedCommand):
    """A command with options of kinds; those given are passed as one argument, ``wishes``."""

    def invoke(self, context: click.Context) -> Any:
        """Collect the options of kinds, then invoke the command."""
        names = [*kind_options(), *(str(option.name) for option in context.meta.get(_WISHES, ()))]
        values = {name: context.params.pop(name) for name in names if name in context.params}
        context.params["wishes"] = {name: value for name, value in values.items() if value not in (None, ())}
        return super().invoke(context)


class KindCommand(_CommandWithKindOptions):
    """A command that also takes the options of kinds."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += [flag(*found) for found in kind_options().values() if found[0].only in ("", self.name)]

    def owners(self, name: str) -> tuple[str, ...]:
        """The kinds that have this option."""
        return kind_options().get(name, (None, ()))[1]

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Like click's method; for an option of another command, the error names that command."""
        try:
            return super().parse_args(context, arguments)
        except click.NoSuchOption as error:
            for declared, _ in kind_options().values():
                if declared.flag == error.option_name:
                    message = f"{declared.flag} belongs to 'satdnd {declared.only}'"
                    raise click.UsageError(message, context) from None
            raise


class RecipeCommand(_CommandWithKindOptions):
    """A command with the generator options of the named kind, or those of all kinds."""

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        """The parameters of this call, with --help last."""
        own = super().get_params(context)
        return [*own[:-1], *context.meta.get(_WISHES, ()), *own[-1:]]

    def is_wish(self, context: click.Context, name: str) -> bool:
        """Whether it is a generator option in this call."""
        return any(name == wish.name for wish in context.meta.get(_WISHES, ()))

    def _kind(self, arguments: Sequence[str]) -> str:
        """The kind that is named, before click has read the arguments: not by the value of an option."""
        own = (option for option in self.params if isinstance(option, click.Option) and not option.is_flag)
        takers = {flag for option in own for flag in option.opts}
        words = (word for before, word in pairwise(["", *arguments]) if before not in takers)
        return next(filter(None, map(kind_of_word, words)), "")

    @staticmethod
    def _wishes(named: str) -> list[click.Option]:
        """The options for the kind's recipe, except the size."""
        generators = {name: kind_named(name).require(Generator) for name in ([named] if named else loadable_kinds())}
        found = _by_name((name, options_of(generator.recipe)) for name, generator in generators.items())
        wishes = [wish for name, wish in found.items() if name not in SIZES]
        lacking = [[name for name in generators if name not in owners] for _, owners in wishes]
        return [
            flag(wish, owners if len(others) >= len(owners) else [f"not {', '.join(others)}"] if others else ())
            for (wish, owners), others in zip(wishes, lacking, strict=True)
        ]

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Like click's method; for an option of other kinds, the error names those kinds."""
        named = self._kind(arguments)
        context.meta[_WISHES] = self._wishes(named)
        try:
            return super().parse_args(context, arguments)
        except click.NoSuchOption as error:
            wish = error.option_name.lstrip("-").replace("-", "_")
            recipes = {name: kind_named(name).require(Generator).recipe for name in loadable_kinds()}
            able = [name for name, recipe in recipes.items() if wish in recipe.__dataclass_fields__]
            if able and named and wish not in SIZES:
                message = f"The generator of {named} has no {error.option_name}; these have it: {', '.join(able)}"
                raise click.UsageError(message, context) from None
            raise


def engine_options(*names: str, hidden: Sequence[str] = ()) -> Callable[[F], F]:
    """Add the engine's options *names*, as ``settings``; --help leaves out the *hidden* ones."""
    declared = {option.name: option for option in options_of(Settings)}

    def decorate(function: F) -> F:
        """*function* with the options, in order."""
        function = together(function, "settings", names, _settings)
        for name in reversed(names):
            added = flag(declared[name])
            added.hidden = name in hidden
            _add(function, added)
        return function

    return decorate


def together(function: F, name: str, flags: Sequence[str], make: Callable[..., Any], shared: Sequence[str] = ()) -> F:
    """Replace the options *flags* of *function* by one argument *name*, made by *make* from those that exist.

    Those in *shared* reach *function* as well.
    """

    @wraps(function)
    def command(*args: Any, **given: Any) -> Any:
        """Call *function* with the combined argument."""
        kept = {flag: given[flag] for flag in shared if flag in given}
        made = make(**kept, **{flag: given.pop(flag) for flag in flags if flag in given})
        return function(*args, **given, **{name: made})

    return command  # type: ignore[return-value]  # what click calls


def _add(function: Any, option: click.Option) -> None:
    """Like click.option, for an existing option object."""
    if not hasattr(function, "__click_params__"):
        function.__click_params__ = []
    function.__click_params__.append(option)


puzzles_argument = click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=click.Path())
"""Files, directories or -."""
kind_option = click.option(
    "--kind",
    type=_KindName(),
    metavar="KIND",
    help="Kind of puzzle, if neither name nor content shows it ('satdnd help' lists them); or a file, KIND.py.",
)
kind_argument = click.argument("kind", metavar="KIND", type=_KindName())
proof_option = click.option(
    "--proof", type=click.Path(file_okay=False), metavar="DIR", help="Write a certificate that 'check' replays."
)
coordinates_option = click.option("--coordinates", is_flag=True, help="Number rows and columns in the margins, from 1.")
boards_option = click.option("--boards", is_flag=True, help="Show the board after each step.")
"""For explanations."""
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="Worker processes [default: one per core].",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Use the workers of a Dask scheduler, tcp://HOST:PORT (needs the extra 'cluster').",
)
output_option = click.option(
    "--output",
    "file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write to FILE (atomically); - is standard output.",
)
"""A file that is written whole, as ``file``."""


def output_options(*formats: str, quiet: bool = False) -> Callable[[F], F]:
    """Add --format with the given choices, --output, --verbose, and optionally --quiet; as ``output``, with others.

    Without --format, the first format applies; if images are among them, the extension of --output decides.
    """

    def make(file: str | None, style: str | None, **flags: Any) -> Output:
        """The output that the options describe."""
        if set(forms.IMAGES) & set(formats):
            style = style_of(style, file, formats[0], DRAWING_ENDINGS)
        return Output(file, style or formats[0], **flags)

    def decorate(function: F) -> F:
        """*function* with the options, the last one first."""
        flags = ("file", "style", "verbose", "quiet", "coordinates", "boards")
        function = together(function, "output", flags, make, shared=["settings"])
        verbose = "Sizes, times and solver statistics, on standard error."
        function = output_option(click.option("--verbose", is_flag=True, help=verbose)(function))
        help_text = "Text for people, JSON Lines for programs."
        function = click.option("--format", "style", type=click.Choice(formats), help=help_text)(function)
        if quiet:
            function = click.option("--quiet", is_flag=True, help="One line per puzzle, no drawings.")(function)
        return function

    return decorate


def puzzle_endings() -> dict[str, str]:
    """Puzzle formats by the extension of the output file."""
    of_kinds = {suffix: "text" for entry in KINDS.values() for suffix in entry.suffixes}
    others = {".c": "c", ".sdm": "sdm", ".sdk": "sdk", ".opensudoku": "opensudoku"}
    return of_kinds | others | dict.fromkeys(JSON_SUFFIXES, "json")


def style_of(style: str | None, file: str | None, usual: str, endings: Mapping[str, str] | None = None) -> str:
    """The format from --format, or else from the extension of --output (of puzzles, if *endings* has no others), or
    else *usual*.

    Raises:
        UsageError: the extension of an unsupported image format.
    """
    ending = Path(file or "").suffix.lower()
    endings = puzzle_endings() if endings is None else endings
    if not style and ending in IMAGE_ENDINGS and ending not in endings:
        made = [form for end, form in endings.items() if end in IMAGE_ENDINGS]
        known = f"; known are {', '.join(made)}" if made else ": 'satdnd show' draws"
        raise UsageError(f"{file}: satdnd makes no images of that format{known}")
    return style or endings.get(ending, usual)


def booklet_ending(output: str | None) -> None:
    """Raise UsageError for any extension but that of a PDF."""
    ending = Path(output or "").suffix.lower()
    if ending in IMAGE_ENDINGS and ending != ".pdf":
        raise UsageError(f"{output}: a booklet is a PDF; 'satdnd show' draws the other formats")
    if ending not in ("", ".pdf"):
        raise UsageError(f"{output}: a booklet is a PDF, expected a name that ends in .pdf")


def _settings(**given: Any) -> Settings:
    """The engine's settings. Raises UsageError for a name that no kind knows: every puzzle would be an error."""
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    if settings.solver != "auto" and not settings.solver.startswith("external:"):
        from satdnd.sat.session import resolve_solver

        resolve_solver(settings.solver)
    for name in ("way", "cardinality"):
        value = getattr(settings, name)
        if value != "auto" and not any(value in setting_values(name, [kind]) for kind in loadable_kinds()):
            known = setting_values(name, loadable_kinds())
            raise UsageError(f"unknown {name} {value!r}; known: {', '.join(known)}")
    return settings
