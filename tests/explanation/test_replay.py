"""Explanations replayed: valid ones are, and whatever is changed in one is found, with the number of the step."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from command_line import run
from contract_boards import boards

from satdnd import Solver, explain, generate, load, loads, solve
from satdnd.engine.kind import Rules, kind_of, kinds_with, options_for
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation import explainer
from satdnd.explanation.judge import replay
from satdnd.explanation.steps import Commentary, Explanations
from satdnd.formats import texts
from satdnd.grid.notation import listed
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.registry import KINDS
from satdnd.sat.budget import Budget

INSTANCES = Path(__file__).parents[2] / "instances"
COURSE = INSTANCES / "dungeon" / "course-p6.dnd"
OTHER = INSTANCES / "dungeon" / "course-p7.dnd"
TWO = INSTANCES / "dungeon" / "two-solutions.dnd"
HARDER = INSTANCES / "dungeon/generated/dungeon-1003-1.dnd"
Record: TypeAlias = dict[str, Any]


@cache
def _explained(path: Path) -> tuple[Any, str]:
    puzzle = load(path)[0]
    return puzzle, json.dumps(explain(puzzle).to_json())


def explained(path: Path = COURSE, *, easiest: bool = False) -> tuple[Any, Record]:
    """The puzzle of a file, and its explanation as JSON, to be changed at will; with its claims to be *easiest*?"""
    puzzle, text = _explained(path)
    record = json.loads(text)
    for step in record["steps"]:
        step["easiest"] &= easiest
    return puzzle, record


def judged(puzzle: Any, record: Record, **wishes: Any) -> list[tuple[str, str]]:
    """Rule and message of each fault."""
    answer = replay.check(puzzle, record, options_for(kind_of(puzzle), Settings(), wishes))
    assert answer.status == ("invalid" if answer.faults else "valid")
    assert all(fault.rule in replay.RULES for fault in answer.faults)
    return [(fault.rule, fault.message) for fault in answer.faults]


def blamed(found: list[tuple[str, str]]) -> set[tuple[str, int]]:
    """Rule and step of each fault; 0 where it is about no step."""
    return {
        (rule, int(message.split(":")[0].removeprefix("step ")) if message.startswith("step ") else 0)
        for rule, message in found
    }


def rules_of(step: Record) -> list[str]:
    """Those of its reasons."""
    return [each["rule"] for each in step["reasons"]]


def reason(rule: str, text: str, cells: Any, **fields: Any) -> Record:
    """A statement as JSON."""
    return {"rule": rule, "cells": cells, **fields, "text": text}


def first(record: Record, fits: Callable[[Record], object]) -> int:
    """The index of the first step that fits."""
    return next(i for i, step in enumerate(record["steps"]) if fits(step))


def test_valid() -> None:
    """The name, and the time it took, are there."""
    puzzle, record = explained(easiest=True)
    answer = replay.check(puzzle, record, DungeonOptions())
    assert (answer.name, answer.status, answer.faults) == ("course p6", "valid", [])
    assert answer.reason == f"{len(record['steps'])} steps"
    assert answer.seconds > 0


@pytest.mark.slow
def test_what_is_not_judged_is_said() -> None:
    """Whether two rules would do where three are given."""
    puzzle, record = explained(HARDER, easiest=True)
    assert any(len(step["reasons"]) > 2 and step["easiest"] for step in record["steps"])
    unjudged = "whether two rules would do where three are given was not checked"
    answer = replay.check(puzzle, record, DungeonOptions())
    assert (answer.status, answer.reason) == ("valid", f"{len(record['steps'])} steps, {unjudged}")


@pytest.mark.slow
def test_an_easier_step() -> None:
    """Where two rules are used though one gives something, that is told, and what it gives."""
    puzzle, record = explained(HARDER, easiest=True)
    number = first(record, lambda step: len(step["reasons"]) == 2 and not step["known"])
    record["steps"].insert(0, record["steps"].pop(number))
    ((rule, message),) = judged(puzzle, record)
    assert rule == "easiest"
    assert message == "step 1: an easier step was available: 'the treasure at r6c9 lies in a treasure room' gives r6c8"
    record["steps"][0]["easiest"] = False
    assert judged(puzzle, record) == []


@pytest.mark.slow
def test_several_solutions() -> None:
    """What was found has to be so in both solutions that are told, and there have to be two."""
    puzzle, record = explained(TWO)
    assert record["status"] == "multiple"
    assert judged(puzzle, record) == []
    one, other = record["solutions"]
    record["solutions"] = [one, one]
    assert judged(puzzle, record) == [("end", "it claims several solutions, but does not give two different ones")]
    record["solutions"] = [one]
    assert judged(puzzle, record) == [("end", "it claims several solutions, but does not give two different ones")]
    record["status"] = "unique"
    assert blamed(judged(puzzle, record)) == {("end", 0)}
    record["status"] = "multiple"
    r, c = next(
        (r, c)
        for r in range(len(one["grid"]))
        for c in range(len(one["grid"][0]))
        if one["grid"][r][c] != other["grid"][r][c]
    )
    mark = [r, c, "#" if one["grid"][r][c] == "#" else "o"]
    step = {"cells": [mark], "known": [], "reasons": [], "minimal": False, "easiest": False}
    record["steps"].append(step)
    record["solutions"] = [one, other]
    assert blamed(judged(puzzle, record)) == {("follows", len(record["steps"])), ("end", len(record["steps"]))}


def test_what_solutions_have_in_common_is_all_found() -> None:
    """An explanation of a puzzle with several solutions without its only step."""  # found by hand
    (puzzle,) = loads("3...\n....\n", "slitherlink")
    record = explain(puzzle).to_json()
    assert (len(record["steps"]), judged(puzzle, record)) == (1, [])
    record["steps"] = []
    assert judged(puzzle, record) == [("end", "after the last step r1c1 is the same in all solutions, but not found")]


@pytest.mark.parametrize("name", sorted({*kinds_with(Explanations)} - {*kinds_with(Commentary)}))
def test_the_last_step_of_several_solutions(name: str) -> None:
    """In every kind, also where nothing is common at all; the last step is missed."""
    missed = 0
    for board in [board for board in boards(name) if len(board.keys) > 1][:4]:
        with closing(Solver(board.options)) as solver:
            record = explainer.explain(solver, board.puzzle).to_json()
        assert replay.check(board.puzzle, record, board.options).status == "valid", record
        if record["steps"]:
            record["steps"].pop()
            assert replay.check(board.puzzle, record, board.options).status == "invalid", record
            missed += 1
    assert missed or name == "tents"  # of which the small boards here have nothing in common


@pytest.mark.slow
def test_a_reason_is_missing() -> None:
    """Of each step, each reason."""
    puzzle, whole = explained()
    for number, step in enumerate(whole["steps"], 1):
        for i in range(len(step["reasons"])):
            record = copy.deepcopy(whole)
            del record["steps"][number - 1]["reasons"][i]
            assert blamed(judged(puzzle, record)) == {("follows", number)}


@pytest.mark.slow
def test_what_is_known_is_missing() -> None:
    """Of steps here and there, each mark: none was told in vain."""
    puzzle, whole = explained()
    for number in range(1, len(whole["steps"]) + 1, 4):
        for i in range(len(whole["steps"][number - 1]["known"])):
            record = copy.deepcopy(whole)
            del record["steps"][number - 1]["known"][i]
            assert blamed(judged(puzzle, record)) == {("follows", number)}


def test_a_reason_too_many() -> None:
    """It is named; a step that does not say that it is minimal may have it."""
    puzzle, record = explained()
    number = first(record, lambda step: "row-count" not in rules_of(step)) + 1
    step = record["steps"][number - 1]
    text, walls = f"row 3 needs {puzzle.rows[2]} walls", puzzle.rows[2]
    step["reasons"].append(reason("row-count", text, [[2, c] for c in range(8)], least=walls, most=walls))
    assert judged(puzzle, record) == [("minimal", f"step {number}: the reason {text!r} is not needed")]
    step["minimal"] = False
    del step["text"]
    assert judged(puzzle, record) == []
    twice = explained()[1]
    twice["steps"][0]["reasons"] *= 2
    assert blamed(judged(puzzle, twice)) == {("minimal", 1)}


@pytest.mark.slow
def test_a_cell_is_another() -> None:
    """A wall for an open cell, of every step: it does not follow, and is not so in the solution."""
    puzzle, whole = explained()
    for number in range(1, len(whole["steps"]) + 1):
        record = copy.deepcopy(whole)
        mark = record["steps"][number - 1]["cells"][0]
        mark[2] = "#" if mark[2] == "o" else "o"
        assert {("follows", number), ("end", number)} <= blamed(judged(puzzle, record))


def test_a_contradiction() -> None:
    """A later step that says the opposite."""
    puzzle, record = explained()
    r, c, said = record["steps"][0]["cells"][0]
    step = {
        "cells": [[r, c, "#" if said == "o" else "o"]],
        "known": [],
        "reasons": [],
        "minimal": False,
        "easiest": False,
    }
    record["steps"].append(step)
    assert ("new", len(record["steps"])) in blamed(judged(puzzle, record))


def test_steps_in_another_order() -> None:
    """A step before one that it needs."""
    puzzle, record = explained()
    steps = record["steps"]
    i = next(i for i in range(len(steps) - 1) if any(mark in steps[i]["cells"] for mark in steps[i + 1]["known"]))
    steps[i], steps[i + 1] = steps[i + 1], steps[i]
    ((rule, message),) = judged(puzzle, record)
    assert rule == "known"
    assert message.startswith(f"step {i + 1}: its known marks at r")
    assert message.endswith(" were not found before")


def test_a_step_twice_and_a_step_too_few() -> None:
    """What is known already is not found; what is never found is open in the end."""
    puzzle, record = explained()
    record["steps"].insert(1, record["steps"][0])
    assert blamed(judged(puzzle, record)) == {("new", 2)}
    puzzle, record = explained()
    *record["steps"], last = record["steps"]
    names = listed([f"r{r + 1}c{c + 1}" for r, c, _ in last["cells"]])
    assert judged(puzzle, record) == [("end", f"after the last step {names} {'are' if ' ' in names else 'is'} open")]
    record["status"] = "undecided"
    answer = replay.check(puzzle, record, DungeonOptions())
    assert answer.status == "valid"
    assert "as far as they go" in answer.reason
    record["steps"].append({**last, "cells": []})
    assert blamed(judged(puzzle, record)) == {("new", len(record["steps"])), ("minimal", len(record["steps"]))}


def test_shown_cells_are_no_steps() -> None:
    """That a monster's cell is open needs no step."""
    puzzle, record = explained()
    (r, c), *_ = puzzle.monsters
    text = f"the monster at r{r + 1}c{c + 1} is in a dead end"
    step = {
        "cells": [[r, c, "o"]],
        "known": [],
        "reasons": [reason("monster-deadend", text, [[r, c]])],
        "minimal": True,
        "easiest": True,
    }
    record["steps"].insert(0, step)
    assert judged(puzzle, record) == [("new", f"step 1: its marks at r{r + 1}c{c + 1} were already known")]


