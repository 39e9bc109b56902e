"""Random tetrominoes that hang together: solutions of lits."""

from __future__ import annotations

from random import Random

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.generators.territories import named
from satdnd.grid.bitboard import Bitboard, Grid
from satdnd.rules.shapes import TETROMINOES, shapes_in
from satdnd.sat.budget import Budget


def random_tetrominoes(rng: Random, grid: Grid, budget: Budget) -> AreaTuple:
    """Connected tetrominoes, as many as there is room for, no equal ones side by side, and no 2x2 block; each as
    an area. Raises Undecided.
    """
    board, found, near = 0, list[Bitboard](), dict.fromkeys(TETROMINOES, 0)
    every = [(name, cells, grid.neighbours(cells)) for name, cells in shapes_in(grid, grid.all)]
    left, before = rng.sample(every, len(every)), 0
    while len(left) != before:  # those that touch none yet are tried again
        budget.check()
        tried, left, before = left, [], len(left)
        for shape in tried:
            name, cells, around = shape
            if board & cells or around & near[name] or grid.squares(board | cells):
                continue
            if board and not around & board:
                left.append(shape)
                continue
            board, near[name] = board | cells, near[name] | cells
            found.append(cells)
    return named(grid, found)
