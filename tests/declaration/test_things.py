"""Things on cells as clues and as what is placed, with a kind for tests: so many lamps, one beside each tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import pytest

import satdnd
from satdnd import InputError, Settings, registry
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.things import Things, WholeNumber, apart
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.repairs import additional_clues
from satdnd.declaration.views.placed import PlacedCells, PlacedSolution
from satdnd.declaration.words.kind_words import Rule
from satdnd.draw.picture import Tile
from satdnd.draw.terminal import render
from satdnd.grid.bitboard import Cell
from satdnd.rules.count import Count, exactly
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Repairs

TREES = Things("tree", "T", keyword="trees")
LAMPS = WholeNumber("lamps", 0, keyword="lamps")


@dataclass(frozen=True)
class LitSolution(PlacedSolution):
    """Where the lamps stand."""

    lamps: tuple[Cell, ...]

    key: ClassVar = "lamps"
    sign: ClassVar = "*"


@dataclass(frozen=True)
class Lit(GridPuzzle):
    """Trees, and how many lamps there are."""

    height: int
    width: int
    trees: tuple[Cell, ...] = clues(TREES, ())
    lamps: int | None = clues(LAMPS, None)

    kind: ClassVar = "lit"
    solution_class: ClassVar = LitSolution


def statements(puzzle: Lit, lamps: Shading) -> Iterator[Count]:
    """A lamp beside each tree, none on it; their number."""
    cells = [*puzzle.grid.cells(puzzle.grid.all)]
    for tree in puzzle.trees:
        clue = Clue("trees", tree)
        beside = lamps.literals([cell for cell in cells if apart(cell, tree) == 1])
        yield Count("tree", (tree,), "the tree at {} has no lamp on it", lamps.literals([tree]), 0, 0, clue=clue)
        yield Count("tree", (tree,), "the tree at {} has one lamp beside it", beside, 1, 1, clue=clue)
    if puzzle.lamps is not None:
        yield exactly("lamps", (), f"there are {puzzle.lamps} lamps", lamps.literals(cells), puzzle.lamps)


KIND = DeclaredKind(
    Lit,
    PlacedCells(LitSolution, "lamp", "dark", many="lamps", icon="lamp"),
    title="Lit",
    play="Place lamps.",
    rules={"tree": Rule("A tree has one lamp beside it.", "tree"), "lamps": Rule("So many lamps.", "number")},
    statements=statements,
    examples=["size\n2x3\ntrees\n0,1\nlamps\n2\n"],
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind is in the registry."""
    monkeypatch.setitem(registry.KINDS, "lit", registry.KindEntry("lit", "Lit", "", (".lit",), module="test_things"))
    monkeypatch.setattr("satdnd.engine.kind.kind_object", lambda _: KIND)
    yield
    registry.kind_object.cache_clear()


PUZZLES = [
    Lit(2, 3),
    Lit(1, 1, ((0, 0),)),
    Lit(2, 3, ((0, 1),), 2),
    Lit(2, 3, ((1, 2), (0, 0)), 1),
    Lit(3, 3, ((0, 0), (2, 2)), 0),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_texts(puzzle: Lit) -> None:
    """Text and JSON come back; a size and things that are there have lines of their own."""
    text = KIND.texts.styles["text"](puzzle)
    assert list(KIND.texts.read(text)) == [puzzle]
    assert text.startswith(f"size\n{puzzle.height}x{puzzle.width}\n")
    assert ("trees" in text) == bool(puzzle.trees)
    record = json.loads(json.dumps(KIND.texts.to_json(puzzle)))
    assert KIND.texts.from_json(record) == puzzle
    assert record["trees"] == [list(tree) for tree in sorted(puzzle.trees)]
    assert ("lamps" in record) == (puzzle.lamps is not None)


def test_a_size_alone_says_nothing_of_the_kind() -> None:
    """A line of its clues does."""
    assert not KIND.texts.resembles("size\nx\n")
    assert KIND.texts.resembles("size\nx\ntrees\n")
    assert KIND.texts.recognises("size\n2x3\ntrees\n0,1\n")


def test_what_is_left_out() -> None:
    """Fields with a default may be missing, in both forms."""
    assert KIND.texts.from_json({"size": [2, 3]}) == Lit(2, 3)
    assert list(KIND.texts.read("size\n2x3\n\nsize\n2\nlamps\n?\n")) == [Lit(2, 3), Lit(2, 2)]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("trees\n0,0\n", 1, None, "found no lines below 'size'"),
        ("size\n0x2\n", 2, 1, "found 0 rows, expected 1 to 1000"),
        ("size\n2\ntrees\n0,1 a\n", 4, 5, "found 'a', expected a tree such as 0,3"),
        ("size\n2\ntrees\n0,2\n", 1, None, 'field "trees" holds [0, 2], expected [row, column] with row 0 to 1'),
        ("size\n2\ntrees\n0,1\n0,1\n", 1, None, 'field "trees" holds [0, 1] twice'),
        ("size\n2\nlamps\nx\n", 4, None, "found 'x', expected a number of lamps"),
        ("size\n2\nlamps\n1\n2\n", 4, None, "found several lines, expected a number of lamps"),
    ],
)
def test_bad_texts(text: str, line: int, column: int | None, message: str) -> None:
    """Where, what was found, what was expected."""
    (error,) = KIND.texts.read(text)
    assert isinstance(error, InputError)
    assert (error.line, error.column) == (line, column)
    assert message in error.message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 2, 3), "trees is 3, expected cells"),
        ((2, 2, [3]), 'field "trees" holds 3, expected [row, column]'),
        ((2, 2, [(0, -1)]), 'field "trees" holds [0, -1]'),
        ((2, 2, (), -1), 'field "lamps" is -1, expected a whole number from 0'),
        ((2, "2"), "found '2' columns"),
    ],
)
def test_what_is_no_puzzle(arguments: Any, message: str) -> None:
    """The field, what was found."""
    with pytest.raises(InputError) as caught:
        Lit(*arguments)
    assert message in caught.value.message


