"""How hard puzzles are: the same for all that are the same but for their looks, and what generators make of it."""

from __future__ import annotations

import csv
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import satdnd
from satdnd import Dungeon, Hashi, Inshi, Queens, Sudoku
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.engine.symmetry import canonical
from satdnd.engine.tasks import Task, perform
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.explanation.implication_tables import Table, components
from satdnd.explanation.rating import (
    CASES,
    GRADES,
    MOST,
    ONE_CELL,
    ONE_CUT,
    ONE_RULE,
    Difficulty,
    Rater,
    Rating,
    Round,
    rate,
    rating_of,
)
from satdnd.explanation.steps import Grading
from satdnd.formats.loading import example_text
from satdnd.kinds.inshi.model import Room
from satdnd.registry import NAMES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula
from satdnd.setter.parts import Generator

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "dungeon": ["course-p1.dnd", "course-p4.dnd", "course-p6.dnd", "example-6x6.dnd"],
    "sudoku": ["17-clues.sudoku"],
    "hashi": ["connected-9x9.hashi", "wikipedia-13x13.hashi"],
    "inshi": ["report-5x5.inshi", "generated-9x9.inshi"],
}
SINGLES = ".63....129..2....6..456.....4.3..9..85.....27..9..6.5.....516..5....2..469....28."
CHAINS = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
ONE_GUESS = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TWO_GUESSES = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
Cell = tuple[int, int]
Move = Callable[[Cell], Cell]


def puzzles(kind: str) -> list[Any]:
    """Some with one solution."""
    return [puzzle for name in FILES[kind] for puzzle in satdnd.load(ROOT / "instances" / kind / name)]


def seen(puzzle: Any) -> tuple[Any, ...]:
    """Status, grade and minutes."""
    answer = satdnd.rate(puzzle)
    return answer.status, answer.grade, answer.minutes


def symmetries(height: int, width: int) -> Iterator[tuple[bool, Move]]:
    """The eight: whether rows become columns, and where a cell goes."""
    for turned, upside, mirrored in product((False, True), repeat=3):

        def move(cell: Cell, turned: bool = turned, upside: bool = upside, mirrored: bool = mirrored) -> Cell:
            r, c = height - 1 - cell[0] if upside else cell[0], width - 1 - cell[1] if mirrored else cell[1]
            return (c, r) if turned else (r, c)

        yield turned, move


def moved(puzzle: Any, turned: bool, move: Move) -> Any:
    """The puzzle seen in a mirror."""
    if isinstance(puzzle, Dungeon):
        rows, columns = [0] * puzzle.height, [0] * puzzle.width
        height, width = (puzzle.width, puzzle.height) if turned else (puzzle.height, puzzle.width)
        rows, columns = [None] * height, [None] * width  # type: ignore[list-item]
        for r, count in enumerate(puzzle.rows):
            cell = move((r, 0))
            (columns if turned else rows)[cell[1] if turned else cell[0]] = count  # type: ignore[call-overload]
        for c, count in enumerate(puzzle.columns):
            cell = move((0, c))
            (rows if turned else columns)[cell[0] if turned else cell[1]] = count  # type: ignore[call-overload]
        monsters, treasures = map(move, puzzle.monsters), map(move, puzzle.treasures)
        return Dungeon(rows=tuple(rows), columns=tuple(columns), monsters=tuple(monsters), treasures=tuple(treasures))
    if isinstance(puzzle, Sudoku):
        n = puzzle.size
        clues = [0] * n * n
        for i, value in enumerate(puzzle.clues):
            r, c = move(divmod(i, n))
            clues[r * n + c] = value
        return Sudoku(tuple(clues))
    if isinstance(puzzle, Inshi):
        return Inshi(puzzle.size, tuple(Room(room.product, tuple(map(move, room.cells))) for room in puzzle.rooms))
    assert isinstance(puzzle, Hashi)
    height, width = len(puzzle.rows), len(puzzle.rows[0])
    lines = [["_"] * (height if turned else width) for _ in range(width if turned else height)]
    for r, line in enumerate(puzzle.rows):
        for c, text in enumerate(line):
            i, j = move((r, c))
            lines[i][j] = text
    return Hashi(tuple(map("".join, lines)))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", FILES)
