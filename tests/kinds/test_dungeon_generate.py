"""Generated dungeons: every wish by the oracle's own counting, layouts and their changes, drafts, drawn layouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import oracle
import pytest
from command_line import run
from hypothesis import given, settings, strategies as st

import satdnd
from satdnd import Dungeon, InputError, Solver, UsageError, load
from satdnd.errors import CannotFulfil
from satdnd.formats.loading import read_text
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import board_shape, generate as module
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve, carve_frame
from satdnd.kinds.dungeon.layout import Frame, image
from satdnd.kinds.dungeon.recipe import CELLS_A_LOOP
from satdnd.sat.budget import Budget
from satdnd.setter.drafts import complete, layout
from satdnd.setter.generator import generate

SOLVER = Solver()


def solved(puzzle: Dungeon) -> Any:
    """Its only solution."""
    answer = SOLVER.unique(puzzle)
    assert answer.status == "unique"
    return answer.solutions[0]


def images(board: list[str]) -> dict[str, list[str]]:
    """The grid under each symmetry."""
    return {"none": board, "rotation": [row[::-1] for row in board[::-1]], "mirror": [row[::-1] for row in board]}


@pytest.mark.slow
@pytest.mark.no_cover
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    height=st.integers(5, 9),
    width=st.integers(5, 9),
    monsters=st.none() | st.sampled_from((2, 4, 6)),
    treasures=st.sampled_from((None, None, 0, 2)),
    loops=st.sampled_from((None, "none", "some", "many")),
    symmetry=st.sampled_from(("none", "rotation", "mirror")),
)
def test_every_wish_is_met_exactly(
    seed: int, height: int, width: int, monsters: int | None, treasures: int | None, loops: str | None, symmetry: str
) -> None:
    """Unique, so many monsters and rooms, loops in their range, symmetric walls; or it is said to be too much."""
    wishes = {"height": height, "width": width, "monsters": monsters, "treasures": treasures, "loops": loops}
    recipe = module.DungeonRecipe(**wishes, symmetry=symmetry)  # type: ignore[arg-type]
    try:
        module.validate(recipe)
    except UsageError:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_STEPS", 60_000)
        try:
            puzzle = next(generate(recipe, seed=seed))
        except CannotFulfil:
            return
    board = solved(puzzle)
    assert (puzzle.height, puzzle.width) == (height, width)
    assert monsters in (None, len(puzzle.monsters))
    assert treasures in (None, len(puzzle.treasures))
    few = max(1, height * width // CELLS_A_LOOP)
    assert board.loops in {None: range(99), "none": (0,), "some": range(1, few + 1), "many": range(few + 1, 99)}[loops]
    assert images(board.lines)[symmetry] == board.lines


@pytest.mark.parametrize("symmetry", ["none", "rotation", "mirror"])
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (2, 2), (3, 3), (4, 5), (5, 5), (6, 6), (7, 9), (9, 4), (12, 12)])
def test_carved_frames_are_legal_and_symmetric(size: tuple[int, int], symmetry: Any) -> None:
    """Nothing is opened, or the layout keeps every rule by the oracle, and its loops are counted as answers do."""
    for seed in range(20):
        rng = random.Random(f"{size} {seed}")
        carving = Carving(*size, rng.randint(0, 3), rng.choice((0, 0.5, 1)), seed % 2 == 0, symmetry)
        frame, opens = carve_frame(carving, rng, Budget())
        if not opens:
            continue
        assert frame.legal(opens)
        treasures = sum(room & -room for room in frame.rooms)
        walls = frame.geometry.all & ~opens
        puzzle = puzzle_of(*size, walls, treasures)
        cells = set(puzzle.grid.cells(walls))
        assert not oracle.faulty_rules(puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures, cells)
        lines = puzzle.grid.lines(walls)
        assert images(lines)[symmetry] == lines
        expected = board_shape.loops(frame.geometry, opens, frame.inside)
        assert frame.loops(opens) == expected


def test_legal_layouts_are_what_the_oracle_accepts() -> None:
    """All sets of open cells of 3x4 without a room: legal or faulty as the oracle says."""
    geometry = grid(3, 4)
    frame = Frame(geometry, ())
    for opens in range(1, 1 << 12):
        puzzle = puzzle_of(3, 4, geometry.all & ~opens, 0)
        cells = set(geometry.cells(geometry.all & ~opens))
        faults = oracle.faulty_rules(puzzle.rows, puzzle.columns, puzzle.monsters, (), cells)
        assert frame.legal(opens) == (not faults), geometry.lines(opens, ".", "#")


def test_what_cannot_be_made_is_said_with_how_near_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always an end: no 1x20 board has three dead ends, and no 4x4 board two loops."""
    monkeypatch.setattr(module, "MOST_STEPS", 20_000)
    with pytest.raises(CannotFulfil, match=r"found among \d+ carved boards; the nearest .* monsters had 2"):
        next(generate("dungeon", {"height": 1, "width": 20, "monsters": 3}, seed=1))
    with pytest.raises(CannotFulfil, match="the nearest to the loops had 1"):
        next(generate("dungeon", {"height": 4, "width": 4, "loops": "many"}, seed=1))
    with pytest.raises(CannotFulfil, match="the nearest to the number of rooms had"):
        next(generate("dungeon", {"height": 6, "width": 6, "treasures": 4}, seed=1))


