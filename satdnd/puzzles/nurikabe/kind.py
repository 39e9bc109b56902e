"""Nurikabe as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from satdnd.encodings.cardinality import ANY_BOUND, estimate_exactly
from satdnd.kind import Fault, Kind
from satdnd.puzzles.nurikabe import graph, rules
from satdnd.puzzles.nurikabe.encode import NurikabeEncoding, cardinality_of, reaches
from satdnd.puzzles.nurikabe.formats import TEXTS
from satdnd.puzzles.nurikabe.generate import NurikabeRecipe, generate
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.puzzles.nurikabe.picture import picture
from satdnd.searching import Sat
from satdnd.settings import Settings


class NurikabeKind(Kind[Nurikabe, NurikabeSolution, Settings]):
    """Nurikabe (Nikoli)."""

    name = "nurikabe"
    options = Settings
    recipe = NurikabeRecipe
    texts = TEXTS
    rules = rules.RULES
    ways = (Sat(),)
    choices = {"cardinality": (*ANY_BOUND, "native"), "connectivity": ("lazy", "planar")}  # noqa: RUF012  (a Mapping)
    picture = staticmethod(picture)
    encoding = staticmethod(NurikabeEncoding)
    generate = staticmethod(generate)

    def contradiction(self, puzzle: Nurikabe, options: Settings) -> str | None:
        """Numbers side by side or without room, a sum too large, or too small for the 2x2 blocks."""
        return rules.contradiction(puzzle)

    def clauses(self, puzzle: Nurikabe, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of the sizes, two for each step to each cell in reach, and so many for each cell (measured)."""
        lazy = not eager and options.connectivity != "planar"
        name = cardinality_of(puzzle, options, lazy)
        found = (8 if lazy else 45) * puzzle.grid.size
        for number, near in reaches(puzzle, lazy):
            found += estimate_exactly(near[-1], number, name) + 10 * near[-1]
            found += 2 * (sum(near) + near[-1] * (number - len(near))) if near[-1] > number else 0
        return found

    def faults(self, puzzle: Nurikabe, solution: NurikabeSolution, options: Settings) -> list[Fault]:
        """The bit-parallel referee."""
        return rules.faults(puzzle, solution.board)

    def cross_check(self, puzzle: Nurikabe, solution: NurikabeSolution, options: Settings) -> str | None:
        """The networkx graphs of sea and islands."""
        return graph.objection(puzzle, solution)


KIND = NurikabeKind()
