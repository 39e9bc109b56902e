"""Binairo's own option; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satdnd.engine.options import option
from satdnd.engine.settings import Settings


@dataclass(frozen=True, kw_only=True)
class BinairoOptions(Settings):
    """How a question about a binairo is answered."""

    lines: Literal["any", "distinct"] | None = option(
        None,
        "Whether two rows, or two columns, may be alike; distinct: the rule of takuzu [default: as the puzzle's note "
        "'lines' says, otherwise any].",
        formula=True,
    )
