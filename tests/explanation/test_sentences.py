"""Sentences say what is so on the board, and all of it; the judge has them made again."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation import argument_text
from satdnd.explanation.judge import replay
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.steps import Argument, Explanations, Turn
from satdnd.explanation.wording import Inference, contradicted, pocket
from satdnd.grid.bitboard import Grid
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.dungeon.statements import InRoom
from satdnd.kinds.dungeon.techniques import rooms_left
from satdnd.rules.connected import Connected
from satdnd.rules.constraint import NO, YES
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement, Together
from satdnd.sat.budget import Budget
from satdnd.sat.formula import RecordedStatement

INSTANCES = Path(__file__).parents[2] / "instances"
Record = dict[str, Any]


@cache
def _explained(which: str) -> tuple[Any, str]:
    if which == "cases":
        (puzzle,) = satdnd.generate("dungeon", seed=6, count=1)
    else:
        (puzzle,) = satdnd.load(INSTANCES / which)
    return puzzle, json.dumps(satdnd.explain(puzzle).to_json())


def explained(which: str = "dungeon/course-p6.dnd") -> tuple[Any, Record]:
    """A puzzle, and its explanation as JSON; no step says that it is an easiest one, which takes long to judge."""
    puzzle, text = _explained(which)
    record: Record = json.loads(text)
    for step in record["steps"]:
        step["easiest"] = False
    return puzzle, record


def judged(puzzle: Any, record: Record) -> list[tuple[str, str]]:
    """Rule and message of each fault."""
    faults = replay.check(puzzle, record, kind_of(puzzle).options()).faults
    return [(fault.rule, fault.message) for fault in faults]


def small() -> Iterator[Any]:
    """Puzzles of several kinds."""
    yield from satdnd.generate("dungeon", {"height": 6, "width": 6}, seed=3, count=4)
    yield from satdnd.generate("inshi", {"height": 5, "width": 5}, seed=3, count=2)
    yield from satdnd.generate("hashi", seed=3, count=2)
    yield from satdnd.generate("nurikabe", {"height": 5, "width": 5, "largest": 4}, seed=3, count=2)


@pytest.mark.slow
def test_a_number_or_a_cell_in_a_sentence_is_judged() -> None:
    """Of each step: another number in it is refused in words, and so is another name of its technique."""
    puzzle, record = explained()
    assert judged(puzzle, record) == []
    for number, step in enumerate(record["steps"], 1):
        said, technique = step["text"], step["technique"]
        for found in list(re.finditer(r"\d+", said))[-1:]:
            step["text"] = f"{said[: found.start()]}{int(found[0]) + 1}{said[found.end() :]}"
            ((rule, message),) = judged(puzzle, record)
            assert rule == "sentence"
            assert message.startswith(f"step {number}: it says '")
            assert ", but the board and its reasons give '" in message
        step["text"], step["technique"] = said, "magic"
        message = f"step {number}: its technique is 'magic', but this one is called {technique!r}"
        assert judged(puzzle, record) == [("sentence", message)]
        step["technique"] = technique


@pytest.mark.slow
def test_a_sentence_is_about_the_board_as_it_was_then() -> None:
    """Steps in another order may all follow; what they say of the board need not be so any more."""
    puzzle, record = explained()
    number = next(i for i, step in enumerate(record["steps"]) if "places left" in step["text"])
    moved, told = record["steps"].pop(number), list[str]()
    for later in range(number + 1, len(record["steps"])):
        order = [*record["steps"][:later], moved, *record["steps"][later:]]
        told += [message for rule, message in judged(puzzle, {**record, "steps": order}) if rule == "sentence"]
    assert any("places left" in message for message in told)


def test_sudoku_techniques_are_told_again() -> None:
    """By the technique that the step names."""
    (puzzle,) = satdnd.loads(".....1..1.....41", "sudoku")
    record = satdnd.explain(puzzle).to_json()
    assert judged(puzzle, record) == []
    step = next(step for step in record["steps"] if step["technique"] == "hidden single")
    step["text"] = step["text"].replace("only place", "best place")
    assert [rule for rule, _ in judged(puzzle, record)] == ["sentence"]


def wrong_arguments(argument: Record, reasons: int) -> Iterator[tuple[Record, str]]:
    """An argument altered in each way, and what is wrong with it then."""
    turns, cases = argument["turns"], argument["cases"]
    if not cases:
        yield {**argument, "turns": turns[:-1]}, "it does not end where a rule is broken"
        yield {**argument, "turns": [*turns, turns[-1]]}, "it continues after a rule is broken"
        if len(turns) > 1:
            yield {**argument, "turns": turns[1:]}, ""
    else:
        yield {**argument, "cases": cases[:1]}, "its cases do not cover everything"
        yield {**argument, "cases": [cases[0], cases[0]]}, "its cases do not cover everything"
        for other, flaw in wrong_arguments(cases[0], reasons):
            yield {**argument, "cases": [other, cases[1]]}, flaw
    if turns:
        yield {**argument, "turns": [*turns[:-1], {**turns[-1], "reason": reasons}]}, "a reason that does not exist"
    known = {"reason": 0, "marks": argument["assumed"]}
    yield {**argument, "turns": [known, *turns]}, "one of its links says what is already known"
    if turns and turns[0]["marks"]:
        r, c, what = turns[0]["marks"][0]
        opposite = {**turns[0], "marks": [[r, c, "o" if what == "#" else "#"]]}
        yield {**argument, "turns": [opposite, *turns[1:]]}, "one of its links does not follow"


@pytest.mark.slow
def test_arguments_are_judged() -> None:
    """Link by link, and case by case."""
    puzzle, record = explained("cases")
    assert judged(puzzle, record) == []
    seen = {"chain": 0, "cases": 0}
    for number, step in enumerate(record["steps"], 1):
        for place, argument in enumerate(step["arguments"]):
            if not argument["assumed"]:
                continue
            seen["cases" if argument["cases"] else "chain"] += 1
            for other, flaw in wrong_arguments(argument, len(step["reasons"])):
                step["arguments"][place] = other
                ((rule, message),) = judged(puzzle, record)
                assert (rule, message.split(":")[0]) == ("argument", f"step {number}")
                assert flaw in message
            step["arguments"][place] = argument
    assert min(seen.values()) > 1  # of both sorts
    step = next(step for step in record["steps"] if len(step["arguments"]) > 1)
    step["arguments"].pop()
    ((rule, message),) = judged(puzzle, record)
    assert message.endswith("it argues for something other than what it finds")


def test_alike_steps_are_told_together() -> None:
    """Each reason gives its own cells, from what was known before and what the reasons before it gave."""
    puzzle, record = explained()
    steps = record["steps"]
    step = next(step for step in steps if step["technique"] == "monster requires hallway" and step["reasons"][1:])
    why = "the monsters at r2c8, r4c8 and r6c8 have no other way out"
    assert step["text"] == f"r2c7, r4c7 and r6c7 are open: {why}."
    one, other, _ = (argument["turns"][0] for argument in step["arguments"])
    one["marks"], other["marks"] = other["marks"], one["marks"]
    ((rule, message),) = judged(puzzle, record)
    assert (rule, message.rpartition(": ")[2]) == ("argument", "one of its links does not follow")

    puzzle, record = explained()
    steps = record["steps"]
    single = [i for i, step in enumerate(steps[1:], 1) if len(step["reasons"]) == len(steps[i - 1]["reasons"]) == 1]
    number = next(i for i in single if any(mark in steps[i]["known"] for mark in steps[i - 1]["cells"]))
    before, after = steps[number - 1 : number + 1]
    for name in ("cells", "reasons"):
        before[name] += after[name]
    before["known"] += [mark for mark in after["known"] if mark not in before["cells"]]
    before["arguments"] = [
        {"assumed": [], "turns": [{"reason": i, "marks": marks}], "cases": []}
        for i, marks in ((1, after["cells"]), (0, before["cells"][: -len(after["cells"])]))
    ]
    before["minimal"] = False
    del steps[number]
    faults = judged(puzzle, record)
    assert ("argument", f"step {number}: its argument does not hold: one of its links does not follow") in faults


def test_no_link_says_what_is_known_and_one_rule_gives_all() -> None:
    """Of every step of some puzzles of several kinds, by the constraints of the judge."""
    for puzzle in small():
        kind = kind_of(puzzle)
        book: Rulebook[Any] = kind.require(Rules).book(puzzle, kind.options())
        board = [NO | YES] * len(book.unknowns.names)

        def note(literals: Any) -> None:
            for literal in literals:
                for x in (literal, *book.unknowns.along(literal)):  # noqa: B023
                    board[abs(x) - 1] &= YES if x > 0 else NO  # noqa: B023

        note(book.shown)
        for step in satdnd.explain(puzzle).steps:
            before = board.copy()
            note(book.unknowns.literal(mark) for mark in step.cells)
            if step.at_once > 1:
                assert step.arguments, step.text
                continue
            for reason in step.reasons:
                made = book.find(RecordedStatement.from_json(reason.to_json())).constraints()
                for i in {i for constraint in made for i in constraint.scope if board[i] == NO | YES}:
                    for one in (NO, YES):
                        there = [*before[:i], one, *before[i + 1 :]]
                        assert satisfiable(made, there, i, Budget()), (step.text, book.unknowns.mark(i + 1))


@pytest.mark.parametrize("seed", range(20))
def test_places_of_rooms_are_counted_as_the_judge_reads_them(seed: int) -> None:
    """On boards known in part: a place is left where its constraint can be met."""
    rng = random.Random(seed)
    (puzzle,) = satdnd.generate("dungeon", seed=seed, count=1)
    book = KIND.rulebook(puzzle, DungeonOptions())
    (solution,) = satdnd.solve(puzzle).solutions
    board = book.board(solution)
    chosen = {i for i in range(len(book.unknowns.names)) if rng.random() < 0.4} | {abs(x) - 1 for x in book.shown}
    known = [i + 1 if board >> i & 1 else -i - 1 for i in sorted(chosen)]
    domains = [NO | YES] * len(book.unknowns.names)
    for x in known:
        domains[abs(x) - 1] = YES if x > 0 else NO
    marks = tuple(map(book.unknowns.mark, known))
    for statement in book.statements:
        for part in statement.parts if isinstance(statement, Together) else (statement,):
            if isinstance(part, InRoom) and part.rooms:
                left = [room for room in part.rooms if met(room.constraint, domains)]
                assert len(rooms_left(puzzle, statement, marks)) == len(left)


def met(constraint: Any, domains: list[int]) -> bool:
    """Whether it can be."""
    return satisfiable([constraint], domains, min(constraint.scope), Budget())


def words(text: str, rule: str, cells: Any, known: str) -> tuple[str, str]:
    """What follows from one rule of a dungeon where *known* is all that is known."""
    (puzzle,) = satdnd.loads(text, "dungeon")
    book = KIND.rulebook(puzzle, DungeonOptions())
    reason = next(r for r in book.statements if r.rule == rule)
    marks = tuple((r, c, x) for r, row in enumerate(known.split()) for c, x in enumerate(row) if x in "#o")
    return KIND.require(Explanations).words.single(Inference(puzzle, cells, (reason,), marks))


ROOM = " ?????\n?.....\n?.T...\n?.....\n?.....\n?....M\n"


@pytest.mark.parametrize(
    ("cells", "known", "technique", "why"),
    [
        (
            ((2, 2, "o"),),
            "..... .o... ..... .#... ....o",
            "expands",
            "has 2 places left, and all of them cover this cell",
        ),
        (
            ((0, 4, "#"), (2, 2, "o")),
            "..... .o... ..... .#... ....o",
            "expands",
            "has 2 places left, and all of them cover r3c3 and have a wall at r1c5",
        ),
        (
            ((0, 4, "#"),),
            "..... .o... ..... .#... ....o",
            "is walled",
            "has 2 places left, and all of them have a wall there",
        ),
        (
            ((2, 2, "o"), (0, 3, "#")),
            "..... #o... o.... .#... ....o",
            "expands",
            "can only be r1c2-r3c4, with its entrance at r3c1",
        ),
        (
            ((3, 3, "o"),),
            "#...# #oo.# #...# .##.. ....o",
            "'s entrance",
            "can only be r1c2-r3c4, and nothing but r4c4 is left for its entrance",
        ),
    ],
)
def test_each_sort_of_what_a_room_gives_is_told(cells: Any, known: str, technique: str, why: str) -> None:
    """Walls are not said to be covered."""
    where = "the room of the treasure at r2c2 "
    assert words(ROOM, "treasure-room", cells, known) == (f"treasure room {technique}".replace(" '", "'"), where + why)


def test_pockets_are_told_by_their_border() -> None:
    """Where they have many names; the smaller side of a cut is named."""
    grid = Grid(8, 6)
    cuts = Connected(grid, -1, "{}")
    holes = grid.bit((0, 3)) | grid.bit((2, 2)) | grid.bit((1, 5))
    large = sum(grid.rows[:3]) & ~holes
    assert pocket(cuts.cut(large, (0, 0))) == "enclosed by r1c4, r2c6, r3c3, r4c1, r4c2, r4c4, r4c5 and r4c6"
    assert pocket(cuts.cut(grid.rows[0], (0, 0)), "the open cells") == "the open cells in r1c1 to r1c6"
    assert pocket(cuts.cut(grid.bit((0, 0)), (0, 0)), "the open cells") == "the open cell at r1c1"
    assert pocket(cuts.cut(grid.all & ~grid.rows[6] & ~grid.rows[7], (0, 0))) == "in r8c1 to r8c6", "the smaller side"


def test_how_arguments_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By cases, within cases, and what follows then: by the same way, by one rule, or by another way."""
    (puzzle,) = satdnd.loads(ROOM, "dungeon")
    book = KIND.rulebook(puzzle, DungeonOptions())
    squares: list[RuleStatement] = [r for r in book.statements if r.rule == "no-2x2"]
    dead = next(r for r in book.statements if r.rule == "deadend-monster")

    def end(i: int) -> tuple[Turn, ...]:
        return (Turn(i),)

    split = Argument(
        ((0, 0, "#"),),
        (Turn(0, ((0, 1, "o"),)),),
        (
            Argument(((1, 1, "#"),), (Turn(1),)),
            Argument(((1, 1, "o"),), (), (Argument(((2, 2, "o"),), end(0)), Argument(((2, 2, "#"),), end(1)))),
        ),
    )
    told = (
        split,
        Argument((), (Turn(0, ((0, 4, "#"),)),)),
        Argument(((3, 3, "#"),), (Turn(0, ((3, 4, "o"),)), Turn(1))),
        Argument(((4, 3, "#"),), (Turn(0, ((4, 4, "o"),)), Turn(1))),
    )
    cells = ((0, 0, "o"), (0, 4, "#"), (3, 3, "o"), (4, 3, "o"))
    monkeypatch.setattr(argument_text, "MOST_WORDS", 150)
    assert KIND.require(Explanations).words.argued(Inference(puzzle, cells, (squares[0], dead), (), told)) == (
        "if r1c1 were a wall, then r1c2 would be open (otherwise the 2x2 at r1c1 would be entirely open), and there "
        "would be 2 cases: "
        "(a) if r2c2 were a wall, then r1c1 would be a dead end without a monster; "
        "(b) if r2c2 were open, there would be 2 cases: (i) if r3c3 were open, then the 2x2 at r1c1 would be "
        "entirely open; "
        "(ii) if r3c3 were a wall, then r1c1 would be a dead end without a monster; "
        "so r1c5 is a wall (the open 2x2 at r1c1 must be part of a treasure room, which can only be r1c1-r3c3); "
        "and if r4c4 were a wall, then r4c5 would be open (otherwise the 2x2 at r1c1 would be entirely open), and "
        "r1c1 would be a dead end without a monster; likewise r5c4 is open"
    )


