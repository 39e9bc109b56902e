"""Renderers that are not there by default."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from satdnd.errors import UsageError


def needed(module: str, form: str, extra: str = "pictures") -> ModuleType:
    """A module of an extra. UsageError, with the command that installs it, where it is not there."""
    try:
        return import_module(module)
    except ImportError as error:
        raise UsageError(f"{form} needs more than is installed: pip install 'satdnd[{extra}]'") from error
