"""Slitherlink (Nikoli): one loop along the edges of cells; a number counts the lines around its cell."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, ClassVar, NamedTuple

from satdnd.declaration.clues.choices import Choice
from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.generators.generator import SymmetricRecipe, own_recipe, random_solution
from satdnd.declaration.generators.winding import winding_region
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import few_links
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.loops import BorderLoop, BorderLoopSolution
from satdnd.declaration.words.kind_words import (
    OTHERWISE,
    DeclaredWords,
    Rule,
    Technique,
    Unargued,
    count_techniques,
    counted_there,
)
from satdnd.declaration.words.loop_words import every_place, where_lines_meet
from satdnd.errors import CannotFulfil
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted, listed, needs
from satdnd.rules.count import Count
from satdnd.rules.edges import LINE, NONE, Edges, edges_of
from satdnd.rules.loop import CornerDegrees, SingleLoop, edges_at, loop_through, visits, visits_all
from satdnd.rules.statement import AnyStatement, Combined, Together
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement


class SlitherlinkSolution(BorderLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Slitherlink(GridPuzzle):
    """Numbers, None for an empty cell (above 4 there is no solution); *loop* is ``all`` if it passes every corner."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 4, counts=True))
    loop: str = clues(Choice("loop", "any", "all", "the loop passes every corner", letter="f"), "any")

    kind: ClassVar = "slitherlink"


# what the rules say


def number_at(cell: Cell, number: int, edges: Edges) -> Count:
    """The number of lines around a cell."""
    text = f"the {number} at {{}} {needs(number, 'line')} around it"
    return Count("number", (cell,), text, edges.around(cell), number, number, clue=Clue("rows", cell))


def statements(puzzle: Slitherlink, edges: Edges) -> Iterator[AnyStatement]:
    """Numbers, corners, and at least one line."""
    for cell, number in puzzle.by_cell.items():
        yield number_at(cell, number, edges)
    yield CornerDegrees(edges, "corner")
    yield from visits(edges, "every-corner", "corner") if puzzle.loop == "all" else ()
    yield Count("single-loop", (), "there is a line", tuple(range(1, edges.count + 1)), 1, edges.count)


def around_numbers(puzzle: Slitherlink, edges: Edges) -> Iterator[Together]:
    """Each number together with the corners of its cell, as players see it."""
    corners = {one.corner: one for one in CornerDegrees(edges, "corner").statements()}
    for cell, number in puzzle.by_cell.items():
        if number:
            degrees = (corners[cell[0] + down, cell[1] + right] for down, right in product((0, 1), repeat=2))
            text = f"the loop runs along exactly {counted(number, 'edge')} of {{}}"
            yield Together("passing", (cell,), text, (number_at(cell, number, edges), *degrees))


def touching_numbers(puzzle: Slitherlink, edges: Edges) -> Iterator[Combined]:
    """Two touching numbers together; and the corners of cells without a number."""
    passing = {one.place: one for one in around_numbers(puzzle, edges)}
    for (r, c), one in passing.items():
        for near in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other := passing.get(near):
                text = f"{one.pattern} and {other.text.removeprefix('the loop runs along exactly ')}"
                yield Combined("touching", ((r, c), near), text, (one, other))
    corners = {one.corner: one for one in CornerDegrees(edges, "corner").statements()}
    for r, c in puzzle.grid.cells(puzzle.grid.all):
        if (r, c) not in puzzle.by_cell:
            four = tuple(corners[r + down, c + right] for down, right in product((0, 1), repeat=2))
            yield Combined("cell", ((r, c),), "the loop does not end or branch at a corner of {}", four)


def one_loop(puzzle: Slitherlink, edges: Edges) -> SingleLoop:
    """One loop, by cuts; it passes all numbers except 0."""
    around = (edges.border(puzzle.grid.bit(cell)) for cell, number in puzzle.by_cell.items() if number)
    return loop_through(edges, edges_at(edges).values() if puzzle.loop == "all" else around)


def contradiction(puzzle: Slitherlink) -> str | None:
    """A number above 4, a zero in every cell, or an odd number of corners to pass."""
    for cell, number in puzzle.by_cell.items():
        if number > 4:
            return f"the {number} at {cell_name(cell)} {needs(number, 'line')} around it, and a cell has 4 edges"
    if puzzle.loop == "all" and (odd := visits_all(puzzle.height + 1, puzzle.width + 1, "corner")):
        return odd
    numbers = puzzle.by_cell
    zeros = len(numbers) == puzzle.grid.size and not any(numbers.values())
    return "every cell has a 0, which leaves no edge for a line" if zeros else None


