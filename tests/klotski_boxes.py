"""Boxes of sliding blocks for tests: random ones, and a breadth-first search that shares nothing with the package."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from satdnd.kinds.klotski.model import Goal, Klotski

CLASSIC = ("baac", "baac", "dffe", "dghe", "i..j")
SHAPES = [(1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)]


def random_box(rng: Random, height: int, width: int) -> Klotski:
    """A box with at least one piece, and a goal by name or by shape that need not be reachable."""
    rows = [["."] * width for _ in range(height)]
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    pieces: list[tuple[str, tuple[int, int]]] = []
    wanted = rng.randint(1, height * width)
    shapes = [(tall, wide) for tall, wide in SHAPES if tall <= height and wide <= width]
    for _ in range(3 * wanted):
        tall, wide = rng.choice(shapes)
        r, c = rng.randint(0, height - tall), rng.randint(0, width - wide)
        cells = [(i, j) for i in range(r, r + tall) for j in range(c, c + wide)]
        if len(pieces) < wanted and all(rows[i][j] == "." for i, j in cells):
            letter = next(letters)
            pieces.append((letter, (tall, wide)))
            for i, j in cells:
                rows[i][j] = letter
    letter, shape = rng.choice(pieces)
    at = (rng.randint(0, height - shape[0]), rng.randint(0, width - shape[1]))
    goal = Goal(at, letter) if rng.random() < 0.5 else Goal(at, shape=shape)
    return Klotski(tuple(map("".join, rows)), goal)


class Known(NamedTuple):
    """What `brute_force` finds out."""

    length: int | None
    """Fewest moves; None: the goal is not reachable."""
    states: int
    """Reachable states, pieces of one shape taken for the same (the piece of a goal apart)."""
    ways: int
    """Shortest move lists."""


def brute_force(puzzle: Klotski, metric: str, most: int | None = None) -> Known | None:
    """Breadth first over sets of placed pieces; None where there are more than *most* states."""
    start = frozenset(
        (letter if letter == puzzle.goal.piece else "", tuple(sorted(cells))) for letter, cells in letters(puzzle)
    )
    goal_shape = next(
        cells
        for letter, cells in letters(puzzle)
        if letter == puzzle.goal.piece or (puzzle.goal.piece is None and extent(cells) == puzzle.goal.shape)
    )
    top, left = min(goal_shape)
    down, right = puzzle.goal.at[0] - top, puzzle.goal.at[1] - left
    wanted = (puzzle.goal.piece or "", tuple(sorted((r + down, c + right) for r, c in goal_shape)))
    distance = {start: 0}
    ways = {start: 1}
    queue = [start]
    for state in queue:
        if most is not None and len(queue) > most:
            return None
        for other in set(successors(puzzle, state, metric)):
            if other not in distance:
                distance[other] = distance[state] + 1
                ways[other] = 0
                queue.append(other)
            if distance[other] == distance[state] + 1:
                ways[other] += ways[state]
    goals = [state for state in queue if wanted in state]
    length = min((distance[state] for state in goals), default=None)
    return Known(length, len(queue), sum(ways[state] for state in goals if distance[state] == length))


def letters(puzzle: Klotski) -> list[tuple[str, set[tuple[int, int]]]]:
    """The cells of each letter."""
    found: dict[str, set[tuple[int, int]]] = {}
    for r, row in enumerate(puzzle.board):
        for c, letter in enumerate(row):
            if letter != ".":
                found.setdefault(letter, set()).add((r, c))
    return list(found.items())


def extent(cells: Any) -> tuple[int, int]:
    """Height and width."""
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    return len(rows), len(columns)


def successors(puzzle: Klotski, state: Any, metric: str) -> Iterator[Any]:
    """The states after one move."""
    for piece in state:
        others = state - {piece}
        taken = {cell for _, cells in others for cell in cells}
        seen = {piece}
        todo = [(piece, None)]
        for (name, cells), last in todo:
            for way in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if metric != "move" and last not in (None, way):
                    continue
                moved = tuple(sorted((r + way[0], c + way[1]) for r, c in cells))
                inside = all(0 <= r < puzzle.height and 0 <= c < puzzle.width for r, c in moved)
                if inside and not taken & set(moved) and (name, moved) not in seen:
                    seen.add((name, moved))
                    yield others | {(name, moved)}
                    if metric != "step":
                        todo.append(((name, moved), way))
