"""Dungeons & Diagrams as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.words.kind_words import Rule
from satdnd.draw.picture import Picture, Tile
from satdnd.encodings.cardinality import ANY_BOUND, estimate_exactly
from satdnd.engine import jit
from satdnd.engine.kind import Fault, OptionalRules, Question, Templates, Way, asked_settings
from satdnd.engine.search import Sat
from satdnd.errors import UsageError
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon import backtrack, board_shape, rules, setter, sieve
from satdnd.kinds.dungeon.encode import BEST_CARDINALITY, CONNECTIVITIES, LARGE, Direct, DungeonEncoding, Template
from satdnd.kinds.dungeon.formats import TEXTS
from satdnd.kinds.dungeon.large import Large
from satdnd.kinds.dungeon.loops import cuts
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.statements import Walls, rings, rooms_in_lines, shown, statements
from satdnd.kinds.dungeon.techniques import TECHNIQUES, DungeonWords
from satdnd.rules.connected import graph_of
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget
from satdnd.sat.session import NATIVE

TEMPLATE_CELLS = LARGE
"""The most cells for a shared template; above that, compiling each puzzle alone is faster (benchmarks)."""
NATIVE_CELLS = range(196, 10_001)
"""Numbers of cells for which `Large` is faster than a warm template (benchmarks); its tables allow little more."""
HARD_CELLS = 484
"""From this number of cells on, the search uses all of `Large` from the start (benchmarks)."""


class Backtrack(Way[Dungeon, DungeonSolution, DungeonOptions]):
    """The bitwise search: an oracle that shares nothing with any SAT encoding."""

    name = "backtrack"
    help = "cell by cell on bitboards, without any clause"

    def solutions(self, question: Question[Dungeon, DungeonSolution, DungeonOptions]) -> Iterator[DungeonSolution]:
        """In reading order, wall before open; the statistics get the nodes."""
        counts = Counter[str](nodes=0)
        try:
            for board in backtrack.search(
                question.puzzle, question.options.topology, stats=counts, budget=question.budget
            ):
                yield board_shape.solution(question.puzzle, board)
        finally:
            question.stats.update(counts)


class Sieve(Way[Dungeon, DungeonSolution, DungeonOptions]):
    """A compiled search on machine words, for many small boards."""

    name = "sieve"
    help = "row by row in machine code, for boards of up to 64 cells (needs the extra 'fast')"

    def solutions(self, question: Question[Dungeon, DungeonSolution, DungeonOptions]) -> Iterator[DungeonSolution]:
        """In no particular order; the statistics get the row patterns tried."""
        for boards in self._parts(question):
            for board in boards:
                yield board_shape.solution(question.puzzle, board)

    def count(self, question: Question[Dungeon, DungeonSolution, DungeonOptions]) -> int:
        """Count without looking at the boards."""
        return sum(map(len, self._parts(question)))

    @staticmethod
    def _parts(question: Question[Dungeon, DungeonSolution, DungeonOptions]) -> Iterator[list[Bitboard]]:
        sieve.require_supported(question.puzzle)
        return sieve.search(question.puzzle, question.options.topology, question.budget, question.stats)


def _natively(puzzle: Dungeon, options: DungeonOptions) -> bool:
    """Whether this is a large board and *options* allow native constraints and cuts."""
    return (
        puzzle.grid.size in NATIVE_CELLS
        and options.compilation == "auto"
        and options.cardinality == "auto"
        and options.connectivity in ("auto", "lazy")
        and options.solver in ("auto", *NATIVE)
    )


def _connectivity(options: DungeonOptions, eager: bool) -> str:
    if options.connectivity in ("auto", "lazy"):
        return "planar" if eager else "lazy"
    return options.connectivity


def _family(puzzle: Dungeon, options: DungeonOptions) -> Hashable | None:
    """The size; None for large boards compiled alone, or if another cardinality encoding was requested."""
    if options.cardinality not in ("auto", "totalizer") or options.compilation == "direct":
        return None
    if options.compilation == "auto" and (puzzle.grid.size > TEMPLATE_CELLS or _natively(puzzle, options)):
        return None
    return puzzle.height, puzzle.width


def _template(puzzle: Dungeon, options: DungeonOptions, budget: Budget) -> Template:
    connectivity = _connectivity(options, False)
    return Template(puzzle.height, puzzle.width, options, connectivity=connectivity, budget=budget)


class DungeonKind(DeclaredKind):
    """What dungeons do better than the derived defaults, and other topologies."""

    options = DungeonOptions
    texts = TEXTS

    def rulebook(self, puzzle: Dungeon, options: Any) -> Rulebook[DungeonSolution]:
        """The statements, and the topology's rule. A player may still mark the cells of things, which are shown."""
        book = super().rulebook(puzzle, options)
        return replace(book, shown=shown(puzzle), cuts=cuts(puzzle.grid, options.topology))

    def validate_settings(self, options: Any, way: Way[Any, Any, Any]) -> None:
        """As in the base; also, a template counts with totalizers only, whose outputs can be assumed."""
        super().validate_settings(options, way)
        if options.compilation == "template" and options.cardinality not in ("auto", "totalizer"):
            raise UsageError(
                f"a template counts with totalizer, not with {options.cardinality!r}: use --compilation direct"
            )

    def auto_way(self, puzzle: Dungeon, options: Any, *, bulk: int = 0) -> Way[Any, Any, Any]:
        """For many small boards the sieve, if Numba is installed and nothing else was requested."""
        sieved = jit.worthwhile(sieve.KERNEL, bulk) and sieve.fits(puzzle.grid) and not asked_settings(options)
        return self.ways[2 if sieved else 0]

    def encoding(
        self, puzzle: Dungeon, options: Any, *, eager: bool = False, budget: Budget | None = None
    ) -> DungeonEncoding:
        """The direct compilation; *eager* takes the linear planar encoding of connectivity.

        Large boards have their own compilation for searching; written files are always direct.
        """
        if not eager and _natively(puzzle, options):
            lean = options.solver == "auto" and puzzle.grid.size < HARD_CELLS
            return Large(puzzle, options, lean=lean, budget=budget)
        return Direct(puzzle, options, connectivity=_connectivity(options, eager), budget=budget)

    def clauses(self, puzzle: Dungeon, options: Any, *, eager: bool = False, template: bool = False) -> int:
        """The clauses of the counts, most of them on large boards, and a measured number per cell."""
        size = puzzle.grid.size
        each = {"lazy": 0, "planar": 34, "ordered": 14 * size.bit_length()}[_connectivity(options, eager)]
        cardinality = BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality
        lengths = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
        counts = ((length // 2, length) for length in lengths)
        if template:
            each, cardinality = each + 100, "totalizer"
        else:
            counts = (
                (n, length) for n, length in zip((*puzzle.rows, *puzzle.columns), lengths, strict=True) if n is not None
            )
        return (each + 10) * size + sum(estimate_exactly(length, count, cardinality) for count, length in counts)

    def faults(self, puzzle: Dungeon, solution: DungeonSolution, options: Any = None) -> list[Fault]:
        """The bit-parallel verifier."""
        return rules.faults(puzzle, solution.board, options.topology if options else "connected")

    def accepts(self, puzzle: Dungeon, solution: DungeonSolution, options: Any) -> bool:
        """The bit-parallel verifier, its fast form."""
        return rules.accepts(puzzle, solution.board, options.topology)

    def cross_check(self, puzzle: Dungeon, solution: DungeonSolution, options: Any) -> str | None:
        """The networkx graph of the open cells: connected? a tree? how many loops, without the four in each room?"""
        import networkx as nx

        graph = graph_of(puzzle.grid, solution.board, -1)
        pieces = nx.number_connected_components(graph)
        edges = sum(len(around) for _, around in graph.adjacency()) // 2
        loops = edges - len(graph) + pieces - 4 * len(puzzle.treasures)
        tree = pieces < 2 and not loops
        if options.topology != "local" and pieces > 1:
            return f"the graph of open cells has {counted(pieces, 'piece')}"
        if options.topology == "tree" and not tree:
            return "the graph of open cells is not a tree"
        if (tree, loops) != (solution.tree, solution.loops):
            bits = solution.tree, solution.loops
            return f"(tree, loops) is {(tree, loops)} by the graph, {bits} by the bitboard"
        return None

    def picture(self, puzzle: Dungeon, solution: DungeonSolution | None = None, **about: Any) -> Picture:
        """The derived picture, with the treasure rooms of a solution."""
        drawn = super().picture(puzzle, solution, **about)
        if solution is None:
            return drawn
        rooms = board_shape.rooms(puzzle, solution.board)
        inside = {cell for _, room in rooms for cell in puzzle.grid.cells(room)}

        def tile(cell: Cell, plain: Tile) -> Tile:
            """Show open cells of a room as such."""
            return replace(plain, style="room") if plain.style == "open" and cell in inside else plain

        return replace(
            drawn, tiles=[[tile((r, c), plain) for c, plain in enumerate(row)] for r, row in enumerate(drawn.tiles)]
        )

    def remark(self, puzzle: Dungeon, solution: DungeonSolution) -> str:
        """Tree, loops, or pieces (under ``local``)."""
        if solution.board == puzzle.grid.all:
            return "no open cell"
        pieces = len(puzzle.grid.components(puzzle.grid.all & ~solution.board))
        if pieces > 1:
            return f"{pieces} pieces"
        return "a tree" if solution.tree else counted(solution.loops, "loop") if solution.loops else ""


def clues_of(puzzle: Dungeon, solution: DungeonSolution) -> Dungeon:
    """Every count; monsters and treasures are already given."""
    rows, columns = board_shape.counts(puzzle.grid, solution.board)
    return replace(puzzle, rows=rows, columns=columns)


RULES = {
    "row-count": Rule("Each row has exactly its number of walls.", "line"),
    "column-count": Rule("Each column has exactly its number of walls.", "line"),
    "on-open": Rule(
        "Monsters and treasures stand on open cells; given walls are walls, given open cells are open.",
        "given cell",
        broken="{place} would not be as given",
    ),
    "monster-deadend": Rule(
        "Every monster is in a dead end: an open cell with exactly one open neighbour.",
        "monster",
        broken="the monster at {place} would not be in a dead end",
    ),
    "deadend-monster": Rule(
        "Every dead end holds a monster, and every other open cell has two or more open neighbours.",
        "dead end",
        broken="{place} would be a dead end without a monster",
    ),
    "treasure-room": Rule(
        "Every treasure lies in a treasure room: an open 3x3 block with one treasure and no monster, "
        "surrounded by walls except for one cell, the entrance.",
        "treasure room",
        broken="the treasure at {place} would have no room",
    ),
    "room-line": Rule("Each row and column has room for its walls and for every treasure room in it.", "room and line"),
    "no-2x2": Rule(
        "Outside treasure rooms no 2x2 block is entirely open.",
        "two by two",
        broken="the 2x2 at {place} would be entirely open",
    ),
    "connected": Rule("All open cells are connected.", "connection", broken="{pocket:the open cells} would be cut off"),
    "tree": Rule(
        "With each treasure room as one cell, the open cells form no loop, and only monsters and rooms are ends.",
        "loop",
        broken="the corridor through {place} would be a loop",
    ),
}
KIND: DungeonKind = DungeonKind(
    Dungeon,
    Walls(DungeonSolution, yes="wall", no="open"),
    title="Dungeons & Diagrams",
    play="Draw walls into some of the cells. The numbers say how many walls each row and column has. Every "
    "monster (M) is in a dead end, and every dead end holds a monster. Every treasure (T) is in a treasure room: "
    "three by three open cells with one treasure, no monster, and walls all around except for one entrance. Outside "
    "treasure rooms corridors are one cell wide: no two by two cells are all open. All open "
    "cells are connected.",
    rules=RULES,
    statements=lambda puzzle, _, options: chain(
        statements(puzzle), rings(puzzle) if options.topology == "tree" else ()
    ),
    teaching=lambda puzzle, _: rooms_in_lines(puzzle),
    contradiction=rules.contradiction,
    clues_of=clues_of,
    techniques=TECHNIQUES,
    words=DungeonWords,
    parts=(
        Templates(_family, _template),
        OptionalRules({"tree": "topology tree"}),
        Grading(6.5),
        *setter.PARTS,
    ),
    usual_size=(8, 8),
)
KIND.ways = (Sat(), Backtrack(), Sieve())
KIND.choices = {
    "cardinality": (*ANY_BOUND, "native"),
    "compilation": ("direct", "template"),
    "connectivity": CONNECTIVITIES,
}
