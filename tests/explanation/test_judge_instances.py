"""The puzzles in instances/ are what they say they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd import DungeonOptions, Solver, load
from satdnd.draw.picture import Panel
from satdnd.draw.terminal import render, render_panels
from satdnd.engine.kind import kind_of
from satdnd.registry import NAMES

INSTANCES = Path(__file__).resolve().parents[2] / "instances"


@pytest.mark.parametrize("path", sorted((INSTANCES / "dungeon").glob("*.solution")), ids=lambda p: p.stem)
def test_solution_files_hold_the_unique_solution(path: Path) -> None:
    """Beside most dungeons lies the board that solves them, and no other does."""
    puzzle = load(path.with_suffix(".dnd"))[0]
    known = list(kind_of(puzzle).texts.read_solutions(path.read_text(), puzzle))

    answer = Solver().unique(puzzle)

    assert answer.status == "unique"
    assert answer.solutions == known


@pytest.mark.parametrize("path", sorted((INSTANCES / "dungeon/misprinted").iterdir()), ids=lambda p: p.stem)
def test_misprinted_puzzles_have_no_solution(path: Path) -> None:
    """Three puzzles of the course are misprinted."""
    assert Solver().solve(load(path)[0]).status == "unsolvable"


@pytest.mark.parametrize("path", sorted((INSTANCES / "dungeon/connectivity").iterdir()), ids=lambda p: p.stem)
def test_some_puzzles_need_connectivity(path: Path) -> None:
    """They have one connected solution, and a further board that breaks no rule but that one."""
    puzzle = load(path)[0]
    kind: Any = kind_of(puzzle)
    connected, apart = (
        next(kind.texts.read_solutions("\n".join(puzzle.extra[field]), puzzle))
        for field in ("solution", "disconnected")
    )

    assert Solver().unique(puzzle).solutions == [connected]
    assert [fault.rule for fault in kind.faults(puzzle, apart, DungeonOptions())] == ["connected"]
    assert kind.faults(puzzle, apart, DungeonOptions(topology="local")) == []
    assert Solver(DungeonOptions(topology="local")).unique(puzzle).status == "multiple"


GRADED = sorted((INSTANCES / "dungeon/generated").glob("*.dnd"))


@pytest.mark.slow
@pytest.mark.parametrize("path", GRADED[::3], ids=lambda p: p.stem)
def test_the_grades_of_generated_dungeons(path: Path) -> None:
    """The notes in the files agree with the rating; ``python docs/grades.py`` writes them again."""
    puzzle = load(path)[0]
    rated = satdnd.rate(puzzle)

    assert rated.minutes
    assert (puzzle.extra["grade"], puzzle.extra["minutes"]) == (rated.grade, str(rated.minutes[1]))


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_has_instances_with_a_source(kind: str) -> None:
    """Each puzzle says where it is from; one that was generated here, the seed that gives it again."""
    puzzles = load(INSTANCES / kind)
    made = (
        {p.name for p in load(INSTANCES / kind / "generated")} if (INSTANCES / kind / "generated").is_dir() else set()
    )

    assert puzzles
    for puzzle in puzzles:
        assert puzzle.extra.get("seed" if puzzle.name in made else "source"), puzzle.name


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(
    "path",
    [
        "dungeon/example-8x8.dnd",
        "queens/eight.queens",
        "hashi/wikipedia-7x7.hashi",
        "hashi/dailyprogrammer-263-a.hashi",
        "inshi/report-5x5.inshi",
        "sudoku/inkala.sudoku",
        "klotski/small.klotski",
    ],
)
def test_what_solve_prints_can_be_verified(path: str, encoding: str) -> None:
    """A drawing, with what is printed around it, reads as the solution that it shows; two side by side as both."""
    puzzle = load(INSTANCES / path)[0]
    kind: Any = kind_of(puzzle)
    solution = Solver().solve(puzzle).solutions[0]
    picture = kind.picture(puzzle, solution)
    drawn = render(picture, encoding=encoding)
    text = f"{puzzle.name}: solved ({kind.remark(puzzle, solution)})\n{drawn}\n"
    text += "\n".join(kind.transcript(puzzle, solution)) + "\n"
    read = kind.texts.read_solutions

    assert list(read(text, puzzle)) == [solution]
    if puzzle.kind != "klotski":
        both = render_panels([Panel("", picture)] * 2, columns=200, encoding=encoding)
        assert list(read(both, puzzle)) == [solution] * 2