# new puzzles


def sample(rng: Random, puzzle: Slitherlink, budget: Budget) -> Bitboard:
    """The loop around a random region; one that passes every corner is from the solver."""
    if puzzle.loop == "all":
        if why := contradiction(puzzle):
            raise CannotFulfil(why)
        return random_solution(KIND, KIND.view, rng, puzzle, budget)
    return edges_of(puzzle.height, puzzle.width).border(winding_region(rng, puzzle.grid, budget))


# texts that do not say their kind


def plausible(puzzle: Slitherlink) -> bool:
    """At least two rows, empty cells, and numbers up to 3, among them 2 or 3 (a 4 would be a loop by itself)."""
    numbers = puzzle.given_clues.values()
    return puzzle.height > 1 and len(numbers) < puzzle.height * puzzle.width and 1 < max(numbers, default=0) < 4


# explanations


def by_the_number(inference: Inference[Any], reason: Statement) -> str:
    """In arguments, only which numbers give what is found."""
    numbers = _numbers(inference, reason)
    return f"by {numbers}" if inference.cells else f"the loop could not pass {numbers}"


def past_the_numbers(inference: Inference[Any], reason: Statement) -> str:
    """That there is no other way past them."""
    if threes((0, 1), (1, 0))(inference):
        return Unargued("otherwise one of these 3s would have only two edges left for its lines")
    if said := _at_the_corner(inference, reason):
        return said
    return Unargued(f"the loop cannot pass {_numbers(inference, reason)} in any other way")


def _at_the_corner(inference: Inference[Any], reason: Statement) -> str:
    """For two numbers that share a corner: what one of them has there, if that is enough for the other; else empty."""
    edges = edges_of(inference.puzzle.height, inference.puzzle.width)
    known, found = ({edges.literal(mark) for mark in marks} for marks in (inference.known, inference.cells))
    first, second = reason.cells
    for cell, other in ((first, second), (second, first)):
        down, right = (int(there > here) for here, there in zip(cell, other, strict=True))
        corner = edges.corner(cell[0] + down, cell[1] + right)
        shared = len(corner) == 4 and cell[0] != other[0] and cell[1] != other[1]
        there = {len(way & {*corner}) for way in _ways(inference, cell, known)}
        if not shared or len(there) > 1 or there == {0}:
            continue
        left = [way for way in _ways(inference, other, known) if len(way & {*corner}) == 2 - min(there)]
        if all(found <= way for way in left):
            numbers = [f"the {inference.puzzle.by_cell[x]} at {cell_name(x)}" for x in (cell, other)]
            has, so = ("one line", "one there, too") if there == {1} else ("two lines", "none there")
            return f"{numbers[0]} has {has} at the corner that it shares with {numbers[1]}, which then has {so}"
    return ""


def _ways(inference: Inference[Any], cell: Cell, known: Container[Literal]) -> list[set[Literal]]:
    """All ways to have the lines of a number that fit what is known, as literals of its edges."""
    own = edges_of(inference.puzzle.height, inference.puzzle.width).around(cell)
    signed = ({x if line else -x for x, line in zip(own, way, strict=True)} for way in product((0, 1), repeat=4))
    number = inference.puzzle.by_cell[cell]
    return [way for way in signed if sum(x > 0 for x in way) == number and not any(-x in known for x in way)]


def _numbers(inference: Inference[Any], reason: Statement) -> str:
    """``the 3 at r1c1 and the 2 at r2c2``."""
    return listed([f"the {inference.puzzle.by_cell[cell]} at {cell_name(cell)}" for cell in reason.cells])


class _Corner(NamedTuple):
    """A corner of a cell: its two edges there, and how many of the others are lines, or unknown."""

    inner: tuple[Literal, ...]
    lines: int
    unknown: tuple[Literal, ...]

    def after(self, way: set[Literal]) -> set[Literal] | None:
        """What the edges of the cell give of the others there; None if they cannot be so."""
        there = self.lines + sum(x in way for x in self.inner)
        if there > 2 or (there == 1 and not self.unknown):
            return None
        if there == 2:
            return {-x for x in self.unknown}
        return {x if there else -x for x in self.unknown} if len(self.unknown) == 1 else set()


