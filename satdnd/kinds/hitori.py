"""Hitori (Nikoli): shade numbers until none appears twice in a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.generators.generator import DeclaredRecipe, Design
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import body_links
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.values import repeated
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique
from satdnd.declaration.words.separation_words import SEPARATION_RULES, SEPARATION_TECHNIQUES
from satdnd.engine.symmetry import Symmetry
from satdnd.errors import InputError
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, place, signs
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.piece import Piece
from satdnd.grid.bitboard import Cell, lines_of, pieces, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.count import Counts
from satdnd.rules.separation import NoneSideBySide, Undivided, none_beside
from satdnd.rules.statement import StatementFamily
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.latin_squares import random_square


class HitoriSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Hitori(GridPuzzle):
    """A number or letter in each cell; None for an empty cell, which equals no other."""

    rows: tuple[tuple[int | str | None, ...], ...] = clues(NumberGrid(0, symbols=True, removable=False))

    kind: ClassVar = "hitori"


@lru_cache(maxsize=4)
def repeats(puzzle: Hitori) -> list[tuple[Cell, ...]]:
    """The cells of each entry that is repeated in a line."""
    lines = (cells for of in lines_of(puzzle.height, puzzle.width).values() for cells in of)
    return [tuple(cells) for line in lines for entry, cells in repeated(puzzle.rows, line) if entry is not None]


def about(puzzle: Hitori, cells: Sequence[Cell]) -> tuple[str, int | str | None]:
    """The line of cells with one entry, and the entry: ``("row 3", 5)``."""
    (r, c), (s, _) = cells[:2]
    return f"row {r + 1}" if r == s else f"column {c + 1}", puzzle.rows[r][c]


def statements(puzzle: Hitori, shaded: Shading) -> Iterator[StatementFamily]:
    """Repeated entries, and neighbours."""
    text = "{} keeps at most one {}"
    yield Counts("no-repeat", lambda cells: text.format(*about(puzzle, cells)), repeats(puzzle), shaded, 0, 1, sign=-1)
    yield NoneSideBySide(puzzle.grid, puzzle.grid.all, shaded.variable)


def contradiction(puzzle: Hitori) -> str | None:
    """Equal numbers side by side in too many places of a line."""
    for cells in repeats(puzzle):
        adjacent = [abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(cells)]
        runs = [1 + len([*run]) for there, run in groupby(adjacent) if there]
        if runs[1:] or max(runs, default=0) > 3:
            name, entry = about(puzzle, cells)
            return f"whichever {entry} {name} keeps, two of the others are side by side"
    return None


# new puzzles

_ROUNDS = 60
"""Changes to a board where another solution differs: a count, so that no clock is needed."""


def design(rng: Random, recipe: DeclaredRecipe, budget: Budget) -> Design:
    """A Latin square in which a maximal set of shaded cells repeat numbers that their lines keep."""
    grid = Hitori.blank(recipe.height, recipe.width).grid
    height, width, board = grid.height, grid.width, 0
    rows = [row[:width] for row in random_square(max(height, width), rng, budget)[:height]]
    for i in rng.sample(range(grid.size), grid.size):
        budget.check()
        if not grid.neighbours(1 << i) & board and grid.connected(grid.all & ~board & ~(1 << i)):
            board |= 1 << i
    changed = board
    for _ in range(_ROUNDS):
        for i in scan(changed & board):
            r, c = divmod(i, width)
            line = [*((r, k) for k in range(width)), *((k, c) for k in range(height))]
            kept = [rows[a][b] for a, b in line if not board & grid.bit((a, b))]
            rows[r][c] = rng.choice(kept or [1])
        changed = board ^ (yield Hitori(tuple(map(tuple, rows))), board)


# links


def _from_puzz_link(body: Piece, height: int, width: int) -> Hitori:
    slots = puzzlink.numbers_in_base_36(body, height * width)
    return Hitori(tuple(tuple(slot and slot[0] for slot in slots[r * width :][:width]) for r in range(height)))


def _to_puzz_link(puzzle: Hitori) -> str:
    numbers = list[int | None]()
    for entry in chain.from_iterable(puzzle.rows):
        if isinstance(entry, str) or (entry or 0) > puzzlink.LARGEST_IN_BASE_36:
            expected = f"expected numbers up to {puzzlink.LARGEST_IN_BASE_36}"
            raise InputError(f"found {entry}, {expected}: puzz.link cannot hold it, text can")
        numbers.append(entry)
    return puzzlink.encoded_in_base_36(numbers)


def plausible(puzzle: Hitori) -> bool:
    """Full of numbers from 1, or letters, some repeated in a line; no map of named areas, and no letter in so many
    cells that it may mean an empty one.
    """
    cells = dict[Any, list[Cell]]()
    for r, row in enumerate(puzzle.rows):
        for c, x in enumerate(row):
            cells.setdefault(x, []).append((r, c))
    size = puzzle.height * puzzle.width
    full = not {None, 0} & cells.keys() and min(puzzle.height, puzzle.width) > 2
    letters = all(isinstance(x, int) or 3 * len(own) < size for x, own in cells.items())
    return full and letters and any(repeats(puzzle)) and not all(len(pieces(own)) == 1 for own in cells.values())


# explanations

TECHNIQUES = (
    Technique(
        "no-repeat",
        "number is kept",
        "A line already keeps this number: wherever else it is in the line, it is shaded.",
        found="#",
        many="{labels} unshaded",
    ),
    *SEPARATION_TECHNIQUES,
    Technique("", "triple", "The middle one of three equal numbers side by side is unshaded."),
    Technique("", "between a pair", "A cell between two equal numbers is unshaded: one of them is shaded."),
    Technique(
        "", "adjacent pair", "One of two equal neighbours is unshaded: the same number elsewhere in the line is shaded."
    ),
    Technique("", "corner", "Shading there would cut off the corner."),
)


def _kept(inference: Inference[Any], reason: Statement) -> str:
    """The one of several equal numbers that is kept."""
    known = signs(inference.known)
    kept = next((cell for cell in reason.cells if known.get(cell) == "o"), None)
    line, _, number = reason.text.partition(" keeps at most one ")
    is_ = "would be" if inference.supposed else "is"
    return f"the {number} at {cell_name(kept)} in {line} {is_} unshaded" if kept else reason.text


class HitoriWords(DeclaredWords):
    """Players' names for patterns."""

    def labels(self, puzzle: Any, cells: Iterable[Cell]) -> list[str]:
        """With their numbers."""
        return [f"the {puzzle.rows[r][c]} at {cell_name((r, c))}" for r, c in cells]

    def nickname(self, inference: Inference[Any]) -> str:
        """From the combination of rules."""
        reasons = {rule: [one for one in inference.reasons if one.rule == rule] for rule in KIND.rules}
        numbers, pairs, cuts = reasons.values()
        if cuts:
            puzzle = inference.puzzle
            corners = {(r, c) for r in (0, puzzle.height - 1) for c in (0, puzzle.width - 1)}
            return "corner" if not cuts[1:] and len(cuts[0].cells) == 1 and {*cuts[0].cells} <= corners else ""
        if len(numbers) != 1:
            return ""
        found, equal = place(inference.cells[0]), {*numbers[0].cells}
        adjacent = {cell for one in pairs for cell in one.cells if cell in equal} - {found}
        steps = {(s - r, t - c) for (r, c), (s, t) in pairwise(sorted({found, *adjacent}))}
        if len(adjacent) == 2 and steps in ({(0, 1)}, {(1, 0)}):
            return "triple" if found in equal else "between a pair"
        return "adjacent pair" if len(adjacent) == 2 and found in equal else ""


KANPEN = kanpen.KanpenPage("hitori", kanpen.cells(puzzlink.encoded_in_base_36, puzzlink.LARGEST_IN_BASE_36))
KIND = DeclaredKind(
    Hitori,
    Shaded(HitoriSolution, yes="shaded", no="unshaded"),
    title="Hitori",
    play="Shade some of the numbers, so that no number is left twice in a row or column. No two shaded cells are side "
    "by side, and all unshaded cells are connected.",
    rules={
        "no-repeat": Rule("No number is left unshaded twice in a row or column.", "number", because=_kept),
        **SEPARATION_RULES,
    },
    statements=statements,
    implied=lambda puzzle, shaded: none_beside(puzzle.grid, shaded),
    cuts=lambda puzzle, _: Undivided(puzzle.grid),
    techniques=TECHNIQUES,
    words=HitoriWords,
    links=body_links(_from_puzz_link, _to_puzz_link, "hitori", page=KANPEN),
    plausible=plausible,
    contradiction=contradiction,
    counts=False,
    parts=(Grading(6.7), Symmetry(renamed=True)),
    design=design,
    usual_size=(8, 8),
)
