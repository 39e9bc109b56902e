"""Skyscrapers, also known as Towers: a Latin square of heights; numbers at the margins count the visible buildings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declaration import latin
from satdnd.declaration.clues import clues, families_of
from satdnd.declaration.generator import DeclaredRecipe
from satdnd.declaration.latin import GivenNumbers, ValueWords
from satdnd.declaration.number_margins import NumberMargin, NumbersOfLines
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.puzzlink import puzz_links
from satdnd.declaration.values import Valued, ValuedSolution
from satdnd.declaration.words import Rule, Technique
from satdnd.engine.options import option
from satdnd.errors import InputError
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference
from satdnd.formats.links.address import Address
from satdnd.formats.links.piece import square
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import counted
from satdnd.rules.statement import RuleStatement, Together
from satdnd.rules.unknowns import NOT, Values
from satdnd.rules.visible import Visible
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.latin_squares import random_square

LARGEST = 32
"""The largest side."""


class SkyscrapersSolution(ValuedSolution):
    """The heights."""


@dataclass(frozen=True)
class Skyscrapers(GridPuzzle):
    """Numbers at the four margins, None if unknown, and given heights; all are optional."""

    top: NumbersOfLines = clues(NumberMargin("top"), None)
    bottom: NumbersOfLines = clues(NumberMargin("bottom"), None)
    left: NumbersOfLines = clues(NumberMargin("left"), None)
    right: NumbersOfLines = clues(NumberMargin("right"), None)
    rows: tuple[tuple[int | None, ...], ...] = clues(GivenNumbers(), None)

    kind: ClassVar = "skyscrapers"

    def stated_sides(self) -> list[tuple[int, int]]:
        """A square, so every margin and the rows state the side."""
        stated = sorted({side for sides in super().stated_sides() for side in sides if side})
        if len(stated) != 1:
            found = " and ".join(map(str, stated)) or "no"
            raise InputError(f"its fields have {found} rows or columns, expected as many of both")
        fields.sides(stated[0], stated[0], LARGEST)
        return [(stated[0], stated[0])]


@dataclass(frozen=True, kw_only=True)
class SkyscrapersRecipe(DeclaredRecipe):
    """The options of the skyscrapers generator."""

    height: int = option(6, "Rows; as many as columns.", low=1, high=LARGEST)
    width: int = option(6, "Columns; as many as rows.", low=1, high=LARGEST)


# what the rules say


def visible(puzzle: Skyscrapers, heights: Values, clue: Clue) -> Visible:
    """The number of buildings of a line that are visible from a margin."""
    margin, count = families_of(Skyscrapers)[clue.field], puzzle.given_clues[clue]
    assert isinstance(margin, NumberMargin)
    cells = margin.cells(clue.place, puzzle.grid)
    text = f"{margin.line} {int(str(clue.place)) + 1} shows {counted(count, 'building')} from the {margin.side}"
    return Visible("visible", tuple(cells), text, count, tuple(map(heights.candidates, cells)), clue=clue)


def seen(puzzle: Skyscrapers, heights: Values) -> list[Visible]:
    """One statement per number at a margin."""
    return [visible(puzzle, heights, clue) for clue in puzzle.given_clues if clue.field != "rows"]


def statements(puzzle: Skyscrapers, heights: Values) -> Iterator[RuleStatement]:
    """Cells, rows, columns, margins, given heights."""
    yield from latin.latin_statements(heights)
    yield from seen(puzzle, heights)
    yield from latin.given_numbers(puzzle, heights)


def whole_lines(puzzle: Skyscrapers, heights: Values) -> Iterator[Together]:
    """What one or both margins show of a line, together with each height appearing once in it."""
    alone = {frozenset(one.cells): one for one in latin.latin_statements(heights)}
    lines = dict[frozenset[Cell], list[Visible]]()
    for one in seen(puzzle, heights):
        lines.setdefault(frozenset(one.cells), []).append(one)
    for cells, found in lines.items():
        own = [alone[cells], *(alone[frozenset([cell])] for cell in found[0].cells)]
        for some in [[one] for one in found] + [found] * (len(found) > 1):
            text = " and ".join(
                [some[0].text, *(f"{one.count} from{one.text.partition(' from')[2]}" for one in some[1:])]
            )
            yield Together("line", some[0].cells, text, (*some, *own))


def contradiction(puzzle: Skyscrapers) -> str | None:
    """A number above the side; two numbers of a line that are both 1, or that need more heights than there are."""
    n = puzzle.height
    for clue, number in puzzle.given_clues.items():
        if number > n:
            name = families_of(Skyscrapers)[clue.field].name_of(clue.place)
            return f"{name} is {number}, and the heights are 1 to {n}"
    for line, pair in (("column", (puzzle.top, puzzle.bottom)), ("row", (puzzle.left, puzzle.right))):
        for i, (one, other) in enumerate(zip(*pair, strict=True), 1):
            if one and other and one + other > n + 1:
                return f"{line} {i} would show {one} and {other} buildings: together at most {n + 1} are visible"
            if one == other == 1 and n > 1:
                return f"{line} {i} cannot show 1 building from both ends: the tallest stands at one"
    return None


def clues_of(puzzle: Skyscrapers, solution: ValuedSolution) -> Any:
    """What is visible from all sides, and every height."""
    clues = dict[Clue, int]()
    for name, margin in families_of(Skyscrapers).items():
        if isinstance(margin, NumberMargin):
            for i in range(puzzle.height):
                heights = [solution.grid[r][c] for r, c in margin.cells(i, puzzle.grid)]
                clues[Clue(name, i)] = sum(height > max(heights[:k], default=0) for k, height in enumerate(heights))
    clues |= {Clue("rows", (r, c)): height for r, row in enumerate(solution.grid) for c, height in enumerate(row)}
    return puzzle.changed(clues)


def sample(rng: Random, puzzle: Skyscrapers, budget: Budget) -> Bitboard:
    """A random Latin square."""
    heights = random_square(puzzle.height, rng, budget)
    return VIEW.board(puzzle, SkyscrapersSolution(tuple(map(tuple, heights))))


def _sides(address: Address) -> tuple[int, int]:
    return (square(address.parts["columns"], address.parts["rows"], LARGEST),) * 2


# explanations


def _counts(reason: Statement) -> list[int]:
    parts = reason.parts if isinstance(reason, Together) else (reason,)
    return [one.count for one in parts if isinstance(one, Visible)]


def _near_the_edge(inference: Inference[Skyscrapers]) -> bool:
    """Whether every height ruled out is too high for its position, whatever else is known."""
    (count, *other), n = _counts(inference.reasons[0]), inference.puzzle.height
    place = {cell: i for i, cell in enumerate(inference.reasons[0].cells, 1)}
    ruled_out = [(place[mark[0], mark[1]], str(mark[2])) for mark in inference.cells]  # type: ignore[index]  # cells
    return not other and all(x.startswith(NOT) and int(x.removeprefix(NOT)) > n - count + i for i, x in ruled_out)


def _places_the_tallest(inference: Inference[Skyscrapers]) -> bool:
    return str(inference.puzzle.height) in {str(mark[2]) for mark in inference.cells}


def _from_both_ends(inference: Inference[Skyscrapers]) -> bool:
    return len(_counts(inference.reasons[0])) > 1


def _clues(rule: str) -> Iterator[Technique]:
    yield Technique(
        rule,
        "clue of 1",
        "A clue of 1: the tallest building is the first.",
        why="{}, so the tallest stands nearest to it",
        when=lambda inference: _counts(inference.reasons[0]) == [1] and _places_the_tallest(inference),
    )
    yield Technique(
        rule,
        "ascending line",
        "A clue as large as the grid: the heights rise from there.",
        why="{}, so each is higher than the one before",
        when=lambda inference: _counts(inference.reasons[0]) == [inference.puzzle.height],
    )
    yield Technique(
        rule,
        "edge clue",
        "A building that tall so near to a clue leaves too few taller ones behind it.",
        why="{}, so enough taller ones must fit behind {it}",
        when=_near_the_edge,
    )


def _sequences(rule: str) -> Iterator[Technique]:
    agree = "{}, and all sequences that fit agree on that"
    both = "opposite clues", "The clues at both ends of a line leave it few sequences."
    one = "sequence filtration", "The sequences that fit a clue and what is known of its line agree on a cell."
    yield Technique(rule, *both, why=agree, when=_from_both_ends)
    yield Technique(rule, *one, why=agree)


TECHNIQUES = (
    *(one for rule in ("visible", "line") for one in _clues(rule)),
    *latin.HIDDEN_SINGLES,
    latin.NAKED_SINGLE,
    *(one for rule in ("visible", "line") for one in _sequences(rule)),
)
VIEW = Valued(SkyscrapersSolution)
"""The marks of players."""

KIND = latin.LatinKind(
    Skyscrapers,
    VIEW,
    title="Skyscrapers",
    play="Write a number from 1 to the size of the grid into each cell: the height of a building. No height appears "
    "twice in a row or column. A number at the edge says how many buildings are visible from there: those taller than "
    "all before them.",
    rules={
        **latin.RULES,
        "visible": Rule("A number at the edge says how many buildings are visible from there.", "clue"),
        "line": Rule("A line with each height once shows what its clues say.", "clue"),
        "given": Rule("A given height stands where it is.", "given height"),
    },
    statements=statements,
    implied=whole_lines,
    shown=latin.shown_numbers,
    clues_of=clues_of,
    recipe=SkyscrapersRecipe,
    sample=sample,
    techniques=TECHNIQUES,
    words=ValueWords,
    links=puzz_links(Skyscrapers, "skyscrapers", "building", "skyscraper", apart="rows", sides=_sides),
    contradiction=contradiction,
    usual_size=(5, 5),
    plausible=lambda puzzle: any(clue.field != "rows" for clue in puzzle.given_clues),
    parts=(Grading((72, 82, 107, 136)),),
)
