"""The techniques by which people solve nurikabe, and the sentences that a template cannot say."""

from __future__ import annotations

from typing import Any

from satdnd.declaration.words.kind_words import DeclaredWords, Technique
from satdnd.explanation.wording import Inference, names, signs
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.rules.cut import Cut
from satdnd.rules.region import Region
from satdnd.sat.formula import Statement


def _complete(inference: Inference[Any]) -> bool:
    """Whether all cells of the island are known."""
    (reason,), grid = inference.reasons, inference.puzzle.grid
    land = grid.mask([reason.cells[0], *(cell for cell, what in signs(inference.known).items() if what == "o")])
    return isinstance(reason, Region) and grid.flood(grid.bit(reason.cells[0]), land).bit_count() == reason.size


def _between(inference: Inference[Any]) -> bool:
    """Whether each cell found touches the island and another number."""
    (reason,), grid = inference.reasons, inference.puzzle.grid
    home = grid.bit(reason.cells[0])
    land = grid.mask([reason.cells[0], *(cell for cell, what in signs(inference.known).items() if what == "o")])
    others = grid.mask(inference.puzzle.numbers) & ~grid.flood(home, land)
    beside = grid.neighbours(grid.flood(home, land)) & grid.neighbours(others)
    return isinstance(reason, Region) and not grid.mask(signs(inference.cells)) & ~beside


def _grows(inference: Inference[Any]) -> bool:
    """Whether a cell of the island was found, not only that of its number."""
    return any(mark[2] == "o" and mark[:2] != inference.reasons[0].cells[0] for mark in inference.cells)


def _inside(inference: Inference[Any]) -> bool:
    """Whether the cells found are in the pocket of the rule."""
    (reason,) = inference.reasons
    return isinstance(reason, Cut) and inference.cells[0][:2] in reason.pocket


_GROWTH = "island must grow", "An island that is not complete has to grow through a cell."
_UNREACHABLE = "unreachable", "No number can reach a cell: it is sea."
_ENCLOSED = "enclosed", "Sea there could not be joined to the rest of the sea."
TECHNIQUES = (
    Technique(
        "number-size",
        "island complete",
        "An island has all its cells: the cells around it are sea.",
        found="#",
        why="{}, which it already has",
        when=_complete,
    ),
    Technique(
        "number-size",
        *_GROWTH,
        when=lambda inference: _grows(inference) and "#" in signs(inference.cells).values(),
    ),
    Technique("number-size", *_GROWTH, why="{} and would have no room for them without {it}", when=_grows),
    Technique(
        "number-size",
        "between islands",
        "Cells that touch two islands are sea.",
        found="#",
        why="otherwise the island at {place} would be joined to another number",
        when=_between,
    ),
    Technique(
        "number-size",
        "beside every way to grow",
        "Whichever way an island grows, this cell is beside it: it is sea.",
        why="{} and is beside {it} whichever way it grows",
    ),
    Technique(
        "one-number",
        "two numbers",
        "A cell would join an island to one with another number: it is sea.",
        why="otherwise the island at {place} would have two numbers",
        when=lambda inference: isinstance(inference.reasons[0], Region),
    ),
    Technique("one-number", *_UNREACHABLE, "#", "no number can reach {it}"),
    Technique(
        "one-number",
        "island needs a number",
        "Island cells without a number have one way left to one.",
        why="{place} is island, and has no other way to a number",
    ),
    Technique(
        "no-2x2",
        "avoid pool",
        "Three cells of a 2x2 block are sea: the fourth is island.",
        why="otherwise the 2x2 at {place} would be sea",
    ),
    Technique(
        "connected",
        "sea must flow",
        "Island there would cut off a part of the sea.",
        found="#",
        why="if {it} were island, {pocket:the sea} would be cut off",
    ),
    Technique("connected", *_ENCLOSED, why="islands keep {it} apart from the sea elsewhere", when=_inside),
    Technique("connected", *_ENCLOSED, why="islands keep {it} apart from {pocket:the sea}"),
    Technique("number-size* one-number*", *_UNREACHABLE, "#"),
    Technique("no-2x2 one-number*", "unreachable pool", "No number can reach the other cells of a 2x2 block.", "o"),
    Technique(
        "number-size* connected*",
        "island or flow",
        "Otherwise an island would have no room to grow, or a part of the sea would be cut off.",
    ),
)


def growing(inference: Inference[Any], reason: Statement) -> str:
    """Where an island has to grow, and what is beside it in any case."""
    found = signs(inference.cells)
    island, sea = (names(cell for cell, what in found.items() if what == sign) for sign in "o#")
    if inference.supposed or not (island and sea):
        return reason.text
    room = f"would have no room for them without {listed(island)}"
    return f"{reason.text} and {room}; {listed(sea)} would touch it whichever way it grows"


def out_of_reach(inference: Inference[Any], reason: Statement) -> str:
    """In arguments: the cell that no number could reach, or that none could reach otherwise."""
    if {mark[:2] for mark in inference.cells} == {reason.place}:
        return "no number could reach it"
    return f"{'otherwise ' * bool(inference.cells)}no number could reach {cell_name(reason.place)}"


class NurikabeWords(DeclaredWords):
    """The words of nurikabe: islands have cells, and may have two numbers."""

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """How the rule of an island would be violated."""
        if not isinstance(reason, Region):
            return super().broken(puzzle, reason)
        what = f"could not have {counted(reason.size, 'cell')}" if reason.size else "would have two numbers"
        return f"the island at {cell_name(reason.cells[0])} {what}"
