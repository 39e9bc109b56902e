"""Published puzzles with their solution, and boards that break some rules: each is refused by these and no others."""

from __future__ import annotations

import pytest
from link_boards import one

import satdnd
from satdnd.engine.kind import kind_named

BOARDS = {
    "akari/6/6/nekcakbl": (  # robx/pzprjs, test/script/lightup.js, as its wrong boards
        "..*... .*4*.. ..*.2* .0..*. *..1.. ...*..",
        {
            "...... ..4... ....2. .0.... ...1.. ......": {"number", "lit"},
            "..*..* .*4*.. ..*.2. .0.... ...1.. ......": {"number", "one-lamp", "lit"},
            "..*... .*4*.. ..*.2* .0..*. ...1.. ...*..": {"lit"},
            "..**.. .**... ..*... ...... ...... ......": {"on-white", "number", "one-lamp", "lit"},
        },
    ),
    "heyawake/6/6/lll155007rs12222j": (  # robx/pzprjs, test/script/heyawake.js, as its wrong boards
        "#.#..# ...#.. #.#.#. ...... .#.#.# ..#...",
        {
            "...... ...... ...... ...... .#.... .#....": {"number", "two-areas", "no-adjacent"},
            "#.#... ...#.. #.#... .#.... ...... ......": {"number", "two-areas", "connected"},
            "#..... ...#.. #.#.#. .#.... ...... ......": {"number", "two-areas"},
            "#.#..# ...#.. #.#.#. ...... .#.#.# ......": {"two-areas"},
        },
    ),
    "hitori/4/4/1114142333214213": (  # robx/pzprjs, test/script/hitori.js, as its wrong boards
        "#.#. .... #.#. ...#",
        {
            "#... #... .... ....": {"no-repeat", "no-adjacent"},
            "#... ...# #.#. .#..": {"no-repeat", "connected"},
            "#... .... #.#. ...#": {"no-repeat"},
            "#.#. .... ##.. ...#": {"no-repeat", "no-adjacent"},
            ".... .... .... ....": {"no-repeat"},
        },
    ),
    "hitori/6/5/111.45.2..453.3.1..2....3.3.1.": ("#.#..# ....#. ..#... .#.... #...#.", {}),  # a test of cspuz_core
    "starbattle/6/6/1/4ilbhgdnmhou": (  # robx/pzprjs, test/script/starbattle.js
        ".*.... ...*.. .....* ..*... ....*. *.....",
        {
            ".*.... ...*.. .....* ..*... ....*. .*....": {"column", "area"},
            ".*.... ..*... .....* ...*.. ....*. *.....": {"touching"},
            ".*.*.. ...*.. .....* ..*... ....*. *.....": {"row", "column", "area", "touching"},
        },
    ),
}


@pytest.mark.parametrize("link", BOARDS)
def test_published_boards(link: str) -> None:
    """The link comes back, and the solution is the only one."""
    puzzle = one(f"https://puzz.link/p?{link}")
    kind, (solved, wrong) = kind_named(puzzle.kind), BOARDS[link]
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json() == {"grid": solved.split()}
    assert one(satdnd.dumps(puzzle, "puzz.link")) == puzzle
    for board, rules in {solved: set[str](), **wrong}.items():
        (found,) = kind.texts.read_solutions("\n".join(board.split()), puzzle)
        assert {fault.rule for fault in kind.faults(puzzle, found)} == rules, board
