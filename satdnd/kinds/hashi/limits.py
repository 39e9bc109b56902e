"""What the numbers alone say: how many bridges an edge can have, and why some puzzles cannot have a solution."""

from __future__ import annotations

from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.model import Hashi


def capacities(puzzle: Hashi) -> list[int]:
    """Of each edge the most bridges that a solution can have there: 0, 1 or 2.

    Two islands with the same number 1 or 2 cannot spend it all on each other: they would be closed off, unless they
    are the whole puzzle.
    """
    found = []
    for a, b in puzzle.edges:
        one, other = (2 if number is None else number for number in (puzzle.numbers[a], puzzle.numbers[b]))
        closed = puzzle.numbers[a] == puzzle.numbers[b] in (1, 2) and len(puzzle.islands) > 2
        found.append(min(2, one, other) - closed)
    return found


def contradiction(puzzle: Hashi, options: object = None) -> str | None:
    """Why *puzzle* has no solution, where counting shows it; None where it does not (or there is one)."""
    islands, total = len(puzzle.islands), 0
    known = [number for number in puzzle.numbers if number is not None]
    if len(known) == islands and (total := sum(known)) % 2:
        return f"the islands' numbers add up to {total}, an odd number, but every bridge has two ends"
    capacity = capacities(puzzle)
    for cell, number, edges in zip(puzzle.islands, puzzle.numbers, puzzle.incident, strict=True):
        most = sum(capacity[e] for e in edges)
        if most < (number or 1):
            around = f"its {len(edges)} neighbours" if len(edges) != 1 else "its only neighbour"
            given = f"{around} can give at most {most}" if edges else "no other island is in sight"
            return f"the island at {cell_name(cell)} needs {counted(number or 1, 'bridge')}, but {given}"
    if len(known) == islands and total // 2 < islands - 1:
        return f"{islands} islands need at least {islands - 1} bridges to be connected, the numbers allow {total // 2}"
    group = puzzle.groups(capacity)
    if any(group):
        one, other = cell_name(puzzle.islands[0]), cell_name(puzzle.islands[group.index(1)])
        return f"no way over possible bridges leads from the island at {one} to the island at {other}"
    return None