@pytest.mark.parametrize(
    ("rule", "text", "about", "but"),
    [
        ("row-count", "row 1 needs 5 walls", "row", "this puzzle says 'row 1 needs 6 walls' there"),
        ("row-count", "the moon is full", "row", "this puzzle says 'row 1 needs 6 walls' there"),
        ("column-count", "row 1 needs 6 walls", "row", "the rules do not say so"),
        ("row-count", "row 1 needs 6 walls", [[0, 0]], "the rules do not say so"),
        ("monster-deadend", "the monster at r1c1 is in a dead end", [[0, 0]], "the rules do not say so"),
        ("deadend-monster", "no dead end without a monster at r2c8", [[1, 7]], "the rules do not say so"),
        ("row-count", "{}", [], "the rules do not say so"),
        ("connected", "{}", [], "r1c1 is not among the cells that it is about"),
        ("connected", "all is well", [[0, 0]], "this puzzle says 'the open cells around r1c1 need a way out' there"),
        ("connected", "the open cells around r1c1 need a way out", [], "r1c1 is not among the cells that it is about"),
        (
            "connected",
            "the open cells around r1c1 need a way out",
            [[r, c] for r in range(8) for c in range(7)],
            "the border of the cells that it is about separates them from nothing",
        ),
        ("tree", "the open cells around r1c1 need a way out", [[0, 0]], "the rules do not say so"),
        ("tree", "the corridor through r1c1 is no loop", [[0, 0]], "the rules do not say so"),
    ],
)
def test_reasons_that_are_none(rule: str, text: str, about: Any, but: str) -> None:
    """A step whose reason is no instance of this puzzle's rules: what is wrong with it, and what the puzzle says."""
    puzzle, record = explained()
    cells = [[0, c] for c in range(8)] if about == "row" else about
    more = {"least": 6, "most": 6} if "count" in rule else {"at": [0, 0]}
    record["steps"][0]["reasons"] = [reason(rule, text, cells, **more)]
    found = dict(judged(puzzle, record))
    assert found["reason"] == f"step 1: a reason is {text!r}, but {but}"


