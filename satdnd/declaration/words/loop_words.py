"""Sentences about loops: what happens where lines meet, and the names of several lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satdnd.declaration.words.kind_words import Rule, Technique, located
from satdnd.explanation.wording import Inference, names, place
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import OPEN, SHADED, centre_lines
from satdnd.rules.cut import Cut
from satdnd.rules.edges import LINE, NONE, SIDES
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement


def passed(inference: Inference[Any]) -> bool:
    """Whether two lines already meet there."""
    return sum(mark[-1] == LINE for mark in inference.known) == 2


def where_lines_meet(inference: Inference[Any], reason: Statement, line: str = "the loop") -> str:
    """A link of an argument at a cell or corner: whether the loop, or another *line*, passes it, or where it can go."""
    here, known = located(reason), [mark[-1] for mark in inference.known]
    found, would = {str(mark[-1]) for mark in inference.cells}, inference.supposed
    if not found:
        ends = known.count(LINE) == 1 and SHADED not in known
        breaks = "would branch at" if known.count(LINE) > 2 else "would end at" if ends else "could not pass"
        return f"{line} {breaks} {here}"
    if SHADED in found:
        return f"{line} {'could not' if would else 'cannot'} pass {here}"
    if SHADED in known:
        return f"{here} {'would be' if would else 'is'} shaded"
    if LINE in found:
        way = f"other way {'on from' if LINE in known else 'through'}"
        return f"there {'would be' if would else 'is'} no {way} {here}"
    if OPEN in found or passed(inference):
        already = "" if OPEN in found else "already "
        return f"{line} {'would ' if would else ''}{already}{'pass' if would else 'passes'} {here}"
    return f"{line} would end at {here}"


CLOSED = "a loop closed there would leave out other cells"
"""The objection to a loop that is closed too early."""
LOOP_RULES = {
    "cell": Rule(
        "The loop passes a cell once or not at all: it does not end or branch.",
        *("cell", "cells"),
        broken="the loop would end or branch at {place}",
        argued=where_lines_meet,
    ),
    "single-loop": Rule("All lines are one loop.", "loop", broken="a loop would close that leaves out other cells"),
}
"""For all loops through cells."""


def _finished(inference: Inference[Any]) -> bool:
    """Whether all lines of the cut's loop are known."""
    (cut,) = inference.reasons
    puzzle = inference.puzzle
    lines = centre_lines(puzzle.height, puzzle.width, puzzle.solution_class.shading)
    known = {lines.literal(mark) for mark in inference.known}
    return isinstance(cut, Cut) and {-x for x in cut.ways} <= known


FINISHED_LOOP = Technique(
    "single-loop", "finished loop", "The loop is closed.", why="the loop is closed", when=_finished
)
"""For loops that may leave cells out; these come before `LOOP_TECHNIQUES`."""
LOOP_TECHNIQUES = (
    Technique(
        "cell",
        "passed already",
        "The loop has passed a cell.",
        why="the loop already runs through {place} and cannot branch",
        when=passed,
        many="the loop already runs through {places} and cannot branch there",
    ),
    Technique(
        "cell",
        "one way on",
        "The loop has one way to go on.",
        found=LINE,
        why="otherwise the loop would end at {place}",
        many="otherwise the loop would end at {places}",
    ),
    Technique("single-loop", "loop too early", "A line would close a loop that leaves out other cells.", why=CLOSED),
)
NO_WAY_ON = Technique(
    "cell",
    "no way on",
    "The loop could not go on from a cell.",
    found=NONE,
    why="the loop would end at {place}",
    many="the loop would end at {places}",
)
"""For loops that may leave cells out; it comes after `LOOP_TECHNIQUES`."""
"""For all loops through cells."""


def every_place(rule: str, what: str) -> Technique:
    """The technique of a rule by which the loop passes every corner, or every cell."""
    return Technique(
        rule,
        f"every {what}",
        f"The loop passes every {what}, and a {what} has only two ways left.",
        found=LINE,
        why="otherwise the loop could not pass {place}",
        many="otherwise the loop could not pass {places}",
    )


# names

_BEYOND = {"n": (-1, 0, "s"), "w": (0, -1, "e")}
"""For a side, the offset of the edge's other cell, and the side on which it lies there."""


def edge_names(marks: Sequence[Mark]) -> list[str]:
    """``the edge above r1c1``, ``the edges above and left of r2c2``, cells with many edges first."""
    left, found = {mark[:3] for mark in marks}, list[str]()
    while left:
        sides = dict[Cell, list[tuple[str, Mark]]]()
        for mark in sorted(left):
            for r, c, side in _names_of(mark):
                sides.setdefault((r, c), []).append((side, mark))
        cell, own = max(sides.items(), key=lambda item: len(item[1]))
        left -= {mark for _, mark in own}
        found.append(_edges(cell, [side for side, _ in own], own[0][1]))
    return found


def _names_of(mark: Mark) -> list[tuple[int, int, str]]:
    """Cell and side of an edge, for each of its one or two cells."""
    r, c, side = int(mark[0]), int(mark[1]), str(mark[2])
    down, right, other = _BEYOND.get(side, (0, 0, ""))
    beyond = [(r + down, c + right, other)] if other and r + down >= 0 and c + right >= 0 else []
    return [(r, c, side), *beyond]


def _edges(cell: Cell, sides: Sequence[str], first: Mark) -> str:
    """The name of some sides of a cell."""
    name = cell_name(cell)
    if len(sides) == 4:
        return f"the four edges of {name}"
    if len(sides) > 1:
        return f"the edges {listed([SIDES[side] for side in SIDES if side in sides])} {name}"
    cells = sorted((r, c) for r, c, _ in _names_of(first))
    if len(cells) == 1:
        return f"the edge {SIDES[sides[0]]} {name}"
    return f"the edge between {cell_name(cells[0])} and {cell_name(cells[1])}"


def chain_names(marks: Sequence[Mark]) -> list[str]:
    """Consecutive lines between cells are joined into one name, ``r1c1-r1c2-r2c2``; cells are named as usual."""
    ends = [((int(a), int(b)), (int(c), int(d))) for a, b, c, d, _ in (m for m in marks if len(m) == 5)]
    cells = [place(mark) for mark in marks if len(mark) == 3]
    found = list[str]()
    while ends:
        chain = [*ends.pop(0)]
        grown = True
        while grown:
            grown = False
            for end in ends:
                if chain[-1] in end:
                    chain.append(end[end[0] == chain[-1]])
                elif chain[0] in end:
                    chain.insert(0, end[end[0] == chain[0]])
                else:
                    continue
                ends.remove(end)
                grown = True
                break
        found.append("-".join(map(cell_name, chain)))
    return [*found, *names(cells)]
