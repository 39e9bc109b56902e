"""Battleships: find the ships of a fleet that do not touch; numbers count their cells in rows and columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from satdnd.declare import (
    PART_WORDS,
    SHIP_PARTS,
    Count,
    CountMargin,
    CountsOfLines,
    DeclaredKind,
    Fleet,
    Grading,
    GridPuzzle,
    Inference,
    Patterns,
    Rule,
    RuleStatement,
    Shaded,
    ShadedSolution,
    Shading,
    Ships,
    SignRows,
    Statement,
    Technique,
    Untouched,
    beside,
    cell_name,
    clues,
    count_techniques,
    counted,
    counted_there,
    exactly,
    fleet_links,
    known_margins,
    listed,
    names,
    needs,
    overfull,
    part_at,
    part_ways,
    place,
    random_fleet,
)


class BattleshipsSolution(ShadedSolution):
    """The cells of ships."""


@dataclass(frozen=True)
class Battleships(GridPuzzle):
    """The ship cells of each row and column, None if unknown; the lengths of the ships; given parts, and water."""

    rows: CountsOfLines = clues(CountMargin("row", "ship cell", removable=False))
    columns: CountsOfLines = clues(CountMargin("column", "ship cell", removable=False))
    fleet: tuple[int, ...] = clues(Fleet())
    given: SignRows = clues(SHIP_PARTS, ())

    kind: ClassVar = "battleships"


def statements(puzzle: Battleships, ships: Shading) -> Iterator[RuleStatement]:
    """Given parts, counts, ships that do not touch, and how many of each length."""
    grid = puzzle.grid
    for clue, sign in puzzle.given_clues.items():
        if clue.field == "given":
            near = [cell for cell in beside(clue.place) if grid.contains(cell)]
            text = f"{{}} is {PART_WORDS[sign]}"
            cells = (clue.place,) if sign in "~s" else (clue.place, *near)
            yield Patterns("given", cells, text, tuple(part_ways(grid, ships, clue.place, sign)), clue=clue)
    for clue, name, number, line in known_margins(puzzle):
        yield exactly("count", line, f"{name} {needs(number, 'ship cell')}", ships.literals(line), number, clue)
    for r, c in grid.cells(grid.all if min(grid.height, grid.width) > 1 else 0):
        near = [x for x in product((r - 1, r + 1), (c - 1, c + 1)) if grid.contains(x)]
        text = "no ship touches {} at a corner"
        yield Untouched("touching", ((r, c), *near), text, ships.variable((r, c)), ships.literals(near))
    longest = max(puzzle.fleet, default=0)
    cells = tuple(grid.cells(grid.all))
    for length in range(1, min(longest, max(grid.height, grid.width)) + 1):
        number = puzzle.fleet.count(length)
        text = f"the fleet has {counted(number, 'ship') if number else 'no ship'} of {counted(length, 'cell')}"
        yield Ships("fleet", cells, text, length, number, grid)
    for down, right in ((0, 1), (1, 0)):
        for r, c in cells:
            window = tuple((r + i * down, c + i * right) for i in range(longest + 1))
            if grid.contains(window[-1]) and (longest or right):
                text = f"no ship is longer than {counted(longest, 'cell')}, as {{}} to {cell_name(window[-1])} would be"
                text = text if longest else "{} is water: the fleet has no ships"
                yield Count("longest", window, text, ships.literals(window), 0, longest)


def contradiction(puzzle: Battleships) -> str | None:
    """A count above its line, totals that differ, a ship too long, or a given part that would leave the grid."""
    if reason := overfull(puzzle):
        return reason
    total, side = sum(puzzle.fleet), max(puzzle.height, puzzle.width)
    if puzzle.fleet and puzzle.fleet[0] > side:
        return f"a ship of {counted(puzzle.fleet[0], 'cell')} is longer than the grid"
    for what, numbers in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        found = sum(x or 0 for x in numbers)
        if found > total or (None not in numbers and found < total):
            return f"the {what} have {counted(found, 'ship cell')}, the fleet has {total}"
    shading = VIEW.unknowns(puzzle)
    for clue, sign in puzzle.given_clues.items():
        if clue.field == "given" and not any(part_ways(puzzle.grid, shading, clue.place, sign)):
            return f"{cell_name(clue.place)} is {PART_WORDS[sign]}, which would leave the grid"
    return None


# new puzzles


def clues_of(puzzle: Battleships, solution: ShadedSolution) -> Battleships:
    """The counts of a solution, and each cell as a given part."""
    grid, there = puzzle.grid, {*puzzle.grid.cells(solution.board)}
    rows = tuple(sum((r, c) in there for c in range(grid.width)) for r in range(grid.height))
    columns = tuple(sum((r, c) in there for r in range(grid.height)) for c in range(grid.width))
    given = tuple(tuple(part_at((r, c), there) for c in range(grid.width)) for r in range(grid.height))
    return Battleships(rows, columns, puzzle.fleet, given, name=puzzle.name, extra=puzzle.extra)


# explanations


def _fleet(inference: Inference[Any], reason: Statement) -> str:
    """That there would be too many ships of a length, or no room for all."""
    assert isinstance(reason, Ships)
    grid, found = inference.puzzle.grid, {place(mark): mark[-1] == "#" for mark in inference.cells}
    shaded = {place(mark): mark[-1] == "#" for mark in inference.known} | {x: not on for x, on in found.items()}
    true, false = (grid.mask(x for x, on in shaded.items() if on == value) for value in (True, False))
    ships = f"{counted(reason.number, 'ship')} of {counted(reason.length, 'cell')}"
    text = f"not all of the {ships} would have room" if reason.number > 1 else f"the {ships[2:]} would have no room"
    if reason.certain(true, false) > reason.number:
        text = f"there would be more than {ships}" if reason.number else f"there would be a ship of {ships[11:]}"
    return f"otherwise {text}" if inference.cells else text


def _corner(inference: Inference[Any], reason: Statement) -> str:
    """The ship cell that it would touch."""
    there = [place(mark) for mark in inference.known if mark[-1] == "#"]
    if not inference.cells or not there:
        return ""
    found = {*map(place, inference.cells)}
    near = [x for x in there if any(abs(x[0] - r) == abs(x[1] - c) == 1 for r, c in found)]
    they = "they" if inference.it == "them" else "it"
    return f"{they} would touch {listed(names(near))} at a corner" if near and not found & {*near} else ""


TECHNIQUES = (
    Technique("given", "given part", "A given part says what is around it."),
    Technique("touching", "around a ship", "Cells that touch a ship at a corner are water.", "o"),
    *count_techniques("count", "line", "ship cells", "#", "o", rest="fill the line"),
    Technique("longest", "longest ship", "A ship would be longer than all of the fleet.", "o"),
    Technique("fleet", "last places of ships", "All places that are left for ships of a length cover a cell.", "#"),
    Technique("fleet", "no such ship", "There would be too many ships of a length, or no room for another.", "o"),
    Technique("count touching*", "leaves a line without", "A ship there would leave a line too few places.", "o"),
    Technique("fleet", "the fleet", "All ways to place the ships of a length agree on some cells."),
)

VIEW = Shaded(BattleshipsSolution, yes="ship", no="water")


class BattleshipsKind(DeclaredKind):
    """MiniSat takes a quarter less than CaDiCaL (benchmarks/README)."""

    best_solver = "minisat22"


KIND: DeclaredKind = BattleshipsKind(
    Battleships,
    VIEW,
    title="Battleships",
    play="Find all ships of the fleet: straight lines of cells that do not touch each other, not even at corners. A "
    "number counts the cells of ships in its row or column. Some parts of ships and some water are given.",
    rules={
        "given": Rule("A given cell is what it shows, and so are the cells beside it.", "given part"),
        "count": Rule("A number counts the ship cells of its row or column.", "line", because=counted_there("#")),
        "touching": Rule(
            "Ships do not touch, not even at corners.",
            "touch",
            "touches",
            broken="ships would touch at {place}",
            says=_corner,
        ),
        "fleet": Rule("The ships are those of the fleet.", "fleet", says=_fleet),
        "longest": Rule(
            "No ship is longer than the longest of the fleet.",
            "longest ship",
            broken="{place} to {end} would be a ship that is too long",
        ),
    },
    statements=statements,
    shown=lambda puzzle, ships: [
        ships.variable(clue.place) * (-1 if sign == "~" else 1)
        for clue, sign in puzzle.given_clues.items()
        if clue.field == "given"
    ],
    contradiction=contradiction,
    clues_of=clues_of,
    sample=lambda rng, blank, budget: random_fleet(rng, blank.grid, blank.fleet, budget),
    techniques=TECHNIQUES,
    links=fleet_links(Battleships, "battleship"),
    blocking_sign=1,
    usual_size=(8, 8),
    parts=(Grading(2.7),),
)
