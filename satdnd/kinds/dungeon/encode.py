"""Dungeons to CNF, in two ways of three: `direct` and `template`; the third, for large boards, is in `large`.

*Direct*: counts, monsters and treasures are constants of the formula; right for one large puzzle and for export.
*Template*: one formula for a board size, in which they are variables; a puzzle is then a list of assumptions to a
session that keeps what it has learned.

In all three, variable ``r*W + c + 1`` is ``wall[r,c]``, so a model's first H*W literals are the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from satdnd.encodings.cardinality import check_name, exactly, totalizer
from satdnd.encodings.connectivity import Cuts, GridCuts, cut, ordered_tree, planar_trees
from satdnd.encodings.grid import at_least_two, closed_block, exactly_one_if, not_all
from satdnd.engine.cell_encoding import CellEncoding
from satdnd.errors import UsageError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.board_shape import core, solution
from satdnd.kinds.dungeon.loops import NO_LOOP, TreeCuts
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal, Pool, Statement

CONNECTIVITIES = ("lazy", "planar", "ordered")

# Sixteen 24x24 puzzles proved unique, median (and worst) in milliseconds, benchmarks/README.md: CaDiCaL 1.9.5 with
# the totalizer 310 (810), with seqcounter 462 (752); Glucose 4 with the totalizer 224 (700), with seqcounter 168 (542).
BEST_CARDINALITY = "seqcounter"
BEST_FOR_LARGE = "glucose4"
LARGE = 256
"""Cells above which a board is large."""


class DungeonEncoding(CellEncoding[Dungeon, DungeonSolution]):
    """What the two ways share: the board, the rules that are local, decoding and cuts."""

    marks = ("#", "o")

    def __init__(self, height: int, width: int, topology: str, budget: Budget | None) -> None:
        self.grid = grid(height, width)
        self.topology = topology
        self.lazy = topology != "local"
        self.formula = Formula(Pool(budget=budget))
        self.walls = list(self.formula.several(_wall_names(self.grid)))
        self.projection = self.walls
        self.rooms: dict[Cell, Literal] = {}
        """Variable of the treasure room at each possible top left cell."""

    # building

    def _room(self, corner: Cell) -> None:
        """The clauses of a room: open inside, and exactly one open cell beside it."""
        room = self.rooms[corner] = self.formula.new(f"room[{corner[0]},{corner[1]}]")
        inside = block_cells(corner)
        opens = [-self._wall(cell) for cell in inside]
        border = [-self._wall(cell) for cell in beside(self.grid, inside)]
        self.formula.extend(closed_block(room, opens, border))

    def _no_open_squares(self) -> None:
        """No 2x2 block is open unless a room covers it."""
        self.formula.family("no-2x2")
        for r in range(self.grid.height - 1):
            for c in range(self.grid.width - 1):
                square = [(r + i, c + j) for i in (0, 1) for j in (0, 1)]
                covers = [self.rooms[t, k] for t in (r - 1, r) for k in (c - 1, c) if (t, k) in self.rooms]
                self.formula.says(f"no open 2x2 at {cell_name((r, c))}", square)
                self.formula.add(*not_all([-self._wall(cell) for cell in square], covers))

    def _connect(self, connectivity: str) -> None:
        """The self-contained form of the topology, unless cuts are to do it."""
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
            for a, b in grid_edges(geometry):
                both = formula.new(f"open[{a}]-[{b}]")
                formula.extend([[-both, opens[a]], [-both, opens[b]], [both, -opens[a], -opens[b]]])
                edges.append((a, b, both))
            trees = ordered_tree(opens, edges, formula.pool)
        formula.extend(trees.structure)
        formula.says("all open cells are connected")
        formula.extend(trees.single)
        formula.name_since(mark, f"{connectivity} connectivity")
        if self.topology == "tree":
            formula.family("tree")
            formula.says("the corridors form no loop")
            for (a, b), ways in trees.arcs.items():
                covers = [
                    v
                    for corner, v in self.rooms.items()
                    if {a, b} <= {geometry.width * r + c for r, c in block_cells(corner)}
                ]
                formula.add(-opens[a], -opens[b], *ways, *covers)

    def _wall(self, cell: Cell) -> Literal:
        return self.walls[cell[0] * self.grid.width + cell[1]]

    def _open_neighbours(self, cell: Cell) -> list[Literal]:
        return [-self._wall(other) for other in beside(self.grid, [cell])]

    # answering

    def decode(self, puzzle: Dungeon, model: Sequence[Literal]) -> DungeonSolution:
        """The board of *model*, with its loops counted."""
        return solution(puzzle, self.board(model))

    def blocking_clause(self, puzzle: Dungeon, solution: DungeonSolution) -> Clause:
        """Where all row or all column counts are known, boards differ in a wall that is gone: one literal a wall."""
        if None not in puzzle.rows or None not in puzzle.columns:
            return [-i - 1 for i in scan(solution.board)]
        return super().blocking_clause(puzzle, solution)

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is a wall`` or ``r3c5 is open``."""
        cell = divmod(abs(literal) - 1, self.grid.width)
        return f"{cell_name(cell)} is {'a wall' if literal > 0 else 'open'}"

    def denial(self, literal: Literal) -> str:
        """``r3c5 is no wall: it is open`` or ``r3c5 is not open: it is a wall``."""
        cell = divmod(abs(literal) - 1, self.grid.width)
        return f"{cell_name(cell)} is {'no wall: it is open' if literal > 0 else 'not open: it is a wall'}"

    def cuts(self, puzzle: Dungeon, model: Sequence[Literal]) -> list[Clause]:
        """One cut for each piece that the open cells fall into; under `tree` one for each loop found."""
        if not self.lazy:
            return []
        geometry = self.grid
        board = self.board(model)
        open_cells = geometry.all & ~board
        region = geometry.flood(open_cells & -open_cells, open_cells)
        if region != open_cells:
            pieces = geometry.components(open_cells)
            # A monster or treasure is the best witness: its cell is open whatever else changes.
            fixed = puzzle.monster_mask | puzzle.treasure_mask
            witness = [next(scan(piece & fixed or piece)) for piece in pieces]
            return [
                cut([-i - 1 for i in scan(geometry.border(piece))], -witness[k] - 1, -witness[k - 1] - 1)
                for k, piece in enumerate(pieces)
            ]
        return self._loop_cuts(model, open_cells) if self.topology == "tree" else []

    def connectivity(self, puzzle: Dungeon) -> Cuts | None:
        """Pocket by pocket; under `tree` loop by loop too."""
        if not self.lazy:
            return None
        return (TreeCuts if self.topology == "tree" else GridCuts)(self.grid, -1, WAY_OUT)

    def shown(self, puzzle: Dungeon) -> list[Literal]:
        """Monsters and treasures are on open cells; cells may be given."""
        opens = puzzle.monster_mask | puzzle.treasure_mask | puzzle.opens
        return sorted([*(i + 1 for i in scan(puzzle.walls)), *(-i - 1 for i in scan(opens))], key=abs)

    def _loop_cuts(self, model: Sequence[Literal], open_cells: Bitboard) -> list[Clause]:
        """A wall somewhere on each loop found, or a room that covers it all (which only a ring of eight can have).

        The rooms are those of the model, not those that the referee would find.
        """
        geometry = self.grid
        inside = [cell for corner, room in self.rooms.items() if model[room - 1] > 0 for cell in block_cells(corner)]
        clauses = []
        for cycle in cycles(geometry, open_cells & ~geometry.mask(inside)):
            cells = {divmod(i, geometry.width) for i in cycle}
            covers = [v for corner, v in self.rooms.items() if cells <= set(block_cells(corner))]
            clauses.append([*(i + 1 for i in sorted(cycle)), *covers])
        return clauses


