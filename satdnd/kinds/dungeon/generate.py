"""New dungeons: a board grows at random, is led to what is wished for, and is repaired until its puzzle is unique.

The puzzle is read off the board: its counts, its dead ends as monsters, its treasures. Where it has another solution,
the board is changed at the cells in which the two differ, and asked again in the same warm session. Everything random
comes from one `random.Random`, limits are counted in conflicts and steps, and each puzzle has a session of its own: so
a seed gives the same puzzle on every machine. Small boards are carved and asked in machine code where a process makes
many; they come out the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import isqrt

from satdnd.errors import CannotFulfil, EncodingBug, Undecided
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon import compiled_carving, rules, sieve
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve_frame, place_treasures
from satdnd.kinds.dungeon.layout import Frame, Wishes, orbit
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.recipe import DungeonRecipe, refuse
from satdnd.sat.budget import Budget

MOST_STEPS = 200_000 * 64
"""Cells carved, and looked at in changes, for one puzzle before the generator says that it cannot: some minutes."""
EFFORT = 50_000
"""Conflicts after which a board is given up though it may be unique: no clock, the same on every machine."""
MOST_EFFORT = 40 * EFFORT
"""Conflicts spent for one puzzle before the generator says that it cannot: some minutes at 30x30."""
QUESTION = 64
"""Steps that a question about a small board counts as."""
SMALL = 256
"""Boards of more cells are asked in windows first."""
WINDOW = 12
"""Rows and columns of the smallest ones."""
CHOICE = 16
"""So many of them are carved, and the one with most dead ends is taken: monsters are what makes a large one unique."""
HUGE = 4096
"""Cells from which one board is taken as it comes: carving takes seconds then, and choosing does not make it unique."""
TOO_HARD: Bitboard = -1
"""In place of another solution: the conflicts for one question ran out, or there are too many of them."""
PRUNED = 0.9
"""Most of the short dead ends that small boards are rid of before they are made unique: `Carving.pruned`."""
PRUNED_CELLS = 100
"""From so many cells on, in proportion less: monsters are what makes larger ones unique."""
SWAPS = 200
"""Pairs of cells that are tried to vary a dungeon."""
SOLID_BOARDS = 8
"""Unique boards that are put aside since they are `solid`; then such a one is taken, as small boards and wishes have
it."""

LOOPS = {None: 0.1, "none": 0.0, "some": 0.1, "many": 0.5}
"""For each wish the chance that a cell which closes a loop is carved."""

Ask = Callable[[Dungeon, str, Bitboard, Budget], Bitboard | None]
"""(puzzle, topology, one solution, budget) -> another solution; None: proved that there is none; `TOO_HARD`."""


def solid(puzzle: Dungeon, walls: Bitboard) -> bool:
    """Whether there is a row or column of walls alone, or more than one 2x2 of walls for eight cells: dull to solve."""
    blocks = puzzle.grid.squares(walls).bit_count()
    return puzzle.width in puzzle.rows or puzzle.height in puzzle.columns or 8 * blocks > puzzle.grid.size


def generate(rng: random.Random, recipe: DungeonRecipe, budget: Budget, ask: Ask) -> Dungeon:
    """A puzzle as *recipe* says.

    Args:
        rng: the only source of randomness.
        recipe: what is wished for; ``needs="connectivity"``: one connected solution, but further boards that keep
            every local rule.
        budget: how long it may take.
        ask: for another solution.

    Raises:
        UsageError: wishes that nothing can meet.
        CannotFulfil: none of the boards that were tried has it all; the message says how near they came.
        Undecided: the budget ran out.
    """
    refuse(recipe)
    attempt = _Attempt(rng, recipe, budget, ask)
    try:
        while attempt.steps < MOST_STEPS and attempt.effort.conflicts:
            budget.check()
            puzzle = attempt.board()
            if puzzle is not None:
                return puzzle
    except Undecided as error:
        raise Undecided(f"{error}: no board with these options was found among {attempt.summary}") from None
    raise CannotFulfil(f"no board with these options was found among {attempt.summary}; ask for less")


class _Attempt:
    """One puzzle under way: what was tried, and how near it came."""

    def __init__(self, rng: random.Random, recipe: DungeonRecipe, budget: Budget, ask: Ask) -> None:
        self.rng, self.recipe, self.budget, self._ask = rng, recipe, budget, ask
        self.effort = budget.part(conflicts=MOST_EFFORT)
        self.wishes = Wishes(recipe.monsters, *recipe.loop_counts)
        self.grid = grid(recipe.height, recipe.width)
        self.orbit = partial(orbit, self.grid, recipe.symmetry)
        self.steps = 0
        self.boards = self.tried = self.others = self.hard = self.solid = 0
        self.nearest: tuple[int, int, int] | None = None
        self.most_rooms: int | None = None

    @property
    def summary(self) -> str:
        """How far it came."""
        recipe = self.recipe
        summary = counted(self.boards, "carved board")
        if self.nearest is not None and self.nearest[0]:
            if recipe.monsters is not None:
                summary += f"; the nearest to the number of monsters had {self.nearest[1]}"
            if recipe.loops is not None:
                summary += f"; the nearest to the loops had {self.nearest[2]}"
        if self.nearest is None and self.most_rooms is not None:
            summary += f"; the nearest to the number of rooms had {self.most_rooms}"
        summary += f"; not unique as asked: {self.others} of {self.tried} layouts" if self.others else ""
        return summary + (f"; too hard to decide: {self.hard}" if self.hard else "")

    def board(self) -> Dungeon | None:
        """A puzzle from one new board, or None where it leads to none."""
        grown = self._grown()
        if grown is None or (opens := self._led(*grown)) is None:
            return None
        frame = grown[0]
        treasures = place_treasures(frame, self.rng)
        if not self.recipe.unique and not self.recipe.needs:
            puzzle = self._puzzle(opens, treasures)
            if not rules.accepts(puzzle, self.grid.all & ~opens):
                raise EncodingBug(f"a carved board breaks a rule: {self.grid.hex(self.grid.all & ~opens)}")
            return puzzle
        repaired = self._repaired(frame, opens, treasures)
        if repaired is None:
            return None
        puzzle, opens = repaired
        if self.recipe.needs:  # so rare that even a solid one is taken
            if self._other(puzzle, "local", opens) not in (None, TOO_HARD):
                return puzzle
            self.others += 1
            return None
        if self.solid < SOLID_BOARDS and solid(puzzle, self.grid.all & ~opens):
            self.solid += 1
            return None
        return puzzle

    def _repaired(self, frame: Frame, opens: Bitboard, treasures: Bitboard) -> tuple[Dungeon, Bitboard] | None:
        """The puzzle of the layout, changed until it is unique; None where that does not come about.

        Larger and larger windows are asked first, with all cells around them given: what is ambiguous in a part of the
        board is found there, where the question is easy. The last window is the whole board.
        """
        seen: set[tuple[Bitboard, Bitboard]] = set()
        puzzle = self._puzzle(opens, treasures)
        for windows in self._windows():
            again = True
            while again:
                again = False
                for window in windows:
                    while True:
                        other = self._other(puzzle, "connected", opens, window)
                        if other is None:
                            break
                        if other == TOO_HARD:
                            return None
                        self.others += 1
                        again = window != self.grid.all
                        seen.add((opens, treasures))
                        if len(seen) > 8 + self.grid.size // 4:
                            return None
                        changed = next(self._changes(frame, puzzle, opens, treasures, other, seen), None)
                        if changed is None:
                            return None
                        opens, treasures = changed
                        puzzle = self._puzzle(opens, treasures)
        return puzzle, opens

    def _windows(self) -> Iterator[list[Bitboard]]:
        """Squares that overlap by half and cover the board, larger and larger ones; at last the board itself."""
        geometry = self.grid
        longest = max(geometry.height, geometry.width)
        for side in range(WINDOW, longest - 3, 4) if geometry.size > SMALL else ():
            tops, lefts = (
                sorted({max(0, min(i, length - side)) for i in range(0, length, side // 2)})
                for length in (geometry.height, geometry.width)
            )
            yield [geometry.block(top, left, side, side) for top in tops for left in lefts]
        yield [geometry.all]

    def _puzzle(self, opens: Bitboard, treasures: Bitboard) -> Dungeon:
        return puzzle_of(self.grid.height, self.grid.width, self.grid.all & ~opens, treasures)

    def _grown(self) -> tuple[Frame, Bitboard] | None:
        """A new board with the number of rooms that is wanted."""
        recipe, rng, size = self.recipe, self.rng, self.grid.size
        if recipe.needs:  # loops that close early leave rings apart, which is what local rules cannot see
            rooms, loops = rng.randint(0, 2), rng.choice((0.3, 0.6, 0.9))
        else:
            rooms = rng.randint(0, 1 + size // 60)
            loops = LOOPS[recipe.loops]
        wanted = recipe.treasures
        rooms = rooms if wanted is None else wanted
        pruned = size <= SMALL and recipe.monsters is None and not recipe.needs
        share = PRUNED * min(1, PRUNED_CELLS / size) if pruned else 0
        carving = Carving(recipe.height, recipe.width, rooms, loops, wanted is not None, recipe.symmetry, share)
        carve = compiled_carving.carve_frame if compiled_carving.ready(carving) else carve_frame
        carved = []
        for _ in range(CHOICE if SMALL < size < HUGE else 1):
            self.steps += size
            carved.append(carve(carving, rng, self.budget))
        frame, opens = max(carved, key=lambda found: self.grid.degrees(found[1]).one.bit_count())
        self.boards += 1
        if not opens:
            return None
        if wanted is not None and len(frame.rooms) != wanted:
            if self.most_rooms is None or len(frame.rooms) > self.most_rooms:
                self.most_rooms = len(frame.rooms)
            return None
        return frame, opens

    def _led(self, frame: Frame, opens: Bitboard) -> Bitboard | None:
        """The open cells changed step by step until they are as wished; None where that does not come about."""
        far = self.wishes.far(frame, opens)
        for _ in range(20 * self.grid.size):
            if not far:
                return opens
            self.budget.check()
            self.steps += 1 + self.grid.size // 8
            cells = list(scan(self.wishes.where(frame, opens)))
            toggled = opens ^ self.orbit(self.rng.choice(cells))
            if toggled & frame.inside == frame.inside and frame.legal(toggled):
                nearer = self.wishes.far(frame, toggled)
                if nearer <= far or self.rng.random() < 0.02:
                    opens, far = toggled, nearer
            if self.nearest is None or far < self.nearest[0]:
                ends = self.grid.degrees(opens).one.bit_count()
                self.nearest = far, ends, frame.loops(opens)
        return None if far else opens

    def _other(
        self, puzzle: Dungeon, topology: str, opens: Bitboard, window: Bitboard | None = None
    ) -> Bitboard | None:
        """Another solution, the same but for *window*; `TOO_HARD` where that cannot be told."""
        self.tried += 1
        if sieve.fits(puzzle.grid):  # always easy, and asked without conflicts where Numba is installed
            self.steps += QUESTION
            other = self._ask(puzzle, topology, self.grid.all & ~opens, self.budget)
            self.hard += other == TOO_HARD
            return other
        part = self.effort.part(conflicts=EFFORT if window is None else self._worth(window))
        around = 0 if window is None else self.grid.all & ~window
        tried = replace(puzzle, walls=around & ~opens, opens=around & opens) if around else puzzle
        try:
            return self._ask(tried, topology, self.grid.all & ~opens, part)
        except Undecided:
            if part.conflicts or self.budget.spent:
                raise
            self.hard += 1
            return TOO_HARD

    def _worth(self, window: Bitboard) -> int:
        """Conflicts for one window: half as many again as a cube of its sides has cells, and never few."""
        return max(EFFORT // 10, 3 * isqrt(window.bit_count()) ** 3 // 2)

    def _changes(
        self,
        frame: Frame,
        puzzle: Dungeon,
        opens: Bitboard,
        treasures: Bitboard,
        other: Bitboard,
        seen: set[tuple[Bitboard, Bitboard]],
    ) -> Iterator[tuple[Bitboard, Bitboard]]:
        """Layouts near this one, as wished and new, of which *other*, changed in the same way, is no solution."""
        geometry, rng = self.grid, self.rng
        differs = (geometry.all & ~opens) ^ other
        near = geometry.border(differs)
        moved = treasures
        for room, border in zip(frame.rooms, frame.borders, strict=True):
            if differs & (room | border):
                moved = moved & ~room | 1 << rng.choice(list(scan(room)))
        toggles = [self._toggles(differs, frame), self._toggles(near, frame)]
        pairs = [a ^ b for a in toggles[0] for b in toggles[1] if a != b]
        rng.shuffle(pairs)
        for toggle in (*toggles[0], *toggles[1], *pairs, 0):
            self.budget.check()
            self.steps += 1 + geometry.size // 8
            changed = opens ^ toggle
            if toggle and (not frame.legal(changed) or self.wishes.far(frame, changed)):
                continue
            for held in dict.fromkeys((treasures, moved)):
                if (changed, held) in seen:
                    continue
                if not rules.accepts(self._puzzle(changed, held), other ^ toggle):
                    yield changed, held
                    break

    def _toggles(self, cells: Bitboard, frame: Frame) -> list[Bitboard]:
        """The cells with their images, in random order."""
        own = list(dict.fromkeys(self.orbit(i) for i in scan(cells & ~frame.inside)))
        self.rng.shuffle(own)
        return own


def varied(puzzle: Dungeon, solution: DungeonSolution, recipe: DungeonRecipe, rng: random.Random) -> Dungeon | None:
    """A wall and an open cell change places; not where there are wishes beside the size."""
    if recipe != DungeonRecipe(height=recipe.height, width=recipe.width):
        return None
    cells = puzzle.grid.size
    for _ in range(SWAPS):
        one, other = rng.randrange(cells), rng.randrange(cells)
        board = solution.board ^ (1 << one | 1 << other)
        closed = board | puzzle.grid.degrees(puzzle.grid.all & ~board).one
        if board.bit_count() == solution.board.bit_count() and not closed & puzzle.treasure_mask:
            found = puzzle_of(puzzle.height, puzzle.width, board, puzzle.treasure_mask)
            if rules.accepts(found, board, "connected") and not solid(found, board):
                return found
    return None
