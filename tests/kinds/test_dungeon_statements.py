"""The rules as values: together they say what the referee says, and loops that are read are loops."""

from __future__ import annotations

import networkx
import pytest

from satdnd.errors import InputError
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.loops import TreeCuts
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.kinds.dungeon.rules import accepts

PUZZLES = (
    Dungeon((1, 2), (0, 1, 2), monsters=((0, 0),), walls=4, opens=2),
    Dungeon((0, None, 1), (None, 0, 1, 3), treasures=((1, 1),), monsters=((0, 3),), walls=1),
    Dungeon((None,) * 4, (None,) * 3, treasures=((2, 1),), monsters=((0, 1),)),
    Dungeon((None,) * 3, (None,) * 4),
)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_what_breaks_no_statement_and_no_cut_is_a_solution(puzzle: Dungeon, topology: str) -> None:
    """On every board, under every topology."""
    book = KIND.rulebook(puzzle, DungeonOptions(topology=topology))  # type: ignore[arg-type]  # one of them
    for board in range(1 << puzzle.grid.size):
        said = not any(statement.broken(board) for statement in book.statements)
        if book.cuts is not None:
            said = said and not book.cuts.broken(board, puzzle.grid.all & ~board)
        assert said == accepts(puzzle, board, topology), bin(board)


def test_loops_are_read_where_there_are_any() -> None:
    """Of all sets of cells of 4x4: the loops without chords that no 3x3 block holds."""
    board, found = Dungeon((None,) * 4, (None,) * 4).grid, set()
    cuts, graph = TreeCuts(board, -1, ""), networkx.grid_2d_graph(4, 4)
    for cells in map(board.cells, range(1, 1 << 16)):
        try:
            made = cuts.read("tree", cells, cells[-1])
        except InputError:
            continue
        assert made.text == f"the corridor through r{cells[-1][0] + 1}c{cells[-1][1] + 1} is no loop"
        assert made.broken(board.all & ~board.mask(cells))
        assert not made.broken(board.all & ~board.mask(cells[1:]))
        found.add(frozenset(cells))
    loops = map(frozenset, networkx.chordless_cycles(graph))
    assert found == {loop for loop in loops if any(max(line) - min(line) > 2 for line in zip(*loop, strict=True))}
    for cells, at in (sorted(min(found, key=sorted)), (1, 1)), ([(0, 0)], (0, 0)):
        with pytest.raises(InputError, match="no loop through that cell"):
            cuts.read("tree", cells, at)
    with pytest.raises(InputError, match="the rules do not say so"):
        cuts.read("no-2x2", [(0, 0)], (0, 0))
