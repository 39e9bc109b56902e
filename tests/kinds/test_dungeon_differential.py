"""Larger random dungeons, right ones and spoilt ones: every way to answer against every other, and against itself."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest

import oracle
import pytest

from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.solver import WARM_SESSIONS, Solver
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import rules, sieve
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.graph import analyse
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
    shape = analyse(puzzle, found.board)
    assert shape.components < 2 or topology == "local"
    assert shape.tree or topology != "tree"
    assert (shape.tree, shape.loops) == (found.tree, found.loops)


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
@pytest.mark.parametrize("topology", ["connected", "local", pytest.param("tree", marks=pytest.mark.slow)])
def test_all_ways_agree(topology: str) -> None:
    """Both compilations, lazy and eager connectivity, three solvers and backtracking find the same boards."""
    questions = puzzles(f"ways {topology}", 1)[::3]
    answers = check_ways(topology, questions)
    assert {answer.status for answer in answers} == {SOLVED, UNSOLVABLE}
    spoilt = [answer for puzzle, answer in zip(questions, answers, strict=True) if "count" in puzzle.name]
    assert sum(answer.status == UNSOLVABLE for answer in spoilt) > len(spoilt) / 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_all_ways_agree_on_many(topology: str, part: int) -> None:
    """As `test_all_ways_agree`, with many more puzzles."""
    check_ways(topology, puzzles(f"many {part} {topology}", 3))


# one question against another


@pytest.mark.slow
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("way", ["template", "direct", "planar", "minisat22"])
def test_unique_and_forced_follow_from_enumeration(way: str, topology: str) -> None:
    """Unique means one solution; forced cells are those that all solutions share."""
    statuses = set()
    options = replace(WAYS[way], topology=topology)
    with closing(Solver(options)) as solver:
        for puzzle in puzzles(f"forced {way} {topology}", 2):
            everything = solver.solve(puzzle, 200)
            unique, forced = solver.unique(puzzle), solver.forced(puzzle)
            statuses.add(unique.status)
            count = len(everything.solutions)
            assert unique.status == (UNSOLVABLE, UNIQUE, MULTIPLE)[min(count, 2)]
            assert len(unique.solutions) == min(count, 2)
            assert unique.complete == (count < 2)
            assert unique.reason == everything.reason == forced.reason
            for found in unique.solutions:
                check_solution(puzzle, found, topology)
            if everything.complete:
                assert boards(unique) <= boards(everything)
            assert forced.status == everything.status
            assert forced.solutions == []
            if not count:
                assert forced.details == {}
                continue
            check_forced(puzzle, forced, everything)
    assert statuses == {UNSOLVABLE, UNIQUE, MULTIPLE}


def check_forced(puzzle: Dungeon, forced: Answer, everything: Answer) -> None:
    """The marks are those of the intersection, or less where not all solutions are known."""
    marks = "".join(forced.details["forced"])
    assert [len(row) for row in forced.details["forced"]] == [puzzle.width] * puzzle.height
    for i, mark in enumerate(marks):
        seen = {"#" if solution.board >> i & 1 else "o" for solution in everything.solutions}
        shared = seen.pop() if len(seen) == 1 else "."
        assert mark == shared or (mark == "." and not everything.complete)
    assert len(everything.solutions) > 1 or not everything.complete or "." not in marks


def ask(solver: Solver, question: str, puzzle: Dungeon) -> tuple[object, ...]:
    """One question; what of its answer may not depend on anything asked before."""
    match question:
        case "all":
            answer = solver.solve(puzzle, LIMIT)
            return answer.status, answer.complete, answer.reason, boards(answer) if answer.complete else LIMIT
        case "solve":
            answer = solver.solve(puzzle)
            return answer.status, answer.reason, len(answer.solutions)
        case "unique":
            answer = solver.unique(puzzle)
            return answer.status, answer.complete, answer.reason, len(answer.solutions)
        case "forced":
            answer = solver.forced(puzzle)
            return answer.status, answer.complete, answer.reason, str(answer.details)
        case _:  # an iteration that is given up after one board
            return (next((True for _ in solver.solutions(puzzle)), False),)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["template", "direct", "template ordered", "minisat22"])
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_asking_changes_nothing(topology: str, way: str) -> None:
    """A warm solver gives the answers of a fresh one to questions in any order, asked twice."""
    check_asking(replace(WAYS[way], topology=topology), f"{topology} {way}")


@pytest.mark.slow
@pytest.mark.parametrize("renewal", [1, 4])
@pytest.mark.parametrize("way", ["template", "minisat22"])
def test_asking_changes_nothing_when_sessions_renew(way: str, renewal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that is made anew all the time answers as a fresh one."""
    monkeypatch.setattr(session, "_RENEWAL", renewal)
    check_asking(WAYS[way], f"{way} {renewal}")


