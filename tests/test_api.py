"""The Python front door: names, questions, a warm solver, objects that draw themselves, examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pickle
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import satdnd
from satdnd import Dungeon, DungeonSolution, DungeonSolver, InputError, Settings, Solver, UsageError
from satdnd.engine.kind import kind_named, kind_of, kinds_with
from satdnd.engine.search import Search
from satdnd.formats.loading import example_text
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.registry import KINDS
from satdnd.sat.budget import Budget
from satdnd.sat.session import TooManyCuts
from satdnd.setter.parts import Generator

ROOT = Path(__file__).parent.parent
INSTANCES = Path(__file__).parent.parent / "instances" / "dungeon"
PATH = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)), name="path")
TWO = Dungeon(rows=(None, None), columns=(None, 1, None), monsters=((0, 0), (1, 2)), name="two")
NONE = Dungeon(rows=(1, 1), columns=(1, 1), name="none")
SUMS = Dungeon(rows=(2, 1), columns=(1, 1), name="sums")
TWO_BOARDS = {("." + "##", "..."), ("...", "##.")}
BOX = satdnd.loads("# goal: a at 0,1\na.\n", kind="klotski")[0]
SVG = "{http://www.w3.org/2000/svg}"


def lines(solutions: list[DungeonSolution]) -> set[tuple[str, ...]]:
    """Boards as sets of row strings."""
    return {tuple(solution.lines) for solution in solutions}


def test_names() -> None:
    """Everything in __all__ exists, dir() tells it, and nothing else is promised."""
    assert dir(satdnd) == sorted(satdnd.__all__)
    assert len(set(satdnd.__all__)) == len(satdnd.__all__)
    for name in satdnd.__all__:
        assert getattr(satdnd, name) is not None
        assert name == "__version__" or getattr(satdnd, name).__doc__
    with pytest.raises(AttributeError, match="module 'satdnd' has no attribute 'nonsense'"):
        satdnd.nonsense  # noqa: B018
    for kind in KINDS.values():
        own = kind_named(kind.name)
        generator = own.part(Generator)
        recipe = generator and generator.recipe
        for ending, expected in (("", None), ("Solution", None), ("Options", own.options), ("Recipe", recipe)):
            name = kind.puzzle + ending
            if ending == "Recipe" and recipe is None:
                with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
                    getattr(satdnd, name)
            else:
                assert getattr(satdnd, name) is (expected or getattr(satdnd, name))
                assert isinstance(getattr(satdnd, name), type)
    told = (Path(satdnd.__file__)).read_text(encoding="utf-8")
    static = {*re.findall(r"\b(\w+) as \1\b", told), *re.findall(r"(?m)^    (\w+) = DeclaredRecipe$", told)}
    without = {f"{kind.puzzle}Options" for kind in KINDS.values() if kind_named(kind.name).options is satdnd.Settings}
    recipes = {f"{KINDS[name].puzzle}Recipe" for name in kinds_with(Generator)}
    assert recipes <= set(satdnd.__all__)
    assert static | without == set(satdnd.__all__)  # what type checkers see, and what there is


def test_recipes_travel() -> None:
    """Those without options of their own too: they can be pickled, and belong to one kind."""
    recipe = satdnd.MasyuRecipe(height=5, width=5)
    assert pickle.loads(pickle.dumps(recipe)) == recipe != satdnd.TentsRecipe(height=5, width=5)
    assert next(satdnd.generate(recipe, seed=1)).kind == "masyu"


@pytest.mark.parametrize("kind", [name for name in KINDS if name not in ("hashi", "klotski")])
def test_rows_of_cells(kind: str) -> None:
    """Solutions on a grid have its rows; hint reads a solution as a board, and tells a wrong one."""
    (puzzle,) = satdnd.loads(example_text(kind), kind)
    solution = satdnd.solve(puzzle).solutions[0]
    tiles = kind_of(puzzle).picture(puzzle).tiles
    assert [len(row) for row in solution.grid] == [len(row) for row in tiles]
    if kind != "unattacked":
        assert satdnd.hint(puzzle, solution).reason == "everything that follows is already marked"


def test_a_wrong_solution_as_a_board() -> None:
    """The hint tells what is wrong with it."""
    (puzzle,) = satdnd.loads(example_text("dungeon"), "dungeon")
    solution = satdnd.solve(puzzle).solutions[0]
    found = satdnd.hint(puzzle, replace(solution, board=solution.board ^ 1 << 7))
    assert (found.status, found.reason) == ("invalid", "r2c2 cannot be a wall")


def test_wishes_by_name() -> None:
    """generate takes the fields of the recipe as keyword arguments."""
    named = next(satdnd.generate("dungeon", height=5, width=6, seed=1))
    assert named == next(satdnd.generate("dungeon", {"height": 5, "width": 6}, seed=1))
    with pytest.raises(UsageError, match="has no option 'hight'"):
        next(satdnd.generate("dungeon", hight=5))  # type: ignore[call-overload]


def test_errors_have_one_root() -> None:
    """One except clause catches every error of ours; those of callers are ValueErrors too."""
    for error in (satdnd.InputError, satdnd.UsageError, satdnd.EncodingBug, satdnd.Undecided):
        assert issubclass(error, satdnd.SatdndError)
    assert issubclass(InputError, ValueError)
    assert issubclass(UsageError, ValueError)


def test_solve() -> None:
    """One solution, all of them, none; the answer names the puzzle."""
    answer = satdnd.solve(PATH)
    assert (answer.name, answer.kind, answer.status, lines(answer.solutions)) == (
        "path",
        "dungeon",
        "solved",
        {("..", "##")},
    )
    assert len(satdnd.solve(TWO).solutions) == 1
    every = satdnd.solve(TWO, limit=None)
    assert (every.complete, len(every.solutions), lines(every.solutions)) == (True, 2, TWO_BOARDS)
    assert satdnd.solve(TWO, limit=1).complete is False
    assert satdnd.solve(NONE).status == "unsolvable"
    assert satdnd.solve(SUMS).reason == "the row counts add up to 3 walls, the column counts to 2"


@pytest.mark.parametrize("options", [{}, {"way": "backtrack"}, {"solver": "minisat22"}])
def test_solutions(options: dict[str, Any]) -> None:
    """An iterator over all, each once, that may be left early."""
    assert lines(list(satdnd.solutions(TWO, **options))) == TWO_BOARDS
    assert isinstance(next(satdnd.solutions(TWO, **options)), DungeonSolution)
    assert list(satdnd.solutions(NONE, **options)) == []


def test_solutions_within_a_time_limit() -> None:
    """An iterator has no status, so that time running out is an exception."""
    with pytest.raises(satdnd.Undecided):
        list(satdnd.solutions(TWO, timeout=0))


def test_unique() -> None:
    """Unique with the solution, multiple with two, unsolvable with none, undecided without time."""
    statuses = [satdnd.unique(puzzle).status for puzzle in (PATH, TWO, NONE, SUMS)]
    assert statuses == ["unique", "multiple", "unsolvable", "unsolvable"]
    assert lines(satdnd.unique(TWO).solutions) == TWO_BOARDS
    assert satdnd.unique(PATH, timeout=0).status == "undecided"


def test_forced() -> None:
    """What two solutions share; nothing of what they do not."""
    assert satdnd.forced(TWO).details["forced"] == ["o..", "..o"]
    assert satdnd.forced(PATH).details["forced"] == ["oo", "##"]
    assert satdnd.forced(NONE).status == "unsolvable"


def test_faults() -> None:
    """No fault in a solution; a board integer of shaded cells will do, in any kind; topology matters."""
    solution = satdnd.solve(PATH).solutions[0]
    assert satdnd.faults(PATH, solution) == []
    assert satdnd.faults(PATH, solution.board) == []
    found = satdnd.faults(PATH, 0)
    assert {fault.rule for fault in found} >= {"row-count", "column-count", "no-2x2"}
    assert all(isinstance(fault, satdnd.Fault) and fault.message for fault in found)
    ring = Dungeon(rows=(0, 1, 0), columns=(0, 1, 0))
    assert satdnd.faults(ring, 1 << 4) == []
    assert satdnd.faults(ring, 1 << 4, topology="tree")
    with pytest.raises(UsageError, match="unknown topology 'flat'; known: connected, tree, local"):
        satdnd.faults(ring, 1 << 4, topology="flat")
    assert satdnd.faults(satdnd.Nurikabe(((2, None), (None, None))), 0b1100) == []


@pytest.mark.parametrize("board", [-1, 1 << 4, 1 << 400], ids=["negative", "bit 4", "bit 400"])
def test_faults_of_a_board_outside_the_grid(board: int) -> None:
    """A board integer with walls where there are no cells is refused or faulty, never valid."""
    try:
        found = satdnd.faults(PATH, board | 0b1100)
    except (InputError, UsageError):
        return
    assert found


def test_load() -> None:
    """Files and directories give puzzles in order; an error has a place."""
    (six,) = satdnd.load(INSTANCES / "example-6x6.dnd")
    assert (six.name, six.rows, six.columns) == ("6x6 example", (3, 1, 1, 5, 2, 1), (4, 1, 4, 1, 2, 1))
    everything = satdnd.load(INSTANCES)
    assert {"6x6 example", "8x8 example", "course p1", "course p9"} <= {puzzle.name for puzzle in everything}
    assert satdnd.load(str(INSTANCES), kind="dungeon") == everything
    with pytest.raises(InputError, match="cannot be read") as caught:
        satdnd.load("nowhere.dnd")
    assert caught.value.source == "nowhere.dnd"
    with pytest.raises(UsageError, match="unknown kind 'chess'"):
        satdnd.load(INSTANCES, kind="chess")


def test_load_tells_the_place_of_an_error(tmp_path: Path) -> None:
    """Source, line and column are attributes, and the message has them all."""
    path = tmp_path / "bad.dnd"
    path.write_text(" 11\n1.x\n1..\n")
    with pytest.raises(InputError) as caught:
        satdnd.load(path)
    assert (caught.value.source, caught.value.line, caught.value.column) == (str(path), 2, 3)
    assert str(caught.value).startswith(f"{path}:2:3: ")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rows": ()}, "found 0 rows, expected 1 to 1000"),
        ({"rows": (-3, 0)}, "row 1 has the count -3"),
        ({"rows": (True, 0)}, "row 1 has the count True"),
        ({"monsters": ((0, 2),)}, "row 0 to 1 and column 0 to 1"),
        ({"monsters": ((0, 0), (0, 0))}, "holds \\[0, 0\\] twice"),
        ({"monsters": ((0, 0),), "treasures": ((0, 0),)}, "both a monster and a treasure"),
        ({"walls": 16}, "outside the grid"),
        ({"walls": 1, "opens": 1}, "both as wall and as open"),
    ],
)
def test_dungeons_that_cannot_be(fields: dict[str, object], message: str) -> None:
    """The constructor refuses what is no puzzle, with a reason."""
    with pytest.raises(InputError, match=message):
        Dungeon(**{"rows": (0, 2), "columns": (1, 1), **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"solver": "nonsense"}, "unknown solver 'nonsense'; known: .*cadical195"),
        ({"cardinality": "nonsense"}, "dungeon has no cardinality 'nonsense'; known: .*totalizer"),
        ({"topology": "flat"}, "unknown topology 'flat'; known: connected, tree, local"),
        ({"connectivity": "wireless"}, "wireless"),
        ({"compilation": "jit"}, "jit"),
    ],
)
def test_unknown_settings(settings: dict[str, str], message: str) -> None:
    """A name that there is not is a UsageError that says so, in every question."""
    for ask in (satdnd.solve, satdnd.unique, satdnd.forced):
        with pytest.raises(UsageError, match=message):
            ask(PATH, **settings)


def test_unknown_setting_names() -> None:
    """An option that the kind does not have is a sentence; where another has it, it says which."""
    queens = satdnd.Queens(4, 4)
    for ask in (satdnd.solve, satdnd.unique, satdnd.forced, satdnd.count, satdnd.diagnose, satdnd.export):
        with pytest.raises(UsageError, match=r"^dungeon has no option 'nonsense'$"):
            ask(PATH, nonsense=1)
        with pytest.raises(UsageError, match=r"^queens has no option 'topology'; these have: dungeon$"):
            ask(queens, topology="tree")


@pytest.mark.parametrize("thing", [42, None, "sudoku", [1], Dungeon, object()], ids=lambda thing: type(thing).__name__)
def test_what_is_no_puzzle(thing: Any, tmp_path: Path) -> None:
    """Every question says in a sentence what it expected."""
    asks: list[Any] = [
        *(satdnd.solve, satdnd.unique, satdnd.forced, satdnd.count, satdnd.diagnose, satdnd.explain, satdnd.export),
        *(satdnd.dumps, Solver().solve, Solver().unique, lambda p: list(satdnd.solutions(p))),
        *(lambda p: satdnd.faults(p, 0), lambda p: satdnd.certify(p, tmp_path / "c")),
    ]
    for ask in asks:
        with pytest.raises(UsageError, match=r"expected a puzzle|stands for a dungeon"):
            ask(thing)


def test_what_is_no_text_and_no_options() -> None:
    """The same for texts, kinds, options, forms and styles."""
    for call, message in (
        (lambda: satdnd.loads(42), "expected a text with puzzles, got 42; satdnd.load reads files"),
        (lambda: satdnd.loads("1", kind="chess"), "unknown kind 'chess'; known: dungeon"),
        (lambda: satdnd.load("x", kind="chess"), "unknown kind 'chess'; known: dungeon"),
        (lambda: Solver("sudoku"), "expected satdnd.Settings or the options of a kind, got 'sudoku'"),
        (lambda: Solver(Settings), "expected satdnd.Settings or the options of a kind"),
        (lambda: satdnd.export(PATH, "pdf"), "unknown form 'pdf'; known: dimacs, opb"),
        (lambda: satdnd.dumps(PATH, "pdf"), "unknown format 'pdf' for dungeon; known: json, text, c"),
        (lambda: satdnd.faults(PATH, "..##"), "expected a solution of dungeon .DungeonSolution., got '..##'"),
        (lambda: satdnd.faults(satdnd.Queens(4, 4), 3), "a board integer represents shaded cells; for queens"),
        (
            lambda: satdnd.faults(satdnd.Queens(4, 4), satdnd.QueensSolution(8, 8, ())),
            "the solution is for a board of 8x8, the puzzle has 4x4",
        ),
        (lambda: satdnd.check(5), "expected the path of a folder, got 5"),
        (lambda: satdnd.certify(PATH, 4), "expected the path of a folder, got 4"),
        (lambda: satdnd.diagnose(NONE, edits=-1), "edits is -1, expected a whole number from 0"),
        (lambda: satdnd.diagnose(NONE, edits="2"), "edits is '2', expected a whole number from 0"),
        (
            lambda: satdnd.diagnose(NONE, way="backtrack"),
            "a diagnosis chooses .* leave out --way backtrack",
        ),
        (lambda: DungeonSolver(0, 3), "height is 0, expected a whole number from 1"),
        (lambda: DungeonSolver(3, "3"), "width is '3', expected a whole number from 1"),
        (lambda: DungeonSolver(3, 3, nonsense=1), "dungeon has no option 'nonsense'"),
        (
            lambda: DungeonSolver(4, 4).solve(satdnd.Queens(4, 4)),
            "this solver is for dungeons, but the puzzle is .* queens",
        ),
        (lambda: DungeonSolver(4, 4).solve(42), "this solver is for dungeons|expected a puzzle"),
        (lambda: satdnd.Settings(timeout=-1), "timeout is -1, expected a number from 0"),
        (lambda: satdnd.Settings(timeout="1"), "timeout is '1', expected a number from 0"),
        (lambda: satdnd.Settings(memory=0), "memory is 0, expected a whole number from 1"),
        (lambda: satdnd.solve(PATH, timeout=float("nan")), "timeout is nan, expected a number from 0"),
    ):
        with pytest.raises(UsageError, match=message):
            call()


@pytest.mark.parametrize("limit", [0, -1, 1.0, "1", True], ids=repr)
def test_a_limit_is_at_least_one(limit: Any) -> None:
    """Nobody asks for no solution."""
    with pytest.raises(UsageError, match=f"limit is {limit!r}, expected a whole number from 1, or None"):
        satdnd.solve(PATH, limit=limit)


def test_load_and_dump_texts() -> None:
    """What one writes the other reads, in every style; the first error is raised."""
    assert satdnd.loads(satdnd.dumps(PATH)) == [PATH]
    assert satdnd.loads(satdnd.dumps(TWO, "json")) == [TWO]
    assert satdnd.loads(satdnd.dumps(PATH, "c"))[0].rows == PATH.rows
    assert [puzzle.name for puzzle in satdnd.loads(satdnd.dumps(PATH) + "\n" + satdnd.dumps(TWO))] == ["path", "two"]
    (queens,) = satdnd.loads("4\n", kind="queens")
    assert queens == satdnd.Queens(4, 4)
    with pytest.raises(InputError, match=r"^text:2:3: "):
        satdnd.loads(" 11\n1.x\n1..\n", kind="dungeon")


@pytest.mark.parametrize(
    "puzzle",
    [
        satdnd.Nurikabe(((2, None), (None, None))),
        satdnd.Hashi(("_4", "__")),
        satdnd.Hashi(("_",)),
        satdnd.Sudoku((3, 1, 4, 2, 4, 3, 3, 1, 2, 3, 1, 4, 1, 4, 2, 3)),
        satdnd.Queens(3, 3),
        satdnd.Unattacked(1, 1, 0),
        satdnd.Inshi(1, (satdnd.Room(1, ((0, 0),)),)),
        satdnd.Dungeon((1,), (1,)),
        satdnd.Klotski(("a.",), satdnd.Goal((0, 1), "a")),
    ],
    ids=lambda puzzle: str(puzzle.kind),
)
def test_a_text_tells_its_kind(puzzle: Any) -> None:
    """Where small grids could be those of another kind, or of none, a note says which."""
    assert satdnd.loads(satdnd.dumps(puzzle)) == [puzzle]


def test_count_and_diagnose_take_keywords() -> None:
    """As the others do."""
    assert satdnd.count(TWO).details["count"] == 2
    assert satdnd.count(TWO, way="backtrack").details["count"] == 2
    none = satdnd.diagnose(NONE, edits=1, topology="local", solver="minisat22")
    assert (none.status, none.edits_tried) == ("unsolvable", 1)
    several = satdnd.diagnose(TWO, only_unique=True)
    assert (several.status, several.count) == ("multiple", 2)


def test_explain() -> None:
    """Steps of a sudoku, with the techniques that are allowed, and of a dungeon; other kinds say which have them."""
    (sudoku,) = satdnd.loads("1.....3..4.....2", kind="sudoku")
    explained = satdnd.explain(sudoku)
    assert isinstance(explained.steps[0], satdnd.Step)
    assert explained.status == "unique"
    assert sum(explained.summary.values()) == 16
    assert satdnd.explain(sudoku, technique=("naked pair",)).status in ("unique", "undecided")
    assert satdnd.explain(PATH).steps
    assert satdnd.explain(satdnd.loads("# goal: a at 0,1\naa.", kind="klotski")[0]).status == "solved"


def test_export_certify_and_check(tmp_path: Path) -> None:
    """The formula as the command line writes it; certificates of what can be proved, refusals of what cannot."""
    assert satdnd.export(PATH).startswith("c satdnd: Dungeons & Diagrams\n")
    assert "cardinality=totalizer" in satdnd.export(PATH, cardinality="totalizer")
    assert satdnd.export(PATH, "opb").startswith("* #variable=")
    for puzzle in (PATH, NONE, SUMS):
        folder = satdnd.certify(puzzle, tmp_path / puzzle.name)
        assert satdnd.check(folder).status == "valid"
        assert satdnd.check(str(folder), timeout=60).status == "valid"
    assert satdnd.check(folder.parent / "path", timeout=0).status == "undecided"
    for puzzle, message in ((TWO, "nothing to prove about an answer 'multiple'"), (BOX, "klotski has no certificates")):
        with pytest.raises(UsageError, match=message):
            satdnd.certify(puzzle, tmp_path / "no")
    with pytest.raises(satdnd.Undecided, match="time limit"):
        satdnd.certify(PATH, tmp_path / "no", timeout=0)
    with pytest.raises(InputError, match="no certificate here"):
        satdnd.check(tmp_path / "no")


def loosened(seed: int) -> list[Any]:
    """Dungeons of 8x8 with some counts unknown and sudokus of 4x4 with few clues: most have several solutions."""
    rng = Random(seed)
    found: list[Any] = []
    for i in (1, 4, 5, 6, 7, 8):
        (puzzle,) = satdnd.load(INSTANCES / f"course-p{i}.dnd")
        rows = tuple(count if rng.random() < 0.2 else None for count in puzzle.rows)
        found.append(replace(puzzle, rows=rows, name=f"dungeon {i}"))
        clues = "".join(digit if rng.random() < 0.15 else "." for digit in "1234341221434321")
        found.append(replace(satdnd.loads(clues, kind="sudoku")[0], name=f"sudoku {i}"))
    return found


def test_a_question_never_changes_the_answer_to_another() -> None:
    """Which solutions are told, and in which order, does not depend on what a solver was asked before."""
    puzzles = loosened(1)

    def asked(solver: Solver, puzzle: Any) -> Any:
        answer = solver.solve(puzzle, limit=4)
        return answer.status, answer.complete, answer.solutions, solver.unique(puzzle).solutions

    cold = [asked(Solver(), puzzle) for puzzle in puzzles]
    assert sum(len(solutions) > 1 for _, _, _, solutions in cold) > 6
    for seed in range(3):
        solver, order = Solver(), Random(seed).sample(range(len(puzzles)), len(puzzles))
        for i in order:
            assert asked(solver, puzzles[i]) == cold[i], (seed, puzzles[i].name)
        warm = solver.unique(puzzles[order[0]])
        assert (warm.stats["compilation"], warm.stats["solver_calls"] > 2) == ("template", len(warm.solutions) > 1)


def test_a_warm_solver_tells_what_it_has_found_when_a_limit_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look for a second solution, which `solve` did not ask for, may end without an answer."""
    puzzle, solver, found = TWO, Solver(), []
    solver.unique(puzzle)
    solutions = Search.solutions

    def one(self: Search[Any, Any], *arguments: Any) -> Iterator[Any]:
        found.append(next(solutions(self, *arguments)))
        yield found[0]
        raise satdnd.Undecided("the time limit of 1 s was reached")

    monkeypatch.setattr(Search, "solutions", one)
    assert solver.solve(puzzle).solutions == found[:1]
    answer = solver.unique(puzzle)
    assert (answer.status, answer.solutions, answer.reason) == (
        "undecided",
        found[:1],
        "the time limit of 1 s was reached",
    )


