"""Akari: links, texts whose rows begin with walls, wrong boards, the generator, what explanations say."""

from __future__ import annotations

import json
from random import Random

import pytest
from samples.akari import made

import satdnd
from satdnd.draw import terminal
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.kinds.akari import KIND, Akari, AkariSolution, random_lamps

PUZZLE = made("...... ..4... ....2. .0.... ...1.. ......")
"""Source: robx/pzprjs, test/script/lightup.js; its solution and the wrong boards stand there too."""
SOLUTION = ["..*...", ".*4*..", "..*.2*", ".0..*.", "*..1..", "...*.."]


def test_a_published_puzzle() -> None:
    """Its links, under both names, and its solution."""
    for name in ("lightup", "akari"):
        (puzzle,) = satdnd.loads(f"https://puzz.link/p?{name}/6/6/nekcakbl")
        assert puzzle == PUZZLE
    assert satdnd.dumps(puzzle, "puzz.link") == "https://puzz.link/p?lightup/6/6/nekcakbl\n"
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json() == {"grid": SOLUTION}


@pytest.mark.parametrize(
    ("body", "rows"),
    [("3/1/.0g", "#0."), ("3/2/.i5h", "#.. .0."), ("4/1/1e", "14.."), ("2/2/6a", "1. 0."), ("3/1/6.", "1.#")],
)
def test_links_made_by_hand(body: str, rows: str) -> None:
    """A number with blank cells behind it, walls without a number, runs of blanks."""
    if body.endswith("5h"):
        with pytest.raises(InputError, match=r"found 'h', expected the end"):
            satdnd.loads(f"https://puzz.link/p?lightup/{body}")
        body = body[:-1]
    assert satdnd.loads(f"https://puzz.link/p?lightup/{body}") == [made(rows)]


def test_rows_and_notes() -> None:
    """A row may begin with a wall; a note has a blank or a colon. Such a text tells its kind."""
    text = "# name: walls\n# a comment\n#.1\n##.\n\n# name: another\n#1\n..\n"
    first, second = satdnd.loads(text)
    assert (first.kind, first.name, first.rows) == ("akari", "walls", (("#", None, 1), ("#", "#", None)))
    assert (second.name, second) == ("another", made("#1 .."))
    assert KIND.texts.styles["text"](first) == "# name: walls\n#.1\n##.\n"
    assert all(satdnd.unique(satdnd.loads(example, "akari")[0]).status == "unique" for example in KIND.examples)


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        (SOLUTION, set()),
        (["......", "..4...", "....2.", ".0....", "...1..", "......"], {"number", "lit"}),
        (["..*..*", ".*4*..", "..*.2.", ".0....", "...1..", "......"], {"number", "one-lamp", "lit"}),
        (["..*...", ".*4*..", "..*.2*", ".0..*.", "...1..", "...*.."], {"lit"}),
        (["..**..", ".**...", "..*...", "......", "......", "......"], {"on-white", "number", "one-lamp", "lit"}),
    ],
)
def test_wrong_boards(board: list[str], rules: set[str]) -> None:
    """Each is refused by the right rules."""
    (solution,) = KIND.texts.read_solutions("\n".join(board), PUZZLE)
    assert isinstance(solution, AkariSolution), solution
    assert {fault.rule for fault in kind_named("akari").faults(PUZZLE, solution)} == rules


def test_without_solution() -> None:
    """Too few cells beside a number are seen at once; the rest is for a diagnosis, with repairs."""
    assert "the 3 at r1c2 has 2 white cells beside it" in str(satdnd.solve(made(".3.")).reason)
    assert "the 1 at r1c1 has no white cell beside it" in str(satdnd.solve(made("1#.")).reason)
    answer = satdnd.diagnose(made("0.0"), edits=1)
    assert "r1c2 is lit" in {one.text for one in answer.conflict or ()}
    assert [repair.edits for repair in satdnd.diagnose(made("0."), edits=1).repairs or ()] == [
        ("the number at r1c1: 1 instead of 0",)
    ]
    (solution,) = satdnd.solve(made("##")).solutions
    assert solution.to_json() == {"grid": ["##"]}


