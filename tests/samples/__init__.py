"""What the tests of all kinds ask of a kind: a module of its name in this folder.

A new kind needs one of these and no line in any other test. A module has:

- ``TEXT``: a small puzzle with one solution, as text; ``SEVERAL``: one with several.
- ``puzzles()``: small puzzles: without a solution (one is seen at once, one only by searching), with one, with several.
- ``solutions(puzzle)``: all solutions by brute force that shares nothing with the package, each as what its JSON holds
  in the field ``FIELD`` (``grid`` if the module names no other).
- ``common(found)``, where it is not a board of ``#`` and ``o``: the field ``forced`` of an answer;
  ``common_of(puzzle, found)``, where the solutions do not tell the size of the board.
- ``large()``: a puzzle that takes more than a second.
- ``WISHES``, where a new puzzle of 40x40 does not take a quarter of a second: with which wishes it does.
- ``LARGEST``, where boards are squares: the largest side.
- ``LINKS``: links of puzz.link that others have published, each with its source; none where it has no such kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

INSTANCES = Path(__file__).parents[2] / "instances"
SAMPLED = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
"""The kinds that have a module here."""


def sample(kind: str) -> Any:
    """The module of a kind."""
    return import_module(f"samples.{kind}")


def texts(name: str) -> dict[str, str]:
    """``TEXT`` or ``SEVERAL`` of each kind."""
    return {kind: getattr(sample(kind), name) for kind in SAMPLED}


@cache
def instance(kind: str) -> str:
    """The shortest file of puzzles of a kind in ``instances/``: its path from there."""
    files = [path for path in (INSTANCES / kind).iterdir() if path.suffix != ".solution"]
    return str(min(files, key=lambda path: (path.stat().st_size, path.name)).relative_to(INSTANCES))


def shaded(found: Sequence[Sequence[str]]) -> list[str]:
    """What boards of ``#`` and other signs have in common: ``#`` and ``o``, ``.`` where they differ."""
    return [
        "".join(
            "." if len(signs := {x == "#" for x in cell}) > 1 else "o#"[signs.pop()] for cell in zip(*row, strict=True)
        )
        for row in zip(*found, strict=True)
    ]


def shadings(
    height: int, width: int, keeps: Callable[[set[tuple[int, int]]], bool], sign: str = "#"
) -> Iterator[list[str]]:
    """Every board of shaded cells that keeps the rules: one string per row."""
    cells = [*product(range(height), range(width))]
    for signs in product("." + sign, repeat=len(cells)):
        if keeps({cell for cell, there in zip(cells, signs, strict=True) if there == sign}):
            yield ["".join(signs[r * width : (r + 1) * width]) for r in range(height)]


def in_one_piece(cells: Collection[tuple[int, int]]) -> bool:
    """Whether all cells hang together; no cell at all does."""
    reached = front = [*cells][:1]
    while front:
        front = [(r + i, c + j) for r, c in front for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        front = [*{*front} & {*cells} - {*reached}]
        reached = reached + front
    return len(reached) == len(cells)
