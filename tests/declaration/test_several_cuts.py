"""A kind with two rules that are added by cuts: in yin-yang the black cells are connected, and so are the white."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

import satdnd
from satdnd import InputError, Settings, registry
from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import Rule
from satdnd.explanation.judge import replay
from satdnd.rules.connected import Connected
from satdnd.rules.count import Count


class YinYangSolution(ShadedSolution):
    """Which cells are black."""


@dataclass(frozen=True)
class YinYang(GridPuzzle):
    """1 for a black cell, 0 for a white one."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 1))

    kind: ClassVar = "twocolours"
    solution_class: ClassVar = YinYangSolution


def statements(puzzle: YinYang, black: Any) -> Iterator[Count]:
    """Given cells; no 2x2 of one colour."""
    for clue, number in puzzle.given_clues.items():
        yield Count(
            "given", (clue.place,), f"{{}} is {number}", black.literals([clue.place]), number, number, clue=clue
        )
    for r, c in product(range(puzzle.height - 1), range(puzzle.width - 1)):
        square = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        yield Count("square", square, "the square at {} has both colours", black.literals(square), 1, 3)


def areas(puzzle: YinYang, _: object) -> tuple[Connected, Connected]:
    """Both colours are connected."""
    return (
        Connected(puzzle.grid, 1, "the black cells at {} need a way out", "black area", rule="black"),
        Connected(puzzle.grid, -1, "the white cells at {} need a way out", "white area", rule="white"),
    )


KIND = DeclaredKind(
    YinYang,
    Shaded(YinYangSolution, yes="black", no="white"),
    title="Yin-Yang",
    play="Two areas.",
    rules={
        "given": Rule("Given cells.", "given cell"),
        "square": Rule("No square of one colour.", "square"),
        "black": Rule("The black cells are connected.", "black area"),
        "white": Rule("The white cells are connected.", "white area"),
    },
    statements=statements,
    cuts=areas,
    clues_of=lambda puzzle, solution: puzzle.changed(
        {Clue("rows", x): solution.board >> x[0] * puzzle.width + x[1] & 1 for x in puzzle.grid.cells(puzzle.grid.all)}
    ),
    examples=["0..\n..1\n"],
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind is in the registry."""
    entry = registry.KindEntry("twocolours", "Yin-Yang", "", (".twocolours",), module="test_several_cuts")
    monkeypatch.setitem(registry.KINDS, "twocolours", entry)
    monkeypatch.setattr("satdnd.engine.kind.kind_object", lambda _: KIND)
    yield
    registry.kind_object.cache_clear()


def pieces(cells: set[tuple[int, int]]) -> int:
    """The number of pieces of some cells."""
    found = 0
    while cells:
        found, todo = found + 1, [cells.pop()]
        for r, c in todo:
            near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & cells
            cells -= near
            todo += near
    return found


def boards(height: int, width: int) -> Iterator[tuple[int, set[str]]]:
    """Every board, with the rules that it breaks."""
    cells = [*product(range(height), range(width))]
    for board in range(1 << len(cells)):
        black = {x for i, x in enumerate(cells) if board >> i & 1}
        corners = product(range(height - 1), range(width - 1))
        squares = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in corners]
        broken = {"black"} if pieces({*black}) > 1 else set()
        broken |= {"white"} if pieces({*cells} - black) > 1 else set()
        broken |= {"square"} if any(len(square & black) in (0, 4) for square in squares) else set()
        yield board, broken


def solutions(puzzle: YinYang, **options: Any) -> set[int]:
    """All of them."""
    return {x.board for x in satdnd.solve(puzzle, limit=None, **options).solutions}


@pytest.mark.parametrize(("height", "width"), [(3, 3), (3, 4), (4, 4)])
def test_all_solutions(height: int, width: int) -> None:
    """Those of a brute force, by cuts and encoded in full; no cut of either colour is forgotten."""
    blank = KIND.empty(height, width)
    expected = {board for board, broken in boards(height, width) if not broken}
    assert solutions(blank) == solutions(blank, connectivity="planar") == expected
    rng = random.Random(height * width)
    for board in rng.sample(sorted(expected), 5):
        given = {
            Clue("rows", x): board >> x[0] * width + x[1] & 1 for x in rng.sample([*product(range(3), range(3))], 3)
        }
        kept = {x for x in expected if all(x >> a * width + b & 1 == n for (_, (a, b)), n in given.items())}
        assert solutions(blank.changed(given)) == kept


def test_the_referee() -> None:
    """It names each rule that a board breaks; a graph objects as well."""
    blank = KIND.empty(3, 3)
    for board, broken in boards(3, 3):
        solution = YinYangSolution(3, 3, board)
        assert {fault.rule for fault in KIND.faults(blank, solution)} == broken
        assert (KIND.cross_check(blank, solution, Settings()) is not None) == bool(broken & {"black", "white"})


def test_explanations_use_cuts_of_both() -> None:
    """And are replayed; a cut that is filed under the other colour is refused."""
    used = set[str]()
    for puzzle in satdnd.generate("twocolours", {"height": 4, "width": 4}, seed=2, count=6):
        explanation = satdnd.explain(puzzle)
        record = explanation.to_json()
        assert replay.check(puzzle, record, Settings()).status == "valid"
        used |= {reason.rule for step in explanation.steps or () for reason in step.reasons}
    assert {"black", "white"} <= used
    cuts = KIND.rulebook(KIND.empty(4, 4), Settings()).cuts
    assert cuts is not None
    one, other = (cuts.read(rule, [(0, 0)], (0, 0)) for rule in ("black", "white"))
    assert (one.ways, other.ways) == ((2, 5), (-2, -5))
    with pytest.raises(InputError, match="the rules do not say so"):
        cuts.read("square", [(0, 0)], (0, 0))


def test_a_certificate(tmp_path: Path) -> None:
    """It is written and checked."""
    (puzzle,) = satdnd.generate("twocolours", {"height": 4, "width": 4}, seed=1, count=1)
    folder = satdnd.certify(puzzle, tmp_path / "proof")
    assert satdnd.check(folder).status == "valid"
