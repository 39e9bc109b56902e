"""The options of unattacked squares; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass

from satdnd.engine.options import option
from satdnd.engine.settings import Settings


@dataclass(frozen=True, kw_only=True)
class UnattackedOptions(Settings):
    """How a question about unattacked squares is answered."""

    least: int | None = option(
        None, "Leave at least this many squares unattacked [default: as many as possible].", low=0, formula=True
    )
