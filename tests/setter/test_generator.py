"""`satdnd generate` and the generator of dungeons: seeds, wishes, carved boards, files, and what cannot be had."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import oracle
import pytest
from command_line import run

from satdnd import Solver, UsageError
from satdnd.cli import generate as command
from satdnd.engine.kind import kind_named, kinds_with
from satdnd.errors import CannotFulfil, Undecided
from satdnd.formats.loading import load
from satdnd.kinds.dungeon import generate as dungeon_generator, rules
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.recipe import DungeonRecipe
from satdnd.registry import NAMES
from satdnd.setter.generator import generate
from satdnd.setter.parts import Generator, Recipe

SEEDS = range(6)
RECIPES = {name: kind_named(name).require(Generator).recipe for name in kinds_with(Generator)}


def one(recipe: dict[str, Any] | None = None, seed: int = 1, **options: Any) -> Dungeon:
    """One dungeon."""
    return next(generate("dungeon", recipe, seed=seed, **options))


def count(puzzle: Dungeon, topology: str = "connected", limit: int = 2) -> int:
    """The number of solutions up to *limit*."""
    return len(Solver(DungeonOptions(topology=topology)).solve(puzzle, limit).solutions)


# seeds


def in_process(hashseed: str, *arguments: str) -> str:
    """Standard output of ``satdnd generate`` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "satdnd", "generate", *arguments],
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["dungeon", "--seed", "5", "--count", "3"],
        *(
            pytest.param(more, marks=pytest.mark.slow)
            for more in (
                ["dungeon", "--seed", "5", "--needs", "connectivity"],
                ["sudoku", "--seed", "2", "--size", "4"],
                ["hashi", "--seed", "3", "--size", "6"],
                ["inshi", "--seed", "4", "--size", "5"],
            )
        ),
    ],
    ids=" ".join,
)
def test_the_same_seed_gives_the_same_puzzle_in_every_process(arguments: list[str]) -> None:
    """Nothing depends on the order of sets or on the hash seed."""
    first, *others = (in_process(hashseed, *arguments) for hashseed in ("0", "1", "424242"))
    assert first
    assert others == [first, first]


def test_the_nth_puzzle_does_not_depend_on_how_many_are_asked_for() -> None:
    """The first three of five are the three of three; the generator options are used anew for each."""
    five = list(generate("dungeon", {"height": 6, "width": 6}, seed=9, count=5))
    assert list(generate("dungeon", {"height": 6, "width": 6}, seed=9, count=3)) == five[:3]
    assert len({(p.rows, p.columns, p.monsters, p.treasures) for p in five}) == 5
    assert [p.name for p in five] == [f"dungeon 9/{n}" for n in range(1, 6)]
    assert [p.extra["seed"] for p in five] == [f"9/{n}" for n in range(1, 6)]


def test_another_seed_gives_another_puzzle() -> None:
    """Neighbouring seeds, negative ones and huge ones are all different."""
    assert len({one(seed=seed) for seed in (-1, 0, 1, 2, 10**30)}) == 5


def test_another_grade_is_quite_another_puzzle() -> None:
    """Of a seed, the solutions of two grades differ in more than one cell of eight: they were small changes of one."""
    wishes = {"height": 6, "width": 6}
    boards = [
        [Solver().unique(puzzle).solutions[0].board for puzzle in generate("dungeon", graded, seed=1, count=5)]
        for graded in ({**wishes, "difficulty": "trivial"}, {**wishes, "difficulty": "easy"})
    ]
    assert min((one_grade ^ other).bit_count() for one_grade, other in zip(*boards, strict=True)) > 36 // 8


def solid_blocks(walls: list[str]) -> int:
    """The 2x2 blocks of walls, read off the rows."""
    return sum(
        above[i : i + 2] == below[i : i + 2] == "##" for above, below in pairwise(walls) for i in range(len(above) - 1)
    )


