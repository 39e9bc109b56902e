"""The pages of docs/api/: signatures and docstrings, area by area, for `build.py`."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.engine.options import Option, options_of
from satdnd.engine.settings import own_options
from satdnd.registry import KINDS
from satdnd.setter.parts import Generator

AREAS = {
    "puzzles": ("Puzzles: reading, writing, making", ["load", "loads", "dumps", "generate"]),
    "answers": (
        "Questions and answers",
        ["solve", "unique", "count", "forced", "solutions", "faults", "Answer", "Fault", "Settings"],
    ),
    "players": (
        "For players",
        [
            "hint",
            "explain",
            "judge",
            "rate",
            "Hint",
            "Explanation",
            "Step",
            "Judgement",
            "Verdict",
            "Difficulty",
            "replay.check",
        ],
    ),
    "setters": ("For setters", ["diagnose", "Diagnosis", "booklet"]),
    "training": ("For training and testing programs", ["dataset", "PuzzleDataset", "score_answer"]),
    "pictures": ("Pictures", ["render", "picture", "Picture"]),
    "proofs": ("Formulas and proofs", ["export", "certify", "check"]),
    "solvers": ("Solvers that stay warm, and tasks", ["Solver", "DungeonSolver", "Task", "tasks.run", "Budget"]),
    "errors": (
        "Errors",
        ["SatdndError", "InputError", "UsageError", "Undecided", "CannotFulfil", "EncodingBug"],
    ),
}
"""Of each page its title, and what stands there in that order; a page of the kinds' own classes follows."""
BASES = ["Puzzle", "Solution"]
"""What all classes of kinds have; they stand on the page of the kinds."""

_MADE = "Made by `make docs` from the docstrings; [the API](../api.md) has examples."
_SECTION = re.compile(r"(Args|Attributes|Returns|Raises|Yields):")


def pages() -> Iterator[tuple[str, str]]:
    """Every page's name with its text."""
    for name, (title, things) in AREAS.items():
        yield name, "\n\n".join([f"# {title}", _MADE, *map(_entry, things)]) + "\n"
    yield "kinds", "\n\n".join(["# Kinds", _MADE, *map(_entry, BASES), *map(_kind, KINDS)]) + "\n"


def _entry(name: str) -> str:
    """A function or a class."""
    thing: Any = satdnd
    for part in name.split("."):
        thing = getattr(thing, part)
    head = f"## {name}\n\n```python\nsatdnd.{_call(name, thing)}\n```"
    about = [head, _text(inspect.getdoc(thing) or "")]
    if thing is satdnd.Settings:
        about.append(_options(thing))
    if inspect.isclass(thing):
        about.append(_members(thing))
    return "\n\n".join(filter(None, about))


def _call(name: str, thing: Any) -> str:
    """How it is called: names and defaults."""
    if inspect.isclass(thing) and issubclass(thing, Exception) and "__init__" not in vars(thing):
        return f"{name}(message)"
    if getattr(thing, "_is_protocol", False):
        return name
    shown = []
    stars = False
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:  # of the options: by keyword only
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            shown.append(f"**{parameter.name}")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not stars:
            shown.append("*")
            stars = True
        made = repr(parameter.default)
        default = "" if parameter.default is parameter.empty else "=..." if made.startswith("<") else f"={made}"
        shown.append(parameter.name + default)
    return f"{name}({', '.join(shown)})"


def _text(doc: str) -> str:
    """A docstring in Markdown: its sections as lists, its code as code."""
    doc, _, example = doc.partition("Example::\n")
    found, inside = list[str](), ""
    for line in re.sub(r"``(.+?)``", r"`\1`", doc).split("\n"):
        section = _SECTION.fullmatch(line)
        if section:
            inside = section[1]
            found += [f"**{inside}**", ""]
        elif inside and (item := re.fullmatch(r"    (\*{0,2}\w+): (.+)", line)) and inside != "Returns":
            found.append(f"- `{item[1]}`: {item[2]}")
        else:
            found.append(f"  {line.strip()}" if inside and line.startswith("     ") else line.strip())
    if example:
        found += ["", "```python", textwrap.dedent(example).strip(), "```"]
    return "\n".join(found).strip()


def _members(made: type) -> str:
    """Fields, properties and methods of a class that are its own or inherited from ours, with their docstrings; of an
    answer what it has beside `Answer`."""
    told = dict[str, str]()
    common = satdnd.Answer.__mro__ if made is not satdnd.Answer else ()
    for base in reversed(made.__mro__):
        if not base.__module__.startswith("satdnd") or base in common:
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for one, following in zip(tree.body, [*tree.body[1:], None], strict=True):
            if isinstance(one, ast.FunctionDef):
                called = any(ast.unparse(mark) in ("property", "cached_property") for mark in one.decorator_list)
                told[one.name] = _member(one.name + ("" if called else "()"), ast.get_docstring(one) or "")
            elif isinstance(one, ast.AnnAssign) and isinstance(following, ast.Expr):
                told[ast.unparse(one.target)] = _member(ast.unparse(one.target), str(ast.literal_eval(following.value)))
    more = "What every `Answer` has, and:\n\n" * (satdnd.Answer in made.__mro__[1:])
    return more + "\n".join(line for name, line in told.items() if not name.startswith("_") and line)


def _member(name: str, doc: str) -> str:
    """A line of the list of members; the first paragraph of what is said of it."""
    about = " ".join(re.sub(r"``(.+?)``", r"`\1`", doc).split("\n\n")[0].split())
    return f"- `{name}`: {about}" if about else ""


def _kind(name: str) -> str:
    """A kind's puzzles, solutions, options and wishes."""
    entry, kind = KINDS[name], kind_named(name)
    parts = [f"## {entry.title}"]
    elsewhere = {thing for _, things in AREAS.values() for thing in things}
    more = [word.partition(":")[2] for word in entry.also]
    names = [entry.puzzle, f"{entry.puzzle}Solution", *(thing for thing in more if thing not in elsewhere)]
    for made in (getattr(satdnd, one) for one in names):
        parts.append(f"```python\nsatdnd.{_call(made.__name__, made)}\n```")
        parts.append(_text(inspect.getdoc(made) or "") if not _is_generated(made) else "")
        parts.append(_members(made))
    own = "\n".join(map(_option, own_options(kind.options)))
    parts.append(
        f"`satdnd.{entry.puzzle}Options`: [Settings](answers.md#settings){', and:' * bool(own)}\n\n{own}".strip()
    )
    if generator := kind.part(Generator):
        options = _options(generator.recipe)
        parts.append(f"Options of `generate({name!r}, ...)`, or of `satdnd.{entry.puzzle}Recipe`:\n\n{options}")
    return "\n\n".join(filter(None, parts))


def _options(record: type) -> str:
    """The fields of a dataclass of options, with their help."""
    return "\n".join(map(_option, options_of(record)))


def _option(option: Option) -> str:
    return f"- `{option.name}={option.default!r}`: {option.help}"


def _is_generated(made: type) -> bool:
    """Whether its docstring is the one that dataclasses make."""
    return is_dataclass(made) and str(made.__doc__).startswith(f"{made.__name__}(")
