"""The referee: every rule of hashi, from the grid and the bridges alone; all faults at once.

It walks over the cells and shares neither edges nor crossings with the encoding, so that it would catch a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.model import UNTOLD, WATER, Bridge, Hashi, HashiSolution, between

PLAY = (
    "Join the islands with bridges. Bridges run straight across or down from one island to the next, at most "
    "two side by side, and cross neither each other nor islands. As many bridges end at an island as its number "
    "says, and in the end all islands are connected."
)
"""How it is played, for people who have a pencil."""

RULES = {
    "between-islands": "Bridges run straight, along a row or a column, from one island to another.",
    "duplicate": "A solution lists each pair of islands at most once.",
    "capacity": "Between two islands there are at most two bridges.",
    "crossing": "Bridges cross neither islands nor other bridges.",
    "degree": "As many bridges end at an island as its number says, and at least one where it says ?.",
    "connected": "The bridges connect all islands.",
}
"""What each rule says, in the order in which faults are told."""


def faults(puzzle: Hashi, solution: HashiSolution, options: object = None) -> list[Fault]:
    """Everything that is wrong with *solution*, in the order of `RULES`.

    A bridge that does not run straight between two islands of the grid breaks `between-islands` and counts for no
    other rule. One that passes over an island breaks `crossing`, and still counts for its ends. A pair of islands that
    is listed twice breaks `duplicate`, and is counted as often as it is listed.
    """
    found = list(_misplaced(puzzle, solution.bridges))
    standing = [bridge for bridge in solution.bridges if _wrong_ends(puzzle, bridge) is None]
    pairs = Counter(bridge[:4] for bridge in standing)
    for pair, times in pairs.items():
        if times > 1:
            found.append(Fault("duplicate", _ends(pair), f"the bridge {_told(pair)} is listed {times} times"))
    for bridge in standing:
        if not 1 <= bridge[4] <= 2:
            message = f"{counted(bridge[4], 'bridge')} {_told(bridge)}; there can be 1 or 2"
            found.append(Fault("capacity", _ends(bridge), message))
    found += _crossings(puzzle, pairs)
    found += _degrees(puzzle, standing)
    found += _pieces(puzzle, standing)
    return found


def components(puzzle: Hashi, bridges: list[Bridge]) -> list[list[Cell]]:
    """The islands in groups that *bridges* connect; each group, and the list, in reading order."""
    ways: dict[Cell, list[Cell]] = {cell: [] for cell in _islands(puzzle)}
    for r1, c1, r2, c2, _ in bridges:
        ways[r1, c1].append((r2, c2))
        ways[r2, c2].append((r1, c1))
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


def _misplaced(puzzle: Hashi, bridges: tuple[Bridge, ...]) -> Iterator[Fault]:
    for bridge in bridges:
        if wrong := _wrong_ends(puzzle, bridge):
            yield Fault("between-islands", _ends(bridge), f"the bridge {_told(bridge)} {wrong}")


def _wrong_ends(puzzle: Hashi, bridge: Bridge) -> str | None:
    """Why *bridge* joins no two islands in a straight line; None where it does."""
    one, other = _ends(bridge)
    for r, c in (one, other):
        if not (0 <= r < puzzle.height and 0 <= c < puzzle.width):
            return f"ends at {cell_name((r, c))}, outside the grid"
        if puzzle.rows[r][c] == WATER:
            return f"ends at {cell_name((r, c))}, where no island is"
    if one == other:
        return "leads back to its own island"
    if one[0] != other[0] and one[1] != other[1]:
        return "is not straight"
    return None


def _crossings(puzzle: Hashi, pairs: Counter[tuple[int, int, int, int]]) -> Iterator[Fault]:
    """One fault for each island that a bridge passes over, and for each cell with a bridge of both directions."""
    covered: dict[Cell, tuple[int, int, int, int]] = {}
    for pair in pairs:
        for r, c in between((*pair, 1)):
            if puzzle.rows[r][c] != WATER:
                yield Fault(
                    "crossing", ((r, c),), f"the bridge {_told(pair)} passes over the island at {cell_name((r, c))}"
                )
            elif (r, c) in covered:
                message = f"the bridges {_told(covered[r, c])} and {_told(pair)} meet at {cell_name((r, c))}"
                yield Fault("crossing", ((r, c),), message)
            covered[r, c] = pair


def _degrees(puzzle: Hashi, bridges: list[Bridge]) -> Iterator[Fault]:
    ends: Counter[Cell] = Counter()
    for bridge in bridges:
        for cell in _ends(bridge):
            ends[cell] += bridge[4]
    for r, c in _islands(puzzle):
        number, has = puzzle.rows[r][c], ends[r, c]
        wanted = f" instead of {number}" if number != UNTOLD else ""
        if str(has) != number if wanted else not has:
            message = f"the island at {cell_name((r, c))} has {counted(has, 'bridge')}{wanted}"
            yield Fault("degree", ((r, c),), message)


def _pieces(puzzle: Hashi, bridges: list[Bridge]) -> Iterator[Fault]:
    pieces = components(puzzle, [bridge for bridge in bridges if bridge[4] > 0])
    if len(pieces) > 1:
        largest = max(pieces, key=len)
        apart = tuple(sorted(cell for piece in pieces if piece is not largest for cell in piece))
        yield Fault("connected", apart, f"the islands fall into {len(pieces)} groups instead of one")


def _islands(puzzle: Hashi) -> Iterator[Cell]:
    return ((r, c) for r, row in enumerate(puzzle.rows) for c, cell in enumerate(row) if cell != WATER)


def _ends(bridge: tuple[int, ...]) -> tuple[Cell, Cell]:
    return (bridge[0], bridge[1]), (bridge[2], bridge[3])


def _told(bridge: tuple[int, ...]) -> str:
    one, other = _ends(bridge)
    return f"from {cell_name(one)} to {cell_name(other)}"
