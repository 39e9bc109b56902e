"""Yin-Yang: each cell is black or white, both colours are connected, and no 2x2 block has one colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from satdnd.declare import (
    AnyStatement,
    Binary,
    BinarySolution,
    Cell,
    Clue,
    Connected,
    Count,
    Counts,
    DeclaredKind,
    Encoder,
    FewChanges,
    Grading,
    GridPuzzle,
    Inference,
    Rule,
    Shading,
    SignGrid,
    SignRows,
    Statement,
    Symbol,
    Technique,
    add_changes,
    cell_name,
    clues,
    exactly,
    sign_links,
)
from satdnd.engine.symmetry import Symmetry

CIRCLES = SignGrid("circle", (Symbol("w", "white", "○"), Symbol("b", "black", "●")))
_CHANGES = 2
"""The most changes of colour along the border: with more, two ways between cells of it would cross."""


class YinyangSolution(BinarySolution):
    """The colours: ``b`` and ``w``."""

    sign: ClassVar = "b"
    blank: ClassVar = "w"


@dataclass(frozen=True)
class Yinyang(GridPuzzle):
    """Each cell is ``b`` (black), ``w`` (white) or None (not given)."""

    rows: SignRows = clues(CIRCLES)

    kind: ClassVar = "yinyang"

    @property
    def border(self) -> list[Cell]:
        """The cells of the border, once around; empty for a board of one row or column."""
        bottom, right = self.height - 1, self.width - 1
        across, down = range(right), range(bottom)
        sides = (
            [(0, c) for c in across],
            [(r, right) for r in down],
            [(bottom, right - c) for c in across],
            [(bottom - r, 0) for r in down],
        )
        return [*chain.from_iterable(sides)] if bottom and right else []


def statements(puzzle: Yinyang, black: Shading) -> Iterator[AnyStatement]:
    """Given cells, and blocks."""
    for cell, sign in puzzle.by_cell.items():
        number, colour = (1, "black") if sign == "b" else (0, "white")
        yield exactly("given", [cell], f"{{}} is given as {colour}", black.literals([cell]), number, Clue("rows", cell))
    blocks = puzzle.grid.blocks(puzzle.grid.all)
    yield Counts("block", "the 2x2 block at {} has both colours", blocks, black, 1, 3)
    for block in blocks:
        a, b, c, d = black.literals(block)
        # a way between its black cells would cut off one of the white ones: this follows, and helps the solver
        yield Count("chequer", block, "the 2x2 block at {} is no chequerboard", (a, -b, -c, d), 1, 3)


class BlackConnected(Connected):
    """All black cells are connected. With the white ones it follows that the border changes colour twice at most."""

    def __init__(self, puzzle: Yinyang) -> None:
        super().__init__(puzzle.grid, 1, "the black cells at {} need a way out", "black area", rule="black")
        self.border = puzzle.border

    def imply(self, encoder: Encoder) -> None:
        """The clauses of `FewChanges` for the border."""
        super().imply(encoder)
        if self.border:
            add_changes([r * self.grid.width + c + 1 for r, c in self.border], _CHANGES, encoder, "border")


def border(puzzle: Yinyang, black: Shading) -> Iterator[FewChanges]:
    """What follows for the border: with four changes of colour, two ways through the board would cross."""
    if cells := puzzle.border:
        text = "along the border the colours change at most twice"
        yield FewChanges("border", tuple(cells), text, black.literals(cells), _CHANGES)


def connected(puzzle: Yinyang, _: Any) -> tuple[Connected, Connected]:
    """Both colours are connected."""
    white = Connected(puzzle.grid, -1, "the white cells at {} need a way out", "white area", rule="white")
    return BlackConnected(puzzle), white


def contradiction(puzzle: Yinyang) -> str | None:
    """Given cells along the border that change colour too often."""
    given = [puzzle.by_cell[cell] for cell in puzzle.border if cell in puzzle.by_cell]
    changes = sum(one != other for one, other in zip(given, given[1:] + given[:1], strict=True))
    return (
        f"along the border the given cells change colour {changes} times, more than twice"
        if changes > _CHANGES
        else None
    )


def clues_of(puzzle: Yinyang, solution: YinyangSolution) -> Yinyang:
    """Every cell as given."""
    return Yinyang(tuple(tuple(row) for row in solution.to_json()["grid"]))


def plausible(puzzle: Yinyang) -> bool:
    """Both colours, given in a sixth of the cells or more, in three rows and columns or more."""
    both = {"b", "w"} <= {*puzzle.by_cell.values()} and 6 * len(puzzle.by_cell) >= puzzle.grid.size
    return both and min(puzzle.height, puzzle.width) > 2 and not contradiction(puzzle)


def _other_colour(inference: Inference[Any], reason: Statement) -> str:
    """The three cells of the block that are known to be alike."""
    alike = {str(mark[-1]) for mark in inference.known}
    if inference.supposed or len(alike) != 1 or not inference.cells:
        return reason.text
    return f"the others of the 2x2 block at {cell_name(reason.cells[0])} are {'black' if 'b' in alike else 'white'}"


TECHNIQUES = (
    Technique("block", "last of a block", "Three cells of a 2x2 block are alike: the fourth is not."),
    Technique("chequer", "no chequerboard", "In a chequerboard of 2x2 cells some would be cut off."),
    Technique("border", "along the border", "Black and white are one piece each along the border."),
    Technique("black", "black stays together", "A cell is black, or some black cells would be cut off.", "b"),
    Technique("white", "white stays together", "A cell is white, or some white cells would be cut off.", "w"),
)

KIND = DeclaredKind(
    Yinyang,
    Binary(YinyangSolution, "black", "white", noun="black", drawn=(("b", "●"), ("w", "○"))),
    title="Yin-Yang",
    play="Each cell is black or white. All black cells are connected, and so are all white cells. No 2x2 block of "
    "cells has a single colour.",
    rules={
        "given": Rule("A cell with a circle has its colour.", "circle"),
        "block": Rule("No 2x2 block has a single colour.", "block", because=_other_colour),
        "chequer": Rule(
            "A 2x2 block is no chequerboard: it would cut off some of its cells.",
            "chequerboard",
            broken="the 2x2 block at {place} would be a chequerboard",
        ),
        "border": Rule(
            "Along the border the colours change at most twice.",
            "border",
            broken="along the border the colours would change more than twice",
        ),
        **{
            colour: Rule(
                f"All {colour} cells are connected.",
                f"{colour} area",
                broken=f"{{pocket:the {colour} cells}} would be cut off",
            )
            for colour in ("black", "white")
        },
    },
    statements=statements,
    implied=border,
    cuts=connected,
    shown=lambda puzzle, black: [
        black.variable(cell) * (1 if sign == "b" else -1) for cell, sign in puzzle.by_cell.items()
    ],
    clues_of=clues_of,
    techniques=TECHNIQUES,
    links=sign_links(Yinyang, CIRCLES, "yinyang"),
    plausible=plausible,
    contradiction=contradiction,
    usual_size=(8, 8),
    parts=(Grading(4.2), Symmetry(renamed=True)),
)