def test_windows_cover_the_board() -> None:
    """Each row of windows covers every cell, the last one is the whole board."""
    recipe = module.DungeonRecipe(height=20, width=33)
    attempt = module._Attempt(random.Random(1), recipe, Budget(), lambda *_: None)
    *parts, last = list(attempt._windows())
    assert last == [attempt.grid.all]
    assert len(parts) > 2
    for windows in parts:
        covered = 0
        for window in windows:
            covered |= window
        assert covered == attempt.grid.all


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_large_boards(seed: int) -> None:
    """24x24, unique by the engine."""
    solved(next(generate("dungeon", {"height": 24, "width": 24}, seed=seed)))


# drafts


DRAFT = """\
 ??2???4?
?........
?.......M
?..M.....
?.......M
?...#....
?.T......
?........
?o.......
"""


def draft(text: str) -> Dungeon:
    """The puzzle of a text."""
    (item,) = read_text(text, kind="dungeon")
    assert isinstance(item.puzzle, Dungeon)
    return item.puzzle


@pytest.mark.parametrize("givens", [False, True])
def test_a_draft_is_completed(givens: bool) -> None:
    """What is wanted is there, what is told is counts and things alone unless given cells may stay."""
    wanted = draft(DRAFT)
    found = list(complete(wanted, seed=3, count=3, givens=givens))
    for puzzle in found:
        board = solved(puzzle).board
        assert (puzzle.columns[2], puzzle.columns[6]) == (2, 4)
        assert set(wanted.monsters) <= set(puzzle.monsters)
        assert set(wanted.treasures) <= set(puzzle.treasures)
        assert not wanted.walls & ~board
        assert not wanted.opens & board
        assert (puzzle.walls, puzzle.opens) == ((wanted.walls, wanted.opens) if givens else (0, 0))
        assert None not in (*puzzle.rows, *puzzle.columns)
    assert found == list(complete(wanted, seed=3, count=3, givens=givens))


def completed(wanted: Dungeon) -> Iterator[Dungeon]:
    """Its completion; nothing where there is none."""
    with suppress(CannotFulfil):
        yield from complete(wanted, seed=1)


def test_small_drafts_by_brute_force() -> None:
    """3x3 and 3x4: a draft is completed exactly where some legal board that fits it is unique."""
    made = {True: 0, False: 0}
    for height, width in ((3, 3), (3, 4)):
        geometry = grid(height, width)
        frame = Frame(geometry, ())
        legal = [opens for opens in range(1, geometry.all + 1) if frame.legal(opens)]
        by_puzzle: dict[Any, list[int]] = {}
        for opens in legal:
            by_puzzle.setdefault(puzzle_of(height, width, geometry.all & ~opens, 0), []).append(opens)
        rng = random.Random(height * width)
        for _ in range(25):
            rows = tuple(rng.choice((None, 0, 1, 2, 3)) for _ in range(height))
            walls = 1 << rng.randrange(geometry.size)
            wanted = Dungeon(rows, (None,) * width, walls=walls)
            fitting = {
                puzzle
                for puzzle, boards in by_puzzle.items()
                if len(boards) == 1
                and not boards[0] & walls
                and all(row in (None, own) for row, own in zip(rows, puzzle.rows, strict=True))
            }
            puzzle = next(completed(wanted), None)
            made[puzzle is not None] += 1
            if puzzle is None:
                assert not fitting, (rows, walls)
            else:
                assert puzzle in fitting or puzzle.treasures or not geometry.all & ~solved(puzzle).board
    assert min(made.values()) > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" 33?\n?...\n?...\n0...\n", "no dungeon fits the draft"),
        (" 111\n0...\n0...\n0...\n", "no dungeon fits the draft: the row counts add up to 0 walls"),
        (" ???\n?MM.\n?.M.\n?...\n", "no dungeon fits the draft"),
    ],
)
def test_drafts_that_cannot_be_completed(text: str, message: str) -> None:
    """It is said, with the reason where that is known."""
    with pytest.raises(CannotFulfil, match=message):
        next(complete(draft(text), seed=1, timeout=60))


