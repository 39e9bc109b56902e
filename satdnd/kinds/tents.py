"""Tents (Léon Balmaekers): a tent beside each tree, none touching, with a given number in each row and column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.margins import CountMargin, known_margins, overfull
from satdnd.declaration.clues.things import Things
from satdnd.declaration.generators.territories import scattered
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import counted_links
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.placed import PlacedCells, PlacedSolution
from satdnd.declaration.words.kind_words import Rule, Technique, TouchingWords, contrary, count_techniques
from satdnd.declaration.words.matching_words import pairing
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names
from satdnd.grid.bitboard import Bitboard, Cell, beside
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.rules.count import Count, Counts, exactly
from satdnd.rules.matching import Matched, components
from satdnd.rules.statement import AnyStatement
from satdnd.rules.touching import NoneTouch
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement

_NAMED = 5
"""The most trees that a sentence names; beyond that it gives their number."""
_SHARE = 0.2
"""The share of cells with a tent in generated puzzles, a little less if there is no room."""


@dataclass(frozen=True)
class TentsSolution(PlacedSolution):
    """The cells of the tents."""

    tents: tuple[Cell, ...]
    """In reading order."""

    key: ClassVar = "tents"
    sign: ClassVar = "A"


@dataclass(frozen=True)
class Tents(GridPuzzle):
    """The number of tents in each row and column, None if unknown, and the cells of the trees."""

    rows: tuple[int | None, ...] = clues(CountMargin("row", "tent"))
    columns: tuple[int | None, ...] = clues(CountMargin("column", "tent"))
    trees: tuple[Cell, ...] = clues(Things("tree", "T", keyword="trees", removable=False), ())

    kind: ClassVar = "tents"

    @property
    def places_of(self) -> dict[Cell, list[Cell]]:
        """For each tree, the neighbouring cells that can hold a tent."""
        trees, contains = {*self.trees}, self.grid.contains
        return {tree: [x for x in beside(tree) if contains(x) and x not in trees] for tree in self.trees}

    @cached_property
    def empty_cells(self) -> list[Cell]:
        """The cells that cannot hold a tent: trees, and cells with no tree beside them."""
        grid, trees = self.grid, self.grid.mask(self.trees)
        return grid.cells(trees | grid.all & ~grid.neighbours(trees))


# what the rules say


def shown(puzzle: Tents, tents: Shading) -> tuple[Literal, ...]:
    """No tent on the empty cells."""
    return tents.literals(puzzle.empty_cells, -1)


def statements(puzzle: Tents, tents: Shading) -> Iterator[AnyStatement]:
    """Empty cells, counts, tents that do not touch, pairs of trees and tents."""
    trees = dict.fromkeys(puzzle.trees)
    alone = [cell for cell in puzzle.empty_cells if cell not in trees]
    for text, cells in (("a tree stands on {}", trees), ("no tree is beside {}", alone)):
        yield Counts("beside", text, [(cell,) for cell in cells], tents, 0, 0)
    for clue, name, number, line in known_margins(puzzle):
        text = f"{name} needs {counted(number, 'tent')}" if number else f"{name} has no tent"
        yield exactly("count", line, text, tents.literals(line), number, clue)
    yield NoneTouch(puzzle.grid, tents, "tent")
    places_of = puzzle.places_of
    for tree, cells in places_of.items():
        yield Count("tree", (tree, *cells), "the tree at {} has a tent beside it", tents.literals(cells), 1, len(cells))
    for group in components(places_of):
        beside_place: dict[Cell, list[int]] = {}
        for i, tree in enumerate(group):
            for place in places_of[tree]:
                beside_place.setdefault(place, []).append(i)
        owners = {tents.variable(x): tuple(trees_there) for x, trees_there in sorted(beside_place.items())}
        text = "the tree at {} has one tent of its own"
        if group[1:]:
            subject = f"the trees at {listed(names(group))}"
            if len(group) > _NAMED:
                subject = f"the {len(group)} linked trees from {cell_name(group[0])} to {cell_name(group[-1])}"
            text = f"{subject} have one tent each of their own"
        yield Matched("own", tuple(group), text, owners, len(group))


def contradiction(puzzle: Tents) -> str | None:
    """A count above the length of its line; counts that do not add up to the number of trees."""
    if reason := overfull(puzzle):
        return reason
    number = len(puzzle.trees)
    for side, what in ((puzzle.rows, "rows"), (puzzle.columns, "columns")):
        total = sum(x or 0 for x in side)
        if total > number or (None not in side and total < number):
            return f"the {what} have {counted(total, 'tent')} for {counted(number, 'tree')}"
    return None


# new puzzles


def sample(rng: Random, blank: Tents, budget: Budget) -> Bitboard:
    """Tents that do not touch, with room for a tree beside each; fewer if there is no room."""
    share = _SHARE
    while share * blank.grid.size >= 1:
        budget.check()
        board = scattered(rng, blank.grid, share)
        if len(planted(blank, board)) == board.bit_count():
            return board
        share *= 0.97
    return 0


def planted(puzzle: Tents, board: Bitboard) -> tuple[Cell, ...]:
    """The trees of a puzzle or, if it has none, one beside each tent of a board, depending on the board alone."""
    if puzzle.trees:
        return puzzle.trees
    grid, rng, trees = puzzle.grid, Random(board), list[Cell]()
    for cell in grid.cells(board):
        free = grid.cells(grid.neighbours(grid.bit(cell)) & ~board & ~grid.mask(trees))
        trees += [rng.choice(free)] if free else []
    return tuple(trees)


def clues_of(puzzle: Tents, solution: PlacedSolution) -> Tents:
    """The counts of a solution, and trees."""
    rows = tuple(sum(r == i for r, _ in solution.cells) for i in range(puzzle.height))
    columns = tuple(sum(c == i for _, c in solution.cells) for i in range(puzzle.width))
    return Tents(rows, columns, planted(puzzle, solution.board), name=puzzle.name, extra=puzzle.extra)


# explanations


def paired(inference: Inference[Any], reason: Statement) -> str:
    """Which tents belong to which trees."""
    text = pairing(inference, reason.cells, "tent", "tree", "A", "o")
    if text or not inference.cells:
        return text or contrary(reason.text)
    return reason.text if inference.supposed else f"{reason.text}, and all ways to pair them agree on that"


_TREE_WITHOUT = "leaves a tree without", "A tent would touch all places that a tree has left."
TECHNIQUES = (
    Technique(
        "touching",
        "around a tent",
        "Cells around a tent are empty.",
        found="o",
        many="no tent touches the ones at {named}",
    ),
    *count_techniques("count", "line", "tents", "A", "o", rest="fill the line"),
    Technique(
        "tree",
        "last place of a tree",
        "A tree has one cell left for its tent.",
        "A",
        "only {left} for the tent of the tree at {place}",
        many="no other cells are left for the tents of {subjects}",
    ),
    Technique("own", "one tent each", "Tents and trees go together in pairs."),
    Technique("tree touching*", *_TREE_WITHOUT),
    Technique("own touching*", *_TREE_WITHOUT, "o"),
    Technique(
        "count touching*", "leaves a line without", "A tent would touch places that a line needs for its tents.", "o"
    ),
    Technique("count touching*", "pairs in a line", "Two neighbours hold one tent at most: a line needs other places."),
)


class TentsWords(TouchingWords):
    """Tents do not touch."""

    thing = "tent"


VIEW = PlacedCells(TentsSolution, "tent", "empty", many="tents")
KIND = DeclaredKind(
    Tents,
    VIEW,
    title="Tents",
    play="Put up a tent for each tree, in a cell beside it (not just touching a corner); each tree has its own tent. "
    "No two tents touch, not even at corners. Numbers say how many tents a row or column has.",
    rules={
        "beside": Rule("Tents stand beside trees, not on them.", "cell"),
        "count": Rule("A number says how many tents its row or column has.", "line"),
        "touching": Rule("No two tents touch, not even at corners.", "touch", "touches"),
        "tree": Rule("Every tree has a tent beside it.", "tree", broken="the tree at {place} would have no tent"),
        "own": Rule(
            "Trees and tents go together in pairs: as many tents as trees, each with its own.", "pairing", says=paired
        ),
    },
    statements=statements,
    shown=shown,
    blocking_sign=1,
    contradiction=contradiction,
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    words=TentsWords,
    links=counted_links(Tents, "trees", "tents"),
    usual_size=(8, 8),
    plausible=lambda puzzle: bool(puzzle.trees),
    parts=(Grading(2.1),),
)
