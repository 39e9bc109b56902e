"""Bitboards against plain sets of (row, column), on grids of every shape up to 12x12."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st
from oracle import Cell, beside, border, every_cell, rectangle, regions

import satdnd.grid.bitboard
from satdnd.grid.bitboard import CellSet, Grid, grid, pieces, scan

few = settings(deadline=None, max_examples=120)

sides = st.integers(1, 12)


class Sample:
    """A grid, some of its cells as a set and as a bitboard."""

    def __init__(self, height: int, width: int, board: int) -> None:
        self.height = height
        self.width = width
        self.grid = grid(height, width)
        self.board = board
        self.cells = {(r, c) for r, c in every_cell(height, width) if board >> r * width + c & 1}

    def __repr__(self) -> str:
        return f"Sample({self.height}, {self.width}, {self.board:#x})"

    def mask(self, cells: Iterable[Cell]) -> int:
        """A set of cells as a bitboard, cells outside the grid left out."""
        return sum(1 << r * self.width + c for r, c in set(cells) if 0 <= r < self.height and 0 <= c < self.width)


def boards(size: int) -> st.SearchStrategy[int]:
    """Boards of *size* cells: sparse, dense, any."""
    whole = (1 << size) - 1
    some = st.integers(0, whole)
    return st.one_of(
        some,
        st.builds(lambda a, b: a & b, some, some),
        st.builds(lambda a, b: a | b, some, some),
        st.sampled_from([0, whole]),
    )


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """Any grid up to 12x12 with any set of its cells."""
    height, width = draw(sides), draw(sides)
    return Sample(height, width, draw(boards(height * width)))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Sample, Sample]:
    """Two sets of cells of one grid."""
    first = draw(samples())
    return first, Sample(first.height, first.width, draw(boards(first.height * first.width)))


def degree(sample: Sample, cell: Cell) -> int:
    """Number of neighbours in the set."""
    return len(beside(cell, sample.cells))


# geometry


@few
@given(sides, sides)
def test_lines_of_the_grid(height: int, width: int) -> None:
    """Rows, columns, edges, size and the whole are the sets of cells that their names say."""
    found = grid(height, width)
    sample = Sample(height, width, 0)
    cells = every_cell(height, width)

    assert (found.height, found.width, found.size) == (height, width, height * width)
    assert found.all == sample.mask(cells)
    assert found.rows == tuple(sample.mask((r, c) for c in range(width)) for r in range(height))
    assert found.columns == tuple(sample.mask((r, c) for r in range(height)) for c in range(width))
    assert found.first_column == found.columns[0]
    assert found.last_column == found.columns[-1]


@pytest.mark.parametrize("make", [Grid, grid], ids=["Grid", "grid"])
@pytest.mark.parametrize(("height", "width"), [(0, 1), (1, 0), (0, 0), (-1, 5), (5, -1)], ids=lambda side: str(side))
def test_grids_without_cells(make: Callable[[int, int], Grid], height: int, width: int) -> None:
    """A side below 1 is a ValueError that tells the size."""
    with pytest.raises(ValueError, match=f"at least one row and one column, not {height}x{width}$"):
        make(height, width)


def test_grids_are_shared() -> None:
    """The same size is the same object, and rows are not columns."""
    assert grid(3, 5) is grid(3, 5)
    assert grid(3, 5) is not grid(5, 3)


def test_grids_have_no_other_attributes() -> None:
    """A misspelt attribute of a shared grid is an error and not a new field."""
    with pytest.raises(AttributeError):
        grid(3, 5).hight = 4


@few
@given(sides, sides)
def test_grids_print_as_code(height: int, width: int) -> None:
    """The repr of a grid is the call that makes one."""
    assert repr(grid(height, width)) == f"Grid({height}, {width})"


def test_numbers_of_the_classic_board() -> None:
    """At 8x8 bit 0 is the top left, 7 the top right, 63 the bottom right, and a board has 16 digits."""
    classic = grid(8, 8)

    assert classic.bit((0, 0)) == 1
    assert classic.bit((0, 7)) == 1 << 7
    assert classic.bit((1, 0)) == 1 << 8
    assert classic.bit((7, 7)) == 1 << 63
    assert classic.all == 0xFFFF_FFFF_FFFF_FFFF
    assert classic.hex(1) == "0x0000000000000001"


# cells and numbers


@given(boards(200))
@few
def test_scan(board: int) -> None:
    """Scanning gives the numbers of the set bits, lowest first."""
    assert list(scan(board)) == [i for i in range(200) if board >> i & 1]


def test_large_boards() -> None:
    """The same of boards that are gone through part by part."""
    for height, width, numbers in (
        (40, 50, (0, 1, 1023, 1024, 1025, 1999)),
        (33, 100, (2047, 2048, 3299)),
        (50, 50, ()),
    ):
        board = sum(1 << i for i in numbers)
        large = grid(height, width)
        assert list(scan(board)) == list(numbers)
        assert large.mask(large.cells(board)) == board
        assert list(large.pairs(board)) == [
            (divmod(i, width), divmod(j, width)) for i in numbers for j in (i + 1,) if j in numbers and j % width
        ]


@given(samples())
@few
def test_cells_and_masks(sample: Sample) -> None:
    """Cells come in reading order, and their mask is the board again."""
    cells = sample.grid.cells(sample.board)

    assert cells == sorted(sample.cells)
    assert sample.grid.mask(cells) == sample.board
    assert sample.grid.mask(iter(reversed(cells + cells))) == sample.board
    assert sum(sample.grid.bit(cell) for cell in cells) == sample.board


@given(sides, sides, st.tuples(st.integers(-3, 15), st.integers(-3, 15)))
@few
def test_contains(height: int, width: int, cell: Cell) -> None:
    """A grid contains its cells and none beside it."""
    assert grid(height, width).contains(cell) == (cell in every_cell(height, width))


@given(samples())
@few
def test_hex(sample: Sample) -> None:
    """The hexadecimal form has a digit for every four cells, begun ones too, and reads back as the board."""
    text = sample.grid.hex(sample.board)

    assert int(text, 16) == sample.board
    assert text.startswith("0x")
    assert len(text) - 2 == -(-sample.height * sample.width // 4)


@given(samples())
@few
def test_lines(sample: Sample) -> None:
    """The lines are the picture of the set."""
    expected = [[(r, c) in sample.cells for c in range(sample.width)] for r in range(sample.height)]

    assert [[letter == "#" for letter in line] for line in sample.grid.lines(sample.board)] == expected
    assert {letter for line in sample.grid.lines(sample.board) for letter in line} <= {"#", "."}
    assert sample.grid.lines(sample.board, "x", " ") == [
        line.replace("#", "x").replace(".", " ") for line in sample.grid.lines(sample.board)
    ]


# shifts


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("direction", "step"), [("north", (-1, 0)), ("south", (1, 0)), ("west", (0, -1)), ("east", (0, 1))]
)
@given(sample=samples())
@example(sample=Sample(8, 8, (1 << 64) - 1))
@example(sample=Sample(1, 1, 1))
@few
def test_shifts(direction: str, step: Cell, sample: Sample) -> None:
    """A shift moves every cell one step; what crosses the edge is gone and comes back nowhere."""
    expected = sample.mask((r + step[0], c + step[1]) for r, c in sample.cells)

    assert getattr(sample.grid, direction)(sample.board) == expected


@given(samples())
@few
def test_neighbours(sample: Sample) -> None:
    """Neighbours of a set are all cells that share an edge with one of its cells, its own cells too."""
    expected = {cell for cell in every_cell(sample.height, sample.width) if beside(cell, sample.cells)}

    assert sample.grid.neighbours(sample.board) == sample.mask(expected)


@given(samples())
@few
def test_border(sample: Sample) -> None:
    """The border of a set is made of the neighbours outside it, inside the grid."""
    assert sample.grid.border(sample.board) == sample.mask(border(sample.cells, sample.height, sample.width))


@given(samples())
@few
def test_degrees(sample: Sample) -> None:
    """Degrees split a set into cells without a neighbour in the set, with one, with more."""
    found = sample.grid.degrees(sample.board)

    assert found.none == sample.mask(cell for cell in sample.cells if degree(sample, cell) == 0)
    assert found.one == sample.mask(cell for cell in sample.cells if degree(sample, cell) == 1)
    assert found.more == sample.mask(cell for cell in sample.cells if degree(sample, cell) >= 2)
    assert found == (found.none, found.one, found.more)


# regions


@given(pairs())
@few
def test_flood(samples: tuple[Sample, Sample]) -> None:
    """A flood fills the regions that the seed touches, though the seed sticks out of them."""
    seed, inside = samples
    expected = {cell for region in regions(inside.cells) if region & seed.cells for cell in region}

    assert inside.grid.flood(seed.board, inside.board) == inside.mask(expected)


def test_flood_of_a_spiral() -> None:
    """A flood follows a path as long as the grid allows."""
    picture = [
        ".........",
        "########.",
        ".......#.",
        ".#####.#.",
        ".#...#.#.",
        ".#.###.#.",
        ".#.....#.",
        ".#######.",
        ".........",
    ]
    spiral = Sample(9, 9, int("".join(picture).replace("#", "0").replace(".", "1")[::-1], 2))

    assert spiral.grid.flood(1, spiral.board) == spiral.board
    assert spiral.grid.connected(spiral.board)
    assert not spiral.grid.connected(spiral.board & ~spiral.grid.bit((8, 4)))


@given(samples())
@few
def test_components(sample: Sample) -> None:
    """Components are the connected regions, by their first cell in reading order."""
    expected = sorted(regions(sample.cells), key=min)
    assert [set(piece) for piece in pieces(sample.cells)] == expected

    assert sample.grid.components(sample.board) == [sample.mask(region) for region in expected]


@given(samples())
@few
def test_connected(sample: Sample) -> None:
    """A set is connected if it is one region, or none at all."""
    assert sample.grid.connected(sample.board) == (len(regions(sample.cells)) <= 1)


@given(samples(), st.data())
@few
def test_connected_regions(sample: Sample, data: st.DataObject) -> None:
    """Each region is connected, and two of them together are not."""
    found = sample.grid.components(sample.board)
    if len(found) >= 2:
        first, second = data.draw(st.permutations(found))[:2]

        assert sample.grid.connected(first)
        assert not sample.grid.connected(first | second)


@given(sides, sides, st.integers(-6, 14), st.integers(-6, 14), st.integers(-2, 20), st.integers(-2, 20))
@example(8, 8, 6, 7, 3, 3)
@example(8, 8, 7, 0, 3, 3)
@example(8, 8, -1, -1, 3, 3)
@example(1, 1, -5, -5, 11, 11)
@settings(deadline=None, max_examples=400)
def test_block(height: int, width: int, top: int, left: int, tall: int, wide: int) -> None:
    """A block is the part of a rectangle that lies in the grid; it never wraps, and may be empty."""
    expected = rectangle(top, left, tall, wide) & set(every_cell(height, width))

    assert grid(height, width).block(top, left, tall, wide) == Sample(height, width, 0).mask(expected)


# sets to look at


@given(samples())
@few
def test_cellset_is_a_container(sample: Sample) -> None:
    """A cell set counts, iterates in reading order, contains its cells and is its board."""
    found = CellSet(sample.grid, sample.board)

    assert list(found) == sorted(sample.cells)
    assert len(found) == len(sample.cells)
    assert bool(found) == bool(sample.cells)
    assert int(found) == sample.board
    for r in range(-1, sample.height + 1):
        for c in range(-1, sample.width + 1):
            assert ((r, c) in found) == ((r, c) in sample.cells)


@pytest.mark.parametrize("other", [0, None, "ab", (0,), (0, 0, 0), [0, 0], (), frozenset([(0, 0)])], ids=repr)
def test_cellset_contains_only_cells(other: object) -> None:
    """What is no pair of numbers is in no cell set, and asking is no error."""
    assert other not in CellSet(grid(2, 3), 0b111_111)


@given(samples())
@few
def test_cellset_prints(sample: Sample) -> None:
    """A cell set prints as the grid, and its repr has the size and the number of the board."""
    found = CellSet(sample.grid, sample.board)

    assert str(found).split("\n") == sample.grid.lines(sample.board)
    assert repr(found) == f"CellSet(Grid({sample.height}, {sample.width}), {sample.grid.hex(sample.board)})"


@given(pairs())
@few
def test_cellset_compares(samples: tuple[Sample, Sample]) -> None:
    """Cell sets of one grid are equal, and hash alike, when their cells are equal."""
    first, second = (CellSet(sample.grid, sample.board) for sample in samples)

    assert (first == second) == (samples[0].cells == samples[1].cells)
    assert first == CellSet(first.geometry, first.board)
    assert hash(first) == hash(CellSet(first.geometry, first.board))


def test_cellsets_of_other_grids_differ() -> None:
    """The same number on a grid of another shape is another set."""
    assert CellSet(grid(2, 3), 0b11) != CellSet(grid(3, 2), 0b11)


def test_cellset_is_frozen() -> None:
    """A cell set cannot be changed."""
    with pytest.raises(AttributeError):
        CellSet(grid(2, 3), 0b11).board = 0


def test_doctests() -> None:
    """The examples in the module's docstrings run, and there are some."""
    found = doctest.testmod(satdnd.grid.bitboard)

    assert found.failed == 0
    assert found.attempted >= 2


