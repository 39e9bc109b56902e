"""Explanations as boards: what is new, what rules are about, what is used; in terminals, as SVG, as commands."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from samples import sample

import satdnd
from satdnd.cli import satdnd as program
from satdnd.draw.picture import ABOUT, MARKED, USED, Panel, highlight
from satdnd.draw.svg import render_panels as svg
from satdnd.draw.terminal import render
from satdnd.engine.kind import kind_of
from satdnd.explanation.answers import board, frames
from satdnd.explanation.boards import player_marks
from satdnd.registry import NAMES

INSTANCES = Path(__file__).parents[2] / "instances"
PUZZLES = {
    "dungeon": "dungeon/example-6x6.dnd",
    "queens": "queens/completion.queens",
    "sudoku": "sudoku/17-clues.sudoku",
    "inshi": "inshi/report-5x5.inshi",
    "hashi": "hashi/wikipedia-7x7.hashi",
    "nurikabe": "nurikabe/wikipedia-9x10.nurikabe",
    "unattacked": "unattacked/a001366.unattacked",
    "klotski": "klotski/small.klotski",
}
"""The kinds that have no samples."""


def puzzle_of(kind: str) -> Any:
    """The first one of a file, or a small one."""
    return satdnd.load(INSTANCES / PUZZLES[kind])[0] if kind in PUZZLES else satdnd.loads(sample(kind).TEXT, kind)[0]


@cache
def explained(kind: str) -> Any:
    """Its answer; explained once for all tests."""
    return satdnd.explain(puzzle_of(kind))


def run(*arguments: str, given: str | None = None) -> Any:
    """What the command line makes of it."""
    return CliRunner().invoke(program, [*arguments], input=given, standalone_mode=False)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", NAMES)
def test_the_last_frame_is_the_solution(kind: str) -> None:
    """Every frame draws what is known by then; the marks of each step are those that are new."""
    puzzle, answer = puzzle_of(kind), explained(kind)
    shown = list(frames(puzzle, answer.steps))
    assert len(shown) == len(answer.steps)
    for step, picture in zip(answer.steps, shown, strict=True):
        marked: set[tuple[Any, ...]] = {cell for cell, tile in picture.cells() if tile.marked}
        marked |= {(*link.start, *link.end) for link in picture.links if link.marked}
        marked |= {edge.place for edge in picture.edges if edge.marked}
        assert marked == {mark[:-1] for mark in step.cells}
        assert {cell for cell, tile in picture.cells() if tile.about} == {c for r in step.reasons for c in r.cells}
    if answer.status != "multiple":
        whole = kind_of(puzzle).picture(puzzle, answer.solutions[0])
        assert [tile.text for _, tile in shown[-1].cells()] == [tile.text for _, tile in whole.cells()]
        walls = [[tile.style == "wall" for _, tile in picture.cells()] for picture in (shown[-1], whole)]
        assert walls[0] == walls[1]
        built = [
            {(link.start, link.end, link.count) for link in p.links if link.count and not link.maybe}
            for p in (shown[-1], whole)
        ]
        assert built[0] == built[1]
        lines = [{edge.place for edge in p.edges if edge.style == "line"} for p in (shown[-1], whole)]
        assert lines[0] == lines[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("encoding", [None, "latin-1", "ascii"])
def test_frames_fit_terminals(kind: str, encoding: str | None) -> None:
    """80 columns, in whatever the terminal can say; what a rule is about shows without colour."""
    puzzle, steps = puzzle_of(kind), explained(kind).steps[:6]
    for step, picture in zip(steps, frames(puzzle, steps), strict=True):
        text = render(picture, encoding=encoding, coordinates=True)
        text.encode(encoding or "utf-8")
        assert max(map(len, text.splitlines())) <= 80
        assert ("= new" in text or "new:" in text) == bool(step.cells)
        unmarked = [tile for _, tile in picture.cells() if tile.about and not tile.marked and not tile.turn]
        if unmarked and not picture.spaced:
            assert "what the rule is about" in text


def test_what_a_rule_is_about_has_a_border() -> None:
    """One line around neighbours, so many strokes as they have sides together; a dot for what is used."""
    puzzle = satdnd.loads(" 11\n1..\n1..\n", "dungeon")[0]
    plain = kind_of(puzzle).picture(puzzle)
    one = svg([Panel("", highlight(plain, about=[(0, 0)]))])
    two = svg([Panel("", highlight(plain, [(1, 1, "#")], [(0, 0), (0, 1)], [(1, 0, "o")]))])
    for text, sides in ((one, 4), (two, 6)):
        root = ET.fromstring(text)
        (path,) = [e for e in root.iter() if e.get("class") == "about" and e.tag.endswith("path")]
        assert len(re.findall("M", str(path.get("d")))) == sides
    assert "what the rule is about" in one
    assert "what is used" not in one
    assert "what is used: r2c1" in two


def test_meanings_are_told_where_they_are_needed() -> None:
    """The legend of a picture has what the picture has."""
    puzzle = satdnd.loads(" 11\n1..\n1..\n", "dungeon")[0]
    plain = kind_of(puzzle).picture(puzzle)
    assert set(highlight(plain).meanings) == set()
    assert set(highlight(plain, [(0, 0, "#")]).meanings) == {MARKED}
    assert set(highlight(plain, [], [(0, 0)], [(1, 1, "o")]).meanings) == {ABOUT, USED}


def test_ruled_out_values_are_written_into_their_cells() -> None:
    """One or two of them; more are left to the sentence."""
    puzzle = satdnd.Sudoku((0,) * 16)
    plain = kind_of(puzzle).picture(puzzle)
    marks = [(0, 0, "not 1"), (0, 1, "not 1"), (0, 1, "not 2"), *((1, 1, f"not {v}") for v in (1, 2, 3))]
    text = render(highlight(plain, marks), encoding="utf-8")
    assert "[≠1]" in text
    assert "[≠1,2]" in text
    assert "[≠]" in text
    assert "≠ = is ruled out" in text


def test_explain_on_the_command_line(tmp_path: Path) -> None:
    """Text with and without boards, JSON, one SVG for all puzzles of a file."""
    path = str(INSTANCES / PUZZLES["dungeon"])
    plain, boards = run("explain", path), run("explain", path, "--boards")
    steps = re.findall(r"^ *(\d+)\. ", plain.output, flags=re.M)
    assert steps == [str(n) for n in range(1, len(steps) + 1)]
    assert boards.output.count("┌") == plain.output.count("┌") + len(steps)
    assert max(map(len, boards.output.splitlines())) <= 80
    record = json.loads(run("explain", path, "--format", "json").output)
    assert len(record["steps"]) == len(steps)
    place = tmp_path / "film.svg"
    assert run("explain", path, path, "--output", str(place)).exit_code == 0
    root = ET.fromstring(place.read_text(encoding="utf-8"))
    assert sum("transform" in e.attrib for e in root.iter()) == 2 * (
        len(steps) + 2
    )  # the puzzle first, the solution last
    assert any(e.tag.endswith("desc") and "r" in str(e.text) for e in root.iter())


class Unshared:
    """In place of `Shared`: everything is written wherever it is shown."""

    def __init__(self, pictures: Any) -> None:
        self.pictures = pictures

    def elements(self, sections: Any) -> Any:
        """All of them."""
        return [element for section in sections for element in section]

    def definitions(self) -> list[str]:
        """Nothing."""
        return []


def shown(document: str) -> list[Any]:
    """All that a document draws, in its order, each ``use`` replaced by what it stands for."""
    root = ET.fromstring(document)
    defined = {e.get("id"): e for e in root.iter() if e.get("id")}

    def drawn(element: ET.Element) -> list[Any]:
        name = element.tag.rpartition("}")[2]
        if name == "use":
            (link,) = element.attrib.values()
            return [found for child in defined[link[1:]] for found in drawn(child)]
        inside = [found for child in element for found in drawn(child)]
        return [(name, element.attrib, element.text and element.text.strip(), inside)]

    return [found for child in root if child.get("id") is None and child.tag[-4:] != "defs" for found in drawn(child)]


@pytest.mark.parametrize("kind", ["dungeon", "inshi", "hashi"])
def test_films_write_once_what_stays(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same drawing to the last element, in less than half of the characters; two in one page do not mix."""
    panels = satdnd.explain(puzzle_of(kind)).film()
    film = svg(panels)
    monkeypatch.setattr("satdnd.draw.svg.Shared", Unshared)
    plain = svg(panels)
    styles = [[e for e in shown(text) if e[0] != "style"] for text in (film, plain)]
    assert styles[0] == styles[1]
    assert len(film) < 0.5 * len(plain)
    assert ":is(.satdnd,.satdnd-shared) .ink{" in film
    assert "satdnd-shared" not in plain