def test_a_reason_with_another_number() -> None:
    """The right cells and the right sentence, and a number that the puzzle does not say."""
    puzzle, record = explained()
    number = first(record, lambda step: "column-count" in rules_of(step))
    told = record["steps"][number]["reasons"][rules_of(record["steps"][number]).index("column-count")]
    for wrong in (told["least"] + 1, None, True, [told["least"]]):
        told["least"] = wrong
        (message,) = (message for rule, message in judged(puzzle, record) if rule == "reason")
        assert message.endswith("but the puzzle has other numbers there")


def test_cuts_are_as_good_as_their_pockets() -> None:
    """A pocket that is another one lets nothing follow, or is none."""
    puzzle, whole = explained()
    number = first(whole, lambda step: "connected" in rules_of(step)) + 1
    i = rules_of(whole["steps"][number - 1]).index("connected")
    for cell in whole["steps"][number - 1]["reasons"][i]["cells"]:
        record = copy.deepcopy(whole)
        record["steps"][number - 1]["reasons"][i]["cells"].remove(cell)
        assert number in {step for _, step in blamed(judged(puzzle, record))}
    assert {rule for rule, _ in judged(puzzle, whole, topology="local")} == {"reason", "follows"}


def test_loops() -> None:
    """Under `tree` a corridor that closes is none."""
    puzzle = load(COURSE)[0]
    cuts = kind_of(puzzle).require(Rules).book(puzzle, DungeonOptions(topology="tree")).cuts
    ring = [(r, c) for r in range(4, 8) for c in range(4) if r in (4, 7) or c in (0, 3)]
    assert cuts.read("tree", ring, (4, 0)).text == "the corridor through r5c1 is no loop"
    for about in (ring[1:], ring[:-1], [], [*ring, (3, 2)]):
        with pytest.raises(InputError, match="not form a loop through that cell"):
            cuts.read("tree", about, (4, 0))
    with pytest.raises(InputError):
        cuts.read("moon", ring, (4, 0))


