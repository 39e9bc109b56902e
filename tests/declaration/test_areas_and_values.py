"""Areas with numbers, and numbers in cells, with a kind for tests: the first cell of an area holds its number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Any, ClassVar

import pytest

import satdnd
from satdnd import InputError, Settings, registry
from satdnd.declaration.clues.areas import Areas, AreaTuple, borders
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.partition import Partition
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.latin import HIDDEN_SINGLES, NAKED_SINGLE, RULES, ValueWords, latin_faults, latin_statements
from satdnd.declaration.links.area_links import area_links
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.values import Valued, ValuedSolution, numbers, rows_and_columns
from satdnd.declaration.words.kind_words import Rule
from satdnd.draw.terminal import render
from satdnd.formats.links.address import address
from satdnd.grid.areas import enclosed
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.rules.count import exactly
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Values


@dataclass(frozen=True)
class Patch:
    """Some cells, and what the first of them holds; None: not told."""

    first: int | None
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"the part at {cell_name(self.cells[0])}"


PATCHES = Areas(Patch, number="first", noun="part", most=9, optional=True)


class PatchworkSolution(ValuedSolution):
    """A Latin square."""


@dataclass(frozen=True)
class Patchwork(GridPuzzle):
    """As many rows as columns, cut into patches."""

    patches: AreaTuple = clues(PATCHES)

    kind: ClassVar = "patchwork"
    solution_class: ClassVar = PatchworkSolution


def statements(puzzle: Patchwork, values: Values) -> Iterator[RuleStatement]:
    """A Latin square, and what is told."""
    yield from latin_statements(values)
    for clue, number in puzzle.given_clues.items():
        held = values.candidates(clue.place).get(number)
        text = f"the part at {{}} has the number {number}"
        yield replace(exactly("first", [clue.place], text, [held] if held else [], 1), clue=clue)


def clues_of(puzzle: Patchwork, solution: PatchworkSolution) -> Patchwork:
    """Every number told."""
    starts = [patch.cells[0] for patch in puzzle.patches]
    return puzzle.changed({Clue("patches", (r, c)): solution.grid[r][c] for r, c in starts})


LINKS = area_links(PATCHES, lambda height, width, areas: Patchwork(areas), lambda puzzle: puzzle.patches, "patchwork")
KIND = DeclaredKind(
    Patchwork,
    Valued(PatchworkSolution),
    title="Patchwork",
    play="Write numbers.",
    rules={**RULES, "first": Rule("The first cell of a patch holds its number.", "patch")},
    statements=statements,
    clues_of=clues_of,
    techniques=(*HIDDEN_SINGLES, NAKED_SINGLE),
    words=ValueWords,
    links=LINKS,
    examples=["parts\naab\nccb\nddd\na = 1\nc = 2\n"],
    counts=False,
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind is in the registry."""
    entry = registry.KindEntry("patchwork", "Patchwork", "", (".patchwork",), module="test_areas_and_values")
    monkeypatch.setitem(registry.KINDS, "patchwork", entry)
    monkeypatch.setattr("satdnd.engine.kind.kind_object", lambda _: KIND)
    yield
    registry.kind_object.cache_clear()


def patchwork(rows: str, **told: int) -> Patchwork:
    """A puzzle by the names of its patches."""
    cells = dict[str, list[Cell]]()
    for r, row in enumerate(rows.split()):
        for c, name in enumerate(row):
            cells.setdefault(name, []).append((r, c))
    return Patchwork(tuple(Patch(told.get(name), tuple(own)) for name, own in cells.items()))


PUZZLES = [
    patchwork("a"),
    patchwork("ab ab", a=2),
    patchwork("aab ccb ddd", a=1, c=2),
    patchwork("aab ccb ddd", a=1, c=1),
    patchwork("aba bab aba", b=3),
    patchwork("abc abc abc", a=4),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_texts_json_and_links(puzzle: Patchwork) -> None:
    """All of them come back."""
    text = KIND.texts.styles["text"](puzzle)
    assert list(KIND.texts.read(text)) == [puzzle]
    assert KIND.texts.from_json(json.loads(json.dumps(KIND.texts.to_json(puzzle)))) == puzzle
    if puzzle == PUZZLES[4]:
        with pytest.raises(InputError, match=r"the part at r1c1 is in pieces: puzz\.link cannot hold it, text can"):
            KIND.texts.styles["puzz.link"](puzzle)
    else:
        found = address(KIND.texts.styles["puzz.link"](puzzle).strip())
        assert found
        assert KIND.texts.links["puzz.link"].read(found) == puzzle


def test_more_areas_than_letters() -> None:
    """Then the names are numbers, with blanks between; one column has them in brackets."""
    for height, width in ((6, 6), (30, 1)):
        areas = tuple(Patch(r % 9 + 1, ((r, c),)) for r in range(height) for c in range(width))
        lines = PATCHES.to_lines(areas)
        assert PATCHES.from_lines(list(enumerate(lines, 1))) == areas
        assert lines[-1] == f"{height * width} = {(height - 1) % 9 + 1}"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("aab\ncc\n", 2, "found 2 cells, expected 3"),
        ("aab\nx = 1\n", 2, "found a number of 'x' which is no part of the grid"),
        ("ab\na = 1\na = 2\n", 3, "found a number of 'a' twice"),
        ("ab\na = 0\n", 2, "found 0, expected a whole number from 1 to 9"),
        ("ab\na = 10\n", 2, "found 10, expected a whole number from 1 to 9"),
        ("ab\na =\n", 2, "found '=', expected a name"),
    ],
)
def test_bad_lines(text: str, line: int, message: str) -> None:
    """With their line."""
    with pytest.raises(InputError) as caught:
        PATCHES.from_lines(list(enumerate(text.splitlines(), 1)))
    assert caught.value.line == line
    assert message in caught.value.message