@pytest.mark.slow
@pytest.mark.parametrize("path", ["sudoku/inkala.sudoku", "sudoku/17-clues.sudoku", "inshi/generated-9x9.inshi"])
def test_films_of_large_puzzles_are_small_files(path: str) -> None:
    """Half a megabyte at most, in one piece."""
    answer = satdnd.explain(satdnd.load(INSTANCES / path)[0])
    assert len(answer.steps) > 40
    film = svg(answer.film(), coordinates=True)
    assert len(film.encode()) < 500_000
    assert set(re.findall(r'(?:href|src)="([^"])', film)) == {"#"}


def test_several_and_no_solution_are_told() -> None:
    """What all solutions have in common, then two of them; unsolvable as everywhere."""
    several = run("explain", str(INSTANCES / "dungeon/two-solutions.dnd"))
    assert "all that the solutions have in common" in " ".join(several.output.split())
    assert "what differs" in several.output
    none = run("explain", str(INSTANCES / "dungeon/misprinted/course-p2.dnd"))
    assert "unsolvable" in none.output
    assert "Techniques" not in none.output


def test_a_hint_is_a_step_or_less() -> None:
    """Without a board it is the first step of the explanation."""
    path = str(INSTANCES / PUZZLES["dungeon"])
    told = run("hint", path).output
    first = satdnd.explain(satdnd.load(path)[0]).steps[0]
    assert first.text in " ".join(told.split())
    assert "the next step" in told


