"""Nurikabe as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from satdnd.encodings.cardinality import ANY_BOUND, estimate_exactly
from satdnd.engine.kind import Kind, Rules
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Explanations
from satdnd.kinds.nurikabe import repair
from satdnd.kinds.nurikabe.encode import NurikabeEncoding, cardinality_of, reaches
from satdnd.kinds.nurikabe.formats import TEXTS
from satdnd.kinds.nurikabe.generate import NurikabeRecipe, generate
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.kinds.nurikabe.picture import picture
from satdnd.kinds.nurikabe.rules import PLAY, RULES, contradiction, cross_check, faults
from satdnd.kinds.nurikabe.statements import islands, rulebook
from satdnd.kinds.nurikabe.techniques import WORDS
from satdnd.setter.parts import AdditionalClues, Generator, Repairs


class NurikabeKind(Kind[Nurikabe, NurikabeSolution, Settings]):
    """Nurikabe (Nikoli)."""

    name = "nurikabe"
    usual_size = 9, 9
    options = Settings
    texts = TEXTS
    rules = RULES
    play = PLAY
    ways = (Sat(),)
    choices = {"cardinality": (*ANY_BOUND, "native"), "connectivity": ("lazy", "planar")}  # noqa: RUF012  (a Mapping)
    picture = staticmethod(picture)
    parts = (
        Explanations(WORDS),
        Rules(rulebook),
        Generator(NurikabeRecipe, generate),
        Repairs(repair.repairs, repair.uniqueness_repairs),
        AdditionalClues(repair.additional_clues, Nurikabe.with_numbers),
    )
    encoding = staticmethod(NurikabeEncoding)
    contradiction = staticmethod(contradiction)
    faults = staticmethod(faults)
    cross_check = staticmethod(cross_check)

    def empty(self, height: int, width: int) -> Nurikabe:
        """No number."""
        return Nurikabe(((None,) * width,) * height)

    def clauses(self, puzzle: Nurikabe, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of the sizes, two for each step to each cell in reach, and so many for each cell (measured)."""
        lazy, homes = not eager and options.connectivity != "planar", islands(puzzle)
        name = cardinality_of(homes, options, lazy)
        found = (4 if lazy else 40) * puzzle.grid.size
        for number, near in reaches(homes, lazy):
            steps = near[-1] if number is None else number
            found += estimate_exactly(near[-1], number, name) if number else 0
            found += 10 * near[-1]
            found += 2 * (sum(near) + near[-1] * (steps - len(near))) if near[-1] > steps or number is None else 0
        return found


KIND = NurikabeKind()
