"""Hidato, with steps like a king's, or a rook's (Numbrix): numbers in order along a path through all cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, ClassVar, Literal

from satdnd.declare import (
    Bitboard,
    Budget,
    Cell,
    CellValued,
    Chain,
    Clue,
    DeclaredKind,
    DeclaredRecipe,
    Fault,
    Generator,
    Grading,
    Maker,
    PathNumbers,
    PathPuzzle,
    PathWords,
    Rule,
    RuleStatement,
    Settings,
    Technique,
    Together,
    ValuedEncoding,
    ValuedSolution,
    cell_name,
    counted,
    each_once,
    easier,
    exactly,
    none_left,
    on_the_way,
    option,
    path_faults,
    placed,
    random_path,
    scan,
)
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, centre, filled_cells


class HidatoSolution(ValuedSolution):
    """The numbers, 0 where there is no cell."""


@dataclass(frozen=True)
class Hidato(PathPuzzle):
    """Given numbers, ``#`` for no cell; *steps* is ``rook`` if consecutive numbers share an edge."""

    kind: ClassVar = "hidato"


@dataclass(frozen=True, kw_only=True)
class HidatoRecipe(DeclaredRecipe):
    """The options of the hidato generator."""

    height: int = option(8, "Rows.", low=1, high=20)
    width: int = option(8, "Columns.", low=1, high=20)
    steps: Literal["king", "rook"] = option("king", "rook: consecutive numbers share an edge.")


def statements(puzzle: Hidato, numbers: PathNumbers) -> Iterator[RuleStatement]:
    """Cells, numbers, paths from one given number to the next, given numbers."""
    n, cells = len(puzzle.cells), tuple(puzzle.cells)
    for cell in cells:
        yield each_once("value", [cell], "{} holds one number", [numbers.candidates(cell).values()])
    for number in range(1, n + 1):
        places = [numbers.candidates(cell)[number] for cell in cells]
        yield each_once("number", cells, f"{number} stands in one cell", [places])
    for first, last in puzzle.stretches:
        yield path(puzzle, first, last)
    for cell, number in puzzle.by_cell.items():
        literals = [x] if (x := numbers.candidates(cell).get(number)) else []
        yield exactly("given", [cell], f"{{}} is given as {number}", literals, 1, Clue("rows", cell))


def path(puzzle: Hidato, first: int, last: int) -> Chain:
    """The path of some numbers; its cells are those where it can lead, and the given ends come first."""
    ends = [puzzle.where[number] for number in (first, last) if number in puzzle.where]
    near = [x for x in puzzle.cells if sum(puzzle.distance(x, end) for end in ends) <= last - first]
    cells = tuple(dict.fromkeys([*ends, *near]))
    return Chain("path", cells, f"each number from {first} to {last} touches the next", first, last, puzzle.around)


def simple_paths(puzzle: Hidato, numbers: PathNumbers) -> Iterator[Together]:
    """The paths of few numbers, together with no cell holding two of them."""
    for first, last in puzzle.stretches:
        if 2 < last - first <= _LONGEST:
            chain = path(puzzle, first, last)
            places = ([numbers.candidates(cell)[number] for number in range(first, last + 1)] for cell in puzzle.cells)
            alone = each_once("value", puzzle.cells, "no cell holds two numbers", places, least=0)
            text = f"a path leads from {first} to {last} through different cells"
            yield Together("way", chain.cells, text, (chain, alone))


_LONGEST = 12
"""Steps of the longest path that is looked at with its cells."""


def contradiction(puzzle: Hidato) -> str | None:
    """Numbers that cannot be there, cells that no path can pass, numbers that are too far from each other."""
    n, seen = len(puzzle.cells), dict[int, Cell]()
    for cell, number in puzzle.by_cell.items():
        if number > n:
            return f"the {number} at {cell_name(cell)} is above {n}, the number of cells"
        if number in seen:
            return f"{number} is given at {cell_name(seen[number])} and {cell_name(cell)}"
        seen[number] = cell
    reached, front = 1, [0]
    for i in front:
        front += scan(puzzle.around[i] & ~reached)
        reached |= puzzle.around[i]
    if apart := [cell for i, cell in enumerate(puzzle.cells) if not reached >> i & 1]:
        return f"no path leads from {cell_name(puzzle.cells[0])} to {cell_name(apart[0])}"
    rook, colours = puzzle.steps == "rook", [(r + c) % 2 for r, c in puzzle.cells]
    if rook and abs(2 * sum(colours) - n) > 1:
        return f"on a chessboard {sum(colours)} of its cells would have one colour and {n - sum(colours)} the other"
    for (one, here), (other, there) in pairwise(puzzle.where.items()):
        steps, name = puzzle.distance(here, there), f"{one} at {cell_name(here)} and {other} at {cell_name(there)}"
        if steps > other - one:
            return f"{name} are {counted(steps, 'step')} apart, and the path has only {other - one} between them"
        if rook and (steps - other + one) % 2:
            return f"{name} are {'an odd' if steps % 2 else 'an even'} number of steps apart on every path"
    return None


