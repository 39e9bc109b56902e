"""The engine's settings, the same for every kind; further options of a kind are in its own class of options."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar

from satdnd.engine.options import Declared, option, options_of
from satdnd.errors import UsageError
from satdnd.sat.budget import Budget

LEAST_SECONDS, LEAST_MEMORY = 1.0, 1 << 26
"""The least time and memory for drawing, so that the puzzle is shown even under tight limits."""
PREFIX = "external:"
"""Prefix of the name of an external solver; its command follows."""


@dataclass(frozen=True, kw_only=True)
class Settings(Declared):
    """How a question is answered. A kind with its own options has a subclass."""

    way: str = option("auto", "Search method, if a kind has several; auto: the best.", metavar="NAME")
    solver: str = option("auto", "A PySAT solver, or external:COMMAND; auto: the best in benchmarks.", metavar="NAME")
    cardinality: str = option("auto", "How counts are encoded.", formula=True, metavar="NAME")
    compilation: Literal["auto", "direct", "template"] = option(
        "auto", "Compile each puzzle separately, or one template per board size."
    )
    connectivity: Literal["auto", "lazy", "planar", "ordered"] = option(
        "auto",
        "How connectivity is encoded: by lazy cuts, or self-contained (planar, ordered); auto: lazy for solving, "
        "self-contained for export and proofs. What the rules demand does not change.",
        formula=True,
    )
    timeout: float | None = option(None, "Time limit per puzzle, including compilation.", low=0, metavar="SECONDS")
    memory: int | None = option(
        None, "Memory limit per puzzle, e.g. 2G [default: half of free memory].", low=1, metavar="SIZE"
    )
    graph_check: bool = option(False, "Check solutions with a graph of networkx as well.")

    @property
    def outside(self) -> bool:
        """Whether the solver is an external program."""
        return self.solver.startswith(PREFIX)

    def budget(self) -> Budget:
        """A budget of `timeout` and `memory`, starting now."""
        return Budget.of(self.timeout, memory=self.memory or default_memory())

    def drawing(self, spent: float = 0.0) -> Budget:
        """The budget left for drawing after *spent* seconds: at least one second, and half of the memory."""
        seconds = None if self.timeout is None else max(LEAST_SECONDS, self.timeout - spent)
        memory = self.memory or default_memory()
        return Budget.of(seconds, memory=memory and max(LEAST_MEMORY, memory // 2))


O = TypeVar("O", bound=Settings)  # noqa: E741  (the kind's class of options)


def own_options(owner: type[Settings]) -> tuple[Any, ...]:
    """The options that a class declares in addition to the engine's settings."""
    shared = {declared.name for declared in options_of(Settings)}
    return tuple(declared for declared in options_of(owner) if declared.name not in shared)


@cache
def default_memory() -> int | None:
    """Half of the memory that is free at the first call, in bytes; None if the system does not report it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 512
    except OSError:
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (ValueError, OSError, AttributeError):
        return None


def memory_size(text: str) -> int:
    """``512M``, ``2G``, ``1.5 GB`` or a number of bytes, in bytes. Raises UsageError for anything else."""
    found = re.fullmatch(r"\s*([0-9]{1,18}(?:\.[0-9]{1,18})?)\s*([kmgt]?)(?:i?b)?\s*", text, re.IGNORECASE)
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " ")) if found else 0
    if size < 1:
        raise UsageError(f"the memory limit is {text!r}, expected a size such as 512M or 2G")
    return size
