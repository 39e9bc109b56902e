"""Changes of clues that make a dungeon solvable: counts, and places of monsters and treasures.

One template session holds every puzzle of the size. For each choice of clues to change, these are left free and all
others assumed; the models are the repaired puzzles, each blocked once found.

The derived repairs would first leave a thing out, after which no dungeon has a solution, and solve a puzzle for each
other place: ten times as long for two counts, and no moves at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from satdnd.declaration.puzzle import Clue
from satdnd.encodings.cardinality import totalizer
from satdnd.grid.bitboard import scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.encode import Template, exact
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal
from satdnd.sat.session import Model, Session
from satdnd.setter.parts import Change


class RepairSearch:
    """The session, with totals of monsters and treasures, so that a moved one is neither lost nor duplicated."""

    def __init__(self, puzzle: Dungeon, options: DungeonOptions, budget: Budget) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.template = Template(puzzle.height, puzzle.width, options, budget=budget)
        formula = self.template.formula
        self.things = {"monsters": self.template.monsters, "treasures": self.template.treasures}
        self.masks = {"monsters": puzzle.monster_mask, "treasures": puzzle.treasure_mask}
        self.totals: dict[str, list[Literal]] = {}
        for what, variables in self.things.items():
            clauses, self.totals[what] = totalizer(variables, formula.pool)
            formula.extend(clauses)
        self.session = Session(formula)

    def repairs(self, chosen: Sequence[Clue]) -> Iterator[Dungeon]:
        """Every solvable puzzle that differs from the given one in exactly the *chosen* clues. Raises Undecided."""
        assumptions = self._assumptions(chosen)
        with self.session.retractable() as activation:
            for clue in chosen:
                if clue.field not in self.things:
                    self.session.add([-activation, *self._other_count(clue, self.puzzle.given_clues[clue])])
            while True:
                model = self.session.next_model(
                    [*assumptions, activation],
                    refine=lambda m: self.template.cuts(self._read(m, chosen)[0], m),  # with its own rooms
                    budget=self.budget,
                )
                if model is None:
                    return
                repaired, difference = self._read(model, chosen)
                self.session.add([-activation, *difference])
                yield repaired

    def _other_count(self, clue: Clue, count: int) -> Clause:
        """The line has a different count."""
        outputs = self.template.counts[clue.place + (self.puzzle.height if clue.field == "columns" else 0)]
        return [-x for x in exact(outputs, count)]

    def _assumptions(self, chosen: Sequence[Clue]) -> list[Literal]:
        """Everything except the chosen clues, as in the puzzle."""
        puzzle = self.puzzle
        kept = puzzle.changed({clue: None for clue in chosen if clue.field not in self.things})
        moving = {what: [self._cell(c) for c in chosen if c.field == what] for what in self.things}
        assumed = set(self.template.assumptions(kept))
        for what, cells in moving.items():
            if not cells:
                continue
            variables, mask = self.things[what], self.masks[what]
            assumed -= {-variables[i] for i in range(puzzle.grid.size) if not mask >> i & 1}
            assumed -= {variables[i] for i in cells}
            assumed |= {-variables[i] for i in cells}
            number = mask.bit_count()
            assumed.add(self.totals[what][number - 1])
            if number < puzzle.grid.size:
                assumed.add(-self.totals[what][number])
        return sorted(assumed, key=abs)

    def _cell(self, clue: Clue) -> int:
        return next(scan(self.puzzle.grid.mask([clue.place])))

    def _read(self, model: Model, chosen: Sequence[Clue]) -> tuple[Dungeon, Clause]:
        """The repaired puzzle of a model, and a clause that excludes it."""
        puzzle, board = self.puzzle, self.template.board(model)
        lines = {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}
        difference: Clause = []
        counts: dict[Clue, int] = {}
        cells: dict[str, Any] = {}
        for clue in chosen:
            if clue.field in lines:
                counts[clue] = (board & lines[clue.field][clue.place]).bit_count()
                difference += self._other_count(clue, counts[clue])
        for what, variables in self.things.items():
            there = sum(1 << i for i, v in enumerate(variables) if model[v - 1] > 0)
            cells[what] = tuple(puzzle.grid.cells(there))
            if any(clue.field == what for clue in chosen):
                difference += [-variables[i] for i in scan(there & ~self.masks[what])]
        name = f"{puzzle.name} (repaired)" if puzzle.name else ""
        # a note on the broken puzzle need not apply to this one
        return replace(puzzle.changed(counts), name=name, extra={}, **cells), difference


def repairs(puzzle: Dungeon, options: DungeonOptions, edits: int, budget: Budget) -> Iterator[Change[Dungeon]]:
    """Every solvable puzzle that differs from *puzzle* in exactly *edits* clues.

    Differing sums of counts need no special case: only changes that make them equal have models.

    Raises:
        Undecided: the budget ran out.
    """
    search = RepairSearch(puzzle, options, budget)
    try:
        for chosen in combinations(puzzle.given_clues, edits):
            for repaired in search.repairs(chosen):
                yield _change(puzzle, repaired)
    finally:
        search.session.close()


def _change(before: Dungeon, after: Dungeon) -> Change[Dungeon]:
    """The change as a set, so that smaller changes are subsets, independent of the assignment of moved things."""
    removed, new = (
        {*one.given_clues.items()} - {*other.given_clues.items()} for one, other in ((before, after), (after, before))
    )
    edits, changes = list[str](), set[Any]()
    for what, line in (("rows", "row"), ("columns", "column")):
        for (clue, count), (_, old) in zip(_of(what, new), _of(what, removed), strict=True):
            edits.append(f"{line} {clue.place + 1}: {counted(count, 'wall')} instead of {old}")
            changes.add((clue, count))
    for what, thing in (("monsters", "monster"), ("treasures", "treasure")):
        for (home, _), (clue, _) in zip(_of(what, removed), _of(what, new), strict=True):
            edits.append(f"the {thing} at {cell_name(home.place)} moves to {cell_name(clue.place)}")
            changes.update((home, clue))
    return Change(tuple(edits), after, frozenset(changes))


def _of(what: str, clues: set[tuple[Clue, Any]]) -> list[tuple[Clue, Any]]:
    return sorted(item for item in clues if item[0].field == what)