def test_the_solution_that_is_told() -> None:
    """It has to be one, and the one that was found."""
    puzzle, record = explained()
    record["solutions"][0] = {"grid": ["#" * 8] * 8}
    assert {rule for rule, _ in blamed(judged(puzzle, record))} == {"end"}
    record["solutions"] = []
    assert judged(puzzle, record) == []


def test_no_solution() -> None:
    """That there is none is not explained."""
    puzzle, record = explained()
    record |= {"status": "unsolvable", "solutions": []}
    assert judged(puzzle, record) == [("end", "it claims that there is no solution, which steps do not explain")]
    answer = replay.check(puzzle, record | {"steps": []}, DungeonOptions())
    assert (answer.status, answer.reason) == (
        "undecided",
        "it claims that there is no solution, which no step explains",
    )


def test_undecided_within_a_limit() -> None:
    """A budget that is spent is no verdict."""
    puzzle, record = explained()
    answer = replay.check(puzzle, record, DungeonOptions(), Budget(stop=lambda: True))
    assert (answer.status, answer.reason, answer.faults) == ("undecided", "stopped", [])


# explanations of every kind

QUICK = (
    "dungeon/example-6x6.dnd",
    "dungeon/course-p4.dnd",
    "queens/completion.queens",
    "inshi/report-5x5.inshi",
    "hashi/connected-9x9.hashi",
    "hashi/wikipedia-7x7.hashi",
    "nurikabe/wikipedia-9x10.nurikabe",
)
LARGE = (
    *(f"dungeon/generated/dungeon-10{number}-1.dnd" for number in ("07", "11", "12", "15")),
    "hashi/newspaper-40x60.hashi",
    "heyawake/noqx-19x15.heyawake",
    "inshi/generated-32x32.inshi",
    "kakurasu/made-10x10.kakurasu",
    "skyscrapers/9x9.skyscrapers",
    "sudoku/filmer.sudoku",
    "sudoku/inkala.sudoku",
    "tents/made-30x30.tents",
)
"""Boards that take minutes, and sudokus that have a test of their own."""