@pytest.mark.parametrize("wishes", [{"difficulty": "trivial"}, {}, {"symmetry": "mirror"}], ids=str)
def test_boards_are_not_full_of_solid_walls(wishes: dict[str, Any]) -> None:
    """No row or column of walls alone, and at most 8 solid 2x2 blocks on 8x8; one dungeon of ten had either."""
    for puzzle in generate("dungeon", wishes, seed=3, count=2 if "difficulty" in wishes else 12):
        (solution,) = Solver().unique(puzzle).solutions
        assert 8 not in (*puzzle.rows, *puzzle.columns)
        assert solid_blocks(solution.lines) <= 8


def test_where_all_boards_are_solid_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards, and some wishes, leave no other."""
    monkeypatch.setattr(dungeon_generator, "solid", lambda *_: True)
    assert count(one({"height": 4, "width": 4})) == 1


def test_puzzles_come_one_after_another() -> None:
    """The first is there before the second is looked for."""
    made = generate("dungeon", {"height": 5, "width": 5}, seed=1, count=10**9)
    assert next(made) != next(made)


# wishes


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", [(8, 8), (5, 9), (6, 4), (1, 7), (7, 1), (2, 2), (3, 3)])
def test_size_and_uniqueness(size: tuple[int, int], seed: int) -> None:
    """The size asked for, and by default exactly one solution."""
    puzzle = one({"height": size[0], "width": size[1]}, seed)
    assert (puzzle.height, puzzle.width) == size
    assert count(puzzle) == 1


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("monsters", "treasures"), [(0, None), (3, None), (None, 0), (None, 2), (4, 1), (5, 0), (2, 3)]
)
def test_exact_numbers_of_monsters_and_treasures(monsters: int | None, treasures: int | None, seed: int) -> None:
    """Both wishes are exact, 0 included."""
    wishes = {"monsters": monsters, "treasures": treasures}
    puzzle = one({k: v for k, v in wishes.items() if v is not None}, seed, timeout=60)
    assert monsters is None or len(puzzle.monsters) == monsters
    assert treasures is None or len(puzzle.treasures) == treasures
    assert count(puzzle) == 1


@pytest.mark.no_cover
def test_any_puzzle() -> None:
    """With ``unique`` off every puzzle has a solution, and some have several."""
    found = [count(one({"unique": False}, seed)) for seed in range(40)]
    assert set(found) == {1, 2}


@pytest.mark.parametrize("seed", range(12))
def test_no_loops(seed: int) -> None:
    """No ``loops``: the solution is a tree, rooms and their entrances included."""
    solution = Solver().unique(one({"loops": "none"}, seed)).solutions[0]
    assert (solution.loops, solution.tree) == (0, True)


def test_more_loops() -> None:
    """The wish for loops is felt."""
    few, many = (
        sum(Solver().solve(one({"loops": loops, "unique": False}, seed)).solutions[0].loops for seed in range(15))
        for loops in ("none", "many")
    )
    assert few < many


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [8, 9])
def test_puzzles_that_need_connectivity(seed: int) -> None:
    """One connected solution, and one more board at least that keeps every local rule and falls into pieces."""
    puzzle = one({"needs": "connectivity", "height": 7, "width": 7}, seed, timeout=60)
    assert count(puzzle) == 1
    boards = Solver(DungeonOptions(topology="local")).solve(puzzle, 50).solutions
    assert len(boards) >= 2
    pieces = [
        len(oracle.regions(oracle.open_cells(7, 7, set(puzzle.grid.cells(solution.board))))) for solution in boards
    ]
    assert pieces.count(1) == 1
    assert len(pieces) == 50 or sorted(pieces)[1] >= 2
    for solution in boards:
        walls = set(puzzle.grid.cells(solution.board))
        assert not oracle.faulty_rules(puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures, walls, "local")


@pytest.mark.slow
def test_a_need_and_a_number_together() -> None:
    """A number of treasures holds beside the need for connectivity."""
    puzzle = one({"needs": "connectivity", "treasures": 0}, 3, timeout=60)
    assert not puzzle.treasures
    assert (count(puzzle), count(puzzle, "local")) == (1, 2)


# boards


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (8, 8), (20, 7)]
)
def test_carved_boards_keep_the_rules(size: tuple[int, int]) -> None:
    """Whatever the size, rooms and loops: the referee accepts the board for the puzzle read off it."""
    height, width = size
    for seed in range(60 if height * width > 100 else 150):
        rng = random.Random(f"{size}/{seed}")
        carving = Carving(height, width, rng.randint(0, 6), rng.choice((0, 0.1, 0.5, 1)))
        walls, treasures = carve(carving, rng)
        puzzle = puzzle_of(height, width, walls, treasures)
        assert rules.accepts(puzzle, walls), (size, seed)
        assert len(puzzle.treasures) <= carving.rooms
        if seed < 10:
            cells = set(puzzle.grid.cells(walls))
            assert not oracle.faulty_rules(puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures, cells)


def test_carved_boards_have_rooms() -> None:
    """Most boards get the rooms that were tried for where there is space."""
    found = [carve(Carving(10, 10, 2), random.Random(seed))[1].bit_count() for seed in range(50)]
    assert found.count(2) > 30


# what cannot be had


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"height": 0}, "height is 0, expected a whole number from 1 to 1000"),
        ({"width": -3}, "width is -3, expected a whole number from 1 to 1000"),
        ({"height": 1, "width": 1}, "a dungeon needs at least two cells"),
        ({"height": 2, "width": 9, "treasures": 1}, "1 treasure rooms? of 3x3"),
        ({"treasures": 8}, "8 treasure rooms of 3x3 cannot fit into 8x8"),
        ({"monsters": 40}, "40 monsters, each in a dead end, cannot fit into 8x8"),
        ({"monsters": -1}, "monsters is -1, expected a whole number from 0"),
        ({"treasures": -1}, "treasures is -1, expected a whole number from 0"),
        ({"height": "8"}, "height is '8', expected a whole number from 1 to 1000"),
        ({"height": True}, "height is True, expected a whole number"),
        ({"loops": float("nan")}, "unknown loops nan; known: none, some, many"),
        ({"loops": 2}, "unknown loops 2; known: none, some, many"),
        ({"height": 2, "loops": "some"}, "a loop needs three rows and three columns; 2x8 has none"),
        ({"symmetry": "rotation", "loops": "none"}, "with even sides, corridors"),
        ({"symmetry": "rotation", "height": 9, "treasures": 1}, "under a half turn rooms come in pairs, and 1 is odd"),
        ({"symmetry": "mirror", "monsters": 3}, "under a mirror between two columns monsters come in pairs"),
        ({"symmetry": "diagonal"}, "unknown symmetry 'diagonal'; known: none, rotation, mirror"),
        ({"needs": "banana"}, "unknown needs 'banana'; known: connectivity"),
        ({"banana": 1}, "the generator of dungeon has no option 'banana'; known: difficulty, technique"),
        ({"islands": 4}, "the generator of dungeon has no option 'islands'"),
    ],
)
def test_impossible_wishes(wishes: dict[str, Any], message: str) -> None:
    """What cannot be is said at once, before any board is carved."""
    with pytest.raises(UsageError, match=message):
        one(wishes, timeout=20)


@pytest.mark.parametrize(("width", "monsters"), [(2, 2), (3, 2), (9, 2)])
def test_two_monsters_fit_into_one_row(width: int, monsters: int) -> None:
    """Two monsters side by side, or at the ends of a corridor, are a dungeon."""
    assert len(one({"height": 1, "width": width, "monsters": monsters}, timeout=20).monsters) == 2


def test_wishes_that_nothing_meets_end_with_the_time() -> None:
    """No row holds three dead ends: undecided after the time."""
    started = time.process_time()
    with pytest.raises(Undecided, match=r"no board .* was found.*; the nearest .* had 2"):
        one({"height": 1, "width": 20, "monsters": 3}, timeout=0.3)
    assert time.process_time() - started < 10


def test_no_time_at_all() -> None:
    """With 0 seconds nothing is made."""
    with pytest.raises(Undecided):
        one(timeout=0)


def test_a_kind_that_there_is_not() -> None:
    """All kinds are listed; so for no kind at all."""
    for arguments, before in ((["nosuch"], "'nosuch' is not one of"), ([], "Choose from:")):
        ran = run("generate", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert re.findall("[a-z]+", ran.err.partition(before)[2]) == [*NAMES]


def test_a_wish_of_another_kind() -> None:
    """It says which generators know it; what none knows is refused as any flag."""
    ran = run("generate", "dungeon", "--islands", "5", "--seed", "1")
    assert (ran.status, ran.out) == (2, "")
    assert "The generator of dungeon has no --islands; these have it: hashi" in ran.err
    ran = run("generate", "sudoku", "--banana", "5", "--seed", "1")
    assert (ran.status, ran.out) == (2, "")
    assert "No such option" in ran.err


@pytest.mark.parametrize("recipe", [Recipe, *RECIPES.values()])
def test_recipes(recipe: Any) -> None:
    """A recipe itself is as good as a name and wishes, whose kind it tells; the bare class tells none."""
    if recipe is Recipe:
        with pytest.raises(UsageError, match="no kind has the recipe Recipe"):
            next(generate(Recipe(), seed=1))
        return
    (name,) = (name for name in RECIPES if RECIPES[name] is recipe)
    sizes = {"dungeon": 5, "sudoku": 4, "hashi": 6}
    size = {"height": sizes.get(name, 4), "width": sizes.get(name, 4)}
    made = next(generate(recipe(**size), seed=1))
    assert made.kind == name
    assert made == next(generate(name, size, seed=1))


def test_what_is_no_recipe() -> None:
    """Neither a class of recipes nor wishes beside a recipe nor a number of another type."""
    for what in (DungeonRecipe, 42, None):
        with pytest.raises(UsageError, match="expected the name of a kind or a recipe"):
            next(generate(what, seed=1))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a recipe holds all options"):
        next(generate(DungeonRecipe(), {"height": 5}, seed=1))
    for wishes in (5, ["height"], "height"):
        with pytest.raises(UsageError, match=r"the generator options are .*, expected names with values"):
            next(generate("dungeon", wishes, seed=1))  # type: ignore[arg-type]
    for field, value in (("seed", "x"), ("seed", 1.5), ("count", 0), ("count", "3"), ("count", True)):
        with pytest.raises(UsageError, match=f"{field} is {value!r}, expected a whole number"):
            next(generate("dungeon", **{"seed": 1, field: value}))


def test_without_a_seed() -> None:
    """It is a random one, which the puzzle tells: with it the same puzzle comes again."""
    wishes = {"height": 4, "width": 4}
    made = next(generate("dungeon", wishes))
    assert next(generate("dungeon", wishes, seed=int(made.extra["seed"].split("/")[0]))) == made


def test_an_unknown_kind() -> None:
    """Known kinds are named."""
    with pytest.raises(UsageError, match="unknown kind 'chess'; known: dungeon"):
        next(generate("chess", seed=1))
    assert run("generate", "chess").status == 2


# the command


def test_the_command_prints_what_the_function_makes() -> None:
    """All options reach the generator."""
    ran = run(
        *("generate", "dungeon", "--seed", "3", "--count", "2", "--size", "6x7", "--format", "json"),
        *("--monsters", "4", "--treasures", "1", "--loops", "some", "--any"),
    )
    wishes = {"height": 6, "width": 7, "monsters": 4, "treasures": 1, "loops": "some", "unique": False}
    expected = list(generate("dungeon", wishes, seed=3, count=2))
    assert (ran.status, ran.err) == (0, "")
    assert ran.answers == [kind_named("dungeon").texts.to_json(puzzle) for puzzle in expected]


def test_several_puzzles_as_text_read_back() -> None:
    """Blank lines between them; ``satdnd unique -`` finds each of them unique."""
    made = run("generate", "dungeon", "--seed", "11", "--count", "4")
    assert made.out.count("# name: dungeon 11/") == 4
    assert made.out.count("\n\n") == 3
    ran = run("unique", "-", "--format", "json", stdin=made.out)
    assert [answer["status"] for answer in ran.answers] == ["unique"] * 4
    assert [answer["name"] for answer in ran.answers] == [f"dungeon 11/{n}" for n in range(1, 5)]
    assert run("solve", "-", stdin=made.out).status == 0


@pytest.mark.parametrize(
    "arguments",
    ["dungeon", "dungeon --any --size 5", "sudoku --size 4", "hashi --size 6", "inshi --size 4"],
)
@pytest.mark.parametrize("style", ["text", "json"])
def test_every_kind_reads_its_own_puzzles(arguments: str, style: str, tmp_path: Path) -> None:
    """Two puzzles, in a pipe and as files, read back and are solved."""
    asked = ["generate", *arguments.split(), "--seed", "1", "--count", "2", "--format", style]
    kind = arguments.split()[0]
    piped = run("solve", "-", "--kind", kind, "--format", "json", stdin=run(*asked).out)
    assert [answer["status"] for answer in piped.answers] == ["solved", "solved"]
    assert run(*asked, "--save", tmp_path / "new").out == ""
    saved = run("solve", tmp_path / "new", "--format", "json")
    assert [(a["kind"], a["status"]) for a in saved.answers] == [(kind, "solved")] * 2


def test_save_writes_one_file_for_each(tmp_path: Path) -> None:
    """Names by kind, seed and number; the folder is made, and nothing else is left in it."""
    folder = tmp_path / "deep" / "er"
    ran = run("generate", "dungeon", "--seed", "7", "--count", "3", "--save", folder)
    assert ran == (0, "", "")
    assert sorted(p.name for p in folder.iterdir()) == [f"dungeon-7-{n}.dnd" for n in (1, 2, 3)]
    saved = [load(folder / f"dungeon-7-{n}.dnd")[0] for n in (1, 2, 3)]
    assert saved == list(generate("dungeon", seed=7, count=3))


@pytest.mark.parametrize(("style", "suffix"), [("json", ".json"), ("c", ".c"), ("text", ".dnd")])
def test_save_in_every_format(style: str, suffix: str, tmp_path: Path) -> None:
    """The ending says what it is, and it reads back."""
    run("generate", "dungeon", "--seed", "7", "--format", style, "--save", tmp_path)
    (path,) = tmp_path.iterdir()
    assert path.name == f"dungeon-7-1{suffix}"
    assert run("unique", path, "--kind", "dungeon").status == 0


def test_seeds_of_either_sign_have_files_of_their_own(tmp_path: Path) -> None:
    """Seed -1 does not overwrite seed 1."""
    for seed in ("1", "-1"):
        run("generate", "dungeon", "--seed", seed, "--save", tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_save_replaces_whole_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old file is replaced at once or not at all: a failure leaves it as it was, and no rubbish."""
    old = tmp_path / "dungeon-7-1.dnd"
    old.write_text("old")
    with monkeypatch.context() as patch:
        patch.setattr("satdnd.cli.output.os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no space")))
        assert run("generate", "dungeon", "--seed", "7", "--save", tmp_path).status == 2
    assert [p.name for p in tmp_path.iterdir()] == [old.name]
    assert old.read_text() == "old"
    assert run("generate", "dungeon", "--seed", "7", "--save", tmp_path).status == 0
    assert load(old)[0].name == "dungeon 7/1"


