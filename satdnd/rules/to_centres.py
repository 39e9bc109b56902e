"""Every area has a centre: a lazy rule, added as cuts of areas without one, whose cells need a way out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import area_name, cell_name
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.rules.half_turn import Centres
from satdnd.sat.formula import Clause, Literal

MOST_CUTS = 60
"""The most cuts at once."""


class ToCentres(Cuts):
    """The cells of every area are connected with a centre.

    A cut of a set of cells that holds no whole centre says: some edge around them is no border.

    Args:
        centres: the centres, over the edges between cells.
        pattern: the sentence of a cut, with ``{}`` for the name of a cell.
        rule: the id of the rule.
    """

    def __init__(self, centres: Centres, pattern: str, rule: str) -> None:
        self.centres, self.pattern, self.rule = centres, pattern, rule
        self._members: Sequence[Mapping[int, Literal]] = ()

    def _has_centre(self, cells: Bitboard) -> bool:
        """Whether there is a whole one; cells of no area need none."""
        return not cells & ~self.centres.holes or any(not own & ~cells for own in self.centres.own)

    def _pieces(self, true: Bitboard) -> list[Bitboard]:
        """The areas within borders that have no centre, the smallest first."""
        pieces = self.centres.edges.areas(true)
        return sorted((piece for piece in pieces if not self._has_centre(piece)), key=int.bit_count)

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some cells are cut off from all centres."""
        return bool(self._pieces(true))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each piece that is cut off."""
        return [self._cut(piece) for piece in self._pieces(true)]

    def _cut(self, pocket: Bitboard, at: Cell | None = None) -> Cut:
        cells = tuple(self.centres.grid.cells(pocket))
        ways = tuple(-i - 1 for i in scan(self.centres.edges.edged(pocket).border))
        return Cut(self.rule, cells, self.pattern, at or cells[0], ways, sign=-1)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A clause for each piece: an edge around it is no border."""
        return [list(self._cut(piece).ways) for piece in self._pieces(board)[:MOST_CUTS]]

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """Also, for each centre whose area may have the piece: with a cell of it, so has it a cell on the way."""
        found, grid = list[Clause](), self.centres.grid
        for piece in self._pieces(board)[:MOST_CUTS]:
            found.append(list(self._cut(piece).ways))
            first = (piece & -piece).bit_length() - 1
            for k in self.centres.reaching[first] if self._members else ():
                own, reach, core = self._members[k], self.centres.reach[k], self.centres.own[k]
                inside = grid.flood(1 << first, piece & reach)
                if core & inside:
                    continue
                border = grid.border(inside) & reach
                beyond = grid.flood(core & -core, reach & ~border & ~inside | core)
                border &= grid.neighbours(beyond) | core
                found.append([-own[first], *dict.fromkeys(own[i] for i in scan(border))])
        return found

    def implied(self) -> list[Clause]:
        """No cell has four borders, but one with a centre of its own."""
        alone = (1 << i for i in range(self.centres.grid.size))
        return [list(self._cut(cell).ways) for cell in alone if not self._has_centre(cell)]

    def imply(self, encoder: Encoder) -> None:
        """Keep the literals of members for `solving_clauses`."""
        super().imply(encoder)
        self._members = [self.centres.members(encoder, k) for k in range(len(self.centres.places))]

    def encode(self, encoder: Encoder) -> None:
        """Nothing: what says of each cell which areas may have it then says that they are connected."""

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Each area without a centre."""
        cells = [tuple(self.centres.grid.cells(piece)) for piece in self._pieces(board)]
        return [(area, f"an area without a centre: {area_name(area)}") for area in cells]

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """None: what is said of each cell reports them."""
        return []

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of any cells that hold no whole centre."""
        check_rule(rule, self.rule)
        pocket = self.centres.grid.mask(cells)
        if at not in cells:
            raise InputError(f"{cell_name(at)} is not among the cells that it is about")
        if self._has_centre(pocket):
            raise InputError("the cells that it is about hold a centre")
        return self._cut(pocket, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """An edge is no border if it is the only way from some cells to a centre.

        Such an edge is a bridge of the graph of cells without borders between (Tarjan 1974).
        """
        adjacent, order, low = self.centres.adjacent, dict[int, int](), dict[int, int]()
        for piece in self.centres.edges.areas(true):
            root = (piece & -piece).bit_length() - 1
            order[root] = low[root] = len(order)
            path: list[tuple[int, int, Iterator[tuple[int, int]], int]] = [(root, -1, iter(adjacent[root]), 1 << root)]
            while path:
                i, above, ways, below = path[-1]
                for j, edge in ways:
                    if true >> edge & 1 or edge == above:
                        continue
                    if j in order:
                        low[i] = min(low[i], order[j])
                    else:
                        order[j] = low[j] = len(order)
                        path.append((j, edge, iter(adjacent[j]), 1 << j))
                        break
                else:
                    path.pop()
                    if path:
                        up = path[-1]
                        low[up[0]] = min(low[up[0]], low[i])
                        path[-1] = (*up[:3], up[3] | below)
                        if low[i] == order[i] and not false >> above & 1:
                            sides = below, piece & ~below
                            if any(not self._has_centre(side) for side in sides):
                                yield -above - 1
