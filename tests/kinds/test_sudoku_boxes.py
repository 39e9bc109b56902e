"""Sudokus whose boxes are not square, against a search that knows nothing of the package; and every form of them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from command_line import run
from sudoku_boards import all_solutions

import satdnd
from satdnd.errors import InputError
from satdnd.grid.boxes import USUAL, Shape, shapes
from satdnd.kinds.sudoku.formats import TEXTS, read_text
from satdnd.kinds.sudoku.generate import random_grid
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import Sudoku, geometry
from satdnd.kinds.sudoku.rules import accepts

SIX = [(2, 3), (3, 2)]
to_text, to_grid = TEXTS.native["text"], TEXTS.native["grid"]


@pytest.mark.parametrize("box", [*SIX, (2, 4), (4, 2)])
@pytest.mark.parametrize("way", ["sat", "sieve"])
def test_every_solution_is_found(box: Shape, way: str) -> None:
    """Solve, unique and count agree with the search, whatever the shape."""
    if way == "sieve":
        pytest.importorskip("numba")
    rng, side = Random(f"{box}"), box[0] * box[1]
    several = 0
    for _ in range(12):
        values = random_grid(box, rng).values
        share = rng.uniform(0.3, 0.5)
        puzzle = Sudoku(tuple(value if rng.random() < share else 0 for value in values), box)
        expected = {*map(tuple, all_solutions([*puzzle.clues], box))} if side == 6 else None
        answer = satdnd.unique(puzzle, way=way)
        if expected is None:
            first = [solution for solution, _ in zip(all_solutions([*puzzle.clues], box), range(2), strict=False)]
            assert answer.status == ("unique" if len(first) == 1 else "multiple")
        else:
            several += len(expected) > 1
            assert answer.status == ("unique" if len(expected) == 1 else "multiple")
            assert {solution.values for solution in satdnd.solutions(puzzle, way=way)} == expected
    assert several or side == 8


def test_the_other_shape_is_another_puzzle() -> None:
    """A grid that is right for boxes of 2x3 has faults in boxes of 3x2."""
    solution = random_grid((2, 3), Random(1))
    assert accepts(Sudoku((0,) * 36), solution)
    assert Sudoku((0,) * 36) == Sudoku((0,) * 36, (2, 3)) != Sudoku((0,) * 36, (3, 2))
    assert {fault.rule for fault in satdnd.faults(Sudoku((0,) * 36, (3, 2)), solution)} == {"box"}
    assert not accepts(Sudoku((0,) * 36, (3, 2)), solution)


@pytest.mark.parametrize(("side", "box"), [(6, (2, 3)), (8, (2, 4)), (10, (2, 5)), (12, (3, 4)), (15, (3, 5))])
def test_usual_shapes(side: int, box: Shape) -> None:
    """As published: rather wide than high."""
    assert USUAL[side] == shapes(side)[0] == box
    assert [len(house.indices) for house in geometry(box).boxes] == [side] * side


PUZZLES = [
    Sudoku(tuple(v if i % 3 else 0 for i, v in enumerate(random_grid(box, Random(3)).values)), box)
    for box in [*SIX, (2, 4), (2, 5), (5, 2), (3, 4), (4, 3), (3, 5), (6, 2), (4, 4), (2, 8)]
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: "x".join(map(str, puzzle.boxes)))
def test_text_json_and_ids_come_back(puzzle: Sudoku) -> None:
    """Lines, framed grids, JSON and game IDs keep the shape; JSON and text name only an unusual one."""
    record = KIND.texts.to_json(puzzle)
    usual = puzzle.boxes == USUAL[puzzle.size]
    assert ("boxes" not in record) == ("boxes" not in to_text(puzzle)) == usual
    assert KIND.texts.from_json(json.loads(json.dumps(record))) == puzzle
    for text in (to_text(puzzle), to_grid(puzzle), to_text(puzzle) + to_grid(puzzle)):
        assert {*read_text(text)} == {puzzle}
    bare = "\n".join(line for line in to_grid(puzzle).splitlines() if line[0] != "#")
    assert [*read_text(bare)] == [puzzle]  # the frame tells the shape
    identifier = KIND.texts.foreign.written["tatham"](puzzle)
    assert satdnd.load(identifier.strip(), kind="sudoku") == [puzzle]


def test_rows_with_blanks_between_are_no_smaller_cells() -> None:
    """A full row of 8 takes 15 characters, one of 12 in a frame 25, one of 12 numbers 36."""
    for box in [(2, 4), (3, 4), (2, 3)]:
        puzzle = Sudoku(random_grid(box, Random(4)).values, box)
        side = puzzle.size
        rows = [puzzle.clues[i : i + side] for i in range(0, side * side, side)]
        assert [*read_text("\n".join(" ".join(map(str, row)) for row in rows))] == [puzzle]
        assert [*read_text("\n".join("".join(f"{x:3}" for x in row) for row in rows))] == [puzzle]
        assert [*read_text(to_grid(puzzle))] == [puzzle]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"clues": "." * 36, "boxes": [3, 3]}, "boxes is 3x3, expected 2x3 or 3x2"),
        ({"clues": "." * 36, "boxes": [1, 6]}, "expected [rows, columns] of a box"),
        ({"clues": "." * 36, "boxes": [2, "3"]}, "expected [rows, columns] of a box"),
        ({"clues": "." * 36, "boxes": 3}, "expected [rows, columns] of a box"),
    ],
)
def test_impossible_boxes(record: dict[str, Any], message: str) -> None:
    """The field is named, and what was expected."""
    with pytest.raises(InputError) as caught:
        KIND.texts.from_json(record)
    assert message in str(caught.value)


def test_impossible_boxes_in_a_note() -> None:
    """A note is checked as well."""
    (found,) = read_text("# boxes: 4x2\n" + "." * 36)
    assert isinstance(found, InputError)
    assert (found.line, "expected 2x3 or 3x2" in found.message) == (2, True)


def test_links() -> None:
    """puzz.link has boxes of 2x3 in 6x6, and boxes of fewer cells in 8x8, which is another puzzle."""
    write = KIND.texts.foreign.written["puzz.link"]
    link = write(PUZZLES[0])
    assert satdnd.load(link.strip()) == [PUZZLES[0]]
    for puzzle in PUZZLES[1:3]:
        with pytest.raises(InputError, match=r"puzz\.link has others"):
            write(puzzle)


@pytest.mark.parametrize("size", ["6", "8", "10", pytest.param("12", marks=pytest.mark.slow)])
def test_generated_explained_and_checked(size: str, tmp_path: Any) -> None:
    """What is generated is unique, and the judge accepts its explanation."""
    made = run("generate", "sudoku", "--size", size, "--seed", "1")
    file = tmp_path / "made.sudoku"
    file.write_text(made.out)
    told = tmp_path / "told.json"
    told.write_text(run("explain", str(file), "--format", "json").out)
    checked = run("explain", str(file), "--check", str(told))
    assert checked.status == 0, checked.err


def test_generated_boxes() -> None:
    """The shape can be chosen; one that does not fit is refused."""
    (puzzle,) = read_text(run("generate", "sudoku", "--size", "6", "--boxes", "3x2", "--seed", "1").out)
    assert isinstance(puzzle, Sudoku)
    assert puzzle.boxes == (3, 2)
    assert satdnd.unique(puzzle).status == "unique"
    bad = run("generate", "sudoku", "--size", "6", "--boxes", "3x3")
    assert bad.status == 2
    assert "expected 2x3 or 3x2" in bad.err
