"""The parts of kinds: what not every kind can do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from satdnd.engine.kind import Kind, OptionalRules, Part, Rules, Templates, kind_named, kinds_with
from satdnd.engine.optima import Optima
from satdnd.engine.symmetry import Symmetry
from satdnd.errors import UsageError
from satdnd.explanation.steps import Commentary, Explanations, Grading
from satdnd.registry import NAMES
from satdnd.setter.parts import AdditionalClues, Drafts, Generator, GivenCells, Layouts, RemovableClues, Repairs

SORTS: list[type[Part]] = [
    *(
        Templates,
        Symmetry,
        Explanations,
        Commentary,
        Grading,
        Rules,
        Generator,
        Drafts,
        Layouts,
        Repairs,
        AdditionalClues,
        RemovableClues,
        GivenCells,
        Optima,
        OptionalRules,
        OptionalRules,
    )
]
PACKAGE = Path(__file__).parents[2] / "satdnd"


@pytest.mark.parametrize("sort", SORTS)
def test_a_part_that_is_missing(sort: type[Part]) -> None:
    """One sentence for all sorts: which kind has none, and which have one."""
    able = kinds_with(sort)
    assert able
    for name in NAMES:
        kind = kind_named(name)
        if name in able:
            assert kind.require(sort) is kind.part(sort) is not None
        else:
            assert kind.part(sort) is None
            with pytest.raises(UsageError, match=f"^{name} has no {sort.label}; these have: {', '.join(able)}$"):
                kind.require(sort)


@pytest.mark.parametrize("name", NAMES)
def test_each_sort_once(name: str) -> None:
    """A kind has one part of a sort, and none that nobody asks for."""
    sorts = [type(part) for part in kind_named(name).parts]
    assert len(sorts) == len(set(sorts))
    assert set(sorts) <= set(SORTS)


def test_what_is_explained_can_be_judged() -> None:
    """And what is drafted can be generated; who has templates takes them as a choice."""
    assert kinds_with(Explanations) == kinds_with(Rules)
    assert {*kinds_with(Explanations), *kinds_with(Commentary)} == {*NAMES}
    assert kinds_with(Commentary) == kinds_with(Optima)
    assert set(kinds_with(Drafts)) <= set(kinds_with(Generator))
    chosen = [name for name in NAMES if "template" in kind_named(name).choices.get("compilation", ())]
    assert [*kinds_with(Templates)] == chosen


def test_a_kind_of_its_own_parts() -> None:
    """Parts are found by their sort, of a class derived from it too."""

    class Quiet(Part):
        """A sort that no kind has."""

        label = "silence"

    class Quieter(Quiet):
        """A kind's own."""

    own: Any = type("Own", (Kind,), {"name": "own", "parts": (Quieter(),)})
    assert isinstance(Kind.part(own, Quiet), Quieter)
    assert kind_named("dungeon").part(Quiet) is None


def test_nobody_asks_what_was_overridden() -> None:
    """What a kind can do is a part or a method of every kind, never a comparison with the method of the base class."""
    found = [
        f"{path}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\bis (not )?Kind\.\w", line)
    ]
    assert not found
