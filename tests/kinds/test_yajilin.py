"""Yajilin: the published solution, links, texts, wrong boards, the generator, explanations."""

from __future__ import annotations

import json

import pytest

import satdnd
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.explanation.wording import Inference
from satdnd.grid.notation import cell_name
from satdnd.kinds.yajilin import KIND, VIEW, Yajilin, YajilinSolution, in_line, past_the_pair, side_by_side

PUZZLE = satdnd.loads(KIND.examples[0])[0]
LOOP = [
    ["se", "ew", "sw", "se", "sw"],
    ["ne", "sw", "ne", "nw", "ns"],
    ["#", "ns", "#", "", "ns"],
    ["se", "nw", "se", "ew", "nw"],
    ["ne", "ew", "nw", "#", ""],
]
"""Its solution, as robx/pzprjs has it."""


def faults(grid: list[list[str]], puzzle: Yajilin = PUZZLE) -> list[str]:
    """The rules that a board breaks."""
    (solution,) = KIND.texts.read_solutions(json.dumps({"grid": grid}), puzzle)
    assert isinstance(solution, YajilinSolution), solution
    return sorted({fault.rule for fault in KIND.faults(puzzle, solution)})


def test_the_published_solution() -> None:
    """It is the only one."""
    answer = satdnd.unique(PUZZLE)
    assert answer.status == "unique"
    assert answer.solutions[0].to_json() == {"grid": LOOP}
    assert not faults(LOOP)


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({(4, 3): ""}, ["cell"]),
        ({(2, 2): "", (2, 0): ""}, ["cell", "clue"]),
        ({(2, 3): "#"}, ["clue"]),
        ({(3, 0): "#", (3, 1): "ns", (4, 0): "#", (4, 1): "ne"}, ["adjacent"]),
        ({(r, c): "" for r in range(5) for c in range(5)}, ["cell", "clue", "single-loop"]),
        ({(2, 1): "#"}, ["adjacent", "cell", "clue"]),
    ],
)
def test_wrong_boards(changes: dict[tuple[int, int], str], rules: list[str]) -> None:
    """Each is told by the rules that it breaks."""
    assert faults([[changes.get((r, c), x) for c, x in enumerate(row)] for r, row in enumerate(LOOP)]) == rules


def test_two_loops() -> None:
    """They are that alone."""
    (puzzle,) = satdnd.loads(". . . . .\n. . . . .\n", "yajilin")
    two = [["se", "sw", "#", "se", "sw"], ["ne", "nw", "", "ne", "nw"]]
    (clued,) = satdnd.loads(". . . . .\n. . ?n . .\n", "yajilin")
    assert faults(two, puzzle) == ["cell", "single-loop"]
    assert faults(two, clued) == ["single-loop"]


def test_holes() -> None:
    """Like a clue that says nothing: clues see through it; @ in every form but links, # in a text as well."""
    rows = (("@", "2e", "@", None, None), (None,) * 5, (None,) * 5)
    puzzle = Yajilin(rows)
    assert KIND.texts.to_json(puzzle)["rows"][0] == ["@", "2e", "@", None, None]
    assert KIND.texts.from_json(KIND.texts.to_json(puzzle)) == puzzle
    text = KIND.texts.styles["text"](puzzle)
    assert text.splitlines()[0] == " @ 2e  @  .  ."
    assert [*KIND.texts.read(text)] == [*KIND.texts.read("# 2e # . .\n. . . . .\n. . . . .\n")] == [puzzle]
    assert (
        satdnd.solve(puzzle, limit=None).solutions
        == satdnd.solve(Yajilin((("?", "2e", "?", None, None), *rows[1:])), limit=None).solutions
    )
    with pytest.raises(InputError, match=r"there are holes without a clue: puzz[.]link cannot hold them"):
        KIND.texts.styles["puzz.link"](puzzle)


def test_clues_see_through_clues() -> None:
    """Up to the border, also beyond other clues; those without a number or arrow say nothing."""
    rows = ((None, None, None, None, None), (None, "1e", "?", "?s", None), (None, None, None, None, None))
    around = [["se", "ew", "ew", "ew", "sw"], ["ns", "", "", "", "#"], ["ne", "ew", "ew", "ew", "nw"]]
    assert faults(around, Yajilin(rows)) == ["cell"]
    free = [["se", "ew", "ew", "ew", "sw"], ["ns", "", "", "", "ns"], ["ne", "ew", "ew", "ew", "nw"]]
    assert faults(free, Yajilin(rows)) == ["clue"]
    assert not faults(free, Yajilin((rows[0], (None, "0e", "?", "0s", None), rows[2])))


