"""The dungeons' own options; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satdnd.engine.options import option
from satdnd.engine.settings import Settings

TOPOLOGIES = ("connected", "tree", "local")
"""Strengths of the connectivity rule, the published one first."""


@dataclass(frozen=True, kw_only=True)
class DungeonOptions(Settings):
    """How a question about a dungeon is answered."""

    topology: Literal["connected", "tree", "local"] = option(
        "connected",
        "The rule of connectivity: all open cells connected; tree: and no loops; local: not required.",
        formula=True,
    )
    graph_check: bool = option(True, "Check solutions with a graph of networkx as well; bulk work may skip it.")