class Direct(DungeonEncoding):
    """One puzzle, with its clues as constants.

    Variables: H*W walls, one for each 3x3 block that can be a treasure room, and those of the counts and, unless
    lazy, of connectivity.
    """

    def __init__(
        self,
        puzzle: Dungeon,
        options: DungeonOptions,
        *,
        connectivity: str = "lazy",
        budget: Budget | None = None,
    ) -> None:
        super().__init__(puzzle.height, puzzle.width, options.topology, budget)
        formula, geometry = self.formula, self.grid
        cardinality = BEST_CARDINALITY if options.cardinality == "auto" else options.cardinality
        check_name(cardinality)
        self.resolved = {"cardinality": cardinality, "connectivity": connectivity}
        if geometry.size > LARGE:
            self.best_solver = BEST_FOR_LARGE
        formula.family("on-open")
        for mask, sign in ((puzzle.opens, -1), (puzzle.walls, 1)):
            for cell in geometry.cells(mask):
                formula.says(is_given(cell, sign), [cell])
                formula.add(sign * self._wall(cell))
        monsters, treasures = set(puzzle.monsters), set(puzzle.treasures)
        on_monsters = {cell: IN_DEAD_END.format("the", cell_name(cell)) for cell in puzzle.monsters}
        on_treasures = {cell: IN_ROOM.format("the", cell_name(cell)) for cell in puzzle.treasures}
        for cell, statement in (*on_monsters.items(), *on_treasures.items()):
            formula.says(statement, [cell])
            formula.add(-self._wall(cell))
        formula.family("monster-deadend")
        for cell, statement in on_monsters.items():
            formula.says(statement, [cell])
            formula.extend(exactly_one_if(-self._wall(cell), self._open_neighbours(cell)))
        formula.family("deadend-monster")
        for i, wall in enumerate(self.walls):
            cell = divmod(i, geometry.width)
            if cell not in monsters:
                formula.says(NO_DEAD_END.format(cell_name(cell)), [cell])
                formula.extend(at_least_two(self._open_neighbours(cell), unless=[wall]))
        formula.family("treasure-room")
        covers: dict[Cell, list[Literal]] = {cell: [] for cell in puzzle.treasures}
        for corner in corners(geometry):
            inside = set(block_cells(corner))
            if len(inside & treasures) == 1 and not inside & monsters:
                self._room(corner)
                covers[(inside & treasures).pop()].append(self.rooms[corner])
        for cell, possible in covers.items():
            formula.says(on_treasures[cell], [cell])
            formula.add(*possible)
        self._no_open_squares()
        for rule, what, lines, counts in (
            ("row-count", "row", geometry.rows, puzzle.rows),
            ("column-count", "column", geometry.columns, puzzle.columns),
        ):
            formula.family(rule)
            for k, (line, count) in enumerate(zip(lines, counts, strict=True)):
                if count is not None:
                    mark = formula.pool.top
                    formula.says(has_walls(what, k, count), geometry.cells(line))
                    made = exactly([i + 1 for i in scan(line)], count, formula.pool, cardinality)
                    formula.include(made, mark, f"{what} {k} count")
        self._connect(connectivity)

    def rings(self) -> None:
        """Under `tree`: a ring of eight is open around a treasure alone; `cuts` would find it, steps need it said."""
        self.formula.family("tree")
        for corner in corners(self.grid):
            ring = [cell for cell in block_cells(corner) if cell != (corner[0] + 1, corner[1] + 1)]
            self.formula.says(NO_LOOP.format(cell_name(ring[0])), ring)
            covers = [self.rooms[corner]] if corner in self.rooms else []
            self.formula.add(*(self._wall(cell) for cell in ring), *covers)


