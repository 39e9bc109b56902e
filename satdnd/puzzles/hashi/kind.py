"""Hashi as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from satdnd.bitboard import Cell, cell_name
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, UsageError
from satdnd.puzzle import Encoding, Fault, Kind, Settings
from satdnd.puzzles.hashi import formats, limits, rules
from satdnd.puzzles.hashi.encode import HashiEncoding
from satdnd.puzzles.hashi.model import WATER, Bridge, Hashi, HashiSolution, between

_ACROSS = ("", "─", "═", "┄")
_DOWN = ("", "│", "║", "┆")
_PERHAPS = 3
"""Place in both of the sign for one bridge or more."""


LONGEST = 255
"""Rows or columns of a generated grid."""


class HashiKind(Kind[Hashi, HashiSolution]):
    """Hashiwokakero (Nikoli)."""

    name = "hashi"
    title = "Hashiwokakero"
    suffixes = (".hashi",)
    rules = tuple(rules.RULES)
    recipe_fields = ("height", "width", "islands", "unique")

    def from_json(self, record: Mapping[str, Any]) -> Hashi:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Hashi) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Hashi | InputError]:
        """Grids of digits and water."""
        return formats.read_text(text)

    def to_text(self, puzzle: Hashi, style: str = "text") -> str:
        """``text``."""
        return formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Grids of ``1`` to ``8`` and water only; with ``.`` as the water, of two rows or more (a sudoku has one)."""
        found = list(formats.read_text(text))
        puzzles = [puzzle for puzzle in found if isinstance(puzzle, Hashi) and len(puzzle.islands) > 1]
        return len(puzzles) == len(found) and (WATER in text or all(puzzle.height > 1 for puzzle in puzzles))

    def read_solutions(self, text: str, puzzle: Hashi) -> Iterator[HashiSolution | InputError]:
        """Drawn grids, JSON."""
        return formats.read_solutions(text, puzzle)

    def contradiction(self, puzzle: Hashi, settings: Settings) -> str | None:
        """An odd sum; an island with too few neighbours; too few bridges, or no way, to connect all islands."""
        return limits.contradiction(puzzle)

    def encoding(self, puzzle: Hashi, settings: Settings, *, eager: bool = False) -> Encoding[Hashi, HashiSolution]:
        """The puzzle compiled alone; *eager* takes the ordered tree for connectivity."""
        return HashiEncoding(puzzle, settings, eager=eager)

    def faults(self, puzzle: Hashi, solution: HashiSolution, settings: Settings) -> list[Fault]:
        """The referee, cell by cell."""
        return rules.faults(puzzle, solution)

    def cross_check(self, puzzle: Hashi, solution: HashiSolution, settings: Settings) -> str | None:
        """A networkx graph whose nodes are cells: connected, nothing meets on water, every number is a degree."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(puzzle.islands)
        for bridge in solution.bridges:
            nx.add_path(graph, [bridge[:2], *between(bridge), bridge[2:4]], bridges=bridge[4])
        if puzzle.islands and not nx.is_connected(graph):
            return f"the graph of islands and bridges has {nx.number_connected_components(graph)} pieces"
        for cell, degree in graph.degree(weight="bridges"):
            r, c = cell
            if puzzle.rows[r][c] == WATER and len(graph[cell]) != 2:
                return f"{len(graph[cell])} ways lead from the water at {cell_name(cell)}"
            if puzzle.rows[r][c] != WATER and degree != int(puzzle.rows[r][c]):
                return f"the node of the island at {cell_name(cell)} has the degree {degree}"
        return None

    def generate(self, chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> Hashi:
        """``height`` and ``width`` (10), ``islands`` (one on seven cells), ``unique`` (yes)."""
        from satdnd.puzzles.hashi.generate import generate

        height, width = (_wish(recipe, side, 10, 1) for side in ("height", "width"))
        if max(height, width) > LONGEST:
            raise UsageError(f"a grid of {height}x{width} is too large to generate; at most {LONGEST}x{LONGEST}")
        islands = _wish(recipe, "islands", max(2, height * width // 7), 2)
        unique = recipe.get("unique", True)
        if not isinstance(unique, bool):
            raise UsageError(f"the wish 'unique' is {unique!r}, expected true or false")
        return generate(chance, height, width, islands, unique, deadline)

    def differences(self, puzzle: Hashi, one: HashiSolution, other: HashiSolution) -> list[Cell]:
        """The cells of the bridges that differ; where there are none (islands side by side), the ends."""
        cells: set[Cell] = set()
        for bridge in set(one.bridges) ^ set(other.bridges):
            cells.update(between(bridge) or [bridge[:2], bridge[2:4]])
        return sorted(cells)

    def picture(
        self,
        puzzle: Hashi,
        solution: HashiSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Islands as digits, bridges as lines; dashed where solutions agree on one bridge but not on the second."""
        bridges: list[Bridge] = list(solution.bridges) if solution else []
        if details and not solution:
            for *ends, least, most in details.get("forced", []):
                if least:
                    bridges.append((*ends, least if least == most else _PERHAPS))
        across: dict[Cell, str] = {}
        down: dict[Cell, str] = {}
        for bridge in bridges:
            r1, c1, r2, c2, count = bridge
            if not 1 <= count <= _PERHAPS or not (0 <= r1 <= r2 < puzzle.height and 0 <= c1 <= c2 < puzzle.width):
                continue
            if r1 == r2:
                across.update(dict.fromkeys([(r1, c1), *between(bridge)], _ACROSS[count]))
            elif c1 == c2:
                down.update(dict.fromkeys(between(bridge), _DOWN[count]))
        marks = set(marked)
        blank = "open" if solution else "unknown"

        def tile(cell: Cell, number: str) -> Tile:
            line, post = across.get(cell, ""), down.get(cell, "")
            if number != WATER:
                return Tile("clue", number + line, cell in marks)
            if line or post:
                return Tile("line", ("┼" if line and post else line or post) + line, cell in marks)
            return Tile(blank, "", cell in marks)

        return Picture([[tile((r, c), number) for c, number in enumerate(row)] for r, row in enumerate(puzzle.rows)])


def _wish(recipe: Mapping[str, Any], name: str, default: int, least: int) -> int:
    value = recipe.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise UsageError(f"the wish {name!r} is {value!r}, expected a whole number from {least}")
    return value


KIND = HashiKind()
