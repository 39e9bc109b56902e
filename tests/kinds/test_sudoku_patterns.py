"""Fish, wings, rectangles, colours and chains: published positions, and that no solution is ever lost."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from typing import Any

import pytest
from sudoku_boards import all_solutions, sudoku

import satdnd
from satdnd.explanation.judge.replay import check
from satdnd.kinds.sudoku.explain import Tactics
from satdnd.kinds.sudoku.generate import random_grid
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import EXPLAINING, SudokuOptions
from satdnd.kinds.sudoku.techniques import Position
from satdnd.kinds.sudoku.words import FINDERS, UNIQUE

PATTERNS = [name for name in FINDERS if EXPLAINING.index(name) >= EXPLAINING.index("X-wing")]


def position_of(text: str) -> Position:
    """A position with its candidates: ``{37}`` is a cell that is 3 or 7."""
    position, cells = Position(sudoku("." * 81)), re.findall(r"\{\d+\}|\d", text)
    for i, cell in enumerate(cells):
        if len(cell) == 1:
            position.place(i, int(cell))
    for i, cell in enumerate(cells):
        for value in set(range(1, 10)) - set(map(int, cell.strip("{}"))):
            if len(cell) > 1:
                position.remove(i, value)
    return position


PUBLISHED = {  # the first example of each strategy at sudokuwiki.org; of the skyscraper at hodoku.sourceforge.net
    "X-wing": (
        "1{378}{37}{23478}{278}{23478}569 492{37}561{37}8 {378}561{78}924{37} {357}{37}964{27}8{25}1 "
        "{57}64{2789}1{278}{379}{25}{37} 218{79}356{79}4 {378}4{37}5{2789}{2378}{379}16 9{378}5{378}614{378}2 "
        "621{3478}{789}{3478}{379}{3789}5",
        "r1c4, r5c4, r8c4, r8c8, r9c4 and r9c8 cannot be 7: in rows 2 and 6, 7 can only be in columns 4 and 8, so no "
        "other cell of these columns is 7.",
    ),
    "swordfish": (
        "52941{68}7{68}3 {478}{148}6{59}{789}3{18}{14589}2 {478}{148}32{789}{56}{189}{56}{1489} "
        "{48}523{89}{148}{189}76 637{19}5{148}2{1489}{1489} 19{48}62753{48} 3{78}{158}{15}6942{178} "
        "2{47}{145}83{15}6{19}{179} 96{18}7423{18}5",
        "r2c2, r2c8, r3c2, r3c9 and r4c6 cannot be 8: in columns 1, 5 and 7, 8 can only be in rows 2, 3 and 4, so no "
        "other cell of these rows is 8.",
    ),
    "XY-wing": (
        "9{38}{1368}24{1378}{57}{58}{568} {478}5{48}69{78}231 {13678}2{1368}{18}5{1378}{47}9{468} "
        "{1468}9{14568}7{16}{48}32{458} {148}{48}29356{148}7 {13468}7{134568}{48}{16}29{1458}{458} "
        "{48}69{145}2{14}{1458}73 51{348}{34}79{48}62 2{34}7{1345}86{145}{45}9",
        "r8c3 cannot be 4: r1c2 is 3 or 8; if it is 8, r2c3 is 4, and if it is 3, r9c2 is 4.",
    ),
    "XYZ-wing": (
        "{38}92{46}{48}175{346} 5{134}{1467}2{47}{679}{346}{19}8 {146}{148}{1467}{4569}3{56789}2{19}{46} "
        "{38}75{13}{128}496{12} 2{38}{14}{139}6{89}{148}75 {14}697{125}{258}{148}3{124} "
        "{146}{145}8{1456}9{567}{1356}2{1367} 7{1245}{146}{1456}{1245}3{156}89 9{125}38{1257}{2567}{156}4{167}",
        "r6c7 cannot be 1: r6c9 is 1, 2 or 4; if it is 2, r4c9 is 1, and if it is 4, r6c1 is 1.",
    ),
    "simple colouring": (
        "{145}{15}7{25}836{149}{1249} {145}397{25}68{14}{124} 826419753 64{25}19{25}387 "
        "{159}8{125}367{245}{149}{1459} {19}73{25}48{25}6{19} 39{15}87{14}{45}26 7649{25}{25}138 2{15}863{14}97{45}",
        "r5c1 cannot be 5: 5 has only two places in each of row 2, column 5, row 8, column 6 and row 4, so 5 is at "
        "r2c1 or at r4c3.",
    ),
    "XY-chain": (
        "{26}8{245}1{29}3{59}7{456} {37}9{24}5{27}6{18}{14}{348} {37}{56}14{79}8{359}2{356} 578241639 143659782 "
        "926837451 {68}379{16}52{14}{48} {268}{56}{25}3{16}4{18}97 419782{35}6{35}",
        "r1c3, r3c7 and r3c9 cannot be 5: if r1c7 is not 5, then r1c7 is 9, so r1c5 is 2, so r1c1 is 6, so r3c2 is 5; "
        "either r1c7 or r3c2 is 5.",
    ),
    "skyscraper": (
        "697.....2..1972.63..3..679.912...6.737426.95.8657.9.241486932757.9.24..6..68.7..9",
        "r1c7, r1c8, r3c4 and r3c5 cannot be 1: 1 has two places in column 6 and two in column 9; r5c6 and r5c9 are "
        "both in row 5, so r1c6 or r3c9 is 1.",
    ),
}


EXAMPLES = {  # generated: with what is simpler they need this one
    "X-wing": "2....6..1....59.7..........1.......8.3..7..4...6.3572.6....7.....9...236.4.....5.",
    "swordfish": ".4..6.2..7....3.8.....25....5......113..52.6..6...7..........3.....36.27.89..4...",
    "skyscraper": "5......4...91...68.216..5..6.......7..49......3..1....21.3.......5.9..8..8...64..",
    "XY-wing": ".175.42...........463.....19.5.......3...........8.9.6..6.2.13..2.1.7..9.....5..4",
    "XYZ-wing": "4.7............3..18....4.6...368..7..9...12....1...4....215.6.72.4.9....9.......",
    "unique rectangle (type 1)": "..5..62.31....3...36......8.149.7....8.....5....6.147.4......37...7....62.65..8..",
    "unique rectangle (type 2)": ".7..8...2.3269...1....2..4..4.1...371.........8............59.4..1........93...8.",
    "unique rectangle (type 4)": "..67.3.811.7.4.9.....5...6......8...374...819...1......8...7.....1.8.2.694.3.17..",
    "simple colouring": "3..........7..2..65.4.68.........5.1.1.724..........2.6..9..4.2...3.....7.8....13",
    "XY-chain": ".3...6.4...1..3.86.2.......41.6.....2...3..5....75.6....3..8..9...5....89.8....67",
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_positions(name: str) -> None:
    """What is found, and how it is said."""
    text, sentence = PUBLISHED[name]
    position = Position(sudoku(text)) if "." in text else position_of(text)
    found = FINDERS[name](position)
    assert found is not None
    assert position.sentence(found) == sentence
    assert FINDERS[name](Position(sudoku("." * 81))) is None


def sparse(values: tuple[int, ...], clues: int, rng: random.Random) -> Sudoku:
    """So many of the values of a grid, or of a puzzle, as clues."""
    kept = rng.sample([i for i, value in enumerate(values) if value], clues)
    return Sudoku(tuple(value if i in kept else 0 for i, value in enumerate(values)))


@pytest.mark.slow
@pytest.mark.no_cover
def test_no_solution_is_lost() -> None:
    """On puzzles with several solutions none of them has what a technique rules out, wherever it fires."""
    fired = dict.fromkeys(PATTERNS, 0)
    rng = random.Random(1)
    several = [sparse(random_grid((3, 3), rng).values, 26, rng) for _ in range(30)]
    nearly = [sparse(sudoku(text).clues, 22, rng) for text in EXAMPLES.values() for _ in range(4)]
    for puzzle in [*several, *nearly, *map(sudoku, EXAMPLES.values())]:
        solutions = list(islice(all_solutions(list(puzzle.clues), 3), 40))
        if len(solutions) == 40:
            continue
        position = Position(puzzle)
        sound = [find for name, find in FINDERS.items() if name not in UNIQUE]
        while found := next((found for find in sound if (found := find(position))), None):
            for name in PATTERNS:
                if (pattern := FINDERS[name](position)) and (name not in UNIQUE or len(solutions) == 1):
                    fired[name] += 1
                    assert all(solution[i] != value for solution in solutions for i, value in pattern.removed), name
            position.apply(found)
    assert all(fired.values()), fired


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", PATTERNS)
def test_each_is_explained_and_judged(name: str) -> None:
    """With singles and one pattern alone, its steps follow from their reasons, and the judge finds them right."""
    puzzle = sudoku(EXAMPLES[name])
    allowed = (*EXPLAINING[: EXPLAINING.index("X-wing")], name)
    answer = satdnd.explain(puzzle, technique=allowed)
    assert name in {step.technique for step in answer.steps}
    judged = check(puzzle, json.loads(json.dumps(answer.to_json())), SudokuOptions())
    assert (judged.status, judged.faults) == ("valid", [])
    step = next(step for step in answer.steps if step.technique == name)
    record = answer.to_json()
    for found in record["steps"]:
        if found["text"] == step.text:
            found["text"] = step.text.replace(" r", " r9", 1)
    assert check(puzzle, record, SudokuOptions()).status == "invalid"


# what follows from there being one solution


@pytest.fixture(scope="module")
def with_a_rectangle() -> tuple[Sudoku, dict[str, Any], dict[str, Any]]:
    """A puzzle, its explanation as JSON, and the step of it that uses that there is one solution."""
    puzzle = sudoku(EXAMPLES["unique rectangle (type 1)"])
    record = json.loads(json.dumps(satdnd.explain(puzzle).to_json()))
    return puzzle, record, next(step for step in record["steps"] if step["technique"] in UNIQUE)


def faults(puzzle: Sudoku, record: Any) -> list[str]:
    """What the judge has against reasons."""
    return [fault.message for fault in check(puzzle, record, SudokuOptions()).faults if fault.rule == "reason"]


def test_rectangles_say_that_there_is_one_solution(with_a_rectangle: Any) -> None:
    """In the sentence, and as a reason with its cells and values."""
    _, _, step = with_a_rectangle
    says = "the puzzle has only one solution, so r7c2, r7c7, r8c2 and r8c7 cannot all be 5 or 9"
    assert step["text"] == f"r8c2 cannot be 5 or 9: {says}, which could be swapped."
    cells = [[6, 1], [6, 6], [7, 1], [7, 6]]
    assert {"rule": "one-solution", "cells": cells, "values": "59", "text": says} in step["reasons"]


def test_the_judge_proves_that_there_is_one_solution(with_a_rectangle: Any) -> None:
    """With a clue less there are several, so that the reason is none; and it is none where no solution is told."""
    puzzle, record, _ = with_a_rectangle
    assert check(puzzle, record, SudokuOptions()).status == "valid"
    last = max(i for i, value in enumerate(puzzle.clues) if value)
    less = Sudoku(tuple(0 if i == last else value for i, value in enumerate(puzzle.clues)))
    assert satdnd.unique(less).status == "multiple"
    (fault,) = faults(less, record)
    assert fault.endswith("cannot all be 5 or 9', but the puzzle has several solutions")
    (fault,) = faults(puzzle, record | {"solutions": [], "status": "undecided"})
    assert fault.endswith("but the explanation does not contain the only solution")


@pytest.mark.parametrize(
    ("changed", "flaw"),
    [
        ({"cells": [[6, 1], [6, 2], [7, 1], [7, 2]]}, "no four cells in two rows, two columns and two boxes"),
        ({"cells": [[6, 1], [6, 6], [4, 1], [4, 6]]}, "no four cells in two rows, two columns and two boxes"),
        ({"cells": [[6, 1], [6, 6], [7, 1], [7, 7]]}, "no four cells in two rows, two columns and two boxes"),
        ({"cells": [[6, 1], [6, 7], [7, 1], [7, 7]]}, "one of these cells is given"),
        ({"values": "55"}, "names no two values"),
        ({"values": "5X"}, "names no two values"),
        ({"values": ["5", "9"]}, "names no two values"),
        ({"values": "57"}, "this puzzle says 'the puzzle has only one solution, so r7c2, r7c7, r8c2 and r8c7"),
    ],
)
def test_the_judge_refuses_what_is_no_rectangle(with_a_rectangle: Any, changed: dict[str, Any], flaw: str) -> None:
    """Four cells in which two values could not be swapped, or that are named wrongly."""
    puzzle, record, _ = with_a_rectangle
    record = json.loads(json.dumps(record))
    step = next(step for step in record["steps"] if step["technique"] in UNIQUE)
    next(reason for reason in step["reasons"] if reason["rule"] == "one-solution").update(changed)
    (fault,) = faults(puzzle, record)
    assert flaw in fault


@pytest.mark.parametrize("known", [True, False])
def test_only_what_has_one_solution_has_unique_rectangles(known: bool) -> None:
    """Where nobody knows that there is only one, they are not looked for."""
    puzzle = sudoku(EXAMPLES["unique rectangle (type 1)"])
    tactics = Tactics(puzzle, satdnd.unique(puzzle).solutions[0] if known else None)
    used = set[str]()
    while move := tactics.next():
        used.add(move.technique)
        tactics.learn(move.literals)
    assert bool(used & {*UNIQUE}) == known
