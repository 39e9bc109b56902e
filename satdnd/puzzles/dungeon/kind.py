"""Dungeons & Diagrams as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from satdnd.bitboard import Cell, scan
from satdnd.budget import Budget
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, Undecided
from satdnd.puzzle import Encoding, Fault, Kind, Settings
from satdnd.puzzles.dungeon import formats, rules
from satdnd.puzzles.dungeon.encode import LARGE, Direct, Template
from satdnd.puzzles.dungeon.generate import RECIPE_FIELDS, generate
from satdnd.puzzles.dungeon.model import Dungeon, DungeonSolution
from satdnd.searching import Search

TEMPLATE_CELLS = LARGE
"""Boards of at most so many cells share a template; above, compiling each puzzle alone is faster (benchmarks)."""


class DungeonKind(Kind[Dungeon, DungeonSolution]):
    """Dungeons & Diagrams (Zach Barth)."""

    name = "dungeon"
    title = "Dungeons & Diagrams"
    suffixes = (".dnd", ".txt")
    text_styles = ("text", "c")
    rules = rules.RULES
    options = ("topology",)
    solvers = ("backtrack",)
    recipe_fields = RECIPE_FIELDS

    def from_json(self, record: Mapping[str, Any]) -> Dungeon:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Dungeon) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Dungeon | InputError]:
        """The community's text, C initialisers, 64-bit layout codes."""
        return formats.read_text(text)

    def to_text(self, puzzle: Dungeon, style: str = "text") -> str:
        """``text`` or ``c``."""
        return formats.to_c(puzzle) if style == "c" else formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Nothing but dungeons; short numbers alone are rather sizes of something than 64-bit layouts."""
        if all(len(word) <= 4 and word.isdecimal() for word in text.split()):
            return False
        return all(isinstance(item, Dungeon) for item in formats.read_text(text))

    def read_solutions(self, text: str, puzzle: Dungeon) -> Iterator[DungeonSolution | InputError]:
        """Grids, board integers, JSON."""
        for board in formats.read_solutions(text, puzzle):
            yield board if isinstance(board, InputError) else rules.solution(puzzle, board)

    def contradiction(self, puzzle: Dungeon, settings: Settings) -> str | None:
        """Sums of counts that differ; a clue on a given wall; a treasure without space for a room."""
        if None not in puzzle.rows and None not in puzzle.columns:
            by_rows, by_columns = sum(c or 0 for c in puzzle.rows), sum(c or 0 for c in puzzle.columns)
            if by_rows != by_columns:
                return f"the row counts add up to {by_rows} walls, the column counts to {by_columns}"
        for what, mask in (("monster", puzzle.monster_mask), ("treasure", puzzle.treasure_mask)):
            if mask & puzzle.walls:
                cell = puzzle.grid.cells(mask & puzzle.walls)[0]
                return f"the {what} at ({cell[0]},{cell[1]}) stands on a cell given as wall"
        if puzzle.treasures and min(puzzle.height, puzzle.width) < 3:
            return "a treasure needs a room of 3x3 cells, and the grid is smaller"
        return None

    def encoding(
        self, puzzle: Dungeon, settings: Settings, *, eager: bool = False
    ) -> Encoding[Dungeon, DungeonSolution]:
        """The direct compilation; *eager* takes the linear planar encoding of connectivity."""
        return Direct(puzzle, settings, connectivity=_connectivity(settings, eager))

    def family(self, puzzle: Dungeon, settings: Settings) -> Hashable | None:
        """The size; none for large boards, or where another cardinality encoding was asked for."""
        if settings.cardinality not in ("auto", "totalizer") or settings.compilation == "direct":
            return None
        if settings.compilation == "auto" and puzzle.grid.size > TEMPLATE_CELLS:
            return None
        return puzzle.height, puzzle.width

    def template(self, puzzle: Dungeon, settings: Settings) -> Encoding[Dungeon, DungeonSolution]:
        """The template of its size."""
        return Template(puzzle.height, puzzle.width, settings, connectivity=_connectivity(settings, False))

    def search(
        self, puzzle: Dungeon, settings: Settings, stats: dict[str, Any], deadline: float | None
    ) -> Iterator[DungeonSolution]:
        """``backtrack``: the row-by-row bitwise search; `stats` gets its nodes."""
        from satdnd.puzzles.dungeon import backtrack

        counts = backtrack.Search()
        try:
            for board in backtrack.search(puzzle, settings.topology, stats=counts, deadline=deadline):
                stats.update(nodes=counts.nodes, **{f"pruned_{k}": v for k, v in counts.pruned.items()})
                yield rules.solution(puzzle, board)
        except TimeoutError as error:
            raise Undecided("the time limit was reached") from error
        finally:
            stats.update(nodes=counts.nodes, **{f"pruned_{k}": v for k, v in counts.pruned.items()})

    def generate(self, chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> Dungeon:
        """Carved boards: see `satdnd.puzzles.dungeon.generate`."""
        searches: dict[str, Search] = {}

        def solutions(puzzle: Dungeon, topology: str) -> int:
            if topology not in searches:  # all boards of one call have the same size
                settings = Settings(topology=topology, compilation="template", graph_check=False)
                searches[topology] = Search(self, self.template(puzzle, settings), settings)
            return searches[topology].count(puzzle, Budget(deadline))

        try:
            return generate(chance, recipe, deadline, solutions)
        finally:
            for search in searches.values():
                search.close()

    def repairs(
        self, puzzle: Dungeon, settings: Settings, edits: int, deadline: float | None
    ) -> Iterator[tuple[tuple[str, ...], Dungeon]]:
        """Other counts, other places of monsters and treasures."""
        from satdnd.puzzles.dungeon import repair

        return repair.repairs(puzzle, settings, edits, deadline)

    def faults(self, puzzle: Dungeon, solution: DungeonSolution, settings: Settings) -> list[Fault]:
        """The bit-parallel verifier."""
        return rules.faults(puzzle, solution.board, settings.topology)

    def accepts(self, puzzle: Dungeon, solution: DungeonSolution, settings: Settings) -> bool:
        """The bit-parallel verifier, its fast form."""
        return rules.accepts(puzzle, solution.board, settings.topology)

    def cross_check(self, puzzle: Dungeon, solution: DungeonSolution, settings: Settings) -> str | None:
        """The networkx graph: connected? a tree? which loops?"""
        from satdnd.puzzles.dungeon.graph import analyse

        shape = analyse(puzzle, solution.board)
        if settings.topology != "local" and not shape.connected:
            return f"the graph of open cells has {shape.components} pieces"
        if settings.topology == "tree" and not shape.tree:
            return "the graph of open cells is no tree"
        if (shape.tree, shape.loops) != (solution.tree, solution.loops):
            graph, bits = (shape.tree, shape.loops), (solution.tree, solution.loops)
            return f"(tree, loops) is {graph} by the graph, {bits} by the bitboard"
        return None

    def differences(self, puzzle: Dungeon, one: DungeonSolution, other: DungeonSolution) -> list[Cell]:
        """Cells that are a wall in one and open in the other."""
        return puzzle.grid.cells(one.board ^ other.board)

    def remark(self, puzzle: Dungeon, solution: DungeonSolution) -> str:
        """Tree, loops, or pieces (under ``local``)."""
        if solution.board == puzzle.grid.all:
            return "no open cell"
        pieces = len(puzzle.grid.components(puzzle.grid.all & ~solution.board))
        if pieces > 1:
            return f"{pieces} pieces"
        loops = f"{solution.loops} loop{'s' if solution.loops != 1 else ''}"
        return "a tree" if solution.tree else loops if solution.loops else ""

    def picture(
        self,
        puzzle: Dungeon,
        solution: DungeonSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Counts beside the grid; walls, rooms, monsters, treasures; what is not known yet as a dot."""
        geometry = puzzle.grid
        walls, opens, inside = puzzle.walls, puzzle.opens, 0
        if details and "forced" in details:
            text = "".join(details["forced"])
            walls |= sum(1 << i for i, x in enumerate(text) if x == "#")
            opens |= sum(1 << i for i, x in enumerate(text) if x == "o")
        if solution is not None:
            walls, opens = solution.board, geometry.all & ~solution.board
            for _, room in rules.rooms(puzzle, solution.board):
                inside |= room
        styles = ["unknown"] * geometry.size
        for mask, style in ((walls, "wall"), (opens, "open"), (inside, "room")):
            for i in scan(mask):
                styles[i] = style
        letters = {}
        for mask, style, letter in ((puzzle.monster_mask, "monster", "M"), (puzzle.treasure_mask, "treasure", "T")):
            for i in scan(mask):
                letters[i] = letter
                styles[i] = style
        marks = set(marked)
        width = geometry.width
        return Picture(
            tiles=[
                [
                    Tile(styles[i], letters.get(i, ""), divmod(i, width) in marks)
                    for i in range(r * width, (r + 1) * width)
                ]
                for r in range(geometry.height)
            ],
            left=["?" if count is None else str(count) for count in puzzle.rows],
            top=["?" if count is None else str(count) for count in puzzle.columns],
        )


def _connectivity(settings: Settings, eager: bool) -> str:
    if settings.connectivity in ("auto", "lazy"):
        return "planar" if eager else "lazy"
    return settings.connectivity


KIND = DungeonKind()
