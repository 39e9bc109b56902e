"""Import renderers that are optional dependencies."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from satdnd.errors import UsageError


def needed(module: str, form: str, extra: str = "pictures") -> ModuleType:
    """Import a module of an extra. Raises UsageError, with the command that installs it, if it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise UsageError(f"{form} needs more than is installed: pip install 'satdnd[{extra}]'") from error