def around_the_number(inference: Inference[Any], reason: Statement) -> str:
    """How the edges of a cell go together at its corners, and what its number leaves of that."""
    puzzle, cell = inference.puzzle, reason.place
    edges, number = edges_of(puzzle.height, puzzle.width), puzzle.by_cell[cell]
    known, found = ({edges.literal(mark) for mark in marks} for marks in (inference.known, inference.cells))
    own, corners = edges.around(cell), dict[str, _Corner]()
    for down, right in product((0, 1), repeat=2):
        there = edges.corner(cell[0] + down, cell[1] + right)
        outer = [x for x in there if x not in own]
        unknown = tuple(x for x in outer if not {x, -x} & known)
        inner = tuple(x for x in there if x in own)
        corners[f"{('top', 'bottom')[down]} {('left', 'right')[right]}"] = _Corner(
            inner, len(known & {*outer}), unknown
        )
    ways = _ways(inference, cell, known)

    def enough(names: Sequence[str]) -> bool:
        """Whether what these corners say gives all that was found."""
        left = [[way, *(corners[name].after(way) for name in names)] for way in ways]
        return all(found <= set().union(*one) for one in left if None not in one)  # type: ignore[arg-type]  # none is None

    used = [*corners]
    for name in corners:
        if enough(rest := [x for x in used if x != name]):
            used = rest
    return f"{cell_name(cell)} {needs(number, 'line')}{_at_corners({name: corners[name] for name in used})}"


def _at_corners(corners: Mapping[str, _Corner]) -> str:
    """What is to be seen at corners of a cell."""

    def those(lines: int | None, *, closed: bool) -> str:
        """``top left corner``, of those with so many lines and no unknown edge, or with some."""
        some = [name for name, one in corners.items() if lines in (None, one.lines) and closed != bool(one.unknown)]
        return f"{listed(some)} corner{'s' * (len(some) > 1)}" if some else ""

    parts = []
    if free := those(0, closed=True):
        parts.append(f"of its edges at the {free} both are lines or neither is")
    if met := those(1, closed=True):
        one = f"the line that comes to its {met} goes on along one of its edges"
        each = f"the lines that come to its {met} go on along one of its edges there"
        parts.append(each if met.endswith("s") else one)
    if full := those(2, closed=True):
        parts.append(f"two lines meet at its {full} already")
    if comes := those(1, closed=False):
        parts.append(f"a line comes to its {comes}")
    if some := those(None, closed=False):
        parts.append(f"at its {some} two lines meet or none")
    return "".join(f", {'and ' * (part == parts[-1])}{part}" for part in parts)


def threes(*steps: tuple[int, int]) -> Callable[[Inference[Any]], bool]:
    """Whether a rule is about two 3s, with one of these offsets (rows, columns) between them."""

    def fits(inference: Inference[Any]) -> bool:
        """For one inference."""
        (a, b), (c, d) = inference.reasons[0].cells
        return (c - a, d - b) in steps and all(inference.puzzle.by_cell[x] == 3 for x in ((a, b), (c, d)))

    return fits


TECHNIQUES = (
    *count_techniques("number", "number", "lines", LINE, NONE, "edges"),
    Technique(
        "corner",
        "no way on",
        "The loop cannot go on at a corner, or goes through it already.",
        found=NONE,
        many="otherwise the loop would end or branch at {places}",
    ),
    Technique(
        "corner",
        "one way on",
        "A line has one edge left by which it can go on.",
        found=LINE,
        why="otherwise the loop would end at {place}",
        many="otherwise the loop would end at {places}",
    ),
    every_place("every-corner", "corner"),
    Technique("passing", "around a number", "A number, taken together with the corners of its cell."),
    Technique(
        "touching",
        "adjacent 3s",
        "Two 3s side by side have a line between them and on their far sides.",
        when=threes((0, 1), (1, 0)),
    ),
    Technique(
        "touching",
        "diagonal 3s",
        "Two 3s that touch at a corner have lines on the sides away from it.",
        when=threes((1, 1), (1, -1)),
    ),
    Technique("touching", "touching numbers", "Two numbers that touch, taken together."),
    Technique("cell", "around a cell", "The corners of a cell without a number, taken together."),
    Technique("single-loop", "loop too early", "A line would close a loop that leaves out other lines."),
    Technique("", "line into a 1", "A line that can only go on along a 1: its edges away from there are not lines."),
    Technique("", "line into a 3", "A line that comes to a corner of a 3: its edges away from there are lines."),
    Technique("", "number in the corner", "Both edges at a corner of the grid are lines, or none is."),
    Technique(
        "",
        "3 beside 0",
        "A 3 beside a 0 has lines on its other sides; if they touch at a corner, on both sides at that corner.",
    ),
)


