"""Generator of inshi: cuts a random Latin square into random rooms, and cuts rooms again until the puzzle is unique."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from random import Random

from satdnd.engine.options import option
from satdnd.errors import Undecided, UsageError
from satdnd.grid.bitboard import Cell
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.model import LARGEST, Inshi, InshiSolution, Room
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session
from satdnd.setter.latin_squares import Square, random_square, shifted
from satdnd.setter.parts import Recipe

EFFORT = 50_000
"""The maximum number of conflicts before the longest rooms are halved; independent of the machine."""


@dataclass(frozen=True, kw_only=True)
class InshiRecipe(Recipe):
    """The options of the generator."""

    height: int | None = option(None, "Rows; as many as columns (8).", low=1, high=LARGEST)
    width: int | None = option(None, "Columns; as many as rows.", low=1, high=LARGEST)
    unique: bool = option(True, "Exactly one solution; some rooms become shorter for it.", switch="--unique/--any")
    longest_room: int | None = option(
        None, "Size of the largest room, at most (3; of a grade, any).", low=1, high=LARGEST
    )
    linear: bool = option(False, "A Latin square of shifted rows instead of a well-mixed one.")

    @property
    def size(self) -> int:
        """N. Raises UsageError if rows and columns differ."""
        height = self.height or self.width or 8
        if height != (self.width or height):
            raise UsageError(f"inshi needs as many rows as columns; the size is {height}x{self.width}")
        return height


def generate(rng: Random, recipe: InshiRecipe, budget: Budget) -> Inshi:
    """A puzzle from a random Latin square cut into rooms.

    Raises:
        UsageError: rows and columns differ, or a room would be longer than the grid.
        Undecided: the budget ran out.
    """
    size = recipe.size
    longest = min(3, size) if recipe.longest_room is None else recipe.longest_room
    if longest > size:
        raise UsageError(f"longest_room is {longest}, expected at most {size} as the grid has rows")
    square = shifted(size, rng) if recipe.linear else random_square(size, rng, budget=budget)
    rooms = cut_into_rooms(size, longest, rng)
    if recipe.unique:
        try:
            rooms = _cut_until_unique(square, rooms, rng, budget)
        except Undecided as error:
            raise Undecided(f"{error} before the rooms were cut so short that the solution is unique") from None
    return _puzzle(square, rooms)


def cut_into_rooms(size: int, longest: int, rng: Random) -> list[tuple[Cell, ...]]:
    """Random straight rooms of at most *longest* cells that fill the grid, in reading order of their first cells.

    Each starts at the first free cell, goes right or down at random, and ends early at another room.
    """
    rooms: list[tuple[Cell, ...]] = []
    free = {(r, c) for r in range(size) for c in range(size)}
    for start in sorted(free):
        if start not in free:
            continue
        down, length = rng.random() < 0.5, 1 + int(rng.random() * longest)
        room: list[Cell] = []
        r, c = start
        while len(room) < length and (r, c) in free:
            free.discard((r, c))
            room.append((r, c))
            r, c = (r + 1, c) if down else (r, c + 1)
        rooms.append(tuple(room))
    return rooms


def _puzzle(square: Square, rooms: list[tuple[Cell, ...]]) -> Inshi:
    return Inshi(len(square), tuple(Room(prod(square[r][c] for r, c in cells), cells) for cells in rooms))


def _cut_until_unique(
    square: Square, rooms: list[tuple[Cell, ...]], rng: Random, budget: Budget
) -> list[tuple[Cell, ...]]:
    """Cut *rooms* until *square* is the only solution; halve the longest ones if `EFFORT` does not suffice.

    Raises Undecided.
    """
    parts = list(rooms)
    while True:
        part = budget.part(conflicts=EFFORT)
        try:
            _cut(square, parts, rng, part)
            return sorted(parts)
        except Undecided:
            if part.conflicts or budget.spent:
                raise
        longest = max(map(len, parts))
        for cells in [cells for cells in parts if len(cells) == longest]:
            parts.remove(cells)
            parts += [cells[: longest // 2], cells[longest // 2 :]]


def _cut(square: Square, parts: list[tuple[Cell, ...]], rng: Random, budget: Budget) -> None:
    """Cut some of *parts* until *square* is the only solution. Raises Undecided.

    Another solution differs in a room of several cells. Cutting it after the first differing cell gives parts whose
    products exclude that solution. The session need not know the new products: a clause that forbids the other's
    numbers in one part holds for all solutions of the cut puzzle, so *square* is the only one once no model is left.
    """
    puzzle = _puzzle(square, sorted(parts))
    encoding = InshiEncoding(puzzle, budget=budget)
    with Session(encoding.formula, encoding.best_solver, budget=budget) as session:
        session.add([-x for x in encoding.unknowns.literals(square)])
        while model := session.next_model(budget=budget):
            other = encoding.decode(puzzle, model).grid
            wrong = [
                cells for cells in parts if prod(other[r][c] for r, c in cells) != prod(square[r][c] for r, c in cells)
            ]
            if not wrong:
                cut = rng.choice([cells for cells in parts if any(other[r][c] != square[r][c] for r, c in cells)])
                behind = 1 + next(i for i, (r, c) in enumerate(cut) if other[r][c] != square[r][c])
                parts.remove(cut)
                parts += [cut[:behind], cut[behind:]]
                wrong = [cut[:behind], cut[behind:]]
            for cells in wrong:
                session.add([-encoding.unknowns.candidates((r, c))[other[r][c]] for r, c in cells])


def biased(recipe: InshiRecipe, lean: float) -> InshiRecipe:
    """Shorter rooms make a puzzle easier, longer ones harder."""
    size = recipe.size
    longest = 1 + 4 * lean if lean <= 0.5 else 3 + (size - 3) * (2 * lean - 1)  # 3 at lean 0.5
    return recipe if recipe.longest_room else replace(recipe, longest_room=min(size, max(1, round(longest))))


def varied(puzzle: Inshi, solution: InshiSolution, recipe: InshiRecipe, rng: Random) -> Inshi | None:
    """Merge two rooms in line; any length is allowed if the recipe has no longest room."""
    longest = recipe.longest_room or puzzle.size
    starts = {room.cells[0]: room for room in puzzle.rooms}
    pairs = []
    for room in puzzle.rooms:
        for down in (False, True):
            r, c = room.cells[-1]
            other = starts.get((r + 1, c) if down else (r, c + 1))
            straight = other and all(len(part) == 1 or part.downward == down for part in (room, other))
            if other and straight and len(room) + len(other) <= longest:
                pairs.append((room, other))
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    rest = [room for room in puzzle.rooms if room not in (one, other)]
    return Inshi(puzzle.size, (*rest, Room(one.product * other.product, one.cells + other.cells)))
