"""Large dungeons here, in clingo and in OR-tools CP-SAT: ``python benchmarks/rivals.py``.

Needs ``pip install satdnd[bench]``. The same puzzles in the same run, each decided (one solution, or two) from nothing:
compiling included, one thread each, seconds of processor time. The models hold all rules: in clingo connectivity is
reachability; CP-SAT gets a cut for each piece of a disconnected board and begins again, which is far better for it than
any formulation by orders or flows, since hardly a board needs one. Every board is checked by the rules, and the answers
are compared; an answer that is not there after the limit counts as the limit.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from boards import unique
from measure import run, size, timed, told

from satdnd import Dungeon, Settings, Solver
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.kinds.dungeon.rules import accepts

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


def compare(side: int, count: int, limit: float) -> str:
    """Medians and worst, and how many times the other ones take."""
    puzzles = unique(side, count)
    seconds: dict[str, list[float]] = {name: [] for name in WAYS}
    for puzzle in puzzles:
        answers = {}
        for name, ask in WAYS.items():
            took, boards = timed(ask, puzzle, limit)
            seconds[name].append(limit if boards is None else took)
            answers[name] = boards
            assert all(accepts(puzzle, board) for board in boards or [])
        known = [boards for boards in answers.values() if boards is not None]
        assert all(boards == known[0] for boards in known), puzzle.name  # one solution each: the same
    found = "; ".join(f"{name} {told(times)}{', the limit' * (max(times) >= limit)}" for name, times in seconds.items())
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    best = min(medians["clingo"], medians["CP-SAT"]) / medians["here"]
    given = statistics.median((puzzle.walls | puzzle.opens).bit_count() for puzzle in puzzles)
    return f"{side}x{side}, {given:g} cells given: {found}; {best:.1f} times"


def sides() -> Iterator[str]:
    """Unique ones of several sizes."""
    for side in size((16, 20, 24, 28, 32), (14,)):
        yield compare(side, size(8, 1), 5)


if __name__ == "__main__":
    run(sides)