class Template(DungeonEncoding):
    """Every puzzle of one size: monsters, treasures and counts are assumptions.

    Variables at 8x8: 64 walls, 64 monsters, 64 treasures, 36 rooms, 384 for the counts: 612, in 5,869 clauses.
    Half of 8x8 puzzles follow from their clues by unit propagation alone, which Glucose tells (`Session.settled`).
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
        formula.family("on-open")
        for what, things in (("monster", self.monsters), ("treasure", self.treasures)):
            for cell, wall, thing in zip(cells, self.walls, things, strict=True):
                formula.says(f"a {what} at {cell_name(cell)} is on an open cell", [cell])
                formula.add(-thing, -wall)
        for cell, wall, monster in zip(cells, self.walls, self.monsters, strict=True):
            around = self._open_neighbours(cell)
            formula.family("monster-deadend")
            formula.says(IN_DEAD_END.format("a", cell_name(cell)), [cell])
            formula.extend(exactly_one_if(monster, around))
            formula.family("deadend-monster")
            formula.says(NO_DEAD_END.format(cell_name(cell)), [cell])
            formula.extend(at_least_two(around, unless=[wall, monster]))
        formula.family("treasure-room")
        covers: dict[Cell, list[Literal]] = {cell: [] for cell in cells}
        for corner in corners(geometry):
            self._room(corner)
            inside = block_cells(corner)
            formula.extend(exactly_one_if(self.rooms[corner], [self.treasures[r * width + c] for r, c in inside]))
            for cell in inside:
                covers[cell].append(self.rooms[corner])
        for cell, treasure in zip(cells, self.treasures, strict=True):
            formula.says(IN_ROOM.format("a", cell_name(cell)), [cell])
            formula.add(-treasure, *covers[cell])
        self._no_open_squares()
        self.counts: list[list[Literal]] = []
        """Of each row, then each column: literal k-1 says "at least k walls"."""
        for rule, what, lines in (("row-count", "row", geometry.rows), ("column-count", "column", geometry.columns)):
            formula.family(rule)
            for k, line in enumerate(lines):
                mark = formula.pool.top
                clauses, outputs = totalizer([i + 1 for i in scan(line)], formula.pool)
                formula.include((clauses, ()), mark, f"{what} {k} count")
                for bound, output in enumerate(outputs, 1):
                    if len(outputs) > 1:
                        formula.name(output, f"{what} {k} count >= {bound}")
                self.counts.append(outputs)
        self._absent = [[-v for v in self.monsters], [-v for v in self.treasures]]
        self._connect(connectivity)

    def assumptions(self, puzzle: Dungeon) -> list[Literal]:
        """Counts first, then every cell's monster and treasure or their absence, then given cells."""
        chosen: list[Literal] = []
        for outputs, count in zip(self.counts, (*puzzle.rows, *puzzle.columns), strict=True):
            if count is not None:
                if count:
                    chosen.append(outputs[count - 1])
                if count < len(outputs):
                    chosen.append(-outputs[count])
        for absent, mask in zip(self._absent, (puzzle.monster_mask, puzzle.treasure_mask), strict=True):
            literals = absent.copy()
            for i in scan(mask):
                literals[i] = -absent[i]
            chosen += literals
        chosen += [i + 1 for i in scan(puzzle.walls)]
        chosen += [-i - 1 for i in scan(puzzle.opens)]
        return chosen

    def facts(self, puzzle: Dungeon) -> list[Fact]:
        """What `assumptions` assumes, in that order, each literal with the clue that it stands for."""
        geometry, texts = self.grid, list[tuple[str, str, list[Cell]]]()
        lines = [*(("row", k) for k in range(geometry.height)), *(("column", k) for k in range(geometry.width))]
        for (what, k), line, count in zip(
            lines, (*geometry.rows, *geometry.columns), (*puzzle.rows, *puzzle.columns), strict=True
        ):
            if count is not None:
                literals = (count > 0) + (count < line.bit_count())
                texts += [(f"{what}-count", has_walls(what, k, count), geometry.cells(line))] * literals
        cells = geometry.cells(geometry.all)
        for what, rule, present, there in (
            ("monster", "monster-deadend", IN_DEAD_END, set(puzzle.monsters)),
            ("treasure", "treasure-room", IN_ROOM, set(puzzle.treasures)),
        ):
            for cell in cells:
                name = cell_name(cell)
                said = present.format("the", name) if cell in there else f"{name} holds no {what}"
                texts.append((rule, said, [cell]))
        for mask, sign in ((puzzle.walls, 1), (puzzle.opens, -1)):
            texts += [("on-open", is_given(cell, sign), [cell]) for cell in geometry.cells(mask)]
        return [
            Fact(literal, Statement(text, tuple(about), rule))
            for literal, (rule, text, about) in zip(self.assumptions(puzzle), texts, strict=True)
        ]