def test_mirrored_and_turned_puzzles_are_as_hard(kind: str) -> None:
    """All eight symmetries of the grid."""
    for puzzle in puzzles(kind):
        height, width = (
            (len(puzzle.rows), len(puzzle.rows[0]))
            if kind == "hashi"
            else (puzzle.height, puzzle.width)
            if kind == "dungeon"
            else (puzzle.size, puzzle.size)
        )
        looks = {seen(moved(puzzle, turned, move)) for turned, move in symmetries(height, width)}

        assert looks == {seen(puzzle)}, puzzle.name


ELSEWHERE = {"dungeon", "inshi"}
"""Kinds whose symmetries are tested above."""
DIRECTED = {"kakurasu", "klotski", "unattacked", "kakuro", "futoshiki", "yajilin"}
"""Kinds with a direction in their rules, their clues or their goal, or without clues."""
BY_PLACE = {"tents", "skyscrapers", "kenken", "countryroad", "heyawake"}
"""Kinds whose JSON has the sides or the corners of the board by name."""


def reversed_throughout(value: Any) -> Any:
    """Lists in lists and texts from behind: a board in JSON, turned by half."""
    if isinstance(value, list):
        return [reversed_throughout(x) for x in reversed(value)]
    return value[::-1] if isinstance(value, str) else value


@pytest.mark.parametrize("name", sorted({*NAMES} - ELSEWHERE - DIRECTED - BY_PLACE))
def test_puzzles_turned_by_half_are_as_hard(name: str) -> None:
    """The example of each kind."""
    texts = kind_named(name).texts
    puzzle, *_ = satdnd.loads(example_text(name), name)
    kept = {"kind", "name", "size", "fleet", "boxes"}
    record = {key: x if key in kept else reversed_throughout(x) for key, x in texts.to_json(puzzle).items()}
    turned = texts.from_json(record)
    assert canonical(turned) == canonical(puzzle)
    assert turned != puzzle
    assert seen(turned) == seen(puzzle)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), move=st.integers(0, 7))
def test_generated_dungeons_under_symmetries(seed: int, move: int) -> None:
    """Any dungeon, any symmetry."""
    (puzzle,) = satdnd.generate("dungeon", {"height": 6, "width": 5}, seed=seed)

    assert seen(moved(puzzle, *list(symmetries(6, 5))[move])) == seen(puzzle)


@pytest.mark.slow
@pytest.mark.no_cover
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_sudoku_shuffled(seed: int) -> None:
    """Digits relabelled, bands, stacks and lines within them in another order."""
    rng = Random(seed)
    (puzzle,) = puzzles("sudoku")
    digits = [0, *rng.sample(range(1, 10), 9)]

    def order() -> list[int]:
        return [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]

    rows, columns = order(), order()
    shuffled = Sudoku(tuple(digits[puzzle.clues[9 * r + c]] for r in rows for c in columns))

    assert seen(shuffled) == seen(puzzle)


def test_queens_are_rated() -> None:
    """Given queens, seen in a mirror."""
    given_queens = [(0, 0), (1, 4), (2, 7)]
    looks = {seen(Queens(8, 8, tuple(map(move, given_queens)))) for _, move in symmetries(8, 8)}

    assert len(looks) == 1
    assert looks.pop()[0] == "unique"


def test_only_puzzles_with_one_solution_have_grades() -> None:
    """The status says why there is none."""
    several = satdnd.load(ROOT / "instances/dungeon/two-solutions.dnd")[0]
    assert seen(several) == ("multiple", None, None)
    assert seen(Sudoku((1, 1, *[0] * 14))) == ("unsolvable", None, None)
    late = rate(Solver(budget=lambda: Budget.of(1e-9)), puzzles("dungeon")[0])
    assert (late.status, late.grade) == ("undecided", None)


def test_rated_without_time() -> None:
    """The budget is looked at while rating, too."""
    puzzle = puzzles("dungeon")[2]
    kind, solution = kind_of(puzzle), satdnd.unique(puzzle).solutions[0]
    with pytest.raises(Undecided):
        rating_of(kind, puzzle, solution, kind.options(), Budget.of(1e-9))