def test_inshi_places_of_several_values_are_told_together() -> None:
    """``row 3 has no other places left for 2 and 5``."""
    (puzzle,) = satdnd.load(INSTANCES / "inshi/report-5x5.inshi")
    book = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options())
    row = next(r for r in book.statements if r.rule == "row")
    own: Any = kind_of(puzzle).require(Explanations).words
    one, two = (0, 0, "2"), (0, 3, "5")
    assert own.single(Inference(puzzle, (one,), (row,)))[1] == "it is the only place left for 2 in row 1"
    assert own.single(Inference(puzzle, (one, two), (row,)))[1] == "row 1 has no other places left for 2 and 5"


def test_many_rules_are_told_by_the_first_and_their_number() -> None:
    """Nobody reads twenty."""
    rules = [RecordedStatement("row", (), f"row {i} needs 1 wall") for i in range(1, 21)]
    texts = [rule.text for rule in rules]
    assert contradicted(rules[:6]) == f": {'; '.join(texts[:6])}"
    assert contradicted(rules) == f" 20 rules together, among them: {'; '.join(texts[:5])}"


def test_equal_arguments_are_told_once() -> None:
    """``if r4c4 or r5c4 were walls``: the same links from several assumptions; numbers of one cell share its name."""
    (puzzle,) = satdnd.loads(ROOM, "dungeon")
    words: Any = KIND.require(Explanations).words
    assert words.supposed(puzzle, [[(3, 3, "#")], [(4, 3, "#")], [(5, 0, "#")]]) == "r4c4, r5c4 or r6c1 were a wall"
    assert words.supposed(puzzle, [[(3, 3, "#")], [(4, 3, "o")]]) == "r4c4 were a wall or r5c4 were open"
    numbers: Any = kind_of(satdnd.load(INSTANCES / "inshi/report-5x5.inshi")[0]).require(Explanations).words
    assert numbers.supposed(None, [[(3, 3, "1")], [(3, 3, "2")]]) == "r4c4 were 1 or 2"
    assert numbers.supposed(None, [[(3, 3, "1")], [(3, 4, "1")]]) == "r4c4 or r4c5 were 1"
    assert (
        numbers.supposed(None, [[(3, 3, "not 1")], [(3, 3, "not 2")]]) == "r4c4 could not be 1 or r4c4 could not be 2"
    )


