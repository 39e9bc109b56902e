"""Diagonals without loops: clauses, cuts, faults, the graph and what follows say what walks along them say."""

from __future__ import annotations

from itertools import product

import pytest
from enumeration import partly_known
from samples.slant import looped
from test_lines import models, session

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Grid, grid
from satdnd.rules.diagonals import NoCycles, corners, diagonals_at

SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4)]


def good(geometry: Grid, board: Bitboard) -> bool:
    """Whether a whole board has no loop."""
    return not looped(geometry.lines(board, "\\", "/"))


@pytest.mark.parametrize("size", SIZES)
def test_whole_boards(size: tuple[int, int]) -> None:
    """In full, by cuts, by faults and by the graph."""
    geometry = grid(*size)
    cuts, wanted = NoCycles(geometry), set()
    for board in range(1 << geometry.size):
        fine = good(geometry, board)
        if fine:
            wanted.add(board)
        others = geometry.all & ~board
        assert bool(cuts.faults(board)) == (cuts.graph_fault(board) is not None) == cuts.broken(board, others) != fine
        for clause in cuts.clauses(board):
            assert not any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause)
            assert cuts.is_cut(clause)
        assert all(cut.broken(board) for cut in cuts.near(board, others))
    with session(geometry.size, cuts.encode) as asked:
        assert models(asked, geometry.size, lambda board: []) == wanted
    with session(geometry.size, lambda encoder: None) as asked:
        assert models(asked, geometry.size, cuts.solving_clauses) == wanted
    with session(geometry.size, cuts.imply) as asked:
        assert models(asked, geometry.size, cuts.solving_clauses) == wanted


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3)])
def test_partly_known_boards(size: tuple[int, int]) -> None:
    """It is broken, and something follows, exactly where all ways to go on say so."""
    geometry = grid(*size)
    cuts = NoCycles(geometry)
    fine = [board for board in range(1 << geometry.size) if good(geometry, board)]
    for true, false in partly_known(cuts, geometry.size, fine):
        if not cuts.broken(true, false):
            free = [i for i in range(geometry.size) if not (true | false) >> i & 1]
            for i, falls in product(free, (True, False)):
                closed = cuts.broken(true | 1 << i, false) if falls else cuts.broken(true, false | 1 << i)
                assert cuts.closes(i, true, false, falls=falls) == closed
        for cut in cuts.near(true, false):
            assert cuts.read(cut.rule, cut.cells, cut.at) == cut
            assert not any(cut.broken(board) for board in fine)


def test_longer_loops_are_read() -> None:
    """The cells of a loop say which diagonals it has."""
    rows = "./\\...", "/..\\..", "\\...\\.", ".\\...\\", "..\\../", "...\\/."
    cells = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."]
    cut = NoCycles(grid(6, 6)).read("loop", cells, cells[0])
    assert {*cut.ways} == {(-1 if rows[r][c] == "\\" else 1) * (6 * r + c + 1) for r, c in cells}


def test_what_is_no_cut() -> None:
    """Cells of no loop, or another first cell."""
    cuts = NoCycles(grid(3, 3))
    four = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert cuts.read("loop", four, (0, 0)).ways == (-2, -4, 1, 5)
    for cells, at, message in (
        (four[:3], (0, 0), "do not form one loop"),
        ([*four, (2, 2)], (0, 0), "do not form one loop"),
        (four, (0, 1), "not the first"),
    ):
        with pytest.raises(InputError, match=message):
            cuts.read("loop", cells, at)
    with pytest.raises(InputError, match="the rules do not say so"):
        cuts.read("closed", four, (0, 0))


def test_corners() -> None:
    """Each diagonal meets two of them."""
    geometry = grid(2, 3)
    met = [literal for corner in corners(geometry) for _, literal in diagonals_at(geometry, corner)]
    assert sorted(met) == sorted([*range(1, 7), *range(1, 7), *range(-6, 0), *range(-6, 0)])