def test_notebooks_show_the_film() -> None:
    """The answer to explain draws itself as boards; a hint as the board with its step."""
    puzzle = puzzle_of("dungeon")
    answer = satdnd.explain(puzzle)
    assert answer._repr_svg_().count("<g transform=") == len(answer.steps) + 2


@pytest.mark.slow
def test_the_links_of_an_argument_are_numbered() -> None:
    """On the cells that they settle, in a terminal, as SVG and as JSON; each line that they are about has a frame."""
    puzzle = satdnd.load("instances/dungeon/generated/dungeon-1011-1.dnd")[0]
    marks: list[Any] = []
    for step in satdnd.explain(puzzle).steps:
        turns = step.arguments[0].turns if step.arguments else ()
        if len(turns) > 2:
            break
        marks += step.cells
    picture = board(puzzle, step, marks)
    numbered = {cell: tile.turn for cell, tile in picture.cells() if tile.turn}
    assert numbered == {mark[:2]: number for number, turn in enumerate(turns, 1) for mark in turn.marks}
    assert set(numbered.values()) == {1, 2}
    lines = [frozenset(reason.cells) for reason in step.reasons if reason.rule.endswith("-count")]
    assert list(picture.frames) == lines
    assert lines
    text = render(picture)
    assert text.count("1)") - 1 == list(numbered.values()).count(1)
    assert "1), 2) = what would follow, in this order" in text
    assert set(player_marks(puzzle, text, puzzle.options())) == {*marks, *step.cells}
    drawn = svg([Panel("", picture)])
    assert drawn.count(">1)</text>") == list(numbered.values()).count(1)
    assert drawn.count('class="about"') == len(lines) + 2  # what else it is about, and the legend


def test_numbers_in_ruled_boards_are_no_values() -> None:
    """A cell between lines shows its link too, and is read as empty."""
    puzzle = satdnd.loads("1...............", kind="sudoku")[0]
    plain = kind_of(puzzle).picture(puzzle)
    drawn = render(highlight(plain, turns={(0, 0): 1, (1, 1): 2}))
    assert "2)" in drawn
    assert drawn.count("1)") == 1  # in the legend: the clue stands there
    assert player_marks(puzzle, drawn, puzzle.options()) == []
