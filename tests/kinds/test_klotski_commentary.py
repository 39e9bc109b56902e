"""Explained boxes: who makes room for whom, against cells alone; boards; and whatever is changed is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import run
from klotski_boxes import random_box

import satdnd
from satdnd.errors import InputError, Undecided
from satdnd.explanation.judge import replay
from satdnd.grid.notation import cell_name
from satdnd.kinds.klotski.commentary import AHEAD, GOAL, steps
from satdnd.kinds.klotski.kind import KIND
from satdnd.kinds.klotski.model import Klotski, KlotskiSolution, Move, Piece
from satdnd.kinds.klotski.rules import Play, boards
from satdnd.sat.budget import Budget

(BOX,) = satdnd.loads("# goal: a at r2c2\n# metric: move\naab\naa.\nc..\n", "klotski")
(LATER,) = satdnd.loads("# goal: a at r3c2\n# metric: move\nc.\nad\n.b\n", "klotski")
GOES = re.compile(r"(?:^|, |; now |; then )(\w)(?: goes)? ((?:up|down|left|right)[^,;:]*?) to (r\d+c\d+)")
FOR = re.compile(r", (?:to make room for (\w)|(and on)) in step (\d+)\.$")


def test_sentences() -> None:
    """Two small boxes, by hand."""
    answer = satdnd.explain(BOX)
    assert [step.text for step in answer.steps] == [
        "c goes right 2 and up 1 to r2c3; now a goes down to r2c1.",
        "b goes left 2 to r1c1, c up and left to r1c2; now a goes right to r2c2.",
    ]
    assert answer.headline() == "text: solved (none of the 30 positions reachable in fewer moves has the goal; 5 moves)"
    assert [(step.technique, step.text) for step in satdnd.explain(LATER).steps] == [
        ("preparing", "b goes left to r3c1, to make room for a in step 2."),
        ("goal", "d goes up to r1c2; now a goes right and down to r3c2."),
    ]
    (done,) = satdnd.loads("# goal: a at r1c1\na.\n", "klotski")
    assert (satdnd.explain(done).steps, satdnd.explain(done).reason) == ((), "")


def solved(metric: str) -> list[tuple[Klotski, satdnd.Explanation[KlotskiSolution]]]:
    """Random boxes with a way to the goal."""
    rng = Random(3)
    boxes = (replace(random_box(rng, rng.randint(2, 3), rng.randint(2, 4)), metric=metric) for _ in range(120))
    found = [(box, satdnd.explain(box, timeout=5)) for box in boxes]
    return [(box, answer) for box, answer in found if answer.status == "solved"]


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_the_steps_are_the_solution(metric: str) -> None:
    """All its moves in order, those of one piece together; the boards are on the way; the last one has the goal."""
    techniques = set[str]()
    for puzzle, answer in solved(metric):
        (solution,) = answer.solutions
        film, marks = boards(puzzle, solution), list[Any]()
        groups = [[*moves] for _, moves in groupby(solution.moves, lambda move: move.piece)]
        turns = [GOES.findall(step.text) for step in answer.steps]
        told = [(letter, place) for letter, _, place in chain(*turns)]
        assert told == [(moves[-1].piece, cell_name(moves[-1].target)) for moves in groups]
        for number, step in enumerate(answer.steps, 1):
            marks += step.cells
            made = sum(len(moves) for moves in groups[: sum(map(len, turns[:number]))])
            assert KIND.board(puzzle, marks)["forced"] == [*film[made]]
            techniques.add(step.technique)
            if found := FOR.search(step.text):
                piece, then = found[1] or turns[number - 1][-1][0], int(found[3])
                assert step.technique == AHEAD
                assert then > number
                assert piece in {letter for letter, *_ in turns[then - 1]}
        assert [step.technique == GOAL for step in answer.steps][-1:] in ([], [True])
    assert len(techniques) == 3


def test_room_is_made() -> None:
    """In a chain, the next piece enters a cell of the old place of the one before it."""
    pairs = 0
    for puzzle, answer in solved("step"):
        shapes = {letter: piece.shape for letter, piece in puzzle.pieces.items()}
        left, entered = list[set[Any]](), list[set[Any]]()
        for letter, group in groupby(answer.solutions[0].moves, lambda move: move.piece):
            moves = [*group]
            left.append({*Piece(moves[0].source, shapes[letter]).cells})
            entered.append({cell for move in moves for cell in Piece(move.target, shapes[letter]).cells})
        first = 0
        for step in answer.steps:
            last = first + len(GOES.findall(step.text)) - 1
            for i in range(first, last):
                assert left[i] & entered[i + 1], (puzzle, step)
                pairs += 1
            first = last + 1
    assert pairs > 20


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_directions_can_be_followed(metric: str) -> None:
    """One cell at a time in the order of the sentence, by moves of the metric "step"."""
    ways = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
    turned = 0
    for puzzle, answer in solved(metric):
        play = Play(puzzle)
        for step in answer.steps:
            for letter, path, place in GOES.findall(step.text):
                runs = re.findall(r"(right|down|left|up)(?: (\d+))?", path)
                turned += len(runs) > 1
                for way, count in runs:
                    for _ in range(int(count or 1)):
                        (r, c), (down, right) = play.pieces[letter].at, ways[way]
                        assert play.make(Move(letter, (r, c), (r + down, c + right)), "step") is None, step
                assert cell_name(play.pieces[letter].at) == place
        assert play.solved
    assert turned > 3 or metric == "slide"


def test_a_longer_way_is_not_explained() -> None:
    """With a piece that nobody needs to move."""
    (box,) = satdnd.loads("# goal: a at r1c2\n# metric: move\na.b.\n", "klotski")
    wasted = KlotskiSolution((Move("b", (0, 2), (0, 3)), Move("a", (0, 0), (0, 1))), "move")
    with pytest.raises(InputError, match="the solution is not the shortest: nothing needs the move of b to r1c4"):
        list(steps(box, wasted, None, Budget()))


@pytest.mark.parametrize(
    "marks", [[(0, 0, "x")], [(0, 0, "a")], [(2, 2, "a")], [(0, 0, 0, 1, "=1")], [(0, "c")], [(-1, 0, "c")]]
)
def test_marks_that_are_no_pieces(marks: list[Any]) -> None:
    """They are told; a piece of one cell is one mark."""
    with pytest.raises(InputError, match="expected all cells of a piece, each as"):
        KIND.board(BOX, marks)
    assert KIND.board(BOX, [(2, 2, "c")])["forced"] == ["aab", "aa.", "..c"]


def test_time_runs_out() -> None:
    """Undecided, also between moves."""
    (short,) = satdnd.solve(BOX).solutions
    with pytest.raises(Undecided):
        list(steps(BOX, short, None, Budget.of(0)))


WRONG: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a sentence": (lambda r: r["steps"][0].update(text="c goes left to r2c3."), "sentence: step 1: it says 'left to"),
    "a technique": (lambda r: r["steps"][0].update(technique=GOAL), "end: step 1: its marks or its technique are not"),
    "a mark": (lambda r: r["steps"][1]["cells"].pop(), "end: step 2: its marks or its technique are not"),
    "a step less": (lambda r: r["steps"].pop(), "found 1 step, expected 2"),
    "a step more": (lambda r: r["steps"].append(r["steps"][0]), "found 3 steps, expected 2"),
    "a move": (lambda r: r["solutions"][0]["moves"].pop(), "end: the solution given is wrong: the goal, piece a at"),
    "no solution": (lambda r: r["solutions"].clear(), "end: the explanation does not contain one solution"),
    "the length": (lambda r: r.update(length=4), "end: the fewest moves are claimed to be 4, and this solution has 5"),
}


@pytest.mark.parametrize("what", WRONG)
def test_whatever_is_changed_is_found(what: str, tmp_path: Path) -> None:
    """By ``explain --check``, which names the step."""
    record = json.loads(json.dumps(satdnd.explain(BOX).to_json()))
    assert replay.check(BOX, record, KIND.options()).status == "valid"
    change, message = WRONG[what]
    change(record)
    (tmp_path / "box.klotski").write_text(json.dumps(KIND.texts.to_json(BOX)))
    (tmp_path / "steps.json").write_text(json.dumps(record))
    ran = run("explain", "--check", str(tmp_path / "steps.json"), str(tmp_path / "box.klotski"))
    assert ran.status == 1
    assert message in ran.out


def test_what_is_not_checked_is_said() -> None:
    """That no way is shorter; and that a claim of "unsolvable" has no steps; a status of other kinds is refused."""
    record = json.loads(json.dumps(satdnd.explain(BOX).to_json()))
    assert replay.check(BOX, record, KIND.options()).reason == "2 steps, that no way is shorter was not checked"
    none = {**record, "status": "unsolvable", "steps": [], "solutions": []}
    assert replay.check(BOX, none, KIND.options()).status == "undecided"
    with pytest.raises(InputError, match="the explanation says 'unique': there is nothing to replay"):
        replay.check(BOX, {**record, "status": "unique"}, KIND.options())
    with pytest.raises(InputError, match="step 1: the field 'cells' is missing"):
        replay.check(BOX, {**record, "steps": [{}]}, KIND.options())
