"""Steps of anybody: the verdicts are those that a list of all solutions gives, and what is said of them is true."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

import satdnd
from satdnd.cli import main
from satdnd.engine.kind import Rules, kind_of
from satdnd.errors import InputError, Undecided
from satdnd.explanation.boards import player_marks
from satdnd.explanation.implication_tables import ClauseShape, SolverCache
from satdnd.explanation.judge import replay
from satdnd.explanation.verdicts import CONTRADICTS, FOLLOWS, KNOWN, OPEN, UNCITED
from satdnd.formats.loading import read_text
from satdnd.kinds.sudoku.rules import rectangle

DUNGEON = Path(__file__).parents[2] / "instances" / "dungeon" / "example-6x6.dnd"
AKARI = ".1...1.#\n#..#.#..\n........\n#.#..2..\n..2.....\n........\n..#.#...\n#.#...#.\n"
"""Ten cells follow, others do not."""
OTHERS = {
    "sudoku": "1...34......2...",
    "nurikabe": "....\n....\n..4.\n...1\n",
    "hashi": "2.2\n...\n2.2\n",
    "queens": ".Q....\n" + "......\n" * 5,
}
LONG = {"suguru", "ripple", "yajilin", "hidato", "fillomino", "numberlink", "masyu"}
"""The kinds that the slow tests ask about."""


@cache
def puzzle_of(kind: str) -> Any:
    """A small puzzle, mostly with several solutions."""
    return next(read_text(OTHERS[kind] if kind in OTHERS else sample(kind).SEVERAL, "small", kind)).puzzle


def expected(known: set[Any], marks: Sequence[Any], solutions: Sequence[set[Any]]) -> str:
    """The verdict on a step from a board, by all solutions."""
    left = [solution for solution in solutions if known <= solution]
    agree = sum(set(marks) <= solution for solution in left)
    return CONTRADICTS if not agree else FOLLOWS if agree == len(left) else OPEN


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in LONG)) for kind in (*SAMPLED, *OTHERS)]
)
def test_verdicts_are_those_of_all_solutions(kind: str) -> None:
    """One step at a time, half of them at random, from boards on the way to a solution."""
    check_verdicts(kind, 8, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*SAMPLED, *OTHERS])
def test_many_verdicts(kind: str) -> None:
    """The same for a hundred and twenty steps."""
    check_verdicts(kind, 30, seed=2)


def check_verdicts(kind: str, rounds: int, seed: int) -> None:
    """Judge four steps from each of some boards."""
    puzzle, rng = puzzle_of(kind), Random(seed)
    options = kind_of(puzzle).options()
    unknowns = kind_of(puzzle).require(Rules).book(puzzle, options).unknowns
    solutions = [{*player_marks(puzzle, one, options)} for one in satdnd.solve(puzzle, limit=None).solutions]
    assert solutions
    seen = set[str]()
    for _ in range(rounds):
        goal = sorted(rng.choice(solutions), key=str)
        given = rng.sample(goal, rng.randrange(len(goal) // 2))
        steps = []
        for _ in range(4):
            marks = rng.sample(goal, min(len(goal), rng.choice((1, 1, 1, 2))))
            if rng.random() < 0.5:
                marks[0] = unknowns.mark(-unknowns.literal(marks[0]))
            steps.append(marks)
        answer = satdnd.judge(puzzle, steps, given=given, reasons=False)
        known = {*given}
        for claim, verdict in zip(steps, answer.verdicts, strict=True):
            wanted = expected(known, claim, solutions)
            assert verdict.verdict == wanted or (verdict.verdict, wanted) == (KNOWN, FOLLOWS), (claim, known)
            seen.add(wanted)
            if wanted == FOLLOWS:
                known |= {*claim}
            if wanted == OPEN:
                assert verdict.counterexample is not None
                other = next(iter(kind_of(puzzle).texts.read_solutions(json.dumps(verdict.counterexample), puzzle)))
                board = {*player_marks(puzzle, other, options)}
                assert not satdnd.faults(puzzle, other)
                assert known <= board
                assert not {*claim} <= board
        sound = [verdict.verdict in (FOLLOWS, KNOWN) for verdict in answer.verdicts]
        assert answer.sound == (sound.index(False) if False in sound else len(sound))
        assert answer.status == ("valid" if all(sound) else "invalid")
    assert {FOLLOWS, CONTRADICTS} <= seen


@pytest.mark.parametrize("kind", ["akari", "sudoku", "tents", "slitherlink"])
def test_steps_of_explanations_follow_from_what_they_cite(kind: str) -> None:
    """Each of them, and no rule can be taken away; the reasons that are found for a mark are judged by other means."""
    puzzle = next(read_text(OTHERS[kind] if kind in OTHERS else sample(kind).TEXT, "small", kind)).puzzle
    explanation = satdnd.explain(puzzle).to_json()
    answer = satdnd.judge(puzzle, explanation)
    assert (answer.status, answer.sound, answer.left) == ("valid", len(explanation["steps"]), 0)
    assert {verdict.verdict for verdict in answer.verdicts} == {FOLLOWS}
    for entry, verdict in zip(explanation["steps"], answer.verdicts, strict=True):
        assert [*map(list, verdict.marks)] == entry["cells"]
        if verdict.step:
            assert verdict.rules <= max(1, len(entry["reasons"]))
            part = {**explanation, "status": "undecided", "solutions": []}
            before = explanation["steps"][: explanation["steps"].index(entry)]
            judged = replay.check(
                puzzle, {**part, "steps": [*before, verdict.step.to_json()]}, kind_of(puzzle).options()
            )
            assert judged.status == "valid", judged.faults
    for i, entry in enumerate(explanation["steps"]):
        if len(entry["cells"]) == 1:
            fewer = {**explanation, "steps": [*explanation["steps"]]}
            fewer["steps"][i] = {**entry, "reasons": explanation["steps"][i - 1]["reasons"][:1]}
            assert satdnd.judge(puzzle, fewer, reasons=False).verdicts[i].verdict == UNCITED
            break


def test_boards_are_steps_and_the_answer_says_where_they_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a player draws them; only what follows counts for later steps."""
    puzzle, steps = tmp_path / "p.akari", tmp_path / "steps.txt"
    puzzle.write_text(AKARI)
    first = AKARI.replace(".", "*", 1)
    steps.write_text(f"{first}\n{first}\n{first.replace('1...1', '1..*1', 1)}\n")
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(puzzle), str(steps)])
    assert ended.value.code == 1
    assert capsys.readouterr().out.startswith(
        "p: invalid (the puzzle has several solutions; step 3 of 3 does not follow; "
    )


