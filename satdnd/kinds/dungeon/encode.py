"""Two of the three encodings of dungeons, `direct` and `template`; the third, for large boards, is in `large`.

*Direct*: counts, monsters and treasures are constants of the formula; best for one large puzzle and for export.
*Template*: one formula per board size, in which they are variables; a puzzle is then a list of assumptions in a session
that keeps what it has learned.

In all three, variable ``r*W + c + 1`` is ``wall[r,c]``, so a model's first H*W literals are the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satdnd.encodings.cardinality import check_name, counter
from satdnd.encodings.connectivity import ordered_tree, planar_trees
from satdnd.encodings.grid import at_least_two, exactly_one_if
from satdnd.engine.kind import Encoding
from satdnd.errors import UsageError
from satdnd.grid.bitboard import Bitboard, Cell, grid, scan
from satdnd.kinds.dungeon.board_shape import solution
from satdnd.kinds.dungeon.loops import WAY_OUT, cuts, cycles
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.statements import (
    IN_DEAD_END,
    IN_ROOM,
    NO_DEAD_END,
    all_rooms,
    block_cells,
    covering,
    line_counts,
    open_squares,
    opens_beside,
    rooms,
    shown,
    statements,
    walls,
)
from satdnd.rules.connected import Connected
from satdnd.rules.cut import Cuts
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import state
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal, Pool, Statement

CONNECTIVITIES = ("lazy", "planar", "ordered")

# Sixteen 24x24 puzzles proved unique, median (and worst) in milliseconds, benchmarks/README.md: CaDiCaL 1.9.5 with
# the totalizer 310 (810), with seqcounter 462 (752); Glucose 4 with the totalizer 224 (700), with seqcounter 168 (542).
BEST_CARDINALITY = "seqcounter"
BEST_FOR_LARGE = "glucose4"
LARGE = 256
"""Cells above which a board is large."""


def exact(outputs: Sequence[Literal], count: int) -> list[Literal]:
    """The literals that say "exactly *count*", from those for "at least 1", "at least 2" ...; none hold for more."""
    if count > len(outputs):
        return [outputs[-1], -outputs[-1]]
    return [*outputs[count - 1 : count], *(-x for x in outputs[count : count + 1])]


class DungeonEncoding(Encoding[Dungeon, DungeonSolution]):
    """The common part: the board, local rules, decoding and cuts."""

    def __init__(self, height: int, width: int, topology: str, budget: Budget | None) -> None:
        self.grid = grid(height, width)
        self.unknowns = walls(self.grid)
        self.topology = topology
        self.lazy, self._connected = topology != "local", Connected(self.grid, -1, WAY_OUT)
        self.formula = Formula(Pool(budget=budget))
        self.projection = self.walls = self.formula.new_variables(self.unknowns.names)
        self.rooms: dict[Cell, Literal] = {}
        """The variable of a treasure room by its possible top left cell."""

    # building

    def _connect(self, connectivity: str) -> None:
        """Add the self-contained form of the topology, unless it is left to cuts."""
        if connectivity not in CONNECTIVITIES:
            raise UsageError(f"unknown connectivity encoding {connectivity!r}; known: {', '.join(CONNECTIVITIES)}")
        if self.topology == "local" or connectivity == "lazy":
            return
        self.lazy = False
        formula, geometry = self.formula, self.grid
        formula.family("connected")
        mark = formula.pool.top
        opens = [-x for x in self.walls]
        if connectivity == "planar":
            trees = planar_trees(geometry.height, geometry.width, opens, formula.pool)
        else:
            edges = []
            across = [(i, i + 1) for i in range(geometry.size) if (i + 1) % geometry.width]
            for a, b in (*across, *((i, i + geometry.width) for i in range(geometry.size - geometry.width))):
                both = formula.new(f"open[{a}]-[{b}]")
                formula.extend([[-both, opens[a]], [-both, opens[b]], [both, -opens[a], -opens[b]]])
                edges.append((a, b, both))
            trees = ordered_tree(opens, edges, formula.pool)
        formula.extend(trees.structure)
        formula.begin_sentence("all open cells are connected")
        formula.extend(trees.single)
        formula.name_since(mark, f"{connectivity} connectivity", trees.meanings)
        if self.topology == "tree":
            formula.family("tree")
            formula.begin_sentence("the corridors form no loop")
            for (a, b), ways in trees.arcs.items():
                formula.add(-opens[a], -opens[b], *ways, *self._covering((a, b)))

    def _covering(self, cells: Iterable[int]) -> tuple[Literal, ...]:
        """The variables of rooms that can cover all of *cells* (cell numbers)."""
        return covering(self.rooms, [divmod(i, self.grid.width) for i in cells])

    # answering

    def decode(self, puzzle: Dungeon, model: Sequence[Literal]) -> DungeonSolution:
        """The board of *model*, with its loops counted."""
        return solution(puzzle, self.board(model))

    def literals(self, puzzle: Dungeon, solution: DungeonSolution) -> list[Literal]:
        """One literal per cell."""
        return self.signed(solution.board)

    def blocking_clause(self, puzzle: Dungeon, solution: DungeonSolution) -> Clause:
        """If all row or all column counts are known, other boards lack some wall: one literal per wall."""
        if None not in puzzle.rows or None not in puzzle.columns:
            return [-i - 1 for i in scan(solution.board)]
        return super().blocking_clause(puzzle, solution)

    def cuts(self, puzzle: Dungeon, model: Sequence[Literal]) -> list[Clause]:
        """One cut for each piece of the open cells; under `tree`, one for each loop found."""
        if not self.lazy:
            return []
        board = self.board(model)
        parting = self._connected.clauses(board)
        if parting or self.topology != "tree":
            return parting
        return self._loop_cuts(model, self.grid.all & ~board)

    def connectivity(self, puzzle: Dungeon) -> Cuts | None:
        """Connectivity by cuts of pockets; under `tree`, of loops too."""
        return cuts(self.grid, self.topology) if self.lazy else None

    def shown(self, puzzle: Dungeon) -> list[Literal]:
        """Monsters and treasures are on open cells; cells may be given."""
        return list(shown(puzzle))

    def _loop_cuts(self, model: Sequence[Literal], open_cells: Bitboard) -> list[Clause]:
        """A wall on each loop found, or a room that covers all of it (possible only for a ring of eight).

        The rooms are the model's, not those that the referee would find.
        """
        geometry = self.grid
        inside = [cell for corner, room in self.rooms.items() if model[room - 1] > 0 for cell in block_cells(corner)]
        corridors = open_cells & ~geometry.mask(inside)
        return [[*(i + 1 for i in sorted(loop)), *self._covering(loop)] for loop in cycles(geometry, corridors)]


class Direct(DungeonEncoding):
    """One puzzle, with its clues as constants.

    Variables: H*W walls, one for each 3x3 block that can be a treasure room, and those of the counts and, unless
    lazy, of connectivity.
    """

    def __init__(
        self, puzzle: Dungeon, options: DungeonOptions, *, connectivity: str = "lazy", budget: Budget | None = None
    ) -> None:
        super().__init__(puzzle.height, puzzle.width, options.topology, budget)
        cardinality = BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality
        check_name(cardinality)
        self.resolved = {"cardinality": cardinality, "connectivity": connectivity}
        if self.grid.size > LARGE:
            self.best_solver = BEST_FOR_LARGE
        encoder = self.encoder = Encoder(self.formula, cardinality)
        self.formula.family("treasure-room")
        self.rooms = {corner: room.literal(encoder) for corner, room in rooms(puzzle).items()}
        state(statements(puzzle), encoder)
        self._connect(connectivity)


class Template(DungeonEncoding):
    """Every puzzle of one size: monsters, treasures and counts are assumptions.

    Variables at 8x8: 64 walls, 64 monsters, 64 treasures, 36 rooms, 384 for the counts: 612, in 5,869 clauses.
    Half of 8x8 puzzles follow from their clues by unit propagation alone, which Glucose can tell (`Session.settled`).
    """

    best_solver = "glucose4"

    def __init__(
        self,
        height: int,
        width: int,
        options: DungeonOptions,
        *,
        connectivity: str = "lazy",
        budget: Budget | None = None,
    ) -> None:
        super().__init__(height, width, options.topology, budget)
        self.resolved = {"cardinality": "totalizer", "connectivity": connectivity}
        formula, geometry = self.formula, self.grid
        cells = [divmod(i, width) for i in range(geometry.size)]
        self.monsters = [formula.new(f"monster[{r},{c}]") for r, c in cells]
        self.treasures = [formula.new(f"treasure[{r},{c}]") for r, c in cells]
        for what, things in (("monster", self.monsters), ("treasure", self.treasures)):
            for cell, wall, thing in zip(cells, self.walls, things, strict=True):
                formula.begin_statement(Statement("on-open", (cell,), f"a {what} at {{}} is on an open cell"))
                formula.add(-thing, -wall)
        for cell, wall, monster, around in zip(cells, self.walls, self.monsters, opens_beside(geometry), strict=True):
            formula.begin_statement(Statement("monster-deadend", (cell,), IN_DEAD_END.format("a")))
            formula.extend(exactly_one_if(monster, around))
            formula.begin_statement(Statement("deadend-monster", (cell,), NO_DEAD_END))
            formula.extend(at_least_two(around, unless=[wall, monster]))
        formula.family("treasure-room")
        encoder = Encoder(formula)
        covers: dict[Cell, list[Literal]] = {cell: [] for cell in cells}
        for corner, room in all_rooms(geometry).items():
            literal = self.rooms[corner] = room.literal(encoder)
            inside = block_cells(corner)
            formula.extend(exactly_one_if(literal, [self.treasures[r * width + c] for r, c in inside]))
            for cell in inside:
                covers[cell].append(literal)
        for cell, treasure in zip(cells, self.treasures, strict=True):
            formula.begin_statement(Statement("treasure-room", (cell,), IN_ROOM.format("a")))
            formula.add(-treasure, *covers[cell])
        state(open_squares(geometry, all_rooms(geometry)), encoder)
        self.counts: list[list[Literal]] = []
        """For each row, then each column: literal k-1 says "at least k walls"."""
        for rule, what, lines in (("row-count", "row", geometry.rows), ("column-count", "column", geometry.columns)):
            formula.family(rule)
            for k, line in enumerate(lines):
                mark = formula.pool.top
                counted, outputs = counter([i + 1 for i in scan(line)], formula.pool)
                formula.include(counted, mark, f"{what} {k} count")
                for bound, output in enumerate(outputs, 1):
                    if len(outputs) > 1:
                        formula.name(output, f"{what} {k} count >= {bound}")
                self.counts.append(outputs)
        self._absent = [[-v for v in self.monsters], [-v for v in self.treasures]]
        self._connect(connectivity)

    def assumptions(self, puzzle: Dungeon) -> list[Literal]:
        """Counts, then each cell's monster and treasure or their absence, then given cells."""
        chosen: list[Literal] = []
        for outputs, count in zip(self.counts, (*puzzle.rows, *puzzle.columns), strict=True):
            if count is not None:
                chosen += exact(outputs, count)
        for absent, mask in zip(self._absent, (puzzle.monster_mask, puzzle.treasure_mask), strict=True):
            literals = absent.copy()
            for i in scan(mask):
                literals[i] = -absent[i]
            chosen += literals
        chosen += [i + 1 for i in scan(puzzle.walls)]
        chosen += [-i - 1 for i in scan(puzzle.opens)]
        return chosen

    def facts(self, puzzle: Dungeon) -> list[Fact]:
        """The literals of `assumptions`, in that order, each with its clue."""
        named = {(each.rule, each.cells): each for each in statements(puzzle)}
        statements_of: list[Statement] = []
        for line in line_counts(puzzle):
            statements_of += [line] * len(exact(line.literals, line.least))
        cells = [(cell,) for cell in self.grid.cells(self.grid.all)]
        for what, rule in ("monster", "monster-deadend"), ("treasure", "treasure-room"):
            statements_of += [
                named.get((rule, cell)) or Statement(rule, cell, f"{{}} holds no {what}") for cell in cells
            ]
        statements_of += [
            named["on-open", (cell,)] for mask in (puzzle.walls, puzzle.opens) for cell in self.grid.cells(mask)
        ]
        return [Fact(literal, clue) for literal, clue in zip(self.assumptions(puzzle), statements_of, strict=True)]
