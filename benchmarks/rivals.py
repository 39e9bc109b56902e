"""Large dungeons here, in clingo and in OR-tools CP-SAT: ``python benchmarks/rivals.py [SIDE...] [--limit SECONDS]``.

Needs ``pip install satdnd[bench]``. The same puzzles in the same run, each decided (one solution, or two) from nothing:
compiling included, one thread each, seconds of processor time. The models hold all rules: in clingo connectivity is
reachability; CP-SAT gets a cut for each piece of a disconnected board and begins again, which is far better for it than
any formulation by orders or flows, since hardly a board needs one. Every board is checked by the rules, and the answers
are compared; an answer that is not there after the limit counts as the limit.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from satdnd import Dungeon, Settings, Solver
from satdnd.engine.search import open_session
from satdnd.errors import Undecided
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.kinds.dungeon.carve import Carving, carve, puzzle_of
from satdnd.kinds.dungeon.large import Large
from satdnd.kinds.dungeon.model import DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.rules import accepts
from satdnd.sat.budget import Budget

if TYPE_CHECKING:
    import clingo
    from ortools.sat.python import cp_model

Boards = list[Bitboard] | None
"""Up to two solutions; None: not known within the limit."""

RULES = """
cell(R, C) :- R = 0..h-1, C = 0..w-1.
near(R, C, R+1, C) :- cell(R, C), cell(R+1, C).
near(R, C, R-1, C) :- cell(R, C), cell(R-1, C).
near(R, C, R, C+1) :- cell(R, C), cell(R, C+1).
near(R, C, R, C-1) :- cell(R, C), cell(R, C-1).
{ wall(R, C) : cell(R, C) }.
open(R, C) :- cell(R, C), not wall(R, C).
:- row(R, N), not N = #count { C : wall(R, C) }.
:- column(C, N), not N = #count { R : wall(R, C) }.
thing(R, C) :- monster(R, C).
thing(R, C) :- treasure(R, C).
:- thing(R, C), wall(R, C).
:- given_wall(R, C), open(R, C).
:- given_open(R, C), wall(R, C).
:- monster(R, C), not 1 = #count { P, Q : near(R, C, P, Q), open(P, Q) }.
:- open(R, C), not monster(R, C), not 2 <= #count { P, Q : near(R, C, P, Q), open(P, Q) }.
in(R, C, R+I, C+J) :- R = 0..h-3, C = 0..w-3, I = 0..2, J = 0..2.
corner(R, C) :- R = 0..h-3, C = 0..w-3, 1 = #count { P, Q : in(R, C, P, Q), treasure(P, Q) },
    0 = #count { P, Q : in(R, C, P, Q), monster(P, Q) }.