def test_drafts_on_the_command_line(tmp_path: Path) -> None:
    """--from completes; wishes beside it, kinds without drafts, --givens alone are refused."""
    path = tmp_path / "draft.dnd"
    path.write_text(DRAFT)
    made = run("generate", "dungeon", "--from", path, "--seed", "1")
    assert made.status == 0
    assert run("unique", "-", "--quiet", stdin=made.out).status == 0
    assert run("generate", "dungeon", "--from", path, "--seed", "1") == made
    for arguments, message in (
        (("dungeon", "--from", path, "--size", "3"), "the draft sets the size: leave out --size"),
        (("dungeon", "--from", path, "--any"), "always completed to a puzzle with one solution"),
        (("dungeon", "--from", path, "--treasures", "9"), "9 treasure rooms of 3x3 cannot fit into 8x8"),
        (("dungeon", "--from", path, "--linear"), "these have it: inshi"),
        (("dungeon", "--layout", path, "--monsters", "3"), "takes everything from the drawing: leave out --monsters"),
        (("dungeon", "--givens"), "--givens needs --from"),
        (("dungeon", "--from", path, "--layout", path), "cannot be combined"),
    ):
        ran = run("generate", *arguments, "--seed", "1")
        assert ran.status == 2
        assert message in ran.err
    other = tmp_path / "x.sudoku"
    other.write_text("." * 81)
    ran = run("generate", "sudoku", "--from", other, "--seed", "1")
    assert (ran.status, ran.out) == (2, "")
    assert "sudoku has no drafts; these have: dungeon" in ran.err
    hopeless = tmp_path / "no.dnd"
    hopeless.write_text(" 33?\n?...\n?...\n0...\n")
    ran = run("generate", "dungeon", "--from", hopeless, "--seed", "1")
    assert (ran.status, ran.out) == (1, "")
    assert "0 of 1 made: no dungeon fits the draft" in ran.err


WISHES: dict[str, dict[str, Any]] = {
    "monsters": {"monsters": 8},
    "rooms": {"treasures": 2},
    "no room": {"treasures": 0},
    "no loop": {"loops": "none"},
    "some loops": {"loops": "some"},
    "many loops": {"loops": "many"},
    "rotation": {"symmetry": "rotation"},
    "mirror": {"symmetry": "mirror"},
    "connectivity": {"needs": "connectivity"},
    "all": {"monsters": 7, "treasures": 1, "loops": "some"},
}
FREE_DRAFT = " ????4???\n" + "?........\n" * 3 + "4...M....\n" + "?........\n" * 4


@pytest.mark.parametrize("name", WISHES)
def test_wishes_beside_a_draft(name: str) -> None:
    """They are met, each, and so is the draft; the puzzle is unique."""
    wished = WISHES[name]
    wanted = draft(FREE_DRAFT)
    if name in ("rotation", "mirror"):
        wanted = replace(wanted, monsters=())
    found = next(complete(wanted, wished, seed=1))
    solution = solved(found)
    assert set(wanted.monsters) <= set(found.monsters)
    assert (found.rows[3], found.columns[4]) == (4, 4)
    assert len(found.monsters) == wished.get("monsters", len(found.monsters))
    assert len(found.treasures) == wished.get("treasures", len(found.treasures))
    low, high = {None: (0, 64), "none": (0, 0), "some": (1, 2), "many": (3, 64)}[wished.get("loops")]
    assert low <= solution.loops <= high
    if symmetry := wished.get("symmetry"):
        assert image(found.grid, symmetry, solution.board) == solution.board
        monsters = sum(1 << r * found.width + c for r, c in found.monsters)
        assert image(found.grid, symmetry, monsters) == monsters
    if "needs" in wished:
        assert Solver(satdnd.DungeonOptions(topology="local")).unique(found).status == "multiple"