def test_save_into_a_file_is_refused(tmp_path: Path) -> None:
    """A file is no folder."""
    (tmp_path / "file").write_text("")
    ran = run("generate", "dungeon", "--seed", "1", "--save", tmp_path / "file")
    assert (ran.status, ran.out) == (2, "")
    assert "file" in ran.err
    ran = run("generate", "dungeon", "--seed", "1", "--save", tmp_path / "file" / "deeper")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("satdnd: cannot write")


def test_output_holds_what_would_be_printed(tmp_path: Path) -> None:
    """`--output` FILE and nothing on standard output."""
    arguments = ["generate", "dungeon", "--seed", "7", "--count", "2"]
    assert run(*arguments, "--output", tmp_path / "all.dnd") == (0, "", "")
    assert (tmp_path / "all.dnd").read_text() == run(*arguments).out
    assert [p.name for p in tmp_path.iterdir()] == ["all.dnd"]


def test_formats() -> None:
    """JSON is one line each, C is an initialiser each, and an unknown format names the known ones."""
    as_json = run("generate", "dungeon", "--seed", "2", "--count", "2", "--format", "json")
    assert [json.loads(line)["name"] for line in as_json.out.splitlines()] == ["dungeon 2/1", "dungeon 2/2"]
    as_c = run("generate", "dungeon", "--seed", "2", "--count", "2", "--format", "c")
    assert as_c.out.count(".monsters") == 2
    ran = run("generate", "dungeon", "--seed", "2", "--format", "svg")
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err == "satdnd: unknown format 'svg' for dungeon; known: json, text, c, dungeon-diagrams, kord, kord-old\n"
    )


