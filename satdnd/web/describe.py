"""What the page needs to know about each kind: its name, rules, options, and available operations."""

from __future__ import annotations

import math
from typing import Any

from satdnd.draw import forms
from satdnd.engine.kind import Kind, OptionalRules, kind_named
from satdnd.engine.optima import certifies
from satdnd.engine.options import Option, options_of
from satdnd.engine.search import Sat
from satdnd.engine.settings import own_options
from satdnd.explanation.steps import Explanations, techniques_of
from satdnd.registry import check_kind
from satdnd.setter.parts import Drafts, Generator, RemovableClues, Repairs
from satdnd.setter.uniqueness_repairs import can_be_made_unique
from satdnd.web.files import drawn_kinds
from satdnd.web.request import name_of


def kinds(*, kind: Any = None) -> dict[str, Any]:
    """The record of the operation ``kinds``, for one kind or for all."""
    names = [*drawn_kinds()] if kind is None else [check_kind(name_of(kind))]
    return {"kinds": [_kind(kind_named(name)) for name in names]}


def _kind(kind: Kind[Any, Any, Any]) -> dict[str, Any]:
    part = kind.part(OptionalRules)
    optional = part.options if part else {}
    return {
        "name": kind.name,
        "title": kind.title,
        "size": list(kind.usual_size),
        "play": kind.play,
        "rules": {name: text for name, text in kind.rules.items() if name not in optional},
        "wishes": {name: {"rule": kind.rules[name], "option": option} for name, option in optional.items()},
        "options": {declared.name: _option(declared) for declared in own_options(kind.options)},
        "recipe": {o.name: _option(o) for o in options_of(kind.require(Generator).recipe)},
        "explains": kind.part(Explanations) is not None,
        "techniques": [*techniques_of(kind)],
        "certifies": certifies(kind),
        "forces": isinstance(kind.ways[0], Sat),
        "can_be_made_unique": can_be_made_unique(kind),
        "repairs": kind.part(Repairs) is not None,
        "spares": kind.part(RemovableClues) is not None,
        "completes": kind.part(Drafts) is not None,
        "pictures": forms.there(),
        "styles": ["json", *kind.texts.formats],
    }


def _option(declared: Option) -> dict[str, Any]:
    """One option as JSON: its type, choices or range, default and help."""
    described: dict[str, Any] = {
        "type": declared.type.__name__,
        "default": _plain(declared.default),
        "help": declared.help,
    }
    if declared.choices:
        described["choices"] = list(declared.choices)
    for name in ("low", "high"):
        value = getattr(declared, name)
        if value is not None and math.isfinite(value):
            described[name] = value
    if declared.optional:
        described["optional"] = True
    if declared.many:
        described["many"] = True
    return described


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