def test_a_grade_beside_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is met and told; where it is not, it is said how many were tried, and what they were."""
    found = next(complete(draft(FREE_DRAFT), {"difficulty": "medium"}, seed=1))
    rated = satdnd.rate(found).to_json()
    assert (found.extra["grade"], found.extra["minutes"]) == (rated["grade"], rated["minutes"][1])
    assert rated["grade"] == "medium"
    monkeypatch.setattr("satdnd.setter.drafts.TRIED", 2)
    with pytest.raises(CannotFulfil, match=r"no expert puzzle was found among 2 completions \(2 trivial\)"):
        next(complete(draft(" ???\n?...\n?...\n?...\n"), {"difficulty": "expert"}, seed=1))


def test_wishes_that_a_draft_rules_out() -> None:
    """Fewer things than it has; a symmetry that it does not have: no puzzle, and that is a fact."""
    with pytest.raises(CannotFulfil, match="the draft has 1 monster, but 0 are required"):
        next(complete(draft(FREE_DRAFT), {"monsters": 0}, seed=1))
    uneven = draft(FREE_DRAFT.replace("4...M....", "4..#o.o.."))
    with pytest.raises(CannotFulfil, match="no dungeon fits the draft"):
        next(complete(uneven, {"symmetry": "mirror"}, seed=1))


# layouts


def test_a_drawn_layout_that_is_unique(tmp_path: Path) -> None:
    """The puzzle on standard output, the word on standard error; letters say what they may."""
    path = tmp_path / "ring.txt"
    path.write_text("######\n#....#\n#.##.#\n#.##.#\n#....#\n######\n")
    ran = run("generate", "dungeon", "--layout", path)
    assert ran.status == 0
    assert ran.err == "unique: the layout is the only solution of its puzzle\n"
    assert "# name: ring" in ran.out
    assert run("unique", "-", stdin=ran.out).status == 0


def test_smallest_changes_by_brute_force(tmp_path: Path) -> None:
    """One change where one does: exactly those cells after which it is legal and unique; so does --fix."""
    path = tmp_path / "layout.txt"
    puzzles = [puzzle_of(8, 8, *carve(Carving(8, 8, 0, 0.4), random.Random(seed))) for seed in range(150)]
    several = [puzzle for puzzle in puzzles if SOLVER.unique(puzzle).status == "multiple"]
    assert len(several) > 3
    for puzzle in several[:4]:
        board = SOLVER.solve(puzzle).solutions[0]
        drawn = layout("dungeon", "\n".join(board.lines))
        assert drawn.other is not None
        assert drawn.puzzle == puzzle
        frame, geometry = Frame(puzzle.grid, ()), puzzle.grid
        expected = set()
        for i in range(geometry.size):
            walls = board.board ^ 1 << i
            if frame.legal(geometry.all & ~walls) and SOLVER.unique(puzzle_of(8, 8, walls, 0)).status == "unique":
                expected.add(1 << i)
        if drawn.changes:
            path.write_text("\n".join(board.lines))
            fixed = run("generate", "dungeon", "--layout", path, "--fix")
            assert (fixed.status, fixed.err.split(":")[0]) == (0, "unique after this change")
            assert run("unique", "-", stdin=fixed.out).status == 0
        if expected:
            found = {solved(change.puzzle).board ^ board.board for change in drawn.changes}
            assert (found, drawn.tried) == (expected, 1)
        else:
            assert all(len(change.edits) > 1 for change in drawn.changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..\n..\n", "the 2x2 block at r1c1 is entirely open"),
        (".#.\n.#.\n", "the open cells fall into 2 pieces"),
        ("...\nM#.\n...\n", "the monster at r2c1 has 2 open neighbours instead of one"),
        ("...\n.#T\n...\n", "the treasure at r2c3 lies in no treasure room"),
        ("", "found nothing"),
        ("..x\n", "found 'x'"),
        ("..\n\n..\n", "found several layouts"),
    ],
)
def test_layouts_that_break_a_rule(text: str, message: str, tmp_path: Path) -> None:
    """They are refused with every fault, by the function and on the command line."""
    with pytest.raises(InputError, match=message):
        layout("dungeon", text)
    path = tmp_path / "bad.txt"
    path.write_text(text)
    ran = run("generate", "dungeon", "--layout", path)
    assert (ran.status, ran.out) == (2, "")


# generated instances


INSTANCES = Path(__file__).parents[2] / "instances" / "dungeon" / "generated"
FILES = sorted(INSTANCES.glob("*.dnd"))


@pytest.mark.parametrize("path", [path for path in FILES[::9] if "-24" not in path.name], ids=lambda p: p.stem)
def test_some_generated_instances_come_again(path: Path) -> None:
    """The puzzle of a file is unique, and its seed gives it again."""
    (puzzle,) = load(path)
    solved(puzzle)
    seed, number = puzzle.extra["seed"].split("/")
    wishes = {"height": puzzle.height, "width": puzzle.width}
    assert number == "1"
    assert next(generate("dungeon", wishes, seed=int(seed))) == puzzle