def test_ctrl_c_never_jumps_out_of_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """While steps are looked for, PySAT leaves the signal to Python; afterwards, it answers for itself again."""
    from pysat._utils import MainThread

    create, seen = SolverCache.solver, set[bool]()

    def solver(cache: SolverCache, shape: ClauseShape) -> Any:
        seen.add(MainThread.check())
        return create(cache, shape)

    monkeypatch.setattr(SolverCache, "solver", solver)
    puzzle = satdnd.load(DUNGEON)[0]
    for question in (satdnd.explain, satdnd.hint, satdnd.rate, lambda puzzle: satdnd.judge(puzzle, [[5, 5, "o"]])):
        question(puzzle)
        assert seen == {False}
        assert MainThread.check()


@pytest.mark.parametrize("kind", [*SAMPLED, *OTHERS])
def test_a_drawn_solution_is_a_board(kind: str) -> None:
    """It says something, and nothing else than the solution."""
    puzzle = puzzle_of(kind)
    options, answer = kind_of(puzzle).options(), satdnd.solve(puzzle)
    drawn = {*player_marks(puzzle, str(answer), options)}
    assert drawn
    assert drawn <= {*player_marks(puzzle, answer.solutions[0], options)}


def test_a_mark_that_comes_back_is_judged_again() -> None:
    """A board is compared with the one before; one that has nothing new says so."""
    blank = f"{'.' * 6}\n" * 6
    boards = [blank.replace(".", "#", 1), blank.replace("....", "...#", 1)]
    answer = satdnd.judge(satdnd.load(DUNGEON)[0], "\n".join([boards[1], blank, boards[1], boards[0], boards[0]]))
    assert [one.verdict for one in answer.verdicts] == [CONTRADICTS, KNOWN, CONTRADICTS, FOLLOWS, KNOWN]
    assert answer.verdicts[-1].sentence == "this board has nothing new"


