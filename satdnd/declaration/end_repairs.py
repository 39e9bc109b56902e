"""Repairs of puzzles with each number twice: two ends change places, or a number is left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from typing import Any

from satdnd.declaration.puzzle import Clue
from satdnd.engine.kind import kind_of
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.grid.notation import cell_name
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Change


def end_repairs(puzzle: Any, options: Settings, edits: int, budget: Budget) -> Iterator[Change[Any]]:
    """Every solvable puzzle with exactly *edits* changed numbers; fewer than two leave one alone. Raises Undecided."""
    if edits != 2:
        return
    kind = kind_of(puzzle)
    named = replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={})
    for (one, a), (other, b) in combinations(puzzle.by_cell.items(), 2):
        budget.check()
        values = {Clue("rows", one): b, Clue("rows", other): a}
        text = f"the {a} at {cell_name(one)} and the {b} at {cell_name(other)} change places"
        if a == b:
            values, text = dict.fromkeys(values), f"no {a} at {cell_name(one)} and {cell_name(other)}"
        changed = named.changed(values)
        with closing(Search(kind.compiled(changed, options, budget), budget=budget)) as search:
            if search.first(changed, (), budget):
                yield Change((text,), changed, frozenset(values.items()))