class SlitherlinkWords(DeclaredWords):
    """Players' names for patterns."""

    def technique(self, inference: Inference[Any]) -> str:
        """By the rule and the surroundings."""
        reason, pattern = inference.reasons[0], ""
        if reason.rule in ("number", "passing"):
            pattern = self._pattern(inference.puzzle, reason.cells[0], inference)
        return pattern or super().technique(inference)

    def _pattern(self, puzzle: Any, cell: Cell, inference: Inference[Any]) -> str:
        """The pattern's name, from a number and what is known around it; empty if there is none."""
        numbers, edges = puzzle.by_cell, edges_of(puzzle.height, puzzle.width)
        used = {abs(edges.literal(mark)) for mark in inference.known}
        steps = product((-1, 0, 1), repeat=2)
        zeros = [near for down, right in steps if numbers.get(near := (cell[0] + down, cell[1] + right)) == 0]
        if numbers[cell] == 3 and used and used <= {x for zero in zeros for x in edges.around(zero)}:
            return "3 beside 0"
        cornered = cell[0] in (0, puzzle.height - 1) and cell[1] in (0, puzzle.width - 1)
        if cornered and numbers[cell] and not used:
            return "number in the corner"
        known = {edges.literal(mark) for mark in inference.known}
        corners = (
            {*edges.corner(cell[0] + r, cell[1] + c)} - {*edges.around(cell)} for r, c in product((0, 1), (0, 1))
        )
        lines = sum(bool(there & known) for there in corners)
        inside = known & {y for x in edges.around(cell) for y in (x, -x)}
        return f"line into a {numbers[cell]}" if numbers[cell] in (1, 3) and lines == 1 and not inside else ""


KIND = DeclaredKind(
    Slitherlink,
    BorderLoop(SlitherlinkSolution),
    title="Slitherlink",
    play="Draw one closed loop along the edges of cells: it does not cross or touch itself. A number says how many of "
    "the edges of its cell are part of the loop.",
    rules={
        "number": Rule(
            "A number says how many edges of its cell are part of the loop.",
            "number",
            because=counted_there(LINE, "edge"),
            argued=by_the_number,
        ),
        "passing": Rule(
            "The loop neither ends nor branches at the corners of a numbered cell.",
            "number",
            because=around_the_number,
            argued=by_the_number,
        ),
        "touching": Rule(
            "The loop passes two numbers that touch in a way that suits both.",
            "number pair",
            because=past_the_numbers,
            argued=by_the_number,
        ),
        "cell": Rule("The loop neither ends nor branches at the corners of a cell.", "cell", broken=OTHERWISE),
        "corner": Rule(
            "The loop does not end, branch or touch itself: at a corner two lines meet, or none.",
            "corner",
            broken=OTHERWISE,
            argued=where_lines_meet,
        ),
        "every-corner": Rule(
            "With the note '# loop: all' the loop passes every corner.",
            "visited corner",
            broken="the loop could not pass {place}",
        ),
        "single-loop": Rule(
            "The lines form a single loop.", "loop", broken="a loop around {cells} would leave out other lines"
        ),
    },
    statements=statements,
    implied=around_numbers,
    teaching=touching_numbers,
    cuts=one_loop,
    counted=lambda puzzle: (Clue("rows", cell) for cell in puzzle.grid.cells(puzzle.grid.all)),
    sample=sample,
    recipe=own_recipe(Slitherlink, SymmetricRecipe),
    techniques=TECHNIQUES,
    words=SlitherlinkWords,
    links=few_links(Slitherlink, "slither", "slitherlink", page="slitherlink"),
    plausible=plausible,
    contradiction=contradiction,
    parts=(Grading(6.4),),
    counts=False,
)
