"""Dungeons in OR-tools CP-SAT: linear constraints, and a cut for each piece of a board that is not connected.

After cuts it begins again, which is far better for it than any formulation by orders or flows, since hardly a board
needs one.
"""

from __future__ import annotations

import time

from ortools.sat.python import cp_model

from satdnd import Dungeon
from satdnd.grid.bitboard import Bitboard, Grid, scan


def ask(puzzle: Dungeon, limit: float) -> list[Bitboard] | None:
    """The walls of up to two solutions; None: not known within the limit."""
    geometry, model = puzzle.grid, cp_model.CpModel()
    walls = [model.new_bool_var("") for _ in range(geometry.size)]
    for lines, counts in ((geometry.rows, puzzle.rows), (geometry.columns, puzzle.columns)):
        for line, count in zip(lines, counts, strict=True):
            if count is not None:
                model.add(sum(walls[i] for i in scan(line)) == count)
    for i in scan(puzzle.monster_mask | puzzle.treasure_mask | puzzle.opens):
        model.add(walls[i] == 0)
    for i in scan(puzzle.walls):
        model.add(walls[i] == 1)
    for i in range(geometry.size):
        around = [walls[j].negated() for j in scan(geometry.neighbours(1 << i))]
        if puzzle.monster_mask >> i & 1:
            model.add_exactly_one(around)
        else:
            model.add(sum(around) >= 2).only_enforce_if(walls[i].negated())
    rooms: dict[int, list[cp_model.IntVar]] = {}
    possible: dict[int, list[cp_model.IntVar]] = {i: [] for i in scan(puzzle.treasure_mask)}
    for r in range(geometry.height - 2):
        for c in range(geometry.width - 2):
            inside = geometry.block(r, c, 3, 3)
            if (inside & puzzle.treasure_mask).bit_count() != 1 or inside & puzzle.monster_mask:
                continue
            room = model.new_bool_var("")
            model.add_bool_and(walls[i].negated() for i in scan(inside)).only_enforce_if(room)
            model.add(sum(walls[i].negated() for i in scan(geometry.border(inside))) == 1).only_enforce_if(room)
            possible[(inside & puzzle.treasure_mask).bit_length() - 1].append(room)
            for i in (r, r + 1):
                for j in (c, c + 1):
                    rooms.setdefault(i * geometry.width + j, []).append(room)
    for some in possible.values():
        model.add_bool_or(some)
    for r in range(geometry.height - 1):
        for c in range(geometry.width - 1):
            i = r * geometry.width + c
            square = [walls[k] for k in (i, i + 1, i + geometry.width, i + geometry.width + 1)]
            model.add_bool_or(*square, *rooms.get(i, ()))
    return _connected(geometry, model, walls, limit)


def _connected(
    geometry: Grid, model: cp_model.CpModel, walls: list[cp_model.IntVar], limit: float
) -> list[Bitboard] | None:
    """Up to two solutions, with cuts, and a clause that forbids the first."""
    found: list[Bitboard] = []
    deadline = time.monotonic() + limit
    while len(found) < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.001, deadline - time.monotonic())
        match solver.solve(model):
            case cp_model.INFEASIBLE:
                break
            case cp_model.OPTIMAL | cp_model.FEASIBLE:
                pass
            case _:
                return None
        board = sum(1 << i for i, wall in enumerate(walls) if solver.value(wall))
        pieces = geometry.components(geometry.all & ~board)
        if len(pieces) < 2:
            found.append(board)
            model.add_bool_or(walls[i].negated() for i in scan(board))
        for k, piece in enumerate(pieces if len(pieces) > 1 else []):
            ends = [walls[next(scan(pieces[j]))] for j in (k, k - 1)]
            model.add_bool_or(*(walls[i].negated() for i in scan(geometry.border(piece))), *ends)
    return found