def brute(puzzle: Lit) -> set[tuple[Cell, ...]]:
    """Every set of cells that fits, without the package."""
    cells = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]
    near = {tree: [(r, c) for r, c in cells if abs(r - tree[0]) + abs(c - tree[1]) == 1] for tree in puzzle.trees}
    return {
        chosen
        for number in range(len(cells) + 1)
        for chosen in combinations(cells, number)
        if puzzle.lamps in (None, number)
        and not {*chosen} & {*puzzle.trees}
        and all(len({*chosen} & {*beside}) == 1 for beside in near.values())
    }


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_solutions(puzzle: Lit) -> None:
    """Those of a brute force, and each as text, JSON and integer comes back."""
    found = satdnd.Solver().solve(puzzle, limit=None).solutions
    assert {one.lamps for one in found} == brute(puzzle)
    for one in found:
        assert not KIND.faults(puzzle, one)
        for text in (str(one), json.dumps(one.to_json()), puzzle.grid.hex(one.board), str(one.board)):
            assert list(KIND.texts.read_solutions(text, puzzle)) == [one]
    (wrong,) = KIND.texts.read_solutions("Q", puzzle)
    assert isinstance(wrong, InputError)
    assert "expected rows of '.' and '*'" in wrong.message


def test_repairs() -> None:
    """A tree elsewhere, another number; the nearest tree first."""
    puzzle = Lit(1, 3, ((0, 0), (0, 1)), 1)
    assert not brute(puzzle)
    found = list(KIND.require(Repairs).changes(puzzle, Settings(), 1, Budget()))
    assert [change.edits[0] for change in found] == ["the tree at r1c2 moves to r1c3"]
    assert {change.puzzle.trees for change in found} == {((0, 0), (0, 2))}
    more = list(KIND.require(Repairs).changes(Lit(1, 3, ((0, 1),), 3), Settings(), 1, Budget()))
    assert "the number of lamps: 1 instead of 3" in [change.edits[0] for change in more]
    (clue,) = additional_clues(lambda other, _: other.changed({Clue("trees", (1, 0)): (1, 0)}), Lit(2, 2), None)
    assert (clue.text, clue.what) == ("a tree stands on r2c1", (Clue("trees", (1, 0)), (1, 0)))


def test_changed() -> None:
    """A thing moves, goes or comes."""
    puzzle = Lit(2, 3, ((0, 0), (1, 1)), 2)
    assert puzzle.given_clues == {
        Clue("trees", (0, 0)): (0, 0),
        Clue("trees", (1, 1)): (1, 1),
        Clue("lamps", "lamps"): 2,
    }
    changed = puzzle.changed({Clue("trees", (0, 0)): (1, 2), Clue("trees", (1, 1)): None, Clue("lamps", "lamps"): None})
    assert (changed.trees, changed.lamps) == (((1, 2),), None)
    assert TREES.alternatives(((0, 0),), (0, 0), (2, 2)) == [(0, 1), (1, 0), (1, 1)]
    assert TREES.alternatives(((2, 2),), (2, 2), (3, 3))[:2] == [(1, 2), (2, 1)]
    assert LAMPS.alternatives(2, "lamps", (2, 2)) == [2, 1, 3, 0, 4]
    assert KIND.empty(2, 3) == Lit(2, 3)


def test_pictures() -> None:
    """Trees over what is known; lamps of a solution, and dots for the rest; what stays dark is blank."""
    puzzle = Lit(2, 2, ((0, 0),))
    solved = KIND.picture(puzzle, LitSolution(2, 2, ((0, 1),)), marked=[(0, 0), (1, 1)])
    assert solved.tiles == [
        [Tile("clue", "T", True), Tile("filled", "*", icon="lamp")],
        [Tile("unknown"), Tile("unknown", "", True)],
    ]
    forced = KIND.picture(puzzle, details=satdnd.forced(puzzle).details)
    assert [tile.style for row in forced.tiles for tile in row] == ["clue", "unknown", "unknown", "unknown"]
    partly = KIND.picture(puzzle, details=KIND.board(puzzle, [(0, 1, "*"), (1, 0, "o")]))
    assert [tile.style for row in partly.tiles for tile in row] == ["clue", "filled", "open", "unknown"]
    assert (partly.legend, partly.words) == ([("open", "no lamp")], {"open": "dark"})
    assert "│T!* │" in render(solved)
    assert KIND.marks(puzzle, "T*\no.\n") == [(0, 1, "*"), (1, 0, "o")]


def test_words() -> None:
    """What is said of cells."""
    encoding = KIND.encoding(Lit(1, 2, ((0, 0),)), Settings())
    assert [encoding.unknowns.sentence(x) for x in (1, -2)] == ["r1c1 holds a lamp", "r1c2 is dark"]
    assert [encoding.unknowns.denial(x) for x in (1, -2)] == ["r1c1 cannot hold a lamp", "r1c2 cannot be dark"]
    explained = satdnd.explain(Lit(1, 2, ((0, 0),)))
    assert [step.text for step in explained.steps] == [
        "r1c1 is dark: the tree at r1c1 has no lamp on it.",
        "r1c2 holds a lamp: the tree at r1c1 has one lamp beside it.",
    ]
