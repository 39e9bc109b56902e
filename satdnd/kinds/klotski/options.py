"""The options of sliding blocks; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satdnd.engine.options import option
from satdnd.engine.settings import Settings


@dataclass(frozen=True, kw_only=True)
class KlotskiOptions(Settings):
    """How a question about a sliding-block puzzle is answered."""

    metric: Literal["step", "slide", "move"] | None = option(
        None, "What counts as a move [default: as the puzzle says].", formula=True
    )
    steps: int | None = option(None, "Up to N moves [default: as few as possible].", low=0, formula=True)
