"""Known dungeons with known answers, corners of the rules, wrong questions, and wrong boards that must be caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import oracle
import pytest

from satdnd.engine.answer import MULTIPLE, SOLVED, UNIQUE, UNSOLVABLE
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, UsageError
from satdnd.formats.loading import load
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import sieve
from satdnd.kinds.dungeon.encode import DungeonEncoding
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.formula import Literal
from satdnd.sat.session import NATIVE, Session, solver_names

DATA = Path(__file__).parents[1] / "data" / "dungeons.jsonl"
"""The examples of the course notes and of the C listing in them; each record names its source."""
PUBLISHED: dict[str, Dungeon] = {puzzle.name: puzzle for puzzle in load(DATA)}
ANSWERS = {
    "6x6 example": 0x111F44047,
    "8x8 example": 0x0FE808E80EEA0AE0,
    "course p1": 0x0BEB80BF80E8C8DF,
    "course p2": None,
    "course p3": None,
    "course p4": 0x00AA00FEE08B8A88,
    "course p5": 0xC711754545457F00,
    "course p6": 0xE08E389B3191319F,
    "course p7": 0x101616C07B425A10,
    "course p8": 0x85F500AABA00F585,
    "course p9": None,
}
"""The only solution of each; None: it has none, misprinted in the course notes."""
LOOPS = {"course p4": 3, "course p7": 1, "course p8": 2}
"""Independent loops of those that are no trees."""
WAYS = {
    "template": DungeonOptions(compilation="template"),
    "direct": DungeonOptions(compilation="direct"),
    "template planar": DungeonOptions(compilation="template", connectivity="planar"),
    "direct planar": DungeonOptions(compilation="direct", connectivity="planar"),
    "direct ordered": DungeonOptions(compilation="direct", connectivity="ordered"),
    "native": DungeonOptions(compilation="direct", cardinality="native", solver="minicard"),
    "glucose4": DungeonOptions(solver="glucose4"),
    "backtrack": DungeonOptions(way="backtrack"),
    "sieve": DungeonOptions(way="sieve"),
}


def fits(puzzle: Dungeon, way: str) -> None:
    """The sieve takes boards of one machine word."""
    if way == "sieve" and not sieve.fits(puzzle.grid):
        pytest.skip("too large for the sieve")


def found(puzzle: Dungeon, settings: Settings) -> list[int]:
    """All solutions, sorted."""
    fits(puzzle, settings.way)
    return sorted(solution.board for solution in Solver(settings).solutions(puzzle))


def with_counts(lines: Sequence[str], monsters: bool = True) -> tuple[Dungeon, int]:
    """The puzzle of a solved picture (``#`` wall, ``T`` treasure, the dead ends are monsters), and its board."""
    geometry = grid(len(lines), len(lines[0]))
    letters = "".join(lines)
    board = sum(1 << i for i, letter in enumerate(letters) if letter == "#")
    return (
        Dungeon(
            rows=tuple(line.count("#") for line in lines),
            columns=tuple(column.count("#") for column in zip(*lines, strict=True)),
            monsters=tuple(geometry.cells(geometry.degrees(geometry.all & ~board).one)) if monsters else (),
            treasures=tuple(divmod(i, geometry.width) for i, letter in enumerate(letters) if letter == "T"),
        ),
        board,
    )


# published puzzles


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ANSWERS)
def test_published_puzzles(name: str, way: str) -> None:
    """Each published puzzle has exactly the known board, or none."""
    assert list(PUBLISHED) == list(ANSWERS)
    puzzle, board = PUBLISHED[name], ANSWERS[name]
    answer = Solver(WAYS[way]).unique(puzzle)
    assert [solution.board for solution in answer.solutions] == ([] if board is None else [board])
    assert answer.status == (UNSOLVABLE if board is None else UNIQUE)
    assert answer.complete
    for solution in answer.solutions:
        assert solution.lines == puzzle.extra["solution"]
        assert (solution.loops, solution.tree) == (LOOPS.get(name, 0), name not in LOOPS)
        assert solution.to_json()["board"] == grid(puzzle.height, puzzle.width).hex(board or 0)


@pytest.mark.parametrize("way", WAYS)
def test_forced_cells_of_published_puzzles(way: str) -> None:
    """Of a unique puzzle every cell is forced; of an unsolvable one nothing is said."""
    solver = Solver(WAYS[way])
    for name, board in ANSWERS.items():
        answer = solver.forced(PUBLISHED[name])
        if board is None:
            assert (answer.status, answer.details) == (UNSOLVABLE, {})
        else:
            rows = [line.replace(".", "o") for line in PUBLISHED[name].extra["solution"]]
            assert (answer.status, answer.details) == (SOLVED, {"forced": rows})


# contradictions that need no search