NUMBERS = st.integers(-1, 4) | st.booleans() | st.just(1.0)


@few
@given(
    st.lists(st.tuples(NUMBERS, NUMBERS) | st.tuples(NUMBERS) | st.lists(NUMBERS, max_size=2), max_size=5), sides, sides
)
def test_marked(cells: list[Any], height: int, width: int) -> None:
    """As a loop says it, types and all."""
    good = [
        type(cell) is tuple
        and [*map(type, cell)] == [int, int]
        and 0 <= cell[0] < height
        and 0 <= cell[1] < width
        and cell not in cells[:i]
        for i, cell in enumerate(cells)
    ]
    expected = grid(height, width).mask(cells) if all(good) else None
    assert grid(height, width).marked(cells) == expected


def test_lines_of_any_signs() -> None:
    """Several characters a cell, and digits."""
    geometry = grid(2, 3)
    assert geometry.lines(0b100001) == ["#..", "..#"]
    assert geometry.lines(0b100001, "0", "1") == ["011", "110"]
    assert geometry.lines(0b100001, "##", " ") == ["##  ", "  ##"]
    assert geometry.lines(0b1000000 | 0b000010) == [".#.", "..."]


@few
@given(samples())
def test_connected_twice(sample: Sample) -> None:
    """What is known of the board that was asked last is true of no other one."""
    for board in (sample.board, sample.board, sample.board ^ 1, 0, sample.board):
        assert sample.grid.connected(board) == (len(sample.grid.components(board)) <= 1)


def test_grids_travel() -> None:
    """Wherever it is unpickled, a grid is the shared one."""
    assert pickle.loads(pickle.dumps(grid(3, 5))) is grid(3, 5)