def test_c_reads_back() -> None:
    """The counts, monsters and treasures survive the C initialiser."""
    made = run("generate", "dungeon", "--seed", "2", "--count", "2", "--format", "c").out
    ran = run("unique", "-", "--kind", "dungeon", "--format", "json", stdin=made)
    assert [answer["status"] for answer in ran.answers] == ["unique"] * 2


def test_a_random_seed_is_told() -> None:
    """Without --seed one is drawn, told on standard error, and gives the same puzzle again."""
    first = run("generate", "dungeon", "--size", "5")
    word, seed = first.err.split()
    assert word == "seed"
    again = run("generate", "dungeon", "--size", "5", "--seed", seed)
    assert again == (0, first.out, "")
    assert run("generate", "dungeon", "--size", "5").err != first.err


def test_running_out_of_time(tmp_path: Path) -> None:
    """Status 3, one line on standard error that says how many were made, no file."""
    hopeless = ["generate", "dungeon", "--size", "1x20", "--monsters", "3", "--seed", "1", "--count", "2"]
    ran = run(*hopeless, "--timeout", "0.2", "--output", tmp_path / "none.dnd")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("satdnd: 0 of 2 made: the time limit was reached: no board with these options was found")
    assert not list(tmp_path.iterdir())
    assert run("generate", "dungeon", "--timeout", "0", "--seed", "1").status == 3


