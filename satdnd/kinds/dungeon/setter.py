"""Tools for setters of dungeons: generator, drafts, layouts, repairs, given cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any

from satdnd.engine.kind import Part
from satdnd.kinds.dungeon.formats import read_layout
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.recipe import DungeonRecipe
from satdnd.rules.unknowns import Mark
from satdnd.setter.parts import Drafts, Generator, GivenCells, Layouts, Repairs


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function whose slow-loading, rarely needed module is imported when it is called."""
    return lambda *arguments: getattr(import_module(f"satdnd.kinds.dungeon.{module}"), name)(*arguments)


def _given(puzzle: Dungeon, marks: Iterable[Mark]) -> Dungeon:
    """The puzzle with walls and open cells given."""
    walls, opens = puzzle.walls, puzzle.opens
    for r, c, what in marks:
        bit = 1 << int(r) * puzzle.width + int(c)
        walls, opens = (walls | bit, opens) if what == "#" else (walls, opens | bit)
    return replace(puzzle, walls=walls, opens=opens)


PARTS: tuple[Part, ...] = (
    Generator(DungeonRecipe, _later("questions", "generate"), _later("generate", "varied")),
    Drafts(_later("draft", "complete")),
    Layouts(read_layout, _later("draft", "unique")),
    Repairs(_later("repair", "repairs")),
    GivenCells(_given),
)