def test_a_clue_looks_no_farther_than_it_counts() -> None:
    """Which of the cells ahead are asked for; of a large board they are not gone through for each clue."""
    puzzle = Yajilin((("2e", None, "?", *(None,) * 97),))
    assert puzzle.ahead((0, 0), "e", 2) == [(0, 1), (0, 3)]
    assert len(puzzle.ahead((0, 0), "e")) == 98
    assert satdnd.solve(Yajilin((("98e", *(None,) * 98), (None,) * 99))).reason == ""
    reason = satdnd.solve(Yajilin((("99e", *(None,) * 98), (None,) * 99))).reason
    assert "counts 99 cells, but there is room for only 98" in reason


def test_what_has_no_room() -> None:
    """It is said at once, and a search finds nothing either."""
    for text, reason in (
        (". . .\n", "a loop needs two rows and two columns"),
        (". 3w\n. .\n", "the clue at r1c2 counts 3 cells, but there is room for only 1"),
        ("?n 1e\n. .\n", "the clue at r1c2 counts 1 cell, but there is no room for any"),
    ):
        (puzzle,) = satdnd.loads(text, "yajilin")
        answer = satdnd.solve(puzzle)
        assert (answer.status, answer.reason) == ("unsolvable", reason)
        assert "p cnf" in satdnd.export(puzzle)
    assert satdnd.solve(Yajilin((("?n", "?n"), ("?n", "?n")))).status == "unsolvable"


def test_large_numbers_in_links() -> None:
    """With two digits, and with three."""
    for number, body in ((15, "2fc"), (16, "710c"), (300, "-212cc")):
        puzzle = Yajilin(((f"{number}s", None, None, None),))
        assert satdnd.dumps(puzzle, "puzz.link").strip().endswith(f"/4/1/{body}")
    with pytest.raises(InputError, match="above 4095"):
        satdnd.dumps(Yajilin((("9999s", None),)), "puzz.link")


def test_generated_puzzles() -> None:
    """Unique, with clues and shaded cells, and not alike."""
    found = list(satdnd.generate("yajilin", {"height": 6, "width": 6}, seed=2, count=3))
    assert len({puzzle.rows for puzzle in found}) == 3
    for puzzle in found:
        answer = satdnd.unique(puzzle)
        assert answer.status == "unique"
        assert puzzle.arrows
    assert any(x == "#" for puzzle in found for row in satdnd.solve(puzzle).solutions[0].to_json()["grid"] for x in row)


def test_small_generated_puzzles() -> None:
    """There is room for a loop in each."""
    for puzzle in satdnd.generate("yajilin", {"height": 4, "width": 4}, seed=1, count=3):
        assert satdnd.unique(puzzle).status == "unique"


def test_explanations() -> None:
    """In words, and judged."""
    answer = satdnd.explain(PUZZLE)
    texts = [step.text for step in answer.steps]
    assert "r1c5 to r4c5 are not shaded: the clue at r5c5 has no shaded cells above it." in texts
    assert not any("that would contradict" in text for text in texts)
    assert replay.check(PUZZLE, answer.to_json(), KIND.options()).status == "valid"


def test_ways_past_a_shaded_cell() -> None:
    """Of two neighbours, the shaded one is told apart from the one that the loop must pass."""
    text = "?s . . . . . .\n. . ?n . . . .\n. 2s . . ?n . .\n. . . 1s . . ?w\n.......\n.......\n?n . . . . . .\n"
    told = " ".join(step.text for step in satdnd.explain(satdnd.loads(text, "yajilin")[0]).steps)
    assert "there is no other way through r1c2 and r1c3: only one of them can be shaded" in told
    assert "(r5c2 would be shaded, and there would be no other way through r4c2)" in told


@pytest.mark.parametrize(
    ("number", "said"), [(1, "shaded cell"), (2, "shaded cells, no two of which are side by side")]
)
def test_room_for_a_clue(number: int, said: str) -> None:
    """One cell is not beside itself."""
    puzzle = satdnd.loads(f"{number}e . . . .\n" + ". . . . .\n" * 4, "yajilin")[0]
    line = next(one for one in side_by_side(puzzle, VIEW.unknowns(puzzle)) if one.rule == "line")
    step = Inference(puzzle, ((0, 1, "o"),), (line,), ())
    assert in_line(step, line) == f"otherwise the clue at r1c1 would have no room for its {said}"


def test_ways_past_unshaded_cells() -> None:
    """That only one of two can be shaded is said where that matters: not if both are known to be unshaded."""
    pair = next(one for one in side_by_side(PUZZLE, VIEW.unknowns(PUZZLE)) if one.rule == "pair")
    line, known = (0, 0, 0, 1, "-"), [(*cell, "o") for cell in pair.cells]
    said = [past_the_pair(Inference(PUZZLE, (line,), (pair,), tuple(known[:n])), pair) for n in (1, 2)]
    neither = "there is no other way through " + " and ".join(map(cell_name, pair.cells))
    assert said == [f"{neither}: only one of them can be shaded", neither]
