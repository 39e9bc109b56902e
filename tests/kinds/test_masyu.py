"""Masyu: small puzzles against a brute force, links, texts, wrong boards, the generator, explanations."""

from __future__ import annotations

import json
from itertools import product

import pytest
from samples import masyu as boards

import satdnd
from satdnd.declaration.generators import differences
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.kinds.masyu import KIND, Masyu, MasyuSolution

PUZZLE = satdnd.loads(KIND.examples[0])[0]
LOOP = [
    ["se", "ew", "ew", "sw", "se", "sw"],
    ["ns", "se", "ew", "nw", "ns", "ns"],
    ["ns", "ns", "se", "ew", "nw", "ns"],
    ["ns", "ne", "nw", "se", "ew", "nw"],
    ["ne", "ew", "sw", "ns", "", ""],
    ["", "", "ne", "nw", "", ""],
]
"""Its solution, as robx/pzprjs has it."""


def faults(grid: list[list[str]], puzzle: Masyu = PUZZLE) -> set[str]:
    """The rules that a board breaks."""
    (solution,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), puzzle)
    assert isinstance(solution, MasyuSolution), solution
    return {fault.rule for fault in KIND.faults(puzzle, solution)}


def test_the_published_solution() -> None:
    """It is the only one."""
    answer = satdnd.unique(PUZZLE)
    assert answer.status == "unique"
    assert answer.solutions[0].to_json() == {"grid": LOOP}
    assert not faults(LOOP)


def test_one_circle_anywhere() -> None:
    """Of 3x4 and 4x4 cells: as many loops as there are."""
    for height, width in ((3, 4), (4, 4)):
        for (r, c), colour in product(product(range(height), range(width)), "wb"):
            puzzle = Masyu(
                tuple(tuple(colour if (i, j) == (r, c) else None for j in range(width)) for i in range(height))
            )
            found = satdnd.solve(puzzle, limit=None).solutions
            assert len(found) == sum(1 for _ in boards.solutions(puzzle)), (puzzle, colour)


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({(4, 0): "", (4, 1): ""}, {"cell", "white"}),
        ({(r, c): "" for r in range(6) for c in range(6)}, {"single-loop", "black", "white"}),
        ({(4, 4): "se", (4, 5): "sw", (5, 4): "ne", (5, 5): "nw"}, {"single-loop"}),
    ],
)
def test_wrong_boards(changes: dict[tuple[int, int], str], rules: set[str]) -> None:
    """Each is told by the rules that it breaks."""
    grid = [[changes.get((r, c), word) for c, word in enumerate(row)] for r, row in enumerate(LOOP)]
    assert faults(grid) == rules


def test_cells_that_contradict_each_other() -> None:
    """A cell of the solution with other directions, or none, is never overlooked."""
    words = ["", "ns", "ew", "ne", "nw", "se", "sw"]
    for (r, c), word in product(product(range(6), repeat=2), words):
        if word != LOOP[r][c]:
            grid = [[word if (i, j) == (r, c) else old for j, old in enumerate(row)] for i, row in enumerate(LOOP)]
            (solution,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), PUZZLE)
            if isinstance(solution, MasyuSolution):
                assert "cell" in {fault.rule for fault in KIND.faults(PUZZLE, solution)}, (r, c, word)
            else:
                assert solution.message == f"the loop at r{r + 1}c{c + 1} leaves the grid: found {word!r}"
    blank = Masyu(((None, None), (None, None)))
    (error,) = KIND.texts.read_solutions(json.dumps({"grid": [["se", ""], ["", "nw"]]}), blank)
    assert error.message == "the directions at r1c1 are not those of the cells beside it"


def test_black_circles_turn_and_white_ones_do_not() -> None:
    """Straight through black; a white one without a turn beside it."""
    ring = [["se", "ew", "ew", "ew", "sw"], ["ns", "", "", "", "ns"], ["ne", "ew", "ew", "ew", "nw"]]
    for text, rules in (
        ("w....", {"white"}),
        ("..w..", {"white"}),
        (".w...", set()),
        ("..b..", {"black"}),
        ("b....", set()),
    ):
        (puzzle,) = satdnd.loads(f"{text}\n.....\n.....\n", "masyu")
        assert faults(ring, puzzle) == rules, text


def test_a_row_has_no_loop() -> None:
    """It is said at once, and a search finds none either."""
    for text in ("w..\n", ".\n.\n", "w\n"):
        (puzzle,) = satdnd.loads(text, "masyu")
        answer = satdnd.solve(puzzle)
        assert (answer.status, answer.reason) == ("unsolvable", "a loop needs two rows and two columns")
        assert "p cnf" in satdnd.export(puzzle)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([["ne"]], "found 1 row of 1 cell, expected 6 of 6"),
        ([["nx", *[""] * 5], *[[""] * 6] * 5], "found 'nx' at r1c1, expected two of n, e, s and w"),
        ([["nw", *[""] * 5], *[[""] * 6] * 5], "the loop at r1c1 leaves the grid"),
        ([["#", *[""] * 5], *[[""] * 6] * 5], "found '#' at r1c1"),
    ],
)
def test_wrong_solutions(grid: list[list[str]], message: str) -> None:
    """What is no board is said."""
    (found,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), PUZZLE)
    assert isinstance(found, InputError)
    assert message in found.message


def test_typed_boards() -> None:
    """A word for each cell."""
    typed = "\n".join(" ".join(word or "." for word in row) for row in LOOP)
    (found,) = KIND.texts.read_solutions(typed, PUZZLE)
    assert isinstance(found, MasyuSolution)
    assert found.to_json() == {"grid": LOOP}


@pytest.mark.parametrize("large", [36, differences.LARGE])
def test_generated_puzzles(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unique, with both colours, and not alike; also where every place is changed at once."""
    monkeypatch.setattr(differences, "LARGE", large)
    found = list(satdnd.generate("masyu", {"height": 7, "width": 7}, seed=2, count=3))
    assert len({puzzle.rows for puzzle in found}) == 3
    for puzzle in found:
        assert satdnd.unique(puzzle).status == "unique"
    assert {x for puzzle in found for x in puzzle.by_cell.values()} == {"w", "b"}


def test_explanations() -> None:
    """In words, and judged."""
    answer = satdnd.explain(PUZZLE)
    texts = [step.text for step in answer.steps]
    assert texts[0] == (
        "r4c2-r3c2-r2c2-r2c3-r2c4 are part of the loop, and r2c1-r2c2-r1c2 are not part of the loop: the loop turns at "
        "the black circle at r2c2 and goes straight before and after it."
    )
    assert not any("that would contradict" in text for text in texts)
    assert texts[-1].endswith(": the loop is closed.")
    record = answer.to_json()
    assert replay.check(PUZZLE, record, KIND.options()).status == "valid"


def test_rows_of_letters() -> None:
    """JSON may have a list for each row."""
    record = {"kind": "masyu", "rows": [["w", None, "."], [".", "b", "."]]}
    assert satdnd.loads(json.dumps(record)) == [Masyu((("w", None, None), (None, "b", None)))]
    with pytest.raises(InputError, match=r"expected 'w', 'b' or '\.'"):
        satdnd.loads(json.dumps({**record, "rows": [["w", 3], ["w", "."]]}))