def test_a_number_that_must_be_told() -> None:
    """Is asked for, in a text, in JSON and in a link."""
    told = replace(PATCHES, optional=False)
    with pytest.raises(InputError, match="the part 'b' has no first, expected a line such as 'b = 1'"):
        told.from_lines([(1, "ab"), (2, "a = 1")])
    with pytest.raises(InputError, match='field "first" is missing'):
        told.from_json([{"cells": [[0, 0]]}], "patches")
    forms = area_links(told, lambda height, width, areas: Patchwork(areas), lambda puzzle: puzzle.patches, "x")
    found = address("https://puzz.link/p?x/1/1/g")
    assert found
    with pytest.raises(InputError, match="the part at r1c1 has no number, expected a first from 1 in every part"):
        forms.read["puzz.link"].read(found)


@dataclass(frozen=True)
class Divided(GridPuzzle):
    """Areas without numbers."""

    areas: AreaTuple = clues(Partition())

    kind: ClassVar = "norinori"


def test_links_of_areas_without_numbers() -> None:
    """The borders and nothing behind them, as puzz.link writes norinori."""
    forms = area_links(
        Partition(), lambda height, width, areas: Divided(areas), lambda puzzle: puzzle.areas, "norinori"
    )
    puzzle = Divided(("aab", "cab"))  # type: ignore[arg-type]
    link = forms.written["puzz.link"](puzzle).strip()
    assert link == "https://puzz.link/p?norinori/3/2/eg"  # 01 11 and 1 0 0, five bits a letter
    found = address(link)
    assert found
    assert forms.read["puzz.link"].read(found) == puzzle
    longer = address(link + "1")
    assert longer
    with pytest.raises(InputError, match="found '1', expected the end, since all borders are there"):
        forms.read["puzz.link"].read(longer)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "patches is 3, expected a list of parts"),
        ([5], "found 5 among the parts, expected a Patch"),
        ([Patch(1, ((0, 0),)), Patch(1, ((0, 0), (0, 1)))], "the part at r1c1 overlaps another one at [0, 0]"),
        ([Patch(1, ((0, 1),))], "the cell [0, 0] is in no part, expected parts for all 2 cells"),
        ([Patch(1, ((0, -1), (0, 0)))], "the part at r1c0 leaves the grid: [0, -1] is outside 1x1"),
        ([], "its fields have no rows"),
    ],
)
def test_what_fills_no_grid(value: Any, message: str) -> None:
    """Is refused."""
    with pytest.raises(InputError) as caught:
        Patchwork(value)
    assert message in caught.value.message


def test_borders() -> None:
    """They give the areas back, whatever their shape, where each is in one piece."""
    for rows in ("aab ccb ddd", "aaa aba aac", "abc"):
        areas = patchwork(rows).patches
        right, below = borders(areas)
        height, width = Patchwork(areas).height, Patchwork(areas).width
        across = [[(r, c) in right for c in range(width - 1)] for r in range(height)]
        down = [[(r, c) in below for c in range(width)] for r in range(height - 1)]
        assert enclosed(across, down) == [patch.cells for patch in areas]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_solutions(puzzle: Patchwork) -> None:
    """Those of a brute force, and the referee agrees."""
    side, told = puzzle.height, {clue.place: number for clue, number in puzzle.given_clues.items()}
    expected = set()
    for grid in product(permutations(range(1, side + 1)), repeat=side):
        latin = all(len({row[c] for row in grid}) == side for c in range(side))
        good = latin and all(grid[r][c] == number for (r, c), number in told.items())
        assert bool(KIND.faults(puzzle, PatchworkSolution(grid))) != good
        assert bool([*latin_faults(grid)]) != latin
        if good:
            expected.add(grid)
    answer = satdnd.Solver().solve(puzzle, limit=None)
    assert {solution.grid for solution in answer.solutions} == expected


