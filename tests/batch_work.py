"""What workers do in tests of batches: as any job, but some puzzles are hard on whoever is asked."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from satdnd.bulk.batch import Job, Travelling, Unit


@dataclass(frozen=True)
class Deadly:
    """A puzzle whose text has ``"killer"`` kills whoever is asked; ``"once"`` the first; ``"slow"`` takes a while."""

    job: Job
    folder: str
    """Each worker that begins leaves a file here, named by its id; each death too."""

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterator[tuple[str, str]]]:
        """What answers one puzzle after another."""
        ask = self.job()
        folder = Path(self.folder)
        (folder / f"{os.getpid()}.worker").touch()

        def answers(units: Sequence[Travelling]) -> Iterator[tuple[str, str]]:
            """The answers, if any."""
            for unit in units:
                text = Unit._make(unit).text
                if "slow" in text:
                    time.sleep(0.02)
                if "killer" in text or ("once" in text and not (folder / "died").exists()):
                    (folder / "died").touch()
                    (folder / f"{os.getpid()}.died").touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                yield from ask([unit])

        return answers


@dataclass(frozen=True)
class Stillborn:
    """Nobody ever begins."""

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterable[tuple[str, str]]]:
        """Ends the process."""
        os._exit(7)


@dataclass(frozen=True)
class Broken:
    """No puzzle can be asked."""

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterable[tuple[str, str]]]:
        """What fails whatever it is given."""
        return lambda units: [(str(1 // 0), "") for _ in units]


@dataclass(frozen=True)
class Quick:
    """The same answer to every puzzle, at once."""

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterable[tuple[str, str]]]:
        """What answers one puzzle after another."""
        return partial(map, lambda unit: ("unique", f'{{"name": "{Unit._make(unit).name}"}}' + " " * 300))