def explained_kinds() -> list[str]:
    """The kinds whose explanations come from statements."""
    return [*kinds_with(Explanations)]


GENERATED = ("dungeon-1213-1",)
"""Of the larger generated ones: a reason was called needless by what an earlier look had left on the board."""


def puzzle_files() -> list[str]:
    """The puzzles of these kinds, but those of `QUICK` and `LARGE`."""
    found = [
        str(path.relative_to(INSTANCES))
        for name in explained_kinds()
        for ending in KINDS[name].suffixes
        for path in sorted(INSTANCES.glob(f"{name}/**/*{ending}"))
        if "generated" not in path.parts or int(path.stem.split("-")[1][:-2]) <= 10 or path.stem in GENERATED
    ]
    return sorted({*found} - {*QUICK, *LARGE})


def all_valid(file: str) -> None:
    """What explains the puzzles of a file is valid, and is not when a step that another needs is left out."""
    for puzzle in load(INSTANCES / file):
        record = json.loads(json.dumps(explain(puzzle, timeout=60).to_json()))
        kind = kind_of(puzzle)
        answer = replay.check(puzzle, record, kind.options())
        steps = record["steps"]
        assert answer.faults == []
        assert answer.status == ("undecided" if record["status"] == "unsolvable" else "valid")
        used = [
            i
            for i, step in enumerate(steps)
            # a number that is ruled out may be noted as well when the same is placed beside it
            if any(mark in later["known"] for later in steps for mark in step["cells"] if "not" not in str(mark[-1]))
        ]
        if used:
            lost = [mark for mark in steps.pop(used[len(used) // 2])["cells"] if "not" not in str(mark[-1])]
            needed = next(i for i, step in enumerate(steps) if any(mark in step["known"] for mark in lost))
            record["steps"] = steps[: needed + 1]  # that is enough
            assert "known" in {fault.rule for fault in replay.check(puzzle, record, kind.options()).faults}


@pytest.mark.slow
@pytest.mark.parametrize("file", QUICK)
def test_explanations(file: str) -> None:
    """One or two of each kind."""
    all_valid(file)


@pytest.mark.slow
@pytest.mark.parametrize("file", puzzle_files())
def test_explanations_of_all_instances(file: str) -> None:
    """All others, as far as they are explained within a minute."""
    all_valid(file)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["filmer", "inkala"])
def test_the_hardest_sudokus_are_judged_to_the_end(name: str) -> None:
    """Steps have some fifteen reasons that overlap everywhere, and none of them guesses."""
    (puzzle,) = load(INSTANCES / f"sudoku/{name}.sudoku")
    record = json.loads(json.dumps(explain(puzzle).to_json()))
    assert replay.check(puzzle, record, kind_of(puzzle).options()).status == "valid"
    assert {step["technique"] for step in record["steps"]}.isdisjoint({"guess"})


# what is no explanation


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"status": "solved"}, "the explanation says 'solved': there is nothing to replay"),
        ({"status": "good"}, "field \"status\" is 'good', expected one of "),
        ({"kind": "sudoku"}, "the answer is about the kind 'sudoku', the puzzle is 'dungeon'"),
        ({"steps": 5}, 'field "steps" is 5, expected a list of steps'),
        ({"steps": [5]}, "step 1: found 5, expected a JSON object"),
        ({"steps": [{}]}, 'step 1: the field "cells" is missing; found no fields'),
        ({"solutions": [{"grid": ["#"]}]}, "expected 8 rows of 8 cells"),
    ],
)
def test_other_json(change: Record, message: str) -> None:
    """The field is named, or the step."""
    puzzle, record = explained()
    with pytest.raises(InputError) as caught:
        judged(puzzle, record | change)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": [[0, 0]]}, "found [0, 0], expected [row, column, '#' or 'o'] in the grid"),
        ({"cells": [[8, 0, "#"]]}, "found [8, 0, '#'], expected"),
        ({"cells": [[-1, 0, "#"]]}, "found [-1, 0, '#'], expected"),
        ({"cells": [[True, 0, "#"]]}, "found [True, 0, '#'], expected"),
        ({"cells": [[0, 10**5000, "#"]]}, "found"),
        ({"known": [[0, 0, "x"]]}, "found [0, 0, 'x'], expected"),
        ({"known": "none"}, "field \"known\" is 'none', expected a list of marks"),
        ({"reasons": 7}, 'field "reasons" is 7, expected a list of statements'),
        ({"reasons": [7]}, "found 7, expected a JSON object"),
        ({"reasons": [{"rule": "tree", "text": ""}]}, 'the field "cells" is missing'),
        ({"reasons": [{"rule": 7, "text": "", "cells": []}]}, 'field "rule" is 7, expected a string'),
        ({"reasons": [{"rule": "", "text": 7, "cells": []}]}, 'field "text" is 7, expected a string'),
        (
            {"reasons": [{"rule": "", "text": "", "cells": [[0, 9]]}]},
            'field "cells" holds [0, 9], expected [row, column] with row 0 to 7 and column 0 to 7',
        ),
        ({"reasons": [{"rule": "", "text": "", "cells": [[0, 0], [0, 0]]}]}, 'field "cells" holds [0, 0] twice'),
        ({"minimal": 1}, 'field "minimal" is 1, expected true or false'),
        ({"arguments": ""}, "field \"arguments\" is '', expected a list of arguments"),
        ({"arguments": [{"assumed": "", "turns": [], "cases": []}]}, 'field "assumed" is'),
        ({"arguments": [{"assumed": [], "turns": "", "cases": []}]}, 'field "turns" is'),
        ({"arguments": [{"assumed": [], "turns": [{"reason": 0, "marks": ""}], "cases": []}]}, 'field "marks" is'),
        ({"arguments": [{"assumed": [], "turns": [], "cases": ""}]}, 'field "cases" is'),
        ({"arguments": [{"assumed": [], "turns": [], "cases": [], "bounds": [5]}]}, "found 5, expected a JSON object"),
        ({"arguments": [{"assumed": [], "turns": [], "cases": [], "bounds": [{"marks": []}]}]}, '"reason" is missing'),
        ({"arguments": [{"turns": [], "cases": []}]}, "the field 'assumed' is missing"),
        ({"easiest": "yes"}, "field \"easiest\" is 'yes', expected true or false"),
    ],
)
def test_other_steps(change: Record, message: str) -> None:
    """What was found and what was expected, with the number of the step."""
    puzzle, record = explained()
    record["steps"][2] |= change
    with pytest.raises(InputError) as caught:
        judged(puzzle, record)
    assert str(caught.value).startswith("step 3: ")
    assert message in str(caught.value)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inside:
        yield (*path, key)
        yield from places(entry, (*path, key))


