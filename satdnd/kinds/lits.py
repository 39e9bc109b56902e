"""LITS (Nikoli): a tetromino in every area, all connected, no equal ones side by side, and no shaded 2x2 block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    HOLE_RULE,
    AnyStatement,
    AreaMaker,
    AreaPuzzle,
    AreaTuple,
    Bitboard,
    Budget,
    Combined,
    Counts,
    DeclaredKind,
    Generator,
    Grading,
    Inference,
    Partition,
    Rule,
    RuleStatement,
    Shaded,
    ShadedSolution,
    Shading,
    ShapeIn,
    ShapesApart,
    ShapesConnected,
    Statement,
    Technique,
    area_links,
    can_touch,
    cell_name,
    likely_areas,
    listed,
    names,
    own_recipe,
    place,
    random_tetrominoes,
    signs,
    singles,
    unshaded_holes,
)

_PACKED = 40
"""Random sets of tetrominoes of which the largest is taken: the more, the smaller the areas."""


class LitsSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Lits(AreaPuzzle):
    """The areas, also accepted as rows of names; cells in none are not shaded."""

    kind: ClassVar = "lits"


def statements(puzzle: Lits, shaded: Shading) -> Iterator[AnyStatement]:
    """What areas state, no 2x2 blocks, nothing in cells of no area."""
    grid = puzzle.grid
    yield from in_areas(puzzle, shaded)
    blocks = grid.blocks(puzzle.inside)
    yield Counts("block", "the 2x2 block at {} is not all shaded", blocks, shaded, 0, 3)
    yield from unshaded_holes(puzzle, shaded)


def in_areas(puzzle: Lits, _: Shading) -> Iterator[RuleStatement]:
    """A tetromino in each area, and equal ones apart."""
    grid = puzzle.grid
    for area in puzzle.areas:
        yield ShapeIn("area", area.cells, f"{area} has one tetromino", grid)
    boards = [grid.mask(area.cells) for area in puzzle.areas]
    for i, near in enumerate(map(grid.neighbours, boards)):
        for k in range(i + 1, len(boards)):
            if near & boards[k] and can_touch(grid, boards[i], boards[k]):
                one, other = puzzle.areas[i], puzzle.areas[k]
                text = f"equal tetrominoes in {one} and {other} do not touch"
                yield ShapesApart("apart", (*one.cells, *other.cells), text, (boards[i], boards[k]), grid)


def together(puzzle: Lits, shaded: Shading) -> Iterator[Combined]:
    """For explanations: an area with the blocks around it, and with an area beside it."""
    every = [*singles(statements(puzzle, shaded))]
    areas = {puzzle.grid.mask(one.cells): one for one in every if isinstance(one, ShapeIn)}
    blocks = [(puzzle.grid.mask(one.cells), one) for one in every if one.rule == "block"]
    for board, area in areas.items():
        around = [block for cells, block in blocks if cells & board and cells & ~board]
        yield Combined("fits", area.cells, f"{area.pattern} and makes no 2x2 block", (area, *around))
    for one in every:
        if isinstance(one, ShapesApart):
            text = f"{one.pattern}, whichever they are"
            yield Combined("pair", one.cells, text, (areas[one.areas[0]], areas[one.areas[1]], one))


def contradiction(puzzle: Lits) -> str | None:
    """An area in which no tetromino fits."""
    shapes = (ShapeIn("area", area.cells, str(area), puzzle.grid) for area in puzzle.areas)
    small = next((one for one in shapes if not one.shapes), None)
    return f"no tetromino fits in {small.text}" if small else None


def plausible(puzzle: Lits) -> bool:
    """Several areas, each in one piece and with room for a tetromino, and not one for each row."""
    return likely_areas(puzzle, 4) and not contradiction(puzzle)


def tetrominoes(rng: Random, puzzle: Lits, budget: Budget) -> tuple[Bitboard, AreaTuple] | None:
    """Random tetrominoes that keep the rules, with little room for others, each an area."""
    best = max((random_tetrominoes(rng, puzzle.grid, budget) for _ in range(_PACKED)), key=len)
    return (puzzle.grid.mask(cell for area in best for cell in area.cells), best) if best else None


# explanations


def _area(reason: Statement) -> str:
    """The area of a statement that is about one."""
    return f"the area at {cell_name(reason.cells[0])}"


_LONGEST = 90
"""The most characters for the tetrominoes that are left."""


def _only(inference: Inference[Any], reason: Statement, further: str = "") -> str:
    """Which tetrominoes are left in an area; of many, what they have in common.

    Args:
        inference: what is found, and what is known.
        reason: the area, or one with the blocks around it.
        further: what else they keep.
    """
    grid, known = inference.puzzle.grid, signs(inference.known)
    shaded, unshaded = (grid.mask(cell for cell, sign in known.items() if sign == which) for which in "#o")
    parts = reason.parts if isinstance(reason, Combined) else (reason,)
    blocks = [grid.mask(one.cells) for one in parts if one.rule == "block"]
    (area,) = (one for one in parts if isinstance(one, ShapeIn))
    fitting = area.fitting(shaded, unshaded)
    left = [cells for cells in fitting if all(block & ~(shaded | cells) for block in blocks)]
    found = {place(mark) for mark in inference.cells if mark[-1] == "#"}
    if len(left) == 1:
        (name,) = (shape.name for shape in area.shapes if shape.cells == left[0])
        cells = {*grid.cells(left[0])}
        which = f"this {name}" if found == cells else f"the {name} at {listed(names(cells))}"
        return f"only {which} fits in {_area(reason)}{further}"
    common = reduce(and_, left)
    always, others = names(grid.cells(common)), sorted(grid.cells(cells & ~common) for cells in left)
    ways = [listed(names(cells)) for cells in others]
    if always and len(", or ".join(ways)) <= _LONGEST:
        which = ", or ".join(ways) if others[0][1:] else f"one of {listed(ways)}"
        return f"the tetromino that fits in {_area(reason)}{further} is {listed(always)} with {which}"
    unfit = names(place(mark) for mark in inference.cells if mark[-1] == "o" and place(mark) in reason.cells)
    both = [f"covers {listed(always)}"] * bool(always) + [f"leaves {listed(unfit)} out"] * bool(unfit)
    return f"every tetromino that fits in {_area(reason)}{further} {' and '.join(both)}"


def _its_tetromino(inference: Inference[Any], reason: Statement) -> str:
    """Which tetrominoes fit, or what they have in common."""
    if not inference.cells:
        return ""
    known, found, it = signs(inference.known), {*signs(inference.cells).values()}, inference.it
    there = [cell for cell in reason.cells if known.get(cell) == "#"]
    if len(there) == 4:
        return f"{_area(reason)} has its tetromino already"
    if len(found) > 1 or inference.settles(reason):
        return _only(inference, reason)
    if found == {"#"}:
        return f"every tetromino that fits in {_area(reason)} covers {it}"
    return f"no tetromino that fits in {_area(reason)} covers {listed([*names(there), it])}"


def _without_block(inference: Inference[Any], reason: Statement) -> str:
    """The same, if a 2x2 block is to be avoided."""
    if not inference.cells:
        return ""
    found, it = signs(inference.cells), inference.it
    outside = names({*found} - {*reason.cells})
    if not {*found} & {*reason.cells}:
        return f"with {it}, every tetromino that fits in {_area(reason)} would make a 2x2 block"
    if inference.settles(reason) or len({*found.values()}) > 1 or outside:
        text = _only(inference, reason, " without a 2x2 block")
        return text + (f", and with {' or '.join(outside)} it would make one" if outside else "")
    if {*found.values()} == {"#"}:
        return f"every tetromino that fits in {_area(reason)} without a 2x2 block covers {it}"
    return f"all tetrominoes that fit in {_area(reason)} without a 2x2 block leave {it} out"


def _equal(inference: Inference[Any], reason: Statement) -> str:
    """Which equal tetrominoes would touch."""
    if not isinstance(reason, ShapesApart):
        return ""
    shaded = {place(mark) for mark in inference.known if mark[-1] == "#"} | {*map(place, inference.cells)}
    two = next(reason.touching(inference.puzzle.grid.mask(shaded)), None)
    return f"{'otherwise ' * bool(inference.cells)}two {two[0].name}s would touch" if two else ""


def _both_ways(inference: Inference[Any], reason: Statement) -> str:
    """What all other tetrominoes of two areas have in common."""
    assert isinstance(reason, Combined)
    one, other = (cell_name(part.cells[0]) for part in reason.parts[:2])
    text = f"the tetrominoes in the areas at {one} and {other} would be equal, side by side"
    return f"otherwise {text}" if inference.cells else text


def _last_of_block(inference: Inference[Any], reason: Statement) -> str:
    """The three other cells."""
    others = {*reason.cells} - {*map(place, inference.cells)}
    return f"{listed(names(others))} are shaded" if inference.cells else ""


TECHNIQUES = (
    Technique("area", "covered by all", "Every tetromino that fits in an area covers a cell.", "#"),
    Technique("area", "out of reach", "No tetromino that fits in an area covers a cell.", "o"),
    Technique("area", "one tetromino left", "All tetrominoes that fit in an area agree on some cells."),
    Technique("block", "last of a block", "Three cells of a 2x2 block are shaded: the fourth is not.", "o"),
    Technique("apart", "equal neighbours", "A tetromino would touch an equal one.", "o"),
    Technique("connected", "stays together", "A cell is shaded, or some shaded cells would be cut off."),
    Technique("fits", "fits without a block", "Some tetrominoes would make a 2x2 block; the others agree on a cell."),
    Technique("pair", "two areas", "Some tetrominoes would touch equal ones; the others of two areas agree on a cell."),
    Technique("area* connected*", "way out of an area", "A tetromino would be cut off."),
)

VIEW = Shaded(LitsSolution, yes="shaded", no="unshaded")
MAKER = AreaMaker(lambda: KIND, VIEW, in_areas, tetrominoes)
KIND: DeclaredKind = DeclaredKind(
    Lits,
    VIEW,
    title="LITS",
    play="Shade a tetromino in each area: four connected cells, not as a 2x2 square. All shaded cells are connected, "
    "no 2x2 block is shaded, and no two tetrominoes side by side are equal, turned or mirrored.",
    rules={
        "area": Rule(
            "Every area has exactly four shaded cells, connected and not as a 2x2 square.",
            "area",
            broken="no tetromino would fit in the area at {place}",
            says=_its_tetromino,
        ),
        "block": Rule(
            "No 2x2 block is shaded.", "block", broken="the 2x2 block at {place} would be shaded", says=_last_of_block
        ),
        "apart": Rule(
            "Two tetrominoes of different areas that share an edge are not equal, turned or mirrored.",
            "pair of tetrominoes",
            "pairs of tetrominoes",
            broken="equal tetrominoes would touch",
            says=_equal,
        ),
        "connected": Rule(
            "All shaded cells are connected.", "connection", broken="{pocket:the shaded cells} would be cut off"
        ),
        "fits": Rule(
            "A tetromino makes no 2x2 block.",
            "area",
            broken="every tetromino that fits in the area at {place} would make a 2x2 block",
            says=_without_block,
        ),
        "pair": Rule("Tetrominoes of two areas differ where they touch.", "pair of areas", says=_both_ways),
        **HOLE_RULE,
    },
    statements=statements,
    teaching=together,
    cuts=lambda puzzle, _: ShapesConnected(puzzle.grid, [puzzle.grid.mask(area.cells) for area in puzzle.areas]),
    shown=lambda puzzle, shaded: shaded.literals(puzzle.holes, -1),
    techniques=TECHNIQUES,
    links=area_links(Partition(), lambda height, width, areas: Lits(areas), lambda puzzle: puzzle.areas, "lits"),
    contradiction=contradiction,
    plausible=plausible,
    blocking_sign=1,
    parts=(Grading(10.0), Generator(own_recipe(Lits), MAKER.generate)),
    usual_size=(8, 8),
)