IN_DEAD_END = "{} monster at {} is in a dead end"
IN_ROOM = "{} treasure at {} lies in a treasure room"
WAY_OUT = "the open cells around {} need a way out"
NO_DEAD_END = "no dead end without a monster at {}"


def has_walls(what: str, number: int, count: int) -> str:
    """``row 3 has 5 walls`` of the line with that number from 0."""
    return f"{what} {number + 1} has {counted(count, 'wall') if count else 'no walls'}"


def is_given(cell: Cell, sign: int) -> str:
    """That *cell* is given as a wall (*sign* 1) or as open (-1)."""
    return f"the cell at {cell_name(cell)} is given as {'a wall' if sign > 0 else 'open'}"


def corners(geometry: Grid) -> list[Cell]:
    """The top left cells of all 3x3 blocks in the grid."""
    return [(r, c) for r in range(geometry.height - 2) for c in range(geometry.width - 2)]


def block_cells(corner: Cell) -> list[Cell]:
    """The nine cells of the 3x3 block with that top left cell."""
    return [(corner[0] + i, corner[1] + j) for i in range(3) for j in range(3)]


def beside(geometry: Grid, cells: Sequence[Cell]) -> list[Cell]:
    """The cells of the grid that share an edge with one of *cells*, themselves apart, in reading order.

    Cell by cell on purpose: the referee does the same by shifting masks, and a test compares the two.
    """
    around = {(r + i, c + j) for r, c in cells for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0))}
    return sorted(cell for cell in around - set(cells) if geometry.contains(cell))