@pytest.mark.parametrize(
    ("effort", "grades"),
    [
        (ONE_RULE, GRADES[:3]),
        (ONE_CUT, GRADES[:3]),
        (3, GRADES[1:4]),
        (4, GRADES[1:4]),
        (5, GRADES[1:]),
        (6, GRADES[1:]),
        (7, GRADES[2:]),
        (MOST, GRADES[2:]),
        (CASES, GRADES[3:]),
    ],
)
def test_the_grade_is_that_of_the_longest_chain_and_of_the_search(effort: int, grades: tuple[str, ...]) -> None:
    """However much or little search a puzzle needs; more search, never an easier grade; no search at all is trivial."""
    (puzzle,) = satdnd.loads(SINGLES, "sudoku")
    kind = kind_of(puzzle)
    rater = Rater(stated(kind, puzzle, kind.options(), Budget()), puzzle, Grading(2.0), Budget())
    levels = [rater._level(effort, 1.2**power) for power in range(-5, 60)]

    assert levels == sorted(levels)
    assert list(dict.fromkeys(GRADES[int(level)] for level in levels)) == list(grades)
    assert rater._level(0, 0.0) == 0
    slow = Rater(stated(kind, puzzle, kind.options(), Budget()), puzzle, Grading(20.0), Budget())
    assert [int(slow._level(ONE_RULE, 81 * seconds)) for seconds in (4.9, 5.1)] == [0, 1]


def test_the_grade_does_not_depend_on_size() -> None:
    """As much search per cell, as hard."""
    levels = []
    for line in ("1" + "." * 15, SINGLES):
        (puzzle,) = satdnd.loads(line, "sudoku")
        kind = kind_of(puzzle)
        rater = Rater(stated(kind, puzzle, kind.options(), Budget()), puzzle, Grading(), Budget())
        levels.append([rater._level(3, len(line) * seconds) for seconds in (1, 4, 5, 6, 20)])

    assert levels[0] == levels[1]
    assert len({*levels[0]}) > 3


def test_what_costs_more() -> None:
    """Fewer openings, more places, wider rules and longer chains."""
    easy = Round(ONE_RULE, openings=5, places=50, reading=1.0)
    assert easy.cost < easy._replace(openings=1).cost
    assert easy.cost < easy._replace(places=90).cost
    assert easy.cost < easy._replace(reading=2.0).cost
    assert 2 * easy.cost == easy._replace(effort=ONE_CUT).cost
    assert ONE_RULE < ONE_CUT < MOST < CASES


def rated(line: str) -> Rating:
    """A sudoku."""
    (puzzle,) = satdnd.loads(line, "sudoku")
    kind = kind_of(puzzle)
    return rating_of(kind, puzzle, satdnd.unique(puzzle).solutions[0], kind.options(), Budget())


def test_what_a_cell_has_left_is_seen_late() -> None:
    """A digit that has one place left in a row, column or box is taken before a cell that has one digit left."""
    efforts = [found.effort for found in rated(SINGLES).rounds]

    assert ONE_CELL in efforts
    assert efforts[0] == ONE_RULE
    assert max(efforts) == ONE_CELL


def test_what_needs_cases() -> None:
    """Those that are known as hardest take an hour, not a day, and do not tie."""
    chains, least, most = map(rated, (CHAINS, ONE_GUESS, TWO_GUESSES))
    assert max(found.effort for found in chains.rounds) <= MOST
    assert [sum(found.effort == CASES for found in rating.rounds) for rating in (chains, least, most)] == [0, 1, 2]
    assert 20 < least.minutes[1] < most.minutes[1] < 120
    assert {least.hardest, most.hardest} == {"trying cases"} != {chains.hardest}