def test_cuts_that_run_away_before_or_after_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a solver that was asked before needs too many cuts depends on its past; the answer does not."""
    solver, solutions = Solver(), Search.solutions
    expected = [solver.solve(puzzle, limit=3).solutions for puzzle in loosened(2)]

    def away(self: Search[Any, Any], *arguments: Any) -> Iterator[Any]:
        if self.session.calls:
            raise TooManyCuts("none suffice")
        yield from solutions(self, *arguments)

    monkeypatch.setattr(Search, "solutions", away)
    assert [solver.solve(puzzle, limit=3).solutions for puzzle in loosened(2)] == expected


def test_what_was_found_before_cuts_ran_away_is_not_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-contained formula goes on where the cuts gave up."""
    expected = satdnd.solve(TWO, limit=3, way="sat").solutions
    fresh = Search.fresh_solutions

    def away(self: Search[Any, Any], *arguments: Any) -> Iterator[Any]:
        yield next(iter(fresh(self, *arguments)))
        raise TooManyCuts("none suffice")

    monkeypatch.setattr(Search, "fresh_solutions", away)
    assert lines(satdnd.solve(TWO, limit=3, way="sat").solutions) == lines(expected)
    assert len(satdnd.solve(TWO, limit=3, way="sat").solutions) == len(expected) == 2


