"""Numberlink: small puzzles against a brute force, normal form, links, texts, wrong boards, the generator."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st
from samples import numberlink as boards

import satdnd
from satdnd.declaration.generators.normal_paths import fixed, normal_form
from satdnd.declaration.generators.path_covers import cut_path, path_cover
from satdnd.explanation.judge import replay
from satdnd.grid.bitboard import beside, grid
from satdnd.kinds.numberlink import KIND, Numberlink, NumberlinkSolution
from satdnd.rules.centre_lines import centre_lines
from satdnd.sat.budget import Budget

PUZZLE = satdnd.loads(KIND.examples[0])[0]


def random_puzzle(rng: Random, height: int, width: int, numbers: int, cells: str = "any") -> Numberlink:
    """Ends anywhere."""
    ends = rng.sample([(r, c) for r in range(height) for c in range(width)], 2 * numbers)
    number = {cell: i // 2 + 1 for i, cell in enumerate(ends)}
    return Numberlink(tuple(tuple(number.get((r, c)) for c in range(width)) for r in range(height)), cells)


@pytest.mark.parametrize("seed", range(4))
def test_random_puzzles(seed: int) -> None:
    """All solutions, each once; by cuts, and encoded in full; what is forced; whether one is the only one."""
    rng = Random(seed)
    for _ in range(12):
        height, width = rng.choice([(1, 5), (2, 3), (3, 3), (3, 4), (4, 4)])
        puzzle = random_puzzle(
            rng, height, width, rng.randint(0, min(4, height * width // 2)), rng.choice(["any", "all"])
        )
        expected = sorted(boards.solutions(puzzle))
        for connectivity in ("auto", "lazy", "ordered"):
            found = satdnd.solve(puzzle, limit=None, connectivity=connectivity).solutions
            assert sorted(one.to_json()["grid"] for one in found) == expected, (puzzle, connectivity)
        status = "unsolvable" if not expected else "multiple" if expected[1:] else "unique"
        assert satdnd.unique(puzzle).status == status, puzzle
        if expected:
            assert satdnd.forced(puzzle).details["forced"] == boards.common(expected), puzzle


def test_every_solution_has_a_normal_form() -> None:
    """If there are solutions, one is in normal form; if those in normal form are fixed, there are no others."""
    rng, seen = Random(1), set()
    for _ in range(60):
        puzzle = random_puzzle(rng, *rng.choice([(3, 3), (3, 4), (4, 4)]), rng.randint(1, 3))
        lines = centre_lines(puzzle.height, puzzle.width)
        clauses = [*normal_form(lines, puzzle.by_cell)]
        every = [solution.board for solution in satdnd.solve(puzzle, limit=None, connectivity="lazy").solutions]
        normal = [
            board for board in every if all(any((board >> abs(x) - 1 & 1) == (x > 0) for x in c) for c in clauses)
        ]
        assert bool(normal) == bool(every)
        others = len(every) > len(normal)
        assert not others or not all(fixed(lines, board) for board in normal)
        seen.add((len(normal), others))
    assert {(1, True), (1, False)} <= seen


@st.composite
def puzzles(draw: st.DrawFn) -> Numberlink:
    """Any ends, up to high numbers."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(2, 12))
    cells = draw(st.permutations([(r, c) for r in range(height) for c in range(width)]))
    numbers = draw(st.lists(st.integers(1, 400), unique=True, max_size=len(cells) // 2))
    ends = {cell: number for k, number in enumerate(numbers) for cell in cells[2 * k : 2 * k + 2]}
    return Numberlink(tuple(tuple(ends.get((r, c)) for c in range(width)) for r in range(height)))


@given(puzzles())
def test_texts_and_links_are_read_back(puzzle: Numberlink) -> None:
    """In every form."""
    for form in ("text", "json", "puzz.link"):
        assert satdnd.loads(satdnd.dumps(puzzle, form), "numberlink") == [puzzle]


def test_the_variant_is_written() -> None:
    """As a note, and in JSON."""
    puzzle = Numberlink(((1, 1),), "all")
    assert "# cells: all\n" in satdnd.dumps(puzzle, "text")
    for form in ("text", "json"):
        assert satdnd.loads(satdnd.dumps(puzzle, form), "numberlink") == [puzzle]


GRID = [["s", "e", "w"], ["ns", "", ""], ["ne", "ew", "w"]]
"""A solution of the puzzle below."""
SMALL = Numberlink(((1, 2, 2), (None, None, None), (None, None, 1)))


def faults(grid: list[list[str]], puzzle: Numberlink = SMALL) -> set[str]:
    """The rules that a board breaks."""
    (solution,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), puzzle)
    assert isinstance(solution, NumberlinkSolution), solution
    return {fault.rule for fault in KIND.faults(puzzle, solution)}


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({}, set()),
        ({(0, 1): "", (0, 2): ""}, {"end", "path"}),
        ({(2, 1): "w", (2, 2): ""}, {"end", "cell", "path"}),
        (
            {(0, 0): "e", (0, 1): "w", (0, 2): "s", (1, 0): "", (1, 2): "ns", (2, 0): "", (2, 1): "", (2, 2): "n"},
            {"path"},
        ),
        ({(1, 0): "nse", (1, 1): "w"}, set()),
    ],
)
def test_wrong_boards(changes: dict[tuple[int, int], str], rules: set[str]) -> None:
    """Each is told by the rules that it breaks."""
    grid = [[changes.get((r, c), word) for c, word in enumerate(row)] for r, row in enumerate(GRID)]
    if "nse" in changes.values():
        (error,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), SMALL)
        assert error.message == "found 'nse' at r2c1, expected one or two of n, e, s and w, or nothing"
    else:
        assert faults(grid) == rules