@pytest.mark.slow
def test_people_agree() -> None:
    """Of sudokus that at least twenty people solved, those with more minutes took them longer."""
    with (ROOT / "benchmarks/sudoku-human-times.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["players"]) >= 20][::3]
    minutes = [rated(row["puzzle"]).minutes[1] for row in rows]
    times = [float(row["mean_seconds"]) for row in rows]

    assert len(rows) == 27
    ranks = ([sorted(values).index(value) for value in values] for values in (minutes, times))
    assert statistics.correlation(*ranks) > 0.8


def test_the_time_that_people_take() -> None:
    """It survives JSON; the range is wider where no times of people are known."""
    (puzzle,) = satdnd.loads(SINGLES, "sudoku")
    answer = satdnd.rate(puzzle)
    assert answer.minutes
    low, typical, high = answer.minutes
    again = Difficulty.from_json(json.loads(json.dumps(answer.to_json())), puzzle)

    assert 3 < low < typical < high < 20
    assert again.minutes == answer.minutes
    said = f"about {round(typical)} minutes, mostly {round(low)} to {round(high)}; hardest: one rule at a time)"
    assert answer.headline().endswith(said)
    other = satdnd.rate(puzzles("dungeon")[0]).minutes
    assert other
    assert high / low < other[2] / other[0]
    assert (
        satdnd.rate(Sudoku((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0)))
        .headline()
        .endswith("unique (trivial, about 1 minute; hardest: one rule at a time)")
    )


def test_known_puzzles() -> None:
    """Nothing left to do costs nothing; one cell next to nothing; what is known as hardest is expert."""
    grid = satdnd.unique(puzzles("sudoku")[0]).solutions[0].values
    assert seen(Sudoku(grid)) == ("unique", "trivial", (0, 0, 0))
    assert 0 < seen(Sudoku((0, *grid[1:])))[2][1] < 0.5
    assert rated(ONE_GUESS).grade == "expert"


def test_enough_ends_early() -> None:
    """Where it does not matter how much harder a puzzle is."""
    (puzzle,) = satdnd.loads(CHAINS, "sudoku")
    kind, solution = kind_of(puzzle), satdnd.unique(puzzle).solutions[0]
    whole = rating_of(kind, puzzle, solution, kind.options(), Budget())
    part = rating_of(kind, puzzle, solution, kind.options(), Budget(), enough=1)

    assert 1 <= part.level < whole.level
    assert part.rounds == whole.rounds[: len(part.rounds)]


def test_answers_as_json() -> None:
    """The fields that scripts rely on; explanations have the same."""
    puzzle = puzzles("dungeon")[0]
    told = perform(Task("rate", puzzle)).to_json()
    explained = satdnd.explain(puzzle)

    assert {"name", "status", "grade", "minutes", "hardest", "seconds"} <= set(told)
    assert (told["grade"], tuple(told["minutes"])) == (explained.grade, explained.minutes)
    assert told["grade"] in GRADES
    assert told["solutions"] == []


def test_a_sudoku_explained_keeps_its_hardest_technique() -> None:
    """The grade is one of the five names; the technique has a field of its own."""
    answer = satdnd.explain(puzzles("sudoku")[0])
    assert answer.technique == "naked pair"
    assert answer.grade == satdnd.rate(puzzles("sudoku")[0]).grade


# tables


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4]), min_size=1, max_size=3), max_size=8), st.data())
def test_a_table_has_all_that_follows(clauses: list[list[int]], data: st.DataObject) -> None:
    """Against all models; variable 4 is not asked about."""
    state = data.draw(st.tuples(*[st.sampled_from((None, False, True))] * 3))
    models = [
        model
        for model in product((False, True), repeat=4)
        if all(any(model[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        and all(want in (None, has) for want, has in zip(state, model, strict=False))
    ]
    true, false = (sum(1 << i for i, has in enumerate(state) if has is value) for value in (True, False))
    found = Table(3, (*map(tuple, clauses), (4, -4))).implied(true, false)
    if not models:
        assert found is None
        return
    always = [{model[i] for model in models} for i in range(3)]
    assert found == tuple(
        sum(1 << i for i in range(3) if state[i] is None and always[i] == {value}) for value in (True, False)
    )


def test_statements_fall_into_components() -> None:
    """Clauses that share no variable are components; definitions come along; equal shapes share a table."""
    formula = Formula()
    a, b, c, d, x = (formula.new(name) for name in "abcdx")
    formula.family("rule")
    formula.add(-x, a)
    formula.begin_sentence("two things")
    formula.extend([[x], [b, c]])
    formula.begin_sentence("another")
    formula.extend([[a, d]])
    projected = 0b1111
    parts = list(chain.from_iterable(components(formula, projected, Budget())))

    assert [part.scope for part in parts] == [0b0001, 0b0110, 0b1001]
    assert [part.implied(0, 0) for part in parts] == [(1, 0), (0, 0), (0, 0)]
    assert parts[1].implied(0, 0b0010) == (0b0100, 0)
    assert parts[2].implied(0, 0b0001) == (0b1000, 0)
    assert parts[1].implied(0, 0b0110) is None
    assert [(s and s.text, len(clauses)) for s, clauses in formula.by_statement()] == [
        (None, 1),
        ("two things", 2),
        ("another", 1),
    ]


def test_definitions_join_what_they_define() -> None:
    """A rule of which one half of a definition is not needed stays one rule: published grades depend on it."""
    (puzzle,) = satdnd.load(ROOT / "instances/nurikabe/wikipedia-10x10.nurikabe")
    answer = rate(Solver(), puzzle)
    assert (answer.grade, answer.minutes) == ("easy", (6, 12, 24))


# generators


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("kind", "difficulty"),
    [
        *(("dungeon", grade) for grade in GRADES[1:3]),
        *(("hashi", grade) for grade in GRADES[:-1]),
        *(pytest.param("dungeon", grade, marks=pytest.mark.slow) for grade in (GRADES[0], *GRADES[3:])),
        pytest.param("hashi", GRADES[-1], marks=pytest.mark.slow),
    ],
)
def test_generators_meet_a_grade(kind: str, difficulty: str) -> None:
    """Rated again, it is what was wanted, and has one solution."""
    for puzzle in satdnd.generate(kind, {"height": 8, "width": 8, "difficulty": difficulty}, seed=5, count=2):
        told = satdnd.rate(puzzle)

        assert (told.status, told.grade) == ("unique", difficulty)
        assert (puzzle.extra["grade"], puzzle.extra["minutes"]) == (difficulty, told.minutes[1])


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("difficulty", ["trivial", "medium", "hard"])
def test_sudokus_of_a_grade(difficulty: str) -> None:
    """Those that are too hard get clues."""
    (puzzle,) = satdnd.generate("sudoku", {"difficulty": difficulty}, seed=2)
    assert seen(puzzle)[:2] == ("unique", difficulty)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("dungeon", "--difficulty", "hard"), marks=pytest.mark.slow),
        pytest.param(("sudoku", "--difficulty", "easy"), marks=pytest.mark.slow),
        ("dungeon", "--size", "6", "--difficulty", "easy"),
    ],
)
def test_the_same_seed_in_other_processes(arguments: tuple[str, ...]) -> None:
    """Whatever the order of hashes."""
    command = [sys.executable, "-m", "satdnd", "generate", *arguments, "--seed", "3", "--count", "2"]
    made = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(made) == 1


