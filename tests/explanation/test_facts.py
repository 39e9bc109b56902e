"""What sentences take as known: every sentence of every rule, in every direction, on boards known in part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

import satdnd
from satdnd.engine.answer import INVALID
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.judge import replay
from satdnd.explanation.judge.facts import unfounded, unfounded_links
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.number_words import each_once
from satdnd.explanation.steps import Explanations, Step
from satdnd.explanation.wording import Inference
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


def test_facts_about_numbers_stay_apart() -> None:
    """Where a number is and what another cell holds: joined by "and" alone, the first would be said of both cells."""
    (puzzle,) = satdnd.loads("rows\n.....\n.....\n.....\n.....\n.....\n", "futoshiki")
    kind = kind_object("futoshiki")
    words, unknowns = kind.require(Explanations).words, kind.require(Rules).book(puzzle, kind.options()).unknowns
    known = (0, 4, "3"), (0, 1, "5")
    inference = Inference[Any](puzzle, ((0, 2, "not 3"), (0, 1, "not 4")), (), known, supposed=True)
    text = each_once(inference, [(0, c) for c in range(5)], "row 1")
    assert text == "row 1 would have its 3 at r1c5, and r1c2 would be 5"
    there = {*map(unknowns.literal, known)}

    def wrong(said: str) -> list[Any]:
        """What it takes for known, but is not."""
        return [*unfounded(words, puzzle, said, ("3", "5"), there, unknowns, supposed=True)]

    assert wrong(text) == []
    assert wrong(text.replace("r1c2", "r1c1")) == [((0, 0), "is 5")]
    assert wrong(text.replace(", and", " and")) == [((0, 4), "is 5")]


INSTANCES = Path(__file__).parents[2] / "instances"
ARGUED = (
    ("starbattle/pzprjs-6x6.starbattle", "the star"),
    ("hitori/cspuz-6x5.hitori", ""),
    ("akari/made-8x8.akari", "the lamp"),
    ("tents/made-10x10.tents", "the tent"),
    ("hashi/connected-9x9.hashi", ""),
)
"""Puzzles with steps by several rules, and how links name things there, if they do."""


@cache
def argued(path: str) -> tuple[Any, list[tuple[Step, tuple[Literal, ...]]]]:
    """A puzzle, and its steps by several rules with what is known before each."""
    (puzzle,) = satdnd.load(INSTANCES / path)
    book, found = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options()), []
    known = [*book.shown]
    for step in satdnd.explain(puzzle).steps:
        if step.at_once > 1:
            found.append((step, tuple(known)))
        known += map(book.unknowns.literal, step.cells)
    return puzzle, found


def wrong_links(path: str, change: Callable[[str, Any, Any], str]) -> Iterator[tuple[str, bool]]:
    """Each clause of an argument that *change* (text, link, unknowns) changes, and whether that is noticed."""
    puzzle, steps = argued(path)
    words = kind_of(puzzle).require(Explanations).words
    unknowns = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options()).unknowns
    for step, known in steps:
        for text, link in words.clauses(puzzle, step, known, unknowns):
            if (other := change(text, link, unknowns)) != text:

                class Changed:
                    """Words with one clause alone."""

                    phrase = words.phrase
                    clauses = staticmethod(lambda *_, one=(other, link): [one])  # called at once

                yield other, any(unfounded_links(Changed(), puzzle, step, known, unknowns))  # type: ignore[arg-type]  # no more words are needed


@pytest.mark.parametrize(("path", "thing"), ARGUED)
def test_links_that_name_other_cells_are_noticed(path: str, thing: str) -> None:
    """A cell that the rule is not about; a thing where its rule has none yet."""

    def beyond(text: str, link: Any, unknowns: Any) -> str:
        """Another cell for the first one."""
        return re.sub(r"r\d+c\d+", "r99c1", text, count=1)

    def elsewhere(text: str, link: Any, unknowns: Any) -> str:
        """A cell that the link finds for the first thing."""
        other = "r{}c{}".format(*(int(n) + 1 for n in link.cells[0][:2])) if link.cells else ""
        return re.sub(rf"({thing} at )r\d+c\d+", rf"\g<1>{other}", text) if thing and other else text

    found = [*wrong_links(path, beyond)]
    assert found
    assert [text for text, noticed in found if not noticed] == []
    found = [*wrong_links(path, elsewhere)]
    assert bool(found) == thing.startswith("the")
    assert [text for text, noticed in found if not noticed] == []


def test_an_explanation_with_such_links_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that call the wrong star by name, in the explanation and before the judge."""
    monkeypatch.setattr(Inference, "the", lambda _, thing, cell: f"the {thing} at r1c{cell[1] % 6 + 1}")
    (puzzle,) = satdnd.load(INSTANCES / ARGUED[0][0])
    judged = replay.check(puzzle, satdnd.explain(puzzle).to_json(), kind_of(puzzle).options())
    assert judged.status == INVALID
    assert "it takes for known that r1c" in judged.faults[0].message