@pytest.mark.parametrize(("error", "status"), [(Undecided("too late"), 3), (CannotFulfil("no such puzzle"), 1)])
def test_what_was_made_stays_made(error: Exception, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzles before the one that failed are printed; the message counts them."""

    def two_then_fail(*_: Any, **__: Any) -> Any:
        yield from generate("dungeon", {"height": 4, "width": 4}, seed=1, count=2)
        raise error

    monkeypatch.setattr("satdnd.setter.generator.generate", two_then_fail)
    ran = run("generate", "dungeon", "--seed", "1", "--count", "5")
    assert ran.status == status
    assert ran.out.count("# name") == 2
    assert ran.err == f"satdnd: 2 of 5 made: {error}\n"


@pytest.mark.parametrize("size", ["", "x", "8x", "x8", "8x8x8", "-4", "8.5", "８", "99999", "8 x 8"])
def test_a_bad_size(size: str) -> None:
    """What is no size is said to be none."""
    ran = run("generate", "dungeon", "--seed", "1", "--size", size)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"satdnd: --size is {size!r}, expected a number of up to 4 digits or ROWSxCOLUMNS\n"


@pytest.mark.parametrize(
    "arguments",
    [
        "--count 0",
        "--count x",
        "--seed x",
        "--timeout -1",
        "--monsters -1",
        "--loops 2",
        "--needs luck",
        "--islands 5",
        "--size 0",
        "--size 1",
        "--difficulty evil",
        "--monsters nan",
        "--loops nan",
        "--loops=-1",
        "--memory 0",
        "--memory lots",
        "--height 8",
    ],
)
def test_bad_options(arguments: str) -> None:
    """Status 2, nothing on standard output, no traceback."""
    ran = run("generate", "dungeon", *(() if "--seed" in arguments else ("--seed", "1")), *arguments.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err
    assert "Traceback" not in ran.err


def test_rows_come_first_in_a_size() -> None:
    """7x4 is seven rows of four."""
    assert command._size("7x4") == (7, 4)
    assert command._size("9") == (9, 9)
    (answer,) = run("generate", "dungeon", "--seed", "1", "--size", "7x4", "--format", "json").answers
    assert (len(answer["rows"]), len(answer["columns"])) == (7, 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_puzzles_of_the_classic_size_that_need_connectivity(seed: int) -> None:
    """At 8x8 within a minute each."""
    puzzle = one({"needs": "connectivity"}, seed, timeout=60)
    assert (count(puzzle), count(puzzle, "local")) == (1, 2)