def plausible(puzzle: Hidato) -> bool:
    """Different numbers, the first and the last among them, and none too far from the next."""
    return {1, len(puzzle.cells)} < {*puzzle.where} and contradiction(puzzle) is None


def clues_of(puzzle: Hidato, solution: ValuedSolution) -> Hidato:
    """The puzzle with all numbers given."""
    return puzzle.changed({Clue("rows", (r, c)): solution.grid[r][c] for r, c in puzzle.cells})


def generate(rng: Random, recipe: HidatoRecipe, budget: Budget) -> Hidato:
    """The numbers along a random path, as few as are needed, and both ends."""
    ends = dict[Clue, int]()

    def sample(rng: Random, blank: Hidato, budget: Budget) -> Bitboard:
        """The board of a random path, whose ends are noted."""
        path = random_path(rng, blank.height, blank.width, lambda one, other: blank.distance(one, other) == 1, budget)
        ends.clear()
        ends.update({Clue("rows", path[0]): 1, Clue("rows", path[-1]): len(path)})
        return sum(1 << blank.unknowns.candidates(cell)[number] - 1 for number, cell in enumerate(path, 1))

    puzzle: Hidato = Maker(KIND, VIEW, clues_of, sample).generate(rng, recipe, budget)
    return puzzle.changed(ends)


class HidatoKind(DeclaredKind):
    """Its referee looks at the numbers alone."""

    encoding_class = ValuedEncoding

    def clauses(self, puzzle: Hidato, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Eight for each number of each cell."""
        return 8 * len(puzzle.cells) ** 2

    def faults(self, puzzle: Hidato, solution: Any, options: Settings | None = None) -> list[Fault]:
        """In the order of the rules."""
        return sorted(path_faults(puzzle, solution.grid), key=lambda fault: [*self.rules].index(fault.rule))


# explanations


_WAYS = "path", "way"
TECHNIQUES = (
    *(Technique(rule, "only way", "All paths between two numbers agree on it.", when=placed) for rule in _WAYS),
    Technique("value", "only number", "A cell has one number left.", why="no other number is left for it"),
    *(Technique(rule, "no way", "No path between two numbers leads through a cell.") for rule in _WAYS),
)

VIEW = CellValued(HidatoSolution)


def _placed_numbers(rows: list[list[Any]], sides: Point) -> Iterator[PlacedClue]:
    """The numbers in cells; a full row looks like the lengths of runs."""
    yield from (PlacedClue("cell", number, (centre((r, c)),)) for r, c, number in filled_cells(rows))


KIND: HidatoKind = HidatoKind(
    Hidato,
    VIEW,
    title="Hidato",
    play="Write the numbers from 1 to the number of cells into the cells, each once, so that each touches the next, "
    "at an edge or at a corner: they lie in order on a path through all cells. With the note '# steps: rook' "
    "(Numbrix), each shares an edge with the next.",
    rules={
        "value": Rule(
            "Each cell holds one number.", "cell", argued=none_left("number", "no number would be left for {}")
        ),
        "number": Rule(
            "Each number from 1 to the number of cells appears once.",
            "number",
            argued=none_left("place", "no place would be left for {}"),
        ),
        "path": Rule("Each number touches the next.", "path", says=on_the_way),
        "way": Rule("A path from one number to another passes no cell twice.", "path", says=on_the_way),
        "given": Rule("A given number stands where it is.", "given number"),
    },
    statements=statements,
    contradiction=contradiction,
    plausible=plausible,
    implied=simple_paths,
    shown=lambda puzzle, numbers: [x for at, n in puzzle.by_cell.items() if (x := numbers.candidates(at).get(n))],
    clues_of=clues_of,
    techniques=TECHNIQUES,
    words=PathWords,
    usual_size=(8, 8),
    parts=(
        Generator(HidatoRecipe, generate, easier=partial(easier, clues_of)),
        Grading(7.5),
        Symmetry({"rows": _placed_numbers}),
    ),
)