beside(R, C, P, Q) :- corner(R, C), in(R, C, A, B), near(A, B, P, Q), not in(R, C, P, Q).
{ room(R, C) : corner(R, C) }.
:- room(R, C), in(R, C, P, Q), wall(P, Q).
:- room(R, C), not 1 = #count { P, Q : beside(R, C, P, Q), open(P, Q) }.
:- treasure(P, Q), not room(R, C) : corner(R, C), in(R, C, P, Q).
covered(R+I, C+J) :- room(R, C), I = 0..1, J = 0..1.
:- cell(R, C), cell(R+1, C+1), open(R, C), open(R, C+1), open(R+1, C), open(R+1, C+1), not covered(R, C).
reached(R, C) :- root(R, C), open(R, C).
reached(P, Q) :- reached(R, C), near(R, C, P, Q), open(P, Q).
:- open(R, C), not reached(R, C).
#show wall/2.
"""


def by_clingo(puzzle: Dungeon, limit: float) -> Boards:
    """Up to two models of `RULES`."""
    import clingo

    facts = [f"row({r},{n})." for r, n in enumerate(puzzle.rows) if n is not None]
    facts += [f"column({c},{n})." for c, n in enumerate(puzzle.columns) if n is not None]
    facts += [f"monster({r},{c})." for r, c in puzzle.monsters] + [f"treasure({r},{c})." for r, c in puzzle.treasures]
    facts += [f"given_wall({r},{c})." for r, c in puzzle.grid.cells(puzzle.walls)]
    facts += [f"given_open({r},{c})." for r, c in puzzle.grid.cells(puzzle.opens)]
    facts.append("root({},{}).".format(*(*puzzle.monsters, *puzzle.treasures)[0]))
    control = clingo.Control(["2", f"-c h={puzzle.height}", f"-c w={puzzle.width}"], message_limit=0)
    control.add("base", [], RULES + "\n".join(facts))
    control.ground([("base", [])])
    found: list[Bitboard] = []

    def keep(model: clingo.Model) -> None:
        """The walls of a model."""
        cells = [(atom.arguments[0].number, atom.arguments[1].number) for atom in model.symbols(shown=True)]
        found.append(puzzle.grid.mask(cells))

    with control.solve(on_model=keep, async_=True) as handle:
        if not handle.wait(limit):
            handle.cancel()
            return None
    return found


def by_cpsat(puzzle: Dungeon, limit: float) -> Boards:
    """Linear constraints, cuts, and a clause that forbids the first solution."""
    from ortools.sat.python import cp_model

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


def _connected(geometry: Grid, model: cp_model.CpModel, walls: list[cp_model.IntVar], limit: float) -> Boards:
    """Up to two solutions, with cuts for those that fall into pieces."""
    from ortools.sat.python import cp_model

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


def here(puzzle: Dungeon, limit: float) -> Boards:
    """`satdnd unique`, checks included."""
    answer = Solver(Settings(timeout=limit)).unique(puzzle)
    return None if answer.status == "undecided" else [solution.board for solution in answer.solutions]


WAYS: dict[str, Callable[[Dungeon, float], Boards]] = {"here": here, "clingo": by_clingo, "CP-SAT": by_cpsat}


def carved(side: int, seed: int, rooms: int = 8) -> tuple[Dungeon, Bitboard]:
    """A puzzle read off a carved board, and the board."""
    walls, treasures = carve(Carving(side, side, rooms), random.Random(seed))
    return puzzle_of(side, side, walls, treasures, name=f"{side}x{side} {seed}"), walls


def with_givens(side: int, seed: int, rooms: int = 8) -> Dungeon:
    """A carved puzzle with so many given cells that it is unique.

    Each is one in which another solution differs; a random one where none is found within 3,000 conflicts.
    """
    puzzle, walls = carved(side, seed, rooms)
    chance, geometry = random.Random(seed), puzzle.grid
    encoding, given = Large(puzzle, DungeonOptions()), 0
    with open_session(encoding, "auto") as session:
        session.add(encoding.blocking_clause(puzzle, DungeonSolution(side, side, walls)))
        while True:
            try:
                budget = Budget.of(conflicts=3000)
                model = session.next_model(refine=lambda model: encoding.cuts(puzzle, model), budget=budget)
                if model is None:
                    break
                apart = encoding.board(model) ^ walls
            except Undecided:
                apart = geometry.all & ~given & ~puzzle.monster_mask & ~puzzle.treasure_mask
            i = chance.choice(list(scan(apart)))
            given |= 1 << i
            session.add([i + 1 if walls >> i & 1 else -i - 1])
    return replace(puzzle, walls=given & walls, opens=given & ~walls)


def chosen(side: int, count: int) -> list[Dungeon]:
    """Unique puzzles: up to 24x24 carved ones that are, above with given cells."""
    if side > 24:
        return [with_givens(side, seed) for seed in range(count)]
    solver, found, seed = Solver(), list[Dungeon](), 0
    while len(found) < count:
        puzzle = carved(side, seed)[0]
        if len(puzzle.monsters) > side and solver.unique(puzzle).status == "unique":
            found.append(puzzle)
        seed += 1
    return found


def compare(side: int, count: int, limit: float) -> None:
    """One line a size: medians, and how many were not decided."""
    puzzles = chosen(side, count)
    seconds: dict[str, list[float]] = {name: [] for name in WAYS}
    for puzzle in puzzles:
        answers = {}
        for name, ask in WAYS.items():
            begun = time.process_time()
            answers[name] = boards = ask(puzzle, limit)
            seconds[name].append(limit if boards is None else time.process_time() - begun)
            assert all(accepts(puzzle, board) for board in boards or [])
        known = [boards for boards in answers.values() if boards is not None]
        assert all(boards == known[0] for boards in known), puzzle.name  # one solution each: the same
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    told = ", ".join(
        f"{name} {medians[name]:.3g} s (worst {max(times):.3g}{', limit' * (max(times) >= limit)})"
        for name, times in seconds.items()
    )
    best = min(medians["clingo"], medians["CP-SAT"])
    given = statistics.median((puzzle.walls | puzzle.opens).bit_count() for puzzle in puzzles)
    print(
        f"{side}x{side}, {count} unique, {given:g} cells given: {told}; {best / medians['here']:.1f} times", flush=True
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sides", nargs="*", type=int, default=[16, 20, 24, 28, 32])
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--limit", type=float, default=60)
    arguments = parser.parse_args()
    for each in arguments.sides:
        compare(each, arguments.count, arguments.limit)
