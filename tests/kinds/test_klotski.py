"""Sliding blocks: fewest moves against brute force and published facts, and by the formula; the referee; answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from enumeration import models_of
from klotski_boxes import CLASSIC, brute_force, random_box

from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.formats.loading import load
from satdnd.kinds.klotski import encode, rules, search
from satdnd.kinds.klotski.kind import KIND
from satdnd.kinds.klotski.model import METRICS, Goal, Klotski, KlotskiSolution, Metric, Move
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

INSTANCES = Path(__file__).parents[2] / "instances" / "klotski"
HUARONG = Klotski(CLASSIC, Goal((3, 1), "a"))
PENNANT = Klotski(("aabb", "aacc", "de..", "fghh", "fgii"), Goal((3, 0), "a"))
SIZES = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)]


def boxes(count: int, seed: int = 0) -> Iterator[Klotski]:
    """Random small boxes with up to four empty cells."""
    rng = Random(seed)
    while count:
        puzzle = random_box(rng, *rng.choice(SIZES))
        if 1 <= "".join(puzzle.board).count(".") <= 4:
            count -= 1
            yield puzzle


def seen(puzzle: Klotski, metric: str = "step") -> search.Outcome:
    """The whole component."""
    return search.explore(search.Box(puzzle, metric), count_limit=None)


def counted(puzzle: Klotski, metric: Metric) -> int:
    """The number of shortest solutions, as it is answered."""
    count = Solver(KlotskiOptions(metric=metric)).count(puzzle).details["count"]
    assert isinstance(count, int)
    return count


# published facts


@pytest.mark.parametrize(("metric", "length"), [("step", 116), ("slide", 90), ("move", 81)])
def test_classic_box(metric: str, length: int) -> None:
    """Huarong Dao takes 116 steps, 90 slides, 81 moves, and 25,955 states can be reached (lecture T.09; Gardner)."""
    answer = Solver(KlotskiOptions(metric=metric)).solve(HUARONG)

    assert answer.status == SOLVED
    assert answer.details == {"states": 25955, "all_states": True, "length": length}
    assert answer.solutions[0].metric == metric
    assert not rules.faults(HUARONG, answer.solutions[0])


def test_pennant_puzzle() -> None:
    """The Pennant puzzle (L. W. Hardy 1909, sold as Dad's puzzle) takes 59 moves (Gardner 1964)."""
    assert Solver(KlotskiOptions(metric="move")).solve(PENNANT).details["length"] == 59


def test_example_of_the_lecture() -> None:
    """The lecture's piece list (x to the right, y upwards) is the box of the instance file."""
    pieces = [("1x1", 0, 0), ("1x1", 3, 0), ("1x2", 0, 1), ("1x1", 1, 1), ("1x1", 2, 1), ("1x2", 3, 1)]
    pieces += [("2x1", 1, 2), ("1x2", 0, 3), ("2x2", 1, 3), ("1x2", 3, 3)]
    rows = [["."] * 4 for _ in range(5)]
    for letter, (shape, x, y) in zip("ijdghefbac", pieces, strict=True):
        wide, tall = map(int, shape.split("x"))
        for i, j in itertools.product(range(tall), range(wide)):
            rows[4 - y - i][x + j] = letter
    (puzzle,) = load(INSTANCES / "huarong-dao.klotski")

    assert tuple(map("".join, rows)) == CLASSIC == puzzle.board
    assert puzzle == HUARONG


def test_instances() -> None:
    """Every instance has the answer that its notes promise."""
    for path in sorted(INSTANCES.glob("*.klotski")):
        for puzzle in load(path):
            answer = Solver().solve(puzzle)
            promised = puzzle.extra.get("fewest")

            assert puzzle.extra["source"], path
            assert (str(answer.details["length"]) if answer.solutions else "none") == promised, path


# search against brute force


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_search_against_brute_force(metric: str) -> None:
    """Length, component and number of shortest solutions are those of a naive search, on 400 random boxes."""
    solvable = 0
    for puzzle in boxes(400):
        known = brute_force(puzzle, metric)
        assert known
        outcome = seen(puzzle, metric)

        assert outcome.whole
        assert outcome.states == known.states
        assert (len(outcome.layers) - 1 if outcome.goals else None) == known.length, puzzle
        assert outcome.count() == known.ways == counted(puzzle, metric)
        if known.length is not None:
            solvable += known.length > 1
            answer = Solver(KlotskiOptions(metric=metric)).solve(puzzle, limit=50)
            assert answer.complete == (known.ways < 50)
            assert len(set(answer.solutions)) == len(answer.solutions) == min(50, known.ways)
            assert all(len(s.moves) == known.length for s in answer.solutions)
            assert not any(rules.faults(puzzle, s) for s in answer.solutions)
            assert Solver(KlotskiOptions(metric=metric)).unique(puzzle).status == (
                UNIQUE if known.ways == 1 else MULTIPLE
            )
    assert solvable > 30


def test_wide_boxes() -> None:
    """States longer than 64 bits and boxes larger than 8x8: one piece crosses a box of 12 x 10."""
    board = ["aa........", "aa........", "bbbbbbbb..", *["cccccccccc"] * 7, "dddddddddd", "dddddddddd"]
    puzzle = Klotski(tuple(board), Goal((1, 8), "a"))

    outcome = search.explore(search.Box(puzzle, "step"), count_limit=0)

    assert not outcome.box.packed
    assert len(outcome.layers) - 1 == 9


def test_forgetful_tables() -> None:
    """What is remembered of surroundings may be forgotten at any time."""
    with mock.patch.object(search, "TABLE_LIMIT", 3):
        assert seen(HUARONG).states == 25955


def test_named_and_shape_goals() -> None:
    """Among two pieces of one shape a shape goal takes the nearer one; a named one tells the two apart."""
    by_shape = Klotski(("a.b",), Goal((0, 2), shape=(1, 1)))
    by_name = Klotski(("a.b.",), Goal((0, 1), "b"))
    passing = Klotski(("a.b",), Goal((0, 2), "a"))

    assert Solver().solve(by_shape).details["length"] == 0
    assert Solver().solve(by_name).solutions[0].moves == (Move("b", (0, 2), (0, 1)),)
    answer = Solver().solve(passing)
    assert answer.status == UNSOLVABLE
    assert answer.complete
    assert answer.details == {"states": 3, "all_states": True}
    assert answer.reason == "all 3 states that can be reached were seen: the goal is not among them"
    assert seen(Klotski(("ab.",), Goal((0, 0), shape=(1, 1)))).states == 3
    assert seen(Klotski(("ab..", "...."), Goal((0, 0), shape=(1, 1)))).states == 28
    assert seen(Klotski(("ab..", "...."), Goal((0, 0), "a"))).states == 56


@pytest.mark.parametrize(("limit", "states"), [(5, 24_048), (25_955, 25_955), (10**9, 25_955)])
def test_counting_stops_at_the_limit(limit: int, states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the goal states are counted up to a limit, and the answer says whether these are all."""
    monkeypatch.setattr("satdnd.kinds.klotski.kind.COUNT_LIMIT", limit)
    answer = Solver().solve(HUARONG)

    assert answer.details == {"states": states, "all_states": limit > 25_955, "length": 116}
    assert sum(map(len, seen(HUARONG).layers)) == 24_048  # up to the goal


@pytest.mark.parametrize("limit", [0, 5, None])
def test_without_the_goal_there_is_no_limit(limit: int | None) -> None:
    """That the goal cannot be reached is proved by all states, whatever the limit."""
    outcome = search.explore(search.Box(replace(HUARONG, goal=Goal((4, 3), "a")), "step"), count_limit=limit)
    assert (outcome.states, outcome.whole, outcome.goals) == (25_955, True, [])


# time


class Looks(Budget):
    """A budget that is spent after so many looks, whatever the time."""

    def __init__(self, looks: int) -> None:
        seen = itertools.count()
        super().__init__(stop=lambda: next(seen) >= looks)

    def _wait(self, now: float) -> None:
        """Every check is a look."""


def test_no_time() -> None:
    """Without time nothing is decided, as for every kind, not even of a puzzle that is solved from the start."""
    for puzzle in (HUARONG, replace(HUARONG, goal=Goal((0, 1), "a"))):
        answer = Solver(KlotskiOptions(timeout=0)).solve(puzzle)
        assert (answer.status, answer.details, answer.reason) == (UNDECIDED, {}, "the time limit was reached")
    late = Solver(KlotskiOptions(timeout=0)).count(HUARONG)
    assert (late.status, late.details) == (UNDECIDED, {"count": 0})


@pytest.mark.parametrize("looks", [5, 60, 115])
def test_time_runs_out(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is stopped in layer k says that no solution has fewer than k moves."""
    monkeypatch.setattr(search, "CHUNK", 10**6)  # one look a layer
    outcome = search.explore(search.Box(HUARONG, "step"), Looks(looks))

    assert not outcome.goals
    assert not outcome.whole
    assert len(outcome.layers) == looks + 1
    with mock.patch.object(KlotskiOptions, "budget", return_value=Looks(looks + 1)):  # one look before the search
        answer = Solver(KlotskiOptions()).solve(HUARONG)
    assert answer.status == UNDECIDED
    assert answer.details["bound"] == looks + 1
    assert answer.reason == f"stopped; no solution has fewer than {looks + 1} moves"


def test_time_runs_out_behind_the_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The optimum stands when the time ends while the component is counted; all solutions cannot be listed then."""
    monkeypatch.setattr(search, "CHUNK", 10**6)
    with mock.patch.object(KlotskiOptions, "budget", side_effect=lambda *_: Looks(130)):
        one = Solver(KlotskiOptions()).solve(HUARONG)
        many = Solver(KlotskiOptions()).solve(HUARONG, limit=None)

    assert one.status == SOLVED
    assert one.details["length"] == 116
    assert not one.details["all_states"]
    assert many.status == UNDECIDED
    assert len(many.solutions) == 1


# SAT


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("metric", encode.METRICS)
def test_the_formula_against_brute_force(metric: Metric) -> None:
    """With the fewest moves, the formula has one model for each solution; with one less, none: 25 random boxes."""
    compared = 0
    for puzzle in boxes(150, seed=2):
        known = brute_force(puzzle, metric)
        assert known
        if known.length is None or known.length > 7 or known.ways > 60 or compared == 25:
            continue
        compared += known.length > 0
        encoding = KIND.encoding(puzzle, KlotskiOptions(metric=metric))
        with Session(encoding.formula) as session:
            found = {encoding.decode(puzzle, model) for model in models_of(session, encoding.projection)}
        assert len(found) == known.ways
        assert {len(solution.moves) for solution in found} == {known.length}
        if known.length:
            with Session(KIND.encoding(puzzle, KlotskiOptions(metric=metric, steps=known.length - 1)).formula) as fewer:
                assert fewer.solve() is False
    assert compared == 25


def test_formula_of_more_moves_than_needed() -> None:
    """With K above the optimum the formula has one model for each list of at most K moves that ends at the goal."""
    puzzle = Klotski(("a.", ".b"), Goal((0, 1), "a"))
    counts = []
    for most in range(5):
        encoding = KIND.encoding(puzzle, KlotskiOptions(steps=most), eager=True)
        with Session(encoding.formula) as session:
            models = list(models_of(session, encoding.projection))
        found = {encoding.decode(puzzle, model) for model in models}
        for model in models:
            solution = encoding.decode(puzzle, model)
            literals = encoding.literals(puzzle, solution)
            assert literals == [model[x - 1] for x in encoding.projection]
            clause = encoding.blocking_clause(puzzle, solution)
            assert not set(clause) & set(model)
            assert all(set(clause) & set(other) for other in models if other != model)
        assert len(found) == len(models)
        assert not any(rules.faults(puzzle, solution) for solution in found)
        counts.append(len(found))

    assert counts == naive_counts(puzzle, 4)


def naive_counts(puzzle: Klotski, most: int) -> list[int]:
    """How many lists of at most 0, 1, ... steps end at the goal, by playing all of them."""
    plays = [KlotskiSolution(())]
    counts = []
    total = 0
    for _ in range(most + 1):
        total += sum(not rules.faults(puzzle, play) for play in plays)
        counts.append(total)
        longer = []
        for play in plays:
            board = rules.boards(puzzle, play)[-1]
            for r, c in itertools.product(range(puzzle.height), range(puzzle.width)):
                for target in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    further = KlotskiSolution((*play.moves, Move(board[r][c], (r, c), target)))
                    if len(rules.boards(puzzle, further)) == len(further.moves) + 1:
                        longer.append(further)
        plays = longer
    return counts


@pytest.mark.parametrize("metric", encode.METRICS)
def test_size_of_the_formula(metric: str) -> None:
    """The numbers in the docstring: variables and clauses for each time and move of the classic box."""
    one, two = (KIND.encoding(HUARONG, KlotskiOptions(steps=k, metric=metric)).formula for k in (1, 2))
    places, cells, moves, covered = 63, 20, {"step": 188, "slide": 386}[metric], 130
    encoding = KIND.encoding(HUARONG, KlotskiOptions(steps=0, metric=metric))
    assert isinstance(encoding, encode.Unrolled)
    swept = sum(len(way.swept) for ways in encoding.ways.values() for way in ways)

    assert two.variables - one.variables == places + cells + 2 * moves + 3
    assert len(two.clauses) - len(one.clauses) == covered + 3 * moves + swept + 2 * places + 4 * moves + 6


def test_formula_is_refused() -> None:
    """No formula for paths, for a puzzle without a solution unless K is said, or without the time to find K."""
    never = Klotski(("ab",), Goal((0, 1), "a"))

    for puzzle, options, message in (
        (HUARONG, KlotskiOptions(metric="move"), "no formula for the metric 'move', only for step and slide"),
        (never, KlotskiOptions(), "there is no solution"),
    ):
        with pytest.raises(UsageError, match=message):
            KIND.encoding(puzzle, options)
    with pytest.raises(Undecided, match="the number of steps that the formula needs was not found; --steps gives it"):
        KIND.encoding(HUARONG, KlotskiOptions(timeout=0))
    with Session(KIND.encoding(never, KlotskiOptions(steps=3)).formula) as session:
        assert session.solve() is False
    stuck = Klotski(("ab",), Goal((0, 2 - 1), shape=(1, 1)))
    assert KIND.encoding(stuck, KlotskiOptions()).literals(stuck, KlotskiSolution(())) == []
    long = KlotskiSolution((Move("a", (0, 0), (0, 1)),))
    with pytest.raises(UsageError, match="a solution of 1 step does not fit the formula of at most 0 steps"):
        KIND.encoding(stuck, KlotskiOptions()).blocking_clause(stuck, long)


def test_goal_that_sticks_out_in_a_formula() -> None:
    """Such a goal is the empty clause."""
    puzzle = Klotski(("aa.",), Goal((0, 2), "a"))

    assert [] in KIND.encoding(puzzle, KlotskiOptions(steps=1)).formula.clauses


# questions


def test_questions_that_make_no_sense() -> None:
    """Forced cells; an unknown metric; settings that the search would swallow."""
    with pytest.raises(UsageError, match="a solution is a list of moves"):
        Solver().forced(HUARONG)
    with pytest.raises(UsageError, match="unknown metric 'hop'; known: step, slide, move"):
        Solver(wishes={"metric": "hop"}).solve(HUARONG)
    with pytest.raises(UsageError, match="does not use the solver 'cadical195'; no method of klotski does"):
        Solver(KlotskiOptions(solver="cadical195")).solve(HUARONG)
    with pytest.raises(UsageError, match="does not use the cardinality 'totalizer'; no method of klotski does"):
        Solver(KlotskiOptions(cardinality="totalizer")).solve(HUARONG)


# the referee

BOX = Klotski(("a..", ".b.", "ccd"), Goal((0, 2), "a"))


@pytest.mark.parametrize(
    ("metric", "moves", "trouble"),
    [
        ("step", [("x", (0, 0), (0, 1))], "move 1: there is no piece 'x'"),
        ("step", [("a", (0, 1), (0, 2))], "piece 'a' is at r1c1, not at r1c2"),
        ("step", [("a", (0, 0), (0, 0))], "piece 'a' stays where it is"),
        ("step", [("a", (0, 0), (-1, 0))], "cannot stand at r0c1: that is outside the box"),
        ("move", [("c", (2, 0), (2, 2))], "cannot stand at r3c3: that is outside the box"),
        ("step", [("c", (2, 0), (1, 0))], "cannot stand at r2c1: piece 'b' is in the way"),
        ("step", [("c", (2, 0), (2, 1))], "cannot stand at r3c2: piece 'd' is in the way"),
        ("step", [("a", (0, 0), (0, 2))], "goes from r1c1 to r1c3: more than one cell"),
        ("slide", [("d", (2, 2), (0, 1))], "goes from r3c3 to r1c2: not straight on"),
        ("slide", [("b", (1, 1), (0, 1)), ("a", (0, 0), (0, 2))], "move 2: piece 'a' cannot pass r1c2"),
        (
            "move",
            [("b", (1, 1), (0, 1)), ("a", (0, 0), (1, 0)), ("d", (2, 2), (1, 1)), ("a", (1, 0), (0, 2))],
            "piece 'a' has no path from r2c1 to r1c3",
        ),
    ],
)
def test_illegal_moves(metric: str, moves: list[tuple[str, tuple[int, int], tuple[int, int]]], trouble: str) -> None:
    """Each way in which a move can be illegal, and its number; nothing behind it is played."""
    solution = KlotskiSolution(tuple(Move(*move) for move in moves), metric)

    (fault,) = KIND.faults(BOX, solution, KlotskiOptions())

    assert fault.rule == "legal-move"
    assert trouble in fault.message
    assert all(0 <= r < 3 and 0 <= c < 3 for r, c in fault.cells)
    assert len(rules.boards(BOX, solution)) == len(moves)


def test_legal_moves() -> None:
    """The same way as steps, as a slide, as one move along a bent path; a looser metric allows the stricter moves."""
    steps = KlotskiSolution((Move("a", (0, 0), (0, 1)), Move("a", (0, 1), (0, 2))))
    slide = KlotskiSolution((Move("a", (0, 0), (0, 2)),), "slide")
    bent = KlotskiSolution((Move("d", (2, 2), (0, 1)), Move("d", (0, 1), (1, 2)), Move("a", (0, 0), (0, 2))), "move")

    assert not any(rules.faults(BOX, solution) for solution in (steps, slide, bent))
    assert not rules.faults(BOX, steps, "move")
    assert [fault.rule for fault in KIND.faults(BOX, slide, KlotskiOptions(metric="step"))] == ["legal-move"]
    assert rules.boards(BOX, steps) == [("a..", ".b.", "ccd"), (".a.", ".b.", "ccd"), ("..a", ".b.", "ccd")]
    with pytest.raises(UsageError, match="unknown metric"):
        rules.faults(BOX, steps, "fly")


def test_goal_and_length() -> None:
    """The goal not reached and a wrong length are told together; a goal by shape takes any piece of it."""
    solution = KlotskiSolution((Move("a", (0, 0), (0, 1)),), length=7)

    assert [(f.rule, f.cells, f.message) for f in rules.faults(BOX, solution)] == [
        ("goal", ((0, 2),), "the goal, piece a at r1c3, is not reached"),
        ("length", (), "the length is given as 7, but the solution has 1 move"),
    ]
    by_shape = replace(BOX, goal=Goal((1, 1), shape=(1, 1)))
    assert not rules.faults(by_shape, KlotskiSolution(()))
    assert rules.faults(replace(BOX, goal=Goal((2, 0), shape=(1, 1))), KlotskiSolution(()))


# drawing


def test_picture() -> None:
    """Heavy lines around pieces, none inside; the goal above; with a solution the last box."""
    picture = KIND.picture(BOX, marked=[(0, 0)])
    (solution,) = Solver().solve(BOX).solutions
    after = KIND.picture(BOX, solution)

    assert picture.title == "goal: piece a at r1c3"
    assert picture.tiles[0][0].marked
    assert picture.lines_right == {(0, 0), (1, 0), (1, 1), (2, 1)}
    assert picture.lines_below == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)} - {(0, 2)}
    assert {tile.shade for row in picture.tiles for tile in row if tile.text} == {0, 1, 2, 3}
    assert after.tiles[0][2].text == "a"
    assert after.title == ""
    assert KIND.remark(BOX, solution) == "2 steps"
    assert KIND.remark(BOX, KlotskiSolution((Move("a", (0, 0), (0, 2)),), "slide")) == "1 slide"
    assert KIND.differences(BOX, solution, KlotskiSolution(())) == [(0, 0), (0, 2)]
    assert KIND.differences(BOX, solution, solution) == []


def test_goal_is_one_or_the_other() -> None:
    """A goal with both a piece and a shape, or neither, is refused."""
    for goal in ({"piece": "a", "shape": (1, 1)}, {}):
        with pytest.raises(InputError, match="either a piece or a shape"):
            Goal((0, 0), **goal)  # type: ignore[arg-type]