@pytest.mark.slow
@pytest.mark.no_cover
def test_no_rubbish_is_a_traceback() -> None:
    """Any value in any place: an answer, or an error that says what was found."""
    puzzle, whole = explained()
    ways = list(places({name: whole[name] for name in ("steps", "status", "kind", "solutions")}))
    rng = Random(4)
    rubbish = [None, True, -1, 10**400, 2.5, float("nan"), "", "\ud800", "r1c1", [], [[]], {}, [None], {"a": 1}]
    statuses = set()
    for _ in range(400):
        record = copy.deepcopy(whole)
        *way, last = rng.choice(ways)
        inside: Any = record
        for key in way:
            inside = inside[key]
        inside[last] = rng.choice(rubbish)
        found = texts.try_read(replay.check, puzzle, record, DungeonOptions())
        statuses.add("error" if isinstance(found, InputError) else found.status)
    assert {"error", "invalid"} <= statuses


# the command


def test_command(tmp_path: Path) -> None:
    """Its answers and exit statuses are those of 'check'."""
    _, record = explained()
    file = tmp_path / "explanation.json"
    file.write_text(json.dumps(record))
    steps = len(record["steps"])
    told = f"course p6: valid ({steps} steps)\n"
    assert run("explain", "--check", file, COURSE) == (0, told, "")
    assert run("explain", "--check", "-", COURSE, stdin=json.dumps(record)) == (0, told, "")
    status, out, _ = run("explain", "--check", file, "--format", "json", "--topology", "local", COURSE)
    answer = json.loads(out)
    assert (status, answer["status"], answer["kind"]) == (1, "invalid", "dungeon")
    assert {"rule", "cells", "message"} == set(answer["faults"][0])
    assert answer["faults"][0]["message"].startswith("step ")
    record["steps"].pop()
    file.write_text(json.dumps(record))
    status, out, _ = run("explain", "--check", file, COURSE)
    assert (status, out.split("\n")[0]) == (1, "course p6: invalid")
    assert "end: after the last step " in out


