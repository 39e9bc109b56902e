"""Generator of dungeons: a random board is adjusted to the recipe, then changed until its puzzle is unique.

The puzzle follows from the board: its counts, its dead ends as monsters, its treasures. If it has another solution, the
board is changed in the cells where the two differ, and the same session is asked again. (The derived generator leaves
out clues; a dungeon keeps its counts.) All randomness comes from one `random.Random`, limits count conflicts and steps,
and each puzzle has its own session, so a seed gives the same puzzle on every machine. When a process makes many small
boards, machine code carves and solves them, with the same results.
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
from satdnd.kinds.dungeon.layout import Frame, Requirements, orbit
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.recipe import DungeonRecipe, validate
from satdnd.sat.budget import Budget

MOST_STEPS = 200_000 * 64
"""The maximum number of cells carved or examined for one puzzle, which takes minutes."""
EFFORT = 50_000
"""The maximum number of conflicts for one question, after which the board is dropped; independent of the machine."""
MOST_EFFORT = 40 * EFFORT
"""The maximum number of conflicts for one puzzle; minutes at 30x30."""
QUESTION = 64
"""The number of steps that a question about a small board counts as."""
SMALL = 256
"""Larger boards, in cells, are compiled alone, and made unique window by window first."""
WINDOW = 12
"""The side of the smallest windows."""
CHOICE = 16
"""The number of large boards carved; the one with the most dead ends is used, as monsters make large boards unique."""
HUGE = 4096
"""The number of cells from which only one board is carved: carving takes seconds, and a choice does not help there."""
TOO_HARD: Bitboard = -1
"""Returned instead of another solution if the conflicts ran out, or if there are too many other solutions."""
PRUNED = 0.9
"""The share of short dead ends to remove from small boards (`Carving.pruned`)."""
PRUNED_CELLS = 100
"""Boards with more cells than this keep more dead ends, in proportion, as monsters make larger boards unique."""
SWAPS = 200
"""The number of pairs of cells tried to vary a dungeon."""
SOLID_BOARDS = 8
"""The number of unique boards rejected as `solid`; the next one is accepted, as small boards and some recipes allow no
other."""

LOOPS = {None: 0.1, "none": 0.0, "some": 0.1, "many": 0.5}
"""By option value: the probability of carving a cell that closes a loop."""

Ask = Callable[[Dungeon, str, Bitboard, Budget], Bitboard | None]
"""(puzzle, topology, solution, budget) -> another solution; None if there is none; or `TOO_HARD`."""


def solid(puzzle: Dungeon, walls: Bitboard) -> bool:
    """Whether the board is dull: a row or column of walls, or more than one 2x2 block of walls per eight cells."""
    blocks = puzzle.grid.squares(walls).bit_count()
    return puzzle.width in puzzle.rows or puzzle.height in puzzle.columns or 8 * blocks > puzzle.grid.size


def generate(rng: random.Random, recipe: DungeonRecipe, budget: Budget, ask: Ask) -> Dungeon:
    """A puzzle that meets *recipe*.

    Args:
        rng: the only source of randomness.
        recipe: the requirements; ``needs="connectivity"`` means one connected solution, and other boards that satisfy
            all local rules.
        budget: the limits.
        ask: finds another solution.

    Raises:
        UsageError: impossible requirements.
        CannotFulfil: no board met all requirements; the message says how close they came.
        Undecided: the budget ran out.
    """
    validate(recipe)
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
    """The attempts at one puzzle, with statistics for messages."""

    def __init__(self, rng: random.Random, recipe: DungeonRecipe, budget: Budget, ask: Ask) -> None:
        self.rng, self.recipe, self.budget, self._ask = rng, recipe, budget, ask
        self.effort = budget.part(conflicts=MOST_EFFORT)
        self.requirements = Requirements(recipe.monsters, *recipe.loop_counts)
        self.grid = grid(recipe.height, recipe.width)
        self.orbit = partial(orbit, self.grid, recipe.symmetry)
        self.steps = 0
        self.boards = self.tried = self.others = self.hard = self.solid = 0
        self.nearest: tuple[int, int, int] | None = None
        self.most_rooms: int | None = None

    @property
    def summary(self) -> str:
        """What was tried, and how close it came."""
        recipe = self.recipe
        summary = counted(self.boards, "carved board")
        if self.nearest is not None and self.nearest[0]:
            if recipe.monsters is not None:
                summary += f"; the nearest to the number of monsters had {self.nearest[1]}"
            if recipe.loops is not None:
                summary += f"; the nearest to the loops had {self.nearest[2]}"
        if self.nearest is None and self.most_rooms is not None:
            summary += f"; the nearest to the number of rooms had {self.most_rooms}"
        summary += f"; not unique as required: {self.others} of {self.tried} layouts" if self.others else ""
        return summary + (f"; too hard to decide: {self.hard}" if self.hard else "")

    def board(self) -> Dungeon | None:
        """A puzzle from a new board, or None if the board has to be dropped."""
        carved = self._carved()
        if carved is None or (opens := self._adjusted(*carved)) is None:
            return None
        frame = carved[0]
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
        if self.recipe.needs:  # so rare that solid boards are accepted
            if self._other(puzzle, "local", opens) not in (None, TOO_HARD):
                return puzzle
            self.others += 1
            return None
        if self.solid < SOLID_BOARDS and solid(puzzle, self.grid.all & ~opens):
            self.solid += 1
            return None
        return puzzle

    def _repaired(self, frame: Frame, opens: Bitboard, treasures: Bitboard) -> tuple[Dungeon, Bitboard] | None:
        """The puzzle and the open cells of a layout, changed until it is unique; None if that fails.

        Windows of growing size are solved first, with all cells around them given, since ambiguities are easy to find
        in a small part. The last window is the whole board.
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
        """For each side length, square windows that overlap by half and cover the board; finally the whole board."""
        geometry = self.grid
        longest = max(geometry.height, geometry.width)
        for side in range(WINDOW, longest - 3, 4) if geometry.size > SMALL else ():
            yield geometry.windows(side)
        yield [geometry.all]

    def _puzzle(self, opens: Bitboard, treasures: Bitboard) -> Dungeon:
        return puzzle_of(self.grid.height, self.grid.width, self.grid.all & ~opens, treasures)

    def _carved(self) -> tuple[Frame, Bitboard] | None:
        """A new board with the required number of rooms, as a frame and its open cells; None if there are fewer."""
        recipe, rng, size = self.recipe, self.rng, self.grid.size
        if recipe.needs:  # early loops leave separate rings, which local rules do not exclude
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

    def _adjusted(self, frame: Frame, opens: Bitboard) -> Bitboard | None:
        """The open cells after random changes towards the required monsters and loops; None if that fails."""
        far = self.requirements.distance(frame, opens)
        for _ in range(20 * self.grid.size):
            if not far:
                return opens
            self.budget.check()
            self.steps += 1 + self.grid.size // 8
            cells = list(scan(self.requirements.candidates(frame, opens)))
            toggled = opens ^ self.orbit(self.rng.choice(cells))
            if toggled & frame.inside == frame.inside and frame.legal(toggled):
                nearer = self.requirements.distance(frame, toggled)
                if nearer <= far or self.rng.random() < 0.02:
                    opens, far = toggled, nearer
            if self.nearest is None or far < self.nearest[0]:
                ends = self.grid.degrees(opens).one.bit_count()
                self.nearest = far, ends, frame.loops(opens)
        return None if far else opens

    def _other(
        self, puzzle: Dungeon, topology: str, opens: Bitboard, window: Bitboard | None = None
    ) -> Bitboard | None:
        """Another solution that differs only within *window*; None if there is none; or `TOO_HARD`."""
        self.tried += 1
        if sieve.fits(puzzle.grid):  # always easy; with Numba it takes no conflicts
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
        """The conflicts for one window: 1.5 times the cube of its side, at least a tenth of `EFFORT`."""
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
        """Yield new layouts that meet the requirements and exclude *other*, changed in the same way, as a solution."""
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
            if toggle and (not frame.legal(changed) or self.requirements.distance(frame, changed)):
                continue
            for centres in dict.fromkeys((treasures, moved)):
                if (changed, centres) in seen:
                    continue
                if not rules.accepts(self._puzzle(changed, centres), other ^ toggle):
                    yield changed, centres
                    break

    def _toggles(self, cells: Bitboard, frame: Frame) -> list[Bitboard]:
        """The cells with their images under the symmetry, in random order."""
        orbits = list(dict.fromkeys(self.orbit(i) for i in scan(cells & ~frame.inside)))
        self.rng.shuffle(orbits)
        return orbits


def varied(puzzle: Dungeon, solution: DungeonSolution, recipe: DungeonRecipe, rng: random.Random) -> Dungeon | None:
    """Swap a wall and an open cell at random; None for recipes with more requirements than a size."""
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