@lru_cache(maxsize=64)
def _wall_names(geometry: Grid) -> list[str]:
    return [f"wall[{r},{c}]" for r in range(geometry.height) for c in range(geometry.width)]


@lru_cache(maxsize=64)
def grid_edges(geometry: Grid) -> list[tuple[int, int]]:
    """Pairs of cell numbers that share an edge."""
    width = geometry.width
    across = [(i, i + 1) for i in range(geometry.size) if i % width < width - 1]
    return across + [(i, i + width) for i in range(geometry.size - width)]


def cycles(geometry: Grid, cells: Bitboard) -> list[set[int]]:
    """One shortest loop through some cell of each part of *cells* that has loops: sets of cell numbers."""
    found = []
    for piece in geometry.components(core(geometry, cells)):
        root = next(scan(piece))
        parent: dict[int, int] = {root: root}
        queue = [root]
        closing: tuple[int, int] | None = None
        for node in queue:
            for other in scan(geometry.neighbours(1 << node) & piece):
                if other not in parent:
                    parent[other] = node
                    queue.append(other)
                elif other != parent[node] and closing is None:
                    closing = node, other
            if closing:
                break
        if closing:
            sides = []
            for end in closing:
                path = [end]
                while parent[path[-1]] != path[-1]:
                    path.append(parent[path[-1]])
                sides.append(path)
            while len(sides[0]) > 1 and len(sides[1]) > 1 and sides[0][-2] == sides[1][-2]:
                sides = [side[:-1] for side in sides]  # the common way to the root is not on the loop
            found.append({*sides[0], *sides[1]})
    return found
