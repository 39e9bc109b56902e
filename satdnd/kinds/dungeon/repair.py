"""Changes of clues that make a dungeon solvable: counts, and places of monsters and treasures.

One template session holds every puzzle of the size. For each choice of clues to change, those are set free and all
others assumed; models then are repaired puzzles, one blocked after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from satdnd.encodings.cardinality import totalizer
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.encode import Template
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal
from satdnd.sat.session import Model, Session
from satdnd.setter.parts import Change

Edit: TypeAlias = tuple[str, int | Cell, int | None]
"""A line, its number and its new count; or a kind of thing and a cell where one comes or goes."""


@dataclass(frozen=True)
class Clue:
    """Something that may be changed: the count of a line, or the place of a monster or treasure."""

    what: str
    """``row``, ``column``, ``monster``, ``treasure``."""
    index: int
    """Number of the line, or of the cell."""


class RepairSearch:
    """The session, with totals of monsters and treasures, so that one that moves is neither lost nor doubled."""

    def __init__(self, puzzle: Dungeon, options: DungeonOptions, budget: Budget) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.template = Template(puzzle.height, puzzle.width, options, budget=budget)
        formula = self.template.formula
        self.things = {"monster": self.template.monsters, "treasure": self.template.treasures}
        self.masks = {"monster": puzzle.monster_mask, "treasure": puzzle.treasure_mask}
        self.totals: dict[str, list[Literal]] = {}
        for what, variables in self.things.items():
            clauses, self.totals[what] = totalizer(variables, formula.pool)
            formula.extend(clauses)
        self.session = Session(formula)

    def clues(self) -> list[Clue]:
        """Everything that may be changed."""
        puzzle = self.puzzle
        lines = [Clue("row", i) for i, count in enumerate(puzzle.rows) if count is not None]
        lines += [Clue("column", i) for i, count in enumerate(puzzle.columns) if count is not None]
        return lines + [Clue(what, i) for what, mask in self.masks.items() for i in scan(mask)]

    def repairs(self, chosen: Sequence[Clue]) -> Iterator[Dungeon]:
        """Every solvable puzzle that differs from the given one in exactly the *chosen* clues. Raises Undecided."""
        assumptions = self._assumptions(chosen)
        with self.session.retractable() as activation:
            for clue in chosen:
                if clue.what in ("row", "column"):
                    self.session.add([-activation, *self._other_count(clue, self._count(clue))])
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

    def _line(self, clue: Clue) -> int:
        return clue.index + (self.puzzle.height if clue.what == "column" else 0)

    def _count(self, clue: Clue) -> int:
        return (*self.puzzle.rows, *self.puzzle.columns)[self._line(clue)] or 0

    def _other_count(self, clue: Clue, count: int) -> Clause:
        """The line has another count than that."""
        outputs = self.template.counts[self._line(clue)]
        return [*(-x for x in outputs[count - 1 : count] if count), *outputs[count : count + 1]]

    def _assumptions(self, chosen: Sequence[Clue]) -> list[Literal]:
        """Everything but the chosen clues, as it is in the puzzle."""
        free = dict.fromkeys(chosen, True)
        puzzle = self.puzzle
        kept = replace(
            puzzle,
            rows=tuple(None if Clue("row", i) in free else count for i, count in enumerate(puzzle.rows)),
            columns=tuple(None if Clue("column", i) in free else count for i, count in enumerate(puzzle.columns)),
        )
        moving = {what: [c.index for c in chosen if c.what == what] for what in self.things}
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

    def _read(self, model: Model, chosen: Sequence[Clue]) -> tuple[Dungeon, Clause]:
        """The repaired puzzle of a model, and a clause that asks for another one."""
        puzzle, board = self.puzzle, self.template.board(model)
        counts = {"row": list(puzzle.rows), "column": list(puzzle.columns)}
        lines = {"row": puzzle.grid.rows, "column": puzzle.grid.columns}
        difference: Clause = []
        cells: dict[str, Bitboard] = {}
        for clue in chosen:
            if clue.what in counts:
                count = (board & lines[clue.what][clue.index]).bit_count()
                counts[clue.what][clue.index] = count
                difference += self._other_count(clue, count)
        for what, variables in self.things.items():
            cells[what] = sum(1 << i for i, v in enumerate(variables) if model[v - 1] > 0)
            if any(clue.what == what for clue in chosen):
                difference += [-variables[i] for i in scan(cells[what] & ~self.masks[what])]
        repaired = replace(
            puzzle,
            name=f"{puzzle.name} (repaired)" if puzzle.name else "",
            extra={},  # a note on the broken puzzle need not be true of this one
            rows=tuple(counts["row"]),
            columns=tuple(counts["column"]),
            monsters=tuple(puzzle.grid.cells(cells["monster"])),
            treasures=tuple(puzzle.grid.cells(cells["treasure"])),
        )
        return repaired, difference


def repairs(puzzle: Dungeon, options: DungeonOptions, edits: int, budget: Budget) -> Iterator[Change[Dungeon]]:
    """Every solvable puzzle that differs from *puzzle* in exactly *edits* clues.

    Sums of counts that differ need no thought: only changes that make them equal have models.

    Raises:
        Undecided: the budget ran out.
    """
    search = RepairSearch(puzzle, options, budget)
    try:
        for chosen in combinations(search.clues(), edits):
            for repaired in search.repairs(chosen):
                yield Change(describe(puzzle, repaired), repaired, frozenset(_changes(puzzle, repaired)))
    finally:
        search.session.close()


def _counts(before: Dungeon, after: Dungeon) -> Iterator[tuple[str, int, int | None, int | None]]:
    """The counts that differ: what kind of line, its number, the count before and after."""
    for what, one, other in (("row", before.rows, after.rows), ("column", before.columns, after.columns)):
        yield from ((what, i, *pair) for i, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])


def _moves(before: Dungeon, after: Dungeon) -> Iterator[tuple[str, Cell, Cell]]:
    """What moves, from where, and to where."""
    for what, one, other in (
        ("monster", set(before.monsters), set(after.monsters)),
        ("treasure", set(before.treasures), set(after.treasures)),
    ):
        yield from ((what, *pair) for pair in zip(sorted(one - other), sorted(other - one), strict=True))


def _changes(before: Dungeon, after: Dungeon) -> set[Edit]:
    """What was changed, so that smaller changes are subsets, whichever of two monsters is said to go where."""
    counts: set[Edit] = {(what, i, new) for what, i, _, new in _counts(before, after)}
    return counts | {(what, cell, None) for what, *cells in _moves(before, after) for cell in cells}


def describe(before: Dungeon, after: Dungeon) -> tuple[str, ...]:
    """What was changed, in sentences."""
    counts = (
        f"{what} {i + 1}: {counted(new or 0, 'wall')} instead of {old}" for what, i, old, new in _counts(before, after)
    )
    moves = (f"the {what} at {cell_name(old)} moves to {cell_name(new)}" for what, old, new in _moves(before, after))
    return (*counts, *moves)
