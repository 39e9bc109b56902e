"""Areas with a target and an operation: the values in an area come to the target, as in kenken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from satdnd.declaration.clues.areas import Areas, AreaTuple, is_name
from satdnd.declaration.clues.named_areas import names_of
from satdnd.errors import InputError
from satdnd.formats.grids import cells_of
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.calculated import DIFFERENCE, OPERATIONS, PRODUCT, QUOTIENT, SUM

CLUES = "clues"
"""The JSON field of the targets."""
_TARGET = re.compile(r"\s*([^\s=]+)\s*=\s*([0-9]{1,1000})\s*([-+*/x×÷−:]?)\s*")
_WRITTEN = str.maketrans("x×÷−:", "**/-/")
DRAWN = {SUM: "+", DIFFERENCE: "-", PRODUCT: "x", QUOTIENT: "/"}
"""The operations as they are drawn and said."""


class Target(NamedTuple):
    """What the values of an area come to: a number, and an operation of `OPERATIONS`, empty if it is not known."""

    number: int
    operation: str = ""

    def __str__(self) -> str:
        return f"{self.number}{DRAWN.get(self.operation, self.operation)}"


@dataclass(frozen=True)
class TargetArea:
    """Cells that belong together, with or without a target.

    Args:
        target: None if there is none.
        cells: at least one, in any order; they are kept in reading order.

    Raises:
        InputError: a number below 1 (0 for a difference), no cells, or a difference or quotient of other than two.
    """

    target: Target | None
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        cells = tuple(sorted(fields.cell_sequence(self.cells, "cells of an area")))
        if not cells:
            raise InputError("an area has no cells, expected at least one")
        object.__setattr__(self, "cells", cells)
        if self.target is None:
            return
        target = Target(*self.target)
        object.__setattr__(self, "target", target)
        if target.operation not in ("", *OPERATIONS):
            expected = f"expected one of {' '.join(OPERATIONS)}, or none"
            raise InputError(f"the area at {cell_name(cells[0])} has the operation {target.operation!r}, {expected}")
        fields.whole(target.number, "target", 0)
        if target.operation in (DIFFERENCE, QUOTIENT) and len(cells) != 2:
            what = {DIFFERENCE: "difference", QUOTIENT: "quotient"}[target.operation]
            raise InputError(f"the {what} at {cell_name(cells[0])} is one of {counted(len(cells), 'cell')}, expected 2")

    def __str__(self) -> str:
        return f"the area at {cell_name(self.cells[0])}"

    @property
    def operations(self) -> str:
        """Those that it can be: that of its target, or if that does not say, all that its cells allow."""
        if self.target and self.target.operation:
            return self.target.operation
        return OPERATIONS if len(self.cells) == 2 else SUM + PRODUCT if self.cells[1:] else SUM


@dataclass(frozen=True)
class TargetAreas(Areas):
    """Areas written as a grid of names, then a line such as ``a = 6+`` for each target. In JSON, the targets are lists
    ``[row, column, number, operation]`` on any cell of their area.
    """

    area: Any = TargetArea
    number: str = "target"
    optional: bool = True
    single: bool = True
    removable: bool = False

    @property
    def help(self) -> str:
        """A grid of names, then targets."""
        names = f"One line per row with a name for each cell, the same name throughout each {self.noun};"
        return f"{names}\nthen a line such as 'a = 6*' for what its numbers come to: + - * / or, if not given, nothing."

    @property
    def further_fields(self) -> tuple[str, ...]:
        """The field of the targets."""
        return (CLUES,)

    def to_record(self, value: AreaTuple, name: str) -> dict[str, Any]:
        """Rows of names as numbers from 1, and the targets."""
        height, width = self.size(value)
        index = {cell: i for i, area in enumerate(value, 1) for cell in area.cells}
        rows = [[str(index[r, c]) for c in range(width)] for r in range(height)]
        return {name: rows, CLUES: [[*area.cells[0], *area.target] for area in value if area.target]}

    def from_record(self, record: Mapping[str, Any], name: str) -> AreaTuple:
        """The inverse of `to_record`. Raises InputError."""
        rows = names_of(record[name], name)
        targets = dict[str, Target]()
        for i, entry in enumerate(fields.listed(record.get(CLUES, []), CLUES, "[row, column, target, operation]")):
            field = f"{CLUES}[{i}]"
            match entry:
                case [r, c, number, str(operation)] if operation in ("", *OPERATIONS):
                    r, c = fields.cells([[r, c]], field, len(rows), len(rows[0]))[0]
                case _:
                    expected = f"expected [row, column, target, one of {' '.join(OPERATIONS)} or empty]"
                    raise InputError(f'field "{field}" is {fields.shown(entry)}, {expected}')
            if rows[r][c] in targets:
                raise InputError(f'field "{field}" is a second target of the {self.noun} at {cell_name((r, c))}')
            targets[rows[r][c]] = Target(fields.whole(number, field, 0), operation)
        return self._areas(rows, targets)

    def _areas(self, rows: Sequence[Sequence[str]], targets: Mapping[str, Target]) -> AreaTuple:
        cells = dict[str, list[Cell]]()
        for r, row in enumerate(rows):
            for c, name in enumerate(row):
                cells.setdefault(name.strip("[]"), []).append((r, c))
        return tuple(TargetArea(targets.get(name), tuple(own)) for name, own in cells.items())

    def to_lines(self, value: AreaTuple) -> list[str]:
        """A grid of names, then the target of each area that has one."""
        bare = super().to_lines(tuple(TargetArea(None, area.cells) for area in value))
        names = [word for row in bare for word in (row.split() if " " in row else row)]
        width = self.size(value)[1]
        given = [(*area.cells[0], area.target) for area in value if area.target]
        return [*bare, *(f"{names[r * width + c]} = {x.number}{x.operation}" for r, c, x in given)]

    def from_lines(self, rows: list[Line]) -> AreaTuple:
        """The inverse of `to_lines`, with any names; ``x`` and ``×`` are ``*``, ``÷`` and ``:`` are ``/``."""
        matches = [(number, _TARGET.fullmatch(line)) for number, line in rows]
        grid = cells_of([row for row, (_, found) in zip(rows, matches, strict=True) if not found], is_name, "a name")
        fields.sides(len(grid), len(grid[0]) if grid else 0)
        names, targets = {name.strip("[]") for row in grid for name in row}, dict[str, Target]()
        for line, found in matches:
            if found and (found[1] not in names or found[1] in targets):
                what = "twice" if found[1] in targets else f"which is no {self.noun} of the grid"
                raise InputError(f"found a target of {fields.shown(found[1])} {what}", line=line)
            if found:
                number = fields.whole(int(found[2]), "target", 0)
                targets[found[1]] = Target(number, found[3].translate(_WRITTEN))
        return self._areas(grid, targets)

    def alternatives(self, value: AreaTuple, place: Any, size: tuple[int, int]) -> list[Any]:
        """The same number with other operations, then other numbers with the same one, the nearest first."""
        area = next(area for area in value if area.cells[0] == place)
        number, operation = area.target or Target(1)
        n, cells = size[1], len(area.cells)
        most = {SUM: n * cells, PRODUCT: min(n**cells, number + _FURTHEST)}.get(area.operations[-1], n)
        others = [x for x in replace(area, target=Target(number)).operations if operation and x != operation]
        numbers = sorted(range(area.operations != DIFFERENCE, most + 1), key=lambda x: abs(x - number))
        return [*(Target(number, x) for x in others), *(Target(x, operation) for x in numbers if x != number)]

    def name_of(self, place: Any) -> str:
        """``the target at r1c1``."""
        return f"the target at {cell_name(place)}"

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the signs of operations."""
        return {"family": "targets", "list": CLUES, "operations": OPERATIONS}


_FURTHEST = 200
"""How far another product may be from the one that is there."""