def test_command_with_several(tmp_path: Path) -> None:
    """In order, an error in the place of each that cannot be read; one that is missing or left over is an error."""
    records = [explained(COURSE)[1], explained(OTHER)[1]]
    file = tmp_path / "explanations.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    status, out, _ = run("explain", "--check", file, COURSE, OTHER)
    assert (status, out.count(": valid (")) == (0, 2)
    assert out.endswith("2 explanations: 2 valid\n")
    status, out, err = run("explain", "--check", file, OTHER, COURSE)
    assert (status, out.count(": invalid\n")) == (1, 2)
    status, out, err = run("explain", "--check", file, COURSE)
    assert (status, out.count(": valid (")) == (2, 1)
    assert err == f"satdnd: {file}: there are more explanations than puzzles; they are paired in order\n"
    status, out, err = run("explain", "--check", file, COURSE, OTHER, COURSE)
    assert (status, out.count(": valid (")) == (2, 2)
    assert "there are more puzzles than explanations" in err
    file.write_text('{"name": 5}\n' + json.dumps(records[1]) + "\n")
    status, out, err = run("explain", "--check", file, COURSE, OTHER)
    assert (status, out.count(": valid (")) == (2, 1)
    assert err == f'satdnd: {file}:1: field "name" is 5, expected a string\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are more puzzles than explanations"),
        ("no json", "invalid JSON: Expecting value"),
        ("[" * 100_000, "invalid JSON: nested too deeply"),
        ('{"name": ' + "9" * 6000 + "}", "invalid JSON: found a number of thousands of digits"),
        ("[]", "found [], expected a JSON object"),
        ("7", "found 7, expected a JSON object"),
        ("{}", 'the field "name" is missing; found no fields'),
        ('{"name": "a", "name": "b"}', "invalid JSON: found the field 'name' twice in one object, expected it once"),
    ],
)
def test_command_with_rubbish(text: str, message: str) -> None:
    """A sentence on standard error, with the place where there is one."""
    status, out, err = run("explain", "--check", "-", COURSE, stdin=text)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_command_refuses() -> None:
    """Two standard inputs, a solver, a file that is none."""
    assert run("explain", "--check", "-", "-").status == 2
    assert "uses no solver" in run("explain", "--check", "-", "--solver", "glucose4", COURSE, stdin="").err
    assert "cannot be read" in run("explain", "--check", "no such file", COURSE).err


def test_solve_is_no_explanation() -> None:
    """An answer of another command is told so."""
    puzzle = load(COURSE)[0]
    with pytest.raises(InputError, match="the explanation says 'solved'"):
        judged(puzzle, solve(puzzle).to_json())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nurikabe", "skyscrapers"])
def test_large_boards_are_judged(kind: str) -> None:
    """Islands that grow over half of a 12x12 grid, and lines of nine buildings: by whole islands, and by dead ends."""
    if kind == "nurikabe":
        (puzzle,) = generate(kind, {"height": 12, "width": 12}, seed=1)
    else:
        (puzzle,) = load(INSTANCES / "skyscrapers" / "9x9.skyscrapers")
    judged = replay.check(puzzle, explain(puzzle).to_json(), kind_of(puzzle).options())
    assert (judged.status, judged.faults) == ("valid", [])