def test_long_arguments_have_a_line_for_each_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbered as in drawings; cases are indented."""
    (puzzle,) = satdnd.loads(ROOM, "dungeon")
    book = KIND.rulebook(puzzle, DungeonOptions())
    square = next(r for r in book.statements if r.rule == "no-2x2")
    dead = next(r for r in book.statements if r.rule == "deadend-monster")
    cases = Argument(((1, 1, "#"),), (Turn(1),)), Argument(((1, 1, "o"),), (Turn(0, ((3, 3, "#"),)), Turn(0)))
    told = (
        Argument(((0, 0, "#"),), (Turn(0, ((0, 1, "o"),)),), cases),
        Argument((), (Turn(0, ((0, 4, "#"),)),)),
    )
    monkeypatch.setattr(argument_text, "MOST_WORDS", 10)
    inference = Inference(puzzle, ((0, 0, "o"), (0, 4, "#")), (square, dead), (), told)
    assert KIND.require(Explanations).words.argued(inference).splitlines() == [
        "if r1c1 were a wall:",
        "  1. r1c2 would be open (otherwise the 2x2 at r1c1 would be entirely open)",
        "  (a) if r2c2 were a wall:",
        "    1. r1c1 would be a dead end without a monster",
        "  (b) if r2c2 were open:",
        "    1. r4c4 would be a wall (otherwise the 2x2 at r1c1 would be entirely open)",
        "    2. the 2x2 at r1c1 would be entirely open;",
        "so r1c5 is a wall (the open 2x2 at r1c1 must be part of a treasure room, which can only be r1c1-r3c3)",
    ]


@pytest.mark.slow
def test_arguments_in_lines_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say the same as in one sentence."""
    puzzle = satdnd.load(INSTANCES / "dungeon" / "two-solutions.dnd")[0]
    in_full = {step.text for step in satdnd.explain(puzzle).steps}
    monkeypatch.setattr(argument_text, "MOST_WORDS", 10)
    explanation = satdnd.explain(puzzle)
    lines = [step for step in explanation.steps if "\n" in step.text]
    assert lines
    assert in_full.isdisjoint(step.text for step in lines)
    assert replay.check(puzzle, explanation.to_json(), KIND.options()).faults == []
