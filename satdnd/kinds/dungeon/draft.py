"""Setters' drafts: some cells, things and counts are wanted, the rest is free; and layouts drawn whole.

A draft is completed in the template session: what it wants is assumed, a board carved at random says what the rest
should look like as far as that goes, and a layout with a second solution is followed by a near one that differs where
the two do. Layouts that were tried are blocked, so that the search ends with a puzzle, or knows that there is none.
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
from satdnd.kinds.dungeon.layout import Wishes, orbit
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.questions import SOLVER, Questions
from satdnd.kinds.dungeon.recipe import DungeonRecipe, refuse
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Pool
from satdnd.sat.session import Model, Session
from satdnd.setter.parts import Change

MOST_LAYOUTS = 2000
"""Layouts tried for one draft."""
MOST_CHANGES = 200_000
"""Changes of a drawn layout that are looked at."""


@dataclass(frozen=True)
class _Layout:
    walls: Bitboard
    treasures: Bitboard


def complete(rng: random.Random, draft: Dungeon, recipe: DungeonRecipe, givens: bool, budget: Budget) -> Dungeon:
    """A unique puzzle that has what *draft* wants, and *recipe* beside it.

    Its monsters and treasures are among those of the puzzle, its known counts and given cells are those of the
    solution; ``?`` and ``.`` are free, and further monsters and treasures may come.

    Args:
        rng: the only source of randomness.
        draft: what is wanted.
        givens: whether the cells that the draft gives stay given; else only counts, monsters and treasures tell.
        budget: how long it may take.
        recipe: of the draft's size. Monsters, rooms and symmetry are clauses, so "no dungeon" is a fact; of the
            layouts those are taken that have the loops, and that need connectivity where that is wished for.

    Raises:
        UsageError: wishes that nothing can meet.
        CannotFulfil: no layout is as the draft wants, or none of them is unique, or none that was tried.
        Undecided: the budget ran out.
    """
    if reason := rules.contradiction(draft):
        raise CannotFulfil(f"no dungeon fits the draft: {reason}")
    refuse(recipe)
    for what, wanted, own in (
        ("monster", recipe.monsters, len(draft.monsters)),
        ("treasure room", recipe.treasures, len(draft.treasures)),
    ):
        if wanted is not None and wanted < own:
            raise CannotFulfil(f"the draft has {counted(own, what)}, and {wanted} are asked for")
    with Questions(budget) as questions:
        template = questions.template(draft, "tree" if recipe.loops == "none" else "connected")
        with open_session(template, SOLVER, budget) as session:
            search = _Completion(rng, draft, budget, template, session, recipe)
            return _completed(search, draft, recipe, givens, budget, questions.other)


def _completed(
    search: _Completion, draft: Dungeon, recipe: DungeonRecipe, givens: bool, budget: Budget, ask: Ask
) -> Dungeon:
    """The puzzle of the first layout that is its only solution."""
    effort, hard, wishes = budget.part(conflicts=MOST_EFFORT), 0, Wishes(recipe.monsters, *recipe.loop_counts)
    layout, near = search.next(None, 0), 0
    unlike = 0
    for tried in range(MOST_LAYOUTS):
        if layout is None:
            if not tried:
                raise CannotFulfil("no dungeon fits the draft")
            unsure = f", {hard} of them too hard to decide" if hard else ""
            unsure += f", {unlike} of them without the loops that are asked for" if unlike else ""
            raise CannotFulfil(
                f"{counted(tried, 'layout')} {'fits' if tried == 1 else 'fit'} the draft{unsure}, "
                "and none is the only solution of its puzzle"
            )
        puzzle = puzzle_of(draft.height, draft.width, layout.walls, layout.treasures)
        loops = board_shape.solution(puzzle, layout.walls).loops
        if loops < wishes.fewest or (wishes.most is not None and loops > wishes.most):
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
    """The layouts that are as a draft wants, one near the other."""

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
        """Clauses for what is wished for beside the draft: numbers of things, and symmetry."""
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
        """A layout that did not come yet, changed at *differs* where that can be; None: there is no other.

        Nothing differs: as far as it goes, like a board that is carved anew.
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

    def _near(self, walls: Bitboard, kept: Bitboard, held: list[Literal] | None = None) -> _Layout | None:
        """A layout that is like *walls* in as many cells of *kept* as a few questions find."""
        like = [-x for x in self._flips(walls, kept)]
        self._rng.shuffle(like)
        wanted = [*self._wanted, *(held or ())]
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


# layouts drawn whole


def unique(
    puzzle: Dungeon, solution: DungeonSolution, budget: Budget
) -> tuple[DungeonSolution | None, tuple[Change[Dungeon], ...], int]:
    """Another solution than the layout, None where there is none, and the smallest changes after which there is none.

    A change opens or closes a cell, or moves a treasure within its room; the layout keeps every rule.

    Returns:
        the other solution, the changes (none where there are none so small, or *budget* ran out), and the number of
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
    """Every layout that differs in *number* changes: sentences, walls, treasures."""
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