@pytest.mark.parametrize(("height", "width", "walls", "symmetric"), [(7, 7, 20, True), (4, 9, 30, False)])
def test_generated_puzzles(height: int, width: int, walls: int, symmetric: bool) -> None:
    """One solution, walls that look the same turned around, explanations that are judged right."""
    recipe = satdnd.AkariRecipe(height=height, width=width, walls=walls, symmetric=symmetric)
    (puzzle,) = satdnd.generate(recipe, seed=2)
    answer = satdnd.explain(puzzle)
    assert answer.status == "unique"
    there = [[x is not None for x in row] for row in puzzle.rows]
    assert sum(map(sum, there)) >= height * width * walls // 100
    assert (there == [row[::-1] for row in there[::-1]]) or not symmetric
    record = json.loads(json.dumps(answer.to_json()))
    assert replay.check(puzzle, record, KIND.options()).status == "valid"


def test_generated_puzzles_differ() -> None:
    """No two have the same walls; with more walls than cells that may be any, there are several solutions."""
    found = [next(satdnd.generate("akari", {"height": 6, "width": 6}, seed=seed)) for seed in range(8)]
    assert len({tuple(x is None for row in puzzle.rows for x in row) for puzzle in found}) == 8
    (free,) = satdnd.generate(satdnd.AkariRecipe(height=5, width=5, unique=False), seed=1)
    assert satdnd.solve(free).status == "solved"


def told(*rows: str) -> dict[str, str]:
    """Of each technique of an explanation its first sentence."""
    steps = satdnd.explain(made(" ".join(rows))).steps
    return {step.technique: step.text for step in reversed(steps)}


def test_sentences() -> None:
    """In the words of players."""
    corner = told("2..", "...", "..#")
    needs = "the 2 at r1c1 needs 2 lamps beside it, and only these cells are left"
    assert corner["number needs the rest"] == f"r1c2 and r2c1 hold lamps: {needs}."
    assert corner["lit already"] == "r1c3, r2c2, r2c3, r3c1 and r3c2 are empty: the lamps at r1c2 and r2c1 light them."
    assert told("0..")["number complete"] == "r1c2 is empty: the 0 at r1c1 has no lamps beside it."
    assert told("#.#")["last place"] == "r1c2 holds a lamp: no other lamp could light it."
    assert (
        told("0..", "...")["dark cell"].endswith(", and no lamp could light r1c3.") or told("0..", "...")["dark cell"]
    )
    assert told("1..", "...")["blocked number"] == (
        "r2c2 is empty: if r2c2 held a lamp, then r1c2 and r2c1 would be empty (the lamp at r2c2 would light "
        "them), and the 1 at r1c1 could not have 1 lamp beside it."
    )


def test_drawings_are_read_back() -> None:
    """Lamps, walls with and without numbers; a board that is drawn in part."""
    puzzle = made("#.1 .#. 1..")
    solution = satdnd.solve(puzzle, limit=1).solutions[0]
    drawn = terminal.render(KIND.picture(puzzle, solution))
    (found,) = KIND.texts.read_solutions(drawn, puzzle)
    assert found == solution
    marks = KIND.marks(puzzle, drawn)
    assert {mark[:2] for mark in marks if mark[2] == "*"} == {*puzzle.grid.cells(solution.board)}
    assert KIND.marks(puzzle, "#*1\no#.\n1..\n") == [(0, 1, "*"), (1, 0, "o")]
    with pytest.raises(InputError, match=r"found '%' at r1c2"):
        KIND.marks(puzzle, "#%1\no#.\n1..\n")


def test_rows_of_entries() -> None:
    """JSON may have a list for each row, with dots for white cells."""
    found = satdnd.loads('{"kind": "akari", "rows": [[".", "#"], ["0", null]]}')
    assert found == satdnd.loads('{"kind": "akari", "rows": [".#", "0."]}')


def test_a_large_board() -> None:
    """Walls are added wherever other solutions differ; lamps on cells that stay white are kept."""
    (puzzle,) = satdnd.generate("akari", {"height": 20, "width": 20}, seed=2)
    assert satdnd.unique(puzzle).status == "unique"
    assert {*random_lamps(Random(1), Akari.blank(2, 2), [(0, 0), (5, 5)])} == {(0, 0), (1, 1)}
