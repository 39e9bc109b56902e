"""The search for paths in normal form, which decides quickly whether there is another solution.

Where cells may stay unused, a path can take detours around them, and a solver spends its time on these. Two moves undo
them: a path along three sides of a rectangle with unused cells takes the fourth side instead; and a corner moves up
into an unused cell. A move makes the paths shorter, or moves them up, so from every solution they lead to one in
*normal form*, where no move is left. Hence there is a solution if there is one in normal form; and if no move leads to
any of these, there are no others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product
from typing import Any

from satdnd.engine.kind import Question
from satdnd.engine.search import Sat, Search
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.centre_lines import DIRECTIONS, CentreLines
from satdnd.sat.formula import Clause
from satdnd.sat.session import TooManyCuts

_WIDEST = 4
"""The most lines along the long side of a detour that normal form excludes."""
_SIDES = (("e", "s"), ("e", "n"), ("s", "e"), ("s", "w"))
"""The directions along and across a detour."""


def normal_form(lines: CentreLines, ends: Collection[Cell]) -> Iterator[Clause]:
    """Clauses that hold in normal form: no detour of up to `_WIDEST` lines, and no corner below an unused cell."""
    for cell, (along, across) in product(lines.corners(), _SIDES):
        for length in range(1, _WIDEST + 1):
            side = _run(lines, cell, along, length)
            legs = lines.towards(cell, across), lines.towards(_step(cell, along, length), across) if side else 0
            if not side or not all(legs):
                break
            inner = [_step(_step(cell, along, k), across) for k in range(1, length)]
            if not any(place in ends for place in inner):
                yield [-x for x in (*side, *legs)] + sorted({x for place in inner for x in lines.corner(*place)})
    for cell, sideways in product(lines.corners(), "we"):
        legs, above = (lines.towards(cell, "n"), lines.towards(cell, sideways)), _step(_step(cell, "n"), sideways)
        if all(legs) and above not in ends:
            yield [*(-x for x in legs), *lines.corner(*above)]


def fixed(lines: CentreLines, board: Bitboard) -> bool:
    """Whether no move leads to these paths: no corner is around an unused cell, and no line beside two."""

    def unused(cell: Cell) -> bool:
        """Whether no line touches a cell of the grid."""
        inside = 0 <= cell[0] < lines.size[0] and 0 <= cell[1] < lines.size[1]
        return inside and not lines.ways(board, cell)

    if not any(map(unused, lines.corners())):
        return True
    for one, other in lines.lines(board):
        for side in "ns" if one[0] == other[0] else "we":
            if unused(_step(one, side)) and unused(_step(other, side)):
                return False
    for cell in lines.corners():
        ways = lines.ways(board, cell)
        if len(ways) == 2 and ways not in ("ns", "ew") and unused(_step(_step(cell, ways[0]), ways[1])):
            return False
    return True


def _step(cell: Cell, direction: str, times: int = 1) -> Cell:
    """The cell so many steps away."""
    down, right = DIRECTIONS[direction]
    return cell[0] + times * down, cell[1] + times * right


def _run(lines: CentreLines, cell: Cell, direction: str, length: int) -> list[int]:
    """Consecutive lines from a cell on; empty if they would leave the grid."""
    found = [lines.towards(_step(cell, direction, k), direction) for k in range(length)]
    return found if all(found) else []


class NormalPaths(Sat[Any, Any, Any]):
    """Search for solutions in normal form first."""

    def solutions(self, question: Question[Any, Any, Any]) -> Iterator[Any]:
        """Those in normal form, then the others, if there can be any."""
        if question.puzzle.cells == "all" or question.options.outside or question.options.connectivity != "auto":
            yield from super().solutions(question)
            return
        found = list[Any]()
        try:
            with question.sessions.search(question) as search:
                for solution in self._in_turn(search, question):
                    found.append(solution)
                    yield solution
        except TooManyCuts:
            with question.sessions.search(question, eager=True) as search:
                yield from search.solutions(question.puzzle, question.budget, found)

    @staticmethod
    def _in_turn(search: Search[Any, Any], question: Question[Any, Any, Any]) -> Iterator[Any]:
        puzzle, budget, lines, normal = question.puzzle, question.budget, search.encoding.unknowns, list[Any]()
        assert isinstance(lines, CentreLines)
        with search.session.retractable() as activation:
            for clause in normal_form(lines, puzzle.by_cell):
                search.session.add([-activation, *clause])
            for solution in search.solutions(puzzle, budget, assumed=[activation]):
                normal.append(solution)
                yield solution
        if not all(fixed(lines, solution.board) for solution in normal):
            yield from search.solutions(puzzle, budget, normal)

    def forced(self, question: Question[Any, Any, Any]) -> tuple[Any, dict[str, Any]] | None:
        """All lines of the only solution, or the backbone."""
        found = list(islice(self.solutions(question), 2))
        if len(found) > 1:
            return super().forced(question)
        if not found:
            return None
        with question.sessions.search(question) as search:
            literals = search.encoding.literals(question.puzzle, found[0])
            return found[0], search.encoding.unknowns.describe(literals)