@pytest.mark.no_cover
def test_a_grade_that_is_not_found() -> None:
    """It ends, and says what was tried and how near it came."""
    with pytest.raises(
        CannotFulfil,
        match=r"no hashi of 3x3 is expert: 500 were tried \(500 trivial\)",
    ):
        next(satdnd.generate("hashi", {"height": 3, "width": 3, "islands": 2, "difficulty": "expert"}, seed=1))
    with pytest.raises(Undecided, match=r"no expert puzzle was found; "):
        next(satdnd.generate("sudoku", {"difficulty": "expert"}, seed=1, timeout=0.01))


def test_a_grade_needs_one_solution() -> None:
    """--any and --difficulty exclude each other."""
    with pytest.raises(UsageError, match="a puzzle with several solutions has no grade"):
        next(satdnd.generate("dungeon", {"unique": False, "difficulty": "easy"}, seed=1))
    with pytest.raises(UsageError, match="unknown difficulty 'evil'; known: trivial, easy, medium, hard, expert"):
        kind_named("dungeon").require(Generator).recipe(difficulty="evil")  # type: ignore[misc,call-arg]


# the command line


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command does in a process of its own."""
    return subprocess.run([sys.executable, "-m", "satdnd", *arguments], capture_output=True, text=True, check=False)


def test_the_command() -> None:
    """One line a puzzle; the status of the exit is that of the answers."""
    one, several = "instances/dungeon/course-p1.dnd", "instances/dungeon/two-solutions.dnd"
    told = run("rate", str(ROOT / one))
    said = "course p1: unique (trivial, about 6 minutes, mostly 3 to 12; hardest: one rule at a time)\n"
    assert (told.returncode, told.stdout) == (0, said)
    both = run("rate", str(ROOT / one), str(ROOT / several), "--format", "json")
    records = [json.loads(line) for line in both.stdout.splitlines()]
    assert [record["status"] for record in records] == ["unique", "multiple"]
    assert [record.get("grade") for record in records] == ["trivial", None]
    assert both.returncode == 1


def test_the_command_refuses() -> None:
    """Grades that are none."""
    evil = run("generate", "dungeon", "--difficulty", "evil")
    assert evil.returncode == 2
    assert "'evil' is not one of 'trivial', 'easy', 'medium', 'hard', 'expert'" in evil.stderr
