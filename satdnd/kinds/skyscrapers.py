"""Skyscrapers, also known as Towers: a Latin square of heights; numbers at the margins count the visible buildings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, ClassVar

from satdnd.declaration import latin
from satdnd.declaration.clues.family import clues, families_of
from satdnd.declaration.clues.number_margins import NumberMargin, NumbersOfLines
from satdnd.declaration.latin import GivenNumbers, ValueWords
from satdnd.declaration.links.puzzlink import puzz_links
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.squares import LARGEST as LARGEST, SquarePuzzle, SquareRecipe, square_sample
from satdnd.declaration.views.values import Valued, ValuedSolution
from satdnd.declaration.words.kind_words import Rule, Technique, contrary
from satdnd.explanation.number_words import each_once
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, alternatives, place
from satdnd.formats.links.address import Address
from satdnd.formats.links.piece import square
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.rules.statement import RuleStatement, Together
from satdnd.rules.unknowns import NOT, Values
from satdnd.rules.visible import Visible
from satdnd.sat.formula import Statement


class SkyscrapersSolution(ValuedSolution):
    """The heights."""


@dataclass(frozen=True)
class Skyscrapers(SquarePuzzle):
    """Numbers at the four margins, None if unknown, and given heights; all are optional."""

    top: NumbersOfLines = clues(NumberMargin("top"), None)
    bottom: NumbersOfLines = clues(NumberMargin("bottom"), None)
    left: NumbersOfLines = clues(NumberMargin("left"), None)
    right: NumbersOfLines = clues(NumberMargin("right"), None)
    rows: tuple[tuple[int | None, ...], ...] = clues(GivenNumbers(), None)

    kind: ClassVar = "skyscrapers"


class SkyscrapersRecipe(SquareRecipe):
    """The options of the skyscrapers generator."""


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
        parts = [alone[cells], *(alone[frozenset([cell])] for cell in found[0].cells)]
        for some in [[one] for one in found] + [found] * (len(found) > 1):
            text = " and ".join(
                [some[0].text, *(f"{one.count} from{one.text.partition(' from')[2]}" for one in some[1:])]
            )
            yield Together("line", some[0].cells, text, (*some, *parts))


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
    both = "opposite clues", "The clues at both ends of a line leave it few sequences."
    one = "sequence filtration", "The sequences that fit a clue and what is known of its line agree on a cell."
    yield Technique(rule, *both, when=_from_both_ends)
    yield Technique(rule, *one)


_LISTED, _LONGEST = 3, 7
"""The most sequences of heights in a sentence, and the longest line of which they are listed."""


def sequences(inference: Inference[Skyscrapers], line: Together, *, clued: bool = True) -> Iterator[tuple[int, ...]]:
    """The orders of all heights that fit what is known of a line, and its clues if *clued*; from its first clue."""
    heights = range(1, inference.puzzle.height + 1)
    known = {(mark[0], mark[1], str(mark[2])) for mark in inference.known}
    given = {(r, c): int(x) for r, c, x in known if not x.startswith(NOT)}
    left = [
        [h for h in heights if given.get(cell, h) == h and (*cell, f"{NOT}{h}") not in known] for cell in line.cells
    ]
    clues = _orders(line) if clued else []

    def longer(begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All that begin so."""
        if len(begun) < len(left):
            for height in left[len(begun)]:
                if height not in begun:
                    yield from longer((*begun, height))
        elif all(clue.count == visible_in(begun, order) for clue, order in clues):
            yield begun

    return longer(())


def _orders(line: Together) -> list[tuple[Visible, list[int]]]:
    """The clues of a line, each with the places of its cells in the order in which it sees them."""
    clues = (one for one in line.parts if isinstance(one, Visible))
    return [(clue, [line.cells.index(cell) for cell in clue.cells]) for clue in clues]


def visible_in(heights: Sequence[int], order: Sequence[int]) -> int:
    """How many buildings of a line are visible, seen in an order of its places."""
    return len({*accumulate((heights[i] for i in order), max)})


def _otherwise(inference: Inference[Skyscrapers], line: Together) -> str:
    """How many buildings would be visible if what is found were not so; empty if that is not all there is to say."""
    clues, places = _orders(line), [line.cells.index(place(mark)) for mark in inference.cells]
    seen: list[set[tuple[int, ...]]] = [set() for _ in inference.cells]
    signs = [(str(mark[-1]).removeprefix(NOT), str(mark[-1]).startswith(NOT)) for mark in inference.cells]
    for heights in sequences(inference, line, clued=False):
        counts = tuple(visible_in(heights, order) for _, order in clues)
        for ways, i, (height, ruled_out) in zip(seen, places, signs, strict=True):
            if (str(heights[i]) == height) == ruled_out:
                ways.add(counts)
    few, many = ({_side(clue): set[int]() for clue, _ in clues} for _ in range(2))
    for ways in seen:
        for (clue, _), numbers in zip(clues, zip(*ways, strict=True), strict=False):
            if max(numbers) < clue.count or min(numbers) > clue.count:
                (few if max(numbers) < clue.count else many)[_side(clue)].update(numbers)
                break
        else:
            return ""
    parts = [f"at most {max(own)} would be visible from the {side}" for side, own in few.items() if own]
    parts += [f"at least {min(own)} would be visible from the {side}" for side, own in many.items() if own]
    return f"otherwise {', or '.join(parts)}"


def _side(clue: Visible) -> str:
    """``left``."""
    return clue.text.rpartition(" ")[2]


def _supposed(inference: Inference[Skyscrapers], reason: Statement) -> str:
    """In an argument: each height once, the clue, or both."""
    clue = reason.text if inference.cells else contrary(reason.text)
    if not isinstance(reason, Together):
        return clue
    return each_once(inference, reason.cells, reason.text.partition(" shows ")[0]) or f"{clue}, each height once"


def _agreed(inference: Inference[Skyscrapers], reason: Statement) -> str:
    """The sequences that are left, if they are few and nothing simpler is to be said of the clue."""
    if any(one.fits(inference) for one in _CLUES):
        return reason.text
    if isinstance(reason, Together) and inference.puzzle.height <= _LONGEST:
        few = [*islice(sequences(inference, reason), _LISTED + 1)]
        side = reason.parts[0].clue
        if side and 0 < len(few) <= _LISTED:
            orders = alternatives([" ".join(map(str, one)) for one in few])
            return f"{reason.text}, so from the {side.field} it reads {orders}"
        if text := _otherwise(inference, reason):
            return f"{reason.text}; {text}"
    return f"{reason.text}, and all sequences that fit agree on that"


_CLUES = tuple(one for rule in ("visible", "line") for one in _clues(rule))
TECHNIQUES = (
    *_CLUES,
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
        "visible": Rule(
            "A number at the edge says how many buildings are visible from there.",
            "clue",
            because=_agreed,
            argued=_supposed,
        ),
        "line": Rule(
            "A line with each height once shows what its clues say.", "clue", because=_agreed, argued=_supposed
        ),
        "given": Rule("A given height stands where it is.", "given height"),
    },
    statements=statements,
    implied=whole_lines,
    shown=latin.shown_numbers,
    clues_of=clues_of,
    recipe=SkyscrapersRecipe,
    sample=square_sample(VIEW),
    techniques=TECHNIQUES,
    words=ValueWords,
    links=puzz_links(Skyscrapers, "skyscrapers", "building", "skyscraper", apart="rows", sides=_sides),
    contradiction=contradiction,
    usual_size=(5, 5),
    plausible=lambda puzzle: any(clue.field != "rows" for clue in puzzle.given_clues),
    parts=(Grading(4.1),),
)