def test_numbers_out_of_range() -> None:
    """Are told with their cells, and again where a line has them twice."""
    found = [(fault.rule, fault.cells, fault.message) for fault in latin_faults(((1, 2), (3, 3)))]
    assert found == [
        ("value", ((1, 0),), "r2c1 holds 3 instead of 1 to 2"),
        ("value", ((1, 1),), "r2c2 holds 3 instead of 1 to 2"),
        ("row", ((1, 0), (1, 1)), "row 2 has 3 at r2c1 and r2c2"),
    ]


def test_changes() -> None:
    """A number is told, changed and left out; others that could stand there are offered."""
    puzzle = PUZZLES[2]
    clue = Clue("patches", (0, 0))
    assert puzzle.given_clues == {clue: 1, Clue("patches", (1, 0)): 2}
    assert puzzle.changed({clue: None}).given_clues.keys() == {Clue("patches", (1, 0))}
    assert PATCHES.alternatives(puzzle.patches, (0, 0), (3, 3))[:3] == [1, 2, 3]
    assert replace(PATCHES, most=None).alternatives(puzzle.patches, (0, 0), (3, 3)) == [1, 2]
    (repair, *_) = satdnd.diagnose(PUZZLES[3]).repairs
    assert repair.edits[0].startswith("the part at r")
    assert satdnd.solve(repair.puzzle).status == "solved"


def test_explained_and_generated() -> None:
    """Steps have the names of Latin squares and are replayed as valid; a blank board gets numbers."""
    (puzzle,) = satdnd.generate("patchwork", {"height": 3, "width": 3, "unique": False}, seed=1)
    assert len(puzzle.given_clues) == 3
    single = patchwork("abc def ghi", a=1, b=2, d=2, f=1)
    explanation = satdnd.explain(single)
    assert satdnd.replay.check(single, explanation.to_json(), Settings()).status == "valid"
    texts = [step.text for step in explanation.steps or ()]
    assert "r2c2 is 3: it is the only place left for 3 in row 2." in texts
    hidden = satdnd.explain(patchwork("abc def ghi", a=1, e=1)).steps
    assert "r3c3 is 1: it is the only place left for 1 in row 3." in [step.text for step in hidden or ()]


def test_pictures() -> None:
    """Borders, numbers in the first cells, and what is known; a drawn solution is read back."""
    puzzle = PUZZLES[2]
    solution = satdnd.solve(puzzle).solutions[0]
    drawn = KIND.picture(puzzle, solution, marked=[(0, 1)])
    assert [tile.note for tile in drawn.tiles[0]] == ["1", "", ""]
    assert (drawn.tiles[0][1].marked, drawn.tiles[0][0].text) == (True, "1")
    assert drawn.lines_right == {(0, 1), (1, 1)}
    assert drawn.lines_below == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)}
    assert list(KIND.texts.read_solutions(render(drawn), puzzle)) == [solution]
    wrong = PatchworkSolution(((9, 0, 1),) * 3)
    assert KIND.picture(puzzle, wrong).tiles[0][0].text == "9"


def test_many_long_numbers() -> None:
    """Letters stand for them, three where two do not suffice."""
    areas = tuple(Patch(1000 + i, (divmod(i, 28),)) for i in range(28 * 28))
    drawn = PATCHES.drawn(areas, KIND.view.picture(Patchwork(areas), None, ()))
    notes = [tile.note for row in drawn.tiles for tile in row]
    assert [notes[i] for i in (0, 25, 26, 51, 52, 701, 702, 783)] == ["a", "z", "aa", "az", "ba", "zz", "aaa", "add"]
    assert drawn.legend[702] == ("aaa", "1702")


def test_boards_of_players() -> None:
    """Numbers, and signs of nothing; what is no number of the board is refused."""
    puzzle = PUZZLES[2]
    assert KIND.marks(puzzle, "1.3\n?_-\n2..\n") == [(0, 0, "1"), (0, 2, "3"), (2, 0, "2")]
    with pytest.raises(InputError, match="line 1, column 3: found '4' at r1c3, expected '1' to '3'"):
        KIND.marks(puzzle, "1.4\n...\n...\n")


def test_numbers_seen_in_groups() -> None:
    """What is placed is ruled out in its lines, or in the groups that are named."""
    diagonal = numbers(2, groups=lambda side: [[(i, i) for i in range(side)]])
    assert {diagonal.mark(x) for x in diagonal.along(1)} == {(0, 0, "not 2"), (1, 1, "not 1")}
    assert len([*rows_and_columns(3)]) == 6
    left = numbers(2, {(r, c): 1 << (r + c) % 2 + 1 for r in range(2) for c in range(2)})
    assert [*left.names] == ["cell[0,0]=1", "cell[0,1]=2", "cell[1,0]=2", "cell[1,1]=1"]
