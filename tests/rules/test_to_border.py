"""All cells of a sort reach the border: clauses, cuts, faults, the graph and what follows say what a walk says."""

from __future__ import annotations

import pytest
from enumeration import partly_known
from test_lines import models, session

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid
from satdnd.rules.to_border import ToBorder

SIZES = [(1, 1), (1, 4), (2, 3), (3, 3), (3, 4), (4, 4)]
KNOWN = [(1, 3), (2, 3), (3, 3)]


def enclosed(geometry: Grid, there: Bitboard) -> set[Cell]:
    """The cells that cannot walk out of the grid."""
    left = {*geometry.cells(there)}
    last = geometry.height - 1, geometry.width - 1
    todo = [cell for cell in left if 0 in cell or cell[0] == last[0] or cell[1] == last[1]]
    left -= {*todo}
    for r, c in todo:
        near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & left
        left -= near
        todo += near
    return left


def rule(geometry: Grid, sign: int) -> ToBorder:
    """That of shaded, or of other cells."""
    return ToBorder(geometry, sign, "the sea at {} needs a way to the border", "sea")


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("size", SIZES)
def test_whole_boards(size: tuple[int, int], sign: int) -> None:
    """In full, by cuts, by faults and by the graph."""
    geometry = grid(*size)
    cuts, wanted = rule(geometry, sign), set()
    for board in range(1 << geometry.size):
        there = board if sign > 0 else geometry.all & ~board
        apart = enclosed(geometry, there)
        if not apart:
            wanted.add(board)
        assert [{*cells} for cells, _ in cuts.faults(board)] == ([apart] if apart else [])
        assert (cuts.graph_fault(board) is not None) == cuts.broken(board, geometry.all & ~board) == bool(apart)
        for clause in cuts.clauses(board):
            assert not any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause)
        for clause in cuts.implied() if not apart else ():
            assert any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause)
        violated = [cut for cut in cuts.near(board, geometry.all & ~board) if cut.broken(board)]
        assert bool(violated) == bool(apart)
        assert {cell for cut in violated for cell in cut.pocket} == apart
    if geometry.size < 13:
        with session(geometry.size, cuts.encode) as asked:
            assert models(asked, geometry.size, lambda board: []) == wanted
        with session(geometry.size, lambda encoder: None) as asked:
            assert models(asked, geometry.size, cuts.solving_clauses) == wanted


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("size", KNOWN)
def test_partly_known_boards(size: tuple[int, int], sign: int) -> None:
    """It is broken, and something follows, exactly where all ways to go on say so; cuts are about what is known."""
    geometry = grid(*size)
    cuts = rule(geometry, sign)
    fine = [
        board
        for board in range(1 << geometry.size)
        if not enclosed(geometry, board if sign > 0 else geometry.all & ~board)
    ]
    for true, false in partly_known(cuts, geometry.size, fine):
        for cut in cuts.near(true, false):
            assert cuts.read(cut.rule, cut.cells, cut.at) == cut
            assert not any(cut.broken(board) for board in fine)


def test_what_is_no_cut() -> None:
    """Cells at the border need no way to it."""
    cuts = rule(grid(3, 3), 1)
    with pytest.raises(InputError, match="at the border"):
        cuts.read("to-border", [(0, 1), (1, 1)], (1, 1))
    with pytest.raises(InputError, match="not among the cells"):
        cuts.read("to-border", [(1, 1)], (0, 1))
    with pytest.raises(InputError, match="the rules do not say so"):
        cuts.read("border", [(1, 1)], (1, 1))