CONTRADICTIONS = {
    "sums": (
        Dungeon((1, 3, 1), (0, 1, 0, 3)),
        "the row counts add up to 5 walls, the column counts to 4",
    ),
    "monster on a given wall": (
        Dungeon((None,) * 3, (None,) * 3, monsters=((0, 2), (1, 1)), walls=0b000_010_000),
        "the monster at r2c2 stands on a cell given as wall",
    ),
    "treasure on a given wall": (
        Dungeon((None,) * 3, (None,) * 4, treasures=((2, 3),), walls=1 << 11),
        "the treasure at r3c4 stands on a cell given as wall",
    ),
    "two rows": (
        Dungeon((None,) * 2, (None,) * 9, treasures=((1, 4),)),
        "a treasure needs a room of 3x3 cells, and the grid is smaller",
    ),
    "two columns": (
        Dungeon((None,) * 9, (None,) * 2, treasures=((4, 1),)),
        "a treasure needs a room of 3x3 cells, and the grid is smaller",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradictions_have_a_reason(name: str, way: str) -> None:
    """What cannot be for a simple reason is unsolvable, with that reason, whatever is asked."""
    puzzle, reason = CONTRADICTIONS[name]
    for topology in TOPOLOGIES:
        solver = Solver(replace(WAYS[way], topology=topology))
        answers = [solver.solve(puzzle), solver.solve(puzzle, None), solver.unique(puzzle), solver.forced(puzzle)]
        for answer in answers:
            assert (answer.status, answer.reason, answer.solutions) == (UNSOLVABLE, reason, [])
        assert list(solver.solutions(puzzle)) == []


@pytest.mark.parametrize("way", WAYS)
def test_treasures_without_space(way: str) -> None:
    """A treasure all of whose blocks are spoilt is unsolvable, without a crash and without a wrong reason."""
    unknown = {"rows": (None,) * 4, "columns": (None,) * 4}
    for puzzle in (
        Dungeon((None,) * 3, (None,) * 3, treasures=((1, 1),)),  # no border, so no entrance
        Dungeon(**unknown, treasures=((1, 1), (2, 2))),  # in every block there is the other one too
        Dungeon(**unknown, treasures=((0, 0),), monsters=((2, 2),)),
        Dungeon(**unknown, treasures=((0, 0),), walls=1 << 5),
        Dungeon((1, 1, 1, 1), (1, 1, 1, 1), treasures=((0, 0),)),
    ):
        answer = Solver(WAYS[way]).solve(puzzle, None)
        assert (answer.status, answer.complete, answer.reason) == (UNSOLVABLE, True, "")


# connectivity


ONLY_CONNECTED = (
    Dungeon((1, 2, 2, 1, 2), (2, 1, 2, 2, 1), ((0, 0), (3, 0), (4, 1), (4, 4)), name="5x5"),
    Dungeon((3, 2, 3, 3), (1, 1, 2, 1, 2, 1, 1, 1, 1), ((0, 1), (0, 3), (3, 1), (3, 3)), name="4x9"),
    Dungeon((2, 3, 3, 3, 1), (2, 1, 2, 2, 1, 1, 3, 0), ((0, 1), (1, 0), (3, 3), (4, 0), (4, 7)), name="5x8"),
    Dungeon(
        (3, 3, 3, 2, 4, 1, 5, 0),
        (2, 3, 4, 4, 0, 4, 1, 3),
        ((0, 0), (0, 7), (1, 1), (1, 3), (2, 2), (2, 7), (7, 0)),
        name="8x8",
    ),
    Dungeon(
        (2, 4, 3, 3, 4, 3, 3, 2, 5),
        (2, 3, 3, 4, 5, 2, 4, 4, 2),
        ((0, 3), (0, 5), (0, 8), (2, 4), (3, 8), (6, 0), (8, 0), (8, 5), (8, 8)),
        name="9x9",
    ),
)
"""Found by asking carved boards under both topologies: each has two boards that keep the rules around each cell."""
ONLY_CONNECTED_BOARDS = (0x9130B0, 0x829610434, 0x40154C6209, 0x6D01AC822AA40E, 0xDC04A8869856812A3450)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("puzzle", "board"),
    list(zip(ONLY_CONNECTED, ONLY_CONNECTED_BOARDS, strict=True)),
    ids=lambda x: getattr(x, "name", ""),
)
def test_unique_only_thanks_to_connectivity(puzzle: Dungeon, board: int, way: str) -> None:
    """Unique under the published rules, two boards under local, of which the other one falls into pieces."""
    fits(puzzle, way)
    answer = Solver(WAYS[way]).unique(puzzle)
    assert (answer.status, [solution.board for solution in answer.solutions]) == (UNIQUE, [board])
    local = Solver(replace(WAYS[way], topology="local")).unique(puzzle)
    assert local.status == MULTIPLE
    assert {solution.board for solution in local.solutions} > {board}
    for solution in local.solutions:
        walls = frozenset(puzzle.grid.cells(solution.board))
        clues = puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures
        assert oracle.faulty_rules(*clues, walls) == (set() if solution.board == board else {"connected"})


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "lines",
    [
        ["...#...", ".#.#.#.", "...#..."],
        ["...", ".#.", "...", "###", "...", ".#.", "..."],
        ["....#...", ".##.#.#.", "....#..."],
        ["...##", ".#.##", "...##", "#####", "##...", "##.#.", "##..."],
    ],
    ids=["side by side", "one above the other", "of two sizes", "apart"],
)
def test_two_closed_rings(lines: list[str], way: str) -> None:
    """Two rings keep every rule but the last: a board under local, none under connected or tree."""
    puzzle, board = with_counts(lines)
    assert puzzle.monsters == ()
    assert board in found(puzzle, replace(WAYS[way], topology="local"))
    assert board not in found(puzzle, WAYS[way])
    assert found(puzzle, replace(WAYS[way], topology="tree")) == []
    given = replace(puzzle, walls=board)
    assert found(given, replace(WAYS[way], topology="local")) == [board]
    assert Solver(WAYS[way]).solve(given).status == UNSOLVABLE


