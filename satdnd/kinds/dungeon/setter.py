"""What a setter can ask of dungeons: new ones, drafts, layouts, repairs, clues to add and to leave out, given cells.

What takes long to load and few need is imported where it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from satdnd.engine.kind import Part
from satdnd.grid.bitboard import Bitboard
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon.formats import read_layout
from satdnd.kinds.dungeon.generate import DungeonRecipe, generate, varied
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.statements import line_counts
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.parts import (
    AdditionalClue,
    AdditionalClues,
    Change,
    Drafts,
    Generator,
    GivenCells,
    Layouts,
    RemovableClues,
    Repairs,
)


def _generate(chance: Random, recipe: DungeonRecipe, budget: Budget) -> Dungeon:
    """Boards that grow and are repaired: see `satdnd.kinds.dungeon.generate`."""
    from satdnd.kinds.dungeon.questions import Questions

    with Questions(budget) as questions:
        # with needs, the session that found one board unique is asked about the next one
        return generate(chance, recipe, budget, questions.other if recipe.needs else questions.nearest)


def _complete(chance: Random, draft: Dungeon, recipe: DungeonRecipe, givens: bool, budget: Budget) -> Dungeon:
    """Layouts that are as the draft wants."""
    from satdnd.kinds.dungeon.draft import complete

    return complete(chance, draft, recipe, givens, budget)


def _unique(
    puzzle: Dungeon, solution: DungeonSolution, budget: Budget
) -> tuple[DungeonSolution | None, tuple[Change[Dungeon], ...], int]:
    """Cells opened and closed, treasures moved."""
    from satdnd.kinds.dungeon.draft import unique

    return unique(puzzle, solution, budget)


def _repairs(puzzle: Dungeon, options: DungeonOptions, edits: int, budget: Budget) -> Iterator[Change[Dungeon]]:
    """Other counts, other places of monsters and treasures."""
    from satdnd.kinds.dungeon.repair import repairs

    return repairs(puzzle, options, edits, budget)


def _additional_clues(puzzle: Dungeon, solution: DungeonSolution) -> list[AdditionalClue[DungeonSolution]]:
    """The counts that are not told."""
    found = []
    lines = ("row", puzzle.rows, puzzle.grid.rows), ("column", puzzle.columns, puzzle.grid.columns)
    for what, counts, masks in lines:
        for i, (count, mask) in enumerate(zip(counts, masks, strict=True)):
            if count is None:
                walls = (solution.board & mask).bit_count()
                told = f"{what} {i + 1}: {counted(walls, 'wall')}"
                text = f"{told} (in place of ?)"
                found.append(AdditionalClue(text, ((what, i), walls), partial(_walls_are, mask, walls), told))
    return found


def _walls_are(line: Bitboard, walls: int, solution: DungeonSolution) -> bool:
    return (solution.board & line).bit_count() == walls


def _removable(puzzle: Dungeon) -> dict[Statement, tuple[str, int]]:
    """The counts of rows and columns; unknown, they are ``?``."""
    lines = ((line, line.rule.removesuffix("-count")) for line in line_counts(puzzle))
    return {line: (what, line.place[what == "column"]) for line, what in lines}


def _with_counts(puzzle: Dungeon, told: Mapping[tuple[str, int], int | None]) -> Dungeon:
    """*puzzle* with other counts, None for unknown ones."""
    rows, columns = (
        tuple(told.get((what, i), count) for i, count in enumerate(counts))
        for what, counts in (("row", puzzle.rows), ("column", puzzle.columns))
    )
    return replace(puzzle, rows=rows, columns=columns)


def _given(puzzle: Dungeon, marks: Iterable[Mark]) -> Dungeon:
    """Walls and open cells."""
    walls, opens = puzzle.walls, puzzle.opens
    for r, c, what in marks:
        bit = 1 << int(r) * puzzle.width + int(c)
        walls, opens = (walls | bit, opens) if what == "#" else (walls, opens | bit)
    return replace(puzzle, walls=walls, opens=opens)


PARTS: tuple[Part, ...] = (
    Generator(DungeonRecipe, _generate, varied),
    Drafts(_complete),
    Layouts(read_layout, _unique),
    Repairs(_repairs),
    AdditionalClues(_additional_clues, _with_counts),
    RemovableClues(_removable, _with_counts),
    GivenCells(_given),
)
