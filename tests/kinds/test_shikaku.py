"""Shikaku: links, typed and drawn solutions, wrong boards, the generator, what explanations say."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from hypothesis import given, strategies as st
from samples.shikaku import divisions, keeps

import satdnd
from satdnd.draw import terminal
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.kinds.shikaku import KIND, Shikaku
from satdnd.setter.parts import Generator

LINK = "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j"
"""Source: robx/pzprjs, test/script/shikaku.js; its solution and the wrong boards stand there too."""
SOLVED = ["122333", "122444", "122444", "155567", "155567", "888887"]


def puzzle() -> Shikaku:
    """The published one."""
    (found,) = satdnd.loads(LINK)
    assert isinstance(found, Shikaku)
    return found


def test_a_published_puzzle() -> None:
    """Its link, there and back, its solution, and its Kanpen address."""
    assert satdnd.dumps(puzzle(), "puzz.link") == f"{LINK}\n"
    (solution,) = satdnd.unique(puzzle()).solutions
    assert ["".join(map(str, row)) for row in solution.grid] == SOLVED
    assert solution.to_json() == {"areas": [list(map(int, row)) for row in SOLVED]}


def named(*rows: str) -> list[satdnd.Fault]:
    """The faults of a typed board of the published puzzle."""
    (solution,) = KIND.texts.read_solutions("\n".join(rows), puzzle())
    assert not isinstance(solution, InputError), solution
    return KIND.faults(puzzle(), solution)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("122333 122444 122444 955567 955567 888887", "the 5 at r2c1 is in a rectangle of 5 cells: found r1c1 to r3c1"),
        ("122333 122444 122444 955567 955567 888887", "not the rectangle of a clue: r4c1 and r5c1"),
        ("122333 122333 122333 155567 155567 888887", "the 3 at r1c5 is in a rectangle of 3 cells: found r1c4 to r3c6"),
        ("122333 122444 122444 155577 155577 888887", "the 3 at r5c6 is in a rectangle of 3 cells: found r4c5, "),
    ],
)
def test_wrong_boards(rows: str, message: str) -> None:
    """An area that is too small, without a clue, with two clues, and no rectangle."""
    assert named(*SOLVED) == []
    messages = [fault.message for fault in named(*rows.split())]
    assert any(message in found for found in messages), messages
    assert len(messages) == len(set(messages)) <= 4


def test_a_border_inside_an_area() -> None:
    """A drawing with a line that encloses nothing is no solution."""
    (solution,) = satdnd.unique(puzzle()).solutions
    loose = type(solution)(6, 6, solution.board | 1 << KIND.view.unknowns(puzzle()).edge((1, 5), "w") - 1)
    messages = [fault.message for fault in KIND.faults(puzzle(), loose)]
    assert "the 6 at r2c5 is in a rectangle of 6 cells: found r2c4 to r3c6, with a border inside" in messages


def test_solutions_in_all_forms() -> None:
    """Typed letters and numbers, drawings in both encodings, and JSON."""
    (solution,) = satdnd.unique(puzzle()).solutions
    picture = KIND.picture(puzzle(), solution)
    forms = [
        "\n".join(SOLVED),
        "\n".join(" ".join(row) for row in SOLVED),
        "\n".join(" ".join(str(int(x) + 10) for x in row) for row in SOLVED),
        terminal.render(KIND.picture(puzzle(), solution)),
        json.dumps(solution.to_json()),
        json.dumps(solution.to_json()["areas"]),
        json.dumps({"areas": SOLVED}),
    ]
    assert picture.description().startswith("6 rows and 6 columns: 8 clues, ")
    assert "borders" in picture.description()
    for form in forms:
        assert [*KIND.texts.read_solutions(form, puzzle())] == [solution], form


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(SOLVED[:-1]), "found 5 rows of 6 cells, expected 6 of 6"),
        ("\n".join([*SOLVED[:-1], "888881"]), "area '1' is in pieces, at r1c1 and r6c6: each needs its own name"),
        ('{"areas": [[1, null]]}', 'field "areas" holds None, expected the number of an area'),
        ('{"grid": []}', 'the field "areas" is missing'),
    ],
)
def test_bad_solutions(text: str, message: str) -> None:
    """What was found, and what was expected."""
    (error,) = KIND.texts.read_solutions(text, puzzle())
    assert isinstance(error, InputError)
    assert message in error.message


def test_boards_of_players() -> None:
    """A drawing with crosses, and names with dots for cells that may belong anywhere."""
    typed = satdnd.hint(puzzle(), given="122...\n......\n......\n......\n......\n......\n")
    assert {tuple(mark) for mark in typed.given} == {(0, 1, "w", "-"), (0, 2, "w", "x")}
    drawn = terminal.render(KIND.picture(puzzle(), satdnd.unique(puzzle()).solutions[0]))
    assert {mark[-1] for mark in KIND.marks(puzzle(), drawn)} == {"-"}
    row = drawn.split("\n")[2]
    half = drawn.replace(row, row[:10] + "×" + row[11:], 1)
    assert len(KIND.marks(puzzle(), half)) == len(KIND.marks(puzzle(), drawn)) + 1


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (((None, None),), "there is no clue, and every rectangle needs one"),
        (((1, None), (None, 2)), "the numbers add up to 3, and the grid has 4 cells"),
        (((5, None), (None, None)), "the numbers add up to 5, and the grid has 4 cells"),
        (
            ((3, "?"), ("?", None)),
            "the numbers add up to 3, 2 clues without a number need a cell each, and the grid has 4",
        ),
        (((None, 3), (1, None)), "the 3 at r1c2 has no rectangle of 3 cells without other clues"),
    ],
)
def test_reasons(rows: tuple[tuple[int | str | None, ...], ...], reason: str) -> None:
    """Seen without a search."""
    answer = satdnd.solve(Shikaku(rows))
    assert (answer.status, reason in answer.reason) == ("unsolvable", True), answer.reason


ENTRIES = st.sampled_from((None, None, None, "?", 1, 2, 9, 12))


@given(st.data())
def test_forms_there_and_back(data: st.DataObject) -> None:
    """In every form; a game ID has no question marks."""
    width = data.draw(st.integers(1, 12))
    row = st.lists(ENTRIES, min_size=width, max_size=width).map(tuple)
    made = Shikaku(tuple(data.draw(st.lists(row, min_size=1, max_size=5))))
    forms = ["text", "json", "puzz.link"]
    if not any("?" in row for row in made.rows):
        forms.append("tatham")
    else:
        with pytest.raises(
            InputError, match=r"the number of the rectangle at r[0-9]+c[0-9]+ is unknown: tatham cannot hold that"
        ):
            satdnd.dumps(made, "tatham")
    for form in forms:
        assert satdnd.loads(satdnd.dumps(made, form), "shikaku") == [made]


def test_all_small_puzzles() -> None:
    """Every puzzle of 2x3 with a 2, a ? or no clue in each cell has as many solutions as by brute force."""
    count = 0
    for cells in product((None, "?", 2), repeat=6):
        rows = cells[:3], cells[3:]
        expected = sum(keeps(rows, areas) for areas in divisions(2, 3))
        assert len(satdnd.Solver().solve(Shikaku(rows), limit=None).solutions) == expected, rows
        count += expected
    assert count


def test_generated() -> None:
    """Unique, of the wished size; with question marks where wished; the same for a seed."""
    part = kind_named("shikaku").require(Generator)
    recipe = part.recipe(height=7, width=8, largest=6, unknown=50)
    found = [part.generate(Random(5), recipe, satdnd.Budget()) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].height, found[0].width) == (7, 8)
    assert satdnd.unique(found[0]).status == "unique"
    assert max(found[0].given_clues.values()) <= 6
    assert any("?" in row for row in found[0].rows)


def test_explained() -> None:
    """In the words of players; the judge agrees."""
    answer = satdnd.explain(puzzle())
    texts = [step.text for step in answer.steps]
    assert any("is a rectangle: only one rectangle fits the" in text for text in texts)
    assert replay.check(puzzle(), answer.to_json(), KIND.options()).status == "valid"
