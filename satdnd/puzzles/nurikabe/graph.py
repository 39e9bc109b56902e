"""The second referee of nurikabe: sea and islands as networkx graphs, cell by cell, no bitboard in it."""

from __future__ import annotations

from typing import Any

from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution


def objection(puzzle: Nurikabe, solution: NurikabeSolution) -> str | None:
    """What the graphs have against *solution*; None: nothing. networkx is imported at the first call."""
    import networkx as nx

    whole: Any = nx.grid_2d_graph(solution.height, solution.width)
    sea = {(r, c) for r, c in whole if solution.board >> r * solution.width + c & 1}
    if (pieces := nx.number_connected_components(whole.subgraph(sea))) > 1:
        return f"the graph of the sea has {pieces} pieces"
    for island in nx.connected_components(whole.subgraph(set(whole) - sea)):
        numbers = [puzzle.numbers[cell] for cell in island if cell in puzzle.numbers]
        if numbers != [len(island)]:
            return f"an island of {len(island)} cells in the graph holds the numbers {numbers}"
    if drowned := sea & puzzle.numbers.keys():
        return f"{len(drowned)} numbers are no nodes of islands"
    blocks = [cell for cell in sea if {(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)} <= sea]
    return f"{len(blocks)} 2x2 blocks are sea" if blocks else None
