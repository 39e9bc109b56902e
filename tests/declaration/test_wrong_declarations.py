"""Mistakes of who declares a kind are told in words that say what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

import satdnd
from satdnd import registry
from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import Rule
from satdnd.rules.count import Count
from satdnd.setter.needless_clues import redundant


class DottedSolution(ShadedSolution):
    """Which cells have a dot."""


@dataclass(frozen=True)
class Dotted(GridPuzzle):
    """A number says whether its cell has a dot, and nothing of others."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 1))

    kind: ClassVar = "dotted"
    solution_class: ClassVar = DottedSolution


def stated(rule: str, named: bool) -> Callable[[Dotted, Any], Iterator[Count]]:
    """Two statements of each number, the second of which names its clue where *named*."""

    def statements(puzzle: Dotted, dots: Any) -> Iterator[Count]:
        """The number, and once more."""
        for clue, number in puzzle.given_clues.items():
            cells: Any = [clue.place]
            yield Count("dot", (cells[0],), f"{number} at {{}}", dots.literals(cells), number, number, clue=clue)
            own = {"clue": clue} if named else {}
            yield Count(rule, (cells[0],), f"{number} at {{}} again", dots.literals(cells), number, number, **own)

    return statements


def clues_of(puzzle: Dotted, solution: ShadedSolution) -> Any:
    """All numbers."""
    there = set(puzzle.grid.cells(solution.board))
    return puzzle.changed({Clue("rows", x): int(x in there) for x in puzzle.grid.cells(puzzle.grid.all)})


def declared(rule: str = "dot", named: bool = True, **further: Any) -> DeclaredKind:
    """A kind with such statements."""
    return DeclaredKind(
        Dotted,
        Shaded(DottedSolution, yes="dotted", no="plain"),
        title="Dotted",
        play="Put dots where the numbers say.",
        rules={"dot": Rule("A cell with a number has so many dots.", "dot")},
        statements=stated(rule, named),
        **{"clues_of": clues_of, **further},
        examples=["11\n1.\n"],
        counts=False,
    )


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Callable[[DeclaredKind], None]:
    """Puts a kind into the registry."""

    def put(kind: DeclaredKind) -> None:
        """In its place."""
        entry = registry.KindEntry("dotted", "Dotted", "", (".dotted",), module="dotted")
        monkeypatch.setitem(registry.KINDS, "dotted", entry)
        plain = registry.kind_object.__wrapped__
        monkeypatch.setattr("satdnd.engine.kind.kind_object", lambda name: kind if name == "dotted" else plain(name))

    return put


def test_a_rule_that_is_none(known: Callable[[DeclaredKind], None]) -> None:
    """Before anything is asked of it."""
    known(declared(rule="dots"))
    with pytest.raises(satdnd.UsageError, match="it states the rule 'dots', its rules are dot"):
        satdnd.solve(Dotted(((1, None),)))


def test_a_statement_that_does_not_name_its_clue(known: Callable[[DeclaredKind], None]) -> None:
    """The puzzle without the clue has another solution: no such puzzle is made."""
    known(declared(named=False))
    with pytest.raises(satdnd.UsageError, match="each that it makes needs clue="):
        list(satdnd.generate("dotted", {"height": 2, "width": 2}, seed=1, count=20))


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        (((1, 1), (1, 1)), "a draft with a board that is no solution: not so: 1 at r1c2"),
        (((1,),), "a draft of 1x1 instead of 2x2"),
    ],
)
@pytest.mark.parametrize("unique", [True, False])
def test_a_design_that_is_wrong(known: Callable[[DeclaredKind], None], draft: Any, message: str, unique: bool) -> None:
    """The first draft of each is checked, so that no such puzzle is made."""

    def design(*_: Any) -> Iterator[tuple[Dotted, int]]:
        while True:
            yield Dotted(draft), 1

    known(declared(clues_of=lambda puzzle, _: puzzle, design=design))
    with pytest.raises(satdnd.UsageError, match=message):
        list(satdnd.generate("dotted", {"height": 2, "width": 2, "unique": unique}, seed=1))


def test_two_statements_of_one_clue(known: Callable[[DeclaredKind], None]) -> None:
    """They are left out together."""
    kind = declared()
    known(kind)
    puzzle = Dotted(((1, 0), (1, 0)))
    (solution,) = satdnd.unique(puzzle).solutions
    texts, reduced, largest = redundant(kind, puzzle, solution, kind.options(), satdnd.Settings().budget())
    assert (texts, reduced, largest) == ([], puzzle, True)