def test_the_board_of_an_explanation_in_text_counts() -> None:
    """As that of a decoded one does."""
    steps = json.dumps({"given": [[0, 0, "#"]], "steps": [[0, 0, "#"]]})
    for form in (steps, json.loads(steps)):
        assert [one.verdict for one in satdnd.judge(satdnd.load(DUNGEON)[0], form).verdicts] == [KNOWN]


def test_what_is_judged_when_time_is_over_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number of all steps, even if the fewest rules are not known."""

    def late(*_: Any) -> None:
        raise Undecided("the time limit was reached")

    monkeypatch.setattr("satdnd.explanation.claims.Ground.hardest", late)
    answer = satdnd.judge(satdnd.load(DUNGEON)[0], [[0, 0, "#"], [0, 1, "#"]])
    assert (answer.status, answer.steps, len(answer.verdicts)) == ("undecided", 2, 1)
    assert answer.headline().endswith("(the time limit was reached; step 1 of 2 follows; 31 cells left)")


def test_several_solutions_leave_no_argument_from_one() -> None:
    """A cited reason that the puzzle has one solution does not suffice if it has two."""
    reason = rectangle(4, (0, 2, 4, 6), (1, 3)).to_json()
    given = [[0, 0, "1"], [0, 2, "3"], [1, 0, "3"], [1, 2, "not 4"]]
    for clues, verdict in ((".2.4.4.1........", UNCITED), (".2.4.4.12143....", FOLLOWS)):
        puzzle = next(read_text(clues, "small", "sudoku")).puzzle
        answer = satdnd.judge(puzzle, [{"cells": [[1, 2, "2"]], "reasons": [reason]}], given=given, reasons=False)
        assert [one.verdict for one in answer.verdicts] == [verdict]


def test_a_wrong_board_and_a_puzzle_without_solution() -> None:
    """Nothing is said of steps from there."""
    puzzle = satdnd.load(DUNGEON)[0]
    wrong = satdnd.hint(puzzle, [[0, 0, "o"]])
    assert wrong.status == "invalid"
    answer = satdnd.judge(puzzle, [[0, 1, "#"]], given=[[0, 0, "o"]])
    assert (answer.status, answer.verdicts) == ("invalid", ())
    assert answer.reason == "no solution has all marks of the board given"
    broken = satdnd.Dungeon(rows=(2, 1), columns=(1, 1))
    assert satdnd.judge(broken, [[0, 1, "#"]]).status == "unsolvable"


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([[0, 9, "#"]], "step 1: found"),
        ([[[0, 0, "#"]], []], "step 2: found no mark, expected at least one"),
        ([{"marks": []}], 'step 1: the field "cells" is missing'),
        ({"cells": []}, 'the field "steps" is missing'),
        ("[", "not valid JSON"),
        ("[]\n[]", "found more than one JSON value"),
        (f"{'.' * 6}\n" * 6, "found no marks on the boards"),
        (f"{'#' * 6}\n" * 6 + "\n##\n", "line 8: step 2: the board has 1 row"),
        ({"given": [[0, 9, "#"]], "steps": []}, "found"),
        ([{"cells": [[0, 0, "#"]], "reasons": [1]}], "step 1: found 1, expected a JSON object"),
        (
            [{"cells": [[0, 3, "#"]], "reasons": [{"rule": "x", "cells": [], "text": "y"}]}],
            "step 1: a reason is 'y', but",
        ),
        ([{"cells": [[0, 0, "#"]], "reasons": [{"rule": "x", "cells": [], "text": ""}]}], "rule"),
    ],
)
def test_what_is_no_step(steps: Any, message: str) -> None:
    """The message has the number of the step."""
    with pytest.raises(InputError, match=message):
        satdnd.judge(satdnd.load(DUNGEON)[0], steps)
