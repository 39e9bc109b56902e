"""Nurikabe (Nikoli): islands of given sizes in one connected sea."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, TypeAlias

from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import puzz_links
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.repairs import additional_clues, repairs
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import Rule
from satdnd.engine.kind import Encoding, Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.nurikabe.generate import NurikabeRecipe, generate, varied
from satdnd.kinds.nurikabe.techniques import TECHNIQUES, NurikabeWords, growing, out_of_reach
from satdnd.kinds.nurikabe.touch_forest import TouchForest
from satdnd.rules.count import Counts, exactly
from satdnd.rules.homes import Homes
from satdnd.rules.region import Reached, Region
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import AnyStatement
from satdnd.rules.unknowns import Shading
from satdnd.setter.parts import AdditionalClues, Change, Generator, Repairs

Entry: TypeAlias = int | str | None
"""A number from 1, ``"?"`` for an unknown number, or None for a cell without a number."""
LONG_COUNTS = 300_000
"""The number of clauses of all sequential counters from which modulo totalizers are used: a third of them at 40x40.

Sequential counters are the fastest up to 20x20; with islands of 140 cells, building one takes PySAT half a second,
which cannot be interrupted."""


class NurikabeSolution(ShadedSolution):
    """A solution: the cells of the sea."""


@dataclass(frozen=True)
class Nurikabe(GridPuzzle):
    """H rows of W entries; a number too large for the grid makes a puzzle unsolvable, not invalid."""

    rows: tuple[tuple[Entry, ...], ...] = clues(NumberGrid(1, unknown=True, fixed=True))

    kind: ClassVar = "nurikabe"

    @cached_property
    def numbers(self) -> dict[Cell, int | None]:
        """The cells that hold a number, in reading order; None for an unknown number."""
        entries = (((r, c), entry) for r, row in enumerate(self.rows) for c, entry in enumerate(row))
        return {cell: entry if isinstance(entry, int) else None for cell, entry in entries if entry is not None}

    def with_numbers(self, numbers: Mapping[Cell, Entry]) -> Nurikabe:
        """The same puzzle with other entries in these cells."""
        rows = [list(row) for row in self.rows]
        for (r, c), entry in numbers.items():
            rows[r][c] = entry
        return replace(self, rows=tuple(map(tuple, rows)))


# the rules


@lru_cache(maxsize=1)  # both the encoding and its rulebook ask for it
def islands(puzzle: Nurikabe) -> Homes:
    """The islands, by their cells with numbers."""
    width = puzzle.grid.width
    return Homes(puzzle.grid, {r * width + c: number for (r, c), number in puzzle.numbers.items()}, -1)


def statements(puzzle: Nurikabe, sea: Shading) -> Iterator[AnyStatement]:
    """Islands, the other cells, 2x2 blocks."""
    grid, homes = puzzle.grid, islands(puzzle)
    for home, (cell, number) in zip(homes.sizes, puzzle.numbers.items(), strict=True):
        yield exactly("on-island", [cell], "the number at {} is in an island", [-home - 1], 1)
        if number is None:
            yield Region("one-number", (cell,), "the island at {} has no other number", home, None, homes)
        else:
            text = f"the island at {{}} needs {counted(number, 'cell')}"
            yield Region("number-size", (cell,), text, home, number, homes)
    for i, cell in enumerate(grid.cells(grid.all)):
        if i not in homes.sizes:
            near = homes.near >> i & 1
            text = "{} is sea or in the island of a number" if near else "no number reaches {}"
            yield Reached("one-number", (cell,), text, i, homes)
    yield Counts("no-2x2", "no 2x2 block of sea at {}", grid.blocks(grid.all), sea, 0, 3)


def one_sea(puzzle: Nurikabe, sea: object = None) -> TouchForest:
    """Connectivity of the sea, by cuts."""
    homes = islands(puzzle)
    several = None not in homes.sizes.values() and puzzle.grid.size - homes.least > 1
    return TouchForest(homes, "the sea at {} needs a way out", several=several)


def contradiction(puzzle: Nurikabe) -> str | None:
    """Why there is no solution, if counting cells shows it; else None."""
    geometry, numbers = puzzle.grid, puzzle.numbers
    for cell, number in numbers.items():
        others = geometry.mask(numbers) & ~geometry.bit(cell)
        around = geometry.neighbours(others)
        if around & geometry.bit(cell):
            return f"the number at {cell_name(cell)} is right next to another"
        room = geometry.flood(geometry.bit(cell), geometry.all & ~others & ~around).bit_count()
        if number and number > room:
            return f"the island at {cell_name(cell)} needs {number} cells, and has room for {room}"
    optional, total = None in numbers.values(), islands(puzzle).least
    blocks = (geometry.height // 2) * (geometry.width // 2)
    if (blocks <= total or optional) and total <= geometry.size:
        return None
    limit = f"{blocks} separate 2x2 blocks need more" if total < blocks else f"the grid has {geometry.size} cells"
    return f"the numbers add up to {total}{' at least' if optional else ''}, and {limit}"


class NurikabeKind(DeclaredKind):
    """Overrides of derived methods: counts that scale, a referee with islands in its messages, and a graph check."""

    def rulebook(self, puzzle: Nurikabe, options: Settings) -> Rulebook[Any]:
        """Numbers are on islands; if all are known, all solutions have the same number of island cells."""
        book = super().rulebook(puzzle, options)
        shown = tuple(-i - 1 for i in islands(puzzle).sizes)
        return replace(book, shown=shown, blocking_sign=0 if None in puzzle.numbers.values() else -1)

    def cardinality(self, puzzle: Nurikabe, options: Settings, *, lazy: bool) -> str:
        """``auto`` is a sequential counter, unless all of these exceed `LONG_COUNTS` clauses."""
        best = super().cardinality(puzzle, options, lazy=lazy)
        long = options.cardinality == "auto" and islands(puzzle).count_clauses(best, alone=not lazy) > LONG_COUNTS
        return "mtotalizer" if long else best

    def encoding(self, puzzle: Nurikabe, options: Settings, **how: Any) -> Encoding[Any, Any]:
        """With touches, Glucose takes half the time of CaDiCaL 1.9.5 on boards with few large islands."""
        encoding = super().encoding(puzzle, options, **how)
        if encoding.connectivity(puzzle):
            encoding.best_solver = "glucose4"
        return encoding

    def clauses(self, puzzle: Nurikabe, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """The clauses of islands, and a measured number per cell."""
        lazy = not eager and options.connectivity != "planar"
        counts = self.cardinality(puzzle, options, lazy=lazy)
        touches = 2 * one_sea(puzzle).meetings() if lazy else 0
        return (4 if lazy else 40) * puzzle.grid.size + islands(puzzle).clauses(counts, alone=not lazy) + touches

    def faults(self, puzzle: Nurikabe, solution: NurikabeSolution, options: Settings | None = None) -> list[Fault]:
        """All faults, found on bitboards; an island without exactly one number has no size to check."""
        found = _faults(puzzle, solution.board & puzzle.grid.all)
        return sorted(found, key=lambda fault: [*self.rules].index(fault.rule))


def _faults(puzzle: Nurikabe, board: Bitboard) -> Iterator[Fault]:
    geometry, numbers = puzzle.grid, puzzle.numbers
    for cell in geometry.cells(geometry.mask(numbers) & board):
        yield Fault("on-island", (cell,), f"the number {numbers[cell] or '?'} at {cell_name(cell)} is in the sea")
    for cells in (tuple(geometry.cells(island)) for island in geometry.components(geometry.all & ~board)):
        numbered = tuple(cell for cell in cells if cell in numbers)
        if len(numbered) != 1:
            what = f"{len(numbered)} numbers, at {', '.join(map(cell_name, numbered))}" if numbered else "no number"
            yield Fault("one-number", numbered or cells, f"the island at {cell_name(cells[0])} holds {what}")
        elif numbers[numbered[0]] not in (None, len(cells)):
            has = f"the island at {cell_name(numbered[0])} has {counted(len(cells), 'cell')}"
            yield Fault("number-size", cells, f"{has} instead of {numbers[numbered[0]]}")
    for cell in geometry.cells(geometry.squares(board)):
        block = tuple(geometry.cells(geometry.block(*cell, 2, 2)))
        yield Fault("no-2x2", block, f"the 2x2 block at {cell_name(cell)} is entirely sea")
    for apart, message in one_sea(puzzle).faults(board):
        yield Fault("connected", apart, message)


# setters; recognition of texts


def clues_of(puzzle: Nurikabe, solution: NurikabeSolution) -> Nurikabe:
    """The puzzle with all sizes given."""
    grid, land = puzzle.grid, puzzle.grid.all & ~solution.board
    return puzzle.with_numbers({cell: grid.flood(grid.bit(cell), land).bit_count() for cell in puzzle.numbers})


def moved_numbers(puzzle: Nurikabe, solutions: Sequence[NurikabeSolution]) -> Iterator[Change[Nurikabe]]:
    """Each number on each other cell of its island for one of *solutions*, the nearest cells first."""
    grid, nameless = puzzle.grid, replace(puzzle, name="", extra={})
    moves = dict.fromkeys(
        (home, cell)
        for solution in solutions
        for home in puzzle.numbers
        for cell in grid.cells(grid.flood(grid.bit(home), grid.all & ~solution.board))
        if cell != home
    )
    for home, cell in sorted(moves, key=lambda move: abs(move[0][0] - move[1][0]) + abs(move[0][1] - move[1][1])):
        entry = puzzle.rows[home[0]][home[1]]
        text = f"the {entry} at {cell_name(home)} moves to {cell_name(cell)}"
        yield Change((text,), nameless.with_numbers({home: None, cell: entry}), frozenset([(home, cell)]))


def plausible(puzzle: Nurikabe) -> bool:
    """At least two rows, and numbers that are not side by side and add up to as many cells as there can be."""
    places, total = puzzle.grid.mask(puzzle.numbers), islands(puzzle).least
    apart = not puzzle.grid.neighbours(places) & places
    return puzzle.height > 1 and bool(puzzle.numbers) and apart and total <= puzzle.grid.size


RULES = {
    "on-island": Rule("Every number is in an island.", "number"),
    "one-number": Rule(
        "An island is a group of cells joined by edges and holds exactly one number.",
        "reach",
        "reaches",
        "no number could reach {place}",
        argued=out_of_reach,
    ),
    "number-size": Rule(
        "An island has as many cells as its number says; ? may be any number.", "island", because=growing
    ),
    "no-2x2": Rule("No 2x2 block is entirely sea.", "pool", broken="the 2x2 at {place} would be sea"),
    "connected": Rule("All sea cells form one connected region.", "flow", broken="{pocket:the sea} would be cut off"),
}
KIND: NurikabeKind = NurikabeKind(
    Nurikabe,
    Shaded(NurikabeSolution, yes="sea", no="island"),
    title="Nurikabe",
    play="Shade some of the cells: they are the sea, the others islands. Every island has one number, which says how "
    "many cells it has; islands touch only at corners. The sea is connected, and no two by two cells are all sea.",
    rules=RULES,
    statements=statements,
    cuts=one_sea,
    contradiction=contradiction,
    techniques=TECHNIQUES,
    words=NurikabeWords,
    links=puzz_links(Nurikabe, "nurikabe", page="nurikabe"),
    plausible=plausible,
    parts=(
        Grading(12.0),
        Generator(
            NurikabeRecipe, lambda *arguments: generate(KIND, *arguments), lambda *arguments: varied(KIND, *arguments)
        ),
        Repairs(lambda *arguments: repairs(KIND, *arguments), moved_numbers),
        AdditionalClues(partial(additional_clues, clues_of), Nurikabe.changed),
    ),
    usual_size=(9, 9),
)