def check_asking(options: DungeonOptions, seed: str) -> None:
    """Ask fresh solvers, then a warm one in random order twice."""
    rng = random.Random(f"asking {seed}")
    asked = [
        (question, random_puzzle(rng, size, change))
        for size in [(5, 5), (6, 6), (4, 7), (8, 8)]
        for change in CHANGES
        for question in rng.sample(("all", "solve", "unique", "forced", "given up"), 2)
    ]
    fresh = []
    for question, puzzle in asked:
        with closing(Solver(options)) as solver:
            fresh.append(ask(solver, question, puzzle))
    with closing(Solver(options)) as warm:
        for _ in range(2):
            for i in rng.sample(range(len(asked)), len(asked)):
                assert ask(warm, *asked[i]) == fresh[i], asked[i]


def many_boards(size: tuple[int, int] = (4, 4)) -> Dungeon:
    """A puzzle that says nothing but that there are no monsters and no treasures."""
    return Dungeon((None,) * size[0], (None,) * size[1])


@pytest.mark.parametrize(
    "way", ["template", "direct", "template ordered", "minisat22", "glucose4", "backtrack", "sieve"]
)
def test_two_iterations_side_by_side(way: str) -> None:
    """Two iterations over one puzzle, and questions about it in between, do not disturb each other."""
    with closing(Solver(WAYS[way])) as solver:
        puzzle = many_boards()
        expected = sorted(solution.board for solution in solver.solutions(puzzle))
        pairs: list[tuple[DungeonSolution, DungeonSolution]] = []
        for pair in zip_longest(solver.solutions(puzzle), solver.solutions(puzzle)):
            pairs.append(pair)
            assert solver.unique(puzzle).status == MULTIPLE
        assert len(expected) == 16
        assert sorted(one.board for one, _ in pairs) == sorted(other.board for _, other in pairs) == expected


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


def test_many_sizes_in_turn() -> None:
    """More sizes than sessions are kept, asked again and again, give the same answers."""
    rng = random.Random("sizes")
    questions = [random_puzzle(rng, (height, 6), "unknown") for height in range(3, WARM_SESSIONS + 6)]
    with closing(Solver(WAYS["template"])) as solver:
        rounds = [[ask(solver, "all", puzzle) for puzzle in questions] for _ in range(3)]
    assert rounds[0] == rounds[1] == rounds[2]


# limits


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_no_time_is_undecided(way: str, topology: str) -> None:
    """With a limit of 0 seconds nothing is claimed: undecided, no solutions, a reason, valid JSON."""
    options = replace(WAYS[way], topology=topology, timeout=0)
    with closing(Solver(options)) as solver:
        for puzzle in (many_boards(), random_puzzle(random.Random(way), (7, 9), "none")):
            for answer in (solver.solve(puzzle), solver.solve(puzzle, None), solver.unique(puzzle)):
                assert answer.status == UNDECIDED
                check_answer(puzzle, answer, options, 0)
            forced = solver.forced(puzzle)
            assert (forced.status, forced.details, bool(forced.reason)) == (UNDECIDED, {}, True)


@pytest.mark.parametrize("way", WAYS)
def test_no_time_is_enough_for_a_contradiction(way: str) -> None:
    """What is seen without searching is said even when there is no time."""
    with closing(Solver(replace(WAYS[way], timeout=0))) as solver:
        for answer in (solver.solve(puzzle := Dungeon((1, 0), (0, 0))), solver.unique(puzzle), solver.forced(puzzle)):
            assert answer.status == UNSOLVABLE
            assert answer.reason


@pytest.mark.parametrize("way", WAYS)
def test_limit_and_complete(way: str) -> None:
    """With as many solutions as the limit allows the answer does not claim to be complete; with one less it does."""
    with closing(Solver(WAYS[way])) as solver:
        for limit, complete in ((1, False), (15, False), (16, False), (17, True), (None, True)):
            answer = solver.solve(many_boards(), limit)
            assert (answer.status, answer.complete) == (SOLVED, complete)
            assert len(boards(answer)) == min(limit or 16, 16)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("way", [way for way in WAYS if way != "backtrack"])
def test_enough_time_changes_nothing(way: str) -> None:
    """A limit that is not reached gives the answers that no limit gives."""
    rng = random.Random(f"time {way}")
    for size in [(6, 6), (9, 7)]:
        for change in CHANGES:
            puzzle = random_puzzle(rng, size, change)
            with closing(Solver(replace(WAYS[way], timeout=60))) as limited, closing(Solver(WAYS[way])) as free:
                for question in ("all", "forced"):
                    assert ask(limited, question, puzzle) == ask(free, question, puzzle)
