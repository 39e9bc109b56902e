"""The referee for bridges between islands. It reads cells only, not the edges or crossings of the encoding.

The rules are called ``between-islands``, ``duplicate``, ``capacity``, ``crossing``, ``degree`` and ``connected``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from satdnd.declaration.views.bridges import Bridge, BridgeSolution, IslandPuzzle, between, ends
from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted


def bridge_faults(puzzle: IslandPuzzle, solution: BridgeSolution) -> Iterator[Fault]:
    """Everything that is wrong, in the order of the rules.

    A bridge that does not run straight between two islands of the grid breaks ``between-islands`` and counts for no
    other rule. One that passes over an island breaks ``crossing``, and still counts for its ends. A pair of islands
    that is listed twice breaks ``duplicate``, and is counted as often as it is listed.
    """
    cells = puzzle.graph.cells
    islands, standing = {*cells}, list[Bridge]()
    for bridge in solution.bridges:
        if wrong := _misplaced(puzzle, islands, bridge):
            yield Fault("between-islands", ends(bridge), f"the bridge {_way(bridge)} {wrong}")
        else:
            standing.append(bridge)
    pairs = Counter(bridge[:4] for bridge in standing)
    for pair, times in pairs.items():
        if times > 1:
            yield Fault("duplicate", ends(pair), f"the bridge {_way(pair)} is listed {times} times")
    for bridge in standing:
        if not 1 <= bridge[4] <= 2:
            message = f"{counted(bridge[4], 'bridge')} {_way(bridge)}; there can be 1 or 2"
            yield Fault("capacity", ends(bridge), message)
    yield from _crossings(islands, pairs)
    there = Counter[Cell]()
    for bridge in standing:
        there.update(dict.fromkeys(ends(bridge), bridge[4]))
    for cell, number in zip(cells, puzzle.numbers, strict=True):
        if there[cell] != number if number else not there[cell]:
            has = f"the island at {cell_name(cell)} has {counted(there[cell], 'bridge')}"
            yield Fault("degree", (cell,), f"{has} instead of {number}" if number else has)
    groups = connected_groups(cells, [ends(bridge) for bridge in standing if bridge[4] > 0])
    if len(groups) > 1:
        largest = max(groups, key=len)
        apart = tuple(sorted(cell for group in groups if group is not largest for cell in group))
        yield Fault("connected", apart, f"the islands fall into {len(groups)} groups instead of one")


def connected_groups(cells: Sequence[Cell], joined: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The groups of connected cells; the groups, and the cells in each, are in reading order."""
    ways: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for one, other in joined:
        ways[one].append(other)
        ways[other].append(one)
    seen: set[Cell] = set()
    groups = []
    for start in ways:
        if start not in seen:
            seen.add(start)
            group = [start]
            for cell in group:
                new = [other for other in ways[cell] if other not in seen]
                group += dict.fromkeys(new)
                seen.update(new)
            groups.append(sorted(group))
    return groups


def graph_fault(puzzle: IslandPuzzle, solution: BridgeSolution) -> str | None:
    """The objection of a networkx graph with cells as nodes to a solution; None if it has none.

    It checks that all is connected, nothing meets on water, and every number is a degree.
    """
    import networkx as nx

    numbers, graph = dict(zip(puzzle.graph.cells, puzzle.numbers, strict=True)), nx.Graph()
    graph.add_nodes_from(numbers)
    for bridge in solution.bridges:
        one, other = ends(bridge)
        nx.add_path(graph, [one, *between(one, other), other], bridges=bridge[4])
    if numbers and not nx.is_connected(graph):
        return f"the graph of islands and bridges has {nx.number_connected_components(graph)} pieces"
    degrees: Any = graph.degree(weight="bridges")
    for cell, degree in degrees:
        if cell not in numbers and len(graph[cell]) != 2:
            return f"{len(graph[cell])} ways lead from the water at {cell_name(cell)}"
        if cell in numbers and (degree != numbers[cell] if numbers[cell] else not degree):
            return f"the node of the island at {cell_name(cell)} has the degree {degree}"
    return None


def _misplaced(puzzle: IslandPuzzle, islands: set[Cell], bridge: Bridge) -> str | None:
    """Why *bridge* does not join two islands in a straight line; None if it does."""
    one, other = ends(bridge)
    for r, c in (one, other):
        if not (0 <= r < puzzle.height and 0 <= c < puzzle.width):
            return f"ends at {cell_name((r, c))}, outside the grid"
        if (r, c) not in islands:
            return f"ends at {cell_name((r, c))}, where no island is"
    if one == other:
        return "leads back to its own island"
    return "is not straight" if one[0] != other[0] and one[1] != other[1] else None


def _crossings(islands: set[Cell], pairs: Iterable[Sequence[int]]) -> Iterator[Fault]:
    """One fault for each island that a bridge passes over, and for each cell with a bridge of both directions."""
    covered: dict[Cell, str] = {}
    for pair in pairs:
        way = _way(pair)
        for cell in between(*ends(pair)):
            if cell in islands:
                yield Fault("crossing", (cell,), f"the bridge {way} passes over the island at {cell_name(cell)}")
            elif cell in covered:
                yield Fault("crossing", (cell,), f"the bridges {covered[cell]} and {way} meet at {cell_name(cell)}")
            covered[cell] = way


def _way(bridge: Sequence[int]) -> str:
    one, other = ends(bridge)
    return f"from {cell_name(one)} to {cell_name(other)}"
