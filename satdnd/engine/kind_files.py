"""Kinds that come as one Python file, for experiments. A file is code, and it is run: only the person at the command
line can name one, and never a puzzle, a link or a page.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from types import ModuleType

from satdnd.engine.kind import Kind
from satdnd.errors import InputError
from satdnd.formats.streams import read_file
from satdnd.registry import KINDS, KindEntry, loadable_kinds


def is_kind_file(word: str) -> bool:
    """Whether a word in the place of a kind's name is a file: no name of a kind ends so."""
    return word.endswith(".py")


def kind_of_file(path: str) -> str:
    """The name of the kind that a file declares as `KIND`, known from now on in this process.

    Raises:
        InputError: the file cannot be read or imported, declares no kind, or one whose name is taken.
    """
    for entry in KINDS.values():
        if entry.file and Path(entry.file).resolve() == Path(path).resolve():
            return entry.name
    module = _imported(path)
    kind = getattr(module, "KIND", None)
    if not isinstance(kind, Kind):
        found = f"found KIND of the type {type(kind).__name__}" if hasattr(module, "KIND") else "found no KIND"
        raise InputError(f"{found}, expected KIND = DeclaredKind(...) (docs/adding-a-puzzle.md)", source=path)
    if kind.name in KINDS:
        raise InputError(f"found the name {kind.name!r}, which another kind has; expected a new one", source=path)
    KINDS[kind.name] = KindEntry(kind.name, kind.title, "", (f".{kind.name}",), module=module.__name__, file=path)
    loadable_kinds.cache_clear()
    return kind.name


def kind_files() -> tuple[str, ...]:
    """The files of all kinds that came as one, for processes that are started from here."""
    return tuple(os.path.abspath(entry.file) for entry in KINDS.values() if entry.file)


def _imported(path: str) -> ModuleType:
    """The module of a file, under a name that no package has. Raises InputError with the line that is wrong."""
    text = read_file(path)
    module = ModuleType(f"kind_file_{Path(path).stem}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses look up what annotations mean
    try:
        exec(compile(text, path, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == path]
        line = lines[-1] if lines else error.lineno if isinstance(error, SyntaxError) else None
        what = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InputError(f"{type(error).__name__}: {what}", source=path, line=line) from error
    return module
