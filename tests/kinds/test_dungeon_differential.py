"""Larger random dungeons, right ones and spoilt ones: every way to answer against every other, and against itself."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import oracle
import pytest

from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.solver import WARM_SESSIONS, Solver
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import rules, sieve
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat import session
from satdnd.sat.budget import Budget

SIZES = [(5, 5), (4, 7), (6, 6), (7, 5), (8, 8), (4, 13), (13, 4), (7, 11), (11, 7), (10, 10), (3, 16), (12, 12)]
CHANGES = ("none", "unknown", "given", "count", "two counts", "monster", "treasure")
"""What is done to a puzzle that was read off a board; the last four mostly spoil it."""
LIMIT = 24
WAYS = {
    "template": DungeonOptions(compilation="template"),
    "direct": DungeonOptions(compilation="direct"),
    "planar": DungeonOptions(compilation="direct", connectivity="planar"),
    "template ordered": DungeonOptions(compilation="template", connectivity="ordered"),
    "glucose4": DungeonOptions(solver="glucose4", compilation="direct", cardinality="seqcounter"),
    "minisat22": DungeonOptions(solver="minisat22", compilation="template"),
    "backtrack": DungeonOptions(way="backtrack", timeout=3),
    "sieve": DungeonOptions(way="sieve"),
}
"""The first is compared with all others; backtracking may give up, and the sieve takes small boards."""


def random_puzzle(rng: random.Random, size: tuple[int, int], change: str) -> Dungeon:
    """A puzzle read off a carved board, changed."""
    carving = Carving(*size, rng.randint(0, 4), loops=rng.choice((0, 0.1, 0.5)))
    walls, treasures = carve(carving, rng, Budget())
    puzzle = puzzle_of(*size, walls, treasures, name=f"{size} {change}")
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    cells = oracle.every_cell(*size)
    match change:
        case "unknown":
            for counts in (rows, columns):
                for i in rng.sample(range(len(counts)), rng.randint(0, 3)):
                    counts[i] = None
        case "given":  # one in ten is given, and half of the counts are not
            some = grid(*size).mask(cell for cell in cells if rng.random() < 0.1)
            puzzle = replace(puzzle, walls=walls & some, opens=some & ~walls)
            columns = [count if rng.random() < 0.5 else None for count in columns]
        case "count":
            shift(rng, rows, size[1])
        case "two counts":
            shift(rng, rows, size[1])
            i = rng.choice([i for i, count in enumerate(columns) if 0 <= count + sum(rows) - sum(columns) <= size[0]])
            columns[i] += sum(rows) - sum(columns)
        case "monster" if puzzle.monsters:
            free = [cell for cell in cells if cell not in {*puzzle.monsters, *puzzle.treasures}]
            puzzle = replace(puzzle, monsters=(*puzzle.monsters[1:], rng.choice(free)))
        case "treasure" if puzzle.treasures:
            free = [cell for cell in cells if cell not in {*puzzle.monsters, *puzzle.treasures}]
            puzzle = replace(puzzle, treasures=(*puzzle.treasures[1:], rng.choice(free)))
    return replace(puzzle, rows=tuple(rows), columns=tuple(columns))


def shift(rng: random.Random, counts: list[int], most: int) -> None:
    """One count goes one up or down."""
    i = rng.randrange(len(counts))
    counts[i] += rng.choice([step for step in (-1, 1) if 0 <= counts[i] + step <= most])


def puzzles(seed: str, rounds: int) -> list[Dungeon]:
    """Every size with every change, *rounds* times."""
    rng = random.Random(seed)
    return [random_puzzle(rng, size, change) for _ in range(rounds) for size in SIZES for change in CHANGES]


def boards(answer: Answer) -> set[int]:
    """The boards of an answer, of which none may come twice."""
    found = {solution.board for solution in answer.solutions}
    assert len(found) == len(answer.solutions)
    return found


def check_solution(puzzle: Dungeon, found: DungeonSolution, topology: str) -> None:
    """Three referees agree that the board is right, and on its loops."""
    assert rules.accepts(puzzle, found.board, topology)
    assert rules.faults(puzzle, found.board, topology) == []
    geometry = puzzle.grid
    given = geometry.cells(puzzle.walls), geometry.cells(puzzle.opens)
    walls = frozenset(geometry.cells(found.board))
    clues = puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures
    assert oracle.faulty_rules(*clues, walls, topology, *given) == set()
    assert KIND.cross_check(puzzle, found, DungeonOptions(topology=topology)) is None  # type: ignore[arg-type]


def check_answer(puzzle: Dungeon, answer: Answer, options: DungeonOptions, limit: int) -> None:
    """The fields of an answer of `Solver.solve` agree with each other."""
    assert (answer.name, answer.kind) == (puzzle.name, "dungeon")
    assert answer.seconds >= 0
    assert len(answer.solutions) <= limit
    for found in answer.solutions:
        check_solution(puzzle, found, options.topology)
    boards(answer)
    contradiction = KIND.contradiction(puzzle, options)
    match answer.status:
        case "solved":
            assert answer.solutions
            assert answer.complete or len(answer.solutions) == limit
            assert not answer.reason
        case "unsolvable":
            assert answer.complete
            assert not answer.solutions
            assert answer.reason == (contradiction or "")
        case status:
            assert status == UNDECIDED
            assert options.timeout is not None
            assert "limit" in answer.reason
            assert not answer.complete
    stats = answer.stats
    assert stats["method"] == ("sat" if options.way == "auto" else options.way)
    if contradiction or options.timeout == 0:
        assert stats.keys() == {"method"}
    elif options.way in ("backtrack", "sieve"):
        assert stats["nodes"] >= len(answer.solutions)
    else:
        assert stats["compilation"] == options.compilation
        assert stats["solver"] == options.solver or options.solver == "auto"
        assert stats["variables"] >= puzzle.grid.size
        assert stats["clauses"] > 0
        last = answer.complete  # a call that finds nothing more, unless the last model was known to be the last
        if answer.solutions and stats["solver"] in ("glucose3", "glucose4", "minisat22"):
            last = False
        assert stats["solver_calls"] >= len(answer.solutions) + last
        assert all(stats[key] >= 0 for key in ("conflicts", "decisions", "propagations", "clauses_added"))
    record = json.loads(json.dumps(answer.to_json()))
    assert record["status"] == answer.status
    assert [int(entry["board"], 16) for entry in record["solutions"]] == [s.board for s in answer.solutions]


# one way against another


def check_ways(topology: str, questions: list[Dungeon]) -> list[Answer]:
    """Ask in every way and compare; the answers of the first way."""
    first: list[Answer] = []
    for way, base in WAYS.items():
        options = replace(base, topology=topology)
        with closing(Solver(options)) as solver:
            for i, puzzle in enumerate(questions):
                if way == "sieve" and not sieve.fits(puzzle.grid):
                    continue
                answer = solver.solve(puzzle, LIMIT)
                check_answer(puzzle, answer, options, LIMIT)
                if i == len(first):
                    first.append(answer)
                elif answer.status == UNDECIDED:
                    assert not first[i].complete or boards(answer) <= boards(first[i])
                else:
                    assert (answer.status, answer.complete) == (first[i].status, first[i].complete), (way, puzzle)
                    if answer.complete:
                        assert boards(answer) == boards(first[i]), (way, puzzle)
    return first


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_all_ways_agree(topology: str) -> None:
    """Both compilations, lazy and eager connectivity, three solvers and backtracking find the same boards."""
    questions = puzzles(f"many {topology}", 2)
    answers = check_ways(topology, questions)
    assert {answer.status for answer in answers} == {SOLVED, UNSOLVABLE}
    spoilt = [answer for puzzle, answer in zip(questions, answers, strict=True) if "count" in puzzle.name]
    assert sum(answer.status == UNSOLVABLE for answer in spoilt) > len(spoilt) / 2


# warm sessions


def many_boards(size: tuple[int, int] = (4, 4)) -> Dungeon:
    """A puzzle that says nothing but that there are no monsters and no treasures."""
    return Dungeon((None,) * size[0], (None,) * size[1])


def test_an_iteration_outlives_its_session() -> None:
    """Questions about so many other sizes that the warm session is given back do not cut an iteration short."""
    with closing(Solver(WAYS["template"])) as solver:
        iteration: Iterator[DungeonSolution] = solver.solutions(many_boards())
        found = [next(iteration)]
        for height in range(1, WARM_SESSIONS + 2):
            assert solver.solve(many_boards((height, 2))).status == SOLVED
        found += iteration
        assert len(found) == 16


def test_a_closed_solver_starts_again() -> None:
    """After close the solver answers as before."""
    solver = Solver(WAYS["template"])
    before = boards(solver.solve(many_boards(), None))
    solver.close()
    assert boards(solver.solve(many_boards(), None)) == before
    solver.close()


@pytest.mark.slow
@pytest.mark.parametrize("renewal", [1, 4])
@pytest.mark.parametrize("way", ["template", "minisat22"])
def test_sessions_that_renew(way: str, renewal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that is made anew all the time answers as a fresh one, in whatever order it is asked."""
    rng, questions = random.Random(f"{way} {renewal}"), puzzles(f"renew {way}", 1)[:42]
    fresh = [Solver(WAYS[way]).solve(puzzle, LIMIT) for puzzle in questions]
    monkeypatch.setattr(session, "_RENEWAL", renewal)
    with closing(Solver(WAYS[way])) as warm:
        for i in rng.sample(range(len(questions)), len(questions)) * 2:
            answer, known = warm.solve(questions[i], LIMIT), fresh[i]
            assert (answer.status, answer.complete) == (known.status, known.complete)
            assert not known.complete or boards(answer) == boards(known)
            assert warm.unique(questions[i]).status == (UNSOLVABLE, UNIQUE, MULTIPLE)[min(len(known.solutions), 2)]
