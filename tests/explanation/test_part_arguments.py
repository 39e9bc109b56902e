"""Arguments by the parts of a rule: each is a proof, in the words of the parts."""

from __future__ import annotations

from typing import Any

import pytest

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.judge.arguments import ArgumentJudge, write
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.part_arguments import argued_by_parts
from satdnd.explanation.steps import Explanations, Step
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

BLACKS = "......\n..bb..\n......\n......\n......\n......"
WHITES = ".....\n..w..\n..w..\n..w..\n.....\n....."
THREES = ".....\n.33..\n.....\n....."
ONE_AND_THREE = "13..\n....\n....\n...."


def implied(statement: RuleStatement, board: list[Domain]) -> list[Literal]:
    """What follows from one statement."""
    constraints, found = statement.constraints(), list[Literal]()
    for x in sorted({x for one in constraints for x in one.scope}):
        for values, literal in ((YES, -x - 1), (NO, x + 1)):
            other = [*board[:x], values, *board[x + 1 :]]
            if not satisfiable(constraints, other, x, Budget()):
                found.append(literal)
    return found


@pytest.mark.parametrize(
    ("kind", "text", "rule", "said"),
    [
        ("masyu", BLACKS, "row", "the loop could not pass the black circle at r2c4;"),
        ("masyu", WHITES, "row", "the loop could not pass the white circle at r4c3; the rest follows"),
        ("slitherlink", THREES, "touching", "one of these 3s would have only two edges left"),
        ("slitherlink", ONE_AND_THREE, "touching", "the loop could not pass the"),
    ],
)
def test_they_are_proofs(kind: str, text: str, rule: str, said: str) -> None:
    """All that follows from a combined rule on the empty board; words of its own are kept where no chain shows it."""
    (puzzle,) = satdnd.loads(text, kind)
    book = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options())
    reason: Any = max((one for one in book.statements if one.rule == rule), key=lambda one: len(one.cells))
    board = [NO | YES] * len(book.unknowns.names)
    found = implied(reason, board)
    assert found
    arguments = argued_by_parts(reason.parts, book.unknowns, (), found)
    step = Step(tuple(map(book.unknowns.mark, found)), "", "", (reason,))
    _, sentence = kind_of(puzzle).require(Explanations).words.describe(puzzle, step, [], book.unknowns)
    assert said in sentence
    assert bool(arguments) == ("if " in sentence)
    constraints = [one.constraints() for one in reason.parts]
    for argument in arguments:
        new = [-book.unknowns.literal(mark) for mark in argument.assumed]
        new = new or [*map(book.unknowns.literal, argument.turns[0].marks)]
        assert ArgumentJudge(constraints, board, book.unknowns, Budget()).flaw([argument], new) == ""
        assert len(argument.turns) <= 3
        write(board, new)
        found = [x for x in found if x not in new]
    assert not (arguments and found)
