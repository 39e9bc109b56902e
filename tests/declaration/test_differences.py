"""Where a puzzle with another solution is repaired."""

from satdnd.declaration.generators.differences import places
from satdnd.grid.bitboard import grid


def test_places() -> None:
    """One on a small board; on a large one, one for each group of cells that are near each other."""
    corners = grid(9, 9).mask([(0, 0), (8, 8)])
    assert [place.bit_count() for place in places(grid(9, 9), corners)] == [6]
    large = grid(20, 20)
    assert places(large, large.mask([(0, 0), (0, 2), (19, 19)])) == [
        large.mask([(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 2)]),
        large.mask([(19, 19), (19, 18), (18, 19)]),
    ]
