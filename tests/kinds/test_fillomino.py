"""Fillomino: the last number of a cell is one of those that the given numbers leave there."""

from __future__ import annotations

import re

import satdnd
from satdnd.kinds.fillomino import Fillomino

PUZZLES = [Fillomino(((None,),)), *satdnd.generate("fillomino", {"height": 5, "width": 5}, seed=5, count=4)]


def test_the_last_number_names_those_ruled_out() -> None:
    """They are on the board, and with the number found they are all that is said to be left by the given ones."""
    steps = [one for puzzle in PUZZLES for one in satdnd.explain(puzzle).steps if one.technique == "last candidate"]
    assert len(steps) > 3
    for step in steps:
        ((_, _, number),) = step.cells
        gone = {str(mark[-1]).removeprefix("not ") for mark in step.known}
        if not gone:
            assert step.text.endswith(": the given numbers leave no other there.")
            continue
        named = re.search(r"leave only (.*) there, and (.*) (?:is|are) ruled out", step.text)
        assert named
        left, out = ({*re.findall(r"\d+", text)} for text in named.groups())
        assert out == gone
        assert left == gone | {str(number)}