def test_a_wrong_board_of_a_solver_of_its_own_is_blamed_on_its_own_model() -> None:
    """What `falsified_families` looks at is the model of the solution that was told last, whoever found it."""
    (puzzle,) = satdnd.load(INSTANCES / "two-solutions.dnd")
    encoding = kind_named("dungeon").compiled(puzzle, DungeonOptions(), Budget(), template=True)
    with closing(Search(encoding)) as search:
        assert len(list(search.solutions(puzzle, Budget()))) > 1
        for solution in search.fresh_solutions(puzzle, Budget()):
            assert encoding.decode(puzzle, search._model) == solution


def test_dungeon_solver_stays_warm() -> None:
    """One session for all puzzles of a size; a question does not change the answer to the next."""
    solver = DungeonSolver(8, 8)
    puzzles = [satdnd.load(INSTANCES / f"course-p{i}.dnd")[0] for i in (1, 4, 5, 6, 7, 8)]
    puzzles += satdnd.load(INSTANCES / "misprinted")
    cold = [satdnd.unique(puzzle) for puzzle in puzzles]
    for _ in range(2):
        warm = [solver.unique(puzzle) for puzzle in puzzles]
        assert [a.status for a in warm] == [a.status for a in cold]
        assert [a.solutions for a in warm] == [a.solutions for a in cold]
    assert {a.stats["compilation"] for a in warm} == {"template"}
    assert len(solver._warm) == 1
    assert solver.forced(puzzles[0]).details["forced"] == [
        line.replace(".", "o") for line in cold[0].solutions[0].lines
    ]
    assert [len(solver.solve(p, limit=None).solutions) for p in puzzles] == [len(a.solutions) for a in cold]
    assert next(iter(solver.solutions(puzzles[0]))) == cold[0].solutions[0]
    solver.close()


