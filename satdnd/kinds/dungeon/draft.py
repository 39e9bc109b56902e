"""Setters' drafts: completion of partial puzzles, and puzzles from complete drawn layouts.

A draft is completed in the template session, with its cells, things and counts as assumptions. A randomly carved board
guides the rest; if a layout has a second solution, the next one is similar but differs where the two differ. Layouts
already tried are blocked, so the search ends with a puzzle or a proof that there is none.

For a blank draft this takes 1.3 times as long as `generate` at 8x8, with a number of monsters 2.7 times, and at 20x20
3.4 times; a carved board cannot follow a draft at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from satdnd.encodings.cardinality import exactly
from satdnd.engine.search import open_session
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon import board_shape, rules
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.encode import Template
from satdnd.kinds.dungeon.generate import EFFORT, LOOPS, MOST_EFFORT, Ask
from satdnd.kinds.dungeon.layout import Requirements, orbit
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.questions import SOLVER, Questions
from satdnd.kinds.dungeon.recipe import DungeonRecipe, validate
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Pool
from satdnd.sat.session import Model, Session
from satdnd.setter.parts import Change

MOST_LAYOUTS = 2000
"""The maximum number of layouts tried for one draft."""
MOST_CHANGES = 200_000
"""The maximum number of changes of a drawn layout that are examined."""


@dataclass(frozen=True)
class _Layout:
    walls: Bitboard
    treasures: Bitboard


def complete(rng: random.Random, draft: Dungeon, recipe: DungeonRecipe, givens: bool, budget: Budget) -> Dungeon:
    """A unique puzzle that contains *draft* and meets *recipe*.

    The puzzle contains the draft's monsters and treasures, and its solution agrees with the counts and given cells;
    ``?`` and ``.`` are free, and further monsters and treasures may be added.

    Args:
        rng: the only source of randomness.
        draft: the partial puzzle.
        recipe: of the draft's size. Monsters, rooms and symmetry are clauses, so failure is proved; layouts
            are filtered by loops, and by the need for connectivity if requested.
        givens: whether the puzzle keeps the draft's given cells; else it has only counts, monsters and treasures.
        budget: the limits.

    Raises:
        UsageError: impossible requirements.
        CannotFulfil: no layout fits the draft, or none of those tried is unique.
        Undecided: the budget ran out.
    """
    if reason := rules.contradiction(draft):
        raise CannotFulfil(f"no dungeon fits the draft: {reason}")
    validate(recipe)
    for what, wanted, number in (
        ("monster", recipe.monsters, len(draft.monsters)),
        ("treasure room", recipe.treasures, len(draft.treasures)),
    ):
        if wanted is not None and wanted < number:
            raise CannotFulfil(f"the draft has {counted(number, what)}, but {wanted} are required")
    with Questions(budget) as questions:
        template = questions.template(draft, "tree" if recipe.loops == "none" else "connected")
        with open_session(template, SOLVER, budget) as session:
            search = _Completion(rng, draft, budget, template, session, recipe)
            return _completed(search, draft, recipe, givens, budget, questions.other)


def _completed(
    search: _Completion, draft: Dungeon, recipe: DungeonRecipe, givens: bool, budget: Budget, ask: Ask
) -> Dungeon:
    """The puzzle of the first layout that is its only solution."""
    effort, hard, requirements = (
        budget.part(conflicts=MOST_EFFORT),
        0,
        Requirements(recipe.monsters, *recipe.loop_counts),
    )
    layout, near = search.next(None, 0), 0
    unlike = 0
    for tried in range(MOST_LAYOUTS):
        if layout is None:
            if not tried:
                raise CannotFulfil("no dungeon fits the draft")
            unsure = f", {hard} of them too hard to decide" if hard else ""
            unsure += f", {unlike} of them without the required loops" if unlike else ""
            raise CannotFulfil(
                f"{counted(tried, 'layout')} {'fits' if tried == 1 else 'fit'} the draft{unsure}, "
                "and none is the only solution of its puzzle"
            )
        puzzle = puzzle_of(draft.height, draft.width, layout.walls, layout.treasures)
        loops = board_shape.solution(puzzle, layout.walls).loops
        if loops < requirements.fewest or (requirements.most is not None and loops > requirements.most):
            unlike += 1
            layout = search.next(layout, 0)
            continue
        if givens:
            puzzle = replace(puzzle, walls=draft.walls, opens=draft.opens)
        part = effort.part(conflicts=EFFORT)
        try:
            other = ask(puzzle, "connected", layout.walls, part)
            if other is None and (not recipe.needs or ask(puzzle, "local", layout.walls, part) is not None):
                return puzzle
            near = draft.grid.all if other is None else layout.walls ^ other
        except Undecided:
            if part.conflicts or budget.spent or not effort.conflicts:
                raise
            hard, near = hard + 1, draft.grid.all
        layout = search.next(layout, near)
    raise CannotFulfil(f"none of {MOST_LAYOUTS} layouts that fit the draft is unique; ask for less")


class _Completion:
    """Enumerates the layouts that fit a draft, in the order of a local search."""

    def __init__(
        self,
        rng: random.Random,
        draft: Dungeon,
        budget: Budget,
        template: Template,
        session: Session,
        recipe: DungeonRecipe,
    ) -> None:
        self._rng, self._draft, self._budget, self._recipe = rng, draft, budget, recipe
        self._template, self._session = template, session
        free = replace(draft, monsters=(), treasures=())
        absent = {-v for v in (*template.monsters, *template.treasures)}
        self._wanted = [x for x in template.assumptions(free) if x not in absent]
        self._wanted += [template.monsters[i] for i in scan(draft.monster_mask)]
        self._wanted += [template.treasures[i] for i in scan(draft.treasure_mask)]
        self._wish(recipe)

    def _wish(self, recipe: DungeonRecipe) -> None:
        """Add clauses for the recipe: numbers of things, and symmetry."""
        template, session, geometry = self._template, self._session, self._draft.grid
        pool = Pool(session.top, self._budget)
        for things, number in ((template.monsters, recipe.monsters), (template.treasures, recipe.treasures)):
            for clause in () if number is None else exactly(things, number, pool).clauses:
                session.add(clause)
        session.top = pool.top
        if recipe.symmetry == "none":
            return
        for i, wall in enumerate(template.walls):
            for j in scan(orbit(geometry, recipe.symmetry, i)):
                session.add([-wall, template.walls[j]])
        for corner, room in template.rooms.items():
            inside = scan(geometry.block(*corner, 3, 3))
            images = [orbit(geometry, recipe.symmetry, i) & ~(1 << i) or 1 << i for i in inside]
            session.add([-room, template.rooms[geometry.cells(min(images))[0]]])

    def next(self, before: _Layout | None, differs: Bitboard) -> _Layout | None:
        """A new layout, changed at *differs* if possible; None if all were returned.

        If *differs* is 0, the layout is as similar as possible to a newly carved board.
        """
        geometry, rng = self._draft.grid, self._rng
        if before is not None:
            self._session.add([*self._flips(before.walls, geometry.all), *self._moves(before)])
        if before is None or not differs:  # a new one
            recipe, wanted = self._recipe, self._recipe.treasures
            rooms = rng.randint(0, 1 + geometry.size // 60) if wanted is None else wanted
            loops = LOOPS[recipe.loops]
            carving = Carving(geometry.height, geometry.width, rooms, loops, symmetry=recipe.symmetry)
            walls, _ = carve(carving, rng, self._budget)
            return self._near(walls, geometry.all)
        with self._session.retractable() as activation:
            changed = [*self._flips(before.walls, differs), *self._moves(before)]
            self._session.add([-activation, *changed])
            kept = geometry.all & ~(differs | geometry.neighbours(differs))
            found = self._near(before.walls, kept, [activation])
        return found or self._near(before.walls, geometry.all)

    def _flips(self, walls: Bitboard, cells: Bitboard) -> list[Literal]:
        return [-i - 1 if walls >> i & 1 else i + 1 for i in scan(cells)]

    def _moves(self, layout: _Layout) -> list[Literal]:
        return [-self._template.treasures[i] for i in scan(layout.treasures)]

    def _near(self, walls: Bitboard, kept: Bitboard, assumed: list[Literal] | None = None) -> _Layout | None:
        """A layout that agrees with *walls* in as many cells of *kept* as a few solver calls find."""
        like = [-x for x in self._flips(walls, kept)]
        self._rng.shuffle(like)
        wanted = [*self._wanted, *(assumed or ())]
        while True:
            model = self._session.next_model(
                [*wanted, *like], refine=lambda m: self._template.cuts(self._draft, m), budget=self._budget
            )
            if model is not None:
                return self._read(model)
            core = set(self._session.core)
            left = [x for x in like if x not in core]
            if len(left) == len(like):
                return None
            like = left

    def _read(self, model: Model) -> _Layout:
        treasures = sum(1 << i for i, v in enumerate(self._template.treasures) if model[v - 1] > 0)
        return _Layout(self._template.board(model), treasures)


# drawn layouts


def unique(
    puzzle: Dungeon, solution: DungeonSolution, budget: Budget
) -> tuple[DungeonSolution | None, tuple[Change[Dungeon], ...], int]:
    """Another solution than the layout, or None, and the smallest changes that make the layout unique.

    A change opens or closes a cell, or moves a treasure within its room; the layout stays legal.

    Returns:
        the other solution, the changes (empty if there are none so small, or *budget* ran out), and the number of
        changes up to which all were tried.

    Raises:
        Undecided: *budget* ran out before it was known whether there is another solution.
    """
    with Questions(budget) as questions:
        other = questions.other(puzzle, "connected", solution.board, budget)
        if other is None:
            return None, (), 0
        return board_shape.solution(puzzle, other), *_smallest_changes(puzzle, solution.board, budget, questions)


def _smallest_changes(
    puzzle: Dungeon, walls: Bitboard, budget: Budget, questions: Questions
) -> tuple[tuple[Change[Dungeon], ...], int]:
    number = 0
    found: list[Change[Dungeon]] = []
    seen = 0
    try:
        for number in range(1, puzzle.grid.size + 1):
            for edits, layout, treasures in _changed(puzzle, walls, number):
                budget.check()
                seen += 1
                if seen > MOST_CHANGES:
                    return tuple(found), number - 1
                if puzzle.grid.degrees(puzzle.grid.all & ~layout).one & treasures:
                    continue
                changed = puzzle_of(puzzle.height, puzzle.width, layout, treasures, puzzle.name)
                if rules.accepts(changed, layout) and questions.only(changed, "connected", layout, budget):
                    found.append(Change(tuple(edits), changed, frozenset(edits)))
            if found:
                break
    except Undecided:
        return tuple(found), number - 1
    return tuple(found), number


def _changed(puzzle: Dungeon, walls: Bitboard, number: int) -> Iterator[tuple[list[str], Bitboard, Bitboard]]:
    """Yield every layout with exactly *number* changes: sentences, walls, treasures."""
    geometry = puzzle.grid
    flips = [(1 << i, 0) for i in range(geometry.size) if not puzzle.treasure_mask >> i & 1]
    moves = [
        (0, 1 << i | 1 << j)
        for i in scan(puzzle.treasure_mask)
        for j in scan(geometry.block(i // geometry.width - 2, i % geometry.width - 2, 5, 5) & ~walls & ~(1 << i))
    ]
    for chosen in combinations(flips + moves, number):
        layout, treasures, edits = walls, puzzle.treasure_mask, []
        for flip, move in chosen:
            layout ^= flip
            if flip:
                (cell,) = geometry.cells(flip)
                edits.append(f"{cell_name(cell)} becomes {'a wall' if layout & flip else 'open'}")
            else:
                old, new = geometry.cells(move & treasures), geometry.cells(move & ~treasures)
                if len(old) != 1:
                    break
                edits.append(f"the treasure at {cell_name(old[0])} moves to {cell_name(new[0])}")
                treasures ^= move
        else:
            opens = geometry.all & ~layout
            if treasures or not geometry.squares(opens):
                yield edits, layout, treasures