@pytest.mark.parametrize("way", WAYS)
def test_tree_finds_only_trees(way: str) -> None:
    """Without counts, the trees are exactly those connected boards that the oracle calls trees."""
    for monsters, treasures, size in (
        ([(0, 0), (3, 3)], [], (4, 4)),
        ([(0, 0)], [(2, 2)], (4, 5)),
        ([], [], (4, 4)),
        ([(4, 4)], [(0, 0)], (5, 5)),
    ):
        rows = (None,) * size[0]
        puzzle = Dungeon(rows, (None,) * size[1], tuple(monsters), tuple(treasures))
        connected, tree = (
            {s.board: s for s in Solver(replace(WAYS[way], topology=topology)).solutions(puzzle)}
            for topology in ("connected", "tree")
        )
        assert tree
        assert all(solution.tree and solution.loops == 0 for solution in tree.values())
        assert set(tree) == {board for board, solution in connected.items() if solution.tree}
        for board in connected:
            walls = frozenset(puzzle.grid.cells(board))
            broken = oracle.faulty_rules(puzzle.rows, puzzle.columns, monsters, treasures, walls, "tree")
            assert broken == (set() if board in tree else {"tree"})


# small dungeons


# solvers


@pytest.mark.parametrize("compilation", ["template", "direct"])
@pytest.mark.parametrize("name", solver_names())
def test_every_listed_solver_solves(name: str, compilation: str) -> None:
    """Every solver that the message about an unknown one lists answers, the unsolvable puzzle too."""
    solver = Solver(DungeonOptions(solver=name, compilation=compilation))
    for puzzle in ("6x6 example", "course p2", "course p1"):
        answer = solver.unique(PUBLISHED[puzzle])
        assert [solution.board for solution in answer.solutions] == [ANSWERS[puzzle]] * (answer.status == UNIQUE)
        assert (answer.status == UNIQUE) == (ANSWERS[puzzle] is not None)


@pytest.mark.parametrize("name", solver_names())
def test_native_needs_a_solver_that_has_it(name: str) -> None:
    """A solver without native cardinality constraints is refused with those that have them; these solve."""
    solver = Solver(DungeonOptions(cardinality="native", solver=name))
    if name in NATIVE:
        assert [s.board for s in solver.unique(PUBLISHED["6x6 example"]).solutions] == [ANSWERS["6x6 example"]]
    else:
        with pytest.raises(UsageError, match=f"'{name}'.*{', '.join(NATIVE)}"):
            solver.solve(PUBLISHED["6x6 example"])


# wrong boards are caught


@pytest.mark.parametrize("way", ["template", "direct"])
def test_missing_loop_cuts_are_caught(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the cuts for loops, a board that is no tree is caught."""
    monkeypatch.setattr(DungeonEncoding, "_loop_cuts", lambda self, puzzle, open_cells: [])
    with pytest.raises(EncodingBug, match="the clauses of tree let it through"):
        Solver(replace(WAYS[way], topology="tree")).solve(PUBLISHED["course p7"])


@pytest.mark.parametrize("way", ["template", "direct"])
def test_a_wrong_model_is_told_from_a_wrong_formula(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the solver's model breaks the clauses themselves, the message blames the solver, not the clauses."""
    answer = Session.next_model

    def flipped(self: Session, *args: object, **options: object) -> Sequence[Literal] | None:
        model = answer(self, *args, **options)  # type: ignore[arg-type]
        return model and [-model[0], *model[1:]]

    monkeypatch.setattr(Session, "next_model", flipped)
    with pytest.raises(EncodingBug, match=r"the solver's model does not satisfy the clauses of .*row-count"):
        Solver(WAYS[way]).solve(PUBLISHED["course p1"])