def test_dungeon_solver_refuses_another_size() -> None:
    """A puzzle of another size is a UsageError, in every question."""
    solver = DungeonSolver(3, 2, graph_check=False)
    for ask in (solver.solve, solver.unique, solver.forced, lambda p: list(solver.solutions(p))):
        with pytest.raises(UsageError, match="this solver is for 3x2 dungeons, the puzzle is 2x3"):
            ask(TWO)


def test_dungeon_solver_takes_settings() -> None:
    """Topology and solver are those of the whole solver."""
    ring = Dungeon(rows=(0, 1, 0), columns=(0, 1, 0))
    assert DungeonSolver(3, 3, solver="minisat22").solve(ring).status == "solved"
    assert DungeonSolver(3, 3, topology="tree").solve(ring).status == "unsolvable"
    with pytest.raises(UsageError):
        DungeonSolver(3, 3, solver="nonsense")


def test_objects_print_themselves() -> None:
    """A puzzle prints its drawing, an answer says its status first, a solution prints its rows."""
    assert str(PATH) == "   1 1\n  ┌────┐\n0 │M M │\n2 │· · │\n  └────┘"
    answer = satdnd.solve(PATH)
    assert str(answer) == "path: solved (a tree)\n   1 1\n  ┌────┐\n0 │M M │\n2 │████│\n  └────┘"
    assert str(answer.solutions[0]) == "..\n##"
    assert str(answer.solutions[0].walls)
    assert str(satdnd.solve(NONE)).startswith("none: unsolvable\n")
    assert str(satdnd.solve(NONE)).count("·") == 4
    assert "██" in str(satdnd.forced(PATH))
    several = str(satdnd.unique(TWO))
    assert several.startswith("two: multiple\n")
    assert several.count("┌") == 2
    assert "what differs" in several
    assert "rows=(0, 2), columns" in repr(PATH)
    assert "status='solved'" in repr(answer)


