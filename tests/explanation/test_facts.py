"""What sentences take as known: every sentence of every rule, in every direction, on boards known in part."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

import satdnd
from satdnd.engine.kind import Rules
from satdnd.explanation.judge.facts import unfounded
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.steps import Explanations, Step
from satdnd.registry import kind_object
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

FEW = 40
"""Puzzles of a kind."""
BOARDS = 4
"""Boards of a puzzle, of which a tenth, a third, a half and more are known."""


def implied(statement: RuleStatement, known: list[Domain]) -> list[Literal]:
    """What follows from one statement."""
    constraints, found = statement.constraints(), list[Literal]()
    for x in sorted({x for one in constraints for x in one.scope if known[x] == NO | YES}):
        for values, literal in ((YES, -x - 1), (NO, x + 1)):
            board = known.copy()
            board[x] = values
            if not satisfiable(constraints, board, x, Budget.of(None)):
                found.append(literal)
    return found


@pytest.mark.parametrize("name", SAMPLED)
def test_reasons_name_only_what_is_known(name: str) -> None:
    """Whatever follows from one statement: its sentence takes for known only what is, and nothing that it finds."""
    kind, rng, made = kind_object(name), Random(3), 0
    words = kind.require(Explanations).words
    for puzzle in islice((one for one in sample(name).puzzles() if satdnd.solve(one).solutions), FEW):
        book = kind.require(Rules).book(puzzle, kind.options())
        board = book.board(satdnd.solve(puzzle).solutions[0])
        count = len(book.unknowns.names)
        for share in range(1, 10, 9 // BOARDS):
            literals = [x + 1 if board >> x & 1 else -x - 1 for x in range(count) if rng.randrange(10) < share]
            every = {y for x in (*literals, *book.shown) for y in (x, *book.unknowns.along(x))}
            known = [NO | YES] * count
            for x in every:
                known[abs(x) - 1] = YES if x > 0 else NO
            for statement in book.statements:
                for literal in implied(statement, known):
                    made += 1
                    step = Step((book.unknowns.mark(literal),), "", "", (statement,))
                    _, text = words.describe(puzzle, step, [*every], book.unknowns)
                    assert not said_wrongly(words, puzzle, text, statement, every, book), (puzzle, text)
    assert made > 20


def said_wrongly(words: Any, puzzle: Any, text: str, statement: RuleStatement, known: set[int], book: Any) -> list[Any]:
    """The marks that a step's sentence wrongly takes for known."""
    about = {x for one in statement.constraints() for x in one.scope}
    signs = [str(book.unknowns.mark(sign * (x + 1))[-1]) for x in about for sign in (1, -1)]
    return [*unfounded(words, puzzle, text.partition(":")[2], signs, known, book.unknowns)]


def test_a_reason_that_names_what_it_finds_is_noticed() -> None:
    """Cells, ranges and lists; what is only supposed is left out."""
    puzzle = satdnd.loads("112\n211\n121", "hitori")[0]
    kind = kind_object("hitori")
    words, unknowns = kind.require(Explanations).words, kind.require(Rules).book(puzzle, kind.options()).unknowns
    known = {unknowns.literal((0, 0, "#")), unknowns.literal((0, 1, "o"))}

    def wrong(reason: str) -> list[Any]:
        """The marks that are not known."""
        return [*unfounded(words, puzzle, reason, ("#", "o"), known, unknowns)]

    assert wrong("r1c1 is shaded") == []
    assert wrong("r1c1 is shaded, and r1c2 is unshaded") == []
    assert wrong("r2c2 is shaded") == [((1, 1), "is shaded")]
    assert wrong("r1c1 and r2c1 are shaded") == [((1, 0), "is shaded")]
    assert wrong("r1c1 to r1c3 are both shaded; r1c2 is unshaded") == [((0, 1), "is shaded"), ((0, 2), "is shaded")]
    assert wrong("if r2c2 is shaded, its neighbours are not") == []
    assert wrong("otherwise r2c2 would be shaded, and r2c3 is unshaded") == [((1, 2), "is unshaded")]
    assert wrong("r9c9 is shaded") == []