def test_a_loop_beside_the_paths() -> None:
    """It is a fault of its own, and no solution has one."""
    puzzle = Numberlink(((1, 1, None, None), (None,) * 4, (None,) * 4))
    ring = [["e", "w", "", ""], ["", "", "se", "sw"], ["", "", "ne", "nw"]]
    assert faults(ring, puzzle) == {"closed"}
    assert faults([["e", "w", "", ""], [""] * 4, [""] * 4], puzzle) == set()


def test_solutions_in_words() -> None:
    """A typed grid, a drawing, JSON."""
    typed = "\n".join(" ".join(word or "." for word in row) for row in GRID)
    (solution,) = KIND.texts.read_solutions(typed, SMALL)
    assert solution.to_json() == {"grid": GRID}
    assert list(KIND.texts.read_solutions(json.dumps({"grid": GRID}), SMALL)) == [solution]


@pytest.mark.parametrize("cells", ["any", "all"])
def test_generated(cells: str) -> None:
    """Unique under its own rules, every cell is on a path, explanations are replayed as valid."""
    for puzzle in satdnd.generate("numberlink", {"height": 5, "width": 6, "cells": cells}, seed=3, count=2):
        answer = satdnd.unique(puzzle)
        assert answer.status == "unique"
        assert puzzle.cells == cells
        assert all(word for row in answer.solutions[0].to_json()["grid"] for word in row)
        explanation = satdnd.explain(puzzle)
        assert replay.check(puzzle, explanation.to_json(), KIND.options()).status == "valid"


@pytest.mark.parametrize("seed", range(5))
def test_paths_cover_the_grid(seed: int) -> None:
    """Each cell once, none beside another cell of its path but the next; also after cuts."""
    rng, geometry = Random(seed), grid(6, 7)
    paths = next(filter(None, (path_cover(rng, geometry, Budget()) for _ in range(99))))
    cells = geometry.cells(geometry.all)
    for _ in range(4):
        assert sorted(cell for path in paths for cell in path) == sorted(cells)
        for path in paths:
            assert len(path) > 1
            for k, cell in enumerate(path):
                assert {*beside(cell)} & {*path} == {*path[max(k - 1, 0) : k], *path[k + 1 : k + 2]}
        before = len(paths)
        assert cut_path(rng, paths, cells) == (len(paths) > before)


def test_the_example_is_unique() -> None:
    """Under its own rules, and its numbers link."""
    assert satdnd.unique(PUZZLE).status == "unique"


def test_repairs_keep_each_number_twice() -> None:
    """Two ends change places, or a number is left out; each offered puzzle has a solution."""
    found = satdnd.diagnose(Numberlink(((1, None, 2, None, 2, 1),)))
    assert found.status == "unsolvable"
    assert {repair.edits for repair in found.repairs} == {
        ("the 1 at r1c1 and the 2 at r1c5 change places",),
        ("the 2 at r1c3 and the 1 at r1c6 change places",),
        ("no 1 at r1c1 and r1c6",),
        ("no 2 at r1c3 and r1c5",),
    }
    assert all(satdnd.solve(repair.puzzle).status == "solved" for repair in found.repairs)


def test_a_certificate(tmp_path: Path) -> None:
    """It is checked, though the search for the answer went another way."""
    assert satdnd.check(satdnd.certify(PUZZLE, tmp_path / "proof")).status == "valid"