@pytest.mark.parametrize("name", ["plain", "<&>\"'"])
def test_objects_draw_themselves_in_notebooks(name: str) -> None:
    """SVG is well-formed XML with a tile for each cell."""
    puzzle = Dungeon(rows=(1, 2), columns=(1, None), monsters=((0, 0),), name=name)
    for thing in (puzzle, satdnd.solve(puzzle), satdnd.forced(PATH), satdnd.solve(PATH)):
        root = ElementTree.fromstring(thing._repr_svg_())
        assert root.tag == f"{SVG}svg"
        assert len([rect for rect in root.iter(f"{SVG}rect") if rect.get("data-cell")]) == 4
        texts = [text.text for text in root.iter(f"{SVG}text")]
        assert "M" in texts


def test_answers_become_json() -> None:
    """What the command line prints."""
    record = satdnd.unique(PATH).to_json()
    assert list(record) == ["name", "kind", "status", "solutions", "complete", "seconds", "stats"]
    assert record["solutions"] == [{"grid": ["..", "##"], "board": "0xc", "tree": True, "loops": 0}]


@pytest.mark.parametrize("module", ["satdnd", "satdnd.grid.bitboard"])
def test_examples_in_docstrings(module: str) -> None:
    """The examples in the docstrings print what they say."""
    results = doctest.testmod(importlib.import_module(module))
    assert results.failed == 0
    assert results.attempted > 0
