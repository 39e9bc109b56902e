"""What a puzzle is made of, for every kind: an argument that does not fit is a sentence, not a TypeError."""

from __future__ import annotations

import pytest

from satdnd.engine.kind import Drawable
from satdnd.errors import InputError
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution

BOX = Klotski(("a.",), Goal((0, 1), "a"))


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (Dungeon, {"rows": 3, "columns": (1,)}, "rows is 3, expected a list of counts"),
        (Dungeon, {"rows": "31", "columns": (1,)}, "rows is '31', expected a list of counts"),
        (Dungeon, {"rows": (1,), "columns": None}, "columns is None, expected a list of counts"),
        (Dungeon, {"rows": ("1",), "columns": (1,)}, "row 1 has the count '1'"),
        (Dungeon, {"rows": (0,), "columns": (0,), "monsters": 3}, "monsters is 3, expected cells [row, column]"),
        (Dungeon, {"rows": (0,), "columns": (0,), "monsters": [3]}, 'field "monsters" holds 3, expected [row, column]'),
        (Dungeon, {"rows": (0,), "columns": (0,), "treasures": ["00"]}, "holds '00', expected [row, column]"),
        (Dungeon, {"rows": (0,), "columns": (0,), "walls": [0]}, "walls is [0], expected the cells as a bitboard"),
        (Queens, {"height": "8", "width": 8}, "found '8' rows, expected 1 to 1000"),
        (Queens, {"height": 8, "width": 8, "given": 3}, "given is 3, expected cells [row, column]"),
        (
            Queens,
            {"height": 8, "width": 8, "given": [(0, "1")]},
            "holds [0, '1'], expected [row, column]",
        ),
        (Queens, {"height": 8, "width": 8, "queens": "8"}, "field \"queens\" is '8', expected a whole number from 0"),
        (Unattacked, {"height": 8, "width": None, "queens": 8}, "found None columns"),
        (
            Unattacked,
            {"height": 8, "width": 8, "queens": "8"},
            "field \"queens\" is '8', expected a whole number from 0",
        ),
        (UnattackedSolution, {"height": 2, "width": 2, "queens": 1, "unattacked": 0}, "queens is 1, expected cells"),
        (Sudoku, {"clues": "8"}, "clues is '8', expected a list of numbers, 0 for an empty cell"),
        (Sudoku, {"clues": 8}, "clues is 8, expected a list of numbers"),
        (Sudoku, {"clues": ["8"] * 16}, "cell r1c1 holds '8', expected 1 to 4"),
        (Inshi, {"size": "5", "rooms": ()}, "found '5' rows, expected 1 to 64"),
        (Inshi, {"size": 1, "rooms": 5}, "rooms is 5, expected a list of rooms"),
        (Inshi, {"size": 1, "rooms": [((0, 0),)]}, "found ((0, 0),) among the rooms, expected a Room"),
        (Room, {"product": "6", "cells": [(0, 0)]}, "a room has the product '6'"),
        (Room, {"product": 6, "cells": 0}, "cells of a room is 0, expected cells [row, column]"),
        (Room, {"product": 6, "cells": [0, 1]}, "0 among the cells of a room is not a cell"),
        (Hashi, {"rows": 5}, "rows is 5, expected a list of strings"),
        (Hashi, {"rows": "2_2"}, "rows is '2_2', expected a list of strings"),
        (Hashi, {"rows": [5]}, "rows is 5, expected strings or lists"),
        (Klotski, {"board": "a.", "goal": BOX.goal}, "board is 'a.', expected a list of strings"),
        (Klotski, {"board": [1], "goal": BOX.goal}, 'field "board" is 1, expected a string'),
        (Klotski, {"board": ("a.",), "goal": (0, 1)}, "the goal is (0, 1), expected a Goal"),
        (Goal, {"at": 1, "piece": "a"}, "1 among the corners of the goal is not a cell"),
        (Nurikabe, {"rows": 5}, "rows is 5, expected a list of rows"),
        (Nurikabe, {"rows": ["1."]}, "row 1 is '1.', expected a list of numbers, None for a cell without"),
        (Nurikabe, {"rows": [["1"]]}, "r1c1: found '1'"),
    ],
)
def test_what_does_not_fit_is_told(kind: type, arguments: dict[str, object], message: str) -> None:
    """The argument, what was found, what was expected."""
    with pytest.raises(InputError) as caught:
        kind(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("listed", "same"),
    [
        (Dungeon([0, 0], [0, 0], [[1, 0], [0, 0]]), Dungeon((0, 0), (0, 0), ((0, 0), (1, 0)))),  # type: ignore[arg-type]
        (Queens(4, 4, [[0, 1]]), Queens(4, 4, ((0, 1),))),  # type: ignore[arg-type]
        (Sudoku([0] * 16), Sudoku((0,) * 16)),  # type: ignore[arg-type]
        (Inshi(1, [Room(1, [[0, 0]])]), Inshi(1, (Room(1, ((0, 0),)),))),  # type: ignore[arg-type, list-item]
        (Hashi(["2.2"]), Hashi(("2_2",))),  # type: ignore[arg-type]
        (Klotski(["a."], Goal([0, 1], "a")), BOX),  # type: ignore[arg-type]
        (Nurikabe([[1, None]]), Nurikabe(((1, None),))),  # type: ignore[arg-type]
    ],
)
def test_lists_do_as_well(listed: Drawable, same: Drawable) -> None:
    """Lists, as JSON has them, make the same puzzle, which can be a key."""
    assert listed == same
    assert hash(listed) == hash(same)
